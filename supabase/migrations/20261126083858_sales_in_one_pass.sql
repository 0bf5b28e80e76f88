DROP FUNCTION "known"."sales_cells"(uuid, jsonb, text[]);

DROP FUNCTION "known"."sold_lines"(uuid, jsonb);

DROP FUNCTION "private"."sales_cells"(uuid, jsonb, text[]);

DROP FUNCTION "private"."sold_lines"(uuid, jsonb);

CREATE OR REPLACE FUNCTION known.non_buyers(p_project uuid, p_filters jsonb, p_from date, p_to date)
 RETURNS TABLE(customer_id uuid, agent_id uuid, manager_id uuid, last_bought date, last_order date)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
#variable_conflict use_column
declare
  v_delivery boolean := coalesce(p_filters ->> 'basis', 'delivery') = 'delivery';
  v_least int := greatest(coalesce(private.read_int(p_filters, 'min_pieces'), 1), 1);
begin
  return query
  with bought as (
    select c.customer_id
    from known.sales_cells(p_project, private.fields_of(p_filters) - '{agent_id,manager_id,customer_id,cancelled}'::text[], p_from, p_to, '{customer,brief}') c where c.pieces >= v_least
  ), missed as materialized (
    select o.* from known.outlets(p_project, p_filters, p_to) o where o.customer_id not in (select b.customer_id from bought b)
  ), goods as materialized (
    select g.product_id from known.report_products(p_project, p_filters) g
  ), items as (
    select m.customer_id, x.on_date
    from missed m
    cross join lateral (
      select d.on_date
      from (
        select e.on_date, e.line_id from known.sales_entries e
        where v_delivery and e.project_id = p_project and e.customer_id = m.customer_id and e.kind = 'delivery' and e.on_date <= p_to
          and e.product_id in (select g.product_id from goods g)
        group by e.on_date, e.line_id having sum(e.pieces) > 0
        union all
        select b.date_added, l.id from known.bookings b
        join known.booking_lines l on l.project_id = p_project and l.booking_id = b.id and l.product_id in (select g.product_id from goods g)
        where not v_delivery and b.project_id = p_project and b.customer_id = m.customer_id and b.approval_status <> 'cancelled' and b.date_added <= p_to
      ) d
      join known.booking_lines l on l.project_id = p_project and l.id = d.line_id
      join known.bookings b on b.project_id = p_project and b.id = l.booking_id
      where known.bought_pieces(l, b, v_delivery, p_to) > 0
      order by d.on_date desc limit 1
    ) x
  ), orders as (
    select d.customer_id, d.last_on as on_date from known.order_days(p_project, v_delivery, null, p_to) d
  )
  select m.customer_id, m.agent_id, m.manager_id, i.on_date, o.on_date
  from missed m left join items i on i.customer_id = m.customer_id left join orders o on o.customer_id = m.customer_id;
end $function$;

CREATE OR REPLACE FUNCTION known.outlets(p_project uuid, p_filters jsonb, p_on date)
 RETURNS TABLE(customer_id uuid, agent_id uuid, manager_id uuid)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
#variable_conflict use_column
declare
  v_agent uuid := private.read_uuid(p_filters, 'agent_id');
  v_manager uuid := private.read_uuid(p_filters, 'manager_id');
  v_universe text := coalesce(p_filters ->> 'universe', 'approved');
  v_since date := p_on - coalesce(nullif(private.read_int(p_filters, 'active_days', p_max => 36500), 0), 90);
  v_next timestamptz;
  v_known boolean;
begin
  if v_universe not in ('approved', 'active') then perform private.invalid('universe', 'Choose which outlets count.'); end if;
  -- For days before the project was created all customers count, as nothing is known of them.
  select (p_on + 1)::timestamp at time zone private.zone_of(p_project), (p.created_at at time zone private.zone_of(p_project))::date <= p_on into v_next, v_known
  from known.projects p where p.id = p_project;

  return query
  with moved as (
    select distinct on (t.customer_id) t.customer_id, t.from_agent_id from known.agent_customer_transfers t
    where t.project_id = p_project and t.effective_on > p_on order by t.customer_id, t.effective_on, t.id
  ), decided as (
    -- The first decision after that day tells the state before it.
    select distinct on (e.customer_id) e.customer_id, e.type = 'deactivated' as was_approved from known.customer_finance_events e
    where e.project_id = p_project and e.created_at >= v_next
      and e.type in ('approved', 'rejected', 'deactivated', 'reactivated') and (v_known or e.type in ('deactivated', 'reactivated'))
    order by e.customer_id, e.id
  ), bought as (
    select s.customer_id from known.sales_cells(p_project, jsonb_build_object('basis', coalesce(p_filters ->> 'basis', 'delivery')), v_since + 1, p_on, '{customer}') s
    where v_universe = 'active' and s.visits > 0
  )
  select c.id, a.agent_id, g.manager_id
  from known.customers c
  left join moved m on m.customer_id = c.id
  left join decided d on d.customer_id = c.id
  cross join lateral (select coalesce(m.from_agent_id, c.agent_id) as agent_id) a
  left join known.memberships g on g.project_id = p_project and g.user_id = a.agent_id
  where c.project_id = p_project and coalesce(d.was_approved, c.approval_status = 'approved') and (not v_known or c.date_added <= p_on)
    and (v_universe = 'approved' or c.id in (select x.customer_id from bought x))
    and (v_agent is null or a.agent_id = v_agent) and (v_manager is null or g.manager_id = v_manager);
end $function$;

CREATE OR REPLACE FUNCTION known.report_penetration_report(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(level text, row_key text, manager_id uuid, manager_name text, agent_id uuid, agent_name text, item text, product_id uuid, material_code text, customer_id uuid, customer_name text, store_name text, area text, contact text, last_bought date, last_order date, credit_line numeric, credit_left numeric, available bigint, universe bigint, buyers bigint, gap bigint, percent numeric, previous_percent numeric, change numeric, cs bigint, pcs bigint, pieces bigint, litres numeric, net numeric, bookings bigint, lines_per_order numeric, drop_size numeric, cells jsonb, heads jsonb, managers bigint, agents bigint, items bigint, agent_items bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
 SET work_mem TO '32MB'
AS $function$
#variable_conflict use_column
declare
  v_level text := coalesce(p_filters ->> 'level', 'agent');
  v_shown text := case when v_level = 'total' then coalesce(p_filters ->> 'for', 'agent') else v_level end;
  v_sort text := coalesce(p_filters ->> 'sort', 'name');
  v_to date := coalesce(private.read_date(p_filters, 'to'), known.business_date(p_project));
  v_from date := coalesce(private.read_date(p_filters, 'from'), date_trunc('month', v_to)::date);
  v_least int := greatest(coalesce(private.read_int(p_filters, 'min_pieces'), 1), 1);
  v_chosen boolean := p_filters ?| array['product_id', 'category1', 'category2', 'category3'];
  v_products boolean := coalesce(p_filters ->> 'items' = 'product', false);
  v_sales jsonb := private.fields_of(p_filters) - '{agent_id,manager_id,customer_id,cancelled}'::text[];
  v_earlier record;
  v_available bigint;
  -- The total of these levels is computed with their rows.
  v_whole boolean := v_level in ('agent', 'item', 'grouped', 'manager') and private.read_boolean(p_filters, 'with_total');
  ask record;
begin
  ask := private.open_report(p_project, p_filters, 'reports.penetration', v_level, '{agent,item,grouped,manager,not_buying,total}', v_sort, '{name,percent,gap,net,last,credit}');
  if ask.known then
    return query select k.* from known.report_penetration_report(p_project, p_filters - 'known_at') k;
    return;
  end if;
  v_earlier := private.comparison_period(v_from, v_to, p_filters ->> 'against');
  if v_chosen then
    v_available := (select sum(i.available)::bigint from known.report_products(p_project, p_filters) g
      join known.inventory i on i.project_id = p_project and i.product_id = g.product_id);
  end if;
  if v_level = 'not_buying' then
    return query
    with missed as (
      select n.*, c.name, c.store_name, c.area, c.contact, c.sort_key, f.credit_line, f.credit_left, coalesce(a.display_name, 'Former agent') as agent_name,
        case when n.manager_id is not null then coalesce(b.display_name, 'Former manager') end as manager_name
      from known.non_buyers(p_project, p_filters, v_from, v_to) n
      join known.customers c on c.project_id = p_project and c.id = n.customer_id
      left join known.filtered_customers(p_project, '{}') f on f.id = n.customer_id
      left join known.profiles a on a.user_id = n.agent_id left join known.profiles b on b.user_id = n.manager_id
    ), keyed as (
      -- Non-buyers are sorted by the day of their last purchase; outlets that never bought come last.
      select m.*, (case v_sort when 'last' then coalesce(m.last_bought::text, '~') when 'credit' then to_char(1e14 - coalesce(m.credit_left, 1e13), 'FM000000000000000.00') else '' end
        || concat_ws(E'\x1f', case when v_sort = 'name' then lower(m.agent_name) || m.agent_id end, m.sort_key, m.customer_id)) collate "C" as row_key
      from missed m
    )
    select 'not_buying', k.row_key, k.manager_id, k.manager_name, k.agent_id, k.agent_name, null::text, null::uuid, null::text,
      k.customer_id, k.name, k.store_name, k.area, k.contact, k.last_bought, k.last_order, k.credit_line, k.credit_left, v_available,
      null::bigint, null::bigint, 1::bigint, null::numeric, null::numeric, null::numeric, null::bigint, null::bigint, null::bigint, null::numeric, null::numeric,
      null::bigint, null::numeric, null::numeric, null::jsonb, null::jsonb, null::bigint, null::bigint, null::bigint, null::bigint
    from keyed k
    where (ask.after is null or k.row_key > ask.after collate "C") and (ask.before is null or k.row_key < ask.before collate "C")
    order by case when ask.before is null then k.row_key end, k.row_key desc limit ask.row_limit;
    return;
  end if;

  return query
  with goods as materialized (
    select g.* from known.report_products(p_project, p_filters) g
  ), outlets as materialized (
    select true as now, o.* from known.outlets(p_project, p_filters, v_to) o
    union all
    select false, o.* from known.outlets(p_project, p_filters, v_earlier.earlier_to) o where v_earlier.earlier_to is not null
  ), orders as materialized (
    -- The selling agent does not matter: the outlet counts for its owning agent of the day.
    select true as now, c.* from known.sales_cells(p_project, v_sales, v_from, v_to, '{customer,item,bought}') c
    union all
    select false, c.* from known.sales_cells(p_project, v_sales, v_earlier.earlier_from, v_earlier.earlier_to, '{customer,item,bought,brief}') c where v_earlier.earlier_to is not null
  ), of_items as materialized (
    select o.now, o.customer_id, coalesce(o.item_id, '') as item_id, sum(o.bookings) as bookings, sum(o.skus) as skus, sum(o.cs) as cs, sum(o.pcs) as pcs,
      sum(o.pieces) as pieces, sum(o.litres) as litres, sum(o.net) as net
    from orders o where o.visits is null group by o.now, o.customer_id, coalesce(o.item_id, '')
  ), visits as (
    select o.now, o.customer_id, sum(o.visits) as bookings from orders o where o.visits > 0 group by o.now, o.customer_id
  ), bought as (
    select i.* from of_items i where i.pieces >= v_least
    union all
    -- A row without item is for all items together.
    select i.now, i.customer_id, null, min(v.bookings), sum(i.skus), sum(i.cs), sum(i.pcs), sum(i.pieces), sum(i.litres), sum(i.net)
    from of_items i left join visits v on v.now = i.now and v.customer_id = i.customer_id
    group by i.now, i.customer_id having sum(i.pieces) >= v_least
  ), reached as materialized (
    -- An outlet has one agent and one row per item, so that counting rows counts outlets.
    select concat_ws('|', case when grouping(o.agent_id) = 0 then 'a' || o.agent_id when grouping(o.manager_id) = 0 then 'm' || coalesce(o.manager_id::text, '') else 't' end,
        'i' || b.item_id) as k,
      count(*) filter (where b.now) as buyers, count(*) filter (where not b.now) as before,
      sum(b.bookings) filter (where b.now) as bookings, sum(b.skus) filter (where b.now) as skus, sum(b.cs) filter (where b.now) as cs, sum(b.pcs) filter (where b.now) as pcs,
      sum(b.pieces) filter (where b.now) as pieces, sum(b.litres) filter (where b.now) as litres, sum(b.net) filter (where b.now) as net
    from bought b join outlets o on o.now = b.now and o.customer_id = b.customer_id
    group by b.item_id, grouping sets ((o.manager_id, o.agent_id), (o.manager_id), ())
  ), whole as materialized (
    select case when grouping(o.agent_id) = 0 then 'a' || o.agent_id when grouping(o.manager_id) = 0 then 'm' || coalesce(o.manager_id::text, '') else 't' end as k,
      case when grouping(o.agent_id) = 0 then 'agent' when grouping(o.manager_id) = 0 then 'manager' else 'total' end as of, o.manager_id, o.agent_id,
      count(*) filter (where o.now) as universe, count(*) filter (where not o.now) as before
    from outlets o group by grouping sets ((o.manager_id, o.agent_id), (o.manager_id), ())
  ), things as materialized (
    select coalesce(g.item_id, '') as item_id, min(g.item) as item, min(g.product_id::text) filter (where v_products)::uuid as product_id,
      min(g.material_code) filter (where v_products) as material_code, 'i' || coalesce(g.item_id, '') as k
    from goods g left join (select distinct i.item_id from of_items i) s on s.item_id = coalesce(g.item_id, '')
    where g.active or s.item_id is not null
    group by coalesce(g.item_id, '')
  ), wide as (
    -- The columns of the matrix: the items or agents with the most buyers.
    select x.key, x.label, x.k, row_number() over (order by x.buyers desc nulls last, x.label nulls last, x.key) as row_no
    from (
      select t.item_id as key, coalesce(t.item, 'No category') as label, t.k, r.buyers from things t left join reached r on r.k = 't|' || t.k
      where v_shown in ('agent', 'manager')
      union all
      select w.agent_id::text, coalesce(p.display_name, 'Former agent'), w.k, r.buyers from whole w
      left join known.profiles p on p.user_id = w.agent_id left join reached r on r.k = w.k
      where v_shown = 'item' and w.of = 'agent' and w.universe > 0
    ) x
  ), grid as (
    select w.of as level, w.k as k, w.k as base, w.manager_id, w.agent_id, null::text as item_id, null::text as item, null::uuid as product_id, null::text as material_code
    from whole w where w.of = v_level or (v_whole and w.of = 'total') or (v_level = 'grouped' and w.of = 'agent' and (select count(*) from things) > 1)
    union all
    select 'item', w.k || '|' || t.k, w.k, w.manager_id, w.agent_id, t.item_id, t.item, t.product_id, t.material_code
    from whole w cross join things t where (v_level = 'grouped' and w.of = 'agent') or (v_level = 'item' and w.of = 'total')
  ), figured as (
    select g.*, w.universe, w.before as universe_before, coalesce(r.buyers, 0) as buyers, coalesce(r.before, 0) as buyers_before,
      round(coalesce(r.buyers, 0) * 100.0 / nullif(w.universe, 0), 2) as percent, round(coalesce(r.before, 0) * 100.0 / nullif(w.before, 0), 2) as previous_percent,
      r.cs, r.pcs, r.pieces, r.litres, coalesce(r.net, 0.00) as net, coalesce(r.bookings, 0) as bookings, r.skus
    from grid g join whole w on w.k = g.base left join reached r on r.k = g.k
  ), matrix as (
    select f.k, jsonb_object_agg(d.key, round(coalesce(r.buyers, 0) * 100.0 / nullif(w.universe, 0), 2)::text) as cells
    from figured f cross join wide d
    -- With agents in the columns the universe is that of the column, with items that of the row.
    join whole w on w.k = case when v_shown = 'item' then d.k else f.base end
    left join reached r on r.k = case when v_shown = 'item' then d.k || coalesce('|i' || f.item_id, '') else f.base || '|' || d.k end
    where d.row_no <= 60
    group by f.k
  ), named as (
    select f.*, m.cells, coalesce(a.display_name, 'Former agent') as agent_name,
      case when f.manager_id is not null then coalesce(b.display_name, 'Former manager') end as manager_name
    from figured f left join matrix m on m.k = f.k
    left join known.profiles a on a.user_id = f.agent_id left join known.profiles b on b.user_id = f.manager_id
  ), keyed as (
    select n.*, (case case n.level when 'total' then 'total' else v_level end
      when 'total' then ''
      when 'grouped' then concat_ws(E'\x1f', lower(n.agent_name), n.agent_id, case n.level when 'agent' then '1' else concat_ws(E'\x1f', '0', coalesce('0' || lower(n.item), '1'), n.item_id) end)
      else case v_sort when 'percent' then to_char(1000 - coalesce(n.percent, 0), 'FM0000.00') when 'gap' then to_char(100000000 - (n.universe - n.buyers), 'FM000000000')
          when 'net' then to_char(1e14 - n.net, 'FM000000000000000.00') else '' end
        || case v_level when 'agent' then concat_ws(E'\x1f', lower(n.agent_name), n.agent_id)
          when 'manager' then coalesce(concat_ws(E'\x1f', '0' || lower(n.manager_name), n.manager_id), '1')
          else concat_ws(E'\x1f', coalesce('0' || lower(n.item), '1'), n.item_id) end end) collate "C" as row_key
    from named n
  )
  select case when v_level = 'grouped' and k.level = 'agent' then 'subtotal' else k.level end, k.row_key, k.manager_id, k.manager_name,
    k.agent_id, case when k.agent_id is not null then k.agent_name end, k.item, k.product_id, k.material_code,
    null::uuid, null::text, null::text, null::text, null::text, null::date, null::date, null::numeric, null::numeric,
    case when k.level = 'total' then v_available end,
    k.universe, k.buyers, k.universe - k.buyers, k.percent, k.previous_percent, k.percent - k.previous_percent,
    coalesce(k.cs, 0)::bigint, coalesce(k.pcs, 0)::bigint, coalesce(k.pieces, 0)::bigint, coalesce(k.litres, 0.000), k.net, k.bookings::bigint,
    round(k.skus / nullif(k.bookings, 0), 2), round(k.net / nullif(k.bookings, 0), 2), k.cells,
    case when k.level = 'total' then coalesce((select jsonb_agg(jsonb_build_object('key', d.key, 'label', d.label) order by d.row_no) from wide d where d.row_no <= 60), '[]') end,
    case when k.level = 'total' then (select count(*) from whole w where w.of = 'manager') end, case when k.level = 'total' then (select count(*) from whole w where w.of = 'agent') end,
    case when k.level = 'total' then (select count(*) from things) end,
    case when k.level = 'total' then (select count(*) from whole w where w.of = 'agent') * (select count(*) from things) end
  from keyed k
  where (v_whole and k.level = 'total') or ((ask.after is null or k.row_key > ask.after collate "C") and (ask.before is null or k.row_key < ask.before collate "C"))
  order by k.level <> 'total', case when ask.before is null then k.row_key end, k.row_key desc limit ask.row_limit + v_whole::int;
end $function$;

CREATE OR REPLACE FUNCTION known.report_sales(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(level text, row_key text, manager_id uuid, manager_name text, agent_id uuid, agent_name text, item text, product_id uuid, material_code text, customer_id uuid, customer_name text, store_name text, month text, on_date date, booking_id uuid, so_no text, invoice_no text, stage text, case_config integer, agent_srp numeric, agent_srp_pieces integer, cs bigint, pcs bigint, pieces bigint, litres numeric, free bigint, gross numeric, discount numeric, returns numeric, net numeric, cancelled numeric, share numeric, previous numeric, change numeric, average numeric, bookings bigint, customers bigint, lines bigint, cost numeric, margin numeric, margin_percent numeric, managers bigint, agents bigint, items bigint, agent_items bigint, buyers bigint, months bigint, days bigint, item_months bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
 SET work_mem TO '32MB'
AS $function$
#variable_conflict use_column
declare
  v_level text := coalesce(p_filters ->> 'level', 'grouped');
  v_products boolean := coalesce(p_filters ->> 'items' = 'product', false);
  v_sort text := coalesce(p_filters ->> 'sort', 'name');
  -- For the total: the level whose rows are counted; without it all levels.
  v_for text := case when v_level = 'total' then coalesce(p_filters ->> 'for', 'all') else v_level end;
  v_filters jsonb := p_filters;
  v_by text[];
  v_parts boolean;
  v_earlier record;
  -- The total of these levels is summed with their rows.
  v_whole boolean := v_level in ('grouped', 'manager', 'agent', 'item', 'customer') and private.read_boolean(p_filters, 'with_total');
  ask record;
begin
  ask := private.open_report(p_project, p_filters, 'reports.sales', v_level, '{grouped,manager,agent,item,item_month,customer,month,day,line,total}', v_sort, '{name,net,drop}');
  if ask.known then
    return query select k.* from known.report_sales(p_project, p_filters - 'known_at') k;
    return;
  end if;
  if v_level = 'line' and v_sort = 'name' and ask.row_limit is not null and not p_filters ?| array['product_id', 'category1', 'category2', 'category3'] then
    v_filters := known.sales_days(p_project, p_filters);
  end if;
  v_by := case when v_level = 'line' then '{product,day,line}' when v_for = 'grouped' then '{agent,item}' when v_for = 'item_month' then '{item,month}' when v_for = 'all' then '{agent,customer,item}'
    when v_for in ('item', 'customer', 'month', 'day') then array[v_for] else '{agent}' end;
  v_parts := v_by && '{item,month,day,line}';
  v_earlier := private.comparison_period(ask.first_day, ask.last_day, p_filters ->> 'against');

  return query
  with team as (
    select m.user_id as agent_id, coalesce(a.display_name, 'Former agent') as agent_name, m.manager_id, coalesce(w.display_name, 'Former manager') as manager_name
    from known.memberships m
    left join known.profiles a on a.user_id = m.user_id
    left join known.profiles w on w.user_id = m.manager_id
    where m.project_id = p_project
  ), cells as materialized (
    select c.*, t.manager_id, c.now and c.counts as sold, v_parts and c.visits is not null as apart
    from (
      select true as now, n.* from known.sales_cells(p_project, v_filters, private.read_date(v_filters, 'from'), private.read_date(v_filters, 'to'), v_by) n
      union all
      select false, e.* from known.sales_cells(p_project, p_filters, v_earlier.earlier_from, v_earlier.earlier_to, v_by || 'brief'::text) e
      where v_earlier.earlier_from is not null and v_level not in ('line', 'month', 'day', 'item_month')) c
    left join team t on t.agent_id = c.agent_id
  ), asked as (
    -- The columns of the requested level; the others are null.
    select c.*, case when v_level in ('grouped', 'manager') then c.manager_id end as by_manager,
      case when v_level in ('grouped', 'agent') then c.agent_id end as by_agent, case when v_level in ('grouped', 'item', 'item_month') then c.item_id end as by_item,
      case when v_level = 'customer' then c.customer_id end as by_customer, case when v_level in ('month', 'item_month') then to_char(c.on_date, 'YYYY-MM') end as by_month,
      case when v_level in ('day', 'line') then c.on_date end as by_day, case when v_level = 'line' then c.booking_id end as by_booking,
      case when v_level = 'line' then c.product_id end as by_product, case when v_level = 'line' then c.line_id end as by_line
    from cells c
  ), summed as (
    select
      case when grouping(a.by_line) = 0 then case v_level when 'grouped' then 'item' else v_level end
        when grouping(a.by_agent) = 0 then 'agent' when grouping(a.by_manager) = 0 then 'manager' else 'total' end as level,
      a.by_manager, a.by_agent, a.by_item, a.by_customer, a.by_month, a.by_day, a.by_booking, a.by_product, a.by_line, grouping(a.by_line) as sums,
      min(a.case_config) as case_config, sum(a.vat) filter (where a.sold) as vat, sum(a.cost) filter (where a.sold) as cost,
      coalesce(sum(a.cs) filter (where a.sold), 0)::bigint as cs, coalesce(sum(a.pcs) filter (where a.sold), 0)::bigint as pcs,
      coalesce(sum(a.pieces) filter (where a.sold), 0)::bigint as pieces, coalesce(sum(a.litres) filter (where a.sold), 0.000) as litres,
      coalesce(sum(a.free) filter (where a.sold), 0)::bigint as free,
      coalesce(sum(a.gross) filter (where a.sold), 0.00) as gross, coalesce(sum(a.discount) filter (where a.sold), 0.00) as discount, coalesce(sum(a.net) filter (where a.sold), 0.00) as net,
      coalesce(sum(a.gross - a.discount) filter (where a.now and not a.counts), 0.00) as cancelled,
      coalesce(sum(a.net) filter (where not a.now and a.counts), 0.00) as previous,
      coalesce(case when grouping(a.apart) = 0 and v_parts then sum(a.bookings) filter (where a.sold) else sum(a.visits) filter (where a.sold) end, 0)::bigint as bookings,
      case when grouping(a.apart) = 0 and v_parts then coalesce(sum(a.customers) filter (where a.sold), 0)::bigint else count(distinct a.customer_id) filter (where a.sold and a.visits > 0) end as customers,
      coalesce(sum(a.lines) filter (where a.now), 0)::bigint as lines
    from asked a
    group by grouping sets (
      (a.by_manager, a.by_agent, a.by_item, a.by_customer, a.by_month, a.by_day, a.by_booking, a.by_product, a.by_line, a.apart),
      (a.by_manager, a.by_agent), (a.by_manager), ())
    -- Bookings of an agent and customer count above the parts only.
    having grouping(a.apart) = 1 or not a.apart
  ), placed as (
    select s.*, sum(s.net) filter (where s.level = 'total' and s.sums = 1) over () as whole,
      count(*) filter (where s.level = 'item') over (partition by s.by_manager, s.by_agent) as of_agent,
      count(*) filter (where s.level = 'agent') over (partition by s.by_manager) as of_manager
    from summed s
  ), named as (
    select p.*, coalesce(t.manager_id, p.by_manager) as manager_id, coalesce(t.manager_name, w.display_name, case when p.by_manager is not null then 'Former manager' end) as manager_name,
      t.agent_name, g.material_code,
      case when v_level = 'line' or v_products then g.description else p.by_item end as item, g.id as product_id,
      coalesce(p.by_customer, b.customer_id) as customer_id, coalesce(b.customer_name, c.name) as customer_name, coalesce(b.store_name, c.store_name) as store_name,
      c.sort_key as customer_key, b.so_no, b.invoice_no, b.stage, coalesce(p.by_agent, b.agent_id) as agent_id, l.line_no, l.agent_srp, l.agent_srp_pieces,
      p.net - p.vat - p.cost as margin
    from placed p
    left join known.bookings b on b.project_id = p_project and b.id = p.by_booking
    left join known.booking_lines l on l.project_id = p_project and l.id = p.by_line
    left join team t on t.agent_id = coalesce(p.by_agent, b.agent_id)
    left join known.profiles w on w.user_id = p.by_manager
    left join known.customers c on c.project_id = p_project and c.id = p.by_customer
    left join known.products g on g.project_id = p_project and g.id = case when v_products and p.by_item is not null then p.by_item::uuid else p.by_product end
    -- A group with a single row needs no subtotal.
    where (v_whole and p.level = 'total' and p.sums = 1) or case v_level when 'grouped' then p.level = 'item' or (p.level = 'agent' and p.of_agent > 1) or (p.level = 'manager' and p.of_manager > 1)
      when 'total' then p.level = 'total' and p.sums = 1 else p.level = v_level and p.sums = 0 end
  ), keyed as (
    -- In the row key the rows of a group have a 0 after the group's name and its subtotal has a 1, so that the subtotal comes last. Rows without a name come last.
    select n.*, (case when n.level = 'total' then '' when v_level = 'grouped' then
        coalesce(concat_ws(E'\x1f', '0', lower(n.manager_name), n.manager_id), '1') || case n.level when 'manager' then E'\x1f1'
          else concat_ws(E'\x1f', E'\x1f0', lower(n.agent_name), n.agent_id) || case n.level when 'agent' then E'\x1f1'
            else concat_ws(E'\x1f', E'\x1f0', coalesce('0' || lower(n.item), '1'), n.by_item) end end
      else case v_sort when 'net' then to_char(1e14 - n.net, 'FM000000000000000.00') when 'drop' then to_char(1e14 - (n.previous - n.net), 'FM000000000000000.00') else '' end
        || case n.level
          when 'manager' then coalesce(concat_ws(E'\x1f', '0' || lower(n.manager_name), n.by_manager), '1')
          when 'agent' then concat_ws(E'\x1f', lower(n.agent_name), n.by_agent)
          when 'item' then concat_ws(E'\x1f', coalesce('0' || lower(n.item), '1'), n.by_item)
          when 'item_month' then concat_ws(E'\x1f', coalesce('0' || lower(n.item), '1'), n.by_item, n.by_month)
          when 'customer' then concat_ws(E'\x1f', n.customer_key, n.by_customer)
          when 'line' then concat_ws(E'\x1f', n.by_day, n.so_no, to_char(n.line_no, 'FM00000'))
          else coalesce(n.by_month, n.by_day::text, '') end end) collate "C" as row_key
    from named n
  ), counted as (
    select count(distinct i.customer_id) as buyers, count(distinct (i.item_id, i.on_date)) filter (where i.now) as item_months, count(distinct (i.agent_id, i.item_id)) as agent_items,
      count(distinct i.agent_id) as agents, count(distinct coalesce(i.item_id, '')) as items, count(distinct coalesce(i.manager_id::text, '')) as managers
    from cells i where i.visits is null and (v_level = 'total' or v_whole)
  ), calendar as (
    select count(*) as days, count(distinct to_char(d.on_date, 'YYYY-MM')) as months
    from (
      select distinct c.on_date from cells c where c.now and c.visits is null and v_level = 'total' and v_for in ('month', 'day')
      union
      select c.on_date from known.sales_cells(p_project, p_filters, ask.first_day, ask.last_day, '{day,brief}') c where v_level = 'total' and v_for = 'all'
    ) d
  )
  select case when v_level = 'grouped' and k.level in ('manager', 'agent') then 'subtotal' else k.level end, k.row_key,
    k.manager_id, k.manager_name, k.agent_id, k.agent_name, k.item, k.product_id, k.material_code, k.customer_id, k.customer_name, k.store_name,
    k.by_month, k.by_day, k.by_booking, k.so_no, k.invoice_no, k.stage, case when v_level = 'line' then k.case_config end, case when v_level = 'line' then k.agent_srp end,
    case when v_level = 'line' then k.agent_srp_pieces end,
    k.cs, k.pcs, k.pieces, k.litres, k.free, k.gross, k.discount, k.gross - k.discount - k.net, k.net, k.cancelled,
    case when v_level <> 'line' then round(k.net * 100 / nullif(k.whole, 0), 2) end, k.previous, round((k.net - k.previous) * 100 / nullif(k.previous, 0), 2), round(k.net / nullif(k.bookings, 0), 2),
    k.bookings, k.customers, k.lines, k.cost, k.margin, round(k.margin * 100 / nullif(k.net - k.vat, 0), 2), 
    case when 'agent' = any (v_by) then o.managers end, case when 'agent' = any (v_by) then o.agents end, case when 'item' = any (v_by) then o.items end,
    case when v_by @> '{agent,item}' then o.agent_items end, case when 'customer' = any (v_by) then o.buyers end, y.months, y.days, case when v_for = 'item_month' then o.item_months end
  from keyed k
  left join counted o on k.level = 'total'
  left join calendar y on v_level = 'total' and v_for in ('month', 'day', 'all')
  where (v_whole and k.level = 'total') or ((ask.after is null or k.row_key > ask.after collate "C") and (ask.before is null or k.row_key < ask.before collate "C"))
  order by k.level <> 'total', case when ask.before is null then k.row_key end, k.row_key desc limit ask.row_limit + v_whole::int;
end $function$;

CREATE OR REPLACE FUNCTION known.report_sales_customerspecific(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(level text, row_key text, customer_id uuid, customer_name text, store_name text, agent_id uuid, agent_name text, product_id uuid, material_code text, product text, category text, case_config integer, cs bigint, pcs bigint, pieces bigint, litres numeric, free bigint, gross numeric, discount numeric, returns numeric, net numeric, share numeric, cost numeric, margin numeric, margin_percent numeric, bookings bigint, average numeric, first_order date, last_order date, days_since integer, current_srp numeric, current_srp_pieces integer, available integer, quantities jsonb, amounts jsonb, heads jsonb, products bigint, customers bigint, customer_products bigint, never bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
 SET work_mem TO '32MB'
AS $function$
#variable_conflict use_column
declare
  v_level text := coalesce(p_filters ->> 'level', 'product');
  v_shown text := case when v_level = 'total' then coalesce(p_filters ->> 'for', 'product') else v_level end;
  -- For the total: the level whose rows are counted; without it all levels.
  v_for text := case when v_level = 'total' then coalesce(p_filters ->> 'for', 'all') else v_level end;
  v_sort text := coalesce(p_filters ->> 'sort', 'name');
  v_delivery boolean := coalesce(p_filters ->> 'basis', 'delivery') = 'delivery';
  v_to date := coalesce(private.read_date(p_filters, 'to'), known.business_date(p_project));
  v_from date := coalesce(private.read_date(p_filters, 'from'), (date_trunc('month', v_to) - interval '11 months')::date);
  v_sales jsonb := private.fields_of(p_filters) - 'cancelled' || '{"items": "product"}';
  v_agents uuid[];
  ask record;
begin
  ask := private.open_report(p_project, p_filters, 'reports.sales', v_level, '{product,grouped,customer,never,total}', v_sort, '{name,net,last}');
  if ask.known then
    return query select k.* from known.report_sales_customerspecific(p_project, p_filters - 'known_at') k;
    return;
  end if;
  if ask.manager_id is not null then
    v_agents := array(select m.user_id from known.memberships m where m.project_id = p_project and m.manager_id = ask.manager_id);
  end if;

  return query
  with cells as materialized (
    select c.*, to_char(c.on_date, 'YYYY-MM') as month,
      case when v_level in ('grouped', 'customer') then c.customer_id end as by_customer, case when v_level in ('grouped', 'product') then c.product_id end as by_product
    from known.sales_cells(p_project, v_sales, v_from, v_to,
      array['month', case when v_for in ('grouped', 'customer', 'all') then 'customer' end, case when v_for in ('grouped', 'product', 'all') then 'product' end]) c
    where v_level <> 'never'
  ), summed as (
    select case when grouping(c.by_product) = 0 then case v_level when 'grouped' then 'product' else v_level end
        when grouping(c.by_customer) = 0 then 'customer' else 'total' end as level,
      c.by_customer, c.by_product, grouping(c.by_customer, c.by_product) as sums,
      concat_ws('|', grouping(c.by_customer, c.by_product), c.by_customer, c.by_product) as k, min(c.case_config) as case_config,
      coalesce(sum(c.cs), 0)::bigint as cs, coalesce(sum(c.pcs), 0)::bigint as pcs, coalesce(sum(c.pieces), 0)::bigint as pieces, coalesce(sum(c.litres), 0.000) as litres,
      coalesce(sum(c.free), 0)::bigint as free, coalesce(sum(c.gross), 0.00) as gross, coalesce(sum(c.discount), 0.00) as discount, coalesce(sum(c.net), 0.00) as net,
      sum(c.vat) as vat, sum(c.cost) as cost, coalesce(case when grouping(c.by_product) = 0 then sum(c.bookings) else sum(c.visits) end, 0)::bigint as bookings,
      min(c.first_on) as first_order, max(c.last_on) as last_order, count(distinct c.product_id) as products, count(distinct c.customer_id) as customers,
      count(distinct (c.customer_id, c.product_id)) filter (where v_level = 'total' and c.visits is null) as customer_products
    from cells c group by grouping sets ((c.by_customer, c.by_product), (c.by_customer), ())
    -- Bookings of a customer count above the products only.
    having grouping(c.by_product) = 1 or count(*) filter (where c.visits is null) > 0
  ), monthly as (
    select m.k, jsonb_object_agg(m.month, m.pieces) as quantities, jsonb_object_agg(m.month, m.net::text) as amounts
    from (
      select concat_ws('|', grouping(c.by_customer, c.by_product), c.by_customer, c.by_product) as k, c.month, sum(c.pieces)::bigint as pieces, sum(c.net) as net
      from cells c where c.visits is null group by grouping sets ((c.by_customer, c.by_product, c.month), (c.by_customer, c.month), (c.month))
    ) m group by m.k
  ), orders as (
    -- First and last order come from the whole history, not only from the period.
    select d.customer_id, min(d.first_on) as first_order, max(d.last_on) as last_order
    from known.order_days(p_project, v_delivery, ask.customer_id, v_to) d
    where v_level in ('grouped', 'customer') group by d.customer_id
  ), ranges as (
    -- How many products each customer bought
    select s.customer_id, count(*) as products
    from known.sales_cells(p_project, v_sales, v_from, v_to, '{customer,product,brief}') s
    where v_level = 'customer' and s.paid > 0 group by s.customer_id
  ), unsold as (
    select g.product_id from known.report_products(p_project, p_filters) g
    where v_shown = 'never' and g.active and case
      when ask.customer_id is not null then g.product_id not in (
        select c.product_id from known.sales_cells(p_project, v_sales, null, v_to, '{product,brief}') c where c.pieces > 0)
      -- For all customers together the first matching line is enough.
      else not exists (
        select from known.booking_lines l
        join known.bookings b on b.project_id = p_project and b.id = l.booking_id
        where l.project_id = p_project and l.product_id = g.product_id and b.approval_status <> 'cancelled'
          and (ask.agent_id is null or b.agent_id = ask.agent_id) and (v_agents is null or b.agent_id = any (v_agents))
          and known.bought_pieces(l, b, v_delivery, v_to) > 0)
      end
  ), figured as (
    select s.*, c.name as customer_name, c.store_name, c.sort_key as customer_key, c.agent_id,
      case when c.id is not null then coalesce(a.display_name, 'Former agent') end as agent_name, q.quantities, q.amounts,
      coalesce(o.first_order, s.first_order) as first_on, coalesce(o.last_order, s.last_order) as last_on,
      sum(s.net) filter (where s.sums = 3) over () as whole, count(*) filter (where s.level = 'product') over (partition by s.by_customer) as of_customer
    from summed s
    left join monthly q on q.k = s.k
    left join known.customers c on c.project_id = p_project and c.id = s.by_customer
    left join known.profiles a on a.user_id = c.agent_id
    left join orders o on o.customer_id = s.by_customer
  ), listed as (
    select f.level, f.by_customer, f.customer_name, f.store_name, f.customer_key, f.agent_id, f.agent_name, f.by_product, f.case_config, f.cs, f.pcs, f.pieces,
      f.litres, f.free, f.gross, f.discount, f.net, f.vat, f.cost, f.whole, f.bookings, f.first_on, f.last_on, f.quantities, f.amounts, f.products, f.customers, f.customer_products
    from figured f
    -- A customer with a single product needs no subtotal.
    where case v_level when 'grouped' then f.level = 'product' or (f.level = 'customer' and f.sums > 0 and f.of_customer > 1)
      when 'total' then f.sums = 3 else f.level = v_level and f.sums = 0 end
    union all
    select 'never', null, null, null, null, null, null, u.product_id, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null
    from unsold u where v_level = 'never'
  ), named as (
    select l.*, g.description, g.material_code, g.category1, i.current_srp, i.current_srp_pieces, i.available, l.net - l.vat - l.cost as margin,
      -- In the row key the rows of a group have a 0 after the group's name and its subtotal has a 1, so that the subtotal comes last.
      (case when v_level = 'grouped' then concat_ws(E'\x1f', l.customer_key, l.by_customer, case l.level when 'customer' then '1' else concat_ws(E'\x1f', '0', lower(g.description), g.id) end)
        else case v_sort when 'net' then to_char(1e14 - coalesce(l.net, 0), 'FM000000000000000.00') when 'last' then coalesce(l.last_on::text, '~') else '' end
          || concat_ws(E'\x1f', l.customer_key, l.by_customer, lower(g.description), g.id) end) collate "C" as row_key
    from listed l
    left join known.products g on g.project_id = p_project and g.id = l.by_product
    left join known.inventory i on i.project_id = p_project and i.product_id = l.by_product
  )
  select case when v_level = 'grouped' and n.level = 'customer' then 'subtotal' else n.level end, case when v_level = 'total' then '' else n.row_key end,
    n.by_customer, n.customer_name, n.store_name, n.agent_id, n.agent_name, n.by_product, n.material_code, n.description, n.category1,
    case when n.level = 'never' then null else n.case_config end, n.cs, n.pcs, n.pieces, n.litres, n.free, n.gross, n.discount, n.gross - n.discount - n.net, n.net,
    round(n.net * 100 / nullif(n.whole, 0), 2), n.cost, n.margin, round(n.margin * 100 / nullif(n.net - n.vat, 0), 2),
    n.bookings, round(n.net / nullif(n.bookings, 0), 2), n.first_on, n.last_on, v_to - n.last_on,
    n.current_srp, n.current_srp_pieces, n.available, coalesce(n.quantities, '{}'), coalesce(n.amounts, '{}'),
    case when v_level = 'total' then (
      select coalesce(jsonb_agg(jsonb_build_object('key', to_char(m, 'YYYY-MM'), 'label', to_char(m, 'MM/YYYY')) order by m), '[]')
      from generate_series(date_trunc('month', v_from::timestamp), v_to::timestamp, interval '1 month') m) end,
    case when v_level = 'total' and v_for in ('grouped', 'product', 'all') then n.products
      when v_level = 'customer' then (select r.products from ranges r where r.customer_id = n.by_customer) end,
    case when v_level = 'total' and v_for in ('grouped', 'customer', 'all') then n.customers end,
    case when v_level = 'total' and v_for in ('grouped', 'all') then n.customer_products end,
    case when v_level = 'total' then (select count(*) from unsold) end
  from named n
  where (ask.after is null or n.row_key > ask.after collate "C") and (ask.before is null or n.row_key < ask.before collate "C")
  order by case when ask.before is null then n.row_key end, n.row_key desc limit ask.row_limit;
end $function$;

CREATE OR REPLACE FUNCTION known.sales_cells(p_project uuid, p_filters jsonb, p_from date, p_to date, p_by text[])
 RETURNS TABLE(counts boolean, agent_id uuid, customer_id uuid, on_date date, item_id text, product_id uuid, booking_id uuid, line_id uuid, case_config integer, first_on date, last_on date, lines bigint, paid bigint, skus bigint, bookings bigint, customers bigint, visits bigint, cs bigint, pcs bigint, pieces bigint, litres numeric, free bigint, gross numeric, discount numeric, net numeric, vat numeric, cost numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
 SET work_mem TO '64MB'
AS $function$
#variable_conflict use_column
declare
  ask record := private.report_filters(p_filters);
  v_basis text := coalesce(p_filters ->> 'basis', 'delivery');
  v_scope text := private.scope_of(p_project, 'bookings.read');
  v_costs boolean := private.scope_of(p_project, 'costs.read') is not null;
  v_from date := coalesce(p_from, '-infinity');
  v_to date := coalesce(p_to, 'infinity');
  by_agent boolean := p_by @> '{agent}';
  by_customer boolean := p_by @> '{customer}';
  by_day boolean := p_by @> '{day}';
  by_month boolean := p_by @> '{month}';
  by_item boolean := p_by @> '{item}';
  by_product boolean := p_by @> '{product}';
  by_line boolean := p_by @> '{line}';
  v_parts boolean := p_by && '{day,month,item,product,line}';
  v_bought boolean := p_by @> '{bought}';
  v_brief boolean := p_by @> '{brief}';
  -- Null: everybody's bookings.
  v_agents uuid[];
begin
  if v_basis not in ('delivery', 'added') then perform private.invalid('basis', 'Choose a date.'); end if;
  if private.scope_of(p_project, 'stock.read') is distinct from 'all' then return; end if;
  if ask.manager_id is not null then
    v_agents := array(select m.user_id from known.memberships m where m.project_id = p_project and m.manager_id = ask.manager_id);
  end if;
  if v_scope is distinct from 'all' then
    v_agents := array(
      select x from unnest(case v_scope when 'own' then array[auth.uid()] when 'team' then private.my_agents() else '{}' end) x
      where v_agents is null or x = any (v_agents));
  end if;

  return query
  -- Sums and counts read the ledger each anew, from one index and only what they need: that is faster than to keep the lines.
  with goods as materialized (
    -- Items have places, so that those of a booking are bits of one number.
    select n.product_id, n.item_id, n.case_config as cases, (n.liters_per_case * 2000)::bigint as litres2, n.place / 62 as word, 1::bigint << (n.place % 62)::int as bit
    from (select p.*, case when by_item then dense_rank() over (order by p.item_id) - 1 else 0 end as place from known.report_products(p_project, p_filters) p) n
  ), places as materialized (
    select distinct case when by_item then g.item_id end as item_id, g.word, g.bit from goods g
  ), lines as not materialized (
    select true as counts, e.booking_id, e.line_id, e.on_date, e.customer_id, e.agent_id, e.product_id, e.case_config, e.kind = 'delivery' and not e.free as sold,
      case when e.free then 0 else e.pieces end as pieces, case when e.free then e.pieces else 0 end as free,
      case when e.kind in ('return', 'allowance') then e.amount + e.discount else 0.00 end as lowered, e.discount, e.amount as net, e.vat_amount as vat, e.cost
    from known.sales_entries_whole e
    where v_basis = 'delivery' and e.project_id = p_project and e.on_date between v_from and v_to and (not v_bought or (e.pieces > 0 and not e.free))
      and (ask.customer_id is null or e.customer_id = ask.customer_id) and (ask.agent_id is null or e.agent_id = ask.agent_id) and (v_agents is null or e.agent_id = any (v_agents))
      and not exists (select from known.sales_entries_whole x where x.project_id = p_project and x.further and x.on_date between v_from and v_to and x.line_id = e.line_id)
    union all
    -- The few lines with several entries: a day of such a line, or what was bought of it in the end, counts as one.
    select true, e.booking_id, e.line_id, max(e.on_date), e.customer_id, e.agent_id, e.product_id, e.case_config, coalesce(sum(e.pieces) filter (where e.kind = 'delivery' and not e.free), 0) > 0,
      coalesce(sum(e.pieces) filter (where not e.free), 0)::int, coalesce(sum(e.pieces) filter (where e.free), 0)::int,
      coalesce(sum(e.amount + e.discount) filter (where e.kind in ('return', 'allowance')), 0.00), sum(e.discount), sum(e.amount), sum(e.vat_amount), sum(e.cost)
    from known.sales_entries_whole e
    where v_basis = 'delivery' and e.project_id = p_project and e.on_date between v_from and v_to
      and (ask.customer_id is null or e.customer_id = ask.customer_id) and (ask.agent_id is null or e.agent_id = ask.agent_id) and (v_agents is null or e.agent_id = any (v_agents))
      and e.line_id in (select x.line_id from known.sales_entries_whole x where x.project_id = p_project and x.further and x.on_date between v_from and v_to)
    group by e.booking_id, e.line_id, e.customer_id, e.agent_id, e.product_id, e.case_config, case when not v_bought then e.on_date end
    -- A corrected date leaves an entry and its opposite on the old day.
    having case when v_bought then sum(e.pieces) filter (where not e.free) > 0 else sum(e.pieces) <> 0 or sum(e.amount) <> 0 or sum(e.pieces) filter (where e.kind = 'delivery') <> 0 end
    union all
    select b.approval_status <> 'cancelled', b.id, l.id, b.date_added, b.customer_id, b.agent_id, l.product_id, l.case_config, l.free_of is null,
      case when l.free_of is null then x.left_pieces else 0 end, case when l.free_of is null then 0 else x.left_pieces end, x.net + x.discount - x.gross, x.discount, x.net, null::numeric, null::numeric
    from known.bookings b
    join known.booking_lines l on l.project_id = p_project and l.booking_id = b.id
    left join (
      select k.line_id, sum(k.quantity)::int as pieces from known.booking_credits k
      where k.project_id = p_project and k.kind = 'returned' group by k.line_id) k on k.line_id = l.id
    cross join lateral (select l.quantity - l.quantity_released - coalesce(k.pieces, 0) as left_pieces,
      private.with_vat(private.line_amount(l.agent_srp, l.agent_srp_pieces, l.quantity - l.quantity_released), l.vat_on_top) as gross) g
    cross join lateral (select g.left_pieces, g.gross,
      g.gross - private.with_vat(private.net_amount(l.agent_srp, l.agent_srp_pieces, l.quantity, l.discount_percent, l.discount_amount, l.quantity - l.quantity_released), l.vat_on_top) as discount,
      private.with_vat(private.net_amount(l.agent_srp, l.agent_srp_pieces, l.quantity, l.discount_percent, l.discount_amount, g.left_pieces), l.vat_on_top) as net) x
    where v_basis = 'added' and b.project_id = p_project and b.date_added between v_from and v_to and (ask.cancelled or b.approval_status <> 'cancelled')
      and (ask.customer_id is null or b.customer_id = ask.customer_id) and (ask.agent_id is null or b.agent_id = ask.agent_id) and (v_agents is null or b.agent_id = any (v_agents))
      and (not v_bought or (l.free_of is null and x.left_pieces > 0))
  ), keyed as not materialized (
    select l.*, g.litres2, g.cases, g.word, g.bit, case when by_agent then l.agent_id end as of_agent, case when by_customer then l.customer_id end as of_customer,
      case when by_day then l.on_date when by_month then date_trunc('month', l.on_date::timestamp)::date end as of_date, case when by_item then g.item_id end as of_item,
      case when by_product then l.product_id end as of_product, case when by_line then l.booking_id end as of_booking, case when by_line then l.line_id end as of_line
    from lines l join goods g on g.product_id = l.product_id
  ), reached as materialized (
    select k.counts, k.booking_id, k.agent_id, k.customer_id, k.of_date, k.word, k.of_product, k.of_line, case when v_bought then k.product_id end as sku, bit_or(k.bit) as bits, bool_or(k.sold) as sold
    from keyed k where not v_brief and (k.sold or v_bought) group by 1, 2, 3, 4, 5, 6, 7, 8, 9
  ), parts as (
    select r.counts, r.booking_id, r.agent_id, r.customer_id, r.of_date, r.word, r.of_product, r.of_line, r.bits from reached r where v_parts and not v_bought
    union all
    -- Each booking once, whatever it has of a part
    select r.counts, r.booking_id, r.agent_id, r.customer_id, r.of_date, r.word, r.of_product, r.of_line, bit_or(r.bits) from reached r where v_parts and v_bought and r.sold
    group by 1, 2, 3, 4, 5, 6, 7, 8
  ), counted as (
    select p.counts, case when by_agent then p.agent_id end as of_agent, case when by_customer then p.customer_id end as of_customer, p.of_date, o.item_id, p.of_product,
      case when by_line then p.booking_id end as of_booking, p.of_line, null::bigint as skus, count(*) as bookings, null::bigint as customers, null::bigint as visits
    from parts p join places o on o.word = p.word and o.bit & p.bits <> 0 group by 1, 2, 3, 4, 5, 6, 7, 8
    union all
    select c.counts, c.of_agent, case when by_customer then c.customer_id end, c.of_date, o.item_id, c.of_product, c.of_booking, c.of_line, null, null, count(*), null
    from (
      select p.counts, case when by_agent then p.agent_id end as of_agent, p.customer_id, p.of_date, p.word, p.of_product, case when by_line then p.booking_id end as of_booking, p.of_line, bit_or(p.bits) as bits
      from parts p group by 1, 2, 3, 4, 5, 6, 7, 8) c
    join places o on o.word = c.word and o.bit & c.bits <> 0 group by 1, 2, 3, 4, 5, 6, 7, 8
    union all
    select r.counts, case when by_agent then r.agent_id end, case when by_customer then r.customer_id end, r.of_date, o.item_id, r.of_product, null, r.of_line, count(*), null, null, null
    from reached r join places o on o.word = r.word and o.bit & r.bits <> 0 where v_bought group by 1, 2, 3, 4, 5, 6, 8
    union all
    select b.counts, b.agent_id, b.customer_id, null, null, null, null, null, null, null, null, count(*)
    from (select distinct r.counts, r.booking_id, r.agent_id, r.customer_id from reached r where r.sold) b group by 1, 2, 3
  )
  select k.counts, k.of_agent, k.of_customer, k.of_date, k.of_item, k.of_product, k.of_booking, k.of_line, min(k.case_config),
    min(k.on_date) filter (where k.sold), max(k.on_date) filter (where k.sold), count(*), count(*) filter (where k.pieces <> 0 or k.free = 0), null::bigint, null::bigint, null::bigint, null::bigint,
    case when not v_brief then sum(k.pieces / k.case_config) end, case when not v_brief then sum(k.pieces % k.case_config) end, sum(k.pieces),
    -- Litres are rounded line by line, in whole millilitres.
    case when not v_brief then sum((k.pieces * k.litres2 + case when k.pieces < 0 then -k.cases else k.cases end) / (2 * k.cases)) * 0.001 end, case when not v_brief then sum(k.free) end,
    case when not v_brief then sum(k.net) + sum(k.discount) - sum(k.lowered) end, case when not v_brief then sum(k.discount) end, sum(k.net), case when not v_brief then sum(k.vat) end,
    case when v_costs and not v_brief then sum(k.cost) end
  from keyed k group by 1, 2, 3, 4, 5, 6, 7, 8
  union all
  select c.counts, c.of_agent, c.of_customer, c.of_date, c.item_id, c.of_product, c.of_booking, c.of_line, null, null, null, null, null, c.skus, c.bookings, c.customers, c.visits,
    null, null, null, null, null, null, null, null, null, null
  from counted c;
end $function$;

CREATE OR REPLACE FUNCTION known.sales_days(p_project uuid, p_filters jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  ask record := private.report_filters(p_filters);
  v_from date := greatest(ask.first_day, ask.after_day);
  v_to date := least(ask.last_day, ask.before_day);
  v_forward boolean := ask.before is null;
  v_end date;
begin
  -- The day that completes the page. Lines of the cursor's own day are added.
  select case when v_forward then min(y.on_date) else max(y.on_date) end into v_end
  from (
    select x.on_date, sum(x.lines) over (order by case when v_forward then x.on_date end, x.on_date desc) as lines
    from (
      select s.on_date, sum(s.lines) as lines
      from known.sales_cells(p_project, p_filters, v_from, v_to, '{day,brief}') s
      where (ask.after_day is null or s.on_date > ask.after_day) and (ask.before_day is null or s.on_date < ask.before_day)
      group by s.on_date
    ) x
  ) y where y.lines >= ask.row_limit;
  if v_forward then v_to := least(v_to, v_end); else v_from := greatest(v_from, v_end); end if;
  return private.fields_of(p_filters) || jsonb_strip_nulls(jsonb_build_object('from', v_from, 'to', v_to));
end $function$;

CREATE OR REPLACE FUNCTION private.non_buyers(p_project uuid, p_filters jsonb, p_from date, p_to date)
 RETURNS TABLE(customer_id uuid, agent_id uuid, manager_id uuid, last_bought date, last_order date)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
#variable_conflict use_column
declare
  v_delivery boolean := coalesce(p_filters ->> 'basis', 'delivery') = 'delivery';
  v_least int := greatest(coalesce(private.read_int(p_filters, 'min_pieces'), 1), 1);
begin
  return query
  with bought as (
    select c.customer_id
    from private.sales_cells(p_project, private.fields_of(p_filters) - '{agent_id,manager_id,customer_id,cancelled}'::text[], p_from, p_to, '{customer,brief}') c where c.pieces >= v_least
  ), missed as materialized (
    select o.* from private.outlets(p_project, p_filters, p_to) o where o.customer_id not in (select b.customer_id from bought b)
  ), goods as materialized (
    select g.product_id from private.report_products(p_project, p_filters) g
  ), items as (
    select m.customer_id, x.on_date
    from missed m
    cross join lateral (
      select d.on_date
      from (
        select e.on_date, e.line_id from public.sales_entries e
        where v_delivery and e.project_id = p_project and e.customer_id = m.customer_id and e.kind = 'delivery' and e.on_date <= p_to
          and e.product_id in (select g.product_id from goods g)
        group by e.on_date, e.line_id having sum(e.pieces) > 0
        union all
        select b.date_added, l.id from public.bookings b
        join public.booking_lines l on l.project_id = p_project and l.booking_id = b.id and l.product_id in (select g.product_id from goods g)
        where not v_delivery and b.project_id = p_project and b.customer_id = m.customer_id and b.approval_status <> 'cancelled' and b.date_added <= p_to
      ) d
      join public.booking_lines l on l.project_id = p_project and l.id = d.line_id
      join public.bookings b on b.project_id = p_project and b.id = l.booking_id
      where private.bought_pieces(l, b, v_delivery, p_to) > 0
      order by d.on_date desc limit 1
    ) x
  ), orders as (
    select d.customer_id, d.last_on as on_date from private.order_days(p_project, v_delivery, null, p_to) d
  )
  select m.customer_id, m.agent_id, m.manager_id, i.on_date, o.on_date
  from missed m left join items i on i.customer_id = m.customer_id left join orders o on o.customer_id = m.customer_id;
end $function$;

CREATE OR REPLACE FUNCTION private.note_further_sale()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.further := exists (select from public.sales_entries e where e.project_id = new.project_id and e.line_id = new.line_id);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.outlets(p_project uuid, p_filters jsonb, p_on date)
 RETURNS TABLE(customer_id uuid, agent_id uuid, manager_id uuid)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
#variable_conflict use_column
declare
  v_agent uuid := private.read_uuid(p_filters, 'agent_id');
  v_manager uuid := private.read_uuid(p_filters, 'manager_id');
  v_universe text := coalesce(p_filters ->> 'universe', 'approved');
  v_since date := p_on - coalesce(nullif(private.read_int(p_filters, 'active_days', p_max => 36500), 0), 90);
  v_next timestamptz;
  v_known boolean;
begin
  if v_universe not in ('approved', 'active') then perform private.invalid('universe', 'Choose which outlets count.'); end if;
  -- For days before the project was created all customers count, as nothing is known of them.
  select (p_on + 1)::timestamp at time zone private.zone_of(p_project), (p.created_at at time zone private.zone_of(p_project))::date <= p_on into v_next, v_known
  from public.projects p where p.id = p_project;

  return query
  with moved as (
    select distinct on (t.customer_id) t.customer_id, t.from_agent_id from public.agent_customer_transfers t
    where t.project_id = p_project and t.effective_on > p_on order by t.customer_id, t.effective_on, t.id
  ), decided as (
    -- The first decision after that day tells the state before it.
    select distinct on (e.customer_id) e.customer_id, e.type = 'deactivated' as was_approved from public.customer_finance_events e
    where e.project_id = p_project and e.created_at >= v_next
      and e.type in ('approved', 'rejected', 'deactivated', 'reactivated') and (v_known or e.type in ('deactivated', 'reactivated'))
    order by e.customer_id, e.id
  ), bought as (
    select s.customer_id from private.sales_cells(p_project, jsonb_build_object('basis', coalesce(p_filters ->> 'basis', 'delivery')), v_since + 1, p_on, '{customer}') s
    where v_universe = 'active' and s.visits > 0
  )
  select c.id, a.agent_id, g.manager_id
  from public.customers c
  left join moved m on m.customer_id = c.id
  left join decided d on d.customer_id = c.id
  cross join lateral (select coalesce(m.from_agent_id, c.agent_id) as agent_id) a
  left join public.memberships g on g.project_id = p_project and g.user_id = a.agent_id
  where c.project_id = p_project and coalesce(d.was_approved, c.approval_status = 'approved') and (not v_known or c.date_added <= p_on)
    and (v_universe = 'approved' or c.id in (select x.customer_id from bought x))
    and (v_agent is null or a.agent_id = v_agent) and (v_manager is null or g.manager_id = v_manager);
end $function$;

CREATE OR REPLACE FUNCTION private.sales_cells(p_project uuid, p_filters jsonb, p_from date, p_to date, p_by text[])
 RETURNS TABLE(counts boolean, agent_id uuid, customer_id uuid, on_date date, item_id text, product_id uuid, booking_id uuid, line_id uuid, case_config integer, first_on date, last_on date, lines bigint, paid bigint, skus bigint, bookings bigint, customers bigint, visits bigint, cs bigint, pcs bigint, pieces bigint, litres numeric, free bigint, gross numeric, discount numeric, net numeric, vat numeric, cost numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
 SET work_mem TO '64MB'
AS $function$
#variable_conflict use_column
declare
  ask record := private.report_filters(p_filters);
  v_basis text := coalesce(p_filters ->> 'basis', 'delivery');
  v_scope text := private.scope_of(p_project, 'bookings.read');
  v_costs boolean := private.scope_of(p_project, 'costs.read') is not null;
  v_from date := coalesce(p_from, '-infinity');
  v_to date := coalesce(p_to, 'infinity');
  by_agent boolean := p_by @> '{agent}';
  by_customer boolean := p_by @> '{customer}';
  by_day boolean := p_by @> '{day}';
  by_month boolean := p_by @> '{month}';
  by_item boolean := p_by @> '{item}';
  by_product boolean := p_by @> '{product}';
  by_line boolean := p_by @> '{line}';
  v_parts boolean := p_by && '{day,month,item,product,line}';
  v_bought boolean := p_by @> '{bought}';
  v_brief boolean := p_by @> '{brief}';
  -- Null: everybody's bookings.
  v_agents uuid[];
begin
  if v_basis not in ('delivery', 'added') then perform private.invalid('basis', 'Choose a date.'); end if;
  if private.scope_of(p_project, 'stock.read') is distinct from 'all' then return; end if;
  if ask.manager_id is not null then
    v_agents := array(select m.user_id from public.memberships m where m.project_id = p_project and m.manager_id = ask.manager_id);
  end if;
  if v_scope is distinct from 'all' then
    v_agents := array(
      select x from unnest(case v_scope when 'own' then array[auth.uid()] when 'team' then private.my_agents() else '{}' end) x
      where v_agents is null or x = any (v_agents));
  end if;

  return query
  -- Sums and counts read the ledger each anew, from one index and only what they need: that is faster than to keep the lines.
  with goods as materialized (
    -- Items have places, so that those of a booking are bits of one number.
    select n.product_id, n.item_id, n.case_config as cases, (n.liters_per_case * 2000)::bigint as litres2, n.place / 62 as word, 1::bigint << (n.place % 62)::int as bit
    from (select p.*, case when by_item then dense_rank() over (order by p.item_id) - 1 else 0 end as place from private.report_products(p_project, p_filters) p) n
  ), places as materialized (
    select distinct case when by_item then g.item_id end as item_id, g.word, g.bit from goods g
  ), lines as not materialized (
    select true as counts, e.booking_id, e.line_id, e.on_date, e.customer_id, e.agent_id, e.product_id, e.case_config, e.kind = 'delivery' and not e.free as sold,
      case when e.free then 0 else e.pieces end as pieces, case when e.free then e.pieces else 0 end as free,
      case when e.kind in ('return', 'allowance') then e.amount + e.discount else 0.00 end as lowered, e.discount, e.amount as net, e.vat_amount as vat, e.cost
    from public.sales_entries e
    where v_basis = 'delivery' and e.project_id = p_project and e.on_date between v_from and v_to and (not v_bought or (e.pieces > 0 and not e.free))
      and (ask.customer_id is null or e.customer_id = ask.customer_id) and (ask.agent_id is null or e.agent_id = ask.agent_id) and (v_agents is null or e.agent_id = any (v_agents))
      and not exists (select from public.sales_entries x where x.project_id = p_project and x.further and x.on_date between v_from and v_to and x.line_id = e.line_id)
    union all
    -- The few lines with several entries: a day of such a line, or what was bought of it in the end, counts as one.
    select true, e.booking_id, e.line_id, max(e.on_date), e.customer_id, e.agent_id, e.product_id, e.case_config, coalesce(sum(e.pieces) filter (where e.kind = 'delivery' and not e.free), 0) > 0,
      coalesce(sum(e.pieces) filter (where not e.free), 0)::int, coalesce(sum(e.pieces) filter (where e.free), 0)::int,
      coalesce(sum(e.amount + e.discount) filter (where e.kind in ('return', 'allowance')), 0.00), sum(e.discount), sum(e.amount), sum(e.vat_amount), sum(e.cost)
    from public.sales_entries e
    where v_basis = 'delivery' and e.project_id = p_project and e.on_date between v_from and v_to
      and (ask.customer_id is null or e.customer_id = ask.customer_id) and (ask.agent_id is null or e.agent_id = ask.agent_id) and (v_agents is null or e.agent_id = any (v_agents))
      and e.line_id in (select x.line_id from public.sales_entries x where x.project_id = p_project and x.further and x.on_date between v_from and v_to)
    group by e.booking_id, e.line_id, e.customer_id, e.agent_id, e.product_id, e.case_config, case when not v_bought then e.on_date end
    -- A corrected date leaves an entry and its opposite on the old day.
    having case when v_bought then sum(e.pieces) filter (where not e.free) > 0 else sum(e.pieces) <> 0 or sum(e.amount) <> 0 or sum(e.pieces) filter (where e.kind = 'delivery') <> 0 end
    union all
    select b.approval_status <> 'cancelled', b.id, l.id, b.date_added, b.customer_id, b.agent_id, l.product_id, l.case_config, l.free_of is null,
      case when l.free_of is null then x.left_pieces else 0 end, case when l.free_of is null then 0 else x.left_pieces end, x.net + x.discount - x.gross, x.discount, x.net, null::numeric, null::numeric
    from public.bookings b
    join public.booking_lines l on l.project_id = p_project and l.booking_id = b.id
    left join (
      select k.line_id, sum(k.quantity)::int as pieces from public.booking_credits k
      where k.project_id = p_project and k.kind = 'returned' group by k.line_id) k on k.line_id = l.id
    cross join lateral (select l.quantity - l.quantity_released - coalesce(k.pieces, 0) as left_pieces,
      private.with_vat(private.line_amount(l.agent_srp, l.agent_srp_pieces, l.quantity - l.quantity_released), l.vat_on_top) as gross) g
    cross join lateral (select g.left_pieces, g.gross,
      g.gross - private.with_vat(private.net_amount(l.agent_srp, l.agent_srp_pieces, l.quantity, l.discount_percent, l.discount_amount, l.quantity - l.quantity_released), l.vat_on_top) as discount,
      private.with_vat(private.net_amount(l.agent_srp, l.agent_srp_pieces, l.quantity, l.discount_percent, l.discount_amount, g.left_pieces), l.vat_on_top) as net) x
    where v_basis = 'added' and b.project_id = p_project and b.date_added between v_from and v_to and (ask.cancelled or b.approval_status <> 'cancelled')
      and (ask.customer_id is null or b.customer_id = ask.customer_id) and (ask.agent_id is null or b.agent_id = ask.agent_id) and (v_agents is null or b.agent_id = any (v_agents))
      and (not v_bought or (l.free_of is null and x.left_pieces > 0))
  ), keyed as not materialized (
    select l.*, g.litres2, g.cases, g.word, g.bit, case when by_agent then l.agent_id end as of_agent, case when by_customer then l.customer_id end as of_customer,
      case when by_day then l.on_date when by_month then date_trunc('month', l.on_date::timestamp)::date end as of_date, case when by_item then g.item_id end as of_item,
      case when by_product then l.product_id end as of_product, case when by_line then l.booking_id end as of_booking, case when by_line then l.line_id end as of_line
    from lines l join goods g on g.product_id = l.product_id
  ), reached as materialized (
    select k.counts, k.booking_id, k.agent_id, k.customer_id, k.of_date, k.word, k.of_product, k.of_line, case when v_bought then k.product_id end as sku, bit_or(k.bit) as bits, bool_or(k.sold) as sold
    from keyed k where not v_brief and (k.sold or v_bought) group by 1, 2, 3, 4, 5, 6, 7, 8, 9
  ), parts as (
    select r.counts, r.booking_id, r.agent_id, r.customer_id, r.of_date, r.word, r.of_product, r.of_line, r.bits from reached r where v_parts and not v_bought
    union all
    -- Each booking once, whatever it has of a part
    select r.counts, r.booking_id, r.agent_id, r.customer_id, r.of_date, r.word, r.of_product, r.of_line, bit_or(r.bits) from reached r where v_parts and v_bought and r.sold
    group by 1, 2, 3, 4, 5, 6, 7, 8
  ), counted as (
    select p.counts, case when by_agent then p.agent_id end as of_agent, case when by_customer then p.customer_id end as of_customer, p.of_date, o.item_id, p.of_product,
      case when by_line then p.booking_id end as of_booking, p.of_line, null::bigint as skus, count(*) as bookings, null::bigint as customers, null::bigint as visits
    from parts p join places o on o.word = p.word and o.bit & p.bits <> 0 group by 1, 2, 3, 4, 5, 6, 7, 8
    union all
    select c.counts, c.of_agent, case when by_customer then c.customer_id end, c.of_date, o.item_id, c.of_product, c.of_booking, c.of_line, null, null, count(*), null
    from (
      select p.counts, case when by_agent then p.agent_id end as of_agent, p.customer_id, p.of_date, p.word, p.of_product, case when by_line then p.booking_id end as of_booking, p.of_line, bit_or(p.bits) as bits
      from parts p group by 1, 2, 3, 4, 5, 6, 7, 8) c
    join places o on o.word = c.word and o.bit & c.bits <> 0 group by 1, 2, 3, 4, 5, 6, 7, 8
    union all
    select r.counts, case when by_agent then r.agent_id end, case when by_customer then r.customer_id end, r.of_date, o.item_id, r.of_product, null, r.of_line, count(*), null, null, null
    from reached r join places o on o.word = r.word and o.bit & r.bits <> 0 where v_bought group by 1, 2, 3, 4, 5, 6, 8
    union all
    select b.counts, b.agent_id, b.customer_id, null, null, null, null, null, null, null, null, count(*)
    from (select distinct r.counts, r.booking_id, r.agent_id, r.customer_id from reached r where r.sold) b group by 1, 2, 3
  )
  select k.counts, k.of_agent, k.of_customer, k.of_date, k.of_item, k.of_product, k.of_booking, k.of_line, min(k.case_config),
    min(k.on_date) filter (where k.sold), max(k.on_date) filter (where k.sold), count(*), count(*) filter (where k.pieces <> 0 or k.free = 0), null::bigint, null::bigint, null::bigint, null::bigint,
    case when not v_brief then sum(k.pieces / k.case_config) end, case when not v_brief then sum(k.pieces % k.case_config) end, sum(k.pieces),
    -- Litres are rounded line by line, in whole millilitres.
    case when not v_brief then sum((k.pieces * k.litres2 + case when k.pieces < 0 then -k.cases else k.cases end) / (2 * k.cases)) * 0.001 end, case when not v_brief then sum(k.free) end,
    case when not v_brief then sum(k.net) + sum(k.discount) - sum(k.lowered) end, case when not v_brief then sum(k.discount) end, sum(k.net), case when not v_brief then sum(k.vat) end,
    case when v_costs and not v_brief then sum(k.cost) end
  from keyed k group by 1, 2, 3, 4, 5, 6, 7, 8
  union all
  select c.counts, c.of_agent, c.of_customer, c.of_date, c.item_id, c.of_product, c.of_booking, c.of_line, null, null, null, null, null, c.skus, c.bookings, c.customers, c.visits,
    null, null, null, null, null, null, null, null, null, null
  from counted c;
end $function$;

CREATE OR REPLACE FUNCTION private.sales_days(p_project uuid, p_filters jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  ask record := private.report_filters(p_filters);
  v_from date := greatest(ask.first_day, ask.after_day);
  v_to date := least(ask.last_day, ask.before_day);
  v_forward boolean := ask.before is null;
  v_end date;
begin
  -- The day that completes the page. Lines of the cursor's own day are added.
  select case when v_forward then min(y.on_date) else max(y.on_date) end into v_end
  from (
    select x.on_date, sum(x.lines) over (order by case when v_forward then x.on_date end, x.on_date desc) as lines
    from (
      select s.on_date, sum(s.lines) as lines
      from private.sales_cells(p_project, p_filters, v_from, v_to, '{day,brief}') s
      where (ask.after_day is null or s.on_date > ask.after_day) and (ask.before_day is null or s.on_date < ask.before_day)
      group by s.on_date
    ) x
  ) y where y.lines >= ask.row_limit;
  if v_forward then v_to := least(v_to, v_end); else v_from := greatest(v_from, v_end); end if;
  return private.fields_of(p_filters) || jsonb_strip_nulls(jsonb_build_object('from', v_from, 'to', v_to));
end $function$;

CREATE OR REPLACE FUNCTION public.report_penetration_report(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(level text, row_key text, manager_id uuid, manager_name text, agent_id uuid, agent_name text, item text, product_id uuid, material_code text, customer_id uuid, customer_name text, store_name text, area text, contact text, last_bought date, last_order date, credit_line numeric, credit_left numeric, available bigint, universe bigint, buyers bigint, gap bigint, percent numeric, previous_percent numeric, change numeric, cs bigint, pcs bigint, pieces bigint, litres numeric, net numeric, bookings bigint, lines_per_order numeric, drop_size numeric, cells jsonb, heads jsonb, managers bigint, agents bigint, items bigint, agent_items bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
 SET work_mem TO '32MB'
AS $function$
#variable_conflict use_column
declare
  v_level text := coalesce(p_filters ->> 'level', 'agent');
  v_shown text := case when v_level = 'total' then coalesce(p_filters ->> 'for', 'agent') else v_level end;
  v_sort text := coalesce(p_filters ->> 'sort', 'name');
  v_to date := coalesce(private.read_date(p_filters, 'to'), private.business_date(p_project));
  v_from date := coalesce(private.read_date(p_filters, 'from'), date_trunc('month', v_to)::date);
  v_least int := greatest(coalesce(private.read_int(p_filters, 'min_pieces'), 1), 1);
  v_chosen boolean := p_filters ?| array['product_id', 'category1', 'category2', 'category3'];
  v_products boolean := coalesce(p_filters ->> 'items' = 'product', false);
  v_sales jsonb := private.fields_of(p_filters) - '{agent_id,manager_id,customer_id,cancelled}'::text[];
  v_earlier record;
  v_available bigint;
  -- The total of these levels is computed with their rows.
  v_whole boolean := v_level in ('agent', 'item', 'grouped', 'manager') and private.read_boolean(p_filters, 'with_total');
  ask record;
begin
  ask := private.open_report(p_project, p_filters, 'reports.penetration', v_level, '{agent,item,grouped,manager,not_buying,total}', v_sort, '{name,percent,gap,net,last,credit}');
  if ask.known then
    return query select k.* from known.report_penetration_report(p_project, p_filters - 'known_at') k;
    return;
  end if;
  v_earlier := private.comparison_period(v_from, v_to, p_filters ->> 'against');
  if v_chosen then
    v_available := (select sum(i.available)::bigint from private.report_products(p_project, p_filters) g
      join public.inventory i on i.project_id = p_project and i.product_id = g.product_id);
  end if;
  if v_level = 'not_buying' then
    return query
    with missed as (
      select n.*, c.name, c.store_name, c.area, c.contact, c.sort_key, f.credit_line, f.credit_left, coalesce(a.display_name, 'Former agent') as agent_name,
        case when n.manager_id is not null then coalesce(b.display_name, 'Former manager') end as manager_name
      from private.non_buyers(p_project, p_filters, v_from, v_to) n
      join public.customers c on c.project_id = p_project and c.id = n.customer_id
      left join private.filtered_customers(p_project, '{}') f on f.id = n.customer_id
      left join public.profiles a on a.user_id = n.agent_id left join public.profiles b on b.user_id = n.manager_id
    ), keyed as (
      -- Non-buyers are sorted by the day of their last purchase; outlets that never bought come last.
      select m.*, (case v_sort when 'last' then coalesce(m.last_bought::text, '~') when 'credit' then to_char(1e14 - coalesce(m.credit_left, 1e13), 'FM000000000000000.00') else '' end
        || concat_ws(E'\x1f', case when v_sort = 'name' then lower(m.agent_name) || m.agent_id end, m.sort_key, m.customer_id)) collate "C" as row_key
      from missed m
    )
    select 'not_buying', k.row_key, k.manager_id, k.manager_name, k.agent_id, k.agent_name, null::text, null::uuid, null::text,
      k.customer_id, k.name, k.store_name, k.area, k.contact, k.last_bought, k.last_order, k.credit_line, k.credit_left, v_available,
      null::bigint, null::bigint, 1::bigint, null::numeric, null::numeric, null::numeric, null::bigint, null::bigint, null::bigint, null::numeric, null::numeric,
      null::bigint, null::numeric, null::numeric, null::jsonb, null::jsonb, null::bigint, null::bigint, null::bigint, null::bigint
    from keyed k
    where (ask.after is null or k.row_key > ask.after collate "C") and (ask.before is null or k.row_key < ask.before collate "C")
    order by case when ask.before is null then k.row_key end, k.row_key desc limit ask.row_limit;
    return;
  end if;

  return query
  with goods as materialized (
    select g.* from private.report_products(p_project, p_filters) g
  ), outlets as materialized (
    select true as now, o.* from private.outlets(p_project, p_filters, v_to) o
    union all
    select false, o.* from private.outlets(p_project, p_filters, v_earlier.earlier_to) o where v_earlier.earlier_to is not null
  ), orders as materialized (
    -- The selling agent does not matter: the outlet counts for its owning agent of the day.
    select true as now, c.* from private.sales_cells(p_project, v_sales, v_from, v_to, '{customer,item,bought}') c
    union all
    select false, c.* from private.sales_cells(p_project, v_sales, v_earlier.earlier_from, v_earlier.earlier_to, '{customer,item,bought,brief}') c where v_earlier.earlier_to is not null
  ), of_items as materialized (
    select o.now, o.customer_id, coalesce(o.item_id, '') as item_id, sum(o.bookings) as bookings, sum(o.skus) as skus, sum(o.cs) as cs, sum(o.pcs) as pcs,
      sum(o.pieces) as pieces, sum(o.litres) as litres, sum(o.net) as net
    from orders o where o.visits is null group by o.now, o.customer_id, coalesce(o.item_id, '')
  ), visits as (
    select o.now, o.customer_id, sum(o.visits) as bookings from orders o where o.visits > 0 group by o.now, o.customer_id
  ), bought as (
    select i.* from of_items i where i.pieces >= v_least
    union all
    -- A row without item is for all items together.
    select i.now, i.customer_id, null, min(v.bookings), sum(i.skus), sum(i.cs), sum(i.pcs), sum(i.pieces), sum(i.litres), sum(i.net)
    from of_items i left join visits v on v.now = i.now and v.customer_id = i.customer_id
    group by i.now, i.customer_id having sum(i.pieces) >= v_least
  ), reached as materialized (
    -- An outlet has one agent and one row per item, so that counting rows counts outlets.
    select concat_ws('|', case when grouping(o.agent_id) = 0 then 'a' || o.agent_id when grouping(o.manager_id) = 0 then 'm' || coalesce(o.manager_id::text, '') else 't' end,
        'i' || b.item_id) as k,
      count(*) filter (where b.now) as buyers, count(*) filter (where not b.now) as before,
      sum(b.bookings) filter (where b.now) as bookings, sum(b.skus) filter (where b.now) as skus, sum(b.cs) filter (where b.now) as cs, sum(b.pcs) filter (where b.now) as pcs,
      sum(b.pieces) filter (where b.now) as pieces, sum(b.litres) filter (where b.now) as litres, sum(b.net) filter (where b.now) as net
    from bought b join outlets o on o.now = b.now and o.customer_id = b.customer_id
    group by b.item_id, grouping sets ((o.manager_id, o.agent_id), (o.manager_id), ())
  ), whole as materialized (
    select case when grouping(o.agent_id) = 0 then 'a' || o.agent_id when grouping(o.manager_id) = 0 then 'm' || coalesce(o.manager_id::text, '') else 't' end as k,
      case when grouping(o.agent_id) = 0 then 'agent' when grouping(o.manager_id) = 0 then 'manager' else 'total' end as of, o.manager_id, o.agent_id,
      count(*) filter (where o.now) as universe, count(*) filter (where not o.now) as before
    from outlets o group by grouping sets ((o.manager_id, o.agent_id), (o.manager_id), ())
  ), things as materialized (
    select coalesce(g.item_id, '') as item_id, min(g.item) as item, min(g.product_id::text) filter (where v_products)::uuid as product_id,
      min(g.material_code) filter (where v_products) as material_code, 'i' || coalesce(g.item_id, '') as k
    from goods g left join (select distinct i.item_id from of_items i) s on s.item_id = coalesce(g.item_id, '')
    where g.active or s.item_id is not null
    group by coalesce(g.item_id, '')
  ), wide as (
    -- The columns of the matrix: the items or agents with the most buyers.
    select x.key, x.label, x.k, row_number() over (order by x.buyers desc nulls last, x.label nulls last, x.key) as row_no
    from (
      select t.item_id as key, coalesce(t.item, 'No category') as label, t.k, r.buyers from things t left join reached r on r.k = 't|' || t.k
      where v_shown in ('agent', 'manager')
      union all
      select w.agent_id::text, coalesce(p.display_name, 'Former agent'), w.k, r.buyers from whole w
      left join public.profiles p on p.user_id = w.agent_id left join reached r on r.k = w.k
      where v_shown = 'item' and w.of = 'agent' and w.universe > 0
    ) x
  ), grid as (
    select w.of as level, w.k as k, w.k as base, w.manager_id, w.agent_id, null::text as item_id, null::text as item, null::uuid as product_id, null::text as material_code
    from whole w where w.of = v_level or (v_whole and w.of = 'total') or (v_level = 'grouped' and w.of = 'agent' and (select count(*) from things) > 1)
    union all
    select 'item', w.k || '|' || t.k, w.k, w.manager_id, w.agent_id, t.item_id, t.item, t.product_id, t.material_code
    from whole w cross join things t where (v_level = 'grouped' and w.of = 'agent') or (v_level = 'item' and w.of = 'total')
  ), figured as (
    select g.*, w.universe, w.before as universe_before, coalesce(r.buyers, 0) as buyers, coalesce(r.before, 0) as buyers_before,
      round(coalesce(r.buyers, 0) * 100.0 / nullif(w.universe, 0), 2) as percent, round(coalesce(r.before, 0) * 100.0 / nullif(w.before, 0), 2) as previous_percent,
      r.cs, r.pcs, r.pieces, r.litres, coalesce(r.net, 0.00) as net, coalesce(r.bookings, 0) as bookings, r.skus
    from grid g join whole w on w.k = g.base left join reached r on r.k = g.k
  ), matrix as (
    select f.k, jsonb_object_agg(d.key, round(coalesce(r.buyers, 0) * 100.0 / nullif(w.universe, 0), 2)::text) as cells
    from figured f cross join wide d
    -- With agents in the columns the universe is that of the column, with items that of the row.
    join whole w on w.k = case when v_shown = 'item' then d.k else f.base end
    left join reached r on r.k = case when v_shown = 'item' then d.k || coalesce('|i' || f.item_id, '') else f.base || '|' || d.k end
    where d.row_no <= 60
    group by f.k
  ), named as (
    select f.*, m.cells, coalesce(a.display_name, 'Former agent') as agent_name,
      case when f.manager_id is not null then coalesce(b.display_name, 'Former manager') end as manager_name
    from figured f left join matrix m on m.k = f.k
    left join public.profiles a on a.user_id = f.agent_id left join public.profiles b on b.user_id = f.manager_id
  ), keyed as (
    select n.*, (case case n.level when 'total' then 'total' else v_level end
      when 'total' then ''
      when 'grouped' then concat_ws(E'\x1f', lower(n.agent_name), n.agent_id, case n.level when 'agent' then '1' else concat_ws(E'\x1f', '0', coalesce('0' || lower(n.item), '1'), n.item_id) end)
      else case v_sort when 'percent' then to_char(1000 - coalesce(n.percent, 0), 'FM0000.00') when 'gap' then to_char(100000000 - (n.universe - n.buyers), 'FM000000000')
          when 'net' then to_char(1e14 - n.net, 'FM000000000000000.00') else '' end
        || case v_level when 'agent' then concat_ws(E'\x1f', lower(n.agent_name), n.agent_id)
          when 'manager' then coalesce(concat_ws(E'\x1f', '0' || lower(n.manager_name), n.manager_id), '1')
          else concat_ws(E'\x1f', coalesce('0' || lower(n.item), '1'), n.item_id) end end) collate "C" as row_key
    from named n
  )
  select case when v_level = 'grouped' and k.level = 'agent' then 'subtotal' else k.level end, k.row_key, k.manager_id, k.manager_name,
    k.agent_id, case when k.agent_id is not null then k.agent_name end, k.item, k.product_id, k.material_code,
    null::uuid, null::text, null::text, null::text, null::text, null::date, null::date, null::numeric, null::numeric,
    case when k.level = 'total' then v_available end,
    k.universe, k.buyers, k.universe - k.buyers, k.percent, k.previous_percent, k.percent - k.previous_percent,
    coalesce(k.cs, 0)::bigint, coalesce(k.pcs, 0)::bigint, coalesce(k.pieces, 0)::bigint, coalesce(k.litres, 0.000), k.net, k.bookings::bigint,
    round(k.skus / nullif(k.bookings, 0), 2), round(k.net / nullif(k.bookings, 0), 2), k.cells,
    case when k.level = 'total' then coalesce((select jsonb_agg(jsonb_build_object('key', d.key, 'label', d.label) order by d.row_no) from wide d where d.row_no <= 60), '[]') end,
    case when k.level = 'total' then (select count(*) from whole w where w.of = 'manager') end, case when k.level = 'total' then (select count(*) from whole w where w.of = 'agent') end,
    case when k.level = 'total' then (select count(*) from things) end,
    case when k.level = 'total' then (select count(*) from whole w where w.of = 'agent') * (select count(*) from things) end
  from keyed k
  where (v_whole and k.level = 'total') or ((ask.after is null or k.row_key > ask.after collate "C") and (ask.before is null or k.row_key < ask.before collate "C"))
  order by k.level <> 'total', case when ask.before is null then k.row_key end, k.row_key desc limit ask.row_limit + v_whole::int;
end $function$;

CREATE OR REPLACE FUNCTION public.report_sales(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(level text, row_key text, manager_id uuid, manager_name text, agent_id uuid, agent_name text, item text, product_id uuid, material_code text, customer_id uuid, customer_name text, store_name text, month text, on_date date, booking_id uuid, so_no text, invoice_no text, stage text, case_config integer, agent_srp numeric, agent_srp_pieces integer, cs bigint, pcs bigint, pieces bigint, litres numeric, free bigint, gross numeric, discount numeric, returns numeric, net numeric, cancelled numeric, share numeric, previous numeric, change numeric, average numeric, bookings bigint, customers bigint, lines bigint, cost numeric, margin numeric, margin_percent numeric, managers bigint, agents bigint, items bigint, agent_items bigint, buyers bigint, months bigint, days bigint, item_months bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
 SET work_mem TO '32MB'
AS $function$
#variable_conflict use_column
declare
  v_level text := coalesce(p_filters ->> 'level', 'grouped');
  v_products boolean := coalesce(p_filters ->> 'items' = 'product', false);
  v_sort text := coalesce(p_filters ->> 'sort', 'name');
  -- For the total: the level whose rows are counted; without it all levels.
  v_for text := case when v_level = 'total' then coalesce(p_filters ->> 'for', 'all') else v_level end;
  v_filters jsonb := p_filters;
  v_by text[];
  v_parts boolean;
  v_earlier record;
  -- The total of these levels is summed with their rows.
  v_whole boolean := v_level in ('grouped', 'manager', 'agent', 'item', 'customer') and private.read_boolean(p_filters, 'with_total');
  ask record;
begin
  ask := private.open_report(p_project, p_filters, 'reports.sales', v_level, '{grouped,manager,agent,item,item_month,customer,month,day,line,total}', v_sort, '{name,net,drop}');
  if ask.known then
    return query select k.* from known.report_sales(p_project, p_filters - 'known_at') k;
    return;
  end if;
  if v_level = 'line' and v_sort = 'name' and ask.row_limit is not null and not p_filters ?| array['product_id', 'category1', 'category2', 'category3'] then
    v_filters := private.sales_days(p_project, p_filters);
  end if;
  v_by := case when v_level = 'line' then '{product,day,line}' when v_for = 'grouped' then '{agent,item}' when v_for = 'item_month' then '{item,month}' when v_for = 'all' then '{agent,customer,item}'
    when v_for in ('item', 'customer', 'month', 'day') then array[v_for] else '{agent}' end;
  v_parts := v_by && '{item,month,day,line}';
  v_earlier := private.comparison_period(ask.first_day, ask.last_day, p_filters ->> 'against');

  return query
  with team as (
    select m.user_id as agent_id, coalesce(a.display_name, 'Former agent') as agent_name, m.manager_id, coalesce(w.display_name, 'Former manager') as manager_name
    from public.memberships m
    left join public.profiles a on a.user_id = m.user_id
    left join public.profiles w on w.user_id = m.manager_id
    where m.project_id = p_project
  ), cells as materialized (
    select c.*, t.manager_id, c.now and c.counts as sold, v_parts and c.visits is not null as apart
    from (
      select true as now, n.* from private.sales_cells(p_project, v_filters, private.read_date(v_filters, 'from'), private.read_date(v_filters, 'to'), v_by) n
      union all
      select false, e.* from private.sales_cells(p_project, p_filters, v_earlier.earlier_from, v_earlier.earlier_to, v_by || 'brief'::text) e
      where v_earlier.earlier_from is not null and v_level not in ('line', 'month', 'day', 'item_month')) c
    left join team t on t.agent_id = c.agent_id
  ), asked as (
    -- The columns of the requested level; the others are null.
    select c.*, case when v_level in ('grouped', 'manager') then c.manager_id end as by_manager,
      case when v_level in ('grouped', 'agent') then c.agent_id end as by_agent, case when v_level in ('grouped', 'item', 'item_month') then c.item_id end as by_item,
      case when v_level = 'customer' then c.customer_id end as by_customer, case when v_level in ('month', 'item_month') then to_char(c.on_date, 'YYYY-MM') end as by_month,
      case when v_level in ('day', 'line') then c.on_date end as by_day, case when v_level = 'line' then c.booking_id end as by_booking,
      case when v_level = 'line' then c.product_id end as by_product, case when v_level = 'line' then c.line_id end as by_line
    from cells c
  ), summed as (
    select
      case when grouping(a.by_line) = 0 then case v_level when 'grouped' then 'item' else v_level end
        when grouping(a.by_agent) = 0 then 'agent' when grouping(a.by_manager) = 0 then 'manager' else 'total' end as level,
      a.by_manager, a.by_agent, a.by_item, a.by_customer, a.by_month, a.by_day, a.by_booking, a.by_product, a.by_line, grouping(a.by_line) as sums,
      min(a.case_config) as case_config, sum(a.vat) filter (where a.sold) as vat, sum(a.cost) filter (where a.sold) as cost,
      coalesce(sum(a.cs) filter (where a.sold), 0)::bigint as cs, coalesce(sum(a.pcs) filter (where a.sold), 0)::bigint as pcs,
      coalesce(sum(a.pieces) filter (where a.sold), 0)::bigint as pieces, coalesce(sum(a.litres) filter (where a.sold), 0.000) as litres,
      coalesce(sum(a.free) filter (where a.sold), 0)::bigint as free,
      coalesce(sum(a.gross) filter (where a.sold), 0.00) as gross, coalesce(sum(a.discount) filter (where a.sold), 0.00) as discount, coalesce(sum(a.net) filter (where a.sold), 0.00) as net,
      coalesce(sum(a.gross - a.discount) filter (where a.now and not a.counts), 0.00) as cancelled,
      coalesce(sum(a.net) filter (where not a.now and a.counts), 0.00) as previous,
      coalesce(case when grouping(a.apart) = 0 and v_parts then sum(a.bookings) filter (where a.sold) else sum(a.visits) filter (where a.sold) end, 0)::bigint as bookings,
      case when grouping(a.apart) = 0 and v_parts then coalesce(sum(a.customers) filter (where a.sold), 0)::bigint else count(distinct a.customer_id) filter (where a.sold and a.visits > 0) end as customers,
      coalesce(sum(a.lines) filter (where a.now), 0)::bigint as lines
    from asked a
    group by grouping sets (
      (a.by_manager, a.by_agent, a.by_item, a.by_customer, a.by_month, a.by_day, a.by_booking, a.by_product, a.by_line, a.apart),
      (a.by_manager, a.by_agent), (a.by_manager), ())
    -- Bookings of an agent and customer count above the parts only.
    having grouping(a.apart) = 1 or not a.apart
  ), placed as (
    select s.*, sum(s.net) filter (where s.level = 'total' and s.sums = 1) over () as whole,
      count(*) filter (where s.level = 'item') over (partition by s.by_manager, s.by_agent) as of_agent,
      count(*) filter (where s.level = 'agent') over (partition by s.by_manager) as of_manager
    from summed s
  ), named as (
    select p.*, coalesce(t.manager_id, p.by_manager) as manager_id, coalesce(t.manager_name, w.display_name, case when p.by_manager is not null then 'Former manager' end) as manager_name,
      t.agent_name, g.material_code,
      case when v_level = 'line' or v_products then g.description else p.by_item end as item, g.id as product_id,
      coalesce(p.by_customer, b.customer_id) as customer_id, coalesce(b.customer_name, c.name) as customer_name, coalesce(b.store_name, c.store_name) as store_name,
      c.sort_key as customer_key, b.so_no, b.invoice_no, b.stage, coalesce(p.by_agent, b.agent_id) as agent_id, l.line_no, l.agent_srp, l.agent_srp_pieces,
      p.net - p.vat - p.cost as margin
    from placed p
    left join public.bookings b on b.project_id = p_project and b.id = p.by_booking
    left join public.booking_lines l on l.project_id = p_project and l.id = p.by_line
    left join team t on t.agent_id = coalesce(p.by_agent, b.agent_id)
    left join public.profiles w on w.user_id = p.by_manager
    left join public.customers c on c.project_id = p_project and c.id = p.by_customer
    left join public.products g on g.project_id = p_project and g.id = case when v_products and p.by_item is not null then p.by_item::uuid else p.by_product end
    -- A group with a single row needs no subtotal.
    where (v_whole and p.level = 'total' and p.sums = 1) or case v_level when 'grouped' then p.level = 'item' or (p.level = 'agent' and p.of_agent > 1) or (p.level = 'manager' and p.of_manager > 1)
      when 'total' then p.level = 'total' and p.sums = 1 else p.level = v_level and p.sums = 0 end
  ), keyed as (
    -- In the row key the rows of a group have a 0 after the group's name and its subtotal has a 1, so that the subtotal comes last. Rows without a name come last.
    select n.*, (case when n.level = 'total' then '' when v_level = 'grouped' then
        coalesce(concat_ws(E'\x1f', '0', lower(n.manager_name), n.manager_id), '1') || case n.level when 'manager' then E'\x1f1'
          else concat_ws(E'\x1f', E'\x1f0', lower(n.agent_name), n.agent_id) || case n.level when 'agent' then E'\x1f1'
            else concat_ws(E'\x1f', E'\x1f0', coalesce('0' || lower(n.item), '1'), n.by_item) end end
      else case v_sort when 'net' then to_char(1e14 - n.net, 'FM000000000000000.00') when 'drop' then to_char(1e14 - (n.previous - n.net), 'FM000000000000000.00') else '' end
        || case n.level
          when 'manager' then coalesce(concat_ws(E'\x1f', '0' || lower(n.manager_name), n.by_manager), '1')
          when 'agent' then concat_ws(E'\x1f', lower(n.agent_name), n.by_agent)
          when 'item' then concat_ws(E'\x1f', coalesce('0' || lower(n.item), '1'), n.by_item)
          when 'item_month' then concat_ws(E'\x1f', coalesce('0' || lower(n.item), '1'), n.by_item, n.by_month)
          when 'customer' then concat_ws(E'\x1f', n.customer_key, n.by_customer)
          when 'line' then concat_ws(E'\x1f', n.by_day, n.so_no, to_char(n.line_no, 'FM00000'))
          else coalesce(n.by_month, n.by_day::text, '') end end) collate "C" as row_key
    from named n
  ), counted as (
    select count(distinct i.customer_id) as buyers, count(distinct (i.item_id, i.on_date)) filter (where i.now) as item_months, count(distinct (i.agent_id, i.item_id)) as agent_items,
      count(distinct i.agent_id) as agents, count(distinct coalesce(i.item_id, '')) as items, count(distinct coalesce(i.manager_id::text, '')) as managers
    from cells i where i.visits is null and (v_level = 'total' or v_whole)
  ), calendar as (
    select count(*) as days, count(distinct to_char(d.on_date, 'YYYY-MM')) as months
    from (
      select distinct c.on_date from cells c where c.now and c.visits is null and v_level = 'total' and v_for in ('month', 'day')
      union
      select c.on_date from private.sales_cells(p_project, p_filters, ask.first_day, ask.last_day, '{day,brief}') c where v_level = 'total' and v_for = 'all'
    ) d
  )
  select case when v_level = 'grouped' and k.level in ('manager', 'agent') then 'subtotal' else k.level end, k.row_key,
    k.manager_id, k.manager_name, k.agent_id, k.agent_name, k.item, k.product_id, k.material_code, k.customer_id, k.customer_name, k.store_name,
    k.by_month, k.by_day, k.by_booking, k.so_no, k.invoice_no, k.stage, case when v_level = 'line' then k.case_config end, case when v_level = 'line' then k.agent_srp end,
    case when v_level = 'line' then k.agent_srp_pieces end,
    k.cs, k.pcs, k.pieces, k.litres, k.free, k.gross, k.discount, k.gross - k.discount - k.net, k.net, k.cancelled,
    case when v_level <> 'line' then round(k.net * 100 / nullif(k.whole, 0), 2) end, k.previous, round((k.net - k.previous) * 100 / nullif(k.previous, 0), 2), round(k.net / nullif(k.bookings, 0), 2),
    k.bookings, k.customers, k.lines, k.cost, k.margin, round(k.margin * 100 / nullif(k.net - k.vat, 0), 2), 
    case when 'agent' = any (v_by) then o.managers end, case when 'agent' = any (v_by) then o.agents end, case when 'item' = any (v_by) then o.items end,
    case when v_by @> '{agent,item}' then o.agent_items end, case when 'customer' = any (v_by) then o.buyers end, y.months, y.days, case when v_for = 'item_month' then o.item_months end
  from keyed k
  left join counted o on k.level = 'total'
  left join calendar y on v_level = 'total' and v_for in ('month', 'day', 'all')
  where (v_whole and k.level = 'total') or ((ask.after is null or k.row_key > ask.after collate "C") and (ask.before is null or k.row_key < ask.before collate "C"))
  order by k.level <> 'total', case when ask.before is null then k.row_key end, k.row_key desc limit ask.row_limit + v_whole::int;
end $function$;

CREATE OR REPLACE FUNCTION public.report_sales_customerspecific(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(level text, row_key text, customer_id uuid, customer_name text, store_name text, agent_id uuid, agent_name text, product_id uuid, material_code text, product text, category text, case_config integer, cs bigint, pcs bigint, pieces bigint, litres numeric, free bigint, gross numeric, discount numeric, returns numeric, net numeric, share numeric, cost numeric, margin numeric, margin_percent numeric, bookings bigint, average numeric, first_order date, last_order date, days_since integer, current_srp numeric, current_srp_pieces integer, available integer, quantities jsonb, amounts jsonb, heads jsonb, products bigint, customers bigint, customer_products bigint, never bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
 SET work_mem TO '32MB'
AS $function$
#variable_conflict use_column
declare
  v_level text := coalesce(p_filters ->> 'level', 'product');
  v_shown text := case when v_level = 'total' then coalesce(p_filters ->> 'for', 'product') else v_level end;
  -- For the total: the level whose rows are counted; without it all levels.
  v_for text := case when v_level = 'total' then coalesce(p_filters ->> 'for', 'all') else v_level end;
  v_sort text := coalesce(p_filters ->> 'sort', 'name');
  v_delivery boolean := coalesce(p_filters ->> 'basis', 'delivery') = 'delivery';
  v_to date := coalesce(private.read_date(p_filters, 'to'), private.business_date(p_project));
  v_from date := coalesce(private.read_date(p_filters, 'from'), (date_trunc('month', v_to) - interval '11 months')::date);
  v_sales jsonb := private.fields_of(p_filters) - 'cancelled' || '{"items": "product"}';
  v_agents uuid[];
  ask record;
begin
  ask := private.open_report(p_project, p_filters, 'reports.sales', v_level, '{product,grouped,customer,never,total}', v_sort, '{name,net,last}');
  if ask.known then
    return query select k.* from known.report_sales_customerspecific(p_project, p_filters - 'known_at') k;
    return;
  end if;
  if ask.manager_id is not null then
    v_agents := array(select m.user_id from public.memberships m where m.project_id = p_project and m.manager_id = ask.manager_id);
  end if;

  return query
  with cells as materialized (
    select c.*, to_char(c.on_date, 'YYYY-MM') as month,
      case when v_level in ('grouped', 'customer') then c.customer_id end as by_customer, case when v_level in ('grouped', 'product') then c.product_id end as by_product
    from private.sales_cells(p_project, v_sales, v_from, v_to,
      array['month', case when v_for in ('grouped', 'customer', 'all') then 'customer' end, case when v_for in ('grouped', 'product', 'all') then 'product' end]) c
    where v_level <> 'never'
  ), summed as (
    select case when grouping(c.by_product) = 0 then case v_level when 'grouped' then 'product' else v_level end
        when grouping(c.by_customer) = 0 then 'customer' else 'total' end as level,
      c.by_customer, c.by_product, grouping(c.by_customer, c.by_product) as sums,
      concat_ws('|', grouping(c.by_customer, c.by_product), c.by_customer, c.by_product) as k, min(c.case_config) as case_config,
      coalesce(sum(c.cs), 0)::bigint as cs, coalesce(sum(c.pcs), 0)::bigint as pcs, coalesce(sum(c.pieces), 0)::bigint as pieces, coalesce(sum(c.litres), 0.000) as litres,
      coalesce(sum(c.free), 0)::bigint as free, coalesce(sum(c.gross), 0.00) as gross, coalesce(sum(c.discount), 0.00) as discount, coalesce(sum(c.net), 0.00) as net,
      sum(c.vat) as vat, sum(c.cost) as cost, coalesce(case when grouping(c.by_product) = 0 then sum(c.bookings) else sum(c.visits) end, 0)::bigint as bookings,
      min(c.first_on) as first_order, max(c.last_on) as last_order, count(distinct c.product_id) as products, count(distinct c.customer_id) as customers,
      count(distinct (c.customer_id, c.product_id)) filter (where v_level = 'total' and c.visits is null) as customer_products
    from cells c group by grouping sets ((c.by_customer, c.by_product), (c.by_customer), ())
    -- Bookings of a customer count above the products only.
    having grouping(c.by_product) = 1 or count(*) filter (where c.visits is null) > 0
  ), monthly as (
    select m.k, jsonb_object_agg(m.month, m.pieces) as quantities, jsonb_object_agg(m.month, m.net::text) as amounts
    from (
      select concat_ws('|', grouping(c.by_customer, c.by_product), c.by_customer, c.by_product) as k, c.month, sum(c.pieces)::bigint as pieces, sum(c.net) as net
      from cells c where c.visits is null group by grouping sets ((c.by_customer, c.by_product, c.month), (c.by_customer, c.month), (c.month))
    ) m group by m.k
  ), orders as (
    -- First and last order come from the whole history, not only from the period.
    select d.customer_id, min(d.first_on) as first_order, max(d.last_on) as last_order
    from private.order_days(p_project, v_delivery, ask.customer_id, v_to) d
    where v_level in ('grouped', 'customer') group by d.customer_id
  ), ranges as (
    -- How many products each customer bought
    select s.customer_id, count(*) as products
    from private.sales_cells(p_project, v_sales, v_from, v_to, '{customer,product,brief}') s
    where v_level = 'customer' and s.paid > 0 group by s.customer_id
  ), unsold as (
    select g.product_id from private.report_products(p_project, p_filters) g
    where v_shown = 'never' and g.active and case
      when ask.customer_id is not null then g.product_id not in (
        select c.product_id from private.sales_cells(p_project, v_sales, null, v_to, '{product,brief}') c where c.pieces > 0)
      -- For all customers together the first matching line is enough.
      else not exists (
        select from public.booking_lines l
        join public.bookings b on b.project_id = p_project and b.id = l.booking_id
        where l.project_id = p_project and l.product_id = g.product_id and b.approval_status <> 'cancelled'
          and (ask.agent_id is null or b.agent_id = ask.agent_id) and (v_agents is null or b.agent_id = any (v_agents))
          and private.bought_pieces(l, b, v_delivery, v_to) > 0)
      end
  ), figured as (
    select s.*, c.name as customer_name, c.store_name, c.sort_key as customer_key, c.agent_id,
      case when c.id is not null then coalesce(a.display_name, 'Former agent') end as agent_name, q.quantities, q.amounts,
      coalesce(o.first_order, s.first_order) as first_on, coalesce(o.last_order, s.last_order) as last_on,
      sum(s.net) filter (where s.sums = 3) over () as whole, count(*) filter (where s.level = 'product') over (partition by s.by_customer) as of_customer
    from summed s
    left join monthly q on q.k = s.k
    left join public.customers c on c.project_id = p_project and c.id = s.by_customer
    left join public.profiles a on a.user_id = c.agent_id
    left join orders o on o.customer_id = s.by_customer
  ), listed as (
    select f.level, f.by_customer, f.customer_name, f.store_name, f.customer_key, f.agent_id, f.agent_name, f.by_product, f.case_config, f.cs, f.pcs, f.pieces,
      f.litres, f.free, f.gross, f.discount, f.net, f.vat, f.cost, f.whole, f.bookings, f.first_on, f.last_on, f.quantities, f.amounts, f.products, f.customers, f.customer_products
    from figured f
    -- A customer with a single product needs no subtotal.
    where case v_level when 'grouped' then f.level = 'product' or (f.level = 'customer' and f.sums > 0 and f.of_customer > 1)
      when 'total' then f.sums = 3 else f.level = v_level and f.sums = 0 end
    union all
    select 'never', null, null, null, null, null, null, u.product_id, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null
    from unsold u where v_level = 'never'
  ), named as (
    select l.*, g.description, g.material_code, g.category1, i.current_srp, i.current_srp_pieces, i.available, l.net - l.vat - l.cost as margin,
      -- In the row key the rows of a group have a 0 after the group's name and its subtotal has a 1, so that the subtotal comes last.
      (case when v_level = 'grouped' then concat_ws(E'\x1f', l.customer_key, l.by_customer, case l.level when 'customer' then '1' else concat_ws(E'\x1f', '0', lower(g.description), g.id) end)
        else case v_sort when 'net' then to_char(1e14 - coalesce(l.net, 0), 'FM000000000000000.00') when 'last' then coalesce(l.last_on::text, '~') else '' end
          || concat_ws(E'\x1f', l.customer_key, l.by_customer, lower(g.description), g.id) end) collate "C" as row_key
    from listed l
    left join public.products g on g.project_id = p_project and g.id = l.by_product
    left join public.inventory i on i.project_id = p_project and i.product_id = l.by_product
  )
  select case when v_level = 'grouped' and n.level = 'customer' then 'subtotal' else n.level end, case when v_level = 'total' then '' else n.row_key end,
    n.by_customer, n.customer_name, n.store_name, n.agent_id, n.agent_name, n.by_product, n.material_code, n.description, n.category1,
    case when n.level = 'never' then null else n.case_config end, n.cs, n.pcs, n.pieces, n.litres, n.free, n.gross, n.discount, n.gross - n.discount - n.net, n.net,
    round(n.net * 100 / nullif(n.whole, 0), 2), n.cost, n.margin, round(n.margin * 100 / nullif(n.net - n.vat, 0), 2),
    n.bookings, round(n.net / nullif(n.bookings, 0), 2), n.first_on, n.last_on, v_to - n.last_on,
    n.current_srp, n.current_srp_pieces, n.available, coalesce(n.quantities, '{}'), coalesce(n.amounts, '{}'),
    case when v_level = 'total' then (
      select coalesce(jsonb_agg(jsonb_build_object('key', to_char(m, 'YYYY-MM'), 'label', to_char(m, 'MM/YYYY')) order by m), '[]')
      from generate_series(date_trunc('month', v_from::timestamp), v_to::timestamp, interval '1 month') m) end,
    case when v_level = 'total' and v_for in ('grouped', 'product', 'all') then n.products
      when v_level = 'customer' then (select r.products from ranges r where r.customer_id = n.by_customer) end,
    case when v_level = 'total' and v_for in ('grouped', 'customer', 'all') then n.customers end,
    case when v_level = 'total' and v_for in ('grouped', 'all') then n.customer_products end,
    case when v_level = 'total' then (select count(*) from unsold) end
  from named n
  where (ask.after is null or n.row_key > ask.after collate "C") and (ask.before is null or n.row_key < ask.before collate "C")
  order by case when ask.before is null then n.row_key end, n.row_key desc limit ask.row_limit;
end $function$;

COMMENT ON FUNCTION "known"."sales_cells"(uuid, jsonb, date, date, text[]) IS 'private.sales_cells on the tables as of private.known_at.';

COMMENT ON FUNCTION "private"."note_further_sale"() IS 'Trigger: marks an entry whose line has one already, so that reports add up only the lines of such entries. The booking is locked by the command.';

COMMENT ON FUNCTION "private"."sales_cells"(uuid, jsonb, date, date, text[]) IS 'Returns the sales of a period (null: without limit) by p_by: agent (of the booking), customer, day or month (its first day), item (p_filters.items says what they are), product, line (of a booking). Some rows have sums alone; others, with nulls for sums, have counts: bookings (with something delivered; basis added: taken) and their customers, of items, products, days or lines; and visits, those of a customer with an agent, each booking once. bought in p_by: lines of which more came back than was sold are left out, each line counts once for the whole period, and rows of skus have the products of each booking added up. brief in p_by: lines, paid, pieces and net alone. counts: not cancelled. basis delivery: the sales ledger, one line for each line and day: gross is what was delivered on the day at AgentSRP, and charged later for a price that was too low, discount what was taken off in the lines, net that less discount and what came back or was allowed on that day; free: pieces of free goods, which pieces does not count; paid: lines of other goods. basis added (orders taken): one line for each line of the bookings added in the period, less what was released; net of what came back since. first_on, last_on: days of delivery. vat: in net; cost without costs.read, and both of orders: null. What was owed from before this system is none of its sales. Only bookings that the caller may read, and nothing without stock.read. p_filters: see report_sales. Errors: 22023.';

REVOKE ALL ON FUNCTION "known"."sales_cells"(uuid, jsonb, date, date, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "known"."sales_cells"(uuid, jsonb, date, date, text[]) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."sales_cells"(uuid, jsonb, date, date, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."sales_cells"(uuid, jsonb, date, date, text[]) TO "authenticated";

-- By hand: "further" tells of another entry of the line on any day, not only on its own.
alter table public.sales_entries disable trigger user;
update public.sales_entries e set further = true
from (select l.project_id, l.line_id, min(l.id) as first from public.sales_entries l group by l.project_id, l.line_id having count(*) > 1) f
where e.project_id = f.project_id and e.line_id = f.line_id and e.id > f.first and not e.further;
alter table public.sales_entries enable trigger user;

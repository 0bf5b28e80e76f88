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
    select c.* from known.sales_cells(p_project,
      private.fields_of(p_filters) - '{agent_id,manager_id,customer_id,cancelled}'::text[] || jsonb_build_object('from', v_from, 'to', v_to), '{customer,item,skus}') c
  ), of_items as materialized (
    select o.now, o.customer_id, coalesce(o.item_id, '') as item_id, sum(o.bookings) as bookings, sum(o.skus) as skus, sum(o.cs) as cs, sum(o.pcs) as pcs,
      sum(o.pieces) as pieces, sum(o.litres) as litres, sum(o.net) as net
    from orders o group by o.now, o.customer_id, coalesce(o.item_id, '')
  ), visits as (
    select o.now, o.customer_id, sum(o.firsts) as bookings from orders o group by o.now, o.customer_id
  ), bought as (
    select i.* from of_items i where i.pieces >= v_least
    union all
    -- A row without item is for all items together.
    select i.now, i.customer_id, null, min(v.bookings), sum(i.skus), sum(i.cs), sum(i.pcs), sum(i.pieces), sum(i.litres), sum(i.net)
    from of_items i join visits v on v.now = i.now and v.customer_id = i.customer_id
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
 RETURNS TABLE(level text, row_key text, manager_id uuid, manager_name text, agent_id uuid, agent_name text, item text, product_id uuid, material_code text, customer_id uuid, customer_name text, store_name text, month text, on_date date, booking_id uuid, so_no text, invoice_no text, stage text, case_config integer, agent_srp numeric, agent_srp_pieces integer, cs bigint, pcs bigint, pieces bigint, litres numeric, free bigint, gross numeric, discount numeric, returns numeric, net numeric, cancelled numeric, share numeric, previous numeric, change numeric, average numeric, bookings bigint, customers bigint, lines bigint, cost numeric, margin numeric, margin_percent numeric, managers bigint, agents bigint, items bigint, agent_items bigint, buyers bigint, months bigint, days bigint)
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
  -- The total of these levels is summed with their rows.
  v_whole boolean := v_level in ('grouped', 'manager', 'agent', 'item', 'customer') and private.read_boolean(p_filters, 'with_total');
  ask record;
begin
  ask := private.open_report(p_project, p_filters, 'reports.sales', v_level, '{grouped,manager,agent,item,customer,month,day,line,total}', v_sort, '{name,net,drop}');
  if ask.known then
    return query select k.* from known.report_sales(p_project, p_filters - 'known_at') k;
    return;
  end if;
  if v_level = 'line' and v_sort = 'name' and ask.row_limit is not null and not p_filters ?| array['product_id', 'category1', 'category2', 'category3'] then
    v_filters := known.sales_days(p_project, p_filters);
  end if;

  return query
  with team as (
    select m.user_id as agent_id, coalesce(a.display_name, 'Former agent') as agent_name, m.manager_id, coalesce(w.display_name, 'Former manager') as manager_name
    from known.memberships m
    left join known.profiles a on a.user_id = m.user_id
    left join known.profiles w on w.user_id = m.manager_id
    where m.project_id = p_project
  ), cells as materialized (
    select c.*, c.now and c.counts as sold, t.manager_id
    from known.sales_cells(p_project, v_filters, array['agent', 'customer', case when v_level = 'line' then 'product'
      when v_for in ('grouped', 'item', 'all') then 'item' when v_for in ('month', 'day') then v_for end, case v_level when 'line' then 'day' end,
      case v_level when 'line' then 'line' end]) c
    left join team t on t.agent_id = c.agent_id
    where c.now or v_level not in ('month', 'day')
  ), asked as (
    -- The columns of the requested level; the others are null.
    select c.*, case when v_level in ('grouped', 'manager') then c.manager_id end as by_manager,
      case when v_level in ('grouped', 'agent') then c.agent_id end as by_agent, case when v_level in ('grouped', 'item') then c.item_id end as by_item,
      case when v_level = 'customer' then c.customer_id end as by_customer, case when v_level = 'month' then to_char(c.on_date, 'YYYY-MM') end as by_month,
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
      coalesce(case when grouping(a.by_line) = 0 then sum(a.bookings) filter (where a.sold) else sum(a.firsts) filter (where a.sold) end, 0)::bigint as bookings,
      count(distinct a.customer_id) filter (where a.sold and a.bookings > 0) as customers,
      coalesce(sum(a.lines) filter (where a.now), 0)::bigint as lines
    from asked a
    group by grouping sets (
      (a.by_manager, a.by_agent, a.by_item, a.by_customer, a.by_month, a.by_day, a.by_booking, a.by_product, a.by_line),
      (a.by_manager, a.by_agent), (a.by_manager), ())
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
          when 'customer' then concat_ws(E'\x1f', n.customer_key, n.by_customer)
          when 'line' then concat_ws(E'\x1f', n.by_day, n.so_no, to_char(n.line_no, 'FM00000'))
          else coalesce(n.by_month, n.by_day::text, '') end end) collate "C" as row_key
    from named n
  ), counted as (
    select (select count(*) from (select distinct c.customer_id from cells c) x) as buyers, count(*) as agent_items,
      count(distinct i.agent_id) as agents, count(distinct coalesce(i.item_id, '')) as items, count(distinct coalesce(i.manager_id::text, '')) as managers
    from (select distinct c.manager_id, c.agent_id, c.item_id from cells c where v_level = 'total' or v_whole) i
  ), calendar as (
    select count(*) as days, count(distinct to_char(d.on_date, 'YYYY-MM')) as months
    from (
      select distinct c.on_date from cells c where c.now and v_level = 'total' and v_for in ('month', 'day')
      union
      select c.on_date from known.sales_cells(p_project, private.fields_of(p_filters) || '{"against": "none"}', '{day}') c where v_level = 'total' and v_for = 'all'
    ) d
  )
  select case when v_level = 'grouped' and k.level in ('manager', 'agent') then 'subtotal' else k.level end, k.row_key,
    k.manager_id, k.manager_name, k.agent_id, k.agent_name, k.item, k.product_id, k.material_code, k.customer_id, k.customer_name, k.store_name,
    k.by_month, k.by_day, k.by_booking, k.so_no, k.invoice_no, k.stage, case when v_level = 'line' then k.case_config end, case when v_level = 'line' then k.agent_srp end,
    case when v_level = 'line' then k.agent_srp_pieces end,
    k.cs, k.pcs, k.pieces, k.litres, k.free, k.gross, k.discount, k.gross - k.discount - k.net, k.net, k.cancelled,
    case when v_level <> 'line' then round(k.net * 100 / nullif(k.whole, 0), 2) end, k.previous, round((k.net - k.previous) * 100 / nullif(k.previous, 0), 2), round(k.net / nullif(k.bookings, 0), 2),
    k.bookings, k.customers, k.lines, k.cost, k.margin, round(k.margin * 100 / nullif(k.net - k.vat, 0), 2), o.managers, o.agents, case when v_for in ('grouped', 'item', 'all') then o.items end,
    case when v_for in ('grouped', 'item', 'all') then o.agent_items end, o.buyers, y.months, y.days
  from keyed k
  left join counted o on k.level = 'total'
  left join calendar y on v_level = 'total' and v_for in ('month', 'day', 'all')
  where (v_whole and k.level = 'total') or ((ask.after is null or k.row_key > ask.after collate "C") and (ask.before is null or k.row_key < ask.before collate "C"))
  order by k.level <> 'total', case when ask.before is null then k.row_key end, k.row_key desc limit ask.row_limit + v_whole::int;
end $function$;

CREATE OR REPLACE FUNCTION private.report_statement(p_project uuid, p_filters jsonb, p_report text, p_permission text, p_levels text[], p_orders text[], p_lines text, p_sums text, p_row text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_level text := coalesce(p_filters ->> 'level', p_levels[1][1]);
  v_sort text := coalesce(p_filters ->> 'sort', 'name');
  v_dims text;
  v_sets text;
  v_part text := '';
  v_key text := '';
  v_above text := '';
  v_shown text := '';
  v_order text := '';
  v_direction text;
  v_none text;
  v_columns text;
  v_last int;
  i int;
  ask record;
begin
  ask := private.open_report(p_project, p_filters, p_permission, v_level, array(select p_levels[n][1] from generate_subscripts(p_levels, 1) n),
    v_sort, array(select p_orders[n][1] from generate_subscripts(p_orders, 1) n) || 'name'::text);
  if ask.known then return format('select k.* from known.%I($1, $2 - ''known_at'') k', p_report); end if;
  v_direction := case when ask.before is not null then 'desc' end;
  v_last := (select max(n) from generate_subscripts(p_levels, 1) n where p_levels[n][1] = v_level);

  for i in select n from generate_subscripts(p_levels, 1) n where p_levels[n][1] = v_level order by n loop
    v_sets := concat_ws(', ', v_sets, '(' || p_levels[i][3] || ')');
    if v_dims is null then v_part := format('else %L', p_levels[i][2]);
    else v_part := format('when grouping(%s) = 0 then %L %s', regexp_replace(p_levels[i][3], '.*, ', ''), p_levels[i][2], v_part); end if;
    -- In the row key the rows of a group have a 0 after the group's name and its subtotal has a 1, so that the subtotal comes last.
    v_key := v_key || format(' when %L then concat_ws(E''\x1f''%s, %s%s)', p_levels[i][2], v_above, p_levels[i][4], case when i < v_last then ', ''1''' end);
    v_above := v_above || format(', %s, ''0''', p_levels[i][4]);
    if i < v_last then v_shown := v_shown || format(' when %L then %s', p_levels[i][2], p_levels[i][5]); end if;
    v_dims := p_levels[i][3];
  end loop;
  -- Groupings have one order.
  if v_shown = '' then
    select case p_orders[n][2] when 'highest' then format('to_char(1e14 - (%s), ''FM000000000000000.00'') || ', p_orders[n][3]) else p_orders[n][3] || ' || ' end
    into v_order from generate_subscripts(p_orders, 1) n where p_orders[n][1] = v_sort;
  end if;
  -- Columns of other levels are null.
  select string_agg(n.none, '' order by n.d), string_agg(case when n.d = any (string_to_array(v_dims, ', ')) then format('l.%I, ', n.d) else n.none end, '' order by n.d) into v_none, v_columns
  from (
    select x.d, format('case when false then (array_agg(l.%I))[1] end as %1$I, ', x.d) as none
    from (select distinct unnest(string_to_array(p_levels[n][3], ', ')) as d from generate_subscripts(p_levels, 1) n) x) n;
  return format('with lines as (%s), summed as (select %s as part, %s%s from lines l group by grouping sets (%s))', p_lines,
      case v_part when format('else %L', p_levels[v_last][2]) then format('%L::text', p_levels[v_last][2]) else format('case %s end', v_part) end, v_columns, p_sums, v_sets)
    || format(', keyed as (select s.*, (%scase s.part%s end) collate "C" as row_key from summed s%s)', v_order, v_key,
      case when v_shown <> '' then format(' where case s.part%s else true end', v_shown) end)
    || format(', page as ((select case k.part when %L then %1$L else ''subtotal'' end as level, k.* from keyed k where true%s%s order by k.row_key %s%s)', p_levels[v_last][2],
      case when ask.after is not null then format(' and k.row_key > %L collate "C"', ask.after) end,
      case when ask.before is not null then format(' and k.row_key < %L collate "C"', ask.before) end, v_direction, ' limit ' || ask.row_limit)
    || case when v_level <> 'total' and private.read_boolean(p_filters, 'with_total') then
      format(' union all select ''total'', ''total'', %s%s, '''' collate "C" from lines l group by grouping sets (())', v_none, p_sums) else '' end
    || format(')%s order by k.row_key %s', p_row, v_direction);
end $function$;

CREATE OR REPLACE FUNCTION public.portal_reach(p_project uuid, p_filters jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    with found as materialized (
      select r.* from public.report_penetration_report(p_project, private.fields_of(p_filters) || '{"against": "none", "level": "agent", "with_total": true}') r)
    select jsonb_build_object(
      'agents', (select coalesce(jsonb_agg(jsonb_build_object('id', r.agent_id, 'name', r.agent_name, 'universe', r.universe, 'buyers', r.buyers, 'percent', r.percent, 'cells', r.cells)), '[]')
        from found r where r.level = 'agent'),
      'total', (select jsonb_build_object('universe', r.universe, 'buyers', r.buyers, 'percent', r.percent, 'cells', r.cells, 'heads', r.heads)
        from found r where r.level = 'total')));
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
    select c.* from private.sales_cells(p_project,
      private.fields_of(p_filters) - '{agent_id,manager_id,customer_id,cancelled}'::text[] || jsonb_build_object('from', v_from, 'to', v_to), '{customer,item,skus}') c
  ), of_items as materialized (
    select o.now, o.customer_id, coalesce(o.item_id, '') as item_id, sum(o.bookings) as bookings, sum(o.skus) as skus, sum(o.cs) as cs, sum(o.pcs) as pcs,
      sum(o.pieces) as pieces, sum(o.litres) as litres, sum(o.net) as net
    from orders o group by o.now, o.customer_id, coalesce(o.item_id, '')
  ), visits as (
    select o.now, o.customer_id, sum(o.firsts) as bookings from orders o group by o.now, o.customer_id
  ), bought as (
    select i.* from of_items i where i.pieces >= v_least
    union all
    -- A row without item is for all items together.
    select i.now, i.customer_id, null, min(v.bookings), sum(i.skus), sum(i.cs), sum(i.pcs), sum(i.pieces), sum(i.litres), sum(i.net)
    from of_items i join visits v on v.now = i.now and v.customer_id = i.customer_id
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
 RETURNS TABLE(level text, row_key text, manager_id uuid, manager_name text, agent_id uuid, agent_name text, item text, product_id uuid, material_code text, customer_id uuid, customer_name text, store_name text, month text, on_date date, booking_id uuid, so_no text, invoice_no text, stage text, case_config integer, agent_srp numeric, agent_srp_pieces integer, cs bigint, pcs bigint, pieces bigint, litres numeric, free bigint, gross numeric, discount numeric, returns numeric, net numeric, cancelled numeric, share numeric, previous numeric, change numeric, average numeric, bookings bigint, customers bigint, lines bigint, cost numeric, margin numeric, margin_percent numeric, managers bigint, agents bigint, items bigint, agent_items bigint, buyers bigint, months bigint, days bigint)
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
  -- The total of these levels is summed with their rows.
  v_whole boolean := v_level in ('grouped', 'manager', 'agent', 'item', 'customer') and private.read_boolean(p_filters, 'with_total');
  ask record;
begin
  ask := private.open_report(p_project, p_filters, 'reports.sales', v_level, '{grouped,manager,agent,item,customer,month,day,line,total}', v_sort, '{name,net,drop}');
  if ask.known then
    return query select k.* from known.report_sales(p_project, p_filters - 'known_at') k;
    return;
  end if;
  if v_level = 'line' and v_sort = 'name' and ask.row_limit is not null and not p_filters ?| array['product_id', 'category1', 'category2', 'category3'] then
    v_filters := private.sales_days(p_project, p_filters);
  end if;

  return query
  with team as (
    select m.user_id as agent_id, coalesce(a.display_name, 'Former agent') as agent_name, m.manager_id, coalesce(w.display_name, 'Former manager') as manager_name
    from public.memberships m
    left join public.profiles a on a.user_id = m.user_id
    left join public.profiles w on w.user_id = m.manager_id
    where m.project_id = p_project
  ), cells as materialized (
    select c.*, c.now and c.counts as sold, t.manager_id
    from private.sales_cells(p_project, v_filters, array['agent', 'customer', case when v_level = 'line' then 'product'
      when v_for in ('grouped', 'item', 'all') then 'item' when v_for in ('month', 'day') then v_for end, case v_level when 'line' then 'day' end,
      case v_level when 'line' then 'line' end]) c
    left join team t on t.agent_id = c.agent_id
    where c.now or v_level not in ('month', 'day')
  ), asked as (
    -- The columns of the requested level; the others are null.
    select c.*, case when v_level in ('grouped', 'manager') then c.manager_id end as by_manager,
      case when v_level in ('grouped', 'agent') then c.agent_id end as by_agent, case when v_level in ('grouped', 'item') then c.item_id end as by_item,
      case when v_level = 'customer' then c.customer_id end as by_customer, case when v_level = 'month' then to_char(c.on_date, 'YYYY-MM') end as by_month,
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
      coalesce(case when grouping(a.by_line) = 0 then sum(a.bookings) filter (where a.sold) else sum(a.firsts) filter (where a.sold) end, 0)::bigint as bookings,
      count(distinct a.customer_id) filter (where a.sold and a.bookings > 0) as customers,
      coalesce(sum(a.lines) filter (where a.now), 0)::bigint as lines
    from asked a
    group by grouping sets (
      (a.by_manager, a.by_agent, a.by_item, a.by_customer, a.by_month, a.by_day, a.by_booking, a.by_product, a.by_line),
      (a.by_manager, a.by_agent), (a.by_manager), ())
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
          when 'customer' then concat_ws(E'\x1f', n.customer_key, n.by_customer)
          when 'line' then concat_ws(E'\x1f', n.by_day, n.so_no, to_char(n.line_no, 'FM00000'))
          else coalesce(n.by_month, n.by_day::text, '') end end) collate "C" as row_key
    from named n
  ), counted as (
    select (select count(*) from (select distinct c.customer_id from cells c) x) as buyers, count(*) as agent_items,
      count(distinct i.agent_id) as agents, count(distinct coalesce(i.item_id, '')) as items, count(distinct coalesce(i.manager_id::text, '')) as managers
    from (select distinct c.manager_id, c.agent_id, c.item_id from cells c where v_level = 'total' or v_whole) i
  ), calendar as (
    select count(*) as days, count(distinct to_char(d.on_date, 'YYYY-MM')) as months
    from (
      select distinct c.on_date from cells c where c.now and v_level = 'total' and v_for in ('month', 'day')
      union
      select c.on_date from private.sales_cells(p_project, private.fields_of(p_filters) || '{"against": "none"}', '{day}') c where v_level = 'total' and v_for = 'all'
    ) d
  )
  select case when v_level = 'grouped' and k.level in ('manager', 'agent') then 'subtotal' else k.level end, k.row_key,
    k.manager_id, k.manager_name, k.agent_id, k.agent_name, k.item, k.product_id, k.material_code, k.customer_id, k.customer_name, k.store_name,
    k.by_month, k.by_day, k.by_booking, k.so_no, k.invoice_no, k.stage, case when v_level = 'line' then k.case_config end, case when v_level = 'line' then k.agent_srp end,
    case when v_level = 'line' then k.agent_srp_pieces end,
    k.cs, k.pcs, k.pieces, k.litres, k.free, k.gross, k.discount, k.gross - k.discount - k.net, k.net, k.cancelled,
    case when v_level <> 'line' then round(k.net * 100 / nullif(k.whole, 0), 2) end, k.previous, round((k.net - k.previous) * 100 / nullif(k.previous, 0), 2), round(k.net / nullif(k.bookings, 0), 2),
    k.bookings, k.customers, k.lines, k.cost, k.margin, round(k.margin * 100 / nullif(k.net - k.vat, 0), 2), o.managers, o.agents, case when v_for in ('grouped', 'item', 'all') then o.items end,
    case when v_for in ('grouped', 'item', 'all') then o.agent_items end, o.buyers, y.months, y.days
  from keyed k
  left join counted o on k.level = 'total'
  left join calendar y on v_level = 'total' and v_for in ('month', 'day', 'all')
  where (v_whole and k.level = 'total') or ((ask.after is null or k.row_key > ask.after collate "C") and (ask.before is null or k.row_key < ask.before collate "C"))
  order by k.level <> 'total', case when ask.before is null then k.row_key end, k.row_key desc limit ask.row_limit + v_whole::int;
end $function$;

COMMENT ON FUNCTION "private"."report_statement"(uuid, jsonb, text, text, text[], text[], text, text, text) IS 'Opens a report (private.open_report) and returns the statement that answers it, to be run with p_project and p_filters as $1 and $2. p_lines: the query of its lines. p_levels: rows of level, part, columns, key, condition; the first level is the default. A level of one row is grouped by these columns of lines; one of several rows lists the last of them, with a subtotal after each group above it (the outermost comes first; its columns are among those of the next) that meets its condition. key: what orders the part within its group; columns that only other levels have are null. p_sums: aggregates of lines l. p_orders: rows of order, highest | by, and the expression by which rows come before their key (name: the key alone). keys, conditions and orders read the sums s. p_row: what follows page k, the rows of the page with level, row_key and part: further queries after a comma, and the select. With with_total in p_filters the row of level total comes too, beyond the page, with an empty row key. Errors: 42501, 22023.';

COMMENT ON FUNCTION "public"."report_ar"(uuid, jsonb) IS 'AR ageing as of a date. p_filters: {as_of (default today), basis: invoice | delivery | added, age_by: due | document (default: the project''s), agent_id, customer_id, overdue_only, over_limit (customers beyond their credit line), min_balance (customers whose cleared balance is at least this), level: document | grouped (documents, after several of one customer and after those of an agent their sums: level subtotal) | customer | agent | total, sort: name | balance (highest first) | age (oldest first), not of grouped, limit, after or before (row_key; before answers backwards), with_total (true: the row of level total comes too)}. ageing: {bucket_current, bucket_1 and up: amount} by the project''s ageing_buckets, amounts as texts. A cheque that has not cleared lowers no bucket, and unapplied credit (cleared money that pays no booking) is in none: the sum of the buckets less unapplied is cleared_balance. The total of balance equals the sum of the customers'' collectibles. Advances and unapplied credit are negative rows. uncleared: received by cheques that had not cleared then, the earliest dated next_cheque; cleared_balance = balance + uncleared; a document paid by such cheques alone is a row of balance 0 (row_kind uncleared). credit_left = credit_line - exposure of that day (null = no limit), the customer''s whole. overdue: the part of cleared_balance past its due date. Errors: 42501, 22023.';

COMMENT ON FUNCTION "public"."report_customer_masterlist"(uuid, jsonb) IS 'Customer master list with the balances of today. p_filters: {status: approved | pending | rejected | inactive, agent_id (owning), manager_id (the owning agent''s), area, no_tin, quiet_days (only customers without an order in so many days, or ever), level: customer | grouped (by agent, after several of one their sums: level subtotal) | by_area (the same by area) | agent | area | total, sort: name | collectibles (highest first) | last_order (longest ago first) | added (newest first), not of groupings, limit, after or before (row_key; before answers backwards), with_total (true: the row of level total comes too)}. collectibles and credit_left are those of report_ar today; credit_line null = no limit, in sums that of the others. Orders are bookings that are not cancelled, invoices from before this system among them, by date added. activity: Active = approved and ordered within quiet_days, else 90. Errors: 42501, 22023.';

COMMENT ON FUNCTION "public"."report_inventory"(uuid, jsonb) IS 'Stock of a period by product, in pieces: opening + purchased - supplier_returned + returned - used + adjusted = ending, which is the stock at the end of its last day: sellable + bad_order (write-offs are among the adjusted); reserved, available and to_buy (number of products below their reorder level) are current values. p_filters: {from, to (both included; default: since ever, until now), category1, category2, category3, supplier, product_id, status: active | inactive, non_zero (without products that have and had nothing), below_reorder, cost: default (the product''s default cost on the last day) | average (the cost of its movements until then, by moving average), as the project is set unless said, level: product | grouped (products by category 1, 2, 3, after several of one their sums: level subtotal) | by_supplier (the same by supplier) | category1 | category2 | category3 | supplier | total, sort: name | code | ending | used | cost_value | srp_value | margin_value (highest first), not of groupings, limit, after or before (row_key; before answers backwards), with_total (true: the row of level total comes too)}. cost_value = ending × default cost, or the value of the stock ledger; book_value is the value of the stock ledger in either case, as the journal has it; srp_value = ending × live SRP, margin_value their difference; litres = ending ÷ case config × litres per case, to 3 decimals on each product. Supplier, cost, cost_value, book_value, margin_value and suppliers are null without costs.read, and neither filter nor order the rows. Errors: 42501, 22023.';

COMMENT ON FUNCTION "public"."report_penetration_report"(uuid, jsonb) IS 'Report of penetration: number and share of outlets that buy. p_filters: {from (default: the first of the month of to), to (default today), basis: delivery (default) | added, against: previous (default) | year | none, agent_id (owning agent at the end of the period), manager_id (of that agent today), items: category1 (default) | category2 | category3 | product, product_id, category1, category2, category3, universe, active_days (see private.outlets), min_pieces (bought at least, net of what was taken back; 1), level: agent | item | grouped (agent and item, after those of an agent the agent: level subtotal) | manager | not_buying | total, for (of total: the level whose heads it has), sort: name | percent | gap | net (highest first) | last (not_buying: bought longest ago first) | credit (not_buying: most credit left first), not of grouped, limit, after or before (row_key; before answers backwards), with_total (true: the row of level total comes too, not of not_buying)}. universe = approved outlets, buyers = distinct ones of them that bought what the row is about, whoever sold it; percent = buyers / universe, gap = universe - buyers; previous_percent of the period before with its own universe, change in points. net, bookings, pieces, cs, pcs, litres: of these buyers (see report_sales); lines_per_order = distinct products of a booking on average, drop_size = net of a booking. cells: {key: percent} by the heads [{key, label}] of the total, the 60 that reach most: items for agent and manager, agents for item. Total: distinct outlets. not_buying: the outlets of the gap with the day they last bought these products and last ordered anything, credit left (null = no limit), available = pieces of the chosen products free to sell. Errors: 42501, 22023.';

COMMENT ON FUNCTION "public"."report_sales"(uuid, jsonb) IS 'Report of sales of a period. p_filters: {basis: delivery (default) | added (the date that from and to are about, both included), from, to, against: previous (default; see private.comparison_period) | year | none, agent_id (of the booking), manager_id (of that agent today), customer_id, category1, category2, category3, product_id, cancelled (true: their amount in the column of that name, nowhere else), items: category1 (default) | category2 | category3 | product (what level item and grouped are by), level: grouped (items by manager and agent, after several of one their sums: level subtotal) | manager | agent | item | customer | month (YYYY-MM) | day | line | total, for (of total: the level whose rows are counted; without it all are), sort: name | net (highest first) | drop (what fell most first), not of grouped, limit, after or before (row_key; before answers backwards), with_total (true: the row of level total comes too, not of month, day and line)}. gross = at AgentSRP what was delivered in the period, each delivery on its day, and what debit memos charged for prices that were too low, on their day; returns = what came back or was allowed in the period, on its day, also of earlier deliveries; discount = what the discounts of the lines took off; net = gross - discount - returns. Basis added: gross = what was booked less what was released, returns = what came back of it since. free: pieces of free goods, which stand in none of the other columns but cost. cs and pcs: whole cases and pieces beside them, line by line; litres to three decimals a line; pieces, cs, pcs and litres are net too. previous = net of the period before, change in percent of it (null when it is 0); share in percent of the total (not of a line); average = net of a booking. bookings and customers count those with a delivery, each once on every level. cost at the moving average, margin = net without VAT - cost, margin_percent of net without VAT: null without costs.read and for basis added. A row may have sold only before: bookings 0, change -100. buyers counts the rows of level customer. What was owed from before this system is no sale. Errors: 42501, 22023.';

DROP FUNCTION "known"."buyers"(uuid, jsonb, date, date, boolean);

DROP FUNCTION "private"."buyers"(uuid, jsonb, date, date, boolean);

CREATE OR REPLACE FUNCTION known.buyers(p_project uuid, p_filters jsonb, p_from date, p_to date, p_sums boolean, p_items boolean)
 RETURNS TABLE(customer_id uuid, bookings bigint, skus bigint, cs bigint, pcs bigint, pieces bigint, litres numeric, net numeric, items text[])
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
 SET work_mem TO '32MB'
AS $function$
#variable_conflict use_column
declare
  v_scope text := private.scope_of(p_project, 'bookings.read');
  -- Null: everybody's bookings.
  v_agents uuid[] := case v_scope when 'all' then null when 'own' then array[auth.uid()] when 'team' then private.my_agents() else '{}' end;
  v_kept record := known.kept_sales(p_project, coalesce(p_from, '-infinity'), coalesce(p_to, 'infinity'), '{item}', coalesce(p_filters ->> 'items', 'category1'), null);
  -- Kept months within the period, and the other days whose sums are read.
  v_months date[];
  v_rest datemultirange;
begin
  if private.scope_of(p_project, 'stock.read') is distinct from 'all' then return; end if;
  if v_kept.days is null or p_filters ->> 'basis' <> 'delivery' or p_filters ?| '{product_id,category1,category2,category3}' then
    return query
    select c.customer_id, sum(c.visits)::bigint, sum(c.skus)::bigint, sum(c.cs)::bigint, sum(c.pcs)::bigint, sum(c.pieces)::bigint, sum(c.litres), sum(c.net),
      array_agg(c.item_id) filter (where c.pieces is not null)
    from known.sales_cells(p_project, p_filters, p_from, p_to, '{customer,item,bought}'::text[] || case when not p_sums then 'brief'::text end) c
    group by c.customer_id;
    return;
  end if;

  select m.months, m.rest into v_months, v_rest from private.kept_sales_rest(p_project, v_kept.first_day, v_kept.last_day, v_kept.days, true) m;
  if not p_sums and not p_items then
    return query
    select b.customer_id, null::bigint, null::bigint, null::bigint, null::bigint, null::bigint, null::numeric, null::numeric, null::text[]
    from (
      select k.customer_id from unnest(v_rest) r
      cross join lateral (
        select * from private.sales_customer_days k where k.project_id = p_project and k.on_date >= lower(r) and k.on_date < upper(r) and k.paid > 0
          and (v_agents is null or k.agent_id = any (v_agents)) offset 0) k
      union
      select k.customer_id from private.sales_customer_months k
      where k.project_id = p_project and k.month = any (v_months) and k.paid > 0 and (v_agents is null or k.agent_id = any (v_agents))
      union
      select l.customer_id from known.sold_lines(p_project, v_kept.first_day, v_kept.last_day, v_kept.days, v_kept.apart, true, v_agents, null) l) b;
    return;
  end if;
  return query
  with spots as materialized (
    select i.item, 1::bigint << i.place as bit from private.sales_items i where i.project_id = p_project and i.kind = v_kept.kind
  ), lines as (
    select l.*, s.bit, g.item, (l.pieces * g.litres2 + g.cases) / (2 * g.cases) as millilitres
    from known.sold_lines(p_project, v_kept.first_day, v_kept.last_day, v_kept.days, v_kept.apart, true, v_agents, null) l
    join (
      select p.id, p.case_config as cases, (p.liters_per_case * 2000)::bigint as litres2,
        case v_kept.kind when 1 then p.category1 when 2 then p.category2 when 3 then p.category3 end as item
      from known.products_whole p where p.project_id = p_project) g on g.id = l.product_id
    left join spots s on s.item is not distinct from g.item
  ), summed as materialized (
    select m.customer_id, sum(m.bookings)::bigint as bookings, sum(m.skus)::bigint as skus, sum(m.cs)::bigint as cs, sum(m.pcs)::bigint as pcs, sum(m.pieces)::bigint as pieces,
      sum(m.millilitres) * 0.001 as litres, sum(m.net) as net, bit_or(m.bits) as bits, max(m.others) as others
    from (
      select k.customer_id, k.bookings, k.skus, k.cs, k.pcs, k.pieces, k.millilitres, k.net,
        case v_kept.kind when 1 then k.items1 when 2 then k.items2 when 3 then k.items3 end as bits, null::text[] as others
      from unnest(v_rest) r
      cross join lateral (
        select * from private.sales_customer_days k where k.project_id = p_project and k.on_date >= lower(r) and k.on_date < upper(r) and k.paid > 0
          and (v_agents is null or k.agent_id = any (v_agents)) offset 0) k
      union all
      select k.customer_id, k.bookings, k.skus, k.cs, k.pcs, k.pieces, k.millilitres, k.net,
        case v_kept.kind when 1 then k.items1 when 2 then k.items2 when 3 then k.items3 end, null
      from private.sales_customer_months k
      where k.project_id = p_project and k.month = any (v_months) and k.paid > 0 and (v_agents is null or k.agent_id = any (v_agents))
      union all
      select l.customer_id, count(distinct (l.agent_id, l.booking_id)) filter (where l.sold), count(distinct (l.booking_id, l.product_id)), sum(l.pieces / l.case_config), sum(l.pieces % l.case_config), sum(l.pieces),
        sum(l.millilitres), sum(l.net), bit_or(l.bit), array_agg(distinct l.item) filter (where l.bit is null)
      from lines l group by l.customer_id) m
    group by m.customer_id
  ), sets as materialized (
    select b.bits, array(select p.item from spots p where p.bit & b.bits <> 0) as items from (select distinct s.bits from summed s) b
  )
  select s.customer_id, s.bookings, s.skus, s.cs, s.pcs, s.pieces, s.litres, s.net,
    -- A category that was never sold before has no place yet.
    x.items || s.others
  from summed s left join sets x on x.bits = s.bits;
end $function$;

CREATE OR REPLACE FUNCTION known.kept_sales_cells(p_project uuid, p_from date, p_to date, p_days date[], p_apart uuid[], p_by text[], p_kind integer, p_agents uuid[], p_customer uuid, p_costs boolean)
 RETURNS TABLE(counts boolean, agent_id uuid, customer_id uuid, on_date date, item_id text, product_id uuid, booking_id uuid, line_id uuid, case_config integer, first_on date, last_on date, lines bigint, paid bigint, skus bigint, bookings bigint, customers bigint, visits bigint, cs bigint, pcs bigint, pieces bigint, litres numeric, free bigint, gross numeric, discount numeric, net numeric, vat numeric, cost numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET work_mem TO '32MB'
 SET plan_cache_mode TO 'force_custom_plan'
 SET enable_sort TO 'off'
AS $function$
#variable_conflict use_column
declare
  by_agent boolean := p_by @> '{agent}';
  by_customer boolean := p_by @> '{customer}';
  by_day boolean := p_by @> '{day}';
  by_month boolean := p_by @> '{month}';
  v_brief boolean := p_by @> '{brief}';
  by_item boolean := p_by @> '{item}';
  v_parts boolean := by_item or by_day or by_month;
  -- Kept months within the period, and the other days whose sums are read.
  v_months date[];
  v_rest datemultirange;
begin
  select k.months, k.rest into v_months, v_rest from private.kept_sales_rest(p_project, p_from, p_to, p_days, not by_day) k;
  -- Sorting is off here: there are more rows than a general plan expects, and to sort them takes longer than to hash them.
  -- Over a short period one plan is right for all, and to make it takes longer than to run it.
  perform set_config('plan_cache_mode', case when p_to - p_from > 100 then 'force_custom_plan' else 'force_generic_plan' end, true);
  return query
  with spots as materialized (
    select i.item, 1::bigint << i.place as bit from private.sales_items i where i.project_id = p_project and i.kind = p_kind and i.place < 63
  ), live as materialized (
    select l.*, case when by_agent then l.agent_id end as of_agent, case when by_customer then l.customer_id end as of_customer,
      case when by_day then l.on_date when by_month then date_trunc('month', l.on_date::timestamp)::date end as of_date,
      case p_kind when 1 then g.category1 when 2 then g.category2 when 3 then g.category3 end as item,
      -- Litres are rounded line by line, in whole millilitres.
      (l.pieces * (g.liters_per_case * 2000)::bigint + case when l.pieces < 0 then -g.case_config else g.case_config end) / (2 * g.case_config) as millilitres
    from known.sold_lines(p_project, p_from, p_to, p_days, p_apart, false, p_agents, p_customer) l
    join known.products_whole g on g.project_id = p_project and g.id = l.product_id
  ), kept as not materialized (
    select c.*, case when by_agent then c.agent_id end as of_agent, case when by_customer then c.customer_id end as of_customer,
      case when by_day then c.on_date when by_month then date_trunc('month', c.on_date::timestamp)::date end as of_date
    from (
      select c.on_date, case when c.paid > 0 then c.on_date end as first_on, case when c.paid > 0 then c.on_date end as last_on, c.agent_id, c.customer_id,
        c.lines, c.paid, c.bookings, c.cs, c.pcs, c.pieces, c.millilitres, c.free, c.discount, c.net, c.vat, c.cost, case p_kind when 1 then c.items1 when 2 then c.items2 when 3 then c.items3 end as items
      from unnest(v_rest) r
      cross join lateral (
        select c.on_date, c.agent_id, c.customer_id, c.lines, c.paid, c.bookings, c.cs, c.pcs, c.pieces, c.millilitres, c.free, c.discount, c.net, c.vat, c.cost, c.items1, c.items2, c.items3
        from private.sales_customer_days c
        where c.project_id = p_project and c.on_date >= lower(r) and c.on_date < upper(r) and (p_agents is null or c.agent_id = any (p_agents)) and (p_customer is null or c.customer_id = p_customer) offset 0) c
      union all
      select c.month, c.first_on, c.last_on, c.agent_id, c.customer_id,
        c.lines, c.paid, c.bookings, c.cs, c.pcs, c.pieces, c.millilitres, c.free, c.discount, c.net, c.vat, c.cost, case p_kind when 1 then c.items1 when 2 then c.items2 when 3 then c.items3 end
      from private.sales_customer_months c where c.project_id = p_project and c.month = any (v_months) and (p_agents is null or c.agent_id = any (p_agents)) and (p_customer is null or c.customer_id = p_customer)) c
  ), people as materialized (
    select k.agent_id, k.customer_id, case when v_parts then k.of_date end as of_date, sum(k.bookings)::bigint as bookings, bit_or(k.items) as items
    from kept k where not v_brief group by 1, 2, 3
  ), summed as (
    select l.of_agent, l.of_customer, l.of_date, case when by_item then l.item end as of_item, min(l.on_date) filter (where l.sold) as first_on, max(l.on_date) filter (where l.sold) as last_on,
      count(*) as lines, count(*) filter (where l.pieces <> 0 or l.free = 0) as paid,
      case when v_parts then count(distinct l.booking_id) filter (where l.sold) end as bookings,
      sum(l.pieces / l.case_config) as cs, sum(l.pieces % l.case_config) as pcs, sum(l.pieces) as pieces, sum(l.millilitres) as millilitres, sum(l.free) as free,
      sum(l.net) + sum(l.discount) - sum(l.lowered) as gross, sum(l.discount) as discount, sum(l.net) as net, sum(l.vat) as vat, sum(l.cost) as cost
    from live l group by 1, 2, 3, 4
    union all
    select case when by_agent then d.agent_id end, null::uuid, case when by_day then d.on_date when by_month then date_trunc('month', d.on_date::timestamp)::date end, d.item,
      min(d.on_date) filter (where d.paid > 0), max(d.on_date) filter (where d.paid > 0), sum(d.lines)::bigint, sum(d.paid)::bigint, sum(d.bookings)::bigint,
      sum(d.cs)::bigint, sum(d.pcs)::bigint, sum(d.pieces)::bigint, sum(d.millilitres), sum(d.free)::bigint, sum(d.net) + sum(d.discount), sum(d.discount), sum(d.net), sum(d.vat), sum(d.cost)
    from unnest(v_rest) r
    cross join lateral (
      select d.on_date, d.agent_id, d.item, d.lines, d.paid, d.bookings, d.cs, d.pcs, d.pieces, d.millilitres, d.free, d.discount, d.net, d.vat, d.cost
      from private.sales_item_days d
      where d.project_id = p_project and d.kind = p_kind and d.on_date >= lower(r) and d.on_date < upper(r) and (p_agents is null or d.agent_id = any (p_agents)) offset 0) d
    where by_item group by 1, 2, 3, 4
    union all
    select case when by_agent then d.agent_id end, null::uuid, case when by_month then d.month end, d.item, min(d.first_on), max(d.last_on), sum(d.lines)::bigint, sum(d.paid)::bigint, sum(d.bookings)::bigint,
      sum(d.cs)::bigint, sum(d.pcs)::bigint, sum(d.pieces)::bigint, sum(d.millilitres), sum(d.free)::bigint, sum(d.net) + sum(d.discount), sum(d.discount), sum(d.net), sum(d.vat), sum(d.cost)
    from private.sales_item_months d
    where by_item and d.project_id = p_project and d.kind = p_kind and d.month = any (v_months) and (p_agents is null or d.agent_id = any (p_agents))
    group by 1, 2, 3, 4
    union all
    select k.of_agent, k.of_customer, k.of_date, null::text, min(k.first_on), max(k.last_on),
      sum(k.lines)::bigint, sum(k.paid)::bigint, case when v_parts then sum(k.bookings) end::bigint,
      sum(k.cs)::bigint, sum(k.pcs)::bigint, sum(k.pieces)::bigint, sum(k.millilitres), sum(k.free)::bigint, sum(k.net) + sum(k.discount), sum(k.discount), sum(k.net), sum(k.vat), sum(k.cost)
    from kept k where not by_item group by 1, 2, 3, 4
  ), met as materialized (
    -- Who bought which categories
    select m.of_agent, m.customer_id, m.of_date, bit_or(m.items) as items
    from (
      select case when by_agent then p.agent_id end as of_agent, p.customer_id, p.of_date, p.items from people p where p.bookings > 0
      union all
      select l.of_agent, l.customer_id, l.of_date, s.bit from live l left join spots s on s.item is not distinct from l.item where l.sold) m
    where v_parts and not v_brief group by 1, 2, 3
  )
  select true, s.of_agent, s.of_customer, s.of_date, s.of_item, null::uuid, null::uuid, null::uuid, null::int, min(s.first_on), max(s.last_on),
    sum(s.lines)::bigint, sum(s.paid)::bigint, null::bigint, sum(s.bookings)::bigint, null::bigint, null::bigint,
    case when not v_brief then sum(s.cs)::bigint end, case when not v_brief then sum(s.pcs)::bigint end, sum(s.pieces)::bigint,
    case when not v_brief then sum(s.millilitres) * 0.001 end, case when not v_brief then sum(s.free)::bigint end,
    case when not v_brief then sum(s.gross) end, case when not v_brief then sum(s.discount) end, sum(s.net), case when not v_brief then sum(s.vat) end,
    case when p_costs and not v_brief then sum(s.cost) end
  from summed s group by 1, 2, 3, 4, 5
  union all
  select true, m.of_agent, case when by_customer then m.customer_id end, m.of_date, m.item, null, null, null, null, null, null, null, null, null, null, count(*), null,
    null, null, null, null, null, null, null, null, null, null
  from (
    select m.of_agent, m.customer_id, m.of_date, s.item from met m join spots s on s.bit & m.items <> 0 where by_item
    union all
    select m.of_agent, m.customer_id, m.of_date, null from met m where not by_item
    union all
    -- A category that was never sold before has no place yet.
    select distinct l.of_agent, l.customer_id, l.of_date, l.item from live l
    where by_item and l.sold and not v_brief and not exists (select from spots s where s.item is not distinct from l.item)) m
  group by 1, 2, 3, 4, 5
  union all
  select true, v.agent_id, v.customer_id, null, null, null, null, null, null, null, null, null, null, null, null, null, sum(v.bookings)::bigint,
    null, null, null, null, null, null, null, null, null, null
  from (
    select p.agent_id, p.customer_id, p.bookings from people p
    union all
    select l.agent_id, l.customer_id, count(distinct l.booking_id) from live l where l.sold group by 1, 2) v
  where not v_brief group by 1, 2, 3 having sum(v.bookings) > 0;
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
  -- Agents and managers need the sums of all items together, and which items were bought; the period before needs of each outlet only the latter.
  v_reach boolean := v_shown in ('agent', 'manager') and v_least = 1;
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

  -- With few rows one plan is right for all, and to make it takes longer than to run it.
  if v_reach and not v_products then perform set_config('plan_cache_mode', 'force_generic_plan', true); end if;
  return query
  with goods as materialized (
    select g.* from known.report_products(p_project, p_filters) g
  ), outlets as materialized (
    select true as now, o.* from known.outlets(p_project, p_filters, v_to) o
    union all
    select false, o.* from known.outlets(p_project, p_filters, v_earlier.earlier_to) o where v_earlier.earlier_to is not null
  ), orders as materialized (
    -- The selling agent does not matter: the outlet counts for its owning agent of the day.
    select true as now, c.* from known.sales_cells(p_project, v_sales, v_from, v_to, '{customer,item,bought}') c where not v_reach
    union all
    select false, c.* from known.sales_cells(p_project, v_sales, v_earlier.earlier_from, v_earlier.earlier_to, '{customer,item,bought,brief}') c
    where v_least > 1 and v_earlier.earlier_to is not null
  ), buyers as materialized (
    select b.*, o.manager_id, o.agent_id, o.customer_id is not null as counts
    from (
      select true as now, n.* from known.buyers(p_project, v_sales, v_from, v_to, true, true) n where v_reach
      union all
      select false, e.* from known.buyers(p_project, v_sales, v_earlier.earlier_from, v_earlier.earlier_to, false, not v_reach) e where v_least = 1 and v_earlier.earlier_to is not null) b
    left join outlets o on o.now = b.now and o.customer_id = b.customer_id
  ), of_items as materialized (
    select o.now, o.customer_id, coalesce(o.item_id, '') as item_id, sum(o.bookings) as bookings, sum(o.skus) as skus, sum(o.cs) as cs, sum(o.pcs) as pcs,
      sum(o.pieces) as pieces, sum(o.litres) as litres, sum(o.net) as net
    from orders o where o.visits is null group by o.now, o.customer_id, coalesce(o.item_id, '')
  ), of_all as (
    select o.now, o.customer_id, sum(o.visits) as bookings, sum(o.skus) as skus, sum(o.cs) as cs, sum(o.pcs) as pcs, sum(o.pieces) as pieces, sum(o.litres) as litres, sum(o.net) as net
    from orders o group by o.now, o.customer_id
  ), bought as (
    select o.manager_id, o.agent_id, c.*
    from (
      select i.* from of_items i where i.pieces >= v_least
      union all
      -- A row without item is for all items together.
      select a.now, a.customer_id, null, a.bookings, a.skus, a.cs, a.pcs, a.pieces, a.litres, a.net from of_all a where a.pieces >= v_least) c
    join outlets o on o.now = c.now and o.customer_id = c.customer_id
    union all
    select b.manager_id, b.agent_id, b.now, b.customer_id, null, b.bookings, b.skus, b.cs, b.pcs, b.pieces, b.litres, b.net from buyers b where b.counts
  ), of_agents as (
    -- An outlet has one agent and one row per item, so that counting rows counts outlets.
    select b.manager_id, b.agent_id, b.item_id, count(*) filter (where b.now) as buyers, count(*) filter (where not b.now) as before,
      sum(b.bookings) filter (where b.now) as bookings, sum(b.skus) filter (where b.now) as skus, sum(b.cs) filter (where b.now) as cs, sum(b.pcs) filter (where b.now) as pcs,
      sum(b.pieces) filter (where b.now) as pieces, sum(b.litres) filter (where b.now) as litres, sum(b.net) filter (where b.now) as net
    from bought b group by b.manager_id, b.agent_id, b.item_id
    union all
    select b.manager_id, b.agent_id, coalesce(i.item, ''), count(*) filter (where b.now), count(*) filter (where not b.now), null, null, null, null, null, null, null
    from buyers b cross join lateral unnest(b.items) i (item) where b.counts and b.now = v_reach group by b.manager_id, b.agent_id, coalesce(i.item, '')
  ), reached as materialized (
    select concat_ws('|', case when grouping(a.agent_id) = 0 then 'a' || a.agent_id when grouping(a.manager_id) = 0 then 'm' || coalesce(a.manager_id::text, '') else 't' end,
        'i' || a.item_id) as k,
      sum(a.buyers)::bigint as buyers, sum(a.before)::bigint as before, sum(a.bookings) as bookings, sum(a.skus) as skus, sum(a.cs) as cs, sum(a.pcs) as pcs,
      sum(a.pieces) as pieces, sum(a.litres) as litres, sum(a.net) as net
    from of_agents a
    group by a.item_id, grouping sets ((a.manager_id, a.agent_id), (a.manager_id), ())
  ), whole as materialized (
    select case when grouping(o.agent_id) = 0 then 'a' || o.agent_id when grouping(o.manager_id) = 0 then 'm' || coalesce(o.manager_id::text, '') else 't' end as k,
      case when grouping(o.agent_id) = 0 then 'agent' when grouping(o.manager_id) = 0 then 'manager' else 'total' end as of, o.manager_id, o.agent_id,
      count(*) filter (where o.now) as universe, count(*) filter (where not o.now) as before
    from outlets o group by grouping sets ((o.manager_id, o.agent_id), (o.manager_id), ())
  ), things as materialized (
    select coalesce(g.item_id, '') as item_id, min(g.item) as item, min(g.product_id::text) filter (where v_products)::uuid as product_id,
      min(g.material_code) filter (where v_products) as material_code, 'i' || coalesce(g.item_id, '') as k
    from goods g group by coalesce(g.item_id, '')
    having bool_or(g.active) or coalesce(g.item_id, '') in (
      select i.item_id from of_items i
      union all
      select coalesce(i.item, '') from buyers b cross join lateral unnest(b.items) i (item) where b.now = v_reach)
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

CREATE OR REPLACE FUNCTION private.buyers(p_project uuid, p_filters jsonb, p_from date, p_to date, p_sums boolean, p_items boolean)
 RETURNS TABLE(customer_id uuid, bookings bigint, skus bigint, cs bigint, pcs bigint, pieces bigint, litres numeric, net numeric, items text[])
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
 SET work_mem TO '32MB'
AS $function$
#variable_conflict use_column
declare
  v_scope text := private.scope_of(p_project, 'bookings.read');
  -- Null: everybody's bookings.
  v_agents uuid[] := case v_scope when 'all' then null when 'own' then array[auth.uid()] when 'team' then private.my_agents() else '{}' end;
  v_kept record := private.kept_sales(p_project, coalesce(p_from, '-infinity'), coalesce(p_to, 'infinity'), '{item}', coalesce(p_filters ->> 'items', 'category1'), null);
  -- Kept months within the period, and the other days whose sums are read.
  v_months date[];
  v_rest datemultirange;
begin
  if private.scope_of(p_project, 'stock.read') is distinct from 'all' then return; end if;
  if v_kept.days is null or p_filters ->> 'basis' <> 'delivery' or p_filters ?| '{product_id,category1,category2,category3}' then
    return query
    select c.customer_id, sum(c.visits)::bigint, sum(c.skus)::bigint, sum(c.cs)::bigint, sum(c.pcs)::bigint, sum(c.pieces)::bigint, sum(c.litres), sum(c.net),
      array_agg(c.item_id) filter (where c.pieces is not null)
    from private.sales_cells(p_project, p_filters, p_from, p_to, '{customer,item,bought}'::text[] || case when not p_sums then 'brief'::text end) c
    group by c.customer_id;
    return;
  end if;

  select m.months, m.rest into v_months, v_rest from private.kept_sales_rest(p_project, v_kept.first_day, v_kept.last_day, v_kept.days, true) m;
  if not p_sums and not p_items then
    return query
    select b.customer_id, null::bigint, null::bigint, null::bigint, null::bigint, null::bigint, null::numeric, null::numeric, null::text[]
    from (
      select k.customer_id from unnest(v_rest) r
      cross join lateral (
        select * from private.sales_customer_days k where k.project_id = p_project and k.on_date >= lower(r) and k.on_date < upper(r) and k.paid > 0
          and (v_agents is null or k.agent_id = any (v_agents)) offset 0) k
      union
      select k.customer_id from private.sales_customer_months k
      where k.project_id = p_project and k.month = any (v_months) and k.paid > 0 and (v_agents is null or k.agent_id = any (v_agents))
      union
      select l.customer_id from private.sold_lines(p_project, v_kept.first_day, v_kept.last_day, v_kept.days, v_kept.apart, true, v_agents, null) l) b;
    return;
  end if;
  return query
  with spots as materialized (
    select i.item, 1::bigint << i.place as bit from private.sales_items i where i.project_id = p_project and i.kind = v_kept.kind
  ), lines as (
    select l.*, s.bit, g.item, (l.pieces * g.litres2 + g.cases) / (2 * g.cases) as millilitres
    from private.sold_lines(p_project, v_kept.first_day, v_kept.last_day, v_kept.days, v_kept.apart, true, v_agents, null) l
    join (
      select p.id, p.case_config as cases, (p.liters_per_case * 2000)::bigint as litres2,
        case v_kept.kind when 1 then p.category1 when 2 then p.category2 when 3 then p.category3 end as item
      from public.products p where p.project_id = p_project) g on g.id = l.product_id
    left join spots s on s.item is not distinct from g.item
  ), summed as materialized (
    select m.customer_id, sum(m.bookings)::bigint as bookings, sum(m.skus)::bigint as skus, sum(m.cs)::bigint as cs, sum(m.pcs)::bigint as pcs, sum(m.pieces)::bigint as pieces,
      sum(m.millilitres) * 0.001 as litres, sum(m.net) as net, bit_or(m.bits) as bits, max(m.others) as others
    from (
      select k.customer_id, k.bookings, k.skus, k.cs, k.pcs, k.pieces, k.millilitres, k.net,
        case v_kept.kind when 1 then k.items1 when 2 then k.items2 when 3 then k.items3 end as bits, null::text[] as others
      from unnest(v_rest) r
      cross join lateral (
        select * from private.sales_customer_days k where k.project_id = p_project and k.on_date >= lower(r) and k.on_date < upper(r) and k.paid > 0
          and (v_agents is null or k.agent_id = any (v_agents)) offset 0) k
      union all
      select k.customer_id, k.bookings, k.skus, k.cs, k.pcs, k.pieces, k.millilitres, k.net,
        case v_kept.kind when 1 then k.items1 when 2 then k.items2 when 3 then k.items3 end, null
      from private.sales_customer_months k
      where k.project_id = p_project and k.month = any (v_months) and k.paid > 0 and (v_agents is null or k.agent_id = any (v_agents))
      union all
      select l.customer_id, count(distinct (l.agent_id, l.booking_id)) filter (where l.sold), count(distinct (l.booking_id, l.product_id)), sum(l.pieces / l.case_config), sum(l.pieces % l.case_config), sum(l.pieces),
        sum(l.millilitres), sum(l.net), bit_or(l.bit), array_agg(distinct l.item) filter (where l.bit is null)
      from lines l group by l.customer_id) m
    group by m.customer_id
  ), sets as materialized (
    select b.bits, array(select p.item from spots p where p.bit & b.bits <> 0) as items from (select distinct s.bits from summed s) b
  )
  select s.customer_id, s.bookings, s.skus, s.cs, s.pcs, s.pieces, s.litres, s.net,
    -- A category that was never sold before has no place yet.
    x.items || s.others
  from summed s left join sets x on x.bits = s.bits;
end $function$;

CREATE OR REPLACE FUNCTION private.kept_sales_cells(p_project uuid, p_from date, p_to date, p_days date[], p_apart uuid[], p_by text[], p_kind integer, p_agents uuid[], p_customer uuid, p_costs boolean)
 RETURNS TABLE(counts boolean, agent_id uuid, customer_id uuid, on_date date, item_id text, product_id uuid, booking_id uuid, line_id uuid, case_config integer, first_on date, last_on date, lines bigint, paid bigint, skus bigint, bookings bigint, customers bigint, visits bigint, cs bigint, pcs bigint, pieces bigint, litres numeric, free bigint, gross numeric, discount numeric, net numeric, vat numeric, cost numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET work_mem TO '32MB'
 SET plan_cache_mode TO 'force_custom_plan'
 SET enable_sort TO 'off'
AS $function$
#variable_conflict use_column
declare
  by_agent boolean := p_by @> '{agent}';
  by_customer boolean := p_by @> '{customer}';
  by_day boolean := p_by @> '{day}';
  by_month boolean := p_by @> '{month}';
  v_brief boolean := p_by @> '{brief}';
  by_item boolean := p_by @> '{item}';
  v_parts boolean := by_item or by_day or by_month;
  -- Kept months within the period, and the other days whose sums are read.
  v_months date[];
  v_rest datemultirange;
begin
  select k.months, k.rest into v_months, v_rest from private.kept_sales_rest(p_project, p_from, p_to, p_days, not by_day) k;
  -- Sorting is off here: there are more rows than a general plan expects, and to sort them takes longer than to hash them.
  -- Over a short period one plan is right for all, and to make it takes longer than to run it.
  perform set_config('plan_cache_mode', case when p_to - p_from > 100 then 'force_custom_plan' else 'force_generic_plan' end, true);
  return query
  with spots as materialized (
    select i.item, 1::bigint << i.place as bit from private.sales_items i where i.project_id = p_project and i.kind = p_kind and i.place < 63
  ), live as materialized (
    select l.*, case when by_agent then l.agent_id end as of_agent, case when by_customer then l.customer_id end as of_customer,
      case when by_day then l.on_date when by_month then date_trunc('month', l.on_date::timestamp)::date end as of_date,
      case p_kind when 1 then g.category1 when 2 then g.category2 when 3 then g.category3 end as item,
      -- Litres are rounded line by line, in whole millilitres.
      (l.pieces * (g.liters_per_case * 2000)::bigint + case when l.pieces < 0 then -g.case_config else g.case_config end) / (2 * g.case_config) as millilitres
    from private.sold_lines(p_project, p_from, p_to, p_days, p_apart, false, p_agents, p_customer) l
    join public.products g on g.project_id = p_project and g.id = l.product_id
  ), kept as not materialized (
    select c.*, case when by_agent then c.agent_id end as of_agent, case when by_customer then c.customer_id end as of_customer,
      case when by_day then c.on_date when by_month then date_trunc('month', c.on_date::timestamp)::date end as of_date
    from (
      select c.on_date, case when c.paid > 0 then c.on_date end as first_on, case when c.paid > 0 then c.on_date end as last_on, c.agent_id, c.customer_id,
        c.lines, c.paid, c.bookings, c.cs, c.pcs, c.pieces, c.millilitres, c.free, c.discount, c.net, c.vat, c.cost, case p_kind when 1 then c.items1 when 2 then c.items2 when 3 then c.items3 end as items
      from unnest(v_rest) r
      cross join lateral (
        select c.on_date, c.agent_id, c.customer_id, c.lines, c.paid, c.bookings, c.cs, c.pcs, c.pieces, c.millilitres, c.free, c.discount, c.net, c.vat, c.cost, c.items1, c.items2, c.items3
        from private.sales_customer_days c
        where c.project_id = p_project and c.on_date >= lower(r) and c.on_date < upper(r) and (p_agents is null or c.agent_id = any (p_agents)) and (p_customer is null or c.customer_id = p_customer) offset 0) c
      union all
      select c.month, c.first_on, c.last_on, c.agent_id, c.customer_id,
        c.lines, c.paid, c.bookings, c.cs, c.pcs, c.pieces, c.millilitres, c.free, c.discount, c.net, c.vat, c.cost, case p_kind when 1 then c.items1 when 2 then c.items2 when 3 then c.items3 end
      from private.sales_customer_months c where c.project_id = p_project and c.month = any (v_months) and (p_agents is null or c.agent_id = any (p_agents)) and (p_customer is null or c.customer_id = p_customer)) c
  ), people as materialized (
    select k.agent_id, k.customer_id, case when v_parts then k.of_date end as of_date, sum(k.bookings)::bigint as bookings, bit_or(k.items) as items
    from kept k where not v_brief group by 1, 2, 3
  ), summed as (
    select l.of_agent, l.of_customer, l.of_date, case when by_item then l.item end as of_item, min(l.on_date) filter (where l.sold) as first_on, max(l.on_date) filter (where l.sold) as last_on,
      count(*) as lines, count(*) filter (where l.pieces <> 0 or l.free = 0) as paid,
      case when v_parts then count(distinct l.booking_id) filter (where l.sold) end as bookings,
      sum(l.pieces / l.case_config) as cs, sum(l.pieces % l.case_config) as pcs, sum(l.pieces) as pieces, sum(l.millilitres) as millilitres, sum(l.free) as free,
      sum(l.net) + sum(l.discount) - sum(l.lowered) as gross, sum(l.discount) as discount, sum(l.net) as net, sum(l.vat) as vat, sum(l.cost) as cost
    from live l group by 1, 2, 3, 4
    union all
    select case when by_agent then d.agent_id end, null::uuid, case when by_day then d.on_date when by_month then date_trunc('month', d.on_date::timestamp)::date end, d.item,
      min(d.on_date) filter (where d.paid > 0), max(d.on_date) filter (where d.paid > 0), sum(d.lines)::bigint, sum(d.paid)::bigint, sum(d.bookings)::bigint,
      sum(d.cs)::bigint, sum(d.pcs)::bigint, sum(d.pieces)::bigint, sum(d.millilitres), sum(d.free)::bigint, sum(d.net) + sum(d.discount), sum(d.discount), sum(d.net), sum(d.vat), sum(d.cost)
    from unnest(v_rest) r
    cross join lateral (
      select d.on_date, d.agent_id, d.item, d.lines, d.paid, d.bookings, d.cs, d.pcs, d.pieces, d.millilitres, d.free, d.discount, d.net, d.vat, d.cost
      from private.sales_item_days d
      where d.project_id = p_project and d.kind = p_kind and d.on_date >= lower(r) and d.on_date < upper(r) and (p_agents is null or d.agent_id = any (p_agents)) offset 0) d
    where by_item group by 1, 2, 3, 4
    union all
    select case when by_agent then d.agent_id end, null::uuid, case when by_month then d.month end, d.item, min(d.first_on), max(d.last_on), sum(d.lines)::bigint, sum(d.paid)::bigint, sum(d.bookings)::bigint,
      sum(d.cs)::bigint, sum(d.pcs)::bigint, sum(d.pieces)::bigint, sum(d.millilitres), sum(d.free)::bigint, sum(d.net) + sum(d.discount), sum(d.discount), sum(d.net), sum(d.vat), sum(d.cost)
    from private.sales_item_months d
    where by_item and d.project_id = p_project and d.kind = p_kind and d.month = any (v_months) and (p_agents is null or d.agent_id = any (p_agents))
    group by 1, 2, 3, 4
    union all
    select k.of_agent, k.of_customer, k.of_date, null::text, min(k.first_on), max(k.last_on),
      sum(k.lines)::bigint, sum(k.paid)::bigint, case when v_parts then sum(k.bookings) end::bigint,
      sum(k.cs)::bigint, sum(k.pcs)::bigint, sum(k.pieces)::bigint, sum(k.millilitres), sum(k.free)::bigint, sum(k.net) + sum(k.discount), sum(k.discount), sum(k.net), sum(k.vat), sum(k.cost)
    from kept k where not by_item group by 1, 2, 3, 4
  ), met as materialized (
    -- Who bought which categories
    select m.of_agent, m.customer_id, m.of_date, bit_or(m.items) as items
    from (
      select case when by_agent then p.agent_id end as of_agent, p.customer_id, p.of_date, p.items from people p where p.bookings > 0
      union all
      select l.of_agent, l.customer_id, l.of_date, s.bit from live l left join spots s on s.item is not distinct from l.item where l.sold) m
    where v_parts and not v_brief group by 1, 2, 3
  )
  select true, s.of_agent, s.of_customer, s.of_date, s.of_item, null::uuid, null::uuid, null::uuid, null::int, min(s.first_on), max(s.last_on),
    sum(s.lines)::bigint, sum(s.paid)::bigint, null::bigint, sum(s.bookings)::bigint, null::bigint, null::bigint,
    case when not v_brief then sum(s.cs)::bigint end, case when not v_brief then sum(s.pcs)::bigint end, sum(s.pieces)::bigint,
    case when not v_brief then sum(s.millilitres) * 0.001 end, case when not v_brief then sum(s.free)::bigint end,
    case when not v_brief then sum(s.gross) end, case when not v_brief then sum(s.discount) end, sum(s.net), case when not v_brief then sum(s.vat) end,
    case when p_costs and not v_brief then sum(s.cost) end
  from summed s group by 1, 2, 3, 4, 5
  union all
  select true, m.of_agent, case when by_customer then m.customer_id end, m.of_date, m.item, null, null, null, null, null, null, null, null, null, null, count(*), null,
    null, null, null, null, null, null, null, null, null, null
  from (
    select m.of_agent, m.customer_id, m.of_date, s.item from met m join spots s on s.bit & m.items <> 0 where by_item
    union all
    select m.of_agent, m.customer_id, m.of_date, null from met m where not by_item
    union all
    -- A category that was never sold before has no place yet.
    select distinct l.of_agent, l.customer_id, l.of_date, l.item from live l
    where by_item and l.sold and not v_brief and not exists (select from spots s where s.item is not distinct from l.item)) m
  group by 1, 2, 3, 4, 5
  union all
  select true, v.agent_id, v.customer_id, null, null, null, null, null, null, null, null, null, null, null, null, null, sum(v.bookings)::bigint,
    null, null, null, null, null, null, null, null, null, null
  from (
    select p.agent_id, p.customer_id, p.bookings from people p
    union all
    select l.agent_id, l.customer_id, count(distinct l.booking_id) from live l where l.sold group by 1, 2) v
  where not v_brief group by 1, 2, 3 having sum(v.bookings) > 0;
end $function$;

CREATE OR REPLACE FUNCTION private.kept_sales_rest(p_project uuid, p_from date, p_to date, p_days date[], p_months boolean, OUT months date[], OUT rest datemultirange)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  rest := case when p_from <= p_to then datemultirange(daterange(p_from, p_to, '[]')) - coalesce((select range_agg(daterange(d, d, '[]')) from unnest(p_days) d), '{}') else '{}' end;
  if not p_months then return; end if;
  select array_agg(m.month), rest - coalesce(range_agg(daterange(m.month, m.last_day, '[]')), '{}') into months, rest
  from private.kept_sales_months m
  where m.project_id = p_project and m.month >= p_from and m.last_day <= p_to
    -- Every day of the month is exact.
    and rest @> daterange(m.month, m.last_day, '[]');
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
  -- Agents and managers need the sums of all items together, and which items were bought; the period before needs of each outlet only the latter.
  v_reach boolean := v_shown in ('agent', 'manager') and v_least = 1;
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

  -- With few rows one plan is right for all, and to make it takes longer than to run it.
  if v_reach and not v_products then perform set_config('plan_cache_mode', 'force_generic_plan', true); end if;
  return query
  with goods as materialized (
    select g.* from private.report_products(p_project, p_filters) g
  ), outlets as materialized (
    select true as now, o.* from private.outlets(p_project, p_filters, v_to) o
    union all
    select false, o.* from private.outlets(p_project, p_filters, v_earlier.earlier_to) o where v_earlier.earlier_to is not null
  ), orders as materialized (
    -- The selling agent does not matter: the outlet counts for its owning agent of the day.
    select true as now, c.* from private.sales_cells(p_project, v_sales, v_from, v_to, '{customer,item,bought}') c where not v_reach
    union all
    select false, c.* from private.sales_cells(p_project, v_sales, v_earlier.earlier_from, v_earlier.earlier_to, '{customer,item,bought,brief}') c
    where v_least > 1 and v_earlier.earlier_to is not null
  ), buyers as materialized (
    select b.*, o.manager_id, o.agent_id, o.customer_id is not null as counts
    from (
      select true as now, n.* from private.buyers(p_project, v_sales, v_from, v_to, true, true) n where v_reach
      union all
      select false, e.* from private.buyers(p_project, v_sales, v_earlier.earlier_from, v_earlier.earlier_to, false, not v_reach) e where v_least = 1 and v_earlier.earlier_to is not null) b
    left join outlets o on o.now = b.now and o.customer_id = b.customer_id
  ), of_items as materialized (
    select o.now, o.customer_id, coalesce(o.item_id, '') as item_id, sum(o.bookings) as bookings, sum(o.skus) as skus, sum(o.cs) as cs, sum(o.pcs) as pcs,
      sum(o.pieces) as pieces, sum(o.litres) as litres, sum(o.net) as net
    from orders o where o.visits is null group by o.now, o.customer_id, coalesce(o.item_id, '')
  ), of_all as (
    select o.now, o.customer_id, sum(o.visits) as bookings, sum(o.skus) as skus, sum(o.cs) as cs, sum(o.pcs) as pcs, sum(o.pieces) as pieces, sum(o.litres) as litres, sum(o.net) as net
    from orders o group by o.now, o.customer_id
  ), bought as (
    select o.manager_id, o.agent_id, c.*
    from (
      select i.* from of_items i where i.pieces >= v_least
      union all
      -- A row without item is for all items together.
      select a.now, a.customer_id, null, a.bookings, a.skus, a.cs, a.pcs, a.pieces, a.litres, a.net from of_all a where a.pieces >= v_least) c
    join outlets o on o.now = c.now and o.customer_id = c.customer_id
    union all
    select b.manager_id, b.agent_id, b.now, b.customer_id, null, b.bookings, b.skus, b.cs, b.pcs, b.pieces, b.litres, b.net from buyers b where b.counts
  ), of_agents as (
    -- An outlet has one agent and one row per item, so that counting rows counts outlets.
    select b.manager_id, b.agent_id, b.item_id, count(*) filter (where b.now) as buyers, count(*) filter (where not b.now) as before,
      sum(b.bookings) filter (where b.now) as bookings, sum(b.skus) filter (where b.now) as skus, sum(b.cs) filter (where b.now) as cs, sum(b.pcs) filter (where b.now) as pcs,
      sum(b.pieces) filter (where b.now) as pieces, sum(b.litres) filter (where b.now) as litres, sum(b.net) filter (where b.now) as net
    from bought b group by b.manager_id, b.agent_id, b.item_id
    union all
    select b.manager_id, b.agent_id, coalesce(i.item, ''), count(*) filter (where b.now), count(*) filter (where not b.now), null, null, null, null, null, null, null
    from buyers b cross join lateral unnest(b.items) i (item) where b.counts and b.now = v_reach group by b.manager_id, b.agent_id, coalesce(i.item, '')
  ), reached as materialized (
    select concat_ws('|', case when grouping(a.agent_id) = 0 then 'a' || a.agent_id when grouping(a.manager_id) = 0 then 'm' || coalesce(a.manager_id::text, '') else 't' end,
        'i' || a.item_id) as k,
      sum(a.buyers)::bigint as buyers, sum(a.before)::bigint as before, sum(a.bookings) as bookings, sum(a.skus) as skus, sum(a.cs) as cs, sum(a.pcs) as pcs,
      sum(a.pieces) as pieces, sum(a.litres) as litres, sum(a.net) as net
    from of_agents a
    group by a.item_id, grouping sets ((a.manager_id, a.agent_id), (a.manager_id), ())
  ), whole as materialized (
    select case when grouping(o.agent_id) = 0 then 'a' || o.agent_id when grouping(o.manager_id) = 0 then 'm' || coalesce(o.manager_id::text, '') else 't' end as k,
      case when grouping(o.agent_id) = 0 then 'agent' when grouping(o.manager_id) = 0 then 'manager' else 'total' end as of, o.manager_id, o.agent_id,
      count(*) filter (where o.now) as universe, count(*) filter (where not o.now) as before
    from outlets o group by grouping sets ((o.manager_id, o.agent_id), (o.manager_id), ())
  ), things as materialized (
    select coalesce(g.item_id, '') as item_id, min(g.item) as item, min(g.product_id::text) filter (where v_products)::uuid as product_id,
      min(g.material_code) filter (where v_products) as material_code, 'i' || coalesce(g.item_id, '') as k
    from goods g group by coalesce(g.item_id, '')
    having bool_or(g.active) or coalesce(g.item_id, '') in (
      select i.item_id from of_items i
      union all
      select coalesce(i.item, '') from buyers b cross join lateral unnest(b.items) i (item) where b.now = v_reach)
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

COMMENT ON FUNCTION "known"."buyers"(uuid, jsonb, date, date, boolean, boolean) IS 'private.buyers on the tables as of private.known_at.';

COMMENT ON FUNCTION "private"."buyers"(uuid, jsonb, date, date, boolean, boolean) IS 'Returns the customers who bought something in a period, with private.sales_cells of what they bought, all items together, and the items (p_filters.items, null = none) of which they bought: from the sums of kept months and days where they answer. p_sums, p_items: without them sums and items may be null. Of the bookings that the caller may read, and nothing without stock.read. p_filters: see report_penetration_report, without agents and customers. Errors: 22023.';

COMMENT ON FUNCTION "private"."kept_sales_rest"(uuid, date, date, date[], boolean) IS 'Returns which kept sums answer what private.kept_sales says of a period: the months, by their first days (with p_months), and the other days. p_days: the days that are read from the ledger.';

REVOKE ALL ON FUNCTION "known"."buyers"(uuid, jsonb, date, date, boolean, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "known"."buyers"(uuid, jsonb, date, date, boolean, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."buyers"(uuid, jsonb, date, date, boolean, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."buyers"(uuid, jsonb, date, date, boolean, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."kept_sales_rest"(uuid, date, date, date[], boolean) FROM PUBLIC;

-- Report of penetration: share of an agent's outlets that buy, and non-buyers; one function for screen, Excel, print and portals.

create index agent_customer_transfers_effective_idx on public.agent_customer_transfers (project_id, effective_on);
-- The index covers few of the events, as nearly all others are credit overrides of bookings.
create index customer_finance_events_decided_idx on public.customer_finance_events (project_id, created_at)
  where type in ('approved', 'rejected', 'deactivated', 'reactivated');

create or replace function private.outlets(p_project uuid, p_filters jsonb, p_on date)
returns table (customer_id uuid, agent_id uuid, manager_id uuid)
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = force_custom_plan as $$
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
end $$;
comment on function private.outlets is
  'Returns the universe of penetration on a day: customers approved then, each with the owning agent of that day and that agent''s manager of today. p_filters: {agent_id, manager_id, universe: approved (default) | active (only customers with a booking in the last active_days, 90 when empty, by basis)}. Runs with the caller''s rights. Errors: 22023.';

create or replace function private.non_buyers(p_project uuid, p_filters jsonb, p_from date, p_to date)
returns table (customer_id uuid, agent_id uuid, manager_id uuid, last_bought date, last_order date)
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  v_delivery boolean := coalesce(p_filters ->> 'basis', 'delivery') = 'delivery';
  v_least int := greatest(coalesce(private.read_int(p_filters, 'min_pieces'), 1), 1);
  v_goods uuid[] := array(select g.product_id from private.report_products(p_project, p_filters) g);
  v_few boolean := p_filters ?| '{product_id,category1,category2,category3}' and cardinality(v_goods) <= 10;
begin
  return query
  with bought as (
    select c.customer_id
    from private.sales_cells(p_project, private.fields_of(p_filters) - '{agent_id,manager_id,customer_id,cancelled}'::text[], p_from, p_to, '{customer,brief}') c where c.pieces >= v_least
  ), missed as materialized (
    select o.* from private.outlets(p_project, p_filters, p_to) o where o.customer_id not in (select b.customer_id from bought b)
  ), items as materialized (
    -- The lines of few products are fewer than what all these customers bought.
    select d.customer_id, max(d.on_date) as on_date
    from (
      select e.customer_id, e.on_date
      from public.booking_lines l join public.sales_entries e on e.project_id = p_project and e.line_id = l.id
      where v_delivery and l.project_id = p_project and l.product_id = any (v_goods) and e.kind = 'delivery' and not e.free and e.on_date <= p_to
        and (
          select sum(x.pieces) > 0 and sum(x.pieces) filter (where x.kind = 'delivery' and x.on_date = e.on_date) > 0
          from public.sales_entries x where x.project_id = p_project and x.line_id = e.line_id and x.on_date <= p_to)
      union all
      select b.customer_id, b.date_added
      from public.booking_lines l join public.bookings b on b.project_id = p_project and b.id = l.booking_id
      where not v_delivery and l.project_id = p_project and l.product_id = any (v_goods) and b.approval_status <> 'cancelled' and b.date_added <= p_to
        and l.free_of is null and l.quantity - l.quantity_released > (
          select coalesce(sum(k.quantity), 0) from public.booking_credits k where k.project_id = p_project and k.line_id = l.id and k.kind = 'returned')) d
    where v_few group by d.customer_id
  )
  select m.customer_id, m.agent_id, m.manager_id,
    -- Else what a customer bought is read from the newest on, until one of the products comes.
    case when v_few then (
      select i.on_date from items i where i.customer_id = m.customer_id)
    when v_delivery then (
      select e.on_date from public.sales_entries e
      where e.project_id = p_project and e.customer_id = m.customer_id and e.kind = 'delivery' and e.on_date <= p_to and not e.free and e.product_id = any (v_goods)
        and (
          select sum(x.pieces) > 0 and sum(x.pieces) filter (where x.kind = 'delivery' and x.on_date = e.on_date) > 0
          from public.sales_entries x where x.project_id = p_project and x.line_id = e.line_id and x.on_date <= p_to)
      order by e.on_date desc limit 1)
    else (
      select b.date_added
      from public.bookings b join public.booking_lines l on l.project_id = p_project and l.booking_id = b.id and l.product_id = any (v_goods)
      where b.project_id = p_project and b.customer_id = m.customer_id and b.approval_status <> 'cancelled' and b.date_added <= p_to
        and l.free_of is null and l.quantity - l.quantity_released > (
          select coalesce(sum(k.quantity), 0) from public.booking_credits k where k.project_id = p_project and k.line_id = l.id and k.kind = 'returned')
      order by b.date_added desc limit 1) end,
    case when v_delivery then (
      select e.on_date from public.sales_entries e
      where e.project_id = p_project and e.customer_id = m.customer_id and e.kind = 'delivery' and e.on_date <= p_to
      group by e.on_date having sum(e.pieces) > 0 order by e.on_date desc limit 1)
    else (
      select max(b.date_added) from public.bookings b
      where b.project_id = p_project and b.customer_id = m.customer_id and b.approval_status <> 'cancelled' and not b.is_opening and b.date_added <= p_to) end
  from missed m;
end $$;
comment on function private.non_buyers is
  'Returns outlets that did not buy the products of p_filters (see report_penetration_report) in a period, with the day of their last purchase of them and of their last booking, up to its end. Runs with the caller''s rights. Errors: 22023.';

create or replace function private.buyers(p_project uuid, p_filters jsonb, p_from date, p_to date, p_sums boolean, p_items boolean)
returns table (customer_id uuid, bookings bigint, skus bigint, cs bigint, pcs bigint, pieces bigint, litres numeric, net numeric, items text[])
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan set work_mem = '32MB' as $$
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
end $$;
comment on function private.buyers is
  'Returns the customers who bought something in a period, with private.sales_cells of what they bought, all items together, and the items (p_filters.items, null = none) of which they bought: from the sums of kept months and days where they answer. p_sums, p_items: without them sums and items may be null. Of the bookings that the caller may read, and nothing without stock.read. p_filters: see report_penetration_report, without agents and customers. Errors: 22023.';

create or replace function public.report_penetration_report(p_project uuid, p_filters jsonb default '{}')
returns table (
  level text, row_key text, manager_id uuid, manager_name text, agent_id uuid, agent_name text, item text, product_id uuid, material_code text,
  customer_id uuid, customer_name text, store_name text, area text, contact text, last_bought date, last_order date, credit_line numeric, credit_left numeric,
  available bigint, universe bigint, buyers bigint, gap bigint, percent numeric, previous_percent numeric, change numeric,
  cs bigint, pcs bigint, pieces bigint, litres numeric, net numeric, bookings bigint, lines_per_order numeric, drop_size numeric,
  cells jsonb, heads jsonb, managers bigint, agents bigint, items bigint, agent_items bigint)
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = force_custom_plan set work_mem = '32MB' as $$
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
end $$;
comment on function public.report_penetration_report is
  'Report of penetration: number and share of outlets that buy. p_filters: {from (default: the first of the month of to), to (default today), basis: delivery (default) | added, against: previous (default) | year | none, agent_id (owning agent at the end of the period), manager_id (of that agent today), items: category1 (default) | category2 | category3 | product, product_id, category1, category2, category3, universe, active_days (see private.outlets), min_pieces (bought at least, net of what was taken back; 1), level: agent | item | grouped (agent and item, after those of an agent the agent: level subtotal) | manager | not_buying | total, for (of total: the level whose heads it has), sort: name | percent | gap | net (highest first) | last (not_buying: bought longest ago first) | credit (not_buying: most credit left first), not of grouped, limit, after or before (row_key; before answers backwards), with_total (true: the row of level total comes too, not of not_buying)}. universe = approved outlets, buyers = distinct ones of them that bought what the row is about, whoever sold it; percent = buyers / universe, gap = universe - buyers; previous_percent of the period before with its own universe, change in points. net, bookings, pieces, cs, pcs, litres: of these buyers (see report_sales); lines_per_order = distinct products of a booking on average, drop_size = net of a booking. cells: {key: percent} by the heads [{key, label}] of the total, the 60 that reach most: items for agent and manager, agents for item. Total: distinct outlets. not_buying: the outlets of the gap with the day they last bought these products and last ordered anything, credit left (null = no limit), available = pieces of the chosen products free to sell. Errors: 42501, 22023.';

grant execute on function private.outlets(uuid, jsonb, date), private.non_buyers(uuid, jsonb, date, date), private.buyers(uuid, jsonb, date, date, boolean, boolean), public.report_penetration_report(uuid, jsonb) to authenticated;

-- Report of sales by agent, product and customer: one function for screen, Excel, print, portals and dashboard.
-- See docs/domain.md, Dates that reports use.

create or replace function private.comparison_period(p_from date, p_to date, p_against text, out earlier_from date, out earlier_to date)
language plpgsql immutable set search_path = '' as $$
declare
  v_months int := (extract(year from p_to) - extract(year from p_from)) * 12 + extract(month from p_to) - extract(month from p_from) + 1;
  v_ends boolean := extract(day from p_to + 1) = 1;
begin
  if p_against is not null and p_against not in ('previous', 'year', 'none') then perform private.invalid('against', 'Choose what to compare with.'); end if;
  if p_from is null or p_to is null or p_from > p_to or p_against = 'none' then return; end if;
  if p_against = 'year' and p_to >= p_from + interval '1 year' then return; end if;
  if p_against = 'year' then
    earlier_from := p_from - interval '1 year';
    -- The last day of February is compared with the last day of February.
    earlier_to := case when v_ends then (p_to + 1 - interval '1 year')::date - 1 else p_to - interval '1 year' end;
  elsif extract(day from p_from) = 1 then
    earlier_from := p_from - make_interval(months => v_months);
    earlier_to := case when v_ends then p_from - 1 else least(p_from - 1, (p_to - make_interval(months => v_months))::date) end;
  else
    earlier_from := p_from - (p_to - p_from + 1);
    earlier_to := p_from - 1;
  end if;
end $$;
comment on function private.comparison_period is
  'Returns the period with which a period is compared: previous (or null) = the same days of as many months before when it begins on the first of a month (1 to 21 November: 1 to 21 October; a whole quarter: the quarter before), else as many days before it; year = the same days a year before; none, a period without a beginning or an end, or one of more than a year against the year before: nulls. Errors: 22023.';

create or replace function private.report_products(p_project uuid, p_filters jsonb)
returns table (product_id uuid, item_id text, item text, material_code text, description text, case_config int, liters_per_case numeric, active boolean)
language plpgsql stable security invoker rows 100 set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  v_items text := coalesce(p_filters ->> 'items', 'category1');
  v_product uuid := private.read_uuid(p_filters, 'product_id');
begin
  if v_items not in ('category1', 'category2', 'category3', 'product') then perform private.invalid('items', 'Choose categories or products.'); end if;
  return query
  select p.id, (case v_items when 'product' then p.id::text else c.name end) collate "C", case v_items when 'product' then p.description else c.name end,
    p.material_code, p.description, p.case_config, p.liters_per_case, p.status = 'active'
  from public.products p
  cross join lateral (select case v_items when 'category1' then p.category1 when 'category2' then p.category2 when 'category3' then p.category3 end as name) c
  where p.project_id = p_project and (v_product is null or p.id = v_product)
    and private.in_category(p.category1, p_filters ->> 'category1')
    and private.in_category(p.category2, p_filters ->> 'category2')
    and private.in_category(p.category3, p_filters ->> 'category3');
end $$;
comment on function private.report_products is
  'Returns the products that match the filters of a report, each with its item: itself or its category, by p_filters.items (null = without a category). p_filters: {items: category1 (default) | category2 | category3 | product, product_id, category1, category2, category3 ((none) = without one)}. Runs with the caller''s rights. Errors: 22023.';

create or replace function private.sold_lines(p_project uuid, p_filters jsonb)
returns table (now boolean, counts boolean, booking_id uuid, line_id uuid, on_date date, customer_id uuid, agent_id uuid, product_id uuid, case_config int,
  sold boolean, pieces int, free int, gross numeric, discount numeric, net numeric, vat numeric, cost numeric)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan set work_mem = '64MB' as $$
#variable_conflict use_column
declare
  ask record := private.report_filters(p_filters);
  v_basis text := coalesce(p_filters ->> 'basis', 'delivery');
  v_scope text := private.scope_of(p_project, 'bookings.read');
  v_costs boolean := private.scope_of(p_project, 'costs.read') is not null;
  -- Null: everybody''s bookings.
  v_agents uuid[];
  v_earlier record;
begin
  if v_basis not in ('delivery', 'added') then perform private.invalid('basis', 'Choose a date.'); end if;
  v_earlier := private.comparison_period(ask.first_day, ask.last_day, p_filters ->> 'against');
  if ask.manager_id is not null then
    v_agents := array(select m.user_id from public.memberships m where m.project_id = p_project and m.manager_id = ask.manager_id);
  end if;
  if v_scope is distinct from 'all' then
    v_agents := array(
      select x from unnest(case v_scope when 'own' then array[auth.uid()] when 'team' then private.my_agents() else '{}' end) x
      where v_agents is null or x = any (v_agents));
  end if;

  if v_basis = 'delivery' then
    return query
    with several as materialized (
      select distinct x.line_id, x.on_date from public.sales_entries x where x.project_id = p_project and x.further
    ), found as not materialized (
      select r.now, e.*, s.line_id is not null as is_several
      from (values (true, coalesce(ask.first_day, '-infinity'), coalesce(ask.last_day, 'infinity')), (false, v_earlier.earlier_from, v_earlier.earlier_to)) r (now, first_day, last_day)
      join public.sales_entries e on e.project_id = p_project and e.on_date between r.first_day and r.last_day
      left join several s on s.line_id = e.line_id and s.on_date = e.on_date
      where (ask.customer_id is null or e.customer_id = ask.customer_id) and (ask.agent_id is null or e.agent_id = ask.agent_id) and (v_agents is null or e.agent_id = any (v_agents))
    )
    select f.now, true, f.booking_id, f.line_id, f.on_date, f.customer_id, f.agent_id, f.product_id, f.case_config,
      f.kind = 'delivery' and not f.free, case when f.free then 0 else f.pieces end, case when f.free then f.pieces else 0 end,
      case when f.kind in ('delivery', 'undercharge') then f.amount + f.discount else 0.00 end, f.discount, f.amount, f.vat_amount, case when v_costs then f.cost end
    from found f where not f.is_several
    union all
    select f.now, true, f.booking_id, f.line_id, f.on_date, f.customer_id, f.agent_id, f.product_id, f.case_config,
      coalesce(sum(f.pieces) filter (where f.kind = 'delivery' and not f.free), 0) > 0, coalesce(sum(f.pieces) filter (where not f.free), 0)::int,
      coalesce(sum(f.pieces) filter (where f.free), 0)::int,
      coalesce(sum(f.amount + f.discount) filter (where f.kind in ('delivery', 'undercharge')), 0.00), sum(f.discount), sum(f.amount), sum(f.vat_amount), case when v_costs then sum(f.cost) end
    from found f where f.is_several
    group by f.now, f.on_date, f.booking_id, f.line_id, f.customer_id, f.agent_id, f.product_id, f.case_config
    -- A corrected date leaves an entry and its opposite on the old day.
    having sum(f.pieces) <> 0 or sum(f.amount) <> 0 or sum(f.pieces) filter (where f.kind = 'delivery') <> 0;
  else
    return query
    select d.now, b.approval_status <> 'cancelled', b.id, l.id, b.date_added, b.customer_id, b.agent_id, l.product_id, l.case_config, l.free_of is null,
      case when l.free_of is null then x.left_pieces else 0 end, case when l.free_of is null then 0 else x.left_pieces end,
      x.gross, x.gross - private.with_vat(private.net_amount(l.agent_srp, l.agent_srp_pieces, l.quantity, l.discount_percent, l.discount_amount, l.quantity - l.quantity_released), l.vat_on_top),
      private.with_vat(private.net_amount(l.agent_srp, l.agent_srp_pieces, l.quantity, l.discount_percent, l.discount_amount, x.left_pieces), l.vat_on_top), null::numeric, null::numeric
    from (values (true, coalesce(ask.first_day, '-infinity'), coalesce(ask.last_day, 'infinity')), (false, v_earlier.earlier_from, v_earlier.earlier_to)) d (now, first_day, last_day)
    join public.bookings b on b.project_id = p_project and b.date_added between d.first_day and d.last_day
    join public.booking_lines l on l.project_id = p_project and l.booking_id = b.id
    left join (
      select k.line_id, sum(k.quantity)::int as pieces from public.booking_credits k
      where k.project_id = p_project and k.kind = 'returned' group by k.line_id) k on k.line_id = l.id
    cross join lateral (select l.quantity - l.quantity_released - coalesce(k.pieces, 0) as left_pieces,
      private.with_vat(private.line_amount(l.agent_srp, l.agent_srp_pieces, l.quantity - l.quantity_released), l.vat_on_top) as gross) x
    where (ask.cancelled or b.approval_status <> 'cancelled') and (ask.customer_id is null or b.customer_id = ask.customer_id)
      and (ask.agent_id is null or b.agent_id = ask.agent_id) and (v_agents is null or b.agent_id = any (v_agents));
  end if;
end $$;
comment on function private.sold_lines is
  'Returns the lines of the period of p_filters (now) and of the one it is compared with. basis delivery: the sales ledger, one row for each line and day: gross is what was delivered on the day at AgentSRP, and charged later for a price that was too low, discount what was taken off in the lines, net that less discount and what came back or was allowed on that day; sold: something was delivered that was not free; free: pieces of free goods, which pieces does not count. basis added (orders taken): one row for each line of the bookings added in the period, less what was released; net of what came back since. vat: in net; cost without costs.read, and both of orders: null. p_filters: see report_sales. Only bookings that the caller may read. Errors: 22023.';

create or replace function private.order_days(p_project uuid, p_delivery boolean, p_customer uuid, p_to date)
returns table (customer_id uuid, first_on date, last_on date)
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = force_custom_plan as $$
begin
  if p_delivery then
    return query
    select d.customer_id, min(d.on_date), max(d.on_date)
    from (
      select e.customer_id, e.on_date from public.sales_entries e
      where e.project_id = p_project and e.kind = 'delivery' and e.on_date <= p_to and (p_customer is null or e.customer_id = p_customer)
      group by e.customer_id, e.on_date having sum(e.pieces) > 0) d
    group by d.customer_id;
  else
    return query
    select b.customer_id, min(b.date_added), max(b.date_added) from public.bookings b
    where b.project_id = p_project and b.approval_status <> 'cancelled' and not b.is_opening and b.date_added <= p_to
      and (p_customer is null or b.customer_id = p_customer)
    group by b.customer_id;
  end if;
end $$;
comment on function private.order_days is
  'Returns the first and the last day, up to p_to, on which each customer was delivered (p_delivery) or ordered; p_customer null: all. Runs with the caller''s rights.';

create or replace function private.bought_pieces(p_line public.booking_lines, p_booking public.bookings, p_delivery boolean, p_to date) returns bigint
language sql stable security invoker set search_path = '' as $$
  select case
    when p_line.free_of is not null then 0
    when p_delivery then (
      select coalesce(sum(e.pieces), 0) from public.sales_entries e
      where e.project_id = p_line.project_id and e.line_id = p_line.id and e.on_date <= p_to)
    when p_booking.date_added <= p_to then p_line.quantity - p_line.quantity_released - (
      select coalesce(sum(k.quantity), 0) from public.booking_credits k
      where k.project_id = p_line.project_id and k.line_id = p_line.id and k.kind = 'returned')
    else 0 end
$$;
comment on function private.bought_pieces is
  'Returns the pieces of a booking line that a customer bought up to a day, less what came back and none of free goods: delivered ones (p_delivery), or ordered ones. Runs with the caller''s rights.';

create or replace function private.sales_cells(p_project uuid, p_filters jsonb, p_by text[])
returns table (now boolean, counts boolean, booking_id uuid, customer_id uuid, agent_id uuid, on_date date, item_id text, product_id uuid, line_id uuid,
  case_config int, first_on date, last_on date, lines bigint, skus bigint, bookings bigint, firsts bigint,
  cs bigint, pcs bigint, pieces bigint, litres numeric, free bigint, gross numeric, discount numeric, net numeric, vat numeric, cost numeric)
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = force_custom_plan set work_mem = '64MB' as $$
#variable_conflict use_column
declare
  v_customers boolean := array_position(p_by, 'customer') is not null;
  v_of_agents boolean := array_position(p_by, 'agent') is not null;
  v_days boolean := array_position(p_by, 'day') is not null;
  v_months boolean := array_position(p_by, 'month') is not null;
  v_items boolean := array_position(p_by, 'item') is not null;
  v_skus boolean := array_position(p_by, 'skus') is not null;
  v_products boolean := array_position(p_by, 'product') is not null;
  v_lines boolean := array_position(p_by, 'line') is not null;
begin
  return query
  with goods as materialized (
    select g.* from private.report_products(p_project, p_filters) g
  ), found as (
    select s.* from private.sold_lines(p_project, case when v_lines then p_filters || '{"against": "none"}' else p_filters end) s where not v_skus
    union all
    -- What was bought in the end: lines that came back whole are left out.
    select s.now, s.counts, s.booking_id, s.line_id, max(s.on_date), s.customer_id, s.agent_id, s.product_id, s.case_config, bool_or(s.sold), sum(s.pieces)::int,
      sum(s.free)::int, sum(s.gross), sum(s.discount), sum(s.net), sum(s.vat), sum(s.cost)
    from private.sold_lines(p_project, p_filters) s where v_skus
    group by s.now, s.counts, s.booking_id, s.line_id, s.customer_id, s.agent_id, s.product_id, s.case_config having sum(s.pieces) > 0
  ), parts as (
    -- One row for each booking, or for each item, product, day or line of it
    select f.now, f.counts, f.booking_id, f.customer_id, f.agent_id, k.on_date, k.item_id, k.product_id, k.line_id, bool_or(f.sold) as sold,
      min(f.case_config) as case_config, min(f.on_date) filter (where f.sold) as first_on, max(f.on_date) filter (where f.sold) as last_on,
      count(*) as lines, case when v_skus then count(distinct f.product_id) end as skus,
      sum(f.pieces / f.case_config) as cs, sum(f.pieces % f.case_config) as pcs, sum(f.pieces) as pieces,
      sum(round(f.pieces * g.liters_per_case / g.case_config, 3)) as litres, sum(f.free) as free,
      sum(f.gross) as gross, sum(f.discount) as discount, sum(f.net) as net, sum(f.vat) as vat, sum(f.cost) as cost
    from found f
    join goods g on g.product_id = f.product_id
    cross join lateral (select case when v_days then f.on_date when v_months then date_trunc('month', f.on_date::timestamp)::date end as on_date,
      case when v_items then g.item_id end as item_id, case when v_products then f.product_id end as product_id, case when v_lines then f.line_id end as line_id) k
    group by f.now, f.counts, f.booking_id, f.customer_id, f.agent_id, k.on_date, k.item_id, k.product_id, k.line_id
  ), placed as (
    select p.*, p.sold and row_number() over (partition by p.now, p.booking_id order by p.sold desc) = 1 as first from parts p
  )
  select p.now, p.counts, k.booking_id, k.customer_id, k.agent_id, p.on_date, p.item_id, p.product_id, p.line_id,
    min(p.case_config), min(p.first_on), max(p.last_on), sum(p.lines)::bigint, sum(p.skus)::bigint, count(*) filter (where p.sold), count(*) filter (where p.first),
    sum(p.cs)::bigint, sum(p.pcs)::bigint, sum(p.pieces)::bigint, sum(p.litres), sum(p.free)::bigint, sum(p.gross), sum(p.discount), sum(p.net), sum(p.vat), sum(p.cost)
  from placed p
  cross join lateral (select case when v_lines then p.booking_id end as booking_id, case when v_customers then p.customer_id end as customer_id,
    case when v_of_agents then p.agent_id end as agent_id) k
  group by p.now, p.counts, k.booking_id, k.customer_id, k.agent_id, p.on_date, p.item_id, p.product_id, p.line_id;
end $$;
comment on function private.sales_cells is
  'Returns the sales of the period of p_filters (now) and of the one it is compared with, grouped by p_by: customer, agent (of the booking), day or month (its first day), item (p_filters.items says what they are), product, line (of a booking; of the period alone). bookings: those with something delivered (basis added: taken), each counted in each of its items, products or days; firsts: each counted once. skus in p_by: without what came back whole, and with the number of products of each booking. first_on, last_on: days of delivery. Amounts: see sold_lines. What was owed from before this system is none of its sales. Runs with the caller''s rights. Errors: 22023.';

create or replace function private.sales_days(p_project uuid, p_filters jsonb) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
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
      select s.on_date, count(*) as lines
      from private.sold_lines(p_project, private.fields_of(p_filters) || jsonb_strip_nulls(jsonb_build_object('from', v_from, 'to', v_to, 'against', 'none'))) s
      where (ask.after_day is null or s.on_date > ask.after_day) and (ask.before_day is null or s.on_date < ask.before_day)
      group by s.on_date
    ) x
  ) y where y.lines >= ask.row_limit;
  if v_forward then v_to := least(v_to, v_end); else v_from := greatest(v_from, v_end); end if;
  return private.fields_of(p_filters) || jsonb_strip_nulls(jsonb_build_object('from', v_from, 'to', v_to));
end $$;
comment on function private.sales_days is
  'Narrows p_filters of report_sales to the days of one page of lines, sorted by day, for filters without products: an Excel file of a year then reads each part from its own days. Runs with the caller''s rights. Errors: 22023.';

create or replace function public.report_sales(p_project uuid, p_filters jsonb default '{}')
returns table (
  level text, row_key text, manager_id uuid, manager_name text, agent_id uuid, agent_name text,
  item text, product_id uuid, material_code text, customer_id uuid, customer_name text, store_name text,
  month text, on_date date, booking_id uuid, so_no text, invoice_no text, stage text, case_config int, agent_srp numeric, agent_srp_pieces int,
  cs bigint, pcs bigint, pieces bigint, litres numeric, free bigint, gross numeric, discount numeric, returns numeric, net numeric, cancelled numeric,
  share numeric, previous numeric, change numeric, average numeric, bookings bigint, customers bigint, lines bigint,
  cost numeric, margin numeric, margin_percent numeric,
  managers bigint, agents bigint, items bigint, agent_items bigint, buyers bigint, months bigint, days bigint, item_months bigint)
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = force_custom_plan set work_mem = '32MB' as $$
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
  ask := private.open_report(p_project, p_filters, 'reports.sales', v_level, '{grouped,manager,agent,item,item_month,customer,month,day,line,total}', v_sort, '{name,net,drop}');
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
      when v_for in ('grouped', 'item', 'item_month', 'all') then 'item' when v_for in ('month', 'day') then v_for end,
      case when v_level = 'line' then 'day' when v_for = 'item_month' then 'month' end,
      case v_level when 'line' then 'line' end]) c
    left join team t on t.agent_id = c.agent_id
    where c.now or v_level not in ('month', 'day', 'item_month')
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
          when 'item_month' then concat_ws(E'\x1f', coalesce('0' || lower(n.item), '1'), n.by_item, n.by_month)
          when 'customer' then concat_ws(E'\x1f', n.customer_key, n.by_customer)
          when 'line' then concat_ws(E'\x1f', n.by_day, n.so_no, to_char(n.line_no, 'FM00000'))
          else coalesce(n.by_month, n.by_day::text, '') end end) collate "C" as row_key
    from named n
  ), counted as (
    select (select count(*) from (select distinct c.customer_id from cells c) x) as buyers,
      (select count(*) from (select distinct c.item_id, c.on_date from cells c where c.now and v_level = 'total' and v_for = 'item_month') x) as item_months, count(*) as agent_items,
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
    case when v_for in ('grouped', 'item', 'all') then o.agent_items end, o.buyers, y.months, y.days, case when v_for = 'item_month' then o.item_months end
  from keyed k
  left join counted o on k.level = 'total'
  left join calendar y on v_level = 'total' and v_for in ('month', 'day', 'all')
  where (v_whole and k.level = 'total') or ((ask.after is null or k.row_key > ask.after collate "C") and (ask.before is null or k.row_key < ask.before collate "C"))
  order by k.level <> 'total', case when ask.before is null then k.row_key end, k.row_key desc limit ask.row_limit + v_whole::int;
end $$;
comment on function public.report_sales is
  'Report of sales of a period. p_filters: {basis: delivery (default) | added (the date that from and to are about, both included), from, to, against: previous (default; see private.comparison_period) | year | none, agent_id (of the booking), manager_id (of that agent today), customer_id, category1, category2, category3, product_id, cancelled (true: their amount in the column of that name, nowhere else), items: category1 (default) | category2 | category3 | product (what levels item, item_month and grouped are by), level: grouped (items by manager and agent, after several of one their sums: level subtotal) | manager | agent | item | item_month (items by month) | customer | month (YYYY-MM) | day | line | total, for (of total: the level whose rows are counted; without it all are), sort: name | net (highest first) | drop (what fell most first), not of grouped, limit, after or before (row_key; before answers backwards), with_total (true: the row of level total comes too, not of item_month, month, day and line)}. gross = at AgentSRP what was delivered in the period, each delivery on its day, and what debit memos charged for prices that were too low, on their day; returns = what came back or was allowed in the period, on its day, also of earlier deliveries; discount = what the discounts of the lines took off; net = gross - discount - returns. Basis added: gross = what was booked less what was released, returns = what came back of it since. free: pieces of free goods, which stand in none of the other columns but cost. cs and pcs: whole cases and pieces beside them, line by line; litres to three decimals a line; pieces, cs, pcs and litres are net too. previous = net of the period before, change in percent of it (null when it is 0); share in percent of the total (not of a line); average = net of a booking. bookings and customers count those with a delivery, each once on every level. cost at the moving average, margin = net without VAT - cost, margin_percent of net without VAT: null without costs.read and for basis added. A row may have sold only before: bookings 0, change -100. buyers counts the rows of level customer. What was owed from before this system is no sale. Errors: 42501, 22023.';

grant execute on function private.comparison_period(date, date, text), private.report_products(uuid, jsonb), private.sold_lines(uuid, jsonb), private.order_days(uuid, boolean, uuid, date),
  private.bought_pieces(public.booking_lines, public.bookings, boolean, date), private.sales_cells(uuid, jsonb, text[]), private.sales_days(uuid, jsonb), public.report_sales(uuid, jsonb) to authenticated;

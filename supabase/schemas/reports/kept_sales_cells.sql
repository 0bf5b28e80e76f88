-- Answers of private.sales_cells from the sums of kept days (sales/kept_sales.sql), with the other days from the ledger.

create or replace function private.kept_sales(p_project uuid, p_from date, p_to date, p_by text[], p_items text, p_customer uuid,
  out first_day date, out last_day date, out days date[], out apart uuid[], out kind int)
language plpgsql stable security definer set search_path = '' as $$
declare by_item boolean := p_by @> '{item}';
begin
  kind := case when by_item then array_position('{category1,category2,category3}', p_items) end;
  if by_item and (kind is null or p_by @> '{customer}' or p_customer is not null
    or exists (select from private.sales_items i where i.project_id = p_project and i.kind = kept_sales.kind and i.place > 62)) then return; end if;
  select greatest(min(e.on_date), p_from), least(max(e.on_date), p_to) into first_day, last_day from public.sales_entries e where e.project_id = p_project
  having min(e.on_date) is not null;
  if first_day is null then return; end if;
  days := array(
    select first_day + n from generate_series(0, last_day - first_day) n
    where first_day + n not in (
      select x.on_date from private.exact_days x join private.kept_sales_days k on k.project_id = x.project_id and k.on_date = x.on_date
      where x.project_id = p_project and x.on_date between first_day and last_day));
  -- With much to read, or nothing else, the ledger alone is faster.
  if cardinality(days) > greatest(31, (last_day - first_day) / 2) or cardinality(days) = last_day - first_day + 1 then
    days := null;
    return;
  end if;
  apart := array(
    select distinct a.booking_id from private.sales_apart_days a
    where a.project_id = p_project and a.on_date between first_day and last_day and a.on_date <> all (days));
end $$;
comment on function private.kept_sales is
  'Returns how kept sums answer private.sales_cells: the first and last day with sales in the period, the days that are read from the ledger, the bookings that are read from it on other days, and which kind of category is asked for (1 to 3; null = none). days is null when they do not answer.';

create or replace function private.sold_lines(p_project uuid, p_from date, p_to date, p_days date[], p_apart uuid[], p_bought boolean, p_agents uuid[], p_customer uuid)
returns table (booking_id uuid, on_date date, customer_id uuid, agent_id uuid, product_id uuid, case_config int, sold boolean,
  pieces int, free int, lowered numeric, discount numeric, net numeric, vat numeric, cost numeric)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query
  select e.booking_id, max(e.on_date), e.customer_id, e.agent_id, e.product_id, e.case_config, coalesce(sum(e.pieces) filter (where e.kind = 'delivery' and not e.free), 0) > 0,
    coalesce(sum(e.pieces) filter (where not e.free), 0)::int, coalesce(sum(e.pieces) filter (where e.free), 0)::int,
    coalesce(sum(e.amount + e.discount) filter (where e.kind in ('return', 'allowance')), 0.00), sum(e.discount), sum(e.amount), sum(e.vat_amount), sum(e.cost)
  from (
    select * from public.sales_entries e where e.project_id = p_project and e.on_date = any (p_days)
    union all
    select * from public.sales_entries e
    where p_apart <> '{}' and e.project_id = p_project and e.booking_id = any (p_apart) and e.on_date between p_from and p_to and e.on_date <> all (p_days)) e
  where (p_agents is null or e.agent_id = any (p_agents)) and (p_customer is null or e.customer_id = p_customer)
  group by e.booking_id, e.line_id, e.customer_id, e.agent_id, e.product_id, e.case_config, case when not p_bought then e.on_date end
  having case when p_bought then sum(e.pieces) filter (where not e.free) > 0 else sum(e.pieces) <> 0 or sum(e.amount) <> 0 or sum(e.pieces) filter (where e.kind = 'delivery') <> 0 end;
end $$;
comment on function private.sold_lines is
  'Returns the lines of the sales ledger of some days, and of some bookings on the other days of a period, as private.sales_cells counts them: one for each line and day, or with p_bought one for each line of which something was bought in the end.';

create or replace function private.kept_sales_rest(p_project uuid, p_from date, p_to date, p_days date[], p_months boolean, out months date[], out rest datemultirange)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
begin
  rest := case when p_from <= p_to then datemultirange(daterange(p_from, p_to, '[]')) - coalesce((select range_agg(daterange(d, d, '[]')) from unnest(p_days) d), '{}') else '{}' end;
  if not p_months then return; end if;
  select array_agg(m.month), rest - coalesce(range_agg(daterange(m.month, m.last_day, '[]')), '{}') into months, rest
  from private.kept_sales_months m
  where m.project_id = p_project and m.month >= p_from and m.last_day <= p_to
    -- Every day of the month is exact.
    and rest @> daterange(m.month, m.last_day, '[]');
end $$;
comment on function private.kept_sales_rest is
  'Returns which kept sums answer what private.kept_sales says of a period: the months, by their first days (with p_months), and the other days. p_days: the days that are read from the ledger.';

create or replace function private.kept_sales_cells(p_project uuid, p_from date, p_to date, p_days date[], p_apart uuid[], p_by text[], p_kind int, p_agents uuid[], p_customer uuid, p_costs boolean)
returns table (counts boolean, agent_id uuid, customer_id uuid, on_date date, item_id text, product_id uuid, booking_id uuid, line_id uuid, case_config int, first_on date, last_on date,
  lines bigint, paid bigint, skus bigint, bookings bigint, customers bigint, visits bigint,
  cs bigint, pcs bigint, pieces bigint, litres numeric, free bigint, gross numeric, discount numeric, net numeric, vat numeric, cost numeric)
language plpgsql stable security definer set search_path = '' set work_mem = '32MB' set plan_cache_mode = force_custom_plan set enable_sort = off as $$
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
end $$;
comment on function private.kept_sales_cells is
  'Returns what private.sales_cells does, from the sums of kept days and of the ledger what private.kept_sales names. p_agents, p_customer: null = all.';

create or replace function private.product_months(p_project uuid, p_days date[], p_until date[], p_agents uuid[], p_customer uuid)
returns table (month date, product_id uuid, case_config int, first_on date, last_on date, lines bigint, paid bigint, bookings bigint,
  cs bigint, pcs bigint, pieces bigint, litres numeric, free bigint, gross numeric, discount numeric, net numeric, vat numeric, cost numeric)
language plpgsql stable security definer set search_path = '' set work_mem = '64MB' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare v_months date[] := array(select date_trunc('month', u::timestamp)::date from unnest(p_until) u);
begin
  -- One plan is right for all short periods, and to make it takes as long as to run it. Days of a customer are found by another index.
  perform set_config('plan_cache_mode', case when cardinality(p_days) > 31 or p_customer is not null then 'force_custom_plan' else 'force_generic_plan' end, true);
  return query
  with goods as materialized (
    select p.id, p.case_config as cases, (p.liters_per_case * 2000)::bigint as litres2 from public.products p where p.project_id = p_project
  ), several as materialized (
    select x.line_id from public.sales_entries x where x.project_id = p_project and x.further and x.on_date = any (p_days)
  ), entries as not materialized (
    select e.* from public.sales_entries e
    where e.project_id = p_project and e.on_date = any (p_days) and (p_agents is null or e.agent_id = any (p_agents)) and (p_customer is null or e.customer_id = p_customer)
  ), lines as not materialized (
    select e.booking_id, e.on_date, e.product_id, e.case_config, e.kind = 'delivery' and not e.free as sold,
      case when e.free then 0 else e.pieces end as pieces, case when e.free then e.pieces else 0 end as free,
      case when e.kind in ('return', 'allowance') then e.amount + e.discount else 0.00 end as lowered, e.discount, e.amount as net, e.vat_amount as vat, e.cost
    from entries e where e.line_id not in (select v.line_id from several v)
    union all
    -- A day of a line with several entries counts as one.
    select e.booking_id, e.on_date, e.product_id, e.case_config, coalesce(sum(e.pieces) filter (where e.kind = 'delivery' and not e.free), 0) > 0,
      coalesce(sum(e.pieces) filter (where not e.free), 0)::int, coalesce(sum(e.pieces) filter (where e.free), 0)::int,
      coalesce(sum(e.amount + e.discount) filter (where e.kind in ('return', 'allowance')), 0.00), sum(e.discount), sum(e.amount), sum(e.vat_amount), sum(e.cost)
    from entries e where e.line_id in (select v.line_id from several v)
    group by e.booking_id, e.line_id, e.customer_id, e.agent_id, e.product_id, e.case_config, e.on_date
    having sum(e.pieces) <> 0 or sum(e.amount) <> 0 or sum(e.pieces) filter (where e.kind = 'delivery') <> 0
  ), summed as (
    select date_trunc('month', l.on_date::timestamp)::date as month, l.product_id, min(l.case_config) as case_config, min(l.on_date) filter (where l.sold) as first_on, max(l.on_date) filter (where l.sold) as last_on,
      count(*) as lines, count(*) filter (where l.pieces <> 0 or l.free = 0) as paid, sum(l.pieces / l.case_config) as cs, sum(l.pieces % l.case_config) as pcs, sum(l.pieces) as pieces,
      -- Litres are rounded line by line, in whole millilitres.
      sum((l.pieces * g.litres2 + case when l.pieces < 0 then -g.cases else g.cases end) / (2 * g.cases)) * 0.001 as litres, sum(l.free) as free,
      sum(l.net) + sum(l.discount) - sum(l.lowered) as gross, sum(l.discount) as discount, sum(l.net) as net, sum(l.vat) as vat, sum(l.cost) as cost
    from lines l join goods g on g.id = l.product_id group by 1, 2
  ), ordered as (
    select r.month, r.product_id, count(*) as bookings
    from (select distinct date_trunc('month', l.on_date::timestamp)::date as month, l.product_id, l.booking_id from lines l where l.sold) r
    where r.month <> all (v_months) or not exists (
      select from unnest(p_until) u
      join public.sales_entries x on x.project_id = p_project and x.booking_id = r.booking_id and x.product_id = r.product_id and x.kind = 'delivery' and not x.free and x.on_date between r.month and u
      where date_trunc('month', u::timestamp) = r.month group by x.line_id, x.on_date having sum(x.pieces) > 0)
    group by 1, 2
  )
  select s.month, s.product_id, s.case_config, s.first_on, s.last_on, s.lines, s.paid, coalesce(o.bookings, 0),
    s.cs, s.pcs, s.pieces, s.litres, s.free, s.gross, s.discount, s.net, s.vat, s.cost
  from summed s left join ordered o on o.month = s.month and o.product_id = s.product_id;
end $$;
comment on function private.product_months is
  'Returns what the sales ledger says of some days by month (its first day) and product, as private.sales_cells counts it. bookings: without those that count in a part of the same month up to one of the days p_until. p_agents, p_customer: null = all.';

create or replace function private.kept_months(p_project uuid, p_from date, p_to date, p_all boolean, out months date[], out until date[], out days date[])
language plpgsql stable security definer set search_path = '' as $$
begin
  -- Kept months are those of all bookings.
  select coalesce(array_agg(m.month), '{}'), coalesce(array_agg(m.last_day), '{}') into months, until
  from private.exact_sales_months(p_project) x join private.kept_sales_months m on m.project_id = p_project and m.month = x.month and m.last_day <= x.last_day
  where p_all and m.month >= p_from and m.last_day <= p_to;
  days := array(
    select p_from + n from generate_series(0, p_to - p_from) n
    where not exists (select from unnest(months, until) m (month, last_day) where p_from + n between m.month and m.last_day));
  -- With much to read the ledger alone is faster.
  if cardinality(days) > 93 then days := null; end if;
end $$;
comment on function private.kept_months is
  'Returns how kept months answer private.sales_cells: the months (of p_all bookings), the last kept day of each, and the days that are read from the ledger. days is null when they do not answer.';

create or replace function private.product_month_cells(p_project uuid, p_from date, p_to date, p_days date[], p_apart uuid[], p_months date[], p_until date[], p_live date[], p_agents uuid[], p_customer uuid)
returns table (month date, product_id uuid, case_config int, first_on date, last_on date, lines bigint, paid bigint, bookings bigint, visits bigint,
  cs bigint, pcs bigint, pieces bigint, litres numeric, free bigint, gross numeric, discount numeric, net numeric, vat numeric, cost numeric)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query
  select s.month, s.product_id, s.case_config, s.first_on, s.last_on, s.lines, s.paid, s.bookings, null::bigint, s.cs, s.pcs, s.pieces, s.litres, s.free, s.gross, s.discount, s.net, s.vat, s.cost
  from private.sales_product_months s where s.project_id = p_project and s.month = any (p_months)
  union all
  select s.month, s.product_id, s.case_config, s.first_on, s.last_on, s.lines, s.paid, s.bookings, null, s.cs, s.pcs, s.pieces, s.litres, s.free, s.gross, s.discount, s.net, s.vat, s.cost
  from private.product_months(p_project, p_live, array(select u from unnest(p_until) u where u + 1 = any (p_live) and extract(day from u + 1) > 1), p_agents, p_customer) s;
  return query
  select null::date, null::uuid, null::int, null::date, null::date, null::bigint, null::bigint, null::bigint, sum(n.bookings)::bigint,
    null::bigint, null::bigint, null::bigint, null::numeric, null::bigint, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric
  from (
    select m.bookings from private.kept_sales_months m where m.project_id = p_project and m.month = any (p_months)
    union all
    select c.bookings from private.sales_customer_days c
    where c.project_id = p_project and c.on_date = any (p_live) and c.on_date <> all (p_days)
      and (p_agents is null or c.agent_id = any (p_agents)) and (p_customer is null or c.customer_id = p_customer)
    union all
    select count(distinct l.booking_id) from private.sold_lines(p_project, p_from, p_to, p_days, p_apart, false, p_agents, p_customer) l where l.sold) n;
end $$;
comment on function private.product_month_cells is
  'Returns private.product_months of a period, kept months from their sums and the other days from the ledger, and one row with visits: the bookings of the whole period. p_days, p_apart: see private.kept_sales. p_months, p_until, p_live: see private.kept_months. p_agents, p_customer: null = all.';

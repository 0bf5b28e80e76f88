CREATE OR REPLACE FUNCTION known.product_months(p_project uuid, p_days date[], p_until date[], p_agents uuid[], p_customer uuid)
 RETURNS TABLE(month date, product_id uuid, case_config integer, first_on date, last_on date, lines bigint, paid bigint, bookings bigint, cs bigint, pcs bigint, pieces bigint, litres numeric, free bigint, gross numeric, discount numeric, net numeric, vat numeric, cost numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET work_mem TO '64MB'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
#variable_conflict use_column
declare v_months date[] := array(select date_trunc('month', u::timestamp)::date from unnest(p_until) u);
begin
  -- One plan is right for all short periods, and to make it takes as long as to run it. Days of a customer are found by another index.
  perform set_config('plan_cache_mode', case when cardinality(p_days) > 31 or p_customer is not null then 'force_custom_plan' else 'force_generic_plan' end, true);
  return query
  with goods as materialized (
    select p.id, p.case_config as cases, (p.liters_per_case * 2000)::bigint as litres2 from known.products_whole p where p.project_id = p_project
  ), several as materialized (
    select x.line_id from known.sales_entries_whole x where x.project_id = p_project and x.further and x.on_date = any (p_days)
  ), entries as not materialized (
    select e.* from known.sales_entries_whole e
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
      join known.sales_entries_whole x on x.project_id = p_project and x.booking_id = r.booking_id and x.product_id = r.product_id and x.kind = 'delivery' and not x.free and x.on_date between r.month and u
      where date_trunc('month', u::timestamp) = r.month group by x.line_id, x.on_date having sum(x.pieces) > 0)
    group by 1, 2
  )
  select s.month, s.product_id, s.case_config, s.first_on, s.last_on, s.lines, s.paid, coalesce(o.bookings, 0),
    s.cs, s.pcs, s.pieces, s.litres, s.free, s.gross, s.discount, s.net, s.vat, s.cost
  from summed s left join ordered o on o.month = s.month and o.product_id = s.product_id;
end $function$;

CREATE OR REPLACE FUNCTION private.product_months(p_project uuid, p_days date[], p_until date[], p_agents uuid[], p_customer uuid)
 RETURNS TABLE(month date, product_id uuid, case_config integer, first_on date, last_on date, lines bigint, paid bigint, bookings bigint, cs bigint, pcs bigint, pieces bigint, litres numeric, free bigint, gross numeric, discount numeric, net numeric, vat numeric, cost numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET work_mem TO '64MB'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
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
end $function$;

-- Kept months were added up by the former function.
delete from private.kept_sales_months;

-- Delivered goods, line by line and booking by booking: for the report of deliveries and the sums of months.

-- Bodies are resolved when they are created, so that the planner can put them into the query.
create or replace function private.millilitres(p_pieces bigint, p_half_millilitres bigint, p_case_config int) returns bigint
language sql immutable
return (p_pieces * p_half_millilitres + case when p_pieces < 0 then -p_case_config else p_case_config end) / (2 * p_case_config);
comment on function private.millilitres is
  'Returns the volume of the pieces of a line, rounded to whole millilitres, from the half millilitres of a case.';

create or replace function private.case_millionths(p_pieces bigint, p_case_config int) returns bigint
language sql immutable
return (p_pieces * 2000000 + case when p_pieces < 0 then -p_case_config else p_case_config end) / (2 * p_case_config);
comment on function private.case_millionths is
  'Returns how many millionths of a case so many pieces of a product are, rounded to whole ones: they add up over different products.';

create or replace function private.delivered_lines(p_project uuid, p_from date, p_to date, p_agent uuid, p_customer uuid, p_product uuid)
returns table (booking_id uuid, line_id uuid, on_date date, agent_id uuid, customer_id uuid, product_id uuid, case_config int,
  free boolean, pieces int, amount numeric, discount numeric)
language sql stable
begin atomic
  with entries as not materialized (
    select e.booking_id, e.line_id, e.on_date, e.agent_id, e.customer_id, e.product_id, e.case_config, e.free, e.pieces,
      e.amount, e.discount
    from public.sales_entries e
    where e.project_id = p_project and e.kind = 'delivery' and e.on_date between p_from and p_to
      and (p_agent is null or e.agent_id = p_agent) and (p_customer is null or e.customer_id = p_customer)
      and (p_product is null or e.product_id = p_product)
  ), several as materialized (
    select x.line_id from public.sales_entries x where x.project_id = p_project and x.further and x.on_date between p_from and p_to
  )
  select e.* from entries e where e.line_id not in (select s.line_id from several s)
  union all
  -- Issues reversed by a corrected date do not count on the old day.
  select e.booking_id, e.line_id, e.on_date, e.agent_id, e.customer_id, e.product_id, e.case_config, e.free, sum(e.pieces)::int,
    sum(e.amount), sum(e.discount)
  from entries e where e.line_id in (select s.line_id from several s)
  group by e.booking_id, e.line_id, e.on_date, e.agent_id, e.customer_id, e.product_id, e.case_config, e.free having sum(e.pieces) <> 0;
end;
comment on function private.delivered_lines is
  'Returns what was delivered of each line on each day of a period. agent, customer, product: null = all. Runs with the caller''s rights.';

create or replace function private.deliveries(p_project uuid, p_by_product boolean, p_from date, p_to date,
  p_agent uuid default null, p_customer uuid default null, p_product uuid default null)
returns table (booking_id uuid, on_date date, agent_id uuid, customer_id uuid, product_id uuid, waited int, lines bigint, pieces bigint,
  cases bigint, loose bigint, litres numeric, free bigint, amount numeric, discount numeric, millionths bigint)
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
begin
  return query
  with goods as materialized (
    select g.id, (g.liters_per_case * 2000)::bigint as halves from public.products g where g.project_id = p_project
  ), delivered as (
    select l.booking_id, l.on_date, case when p_by_product then l.product_id end as product_id, count(*) as lines,
      coalesce(sum(l.pieces) filter (where not l.free), 0) as pieces,
      coalesce(sum(l.pieces / l.case_config) filter (where not l.free), 0) as cases,
      coalesce(sum(l.pieces % l.case_config) filter (where not l.free), 0) as loose,
      coalesce(sum(private.millilitres(l.pieces, g.halves, l.case_config)) filter (where not l.free), 0) * 0.001 as litres,
      coalesce(sum(l.pieces) filter (where l.free), 0) as free, sum(l.amount) as amount, sum(l.discount) as discount,
      coalesce(sum(private.case_millionths(l.pieces, l.case_config)) filter (where not l.free), 0)::bigint as millionths
    from private.delivered_lines(p_project, p_from, p_to, p_agent, p_customer, p_product) l
    join goods g on g.id = l.product_id
    group by 1, 2, 3
  )
  select d.booking_id, d.on_date, b.agent_id, b.customer_id, d.product_id, d.on_date - b.date_added, d.lines, d.pieces, d.cases, d.loose,
    d.litres, d.free, d.amount, d.discount, d.millionths
  from delivered d join public.bookings b on b.project_id = p_project and b.id = d.booking_id;
end $$;
comment on function private.deliveries is
  'Returns what each booking got on each day of a period (p_by_product: of each product), and how many days it had waited. '
  'millionths: the pieces in cases (private.case_millionths). agent, customer, product: null = all. Runs with the caller''s rights.';

grant execute on function private.millilitres, private.case_millionths, private.delivered_lines, private.deliveries to authenticated;

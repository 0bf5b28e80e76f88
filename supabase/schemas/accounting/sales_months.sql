-- Sums of sales by month, and how they are made from the lines. See docs/ledgers.md, Reading the ledgers.

create table private.sales_months (
  project_id uuid not null,
  part text not null,
  month date,
  agent_id uuid,
  customer_id uuid,
  product_id uuid,
  item text,
  case_config int,
  first_on date,
  last_on date,
  lines bigint not null,
  bookings bigint not null,
  visits bigint not null,
  cs bigint not null,
  pcs bigint not null,
  pieces bigint not null,
  millilitres bigint not null,
  free bigint not null,
  gross numeric not null,
  discount numeric not null,
  net numeric not null,
  vat numeric,
  cost numeric
);
create index sales_months_part_idx on private.sales_months (project_id, part, month);
select private.bound_columns('private.sales_months');
comment on table private.sales_months is
  'Sums of private.sales_lines of a sealed month. part: by what; category1 to category3 (item) and customer with the agent, product '
  'without. bookings: those in which something of this was sold; visits: each of them at one item or product, so that they add up. '
  'first_on, last_on: days with something sold.';

create or replace function private.sum_sales(p_project uuid, p_from date, p_to date, p_part text, p_unit text,
  p_agents uuid[] default null, p_filters jsonb default '{}', p_bookings uuid[] default null, p_costs boolean default true)
returns setof private.sales_months
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  v_orders boolean := coalesce(p_filters ->> 'basis' = 'added', false);
  v_cancelled boolean := private.read_boolean(p_filters, 'cancelled');
  v_customer uuid := private.read_uuid(p_filters, 'customer_id');
  v_product uuid := private.read_uuid(p_filters, 'product_id');
  v_categories boolean := coalesce(p_filters ?| '{category1,category2,category3}', false);
  by_agent boolean := p_part not in ('product', 'customer_product');
  by_customer boolean := p_part in ('customer', 'customer_product');
  by_product boolean := p_part in ('product', 'agent_product', 'customer_product');
begin
  return query
  with lines as not materialized (
    select l.* from private.sales_lines l where not v_orders and l.project_id = p_project and l.on_date between p_from and p_to
    union all
    select l.* from private.order_lines l where v_orders and l.project_id = p_project and l.on_date between p_from and p_to
      and (v_cancelled or not l.cancelled)
  ), chosen as not materialized (
    select l.*, case when l.cancelled then 'cancelled' else p_part end as part,
      case p_unit when 'month' then date_trunc('month', l.on_date::timestamp)::date when 'day' then l.on_date end as month,
      case when by_agent then l.agent_id end as of_agent, case when by_customer then l.customer_id end as of_customer,
      case when by_product then l.product_id end as of_product,
      case p_part when 'category1' then l.category1 when 'category2' then l.category2 when 'category3' then l.category3 end as item
    from lines l
    where (p_bookings is null or l.booking_id = any (p_bookings)) and (p_agents is null or l.agent_id = any (p_agents))
      and (v_customer is null or l.customer_id = v_customer)
      and (v_product is null or l.product_id = v_product)
      and (not v_categories or (private.in_category(l.category1, p_filters ->> 'category1')
        and private.in_category(l.category2, p_filters ->> 'category2')
        and private.in_category(l.category3, p_filters ->> 'category3')))
  ), booked as (
    select distinct c.part, c.month, c.of_agent, c.of_customer, c.of_product, c.item, c.booking_id
    from chosen c where c.sold and not c.cancelled
  ), counted as (
    select b.part, b.month, b.of_agent, b.of_customer, b.of_product, b.item, count(*) as bookings,
      count(*) filter (where b.place = 1) as visits
    from (
      select b.*, row_number() over (partition by b.month, b.of_agent, b.booking_id order by b.of_product, b.item) as place
      from booked b) b
    group by b.part, b.month, b.of_agent, b.of_customer, b.of_product, b.item
  ), summed as (
    select c.part, c.month, c.of_agent, c.of_customer, c.of_product, c.item, min(c.case_config) as case_config,
      min(c.on_date) filter (where c.sold) as first_on, max(c.on_date) filter (where c.sold) as last_on, count(*) as lines,
      0::bigint as bookings, 0::bigint as visits, sum(c.cs) as cs, sum(c.pcs) as pcs, sum(c.pieces) as pieces,
      sum(c.millilitres)::bigint as millilitres, sum(c.free) as free, sum(c.gross) as gross, sum(c.discount) as discount,
      sum(c.net) as net, sum(c.vat) as vat, case when p_costs then sum(c.cost) end as cost
    from chosen c group by c.part, c.month, c.of_agent, c.of_customer, c.of_product, c.item
    union all
    select c.part, c.month, c.of_agent, c.of_customer, c.of_product, c.item, null, null, null, 0, c.bookings, c.visits,
      0, 0, 0, 0, 0, 0.00, 0.00, 0.00, null, null
    from counted c
  )
  select p_project, s.part, s.month, s.of_agent, s.of_customer, s.of_product, s.item, min(s.case_config), min(s.first_on), max(s.last_on),
    sum(s.lines)::bigint, sum(s.bookings)::bigint, sum(s.visits)::bigint, sum(s.cs)::bigint, sum(s.pcs)::bigint, sum(s.pieces)::bigint,
    sum(s.millilitres)::bigint, sum(s.free)::bigint, sum(s.gross), sum(s.discount), sum(s.net), sum(s.vat), sum(s.cost)
  from summed s group by s.part, s.month, s.of_agent, s.of_customer, s.of_product, s.item;
end $$;
comment on function private.sum_sales is
  'Sums the lines of sales of a period by a part: those of private.sales_months, agent_product or customer_product. month: the '
  'beginning of the unit, which is month, day or all (null). Cancelled bookings, which only orders (basis added) have, are the part '
  'cancelled. p_agents and p_bookings: null = all.';

create or replace function private.open_months_of_product() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.open_months_of(n.project_id, array(
    select distinct e.on_date from public.sales_entries e where e.project_id = n.project_id and e.product_id = n.id))
  from before o join after n on n.project_id = o.project_id and n.id = o.id
  where (n.liters_per_case, n.case_config) is distinct from (o.liters_per_case, o.case_config);
  return null;
end $$;
comment on function private.open_months_of_product is
  'Trigger of products: litres are those of the product today, so the months in which it was sold are no longer sealed.';
create trigger open_months after update on public.products referencing old table as before new table as after
  for each statement execute function private.open_months_of_product();

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
  skus bigint not null,
  cs bigint not null,
  pcs bigint not null,
  pieces bigint not null,
  millilitres bigint not null,
  free bigint not null,
  gross numeric not null,
  discount numeric not null,
  allowances numeric not null,
  net numeric not null,
  vat numeric,
  cost numeric
);
create index sales_months_part_idx on private.sales_months (project_id, part, month);
comment on table private.sales_months is
  'Sums of private.lines_of of a sealed month. part: by what; category1 to category3 (item) and customer with the agent, product '
  'without. bookings: those in which something of this was sold; visits: each of them at one item or product, so that they add up; '
  'skus: the products of each of them. first_on, last_on: days with something sold.';

create or replace function private.sum_sales(p_project uuid, p_from date, p_to date, p_part text, p_unit text,
  p_agents uuid[] default null, p_filters jsonb default '{}', p_bookings uuid[] default null, p_costs boolean default true)
returns setof private.sales_months
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  v_item text := regexp_replace(p_part, '^(agent|customer)_', '');
  by_customer boolean := p_part ^@ 'customer';
  by_agent boolean := p_part <> 'product' and not p_part ^@ 'customer_';
  by_product boolean := v_item = 'product';
  in_cases boolean := coalesce(p_filters ->> 'units' = 'cases', false);
begin
  return query
  with chosen as (
    select l.*, l.sold and not l.cancelled as counts,
      case p_unit when 'month' then date_trunc('month', l.on_date::timestamp)::date when 'day' then l.on_date end as month,
      case when by_agent then l.agent_id end as by_agent_id, case when by_customer then l.customer_id end as by_customer_id,
      case when by_product then l.product_id end as by_product_id,
      case v_item when 'category1' then l.category1 when 'category2' then l.category2 when 'category3' then l.category3 end as item
    from private.lines_of(p_project, p_filters, p_agents, p_from, p_to) l
    where p_bookings is null or l.booking_id = any (p_bookings)
  ), placed as (
    -- In the order of items and products, the first line of a booking counts it as a visit, the first of an item counts it as a booking
    -- of the item, and the first of a product counts the product.
    select c.*, row_number() over w = 1 as is_first, lag(c.item) over w is distinct from c.item as other_item,
      lag(c.product_id) over w is distinct from c.product_id as other_product
    from chosen c
    window w as (partition by c.booking_id, c.month, c.by_agent_id, c.counts order by c.by_product_id, c.item, c.product_id)
  )
  select p_project, case when p.cancelled then 'cancelled' else p_part end, p.month, p.by_agent_id, p.by_customer_id, p.by_product_id,
    p.item, min(p.case_config), min(p.on_date) filter (where p.sold), max(p.on_date) filter (where p.sold), count(*),
    count(*) filter (where p.counts and (p.is_first or p.other_item or by_product and p.other_product)),
    count(*) filter (where p.counts and p.is_first), count(*) filter (where p.counts and (p.other_item or p.other_product)),
    sum(p.cs), sum(case when in_cases then private.case_millionths(p.pieces, p.case_config) else p.pcs end)::bigint, sum(p.pieces),
    sum(p.millilitres)::bigint, sum(p.free), sum(p.gross), sum(p.discount),
    sum(p.allowances), sum(p.net), sum(p.vat), case when p_costs then sum(p.cost) end
  from placed p group by p.cancelled, p.month, p.by_agent_id, p.by_customer_id, p.by_product_id, p.item;
end $$;
comment on function private.sum_sales is
  'Sums the lines of sales of a period by a part: those of private.sales_months, agent_product, or customer_ with a category or '
  'product. month: the beginning of the unit, which is month, day or all (null). Cancelled bookings, which only orders (basis added) '
  'have, are the part cancelled. With p_filters.units = cases pcs is all pieces (private.case_millionths), and no sums of sealed months '
  'are like it. p_agents and p_bookings: null = all.';

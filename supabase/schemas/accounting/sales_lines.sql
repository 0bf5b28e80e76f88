-- What a line of sales is: for all reports and for the sums of months. See docs/domain.md, Dates that reports use.

create view private.order_lines with (security_invoker = true) as
select b.project_id, b.id as booking_id, l.id as line_id, b.on_date, b.customer_id, b.agent_id, l.product_id,
  n.categories[1] as category1, n.categories[2] as category2, n.categories[3] as category3, l.case_config,
  b.approval_status = 'cancelled' and b.opposite_on is null as cancelled, l.free_of is null and b.sign > 0 as sold,
  b.sign * x.pieces as pieces, b.sign * x.free as free,
  b.sign * (x.pieces / l.case_config) as cs, b.sign * (x.pieces % l.case_config) as pcs,
  b.sign * private.millilitres(x.pieces, (g.liters_per_case * 2000)::bigint, g.case_config) as millilitres,
  b.sign * x.gross as gross, b.sign * (x.gross - x.ordered) as discount, 0.00 as allowances, b.sign * x.net as net,
  null::numeric as vat, null::numeric as cost
from (
  select o.project_id, o.id, o.date_added, o.date_added as on_date, o.opposite_on, o.customer_id, o.agent_id, o.approval_status, 1 as sign
  from public.bookings o
  union all
  select o.project_id, o.id, o.date_added, o.opposite_on, o.opposite_on, o.customer_id, o.agent_id, o.approval_status, -1
  from public.bookings o where o.opposite_on is not null) b
join public.booking_lines l on l.project_id = b.project_id and l.booking_id = b.id
join public.products g on g.project_id = l.project_id and g.id = l.product_id
left join private.changed_categories c on c.project_id = l.project_id and c.product_id = l.product_id
  and b.date_added >= c.from_day and b.date_added < c.until_day
cross join lateral (select coalesce(c.categories, array[g.category1, g.category2, g.category3]) as categories) n
left join (
  select k.project_id, k.line_id, sum(k.quantity)::int as pieces from public.booking_credits k
  where k.kind = 'returned' group by k.project_id, k.line_id) k on k.project_id = l.project_id and k.line_id = l.id
cross join lateral (
  select l.quantity - l.quantity_released as wanted, l.quantity - l.quantity_released - coalesce(k.pieces, 0) as left_pieces) q
-- Not private.delivered_amount, which takes a row: the copy of this view in the schema "known" has rows of another type.
cross join lateral (
  select case when l.free_of is null then q.left_pieces else 0 end as pieces,
    case when l.free_of is null then 0 else q.left_pieces end as free,
    private.with_vat(private.line_amount(l.agent_srp, l.agent_srp_pieces, q.wanted), l.vat_on_top) as gross,
    private.with_vat(private.net_amount(l.agent_srp, l.agent_srp_pieces, l.quantity,
      l.discount_percent, l.discount_amount, q.wanted), l.vat_on_top) as ordered,
    private.with_vat(private.net_amount(l.agent_srp, l.agent_srp_pieces, l.quantity,
      l.discount_percent, l.discount_amount, q.left_pieces), l.vat_on_top) as net) x;
comment on view private.order_lines is
  'Lines of sales by the date of the booking: less what was released, net of returns, in the categories of that date. Those of a booking '
  'that was cancelled after the closing of its day are there once more, below zero, on the day of its cancellation. sold: not free, and '
  'not below zero.';

create or replace function private.booked_lines(p_project uuid, p_from date, p_to date, p_agents uuid[], p_customer uuid)
returns setof private.order_lines
language plpgsql stable set search_path = '' as $$
begin
  return query select l.* from private.order_lines l
    where l.project_id = p_project and l.on_date between p_from and p_to and (p_agents is null or l.agent_id = any (p_agents))
      and (p_customer is null or l.customer_id = p_customer);
end $$;
comment on function private.booked_lines is
  'Returns private.order_lines of a period, of some agents and a customer (null = all). Being a function it takes no planning where it is '
  'not called. Runs with the caller''s rights.';

-- The body is resolved when it is created, so that the planner can put it into the query.
create or replace function private.lines_of(p_project uuid, p_filters jsonb, p_agents uuid[], p_from date, p_to date)
returns setof private.order_lines
language sql stable
begin atomic
  with several as not materialized (
    select x.line_id, x.on_date from public.sales_entries x
    where x.project_id = p_project and x.on_date between p_from and p_to and x.further
  ), posted as (
    select e.booking_id, e.line_id, e.on_date, e.customer_id, e.agent_id, e.product_id,
      e.category1, e.category2, e.category3, e.case_config, e.kind = 'delivery' and not e.free as sold,
      case when e.free then 0 else e.pieces end as pieces, case when e.free then e.pieces else 0 end as free,
      case when e.kind in ('return', 'allowance') then e.amount + e.discount else 0.00 end as lowered,
      e.discount, case when e.kind = 'allowance' then -e.amount else 0.00 end as allowances, e.amount as net, e.vat_amount as vat, e.cost
    from public.sales_entries e
    where e.project_id = p_project and e.on_date between p_from and p_to
      and (e.line_id, e.on_date) not in (select d.line_id, d.on_date from several d)
    union all
    -- The few days of a line with several entries count as one each.
    select e.booking_id, e.line_id, e.on_date, e.customer_id, e.agent_id, e.product_id,
      -- The last entry of a day says in which categories the line stands.
      (array_agg(e.category1 order by e.id desc))[1], (array_agg(e.category2 order by e.id desc))[1],
      (array_agg(e.category3 order by e.id desc))[1], e.case_config,
      coalesce(sum(e.pieces) filter (where e.kind = 'delivery' and not e.free), 0) > 0,
      coalesce(sum(e.pieces) filter (where not e.free), 0)::int, coalesce(sum(e.pieces) filter (where e.free), 0)::int,
      coalesce(sum(e.amount + e.discount) filter (where e.kind in ('return', 'allowance')), 0.00),
      sum(e.discount), coalesce(-sum(e.amount) filter (where e.kind = 'allowance'), 0.00), sum(e.amount), sum(e.vat_amount), sum(e.cost)
    from public.sales_entries e
    where e.project_id = p_project and e.on_date between p_from and p_to
      and (e.line_id, e.on_date) in (select d.line_id, d.on_date from several d)
    group by e.booking_id, e.line_id, e.on_date, e.customer_id, e.agent_id, e.product_id, e.case_config
    -- A corrected date leaves an entry and its opposite on the old day.
    having sum(e.pieces) <> 0 or sum(e.amount) <> 0 or sum(e.pieces) filter (where e.kind = 'delivery') <> 0
  ), lines as not materialized (
    select p_project, l.booking_id, l.line_id, l.on_date, l.customer_id, l.agent_id, l.product_id,
      l.category1, l.category2, l.category3, l.case_config, false as cancelled, l.sold, l.pieces, l.free,
      l.pieces / l.case_config as cs, l.pieces % l.case_config as pcs,
      private.millilitres(l.pieces, (g.liters_per_case * 2000)::bigint, g.case_config) as millilitres,
      l.net + l.discount - l.lowered as gross, l.discount, l.allowances, l.net, l.vat, l.cost
    from posted l
    join public.products g on g.project_id = p_project and g.id = l.product_id
    where coalesce(p_filters ->> 'basis', '') <> 'added'
    union all
    select l.* from private.booked_lines(p_project, p_from, p_to, p_agents, private.read_uuid(p_filters, 'customer_id')) l
    where coalesce(p_filters ->> 'basis', '') = 'added' and (private.read_boolean(p_filters, 'cancelled') or not l.cancelled)
  )
  select l.* from lines l
  where (p_agents is null or l.agent_id = any (p_agents))
    and (private.read_uuid(p_filters, 'customer_id') is null or l.customer_id = private.read_uuid(p_filters, 'customer_id'))
    and (private.read_uuid(p_filters, 'product_id') is null or l.product_id = private.read_uuid(p_filters, 'product_id'))
    and private.in_category(l.category1, p_filters ->> 'category1') and private.in_category(l.category2, p_filters ->> 'category2')
    and private.in_category(l.category3, p_filters ->> 'category3');
end;
comment on function private.lines_of is
  'Returns the lines of a period by the basis and the filters of report_sales: what the ledger has of a line of a booking on a day, or '
  'with basis added the lines of orders, cancelled ones only when they are wanted. sold: delivered, and not free. p_agents: null = all. '
  'The plan needs the values of the filters.';

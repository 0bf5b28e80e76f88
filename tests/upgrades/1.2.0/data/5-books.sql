-- Sets paid amounts of bookings and sufficient credit lines, and creates the purchases of what was sold.

insert into public.bookings (project_id, id, so_no, customer_id, agent_id, customer_name, store_name, deliver_to, area, approval_status, collection_status,
  date_added, validated_at, validated_by, invoice_no, date_invoiced, date_delivered, date_due, vat_percent, vat_amount, date_paid, date_cleared, cancel_reason,
  total, collected, uncleared, credited, version, created_by, created_at, modified_at)
select o.project_id, o.id, 'SO-' || lpad(o.n::text, 6, '0'), bench.id(format('customer %s.%s', o.p, o.customer)),
  bench.id(format('agent-%s@p%s.bench.test', o.agent, o.p)), 'Customer ' || lpad(o.customer::text, 4, '0'), 'Store ' || o.customer,
  o.customer || ' Market Street', 'Area ' || 1 + o.customer % 30,
  case when o.state in ('cancelled', 'pending') then o.state else 'approved' end,
  case when not o.approved then 'unpaid' when w.balance = 0 then 'paid' when w.collected > 0 then 'partial' else 'unpaid' end,
  o.day, case when o.approved then o.day + time '10:00' end, case when o.approved then s.id end,
  case when o.invoiced_on is not null then 'SI-' || lpad(o.invoice::text, 6, '0') end, o.invoiced_on, o.delivered_on, o.invoiced_on + 30,
  case when o.approved then 12 end, case when o.approved then private.vat_in(b.total, 12) else 0 end, case when w.balance = 0 then w.paid_on end,
  case when w.balance = 0 and w.uncleared = 0 then greatest(w.paid_on, r.cleared_on) end, case when o.state = 'cancelled' then 'Ordered twice' end,
  b.total, w.collected, w.uncleared, b.credited, 3, s.id, o.day + time '08:00', coalesce(w.paid_on, o.day) + time '12:00'
from bench.orders o
join bench.totals b on b.project_id = o.project_id and b.booking_id = o.id
join bench.people s on s.p = o.p and s.role = 'sales admin'
left join (
  select a.booking_id, sum(a.amount) as collected, max(a.on_date) as paid_on, max(a.cleared_on) as cleared_on,
    coalesce(sum(a.amount) filter (where a.type = 'cheque' and a.cleared_on is null), 0) as uncleared
  from bench.paid a where a.approved group by a.booking_id) r on r.booking_id = o.id
cross join lateral (select coalesce(r.collected, 0) as collected, coalesce(r.uncleared, 0) as uncleared, b.total - b.credited - coalesce(r.collected, 0) as balance,
  greatest(r.paid_on, case when b.credited > 0 then o.delivered_on end) as paid_on) w
order by o.p, o.n;

insert into private.booked_names (project_id, customer_id, search_key)
select distinct b.project_id, b.customer_id, lower(b.customer_name || ' ' || b.store_name) from public.bookings b;

insert into public.customers (project_id, id, name, store_name, address, area, contact, tin_no, business_style, credit_line, terms_days, approval_status,
  agent_id, date_added, created_by, created_at)
select t.id, c.id, 'Customer ' || lpad(k::text, 4, '0'), 'Store ' || k, k || ' Market Street', 'Area ' || 1 + k % 30, '0917' || lpad(k::text, 7, '0'),
  lpad((t.p * 100000 + k)::text, 9, '0') || '000', 'Retail', case when k % 2 = 0 then round(coalesce(b.owed, 0), -5) * 2 + 5000000 end, 30, 'approved',
  bench.id(format('agent-%s@p%s.bench.test', 1 + k % t.agents, t.p)), t.first_day, f.id, t.first_day
from bench.tenants t cross join generate_series(1, t.customers) k
cross join lateral (select bench.id(format('customer %s.%s', t.p, k)) as id) c
join bench.people f on f.p = t.p and f.role = 'finance admin'
left join (select b.customer_id, sum(b.balance) as owed from public.bookings b where b.approval_status = 'approved' group by b.customer_id) b on b.customer_id = c.id;
insert into public.customer_finance_events (project_id, customer_id, type, user_id, created_at)
select c.project_id, c.id, 'approved', c.created_by, c.created_at from public.customers c;
insert into public.customer_finance_events (project_id, customer_id, type, user_id, created_at, details)
select c.project_id, c.customer_id, 'collection approved', c.approved_by, c.approved_at, jsonb_build_object('cr_no', c.cr_no, 'amount', c.amount::text)
from public.collections c where c.approval_status = 'approved' order by c.approved_at;

-- Each month buys ahead what it will deliver, and a little more.
create unlogged table bench.bought as
with months as (
  select t.p, t.id as project_id, m::date as month, m::date = date_trunc('month', t.first_day) as first
  from bench.tenants t cross join generate_series(date_trunc('month', t.first_day), t.last_day, interval '1 month') m
), needed as (
  select l.project_id, l.product_id, date_trunc('month', o.delivered_on)::date as month, sum(l.quantity_delivered) as pieces
  from bench.orders o join public.booking_lines l on l.project_id = o.project_id and l.booking_id = o.id
  where o.delivered_on is not null group by 1, 2, 3
)
select g.p, g.k, g.project_id, g.id as product_id, m.month, g.cost, (g.k - 1) / 50 as sheet,
  ((coalesce(n.pieces, 0) + case when m.first then 20000 else 0 end) / g.case_config + 1)::int * g.case_config as pieces
from months m join bench.products g on g.p = m.p
left join needed n on n.project_id = m.project_id and n.product_id = g.id and n.month = m.month;

insert into public.purchase_lines (project_id, id, purchase_id, line_no, product_id, quantity, cost)
select b.project_id, bench.id(format('bought %s.%s.%s', b.p, b.k, b.month)), bench.day_id(b.month, b.p, b.sheet), 1 + (b.k - 1) % 50, b.product_id, b.pieces, b.cost
from bench.bought b;
insert into public.purchases (project_id, id, po_no, invoice_no, supplier, date_added, invoice_date, delivery_date, total_cost, line_count, created_by, created_at)
select b.project_id, bench.day_id(b.month, b.p, b.sheet), format('PO-%s-%s', to_char(b.month, 'YYYYMM'), b.sheet + 1), format('INV-%s-%s', to_char(b.month, 'YYYYMM'), b.sheet + 1),
  'Supplier ' || 1 + b.sheet % 12, b.month, b.month, b.month, sum(b.pieces * b.cost), count(*), min(s.id::text)::uuid, b.month
from bench.bought b join bench.people s on s.p = b.p and s.role = 'sales admin' group by b.project_id, b.p, b.month, b.sheet;

insert into public.stock_movements (project_id, product_id, kind, quantity, cost, on_date, source_table, source_id, source_line, created_at)
select m.project_id, m.product_id, m.kind, m.quantity, m.quantity * g.cost, m.on_date, m.source_table, m.source_id, m.source_line, m.on_date + time '09:00'
from (
  select b.project_id, b.product_id, 'purchase' as kind, b.pieces as quantity, b.month as on_date, 'purchases' as source_table,
    bench.day_id(b.month, b.p, b.sheet) as source_id, bench.id(format('bought %s.%s.%s', b.p, b.k, b.month)) as source_line
  from bench.bought b
  union all
  select l.project_id, l.product_id, 'issue', -l.quantity_delivered, o.delivered_on, 'bookings', l.booking_id, l.id
  from bench.orders o join public.booking_lines l on l.project_id = o.project_id and l.booking_id = o.id and l.quantity_delivered > 0
  where o.delivered_on is not null) m
join bench.products g on g.project_id = m.project_id and g.id = m.product_id
order by m.on_date, m.kind desc;

insert into public.inventory (project_id, product_id, purchased, used_stocks, reserved, stock_value, current_srp, reorder_level)
select g.project_id, g.id, s.purchased, s.used, coalesce(r.reserved, 0), s.value, g.srp, case when g.k % 4 = 0 then 1000 end
from bench.products g
join (select m.project_id, m.product_id, sum(m.quantity) filter (where m.kind = 'purchase') as purchased, coalesce(-sum(m.quantity) filter (where m.kind = 'issue'), 0) as used, sum(m.cost) as value
  from public.stock_movements m group by 1, 2) s on s.project_id = g.project_id and s.product_id = g.id
left join (select l.project_id, l.product_id, sum(l.quantity) as reserved
  from bench.orders o join public.booking_lines l on l.project_id = o.project_id and l.booking_id = o.id
  where o.approved and o.delivered_on is null group by 1, 2) r on r.project_id = g.project_id and r.product_id = g.id;

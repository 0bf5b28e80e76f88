-- Sets paid amounts of bookings and sufficient credit lines, and creates the purchases of what was sold.

insert into public.bookings (project_id, id, so_no, customer_id, agent_id, customer_name, store_name, deliver_to, area, approval_status, collection_status,
  date_added, validated_at, validated_by, invoice_no, date_invoiced, date_delivered, date_due, vat_percent, vat_amount, date_paid, date_cleared, cancel_reason, dates_reason,
  total, collected, uncleared, credited, version, created_by, created_at, modified_at)
select o.project_id, o.id, 'SO-' || lpad(o.n::text, 6, '0'), bench.id(format('customer %s.%s', o.p, o.customer)),
  bench.id(format('agent-%s@p%s.bench.test', o.agent, o.p)), 'Customer ' || lpad(o.customer::text, 4, '0'), 'Store ' || o.customer,
  o.customer || ' Market Street', 'Area ' || 1 + o.customer % 30,
  case when o.state in ('cancelled', 'pending') then o.state when o.state = 'voided' then 'cancelled' else 'approved' end,
  case when not o.approved then 'unpaid' when w.balance = 0 then 'paid' when w.collected > 0 then 'partial' else 'unpaid' end,
  o.day, case when v.validated then o.day + time '10:00' end, case when v.validated then s.id end,
  case when o.invoiced_on is not null then 'SI-' || lpad(o.invoice::text, 6, '0') end, o.invoiced_on, o.delivered_on, o.invoiced_on + 30,
  case when v.validated then 12 end, case when v.validated then private.vat_in(b.total, 12) else 0 end, case when w.balance = 0 then w.paid_on end,
  case when w.balance = 0 and w.uncleared = 0 then greatest(w.paid_on, r.cleared_on) end, case o.state when 'cancelled' then 'Ordered twice' when 'voided' then 'The customer refused the order' end,
  case o.turned when 'corrected' then 'The driver wrote another day' end,
  b.total, w.collected, w.uncleared, b.credited, 3, s.id, o.day + time '08:00', coalesce(w.paid_on, o.day) + time '12:00'
from bench.orders o
join bench.totals b on b.project_id = o.project_id and b.booking_id = o.id
join bench.people s on s.p = o.p and s.role = 'sales admin'
left join (
  select a.booking_id, sum(a.amount) as collected, max(a.pays_on) as paid_on, max(a.cleared_on) as cleared_on,
    coalesce(sum(a.amount) filter (where a.type = 'cheque' and a.cleared_on is null), 0) as uncleared
  from bench.paid a where a.approved and not a.lost group by a.booking_id) r on r.booking_id = o.id
cross join lateral (select o.approved or o.state = 'voided' as validated) v
cross join lateral (select coalesce(r.collected, 0) as collected, coalesce(r.uncleared, 0) as uncleared, b.total - b.credited - coalesce(r.collected, 0) as balance,
  greatest(r.paid_on, b.credited_on) as paid_on) w
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

insert into public.customer_finance_events (project_id, customer_id, type, user_id, created_at, details)
select e.project_id, e.customer_id, 'cheque returned', f.id, e.on_date + time '15:00',
  jsonb_build_object('cr_no', c.cr_no, 'cheque_no', c.cheque_no, 'amount', c.amount::text, 'reason', 'Insufficient funds')
from bench.events e
join public.collections c on c.project_id = e.project_id and c.id = e.collection_id
join bench.people f on f.p = e.p and f.role = 'finance admin' where e.event = 'returned';

insert into public.memos (project_id, id, memo_no, kind, on_date, customer_id, agent_id, customer_name, store_name, booking_id, reason_code, amount, vat_amount,
  status, created_by, created_at, approved_by, approved_at, cancelled_by, cancelled_at, cancelled_on, cancel_reason, version, modified_at)
select m.project_id, m.memo_id, 'CM-' || lpad(m.no::text, 6, '0'), 'credit', m.on_date, b.customer_id, b.agent_id, b.customer_name, b.store_name, b.id,
  case m.turned when 'allowance' then 'price_allowance' else 'return' end, m.amount, m.vat_amount, case when x.on_date is null then 'approved' else 'cancelled' end,
  f.id, m.on_date + time '10:00', f.id, m.on_date + time '10:00', case when x.on_date is not null then f.id end, x.on_date + time '10:00', x.on_date,
  case when x.on_date is not null then 'The goods were never sent back' end, 2, coalesce(x.on_date, m.on_date) + time '10:00'
from (
  select c.project_id, c.p, c.memo_id, c.booking_id, c.on_date, c.turned, sum(c.amount) as amount, sum(c.vat_amount) as vat_amount,
    row_number() over (partition by c.p order by c.on_date, c.n) as no
  from bench.credits c where c.sign > 0 group by c.project_id, c.p, c.n, c.memo_id, c.booking_id, c.on_date, c.turned) m
join public.bookings b on b.project_id = m.project_id and b.id = m.booking_id
join bench.people f on f.p = m.p and f.role = 'finance admin'
left join lateral (select min(c.on_date) as on_date from bench.credits c where c.project_id = m.project_id and c.memo_id = m.memo_id and c.sign < 0) x on true;
insert into public.memo_lines (project_id, memo_id, line_id, pieces, amount, vat_amount)
select c.project_id, c.memo_id, c.line_id, c.pieces, c.amount, c.vat_amount from bench.credits c where c.sign > 0;
insert into public.customer_finance_events (project_id, customer_id, type, user_id, created_at, details)
select m.project_id, m.customer_id, 'credit memo approved', m.approved_by, m.approved_at,
  jsonb_build_object('memo_no', m.memo_no, 'amount', m.amount::text, 'reason', m.reason_code) from public.memos m;
update public.projects p set credit_memo_count = m.memos
from (select k.project_id, count(*) as memos from public.memos k group by k.project_id) m where m.project_id = p.id;

-- Each month buys ahead what it will deliver, and a little more.
create unlogged table bench.bought as
with months as (
  select t.p, t.id as project_id, m::date as month, m::date = date_trunc('month', t.first_day) as first
  from bench.tenants t cross join generate_series(date_trunc('month', t.first_day), t.last_day, interval '1 month') m
), needed as (
  select i.project_id, i.product_id, date_trunc('month', i.on_date)::date as month, sum(greatest(i.pieces, 0)) as pieces
  from bench.issues i group by 1, 2, 3
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
select m.project_id, m.product_id, m.kind, m.quantity, m.cost, m.on_date, m.source_table, m.source_id, m.source_line, m.posted_at
from (
  select b.project_id, b.product_id, 'purchase' as kind, b.pieces as quantity, b.pieces * b.cost as cost, b.month as on_date, 'purchases' as source_table,
    bench.day_id(b.month, b.p, b.sheet) as source_id, bench.id(format('bought %s.%s.%s', b.p, b.k, b.month)) as source_line, b.month + time '09:00' as posted_at,
    0 as step
  from bench.bought b
  union all
  select i.project_id, i.product_id, 'issue', -i.pieces, -i.cost, i.on_date, 'bookings', i.booking_id, i.line_id, i.posted_at, i.step from bench.issues i
  union all
  select c.project_id, c.product_id, 'return_credit', c.pieces, c.cost, c.on_date, 'memos', c.memo_id, c.line_id, c.on_date + time '10:00', 0
  from bench.credits c where c.pieces <> 0) m
order by m.posted_at, m.kind desc, m.step;

insert into public.inventory (project_id, product_id, purchased, used_stocks, stocks_returned, reserved, stock_value, current_srp, reorder_level)
select g.project_id, g.id, s.purchased, s.used, s.returned, coalesce(r.reserved, 0), s.value, g.srp, case when g.k % 4 = 0 then 1000 end
from bench.products g
join (
  select m.project_id, m.product_id, sum(m.quantity) filter (where m.kind = 'purchase') as purchased,
    coalesce(-sum(m.quantity) filter (where m.kind = 'issue'), 0) as used, coalesce(sum(m.quantity) filter (where m.kind = 'return_credit'), 0) as returned,
    sum(m.cost) as value
  from public.stock_movements m group by 1, 2) s on s.project_id = g.project_id and s.product_id = g.id
left join (select l.project_id, l.product_id, sum(l.quantity) as reserved
  from bench.orders o join public.booking_lines l on l.project_id = o.project_id and l.booking_id = o.id
  where o.approved and o.delivered_on is null group by 1, 2) r on r.project_id = g.project_id and r.product_id = g.id;

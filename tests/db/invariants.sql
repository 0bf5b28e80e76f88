-- Each query answers the offending rows: none when the books are right. Run after every database
-- test file and every load of data; "-- @name" begins a query.

-- @ on hand is the sum of the ledger and never negative (4)
select i.project_id, i.product_id, i.on_hand, coalesce(sum(m.quantity), 0) as ledger
from public.inventory i
left join public.stock_movements m on m.project_id = i.project_id and m.product_id = i.product_id
group by i.project_id, i.product_id, i.on_hand
having i.on_hand <> coalesce(sum(m.quantity), 0) or i.on_hand < 0

-- @ each inventory figure is the sum of its kind (5)
select i.product_id from public.inventory i
left join lateral (select
    coalesce(sum(quantity) filter (where kind = 'purchase'), 0) as purchased,
    -coalesce(sum(quantity) filter (where kind = 'supplier_return'), 0) as supplier_returned,
    -coalesce(sum(quantity) filter (where kind = 'issue'), 0) as used,
    coalesce(sum(quantity) filter (where kind in ('return_in', 'return_credit')), 0) as returned,
    coalesce(sum(quantity) filter (where kind = 'adjustment'), 0) as adjusted
  from public.stock_movements m where m.project_id = i.project_id and m.product_id = i.product_id) s on true
where (i.purchased, i.supplier_returned, i.used_stocks, i.stocks_returned, i.adjusted)
  is distinct from (s.purchased::int, s.supplier_returned::int, s.used::int, s.returned::int, s.adjusted::int)

-- @ reserved is what is validated and not delivered (4)
select i.product_id, i.reserved, coalesce(sum(l.quantity - l.quantity_delivered - l.quantity_released), 0) as open
from public.inventory i
left join (public.booking_lines l join public.bookings b on b.project_id = l.project_id and b.id = l.booking_id and b.approval_status like 'approved%')
  on l.project_id = i.project_id and l.product_id = i.product_id
group by i.project_id, i.product_id, i.reserved
having i.reserved <> coalesce(sum(l.quantity - l.quantity_delivered - l.quantity_released), 0)

-- @ issues equal what lines say is delivered (4)
select l.id from public.booking_lines l
left join public.stock_movements m on m.project_id = l.project_id and m.source_table = 'bookings' and m.source_line = l.id and m.kind = 'issue'
group by l.project_id, l.id, l.quantity_delivered having l.quantity_delivered <> -coalesce(sum(m.quantity), 0)

-- @ a booking's total is the sum of its lines; an opening receivable has none (6)
select b.so_no, b.total, sum(l.agent_srp * l.quantity) from public.bookings b
left join public.booking_lines l on l.project_id = b.project_id and l.booking_id = b.id
group by b.project_id, b.id, b.so_no, b.total, b.is_opening
having case when b.is_opening then count(l.id) > 0 else b.total is distinct from sum(l.agent_srp * l.quantity) end

-- @ collected is the sum of approved allocations, credited the sum of credits (6)
select b.so_no, b.collected, b.credited from public.bookings b
where b.collected <> coalesce((select sum(a.amount) from public.collection_allocations a
    join public.collections c on c.project_id = a.project_id and c.id = a.collection_id
    where a.project_id = b.project_id and a.booking_id = b.id and c.approval_status = 'approved'), 0)
  or b.credited <> coalesce((select sum(k.amount) from public.booking_credits k where k.project_id = b.project_id and k.booking_id = b.id), 0)

-- @ balance is never negative; paid means balance 0 and the other way round (6, 7)
select b.so_no from public.bookings b
where b.balance < 0
   or (b.approval_status like 'approved%' and (b.collection_status = 'paid') <> (b.balance = 0))
   or (b.collection_status = 'paid') <> (b.date_paid is not null)

-- @ a receipt is never allocated beyond its amount (6)
select c.cr_no from public.collections c
join public.collection_allocations a on a.project_id = c.project_id and a.collection_id = c.id
group by c.project_id, c.id, c.cr_no, c.amount having sum(a.amount) > c.amount or sum(a.amount) < 0

-- @ what a cheque counts is what its events say, and a returned or replaced one pays nothing (7)
select c.cr_no, c.cheque_state, c.reversed from public.collections c
left join lateral (select coalesce(sum(e.effect), 0) as effect, (array_agg(e.event order by e.id desc))[1] as last
  from public.cheque_events e where e.project_id = c.project_id and e.collection_id = c.id) e on true
left join lateral (select coalesce(sum(a.amount), 0) as allocated
  from public.collection_allocations a where a.project_id = c.project_id and a.collection_id = c.id) a on true
where c.reversed <> -e.effect
  or c.cheque_state is distinct from case when c.collection_type = 'cheque' then coalesce(e.last, 'on_hand') end
  or (c.cheque_state = 'cleared') is distinct from (c.cheque_cleared_on is not null) and c.collection_type = 'cheque'
  or (c.cheque_state in ('returned', 'replaced') and (a.allocated <> 0 or c.reversed <> c.amount))

-- @ uncleared of a booking is what cheques paid that may still come back (7)
select b.so_no, b.uncleared from public.bookings b
where b.uncleared <> coalesce((select sum(a.amount) from public.collection_allocations a
    join public.collections c on c.project_id = a.project_id and c.id = a.collection_id
    where a.project_id = b.project_id and a.booking_id = b.id and c.approval_status = 'approved'
      and c.collection_type = 'cheque' and c.cheque_state <> 'cleared'), 0)

-- @ a booking has moved last when the last of its receipts, credits and clearings counts from; before that it stood as reports say (8)
select b.so_no, b.moved_on from public.bookings b
where b.moved_on is distinct from greatest(
  (select max(greatest(a.effective_on, c.cheque_cleared_on)) from public.collection_allocations a
    join public.collections c on c.project_id = a.project_id and c.id = a.collection_id
    where a.project_id = b.project_id and a.booking_id = b.id and c.approval_status = 'approved'),
  (select max(k.on_date) from public.booking_credits k where k.project_id = b.project_id and k.booking_id = b.id))

-- @ the cash of a slip is in the account whole, or was taken back whole (13)
select s.slip_no from public.deposit_slips s
join (select d.project_id, d.slip_id, sum(d.amount) as cash, count(*) as entries from public.cash_deposits d group by d.project_id, d.slip_id) d
  on d.project_id = s.project_id and d.slip_id = s.id
where d.cash < 0 or (d.entries > 1) <> (d.cash = 0)

-- @ every cheque that is or was money of an account came there on a slip (7)
select c.cr_no, c.cheque_state from public.collections c
where c.collection_type = 'cheque' and (c.cheque_state in ('deposited', 'cleared'))
  and not exists (select from public.cheque_events e where e.project_id = c.project_id and e.collection_id = c.id and e.slip_id is not null)

-- @ exposure is within the credit line, or an override is logged; what was owed before counts for what comes after (9)
-- A cheque that comes back brings back what it had paid, whatever was sold meanwhile.
select c.name from public.customers c
where c.credit_line is not null
  and coalesce((select sum(b.balance) from public.bookings b where b.project_id = c.project_id and b.customer_id = c.id and b.approval_status like 'approved%' and not b.is_opening), 0)
    > c.credit_line - coalesce((select sum(e.effect) from public.cheque_events e join public.collections k on k.project_id = e.project_id and k.id = e.collection_id
      where k.project_id = c.project_id and k.customer_id = c.id and e.event = 'returned'), 0)
  and not exists (select from public.bookings b where b.project_id = c.project_id and b.customer_id = c.id and b.override_reason is not null)

-- @ SO numbers have no gap and no double (11)
-- A series may begin at the number where the paper books ended; from there on it is whole.
select p.name, p.booking_count from public.projects p
join lateral (
  select count(distinct b.so_no) as drawn, count(*) as bookings, min(substr(b.so_no, 4)::int) as first, max(substr(b.so_no, 4)::int) as last
  from public.bookings b where b.project_id = p.id and not b.is_opening) s on s.bookings > 0
where s.drawn <> s.bookings or s.last <> p.booking_count or s.last - s.first + 1 <> s.bookings

-- @ each line of a purchase has moved its pieces, of a cancelled one none (12)
select l.id from public.purchase_lines l
join public.purchases p on p.project_id = l.project_id and p.id = l.purchase_id
left join public.stock_movements m on m.project_id = l.project_id and m.source_table = 'purchases' and m.source_line = l.id
group by l.project_id, l.id, l.quantity, p.status, p.kind
having coalesce(sum(m.quantity), 0) <> case when p.status = 'cancelled' then 0 when p.kind = 'supplier_return' then -l.quantity else l.quantity end

-- @ a purchase's total is the sum of its lines (12)
select p.po_no from public.purchases p
where p.total_cost <> (select coalesce(sum(l.amount), 0) from public.purchase_lines l where l.project_id = p.project_id and l.purchase_id = p.id)

-- @ a posted count has adjusted its variances (4)
select l.count_id, l.product_id from public.stock_count_lines l
join public.stock_counts c on c.project_id = l.project_id and c.id = l.count_id
left join public.stock_movements m on m.project_id = l.project_id and m.source_table = 'stock_counts' and m.source_id = c.id and m.product_id = l.product_id
group by l.project_id, l.count_id, l.product_id, l.variance, c.count_status
having coalesce(sum(m.quantity), 0) <> case when c.count_status = 'posted' then coalesce(l.variance, 0) else 0 end

-- @ the live price is where its history ends (12)
select c.product_id from (select distinct on (project_id, product_id) project_id, product_id, is_now from public.price_changes
  where price = 'current_srp' order by project_id, product_id, id desc) c
join public.inventory i on i.project_id = c.project_id and i.product_id = c.product_id where i.current_srp <> c.is_now

-- @ every approved customer, booking decision and receipt decision left a trace (13)
select b.so_no from public.bookings b
where b.approval_status <> 'pending' and not exists (
  select from public.audit_log g where g.project_id = b.project_id and g.table_name = 'bookings' and g.row_id = b.id and g.after ? 'approval_status'
    and g.action = case when b.is_opening then 'insert' else 'update' end)

-- @ a remittance says what its receipts and its cash count say (decision 11)
select r.drr_no from public.remittances r
left join lateral (select count(*) as receipts, coalesce(sum(c.amount) filter (where c.collection_type = 'cash'), 0) as cash,
    coalesce(sum(c.amount) filter (where c.collection_type = 'cheque'), 0) as cheques,
    coalesce(sum(c.amount) filter (where c.collection_type not in ('cash', 'cheque')), 0) as others,
    bool_and(c.collector_id = r.collector_id) as own
  from public.remittance_receipts x join public.collections c on c.project_id = x.project_id and c.id = x.collection_id
  where x.project_id = r.project_id and x.remittance_id = r.id) s on true
where (r.receipts, r.cash_expected, r.cheques, r.others, true) is distinct from (s.receipts::int, s.cash, s.cheques, s.others, s.own)
  or r.cash_counted <> (select coalesce(sum(d.amount), 0) from public.remittance_cash d where d.project_id = r.project_id and d.remittance_id = r.id)

-- @ a receipt is on one received remittance, under its number, and stands
select c.cr_no from public.collections c
left join lateral (select count(*) as live, (array_agg(r.id))[1] as id, max(r.drr_no) as drr_no, max(r.remitted_on) as remitted_on
  from public.remittance_receipts x join public.remittances r on r.project_id = x.project_id and r.id = x.remittance_id
  where x.project_id = c.project_id and x.collection_id = c.id and r.status = 'received') s on true
where s.live > 1 or s.id is distinct from c.remittance_id
  or (s.live = 1 and (c.approval_status = 'cancelled' or (s.drr_no, s.remitted_on) is distinct from (c.drr_no, c.drr_date)))

-- @ a voucher's total is the sum of its lines; its cheque is for what is paid (10)
select v.voucher_no from public.vouchers v
where v.total is distinct from (select sum(l.amount) from public.voucher_lines l where l.project_id = v.project_id and l.voucher_id = v.id)
  or (v.mode_of_payment = 'cheque' and v.cheque_amount is distinct from v.total - v.ewt_amount)

-- @ a released voucher was printed and has a releaser, who said so and a date; a cancelled one a reason (10)
select v.voucher_no from public.vouchers v
where (v.status = 'released') is distinct from (v.copies > 0 and v.released_by is not null and v.who_released is not null and v.date_released is not null)
  or (v.status = 'cancelled') is distinct from (v.who_cancelled is not null and v.cancel_reason is not null)

-- @ voucher numbers have no gap and no double; a cancelled voucher keeps its own (11)
select p.name, p.voucher_count from public.projects p
join lateral (
  select count(distinct v.voucher_no) as drawn, count(*) as vouchers, min(v.voucher_no) as first, max(v.voucher_no) as last
  from public.vouchers v where v.project_id = p.id) s on s.vouchers > 0
where s.drawn <> s.vouchers or s.last <> p.voucher_count - 1 or s.last - s.first + 1 <> s.vouchers

-- @ every change of a voucher's state left a trace (13)
select v.voucher_no from public.vouchers v
where v.status <> 'pending' and not exists (
  select from public.audit_log g where g.project_id = v.project_id and g.table_name = 'vouchers' and g.row_id = v.id
    and g.action = 'update' and g.after ->> 'status' = v.status)

-- @ a live voucher by cheque has one live cheque that says what it says, or one that is void or stale (11)
select v.voucher_no, v.status from public.vouchers v
left join public.issued_cheques c on c.project_id = v.project_id and c.voucher_id = v.id and c.state not in ('void', 'stale')
where v.status <> 'cancelled' and case
  when v.mode_of_payment <> 'cheque' then c.id is not null
  when c.id is null then not exists (select from public.issued_cheques o where o.project_id = v.project_id and o.voucher_id = v.id)
  else (c.bank_id, c.amount, c.payee_name) is distinct from (v.bank_id, v.cheque_amount, v.pay_to)
    or c.no_key <> lpad(upper(v.cheque_no), 20, '0') end

-- @ a cheque is as far as its voucher: printed and released after it, void when it is cancelled (11)
select c.cheque_no, c.state, v.status from public.issued_cheques c
join public.vouchers v on v.project_id = c.project_id and v.id = c.voucher_id
where (c.state = 'printed' and v.status not in ('printed', 'released'))
  or (c.state in ('released', 'cleared', 'stale') and v.status <> 'released')
  or (v.status = 'cancelled' and c.state <> 'void')

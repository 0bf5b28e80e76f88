-- Posts the receivables and money ledgers of the bookings, memos, receipts and vouchers above, in sets, and gathers what the sales
-- ledger has: it is posted by the statements of the version (scripts/bench/version), whose ledger may have further columns.

create unlogged table bench.sales as
select row_number() over (order by x.posted_at, x.booking_id, x.step, x.line_id) as n, x.*, b.customer_id, b.agent_id,
  row_number() over (partition by x.line_id order by x.posted_at, x.step) > 1 as further
from (
  select i.project_id, i.on_date, 'delivery' as kind, i.booking_id, i.line_id, i.product_id, i.case_config, i.pieces, i.amount, i.vat_amount, i.cost, i.posted_at,
    null::uuid as memo_id, i.step
  from bench.issues i
  union all
  select c.project_id, c.on_date, case c.turned when 'allowance' then 'allowance' else 'return' end, c.booking_id, c.line_id, c.product_id, l.case_config, -c.pieces,
    -c.amount, -c.vat_amount, -c.cost, c.on_date + time '10:00', c.memo_id, 9
  from bench.credits c join public.booking_lines l on l.project_id = c.project_id and l.id = c.line_id) x
join public.bookings b on b.project_id = x.project_id and b.id = x.booking_id;

insert into public.receivable_entries (project_id, on_date, kind, customer_id, agent_id, booking_id, collection_id, memo_id, due_date, amount, cleared_amount, posted_at)
select x.project_id, x.on_date, x.kind, x.customer_id, x.agent_id, x.booking_id, x.collection_id, x.memo_id, x.due_date, x.amount, x.cleared_amount,
  x.on_date + case when x.memo_id is null then time '09:00' else time '10:00' end
from (
  select b.project_id, e.on_date, e.kind, b.customer_id, b.agent_id, b.id as booking_id, null::uuid as collection_id, null::uuid as memo_id,
    b.date_due as due_date, e.sign * b.total as amount, e.sign * b.total as cleared_amount
  from public.bookings b
  join bench.orders o on o.id = b.id
  cross join lateral (values (1, 'invoice', b.date_invoiced, true), (-1, 'cancelled', o.turned_on, o.state = 'voided')) e (sign, kind, on_date, happened)
  where b.date_invoiced is not null and b.total <> 0 and e.happened
  union all
  select b.project_id, greatest(k.on_date, b.date_invoiced), case k.kind when 'credit_memo' then 'allowance' else k.kind end, b.customer_id, b.agent_id, b.id, null,
    k.memo_id, b.date_due, -sum(k.amount), -sum(k.amount)
  from public.booking_credits k join public.bookings b on b.project_id = k.project_id and b.id = k.booking_id
  where b.approval_status = 'approved' and b.date_invoiced is not null
  group by b.project_id, b.id, 2, k.kind, k.memo_id having sum(k.amount) <> 0
  union all
  -- A returned cheque owes again what it paid; the receipt has the money unapplied and loses it, and the other way round later.
  select r.project_id, e.on_date, e.kind, b.customer_id, case when e.applied then b.agent_id else c.agent_id end, case when e.applied then b.id end, r.id, null, null,
    e.sign * r.amount, case when r.type = 'cheque' and e.kind <> 'cleared' then 0 when e.kind = 'cleared' then -r.amount else e.sign * r.amount end
  from bench.paid r
  join public.bookings b on b.project_id = r.project_id and b.id = r.booking_id
  join public.collections c on c.project_id = r.project_id and c.id = r.id
  cross join lateral (values
    ('receipt', r.on_date, -1, true, true),
    ('cheque_returned', r.on_date + 4, 1, true, r.bounced), ('cheque_returned', r.on_date + 4, -1, false, r.bounced),
    ('cheque_returned', r.on_date + 4, 1, false, r.bounced),
    ('redeposited', r.on_date + 8, -1, false, r.bounced and r.again), ('allocation', r.on_date + 8, 1, false, r.bounced and r.again),
    ('allocation', r.on_date + 8, -1, true, r.bounced and r.again),
    ('cleared', r.cleared_on, 0, true, r.cleared_on is not null)) e (kind, on_date, sign, applied, happened)
  where r.approved and e.happened) x
order by x.on_date;

insert into private.receivable_positions (project_id, document_id, is_booking, customer_id, amount, cleared_amount, charged, opened_on, moved_on)
select e.project_id, coalesce(e.booking_id, e.collection_id), e.booking_id is not null, min(e.customer_id::text)::uuid, sum(e.amount), sum(e.cleared_amount), coalesce(sum(e.amount) filter (where e.collection_id is null), 0), min(e.on_date), max(e.on_date)
from public.receivable_entries e group by 1, 2, 3;

insert into public.money_entries (project_id, on_date, kind, place, holder_id, collection_id, slip_id, voucher_id, amount, confirmed_amount, posted_at)
select x.project_id, x.on_date, x.kind, x.place, x.holder_id, x.collection_id, x.slip_id, x.voucher_id, x.amount, x.confirmed_amount, x.on_date + time '09:00'
from (
  select c.project_id, c.date_collected as on_date, 'receipt' as kind,
    case c.collection_type when 'cash' then 'office' when 'cheque' then 'cheques' else 'bank' end as place,
    c.bank_id as holder_id, c.id as collection_id, null::uuid as slip_id, null::uuid as voucher_id, c.amount,
    case when c.approval_status = 'approved' then c.amount else 0 end as confirmed_amount
  from public.collections c where c.collection_type <> 'bank_transfer' or c.approval_status = 'approved'
  union all
  -- A cheque is at the bank from its deposit on, confirmed once it has cleared, and on hand again when it comes back.
  select e.project_id, e.on_date, k.kind, p.place, case p.place when 'bank' then bench.id(format('bank %s.1', e.p)) end, e.collection_id, null, null,
    k.sign * p.sign * e.amount, case p.place when 'cheques' then k.sign * p.sign * e.amount else 0 end
  from bench.events e
  cross join lateral (select case e.event when 'deposited' then 'deposit' else 'cheque_returned' end as kind, case e.event when 'deposited' then 1 else -1 end as sign) k
  cross join (values ('cheques', -1), ('bank', 1)) p (place, sign)
  where e.event <> 'cleared'
  union all
  select e.project_id, e.on_date, 'clearing', 'bank', bench.id(format('bank %s.1', e.p)), e.collection_id, null, null, 0, e.amount
  from bench.events e where e.event = 'cleared'
  union all
  select d.project_id, d.on_date, 'deposit', p.place, case p.place when 'bank' then s.bank_id end, null, s.id, null, p.sign * d.amount, p.sign * d.amount
  from public.cash_deposits d
  join public.deposit_slips s on s.project_id = d.project_id and s.id = d.slip_id
  cross join (values ('office', -1), ('bank', 1)) p (place, sign)
  union all
  select v.project_id, v.date_released, 'payment', 'bank', v.bank_id, null, null, v.id, -v.net_amount, -v.net_amount
  from public.vouchers v where v.mode_of_payment = 'bank_transfer' and v.status = 'released') x
-- A cheque leaves the hand before it is at the bank.
order by x.on_date, x.place desc;

insert into private.cash_balances (project_id, holder_id, amount, confirmed_amount)
select e.project_id, coalesce(e.holder_id, e.project_id), sum(e.amount), sum(e.confirmed_amount)
from public.money_entries e where e.place in ('office', 'collector') group by 1, 2;

-- Posts the sales, receivables and money ledgers of the bookings, receipts and vouchers above, in sets.

insert into public.sales_entries (project_id, on_date, kind, booking_id, line_id, product_id, customer_id, agent_id, case_config, pieces, amount, vat_amount, vat_class, cost, posted_at)
select m.project_id, m.on_date, 'delivery', b.id, l.id, l.product_id, b.customer_id, b.agent_id, l.case_config, -m.quantity, -m.quantity * l.agent_srp,
  private.vat_in(w.so_far, 12) - private.vat_in(w.so_far + m.quantity * l.agent_srp, 12), 'vatable', -m.cost, m.created_at
from public.stock_movements m
join public.booking_lines l on l.project_id = m.project_id and l.id = m.source_line
-- The VAT of the lines of a booking adds up to that of its invoice.
join (select x.project_id, x.id, sum(-x.quantity * k.agent_srp) over (partition by x.project_id, x.source_id order by x.id) as so_far
  from public.stock_movements x join public.booking_lines k on k.project_id = x.project_id and k.id = x.source_line
  where x.kind = 'issue') w on w.project_id = m.project_id and w.id = m.id
join public.bookings b on b.project_id = l.project_id and b.id = l.booking_id
where m.kind = 'issue' order by m.project_id, m.on_date, m.id;

insert into public.receivable_entries (project_id, on_date, kind, customer_id, agent_id, booking_id, collection_id, due_date, amount, cleared_amount, posted_at)
select x.project_id, x.on_date, x.kind, x.customer_id, x.agent_id, x.booking_id, x.collection_id, x.due_date, x.amount, x.cleared_amount, x.on_date + time '09:00'
from (
  select b.project_id, b.date_invoiced as on_date, 'invoice' as kind, b.customer_id, b.agent_id, b.id as booking_id, null::uuid as collection_id,
    b.date_due as due_date, b.total as amount, b.total as cleared_amount
  from public.bookings b where b.approval_status = 'approved' and b.date_invoiced is not null and b.total <> 0
  union all
  select b.project_id, greatest(k.on_date, b.date_invoiced), k.kind, b.customer_id, b.agent_id, b.id, null, b.date_due, -sum(k.amount), -sum(k.amount)
  from public.booking_credits k join public.bookings b on b.project_id = k.project_id and b.id = k.booking_id
  where b.approval_status = 'approved' and b.date_invoiced is not null
  group by b.project_id, b.id, 2, k.kind having sum(k.amount) <> 0
  union all
  select c.project_id, c.date_collected, 'receipt', c.customer_id, b.agent_id, a.booking_id, c.id, null, -a.amount,
    case when c.collection_type = 'cheque' then 0 else -a.amount end
  from public.collections c
  join public.collection_allocations a on a.project_id = c.project_id and a.collection_id = c.id
  join public.bookings b on b.project_id = a.project_id and b.id = a.booking_id
  where c.approval_status = 'approved'
  union all
  select c.project_id, c.cheque_cleared_on, 'cleared', c.customer_id, b.agent_id, a.booking_id, c.id, null, 0, -a.amount
  from public.collections c
  join public.collection_allocations a on a.project_id = c.project_id and a.collection_id = c.id
  join public.bookings b on b.project_id = a.project_id and b.id = a.booking_id
  where c.approval_status = 'approved' and c.cheque_cleared_on is not null) x
order by x.project_id, x.on_date;

insert into private.receivable_positions (project_id, document_id, is_booking, customer_id, amount, cleared_amount, charged, opened_on, moved_on)
select e.project_id, coalesce(e.booking_id, e.collection_id), e.booking_id is not null, min(e.customer_id::text)::uuid, sum(e.amount), sum(e.cleared_amount), coalesce(sum(e.amount) filter (where e.collection_id is null), 0), min(e.on_date), max(e.on_date)
from public.receivable_entries e group by 1, 2, 3;

insert into public.money_entries (project_id, on_date, kind, place, holder_id, collection_id, slip_id, voucher_id, amount, confirmed_amount, posted_at)
select x.project_id, x.on_date, x.kind, x.place, x.holder_id, x.collection_id, x.slip_id, x.voucher_id, x.amount, x.confirmed_amount, x.on_date + time '09:00'
from (
  select c.project_id, c.date_collected as on_date, 'receipt' as kind, case c.collection_type when 'cash' then 'office' when 'cheque' then 'cheques' else 'bank' end as place,
    c.bank_id as holder_id, c.id as collection_id, null::uuid as slip_id, null::uuid as voucher_id, c.amount,
    case when c.approval_status = 'approved' then c.amount else 0 end as confirmed_amount
  from public.collections c where c.collection_type <> 'bank_transfer' or c.approval_status = 'approved'
  union all
  select e.project_id, e.on_date, 'deposit', p.place, case p.place when 'bank' then s.bank_id end, c.id, null, null, p.sign * c.amount,
    case p.place when 'cheques' then -c.amount else 0 end
  from public.cheque_events e
  join public.collections c on c.project_id = e.project_id and c.id = e.collection_id
  join public.deposit_slips s on s.project_id = e.project_id and s.id = e.slip_id
  cross join (values ('cheques', -1), ('bank', 1)) p (place, sign)
  where e.event = 'deposited'
  union all
  select c.project_id, c.cheque_cleared_on, 'clearing', 'bank', s.bank_id, c.id, null, null, 0, c.amount
  from public.collections c
  join public.cheque_events e on e.project_id = c.project_id and e.collection_id = c.id and e.event = 'deposited'
  join public.deposit_slips s on s.project_id = e.project_id and s.id = e.slip_id
  where c.cheque_state = 'cleared'
  union all
  select d.project_id, d.on_date, 'deposit', p.place, case p.place when 'bank' then s.bank_id end, null, s.id, null, p.sign * d.amount, p.sign * d.amount
  from public.cash_deposits d
  join public.deposit_slips s on s.project_id = d.project_id and s.id = d.slip_id
  cross join (values ('office', -1), ('bank', 1)) p (place, sign)
  union all
  select v.project_id, v.date_released, 'payment', 'bank', v.bank_id, null, null, v.id, -v.net_amount, -v.net_amount
  from public.vouchers v where v.mode_of_payment = 'bank_transfer' and v.status = 'released') x
order by x.project_id, x.on_date;

insert into private.cash_balances (project_id, holder_id, amount, confirmed_amount)
select e.project_id, coalesce(e.holder_id, e.project_id), sum(e.amount), sum(e.confirmed_amount)
from public.money_entries e where e.place in ('office', 'collector') group by 1, 2;

select private.keep_all_numbers();
select private.keep_all_document_sums();

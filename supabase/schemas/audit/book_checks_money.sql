-- Integrity checks of receipts, cheques, remittances and vouchers, in the shape of the checks of stock.
-- See docs/domain.md, invariants 6-8, 10, 11 and 13. Amounts are money.

create or replace function private.check_receipts(p_projects uuid[])
returns table (check_key text, project_id uuid, kind text, id uuid, label text, stored text, expected text)
language sql stable security definer set search_path = '' as $$
  with paid as (
    select a.project_id, a.booking_id, sum(a.amount) as collected,
      coalesce(sum(a.amount) filter (where c.collection_type = 'cheque' and c.cheque_state <> 'cleared'), 0) as uncleared
    from public.collection_allocations a
    join public.collections c on c.project_id = a.project_id and c.id = a.collection_id
    where a.project_id = any (p_projects) and c.approval_status = 'approved' group by a.project_id, a.booking_id),
  credited as (
    select k.project_id, k.booking_id, sum(k.amount) as amount
    from public.booking_credits k where k.project_id = any (p_projects) group by k.project_id, k.booking_id),
  owed as (
    select b.project_id, b.id, b.so_no, b.collected, b.credited, b.uncleared, b.balance, b.approval_status,
      b.collection_status, b.date_paid,
      coalesce(p.collected, 0) as p_collected, coalesce(p.uncleared, 0) as p_uncleared, coalesce(c.amount, 0) as p_credited
    from public.bookings b
    left join paid p on p.project_id = b.project_id and p.booking_id = b.id
    left join credited c on c.project_id = b.project_id and c.booking_id = b.id
    where b.project_id = any (p_projects))
  select 'receipts.collected', o.project_id, 'booking', o.id, o.so_no, format('%s + %s', o.collected, o.credited),
    format('%s + %s', o.p_collected, o.p_credited)
  from owed o where (o.collected, o.credited) is distinct from (o.p_collected, o.p_credited)
  union all
  select 'receipts.balance', o.project_id, 'booking', o.id, o.so_no,
    format('%s, %s', o.collection_status, coalesce(o.date_paid::text, 'no date')), o.balance::text
  from owed o
  where o.balance < 0 or (o.approval_status like 'approved%' and (o.collection_status = 'paid') <> (o.balance = 0))
    or (o.collection_status = 'paid') <> (o.date_paid is not null)
  union all
  select 'receipts.uncleared', o.project_id, 'booking', o.id, o.so_no, o.uncleared::text, o.p_uncleared::text
  from owed o where o.uncleared <> o.p_uncleared
  union all
  select 'receipts.allocated', c.project_id, 'collection', c.id, c.cr_no, c.amount::text, a.amount::text
  from public.collections c
  join (select k.project_id, k.collection_id, sum(k.amount) as amount from public.collection_allocations k
      where k.project_id = any (p_projects)
      group by k.project_id, k.collection_id) a on a.project_id = c.project_id and a.collection_id = c.id
  where a.amount > c.amount or a.amount < 0
  union all
  -- Parts of a receipt are numbered from 1 and share what belongs to the receipt.
  select 'receipts.parts', c.project_id, 'collection', c.id, c.cr_no, concat_ws(', ', c.part_no, c.approval_status, c.cr_date),
    concat_ws(', ', o.cr_no, o.approval_status, o.cr_date)
  from public.collections c
  join public.collections o on o.project_id = c.project_id and o.id = c.receipt_id
  where c.project_id = any (p_projects) and c.part_no > 1
    and ((c.cr_no, c.cr_date, c.customer_id, c.agent_id, c.collector_id, c.date_collected, c.approval_status)
      is distinct from (o.cr_no, o.cr_date, o.customer_id, o.agent_id, o.collector_id, o.date_collected, o.approval_status)
      or not exists (select from public.collections b
        where b.project_id = c.project_id and b.receipt_id = c.receipt_id and b.part_no = c.part_no - 1))
$$;
comment on function private.check_receipts is
  'Returns the violations of the receipt checks: collected and credited, balance, uncleared of bookings; allocations and parts of '
  'receipts.';

create or replace function private.check_cheques(p_projects uuid[])
returns table (check_key text, project_id uuid, kind text, id uuid, label text, stored text, expected text)
language sql stable security definer set search_path = '' as $$
  with events as (
    select e.project_id, e.collection_id, sum(e.effect) as effect, (array_agg(e.event order by e.id desc))[1] as last,
      bool_or(e.slip_id is not null) as on_slip
    from public.cheque_events e where e.project_id = any (p_projects) group by e.project_id, e.collection_id),
  allocated as (
    select a.project_id, a.collection_id, sum(a.amount) as amount
    from public.collection_allocations a where a.project_id = any (p_projects) group by a.project_id, a.collection_id)
  -- A returned, replaced or paid back cheque pays nothing.
  select 'cheques.state', c.project_id, 'collection', c.id, c.cr_no,
    format('%s, %s taken back', coalesce(c.cheque_state, 'no cheque'), c.reversed),
    format('%s, %s taken back', coalesce(e.last, 'on_hand'), -coalesce(e.effect, 0))
  from public.collections c
  left join events e on e.project_id = c.project_id and e.collection_id = c.id
  left join allocated a on a.project_id = c.project_id and a.collection_id = c.id
  where c.project_id = any (p_projects)
    and (c.reversed <> case when c.paid_back_on is null then -coalesce(e.effect, 0) else c.amount end
      or c.cheque_state is distinct from case when c.collection_type = 'cheque' then coalesce(e.last, 'on_hand') end
      or (c.cheque_state = 'cleared') is distinct from (c.cheque_cleared_on is not null) and c.collection_type = 'cheque'
      or ((c.cheque_state in ('returned', 'replaced') or c.paid_back_on is not null)
        and (coalesce(a.amount, 0) <> 0 or c.reversed <> c.amount)))
  union all
  select 'cheques.slip', c.project_id, 'collection', c.id, c.cr_no, c.cheque_state, 'no deposit slip'
  from public.collections c
  left join events e on e.project_id = c.project_id and e.collection_id = c.id
  where c.project_id = any (p_projects) and c.collection_type = 'cheque'
    and c.cheque_state in ('deposited', 'cleared') and e.on_slip is not true
  union all
  -- The cash of a slip is deposited in full or reversed in full.
  select 'cheques.cash', s.project_id, 'deposit', s.id, s.slip_no, format('%s entries', d.entries), d.cash::text
  from public.deposit_slips s
  join (select k.project_id, k.slip_id, sum(k.amount) as cash, count(*) as entries from public.cash_deposits k
      where k.project_id = any (p_projects) group by k.project_id, k.slip_id) d on d.project_id = s.project_id and d.slip_id = s.id
  where d.cash < 0 or (d.entries > 1) <> (d.cash = 0)
$$;
comment on function private.check_cheques is 'Returns the violations of the checks of cheques received and of deposit slips.';

create or replace function private.check_remittances(p_projects uuid[])
returns table (check_key text, project_id uuid, kind text, id uuid, label text, stored text, expected text)
language sql stable security definer set search_path = '' as $$
  with receipts as (
    select x.project_id, x.remittance_id, x.collection_id, c.receipt_id, c.collection_type, c.amount, c.collector_id
    from public.remittance_receipts x join public.collections c on c.project_id = x.project_id and c.id = x.collection_id
    where x.project_id = any (p_projects)),
  bags as (
    select r.project_id, r.remittance_id, count(distinct r.receipt_id) as receipts, min(r.collector_id::text) as first,
      max(r.collector_id::text) as last,
      coalesce(sum(r.amount) filter (where r.collection_type = 'cash'), 0) as cash,
      coalesce(sum(r.amount) filter (where r.collection_type = 'cheque'), 0) as cheques,
      coalesce(sum(r.amount) filter (where r.collection_type not in ('cash', 'cheque')), 0) as others
    from receipts r group by r.project_id, r.remittance_id),
  counted as (
    select d.project_id, d.remittance_id, sum(d.amount) as cash from public.remittance_cash d
    where d.project_id = any (p_projects) group by d.project_id, d.remittance_id)
  select 'remittances.sums', r.project_id, 'remittance', r.id, r.drr_no,
    concat_ws(' / ', r.receipts, r.cash_expected, r.cheques, r.others, r.cash_counted),
    concat_ws(' / ', coalesce(b.receipts, 0), b.cash, b.cheques, b.others, coalesce(d.cash, 0))
  from public.remittances r
  left join bags b on b.project_id = r.project_id and b.remittance_id = r.id
  left join counted d on d.project_id = r.project_id and d.remittance_id = r.id
  where r.project_id = any (p_projects)
    and (r.receipts, r.cash_expected, r.cheques, r.others, r.cash_counted, r.collector_id::text, r.collector_id::text)
      is distinct from (b.receipts, b.cash, b.cheques, b.others, coalesce(d.cash, 0), b.first, b.last)
  union all
  select 'remittances.receipts', c.project_id, 'collection', c.id, c.cr_no,
    concat_ws(', ', c.drr_no, c.drr_date, c.approval_status),
    format('%s on %s remittances', coalesce(s.drr_no, 'nothing'), coalesce(s.live, 0))
  from public.collections c
  left join (select x.project_id, x.collection_id, count(*) as live, (array_agg(r.id))[1] as remittance, max(r.drr_no) as drr_no,
        max(r.remitted_on) as remitted_on
      from receipts x join public.remittances r on r.project_id = x.project_id and r.id = x.remittance_id and r.status = 'received'
      group by x.project_id, x.collection_id) s on s.project_id = c.project_id and s.collection_id = c.id
  where c.project_id = any (p_projects)
    and (s.live > 1 or s.remittance is distinct from c.remittance_id
      or (s.live = 1 and (c.approval_status = 'cancelled' or (s.drr_no, s.remitted_on) is distinct from (c.drr_no, c.drr_date))))
$$;
comment on function private.check_remittances is 'Returns the violations of the checks of remittances and of the receipts on them.';

create or replace function private.check_vouchers(p_projects uuid[])
returns table (check_key text, project_id uuid, kind text, id uuid, label text, stored text, expected text)
language sql stable security definer set search_path = '' as $$
  with sums as (
    select l.project_id, l.voucher_id, sum(l.amount) as amount from public.voucher_lines l
    where l.project_id = any (p_projects) group by l.project_id, l.voucher_id)
  select 'vouchers.total', v.project_id, 'voucher', v.id, 'No. ' || v.voucher_no, concat_ws(', cheque ', v.total, v.cheque_amount),
    concat_ws(', net ', coalesce(s.amount, 0), v.net_amount)
  from public.vouchers v
  left join sums s on s.project_id = v.project_id and s.voucher_id = v.id
  where v.project_id = any (p_projects)
    and (v.total is distinct from s.amount or (v.mode_of_payment = 'cheque' and v.cheque_amount is distinct from v.total - v.ewt_amount))
  union all
  -- A released voucher was printed and has a releaser, a user who released it, and a date.
  select 'vouchers.state', v.project_id, 'voucher', v.id, 'No. ' || v.voucher_no, v.status,
    concat_ws(', ', v.copies || ' copies', coalesce(v.releaser_name, 'no releaser'), coalesce(v.date_released::text, 'no date'),
      coalesce(v.cancel_reason, 'no reason'))
  from public.vouchers v
  where v.project_id = any (p_projects)
    and ((v.status = 'released') is distinct from (v.copies > 0 and v.released_by is not null and v.who_released is not null
      and v.date_released is not null)
      or (v.status = 'cancelled') is distinct from (v.who_cancelled is not null and v.cancel_reason is not null))
  union all
  -- The number of a cancelled voucher is not reused.
  select 'vouchers.numbers', p.id, 'project', p.id, p.name, format('next %s', p.voucher_count),
    format('%s numbers on %s vouchers, %s to %s', s.drawn, s.vouchers, s.first, s.last)
  from public.projects p
  join (select v.project_id, count(distinct v.voucher_no) as drawn, count(*) as vouchers,
        min(v.voucher_no) as first, max(v.voucher_no) as last
      from public.vouchers v where v.project_id = any (p_projects) group by v.project_id) s on s.project_id = p.id
  where s.drawn <> s.vouchers or s.last <> p.voucher_count - 1 or s.last - s.first + 1 <> s.vouchers
  union all
  -- A live voucher by cheque has one live cheque with the same values, or one that is void or stale.
  select 'vouchers.cheque', v.project_id, 'voucher', v.id, 'No. ' || v.voucher_no,
    concat_ws(', ', v.mode_of_payment, v.cheque_no, v.cheque_amount),
    coalesce(concat_ws(', ', c.state, c.cheque_no, c.amount), 'no cheque')
  from public.vouchers v
  left join public.issued_cheques c on c.project_id = v.project_id and c.voucher_id = v.id and c.state not in ('void', 'stale')
  where v.project_id = any (p_projects) and v.status <> 'cancelled' and case
    when v.mode_of_payment <> 'cheque' then c.id is not null
    when c.id is null then not exists (select from public.issued_cheques o where o.project_id = v.project_id and o.voucher_id = v.id)
    else (c.bank_id, c.amount, c.payee_name) is distinct from (v.bank_id, v.cheque_amount, v.pay_to)
      or c.no_key <> lpad(upper(v.cheque_no), 20, '0') end
  union all
  -- A cheque follows its voucher: printed and released after it, void when it is cancelled.
  select 'vouchers.cheque_state', c.project_id, 'cheque', c.id, c.cheque_no, c.state, format('voucher No. %s %s', v.voucher_no, v.status)
  from public.issued_cheques c
  join public.vouchers v on v.project_id = c.project_id and v.id = c.voucher_id
  where c.project_id = any (p_projects)
    and ((c.state = 'printed' and v.status not in ('printed', 'released'))
      or (c.state in ('released', 'cleared', 'stale') and v.status <> 'released')
      or (v.status = 'cancelled' and c.state <> 'void'))
$$;
comment on function private.check_vouchers is 'Returns the violations of the checks of vouchers and of cheques issued.';

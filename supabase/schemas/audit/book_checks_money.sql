-- Integrity checks of receipts, cheques, remittances and vouchers, in the shape of the checks of stock.
-- See docs/domain.md, invariants 6-8, 10, 11 and 13. Amounts are money.

create or replace function private.check_receipts(p_project uuid)
returns table (check_key text, id uuid, label text, stored jsonb, expected jsonb)
language sql stable set search_path = '' as $$
  with receipts as not materialized (
    select c.* from public.collections c where c.project_id = p_project
  ), allocated as not materialized (
    select a.* from public.collection_allocations a where a.project_id = p_project
  )
  select c.check_key, c.id, null, c.stored, c.expected
  from (
    select x.check_key, b.id, x.stored, x.expected
    from public.bookings b
    left join (select a.booking_id, sum(a.amount) as collected,
        sum(a.amount) filter (where c.collection_type = 'cheque' and c.cheque_state <> 'cleared') as uncleared
      from allocated a join receipts c on c.id = a.collection_id
      where c.approval_status = 'approved' group by a.booking_id) p on p.booking_id = b.id
    left join (select k.booking_id, sum(k.amount) as amount from public.booking_credits k
      where k.project_id = p_project group by k.booking_id) k on k.booking_id = b.id
    cross join lateral (values
      ('receipts.collected', jsonb_build_array(b.collected, b.credited),
        jsonb_build_array(coalesce(p.collected, 0.00), coalesce(k.amount, 0.00))),
      ('receipts.uncleared', jsonb_build_array(b.uncleared), jsonb_build_array(coalesce(p.uncleared, 0.00))))
      x (check_key, stored, expected)
    where b.project_id = p_project
    union all
    select 'receipts.balance', b.id, jsonb_build_array(b.collection_status, coalesce(b.date_paid::text, 'no date')),
      jsonb_build_array(b.balance)
    from public.bookings b
    where b.project_id = p_project and (b.balance < 0 or (b.collection_status = 'paid') <> (b.date_paid is not null)
      or (b.approval_status like 'approved%' and (b.collection_status = 'paid') <> (b.balance = 0)))
    union all
    select 'receipts.allocated', c.id, jsonb_build_array(c.amount), jsonb_build_array(sum(a.amount), 'allocated')
    from receipts c join allocated a on a.collection_id = c.id
    group by c.id, c.amount having sum(a.amount) > c.amount or sum(a.amount) < 0
    union all
    -- Parts of a receipt are numbered from 1 and share what belongs to the receipt.
    select 'receipts.parts', c.id, jsonb_build_array(c.part_no, c.approval_status, c.cr_date),
      jsonb_build_array(o.cr_no, o.approval_status, o.cr_date)
    from receipts c
    join receipts o on o.id = c.receipt_id
    left join receipts b on b.receipt_id = c.receipt_id and b.part_no = c.part_no - 1
    where c.part_no > 1 and (b.id is null
      or (c.cr_no, c.cr_date, c.customer_id, c.agent_id, c.collector_id, c.date_collected, c.approval_status)
        is distinct from (o.cr_no, o.cr_date, o.customer_id, o.agent_id, o.collector_id, o.date_collected, o.approval_status))) c
  where c.stored is distinct from c.expected
$$;
comment on function private.check_receipts is
  'Returns the violations of the receipt checks: collected and credited, balance, uncleared of bookings; allocations and parts of '
  'receipts.';

create or replace function private.check_collected(p_project uuid)
returns table (check_key text, id uuid, label text, stored jsonb, expected jsonb)
language sql stable set search_path = '' as $$
  with cheques as (
    select c.*, -coalesce(e.effect, 0) as taken_back, case when c.collection_type = 'cheque' then coalesce(e.last, 'on_hand') end as last,
      coalesce(e.on_slip, false) as on_slip, coalesce(a.amount, 0) as allocated
    from public.collections c
    left join (select e.collection_id, sum(e.effect) as effect, (array_agg(e.event order by e.id desc))[1] as last,
        bool_or(e.slip_id is not null) as on_slip
      from public.cheque_events e where e.project_id = p_project group by e.collection_id) e on e.collection_id = c.id
    left join (select a.collection_id, sum(a.amount) as amount from public.collection_allocations a
      where a.project_id = p_project group by a.collection_id) a on a.collection_id = c.id
    where c.project_id = p_project
  ), receipts as not materialized (
    select x.remittance_id, x.collection_id, c.receipt_id, c.collection_type, c.amount, c.collector_id
    from public.remittance_receipts x join public.collections c on c.project_id = p_project and c.id = x.collection_id
    where x.project_id = p_project)
  -- A returned, replaced or paid back cheque pays nothing.
  select 'cheques.state', c.id, null, jsonb_build_array(coalesce(c.cheque_state, 'no cheque'), c.reversed || ' taken back'),
    jsonb_build_array(coalesce(c.last, 'no cheque'), c.taken_back || ' taken back')
  from cheques c
  where c.reversed <> case when c.paid_back_on is null then c.taken_back else c.amount end
    or c.cheque_state is distinct from c.last
    or (c.cheque_state = 'cleared') is distinct from (c.cheque_cleared_on is not null) and c.collection_type = 'cheque'
    or ((c.cheque_state in ('returned', 'replaced') or c.paid_back_on is not null) and (c.allocated <> 0 or c.reversed <> c.amount))
  union all
  select 'cheques.slip', c.id, null, jsonb_build_array(c.cheque_state), '["no deposit slip"]'
  from cheques c where c.cheque_state in ('deposited', 'cleared') and not c.on_slip
  union all
  -- The cash of a slip is deposited in full or reversed in full.
  select 'cheques.cash', k.slip_id, null, jsonb_build_array(count(*) || ' entries'), jsonb_build_array(sum(k.amount))
  from public.cash_deposits k where k.project_id = p_project
  group by k.slip_id having sum(k.amount) < 0 or (count(*) > 1) <> (sum(k.amount) = 0)
  union all
  select 'remittances.sums', r.id, null, jsonb_build_array(r.receipts, r.cash_expected, r.cheques, r.others, r.cash_counted),
    jsonb_build_array(coalesce(b.receipts, 0), b.cash, b.cheques, b.others, coalesce(d.cash, 0))
  from public.remittances r
  left join (select r.remittance_id, count(distinct r.receipt_id) as receipts, array_agg(distinct r.collector_id) as collectors,
      coalesce(sum(r.amount) filter (where r.collection_type = 'cash'), 0) as cash,
      coalesce(sum(r.amount) filter (where r.collection_type = 'cheque'), 0) as cheques,
      coalesce(sum(r.amount) filter (where r.collection_type not in ('cash', 'cheque')), 0) as others
    from receipts r group by r.remittance_id) b on b.remittance_id = r.id
  left join (select d.remittance_id, sum(d.amount) as cash from public.remittance_cash d
    where d.project_id = p_project group by d.remittance_id) d on d.remittance_id = r.id
  where r.project_id = p_project
    and (r.receipts, r.cash_expected, r.cheques, r.others, r.cash_counted, array[r.collector_id])
      is distinct from (b.receipts, b.cash, b.cheques, b.others, coalesce(d.cash, 0), b.collectors)
  union all
  select 'remittances.receipts', c.id, null, jsonb_build_array(c.drr_no, c.drr_date, c.approval_status),
    jsonb_build_array(coalesce(s.drr_no, 'nothing'), format('on %s remittances', coalesce(s.live, 0)))
  from public.collections c
  left join (select x.collection_id, count(*) as live, (array_agg(r.id))[1] as remittance, max(r.drr_no) as drr_no,
      max(r.remitted_on) as remitted_on
    from receipts x join public.remittances r on r.project_id = p_project and r.id = x.remittance_id and r.status = 'received'
    group by x.collection_id) s on s.collection_id = c.id
  where c.project_id = p_project
    and (s.live > 1 or s.remittance is distinct from c.remittance_id
      or (s.live = 1 and (c.approval_status = 'cancelled' or (s.drr_no, s.remitted_on) is distinct from (c.drr_no, c.drr_date))))
$$;
comment on function private.check_collected is
  'Returns the violations of the checks of cheques received, of deposit slips, and of remittances and the receipts on them.';

create or replace function private.check_vouchers(p_project uuid)
returns table (check_key text, id uuid, label text, stored jsonb, expected jsonb)
language sql stable set search_path = '' as $$
  with vouchers as not materialized (
    select v.* from public.vouchers v where v.project_id = p_project
  ), cheques as not materialized (
    select i.* from public.issued_cheques i where i.project_id = p_project
  )
  select c.check_key, c.id, null, c.stored, c.expected
  from (
    select 'vouchers.total' as check_key, v.id,
      jsonb_build_array(v.total, case v.mode_of_payment when 'cheque' then v.cheque_amount end) as stored,
      jsonb_build_array(s.amount, case v.mode_of_payment when 'cheque' then v.total - v.ewt_amount end) as expected
    from vouchers v
    left join (select l.voucher_id, sum(l.amount) as amount from public.voucher_lines l
      where l.project_id = p_project group by l.voucher_id) s on s.voucher_id = v.id
    union all
    -- A released voucher was printed and has a releaser, a user who released it, and a date.
    select 'vouchers.state', v.id, jsonb_build_array(v.status),
      jsonb_build_array(v.copies || ' copies', coalesce(v.releaser_name, 'no releaser'), coalesce(v.date_released::text, 'no date'),
        coalesce(v.cancel_reason, 'no reason'))
    from vouchers v
    where (v.status = 'released') is distinct from (v.copies > 0 and v.released_by is not null and v.who_released is not null
        and v.date_released is not null)
      or (v.status = 'cancelled') is distinct from (v.who_cancelled is not null and v.cancel_reason is not null)
      or v.date_cancelled < v.date_added
    union all
    -- A live voucher by cheque has one live cheque with the same values, or one that is void or stale.
    select 'vouchers.cheque', v.id, jsonb_build_array(v.mode_of_payment, v.cheque_no, v.cheque_amount),
      jsonb_build_array(coalesce(c.state, 'no cheque'), c.cheque_no, c.amount)
    from vouchers v
    left join cheques c on c.voucher_id = v.id and c.state not in ('void', 'stale')
    where v.status <> 'cancelled' and case
      when v.mode_of_payment <> 'cheque' then c.id is not null
      when c.id is null then not exists (select from cheques o where o.voucher_id = v.id)
      else (c.bank_id, c.amount, c.payee_name) is distinct from (v.bank_id, v.cheque_amount, v.pay_to)
        or c.no_key <> lpad(upper(v.cheque_no), 20, '0') end
    union all
    -- A cheque follows its voucher: printed and released after it, void when it is cancelled.
    select 'vouchers.cheque_state', c.id, jsonb_build_array(c.state), jsonb_build_array(format('voucher No. %s %s', v.voucher_no, v.status))
    from cheques c
    join vouchers v on v.id = c.voucher_id
    where (c.state = 'printed' and v.status not in ('printed', 'released'))
      or (c.state in ('released', 'cleared', 'stale') and v.status <> 'released')
      or (v.status = 'cancelled' and c.state <> 'void')
      -- It is not given up before it was given out.
      or coalesce(c.voided_on, c.stale_on) < coalesce(c.released_on, v.date_added)) c
  where c.stored is distinct from c.expected
$$;
comment on function private.check_vouchers is 'Returns the violations of the checks of vouchers and of cheques issued.';

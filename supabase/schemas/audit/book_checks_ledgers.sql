-- Integrity checks of the ledgers: each is compared with the documents that it was posted from.
-- See docs/ledgers.md. The formulas are those of docs/domain.md and not those of the posting functions.

create or replace function private.check_receivables_ledger(p_project uuid)
returns table (check_key text, id uuid, label text, stored jsonb, expected jsonb)
language sql stable set search_path = '' as $$
  select c.check_key, c.id, null, c.stored, c.expected
  from (
    -- The documents of an undone import are gone; their entries add up to nothing.
    select 'ledgers.receivables' as check_key, x.id, jsonb_build_array(sum(x.posted), sum(x.posted_cleared)) as stored,
      jsonb_build_array(sum(x.amount), sum(x.amount + x.uncleared)) as expected
    from (
      select e.booking_id as id, e.amount as posted, e.cleared_amount as posted_cleared, 0.00 as amount, 0.00 as uncleared
      from public.receivable_entries e where e.project_id = p_project and e.booking_id is not null
      union all
      select b.id, 0, 0, case when b.date_invoiced is not null or b.booking_status <> 'active' then b.balance else -b.collected end,
        b.uncleared
      from public.bookings b where b.project_id = p_project and b.approval_status like 'approved%') x
    group by x.id
    union all
    select 'ledgers.unapplied', x.id, jsonb_build_array(-sum(x.posted), -sum(x.posted_cleared)),
      jsonb_build_array(sum(x.amount), sum(x.cleared))
    from (
      select e.collection_id as id, e.amount as posted, e.cleared_amount as posted_cleared, 0.00 as amount, 0.00 as cleared
      from public.receivable_entries e where e.project_id = p_project and e.booking_id is null
      union all
      select c.id, 0, 0, u.amount, case when c.cheque_state <> 'cleared' then 0 else u.amount end
      from public.collections c
      cross join lateral (select c.amount - c.reversed - coalesce((select sum(a.amount) from public.collection_allocations a
        where a.project_id = p_project and a.collection_id = c.id), 0) as amount) u
      where c.project_id = p_project and c.approval_status = 'approved') x
    group by x.id
    union all
    select 'ledgers.positions', x.document_id,
      jsonb_build_array(sum(x.kept), sum(x.kept_cleared), sum(x.kept_charged), min(x.kept_from), max(x.kept_on)),
      jsonb_build_array(sum(x.amount), sum(x.cleared), sum(x.charged), min(x.on_date), max(x.on_date))
    from (
      select coalesce(e.booking_id, e.collection_id) as document_id, e.customer_id, 0 as kept, 0 as kept_cleared,
        0 as kept_charged, null::date as kept_from, null::date as kept_on,
        e.amount, e.cleared_amount as cleared, case when e.collection_id is null then e.amount else 0 end as charged, e.on_date
      from public.receivable_entries e where e.project_id = p_project
      union all
      select p.document_id, p.customer_id, p.amount, p.cleared_amount, p.charged, p.opened_on, p.moved_on, 0, 0, 0, null
      from private.receivable_positions p where p.project_id = p_project) x
    group by x.customer_id, x.document_id) c
  where c.stored is distinct from c.expected
$$;
comment on function private.check_receivables_ledger is
  'Returns the violations of the checks of the receivables ledger: of bookings, of unapplied credit and of the positions kept beside it.';

create view private.money_of_documents with (security_invoker = true) as
with receipts as not materialized (
  select c.project_id, c.id, c.collection_type, c.amount, c.approval_status, c.cheque_state, c.bank_id, c.paid_back_on, c.paid_back_bank_id,
    case when c.approval_status = 'approved' then c.amount else 0 end as approved,
    case when c.remittance_id is null then c.collector_id end as with_collector
  from public.collections c where c.approval_status <> 'cancelled' and not c.from_archive
)
select r.project_id, case when r.with_collector is null then 'office' else 'collector' end as place, r.with_collector as holder_id, r.id,
  r.amount, r.approved as confirmed
from receipts r where r.collection_type = 'cash'
union all
select m.project_id, 'office', null, m.id, m.variance, m.variance from public.remittances m where m.status = 'received'
union all
select d.project_id, p.place, p.bank_id, d.slip_id, p.sign * d.amount, p.sign * d.amount
from public.cash_deposits d join public.deposit_slips s on s.project_id = d.project_id and s.id = d.slip_id
cross join lateral (values ('office', null::uuid, -1), ('bank', s.bank_id, 1)) p (place, bank_id, sign)
union all
select r.project_id, 'cheques', r.with_collector, r.id, r.amount, r.approved from receipts r where r.cheque_state in ('on_hand', 'returned')
union all
select r.project_id, 'bank', s.bank_id, r.id, r.amount, case when r.cheque_state = 'cleared' then r.amount else 0 end
from receipts r
join (select distinct on (e.project_id, e.collection_id) e.project_id, e.collection_id, s.bank_id
  from public.cheque_events e join public.deposit_slips s on s.project_id = e.project_id and s.id = e.slip_id
  order by e.project_id, e.collection_id, e.id desc) s on s.project_id = r.project_id and s.collection_id = r.id
where r.cheque_state in ('deposited', 'cleared')
union all
select r.project_id, 'bank', r.bank_id, r.id, r.amount, r.amount from receipts r
where r.bank_id is not null and r.approval_status = 'approved'
union all
select r.project_id, case when r.paid_back_bank_id is null then 'office' else 'bank' end, r.paid_back_bank_id, r.id, -r.amount, -r.amount
from receipts r where r.paid_back_on is not null
union all
select b.project_id, 'bank', b.bank_id, b.bank_id, b.posted, b.posted from public.bank_balances b
union all
select v.project_id, 'bank', v.bank_id, v.id, -v.net_amount, -v.net_amount
from public.vouchers v where v.mode_of_payment = 'bank_transfer' and v.status = 'released'
union all
select i.project_id, 'bank', i.bank_id, i.voucher_id, -i.amount, case when i.state = 'cleared' then -i.amount else 0 end
from public.issued_cheques i where i.state in ('released', 'cleared');
comment on view private.money_of_documents is
  'The place of the money of each document, as the document says: cash of the office and of collectors, cheques on hand, banks.';

create or replace function private.check_money_ledger(p_project uuid)
returns table (check_key text, id uuid, label text, stored jsonb, expected jsonb)
language sql stable set search_path = '' as $$
  with posted as not materialized (
    select e.*, coalesce(e.collection_id, e.remittance_id, e.slip_id, e.voucher_id, e.holder_id) as document_id
    from public.money_entries e where e.project_id = p_project
  ), found as (
    select 'ledgers.money' as check_key, x.place, x.holder_id, x.id, null::date as on_date,
      jsonb_build_array(sum(x.amount), sum(x.confirmed)) as stored, jsonb_build_array(sum(x.said), sum(x.said_confirmed)) as expected
    from (
      select p.place, p.holder_id, p.document_id as id, p.amount, p.confirmed_amount as confirmed, 0.00 as said, 0.00 as said_confirmed
      from posted p
      union all
      select d.place, d.holder_id, d.id, 0, 0, d.amount, d.confirmed from private.money_of_documents d where d.project_id = p_project) x
    group by x.place, x.holder_id, x.id
    union all
    select 'ledgers.cash', x.place, x.holder_id, p_project, null, jsonb_build_array(sum(x.kept), sum(x.kept_confirmed)),
      jsonb_build_array(greatest(sum(x.amount), 0), sum(x.confirmed))
    from (
      select p.place, p.holder_id, 0.00 as kept, 0.00 as kept_confirmed, p.amount, p.confirmed_amount as confirmed
      from posted p where p.place in ('office', 'collector')
      union all
      select case when c.holder_id = p_project then 'office' else 'collector' end, nullif(c.holder_id, p_project), c.amount,
        c.confirmed_amount, 0, 0
      from private.cash_balances c where c.project_id = p_project) x
    group by x.place, x.holder_id
    union all
    select 'ledgers.cash_days', d.place, d.holder_id, p_project, d.on_date, jsonb_build_array(d.amount), '["0.00 or more"]'
    from (
      select p.place, p.holder_id, p.on_date,
        sum(sum(p.amount)) over (partition by p.place, p.holder_id order by p.on_date) as amount
      from posted p where p.place in ('office', 'collector') group by p.place, p.holder_id, p.on_date) d
    where d.amount < 0
  )
  select f.check_key, f.id,
    concat_ws(' on ', case when f.check_key <> 'ledgers.money' then coalesce(u.display_name, 'Office')
      else concat_ws(' ', case f.place when 'cheques' then 'Cheques on hand' else initcap(f.place) end,
        coalesce(u.display_name, b.bank || ' ' || b.account_no)) end, f.on_date), f.stored, f.expected
  from found f
  left join public.profiles u on u.user_id = f.holder_id
  left join public.banks b on b.project_id = p_project and b.id = f.holder_id
  where f.stored is distinct from f.expected
$$;
comment on function private.check_money_ledger is
  'Returns the violations of the checks of the money ledger: one per place and document whose entries are not what the document says, and '
  'one per day on which cash was below zero.';

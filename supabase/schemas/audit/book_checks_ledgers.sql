-- Integrity checks of the ledgers: each is compared with the documents that it was posted from.
-- See docs/ledgers.md. The formulas are those of docs/domain.md and not those of the posting functions.

create or replace function private.check_sales_ledger(p_projects uuid[])
returns table (check_key text, project_id uuid, kind text, id uuid, label text, stored text, expected text)
language sql stable security definer set search_path = '' as $$
  with costs as (
    select m.project_id, m.product_id, sum(m.cost) as cost from public.stock_movements m
    where m.project_id = any (p_projects) group by m.project_id, m.product_id),
  posted as (
    select e.project_id, e.line_id, sum(e.pieces) as pieces, sum(e.amount) as amount, sum(e.cost) as cost,
      sum(e.amount + e.discount) filter (where e.kind = 'delivery') as gross, bool_or(e.free) as free from public.sales_entries e
    where e.project_id = any (p_projects) group by e.project_id, e.line_id),
  -- Goods that came back, and allowances on the price.
  returned as (
    select k.project_id, k.line_id, sum(k.quantity) as pieces, sum(k.amount) as amount from public.booking_credits k
    where k.project_id = any (p_projects) and k.kind <> 'released' and k.line_id is not null group by k.project_id, k.line_id),
  charged as (
    select l.project_id, l.line_id, sum(l.amount) as amount from public.memo_lines l
    join public.memos m on m.project_id = l.project_id and m.id = l.memo_id and m.kind = 'debit' and m.status = 'approved'
    where l.project_id = any (p_projects) group by l.project_id, l.line_id),
  moved as (
    select m.project_id, m.source_line as line_id, -sum(m.cost) as cost from public.stock_movements m
    where m.project_id = any (p_projects) and m.kind in ('issue', 'return_credit') group by m.project_id, m.source_line),
  -- Pieces that left the stock on a day were sold on that day.
  days as (
    select x.project_id, x.line_id, x.on_date, sum(x.pieces) as pieces from (
      select e.project_id, e.line_id, e.on_date, e.pieces from public.sales_entries e where e.project_id = any (p_projects)
      union all
      select m.project_id, m.source_line, m.on_date, m.quantity from public.stock_movements m
      where m.project_id = any (p_projects) and m.kind in ('issue', 'return_credit')) x
    group by x.project_id, x.line_id, x.on_date having sum(x.pieces) <> 0)
  select 'ledgers.stock', i.project_id, 'product', i.product_id, p.material_code || ' ' || p.description,
    i.stock_value::text, coalesce(c.cost, 0)::text
  from public.inventory i
  join public.products p on p.project_id = i.project_id and p.id = i.product_id
  left join costs c on c.project_id = i.project_id and c.product_id = i.product_id
  where i.project_id = any (p_projects) and (i.stock_value <> coalesce(c.cost, 0) or (i.on_hand = 0 and i.stock_value <> 0))
  union all
  select 'ledgers.sales', l.project_id, 'booking', b.id, format('%s line %s', b.so_no, l.line_no),
    concat_ws(' / ', coalesce(s.pieces, 0), coalesce(s.amount, 0), coalesce(s.cost, 0)),
    concat_ws(' / ', g.pieces, g.amount, coalesce(m.cost, 0))
  from public.booking_lines l
  join public.bookings b on b.project_id = l.project_id and b.id = l.booking_id
  left join posted s on s.project_id = l.project_id and s.line_id = l.id
  left join returned r on r.project_id = l.project_id and r.line_id = l.id
  left join moved m on m.project_id = l.project_id and m.line_id = l.id
  left join charged u on u.project_id = l.project_id and u.line_id = l.id
  cross join lateral (select round((l.agent_srp * l.quantity_delivered * l.quantity * (100 - l.discount_percent)
    - l.discount_amount * l.quantity_delivered * 100 * l.agent_srp_pieces) / (100.0 * l.agent_srp_pieces * l.quantity), 2) as amount) d
  cross join lateral (select l.quantity_delivered - coalesce(r.pieces, 0) as pieces,
      d.amount + round(d.amount * l.vat_on_top / 100, 2) - coalesce(r.amount, 0) + coalesce(u.amount, 0) as amount) g
  where l.project_id = any (p_projects)
    and (coalesce(s.pieces, 0), coalesce(s.amount, 0), coalesce(s.cost, 0)) is distinct from (g.pieces, g.amount, coalesce(m.cost, 0))
  union all
  -- Gross less discount is net, of each delivery; free goods are marked as such.
  select 'ledgers.discounts', l.project_id, 'booking', b.id, format('%s line %s', b.so_no, l.line_no),
    concat_ws(' / ', coalesce(s.gross, 0), s.free), concat_ws(' / ', x.gross, l.free_of is not null)
  from posted s
  join public.booking_lines l on l.project_id = s.project_id and l.id = s.line_id
  join public.bookings b on b.project_id = l.project_id and b.id = l.booking_id
  cross join lateral (select round(l.agent_srp * l.quantity_delivered / l.agent_srp_pieces, 2) as net) n
  cross join lateral (select n.net + round(n.net * l.vat_on_top / 100, 2) as gross) x
  where (coalesce(s.gross, 0), s.free) is distinct from (x.gross, l.free_of is not null)
  union all
  select 'ledgers.sales_days', d.project_id, 'booking', b.id, format('%s line %s on %s', b.so_no, l.line_no, d.on_date), d.pieces::text, '0'
  from days d
  join public.booking_lines l on l.project_id = d.project_id and l.id = d.line_id
  join public.bookings b on b.project_id = l.project_id and b.id = l.booking_id
$$;
comment on function private.check_sales_ledger is 'Returns the violations of the checks of stock cost and of the sales ledger.';

create or replace function private.check_receivables_ledger(p_projects uuid[])
returns table (check_key text, project_id uuid, kind text, id uuid, label text, stored text, expected text)
language sql stable security definer set search_path = '' as $$
  with posted as (
    select e.project_id, e.booking_id, case when e.booking_id is null then e.collection_id end as collection_id,
      sum(e.amount) as amount, sum(e.cleared_amount) as cleared
    from public.receivable_entries e where e.project_id = any (p_projects) group by 1, 2, 3),
  owed as (
    select b.project_id, b.id, b.so_no,
      case when b.approval_status not like 'approved%' then 0
        when b.date_invoiced is not null or b.booking_status <> 'active' then b.balance
        else -b.collected end as amount,
      case when b.approval_status like 'approved%' then b.uncleared else 0 end as uncleared
    from public.bookings b where b.project_id = any (p_projects))
  select 'ledgers.receivables', o.project_id, 'booking', o.id, o.so_no, concat_ws(' / ', coalesce(p.amount, 0), coalesce(p.cleared, 0)),
    concat_ws(' / ', o.amount, o.amount + o.uncleared)
  from owed o left join posted p on p.project_id = o.project_id and p.booking_id = o.id
  where (coalesce(p.amount, 0), coalesce(p.cleared, 0)) is distinct from (o.amount, o.amount + o.uncleared)
  union all
  -- The documents of an undone import are gone; their entries add up to nothing.
  select 'ledgers.receivables', p.project_id, 'project', p.project_id, p.booking_id::text, p.amount::text, '0'
  from posted p
  where p.booking_id is not null and (p.amount <> 0 or p.cleared <> 0)
    and not exists (select from public.bookings b where b.project_id = p.project_id and b.id = p.booking_id)
  union all
  select 'ledgers.unapplied', c.project_id, 'collection', c.id, c.cr_no, concat_ws(' / ', -coalesce(p.amount, 0), -coalesce(p.cleared, 0)),
    concat_ws(' / ', u.amount, u.cleared)
  from public.collections c
  left join (select a.project_id, a.collection_id, sum(a.amount) as amount from public.collection_allocations a
      where a.project_id = any (p_projects)
      group by a.project_id, a.collection_id) a on a.project_id = c.project_id and a.collection_id = c.id
  left join posted p on p.project_id = c.project_id and p.collection_id = c.id
  cross join lateral (select case
    when c.approval_status = 'approved' then c.amount - c.reversed - coalesce(a.amount, 0) else 0 end as amount) r
  cross join lateral (select r.amount, case when c.cheque_state <> 'cleared' then 0 else r.amount end as cleared) u
  where c.project_id = any (p_projects) and (-coalesce(p.amount, 0), -coalesce(p.cleared, 0)) is distinct from (u.amount, u.cleared)
  union all
  select 'ledgers.positions', k.project_id,
    case when b.id is not null then 'booking' when c.id is not null then 'collection' else 'project' end,
    coalesce(b.id, c.id, k.project_id), coalesce(b.so_no, c.cr_no, k.document_id::text),
    concat_ws(' / ', sum(k.kept), sum(k.kept_cleared), sum(k.kept_charged), min(k.kept_from), max(k.kept_on)),
    concat_ws(' / ', sum(k.amount), sum(k.cleared), sum(k.charged), min(k.on_date), max(k.on_date))
  from (
    select e.project_id, coalesce(e.booking_id, e.collection_id) as document_id, e.customer_id, 0 as kept, 0 as kept_cleared,
      0 as kept_charged, null::date as kept_from, null::date as kept_on,
      e.amount, e.cleared_amount as cleared, case when e.collection_id is null then e.amount else 0 end as charged, e.on_date
    from public.receivable_entries e where e.project_id = any (p_projects)
    union all
    select p.project_id, p.document_id, p.customer_id, p.amount, p.cleared_amount, p.charged, p.opened_on, p.moved_on, 0, 0, 0, null
    from private.receivable_positions p where p.project_id = any (p_projects)) k
  left join public.bookings b on b.project_id = k.project_id and b.id = k.document_id
  left join public.collections c on c.project_id = k.project_id and c.id = k.document_id
  group by k.project_id, k.customer_id, k.document_id, b.id, b.so_no, c.id, c.cr_no
  having (sum(k.kept), sum(k.kept_cleared), sum(k.kept_charged), min(k.kept_from), max(k.kept_on)) is distinct from (sum(k.amount),
    sum(k.cleared), sum(k.charged), min(k.on_date), max(k.on_date))
$$;
comment on function private.check_receivables_ledger is
  'Returns the violations of the checks of the receivables ledger: of bookings, of unapplied credit and of the positions kept beside it.';

create or replace function private.money_of_documents(p_projects uuid[])
returns table (project_id uuid, place text, holder_id uuid, kind text, id uuid, amount numeric, confirmed numeric)
language sql stable security definer set search_path = '' as $$
  with receipts as (
    select c.* from public.collections c
    where c.project_id = any (p_projects) and c.approval_status <> 'cancelled' and not c.from_archive),
  slips as (
    select distinct on (e.project_id, e.collection_id) e.project_id, e.collection_id, s.bank_id
    from public.cheque_events e join public.deposit_slips s on s.project_id = e.project_id and s.id = e.slip_id
    where e.project_id = any (p_projects) order by e.project_id, e.collection_id, e.id desc)
  select r.project_id, 'office' as place, null::uuid as holder_id, 'collection' as kind, r.id, r.amount,
    case when r.approval_status = 'approved' then r.amount else 0 end as confirmed
  from receipts r where r.collection_type = 'cash' and (r.collector_id is null or r.remittance_id is not null)
  union all
  select m.project_id, 'office', null, 'remittance', m.id, m.variance, m.variance
  from public.remittances m where m.project_id = any (p_projects) and m.status = 'received'
  union all
  select d.project_id, 'office', null, 'deposit', d.slip_id, -d.amount, -d.amount
  from public.cash_deposits d where d.project_id = any (p_projects)
  union all
  select r.project_id, 'collector', r.collector_id, 'collection', r.id, r.amount,
    case when r.approval_status = 'approved' then r.amount else 0 end
  from receipts r where r.collection_type = 'cash' and r.collector_id is not null and r.remittance_id is null
  union all
  select r.project_id, 'cheques', case when r.remittance_id is null then r.collector_id end, 'collection', r.id, r.amount,
    case when r.approval_status = 'approved' then r.amount else 0 end
  from receipts r where r.cheque_state in ('on_hand', 'returned')
  union all
  select r.project_id, 'bank', s.bank_id, 'collection', r.id, r.amount, case when r.cheque_state = 'cleared' then r.amount else 0 end
  from receipts r join slips s on s.project_id = r.project_id and s.collection_id = r.id where r.cheque_state in ('deposited', 'cleared')
  union all
  select r.project_id, 'bank', r.bank_id, 'collection', r.id, r.amount, r.amount
  from receipts r where r.bank_id is not null and r.approval_status = 'approved'
  union all
  select d.project_id, 'bank', s.bank_id, 'deposit', s.id, d.amount, d.amount
  from public.cash_deposits d join public.deposit_slips s on s.project_id = d.project_id and s.id = d.slip_id
  where d.project_id = any (p_projects)
  union all
  select r.project_id, case when r.paid_back_bank_id is null then 'office' else 'bank' end, r.paid_back_bank_id,
    'collection', r.id, -r.amount, -r.amount
  from receipts r where r.paid_back_on is not null
  union all
  select b.project_id, 'bank', b.bank_id, 'bank', b.bank_id, b.posted, b.posted
  from public.bank_balances b where b.project_id = any (p_projects) and b.posted <> 0
  union all
  select v.project_id, 'bank', v.bank_id, 'voucher', v.id, -v.net_amount, -v.net_amount
  from public.vouchers v where v.project_id = any (p_projects) and v.mode_of_payment = 'bank_transfer' and v.status = 'released'
  union all
  select i.project_id, 'bank', i.bank_id, 'voucher', i.voucher_id, -i.amount, case when i.state = 'cleared' then -i.amount else 0 end
  from public.issued_cheques i where i.project_id = any (p_projects) and i.state in ('released', 'cleared')
$$;
comment on function private.money_of_documents is
  'Returns where the money of each document lies, as the document says: cash of the office and of collectors, cheques on hand, banks.';

create or replace function private.check_money_ledger(p_projects uuid[])
returns table (check_key text, project_id uuid, kind text, id uuid, label text, stored text, expected text)
language sql stable security definer set search_path = '' as $$
  with posted as (
    select e.project_id, e.place, e.holder_id,
      case when e.collection_id is not null then 'collection' when e.remittance_id is not null then 'remittance'
        when e.slip_id is not null then 'deposit' when e.balance_id is not null then 'bank' else 'voucher' end as kind,
      coalesce(e.collection_id, e.remittance_id, e.slip_id, e.voucher_id, e.holder_id) as id, sum(e.amount) as amount,
      sum(e.confirmed_amount) as confirmed
    from public.money_entries e where e.project_id = any (p_projects) group by 1, 2, 3, 4, 5)
  select 'ledgers.money', k.project_id, k.kind, k.id,
    concat_ws(' ', case k.place when 'office' then 'Office' when 'collector' then 'Collector'
      when 'cheques' then 'Cheques on hand' else 'Bank' end,
      coalesce((select f.display_name from public.profiles f where f.user_id = k.holder_id),
      (select b.bank || ' ' || b.account_no from public.banks b where b.project_id = k.project_id and b.id = k.holder_id))),
    concat_ws(' / ', sum(k.amount), sum(k.confirmed)), concat_ws(' / ', sum(k.of_documents), sum(k.confirmed_of_documents))
  from (
    select p.*, 0 as of_documents, 0 as confirmed_of_documents from posted p
    union all
    select d.project_id, d.place, d.holder_id, d.kind, d.id, 0, 0, d.amount, d.confirmed
    from private.money_of_documents(p_projects) d) k
  group by k.project_id, k.place, k.holder_id, k.kind, k.id
  having (sum(k.amount), sum(k.confirmed)) is distinct from (sum(k.of_documents), sum(k.confirmed_of_documents))
  union all
  select 'ledgers.cash', k.project_id, 'project', k.project_id,
    coalesce((select f.display_name from public.profiles f where f.user_id = k.holder_id), 'Office'),
    concat_ws(' / ', sum(k.kept), sum(k.kept_confirmed)), concat_ws(' / ', sum(k.amount), sum(k.confirmed))
  from (
    select p.project_id, coalesce(p.holder_id, p.project_id) as holder_id, 0 as kept, 0 as kept_confirmed, p.amount, p.confirmed
    from posted p where p.place in ('office', 'collector')
    union all
    select c.project_id, c.holder_id, c.amount, c.confirmed_amount, 0, 0
    from private.cash_balances c where c.project_id = any (p_projects)) k
  group by k.project_id, k.holder_id
  having (sum(k.kept), sum(k.kept_confirmed)) is distinct from (sum(k.amount), sum(k.confirmed)) or sum(k.amount) < 0
  union all
  select 'ledgers.cash_days', d.project_id, 'project', d.project_id,
    format('%s on %s', coalesce((select f.display_name from public.profiles f where f.user_id = d.holder_id), 'Office'), d.on_date),
    d.amount::text, '0.00 or more'
  from (
    select e.project_id, e.holder_id, e.on_date,
      sum(sum(e.amount)) over (partition by e.project_id, e.place, e.holder_id order by e.on_date) as amount
    from public.money_entries e where e.project_id = any (p_projects) and e.place in ('office', 'collector')
    group by e.project_id, e.place, e.holder_id, e.on_date) d
  where d.amount < 0
$$;
comment on function private.check_money_ledger is
  'Returns the violations of the checks of the money ledger: one per place and document whose entries are not what the document says, and '
  'one per day on which cash was below zero.';

-- The journal: double entries made from the ledgers and from released vouchers. See docs/ledgers.md.
-- One view for each ledger, and double_entries of all of them.

create or replace function private.memo_entry(p_memo text, p_posted boolean) returns text
language sql immutable parallel safe
return p_memo || case when p_posted then '_memo' else '_memo_back' end;
comment on function private.memo_entry is
  'Returns the kind of a memo''s entry in the journal: credit_memo or debit_memo, with _back for the opposite entry of a memo that is '
  'cancelled or posted again.';

create view private.sales_postings with (security_invoker = true) as
-- Goods delivered are sold, and unbilled until their invoice; goods that come back are the opposite.
select s.project_id, s.source, s.document, s.on_date, s.kind, x.account, null::uuid as part, x.amount, s.posted_at
from (
  select e.project_id, case when e.memo_id is null then 'sales' else 'memos' end as source, coalesce(e.memo_id, e.booking_id) as document,
    e.on_date, e.posted_at, case when e.memo_id is null then e.kind
      when e.kind = 'undercharge' then private.memo_entry('debit', e.amount > 0)
      else private.memo_entry('credit', least(e.pieces, e.amount) < 0) end as kind, e.kind as of_sale,
    sum(e.amount) as amount, sum(e.vat_amount) as vat
  from public.sales_entries e group by 1, 2, 3, 4, 5, 6, 7) s
cross join lateral (values
  ('unbilled', s.amount),
  (case s.of_sale when 'delivery' then 'sales' when 'undercharge' then 'sales' when 'return' then 'sales_returns' else 'allowances' end,
    s.vat - s.amount),
  ('output_vat', -s.vat)) x (account, amount)
where x.amount <> 0;
comment on view private.sales_postings is 'Lines of the journal that the sales ledger makes.';

create view private.stock_postings with (security_invoker = true) as
select m.project_id, m.source, m.document, m.on_date, m.kind, x.account, null::uuid as part, x.amount, m.posted_at
from (
  select e.project_id, case when q.id is null then e.source_table else 'memos' end as source, coalesce(q.id, e.source_id) as document,
    e.on_date, e.created_at as posted_at, case when q.id is null and e.source_table <> 'memos' then e.kind
      else private.memo_entry('credit', e.quantity > 0) end as kind, e.source_table, e.kind as of_stock,
    sum(e.cost) as cost, sum(e.vat_amount) as vat, sum(e.variance) as variance
  from public.stock_movements e
  -- Goods that a warehouse request takes back belong to the memo that it made.
  left join public.memos q on q.project_id = e.project_id and q.request_id = e.source_id and e.source_table = 'warehouse_requests'
  group by 1, 2, 3, 4, 5, 6, 7, 8) m
cross join lateral (values
  ('inventory', m.cost),
  ('input_vat', m.vat),
  ('purchase_variance', m.variance),
  (case when m.source_table = 'imports' then 'opening_balances'
    when m.of_stock in ('purchase', 'supplier_return') then 'purchases_clearing'
    when m.of_stock in ('issue', 'return_credit') then 'cost_of_sales'
    -- Nobody knows the sale, so that no sale has this cost.
    when m.of_stock = 'return_in' then 'returned_goods'
    when m.of_stock = 'write_off' then 'stock_write_offs' else 'inventory_adjustments' end, -m.cost - m.variance - m.vat))
  x (account, amount)
where x.amount <> 0;
comment on view private.stock_postings is 'Lines of the journal that the stock ledger makes.';

create view private.receivable_postings with (security_invoker = true) as
-- Invoices and credits of bookings, opening balances and memos. Credit memos that lower no sale are written off.
select r.project_id, r.source, r.document, r.on_date, r.kind, x.account, null::uuid as part, x.amount, r.posted_at
from (
  select e.project_id, case when e.memo_id is null then 'receivables' else 'memos' end as source,
    coalesce(e.memo_id, e.booking_id) as document, e.on_date, e.posted_at,
    case when e.memo_id is null then e.kind when e.kind in ('debit_memo', 'cancelled') then private.memo_entry('debit', e.amount > 0)
      else private.memo_entry('credit', e.amount < 0) end as kind, k.opened, sum(e.amount) as amount
  from public.receivable_entries e
  cross join lateral (select
    -- What is cancelled is the opposite of what opened it.
    case when (select m.reason_code from public.memos m where m.project_id = e.project_id and m.id = e.memo_id) = 'undercharge'
        then 'invoice'
      when e.kind <> 'cancelled' then e.kind else (select min(o.kind) from public.receivable_entries o
        where o.project_id = e.project_id and o.booking_id = e.booking_id and o.kind in ('opening', 'debit_memo')) end as opened) k
  where e.collection_id is null group by 1, 2, 3, 4, 5, 6, 7) r
cross join lateral (values
  ('receivables', r.amount),
  (case r.opened when 'opening' then 'opening_balances' when 'debit_memo' then 'other_income' when 'credit_memo' then 'write_offs'
    else 'unbilled' end, -r.amount)) x (account, amount)
where r.amount <> 0
union all
-- What receipts take off what customers owe. private.money_postings has the money of it.
select r.project_id, 'receipts', r.collection_id, r.on_date, r.kind, x.account, null, x.amount, r.posted_at
from (
  select e.project_id, e.collection_id, e.on_date, e.posted_at, e.kind,
    coalesce(sum(e.amount) filter (where e.booking_id is not null), 0) as billed,
    coalesce(sum(e.amount) filter (where e.booking_id is null), 0) as unapplied
  from public.receivable_entries e where e.collection_id is not null group by 1, 2, 3, 4, 5) r
cross join lateral (values
  ('receivables', r.billed),
  ('customer_deposits', r.unapplied),
  -- Looked up for each receipt: a join reads all receipts that the company ever had.
  ((select case when c.from_archive then 'paper_settlements' when c.collection_type = 'withholding' then 'creditable_tax'
      else 'receipts_clearing' end
    from public.collections c where c.project_id = r.project_id and c.id = r.collection_id), -r.billed - r.unapplied)) x (account, amount)
where x.amount <> 0;
comment on view private.receivable_postings is 'Lines of the journal that the receivables ledger makes.';

create or replace function private.account_of_place(p_place text, p_returned boolean) returns text
language sql immutable parallel safe
return case p_place when 'office' then 'office_cash' when 'collector' then 'collector_cash' when 'bank' then 'bank'
  when 'cheques' then case when p_returned then 'receipts_clearing' else 'cheques_on_hand' end
  else private.refuse_kind('place of money', p_place) end;
comment on function private.account_of_place is
  'Returns the account of money in a place of the money ledger. p_returned: a cheque that the bank sent back.';

create view private.money_postings with (security_invoker = true) as
-- Both sides of a transfer post to one account in between.
select e.project_id, 'money' as source, coalesce(e.collection_id, e.remittance_id, e.slip_id, e.voucher_id, e.balance_id) as document,
  e.on_date, e.kind, x.account, x.part, sum(x.amount) as amount, e.posted_at
from public.money_entries e
-- A cheque that the bank sent back is no money while it is kept to be replaced.
cross join lateral (select e.place = 'cheques' and (e.kind = 'cheque_returned' or coalesce(
  -- Few receipts have such a cheque: the others need no look at what was before.
  exists (select from public.money_entries r
    where r.project_id = e.project_id and r.collection_id = e.collection_id and r.kind = 'cheque_returned')
  and (select p.kind from public.money_entries p
    where p.project_id = e.project_id and p.collection_id = e.collection_id and p.id < e.id and p.kind in ('cheque_returned', 'deposit')
    order by p.id desc limit 1) = 'cheque_returned', false)) as returned) c
cross join lateral (select case when e.place in ('bank', 'collector') then e.holder_id end as part, e.voucher_id is not null as paid) v
cross join lateral (values
  (private.account_of_place(e.place, c.returned), v.part, case when v.paid then e.confirmed_amount else e.amount end),
  ('issued_cheques', v.part, case when v.paid then e.amount - e.confirmed_amount end),
  (case when v.paid then 'vouchers_payable' when e.kind = 'opening' then 'opening_balances'
      when e.remittance_id is not null or e.kind = 'adjustment' then 'cash_variance' else 'receipts_clearing' end, null,
    -- A deposit posts both of its sides.
    case when e.slip_id is null then -e.amount end)) x (account, part, amount)
where x.amount <> 0
group by 1, 2, 3, 4, 5, 6, 7, 9 having sum(x.amount) <> 0;
comment on view private.money_postings is 'Lines of the journal that the money ledger makes.';

create view private.voucher_postings with (security_invoker = true) as
select v.project_id, 'vouchers' as source, v.id as document, v.date_released as on_date, 'release' as kind, x.account, x.part, x.amount,
  v.released_at as posted_at
from public.vouchers v
cross join lateral (
  select 'expenses', l.cost_center_id, sum(l.amount - l.vat_amount) from public.voucher_lines l
  where l.project_id = v.project_id and l.voucher_id = v.id group by l.cost_center_id
  union all
  select 'input_vat', null, sum(l.vat_amount) from public.voucher_lines l where l.project_id = v.project_id and l.voucher_id = v.id
  union all
  values ('withheld_tax', null::uuid, -v.ewt_amount),
    (case v.mode_of_payment when 'cash' then 'petty_cash' else 'vouchers_payable' end, null, -v.net_amount)) x (account, part, amount)
where v.status = 'released' and x.amount <> 0;
comment on view private.voucher_postings is 'Lines of the journal that released vouchers make.';

create view private.postings with (security_invoker = true) as
select * from private.sales_postings
union all
select * from private.stock_postings
union all
select * from private.receivable_postings
union all
select * from private.money_postings
union all
select * from private.voucher_postings;
comment on view private.postings is 'Lines of the journal by ledger. Several ledgers post a memo.';

create or replace function private.double_entries(p_project uuid, p_from date, p_to date) returns setof private.postings
language plpgsql stable security definer set search_path = '' as $$
declare
  v_from date := coalesce(p_from, '-infinity');
  v_to date := coalesce(p_to, 'infinity');
begin
  return query
  with lines as materialized (
    select l.* from private.postings l where l.project_id = p_project and l.on_date between v_from and v_to
  )
  select l.* from lines l where l.source <> 'memos'
  union all
  select p_project, l.source, l.document, l.on_date, l.kind, l.account, l.part, sum(l.amount), l.posted_at from lines l
  where l.source = 'memos' group by l.source, l.document, l.on_date, l.kind, l.posted_at, l.account, l.part having sum(l.amount) <> 0;
end $$;
comment on function private.double_entries is
  'Returns the lines of the journal from one day to another (null = without limit): debits above zero, credits below. The lines of one '
  'source, document, day, kind and moment of posting are one entry and add up to 0.00, so that a later correction is an entry of its '
  'own. source: sales | bookings, purchases, stock_counts, imports, bad_orders (stock) | memos (all parts of a memo) | receivables | '
  'receipts | money | vouchers. part: the collector, bank account or cost center that the account is kept by. It asks for no '
  'permission and is granted to nobody.';

create or replace function private.journal_lines(p_project uuid, p_from date, p_to date) returns setof private.postings
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.authorize(p_project, 'journal.read');
  return query select * from private.double_entries(p_project, p_from, p_to);
end $$;
comment on function private.journal_lines is
  'Returns double_entries to those who may read the journal. Errors: 42501 without journal.read.';

grant execute on function private.journal_lines to authenticated;

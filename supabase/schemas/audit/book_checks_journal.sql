-- Integrity checks of the journal: every entry balances, and the accounts that other screens show too say the same as those.
-- The formulas are those of the documents (docs/domain.md) and not those of the journal.

create or replace function private.journal_kind(p_project uuid, p_source text, p_document uuid) returns text
language sql stable security definer set search_path = '' as $$
  select case p_source when 'sales' then 'booking' when 'bookings' then 'booking' when 'receivables' then 'booking' when 'memos' then 'memo'
    when 'purchases' then 'purchase'
    when 'stock_counts' then 'count' when 'bad_orders' then 'bad_order' when 'imports' then 'import' when 'receipts' then 'collection'
    when 'vouchers' then 'voucher'
    else case when exists (select from public.collections c where c.project_id = p_project and c.id = p_document) then 'collection'
      when exists (select from public.remittances r where r.project_id = p_project and r.id = p_document) then 'remittance'
      when exists (select from public.deposit_slips s
        where s.project_id = p_project and s.id = p_document) then 'deposit' else 'voucher' end end
$$;
comment on function private.journal_kind is 'Returns the kind of the document of a journal entry, for the checks of the books.';

create or replace function private.journal_controls(p_projects uuid[]) returns table (project_id uuid, account text, amount numeric)
language sql stable security definer set search_path = '' as $$
  with
  -- Goods that came back and allowances lower sales; what is written off does not.
  returned as (
    select k.project_id, k.booking_id, coalesce(sum(k.amount) filter (where k.line_id is not null and k.kind <> 'released'), 0) as amount,
      coalesce(sum(k.amount) filter (where k.line_id is null), 0) as written_off
    from public.booking_credits k where k.project_id = any (p_projects) group by k.project_id, k.booking_id),
  delivered as (
    select l.project_id, l.booking_id, sum(d.amount + round(d.amount * l.vat_on_top / 100, 2)) as amount from public.booking_lines l
    cross join lateral (select round((l.agent_srp * l.quantity_delivered * l.quantity * (100 - l.discount_percent)
      - l.discount_amount * l.quantity_delivered * 100 * l.agent_srp_pieces) / (100.0 * l.agent_srp_pieces * l.quantity), 2) as amount) d
    where l.project_id = any (p_projects) group by l.project_id, l.booking_id),
  used as (
    select a.project_id, a.collection_id, sum(a.amount) as amount from public.collection_allocations a
    where a.project_id = any (p_projects) group by a.project_id, a.collection_id)
  select b.project_id, 'receivables' as account,
    sum(case when b.date_invoiced is not null or b.booking_status <> 'active' then b.balance else -b.collected end) as amount
  from public.bookings b where b.project_id = any (p_projects) and b.approval_status like 'approved%' group by b.project_id
  union all
  select b.project_id, 'unbilled', sum(coalesce(d.amount, 0) - coalesce(r.amount, 0)
    - case when b.approval_status like 'approved%'
      and (b.date_invoiced is not null or b.booking_status <> 'active') then b.total - b.credited + coalesce(r.written_off, 0) else 0 end)
  from public.bookings b
  left join delivered d on d.project_id = b.project_id and d.booking_id = b.id
  left join returned r on r.project_id = b.project_id and r.booking_id = b.id
  where b.project_id = any (p_projects) and not b.is_opening group by b.project_id
  union all
  select c.project_id, 'customer_deposits', -sum(c.amount - c.reversed - coalesce(u.amount, 0))
  from public.collections c left join used u on u.project_id = c.project_id and u.collection_id = c.id
  where c.project_id = any (p_projects) and c.approval_status = 'approved' group by c.project_id
  union all
  select c.project_id, 'receipts_clearing', -sum(c.amount) from public.collections c
  where c.project_id = any (p_projects) and c.approval_status = 'pending' and c.collection_type in ('cash', 'cheque') group by c.project_id
  union all
  select c.project_id, 'creditable_tax', sum(c.amount) from public.collections c
  where c.project_id = any (p_projects) and c.approval_status = 'approved' and c.collection_type = 'withholding' group by c.project_id
  union all
  select c.project_id, 'cheques_on_hand', sum(c.amount) from public.collections c
  where c.project_id = any (p_projects) and c.approval_status <> 'cancelled' and c.cheque_state = 'on_hand' group by c.project_id
  union all
  select v.project_id, 'withheld_tax', -sum(v.ewt_amount) from public.vouchers v
  where v.project_id = any (p_projects) and v.status = 'released' group by v.project_id
  union all
  select x.project_id, 'input_vat', sum(x.vat) from (
    select l.project_id, case p.kind when 'supplier_return' then -l.vat_amount else l.vat_amount end as vat
    from public.purchase_lines l join public.purchases p on p.project_id = l.project_id and p.id = l.purchase_id
    where l.project_id = any (p_projects) and p.status = 'active'
    union all
    select l.project_id, l.vat_amount
    from public.voucher_lines l join public.vouchers v on v.project_id = l.project_id and v.id = l.voucher_id
    where l.project_id = any (p_projects) and v.status = 'released') x group by x.project_id
  union all
  select i.project_id, 'inventory', sum(i.stock_value) from public.inventory i where i.project_id = any (p_projects) group by i.project_id
  union all
  select c.project_id, case when c.holder_id = c.project_id then 'office_cash' else 'collector_cash' end, sum(c.amount)
  from private.cash_balances c where c.project_id = any (p_projects) group by 1, 2
  union all
  select i.project_id, 'issued_cheques', -sum(i.amount) from public.issued_cheques i
  where i.project_id = any (p_projects) and i.state = 'released' group by i.project_id
  union all
  -- A released voucher whose cheque became void or stale is to be paid again.
  select v.project_id, 'vouchers_payable', -sum(v.net_amount) from public.vouchers v
  where v.project_id = any (p_projects) and v.status = 'released' and v.mode_of_payment = 'cheque'
    and not exists (select from public.issued_cheques i
      where i.project_id = v.project_id and i.voucher_id = v.id and i.state in ('released', 'cleared'))
  group by v.project_id
$$;
comment on function private.journal_controls is
  'Returns the balances that accounts of the journal must have, by the documents themselves. Accounts without a document are not there.';

create or replace function private.check_journal(p_projects uuid[])
returns table (check_key text, project_id uuid, kind text, id uuid, label text, stored text, expected text)
language sql stable security definer set search_path = '' as $$
  with lines as materialized (
    select l.* from unnest(p_projects) p (id) cross join lateral private.double_entries(p.id, null, null) l
  ), controls as materialized (
    select c.* from private.journal_controls(p_projects) c
  )
  select 'journal.balanced', l.project_id, private.journal_kind(l.project_id, l.source, l.document), l.document,
    format('%s %s of %s', l.source, l.kind, l.on_date), sum(l.amount)::text, '0.00'
  from lines l group by l.project_id, l.source, l.document, l.on_date, l.kind, l.posted_at having sum(l.amount) <> 0
  union all
  -- The cost of sales of a document is what the sales report has as its cost, on each day.
  select 'totals.cost_of_sales', k.project_id, private.journal_kind(k.project_id, k.source, k.document), k.document,
    format('Cost of sales of %s', k.on_date), sum(k.posted)::text, sum(k.sold)::text
  from (
    select l.project_id, case l.source when 'memos' then 'memos' else 'sales' end as source, l.document, l.on_date, l.amount as posted,
      0.00 as sold
    from lines l where l.account = 'cost_of_sales'
    union all
    select e.project_id, case when e.memo_id is null then 'sales' else 'memos' end, coalesce(e.memo_id, e.booking_id), e.on_date, 0, e.cost
    from public.sales_entries e where e.project_id = any (p_projects)) k
  group by k.project_id, k.source, k.document, k.on_date having sum(k.posted) <> sum(k.sold)
  union all
  select 'journal.controls', k.project_id, 'project', k.project_id, d.name, sum(k.posted)::text, sum(k.expected)::text
  from (
    select l.project_id, l.account, l.amount as posted, 0.00 as expected from lines l where l.account in (select c.account from controls c)
    union all
    select c.project_id, c.account, 0, c.amount from controls c) k
  join private.default_accounts() d on d.account = k.account
  group by k.project_id, k.account, d.name having sum(k.posted) <> sum(k.expected)
  union all
  select 'journal.banks', k.project_id, 'bank', k.id, concat_ws(' ', k.bank, k.account_no), x.posted::text, x.expected::text
  from public.banks k
  cross join lateral (
    select coalesce((select sum(l.amount) from lines l
        where l.project_id = k.project_id and l.account = 'bank' and l.part = k.id), 0.00) as posted,
      private.bank_balance(k.project_id, k.id, null)
        + coalesce((select sum(d.amount_in) from private.due_cheques(k.project_id) d where d.bank_id = k.id), 0.00) as expected) x
  where k.project_id = any (p_projects) and x.posted <> x.expected
$$;
comment on function private.check_journal is
  'Returns the entries of the journal that do not balance, the documents whose cost of sales is not that of the sales ledger, the '
  'accounts whose balance is not that of the documents, and the bank accounts whose balance is not that of the cash position.';

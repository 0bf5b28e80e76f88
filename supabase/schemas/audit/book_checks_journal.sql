-- Integrity checks of the journal: every entry balances, and the accounts that other screens show too say the same as those.
-- The formulas are those of the documents (docs/domain.md) and not those of the journal.

create view private.journal_controls with (security_invoker = true) as
with released as not materialized (
  select v.project_id, v.id, v.ewt_amount, v.net_amount, v.mode_of_payment from public.vouchers v where v.status = 'released'
), invoiced as not materialized (
  select b.project_id, b.id, b.total, b.balance, b.collected, b.credited, b.is_opening,
    b.date_invoiced is not null or b.booking_status <> 'active' as invoiced
  from public.bookings b where b.approval_status like 'approved%'
)
select x.project_id, x.account, sum(x.amount) as amount from (
  select b.project_id, 'receivables', case when b.invoiced then b.balance else -b.collected end from invoiced b
  union all
  select b.project_id, 'unbilled', -b.total + b.credited from invoiced b where b.invoiced and not b.is_opening
  union all
  select l.project_id, 'unbilled', l.delivered from private.checked_lines l
  union all
  -- Goods that came back and allowances lower sales; what is written off does not.
  select k.project_id, 'unbilled', -k.amount
  from public.booking_credits k join public.bookings b on b.project_id = k.project_id and b.id = k.booking_id
  where not b.is_opening and k.line_id is not null and k.kind <> 'released'
  union all
  select k.project_id, 'unbilled', -k.amount
  from public.booking_credits k join invoiced b on b.project_id = k.project_id and b.id = k.booking_id
  where k.line_id is null and b.invoiced and not b.is_opening
  union all
  select c.project_id, 'customer_deposits', c.reversed - c.amount from public.collections c where c.approval_status = 'approved'
  union all
  select a.project_id, 'customer_deposits', a.amount
  from public.collection_allocations a join public.collections c on c.project_id = a.project_id and c.id = a.collection_id
  where c.approval_status = 'approved'
  union all
  select c.project_id, 'receipts_clearing', -c.amount from public.collections c
  where c.approval_status = 'pending' and c.collection_type in ('cash', 'cheque')
  union all
  select c.project_id, 'creditable_tax', c.amount from public.collections c
  where c.approval_status = 'approved' and c.collection_type = 'withholding'
  union all
  select c.project_id, 'cheques_on_hand', c.amount from public.collections c
  where c.approval_status <> 'cancelled' and c.cheque_state = 'on_hand'
  union all
  select v.project_id, 'withheld_tax', -v.ewt_amount from released v
  union all
  select l.project_id, 'input_vat', case p.kind when 'supplier_return' then -l.vat_amount else l.vat_amount end
  from public.purchase_lines l join public.purchases p on p.project_id = l.project_id and p.id = l.purchase_id where p.status = 'active'
  union all
  select l.project_id, 'input_vat', l.vat_amount
  from public.voucher_lines l join released v on v.project_id = l.project_id and v.id = l.voucher_id
  union all
  select i.project_id, 'inventory', i.stock_value from public.inventory i
  union all
  select c.project_id, case when c.holder_id = c.project_id then 'office_cash' else 'collector_cash' end, c.amount
  from private.cash_balances c
  union all
  select i.project_id, 'issued_cheques', -i.amount from public.issued_cheques i where i.state = 'released'
  union all
  -- A released voucher whose cheque became void or stale is to be paid again.
  select v.project_id, 'vouchers_payable', -v.net_amount from released v
  where v.mode_of_payment = 'cheque' and not exists (select from public.issued_cheques i
    where i.project_id = v.project_id and i.voucher_id = v.id and i.state in ('released', 'cleared'))) x (project_id, account, amount)
group by x.project_id, x.account;
comment on view private.journal_controls is
  'The balances that accounts of the journal must have, by the documents themselves. Accounts without a document are not there.';

create or replace function private.check_journal(p_project uuid)
returns table (check_key text, id uuid, label text, stored jsonb, expected jsonb)
language sql stable set search_path = '' as $$
  with lines as materialized (
    select l.* from private.double_entries(p_project, null, null) l
  ), controls as materialized (
    select c.account, c.amount from private.journal_controls c where c.project_id = p_project
  )
  select c.check_key, c.id, c.label, c.stored, c.expected
  from (
    select 'journal.balanced' as check_key, l.document as id, format('%s %s of %s', l.source, l.kind, l.on_date) as label,
      jsonb_build_array(sum(l.amount)) as stored, '[0.00]'::jsonb as expected
    from lines l group by l.source, l.document, l.on_date, l.kind, l.posted_at
    union all
    -- The cost of sales of a document is what the sales report has as its cost, on each day.
    select 'totals.cost_of_sales', x.document, 'Cost of sales of ' || x.on_date, jsonb_build_array(sum(x.posted)),
      jsonb_build_array(sum(x.sold))
    from (
      select l.document, l.on_date, l.amount as posted, 0.00 as sold from lines l where l.account = 'cost_of_sales'
      union all
      select coalesce(e.memo_id, e.booking_id), e.on_date, 0, e.cost from public.sales_entries e where e.project_id = p_project) x
    group by x.document, x.on_date
    union all
    select 'journal.controls', p_project, d.name, jsonb_build_array(sum(x.posted)), jsonb_build_array(sum(x.expected))
    from (
      select l.account, l.amount as posted, 0.00 as expected from lines l where l.account in (select c.account from controls c)
      union all
      select c.account, 0, c.amount from controls c) x
    join private.default_accounts d on d.account = x.account group by d.name
    union all
    select 'journal.banks', k.id, null, jsonb_build_array(coalesce(l.posted, 0)),
      jsonb_build_array(private.bank_balance(p_project, k.id, null) + coalesce(d.due, 0))
    from public.banks k
    left join (select l.part, sum(l.amount) as posted from lines l where l.account = 'bank' group by l.part) l on l.part = k.id
    left join (select d.bank_id, sum(d.amount_in) as due from private.due_cheques(p_project) d group by d.bank_id) d on d.bank_id = k.id
    where k.project_id = p_project
    union all
    -- The VAT report of each month says what the accounts of the journal say.
    select 'vat.report', p_project, d.name || to_char(x.month, '" of" MM/YYYY'), jsonb_build_array(sum(x.said)),
      jsonb_build_array(sum(x.posted))
    from (
      select l.account, date_trunc('month', l.on_date) as month, l.amount as posted, 0.00 as said from lines l
      where l.account in ('output_vat', 'input_vat', 'creditable_tax', 'withheld_tax')
      union all
      select case when e.kind in ('sale', 'memo') then 'output_vat' when e.kind in ('purchase', 'voucher') then 'input_vat'
          when e.kind = 'creditable' then 'creditable_tax' else 'withheld_tax' end, date_trunc('month', e.on_date), 0,
        case when e.kind in ('sale', 'memo', 'withheld') then -e.tax else e.tax end
      from private.vat_entries e where e.project_id = p_project) x
    join private.default_accounts d on d.account = x.account group by d.name, x.month
    union all
    -- Output VAT is that of what was delivered, of credit memos and of debit memos.
    select 'vat.output', x.document, case when x.document is null then 'Output VAT' end, jsonb_build_array(sum(x.posted)),
      jsonb_build_array(sum(x.vat))
    from (
      select l.document, -l.amount as posted, 0.00 as vat from lines l where l.account = 'output_vat'
      union all
      select v.booking_id, 0, v.delivered_vat from private.checked_vat v where v.project_id = p_project
      union all
      select m.id, 0, case m.kind when 'credit' then -m.vat_amount else m.vat_amount end from public.memos m
      where m.project_id = p_project and m.status = 'approved') x
    group by x.document) c
  where c.stored is distinct from c.expected
$$;
comment on function private.check_journal is
  'Returns the entries of the journal that do not balance, the documents whose cost of sales or output VAT is not that of the journal, the '
  'accounts whose balance is not that of the documents, the bank accounts whose balance is not that of the cash position, and the months '
  'whose VAT report is not what the journal has.';

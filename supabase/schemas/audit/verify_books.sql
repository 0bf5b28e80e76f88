-- Runs the integrity checks of a project on demand and lists violations by document.

create view private.book_checks (sort_order, check_key, area, rule) with (security_invoker = true) as
  values
    (1, 'totals.receivables', 'Control totals', 'AR subledger agrees with reports, statements and Home'),
    (2, 'ledgers.sales_days', 'Control totals', 'Daily sales equal deliveries less returns'),
    (3, 'ledgers.sales', 'Control totals', 'Sales postings agree with delivered lines and their cost'),
    (4, 'ledgers.money', 'Control totals', 'Cash and bank balances agree with their documents'),
    (5, 'ledgers.cash', 'Control totals', 'Cash balances equal their entries and are not negative'),
    (6, 'ledgers.stock', 'Control totals', 'Stock value equals the cost of its movements; zero quantity has zero value'),
    (7, 'totals.cost_of_sales', 'Control totals', 'Cost of sales in the GL agrees with the sales report, by document and day'),
    (8, 'journal.balanced', 'Control totals', 'Every journal entry balances'),
    (9, 'journal.controls', 'Control totals', 'GL control accounts agree with subledgers'),
    (10, 'journal.banks', 'Control totals', 'Bank accounts in the GL agree with the cash position'),
    (11, 'ledgers.closed', 'Control totals', 'No postings to a closed period after closing'),
    (12, 'stock.on_hand', 'Stock', 'Quantity on hand equals the stock ledger and is not negative'),
    (13, 'stock.kinds', 'Stock', 'Purchased, returned, delivered and adjusted quantities equal their stock movements'),
    (14, 'stock.reserved', 'Stock', 'Reserved quantity equals validated quantity not yet delivered or released'),
    (15, 'stock.issues', 'Stock', 'Stock issues agree with delivered lines of bookings'),
    (16, 'stock.counts', 'Stock', 'Posted counts adjust their variances; other counts adjust nothing'),
    (17, 'stock.price', 'Stock', 'Current SRP equals the latest price change'),
    (66, 'ledgers.categories', 'Ledgers', 'Daily sales by category agree with the category history of products'),
    (65, 'stock.days', 'Stock', 'Sellable stock and bad orders were not negative at the end of any day'),
    (18, 'purchases.pieces', 'Purchases', 'Purchase lines agree with stock movements; cancelled purchases have none'),
    (19, 'purchases.total', 'Purchases', 'Purchase totals equal the sum of their lines'),
    (20, 'orders.total', 'Bookings', 'Booking totals equal the sum of their lines; opening balances have no lines'),
    (21, 'orders.credit', 'Bookings', 'No customer exceeds the credit limit without an override'),
    (22, 'orders.numbers', 'Bookings', 'No missing or duplicate SO numbers'),
    (23, 'receipts.collected', 'Collections', 'Amounts collected and credited equal approved receipts and credits'),
    (24, 'receipts.balance', 'Collections', 'No negative balances; paid bookings have a zero balance and a payment date'),
    (25, 'receipts.allocated', 'Collections', 'Applied payments do not exceed the receipt amount'),
    (26, 'receipts.parts', 'Collections', 'Split payments of a receipt have the same number, dates, people and approval'),
    (27, 'receipts.uncleared', 'Collections', 'Uncleared amounts equal payments by cheques that have not cleared'),
    (28, 'cheques.state', 'Cheques received', 'Cheque status equals its last event; returned and replaced cheques pay nothing'),
    (29, 'cheques.slip', 'Cheques received', 'Deposited and cleared cheques have a deposit slip'),
    (30, 'cheques.cash', 'Cheques received', 'Deposited cash is fully posted or fully reversed'),
    (31, 'remittances.sums', 'Remittances', 'Remittance totals agree with receipts and cash count'),
    (32, 'remittances.receipts', 'Remittances', 'Remitted receipts are valid and on one remittance only, with the same number and date'),
    (33, 'vouchers.total', 'Vouchers', 'Voucher totals equal the sum of their lines; cheques equal the net amount'),
    (34, 'vouchers.state', 'Vouchers', 'Released vouchers have a print, a releaser and a date; cancelled ones a reason and a valid date'),
    (35, 'vouchers.numbers', 'Vouchers', 'No missing or duplicate voucher numbers'),
    (36, 'vouchers.cheque', 'Vouchers', 'Vouchers paid by cheque have one active cheque with matching details'),
    (37, 'vouchers.cheque_state', 'Vouchers', 'Cheque status agrees with its voucher'),
    (38, 'trail.bookings', 'Audit trail', 'Every booking decision is in the audit trail'),
    (39, 'trail.customers', 'Audit trail', 'Every customer decision is in the audit trail'),
    (40, 'trail.receipts', 'Audit trail', 'Every receipt decision is in the audit trail'),
    (41, 'trail.vouchers', 'Audit trail', 'Every voucher status change is in the audit trail'),
    (42, 'ledgers.receivables', 'Ledgers', 'AR postings agree with balances of invoiced bookings and advances of other bookings'),
    (43, 'ledgers.unapplied', 'Ledgers', 'Unapplied payments in the ledger agree with receipts without a booking'),
    (44, 'ledgers.positions', 'Ledgers', 'AR summaries by document agree with the ledger entries'),
    (45, 'memos.credits', 'Memos', 'Approved credit memos credit their amount and VAT; other memos credit nothing'),
    (46, 'memos.debits', 'Memos', 'Approved debit memos have one receivable with matching number, amount and lines'),
    (47, 'memos.sales', 'Memos', 'Memo lines are posted to the sales ledger'),
    (48, 'memos.numbers', 'Memos', 'No missing or duplicate CM or DM numbers'),
    (49, 'ledgers.cash_days', 'Ledgers', 'Cash on hand and unremitted cash were not negative at the end of any day'),
    (50, 'ledgers.discounts', 'Ledgers', 'Sales and discounts agree with deliveries at unit price; free goods are marked'),
    (51, 'vat.bookings', 'VAT', 'VAT, exempt and zero-rated sales of bookings equal their lines'),
    (52, 'vat.purchases', 'VAT', 'Input VAT postings agree with purchase lines'),
    (53, 'vat.output', 'VAT', 'Output VAT in the GL agrees with deliveries, credit memos and debit memos'),
    (54, 'vat.report', 'VAT', 'Monthly VAT report agrees with the GL accounts'),
    (55, 'orders.receipts', 'Bookings', 'No missing or duplicate DR numbers'),
    (56, 'journal.months', 'Ledgers', 'Stored monthly totals agree with journal, VAT, receipts and deliveries'),
    (57, 'ledgers.sealed_sales', 'Ledgers', 'Stored monthly sales agree with the sales ledger'),
    (58, 'purchases.amounts', 'Purchases', 'Purchase postings to stock and variance agree with line amounts, net of VAT'),
    (67, 'purchases.vat', 'Purchases', 'Fully returned purchases have no input VAT'),
    (59, 'numbers.doubles', 'Numbers', 'No duplicate document numbers, product codes or customer names'),
    (60, 'memos.invoices', 'Memos', 'Goods and allowances are credited to sales only, up to the delivered amount'),
    (61, 'memos.vat', 'Memos', 'VAT of memo lines follows their VAT class; fully credited lines have no VAT');
comment on view private.book_checks is 'Lists the integrity checks in the order of display: key, area, rule.';

create or replace function private.book_check_violations(p_projects uuid[], p_part int default null)
returns table (check_key text, project_id uuid, kind text, id uuid, label text, stored text, expected text)
language sql stable set search_path = '' as $$
  select v.check_key, p.id, coalesce(n.kind, 'project'), coalesce(n.id, p.id),
    coalesce(replace(coalesce(v.label, n.label), '%s', coalesce(n.label, '')), v.id::text),
    (select string_agg(f.value, ' / ' order by f.ordinality) from jsonb_array_elements_text(v.stored) with ordinality f),
    (select string_agg(f.value, ' / ' order by f.ordinality) from jsonb_array_elements_text(v.expected) with ordinality f)
  from unnest(p_projects) p (id)
  cross join lateral (
    select * from private.check_stock(p.id) where coalesce(p_part = 1, true)
    union all select * from private.check_stock_days(p.id) where coalesce(p_part = 2, true)
    union all select * from private.check_vat_of_returns(p.id) where coalesce(p_part = 3, true)
    union all select * from private.check_categories_of_days(p.id) where coalesce(p_part = 4, true)
    union all select * from private.check_orders(p.id) where coalesce(p_part = 5, true)
    union all select * from private.check_documents(p.id) where coalesce(p_part = 6, true)
    union all select * from private.check_receipts(p.id) where coalesce(p_part = 7, true)
    union all select * from private.check_collected(p.id) where coalesce(p_part = 8, true)
    union all select * from private.check_vouchers(p.id) where coalesce(p_part = 9, true)
    union all select * from private.check_sales_ledger(p.id) where coalesce(p_part = 10, true)
    union all select * from private.check_receivables_ledger(p.id) where coalesce(p_part = 11, true)
    union all select * from private.check_money_ledger(p.id) where coalesce(p_part = 12, true)
    union all select * from private.check_journal(p.id) where coalesce(p_part = 13, true)
    union all select * from private.check_sealed_sales(p.id) where coalesce(p_part = 14, true)
    union all select * from private.check_memos(p.id) where coalesce(p_part = 15, true)
    union all select * from private.check_periods(p.id) where coalesce(p_part = 16, true)
    union all select * from private.check_numbers(p.id) where coalesce(p_part = 17, true)
    union all select * from private.check_totals(p.id) where coalesce(p_part = 18, true)) v
  left join lateral (select d.* from private.named_documents d where d.project_id = p.id and d.id = v.id limit 1) n on true
$$;
comment on function private.book_check_violations is
  'Returns the violations of all checks in these projects, each with the kind and name of its document; none when the books are right. A '
  'violation of no document is of the project. p_part: the checks of one function alone (null = all; private.book_check_parts). The tests '
  'run it for whole installations.';

create or replace function private.book_check_parts() returns int
language sql immutable
return 18;
comment on function private.book_check_parts is 'Returns the number of parts of the integrity checks, which begin with 1.';

create or replace function private.verify_books(p_project uuid, p_part int default null)
returns table (check_key text, area text, rule text, violations bigint, examples jsonb)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.authorize(p_project, 'audit.read');
  if p_part not between 1 and private.book_check_parts() then
    perform private.invalid('p_part', format('Choose a part from 1 to %s.', private.book_check_parts()));
  end if;
  return query
    with broken as (
      select b.*, row_number() over (partition by b.check_key order by b.label, b.id) as nth
      from private.book_check_violations(array[p_project], p_part) b)
    select c.check_key, c.area, c.rule, count(b.check_key),
      coalesce(jsonb_agg(jsonb_build_object('kind', b.kind, 'id', b.id, 'label', b.label, 'stored', b.stored, 'expected', b.expected)
        order by b.nth)
        filter (where b.nth <= 100), '[]')
    from private.book_checks c left join broken b on b.check_key = c.check_key
    group by c.sort_order, c.check_key, c.area, c.rule order by c.sort_order;
end $$;
select private.expose('verify_books');
comment on function public.verify_books is
  'Runs the integrity checks of a project. One row per check, in order: area, rule, number of violations (0 = the rule holds), and the '
  'first 100 of them as [{kind, id, label, stored, expected}]: the stored value and the one its sources add up to. It reads all rows '
  'regardless of the caller''s scope. p_part (1 to 18; null: all): the checks of one part alone, the others answer 0, so that a long run '
  'leaves room between its parts. Errors: 42501 without audit.read; 22023.';

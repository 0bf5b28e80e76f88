-- Runs the integrity checks of a project on demand and lists violations by document.

create view private.book_checks (sort_order, check_key, area, rule) with (security_invoker = true) as
  values
    (1, 'totals.receivables', 'Control totals',
      'What a customer owes is the same in the ledger, the AR report, the customer page, the statement of account and the master list, '
      'and on Home in sum.'),
    (2, 'ledgers.sales_days', 'Control totals',
      'Sales of a day are the pieces that were delivered on that day, line by line, less those that came back.'),
    (3, 'ledgers.sales', 'Control totals',
      'What is posted of a booking''s line is what it says is delivered, at AgentSRP less its discounts, less its credit memos, and at '
      'the cost that left the stock.'),
    (4, 'ledgers.money', 'Control totals',
      'The money of a place is what receipts, remittances, deposits and payments put there, document by document; the cash position '
      'shows it.'),
    (5, 'ledgers.cash', 'Control totals',
      'The cash of the office and of each collector is the sum of its entries, and never less than nothing.'),
    (6, 'ledgers.stock', 'Control totals', 'The stock of a product is worth the cost of its movements; nothing on hand is worth nothing.'),
    (7, 'totals.cost_of_sales', 'Control totals', 'The cost of sales of a document is the same in journal and sales report, on each day.'),
    (8, 'journal.balanced', 'Control totals', 'The debits of every entry are its credits.'),
    (9, 'journal.controls', 'Control totals',
      'Receivables, inventory, cash, cheques and what is to be paid are in the journal what the documents say.'),
    (10, 'journal.banks', 'Control totals',
      'A bank account is in the journal what the cash position says of it: its book balance and the deposited cheques that have not '
      'cleared.'),
    (11, 'ledgers.closed', 'Control totals', 'Nothing was posted on a day of a closed period, or dated to it, after it was closed.'),
    (12, 'stock.on_hand', 'Stock', 'What is on hand is the sum of the stock ledger, and never less than nothing.'),
    (13, 'stock.kinds', 'Stock', 'Pieces bought, sent back, delivered, returned and adjusted are each the sum of their movements.'),
    (14, 'stock.reserved', 'Stock', 'Reserved is what is validated and neither delivered nor released.'),
    (15, 'stock.issues', 'Stock', 'The ledger issued what the lines of bookings say is delivered.'),
    (16, 'stock.counts', 'Stock', 'A posted count has adjusted its variances, and no other count anything.'),
    (17, 'stock.price', 'Stock', 'The current SRP is the one where its history ends.'),
    (66, 'ledgers.categories', 'Ledgers', 'Sales are in the categories of their day, and products in the last that were kept.'),
    (65, 'stock.days', 'Stock', 'Neither what can be sold nor the bad orders of a product were below zero at the end of a day.'),
    (18, 'purchases.pieces', 'Purchases', 'Each line has moved its pieces, of a cancelled record none.'),
    (19, 'purchases.total', 'Purchases', 'The total of a record is the sum of its lines.'),
    (20, 'orders.total', 'Bookings', 'The total of a booking is the sum of its lines; an opening balance has none.'),
    (21, 'orders.credit', 'Bookings', 'No customer exceeds the credit limit without an override.'),
    (22, 'orders.numbers', 'Bookings', 'SO numbers have no gap and no double.'),
    (23, 'receipts.collected', 'Collections', 'Collected and credited are the sums of approved receipts and of credits.'),
    (24, 'receipts.balance', 'Collections', 'No balance is below zero; paid means a balance of zero, with a date.'),
    (25, 'receipts.allocated', 'Collections', 'No receipt pays more than its amount.'),
    (26, 'receipts.parts', 'Collections', 'The parts of a receipt share its number, dates, people and approval.'),
    (27, 'receipts.uncleared', 'Collections', 'Uncleared is what cheques paid that have not cleared.'),
    (28, 'cheques.state', 'Cheques received', 'A cheque stands where its last event left it; a returned or replaced one pays nothing.'),
    (29, 'cheques.slip', 'Cheques received', 'Every deposited or cleared cheque came to the bank on a slip.'),
    (30, 'cheques.cash', 'Cheques received', 'The cash of a deposit slip is in the bank whole, or was taken back whole.'),
    (31, 'remittances.sums', 'Remittances', 'A remittance says what its receipts and its cash count say.'),
    (32, 'remittances.receipts', 'Remittances', 'A receipt is on one received remittance at most, under its number and date, and stands.'),
    (33, 'vouchers.total', 'Vouchers', 'The total of a voucher is the sum of its lines, and its cheque is for the net.'),
    (34, 'vouchers.state', 'Vouchers',
      'A released voucher was printed and has a releaser and a date; a cancelled one a reason and a day not before its own.'),
    (35, 'vouchers.numbers', 'Vouchers', 'Voucher numbers have no gap and no double.'),
    (36, 'vouchers.cheque', 'Vouchers', 'A voucher paid by cheque has one live cheque, which says what the voucher says.'),
    (37, 'vouchers.cheque_state', 'Vouchers',
      'A cheque is as far as its voucher: released after it, void when it is cancelled, no day before it.'),
    (38, 'trail.bookings', 'Audit trail', 'Every decision on a booking is in the trail.'),
    (39, 'trail.customers', 'Audit trail', 'Every decision on a customer is in the trail.'),
    (40, 'trail.receipts', 'Audit trail', 'Every decision on a receipt is in the trail.'),
    (41, 'trail.vouchers', 'Audit trail', 'Every change of a voucher''s state is in the trail.'),
    (42, 'ledgers.receivables', 'Ledgers', 'What is posted of an invoiced or archived booking is its balance, of others their advances.'),
    (43, 'ledgers.unapplied', 'Ledgers', 'What is posted of a receipt without a booking is its unapplied payment.'),
    (44, 'ledgers.positions', 'Ledgers',
      'What is kept of a document beside the receivables ledger is the sum of its entries and the days of the first and the last one.'),
    (45, 'memos.credits', 'Memos', 'An approved credit memo credits its amount and its VAT to bookings, any other nothing.'),
    (46, 'memos.debits', 'Memos', 'An approved debit memo is one receivable of its number, its amount and its pieces times price.'),
    (47, 'memos.sales', 'Memos', 'What a memo credits or charges of lines is in the sales ledger under the memo.'),
    (48, 'memos.numbers', 'Memos', 'CM and DM numbers have no gap and no double.'),
    (49, 'ledgers.cash_days', 'Ledgers', 'The cash of the office and of each collector was never less than nothing at the end of a day.'),
    (50, 'ledgers.discounts', 'Ledgers', 'Sales and discounts of deliveries are what was delivered, at AgentSRP; free goods are marked.'),
    (51, 'vat.bookings', 'VAT', 'What a booking says of VAT and of exempt and zero-rated sales is what its lines say.'),
    (52, 'vat.purchases', 'VAT', 'The input VAT that is posted of a purchase line is the VAT that the line says.'),
    (53, 'vat.output', 'VAT', 'Output VAT in the journal is that of what was delivered, of credit memos and of debit memos.'),
    (54, 'vat.report', 'VAT', 'The VAT report of each month says what the accounts of the journal say.'),
    (55, 'orders.receipts', 'Bookings', 'DR numbers have no gap and no double.'),
    (56, 'journal.months', 'Ledgers', 'The sums of a sealed month are what journal, VAT, receipts and deliveries have of that month.'),
    (57, 'ledgers.sealed_sales', 'Ledgers', 'The sums of sales of a sealed month are those of the sales ledger.'),
    (58, 'purchases.amounts', 'Purchases', 'What is posted of a line, in stock or as variance, is its amount without VAT.'),
    (67, 'purchases.vat', 'Purchases', 'Goods of which all went back to their supplier have left no input VAT.'),
    (59, 'numbers.doubles', 'Numbers',
      'No two papers have one number, which has a letter or digit, no two products one code, no two customers names that look alike.'),
    (60, 'memos.invoices', 'Memos', 'Goods and allowances credit invoiced sales, and no booking more than was delivered of it.'),
    (61, 'memos.vat', 'Memos', 'Goods have the VAT of their class in their sum; a line that is credited in full has no VAT left.');
comment on view private.book_checks is 'Lists the integrity checks in the order of display: key, area, rule.';

create or replace function private.book_check_violations(p_projects uuid[])
returns table (check_key text, project_id uuid, kind text, id uuid, label text, stored text, expected text)
language sql stable set search_path = '' as $$
  select v.check_key, p.id, coalesce(n.kind, 'project'), coalesce(n.id, p.id),
    coalesce(replace(coalesce(v.label, n.label), '%s', coalesce(n.label, '')), v.id::text),
    (select string_agg(f.value, ' / ' order by f.ordinality) from jsonb_array_elements_text(v.stored) with ordinality f),
    (select string_agg(f.value, ' / ' order by f.ordinality) from jsonb_array_elements_text(v.expected) with ordinality f)
  from unnest(p_projects) p (id)
  cross join lateral (
    select * from private.check_stock(p.id)
    union all select * from private.check_stock_days(p.id)
    union all select * from private.check_vat_of_returns(p.id)
    union all select * from private.check_categories_of_days(p.id)
    union all select * from private.check_orders(p.id)
    union all select * from private.check_documents(p.id)
    union all select * from private.check_receipts(p.id)
    union all select * from private.check_collected(p.id)
    union all select * from private.check_vouchers(p.id)
    union all select * from private.check_sales_ledger(p.id)
    union all select * from private.check_receivables_ledger(p.id)
    union all select * from private.check_money_ledger(p.id)
    union all select * from private.check_journal(p.id)
    union all select * from private.check_sealed_sales(p.id)
    union all select * from private.check_memos(p.id)
    union all select * from private.check_periods(p.id)
    union all select * from private.check_numbers(p.id)
    union all select * from private.check_totals(p.id)) v
  left join lateral (select d.* from private.named_documents d where d.project_id = p.id and d.id = v.id limit 1) n on true
$$;
comment on function private.book_check_violations is
  'Returns the violations of all checks in these projects, each with the kind and name of its document; none when the books are right. A '
  'violation of no document is of the project. The tests run it for whole installations.';

create or replace function private.verify_books(p_project uuid)
returns table (check_key text, area text, rule text, violations bigint, examples jsonb)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.authorize(p_project, 'audit.read');
  return query
    with broken as (
      select b.*, row_number() over (partition by b.check_key order by b.label, b.id) as nth
      from private.book_check_violations(array[p_project]) b)
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
  'regardless of the caller''s scope. Errors: 42501 without audit.read.';

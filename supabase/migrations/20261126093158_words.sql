set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.archive_bookings(p_project uuid, p_idempotency_key uuid, p_so_nos jsonb, p_status text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_scope text := private.authorize(p_project, 'bookings.archive');
  v_done jsonb;
  v_status text := lower(private.read_text(jsonb_build_object('status', p_status), 'status', true, p_max => 30));
  v_list jsonb := private.read_list(p_so_nos, 'so_nos', 500);
  v_nos text[] := array(select private.read_so_no(p_project, e.value) from jsonb_array_elements_text(v_list) e);
  v_today date := private.business_date(p_project);
  v_booking public.bookings;
  v_missing text;
  v_archived int := 0;
  v_collected numeric := 0;
  v_issued jsonb := '{}';
begin
  v_done := private.begin_command(p_project, p_idempotency_key, 'archive_bookings', jsonb_build_array(p_so_nos, p_status));
  if v_done is not null then return v_done; end if;
  if v_status !~ '^[a-z][a-z0-9 _-]*$' or v_status in ('active', 'pending', 'approved', 'cancelled') then
    perform private.invalid('status', 'Enter a status label such as archived.');
  end if;
  if jsonb_array_length(v_list) = 0 then perform private.invalid('so_nos', 'Enter at least one SO number.'); end if;
  select n into v_missing from unnest(v_nos) n
  where not exists (select from public.bookings b where b.project_id = p_project and b.so_no = n) limit 1;
  if v_missing is not null then perform private.invalid('so_nos', format('There is no booking %s.', v_missing)); end if;
  perform private.lock_bookings(p_project, array(select b.id from public.bookings b where b.project_id = p_project and b.so_no = any (v_nos)));
  perform private.lock_stock(p_project, array(
    select l.product_id from public.booking_lines l join public.bookings b on b.project_id = l.project_id and b.id = l.booking_id
    where b.project_id = p_project and b.so_no = any (v_nos)));
  for v_booking in
    select b.* from public.bookings b
    where b.project_id = p_project and b.so_no = any (v_nos) order by b.id
  loop
    -- A booking that is archived already with this status is left as it is.
    continue when v_booking.booking_status = v_status;
    perform private.expect_validated(v_booking);
    if v_booking.on_hold then perform private.refuse('on_hold', format('The warehouse holds the goods of %s.', v_booking.so_no)); end if;
    v_issued := v_issued || jsonb_build_object(v_booking.id, private.last_delivery_entry(p_project, v_booking.id));
    perform private.issue_open(v_booking, v_today);
    perform private.post_archive(v_booking, v_today);
    perform private.settle_by_archive(v_booking, v_status, v_today);
    v_collected := v_collected + v_booking.balance;
    update public.bookings set booking_status = v_status, approval_status = 'approved-' || v_status, date_delivered = coalesce(date_delivered, v_today)
    where project_id = p_project and id = v_booking.id;
    v_archived := v_archived + 1;
  end loop;
  -- The project is locked for the numbers after everything else.
  perform private.draw_delivery_receipt(p_project, k.key::uuid, v_today, k.value::bigint) from jsonb_each_text(v_issued) k;
  return private.complete_command(p_idempotency_key, jsonb_build_object('archived', v_archived, 'collected', v_collected::text));
end $function$;

CREATE OR REPLACE FUNCTION private.book_checks()
 RETURNS TABLE(sort_order integer, check_key text, area text, rule text)
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  values
    (1, 'totals.receivables', 'Control totals', 'What a customer owes is the same in the ledger, the AR report, the customer page, the statement of account and the master list, and on Home in sum.'),
    (2, 'ledgers.sales_days', 'Control totals', 'Sales of a day are the pieces that were delivered on that day, line by line, less those that came back.'),
    (3, 'ledgers.sales', 'Control totals', 'What is posted of a booking''s line is what it says is delivered, at AgentSRP less its discounts, less its credit memos, and at the cost that left the stock.'),
    (4, 'ledgers.money', 'Control totals', 'The money of a place is what receipts, remittances, deposits and payments put there, document by document; the cash position shows it.'),
    (5, 'ledgers.cash', 'Control totals', 'The cash of the office and of each collector is the sum of its entries, and never less than nothing.'),
    (6, 'ledgers.stock', 'Control totals', 'The value of the stock of a product is the cost of its movements; nothing on hand is worth nothing.'),
    (7, 'totals.cost_of_sales', 'Control totals', 'The cost of sales of a document is the same in the journal and in the sales report, on each day.'),
    (8, 'journal.balanced', 'Control totals', 'The debits of every entry are its credits.'),
    (9, 'journal.controls', 'Control totals', 'Receivables, inventory, cash, cheques and what is to be paid are in the journal what the documents say.'),
    (10, 'journal.banks', 'Control totals', 'A bank account is in the journal what the cash position says of it: its book balance and the deposited cheques that have not cleared.'),
    (11, 'ledgers.closed', 'Control totals', 'No entry was posted on a day of a closed period after it was closed.'),
    (12, 'stock.on_hand', 'Stock', 'What is on hand is the sum of the stock ledger, and never less than nothing.'),
    (13, 'stock.kinds', 'Stock', 'Bought, returned to suppliers, delivered, returned and adjusted pieces are each the sum of their movements.'),
    (14, 'stock.reserved', 'Stock', 'Reserved is what is validated and neither delivered nor released.'),
    (15, 'stock.issues', 'Stock', 'The ledger issued what the lines of bookings say is delivered.'),
    (16, 'stock.counts', 'Stock', 'A posted count has adjusted its variances, and no other count anything.'),
    (17, 'stock.price', 'Stock', 'The current SRP is the one where its history ends.'),
    (18, 'purchases.pieces', 'Purchases', 'Each line has moved its pieces, of a cancelled record none.'),
    (19, 'purchases.total', 'Purchases', 'The total of a record is the sum of its lines.'),
    (20, 'orders.total', 'Bookings', 'The total of a booking is the sum of its lines; an opening balance has none.'),
    (21, 'orders.credit', 'Bookings', 'No customer owes more than the credit line without an override.'),
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
    (34, 'vouchers.state', 'Vouchers', 'A released voucher was printed and has a releaser and a date; a cancelled one has a reason.'),
    (35, 'vouchers.numbers', 'Vouchers', 'Voucher numbers have no gap and no double.'),
    (36, 'vouchers.cheque', 'Vouchers', 'A voucher paid by cheque has one live cheque, which says what the voucher says.'),
    (37, 'vouchers.cheque_state', 'Vouchers', 'A cheque is as far as its voucher: released after it, void when it is cancelled.'),
    (38, 'trail.bookings', 'Audit trail', 'Every decision on a booking is in the trail.'),
    (39, 'trail.customers', 'Audit trail', 'Every decision on a customer is in the trail.'),
    (40, 'trail.receipts', 'Audit trail', 'Every decision on a receipt is in the trail.'),
    (41, 'trail.vouchers', 'Audit trail', 'Every change of a voucher''s state is in the trail.'),
    (42, 'ledgers.receivables', 'Ledgers', 'What is posted of a booking is its balance once it is invoiced or archived, and its advances before.'),
    (43, 'ledgers.unapplied', 'Ledgers', 'What is posted of a receipt without a booking is its unapplied payment.'),
    (44, 'ledgers.positions', 'Ledgers', 'What is kept of a document beside the receivables ledger is the sum of its entries and the day of the last one.'),
    (45, 'memos.credits', 'Memos', 'An approved credit memo credits its amount and its VAT to bookings; a pending or cancelled one nothing.'),
    (46, 'memos.debits', 'Memos', 'An approved debit memo is one receivable of its number and its amount; a cancelled one no longer.'),
    (47, 'memos.sales', 'Memos', 'What a memo credits or charges of lines is in the sales ledger under the memo.'),
    (48, 'memos.numbers', 'Memos', 'CM and DM numbers have no gap and no double.'),
    (49, 'ledgers.cash_days', 'Ledgers', 'The cash of the office and of each collector was never less than nothing at the end of a day.'),
    (50, 'ledgers.discounts', 'Ledgers', 'Sales and discounts of the deliveries of a booking''s line are what was delivered, at AgentSRP; free goods are posted as such.'),
    (51, 'vat.bookings', 'VAT', 'What a booking says of VAT and of exempt and zero-rated sales is what its lines say.'),
    (52, 'vat.purchases', 'VAT', 'The input VAT that is posted of a purchase line is the VAT that the line says.'),
    (53, 'vat.output', 'VAT', 'Output VAT in the journal is the VAT of what was delivered, less that of credit memos, with that of debit memos.'),
    (54, 'vat.report', 'VAT', 'The VAT report of each month says what the accounts of the journal say.'),
    (55, 'orders.receipts', 'Bookings', 'DR numbers have no gap and no double.')
$function$;

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.approve_memo(p_project uuid, p_idempotency_key uuid, p_memo uuid, p_version integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_scope text := private.authorize(p_project, 'memos.approve');
  v_done jsonb;
  v public.memos;
begin
  v_done := private.begin_command(p_project, p_idempotency_key, 'approve_memo', jsonb_build_array(p_memo, p_version));
  if v_done is not null then return v_done; end if;
  v := private.lock_memo(p_project, p_memo, p_version);
  if v.status <> 'pending' then perform private.refuse('wrong_state', format('%s is %s.', v.memo_no, v.status)); end if;
  if v.created_by = auth.uid() and private.needs_second_person(p_project, 'memos') then
    perform private.refuse('maker_checker', format('You prepared %s: another user who approves memos has to do it.', v.memo_no));
  end if;
  -- A memo that waits while its day is closed counts from the day of its approval.
  v.on_date := private.open_day(p_project, v.on_date);
  perform private.lock_for_memo(v);
  update public.memos set status = 'approved', on_date = v.on_date, approved_by = auth.uid(), approved_at = now() where project_id = p_project and id = p_memo returning * into v;
  perform private.post_memo(v);
  select * into v from public.memos m where m.project_id = p_project and m.id = p_memo;
  return private.complete_command(p_idempotency_key, jsonb_build_object('id', v.id, 'version', v.version));
end $function$;

CREATE OR REPLACE FUNCTION private.approve_voucher(p_project uuid, p_idempotency_key uuid, p_voucher uuid, p_version integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_scope text := private.authorize(p_project, 'vouchers.approve');
  v_done jsonb;
  v public.vouchers;
begin
  v_done := private.begin_command(p_project, p_idempotency_key, 'approve_voucher', jsonb_build_array(p_voucher, p_version));
  if v_done is not null then return v_done; end if;
  v := private.lock_voucher(p_project, p_voucher, p_version, '{pending,printed}', 'approved');
  if v.approved_at is not null then perform private.refuse('wrong_state', format('Voucher No. %s is approved already.', v.voucher_no)); end if;
  if auth.uid() in (v.created_by, v.edited_by)
    and private.needs_second_person(p_project, 'vouchers') then
    perform private.refuse('maker_checker', 'You prepared or edited this voucher: another user has to approve it.');
  end if;
  update public.vouchers set approved_by = auth.uid(), approved_at = now() where project_id = p_project and id = p_voucher returning * into v;
  return private.complete_command(p_idempotency_key, jsonb_build_object('id', v.id, 'version', v.version));
end $function$;

CREATE OR REPLACE FUNCTION private.approve_write_off(p_project uuid, p_idempotency_key uuid, p_record uuid, p_version integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_scope text := private.authorize(p_project, 'counts.decide');
  v_done jsonb;
  v public.bad_orders;
begin
  v_done := private.begin_command(p_project, p_idempotency_key, 'approve_write_off', jsonb_build_array(p_record, p_version));
  if v_done is not null then return v_done; end if;
  v := private.lock_write_off(p_project, p_record, p_version);
  if v.created_by = auth.uid() and private.needs_second_person(p_project, 'write_offs') then
    perform private.refuse('maker_checker', format('You entered %s: another user who approves counts has to approve it.', v.record_no));
  end if;
  perform private.lock_stock(p_project, array(select l.product_id from public.bad_order_lines l where l.project_id = p_project and l.record_id = v.id));
  v.on_date := private.open_day(p_project, v.on_date);
  perform private.expect_in_stock(v);
  perform private.post_bad_order(v);
  update public.bad_orders set status = 'approved', on_date = v.on_date, approved_by = auth.uid(), approved_at = now()
  where project_id = p_project and id = v.id returning * into v;
  return private.complete_command(p_idempotency_key, jsonb_build_object('id', v.id, 'version', v.version, 'status', v.status));
end $function$;

CREATE OR REPLACE FUNCTION private.attach_voucher_file(p_project uuid, p_idempotency_key uuid, p_voucher uuid, p_file jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_scope text := private.authorize(p_project, 'vouchers.write');
  v_done jsonb;
  v public.vouchers;
  v_path text := private.read_text(p_file, 'path', p_max => 300);
  v_file public.voucher_attachments;
begin
  v_done := private.begin_command(p_project, p_idempotency_key, 'attach_voucher_file', jsonb_build_array(p_voucher, p_file));
  if v_done is not null then return v_done; end if;
  select * into v from public.vouchers o where o.project_id = p_project and o.id = p_voucher for no key update;
  if not found then perform private.not_found(); end if;
  if v.status = 'cancelled' then perform private.refuse('wrong_state', format('Voucher No. %s is cancelled: nothing is attached any more.', v.voucher_no)); end if;
  perform private.lock_number(null, 'file', v_path);
  if v_path is null or not exists (select from storage.objects f where f.bucket_id = 'vouchers' and f.name = v_path
      and (storage.foldername(f.name))[1] = p_project::text and (storage.foldername(f.name))[2] = p_voucher::text) then
    perform private.invalid('file', 'Choose a file.');
  end if;
  if (select count(*) from public.voucher_attachments a where a.project_id = p_project and a.voucher_id = p_voucher) >= 20 then
    perform private.refuse('too_many', 'At most 20 files a voucher.', 'file');
  end if;
  insert into public.voucher_attachments (project_id, voucher_id, name, path)
  values (p_project, p_voucher, private.read_text(p_file, 'name', true, p_max => 120), v_path)
  on conflict (project_id, voucher_id, path) do nothing returning * into v_file;
  if not found then
    raise exception using errcode = '23505', hint = 'duplicate', detail = 'file', message = 'This file is attached already.';
  end if;
  return private.complete_command(p_idempotency_key, jsonb_build_object('id', v_file.id));
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

CREATE OR REPLACE FUNCTION private.cancel_credit_of_return(p_purchase public.purchases, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare v public.memos;
begin
  select * into v from public.memos m where m.project_id = p_purchase.project_id and m.purchase_id = p_purchase.id and m.status <> 'cancelled' for no key update;
  if not found then return; end if;
  if v.status = 'approved' and v.amount > private.memo_limit(v.project_id) then
    if private.scope_of(v.project_id, 'memos.approve') is null then
      perform private.forbid(format('Who approves memos cancels this record, because %s is approved.', v.memo_no));
    end if;
    if v.created_by = auth.uid() and private.needs_second_person(v.project_id, 'memos') then
      perform private.refuse('maker_checker', format('You prepared %s: another user who approves memos has to cancel this record.', v.memo_no));
    end if;
  end if;
  perform private.withdraw_memo(v, p_reason);
end $function$;

CREATE OR REPLACE FUNCTION private.cancel_memo(p_project uuid, p_idempotency_key uuid, p_memo uuid, p_version integer, p_reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_writes boolean := private.scope_of(p_project, 'memos.write') is not null;
  v_approves boolean := private.scope_of(p_project, 'memos.approve') is not null;
  v_done jsonb;
  v public.memos;
  v_reason text;
begin
  if not (v_writes or v_approves) then perform private.forbid(); end if;
  v_reason := private.read_reason(p_reason);
  v_done := private.begin_command(p_project, p_idempotency_key, 'cancel_memo', jsonb_build_array(p_memo, p_version, p_reason));
  if v_done is not null then return v_done; end if;
  v := private.lock_memo(p_project, p_memo, p_version);
  if v.status = 'cancelled' then perform private.refuse('wrong_state', format('%s is cancelled already.', v.memo_no)); end if;
  if v.purchase_id is not null then
    perform private.refuse('wrong_state', format('%s credits goods that came back: cancel their record %s, and it is cancelled too.', v.memo_no,
      (select p.po_no from public.purchases p where p.project_id = p_project and p.id = v.purchase_id)));
  end if;
  if v.status = 'approved' then
    if not v_approves then perform private.forbid('Who approves memos cancels an approved one.'); end if;
    if v.created_by = auth.uid() and v.amount > private.memo_limit(p_project) and private.needs_second_person(p_project, 'memos') then
      perform private.refuse('maker_checker', format('You prepared %s: another user who approves memos has to cancel it.', v.memo_no));
    end if;
  end if;
  v := private.withdraw_memo(v, v_reason);
  return private.complete_command(p_idempotency_key, jsonb_build_object('id', v.id, 'version', v.version));
end $function$;

CREATE OR REPLACE FUNCTION private.cancel_write_off(p_project uuid, p_idempotency_key uuid, p_record uuid, p_version integer, p_reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_scope text := case when private.scope_of(p_project, 'counts.decide') is null then private.authorize(p_project, 'counts.write') end;
  v_reason text := private.read_reason(p_reason);
  v_done jsonb;
  v public.bad_orders;
begin
  v_done := private.begin_command(p_project, p_idempotency_key, 'cancel_write_off', jsonb_build_array(p_record, p_version, p_reason));
  if v_done is not null then return v_done; end if;
  select * into v from public.bad_orders r where r.project_id = p_project and r.id = p_record for no key update;
  if not found then perform private.not_found(); end if;
  perform private.check_version(v.version, p_version);
  if v.kind <> 'write_off' or v.status = 'cancelled' then perform private.refuse('wrong_state', format('%s is %s.', v.record_no, v.status)); end if;
  if v.status = 'approved' then
    if private.scope_of(p_project, 'counts.decide') is null then perform private.forbid('Your role does not have permission to cancel an approved write-off.'); end if;
    perform private.lock_stock(p_project, array(select l.product_id from public.bad_order_lines l where l.project_id = p_project and l.record_id = v.id));
    -- The pieces come back at the cost at which they left.
    insert into public.stock_movements (project_id, product_id, kind, stock_state, quantity, cost, on_date, source_table, source_id)
    select m.project_id, m.product_id, m.kind, m.stock_state, -m.quantity, -m.cost, private.business_date(p_project), m.source_table, m.source_id
    from public.stock_movements m where m.project_id = p_project and m.source_table = 'bad_orders' and m.source_id = v.id order by m.product_id;
  end if;
  update public.bad_orders set status = 'cancelled', cancelled_by = auth.uid(), cancelled_at = now(), cancel_reason = v_reason
  where project_id = p_project and id = v.id returning * into v;
  return private.complete_command(p_idempotency_key, jsonb_build_object('id', v.id, 'version', v.version, 'status', v.status));
end $function$;

CREATE OR REPLACE FUNCTION private.check_customer_changes_sheet(p_project uuid, p_rows jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with s as materialized (
    select x.ordinality::int as no, lower(private.cell(x.value, 'customer')) as name, nullif(regexp_replace(coalesce(x.value ->> 'tin_no', ''), '\D', '', 'g'), '') as digits
    from jsonb_array_elements(p_rows) with ordinality x)
  select private.sorted_errors(array(
    -- Only what may be empty is emptied by a dash.
    select private.cell_problems((select jsonb_agg((select jsonb_object_agg(e.key, e.value) from jsonb_each(x.value) e
        where btrim(e.value #>> '{}') <> '-' or e.key in ('customer', 'vat_class', 'terms_days')) order by x.ordinality)
      from jsonb_array_elements(p_rows) with ordinality x), '[["customer", "text", true, 200], ["store_name", "text", false, 200], ["tin_no", "tin", false, 0],
      ["business_style", "text", false, 200], ["vat_class", "vat", false, 0], ["area", "text", false, 200], ["address", "text", false, 400], ["contact", "text", false, 200],
      ["credit_line", "money", false, 0], ["terms_days", "whole", false, 365]]')
    union all
    select private.repeated_cells(p_rows, 'customer')
    union all
    select private.customer_problems(p_project, p_rows)
    union all
    select private.row_error(s.no, 'tin_no', format('Already used by %s.', min(c.name)))
    from s join public.customers c on c.project_id = p_project and c.taxpayer = left(s.digits, 9) and regexp_replace(c.tin_no, '\D', '', 'g') = s.digits
    where c.approval_status <> 'rejected' and lower(c.name) <> s.name group by s.no
    union all
    select private.row_error(t.no, 'tin_no', 'Another customer of this sheet has the same TIN.')
    from (select s.no, row_number() over (partition by s.digits order by s.no) as row_no from s where s.digits is not null) t where t.row_no > 1))
$function$;

CREATE OR REPLACE FUNCTION private.check_customers_sheet(p_project uuid, p_rows jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with s as materialized (select * from private.customer_sheet(p_rows)),
  agents as materialized (
    select s.no, count(m.user_id) as found
    from s left join (public.memberships m join public.profiles p on p.user_id = m.user_id)
      on m.project_id = p_project and m.role = 'Agent' and m.status = 'active'
      and lower(btrim(s.value ->> 'agent')) in (lower(p.display_name), lower(p.email))
    where s.no = s.first and btrim(s.value ->> 'agent') <> '' group by s.no
  ), errors as (
    select private.customer_cell_errors(s.value, s.no = s.first, s.no, private.business_date(p_project), private.closed_through(p_project)) as error from s
    union all
    select private.row_error(a.no, 'agent', case when a.found = 0 then 'No active agent has this name or e-mail address.'
      else 'Several agents have this name: write the e-mail address.' end) from agents a where a.found <> 1
    union all
    select private.row_error(s.no, 'name', 'There is a customer of this name already.') from s
    where s.no = s.first and exists (select from public.customers c
      where c.project_id = p_project and lower(c.name) = s.key and c.approval_status <> 'rejected')
    union all
    select private.row_error(s.no, 'tin_no', format('Already used by %s.', min(c.name)))
    from s join public.customers c on c.project_id = p_project and c.taxpayer = left(s.digits, 9) and regexp_replace(c.tin_no, '\D', '', 'g') = s.digits
    where s.no = s.first and c.approval_status <> 'rejected' group by s.no
    union all
    select private.row_error(t.no, 'tin_no', 'Another customer of this sheet has the same TIN.')
    from (select s.no, row_number() over (partition by s.digits order by s.no) as row_no from s where s.no = s.first and s.digits is not null) t
    where t.row_no > 1
    union all
    -- Details are in the first row of a customer; in the others they are empty or the same.
    select private.row_error(s.no, d.field, 'Differs from the first row of this customer.')
    from s join s f on f.no = s.first and s.no <> s.first
    cross join unnest(array['store_name', 'tin_no', 'business_style', 'agent', 'area', 'address', 'contact', 'credit_line', 'terms_days', 'vat_class']) d (field)
    where btrim(coalesce(s.value ->> d.field, '')) not in ('', btrim(coalesce(f.value ->> d.field, '')))
    union all
    select private.row_error(t.no, 'invoice_no', 'Another row has the same invoice number.')
    from (select s.no, row_number() over (partition by s.invoice_no order by s.no) as row_no from s where s.invoice_no is not null) t
    where t.row_no > 1
    union all
    select private.row_error(s.no, 'invoice_no', format('Already used by %s.', b.so_no))
    from s join private.taken_invoice_numbers(p_project, array(select o.invoice_no from s o)) b on b.invoice_no = s.invoice_no
  )
  select coalesce(jsonb_agg(e.error order by (e.error ->> 'row')::int, e.error ->> 'field'), '[]') from errors e
$function$;

CREATE OR REPLACE FUNCTION private.check_open_invoices_sheet(p_project uuid, p_rows jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.sorted_errors(array(
    select private.cell_problems(p_rows, '[["customer", "text", true, 200], ["invoice_no", "text", true, 40], ["invoice_date", "day", true, 0],
      ["due_date", "day", false, 0], ["opening_date", "day", false, 0], ["amount", "above_zero", true, 0]]')
    union all
    -- The day from which a row counts is in no closed period.
    select private.day_problems(p_project, p_rows, 'opening_date')
    union all
    select e.error from private.day_problems(p_project, p_rows, 'invoice_date') e (error)
    where private.cell(p_rows -> ((e.error ->> 'row')::int - 1), 'opening_date') is null
    union all
    select private.row_error(x.ordinality::int, 'opening_date', 'Not before the invoice date.')
    from jsonb_array_elements(p_rows) with ordinality x
    where case when private.is_day(private.cell(x.value, 'opening_date')) and private.is_day(private.cell(x.value, 'invoice_date'))
      then private.cell(x.value, 'opening_date')::date < private.cell(x.value, 'invoice_date')::date end
    union all
    select private.row_error(x.ordinality::int, 'invoice_date', 'Between 1990 and today.')
    from jsonb_array_elements(p_rows) with ordinality x
    where private.cell(x.value, 'opening_date') is not null and case when private.is_day(private.cell(x.value, 'invoice_date'))
      then private.cell(x.value, 'invoice_date')::date < date '1990-01-01' end
    union all
    select private.customer_problems(p_project, p_rows)
    union all
    select private.repeated_cells(p_rows, 'invoice_no')
    union all
    select private.row_error(x.ordinality::int, 'due_date', case when private.cell(x.value, 'due_date') < private.cell(x.value, 'invoice_date')
      then 'Not before the invoice.' else 'Within ten years of the invoice.' end)
    from jsonb_array_elements(p_rows) with ordinality x
    where private.is_day(private.cell(x.value, 'due_date')) and private.is_day(private.cell(x.value, 'invoice_date'))
      and case when private.is_day(private.cell(x.value, 'due_date')) and private.is_day(private.cell(x.value, 'invoice_date'))
        then private.cell(x.value, 'due_date')::date - private.cell(x.value, 'invoice_date')::date not between 0 and 3650 end
    union all
    select private.row_error(x.ordinality::int, 'invoice_no', format('Already used by %s.', t.so_no))
    from jsonb_array_elements(p_rows) with ordinality x
    join private.taken_invoice_numbers(p_project, array(select private.cell(y, 'invoice_no') from jsonb_array_elements(p_rows) y)) t
      on t.invoice_no = private.cell(x.value, 'invoice_no')))
$function$;

CREATE OR REPLACE FUNCTION private.check_products_sheet(p_project uuid, p_rows jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.sorted_errors(array(
    select private.cell_problems(p_rows, '[["description", "text", true, 200], ["material_code", "text", true, 60], ["supplier", "text", false, 200],
      ["category1", "text", false, 200], ["category2", "text", false, 200], ["category3", "text", false, 200], ["unit_of_measure", "text", false, 20],
      ["def_cost", "price", true, 0], ["def_srp", "price", true, 0], ["case_config", "case", false, 0], ["liters_per_case", "litres", false, 0],
      ["reorder_level", "whole", false, 99999999], ["selected_color", "color", false, 0], ["vat_class", "vat", false, 0], ["price_unit", "unit", false, 0]]')
    union all
    select private.row_error(x.ordinality::int, 'category' || c.level, e.problem)
    from jsonb_array_elements(p_rows) with ordinality x
    cross join generate_series(1, 3) c (level)
    cross join lateral (select private.category_error(p_project, c.level, private.cell(x.value, 'category' || c.level)) as problem) e
    where e.problem is not null
    union all
    select private.repeated_cells(p_rows, 'material_code')
    union all
    select private.row_error(x.ordinality::int, 'material_code', format('Already used by %s.', p.description))
    from jsonb_array_elements(p_rows) with ordinality x
    join public.products p on p.project_id = p_project and lower(p.material_code) = lower(private.cell(x.value, 'material_code'))))
$function$;

CREATE OR REPLACE FUNCTION private.check_trail(p_projects uuid[])
 RETURNS TABLE(check_key text, project_id uuid, kind text, id uuid, label text, stored text, expected text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select d.check_key, d.project_id, d.kind, d.id, d.label, d.state, null
  from (
    select 'trail.bookings' as check_key, b.project_id, 'booking' as kind, b.id, b.so_no as label, b.approval_status as state,
      'bookings' as table_name, case when b.is_opening and b.approval_status = 'approved' then 'insert' else 'update' end as action
    from public.bookings b where b.project_id = any (p_projects) and b.approval_status <> 'pending'
    union all
    select 'trail.customers', c.project_id, 'customer', c.id, c.name, c.approval_status, 'customers', null
    from public.customers c where c.project_id = any (p_projects) and c.approval_status <> 'pending'
    union all
    select 'trail.receipts', c.project_id, 'collection', c.id, c.cr_no, c.approval_status, 'collections', null
    from public.collections c where c.project_id = any (p_projects) and c.approval_status <> 'pending'
    union all
    select 'trail.vouchers', v.project_id, 'voucher', v.id, 'No. ' || v.voucher_no, v.status, 'vouchers', 'update'
    from public.vouchers v where v.project_id = any (p_projects) and v.status <> 'pending') d
  left join (
    select distinct g.project_id, g.table_name, g.row_id, g.action, coalesce(g.after ->> 'approval_status', g.after ->> 'status') as state
    from public.audit_log g
    where g.project_id = any (p_projects) and g.table_name in ('bookings', 'customers', 'collections', 'vouchers')
      and (g.after ? 'approval_status' or g.after ? 'status')) t
    on t.project_id = d.project_id and t.table_name = d.table_name and t.row_id = d.id and t.state = d.state
    and t.action = coalesce(d.action, t.action)
  where t.row_id is null
$function$;

CREATE OR REPLACE FUNCTION private.check_vouchers(p_projects uuid[])
 RETURNS TABLE(check_key text, project_id uuid, kind text, id uuid, label text, stored text, expected text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with sums as (
    select l.project_id, l.voucher_id, sum(l.amount) as amount from public.voucher_lines l
    where l.project_id = any (p_projects) group by l.project_id, l.voucher_id)
  select 'vouchers.total', v.project_id, 'voucher', v.id, 'No. ' || v.voucher_no, concat_ws(', cheque ', v.total, v.cheque_amount), concat_ws(', net ', coalesce(s.amount, 0), v.net_amount)
  from public.vouchers v
  left join sums s on s.project_id = v.project_id and s.voucher_id = v.id
  where v.project_id = any (p_projects)
    and (v.total is distinct from s.amount or (v.mode_of_payment = 'cheque' and v.cheque_amount is distinct from v.total - v.ewt_amount))
  union all
  -- A released voucher was printed and has a releaser, a user who released it, and a date.
  select 'vouchers.state', v.project_id, 'voucher', v.id, 'No. ' || v.voucher_no, v.status,
    concat_ws(', ', v.copies || ' copies', coalesce(v.releaser_name, 'no releaser'), coalesce(v.date_released::text, 'no date'), coalesce(v.cancel_reason, 'no reason'))
  from public.vouchers v
  where v.project_id = any (p_projects)
    and ((v.status = 'released') is distinct from (v.copies > 0 and v.released_by is not null and v.who_released is not null and v.date_released is not null)
      or (v.status = 'cancelled') is distinct from (v.who_cancelled is not null and v.cancel_reason is not null))
  union all
  -- The number of a cancelled voucher is not reused.
  select 'vouchers.numbers', p.id, 'project', p.id, p.name, format('next %s', p.voucher_count),
    format('%s numbers on %s vouchers, %s to %s', s.drawn, s.vouchers, s.first, s.last)
  from public.projects p
  join (select v.project_id, count(distinct v.voucher_no) as drawn, count(*) as vouchers, min(v.voucher_no) as first, max(v.voucher_no) as last
      from public.vouchers v where v.project_id = any (p_projects) group by v.project_id) s on s.project_id = p.id
  where s.drawn <> s.vouchers or s.last <> p.voucher_count - 1 or s.last - s.first + 1 <> s.vouchers
  union all
  -- A live voucher by cheque has one live cheque with the same values, or one that is void or stale.
  select 'vouchers.cheque', v.project_id, 'voucher', v.id, 'No. ' || v.voucher_no, concat_ws(', ', v.mode_of_payment, v.cheque_no, v.cheque_amount),
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
$function$;

CREATE OR REPLACE FUNCTION private.customer_cell_errors(p_row jsonb, p_first boolean, p_no integer, p_today date, p_closed_through date)
 RETURNS SETOF jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_field text;
  v_value text;
  v_invoiced date;
  v_due date;
  v_opening date;
begin
  foreach v_field in array array['name', 'store_name', 'agent', 'area', 'address', 'contact', 'business_style', 'invoice_no'] loop
    v_value := btrim(coalesce(p_row ->> v_field, ''));
    if length(v_value) > (case v_field when 'address' then 400 when 'invoice_no' then 40 else 200 end) then
      return next private.row_error(p_no, v_field, 'Too long.');
    end if;
    if v_value ~ private.control_characters() then return next private.row_error(p_no, v_field, 'Remove the control characters.'); end if;
    if v_value = '' and (v_field = 'name' or (v_field = 'agent' and p_first)) then return next private.row_error(p_no, v_field, 'Fill this in.'); end if;
  end loop;
  v_value := btrim(coalesce(p_row ->> 'tin_no', ''));
  if v_value <> '' and v_value !~ '^[0-9]{3}-?[0-9]{3}-?[0-9]{3}(-?[0-9]{3,5})?$' then
    return next private.row_error(p_no, 'tin_no', 'Enter a TIN as 000-000-000-000.');
  end if;
  v_value := btrim(coalesce(p_row ->> 'credit_line', ''));
  if v_value <> '' and v_value !~ '^[0-9]{1,12}(\.[0-9]{1,2})?$' then
    return next private.row_error(p_no, 'credit_line', 'Enter an amount such as 1234.50; blank = unlimited, 0 = cash only.');
  end if;
  v_value := btrim(coalesce(p_row ->> 'terms_days', ''));
  if v_value <> '' and (v_value !~ '^[0-9]{1,3}$' or v_value::int > 365) then return next private.row_error(p_no, 'terms_days', 'Between 0 and 365 days.'); end if;

  v_value := btrim(coalesce(p_row ->> 'vat_class', ''));
  if v_value <> '' and private.sheet_vat(v_value) is null then return next private.row_error(p_no, 'vat_class', 'Vatable, exempt or zero-rated.'); end if;

  -- An opening receivable has number, date and amount, or none of them.
  if btrim(concat(p_row ->> 'invoice_no', p_row ->> 'invoice_date', p_row ->> 'due_date', p_row ->> 'opening_date', p_row ->> 'amount')) = '' then
    if not p_first then return next private.row_error(p_no, 'invoice_no', 'A further row of a customer needs a further open invoice.'); end if;
    return;
  end if;
  if btrim(coalesce(p_row ->> 'invoice_no', '')) = '' then return next private.row_error(p_no, 'invoice_no', 'Fill this in, or leave the amount empty.'); end if;
  v_value := btrim(coalesce(p_row ->> 'amount', ''));
  if v_value !~ '^[0-9]{1,12}(\.[0-9]{1,2})?$' or v_value ~ '^[0.]+$' then
    return next private.row_error(p_no, 'amount', 'Enter an amount above zero such as 1234.50.');
  end if;
  foreach v_field in array array['invoice_date', 'due_date', 'opening_date'] loop
    v_value := btrim(coalesce(p_row ->> v_field, ''));
    continue when v_value = '' and v_field <> 'invoice_date';
    if not private.is_day(v_value) then
      return next private.row_error(p_no, v_field, 'Enter a date as MM/DD/YYYY.');
    elsif v_field = 'invoice_date' then
      v_invoiced := v_value::date;
      if v_invoiced not between date '1990-01-01' and p_today then return next private.row_error(p_no, v_field, 'Between 1990 and today.'); end if;
    elsif v_field = 'opening_date' then
      v_opening := v_value::date;
      if v_opening not between v_invoiced and p_today then return next private.row_error(p_no, v_field, 'Between the invoice date and today.'); end if;
    else
      v_due := v_value::date;
    end if;
  end loop;
  if coalesce(v_opening, v_invoiced) <= p_closed_through then
    return next private.row_error(p_no, case when v_opening is null then 'invoice_date' else 'opening_date' end,
      format('The books are closed through %s.', to_char(p_closed_through, 'MM/DD/YYYY')));
  end if;
  if v_due < v_invoiced then return next private.row_error(p_no, 'due_date', 'Not before the invoice.'); end if;
  if v_due > v_invoiced + 3650 then return next private.row_error(p_no, 'due_date', 'Within ten years of the invoice.'); end if;
end $function$;

CREATE OR REPLACE FUNCTION private.decide_collection(p_project uuid, p_collection uuid, p_version integer, p_to text, p_reason text)
 RETURNS public.collections
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v public.collections;
  v_parts uuid[] := private.lock_receipt(p_project, p_collection);
  v_part public.collections;
  v_booking record;
  v_banks uuid[];
  v_bank record;
  v_on date;
begin
  select * into v from public.collections where project_id = p_project and id = p_collection;
  if not found then perform private.not_found(); end if;
  perform private.check_version(v.version, p_version);
  if v.approval_status = 'cancelled' or (p_to = 'approved' and v.approval_status <> 'pending') then
    perform private.refuse('wrong_state', format('Receipt %s is already %s.', v.cr_no, v.approval_status));
  end if;
  -- The collector and the recorder may still withdraw a pending receipt, which counts nowhere.
  if (p_to = 'approved' or v.approval_status = 'approved') and auth.uid() in (v.created_by, v.collector_id)
    and private.needs_second_person(p_project, 'receipts') then
    perform private.refuse('maker_checker', format('You recorded or collected receipt %s: another user who approves collections has to %s it.',
      v.cr_no, case p_to when 'approved' then 'approve' else 'cancel' end));
  end if;
  for v_part in select c.* from public.collections c where c.project_id = p_project and c.id = any (v_parts) order by c.part_no loop
    if p_to = 'cancelled' then
      perform private.refuse_cancelling(v_part);
    elsif v_part.collection_type = 'bank_transfer' and v_part.bank_id is null then
      perform private.refuse('account_unknown', format('Select the account that received the transfer of receipt %s first.', v.cr_no), 'bank_id');
    end if;
  end loop;
  -- The accounts are locked, so that no two commands take the same money out of them.
  v_banks := array(select distinct c.bank_id from public.collections c where p_to = 'cancelled' and c.project_id = p_project and c.id = any (v_parts)
    and c.collection_type = 'bank_transfer' and c.approval_status = 'approved' order by 1);
  perform from public.banks k where k.project_id = p_project and k.id = any (v_banks) order by k.id for no key update;
  perform private.lock_allocated(p_project, v_parts);
  select b.so_no, b.stage into v_booking from public.bookings b
  where b.project_id = p_project and p_to = 'approved' and b.approval_status not like 'approved%' and b.id in (
    select a.booking_id from public.collection_allocations a where a.project_id = p_project and a.collection_id = any (v_parts)) limit 1;
  if found then
    perform private.refuse('wrong_state', format('%s is %s: cancel this receipt and record it anew.', v_booking.so_no, v_booking.stage));
  end if;
  update public.collections set approval_status = p_to,
    approved_by = case when p_to = 'approved' then auth.uid() else approved_by end,
    approved_at = case when p_to = 'approved' then now() else approved_at end,
    cancel_reason = p_reason
  where project_id = p_project and id = any (v_parts);
  v_on := case p_to when 'approved' then private.open_day(p_project, v.date_collected) else private.business_date(p_project) end;
  perform private.post_receipt(p_project, x.id, case p_to when 'approved' then 'receipt' else 'cancelled' end, v_on)
  from unnest(v_parts) with ordinality x (id, no) order by x.no;
  perform private.post_money(p_project, v_parts, case p_to when 'approved' then 'approval' else 'cancellation' end, v_on);
  select k.bank, k.account_no, b.balance into v_bank from public.banks k cross join lateral (select private.bank_balance(p_project, k.id, v_on) as balance) b
  where k.project_id = p_project and k.id = any (v_banks) and b.balance < 0 limit 1;
  if found then
    perform private.refuse('cash_exceeded', format('The transfer was spent: without it %s %s has %s by the books. Record its statement balance, or pay the receipt back.',
      v_bank.bank, v_bank.account_no, to_char(v_bank.balance, 'FM999,999,999,990.00')));
  end if;
  perform private.settle_booking(p_project, x.booking_id)
  from (select distinct a.booking_id from public.collection_allocations a
        where a.project_id = p_project and a.collection_id = any (v_parts) order by a.booking_id) x;
  insert into public.customer_finance_events (project_id, customer_id, type, details)
  select p_project, v.customer_id, 'collection ' || p_to, jsonb_build_object('cr_no', v.cr_no, 'amount', sum(c.amount)::text)
  from public.collections c where c.project_id = p_project and c.id = any (v_parts);
  select * into v from public.collections where project_id = p_project and id = p_collection;
  return v;
end $function$;

CREATE OR REPLACE FUNCTION private.decide_product_edit(p_project uuid, p_idempotency_key uuid, p_request uuid, p_version integer, p_decision text, p_note text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_scope text := private.authorize(p_project, 'product_edits.decide');
  v_done jsonb;
  v_request public.product_edit_requests;
  v_purchase public.purchases;
begin
  v_done := private.begin_command(p_project, p_idempotency_key, 'decide_product_edit', jsonb_build_array(p_request, p_version, p_decision, p_note));
  if v_done is not null then return v_done; end if;
  if p_decision not in ('approved', 'rejected') or p_decision is null then perform private.invalid('decision', 'Approve or reject.'); end if;
  -- The purchase is locked first, as in cancel_purchase, which prevents deadlocks.
  select p.* into v_purchase from public.purchases p
  join public.product_edit_requests r on r.project_id = p.project_id and r.purchase_id = p.id
  where r.project_id = p_project and r.id = p_request for update of p;
  if not found then perform private.not_found(); end if;
  select * into v_request from public.product_edit_requests where project_id = p_project and id = p_request for update;
  perform private.check_version(v_request.version, p_version);
  if v_request.request_status <> 'pending' then perform private.refuse('wrong_state', format('This request is %s already.', v_request.request_status)); end if;
  if v_request.user_id = auth.uid() and private.needs_second_person(p_project, 'product_edits') then
    perform private.refuse('maker_checker', 'You requested this correction: another General Manager or Owner has to approve or reject it.');
  end if;
  if p_decision = 'approved' then
    if v_purchase.status <> 'active' then perform private.refuse('wrong_state', 'The purchase is cancelled.'); end if;
    perform private.apply_product_edit(v_request);
  end if;
  update public.product_edit_requests set request_status = p_decision, decided_by = auth.uid(), decided_at = now(),
    decision_note = private.read_text(jsonb_build_object('note', p_note), 'note', p_decision = 'rejected', p_max => 400)
  where project_id = p_project and id = p_request returning * into v_request;
  return private.complete_command(p_idempotency_key, jsonb_build_object('id', p_request, 'version', v_request.version, 'request_status', v_request.request_status));
end $function$;

CREATE OR REPLACE FUNCTION private.decide_warehouse_request(p_project uuid, p_idempotency_key uuid, p_request uuid, p_version integer, p_decision text, p_note text, p_date date)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_scope text := private.authorize(p_project, case when p_decision = 'done' then 'warehouse.write' else 'warehouse.decide' end);
  v_done jsonb;
  v_request public.warehouse_requests;
  v_booking public.bookings;
  v_date date;
begin
  v_done := private.begin_command(p_project, p_idempotency_key, 'decide_warehouse_request', jsonb_build_array(p_request, p_version, p_decision, p_note, p_date));
  if v_done is not null then return v_done; end if;
  if p_decision not in ('approved', 'rejected', 'done') or p_decision is null then perform private.invalid('decision', 'Approve, reject or finish.'); end if;
  -- The booking is locked first, as in every command.
  select b.* into v_booking from public.bookings b join public.warehouse_requests r on r.project_id = b.project_id and r.booking_id = b.id
  where r.project_id = p_project and r.id = p_request for no key update of b;
  if not found then perform private.not_found(); end if;
  select * into v_request from public.warehouse_requests where project_id = p_project and id = p_request for update;
  perform private.check_version(v_request.version, p_version);
  if v_request.request_status <> (case when p_decision = 'done' then 'approved' else 'pending' end) then
    perform private.refuse('wrong_state', format('%s is %s.', v_request.request_no, v_request.request_status));
  end if;
  -- No role asks and approves; somebody whose role has changed could.
  if p_decision = 'approved' and v_request.user_id = auth.uid() then
    perform private.refuse('maker_checker', format('You made request %s: another user who approves such requests has to approve it.', v_request.request_no));
  end if;
  if p_decision = 'approved' then
    perform private.expect_validated(v_booking);
    if v_request.kind = 'hold' and v_booking.date_delivered is not null then
      perform private.refuse('wrong_state', format('%s is delivered: there is nothing to hold.', v_booking.so_no));
    end if;
    if v_request.kind <> 'hold' then
      v_date := private.posting_date(p_project, p_date, 'date');
      if v_date < v_booking.date_added then perform private.invalid('date', 'The booking was added after this date.'); end if;
    end if;
    perform private.apply_warehouse_request(v_request, v_date);
  elsif p_decision = 'done' and v_request.kind = 'hold' then
    update public.bookings set on_hold = exists (select from public.warehouse_requests r where r.project_id = p_project
      and r.booking_id = v_request.booking_id and r.kind = 'hold' and r.request_status = 'approved' and r.id <> p_request)
    where project_id = p_project and id = v_request.booking_id;
  end if;
  update public.warehouse_requests set request_status = p_decision,
    decided_by = case when p_decision = 'done' then decided_by else auth.uid() end,
    decided_at = case when p_decision = 'done' then decided_at else now() end,
    done_by = case when p_decision = 'done' then auth.uid() end, done_at = case when p_decision = 'done' then now() end,
    decision_note = coalesce(private.read_text(jsonb_build_object('note', p_note), 'note', p_decision = 'rejected', p_max => 400), decision_note)
  where project_id = p_project and id = p_request returning * into v_request;
  return private.complete_command(p_idempotency_key, jsonb_build_object('id', p_request, 'version', v_request.version, 'request_status', v_request.request_status));
end $function$;

CREATE OR REPLACE FUNCTION private.default_accounts()
 RETURNS TABLE(account text, code text, name text, type text, part text)
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  values
    ('office_cash', '1010', 'Cash on hand', 'asset', null),
    ('collector_cash', '1020', 'Unremitted cash', 'asset', 'Collector'),
    ('cheques_on_hand', '1030', 'Cheques on hand', 'asset', null),
    ('petty_cash', '1040', 'Petty cash', 'asset', null),
    ('bank', '1050', 'Cash in bank', 'asset', 'Bank account'),
    ('receivables', '1100', 'Accounts receivable', 'asset', null),
    ('unbilled', '1110', 'Unbilled receivables', 'asset', null),
    ('inventory', '1200', 'Inventory', 'asset', null),
    ('creditable_tax', '1300', 'Creditable withholding tax', 'asset', null),
    ('input_vat', '1310', 'Input VAT', 'asset', null),
    ('purchases_clearing', '2010', 'Purchases clearing', 'liability', null),
    ('vouchers_payable', '2020', 'Vouchers payable', 'liability', null),
    ('issued_cheques', '2030', 'Issued cheques outstanding', 'liability', 'Bank account'),
    ('withheld_tax', '2040', 'Withholding tax payable', 'liability', null),
    ('output_vat', '2050', 'Output VAT', 'liability', null),
    ('customer_deposits', '2060', 'Customers'' deposits', 'liability', null),
    ('receipts_clearing', '2070', 'Receipts to be approved', 'liability', null),
    ('opening_balances', '3010', 'Opening balances', 'equity', null),
    ('sales', '4010', 'Sales', 'income', null),
    ('sales_returns', '4020', 'Sales returns', 'income', null),
    ('allowances', '4030', 'Discounts and allowances', 'income', null),
    ('other_income', '4040', 'Other income', 'income', null),
    ('cost_of_sales', '5010', 'Cost of sales', 'expense', null),
    ('returned_goods', '5015', 'Goods returned without booking', 'expense', null),
    ('inventory_adjustments', '5020', 'Inventory adjustments', 'expense', null),
    ('stock_write_offs', '5030', 'Inventory written off', 'expense', null),
    ('expenses', '6000', 'Expenses', 'expense', 'Cost center'),
    ('cash_variance', '6910', 'Cash over and short', 'expense', null),
    ('paper_settlements', '6920', 'Archived receivables', 'expense', null),
    ('write_offs', '6930', 'Receivables written off', 'expense', null)
$function$;

CREATE OR REPLACE FUNCTION private.detach_voucher_file(p_project uuid, p_idempotency_key uuid, p_attachment uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_scope text := private.authorize(p_project, 'vouchers.write');
  v_done jsonb;
  v public.vouchers;
  v_file public.voucher_attachments;
begin
  v_done := private.begin_command(p_project, p_idempotency_key, 'detach_voucher_file', jsonb_build_array(p_attachment));
  if v_done is not null then return v_done; end if;
  select * into v from public.vouchers o where o.project_id = p_project and o.id =
    (select a.voucher_id from public.voucher_attachments a where a.project_id = p_project and a.id = p_attachment) for no key update;
  if not found then perform private.not_found(); end if;
  if v.status not in ('pending', 'printed') then
    perform private.refuse('wrong_state', format('Voucher No. %s is %s: what is attached to it stays.', v.voucher_no, v.status));
  end if;
  delete from public.voucher_attachments a where a.project_id = p_project and a.id = p_attachment returning * into v_file;
  if not found then perform private.not_found(); end if;
  return private.complete_command(p_idempotency_key, jsonb_build_object('id', p_attachment, 'path', v_file.path));
end $function$;

CREATE OR REPLACE FUNCTION private.expect_account_confirmed(p public.vouchers)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare v public.payees;
begin
  if not private.needs_second_person(p.project_id, 'payee_accounts') then return; end if;
  if p.pay_to_account_no is null then
    -- A transfer to an account that nobody wrote down is a transfer to any account.
    if p.mode_of_payment = 'bank_transfer' then
      perform private.refuse('account_unconfirmed', format('Voucher No. %s is a transfer without an account number: enter it on the payee, let another user confirm it, and put it on the voucher.', p.voucher_no));
    end if;
    return;
  end if;
  -- The row is locked, so that the account cannot change while the voucher is released.
  select * into v from public.payees y where y.project_id = p.project_id and y.id = p.payee_id for share;
  if v.account_no is distinct from p.pay_to_account_no then
    perform private.refuse('account_unconfirmed', format('Voucher No. %s pays %s into account %s, which is not the account of that payee: correct the voucher, or enter the account on the payee and let another user confirm it.',
      p.voucher_no, p.pay_to, p.pay_to_account_no));
  end if;
  if v.account_confirmed_at is null then
    perform private.refuse('account_unconfirmed', format('The account %s of %s is not confirmed: another user has to confirm it on the page of the payee.',
      v.account_no, v.fname));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.expect_paid_back(p_project uuid, p_receipt public.collections)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_receipt.approval_status <> 'approved' then
    perform private.refuse('wrong_state', format('Receipt %s is %s: only approved money is paid back.', p_receipt.cr_no, p_receipt.approval_status));
  end if;
  if p_receipt.paid_back_on is not null then
    perform private.refuse('wrong_state', format('Receipt %s was paid back on %s.', p_receipt.cr_no, to_char(p_receipt.paid_back_on, 'MM/DD/YYYY')));
  end if;
  if p_receipt.from_archive or p_receipt.collection_type = 'withholding' then
    perform private.refuse('wrong_state', format('Receipt %s brought no money: cancel it.', p_receipt.cr_no));
  end if;
  if p_receipt.cheque_state <> 'cleared' then
    perform private.refuse('wrong_state', format('Cheque %s is %s: only one that has cleared is paid back.', p_receipt.cheque_no, replace(p_receipt.cheque_state, '_', ' ')));
  end if;
  if p_receipt.collection_type = 'cash' and p_receipt.collector_id is not null and p_receipt.remittance_id is null then
    perform private.refuse('wrong_state', format('The cash of receipt %s is not remitted yet: cancel the receipt.', p_receipt.cr_no));
  end if;
  if auth.uid() in (p_receipt.created_by, p_receipt.collector_id) and private.needs_second_person(p_project, 'receipts') then
    perform private.refuse('maker_checker', format('You recorded or collected receipt %s: another user who approves collections has to pay it back.', p_receipt.cr_no));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.expect_voucher_approved(p public.vouchers)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare v_limit numeric := private.voucher_limit(p.project_id);
begin
  if p.total > v_limit and p.approved_at is null then
    perform private.refuse('needs_approval', format('Voucher No. %s is above %s: it has to be approved first.',
      p.voucher_no, to_char(v_limit, 'FM999,999,999,990.00')));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.journal_words(p_source text, p_kind text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when p_source = 'memos' then case p_kind when 'credit_memo' then 'Credit memo' when 'credit_memo_back' then 'Credit memo reversed'
      when 'debit_memo' then 'Debit memo' else 'Debit memo reversed' end
    when p_source = 'sales' then case p_kind when 'delivery' then 'Delivery' else 'Goods returned' end
    when p_source = 'bookings' then 'Cost of goods delivered'
    when p_source = 'purchases' then case p_kind when 'purchase' then 'Purchase' when 'supplier_return' then 'Returned to supplier' else 'Goods returned by a customer' end
    when p_source = 'stock_counts' then 'Stock count'
    when p_source = 'imports' then 'Opening stock'
    when p_source = 'bad_orders' then 'Bad orders written off'
    when p_source = 'receivables' then case p_kind when 'invoice' then 'Invoice' when 'opening' then 'Opening balance' when 'released' then 'Undelivered goods released'
      when 'returned' then 'Credit for returned goods' when 'archived' then 'Archived without invoice' when 'cancelled' then 'Cancelled' end
    when p_source = 'receipts' then case p_kind when 'receipt' then 'Receipt approved' when 'allocation' then 'Credit applied' when 'cheque_returned' then 'Cheque returned'
      when 'redeposited' then 'Cheque deposited again' when 'replaced' then 'Cheque replaced' when 'paid_back' then 'Paid back' when 'archived' then 'Receipt of archived booking' when 'cancelled' then 'Receipt cancelled' end
    when p_source = 'vouchers' then 'Voucher released'
    when p_source = 'money' then case p_kind when 'receipt' then 'Received' when 'approval' then 'Receipt approved' when 'remittance' then 'Remitted'
      when 'variance' then 'Cash shortage (overage)' when 'deposit' then 'Deposited' when 'clearing' then 'Cheque cleared' when 'cheque_returned' then 'Cheque returned'
      when 'replacement' then 'Cheque replaced' when 'payment' then 'Paid' when 'paid_back' then 'Paid back' when 'correction' then 'Corrected' when 'cancellation' then 'Cancelled'
      when 'opening' then 'Opening balance' when 'adjustment' then 'Adjusted to the bank statement' end
  end
$function$;

CREATE OR REPLACE FUNCTION private.lock_voucher(p_project uuid, p_voucher uuid, p_version integer, p_from text[], p_action text)
 RETURNS public.vouchers
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare v public.vouchers;
begin
  select * into v from public.vouchers o where o.project_id = p_project and o.id = p_voucher for no key update;
  if not found then perform private.not_found(); end if;
  perform private.check_version(v.version, p_version);
  if v.status <> all (p_from) then
    perform private.refuse('wrong_state', format('Voucher No. %s is %s: it cannot be %s now.', v.voucher_no, v.status, p_action));
  end if;
  return v;
end $function$;

CREATE OR REPLACE FUNCTION private.next_cheque(p_old public.issued_cheques, p_next jsonb)
 RETURNS public.issued_cheques
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v public.vouchers;
  v_new public.issued_cheques;
begin
  select * into v from public.vouchers u where u.project_id = p_old.project_id and u.id = p_old.voucher_id;
  if not found or v.status = 'cancelled' or v.mode_of_payment <> 'cheque' then
    perform private.refuse('wrong_state', format('Cheque %s is for no voucher that is paid by cheque.', p_old.cheque_no), 'next_no');
  end if;
  if exists (select from public.issued_cheques c where c.project_id = v.project_id and c.voucher_id = v.id and c.state not in ('void', 'stale')) then
    perform private.refuse('wrong_state', format('Voucher No. %s has another cheque already.', v.voucher_no), 'next_no');
  end if;
  update public.vouchers set cheque_no = private.read_text(p_next, 'next_no', true, p_max => 20),
    cheque_date = coalesce(private.read_date(p_next, 'next_date'), p_old.cheque_date)
  where project_id = v.project_id and id = v.id returning * into v;
  perform private.assign_cheque(v);
  select * into v_new from public.issued_cheques c where c.project_id = v.project_id and c.voucher_id = v.id and c.state = 'unused';
  return v_new;
end $function$;

CREATE OR REPLACE FUNCTION private.post_stock_count(p_project uuid, p_idempotency_key uuid, p_count uuid, p_version integer, p_reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_scope text := private.authorize(p_project, 'counts.decide');
  v_done jsonb;
  v_count public.stock_counts;
  v_reason text := private.read_reason(p_reason);
  v_line record;
  v_on_hand int;
  v_posted int := 0;
begin
  v_done := private.begin_command(p_project, p_idempotency_key, 'post_stock_count', jsonb_build_array(p_count, p_version, p_reason));
  if v_done is not null then return v_done; end if;
  v_count := private.lock_count(p_project, p_count, p_version, array['submitted']);
  -- No role counts and posts; somebody whose role has changed could.
  if auth.uid() in (v_count.created_by, v_count.submitted_by) then
    perform private.refuse('maker_checker', 'You made or submitted this count: another user who approves counts has to post it.');
  end if;
  for v_line in
    select l.product_id, l.variance, p.description from public.stock_count_lines l
    join public.products p on p.project_id = l.project_id and p.id = l.product_id
    where l.project_id = p_project and l.count_id = p_count and l.variance <> 0 order by l.product_id
  loop
    -- Movements since sheet_at were posted by their own documents: only the variance of the sheet is adjusted.
    select i.on_hand - i.bad_order into v_on_hand from public.inventory i
    where i.project_id = p_project and i.product_id = v_line.product_id for no key update;
    if v_on_hand + v_line.variance < 0 then
      perform private.refuse('insufficient_stock', format('%s: %s pieces were missing at the count, but only %s are left on hand now. Count it again.',
        v_line.description, -v_line.variance, v_on_hand));
    end if;
    insert into public.stock_movements (project_id, product_id, kind, quantity, on_date, source_table, source_id)
    values (p_project, v_line.product_id, 'adjustment', v_line.variance, private.open_day(p_project, v_count.counted_on), 'stock_counts', p_count);
    v_posted := v_posted + 1;
  end loop;
  update public.stock_counts set count_status = 'posted', decided_at = now(), decided_by = auth.uid(), reason = v_reason
  where project_id = p_project and id = p_count returning * into v_count;
  return private.complete_command(p_idempotency_key, jsonb_build_object('id', p_count, 'version', v_count.version, 'adjusted', v_posted));
end $function$;

CREATE OR REPLACE FUNCTION private.print_issued_cheque(p_project uuid, p_idempotency_key uuid, p_cheque uuid, p_version integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_scope text := private.authorize(p_project, 'vouchers.write');
  v_done jsonb;
  v public.issued_cheques;
  v_voucher public.vouchers;
begin
  v_done := private.begin_command(p_project, p_idempotency_key, 'print_issued_cheque', jsonb_build_array(p_cheque, p_version));
  if v_done is not null then return v_done; end if;
  v := private.lock_issued(p_project, p_cheque, p_version, '{unused}', 'printed');
  select * into v_voucher from public.vouchers u where u.project_id = p_project and u.id = v.voucher_id;
  if not found then perform private.refuse('wrong_state', format('Cheque %s is blank: a voucher says what is printed on it.', v.cheque_no)); end if;
  -- A printed voucher is approved where required, and its content is frozen.
  if v_voucher.status not in ('printed', 'released') then
    perform private.refuse('wrong_state', format('Voucher No. %s is %s: print the voucher first, then its cheque.', v_voucher.voucher_no, v_voucher.status));
  end if;
  update public.issued_cheques set state = 'printed', printed_at = now(), printed_by = auth.uid()
  where project_id = p_project and id = p_cheque returning * into v;
  return private.complete_command(p_idempotency_key, jsonb_build_object('id', v.id, 'version', v.version));
end $function$;

CREATE OR REPLACE FUNCTION private.read_voucher(p_project uuid, p_voucher jsonb, p_lines jsonb, p_old public.vouchers DEFAULT NULL::public.vouchers)
 RETURNS public.vouchers
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v public.vouchers := p_old;
  v_payee public.payees;
  v_bank public.banks;
  v_duplicate int;
begin
  select * into v_payee from public.payees y
  where y.project_id = p_project and y.id = (select private.read_uuid(p_voucher, 'payee_id', true)) and (y.status = 'active' or y.id = p_old.payee_id);
  if not found then perform private.invalid('payee_id', 'Choose a payee.'); end if;
  -- An unchanged payee keeps the name that the voucher was written with.
  if v.payee_id is distinct from v_payee.id then v.pay_to := v_payee.fname; end if;
  v.payee_id := v_payee.id;
  v.pay_to_account_no := coalesce(private.read_text(p_voucher, 'pay_to_account_no', p_max => 40), v_payee.account_no);
  v.general_description := private.read_text(p_voucher, 'general_description', p_max => 400);
  v.invoice_no := private.read_text(p_voucher, 'invoice_no', p_max => 60);
  v.category := private.read_text(p_voucher, 'category', p_max => 80);
  v.classification := private.read_text(p_voucher, 'classification', p_max => 80);
  v.date_added := private.past_date(p_project, coalesce(private.read_date(p_voucher, 'date_added'), p_old.date_added), 'date_added');
  select private.limit_amount(sum((l ->> 'amount')::numeric), 'lines') into v.total from jsonb_array_elements(p_lines) l;
  v.ewt_amount := coalesce(private.read_money(p_voucher, 'ewt_amount'), 0.00);
  if v.ewt_amount >= v.total then perform private.invalid('ewt_amount', 'The withholding tax must be less than the total.'); end if;

  v.mode_of_payment := coalesce(private.read_text(p_voucher, 'mode_of_payment'), 'cash');
  v.bank_id := null; v.cheque_bank := null; v.cheque_account_no := null; v.cheque_no := null; v.cheque_date := null; v.cheque_amount := null;
  if v.mode_of_payment not in ('cash', 'cheque', 'bank_transfer') then
    perform private.invalid('mode_of_payment', 'Choose how it is paid.');
  end if;
  if v.mode_of_payment <> 'cash' then
    select * into v_bank from public.banks k
    where k.project_id = p_project and k.id = (select private.read_uuid(p_voucher, 'bank_id', true)) and (k.status = 'active' or k.id = p_old.bank_id);
    if not found then perform private.invalid('bank_id', 'Choose a bank account.'); end if;
    v.bank_id := v_bank.id; v.cheque_bank := v_bank.bank; v.cheque_account_no := v_bank.account_no;
  end if;
  if v.mode_of_payment = 'cheque' then
    v.cheque_no := private.read_text(p_voucher, 'cheque_no', true, p_max => 40);
    v.cheque_date := coalesce(private.read_date(p_voucher, 'cheque_date'), v.date_added);
    v.cheque_amount := coalesce(private.read_money(p_voucher, 'cheque_amount'), v.total - v.ewt_amount);
    if v.cheque_amount <> v.total - v.ewt_amount then
      perform private.invalid('cheque_amount', format('The cheque is for what is paid: %s.', to_char(v.total - v.ewt_amount, 'FM999,999,999,990.00')));
    end if;
    perform private.lock_number(p_project, 'cheque drawn on ' || v.bank_id, v.cheque_no);
    select o.voucher_no into v_duplicate from public.vouchers o
    where o.project_id = p_project and o.bank_id = v.bank_id and o.cheque_no = v.cheque_no and o.id is distinct from p_old.id;
    if found then
      raise exception using errcode = '23505', hint = 'duplicate', detail = 'cheque_no', message = format('This cheque is on voucher No. %s already.', v_duplicate);
    end if;
  end if;
  return v;
end $function$;

CREATE OR REPLACE FUNCTION private.release_issued_cheque(p_project uuid, p_idempotency_key uuid, p_cheque uuid, p_version integer, p_date date)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_scope text := private.authorize(p_project, 'vouchers.write');
  v_done jsonb;
  v_date date;
  v public.issued_cheques;
  v_voucher public.vouchers;
begin
  v_done := private.begin_command(p_project, p_idempotency_key, 'release_issued_cheque', jsonb_build_array(p_cheque, p_version, p_date));
  if v_done is not null then return v_done; end if;
  v := private.lock_issued(p_project, p_cheque, p_version, '{unused,printed}', 'released');
  v_date := private.posting_date(p_project, p_date, 'date');
  select * into v_voucher from public.vouchers u where u.project_id = p_project and u.id = v.voucher_id;
  if v_voucher.status is distinct from 'released' then
    perform private.refuse('wrong_state', coalesce(format('Voucher No. %s is %s: its cheque is released with it.', v_voucher.voucher_no, v_voucher.status),
      format('Cheque %s is blank.', v.cheque_no)));
  end if;
  if v_date < v_voucher.date_released then
    perform private.invalid('date', format('Not before %s, when the voucher was released.', to_char(v_voucher.date_released, 'MM/DD/YYYY')));
  end if;
  update public.issued_cheques set state = 'released', released_on = v_date where project_id = p_project and id = p_cheque returning * into v;
  perform private.post_payment(p_project, v.voucher_id, 'payment', v_date);
  return private.complete_command(p_idempotency_key, jsonb_build_object('id', v.id, 'version', v.version));
end $function$;

CREATE OR REPLACE FUNCTION private.release_voucher(p_project uuid, p_idempotency_key uuid, p_voucher uuid, p_version integer, p_releaser uuid, p_date date)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_scope text := private.authorize(p_project, 'vouchers.write');
  v_done jsonb;
  v public.vouchers;
  v_releaser public.releasers;
  v_date date;
begin
  v_done := private.begin_command(p_project, p_idempotency_key, 'release_voucher', jsonb_build_array(p_voucher, p_version, p_releaser, p_date));
  if v_done is not null then return v_done; end if;
  v := private.lock_voucher(p_project, p_voucher, p_version, '{pending,printed}', 'released');
  if v.status = 'pending' then
    perform private.refuse('wrong_state', format('Voucher No. %s is not printed yet: it is released on its signed paper.', v.voucher_no));
  end if;
  -- Approval is checked again, as the project's amount may have been lowered since the print.
  perform private.lock_settings(p_project);
  perform private.expect_voucher_approved(v);
  perform private.expect_account_confirmed(v);
  select * into v_releaser from public.releasers r where r.project_id = p_project and r.id = p_releaser and r.status = 'active';
  if not found then perform private.invalid('releaser_id', 'Choose who releases it.'); end if;
  v_date := private.posting_date(p_project, p_date, 'date');
  if v_date < v.date_added then perform private.invalid('date', 'A voucher is not released before its own date.'); end if;
  update public.vouchers set status = 'released', date_released = v_date, released_by = v_releaser.id,
    releaser_name = concat_ws(' ', v_releaser.fname, v_releaser.mname, v_releaser.lname), releaser_designation = v_releaser.designation,
    who_released = auth.uid(), released_at = now()
  where project_id = p_project and id = p_voucher returning * into v;
  perform private.sync_voucher_cheque(p_project, v.id);
  perform private.post_payment(p_project, v.id, 'payment', v_date);
  return private.complete_command(p_idempotency_key, jsonb_build_object('id', v.id, 'version', v.version));
end $function$;

CREATE OR REPLACE FUNCTION private.request_product_edit(p_project uuid, p_idempotency_key uuid, p_request jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_scope text := private.authorize(p_project, 'product_edits.request');
  v_done jsonb;
  v_item text := private.read_text(p_request, 'item_to_edit', true);
  v_live boolean := private.read_boolean(p_request, 'is_change_live_srp');
  v_line public.purchase_lines;
  v_purchase public.purchases;
  v_from numeric;
  v_from_pieces int := 1;
  v_to numeric;
  v_to_pieces int := 1;
  v_request public.product_edit_requests;
begin
  v_done := private.begin_command(p_project, p_idempotency_key, 'request_product_edit', p_request);
  if v_done is not null then return v_done; end if;
  -- The purchase is locked before its line is read, which a decision on another request may just be changing.
  select * into v_purchase from public.purchases where project_id = p_project and id = (select l.purchase_id from public.purchase_lines l
    where l.project_id = p_project and l.id = (select private.read_uuid(p_request, 'purchase_line_id', true))) for share;
  if not found then perform private.not_found(); end if;
  select * into v_line from public.purchase_lines where project_id = p_project and id = (select private.read_uuid(p_request, 'purchase_line_id'));
  if v_purchase.status <> 'active' then perform private.refuse('wrong_state', 'A cancelled record is not edited.'); end if;
  if v_purchase.kind = 'return_in' and v_item in ('quantity', 'prod_srp') then
    perform private.refuse('wrong_state', 'The customer was credited by this figure: cancel the record and enter it anew.', 'item_to_edit');
  end if;
  case v_item
    when 'quantity' then v_from := v_line.quantity; v_to := private.read_pieces(p_request, 'what_edit', true);
    when 'cost' then v_from := v_line.cost; v_from_pieces := v_line.cost_pieces; v_to := private.read_money(p_request, 'what_edit', true);
    when 'prod_srp' then v_from := v_line.prod_srp; v_from_pieces := v_line.prod_srp_pieces; v_to := private.read_money(p_request, 'what_edit', true);
    else perform private.invalid('item_to_edit', 'Choose what to edit: quantity, cost or SRP.');
  end case;
  if v_item = 'quantity' and v_to = 0 then perform private.invalid('what_edit', 'Enter a quantity above zero.'); end if;
  if v_item <> 'quantity' then v_to_pieces := private.read_price_pieces(p_request, 'what_pieces'); end if;
  perform private.limit_amount(case v_item when 'quantity' then private.line_amount(v_line.cost, v_line.cost_pieces, v_to::bigint)
    when 'cost' then private.line_amount(v_to, v_to_pieces, v_line.quantity) end, 'what_edit');
  if v_live and v_item <> 'prod_srp' then perform private.invalid('is_change_live_srp', 'Only a new SRP can become the current SRP.'); end if;
  if (v_from, v_from_pieces) is not distinct from (v_to, v_to_pieces) and not v_live then perform private.invalid('what_edit', 'The value is unchanged.'); end if;
  insert into public.product_edit_requests (project_id, purchase_id, purchase_line_id, po_no, product_id, item_to_edit, item_edit_from, from_pieces, what_edit, what_pieces,
    is_change_live_srp, reason)
  values (p_project, v_purchase.id, v_line.id, v_purchase.po_no, v_line.product_id, v_item, v_from, v_from_pieces, v_to, v_to_pieces, v_live,
    private.read_text(p_request, 'reason', true, p_max => 400))
  on conflict do nothing
  returning * into v_request;
  -- The unique index refuses a second open request even when both are made at the same moment.
  if not found then perform private.refuse('wrong_state', 'A request for this value is already pending approval.', 'item_to_edit'); end if;
  return private.complete_command(p_idempotency_key, jsonb_build_object('id', v_request.id, 'version', v_request.version));
end $function$;

CREATE OR REPLACE FUNCTION public.audit_names(p_project uuid, p_ids uuid[])
 RETURNS TABLE(id uuid, kind text, label text)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  if private.scope_of(p_project, 'audit.read') is null then perform private.forbid(); end if;
  return query
  select b.id, 'booking', b.so_no from public.bookings b where b.project_id = p_project and b.id = any (p_ids)
  union all select c.id, 'customer', c.name from public.customers c where c.project_id = p_project and c.id = any (p_ids)
  union all select c.id, 'collection', c.cr_no from public.collections c where c.project_id = p_project and c.id = any (p_ids)
  union all select p.id, 'product', concat_ws(' ', p.material_code, p.description) from public.products p where p.project_id = p_project and p.id = any (p_ids)
  union all select p.id, 'purchase', p.po_no from public.purchases p where p.project_id = p_project and p.id = any (p_ids)
  union all select e.id, 'product_edit', e.po_no from public.product_edit_requests e where e.project_id = p_project and e.id = any (p_ids)
  union all select c.id, 'count', c.title from public.stock_counts c where c.project_id = p_project and c.id = any (p_ids)
  union all select r.id, 'bad_order', r.record_no from public.bad_orders r where r.project_id = p_project and r.id = any (p_ids)
  union all select m.id, 'memo', m.memo_no from public.memos m where m.project_id = p_project and m.id = any (p_ids)
  union all select r.id, 'request', r.request_no from public.warehouse_requests r where r.project_id = p_project and r.id = any (p_ids)
  union all select v.id, 'voucher', 'No. ' || v.voucher_no from public.vouchers v where v.project_id = p_project and v.id = any (p_ids)
  union all select c.id, 'cheque', c.cheque_no from public.issued_cheques c where c.project_id = p_project and c.id = any (p_ids)
  union all select r.id, 'remittance', r.drr_no from public.remittances r where r.project_id = p_project and r.id = any (p_ids)
  union all select s.id, 'deposit', s.slip_no from public.deposit_slips s where s.project_id = p_project and s.id = any (p_ids)
  union all select k.id, 'bank', concat_ws(' ', k.bank, k.account_no) from public.banks k where k.project_id = p_project and k.id = any (p_ids)
  union all select l.id, 'price_list', l.name from public.price_lists l where l.project_id = p_project and l.id = any (p_ids)
  union all select g.id, 'customer_group', g.name from public.customer_groups g where g.project_id = p_project and g.id = any (p_ids)
  union all select y.id, 'payee', y.fname from public.payees y where y.project_id = p_project and y.id = any (p_ids)
  union all select r.id, 'releaser', concat_ws(' ', r.fname, r.lname) from public.releasers r where r.project_id = p_project and r.id = any (p_ids)
  union all select c.id, 'cost_center', c.cost_center from public.cost_centers c where c.project_id = p_project and c.id = any (p_ids)
  union all select t.id, 'agent_target', concat_ws(', ', u.display_name, to_char(t.from_month, 'MM/YYYY')) from public.agent_targets t
    left join public.profiles u on u.user_id = t.agent_id where t.project_id = p_project and t.id = any (p_ids)
  union all select i.id, 'import', i.file_name from public.imports i where i.project_id = p_project and i.id = any (p_ids)
  union all select a.id, 'account', concat_ws(' ', a.code, a.name) from public.accounts a where a.project_id = p_project and a.id = any (p_ids)
  union all select u.user_id, 'person', u.display_name from public.profiles u where u.user_id = any (p_ids)
  union all select p.id, 'project', p.name from public.projects p where p.id = p_project and p.id = any (p_ids);
end $function$;

CREATE OR REPLACE FUNCTION public.home_day(p_project uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return jsonb_build_object(
    'waiting', coalesce((select jsonb_agg(jsonb_build_object('kind', t.kind, 'items', t.items, 'amount', t.amount::text, 'oldest', t.oldest) order by t.oldest, t.kind)
      from public.inbox_totals(p_project) t where not t.mine), '[]'),
    'work', coalesce((select jsonb_agg(jsonb_build_object('task', d.task, 'items', d.items, 'amount', d.amount::text, 'oldest', d.oldest) order by d.oldest, d.task)
      from public.work_due(p_project) d), '[]'),
    'sales', case when private.scope_of(p_project, 'reports.sales') is not null then private.month_beside(p_project, 'sales') end,
    'collections', case when private.scope_of(p_project, 'reports.collection') is not null then private.month_beside(p_project, 'collections') end,
    'receivables', case when private.scope_of(p_project, 'reports.ar') is not null then
      (select jsonb_build_object('balance', coalesce(sum(r.balance), 0.00)::text, 'cleared_balance', coalesce(sum(r.cleared_balance), 0.00)::text, 'overdue', coalesce(sum(r.overdue), 0.00)::text)
        from private.receivables_by_agent(p_project, private.business_date(p_project)) r) end,
    'recent', coalesce((select jsonb_agg(jsonb_build_object('kind', f.kind, 'id', f.id, 'no', f.no, 'party', f.party, 'at', f.at) order by f.at desc, f.id)
      from (
        select d.table_name as kind, d.row_id as id, d.created_at as at,
          coalesce(b.so_no, c.cr_no, u.name, m.memo_no, p.po_no, 'No. ' || v.voucher_no, w.request_no) as no,
          coalesce(b.customer_name, k.name, u.store_name, m.customer_name, p.supplier, v.pay_to, w.booking_details ->> 'customer') as party
        from private.own_documents(p_project, 8) d
        left join public.bookings b on d.table_name = 'bookings' and b.project_id = p_project and b.id = d.row_id
        left join public.collections c on d.table_name = 'collections' and c.project_id = p_project and c.id = d.row_id
        left join public.customers k on k.project_id = p_project and k.id = c.customer_id
        left join public.customers u on d.table_name = 'customers' and u.project_id = p_project and u.id = d.row_id
        left join public.memos m on d.table_name = 'memos' and m.project_id = p_project and m.id = d.row_id
        left join public.purchases p on d.table_name = 'purchases' and p.project_id = p_project and p.id = d.row_id
        left join public.vouchers v on d.table_name = 'vouchers' and v.project_id = p_project and v.id = d.row_id
        left join public.warehouse_requests w on d.table_name = 'warehouse_requests' and w.project_id = p_project and w.id = d.row_id
      ) f where f.no is not null), '[]'));
end $function$;

CREATE OR REPLACE FUNCTION public.inbox(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(sort_key text, kind text, id uuid, version integer, requested_at timestamp with time zone, requested_by uuid, no text, party text, amount numeric, reason text, facts jsonb)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  v_kind text := private.read_text(p_filters, 'kind');
  v_mine boolean := private.read_boolean(p_filters, 'mine');
  v_back boolean := private.read_boolean(p_filters, 'back');
  v_sort_key text := p_filters #>> '{beyond,sort_key}';
  v_id uuid := private.read_uuid(p_filters -> 'beyond', 'id');
begin
  return query
  with keyed as (
    select w.*, to_char(w.requested_at at time zone 'UTC', 'YYYYMMDDHH24MISSUS') collate "C" as sort_key from private.pending_decisions(p_project) w
    where (v_kind is null or w.kind = v_kind) and w.mine = v_mine
  ), page as materialized (
    select k.* from keyed k
    where v_sort_key is null or case when v_back then (k.sort_key, k.id) < (v_sort_key collate "C", v_id) else (k.sort_key, k.id) > (v_sort_key collate "C", v_id) end
    order by case when v_back then k.sort_key end desc, case when v_back then k.id end desc, k.sort_key, k.id
    limit least(coalesce(private.read_int(p_filters, 'limit'), 21), 101)
  ), told as (
    select p.id, b.created_by as requested_by, b.so_no as no, b.customer_name as party, b.remarks as reason,
      jsonb_build_object('customer_status', c.approval_status, 'credit_left', k.credit_left::text, 'over_by', k.over_by::text, 'short', k.short, 'below_floor', k.below_floor, 'by_another', k.by_another) as facts
    from page p
    join public.bookings b on b.project_id = p_project and b.id = p.id
    left join public.customers c on c.project_id = p_project and c.id = b.customer_id
    left join public.validation_checks(p_project, array(select o.id from page o where o.kind in ('booking', 'override'))) k on k.booking_id = p.id
    where p.kind in ('booking', 'override')
    union all
    select p.id, c.created_by, null, c.name, null,
      jsonb_build_object('store', c.store_name, 'address', c.address, 'area', c.area, 'tin_no', c.tin_no, 'agent_id', c.agent_id, 'terms_days', c.terms_days)
    from page p join public.customers c on c.project_id = p_project and c.id = p.id where p.kind = 'customer'
    union all
    select p.id, c.created_by, c.cr_no, u.name, c.remarks,
      jsonb_build_object('means', (select jsonb_agg(jsonb_build_object('type', r.collection_type, 'amount', r.amount::text,
            'account_unknown', r.collection_type = 'bank_transfer' and r.bank_id is null,
            'cheque_bank', r.cheque_bank, 'cheque_no', r.cheque_no, 'cheque_date', r.cheque_date) order by r.part_no)
          from public.collections r where r.project_id = p_project and r.receipt_id = c.id), 'parts', coalesce(a.parts, '[]'))
    from page p
    join public.collections c on c.project_id = p_project and c.id = p.id
    left join public.customers u on u.project_id = p_project and u.id = c.customer_id
    left join private.inbox_allocations(p_project, array(select o.id from page o where o.kind = 'collection')) a on a.collection_id = p.id
    where p.kind = 'collection'
    union all
    select p.id, coalesce(v.edited_by, v.created_by), 'No. ' || v.voucher_no, v.pay_to, v.general_description,
      jsonb_build_object('net', v.net_amount::text, 'mode', v.mode_of_payment, 'bank', v.cheque_bank, 'cheque_no', v.cheque_no,
        'category', v.category, 'invoice_no', v.invoice_no)
    from page p join public.vouchers v on v.project_id = p_project and v.id = p.id where p.kind = 'voucher'
    union all
    select p.id, m.created_by, m.memo_no, m.customer_name, m.note,
      jsonb_build_object('kind', m.kind, 'reason', m.reason_code, 'on', m.on_date, 'vat', m.vat_amount::text, 'invoice_no', coalesce(b.invoice_no, b.so_no))
    from page p join public.memos m on m.project_id = p_project and m.id = p.id
    left join public.bookings b on b.project_id = p_project and b.id = m.booking_id
    where p.kind = 'memo'
    union all
    select p.id, r.created_by, r.record_no, null, r.reason,
      jsonb_build_object('on', r.on_date, 'goods', (select jsonb_agg(jsonb_build_object('product', d.description, 'pieces', l.quantity, 'case_config', d.case_config) order by l.line_no)
        from public.bad_order_lines l join public.products d on d.project_id = p_project and d.id = l.product_id
        where l.project_id = p_project and l.record_id = r.id))
    from page p join public.bad_orders r on r.project_id = p_project and r.id = p.id
    where p.kind = 'write_off'
    union all
    select p.id, r.user_id, r.po_no, d.description, r.reason,
      jsonb_build_object('purchase_id', r.purchase_id, 'case_config', d.case_config, 'item', r.item_to_edit, 'from', r.item_edit_from::text,
        'from_pieces', r.from_pieces, 'to', r.what_edit::text, 'to_pieces', r.what_pieces, 'live', r.is_change_live_srp, 'on_hand', e.on_hand, 'on_hand_then', e.on_hand_then, 'live_srp', e.live_srp::text, 'live_srp_pieces', e.live_srp_pieces,
        'value', e.srp_value_now::text, 'value_then', e.srp_value_then::text, 'total', e.purchase_total_now::text, 'total_then', e.purchase_total_then::text,
        'open_bookings', e.open_bookings)
    from page p
    join public.product_edit_requests r on r.project_id = p_project and r.id = p.id
    join public.products d on d.project_id = p_project and d.id = r.product_id
    left join public.product_edit_effects(p_project) e on e.request_id = p.id
    where p.kind = 'product_edit'
    union all
    select p.id, c.submitted_by, null, c.title, c.reason,
      jsonb_build_object('category', c.category1, 'lines', t.lines, 'counted', t.counted, 'differing', t.differing, 'surplus', t.surplus,
        'missing', t.missing, 'cost_value', t.cost_value::text, 'srp_value', t.srp_value::text)
    from page p
    join public.stock_counts c on c.project_id = p_project and c.id = p.id
    left join public.stock_count_totals(p_project, array(select o.id from page o where o.kind = 'count')) t on t.count_id = p.id
    where p.kind = 'count'
    union all
    select p.id, r.user_id, r.request_no, r.booking_details ->> 'customer', r.reason,
      jsonb_build_object('kind', r.kind, 'credit', g.credit::text, 'lines', g.lines, 'so_no', b.so_no, 'stage', b.stage,
        'date_delivered', b.date_delivered, 'balance', b.balance::text)
    from page p
    join public.warehouse_requests r on r.project_id = p_project and r.id = p.id
    left join public.bookings b on b.project_id = p_project and b.id = r.booking_id
    left join private.inbox_lines(p_project, array(select o.id from page o where o.kind = 'warehouse')) g on g.request_id = p.id
    where p.kind = 'warehouse'
  )
  select p.sort_key, p.kind, p.id, p.version, p.requested_at, t.requested_by, t.no, t.party, p.amount, t.reason, t.facts
  from page p join told t on t.id = p.id
  order by case when v_back then p.sort_key end desc, case when v_back then p.id end desc, p.sort_key, p.id;
end $function$;

CREATE OR REPLACE FUNCTION public.search_documents(p_project uuid, p_query text, p_each integer DEFAULT 5)
 RETURNS TABLE(kind text, id uuid, label text, detail text, state text, on_date date, amount numeric)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  v_text text := lower(btrim(left(p_query, 80)));
  v_key text := private.find_key(v_text);
  v_each int := least(greatest(coalesce(p_each, 5), 1), 50);
begin
  if length(v_text) >= 2 then
    return query select n.kind, n.id, n.label, nullif(n.detail, ''), n.state, null::date, null::numeric from private.search_names(p_project, v_text, v_each) n;
  end if;
  -- Text without digits is not searched as a number: "so" would find every booking.
  if v_key !~ '[0-9]' then return; end if;
  return query
  with found as (
    select n.kind, n.id, n.number,
      row_number() over (partition by n.kind order by private.find_key(n.number) <> v_key,
        private.find_key(n.number) not like '%' || v_key, length(n.number), n.number desc, n.id) as row_no
    -- More rows than shown are read, for users who may read only some of them.
    from private.search_numbers(p_project, v_key, 4 * v_each) n
  ), readable as (
    select k.kind, k.id, k.number, k.row_no, case k.kind when 'invoice' then b.so_no || ', ' || b.customer_name else b.customer_name end as detail, b.stage as state,
      case k.kind when 'invoice' then b.date_invoiced else b.date_added end as on_date, b.total as amount
    from found k join public.bookings b on b.project_id = p_project and b.id = k.id where k.kind in ('booking', 'invoice')
    union all
    select k.kind, b.id, k.number, k.row_no, b.so_no || ', ' || b.customer_name, b.stage, r.on_date, null
    from found k join public.delivery_receipts r on r.project_id = p_project and r.id = k.id
    join public.bookings b on b.project_id = p_project and b.id = r.booking_id where k.kind = 'delivery_receipt'
    union all
    select k.kind, k.id, k.number, k.row_no, concat_ws(', ', case k.kind when 'cheque' then c.cheque_bank end, case k.kind when 'cheque' then c.cr_no end, u.name),
      case k.kind when 'cheque' then c.cheque_state else c.approval_status end,
      case k.kind when 'cheque' then c.cheque_date else c.date_collected end,
      case k.kind when 'cheque' then c.amount else (select sum(r.amount) from public.collections r where r.project_id = p_project and r.receipt_id = c.id) end
    from found k join public.collections c on c.project_id = p_project and c.id = k.id
    left join public.customers u on u.project_id = p_project and u.id = c.customer_id where k.kind in ('collection', 'cheque')
    union all
    select k.kind, k.id, k.number, k.row_no, concat_ws(', ', n.bank, c.payee_name), c.state, c.cheque_date, c.amount
    from found k join public.issued_cheques c on c.project_id = p_project and c.id = k.id
    left join public.banks n on n.project_id = p_project and n.id = c.bank_id where k.kind = 'issued_cheque'
    union all
    select k.kind, k.id, k.number, k.row_no, p.supplier, p.status, p.date_added, p.total_cost
    from found k join public.purchases p on p.project_id = p_project and p.id = k.id where k.kind = 'purchase'
    union all
    select k.kind, k.id, k.number, k.row_no, v.pay_to, v.status, v.date_added, v.total
    from found k join public.vouchers v on v.project_id = p_project and v.id = k.id where k.kind = 'voucher'
    union all
    select k.kind, k.id, k.number, k.row_no, m.customer_name, m.status, m.on_date, m.amount
    from found k join public.memos m on m.project_id = p_project and m.id = k.id where k.kind = 'memo'
    union all
    select k.kind, k.id, k.number, k.row_no, null, r.status, r.remitted_on, r.cash_counted + r.cheques + r.others
    from found k join public.remittances r on r.project_id = p_project and r.id = k.id where k.kind = 'remittance'
    union all
    select k.kind, k.id, k.number, k.row_no, n.bank, 'deposited', d.deposited_on, null
    from found k join public.deposit_slips d on d.project_id = p_project and d.id = k.id
    left join public.banks n on n.project_id = p_project and n.id = d.bank_id where k.kind = 'deposit'
    union all
    select k.kind, k.id, k.number, k.row_no, b.reason, b.status, b.on_date, null
    from found k join public.bad_orders b on b.project_id = p_project and b.id = k.id where k.kind = 'bad_order'
    union all
    select k.kind, k.id, k.number, k.row_no, w.so_no, w.request_status, w.date_added, null
    from found k join public.warehouse_requests w on w.project_id = p_project and w.id = k.id where k.kind = 'warehouse_request'
  )
  select t.kind, t.id, case t.kind when 'voucher' then 'No. ' || t.number else t.number end, t.detail, t.state, t.on_date, t.amount
  from (select r.*, row_number() over (partition by r.kind order by r.row_no) as nth from readable r) t
  where t.nth <= v_each
  order by array_position('{booking,invoice,delivery_receipt,memo,warehouse_request,collection,cheque,remittance,deposit,purchase,bad_order,issued_cheque,voucher}'::text[], t.kind), t.nth;
end $function$;

COMMENT ON FUNCTION "public"."cancel_write_off"(uuid, uuid, uuid, integer, text) IS 'Cancels a write-off with a reason: a pending one, or an approved one (who approves counts), whose pieces come back among the bad orders today at the cost at which they left. Its number stays. Returns {id, version, status}. Errors: 42501, P0002, stale_version, wrong_state, period_closed, 22023 reason.';

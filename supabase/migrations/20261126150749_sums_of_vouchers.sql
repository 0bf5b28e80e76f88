set local check_function_bodies = off;

DROP FUNCTION "public"."voucher_totals"(uuid, jsonb);

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
    (44, 'ledgers.positions', 'Ledgers', 'What is kept of a document beside the receivables ledger is the sum of its entries and the days of the first and the last one.'),
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
    (55, 'orders.receipts', 'Bookings', 'DR numbers have no gap and no double.'),
    (56, 'journal.days', 'Ledgers', 'What is kept of a past day for reports is what the journal, the VAT report and the collection report have of that day.'),
    (57, 'totals.lists', 'Ledgers', 'The number and the sum of all bookings, receipts and vouchers that lists show are those of their rows.')
$function$;

CREATE OR REPLACE FUNCTION private.keep_voucher_sums()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op <> 'INSERT' then
    insert into private.document_sums values (old.project_id, 'voucher', old.status, 0, -1, -old.total, 0);
  end if;
  if tg_op <> 'DELETE' then
    insert into private.document_sums values (new.project_id, 'voucher', new.status, 0, 1, new.total, 0);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.rows_summed(p_projects uuid[] DEFAULT NULL::uuid[])
 RETURNS TABLE(project_id uuid, kind text, status text, parts bigint, documents bigint, amount numeric, reversed numeric)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select c.project_id, c.collection_type, c.approval_status, count(*), count(*) filter (where c.part_no = 1), sum(c.amount), sum(c.reversed)
  from public.collections c where p_projects is null or c.project_id = any (p_projects) group by 1, 2, 3
  union all
  select b.project_id, 'booking', case b.stage when 'cancelled' then 'cancelled' else 'active' end, 0, count(*), sum(b.total), 0.00
  from public.bookings b where p_projects is null or b.project_id = any (p_projects) group by 1, 2, 3
  union all
  select v.project_id, 'voucher', v.status, 0, count(*), sum(v.total), 0.00
  from public.vouchers v where p_projects is null or v.project_id = any (p_projects) group by 1, 2, 3
$function$;

CREATE OR REPLACE FUNCTION private.sums_of_receipts(p_project uuid, p_status text)
 RETURNS TABLE(type text, status text, parts bigint, receipts bigint, amount numeric, reversed numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.authorize(p_project, 'collections.read') <> 'all' then perform private.forbid(); end if;
  return query
  select s.kind, s.status, sum(s.parts)::bigint, sum(s.documents)::bigint, sum(s.amount), sum(s.reversed) from private.document_sums s
  where s.project_id = p_project and s.kind not in ('booking', 'voucher') and (p_status is null or s.status = p_status)
  group by 1, 2 having sum(s.parts) <> 0;
end $function$;

CREATE OR REPLACE FUNCTION private.sums_of_vouchers(p_project uuid, p_status text)
 RETURNS TABLE(status text, vouchers bigint, total numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.authorize(p_project, 'vouchers.read') <> 'all' then perform private.forbid(); end if;
  return query
  select t.status, coalesce(sum(s.documents), 0)::bigint, coalesce(sum(s.amount), 0.00)
  from unnest('{pending,printed,released,cancelled}'::text[]) with ordinality t (status, position)
  left join private.document_sums s on s.project_id = p_project and s.kind = 'voucher' and s.status = t.status and (p_status is null or s.status = p_status)
  group by t.status, t.position order by t.position;
end $function$;

CREATE OR REPLACE FUNCTION public.cheque_totals(p_project uuid)
 RETURNS TABLE(tab text, cheques bigint, amount numeric)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_today date := private.business_date(p_project);
  v_scope text := private.scope_of(p_project, 'collections.read');
begin
  if v_scope is null then perform private.forbid(); end if;
  return query
  with states as (
    select c.cheque_state as state, sign(c.cheque_date - v_today) as day, count(*) as cheques, sum(c.amount) as amount
    from public.collections c
    where c.project_id = p_project and c.collection_type = 'cheque' and c.approval_status = 'approved'
      and c.cheque_state = any ('{on_hand,deposited,returned,replaced}' || case when v_scope = 'all' then '{}'::text[] else '{cleared}' end) group by 1, 2
  ), sums as (
    select s.* from states s
    union all
    -- Most cheques have cleared: they are all that are approved less the others.
    select 'cleared', 0, a.parts - coalesce((select sum(s.cheques) from states s), 0), a.amount - coalesce((select sum(s.amount) from states s), 0)
    from private.sums_of_receipts(p_project, 'approved') a where v_scope = 'all' and a.type = 'cheque'
  )
  select t.tab, coalesce(sum(s.cheques), 0)::bigint, coalesce(sum(s.amount), 0.00)
  from unnest('{due,late,upcoming,deposited,returned,cleared,replaced}'::text[]) with ordinality t (tab, position)
  left join sums s on case t.tab when 'due' then s.state = 'on_hand' and s.day <= 0 when 'late' then s.state = 'on_hand' and s.day < 0
    when 'upcoming' then s.state = 'on_hand' and s.day > 0 else s.state = t.tab end
  group by t.tab, t.position order by t.position;
end $function$;

CREATE OR REPLACE FUNCTION public.voucher_totals(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(status text, vouchers bigint, total numeric)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if jsonb_strip_nulls(private.fields_of(p_filters) - 'status') = '{}' and private.scope_of(p_project, 'vouchers.read') = 'all' then
    return query select a.* from private.sums_of_vouchers(p_project, p_filters ->> 'status') a;
    return;
  end if;
  return query
  select s.status, count(v.id), coalesce(sum(v.total), 0.00)
  from unnest('{pending,printed,released,cancelled}'::text[]) with ordinality s (status, position)
  left join public.vouchers v on v.project_id = p_project and v.status = s.status
    and (p_filters ->> 'status' is null or v.status = p_filters ->> 'status')
    and (p_filters ->> 'above' is null
      or (v.status in ('pending', 'printed') and v.approved_at is null and v.total > (select private.read_money(p_filters, 'above'))))
    and (p_filters ->> 'payee' is null or v.payee_id = (select private.read_uuid(p_filters, 'payee')))
    and private.in_category(v.category, p_filters ->> 'category')
    and private.in_category(v.classification, p_filters ->> 'classification')
    and (p_filters ->> 'mode' is null or v.mode_of_payment = p_filters ->> 'mode')
    and (p_filters ->> 'bank' is null or v.bank_id = (select private.read_uuid(p_filters, 'bank')))
    and (p_filters ->> 'cost_center' is null or exists (select from public.voucher_lines l
      where l.project_id = v.project_id and l.voucher_id = v.id and l.cost_center_id = (select private.read_uuid(p_filters, 'cost_center'))))
    and (p_filters ->> 'from' is null
      or case p_filters ->> 'basis' when 'printed' then v.date_printed when 'released' then v.date_released else v.date_added end >= (select private.read_date(p_filters, 'from')))
    and (p_filters ->> 'to' is null
      or case p_filters ->> 'basis' when 'printed' then v.date_printed when 'released' then v.date_released else v.date_added end <= (select private.read_date(p_filters, 'to')))
    and (p_filters ->> 'search' is null or position(lower(p_filters ->> 'search') in v.search_key) > 0)
  group by s.status, s.position order by s.position;
end $function$;

CREATE TRIGGER keep_changed_sums AFTER UPDATE ON public.vouchers FOR EACH ROW WHEN (((old.total <> new.total) OR (old.status <> new.status))) EXECUTE FUNCTION private.keep_voucher_sums();

CREATE TRIGGER keep_sums AFTER INSERT OR DELETE ON public.vouchers FOR EACH ROW EXECUTE FUNCTION private.keep_voucher_sums();

COMMENT ON FUNCTION "private"."keep_voucher_sums"() IS 'Trigger of vouchers: keeps private.document_sums.';

COMMENT ON FUNCTION "private"."sums_of_vouchers"(uuid, text) IS 'Returns number and total of all vouchers of a project, one row per status. p_status: count one status alone, or null. Errors: 42501 unless the caller reads all vouchers.';

COMMENT ON FUNCTION "public"."voucher_totals"(uuid, jsonb) IS 'Returns number and total of the vouchers that match the filters, one row per status. p_filters: {search (voucher no., payee, supplier invoice, cheque no., description), status, above (only those above this total that wait for approval), payee, category, classification, mode, bank, cost_center, basis (added, printed, released: the date that from and to are about), from, to}. Rows are those that the caller may read.';

COMMENT ON TABLE "private"."document_sums" IS 'The sum of its rows is the number and the amount of all bookings, receipts and vouchers. Each change of one adds rows, with no key, so that commands do not wait for each other; private.fold_document_sums makes few of many. parts: of receipts; documents: bookings, vouchers, and receipts by their first part.';

REVOKE ALL ON FUNCTION "private"."keep_voucher_sums"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."sums_of_vouchers"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."sums_of_vouchers"(uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."voucher_totals"(uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."voucher_totals"(uuid, jsonb) TO "authenticated";

select private.keep_all_document_sums();

set local check_function_bodies = off;

DROP VIEW "known"."money_entries";

ALTER TABLE "public"."money_entries" DROP CONSTRAINT "money_entries_document_check";

ALTER TABLE "public"."money_entries" DROP CONSTRAINT "money_entries_kind_check";

DROP FUNCTION "private"."open_bookings"(uuid, uuid, uuid);

DROP FUNCTION "public"."bank_positions"(uuid, integer);

ALTER TABLE "public"."bank_balances" ADD COLUMN "posted" numeric(14,2) NOT NULL DEFAULT 0;

ALTER TABLE "public"."money_entries" ADD COLUMN "balance_id" uuid;

CREATE OR REPLACE FUNCTION known.double_entries(p_project uuid, p_from date, p_to date, p_sums boolean DEFAULT false)
 RETURNS TABLE(source text, document uuid, on_date date, kind text, account text, part uuid, amount numeric, posted_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  v_from date := coalesce(p_from, '-infinity');
  v_to date := coalesce(p_to, 'infinity');
begin
  return query
  select x.source, x.document, x.on_date, x.kind, x.account, x.part, sum(x.amount), x.posted_at from (
  -- Goods delivered are sold, and unbilled until their invoice; goods that come back are the opposite.
  select s.source, s.document, s.on_date, s.kind, x.account, null::uuid, x.amount, s.posted_at
  from (
    select case when e.memo_id is null then 'sales' else 'memos' end as source, k.document, k.on_date, k.posted_at, k.kind, e.kind as of_sale,
      sum(e.amount) as amount, sum(e.vat_amount) as vat
    from known.sales_entries_whole e
    cross join lateral (select case when not p_sums then coalesce(e.memo_id, e.booking_id) end as document, case when not p_sums then e.on_date end as on_date,
      case when not p_sums then e.posted_at end as posted_at,
      case when p_sums then null when e.memo_id is null then e.kind when e.kind = 'undercharge' then private.memo_entry('debit', e.amount > 0)
        else private.memo_entry('credit', least(e.pieces, e.amount) < 0) end as kind) k
    where e.project_id = p_project and e.on_date between v_from and v_to group by 1, 2, 3, 4, 5, 6) s
  cross join lateral (values
    ('unbilled', s.amount),
    (case s.of_sale when 'delivery' then 'sales' when 'undercharge' then 'sales' when 'return' then 'sales_returns' else 'allowances' end, s.vat - s.amount),
    ('output_vat', -s.vat)) x (account, amount)
  where x.amount <> 0
  union all
  select m.source, m.document, m.on_date, m.kind, x.account, null, x.amount, m.posted_at
  from (
    select k.source, k.document, k.on_date, k.posted_at, k.kind, e.source_table, e.kind as of_stock, sum(e.cost) as cost, sum(e.vat_amount) as vat
    from known.stock_movements_whole e
    -- Goods that a warehouse request takes back belong to the memo that it made.
    left join known.memos q on q.project_id = p_project and q.request_id = e.source_id and e.source_table = 'warehouse_requests'
    cross join lateral (select case when q.id is null then e.source_table else 'memos' end as source,
      case when not p_sums then coalesce(q.id, e.source_id) end as document, case when not p_sums then e.on_date end as on_date,
      case when not p_sums then e.created_at end as posted_at,
      case when p_sums then null when q.id is null and e.source_table <> 'memos' then e.kind else private.memo_entry('credit', e.quantity > 0) end as kind) k
    where e.project_id = p_project and e.on_date between v_from and v_to group by 1, 2, 3, 4, 5, 6, 7) m
  cross join lateral (values
    ('inventory', m.cost),
    ('input_vat', m.vat),
    (case when m.source_table = 'imports' then 'opening_balances'
      when m.of_stock in ('purchase', 'supplier_return') then 'purchases_clearing'
      when m.of_stock in ('issue', 'return_credit') then 'cost_of_sales'
      -- Nobody knows the sale, so that no sale has this cost.
      when m.of_stock = 'return_in' then 'returned_goods'
      when m.of_stock = 'write_off' then 'stock_write_offs' else 'inventory_adjustments' end, -m.cost - m.vat)) x (account, amount)
  where x.amount <> 0
  union all
  -- Invoices and credits of bookings, opening balances and memos. Credit memos that lower no sale are written off.
  select r.source, r.document, r.on_date, r.kind, x.account, null, x.amount, r.posted_at
  from (
    select case when e.memo_id is null then 'receivables' else 'memos' end as source, k.document, k.on_date, k.posted_at, k.kind, k.opened, sum(e.amount) as amount
    from known.receivable_entries e
    cross join lateral (select case when not p_sums then coalesce(e.memo_id, e.booking_id) end as document, case when not p_sums then e.on_date end as on_date,
      case when not p_sums then e.posted_at end as posted_at,
      case when p_sums then null when e.memo_id is null then e.kind when e.kind in ('debit_memo', 'cancelled') then private.memo_entry('debit', e.amount > 0)
        else private.memo_entry('credit', e.amount < 0) end as kind,
      -- What is cancelled is the opposite of what opened it.
      case when e.memo_id is not null and exists (select from known.memos m
          where m.project_id = p_project and m.id = e.memo_id and m.reason_code = 'undercharge') then 'invoice'
        when e.kind <> 'cancelled' then e.kind else (select min(o.kind) from known.receivable_entries o
        where o.project_id = p_project and o.booking_id = e.booking_id and o.kind in ('opening', 'debit_memo')) end as opened) k
    where e.project_id = p_project and e.on_date between v_from and v_to and e.collection_id is null group by 1, 2, 3, 4, 5, 6) r
  cross join lateral (values
    ('receivables', r.amount),
    (case r.opened when 'opening' then 'opening_balances' when 'debit_memo' then 'other_income' when 'credit_memo' then 'write_offs' else 'unbilled' end, -r.amount)) x (account, amount)
  where r.amount <> 0
  union all
  -- What receipts take off what customers owe. The money of it stands below.
  select 'receipts', r.document, r.on_date, r.kind, x.account, null, x.amount, r.posted_at
  from (
    select k.document, k.on_date, k.posted_at, e.kind, k.counter, coalesce(sum(e.amount) filter (where e.booking_id is not null), 0) as billed,
      coalesce(sum(e.amount) filter (where e.booking_id is null), 0) as unapplied
    from known.receivable_entries e
    join known.collections c on c.project_id = p_project and c.id = e.collection_id
    cross join lateral (select case when not p_sums then e.collection_id end as document, case when not p_sums then e.on_date end as on_date,
      case when not p_sums then e.posted_at end as posted_at,
      case when c.from_archive then 'paper_settlements' when c.collection_type = 'withholding' then 'creditable_tax' else 'receipts_clearing' end as counter) k
    where e.project_id = p_project and e.on_date between v_from and v_to and e.collection_id is not null
    group by k.document, k.on_date, k.posted_at, e.kind, k.counter) r
  cross join lateral (values
    ('receivables', r.billed),
    ('customer_deposits', r.unapplied),
    (r.counter, -r.billed - r.unapplied)) x (account, amount)
  where x.amount <> 0
  union all
  select 'money', m.document, m.on_date, m.kind, x.account, x.part, x.amount, m.posted_at
  from (
    select case when not p_sums then coalesce(e.collection_id, e.remittance_id, e.slip_id, e.voucher_id, e.balance_id) end as document,
      case when not p_sums then e.on_date end as on_date, case when not p_sums then e.posted_at end as posted_at, e.kind, e.place,
      case when e.place in ('bank', 'collector') then e.holder_id end as part,
      -- A cheque that the bank sent back is no money while it is kept to be replaced.
      e.place = 'cheques' and (e.kind = 'cheque_returned' or coalesce((
        select p.kind from known.money_entries p
        where p.project_id = p_project and p.collection_id = e.collection_id and p.id < e.id and p.kind in ('cheque_returned', 'deposit')
        order by p.id desc limit 1) = 'cheque_returned', false)) as returned,
      e.voucher_id is not null as paid, e.remittance_id is not null as variance, e.slip_id is not null as deposited,
      sum(e.amount) as amount, sum(e.confirmed_amount) as confirmed
    from known.money_entries e
    where e.project_id = p_project and e.on_date between v_from and v_to group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10) m
  cross join lateral (values
    (case m.place when 'office' then 'office_cash' when 'collector' then 'collector_cash' when 'bank' then 'bank'
      else case when m.returned then 'receipts_clearing' else 'cheques_on_hand' end end, m.part, case when m.paid then m.confirmed else m.amount end),
    ('issued_cheques', m.part, case when m.paid then m.amount - m.confirmed else 0 end),
    (case when m.paid then 'vouchers_payable' when m.kind = 'opening' then 'opening_balances' when m.variance or m.kind = 'adjustment' then 'cash_variance' else 'receipts_clearing' end, null,
      -- A deposit posts both of its sides.
      case when m.deposited then 0 else -m.amount end)) x (account, part, amount)
  where x.amount <> 0
  union all
  select 'vouchers', case when not p_sums then v.id end, case when not p_sums then v.date_released end, 'release', x.account, x.part, x.amount,
    case when not p_sums then v.released_at end
  from known.vouchers v
  cross join lateral (
    select 'expenses', l.cost_center_id, sum(l.amount - l.vat_amount) from known.voucher_lines l
    where l.project_id = p_project and l.voucher_id = v.id group by l.cost_center_id
    union all
    select 'input_vat', null, sum(l.vat_amount) from known.voucher_lines l where l.project_id = p_project and l.voucher_id = v.id
    union all
    select 'withheld_tax', null, -v.ewt_amount
    union all
    select case v.mode_of_payment when 'cash' then 'petty_cash' else 'vouchers_payable' end, null, -v.net_amount) x (account, part, amount)
  where v.project_id = p_project and v.status = 'released' and v.date_released between v_from and v_to and x.amount <> 0
  ) x (source, document, on_date, kind, account, part, amount, posted_at)
  group by x.source, x.document, x.on_date, x.kind, x.posted_at, x.account, x.part having sum(x.amount) <> 0;
end $function$;

CREATE OR REPLACE FUNCTION known.journal_document(p_project uuid, p_source text, p_document uuid, OUT document_kind text, OUT document_id uuid, OUT document_no text, OUT party text)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.scope_of(p_project, 'journal.read') is null then return; end if;
  document_id := p_document;
  case
    when p_source in ('sales', 'bookings', 'receivables') then
      select 'booking', coalesce(b.invoice_no, b.so_no), c.name into document_kind, document_no, party
      from known.bookings b join known.customers c on c.project_id = p_project and c.id = b.customer_id
      where b.project_id = p_project and b.id = p_document;
    when p_source = 'purchases' then
      select 'purchase', p.po_no, p.supplier into document_kind, document_no, party from known.purchases p where p.project_id = p_project and p.id = p_document;
    when p_source = 'stock_counts' then
      select 'count', to_char(s.counted_on, 'MM/DD/YYYY'), null into document_kind, document_no, party
      from known.stock_counts s where s.project_id = p_project and s.id = p_document;
    when p_source = 'imports' then
      select 'import', i.file_name, null into document_kind, document_no, party from known.imports i where i.project_id = p_project and i.id = p_document;
    when p_source = 'bad_orders' then
      select 'bad_order', r.record_no, null into document_kind, document_no, party from known.bad_orders r where r.project_id = p_project and r.id = p_document;
    when p_source = 'memos' then
      select 'memo', m.memo_no, m.customer_name into document_kind, document_no, party from known.memos m where m.project_id = p_project and m.id = p_document;
    else
      select x.kind, x.no, x.party, x.id into document_kind, document_no, party, document_id from (
        select 'collection' as kind, r.cr_no as no, c.name as party, r.id from known.collections r
        join known.customers c on c.project_id = p_project and c.id = r.customer_id where r.project_id = p_project and r.id = p_document
        union all select 'voucher', v.voucher_no::text, v.pay_to, v.id from known.vouchers v where v.project_id = p_project and v.id = p_document
        union all select 'remittance', m.drr_no, f.display_name, m.id from known.remittances m
        left join known.profiles f on f.user_id = m.collector_id where m.project_id = p_project and m.id = p_document
        union all select 'deposit', d.slip_no, null, d.id from known.deposit_slips d where d.project_id = p_project and d.id = p_document
        union all select 'bank', concat_ws(' ', k.bank, k.account_no), b.remarks, k.id from known.bank_balances b
        join known.banks k on k.project_id = p_project and k.id = b.bank_id where b.project_id = p_project and b.id = p_document) x;
  end case;
  if document_kind is null then document_id := null; end if;
end $function$;

CREATE OR REPLACE FUNCTION private.bank_balance(p_project uuid, p_bank uuid, p_date date)
 RETURNS numeric
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select private.bank_moved(p_project, p_bank, null, p_date) $function$;

CREATE OR REPLACE FUNCTION private.bank_movements(p_project uuid, p_bank uuid)
 RETURNS TABLE(bank_id uuid, on_date date, kind text, amount numeric, source text, collection_id uuid, slip_id uuid, voucher_id uuid, reference text, party text)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  return query
  with moved as materialized (
    select e.on_date, e.collection_id, e.slip_id, e.voucher_id, e.balance_id, case when e.kind in ('paid_back', 'opening', 'adjustment') then e.kind end as kind, sum(e.confirmed_amount) as amount
    from public.money_entries e
    where e.project_id = p_project and e.place = 'bank' and e.holder_id = p_bank
    group by 1, 2, 3, 4, 5, 6 having sum(e.confirmed_amount) <> 0
  )
  select p_bank, m.on_date, case when m.slip_id is not null then 'cash' when v.by_cheque then 'paid' when v.id is not null then 'sent' when m.kind is not null then m.kind
      when c.collection_type = 'bank_transfer' then 'transfer' when m.amount > 0 then 'cheque' else 'returned' end,
    m.amount, coalesce(m.collection_id, m.slip_id, m.voucher_id, m.balance_id)::text, m.collection_id, m.slip_id, m.voucher_id,
    case when m.kind = 'paid_back' then c.paid_back_no else coalesce(s.slip_no, i.cheque_no, v.voucher_no, c.cheque_no, c.cr_no) end, coalesce(i.payee_name, v.pay_to, cu.name, b.remarks)
  from moved m
  left join public.bank_balances b on b.project_id = p_project and b.id = m.balance_id
  left join public.collections c on c.project_id = p_project and c.id = m.collection_id
  left join public.customers cu on cu.project_id = p_project and cu.id = c.customer_id
  left join public.deposit_slips s on s.project_id = p_project and s.id = m.slip_id
  left join private.voucher_labels(p_project, array(select x.voucher_id from moved x)) v on v.id = m.voucher_id
  left join public.issued_cheques i on i.project_id = p_project and i.voucher_id = m.voucher_id and i.state = 'cleared' and i.cleared_on = m.on_date;
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
    (17, 'stock.price', 'Stock', 'The live price is the one where its history ends.'),
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
    (43, 'ledgers.unapplied', 'Ledgers', 'What is posted of a receipt without a booking is its unapplied credit.'),
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

CREATE OR REPLACE FUNCTION private.booking_filter(p_filters jsonb, p_found uuid[])
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare v_where text := 'b.project_id = $1';
begin
  -- Only given filters are in the query text, so that each one can use its index.
  if p_filters ->> 'stage' = 'undelivered' then v_where := v_where || ' and b.stage in (''validated'', ''invoiced'')';
  elsif p_filters ->> 'stage' is not null then v_where := v_where || ' and b.stage = $2 ->> ''stage'''; end if;
  if p_filters ->> 'agent' is not null then v_where := v_where || ' and b.agent_id = private.read_uuid($2, ''agent'')'; end if;
  if p_filters ->> 'added_from' is not null then v_where := v_where || ' and b.date_added >= private.read_date($2, ''added_from'')'; end if;
  if p_filters ->> 'added_to' is not null then v_where := v_where || ' and b.date_added <= private.read_date($2, ''added_to'')'; end if;
  if p_filters ->> 'delivered_from' is not null then v_where := v_where || ' and b.date_delivered >= private.read_date($2, ''delivered_from'')'; end if;
  if p_filters ->> 'delivered_to' is not null then v_where := v_where || ' and b.date_delivered <= private.read_date($2, ''delivered_to'')'; end if;
  if nullif(btrim(p_filters ->> 'search'), '') is not null then
    v_where := v_where || ' and (' || case when p_found is null then 'position(lower(btrim($2 ->> ''search'')) in b.search_key) > 0' else 'b.id = any ($3)' end
      || case when jsonb_array_length(coalesce(p_filters -> 'search_agents', '[]')) > 0 then ' or b.agent_id = any (private.read_uuids($2, ''search_agents''))' else '' end || ')';
  end if;
  return v_where;
end $function$;

CREATE OR REPLACE FUNCTION private.check_journal(p_projects uuid[])
 RETURNS TABLE(check_key text, project_id uuid, kind text, id uuid, label text, stored text, expected text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with lines as materialized (
    select p.id as project_id, l.* from unnest(p_projects) p (id) cross join lateral private.double_entries(p.id, null, null) l),
  -- Goods that came back and allowances lower sales; what is written off does not.
  returned as (
    select k.project_id, k.booking_id, coalesce(sum(k.amount) filter (where k.line_id is not null and k.kind <> 'released'), 0) as amount,
      coalesce(sum(k.amount) filter (where k.line_id is null), 0) as written_off
    from public.booking_credits k where k.project_id = any (p_projects) group by k.project_id, k.booking_id),
  delivered as (
    select l.project_id, l.booking_id, sum(d.amount + round(d.amount * l.vat_on_top / 100, 2)) as amount from public.booking_lines l
    cross join lateral (select round((l.agent_srp * l.quantity_delivered * l.quantity * (100 - l.discount_percent) - l.discount_amount * l.quantity_delivered * 100 * l.agent_srp_pieces) / (100.0 * l.agent_srp_pieces * l.quantity), 2) as amount) d
    where l.project_id = any (p_projects) group by l.project_id, l.booking_id),
  used as (
    select a.project_id, a.collection_id, sum(a.amount) as amount from public.collection_allocations a
    where a.project_id = any (p_projects) group by a.project_id, a.collection_id),
  controls as (
    select b.project_id, 'receivables' as account, sum(case when b.date_invoiced is not null or b.booking_status <> 'active' then b.balance else -b.collected end) as amount
    from public.bookings b where b.project_id = any (p_projects) and b.approval_status like 'approved%' group by b.project_id
    union all
    select b.project_id, 'unbilled', sum(coalesce(d.amount, 0) - coalesce(r.amount, 0)
      - case when b.approval_status like 'approved%' and (b.date_invoiced is not null or b.booking_status <> 'active') then b.total - b.credited + coalesce(r.written_off, 0) else 0 end)
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
      select l.project_id, l.vat_amount from public.voucher_lines l join public.vouchers v on v.project_id = l.project_id and v.id = l.voucher_id
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
      and not exists (select from public.issued_cheques i where i.project_id = v.project_id and i.voucher_id = v.id and i.state in ('released', 'cleared'))
    group by v.project_id),
  posted as (
    select l.project_id, l.account, sum(l.amount) as amount from lines l where l.account in (select c.account from controls c) group by l.project_id, l.account)
  select 'journal.balanced', l.project_id, private.journal_kind(l.project_id, l.source, l.document), l.document, format('%s %s of %s', l.source, l.kind, l.on_date), sum(l.amount)::text, '0.00'
  from lines l group by l.project_id, l.source, l.document, l.on_date, l.kind, l.posted_at having sum(l.amount) <> 0
  union all
  -- The cost of sales of a document is what the sales report has as its cost, on each day.
  select 'totals.cost_of_sales', k.project_id, private.journal_kind(k.project_id, k.source, k.document), k.document, format('Cost of sales of %s', k.on_date),
    sum(k.posted)::text, sum(k.sold)::text
  from (
    select l.project_id, case l.source when 'memos' then 'memos' else 'sales' end as source, l.document, l.on_date, l.amount as posted, 0.00 as sold
    from lines l where l.account = 'cost_of_sales'
    union all
    select e.project_id, case when e.memo_id is null then 'sales' else 'memos' end, coalesce(e.memo_id, e.booking_id), e.on_date, 0, e.cost
    from public.sales_entries e where e.project_id = any (p_projects)) k
  group by k.project_id, k.source, k.document, k.on_date having sum(k.posted) <> sum(k.sold)
  union all
  select 'journal.controls', k.project_id, 'project', k.project_id, d.name, sum(k.posted)::text, sum(k.expected)::text
  from (
    select p.project_id, p.account, p.amount as posted, 0.00 as expected from posted p
    union all
    select c.project_id, c.account, 0, c.amount from controls c) k
  join private.default_accounts() d on d.account = k.account
  group by k.project_id, k.account, d.name having sum(k.posted) <> sum(k.expected)
  union all
  select 'journal.banks', k.project_id, 'bank', k.id, concat_ws(' ', k.bank, k.account_no), x.posted::text, x.expected::text
  from public.banks k
  cross join lateral (
    select coalesce((select sum(l.amount) from lines l where l.project_id = k.project_id and l.account = 'bank' and l.part = k.id), 0.00) as posted,
      private.bank_balance(k.project_id, k.id, null)
        + coalesce((select sum(d.amount_in) from private.due_cheques(k.project_id) d where d.bank_id = k.id), 0.00) as expected) x
  where k.project_id = any (p_projects) and x.posted <> x.expected
$function$;

CREATE OR REPLACE FUNCTION private.check_memo_amount(p_memo public.memos)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare v_open numeric;
begin
  select coalesce(sum(b.balance), 0.00) into v_open from private.open_bookings(p_memo.project_id, p_memo.customer_id, p_memo.booking_id, p_memo.reason_code) b
  where b.date_invoiced <= p_memo.on_date;
  if p_memo.amount > v_open then
    perform private.refuse('over_credited', format('Only %s is open on delivered invoices until this date.', to_char(v_open, 'FM999,999,999,990.00')), 'amount');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.check_money_ledger(p_projects uuid[])
 RETURNS TABLE(check_key text, project_id uuid, kind text, id uuid, label text, stored text, expected text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with receipts as (
    select c.* from public.collections c
    where c.project_id = any (p_projects) and c.approval_status <> 'cancelled' and not c.from_archive),
  slips as (
    select distinct on (e.project_id, e.collection_id) e.project_id, e.collection_id, s.bank_id
    from public.cheque_events e join public.deposit_slips s on s.project_id = e.project_id and s.id = e.slip_id
    where e.project_id = any (p_projects) order by e.project_id, e.collection_id, e.id desc),
  documents as (
    select r.project_id, 'office' as place, null::uuid as holder_id, 'collection' as kind, r.id, r.amount, case when r.approval_status = 'approved' then r.amount else 0 end as confirmed
    from receipts r where r.collection_type = 'cash' and (r.collector_id is null or r.remittance_id is not null)
    union all
    select m.project_id, 'office', null, 'remittance', m.id, m.variance, m.variance from public.remittances m where m.project_id = any (p_projects) and m.status = 'received'
    union all
    select d.project_id, 'office', null, 'deposit', d.slip_id, -d.amount, -d.amount from public.cash_deposits d where d.project_id = any (p_projects)
    union all
    select r.project_id, 'collector', r.collector_id, 'collection', r.id, r.amount, case when r.approval_status = 'approved' then r.amount else 0 end
    from receipts r where r.collection_type = 'cash' and r.collector_id is not null and r.remittance_id is null
    union all
    select r.project_id, 'cheques', case when r.remittance_id is null then r.collector_id end, 'collection', r.id, r.amount, case when r.approval_status = 'approved' then r.amount else 0 end
    from receipts r where r.cheque_state in ('on_hand', 'returned')
    union all
    select r.project_id, 'bank', s.bank_id, 'collection', r.id, r.amount, case when r.cheque_state = 'cleared' then r.amount else 0 end
    from receipts r join slips s on s.project_id = r.project_id and s.collection_id = r.id where r.cheque_state in ('deposited', 'cleared')
    union all
    select r.project_id, 'bank', r.bank_id, 'collection', r.id, r.amount, r.amount from receipts r where r.bank_id is not null and r.approval_status = 'approved'
    union all
    select d.project_id, 'bank', s.bank_id, 'deposit', s.id, d.amount, d.amount
    from public.cash_deposits d join public.deposit_slips s on s.project_id = d.project_id and s.id = d.slip_id where d.project_id = any (p_projects)
    union all
    select r.project_id, case when r.paid_back_bank_id is null then 'office' else 'bank' end, r.paid_back_bank_id, 'collection', r.id, -r.amount, -r.amount
    from receipts r where r.paid_back_on is not null
    union all
    select b.project_id, 'bank', b.bank_id, 'bank', b.bank_id, b.posted, b.posted from public.bank_balances b where b.project_id = any (p_projects) and b.posted <> 0
    union all
    select v.project_id, 'bank', v.bank_id, 'voucher', v.id, -v.net_amount, -v.net_amount
    from public.vouchers v where v.project_id = any (p_projects) and v.mode_of_payment = 'bank_transfer' and v.status = 'released'
    union all
    select i.project_id, 'bank', i.bank_id, 'voucher', i.voucher_id, -i.amount, case when i.state = 'cleared' then -i.amount else 0 end
    from public.issued_cheques i where i.project_id = any (p_projects) and i.state in ('released', 'cleared')),
  posted as (
    select e.project_id, e.place, e.holder_id, case when e.collection_id is not null then 'collection' when e.remittance_id is not null then 'remittance'
        when e.slip_id is not null then 'deposit' when e.balance_id is not null then 'bank' else 'voucher' end as kind,
      coalesce(e.collection_id, e.remittance_id, e.slip_id, e.voucher_id, e.holder_id) as id, sum(e.amount) as amount, sum(e.confirmed_amount) as confirmed
    from public.money_entries e where e.project_id = any (p_projects) group by 1, 2, 3, 4, 5)
  select 'ledgers.money', k.project_id, k.kind, k.id,
    concat_ws(' ', case k.place when 'office' then 'Office' when 'collector' then 'Collector' when 'cheques' then 'Cheques on hand' else 'Bank' end,
      coalesce((select f.display_name from public.profiles f where f.user_id = k.holder_id),
      (select b.bank || ' ' || b.account_no from public.banks b where b.project_id = k.project_id and b.id = k.holder_id))),
    concat_ws(' / ', sum(k.amount), sum(k.confirmed)), concat_ws(' / ', sum(k.of_documents), sum(k.confirmed_of_documents))
  from (
    select p.*, 0 as of_documents, 0 as confirmed_of_documents from posted p
    union all
    select d.project_id, d.place, d.holder_id, d.kind, d.id, 0, 0, d.amount, d.confirmed from documents d) k
  group by k.project_id, k.place, k.holder_id, k.kind, k.id
  having (sum(k.amount), sum(k.confirmed)) is distinct from (sum(k.of_documents), sum(k.confirmed_of_documents))
  union all
  select 'ledgers.cash', k.project_id, 'project', k.project_id, coalesce((select f.display_name from public.profiles f where f.user_id = k.holder_id), 'Office'),
    concat_ws(' / ', sum(k.kept), sum(k.kept_confirmed)), concat_ws(' / ', sum(k.amount), sum(k.confirmed))
  from (
    select p.project_id, coalesce(p.holder_id, p.project_id) as holder_id, 0 as kept, 0 as kept_confirmed, p.amount, p.confirmed from posted p where p.place in ('office', 'collector')
    union all
    select c.project_id, c.holder_id, c.amount, c.confirmed_amount, 0, 0 from private.cash_balances c where c.project_id = any (p_projects)) k
  group by k.project_id, k.holder_id having (sum(k.kept), sum(k.kept_confirmed)) is distinct from (sum(k.amount), sum(k.confirmed)) or sum(k.amount) < 0
  union all
  select 'ledgers.cash_days', d.project_id, 'project', d.project_id,
    format('%s on %s', coalesce((select f.display_name from public.profiles f where f.user_id = d.holder_id), 'Office'), d.on_date), d.amount::text, '0.00 or more'
  from (
    select e.project_id, e.holder_id, e.on_date, sum(sum(e.amount)) over (partition by e.project_id, e.place, e.holder_id order by e.on_date) as amount
    from public.money_entries e where e.project_id = any (p_projects) and e.place in ('office', 'collector')
    group by e.project_id, e.place, e.holder_id, e.on_date) d
  where d.amount < 0
$function$;

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
    perform private.refuse('maker_checker', format('You recorded or collected receipt %s: another user who decides collections has to %s it.',
      v.cr_no, case p_to when 'approved' then 'approve' else 'cancel' end));
  end if;
  for v_part in select c.* from public.collections c where c.project_id = p_project and c.id = any (v_parts) order by c.part_no loop
    if p_to = 'cancelled' then
      perform private.refuse_cancelling(v_part);
    elsif v_part.collection_type = 'bank_transfer' and v_part.bank_id is null then
      perform private.refuse('account_unknown', format('Say first into which account the transfer of receipt %s came.', v.cr_no), 'bank_id');
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

CREATE OR REPLACE FUNCTION private.double_entries(p_project uuid, p_from date, p_to date, p_sums boolean DEFAULT false)
 RETURNS TABLE(source text, document uuid, on_date date, kind text, account text, part uuid, amount numeric, posted_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  v_from date := coalesce(p_from, '-infinity');
  v_to date := coalesce(p_to, 'infinity');
begin
  return query
  select x.source, x.document, x.on_date, x.kind, x.account, x.part, sum(x.amount), x.posted_at from (
  -- Goods delivered are sold, and unbilled until their invoice; goods that come back are the opposite.
  select s.source, s.document, s.on_date, s.kind, x.account, null::uuid, x.amount, s.posted_at
  from (
    select case when e.memo_id is null then 'sales' else 'memos' end as source, k.document, k.on_date, k.posted_at, k.kind, e.kind as of_sale,
      sum(e.amount) as amount, sum(e.vat_amount) as vat
    from public.sales_entries e
    cross join lateral (select case when not p_sums then coalesce(e.memo_id, e.booking_id) end as document, case when not p_sums then e.on_date end as on_date,
      case when not p_sums then e.posted_at end as posted_at,
      case when p_sums then null when e.memo_id is null then e.kind when e.kind = 'undercharge' then private.memo_entry('debit', e.amount > 0)
        else private.memo_entry('credit', least(e.pieces, e.amount) < 0) end as kind) k
    where e.project_id = p_project and e.on_date between v_from and v_to group by 1, 2, 3, 4, 5, 6) s
  cross join lateral (values
    ('unbilled', s.amount),
    (case s.of_sale when 'delivery' then 'sales' when 'undercharge' then 'sales' when 'return' then 'sales_returns' else 'allowances' end, s.vat - s.amount),
    ('output_vat', -s.vat)) x (account, amount)
  where x.amount <> 0
  union all
  select m.source, m.document, m.on_date, m.kind, x.account, null, x.amount, m.posted_at
  from (
    select k.source, k.document, k.on_date, k.posted_at, k.kind, e.source_table, e.kind as of_stock, sum(e.cost) as cost, sum(e.vat_amount) as vat
    from public.stock_movements e
    -- Goods that a warehouse request takes back belong to the memo that it made.
    left join public.memos q on q.project_id = p_project and q.request_id = e.source_id and e.source_table = 'warehouse_requests'
    cross join lateral (select case when q.id is null then e.source_table else 'memos' end as source,
      case when not p_sums then coalesce(q.id, e.source_id) end as document, case when not p_sums then e.on_date end as on_date,
      case when not p_sums then e.created_at end as posted_at,
      case when p_sums then null when q.id is null and e.source_table <> 'memos' then e.kind else private.memo_entry('credit', e.quantity > 0) end as kind) k
    where e.project_id = p_project and e.on_date between v_from and v_to group by 1, 2, 3, 4, 5, 6, 7) m
  cross join lateral (values
    ('inventory', m.cost),
    ('input_vat', m.vat),
    (case when m.source_table = 'imports' then 'opening_balances'
      when m.of_stock in ('purchase', 'supplier_return') then 'purchases_clearing'
      when m.of_stock in ('issue', 'return_credit') then 'cost_of_sales'
      -- Nobody knows the sale, so that no sale has this cost.
      when m.of_stock = 'return_in' then 'returned_goods'
      when m.of_stock = 'write_off' then 'stock_write_offs' else 'inventory_adjustments' end, -m.cost - m.vat)) x (account, amount)
  where x.amount <> 0
  union all
  -- Invoices and credits of bookings, opening balances and memos. Credit memos that lower no sale are written off.
  select r.source, r.document, r.on_date, r.kind, x.account, null, x.amount, r.posted_at
  from (
    select case when e.memo_id is null then 'receivables' else 'memos' end as source, k.document, k.on_date, k.posted_at, k.kind, k.opened, sum(e.amount) as amount
    from public.receivable_entries e
    cross join lateral (select case when not p_sums then coalesce(e.memo_id, e.booking_id) end as document, case when not p_sums then e.on_date end as on_date,
      case when not p_sums then e.posted_at end as posted_at,
      case when p_sums then null when e.memo_id is null then e.kind when e.kind in ('debit_memo', 'cancelled') then private.memo_entry('debit', e.amount > 0)
        else private.memo_entry('credit', e.amount < 0) end as kind,
      -- What is cancelled is the opposite of what opened it.
      case when e.memo_id is not null and exists (select from public.memos m
          where m.project_id = p_project and m.id = e.memo_id and m.reason_code = 'undercharge') then 'invoice'
        when e.kind <> 'cancelled' then e.kind else (select min(o.kind) from public.receivable_entries o
        where o.project_id = p_project and o.booking_id = e.booking_id and o.kind in ('opening', 'debit_memo')) end as opened) k
    where e.project_id = p_project and e.on_date between v_from and v_to and e.collection_id is null group by 1, 2, 3, 4, 5, 6) r
  cross join lateral (values
    ('receivables', r.amount),
    (case r.opened when 'opening' then 'opening_balances' when 'debit_memo' then 'other_income' when 'credit_memo' then 'write_offs' else 'unbilled' end, -r.amount)) x (account, amount)
  where r.amount <> 0
  union all
  -- What receipts take off what customers owe. The money of it stands below.
  select 'receipts', r.document, r.on_date, r.kind, x.account, null, x.amount, r.posted_at
  from (
    select k.document, k.on_date, k.posted_at, e.kind, k.counter, coalesce(sum(e.amount) filter (where e.booking_id is not null), 0) as billed,
      coalesce(sum(e.amount) filter (where e.booking_id is null), 0) as unapplied
    from public.receivable_entries e
    join public.collections c on c.project_id = p_project and c.id = e.collection_id
    cross join lateral (select case when not p_sums then e.collection_id end as document, case when not p_sums then e.on_date end as on_date,
      case when not p_sums then e.posted_at end as posted_at,
      case when c.from_archive then 'paper_settlements' when c.collection_type = 'withholding' then 'creditable_tax' else 'receipts_clearing' end as counter) k
    where e.project_id = p_project and e.on_date between v_from and v_to and e.collection_id is not null
    group by k.document, k.on_date, k.posted_at, e.kind, k.counter) r
  cross join lateral (values
    ('receivables', r.billed),
    ('customer_deposits', r.unapplied),
    (r.counter, -r.billed - r.unapplied)) x (account, amount)
  where x.amount <> 0
  union all
  select 'money', m.document, m.on_date, m.kind, x.account, x.part, x.amount, m.posted_at
  from (
    select case when not p_sums then coalesce(e.collection_id, e.remittance_id, e.slip_id, e.voucher_id, e.balance_id) end as document,
      case when not p_sums then e.on_date end as on_date, case when not p_sums then e.posted_at end as posted_at, e.kind, e.place,
      case when e.place in ('bank', 'collector') then e.holder_id end as part,
      -- A cheque that the bank sent back is no money while it is kept to be replaced.
      e.place = 'cheques' and (e.kind = 'cheque_returned' or coalesce((
        select p.kind from public.money_entries p
        where p.project_id = p_project and p.collection_id = e.collection_id and p.id < e.id and p.kind in ('cheque_returned', 'deposit')
        order by p.id desc limit 1) = 'cheque_returned', false)) as returned,
      e.voucher_id is not null as paid, e.remittance_id is not null as variance, e.slip_id is not null as deposited,
      sum(e.amount) as amount, sum(e.confirmed_amount) as confirmed
    from public.money_entries e
    where e.project_id = p_project and e.on_date between v_from and v_to group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10) m
  cross join lateral (values
    (case m.place when 'office' then 'office_cash' when 'collector' then 'collector_cash' when 'bank' then 'bank'
      else case when m.returned then 'receipts_clearing' else 'cheques_on_hand' end end, m.part, case when m.paid then m.confirmed else m.amount end),
    ('issued_cheques', m.part, case when m.paid then m.amount - m.confirmed else 0 end),
    (case when m.paid then 'vouchers_payable' when m.kind = 'opening' then 'opening_balances' when m.variance or m.kind = 'adjustment' then 'cash_variance' else 'receipts_clearing' end, null,
      -- A deposit posts both of its sides.
      case when m.deposited then 0 else -m.amount end)) x (account, part, amount)
  where x.amount <> 0
  union all
  select 'vouchers', case when not p_sums then v.id end, case when not p_sums then v.date_released end, 'release', x.account, x.part, x.amount,
    case when not p_sums then v.released_at end
  from public.vouchers v
  cross join lateral (
    select 'expenses', l.cost_center_id, sum(l.amount - l.vat_amount) from public.voucher_lines l
    where l.project_id = p_project and l.voucher_id = v.id group by l.cost_center_id
    union all
    select 'input_vat', null, sum(l.vat_amount) from public.voucher_lines l where l.project_id = p_project and l.voucher_id = v.id
    union all
    select 'withheld_tax', null, -v.ewt_amount
    union all
    select case v.mode_of_payment when 'cash' then 'petty_cash' else 'vouchers_payable' end, null, -v.net_amount) x (account, part, amount)
  where v.project_id = p_project and v.status = 'released' and v.date_released between v_from and v_to and x.amount <> 0
  ) x (source, document, on_date, kind, account, part, amount, posted_at)
  group by x.source, x.document, x.on_date, x.kind, x.posted_at, x.account, x.part having sum(x.amount) <> 0;
end $function$;

CREATE OR REPLACE FUNCTION private.journal_document(p_project uuid, p_source text, p_document uuid, OUT document_kind text, OUT document_id uuid, OUT document_no text, OUT party text)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.scope_of(p_project, 'journal.read') is null then return; end if;
  document_id := p_document;
  case
    when p_source in ('sales', 'bookings', 'receivables') then
      select 'booking', coalesce(b.invoice_no, b.so_no), c.name into document_kind, document_no, party
      from public.bookings b join public.customers c on c.project_id = p_project and c.id = b.customer_id
      where b.project_id = p_project and b.id = p_document;
    when p_source = 'purchases' then
      select 'purchase', p.po_no, p.supplier into document_kind, document_no, party from public.purchases p where p.project_id = p_project and p.id = p_document;
    when p_source = 'stock_counts' then
      select 'count', to_char(s.counted_on, 'MM/DD/YYYY'), null into document_kind, document_no, party
      from public.stock_counts s where s.project_id = p_project and s.id = p_document;
    when p_source = 'imports' then
      select 'import', i.file_name, null into document_kind, document_no, party from public.imports i where i.project_id = p_project and i.id = p_document;
    when p_source = 'bad_orders' then
      select 'bad_order', r.record_no, null into document_kind, document_no, party from public.bad_orders r where r.project_id = p_project and r.id = p_document;
    when p_source = 'memos' then
      select 'memo', m.memo_no, m.customer_name into document_kind, document_no, party from public.memos m where m.project_id = p_project and m.id = p_document;
    else
      select x.kind, x.no, x.party, x.id into document_kind, document_no, party, document_id from (
        select 'collection' as kind, r.cr_no as no, c.name as party, r.id from public.collections r
        join public.customers c on c.project_id = p_project and c.id = r.customer_id where r.project_id = p_project and r.id = p_document
        union all select 'voucher', v.voucher_no::text, v.pay_to, v.id from public.vouchers v where v.project_id = p_project and v.id = p_document
        union all select 'remittance', m.drr_no, f.display_name, m.id from public.remittances m
        left join public.profiles f on f.user_id = m.collector_id where m.project_id = p_project and m.id = p_document
        union all select 'deposit', d.slip_no, null, d.id from public.deposit_slips d where d.project_id = p_project and d.id = p_document
        union all select 'bank', concat_ws(' ', k.bank, k.account_no), b.remarks, k.id from public.bank_balances b
        join public.banks k on k.project_id = p_project and k.id = b.bank_id where b.project_id = p_project and b.id = p_document) x;
  end case;
  if document_kind is null then document_id := null; end if;
end $function$;

CREATE OR REPLACE FUNCTION private.journal_words(p_source text, p_kind text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when p_source = 'memos' then case p_kind when 'credit_memo' then 'Credit memo' when 'credit_memo_back' then 'Credit memo taken back'
      when 'debit_memo' then 'Debit memo' else 'Debit memo taken back' end
    when p_source = 'sales' then case p_kind when 'delivery' then 'Delivery' else 'Goods returned' end
    when p_source = 'bookings' then 'Cost of goods delivered'
    when p_source = 'purchases' then case p_kind when 'purchase' then 'Purchase' when 'supplier_return' then 'Returned to supplier' else 'Goods returned by a customer' end
    when p_source = 'stock_counts' then 'Stock count'
    when p_source = 'imports' then 'Opening stock'
    when p_source = 'bad_orders' then 'Bad orders written off'
    when p_source = 'receivables' then case p_kind when 'invoice' then 'Invoice' when 'opening' then 'Opening balance' when 'released' then 'Undelivered goods released'
      when 'returned' then 'Credit for returned goods' when 'archived' then 'Archived without invoice' when 'cancelled' then 'Cancelled' end
    when p_source = 'receipts' then case p_kind when 'receipt' then 'Receipt approved' when 'allocation' then 'Credit applied' when 'cheque_returned' then 'Cheque returned'
      when 'redeposited' then 'Cheque deposited again' when 'replaced' then 'Cheque replaced' when 'paid_back' then 'Paid back' when 'archived' then 'Settled on paper' when 'cancelled' then 'Receipt cancelled' end
    when p_source = 'vouchers' then 'Voucher released'
    when p_source = 'money' then case p_kind when 'receipt' then 'Received' when 'approval' then 'Receipt approved' when 'remittance' then 'Remitted'
      when 'variance' then 'Cash over or short' when 'deposit' then 'Deposited' when 'clearing' then 'Cheque cleared' when 'cheque_returned' then 'Cheque returned'
      when 'replacement' then 'Cheque replaced' when 'payment' then 'Paid' when 'paid_back' then 'Paid back' when 'correction' then 'Corrected' when 'cancellation' then 'Cancelled'
      when 'opening' then 'Opening balance' when 'adjustment' then 'Adjusted to the bank statement' end
  end
$function$;

CREATE OR REPLACE FUNCTION private.lock_for_memo(p_memo public.memos, p_booking uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare v_booking public.bookings;
begin
  if p_memo.kind = 'debit' then
    if p_memo.reason_code = 'undercharge' then
      perform private.lock_bookings(p_memo.project_id, array[coalesce(p_booking, private.booking_of_lines(p_memo.project_id, p_memo.id))]);
      select * into v_booking from public.bookings b where b.project_id = p_memo.project_id and b.id = coalesce(p_booking, private.booking_of_lines(p_memo.project_id, p_memo.id));
      perform private.expect_validated(v_booking);
      if v_booking.date_invoiced is null then
        perform private.refuse('wrong_state', format('%s has no invoice whose price could be too low.', v_booking.so_no));
      end if;
      if p_memo.on_date < v_booking.date_invoiced then perform private.invalid('on_date', 'The invoice is of a later day.'); end if;
    end if;
    return;
  end if;
  if p_memo.purchase_id is not null then
    perform private.lock_goods_invoices(p_memo.project_id, p_memo.customer_id);
    return;
  end if;
  perform private.lock_bookings(p_memo.project_id, array(select b.id from private.open_bookings(p_memo.project_id, p_memo.customer_id, p_memo.booking_id, p_memo.reason_code) b
    union select p_memo.booking_id where p_memo.booking_id is not null));
  if p_memo.reason_code = 'return' then
    perform private.lock_stock(p_memo.project_id, array(select l.product_id from public.booking_lines l
      where l.project_id = p_memo.project_id and l.booking_id = p_memo.booking_id));
  end if;
  select * into v_booking from public.bookings b where b.project_id = p_memo.project_id and b.id = p_memo.booking_id;
  if not found then return; end if;
  perform private.expect_creditable_state(v_booking, p_memo.reason_code);
  -- Its VAT would stay: what was charged too much is taken back with the memo.
  if p_memo.reason_code = 'price_allowance' then perform private.expect_no_debit_memo(v_booking); end if;
end $function$;

CREATE OR REPLACE FUNCTION private.open_bookings(p_project uuid, p_customer uuid, p_booking uuid, p_reason text)
 RETURNS SETOF public.bookings
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select b.* from public.bookings b
  where b.project_id = p_project and b.customer_id = p_customer and (p_booking is null or b.id = p_booking)
    and b.balance > 0 and b.approval_status like 'approved%' and b.date_invoiced is not null and b.date_delivered is not null
    -- A debit memo has no price to allow something on.
    and not (b.is_debit_memo and p_reason = 'price_allowance')
$function$;

CREATE OR REPLACE FUNCTION private.pay_back_collection(p_project uuid, p_idempotency_key uuid, p_collection uuid, p_version integer, p_payment jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_scope text := private.authorize(p_project, 'collections.decide');
  v_done jsonb;
  v public.collections;
  v_reason text := private.read_text(p_payment, 'reason', true, p_max => 400);
  v_no text := private.read_text(p_payment, 'paid_back_no', true, p_max => 40);
  v_bank public.banks;
  v_left numeric;
  v_date date;
  v_last date;
begin
  v_done := private.begin_command(p_project, p_idempotency_key, 'pay_back_collection', jsonb_build_array(p_collection, p_version, p_payment));
  if v_done is not null then return v_done; end if;
  select * into v from public.collections c where c.project_id = p_project and c.id = p_collection for no key update;
  if not found then perform private.not_found(); end if;
  perform private.check_version(v.version, p_version);
  perform private.expect_paid_back(p_project, v);
  v_date := private.posting_date(p_project, private.read_date(p_payment, 'paid_on'), 'paid_on');
  select max(x.on_date) into v_last from (
    select e.on_date from public.receivable_entries e where e.project_id = p_project and e.collection_id = p_collection
    union all
    select e.on_date from public.money_entries e where e.project_id = p_project and e.collection_id = p_collection) x;
  if v_date < v_last then
    perform private.invalid('paid_on', format('Not before %s, when this receipt last moved.', to_char(v_last, 'MM/DD/YYYY')));
  end if;
  if p_payment ->> 'paid_from' is distinct from 'office' then
    -- The account is locked, so that no two payments back spend the same money.
    select * into v_bank from public.banks k
    where k.project_id = p_project and k.id = (select private.read_uuid(p_payment, 'paid_from', true)) and k.status = 'active' for no key update;
    if not found then perform private.invalid('paid_from', 'Choose where the money comes from.'); end if;
  end if;

  perform private.lock_allocated(p_project, array[p_collection]);
  perform private.reverse_allocations(p_project, p_collection, 'paid_back', v_date);
  update public.collections set reversed = amount, paid_back_on = v_date, paid_back_bank_id = v_bank.id, paid_back_no = v_no, paid_back_reason = v_reason,
    paid_back_by = auth.uid(), paid_back_at = now()
  where project_id = p_project and id = p_collection returning * into v;
  perform private.post_receipt(p_project, p_collection, 'paid_back', v_date);
  perform private.settle_allocated(p_project, p_collection);
  insert into public.money_entries (project_id, on_date, kind, place, holder_id, collection_id, amount, confirmed_amount)
  values (p_project, v_date, 'paid_back', case when v_bank.id is null then 'office' else 'bank' end, v_bank.id, p_collection, -v.amount, -v.amount);
  if v_bank.id is not null then
    v_left := least(private.bank_balance(p_project, v_bank.id, v_date), private.bank_balance(p_project, v_bank.id, private.business_date(p_project)));
    if v_left < 0 then
      perform private.refuse('cash_exceeded', format('%s %s has %s by the books.', v_bank.bank, v_bank.account_no,
        to_char(v_left + v.amount, 'FM999,999,999,990.00')), 'paid_from');
    end if;
  end if;
  insert into public.customer_finance_events (project_id, customer_id, type, details)
  values (p_project, v.customer_id, 'collection paid back', jsonb_build_object('cr_no', v.cr_no, 'amount', v.amount::text, 'reason', v_reason));
  return private.complete_command(p_idempotency_key, jsonb_build_object('id', v.id, 'version', v.version));
end $function$;

CREATE OR REPLACE FUNCTION private.post_credit_amount(p_memo public.memos)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v public.bookings;
  v_rest numeric := p_memo.amount;
  v_part numeric;
begin
  for v in
    select b.* from private.open_bookings(p_memo.project_id, p_memo.customer_id, p_memo.booking_id, p_memo.reason_code) b
    where b.date_invoiced <= p_memo.on_date order by b.date_invoiced, b.so_no
  loop
    exit when v_rest = 0;
    v_part := least(v_rest, v.balance);
    if p_memo.reason_code = 'price_allowance' then
      perform private.share_allowance(p_memo, v.id, v_part);
    else
      insert into public.booking_credits (project_id, booking_id, kind, quantity, amount, on_date, memo_id)
      values (p_memo.project_id, v.id, 'credit_memo', 0, v_part, p_memo.on_date, p_memo.id);
    end if;
    v_rest := v_rest - v_part;
  end loop;
  if v_rest > 0 then
    perform private.refuse('over_credited', format('Only %s is open on delivered invoices of %s until this date.',
      to_char(p_memo.amount - v_rest, 'FM999,999,999,990.00'), p_memo.customer_name), 'amount');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.record_bank_balance(p_project uuid, p_idempotency_key uuid, p_balance jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_scope text := private.authorize(p_project, 'treasury.write');
  v_done jsonb;
  v_bank uuid := private.read_uuid(p_balance, 'bank_id', true);
  v_date date := private.past_date(p_project, private.read_date(p_balance, 'on_date'), 'on_date');
  -- A balance may be negative, as an account may be overdrawn.
  v_amount numeric := private.read_signed_money(p_balance, 'balance', true);
  v_adjust boolean := private.read_boolean(p_balance, 'adjust');
  v_remarks text := private.read_text(p_balance, 'remarks', v_adjust, p_max => 400);
  v_opens boolean;
  v_posted numeric := 0;
  v_id uuid;
begin
  v_done := private.begin_command(p_project, p_idempotency_key, 'record_bank_balance', p_balance);
  if v_done is not null then return v_done; end if;
  -- The account is locked, so that it is opened once.
  perform from public.banks k where k.project_id = p_project and k.id = v_bank for no key update;
  if not found then perform private.not_found(); end if;
  v_opens := coalesce((select b.on_date from public.bank_balances b where b.project_id = p_project and b.bank_id = v_bank order by b.id limit 1), v_date) = v_date;
  if v_opens or v_adjust then v_posted := v_amount - private.bank_balance(p_project, v_bank, v_date); end if;
  if v_posted <> 0 then perform private.expect_open_day(p_project, v_date, 'on_date'); end if;
  insert into public.bank_balances (project_id, bank_id, on_date, balance, posted, remarks)
  values (p_project, v_bank, v_date, v_amount, v_posted, v_remarks) returning id into v_id;
  insert into public.money_entries (project_id, on_date, kind, place, holder_id, balance_id, amount, confirmed_amount)
  select p_project, v_date, case when v_opens then 'opening' else 'adjustment' end, 'bank', v_bank, v_id, v_posted, v_posted where v_posted <> 0;
  return private.complete_command(p_idempotency_key, jsonb_build_object('id', v_id));
end $function$;

CREATE OR REPLACE FUNCTION public.bank_ledger(p_project uuid, p_bank uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(row_key text, on_date date, kind text, amount numeric, should_be numeric, collection_id uuid, slip_id uuid, voucher_id uuid, reference text, party text, movements bigint, money_in numeric, money_out numeric)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  v_from date := private.read_date(p_filters, 'from');
  v_to date := private.read_date(p_filters, 'to');
  v_after text := p_filters ->> 'after';
  v_before text := p_filters ->> 'before';
  v_limit int := private.read_int(p_filters, 'limit');
begin
  if private.scope_of(p_project, 'treasury.position') is null then perform private.forbid(); end if;
  return query
  with moved as (
    select m.*, concat_ws(' ', to_char(m.on_date, 'YYYY-MM-DD'), m.kind, m.source) collate "C" as row_key from private.bank_movements(p_project, p_bank) m
  ), counted as (
    select m.*, sum(m.amount) over (order by m.row_key) as should_be from moved m
  ), chosen as (
    select c.*, count(*) over () as movements, coalesce(sum(c.amount) filter (where c.amount > 0) over (), 0.00) as money_in,
      coalesce(-sum(c.amount) filter (where c.amount < 0) over (), 0.00) as money_out
    from counted c where (v_from is null or c.on_date >= v_from) and (v_to is null or c.on_date <= v_to)
  )
  select c.row_key, c.on_date, c.kind, c.amount, c.should_be, c.collection_id, c.slip_id, c.voucher_id, c.reference, c.party, c.movements, c.money_in, c.money_out
  from chosen c
  where (v_after is null or c.row_key < v_after collate "C") and (v_before is null or c.row_key > v_before collate "C")
  order by case when v_before is not null then c.row_key end, c.row_key desc limit v_limit;
end $function$;

CREATE OR REPLACE FUNCTION public.bank_positions(p_project uuid, p_days integer DEFAULT 30)
 RETURNS TABLE(bank_id uuid, bank text, account_no text, status text, stated_on date, stated numeric, moved numeric, balance numeric, in_transit numeric, going_out numeric, expected numeric, difference numeric)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if private.scope_of(p_project, 'treasury.position') is null then perform private.forbid(); end if;
  return query
  with stated as (
    select distinct on (b.bank_id) b.bank_id, b.on_date, b.balance from private.statement_balances(p_project) b order by b.bank_id, b.on_date desc
  ), due as (
    select c.bank_id, sum(c.amount_in) as amount_in, sum(c.amount_out) as amount_out from private.due_cheques(p_project) c
    where c.on_date <= private.business_date(p_project) + (select private.read_int(jsonb_build_object('days', p_days), 'days', true, p_max => 3660)) group by c.bank_id
  )
  select k.id, k.bank, k.account_no, k.status, s.on_date, s.balance, m.amount, x.balance, coalesce(d.amount_in, 0.00), coalesce(d.amount_out, 0.00),
    x.balance + coalesce(d.amount_in, 0.00) - coalesce(d.amount_out, 0.00), s.balance + m.amount - x.balance
  from public.banks k
  left join stated s on s.bank_id = k.id
  cross join lateral (select private.bank_moved(p_project, k.id, s.on_date, null) as amount) m
  cross join lateral (select private.bank_balance(p_project, k.id, null) as balance) x
  left join due d on d.bank_id = k.id
  where k.project_id = p_project
    and (k.status = 'active' or x.balance <> 0 or coalesce(d.amount_in, 0) <> 0 or coalesce(d.amount_out, 0) <> 0)
  order by k.sort_key, k.id;
end $function$;

CREATE OR REPLACE FUNCTION public.bank_statements(p_project uuid, p_bank uuid)
 RETURNS TABLE(on_date date, balance numeric, should_be numeric, remarks text, entered_by text, entered_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if private.scope_of(p_project, 'treasury.position') is null then perform private.forbid(); end if;
  return query
  select b.on_date, b.balance, private.bank_balance(p_project, p_bank, b.on_date), b.remarks,
    (select p.display_name from public.profiles p where p.user_id = b.created_by), b.created_at
  from private.statement_balances(p_project) b where b.bank_id = p_bank order by b.on_date desc limit 12;
end $function$;

ALTER TABLE "public"."bank_balances" ADD CONSTRAINT "bank_balances_posted_bounded" CHECK (((posted >= '-999999999999.99'::numeric) AND (posted <= 999999999999.99)));

ALTER TABLE "public"."money_entries" ADD CONSTRAINT "money_entries_document_check" CHECK ((num_nonnulls(collection_id, remittance_id, slip_id, voucher_id, balance_id) = 1));

ALTER TABLE "public"."money_entries" ADD CONSTRAINT "money_entries_kind_check" CHECK ((kind = ANY (ARRAY['receipt'::text, 'approval'::text, 'remittance'::text, 'variance'::text, 'deposit'::text, 'clearing'::text, 'cheque_returned'::text, 'replacement'::text, 'payment'::text, 'paid_back'::text, 'correction'::text, 'cancellation'::text, 'opening'::text, 'adjustment'::text])));

CREATE VIEW "known"."bank_balances" WITH (security_invoker=true) AS  SELECT x.project_id,
    x.id,
    x.bank_id,
    x.on_date,
    x.balance,
    x.posted,
    x.remarks,
    x.created_at,
    x.created_by
   FROM public.bank_balances x
  WHERE (x.created_at <= ( SELECT private.known_at() AS known_at));

CREATE VIEW "known"."money_entries" WITH (security_invoker=true) AS  SELECT x.project_id,
    x.id,
    x.on_date,
    x.kind,
    x.place,
    x.holder_id,
    x.collection_id,
    x.remittance_id,
    x.slip_id,
    x.voucher_id,
    x.balance_id,
    x.amount,
    x.confirmed_amount,
    x.posted_at,
    x.posted_by
   FROM public.money_entries x
  WHERE (x.posted_at <= ( SELECT private.known_at() AS known_at));

CREATE INDEX money_entries_balance_idx ON public.money_entries USING btree (project_id, balance_id) WHERE (balance_id IS NOT NULL);

COMMENT ON FUNCTION "private"."bank_balance"(uuid, uuid, date) IS 'Returns the book balance of a bank account at the end of a day (null: today): the sum of its entries in the money ledger.';

COMMENT ON FUNCTION "private"."bank_movements"(uuid, uuid) IS 'Returns what came into and went out of a bank account by day and document, out of the money ledger, once the bank has it: transfers, cash, cleared cheques, cheques returned after clearing (returned), receipts paid back to customers (paid_back), issued cheques paid by the bank (paid), vouchers paid by transfer (sent), its opening balance (opening) and adjustments to its statements (adjustment), with their remarks as party. What is taken back, such as a cancelled transfer, is the opposite on its own day. source: the document, unique within kind and day.';

COMMENT ON FUNCTION "private"."check_journal"(uuid[]) IS 'Returns the entries of the journal that do not balance, the documents whose cost of sales is not that of the sales ledger, the accounts whose balance is not that of the documents, and the bank accounts whose balance is not that of the cash position.';

COMMENT ON FUNCTION "private"."open_bookings"(uuid, uuid, uuid, text) IS 'Returns the bookings of a customer, or the one named, that a credit memo over an amount may cover: invoiced, delivered in full, and owed. A price allowance covers no debit memo.';

COMMENT ON FUNCTION "public"."bank_ledger"(uuid, uuid, jsonb) IS 'Lists the movements of an account, newest first, with the book balance after each one (should_be). The totals of all matching movements are on every row. p_filters: {from, to, limit, after, before (row_key)}. kind: transfer, cash, cheque (cleared), returned (after it had cleared), paid_back (to a customer), paid (a cheque of ours), sent (a voucher by transfer), opening, adjustment (to a statement). Errors: 42501, 22023.';

COMMENT ON FUNCTION "public"."bank_positions"(uuid, integer) IS 'Returns each account: balance, its book balance out of the money ledger; stated_on and stated, the last statement balance, moved since then, and difference: by how much the statement was more than the book balance of its day, null without a statement; in_transit: deposited, not cleared; going_out: issued cheques that the bank has not paid; expected: within p_days from today. Inactive accounts are listed only while they have a balance. Errors: 42501.';

COMMENT ON FUNCTION "public"."bank_statements"(uuid, uuid) IS 'Lists the last twelve statement balances of an account; should_be: the book balance of that day. Errors: 42501.';

COMMENT ON FUNCTION "public"."cancel_collection"(uuid, uuid, uuid, integer, text) IS 'Cancels a receipt with all its parts and a reason; p_collection and p_version are those of any part; the balance of its bookings is restored. The CR number is not reused. A pending receipt is cancelled by its recorder too; an approved one by another user than those who recorded and collected it (setting maker_checker.receipts). Refused when its cash is deposited, or when its account would be below zero without its transfer. Errors: 42501, P0002, stale_version, wrong_state, remitted, cash_exceeded, maker_checker, 22023.';

COMMENT ON FUNCTION "public"."record_bank_balance"(uuid, uuid, jsonb) IS 'Records the statement balance of a bank account at the end of a day. p_balance: {bank_id, on_date (default today), balance (below zero when overdrawn), adjust (true: the difference from the book balance of that day is posted, such as interest), remarks (required to adjust)}. The first one opens the account: the money ledger gets what makes it the book balance of that day, and so does a correction of it on the same day. Later ones post nothing unless they adjust. Errors: 42501, P0002, not_in_future, period_closed when it posts, 22023.';

COMMENT ON TABLE "public"."bank_balances" IS 'Statement balances of bank accounts at the end of a day. Insert-only: of several entries for a day the last one counts. The first of an account opens it in the money ledger; later ones are compared with it, and adjust it only when that is asked for.';

REVOKE ALL ON FUNCTION "private"."bank_balance"(uuid, uuid, date) FROM "authenticated";

GRANT EXECUTE ON FUNCTION "private"."bank_balance"(uuid, uuid, date) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."open_bookings"(uuid, uuid, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."bank_positions"(uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."bank_positions"(uuid, integer) TO "authenticated";

GRANT SELECT ON TABLE "known"."bank_balances" TO "authenticated";

GRANT SELECT ON TABLE "known"."money_entries" TO "authenticated";

-- The statement balance that was recorded first opens its account, on its day or the first one that is open.
ALTER TABLE public.bank_balances DISABLE TRIGGER append_only;
DO $$
declare v record;
begin
  for v in
    select k.project_id, k.id as bank_id, s.id, s.created_by, greatest(s.on_date, coalesce(p.closed_through + 1, s.on_date)) as on_date,
      s.balance - coalesce((select sum(e.confirmed_amount) from public.money_entries e
        where e.project_id = k.project_id and e.place = 'bank' and e.holder_id = k.id and e.on_date <= s.on_date), 0) as posted
    from public.banks k
    join public.projects p on p.id = k.project_id
    cross join lateral (
      select b.id, b.on_date, b.balance, b.created_by from public.bank_balances b
      where b.project_id = k.project_id and b.bank_id = k.id
        and b.on_date = (select f.on_date from public.bank_balances f where f.project_id = k.project_id and f.bank_id = k.id order by f.id limit 1)
      -- Of several entries for a day the last one counts.
      order by b.id desc limit 1) s
    order by k.project_id, k.id
  loop
    continue when v.posted = 0;
    update public.bank_balances b set posted = v.posted where b.project_id = v.project_id and b.id = v.id;
    insert into public.money_entries (project_id, on_date, kind, place, holder_id, balance_id, amount, confirmed_amount, posted_by)
    values (v.project_id, v.on_date, 'opening', 'bank', v.bank_id, v.id, v.posted, v.posted, v.created_by);
  end loop;
end $$;
ALTER TABLE public.bank_balances ENABLE TRIGGER append_only;

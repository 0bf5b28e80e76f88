set local check_function_bodies = off;

DROP VIEW "known"."kept_days";

CREATE TABLE "private"."vat_day_sums" ("project_id" uuid NOT NULL, "on_date" date NOT NULL, "kind" text NOT NULL, "vat_class" text, "net" numeric(18,2) NOT NULL, "tax" numeric(18,2) NOT NULL, "documents" bigint NOT NULL, "class_documents" bigint NOT NULL, CONSTRAINT "vat_day_sums_class_documents_bounded" CHECK (((class_documents >= '-1000000000'::integer) AND (class_documents <= 1000000000))), CONSTRAINT "vat_day_sums_documents_bounded" CHECK (((documents >= '-1000000000'::integer) AND (documents <= 1000000000))), CONSTRAINT "vat_day_sums_key" UNIQUE NULLS NOT DISTINCT (project_id, on_date, kind, vat_class), CONSTRAINT "vat_day_sums_kind_bounded" CHECK (((length(kind) <= 400) AND (kind !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text))), CONSTRAINT "vat_day_sums_net_bounded" CHECK (((net >= '-9999999999999999.99'::numeric) AND (net <= 9999999999999999.99))), CONSTRAINT "vat_day_sums_on_date_bounded" CHECK (((on_date >= '1900-01-01'::date) AND (on_date <= '2999-12-31'::date))), CONSTRAINT "vat_day_sums_tax_bounded" CHECK (((tax >= '-9999999999999999.99'::numeric) AND (tax <= 9999999999999999.99))), CONSTRAINT "vat_day_sums_vat_class_bounded" CHECK (((length(vat_class) <= 400) AND (vat_class !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text))));

CREATE OR REPLACE FUNCTION known.account_balances(p_project uuid, p_until date)
 RETURNS TABLE(account text, part uuid, amount numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare v record;
begin
  if private.scope_of(p_project, 'journal.read') is null then perform private.forbid(); end if;
  for v in select d.first_day, d.last_day from known.days_to_read(p_project, null, p_until) d loop
    return query select l.account, l.part, l.amount from known.double_entries(p_project, v.first_day, v.last_day, true) l;
  end loop;
  return query
  select s.account, s.part, sum(s.debit - s.credit)
  from known.exact_days k join private.account_day_sums s on s.project_id = p_project and s.on_date = k.on_date
  where k.project_id = p_project and k.on_date <= p_until
  group by 1, 2;
end $function$;

CREATE OR REPLACE FUNCTION known.days_to_read(p_project uuid, p_from date, p_to date)
 RETURNS TABLE(first_day date, last_day date)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 10
 SET search_path TO ''
AS $function$
declare
  v_from date := greatest(p_from, known.first_posted_day(p_project));
  v_to date := coalesce(p_to, 'infinity');
begin
  return query
  select x.first_day, x.last_day from (
    select lag(k.on_date, 1, v_from - 1) over (order by k.on_date) + 1 as first_day, k.on_date - 1 as last_day from (
      select d.on_date from known.exact_days d where d.project_id = p_project and d.on_date between v_from and v_to
      union all
      select v_to + 1) k) x
  where x.first_day <= x.last_day;
end $function$;

CREATE OR REPLACE FUNCTION known.journal_sums(p_project uuid, p_from date, p_to date, p_account text DEFAULT NULL::text, p_entries boolean DEFAULT false, p_by_day boolean DEFAULT true)
 RETURNS TABLE(on_date date, account text, part uuid, debit numeric, credit numeric, lines bigint, days bigint, entries bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
 SET work_mem TO '64MB'
AS $function$
declare v record;
begin
  if private.scope_of(p_project, 'journal.read') is null then perform private.forbid(); end if;
  for v in select d.first_day, d.last_day from known.days_to_read(p_project, p_from, p_to) d loop
    return query
    with summed as materialized (
      -- The lines are read once. Those of a day and an account are as many as its entries.
      select l.on_date, l.account, l.part, coalesce(sum(l.amount) filter (where l.amount > 0), 0.00) as debit,
        coalesce(-sum(l.amount) filter (where l.amount < 0), 0.00) as credit, count(*) as lines, grouping(l.account) = 1 as is_entry
      from known.double_entries(p_project, v.first_day, v.last_day) l
      cross join lateral (select case when p_entries then l.source end as source, case when p_entries then l.document end as document,
        case when p_entries then l.on_date end as entry_on, case when p_entries then l.kind end as kind, case when p_entries then l.posted_at end as posted_at) k
      where p_account is null or l.account = p_account
      group by grouping sets ((l.on_date, l.account, l.part), (k.source, k.document, k.entry_on, k.kind, k.posted_at))
    )
    select case when p_by_day then s.on_date end, s.account, s.part, sum(s.debit), sum(s.credit), sum(s.lines)::bigint, count(*), null::bigint
    from summed s where not s.is_entry group by 1, 2, 3
    union all
    select null, null, null, null, null, null, null, count(*) from summed s where s.is_entry having p_entries;
  end loop;
  return query
  select case when p_by_day then s.on_date end, s.account, s.part, sum(s.debit), sum(s.credit), sum(s.lines)::bigint, count(*),
    sum(case when p_account is null then s.entries else s.account_entries end)::bigint
  from known.exact_days k
  join private.account_day_sums s on s.project_id = p_project and s.on_date = k.on_date and (p_account is null or s.account = p_account)
  where k.project_id = p_project and k.on_date between coalesce(p_from, '-infinity') and coalesce(p_to, 'infinity')
  group by 1, 2, 3;
end $function$;

CREATE OR REPLACE FUNCTION known.report_vat(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(level text, row_key text, month text, on_date date, what text, vat_class text, document_kind text, document_id uuid, document_no text, reference_no text, party text, net numeric, tax numeric, vatable numeric, exempt numeric, zero_rated numeric, output_vat numeric, memos numeric, memos_vat numeric, bought numeric, bought_other numeric, input_vat numeric, payable numeric, creditable numeric, withheld numeric, months bigint, classes bigint, documents bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
#variable_conflict use_column
declare
  v_level text := coalesce(p_filters ->> 'level', 'month');
  ask record;
begin
  ask := private.open_report(p_project, p_filters, 'journal.read', v_level, '{month,class,document,total}');
  if ask.known then
    return query select k.* from known.report_vat(p_project, p_filters - 'known_at') k;
    return;
  end if;
  if v_level = 'document' then
    ask.first_day := greatest(ask.first_day, ask.after_day);
    ask.last_day := least(ask.last_day, ask.before_day);
  end if;
  return query
  with entries as materialized (
    select x.*, array_position('{sale,memo,purchase,voucher,creditable,withheld}', x.kind) as place from (
      select l.source, l.document, l.on_date, to_char(l.on_date, 'YYYY-MM') as month, l.kind, l.vat_class, l.net, l.tax, 0::bigint as documents, 0::bigint as class_documents
      from known.vat_lines(p_project, ask.first_day, ask.last_day) l where v_level = 'document'
      union all
      select null, null, null, s.month, s.kind, s.vat_class, s.net, s.tax, s.documents, s.class_documents
      from known.vat_sums(p_project, ask.first_day, ask.last_day) s where v_level <> 'document') x
  ), summed as (
    select case when v_level in ('month', 'class') then e.month end as month, case when v_level = 'document' then e.on_date end as on_date,
      case when v_level in ('class', 'document') then e.kind end as kind, case when v_level in ('class', 'document') then e.place end as place,
      case when v_level = 'class' then e.vat_class end as vat_class,
      case when v_level = 'document' then e.source end as source, case when v_level = 'document' then e.document end as document,
      sum(e.net) as net, sum(e.tax) as tax,
      coalesce(sum(e.net) filter (where e.kind = 'sale' and e.vat_class = 'vatable'), 0.00) as vatable,
      coalesce(sum(e.net) filter (where e.kind = 'sale' and e.vat_class = 'exempt'), 0.00) as exempt,
      coalesce(sum(e.net) filter (where e.kind = 'sale' and e.vat_class = 'zero_rated'), 0.00) as zero_rated,
      coalesce(sum(e.tax) filter (where e.kind = 'sale'), 0.00) as output_vat,
      coalesce(-sum(e.net) filter (where e.kind = 'memo'), 0.00) as memos, coalesce(-sum(e.tax) filter (where e.kind = 'memo'), 0.00) as memos_vat,
      coalesce(sum(e.net) filter (where e.kind in ('purchase', 'voucher') and e.vat_class = 'vatable'), 0.00) as bought,
      coalesce(sum(e.net) filter (where e.kind in ('purchase', 'voucher') and e.vat_class <> 'vatable'), 0.00) as bought_other,
      coalesce(sum(e.tax) filter (where e.kind in ('purchase', 'voucher')), 0.00) as input_vat,
      coalesce(sum(e.tax) filter (where e.kind = 'creditable'), 0.00) as creditable, coalesce(sum(e.tax) filter (where e.kind = 'withheld'), 0.00) as withheld,
      count(distinct e.month) as months, count(distinct (e.month, e.kind, e.vat_class)) as classes, (case v_level when 'document' then 1 when 'class' then sum(e.class_documents) else sum(e.documents) end)::bigint as documents
    from entries e group by 1, 2, 3, 4, 5, 6, 7
    union all
    -- The total of nothing is a row too.
    select null, null, null, null, null, null, null, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0, 0, 0
    where v_level = 'total' and not exists (select from entries)
  ), keyed as (
    select s.*, concat_ws(E'\x1f', coalesce(s.on_date::text, s.month), to_char(s.place, 'FM00'), s.vat_class, s.document) collate "C" as row_key from summed s
  ), page as (
    select k.* from keyed k
    where (ask.after is null or k.row_key > ask.after collate "C") and (ask.before is null or k.row_key < ask.before collate "C")
    order by case when ask.before is null then k.row_key end, k.row_key desc limit ask.row_limit
  )
  select v_level, k.row_key, k.month, k.on_date, private.vat_words(k.kind, k.vat_class), k.vat_class, d.document_kind, d.document_id,
    d.document_no, r.reference_no, d.party, k.net, k.tax, k.vatable, k.exempt, k.zero_rated, k.output_vat, k.memos, k.memos_vat, k.bought, k.bought_other, k.input_vat,
    k.output_vat - k.memos_vat - k.input_vat, k.creditable, k.withheld, k.months, k.classes, k.documents
  from page k
  left join lateral known.journal_document(p_project, k.source, k.document) d on k.document is not null
  left join known.collections r on k.source = 'receipts' and r.project_id = p_project and r.id = k.document
  order by case when ask.before is null then k.row_key end, k.row_key desc;
end $function$;

CREATE OR REPLACE FUNCTION known.vat_days(p_project uuid, p_from date, p_to date)
 RETURNS TABLE(on_date date, kind text, vat_class text, net numeric, tax numeric, documents bigint, class_documents bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select e.on_date, e.kind, e.vat_class, sum(e.net), sum(e.tax), count(*) filter (where e.nth = 1), count(*)
  from (select x.*, row_number() over (partition by x.on_date, x.kind, x.document order by x.vat_class) as nth from known.vat_entries(p_project, p_from, p_to) x) e
  group by e.on_date, e.kind, e.vat_class
$function$;

CREATE OR REPLACE FUNCTION known.vat_sums(p_project uuid, p_from date, p_to date)
 RETURNS TABLE(month text, kind text, vat_class text, net numeric, tax numeric, documents bigint, class_documents bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare v record;
begin
  if private.scope_of(p_project, 'journal.read') is null then perform private.forbid(); end if;
  for v in select d.first_day, d.last_day from known.days_to_read(p_project, p_from, p_to) d loop
    return query select to_char(d.on_date, 'YYYY-MM'), d.kind, d.vat_class, d.net, d.tax, d.documents, d.class_documents
      from known.vat_days(p_project, v.first_day, v.last_day) d;
  end loop;
  return query
  select to_char(s.on_date, 'YYYY-MM'), s.kind, s.vat_class, sum(s.net), sum(s.tax), sum(s.documents)::bigint, sum(s.class_documents)::bigint
  from known.exact_days k join private.vat_day_sums s on s.project_id = p_project and s.on_date = k.on_date
  where k.project_id = p_project and k.on_date between coalesce(p_from, '-infinity') and coalesce(p_to, 'infinity')
  group by 1, 2, 3;
end $function$;

CREATE OR REPLACE FUNCTION private.account_balances(p_project uuid, p_until date)
 RETURNS TABLE(account text, part uuid, amount numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare v record;
begin
  if private.scope_of(p_project, 'journal.read') is null then perform private.forbid(); end if;
  for v in select d.first_day, d.last_day from private.days_to_read(p_project, null, p_until) d loop
    return query select l.account, l.part, l.amount from private.double_entries(p_project, v.first_day, v.last_day, true) l;
  end loop;
  return query
  select s.account, s.part, sum(s.debit - s.credit)
  from private.exact_days k join private.account_day_sums s on s.project_id = p_project and s.on_date = k.on_date
  where k.project_id = p_project and k.on_date <= p_until
  group by 1, 2;
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
    (55, 'orders.receipts', 'Bookings', 'DR numbers have no gap and no double.'),
    (56, 'journal.days', 'Ledgers', 'What is kept of a past day for reports is what the journal and the VAT report have of that day.')
$function$;

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
    select l.project_id, l.account, sum(l.amount) as amount from lines l where l.account in (select c.account from controls c) group by l.project_id, l.account),
  kept as (select k.project_id, k.on_date from private.exact_days k where k.project_id = any (p_projects))
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
  union all
  select 'journal.days', x.project_id, 'project', x.project_id, format('%s on %s', coalesce(d.name, 'Entries'), x.on_date),
    concat_ws(' / ', sum(x.debit) filter (where x.is_kept), sum(x.credit) filter (where x.is_kept), coalesce(sum(x.lines) filter (where x.is_kept), 0)),
    concat_ws(' / ', sum(x.debit) filter (where not x.is_kept), sum(x.credit) filter (where not x.is_kept), coalesce(sum(x.lines) filter (where not x.is_kept), 0))
  from (
    select true as is_kept, s.project_id, s.on_date, s.account, s.part, s.debit, s.credit, s.lines
    from kept k join private.account_day_sums s on s.project_id = k.project_id and s.on_date = k.on_date
    union all
    select false, l.project_id, l.on_date, l.account, l.part, greatest(l.amount, 0), greatest(-l.amount, 0), 1
    from kept k join lines l on l.project_id = k.project_id and l.on_date = k.on_date
    union all
    select true, s.project_id, s.on_date, null, null, null, null, s.entries
    from kept k join private.account_day_sums s on s.project_id = k.project_id and s.on_date = k.on_date
    union all
    select false, l.project_id, l.on_date, null, null, null, null, count(distinct (l.source, l.document, l.kind, l.posted_at))
    from kept k join lines l on l.project_id = k.project_id and l.on_date = k.on_date group by l.project_id, l.on_date) x
  left join private.default_accounts() d on d.account = x.account
  group by x.project_id, x.on_date, x.account, x.part, d.name
  having (coalesce(sum(x.debit) filter (where x.is_kept), 0), coalesce(sum(x.credit) filter (where x.is_kept), 0), coalesce(sum(x.lines) filter (where x.is_kept), 0))
    is distinct from (coalesce(sum(x.debit) filter (where not x.is_kept), 0), coalesce(sum(x.credit) filter (where not x.is_kept), 0), coalesce(sum(x.lines) filter (where not x.is_kept), 0))
$function$;

CREATE OR REPLACE FUNCTION private.check_vat(p_projects uuid[])
 RETURNS TABLE(check_key text, project_id uuid, kind text, id uuid, label text, stored text, expected text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with lines as materialized (
    select l.project_id, l.booking_id, l.vat_class, l.vat_percent, l.vat_on_top, l.amount, d.net + round(d.net * l.vat_on_top / 100, 2) as delivered
    from public.booking_lines l
    cross join lateral (select round((l.agent_srp * l.quantity_delivered * l.quantity * (100 - l.discount_percent) - l.discount_amount * l.quantity_delivered * 100 * l.agent_srp_pieces) / (100.0 * l.agent_srp_pieces * l.quantity), 2) as net) d
    where l.project_id = any (p_projects)),
  -- VAT on top of prices is rounded on each line, VAT in the prices on the sum of a document.
  said as (
    select l.project_id, l.booking_id, coalesce(sum(l.amount) filter (where l.vat_class = 'exempt'), 0) as exempt,
      coalesce(sum(l.amount) filter (where l.vat_class = 'zero_rated'), 0) as zero_rated,
      sum(case when l.vat_on_top > 0 then l.amount - round(l.amount / (1 + l.vat_percent / 100), 2) else 0 end)
        + coalesce(sum(l.amount) filter (where l.vat_percent > l.vat_on_top), 0)
        - round(coalesce(sum(l.amount) filter (where l.vat_percent > l.vat_on_top), 0) / (1 + max(l.vat_percent) / 100), 2) as vat,
      sum(case when l.vat_on_top > 0 then l.delivered - round(l.delivered / (1 + l.vat_percent / 100), 2) else 0 end)
        + coalesce(sum(l.delivered) filter (where l.vat_percent > l.vat_on_top), 0)
        - round(coalesce(sum(l.delivered) filter (where l.vat_percent > l.vat_on_top), 0) / (1 + max(l.vat_percent) / 100), 2) as delivered_vat
    from lines l group by l.project_id, l.booking_id),
  journal as materialized (
    select p.id as project_id, date_trunc('month', l.on_date)::date as month, l.account, case l.account when 'output_vat' then l.document end as document, sum(l.amount) as amount
    from unnest(p_projects) p (id) cross join lateral private.double_entries(p.id, null, null) l
    where l.account in ('output_vat', 'input_vat', 'creditable_tax', 'withheld_tax') group by 1, 2, 3, 4),
  months as (
    select j.project_id, j.month, j.account, sum(j.amount) as amount from journal j group by j.project_id, j.month, j.account),
  report as (
    select p.id as project_id, date_trunc('month', e.on_date)::date as month, case when e.kind in ('sale', 'memo') then 'output_vat' when e.kind in ('purchase', 'voucher') then 'input_vat'
      when e.kind = 'creditable' then 'creditable_tax' else 'withheld_tax' end as account, sum(case when e.kind in ('sale', 'memo', 'withheld') then -e.tax else e.tax end) as amount
    from unnest(p_projects) p (id) cross join lateral private.vat_entries(p.id, null, null) e group by 1, 2, 3)
  select 'vat.bookings', b.project_id, 'booking', b.id, b.so_no, concat_ws(' / ', b.vat_amount, b.exempt_amount, b.zero_rated_amount), concat_ws(' / ', s.vat, s.exempt, s.zero_rated)
  from public.bookings b join said s on s.project_id = b.project_id and s.booking_id = b.id
  where b.project_id = any (p_projects) and b.validated_at is not null
    and (b.vat_amount, b.exempt_amount, b.zero_rated_amount) is distinct from (s.vat, s.exempt, s.zero_rated)
  union all
  select 'vat.purchases', l.project_id, 'purchase', p.id, format('%s line %s', p.po_no, l.line_no), coalesce(m.vat, 0)::text, x.vat::text
  from public.purchase_lines l
  join public.purchases p on p.project_id = l.project_id and p.id = l.purchase_id
  left join (select k.project_id, k.source_line, sum(k.vat_amount) as vat from public.stock_movements k
    where k.project_id = any (p_projects) and k.source_table = 'purchases' group by k.project_id, k.source_line) m on m.project_id = l.project_id and m.source_line = l.id
  cross join lateral (select case when p.status <> 'active' then 0.00 when p.kind = 'supplier_return' then -l.vat_amount else l.vat_amount end as vat) x
  where l.project_id = any (p_projects) and coalesce(m.vat, 0) <> x.vat
  union all
  select 'vat.output', x.project_id, case when b.id is null then 'memo' else 'booking' end, x.document, coalesce(b.so_no, m.memo_no, 'Output VAT'), sum(x.posted)::text, sum(x.vat)::text
  from (
    select j.project_id, j.document, -j.amount as posted, 0.00 as vat from journal j where j.account = 'output_vat'
    union all
    select s.project_id, s.booking_id, 0, s.delivered_vat from said s
    union all
    select m.project_id, m.id, 0, case m.kind when 'credit' then -m.vat_amount else m.vat_amount end from public.memos m
    where m.project_id = any (p_projects) and m.status = 'approved') x
  left join public.bookings b on b.project_id = x.project_id and b.id = x.document
  left join public.memos m on m.project_id = x.project_id and m.id = x.document
  group by x.project_id, x.document, b.id, b.so_no, m.memo_no having sum(x.posted) <> sum(x.vat)
  union all
  select 'vat.report', coalesce(j.project_id, r.project_id), 'project', coalesce(j.project_id, r.project_id), format('%s of %s', d.name, to_char(coalesce(j.month, r.month), 'MM/YYYY')),
    coalesce(r.amount, 0)::text, coalesce(j.amount, 0)::text
  from months j full join report r on r.project_id = j.project_id and r.month = j.month and r.account = j.account
  join private.default_accounts() d on d.account = coalesce(j.account, r.account)
  where coalesce(j.amount, 0) <> coalesce(r.amount, 0)
  union all
  select 'journal.days', coalesce(s.project_id, d.project_id), 'project', coalesce(s.project_id, d.project_id),
    format('%s on %s', private.vat_words(coalesce(s.kind, d.kind), coalesce(s.vat_class, d.vat_class)), coalesce(s.on_date, d.on_date)),
    concat_ws(' / ', s.net, s.tax, s.documents, s.class_documents), concat_ws(' / ', d.net, d.tax, d.documents, d.class_documents)
  from (
    select s.* from private.exact_days k join private.vat_day_sums s on s.project_id = k.project_id and s.on_date = k.on_date
    where k.project_id = any (p_projects)) s
  full join (
    select k.project_id, d.* from unnest(p_projects) p (id) cross join lateral private.vat_days(p.id, null, null) d
    join private.exact_days k on k.project_id = p.id and k.on_date = d.on_date) d
  on d.project_id = s.project_id and d.on_date = s.on_date and d.kind = s.kind and coalesce(d.vat_class, '') = coalesce(s.vat_class, '')
  where (s.net, s.tax, s.documents, s.class_documents) is distinct from (d.net, d.tax, d.documents, d.class_documents)
$function$;

CREATE OR REPLACE FUNCTION private.days_to_read(p_project uuid, p_from date, p_to date)
 RETURNS TABLE(first_day date, last_day date)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 10
 SET search_path TO ''
AS $function$
declare
  v_from date := greatest(p_from, private.first_posted_day(p_project));
  v_to date := coalesce(p_to, 'infinity');
begin
  return query
  select x.first_day, x.last_day from (
    select lag(k.on_date, 1, v_from - 1) over (order by k.on_date) + 1 as first_day, k.on_date - 1 as last_day from (
      select d.on_date from private.exact_days d where d.project_id = p_project and d.on_date between v_from and v_to
      union all
      select v_to + 1) k) x
  where x.first_day <= x.last_day;
end $function$;

CREATE OR REPLACE FUNCTION private.journal_sums(p_project uuid, p_from date, p_to date, p_account text DEFAULT NULL::text, p_entries boolean DEFAULT false, p_by_day boolean DEFAULT true)
 RETURNS TABLE(on_date date, account text, part uuid, debit numeric, credit numeric, lines bigint, days bigint, entries bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
 SET work_mem TO '64MB'
AS $function$
declare v record;
begin
  if private.scope_of(p_project, 'journal.read') is null then perform private.forbid(); end if;
  for v in select d.first_day, d.last_day from private.days_to_read(p_project, p_from, p_to) d loop
    return query
    with summed as materialized (
      -- The lines are read once. Those of a day and an account are as many as its entries.
      select l.on_date, l.account, l.part, coalesce(sum(l.amount) filter (where l.amount > 0), 0.00) as debit,
        coalesce(-sum(l.amount) filter (where l.amount < 0), 0.00) as credit, count(*) as lines, grouping(l.account) = 1 as is_entry
      from private.double_entries(p_project, v.first_day, v.last_day) l
      cross join lateral (select case when p_entries then l.source end as source, case when p_entries then l.document end as document,
        case when p_entries then l.on_date end as entry_on, case when p_entries then l.kind end as kind, case when p_entries then l.posted_at end as posted_at) k
      where p_account is null or l.account = p_account
      group by grouping sets ((l.on_date, l.account, l.part), (k.source, k.document, k.entry_on, k.kind, k.posted_at))
    )
    select case when p_by_day then s.on_date end, s.account, s.part, sum(s.debit), sum(s.credit), sum(s.lines)::bigint, count(*), null::bigint
    from summed s where not s.is_entry group by 1, 2, 3
    union all
    select null, null, null, null, null, null, null, count(*) from summed s where s.is_entry having p_entries;
  end loop;
  return query
  select case when p_by_day then s.on_date end, s.account, s.part, sum(s.debit), sum(s.credit), sum(s.lines)::bigint, count(*),
    sum(case when p_account is null then s.entries else s.account_entries end)::bigint
  from private.exact_days k
  join private.account_day_sums s on s.project_id = p_project and s.on_date = k.on_date and (p_account is null or s.account = p_account)
  where k.project_id = p_project and k.on_date between coalesce(p_from, '-infinity') and coalesce(p_to, 'infinity')
  group by 1, 2, 3;
end $function$;

CREATE OR REPLACE FUNCTION private.keep_days(p_project uuid, p_days integer DEFAULT 31)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first date := private.first_posted_day(p_project);
  v_today date := private.business_date(p_project);
  v_days date[];
  v record;
begin
  -- Nobody waits here for those who post, and nothing is summed of an older moment.
  if current_setting('transaction_isolation') <> 'read committed'
    or not pg_try_advisory_xact_lock(hashtextextended('closing of ' || p_project::text, 0)) then return 0; end if;
  v_days := array(
    select v_first + n from generate_series(0, v_today - v_first - 1) n
    where v_first + n not in (select k.on_date from private.exact_days k where k.project_id = p_project)
    order by n desc limit p_days);
  if v_days = '{}' then return 0; end if;
  delete from private.account_day_sums s where s.project_id = p_project and s.on_date = any (v_days);
  delete from private.vat_day_sums s where s.project_id = p_project and s.on_date = any (v_days);
  delete from private.changed_days c where c.project_id = p_project and c.on_date = any (v_days);
  for v in
    select min(d.on_date) as first_day, max(d.on_date) as last_day
    from (select u.on_date, u.on_date - row_number() over (order by u.on_date)::int as run from unnest(v_days) u (on_date)) d group by d.run
  loop
    insert into private.account_day_sums (project_id, on_date, account, part, debit, credit, lines, entries, account_entries)
    select p_project, l.on_date, l.account, l.part, sum(greatest(l.amount, 0)), sum(greatest(-l.amount, 0)), count(*),
      count(*) filter (where l.nth = 1), count(*) filter (where l.nth_of_account = 1)
    from (
      select d.*, row_number() over (partition by d.source, d.document, d.on_date, d.kind, d.posted_at order by d.account, d.part) as nth,
        row_number() over (partition by d.source, d.document, d.on_date, d.kind, d.posted_at, d.account order by d.part) as nth_of_account
      from private.double_entries(p_project, v.first_day, v.last_day) d) l
    group by l.on_date, l.account, l.part;
    insert into private.vat_day_sums (project_id, on_date, kind, vat_class, net, tax, documents, class_documents)
    select p_project, d.on_date, d.kind, d.vat_class, d.net, d.tax, d.documents, d.class_documents from private.vat_days(p_project, v.first_day, v.last_day) d;
  end loop;
  insert into private.kept_days (project_id, on_date) select p_project, u.on_date from unnest(v_days) u (on_date) on conflict do nothing;
  return cardinality(v_days);
end $function$;

CREATE OR REPLACE FUNCTION private.make_known()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
 SET check_function_bodies TO 'off'
AS $functionx$
declare
  -- Today's memberships decide who may read, not those of the moment. The trail knows what an invoice said at its own moment.
  v_live text[] := array['scope_of', 'my_agents', 'zone_of', 'names_at_issue'];
  v_reports text[] := array['customer_statement', 'customer_statements'] || array(
    select p.proname::text from pg_catalog.pg_proc p where p.pronamespace = 'public'::regnamespace and p.proname ~ '^report_' and p.proretset);
  v_found text[] := v_reports;
  v_more text[];
  v_tables text[];
  v_functions text[];
  v_restricted text[];
  v_names text;
  v_text text;
  v record;
begin
  drop schema if exists known cascade;
  create schema known;
  grant usage on schema known to authenticated;

  -- Everything that the functions of the reports use
  loop
    select array_agg(distinct w) into v_more
    from pg_catalog.pg_proc p cross join lateral private.known_words(p.prosrc) w
    where (p.pronamespace = 'private'::regnamespace or p.proname = any (v_reports)) and p.proname = any (v_found) and w <> all (v_found) and w <> all (v_live);
    exit when v_more is null;
    v_found := v_found || v_more;
  end loop;
  v_tables := array(select c.relname::text from pg_catalog.pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname = any (v_found));
  -- Of the functions only those that read tables, by themselves or through others
  v_functions := v_tables || '{receivable_positions,exact_days,business_date}';
  loop
    select array_agg(distinct p.proname::text) into v_more
    from pg_catalog.pg_proc p
    where (p.pronamespace = 'private'::regnamespace or p.proname = any (v_reports)) and p.proname = any (v_found) and p.proname <> all (v_functions)
      and exists (select from private.known_words(p.prosrc) w where w = any (v_functions));
    exit when v_more is null;
    v_functions := v_functions || v_more;
  end loop;

  v_restricted := array(select t from unnest(v_tables) t where exists (
    select from pg_catalog.pg_attribute a where a.attrelid = format('public.%I', t)::regclass and a.attnum > 0 and not a.attisdropped
      and not pg_catalog.has_column_privilege('authenticated', a.attrelid, a.attnum, 'select')));
  for v_text in select t from unnest(v_tables) t order by t loop
    perform private.make_known_view(format('public.%I', v_text)::regclass, false);
    if v_text = any (v_restricted) then perform private.make_known_view(format('public.%I', v_text)::regclass, true); end if;
  end loop;

  execute $view$create view known.receivable_positions with (security_invoker = true) as
    select e.project_id, coalesce(e.booking_id, e.collection_id) as document_id, e.booking_id is not null as is_booking, min(e.customer_id::text)::uuid as customer_id,
      sum(e.amount) as amount, sum(e.cleared_amount) as cleared_amount, max(e.on_date) as moved_on
    from known.receivable_entries e group by 1, 2, 3$view$;

  -- Sums are kept of what is known now.
  create view known.exact_days with (security_invoker = true) as select * from private.exact_days where false;

  execute $function$create function known.business_date(p_project uuid) returns date
    language sql stable security definer set search_path = '' as $body$
      select (private.known_at() at time zone private.zone_of(p_project))::date
    $body$$function$;
  grant execute on function known.business_date(uuid) to authenticated;

  v_names := '\m(?:public|private)\.(' || array_to_string(v_functions, '|') || ')\M';
  for v in
    select p.oid, p.proname, p.prosecdef, p.pronamespace,
      format('known.%I(%s)', p.proname, regexp_replace(pg_catalog.pg_get_function_identity_arguments(p.oid), v_names, 'known.\1', 'g')) as made,
      pg_catalog.has_function_privilege('authenticated', p.oid, 'execute') as granted
    from pg_catalog.pg_proc p
    where (p.pronamespace = 'private'::regnamespace or p.proname = any (v_reports)) and p.proname = any (v_functions) and p.proname <> 'business_date'
    order by p.oid
  loop
    v_text := regexp_replace(pg_catalog.pg_get_functiondef(v.oid), v_names, 'known.\1', 'g');
    -- With the rights of the owner all columns are read.
    if v.prosecdef then v_text := regexp_replace(v_text, '\mknown\.(' || array_to_string(v_restricted, '|') || ')\M', 'known.\1_whole', 'g'); end if;
    execute v_text;
    execute format('comment on function %s is %L', v.made, format('%s.%s on the tables as of private.known_at.', v.pronamespace::regnamespace, v.proname));
    if v.granted then execute format('grant execute on function %s to authenticated', v.made); end if;
  end loop;
end $functionx$;

CREATE OR REPLACE FUNCTION private.note_purchase_days()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.note_changed_days(old.project_id, array(
    select distinct m.on_date from public.stock_movements m
    where m.project_id = old.project_id and m.source_table = 'purchases' and m.source_id = old.purchase_id));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.vat_days(p_project uuid, p_from date, p_to date)
 RETURNS TABLE(on_date date, kind text, vat_class text, net numeric, tax numeric, documents bigint, class_documents bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select e.on_date, e.kind, e.vat_class, sum(e.net), sum(e.tax), count(*) filter (where e.nth = 1), count(*)
  from (select x.*, row_number() over (partition by x.on_date, x.kind, x.document order by x.vat_class) as nth from private.vat_entries(p_project, p_from, p_to) x) e
  group by e.on_date, e.kind, e.vat_class
$function$;

CREATE OR REPLACE FUNCTION private.vat_sums(p_project uuid, p_from date, p_to date)
 RETURNS TABLE(month text, kind text, vat_class text, net numeric, tax numeric, documents bigint, class_documents bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare v record;
begin
  if private.scope_of(p_project, 'journal.read') is null then perform private.forbid(); end if;
  for v in select d.first_day, d.last_day from private.days_to_read(p_project, p_from, p_to) d loop
    return query select to_char(d.on_date, 'YYYY-MM'), d.kind, d.vat_class, d.net, d.tax, d.documents, d.class_documents
      from private.vat_days(p_project, v.first_day, v.last_day) d;
  end loop;
  return query
  select to_char(s.on_date, 'YYYY-MM'), s.kind, s.vat_class, sum(s.net), sum(s.tax), sum(s.documents)::bigint, sum(s.class_documents)::bigint
  from private.exact_days k join private.vat_day_sums s on s.project_id = p_project and s.on_date = k.on_date
  where k.project_id = p_project and k.on_date between coalesce(p_from, '-infinity') and coalesce(p_to, 'infinity')
  group by 1, 2, 3;
end $function$;

CREATE OR REPLACE FUNCTION public.report_vat(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(level text, row_key text, month text, on_date date, what text, vat_class text, document_kind text, document_id uuid, document_no text, reference_no text, party text, net numeric, tax numeric, vatable numeric, exempt numeric, zero_rated numeric, output_vat numeric, memos numeric, memos_vat numeric, bought numeric, bought_other numeric, input_vat numeric, payable numeric, creditable numeric, withheld numeric, months bigint, classes bigint, documents bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
#variable_conflict use_column
declare
  v_level text := coalesce(p_filters ->> 'level', 'month');
  ask record;
begin
  ask := private.open_report(p_project, p_filters, 'journal.read', v_level, '{month,class,document,total}');
  if ask.known then
    return query select k.* from known.report_vat(p_project, p_filters - 'known_at') k;
    return;
  end if;
  if v_level = 'document' then
    ask.first_day := greatest(ask.first_day, ask.after_day);
    ask.last_day := least(ask.last_day, ask.before_day);
  end if;
  return query
  with entries as materialized (
    select x.*, array_position('{sale,memo,purchase,voucher,creditable,withheld}', x.kind) as place from (
      select l.source, l.document, l.on_date, to_char(l.on_date, 'YYYY-MM') as month, l.kind, l.vat_class, l.net, l.tax, 0::bigint as documents, 0::bigint as class_documents
      from private.vat_lines(p_project, ask.first_day, ask.last_day) l where v_level = 'document'
      union all
      select null, null, null, s.month, s.kind, s.vat_class, s.net, s.tax, s.documents, s.class_documents
      from private.vat_sums(p_project, ask.first_day, ask.last_day) s where v_level <> 'document') x
  ), summed as (
    select case when v_level in ('month', 'class') then e.month end as month, case when v_level = 'document' then e.on_date end as on_date,
      case when v_level in ('class', 'document') then e.kind end as kind, case when v_level in ('class', 'document') then e.place end as place,
      case when v_level = 'class' then e.vat_class end as vat_class,
      case when v_level = 'document' then e.source end as source, case when v_level = 'document' then e.document end as document,
      sum(e.net) as net, sum(e.tax) as tax,
      coalesce(sum(e.net) filter (where e.kind = 'sale' and e.vat_class = 'vatable'), 0.00) as vatable,
      coalesce(sum(e.net) filter (where e.kind = 'sale' and e.vat_class = 'exempt'), 0.00) as exempt,
      coalesce(sum(e.net) filter (where e.kind = 'sale' and e.vat_class = 'zero_rated'), 0.00) as zero_rated,
      coalesce(sum(e.tax) filter (where e.kind = 'sale'), 0.00) as output_vat,
      coalesce(-sum(e.net) filter (where e.kind = 'memo'), 0.00) as memos, coalesce(-sum(e.tax) filter (where e.kind = 'memo'), 0.00) as memos_vat,
      coalesce(sum(e.net) filter (where e.kind in ('purchase', 'voucher') and e.vat_class = 'vatable'), 0.00) as bought,
      coalesce(sum(e.net) filter (where e.kind in ('purchase', 'voucher') and e.vat_class <> 'vatable'), 0.00) as bought_other,
      coalesce(sum(e.tax) filter (where e.kind in ('purchase', 'voucher')), 0.00) as input_vat,
      coalesce(sum(e.tax) filter (where e.kind = 'creditable'), 0.00) as creditable, coalesce(sum(e.tax) filter (where e.kind = 'withheld'), 0.00) as withheld,
      count(distinct e.month) as months, count(distinct (e.month, e.kind, e.vat_class)) as classes, (case v_level when 'document' then 1 when 'class' then sum(e.class_documents) else sum(e.documents) end)::bigint as documents
    from entries e group by 1, 2, 3, 4, 5, 6, 7
    union all
    -- The total of nothing is a row too.
    select null, null, null, null, null, null, null, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0, 0, 0
    where v_level = 'total' and not exists (select from entries)
  ), keyed as (
    select s.*, concat_ws(E'\x1f', coalesce(s.on_date::text, s.month), to_char(s.place, 'FM00'), s.vat_class, s.document) collate "C" as row_key from summed s
  ), page as (
    select k.* from keyed k
    where (ask.after is null or k.row_key > ask.after collate "C") and (ask.before is null or k.row_key < ask.before collate "C")
    order by case when ask.before is null then k.row_key end, k.row_key desc limit ask.row_limit
  )
  select v_level, k.row_key, k.month, k.on_date, private.vat_words(k.kind, k.vat_class), k.vat_class, d.document_kind, d.document_id,
    d.document_no, r.reference_no, d.party, k.net, k.tax, k.vatable, k.exempt, k.zero_rated, k.output_vat, k.memos, k.memos_vat, k.bought, k.bought_other, k.input_vat,
    k.output_vat - k.memos_vat - k.input_vat, k.creditable, k.withheld, k.months, k.classes, k.documents
  from page k
  left join lateral private.journal_document(p_project, k.source, k.document) d on k.document is not null
  left join public.collections r on k.source = 'receipts' and r.project_id = p_project and r.id = k.document
  order by case when ask.before is null then k.row_key end, k.row_key desc;
end $function$;

CREATE VIEW "private"."exact_days" WITH (security_invoker=true) AS  SELECT k.project_id,
    k.on_date
   FROM private.kept_days k
  WHERE (NOT (EXISTS ( SELECT
           FROM private.changed_days c
          WHERE ((c.project_id = k.project_id) AND (c.on_date = k.on_date)))));

CREATE VIEW "known"."exact_days" WITH (security_invoker=true) AS  SELECT exact_days.project_id,
    exact_days.on_date
   FROM private.exact_days
  WHERE false;

CREATE TRIGGER note_days AFTER DELETE OR UPDATE OF vat_class ON public.purchase_lines FOR EACH ROW EXECUTE FUNCTION private.note_purchase_days();

COMMENT ON FUNCTION "known"."vat_days"(uuid, date, date) IS 'private.vat_days on the tables as of private.known_at.';

COMMENT ON FUNCTION "known"."vat_sums"(uuid, date, date) IS 'private.vat_sums on the tables as of private.known_at.';

COMMENT ON FUNCTION "private"."check_vat"(uuid[]) IS 'Returns the violations of the checks of VAT: what bookings and purchases say of it, output VAT, input VAT and withheld taxes of each month, and what is kept of days.';

COMMENT ON FUNCTION "private"."note_purchase_days"() IS 'Trigger of lines of purchases: the VAT report reads their class.';

COMMENT ON FUNCTION "private"."vat_days"(uuid, date, date) IS 'Returns vat_entries by day, kind and class, with the documents of this class, and those whose first class of this kind it is. It asks for no permission and is granted to nobody.';

COMMENT ON FUNCTION "private"."vat_sums"(uuid, date, date) IS 'Returns parts of vat_days by month, from kept days and from the ledgers: they are to be added up. Errors: 42501 without journal.read.';

COMMENT ON TABLE "private"."vat_day_sums" IS 'The VAT report by kept day, kind and class (private.vat_days). documents: those whose first class of this kind is here, so that they add up over classes; class_documents: all that have this class.';

COMMENT ON VIEW "private"."exact_days" IS 'Days whose kept sums are those of the ledgers. Reports read them through it.';

REVOKE ALL ON FUNCTION "known"."vat_days"(uuid, date, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "known"."vat_sums"(uuid, date, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "known"."vat_sums"(uuid, date, date) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."note_purchase_days"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."vat_days"(uuid, date, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."vat_sums"(uuid, date, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."vat_sums"(uuid, date, date) TO "authenticated";

-- What is kept of a day now has its VAT.
delete from private.kept_days;
select private.keep_days(p.id, 100000) from public.projects p;

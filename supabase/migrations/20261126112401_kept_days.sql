set local check_function_bodies = off;

DROP FUNCTION "known"."journal_sums"(uuid, date, date, text, boolean);

DROP FUNCTION "private"."journal_sums"(uuid, date, date, text, boolean);

CREATE TABLE "private"."account_day_sums" ("project_id" uuid NOT NULL, "on_date" date NOT NULL, "account" text NOT NULL, "part" uuid, "debit" numeric(18,2) NOT NULL, "credit" numeric(18,2) NOT NULL, "lines" bigint NOT NULL, "entries" bigint NOT NULL, "account_entries" bigint NOT NULL, CONSTRAINT "account_day_sums_account_bounded" CHECK (((length(account) <= 400) AND (account !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text))), CONSTRAINT "account_day_sums_account_entries_bounded" CHECK (((account_entries >= '-1000000000'::integer) AND (account_entries <= 1000000000))), CONSTRAINT "account_day_sums_credit_bounded" CHECK (((credit >= '-9999999999999999.99'::numeric) AND (credit <= 9999999999999999.99))), CONSTRAINT "account_day_sums_debit_bounded" CHECK (((debit >= '-9999999999999999.99'::numeric) AND (debit <= 9999999999999999.99))), CONSTRAINT "account_day_sums_entries_bounded" CHECK (((entries >= '-1000000000'::integer) AND (entries <= 1000000000))), CONSTRAINT "account_day_sums_key" UNIQUE NULLS NOT DISTINCT (project_id, on_date, account, part), CONSTRAINT "account_day_sums_lines_bounded" CHECK (((lines >= '-1000000000'::integer) AND (lines <= 1000000000))), CONSTRAINT "account_day_sums_on_date_bounded" CHECK (((on_date >= '1900-01-01'::date) AND (on_date <= '2999-12-31'::date))));

CREATE TABLE "private"."changed_days" ("project_id" uuid NOT NULL, "on_date" date NOT NULL, CONSTRAINT "changed_days_on_date_bounded" CHECK (((on_date >= '1900-01-01'::date) AND (on_date <= '2999-12-31'::date))));

CREATE TABLE "private"."kept_days" ("project_id" uuid NOT NULL, "on_date" date NOT NULL, CONSTRAINT "kept_days_on_date_bounded" CHECK (((on_date >= '1900-01-01'::date) AND (on_date <= '2999-12-31'::date))), CONSTRAINT "kept_days_pkey" PRIMARY KEY (project_id, on_date));

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
  from known.kept_days k join private.account_day_sums s on s.project_id = p_project and s.on_date = k.on_date
  where k.project_id = p_project and k.on_date <= p_until
    and not exists (select from private.changed_days c where c.project_id = p_project and c.on_date = k.on_date)
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
      select d.on_date from known.kept_days d where d.project_id = p_project and d.on_date between v_from and v_to
        and not exists (select from private.changed_days c where c.project_id = p_project and c.on_date = d.on_date)
      union all
      select v_to + 1) k) x
  where x.first_day <= x.last_day;
end $function$;

CREATE OR REPLACE FUNCTION known.first_posted_day(p_project uuid)
 RETURNS date
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select least(
    (select min(e.on_date) from known.sales_entries_whole e where e.project_id = p_project),
    (select min(e.on_date) from known.stock_movements_whole e where e.project_id = p_project),
    (select min(e.on_date) from known.receivable_entries e where e.project_id = p_project),
    (select min(e.on_date) from known.money_entries e where e.project_id = p_project),
    (select min(v.date_released) from known.vouchers v where v.project_id = p_project and v.status = 'released'))
$function$;

CREATE OR REPLACE FUNCTION known.journal_days(p_project uuid, p_from date, p_to date, p_account text, p_after text, p_before text, p_limit integer, OUT from_day date, OUT to_day date)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_after date := case when private.is_day(left(p_after, 10)) then left(p_after, 10)::date end;
  v_before date := case when private.is_day(left(p_before, 10)) then left(p_before, 10)::date end;
  v_days int := 4;
  v_last date;
begin
  from_day := greatest(p_from, v_after);
  to_day := least(p_to, v_before);
  if p_from is null or p_to is null or p_limit is null then return; end if;
  loop
    exit when v_days > to_day - from_day;
    select d.on_date into v_last from (
      select s.on_date, sum(sum(s.lines)) over (order by case when p_before is null then s.on_date end, s.on_date desc) as upto
      from known.journal_sums(p_project, case when p_before is null then from_day else to_day - v_days + 1 end, case when p_before is null then from_day + v_days - 1 else to_day end, p_account) s
      -- Lines of the cursor's own day may be on the page before.
      where (v_after is null or s.on_date > v_after) and (v_before is null or s.on_date < v_before)
      group by s.on_date) d
    where d.upto >= p_limit order by d.upto limit 1;
    if v_last is not null then
      if p_before is null then to_day := v_last; else from_day := v_last; end if;
      return;
    end if;
    v_days := v_days * 4;
  end loop;
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
  from known.kept_days k
  join private.account_day_sums s on s.project_id = p_project and s.on_date = k.on_date and (p_account is null or s.account = p_account)
  where k.project_id = p_project and k.on_date between coalesce(p_from, '-infinity') and coalesce(p_to, 'infinity')
    and not exists (select from private.changed_days c where c.project_id = p_project and c.on_date = k.on_date)
  group by 1, 2, 3;
end $function$;

CREATE OR REPLACE FUNCTION known.report_journal(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(level text, row_key text, entry_no text, on_date date, what text, document_kind text, document_id uuid, document_no text, party text, account text, account_code text, account_name text, part_name text, debit numeric, credit numeric, lines bigint, entries bigint, accounts bigint, day_accounts bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
#variable_conflict use_column
declare
  v_level text := coalesce(p_filters ->> 'level', 'line');
  v_account text := p_filters ->> 'account';
  -- The total of these levels is summed with their rows.
  v_whole boolean := v_level in ('day', 'account') and private.read_boolean(p_filters, 'with_total');
  ask record;
begin
  ask := private.open_report(p_project, p_filters, 'journal.read', v_level, '{line,day,account,total}');
  if ask.known then
    return query select k.* from known.report_journal(p_project, p_filters - 'known_at') k;
    return;
  end if;
  if v_level = 'line' then
    select d.from_day, d.to_day into ask.first_day, ask.last_day from known.journal_days(p_project, ask.first_day, ask.last_day, v_account, ask.after, ask.before, ask.row_limit) d;
  end if;
  return query
  with entries as materialized (
    select l.*, greatest(l.amount, 0) as debit, greatest(-l.amount, 0) as credit
    from known.journal_accounts(p_project, ask.first_day, ask.last_day, null) l where v_level = 'line'
  ), heads as (
    -- Entries are numbered within their day in the order of posting, so that an entry that is posted later does not renumber the others.
    select h.*,
      to_char(h.on_date, 'YYYYMMDD') || '-' || lpad(row_number() over (partition by h.on_date order by h.posted_at, h.source, h.document, h.kind)::text, 4, '0') as entry_no
    from (select distinct e.source, e.document, e.on_date, e.kind, e.posted_at from entries e) h
  ), days as materialized (
    select d.* from known.journal_sums(p_project, ask.first_day, ask.last_day, v_account, v_whole or v_level = 'total', v_level = 'day') d where v_level <> 'line'
  ), accounts as (
    select d.on_date, d.account, d.part, sum(d.debit) as debit, sum(d.credit) as credit, sum(d.lines)::bigint as lines
    from days d where v_level in ('day', 'account') and d.account is not null group by 1, 2, 3
  ), summed as (
    select v_level as level, h.entry_no, e.source, e.document, e.kind, e.on_date, e.account, e.part, e.account_code, e.account_name, e.part_name, e.debit, e.credit,
      1::bigint as lines, null::bigint as entries, null::bigint as accounts, null::bigint as day_accounts
    from entries e join heads h on h.source = e.source and h.document = e.document and h.on_date = e.on_date and h.kind = e.kind and h.posted_at = e.posted_at
    where v_account is null or e.account = v_account
    union all
    select v_level, null, null, null, null, a.on_date, a.account, a.part, coalesce(p.code, c.code), c.name, p.name, a.debit, a.credit, a.lines, a.lines, 1, 1
    from accounts a
    join known.chart_of_accounts(p_project) c on c.account = a.account
    left join known.account_parts(p_project) p on p.part = a.part
    union all
    select 'total', null, null, null, null, null, null, null, null, null, null, coalesce(sum(d.debit), 0.00), coalesce(sum(d.credit), 0.00), coalesce(sum(d.lines), 0)::bigint,
      coalesce(sum(d.entries), 0)::bigint, count(distinct (d.account, d.part)) filter (where d.account is not null), coalesce(sum(d.days), 0)::bigint
    from days d having v_level = 'total' or v_whole
  ), keyed as (
    select s.*, concat_ws(E'\x1f', s.on_date, s.entry_no, case when s.debit > 0 then '0' else '1' end, s.account_code, s.account, s.part) collate "C" as row_key
    from summed s
  ), page as (
    select k.* from keyed k
    where (v_whole and k.level = 'total') or ((ask.after is null or k.row_key > ask.after collate "C") and (ask.before is null or k.row_key < ask.before collate "C"))
    order by k.level <> 'total', case when ask.before is null then k.row_key end, k.row_key desc limit ask.row_limit + v_whole::int
  ), documents as (
    -- Each document is looked up once for all of its lines.
    select x.source, x.document, d.* from (select distinct k.source, k.document from page k where k.document is not null) x
    cross join lateral known.journal_document(p_project, x.source, x.document) d
  )
  select k.level, k.row_key, k.entry_no, k.on_date, private.journal_words(k.source, k.kind), d.document_kind, d.document_id, d.document_no, d.party, k.account, k.account_code, k.account_name, k.part_name, k.debit, k.credit, k.lines, k.entries, k.accounts, k.day_accounts
  from page k
  left join documents d on d.source = k.source and d.document = k.document
  order by k.level <> 'total', case when ask.before is null then k.row_key end, k.row_key desc;
end $function$;

CREATE OR REPLACE FUNCTION known.report_trial_balance(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(level text, row_key text, account text, account_code text, account_name text, part_name text, type text, opening numeric, debit numeric, credit numeric, closing numeric, debit_balance numeric, credit_balance numeric, accounts bigint, parts bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
#variable_conflict use_column
declare
  v_level text := coalesce(p_filters ->> 'level', 'part');
  -- The total is summed with the accounts in detail.
  v_whole boolean := v_level = 'part' and private.read_boolean(p_filters, 'with_total');
  ask record;
begin
  ask := private.open_report(p_project, p_filters, 'journal.read', v_level, '{account,part,total}');
  if ask.known then
    return query select k.* from known.report_trial_balance(p_project, p_filters - 'known_at') k;
    return;
  end if;
  return query
  with sums as materialized (
    select l.account, case when v_level <> 'account' then l.part end as part, sum(l.opening) as opening, sum(l.debit) as debit, sum(l.credit) as credit
    from (
      select o.account, o.part, o.amount as opening, 0.00 as debit, 0.00 as credit
      from known.account_balances(p_project, ask.first_day - 1) o where ask.first_day is not null
      union all
      select d.account, d.part, 0.00, d.debit, d.credit from known.journal_sums(p_project, ask.first_day, ask.last_day, p_by_day => false) d) l
    group by 1, 2
  ), named as (
    select c.account, s.part, coalesce(p.code, c.code) as code, c.name, p.name as part_name, c.type,
      s.opening, s.debit, s.credit, s.opening + s.debit - s.credit as closing
    from sums s
    join known.chart_of_accounts(p_project) c on c.account = s.account
    left join known.account_parts(p_project) p on p.part = s.part
    where s.opening <> 0 or s.debit <> 0 or s.credit <> 0
  ), shown as (
    select v_level as level, n.*, 1::bigint as accounts, 1::bigint as parts, concat_ws(E'\x1f', n.code, n.account, n.part_name, n.part) collate "C" as row_key
    from named n where v_level <> 'total'
    union all
    select 'total', null, null, null, null, null, null, coalesce(sum(n.opening), 0), coalesce(sum(n.debit), 0), coalesce(sum(n.credit), 0), coalesce(sum(n.closing), 0),
      count(distinct n.account), count(*), ''
    from named n having v_level = 'total' or v_whole
  )
  select s.level, s.row_key, s.account, s.code, s.name, s.part_name, s.type, s.opening, s.debit, s.credit, s.closing,
    case when s.level = 'total' then (select coalesce(sum(greatest(n.closing, 0)), 0) from named n) else greatest(s.closing, 0) end,
    case when s.level = 'total' then (select coalesce(sum(greatest(-n.closing, 0)), 0) from named n) else greatest(-s.closing, 0) end,
    s.accounts, s.parts
  from shown s
  where (v_whole and s.level = 'total') or ((ask.after is null or s.row_key > ask.after collate "C") and (ask.before is null or s.row_key < ask.before collate "C"))
  order by s.level <> 'total', case when ask.before is null then s.row_key end, s.row_key desc limit ask.row_limit + v_whole::int;
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
  from private.kept_days k join private.account_day_sums s on s.project_id = p_project and s.on_date = k.on_date
  where k.project_id = p_project and k.on_date <= p_until
    and not exists (select from private.changed_days c where c.project_id = p_project and c.on_date = k.on_date)
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
    (56, 'journal.days', 'Ledgers', 'What is kept of a past day for reports is what the journal has of that day.')
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
  kept as (
    select k.project_id, k.on_date from private.kept_days k
    where k.project_id = any (p_projects) and not exists (select from private.changed_days c where c.project_id = k.project_id and c.on_date = k.on_date))
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
      select d.on_date from private.kept_days d where d.project_id = p_project and d.on_date between v_from and v_to
        and not exists (select from private.changed_days c where c.project_id = p_project and c.on_date = d.on_date)
      union all
      select v_to + 1) k) x
  where x.first_day <= x.last_day;
end $function$;

CREATE OR REPLACE FUNCTION private.first_posted_day(p_project uuid)
 RETURNS date
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select least(
    (select min(e.on_date) from public.sales_entries e where e.project_id = p_project),
    (select min(e.on_date) from public.stock_movements e where e.project_id = p_project),
    (select min(e.on_date) from public.receivable_entries e where e.project_id = p_project),
    (select min(e.on_date) from public.money_entries e where e.project_id = p_project),
    (select min(v.date_released) from public.vouchers v where v.project_id = p_project and v.status = 'released'))
$function$;

CREATE OR REPLACE FUNCTION private.journal_days(p_project uuid, p_from date, p_to date, p_account text, p_after text, p_before text, p_limit integer, OUT from_day date, OUT to_day date)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_after date := case when private.is_day(left(p_after, 10)) then left(p_after, 10)::date end;
  v_before date := case when private.is_day(left(p_before, 10)) then left(p_before, 10)::date end;
  v_days int := 4;
  v_last date;
begin
  from_day := greatest(p_from, v_after);
  to_day := least(p_to, v_before);
  if p_from is null or p_to is null or p_limit is null then return; end if;
  loop
    exit when v_days > to_day - from_day;
    select d.on_date into v_last from (
      select s.on_date, sum(sum(s.lines)) over (order by case when p_before is null then s.on_date end, s.on_date desc) as upto
      from private.journal_sums(p_project, case when p_before is null then from_day else to_day - v_days + 1 end, case when p_before is null then from_day + v_days - 1 else to_day end, p_account) s
      -- Lines of the cursor's own day may be on the page before.
      where (v_after is null or s.on_date > v_after) and (v_before is null or s.on_date < v_before)
      group by s.on_date) d
    where d.upto >= p_limit order by d.upto limit 1;
    if v_last is not null then
      if p_before is null then to_day := v_last; else from_day := v_last; end if;
      return;
    end if;
    v_days := v_days * 4;
  end loop;
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
  from private.kept_days k
  join private.account_day_sums s on s.project_id = p_project and s.on_date = k.on_date and (p_account is null or s.account = p_account)
  where k.project_id = p_project and k.on_date between coalesce(p_from, '-infinity') and coalesce(p_to, 'infinity')
    and not exists (select from private.changed_days c where c.project_id = p_project and c.on_date = k.on_date)
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
  -- Who posts is not waited for, nor is what others see of an older moment summed.
  if current_setting('transaction_isolation') <> 'read committed'
    or not pg_try_advisory_xact_lock(hashtextextended('closing of ' || p_project::text, 0)) then return 0; end if;
  v_days := array(
    select v_first + n from generate_series(0, v_today - v_first - 1) n
    where v_first + n not in (
      select k.on_date from private.kept_days k where k.project_id = p_project
        and k.on_date not in (select c.on_date from private.changed_days c where c.project_id = p_project))
    order by n desc limit p_days);
  if v_days = '{}' then return 0; end if;
  delete from private.account_day_sums s where s.project_id = p_project and s.on_date = any (v_days);
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
  v_functions := v_tables || '{receivable_positions,kept_days,business_date}';
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
  create view known.kept_days with (security_invoker = true) as select * from private.kept_days where false;

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

CREATE OR REPLACE FUNCTION private.note_changed_days(p_project uuid, p_days date[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Keeping takes this lock alone: a day is kept before what is posted here, or sees it.
  perform private.lock_closing(p_project);
  insert into private.changed_days (project_id, on_date)
  select p_project, d.on_date from unnest(p_days) d (on_date)
  -- A transaction that reads an older moment cannot know whether the day is kept by now.
  where current_setting('transaction_isolation') <> 'read committed' or (
    exists (select from private.kept_days k where k.project_id = p_project and k.on_date = d.on_date)
    and not exists (select from private.changed_days c where c.project_id = p_project and c.on_date = d.on_date));
end $function$;

CREATE OR REPLACE FUNCTION private.note_memo_days()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare v public.memos := case when tg_op = 'DELETE' then old else new end;
begin
  perform private.note_changed_days(v.project_id, array(
    select m.on_date from public.stock_movements m
    where m.project_id = v.project_id and m.source_table = 'warehouse_requests' and m.source_id = v.request_id
    union
    select e.on_date from public.receivable_entries e where tg_op <> 'INSERT' and e.project_id = v.project_id and e.memo_id = v.id));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.note_posted_days()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare v record;
begin
  for v in select e.project_id, array_agg(distinct e.on_date) as days from posted e group by e.project_id order by e.project_id loop
    perform private.note_changed_days(v.project_id, v.days);
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.note_receipt_days()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.note_changed_days(old.project_id, array(
    select distinct e.on_date from public.receivable_entries e where e.project_id = old.project_id and e.collection_id = old.id));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.note_release_day()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.note_changed_days(new.project_id, array[new.date_released]);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.record_session(p_device text, p_address text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare v_session uuid := (auth.jwt() ->> 'session_id')::uuid;
begin
  if private.current_user_id() is null then perform private.forbid(); end if;
  if v_session is not null then
    insert into private.session_devices (session_id, device, address)
    values (v_session, left(regexp_replace(p_device, private.control_characters(), ' ', 'g'), 300),
      left(regexp_replace(p_address, private.control_characters(), ' ', 'g'), 60))
    on conflict (session_id) do update set device = excluded.device, address = excluded.address;
  end if;
  perform private.keep_days(m.project_id) from public.memberships m where m.user_id = private.current_user_id() and m.status = 'active';
  return jsonb_build_object('session', v_session);
end $function$;

CREATE OR REPLACE FUNCTION public.report_journal(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(level text, row_key text, entry_no text, on_date date, what text, document_kind text, document_id uuid, document_no text, party text, account text, account_code text, account_name text, part_name text, debit numeric, credit numeric, lines bigint, entries bigint, accounts bigint, day_accounts bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
#variable_conflict use_column
declare
  v_level text := coalesce(p_filters ->> 'level', 'line');
  v_account text := p_filters ->> 'account';
  -- The total of these levels is summed with their rows.
  v_whole boolean := v_level in ('day', 'account') and private.read_boolean(p_filters, 'with_total');
  ask record;
begin
  ask := private.open_report(p_project, p_filters, 'journal.read', v_level, '{line,day,account,total}');
  if ask.known then
    return query select k.* from known.report_journal(p_project, p_filters - 'known_at') k;
    return;
  end if;
  if v_level = 'line' then
    select d.from_day, d.to_day into ask.first_day, ask.last_day from private.journal_days(p_project, ask.first_day, ask.last_day, v_account, ask.after, ask.before, ask.row_limit) d;
  end if;
  return query
  with entries as materialized (
    select l.*, greatest(l.amount, 0) as debit, greatest(-l.amount, 0) as credit
    from private.journal_accounts(p_project, ask.first_day, ask.last_day, null) l where v_level = 'line'
  ), heads as (
    -- Entries are numbered within their day in the order of posting, so that an entry that is posted later does not renumber the others.
    select h.*,
      to_char(h.on_date, 'YYYYMMDD') || '-' || lpad(row_number() over (partition by h.on_date order by h.posted_at, h.source, h.document, h.kind)::text, 4, '0') as entry_no
    from (select distinct e.source, e.document, e.on_date, e.kind, e.posted_at from entries e) h
  ), days as materialized (
    select d.* from private.journal_sums(p_project, ask.first_day, ask.last_day, v_account, v_whole or v_level = 'total', v_level = 'day') d where v_level <> 'line'
  ), accounts as (
    select d.on_date, d.account, d.part, sum(d.debit) as debit, sum(d.credit) as credit, sum(d.lines)::bigint as lines
    from days d where v_level in ('day', 'account') and d.account is not null group by 1, 2, 3
  ), summed as (
    select v_level as level, h.entry_no, e.source, e.document, e.kind, e.on_date, e.account, e.part, e.account_code, e.account_name, e.part_name, e.debit, e.credit,
      1::bigint as lines, null::bigint as entries, null::bigint as accounts, null::bigint as day_accounts
    from entries e join heads h on h.source = e.source and h.document = e.document and h.on_date = e.on_date and h.kind = e.kind and h.posted_at = e.posted_at
    where v_account is null or e.account = v_account
    union all
    select v_level, null, null, null, null, a.on_date, a.account, a.part, coalesce(p.code, c.code), c.name, p.name, a.debit, a.credit, a.lines, a.lines, 1, 1
    from accounts a
    join private.chart_of_accounts(p_project) c on c.account = a.account
    left join private.account_parts(p_project) p on p.part = a.part
    union all
    select 'total', null, null, null, null, null, null, null, null, null, null, coalesce(sum(d.debit), 0.00), coalesce(sum(d.credit), 0.00), coalesce(sum(d.lines), 0)::bigint,
      coalesce(sum(d.entries), 0)::bigint, count(distinct (d.account, d.part)) filter (where d.account is not null), coalesce(sum(d.days), 0)::bigint
    from days d having v_level = 'total' or v_whole
  ), keyed as (
    select s.*, concat_ws(E'\x1f', s.on_date, s.entry_no, case when s.debit > 0 then '0' else '1' end, s.account_code, s.account, s.part) collate "C" as row_key
    from summed s
  ), page as (
    select k.* from keyed k
    where (v_whole and k.level = 'total') or ((ask.after is null or k.row_key > ask.after collate "C") and (ask.before is null or k.row_key < ask.before collate "C"))
    order by k.level <> 'total', case when ask.before is null then k.row_key end, k.row_key desc limit ask.row_limit + v_whole::int
  ), documents as (
    -- Each document is looked up once for all of its lines.
    select x.source, x.document, d.* from (select distinct k.source, k.document from page k where k.document is not null) x
    cross join lateral private.journal_document(p_project, x.source, x.document) d
  )
  select k.level, k.row_key, k.entry_no, k.on_date, private.journal_words(k.source, k.kind), d.document_kind, d.document_id, d.document_no, d.party, k.account, k.account_code, k.account_name, k.part_name, k.debit, k.credit, k.lines, k.entries, k.accounts, k.day_accounts
  from page k
  left join documents d on d.source = k.source and d.document = k.document
  order by k.level <> 'total', case when ask.before is null then k.row_key end, k.row_key desc;
end $function$;

CREATE OR REPLACE FUNCTION public.report_trial_balance(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(level text, row_key text, account text, account_code text, account_name text, part_name text, type text, opening numeric, debit numeric, credit numeric, closing numeric, debit_balance numeric, credit_balance numeric, accounts bigint, parts bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
#variable_conflict use_column
declare
  v_level text := coalesce(p_filters ->> 'level', 'part');
  -- The total is summed with the accounts in detail.
  v_whole boolean := v_level = 'part' and private.read_boolean(p_filters, 'with_total');
  ask record;
begin
  ask := private.open_report(p_project, p_filters, 'journal.read', v_level, '{account,part,total}');
  if ask.known then
    return query select k.* from known.report_trial_balance(p_project, p_filters - 'known_at') k;
    return;
  end if;
  return query
  with sums as materialized (
    select l.account, case when v_level <> 'account' then l.part end as part, sum(l.opening) as opening, sum(l.debit) as debit, sum(l.credit) as credit
    from (
      select o.account, o.part, o.amount as opening, 0.00 as debit, 0.00 as credit
      from private.account_balances(p_project, ask.first_day - 1) o where ask.first_day is not null
      union all
      select d.account, d.part, 0.00, d.debit, d.credit from private.journal_sums(p_project, ask.first_day, ask.last_day, p_by_day => false) d) l
    group by 1, 2
  ), named as (
    select c.account, s.part, coalesce(p.code, c.code) as code, c.name, p.name as part_name, c.type,
      s.opening, s.debit, s.credit, s.opening + s.debit - s.credit as closing
    from sums s
    join private.chart_of_accounts(p_project) c on c.account = s.account
    left join private.account_parts(p_project) p on p.part = s.part
    where s.opening <> 0 or s.debit <> 0 or s.credit <> 0
  ), shown as (
    select v_level as level, n.*, 1::bigint as accounts, 1::bigint as parts, concat_ws(E'\x1f', n.code, n.account, n.part_name, n.part) collate "C" as row_key
    from named n where v_level <> 'total'
    union all
    select 'total', null, null, null, null, null, null, coalesce(sum(n.opening), 0), coalesce(sum(n.debit), 0), coalesce(sum(n.credit), 0), coalesce(sum(n.closing), 0),
      count(distinct n.account), count(*), ''
    from named n having v_level = 'total' or v_whole
  )
  select s.level, s.row_key, s.account, s.code, s.name, s.part_name, s.type, s.opening, s.debit, s.credit, s.closing,
    case when s.level = 'total' then (select coalesce(sum(greatest(n.closing, 0)), 0) from named n) else greatest(s.closing, 0) end,
    case when s.level = 'total' then (select coalesce(sum(greatest(-n.closing, 0)), 0) from named n) else greatest(-s.closing, 0) end,
    s.accounts, s.parts
  from shown s
  where (v_whole and s.level = 'total') or ((ask.after is null or s.row_key > ask.after collate "C") and (ask.before is null or s.row_key < ask.before collate "C"))
  order by s.level <> 'total', case when ask.before is null then s.row_key end, s.row_key desc limit ask.row_limit + v_whole::int;
end $function$;

CREATE VIEW "known"."kept_days" WITH (security_invoker=true) AS  SELECT kept_days.project_id,
    kept_days.on_date
   FROM private.kept_days
  WHERE false;

CREATE INDEX changed_days_day_idx ON private.changed_days USING btree (project_id, on_date);

CREATE INDEX money_entries_returned_idx ON public.money_entries USING btree (project_id, collection_id) WHERE (kind = 'cheque_returned'::text);

CREATE INDEX vouchers_released_idx ON public.vouchers USING btree (project_id, date_released) WHERE (status = 'released'::text);

CREATE TRIGGER note_days AFTER DELETE OR UPDATE OF collection_type, from_archive ON public.collections FOR EACH ROW EXECUTE FUNCTION private.note_receipt_days();

CREATE TRIGGER note_days AFTER INSERT OR DELETE OR UPDATE OF request_id, reason_code ON public.memos FOR EACH ROW EXECUTE FUNCTION private.note_memo_days();

CREATE TRIGGER note_days AFTER INSERT ON public.money_entries REFERENCING NEW TABLE AS posted FOR EACH STATEMENT EXECUTE FUNCTION private.note_posted_days();

CREATE TRIGGER note_days AFTER INSERT ON public.receivable_entries REFERENCING NEW TABLE AS posted FOR EACH STATEMENT EXECUTE FUNCTION private.note_posted_days();

CREATE TRIGGER note_days AFTER INSERT ON public.sales_entries REFERENCING NEW TABLE AS posted FOR EACH STATEMENT EXECUTE FUNCTION private.note_posted_days();

CREATE TRIGGER note_days AFTER INSERT ON public.stock_movements REFERENCING NEW TABLE AS posted FOR EACH STATEMENT EXECUTE FUNCTION private.note_posted_days();

CREATE TRIGGER note_days AFTER INSERT OR UPDATE OF status, date_released, released_at ON public.vouchers FOR EACH ROW WHEN ((new.status = 'released'::text)) EXECUTE FUNCTION private.note_release_day();

COMMENT ON FUNCTION "known"."account_balances"(uuid, date) IS 'private.account_balances on the tables as of private.known_at.';

COMMENT ON FUNCTION "known"."days_to_read"(uuid, date, date) IS 'private.days_to_read on the tables as of private.known_at.';

COMMENT ON FUNCTION "known"."first_posted_day"(uuid) IS 'private.first_posted_day on the tables as of private.known_at.';

COMMENT ON FUNCTION "known"."journal_sums"(uuid, date, date, text, boolean, boolean) IS 'private.journal_sums on the tables as of private.known_at.';

COMMENT ON FUNCTION "private"."account_balances"(uuid, date) IS 'Returns parts of what each account has at the end of a day, debit above zero, from kept days and from the journal of the others: they are to be added up. Errors: 42501 without journal.read.';

COMMENT ON FUNCTION "private"."check_journal"(uuid[]) IS 'Returns the entries of the journal that do not balance, the documents whose cost of sales is not that of the sales ledger, the accounts whose balance is not that of the documents, the kept days whose sums are not those of the journal, and the bank accounts whose balance is not that of the cash position.';

COMMENT ON FUNCTION "private"."days_to_read"(uuid, date, date) IS 'Returns the parts of a period of which no sums are kept, and which are read from the ledgers: from the first posted day on. A caller reads both in one statement, so that they are of one moment.';

COMMENT ON FUNCTION "private"."first_posted_day"(uuid) IS 'Returns the first day on which something is posted; null = nothing is.';

COMMENT ON FUNCTION "private"."journal_sums"(uuid, date, date, text, boolean, boolean) IS 'Returns debits and credits of the journal from one day to another (null = without limit) by account and part, with the number of lines, and of days with such lines; p_by_day: by day too. An account may have several rows: one of kept days and others of days that are read. p_account: of this account alone. p_entries: their sum of entries is the number of entries; rows without an account have nothing else. Errors: 42501 without journal.read.';

COMMENT ON FUNCTION "private"."keep_days"(uuid, integer) IS 'Keeps the sums of so many days before today that are not kept or have changed, the newest first, and returns their number; none while somebody is posting. Commands that post wait for it. Each sign-in calls it for the projects of the person.';

COMMENT ON FUNCTION "private"."note_changed_days"(uuid, date[]) IS 'Notes that the sums of these days are no longer exact, as far as they are kept.';

COMMENT ON FUNCTION "private"."note_memo_days"() IS 'Trigger of memos: the goods of a warehouse request are posted under the memo that it makes, and a memo by its reason.';

COMMENT ON FUNCTION "private"."note_posted_days"() IS 'Trigger of every ledger: the days of its new entries are no longer kept.';

COMMENT ON FUNCTION "private"."note_receipt_days"() IS 'Trigger of receipts: the journal posts by their type, and leaves out one that is removed.';

COMMENT ON FUNCTION "private"."note_release_day"() IS 'Trigger of vouchers, whose release is in the journal without an entry of a ledger. A released voucher does not change.';

COMMENT ON FUNCTION "public"."record_session"(text, text) IS 'Stores browser (User-Agent) and address of the caller''s session, and keeps past days of the caller''s projects (private.keep_days). Errors: 42501.';

COMMENT ON TABLE "private"."account_day_sums" IS 'Debits, credits and number of lines of the journal by kept day, account and part. entries: the entries whose first line (by account and part) is here, account_entries: those whose first line of this account is here, so that both add up over accounts, parts and days.';

COMMENT ON TABLE "private"."changed_days" IS 'Kept days on which something was posted since. Rows are only added, with no key, so that commands that post on one day do not wait for each other; the next keeping removes them.';

COMMENT ON TABLE "private"."kept_days" IS 'Days of which the sums are kept. They are exact unless the day is in private.changed_days.';

REVOKE ALL ON FUNCTION "known"."account_balances"(uuid, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "known"."account_balances"(uuid, date) TO "authenticated";

REVOKE ALL ON FUNCTION "known"."days_to_read"(uuid, date, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "known"."first_posted_day"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "known"."journal_sums"(uuid, date, date, text, boolean, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "known"."journal_sums"(uuid, date, date, text, boolean, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."account_balances"(uuid, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."account_balances"(uuid, date) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."days_to_read"(uuid, date, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."first_posted_day"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."journal_sums"(uuid, date, date, text, boolean, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."journal_sums"(uuid, date, date, text, boolean, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."keep_days"(uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_changed_days"(uuid, date[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_memo_days"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_posted_days"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_receipt_days"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_release_day"() FROM PUBLIC;

-- Days of the past are kept at once; later ones by the sign-ins.
select private.keep_days(p.id, 100000) from public.projects p;

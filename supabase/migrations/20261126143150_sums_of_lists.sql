set local check_function_bodies = off;

DROP INDEX "public"."bookings_customer_idx";

CREATE TABLE "private"."document_sums" ("project_id" uuid NOT NULL, "kind" text NOT NULL, "status" text NOT NULL, "parts" bigint NOT NULL, "documents" bigint NOT NULL, "amount" numeric(18,2) NOT NULL, "reversed" numeric(18,2) NOT NULL, CONSTRAINT "document_sums_amount_bounded" CHECK (((amount >= '-9999999999999999.99'::numeric) AND (amount <= 9999999999999999.99))), CONSTRAINT "document_sums_documents_bounded" CHECK (((documents >= '-1000000000'::integer) AND (documents <= 1000000000))), CONSTRAINT "document_sums_kind_bounded" CHECK (((length(kind) <= 400) AND (kind !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text))), CONSTRAINT "document_sums_parts_bounded" CHECK (((parts >= '-1000000000'::integer) AND (parts <= 1000000000))), CONSTRAINT "document_sums_reversed_bounded" CHECK (((reversed >= '-9999999999999999.99'::numeric) AND (reversed <= 9999999999999999.99))), CONSTRAINT "document_sums_status_bounded" CHECK (((length(status) <= 400) AND (status !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text))));

CREATE OR REPLACE FUNCTION known.masterlist_lines(p_project uuid, p_filters jsonb)
 RETURNS TABLE(customer_id uuid, sort_key text, name text, store_name text, tin_no text, business_style text, address text, area text, contact text, agent_id uuid, agent_name text, manager_id uuid, manager_name text, approval_status text, activity text, is_active boolean, terms_days integer, credit_line numeric, collectibles numeric, credit_left numeric, first_order date, last_order date, orders bigint, date_added date)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
#variable_conflict use_column
declare
  v_today date := known.business_date(p_project);
  v_kept boolean := private.known_at() is null and not known.moves_later(p_project, v_today);
  v_agent uuid := private.read_uuid(p_filters, 'agent_id');
  v_manager uuid := private.read_uuid(p_filters, 'manager_id');
  v_no_tin boolean := private.read_boolean(p_filters, 'no_tin');
  v_quiet int := private.read_int(p_filters, 'quiet_days', p_max => 36500);
  v_days int := coalesce(private.read_int(p_filters, 'quiet_days', p_max => 36500), 90);
begin
  return query
  with owed as (
    select d.customer_id, sum(d.balance) as balance, sum(d.exposure + d.uncleared) as at_risk
    from known.ar_documents(p_project, v_today, 'invoice', false, null) d where not v_kept group by d.customer_id
    union all
    select n.customer_id, n.balance, n.at_risk from known.owed_now(p_project) n where v_kept
  ), ordered as (
    select o.* from known.orders_by_customer(p_project) o
  ), found as (
    select c.*, coalesce(a.display_name, 'Former agent') as agent_name, m.manager_id, g.display_name as manager_name,
      coalesce(w.balance, 0.00) as owes, c.credit_line - coalesce(w.at_risk, 0.00) as left_of_line,
      o.first_order, o.last_order, coalesce(o.orders, 0) as orders,
      c.approval_status = 'approved' and coalesce(o.last_order >= v_today - v_days, false) as is_active
    from known.customers c
    left join owed w on w.customer_id = c.id
    left join ordered o on o.customer_id = c.id
    left join known.profiles a on a.user_id = c.agent_id
    left join known.memberships m on m.project_id = p_project and m.user_id = c.agent_id
    left join known.profiles g on g.user_id = m.manager_id
    where c.project_id = p_project
      and (p_filters ->> 'status' is null or c.approval_status = p_filters ->> 'status')
      and (p_filters ->> 'area' is null or lower(c.area) = lower(p_filters ->> 'area'))
      and (v_agent is null or c.agent_id = v_agent) and (v_manager is null or m.manager_id = v_manager)
      and (not v_no_tin or coalesce(c.taxpayer, '') = '')
      and (v_quiet is null or o.last_order is null or o.last_order < v_today - v_quiet)
  )
  select f.id, f.sort_key, f.name, f.store_name, f.tin_no, f.business_style, f.address, nullif(btrim(f.area), ''), f.contact,
    f.agent_id, f.agent_name, f.manager_id, f.manager_name, f.approval_status,
    case when f.approval_status <> 'approved' then initcap(f.approval_status) when f.is_active then 'Active'
      when f.last_order is null then 'No order yet' else format('No order in %s days', v_days) end,
    f.is_active, f.terms_days, f.credit_line, f.owes, f.left_of_line, f.first_order, f.last_order, f.orders, f.date_added
  from found f;
end $function$;

CREATE OR REPLACE FUNCTION known.orders_by_customer(p_project uuid)
 RETURNS TABLE(customer_id uuid, first_order date, last_order date, orders bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Rows are not filtered below, so the caller has to read all of them.
  if private.scope_of(p_project, 'bookings.read') is distinct from 'all' then perform private.forbid(); end if;
  return query
  select b.customer_id, min(b.date_added), max(b.date_added), count(*) from known.bookings b
  where b.project_id = p_project and b.approval_status <> 'cancelled' and not b.is_opening group by b.customer_id;
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
    (56, 'journal.days', 'Ledgers', 'What is kept of a past day for reports is what the journal and the VAT report have of that day.'),
    (57, 'totals.lists', 'Ledgers', 'The number and the sum of all bookings and receipts that lists show are those of their rows.')
$function$;

CREATE OR REPLACE FUNCTION private.check_totals(p_projects uuid[])
 RETURNS TABLE(check_key text, project_id uuid, kind text, id uuid, label text, stored text, expected text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with asked as (
    select p.id, private.business_date(p.id) as today, array(select c.id from public.customers c where c.project_id = p.id) as customers,
      -- Reports are asked for somebody who reads all of them.
      not exists (select from unnest('{bookings.read,collections.read,customers.read,reports.ar}'::text[]) n where private.scope_of(p.id, n) is distinct from 'all') as reads
    from unnest(p_projects) p (id)
  ), ledger as materialized (
    select e.project_id, e.customer_id, sum(e.amount) as amount, sum(e.cleared_amount) as cleared,
      coalesce(sum(e.amount) filter (where e.on_date <= a.today), 0) as amount_today, coalesce(sum(e.cleared_amount) filter (where e.on_date <= a.today), 0) as cleared_today
    from asked a join public.receivable_entries e on e.project_id = a.id group by e.project_id, e.customer_id
  ), shown (project_id, customer_id, place, amount, cleared) as (
    select l.project_id, l.customer_id, 'customer page', private.collectibles(l.project_id, l.customer_id),
      private.collectibles(l.project_id, l.customer_id) + private.uncleared(l.project_id, l.customer_id) from ledger l
    union all
    select a.id, s.customer_id, 'statement', null, sum(s.charge - s.credit)
    from asked a cross join lateral private.statement_entries(a.id, a.customers, a.today + 1, a.today) s group by a.id, s.customer_id
    union all
    select a.id, h.customer_id, 'cheques of the statement', null, sum(h.amount)
    from asked a cross join lateral private.held_cheques(a.id, a.customers, a.today) h group by a.id, h.customer_id
    union all
    select a.id, r.customer_id, 'AR report', sum(r.balance), sum(r.cleared_balance)
    from asked a cross join lateral private.ar_lines(a.id, '{}') r where a.reads group by a.id, r.customer_id
    union all
    select a.id, m.customer_id, 'master list', m.collectibles, null
    from asked a cross join lateral private.masterlist_lines(a.id, '{}') m where a.reads
  ), places (place, of_today, has_amount, has_cleared, held) as (
    values ('customer page', false, true, true, false), ('statement', true, false, true, false), ('cheques of the statement', true, false, false, true),
      ('AR report', true, true, true, false), ('master list', true, true, false, false)
  )
  select 'totals.receivables', c.project_id, 'customer', c.id, format('%s: %s', c.name, p.place), concat_ws(' / ', x.amount, x.cleared), concat_ws(' / ', x.amount_due, x.cleared_due)
  from asked a
  join public.customers c on c.project_id = a.id
  cross join places p
  left join ledger l on l.project_id = c.project_id and l.customer_id = c.id
  left join shown s on s.project_id = c.project_id and s.customer_id = c.id and s.place = p.place
  cross join lateral (select case when p.has_amount then coalesce(s.amount, 0.00) end as amount, case when p.has_cleared or p.held then coalesce(s.cleared, 0.00) end as cleared,
    case when p.has_amount then coalesce(case when p.of_today then l.amount_today else l.amount end, 0.00) end as amount_due,
    case when p.held then coalesce(l.cleared_today - l.amount_today, 0.00) when p.has_cleared then coalesce(case when p.of_today then l.cleared_today else l.cleared end, 0.00) end as cleared_due) x
  where (a.reads or p.place not in ('AR report', 'master list')) and (x.amount, x.cleared) is distinct from (x.amount_due, x.cleared_due)
  union all
  select 'totals.receivables', a.id, 'project', a.id, 'Home', concat_ws(' / ', h.amount, h.cleared), concat_ws(' / ', l.amount, l.cleared)
  from asked a
  cross join lateral (select coalesce(sum(r.balance), 0.00) as amount, coalesce(sum(r.cleared_balance), 0.00) as cleared from private.receivables_now(a.id) r) h
  cross join lateral (select coalesce(sum(k.amount), 0.00) as amount, coalesce(sum(k.cleared), 0.00) as cleared from ledger k where k.project_id = a.id) l
  where a.reads and (h.amount, h.cleared) is distinct from (l.amount, l.cleared)
  union all
  select 'totals.lists', x.project_id, 'project', x.project_id, concat_ws(' ', x.kind, x.status),
    concat_ws(' / ', sum(x.kept_parts), sum(x.kept), sum(x.kept_amount), sum(x.kept_reversed)), concat_ws(' / ', sum(x.parts), sum(x.documents), sum(x.amount), sum(x.reversed))
  from (
    select s.project_id, s.kind, s.status, s.parts as kept_parts, s.documents as kept, s.amount as kept_amount, s.reversed as kept_reversed,
      0 as parts, 0 as documents, 0 as amount, 0 as reversed
    from private.document_sums s where s.project_id = any (p_projects)
    union all
    select r.project_id, r.kind, r.status, 0, 0, 0, 0, r.parts, r.documents, r.amount, r.reversed from private.rows_summed(p_projects) r) x
  group by x.project_id, x.kind, x.status
  having (sum(x.kept_parts), sum(x.kept), sum(x.kept_amount), sum(x.kept_reversed)) is distinct from (sum(x.parts), sum(x.documents), sum(x.amount), sum(x.reversed))
$function$;

CREATE OR REPLACE FUNCTION private.fold_document_sums(p_project uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if (select count(*) from private.document_sums s where s.project_id = p_project) < 100 then return; end if;
  -- A reader sees the rows before or after. Rows that another fold has taken are left to it.
  with taken as (
    select s.ctid as place from private.document_sums s where s.project_id = p_project for update skip locked
  ), gone as (
    delete from private.document_sums s using taken t where s.ctid = t.place
    returning s.project_id, s.kind, s.status, s.parts, s.documents, s.amount, s.reversed
  )
  insert into private.document_sums
  select g.project_id, g.kind, g.status, sum(g.parts), sum(g.documents), sum(g.amount), sum(g.reversed) from gone g group by 1, 2, 3;
end $function$;

CREATE OR REPLACE FUNCTION private.keep_all_document_sums()
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  delete from private.document_sums where true;
  insert into private.document_sums select r.* from private.rows_summed() r;
$function$;

CREATE OR REPLACE FUNCTION private.keep_booking_sums()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op <> 'INSERT' then
    insert into private.document_sums values (old.project_id, 'booking', case old.stage when 'cancelled' then 'cancelled' else 'active' end, 0, -1, -old.total, 0);
  end if;
  if tg_op <> 'DELETE' then
    insert into private.document_sums values (new.project_id, 'booking', case new.stage when 'cancelled' then 'cancelled' else 'active' end, 0, 1, new.total, 0);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.keep_receipt_sums()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op <> 'INSERT' then
    insert into private.document_sums values (old.project_id, old.collection_type, old.approval_status, -1, -(old.part_no = 1)::int, -old.amount, -old.reversed);
  end if;
  if tg_op <> 'DELETE' then
    insert into private.document_sums values (new.project_id, new.collection_type, new.approval_status, 1, (new.part_no = 1)::int, new.amount, new.reversed);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.masterlist_lines(p_project uuid, p_filters jsonb)
 RETURNS TABLE(customer_id uuid, sort_key text, name text, store_name text, tin_no text, business_style text, address text, area text, contact text, agent_id uuid, agent_name text, manager_id uuid, manager_name text, approval_status text, activity text, is_active boolean, terms_days integer, credit_line numeric, collectibles numeric, credit_left numeric, first_order date, last_order date, orders bigint, date_added date)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
#variable_conflict use_column
declare
  v_today date := private.business_date(p_project);
  v_kept boolean := private.known_at() is null and not private.moves_later(p_project, v_today);
  v_agent uuid := private.read_uuid(p_filters, 'agent_id');
  v_manager uuid := private.read_uuid(p_filters, 'manager_id');
  v_no_tin boolean := private.read_boolean(p_filters, 'no_tin');
  v_quiet int := private.read_int(p_filters, 'quiet_days', p_max => 36500);
  v_days int := coalesce(private.read_int(p_filters, 'quiet_days', p_max => 36500), 90);
begin
  return query
  with owed as (
    select d.customer_id, sum(d.balance) as balance, sum(d.exposure + d.uncleared) as at_risk
    from private.ar_documents(p_project, v_today, 'invoice', false, null) d where not v_kept group by d.customer_id
    union all
    select n.customer_id, n.balance, n.at_risk from private.owed_now(p_project) n where v_kept
  ), ordered as (
    select o.* from private.orders_by_customer(p_project) o
  ), found as (
    select c.*, coalesce(a.display_name, 'Former agent') as agent_name, m.manager_id, g.display_name as manager_name,
      coalesce(w.balance, 0.00) as owes, c.credit_line - coalesce(w.at_risk, 0.00) as left_of_line,
      o.first_order, o.last_order, coalesce(o.orders, 0) as orders,
      c.approval_status = 'approved' and coalesce(o.last_order >= v_today - v_days, false) as is_active
    from public.customers c
    left join owed w on w.customer_id = c.id
    left join ordered o on o.customer_id = c.id
    left join public.profiles a on a.user_id = c.agent_id
    left join public.memberships m on m.project_id = p_project and m.user_id = c.agent_id
    left join public.profiles g on g.user_id = m.manager_id
    where c.project_id = p_project
      and (p_filters ->> 'status' is null or c.approval_status = p_filters ->> 'status')
      and (p_filters ->> 'area' is null or lower(c.area) = lower(p_filters ->> 'area'))
      and (v_agent is null or c.agent_id = v_agent) and (v_manager is null or m.manager_id = v_manager)
      and (not v_no_tin or coalesce(c.taxpayer, '') = '')
      and (v_quiet is null or o.last_order is null or o.last_order < v_today - v_quiet)
  )
  select f.id, f.sort_key, f.name, f.store_name, f.tin_no, f.business_style, f.address, nullif(btrim(f.area), ''), f.contact,
    f.agent_id, f.agent_name, f.manager_id, f.manager_name, f.approval_status,
    case when f.approval_status <> 'approved' then initcap(f.approval_status) when f.is_active then 'Active'
      when f.last_order is null then 'No order yet' else format('No order in %s days', v_days) end,
    f.is_active, f.terms_days, f.credit_line, f.owes, f.left_of_line, f.first_order, f.last_order, f.orders, f.date_added
  from found f;
end $function$;

CREATE OR REPLACE FUNCTION private.orders_by_customer(p_project uuid)
 RETURNS TABLE(customer_id uuid, first_order date, last_order date, orders bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Rows are not filtered below, so the caller has to read all of them.
  if private.scope_of(p_project, 'bookings.read') is distinct from 'all' then perform private.forbid(); end if;
  return query
  select b.customer_id, min(b.date_added), max(b.date_added), count(*) from public.bookings b
  where b.project_id = p_project and b.approval_status <> 'cancelled' and not b.is_opening group by b.customer_id;
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
  perform private.keep_days(m.project_id), private.fold_document_sums(m.project_id) from public.memberships m where m.user_id = private.current_user_id() and m.status = 'active';
  return jsonb_build_object('session', v_session);
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
  where s.project_id = p_project and s.kind <> 'booking' and (p_status is null or s.status = p_status)
  group by 1, 2 having sum(s.parts) <> 0;
end $function$;

CREATE OR REPLACE FUNCTION private.totals_of_all(p_project uuid, OUT bookings bigint, OUT cancelled bigint, OUT total numeric, OUT balance numeric, OUT cleared_balance numeric)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.authorize(p_project, 'bookings.read') <> 'all' then perform private.forbid(); end if;
  select coalesce(sum(s.documents), 0)::bigint, coalesce(sum(s.documents) filter (where s.status = 'cancelled'), 0)::bigint,
    coalesce(sum(s.amount) filter (where s.status <> 'cancelled'), 0.00)
  into bookings, cancelled, total from private.document_sums s where s.project_id = p_project and s.kind = 'booking';
  select coalesce(sum(b.balance), 0.00), coalesce(sum(b.cleared_balance), 0.00) into balance, cleared_balance from public.bookings b
  where b.project_id = p_project and (b.balance <> 0 or b.cleared_balance <> 0) and b.approval_status like 'approved%';
end $function$;

CREATE OR REPLACE FUNCTION public.collection_totals(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(collection_type text, receipts bigint, approved numeric, returned numeric, pending_receipts bigint, pending numeric, cancelled_receipts bigint, cancelled numeric, all_receipts bigint, all_pending_receipts bigint, all_cancelled_receipts bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_scope text := private.scope_of(p_project, 'collections.read');
  v_where text;
begin
  if v_scope is null then perform private.forbid(); end if;
  v_where := private.collection_filter(p_filters);
  -- One pass over the receipts: where whole receipts are found, each is counted by its first part. Of all receipts the sums are kept.
  return query execute
    'with found as materialized (' || case when v_scope = 'all' and jsonb_strip_nulls(private.fields_of(p_filters) - 'status') = '{}' then
       'select s.* from private.sums_of_receipts($1, $2 ->> ''status'') s'
     else
       'select c.collection_type as type, c.approval_status as status, count(*) as parts, count(*) filter (where c.part_no = 1) as receipts,
         sum(c.amount) as amount, sum(c.reversed) as reversed
       from public.collections c where ' || v_where || ' group by c.collection_type, c.approval_status' end || ')
     select t.type, coalesce(s.receipts, 0), coalesce(s.approved, 0.00), coalesce(s.returned, 0.00), coalesce(s.pending_receipts, 0), coalesce(s.pending, 0.00),
       coalesce(s.cancelled_receipts, 0), coalesce(s.cancelled, 0.00), w.receipts, w.pending, w.cancelled
     from unnest(''{cash,cheque,bank_transfer,withholding}''::text[]) with ordinality t (type, row_no)
     left join (
       select x.type, sum(x.parts)::bigint as receipts,
         sum(x.amount - x.reversed) filter (where x.status = ''approved'') as approved,
         sum(x.reversed) filter (where x.status = ''approved'') as returned,
         sum(x.parts) filter (where x.status = ''pending'')::bigint as pending_receipts,
         sum(x.amount) filter (where x.status = ''pending'') as pending,
         sum(x.parts) filter (where x.status = ''cancelled'')::bigint as cancelled_receipts,
         sum(x.amount) filter (where x.status = ''cancelled'') as cancelled
       from found x group by x.type) s on s.type = t.type
     cross join (' || case when private.filters_parts(p_filters) then
       'select count(distinct c.receipt_id) as receipts, count(distinct c.receipt_id) filter (where c.approval_status = ''pending'') as pending,
          count(distinct c.receipt_id) filter (where c.approval_status = ''cancelled'') as cancelled
        from public.collections c where ' || v_where
     else
       'select coalesce(sum(x.receipts), 0)::bigint as receipts, coalesce(sum(x.receipts) filter (where x.status = ''pending''), 0)::bigint as pending,
          coalesce(sum(x.receipts) filter (where x.status = ''cancelled''), 0)::bigint as cancelled
        from found x' end || ') w
     order by t.row_no'
  using p_project, p_filters;
end $function$;

CREATE INDEX document_sums_project_idx ON private.document_sums USING btree (project_id);

CREATE INDEX bookings_customer_idx ON public.bookings USING btree (project_id, customer_id, date_added DESC, id DESC) INCLUDE (approval_status, is_opening);

CREATE TRIGGER keep_changed_sums AFTER UPDATE ON public.bookings FOR EACH ROW WHEN (((old.total <> new.total) OR ((old.stage = 'cancelled'::text) <> (new.stage = 'cancelled'::text)))) EXECUTE FUNCTION private.keep_booking_sums();

CREATE TRIGGER keep_sums AFTER INSERT OR DELETE ON public.bookings FOR EACH ROW EXECUTE FUNCTION private.keep_booking_sums();

CREATE TRIGGER keep_changed_sums AFTER UPDATE ON public.collections FOR EACH ROW WHEN (((old.collection_type <> new.collection_type) OR (old.approval_status <> new.approval_status) OR (old.part_no <> new.part_no) OR (old.amount <> new.amount) OR (old.reversed <> new.reversed))) EXECUTE FUNCTION private.keep_receipt_sums();

CREATE TRIGGER keep_sums AFTER INSERT OR DELETE ON public.collections FOR EACH ROW EXECUTE FUNCTION private.keep_receipt_sums();

COMMENT ON FUNCTION "known"."orders_by_customer"(uuid) IS 'private.orders_by_customer on the tables as of private.known_at.';

COMMENT ON FUNCTION "private"."check_totals"(uuid[]) IS 'Returns the customers whose receivables are not the same in the ledger and on each screen that shows them: customer page, statement of account, AR report, master list; and Home, of all of them; and the sums of all bookings and receipts that are kept for lists and are not those of their rows. AR report, master list and Home are asked only for a caller who reads them.';

COMMENT ON FUNCTION "private"."fold_document_sums"(uuid) IS 'Makes one row by kind and status of the rows of private.document_sums, once they are many. Each sign-in calls it for the projects of the person.';

COMMENT ON FUNCTION "private"."keep_all_document_sums"() IS 'Keeps the sums of all documents anew: after an upgrade, and where rows were loaded past the triggers.';

COMMENT ON FUNCTION "private"."keep_booking_sums"() IS 'Trigger of bookings: keeps private.document_sums.';

COMMENT ON FUNCTION "private"."keep_receipt_sums"() IS 'Trigger of receipts: keeps private.document_sums.';

COMMENT ON FUNCTION "private"."orders_by_customer"(uuid) IS 'Returns first and last day and number of each customer''s bookings that are not cancelled, without opening balances, from an index of bookings. Errors: 42501 unless the caller reads all bookings.';

COMMENT ON FUNCTION "private"."rows_summed"(uuid[]) IS 'Returns what private.document_sums keeps of these projects (null: all), from the rows.';

COMMENT ON FUNCTION "private"."sums_of_receipts"(uuid, text) IS 'Returns number and sums of all receipts of a project by type and status: their parts, and receipts by their first part. p_status: one status, or null for all. Errors: 42501 unless the caller reads all receipts.';

COMMENT ON FUNCTION "private"."totals_of_all"(uuid) IS 'Returns booking_totals of all bookings of a project, from the sums that are kept and the index of open bookings. Errors: 42501 unless the caller reads all bookings.';

COMMENT ON FUNCTION "public"."record_session"(text, text) IS 'Stores browser (User-Agent) and address of the caller''s session, and keeps past days and sums of documents of the caller''s projects (private.keep_days, private.fold_document_sums). Errors: 42501.';

COMMENT ON TABLE "private"."document_sums" IS 'The sum of its rows is the number and the amount of all bookings and receipts. Each change of one adds rows, with no key, so that commands do not wait for each other; private.fold_document_sums makes few of many. parts: of receipts; documents: bookings, and receipts by their first part.';

REVOKE ALL ON FUNCTION "known"."orders_by_customer"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "known"."orders_by_customer"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."fold_document_sums"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_all_document_sums"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_booking_sums"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_receipt_sums"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."orders_by_customer"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."orders_by_customer"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."rows_summed"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."sums_of_receipts"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."sums_of_receipts"(uuid, text) TO "authenticated";

select private.keep_all_document_sums();

set local check_function_bodies = off;

DROP INDEX "public"."sales_entries_day_idx";

DROP VIEW "known"."memos";

DROP VIEW "known"."sales_entries_whole";

DROP VIEW "known"."sales_entries";

DROP VIEW "known"."warehouse_requests";

DROP FUNCTION "known"."report_sales"(uuid, jsonb);

DROP FUNCTION "private"."decide_warehouse_request"(uuid, uuid, uuid, integer, text, text);

DROP FUNCTION "private"."post_allowance"(public.memos, public.booking_lines, numeric, numeric, date, text);

DROP FUNCTION "private"."post_sale"(public.booking_lines, text, integer, numeric, date, numeric, numeric, text);

DROP FUNCTION "public"."decide_warehouse_request"(uuid, uuid, uuid, integer, text, text);

DROP FUNCTION "public"."report_sales"(uuid, jsonb);

ALTER TABLE "public"."memos" ADD COLUMN "request_id" uuid;

ALTER TABLE "public"."sales_entries" ADD COLUMN "memo_id" uuid;

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
    select case when not p_sums then coalesce(e.collection_id, e.remittance_id, e.slip_id, e.voucher_id) end as document,
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
    (case when m.paid then 'vouchers_payable' when m.variance then 'cash_variance' else 'receipts_clearing' end, null,
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
      select x.kind, x.no, x.party into document_kind, document_no, party from (
        select 'collection' as kind, r.cr_no as no, c.name as party from known.collections r
        join known.customers c on c.project_id = p_project and c.id = r.customer_id where r.project_id = p_project and r.id = p_document
        union all select 'voucher', v.voucher_no::text, v.pay_to from known.vouchers v where v.project_id = p_project and v.id = p_document
        union all select 'remittance', m.drr_no, f.display_name from known.remittances m
        left join known.profiles f on f.user_id = m.collector_id where m.project_id = p_project and m.id = p_document
        union all select 'deposit', d.slip_no, null from known.deposit_slips d where d.project_id = p_project and d.id = p_document) x;
  end case;
  if document_kind is null then document_id := null; end if;
end $function$;

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
  v_agent uuid := private.read_uuid(p_filters, 'agent_id');
  v_manager uuid := private.read_uuid(p_filters, 'manager_id');
  v_no_tin boolean := private.read_boolean(p_filters, 'no_tin');
  v_quiet int := private.read_int(p_filters, 'quiet_days', p_max => 36500);
  v_days int := coalesce(private.read_int(p_filters, 'quiet_days', p_max => 36500), 90);
begin
  return query
  with owed as (
    select d.customer_id, sum(d.balance) as balance, sum(d.exposure + d.uncleared) as at_risk
    from known.ar_documents(p_project, v_today, 'invoice', null) d group by d.customer_id
  ), ordered as (
    select b.customer_id, min(b.date_added) as first_order, max(b.date_added) as last_order, count(*) as orders
    from known.bookings b where b.project_id = p_project and b.approval_status <> 'cancelled' and not b.is_opening group by b.customer_id
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
    from known.journal_accounts(p_project, ask.first_day, ask.last_day, null) l
  ), heads as (
    -- Entries are numbered within their day in the order of posting, so that an entry that is posted later does not renumber the others.
    select h.*,
      to_char(h.on_date, 'YYYYMMDD') || '-' || lpad(row_number() over (partition by h.on_date order by h.posted_at, h.source, h.document, h.kind)::text, 4, '0') as entry_no
    from (select distinct e.source, e.document, e.on_date, e.kind, e.posted_at from entries e) h
    where v_level = 'line'
  ), summed as (
    select h.entry_no, e.source, e.document, e.kind, e.on_date, e.account, e.part, e.account_code, e.account_name, e.part_name, e.debit, e.credit,
      1::bigint as lines, null::bigint as entries, null::bigint as accounts, null::bigint as day_accounts
    from entries e join heads h on h.source = e.source and h.document = e.document and h.on_date = e.on_date and h.kind = e.kind and h.posted_at = e.posted_at
    where v_level = 'line' and (v_account is null or e.account = v_account)
    union all
    select null, null, null, null, case when v_level = 'day' then e.on_date end, e.account, e.part, min(e.account_code), min(e.account_name), min(e.part_name),
      sum(e.debit), sum(e.credit), count(*), count(distinct (e.source, e.document, e.on_date, e.kind, e.posted_at)), 1, 1
    from entries e where v_level in ('day', 'account') and (v_account is null or e.account = v_account)
    group by case when v_level = 'day' then e.on_date end, e.account, e.part
    union all
    select null, null, null, null, null, null, null, null, null, null, coalesce(sum(e.debit), 0.00), coalesce(sum(e.credit), 0.00), count(*),
      count(distinct (e.source, e.document, e.on_date, e.kind, e.posted_at)), count(distinct (e.account, e.part)), count(distinct (e.on_date, e.account, e.part))
    from entries e where v_account is null or e.account = v_account having v_level = 'total'
  ), keyed as (
    select s.*, concat_ws(E'\x1f', s.on_date, s.entry_no, case when s.debit > 0 then '0' else '1' end, s.account_code, s.account, s.part) collate "C" as row_key
    from summed s
  ), page as (
    select k.* from keyed k
    where (ask.after is null or k.row_key > ask.after collate "C") and (ask.before is null or k.row_key < ask.before collate "C")
    order by case when ask.before is null then k.row_key end, k.row_key desc limit ask.row_limit
  )
  select v_level, k.row_key, k.entry_no, k.on_date, private.journal_words(k.source, k.kind), d.document_kind, d.document_id, d.document_no, d.party, k.account, k.account_code, k.account_name, k.part_name, k.debit, k.credit, k.lines, k.entries, k.accounts, k.day_accounts
  from page k
  left join lateral known.journal_document(p_project, k.source, k.document) d on k.document is not null
  order by case when ask.before is null then k.row_key end, k.row_key desc;
end $function$;

CREATE OR REPLACE FUNCTION known.report_sales(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(level text, row_key text, manager_id uuid, manager_name text, agent_id uuid, agent_name text, item text, product_id uuid, material_code text, customer_id uuid, customer_name text, store_name text, month text, on_date date, booking_id uuid, so_no text, invoice_no text, stage text, case_config integer, agent_srp numeric, agent_srp_pieces integer, cs bigint, pcs bigint, pieces bigint, litres numeric, free bigint, gross numeric, discount numeric, returns numeric, net numeric, cancelled numeric, share numeric, previous numeric, change numeric, average numeric, bookings bigint, customers bigint, lines bigint, cost numeric, margin numeric, margin_percent numeric, managers bigint, agents bigint, items bigint, agent_items bigint, buyers bigint, months bigint, days bigint, item_months bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
 SET work_mem TO '32MB'
AS $function$
#variable_conflict use_column
declare
  v_level text := coalesce(p_filters ->> 'level', 'grouped');
  v_products boolean := coalesce(p_filters ->> 'items' = 'product', false);
  v_sort text := coalesce(p_filters ->> 'sort', 'name');
  -- For the total: the level whose rows are counted; without it all levels.
  v_for text := case when v_level = 'total' then coalesce(p_filters ->> 'for', 'all') else v_level end;
  v_filters jsonb := p_filters;
  -- The total of these levels is summed with their rows.
  v_whole boolean := v_level in ('grouped', 'manager', 'agent', 'item', 'customer') and private.read_boolean(p_filters, 'with_total');
  ask record;
begin
  ask := private.open_report(p_project, p_filters, 'reports.sales', v_level, '{grouped,manager,agent,item,item_month,customer,month,day,line,total}', v_sort, '{name,net,drop}');
  if ask.known then
    return query select k.* from known.report_sales(p_project, p_filters - 'known_at') k;
    return;
  end if;
  if v_level = 'line' and v_sort = 'name' and ask.row_limit is not null and not p_filters ?| array['product_id', 'category1', 'category2', 'category3'] then
    v_filters := known.sales_days(p_project, p_filters);
  end if;

  return query
  with team as (
    select m.user_id as agent_id, coalesce(a.display_name, 'Former agent') as agent_name, m.manager_id, coalesce(w.display_name, 'Former manager') as manager_name
    from known.memberships m
    left join known.profiles a on a.user_id = m.user_id
    left join known.profiles w on w.user_id = m.manager_id
    where m.project_id = p_project
  ), cells as materialized (
    select c.*, c.now and c.counts as sold, t.manager_id
    from known.sales_cells(p_project, v_filters, array['agent', 'customer', case when v_level = 'line' then 'product'
      when v_for in ('grouped', 'item', 'item_month', 'all') then 'item' when v_for in ('month', 'day') then v_for end,
      case when v_level = 'line' then 'day' when v_for = 'item_month' then 'month' end,
      case v_level when 'line' then 'line' end]) c
    left join team t on t.agent_id = c.agent_id
    where c.now or v_level not in ('month', 'day', 'item_month')
  ), asked as (
    -- The columns of the requested level; the others are null.
    select c.*, case when v_level in ('grouped', 'manager') then c.manager_id end as by_manager,
      case when v_level in ('grouped', 'agent') then c.agent_id end as by_agent, case when v_level in ('grouped', 'item', 'item_month') then c.item_id end as by_item,
      case when v_level = 'customer' then c.customer_id end as by_customer, case when v_level in ('month', 'item_month') then to_char(c.on_date, 'YYYY-MM') end as by_month,
      case when v_level in ('day', 'line') then c.on_date end as by_day, case when v_level = 'line' then c.booking_id end as by_booking,
      case when v_level = 'line' then c.product_id end as by_product, case when v_level = 'line' then c.line_id end as by_line
    from cells c
  ), summed as (
    select
      case when grouping(a.by_line) = 0 then case v_level when 'grouped' then 'item' else v_level end
        when grouping(a.by_agent) = 0 then 'agent' when grouping(a.by_manager) = 0 then 'manager' else 'total' end as level,
      a.by_manager, a.by_agent, a.by_item, a.by_customer, a.by_month, a.by_day, a.by_booking, a.by_product, a.by_line, grouping(a.by_line) as sums,
      min(a.case_config) as case_config, sum(a.vat) filter (where a.sold) as vat, sum(a.cost) filter (where a.sold) as cost,
      coalesce(sum(a.cs) filter (where a.sold), 0)::bigint as cs, coalesce(sum(a.pcs) filter (where a.sold), 0)::bigint as pcs,
      coalesce(sum(a.pieces) filter (where a.sold), 0)::bigint as pieces, coalesce(sum(a.litres) filter (where a.sold), 0.000) as litres,
      coalesce(sum(a.free) filter (where a.sold), 0)::bigint as free,
      coalesce(sum(a.gross) filter (where a.sold), 0.00) as gross, coalesce(sum(a.discount) filter (where a.sold), 0.00) as discount, coalesce(sum(a.net) filter (where a.sold), 0.00) as net,
      coalesce(sum(a.gross - a.discount) filter (where a.now and not a.counts), 0.00) as cancelled,
      coalesce(sum(a.net) filter (where not a.now and a.counts), 0.00) as previous,
      coalesce(case when grouping(a.by_line) = 0 then sum(a.bookings) filter (where a.sold) else sum(a.firsts) filter (where a.sold) end, 0)::bigint as bookings,
      count(distinct a.customer_id) filter (where a.sold and a.bookings > 0) as customers,
      coalesce(sum(a.lines) filter (where a.now), 0)::bigint as lines
    from asked a
    group by grouping sets (
      (a.by_manager, a.by_agent, a.by_item, a.by_customer, a.by_month, a.by_day, a.by_booking, a.by_product, a.by_line),
      (a.by_manager, a.by_agent), (a.by_manager), ())
  ), placed as (
    select s.*, sum(s.net) filter (where s.level = 'total' and s.sums = 1) over () as whole,
      count(*) filter (where s.level = 'item') over (partition by s.by_manager, s.by_agent) as of_agent,
      count(*) filter (where s.level = 'agent') over (partition by s.by_manager) as of_manager
    from summed s
  ), named as (
    select p.*, coalesce(t.manager_id, p.by_manager) as manager_id, coalesce(t.manager_name, w.display_name, case when p.by_manager is not null then 'Former manager' end) as manager_name,
      t.agent_name, g.material_code,
      case when v_level = 'line' or v_products then g.description else p.by_item end as item, g.id as product_id,
      coalesce(p.by_customer, b.customer_id) as customer_id, coalesce(b.customer_name, c.name) as customer_name, coalesce(b.store_name, c.store_name) as store_name,
      c.sort_key as customer_key, b.so_no, b.invoice_no, b.stage, coalesce(p.by_agent, b.agent_id) as agent_id, l.line_no, l.agent_srp, l.agent_srp_pieces,
      p.net - p.vat - p.cost as margin
    from placed p
    left join known.bookings b on b.project_id = p_project and b.id = p.by_booking
    left join known.booking_lines l on l.project_id = p_project and l.id = p.by_line
    left join team t on t.agent_id = coalesce(p.by_agent, b.agent_id)
    left join known.profiles w on w.user_id = p.by_manager
    left join known.customers c on c.project_id = p_project and c.id = p.by_customer
    left join known.products g on g.project_id = p_project and g.id = case when v_products and p.by_item is not null then p.by_item::uuid else p.by_product end
    -- A group with a single row needs no subtotal.
    where (v_whole and p.level = 'total' and p.sums = 1) or case v_level when 'grouped' then p.level = 'item' or (p.level = 'agent' and p.of_agent > 1) or (p.level = 'manager' and p.of_manager > 1)
      when 'total' then p.level = 'total' and p.sums = 1 else p.level = v_level and p.sums = 0 end
  ), keyed as (
    -- In the row key the rows of a group have a 0 after the group's name and its subtotal has a 1, so that the subtotal comes last. Rows without a name come last.
    select n.*, (case when n.level = 'total' then '' when v_level = 'grouped' then
        coalesce(concat_ws(E'\x1f', '0', lower(n.manager_name), n.manager_id), '1') || case n.level when 'manager' then E'\x1f1'
          else concat_ws(E'\x1f', E'\x1f0', lower(n.agent_name), n.agent_id) || case n.level when 'agent' then E'\x1f1'
            else concat_ws(E'\x1f', E'\x1f0', coalesce('0' || lower(n.item), '1'), n.by_item) end end
      else case v_sort when 'net' then to_char(1e14 - n.net, 'FM000000000000000.00') when 'drop' then to_char(1e14 - (n.previous - n.net), 'FM000000000000000.00') else '' end
        || case n.level
          when 'manager' then coalesce(concat_ws(E'\x1f', '0' || lower(n.manager_name), n.by_manager), '1')
          when 'agent' then concat_ws(E'\x1f', lower(n.agent_name), n.by_agent)
          when 'item' then concat_ws(E'\x1f', coalesce('0' || lower(n.item), '1'), n.by_item)
          when 'item_month' then concat_ws(E'\x1f', coalesce('0' || lower(n.item), '1'), n.by_item, n.by_month)
          when 'customer' then concat_ws(E'\x1f', n.customer_key, n.by_customer)
          when 'line' then concat_ws(E'\x1f', n.by_day, n.so_no, to_char(n.line_no, 'FM00000'))
          else coalesce(n.by_month, n.by_day::text, '') end end) collate "C" as row_key
    from named n
  ), counted as (
    select (select count(*) from (select distinct c.customer_id from cells c) x) as buyers,
      (select count(*) from (select distinct c.item_id, c.on_date from cells c where c.now and v_level = 'total' and v_for = 'item_month') x) as item_months, count(*) as agent_items,
      count(distinct i.agent_id) as agents, count(distinct coalesce(i.item_id, '')) as items, count(distinct coalesce(i.manager_id::text, '')) as managers
    from (select distinct c.manager_id, c.agent_id, c.item_id from cells c where v_level = 'total' or v_whole) i
  ), calendar as (
    select count(*) as days, count(distinct to_char(d.on_date, 'YYYY-MM')) as months
    from (
      select distinct c.on_date from cells c where c.now and v_level = 'total' and v_for in ('month', 'day')
      union
      select c.on_date from known.sales_cells(p_project, private.fields_of(p_filters) || '{"against": "none"}', '{day}') c where v_level = 'total' and v_for = 'all'
    ) d
  )
  select case when v_level = 'grouped' and k.level in ('manager', 'agent') then 'subtotal' else k.level end, k.row_key,
    k.manager_id, k.manager_name, k.agent_id, k.agent_name, k.item, k.product_id, k.material_code, k.customer_id, k.customer_name, k.store_name,
    k.by_month, k.by_day, k.by_booking, k.so_no, k.invoice_no, k.stage, case when v_level = 'line' then k.case_config end, case when v_level = 'line' then k.agent_srp end,
    case when v_level = 'line' then k.agent_srp_pieces end,
    k.cs, k.pcs, k.pieces, k.litres, k.free, k.gross, k.discount, k.gross - k.discount - k.net, k.net, k.cancelled,
    case when v_level <> 'line' then round(k.net * 100 / nullif(k.whole, 0), 2) end, k.previous, round((k.net - k.previous) * 100 / nullif(k.previous, 0), 2), round(k.net / nullif(k.bookings, 0), 2),
    k.bookings, k.customers, k.lines, k.cost, k.margin, round(k.margin * 100 / nullif(k.net - k.vat, 0), 2), o.managers, o.agents, case when v_for in ('grouped', 'item', 'all') then o.items end,
    case when v_for in ('grouped', 'item', 'all') then o.agent_items end, o.buyers, y.months, y.days, case when v_for = 'item_month' then o.item_months end
  from keyed k
  left join counted o on k.level = 'total'
  left join calendar y on v_level = 'total' and v_for in ('month', 'day', 'all')
  where (v_whole and k.level = 'total') or ((ask.after is null or k.row_key > ask.after collate "C") and (ask.before is null or k.row_key < ask.before collate "C"))
  order by k.level <> 'total', case when ask.before is null then k.row_key end, k.row_key desc limit ask.row_limit + v_whole::int;
end $function$;

CREATE OR REPLACE FUNCTION private.apply_warehouse_request(p_request public.warehouse_requests, p_date date)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_item record;
  v_line public.booking_lines;
  v_booking public.bookings;
  v_memo public.memos;
  v_amount numeric;
  v_vat numeric;
  v_taxed numeric := 0;
begin
  if p_request.kind = 'hold' then
    update public.bookings set on_hold = true where project_id = p_request.project_id and id = p_request.booking_id;
    return;
  end if;
  if p_request.kind = 'take_back' then
    select * into v_booking from public.bookings b where b.project_id = p_request.project_id and b.id = p_request.booking_id;
    -- The number is drawn after the stock is locked, as in every command.
    perform private.lock_stock(p_request.project_id, array(select l.product_id from public.warehouse_request_lines r
      join public.booking_lines l on l.project_id = r.project_id and l.id = r.line_id
      where r.project_id = p_request.project_id and r.request_id = p_request.id));
    v_memo := private.memo_of_request(p_request, v_booking, p_date);
  end if;
  for v_item in
    select r.line_id, r.quantity, r.stock_state from public.warehouse_request_lines r
    join public.booking_lines l on l.project_id = r.project_id and l.id = r.line_id
    where r.project_id = p_request.project_id and r.request_id = p_request.id order by l.product_id, l.line_no
  loop
    select * into v_line from public.booking_lines where project_id = p_request.project_id and id = v_item.line_id for update;
    perform private.check_request_line(p_request.kind, v_line, v_item.quantity, '');
    if p_request.kind = 'take_back' and (select l.pieces from private.left_of_line(v_line, p_date) l) < v_item.quantity then
      perform private.invalid('date', 'The goods were delivered after this date.');
    end if;
    if p_request.kind = 'reduce' then
      perform private.release_from_booking(v_line, v_item.quantity, p_date);
    else
      v_amount := private.amount_of_return(v_line, v_item.quantity);
      v_vat := private.vat_of_part(v_line, v_amount, v_taxed);
      if v_line.vat_percent > 0 then v_taxed := v_taxed + v_amount; end if;
      insert into public.memo_lines (project_id, memo_id, line_id, pieces, stock_state, amount, vat_amount)
      values (p_request.project_id, v_memo.id, v_line.id, v_item.quantity, v_item.stock_state, v_amount, v_vat);
      perform private.post_return(v_memo, v_line, v_item.quantity, v_amount, v_vat, p_date, v_item.stock_state, 'warehouse_requests', p_request.id);
      v_memo.amount := v_memo.amount + v_amount;
      v_memo.vat_amount := v_memo.vat_amount + v_vat;
    end if;
  end loop;
  -- The rest may be delivered in full by now: the delivery date is then the day of the last issue, not today.
  update public.bookings b set date_delivered = (select max(m.on_date) from public.stock_movements m
    where m.project_id = b.project_id and m.source_table = 'bookings' and m.source_id = b.id and m.kind = 'issue')
  where b.project_id = p_request.project_id and b.id = p_request.booking_id and b.date_delivered is null
    and exists (select from public.booking_lines l where l.project_id = b.project_id and l.booking_id = b.id and l.quantity_delivered > 0)
    and not exists (select from public.booking_lines l where l.project_id = b.project_id and l.booking_id = b.id
      and l.quantity_delivered + l.quantity_released < l.quantity);
  if v_memo.id is not null then
    perform private.expect_creditable(p_request.project_id, p_request.booking_id, v_memo.amount);
    update public.memos set amount = v_memo.amount, vat_amount = v_memo.vat_amount where project_id = v_memo.project_id and id = v_memo.id;
  end if;
  perform private.post_invoice(b) from public.bookings b where b.project_id = p_request.project_id and b.id = p_request.booking_id;
  perform private.settle_booking(p_request.project_id, p_request.booking_id);
end $function$;

CREATE OR REPLACE FUNCTION private.book_check_violations(p_projects uuid[])
 RETURNS TABLE(check_key text, project_id uuid, kind text, id uuid, label text, stored text, expected text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select * from private.check_stock(p_projects)
  union all select * from private.check_purchases(p_projects)
  union all select * from private.check_orders(p_projects)
  union all select * from private.check_receipts(p_projects)
  union all select * from private.check_cheques(p_projects)
  union all select * from private.check_remittances(p_projects)
  union all select * from private.check_vouchers(p_projects)
  union all select * from private.check_trail(p_projects)
  union all select * from private.check_sales_ledger(p_projects)
  union all select * from private.check_receivables_ledger(p_projects)
  union all select * from private.check_money_ledger(p_projects)
  union all select * from private.check_journal(p_projects)
  union all select * from private.check_memos(p_projects)
  union all select * from private.check_closing(p_projects)
  union all select * from private.check_vat(p_projects)
  union all select * from private.check_totals(p_projects)
$function$;

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
    (10, 'ledgers.closed', 'Control totals', 'No entry was posted on a day of a closed period after it was closed.'),
    (11, 'stock.on_hand', 'Stock', 'What is on hand is the sum of the stock ledger, and never less than nothing.'),
    (12, 'stock.kinds', 'Stock', 'Bought, returned to suppliers, delivered, returned and adjusted pieces are each the sum of their movements.'),
    (13, 'stock.reserved', 'Stock', 'Reserved is what is validated and neither delivered nor released.'),
    (14, 'stock.issues', 'Stock', 'The ledger issued what the lines of bookings say is delivered.'),
    (15, 'stock.counts', 'Stock', 'A posted count has adjusted its variances, and no other count anything.'),
    (16, 'stock.price', 'Stock', 'The live price is the one where its history ends.'),
    (17, 'purchases.pieces', 'Purchases', 'Each line has moved its pieces, of a cancelled record none.'),
    (18, 'purchases.total', 'Purchases', 'The total of a record is the sum of its lines.'),
    (19, 'orders.total', 'Bookings', 'The total of a booking is the sum of its lines; an opening balance has none.'),
    (20, 'orders.credit', 'Bookings', 'No customer owes more than the credit line without an override.'),
    (21, 'orders.numbers', 'Bookings', 'SO numbers have no gap and no double.'),
    (22, 'receipts.collected', 'Collections', 'Collected and credited are the sums of approved receipts and of credits.'),
    (23, 'receipts.balance', 'Collections', 'No balance is below zero; paid means a balance of zero, with a date.'),
    (24, 'receipts.allocated', 'Collections', 'No receipt pays more than its amount.'),
    (25, 'receipts.parts', 'Collections', 'The parts of a receipt share its number, dates, people and approval.'),
    (26, 'receipts.uncleared', 'Collections', 'Uncleared is what cheques paid that have not cleared.'),
    (27, 'cheques.state', 'Cheques received', 'A cheque stands where its last event left it; a returned or replaced one pays nothing.'),
    (28, 'cheques.slip', 'Cheques received', 'Every deposited or cleared cheque came to the bank on a slip.'),
    (29, 'cheques.cash', 'Cheques received', 'The cash of a deposit slip is in the bank whole, or was taken back whole.'),
    (30, 'remittances.sums', 'Remittances', 'A remittance says what its receipts and its cash count say.'),
    (31, 'remittances.receipts', 'Remittances', 'A receipt is on one received remittance at most, under its number and date, and stands.'),
    (32, 'vouchers.total', 'Vouchers', 'The total of a voucher is the sum of its lines, and its cheque is for the net.'),
    (33, 'vouchers.state', 'Vouchers', 'A released voucher was printed and has a releaser and a date; a cancelled one has a reason.'),
    (34, 'vouchers.numbers', 'Vouchers', 'Voucher numbers have no gap and no double.'),
    (35, 'vouchers.cheque', 'Vouchers', 'A voucher paid by cheque has one live cheque, which says what the voucher says.'),
    (36, 'vouchers.cheque_state', 'Vouchers', 'A cheque is as far as its voucher: released after it, void when it is cancelled.'),
    (37, 'trail.bookings', 'Audit trail', 'Every decision on a booking is in the trail.'),
    (38, 'trail.customers', 'Audit trail', 'Every decision on a customer is in the trail.'),
    (39, 'trail.receipts', 'Audit trail', 'Every decision on a receipt is in the trail.'),
    (40, 'trail.vouchers', 'Audit trail', 'Every change of a voucher''s state is in the trail.'),
    (41, 'ledgers.receivables', 'Ledgers', 'What is posted of a booking is its balance once it is invoiced or archived, and its advances before.'),
    (42, 'ledgers.unapplied', 'Ledgers', 'What is posted of a receipt without a booking is its unapplied credit.'),
    (43, 'ledgers.positions', 'Ledgers', 'What is kept of a document beside the receivables ledger is the sum of its entries and the day of the last one.'),
    (44, 'memos.credits', 'Memos', 'An approved credit memo credits its amount and its VAT to bookings; a pending or cancelled one nothing.'),
    (45, 'memos.debits', 'Memos', 'An approved debit memo is one receivable of its number and its amount; a cancelled one no longer.'),
    (46, 'memos.sales', 'Memos', 'What a memo credits or charges of lines is in the sales ledger under the memo.'),
    (47, 'memos.numbers', 'Memos', 'CM and DM numbers have no gap and no double.'),
    (48, 'ledgers.cash_days', 'Ledgers', 'The cash of the office and of each collector was never less than nothing at the end of a day.'),
    (49, 'ledgers.discounts', 'Ledgers', 'Sales and discounts of the deliveries of a booking''s line are what was delivered, at AgentSRP; free goods are posted as such.'),
    (50, 'vat.bookings', 'VAT', 'What a booking says of VAT and of exempt and zero-rated sales is what its lines say.'),
    (51, 'vat.purchases', 'VAT', 'The input VAT that is posted of a purchase line is the VAT that the line says.'),
    (52, 'vat.output', 'VAT', 'Output VAT in the journal is the VAT of what was delivered, less that of credit memos, with that of debit memos.'),
    (53, 'vat.report', 'VAT', 'The VAT report of each month says what the accounts of the journal say.'),
    (54, 'orders.receipts', 'Bookings', 'DR numbers have no gap and no double.')
$function$;

CREATE OR REPLACE FUNCTION private.check_closing(p_projects uuid[])
 RETURNS TABLE(check_key text, project_id uuid, kind text, id uuid, label text, stored text, expected text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with acts as (
    select c.project_id, c.created_at, c.closed_through,
      lead(c.created_at, 1, 'infinity') over w as until, lead(c.act) over w as next_act
    from public.period_closings c where c.project_id = any (p_projects)
    window w as (partition by c.project_id order by c.created_at, c.id)
  ), entries (project_id, ledger, kind, id, on_date, posted_at) as (
    select e.project_id, 'stock', 'product', e.product_id, e.on_date, e.created_at from public.stock_movements e where e.project_id = any (p_projects)
    union all
    select e.project_id, 'sales', 'booking', e.booking_id, e.on_date, e.posted_at from public.sales_entries e where e.project_id = any (p_projects)
    union all
    select e.project_id, 'receivables', case when e.collection_id is null then 'booking' else 'collection' end, coalesce(e.collection_id, e.booking_id), e.on_date, e.posted_at
    from public.receivable_entries e where e.project_id = any (p_projects)
    union all
    select e.project_id, 'money', case when e.collection_id is not null then 'collection' when e.remittance_id is not null then 'remittance'
      when e.slip_id is not null then 'deposit' else 'voucher' end, coalesce(e.collection_id, e.remittance_id, e.slip_id, e.voucher_id), e.on_date, e.posted_at
    from public.money_entries e where e.project_id = any (p_projects)
    union all
    select v.project_id, 'vouchers', 'voucher', v.id, v.date_released, v.released_at from public.vouchers v where v.project_id = any (p_projects) and v.status = 'released'
  )
  select 'ledgers.closed', a.project_id, x.kind, x.id, format('%s of %s', x.ledger, to_char(x.on_date, 'MM/DD/YYYY')),
    format('%s entries posted later', x.entries), format('closed through %s', to_char(a.closed_through, 'MM/DD/YYYY'))
  from acts a
  cross join lateral (
    select e.ledger, e.kind, e.id, e.on_date, count(*) as entries from entries e
    -- A command that began shortly before the reopening may have waited for it: its entries have the moment at which it began.
    where e.project_id = a.project_id and e.on_date <= a.closed_through and e.posted_at > a.created_at and e.posted_at < a.until
      and (a.next_act is distinct from 'reopen' or e.posted_at < a.until - interval '1 minute')
    group by e.ledger, e.kind, e.id, e.on_date) x
  union all
  select 'ledgers.closed', p.id, 'project', p.id, p.name, coalesce(p.closed_through::text, '–'), coalesce(l.closed_through::text, '–')
  from public.projects p
  left join lateral (select a.closed_through from acts a where a.project_id = p.id and a.until = 'infinity') l on true
  where p.id = any (p_projects) and p.closed_through is distinct from l.closed_through
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
$function$;

CREATE OR REPLACE FUNCTION private.check_memos(p_projects uuid[])
 RETURNS TABLE(check_key text, project_id uuid, kind text, id uuid, label text, stored text, expected text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with credited as (
    select k.project_id, k.memo_id, sum(k.amount) as amount, sum(k.vat_amount) as vat, max(k.amount) as most
    from public.booking_credits k where k.project_id = any (p_projects) and k.memo_id is not null group by k.project_id, k.memo_id)
  select 'memos.credits', m.project_id, 'memo', m.id, m.memo_no, concat_ws(' / ', coalesce(c.amount, 0), coalesce(c.vat, 0)), concat_ws(' / ', x.amount, x.vat)
  from public.memos m
  left join credited c on c.project_id = m.project_id and c.memo_id = m.id
  cross join lateral (select case when m.status = 'approved' then m.amount else 0 end as amount, case when m.status = 'approved' then m.vat_amount else 0 end as vat) x
  where m.project_id = any (p_projects) and m.kind = 'credit' and (coalesce(c.amount, 0), coalesce(c.vat, 0)) is distinct from (x.amount, x.vat)
  union all
  select 'memos.credits', m.project_id, 'memo', m.id, m.memo_no, concat_ws(' / ', m.amount, m.vat_amount), concat_ws(' / ', sum(g.amount), sum(g.vat_amount))
  from public.memos m join public.memo_goods g on g.project_id = m.project_id and g.memo_id = m.id
  where m.project_id = any (p_projects) group by m.project_id, m.id having (m.amount, m.vat_amount) is distinct from (sum(g.amount), sum(g.vat_amount))
  union all
  -- The sales ledger has under the memo what it credits or charges of lines, so that the journal has one entry of it.
  select 'memos.sales', m.project_id, 'memo', m.id, m.memo_no, concat_ws(' / ', sum(x.posted), sum(x.posted_vat)), concat_ws(' / ', sum(x.amount), sum(x.vat))
  from (
    select e.project_id, e.memo_id, e.amount as posted, e.vat_amount as posted_vat, 0.00 as amount, 0.00 as vat
    from public.sales_entries e where e.project_id = any (p_projects) and e.memo_id is not null
    union all
    select k.project_id, k.memo_id, 0, 0, -k.amount, -k.vat_amount from public.booking_credits k
    where k.project_id = any (p_projects) and k.memo_id is not null and k.line_id is not null
    union all
    select l.project_id, l.memo_id, 0, 0, l.amount, l.vat_amount from public.memo_lines l
    join public.memos d on d.project_id = l.project_id and d.id = l.memo_id and d.kind = 'debit' and d.status = 'approved'
    where l.project_id = any (p_projects)) x
  join public.memos m on m.project_id = x.project_id and m.id = x.memo_id
  group by m.project_id, m.id having (sum(x.posted), sum(x.posted_vat)) is distinct from (sum(x.amount), sum(x.vat))
  union all
  select 'memos.debits', m.project_id, 'memo', m.id, m.memo_no, concat_ws(' ', b.so_no, b.total, b.approval_status), concat_ws(' ', m.memo_no, m.amount, m.status)
  from public.memos m left join public.bookings b on b.project_id = m.project_id and b.id = m.booking_id
  where m.project_id = any (p_projects) and m.kind = 'debit'
    and case when m.approved_at is null then b.id is not null
      else (b.so_no, b.total, b.approval_status like 'approved%', b.is_debit_memo) is distinct from (m.memo_no, m.amount, m.status = 'approved', true) end
  union all
  select 'memos.numbers', p.id, 'project', p.id, p.name, format('%s credit memos, %s debit memos drawn', p.credit_memo_count, p.debit_memo_count),
    format('%s and %s, up to %s and %s', s.credits, s.debits, s.last_credit, s.last_debit)
  from public.projects p
  join (select m.project_id, count(*) filter (where m.kind = 'credit') as credits, count(*) filter (where m.kind = 'debit') as debits,
      coalesce(max(substr(m.memo_no, 4)::int) filter (where m.kind = 'credit'), 0) as last_credit,
      coalesce(max(substr(m.memo_no, 4)::int) filter (where m.kind = 'debit'), 0) as last_debit
    from public.memos m where m.project_id = any (p_projects) group by m.project_id) s on s.project_id = p.id
  where (s.credits, s.last_credit, s.debits, s.last_debit) is distinct from
    (p.credit_memo_count::bigint, p.credit_memo_count, p.debit_memo_count::bigint, p.debit_memo_count)
$function$;

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
    select v.project_id, 'bank', v.bank_id, 'voucher', v.id, -v.net_amount, -v.net_amount
    from public.vouchers v where v.project_id = any (p_projects) and v.mode_of_payment = 'bank_transfer' and v.status = 'released'
    union all
    select i.project_id, 'bank', i.bank_id, 'voucher', i.voucher_id, -i.amount, case when i.state = 'cleared' then -i.amount else 0 end
    from public.issued_cheques i where i.project_id = any (p_projects) and i.state in ('released', 'cleared')),
  posted as (
    select e.project_id, e.place, e.holder_id, case when e.collection_id is not null then 'collection' when e.remittance_id is not null then 'remittance'
        when e.slip_id is not null then 'deposit' else 'voucher' end as kind,
      coalesce(e.collection_id, e.remittance_id, e.slip_id, e.voucher_id) as id, sum(e.amount) as amount, sum(e.confirmed_amount) as confirmed
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
$function$;

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
    perform private.refuse('maker_checker', format('You made request %s: another user who decides such requests has to approve it.', v_request.request_no));
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
    ('paper_settlements', '6920', 'Receivables settled on paper', 'expense', null),
    ('write_offs', '6930', 'Receivables written off', 'expense', null)
$function$;

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
    select case when not p_sums then coalesce(e.collection_id, e.remittance_id, e.slip_id, e.voucher_id) end as document,
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
    (case when m.paid then 'vouchers_payable' when m.variance then 'cash_variance' else 'receipts_clearing' end, null,
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

CREATE OR REPLACE FUNCTION private.insert_memo(p_memo public.memos)
 RETURNS public.memos
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare v public.memos;
begin
  insert into public.memos (project_id, memo_no, kind, on_date, customer_id, agent_id, customer_name, store_name, booking_id, purchase_id, request_id, reason_code, note, amount, vat_amount,
    status, created_by, approved_by, approved_at)
  select p_memo.project_id, private.draw_memo_no(p_memo.project_id, p_memo.kind), p_memo.kind, p_memo.on_date, c.id, p_memo.agent_id, c.name, c.store_name,
    p_memo.booking_id, p_memo.purchase_id, p_memo.request_id, p_memo.reason_code, p_memo.note, p_memo.amount, coalesce(p_memo.vat_amount, 0), p_memo.status, coalesce(p_memo.created_by, auth.uid()),
    case when p_memo.status = 'approved' then auth.uid() end, case when p_memo.status = 'approved' then now() end
  from public.customers c where c.project_id = p_memo.project_id and c.id = p_memo.customer_id
  returning * into v;
  return v;
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
      select x.kind, x.no, x.party into document_kind, document_no, party from (
        select 'collection' as kind, r.cr_no as no, c.name as party from public.collections r
        join public.customers c on c.project_id = p_project and c.id = r.customer_id where r.project_id = p_project and r.id = p_document
        union all select 'voucher', v.voucher_no::text, v.pay_to from public.vouchers v where v.project_id = p_project and v.id = p_document
        union all select 'remittance', m.drr_no, f.display_name from public.remittances m
        left join public.profiles f on f.user_id = m.collector_id where m.project_id = p_project and m.id = p_document
        union all select 'deposit', d.slip_no, null from public.deposit_slips d where d.project_id = p_project and d.id = p_document) x;
  end case;
  if document_kind is null then document_id := null; end if;
end $function$;

CREATE OR REPLACE FUNCTION private.journal_kind(p_project uuid, p_source text, p_document uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case p_source when 'sales' then 'booking' when 'bookings' then 'booking' when 'receivables' then 'booking' when 'memos' then 'memo' when 'purchases' then 'purchase'
    when 'stock_counts' then 'count' when 'bad_orders' then 'bad_order' when 'imports' then 'import' when 'receipts' then 'collection' when 'vouchers' then 'voucher'
    else case when exists (select from public.collections c where c.project_id = p_project and c.id = p_document) then 'collection'
      when exists (select from public.remittances r where r.project_id = p_project and r.id = p_document) then 'remittance'
      when exists (select from public.deposit_slips s where s.project_id = p_project and s.id = p_document) then 'deposit' else 'voucher' end end
$function$;

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
      when 'replacement' then 'Cheque replaced' when 'payment' then 'Paid' when 'paid_back' then 'Paid back' when 'correction' then 'Corrected' when 'cancellation' then 'Cancelled' end
  end
$function$;

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
  v_agent uuid := private.read_uuid(p_filters, 'agent_id');
  v_manager uuid := private.read_uuid(p_filters, 'manager_id');
  v_no_tin boolean := private.read_boolean(p_filters, 'no_tin');
  v_quiet int := private.read_int(p_filters, 'quiet_days', p_max => 36500);
  v_days int := coalesce(private.read_int(p_filters, 'quiet_days', p_max => 36500), 90);
begin
  return query
  with owed as (
    select d.customer_id, sum(d.balance) as balance, sum(d.exposure + d.uncleared) as at_risk
    from private.ar_documents(p_project, v_today, 'invoice', null) d group by d.customer_id
  ), ordered as (
    select b.customer_id, min(b.date_added) as first_order, max(b.date_added) as last_order, count(*) as orders
    from public.bookings b where b.project_id = p_project and b.approval_status <> 'cancelled' and not b.is_opening group by b.customer_id
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

CREATE OR REPLACE FUNCTION private.memo_entry(p_memo text, p_posted boolean)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN (p_memo || CASE WHEN p_posted THEN '_memo'::text ELSE '_memo_back'::text END);

CREATE OR REPLACE FUNCTION private.memo_of_request(p_request public.warehouse_requests, p_booking public.bookings, p_date date)
 RETURNS public.memos
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare v public.memos;
begin
  v.project_id := p_request.project_id;
  v.kind := 'credit';
  v.reason_code := 'return';
  v.on_date := p_date;
  v.customer_id := p_booking.customer_id;
  v.agent_id := p_booking.agent_id;
  v.booking_id := p_booking.id;
  v.request_id := p_request.id;
  v.note := left(p_request.request_no || ': ' || p_request.reason, 400);
  v.amount := 0;
  v.status := 'approved';
  v.created_by := p_request.user_id;
  return private.insert_memo(v);
end $function$;

CREATE OR REPLACE FUNCTION private.post_allowance(p_memo public.memos, p_line public.booking_lines, p_amount numeric, p_vat numeric, p_date date, p_class text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.booking_credits (project_id, booking_id, line_id, kind, quantity, amount, vat_amount, vat_class, on_date, memo_id)
  values (p_memo.project_id, p_line.booking_id, p_line.id, 'credit_memo', 0, p_amount, p_vat, p_class, p_date, p_memo.id);
  if p_amount <> 0 then perform private.post_sale(p_memo.id, p_line, 'allowance', 0, 0, p_date, -p_amount, -p_vat, p_class); end if;
end $function$;

CREATE OR REPLACE FUNCTION private.post_invoice(p_booking public.bookings)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_booking.date_invoiced is null and p_booking.booking_status <> 'active' then
    perform private.post_archived_credits(p_booking);
    return;
  end if;
  insert into public.receivable_entries (project_id, on_date, kind, customer_id, agent_id, booking_id, memo_id, due_date, amount, cleared_amount)
  select p_booking.project_id, x.on_date, x.kind, p_booking.customer_id, p_booking.agent_id, p_booking.id, x.memo_id, x.due_date, sum(x.amount), sum(x.amount)
  from (
    select coalesce(p_booking.opening_date, p_booking.date_invoiced) as on_date,
      case when p_booking.is_debit_memo then 'debit_memo' when p_booking.is_opening then 'opening' else 'invoice' end as kind,
      (select m.id from public.memos m where p_booking.is_debit_memo and m.project_id = p_booking.project_id and m.booking_id = p_booking.id and m.kind = 'debit') as memo_id,
      p_booking.date_due as due_date, p_booking.total as amount
    where p_booking.date_invoiced is not null
    union all
    -- A credit before the invoice counts from the invoice on.
    select greatest(k.on_date, coalesce(p_booking.opening_date, p_booking.date_invoiced)), case when k.kind = 'credit_memo' and k.line_id is not null then 'allowance' else k.kind end, k.memo_id, p_booking.date_due, -k.amount
    from public.booking_credits k
    where p_booking.date_invoiced is not null and k.project_id = p_booking.project_id and k.booking_id = p_booking.id
    union all
    select e.on_date, e.kind, e.memo_id, e.due_date, -e.amount
    from public.receivable_entries e
    where e.project_id = p_booking.project_id and e.booking_id = p_booking.id and e.collection_id is null
  ) x
  group by x.on_date, x.kind, x.memo_id, x.due_date having sum(x.amount) <> 0 order by sum(x.amount) > 0, x.on_date;
end $function$;

CREATE OR REPLACE FUNCTION private.post_return(p_memo public.memos, p_line public.booking_lines, p_pieces integer, p_amount numeric, p_vat numeric, p_date date, p_state text DEFAULT 'sellable'::text, p_source_table text DEFAULT 'memos'::text, p_source uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare v_cost numeric;
begin
  if p_pieces < 0 then
    perform private.expect_on_hand(p_line, -p_pieces, p_state);
    -- What came back leaves at the cost at which it came.
    select round(sum(e.cost) * p_pieces / sum(e.pieces), 2) into v_cost from public.sales_entries e
    where e.project_id = p_line.project_id and e.line_id = p_line.id and e.kind = 'return';
  else
    v_cost := private.cost_of_return(p_line, p_pieces);
  end if;
  insert into public.stock_movements (project_id, product_id, kind, stock_state, quantity, cost, on_date, source_table, source_id, source_line)
  values (p_line.project_id, p_line.product_id, 'return_credit', p_state, p_pieces, v_cost, p_date, p_source_table, coalesce(p_source, p_memo.id), p_line.id)
  returning cost into v_cost;
  perform private.post_sale(p_memo.id, p_line, 'return', -p_pieces, -v_cost, p_date, -p_amount, -p_vat);
  insert into public.booking_credits (project_id, booking_id, line_id, kind, quantity, amount, vat_amount, on_date, memo_id)
  values (p_line.project_id, p_line.booking_id, p_line.id, 'returned', p_pieces, p_amount, p_vat, p_date, p_memo.id);
end $function$;

CREATE OR REPLACE FUNCTION private.post_sale(p_memo uuid, p_line public.booking_lines, p_kind text, p_pieces integer, p_cost numeric, p_date date, p_amount numeric, p_vat numeric, p_class text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.sales_entries (project_id, on_date, kind, booking_id, line_id, product_id, customer_id, agent_id, case_config, pieces, amount, vat_amount, vat_class, cost, free, memo_id)
  select p_line.project_id, p_date, p_kind, p_line.booking_id, p_line.id, p_line.product_id, b.customer_id, b.agent_id, p_line.case_config,
    p_pieces, p_amount, p_vat, coalesce(p_class, p_line.vat_class), p_cost, p_line.free_of is not null, p_memo
  from public.bookings b where b.project_id = p_line.project_id and b.id = p_line.booking_id;
end $function$;

CREATE OR REPLACE FUNCTION private.post_undercharge(p_memo public.memos, p_date date, p_sign integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare v_row record;
begin
  for v_row in
    select l as line, m.pieces, m.amount, m.vat_amount from public.memo_lines m
    join public.booking_lines l on l.project_id = m.project_id and l.id = m.line_id
    where m.project_id = p_memo.project_id and m.memo_id = p_memo.id order by l.line_no
  loop
    if p_sign > 0 then perform private.check_memo_line(v_row.line, v_row.pieces, 0, p_date, format('lines[%s].', (v_row.line).line_no - 1)); end if;
    perform private.post_sale(p_memo.id, v_row.line, 'undercharge', 0, 0, p_date, p_sign * v_row.amount, p_sign * v_row.vat_amount);
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.decide_warehouse_request(p_project uuid, p_idempotency_key uuid, p_request uuid, p_version integer, p_decision text, p_note text DEFAULT NULL::text, p_date date DEFAULT NULL::date)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select private.decide_warehouse_request(p_project, p_idempotency_key, p_request, p_version, p_decision, p_note, p_date) $function$;

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
    from private.journal_accounts(p_project, ask.first_day, ask.last_day, null) l
  ), heads as (
    -- Entries are numbered within their day in the order of posting, so that an entry that is posted later does not renumber the others.
    select h.*,
      to_char(h.on_date, 'YYYYMMDD') || '-' || lpad(row_number() over (partition by h.on_date order by h.posted_at, h.source, h.document, h.kind)::text, 4, '0') as entry_no
    from (select distinct e.source, e.document, e.on_date, e.kind, e.posted_at from entries e) h
    where v_level = 'line'
  ), summed as (
    select h.entry_no, e.source, e.document, e.kind, e.on_date, e.account, e.part, e.account_code, e.account_name, e.part_name, e.debit, e.credit,
      1::bigint as lines, null::bigint as entries, null::bigint as accounts, null::bigint as day_accounts
    from entries e join heads h on h.source = e.source and h.document = e.document and h.on_date = e.on_date and h.kind = e.kind and h.posted_at = e.posted_at
    where v_level = 'line' and (v_account is null or e.account = v_account)
    union all
    select null, null, null, null, case when v_level = 'day' then e.on_date end, e.account, e.part, min(e.account_code), min(e.account_name), min(e.part_name),
      sum(e.debit), sum(e.credit), count(*), count(distinct (e.source, e.document, e.on_date, e.kind, e.posted_at)), 1, 1
    from entries e where v_level in ('day', 'account') and (v_account is null or e.account = v_account)
    group by case when v_level = 'day' then e.on_date end, e.account, e.part
    union all
    select null, null, null, null, null, null, null, null, null, null, coalesce(sum(e.debit), 0.00), coalesce(sum(e.credit), 0.00), count(*),
      count(distinct (e.source, e.document, e.on_date, e.kind, e.posted_at)), count(distinct (e.account, e.part)), count(distinct (e.on_date, e.account, e.part))
    from entries e where v_account is null or e.account = v_account having v_level = 'total'
  ), keyed as (
    select s.*, concat_ws(E'\x1f', s.on_date, s.entry_no, case when s.debit > 0 then '0' else '1' end, s.account_code, s.account, s.part) collate "C" as row_key
    from summed s
  ), page as (
    select k.* from keyed k
    where (ask.after is null or k.row_key > ask.after collate "C") and (ask.before is null or k.row_key < ask.before collate "C")
    order by case when ask.before is null then k.row_key end, k.row_key desc limit ask.row_limit
  )
  select v_level, k.row_key, k.entry_no, k.on_date, private.journal_words(k.source, k.kind), d.document_kind, d.document_id, d.document_no, d.party, k.account, k.account_code, k.account_name, k.part_name, k.debit, k.credit, k.lines, k.entries, k.accounts, k.day_accounts
  from page k
  left join lateral private.journal_document(p_project, k.source, k.document) d on k.document is not null
  order by case when ask.before is null then k.row_key end, k.row_key desc;
end $function$;

CREATE OR REPLACE FUNCTION public.report_sales(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(level text, row_key text, manager_id uuid, manager_name text, agent_id uuid, agent_name text, item text, product_id uuid, material_code text, customer_id uuid, customer_name text, store_name text, month text, on_date date, booking_id uuid, so_no text, invoice_no text, stage text, case_config integer, agent_srp numeric, agent_srp_pieces integer, cs bigint, pcs bigint, pieces bigint, litres numeric, free bigint, gross numeric, discount numeric, returns numeric, net numeric, cancelled numeric, share numeric, previous numeric, change numeric, average numeric, bookings bigint, customers bigint, lines bigint, cost numeric, margin numeric, margin_percent numeric, managers bigint, agents bigint, items bigint, agent_items bigint, buyers bigint, months bigint, days bigint, item_months bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
 SET work_mem TO '32MB'
AS $function$
#variable_conflict use_column
declare
  v_level text := coalesce(p_filters ->> 'level', 'grouped');
  v_products boolean := coalesce(p_filters ->> 'items' = 'product', false);
  v_sort text := coalesce(p_filters ->> 'sort', 'name');
  -- For the total: the level whose rows are counted; without it all levels.
  v_for text := case when v_level = 'total' then coalesce(p_filters ->> 'for', 'all') else v_level end;
  v_filters jsonb := p_filters;
  -- The total of these levels is summed with their rows.
  v_whole boolean := v_level in ('grouped', 'manager', 'agent', 'item', 'customer') and private.read_boolean(p_filters, 'with_total');
  ask record;
begin
  ask := private.open_report(p_project, p_filters, 'reports.sales', v_level, '{grouped,manager,agent,item,item_month,customer,month,day,line,total}', v_sort, '{name,net,drop}');
  if ask.known then
    return query select k.* from known.report_sales(p_project, p_filters - 'known_at') k;
    return;
  end if;
  if v_level = 'line' and v_sort = 'name' and ask.row_limit is not null and not p_filters ?| array['product_id', 'category1', 'category2', 'category3'] then
    v_filters := private.sales_days(p_project, p_filters);
  end if;

  return query
  with team as (
    select m.user_id as agent_id, coalesce(a.display_name, 'Former agent') as agent_name, m.manager_id, coalesce(w.display_name, 'Former manager') as manager_name
    from public.memberships m
    left join public.profiles a on a.user_id = m.user_id
    left join public.profiles w on w.user_id = m.manager_id
    where m.project_id = p_project
  ), cells as materialized (
    select c.*, c.now and c.counts as sold, t.manager_id
    from private.sales_cells(p_project, v_filters, array['agent', 'customer', case when v_level = 'line' then 'product'
      when v_for in ('grouped', 'item', 'item_month', 'all') then 'item' when v_for in ('month', 'day') then v_for end,
      case when v_level = 'line' then 'day' when v_for = 'item_month' then 'month' end,
      case v_level when 'line' then 'line' end]) c
    left join team t on t.agent_id = c.agent_id
    where c.now or v_level not in ('month', 'day', 'item_month')
  ), asked as (
    -- The columns of the requested level; the others are null.
    select c.*, case when v_level in ('grouped', 'manager') then c.manager_id end as by_manager,
      case when v_level in ('grouped', 'agent') then c.agent_id end as by_agent, case when v_level in ('grouped', 'item', 'item_month') then c.item_id end as by_item,
      case when v_level = 'customer' then c.customer_id end as by_customer, case when v_level in ('month', 'item_month') then to_char(c.on_date, 'YYYY-MM') end as by_month,
      case when v_level in ('day', 'line') then c.on_date end as by_day, case when v_level = 'line' then c.booking_id end as by_booking,
      case when v_level = 'line' then c.product_id end as by_product, case when v_level = 'line' then c.line_id end as by_line
    from cells c
  ), summed as (
    select
      case when grouping(a.by_line) = 0 then case v_level when 'grouped' then 'item' else v_level end
        when grouping(a.by_agent) = 0 then 'agent' when grouping(a.by_manager) = 0 then 'manager' else 'total' end as level,
      a.by_manager, a.by_agent, a.by_item, a.by_customer, a.by_month, a.by_day, a.by_booking, a.by_product, a.by_line, grouping(a.by_line) as sums,
      min(a.case_config) as case_config, sum(a.vat) filter (where a.sold) as vat, sum(a.cost) filter (where a.sold) as cost,
      coalesce(sum(a.cs) filter (where a.sold), 0)::bigint as cs, coalesce(sum(a.pcs) filter (where a.sold), 0)::bigint as pcs,
      coalesce(sum(a.pieces) filter (where a.sold), 0)::bigint as pieces, coalesce(sum(a.litres) filter (where a.sold), 0.000) as litres,
      coalesce(sum(a.free) filter (where a.sold), 0)::bigint as free,
      coalesce(sum(a.gross) filter (where a.sold), 0.00) as gross, coalesce(sum(a.discount) filter (where a.sold), 0.00) as discount, coalesce(sum(a.net) filter (where a.sold), 0.00) as net,
      coalesce(sum(a.gross - a.discount) filter (where a.now and not a.counts), 0.00) as cancelled,
      coalesce(sum(a.net) filter (where not a.now and a.counts), 0.00) as previous,
      coalesce(case when grouping(a.by_line) = 0 then sum(a.bookings) filter (where a.sold) else sum(a.firsts) filter (where a.sold) end, 0)::bigint as bookings,
      count(distinct a.customer_id) filter (where a.sold and a.bookings > 0) as customers,
      coalesce(sum(a.lines) filter (where a.now), 0)::bigint as lines
    from asked a
    group by grouping sets (
      (a.by_manager, a.by_agent, a.by_item, a.by_customer, a.by_month, a.by_day, a.by_booking, a.by_product, a.by_line),
      (a.by_manager, a.by_agent), (a.by_manager), ())
  ), placed as (
    select s.*, sum(s.net) filter (where s.level = 'total' and s.sums = 1) over () as whole,
      count(*) filter (where s.level = 'item') over (partition by s.by_manager, s.by_agent) as of_agent,
      count(*) filter (where s.level = 'agent') over (partition by s.by_manager) as of_manager
    from summed s
  ), named as (
    select p.*, coalesce(t.manager_id, p.by_manager) as manager_id, coalesce(t.manager_name, w.display_name, case when p.by_manager is not null then 'Former manager' end) as manager_name,
      t.agent_name, g.material_code,
      case when v_level = 'line' or v_products then g.description else p.by_item end as item, g.id as product_id,
      coalesce(p.by_customer, b.customer_id) as customer_id, coalesce(b.customer_name, c.name) as customer_name, coalesce(b.store_name, c.store_name) as store_name,
      c.sort_key as customer_key, b.so_no, b.invoice_no, b.stage, coalesce(p.by_agent, b.agent_id) as agent_id, l.line_no, l.agent_srp, l.agent_srp_pieces,
      p.net - p.vat - p.cost as margin
    from placed p
    left join public.bookings b on b.project_id = p_project and b.id = p.by_booking
    left join public.booking_lines l on l.project_id = p_project and l.id = p.by_line
    left join team t on t.agent_id = coalesce(p.by_agent, b.agent_id)
    left join public.profiles w on w.user_id = p.by_manager
    left join public.customers c on c.project_id = p_project and c.id = p.by_customer
    left join public.products g on g.project_id = p_project and g.id = case when v_products and p.by_item is not null then p.by_item::uuid else p.by_product end
    -- A group with a single row needs no subtotal.
    where (v_whole and p.level = 'total' and p.sums = 1) or case v_level when 'grouped' then p.level = 'item' or (p.level = 'agent' and p.of_agent > 1) or (p.level = 'manager' and p.of_manager > 1)
      when 'total' then p.level = 'total' and p.sums = 1 else p.level = v_level and p.sums = 0 end
  ), keyed as (
    -- In the row key the rows of a group have a 0 after the group's name and its subtotal has a 1, so that the subtotal comes last. Rows without a name come last.
    select n.*, (case when n.level = 'total' then '' when v_level = 'grouped' then
        coalesce(concat_ws(E'\x1f', '0', lower(n.manager_name), n.manager_id), '1') || case n.level when 'manager' then E'\x1f1'
          else concat_ws(E'\x1f', E'\x1f0', lower(n.agent_name), n.agent_id) || case n.level when 'agent' then E'\x1f1'
            else concat_ws(E'\x1f', E'\x1f0', coalesce('0' || lower(n.item), '1'), n.by_item) end end
      else case v_sort when 'net' then to_char(1e14 - n.net, 'FM000000000000000.00') when 'drop' then to_char(1e14 - (n.previous - n.net), 'FM000000000000000.00') else '' end
        || case n.level
          when 'manager' then coalesce(concat_ws(E'\x1f', '0' || lower(n.manager_name), n.by_manager), '1')
          when 'agent' then concat_ws(E'\x1f', lower(n.agent_name), n.by_agent)
          when 'item' then concat_ws(E'\x1f', coalesce('0' || lower(n.item), '1'), n.by_item)
          when 'item_month' then concat_ws(E'\x1f', coalesce('0' || lower(n.item), '1'), n.by_item, n.by_month)
          when 'customer' then concat_ws(E'\x1f', n.customer_key, n.by_customer)
          when 'line' then concat_ws(E'\x1f', n.by_day, n.so_no, to_char(n.line_no, 'FM00000'))
          else coalesce(n.by_month, n.by_day::text, '') end end) collate "C" as row_key
    from named n
  ), counted as (
    select (select count(*) from (select distinct c.customer_id from cells c) x) as buyers,
      (select count(*) from (select distinct c.item_id, c.on_date from cells c where c.now and v_level = 'total' and v_for = 'item_month') x) as item_months, count(*) as agent_items,
      count(distinct i.agent_id) as agents, count(distinct coalesce(i.item_id, '')) as items, count(distinct coalesce(i.manager_id::text, '')) as managers
    from (select distinct c.manager_id, c.agent_id, c.item_id from cells c where v_level = 'total' or v_whole) i
  ), calendar as (
    select count(*) as days, count(distinct to_char(d.on_date, 'YYYY-MM')) as months
    from (
      select distinct c.on_date from cells c where c.now and v_level = 'total' and v_for in ('month', 'day')
      union
      select c.on_date from private.sales_cells(p_project, private.fields_of(p_filters) || '{"against": "none"}', '{day}') c where v_level = 'total' and v_for = 'all'
    ) d
  )
  select case when v_level = 'grouped' and k.level in ('manager', 'agent') then 'subtotal' else k.level end, k.row_key,
    k.manager_id, k.manager_name, k.agent_id, k.agent_name, k.item, k.product_id, k.material_code, k.customer_id, k.customer_name, k.store_name,
    k.by_month, k.by_day, k.by_booking, k.so_no, k.invoice_no, k.stage, case when v_level = 'line' then k.case_config end, case when v_level = 'line' then k.agent_srp end,
    case when v_level = 'line' then k.agent_srp_pieces end,
    k.cs, k.pcs, k.pieces, k.litres, k.free, k.gross, k.discount, k.gross - k.discount - k.net, k.net, k.cancelled,
    case when v_level <> 'line' then round(k.net * 100 / nullif(k.whole, 0), 2) end, k.previous, round((k.net - k.previous) * 100 / nullif(k.previous, 0), 2), round(k.net / nullif(k.bookings, 0), 2),
    k.bookings, k.customers, k.lines, k.cost, k.margin, round(k.margin * 100 / nullif(k.net - k.vat, 0), 2), o.managers, o.agents, case when v_for in ('grouped', 'item', 'all') then o.items end,
    case when v_for in ('grouped', 'item', 'all') then o.agent_items end, o.buyers, y.months, y.days, case when v_for = 'item_month' then o.item_months end
  from keyed k
  left join counted o on k.level = 'total'
  left join calendar y on v_level = 'total' and v_for in ('month', 'day', 'all')
  where (v_whole and k.level = 'total') or ((ask.after is null or k.row_key > ask.after collate "C") and (ask.before is null or k.row_key < ask.before collate "C"))
  order by k.level <> 'total', case when ask.before is null then k.row_key end, k.row_key desc limit ask.row_limit + v_whole::int;
end $function$;

ALTER TABLE "public"."memos" ADD CONSTRAINT "memos_project_id_request_id_fkey" FOREIGN KEY (project_id, request_id) REFERENCES public.warehouse_requests(project_id, id);

CREATE VIEW "known"."memos" WITH (security_invoker=true) AS  SELECT x.project_id,
    x.id,
    x.memo_no,
    x.kind,
    x.on_date,
    x.customer_id,
    x.agent_id,
    x.customer_name,
    x.store_name,
    x.booking_id,
    x.purchase_id,
    x.reason_code,
    x.note,
    x.amount,
    x.vat_amount,
    x.status,
    x.created_by,
    x.created_at,
    x.approved_by,
    x.approved_at,
    x.cancelled_by,
    x.cancelled_at,
    x.cancelled_on,
    x.cancel_reason,
    x.search_key,
    x.version,
    x.modified_at,
    x.request_id
   FROM public.memos x
  WHERE (NOT (EXISTS ( SELECT
           FROM private.changed_rows('memos'::text) c(row_id, document_id, is_new, is_removed, before)
          WHERE (c.row_id = x.id))))
UNION ALL
 SELECT x.project_id,
    x.id,
    x.memo_no,
    x.kind,
    x.on_date,
    x.customer_id,
    x.agent_id,
    x.customer_name,
    x.store_name,
    x.booking_id,
    x.purchase_id,
    x.reason_code,
    x.note,
    x.amount,
    x.vat_amount,
    x.status,
    x.created_by,
    x.created_at,
    x.approved_by,
    x.approved_at,
    x.cancelled_by,
    x.cancelled_at,
    x.cancelled_on,
    x.cancel_reason,
    lower(((((x.memo_no || ' '::text) || x.customer_name) || ' '::text) || COALESCE(x.store_name, ''::text))) AS search_key,
    x.version,
    x.modified_at,
    x.request_id
   FROM ( SELECT r.project_id,
            r.id,
            r.memo_no,
            r.kind,
            r.on_date,
            r.customer_id,
            r.agent_id,
            r.customer_name,
            r.store_name,
            r.booking_id,
            r.purchase_id,
            r.reason_code,
            r.note,
            r.amount,
            r.vat_amount,
            r.status,
            r.created_by,
            r.created_at,
            r.approved_by,
            r.approved_at,
            r.cancelled_by,
            r.cancelled_at,
            r.cancelled_on,
            r.cancel_reason,
            r.search_key,
            r.version,
            r.modified_at,
            r.request_id
           FROM ((private.changed_rows('memos'::text) c(row_id, document_id, is_new, is_removed, before)
             JOIN ( SELECT memos.project_id,
                    memos.id,
                    memos.memo_no,
                    memos.kind,
                    memos.on_date,
                    memos.customer_id,
                    memos.agent_id,
                    memos.customer_name,
                    memos.store_name,
                    memos.booking_id,
                    memos.purchase_id,
                    memos.reason_code,
                    memos.note,
                    memos.amount,
                    memos.vat_amount,
                    memos.status,
                    memos.created_by,
                    memos.created_at,
                    memos.approved_by,
                    memos.approved_at,
                    memos.cancelled_by,
                    memos.cancelled_at,
                    memos.cancelled_on,
                    memos.cancel_reason,
                    memos.search_key,
                    memos.version,
                    memos.modified_at,
                    memos.request_id
                   FROM public.memos) x_1 ON (((x_1.id = c.row_id) AND (x_1.project_id = ( SELECT private.known_project() AS known_project)))))
             CROSS JOIN LATERAL jsonb_populate_record(NULL::public.memos, (to_jsonb(x_1.*) || c.before)) r(project_id, id, memo_no, kind, on_date, customer_id, agent_id, customer_name, store_name, booking_id, purchase_id, reason_code, note, amount, vat_amount, status, created_by, created_at, approved_by, approved_at, cancelled_by, cancelled_at, cancelled_on, cancel_reason, search_key, version, modified_at, request_id))
          WHERE ((NOT c.is_new) AND (NOT c.is_removed))) x;

CREATE VIEW "known"."sales_entries_whole" WITH (security_invoker=true) AS  SELECT x.project_id,
    x.id,
    x.on_date,
    x.kind,
    x.booking_id,
    x.line_id,
    x.product_id,
    x.customer_id,
    x.agent_id,
    x.case_config,
    x.pieces,
    x.amount,
    x.discount,
    x.vat_amount,
    x.vat_class,
    x.cost,
    x.free,
    x.further,
    x.posted_at,
    x.posted_by,
    x.memo_id
   FROM public.sales_entries x
  WHERE (x.posted_at <= ( SELECT private.known_at() AS known_at));

CREATE VIEW "known"."sales_entries" WITH (security_invoker=true) AS  SELECT x.project_id,
    x.id,
    x.on_date,
    x.kind,
    x.booking_id,
    x.line_id,
    x.product_id,
    x.customer_id,
    x.agent_id,
    x.case_config,
    x.pieces,
    x.amount,
    x.discount,
    x.vat_amount,
    x.vat_class,
    x.free,
    x.further,
    x.posted_at,
    x.posted_by,
    x.memo_id
   FROM public.sales_entries x
  WHERE (x.posted_at <= ( SELECT private.known_at() AS known_at));

CREATE UNIQUE INDEX memos_request_key ON public.memos USING btree (project_id, request_id) WHERE (request_id IS NOT NULL);

CREATE INDEX sales_entries_day_idx ON public.sales_entries USING btree (project_id, on_date, booking_id) INCLUDE (kind, line_id, product_id, customer_id, agent_id, case_config, pieces, amount, discount, vat_amount, vat_class, cost, free, posted_at, memo_id);

COMMENT ON FUNCTION "known"."report_sales"(uuid, jsonb) IS 'public.report_sales on the tables as of private.known_at.';

COMMENT ON FUNCTION "private"."check_journal"(uuid[]) IS 'Returns the entries of the journal that do not balance, the documents whose cost of sales is not that of the sales ledger, and the accounts whose balance is not that of the documents.';

COMMENT ON FUNCTION "private"."check_money_ledger"(uuid[]) IS 'Returns the violations of the checks of the money ledger: one per place and document whose entries are not what the document says, and one per day on which cash was below zero.';

COMMENT ON FUNCTION "private"."check_totals"(uuid[]) IS 'Returns the customers whose receivables are not the same in the ledger and on each screen that shows them: customer page, statement of account, AR report, master list; and Home, of all of them. AR report, master list and Home are asked only for a caller who reads them.';

COMMENT ON FUNCTION "private"."double_entries"(uuid, date, date, boolean) IS 'Returns the lines of the journal from one day to another (null = without limit): debits above zero, credits below. The lines of one source, document, day, kind and moment of posting are one entry and add up to 0.00, so that a later correction is an entry of its own. source: sales | bookings, purchases, stock_counts, imports, bad_orders (stock) | memos (all parts of a memo) | receivables | receipts | money | vouchers. part: the collector, bank account or cost center that the account is kept by. p_sums: sums of the whole period by source, account and part, without document, day and moment. It asks for no permission and is granted to nobody.';

COMMENT ON FUNCTION "private"."journal_kind"(uuid, text, uuid) IS 'Returns the kind of the document of a journal entry, for the checks of the books.';

COMMENT ON FUNCTION "private"."memo_entry"(text, boolean) IS 'Returns the kind of a memo''s entry in the journal: credit_memo or debit_memo, with _back for the opposite entry of a memo that is cancelled or posted anew.';

COMMENT ON FUNCTION "private"."memo_of_request"(public.warehouse_requests, public.bookings, date) IS 'Writes the credit memo of a take-back, without its lines yet.';

COMMENT ON FUNCTION "private"."post_allowance"(public.memos, public.booking_lines, numeric, numeric, date, text) IS 'Credits an allowance on the price of a booking line and lowers its sales; below zero it is taken back. p_class: the VAT class of goods that came back without their booking, null: that of the line.';

COMMENT ON FUNCTION "private"."post_sale"(uuid, public.booking_lines, text, integer, numeric, date, numeric, numeric, text) IS 'Posts to the sales ledger what a memo credits or charges of a booking line: goods that come back, with pieces and cost below zero; an allowance and an undercharge, without pieces and cost. The VAT class is the one frozen on the line, or p_class, that of goods whose booking nobody knows. Deliveries are posted by private.issue_from_stock.';

COMMENT ON FUNCTION "public"."decide_warehouse_request"(uuid, uuid, uuid, integer, text, text, date) IS 'Approves (with its effect: hold stops delivery; reduce releases undelivered pieces; take_back returns delivered ones to stock under a credit memo; both lower the balance and count from p_date, today when empty, not before the booking or the delivery), rejects (with a note), or finishes an approved request (done, by the warehouse; ends a hold). Who made the request does not approve it. Errors: 42501, P0002, stale_version, wrong_state, maker_checker, not_in_future, period_closed, 22023 decision, note or date.';

COMMENT ON FUNCTION "public"."report_sales"(uuid, jsonb) IS 'Report of sales of a period. p_filters: {basis: delivery (default) | added (the date that from and to are about, both included), from, to, against: previous (default; see private.comparison_period) | year | none, agent_id (of the booking), manager_id (of that agent today), customer_id, category1, category2, category3, product_id, cancelled (true: their amount in the column of that name, nowhere else), items: category1 (default) | category2 | category3 | product (what levels item, item_month and grouped are by), level: grouped (items by manager and agent, after several of one their sums: level subtotal) | manager | agent | item | item_month (items by month) | customer | month (YYYY-MM) | day | line | total, for (of total: the level whose rows are counted; without it all are), sort: name | net (highest first) | drop (what fell most first), not of grouped, limit, after or before (row_key; before answers backwards), with_total (true: the row of level total comes too, not of item_month, month, day and line)}. gross = at AgentSRP what was delivered in the period, each delivery on its day, and what debit memos charged for prices that were too low, on their day; returns = what came back or was allowed in the period, on its day, also of earlier deliveries; discount = what the discounts of the lines took off; net = gross - discount - returns. Basis added: gross = what was booked less what was released, returns = what came back of it since. free: pieces of free goods, which stand in none of the other columns but cost. cs and pcs: whole cases and pieces beside them, line by line; litres to three decimals a line; pieces, cs, pcs and litres are net too. previous = net of the period before, change in percent of it (null when it is 0); share in percent of the total (not of a line); average = net of a booking. bookings and customers count those with a delivery, each once on every level. cost at the moving average, margin = net without VAT - cost, margin_percent of net without VAT: null without costs.read and for basis added. A row may have sold only before: bookings 0, change -100. buyers counts the rows of level customer. What was owed from before this system is no sale. Errors: 42501, 22023.';

REVOKE ALL ON FUNCTION "known"."report_sales"(uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "known"."report_sales"(uuid, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."check_totals"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."decide_warehouse_request"(uuid, uuid, uuid, integer, text, text, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."decide_warehouse_request"(uuid, uuid, uuid, integer, text, text, date) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."journal_kind"(uuid, text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."memo_entry"(text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."post_allowance"(public.memos, public.booking_lines, numeric, numeric, date, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."post_sale"(uuid, public.booking_lines, text, integer, numeric, date, numeric, numeric, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."decide_warehouse_request"(uuid, uuid, uuid, integer, text, text, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."decide_warehouse_request"(uuid, uuid, uuid, integer, text, text, date) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."report_sales"(uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."report_sales"(uuid, jsonb) TO "authenticated";

REVOKE ALL ("memo_id") ON TABLE "public"."sales_entries" FROM "authenticated";

GRANT SELECT ("memo_id") ON TABLE "public"."sales_entries" TO "authenticated";

GRANT SELECT ON TABLE "known"."memos" TO "authenticated";

GRANT SELECT ON TABLE "known"."sales_entries" TO "authenticated";

-- By hand: memos know the request that took their goods back, and sales entries their memo. Both decisions of a request have
-- the moment of its transaction; a credit and its sale are one transaction, in the same order. No figure changes.
alter table public.memos disable trigger user;
update public.memos m set request_id = r.id
from public.warehouse_requests r
where r.project_id = m.project_id and r.booking_id = m.booking_id and r.kind = 'take_back' and r.decided_at = m.approved_at
  and m.kind = 'credit' and m.reason_code = 'return' and m.purchase_id is null and m.note = left(r.request_no || ': ' || r.reason, 400);
alter table public.memos enable trigger user;

alter table public.sales_entries disable trigger user;
with entries as (
  select e.project_id, e.id, e.line_id, e.on_date, e.posted_at, e.kind, e.amount,
    row_number() over (partition by e.project_id, e.line_id, e.on_date, e.posted_at, e.kind, e.amount order by e.id) as n
  from public.sales_entries e where e.kind in ('return', 'allowance')
), credits as (
  select k.project_id, k.memo_id, k.line_id, k.on_date, k.created_at, k.amount, case k.kind when 'returned' then 'return' else 'allowance' end as kind,
    row_number() over (partition by k.project_id, k.line_id, k.on_date, k.created_at, k.kind, k.amount order by k.id) as n
  from public.booking_credits k where k.memo_id is not null and k.line_id is not null
)
update public.sales_entries s set memo_id = k.memo_id
from entries e join credits k on k.project_id = e.project_id and k.line_id = e.line_id and k.on_date = e.on_date and k.created_at = e.posted_at
  and k.kind = e.kind and k.amount = -e.amount and k.n = e.n
where s.project_id = e.project_id and s.id = e.id;
with entries as (
  select e.project_id, e.id, e.line_id, e.on_date, e.amount,
    row_number() over (partition by e.project_id, e.line_id, e.on_date, e.amount order by e.id) as n
  from public.sales_entries e where e.kind = 'undercharge'
), charges as (
  select l.project_id, l.memo_id, l.line_id, x.on_date, x.sign * l.amount as amount,
    row_number() over (partition by l.project_id, l.line_id, x.on_date, x.sign * l.amount order by case x.sign when 1 then m.approved_at else m.cancelled_at end, m.memo_no) as n
  from public.memo_lines l
  join public.memos m on m.project_id = l.project_id and m.id = l.memo_id and m.kind = 'debit' and m.approved_at is not null
  cross join lateral (values (m.on_date, 1), (m.cancelled_on, -1)) x (on_date, sign)
  where x.on_date is not null
)
update public.sales_entries s set memo_id = c.memo_id
from entries e join charges c on c.project_id = e.project_id and c.line_id = e.line_id and c.on_date = e.on_date and c.amount = e.amount and c.n = e.n
where s.project_id = e.project_id and s.id = e.id;
alter table public.sales_entries enable trigger user;

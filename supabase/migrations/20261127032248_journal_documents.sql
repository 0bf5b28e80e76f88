set local check_function_bodies = off;

DROP FUNCTION "known"."account_parts"(uuid);

DROP FUNCTION "known"."first_posted_day"(uuid);

DROP FUNCTION "known"."journal_accounts"(uuid, date, date, text);

DROP FUNCTION "known"."journal_document"(uuid, text, uuid);

DROP FUNCTION "private"."account_parts"(uuid);

DROP FUNCTION "private"."first_posted_day"(uuid);

DROP FUNCTION "private"."journal_accounts"(uuid, date, date, text);

DROP FUNCTION "private"."journal_document"(uuid, text, uuid);

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
  from private.account_day_sums s
  where s.project_id = p_project and s.on_date <= p_until
    -- The sums of a period stand side by side. Without "is true" they would be looked up day by day.
    and (s.on_date in (select k.on_date from known.exact_days k where k.project_id = p_project)) is true
  group by 1, 2;
end $function$;

CREATE OR REPLACE FUNCTION known.account_parts(p_project uuid)
 RETURNS TABLE(part uuid, code text, name text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  if private.scope_of(p_project, 'journal.read') is null then return; end if;
  return query
  select b.id, null, concat_ws(' ', b.bank, b.account_no) from known.banks b where b.project_id = p_project
  union all
  select k.id, k.account_number, k.cost_center from known.cost_centers k where k.project_id = p_project
  union all
  select m.user_id, null, f.display_name from known.memberships m join known.profiles f on f.user_id = m.user_id where m.project_id = p_project;
end $function$;

CREATE OR REPLACE FUNCTION known.first_posted_day(p_project uuid)
 RETURNS date
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return least(
    (select min(e.on_date) from known.sales_entries_whole e where e.project_id = p_project),
    (select min(e.on_date) from known.stock_movements_whole e where e.project_id = p_project),
    (select min(e.on_date) from known.receivable_entries e where e.project_id = p_project),
    (select min(e.on_date) from known.money_entries e where e.project_id = p_project),
    (select min(v.date_released) from known.vouchers v where v.project_id = p_project and v.status = 'released'));
end $function$;

CREATE OR REPLACE FUNCTION known.journal_accounts(p_project uuid, p_from date, p_to date, p_account text)
 RETURNS TABLE(source text, document uuid, on_date date, kind text, account text, part uuid, amount numeric, posted_at timestamp with time zone, account_code text, account_name text, part_name text, type text)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return query
  select l.source, l.document, l.on_date, l.kind, l.account, l.part, l.amount, l.posted_at, coalesce(p.code, c.code), c.name, p.name, c.type
  from known.journal_lines(p_project, p_from, p_to) l
  join known.chart_of_accounts(p_project) c on c.account = l.account
  left join known.account_parts(p_project) p on p.part = l.part
  where p_account is null or l.account = p_account;
end $function$;

CREATE OR REPLACE FUNCTION known.journal_documents(p_project uuid, p_sources text[], p_documents uuid[])
 RETURNS TABLE(source text, document uuid, document_kind text, document_id uuid, document_no text, party text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
begin
  if private.scope_of(p_project, 'journal.read') is null then return; end if;
  return query
  with asked as materialized (
    select distinct x.source, x.document from unnest(p_sources, p_documents) x (source, document)
  )
  select a.source, a.document, 'booking', b.id, coalesce(b.invoice_no, b.so_no), c.name
  from asked a
  join known.bookings b on b.project_id = p_project and b.id = a.document
  join known.customers c on c.project_id = p_project and c.id = b.customer_id
  where a.source in ('sales', 'bookings', 'receivables')
  union all
  select a.source, a.document, 'purchase', p.id, p.po_no, p.supplier
  from asked a join known.purchases p on p.project_id = p_project and p.id = a.document where a.source = 'purchases'
  union all
  select a.source, a.document, 'count', s.id, to_char(s.counted_on, 'MM/DD/YYYY'), null
  from asked a join known.stock_counts s on s.project_id = p_project and s.id = a.document where a.source = 'stock_counts'
  union all
  select a.source, a.document, 'import', i.id, i.file_name, null
  from asked a join known.imports i on i.project_id = p_project and i.id = a.document where a.source = 'imports'
  union all
  select a.source, a.document, 'bad_order', r.id, r.record_no, null
  from asked a join known.bad_orders r on r.project_id = p_project and r.id = a.document where a.source = 'bad_orders'
  union all
  select a.source, a.document, 'memo', m.id, m.memo_no, m.customer_name
  from asked a join known.memos m on m.project_id = p_project and m.id = a.document where a.source = 'memos'
  union all
  select a.source, a.document, 'collection', r.id, r.cr_no, c.name
  from asked a
  join known.collections r on r.project_id = p_project and r.id = a.document
  join known.customers c on c.project_id = p_project and c.id = r.customer_id
  where a.source in ('receipts', 'money')
  union all
  select a.source, a.document, 'voucher', v.id, v.voucher_no::text, v.pay_to
  from asked a join known.vouchers v on v.project_id = p_project and v.id = a.document where a.source in ('vouchers', 'money')
  union all
  select a.source, a.document, 'remittance', m.id, m.drr_no, f.display_name
  from asked a
  join known.remittances m on m.project_id = p_project and m.id = a.document
  left join known.profiles f on f.user_id = m.collector_id
  where a.source = 'money'
  union all
  select a.source, a.document, 'deposit', d.id, d.slip_no, null
  from asked a join known.deposit_slips d on d.project_id = p_project and d.id = a.document where a.source = 'money'
  union all
  select a.source, a.document, 'bank', k.id, concat_ws(' ', k.bank, k.account_no), b.remarks
  from asked a
  join known.bank_balances b on b.project_id = p_project and b.id = a.document
  join known.banks k on k.project_id = p_project and k.id = b.bank_id
  where a.source = 'money';
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
  from private.account_day_sums s
  where s.project_id = p_project and s.on_date between coalesce(p_from, '-infinity') and coalesce(p_to, 'infinity') and (p_account is null or s.account = p_account)
    -- The sums of a period stand side by side. Without "is true" they would be looked up day by day.
    and (s.on_date in (select k.on_date from known.exact_days k where k.project_id = p_project)) is true
  group by 1, 2, 3;
end $function$;

CREATE OR REPLACE FUNCTION known.report_invoice(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(level text, row_key text, kind text, booking_id uuid, so_no text, invoice_no text, on_date date, date_added date, date_due date, date_delivered date, renumbered_on date, agent_id uuid, agent_name text, customer_id uuid, customer_name text, store_name text, tin_no text, business_style text, month text, gross numeric, discount numeric, net numeric, credited numeric, vatable numeric, vat numeric, exempt numeric, zero_rated numeric, untaxed numeric, collected numeric, balance numeric, cancelled numeric, waiting numeric, first_no text, last_no text, before_no text, after_no text, new_no text, reason text, numbers bigint, invoices bigint, renumbered bigint, undelivered bigint, days bigint, agents bigint, customers bigint, months bigint, unnumbered bigint, missing bigint, voided bigint, number_rows bigint, memos numeric, memos_vat numeric, listed bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
#variable_conflict use_column
declare
  v_level text := coalesce(p_filters ->> 'level', 'invoice');
  v_sort text := coalesce(p_filters ->> 'sort', 'date');
  v_paid text := nullif(p_filters ->> 'paid', '');
  v_delivered text := nullif(p_filters ->> 'delivered', '');
  v_for text := coalesce(p_filters ->> 'for', '');
  v_renumbered boolean := private.read_boolean(p_filters, 'renumbered');
  v_zone text := private.zone_of(p_project);
  v_singly boolean;
  v_end date;
  v_from date;
  v_to date;
  v_moved uuid[] := '{}';
  v_changed uuid[] := '{}';
  ask record;
begin
  ask := private.open_report(p_project, p_filters, 'reports.invoice', v_level, '{grouped,grouped_agent,invoice,day,month,agent,customer,numbers,unnumbered,total}', v_sort, '{date,number,customer,gross,balance}');
  if ask.known then
    return query select k.* from known.report_invoice(p_project, p_filters - 'known_at') k;
    return;
  end if;
  if v_paid not in ('paid', 'unpaid') then perform private.invalid('paid', 'Paid or unpaid.'); end if;
  if v_delivered not in ('yes', 'no') then perform private.invalid('delivered', 'Yes or no.'); end if;
  v_singly := v_level in ('grouped', 'grouped_agent', 'invoice', 'unnumbered');

  if v_level = 'numbers' then
    return query
    with found as (
      select n.*, (n.series || E'\x1f' || to_char(coalesce(n.serial, 0), 'FM0000000000000000') || E'\x1f' || n.first_no) collate "C" as row_key
      from known.invoice_numbers(p_project, ask.first_day, ask.last_day) n
    )
    select 'numbers', f.row_key, f.kind, b.id, b.so_no, f.first_no, f.on_date, null::date, null::date, null::date,
      null::date, b.agent_id, null, b.customer_id, b.customer_name, b.store_name, null, null, null,
      null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric,
      f.first_no, f.last_no, f.before_no, f.after_no, f.new_no, f.reason, f.numbers,
      null::bigint, null::bigint, null::bigint, null::bigint, null::bigint, null::bigint, null::bigint,
      null::bigint, case when f.kind = 'missing' then f.numbers else 0 end, case when f.kind = 'missing' then 0 else 1 end::bigint, null::bigint,
      null::numeric, null::numeric, null::bigint
    from found f left join known.bookings b on b.project_id = p_project and b.id = f.booking_id
    where (ask.after is null or f.row_key > ask.after collate "C") and (ask.before is null or f.row_key < ask.before collate "C")
    order by case when ask.before is null then f.row_key end, f.row_key desc limit ask.row_limit;
    return;
  end if;

  -- A page sorted by day begins at the day where the last one ended.
  if v_level in ('grouped', 'unnumbered') or (v_level = 'invoice' and v_sort = 'date') then
    ask.first_day := greatest(ask.first_day, ask.after_day);
    ask.last_day := least(ask.last_day, ask.before_day);
  end if;
  -- It ends with the day that completes it: releases and cancellations of these days are further rows.
  if v_level = 'grouped' or (v_level = 'invoice' and v_sort = 'date') then
    select case when ask.before is null then max(x.on_date) else min(x.on_date) end into v_end
    from (
      -- The invoices come in this order, so that reading ends with the page.
      select b.date_invoiced as on_date from known.bookings b
      where ask.row_limit is not null and b.project_id = p_project and b.date_invoiced is not null and b.invoice_no is not null
        and (ask.first_day is null or b.date_invoiced >= ask.first_day) and (ask.last_day is null or b.date_invoiced <= ask.last_day)
        -- Rows of the day where the last page ended are added.
        and (ask.after_day is null or b.date_invoiced > ask.after_day) and (ask.before_day is null or b.date_invoiced < ask.before_day)
        and (ask.agent_id is null or b.agent_id = ask.agent_id) and (ask.customer_id is null or b.customer_id = ask.customer_id)
        and (v_paid is null or (b.approval_status <> 'cancelled' and (b.balance = 0) = (v_paid = 'paid')))
        and (v_delivered is null or (b.date_delivered is not null) = (v_delivered = 'yes'))
        and (not v_renumbered or b.invoice_no_changed_at is not null)
      order by case when ask.before is null then b.date_invoiced end, case when ask.before is not null then b.date_invoiced end desc limit ask.row_limit
    ) x having count(*) = ask.row_limit;
    if ask.before is null then ask.last_day := least(ask.last_day, v_end); else ask.first_day := greatest(ask.first_day, v_end); end if;
  end if;
  v_from := coalesce(ask.first_day, '-infinity');
  v_to := coalesce(ask.last_day, 'infinity');
  -- Invoices of other days, of which goods were released or which were cancelled within the period
  if v_level <> 'unnumbered' and (v_from > '-infinity' or v_to < 'infinity') then
    v_moved := array(
      select k.booking_id from known.booking_credits k where k.project_id = p_project and k.after_invoice and k.on_date between v_from and v_to
      union
      select e.booking_id from known.receivable_entries e join known.bookings b on b.project_id = p_project and b.id = e.booking_id
      where e.project_id = p_project and e.kind = 'cancelled' and e.on_date between v_from and v_to and b.stage = 'cancelled');
  end if;
  -- Most invoices are as they were issued, and no more is read than their own row. The others are taken together.
  if v_level <> 'unnumbered' then
    v_changed := array(
      select b.id from known.bookings b
      where b.project_id = p_project and b.invoice_no is not null and (b.credited <> 0 or b.approval_status = 'cancelled')
        and (b.date_invoiced between v_from and v_to or b.id = any (v_moved)));
  end if;

  if v_level = 'total' then
    return query
    with asked as not materialized (
      select b.*, coalesce(b.vat_percent, 0) > 0 as taxed from known.bookings b
      where b.project_id = p_project and b.invoice_no is not null
        and (ask.agent_id is null or b.agent_id = ask.agent_id) and (ask.customer_id is null or b.customer_id = ask.customer_id)
        and (v_paid is null or (b.approval_status <> 'cancelled' and (b.balance = 0) = (v_paid = 'paid')))
        and (v_delivered is null or (b.date_delivered is not null) = (v_delivered = 'yes'))
        and (not v_renumbered or b.invoice_no_changed_at is not null)
    ), issued as not materialized (
      select 'invoice' as entry, b.date_invoiced as on_date, b.total as net, b.discount, b.credited, b.total as due, b.vat_amount as vat, b.exempt_amount as exempt,
        b.zero_rated_amount as zero_rated, b.collected, b.balance, 0.00 as cancelled, b.taxed, b.invoice_no, b.agent_id, b.customer_id, b.invoice_no_changed_at, b.date_delivered
      from asked b where b.date_invoiced between v_from and v_to and b.id <> all (v_changed)
      union all
      select x.entry, x.on_date, x.gross - x.discount, x.discount, x.credited, x.due, x.vat, x.exempt,
        x.zero_rated, x.collected, x.balance, x.cancelled, b.taxed, b.invoice_no, b.agent_id, b.customer_id, b.invoice_no_changed_at, b.date_delivered
      from known.changed_invoices(p_project, v_changed) x join asked b on b.id = x.booking_id
      where v_level <> 'unnumbered' and x.on_date between v_from and v_to
    ), parts as materialized (
      -- Days, agents and customers are only told apart where they are counted.
      select s.taxed, length(s.invoice_no) as digits, case when v_for in ('', 'day', 'month') then s.on_date end as on_date,
        case when v_for in ('', 'agent') then s.agent_id end as agent_id, case when v_for in ('', 'customer') then s.customer_id end as customer_id,
        sum(s.net) as net, sum(s.discount) as discount, sum(s.credited) as credited, sum(s.due) as due, sum(s.vat) as vat, sum(s.exempt) as exempt, sum(s.zero_rated) as zero_rated,
        sum(s.collected) as collected, sum(s.balance) as balance, sum(s.cancelled) as cancelled, count(*) as listed,
        min(s.invoice_no collate "C") filter (where s.entry = 'invoice') as first_no, max(s.invoice_no collate "C") filter (where s.entry = 'invoice') as last_no,
        count(*) filter (where s.entry = 'invoice') as invoices, count(s.invoice_no_changed_at) filter (where s.entry = 'invoice') as renumbered,
        count(*) filter (where s.entry = 'invoice' and s.date_delivered is null) as undelivered
      from issued s group by 1, 2, 3, 4, 5
    ), whole as (
      select coalesce(sum(p.net), 0.00) as net, coalesce(sum(p.discount), 0.00) as discount, coalesce(sum(p.credited), 0.00) as credited,
        coalesce(sum(p.due - p.vat - p.exempt - p.zero_rated) filter (where p.taxed), 0.00) as vatable, coalesce(sum(p.vat), 0.00) as vat,
        coalesce(sum(p.exempt), 0.00) as exempt, coalesce(sum(p.zero_rated), 0.00) as zero_rated,
        coalesce(sum(p.due - p.vat - p.exempt - p.zero_rated) filter (where not p.taxed), 0.00) as untaxed,
        coalesce(sum(p.collected), 0.00) as collected, coalesce(sum(p.balance), 0.00) as balance, coalesce(sum(p.cancelled), 0.00) as cancelled,
        coalesce(sum(p.invoices), 0)::bigint as invoices, coalesce(sum(p.renumbered), 0)::bigint as renumbered, coalesce(sum(p.undelivered), 0)::bigint as undelivered,
        coalesce(sum(p.listed), 0)::bigint as listed, count(distinct p.on_date) as days, count(distinct p.agent_id) as agents, count(distinct p.customer_id) as customers,
        count(distinct to_char(p.on_date, 'YYYY-MM')) as months
      from parts p
    )
    select v_level, '', null, null::uuid, null, null, null::date, null::date, null::date, null::date,
      null::date, null::uuid, null, null::uuid, null, null, null, null, null,
      w.net + w.discount, w.discount, w.net, w.credited, w.vatable, w.vat, w.exempt, w.zero_rated, w.untaxed, w.collected, w.balance, w.cancelled, u.waiting,
      (select p.first_no from parts p where p.first_no is not null order by p.digits, p.first_no limit 1),
      (select p.last_no from parts p where p.last_no is not null order by p.digits desc, p.last_no desc limit 1),
      null, null, null, null, n.missing + n.voided, w.invoices, w.renumbered, w.undelivered,
      case when v_for in ('', 'day') then w.days end, case when v_for in ('', 'agent') then w.agents end, case when v_for in ('', 'customer') then w.customers end,
      case when v_for in ('', 'month') then w.months end, u.unnumbered, n.missing, n.voided, n.number_rows, m.memos, m.memos_vat, w.listed
    from whole w
    cross join (
      select coalesce(sum(b.total), 0.00) as waiting, count(*) as unnumbered from known.bookings b
      where b.project_id = p_project and b.date_invoiced is null and b.date_delivered between v_from and v_to and b.approval_status like 'approved%'
        and (ask.agent_id is null or b.agent_id = ask.agent_id) and (ask.customer_id is null or b.customer_id = ask.customer_id)) u
    cross join (
      select coalesce(sum(x.numbers) filter (where x.kind = 'missing'), 0)::bigint as missing, count(*) filter (where x.kind <> 'missing') as voided, count(*) as number_rows
      from known.invoice_numbers(p_project, ask.first_day, ask.last_day) x) n
    cross join (
      select coalesce(-sum(e.amount), 0.00) as memos, coalesce(-sum(e.vat_amount), 0.00) as memos_vat from known.sales_entries e
      where e.project_id = p_project and e.kind in ('return', 'allowance') and e.on_date between v_from and v_to
        and (ask.agent_id is null or e.agent_id = ask.agent_id) and (ask.customer_id is null or e.customer_id = ask.customer_id)) m;
    return;
  end if;

  return query
  with asked as not materialized (
    select b.*, coalesce(b.vat_percent, 0) > 0 as taxed from known.bookings b
    where b.project_id = p_project and b.invoice_no is not null
      and (ask.agent_id is null or b.agent_id = ask.agent_id) and (ask.customer_id is null or b.customer_id = ask.customer_id)
      and (v_paid is null or (b.approval_status <> 'cancelled' and (b.balance = 0) = (v_paid = 'paid')))
      and (v_delivered is null or (b.date_delivered is not null) = (v_delivered = 'yes'))
      and (not v_renumbered or b.invoice_no_changed_at is not null)
  ), issued as not materialized (
    select b.id, b.so_no, 'invoice' as entry, b.date_invoiced as on_date, b.total as net, b.discount, b.credited, b.total as due, b.vat_amount as vat, b.exempt_amount as exempt,
      b.zero_rated_amount as zero_rated, b.collected, b.balance, 0.00 as cancelled, b.taxed, b.invoice_no, b.agent_id, b.customer_id, b.invoice_no_changed_at, b.date_delivered
    from asked b where b.date_invoiced between v_from and v_to and b.id <> all (v_changed)
    union all
    select b.id, b.so_no, x.entry, x.on_date, x.gross - x.discount, x.discount, x.credited, x.due, x.vat, x.exempt,
      x.zero_rated, x.collected, x.balance, x.cancelled, b.taxed, b.invoice_no, b.agent_id, b.customer_id, b.invoice_no_changed_at, b.date_delivered
    from known.changed_invoices(p_project, v_changed) x join asked b on b.id = x.booking_id
    where v_level <> 'unnumbered' and x.on_date between v_from and v_to
  ), found as materialized (
    select s.id, s.entry, true as numbered, s.entry = 'invoice' as issued, s.on_date, s.net + s.discount as gross, s.discount, s.net, s.credited,
      case when s.taxed then s.due - s.vat - s.exempt - s.zero_rated else 0.00 end as vatable, s.vat, s.exempt, s.zero_rated,
      case when s.taxed then 0.00 else s.due - s.vat - s.exempt - s.zero_rated end as untaxed,
      s.collected, s.balance, s.cancelled, 0.00 as waiting, s.invoice_no, s.so_no, s.agent_id, s.customer_id,
      case when s.entry = 'invoice' then s.invoice_no_changed_at end as renumbered_at, s.date_delivered,
      case v_level when 'day' then s.on_date::text when 'grouped' then s.on_date::text when 'month' then to_char(s.on_date, 'YYYY-MM')
        when 'agent' then s.agent_id::text when 'grouped_agent' then s.agent_id::text when 'customer' then s.customer_id::text end as bundle
    from issued s where v_level <> 'unnumbered'
    union all
    -- Deliveries without an invoice count on the day of delivery.
    select b.id, 'unnumbered', false, false, b.date_delivered, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, b.total, null, b.so_no,
      b.agent_id, b.customer_id, null, b.date_delivered, null
    from known.bookings b
    where b.project_id = p_project and v_level = 'unnumbered' and b.date_invoiced is null and b.date_delivered between v_from and v_to
      and b.approval_status like 'approved%'
      and (ask.agent_id is null or b.agent_id = ask.agent_id) and (ask.customer_id is null or b.customer_id = ask.customer_id)
  ), summed as (
    select f.bundle, count(*) as listed, min(f.on_date) as on_date, min(f.agent_id::text)::uuid as agent_id, min(f.customer_id::text)::uuid as customer_id,
      coalesce(sum(f.gross), 0.00) as gross, coalesce(sum(f.discount), 0.00) as discount, coalesce(sum(f.net), 0.00) as net, coalesce(sum(f.credited), 0.00) as credited,
      coalesce(sum(f.vatable), 0.00) as vatable, coalesce(sum(f.vat), 0.00) as vat, coalesce(sum(f.exempt), 0.00) as exempt,
      coalesce(sum(f.zero_rated), 0.00) as zero_rated, coalesce(sum(f.untaxed), 0.00) as untaxed, coalesce(sum(f.collected), 0.00) as collected,
      coalesce(sum(f.balance), 0.00) as balance, coalesce(sum(f.cancelled), 0.00) as cancelled, coalesce(sum(f.waiting), 0.00) as waiting,
      substr(min((to_char(length(f.invoice_no), 'FM00') || f.invoice_no) collate "C") filter (where f.issued), 3) as first_no,
      substr(max((to_char(length(f.invoice_no), 'FM00') || f.invoice_no) collate "C") filter (where f.issued), 3) as last_no,
      count(*) filter (where f.issued) as invoices, count(f.renumbered_at) as renumbered,
      count(*) filter (where f.issued and f.date_delivered is null) as undelivered
    from found f where v_level not in ('invoice', 'unnumbered') group by f.bundle
  ), keyed as (
    -- In the row key the rows of a group have a 0 after the group's name and its subtotal has a 1, so that the subtotal comes last.
    select f.id, f.entry, f.on_date, null::text as bundle, (case v_level
        when 'grouped_agent' then concat_ws(E'\x1f', lower(coalesce(w.display_name, 'Former agent')), f.agent_id, '0' || f.on_date)
        when 'grouped' then concat_ws(E'\x1f', f.on_date, '0')
        when 'unnumbered' then f.on_date::text
        else case v_sort when 'date' then f.on_date::text when 'customer' then c.sort_key when 'gross' then to_char(1e14 - f.gross, 'FM000000000000000.00')
          when 'balance' then to_char(1e14 - f.balance, 'FM000000000000000.00') else '' end end
      || E'\x1f' || to_char(coalesce(length(f.invoice_no), 0), 'FM00') || coalesce(f.invoice_no, f.so_no) || E'\x1f' || f.id || case when f.issued then '' else f.on_date || f.entry end) collate "C" as row_key
    from found f
    left join known.profiles w on v_level = 'grouped_agent' and w.user_id = f.agent_id
    left join known.customers c on v_level = 'invoice' and v_sort = 'customer' and c.project_id = p_project and c.id = f.customer_id
    where v_singly
    union all
    select null, null, null, s.bundle, (case when v_singly then '' when v_sort = 'gross' then to_char(1e14 - s.gross, 'FM000000000000000.00')
        when v_sort = 'balance' then to_char(1e14 - s.balance, 'FM000000000000000.00') else '' end || case v_level
        when 'grouped' then concat_ws(E'\x1f', s.bundle, '1')
        when 'agent' then concat_ws(E'\x1f', lower(coalesce(w.display_name, 'Former agent')), s.bundle)
        when 'grouped_agent' then concat_ws(E'\x1f', lower(coalesce(w.display_name, 'Former agent')), s.bundle, '1')
        when 'customer' then concat_ws(E'\x1f', c.sort_key, s.bundle)
        else coalesce(s.bundle, '') end) collate "C"
    from summed s
    left join known.profiles w on v_level in ('agent', 'grouped_agent') and w.user_id = s.agent_id
    left join known.customers c on v_level = 'customer' and c.project_id = p_project and c.id = s.customer_id
    -- A group with a single row needs no subtotal.
    where not v_singly or s.listed > 1
  ), page as (
    select k.* from keyed k
    where (ask.after is null or k.row_key > ask.after collate "C") and (ask.before is null or k.row_key < ask.before collate "C")
    order by case when ask.before is null then k.row_key end, k.row_key desc limit ask.row_limit
  )
  select case when v_singly then case when p.id is null then 'subtotal' when v_level = 'unnumbered' then v_level else 'invoice' end else v_level end, p.row_key,
    case when not f.issued then f.entry when b.stage = 'cancelled' then 'cancelled' when b.is_opening then 'opening' when f.id is not null then 'invoice' end,
    b.id, b.so_no, b.invoice_no, case when f.id is not null then f.on_date when v_level in ('day', 'grouped') then s.on_date end,
    b.date_added, b.date_due, b.date_delivered, (f.renumbered_at at time zone v_zone)::date,
    coalesce(b.agent_id, case when v_level in ('agent', 'grouped_agent') then s.agent_id end),
    case when p.id is not null or v_level in ('agent', 'grouped_agent') then coalesce(w.display_name, 'Former agent') end,
    coalesce(b.customer_id, case when v_level = 'customer' then s.customer_id end), coalesce(b.customer_name, c.name), coalesce(b.store_name, c.store_name),
    case when o.names ? 'tin_no' then o.names ->> 'tin_no' else c.tin_no end, case when o.names ? 'business_style' then o.names ->> 'business_style' else c.business_style end,
    case when v_level = 'month' then s.bundle end,
    coalesce(f.gross, s.gross), coalesce(f.discount, s.discount), coalesce(f.net, s.net), coalesce(f.credited, s.credited), coalesce(f.vatable, s.vatable),
    coalesce(f.vat, s.vat), coalesce(f.exempt, s.exempt), coalesce(f.zero_rated, s.zero_rated), coalesce(f.untaxed, s.untaxed),
    coalesce(f.collected, s.collected), coalesce(f.balance, s.balance), coalesce(f.cancelled, s.cancelled), coalesce(f.waiting, s.waiting),
    s.first_no, s.last_no, null, null, null, b.cancel_reason, null::bigint,
    coalesce(s.invoices, f.issued::int), coalesce(s.renumbered, (f.renumbered_at is not null)::int), coalesce(s.undelivered, (f.issued and f.date_delivered is null)::int),
    null::bigint, null::bigint, null::bigint, null::bigint, coalesce((not f.numbered)::int, 0)::bigint, null::bigint, null::bigint, null::bigint, null::numeric, null::numeric, coalesce(s.listed, f.numbered::int)
  from page p
  left join found f on f.id = p.id and f.entry = p.entry and f.on_date = p.on_date
  left join summed s on p.id is null and s.bundle = p.bundle
  left join known.bookings b on b.project_id = p_project and b.id = p.id
  left join known.customers c on c.project_id = p_project and c.id = case when b.customer_id is not null then b.customer_id when v_level = 'customer' then s.customer_id end
  left join known.profiles w on w.user_id = case when b.agent_id is not null then b.agent_id when v_level in ('agent', 'grouped_agent') then s.agent_id end
  left join private.customers_at_issue(p_project, array(select x.id from page x where x.id is not null and v_level <> 'unnumbered')) o on o.booking_id = p.id
  order by case when ask.before is null then p.row_key end, p.row_key desc;
end $function$;

CREATE OR REPLACE FUNCTION known.report_journal(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(level text, row_key text, entry_no text, on_date date, what text, document_kind text, document_id uuid, document_no text, party text, account text, account_code text, account_name text, part_name text, debit numeric, credit numeric, lines bigint, entries bigint, accounts bigint, day_accounts bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
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
  )
  select k.level, k.row_key, k.entry_no, k.on_date, private.journal_words(k.source, k.kind), d.document_kind, d.document_id, d.document_no, d.party, k.account, k.account_code, k.account_name, k.part_name, k.debit, k.credit, k.lines, k.entries, k.accounts, k.day_accounts
  from page k
  left join known.journal_documents(p_project, array(select x.source from page x where x.document is not null), array(select x.document from page x where x.document is not null)) d
    on d.source = k.source and d.document = k.document
  order by k.level <> 'total', case when ask.before is null then k.row_key end, k.row_key desc;
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
  left join known.journal_documents(p_project, array(select x.source from page x where x.document is not null), array(select x.document from page x where x.document is not null)) d
    on d.source = k.source and d.document = k.document
  left join known.collections r on k.source = 'receipts' and r.project_id = p_project and r.id = k.document
  order by case when ask.before is null then k.row_key end, k.row_key desc;
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
  from private.account_day_sums s
  where s.project_id = p_project and s.on_date <= p_until
    -- The sums of a period stand side by side. Without "is true" they would be looked up day by day.
    and (s.on_date in (select k.on_date from private.exact_days k where k.project_id = p_project)) is true
  group by 1, 2;
end $function$;

CREATE OR REPLACE FUNCTION private.account_parts(p_project uuid)
 RETURNS TABLE(part uuid, code text, name text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  if private.scope_of(p_project, 'journal.read') is null then return; end if;
  return query
  select b.id, null, concat_ws(' ', b.bank, b.account_no) from public.banks b where b.project_id = p_project
  union all
  select k.id, k.account_number, k.cost_center from public.cost_centers k where k.project_id = p_project
  union all
  select m.user_id, null, f.display_name from public.memberships m join public.profiles f on f.user_id = m.user_id where m.project_id = p_project;
end $function$;

CREATE OR REPLACE FUNCTION private.customers_at_issue(p_project uuid, p_bookings uuid[])
 RETURNS TABLE(booking_id uuid, names jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
begin
  if coalesce(private.scope_of(p_project, 'invoicing.read'), private.scope_of(p_project, 'reports.invoice')) is null then perform private.forbid(); end if;
  return query
  select b.id, private.names_at_issue(p_project, b.id, 'customers', b.customer_id)
  from public.bookings b
  where b.project_id = p_project and b.id = any (p_bookings)
    and exists (select from public.audit_log a where a.project_id = p_project and a.table_name = 'customers' and a.row_id = b.customer_id and a.action = 'update');
end $function$;

CREATE OR REPLACE FUNCTION private.first_posted_day(p_project uuid)
 RETURNS date
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return least(
    (select min(e.on_date) from public.sales_entries e where e.project_id = p_project),
    (select min(e.on_date) from public.stock_movements e where e.project_id = p_project),
    (select min(e.on_date) from public.receivable_entries e where e.project_id = p_project),
    (select min(e.on_date) from public.money_entries e where e.project_id = p_project),
    (select min(v.date_released) from public.vouchers v where v.project_id = p_project and v.status = 'released'));
end $function$;

CREATE OR REPLACE FUNCTION private.journal_accounts(p_project uuid, p_from date, p_to date, p_account text)
 RETURNS TABLE(source text, document uuid, on_date date, kind text, account text, part uuid, amount numeric, posted_at timestamp with time zone, account_code text, account_name text, part_name text, type text)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return query
  select l.source, l.document, l.on_date, l.kind, l.account, l.part, l.amount, l.posted_at, coalesce(p.code, c.code), c.name, p.name, c.type
  from private.journal_lines(p_project, p_from, p_to) l
  join private.chart_of_accounts(p_project) c on c.account = l.account
  left join private.account_parts(p_project) p on p.part = l.part
  where p_account is null or l.account = p_account;
end $function$;

CREATE OR REPLACE FUNCTION private.journal_documents(p_project uuid, p_sources text[], p_documents uuid[])
 RETURNS TABLE(source text, document uuid, document_kind text, document_id uuid, document_no text, party text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
begin
  if private.scope_of(p_project, 'journal.read') is null then return; end if;
  return query
  with asked as materialized (
    select distinct x.source, x.document from unnest(p_sources, p_documents) x (source, document)
  )
  select a.source, a.document, 'booking', b.id, coalesce(b.invoice_no, b.so_no), c.name
  from asked a
  join public.bookings b on b.project_id = p_project and b.id = a.document
  join public.customers c on c.project_id = p_project and c.id = b.customer_id
  where a.source in ('sales', 'bookings', 'receivables')
  union all
  select a.source, a.document, 'purchase', p.id, p.po_no, p.supplier
  from asked a join public.purchases p on p.project_id = p_project and p.id = a.document where a.source = 'purchases'
  union all
  select a.source, a.document, 'count', s.id, to_char(s.counted_on, 'MM/DD/YYYY'), null
  from asked a join public.stock_counts s on s.project_id = p_project and s.id = a.document where a.source = 'stock_counts'
  union all
  select a.source, a.document, 'import', i.id, i.file_name, null
  from asked a join public.imports i on i.project_id = p_project and i.id = a.document where a.source = 'imports'
  union all
  select a.source, a.document, 'bad_order', r.id, r.record_no, null
  from asked a join public.bad_orders r on r.project_id = p_project and r.id = a.document where a.source = 'bad_orders'
  union all
  select a.source, a.document, 'memo', m.id, m.memo_no, m.customer_name
  from asked a join public.memos m on m.project_id = p_project and m.id = a.document where a.source = 'memos'
  union all
  select a.source, a.document, 'collection', r.id, r.cr_no, c.name
  from asked a
  join public.collections r on r.project_id = p_project and r.id = a.document
  join public.customers c on c.project_id = p_project and c.id = r.customer_id
  where a.source in ('receipts', 'money')
  union all
  select a.source, a.document, 'voucher', v.id, v.voucher_no::text, v.pay_to
  from asked a join public.vouchers v on v.project_id = p_project and v.id = a.document where a.source in ('vouchers', 'money')
  union all
  select a.source, a.document, 'remittance', m.id, m.drr_no, f.display_name
  from asked a
  join public.remittances m on m.project_id = p_project and m.id = a.document
  left join public.profiles f on f.user_id = m.collector_id
  where a.source = 'money'
  union all
  select a.source, a.document, 'deposit', d.id, d.slip_no, null
  from asked a join public.deposit_slips d on d.project_id = p_project and d.id = a.document where a.source = 'money'
  union all
  select a.source, a.document, 'bank', k.id, concat_ws(' ', k.bank, k.account_no), b.remarks
  from asked a
  join public.bank_balances b on b.project_id = p_project and b.id = a.document
  join public.banks k on k.project_id = p_project and k.id = b.bank_id
  where a.source = 'money';
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
  from private.account_day_sums s
  where s.project_id = p_project and s.on_date between coalesce(p_from, '-infinity') and coalesce(p_to, 'infinity') and (p_account is null or s.account = p_account)
    -- The sums of a period stand side by side. Without "is true" they would be looked up day by day.
    and (s.on_date in (select k.on_date from private.exact_days k where k.project_id = p_project)) is true
  group by 1, 2, 3;
end $function$;

CREATE OR REPLACE FUNCTION private.journal_words(p_source text, p_kind text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN CASE WHEN (p_source = 'memos'::text) THEN CASE p_kind WHEN 'credit_memo'::text THEN 'Credit memo'::text WHEN 'credit_memo_back'::text THEN 'Credit memo reversed'::text WHEN 'debit_memo'::text THEN 'Debit memo'::text ELSE 'Debit memo reversed'::text END WHEN (p_source = 'sales'::text) THEN CASE p_kind WHEN 'delivery'::text THEN 'Delivery'::text ELSE 'Goods returned'::text END WHEN (p_source = 'bookings'::text) THEN 'Cost of goods delivered'::text WHEN (p_source = 'purchases'::text) THEN CASE p_kind WHEN 'purchase'::text THEN 'Purchase'::text WHEN 'supplier_return'::text THEN 'Returned to supplier'::text ELSE 'Goods returned by a customer'::text END WHEN (p_source = 'stock_counts'::text) THEN 'Stock count'::text WHEN (p_source = 'imports'::text) THEN 'Opening stock'::text WHEN (p_source = 'bad_orders'::text) THEN 'Bad orders written off'::text WHEN (p_source = 'receivables'::text) THEN CASE p_kind WHEN 'invoice'::text THEN 'Invoice'::text WHEN 'opening'::text THEN 'Opening balance'::text WHEN 'released'::text THEN 'Undelivered goods released'::text WHEN 'returned'::text THEN 'Credit for returned goods'::text WHEN 'archived'::text THEN 'Archived without invoice'::text WHEN 'cancelled'::text THEN 'Cancelled'::text ELSE NULL::text END WHEN (p_source = 'receipts'::text) THEN CASE p_kind WHEN 'receipt'::text THEN 'Receipt approved'::text WHEN 'allocation'::text THEN 'Credit applied'::text WHEN 'cheque_returned'::text THEN 'Cheque returned'::text WHEN 'redeposited'::text THEN 'Cheque deposited again'::text WHEN 'replaced'::text THEN 'Cheque replaced'::text WHEN 'paid_back'::text THEN 'Paid back'::text WHEN 'archived'::text THEN 'Receipt of archived booking'::text WHEN 'cancelled'::text THEN 'Receipt cancelled'::text ELSE NULL::text END WHEN (p_source = 'vouchers'::text) THEN 'Voucher released'::text WHEN (p_source = 'money'::text) THEN CASE p_kind WHEN 'receipt'::text THEN 'Received'::text WHEN 'approval'::text THEN 'Receipt approved'::text WHEN 'remittance'::text THEN 'Remitted'::text WHEN 'variance'::text THEN 'Cash shortage (overage)'::text WHEN 'deposit'::text THEN 'Deposited'::text WHEN 'clearing'::text THEN 'Cheque cleared'::text WHEN 'cheque_returned'::text THEN 'Cheque returned'::text WHEN 'replacement'::text THEN 'Cheque replaced'::text WHEN 'payment'::text THEN 'Paid'::text WHEN 'paid_back'::text THEN 'Paid back'::text WHEN 'correction'::text THEN 'Corrected'::text WHEN 'cancellation'::text THEN 'Cancelled'::text WHEN 'opening'::text THEN 'Opening balance'::text WHEN 'adjustment'::text THEN 'Adjusted to the bank statement'::text ELSE NULL::text END ELSE NULL::text END;

CREATE OR REPLACE FUNCTION private.make_known()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
 SET check_function_bodies TO 'off'
AS $functionx$
declare
  -- Today's memberships decide who may read, not those of the moment. The trail knows what an invoice said at its own moment.
  v_live text[] := array['scope_of', 'my_agents', 'zone_of', 'names_at_issue', 'customers_at_issue'];
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
      sum(e.amount) as amount, sum(e.cleared_amount) as cleared_amount, coalesce(sum(e.amount) filter (where e.collection_id is null), 0.00) as charged,
      min(e.on_date) as opened_on, max(e.on_date) as moved_on
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

CREATE OR REPLACE FUNCTION private.vat_words(p_kind text, p_class text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN (CASE p_kind WHEN 'sale'::text THEN 'Sales'::text WHEN 'memo'::text THEN 'Credit memos'::text WHEN 'purchase'::text THEN 'Purchases'::text WHEN 'voucher'::text THEN 'Vouchers'::text WHEN 'creditable'::text THEN 'Withheld by customers'::text WHEN 'withheld'::text THEN 'Withheld from suppliers'::text ELSE NULL::text END || CASE p_class WHEN 'vatable'::text THEN ', VATable'::text WHEN 'exempt'::text THEN ', VAT-exempt'::text WHEN 'zero_rated'::text THEN ', zero-rated'::text WHEN 'none'::text THEN ', without VAT'::text ELSE ''::text END);

CREATE OR REPLACE FUNCTION public.report_invoice(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(level text, row_key text, kind text, booking_id uuid, so_no text, invoice_no text, on_date date, date_added date, date_due date, date_delivered date, renumbered_on date, agent_id uuid, agent_name text, customer_id uuid, customer_name text, store_name text, tin_no text, business_style text, month text, gross numeric, discount numeric, net numeric, credited numeric, vatable numeric, vat numeric, exempt numeric, zero_rated numeric, untaxed numeric, collected numeric, balance numeric, cancelled numeric, waiting numeric, first_no text, last_no text, before_no text, after_no text, new_no text, reason text, numbers bigint, invoices bigint, renumbered bigint, undelivered bigint, days bigint, agents bigint, customers bigint, months bigint, unnumbered bigint, missing bigint, voided bigint, number_rows bigint, memos numeric, memos_vat numeric, listed bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
#variable_conflict use_column
declare
  v_level text := coalesce(p_filters ->> 'level', 'invoice');
  v_sort text := coalesce(p_filters ->> 'sort', 'date');
  v_paid text := nullif(p_filters ->> 'paid', '');
  v_delivered text := nullif(p_filters ->> 'delivered', '');
  v_for text := coalesce(p_filters ->> 'for', '');
  v_renumbered boolean := private.read_boolean(p_filters, 'renumbered');
  v_zone text := private.zone_of(p_project);
  v_singly boolean;
  v_end date;
  v_from date;
  v_to date;
  v_moved uuid[] := '{}';
  v_changed uuid[] := '{}';
  ask record;
begin
  ask := private.open_report(p_project, p_filters, 'reports.invoice', v_level, '{grouped,grouped_agent,invoice,day,month,agent,customer,numbers,unnumbered,total}', v_sort, '{date,number,customer,gross,balance}');
  if ask.known then
    return query select k.* from known.report_invoice(p_project, p_filters - 'known_at') k;
    return;
  end if;
  if v_paid not in ('paid', 'unpaid') then perform private.invalid('paid', 'Paid or unpaid.'); end if;
  if v_delivered not in ('yes', 'no') then perform private.invalid('delivered', 'Yes or no.'); end if;
  v_singly := v_level in ('grouped', 'grouped_agent', 'invoice', 'unnumbered');

  if v_level = 'numbers' then
    return query
    with found as (
      select n.*, (n.series || E'\x1f' || to_char(coalesce(n.serial, 0), 'FM0000000000000000') || E'\x1f' || n.first_no) collate "C" as row_key
      from private.invoice_numbers(p_project, ask.first_day, ask.last_day) n
    )
    select 'numbers', f.row_key, f.kind, b.id, b.so_no, f.first_no, f.on_date, null::date, null::date, null::date,
      null::date, b.agent_id, null, b.customer_id, b.customer_name, b.store_name, null, null, null,
      null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric,
      f.first_no, f.last_no, f.before_no, f.after_no, f.new_no, f.reason, f.numbers,
      null::bigint, null::bigint, null::bigint, null::bigint, null::bigint, null::bigint, null::bigint,
      null::bigint, case when f.kind = 'missing' then f.numbers else 0 end, case when f.kind = 'missing' then 0 else 1 end::bigint, null::bigint,
      null::numeric, null::numeric, null::bigint
    from found f left join public.bookings b on b.project_id = p_project and b.id = f.booking_id
    where (ask.after is null or f.row_key > ask.after collate "C") and (ask.before is null or f.row_key < ask.before collate "C")
    order by case when ask.before is null then f.row_key end, f.row_key desc limit ask.row_limit;
    return;
  end if;

  -- A page sorted by day begins at the day where the last one ended.
  if v_level in ('grouped', 'unnumbered') or (v_level = 'invoice' and v_sort = 'date') then
    ask.first_day := greatest(ask.first_day, ask.after_day);
    ask.last_day := least(ask.last_day, ask.before_day);
  end if;
  -- It ends with the day that completes it: releases and cancellations of these days are further rows.
  if v_level = 'grouped' or (v_level = 'invoice' and v_sort = 'date') then
    select case when ask.before is null then max(x.on_date) else min(x.on_date) end into v_end
    from (
      -- The invoices come in this order, so that reading ends with the page.
      select b.date_invoiced as on_date from public.bookings b
      where ask.row_limit is not null and b.project_id = p_project and b.date_invoiced is not null and b.invoice_no is not null
        and (ask.first_day is null or b.date_invoiced >= ask.first_day) and (ask.last_day is null or b.date_invoiced <= ask.last_day)
        -- Rows of the day where the last page ended are added.
        and (ask.after_day is null or b.date_invoiced > ask.after_day) and (ask.before_day is null or b.date_invoiced < ask.before_day)
        and (ask.agent_id is null or b.agent_id = ask.agent_id) and (ask.customer_id is null or b.customer_id = ask.customer_id)
        and (v_paid is null or (b.approval_status <> 'cancelled' and (b.balance = 0) = (v_paid = 'paid')))
        and (v_delivered is null or (b.date_delivered is not null) = (v_delivered = 'yes'))
        and (not v_renumbered or b.invoice_no_changed_at is not null)
      order by case when ask.before is null then b.date_invoiced end, case when ask.before is not null then b.date_invoiced end desc limit ask.row_limit
    ) x having count(*) = ask.row_limit;
    if ask.before is null then ask.last_day := least(ask.last_day, v_end); else ask.first_day := greatest(ask.first_day, v_end); end if;
  end if;
  v_from := coalesce(ask.first_day, '-infinity');
  v_to := coalesce(ask.last_day, 'infinity');
  -- Invoices of other days, of which goods were released or which were cancelled within the period
  if v_level <> 'unnumbered' and (v_from > '-infinity' or v_to < 'infinity') then
    v_moved := array(
      select k.booking_id from public.booking_credits k where k.project_id = p_project and k.after_invoice and k.on_date between v_from and v_to
      union
      select e.booking_id from public.receivable_entries e join public.bookings b on b.project_id = p_project and b.id = e.booking_id
      where e.project_id = p_project and e.kind = 'cancelled' and e.on_date between v_from and v_to and b.stage = 'cancelled');
  end if;
  -- Most invoices are as they were issued, and no more is read than their own row. The others are taken together.
  if v_level <> 'unnumbered' then
    v_changed := array(
      select b.id from public.bookings b
      where b.project_id = p_project and b.invoice_no is not null and (b.credited <> 0 or b.approval_status = 'cancelled')
        and (b.date_invoiced between v_from and v_to or b.id = any (v_moved)));
  end if;

  if v_level = 'total' then
    return query
    with asked as not materialized (
      select b.*, coalesce(b.vat_percent, 0) > 0 as taxed from public.bookings b
      where b.project_id = p_project and b.invoice_no is not null
        and (ask.agent_id is null or b.agent_id = ask.agent_id) and (ask.customer_id is null or b.customer_id = ask.customer_id)
        and (v_paid is null or (b.approval_status <> 'cancelled' and (b.balance = 0) = (v_paid = 'paid')))
        and (v_delivered is null or (b.date_delivered is not null) = (v_delivered = 'yes'))
        and (not v_renumbered or b.invoice_no_changed_at is not null)
    ), issued as not materialized (
      select 'invoice' as entry, b.date_invoiced as on_date, b.total as net, b.discount, b.credited, b.total as due, b.vat_amount as vat, b.exempt_amount as exempt,
        b.zero_rated_amount as zero_rated, b.collected, b.balance, 0.00 as cancelled, b.taxed, b.invoice_no, b.agent_id, b.customer_id, b.invoice_no_changed_at, b.date_delivered
      from asked b where b.date_invoiced between v_from and v_to and b.id <> all (v_changed)
      union all
      select x.entry, x.on_date, x.gross - x.discount, x.discount, x.credited, x.due, x.vat, x.exempt,
        x.zero_rated, x.collected, x.balance, x.cancelled, b.taxed, b.invoice_no, b.agent_id, b.customer_id, b.invoice_no_changed_at, b.date_delivered
      from private.changed_invoices(p_project, v_changed) x join asked b on b.id = x.booking_id
      where v_level <> 'unnumbered' and x.on_date between v_from and v_to
    ), parts as materialized (
      -- Days, agents and customers are only told apart where they are counted.
      select s.taxed, length(s.invoice_no) as digits, case when v_for in ('', 'day', 'month') then s.on_date end as on_date,
        case when v_for in ('', 'agent') then s.agent_id end as agent_id, case when v_for in ('', 'customer') then s.customer_id end as customer_id,
        sum(s.net) as net, sum(s.discount) as discount, sum(s.credited) as credited, sum(s.due) as due, sum(s.vat) as vat, sum(s.exempt) as exempt, sum(s.zero_rated) as zero_rated,
        sum(s.collected) as collected, sum(s.balance) as balance, sum(s.cancelled) as cancelled, count(*) as listed,
        min(s.invoice_no collate "C") filter (where s.entry = 'invoice') as first_no, max(s.invoice_no collate "C") filter (where s.entry = 'invoice') as last_no,
        count(*) filter (where s.entry = 'invoice') as invoices, count(s.invoice_no_changed_at) filter (where s.entry = 'invoice') as renumbered,
        count(*) filter (where s.entry = 'invoice' and s.date_delivered is null) as undelivered
      from issued s group by 1, 2, 3, 4, 5
    ), whole as (
      select coalesce(sum(p.net), 0.00) as net, coalesce(sum(p.discount), 0.00) as discount, coalesce(sum(p.credited), 0.00) as credited,
        coalesce(sum(p.due - p.vat - p.exempt - p.zero_rated) filter (where p.taxed), 0.00) as vatable, coalesce(sum(p.vat), 0.00) as vat,
        coalesce(sum(p.exempt), 0.00) as exempt, coalesce(sum(p.zero_rated), 0.00) as zero_rated,
        coalesce(sum(p.due - p.vat - p.exempt - p.zero_rated) filter (where not p.taxed), 0.00) as untaxed,
        coalesce(sum(p.collected), 0.00) as collected, coalesce(sum(p.balance), 0.00) as balance, coalesce(sum(p.cancelled), 0.00) as cancelled,
        coalesce(sum(p.invoices), 0)::bigint as invoices, coalesce(sum(p.renumbered), 0)::bigint as renumbered, coalesce(sum(p.undelivered), 0)::bigint as undelivered,
        coalesce(sum(p.listed), 0)::bigint as listed, count(distinct p.on_date) as days, count(distinct p.agent_id) as agents, count(distinct p.customer_id) as customers,
        count(distinct to_char(p.on_date, 'YYYY-MM')) as months
      from parts p
    )
    select v_level, '', null, null::uuid, null, null, null::date, null::date, null::date, null::date,
      null::date, null::uuid, null, null::uuid, null, null, null, null, null,
      w.net + w.discount, w.discount, w.net, w.credited, w.vatable, w.vat, w.exempt, w.zero_rated, w.untaxed, w.collected, w.balance, w.cancelled, u.waiting,
      (select p.first_no from parts p where p.first_no is not null order by p.digits, p.first_no limit 1),
      (select p.last_no from parts p where p.last_no is not null order by p.digits desc, p.last_no desc limit 1),
      null, null, null, null, n.missing + n.voided, w.invoices, w.renumbered, w.undelivered,
      case when v_for in ('', 'day') then w.days end, case when v_for in ('', 'agent') then w.agents end, case when v_for in ('', 'customer') then w.customers end,
      case when v_for in ('', 'month') then w.months end, u.unnumbered, n.missing, n.voided, n.number_rows, m.memos, m.memos_vat, w.listed
    from whole w
    cross join (
      select coalesce(sum(b.total), 0.00) as waiting, count(*) as unnumbered from public.bookings b
      where b.project_id = p_project and b.date_invoiced is null and b.date_delivered between v_from and v_to and b.approval_status like 'approved%'
        and (ask.agent_id is null or b.agent_id = ask.agent_id) and (ask.customer_id is null or b.customer_id = ask.customer_id)) u
    cross join (
      select coalesce(sum(x.numbers) filter (where x.kind = 'missing'), 0)::bigint as missing, count(*) filter (where x.kind <> 'missing') as voided, count(*) as number_rows
      from private.invoice_numbers(p_project, ask.first_day, ask.last_day) x) n
    cross join (
      select coalesce(-sum(e.amount), 0.00) as memos, coalesce(-sum(e.vat_amount), 0.00) as memos_vat from public.sales_entries e
      where e.project_id = p_project and e.kind in ('return', 'allowance') and e.on_date between v_from and v_to
        and (ask.agent_id is null or e.agent_id = ask.agent_id) and (ask.customer_id is null or e.customer_id = ask.customer_id)) m;
    return;
  end if;

  return query
  with asked as not materialized (
    select b.*, coalesce(b.vat_percent, 0) > 0 as taxed from public.bookings b
    where b.project_id = p_project and b.invoice_no is not null
      and (ask.agent_id is null or b.agent_id = ask.agent_id) and (ask.customer_id is null or b.customer_id = ask.customer_id)
      and (v_paid is null or (b.approval_status <> 'cancelled' and (b.balance = 0) = (v_paid = 'paid')))
      and (v_delivered is null or (b.date_delivered is not null) = (v_delivered = 'yes'))
      and (not v_renumbered or b.invoice_no_changed_at is not null)
  ), issued as not materialized (
    select b.id, b.so_no, 'invoice' as entry, b.date_invoiced as on_date, b.total as net, b.discount, b.credited, b.total as due, b.vat_amount as vat, b.exempt_amount as exempt,
      b.zero_rated_amount as zero_rated, b.collected, b.balance, 0.00 as cancelled, b.taxed, b.invoice_no, b.agent_id, b.customer_id, b.invoice_no_changed_at, b.date_delivered
    from asked b where b.date_invoiced between v_from and v_to and b.id <> all (v_changed)
    union all
    select b.id, b.so_no, x.entry, x.on_date, x.gross - x.discount, x.discount, x.credited, x.due, x.vat, x.exempt,
      x.zero_rated, x.collected, x.balance, x.cancelled, b.taxed, b.invoice_no, b.agent_id, b.customer_id, b.invoice_no_changed_at, b.date_delivered
    from private.changed_invoices(p_project, v_changed) x join asked b on b.id = x.booking_id
    where v_level <> 'unnumbered' and x.on_date between v_from and v_to
  ), found as materialized (
    select s.id, s.entry, true as numbered, s.entry = 'invoice' as issued, s.on_date, s.net + s.discount as gross, s.discount, s.net, s.credited,
      case when s.taxed then s.due - s.vat - s.exempt - s.zero_rated else 0.00 end as vatable, s.vat, s.exempt, s.zero_rated,
      case when s.taxed then 0.00 else s.due - s.vat - s.exempt - s.zero_rated end as untaxed,
      s.collected, s.balance, s.cancelled, 0.00 as waiting, s.invoice_no, s.so_no, s.agent_id, s.customer_id,
      case when s.entry = 'invoice' then s.invoice_no_changed_at end as renumbered_at, s.date_delivered,
      case v_level when 'day' then s.on_date::text when 'grouped' then s.on_date::text when 'month' then to_char(s.on_date, 'YYYY-MM')
        when 'agent' then s.agent_id::text when 'grouped_agent' then s.agent_id::text when 'customer' then s.customer_id::text end as bundle
    from issued s where v_level <> 'unnumbered'
    union all
    -- Deliveries without an invoice count on the day of delivery.
    select b.id, 'unnumbered', false, false, b.date_delivered, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, b.total, null, b.so_no,
      b.agent_id, b.customer_id, null, b.date_delivered, null
    from public.bookings b
    where b.project_id = p_project and v_level = 'unnumbered' and b.date_invoiced is null and b.date_delivered between v_from and v_to
      and b.approval_status like 'approved%'
      and (ask.agent_id is null or b.agent_id = ask.agent_id) and (ask.customer_id is null or b.customer_id = ask.customer_id)
  ), summed as (
    select f.bundle, count(*) as listed, min(f.on_date) as on_date, min(f.agent_id::text)::uuid as agent_id, min(f.customer_id::text)::uuid as customer_id,
      coalesce(sum(f.gross), 0.00) as gross, coalesce(sum(f.discount), 0.00) as discount, coalesce(sum(f.net), 0.00) as net, coalesce(sum(f.credited), 0.00) as credited,
      coalesce(sum(f.vatable), 0.00) as vatable, coalesce(sum(f.vat), 0.00) as vat, coalesce(sum(f.exempt), 0.00) as exempt,
      coalesce(sum(f.zero_rated), 0.00) as zero_rated, coalesce(sum(f.untaxed), 0.00) as untaxed, coalesce(sum(f.collected), 0.00) as collected,
      coalesce(sum(f.balance), 0.00) as balance, coalesce(sum(f.cancelled), 0.00) as cancelled, coalesce(sum(f.waiting), 0.00) as waiting,
      substr(min((to_char(length(f.invoice_no), 'FM00') || f.invoice_no) collate "C") filter (where f.issued), 3) as first_no,
      substr(max((to_char(length(f.invoice_no), 'FM00') || f.invoice_no) collate "C") filter (where f.issued), 3) as last_no,
      count(*) filter (where f.issued) as invoices, count(f.renumbered_at) as renumbered,
      count(*) filter (where f.issued and f.date_delivered is null) as undelivered
    from found f where v_level not in ('invoice', 'unnumbered') group by f.bundle
  ), keyed as (
    -- In the row key the rows of a group have a 0 after the group's name and its subtotal has a 1, so that the subtotal comes last.
    select f.id, f.entry, f.on_date, null::text as bundle, (case v_level
        when 'grouped_agent' then concat_ws(E'\x1f', lower(coalesce(w.display_name, 'Former agent')), f.agent_id, '0' || f.on_date)
        when 'grouped' then concat_ws(E'\x1f', f.on_date, '0')
        when 'unnumbered' then f.on_date::text
        else case v_sort when 'date' then f.on_date::text when 'customer' then c.sort_key when 'gross' then to_char(1e14 - f.gross, 'FM000000000000000.00')
          when 'balance' then to_char(1e14 - f.balance, 'FM000000000000000.00') else '' end end
      || E'\x1f' || to_char(coalesce(length(f.invoice_no), 0), 'FM00') || coalesce(f.invoice_no, f.so_no) || E'\x1f' || f.id || case when f.issued then '' else f.on_date || f.entry end) collate "C" as row_key
    from found f
    left join public.profiles w on v_level = 'grouped_agent' and w.user_id = f.agent_id
    left join public.customers c on v_level = 'invoice' and v_sort = 'customer' and c.project_id = p_project and c.id = f.customer_id
    where v_singly
    union all
    select null, null, null, s.bundle, (case when v_singly then '' when v_sort = 'gross' then to_char(1e14 - s.gross, 'FM000000000000000.00')
        when v_sort = 'balance' then to_char(1e14 - s.balance, 'FM000000000000000.00') else '' end || case v_level
        when 'grouped' then concat_ws(E'\x1f', s.bundle, '1')
        when 'agent' then concat_ws(E'\x1f', lower(coalesce(w.display_name, 'Former agent')), s.bundle)
        when 'grouped_agent' then concat_ws(E'\x1f', lower(coalesce(w.display_name, 'Former agent')), s.bundle, '1')
        when 'customer' then concat_ws(E'\x1f', c.sort_key, s.bundle)
        else coalesce(s.bundle, '') end) collate "C"
    from summed s
    left join public.profiles w on v_level in ('agent', 'grouped_agent') and w.user_id = s.agent_id
    left join public.customers c on v_level = 'customer' and c.project_id = p_project and c.id = s.customer_id
    -- A group with a single row needs no subtotal.
    where not v_singly or s.listed > 1
  ), page as (
    select k.* from keyed k
    where (ask.after is null or k.row_key > ask.after collate "C") and (ask.before is null or k.row_key < ask.before collate "C")
    order by case when ask.before is null then k.row_key end, k.row_key desc limit ask.row_limit
  )
  select case when v_singly then case when p.id is null then 'subtotal' when v_level = 'unnumbered' then v_level else 'invoice' end else v_level end, p.row_key,
    case when not f.issued then f.entry when b.stage = 'cancelled' then 'cancelled' when b.is_opening then 'opening' when f.id is not null then 'invoice' end,
    b.id, b.so_no, b.invoice_no, case when f.id is not null then f.on_date when v_level in ('day', 'grouped') then s.on_date end,
    b.date_added, b.date_due, b.date_delivered, (f.renumbered_at at time zone v_zone)::date,
    coalesce(b.agent_id, case when v_level in ('agent', 'grouped_agent') then s.agent_id end),
    case when p.id is not null or v_level in ('agent', 'grouped_agent') then coalesce(w.display_name, 'Former agent') end,
    coalesce(b.customer_id, case when v_level = 'customer' then s.customer_id end), coalesce(b.customer_name, c.name), coalesce(b.store_name, c.store_name),
    case when o.names ? 'tin_no' then o.names ->> 'tin_no' else c.tin_no end, case when o.names ? 'business_style' then o.names ->> 'business_style' else c.business_style end,
    case when v_level = 'month' then s.bundle end,
    coalesce(f.gross, s.gross), coalesce(f.discount, s.discount), coalesce(f.net, s.net), coalesce(f.credited, s.credited), coalesce(f.vatable, s.vatable),
    coalesce(f.vat, s.vat), coalesce(f.exempt, s.exempt), coalesce(f.zero_rated, s.zero_rated), coalesce(f.untaxed, s.untaxed),
    coalesce(f.collected, s.collected), coalesce(f.balance, s.balance), coalesce(f.cancelled, s.cancelled), coalesce(f.waiting, s.waiting),
    s.first_no, s.last_no, null, null, null, b.cancel_reason, null::bigint,
    coalesce(s.invoices, f.issued::int), coalesce(s.renumbered, (f.renumbered_at is not null)::int), coalesce(s.undelivered, (f.issued and f.date_delivered is null)::int),
    null::bigint, null::bigint, null::bigint, null::bigint, coalesce((not f.numbered)::int, 0)::bigint, null::bigint, null::bigint, null::bigint, null::numeric, null::numeric, coalesce(s.listed, f.numbered::int)
  from page p
  left join found f on f.id = p.id and f.entry = p.entry and f.on_date = p.on_date
  left join summed s on p.id is null and s.bundle = p.bundle
  left join public.bookings b on b.project_id = p_project and b.id = p.id
  left join public.customers c on c.project_id = p_project and c.id = case when b.customer_id is not null then b.customer_id when v_level = 'customer' then s.customer_id end
  left join public.profiles w on w.user_id = case when b.agent_id is not null then b.agent_id when v_level in ('agent', 'grouped_agent') then s.agent_id end
  left join private.customers_at_issue(p_project, array(select x.id from page x where x.id is not null and v_level <> 'unnumbered')) o on o.booking_id = p.id
  order by case when ask.before is null then p.row_key end, p.row_key desc;
end $function$;

CREATE OR REPLACE FUNCTION public.report_journal(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(level text, row_key text, entry_no text, on_date date, what text, document_kind text, document_id uuid, document_no text, party text, account text, account_code text, account_name text, part_name text, debit numeric, credit numeric, lines bigint, entries bigint, accounts bigint, day_accounts bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
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
  )
  select k.level, k.row_key, k.entry_no, k.on_date, private.journal_words(k.source, k.kind), d.document_kind, d.document_id, d.document_no, d.party, k.account, k.account_code, k.account_name, k.part_name, k.debit, k.credit, k.lines, k.entries, k.accounts, k.day_accounts
  from page k
  left join private.journal_documents(p_project, array(select x.source from page x where x.document is not null), array(select x.document from page x where x.document is not null)) d
    on d.source = k.source and d.document = k.document
  order by k.level <> 'total', case when ask.before is null then k.row_key end, k.row_key desc;
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
  left join private.journal_documents(p_project, array(select x.source from page x where x.document is not null), array(select x.document from page x where x.document is not null)) d
    on d.source = k.source and d.document = k.document
  left join public.collections r on k.source = 'receipts' and r.project_id = p_project and r.id = k.document
  order by case when ask.before is null then k.row_key end, k.row_key desc;
end $function$;

COMMENT ON FUNCTION "known"."account_parts"(uuid) IS 'private.account_parts on the tables as of private.known_at.';

COMMENT ON FUNCTION "known"."first_posted_day"(uuid) IS 'private.first_posted_day on the tables as of private.known_at.';

COMMENT ON FUNCTION "known"."journal_accounts"(uuid, date, date, text) IS 'private.journal_accounts on the tables as of private.known_at.';

COMMENT ON FUNCTION "known"."journal_documents"(uuid, text[], uuid[]) IS 'private.journal_documents on the tables as of private.known_at.';

COMMENT ON FUNCTION "private"."account_parts"(uuid) IS 'Names what accounts are kept by: bank accounts, cost centers (with their account number) and collectors. Nothing without journal.read.';

COMMENT ON FUNCTION "private"."customers_at_issue"(uuid, uuid[]) IS 'Returns names_at_issue of the customers of these bookings, as far as the customer was ever changed. Errors: 42501.';

COMMENT ON FUNCTION "private"."first_posted_day"(uuid) IS 'Returns the first day on which something is posted; null = nothing is.';

COMMENT ON FUNCTION "private"."journal_accounts"(uuid, date, date, text) IS 'Returns the lines of the journal with code and name of their account. The account number of a cost center is the code of its expenses.';

COMMENT ON FUNCTION "private"."journal_documents"(uuid, text[], uuid[]) IS 'Returns the documents of entries of the journal, which p_sources and p_documents name side by side: the kind and id of each (for the link to it), its number, and the customer, supplier, payee or collector. No row for one that was removed with its import, and none without journal.read.';

REVOKE ALL ON FUNCTION "known"."account_parts"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "known"."account_parts"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "known"."first_posted_day"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "known"."journal_accounts"(uuid, date, date, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "known"."journal_accounts"(uuid, date, date, text) TO "authenticated";

REVOKE ALL ON FUNCTION "known"."journal_documents"(uuid, text[], uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "known"."journal_documents"(uuid, text[], uuid[]) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."account_parts"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."account_parts"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."customers_at_issue"(uuid, uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."customers_at_issue"(uuid, uuid[]) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."first_posted_day"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."journal_accounts"(uuid, date, date, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."journal_accounts"(uuid, date, date, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."journal_documents"(uuid, text[], uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."journal_documents"(uuid, text[], uuid[]) TO "authenticated";

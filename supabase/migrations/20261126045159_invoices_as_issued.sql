DROP VIEW "known"."booking_credits";

DROP FUNCTION "known"."booking_vat"(uuid, uuid);

DROP FUNCTION "known"."report_invoice"(uuid, jsonb);

DROP FUNCTION "public"."report_invoice"(uuid, jsonb);

ALTER TABLE "public"."booking_credits" ADD COLUMN "after_invoice" boolean NOT NULL DEFAULT false;

CREATE OR REPLACE FUNCTION known.released_goods(p_project uuid, p_booking uuid)
 RETURNS TABLE(after_invoice boolean, on_date date, amount numeric, vat numeric, exempt numeric, zero_rated numeric)
 LANGUAGE plpgsql
 STABLE ROWS 1
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return query
  select k.after_invoice, k.on_date, k.amount, k.vat_amount, case l.vat_class when 'exempt' then k.amount else 0.00 end, case l.vat_class when 'zero_rated' then k.amount else 0.00 end
  from known.booking_credits k join known.booking_lines l on l.project_id = k.project_id and l.id = k.line_id
  where k.project_id = p_project and k.booking_id = p_booking and k.kind = 'released';
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
  v_renumbered boolean := private.read_boolean(p_filters, 'renumbered');
  v_zone text := private.zone_of(p_project);
  v_singly boolean;
  v_total boolean;
  v_from date;
  v_to date;
  v_moved uuid[] := '{}';
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
  v_total := v_level = 'total';

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
  v_from := coalesce(ask.first_day, '-infinity');
  v_to := coalesce(ask.last_day, 'infinity');
  -- Invoices of other days, of which goods were released or which were cancelled within the period
  if v_from > '-infinity' or v_to < 'infinity' then
    v_moved := array(
      select k.booking_id from known.booking_credits k where k.project_id = p_project and k.after_invoice and k.on_date between v_from and v_to
      union
      select e.booking_id from known.bookings b join known.receivable_entries e on e.project_id = b.project_id and e.booking_id = b.id and e.kind = 'cancelled'
      where b.project_id = p_project and b.stage = 'cancelled' and e.on_date between v_from and v_to);
  end if;

  return query
  with found as materialized (
    select b.id, x.entry, true as numbered, x.entry = 'invoice' as issued, x.on_date, x.gross, x.discount, x.gross - x.discount as net, x.credited,
      case when t.taxed then x.due - x.vat - x.exempt - x.zero_rated else 0.00 end as vatable, x.vat, x.exempt, x.zero_rated,
      case when t.taxed then 0.00 else x.due - x.vat - x.exempt - x.zero_rated end as untaxed,
      x.collected, x.balance, x.cancelled, 0.00 as waiting, b.invoice_no, b.so_no, b.agent_id, b.customer_id,
      case when x.entry = 'invoice' then b.invoice_no_changed_at end as renumbered_at, b.date_delivered,
      case v_level when 'day' then x.on_date::text when 'grouped' then x.on_date::text when 'month' then to_char(x.on_date, 'YYYY-MM')
        when 'agent' then b.agent_id::text when 'grouped_agent' then b.agent_id::text when 'customer' then b.customer_id::text end as bundle
    from known.bookings b
    cross join lateral (select b.approval_status = 'cancelled' as cancelled, coalesce(b.vat_percent, 0) > 0 as taxed) t
    -- "offset 0" keeps the condition before the call, which few invoices need.
    left join lateral (
      select coalesce(sum(y.amount), 0) as amount, coalesce(sum(y.vat), 0) as vat, coalesce(sum(y.exempt), 0) as exempt, coalesce(sum(y.zero_rated), 0) as zero_rated,
        coalesce(sum(y.amount) filter (where y.after_invoice), 0) as later
      from known.released_goods(p_project, b.id) y where b.credited <> 0 offset 0) r on true
    -- An invoice stays on its day as it was issued. What is released or cancelled later is an opposite row of its own day.
    cross join lateral (
      select 'invoice' as entry, b.date_invoiced as on_date, b.total + b.discount as gross, b.discount, case when t.cancelled then b.total else b.credited end as credited,
        b.total - i.amount as due, b.vat_amount - i.vat as vat, b.exempt_amount - i.exempt as exempt, b.zero_rated_amount - i.zero_rated as zero_rated,
        b.collected, case when t.cancelled then 0.00 else b.balance end as balance, 0.00 as cancelled
      from (select coalesce(sum(y.amount), 0) as amount, coalesce(sum(y.vat), 0) as vat, coalesce(sum(y.exempt), 0) as exempt, coalesce(sum(y.zero_rated), 0) as zero_rated
        from known.released_goods(p_project, b.id) y where r.amount > r.later and not y.after_invoice) i
      union all
      select 'release', greatest(y.on_date, b.date_invoiced), -sum(y.amount), 0.00, -sum(y.amount), -sum(y.amount), -sum(y.vat), -sum(y.exempt), -sum(y.zero_rated), 0.00, 0.00, 0.00
      from known.released_goods(p_project, b.id) y where r.later > 0 and y.after_invoice group by 2
      union all
      select 'cancellation', max(e.on_date), r.later - b.total - b.discount, -b.discount, r.later - b.total, r.amount - b.total,
        r.vat - b.vat_amount, r.exempt - b.exempt_amount, r.zero_rated - b.zero_rated_amount, 0.00, 0.00, b.total - r.amount
      from known.receivable_entries e where t.cancelled and e.project_id = p_project and e.booking_id = b.id and e.kind = 'cancelled' having count(*) > 0) x
    where b.project_id = p_project and v_level <> 'unnumbered' and b.invoice_no is not null
      and (b.date_invoiced between v_from and v_to or b.id = any (v_moved)) and x.on_date between v_from and v_to
      and (ask.agent_id is null or b.agent_id = ask.agent_id) and (ask.customer_id is null or b.customer_id = ask.customer_id)
      and (v_paid is null or (not t.cancelled and (b.balance = 0) = (v_paid = 'paid')))
      and (v_delivered is null or (b.date_delivered is not null) = (v_delivered = 'yes'))
      and (not v_renumbered or b.invoice_no_changed_at is not null)
    union all
    -- Deliveries without an invoice count on the day of delivery.
    select b.id, 'unnumbered', false, false, b.date_delivered, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, b.total, null, b.so_no,
      b.agent_id, b.customer_id, null, b.date_delivered, null
    from known.bookings b
    where b.project_id = p_project and v_level in ('unnumbered', 'total') and b.date_invoiced is null and b.date_delivered between v_from and v_to
      and b.approval_status like 'approved%'
      and (ask.agent_id is null or b.agent_id = ask.agent_id) and (ask.customer_id is null or b.customer_id = ask.customer_id)
  ), summed as (
    select f.bundle, grouping(f.bundle) = 1 as whole, count(*) filter (where f.numbered) as listed, min(f.on_date) as on_date, min(f.agent_id::text)::uuid as agent_id, min(f.customer_id::text)::uuid as customer_id,
      coalesce(sum(f.gross), 0.00) as gross, coalesce(sum(f.discount), 0.00) as discount, coalesce(sum(f.net), 0.00) as net, coalesce(sum(f.credited), 0.00) as credited,
      coalesce(sum(f.vatable), 0.00) as vatable, coalesce(sum(f.vat), 0.00) as vat, coalesce(sum(f.exempt), 0.00) as exempt,
      coalesce(sum(f.zero_rated), 0.00) as zero_rated, coalesce(sum(f.untaxed), 0.00) as untaxed, coalesce(sum(f.collected), 0.00) as collected,
      coalesce(sum(f.balance), 0.00) as balance, coalesce(sum(f.cancelled), 0.00) as cancelled, coalesce(sum(f.waiting), 0.00) as waiting,
      substr(min((to_char(length(f.invoice_no), 'FM00') || f.invoice_no) collate "C") filter (where f.issued), 3) as first_no,
      substr(max((to_char(length(f.invoice_no), 'FM00') || f.invoice_no) collate "C") filter (where f.issued), 3) as last_no,
      count(*) filter (where f.issued) as invoices, count(f.renumbered_at) as renumbered,
      count(*) filter (where f.issued and f.date_delivered is null) as undelivered,
      count(distinct f.on_date) filter (where v_total and f.numbered) as days, count(distinct f.agent_id) filter (where v_total and f.numbered) as agents,
      count(distinct f.customer_id) filter (where v_total and f.numbered) as customers,
      count(distinct to_char(f.on_date, 'YYYY-MM')) filter (where v_total and f.numbered) as months,
      count(*) filter (where not f.numbered) as unnumbered
    from found f where v_level not in ('invoice', 'unnumbered')
    group by grouping sets ((f.bundle), ())
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
    where s.whole = v_total and (not v_singly or s.listed > 1)
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
    s.first_no, s.last_no, null, null, null, b.cancel_reason, n.missing + n.voided,
    coalesce(s.invoices, f.issued::int), coalesce(s.renumbered, (f.renumbered_at is not null)::int), coalesce(s.undelivered, (f.issued and f.date_delivered is null)::int),
    s.days, s.agents, s.customers, s.months, coalesce(s.unnumbered, (not f.numbered)::int), n.missing, n.voided, n.number_rows, m.memos, m.memos_vat, coalesce(s.listed, f.numbered::int)
  from page p
  left join found f on f.id = p.id and f.entry = p.entry and f.on_date = p.on_date
  left join summed s on p.id is null and s.whole = v_total and (v_total or s.bundle = p.bundle)
  left join known.bookings b on b.project_id = p_project and b.id = p.id
  left join known.customers c on c.project_id = p_project and c.id = case when b.customer_id is not null then b.customer_id when v_level = 'customer' then s.customer_id end
  left join known.profiles w on w.user_id = case when b.agent_id is not null then b.agent_id when v_level in ('agent', 'grouped_agent') then s.agent_id end
  left join lateral (select private.names_at_issue(p_project, b.id, 'customers', b.customer_id) as names where f.numbered) o on true
  left join lateral (
    select coalesce(sum(x.numbers) filter (where x.kind = 'missing'), 0)::bigint as missing, count(*) filter (where x.kind <> 'missing') as voided, count(*) as number_rows
    from known.invoice_numbers(p_project, ask.first_day, ask.last_day) x where v_total) n on v_total
  left join lateral (
    select coalesce(-sum(e.amount), 0.00) as memos, coalesce(-sum(e.vat_amount), 0.00) as memos_vat from known.sales_entries e
    where v_total and e.project_id = p_project and e.kind in ('return', 'allowance') and e.on_date between v_from and v_to
      and (ask.agent_id is null or e.agent_id = ask.agent_id) and (ask.customer_id is null or e.customer_id = ask.customer_id)) m on v_total
  order by case when ask.before is null then p.row_key end, p.row_key desc;
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
  v_functions := v_tables || '{receivable_positions,business_date}';
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

CREATE OR REPLACE FUNCTION private.names_at_issue(p_project uuid, p_booking uuid, p_table text, p_row uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare v_issued bigint;
begin
  if coalesce(private.scope_of(p_project, 'invoicing.read'), private.scope_of(p_project, 'reports.invoice')) is null then perform private.forbid(); end if;
  -- Few rows were ever changed, and only theirs need the place of the invoice in the trail.
  if not exists (select from public.audit_log a where a.project_id = p_project and a.table_name = p_table and a.row_id = p_row and a.action = 'update')
    and not exists (select from public.audit_log a where a.project_id is null and a.table_name = p_table and a.row_id = p_row and a.action = 'update') then return '{}'; end if;
  select coalesce(min(a.id), 0) into v_issued from public.audit_log a
  where a.project_id = p_project and a.table_name = 'bookings' and a.row_id = p_booking and a.after ->> 'invoice_no' is not null;
  return (
    select coalesce(jsonb_object_agg(o.key, o.value order by a.id desc), '{}') from public.audit_log a cross join lateral jsonb_each(a.before) o
    -- Rows of the platform, such as people, have no project.
    where (a.project_id = p_project or a.project_id is null) and a.table_name = p_table and a.row_id = p_row and a.action = 'update' and a.id > v_issued
      and o.key in ('tin_no', 'business_style', 'display_name', 'material_code', 'description', 'name', 'title', 'address', 'phone', 'payment_instructions', 'other_info1', 'other_info2'));
end $function$;

CREATE OR REPLACE FUNCTION private.release_from_booking(p_line public.booking_lines, p_quantity integer, p_date date)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare v_vat numeric := (select x.vat from private.booking_vat(p_line.project_id, p_line.booking_id) x);
begin
  update public.inventory set reserved = reserved - p_quantity, modified_at = now()
  where project_id = p_line.project_id and product_id = p_line.product_id;
  update public.booking_lines set quantity_released = quantity_released + p_quantity
  where project_id = p_line.project_id and id = p_line.id;
  insert into public.booking_credits (project_id, booking_id, line_id, kind, quantity, amount, vat_amount, on_date, after_invoice)
  values (p_line.project_id, p_line.booking_id, p_line.id, 'released', p_quantity,
    -- Released are the last pieces of the line.
    private.delivered_amount(p_line, p_line.quantity - p_line.quantity_released)
      - private.delivered_amount(p_line, p_line.quantity - p_line.quantity_released - p_quantity),
    v_vat - (select x.vat from private.booking_vat(p_line.project_id, p_line.booking_id) x), p_date,
    (select b.invoice_no is not null from public.bookings b where b.project_id = p_line.project_id and b.id = p_line.booking_id));
end $function$;

CREATE OR REPLACE FUNCTION private.released_goods(p_project uuid, p_booking uuid)
 RETURNS TABLE(after_invoice boolean, on_date date, amount numeric, vat numeric, exempt numeric, zero_rated numeric)
 LANGUAGE plpgsql
 STABLE ROWS 1
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return query
  select k.after_invoice, k.on_date, k.amount, k.vat_amount, case l.vat_class when 'exempt' then k.amount else 0.00 end, case l.vat_class when 'zero_rated' then k.amount else 0.00 end
  from public.booking_credits k join public.booking_lines l on l.project_id = k.project_id and l.id = k.line_id
  where k.project_id = p_project and k.booking_id = p_booking and k.kind = 'released';
end $function$;

CREATE OR REPLACE FUNCTION public.invoice_document(p_project uuid, p_booking uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v public.bookings;
  v_due numeric;
begin
  if private.scope_of(p_project, 'invoicing.read') is null then perform private.forbid(); end if;
  select * into v from public.bookings b where b.project_id = p_project and b.id = p_booking;
  if not found then perform private.not_found(); end if;
  -- Credits and releases after the issue are on documents of their own: an invoice that is printed again shows what was issued.
  select coalesce(sum(y.amount), 0.00), v.vat_amount - coalesce(sum(y.vat), 0), v.exempt_amount - coalesce(sum(y.exempt), 0), v.zero_rated_amount - coalesce(sum(y.zero_rated), 0)
  into v.credited, v.vat_amount, v.exempt_amount, v.zero_rated_amount
  from private.released_goods(p_project, p_booking) y where not y.after_invoice;
  v_due := v.total - v.credited;
  return jsonb_build_object(
    'so_no', v.so_no, 'stage', v.stage, 'is_opening', v.is_opening, 'invoice_no', v.invoice_no, 'date_invoiced', v.date_invoiced, 'date_due', v.date_due,
    'date_delivered', v.date_delivered, 'customer_name', v.customer_name, 'store_name', v.store_name, 'deliver_to', v.deliver_to,
    'agent', (select p.display_name from public.profiles p where p.user_id = v.agent_id),
    'gross', (v.total + v.discount)::text, 'discount', v.discount::text, 'total', v.total::text, 'credited', v.credited::text, 'due', v_due::text,
    'vat_percent', coalesce(v.vat_percent, 0)::text, 'vat', v.vat_amount::text, 'net', (v_due - v.vat_amount)::text,
    'vatable', (v_due - v.vat_amount - v.exempt_amount - v.zero_rated_amount)::text, 'exempt', v.exempt_amount::text, 'zero_rated', v.zero_rated_amount::text,
    'letterhead', (select to_jsonb(h) from (select p.name, p.title, p.address, p.tin_no, p.phone, p.payment_instructions, p.other_info1, p.other_info2
      from public.projects p where p.id = p_project) h) || private.names_at_issue(p_project, p_booking, 'projects', p_project),
    'lines', coalesce((select jsonb_agg(jsonb_build_object('id', l.id, 'material_code', p.material_code, 'description', p.description,
        'case_config', l.case_config, 'quantity', l.quantity, 'agent_srp', l.agent_srp::text, 'agent_srp_pieces', l.agent_srp_pieces,
        'discount_percent', l.discount_percent::text, 'discount_amount', l.discount_amount::text, 'discount', (l.gross - l.amount)::text, 'free_of', l.free_of, 'amount', l.amount::text,
        'vat_class', l.vat_class, 'vat_on_top', l.vat_on_top > 0, 'vat', l.vat::text, 'net', (l.amount - l.vat)::text)
        || (select coalesce(jsonb_object_agg(n.key, n.value), '{}') from jsonb_each(private.names_at_issue(p_project, p_booking, 'products', l.product_id)) n
          where n.key in ('material_code', 'description')) order by l.line_no)
      from (select x.*, private.vat_of_part(x, x.amount, coalesce(sum(x.amount) filter (where x.vat_percent > 0)
          over (order by x.line_no rows between unbounded preceding and 1 preceding), 0)) as vat
        from public.booking_lines x where x.project_id = p_project and x.booking_id = p_booking) l
      join public.products p on p.project_id = p_project and p.id = l.product_id), '[]'))
    || (select jsonb_build_object('tin_no', c.tin_no, 'business_style', c.business_style) from (values (1)) one
      left join public.customers c on c.project_id = p_project and c.id = v.customer_id)
    || (select coalesce(jsonb_object_agg(n.key, n.value), '{}') from jsonb_each(private.names_at_issue(p_project, p_booking, 'customers', v.customer_id)) n
      where n.key in ('tin_no', 'business_style'))
    || (select coalesce(jsonb_object_agg('agent', n.value), '{}') from jsonb_each(private.names_at_issue(p_project, p_booking, 'profiles', v.agent_id)) n
      where n.key = 'display_name');
end $function$;

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
  v_renumbered boolean := private.read_boolean(p_filters, 'renumbered');
  v_zone text := private.zone_of(p_project);
  v_singly boolean;
  v_total boolean;
  v_from date;
  v_to date;
  v_moved uuid[] := '{}';
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
  v_total := v_level = 'total';

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
  v_from := coalesce(ask.first_day, '-infinity');
  v_to := coalesce(ask.last_day, 'infinity');
  -- Invoices of other days, of which goods were released or which were cancelled within the period
  if v_from > '-infinity' or v_to < 'infinity' then
    v_moved := array(
      select k.booking_id from public.booking_credits k where k.project_id = p_project and k.after_invoice and k.on_date between v_from and v_to
      union
      select e.booking_id from public.bookings b join public.receivable_entries e on e.project_id = b.project_id and e.booking_id = b.id and e.kind = 'cancelled'
      where b.project_id = p_project and b.stage = 'cancelled' and e.on_date between v_from and v_to);
  end if;

  return query
  with found as materialized (
    select b.id, x.entry, true as numbered, x.entry = 'invoice' as issued, x.on_date, x.gross, x.discount, x.gross - x.discount as net, x.credited,
      case when t.taxed then x.due - x.vat - x.exempt - x.zero_rated else 0.00 end as vatable, x.vat, x.exempt, x.zero_rated,
      case when t.taxed then 0.00 else x.due - x.vat - x.exempt - x.zero_rated end as untaxed,
      x.collected, x.balance, x.cancelled, 0.00 as waiting, b.invoice_no, b.so_no, b.agent_id, b.customer_id,
      case when x.entry = 'invoice' then b.invoice_no_changed_at end as renumbered_at, b.date_delivered,
      case v_level when 'day' then x.on_date::text when 'grouped' then x.on_date::text when 'month' then to_char(x.on_date, 'YYYY-MM')
        when 'agent' then b.agent_id::text when 'grouped_agent' then b.agent_id::text when 'customer' then b.customer_id::text end as bundle
    from public.bookings b
    cross join lateral (select b.approval_status = 'cancelled' as cancelled, coalesce(b.vat_percent, 0) > 0 as taxed) t
    -- "offset 0" keeps the condition before the call, which few invoices need.
    left join lateral (
      select coalesce(sum(y.amount), 0) as amount, coalesce(sum(y.vat), 0) as vat, coalesce(sum(y.exempt), 0) as exempt, coalesce(sum(y.zero_rated), 0) as zero_rated,
        coalesce(sum(y.amount) filter (where y.after_invoice), 0) as later
      from private.released_goods(p_project, b.id) y where b.credited <> 0 offset 0) r on true
    -- An invoice stays on its day as it was issued. What is released or cancelled later is an opposite row of its own day.
    cross join lateral (
      select 'invoice' as entry, b.date_invoiced as on_date, b.total + b.discount as gross, b.discount, case when t.cancelled then b.total else b.credited end as credited,
        b.total - i.amount as due, b.vat_amount - i.vat as vat, b.exempt_amount - i.exempt as exempt, b.zero_rated_amount - i.zero_rated as zero_rated,
        b.collected, case when t.cancelled then 0.00 else b.balance end as balance, 0.00 as cancelled
      from (select coalesce(sum(y.amount), 0) as amount, coalesce(sum(y.vat), 0) as vat, coalesce(sum(y.exempt), 0) as exempt, coalesce(sum(y.zero_rated), 0) as zero_rated
        from private.released_goods(p_project, b.id) y where r.amount > r.later and not y.after_invoice) i
      union all
      select 'release', greatest(y.on_date, b.date_invoiced), -sum(y.amount), 0.00, -sum(y.amount), -sum(y.amount), -sum(y.vat), -sum(y.exempt), -sum(y.zero_rated), 0.00, 0.00, 0.00
      from private.released_goods(p_project, b.id) y where r.later > 0 and y.after_invoice group by 2
      union all
      select 'cancellation', max(e.on_date), r.later - b.total - b.discount, -b.discount, r.later - b.total, r.amount - b.total,
        r.vat - b.vat_amount, r.exempt - b.exempt_amount, r.zero_rated - b.zero_rated_amount, 0.00, 0.00, b.total - r.amount
      from public.receivable_entries e where t.cancelled and e.project_id = p_project and e.booking_id = b.id and e.kind = 'cancelled' having count(*) > 0) x
    where b.project_id = p_project and v_level <> 'unnumbered' and b.invoice_no is not null
      and (b.date_invoiced between v_from and v_to or b.id = any (v_moved)) and x.on_date between v_from and v_to
      and (ask.agent_id is null or b.agent_id = ask.agent_id) and (ask.customer_id is null or b.customer_id = ask.customer_id)
      and (v_paid is null or (not t.cancelled and (b.balance = 0) = (v_paid = 'paid')))
      and (v_delivered is null or (b.date_delivered is not null) = (v_delivered = 'yes'))
      and (not v_renumbered or b.invoice_no_changed_at is not null)
    union all
    -- Deliveries without an invoice count on the day of delivery.
    select b.id, 'unnumbered', false, false, b.date_delivered, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, b.total, null, b.so_no,
      b.agent_id, b.customer_id, null, b.date_delivered, null
    from public.bookings b
    where b.project_id = p_project and v_level in ('unnumbered', 'total') and b.date_invoiced is null and b.date_delivered between v_from and v_to
      and b.approval_status like 'approved%'
      and (ask.agent_id is null or b.agent_id = ask.agent_id) and (ask.customer_id is null or b.customer_id = ask.customer_id)
  ), summed as (
    select f.bundle, grouping(f.bundle) = 1 as whole, count(*) filter (where f.numbered) as listed, min(f.on_date) as on_date, min(f.agent_id::text)::uuid as agent_id, min(f.customer_id::text)::uuid as customer_id,
      coalesce(sum(f.gross), 0.00) as gross, coalesce(sum(f.discount), 0.00) as discount, coalesce(sum(f.net), 0.00) as net, coalesce(sum(f.credited), 0.00) as credited,
      coalesce(sum(f.vatable), 0.00) as vatable, coalesce(sum(f.vat), 0.00) as vat, coalesce(sum(f.exempt), 0.00) as exempt,
      coalesce(sum(f.zero_rated), 0.00) as zero_rated, coalesce(sum(f.untaxed), 0.00) as untaxed, coalesce(sum(f.collected), 0.00) as collected,
      coalesce(sum(f.balance), 0.00) as balance, coalesce(sum(f.cancelled), 0.00) as cancelled, coalesce(sum(f.waiting), 0.00) as waiting,
      substr(min((to_char(length(f.invoice_no), 'FM00') || f.invoice_no) collate "C") filter (where f.issued), 3) as first_no,
      substr(max((to_char(length(f.invoice_no), 'FM00') || f.invoice_no) collate "C") filter (where f.issued), 3) as last_no,
      count(*) filter (where f.issued) as invoices, count(f.renumbered_at) as renumbered,
      count(*) filter (where f.issued and f.date_delivered is null) as undelivered,
      count(distinct f.on_date) filter (where v_total and f.numbered) as days, count(distinct f.agent_id) filter (where v_total and f.numbered) as agents,
      count(distinct f.customer_id) filter (where v_total and f.numbered) as customers,
      count(distinct to_char(f.on_date, 'YYYY-MM')) filter (where v_total and f.numbered) as months,
      count(*) filter (where not f.numbered) as unnumbered
    from found f where v_level not in ('invoice', 'unnumbered')
    group by grouping sets ((f.bundle), ())
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
    where s.whole = v_total and (not v_singly or s.listed > 1)
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
    s.first_no, s.last_no, null, null, null, b.cancel_reason, n.missing + n.voided,
    coalesce(s.invoices, f.issued::int), coalesce(s.renumbered, (f.renumbered_at is not null)::int), coalesce(s.undelivered, (f.issued and f.date_delivered is null)::int),
    s.days, s.agents, s.customers, s.months, coalesce(s.unnumbered, (not f.numbered)::int), n.missing, n.voided, n.number_rows, m.memos, m.memos_vat, coalesce(s.listed, f.numbered::int)
  from page p
  left join found f on f.id = p.id and f.entry = p.entry and f.on_date = p.on_date
  left join summed s on p.id is null and s.whole = v_total and (v_total or s.bundle = p.bundle)
  left join public.bookings b on b.project_id = p_project and b.id = p.id
  left join public.customers c on c.project_id = p_project and c.id = case when b.customer_id is not null then b.customer_id when v_level = 'customer' then s.customer_id end
  left join public.profiles w on w.user_id = case when b.agent_id is not null then b.agent_id when v_level in ('agent', 'grouped_agent') then s.agent_id end
  left join lateral (select private.names_at_issue(p_project, b.id, 'customers', b.customer_id) as names where f.numbered) o on true
  left join lateral (
    select coalesce(sum(x.numbers) filter (where x.kind = 'missing'), 0)::bigint as missing, count(*) filter (where x.kind <> 'missing') as voided, count(*) as number_rows
    from private.invoice_numbers(p_project, ask.first_day, ask.last_day) x where v_total) n on v_total
  left join lateral (
    select coalesce(-sum(e.amount), 0.00) as memos, coalesce(-sum(e.vat_amount), 0.00) as memos_vat from public.sales_entries e
    where v_total and e.project_id = p_project and e.kind in ('return', 'allowance') and e.on_date between v_from and v_to
      and (ask.agent_id is null or e.agent_id = ask.agent_id) and (ask.customer_id is null or e.customer_id = ask.customer_id)) m on v_total
  order by case when ask.before is null then p.row_key end, p.row_key desc;
end $function$;

CREATE VIEW "known"."booking_credits" WITH (security_invoker=true) AS  SELECT x.project_id,
    x.id,
    x.booking_id,
    x.line_id,
    x.kind,
    x.quantity,
    x.amount,
    x.on_date,
    x.after_invoice,
    x.created_at,
    x.created_by,
    x.memo_id,
    x.vat_amount,
    x.vat_class
   FROM public.booking_credits x
  WHERE (x.created_at <= ( SELECT private.known_at() AS known_at));

CREATE INDEX booking_credits_after_invoice_idx ON public.booking_credits USING btree (project_id, on_date) INCLUDE (booking_id) WHERE after_invoice;

COMMENT ON FUNCTION "known"."released_goods"(uuid, uuid) IS 'private.released_goods on the tables as of private.known_at.';

COMMENT ON FUNCTION "known"."report_invoice"(uuid, jsonb) IS 'public.report_invoice on the tables as of private.known_at.';

COMMENT ON FUNCTION "private"."names_at_issue"(uuid, uuid, text, uuid) IS 'Returns those names of a row (customers, products, profiles, projects) that were changed since the invoice of a booking was issued, as they were then, out of the audit trail: a paper that is printed again says what was issued. Errors: 42501.';

COMMENT ON FUNCTION "private"."released_goods"(uuid, uuid) IS 'Returns what was released undelivered of a booking, with the VAT in it or its class: before its invoice, which says it, or after (after_invoice).';

COMMENT ON FUNCTION "public"."invoice_document"(uuid, uuid) IS 'Returns the content of an invoice as it was issued, whatever was credited, released or renamed since (stage tells of a cancellation): header fields, letterhead (of the project), lines (quantities in pieces; discount_percent of the price and discount_amount off the line as entered; discount: by how much amount is less than at AgentSRP; free_of: the number of the line with which free goods are given), gross - discount = total, credited (goods that were released undelivered before the invoice), due = total - credited, and within due the VAT at the percentage frozen at validation and the net: net + vat = due to the centavo, net = vatable + exempt + zero_rated sales by the class of each line (vat_class). amount of a line includes its vat, which came on top of its price (vat_on_top) or was in it; the VAT of all lines adds up to that in total. Money as text. Errors: 42501, P0002.';

COMMENT ON FUNCTION "public"."report_invoice"(uuid, jsonb) IS 'Report of invoices by invoice date. p_filters: {from, to (of the invoice, the release or the cancellation, both included; of unnumbered: of the delivery), agent_id, customer_id, paid: paid | unpaid, delivered: yes | no, renumbered (only invoices with a changed number), level: invoice | grouped (invoices by day, after several rows of one its sums: level subtotal) | grouped_agent (by agent and day) | day | month (YYYY-MM) | agent | customer | numbers (kind missing: first_no to last_no; changed; cancelled) | unnumbered (delivered without an invoice; waiting: their totals) | total, sort: date (or name) | number | customer | gross | balance (highest first), not of grouped ones, limit, after or before (row_key; before answers backwards)}. An invoice stays on its day as it was issued (kind invoice; opening; cancelled: one that was cancelled later). What is released undelivered after its issue (kind release) and its cancellation (kind cancellation, with the amount in cancelled) are rows of their own day, below zero. discount: what the discounts of the lines took off, net = gross - discount. gross - discount less what was released undelivered before the invoice = vatable + vat + exempt + zero_rated + untaxed, as the invoice says: vatable sales without VAT, their VAT, sales by the VAT class of their lines; untaxed: invoices without VAT. Credited, collected and balance of an invoice are those of today: gross - discount - credited = collected + balance in every row. tin_no and business_style are those of the day of issue. memos and memos_vat of the total: returns and allowances of the period by the day of their credit memo, also of earlier invoices, and the VAT in them. listed counts the rows of invoices, their releases and cancellations. missing, voided (changed or cancelled) and number_rows are of the dates alone, whatever else is asked. Errors: 42501, 22023.';

REVOKE ALL ON FUNCTION "known"."released_goods"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "known"."released_goods"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "known"."report_invoice"(uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "known"."report_invoice"(uuid, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."names_at_issue"(uuid, uuid, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."names_at_issue"(uuid, uuid, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."released_goods"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."released_goods"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."report_invoice"(uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."report_invoice"(uuid, jsonb) TO "authenticated";

GRANT SELECT ON TABLE "known"."booking_credits" TO "authenticated";

-- What was released undelivered before this version: the VAT in it, and whether the invoice had been issued.
ALTER TABLE public.booking_credits DISABLE TRIGGER append_only;
DO $$
declare
  v record;
  v_booking uuid;
  v_before numeric;
  v_now numeric;
begin
  for v in
    select k.project_id, k.booking_id, k.id, b.vat_amount, k.created_at > coalesce(
      (select min(a.created_at) from public.audit_log a
        where a.project_id = k.project_id and a.table_name = 'bookings' and a.row_id = k.booking_id and a.after ->> 'invoice_no' is not null),
      (select min(e.posted_at) from public.receivable_entries e
        where e.project_id = k.project_id and e.booking_id = k.booking_id and e.collection_id is null and e.kind = 'invoice'),
      'infinity') as after_invoice
    from public.booking_credits k join public.bookings b on b.project_id = k.project_id and b.id = k.booking_id
    where k.kind = 'released' order by k.project_id, k.booking_id, k.id
  loop
    if v.booking_id is distinct from v_booking then
      v_booking := v.booking_id;
      v_before := v.vat_amount;
    end if;
    -- As private.booking_vat, with what had been released by then.
    select coalesce(sum(private.vat_in(d.due, d.vat_percent)) filter (where d.vat_on_top > 0), 0.00)
      + private.vat_in(coalesce(sum(d.due) filter (where d.vat_percent > 0 and d.vat_on_top = 0), 0.00), max(d.vat_percent)) into v_now
    from (
      select l.vat_percent, l.vat_on_top, private.with_vat(private.net_amount(l.agent_srp, l.agent_srp_pieces, l.quantity, l.discount_percent, l.discount_amount, l.quantity - coalesce((
          select sum(k.quantity) from public.booking_credits k
          where k.project_id = l.project_id and k.line_id = l.id and k.kind = 'released' and k.id <= v.id), 0)::int), l.vat_on_top) as due
      from public.booking_lines l where l.project_id = v.project_id and l.booking_id = v.booking_id) d;
    update public.booking_credits k set vat_amount = v_before - v_now, after_invoice = v.after_invoice where k.project_id = v.project_id and k.id = v.id;
    v_before := v_now;
  end loop;
end $$;
ALTER TABLE public.booking_credits ENABLE TRIGGER append_only;

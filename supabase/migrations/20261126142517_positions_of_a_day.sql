set local check_function_bodies = off;

DROP INDEX "private"."receivable_positions_open_idx";

DROP INDEX "public"."bookings_open_idx";

DROP VIEW "known"."receivable_positions";

DROP FUNCTION "known"."ar_documents"(uuid, date, text, uuid[]);

DROP FUNCTION "known"."ar_lines"(uuid, jsonb, uuid[]);

DROP FUNCTION "known"."unsettled"(uuid, date, uuid[]);

DROP FUNCTION "private"."ar_documents"(uuid, date, text, uuid[]);

DROP FUNCTION "private"."ar_lines"(uuid, jsonb, uuid[]);

DROP FUNCTION "private"."unsettled"(uuid, date, uuid[]);

ALTER TABLE "private"."receivable_positions" ADD COLUMN "charged" numeric(14,2);

ALTER TABLE "private"."receivable_positions" ADD COLUMN "opened_on" date;

UPDATE private.receivable_positions p SET charged = x.charged, opened_on = x.opened_on
FROM (
  SELECT e.project_id, coalesce(e.booking_id, e.collection_id) AS document_id, coalesce(sum(e.amount) FILTER (WHERE e.collection_id IS NULL), 0.00) AS charged, min(e.on_date) AS opened_on
  FROM public.receivable_entries e GROUP BY 1, 2) x
WHERE x.project_id = p.project_id AND x.document_id = p.document_id;

ALTER TABLE "private"."receivable_positions" ALTER COLUMN "charged" SET NOT NULL;

ALTER TABLE "private"."receivable_positions" ALTER COLUMN "opened_on" SET NOT NULL;

CREATE OR REPLACE FUNCTION known.ar_documents(p_project uuid, p_as_of date, p_basis text, p_by_due boolean, p_customers uuid[])
 RETURNS TABLE(row_kind text, customer_id uuid, agent_id uuid, document_id uuid, doc_date date, due_date date, terms_days integer, age integer, bucket integer, overdue boolean, total numeric, collected numeric, balance numeric, uncleared numeric, cleared_balance numeric, next_cheque date, exposure numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
 SET work_mem TO '32MB'
AS $function$
#variable_conflict use_column
declare v_bounds int[] := known.ageing_bounds(p_project);
begin
  -- Rows are not filtered below, so the caller has to read all of them.
  if exists (select from unnest('{bookings.read,collections.read}'::text[]) n where private.scope_of(p_project, n) is distinct from 'all') then
    perform private.forbid();
  end if;
  return query
  with balances as (
    select p.document_id, p.is_booking, p.charged, p.amount, p.cleared_amount - p.amount as uncleared
    from known.receivable_positions p
    where p.project_id = p_project and (p.amount <> 0 or p.cleared_amount <> 0) and p.moved_on <= p_as_of
      and (p_customers is null or p.customer_id = any (p_customers))
    union all
    -- What was posted later is taken off, which is less than all that was posted until then.
    select p.document_id, p.is_booking, p.charged - l.charged, p.amount - l.amount, p.cleared_amount - p.amount - l.uncleared
    from known.receivable_positions p
    join (
      select coalesce(e.booking_id, e.collection_id) as document_id, coalesce(sum(e.amount) filter (where e.collection_id is null), 0.00) as charged,
        sum(e.amount) as amount, sum(e.cleared_amount) - sum(e.amount) as uncleared
      from known.receivable_entries e
      where e.project_id = p_project and e.on_date > p_as_of and (p_customers is null or e.customer_id = any (p_customers))
        and coalesce(e.booking_id, e.collection_id) in (
          select m.document_id from known.receivable_positions m where m.project_id = p_project and m.moved_on > p_as_of and m.opened_on <= p_as_of)
      group by 1) l on l.document_id = p.document_id
    where p.project_id = p_project and p.moved_on > p_as_of and p.opened_on <= p_as_of and (p_customers is null or p.customer_id = any (p_customers))
  ), at_risk as (
    -- Validated and not invoiced: nothing is owed yet, but it is at risk.
    select b.id from known.bookings b
    where b.project_id = p_project and b.balance <> 0 and b.date_invoiced is null and b.approval_status like 'approved%' and b.date_added <= p_as_of
      and (p_customers is null or b.customer_id = any (p_customers))
    union
    select b.id from known.bookings b
    where b.project_id = p_project and b.date_invoiced > p_as_of and b.approval_status like 'approved%' and b.date_added <= p_as_of
      and (p_customers is null or b.customer_id = any (p_customers))
    union
    select b.id from known.booking_credits k join known.bookings b on b.project_id = k.project_id and b.id = k.booking_id
    where k.project_id = p_project and k.on_date > p_as_of and b.approval_status like 'approved%' and b.date_added <= p_as_of
      and (p_customers is null or b.customer_id = any (p_customers))
  ), open as materialized (
    select coalesce(n.document_id, r.id) as id, coalesce(n.is_booking, true) as is_booking, coalesce(n.charged, 0.00) as charged, coalesce(n.amount, 0.00) as owes,
      coalesce(n.uncleared, 0.00) as uncleared, r.id is not null as at_risk
    from balances n full join at_risk r on r.id = n.document_id
    where n.amount <> 0 or n.uncleared <> 0 or r.id is not null
  ), booked as (
    -- Open bookings are read from an index alone.
    select o.*, b.customer_id, b.agent_id, b.date_added, b.date_delivered, b.date_invoiced, b.date_due, b.is_debit_memo
    from open o
    join (
      select b.* from known.bookings b
      where b.project_id = p_project and (b.balance <> 0 or b.cleared_balance <> 0) and (p_customers is null or b.customer_id = any (p_customers)) offset 0) b on b.id = o.id
    union all
    select o.*, b.* from open o
    cross join lateral (
      select b.customer_id, b.agent_id, b.date_added, b.date_delivered, b.date_invoiced, b.date_due, b.is_debit_memo from known.bookings b
      where b.project_id = p_project and b.id = o.id offset 0) b
    where o.is_booking and o.id not in (
      select b.id from known.bookings b
      where b.project_id = p_project and (b.balance <> 0 or b.cleared_balance <> 0) and (p_customers is null or b.customer_id = any (p_customers)))
  ), documents as (
    select case when o.charged = 0 then 'advance' when o.owes = 0 then 'uncleared' when o.is_debit_memo then 'debit_memo' else 'booking' end as row_kind,
      o.customer_id, o.agent_id, o.id as document_id,
      coalesce(case p_basis when 'delivery' then o.date_delivered when 'added' then o.date_added end, o.date_invoiced, o.date_added) as doc_date,
      o.date_due - o.date_invoiced as terms_days, o.charged as total, o.owes as balance, o.uncleared,
      case when o.uncleared <> 0 then (
        select min(c.cheque_date) from (
          select e.collection_id from known.receivable_entries e
          where e.project_id = p_project and e.booking_id = o.id and e.collection_id is not null and e.on_date <= p_as_of
          group by e.collection_id having sum(e.cleared_amount) <> sum(e.amount)) x
        join known.collections c on c.project_id = p_project and c.id = x.collection_id) end as next_cheque,
      case when o.charged <> 0 then o.owes
        when o.at_risk then (
          select b.total + o.owes - coalesce((select sum(k.amount) from known.booking_credits k where k.project_id = p_project and k.booking_id = b.id and k.on_date <= p_as_of), 0.00)
          from known.bookings b where b.project_id = p_project and b.id = o.id)
        else 0.00 end as exposure
    from booked o
    union all
    -- Unapplied credit is a negative row and is never hidden.
    select 'unapplied', c.customer_id, c.agent_id, c.id, c.date_collected, null, 0.00, o.owes, o.uncleared, case when o.uncleared <> 0 then c.cheque_date end, 0.00
    from open o join known.collections c on c.project_id = p_project and c.id = o.id
    where not o.is_booking
  )
  select d.row_kind, d.customer_id, d.agent_id, d.document_id, d.doc_date, x.due_date, d.terms_days, x.age,
    case when d.row_kind <> 'unapplied' then private.ageing_bucket(x.age, v_bounds, p_by_due) end, d.balance + d.uncleared > 0 and p_as_of > x.due_date,
    d.total, d.total - d.balance, d.balance, d.uncleared, d.balance + d.uncleared, d.next_cheque, d.exposure
  from documents d
  cross join lateral (select d.doc_date + coalesce(d.terms_days, 0) as due_date,
    p_as_of - (d.doc_date + case when p_by_due then coalesce(d.terms_days, 0) else 0 end) as age) x;
end $function$;

CREATE OR REPLACE FUNCTION known.ar_lines(p_project uuid, p_filters jsonb, p_customers uuid[] DEFAULT NULL::uuid[], p_summed boolean DEFAULT false)
 RETURNS TABLE(row_kind text, customer_id uuid, agent_id uuid, document_id uuid, doc_date date, due_date date, terms_days integer, age integer, documents bigint, total numeric, collected numeric, balance numeric, uncleared numeric, cleared_balance numeric, unapplied numeric, past_due numeric, next_cheque date, bucket integer, bucket_0 numeric, bucket_1 numeric, bucket_2 numeric, bucket_3 numeric, bucket_4 numeric, bucket_5 numeric, bucket_6 numeric, bucket_7 numeric, customer_name text, store_name text, customer_key text, agent_name text, credit_line numeric, credit_left numeric)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
 SET work_mem TO '32MB'
AS $function$
#variable_conflict use_column
declare
  v_as_of date := coalesce(private.read_date(p_filters, 'as_of'), known.business_date(p_project));
  v_basis text := coalesce(p_filters ->> 'basis', 'invoice');
  v_agent uuid := private.read_uuid(p_filters, 'agent_id');
  v_customer uuid := private.read_uuid(p_filters, 'customer_id');
  v_overdue boolean := private.read_boolean(p_filters, 'overdue_only');
  v_over boolean := private.read_boolean(p_filters, 'over_limit');
  v_least numeric := private.read_money(p_filters, 'min_balance');
  v_by_due boolean := coalesce(p_filters ->> 'age_by', known.project_setting(p_project, 'age_by') #>> '{}') = 'due';
begin
  if v_basis not in ('invoice', 'delivery', 'added') then perform private.invalid('basis', 'Choose a basis.'); end if;

  return query
  with found as materialized (
    select d.* from known.ar_documents(p_project, v_as_of, v_basis, v_by_due,
      case when v_customer is not null then array[v_customer] else p_customers end) d
  ), open as (
    select d.* from found d
    where (d.balance <> 0 or d.uncleared <> 0) and (v_agent is null or d.agent_id = v_agent) and (not v_overdue or d.overdue)
  ), risk as (
    -- The total covers the whole customer, whichever agent is filtered.
    select d.customer_id, sum(d.exposure + d.uncleared) as amount from found d group by d.customer_id
  ), lines as (
    select d.row_kind, d.customer_id, d.agent_id, d.document_id, d.doc_date, d.due_date, d.terms_days, d.age, 1::bigint as documents,
      d.total, d.collected, d.balance, d.uncleared, d.cleared_balance, case when d.bucket is null then -d.cleared_balance end as unapplied,
      case when d.overdue then d.cleared_balance end as past_due, d.next_cheque, d.bucket,
      -- Six bounds make eight buckets; ageing_by_name leaves out those that the project does not use.
      case d.bucket when 0 then d.cleared_balance end as bucket_0, case d.bucket when 1 then d.cleared_balance end as bucket_1, case d.bucket when 2 then d.cleared_balance end as bucket_2, case d.bucket when 3 then d.cleared_balance end as bucket_3,
      case d.bucket when 4 then d.cleared_balance end as bucket_4, case d.bucket when 5 then d.cleared_balance end as bucket_5, case d.bucket when 6 then d.cleared_balance end as bucket_6, case d.bucket when 7 then d.cleared_balance end as bucket_7
    from open d where not p_summed
    union all
    select null, d.customer_id, d.agent_id, null, min(d.doc_date), min(d.due_date), null, max(d.age), count(*),
      sum(d.total), sum(d.collected), sum(d.balance), sum(d.uncleared), sum(d.cleared_balance), -sum(d.cleared_balance) filter (where d.bucket is null),
      sum(d.cleared_balance) filter (where d.overdue), min(d.next_cheque), null,
      sum(d.cleared_balance) filter (where d.bucket = 0), sum(d.cleared_balance) filter (where d.bucket = 1), sum(d.cleared_balance) filter (where d.bucket = 2), sum(d.cleared_balance) filter (where d.bucket = 3),
      sum(d.cleared_balance) filter (where d.bucket = 4), sum(d.cleared_balance) filter (where d.bucket = 5), sum(d.cleared_balance) filter (where d.bucket = 6), sum(d.cleared_balance) filter (where d.bucket = 7)
    from open d where p_summed group by d.customer_id, d.agent_id
  ), named as (
    select l.*, c.name as customer_name, c.store_name, c.sort_key as customer_key, coalesce(pr.display_name, 'Former agent') as agent_name, c.credit_line,
      c.credit_line - r.amount as credit_left, case when v_least is not null then sum(l.cleared_balance) over (partition by l.customer_id) end as owes
    from lines l
    join known.customers c on c.project_id = p_project and c.id = l.customer_id
    join risk r on r.customer_id = l.customer_id
    left join known.profiles pr on pr.user_id = l.agent_id
  )
  select n.row_kind, n.customer_id, n.agent_id, n.document_id, n.doc_date, n.due_date, n.terms_days, n.age, n.documents,
    n.total, n.collected, n.balance, n.uncleared, n.cleared_balance, n.unapplied, n.past_due, n.next_cheque, n.bucket,
    n.bucket_0, n.bucket_1, n.bucket_2, n.bucket_3, n.bucket_4, n.bucket_5, n.bucket_6, n.bucket_7,
    n.customer_name, n.store_name, n.customer_key, n.agent_name, n.credit_line, n.credit_left
  from named n where (not v_over or n.credit_left < 0) and (v_least is null or n.owes >= v_least);
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

CREATE OR REPLACE FUNCTION known.report_ar(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(level text, row_key text, row_kind text, agent_id uuid, agent_name text, customer_id uuid, customer_name text, store_name text, booking_id uuid, document_id uuid, so_no text, document_no text, doc_date date, due_date date, terms_days integer, age_days integer, total numeric, collected numeric, balance numeric, ageing jsonb, overdue numeric, uncleared numeric, next_cheque date, cleared_balance numeric, unapplied numeric, credit_line numeric, credit_left numeric, documents bigint, customers bigint, agents bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return query execute private.report_statement(p_project, p_filters, 'report_ar', 'reports.ar', array[
      ['document', 'document', 'agent_id, customer_id, document_id', 'lower(s.agent_name), s.agent_id, s.customer_key, s.customer_id, s.doc_date, s.document_id', ''],
      ['grouped', 'agent', 'agent_id', 'lower(s.agent_name), s.agent_id', 'true'],
      ['grouped', 'agent_customer', 'agent_id, customer_id', 's.customer_key, s.customer_id', 's.documents > 1'],
      ['grouped', 'document', 'agent_id, customer_id, document_id', 's.doc_date, s.document_id', ''],
      ['customer', 'customer', 'customer_id', 's.customer_key, s.customer_id', ''], ['agent', 'agent', 'agent_id', 'lower(s.agent_name), s.agent_id', ''], ['total', 'total', '', $k$''$k$, '']],
    array[['balance', 'highest', 's.balance'], ['age', 'by', $k$to_char(1000000 - s.age_days, 'FM0000000')$k$]],
    format('select l.* from known.ar_lines($1, $2, null, %L) l', coalesce(p_filters ->> 'level', 'document') not in ('document', 'grouped')),
    $sums$min(l.agent_name) as agent_name, min(l.customer_name) as customer_name, min(l.store_name) as store_name,
      min(l.customer_key) as customer_key, min(l.doc_date) as doc_date, min(l.due_date) as due_date, max(l.age) as age_days,
      coalesce(sum(l.total), 0.00) as total, coalesce(sum(l.collected), 0.00) as collected, coalesce(sum(l.balance), 0.00) as balance,
      array[sum(l.bucket_0), sum(l.bucket_1), sum(l.bucket_2), sum(l.bucket_3), sum(l.bucket_4), sum(l.bucket_5), sum(l.bucket_6), sum(l.bucket_7)] as buckets,
      coalesce(sum(l.past_due), 0.00) as overdue,
      coalesce(sum(l.uncleared), 0.00) as uncleared, min(l.next_cheque) as next_cheque,
      coalesce(sum(l.unapplied), 0.00) as unapplied,
      min(l.credit_line) as credit_line, min(l.credit_left) as credit_left,
      coalesce(sum(l.documents), 0)::bigint as documents, count(distinct l.customer_id) as customers, count(distinct l.agent_id) as agents$sums$,
    $row$
    select k.level, k.row_key, l.row_kind, k.agent_id, case when k.part not in ('customer', 'total') then k.agent_name end,
      k.customer_id, case when c.shown then k.customer_name end, case when c.shown then k.store_name end,
      b.id, k.document_id, b.so_no, coalesce(b.invoice_no, r.cr_no), k.doc_date, k.due_date, l.terms_days, k.age_days,
      k.total, k.collected, k.balance, private.ageing_by_name(k.buckets, (select known.ageing_bounds($1))), k.overdue,
      k.uncleared, k.next_cheque, k.balance + k.uncleared, k.unapplied, case when c.shown then k.credit_line end, case when c.shown then k.credit_left end,
      k.documents, k.customers, k.agents
    from page k left join lines l on l.document_id = k.document_id
    left join known.bookings b on b.project_id = $1 and b.id = k.document_id
    left join known.collections r on r.project_id = $1 and r.id = k.document_id
    cross join lateral (select k.part not in ('agent', 'total') as shown) c$row$)
  using p_project, p_filters;
end $function$;

CREATE OR REPLACE FUNCTION known.statements(p_project uuid, p_customers uuid[], p_from date, p_to date)
 RETURNS TABLE(customer_id uuid, statement jsonb)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with entries as (
    select e.*, sum(e.charge - e.credit) over line as balance, row_number() over line as row_no
    from known.statement_entries(p_project, p_customers, p_from, p_to) e
    window line as (partition by e.customer_id order by e.on_date, e.credit > 0, e.document_no, e.document_id, e.kind)
  ), sums as (
    select e.customer_id, coalesce(sum(e.charge - e.credit) filter (where e.on_date < p_from), 0.00) as opening,
      coalesce(sum(e.charge) filter (where p_from is null or e.on_date >= p_from), 0.00) as charges,
      coalesce(sum(e.credit) filter (where p_from is null or e.on_date >= p_from), 0.00) as credits,
      sum(e.charge - e.credit) as closing,
      jsonb_agg(jsonb_build_object('on', e.on_date, 'kind', e.kind, 'document', e.document_kind, 'id', e.document_id, 'no', e.document_no,
        'so_no', e.so_no, 'note', nullif(e.note, ''), 'due', e.due_on, 'charge', e.charge::text, 'credit', e.credit::text, 'balance', e.balance::text)
        order by e.row_no) filter (where p_from is null or e.on_date >= p_from) as list
    from entries e group by e.customer_id
  ), cheques as (
    select c.customer_id, sum(c.amount) as amount,
      jsonb_agg(jsonb_build_object('no', c.cr_no, 'on', c.received_on, 'bank', c.bank, 'cheque', c.cheque_no,
        'dated', c.dated, 'state', c.state, 'amount', c.amount::text) order by c.dated, c.collection_id) as list
    from known.held_cheques(p_project, p_customers, p_to) c group by c.customer_id
  ), lines as materialized (
    select l.*, b.so_no, coalesce(b.invoice_no, c.cr_no) as document_no from known.ar_lines(p_project, jsonb_build_object('as_of', p_to), p_customers) l
    left join known.bookings b on b.project_id = p_project and b.id = l.document_id
    left join known.collections c on c.project_id = p_project and c.id = l.document_id
  ), bounds as (
    select b.list, generate_series(0, cardinality(b.list) + 1) as bucket from (select known.ageing_bounds(p_project)) b (list)
  ), buckets as (
    select l.customer_id, l.bucket, sum(l.cleared_balance) as amount from lines l group by l.customer_id, l.bucket
  ), open_documents as (
    select l.customer_id, jsonb_agg(jsonb_build_object('kind', l.row_kind, 'id', l.document_id, 'no', l.document_no, 'so_no', l.so_no, 'on', l.doc_date,
        'due', l.due_date, 'age', l.age, 'total', l.total::text, 'collected', (l.total - l.cleared_balance)::text,
        'balance', l.cleared_balance::text) order by l.doc_date, l.document_id) filter (where l.cleared_balance <> 0) as list
    from lines l group by l.customer_id
  ), later as (
    select b.customer_id, jsonb_agg(jsonb_build_object('id', b.id, 'so_no', b.so_no, 'on', b.date_delivered, 'balance', b.balance::text)
      order by b.date_delivered, b.id) as list
    from known.bookings b
    where b.project_id = p_project and b.customer_id = any (p_customers) and b.approval_status = 'approved'
      and b.date_delivered <= p_to and (b.date_invoiced is null or b.date_invoiced > p_to)
    group by b.customer_id
  )
  select w.id, jsonb_build_object(
    'from', p_from, 'to', p_to,
    'opening', coalesce(s.opening, 0.00)::text, 'charges', coalesce(s.charges, 0.00)::text, 'credits', coalesce(s.credits, 0.00)::text,
    'closing', coalesce(s.closing, 0.00)::text,
    'uncleared', coalesce(u.amount, 0.00)::text, 'remaining', (coalesce(s.closing, 0.00) - coalesce(u.amount, 0.00))::text,
    'entries', coalesce(s.list, '[]'), 'cheques', coalesce(u.list, '[]'), 'open', coalesce(a.list, '[]'),
    'ageing', (select private.ageing_by_name(array_agg(b.amount order by n.bucket), min(n.list))
      from bounds n left join buckets b on b.customer_id = w.id and b.bucket = n.bucket),
    'unapplied', coalesce((select -b.amount from buckets b where b.customer_id = w.id and b.bucket is null), 0.00)::text,
    'not_invoiced', coalesce(n.list, '[]'))
  from unnest(p_customers) w (id)
  left join sums s on s.customer_id = w.id
  left join cheques u on u.customer_id = w.id
  left join open_documents a on a.customer_id = w.id
  left join later n on n.customer_id = w.id
$function$;

CREATE OR REPLACE FUNCTION private.ar_documents(p_project uuid, p_as_of date, p_basis text, p_by_due boolean, p_customers uuid[])
 RETURNS TABLE(row_kind text, customer_id uuid, agent_id uuid, document_id uuid, doc_date date, due_date date, terms_days integer, age integer, bucket integer, overdue boolean, total numeric, collected numeric, balance numeric, uncleared numeric, cleared_balance numeric, next_cheque date, exposure numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
 SET work_mem TO '32MB'
AS $function$
#variable_conflict use_column
declare v_bounds int[] := private.ageing_bounds(p_project);
begin
  -- Rows are not filtered below, so the caller has to read all of them.
  if exists (select from unnest('{bookings.read,collections.read}'::text[]) n where private.scope_of(p_project, n) is distinct from 'all') then
    perform private.forbid();
  end if;
  return query
  with balances as (
    select p.document_id, p.is_booking, p.charged, p.amount, p.cleared_amount - p.amount as uncleared
    from private.receivable_positions p
    where p.project_id = p_project and (p.amount <> 0 or p.cleared_amount <> 0) and p.moved_on <= p_as_of
      and (p_customers is null or p.customer_id = any (p_customers))
    union all
    -- What was posted later is taken off, which is less than all that was posted until then.
    select p.document_id, p.is_booking, p.charged - l.charged, p.amount - l.amount, p.cleared_amount - p.amount - l.uncleared
    from private.receivable_positions p
    join (
      select coalesce(e.booking_id, e.collection_id) as document_id, coalesce(sum(e.amount) filter (where e.collection_id is null), 0.00) as charged,
        sum(e.amount) as amount, sum(e.cleared_amount) - sum(e.amount) as uncleared
      from public.receivable_entries e
      where e.project_id = p_project and e.on_date > p_as_of and (p_customers is null or e.customer_id = any (p_customers))
        and coalesce(e.booking_id, e.collection_id) in (
          select m.document_id from private.receivable_positions m where m.project_id = p_project and m.moved_on > p_as_of and m.opened_on <= p_as_of)
      group by 1) l on l.document_id = p.document_id
    where p.project_id = p_project and p.moved_on > p_as_of and p.opened_on <= p_as_of and (p_customers is null or p.customer_id = any (p_customers))
  ), at_risk as (
    -- Validated and not invoiced: nothing is owed yet, but it is at risk.
    select b.id from public.bookings b
    where b.project_id = p_project and b.balance <> 0 and b.date_invoiced is null and b.approval_status like 'approved%' and b.date_added <= p_as_of
      and (p_customers is null or b.customer_id = any (p_customers))
    union
    select b.id from public.bookings b
    where b.project_id = p_project and b.date_invoiced > p_as_of and b.approval_status like 'approved%' and b.date_added <= p_as_of
      and (p_customers is null or b.customer_id = any (p_customers))
    union
    select b.id from public.booking_credits k join public.bookings b on b.project_id = k.project_id and b.id = k.booking_id
    where k.project_id = p_project and k.on_date > p_as_of and b.approval_status like 'approved%' and b.date_added <= p_as_of
      and (p_customers is null or b.customer_id = any (p_customers))
  ), open as materialized (
    select coalesce(n.document_id, r.id) as id, coalesce(n.is_booking, true) as is_booking, coalesce(n.charged, 0.00) as charged, coalesce(n.amount, 0.00) as owes,
      coalesce(n.uncleared, 0.00) as uncleared, r.id is not null as at_risk
    from balances n full join at_risk r on r.id = n.document_id
    where n.amount <> 0 or n.uncleared <> 0 or r.id is not null
  ), booked as (
    -- Open bookings are read from an index alone.
    select o.*, b.customer_id, b.agent_id, b.date_added, b.date_delivered, b.date_invoiced, b.date_due, b.is_debit_memo
    from open o
    join (
      select b.* from public.bookings b
      where b.project_id = p_project and (b.balance <> 0 or b.cleared_balance <> 0) and (p_customers is null or b.customer_id = any (p_customers)) offset 0) b on b.id = o.id
    union all
    select o.*, b.* from open o
    cross join lateral (
      select b.customer_id, b.agent_id, b.date_added, b.date_delivered, b.date_invoiced, b.date_due, b.is_debit_memo from public.bookings b
      where b.project_id = p_project and b.id = o.id offset 0) b
    where o.is_booking and o.id not in (
      select b.id from public.bookings b
      where b.project_id = p_project and (b.balance <> 0 or b.cleared_balance <> 0) and (p_customers is null or b.customer_id = any (p_customers)))
  ), documents as (
    select case when o.charged = 0 then 'advance' when o.owes = 0 then 'uncleared' when o.is_debit_memo then 'debit_memo' else 'booking' end as row_kind,
      o.customer_id, o.agent_id, o.id as document_id,
      coalesce(case p_basis when 'delivery' then o.date_delivered when 'added' then o.date_added end, o.date_invoiced, o.date_added) as doc_date,
      o.date_due - o.date_invoiced as terms_days, o.charged as total, o.owes as balance, o.uncleared,
      case when o.uncleared <> 0 then (
        select min(c.cheque_date) from (
          select e.collection_id from public.receivable_entries e
          where e.project_id = p_project and e.booking_id = o.id and e.collection_id is not null and e.on_date <= p_as_of
          group by e.collection_id having sum(e.cleared_amount) <> sum(e.amount)) x
        join public.collections c on c.project_id = p_project and c.id = x.collection_id) end as next_cheque,
      case when o.charged <> 0 then o.owes
        when o.at_risk then (
          select b.total + o.owes - coalesce((select sum(k.amount) from public.booking_credits k where k.project_id = p_project and k.booking_id = b.id and k.on_date <= p_as_of), 0.00)
          from public.bookings b where b.project_id = p_project and b.id = o.id)
        else 0.00 end as exposure
    from booked o
    union all
    -- Unapplied credit is a negative row and is never hidden.
    select 'unapplied', c.customer_id, c.agent_id, c.id, c.date_collected, null, 0.00, o.owes, o.uncleared, case when o.uncleared <> 0 then c.cheque_date end, 0.00
    from open o join public.collections c on c.project_id = p_project and c.id = o.id
    where not o.is_booking
  )
  select d.row_kind, d.customer_id, d.agent_id, d.document_id, d.doc_date, x.due_date, d.terms_days, x.age,
    case when d.row_kind <> 'unapplied' then private.ageing_bucket(x.age, v_bounds, p_by_due) end, d.balance + d.uncleared > 0 and p_as_of > x.due_date,
    d.total, d.total - d.balance, d.balance, d.uncleared, d.balance + d.uncleared, d.next_cheque, d.exposure
  from documents d
  cross join lateral (select d.doc_date + coalesce(d.terms_days, 0) as due_date,
    p_as_of - (d.doc_date + case when p_by_due then coalesce(d.terms_days, 0) else 0 end) as age) x;
end $function$;

CREATE OR REPLACE FUNCTION private.ar_lines(p_project uuid, p_filters jsonb, p_customers uuid[] DEFAULT NULL::uuid[], p_summed boolean DEFAULT false)
 RETURNS TABLE(row_kind text, customer_id uuid, agent_id uuid, document_id uuid, doc_date date, due_date date, terms_days integer, age integer, documents bigint, total numeric, collected numeric, balance numeric, uncleared numeric, cleared_balance numeric, unapplied numeric, past_due numeric, next_cheque date, bucket integer, bucket_0 numeric, bucket_1 numeric, bucket_2 numeric, bucket_3 numeric, bucket_4 numeric, bucket_5 numeric, bucket_6 numeric, bucket_7 numeric, customer_name text, store_name text, customer_key text, agent_name text, credit_line numeric, credit_left numeric)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
 SET work_mem TO '32MB'
AS $function$
#variable_conflict use_column
declare
  v_as_of date := coalesce(private.read_date(p_filters, 'as_of'), private.business_date(p_project));
  v_basis text := coalesce(p_filters ->> 'basis', 'invoice');
  v_agent uuid := private.read_uuid(p_filters, 'agent_id');
  v_customer uuid := private.read_uuid(p_filters, 'customer_id');
  v_overdue boolean := private.read_boolean(p_filters, 'overdue_only');
  v_over boolean := private.read_boolean(p_filters, 'over_limit');
  v_least numeric := private.read_money(p_filters, 'min_balance');
  v_by_due boolean := coalesce(p_filters ->> 'age_by', private.project_setting(p_project, 'age_by') #>> '{}') = 'due';
begin
  if v_basis not in ('invoice', 'delivery', 'added') then perform private.invalid('basis', 'Choose a basis.'); end if;

  return query
  with found as materialized (
    select d.* from private.ar_documents(p_project, v_as_of, v_basis, v_by_due,
      case when v_customer is not null then array[v_customer] else p_customers end) d
  ), open as (
    select d.* from found d
    where (d.balance <> 0 or d.uncleared <> 0) and (v_agent is null or d.agent_id = v_agent) and (not v_overdue or d.overdue)
  ), risk as (
    -- The total covers the whole customer, whichever agent is filtered.
    select d.customer_id, sum(d.exposure + d.uncleared) as amount from found d group by d.customer_id
  ), lines as (
    select d.row_kind, d.customer_id, d.agent_id, d.document_id, d.doc_date, d.due_date, d.terms_days, d.age, 1::bigint as documents,
      d.total, d.collected, d.balance, d.uncleared, d.cleared_balance, case when d.bucket is null then -d.cleared_balance end as unapplied,
      case when d.overdue then d.cleared_balance end as past_due, d.next_cheque, d.bucket,
      -- Six bounds make eight buckets; ageing_by_name leaves out those that the project does not use.
      case d.bucket when 0 then d.cleared_balance end as bucket_0, case d.bucket when 1 then d.cleared_balance end as bucket_1, case d.bucket when 2 then d.cleared_balance end as bucket_2, case d.bucket when 3 then d.cleared_balance end as bucket_3,
      case d.bucket when 4 then d.cleared_balance end as bucket_4, case d.bucket when 5 then d.cleared_balance end as bucket_5, case d.bucket when 6 then d.cleared_balance end as bucket_6, case d.bucket when 7 then d.cleared_balance end as bucket_7
    from open d where not p_summed
    union all
    select null, d.customer_id, d.agent_id, null, min(d.doc_date), min(d.due_date), null, max(d.age), count(*),
      sum(d.total), sum(d.collected), sum(d.balance), sum(d.uncleared), sum(d.cleared_balance), -sum(d.cleared_balance) filter (where d.bucket is null),
      sum(d.cleared_balance) filter (where d.overdue), min(d.next_cheque), null,
      sum(d.cleared_balance) filter (where d.bucket = 0), sum(d.cleared_balance) filter (where d.bucket = 1), sum(d.cleared_balance) filter (where d.bucket = 2), sum(d.cleared_balance) filter (where d.bucket = 3),
      sum(d.cleared_balance) filter (where d.bucket = 4), sum(d.cleared_balance) filter (where d.bucket = 5), sum(d.cleared_balance) filter (where d.bucket = 6), sum(d.cleared_balance) filter (where d.bucket = 7)
    from open d where p_summed group by d.customer_id, d.agent_id
  ), named as (
    select l.*, c.name as customer_name, c.store_name, c.sort_key as customer_key, coalesce(pr.display_name, 'Former agent') as agent_name, c.credit_line,
      c.credit_line - r.amount as credit_left, case when v_least is not null then sum(l.cleared_balance) over (partition by l.customer_id) end as owes
    from lines l
    join public.customers c on c.project_id = p_project and c.id = l.customer_id
    join risk r on r.customer_id = l.customer_id
    left join public.profiles pr on pr.user_id = l.agent_id
  )
  select n.row_kind, n.customer_id, n.agent_id, n.document_id, n.doc_date, n.due_date, n.terms_days, n.age, n.documents,
    n.total, n.collected, n.balance, n.uncleared, n.cleared_balance, n.unapplied, n.past_due, n.next_cheque, n.bucket,
    n.bucket_0, n.bucket_1, n.bucket_2, n.bucket_3, n.bucket_4, n.bucket_5, n.bucket_6, n.bucket_7,
    n.customer_name, n.store_name, n.customer_key, n.agent_name, n.credit_line, n.credit_left
  from named n where (not v_over or n.credit_left < 0) and (v_least is null or n.owes >= v_least);
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
    (56, 'journal.days', 'Ledgers', 'What is kept of a past day for reports is what the journal and the VAT report have of that day.')
$function$;

CREATE OR REPLACE FUNCTION private.check_receivables_ledger(p_projects uuid[])
 RETURNS TABLE(check_key text, project_id uuid, kind text, id uuid, label text, stored text, expected text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with posted as (
    select e.project_id, e.booking_id, case when e.booking_id is null then e.collection_id end as collection_id,
      sum(e.amount) as amount, sum(e.cleared_amount) as cleared
    from public.receivable_entries e where e.project_id = any (p_projects) group by 1, 2, 3),
  owed as (
    select b.project_id, b.id, b.so_no,
      case when b.approval_status not like 'approved%' then 0 when b.date_invoiced is not null or b.booking_status <> 'active' then b.balance
        else -b.collected end as amount,
      case when b.approval_status like 'approved%' then b.uncleared else 0 end as uncleared
    from public.bookings b where b.project_id = any (p_projects))
  select 'ledgers.receivables', o.project_id, 'booking', o.id, o.so_no, concat_ws(' / ', coalesce(p.amount, 0), coalesce(p.cleared, 0)),
    concat_ws(' / ', o.amount, o.amount + o.uncleared)
  from owed o left join posted p on p.project_id = o.project_id and p.booking_id = o.id
  where (coalesce(p.amount, 0), coalesce(p.cleared, 0)) is distinct from (o.amount, o.amount + o.uncleared)
  union all
  -- The documents of an undone import are gone; their entries add up to nothing.
  select 'ledgers.receivables', p.project_id, 'project', p.project_id, p.booking_id::text, p.amount::text, '0'
  from posted p
  where p.booking_id is not null and (p.amount <> 0 or p.cleared <> 0)
    and not exists (select from public.bookings b where b.project_id = p.project_id and b.id = p.booking_id)
  union all
  select 'ledgers.unapplied', c.project_id, 'collection', c.id, c.cr_no, concat_ws(' / ', -coalesce(p.amount, 0), -coalesce(p.cleared, 0)),
    concat_ws(' / ', u.amount, u.cleared)
  from public.collections c
  left join (select a.project_id, a.collection_id, sum(a.amount) as amount from public.collection_allocations a
      where a.project_id = any (p_projects) group by a.project_id, a.collection_id) a on a.project_id = c.project_id and a.collection_id = c.id
  left join posted p on p.project_id = c.project_id and p.collection_id = c.id
  cross join lateral (select case when c.approval_status = 'approved' then c.amount - c.reversed - coalesce(a.amount, 0) else 0 end as amount) r
  cross join lateral (select r.amount, case when c.cheque_state <> 'cleared' then 0 else r.amount end as cleared) u
  where c.project_id = any (p_projects) and (-coalesce(p.amount, 0), -coalesce(p.cleared, 0)) is distinct from (u.amount, u.cleared)
  union all
  select 'ledgers.positions', k.project_id, case when b.id is not null then 'booking' when c.id is not null then 'collection' else 'project' end,
    coalesce(b.id, c.id, k.project_id), coalesce(b.so_no, c.cr_no, k.document_id::text),
    concat_ws(' / ', sum(k.kept), sum(k.kept_cleared), sum(k.kept_charged), min(k.kept_from), max(k.kept_on)), concat_ws(' / ', sum(k.amount), sum(k.cleared), sum(k.charged), min(k.on_date), max(k.on_date))
  from (
    select e.project_id, coalesce(e.booking_id, e.collection_id) as document_id, e.customer_id, 0 as kept, 0 as kept_cleared, 0 as kept_charged, null::date as kept_from, null::date as kept_on,
      e.amount, e.cleared_amount as cleared, case when e.collection_id is null then e.amount else 0 end as charged, e.on_date
    from public.receivable_entries e where e.project_id = any (p_projects)
    union all
    select p.project_id, p.document_id, p.customer_id, p.amount, p.cleared_amount, p.charged, p.opened_on, p.moved_on, 0, 0, 0, null
    from private.receivable_positions p where p.project_id = any (p_projects)) k
  left join public.bookings b on b.project_id = k.project_id and b.id = k.document_id
  left join public.collections c on c.project_id = k.project_id and c.id = k.document_id
  group by k.project_id, k.customer_id, k.document_id, b.id, b.so_no, c.id, c.cr_no
  having (sum(k.kept), sum(k.kept_cleared), sum(k.kept_charged), min(k.kept_from), max(k.kept_on)) is distinct from (sum(k.amount), sum(k.cleared), sum(k.charged), min(k.on_date), max(k.on_date))
$function$;

CREATE OR REPLACE FUNCTION private.keep_receivable_positions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.receivable_positions as p (project_id, document_id, is_booking, customer_id, amount, cleared_amount, charged, opened_on, moved_on)
  select e.project_id, coalesce(e.booking_id, e.collection_id), e.booking_id is not null, min(e.customer_id::text)::uuid, sum(e.amount),
    sum(e.cleared_amount), coalesce(sum(e.amount) filter (where e.collection_id is null), 0.00), min(e.on_date), max(e.on_date)
  from posted e group by 1, 2, 3 order by 1, 2
  on conflict (project_id, document_id) do update
  set amount = p.amount + excluded.amount, cleared_amount = p.cleared_amount + excluded.cleared_amount,
    charged = p.charged + excluded.charged, opened_on = least(p.opened_on, excluded.opened_on), moved_on = greatest(p.moved_on, excluded.moved_on);
  return null;
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

CREATE OR REPLACE FUNCTION private.statements(p_project uuid, p_customers uuid[], p_from date, p_to date)
 RETURNS TABLE(customer_id uuid, statement jsonb)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with entries as (
    select e.*, sum(e.charge - e.credit) over line as balance, row_number() over line as row_no
    from private.statement_entries(p_project, p_customers, p_from, p_to) e
    window line as (partition by e.customer_id order by e.on_date, e.credit > 0, e.document_no, e.document_id, e.kind)
  ), sums as (
    select e.customer_id, coalesce(sum(e.charge - e.credit) filter (where e.on_date < p_from), 0.00) as opening,
      coalesce(sum(e.charge) filter (where p_from is null or e.on_date >= p_from), 0.00) as charges,
      coalesce(sum(e.credit) filter (where p_from is null or e.on_date >= p_from), 0.00) as credits,
      sum(e.charge - e.credit) as closing,
      jsonb_agg(jsonb_build_object('on', e.on_date, 'kind', e.kind, 'document', e.document_kind, 'id', e.document_id, 'no', e.document_no,
        'so_no', e.so_no, 'note', nullif(e.note, ''), 'due', e.due_on, 'charge', e.charge::text, 'credit', e.credit::text, 'balance', e.balance::text)
        order by e.row_no) filter (where p_from is null or e.on_date >= p_from) as list
    from entries e group by e.customer_id
  ), cheques as (
    select c.customer_id, sum(c.amount) as amount,
      jsonb_agg(jsonb_build_object('no', c.cr_no, 'on', c.received_on, 'bank', c.bank, 'cheque', c.cheque_no,
        'dated', c.dated, 'state', c.state, 'amount', c.amount::text) order by c.dated, c.collection_id) as list
    from private.held_cheques(p_project, p_customers, p_to) c group by c.customer_id
  ), lines as materialized (
    select l.*, b.so_no, coalesce(b.invoice_no, c.cr_no) as document_no from private.ar_lines(p_project, jsonb_build_object('as_of', p_to), p_customers) l
    left join public.bookings b on b.project_id = p_project and b.id = l.document_id
    left join public.collections c on c.project_id = p_project and c.id = l.document_id
  ), bounds as (
    select b.list, generate_series(0, cardinality(b.list) + 1) as bucket from (select private.ageing_bounds(p_project)) b (list)
  ), buckets as (
    select l.customer_id, l.bucket, sum(l.cleared_balance) as amount from lines l group by l.customer_id, l.bucket
  ), open_documents as (
    select l.customer_id, jsonb_agg(jsonb_build_object('kind', l.row_kind, 'id', l.document_id, 'no', l.document_no, 'so_no', l.so_no, 'on', l.doc_date,
        'due', l.due_date, 'age', l.age, 'total', l.total::text, 'collected', (l.total - l.cleared_balance)::text,
        'balance', l.cleared_balance::text) order by l.doc_date, l.document_id) filter (where l.cleared_balance <> 0) as list
    from lines l group by l.customer_id
  ), later as (
    select b.customer_id, jsonb_agg(jsonb_build_object('id', b.id, 'so_no', b.so_no, 'on', b.date_delivered, 'balance', b.balance::text)
      order by b.date_delivered, b.id) as list
    from public.bookings b
    where b.project_id = p_project and b.customer_id = any (p_customers) and b.approval_status = 'approved'
      and b.date_delivered <= p_to and (b.date_invoiced is null or b.date_invoiced > p_to)
    group by b.customer_id
  )
  select w.id, jsonb_build_object(
    'from', p_from, 'to', p_to,
    'opening', coalesce(s.opening, 0.00)::text, 'charges', coalesce(s.charges, 0.00)::text, 'credits', coalesce(s.credits, 0.00)::text,
    'closing', coalesce(s.closing, 0.00)::text,
    'uncleared', coalesce(u.amount, 0.00)::text, 'remaining', (coalesce(s.closing, 0.00) - coalesce(u.amount, 0.00))::text,
    'entries', coalesce(s.list, '[]'), 'cheques', coalesce(u.list, '[]'), 'open', coalesce(a.list, '[]'),
    'ageing', (select private.ageing_by_name(array_agg(b.amount order by n.bucket), min(n.list))
      from bounds n left join buckets b on b.customer_id = w.id and b.bucket = n.bucket),
    'unapplied', coalesce((select -b.amount from buckets b where b.customer_id = w.id and b.bucket is null), 0.00)::text,
    'not_invoiced', coalesce(n.list, '[]'))
  from unnest(p_customers) w (id)
  left join sums s on s.customer_id = w.id
  left join cheques u on u.customer_id = w.id
  left join open_documents a on a.customer_id = w.id
  left join later n on n.customer_id = w.id
$function$;

CREATE OR REPLACE FUNCTION public.report_ar(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(level text, row_key text, row_kind text, agent_id uuid, agent_name text, customer_id uuid, customer_name text, store_name text, booking_id uuid, document_id uuid, so_no text, document_no text, doc_date date, due_date date, terms_days integer, age_days integer, total numeric, collected numeric, balance numeric, ageing jsonb, overdue numeric, uncleared numeric, next_cheque date, cleared_balance numeric, unapplied numeric, credit_line numeric, credit_left numeric, documents bigint, customers bigint, agents bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return query execute private.report_statement(p_project, p_filters, 'report_ar', 'reports.ar', array[
      ['document', 'document', 'agent_id, customer_id, document_id', 'lower(s.agent_name), s.agent_id, s.customer_key, s.customer_id, s.doc_date, s.document_id', ''],
      ['grouped', 'agent', 'agent_id', 'lower(s.agent_name), s.agent_id', 'true'],
      ['grouped', 'agent_customer', 'agent_id, customer_id', 's.customer_key, s.customer_id', 's.documents > 1'],
      ['grouped', 'document', 'agent_id, customer_id, document_id', 's.doc_date, s.document_id', ''],
      ['customer', 'customer', 'customer_id', 's.customer_key, s.customer_id', ''], ['agent', 'agent', 'agent_id', 'lower(s.agent_name), s.agent_id', ''], ['total', 'total', '', $k$''$k$, '']],
    array[['balance', 'highest', 's.balance'], ['age', 'by', $k$to_char(1000000 - s.age_days, 'FM0000000')$k$]],
    format('select l.* from private.ar_lines($1, $2, null, %L) l', coalesce(p_filters ->> 'level', 'document') not in ('document', 'grouped')),
    $sums$min(l.agent_name) as agent_name, min(l.customer_name) as customer_name, min(l.store_name) as store_name,
      min(l.customer_key) as customer_key, min(l.doc_date) as doc_date, min(l.due_date) as due_date, max(l.age) as age_days,
      coalesce(sum(l.total), 0.00) as total, coalesce(sum(l.collected), 0.00) as collected, coalesce(sum(l.balance), 0.00) as balance,
      array[sum(l.bucket_0), sum(l.bucket_1), sum(l.bucket_2), sum(l.bucket_3), sum(l.bucket_4), sum(l.bucket_5), sum(l.bucket_6), sum(l.bucket_7)] as buckets,
      coalesce(sum(l.past_due), 0.00) as overdue,
      coalesce(sum(l.uncleared), 0.00) as uncleared, min(l.next_cheque) as next_cheque,
      coalesce(sum(l.unapplied), 0.00) as unapplied,
      min(l.credit_line) as credit_line, min(l.credit_left) as credit_left,
      coalesce(sum(l.documents), 0)::bigint as documents, count(distinct l.customer_id) as customers, count(distinct l.agent_id) as agents$sums$,
    $row$
    select k.level, k.row_key, l.row_kind, k.agent_id, case when k.part not in ('customer', 'total') then k.agent_name end,
      k.customer_id, case when c.shown then k.customer_name end, case when c.shown then k.store_name end,
      b.id, k.document_id, b.so_no, coalesce(b.invoice_no, r.cr_no), k.doc_date, k.due_date, l.terms_days, k.age_days,
      k.total, k.collected, k.balance, private.ageing_by_name(k.buckets, (select private.ageing_bounds($1))), k.overdue,
      k.uncleared, k.next_cheque, k.balance + k.uncleared, k.unapplied, case when c.shown then k.credit_line end, case when c.shown then k.credit_left end,
      k.documents, k.customers, k.agents
    from page k left join lines l on l.document_id = k.document_id
    left join public.bookings b on b.project_id = $1 and b.id = k.document_id
    left join public.collections r on r.project_id = $1 and r.id = k.document_id
    cross join lateral (select k.part not in ('agent', 'total') as shown) c$row$)
  using p_project, p_filters;
end $function$;

ALTER TABLE "private"."receivable_positions" ADD CONSTRAINT "receivable_positions_charged_bounded" CHECK (((charged >= '-999999999999.99'::numeric) AND (charged <= 999999999999.99)));

ALTER TABLE "private"."receivable_positions" ADD CONSTRAINT "receivable_positions_opened_on_bounded" CHECK (((opened_on >= '1900-01-01'::date) AND (opened_on <= '2999-12-31'::date)));

CREATE VIEW "known"."receivable_positions" WITH (security_invoker=true) AS  SELECT e.project_id,
    COALESCE(e.booking_id, e.collection_id) AS document_id,
    (e.booking_id IS NOT NULL) AS is_booking,
    (min((e.customer_id)::text))::uuid AS customer_id,
    sum(e.amount) AS amount,
    sum(e.cleared_amount) AS cleared_amount,
    COALESCE(sum(e.amount) FILTER (WHERE (e.collection_id IS NULL)), 0.00) AS charged,
    min(e.on_date) AS opened_on,
    max(e.on_date) AS moved_on
   FROM known.receivable_entries e
  GROUP BY e.project_id, COALESCE(e.booking_id, e.collection_id), (e.booking_id IS NOT NULL);

CREATE INDEX receivable_positions_open_idx ON private.receivable_positions USING btree (project_id, customer_id) INCLUDE (document_id, is_booking, amount, cleared_amount, charged, moved_on) WHERE ((amount <> (0)::numeric) OR (cleared_amount <> (0)::numeric));

CREATE INDEX bookings_open_idx ON public.bookings USING btree (project_id, customer_id) INCLUDE (id, agent_id, approval_status, date_added, date_delivered, date_invoiced, date_due, is_debit_memo, balance, cleared_balance) WHERE ((balance <> (0)::numeric) OR (cleared_balance <> (0)::numeric));

COMMENT ON FUNCTION "known"."ar_documents"(uuid, date, text, boolean, uuid[]) IS 'private.ar_documents on the tables as of private.known_at.';

COMMENT ON FUNCTION "known"."ar_lines"(uuid, jsonb, uuid[], boolean) IS 'private.ar_lines on the tables as of private.known_at.';

COMMENT ON FUNCTION "private"."ar_documents"(uuid, date, text, boolean, uuid[]) IS 'Returns every document of these customers (null: all) that was open or at risk on a date: its position in the receivables ledger, less what was posted later; rows of balance 0 are included. document_id: a booking, or the receipt of unapplied credit. total (charged less credits) - collected = balance on every row; a booking without invoice has total 0, until it is archived. uncleared: the part received by cheques that had not cleared (the earliest of them dated next_cheque); cleared_balance = balance + uncleared; exposure: what the booking had at risk, invoiced or not, besides them. bucket: that of its age (0 = Current; null: unapplied credit). Errors: 42501 unless the caller reads all bookings and receipts.';

COMMENT ON FUNCTION "private"."ar_lines"(uuid, jsonb, uuid[], boolean) IS 'Returns the documents of the AR report that match p_filters (see report_ar), of these customers (null: all), each with its age, its cleared balance in the column of its bucket (0 = Current; null: unapplied credit) and its customer''s credit; with p_summed their sums by customer and agent, with the earliest dates and the highest age. past_due: the part of cleared_balance past its due date. Runs with the caller''s rights. Errors: 42501, 22023.';

COMMENT ON TABLE "private"."receivable_positions" IS 'Sums of the receivables ledger by booking, and by receipt what is posted of it without a booking; charged: the part of amount without receipts; opened_on and moved_on: the first and the last day of an entry. It is a table of its own, so that a posting does not wait for a locked receipt and does not change its version.';

REVOKE ALL ON FUNCTION "known"."ar_documents"(uuid, date, text, boolean, uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "known"."ar_documents"(uuid, date, text, boolean, uuid[]) TO "authenticated";

REVOKE ALL ON FUNCTION "known"."ar_lines"(uuid, jsonb, uuid[], boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "known"."ar_lines"(uuid, jsonb, uuid[], boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."ar_documents"(uuid, date, text, boolean, uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."ar_documents"(uuid, date, text, boolean, uuid[]) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."ar_lines"(uuid, jsonb, uuid[], boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."ar_lines"(uuid, jsonb, uuid[], boolean) TO "authenticated";

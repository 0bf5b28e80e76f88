DROP INDEX "private"."receivable_positions_moved_idx";

DROP FUNCTION "known"."ar_documents"(uuid, date, text, boolean, uuid[]);

DROP FUNCTION "private"."ar_documents"(uuid, date, text, boolean, uuid[]);

CREATE OR REPLACE FUNCTION known.ar_documents(p_project uuid, p_as_of date, p_basis text, p_by_due boolean, p_customers uuid[], p_overdue boolean DEFAULT false, p_summed boolean DEFAULT false)
 RETURNS TABLE(row_kind text, customer_id uuid, agent_id uuid, document_id uuid, doc_date date, due_date date, terms_days integer, age integer, bucket integer, overdue boolean, documents bigint, total numeric, balance numeric, cleared_balance numeric, past_due numeric, unapplied numeric, next_cheque date, at_risk numeric, buckets numeric[])
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
  with moved as materialized (
    select p.document_id, p.is_booking, p.charged, p.amount, p.cleared_amount, p.opened_on <= p_as_of as was_open
    from known.receivable_positions p
    where p.project_id = p_project and p.moved_on > p_as_of and (p_customers is null or p.customer_id = any (p_customers))
  ), owed as materialized (
    -- Bookings that are open now are read from an index alone.
    select n.*, b.id is not null as is_open, b.customer_id, b.agent_id, b.date_added, b.date_delivered, b.date_invoiced, b.date_due, b.is_debit_memo
    from (
      select p.document_id as id, p.is_booking, p.charged, p.amount, p.cleared_amount
      from known.receivable_positions p
      where p.project_id = p_project and (p.amount <> 0 or p.cleared_amount <> 0) and p.moved_on <= p_as_of
        and (p_customers is null or p.customer_id = any (p_customers))
      union all
      -- What was posted later is taken off, which is less than all that was posted until then.
      select m.document_id, m.is_booking, m.charged - l.charged, m.amount - l.amount, m.cleared_amount - l.cleared_amount
      from moved m
      join (
        select coalesce(e.booking_id, e.collection_id) as document_id, coalesce(sum(e.amount) filter (where e.collection_id is null), 0.00) as charged,
          sum(e.amount) as amount, sum(e.cleared_amount) as cleared_amount
        from known.receivable_entries e
        where e.project_id = p_project and e.on_date > p_as_of and (p_customers is null or e.customer_id = any (p_customers))
          and coalesce(e.booking_id, e.collection_id) in (select o.document_id from moved o where o.was_open)
        group by 1) l on l.document_id = m.document_id
      where m.was_open and (m.amount <> l.amount or m.cleared_amount <> l.cleared_amount)) n
    left join (
      select b.id, b.customer_id, b.agent_id, b.date_added, b.date_delivered, b.date_invoiced, b.date_due, b.is_debit_memo from known.bookings b
      where b.project_id = p_project and (b.balance <> 0 or b.cleared_balance <> 0) and (p_customers is null or b.customer_id = any (p_customers)) offset 0) b on b.id = n.id
  ), at_risk as materialized (
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
    union
    -- Paid since, or archived, and never invoiced
    select b.id
    from (
      select m.document_id as id from moved m where m.is_booking and m.charged = 0
      union all
      select e.booking_id from known.receivable_entries e
      where e.project_id = p_project and e.kind = 'archived' and e.collection_id is null and e.on_date > p_as_of and (p_customers is null or e.customer_id = any (p_customers))
    ) m join known.bookings b on b.project_id = p_project and b.id = m.id
    where b.approval_status like 'approved%' and b.date_added <= p_as_of
  ), booked as (
    select o.*, true as listed from owed o where o.is_open
    union all
    select o.id, o.is_booking, o.charged, o.amount, o.cleared_amount, false, b.*, o.listed from (
      select o.id, o.is_booking, o.charged, o.amount, o.cleared_amount, true as listed from owed o where o.is_booking and not o.is_open
      union all
      select r.id, true, 0.00, 0.00, 0.00, false from at_risk r where r.id not in (select o.id from owed o)) o
    cross join lateral (
      select b.customer_id, b.agent_id, b.date_added, b.date_delivered, b.date_invoiced, b.date_due, b.is_debit_memo from known.bookings b
      where b.project_id = p_project and b.id = o.id offset 0) b
  ), documents as (
    select case when o.charged = 0 then 'advance' when o.amount = 0 then 'uncleared' when o.is_debit_memo then 'debit_memo' else 'booking' end as row_kind,
      true as is_booking, o.listed, o.customer_id, o.agent_id, o.id as document_id,
      coalesce(case p_basis when 'delivery' then o.date_delivered when 'added' then o.date_added end, o.date_invoiced, o.date_added) as doc_date,
      o.date_due - o.date_invoiced as terms_days, o.charged as total, o.amount as balance, o.cleared_amount as cleared_balance,
      case when o.cleared_amount <> o.amount then (
        select min(c.cheque_date) from (
          select e.collection_id from known.receivable_entries e
          where e.project_id = p_project and e.booking_id = o.id and e.collection_id is not null and e.on_date <= p_as_of
          group by e.collection_id having sum(e.cleared_amount) <> sum(e.amount)) x
        join known.collections c on c.project_id = p_project and c.id = x.collection_id) end as next_cheque,
      -- What is at risk besides cleared_balance; null = nothing
      case when o.charged = 0 then coalesce((
        select b.total - coalesce((select sum(k.amount) from known.booking_credits k where k.project_id = p_project and k.booking_id = b.id and k.on_date <= p_as_of), 0.00)
        from known.bookings b where b.project_id = p_project and b.id = o.id and o.id in (select r.id from at_risk r)), -o.amount) end as besides
    from booked o
    union all
    -- Unapplied credit is a negative row and is never hidden.
    select 'unapplied', false, true, c.customer_id, c.agent_id, o.id, c.date_collected, null, 0.00, o.amount, o.cleared_amount, case when o.cleared_amount <> o.amount then c.cheque_date end, -o.amount
    from owed o
    cross join lateral (select c.customer_id, c.agent_id, c.date_collected, c.cheque_date from known.collections c where c.project_id = p_project and c.id = o.id offset 0) c
    where not o.is_booking
  ), aged as not materialized (
    select d.*, x.due_date, x.age, case when d.is_booking then private.ageing_bucket(x.age, v_bounds, p_by_due) end as bucket,
      p_as_of > x.due_date and d.cleared_balance > 0 as overdue, d.listed and (not p_overdue or (p_as_of > x.due_date and d.cleared_balance > 0)) as asked
    from documents d
    cross join lateral (select d.doc_date + coalesce(d.terms_days, 0) as due_date,
      p_as_of - (d.doc_date + case when p_by_due then coalesce(d.terms_days, 0) else 0 end) as age) x
    -- Without this the sums below would compute age and bucket anew for each of them.
    offset 0
  )
  select a.row_kind, a.customer_id, a.agent_id, a.document_id, a.doc_date, a.due_date, a.terms_days, a.age, a.bucket, a.overdue, a.asked::int::bigint,
    a.total, a.balance, a.cleared_balance, case when a.overdue then a.cleared_balance end, case when not a.is_booking then -a.cleared_balance end,
    a.next_cheque, a.cleared_balance + coalesce(a.besides, 0.00), null::numeric[]
  from aged a where not p_summed
  union all
  select null, a.customer_id, a.agent_id, null, min(a.doc_date) filter (where a.asked), min(a.due_date) filter (where a.asked), null, max(a.age) filter (where a.asked), null, null,
    count(*) filter (where a.asked), sum(a.total) filter (where a.asked), sum(a.balance) filter (where a.asked), sum(a.cleared_balance) filter (where a.asked),
    sum(a.cleared_balance) filter (where a.asked and a.overdue), -sum(a.cleared_balance) filter (where a.asked and not a.is_booking),
    min(a.next_cheque) filter (where a.asked), sum(a.cleared_balance) + coalesce(sum(a.besides), 0.00),
    -- Six bounds make eight buckets; ageing_by_name leaves out those that the project does not use.
    array[sum(a.cleared_balance) filter (where a.bucket = 0 and a.asked), sum(a.cleared_balance) filter (where a.bucket = 1 and a.asked),
      sum(a.cleared_balance) filter (where a.bucket = 2 and a.asked), sum(a.cleared_balance) filter (where a.bucket = 3 and a.asked),
      sum(a.cleared_balance) filter (where a.bucket = 4 and a.asked), sum(a.cleared_balance) filter (where a.bucket = 5 and a.asked),
      sum(a.cleared_balance) filter (where a.bucket = 6 and a.asked), sum(a.cleared_balance) filter (where a.bucket = 7 and a.asked)]
  from aged a where p_summed group by a.customer_id, a.agent_id;
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
      case when v_customer is not null then array[v_customer] else p_customers end, v_overdue, p_summed) d
  ), risk as (
    -- The total covers the whole customer, whichever agent is filtered.
    select d.customer_id, sum(d.at_risk) as amount from found d group by d.customer_id
  ), lines as (
    select d.row_kind, d.customer_id, d.agent_id, d.document_id, d.doc_date, d.due_date, d.terms_days, d.age, d.documents,
      d.total, d.total - d.balance as collected, d.balance, d.cleared_balance - d.balance as uncleared, d.cleared_balance, d.unapplied, d.past_due, d.next_cheque, d.bucket,
      case when p_summed then d.buckets[1] when d.bucket = 0 then d.cleared_balance end as bucket_0, case when p_summed then d.buckets[2] when d.bucket = 1 then d.cleared_balance end as bucket_1,
      case when p_summed then d.buckets[3] when d.bucket = 2 then d.cleared_balance end as bucket_2, case when p_summed then d.buckets[4] when d.bucket = 3 then d.cleared_balance end as bucket_3,
      case when p_summed then d.buckets[5] when d.bucket = 4 then d.cleared_balance end as bucket_4, case when p_summed then d.buckets[6] when d.bucket = 5 then d.cleared_balance end as bucket_5,
      case when p_summed then d.buckets[7] when d.bucket = 6 then d.cleared_balance end as bucket_6, case when p_summed then d.buckets[8] when d.bucket = 7 then d.cleared_balance end as bucket_7
    from found d
    where d.documents > 0 and (v_agent is null or d.agent_id = v_agent)
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
    select d.customer_id, sum(d.balance) as balance, sum(d.at_risk) as at_risk
    from known.ar_documents(p_project, v_today, 'invoice', false, null, p_summed => true) d where not v_kept group by d.customer_id
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

CREATE OR REPLACE FUNCTION private.ar_documents(p_project uuid, p_as_of date, p_basis text, p_by_due boolean, p_customers uuid[], p_overdue boolean DEFAULT false, p_summed boolean DEFAULT false)
 RETURNS TABLE(row_kind text, customer_id uuid, agent_id uuid, document_id uuid, doc_date date, due_date date, terms_days integer, age integer, bucket integer, overdue boolean, documents bigint, total numeric, balance numeric, cleared_balance numeric, past_due numeric, unapplied numeric, next_cheque date, at_risk numeric, buckets numeric[])
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
  with moved as materialized (
    select p.document_id, p.is_booking, p.charged, p.amount, p.cleared_amount, p.opened_on <= p_as_of as was_open
    from private.receivable_positions p
    where p.project_id = p_project and p.moved_on > p_as_of and (p_customers is null or p.customer_id = any (p_customers))
  ), owed as materialized (
    -- Bookings that are open now are read from an index alone.
    select n.*, b.id is not null as is_open, b.customer_id, b.agent_id, b.date_added, b.date_delivered, b.date_invoiced, b.date_due, b.is_debit_memo
    from (
      select p.document_id as id, p.is_booking, p.charged, p.amount, p.cleared_amount
      from private.receivable_positions p
      where p.project_id = p_project and (p.amount <> 0 or p.cleared_amount <> 0) and p.moved_on <= p_as_of
        and (p_customers is null or p.customer_id = any (p_customers))
      union all
      -- What was posted later is taken off, which is less than all that was posted until then.
      select m.document_id, m.is_booking, m.charged - l.charged, m.amount - l.amount, m.cleared_amount - l.cleared_amount
      from moved m
      join (
        select coalesce(e.booking_id, e.collection_id) as document_id, coalesce(sum(e.amount) filter (where e.collection_id is null), 0.00) as charged,
          sum(e.amount) as amount, sum(e.cleared_amount) as cleared_amount
        from public.receivable_entries e
        where e.project_id = p_project and e.on_date > p_as_of and (p_customers is null or e.customer_id = any (p_customers))
          and coalesce(e.booking_id, e.collection_id) in (select o.document_id from moved o where o.was_open)
        group by 1) l on l.document_id = m.document_id
      where m.was_open and (m.amount <> l.amount or m.cleared_amount <> l.cleared_amount)) n
    left join (
      select b.id, b.customer_id, b.agent_id, b.date_added, b.date_delivered, b.date_invoiced, b.date_due, b.is_debit_memo from public.bookings b
      where b.project_id = p_project and (b.balance <> 0 or b.cleared_balance <> 0) and (p_customers is null or b.customer_id = any (p_customers)) offset 0) b on b.id = n.id
  ), at_risk as materialized (
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
    union
    -- Paid since, or archived, and never invoiced
    select b.id
    from (
      select m.document_id as id from moved m where m.is_booking and m.charged = 0
      union all
      select e.booking_id from public.receivable_entries e
      where e.project_id = p_project and e.kind = 'archived' and e.collection_id is null and e.on_date > p_as_of and (p_customers is null or e.customer_id = any (p_customers))
    ) m join public.bookings b on b.project_id = p_project and b.id = m.id
    where b.approval_status like 'approved%' and b.date_added <= p_as_of
  ), booked as (
    select o.*, true as listed from owed o where o.is_open
    union all
    select o.id, o.is_booking, o.charged, o.amount, o.cleared_amount, false, b.*, o.listed from (
      select o.id, o.is_booking, o.charged, o.amount, o.cleared_amount, true as listed from owed o where o.is_booking and not o.is_open
      union all
      select r.id, true, 0.00, 0.00, 0.00, false from at_risk r where r.id not in (select o.id from owed o)) o
    cross join lateral (
      select b.customer_id, b.agent_id, b.date_added, b.date_delivered, b.date_invoiced, b.date_due, b.is_debit_memo from public.bookings b
      where b.project_id = p_project and b.id = o.id offset 0) b
  ), documents as (
    select case when o.charged = 0 then 'advance' when o.amount = 0 then 'uncleared' when o.is_debit_memo then 'debit_memo' else 'booking' end as row_kind,
      true as is_booking, o.listed, o.customer_id, o.agent_id, o.id as document_id,
      coalesce(case p_basis when 'delivery' then o.date_delivered when 'added' then o.date_added end, o.date_invoiced, o.date_added) as doc_date,
      o.date_due - o.date_invoiced as terms_days, o.charged as total, o.amount as balance, o.cleared_amount as cleared_balance,
      case when o.cleared_amount <> o.amount then (
        select min(c.cheque_date) from (
          select e.collection_id from public.receivable_entries e
          where e.project_id = p_project and e.booking_id = o.id and e.collection_id is not null and e.on_date <= p_as_of
          group by e.collection_id having sum(e.cleared_amount) <> sum(e.amount)) x
        join public.collections c on c.project_id = p_project and c.id = x.collection_id) end as next_cheque,
      -- What is at risk besides cleared_balance; null = nothing
      case when o.charged = 0 then coalesce((
        select b.total - coalesce((select sum(k.amount) from public.booking_credits k where k.project_id = p_project and k.booking_id = b.id and k.on_date <= p_as_of), 0.00)
        from public.bookings b where b.project_id = p_project and b.id = o.id and o.id in (select r.id from at_risk r)), -o.amount) end as besides
    from booked o
    union all
    -- Unapplied credit is a negative row and is never hidden.
    select 'unapplied', false, true, c.customer_id, c.agent_id, o.id, c.date_collected, null, 0.00, o.amount, o.cleared_amount, case when o.cleared_amount <> o.amount then c.cheque_date end, -o.amount
    from owed o
    cross join lateral (select c.customer_id, c.agent_id, c.date_collected, c.cheque_date from public.collections c where c.project_id = p_project and c.id = o.id offset 0) c
    where not o.is_booking
  ), aged as not materialized (
    select d.*, x.due_date, x.age, case when d.is_booking then private.ageing_bucket(x.age, v_bounds, p_by_due) end as bucket,
      p_as_of > x.due_date and d.cleared_balance > 0 as overdue, d.listed and (not p_overdue or (p_as_of > x.due_date and d.cleared_balance > 0)) as asked
    from documents d
    cross join lateral (select d.doc_date + coalesce(d.terms_days, 0) as due_date,
      p_as_of - (d.doc_date + case when p_by_due then coalesce(d.terms_days, 0) else 0 end) as age) x
    -- Without this the sums below would compute age and bucket anew for each of them.
    offset 0
  )
  select a.row_kind, a.customer_id, a.agent_id, a.document_id, a.doc_date, a.due_date, a.terms_days, a.age, a.bucket, a.overdue, a.asked::int::bigint,
    a.total, a.balance, a.cleared_balance, case when a.overdue then a.cleared_balance end, case when not a.is_booking then -a.cleared_balance end,
    a.next_cheque, a.cleared_balance + coalesce(a.besides, 0.00), null::numeric[]
  from aged a where not p_summed
  union all
  select null, a.customer_id, a.agent_id, null, min(a.doc_date) filter (where a.asked), min(a.due_date) filter (where a.asked), null, max(a.age) filter (where a.asked), null, null,
    count(*) filter (where a.asked), sum(a.total) filter (where a.asked), sum(a.balance) filter (where a.asked), sum(a.cleared_balance) filter (where a.asked),
    sum(a.cleared_balance) filter (where a.asked and a.overdue), -sum(a.cleared_balance) filter (where a.asked and not a.is_booking),
    min(a.next_cheque) filter (where a.asked), sum(a.cleared_balance) + coalesce(sum(a.besides), 0.00),
    -- Six bounds make eight buckets; ageing_by_name leaves out those that the project does not use.
    array[sum(a.cleared_balance) filter (where a.bucket = 0 and a.asked), sum(a.cleared_balance) filter (where a.bucket = 1 and a.asked),
      sum(a.cleared_balance) filter (where a.bucket = 2 and a.asked), sum(a.cleared_balance) filter (where a.bucket = 3 and a.asked),
      sum(a.cleared_balance) filter (where a.bucket = 4 and a.asked), sum(a.cleared_balance) filter (where a.bucket = 5 and a.asked),
      sum(a.cleared_balance) filter (where a.bucket = 6 and a.asked), sum(a.cleared_balance) filter (where a.bucket = 7 and a.asked)]
  from aged a where p_summed group by a.customer_id, a.agent_id;
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
      case when v_customer is not null then array[v_customer] else p_customers end, v_overdue, p_summed) d
  ), risk as (
    -- The total covers the whole customer, whichever agent is filtered.
    select d.customer_id, sum(d.at_risk) as amount from found d group by d.customer_id
  ), lines as (
    select d.row_kind, d.customer_id, d.agent_id, d.document_id, d.doc_date, d.due_date, d.terms_days, d.age, d.documents,
      d.total, d.total - d.balance as collected, d.balance, d.cleared_balance - d.balance as uncleared, d.cleared_balance, d.unapplied, d.past_due, d.next_cheque, d.bucket,
      case when p_summed then d.buckets[1] when d.bucket = 0 then d.cleared_balance end as bucket_0, case when p_summed then d.buckets[2] when d.bucket = 1 then d.cleared_balance end as bucket_1,
      case when p_summed then d.buckets[3] when d.bucket = 2 then d.cleared_balance end as bucket_2, case when p_summed then d.buckets[4] when d.bucket = 3 then d.cleared_balance end as bucket_3,
      case when p_summed then d.buckets[5] when d.bucket = 4 then d.cleared_balance end as bucket_4, case when p_summed then d.buckets[6] when d.bucket = 5 then d.cleared_balance end as bucket_5,
      case when p_summed then d.buckets[7] when d.bucket = 6 then d.cleared_balance end as bucket_6, case when p_summed then d.buckets[8] when d.bucket = 7 then d.cleared_balance end as bucket_7
    from found d
    where d.documents > 0 and (v_agent is null or d.agent_id = v_agent)
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
    select d.customer_id, sum(d.balance) as balance, sum(d.at_risk) as at_risk
    from private.ar_documents(p_project, v_today, 'invoice', false, null, p_summed => true) d where not v_kept group by d.customer_id
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

CREATE INDEX receivable_positions_moved_idx ON private.receivable_positions USING btree (project_id, moved_on) INCLUDE (document_id, is_booking, customer_id, amount, cleared_amount, charged, opened_on);

CREATE INDEX receivable_entries_archived_idx ON public.receivable_entries USING btree (project_id, on_date) WHERE ((kind = 'archived'::text) AND (collection_id IS NULL));

COMMENT ON FUNCTION "known"."ar_documents"(uuid, date, text, boolean, uuid[], boolean, boolean) IS 'private.ar_documents on the tables as of private.known_at.';

COMMENT ON FUNCTION "private"."ar_documents"(uuid, date, text, boolean, uuid[], boolean, boolean) IS 'Returns every document of these customers (null: all) that was open or at risk on a date: its position in the receivables ledger, less what was posted later; rows of balance 0 are included. document_id: a booking, or the receipt of unapplied credit. total: charged less credits; a booking without invoice has total 0, until it is archived. cleared_balance: balance and what was received by cheques that had not cleared (the earliest of them dated next_cheque); past_due: the same past its due date; unapplied: that of a receipt, above zero; at_risk: such cheques, and what the booking had at risk, invoiced or not. bucket: that of its age (0 = Current; null: unapplied credit). documents: 1, or 0 where nothing is open or, with p_overdue, past its due date. With p_summed their sums by customer and agent instead, of the rows that documents counts alone but at_risk, with the earliest dates, the highest age, and in buckets cleared_balance by bucket, that of bucket 0 first. Errors: 42501 unless the caller reads all bookings and receipts.';

REVOKE ALL ON FUNCTION "known"."ar_documents"(uuid, date, text, boolean, uuid[], boolean, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "known"."ar_documents"(uuid, date, text, boolean, uuid[], boolean, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."ar_documents"(uuid, date, text, boolean, uuid[], boolean, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."ar_documents"(uuid, date, text, boolean, uuid[], boolean, boolean) TO "authenticated";

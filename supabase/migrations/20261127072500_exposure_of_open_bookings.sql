DROP INDEX "public"."bookings_open_idx";

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
      where b.project_id = p_project and (b.balance <> 0 or b.cleared_balance <> 0) and b.approval_status like 'approved%' and (p_customers is null or b.customer_id = any (p_customers)) offset 0) b on b.id = n.id
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
      select r.id, true, 0.00, 0.00, 0.00, false from at_risk r
      -- Few are at risk, and only these are looked for among the many that are owed.
      where r.id not in (select o.id from owed o where o.id in (select x.id from at_risk x))) o
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
      d.listed and (not p_overdue or (p_as_of > x.due_date and d.cleared_balance > 0)) as asked, p_as_of > x.due_date and d.cleared_balance > 0 as overdue
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

CREATE OR REPLACE FUNCTION known.exposure(p_project uuid, p_customer uuid)
 RETURNS numeric
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return coalesce((select sum(b.cleared_balance) from known.bookings b
    where b.project_id = p_project and b.customer_id = p_customer and (b.balance <> 0 or b.cleared_balance <> 0) and b.approval_status like 'approved%'), 0.00)
    + coalesce((select sum(p.cleared_amount - p.amount) from known.receivable_positions p
    where p.project_id = p_project and p.customer_id = p_customer and p.charged = 0 and (p.amount <> 0 or p.cleared_amount <> 0) and not p.is_booking), 0.00);
end $function$;

CREATE OR REPLACE FUNCTION known.filtered_customers(p_project uuid, p_filters jsonb, p_figures boolean DEFAULT true)
 RETURNS TABLE(id uuid, sort_key text, name text, store_name text, area text, tin_no text, business_style text, agent_id uuid, agent_name text, date_added date, created_by uuid, terms_days integer, credit_line numeric, approval_status text, exposure numeric, credit_left numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_nestloop TO 'off'
AS $function$
declare
  v_scope text := private.authorize(p_project, 'customers.read');
  v_search text := lower(nullif(btrim(p_filters ->> 'search'), ''));
  v_digits text := nullif(regexp_replace(v_search, '[^0-9]', '', 'g'), '');
  v_agent uuid := private.read_uuid(p_filters, 'agent_id');
  v_over boolean := private.read_boolean(p_filters, 'over_limit');
  v_agents uuid[] := case v_scope when 'own' then array[auth.uid()] when 'team' then private.my_agents() end;
begin
  return query
  -- The sum of known.exposure
  with risk as (
    select x.customer_id, sum(x.amount) as amount
    from (
      select b.customer_id, b.cleared_balance as amount from known.bookings b
      where p_figures and b.project_id = p_project and (b.balance <> 0 or b.cleared_balance <> 0) and b.approval_status like 'approved%'
      union all
      select p.customer_id, p.cleared_amount - p.amount from known.receivable_positions p
      where p_figures and p.project_id = p_project and p.charged = 0 and (p.amount <> 0 or p.cleared_amount <> 0) and not p.is_booking) x
    group by x.customer_id
  ), found as (
    select c.*, f.display_name, coalesce(r.amount, 0.00) as at_risk
    from known.customers c
    left join known.profiles f on f.user_id = c.agent_id
    left join risk r on r.customer_id = c.id
    where c.project_id = p_project
      and (v_agents is null or c.agent_id = any (v_agents))
      and (p_filters ->> 'status' is null or c.approval_status = p_filters ->> 'status')
      and (v_agent is null or c.agent_id = v_agent)
      and (p_filters ->> 'area' is null or lower(c.area) = lower(p_filters ->> 'area'))
      and (v_search is null
        or position(v_search in lower(concat_ws(E'\x1f', c.name, c.store_name, c.area, c.tin_no, f.display_name))) > 0
        or (length(v_digits) >= 3 and v_search !~ '[[:alpha:]]' and position(v_digits in regexp_replace(c.tin_no, '[^0-9]', '', 'g')) > 0))
  )
  select f.id, f.sort_key, f.name, f.store_name, f.area, f.tin_no, f.business_style, f.agent_id, f.display_name,
    f.date_added, f.created_by, f.terms_days, f.credit_line, f.approval_status, f.at_risk, f.credit_line - f.at_risk
  from found f where not v_over or f.at_risk > f.credit_line;
end $function$;

CREATE OR REPLACE FUNCTION known.owed_now(p_project uuid)
 RETURNS TABLE(customer_id uuid, balance numeric, at_risk numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from unnest('{bookings.read,collections.read,customers.read}'::text[]) n where private.scope_of(p_project, n) is distinct from 'all') then
    perform private.forbid();
  end if;
  return query
  select x.customer_id, coalesce(sum(x.balance), 0.00), coalesce(sum(x.at_risk), 0.00) from (
    -- Nothing is owed of a booking before its invoice or archive, but it is at risk.
    select b.customer_id, case when b.date_invoiced is not null or b.booking_status <> 'active' then b.balance end as balance, b.cleared_balance as at_risk
    from known.bookings b
    where b.project_id = p_project and (b.balance <> 0 or b.cleared_balance <> 0) and b.approval_status like 'approved%'
    union all
    select p.customer_id, p.amount, case when not p.is_booking then p.cleared_amount - p.amount end
    from known.receivable_positions p where p.project_id = p_project and p.charged = 0 and (p.amount <> 0 or p.cleared_amount <> 0)) x
  group by x.customer_id;
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
      where b.project_id = p_project and (b.balance <> 0 or b.cleared_balance <> 0) and b.approval_status like 'approved%' and (p_customers is null or b.customer_id = any (p_customers)) offset 0) b on b.id = n.id
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
      select r.id, true, 0.00, 0.00, 0.00, false from at_risk r
      -- Few are at risk, and only these are looked for among the many that are owed.
      where r.id not in (select o.id from owed o where o.id in (select x.id from at_risk x))) o
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
      d.listed and (not p_overdue or (p_as_of > x.due_date and d.cleared_balance > 0)) as asked, p_as_of > x.due_date and d.cleared_balance > 0 as overdue
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

CREATE OR REPLACE FUNCTION private.credit_of(p_project uuid, p_customers uuid[])
 RETURNS TABLE(customer_id uuid, exposure numeric, credit_left numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  v_scope text := private.scope_of(p_project, 'customers.read');
  v_agents uuid[] := case v_scope when 'own' then array[auth.uid()] when 'team' then private.my_agents() end;
begin
  return query
  select c.id, x.amount, c.credit_line - x.amount
  from public.customers c
  -- Each customer is looked up in its indexes: joined to sums, few rows would be expected and many sorted again and again.
  cross join lateral (
    select coalesce((
        select sum(b.cleared_balance) from public.bookings b
        where b.project_id = p_project and b.customer_id = c.id and (b.balance <> 0 or b.cleared_balance <> 0) and b.approval_status like 'approved%'), 0.00)
      + coalesce((
        select sum(p.cleared_amount - p.amount) from private.receivable_positions p
        where p.project_id = p_project and p.customer_id = c.id and p.charged = 0 and (p.amount <> 0 or p.cleared_amount <> 0) and not p.is_booking), 0.00) as amount
    offset 0) x
  where v_scope is not null and c.project_id = p_project and c.id = any (p_customers) and (v_agents is null or c.agent_id = any (v_agents));
end $function$;

CREATE OR REPLACE FUNCTION private.exposure(p_project uuid, p_customer uuid)
 RETURNS numeric
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return coalesce((select sum(b.cleared_balance) from public.bookings b
    where b.project_id = p_project and b.customer_id = p_customer and (b.balance <> 0 or b.cleared_balance <> 0) and b.approval_status like 'approved%'), 0.00)
    + coalesce((select sum(p.cleared_amount - p.amount) from private.receivable_positions p
    where p.project_id = p_project and p.customer_id = p_customer and p.charged = 0 and (p.amount <> 0 or p.cleared_amount <> 0) and not p.is_booking), 0.00);
end $function$;

CREATE OR REPLACE FUNCTION private.filtered_customers(p_project uuid, p_filters jsonb, p_figures boolean DEFAULT true)
 RETURNS TABLE(id uuid, sort_key text, name text, store_name text, area text, tin_no text, business_style text, agent_id uuid, agent_name text, date_added date, created_by uuid, terms_days integer, credit_line numeric, approval_status text, exposure numeric, credit_left numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_nestloop TO 'off'
AS $function$
declare
  v_scope text := private.authorize(p_project, 'customers.read');
  v_search text := lower(nullif(btrim(p_filters ->> 'search'), ''));
  v_digits text := nullif(regexp_replace(v_search, '[^0-9]', '', 'g'), '');
  v_agent uuid := private.read_uuid(p_filters, 'agent_id');
  v_over boolean := private.read_boolean(p_filters, 'over_limit');
  v_agents uuid[] := case v_scope when 'own' then array[auth.uid()] when 'team' then private.my_agents() end;
begin
  return query
  -- The sum of private.exposure
  with risk as (
    select x.customer_id, sum(x.amount) as amount
    from (
      select b.customer_id, b.cleared_balance as amount from public.bookings b
      where p_figures and b.project_id = p_project and (b.balance <> 0 or b.cleared_balance <> 0) and b.approval_status like 'approved%'
      union all
      select p.customer_id, p.cleared_amount - p.amount from private.receivable_positions p
      where p_figures and p.project_id = p_project and p.charged = 0 and (p.amount <> 0 or p.cleared_amount <> 0) and not p.is_booking) x
    group by x.customer_id
  ), found as (
    select c.*, f.display_name, coalesce(r.amount, 0.00) as at_risk
    from public.customers c
    left join public.profiles f on f.user_id = c.agent_id
    left join risk r on r.customer_id = c.id
    where c.project_id = p_project
      and (v_agents is null or c.agent_id = any (v_agents))
      and (p_filters ->> 'status' is null or c.approval_status = p_filters ->> 'status')
      and (v_agent is null or c.agent_id = v_agent)
      and (p_filters ->> 'area' is null or lower(c.area) = lower(p_filters ->> 'area'))
      and (v_search is null
        or position(v_search in lower(concat_ws(E'\x1f', c.name, c.store_name, c.area, c.tin_no, f.display_name))) > 0
        or (length(v_digits) >= 3 and v_search !~ '[[:alpha:]]' and position(v_digits in regexp_replace(c.tin_no, '[^0-9]', '', 'g')) > 0))
  )
  select f.id, f.sort_key, f.name, f.store_name, f.area, f.tin_no, f.business_style, f.agent_id, f.display_name,
    f.date_added, f.created_by, f.terms_days, f.credit_line, f.approval_status, f.at_risk, f.credit_line - f.at_risk
  from found f where not v_over or f.at_risk > f.credit_line;
end $function$;

CREATE OR REPLACE FUNCTION private.owed_now(p_project uuid)
 RETURNS TABLE(customer_id uuid, balance numeric, at_risk numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from unnest('{bookings.read,collections.read,customers.read}'::text[]) n where private.scope_of(p_project, n) is distinct from 'all') then
    perform private.forbid();
  end if;
  return query
  select x.customer_id, coalesce(sum(x.balance), 0.00), coalesce(sum(x.at_risk), 0.00) from (
    -- Nothing is owed of a booking before its invoice or archive, but it is at risk.
    select b.customer_id, case when b.date_invoiced is not null or b.booking_status <> 'active' then b.balance end as balance, b.cleared_balance as at_risk
    from public.bookings b
    where b.project_id = p_project and (b.balance <> 0 or b.cleared_balance <> 0) and b.approval_status like 'approved%'
    union all
    select p.customer_id, p.amount, case when not p.is_booking then p.cleared_amount - p.amount end
    from private.receivable_positions p where p.project_id = p_project and p.charged = 0 and (p.amount <> 0 or p.cleared_amount <> 0)) x
  group by x.customer_id;
end $function$;

CREATE OR REPLACE FUNCTION private.receipts_left(p_project uuid)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 100
 SET search_path TO ''
AS $function$
begin
  if private.scope_of(p_project, 'collections.read') is null then return; end if;
  return query
  select p.document_id from private.receivable_positions p
  where p.project_id = p_project and p.charged = 0 and not p.is_booking and p.amount <> 0;
end $function$;

CREATE OR REPLACE FUNCTION private.receivables_now(p_project uuid)
 RETURNS TABLE(agent_id uuid, balance numeric, cleared_balance numeric, overdue numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare v_today date := private.business_date(p_project);
begin
  perform private.authorize(p_project, 'reports.ar');
  -- Rows are not filtered below, so the caller has to read all of them.
  if exists (select from unnest('{bookings.read,collections.read,customers.read}'::text[]) n where private.scope_of(p_project, n) is distinct from 'all') then
    perform private.forbid();
  end if;
  return query
  with documents as (
    -- The position of a booking that is invoiced or archived is its balance.
    select b.balance as amount, b.cleared_balance as cleared_amount, b.agent_id, coalesce(b.date_invoiced, b.date_added) as doc_date, b.date_due - b.date_invoiced as terms
    from public.bookings b
    where b.project_id = p_project and (b.balance <> 0 or b.cleared_balance <> 0) and b.approval_status like 'approved%'
      and (b.date_invoiced is not null or b.booking_status <> 'active')
    union all
    -- A booking that was paid before its invoice is an advance.
    select o.amount, o.cleared_amount, d.agent_id, d.doc_date, d.terms from private.receivable_positions o
    cross join lateral (
      select b.agent_id, coalesce(b.date_invoiced, b.date_added) as doc_date, b.date_due - b.date_invoiced as terms
      from public.bookings b where o.is_booking and b.project_id = p_project and b.id = o.document_id
      union all
      select c.agent_id, c.date_collected, null from public.collections c where not o.is_booking and c.project_id = p_project and c.id = o.document_id
      offset 0) d
    where o.project_id = p_project and o.charged = 0 and (o.amount <> 0 or o.cleared_amount <> 0)
  )
  select d.agent_id, sum(d.amount), sum(d.cleared_amount),
    coalesce(sum(d.cleared_amount) filter (where d.cleared_amount > 0 and v_today > d.doc_date + coalesce(d.terms, 0)), 0.00)
  from documents d group by d.agent_id;
end $function$;

CREATE INDEX receivable_positions_uncharged_idx ON private.receivable_positions USING btree (project_id, customer_id) INCLUDE (document_id, is_booking, amount, cleared_amount) WHERE ((charged = (0)::numeric) AND ((amount <> (0)::numeric) OR (cleared_amount <> (0)::numeric)));

CREATE INDEX bookings_open_idx ON public.bookings USING btree (project_id, customer_id) INCLUDE (id, agent_id, approval_status, booking_status, date_added, date_delivered, date_invoiced, date_due, is_debit_memo, balance, cleared_balance) WHERE (((balance <> (0)::numeric) OR (cleared_balance <> (0)::numeric)) AND (approval_status ~~ 'approved%'::text));

COMMENT ON FUNCTION "known"."exposure"(uuid, uuid) IS 'private.exposure on the tables as of private.known_at.';

COMMENT ON FUNCTION "private"."exposure"(uuid, uuid) IS 'Returns the exposure to a customer: balances of approved bookings + uncleared cheques, which are those of the cleared balance of bookings and those of receipts'' unapplied credit.';

COMMENT ON FUNCTION "private"."owed_now"(uuid) IS 'Returns what each customer owes and has at risk, as report_ar has them today, from the balances of bookings, and of advances and unapplied credit from the positions of the receivables ledger. It counts entries of later days too. Errors: 42501 unless the caller reads all bookings, receipts and customers.';

COMMENT ON FUNCTION "private"."receivables_now"(uuid) IS 'Returns what report_ar says of today by agent, from an index of open bookings, and of advances and unapplied credit from the positions of the receivables ledger. It counts entries of later days too. Errors: 42501 unless the caller reads all bookings, receipts and customers.';

REVOKE ALL ON FUNCTION "known"."exposure"(uuid, uuid) FROM PUBLIC;

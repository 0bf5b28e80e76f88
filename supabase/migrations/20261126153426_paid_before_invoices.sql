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
    union
    -- Paid since, or archived, and never invoiced
    select b.id
    from (
      select m.document_id as id from known.receivable_positions m
      where m.project_id = p_project and m.is_booking and m.charged = 0 and m.moved_on > p_as_of and (p_customers is null or m.customer_id = any (p_customers))
      union all
      select e.booking_id from known.receivable_entries e
      where e.project_id = p_project and e.kind = 'archived' and e.collection_id is null and e.on_date > p_as_of and (p_customers is null or e.customer_id = any (p_customers))
    ) m join known.bookings b on b.project_id = p_project and b.id = m.id
    where b.approval_status like 'approved%' and b.date_added <= p_as_of
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
    union
    -- Paid since, or archived, and never invoiced
    select b.id
    from (
      select m.document_id as id from private.receivable_positions m
      where m.project_id = p_project and m.is_booking and m.charged = 0 and m.moved_on > p_as_of and (p_customers is null or m.customer_id = any (p_customers))
      union all
      select e.booking_id from public.receivable_entries e
      where e.project_id = p_project and e.kind = 'archived' and e.collection_id is null and e.on_date > p_as_of and (p_customers is null or e.customer_id = any (p_customers))
    ) m join public.bookings b on b.project_id = p_project and b.id = m.id
    where b.approval_status like 'approved%' and b.date_added <= p_as_of
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

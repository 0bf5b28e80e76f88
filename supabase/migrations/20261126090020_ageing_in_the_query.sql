set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION known.ar_documents(p_project uuid, p_as_of date, p_basis text, p_customers uuid[])
 RETURNS TABLE(row_kind text, customer_id uuid, agent_id uuid, document_id uuid, booking_id uuid, so_no text, document_no text, doc_date date, terms_days integer, total numeric, collected numeric, balance numeric, uncleared numeric, next_cheque date, exposure numeric)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
 SET work_mem TO '32MB'
AS $function$
#variable_conflict use_column
begin
  return query
  with opened as materialized (
    select u.* from known.unsettled(p_project, p_as_of, p_customers) u
  ), posted as materialized (
    select e.booking_id, e.collection_id, sum(e.amount) as amount, sum(e.cleared_amount - e.amount) as uncleared
    from known.receivables_until(p_project, p_as_of, p_customers,
      array(select o.document_id from opened o where o.is_booking), array(select o.document_id from opened o where not o.is_booking)) e
    group by e.booking_id, e.collection_id
  ), cheques as (
    select p.booking_id, min(c.cheque_date) as next_cheque
    from posted p join known.collections c on c.project_id = p_project and c.id = p.collection_id
    where p.uncleared <> 0 and p.booking_id is not null group by p.booking_id
  ), sums as (
    select p.booking_id, coalesce(sum(p.amount) filter (where p.collection_id is null), 0.00) as charged, sum(p.amount) as amount,
      sum(p.uncleared) as uncleared
    from posted p where p.booking_id is not null group by p.booking_id
  ), owed as (
    select b.id, b.customer_id, b.agent_id, b.so_no, b.invoice_no, b.date_added, b.date_delivered, b.date_invoiced, b.date_due, b.is_debit_memo, b.approval_status, b.total, b.credited,
      coalesce(s.charged, 0.00) as charged, coalesce(s.amount, 0.00) as owes, coalesce(s.uncleared, 0.00) as uncleared_then, q.next_cheque
    from opened o
    join known.bookings b on b.project_id = p_project and b.id = o.document_id
    left join sums s on s.booking_id = b.id
    left join cheques q on q.booking_id = b.id
    where o.is_booking
  )
  select case when w.charged = 0 then 'advance' when w.owes = 0 then 'uncleared' when w.is_debit_memo then 'debit_memo' else 'booking' end,
    w.customer_id, w.agent_id, w.id, w.id, w.so_no, w.invoice_no,
    coalesce(case p_basis when 'delivery' then w.date_delivered when 'added' then w.date_added end, w.date_invoiced, w.date_added),
    w.date_due - w.date_invoiced, w.charged, w.charged - w.owes, w.owes, w.uncleared_then, w.next_cheque,
    case when w.charged <> 0 then w.owes
      when w.date_added <= p_as_of and w.approval_status like 'approved%' then w.total + w.owes - case when w.credited = 0 then 0.00 else
        coalesce((select sum(k.amount) from known.booking_credits k where k.project_id = p_project and k.booking_id = w.id and k.on_date <= p_as_of), 0.00) end
      else 0.00 end
  from owed w
  union all
  -- Unapplied credit is a negative row and is never hidden.
  select 'unapplied', c.customer_id, c.agent_id, c.id, null, null, c.cr_no, c.date_collected, null, 0.00, -p.amount, p.amount,
    p.uncleared, case when p.uncleared <> 0 then c.cheque_date end, 0.00
  from posted p join known.collections c on c.project_id = p_project and c.id = p.collection_id
  where p.booking_id is null and (p.amount <> 0 or p.uncleared <> 0);
end $function$;

CREATE OR REPLACE FUNCTION private.ageing_bucket(p_age integer, p_bounds integer[], p_by_due boolean)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
RETURN CASE WHEN (p_by_due AND (p_age <= 0)) THEN 0 ELSE (1 + width_bucket((p_age - 1), p_bounds)) END;

CREATE OR REPLACE FUNCTION private.ar_documents(p_project uuid, p_as_of date, p_basis text, p_customers uuid[])
 RETURNS TABLE(row_kind text, customer_id uuid, agent_id uuid, document_id uuid, booking_id uuid, so_no text, document_no text, doc_date date, terms_days integer, total numeric, collected numeric, balance numeric, uncleared numeric, next_cheque date, exposure numeric)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
 SET work_mem TO '32MB'
AS $function$
#variable_conflict use_column
begin
  return query
  with opened as materialized (
    select u.* from private.unsettled(p_project, p_as_of, p_customers) u
  ), posted as materialized (
    select e.booking_id, e.collection_id, sum(e.amount) as amount, sum(e.cleared_amount - e.amount) as uncleared
    from private.receivables_until(p_project, p_as_of, p_customers,
      array(select o.document_id from opened o where o.is_booking), array(select o.document_id from opened o where not o.is_booking)) e
    group by e.booking_id, e.collection_id
  ), cheques as (
    select p.booking_id, min(c.cheque_date) as next_cheque
    from posted p join public.collections c on c.project_id = p_project and c.id = p.collection_id
    where p.uncleared <> 0 and p.booking_id is not null group by p.booking_id
  ), sums as (
    select p.booking_id, coalesce(sum(p.amount) filter (where p.collection_id is null), 0.00) as charged, sum(p.amount) as amount,
      sum(p.uncleared) as uncleared
    from posted p where p.booking_id is not null group by p.booking_id
  ), owed as (
    select b.id, b.customer_id, b.agent_id, b.so_no, b.invoice_no, b.date_added, b.date_delivered, b.date_invoiced, b.date_due, b.is_debit_memo, b.approval_status, b.total, b.credited,
      coalesce(s.charged, 0.00) as charged, coalesce(s.amount, 0.00) as owes, coalesce(s.uncleared, 0.00) as uncleared_then, q.next_cheque
    from opened o
    join public.bookings b on b.project_id = p_project and b.id = o.document_id
    left join sums s on s.booking_id = b.id
    left join cheques q on q.booking_id = b.id
    where o.is_booking
  )
  select case when w.charged = 0 then 'advance' when w.owes = 0 then 'uncleared' when w.is_debit_memo then 'debit_memo' else 'booking' end,
    w.customer_id, w.agent_id, w.id, w.id, w.so_no, w.invoice_no,
    coalesce(case p_basis when 'delivery' then w.date_delivered when 'added' then w.date_added end, w.date_invoiced, w.date_added),
    w.date_due - w.date_invoiced, w.charged, w.charged - w.owes, w.owes, w.uncleared_then, w.next_cheque,
    case when w.charged <> 0 then w.owes
      when w.date_added <= p_as_of and w.approval_status like 'approved%' then w.total + w.owes - case when w.credited = 0 then 0.00 else
        coalesce((select sum(k.amount) from public.booking_credits k where k.project_id = p_project and k.booking_id = w.id and k.on_date <= p_as_of), 0.00) end
      else 0.00 end
  from owed w
  union all
  -- Unapplied credit is a negative row and is never hidden.
  select 'unapplied', c.customer_id, c.agent_id, c.id, null, null, c.cr_no, c.date_collected, null, 0.00, -p.amount, p.amount,
    p.uncleared, case when p.uncleared <> 0 then c.cheque_date end, 0.00
  from posted p join public.collections c on c.project_id = p_project and c.id = p.collection_id
  where p.booking_id is null and (p.amount <> 0 or p.uncleared <> 0);
end $function$;

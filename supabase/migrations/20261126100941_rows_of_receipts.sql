CREATE OR REPLACE FUNCTION private.receipt_entries_due(p_receipt public.collections)
 RETURNS TABLE(booking_id uuid, amount numeric, cleared_amount numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 10
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  return query
  with pays as (
    select a.booking_id, sum(a.amount) as amount from public.collection_allocations a
    where a.project_id = p_receipt.project_id and a.collection_id = p_receipt.id group by a.booking_id
  ), counts as (
    select p.booking_id, -p.amount as amount from pays p
    union all
    select null, coalesce((select sum(p.amount) from pays p), 0) - (p_receipt.amount - p_receipt.reversed)
  )
  select c.booking_id, c.amount, case when p_receipt.collection_type <> 'cheque' or p_receipt.cheque_state = 'cleared' then c.amount else 0 end
  from counts c where p_receipt.approval_status = 'approved';
end $function$;

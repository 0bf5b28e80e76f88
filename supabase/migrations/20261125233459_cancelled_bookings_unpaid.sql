CREATE OR REPLACE FUNCTION private.cancel_booking(p_project uuid, p_idempotency_key uuid, p_booking uuid, p_version integer, p_reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_done jsonb;
  v_scope text := private.authorize(p_project, 'bookings.write');
  v_booking public.bookings;
  v_reason text := private.read_reason(p_reason);
begin
  v_done := private.begin_command(p_project, p_idempotency_key, 'cancel_booking', jsonb_build_array(p_booking, p_version, p_reason));
  if v_done is not null then return v_done; end if;
  v_booking := private.lock_booking(p_project, p_booking, p_version, v_scope);
  if v_booking.stage not in ('pending', 'validated', 'invoiced') or (v_scope = 'own' and v_booking.stage <> 'pending') then
    perform private.refuse('wrong_state', format('%s is %s and cannot be cancelled.', v_booking.so_no, v_booking.stage));
  end if;
  if exists (select from public.booking_lines l where l.project_id = p_project and l.booking_id = p_booking and l.quantity_delivered > 0) then
    perform private.refuse('wrong_state', format('%s is partly delivered: take the goods back first.', v_booking.so_no));
  end if;
  if exists (select from public.collection_allocations a
             join public.collections c on c.project_id = a.project_id and c.id = a.collection_id
             where a.project_id = p_project and a.booking_id = p_booking and c.approval_status <> 'cancelled'
             group by a.collection_id having sum(a.amount) > 0) then
    perform private.refuse('wrong_state', format('%s has collections: cancel them first.', v_booking.so_no));
  end if;
  if v_booking.credited > 0 and (select sum(k.amount) from public.booking_credits k
      where k.project_id = p_project and k.booking_id = p_booking and k.memo_id is not null) <> 0 then
    perform private.refuse('wrong_state', format('%s has a credit memo: cancel that first.', v_booking.so_no));
  end if;
  if v_booking.stage <> 'pending' then
    perform private.lock_stock(p_project, array(select l.product_id from public.booking_lines l where l.project_id = p_project and l.booking_id = p_booking));
    update public.inventory i set reserved = i.reserved - l.quantity, modified_at = now()
    from (select l.product_id, sum(l.quantity - l.quantity_released)::int as quantity
      from public.booking_lines l where l.project_id = p_project and l.booking_id = p_booking group by l.product_id) l
    where i.project_id = p_project and i.product_id = l.product_id;
  end if;
  -- A booking of total 0, or one whose pieces were all released, was paid.
  update public.bookings set approval_status = 'cancelled', cancel_reason = v_reason, collection_status = 'unpaid', date_paid = null, date_cleared = null
  where project_id = p_project and id = p_booking returning * into v_booking;
  perform private.post_cancelled_booking(v_booking, private.business_date(p_project));
  return private.complete_command(p_idempotency_key, jsonb_build_object('id', p_booking, 'version', v_booking.version));
end $function$;

-- Delivery receipts: each delivery draws the next number of its project's own series, without gaps.
-- See docs/domain.md, Order to cash, and docs/decisions/0006.

create or replace function private.last_delivery_entry(p_project uuid, p_booking uuid) returns bigint
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select coalesce(max(e.id), 0) from public.sales_entries e
    where e.project_id = p_project and e.booking_id = p_booking and e.kind = 'delivery');
end $$;
comment on function private.last_delivery_entry is
  'Returns the last delivery entry of a locked booking, or 0: what comes after it belongs to the next delivery receipt.';

create or replace function private.draw_delivery_receipt(p_project uuid, p_booking uuid, p_date date, p_after bigint) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_first bigint;
  v_last bigint;
  v_no int;
begin
  select min(e.id), max(e.id) into v_first, v_last from public.sales_entries e
  where e.project_id = p_project and e.booking_id = p_booking and e.kind = 'delivery' and e.id > p_after;
  if v_first is null then return null; end if;
  perform private.lock_closing(p_project);
  update public.projects set delivery_receipt_count = delivery_receipt_count + 1
  where id = p_project returning delivery_receipt_count into v_no;
  insert into public.delivery_receipts (project_id, dr_no, booking_id, on_date, first_entry, last_entry)
  values (p_project, 'DR-' || lpad(v_no::text, greatest(6, length(v_no::text)), '0'), p_booking, p_date, v_first, v_last);
  return 'DR-' || lpad(v_no::text, greatest(6, length(v_no::text)), '0');
end $$;
comment on function private.draw_delivery_receipt is
  'Draws the next delivery receipt number for what a booking delivered after an entry of the sales ledger; returns it, or null when '
  'nothing was delivered. It locks the project, so it comes after stock.';

-- Delivery receipts: each delivery draws the next number of its project's own series, without gaps.
-- See docs/domain.md, Order to cash, and docs/decisions/0006.

create or replace function private.draw_delivery_receipt(p_project uuid, p_booking uuid, p_date date, p_entries int8range) returns text
language plpgsql set search_path = '' as $$
declare v_no text;
begin
  if p_entries is null then return null; end if;
  perform private.lock_closing(p_project);
  update public.projects set delivery_receipt_count = delivery_receipt_count + 1
  where id = p_project returning delivery_receipt_count::text into v_no;
  v_no := 'DR-' || lpad(v_no, greatest(6, length(v_no)), '0');
  insert into public.delivery_receipts (project_id, dr_no, booking_id, on_date, first_entry, last_entry)
  values (p_project, v_no, p_booking, p_date, lower(p_entries), upper(p_entries) - 1);
  return v_no;
end $$;
comment on function private.draw_delivery_receipt is
  'Draws the next delivery receipt number for what a booking delivered, the entries of the sales ledger that private.issue_from_stock '
  'returned; null when nothing was delivered. It locks the project, so it comes after stock.';

-- Documents that open sealed months: the journal and reports read them beside the ledgers.
-- Their other columns do not change once they are posted. Entries of a ledger open months by its own trigger.

create or replace function private.open_months_of_document() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_project uuid := coalesce(new.project_id, old.project_id);
  v_days date[];
begin
  if tg_table_name = 'vouchers' then
    v_days := array[new.date_released];
  elsif tg_table_name = 'products' then
    v_days := array(select distinct e.on_date from public.sales_entries e where e.project_id = v_project and e.product_id = new.id);
  elsif tg_table_name = 'collections' then
    v_days := array(select e.on_date from public.receivable_entries e where e.project_id = v_project and e.collection_id = old.id);
  elsif tg_table_name = 'bookings' then
    v_days := array(select e.on_date from public.sales_entries e where e.project_id = v_project and e.booking_id = new.id);
  elsif tg_table_name = 'purchase_lines' then
    v_days := array(select m.on_date from public.stock_movements m
      where m.project_id = v_project and m.source_table = 'purchases' and m.source_id = old.purchase_id);
  else
    v_days := array(
      select m.on_date from public.stock_movements m where m.project_id = v_project and m.source_table = 'warehouse_requests'
        and m.source_id = coalesce(new.request_id, old.request_id)
      union all
      select e.on_date from public.receivable_entries e where e.project_id = v_project and e.memo_id = old.id);
  end if;
  perform private.open_months_of(v_project, v_days);
  return null;
end $$;
comment on function private.open_months_of_document is
  'Trigger of documents: opens the months in which they count. The release of a voucher is in the journal without an entry of a ledger. '
  'The journal posts receipts by their type, goods of a warehouse request under the memo that it makes, and memos by their reason; the '
  'VAT report reads the class of lines of purchases, deliveries waited since the date of their booking, and litres are those of the '
  'product today.';
create trigger open_months after insert or update of status, date_released, released_at on public.vouchers for each row
  when (new.status = 'released') execute function private.open_months_of_document();
create trigger open_months after delete or update of collection_type, from_archive on public.collections
  for each row execute function private.open_months_of_document();
create trigger open_months after insert or delete or update of request_id, reason_code on public.memos
  for each row execute function private.open_months_of_document();
create trigger open_months after update on public.products for each row
  when ((new.liters_per_case, new.case_config) is distinct from (old.liters_per_case, old.case_config))
  execute function private.open_months_of_document();
create trigger open_months after delete or update of vat_class on public.purchase_lines
  for each row execute function private.open_months_of_document();
create trigger open_months after update of date_added on public.bookings for each row
  when (new.date_added <> old.date_added) execute function private.open_months_of_document();

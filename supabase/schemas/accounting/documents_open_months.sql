-- Documents that open sealed months: journal, VAT report and collection report read them beside the ledgers.
-- Their other columns do not change once they are posted. Entries of a ledger open months by its own trigger.

create or replace function private.open_month_of_release() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.open_months_of(new.project_id, array[new.date_released]);
  return null;
end $$;
comment on function private.open_month_of_release is
  'Trigger of vouchers, whose release is in the journal without an entry of a ledger. A released voucher does not change.';
create trigger open_months after insert or update of status, date_released, released_at on public.vouchers for each row
  when (new.status = 'released') execute function private.open_month_of_release();

create or replace function private.open_months_of_receipt() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.open_months_of(old.project_id, array(
    select distinct e.on_date from public.receivable_entries e where e.project_id = old.project_id and e.collection_id = old.id));
  return null;
end $$;
comment on function private.open_months_of_receipt is
  'Trigger of receipts: the journal posts by their type, and leaves out one that is removed.';
create trigger open_months after delete or update of collection_type, from_archive on public.collections
  for each row execute function private.open_months_of_receipt();

create or replace function private.open_months_of_memo() returns trigger
language plpgsql security definer set search_path = '' as $$
declare v public.memos := case when tg_op = 'DELETE' then old else new end;
begin
  perform private.open_months_of(v.project_id, array(
    select m.on_date from public.stock_movements m
    where m.project_id = v.project_id and m.source_table = 'warehouse_requests' and m.source_id = v.request_id
    union
    select e.on_date from public.receivable_entries e where tg_op <> 'INSERT' and e.project_id = v.project_id and e.memo_id = v.id));
  return null;
end $$;
comment on function private.open_months_of_memo is
  'Trigger of memos: the goods of a warehouse request are posted under the memo that it makes, and a memo by its reason.';
create trigger open_months after insert or delete or update of request_id, reason_code on public.memos
  for each row execute function private.open_months_of_memo();

create or replace function private.open_months_of_purchase() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.open_months_of(old.project_id, array(
    select distinct m.on_date from public.stock_movements m
    where m.project_id = old.project_id and m.source_table = 'purchases' and m.source_id = old.purchase_id));
  return null;
end $$;
comment on function private.open_months_of_purchase is 'Trigger of lines of purchases: the VAT report reads their class.';
create trigger open_months after delete or update of vat_class on public.purchase_lines
  for each row execute function private.open_months_of_purchase();

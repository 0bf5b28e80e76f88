-- Delivery receipts: each delivery draws the next number of its project's own series, without gaps.
-- See docs/domain.md, Order to cash, and docs/decisions/0006.

create table public.delivery_receipts (
  project_id uuid not null references public.projects (id),
  id uuid not null default private.new_id(),
  dr_no text not null,
  booking_id uuid not null,
  on_date date not null,
  -- The entries of the sales ledger that the delivery posted: they never change, so neither does the receipt.
  first_entry bigint not null,
  last_entry bigint not null check (last_entry >= first_entry),
  created_at timestamptz not null default now(),
  created_by uuid default auth.uid(),
  primary key (project_id, id),
  foreign key (project_id, booking_id) references public.bookings (project_id, id)
);
create unique index delivery_receipts_no_key on public.delivery_receipts (project_id, dr_no);
create index delivery_receipts_booking_idx on public.delivery_receipts (project_id, booking_id, on_date);
comment on table public.delivery_receipts is
  'Delivery receipts, insert-only: number, booking and day of each delivery, and the entries of the sales ledger that it posted. The '
  'number is drawn in the transaction of the delivery, so that the series has no gap.';
select private.guard_table('public.delivery_receipts', p_append_only => true);

grant select on public.delivery_receipts to authenticated;
create policy delivery_receipts_select on public.delivery_receipts for select to authenticated
  using (
    project_id = any ((select private.projects_with('bookings.read'))::uuid[])
    or exists (select from public.bookings b where b.project_id = delivery_receipts.project_id and b.id = delivery_receipts.booking_id));

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

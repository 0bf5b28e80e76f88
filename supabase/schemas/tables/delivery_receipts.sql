-- Delivery receipts, one a delivery. See docs/domain.md, Order to cash.

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
  foreign key (project_id, booking_id) references public.bookings
);
create unique index delivery_receipts_no_key on public.delivery_receipts (project_id, dr_no);
create index delivery_receipts_booking_idx on public.delivery_receipts (project_id, booking_id, on_date);
comment on table public.delivery_receipts is
  'Delivery receipts, insert-only: number, booking and day of each delivery, and the entries of the sales ledger that it posted. The '
  'number is drawn in the transaction of the delivery, so that the series has no gap.';
select private.guard_table('public.delivery_receipts', p_append_only => true, p_read => '{bookings.read}', p_part_of => 'public.bookings');

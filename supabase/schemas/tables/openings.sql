-- What an import of opening balances adds to customers and bookings.

alter table public.customers add column import_id uuid;
alter table public.customers add foreign key (project_id, import_id) references public.imports;
create index customers_import_idx on public.customers (project_id, import_id) where import_id is not null;

-- The day from which an open invoice of before counts in these books; null = from its invoice date on.
alter table public.bookings add column opening_date date;
alter table public.bookings add constraint bookings_opening_date_check
  check (opening_date is null or (is_opening and opening_date >= date_invoiced));

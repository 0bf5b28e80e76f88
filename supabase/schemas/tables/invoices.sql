-- Invoice numbers: their history, and series. A series is the part of a number before its last digits:
-- "SI-0007" and "si 7" are number 7 of series SI.

create table public.invoice_changes (
  project_id uuid not null,
  id uuid not null default private.new_id(),
  booking_id uuid not null,
  old_no text not null,
  new_no text not null,
  old_date date not null,
  new_date date not null,
  reason text not null,
  created_at timestamptz not null default now(),
  created_by uuid default auth.uid(),
  primary key (project_id, id),
  foreign key (project_id, booking_id) references public.bookings
);
create index invoice_changes_booking_idx on public.invoice_changes (project_id, booking_id);
create index invoice_changes_list_idx on public.invoice_changes (project_id, created_at desc, id desc);
comment on table public.invoice_changes is 'Invoice numbers and dates that were set and then changed, with the reason. Insert-only.';
select private.guard_table('public.invoice_changes', p_append_only => true, p_read => '{invoicing.read}');

create or replace function private.invoice_serial(p_no text) returns bigint
language plpgsql immutable set search_path = '' as $$ begin return substring(p_no from '[0-9]{1,15}$')::bigint; end $$;
create or replace function private.invoice_prefix(p_no text) returns text
language sql immutable
return left(p_no, length(p_no) - length(coalesce(substring(p_no from '[0-9]{1,15}$'), '')));
create or replace function private.invoice_series(p_no text) returns text
language sql immutable
return upper(regexp_replace(private.invoice_prefix(p_no), '[^[:alnum:]]', '', 'g'));

create or replace function private.invoice_no_like(p_no text, p_serial bigint) returns text
language sql immutable
return private.invoice_prefix(p_no)
  || lpad(p_serial::text, greatest(length(p_no) - length(private.invoice_prefix(p_no)), length(p_serial::text)), '0');
comment on function private.invoice_no_like is 'Formats another number of the same series like p_no, with its prefix and width.';

-- A session keeps an index's expressions as its first query of the table
-- finds them, inlined where its role may execute them: all roles may, else
-- others would not recognize the index by series.
grant execute on function private.invoice_prefix, private.invoice_series to authenticated;

create index bookings_series_idx on public.bookings (project_id, private.invoice_series(invoice_no), private.invoice_serial(invoice_no))
  include (invoice_no, date_invoiced) where invoice_no is not null and not is_opening;
create index bookings_uninvoiced_idx on public.bookings (project_id, date_added, id) where stage = 'delivered' and date_invoiced is null;

create table public.e_invoices (
  project_id uuid not null,
  id uuid not null default private.new_id(),
  booking_id uuid not null,
  invoice_no text not null,
  content text not null check (length(content) between 2 and 1000000),
  -- The hash of the content, in hexadecimal.
  sha256 text not null check (length(sha256) = 64),
  -- Pre-printed forms that it takes, whose numbers follow its own.
  forms int not null default 1 check (forms between 1 and 1000),
  created_at timestamptz not null default now(),
  created_by uuid default auth.uid(),
  primary key (project_id, id),
  foreign key (project_id, booking_id) references public.bookings
);
create index e_invoices_booking_idx on public.e_invoices (project_id, booking_id, id);
create index e_invoices_forms_idx on public.e_invoices (project_id, private.invoice_series(invoice_no)) where forms > 1;
comment on table public.e_invoices is
  'Each invoice as it read when it got its number, as JSON of a fixed form (docs/e-invoice.md). Another number or date adds a row. '
  'Insert-only.';
select private.guard_table('public.e_invoices', p_append_only => true, p_read => '{invoicing.read}');

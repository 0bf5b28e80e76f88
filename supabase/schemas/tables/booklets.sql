-- Booklets of collection receipts, each in the hands of a person. See docs/field-app.md.

create table public.booklets (
  project_id uuid not null,
  id uuid not null default private.new_id(),
  user_id uuid not null,
  first_no text not null check (btrim(first_no) <> '' and length(first_no) <= 40),
  last_no text not null check (btrim(last_no) <> '' and length(last_no) <= 40),
  series text not null,
  first_serial bigint not null,
  last_serial bigint not null,
  state text not null default 'in_use' check (state in ('in_use', 'returned')),
  return_reason text check (length(return_reason) <= 400),
  like private.stamped including defaults,
  primary key (project_id, id),
  foreign key (project_id, user_id) references public.memberships,
  constraint booklets_numbers_check check (last_serial >= first_serial),
  constraint booklets_returned_check check ((state = 'returned') = (return_reason is not null))
);
create index booklets_user_idx on public.booklets (project_id, user_id);
create index booklets_series_idx on public.booklets (project_id, series, first_serial);
comment on table public.booklets is
  'Booklets of CR numbers with who has them. What is after the last used number of one in use is not missing; of a returned one it is.';
select private.guard_table('public.booklets', p_read => '{collections.read}', p_own => 'user_id');

create table public.skipped_numbers (
  project_id uuid not null,
  id uuid not null default private.new_id(),
  booklet_id uuid not null,
  first_serial bigint not null,
  last_serial bigint not null,
  reason text not null check (btrim(reason) <> '' and length(reason) <= 400),
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  primary key (project_id, id),
  foreign key (project_id, booklet_id) references public.booklets,
  constraint skipped_numbers_order_check check (last_serial >= first_serial)
);
create index skipped_numbers_booklet_idx on public.skipped_numbers (project_id, booklet_id);
comment on table public.skipped_numbers is 'Why numbers of a booklet were skipped, as said by who recorded the receipt behind them.';
select private.guard_table('public.skipped_numbers', p_append_only => true, p_read => '{collections.read}', p_part_of => 'public.booklets');

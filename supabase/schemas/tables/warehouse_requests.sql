-- Requests about a booking that the warehouse holds: to hold it, to reduce it, or to take goods back.

create table public.warehouse_requests (
  project_id uuid not null,
  id uuid not null default private.new_id(),
  request_no text not null,
  booking_id uuid not null,
  so_no text not null,
  user_id uuid not null default auth.uid(),
  kind text not null check (kind in ('hold', 'reduce', 'take_back')),
  booking_details jsonb not null,
  reason text not null,
  request_status text not null default 'pending' check (request_status in ('pending', 'approved', 'rejected', 'done')),
  date_added date not null,
  decided_by uuid,
  decided_at timestamptz,
  decision_note text,
  done_by uuid,
  done_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  primary key (project_id, id),
  foreign key (project_id, booking_id) references public.bookings
);
create unique index warehouse_requests_no_key on public.warehouse_requests (project_id, request_no);
create index warehouse_requests_list_idx on public.warehouse_requests (project_id, request_status, id desc);
create index warehouse_requests_booking_idx on public.warehouse_requests (project_id, booking_id);
comment on table public.warehouse_requests is
  'Requests about the goods of a validated booking. booking_details is a snapshot of the booking at the request. request_no = WID + SO '
  'number, then -2, -3.';
select private.guard_table('public.warehouse_requests', p_read => '{warehouse.read}');
alter table public.memos add foreign key (project_id, request_id) references public.warehouse_requests;

create table public.warehouse_request_lines (
  project_id uuid not null,
  request_id uuid not null,
  line_id uuid not null,
  quantity int not null check (quantity > 0),
  -- Where pieces that are taken back go.
  stock_state text not null default 'sellable' check (stock_state in ('sellable', 'bad_order')),
  primary key (project_id, request_id, line_id),
  foreign key (project_id, request_id) references public.warehouse_requests,
  foreign key (project_id, line_id) references public.booking_lines
);
create index warehouse_request_lines_line_idx on public.warehouse_request_lines (project_id, line_id);
comment on table public.warehouse_request_lines is
  'Lines of warehouse requests: pieces of a booking line to reduce or take back. A hold concerns the whole booking and has no lines.';
select private.guard_table('public.warehouse_request_lines', p_read => '{warehouse.read}');

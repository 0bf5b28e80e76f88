-- Bad orders and write-offs: goods that cannot be sold any more. See docs/domain.md, Stock.

create table public.bad_orders (
  project_id uuid not null references public.projects (id),
  id uuid not null default private.new_id(),
  record_no text not null,
  -- to_bad_order: out of sellable stock; to_sellable: back into it; write_off: out of bad orders for good.
  kind text not null check (kind in ('to_bad_order', 'to_sellable', 'write_off')),
  on_date date not null,
  reason text not null,
  status text not null default 'pending' check (status in ('pending', 'approved', 'cancelled')),
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  approved_by uuid,
  approved_at timestamptz,
  cancelled_by uuid,
  cancelled_at timestamptz,
  cancel_reason text,
  version int not null default 1,
  modified_at timestamptz not null default now(),
  primary key (project_id, id),
  -- A move between stocks counts at once; a write-off once somebody else has approved it.
  constraint bad_orders_approved_check check ((approved_at is not null) >= (status = 'approved')),
  constraint bad_orders_cancelled_check
    check ((cancelled_at is not null) = (status = 'cancelled') and (cancel_reason is not null) = (status = 'cancelled')),
  constraint bad_orders_pending_check check (kind = 'write_off' or status = 'approved')
);
create unique index bad_orders_no_key on public.bad_orders (project_id, record_no);
create index bad_orders_list_idx on public.bad_orders (project_id, on_date desc, id desc);
create index bad_orders_pending_idx on public.bad_orders (project_id, id) where status = 'pending';
comment on table public.bad_orders is
  'Records of bad orders (BO-): pieces moved between sellable stock and bad orders, and write-offs, which count from on_date once a second '
  'person has approved them.';
select private.guard_table('public.bad_orders', p_read => '{stock.movements}');

create table public.bad_order_lines (
  project_id uuid not null,
  record_id uuid not null,
  line_no int not null,
  product_id uuid not null,
  quantity int not null check (quantity > 0),
  primary key (project_id, record_id, product_id),
  foreign key (project_id, record_id) references public.bad_orders,
  foreign key (project_id, product_id) references public.inventory
);
create index bad_order_lines_product_idx on public.bad_order_lines (project_id, product_id);
comment on table public.bad_order_lines is 'Products of a record of bad orders, in pieces. Insert-only.';
select private.guard_table('public.bad_order_lines', p_append_only => true, p_read => '{stock.movements}');

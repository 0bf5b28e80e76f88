-- Stock counts and the counted lines. See docs/domain.md, Stock.

create table public.stock_counts (
  project_id uuid not null references public.projects (id),
  id uuid not null default private.new_id(),
  title text not null,
  category1 text,
  blind boolean not null default true,
  count_status text not null default 'open' check (count_status in ('open', 'submitted', 'posted', 'cancelled')),
  counted_on date not null,
  sheet_at timestamptz not null default now(),
  submitted_at timestamptz,
  submitted_by uuid,
  decided_at timestamptz,
  decided_by uuid,
  reason text,
  like private.stamped including defaults,
  primary key (project_id, id)
);
create index stock_counts_list_idx on public.stock_counts (project_id, counted_on desc, id desc);
comment on table public.stock_counts is
  'A count of some or all products. decided_at, decided_by, reason: when, by whom and why it was last posted, cancelled or sent back. The '
  'sheet keeps the pieces on hand at sheet_at; later movements belong to their own documents. blind: the sheet hides the book quantity.';
select private.guard_table('public.stock_counts', p_read => '{counts.write,counts.decide}');

create table public.stock_count_lines (
  project_id uuid not null,
  count_id uuid not null,
  product_id uuid not null,
  expected int not null,
  counted int check (counted >= 0),
  unit_srp numeric(14,2) not null,
  unit_srp_pieces int not null default 1,
  variance int generated always as (counted - expected) stored,
  stock_state text not null default 'sellable' check (stock_state in ('sellable', 'bad_order')),
  primary key (project_id, count_id, product_id, stock_state),
  foreign key (project_id, count_id) references public.stock_counts,
  foreign key (project_id, product_id) references public.inventory
);
create index stock_count_lines_product_idx on public.stock_count_lines (project_id, product_id);
comment on table public.stock_count_lines is
  'Lines of a count sheet: what can be sold of each product, and its bad orders where there are any. expected: pieces of this state on '
  'hand at sheet_at; counted: pieces found, null = not counted and left alone; unit_srp (live, for so many pieces) at sheet_at.';
-- expected and variance are not granted, as an open blind sheet must hide
-- them. private.count_lines returns them when allowed.
select private.guard_table('public.stock_count_lines', p_audit => '{update,delete}', p_read => '{counts.write,counts.decide}',
  p_columns => 'project_id, count_id, product_id, stock_state, counted, unit_srp, unit_srp_pieces');

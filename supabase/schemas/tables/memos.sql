-- Credit and debit memos, their lines and goods. See docs/domain.md, Memos.

create table public.memos (
  project_id uuid not null references public.projects (id),
  id uuid not null default private.new_id(),
  memo_no text not null,
  kind text not null check (kind in ('credit', 'debit')),
  on_date date not null,
  customer_id uuid not null,
  agent_id uuid not null,
  -- Frozen at entry, as on bookings.
  customer_name text not null,
  store_name text,
  -- Of a credit memo: the booking that it is about, null for the oldest open ones. Of a debit memo: the document that receipts pay;
  -- the booking whose price was too low is that of its lines.
  booking_id uuid,
  -- The record of goods that came back without their booking, which this memo credits.
  purchase_id uuid,
  reason_code text not null check (reason_code in ('return', 'price_allowance', 'write_off', 'bounced_cheque', 'undercharge', 'other')),
  note text,
  -- Goods that were free come back for nothing.
  amount numeric(14,2) not null check (amount >= 0),
  -- The VAT in the amount. Only memos that change sales have any.
  vat_amount numeric(14,2) not null default 0,
  status text not null default 'pending' check (status in ('pending', 'approved', 'cancelled')),
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  approved_by uuid,
  approved_at timestamptz,
  cancelled_by uuid,
  cancelled_at timestamptz,
  -- The day from which a cancelled memo no longer counts; null when it never counted.
  cancelled_on date,
  cancel_reason text,
  search_key text not null
    generated always as (private.search_text(memo_no || ' ' || customer_name || ' ' || coalesce(store_name, ''))) stored,
  version int not null default 1,
  modified_at timestamptz not null default now(),
  -- The warehouse request that took the goods back.
  request_id uuid,
  primary key (project_id, id),
  foreign key (project_id, customer_id) references public.customers,
  foreign key (project_id, agent_id) references public.memberships,
  foreign key (project_id, booking_id) references public.bookings,
  foreign key (project_id, purchase_id) references public.purchases,
  constraint memos_reason_check check (case kind when 'credit' then reason_code not in ('bounced_cheque', 'undercharge')
    else reason_code in ('bounced_cheque', 'undercharge', 'other') end),
  constraint memos_approved_check check ((approved_at is not null) >= (status = 'approved')),
  constraint memos_cancelled_check
    check ((status = 'cancelled') = (cancelled_at is not null) and (status = 'cancelled') = (cancel_reason is not null))
);
create unique index memos_no_key on public.memos (project_id, memo_no);
create index memos_list_idx on public.memos (project_id, on_date desc, id desc);
create index memos_customer_idx on public.memos (project_id, customer_id);
create index memos_agent_idx on public.memos (project_id, agent_id);
create index memos_booking_idx on public.memos (project_id, booking_id) where booking_id is not null;
create unique index memos_purchase_key on public.memos (project_id, purchase_id) where purchase_id is not null;
create unique index memos_request_key on public.memos (project_id, request_id) where request_id is not null;
create index memos_pending_idx on public.memos (project_id, id) where status = 'pending';
comment on table public.memos is
  'Credit memos and debit memos of customers, in the project''s currency, VAT included. They count from on_date once they are approved. A '
  'cancelled one keeps its number.';
select private.guard_table('public.memos', p_read => '{memos.read}');

create table public.memo_lines (
  project_id uuid not null,
  memo_id uuid not null,
  line_id uuid not null,
  -- Pieces that come back, or whose price was too low; 0 for an allowance on the price.
  pieces int not null check (pieces >= 0),
  -- Where the pieces go.
  stock_state text not null default 'sellable' check (stock_state in ('sellable', 'bad_order')),
  amount numeric(14,2) not null check (amount >= 0),
  vat_amount numeric(14,2) not null,
  -- The amount by which the price of so many pieces was too low, on a debit memo.
  price_difference numeric(14,2) check (price_difference > 0),
  price_difference_pieces int check (price_difference_pieces between 1 and 100000),
  primary key (project_id, memo_id, line_id),
  foreign key (project_id, memo_id) references public.memos,
  foreign key (project_id, line_id) references public.booking_lines,
  constraint memo_lines_difference_check check ((price_difference is null) = (price_difference_pieces is null))
);
create index memo_lines_line_idx on public.memo_lines (project_id, line_id);
comment on table public.memo_lines is
  'Lines of memos that are about lines of a booking: pieces that come back, an allowance on the price, or pieces whose price was too low, '
  'with amount and the VAT in it.';
select private.guard_table('public.memo_lines', p_read => '{memos.read}');

create table public.memo_goods (
  project_id uuid not null,
  memo_id uuid not null,
  line_no int not null,
  product_id uuid not null,
  case_config int not null,
  pieces int not null check (pieces > 0),
  -- The credit for price_pieces pieces.
  price numeric(14,2) not null check (price >= 0),
  price_pieces int not null check (price_pieces between 1 and 100000),
  -- Frozen when the goods came back. vat_on_top: the same percentage when prices do not include VAT, else 0.
  vat_class text not null check (vat_class in ('vatable', 'exempt', 'zero_rated')),
  vat_percent numeric(4,2) not null check (vat_percent >= 0),
  vat_on_top numeric(4,2) not null check (vat_on_top in (0, vat_percent)),
  amount numeric(14,2) not null check (amount >= 0),
  vat_amount numeric(14,2) not null,
  primary key (project_id, memo_id, line_no),
  foreign key (project_id, memo_id) references public.memos,
  foreign key (project_id, product_id) references public.products
);
create index memo_goods_product_idx on public.memo_goods (project_id, product_id);
comment on table public.memo_goods is
  'Goods that a customer brought back without their booking, as their credit memo has them: pieces, price, amount with the VAT in it, and '
  'the VAT class of the sale of such goods to this customer.';
select private.guard_table('public.memo_goods', p_append_only => true, p_read => '{memos.read}');

-- An approved credit memo is a row of credits on each booking that it covers; a cancelled one an opposite row as well.
alter table public.booking_credits add column memo_id uuid, add column vat_amount numeric(14,2) not null default 0,
  -- Null for all but goods that came back without their booking: the class of the line.
  add column vat_class text check (vat_class in ('vatable', 'exempt', 'zero_rated'));
alter table public.booking_credits add foreign key (project_id, memo_id) references public.memos;
create index booking_credits_memo_idx on public.booking_credits (project_id, memo_id) where memo_id is not null;

create table public.e_memos (
  project_id uuid not null,
  id uuid not null default private.new_id(),
  memo_id uuid not null,
  memo_no text not null,
  content text not null check (length(content) between 2 and 1000000),
  -- The hash of the content, in hexadecimal.
  sha256 text not null check (length(sha256) = 64),
  created_at timestamptz not null default now(),
  created_by uuid default auth.uid(),
  primary key (project_id, id),
  foreign key (project_id, memo_id) references public.memos
);
create unique index e_memos_memo_key on public.e_memos (project_id, memo_id);
comment on table public.e_memos is
  'Each memo as it read when it began to count, as JSON of a fixed form (docs/e-invoice.md). Insert-only.';
select private.guard_table('public.e_memos', p_append_only => true, p_read => '{memos.read}');

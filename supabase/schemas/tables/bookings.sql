-- Bookings, their lines, the credits on them, and the names that a search of bookings looks at.
-- See docs/domain.md, Order to cash.

create table public.bookings (
  project_id uuid not null references public.projects (id),
  id uuid not null default private.new_id(),
  so_no text not null,
  customer_id uuid not null,
  agent_id uuid not null,
  -- Frozen at entry, like every price: an old document does not change when a customer moves or is renamed,
  -- and the warehouse can deliver without reading the customer's record.
  customer_name text not null,
  store_name text,
  deliver_to text,
  area text,
  approval_status text not null default 'pending',
  booking_status text not null default 'active',
  collection_status text not null default 'unpaid' check (collection_status in ('unpaid', 'partial', 'paid')),
  date_added date not null,
  validated_at timestamptz,
  validated_by uuid,
  override_reason text,
  invoice_no text,
  date_invoiced date,
  invoice_no_changed_at timestamptz,
  date_delivered date,
  date_due date,
  -- VAT percentage of its lines, set at validation; null or 0 = no VAT shown.
  vat_percent numeric(4,2) check (vat_percent >= 0),
  date_paid date,
  date_cleared date,
  cancel_reason text,
  date_cancelled date,
  -- The day on which the order of a cancelled booking whose own day was closed counts below zero. Null = it counts on no day.
  opposite_on date check (opposite_on > date_added),
  -- Reason of the last correction of dates; earlier ones are in the audit log.
  dates_reason text,
  on_hold boolean not null default false,
  -- An unpaid invoice from before this system: no lines, no stock, counted as delivered.
  is_opening boolean not null default false,
  -- The receivable of a debit memo: like an opening balance never an order and never a sale.
  is_debit_memo boolean not null default false,
  total numeric(14,2) not null default 0 check (total >= 0),
  -- The discounts of the lines, which total is net of.
  discount numeric(14,2) not null default 0 check (discount >= 0),
  -- Of the total, by the VAT class of its lines, frozen with it; the rest is vatable and without VAT.
  vat_amount numeric(14,2) not null default 0 check (vat_amount >= 0),
  exempt_amount numeric(14,2) not null default 0 check (exempt_amount >= 0),
  zero_rated_amount numeric(14,2) not null default 0 check (zero_rated_amount >= 0),
  collected numeric(14,2) not null default 0 check (collected >= 0),
  uncleared numeric(14,2) not null default 0 check (uncleared >= 0),
  credited numeric(14,2) not null default 0 check (credited >= 0),
  balance numeric(14,2) not null generated always as (total - collected - credited) stored,
  cleared_balance numeric(14,2) not null generated always as (total - collected - credited + uncleared) stored,
  stage text not null generated always as (
    case
      when approval_status = 'cancelled' then 'cancelled'
      when booking_status <> 'active' then 'archived'
      when approval_status = 'pending' then 'pending'
      when date_delivered is not null and date_invoiced is not null and collection_status = 'paid' then 'paid'
      when date_delivered is not null then 'delivered'
      when date_invoiced is not null then 'invoiced'
      else 'validated'
    end) stored,
  remarks text,
  -- Time of the last edit while the booking was pending.
  edited_at timestamptz,
  edited_by uuid,
  -- Text in which the list is searched.
  search_key text not null generated always as (
    private.search_text(so_no || ' ' || coalesce(invoice_no, '') || ' ' || customer_name || ' ' || coalesce(store_name, ''))) stored,
  customer_key text not null generated always as (private.sort_key(customer_name)) stored,
  -- Total in hundredths, for sorting: under row-level security an index is
  -- not searched by a numeric, whose comparison may tell of other rows.
  total_key bigint not null generated always as (coalesce((nullif(total, 'NaN') * 100)::bigint, 0)) stored,
  -- The cleared balance of a validated booking in hundredths, for sorting.
  receivable_key bigint not null generated always as (case when approval_status like 'approved%'
    then coalesce((nullif(total - collected - credited + uncleared, 'NaN') * 100)::bigint, 0) else 0 end) stored,
  like private.stamped including defaults,
  primary key (project_id, id),
  foreign key (project_id, customer_id) references public.customers,
  foreign key (project_id, agent_id) references public.memberships,
  constraint bookings_approval_check check (approval_status in ('pending', 'approved', 'cancelled') or approval_status like 'approved-%'),
  constraint bookings_balance_check check (balance >= 0),
  constraint bookings_paid_check check (approval_status in ('pending', 'cancelled') or (collection_status = 'paid') = (balance = 0)),
  constraint bookings_invoice_check check ((invoice_no is null) = (date_invoiced is null)),
  constraint bookings_opening_check check (not is_opening or (date_invoiced is not null and date_delivered is not null)),
  constraint bookings_debit_memo_check check (not is_debit_memo or is_opening),
  constraint bookings_validated_check check ((approval_status like 'approved%') <= (validated_at is not null))
);
create unique index bookings_so_no_key on public.bookings (project_id, so_no);
create unique index bookings_invoice_no_key on public.bookings (project_id, invoice_no) where invoice_no is not null;
-- The index includes the columns that booking_totals sums and the policy reads, so that a sum over all bookings reads the index alone.
create index bookings_list_idx on public.bookings (project_id, date_added desc, id desc)
  include (agent_id, stage, approval_status, date_delivered, total, balance, cleared_balance);
create index bookings_customer_key_idx on public.bookings (project_id, customer_key, id);
create index bookings_total_idx on public.bookings (project_id, total_key, id);
create index bookings_receivable_idx on public.bookings (project_id, receivable_key, id);
create index bookings_opposite_idx on public.bookings (project_id, opposite_on) where opposite_on is not null;
create index bookings_stage_idx on public.bookings (project_id, stage, date_added desc, id desc);
-- The master list counts orders from this index alone.
create index bookings_customer_idx
  on public.bookings (project_id, customer_id, date_added desc, id desc) include (approval_status, is_opening);
create index bookings_agent_idx on public.bookings (project_id, agent_id, date_added desc, id desc);
-- Receivables by customer and of the whole project are read from this index
-- alone. It leaves out pending and cancelled bookings, which keep a balance.
create index bookings_open_idx on public.bookings (project_id, customer_id)
  include (id, agent_id, approval_status, booking_status, date_added, date_delivered, date_invoiced, date_due,
    is_debit_memo, balance, cleared_balance)
  where (balance <> 0 or cleared_balance <> 0) and approval_status like 'approved%';
create index bookings_delivered_idx on public.bookings (project_id, date_delivered desc, id desc) where date_delivered is not null;
create index bookings_invoiced_idx on public.bookings (project_id, date_invoiced) where date_invoiced is not null;
comment on table public.bookings is
  'Sales orders. total is net of discount, the discounts of the lines, and frozen at validation; balance = total - collected - credited, '
  'never negative; cleared_balance = balance + uncleared is the balance when only cleared money counts; stage is computed. Money in the '
  'project''s currency.';
select private.guard_table('public.bookings');
-- A debit memo or an opening posts on a day of its own. Every edit of a pending booking sets edited_at.
create trigger refuse_closed before insert or update of date_added, edited_at on public.bookings for each row
  when (not new.is_opening and not new.is_debit_memo)
  execute function private.refuse_closed_document('date_added edited_at', 'date_added', 'date_added', 'cancel it and enter another');
create trigger refuse_closed_number before update of invoice_no on public.bookings for each row
  when (old.invoice_no is not null and not new.is_opening and not new.is_debit_memo)
  execute function private.refuse_closed_document('invoice_no', 'date_invoiced', 'invoice_no', 'write a credit memo');

create table public.booking_lines (
  project_id uuid not null,
  -- Lines of one day then lie together in each index, which reads and logs few pages of it.
  id uuid not null default private.new_id(),
  booking_id uuid not null,
  line_no int not null,
  product_id uuid not null,
  case_config int not null check (case_config > 0),
  quantity int not null check (quantity > 0),
  quantity_delivered int not null default 0 check (quantity_delivered >= 0),
  quantity_released int not null default 0 check (quantity_released >= 0),
  agent_srp numeric(14,2) not null check (agent_srp >= 0),
  agent_srp_pieces int not null default 1 check (agent_srp_pieces between 1 and 100000),
  -- Class and percentage of when the line was saved; vat_on_top: the same percentage when the price does not include VAT, else 0.
  vat_class text not null default 'vatable' check (vat_class in ('vatable', 'exempt', 'zero_rated')),
  vat_percent numeric(4,2) not null default 0 check (vat_percent >= 0 and (vat_percent = 0 or vat_class = 'vatable')),
  vat_on_top numeric(4,2) not null default 0 check (vat_on_top in (0, vat_percent)),
  -- Off the price, then off the line.
  discount_percent numeric(5,2) not null default 0 check (discount_percent between 0 and 100),
  discount_amount numeric(14,2) not null default 0 check (discount_amount >= 0),
  -- Free goods: the number of the line with which they are given.
  free_of int,
  gross numeric(14,2) not null
    generated always as (private.with_vat(private.line_amount(agent_srp, agent_srp_pieces, quantity), vat_on_top)) stored,
  amount numeric(14,2) not null generated always as (private.with_vat(
    private.net_amount(agent_srp, agent_srp_pieces, quantity, discount_percent, discount_amount, quantity), vat_on_top)) stored,
  primary key (project_id, id),
  -- The index includes the columns that reports read of each line, so that a year is read from the index alone.
  unique (project_id, booking_id, line_no) include (id, product_id, case_config, quantity, quantity_released, agent_srp, agent_srp_pieces,
    discount_percent, discount_amount, free_of, vat_on_top, gross, amount),
  foreign key (project_id, booking_id) references public.bookings,
  foreign key (project_id, product_id) references public.inventory,
  foreign key (project_id, booking_id, free_of) references public.booking_lines (project_id, booking_id, line_no),
  constraint booking_lines_delivered_check check (quantity_delivered + quantity_released <= quantity),
  constraint booking_lines_discount_check check (amount >= 0),
  constraint booking_lines_free_check
    check (free_of is null or (free_of < line_no and agent_srp = 0 and discount_percent = 0 and discount_amount = 0))
);
create index booking_lines_free_idx on public.booking_lines (project_id, booking_id, free_of) where free_of is not null;
create index booking_lines_product_idx on public.booking_lines (project_id, product_id);
comment on table public.booking_lines is
  'Lines of bookings: pieces at AgentSRP, frozen; AgentSRP is for agent_srp_pieces pieces (1: per piece; those of a case: per case). gross '
  'is the amount at AgentSRP, amount what is left of it after the discounts; both include VAT. Free goods (free_of: the line with which '
  'they are given) have the price 0. Reserved while validated = quantity - quantity_delivered - quantity_released.';
select private.guard_table('public.booking_lines', p_audit => '{update,delete}', p_read => '{bookings.read}',
  p_part_of => 'public.bookings');

create table public.booking_credits (
  project_id uuid not null,
  id bigint generated always as identity,
  booking_id uuid not null,
  line_id uuid,
  kind text not null check (kind in ('released', 'returned', 'credit_memo')),
  quantity int not null,
  amount numeric(14,2) not null,
  on_date date not null,
  -- True for a release after the issue of the invoice, which says nothing of it.
  after_invoice boolean not null default false,
  created_at timestamptz not null default now(),
  created_by uuid default auth.uid(),
  primary key (project_id, id),
  foreign key (project_id, booking_id) references public.bookings,
  foreign key (project_id, line_id) references public.booking_lines,
  -- Only goods have pieces; below zero are those of a cancelled credit memo.
  constraint booking_credits_pieces_check
    check (case when kind = 'credit_memo' then quantity = 0 else quantity <> 0 and line_id is not null end),
  constraint booking_credits_sign_check check (kind <> 'released' or (quantity > 0 and amount >= 0))
);
create index booking_credits_booking_idx on public.booking_credits (project_id, booking_id);
create index booking_credits_line_idx on public.booking_credits (project_id, line_id);
create index booking_credits_after_invoice_idx on public.booking_credits (project_id, on_date) include (booking_id) where after_invoice;
comment on table public.booking_credits is
  'Credits of a booking: pieces never delivered (released) or taken back (returned), and other credit memos, with amount and date. A '
  'cancelled credit memo is an opposite row. Insert-only.';
select private.guard_table('public.booking_credits', p_append_only => true, p_read => '{bookings.read}', p_part_of => 'public.bookings');

grant select on public.bookings to authenticated;

-- Narrower scopes are in a case expression: a user with scope all needs one
-- comparison, and the planner picks indexes by the query's own conditions.
create policy bookings_select on public.bookings for select to authenticated
  using (
    project_id = any ((select private.projects_with('bookings.read'))::uuid[])
    or case
      when project_id = any ((select private.projects_with('bookings.read', 'own'))::uuid[]) then agent_id = (select auth.uid())
      when project_id = any ((select private.projects_with('bookings.read', 'team'))::uuid[]) then agent_id
        = any ((select private.my_agents())::uuid[])
      when project_id = any ((select private.projects_with('bookings.read', 'validated'))::uuid[]) then approval_status like 'approved%'
      when project_id = any ((select private.projects_with('bookings.read', 'delivered_unpaid'))::uuid[])
        then date_delivered is not null and balance > 0 and approval_status like 'approved%'
      else false end);

create or replace function private.shown_stage(p_stage text, p_total numeric, p_credited numeric) returns text
language sql immutable
return case when p_stage = 'paid' and p_total <> 0 and p_credited >= p_total then 'credited' else p_stage end;
comment on function private.shown_stage is 'Returns the stage of a booking as it is shown: nobody paid what was credited in full.';
grant execute on function private.shown_stage to authenticated;

create or replace function private.lock_booking(p_project uuid, p_booking uuid, p_version int, p_scope text default 'all')
returns public.bookings
language plpgsql set search_path = '' as $$
declare v public.bookings;
begin
  select * into v from public.bookings
  where project_id = p_project and id = p_booking
    and (p_scope = 'all' or agent_id = auth.uid() or (p_scope = 'team' and agent_id = any (private.my_agents()))) for no key update;
  perform private.check_version(v.version, p_version);
  return v;
end $$;
comment on function private.lock_booking is
  'Locks and returns a booking. Raises P0002, or stale_version when p_version is not the current one.';

create or replace function private.lock_bookings(p_project uuid, p_bookings uuid[]) returns void
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan as $$
begin
  -- Each is found by its key, whatever the planner knows of the table: by
  -- one condition on all of them it may read every booking of the project.
  perform from (select distinct u.id from unnest(p_bookings) u(id) order by u.id) g
  cross join lateral (select from public.bookings b where b.project_id = p_project and b.id = g.id for no key update) l;
end $$;
comment on function private.lock_bookings is
  'Locks several bookings in id order, before their state and balance are read. A foreign key locks only the key of a booking, which lets '
  'another command change the rest.';

create table private.booked_names (
  project_id uuid not null,
  customer_id uuid not null,
  search_key text not null check (length(search_key) <= 1000),
  -- The longest names are too long for an index.
  hash text not null generated always as (md5(search_key)) stored,
  primary key (project_id, customer_id, hash)
);
comment on table private.booked_names is
  'The names of customers and stores as bookings have them, in lower case: each once, so that a search looks at few names and not at each '
  'booking. A name stays when no booking has it any more.';

create or replace function private.keep_booked_name() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.booked_names (project_id, customer_id, search_key)
  values (new.project_id, new.customer_id, private.search_text(new.customer_name || ' ' || coalesce(new.store_name, '')))
  on conflict do nothing;
  return null;
end $$;
comment on function private.keep_booked_name is 'Trigger: keeps the names of a booking for the search.';
create trigger keep_booked_name after insert or update of customer_id, customer_name, store_name on public.bookings
  for each row execute function private.keep_booked_name();

create index booking_credits_day_idx on public.booking_credits (project_id, on_date);

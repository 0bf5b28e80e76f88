-- The sales ledger: pieces, money, VAT and cost of every delivery and return, line by line and day by day.
-- See docs/ledgers.md.

create table public.sales_entries (
  project_id uuid not null,
  id bigint generated always as identity,
  on_date date not null,
  kind text not null check (kind in ('delivery', 'return', 'allowance', 'undercharge')),
  booking_id uuid not null,
  line_id uuid not null,
  product_id uuid not null,
  customer_id uuid not null,
  agent_id uuid not null,
  case_config int not null,
  -- What changes the price after the sale moves money and no pieces.
  pieces int not null check ((pieces = 0) = (kind in ('allowance', 'undercharge'))),
  amount numeric(14,2) not null,
  -- By how much less than AgentSRP the pieces of a delivery were sold.
  discount numeric(14,2) not null default 0,
  vat_amount numeric(14,2) not null,
  vat_class text not null,
  cost numeric(18,2) not null,
  -- Free goods: they leave the stock and cost what they cost, for nothing.
  free boolean not null default false,
  -- Another entry of the same line was there before.
  further boolean not null default false,
  -- Of another month than the first entry of its booking.
  further_month boolean not null default false,
  -- The categories of the product on the day of the entry.
  category1 text,
  category2 text,
  category3 text,
  posted_at timestamptz not null default now(),
  posted_by uuid default auth.uid(),
  -- The memo that credits or charges; null of a delivery.
  memo_id uuid,
  -- There are no foreign keys to documents: with them, queries of API clients that embed bookings in their lines would be ambiguous.
  primary key (project_id, id)
);
-- Reports read a period from this index alone.
create index sales_entries_day_idx on public.sales_entries (project_id, on_date, booking_id)
  include (kind, line_id, product_id, customer_id, agent_id, case_config, pieces, amount, discount, vat_amount, vat_class, cost, free,
    category1, category2, category3, posted_at, memo_id);
-- The few lines that have several entries, such as a second delivery, goods that came back or a corrected date
create index sales_entries_further_idx on public.sales_entries (project_id, on_date, line_id) where further;
-- The few bookings that were delivered, or gave back, in several months
create index sales_entries_further_month_idx on public.sales_entries (project_id, on_date, booking_id) where further_month;
-- The few that lower sales: for the planner, the policy makes each row of the index above dear.
create index sales_entries_lowered_idx on public.sales_entries (project_id, on_date) where kind in ('return', 'allowance');
-- What a customer bought last
create index sales_entries_customer_idx
  on public.sales_entries (project_id, customer_id, on_date, kind) include (line_id, product_id, agent_id, pieces);
create index sales_entries_line_idx on public.sales_entries (project_id, line_id, on_date);
create index sales_entries_booking_idx on public.sales_entries (project_id, booking_id);
comment on table public.sales_entries is
  'The sales ledger, insert-only: signed pieces of one booking line with their amount (net of discounts, VAT included), the discount of a '
  'delivery, the VAT in the amount, the VAT class of the line (of goods that came back without their booking: theirs), and their cost at '
  'the moving average. A delivery counts on the day the goods left, a return on the day they came back; an allowance of a credit memo and '
  'what a debit memo charges for a price that was too low have no pieces; a corrected date is an opposite entry and a new one.';
-- Cost is read with costs.read and categories with stock.read, by the functions of reports.
select private.guard_table('public.sales_entries', p_append_only => true, p_read => '{bookings.read}', p_own => 'agent_id',
    p_part_of => 'public.bookings', p_columns => 'project_id, id, on_date, kind, booking_id, line_id, product_id, customer_id, agent_id,
      case_config, pieces, amount, discount, vat_amount, vat_class, free, further, further_month, posted_at, posted_by, memo_id'),
  private.guard_ledger('public.sales_entries');

create or replace function private.complete_sale() returns trigger
language plpgsql security definer set search_path = '' as $$
declare v_categories text[];
begin
  select coalesce(bool_or(e.line_id = new.line_id), false),
    coalesce(date_trunc('month', new.on_date::timestamp) <> date_trunc('month', (array_agg(e.on_date order by e.id))[1]::timestamp), false)
  into new.further, new.further_month
  from public.sales_entries e where e.project_id = new.project_id and e.booking_id = new.booking_id;
  v_categories := private.categories_on(new.project_id, new.product_id, new.on_date);
  new.category1 := v_categories[1]; new.category2 := v_categories[2]; new.category3 := v_categories[3];
  return new;
end $$;
comment on function private.complete_sale is
  'Trigger: sets the marks and the categories of an entry, so that later changes of the product move no past figure. The command '
  'locked the booking.';
create trigger complete_sale before insert on public.sales_entries for each row execute function private.complete_sale();

create or replace function private.move_sales() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_from date;
  v_last bigint;
  v_sign int;
begin
  if (new.category1, new.category2, new.category3) is distinct from (old.category1, old.category2, old.category3) then
    v_from := private.posting_date(new.project_id,
      case when new.category_from is not null then private.read_day(new.category_from, 'category_from') end, 'category_from');
    perform private.lock_stock(new.project_id, array[new.id]), private.lock_closing(new.project_id);
    v_last := (select max(e.id) from public.sales_entries e where e.project_id = new.project_id);
    foreach v_sign in array '{-1,1}'::int[] loop
      if v_sign = 1 then
        insert into public.category_changes (project_id, product_id, on_date, categories)
        select new.project_id, new.id, x.on_date, x.categories
        from (values (null::date, array[old.category1, old.category2, old.category3]),
          (v_from, array[new.category1, new.category2, new.category3])) x (on_date, categories)
        where x.on_date is not null
          or not exists (select from public.category_changes c where c.project_id = new.project_id and c.product_id = new.id);
      end if;
      -- The opposite entries have the categories of before, the new ones those of now (private.complete_sale).
      insert into public.sales_entries (project_id, on_date, kind, booking_id, line_id, product_id, customer_id, agent_id, case_config,
        pieces, amount, discount, vat_amount, vat_class, cost, free, memo_id)
      select e.project_id, e.on_date, e.kind, e.booking_id, e.line_id, e.product_id, e.customer_id, e.agent_id, e.case_config,
        v_sign * e.pieces, v_sign * e.amount, v_sign * e.discount, v_sign * e.vat_amount, e.vat_class, v_sign * e.cost, e.free, e.memo_id
      from public.sales_entries e
      where e.project_id = new.project_id and e.product_id = new.id and e.on_date >= v_from and e.id <= v_last order by e.id;
    end loop;
  end if;
  new.category_from := null;
  return new;
end $$;
comment on function private.move_sales is
  'Trigger: moves the sales of a product since a day (category_from, or today) to its other categories, by opposite and new entries. '
  'Raises period_closed for a closed day, not_in_future.';
create trigger move_sales before update of category1, category2, category3, category_from on public.products
  for each row execute function private.move_sales();

create or replace function private.delivered_amount(p_line public.booking_lines, p_pieces bigint) returns numeric
language sql immutable
return case when p_line.vat_on_top = 0 then private.net_amount(p_line.agent_srp, p_line.agent_srp_pieces, p_line.quantity,
  p_line.discount_percent, p_line.discount_amount, p_pieces)
    -- Only such lines need the call, which the planner cannot put into the query.
    else private.with_vat(private.net_amount(p_line.agent_srp, p_line.agent_srp_pieces, p_line.quantity, p_line.discount_percent,
      p_line.discount_amount, p_pieces), p_line.vat_on_top) end;
comment on function private.delivered_amount is
  'Returns the amount, with VAT, of the first so many pieces of a booking line, less its discounts. A further delivery is worth the '
  'difference to the pieces before it, so that the last one takes the rest of the line.';

create or replace function private.gross_amount(p_line public.booking_lines, p_pieces bigint) returns numeric
language sql immutable
return case when p_line.vat_on_top = 0 then private.line_amount(p_line.agent_srp, p_line.agent_srp_pieces, p_pieces)
    else private.with_vat(private.line_amount(p_line.agent_srp, p_line.agent_srp_pieces, p_pieces), p_line.vat_on_top) end;
comment on function private.gross_amount is 'Returns the same as delivered_amount, before the discounts of the line.';

create or replace function private.vat_of_part(p_line public.booking_lines, p_amount numeric, p_before numeric) returns numeric
language sql immutable
return case when p_line.vat_percent = 0 then 0.00 when p_line.vat_on_top > 0 then private.vat_in(p_amount, p_line.vat_percent)
    else private.vat_in(p_before + p_amount, p_line.vat_percent) - private.vat_in(p_before, p_line.vat_percent) end;
comment on function private.vat_of_part is
  'Returns the VAT in an amount of a booking line on a document. VAT on top of the price was rounded line by line; VAT in the price is '
  'that of the whole document, so that its lines add up to it: p_before is what the document has of vatable lines before this one.';

create or replace function private.post_sale(p_memo uuid, p_line public.booking_lines, p_kind text, p_pieces int, p_cost numeric,
  p_date date, p_amount numeric, p_vat numeric,
  p_class text default null) returns void
language plpgsql set search_path = '' as $$
begin
  insert into public.sales_entries (project_id, on_date, kind, booking_id, line_id, product_id, customer_id, agent_id, case_config, pieces,
    amount, vat_amount, vat_class, cost, free, memo_id)
  select p_line.project_id, p_date, p_kind, p_line.booking_id, p_line.id, p_line.product_id, b.customer_id, b.agent_id, p_line.case_config,
    p_pieces, p_amount, p_vat, coalesce(p_class, p_line.vat_class), p_cost, p_line.free_of is not null, p_memo
  from public.bookings b where b.project_id = p_line.project_id and b.id = p_line.booking_id;
end $$;
comment on function private.post_sale is
  'Posts to the sales ledger what a memo credits or charges of a booking line: goods that come back, with pieces and cost below zero; an '
  'allowance and an undercharge, without pieces and cost. The VAT class is the one frozen on the line, or p_class, that of goods whose '
  'booking nobody knows. Deliveries are posted by private.issue_from_stock.';

create or replace function private.delivery_days(p_project uuid, p_booking uuid) returns setof date
language plpgsql stable rows 2 set search_path = '' as $$
begin
  return query select e.on_date from public.sales_entries e
    where e.project_id = p_project and e.booking_id = p_booking and e.kind = 'delivery'
    group by e.on_date having sum(e.pieces) <> 0;
end $$;
comment on function private.delivery_days is
  'Returns the days on which pieces of a booking went out. Corrected dates cancel out. Runs with the caller''s rights.';
grant execute on function private.delivered_amount, private.gross_amount, private.vat_of_part, private.delivery_days to authenticated;

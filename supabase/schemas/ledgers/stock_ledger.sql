-- The stock ledger: the pieces of every movement, what they cost, and the sums of the ledger in inventory.
-- See docs/domain.md, Stock, and invariant 4.

create table public.stock_movements (
  project_id uuid not null,
  id bigint generated always as identity,
  product_id uuid not null,
  kind text not null
    check (kind in ('purchase', 'return_in', 'supplier_return', 'issue', 'return_credit', 'adjustment', 'transfer', 'write_off')),
  stock_state text not null default 'sellable' check (stock_state in ('sellable', 'bad_order')),
  quantity int not null,
  -- Signed, in money: what comes in at its price, what goes out at the moving average.
  cost numeric(18,2) not null,
  -- Input VAT of a purchase, which its cost is net of, with the sign of the cost.
  vat_amount numeric(14,2) not null default 0,
  -- The value of the stock cannot take what a purchase record says beyond that.
  variance numeric(14,2) not null default 0,
  on_date date not null,
  source_table text not null,
  source_id uuid not null,
  source_line uuid,
  created_at timestamptz not null default now(),
  created_by uuid default auth.uid(),
  primary key (project_id, id),
  foreign key (project_id, product_id) references public.inventory,
  -- A corrected purchase cost moves money and no pieces.
  constraint stock_movements_moves_check check (quantity <> 0 or cost <> 0 or vat_amount <> 0 or variance <> 0)
);
create index stock_movements_product_idx on public.stock_movements (project_id, product_id, on_date, id);
-- Reports and the journal read a period from this index alone.
create index stock_movements_day_idx on public.stock_movements (project_id, on_date)
  include (product_id, kind, stock_state, quantity, cost, vat_amount, variance, source_table, source_id, created_at);
create index stock_movements_source_idx on public.stock_movements (project_id, source_table, source_id);
comment on table public.stock_movements is
  'The stock ledger: signed pieces in sellable stock or among the bad orders, and their cost, insert-only. A transfer between both is two '
  'rows. vat_amount: the input VAT of a purchase, in no cost. variance: cost + variance is what its record says. on_date is the business '
  'date, at the moment of posting.';
select private.guard_table('public.stock_movements', p_append_only => true, p_read => '{stock.movements}', p_columns => 'project_id, id,
    product_id, kind, stock_state, quantity, on_date, source_table, source_id, source_line, created_at, created_by'),
  private.guard_ledger('public.stock_movements');

create or replace function private.lock_stock(p_project uuid, p_products uuid[]) returns void
language plpgsql set search_path = '' as $$
begin
  -- Each is found by its key: see private.lock_bookings.
  perform from (select distinct u.id from unnest(p_products) u(id) order by u.id) g
  cross join lateral (select from public.inventory i where i.project_id = p_project and i.product_id = g.id for no key update) l;
end $$;
comment on function private.lock_stock is 'Locks the stock of products in id order, before their pieces or live prices are read.';

create or replace function private.movement_cost(p_quantity int, p_cost numeric, p_on_hand int, p_value numeric, p_default numeric)
returns numeric
language sql immutable
return case
    when p_quantity > 0 then coalesce(p_cost, case when p_on_hand > 0 then round(p_value * p_quantity / p_on_hand, 2) else p_default end)
    when p_quantity = 0 then greatest(p_cost, -p_value)
    -- The last pieces take the whole value with them, so that nothing on hand is worth nothing.
    when p_on_hand + p_quantity <= 0 then -p_value
    when -p_cost < p_value then p_cost
    else -round(p_value * -p_quantity / p_on_hand, 2) end;
comment on function private.movement_cost is
  'Returns the signed cost of so many pieces that come in or go out: the given cost, or the moving average of what is on hand, or their '
  'default cost (p_default) when nothing is. What goes out at a given cost leaves some value to what stays; else it goes at the average.';

-- The body is resolved when it is created, so that the planner can put it into the query.
create or replace function private.stock_by_state(p_on_hand int, p_bad_order int) returns table (state text, pieces int)
language sql immutable rows 2
begin atomic
  select s.state, s.pieces from (values ('sellable', p_on_hand - p_bad_order), ('bad_order', p_bad_order)) s (state, pieces);
end;
comment on function private.stock_by_state is
  'Returns in which states the pieces of a product are that are on hand: what can be sold, and the bad orders.';
grant execute on function private.stock_by_state to authenticated;

create or replace function private.expect_on_days(p_project uuid, p_date date, p_products uuid[], p_pieces int[],
  p_states text[] default null, p_lines int[] default null) returns void
language plpgsql security definer set search_path = '' as $$
declare v record;
begin
  select p.description, t.*, d.on_date, d.there into v
  from (
    select x.product_id, coalesce(x.state, 'sellable') as state, -sum(x.pieces) as leaving, min(x.n) as n
    from unnest(p_products, p_pieces, p_states) with ordinality x (product_id, pieces, state, n)
    group by 1, 2 having sum(x.pieces) < 0) t
  join public.inventory i on i.project_id = p_project and i.product_id = t.product_id
  join public.products p on p.project_id = p_project and p.id = t.product_id
  join lateral private.stock_by_state(i.on_hand, i.bad_order) s on s.state = t.state
  -- Counted backwards from what is there now: each day of a movement tells what was there from the one before it on.
  cross join lateral (
    select coalesce(lag(m.on_date) over (order by m.on_date), p_date) as on_date,
      s.pieces - sum(sum(m.quantity)) over (order by m.on_date desc) as there
    from (
      select s.on_date, s.quantity from public.stock_movements s
      where s.project_id = p_project and s.product_id = t.product_id and s.on_date > p_date and s.stock_state = t.state
      union all select 'infinity', 0) m
    group by m.on_date) d
  where d.there < t.leaving order by t.n, d.on_date limit 1;
  if not found then return; end if;
  perform private.refuse('insufficient_stock', format('%s: only %s on hand on %s, %s needed.', v.description,
      format(case v.state when 'bad_order' then '%s bad-order pieces' else '%s sellable pieces' end, greatest(v.there, 0)),
      to_char(v.on_date, 'MM/DD/YYYY'), v.leaving),
    case when p_lines is not null then format('lines[%s].quantity', p_lines[v.n] - 1) end);
end $$;
comment on function private.expect_on_days is
  'Raises insufficient_stock when pieces that leave on a day (below zero; p_states: from where, null for sellable stock) were not there at '
  'its end or at that of a later day, and names the first such day. Days that were short before count only when they become shorter. The '
  'caller has locked the stock. p_lines: as in expect_available.';

create or replace function private.cost_movements(p_project uuid, p_products uuid[], p_pieces int[], p_costs numeric[] default null)
returns table (n bigint, cost numeric)
language plpgsql stable security definer rows 10 set search_path = '' as $$
begin
  return query
  with recursive moved as (
    -- A product may stand in several places: its movements count one after the other.
    select m.*, row_number() over (partition by m.product_id order by m.place) as step, i.on_hand, i.stock_value,
      case when m.pieces > 0 and m.given is null then private.line_amount(p.def_cost, p.def_cost_pieces, m.pieces) end as default_cost
    from unnest(p_products, p_pieces, p_costs) with ordinality m (product_id, pieces, given, place)
    join public.inventory i on i.project_id = p_project and i.product_id = m.product_id
    join public.products p on p.project_id = p_project and p.id = m.product_id
  ), priced as (
    select m.place, m.product_id, m.step, c.moved_cost, m.on_hand + m.pieces as on_hand, m.stock_value + c.moved_cost as stock_value
    from moved m
    cross join lateral (
      select private.movement_cost(m.pieces, m.given, m.on_hand, m.stock_value, m.default_cost) as moved_cost) c
    where m.step = 1
    union all
    select m.place, m.product_id, m.step, c.moved_cost, b.on_hand + m.pieces, b.stock_value + c.moved_cost
    from priced b
    join moved m on m.product_id = b.product_id and m.step = b.step + 1
    cross join lateral (
      select private.movement_cost(m.pieces, m.given, b.on_hand, b.stock_value, m.default_cost) as moved_cost) c
  )
  select p.place, p.moved_cost from priced p;
end $$;
comment on function private.cost_movements is
  'Returns what movements cost that are posted now, by their place: the given cost, or the moving average.';

create or replace function private.post_stock(p_project uuid, p_kind text, p_source_table text, p_source uuid,
  p_date date, p_products uuid[],
  p_pieces int[], p_costs numeric[] default null, p_vats numeric[] default null, p_lines uuid[] default null, p_states text[] default null,
  p_said numeric[] default null)
returns setof public.stock_movements
language plpgsql rows 10 set search_path = '' as $$
declare v_moment timestamptz := private.moment(p_project);
begin
  perform private.lock_stock(p_project, p_products);
  -- The constraints of inventory check the stock of today.
  if p_date < private.business_date(p_project) then
    perform private.expect_on_days(p_project, p_date, p_products, p_pieces, p_states);
  end if;
  return query
  insert into public.stock_movements (project_id, product_id, kind, stock_state, quantity, cost, vat_amount, variance,
    on_date, source_table, source_id,
    source_line, created_at)
  select p_project, m.product_id, p_kind, coalesce(m.state, 'sellable'), m.pieces, private.limit_amount(x.cost, 'quantity'),
    coalesce(m.vat, 0), coalesce(m.said - x.cost, 0), p_date, p_source_table, p_source, m.line_id, v_moment
  from unnest(p_products, p_pieces, p_vats, p_lines, p_states, p_said)
    with ordinality m (product_id, pieces, vat, line_id, state, said, n)
  join private.cost_movements(p_project, p_products, p_pieces, p_costs) x on x.n = m.n order by m.n
  returning *;
end $$;
comment on function private.post_stock is
  'Posts movements of a document to the stock ledger, all of one kind and day: pieces of each product, below zero those that leave. '
  'p_costs: what they cost, as far as the stock has that value; null for the moving average. p_said: what a purchase record says that '
  'they cost, where the difference is kept. Returns the rows with their cost, in the order of p_products. Locks the stock of the '
  'products. Raises insufficient_stock for a day on which pieces that leave were not there.';

create or replace function private.first_short(p_project uuid, p_products uuid[], p_pieces int[], p_reserved boolean default false)
returns table (n bigint, pieces int, pieces_left int, description text)
language sql stable rows 1 set search_path = '' as $$
  select m.n, m.pieces, (m.there - m.needed + m.pieces)::int, p.description
  from (
    select x.n, x.product_id, x.pieces, sum(x.pieces) over (partition by x.product_id order by x.n) as needed,
      case when p_reserved then i.on_hand - i.bad_order else i.available end as there
    from unnest(p_products, p_pieces) with ordinality x (product_id, pieces, n)
    join public.inventory i on i.project_id = p_project and i.product_id = x.product_id) m
  join public.products p on p.project_id = p_project and p.id = m.product_id
  where m.needed > m.there order by m.n limit 1
$$;
comment on function private.first_short is
  'Returns the first place of p_products whose pieces are not there any more once those before it are taken, with what is left for it: of '
  'what is available, or with p_reserved of all that can be sold. No row when there is enough. The caller has locked the stock.';

create or replace function private.keep_stock() returns trigger
language plpgsql security definer set search_path = '' as $$
declare v_most int;
begin
  with moved as (
    select p.project_id, p.product_id,
      coalesce(sum(p.quantity) filter (where p.kind = 'purchase'), 0)::int as purchased,
      coalesce(sum(p.quantity) filter (where p.kind = 'supplier_return'), 0)::int as supplier_returned,
      coalesce(sum(p.quantity) filter (where p.kind = 'issue'), 0)::int as issued,
      coalesce(sum(p.quantity) filter (where p.kind in ('return_in', 'return_credit')), 0)::int as returned,
      coalesce(sum(p.quantity) filter (where p.kind in ('adjustment', 'write_off')), 0)::int as adjusted,
      coalesce(sum(p.quantity) filter (where p.stock_state = 'bad_order'), 0)::int as bad_order, sum(p.cost) as cost
    from posted p group by p.project_id, p.product_id
  ), kept as (
    update public.inventory i set
      purchased = i.purchased + m.purchased,
      supplier_returned = i.supplier_returned - m.supplier_returned,
      used_stocks = i.used_stocks - m.issued,
      -- A booking has reserved what is issued.
      reserved = i.reserved + m.issued,
      stocks_returned = i.stocks_returned + m.returned,
      adjusted = i.adjusted + m.adjusted,
      bad_order = i.bad_order + m.bad_order,
      stock_value = i.stock_value + m.cost,
      modified_at = now()
    from moved m
    where i.project_id = m.project_id and i.product_id = m.product_id
    returning greatest(i.purchased, i.supplier_returned, i.used_stocks, i.stocks_returned, abs(i.adjusted)) as most
  )
  select max(k.most) into v_most from kept k;
  -- The quantity on hand is computed from these figures and has to fit its column.
  if v_most > 500000000 then perform private.invalid('quantity', 'A product has at most 500,000,000 pieces in and out.'); end if;
  return null;
end $$;
comment on function private.keep_stock is
  'Trigger: keeps inventory equal to the sums of its ledger (docs/domain.md, invariant 4), once for all movements of a statement. What is '
  'issued is no longer reserved.';
create trigger keep_stock after insert on public.stock_movements referencing new table as posted
  for each statement execute function private.keep_stock();

create or replace function private.read_stock_state(p_line jsonb, p_goods_come_back boolean, p_path text) returns text
language plpgsql immutable set search_path = '' as $$
declare v text := coalesce(private.read_text(p_line, 'stock_state', false, p_path), 'sellable');
begin
  if v not in ('sellable', 'bad_order') or (v <> 'sellable' and not p_goods_come_back) then
    perform private.invalid(p_path || 'stock_state', 'Choose where the goods go.');
  end if;
  return v;
end $$;
comment on function private.read_stock_state is 'Reads where goods that come back go: sellable (the default) or bad_order. Errors: 22023.';

create index stock_movements_purchase_idx on public.stock_movements (project_id, on_date) include (source_id)
  where source_table = 'purchases';

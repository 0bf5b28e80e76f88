-- Products, the stock ledger and inventory.
-- See docs/domain.md, Stock, and invariants 4 and 5.

create table public.products (
  project_id uuid not null references public.projects (id),
  id uuid not null default gen_random_uuid(),
  description text not null check (btrim(description) <> '' and length(description) <= 200),
  sort_key text not null generated always as (private.sort_key(description)) stored,
  supplier text check (length(supplier) <= 200),
  material_code text not null check (btrim(material_code) <> '' and length(material_code) <= 60),
  category1 text,
  category2 text,
  category3 text,
  unit_of_measure text not null default 'pc' check (length(unit_of_measure) between 1 and 20),
  case_config int not null default 1 check (case_config between 1 and 100000),
  liters_per_case numeric(10,3) not null default 0 check (liters_per_case >= 0),
  status text not null default 'active' check (status in ('active', 'inactive')),
  -- What a price means that is typed without its unit.
  price_unit text not null default 'piece' check (price_unit in ('piece', 'case')),
  vat_class text not null default 'vatable' check (vat_class in ('vatable', 'exempt', 'zero_rated')),
  def_cost numeric(14,2) not null default 0 check (def_cost >= 0),
  def_cost_pieces int not null default 1 check (def_cost_pieces between 1 and 100000),
  def_srp numeric(14,2) not null default 0 check (def_srp >= 0),
  def_srp_pieces int not null default 1 check (def_srp_pieces between 1 and 100000),
  selected_color text check (selected_color ~ '^#[0-9a-f]{6}$'),
  reorder_level int check (reorder_level between 0 and 100000000),
  version int not null default 1,
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  primary key (project_id, id)
);
create unique index products_material_code_key on public.products (project_id, lower(material_code));
create index products_list_idx on public.products (project_id, sort_key, id);
comment on table public.products is
  'Products of a company. Quantities are in pieces; case_config is pieces per case. def_cost and def_srp are defaults, each for '
  'def_cost_pieces or def_srp_pieces pieces (1: per piece). price_unit: the unit of a price that is typed without one. vat_class: that of '
  'its sales, unless the customer''s is another. reorder_level: available pieces below which the product is to be bought; null = none.';
select private.guard_table('public.products');

create table public.inventory (
  project_id uuid not null,
  product_id uuid not null,
  stats text not null default 'available' check (stats in ('available', 'unavailable')),
  purchased int not null default 0 check (purchased >= 0),
  supplier_returned int not null default 0 check (supplier_returned >= 0),
  used_stocks int not null default 0 check (used_stocks >= 0),
  stocks_returned int not null default 0 check (stocks_returned >= 0),
  adjusted int not null default 0,
  reserved int not null default 0,
  -- Pieces on hand that cannot be sold any more.
  bad_order int not null default 0,
  on_hand int not null generated always as (purchased - supplier_returned - used_stocks + stocks_returned + adjusted) stored,
  available int not null
    generated always as (purchased - supplier_returned - used_stocks + stocks_returned + adjusted - bad_order - reserved) stored,
  -- Moving average cost: cost of what is on hand, out of the ledger; 0 when nothing is on hand.
  stock_value numeric(18,2) not null default 0 check (stock_value >= 0),
  current_srp numeric(14,2) not null default 0 check (current_srp >= 0),
  current_srp_pieces int not null default 1 check (current_srp_pieces between 1 and 100000),
  reorder_level int,
  below_reorder boolean not null generated always as (
    coalesce(purchased - supplier_returned - used_stocks + stocks_returned + adjusted - bad_order - reserved < reorder_level,
      false)) stored,
  modified_at timestamptz not null default now(),
  primary key (project_id, product_id),
  foreign key (project_id, product_id) references public.products (project_id, id),
  constraint inventory_on_hand_check check (on_hand >= bad_order),
  constraint inventory_bad_order_check check (bad_order >= 0),
  constraint inventory_reserved_check check (reserved >= 0)
);
comment on table public.inventory is
  'Sums of the stock ledger per product, in pieces, kept by trigger: on_hand = purchased - supplier_returned - used_stocks + '
  'stocks_returned + adjusted; bad_order: the part of on_hand that cannot be sold; available = on_hand - bad_order - reserved. stock_value '
  'is the moving average cost of what is on hand, current_srp the live price of current_srp_pieces pieces. reorder_level is copied from '
  'the product; below_reorder: fewer pieces are available.';
select private.guard_table('public.inventory');

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
  on_date date not null,
  source_table text not null,
  source_id uuid not null,
  source_line uuid,
  created_at timestamptz not null default now(),
  created_by uuid default auth.uid(),
  primary key (project_id, id),
  foreign key (project_id, product_id) references public.inventory (project_id, product_id),
  -- A corrected purchase cost moves money and no pieces.
  constraint stock_movements_moves_check check (quantity <> 0 or cost <> 0 or vat_amount <> 0)
);
create index stock_movements_product_idx on public.stock_movements (project_id, product_id, on_date, id);
-- Reports and the journal read a period from this index alone.
create index stock_movements_day_idx on public.stock_movements (project_id, on_date)
  include (product_id, kind, stock_state, quantity, cost, vat_amount, source_table, source_id, created_at);
create index stock_movements_source_idx on public.stock_movements (project_id, source_table, source_id);
comment on table public.stock_movements is
  'The stock ledger: signed pieces in sellable stock or among the bad orders, and their cost, insert-only. A transfer between both is two '
  'rows. vat_amount: the input VAT of a purchase, in no cost. on_date is the business date, at the moment of posting.';
select private.guard_table('public.stock_movements', p_append_only => true);
create trigger expect_open after insert on public.stock_movements referencing new table as posted
  for each statement execute function private.refuse_closed_entries();
create trigger open_months after insert on public.stock_movements referencing new table as posted
  for each statement execute function private.open_months();

create or replace function private.open_inventory() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.inventory (project_id, product_id, current_srp, current_srp_pieces, reorder_level)
  values (new.project_id, new.id, new.def_srp, new.def_srp_pieces, new.reorder_level);
  return null;
end $$;
comment on function private.open_inventory is 'Trigger: gives a new product an empty inventory row at its default SRP.';
create trigger open_inventory after insert on public.products for each row execute function private.open_inventory();

create or replace function private.copy_reorder_level() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.inventory set reorder_level = new.reorder_level where project_id = new.project_id and product_id = new.id;
  return null;
end $$;
comment on function private.copy_reorder_level is
  'Trigger: copies a product''s reorder level to its inventory row, where the two are compared.';
create trigger copy_reorder_level after update of reorder_level on public.products
  for each row when (new.reorder_level is distinct from old.reorder_level) execute function private.copy_reorder_level();

create or replace function private.category_error(p_project uuid, p_level int, p_category text) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when p_category = any (l.list) then null
    when l.list = '{}' then 'The project has no such categories. Leave it empty, or add them in the settings of the project.'
    else coalesce((select format('The project writes it %s.', c) from unnest(l.list) c where lower(c) = lower(p_category) limit 1),
      'This is not in the project''s list of categories.') end
  from (select case p_level when 1 then p.product_categories1 when 2 then p.product_categories2 else p.product_categories3 end as list
    from public.projects p where p.id = p_project) l
  where p_category is not null
$$;
comment on function private.category_error is
  'Returns why a product cannot be given a category of a level (1 to 3): the lists of the project do not have it. Null when they do.';

create or replace function private.check_categories() returns trigger
language plpgsql security definer set search_path = '' as $$
declare v record;
begin
  for v in
    select c.field, c.given, private.category_error(new.project_id, c.level, c.given) as error
    from (values (1, 'category1', new.category1, case when tg_op = 'UPDATE' then old.category1 end),
      (2, 'category2', new.category2, case when tg_op = 'UPDATE' then old.category2 end),
      (3, 'category3', new.category3, case when tg_op = 'UPDATE' then old.category3 end)) c (level, field, given, kept)
    where c.given is distinct from c.kept
  loop
    if v.error is not null
      and not exists (select from private.import_records r join public.imports i on i.project_id = r.project_id and i.id = r.import_id
        where r.project_id = new.project_id and r.record_id = new.id and i.undone_at = now() and r.before ->> v.field = v.given) then
      perform private.invalid(v.field, v.error);
    end if;
  end loop;
  return new;
end $$;
comment on function private.check_categories is
  'Trigger: gives products categories of the project''s lists only. A product keeps one that was taken from the list later, and gets it '
  'back when an import that changed it is undone.';
create trigger check_categories before insert or update of category1, category2, category3 on public.products
  for each row execute function private.check_categories();

create trigger touch before update on public.products for each row execute function private.touch();
select private.audit_table('public.products');
select private.audit_table('public.inventory', '{update,delete}');

-- ---------------------------------------------------------------------------------------------
-- Price history
-- ---------------------------------------------------------------------------------------------

create table public.price_changes (
  project_id uuid not null,
  id bigint generated always as identity,
  product_id uuid not null,
  price text not null check (price in ('def_cost', 'def_srp', 'current_srp', 'list_price', 'list_floor', 'list_percent')),
  old_price numeric(14,2) not null,
  old_pieces int not null default 1,
  new_price numeric(14,2) not null,
  new_pieces int not null default 1,
  source_table text,
  source_id uuid,
  created_at timestamptz not null default now(),
  created_by uuid default auth.uid(),
  primary key (project_id, id),
  foreign key (project_id, product_id) references public.products (project_id, id)
);
create index price_changes_product_idx on public.price_changes (project_id, product_id, id desc);
comment on table public.price_changes is
  'Price history: every change of a product''s default cost, default SRP, live SRP, or price, floor or percentage of its category in a '
  'price list, with the document that made it (none for the defaults and lists). Each price is for so many pieces. Insert-only.';
select private.guard_table('public.price_changes', p_append_only => true);

create or replace function private.note_default_prices() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (new.def_cost, new.def_cost_pieces) <> (old.def_cost, old.def_cost_pieces) then
    insert into public.price_changes (project_id, product_id, price, old_price, old_pieces, new_price, new_pieces)
    values (new.project_id, new.id, 'def_cost', old.def_cost, old.def_cost_pieces, new.def_cost, new.def_cost_pieces);
  end if;
  if (new.def_srp, new.def_srp_pieces) <> (old.def_srp, old.def_srp_pieces) then
    insert into public.price_changes (project_id, product_id, price, old_price, old_pieces, new_price, new_pieces)
    values (new.project_id, new.id, 'def_srp', old.def_srp, old.def_srp_pieces, new.def_srp, new.def_srp_pieces);
  end if;
  return null;
end $$;
create trigger note_default_prices after update of def_cost, def_cost_pieces, def_srp, def_srp_pieces on public.products
  for each row execute function private.note_default_prices();

create or replace function private.lock_stock(p_project uuid, p_products uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Each is found by its key: see private.lock_bookings.
  perform from (select distinct u.id from unnest(p_products) u(id) order by u.id) g
  cross join lateral (select from public.inventory i where i.project_id = p_project and i.product_id = g.id for no key update) l;
end $$;
comment on function private.lock_stock is 'Locks the stock of products in id order, before their pieces or live prices are read.';

create or replace function private.set_live_srp(p_project uuid, p_product uuid, p_srp numeric, p_pieces int, p_source_table text,
  p_source_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare v_was record;
begin
  select current_srp as price, current_srp_pieces as pieces into v_was
  from public.inventory where project_id = p_project and product_id = p_product for no key update;
  if private.price_each(v_was.price, v_was.pieces) = private.price_each(p_srp, p_pieces) then return; end if;
  update public.inventory set current_srp = p_srp, current_srp_pieces = p_pieces, modified_at = now()
  where project_id = p_project and product_id = p_product;
  insert into public.price_changes (project_id, product_id, price, old_price, old_pieces, new_price, new_pieces, source_table, source_id)
  values (p_project, p_product, 'current_srp', v_was.price, v_was.pieces, p_srp, p_pieces, p_source_table, p_source_id);
end $$;
comment on function private.set_live_srp is
  'Changes the live price of a product, unless it is the same per piece. Only purchases and approved product-edit requests call it; '
  'existing documents keep their own prices.';

-- ---------------------------------------------------------------------------------------------
-- Policies: reading, and writing of master data
-- ---------------------------------------------------------------------------------------------

-- Cost and supplier are read with product_costs; what was bought, used and returned with the stock ledger.
grant select (project_id, id, description, sort_key, material_code, category1, category2, category3, unit_of_measure, case_config,
  liters_per_case, status, price_unit, vat_class, def_srp, def_srp_pieces, selected_color, reorder_level, version,
  created_by, created_at, modified_at)
  on public.products to authenticated;
grant select (project_id, product_id, stats, reserved, bad_order, on_hand, available, current_srp, current_srp_pieces,
  reorder_level, below_reorder, modified_at)
  on public.inventory to authenticated;
grant select (project_id, id, product_id, kind, stock_state, quantity, on_date, source_table, source_id,
  source_line, created_at, created_by)
  on public.stock_movements to authenticated;
grant select on public.price_changes to authenticated;
grant insert (project_id, id, description, supplier, material_code, category1, category2, category3, unit_of_measure, case_config,
  liters_per_case, price_unit, vat_class, def_cost, def_cost_pieces, def_srp, def_srp_pieces, selected_color,
  reorder_level) on public.products to authenticated;
grant update (description, supplier, material_code, category1, category2, category3, unit_of_measure, case_config,
  liters_per_case, status, price_unit, vat_class, def_cost, def_cost_pieces, def_srp, def_srp_pieces, selected_color,
  reorder_level) on public.products to authenticated;

create policy products_select on public.products for select to authenticated
  using (project_id = any ((select private.projects_with('stock.read'))::uuid[]));
create policy products_insert on public.products for insert to authenticated
  with check (project_id = any ((select private.projects_with('products.write'))::uuid[]));
create policy products_update on public.products for update to authenticated
  using (project_id = any ((select private.projects_with('products.write'))::uuid[]))
  with check (project_id = any ((select private.projects_with('products.write'))::uuid[]));
create policy inventory_select on public.inventory for select to authenticated
  using (project_id = any ((select private.projects_with('stock.read'))::uuid[]));
create policy price_changes_select on public.price_changes for select to authenticated
  using (project_id = any ((select private.projects_with('stock.read'))::uuid[])
    and (price <> 'def_cost' or project_id = any ((select private.projects_with('costs.read'))::uuid[]))
    and (price not in ('list_price', 'list_floor', 'list_percent')
      or project_id = any ((select private.projects_with('prices.read'))::uuid[])));
create policy stock_movements_select on public.stock_movements for select to authenticated
  using (project_id = any ((select private.projects_with('stock.movements'))::uuid[]));

-- Its body is resolved when it is created, so that it needs no search path and the planner can put it into the query.
create or replace function private.in_category(p_category text, p_wanted text) returns boolean
language sql immutable return p_wanted is null or p_category is not distinct from nullif(p_wanted, '(none)');
comment on function private.in_category is
  'Returns whether a category, of a product or an expense, is the one that a filter asks for: null asks for all, (none) for none.';
grant execute on function private.in_category(text, text) to authenticated;

create or replace function private.product_costs(p_project uuid, p_products uuid[] default null)
returns table (product_id uuid, supplier text, def_cost numeric, def_cost_pieces int)
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.scope_of(p_project, 'costs.read') is null then return; end if;
  if p_products is null then
    return query select p.id, p.supplier, p.def_cost, p.def_cost_pieces from public.products p where p.project_id = p_project;
  else
    return query select p.id, p.supplier, p.def_cost, p.def_cost_pieces
      from public.products p where p.project_id = p_project and p.id = any (p_products);
  end if;
end $$;
comment on function private.product_costs is
  'Returns supplier and default cost of these products (null: all) to users with costs.read, and no row to others: functions with the '
  'caller''s rights join it and get null where the caller may not read them.';

create or replace function public.product_costs(p_project uuid, p_products uuid[] default null)
returns table (product_id uuid, supplier text, def_cost numeric, def_cost_pieces int)
language plpgsql stable security invoker set search_path = '' as $$
begin
  if private.scope_of(p_project, 'costs.read') is null then perform private.forbid(); end if;
  return query select c.product_id, c.supplier, c.def_cost, c.def_cost_pieces
    from private.product_costs(p_project, p_products) c order by c.product_id;
end $$;
comment on function public.product_costs is
  'Returns supplier and default cost of these products, or of all, in the order of product_id. Needs costs.read: the columns are not read '
  'from the table. Errors: 42501.';
grant execute on function private.product_costs(uuid, uuid[]), public.product_costs(uuid, uuid[]) to authenticated;

create or replace function private.filtered_products(p_project uuid, p_filters jsonb)
returns table (id uuid, sort_key text, material_code text, description text, supplier text, category1 text, category2 text, category3 text,
  unit_of_measure text, case_config int, liters_per_case numeric, status text, price_unit text, def_cost numeric, def_cost_pieces int,
  def_srp numeric, def_srp_pieces int,
  selected_color text, current_srp numeric, current_srp_pieces int, on_hand int, reserved int, available int, reorder_level int,
  below_reorder boolean, below_cost boolean)
language plpgsql stable security invoker set search_path = '' as $$
declare
  v_search text := private.search_text(p_filters ->> 'search');
  v_below_cost boolean := private.read_boolean(p_filters, 'below_cost');
  v_below_reorder boolean := private.read_boolean(p_filters, 'below_reorder');
  v_on_hand boolean := private.read_boolean(p_filters, 'on_hand');
begin
  return query
  select p.id, p.sort_key, p.material_code, p.description, c.supplier, p.category1, p.category2, p.category3,
    p.unit_of_measure, p.case_config, p.liters_per_case, p.status, p.price_unit, c.def_cost, c.def_cost_pieces, p.def_srp,
    p.def_srp_pieces, p.selected_color,
    i.current_srp, i.current_srp_pieces, i.on_hand, i.reserved, i.available, p.reorder_level, i.below_reorder, v.below_cost
  from public.products p
  join public.inventory i on i.project_id = p.project_id and i.product_id = p.id
  left join private.product_costs(p_project) c on c.product_id = p.id
  cross join lateral (select least(private.price_each(i.current_srp, i.current_srp_pieces), private.price_each(p.def_srp, p.def_srp_pieces))
    < private.price_each(c.def_cost, c.def_cost_pieces) as below_cost) v
  where p.project_id = p_project and i.project_id = p_project
    and private.in_category(p.category1, p_filters ->> 'category1')
    and private.in_category(p.category2, p_filters ->> 'category2')
    and private.in_category(p.category3, p_filters ->> 'category3')
    and (p_filters ->> 'status' is null or p.status = p_filters ->> 'status')
    and (not v_on_hand or i.on_hand > 0)
    and (not v_below_reorder or i.below_reorder)
    and (not v_below_cost or v.below_cost)
    and (v_search is null or position(v_search in private.search_text(concat_ws(E'\x1f', p.description, p.material_code, c.supplier))) > 0);
end $$;
comment on function private.filtered_products is
  'Returns the products that match the filters of a list, with their stock: {search, category1, category2, category3 ((none) = without '
  'one), status, on_hand (only products on hand), below_reorder (only products to reorder), below_cost (live or default SRP below the '
  'default cost)}. Supplier, default cost and below_cost are null without costs.read, and filters on them find nothing.';

create or replace function public.inventory_totals(p_project uuid, p_filters jsonb default '{}')
returns table (products bigint, on_hand bigint, reserved bigint, available bigint, litres numeric, srp_value numeric, cost_value numeric,
  below_cost bigint, below_reorder bigint)
language sql stable security invoker set search_path = '' as $$
  select count(*), coalesce(sum(f.on_hand), 0), coalesce(sum(f.reserved), 0), coalesce(sum(f.available), 0),
    coalesce(sum(f.on_hand * f.liters_per_case / f.case_config), 0),
    coalesce(sum(private.line_amount(f.current_srp, f.current_srp_pieces, f.on_hand)), 0.00),
    case when private.scope_of(p_project, 'costs.read') is not null
      then coalesce(sum(private.line_amount(f.def_cost, f.def_cost_pieces, f.on_hand)), 0.00) end,
    case when private.scope_of(p_project, 'costs.read') is not null then count(*) filter (where f.below_cost) end,
    count(*) filter (where f.below_reorder)
  from private.filtered_products(p_project, p_filters) f
$$;
comment on function public.inventory_totals is
  'Sums of the products that match the filters, in pieces and in the project''s currency: on hand, reserved, available, liters on hand, '
  'value at live SRP and at default cost, and the numbers of products sold below cost and to reorder. p_filters: {search, category1, '
  'category2, category3 ((none) = without one), status, on_hand, below_reorder, below_cost}. The value at cost and the number below cost '
  'are null without costs.read. Rows are those that the caller may read.';

grant execute on function private.filtered_products(uuid, jsonb) to authenticated;
grant execute on function public.inventory_totals(uuid, jsonb) to authenticated;

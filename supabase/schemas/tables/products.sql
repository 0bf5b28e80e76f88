-- Products, what the branch has of each (inventory), and the history of their prices.

create table public.products (
  project_id uuid not null references public.projects (id),
  id uuid not null default gen_random_uuid(),
  description text not null check (btrim(description) <> '' and length(description) <= 200),
  sort_key text not null generated always as (private.sort_key(description)) stored,
  supplier text check (length(supplier) <= 200),
  supplier_id uuid,
  material_code text not null check (btrim(material_code) <> '' and length(material_code) <= 60),
  category1 text,
  category2 text,
  category3 text,
  -- Said with other categories: the day from which they count; empty again afterwards.
  -- A day as people write it: as a date, PostgreSQL would take "yesterday".
  category_from text,
  -- Said with a supplier: whether the name may be a new one; empty again afterwards.
  new_supplier boolean,
  unit_of_measure text not null default 'pc' check (length(unit_of_measure) between 1 and 20),
  case_config int not null default 1 check (case_config between 1 and 100000),
  liters_per_case numeric(10,3) not null default 0 check (liters_per_case >= 0),
  status text not null default 'active' check (status in ('active', 'inactive')),
  -- The product that this one is.
  merged_into uuid,
  -- What a price means that is typed without its unit.
  price_unit text not null default 'piece' check (price_unit in ('piece', 'case')),
  vat_class text not null default 'vatable' check (vat_class in ('vatable', 'exempt', 'zero_rated')),
  def_cost numeric(14,2) not null default 0 check (def_cost >= 0),
  def_cost_pieces int not null default 1 check (def_cost_pieces between 1 and 100000),
  def_srp numeric(14,2) not null default 0 check (def_srp >= 0),
  def_srp_pieces int not null default 1 check (def_srp_pieces between 1 and 100000),
  selected_color text check (selected_color ~ '^#[0-9a-f]{6}$'),
  reorder_level int check (reorder_level between 0 and 100000000),
  like private.stamped including defaults,
  primary key (project_id, id),
  foreign key (project_id, supplier_id) references public.suppliers,
  foreign key (project_id, merged_into) references public.products,
  constraint products_merged_check check (merged_into is null or status = 'inactive')
);
create index products_merged_idx on public.products (project_id, merged_into) where merged_into is not null;
create unique index products_material_code_key on public.products (project_id, lower(material_code));
create index products_supplier_idx on public.products (project_id, supplier_id);
create index products_list_idx on public.products (project_id, sort_key, id);
comment on table public.products is
  'Products of a company. Quantities are in pieces; case_config is pieces per case. def_cost and def_srp are defaults, each for '
  'def_cost_pieces or def_srp_pieces pieces (1: per piece). price_unit: the unit of a price that is typed without one. vat_class: that of '
  'its sales, unless the customer''s is another. reorder_level: available pieces below which the product is to be bought; null = none.';
create or replace function private.refuse_other_letters() returns trigger
language plpgsql set search_path = '' as $$
begin
  if private.letter_problem(new.material_code) is not null and (tg_op = 'INSERT' or new.material_code <> old.material_code) then
    perform private.invalid('material_code', private.letter_problem(new.material_code));
  end if;
  return new;
end $$;
comment on function private.refuse_other_letters is
  'Trigger: refuses a new material code with letters of another script, which look like those of an older one.';
create trigger refuse_other_letters before insert or update of material_code on public.products
  for each row when (new.material_code ~ '[^\x01-\x7f]') execute function private.refuse_other_letters();
create trigger take_supplier before insert or update of supplier on public.products
  for each row execute function private.take_supplier();
-- Cost and supplier are read with product_costs.
select private.guard_table('public.products', p_read => '{stock.read}', p_write => '{products.write}', p_columns => 'project_id, id,
  description, sort_key, material_code, category1, category2, category3, category_from, new_supplier, unit_of_measure, case_config,
  liters_per_case, status, merged_into, price_unit, vat_class, def_srp, def_srp_pieces, selected_color, reorder_level, version, created_by,
  created_at, modified_at');

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
  foreign key (project_id, product_id) references public.products,
  constraint inventory_on_hand_check check (on_hand >= bad_order),
  constraint inventory_bad_order_check check (bad_order >= 0),
  constraint inventory_reserved_check check (reserved >= 0)
);
comment on table public.inventory is
  'Sums of the stock ledger per product, in pieces, kept by trigger: on_hand = purchased - supplier_returned - used_stocks + '
  'stocks_returned + adjusted; bad_order: the part of on_hand that cannot be sold; available = on_hand - bad_order - reserved. stock_value '
  'is the moving average cost of what is on hand, current_srp the live price of current_srp_pieces pieces. reorder_level is copied from '
  'the product; below_reorder: fewer pieces are available.';
-- What was bought, used and returned is read with the stock ledger.
select private.guard_table('public.inventory', p_audit => '{update,delete}', p_read => '{stock.read}', p_columns => 'project_id, product_id,
  stats, reserved, bad_order, on_hand, available, current_srp, current_srp_pieces, reorder_level, below_reorder, modified_at');

create or replace function private.keep_inventory() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    insert into public.inventory (project_id, product_id, current_srp, current_srp_pieces, reorder_level)
    values (new.project_id, new.id, new.def_srp, new.def_srp_pieces, new.reorder_level);
  else
    update public.inventory set reorder_level = new.reorder_level where project_id = new.project_id and product_id = new.id;
  end if;
  return null;
end $$;
comment on function private.keep_inventory is
  'Trigger: gives a new product an empty inventory row at its default SRP, and that row the product''s reorder level, with which it is '
  'compared.';
create trigger open_inventory after insert on public.products for each row execute function private.keep_inventory();
create trigger copy_reorder_level after update of reorder_level on public.products
  for each row when (new.reorder_level is distinct from old.reorder_level) execute function private.keep_inventory();

create or replace function private.category_error(p_project uuid, p_level int, p_category text) returns text
language sql stable set search_path = '' as $$
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

create table public.category_changes (
  project_id uuid not null,
  id bigint generated always as identity,
  product_id uuid not null,
  -- Empty: since ever.
  on_date date,
  categories text[] not null,
  created_at timestamptz not null default now(),
  created_by uuid default auth.uid(),
  primary key (project_id, id),
  foreign key (project_id, product_id) references public.products
);
create index category_changes_product_idx on public.category_changes (project_id, product_id, id);
comment on table public.category_changes is
  'The categories (1 to 3) of each product that was given others, with the day from which they count, and first those that it had since '
  'ever: a later change of an earlier day counts from that day on. Insert-only.';
select private.guard_table('public.category_changes', p_append_only => true, p_read => '{stock.read}',
  p_columns => 'project_id, id, product_id, on_date, categories, created_at, created_by');

create view private.changed_categories with (security_invoker = true) as
select c.project_id, c.product_id, coalesce(c.on_date, '-infinity') as from_day,
  -- A change counts until the day of one that was made later.
  coalesce(min(c.on_date) over (partition by c.project_id, c.product_id order by c.id rows between 1 following and unbounded following),
    'infinity') as until_day,
  c.categories
from public.category_changes c;
comment on view private.changed_categories is
  'The categories of each day (from from_day on, before until_day) of the products that were given others. Those of any other product are '
  'its own: reports of a period join this by the day on which a row counts.';
grant select on private.changed_categories to authenticated;

create or replace function private.categories_on(p_project uuid, p_product uuid, p_date date) returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(
    (select c.categories from private.changed_categories c
      where c.project_id = p_project and c.product_id = p_product and p_date >= c.from_day and p_date < c.until_day),
    (select array[g.category1, g.category2, g.category3] from public.products g where g.project_id = p_project and g.id = p_product));
end $$;
comment on function private.categories_on is 'Returns the categories (1 to 3) that a product has on a day.';

create trigger check_categories before insert or update of category1, category2, category3 on public.products
  for each row execute function private.check_categories();

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
  foreign key (project_id, product_id) references public.products
);
create index price_changes_product_idx on public.price_changes (project_id, product_id, id desc);
comment on table public.price_changes is
  'Price history: every change of a product''s default cost, default SRP, live SRP, or price, floor or percentage of its category in a '
  'price list, with the document that made it (none for the defaults and lists). Each price is for so many pieces. Insert-only.';
select private.guard_table('public.price_changes', p_append_only => true);

create or replace function private.note_default_prices() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.price_changes (project_id, product_id, price, old_price, old_pieces, new_price, new_pieces)
  select new.project_id, new.id, c.*
  from (values ('def_cost', old.def_cost, old.def_cost_pieces, new.def_cost, new.def_cost_pieces),
    ('def_srp', old.def_srp, old.def_srp_pieces, new.def_srp, new.def_srp_pieces)) c (price, was, was_pieces, price_now, pieces_now)
  where (c.was, c.was_pieces) <> (c.price_now, c.pieces_now);
  return null;
end $$;
create trigger note_default_prices after update of def_cost, def_cost_pieces, def_srp, def_srp_pieces on public.products
  for each row execute function private.note_default_prices();

-- ---------------------------------------------------------------------------------------------
-- Policies: reading, and writing of master data
-- ---------------------------------------------------------------------------------------------

grant select on public.price_changes to authenticated;
grant insert (project_id, id, description, supplier, new_supplier, material_code, category1, category2, category3, unit_of_measure,
  case_config, liters_per_case, price_unit, vat_class, def_cost, def_cost_pieces, def_srp, def_srp_pieces, selected_color,
  reorder_level) on public.products to authenticated;
grant update (description, supplier, new_supplier, material_code, category1, category2, category3, category_from, unit_of_measure,
  case_config, liters_per_case, status, price_unit, vat_class, def_cost, def_cost_pieces, def_srp, def_srp_pieces, selected_color,
  reorder_level) on public.products to authenticated;

create policy price_changes_select on public.price_changes for select to authenticated
  using (project_id = any ((select private.projects_with('stock.read'))::uuid[])
    and (price <> 'def_cost' or project_id = any ((select private.projects_with('costs.read'))::uuid[]))
    and (price not in ('list_price', 'list_floor', 'list_percent')
      or project_id = any ((select private.projects_with('prices.read'))::uuid[])));

-- Its body is resolved when it is created, so that it needs no search path and the planner can put it into the query.
create or replace function private.in_category(p_category text, p_wanted text) returns boolean
language sql immutable return p_wanted is null or p_category is not distinct from nullif(p_wanted, '(none)');
comment on function private.in_category is
  'Returns whether a category, of a product or an expense, is the one that a filter asks for: null asks for all, (none) for none.';


alter table public.products add column import_id uuid;
grant select (import_id) on public.products to authenticated;
alter table public.products add foreign key (project_id, import_id) references public.imports;
create index products_import_idx on public.products (project_id, import_id) where import_id is not null;

create or replace function private.category_choices(p_project uuid) returns table (level int, category text)
language plpgsql stable set search_path = '' as $$
begin
  return query
  select n.level, n.category from (
    select l.level, c.category, c.place from public.projects p
    cross join lateral (values (1, p.product_categories1), (2, p.product_categories2), (3, p.product_categories3)) l (level, list)
    cross join lateral unnest(l.list) with ordinality c (category, place)
    where p.id = p_project
    union all
    select l.level, l.category, null
    from (select distinct p.category1, p.category2, p.category3 from public.products p where p.project_id = p_project) p
    cross join lateral (values (1, p.category1), (2, p.category2), (3, p.category3)) l (level, category)
    where l.category is not null) n
  group by n.level, n.category order by n.level, min(n.place) nulls last, n.category;
end $$;
comment on function private.category_choices is
  'Lists the categories that a filter offers, by level (1 to 3): the project''s lists in their order, then those that products have but '
  'the lists do not, by name. Rows are those that the caller may read.';

grant execute on function private.in_category, private.category_choices to authenticated;

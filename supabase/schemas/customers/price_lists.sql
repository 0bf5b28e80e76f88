-- Price lists, groups of customers, and the price that a booking proposes. See docs/ledgers.md.

create table public.price_lists (
  project_id uuid not null references public.projects (id),
  id uuid not null default gen_random_uuid(),
  name text not null check (btrim(name) <> '' and length(name) <= 60),
  sort_key text not null generated always as (private.sort_key(name)) stored,
  valid_from date not null,
  -- For customers without a list of their own or of their group.
  is_default boolean not null default false,
  -- Percentage of a price of the list below which it needs an override; null = no floor of the list.
  floor_percent numeric(5,2) check (floor_percent between 0 and 100),
  status text not null default 'active' check (status in ('active', 'inactive')),
  version int not null default 1,
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  primary key (project_id, id)
);
create unique index price_lists_name_key on public.price_lists (project_id, lower(name));
create unique index price_lists_default_key on public.price_lists (project_id) where is_default;
comment on table public.price_lists is
  'Price lists. A list counts from valid_from on, while it is active. version changes with its prices too.';
select private.guard_table('public.price_lists');

create table public.price_list_items (
  project_id uuid not null,
  id uuid not null default gen_random_uuid(),
  price_list_id uuid not null,
  product_id uuid,
  category_no int check (category_no between 1 and 3),
  category text check (btrim(category) <> '' and length(category) <= 200),
  valid_from date not null,
  price numeric(14,2) check (price > 0),
  price_pieces int not null default 1 check (price_pieces between 1 and 100000),
  -- Of a category: by how many percent its products are dearer than their live SRP, cheaper below zero.
  percent numeric(6,2) check (percent > -100 and percent <= 1000),
  floor numeric(14,2) check (floor >= 0),
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  modified_by uuid default auth.uid(),
  modified_at timestamptz not null default now(),
  primary key (project_id, id),
  foreign key (project_id, price_list_id) references public.price_lists (project_id, id),
  foreign key (project_id, product_id) references public.products (project_id, id),
  constraint price_list_items_goods_check
    check (case when product_id is null then category is not null and category_no is not null and price is null and floor is null
    else category is null and category_no is null and percent is null end),
  constraint price_list_items_lowest_check check (floor is null or floor <= price)
);
create unique index price_list_items_product_key
  on public.price_list_items (project_id, price_list_id, product_id, valid_from) where product_id is not null;
create unique index price_list_items_category_key
  on public.price_list_items (project_id, price_list_id, category_no, category, valid_from) where category is not null;
create index price_list_items_of_product_idx on public.price_list_items (project_id, product_id);
comment on table public.price_list_items is
  'Prices of a list, each from a day on: of a product a price for price_pieces pieces, with the floor below which it needs an override; of '
  'a category (category_no: which of the three lists of categories) a percentage on the live SRP. Without price and percentage the product '
  'or category is in the list no longer.';
select private.guard_table('public.price_list_items');

create table public.customer_groups (
  project_id uuid not null references public.projects (id),
  id uuid not null default gen_random_uuid(),
  name text not null check (btrim(name) <> '' and length(name) <= 60),
  sort_key text not null generated always as (private.sort_key(name)) stored,
  price_list_id uuid,
  status text not null default 'active' check (status in ('active', 'inactive')),
  version int not null default 1,
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  primary key (project_id, id),
  foreign key (project_id, price_list_id) references public.price_lists (project_id, id)
);
create unique index customer_groups_name_key on public.customer_groups (project_id, lower(name));
create index customer_groups_list_idx on public.customer_groups (project_id, price_list_id);
comment on table public.customer_groups is 'Groups of customers, such as supermarkets, that buy by the same price list.';
select private.guard_table('public.customer_groups');

alter table public.customers add column customer_group_id uuid, add column price_list_id uuid;
alter table public.customers add foreign key (project_id, customer_group_id) references public.customer_groups (project_id, id),
  add foreign key (project_id, price_list_id) references public.price_lists (project_id, id);
create index customers_group_idx on public.customers (project_id, customer_group_id) where customer_group_id is not null;
create index customers_price_list_idx on public.customers (project_id, price_list_id) where price_list_id is not null;
select private.bound_columns('public.customers');

-- Prices, floors and percentages of lists are in the price history of their product, with the list and the day from which they count.
alter table public.price_changes add column price_list_id uuid, add column valid_from date,
  -- For list_percent: by how many percent the category is dearer than the live SRP now; null where it is in the list no longer.
  add column percent numeric(6,2) check (percent is null or price = 'list_percent');
alter table public.price_changes add foreign key (project_id, price_list_id) references public.price_lists (project_id, id);
create index price_changes_list_idx on public.price_changes (project_id, price_list_id) where price_list_id is not null;
select private.bound_columns('public.price_changes');

create trigger touch before update on public.price_lists for each row execute function private.touch();
select private.audit_table('public.price_lists');
create policy price_lists_select on public.price_lists for select to authenticated
  using (project_id = any ((select private.projects_with('prices.read'))::uuid[]));
select private.audit_table('public.price_list_items');
create policy price_list_items_select on public.price_list_items for select to authenticated
  using (project_id = any ((select private.projects_with('prices.read'))::uuid[]));
create trigger touch before update on public.customer_groups for each row execute function private.touch();
select private.audit_table('public.customer_groups');
create policy customer_groups_select on public.customer_groups for select to authenticated
  using (project_id = any ((select private.projects_with('prices.read'))::uuid[]));
grant select on public.price_lists, public.price_list_items, public.customer_groups to authenticated;

create or replace function private.note_list_percent(p_item public.price_list_items, p_was numeric) returns void
language sql security definer set search_path = '' as $$
  insert into public.price_changes (project_id, product_id, price, old_price, old_pieces, new_price, new_pieces,
    price_list_id, valid_from, percent)
  select p.project_id, p.id, 'list_percent', coalesce(round(s.current_srp * (100 + p_was) / 100, 2), 0), s.current_srp_pieces,
    coalesce(round(s.current_srp * (100 + (p_item).percent) / 100, 2), 0), s.current_srp_pieces, (p_item).price_list_id,
    (p_item).valid_from, (p_item).percent
  from public.products p join public.inventory s on s.project_id = p.project_id and s.product_id = p.id
  where p.project_id = (p_item).project_id and p_was is distinct from (p_item).percent
    and (p_item).category = case (p_item).category_no when 1 then p.category1 when 2 then p.category2 when 3 then p.category3 end
$$;
comment on function private.note_list_percent is
  'Writes a changed percentage of a category in a list into the price history of its products, with what it makes of their live SRP at '
  'this moment. p_was: the percentage before; 0 stands for no price.';

create or replace function private.note_list_price() returns trigger
language plpgsql security definer set search_path = '' as $$
declare v_was public.price_list_items;
begin
  if new.product_id is null then
    perform private.note_list_percent(new, case when tg_op = 'UPDATE' then old.percent else (
      select i.percent from public.price_list_items i where i.project_id = new.project_id and i.price_list_id = new.price_list_id
        and i.category_no = new.category_no and i.category = new.category
        and i.valid_from < new.valid_from order by i.valid_from desc limit 1) end);
    return null;
  end if;
  if tg_op = 'UPDATE' then
    v_was := old;
  else
    select * into v_was from public.price_list_items i where i.project_id = new.project_id and i.price_list_id = new.price_list_id
      and i.product_id = new.product_id and i.valid_from < new.valid_from order by i.valid_from desc limit 1;
  end if;
  insert into public.price_changes (project_id, product_id, price, old_price, old_pieces, new_price, new_pieces, price_list_id, valid_from)
  select new.project_id, new.product_id, c.price, coalesce(c.was, 0), coalesce(v_was.price_pieces, 1), coalesce(c.now, 0), new.price_pieces,
    new.price_list_id, new.valid_from
  from (values ('list_price', v_was.price, new.price), ('list_floor', v_was.floor, new.floor)) c (price, was, now)
  where case when c.was is null or c.now is null then c.was is distinct from c.now
    else (c.was, v_was.price_pieces) <> (c.now, new.price_pieces) end;
  return null;
end $$;
comment on function private.note_list_price is
  'Trigger: writes a changed price or floor of a product in a list, or percentage of its category, into its price history; 0 stands for '
  'none.';
create trigger note_list_price after insert or update on public.price_list_items for each row execute function private.note_list_price();

-- ---------------------------------------------------------------------------------------------
-- The price of a product for a customer
-- ---------------------------------------------------------------------------------------------

create or replace function private.left_by_others(p_row anyelement, p_id uuid) returns anyelement
language plpgsql stable security definer set search_path = '' as $$
declare
  v_row jsonb := to_jsonb(p_row);
  v_table text := split_part(pg_catalog.pg_typeof(p_row)::text, '.', 2);
  v_project uuid := (v_row ->> 'project_id')::uuid;
  v_entries public.audit_log[];
begin
  if not exists (select from public.audit_log a
      where a.project_id = v_project and a.table_name = v_table and a.row_id = p_id and a.user_id = auth.uid()) then return p_row; end if;
  v_entries := array(select a from public.audit_log a where a.project_id = v_project and a.table_name = v_table and a.row_id = p_id);
  if not exists (select from unnest(v_entries) e where e.user_id is distinct from auth.uid())
    and exists (select from unnest(v_entries) e where e.action = 'insert') then return null; end if;
  return jsonb_populate_record(p_row, (select jsonb_object_agg(t.key, t.value) from (
    select distinct on (v.key) v.key, v.value from (
      select e.id, true as by_others, k.key, k.value
      from unnest(v_entries) e cross join lateral jsonb_each(e.after) k where e.user_id is distinct from auth.uid()
      union all
      select -e.id, false, k.key, k.value from unnest(v_entries) e cross join lateral jsonb_each(e.before) k where e.user_id = auth.uid()) v
    order by v.key, v.by_others desc, v.id desc) t));
end $$;
comment on function private.left_by_others is
  'Returns a row as others than the caller left it, by the audit trail: each column as somebody else set it last, or else as it was before '
  'the caller changed it. Null when the row is the caller''s alone.';

create or replace function private.price_item(p_project uuid, p_customer uuid, p_product uuid, p_on date, p_by_others boolean default false)
returns table (price_list_id uuid, list_name text, item_id uuid, valid_from date, price numeric, price_pieces int, floor_each numeric)
language plpgsql stable security definer rows 1 set search_path = '' as $$
#variable_conflict use_column
begin
  if not exists (select from public.price_lists l where l.project_id = p_project) then return; end if;
  return query
  with customer as (
    select case when p_by_others then private.left_by_others(c, c.id) else c end as r
    from public.customers c where c.project_id = p_project and c.id = p_customer
  ), groups as (
    select case when p_by_others then private.left_by_others(g, g.id) else g end as r
    from customer c join public.customer_groups g on g.project_id = p_project and g.id = (c.r).customer_group_id
  ), lists as (
    select case when p_by_others then private.left_by_others(l, l.id) else l end as r, x.place
    from (select 1 as place, (c.r).price_list_id as id from customer c
      union all select 2, (g.r).price_list_id from groups g where (g.r).status = 'active') x
    join public.price_lists l on l.project_id = p_project and l.id = x.id
    union all
    select d.r, 3 from (select case when p_by_others then private.left_by_others(l, l.id) else l end as r
      from public.price_lists l where l.project_id = p_project and (l.is_default or p_by_others)) d where (d.r).is_default
  ), product as (
    select case when p_by_others then private.left_by_others(p, p.id) else p end as r
    from public.products p where p.project_id = p_project and p.id = p_product
  )
  select (l.r).id, (l.r).name, (i.r).id, (i.r).valid_from, v.price, v.pieces,
    coalesce(private.price_each((i.r).floor, (i.r).price_pieces), round(v.price / v.pieces * (l.r).floor_percent / 100, 6))
  from lists l
  cross join product p
  join public.inventory s on s.project_id = p_project and s.product_id = (p.r).id
  cross join lateral (
    -- Of each product and each category the last price that has begun
    select distinct on ((k.r).product_id, (k.r).category_no) k.r
    from (select case when p_by_others then private.left_by_others(i, i.id) else i end as r
      from public.price_list_items i where i.project_id = p_project and i.price_list_id = (l.r).id and i.valid_from <= p_on
        and (i.product_id = (p.r).id
          or i.category = case i.category_no when 1 then (p.r).category1 when 2 then (p.r).category2 when 3 then (p.r).category3 end)) k
    where (k.r).id is not null
    order by (k.r).product_id, (k.r).category_no, (k.r).valid_from desc) i
  cross join lateral (select case when p_by_others and (i.r).percent is not null
    then coalesce(private.srp_of_others(p_project, (p.r).id) * s.current_srp_pieces, s.current_srp) else s.current_srp end as srp) n
  cross join lateral (select
    case when (i.r).product_id is not null then (i.r).price
      when (i.r).percent is not null and n.srp > 0 then round(n.srp * (100 + (i.r).percent) / 100, 2) end as price,
    case when (i.r).product_id is not null then (i.r).price_pieces else s.current_srp_pieces end as pieces) v
  where (l.r).status = 'active' and (l.r).valid_from <= p_on and v.price > 0
  -- Without the caller's changes two lists may be the default one: the higher floor counts.
  order by l.place, (i.r).product_id is null, (i.r).category_no desc, 7 desc nulls last limit 1;
end $$;
comment on function private.price_item is
  'Returns the price of a product in the list that counts for a customer on a day, no row when none has it: the customer''s own list '
  'before that of the group before the default one; in a list the product before its categories, the third before the first; of several '
  'the last one that has begun. A category is so many percent dearer than the live SRP. floor_each: the floor per piece, of the item or '
  'else of the list. p_by_others: as it would be without what the caller changed last in lists, prices, groups, the customer and the '
  'product.';

create or replace function private.proposed_price(p_project uuid, p_customer uuid, p_product uuid, p_on date)
returns table (price numeric, price_pieces int, price_list_id uuid, list_name text, valid_from date, floor_each numeric, vat_on_top numeric)
language plpgsql stable security definer rows 1 set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  select coalesce(l.price, i.current_srp), coalesce(l.price_pieces, i.current_srp_pieces), l.price_list_id, l.list_name, l.valid_from,
    greatest(l.floor_each, round(
      private.price_each(i.current_srp, i.current_srp_pieces) * private.setting_of(s.settings, 'price_floor_percent')::numeric / 100, 6)),
    case when private.setting_of(s.settings, 'prices_include_vat')::boolean then 0
      else private.vat_rate(private.vat_class_of(
        coalesce((select c.vat_class from public.customers c where c.project_id = p_project and c.id = p_customer), 'vatable'),
        (select p.vat_class from public.products p where p.project_id = p_project and p.id = p_product)),
        private.setting_of(s.settings, 'vat_percent')::numeric) end
  from public.inventory i join public.projects s on s.id = i.project_id
  left join private.price_item(p_project, p_customer, p_product, p_on) l on true
  where i.project_id = p_project and i.product_id = p_product;
end $$;
comment on function private.proposed_price is
  'Returns the price that a booking of a customer proposes for a product on a day: that of a price list, or else the live SRP '
  '(price_list_id null), the price floor per piece, and the VAT in percent that comes on top.';

create or replace function public.proposed_prices(p_project uuid, p_customer uuid, p_on date, p_products jsonb)
returns table (product_id uuid, agent_srp numeric, agent_srp_pieces int, price_list_id uuid, list_name text, valid_from date,
  floor numeric, vat_on_top numeric,
  description text, case_config int, price_unit text, available int)
language plpgsql stable security invoker set search_path = '' as $$
declare
  v_floors boolean := private.scope_of(p_project, 'prices.read') is not null;
  v_on date;
  v_products uuid[];
begin
  if private.scope_of(p_project, 'stock.read') is null then perform private.forbid(); end if;
  if p_customer is not null and not exists (select from public.customers c where c.project_id = p_project and c.id = p_customer) then
    perform private.not_found();
  end if;
  -- Read once: a plan of all products would read the list anew for each.
  v_products := private.read_uuids(p_products, 'products');
  v_on := coalesce(p_on, private.business_date(p_project));
  return query
  select p.id, x.price, x.price_pieces, x.price_list_id, x.list_name, x.valid_from,
    case when v_floors then round(ceil(x.floor_each * x.price_pieces * 100) / 100, 2) end, x.vat_on_top,
    p.description, p.case_config, p.price_unit, i.available
  from public.products p
  join public.inventory i on i.project_id = p.project_id and i.product_id = p.id
  cross join lateral private.proposed_price(p_project, p_customer, p.id, v_on) x
  where p.project_id = p_project and p.id = any (v_products) order by p.id;
end $$;
comment on function public.proposed_prices is
  'Returns the price that a booking of a customer (null: of nobody''s list) proposes on a day (null: today) for each of {products: [uuid]} '
  '(at most 500): agent_srp for agent_srp_pieces pieces, from the price list list_name, in which it counts from valid_from on, or the live '
  'SRP (price_list_id null). floor: the lowest price in that unit that needs no override; null without prices.read. vat_on_top: the '
  'percentage of VAT that comes on top of the price; 0 when prices include VAT or the sale bears none. With them the product: its '
  'description, pieces of a case (case_config), unit of a price without one (price_unit: piece or case) and available pieces. Customers '
  'are those that the caller may read. Errors: 42501, P0002.';
grant execute on function private.price_item(uuid, uuid, uuid, date, boolean), private.proposed_price(uuid, uuid, uuid, date),
  public.proposed_prices(uuid, uuid, date, jsonb) to authenticated;

-- Price lists, their prices, and groups of customers.

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
  like private.stamped including defaults,
  primary key (project_id, id)
);
create unique index price_lists_name_key on public.price_lists (project_id, lower(name));
create unique index price_lists_default_key on public.price_lists (project_id) where is_default;
comment on table public.price_lists is
  'Price lists. A list counts from valid_from on, while it is active. version changes with its prices too.';
select private.guard_table('public.price_lists', p_read => '{prices.read}');

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
  foreign key (project_id, price_list_id) references public.price_lists,
  foreign key (project_id, product_id) references public.products,
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
select private.guard_table('public.price_list_items', p_audit => '{insert,update,delete}', p_read => '{prices.read}');

create table public.customer_groups (
  project_id uuid not null references public.projects (id),
  id uuid not null default gen_random_uuid(),
  name text not null check (btrim(name) <> '' and length(name) <= 60),
  sort_key text not null generated always as (private.sort_key(name)) stored,
  price_list_id uuid,
  status text not null default 'active' check (status in ('active', 'inactive')),
  like private.stamped including defaults,
  primary key (project_id, id),
  foreign key (project_id, price_list_id) references public.price_lists
);
create unique index customer_groups_name_key on public.customer_groups (project_id, lower(name));
create index customer_groups_list_idx on public.customer_groups (project_id, price_list_id);
comment on table public.customer_groups is 'Groups of customers, such as supermarkets, that buy by the same price list.';
select private.guard_table('public.customer_groups', p_read => '{prices.read}');

alter table public.customers add column customer_group_id uuid, add column price_list_id uuid;
alter table public.customers add foreign key (project_id, customer_group_id) references public.customer_groups,
  add foreign key (project_id, price_list_id) references public.price_lists;
create index customers_group_idx on public.customers (project_id, customer_group_id) where customer_group_id is not null;
create index customers_price_list_idx on public.customers (project_id, price_list_id) where price_list_id is not null;

-- Prices, floors and percentages of lists are in the price history of their product, with the list and the day from which they count.
alter table public.price_changes add column price_list_id uuid, add column valid_from date,
  -- For list_percent: by how many percent the category is dearer than the live SRP now; null where it is in the list no longer.
  add column percent numeric(6,2) check (percent is null or price = 'list_percent');
alter table public.price_changes add foreign key (project_id, price_list_id) references public.price_lists;
create index price_changes_list_idx on public.price_changes (project_id, price_list_id) where price_list_id is not null;

create or replace function private.note_list_price() returns trigger
language plpgsql security definer set search_path = '' as $$
declare v_was public.price_list_items;
begin
  if tg_op = 'UPDATE' then
    v_was := old;
  else
    select * into v_was from public.price_list_items i where i.project_id = new.project_id and i.price_list_id = new.price_list_id
      and i.product_id is not distinct from new.product_id and i.category_no is not distinct from new.category_no
      and i.category is not distinct from new.category and i.valid_from < new.valid_from order by i.valid_from desc limit 1;
  end if;
  insert into public.price_changes (project_id, product_id, price, old_price, old_pieces, new_price, new_pieces, price_list_id, valid_from)
  select new.project_id, new.product_id, c.price, coalesce(c.was, 0), coalesce(v_was.price_pieces, 1), coalesce(c.now, 0), new.price_pieces,
    new.price_list_id, new.valid_from
  from (values ('list_price', v_was.price, new.price), ('list_floor', v_was.floor, new.floor)) c (price, was, now)
  where new.product_id is not null and case when c.was is null or c.now is null then c.was is distinct from c.now
    else (c.was, v_was.price_pieces) <> (c.now, new.price_pieces) end;
  -- A percentage of a category: what it makes of the live SRP of each product at this moment.
  insert into public.price_changes (project_id, product_id, price, old_price, old_pieces, new_price, new_pieces, price_list_id, valid_from,
    percent)
  select p.project_id, p.id, 'list_percent', coalesce(round(s.current_srp * (100 + v_was.percent) / 100, 2), 0), s.current_srp_pieces,
    coalesce(round(s.current_srp * (100 + new.percent) / 100, 2), 0), s.current_srp_pieces, new.price_list_id, new.valid_from, new.percent
  from public.products p join public.inventory s on s.project_id = p.project_id and s.product_id = p.id
  where p.project_id = new.project_id and v_was.percent is distinct from new.percent
    and new.category = case new.category_no when 1 then p.category1 when 2 then p.category2 when 3 then p.category3 end;
  return null;
end $$;
comment on function private.note_list_price is
  'Trigger: writes a changed price or floor of a product in a list, or percentage of its category, into its price history; 0 stands for '
  'none.';
create trigger note_list_price after insert or update on public.price_list_items for each row execute function private.note_list_price();

-- Commands on price lists, their prices, groups of customers, and who buys by which list. See docs/ledgers.md.

create or replace function private.lock_price_list(p_project uuid, p_list uuid, p_version int) returns public.price_lists
language plpgsql set search_path = '' as $$
declare v public.price_lists;
begin
  select * into v from public.price_lists l where l.project_id = p_project and l.id = p_list for no key update;
  perform private.check_version(v.version, p_version);
  return v;
end $$;
comment on function private.lock_price_list is
  'Locks and returns a price list. Raises P0002, or stale_version when p_version is not the current one.';

create or replace function private.save_price_list(p_project uuid, p_list uuid, p_version int, p_details jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'prices.write');
  v public.price_lists;
  v_name text := private.read_text(p_details, 'name', true, p_max => 60);
  v_default boolean := private.read_boolean(p_details, 'is_default');
  v_percent numeric := private.read_money(p_details, 'floor_percent');
  v_status text := coalesce(private.read_as(p_details, 'status', '', false, '', '^(in)?active$', 'Active or inactive.'), 'active');
begin
  if v_percent > 100 then perform private.invalid('floor_percent', 'At most 100 percent.'); end if;
  -- Names are unique and one list is the default, so lists are saved one after the other.
  perform private.lock_number(p_project, 'price lists', '');
  if p_list is not null then v := private.lock_price_list(p_project, p_list, p_version); end if;
  if exists (select from public.price_lists l
    where l.project_id = p_project and lower(l.name) = lower(v_name) and l.id is distinct from p_list) then
    perform private.refuse_duplicate('name', format('Price list %s already exists.', v_name));
  end if;
  if v_default then
    update public.price_lists set is_default = false where project_id = p_project and is_default and id is distinct from p_list;
  end if;
  if p_list is null then
    insert into public.price_lists (project_id, name, valid_from, is_default, floor_percent, status)
    values (p_project, v_name, coalesce(private.read_date(p_details, 'valid_from'), private.business_date(p_project)),
      v_default, v_percent, v_status)
    returning * into v;
  else
    update public.price_lists set name = v_name, valid_from = coalesce(private.read_date(p_details, 'valid_from'), valid_from),
      is_default = v_default, floor_percent = v_percent, status = v_status
    where project_id = p_project and id = p_list returning * into v;
  end if;
  return jsonb_build_object('id', v.id, 'version', v.version);
end $$;
select private.expose('save_price_list');
comment on function public.save_price_list is
  'Adds a price list (p_list and p_version null) or changes one. p_details: {name (unique), valid_from (today when empty, or as before), '
  'is_default (for customers without a list; the former default no longer is), floor_percent (of a price of the list, below which it needs '
  'an override; empty = none), status (active, the default, or inactive)}. Errors: 42501, P0002, stale_version, 23505 name, 22023.';

create or replace function private.read_list_item(p_project uuid, p_item jsonb, p_path text) returns public.price_list_items
language plpgsql stable set search_path = '' as $$
declare
  v public.price_list_items;
begin
  v.project_id := p_project;
  v.product_id := private.read_uuid(p_item, 'product_id', false, p_path);
  v.category := private.read_text(p_item, 'category', v.product_id is null, p_path, 200);
  v.valid_from := coalesce(private.read_date(p_item, 'valid_from', false, p_path), private.business_date(p_project));
  if v.product_id is not null then
    if v.category is not null then perform private.invalid(p_path || 'category', 'Enter a price for a product or a category.'); end if;
    if not exists (select from public.products p where p.project_id = p_project and p.id = v.product_id) then
      perform private.invalid(p_path || 'product_id', 'Choose a product.');
    end if;
    v.price := private.read_money(p_item, 'price', false, p_path);
    v.price_pieces := private.read_price_pieces(p_item, 'price_pieces', p_path);
    v.floor := private.read_money(p_item, 'floor', false, p_path);
    if v.price = 0 then perform private.invalid(p_path || 'price', 'Enter a price above zero, or leave it blank to end the price.'); end if;
    if v.floor > coalesce(v.price, 0) then perform private.invalid(p_path || 'floor', 'The floor cannot exceed the price.'); end if;
  else
    v.category_no := coalesce(private.read_int(p_item, 'category_no', false, p_path, 3), 1);
    if v.category_no = 0 then perform private.invalid(p_path || 'category_no', 'Category 1, 2 or 3.'); end if;
    if not exists (select from private.category_choices(p_project) c where c.level = v.category_no and c.category = v.category) then
      perform private.invalid(p_path || 'category', 'This category does not exist.');
    end if;
    v.price_pieces := 1;
    v.percent := private.read_as(p_item, 'percent', p_path, false, '', '^((-[0-9]{1,2}|[0-9]{1,3})(\.[0-9]{1,2})?|1000(\.00?)?)$',
      'Enter a percentage above -100, of at most 1,000 and two decimals.')::numeric;
  end if;
  return v;
end $$;
comment on function private.read_list_item is 'Reads a price of a price list, checked, without its list.';

create or replace function private.write_list_item(p public.price_list_items) returns void
language plpgsql set search_path = '' as $$
begin
  update public.price_list_items set price = p.price, price_pieces = p.price_pieces, percent = p.percent, floor = p.floor,
    modified_by = auth.uid(), modified_at = now()
  where project_id = p.project_id and price_list_id = p.price_list_id and valid_from = p.valid_from
    and product_id is not distinct from p.product_id and category_no is not distinct from p.category_no
    and category is not distinct from p.category;
  if found then return; end if;
  insert into public.price_list_items (project_id, price_list_id, product_id, category_no, category, valid_from,
    price, price_pieces, percent, floor)
  values (p.project_id, p.price_list_id, p.product_id, p.category_no, p.category, p.valid_from, p.price,
    p.price_pieces, p.percent, p.floor);
end $$;
comment on function private.write_list_item is
  'Writes a price of a list, or changes the one that begins on the same day. The caller has locked the list.';

create or replace function private.set_price_list_items(p_project uuid, p_list uuid, p_version int, p_items jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'prices.write');
  v public.price_lists;
  v_items jsonb := private.read_list(p_items, 'items', 1000);
  v_row record;
  v_item public.price_list_items;
begin
  v := private.lock_price_list(p_project, p_list, p_version);
  if v_items = '[]' then perform private.invalid('items', 'Enter at least one price.'); end if;
  for v_row in select * from private.items_of(v_items, 'items') loop
    v_item := private.read_list_item(p_project, v_row.value, v_row.path);
    v_item.price_list_id := p_list;
    perform private.write_list_item(v_item);
  end loop;
  update public.price_lists set modified_at = now() where project_id = p_project and id = p_list returning * into v;
  return jsonb_build_object('id', v.id, 'version', v.version);
end $$;
select private.expose('set_price_list_items');
comment on function public.set_price_list_items is
  'Sets prices of a price list. p_items: {items: [{product_id, price (empty: from valid_from on the product is in the list no longer), '
  'price_pieces (for how many pieces: 1 when empty), floor (for as many pieces; empty: that of the list)} or {category_no (1, the default, '
  'to 3), category, percent (on the live SRP, below zero off it; empty: no longer)}, each with valid_from (today when empty)]}, at most '
  '1,000. A price that begins on the same day is replaced; bookings keep what they have. Errors: 42501, P0002, stale_version, 22023 per '
  'field (items[n].price).';

create or replace function private.reprice_list(p_project uuid, p_list uuid, p_version int, p_change jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'prices.write');
  v public.price_lists;
  v_from date := private.read_date(p_change, 'valid_from', true);
  v_share numeric := (100 + coalesce(private.read_as(p_change, 'percent', '', false, '', '^(-[0-9]{1,2}|[0-9]{1,3})(\.[0-9]{1,2})?$',
    'Enter a percentage above -100 with at most two decimals.'), '0')::numeric) / 100;
  v_item public.price_list_items;
begin
  v := private.lock_price_list(p_project, p_list, p_version);
  for v_item in
    select * from (select distinct on (i.product_id, i.category_no, i.category) i.* from public.price_list_items i
      where i.project_id = p_project and i.price_list_id = p_list and i.valid_from <= v_from
      order by i.product_id, i.category_no, i.category, i.valid_from desc) k
    -- What was entered for that day stays.
    where k.valid_from < v_from and k.price is not null order by k.product_id
  loop
    v_item.valid_from := v_from;
    v_item.price := private.limit_amount(greatest(round(v_item.price * v_share, 2), 0.01), 'percent');
    -- A price without a floor of its own gets none.
    if v_item.floor is not null then v_item.floor := least(round(v_item.floor * v_share, 2), v_item.price); end if;
    perform private.write_list_item(v_item);
  end loop;
  update public.price_lists set modified_at = now() where project_id = p_project and id = p_list returning * into v;
  return jsonb_build_object('id', v.id, 'version', v.version);
end $$;
select private.expose('reprice_list');
comment on function public.reprice_list is
  'Copies the prices of products in a list as prices from a later day on. p_change: {valid_from, percent (dearer, cheaper below zero; 0 '
  'when empty)}: prices and floors change by it, rounded to centavos. Prices that begin on that day stay, and so do percentages of '
  'categories. Errors: 42501, P0002, stale_version, 22023.';

create or replace function private.save_customer_group(p_project uuid, p_group uuid, p_version int, p_details jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'prices.write');
  v public.customer_groups;
  v_name text := private.read_text(p_details, 'name', true, p_max => 60);
  v_list uuid := private.read_uuid(p_details, 'price_list_id');
  v_status text := coalesce(private.read_as(p_details, 'status', '', false, '', '^(in)?active$', 'Active or inactive.'), 'active');
begin
  perform private.lock_number(p_project, 'customer groups', '');
  if p_group is not null then
    select * into v from public.customer_groups g where g.project_id = p_project and g.id = p_group for no key update;
    perform private.check_version(v.version, p_version);
  end if;
  if exists (select from public.customer_groups g
    where g.project_id = p_project and lower(g.name) = lower(v_name) and g.id is distinct from p_group) then
    perform private.refuse_duplicate('name', format('Group %s already exists.', v_name));
  end if;
  perform private.expect_price_list(p_project, v_list);
  if p_group is null then
    insert into public.customer_groups (project_id, name, price_list_id, status)
    values (p_project, v_name, v_list, v_status) returning * into v;
  else
    update public.customer_groups set name = v_name, price_list_id = v_list, status = v_status
    where project_id = p_project and id = p_group returning * into v;
  end if;
  return jsonb_build_object('id', v.id, 'version', v.version);
end $$;
select private.expose('save_customer_group');
comment on function public.save_customer_group is
  'Adds a group of customers (p_group and p_version null) or changes one. p_details: {name (unique), price_list_id (empty: the default '
  'list), status (active, the default, or inactive: its list no longer counts)}. Errors: 42501, P0002, stale_version, 23505 name, 22023.';

create or replace function private.expect_price_list(p_project uuid, p_list uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if p_list is not null and not exists (select from public.price_lists l where l.project_id = p_project and l.id = p_list) then
    perform private.invalid('price_list_id', 'Choose a price list.');
  end if;
end $$;

create or replace function private.set_customer_prices(p_project uuid, p_customer uuid, p_version int, p_details jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'prices.write');
  v public.customers;
  v_group uuid := private.read_uuid(p_details, 'customer_group_id');
  v_list uuid := private.read_uuid(p_details, 'price_list_id');
begin
  v := private.lock_customer(p_project, p_customer, p_version);
  if v_group is not null and not exists (select from public.customer_groups g where g.project_id = p_project and g.id = v_group) then
    perform private.invalid('customer_group_id', 'Choose a group.');
  end if;
  perform private.expect_price_list(p_project, v_list);
  update public.customers set customer_group_id = v_group, price_list_id = v_list
  where project_id = p_project and id = p_customer returning * into v;
  return jsonb_build_object('id', v.id, 'version', v.version);
end $$;
select private.expose('set_customer_prices');
comment on function public.set_customer_prices is
  'Sets by which prices a customer buys. p_details: {customer_group_id, price_list_id (of the customer alone, before that of the group)}; '
  'empty: none. Bookings keep their prices. Errors: 42501, P0002, stale_version, 22023.';

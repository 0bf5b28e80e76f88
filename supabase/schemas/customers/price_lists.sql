-- The price that a booking proposes, from price lists and groups of customers. See docs/ledgers.md.

-- ---------------------------------------------------------------------------------------------
-- The price of a product for a customer
-- ---------------------------------------------------------------------------------------------

create or replace function private.left_by_others(p_row anyelement, p_id uuid) returns anyelement
language plpgsql stable set search_path = '' as $$
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

create or replace function public.proposed_prices(p_project uuid, p_customer uuid, p_on text, p_products jsonb)
returns table (product_id uuid, agent_srp numeric, agent_srp_pieces int, price_list_id uuid, list_name text, valid_from date,
  floor numeric, vat_on_top numeric,
  description text, case_config int, price_unit text, available int)
language plpgsql stable set search_path = '' as $$
declare
  v_floors boolean := private.scope_of(p_project, 'prices.read') is not null;
  v_on date;
  v_products uuid[];
begin
  perform private.authorize(p_project, 'stock.read');
  if p_customer is not null and not exists (select from public.customers c where c.project_id = p_project and c.id = p_customer) then
    perform private.not_found();
  end if;
  -- Read once: a plan of all products would read the list anew for each.
  v_products := private.read_uuids(p_products, 'products');
  v_on := coalesce(private.read_day(p_on, 'on'), private.business_date(p_project));
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

create or replace function private.srp_of_others(p_project uuid, p_product uuid) returns numeric
language plpgsql stable set search_path = '' as $$
begin
  -- An SRP of zero is none: the first one is the first above zero.
  return (with product as materialized (
    select p.created_by, coalesce(
      (select private.price_each(h.old_price, h.old_pieces)
        from public.price_changes h where h.project_id = p_project and h.product_id = p_product
        and h.price = 'current_srp' order by h.id limit 1), private.price_each(i.current_srp, i.current_srp_pieces)) as initial
    from public.products p join public.inventory i on i.project_id = p.project_id and i.product_id = p.id
    where p.project_id = p_project and p.id = p_product
  )
  select coalesce(
    (select private.price_each(h.new_price, h.new_pieces)
      from public.price_changes h where h.project_id = p_project and h.product_id = p_product
      and h.price = 'current_srp' and h.new_price > 0 and h.created_by is distinct from auth.uid() order by h.id desc limit 1),
    (select r.initial from product r where r.initial > 0 and r.created_by is distinct from auth.uid()),
    -- The user who validated a booking of the product has seen its first SRP.
    (select greatest(max(private.price_each(l.agent_srp, l.agent_srp_pieces)), (select r.initial from product r),
        (select private.price_each(h.new_price, h.new_pieces)
          from public.price_changes h where h.project_id = p_project and h.product_id = p_product
          and h.price = 'current_srp' and h.new_price > 0 and (select r.initial from product r) = 0 order by h.id limit 1))
      from public.booking_lines l join public.bookings b on b.project_id = l.project_id and b.id = l.booking_id
      where l.project_id = p_project and l.product_id = p_product
        and b.validated_at is not null and b.validated_by is distinct from auth.uid() having count(*) > 0)));
end $$;
comment on function private.srp_of_others is
  'Returns the live SRP per piece of a product that somebody else than the caller set last, or its first one when somebody else set it or '
  'has validated a booking of the product since; null when all its prices are the caller''s own. Runs with the caller''s rights.';

grant execute on function private.price_item, private.proposed_price, private.srp_of_others to authenticated;

-- The list of products with their stock, their costs and live prices. See docs/domain.md, Stock, and invariants 4 and 5.

create or replace function private.expect_available(p_project uuid, p_products uuid[], p_pieces int[],
  p_message text default '%s has only %s available pieces, %s needed.', p_lines int[] default null,
  p_reserved boolean default false) returns void
language plpgsql set search_path = '' as $$
declare v record;
begin
  perform private.lock_stock(p_project, p_products);
  select * into v from private.first_short(p_project, p_products, p_pieces, p_reserved);
  if not found then return; end if;
  perform private.refuse('insufficient_stock', format(p_message, v.description, greatest(v.pieces_left, 0), v.pieces),
    case when p_lines is not null then format('lines[%s].quantity', p_lines[v.n] - 1) end);
end $$;
comment on function private.expect_available is
  'Locks the stock of products and raises insufficient_stock when fewer pieces are available (see first_short). p_message names the '
  'product, what is left and what would go; p_lines: the lines of the document, whose field the error is of.';

create or replace function private.set_live_srp(p_project uuid, p_product uuid, p_srp numeric, p_pieces int, p_source_table text,
  p_source_id uuid) returns void
language plpgsql set search_path = '' as $$
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
language plpgsql stable set search_path = '' as $$
begin
  perform private.authorize(p_project, 'costs.read');
  return query select c.product_id, c.supplier, c.def_cost, c.def_cost_pieces
    from private.product_costs(p_project, p_products) c order by c.product_id;
end $$;
comment on function public.product_costs is
  'Returns supplier and default cost of these products, or of all, in the order of product_id. Needs costs.read: the columns are not read '
  'from the table. Errors: 42501.';
grant execute on function private.product_costs to authenticated;

create or replace function private.filtered_products(p_project uuid, p_filters jsonb, p_limit int default null)
returns table (id uuid, sort_key text, material_code text, description text, supplier text, category1 text, category2 text, category3 text,
  unit_of_measure text, case_config int, liters_per_case numeric, status text, price_unit text, def_cost numeric, def_cost_pieces int,
  def_srp numeric, def_srp_pieces int, selected_color text, current_srp numeric, current_srp_pieces int, on_hand int, reserved int,
  available int, reorder_level int, below_reorder boolean, below_cost boolean)
language plpgsql stable set search_path = '' as $$
declare
  v_search text := private.search_text(p_filters ->> 'search');
  v_below_cost boolean := private.read_boolean(p_filters, 'below_cost');
  v_below_reorder boolean := private.read_boolean(p_filters, 'below_reorder');
  v_on_hand boolean := private.read_boolean(p_filters, 'on_hand');
  v_page record := private.read_page(case when p_limit is null then '{}' else p_filters end,
    '{name,code,srp,cost,on_hand,reserved,available}');
  -- Figures are turned round by their sign, so that equal ones stay in the order of names.
  v_sign int := case when p_filters ->> 'sort' like '-%' and v_page.sorted_by not in ('name', 'code') then -1 else 1 end;
begin
  v_page.direction := v_page.direction * v_sign;
  return query
  select p.id, case when p_limit is null then k.t else k.n || '~' || k.t end, p.material_code, p.description, c.supplier,
    p.category1, p.category2, p.category3, p.unit_of_measure, p.case_config, p.liters_per_case, p.status, p.price_unit, c.def_cost,
    c.def_cost_pieces, p.def_srp, p.def_srp_pieces, p.selected_color, i.current_srp, i.current_srp_pieces, i.on_hand, i.reserved,
    i.available, p.reorder_level, i.below_reorder, v.below_cost
  from public.products p
  join public.inventory i on i.project_id = p.project_id and i.product_id = p.id
  left join private.product_costs(p_project) c on c.product_id = p.id
  cross join lateral (select least(private.price_each(i.current_srp, i.current_srp_pieces), private.price_each(p.def_srp, p.def_srp_pieces))
    < private.price_each(c.def_cost, c.def_cost_pieces) as below_cost) v
  cross join lateral (
    select v_sign * case v_page.sorted_by when 'srp' then private.price_each(i.current_srp, i.current_srp_pieces)
        when 'cost' then coalesce(private.price_each(c.def_cost, c.def_cost_pieces), 0)
        when 'on_hand' then i.on_hand when 'reserved' then i.reserved when 'available' then i.available else 0 end as n,
      case v_page.sorted_by when 'code' then lower(regexp_replace(p.material_code, '[^[:alnum:] ]', '', 'g')) else p.sort_key end as t) k
  where p.project_id = p_project and i.project_id = p_project
    and private.in_category(p.category1, p_filters ->> 'category1')
    and private.in_category(p.category2, p_filters ->> 'category2')
    and private.in_category(p.category3, p_filters ->> 'category3')
    and (p_filters ->> 'status' is null or p.status = p_filters ->> 'status')
    and (not v_on_hand or i.on_hand > 0)
    and (not v_below_reorder or i.below_reorder)
    and (not v_below_cost or v.below_cost)
    and (v_search is null or position(v_search in private.search_text(concat_ws(E'\x1f', p.description, p.material_code, c.supplier))) > 0)
    and (v_page.id is null or p.id <> v_page.id and ((k.n, k.t, p.id) > (v_page.n, v_page.t, v_page.id)) = (v_page.direction > 0))
  order by row_number() over (order by k.n, k.t, p.id) * v_page.direction limit p_limit;
end $$;
comment on function private.filtered_products is
  'Returns the products that match the filters of a list, with their stock: {search, category1, category2, category3 ((none) = without '
  'one), status, on_hand (only products on hand), below_reorder (only products to reorder), below_cost (live or default SRP below the '
  'default cost)}: all of them, or the page of product_list that has p_limit rows. Supplier, default cost and below_cost are null without '
  'costs.read, and filters on them find nothing.';

create or replace function public.inventory_totals(p_project uuid, p_filters jsonb default '{}')
returns table (products bigint, on_hand bigint, reserved bigint, available bigint, litres numeric, srp_value numeric, cost_value numeric,
  below_cost bigint, below_reorder bigint)
language sql stable set search_path = '' as $$
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

grant execute on function private.filtered_products to authenticated;

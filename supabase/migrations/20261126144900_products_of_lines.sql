DROP FUNCTION "private"."proposed_price"(uuid, uuid, uuid, date);

DROP FUNCTION "public"."proposed_prices"(uuid, uuid, date, jsonb);

CREATE OR REPLACE FUNCTION private.proposed_price(p_project uuid, p_customer uuid, p_product uuid, p_on date)
 RETURNS TABLE(price numeric, price_pieces integer, price_list_id uuid, list_name text, valid_from date, floor_each numeric, vat_on_top numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  return query
  select coalesce(l.price, i.current_srp), coalesce(l.price_pieces, i.current_srp_pieces), l.price_list_id, l.list_name, l.valid_from,
    greatest(l.floor_each, round(private.price_each(i.current_srp, i.current_srp_pieces) * private.setting_of(s.settings, 'price_floor_percent')::numeric / 100, 6)),
    case when private.setting_of(s.settings, 'prices_include_vat')::boolean then 0
      else private.vat_rate(private.vat_class_of(coalesce((select c.vat_class from public.customers c where c.project_id = p_project and c.id = p_customer), 'vatable'),
        (select p.vat_class from public.products p where p.project_id = p_project and p.id = p_product)), private.setting_of(s.settings, 'vat_percent')::numeric) end
  from public.inventory i join public.projects s on s.id = i.project_id left join private.price_item(p_project, p_customer, p_product, p_on) l on true
  where i.project_id = p_project and i.product_id = p_product;
end $function$;

CREATE OR REPLACE FUNCTION public.proposed_prices(p_project uuid, p_customer uuid, p_on date, p_products jsonb)
 RETURNS TABLE(product_id uuid, agent_srp numeric, agent_srp_pieces integer, price_list_id uuid, list_name text, valid_from date, floor numeric, vat_on_top numeric, description text, case_config integer, price_unit text, available integer)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_floors boolean := private.scope_of(p_project, 'prices.read') is not null;
  v_on date;
  v_products uuid[];
begin
  if private.scope_of(p_project, 'stock.read') is null then perform private.forbid(); end if;
  if p_customer is not null and not exists (select from public.customers c where c.project_id = p_project and c.id = p_customer) then perform private.not_found(); end if;
  -- Read once: a plan of all products would read the list anew for each.
  v_products := private.read_uuids(p_products, 'products');
  v_on := coalesce(p_on, private.business_date(p_project));
  return query
  select p.id, x.price, x.price_pieces, x.price_list_id, x.list_name, x.valid_from, case when v_floors then round(ceil(x.floor_each * x.price_pieces * 100) / 100, 2) end, x.vat_on_top,
    p.description, p.case_config, p.price_unit, i.available
  from public.products p
  join public.inventory i on i.project_id = p.project_id and i.product_id = p.id
  cross join lateral private.proposed_price(p_project, p_customer, p.id, v_on) x
  where p.project_id = p_project and p.id = any (v_products) order by p.id;
end $function$;

COMMENT ON FUNCTION "private"."proposed_price"(uuid, uuid, uuid, date) IS 'Returns the price that a booking of a customer proposes for a product on a day: that of a price list, or else the live SRP (price_list_id null), the price floor per piece, and the VAT in percent that comes on top.';

COMMENT ON FUNCTION "public"."proposed_prices"(uuid, uuid, date, jsonb) IS 'Returns the price that a booking of a customer (null: of nobody''s list) proposes on a day (null: today) for each of {products: [uuid]} (at most 500): agent_srp for agent_srp_pieces pieces, from the price list list_name, in which it counts from valid_from on, or the live SRP (price_list_id null). floor: the lowest price in that unit that needs no override; null without prices.read. vat_on_top: the percentage of VAT that comes on top of the price; 0 when prices include VAT or the sale bears none. With them the product: its description, pieces of a case (case_config), unit of a price without one (price_unit: piece or case) and available pieces. Customers are those that the caller may read. Errors: 42501, P0002.';

REVOKE ALL ON FUNCTION "private"."proposed_price"(uuid, uuid, uuid, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."proposed_price"(uuid, uuid, uuid, date) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."proposed_prices"(uuid, uuid, date, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."proposed_prices"(uuid, uuid, date, jsonb) TO "authenticated";

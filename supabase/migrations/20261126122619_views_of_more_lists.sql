set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.list_permissions()
 RETURNS TABLE(list text, permission text)
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  values ('bookings', 'bookings.read'), ('memos', 'memos.read'), ('warehouse_requests', 'warehouse.read'), ('customers', 'customers.read'), ('transfers', 'customers.read'),
    ('products', 'stock.read'), ('stock', 'stock.read'), ('purchases', 'purchases.read'), ('stock_counts', 'counts.write'), ('stock_counts', 'counts.decide'),
    ('bad_orders', 'stock.movements'), ('collections', 'collections.read'), ('cheques', 'collections.read'), ('issued_cheques', 'treasury.read'), ('remittances', 'collections.read'),
    ('deposits', 'treasury.position'), ('vouchers', 'vouchers.read'), ('banks', 'treasury.read'), ('payees', 'treasury.read'), ('releasers', 'treasury.read'),
    ('cost_centers', 'treasury.read'), ('invoicing', 'invoicing.read'), ('delivery', 'bookings.deliver'), ('receipt_approval', 'collections.decide'),
    ('stock_movement', 'stock.movements'), ('audit', 'audit.read')
$function$;

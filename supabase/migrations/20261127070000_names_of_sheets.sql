set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.customers_named(p_project uuid, p_names text[])
 RETURNS TABLE(name text, found bigint, id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select lower(c.name), count(*), (array_agg(c.id))[1] from public.customers c
  where c.project_id = p_project and lower(c.name) in (select n.name from unnest(p_names) n (name)) and c.approval_status in ('approved', 'inactive') group by lower(c.name)
$function$;

CREATE OR REPLACE FUNCTION private.lock_customer_changes_sheet(p_project uuid, p_rows jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select c.id from public.customers c where c.project_id = p_project
    and lower(c.name) in (select n from unnest(array(select lower(private.cell(x, 'customer')) from jsonb_array_elements(p_rows) x)) n) order by c.id for no key update
$function$;

CREATE OR REPLACE FUNCTION private.lock_open_invoices_sheet(p_project uuid, p_rows jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.lock_invoice_numbers(p_project);
  perform from public.customers c where c.project_id = p_project
    and lower(c.name) in (select n from unnest(array(select lower(private.cell(x, 'customer')) from jsonb_array_elements(p_rows) x)) n) order by c.id for no key update;
end $function$;

CREATE OR REPLACE FUNCTION private.lock_product_changes_sheet(p_project uuid, p_rows jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p.id from public.products p where p.project_id = p_project
    and lower(p.material_code) in (select n from unnest(array(select lower(private.cell(x, 'material_code')) from jsonb_array_elements(p_rows) x)) n) order by p.id for no key update
$function$;

CREATE INDEX collections_pending_customer_idx ON public.collections USING btree (project_id, customer_id) WHERE (approval_status = 'pending'::text);

COMMENT ON FUNCTION "private"."customers_named"(uuid, text[]) IS 'Finds customers by their names in lower case: how many there are of each, and one of them. The names are looked up: compared with each customer, those of a large sheet take seconds.';

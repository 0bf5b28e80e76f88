-- Suppliers as records and forms name them, and suppliers that are one. See docs/domain.md, Merging, and docs/decisions/0060.

create or replace function private.read_supplier(p_project uuid, p_named jsonb) returns text
language plpgsql stable set search_path = '' as $$
declare
  v_id uuid := private.read_uuid(p_named, 'supplier_id');
  v_name text := private.read_text(p_named, 'supplier', v_id is null);
  v_new boolean := case when private.read_value(p_named, 'new_supplier') is not null then private.read_boolean(p_named, 'new_supplier') end;
  v_known text := (select s.name from public.suppliers s where s.project_id = p_project
    and case when v_id is null then s.name_key = private.supplier_key(v_name) else s.id = v_id end);
begin
  if v_known is not null or v_id is null and v_new then return coalesce(v_known, v_name); end if;
  if v_id is not null then perform private.invalid('supplier_id', 'Choose a supplier.'); end if;
  if not v_new then
    perform private.invalid('supplier', 'No supplier has this name. Choose one from the list, or add this name as new.');
  end if;
  perform private.invalid('supplier', m.message) from private.supplier_problems(p_project, array[v_name]) m (name, message);
  return v_name;
end $$;
comment on function private.read_supplier is
  'Reads the name of a supplier: by supplier_id, or by supplier, a name that may be new unless it is one that was cut off. With '
  'new_supplier true it always may, with false never.';

create or replace function private.name_supplier() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.authorize(new.project_id, 'products.write');
  if btrim(new.supplier) <> '' then
    new.supplier := private.read_supplier(new.project_id,
      jsonb_build_object('supplier', new.supplier, 'new_supplier', new.new_supplier));
  end if;
  new.new_supplier := null;
  return new;
end $$;
comment on function private.name_supplier is
  'Trigger: reads the supplier of a product whose form says whether it may be a new one. private.take_supplier, which comes after it by '
  'name, makes a new one with the product, or not at all. Errors: 42501, 22023 supplier.';
create trigger name_supplier before insert or update of supplier, new_supplier on public.products
  for each row when (new.new_supplier is not null) execute function private.name_supplier();

create or replace function private.merge_suppliers(p_project uuid, p_supplier uuid, p_version int, p_into uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'products.write');
  v_old public.suppliers;
  v_name text;
begin
  perform from public.suppliers s where s.project_id = p_project and s.id in (p_supplier, p_into) order by s.id for update;
  select * into v_old from public.suppliers s where s.project_id = p_project and s.id = p_supplier;
  perform private.check_version(v_old.version, p_version);
  if v_old.merged_into is not null then perform private.refuse('wrong_state', 'This supplier is merged into another one.'); end if;
  select s.name into v_name from public.suppliers s
  where s.project_id = p_project and s.id = p_into and s.id <> p_supplier and s.merged_into is null;
  if not found then perform private.invalid('into', 'Choose another supplier.'); end if;

  update public.suppliers s set merged_into = p_into
  where s.project_id = p_project and (s.id = p_supplier or s.merged_into = p_supplier);
  -- The name gives them the other supplier too.
  update public.products p set supplier = v_name where p.project_id = p_project and p.supplier_id = p_supplier;
  update public.purchases p set supplier = v_name where p.project_id = p_project and p.supplier_id = p_supplier;
  return jsonb_build_object('id', p_supplier, 'version', v_old.version + 1, 'merged_into', p_into);
end $$;
select private.expose('merge_suppliers');
comment on function public.merge_suppliers is
  'Merges a supplier into another one, for good: its products and purchases are those of the other supplier, and so is what names it from '
  'now on, by name or id. Its TIN, VAT class and terms are not taken over. Errors: 42501, P0002, stale_version, wrong_state, 22023 into.';

-- Imports from spreadsheets: all rows or none. An import can be undone while nothing depends on its rows.

create table public.imports (
  project_id uuid not null references public.projects (id),
  id uuid not null default private.new_id(),
  kind text not null check (kind in ('products', 'customers', 'opening_stock')),
  file_name text not null,
  row_count int not null check (row_count > 0),
  import_status text not null default 'done' check (import_status in ('done', 'undone')),
  undone_at timestamptz,
  undone_by uuid,
  version int not null default 1,
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  primary key (project_id, id)
);
create index imports_list_idx on public.imports (project_id, kind, id desc);
comment on table public.imports is 'Imported spreadsheets: kind, time, user, and whether the import was undone.';
select private.guard_table('public.imports');
create trigger touch before update on public.imports for each row execute function private.touch();
create trigger audit after insert or update or delete on public.imports for each row execute function private.write_audit();

alter table public.products add column import_id uuid;
grant select (import_id) on public.products to authenticated;
alter table public.products add foreign key (project_id, import_id) references public.imports (project_id, id);
create index products_import_idx on public.products (project_id, import_id) where import_id is not null;

grant select on public.imports to authenticated;
create policy imports_select on public.imports for select to authenticated
  using (
    (kind = 'products' and project_id = any ((select private.projects_with('products.write'))::uuid[]))
    or (kind = 'opening_stock' and project_id = any ((select private.projects_with('purchases.write'))::uuid[]))
    or (kind = 'customers' and project_id = any ((select private.projects_with('customers.decide'))::uuid[])));

create function private.row_error(p_row int, p_field text, p_message text) returns jsonb
language sql immutable set search_path = '' as $$ select jsonb_build_object('row', p_row, 'field', p_field, 'message', p_message) $$;

create function private.product_row_errors(p_project uuid, p_row jsonb, p_no int) returns setof jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_field text;
  v_value text;
  v_duplicate text;
begin
  foreach v_field in array array['description', 'material_code', 'supplier', 'category1', 'category2', 'category3', 'unit_of_measure'] loop
    v_value := btrim(coalesce(p_row ->> v_field, ''));
    if v_value = '' and v_field in ('description', 'material_code') then return next private.row_error(p_no, v_field, 'Fill this in.'); end if;
    if length(v_value) > (case v_field when 'material_code' then 60 when 'unit_of_measure' then 20 else 200 end) then
      return next private.row_error(p_no, v_field, 'Too long.');
    end if;
    if v_value ~ private.control_characters() then return next private.row_error(p_no, v_field, 'Remove the control characters.'); end if;
  end loop;
  for v_field, v_value in
    select 'category' || c.level, private.category_error(p_project, c.level, nullif(btrim(p_row ->> ('category' || c.level)), '')) from generate_series(1, 3) c (level)
  loop
    if v_value is not null then return next private.row_error(p_no, v_field, v_value); end if;
  end loop;
  foreach v_field in array array['def_cost', 'def_srp'] loop
    v_value := btrim(coalesce(p_row ->> v_field, ''));
    if v_value !~ '^[0-9]{1,12}(\.[0-9]{1,2})?$' then return next private.row_error(p_no, v_field, 'Enter an amount such as 1234.50.'); end if;
  end loop;
  v_value := btrim(coalesce(p_row ->> 'case_config', ''));
  if v_value <> '' and (v_value !~ '^[0-9]{1,6}$' or v_value::int not between 1 and 100000) then
    return next private.row_error(p_no, 'case_config', 'Enter the pieces of a case: 1 or more.');
  end if;
  v_value := btrim(coalesce(p_row ->> 'liters_per_case', ''));
  if v_value <> '' and v_value !~ '^[0-9]{1,7}(\.[0-9]{1,3})?$' then return next private.row_error(p_no, 'liters_per_case', 'Enter litres such as 12.5.'); end if;
  v_value := btrim(coalesce(p_row ->> 'reorder_level', ''));
  if v_value <> '' and v_value !~ '^[0-9]{1,8}$' then return next private.row_error(p_no, 'reorder_level', 'Enter whole pieces.'); end if;
  v_value := btrim(coalesce(p_row ->> 'selected_color', ''));
  if v_value <> '' and v_value !~* '^#[0-9a-f]{6}$' then return next private.row_error(p_no, 'selected_color', 'Enter a colour such as #1f6f5c.'); end if;
  select p.description into v_duplicate from public.products p
  where p.project_id = p_project and lower(p.material_code) = lower(btrim(p_row ->> 'material_code'));
  if found then return next private.row_error(p_no, 'material_code', format('Taken by %s.', v_duplicate)); end if;
end $$;
comment on function private.product_row_errors is 'Returns all errors of one row of a products sheet: {row (from 1), field, message}.';

create function private.import_products(p_project uuid, p_idempotency_key uuid, p_import jsonb, p_check boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'products.write');
  v_done jsonb;
  v_rows jsonb := private.read_list(p_import, 'rows', 10000);
  v_count int := jsonb_array_length(v_rows);
  v_written int;
  v_errors jsonb;
  v_import public.imports;
begin
  if v_count = 0 then perform private.invalid('rows', 'The sheet has no rows.'); end if;
  -- This comes first, so that a sheet that is sent again is not compared with its own imported rows.
  if p_check is not true then
    v_done := private.begin_command(p_project, p_idempotency_key, 'import_products', p_import);
    if v_done is not null then return v_done; end if;
    perform private.lock_number(p_project, 'imported products', '');
  end if;
  select coalesce(jsonb_agg(e.error order by (e.error ->> 'row')::int, e.error ->> 'field'), '[]') into v_errors from (
    select private.product_row_errors(p_project, r.value, r.ordinality::int) as error from jsonb_array_elements(v_rows) with ordinality r
    union all
    select private.row_error(r.no::int, 'material_code', format('Also in row %s.', r.first)) from (
      select x.ordinality as no, min(x.ordinality) over (partition by lower(btrim(x.value ->> 'material_code'))) as first
      from jsonb_array_elements(v_rows) with ordinality x where btrim(coalesce(x.value ->> 'material_code', '')) <> '') r
    where r.no <> r.first) e;
  if p_check or v_errors <> '[]' then
    -- Nothing was written, so that a corrected sheet may come under the same key.
    perform private.abandon_command(p_idempotency_key);
    return jsonb_build_object('rows', v_count, 'errors', v_errors);
  end if;
  insert into public.imports (project_id, kind, file_name, row_count)
  values (p_project, 'products', coalesce(private.read_text(p_import, 'file_name'), 'Pasted rows'), v_count) returning * into v_import;
  insert into public.products (project_id, id, description, material_code, supplier, category1, category2, category3, unit_of_measure,
    case_config, liters_per_case, def_cost, def_srp, selected_color, reorder_level, import_id)
  select p_project, gen_random_uuid(), btrim(r ->> 'description'), btrim(r ->> 'material_code'), private.read_text(r, 'supplier'),
    private.read_text(r, 'category1'), private.read_text(r, 'category2'), private.read_text(r, 'category3'),
    coalesce(private.read_text(r, 'unit_of_measure'), 'pc'), coalesce(private.read_int(r, 'case_config'), 1),
    coalesce(private.read_text(r, 'liters_per_case')::numeric, 0), private.read_money(r, 'def_cost'), private.read_money(r, 'def_srp'),
    lower(private.read_text(r, 'selected_color')), private.read_int(r, 'reorder_level'), v_import.id
  from jsonb_array_elements(v_rows) r
  on conflict (project_id, lower(material_code)) do nothing;
  get diagnostics v_written = row_count;
  if v_written < v_count then
    raise exception using errcode = '23505', hint = 'duplicate', detail = 'rows', message = 'A product with one of these codes was added meanwhile. Check the sheet again.';
  end if;
  return private.complete_command(p_idempotency_key, jsonb_build_object('id', v_import.id, 'version', v_import.version, 'rows', v_count, 'errors', '[]'::jsonb));
end $$;
create function public.import_products(p_project uuid, p_idempotency_key uuid, p_import jsonb, p_check boolean default false) returns jsonb
language sql security invoker set search_path = '' as $$ select private.import_products(p_project, p_idempotency_key, p_import, p_check) $$;
comment on function public.import_products is
  'Adds products from a sheet, all or none. p_import: {file_name, rows: [{description, material_code, supplier, category1, category2, category3, unit_of_measure, case_config, liters_per_case, def_cost, def_srp, selected_color, reorder_level}]}, texts, at most 10,000. Answers {rows, errors: [{row (from 1), field, message}]}; with errors, or p_check, nothing is written; otherwise {id, version} of the import too. Errors: 42501, 22023 rows.';

create function private.undo_products(p_project uuid, p_import uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare v_used text;
begin
  -- The rows are locked first, so that nothing can begin to depend on them meanwhile.
  perform from public.inventory i join public.products p on p.project_id = i.project_id and p.id = i.product_id
  where p.project_id = p_project and p.import_id = p_import order by i.product_id for update;
  select p.description into v_used from public.products p
  where p.project_id = p_project and p.import_id = p_import and (p.version > 1
    or exists (select from public.purchase_lines l where l.project_id = p_project and l.product_id = p.id)
    or exists (select from public.booking_lines l where l.project_id = p_project and l.product_id = p.id)
    or exists (select from public.stock_movements m where m.project_id = p_project and m.product_id = p.id)
    or exists (select from public.stock_count_lines c where c.project_id = p_project and c.product_id = p.id)
    or exists (select from public.price_changes c where c.project_id = p_project and c.product_id = p.id))
  order by p.sort_key limit 1;
  if v_used is not null then
    perform private.refuse('wrong_state', format('%s has been used or changed since. Deactivate what you do not need instead.', v_used));
  end if;
  delete from public.inventory i using public.products p
  where p.project_id = p_project and p.import_id = p_import and i.project_id = p.project_id and i.product_id = p.id;
  delete from public.products where project_id = p_project and import_id = p_import;
end $$;
comment on function private.undo_products is 'Deletes the products of an import. Refuses once one of them was used or changed.';

create function private.undo_import(p_project uuid, p_idempotency_key uuid, p_import uuid, p_version int) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_kinds text[] := array_remove(array[
    case when private.scope_of(p_project, 'products.write') is not null then 'products' end,
    case when private.scope_of(p_project, 'purchases.write') is not null then 'opening_stock' end,
    case when private.scope_of(p_project, 'customers.decide') is not null then 'customers' end], null);
  v_done jsonb;
  v_import public.imports;
begin
  if v_kinds = '{}' then perform private.forbid(); end if;
  v_done := private.begin_command(p_project, p_idempotency_key, 'undo_import', jsonb_build_array(p_import, p_version));
  if v_done is not null then return v_done; end if;
  select * into v_import from public.imports where project_id = p_project and id = p_import and kind = any (v_kinds) for update;
  if not found then perform private.not_found(); end if;
  perform private.check_version(v_import.version, p_version);
  if v_import.import_status <> 'done' then perform private.refuse('wrong_state', 'This import is undone already.'); end if;
  if v_import.kind = 'products' then
    perform private.undo_products(p_project, p_import);
  elsif v_import.kind = 'opening_stock' then
    perform private.undo_opening_stock(p_project, p_import);
  else
    perform private.undo_customers(p_project, p_import);
  end if;
  update public.imports set import_status = 'undone', undone_at = now(), undone_by = auth.uid()
  where project_id = p_project and id = p_import returning * into v_import;
  return private.complete_command(p_idempotency_key, jsonb_build_object('id', p_import, 'version', v_import.version));
end $$;
create function public.undo_import(p_project uuid, p_idempotency_key uuid, p_import uuid, p_version int) returns jsonb
language sql security invoker set search_path = '' as $$ select private.undo_import(p_project, p_idempotency_key, p_import, p_version) $$;
comment on function public.undo_import is
  'Undoes an import: deletes its rows, or posts the opposite of what it posted, while none of them was changed or used; the audit trail stays. Users who may import such rows may undo it. Errors: 42501, P0002, stale_version, wrong_state, period_closed.';

grant execute on function
  private.import_products(uuid, uuid, jsonb, boolean), public.import_products(uuid, uuid, jsonb, boolean),
  private.undo_import(uuid, uuid, uuid, int), public.undo_import(uuid, uuid, uuid, int)
to authenticated;

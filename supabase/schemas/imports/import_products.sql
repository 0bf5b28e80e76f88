-- Import of products, and of changes of products. See docs/decisions/0047.

create or replace function private.lock_products_sheet(p_project uuid, p_rows jsonb) returns void
language sql security definer set search_path = '' as $$ select $$;

create or replace function private.check_products_sheet(p_project uuid, p_rows jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.sorted_errors(array(
    select private.cell_problems(p_rows, '[["description", "text", true, 200], ["material_code", "text", true, 60],
      ["supplier", "text", false, 200],
      ["category1", "text", false, 200], ["category2", "text", false, 200], ["category3", "text", false, 200],
      ["unit_of_measure", "text", false, 20],
      ["def_cost", "price", true, 0], ["def_srp", "price", true, 0], ["case_config", "case", false, 0],
      ["liters_per_case", "litres", false, 0],
      ["reorder_level", "whole", false, 99999999], ["selected_color", "color", false, 0], ["vat_class", "vat", false, 0],
      ["price_unit", "unit", false, 0]]')
    union all
    select private.row_error(x.ordinality::int, 'category' || c.level, e.problem)
    from jsonb_array_elements(p_rows) with ordinality x
    cross join generate_series(1, 3) c (level)
    cross join lateral (select private.category_error(p_project, c.level, private.cell(x.value, 'category' || c.level)) as problem) e
    where e.problem is not null
    union all
    select private.repeated_cells(p_rows, 'material_code')
    union all
    select private.row_error(x.ordinality::int, 'material_code', format('Already used by %s.', p.description))
    from jsonb_array_elements(p_rows) with ordinality x
    join public.products p on p.project_id = p_project and lower(p.material_code) = lower(private.cell(x.value, 'material_code'))))
$$;

create or replace function private.write_products_sheet(p_project uuid, p_import uuid, p_rows jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare v_written int;
begin
  insert into public.products (project_id, id, description, material_code, supplier, category1, category2, category3, unit_of_measure,
    case_config, liters_per_case, def_cost, def_cost_pieces, def_srp, def_srp_pieces, vat_class, price_unit,
    selected_color, reorder_level, import_id)
  select p_project, gen_random_uuid(), private.cell(r, 'description'), private.cell(r, 'material_code'), private.cell(r, 'supplier'),
    private.cell(r, 'category1'), private.cell(r, 'category2'), private.cell(r, 'category3'),
    coalesce(private.cell(r, 'unit_of_measure'), 'pc'),
    c.pieces, coalesce(private.cell(r, 'liters_per_case')::numeric, 0),
    private.sheet_price(r ->> 'def_cost'), private.sheet_pieces(r ->> 'def_cost', c.pieces, u.unit),
    private.sheet_price(r ->> 'def_srp'), private.sheet_pieces(r ->> 'def_srp', c.pieces, u.unit),
    coalesce(private.sheet_vat(r ->> 'vat_class'), 'vatable'), u.unit, lower(private.cell(r, 'selected_color')),
    private.cell(r, 'reorder_level')::int, p_import
  from jsonb_array_elements(p_rows) r
  cross join lateral (select coalesce(private.cell(r, 'case_config')::int, 1) as pieces) c
  cross join lateral (select coalesce(private.sheet_unit(r ->> 'price_unit'), 'piece') as unit) u
  on conflict (project_id, lower(material_code)) do nothing;
  get diagnostics v_written = row_count;
  if v_written < jsonb_array_length(p_rows) then
    raise exception using errcode = '23505', hint = 'duplicate', detail = 'rows',
      message = 'A product with one of these codes was added by another user. Check the sheet again.';
  end if;
  return '[]';
end $$;

create or replace function private.undo_products(p_project uuid, p_import uuid) returns void
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

select private.add_import_kind('products', 'products.write',
  'Adds products from a sheet, all or none. Cells: description, material_code, supplier, category1, category2, category3, unit_of_measure, '
  'case_config, liters_per_case, def_cost and def_srp (100/pc for a piece, 100/cs for a case, 100/12 for twelve pieces; 1234.50 in the '
  'price unit), price_unit (piece or case; piece when empty), vat_class (vatable when empty), selected_color, reorder_level.');

-- ---------------------------------------------------------------------------------------------
-- Changes of products
-- ---------------------------------------------------------------------------------------------

create or replace function private.product_changes_sheet(p_project uuid, p_rows jsonb)
returns table (no int, code text, was public.products, now jsonb)
language sql stable security definer set search_path = '' as $$
  select x.ordinality::int, k.code, p, (
    select coalesce(jsonb_object_agg(f.field, f.value), '{}') from (
      select c.field, case when v.cell <> '-' then to_jsonb(case c.field when 'selected_color' then lower(v.cell)
        when 'vat_class' then private.sheet_vat(v.cell) when 'price_unit' then private.sheet_unit(v.cell)
        when 'status' then lower(v.cell) else v.cell end) else 'null' end as value
      from unnest(array['description', 'supplier', 'category1', 'category2', 'category3', 'unit_of_measure', 'case_config',
        'liters_per_case', 'selected_color',
        'reorder_level', 'vat_class', 'price_unit', 'status']) c (field)
      cross join lateral (select private.cell(x.value, c.field) as cell) v where v.cell is not null
      union all
      select z.field, z.value from unnest(array['def_cost', 'def_srp']) c (field)
      cross join lateral (select private.cell(x.value, c.field) as cell) v
      cross join lateral (values (c.field, to_jsonb(private.sheet_price(v.cell))),
        (c.field || '_pieces', to_jsonb(private.sheet_pieces(v.cell, coalesce(private.cell(x.value, 'case_config')::int, p.case_config),
          coalesce(private.sheet_unit(x.value ->> 'price_unit'), p.price_unit))))) z (field, value)
      where v.cell is not null) f)
  from jsonb_array_elements(p_rows) with ordinality x
  cross join lateral (select lower(private.cell(x.value, 'material_code')) as code) k
  left join public.products p on p.project_id = p_project and lower(p.material_code) = k.code
$$;
comment on function private.product_changes_sheet is
  'Reads a checked sheet of changes of products: the product of each row as it is, and its columns as they become. An empty cell changes '
  'nothing, - empties a column.';

create or replace function private.lock_product_changes_sheet(p_project uuid, p_rows jsonb) returns void
language sql security definer set search_path = '' as $$
  select p.id from public.products p where p.project_id = p_project
    and lower(p.material_code) in (select n
      from unnest(array(select lower(private.cell(x, 'material_code')) from jsonb_array_elements(p_rows) x)) n)
      order by p.id for no key update
$$;

create or replace function private.check_product_changes_sheet(p_project uuid, p_rows jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.sorted_errors(array(
    -- Only what may be empty is emptied by a dash.
    select private.cell_problems((select jsonb_agg((select jsonb_object_agg(e.key, e.value) from jsonb_each(x.value) e
        where btrim(e.value #>> '{}') <> '-'
          or e.key not in ('supplier', 'category1', 'category2', 'category3', 'selected_color', 'reorder_level')) order by x.ordinality)
      from jsonb_array_elements(p_rows) with ordinality x), '[["material_code", "text", true, 60], ["description", "text", false, 200],
        ["supplier", "text", false, 200],
      ["category1", "text", false, 200], ["category2", "text", false, 200], ["category3", "text", false, 200],
      ["unit_of_measure", "text", false, 20],
      ["def_cost", "price", false, 0], ["def_srp", "price", false, 0], ["case_config", "case", false, 0],
      ["liters_per_case", "litres", false, 0],
      ["reorder_level", "whole", false, 99999999], ["selected_color", "color", false, 0], ["vat_class", "vat", false, 0],
      ["price_unit", "unit", false, 0]]')
    union all
    select private.row_error(x.ordinality::int, 'status', 'Active or inactive.') from jsonb_array_elements(p_rows) with ordinality x
    where lower(private.cell(x.value, 'status')) not in ('active', 'inactive')
    union all
    select private.row_error(x.ordinality::int, f.field, 'This cannot be empty.') from jsonb_array_elements(p_rows) with ordinality x
    cross join unnest(array['description', 'unit_of_measure']) f (field) where private.cell(x.value, f.field) = '-'
    union all
    select private.row_error(x.ordinality::int, 'category' || c.level, e.problem)
    from jsonb_array_elements(p_rows) with ordinality x
    cross join generate_series(1, 3) c (level)
    cross join lateral (
      select private.category_error(p_project, c.level, nullif(private.cell(x.value, 'category' || c.level), '-')) as problem) e
    left join public.products p on p.project_id = p_project and lower(p.material_code) = lower(private.cell(x.value, 'material_code'))
    -- A product keeps a category that has left the list, as in its form.
    where e.problem is not null
      and private.cell(x.value, 'category' || c.level) is distinct from case c.level when 1 then p.category1
        when 2 then p.category2 else p.category3 end
    union all
    select private.repeated_cells(p_rows, 'material_code')
    union all
    select private.row_error(x.ordinality::int, 'material_code', 'No product has this code.')
    from jsonb_array_elements(p_rows) with ordinality x
    where private.cell(x.value, 'material_code') is not null and not exists (select from public.products p
      where p.project_id = p_project and lower(p.material_code) = lower(private.cell(x.value, 'material_code')))))
$$;

create or replace function private.shown_column(p_row jsonb, p_field text) returns text
language sql immutable set search_path = '' as $$
  select case when coalesce(p_row ->> (p_field || '_pieces'), '1') = '1' then p_row ->> p_field
    else (p_row ->> p_field) || '/' || (p_row ->> (p_field || '_pieces')) end
$$;
comment on function private.shown_column is 'Writes a column for people; a price with the pieces that it is for.';

create or replace function private.changed_columns(p_was jsonb, p_now jsonb) returns table (field text, old text, new text)
language sql immutable set search_path = '' as $$
  select distinct on (f.field) f.field, private.shown_column(p_was, f.field), private.shown_column(p_now, f.field)
  from jsonb_each(p_now) e cross join lateral (select regexp_replace(e.key, '_pieces$', '') as field) f
  where e.value is distinct from p_was -> e.key order by f.field
$$;
comment on function private.changed_columns is 'Returns the columns that differ between a row as it was and as it becomes.';

create or replace function private.changes_product_changes_sheet(p_project uuid, p_rows jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('row', s.no, 'field', c.field,
    'old', case when c.field not in ('supplier', 'def_cost')
      or private.scope_of(p_project, 'costs.read') is not null then c.old else '…' end, 'new', c.new)
    order by s.no, c.field), '[]')
  from private.product_changes_sheet(p_project, p_rows) s
  cross join lateral private.changed_columns(to_jsonb(s.was), to_jsonb(jsonb_populate_record(s.was, s.now))) c
$$;

create or replace function private.restore_product(p_product public.products) returns int
language sql security definer set search_path = '' as $$
  update public.products p set description = p_product.description, supplier = p_product.supplier, category1 = p_product.category1,
    category2 = p_product.category2,
    category3 = p_product.category3, unit_of_measure = p_product.unit_of_measure, case_config = p_product.case_config,
    liters_per_case = p_product.liters_per_case,
    selected_color = p_product.selected_color, reorder_level = p_product.reorder_level, vat_class = p_product.vat_class,
    price_unit = p_product.price_unit, status = p_product.status,
    def_cost = p_product.def_cost, def_cost_pieces = p_product.def_cost_pieces, def_srp = p_product.def_srp,
    def_srp_pieces = p_product.def_srp_pieces
  where p.project_id = p_product.project_id and p.id = p_product.id returning p.version
$$;
comment on function private.restore_product is 'Gives a product the columns of this row, and returns its version.';

create or replace function private.write_product_changes_sheet(p_project uuid, p_import uuid, p_rows jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare v record;
begin
  for v in
    select s.was, jsonb_populate_record(s.was, s.now) as now,
      (select jsonb_object_agg(e.key, to_jsonb(s.was) -> e.key) from jsonb_each(s.now) e) as before
    from private.product_changes_sheet(p_project, p_rows) s
    where to_jsonb(jsonb_populate_record(s.was, s.now)) <> to_jsonb(s.was) order by (s.was).id
  loop
    perform private.note_imported(p_project, p_import, (v.was).id, null, private.restore_product(v.now), v.before);
  end loop;
  return '[]';
end $$;

create or replace function private.undo_product_changes(p_project uuid, p_import uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare v record;
begin
  for v in
    select p as row, r.version, r.before
    from private.import_records r join public.products p on p.project_id = r.project_id and p.id = r.record_id
    where r.project_id = p_project and r.import_id = p_import order by p.id for no key update of p
  loop
    if (v.row).version <> v.version then
      perform private.refuse('wrong_state', format('%s has been changed since.', (v.row).description));
    end if;
    perform private.restore_product(jsonb_populate_record(v.row, v.before));
  end loop;
end $$;

select private.add_import_kind('product_changes', 'products.write',
  'Changes products that are there, all or none. Cells: material_code, which names the product, and those of import_products, and status '
  '(active, inactive). An empty cell changes nothing, - empties the supplier, a category, the color or the reorder level. Live prices '
  'stay.',
  p_changes => true);

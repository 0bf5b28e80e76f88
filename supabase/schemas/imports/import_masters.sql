-- Imports of products and payees. See docs/decisions/0047.

create or replace function private.write_masters(p_kind text, p_project uuid, p_import uuid, p_rows jsonb) returns void
language plpgsql set search_path = '' as $$
declare v_written int;
begin
  if p_kind = 'products' then
    insert into public.products (project_id, id, description, material_code, supplier, category1, category2, category3, unit_of_measure,
      case_config, liters_per_case, def_cost, def_cost_pieces, def_srp, def_srp_pieces, vat_class, price_unit,
      selected_color, reorder_level, import_id)
    select p_project, gen_random_uuid(), r.description, r.material_code, r.supplier, r.category1, r.category2, r.category3,
      r.unit_of_measure, r.case_config, r.liters_per_case, r.def_cost, r.def_cost_pieces, r.def_srp, r.def_srp_pieces, r.vat_class,
      r.price_unit, r.selected_color, r.reorder_level, p_import
    from jsonb_array_elements(p_rows) x cross join lateral jsonb_populate_record(null::public.products,
      '{"unit_of_measure": "pc", "case_config": 1, "liters_per_case": 0, "vat_class": "vatable", "price_unit": "piece"}' || x) r
    on conflict (project_id, lower(material_code)) do nothing;
  else
    with written as (
      insert into public.payees (project_id, fname, account_no)
      select p_project, r.fname, r.account_no from jsonb_populate_recordset(null::public.payees, p_rows) r
      on conflict do nothing returning id, version)
    insert into private.import_records (project_id, import_id, record_id, version)
    select p_project, p_import, w.id, w.version from written w;
  end if;
  get diagnostics v_written = row_count;
  if v_written < jsonb_array_length(p_rows) then
    perform private.refuse_duplicate('rows', format('A %s was added by another user. Check the sheet again.',
        case p_kind when 'products' then 'product with the same code' else 'payee with the same name' end));
  end if;
end $$;
comment on function private.write_masters is 'Adds the products or payees of a sheet.';

create or replace function private.refuse_used(p_name text) returns void
language plpgsql set search_path = '' as $$
begin
  if p_name is not null then
    perform private.refuse('wrong_state', format('%s has been used or changed since. Deactivate what you do not need instead.', p_name));
  end if;
end $$;
comment on function private.refuse_used is 'Raises wrong_state for an imported record that is in use; null when none is.';

create or replace function private.undo_masters(p_project uuid, p_import uuid, p_payees uuid[]) returns void
language plpgsql set search_path = '' as $$
begin
  -- The rows are locked first, so that nothing can begin to depend on them meanwhile; payees also against a voucher that is being
  -- written, whose foreign key shares the lock.
  perform from public.inventory i join public.products p on p.project_id = i.project_id and p.id = i.product_id
  where p.project_id = p_project and p.import_id = p_import order by i.product_id for update;
  perform from public.payees y where y.project_id = p_project and y.id = any (p_payees) order by y.id for update;
  perform private.refuse_used((select p.description from public.products p
    where p.project_id = p_project and p.import_id = p_import and (p.version > 1
      or exists (select from public.products m where m.project_id = p_project and m.merged_into = p.id)
      or exists (select from public.purchase_lines l where l.project_id = p_project and l.product_id = p.id)
      or exists (select from public.booking_lines l where l.project_id = p_project and l.product_id = p.id)
      or exists (select from public.stock_movements m where m.project_id = p_project and m.product_id = p.id)
      or exists (select from public.stock_count_lines c where c.project_id = p_project and c.product_id = p.id)
      or exists (select from public.price_changes c where c.project_id = p_project and c.product_id = p.id)
      or private.has_files_or_comments(p_project, p.id))
    order by p.sort_key limit 1));
  perform private.refuse_used((select y.fname from public.payees y where y.project_id = p_project and y.id = any (p_payees)
    and (y.version > 1 or exists (select from public.vouchers v where v.project_id = p_project and v.payee_id = y.id))
    order by y.sort_key limit 1));
  delete from public.inventory i using public.products p
  where p.project_id = p_project and p.import_id = p_import and i.project_id = p.project_id and i.product_id = p.id;
  delete from public.products p where p.project_id = p_project and p.import_id = p_import;
  delete from public.payees y where y.project_id = p_project and y.id = any (p_payees);
end $$;
comment on function private.undo_masters is
  'Deletes the products or payees of an import, unless one of them was used, confirmed or changed.';

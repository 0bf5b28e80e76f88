-- Imports of changes of products and customers who are there. See docs/decisions/0047.

create or replace function private.sheet_changes(p_kind text, p_project uuid, p_rows jsonb)
returns table (no int, id uuid, was jsonb, now jsonb)
language sql stable set search_path = '' as $$
  select (x ->> 'no')::int, p.id, to_jsonb(p), to_jsonb(jsonb_populate_record(p, x - 'material_code'))
  from jsonb_array_elements(p_rows) x
  join public.products p on p.project_id = p_project and p.id = (x ->> 'product_id')::uuid where p_kind = 'product_changes'
  union all
  select (x ->> 'no')::int, c.id, to_jsonb(c), to_jsonb(jsonb_populate_record(c, x))
  from jsonb_array_elements(p_rows) x
  join public.customers c on c.project_id = p_project and c.id = (x ->> 'customer_id')::uuid where p_kind = 'customer_changes'
$$;
comment on function private.sheet_changes is
  'Returns the record that each row changes, as it is and as it becomes. An empty cell changes nothing.';

create or replace function private.shown_changes(p_kind text, p_project uuid, p_rows jsonb) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('row', d.no, 'field', d.field, 'old', case when d.field not in ('supplier', 'def_cost')
    or private.scope_of(p_project, 'costs.read') is not null then d.old else '…' end, 'new', d.new) order by d.no, d.field), '[]')
  from (
    select distinct s.no, f.field, s.was ->> f.field || coalesce('/' || nullif(s.was ->> (f.field || '_pieces'), '1'), '') as old,
      s.now ->> f.field || coalesce('/' || nullif(s.now ->> (f.field || '_pieces'), '1'), '') as new
    from private.sheet_changes(p_kind, p_project, p_rows) s cross join lateral jsonb_each(s.now) e
    cross join lateral (select regexp_replace(e.key, '_pieces$', '') as field) f
    where e.value <> s.was -> e.key) d
$$;
comment on function private.shown_changes is
  'Returns old and new of each cell that a sheet changes, for people; a price with the pieces that it is for.';

create or replace function private.change_product(p_project uuid, p_product uuid, p_columns jsonb) returns int
language sql set search_path = '' as $$
  update public.products p set (description, supplier, category1, category2, category3, unit_of_measure, case_config, liters_per_case,
    selected_color, reorder_level, vat_class, price_unit, status, def_cost, def_cost_pieces, def_srp, def_srp_pieces) = (
    select n.description, n.supplier, n.category1, n.category2, n.category3, n.unit_of_measure, n.case_config, n.liters_per_case,
      n.selected_color, n.reorder_level, n.vat_class, n.price_unit, n.status, n.def_cost, n.def_cost_pieces, n.def_srp, n.def_srp_pieces
    from jsonb_populate_record(p, p_columns) n)
  where p.project_id = p_project and p.id = p_product returning p.version
$$;
comment on function private.change_product is 'Gives a product these columns, and returns its version.';

create or replace function private.change_customer(p_project uuid, p_customer uuid, p_columns jsonb) returns int
language plpgsql set search_path = '' as $$
declare
  v_was public.customers;
  v_now public.customers;
begin
  select * into v_was from public.customers c where c.project_id = p_project and c.id = p_customer;
  v_now := jsonb_populate_record(v_was, p_columns);
  insert into public.customer_finance_events (project_id, customer_id, type, details)
  select p_project, p_customer, 'credit', jsonb_build_object('credit_line', jsonb_build_array(v_was.credit_line, v_now.credit_line),
    'terms_days', jsonb_build_array(v_was.terms_days, v_now.terms_days))
  where (v_was.credit_line, v_was.terms_days) is distinct from (v_now.credit_line, v_now.terms_days)
  union all
  select p_project, p_customer, 'tax', jsonb_build_object('tin_no', jsonb_build_array(v_was.tin_no, v_now.tin_no),
    'business_style', jsonb_build_array(v_was.business_style, v_now.business_style))
    || case when v_was.vat_class <> v_now.vat_class
      then jsonb_build_object('vat_class', jsonb_build_array(v_was.vat_class, v_now.vat_class)) else '{}' end
  where (v_was.tin_no, v_was.business_style, v_was.vat_class) is distinct from (v_now.tin_no, v_now.business_style, v_now.vat_class);
  update public.customers c set store_name = v_now.store_name, tin_no = v_now.tin_no, business_style = v_now.business_style,
    vat_class = v_now.vat_class, area = v_now.area, address = v_now.address, contact = v_now.contact, credit_line = v_now.credit_line,
    terms_days = v_now.terms_days
  where c.project_id = p_project and c.id = p_customer returning c.version into v_now.version;
  return v_now.version;
end $$;
comment on function private.change_customer is
  'Gives a customer these columns, with the events of its finance trail, and returns its version.';

create or replace function private.write_changes(p_kind text, p_project uuid, p_import uuid, p_rows jsonb) returns void
language sql set search_path = '' as $$
  insert into private.import_records (project_id, import_id, record_id, before, version)
  select p_project, p_import, s.id,
    (select jsonb_object_agg(e.key, e.value) from jsonb_each(s.was) e where e.value <> s.now -> e.key),
    case p_kind when 'product_changes' then private.change_product(p_project, s.id, s.now)
      else private.change_customer(p_project, s.id, s.now) end
  from private.sheet_changes(p_kind, p_project, p_rows) s where s.was <> s.now order by s.id
$$;
comment on function private.write_changes is 'Changes what a sheet changes, and records the columns as they were.';

create or replace function private.undo_changes(p_kind text, p_project uuid, p_import uuid) returns void
language plpgsql set search_path = '' as $$
declare
  v_records uuid[] := array(select r.record_id from private.import_records r where r.project_id = p_project and r.import_id = p_import);
  v record;
begin
  perform from public.products p where p.project_id = p_project and p.id = any (v_records) order by p.id for no key update;
  perform from public.customers c where c.project_id = p_project and c.id = any (v_records) order by c.id for no key update;
  for v in
    select r.record_id, r.before, r.version = coalesce(p.version, c.version) as unchanged, coalesce(p.description, c.name) as name
    from private.import_records r
    left join public.products p on p.project_id = p_project and p.id = r.record_id
    left join public.customers c on c.project_id = p_project and c.id = r.record_id
    where r.project_id = p_project and r.import_id = p_import order by r.record_id
  loop
    if not v.unchanged then perform private.refuse('wrong_state', format('%s has been changed since.', v.name)); end if;
    perform case p_kind when 'product_changes' then private.change_product(p_project, v.record_id, v.before)
      else private.change_customer(p_project, v.record_id, v.before) end;
  end loop;
end $$;
comment on function private.undo_changes is 'Gives changed records their former columns, while they are as the import left them.';

-- Changes of customers from a spreadsheet. See docs/decisions/0047.

create or replace function private.customer_changes_sheet(p_project uuid, p_rows jsonb)
returns table (no int, was public.customers, now jsonb)
language sql stable security definer set search_path = '' as $$
  select x.ordinality::int, c, (
    select coalesce(jsonb_object_agg(f.field,
      case when v.cell <> '-' then to_jsonb(case f.field when 'vat_class' then private.sheet_vat(v.cell)
      when 'credit_line' then v.cell::numeric(14,2)::text else v.cell end) else 'null' end), '{}')
    from unnest(array['store_name', 'tin_no', 'business_style', 'vat_class', 'area', 'address', 'contact',
      'credit_line', 'terms_days']) f (field)
    cross join lateral (select private.cell(x.value, f.field) as cell) v where v.cell is not null)
  from jsonb_array_elements(p_rows) with ordinality x
  join private.customers_named(p_project, array(select lower(private.cell(y, 'customer')) from jsonb_array_elements(p_rows) y)) n
    on n.name = lower(private.cell(x.value, 'customer'))
  join public.customers c on c.project_id = p_project and c.id = n.id
$$;
comment on function private.customer_changes_sheet is
  'Reads a checked sheet of changes of customers: the customer of each row as it is, and its columns as they become. An empty cell changes '
  'nothing, - empties a column.';

create or replace function private.lock_customer_changes_sheet(p_project uuid, p_rows jsonb) returns void
language sql security definer set search_path = '' as $$
  select c.id from public.customers c where c.project_id = p_project
    and lower(c.name) in (select n from unnest(array(select lower(private.cell(x, 'customer')) from jsonb_array_elements(p_rows) x)) n)
      order by c.id for no key update
$$;

create or replace function private.check_customer_changes_sheet(p_project uuid, p_rows jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  with s as materialized (
    select x.ordinality::int as no, lower(private.cell(x.value, 'customer')) as name,
      nullif(regexp_replace(coalesce(x.value ->> 'tin_no', ''), '\D', '', 'g'), '') as digits
    from jsonb_array_elements(p_rows) with ordinality x)
  select private.sorted_errors(array(
    -- Only what may be empty is emptied by a dash.
    select private.cell_problems((select jsonb_agg((select jsonb_object_agg(e.key, e.value) from jsonb_each(x.value) e
        where btrim(e.value #>> '{}') <> '-' or e.key in ('customer', 'vat_class', 'terms_days')) order by x.ordinality)
      from jsonb_array_elements(p_rows) with ordinality x), '[["customer", "text", true, 200], ["store_name", "text", false, 200],
        ["tin_no", "tin", false, 0],
      ["business_style", "text", false, 200], ["vat_class", "vat", false, 0], ["area", "text", false, 200],
      ["address", "text", false, 400], ["contact", "text", false, 200],
      ["credit_line", "money", false, 0], ["terms_days", "whole", false, 365]]')
    union all
    select private.repeated_cells(p_rows, 'customer')
    union all
    select private.customer_problems(p_project, p_rows)
    union all
    select private.row_error(s.no, 'tin_no', format('Already used by %s.', min(c.name)))
    from s join public.customers c on c.project_id = p_project and c.taxpayer = left(s.digits, 9)
      and regexp_replace(c.tin_no, '\D', '', 'g') = s.digits
    where c.approval_status <> 'rejected' and lower(c.name) <> s.name group by s.no
    union all
    select private.row_error(t.no, 'tin_no', 'Another customer of this sheet has the same TIN.')
    from (select s.no, row_number() over (partition by s.digits order by s.no) as row_no from s where s.digits is not null) t
    where t.row_no > 1))
$$;

create or replace function private.changes_customer_changes_sheet(p_project uuid, p_rows jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('row', s.no, 'field', c.field, 'old', c.old, 'new', c.new) order by s.no, c.field), '[]')
  from private.customer_changes_sheet(p_project, p_rows) s
  cross join lateral private.changed_columns(to_jsonb(s.was), to_jsonb(jsonb_populate_record(s.was, s.now))) c
$$;

create or replace function private.change_customer(p_was public.customers, p_now public.customers) returns int
language plpgsql security definer set search_path = '' as $$
declare v_version int;
begin
  if (p_was.credit_line, p_was.terms_days) is distinct from (p_now.credit_line, p_now.terms_days) then
    insert into public.customer_finance_events (project_id, customer_id, type, details)
    values (p_was.project_id, p_was.id, 'credit', jsonb_build_object('credit_line', jsonb_build_array(p_was.credit_line, p_now.credit_line),
      'terms_days', jsonb_build_array(p_was.terms_days, p_now.terms_days)));
  end if;
  if (p_was.tin_no, p_was.business_style, p_was.vat_class) is distinct from (p_now.tin_no, p_now.business_style, p_now.vat_class) then
    insert into public.customer_finance_events (project_id, customer_id, type, details)
    values (p_was.project_id, p_was.id, 'tax', jsonb_build_object('tin_no', jsonb_build_array(p_was.tin_no, p_now.tin_no),
      'business_style', jsonb_build_array(p_was.business_style, p_now.business_style))
      || case when p_was.vat_class <> p_now.vat_class
        then jsonb_build_object('vat_class', jsonb_build_array(p_was.vat_class, p_now.vat_class)) else '{}' end);
  end if;
  update public.customers c set store_name = p_now.store_name, tin_no = p_now.tin_no,
    business_style = p_now.business_style, vat_class = p_now.vat_class,
    area = p_now.area, address = p_now.address, contact = p_now.contact, credit_line = p_now.credit_line, terms_days = p_now.terms_days
  where c.project_id = p_was.project_id and c.id = p_was.id returning c.version into v_version;
  return v_version;
end $$;
comment on function private.change_customer is
  'Gives a customer the columns of a row, with the events of its finance trail, and returns its version.';

create or replace function private.write_customer_changes_sheet(p_project uuid, p_import uuid, p_rows jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare v record;
begin
  for v in
    select s.was, jsonb_populate_record(s.was, s.now) as now,
      (select jsonb_object_agg(e.key, to_jsonb(s.was) -> e.key) from jsonb_each(s.now) e) as before
    from private.customer_changes_sheet(p_project, p_rows) s
    where to_jsonb(jsonb_populate_record(s.was, s.now)) <> to_jsonb(s.was) order by (s.was).id
  loop
    perform private.note_imported(p_project, p_import, (v.was).id, null, private.change_customer(v.was, v.now), v.before);
  end loop;
  return '[]';
end $$;

create or replace function private.undo_customer_changes(p_project uuid, p_import uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare v record;
begin
  for v in
    select c as row, r.version, r.before
    from private.import_records r join public.customers c on c.project_id = r.project_id and c.id = r.record_id
    where r.project_id = p_project and r.import_id = p_import order by c.id for no key update of c
  loop
    if (v.row).version <> v.version then perform private.refuse('wrong_state', format('%s has been changed since.', (v.row).name)); end if;
    perform private.change_customer(v.row, jsonb_populate_record(v.row, v.before));
  end loop;
end $$;

select private.add_import_kind('customer_changes', 'customers.decide',
  'Changes customers who are there, all or none. Cells: customer (the name, which stays), store_name, tin_no, business_style, vat_class, '
  'area, address, contact, credit_line (- = no limit), terms_days. An empty cell changes nothing, - empties a column. Credit and tax '
  'changes go into the finance trail.',
  p_changes => true);

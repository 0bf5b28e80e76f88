-- Imports of documents: purchases, bookings and receipts. Each is written by the function that writes a typed one.
-- See docs/decisions/0047.

create or replace function private.error_row(p_rows jsonb, p_fields jsonb, p_field text, p_message text) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare v_at text[] := regexp_match(p_field, '^(\w+)\[(\d+)\]\.(\w+)$');
begin
  return private.row_error(coalesce((p_rows -> v_at[1] ->> v_at[2]::int)::int, (p_rows ->> 'first')::int),
    coalesce(p_fields ->> coalesce(v_at[3], p_field), p_fields ->> ''), p_message);
end $$;
comment on function private.error_row is
  'Returns the error of a document as one of a row of its sheet. p_rows: {first, lines: [row, …], …}; p_fields: the column of each field, '
  'and of others under the empty name.';

create or replace function private.analyze_grown_tables() returns void
language plpgsql security definer set search_path = '' as $$
declare v_table regclass;
begin
  -- The locks of `analyze` stay until the end of the transaction. No second import waits for them.
  if not pg_try_advisory_xact_lock(hashtextextended('statistics of tables', 0)) then return; end if;
  for v_table in
    select x.relid from pg_catalog.pg_stat_xact_user_tables x join pg_catalog.pg_class c on c.oid = x.relid
    where x.schemaname in ('public', 'private') and x.n_tup_ins > 0.2 * c.reltuples
      and pg_catalog.pg_relation_size(x.relid) < 64 * 1024 * 1024
  loop
    execute format('analyze %s', v_table);
  end loop;
end $$;
comment on function private.analyze_grown_tables is
  'Counts tables that this transaction has made a fifth larger, so that plans are made anew. A plan that was made while a table had a few '
  'rows looks at every row of the project, document after document. Large tables are left to autovacuum.';

create or replace function private.write_documents(p_kind text, p_project uuid, p_import uuid, p_rows jsonb, p_fields jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v record;
  v_id uuid;
  v_field text;
  v_message text;
  v_written int := 0;
  v_errors jsonb[] := '{}';
begin
  for v in execute format('select * from private.%I_documents($1, $2) order by (rows ->> ''first'')::int', p_kind)
    using p_project, p_rows loop
    begin
      execute format('select private.write_%I_document($1, $2)', p_kind) into v_id using p_project, v.document;
      perform private.note_imported(p_project, p_import, v_id, v.reference, 1);
      v_written := v_written + 1;
      if v_written in (50, 500, 3000) then perform private.analyze_grown_tables(); end if;
    exception when raise_exception or data_exception or unique_violation or check_violation or not_null_violation
      or insufficient_privilege then
      get stacked diagnostics v_field = pg_exception_detail, v_message = message_text;
      v_errors := v_errors || private.error_row(v.rows, p_fields, v_field, v_message);
    end;
  end loop;
  return private.sorted_errors(v_errors);
end $$;
comment on function private.write_documents is
  'Writes the documents of a sheet, one after the other, and returns what the command of each refuses, at the cell that it is about. The '
  'caller takes all of them back when one is refused.';

create or replace function private.header_problems(p_rows jsonb, p_reference text, p_fields text[]) returns setof jsonb
language sql immutable set search_path = '' as $$
  with s as materialized (
    select x.ordinality::int as no, x.value, min(x.ordinality) over (partition by lower(private.cell(x.value, p_reference)))::int as first
    from jsonb_array_elements(p_rows) with ordinality x where private.cell(x.value, p_reference) is not null)
  select private.row_error(s.no, f.field, 'Differs from the first row of this number.')
  from s join s o on o.no = s.first and s.no <> s.first cross join unnest(p_fields) f (field)
  where private.cell(s.value, f.field) is distinct from private.cell(o.value, f.field) and private.cell(s.value, f.field) is not null
$$;
comment on function private.header_problems is
  'Returns an error for each row whose heading differs from that of the first row of its document. Empty cells stand for those of the '
  'first row.';

create or replace function private.required_first(p_rows jsonb, p_reference text, p_fields text[]) returns setof jsonb
language sql immutable set search_path = '' as $$
  select private.row_error(s.no, f.field, 'Fill this in.')
  from (select x.ordinality::int as no, x.value,
      row_number() over (partition by lower(private.cell(x.value, p_reference)) order by x.ordinality) as at
    from jsonb_array_elements(p_rows) with ordinality x) s
  cross join unnest(p_fields) f (field)
  where (s.at = 1 or private.cell(s.value, p_reference) is null) and private.cell(s.value, f.field) is null
$$;
comment on function private.required_first is 'Returns an error for each empty cell of a heading in the first row of a document.';

create or replace function private.imported_before(p_project uuid, p_kind text, p_rows jsonb, p_field text) returns setof jsonb
language sql stable security definer set search_path = '' as $$
  select private.row_error(x.ordinality::int, p_field, format('Imported already from %s.', i.file_name))
  from jsonb_array_elements(p_rows) with ordinality x
  join private.import_records r on r.project_id = p_project and lower(r.reference) = lower(private.cell(x.value, p_field))
  join public.imports i on i.project_id = r.project_id and i.id = r.import_id and i.kind = p_kind and i.import_status = 'done'
$$;
comment on function private.imported_before is 'Returns an error for each row of a document that came with an import which is not undone.';

create or replace function private.product_problems(p_project uuid, p_rows jsonb) returns setof jsonb
language sql stable security definer set search_path = '' as $$
  select private.row_error(x.ordinality::int, 'material_code',
    case when p.id is null then 'No product has this code.' else format('%s is inactive.', p.description) end)
  from jsonb_array_elements(p_rows) with ordinality x
  left join public.products p on p.project_id = p_project and lower(p.material_code) = lower(private.cell(x.value, 'material_code'))
  where private.cell(x.value, 'material_code') is not null and p.status is distinct from 'active'
$$;
comment on function private.product_problems is 'Returns an error for each row whose product is unknown or inactive.';

create or replace function private.sheet_lines(p_project uuid, p_rows jsonb, p_prices jsonb) returns table (no int, value jsonb, line jsonb)
language sql stable security definer set search_path = '' as $$
  select x.ordinality::int, x.value, jsonb_build_object('product_id', p.id, 'quantity', private.cell(x.value, 'quantity'))
    || (select coalesce(jsonb_object_agg(z.field, z.value), '{}') from jsonb_each_text(p_prices) c (field, key)
      cross join lateral (values (c.field, private.sheet_price(x.value ->> c.key)::text),
        (c.field || '_pieces', private.sheet_pieces(x.value ->> c.key, p.case_config, p.price_unit)::text)) z (field, value)
      where private.cell(x.value, c.key) is not null)
  from jsonb_array_elements(p_rows) with ordinality x
  left join public.products p on p.project_id = p_project and lower(p.material_code) = lower(private.cell(x.value, 'material_code'))
$$;
comment on function private.sheet_lines is
  'Reads the rows of a checked sheet as lines of documents. p_prices: the column of each price of a line.';

-- ---------------------------------------------------------------------------------------------
-- Purchases
-- ---------------------------------------------------------------------------------------------

create or replace function private.lock_purchases_sheet(p_project uuid, p_rows jsonb) returns void
language sql security definer set search_path = '' as $$
  select private.lock_stock(p_project, array(select (l.line ->> 'product_id')::uuid from private.sheet_lines(p_project, p_rows, '{}') l))
$$;

create or replace function private.check_purchases_sheet(p_project uuid, p_rows jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.sorted_errors(array(
    select private.cell_problems(p_rows, '[["po_no", "text", true, 60], ["supplier", "text", false, 200],
      ["invoice_no", "text", false, 60], ["date_added", "day", false, 0],
      ["invoice_date", "day", false, 0], ["delivery_date", "day", false, 0], ["material_code", "text", true, 60],
      ["quantity", "pieces", true, 0], ["cost", "price", true, 0], ["prod_srp", "price", false, 0], ["with_vat", "yes_no", false, 0],
      ["vat_class", "vat", false, 0]]')
    union all
    select private.required_first(p_rows, 'po_no', array['supplier', 'date_added'])
    union all
    select private.header_problems(p_rows, 'po_no',
      array['supplier', 'invoice_no', 'date_added', 'invoice_date', 'delivery_date', 'with_vat'])
    union all
    select private.day_problems(p_project, p_rows, f.field) from unnest(array['date_added', 'delivery_date']) f (field)
    union all
    select private.product_problems(p_project, p_rows)
    union all
    select private.row_error(x.ordinality::int, 'po_no', format('A record of %s has this PO number.', min(p.supplier)))
    from jsonb_array_elements(p_rows) with ordinality x
    join public.purchases p on p.project_id = p_project and lower(p.po_no) = lower(private.cell(x.value, 'po_no'))
      and p.status = 'active' group by x.ordinality))
$$;

create or replace function private.purchases_documents(p_project uuid, p_rows jsonb)
returns table (reference text, rows jsonb, document jsonb)
language sql stable security definer set search_path = '' as $$
  select d.value ->> 'po_no', d.rows,
    jsonb_build_object('po_no', private.cell(d.value, 'po_no'), 'supplier', private.cell(d.value, 'supplier'),
    'invoice_no', private.cell(d.value, 'invoice_no'), 'date_added', private.cell(d.value, 'date_added'), 'invoice_date',
    private.cell(d.value, 'invoice_date'),
    'delivery_date', private.cell(d.value, 'delivery_date'), 'with_vat',
    lower(private.cell(d.value, 'with_vat')) is not distinct from 'yes', 'lines', d.lines)
  from (select (array_agg(l.value order by l.no))[1] as value,
      jsonb_build_object('first', min(l.no), 'lines', jsonb_agg(l.no order by l.no)) as rows,
      jsonb_agg(l.line || jsonb_build_object('vat_class', private.sheet_vat(l.value ->> 'vat_class')) order by l.no) as lines
    from private.sheet_lines(p_project, p_rows, '{"cost": "cost", "prod_srp": "prod_srp"}') l
    group by lower(private.cell(l.value, 'po_no'))) d
$$;

create or replace function private.write_purchases_document(p_project uuid, p_document jsonb) returns uuid
language sql security definer set search_path = '' as $$
  select (private.create_purchase(p_project, p_document) ->> 'id')::uuid
$$;

create or replace function private.write_purchases_sheet(p_project uuid, p_import uuid, p_rows jsonb) returns jsonb
language sql security definer set search_path = '' as $$
  select private.write_documents('purchases', p_project, p_import, p_rows, '{"": "po_no", "po_no": "po_no", "supplier": "supplier",
    "invoice_no": "invoice_no", "date_added": "date_added",
    "delivery_date": "delivery_date", "vat_class": "vat_class", "product_id": "material_code", "quantity": "quantity", "cost": "cost",
    "cost_pieces": "cost", "prod_srp": "prod_srp", "prod_srp_pieces": "prod_srp"}')
$$;

create or replace function private.undo_purchases(p_project uuid, p_import uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_purchases uuid[] := array(select r.record_id from private.import_records r where r.project_id = p_project and r.import_id = p_import);
  v_used text;
begin
  perform from public.purchases p where p.project_id = p_project and p.id = any (v_purchases) order by p.id for update;
  perform from public.inventory i where i.project_id = p_project and i.product_id in (select m.product_id from public.stock_movements m
    where m.project_id = p_project and m.source_table = 'purchases' and m.source_id = any (v_purchases)) order by i.product_id for update;
  with mine as materialized (
    select m.product_id, m.id, m.source_id from public.stock_movements m
    where m.project_id = p_project and m.source_table = 'purchases' and m.source_id = any (v_purchases)
  ), moved as (
    select o.product_id, max(o.id) as last from public.stock_movements o
    where o.project_id = p_project and o.product_id in (select i.product_id from mine i)
      and not exists (select from mine i where i.product_id = o.product_id and i.id = o.id)
    group by o.product_id
  )
  select p.po_no into v_used from public.purchases p
  where p.project_id = p_project and p.id = any (v_purchases) and (p.status <> 'active'
    or exists (select from public.product_edit_requests q where q.project_id = p_project and q.purchase_id = p.id)
    or p.id in (select i.source_id from mine i join moved o on o.product_id = i.product_id and o.last > i.id))
  order by p.po_no limit 1;
  if v_used is not null then
    perform private.refuse('wrong_state',
      format('%s has been changed, or its goods have moved since: cancel the record, or correct the stock by a count.', v_used));
  end if;
  if exists (select from public.inventory i join public.stock_movements m on m.project_id = i.project_id and m.product_id = i.product_id
      where m.project_id = p_project and m.source_table = 'purchases' and m.source_id = any (v_purchases)
      group by i.product_id, i.available having i.available < sum(m.quantity)) then
    perform private.refuse('wrong_state', 'Goods of this import are reserved.');
  end if;
  perform private.expect_movable(p_project, min(m.on_date), '') from public.stock_movements m
  where m.project_id = p_project and m.source_table = 'purchases' and m.source_id = any (v_purchases);
  perform private.post_stock(p_project, o.kind, 'purchases', o.source_id, o.on_date, o.products, o.pieces, o.costs, o.vats, o.lines)
  from (
    select m.source_id, m.kind, m.on_date, array_agg(m.product_id order by m.product_id, m.id desc) as products,
      array_agg(-m.quantity order by m.product_id, m.id desc) as pieces, array_agg(-m.cost order by m.product_id, m.id desc) as costs,
      array_agg(-m.vat_amount order by m.product_id, m.id desc) as vats, array_agg(m.source_line order by m.product_id, m.id desc) as lines
    from public.stock_movements m
    where m.project_id = p_project and m.source_table = 'purchases' and m.source_id = any (v_purchases)
    group by m.source_id, m.kind, m.on_date order by max(m.id) desc) o;
  update public.purchases set status = 'cancelled', cancelled_at = now(), cancelled_by = auth.uid(), cancel_reason = 'Import undone'
  where project_id = p_project and id = any (v_purchases);
end $$;
comment on function private.undo_purchases is
  'Cancels the purchases of an import by opposite entries of their own days. The records keep their numbers, live prices stay. Refuses '
  'once the goods moved, were reserved or corrected (wrong_state), and on a closed day (period_closed).';

select private.add_import_kind('purchases', 'purchases.write',
  'Records purchases from a sheet, all or none; rows of one po_no are one record. Cells: po_no, supplier, invoice_no, date_added, '
  'invoice_date, delivery_date, with_vat (yes: the supplier''s invoice shows VAT; no when empty; these in the first row of a record), '
  'vat_class (of with_vat: the product''s when empty), material_code, quantity (pieces), cost and prod_srp (1234.50, 100/cs, 100/12; '
  'without a unit in the product''s price unit). Each is posted as create_purchase does it.',
  p_tries => true);

-- ---------------------------------------------------------------------------------------------
-- Bookings
-- ---------------------------------------------------------------------------------------------

create or replace function private.lock_bookings_sheet(p_project uuid, p_rows jsonb) returns void
language sql security definer set search_path = '' as $$ select $$;

create or replace function private.check_bookings_sheet(p_project uuid, p_rows jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.sorted_errors(array(
    select private.cell_problems((select jsonb_agg(case
      when lower(private.cell(x.value, 'agent_srp')) = 'free' then x.value || '{"agent_srp": "0"}' else x.value end order by x.ordinality)
      from jsonb_array_elements(p_rows) with ordinality x), '[["order_no", "text", true, 40], ["customer", "text", false, 200],
        ["date_added", "day", false, 0],
      ["material_code", "text", true, 60], ["quantity", "pieces", true, 0], ["agent_srp", "price", true, 0],
      ["discount_percent", "money", false, 0], ["discount_amount", "money", false, 0]]')
    union all
    select private.required_first(p_rows, 'order_no', array['customer', 'date_added'])
    union all
    select private.header_problems(p_rows, 'order_no', array['customer', 'date_added'])
    union all
    select private.day_problems(p_project, p_rows, 'date_added')
    union all
    select private.customer_problems(p_project, p_rows)
    union all
    select private.product_problems(p_project, p_rows)
    union all
    select private.imported_before(p_project, 'bookings', p_rows, 'order_no')))
$$;

create or replace function private.bookings_documents(p_project uuid, p_rows jsonb)
returns table (reference text, rows jsonb, document jsonb)
language sql stable security definer set search_path = '' as $$
  select private.cell(d.value, 'order_no'), d.rows,
    jsonb_build_object('customer_id', n.id, 'date_added', private.cell(d.value, 'date_added'),
    'remarks', 'Order ' || private.cell(d.value, 'order_no'), 'lines', d.lines)
  from (select (array_agg(l.value order by l.no))[1] as value,
      jsonb_build_object('first', min(l.no), 'lines', jsonb_agg(l.no order by l.no)) as rows,
      jsonb_agg(l.line || case when l.is_free then jsonb_build_object('free_of', l.paid) else '{}' end
        || jsonb_build_object('discount_percent', private.cell(l.value, 'discount_percent'),
          'discount_amount', private.cell(l.value, 'discount_amount')) order by l.no) as lines
    from (
      -- Free goods are given with the last line before them that is paid.
      select o.*, coalesce(max(o.place) filter (where not o.is_free)
        over (partition by lower(private.cell(o.value, 'order_no')) order by o.no), 0) as paid
      from (select s.*, lower(private.cell(s.value, 'agent_srp')) = 'free' as is_free,
          row_number() over (partition by lower(private.cell(s.value, 'order_no')) order by s.no) as place
        from (select s.no, x.value, case
          when lower(private.cell(x.value, 'agent_srp')) = 'free' then s.line - 'agent_srp' - 'agent_srp_pieces' else s.line end as line
          from private.sheet_lines(p_project, (select jsonb_agg(case when lower(private.cell(y.value, 'agent_srp')) = 'free' then y.value
            || '{"agent_srp": "0"}' else y.value end order by y.ordinality)
            from jsonb_array_elements(p_rows) with ordinality y), '{"agent_srp": "agent_srp"}') s
          join jsonb_array_elements(p_rows) with ordinality x on x.ordinality = s.no) s) o) l
    group by lower(private.cell(l.value, 'order_no'))) d
  left join private.customers_named(p_project, array(select lower(private.cell(y, 'customer')) from jsonb_array_elements(p_rows) y)) n
    on n.name = lower(private.cell(d.value, 'customer'))
$$;

create or replace function private.write_bookings_document(p_project uuid, p_document jsonb) returns uuid
language sql security definer set search_path = '' as $$
  select (private.create_booking(p_project, p_document) ->> 'id')::uuid
$$;

create or replace function private.write_bookings_sheet(p_project uuid, p_import uuid, p_rows jsonb) returns jsonb
language sql security definer set search_path = '' as $$
  select private.write_documents('bookings', p_project, p_import, p_rows, '{"": "order_no", "customer_id": "customer",
    "agent_id": "customer", "date_added": "date_added",
    "product_id": "material_code", "quantity": "quantity", "agent_srp": "agent_srp", "agent_srp_pieces": "agent_srp",
    "free_of": "agent_srp",
    "discount_percent": "discount_percent", "discount_amount": "discount_amount"}')
$$;

create or replace function private.undo_bookings(p_project uuid, p_import uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare v public.bookings;
begin
  for v in select b.* from public.bookings b join private.import_records r on r.project_id = b.project_id and r.record_id = b.id
    where r.project_id = p_project and r.import_id = p_import order by b.id for no key update of b
  loop
    if v.stage <> 'pending' then
      perform private.refuse('wrong_state', format('%s is %s: cancel the bookings that are not needed instead.', v.so_no, v.stage));
    end if;
    perform private.cancel_booking(p_project, v.id, v.version, 'Import undone');
  end loop;
end $$;
comment on function private.undo_bookings is
  'Cancels the bookings of an import, which keep their numbers. Refuses once one of them was validated or cancelled (wrong_state).';

select private.add_import_kind('bookings', 'bookings.write',
  'Enters open orders as pending bookings from a sheet, all or none; rows of one order_no are one booking. Cells: order_no (of the former '
  'system, kept in the remarks), customer (the name of an approved customer), date_added (in the first row of an order), material_code, '
  'quantity (pieces), agent_srp (1234.50, 100/cs, 100/12; without a unit in the product''s price unit; free: free goods with the last paid '
  'line before them), discount_percent (of the price) and discount_amount (off the line). Each is entered as create_booking does it.',
  p_tries => true);

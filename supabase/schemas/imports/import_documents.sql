-- Imports of documents: purchases, bookings and receipts. Each is written by the function that writes a typed one.
-- See docs/decisions/0047.

create or replace function private.document_error(p_kind text, p_rows jsonb, p_field text, p_message text) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_at text[] := regexp_match(p_field, '^(\w+)\[(\d+)\]\.(\w+)$');
  v_field text := regexp_replace(coalesce(v_at[3], p_field), '_pieces$', '');
begin
  return private.row_error(coalesce((p_rows -> v_at[1] ->> v_at[2]::int)::int, (p_rows ->> 'first')::int), (
    select c.field from private.import_columns c where c.kind = p_kind
      and (c.field = coalesce('{"product_id": "material_code", "customer_id": "customer", "agent_id": "customer", "free_of": "agent_srp",
        "collection_type": "means", "bank_id": "account"}'::jsonb ->> v_field, v_field) or 'key' = any (c.marks))
    order by 'key' = any (c.marks) limit 1), p_message);
end $$;
comment on function private.document_error is
  'Returns the error of a document at its row and cell, or at its number. p_rows: {first, lines: [row, …], …}.';

create or replace function private.analyze_grown_tables() returns void
language plpgsql set search_path = '' as $$
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
  'Counts tables that this transaction has made a fifth larger: plans made for a few rows read all of a project.';

create or replace function private.sheet_documents(p_kind text, p_project uuid, p_rows jsonb)
returns table (reference text, rows jsonb, document jsonb)
language sql stable set search_path = '' as $$
  with lines as materialized (
    select x.value, x.no, x.first, case when not x.is_free then x.value
      -- Free goods are given with the last line before them that is paid.
      else x.value - 'agent_srp' || jsonb_build_object('free_of', coalesce(max(x.place) filter (where not x.is_free) over w, 0)) end as line
    from (select e.value, r.no, r.first, r.agent_srp is not distinct from 'free' as is_free,
        row_number() over (partition by r.first order by r.no) as place
      from jsonb_array_elements(p_rows) e cross join lateral jsonb_to_record(e.value) r (no int, first int, agent_srp text)) x
    window w as (partition by x.first order by x.no)
  )
  select coalesce(h.value ->> 'po_no', h.value ->> 'order_no'), jsonb_build_object('first', d.first, 'lines', d.rows),
    h.value || jsonb_build_object('lines', d.lines, 'remarks', 'Order ' || (h.value ->> 'order_no'))
  from (select l.first, jsonb_agg(l.no order by l.no) as rows, jsonb_agg(l.line order by l.no) as lines from lines l group by l.first) d
  join lines h on h.no = d.first
  where p_kind <> 'receipts'
  union all
  select r.* from private.sheet_receipts(p_project, p_rows) r where p_kind = 'receipts'
$$;
comment on function private.sheet_documents is
  'Returns the documents of a sheet as their commands take them: the heading of the first row, and the lines of all.';

create or replace function private.write_documents(p_kind text, p_project uuid, p_import uuid, p_rows jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v record;
  v_id uuid;
  v_field text;
  v_message text;
  v_written uuid[] := '{}';
  v_errors jsonb[] := '{}';
begin
  for v in select * from private.sheet_documents(p_kind, p_project, p_rows) d order by (d.rows ->> 'first')::int loop
    begin
      v_id := case p_kind when 'purchases' then private.create_purchase(p_project, v.document) ->> 'id'
        when 'bookings' then private.create_booking(p_project, v.document) ->> 'id'
        else (select w.id::text from private.write_receipt(p_project, private.scope_of(p_project, 'collections.record'), v.document,
          private.read_list(v.document, 'parts', 20), true) w) end;
      insert into private.import_records (project_id, import_id, record_id, reference, version)
      values (p_project, p_import, v_id, v.reference, 1);
      v_written := v_written || v_id;
      if cardinality(v_written) in (50, 500, 3000) then perform private.analyze_grown_tables(); end if;
    exception when raise_exception or data_exception or unique_violation or check_violation or not_null_violation
      or insufficient_privilege then
      get stacked diagnostics v_field = pg_exception_detail, v_message = message_text;
      v_errors := v_errors || private.document_error(p_kind, v.rows, v_field, v_message);
    end;
  end loop;
  if p_kind = 'receipts' and v_errors = '{}' then perform private.post_new_receipts(p_project, v_written); end if;
  return private.sorted_errors(v_errors);
end $$;
comment on function private.write_documents is
  'Writes documents one after the other, and returns what the command of each refuses. The caller then takes all back.';

create or replace function private.undo_bookings(p_project uuid, p_bookings uuid[]) returns void
language plpgsql set search_path = '' as $$
declare v public.bookings;
begin
  for v in select b.* from public.bookings b where b.project_id = p_project and b.id = any (p_bookings) order by b.id for no key update loop
    if v.stage <> 'pending' then
      perform private.refuse('wrong_state', format('%s is %s: cancel the bookings that are not needed instead.', v.so_no, v.stage));
    end if;
    perform private.cancel_booking(p_project, v.id, v.version, 'Import undone');
  end loop;
end $$;
comment on function private.undo_bookings is
  'Cancels the bookings of an import, which keep their numbers, while none was validated or cancelled.';

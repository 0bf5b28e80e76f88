-- Imports from spreadsheets: one engine for all kinds. See docs/decisions/0047.
-- All rows or none. An import can be undone while nothing depends on its rows.

create or replace function private.lock_sheet(p_kind text, p_project uuid, p_rows jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  v_codes text[] := array(select lower(x ->> 'material_code') from jsonb_array_elements(p_rows) x);
  v_names text[] := array(select lower(x ->> 'customer') from jsonb_array_elements(p_rows) x);
begin
  -- Days that are open while the rows are judged stay so until they are written.
  perform private.lock_closing(p_project);
  -- Two imports of one file: the second finds the rows of the first.
  perform private.lock_number(p_project, 'imported ' || p_kind, '');
  if p_kind in ('customers', 'open_invoices') then perform private.lock_number(p_project, 'invoices', ''); end if;
  if p_kind = 'customers' then
    -- Agents are found by name or address, when rows are checked and when they are written: neither changes in between.
    perform from public.memberships m join public.profiles p on p.user_id = m.user_id
    where m.project_id = p_project and private.is_agent(m.role) order by m.user_id for share of p, m;
  elsif p_kind = 'product_changes' then
    perform from public.products p where p.project_id = p_project and lower(p.material_code) = any (v_codes)
    order by p.id for no key update;
  elsif p_kind in ('purchases', 'opening_stock') then
    perform private.lock_stock(p_project, array(select p.id from public.products p
      where p.project_id = p_project and lower(p.material_code) = any (v_codes)));
  elsif p_kind = 'receipts' then
    perform private.lock_receipt_numbers(p_project);
    -- All bookings that the sheet can pay before the first receipt, in the order of every other command.
    perform private.lock_bookings(p_project, array(select b.id from public.bookings b
      where b.project_id = p_project and b.invoice_no = any (array(select x ->> 'invoice_no' from jsonb_array_elements(p_rows) x))
      union all
      select b.id from public.customers c join public.bookings b on b.project_id = c.project_id and b.customer_id = c.id
      where c.project_id = p_project and lower(c.name) = any (v_names) and b.balance > 0
        and b.approval_status like 'approved%'));
  end if;
  if p_kind in ('open_invoices', 'customer_changes', 'receipts') then
    perform from public.customers c where c.project_id = p_project and lower(c.name) = any (v_names)
    order by c.id for no key update;
  end if;
end $$;
comment on function private.lock_sheet is 'Locks what the rows of a sheet are checked against, in the order of every other command.';

create or replace function private.import_sheet(p_kind text, p_project uuid, p_idempotency_key uuid, p_import jsonb, p_check boolean)
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, private.import_permission(p_kind));
  v_kind private.import_kinds;
  v_done jsonb;
  v_sheet jsonb := private.clean_json(p_import);
  v_rows jsonb := private.read_list(v_sheet, 'rows', 10000);
  v_read jsonb[];
  v_count int := jsonb_array_length(v_rows);
  v_errors jsonb;
  v_changes jsonb;
  v_answer jsonb;
  v_import public.imports;
begin
  select * into v_kind from private.import_kinds k where k.kind = p_kind;
  if v_count = 0 then perform private.invalid('rows', 'The sheet has no rows.'); end if;
  if jsonb_path_exists(v_rows, 'strict $[*] ? (@.type() != "object")') then
    perform private.invalid('rows', 'Each row must name its columns.');
  end if;
  perform private.read_value(x.value, y.key) from jsonb_array_elements(v_rows) x cross join lateral jsonb_object_keys(x.value) y (key);
  -- This comes first, so that a sheet that is sent again is not compared with its own imported rows.
  if p_check is not true then
    v_done := private.begin_command(p_project, p_idempotency_key, 'import_' || p_kind, p_import);
    if v_done is not null then return v_done; end if;
  end if;
  select s.rows, s.errors into v_rows, v_read from private.read_sheet(p_kind, v_rows) s;
  if p_check is not true or v_kind.tries then
    perform private.lock_sheet(p_kind, p_project, v_rows);
  end if;
  v_rows := private.name_records(p_kind, p_project, v_rows);
  v_errors := private.sorted_errors(v_read || private.sheet_problems(p_kind, p_project, v_rows));
  if v_kind.changes and v_errors = '[]' then
    v_changes := private.shown_changes(p_kind, p_project, v_rows);
    if p_check is not true then
      if v_changes = '[]' then perform private.refuse('wrong_state', 'No changes: the sheet matches the saved data.'); end if;
      if p_import ->> 'seen' is distinct from md5(v_changes::text) and p_import ? 'seen' then
        perform private.refuse('stale_version', 'A row was changed by another user. Review the changes and try again.');
      end if;
    end if;
  end if;
  if v_errors = '[]' and (p_check is not true or v_kind.tries) then
    begin
      insert into public.imports (project_id, kind, file_name, row_count)
      values (p_project, p_kind, coalesce(private.read_text(v_sheet, 'file_name'), 'Pasted rows'), v_count) returning * into v_import;
      case when v_kind.tries then v_errors := private.write_documents(p_kind, p_project, v_import.id, v_rows);
        when v_kind.changes then perform private.write_changes(p_kind, p_project, v_import.id, v_rows);
        when p_kind = 'customers' then perform private.write_customers(p_project, v_import.id, v_rows);
        when p_kind = 'open_invoices' then perform private.write_openings(p_project, v_import.id, v_rows);
        when p_kind = 'opening_stock' then perform private.write_opening_stock(p_project, v_import.id, v_rows);
        else perform private.write_masters(p_kind, p_project, v_import.id, v_rows);
      end case;
      if p_check or v_errors <> '[]' then raise exception using errcode = 'KL001'; end if;
    exception when sqlstate 'KL001' then v_import := null;
    end;
  end if;
  v_answer := jsonb_build_object('rows', v_count, 'errors', v_errors)
    || case when v_changes is null then '{}' else jsonb_build_object('changes', v_changes, 'seen', md5(v_changes::text)) end;
  if v_import.id is null then
    -- Nothing was written, so that a corrected sheet may come under the same key.
    delete from private.idempotency_keys where key = p_idempotency_key;
    return v_answer;
  end if;
  return private.complete_command(p_idempotency_key,
    v_answer - 'changes' - 'seen' || jsonb_build_object('id', v_import.id, 'version', v_import.version));
end $$;
comment on function private.import_sheet is
  'Imports a sheet: reads, locks, names and checks its rows, shows changes, writes. With errors, or p_check, nothing stays.';
grant execute on function private.import_sheet to authenticated;

-- The API gives a call the statement_timeout of its function: 10,000 rows take longer than another command may.
create or replace function private.add_import_kind(p_kind text, p_permission text, p_changes boolean default false,
  p_tries boolean default false) returns void
language plpgsql set search_path = '' as $f$
begin
  insert into private.import_kinds (kind, permission, changes, tries) values (p_kind, p_permission, p_changes, p_tries)
  on conflict (kind) do update set permission = excluded.permission, changes = excluded.changes, tries = excluded.tries;
  execute format($q$create or replace function public.%1$I(p_project uuid, p_idempotency_key uuid, p_import jsonb,
    p_check boolean default false) returns jsonb
    language sql set search_path = '' set statement_timeout = '120s' as $$ select private.import_sheet(%2$L, p_project,
      p_idempotency_key, p_import, p_check) $$;
    grant execute on function public.%1$I(uuid, uuid, jsonb, boolean) to authenticated$q$, 'import_' || p_kind, p_kind);
end $f$;
comment on function private.add_import_kind is
  'Adds a kind of imports and its command import_<kind>. Its columns are in private.import_columns.';

create or replace function private.undo_import(p_project uuid, p_import uuid, p_version int) returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '120s' as $$
declare
  v_kinds text[] := array(select k.kind from private.import_kinds k where private.scope_of(p_project, k.permission) is not null);
  v_records uuid[] := array(select r.record_id from private.import_records r where r.project_id = p_project and r.import_id = p_import);
  v_import public.imports;
begin
  if v_kinds = '{}' then perform private.forbid(); end if;
  select * into v_import from public.imports where project_id = p_project and id = p_import and kind = any (v_kinds)
    and (created_by = auth.uid() or private.scope_of(p_project, private.import_permission(kind)) = 'all') for update;
  perform private.check_version(v_import.version, p_version);
  if v_import.import_status <> 'done' then perform private.refuse('wrong_state', 'This import is already undone.'); end if;
  update public.imports set import_status = 'undone', undone_at = now(), undone_by = auth.uid()
  where project_id = p_project and id = p_import returning * into v_import;
  case when v_import.kind in ('products', 'payees') then perform private.undo_masters(p_project, p_import, v_records);
    when v_import.kind in ('customers', 'open_invoices') then perform private.undo_openings(p_project, p_import);
    when v_import.kind in ('product_changes', 'customer_changes') then perform private.undo_changes(v_import.kind, p_project, p_import);
    when v_import.kind in ('purchases', 'opening_stock') then perform private.undo_stock(v_import.kind, p_project, p_import);
    when v_import.kind = 'bookings' then perform private.undo_bookings(p_project, v_records);
    else perform private.undo_receipts(p_project, v_records);
  end case;
  return jsonb_build_object('id', p_import, 'version', v_import.version);
end $$;
select private.expose('undo_import');
comment on function public.undo_import is
  'Undoes an import: deletes its rows, cancels its documents, gives changed rows their former values, or posts the opposite of what it '
  'posted, while none of them was changed or used; the audit trail stays. Users who may import such rows may undo it. Errors: 42501, '
  'P0002, stale_version, wrong_state, period_closed.';

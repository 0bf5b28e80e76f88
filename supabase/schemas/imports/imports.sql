-- Imports from spreadsheets: one engine for all kinds. See docs/decisions/0047.
-- All rows or none. An import can be undone while nothing depends on its rows.

create or replace function private.row_error(p_row int, p_field text, p_message text) returns jsonb
language sql immutable set search_path = '' as $$ select jsonb_build_object('row', p_row, 'field', p_field, 'message', p_message) $$;

create or replace function private.cell_problem(p_value text, p_kind text, p_required boolean, p_max int) returns text
language plpgsql immutable set search_path = '' as $$
declare v text := btrim(coalesce(p_value, ''));
begin
  if v = '' then return case when p_required then 'Fill this in.' end; end if;
  if v ~ private.control_characters() then return 'Remove the control characters.'; end if;
  return case p_kind
    when 'text' then case when length(v) > p_max then 'Too long.' end
    when 'money' then case when v !~ '^[0-9]{1,12}(\.[0-9]{1,2})?$' then 'Enter an amount such as 1234.50.' end
    when 'above_zero' then case
      when v !~ '^[0-9]{1,12}(\.[0-9]{1,2})?$' or v ~ '^[0.]+$' then 'Enter an amount above zero such as 1234.50.' end
    when 'price' then case when v !~ '^[0-9]{1,12}(\.[0-9]{1,2})?(/(cs|pc|0*[1-9][0-9]{0,5}))?$' or split_part(v, '/', 2) ~ '^[0-9]{6}$'
      and split_part(v, '/', 2)::int > 100000
      then 'Enter a price such as 1234.50, 100/cs for a case, or 100/12 for twelve pieces.' end
    when 'whole' then case when v !~ '^[0-9]{1,8}$'
      or v::int > p_max then format('Enter a whole number, at most %s.', to_char(p_max, 'FM999,999,999')) end
    when 'pieces' then case when v !~ '^[0-9]{1,8}$'
      or v::int not between 1 and 10000000 then 'Enter whole pieces: between 1 and 10,000,000.' end
    when 'case' then case when v !~ '^[0-9]{1,6}$' or v::int not between 1 and 100000 then 'Enter the pieces of a case: 1 or more.' end
    when 'litres' then case when v !~ '^[0-9]{1,7}(\.[0-9]{1,3})?$' then 'Enter liters such as 12.5.' end
    when 'color' then case when v !~* '^#[0-9a-f]{6}$' then 'Enter a color such as #1f6f5c.' end
    when 'yes_no' then case when lower(v) not in ('yes', 'no') then 'Yes or no.' end
    when 'unit' then case when private.sheet_unit(v) is null then 'Piece or case.' end
    when 'vat' then case when private.sheet_vat(v) is null then 'Vatable, exempt or zero-rated.' end
    when 'day' then case when not private.is_day(v) then 'Enter a date as MM/DD/YYYY.' end
    when 'tin' then case when v !~ '^[0-9]{3}-?[0-9]{3}-?[0-9]{3}(-?[0-9]{3,5})?$' then 'Enter a TIN as 000-000-000-000.' end
    end;
end $$;
comment on function private.cell_problem is
  'Returns what is wrong with a cell, null when nothing is. p_kind: text (p_max characters), money, above_zero, price (1234.50, 100/cs, '
  '100/pc, 100/12), whole (at most p_max), pieces, case, litres, color, yes_no, unit (piece, case), vat, day or tin.';

create or replace function private.cell_problems(p_rows jsonb, p_cells jsonb) returns setof jsonb
language sql immutable set search_path = '' as $$
  select private.row_error(x.ordinality::int, c.value ->> 0, p.problem)
  from jsonb_array_elements(p_rows) with ordinality x
  cross join jsonb_array_elements(p_cells) c
  cross join lateral (
    select private.cell_problem(x.value ->> (c.value ->> 0), c.value ->> 1, (c.value ->> 2)::boolean, (c.value ->> 3)::int) as problem) p
  where p.problem is not null
$$;
comment on function private.cell_problems is
  'Returns what is wrong with the cells of a sheet, each looked at by itself. p_cells: [[field, kind, required, max], …] of '
  'private.cell_problem.';

create or replace function private.cell(p_row jsonb, p_field text) returns text
language sql immutable set search_path = '' as $$ select nullif(btrim(p_row ->> p_field), '') $$;
comment on function private.cell is 'Returns a cell without spaces around it, null when it is empty.';

create or replace function private.sheet_vat(p_text text) returns text
language sql immutable set search_path = '' as $$
  select c.class from (values ('vatable'), ('exempt'), ('zero_rated')) c (class)
  where c.class = regexp_replace(lower(btrim(p_text)), '[- ]+', '_', 'g')
$$;
comment on function private.sheet_vat is 'Returns the VAT class that a cell names, null when it names none.';

create or replace function private.sheet_unit(p_text text) returns text
language sql immutable set search_path = '' as $$
  select u.unit from (values ('piece', 'piece'), ('pc', 'piece'), ('case', 'case'), ('cs', 'case')) u (word, unit)
  where u.word = lower(btrim(p_text))
$$;
comment on function private.sheet_unit is 'Returns the price unit that a cell names, piece or case, null when it names none.';

create or replace function private.sheet_pieces(p_price text, p_case int, p_unit text) returns int
language sql immutable set search_path = '' as $$
  select case u.unit when 'cs' then greatest(p_case, 1) when 'pc' then 1
    when '' then case p_unit when 'case' then greatest(p_case, 1) else 1 end else u.unit::int end
  from (select split_part(btrim(p_price), '/', 2) as unit) u
$$;
comment on function private.sheet_pieces is
  'Returns for how many pieces the price in a cell is: of a case of p_case pieces, in the price unit p_unit when the cell names none.';

create or replace function private.sheet_price(p_price text) returns numeric
language sql immutable set search_path = '' as $$ select nullif(split_part(btrim(p_price), '/', 1), '')::numeric(14,2) $$;
comment on function private.sheet_price is 'Returns the amount of the price in a cell.';

create or replace function private.repeated_cells(p_rows jsonb, p_field text) returns setof jsonb
language sql immutable set search_path = '' as $$
  select private.row_error(r.no::int, p_field, format('Also in row %s.', r.first)) from (
    select x.ordinality as no, min(x.ordinality) over (partition by lower(private.cell(x.value, p_field))) as first
    from jsonb_array_elements(p_rows) with ordinality x where private.cell(x.value, p_field) is not null) r
  where r.no <> r.first
$$;
comment on function private.repeated_cells is 'Returns an error for each row whose value of a field stands in an earlier row.';

create or replace function private.day_problems(p_project uuid, p_rows jsonb, p_field text) returns setof jsonb
language sql stable security definer set search_path = '' as $$
  -- Both are read once for the sheet, not once a row.
  with t as materialized (select private.business_date(p_project) as today, private.closed_through(p_project) as closed)
  select private.row_error(x.ordinality::int, p_field,
    case when d.day not between date '1990-01-01' and t.today then 'Between 1990 and today.'
    else format('The books are closed through %s.', to_char(t.closed, 'MM/DD/YYYY')) end)
  from t cross join jsonb_array_elements(p_rows) with ordinality x
  cross join lateral (select case
    when private.is_day(private.cell(x.value, p_field)) then private.cell(x.value, p_field)::date end as day) d
  where d.day not between date '1990-01-01' and t.today or d.day <= t.closed
$$;
comment on function private.day_problems is 'Returns an error for each row whose day is in the future, before 1990 or in a closed period.';

create or replace function private.sorted_errors(p_errors jsonb[]) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(e.error order by (e.error ->> 'row')::int, e.error ->> 'field'), '[]')
  from unnest(p_errors) e (error) where e.error is not null
$$;
comment on function private.sorted_errors is 'Returns errors of a sheet in the order of its rows.';

create or replace function private.note_imported(p_project uuid, p_import uuid, p_record uuid, p_reference text, p_version int,
  p_before jsonb default null) returns void
language sql security definer set search_path = '' as $$
  insert into private.import_records (project_id, import_id, record_id, reference, version, before)
  values (p_project, p_import, p_record, p_reference, p_version, p_before)
$$;

create or replace function private.import_sheet(p_kind text, p_project uuid, p_idempotency_key uuid, p_import jsonb, p_check boolean)
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, private.import_permission(p_kind));
  v_kind private.import_kinds;
  v_done jsonb;
  v_rows jsonb := private.read_list(p_import, 'rows', 10000);
  v_count int := jsonb_array_length(v_rows);
  v_errors jsonb;
  v_changes jsonb;
  v_answer jsonb;
  v_import public.imports;
begin
  select * into v_kind from private.import_kinds k where k.kind = p_kind;
  if v_count = 0 then perform private.invalid('rows', 'The sheet has no rows.'); end if;
  if jsonb_path_exists(v_rows, 'strict $[*] ? (@.type() != "object")') then
    perform private.invalid('rows', 'Each row names its columns.');
  end if;
  perform private.read_value(x.value, y.key) from jsonb_array_elements(v_rows) x cross join lateral jsonb_object_keys(
    case jsonb_typeof(x.value) when 'object' then x.value else '{"row": null}' end) y (key);
  -- This comes first, so that a sheet that is sent again is not compared with its own imported rows.
  if p_check is not true then
    v_done := private.begin_command(p_project, p_idempotency_key, 'import_' || p_kind, p_import);
    if v_done is not null then return v_done; end if;
  end if;
  if p_check is not true or v_kind.tries then
    -- Days that are open while the rows are judged stay so until they are written.
    perform private.lock_closing(p_project);
    -- Two imports of one file: the second finds the rows of the first.
    perform private.lock_number(p_project, 'imported ' || p_kind, '');
    execute format('select private.lock_%I_sheet($1, $2)', p_kind) using p_project, v_rows;
  end if;
  execute format('select private.check_%I_sheet($1, $2)', p_kind) into v_errors using p_project, v_rows;
  if v_kind.changes and v_errors = '[]' then
    execute format('select private.changes_%I_sheet($1, $2)', p_kind) into v_changes using p_project, v_rows;
    if p_check is not true then
      if v_changes = '[]' then perform private.refuse('wrong_state', 'Nothing in this sheet differs from what is there.'); end if;
      if p_import ->> 'seen' is distinct from md5(v_changes::text) and p_import ? 'seen' then
        perform private.refuse('stale_version', 'One of these rows was changed by another user. Review the changes and try again.');
      end if;
    end if;
  end if;
  if v_errors = '[]' and (p_check is not true or v_kind.tries) then
    begin
      insert into public.imports (project_id, kind, file_name, row_count)
      values (p_project, p_kind, coalesce(private.read_text(p_import, 'file_name'), 'Pasted rows'), v_count) returning * into v_import;
      execute format('select private.write_%I_sheet($1, $2, $3)', p_kind) into v_errors using p_project, v_import.id, v_rows;
      if p_check or v_errors <> '[]' then raise exception using errcode = 'KL001'; end if;
    exception when sqlstate 'KL001' then v_import := null;
    end;
  end if;
  v_answer := jsonb_build_object('rows', v_count, 'errors', v_errors)
    || case when v_changes is null then '{}' else jsonb_build_object('changes', v_changes, 'seen', md5(v_changes::text)) end;
  if v_import.id is null then
    -- Nothing was written, so that a corrected sheet may come under the same key.
    perform private.abandon_command(p_idempotency_key);
    return v_answer;
  end if;
  return private.complete_command(p_idempotency_key,
    v_answer - 'changes' - 'seen' || jsonb_build_object('id', v_import.id, 'version', v_import.version));
end $$;
comment on function private.import_sheet is
  'Imports a sheet of a kind by the functions of that kind: lock_, check_ (what is wrong, before anything is written), changes_ (the '
  'difference, of kinds that change rows) and write_ (what the commands of documents refuse). With errors, or p_check, nothing stays '
  'written.';
grant execute on function private.import_sheet(text, uuid, uuid, jsonb, boolean) to authenticated;

-- The API gives a call the statement_timeout of its function: 10,000 rows take longer than another command may.
create or replace function private.add_import_kind(p_kind text, p_permission text, p_comment text, p_changes boolean default false,
  p_tries boolean default false) returns void
language plpgsql set search_path = '' as $f$
begin
  insert into private.import_kinds (kind, permission, changes, tries) values (p_kind, p_permission, p_changes, p_tries)
  on conflict (kind) do update set permission = excluded.permission, changes = excluded.changes, tries = excluded.tries;
  execute format($q$create or replace function public.%1$I(p_project uuid, p_idempotency_key uuid, p_import jsonb,
    p_check boolean default false) returns jsonb
    language sql security invoker set search_path = '' set statement_timeout = '120s' as $$ select private.import_sheet(%2$L, p_project,
      p_idempotency_key, p_import, p_check) $$$q$,
    'import_' || p_kind, p_kind);
  execute format('grant execute on function public.%I(uuid, uuid, jsonb, boolean) to authenticated', 'import_' || p_kind);
  execute format('comment on function public.%I(uuid, uuid, jsonb, boolean) is %L', 'import_' || p_kind,
    p_comment || ' p_import: {file_name, rows}, all cells texts, at most 10,000 rows. '
    || case when p_changes then
      'Answers {rows, errors, changes: [{row, field, old, new}], seen}; p_import.seen of that answer lets the import be refused '
      '(stale_version) when somebody changed a row since. ' else 'Answers {rows, errors: [{row (from 1), field, message}]}; ' end
    ||
      'With errors, or p_check, nothing is written; otherwise the answer has id and version of the import too. Errors: 42501, 22023 rows.');
end $f$;
comment on function private.add_import_kind is
  'Adds a kind of imports, and its command import_<kind>. The functions lock_<kind>_sheet, check_<kind>_sheet, write_<kind>_sheet and '
  'undo_<kind>, and changes_<kind>_sheet, are made beside the call.';
revoke execute on function private.add_import_kind(text, text, text, boolean, boolean) from public;

create or replace function private.undo_import(p_project uuid, p_idempotency_key uuid, p_import uuid, p_version int) returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '120s' as $$
declare
  v_kinds text[] := array(select k.kind from private.import_kinds k where private.scope_of(p_project, k.permission) is not null);
  v_done jsonb;
  v_import public.imports;
begin
  if v_kinds = '{}' then perform private.forbid(); end if;
  v_done := private.begin_command(p_project, p_idempotency_key, 'undo_import', jsonb_build_array(p_import, p_version));
  if v_done is not null then return v_done; end if;
  select * into v_import from public.imports where project_id = p_project and id = p_import and kind = any (v_kinds)
    and (created_by = auth.uid() or private.scope_of(p_project, private.import_permission(kind)) = 'all') for update;
  if not found then perform private.not_found(); end if;
  perform private.check_version(v_import.version, p_version);
  if v_import.import_status <> 'done' then perform private.refuse('wrong_state', 'This import is undone already.'); end if;
  update public.imports set import_status = 'undone', undone_at = now(), undone_by = auth.uid()
  where project_id = p_project and id = p_import returning * into v_import;
  execute format('select private.undo_%I($1, $2)', v_import.kind) using p_project, p_import;
  return private.complete_command(p_idempotency_key, jsonb_build_object('id', p_import, 'version', v_import.version));
end $$;
select private.expose('undo_import');
comment on function public.undo_import is
  'Undoes an import: deletes its rows, cancels its documents, gives changed rows their former values, or posts the opposite of what it '
  'posted, while none of them was changed or used; the audit trail stays. Users who may import such rows may undo it. Errors: 42501, '
  'P0002, stale_version, wrong_state, period_closed.';

CREATE OR REPLACE FUNCTION private.import_sheet(p_kind text, p_project uuid, p_idempotency_key uuid, p_import jsonb, p_check boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  if jsonb_path_exists(v_rows, 'strict $[*] ? (@.type() != "object")') then perform private.invalid('rows', 'Each row names its columns.'); end if;
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
  return private.complete_command(p_idempotency_key, v_answer - 'changes' - 'seen' || jsonb_build_object('id', v_import.id, 'version', v_import.version));
end $function$;

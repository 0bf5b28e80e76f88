CREATE OR REPLACE FUNCTION private.audit_updates()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user uuid := auth.uid();
  v_document text[] := private.audited_document(tg_table_name);
begin
  -- Both tables have the rows in the order in which the statement changed them.
  insert into public.audit_log (project_id, user_id, table_name, row_id, kind, document_id, action, before, after)
  select (n.row ->> 'project_id')::uuid, v_user, tg_table_name, private.audited_id(n.row), v_document[1], (n.row ->> v_document[2])::uuid, 'update', c.before, c.after
  from (select to_jsonb(r) as row, row_number() over () as place from old_rows r) o
  join (select to_jsonb(r) as row, row_number() over () as place from new_rows r) n on n.place = o.place
  cross join lateral private.audited_changes(o.row, n.row) c
  where c.after is not null;
  return null;
end $function$;

-- The frame of every command of a project: permission, idempotency key, answer.

create or replace function private.expose_command(p_name text, variadic p_permissions text[]) returns void
language plpgsql set search_path = '' as $f$
declare
  f pg_catalog.pg_proc;
  v_values text;
begin
  select * into strict f from pg_catalog.pg_proc p where p.pronamespace = 'private'::regnamespace and p.proname = p_name;
  v_values := array_to_string(f.proargnames[2:f.pronargs], ', ');
  execute format($q$create or replace function private.%1$I(%2$s) returns jsonb
    language plpgsql security definer set search_path = '' %3$s as $$
declare v_answer jsonb;
begin
  if %4$s then perform private.forbid(); end if;
  v_answer := private.begin_command(p_project, p_idempotency_key, %5$L, %6$s);
  if v_answer is null then v_answer := private.complete_command(p_idempotency_key, private.%5$I(p_project, %7$s)); end if;
  return v_answer;
end $$$q$,
    'run_' || p_name, regexp_replace(pg_catalog.pg_get_function_arguments(f.oid), '^p_project uuid', '\&, p_idempotency_key uuid'),
    private.settings_of(f.proconfig),
    (select string_agg(format('private.scope_of(p_project, %L) is null', x), ' and ') from unnest(p_permissions) x), p_name,
    case when f.proargtypes::text = '2950 3802' then v_values else format('jsonb_build_array(%s)', v_values) end, v_values);
  perform private.expose(p_name, p_called => 'run_' || p_name);
end $f$;
comment on function private.expose_command is
  'Makes of private.<name>(p_project, …), which does the work of a command and answers jsonb, private.run_<name>(p_project, '
  'p_idempotency_key, …), which takes effect once for a key and refuses who has none of the permissions, and the function public.<name> of '
  'the API, which calls that. Nobody may execute private.<name> itself. Stands after it. May be called again.';
revoke execute on function private.expose_command(text, text[]) from public;

-- The door of the API: functions of public that call those of private.

create or replace function private.settings_of(p_config text[]) returns text
language sql immutable set search_path = '' as $$
  select string_agg(format('set %s = %L', split_part(c, '=', 1), substr(c, strpos(c, '=') + 1)), ' ')
  from unnest(p_config) c where c not like 'search_path=%'
$$;
comment on function private.settings_of is 'Writes the settings of a function, but for its search path, as they are declared.';

create or replace function private.expose(p_name text, p_role text default 'authenticated', p_called text default null) returns void
language plpgsql set search_path = '' as $f$
declare
  f pg_catalog.pg_proc;
begin
  select * into strict f from pg_catalog.pg_proc p
  where p.pronamespace = 'private'::regnamespace and p.proname = coalesce(p_called, p_name);
  execute format($q$create or replace function public.%1$I(%2$s) returns %3$s
    language plpgsql %4$s security invoker set search_path = '' %5$s as $$ begin return %6$s private.%7$I(%8$s); end $$$q$,
    p_name, pg_catalog.pg_get_function_arguments(f.oid), pg_catalog.pg_get_function_result(f.oid),
    case f.provolatile when 's' then 'stable' else 'volatile' end, private.settings_of(f.proconfig),
    case when f.proretset then 'query select * from' end, f.proname,
    coalesce(array_to_string(f.proargnames[1:f.pronargs], ', '), ''));
  execute format('grant execute on function private.%I, public.%I to %I', f.proname, p_name, p_role);
end $f$;
comment on function private.expose is
  'Makes the function public.<name> of the API, which calls private.<name> (or p_called) with the rights of the caller, and lets a role '
  'execute both. Stands after the function of private. May be called again.';
revoke execute on function private.expose(text, text, text) from public;

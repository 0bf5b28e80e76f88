-- The door of the API: functions of public that call those of private.

create or replace function private.expose(p_name text, p_role text default 'authenticated') returns void
language plpgsql set search_path = '' as $f$
declare
  f pg_catalog.pg_proc;
  v_arguments text;
  v_settings text;
begin
  select * into strict f from pg_catalog.pg_proc p where p.pronamespace = 'private'::regnamespace and p.proname = p_name;
  v_arguments := coalesce(array_to_string(f.proargnames[1:f.pronargs], ', '), '');
  select string_agg(format('set %s = %L', split_part(c, '=', 1), substr(c, strpos(c, '=') + 1)), ' ') into v_settings
  from unnest(f.proconfig) c where c not like 'search_path=%';
  execute format($q$create or replace function public.%1$I(%2$s) returns %3$s
    language plpgsql %4$s security invoker set search_path = '' %5$s as $$ begin return %6$s private.%1$I(%7$s); end $$$q$,
    p_name, pg_catalog.pg_get_function_arguments(f.oid), pg_catalog.pg_get_function_result(f.oid),
    case f.provolatile when 's' then 'stable' else 'volatile' end, v_settings,
    case when f.proretset then 'query select * from' end, v_arguments);
  execute format('grant execute on function private.%1$I, public.%1$I to %2$I', p_name, p_role);
end $f$;
comment on function private.expose is
  'Makes the function public.<name> of the API, which calls private.<name> with the rights of the caller, and lets a role execute both. '
  'Stands after the function of private. May be called again.';
revoke execute on function private.expose(text, text) from public;

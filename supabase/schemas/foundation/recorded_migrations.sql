-- Migrations that were applied to this database, for the start of a web server that reaches it by the API alone.

create or replace function private.recorded_migrations() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if to_regclass('supabase_migrations.schema_migrations') is null then
    return jsonb_build_object('migrations', '[]'::jsonb);
  end if;
  return (
    select jsonb_build_object('migrations',
      coalesce(jsonb_agg(jsonb_build_object('version', m.version, 'name', m.name) order by m.version), '[]'))
    from supabase_migrations.schema_migrations m);
end $$;
create or replace function public.recorded_migrations() returns jsonb
language sql stable security invoker set search_path = '' as $$ select private.recorded_migrations() $$;
comment on function public.recorded_migrations is
  'Lists the migrations that were applied to this database, oldest first: {migrations: [{version, name}]}, none where nothing records them. For the secret key only: the web server compares them with its own.';

grant execute on function private.recorded_migrations(), public.recorded_migrations() to service_role;

CREATE OR REPLACE FUNCTION private.recorded_migrations()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if to_regclass('supabase_migrations.schema_migrations') is null then
    return jsonb_build_object('migrations', '[]'::jsonb);
  end if;
  return (
    select jsonb_build_object('migrations',
      coalesce(jsonb_agg(jsonb_build_object('version', m.version, 'name', m.name) order by m.version), '[]'))
    from supabase_migrations.schema_migrations m);
end $function$;

CREATE OR REPLACE FUNCTION public.recorded_migrations()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select private.recorded_migrations() $function$;

COMMENT ON FUNCTION "public"."recorded_migrations"() IS 'Lists the migrations that were applied to this database, oldest first: {migrations: [{version, name}]}, none where nothing records them. For the secret key only: the web server compares them with its own.';

REVOKE ALL ON FUNCTION "private"."recorded_migrations"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."recorded_migrations"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."recorded_migrations"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."recorded_migrations"() TO "service_role";

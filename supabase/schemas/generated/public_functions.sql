-- Rights to the functions of public: who is signed in runs all of them as the caller, except those that private.expose opened to the
-- server alone.

grant execute on all functions in schema public to authenticated;

do $$ begin
  execute (
    select format('revoke execute on function %s from authenticated', string_agg(p.oid::regprocedure::text, ', '))
    from pg_catalog.pg_proc p
    where p.pronamespace = 'public'::regnamespace and exists (
      select from aclexplode(p.proacl) a where a.grantee = 'service_role'::regrole and a.privilege_type = 'EXECUTE'));
end $$;

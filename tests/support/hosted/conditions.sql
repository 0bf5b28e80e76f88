-- What a hosted Supabase project has before the first migration: roles, privileges and schemas. Written for these
-- tests from what was seen there; run by supabase_admin, the superuser, in the database `postgres`.

create role anon nologin noinherit;
create role authenticated nologin noinherit;
create role service_role nologin noinherit bypassrls;
create role authenticator login noinherit;
create role supabase_auth_admin login noinherit createrole;
create role supabase_storage_admin login noinherit createrole;
-- The account that pushes migrations is no superuser.
create role postgres login createrole createdb replication bypassrls;

grant anon, authenticated, service_role to authenticator;
grant anon, authenticated, service_role to postgres with admin option;
grant authenticator to postgres;
-- A hosted project lets postgres write policies on storage.objects through an extension; here, through a membership.
grant supabase_storage_admin to postgres;
grant pg_monitor, pg_read_all_data, pg_signal_backend to postgres;
-- Allowed there by an extension; restores by hand need it.
grant set on parameter session_replication_role to postgres;

alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';
alter role authenticator set statement_timeout = '8s';
alter role authenticator set lock_timeout = '8s';
alter role supabase_auth_admin set search_path = auth;
alter role supabase_storage_admin set search_path = storage;
alter role postgres set search_path = "$user", public, extensions;
alter role supabase_admin set search_path = "$user", public, auth, extensions;
alter database postgres owner to postgres;

-- What anybody makes in public is open to the API unless the migrations take it away.
grant usage on schema public to anon, authenticated, service_role;
grant all on schema public to postgres;
do $$
declare
  v_role text;
  v_kind text;
begin
  foreach v_role in array array['postgres', 'supabase_admin'] loop
    foreach v_kind in array array['tables', 'sequences', 'functions'] loop
      execute format('alter default privileges for role %I in schema public grant all on %s to postgres, anon, authenticated, service_role', v_role, v_kind);
    end loop;
  end loop;
end $$;

create schema extensions authorization postgres;
grant usage on schema extensions to anon, authenticated, service_role;
create extension pgcrypto schema extensions;
create extension "uuid-ossp" schema extensions;

create schema auth authorization supabase_auth_admin;
grant usage on schema auth to anon, authenticated, service_role, postgres;

create schema storage authorization supabase_storage_admin;
grant usage on schema storage to anon, authenticated, service_role, postgres;
grant create on database postgres to supabase_storage_admin;
grant authenticator to supabase_storage_admin;
alter default privileges for role supabase_storage_admin in schema storage grant all on tables to postgres, anon, authenticated, service_role;
alter default privileges for role supabase_storage_admin in schema storage grant all on functions to postgres, anon, authenticated, service_role;

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
set role supabase_storage_admin;
create table storage.buckets (
  id text primary key, name text not null unique, owner uuid, owner_id text, public boolean default false,
  file_size_limit bigint, allowed_mime_types text[], created_at timestamptz default now(), updated_at timestamptz default now());
create table storage.objects (
  id uuid primary key default gen_random_uuid(), bucket_id text references storage.buckets, name text, owner uuid,
  owner_id text, metadata jsonb, user_metadata jsonb, version text, path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  created_at timestamptz default now(), updated_at timestamptz default now(), last_accessed_at timestamptz default now());
create unique index bucketid_objname on storage.objects (bucket_id, name);
alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
grant all on storage.buckets, storage.objects to anon, authenticated, service_role, postgres;
create function storage.foldername(name text) returns text[] language sql immutable as $$
  select parts[1:cardinality(parts) - 1] from (select string_to_array(name, '/')) as split (parts) $$;
reset role;

-- Tables of Supabase Storage as far as the product's migrations and policies name them.

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
-- Whoever deletes a row and not the file leaves the file over: Storage alone does both, and says so by a setting.
create function storage.protect_delete() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('storage.allow_delete_query', true), 'false') <> 'true' then
    raise 'Direct deletion from storage tables is not allowed. Use the Storage API instead.' using errcode = '42501';
  end if;
  return null;
end $$;
create trigger protect_objects_delete before delete on storage.objects for each statement execute function storage.protect_delete();
create trigger protect_buckets_delete before delete on storage.buckets for each statement execute function storage.protect_delete();
reset role;

-- What Supabase Auth has made before the first migration, as far as the product and its tests know of it. Where the real
-- program is at hand (KALAKAL_AUTH), it makes its tables itself.

set role supabase_auth_admin;
create table auth.users (
  id uuid primary key, aud varchar(255), role varchar(255), email varchar(255), encrypted_password varchar(255),
  email_confirmed_at timestamptz, confirmed_at timestamptz generated always as (email_confirmed_at) stored,
  invited_at timestamptz, confirmation_token varchar(255), confirmation_sent_at timestamptz,
  recovery_token varchar(255), recovery_sent_at timestamptz, last_sign_in_at timestamptz,
  raw_app_meta_data jsonb, raw_user_meta_data jsonb, is_super_admin boolean, phone text unique,
  banned_until timestamptz, deleted_at timestamptz, created_at timestamptz, updated_at timestamptz,
  is_sso_user boolean not null default false, is_anonymous boolean not null default false);
create unique index users_email_partial_key on auth.users (email) where not is_sso_user;
create table auth.sessions (
  id uuid primary key, user_id uuid not null references auth.users on delete cascade,
  created_at timestamptz, updated_at timestamptz, factor_id uuid, aal text, not_after timestamptz,
  -- The one moment without a zone: Auth writes it in UTC.
  refreshed_at timestamp, user_agent text, ip inet, tag text);
create table auth.refresh_tokens (
  id bigserial primary key, token varchar(255) unique, user_id varchar(255), revoked boolean, parent varchar(255),
  session_id uuid references auth.sessions on delete cascade, created_at timestamptz, updated_at timestamptz);
create table auth.identities (
  id uuid primary key default gen_random_uuid(), user_id uuid not null references auth.users on delete cascade,
  provider text not null, provider_id text not null, identity_data jsonb not null, last_sign_in_at timestamptz,
  created_at timestamptz, updated_at timestamptz, unique (provider, provider_id));
alter table auth.users enable row level security;
alter table auth.sessions enable row level security;
alter table auth.refresh_tokens enable row level security;
alter table auth.identities enable row level security;
create function auth.jwt() returns jsonb language sql stable as $$
  select nullif(current_setting('request.jwt.claims', true), '')::jsonb $$;
create function auth.uid() returns uuid language sql stable as $$ select (auth.jwt() ->> 'sub')::uuid $$;
create function auth.role() returns text language sql stable as $$ select auth.jwt() ->> 'role' $$;
reset role;

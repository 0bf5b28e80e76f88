-- The first administrator of an installation: made on the page /setup with a code that the server writes into its log.

create table private.setup_code (
  only_one boolean primary key default true check (only_one),
  code_hash text not null check (length(code_hash) = 64),
  offered_at timestamptz not null default clock_timestamp(),
  tries int not null default 0
);
comment on table private.setup_code is
  'The code of the page /setup: SHA-256 in hex, when it was made, how often a code was tried since. It is for one hour and ten tries. '
  'No row once there is an administrator.';

create or replace function private.setup_code_works() returns boolean
language sql volatile security definer set search_path = '' as $$
  select exists (
    select from private.setup_code c where c.tries < 10 and c.offered_at > clock_timestamp() - interval '1 hour')
$$;
comment on function private.setup_code_works is 'Tells whether a code of /setup can still be used.';

create or replace function private.needs_setup() returns boolean
language sql stable security definer set search_path = '' as $$
  select not exists (select from private.platform_admin)
$$;
select private.expose('needs_setup', 'service_role');
comment on function public.needs_setup is
  'Tells whether the installation has no platform administrator. For the secret key only.';

create or replace function private.offer_setup(p_code_hash text, p_anew boolean) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if not private.needs_setup() then
    delete from private.setup_code where only_one;
    return false;
  end if;
  if coalesce(p_code_hash !~ '^[0-9a-f]{64}$', true) then perform private.invalid('code_hash', 'The code has no hash.'); end if;
  insert into private.setup_code (code_hash) values (p_code_hash)
  on conflict (only_one) do update set code_hash = excluded.code_hash, offered_at = clock_timestamp(), tries = 0
  where p_anew or not private.setup_code_works();
  return found;
end $$;
select private.expose('offer_setup', 'service_role');
comment on function public.offer_setup is
  'Takes the hash of a code for the page /setup, in place of the one before where p_anew or where that one no longer works. Returns '
  'whether it was taken: never where there is an administrator. For the secret key only. Errors: 22023.';

create or replace function private.try_setup_code(p_code_hash text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare v_code private.setup_code;
begin
  if not private.needs_setup() or not private.setup_code_works() then return null; end if;
  -- The row is locked: tries that are sent at once are counted one by one.
  update private.setup_code c set tries = c.tries + 1 where c.tries < 10 returning * into v_code;
  if not found then return null; end if;
  return v_code.code_hash = p_code_hash;
end $$;
select private.expose('try_setup_code', 'service_role');
comment on function public.try_setup_code is
  'Counts a try of the code of /setup and tells whether it is right; null where no code can be used: it is over, or there is an '
  'administrator. For the secret key only.';

create or replace function private.complete_setup(p_code_hash text, p_user uuid, p_email text, p_display_name text) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.setup_code c where c.code_hash = p_code_hash;
  if not found then perform private.refuse('setup_over', 'This installation has been set up already.'); end if;
  return private.set_platform_admin(p_user, p_email, p_display_name);
end $$;
select private.expose('complete_setup', 'service_role');
comment on function public.complete_setup is
  'Uses the code of /setup up and makes an account the platform administrator. For the secret key only, after try_setup_code. Errors: '
  'setup_over, and those of set_platform_admin.';

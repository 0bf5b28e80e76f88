-- Sign-in attempts and sessions. The identity provider keeps accounts, passwords and sessions (schema auth).
-- This file adds failed attempts, the device of a session, ending one's own sessions, and who may not sign in.

-- ---------------------------------------------------------------------------------------------
-- Throttling, in the database so that several web servers count together
-- ---------------------------------------------------------------------------------------------

create table private.sign_in_attempts (
  id uuid primary key default private.new_id(),
  kind text not null check (kind in ('sign_in', 'reset')),
  email text not null check (length(email) <= 320),
  address text check (length(address) <= 60),
  device text check (length(device) <= 64),
  known_by text check (known_by in ('address', 'device')),
  attempted_at timestamptz not null default clock_timestamp(),
  succeeded boolean not null default false
);
create index sign_in_attempts_email_idx on private.sign_in_attempts (kind, email, attempted_at);
create index sign_in_attempts_address_idx on private.sign_in_attempts (kind, address, attempted_at);
create index sign_in_attempts_attempted_at_idx on private.sign_in_attempts (attempted_at);
comment on table private.sign_in_attempts is
  'Sign-in attempts and requests for a reset mail of the last day. An attempt counts as failed until it is marked as succeeded, so that '
  'parallel attempts count too. known_by tells how the account was known to come from there (private.known_sign_ins); null = it was not.';

create table private.known_sign_ins (
  email text not null check (length(email) <= 320),
  known_by text not null check (known_by in ('address', 'device')),
  value text not null check (length(value) <= 64),
  succeeded_at timestamptz not null default clock_timestamp(),
  primary key (email, known_by, value)
);
create index known_sign_ins_value_idx on private.known_sign_ins (known_by, value, succeeded_at);
create index known_sign_ins_succeeded_at_idx on private.known_sign_ins (succeeded_at);
comment on table private.known_sign_ins is
  'From which addresses and devices (hash of a cookie) an account has signed in. Attempts from there are counted apart, so that nobody '
  'else can lock the account''s own user out.';

create or replace function private.begin_sign_in(p_kind text, p_email text, p_address text, p_device text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  -- Every input is counted, cut to the length of the column.
  v_email text := left(regexp_replace(lower(btrim(p_email)), private.control_characters(), '', 'g'), 320);
  v_address text := left(regexp_replace(p_address, private.control_characters(), '', 'g'), 60);
  v_known_by text;
  v_wait int;
  v_attempt uuid;
begin
  -- Attempts of one account or address are counted one at a time. The locks are always taken in this order, which prevents deadlocks.
  perform pg_advisory_xact_lock(hashtextextended('account ' || v_email, 0));
  perform pg_advisory_xact_lock(hashtextextended('address ' || coalesce(v_address, ''), 0));
  -- From where the account has signed in within 30 days: the device before the address.
  select max(k.known_by) into v_known_by from private.known_sign_ins k
  where k.email = v_email and (k.known_by, k.value) in (('device', p_device), ('address', v_address))
    and k.succeeded_at > clock_timestamp() - interval '30 days';
  -- The seconds until another attempt is allowed. Of an account that is known from this device or address only the failures from there
  -- count; of any other, those of the account and those of the address.
  with failed as (
    select a.attempted_at, a.email, a.address, a.device, a.known_by from private.sign_in_attempts a
    where a.kind = p_kind and not a.succeeded and a.attempted_at > clock_timestamp() - interval '15 minutes'
      and (a.email = v_email or a.address = v_address)
  ), limits as (
    select case p_kind when 'sign_in' then 10 else 5 end as account,
      -- An address where somebody has signed in is an office: more people share it.
      case when exists (select from private.known_sign_ins k where k.known_by = 'address' and k.value = v_address
        and k.succeeded_at > clock_timestamp() - interval '30 days') then 300 else 30 end as address
  ), kth as (
    -- The oldest failure that still counts towards the limit: once it leaves the span, another attempt is allowed.
    (select f.attempted_at from failed f
      where f.email = v_email and f.known_by is not distinct from v_known_by
        and case v_known_by when 'device' then f.device = p_device when 'address' then f.address = v_address else true end
      order by f.attempted_at desc offset (select l.account - 1 from limits l) limit 1)
    union all
    (select f.attempted_at from failed f
      where v_known_by is null and f.address = v_address and f.known_by is null
      order by f.attempted_at desc offset (select l.address - 1 from limits l) limit 1))
  select coalesce(ceil(extract(epoch from max(k.attempted_at) + interval '15 minutes' - clock_timestamp()))::int, 0) into v_wait from kth k;
  if v_wait = 0 then
    insert into private.sign_in_attempts (kind, email, address, device, known_by)
    values (p_kind, v_email, v_address, p_device, v_known_by) returning id into v_attempt;
  end if;
  return jsonb_build_object('kind', p_kind, 'attempt', v_attempt, 'wait_seconds', v_wait,
    'account', (select u.id from auth.users u where u.email = v_email));
end $$;
select private.expose('begin_sign_in', 'service_role');
comment on function public.begin_sign_in is
  'Counts an attempt (p_kind sign_in or reset) before the password is looked at: {kind, attempt, wait_seconds, account}. account: its id '
  'for the log of the server, null where there is none. attempt is null after 10 failed sign-ins (5 reset requests) in 15 minutes for the '
  'account, whether it exists or not, or 30 for the address (300 where somebody signed in within 30 days); wait_seconds says when to try '
  'again. p_device: hash of the cookie of a browser. Attempts from a device or an address where this account has signed in are counted '
  'apart, 10 (5) each. For the secret key only: the web server and the API gateway call it.';

create or replace function private.end_sign_in(p_attempt uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  with succeeded as (
    update private.sign_in_attempts set succeeded = true where id = p_attempt returning email, address, device
  )
  insert into private.known_sign_ins (email, known_by, value)
  select s.email, k.known_by, k.value
  from succeeded s, lateral (values ('address', s.address), ('device', s.device)) k (known_by, value)
  where k.value is not null
  on conflict (email, known_by, value) do update set succeeded_at = excluded.succeeded_at;
  return jsonb_build_object('attempt', p_attempt);
end $$;
select private.expose('end_sign_in', 'service_role');
comment on function public.end_sign_in is
  'Marks an attempt as succeeded: it no longer counts, and its address and device are known for the account. For the secret key only.';

-- ---------------------------------------------------------------------------------------------
-- Own sessions
-- ---------------------------------------------------------------------------------------------

create table private.session_devices (
  session_id uuid primary key references auth.sessions (id) on delete cascade,
  device text,
  address text
);
comment on table private.session_devices is
  'Browser and address of a session. The identity provider only sees those of the web server.';

create table private.link_sessions (
  session_id uuid primary key references auth.sessions (id) on delete cascade,
  kind text not null check (kind in ('recovery', 'signup')),
  begun_at timestamptz not null default clock_timestamp()
);
comment on table private.link_sessions is
  'Sessions that a mailed link has begun and that have not chosen a password yet: they may do so without the current one. Written by the '
  'embedded server; hosted Supabase keeps this in its own tables.';

create table private.token_refreshes (
  token_hash text primary key check (length(token_hash) = 64),
  begun_at timestamptz not null default clock_timestamp()
);
comment on table private.token_refreshes is
  'Hashes of the refresh tokens with which a web server is refreshing a session. Written by the embedded server, kept for a minute.';

create or replace function private.record_session(p_device text, p_address text, p_browser text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare v_session uuid := (auth.jwt() ->> 'session_id')::uuid;
begin
  if private.current_user_id() is null then perform private.forbid(); end if;
  -- Push in this browser goes on for the person who comes back, and ends for anybody else.
  delete from public.push_subscriptions s where s.browser = p_browser and s.user_id <> private.current_user_id();
  update public.push_subscriptions s set session_id = v_session where s.browser = p_browser;
  if v_session is not null then
    insert into private.session_devices (session_id, device, address)
    values (v_session, left(regexp_replace(p_device, private.control_characters(), ' ', 'g'), 300),
      left(regexp_replace(p_address, private.control_characters(), ' ', 'g'), 60))
    on conflict (session_id) do update set device = excluded.device, address = excluded.address;
  end if;
  return jsonb_build_object('session', v_session);
end $$;
select private.expose('record_session', p_once => false);
comment on function public.record_session is
  'Stores browser (User-Agent) and address of the caller''s session. p_browser: hash of the cookie by which the browser is known again; '
  'push to it ends for anybody else. Errors: 42501.';

create or replace function private.my_sessions()
returns table (id uuid, device text, address text, started_at timestamptz, last_used_at timestamptz, current boolean)
language sql stable security definer set search_path = '' as $$
  select s.id, d.device, d.address, s.created_at,
    greatest(s.created_at, s.updated_at, s.refreshed_at at time zone 'UTC'),
    coalesce(s.id = (auth.jwt() ->> 'session_id')::uuid, false)
  from auth.sessions s
  left join private.session_devices d on d.session_id = s.id
  where s.user_id = private.current_user_id() and coalesce(s.not_after, 'infinity') > now()
  order by 5 desc, 1
$$;
select private.expose('my_sessions');
comment on function public.my_sessions is
  'Lists the caller''s own sessions, last used first; current marks the calling one. last_used_at is exact to the hour, as it changes when '
  'the token is renewed.';

create or replace function private.end_my_sessions(p_project uuid, p_session uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_me uuid := private.current_user_id();
  v_ended int;
begin
  if v_me is null then perform private.forbid(); end if;
  delete from public.push_subscriptions s
  where s.user_id = v_me
    and case when p_session is null then s.session_id is distinct from (auth.jwt() ->> 'session_id')::uuid
      else s.session_id = p_session end;
  delete from auth.sessions s
  where s.user_id = v_me
    and case when p_session is null then s.id is distinct from (auth.jwt() ->> 'session_id')::uuid else s.id = p_session end;
  get diagnostics v_ended = row_count;
  return jsonb_build_object('ended', v_ended);
end $$;
select private.expose('end_my_sessions');
comment on function public.end_my_sessions is
  'Ends one of the caller''s own sessions, or (p_session null) all but the calling one, in every project; effective at their next '
  'statement. Push to their browsers ends with them. Returns {ended: number of sessions}. Errors: 42501.';

-- ---------------------------------------------------------------------------------------------
-- A user without an active membership cannot sign in
-- ---------------------------------------------------------------------------------------------

create or replace function private.sync_sign_in() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- Tells the ban of this function from one that an operator sets.
  v_until constant timestamptz := '2999-12-31 00:00:00+00';
  v_users uuid[];
  v_able uuid[];
begin
  if tg_table_name = 'projects' then v_users := array(select m.user_id from public.memberships m where m.project_id = new.id order by 1);
  else v_users := array[new.user_id]; end if;
  select coalesce(array_agg(u.user_id), '{}') into v_able
  from public.profiles u
  where u.user_id = any (v_users)
    and ((u.status = 'active' and exists (
        select from public.memberships m join public.projects p on p.id = m.project_id
        where m.user_id = u.user_id and m.status = 'active' and p.status = 'active'))
      or exists (select from private.platform_admin a where a.user_id = u.user_id));
  update auth.users u set banned_until = null where u.id = any (v_able) and u.banned_until = v_until;
  update auth.users u set banned_until = v_until
  where u.id = any (v_users) and u.id <> all (v_able) and coalesce(u.banned_until, '-infinity') < now();
  -- The sessions end with their refresh tokens, and push with them: who is taken back signs in again.
  delete from public.push_subscriptions s where s.user_id = any (v_users) and s.user_id <> all (v_able);
  delete from auth.sessions s where s.user_id = any (v_users) and s.user_id <> all (v_able);
  return null;
end $$;
comment on function private.sync_sign_in is
  'Trigger: bans the accounts of a user, or of a project''s users, that are no active member of an active project, ends their sessions, '
  'and lifts the ban of the others. The platform administrator is never banned.';

-- At the end of the transaction: moving somebody to another project takes one away before the other is there.
create constraint trigger sync_sign_in after insert or update of status on public.memberships deferrable initially deferred
  for each row execute function private.sync_sign_in();
create constraint trigger sync_sign_in after update of status on public.profiles deferrable initially deferred
  for each row when (old.status is distinct from new.status) execute function private.sync_sign_in();
create constraint trigger sync_sign_in after update of status on public.projects deferrable initially deferred
  for each row when (old.status is distinct from new.status) execute function private.sync_sign_in();

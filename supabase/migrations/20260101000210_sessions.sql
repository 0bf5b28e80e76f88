-- Sign-in attempts and sessions. The identity provider keeps accounts, passwords and sessions (schema auth).
-- This file adds failed attempts, the device of a session, and ending one's own sessions.

-- ---------------------------------------------------------------------------------------------
-- Throttling, in the database so that several web servers count together
-- ---------------------------------------------------------------------------------------------

create table private.sign_in_attempts (
  id uuid primary key default private.new_id(),
  kind text not null check (kind in ('sign_in', 'reset')),
  email text not null,
  address text,
  attempted_at timestamptz not null default clock_timestamp(),
  succeeded boolean not null default false
);
select private.bound_columns('private.sign_in_attempts');
create index sign_in_attempts_email_idx on private.sign_in_attempts (kind, email, attempted_at);
create index sign_in_attempts_address_idx on private.sign_in_attempts (kind, address, attempted_at);
create index sign_in_attempts_attempted_at_idx on private.sign_in_attempts (attempted_at);
comment on table private.sign_in_attempts is
  'Sign-in attempts and requests for a reset mail of the last day. An attempt counts as failed until it is marked as succeeded, so that parallel attempts count too.';

create function private.attempt_wait(p_kind text, p_email text, p_address text) returns int
language sql stable security definer set search_path = '' as $$
  with limits as (select case p_kind when 'sign_in' then 10 else 5 end as account, 30 as address, interval '15 minutes' as span),
  kth as (
    -- The oldest failure that still counts towards the limit: once it leaves the span, another attempt is allowed.
    (select a.attempted_at from private.sign_in_attempts a, limits l
      where a.kind = p_kind and a.email = p_email and not a.succeeded and a.attempted_at > clock_timestamp() - l.span
      order by a.attempted_at desc offset (select l.account - 1 from limits l) limit 1)
    union all
    (select a.attempted_at from private.sign_in_attempts a, limits l
      where a.kind = p_kind and a.address = p_address and not a.succeeded and a.attempted_at > clock_timestamp() - l.span
      order by a.attempted_at desc offset (select l.address - 1 from limits l) limit 1))
  select coalesce(ceil(extract(epoch from max(k.attempted_at) + (select l.span from limits l) - clock_timestamp()))::int, 0) from kth k
$$;
comment on function private.attempt_wait is 'Returns the seconds until another attempt is allowed; 0 = now.';

create function private.begin_sign_in(p_kind text, p_email text, p_address text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  -- Whatever is typed is counted, as much of it as the column holds.
  v_email text := left(regexp_replace(lower(btrim(p_email)), private.control_characters(), '', 'g'), 400);
  v_address text := left(regexp_replace(p_address, private.control_characters(), '', 'g'), 60);
  v_wait int;
  v_attempt uuid;
begin
  -- Attempts of one account or address are counted one at a time. The locks are always taken in this order, which prevents deadlocks.
  perform pg_advisory_xact_lock(hashtextextended('account ' || v_email, 0));
  perform pg_advisory_xact_lock(hashtextextended('address ' || coalesce(v_address, ''), 0));
  delete from private.sign_in_attempts where attempted_at < clock_timestamp() - interval '1 day';
  perform private.delete_expired_idempotency_keys();
  v_wait := private.attempt_wait(p_kind, v_email, v_address);
  if v_wait = 0 then
    insert into private.sign_in_attempts (kind, email, address) values (p_kind, v_email, v_address) returning id into v_attempt;
  end if;
  return jsonb_build_object('attempt', v_attempt, 'wait_seconds', v_wait);
end $$;
create function public.begin_sign_in(p_kind text, p_email text, p_address text) returns jsonb
language sql security invoker set search_path = '' as $$ select private.begin_sign_in(p_kind, p_email, p_address) $$;
comment on function public.begin_sign_in is
  'Counts an attempt (p_kind sign_in or reset) before the password is looked at: {attempt, wait_seconds}. attempt is null after 10 failed sign-ins (5 reset requests) in 15 minutes for the account, whether it exists or not, or 30 for the address; wait_seconds says when to try again. For the secret key only: the web server and the API gateway call it.';

create function private.end_sign_in(p_attempt uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  update private.sign_in_attempts set succeeded = true where id = p_attempt;
  return jsonb_build_object('attempt', p_attempt);
end $$;
create function public.end_sign_in(p_attempt uuid) returns jsonb
language sql security invoker set search_path = '' as $$ select private.end_sign_in(p_attempt) $$;
comment on function public.end_sign_in is 'Marks an attempt as succeeded, so that it no longer counts. For the secret key only.';

grant execute on function
  private.begin_sign_in(text, text, text), public.begin_sign_in(text, text, text),
  private.end_sign_in(uuid), public.end_sign_in(uuid)
to service_role;

-- ---------------------------------------------------------------------------------------------
-- Own sessions
-- ---------------------------------------------------------------------------------------------

create table private.session_devices (
  session_id uuid primary key references auth.sessions (id) on delete cascade,
  device text,
  address text
);
select private.bound_columns('private.session_devices');
comment on table private.session_devices is
  'Browser and address of a session. The identity provider only sees those of the web server.';

create function private.record_session(p_device text, p_address text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare v_session uuid := (auth.jwt() ->> 'session_id')::uuid;
begin
  if private.current_user_id() is null then perform private.forbid(); end if;
  if v_session is not null then
    insert into private.session_devices (session_id, device, address)
    values (v_session, left(regexp_replace(p_device, private.control_characters(), ' ', 'g'), 300),
      left(regexp_replace(p_address, private.control_characters(), ' ', 'g'), 60))
    on conflict (session_id) do update set device = excluded.device, address = excluded.address;
  end if;
  return jsonb_build_object('session', v_session);
end $$;
create function public.record_session(p_device text, p_address text) returns jsonb
language sql security invoker set search_path = '' as $$ select private.record_session(p_device, p_address) $$;
comment on function public.record_session is
  'Stores browser (User-Agent) and address of the caller''s session. Errors: 42501.';

create function private.my_sessions()
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
create function public.my_sessions()
returns table (id uuid, device text, address text, started_at timestamptz, last_used_at timestamptz, current boolean)
language plpgsql stable security invoker set search_path = '' as $$
begin
  return query select * from private.my_sessions();
end $$;
comment on function public.my_sessions is
  'Lists the caller''s own sessions, last used first; current marks the calling one. last_used_at is exact to the hour, as it changes when the token is renewed.';

create function private.end_my_sessions(p_idempotency_key uuid, p_session uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_done jsonb;
  v_me uuid := private.current_user_id();
  v_ended int;
begin
  if v_me is null then perform private.forbid(); end if;
  v_done := private.begin_command(null, p_idempotency_key, 'end_my_sessions', jsonb_build_array(p_session));
  if v_done is not null then return v_done; end if;
  delete from auth.sessions s
  where s.user_id = v_me
    and case when p_session is null then s.id is distinct from (auth.jwt() ->> 'session_id')::uuid else s.id = p_session end;
  get diagnostics v_ended = row_count;
  return private.complete_command(p_idempotency_key, jsonb_build_object('ended', v_ended));
end $$;
create function public.end_my_sessions(p_project uuid, p_idempotency_key uuid, p_session uuid) returns jsonb
language sql security invoker set search_path = '' as $$ select private.end_my_sessions(p_idempotency_key, p_session) $$;
comment on function public.end_my_sessions is
  'Ends one of the caller''s own sessions, or (p_session null) all but the calling one, in every project; effective at their next statement. Returns {ended: number of sessions}. Errors: 42501.';

grant execute on function
  private.record_session(text, text), public.record_session(text, text), private.my_sessions(), public.my_sessions(),
  private.end_my_sessions(uuid, uuid), public.end_my_sessions(uuid, uuid, uuid)
to authenticated;

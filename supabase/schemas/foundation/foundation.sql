-- Foundation of every domain: the private schema, errors, and the guards of tenant tables. No business table is defined here.

create schema if not exists private;
revoke all on schema private from public;
grant usage on schema private to authenticated, service_role;

-- Nothing is reachable unless a line below says so. Hosted Supabase grants new tables and functions
-- to its API roles by default privileges; PostgreSQL grants new functions to everyone.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;

-- JIT is off for new connections: compiling costs more than running these queries. With missing or old statistics,
-- PostgreSQL overestimates and spent up to a second on compiling each time.
do $$ begin
  execute format('alter database %I set jit = off', current_database());
exception when insufficient_privilege then
  raise notice 'The owner of this database should run: alter database % set jit = off', quote_ident(current_database());
end $$;

-- ---------------------------------------------------------------------------------------------
-- Errors. SQLSTATE says the kind, HINT is a stable code for programs, DETAIL the form field it
-- belongs to, MESSAGE a sentence for staff.
-- ---------------------------------------------------------------------------------------------

create or replace function private.refuse(p_hint text, p_message text, p_field text default '') returns void
language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = 'P0001', message = p_message, hint = p_hint, detail = coalesce(p_field, '');
end $$;
comment on function private.refuse is
  'Raises P0001 for a refused business rule, with a stable hint, a sentence for staff and the form field.';

create or replace function private.invalid(p_field text, p_message text) returns void
language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = '22023', message = p_message, hint = 'invalid', detail = coalesce(p_field, '');
end $$;
comment on function private.invalid is 'Raises 22023 for bad input, with the form field and what to do.';

create or replace function private.refuse_duplicate(p_field text, p_message text) returns void
language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = '23505', message = p_message, hint = 'duplicate', detail = p_field;
end $$;
comment on function private.refuse_duplicate is 'Raises 23505 for a number or name that is used already, with the form field.';

create or replace function private.not_found() returns void
language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = 'P0002', message = 'No such document!', hint = 'not_found';
end $$;
comment on function private.not_found is
  'Raises P0002 for a missing row and for a row of another project alike, so that the answer does not tell which.';

create or replace function private.forbid(p_message text default 'You are not allowed to do this.') returns void
language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = '42501', message = p_message, hint = 'not_allowed';
end $$;
comment on function private.forbid is 'Raises 42501, as the caller lacks the permission.';

create or replace function private.refuse_kind(p_of text, p_value text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  raise exception 'No % is called %.', p_of, coalesce(p_value, 'null');
end $$;
comment on function private.refuse_kind is
  'Fails for a kind that a list of cases does not name, as the last of them, so that a new kind takes the case of no other.';

create or replace function private.new_id() returns uuid
language sql volatile
return encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid;
comment on function private.new_id is
  'Returns an id that begins with the time (UUID version 7). Documents of one day then sort in the order of entry, and lists page by '
  '(date, id).';

-- ---------------------------------------------------------------------------------------------
-- Guards of tables
-- ---------------------------------------------------------------------------------------------

create or replace function private.refuse_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = '42501', hint = coalesce(tg_argv[1], 'append_only'),
    message = coalesce(tg_argv[0], format('%s is append-only: a correction is an opposite row.', tg_table_name));
end $$;
comment on function private.refuse_change is
  'Trigger: refuses a change by everyone, including the owner and the secret key. Arguments: message and hint, when they are not those of '
  'an append-only table.';

create or replace function private.touch() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.modified_at := now();
  new.version := old.version + 1;
  return new;
end $$;
comment on function private.touch is 'Stamps modified_at and counts version on each update of a document.';

create or replace function private.moment(p_project uuid) returns timestamptz
language plpgsql set search_path = '' as $$
declare
  v_known text := current_setting('kalakal.moment', true);
  v_moment timestamptz;
begin
  if starts_with(v_known, p_project::text || ' ') then return to_timestamp(substr(v_known, 38)::numeric); end if;
  perform pg_advisory_xact_lock_shared(hashtextextended('moment of ' || coalesce(p_project::text, ''), 0));
  v_moment := clock_timestamp();
  v_known := set_config('kalakal.moment', concat_ws(' ', p_project, extract(epoch from v_moment)), true);
  return v_moment;
end $$;
comment on function private.moment is
  'Returns the moment at which a transaction writes to a project: the same for all its rows, and not before it shares the lock of the '
  'project''s moments. Who prints takes that lock alone (private.settled_moment): what commits later has a later moment.';

create or replace function private.settled_moment(p_project uuid) returns timestamptz
language plpgsql set search_path = '' set lock_timeout = '5s' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('moment of ' || p_project::text, 0));
  return clock_timestamp();
end $$;
comment on function private.settled_moment is
  'Returns a moment that no later change of a project can have: waits for the transactions that are writing, up to 5 seconds (then 55P03). '
  'The caller holds no lock that they need.';

create or replace function private.note_moment() returns trigger
language plpgsql security definer set search_path = '' as $$
declare v_moment timestamptz := private.moment(new.project_id);
begin
  if tg_argv[0] = 'posted_at' then new.posted_at := v_moment;
  elsif tg_argv[0] = 'date_added' then new.date_added := v_moment;
  else new.created_at := v_moment; end if;
  return new;
end $$;
comment on function private.note_moment is
  'Trigger of insert-only tables: stamps a row with private.moment, so that it is known which rows were there at any moment.';

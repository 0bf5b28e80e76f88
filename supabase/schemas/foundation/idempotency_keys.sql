-- Idempotency keys: a command sent twice with one key takes effect once. The row is written in the command's own
-- transaction; a second sender waits on the primary key until the first commits, then gets its answer.

create table private.idempotency_keys (
  key uuid primary key,
  user_id uuid not null,
  project_id uuid,
  command text not null,
  payload_hash text not null,
  result jsonb,
  created_at timestamptz not null default now()
);
select private.bound_columns('private.idempotency_keys');
create index idempotency_keys_created_at_idx on private.idempotency_keys (created_at);
comment on table private.idempotency_keys is
  'Keys that clients made for their commands, and the answers they got. A command sent twice with one key takes effect once.';

create or replace function private.begin_command(p_project uuid, p_idempotency_key uuid, p_command text, p_payload jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_hash text := encode(sha256(convert_to(p_payload::text, 'UTF8')), 'hex');
  v_seen private.idempotency_keys;
begin
  if p_idempotency_key is null then perform private.invalid('idempotency_key', 'The form is incomplete: reload the page.'); end if;
  insert into private.idempotency_keys (key, user_id, project_id, command, payload_hash)
  values (p_idempotency_key, (select auth.uid()), p_project, p_command, v_hash)
  on conflict (key) do nothing;
  if found then return null; end if;
  select * into v_seen from private.idempotency_keys where key = p_idempotency_key;
  if v_seen.user_id is distinct from (select auth.uid()) or v_seen.project_id is distinct from p_project
     or v_seen.command <> p_command or v_seen.payload_hash <> v_hash then
    perform private.refuse('idempotency_key_reused', 'This form was sent before with other content. Reload the page and try again.');
  end if;
  return v_seen.result;
end $$;
comment on function private.begin_command is
  'Returns null when the command is new, and the stored answer when it was completed before. Raises idempotency_key_reused when the '
  'caller, the command or the payload differs.';

create or replace function private.complete_command(p_idempotency_key uuid, p_result jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  update private.idempotency_keys set result = p_result where key = p_idempotency_key;
  return p_result;
end $$;
comment on function private.complete_command is 'Stores the answer of a command beside its idempotency key.';

create or replace function private.is_command_completed(p_project uuid, p_idempotency_key uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from private.idempotency_keys k
    where k.key = p_idempotency_key and k.project_id = p_project and k.user_id = (select auth.uid()) and k.result is not null)
$$;
select private.expose('is_command_completed');
comment on function public.is_command_completed is
  'Tells whether the caller''s own command with this idempotency key was completed. Its form is then sent again, and the record it made is '
  'no duplicate of itself.';

create or replace function private.abandon_command(p_idempotency_key uuid) returns void
language sql security definer set search_path = '' as $$
  delete from private.idempotency_keys where key = p_idempotency_key and result is null
$$;
comment on function private.abandon_command is 'Deletes the key of a command that was begun and came to nothing without being refused.';

create or replace function private.delete_expired_idempotency_keys() returns void
language sql security definer set search_path = '' as $$
  delete from private.idempotency_keys where key in (
    select k.key from private.idempotency_keys k where k.created_at < clock_timestamp() - interval '35 days'
    order by k.created_at limit 100000 for update skip locked)
$$;
comment on function private.delete_expired_idempotency_keys is
  'Deletes answers older than 35 days, the oldest hundred thousand at a time, as nobody sends a command again after that.';

create or replace function private.lock_number(p_project uuid, p_what text, p_number text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(concat_ws(' ', p_what, lower(p_number), 'of', p_project), 0));
end $$;
comment on function private.lock_number is
  'Lets one command at a time use a number or name, until commit: whoever comes second finds the row of the first and is refused as at any '
  'later time. Called before looking whether it is used.';

create or replace function private.check_version(p_actual int, p_expected int) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if p_actual is null then perform private.not_found(); end if;
  if p_expected is distinct from p_actual then
    perform private.refuse('stale_version', 'This record was changed by another user. Review the changes and try again.');
  end if;
end $$;
comment on function private.check_version is
  'Raises P0002 when a command found no document (p_actual null), and stale_version when it has another version than its reader saw.';

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
create index idempotency_keys_created_at_idx on private.idempotency_keys (created_at);
comment on table private.idempotency_keys is
  'Keys that clients made for their commands, and the answers they got. A command sent twice with one key takes effect once.';

create or replace function private.begin_command(p_project uuid, p_idempotency_key uuid, p_command text, p_payload jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_hash text := private.sha256_hex(p_payload::text);
  v_seen private.idempotency_keys;
begin
  if p_idempotency_key is null or p_payload is null then
    perform private.invalid('idempotency_key', 'The form is incomplete: reload the page.');
  end if;
  insert into private.idempotency_keys (key, user_id, project_id, command, payload_hash)
  values (p_idempotency_key, (select auth.uid()), p_project, p_command, v_hash)
  on conflict (key) do nothing;
  if found then return null; end if;
  select * into v_seen from private.idempotency_keys where key = p_idempotency_key;
  if v_seen.user_id is distinct from (select auth.uid()) or v_seen.project_id is distinct from p_project
     or v_seen.command <> p_command or v_seen.payload_hash <> v_hash then
    perform private.refuse('idempotency_key_reused', 'This form was already sent with other content. Reload the page and try again.');
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
-- private.expose calls both with the rights of the caller.
grant execute on function private.begin_command, private.complete_command to authenticated;

-- The door of the API: functions of public that call those of private. They take days as texts, and texts without invisible letters.
create or replace function private.expose(p_name text, p_role text default 'authenticated', p_once boolean default null) returns void
language plpgsql set search_path = '' as $f$
declare
  f pg_catalog.pg_proc;
  v_takes text;
  v_names text[];
  v_call text;
  v_settings text;
begin
  select * into strict f from pg_catalog.pg_proc p where p.pronamespace = 'private'::regnamespace and p.proname = p_name;
  v_takes := pg_catalog.pg_get_function_arguments(f.oid);
  v_names := coalesce(f.proargnames[1:f.pronargs], '{}');
  -- A day is read here: as a date, PostgreSQL would take "yesterday" and moments.
  v_takes := regexp_replace(v_takes, '\mdate\M', 'text', 'g');
  v_call := format('private.%I(%s)', p_name, (
    select string_agg(case a.type when 'date'::regtype then format('private.read_day(%s, %L)', a.name, substr(a.name, 3))
      when 'text'::regtype then format('private.clean_text(%s)', a.name) when 'jsonb'::regtype then format('private.clean_json(%s)', a.name)
      else a.name end, ', ' order by a.n)
    from unnest(v_names, f.proargtypes[0:]::oid[]) with ordinality a (name, type, n)));
  select string_agg(format('set %s = %L', split_part(c, '=', 1), substr(c, strpos(c, '=') + 1)), ' ') into v_settings
  from unnest(f.proconfig) c where c not like 'search_path=%';
  if coalesce(p_once, f.provolatile = 'v' and p_role = 'authenticated') then
    v_takes := replace(v_takes, 'p_project uuid', 'p_project uuid, p_idempotency_key uuid');
    v_call := format($q$coalesce(private.begin_command(p_project, p_idempotency_key, %L, %s),
      private.complete_command(p_idempotency_key, %s))$q$, p_name,
      -- A single argument that is JSON is what was sent.
      case when f.pronargs = 2 and f.proargtypes[1] = 'jsonb'::regtype then v_names[2]
        else format('jsonb_build_array(%s)', array_to_string(v_names[2:], ', ')) end, v_call);
  end if;
  execute format($q$create or replace function public.%1$I(%2$s) returns %3$s
    language plpgsql %4$s set search_path = '' %5$s as $$ begin return %6$s %7$s; end $$$q$,
    p_name, v_takes, pg_catalog.pg_get_function_result(f.oid),
    case f.provolatile when 's' then 'stable' else 'volatile' end, v_settings,
    case when f.proretset then 'query select * from' end, v_call);
  execute format('grant execute on function private.%1$I, public.%1$I to %2$I', p_name, p_role);
end $f$;
comment on function private.expose is
  'Makes the function public.<name> of the API, which calls private.<name> with the rights of the caller, and lets a role execute both. '
  'A command, which is volatile, takes effect once for each idempotency key: public.<name> takes the key after the project; p_once says '
  'otherwise. Stands after the function of private. May be called again.';

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

create or replace function private.lock_number(p_project uuid, p_what text, p_number text) returns void
language plpgsql set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(concat_ws(' ', p_what, private.paper_key(p_number), 'of', p_project), 0));
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
  'Raises P0002 where there is no row to change, and stale_version when it is not in the version that the caller has seen.';

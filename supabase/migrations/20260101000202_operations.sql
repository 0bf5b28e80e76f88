-- The operation log: one p_op, one effect. The row is written in the effect's own transaction;
-- a second sender waits on the primary key until the first commits, then gets its answer.

create table private.operations (
  op uuid primary key,
  user_id uuid not null,
  project_id uuid,
  command text not null,
  payload_hash text not null,
  result jsonb,
  at timestamptz not null default now()
);
create index operations_at_idx on private.operations (at);
comment on table private.operations is 'Client-made operation ids and the answers they got: the same act sent twice is done once.';

create function private.begin_op(p_project uuid, p_op uuid, p_command text, p_payload jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_hash text := md5(p_payload::text);
  v_seen private.operations;
begin
  if p_op is null then perform private.invalid('op', 'The form is incomplete: reload the page.'); end if;
  insert into private.operations (op, user_id, project_id, command, payload_hash)
  values (p_op, (select auth.uid()), p_project, p_command, v_hash)
  on conflict (op) do nothing;
  if found then return null; end if;
  select * into v_seen from private.operations where op = p_op;
  if v_seen.user_id is distinct from (select auth.uid()) or v_seen.project_id is distinct from p_project
     or v_seen.command <> p_command or v_seen.payload_hash <> v_hash then
    perform private.refuse('op_reused', 'This form was sent before with other content. Reload the page and try again.');
  end if;
  return v_seen.result;
end $$;
comment on function private.begin_op is 'Null when the act is new; the stored answer when it was done before; refused when the payload differs.';

create function private.end_op(p_op uuid, p_result jsonb) returns jsonb
language sql security definer set search_path = '' as $$
  update private.operations set result = p_result where op = p_op returning result
$$;
comment on function private.end_op is 'Keeps the answer of an act beside its operation id.';

create function private.was_done(p_project uuid, p_act uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from private.operations o
    where o.op = p_act and o.project_id = p_project and o.user_id = (select auth.uid()) and o.result is not null)
$$;
create function public.was_done(p_project uuid, p_act uuid) returns boolean
language sql stable security invoker set search_path = '' as $$ select private.was_done(p_project, p_act) $$;
comment on function public.was_done is
  'Whether the caller''s own act of this operation id was done and answered: its form is sent again, and what it made is no twin of itself.';
grant execute on function private.was_done(uuid, uuid), public.was_done(uuid, uuid) to authenticated;

create function private.drop_op(p_op uuid) returns void
language sql security definer set search_path = '' as $$
  delete from private.operations where op = p_op and result is null
$$;
comment on function private.drop_op is 'Forgets an act that was begun and came to nothing without being refused.';

create function private.forget_operations() returns void
language sql security definer set search_path = '' as $$
  delete from private.operations where op in (
    select o.op from private.operations o where o.at < clock_timestamp() - interval '35 days'
    order by o.at limit 1000 for update skip locked)
$$;
comment on function private.forget_operations is 'Forgets answers older than 35 days, the oldest thousand at a time: nobody sends an act again after that. Each sign-in calls it.';

create function private.check_version(p_actual int, p_expected int) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if p_expected is distinct from p_actual then
    perform private.refuse('stale_version', 'Someone else changed this document meanwhile. Look at it again, then repeat what you wanted to do.');
  end if;
end $$;

-- Sessions and phones of the app for the field. See docs/field-app.md.

create or replace function private.field_projects() returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare v_me uuid := private.current_user_id();
begin
  return array(select m.project_id from public.memberships m
    join private.roles r on r.role = m.role and not r.web_sign_in
    join public.projects p on p.id = m.project_id and p.status = 'active'
    where m.user_id = v_me and m.status = 'active' order by 1);
end $$;
comment on function private.field_projects is
  'Returns the companies in which the caller works in the field: as Agent, Collector or Manager, whom the web refuses.';

create or replace function private.begin_field_session(p_device uuid, p_name text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_me uuid := private.current_user_id();
  v_session uuid := (auth.jwt() ->> 'session_id')::uuid;
  v_projects uuid[] := private.field_projects();
  v_name text := coalesce(nullif(left(btrim(regexp_replace(p_name, private.control_characters(), ' ', 'g')), 120), ''), 'Phone');
  v_open uuid[];
begin
  if v_me is null then perform private.forbid(); end if;
  if cardinality(v_projects) = 0 then
    perform private.refuse('not_in_field', 'This app is for agents, collectors and managers. Sign in at the address of the office.');
  end if;
  if p_device is null then perform private.invalid('device', 'The app has no id of this phone: reload it.'); end if;
  insert into public.devices (project_id, device, user_id, name)
  select p.id, p_device, v_me, v_name from unnest(v_projects) p (id)
  on conflict (project_id, device, user_id) do update set name = excluded.name where devices.name <> excluded.name;
  v_open := array(select d.project_id from public.devices d
    where d.project_id = any (v_projects) and d.device = p_device and d.user_id = v_me and d.locked_at is null order by 1);
  if cardinality(v_open) = 0 then
    perform private.refuse('device_locked', 'This phone was locked by the office. Ask the office to unlock it.');
  end if;
  if v_session is not null then
    -- The person's former session on this phone has no cookie any more.
    delete from auth.sessions s using private.field_sessions f
    where f.session_id = s.id and f.device = p_device and s.user_id = v_me and s.id <> v_session;
    insert into private.field_sessions (session_id, device, closed_to)
    values (v_session, p_device, array(select p.id from unnest(v_projects) p (id) where p.id <> all (v_open)))
    on conflict (session_id) do nothing;
  end if;
  return jsonb_build_object('session', v_session, 'projects', v_open);
end $$;
select private.expose('begin_field_session', p_once => false);
comment on function public.begin_field_session is
  'Makes the caller''s session one of the app for the field: it lives for 30 days, belongs to the phone p_device and ends when the office '
  'locks that. Registers the phone under p_name in each company where the caller is Agent, Collector or Manager. Returns the session and '
  'the companies that have not locked the phone. Errors: 42501, not_in_field, device_locked.';

create or replace function private.field_device(p_project uuid) returns public.devices
language sql stable security definer set search_path = '' as $$
  select d from private.field_sessions f
  join public.devices d on d.project_id = p_project and d.device = f.device and d.user_id = auth.uid()
  where f.session_id = (auth.jwt() ->> 'session_id')::uuid
$$;
comment on function private.field_device is
  'Returns the phone of the caller''s session in a company; null for a session that is none of the app for the field.';

create or replace function private.read_utc(p jsonb, p_key text) returns timestamptz
language sql stable set search_path = ''
return private.read_as(p, p_key, '', false, '',
  '^20[0-9]{2}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9](\.[0-9]{1,6})?Z$',
  'Enter a moment such as 2026-11-29T08:00:00Z.')::timestamptz;
comment on function private.read_utc is 'Reads a moment in UTC, as phones write it.';

create or replace function private.field_contact(p_project uuid, p_contact jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_device public.devices;
  v_waiting int;
begin
  perform private.authorize(p_project, 'field.read');
  v_device := private.field_device(p_project);
  if v_device.id is not null then
    v_waiting := least(coalesce(private.read_int(p_contact, 'waiting'), 0), 100000);
    insert into private.device_contacts (project_id, device_id, app_version, waiting, waiting_since)
    values (p_project, v_device.id, coalesce(private.read_text(p_contact, 'version', p_max => 40), ''),
      v_waiting, case when v_waiting > 0 then least(private.read_utc(p_contact, 'waiting_since'), clock_timestamp()) end)
    on conflict (project_id, device_id) do update set seen_at = clock_timestamp(), app_version = excluded.app_version,
      waiting = excluded.waiting, waiting_since = excluded.waiting_since;
  end if;
  return jsonb_build_object('device', v_device.id, 'today', private.business_date(p_project));
end $$;
select private.expose('field_contact', p_once => false);
comment on function public.field_contact is
  'Notes that the phone of the caller''s session is in touch: {version of the app, waiting: number of acts that the office does not have, '
  'waiting_since: the moment of the oldest, left out where none waits}. Returns the phone (null outside the app for the field) and the '
  'business day. Errors: 42501, device_locked, 22023.';

create or replace function private.lock_device(p_project uuid, p_device uuid, p_version int, p_locked boolean, p_reason text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare v public.devices;
begin
  perform private.authorize(p_project, 'field.write');
  select * into v from public.devices d where d.project_id = p_project and d.id = p_device for update;
  perform private.check_version(v.version, p_version);
  if p_locked = (v.locked_at is not null) then
    perform private.refuse('wrong_state', case when p_locked then 'This phone is locked already.' else 'This phone is not locked.' end);
  end if;
  update public.devices d set locked_at = case when p_locked then clock_timestamp() end,
    locked_by = case when p_locked then auth.uid() end, lock_reason = case when p_locked then private.read_reason(p_reason) end
  where d.project_id = p_project and d.id = p_device returning * into v;
  if p_locked then
    delete from auth.sessions s using private.field_sessions f
    where f.session_id = s.id and f.device = v.device and s.user_id = v.user_id;
  else
    update private.field_sessions f set closed_to = array_remove(f.closed_to, p_project) from auth.sessions s
    where f.session_id = s.id and f.device = v.device and s.user_id = v.user_id;
  end if;
  return jsonb_build_object('id', v.id, 'version', v.version);
end $$;
select private.expose('lock_device');
comment on function public.lock_device is
  'Locks a person''s phone with a reason, which ends its session at once, or unlocks it (p_locked false). Acts that a locked phone has not '
  'sent stay there. Errors: 42501, P0002, stale_version, wrong_state, 22023.';

create or replace function private.device_list(p_project uuid)
returns table (id uuid, version int, name text, user_id uuid, person text, role text, registered_at timestamptz, seen_at timestamptz,
  app_version text, waiting int, waiting_since timestamptz, locked_at timestamptz, lock_reason text)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'field.read');
  v_people uuid[] := case v_scope when 'own' then array[auth.uid()] when 'team' then private.my_agents() end;
begin
  return query
  select d.id, d.version, d.name, d.user_id, u.display_name, m.role, d.registered_at, c.seen_at, c.app_version, coalesce(c.waiting, 0),
    c.waiting_since, d.locked_at, d.lock_reason
  from public.devices d
  join public.memberships m on m.project_id = d.project_id and m.user_id = d.user_id
  join public.profiles u on u.user_id = d.user_id
  left join private.device_contacts c on c.project_id = d.project_id and c.device_id = d.id
  where d.project_id = p_project and (v_people is null or d.user_id = any (v_people))
  order by c.waiting_since, coalesce(c.seen_at, d.registered_at) desc, d.id limit 1000;
end $$;
select private.expose('device_list');
comment on function public.device_list is
  'Phones of the people in the field that the caller may see, at most 1,000, those on which acts wait longest first, then the ones seen '
  'last: person, role, version of the app and acts that wait on the phone as of its last contact, and whether it is locked. Errors: 42501.';

grant execute on function private.field_device to authenticated;

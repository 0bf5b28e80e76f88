-- Users: giving accounts memberships of projects, each command in one transaction.

create or replace function private.admin_or(p_project uuid, p_permission text) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  if private.is_admin() then return true; end if;
  perform private.authorize(p_project, p_permission);
  return false;
end $$;
comment on function private.admin_or is
  'Returns true for the platform administrator and false for whoever holds the permission in the project, or raises 42501. Commands for '
  'both call it first; those of the administrator alone with null.';

create or replace function private.check_manager(p_project uuid, p_user uuid, p_role text, p_manager uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if p_manager is null then return; end if;
  if p_role <> 'Agent' then perform private.invalid('manager_id', 'Only agents have a manager.'); end if;
  -- The manager is optional. A senior agent may lead others without seeing their rows.
  if p_manager = p_user or not exists (select from public.memberships m
      where m.project_id = p_project and m.user_id = p_manager and m.role in ('Manager', 'Agent') and m.status = 'active') then
    perform private.invalid('manager_id', 'Choose an active manager of this project.');
  end if;
end $$;
comment on function private.check_manager is
  'Raises 22023 unless the manager of an agent is an active Manager or senior Agent of the same project, or none.';

create or replace function private.lock_people(p_users uuid[]) returns void
language sql set search_path = '' as $$
  select p.user_id from public.profiles p where p.user_id = any (p_users) order by p.user_id for no key update
$$;
comment on function private.lock_people is
  'Locks people in id order before their memberships are read: a manager keeps the role while an agent is given to them, and nobody '
  'becomes active in two projects at once.';

create or replace function private.projects_of(p_project uuid, p_member jsonb) returns uuid[]
language plpgsql volatile set search_path = '' as $$
declare
  v_role text := private.read_text(p_member, 'role', true);
  v_ids text[] := array(select jsonb_array_elements_text(private.read_list(p_member, 'project_ids')));
  v_fans_out boolean;
  v_projects uuid[];
begin
  select r.fans_out into v_fans_out from private.roles r where r.role = v_role;
  if not found then perform private.invalid('role', 'Choose a role.'); end if;
  if exists (select from unnest(v_ids) i where i !~* '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$') then
    perform private.invalid('project_ids', 'Choose active projects.');
  end if;
  v_projects := array(select distinct i::uuid from unnest(v_ids || p_project::text) i where i is not null);
  -- The projects are locked, so that none is removed before the memberships are written.
  perform from public.projects p where p.id = any (v_projects) order by p.id for share;
  if v_projects = '{}' or exists (select from unnest(v_projects) i
    where not exists (select from public.projects p where p.id = i and p.status = 'active')) then
    perform private.invalid('project_ids', 'A selected project is no longer active. Choose active projects.');
  end if;
  if not v_fans_out and cardinality(v_projects) > 1 then
    perform private.invalid('project_ids', format('A person with the role %s belongs to one project.', v_role));
  end if;
  return v_projects;
end $$;
comment on function private.projects_of is
  'Returns the projects for a user with this role: p_project and project_ids, all active; a single one for roles that do not fan out.';

create or replace function private.manages_people(p_role text) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from private.role_permissions r where r.role = p_role and r.permission = 'people.write')
$$;
comment on function private.manages_people is
  'Tells whether a role manages the people of its project. Such a role is given, changed and ended by the administrator alone.';

create or replace function private.check_person_below(p_project uuid, p_user uuid) returns void
language plpgsql stable set search_path = '' as $$
declare v_role text;
begin
  select m.role into v_role from public.memberships m where m.project_id = p_project and m.user_id = p_user;
  if not found then perform private.not_found(); end if;
  if p_user = private.current_user_id() or private.manages_people(v_role) then perform private.forbid(); end if;
end $$;
comment on function private.check_person_below is
  'For who manages the people of a project: raises P0002 unless the user has a membership of it, and 42501 for the caller and for roles '
  'that manage people themselves.';

create or replace function private.works_otherwise(p_project uuid, p_user uuid, p_role text) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from public.memberships m join private.roles r on r.role = m.role
    join public.projects p on p.id = m.project_id and not p.sample
    where m.user_id = p_user and m.project_id <> p_project and m.status = 'active' and (m.role <> p_role or not r.fans_out))
$$;
comment on function private.works_otherwise is
  'Tells whether a user is active in another project in another role than this one, or in a role that has one project only. A sample '
  'company does not count.';

create or replace function private.check_role_below(p_project uuid, p_member jsonb) returns void
language plpgsql stable set search_path = '' as $$
begin
  if private.manages_people(private.read_text(p_member, 'role', true)) then
    perform private.invalid('role', 'Only the administrator can assign this role.');
  end if;
  if exists (select from jsonb_array_elements_text(private.read_list(p_member, 'project_ids')) e where e.value <> p_project::text) then
    perform private.forbid();
  end if;
end $$;
comment on function private.check_role_below is
  'For who manages the people of a project: raises 22023 for a role that manages people itself, and 42501 for other projects than this '
  'one.';

create or replace function private.provision_member(p_project uuid, p_member jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_admin boolean := private.admin_or(p_project, 'people.write');
  v_user uuid := private.read_uuid(p_member, 'user_id', true);
  v_email text := lower(private.read_text(p_member, 'email', true));
  v_role text := private.read_text(p_member, 'role', true);
  v_manager uuid := private.read_uuid(p_member, 'manager_id');
  v_projects uuid[];
begin
  if not v_admin then
    perform private.check_role_below(p_project, p_member);
    if not exists (select from auth.users u where u.id = v_user and lower(u.email) = v_email) then
      perform private.invalid('email', 'There is no account with this address.');
    end if;
  end if;
  v_projects := private.projects_of(p_project, p_member);
  perform private.lock_people(array[v_user, v_manager]);
  perform private.check_manager(p_project, v_user, v_role, v_manager);
  if exists (select from private.platform_admin a where a.user_id = v_user) then
    perform private.refuse('wrong_state', 'The platform administrator belongs to no project.', 'email');
  end if;
  insert into public.profiles (user_id, email, display_name)
  values (v_user, v_email, private.read_text(p_member, 'display_name', true, p_max => 80))
  on conflict (user_id) do nothing;
  perform from public.profiles p where p.user_id = v_user for no key update;
  if exists (select from public.memberships m where m.user_id = v_user) then
    perform private.refuse_duplicate('email', 'This person already belongs to a project.');
  end if;
  insert into public.memberships (project_id, user_id, role, manager_id) select id, v_user, v_role, v_manager from unnest(v_projects) id;
  return jsonb_build_object('user_id', v_user);
end $$;
select private.expose('provision_member');
comment on function public.provision_member is
  'Gives an account its profile and memberships. p_member: {user_id, email, display_name, role, manager_id (agents only), project_ids: '
  '[uuid]}. General Manager, Owner, Collector and ASE: one membership in every linked project; others exactly one. The platform '
  'administrator; in their own project General Manager and Owner (people.write), for people and roles below theirs and never themselves. '
  'Errors: 42501, 22023 per field, 23505.';

create or replace function private.update_member(p_project uuid, p_version int, p_member jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_admin boolean := private.admin_or(p_project, 'people.write');
  v_user uuid := private.read_uuid(p_member, 'user_id', true);
  v_role text := private.read_text(p_member, 'role', true);
  v_manager uuid := private.read_uuid(p_member, 'manager_id');
  v_projects uuid[];
  v_profile public.profiles;
  v_led int;
begin
  perform private.lock_people(array[v_user, v_manager]);
  select * into v_profile from public.profiles where user_id = v_user;
  if not found or exists (select from private.platform_admin a where a.user_id = v_user) then perform private.not_found(); end if;
  if not v_admin then
    perform private.check_person_below(p_project, v_user);
    perform private.check_role_below(p_project, p_member);
  end if;
  perform private.check_version(v_profile.version, p_version);
  v_projects := private.projects_of(p_project, p_member);
  if not v_admin and private.works_otherwise(p_project, v_user, v_role) then
    perform private.refuse('wrong_state',
      'This person has another role or other projects: only the administrator can change the role.', 'role');
  end if;
  perform private.check_manager(p_project, v_user, v_role, v_manager);
  -- A user who leads agents keeps a role that may lead them in that project.
  select count(*) into v_led from public.memberships m
  where m.manager_id = v_user and m.status = 'active'
    and (v_admin or m.project_id = p_project)
    and not (m.project_id = any (v_projects) and v_role in ('Manager', 'Agent'));
  if v_led > 0 then
    perform private.refuse('has_agents', format('%s manages %s active %s: assign another manager first.',
      v_profile.display_name, v_led, case v_led when 1 then 'agent' else 'agents' end), 'role');
  end if;
  update public.memberships set status = 'inactive'
  where v_admin and user_id = v_user and status = 'active' and project_id <> all (v_projects)
    and not exists (select from public.projects p where p.id = project_id and p.sample);
  insert into public.memberships (project_id, user_id, role, manager_id)
  select id, v_user, v_role, case when id = p_project then v_manager end from unnest(v_projects) id
  on conflict (project_id, user_id) do update set role = excluded.role, manager_id = excluded.manager_id, status = 'active',
    approval_limit = case when excluded.role = 'Manager' then memberships.approval_limit end
  where (memberships.role, memberships.manager_id, memberships.status) is distinct from (excluded.role, excluded.manager_id, 'active');
  -- The version of the profile counts changes of memberships too, so that two open forms cannot overwrite each other.
  update public.profiles set status = status where user_id = v_user returning * into v_profile;
  return jsonb_build_object('user_id', v_user, 'version', v_profile.version);
end $$;
select private.expose('update_member');
comment on function public.update_member is
  'Changes role and memberships of a user: active with the role in exactly p_project and project_ids, inactive elsewhere; nothing is '
  'deleted, documents stay with the user. p_member: {user_id, role, manager_id (agents only), project_ids}; p_version of the profile. '
  'Effective at the user''s next statement. The platform administrator; in their own project General Manager and Owner (people.write), for '
  'people and roles below theirs and never themselves, whose memberships elsewhere stay as they are. Errors: 42501, P0002, P0001 '
  'stale_version and has_agents, 22023 per field.';

create or replace function private.set_member_status(p_project uuid, p_user uuid, p_status text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_admin boolean := private.admin_or(p_project, 'people.write');
  v_member public.memberships;
begin
  if p_status not in ('active', 'inactive') or p_status is null then perform private.invalid('status', 'Active or inactive.'); end if;
  perform private.lock_people(array[p_user]);
  if not v_admin then perform private.check_person_below(p_project, p_user); end if;
  select * into v_member from public.memberships where project_id = p_project and user_id = p_user for update;
  if not found then perform private.not_found(); end if;
  if p_status = 'active' and private.works_otherwise(p_project, p_user, v_member.role) then
    perform private.refuse('wrong_state',
      'This person has other projects or another role. Change role and projects instead.');
  end if;
  update public.memberships set status = p_status where project_id = p_project and user_id = p_user;
  return jsonb_build_object('user_id', p_user, 'status', p_status);
end $$;
select private.expose('set_member_status');
comment on function public.set_member_status is
  'Deactivates or reactivates a user in a project; effective at the user''s next statement. The platform administrator; in their own '
  'project General Manager and Owner (people.write), for people and roles below theirs and never themselves. Errors: 42501, P0002, 22023, '
  'P0001 wrong_state (active elsewhere in another role, or in one of one project).';

create or replace function private.set_approval_limit(p_project uuid, p_user uuid, p_limit numeric) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare v_member public.memberships;
begin
  perform private.authorize(p_project, 'people.write');
  if p_limit < 0 then perform private.invalid('limit', 'Enter an amount of zero or more.'); end if;
  perform private.lock_people(array[p_user]);
  perform private.check_person_below(p_project, p_user);
  select * into v_member from public.memberships m where m.project_id = p_project and m.user_id = p_user for update;
  if v_member.role <> 'Manager' then perform private.refuse('wrong_state', 'Only a Manager has an approval limit.', 'limit'); end if;
  update public.memberships m set approval_limit = p_limit where m.project_id = p_project and m.user_id = p_user;
  return jsonb_build_object('user_id', p_user, 'approval_limit', p_limit::text);
end $$;
select private.expose('set_approval_limit');
comment on function public.set_approval_limit is
  'Sets up to which worth of a booking or return a Manager approves for the own team (null = none), from the next statement on. For '
  'General Manager and Owner (people.write), for people below them. Errors: 42501, P0002, 22023 limit, P0001 wrong_state (no Manager).';

create or replace function private.end_member_sessions(p_project uuid, p_user uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_admin boolean := private.admin_or(p_project, 'people.write');
  v_ended int;
begin
  if not v_admin then
    perform private.lock_people(array[p_user]);
    perform private.check_person_below(p_project, p_user);
    if exists (select from public.memberships m where m.user_id = p_user and m.project_id <> p_project and m.status = 'active') then
      perform private.refuse('wrong_state', 'This person belongs to other projects: only the administrator can end the sessions.');
    end if;
  end if;
  update public.profiles set sessions_ended_at = now() where user_id = p_user;
  if not found then perform private.not_found(); end if;
  delete from public.push_subscriptions where user_id = p_user;
  delete from auth.sessions where user_id = p_user;
  get diagnostics v_ended = row_count;
  return jsonb_build_object('ended', v_ended);
end $$;
select private.expose('end_member_sessions');
comment on function public.end_member_sessions is
  'Ends all sessions of a user, web and field app, effective at the next statement. Returns {ended: number of sessions}. The user may sign '
  'in again. The platform administrator; in their own project General Manager and Owner (people.write), for people and roles below theirs '
  'and never themselves, nor of a person who works elsewhere too (P0001 wrong_state). Errors: 42501, P0002.';

create or replace function private.change_display_name(p_project uuid, p_display_name text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare v_name text := private.read_text(jsonb_build_object('display_name', p_display_name), 'display_name', true, p_max => 80);
begin
  update public.profiles set display_name = v_name, date_name_modified = now() where user_id = private.current_user_id();
  if not found then perform private.forbid(); end if;
  return jsonb_build_object('display_name', v_name);
end $$;
select private.expose('change_display_name');
comment on function public.change_display_name is
  'Changes the display name of the signed-in user in all projects. Errors: 42501, 22023 display_name.';

create or replace function private.account_without_profile(p_email text) returns uuid
language sql stable security definer set search_path = '' as $$
  select u.id from auth.users u
  where u.email = lower(btrim(p_email)) and not exists (select from public.profiles p where p.user_id = u.id)
$$;
select private.expose('account_without_profile', 'service_role');
comment on function public.account_without_profile is
  'Returns the account of this address that has no profile, which a crash between creating the two leaves behind. For the secret key only, '
  'when users are added.';

create or replace function private.unverified_people(p_among jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('people', coalesce(jsonb_agg(x.user_id), '[]'))
  from (
    select p.user_id from public.profiles p join auth.users u on u.id = p.user_id
    where u.email_confirmed_at is null and (not p_among ? 'people' or p_among -> 'people' ? p.user_id::text)
    order by p.created_at desc, p.user_id limit 150) x
$$;
select private.expose('unverified_people', 'service_role');
comment on function public.unverified_people is
  'Lists users who have not confirmed their address: {people: [uuid]}, of p_among {people: [uuid]}, or of all users ({}) the 150 added '
  'last. For the secret key only, in the administrator''s list.';

create or replace function private.members_by_name(p_project uuid) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select array_agg(m.user_id order by private.sort_key(p.display_name), m.user_id)
  from public.memberships m join public.profiles p on p.user_id = m.user_id
  where m.project_id = p_project and p_project = any (private.my_projects())
$$;
comment on function private.members_by_name is
  'Returns everyone who is or was a member of a project by name, for a list that is sorted by agent. Null for who is none of them.';
grant execute on function private.members_by_name to authenticated;

-- What the platform administrator does: projects and people. Specification sections 1, 6; decision 14.

create function public.set_platform_admin(p_user uuid, p_email text, p_display_name text) returns jsonb
language plpgsql security invoker set search_path = '' as $$
begin
  return private.set_platform_admin(p_user, p_email, p_display_name);
end $$;
create function private.set_platform_admin(p_user uuid, p_email text, p_display_name text) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from private.platform_admin where user_id <> p_user) then
    perform private.refuse('admin_exists', 'There is a platform administrator already: only one at a time.');
  end if;
  insert into public.profiles (user_id, email, display_name) values (p_user, lower(btrim(p_email)), btrim(p_display_name))
  on conflict (user_id) do nothing;
  insert into private.platform_admin (user_id) values (p_user) on conflict (only_one) do nothing;
  return jsonb_build_object('user_id', p_user);
end $$;
comment on function public.set_platform_admin is
  'Makes an account the one platform administrator. For the secret key only: called by `npm run admin:create`. Errors: admin_exists.';
grant execute on function private.set_platform_admin(uuid, text, text), public.set_platform_admin(uuid, text, text) to service_role;

create function private.require_admin() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() then perform private.forbid(); end if;
  return true;
end $$;
comment on function private.require_admin is 'First thing of every act of the platform administrator: true, or 42501.';

create function private.create_project(p_project uuid, p_op uuid, p_details jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_admin boolean := private.require_admin();
  v_done jsonb;
  v_zone text := coalesce(private.text_of(p_details, 'time_zone'), 'Asia/Manila');
  v_currency text := upper(coalesce(private.text_of(p_details, 'currency'), 'PHP'));
  v_name text := private.text_of(p_details, 'name', true, p_max => 80);
begin
  v_done := private.begin_op(p_project, p_op, 'create_project', p_details);
  if v_done is not null then return v_done; end if;
  if p_project is null then perform private.invalid('project', 'The form is incomplete: reload the page.'); end if;
  if not exists (select from pg_catalog.pg_timezone_names z where z.name = v_zone) then
    perform private.invalid('time_zone', 'Choose a time zone such as Asia/Manila.');
  end if;
  if v_currency !~ '^[A-Z]{3}$' then perform private.invalid('currency', 'Enter a currency code such as PHP.'); end if;
  if exists (select from public.projects p where lower(p.name) = lower(v_name) and p.status <> 'removed') then
    raise exception using errcode = '23505', hint = 'duplicate', detail = 'name', message = 'There is a project of this name already.';
  end if;
  insert into public.projects (id, name, owner_name, owner_email, address, title, time_zone, currency, product_categories1)
  values (p_project, v_name, private.text_of(p_details, 'owner_name'), private.text_of(p_details, 'owner_email'),
    private.text_of(p_details, 'address', p_max => 400), private.text_of(p_details, 'title'), v_zone, v_currency,
    array(select btrim(c.value) from jsonb_array_elements_text(private.list_of(p_details, 'product_categories1')) c where btrim(c.value) <> ''));
  return private.end_op(p_op, jsonb_build_object('id', p_project));
end $$;
create function public.create_project(p_project uuid, p_op uuid, p_details jsonb) returns jsonb
language sql security invoker set search_path = '' as $$ select private.create_project(p_project, p_op, p_details) $$;
comment on function public.create_project is
  'Creates a project under an id made by the client. p_details: {name (unique), owner_name, owner_email, address, title, time_zone, currency, product_categories1: [text]}. Platform administrator only. Errors: 42501, 22023 per field, 23505 name.';

create function private.provision_member(p_project uuid, p_op uuid, p_member jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_admin boolean := private.require_admin();
  v_done jsonb;
  v_user uuid := private.uuid_of(p_member, 'user_id', true);
  v_email text := lower(private.text_of(p_member, 'email', true));
  v_role text := private.text_of(p_member, 'role', true);
  v_manager uuid := private.uuid_of(p_member, 'manager_id');
  v_projects uuid[];
  v_fans_out boolean;
begin
  v_done := private.begin_op(p_project, p_op, 'provision_member', p_member);
  if v_done is not null then return v_done; end if;
  select r.fans_out into v_fans_out from private.roles r where r.role = v_role;
  if not found then perform private.invalid('role', 'Choose a role.'); end if;
  select array_agg(distinct x.id order by x.id) into v_projects
  from (select p_project as id union select e.value::uuid from jsonb_array_elements_text(private.list_of(p_member, 'project_ids')) e) x where x.id is not null;
  if (select count(*) from public.projects p where p.id = any (v_projects) and p.status = 'active') <> cardinality(v_projects) then
    perform private.invalid('project_ids', 'Choose active projects.');
  end if;
  if not v_fans_out and cardinality(v_projects) > 1 then
    perform private.invalid('project_ids', format('A person with the role %s belongs to one project.', v_role));
  end if;
  -- Specification section 3: "none" or the manager's id. A senior agent may lead others without seeing their rows.
  if v_manager is not null and not exists (select from public.memberships m
      where m.project_id = p_project and m.user_id = v_manager and m.role in ('Manager', 'Agent') and m.status = 'active') then
    perform private.invalid('manager_id', 'Choose an active manager of this project.');
  end if;
  if v_role <> 'Agent' and v_manager is not null then perform private.invalid('manager_id', 'Only agents have a manager.'); end if;
  if exists (select from private.platform_admin a where a.user_id = v_user) then
    perform private.refuse('wrong_state', 'The platform administrator belongs to no project.', 'email');
  end if;
  insert into public.profiles (user_id, email, display_name) values (v_user, v_email, private.text_of(p_member, 'display_name', true, p_max => 80))
  on conflict (user_id) do nothing;
  if exists (select from public.memberships m where m.user_id = v_user and (m.project_id = any (v_projects) or not v_fans_out)) then
    raise exception using errcode = '23505', hint = 'duplicate', detail = 'email', message = 'This person already belongs to a project.';
  end if;
  insert into public.memberships (project_id, user_id, role, manager_id) select id, v_user, v_role, v_manager from unnest(v_projects) id;
  return private.end_op(p_op, jsonb_build_object('user_id', v_user));
end $$;
create function public.provision_member(p_project uuid, p_op uuid, p_member jsonb) returns jsonb
language sql security invoker set search_path = '' as $$ select private.provision_member(p_project, p_op, p_member) $$;
comment on function public.provision_member is
  'Gives an account its profile and memberships. p_member: {user_id, email, display_name, role, manager_id (agents only), project_ids: [uuid]}. General Manager, Owner, Collector and ASE: one membership in every linked project; others exactly one (specification section 6). Platform administrator only. Errors: 42501, 22023 per field, 23505.';

create function private.set_member_status(p_project uuid, p_op uuid, p_user uuid, p_status text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_admin boolean := private.require_admin();
  v_done jsonb;
begin
  v_done := private.begin_op(p_project, p_op, 'set_member_status', jsonb_build_array(p_user, p_status));
  if v_done is not null then return v_done; end if;
  if p_status not in ('active', 'inactive') or p_status is null then perform private.invalid('status', 'Active or inactive.'); end if;
  update public.memberships set status = p_status where project_id = p_project and user_id = p_user;
  if not found then perform private.not_found(); end if;
  return private.end_op(p_op, jsonb_build_object('user_id', p_user, 'status', p_status));
end $$;
create function public.set_member_status(p_project uuid, p_op uuid, p_user uuid, p_status text) returns jsonb
language sql security invoker set search_path = '' as $$ select private.set_member_status(p_project, p_op, p_user, p_status) $$;
comment on function public.set_member_status is
  'Deactivates or reactivates a person in a project; effective at that person''s next statement. Platform administrator only. Errors: 42501, P0002, 22023.';

create function private.remove_project(p_project uuid, p_op uuid, p_status text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_admin boolean := private.require_admin();
  v_done jsonb;
begin
  v_done := private.begin_op(p_project, p_op, 'remove_project', jsonb_build_array(p_status));
  if v_done is not null then return v_done; end if;
  if p_status not in ('active', 'inactive', 'removed') or p_status is null then perform private.invalid('status', 'Active, inactive or removed.'); end if;
  update public.projects set status = p_status where id = p_project and status <> 'removed';
  if not found then perform private.not_found(); end if;
  return private.end_op(p_op, jsonb_build_object('id', p_project, 'status', p_status));
end $$;
create function public.remove_project(p_project uuid, p_op uuid, p_status text default 'removed') returns jsonb
language sql security invoker set search_path = '' as $$ select private.remove_project(p_project, p_op, p_status) $$;
comment on function public.remove_project is
  'Soft-removes, deactivates or reactivates a project: its people lose it at their next statement, its rows stay. A removed project does not come back. Platform administrator only. Errors: 42501, P0002, 22023.';

create function private.change_display_name(p_op uuid, p_display_name text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_done jsonb;
  v_name text := private.text_of(jsonb_build_object('display_name', p_display_name), 'display_name', true, p_max => 80);
begin
  v_done := private.begin_op(null, p_op, 'change_display_name', jsonb_build_array(p_display_name));
  if v_done is not null then return v_done; end if;
  update public.profiles set display_name = v_name, date_name_modified = now() where user_id = auth.uid() and status = 'active';
  if not found then perform private.forbid(); end if;
  return private.end_op(p_op, jsonb_build_object('display_name', v_name));
end $$;
create function public.change_display_name(p_project uuid, p_op uuid, p_display_name text) returns jsonb
language sql security invoker set search_path = '' as $$ select private.change_display_name(p_op, p_display_name) $$;
comment on function public.change_display_name is
  'Renames the signed-in person, whoever p_project names: a name says nothing about tenancy (decision 1). Errors: 42501, 22023 display_name.';

grant execute on function
  private.create_project(uuid, uuid, jsonb), public.create_project(uuid, uuid, jsonb),
  private.provision_member(uuid, uuid, jsonb), public.provision_member(uuid, uuid, jsonb),
  private.set_member_status(uuid, uuid, uuid, text), public.set_member_status(uuid, uuid, uuid, text),
  private.remove_project(uuid, uuid, text), public.remove_project(uuid, uuid, text),
  private.change_display_name(uuid, text), public.change_display_name(uuid, uuid, text)
to authenticated;

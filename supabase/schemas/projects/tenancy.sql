-- Projects, people and memberships, and what their roles permit.
-- See docs/domain.md, invariants 1-3.

create table public.projects (
  id uuid primary key default gen_random_uuid(),
  name text not null check (btrim(name) <> ''),
  owner_name text,
  owner_email text,
  product_categories1 text[] not null default '{}',
  product_categories2 text[] not null default '{}',
  product_categories3 text[] not null default '{}',
  status text not null default 'active' check (status in ('active', 'inactive', 'removed')),
  project_logos text[] not null default '{}',
  -- The logo of the screens, and the one of printed documents.
  logo_uri text generated always as (project_logos[1]) stored,
  logo_uri1 text generated always as (project_logos[2]) stored,
  booking_count int not null default 0,
  voucher_count int not null default 1,
  credit_memo_count int not null default 0,
  bad_order_count int not null default 0,
  debit_memo_count int not null default 0,
  delivery_receipt_count int not null default 0,
  collection_list text not null default 'list',
  collection_group_list text[] not null default '{list}',
  address text,
  title text,
  -- The letterhead of printed documents, besides title and address, and how customers pay.
  tin_no text,
  phone text,
  payment_instructions text,
  other_info1 text not null default '',
  other_info2 text not null default '',
  time_zone text not null default 'Asia/Manila',
  currency text not null default 'PHP',
  sort_key text not null generated always as (private.sort_key(name)) stored,
  settings jsonb not null default private.default_settings(),
  -- No ledger entry is posted on this day or before it; null = nothing is closed.
  closed_through date,
  -- One person's company with made-up figures.
  sample boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now()
);
create unique index projects_name_key on public.projects (lower(name)) where status <> 'removed';
create index projects_sort_idx on public.projects (sort_key, id);
comment on table public.projects is 'A tenant: a company with its counters and settings. sample: made-up, the company of one person.';

create or replace function private.check_project() returns trigger
language plpgsql set search_path = '' as $$
declare
  v_old public.projects;
  v_unknown text[];
begin
  if tg_op = 'UPDATE' then v_old := old; end if;
  -- Browsers and Node know the names of the IANA database alone, not the copies that PostgreSQL lists beside them.
  if new.time_zone is distinct from v_old.time_zone and not exists (select from pg_catalog.pg_timezone_names z
    where z.name = new.time_zone and z.name ~ '^[A-Z]' and z.name !~ '^(Factory$|SystemV/)') then
    perform private.invalid('time_zone', 'Choose a time zone such as Asia/Manila.');
  end if;
  if new.currency is distinct from v_old.currency and new.currency <> all (private.currencies()) then
    perform private.invalid('currency', 'Choose a currency such as PHP.');
  end if;
  if new.settings is distinct from v_old.settings then
    -- A value that was not known before may wait for its own form.
    v_unknown := array(select unnest(private.unknown_settings(new.settings))
      except select unnest(private.unknown_settings(v_old.settings)) where v_old.id is not null);
    if cardinality(v_unknown) > 0 then perform private.invalid(v_unknown[1], 'This setting has no such value.'); end if;
  end if;
  return new;
end $$;
comment on function private.check_project is 'Trigger: refuses a time zone, currency or setting that is not known, when it is written.';
create trigger check_project before insert or update of time_zone, currency, settings on public.projects
  for each row execute function private.check_project();

create or replace function private.to_repair(p public.projects) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_object_agg(x.field, left(x.stored, 80)), '{}')
    from (
      select 'time_zone', p.time_zone where private.known_zone(p.time_zone) <> p.time_zone
      union all select 'currency', p.currency where p.currency <> all (private.currencies())
      union all select u.field, case when u.field = 'settings' then p.settings
          when u.field like '%\_maker\_checker' then p.settings -> 'maker_checker' -> replace(u.field, '_maker_checker', '')
          else p.settings -> u.field end #>> '{}'
        from unnest(private.unknown_settings(p.settings)) u (field)
    ) x (field, stored));
end $$;
comment on function private.to_repair is
  'Returns {field of update_project: stored value} of the time zone, currency and settings that are not known.';

create or replace function private.works_alone(p_project uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.memberships m
    where m.project_id = p_project and m.user_id = auth.uid() and m.role = 'one-person office' and m.status = 'active');
end $$;
comment on function private.works_alone is
  'Tells whether the caller is the whole office: no rule of two people holds for them. The audit trail marks what they do.';

create or replace function private.needs_second_person(p_project uuid, p_rule text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((select private.rule_of(p.settings, p_rule) from public.projects p where p.id = p_project), true)
    and not private.works_alone(p_project);
end $$;
comment on function private.needs_second_person is
  'Returns whether a rule of separation of duties (a key of the setting maker_checker) holds for the caller in a project. A rule that the '
  'settings do not name holds; none holds for who is the whole office.';

create or replace function private.expect_second_person(p_project uuid, p_rule text, p_people uuid[], p_message text) returns void
language plpgsql stable set search_path = '' as $$
begin
  if auth.uid() = any (p_people) and private.needs_second_person(p_project, p_rule) then
    perform private.refuse('maker_checker', p_message);
  end if;
end $$;
comment on function private.expect_second_person is
  'Raises maker_checker for a caller who is one of these people, unless the project allows that (see needs_second_person).';

create or replace function private.lock_settings(p_project uuid) returns jsonb
language plpgsql set search_path = '' as $$
declare v jsonb;
begin
  select p.settings into v from public.projects p where p.id = p_project for key share;
  return v;
end $$;
comment on function private.lock_settings is
  'Returns the settings of a project as they are stored, for private.setting_of, and keeps them as they are until commit, for commands '
  'that depend on several of them. Documents still draw their numbers meanwhile.';

create or replace function private.project_setting(p_project uuid, p_setting text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  -- The project may be younger than a past moment that is asked for, though it has rows of that day.
  return coalesce((select private.setting_of(p.settings, p_setting) from public.projects p where p.id = p_project),
    private.default_settings() -> p_setting);
end $$;
comment on function private.project_setting is
  'Returns one setting of a project as private.setting_of reads it, also for functions that run with the rights of a caller who may not '
  'read the settings. Where the project is not there: that of a new project.';

create or replace function private.approval_above(p_project uuid, p_what text) returns numeric
language sql stable
return (private.project_setting(p_project, p_what || '_approval_above') #>> '{}')::numeric;
comment on function private.approval_above is
  'Returns the amount above which a voucher or memo (p_what) needs the approval of another user; null = none does.';

create or replace function private.zone_of(p_project uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select private.known_zone(p.time_zone) from public.projects p where p.id = p_project);
end $$;
comment on function private.zone_of is 'Returns the time zone of a project''s days: UTC while the stored one is not known.';

create table public.profiles (
  user_id uuid primary key references auth.users (id),
  email text not null,
  display_name text not null check (btrim(display_name) <> '' and length(display_name) <= 80),
  date_name_modified timestamptz,
  status text not null default 'active' check (status in ('active', 'inactive')),
  sessions_ended_at timestamptz,
  sort_key text not null generated always as (private.sort_key(display_name)) stored,
  invited_by uuid,
  version int not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now()
);
create index profiles_sort_idx on public.profiles (sort_key, user_id);
comment on table public.profiles is
  'A person: the identity provider''s account with a display name. Passwords are never here. invited_by: who handed over the link that '
  'opened the account; null = a link that was mailed.';

create table public.memberships (
  project_id uuid not null references public.projects (id),
  user_id uuid not null references public.profiles (user_id),
  role text not null references private.roles (role),
  manager_id uuid,
  status text not null default 'active' check (status in ('active', 'inactive')),
  version int not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  -- The highest worth of a booking or return that a Manager approves for the own team; null = none.
  approval_limit numeric(14,2) check (approval_limit >= 0),
  primary key (project_id, user_id),
  constraint memberships_manager_fkey foreign key (project_id, manager_id) references public.memberships,
  constraint memberships_manager_check check (manager_id is null or (role = 'Agent' and manager_id <> user_id))
);
create index memberships_user_idx on public.memberships (user_id);
create index memberships_role_idx on public.memberships (role);
create index memberships_manager_idx on public.memberships (project_id, manager_id);
comment on table public.memberships is 'Memberships of users in projects, with role and manager. The only source of tenancy.';

create table private.platform_admin (
  only_one boolean primary key default true check (only_one),
  user_id uuid not null unique references public.profiles (user_id)
);
comment on table private.platform_admin is 'The platform administrator: exactly one at a time.';

-- ---------------------------------------------------------------------------------------------
-- Helpers of policies and commands. They read the tables live, so a deactivated user, a removed
-- project or a changed role counts from the next statement on, whatever the token still says.
-- ---------------------------------------------------------------------------------------------

-- These helpers are plpgsql, which keeps its plans: a policy calls them at every statement, and planning cost more than running.
create or replace function private.current_user_id() returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  v_claims jsonb := auth.jwt();
  v_session text := v_claims ->> 'session_id';
begin
  return (select u.user_id from public.profiles u
    where u.user_id = auth.uid() and u.status = 'active'
      -- A token of a session says for which service it is; another one of the same key is not for this one.
      and coalesce(v_claims -> 'aud' ? 'authenticated', v_session is null)
      and (v_session is null or exists (select from auth.sessions s where s.id = v_session::uuid and s.user_id = u.user_id
        and (coalesce(s.created_at, now()) > now() - interval '12 hours'
          or exists (select from private.field_sessions f where f.session_id = s.id and f.begun_at > now() - interval '30 days')))));
end $$;
comment on function private.current_user_id is
  'Returns the caller''s user id while the account is active and the session of the token has not ended: by an act, or after 12 hours, one '
  'of the app for the field after 30 days. Null for a token of another audience (aud). An access token outlives both by up to an hour.';

create or replace function private.opens_here(p_project uuid, p_role text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return not exists (select from private.field_sessions f where f.session_id = (auth.jwt() ->> 'session_id')::uuid
    and (p_project = any (f.closed_to) or (select r.web_sign_in from private.roles r where r.role = p_role)));
end $$;
comment on function private.opens_here is
  'Tells whether the caller''s session opens a membership of theirs with this role. A session of the app for the field opens neither roles '
  'of the office nor a company that has locked the phone.';

create or replace function private.projects_with(p_permission text, p_scope text default 'all') returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare v_me uuid := private.current_user_id();
begin
  -- A person has few memberships: subqueries by key begin and end faster than joins.
  return array(select m.project_id from public.memberships m
    where m.user_id = v_me and m.status = 'active'
      and (select r.scope from private.role_permissions r where r.role = m.role and r.permission = p_permission) = p_scope
      and (select p.status from public.projects p where p.id = m.project_id) = 'active' and private.opens_here(m.project_id, m.role));
end $$;
comment on function private.projects_with is
  'Returns the projects in which the caller holds the permission with exactly this scope; never null.';

create or replace function private.my_projects() returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare v_me uuid := private.current_user_id();
begin
  return array(select m.project_id from public.memberships m
    where m.user_id = v_me and m.status = 'active' and (select p.status from public.projects p where p.id = m.project_id) = 'active'
      and private.opens_here(m.project_id, m.role));
end $$;
comment on function private.my_projects is 'Returns the active projects in which the caller is an active member; never null.';

create or replace function private.my_agents() returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare v_teams uuid[] := private.projects_with('bookings.read', 'team');
begin
  return array(select m.user_id from public.memberships m where m.manager_id = auth.uid() and m.project_id = any (v_teams));
end $$;
comment on function private.my_agents is 'Returns the agents under the calling Manager. Callers add a project filter.';

create or replace function private.my_people() returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  v_all uuid[] := private.projects_with('people.read');
  v_teams uuid[] := private.projects_with('people.read', 'team');
begin
  return array(
    select m.user_id from public.memberships m where m.project_id = any (v_all)
    union
    select m.user_id from public.memberships m where m.project_id = any (v_teams) and m.manager_id = auth.uid());
end $$;
comment on function private.my_people is
  'Returns the users whose name the caller may see: colleagues of the project, or the agents of a Manager.';

create or replace function private.is_admin() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from private.platform_admin a where a.user_id = (select private.current_user_id()));
end $$;
comment on function private.is_admin is 'Returns true when the caller is the platform administrator.';

create or replace function private.scope_of(p_project uuid, p_permission text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare v_me uuid := private.current_user_id();
begin
  return (select (select r.scope from private.role_permissions r where r.role = m.role and r.permission = p_permission)
    from public.memberships m
    where m.project_id = p_project and m.user_id = v_me and m.status = 'active'
      and (select p.status from public.projects p where p.id = m.project_id) = 'active' and private.opens_here(m.project_id, m.role));
end $$;
comment on function private.scope_of is 'Returns the scope in which the caller holds the permission in this project; null = not at all.';

create or replace function private.authorize(p_project uuid, p_permission text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare v_scope text := private.scope_of(p_project, p_permission);
begin
  if v_scope is null then
    if exists (select from private.field_sessions f
      where f.session_id = (auth.jwt() ->> 'session_id')::uuid and p_project = any (f.closed_to)) then
      perform private.refuse('device_locked', 'This phone was locked by the office. Ask the office to unlock it.');
    end if;
    perform private.forbid();
  end if;
  return v_scope;
end $$;
comment on function private.authorize is
  'Returns the caller''s scope, or raises 42501, and device_locked of a company that has locked the phone. Every command calls it first.';

grant execute on function private.works_alone, private.needs_second_person, private.project_setting,
  private.approval_above, private.zone_of,
  private.authorize(uuid, text), private.current_user_id, private.projects_with, private.my_projects, private.my_agents,
  private.my_people, private.is_admin, private.scope_of to authenticated;

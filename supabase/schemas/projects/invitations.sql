-- Links that open a new account without an e-mail: whoever adds a person hands one over.

create table private.invitations (
  user_id uuid primary key references public.profiles (user_id),
  token_hash text not null unique check (length(token_hash) = 64),
  made_by uuid not null,
  made_at timestamptz not null default clock_timestamp(),
  opened_at timestamptz
);
comment on table private.invitations is
  'The last link of each person: SHA-256 of its token in hex, who made it and when, when it was opened. It is for seven days and for one '
  'use.';

create or replace function private.invitation_link(p_project uuid, p_user uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_admin boolean := private.admin_or(p_project, 'people.write');
  v_token text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
begin
  perform private.lock_people(array[p_user]);
  if not v_admin then
    perform private.check_person_below(p_project, p_user);
    -- Opening the link makes somebody this person everywhere.
    if exists (select from public.memberships m where m.user_id = p_user and m.project_id <> p_project) then
      perform private.refuse('wrong_state', 'This person belongs to other projects: only the administrator can make a link.');
    end if;
  end if;
  if not exists (select from public.memberships m where m.user_id = p_user) then perform private.not_found(); end if;
  if exists (select from public.profiles p where p.user_id = p_user and p.email like 'house-account-%@kalakal.local') then
    perform private.refuse('wrong_state', 'No user signs in with the house account.');
  end if;
  if exists (select from auth.users u where u.id = p_user and u.email_confirmed_at is not null) then
    perform private.refuse('wrong_state', 'This account is already registered: its user can reset the password at the sign-in.');
  end if;
  insert into private.invitations (user_id, token_hash, made_by) values (p_user, private.sha256_hex(v_token), private.current_user_id())
  on conflict (user_id) do update
  set token_hash = excluded.token_hash, made_by = excluded.made_by, made_at = clock_timestamp(), opened_at = null;
  return jsonb_build_object('token', v_token, 'until', clock_timestamp() + interval '7 days');
end $$;
select private.expose('invitation_link', 'authenticated', false);
comment on function public.invitation_link is
  'Makes the token of a link that opens the account of a person who has not opened it yet, for seven days and one use; a link made before '
  'no longer works. Returns {token, until}: the token is not stored. The platform administrator; in their own project General Manager and '
  'Owner (people.write), for people below theirs who belong to no other project. Errors: 42501, P0002, P0001 wrong_state.';

create or replace function private.invited_person(p_token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('user_id', i.user_id, 'email', u.email, 'name', p.display_name)
  from private.invitations i
  join auth.users u on u.id = i.user_id and u.email_confirmed_at is null
  join public.profiles p on p.user_id = i.user_id
  where i.token_hash = private.sha256_hex(p_token) and i.opened_at is null and i.made_at > clock_timestamp() - interval '7 days'
    and exists (select from public.memberships m where m.user_id = i.user_id and m.status = 'active')
$$;
select private.expose('invited_person', 'service_role');
comment on function public.invited_person is
  'Returns {user_id, email, name} of whom a link opens the account; null for a link that is none, over, used, or of an account that is '
  'open or of no project. For the secret key only.';

create or replace function private.open_invitation(p_token text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_person jsonb;
  v_made_by uuid;
begin
  -- One of two who send the same link at once waits here, and finds it used.
  perform from private.invitations i where i.token_hash = private.sha256_hex(p_token) for update;
  v_person := private.invited_person(p_token);
  if v_person is null then return null; end if;
  update private.invitations i set opened_at = clock_timestamp()
  where i.token_hash = private.sha256_hex(p_token) returning i.made_by into v_made_by;
  update public.profiles set invited_by = v_made_by where user_id = (v_person ->> 'user_id')::uuid;
  return v_person;
end $$;
select private.expose('open_invitation', 'service_role');
comment on function public.open_invitation is
  'Uses an invitation link up and returns invited_person, whose password is set then; null where it opens nothing. The trail says who '
  'made the link. For the secret key only.';

create or replace function private.reopen_invitation(p_token text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update private.invitations i set opened_at = null
  where i.token_hash = private.sha256_hex(p_token)
    and exists (select from auth.users u where u.id = i.user_id and u.email_confirmed_at is null);
  return found;
end $$;
select private.expose('reopen_invitation', 'service_role');
comment on function public.reopen_invitation is
  'Lets a link be used again whose password was refused: the account is not open yet. For the secret key only.';

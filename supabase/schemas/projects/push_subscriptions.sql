-- Browsers that get web push: one subscription each, of whoever turned it on there.

create table public.push_subscriptions (
  id uuid primary key default private.new_id(),
  user_id uuid not null references public.profiles (user_id),
  browser text not null unique check (browser ~ '^[0-9a-f]{64}$' and length(browser) = 64),
  session_id uuid,
  -- Nothing is ever sent to another place than these.
  endpoint text not null unique check (length(endpoint) <= 1000 and endpoint ~ ('^https://(fcm\.googleapis\.com|web\.push\.apple\.com'
    '|updates\.push\.services\.mozilla\.com|[a-z0-9-]+(\.[a-z0-9-]+)*\.notify\.windows\.com)/[!-~]+$')),
  p256dh text not null check (p256dh ~ '^[A-Za-z0-9_-]{87}$' and length(p256dh) = 87),
  auth text not null check (auth ~ '^[A-Za-z0-9_-]{22}$' and length(auth) = 22),
  device text check (length(device) <= 300),
  created_at timestamptz not null default now()
);
create index push_subscriptions_user_idx on public.push_subscriptions (user_id, id);
comment on table public.push_subscriptions is
  'Subscriptions of browsers to web push. browser: hash of the cookie by which it is known again; session_id: the last session of the '
  'person there. It ends with a sign-out there, with that session when somebody ends it, and when the push service says that it is gone.';
select private.guard_table('public.push_subscriptions', p_audit => '{}');
grant select (id, user_id, browser, device, created_at) on public.push_subscriptions to authenticated;
create policy push_subscriptions_select on public.push_subscriptions for select to authenticated
  using (user_id = (select private.current_user_id()));

create or replace function private.save_push_subscription(p_project uuid, p_subscription jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_me uuid := private.current_user_id();
  v_endpoint text;
  v_browser text;
  v_id uuid;
begin
  if v_me is null or p_project <> all (private.my_projects()) then perform private.forbid(); end if;
  v_endpoint := private.read_text(p_subscription, 'endpoint', true, p_max => 1000);
  v_browser := private.read_text(p_subscription, 'browser', true, p_max => 64);
  if v_browser !~ '^[0-9a-f]{64}$' then perform private.invalid('browser', 'This browser is not known.'); end if;
  -- Whoever had it in this browser has it no longer.
  delete from public.push_subscriptions s where s.browser = v_browser or s.endpoint = v_endpoint;
  begin
    insert into public.push_subscriptions (user_id, browser, session_id, endpoint, p256dh, auth, device)
    values (v_me, v_browser, (auth.jwt() ->> 'session_id')::uuid, v_endpoint,
      private.read_text(p_subscription, 'p256dh', true, p_max => 200), private.read_text(p_subscription, 'auth', true, p_max => 200),
      private.read_text(p_subscription, 'device', p_max => 300))
    returning id into v_id;
  exception when check_violation then
    perform private.invalid('endpoint', 'This browser uses a push service that is not supported.');
  end;
  -- A person has a few devices: the oldest give way.
  delete from public.push_subscriptions s where s.id in (
    select o.id from public.push_subscriptions o where o.user_id = v_me order by o.id desc offset 10);
  return jsonb_build_object('id', v_id);
end $$;
select private.expose('save_push_subscription');
comment on function public.save_push_subscription is
  'Has notifications pushed to a browser of the caller: {browser (hash of its cookie), endpoint, p256dh, auth (base64url, as the browser '
  'gives them), device (its User-Agent)}. The endpoint is one of a known push service. Returns {id}. Errors: 42501, 22023.';

create or replace function private.remove_push_subscription(p_project uuid, p_subscription uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  if p_project <> all (private.my_projects()) then perform private.forbid(); end if;
  delete from public.push_subscriptions s where s.id = p_subscription and s.user_id = private.current_user_id();
  return jsonb_build_object('id', p_subscription);
end $$;
select private.expose('remove_push_subscription');
comment on function public.remove_push_subscription is
  'Ends push to one of the caller''s own browsers. Returns {id}, also when it had ended. Errors: 42501.';

create or replace function private.end_push(p_browser text, p_elsewhere boolean default false) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare v_ended int;
begin
  if private.current_user_id() is null then perform private.forbid(); end if;
  delete from public.push_subscriptions s where s.user_id = private.current_user_id() and (s.browser = p_browser) <> p_elsewhere;
  get diagnostics v_ended = row_count;
  return jsonb_build_object('ended', v_ended);
end $$;
select private.expose('end_push', p_once => false);
comment on function public.end_push is
  'Ends push to this browser (hash of its cookie), as its user signs out; with p_elsewhere to all others of the user, as after a new '
  'password. Returns {ended: number}. Errors: 42501.';

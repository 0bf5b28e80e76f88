-- Notifications: what a person is told about a document, and how. Triggers write them (events.sql) in the transaction of the act.

create table public.notifications (
  project_id uuid not null references public.projects (id),
  id uuid not null default private.new_id(),
  user_id uuid not null,
  kind text not null check (kind in ('approval', 'cheque_returned', 'over_limit', 'count_submitted', 'mention')),
  document_kind text not null check (length(document_kind) <= 40),
  document_id uuid not null,
  document_no text check (length(document_no) <= 200),
  party text check (length(party) <= 200),
  amount numeric(14,2),
  from_user uuid,
  in_app boolean not null,
  by_mail boolean not null,
  by_push boolean not null,
  mail_job uuid,
  push_job uuid,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  primary key (project_id, id)
);
create index notifications_list_idx on public.notifications (project_id, user_id, id desc) where in_app;
create index notifications_unread_idx on public.notifications (project_id, user_id) where in_app and read_at is null;
create index notifications_document_idx on public.notifications (project_id, document_id);
create index notifications_mail_idx on public.notifications (created_at) where by_mail and mail_job is null;
create index notifications_push_idx on public.notifications (created_at) where by_push and push_job is null;
create index notifications_age_idx on public.notifications (created_at);
comment on table public.notifications is
  'What people are told about documents: one row for each recipient, with what the document was at that time. in_app, by_mail, by_push: '
  'the ways that the person had chosen. mail_job, push_job: the job that sends it. A row is seen by its recipient alone, as long as that '
  'person may read the document. Kept for 90 days.';
select private.guard_table('public.notifications', p_audit => '{}');
grant select (project_id, id, user_id, kind, document_kind, document_id, document_no, party, amount, from_user, in_app, created_at, read_at)
  on public.notifications to authenticated;

create table public.notification_choices (
  project_id uuid not null references public.projects (id),
  user_id uuid not null default auth.uid(),
  kind text not null check (kind in ('approval', 'cheque_returned', 'over_limit', 'count_submitted', 'mention', 'digest')),
  in_app boolean not null,
  by_mail boolean not null,
  by_push boolean not null,
  primary key (project_id, user_id, kind)
);
comment on table public.notification_choices is
  'How a person wants to be told of each kind of event in a project. Without a row it is as private.notification_kinds says.';
select private.guard_table('public.notification_choices', p_audit => '{}');
grant select on public.notification_choices to authenticated;
create policy notification_choices_select on public.notification_choices for select to authenticated
  using (user_id = (select auth.uid()) and project_id = any ((select private.my_projects())::uuid[]));

create or replace function private.reads_notified(p_project uuid, p_kind text, p_document uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return case p_kind
    when 'count' then exists (select from public.stock_counts d where d.project_id = p_project and d.id = p_document)
    when 'bad_order' then exists (select from public.bad_orders d where d.project_id = p_project and d.id = p_document)
    when 'request' then exists (select from public.warehouse_requests d where d.project_id = p_project and d.id = p_document)
    when 'product_edit' then exists (select from public.product_edit_requests d where d.project_id = p_project and d.id = p_document)
    else private.reads_document(p_project, p_kind, p_document) end;
end $$;
comment on function private.reads_notified is
  'Tells whether the caller may read the document of a notification: one of private.document_kinds, or one of those that have no files, by '
  'the policy of its table.';
grant execute on function private.reads_notified to authenticated;
create policy notifications_select on public.notifications for select to authenticated
  -- Each row asks for its own document, so for the membership too.
  using (user_id = (select auth.uid()) and (select private.reads_notified(project_id, document_kind, document_id)));

create or replace function private.notification_kinds()
returns table (place int, kind text, permissions text[], in_app boolean, by_mail boolean, by_push boolean)
language sql immutable set search_path = '' as $$
  values (1, 'approval', '{bookings.validate,bookings.override,customers.decide,collections.decide,vouchers.approve,memos.approve,'
    'product_edits.decide,counts.decide,warehouse.decide}'::text[], null::boolean, false, true),
  (2, 'cheque_returned', '{treasury.read}', true, true, true),
  (3, 'over_limit', '{bookings.override}', true, false, true),
  (4, 'count_submitted', '{counts.decide}', true, false, true),
  (5, 'mention', null, true, true, true),
  (6, 'digest', '{portal.gm}', null, true, null)
$$;
comment on function private.notification_kinds is
  'Lists the kinds of events: the permissions of which who is told holds one (null: everybody), and how people are told who have chosen '
  'nothing. null: not in this way. The inbox shows approvals, and Home what the digest says.';

create or replace function private.chosen_ways(p_project uuid, p_user uuid)
returns table (place int, kind text, permissions text[], in_app boolean, by_mail boolean, by_push boolean)
language sql stable set search_path = '' as $$
  select k.place, k.kind, k.permissions, k.in_app and coalesce(c.in_app, k.in_app),
    -- The digest is for owners, as long as nobody has said otherwise.
    coalesce(c.by_mail, k.by_mail and (k.kind <> 'digest' or m.role in ('Owner', 'one-person office'))),
    k.by_push and coalesce(c.by_push, k.by_push)
  from private.notification_kinds() k
  join public.memberships m on m.project_id = p_project and m.user_id = p_user
  left join public.notification_choices c on c.project_id = p_project and c.user_id = p_user and c.kind = k.kind
$$;
comment on function private.chosen_ways is
  'Returns how a member is told of each kind of event: as chosen, else as usual. null: not in this way.';

create or replace function private.notification_settings(p_project uuid)
returns table (kind text, in_app boolean, by_mail boolean, by_push boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  if p_project <> all (private.my_projects()) then perform private.forbid(); end if;
  return query select w.kind, w.in_app, w.by_mail, w.by_push
  from private.chosen_ways(p_project, auth.uid()) w
  where w.permissions is null or exists (select from unnest(w.permissions) p (name) where private.scope_of(p_project, p.name) = 'all')
  order by w.place;
end $$;
select private.expose('notification_settings');
comment on function public.notification_settings is
  'Returns how the caller is told of each kind of event that the role sees: approval, cheque_returned, over_limit, count_submitted, '
  'mention, digest, each in_app, by_mail, by_push; null: never in this way. Errors: 42501.';

create or replace function private.save_notification_settings(p_project uuid, p_settings jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  if p_project <> all (private.my_projects()) then perform private.forbid(); end if;
  insert into public.notification_choices (project_id, kind, in_app, by_mail, by_push)
  select p_project, k.kind, private.read_boolean(c.chosen, 'in_app'), private.read_boolean(c.chosen, 'by_mail'),
    private.read_boolean(c.chosen, 'by_push')
  from private.notification_kinds() k cross join lateral (select p_settings -> k.kind) c (chosen)
  where jsonb_typeof(c.chosen) = 'object'
  on conflict (project_id, user_id, kind)
    do update set in_app = excluded.in_app, by_mail = excluded.by_mail, by_push = excluded.by_push;
  return jsonb_build_object('project', p_project);
end $$;
select private.expose('save_notification_settings');
comment on function public.save_notification_settings is
  'Chooses how the caller is told, from the next event on: {kind: {in_app, by_mail, by_push}}; a kind that is left out stays. Returns '
  '{project}. Errors: 42501, 22023.';

create or replace function private.notify(p public.notifications, p_needs text[], p_lacks text default null, p_people uuid[] default null)
returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.notifications (project_id, user_id, kind, document_kind, document_id, document_no, party, amount, from_user,
    in_app, by_mail, by_push)
  select p.project_id, t.user_id, p.kind, p.document_kind, p.document_id, left(p.document_no, 200), left(p.party, 200), p.amount,
    auth.uid(), coalesce(t.in_app, false), t.by_mail, t.by_push
  from (
    select m.user_id, w.in_app, w.by_mail,
      coalesce(w.by_push, false) and exists (select from public.push_subscriptions s where s.user_id = m.user_id) as by_push
    from public.memberships m
    join private.roles r on r.role = m.role and r.web_sign_in
    join public.profiles u on u.user_id = m.user_id and u.status = 'active'
    cross join lateral private.chosen_ways(p.project_id, m.user_id) w
    where m.project_id = p.project_id and m.status = 'active' and m.user_id is distinct from auth.uid() and w.kind = p.kind
      and (p_people is null or m.user_id = any (p_people))
      and p_needs <@ array(select g.permission from private.role_permissions g where g.role = m.role and g.scope = 'all')
      and not exists (select from private.role_permissions g where g.role = m.role and g.permission = p_lacks)
      -- A person who has not seen it yet is not told again.
      and (p.kind = 'mention' or not exists (select from public.notifications n where n.project_id = p.project_id
        and n.document_id = p.document_id and n.user_id = m.user_id and n.kind = p.kind and n.read_at is null))) t
  where t.in_app or t.by_mail or t.by_push;
end $$;
comment on function private.notify is
  'Tells the members of a project of an event, in the ways that each has chosen: those whose role holds all of p_needs for all rows, and '
  'not p_lacks; with p_people only these. Never the person who acts, nor people without a web sign-in.';

create or replace function private.unread_notifications(p_project uuid) returns int
language plpgsql stable set search_path = '' as $$
begin
  return (select count(*) from (
    select from public.notifications n where n.project_id = p_project and n.user_id = auth.uid() and n.in_app and n.read_at is null
    limit 100) u);
end $$;
select private.expose('unread_notifications');
comment on function public.unread_notifications is 'Returns the number of unread notifications of the caller in a project, 100 at most.';

create or replace function private.mark_notifications_read(p_project uuid, p_notification uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare v_read int;
begin
  if p_project <> all (private.my_projects()) then perform private.forbid(); end if;
  update public.notifications n set read_at = now()
  where n.project_id = p_project and n.user_id = private.current_user_id() and n.in_app and n.read_at is null
    and (p_notification is null or n.id = p_notification);
  get diagnostics v_read = row_count;
  return jsonb_build_object('read', v_read);
end $$;
select private.expose('mark_notifications_read');
comment on function public.mark_notifications_read is
  'Marks a notification of the caller as read, or (p_notification null) all in the project. Returns {read: number}. Errors: 42501.';

-- Reports that are sent by mail at set times. private.mailed_report (jobs/report_mails.sql) runs them for who receives them.

create table public.report_schedules (
  project_id uuid not null references public.projects (id),
  id uuid not null default private.new_id(),
  report text not null,
  view_id uuid,
  search text not null check (length(search) <= 1000),
  rhythm text not null check (rhythm in ('day', 'week', 'month')),
  weekday int check (weekday between 1 and 7),
  month_day int check (month_day between 1 and 31),
  hour int not null check (hour between 0 and 23),
  recipients uuid[] not null check (cardinality(recipients) between 1 and 20),
  paused boolean not null default false,
  next_at timestamptz,
  user_id uuid not null default auth.uid(),
  created_at timestamptz not null default now(),
  primary key (project_id, id),
  constraint report_schedules_view_fkey foreign key (project_id, view_id) references public.report_views on delete set null (view_id),
  constraint report_schedules_pause_check check (not (paused and next_at is not null)),
  constraint report_schedules_days_check check (
    (weekday is not null) = (rhythm = 'week') and (month_day is not null) = (rhythm = 'month'))
);
create index report_schedules_view_idx on public.report_schedules (project_id, view_id);
create index report_schedules_next_idx on public.report_schedules (next_at) where next_at is not null;
comment on table public.report_schedules is
  'Reports that are mailed as Excel: every day, on a weekday (1 = Monday) or on a day of the month (a shorter month: its last day), at an '
  'hour in the time zone of the project. search: the filters as a saved view keeps them, with relative periods; with view_id the view has '
  'them, as long as it is there. recipients: the members who get it, each with the rows that they may read. next_at: when it is sent '
  'next, null while it is paused. Only commands write.';
select private.guard_table('public.report_schedules', p_audit => '{insert,update,delete}');
grant select on public.report_schedules to authenticated;
create policy report_schedules_select on public.report_schedules for select to authenticated
  using ((user_id = (select auth.uid()) or (select auth.uid()) = any (recipients)
      or project_id = any ((select private.projects_with('settings.write'))::uuid[]))
    and project_id || ' ' || report = any ((select private.viewable(false))::text[]));

create or replace function private.report_permission(p_report text) returns text
language sql immutable set search_path = '' as $$
  select min(v.permission) from private.viewed_permissions() v where v.view = p_report and v.is_report
$$;
comment on function private.report_permission is 'Returns the permission of a report by its name, such as ar; null where there is none.';

create or replace function private.reads_reports(p_project uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from private.viewed_permissions() v where v.is_report and private.scope_of(p_project, v.permission) is not null)
$$;
comment on function private.reads_reports is 'Tells whether the caller may read any report of this project.';

create or replace function private.next_report_mail(p public.report_schedules, p_after timestamptz) returns timestamptz
language sql stable set search_path = '' as $$
  select min(m.at)
  from private.zone_of(p.project_id) z (zone)
  cross join generate_series((p_after at time zone z.zone)::date::timestamp, (p_after at time zone z.zone)::date::timestamp
    + interval '62 days', interval '1 day') d (day)
  cross join lateral (select (d.day + make_interval(hours => p.hour)) at time zone z.zone) m (at)
  where m.at > p_after and case p.rhythm
    when 'week' then extract(isodow from d.day) = p.weekday
    when 'month' then extract(day from d.day)
      = least(p.month_day, extract(day from date_trunc('month', d.day) + interval '1 month' - interval '1 day'))
    else true end
$$;
comment on function private.next_report_mail is 'Returns the first time of a schedule after a moment, in the time zone of its project.';

create or replace function private.readers_of_report(p_project uuid, p_report text) returns table (user_id uuid, display_name text)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_permission text := private.report_permission(p_report);
  v_all boolean := private.scope_of(p_project, 'settings.write') is not null;
begin
  if v_permission is null or private.scope_of(p_project, v_permission) is null then perform private.forbid(); end if;
  return query select m.user_id, u.display_name
  from public.memberships m
  join public.profiles u on u.user_id = m.user_id and u.status = 'active'
  join private.role_permissions g on g.role = m.role and g.permission = v_permission
  where m.project_id = p_project and m.status = 'active' and (v_all or m.user_id = auth.uid())
  order by u.display_name, m.user_id;
end $$;
select private.expose('readers_of_report');
comment on function public.readers_of_report is
  'Returns the members to whom the caller may have a report (ar, sales …) sent, by name: with settings.write all who may read it, '
  'otherwise the caller alone. Errors: 42501.';

create or replace function private.read_report_schedule(p_project uuid, p_schedule jsonb, p_of public.report_schedules)
returns public.report_schedules
language plpgsql stable security definer set search_path = '' as $$
declare
  v_readers uuid[] := array(select r.user_id from private.readers_of_report(p_project, p_of.report) r);
  v_recipients uuid[] := array(select distinct r from unnest(private.read_uuids(p_schedule, 'recipients')) r);
  v_view uuid := private.read_uuid(p_schedule, 'view_id');
  v public.report_schedules := p_of;
begin
  v.rhythm := p_schedule ->> 'rhythm';
  if coalesce(v.rhythm not in ('day', 'week', 'month'), true) then perform private.invalid('rhythm', 'Choose how often.'); end if;
  v.weekday := case when v.rhythm = 'week' then private.read_int(p_schedule, 'weekday', true) end;
  v.month_day := case when v.rhythm = 'month' then private.read_int(p_schedule, 'month_day', true) end;
  v.hour := private.read_int(p_schedule, 'hour', true);
  if v.weekday not between 1 and 7 then perform private.invalid('weekday', 'Choose a weekday.'); end if;
  if v.month_day not between 1 and 31 then perform private.invalid('month_day', 'Choose a day of the month.'); end if;
  if v.hour not between 0 and 23 then perform private.invalid('hour', 'Choose an hour.'); end if;
  if cardinality(v_recipients) = 0 then perform private.invalid('recipients', 'Choose who receives it.'); end if;
  if cardinality(v_recipients) > 20 then perform private.invalid('recipients', 'Choose at most 20 people.'); end if;
  if not v_recipients <@ v_readers then
    perform private.forbid('You may send this report only to people who may read it, and to others only as General Manager or Owner.');
  end if;
  -- Another user may leave a private view as it is.
  if v_view is not null and v_view is distinct from p_of.view_id and not exists (
    select from public.report_views w where w.project_id = p_project and w.id = v_view
      and w.report = v.report and not w.is_default and (w.shared or w.user_id = auth.uid()))
  then perform private.invalid('view_id', 'Choose a view.'); end if;
  v.recipients := v_recipients;
  v.view_id := v_view;
  v.next_at := case when not v.paused then private.next_report_mail(v, clock_timestamp()) end;
  return v;
end $$;
comment on function private.read_report_schedule is
  'Reads view, times and recipients of a schedule from a form, and checks that the caller may set them. Errors: 42501, 22023.';

create or replace function private.save_report_schedule(p_project uuid, p_schedule jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v public.report_schedules;
begin
  v.project_id := p_project;
  v.report := p_schedule ->> 'report';
  v.paused := false;
  v := private.read_report_schedule(p_project, p_schedule, v);
  perform private.lock_number(p_project, 'report schedules', auth.uid()::text);
  if (select count(*) from public.report_schedules s where s.project_id = p_project and s.user_id = auth.uid()) >= 50
  then perform private.invalid('recipients', 'You have 50 scheduled e-mails. Remove one first.'); end if;
  insert into public.report_schedules (project_id, report, view_id, search, rhythm, weekday, month_day, hour, recipients, next_at)
  values (p_project, v.report, v.view_id, coalesce(private.read_text(p_schedule, 'search', false, '', 1000), ''), v.rhythm,
    v.weekday, v.month_day, v.hour, v.recipients, v.next_at)
  returning * into v;
  return jsonb_build_object('id', v.id);
end $$;
select private.expose('save_report_schedule');
comment on function public.save_report_schedule is
  'Has a report mailed as Excel at set times: {report (ar, sales …), search (the filters, as save_report_view keeps them), view_id (a '
  'saved view that has them instead; optional), rhythm (day, week, month), weekday (1 = Monday, for week), month_day (1 to 31, for month), '
  'hour (0 to 23, in the time zone of the project), recipients (ids of members: with settings.write of all who may read the report, '
  'otherwise the caller''s own)}. Returns {id}. Errors: 42501, 22023.';

create or replace function private.own_report_schedule(p_project uuid, p_schedule uuid) returns public.report_schedules
language plpgsql security definer set search_path = '' as $$
declare v public.report_schedules;
begin
  if not private.reads_reports(p_project) then perform private.forbid(); end if;
  select * into v from public.report_schedules s where s.project_id = p_project and s.id = p_schedule
    and (s.user_id = auth.uid() or auth.uid() = any (s.recipients) or private.scope_of(p_project, 'settings.write') is not null)
  for update;
  if not found then perform private.not_found(); end if;
  return v;
end $$;
comment on function private.own_report_schedule is
  'Locks and returns a schedule that the caller made or receives, or any one with settings.write. Errors: 42501, P0002.';

create or replace function private.check_schedule_author(p_project uuid, p_schedule public.report_schedules) returns void
language plpgsql stable set search_path = '' as $$
begin
  if p_schedule.user_id <> auth.uid() and private.scope_of(p_project, 'settings.write') is null then
    perform private.forbid('Only who made the schedule, or the General Manager or Owner, may change it.');
  end if;
end $$;
comment on function private.check_schedule_author is
  'Refuses a caller who neither made the schedule nor has settings.write. Errors: 42501.';

create or replace function private.change_report_schedule(p_project uuid, p_schedule uuid, p_values jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare v public.report_schedules := private.own_report_schedule(p_project, p_schedule);
begin
  perform private.check_schedule_author(p_project, v);
  v := private.read_report_schedule(p_project, p_values, v);
  update public.report_schedules s set view_id = v.view_id, rhythm = v.rhythm, weekday = v.weekday, month_day = v.month_day,
    hour = v.hour, recipients = v.recipients, next_at = v.next_at
  where s.project_id = p_project and s.id = p_schedule;
  return jsonb_build_object('id', p_schedule);
end $$;
select private.expose('change_report_schedule');
comment on function public.change_report_schedule is
  'Changes view, times and recipients of a schedule: for who made it, and with settings.write. p_values: {view_id, rhythm, weekday, '
  'month_day, hour, recipients} as save_report_schedule takes them; the report, the filters of its own and a pause stay. Returns {id}. '
  'Errors: 42501, P0002, 22023.';

create or replace function private.pause_report_schedule(p_project uuid, p_schedule uuid, p_paused boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare v public.report_schedules := private.own_report_schedule(p_project, p_schedule);
begin
  if p_paused is null then perform private.invalid('paused', 'Choose whether it is paused.'); end if;
  perform private.check_schedule_author(p_project, v);
  if v.paused is distinct from p_paused then
    update public.report_schedules s set paused = p_paused,
      next_at = case when not p_paused then private.next_report_mail(v, clock_timestamp()) end
    where s.project_id = p_project and s.id = p_schedule;
  end if;
  return jsonb_build_object('id', p_schedule);
end $$;
select private.expose('pause_report_schedule');
comment on function public.pause_report_schedule is
  'Stops the mails of a schedule (p_paused) or lets them go on, from the next time on: for who made it, and with settings.write. Returns '
  '{id}. Errors: 42501, P0002.';

create or replace function private.remove_report_schedule(p_project uuid, p_schedule uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare v public.report_schedules := private.own_report_schedule(p_project, p_schedule);
begin
  if v.user_id = auth.uid() or v.recipients = array[auth.uid()] or private.scope_of(p_project, 'settings.write') is not null then
    delete from public.report_schedules s where s.project_id = p_project and s.id = p_schedule;
  else
    update public.report_schedules s set recipients = array_remove(s.recipients, auth.uid())
    where s.project_id = p_project and s.id = p_schedule;
  end if;
  return jsonb_build_object('id', p_schedule);
end $$;
select private.expose('remove_report_schedule');
comment on function public.remove_report_schedule is
  'Ends a schedule for everybody: for who made it, and with settings.write. Who only receives it gets it no longer. Returns {id}. Errors: '
  '42501, P0002.';

-- Reports by mail: what the server that sends one reads, as the person who receives it, and what became of the mails.

create or replace function private.begin_mailed_report(p_job uuid) returns public.report_schedules
language plpgsql security definer set search_path = '' as $$
declare
  j private.jobs := private.act_for_job(p_job, 'report_mail');
  v public.report_schedules;
begin
  select * into v from public.report_schedules s
  where s.project_id = j.project_id and s.id = j.subject_id and j.person_id = any (s.recipients) and not s.paused;
  return v;
end $$;
comment on function private.begin_mailed_report is
  'Sets the claims of the recipient of a mail that the caller has taken (claim_job), until the end of the transaction, and returns its '
  'schedule; null where the schedule is gone or paused, or the person is no longer on it. Errors: P0002.';
grant execute on function private.begin_mailed_report to service_role;

create or replace function private.mail_of_report(p_job uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v public.report_schedules := private.begin_mailed_report(p_job);
  v_view record;
begin
  if v.id is null then return '{"state": "stopped"}'; end if;
  if private.scope_of(v.project_id, private.report_permission(v.report)) is null then return '{"state": "not_allowed"}'; end if;
  select w.name, w.search into v_view from public.report_views w where w.project_id = v.project_id and w.id = v.view_id;
  return jsonb_build_object('state', 'ready', 'schedule', v.id, 'project', v.project_id, 'report', v.report,
    'search', coalesce(v_view.search, v.search), 'view', v_view.name,
    'rhythm', v.rhythm, 'weekday', v.weekday, 'month_day', v.month_day, 'hour', v.hour,
    'author', (select u.display_name from public.profiles u where u.user_id = v.user_id and v.user_id <> auth.uid()),
    'identity', private.current_identity());
end $$;
select private.expose('mail_of_report', 'service_role');
comment on function public.mail_of_report is
  'Returns what a mail that the caller has taken is about: {state: ready, schedule, project, report, search, view (its name), rhythm, '
  'weekday, month_day, hour, author (null: the recipient), identity (as current_identity answers the '
  'recipient)}. state not_allowed: who receives it may not read the report; stopped: it is no longer '
  'wanted. For the secret key only. Errors: P0002.';

create or replace function private.names_in_filters(p_project uuid, p_filters jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare v_ids uuid[] := private.read_uuids(p_filters, 'ids');
begin
  return (
    select coalesce(jsonb_object_agg(n.id, n.label), '{}')
    from (
      select d.id, d.label from private.named_documents d where d.project_id = p_project and d.id = any (v_ids)
      union all
      select m.user_id, u.display_name from public.memberships m join public.profiles u on u.user_id = m.user_id
      where m.project_id = p_project and m.user_id = any (v_ids)) n);
end $$;
select private.expose('names_in_filters');
comment on function public.names_in_filters is
  'Returns {id: name} of the people, customers, products and other records of p_filters.ids, as far as the caller may read them: what '
  'filters of a report choose. Errors: 22023.';

-- No security definer may change the role: the function has the rights of its caller, and reads with those of the recipient.
create or replace function private.mailed_report(p_job uuid, p_read text, p_report text, p_filters jsonb) returns jsonb
language plpgsql set search_path = '' set statement_timeout = '120s' as $$
declare
  v_role text := current_setting('role');
  v public.report_schedules := private.begin_mailed_report(p_job);
  v_answer jsonb;
begin
  perform set_config('role', 'authenticated', true);
  if v.id is null then perform private.not_found(); end if;
  if p_read = 'names' then
    v_answer := private.names_in_filters(v.project_id, p_filters);
  elsif p_read = 'text' then
    v_answer := to_jsonb(public.rows_of_report(v.project_id, p_report, p_filters));
  elsif p_report ~ '^report_[a-z_]+$' and to_regprocedure(format('public.%I(uuid, jsonb)', p_report)) is not null then
    execute format('select coalesce(jsonb_agg(to_jsonb(r)), ''[]'') from public.%I($1, $2) r', p_report)
    into v_answer using v.project_id, p_filters;
  else
    perform private.invalid('report', 'Choose a report.');
  end if;
  perform set_config('role', v_role, true);
  return v_answer;
end $$;
-- The API gives a call the statement_timeout of its function.
select private.expose('mailed_report', 'service_role');
comment on function public.mailed_report is
  'Reads for a mail that the caller has taken, with the permissions and the rows of who receives it: p_read rows: what the report '
  '(such as report_ar) answers, as an array; text: what rows_of_report answers; names: {id: name} of p_filters.ids, as far as the '
  'recipient sees them. For the secret key only. Errors: P0002, 42501, 22023.';

create or replace function private.scheduled_reports(p_project uuid) returns table (id uuid, report text, view_name text, search text,
  rhythm text, weekday int, month_day int, hour int, paused boolean, next_at timestamptz, author text, mine boolean, may_pause boolean,
  mails jsonb)
language plpgsql stable security definer set search_path = '' as $$
declare v_all boolean := private.scope_of(p_project, 'settings.write') is not null;
begin
  if not private.reads_reports(p_project) then perform private.forbid(); end if;
  return query
  select s.id, s.report, w.name, coalesce(w.search, s.search), s.rhythm, s.weekday, s.month_day, s.hour, s.paused, s.next_at,
    a.display_name, s.user_id = auth.uid(), v_all or s.user_id = auth.uid(), (
      select jsonb_agg(jsonb_build_object('name', u.display_name, 'me', u.user_id = auth.uid(), 'at', l.at, 'result', l.result,
        'error', case when v_all then l.last_error end) order by u.display_name)
      from public.profiles u
      left join lateral (
        select coalesce(j.done_at, j.run_at) as at, case when j.done_at is not null then j.result
            when j.last_error is not null then 'failed' else 'waiting' end as result, j.last_error
        from private.jobs j where j.subject_id = s.id and j.person_id = u.user_id order by j.run_at desc limit 1) l on true
      where u.user_id = any (s.recipients))
  from public.report_schedules s
  join public.profiles a on a.user_id = s.user_id
  left join public.report_views w on w.project_id = s.project_id and w.id = s.view_id
  where s.project_id = p_project and (v_all or s.user_id = auth.uid() or auth.uid() = any (s.recipients))
  order by s.report, s.created_at, s.id;
end $$;
select private.expose('scheduled_reports');
comment on function public.scheduled_reports is
  'Returns the scheduled mails that the caller made or receives, with settings.write all of the project: report, name of the saved view, '
  'filters, rhythm, next time, author, whether it is the caller''s (mine) and may be paused, and mails: for each recipient {name, me, at, '
  'result (sent, too_large, not_allowed, stopped, replaced, failed, waiting), error '
  '(for settings.write alone: it names parts of the server)} of the last one. Errors: 42501.';

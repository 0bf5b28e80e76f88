-- Work that no person waits for. See docs/operations.md, Jobs.
-- A runner is a web server, or pg_cron by private.run_jobs. It takes a job in one transaction and runs it in the next.

create table private.jobs (
  id uuid primary key default private.new_id(),
  kind text not null,
  project_id uuid references public.projects (id),
  run_at timestamptz not null,
  due_at timestamptz not null,
  leased_until timestamptz,
  attempts int not null default 0,
  last_error text check (length(last_error) <= 1000),
  done_at timestamptz,
  subject_id uuid,
  person_id uuid,
  result text check (length(result) <= 40),
  constraint jobs_run_key unique nulls not distinct (run_at, kind, project_id, subject_id, person_id)
);
create index jobs_open_idx on private.jobs (project_id, kind) where done_at is null;
create index jobs_subject_idx on private.jobs (subject_id, person_id, run_at) where subject_id is not null;
comment on table private.jobs is
  'Jobs of a company, or of the whole database (project_id null). run_at: the time for which it was planned; due_at: when it is tried '
  'next. '
  'leased_until: a runner has taken it, and it is tried again when that time has passed. subject_id and person_id: the schedule and the '
  'recipient of a mail; result: what became of it. Done jobs stay for a week, those of a schedule for 40 days.';

create or replace function private.plan_jobs() returns void
language plpgsql set search_path = '' as $$
declare v_slot timestamptz := date_trunc('hour', clock_timestamp());
begin
  if exists (select from private.jobs j where j.run_at = v_slot and j.kind = 'clean_up') then return; end if;
  insert into private.jobs (kind, project_id, run_at, due_at)
  select k.kind, k.project_id, v_slot, v_slot
  from (
    select 'clean_up' as kind, null::uuid as project_id
    union all
    select 'seal_months', p.id from public.projects p where p.status = 'active') k
  -- One that failed is tried again at its own pace.
  where not exists (
    select from private.jobs j where j.kind = k.kind and j.project_id is not distinct from k.project_id and j.done_at is null)
  on conflict on constraint jobs_run_key do nothing;
end $$;
comment on function private.plan_jobs is 'Plans the jobs of this hour, unless that was done.';

create or replace function private.plan_report_mails() returns void
language plpgsql set search_path = '' as $$
declare v_due public.report_schedules;
begin
  for v_due in
    select s.* from public.report_schedules s
    join public.projects p on p.id = s.project_id and p.status = 'active'
    where s.next_at <= clock_timestamp() order by s.next_at limit 100 for update of s skip locked
  loop
    -- One that could not be sent until now would say less than the new one.
    update private.jobs j set done_at = clock_timestamp(), result = 'replaced'
    where j.subject_id = v_due.id and j.done_at is null and j.leased_until is null;
    insert into private.jobs (kind, project_id, run_at, due_at, subject_id, person_id)
    select 'report_mail', v_due.project_id, v_due.next_at, v_due.next_at, v_due.id, r from unnest(v_due.recipients) r
    on conflict on constraint jobs_run_key do nothing;
    update public.report_schedules s set next_at = private.next_report_mail(v_due, clock_timestamp())
    where s.project_id = v_due.project_id and s.id = v_due.id;
  end loop;
end $$;
comment on function private.plan_report_mails is
  'Plans a mail for each recipient of the schedules whose time has come. After a pause of all servers each is sent once.';

create or replace function private.plan_notifications() returns void
language plpgsql set search_path = '' as $$
declare v_now timestamptz := clock_timestamp();
begin
  -- One mail for all that comes within a minute, and the next one ten minutes later. What was read meanwhile needs none.
  insert into private.jobs (kind, project_id, run_at, due_at, person_id)
  select distinct 'notification_mail', n.project_id, v_now, v_now, n.user_id
  from public.notifications n
  where n.by_mail and n.mail_job is null and n.read_at is null
    and n.created_at between v_now - interval '1 day' and v_now - interval '1 minute'
    and not exists (select from private.jobs j where j.kind = 'notification_mail' and j.project_id = n.project_id
      and j.person_id = n.user_id and coalesce(j.done_at, 'infinity') > v_now - interval '10 minutes')
  on conflict on constraint jobs_run_key do nothing;
  insert into private.jobs (kind, project_id, run_at, due_at, person_id)
  select distinct 'push', n.project_id, v_now, v_now, n.user_id
  from public.notifications n
  where n.by_push and n.push_job is null and n.read_at is null and n.created_at > v_now - interval '1 day'
    and not exists (select from private.jobs j where j.kind = 'push' and j.project_id = n.project_id
      and j.person_id = n.user_id and j.done_at is null)
  on conflict on constraint jobs_run_key do nothing;
end $$;
comment on function private.plan_notifications is
  'Plans a mail, and a push, for each person who has notifications that were not sent yet.';

create or replace function private.plan_digests() returns void
language plpgsql set search_path = '' as $$
begin
  insert into private.jobs (kind, project_id, run_at, due_at, person_id)
  select 'digest_mail', p.id, d.at, d.at, m.user_id
  from public.projects p
  cross join lateral (select private.known_zone(p.time_zone) as zone) z
  cross join lateral (
    select ((clock_timestamp() at time zone z.zone)::date::timestamp + interval '18 hours') at time zone z.zone as at) d
  join public.memberships m on m.project_id = p.id and m.status = 'active'
  where p.status = 'active' and d.at <= clock_timestamp()
    and not exists (select from private.jobs j where j.run_at = d.at and j.kind = 'digest_mail' and j.project_id = p.id)
    and exists (select from private.role_permissions g where g.role = m.role and g.permission = 'portal.gm')
    and exists (select from private.chosen_ways(p.id, m.user_id) w where w.kind = 'digest' and w.by_mail)
  on conflict on constraint jobs_run_key do nothing;
  -- One that could not be sent would tell of a day that is over.
  update private.jobs j set done_at = clock_timestamp(), result = 'replaced'
  where j.kind = 'digest_mail' and j.done_at is null and j.leased_until is null and j.run_at < clock_timestamp() - interval '6 hours';
end $$;
comment on function private.plan_digests is
  'Plans the mail of the day, at 18:00 in the time zone of each project, for those who have a portal and want it.';

create or replace function private.plan_paper_mails() returns void
language plpgsql set search_path = '' as $$
begin
  with due as (
    select c.id from private.shared_contents c where c.mail_at <= clock_timestamp() order by c.mail_at limit 100 for update skip locked
  ), planned as (
    update private.shared_contents c set mail_at = null from due d where c.id = d.id returning c.id, c.project_id, c.user_id, c.made_at)
  insert into private.jobs (kind, project_id, run_at, due_at, subject_id, person_id)
  select 'paper_mail', p.project_id, p.made_at, p.made_at, p.id, p.user_id from planned p
  on conflict on constraint jobs_run_key do nothing;
end $$;
comment on function private.plan_paper_mails is 'Plans the mail of each paper that somebody shared by mail.';

create or replace function private.fail_job(p_job uuid, p_error text) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  update private.jobs j set leased_until = null,
    -- Two minutes, 4, 8 and on to a day
    due_at = clock_timestamp() + least(interval '1 minute' * power(2, least(j.attempts, 20)), interval '1 day'),
    last_error = left(regexp_replace(p_error, private.control_characters(), ' ', 'g'), 1000)
  where j.id = p_job and j.done_at is null and j.leased_until is not null;
  return jsonb_build_object('job', p_job);
end $$;
select private.expose('fail_job', 'service_role');
comment on function public.fail_job is
  'Notes why a job failed and gives it back, to be tried again after a pause that grows with every attempt. For the secret key only.';

create or replace function private.claim_job(p_kinds text[] default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare v private.jobs;
begin
  perform private.plan_jobs();
  perform private.plan_report_mails();
  perform private.plan_notifications();
  perform private.plan_digests();
  perform private.plan_paper_mails();
  -- The row of a job that still runs is locked, however long that takes.
  perform private.fail_job(l.id, 'The runner ended.') from (
    select j.id from private.jobs j where j.done_at is null and j.leased_until < clock_timestamp() for update skip locked) l;
  update private.jobs j set leased_until = clock_timestamp() + interval '5 minutes', attempts = j.attempts + 1
  where j.id = (
    select d.id from private.jobs d
    where d.done_at is null and d.leased_until is null and d.due_at <= clock_timestamp()
      and case when p_kinds is null then d.kind not in ('report_mail', 'paper_mail', 'notification_mail', 'digest_mail', 'push')
        else d.kind = any (p_kinds) end
      -- Pushes wait for nothing that takes minutes.
      and (d.kind = 'push' or not exists (select from private.jobs o
        where o.project_id = d.project_id and o.done_at is null and o.leased_until is not null and o.kind <> 'push'))
    order by d.due_at, d.id limit 1 for update skip locked)
  returning j.* into v;
  return case when v.id is not null then jsonb_build_object('id', v.id, 'kind', v.kind, 'project', v.project_id) end;
end $$;
select private.expose('claim_job', 'service_role');
comment on function public.claim_job is
  'Takes the job that is due for longest, for five minutes: {id, kind, project}; null when none is. p_kinds: of these kinds alone; null: '
  'those that run_job does (clean_up, seal_months). Mails (report_mail, paper_mail, notification_mail, digest_mail) and pushes (push) '
  'the caller makes, sends and completes itself (complete_job). For the secret key only.';

create or replace function private.act_for_job(p_job uuid, p_kind text) returns private.jobs
language plpgsql security definer set search_path = '' as $$
declare j private.jobs;
begin
  select * into j from private.jobs x
  where x.id = p_job and x.kind = p_kind and x.done_at is null and x.leased_until > clock_timestamp();
  if not found then perform private.not_found(); end if;
  perform set_config('request.jwt.claim.sub', j.person_id::text, true), set_config('request.jwt.claim.role', 'authenticated', true),
    set_config('request.jwt.claims', jsonb_build_object('sub', j.person_id, 'role', 'authenticated')::text, true);
  return j;
end $$;
comment on function private.act_for_job is
  'Returns a job that the caller has taken (claim_job), and sets the claims of its person until the end of the transaction. Errors: P0002.';
grant execute on function private.act_for_job to service_role;

create or replace function private.complete_job(p_job uuid, p_result text) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  update private.jobs j set done_at = clock_timestamp(), leased_until = null, last_error = null, result = left(p_result, 40)
  where j.id = p_job and j.done_at is null and j.leased_until is not null;
  update private.shared_contents c set mail_result = left(p_result, 40) from private.jobs j
  where j.id = p_job and j.kind = 'paper_mail' and c.id = j.subject_id;
  return jsonb_build_object('job', p_job);
end $$;
select private.expose('complete_job', 'service_role');
comment on function public.complete_job is
  'Notes what became of a job that its runner has done itself: sent, too_large (a mail without its file), not_allowed, stopped. For the '
  'secret key only.';

create or replace function private.run_job(p_job uuid) returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '120s' as $$
declare v private.jobs;
begin
  select * into v from private.jobs j where j.id = p_job and j.done_at is null and j.leased_until is not null for update;
  if not found then return jsonb_build_object('done', false); end if;
  -- Two runners may have taken two jobs of a company at the same moment: one of them comes again.
  if not pg_try_advisory_xact_lock(hashtextextended('jobs of ' || coalesce(v.project_id::text, ''), 0)) then
    update private.jobs j set leased_until = null, attempts = j.attempts - 1, due_at = clock_timestamp() + interval '10 seconds'
    where j.id = v.id;
    return jsonb_build_object('done', false);
  end if;
  case v.kind
    when 'clean_up' then perform private.clean_up();
    when 'seal_months' then perform private.seal_months(v.project_id);
    else raise exception 'There is no job of the kind %.', v.kind;
  end case;
  update private.jobs j set done_at = clock_timestamp(), leased_until = null, last_error = null where j.id = v.id;
  return jsonb_build_object('done', true);
end $$;
-- The API gives a call the statement_timeout of its function.
select private.expose('run_job', 'service_role');
comment on function public.run_job is
  'Runs a job that the caller has taken, in one transaction, and answers {done}: false when another runner has it or one of its company. '
  'Who gets an error calls fail_job. For the secret key only.';

create or replace function private.run_jobs() returns int
language plpgsql security definer set search_path = '' as $$
declare
  v_job uuid;
  v_jobs int := 0;
begin
  loop
    v_job := (private.claim_job() ->> 'id')::uuid;
    exit when v_job is null;
    v_jobs := v_jobs + 1;
    begin
      perform private.run_job(v_job);
    exception when query_canceled or others then
      raise warning 'Job % failed: %', v_job, sqlerrm;
      perform private.fail_job(v_job, sqlerrm);
    end;
  end loop;
  return v_jobs;
end $$;
comment on function private.run_jobs is
  'Runs all jobs that are due, in one transaction, and returns their number: for pg_cron. A web server runs each in a transaction of its '
  'own.';

create or replace function private.clean_up() returns void
language plpgsql set search_path = '' as $$
begin
  -- Nobody sends a command again after 35 days. The oldest answers go first, a hundred thousand at a time.
  delete from private.idempotency_keys where key in (
    select k.key from private.idempotency_keys k where k.created_at < clock_timestamp() - interval '35 days'
    order by k.created_at limit 100000 for update skip locked);
  delete from private.sign_in_attempts a where a.attempted_at < clock_timestamp() - interval '1 day';
  delete from private.known_sign_ins k where k.succeeded_at < clock_timestamp() - interval '30 days';
  delete from private.shared_contents c where c.made_at < clock_timestamp() - interval '2 hours'
    and not exists (select from private.shared_papers s where s.id = c.id and s.project_id = c.project_id);
  -- A mail is tried again for some days; what a link showed can go with it.
  update private.shared_contents c set content = null from private.shared_papers s
  where c.content is not null and s.project_id = c.project_id and s.id = c.id
    and coalesce(s.ended_at, s.until, s.created_at + interval '7 days') < clock_timestamp();
  delete from private.link_guesses g where g.since < clock_timestamp() - interval '1 day';
  delete from private.jobs j where j.done_at < clock_timestamp() - case when j.subject_id is null then interval '7 days'
    else interval '40 days' end;
  delete from public.notifications n where (n.project_id, n.id) in (
    select o.project_id, o.id from public.notifications o where o.created_at < clock_timestamp() - interval '90 days' limit 100000);
  delete from private.visit_places l where l.fixed_at < clock_timestamp() - interval '180 days';
  delete from private.act_places l where l.fixed_at < clock_timestamp() - interval '180 days';
end $$;
comment on function private.clean_up is 'Deletes what is kept for a time only, once that has passed.';

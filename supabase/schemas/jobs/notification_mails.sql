-- Notifications and digests that a server sends: what it reads, as the person who receives them.

create or replace function private.take_notifications(p_job uuid, p_kind text) returns private.jobs
language plpgsql security definer set search_path = '' as $$
declare j private.jobs := private.act_for_job(p_job, p_kind);
begin
  update public.notifications n
  set mail_job = case p_kind when 'push' then n.mail_job else j.id end, push_job = case p_kind when 'push' then j.id else n.push_job end
  where n.project_id = j.project_id and n.user_id = j.person_id and n.created_at > clock_timestamp() - interval '1 day'
    and case p_kind when 'push' then n.by_push and n.push_job is null else n.by_mail and n.mail_job is null end;
  return j;
end $$;
comment on function private.take_notifications is
  'Takes the notifications that a mail or push which the caller has taken is about, and sets the claims of its recipient. Errors: P0002.';
grant execute on function private.take_notifications to service_role;

create or replace function private.taken_notifications(p_job uuid) returns table (project_id uuid, id uuid)
language sql stable security definer set search_path = '' as $$
  select n.project_id, n.id from public.notifications n
  join private.jobs j on j.id = p_job and n.project_id = j.project_id and n.user_id = j.person_id
  where p_job in (n.mail_job, n.push_job) and n.user_id = auth.uid() and n.read_at is null
    and n.created_at > clock_timestamp() - interval '1 day'
$$;
comment on function private.taken_notifications is 'Returns the unread notifications of a day that a job sends to the caller.';
grant execute on function private.taken_notifications to authenticated;

create or replace function private.notifications_to_send(p_job uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    with told as (
      select n.project_id, n.id, n.kind, n.document_kind, n.document_id, n.document_no, n.party, n.amount, n.from_user
      from private.taken_notifications(p_job) t
      join public.notifications n on n.project_id = t.project_id and n.id = t.id
    ), waiting as materialized (
      -- A decision that was taken meanwhile, or is another person's to take, waits no longer.
      select w.id from (select distinct t.project_id from told t where t.kind in ('approval', 'over_limit', 'count_submitted')) p
      cross join lateral private.pending_decisions(p.project_id) w where not w.mine
    ), shown as (
      select t.* from told t
      where t.kind not in ('approval', 'over_limit', 'count_submitted') or t.document_id in (select w.id from waiting w)
    )
    select jsonb_build_object('count', (select count(*) from shown), 'items', coalesce((
      select jsonb_agg((select to_jsonb(f) from (select s.id, s.kind, s.document_kind, s.document_id, s.document_no, s.party,
        s.amount::text, u.display_name as "from") f) order by s.id)
      from (select x.* from shown x order by x.id limit 20) s left join public.profiles u on u.user_id = s.from_user), '[]')));
end $$;
comment on function private.notifications_to_send is
  'Returns {count, items: the first twenty} of the notifications of a job that its recipient may read, and that are still of interest.';
grant execute on function private.notifications_to_send to authenticated;

create or replace function private.browsers_of(p_user uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'endpoint', s.endpoint, 'p256dh', s.p256dh, 'auth', s.auth) order by s.id), '[]')
  from public.push_subscriptions s where s.user_id = p_user
$$;
comment on function private.browsers_of is 'Returns the browsers of a person that get push: [{id, endpoint, p256dh, auth}].';
grant execute on function private.browsers_of to service_role;

create or replace function private.end_browsers(p_job uuid, p_browsers uuid[]) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  j private.jobs := private.act_for_job(p_job, 'push');
  v_ended int;
begin
  delete from public.push_subscriptions s where s.user_id = j.person_id and s.id = any (p_browsers);
  get diagnostics v_ended = row_count;
  return jsonb_build_object('ended', v_ended);
end $$;
select private.expose('end_browsers', 'service_role');
comment on function public.end_browsers is
  'Ends push to browsers of the person of a push that the caller has taken: their service says that they are gone. Returns {ended: '
  'number}. For the secret key only. Errors: P0002.';

-- No security definer may change the role: the function has the rights of its caller, and reads with those of the recipient.
create or replace function private.mailed_notifications(p_job uuid, p_kind text) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_role text := current_setting('role');
  j private.jobs := private.take_notifications(p_job, p_kind);
  v_answer jsonb;
begin
  perform set_config('role', 'authenticated', true);
  v_answer := private.notifications_to_send(p_job)
    || jsonb_build_object('project', j.project_id, 'identity', private.current_identity());
  perform set_config('role', v_role, true);
  if p_kind = 'push' then v_answer := v_answer || jsonb_build_object('browsers', private.browsers_of(j.person_id)); end if;
  return v_answer;
end $$;
select private.expose('mailed_notifications', 'service_role');
comment on function public.mailed_notifications is
  'Returns what a mail or push that the caller has taken is about, as its recipient may read it now: {project, identity (null: no longer a '
  'user), count, items: the first twenty [{id, kind, document_kind, document_id, document_no, party, amount, from}]}; p_kind '
  '(notification_mail, push) is the kind of the job; of a push also browsers [{id, endpoint, p256dh, auth}]. For the secret key only. '
  'Errors: P0002.';

create or replace function private.digest_of(p_project uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object('on', private.business_date(p_project), 'day', public.home_day(p_project),
    'overview', public.home_overview(p_project), 'collection_target', (
      select sum(t.collections)::text from public.targets_of_month(p_project, to_char(private.business_date(p_project), 'YYYY-MM')) t),
    'returned', (
      select jsonb_build_object('items', t.cheques, 'amount', t.amount::text) from public.cheque_totals(p_project) t
      where t.tab = 'returned'));
end $$;
comment on function private.digest_of is
  'Returns the figures of the daily digest, for the caller: those of Home, and the cheques that were returned and neither deposited '
  'again nor replaced.';
grant execute on function private.digest_of to authenticated;

create or replace function private.mailed_digest(p_job uuid) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_role text := current_setting('role');
  j private.jobs := private.act_for_job(p_job, 'digest_mail');
  v_answer jsonb;
begin
  perform set_config('role', 'authenticated', true);
  if private.scope_of(j.project_id, 'portal.gm') is null then
    v_answer := '{"state": "not_allowed"}';
  elsif not exists (select from public.notification_settings(j.project_id) s where s.kind = 'digest' and s.by_mail) then
    v_answer := '{"state": "stopped"}';
  else
    v_answer := private.digest_of(j.project_id)
      || jsonb_build_object('state', 'ready', 'project', j.project_id, 'identity', private.current_identity());
  end if;
  perform set_config('role', v_role, true);
  return v_answer;
end $$;
select private.expose('mailed_digest', 'service_role');
comment on function public.mailed_digest is
  'Returns what a digest that the caller has taken says, as its recipient may read it now: {state: ready, project, identity (as '
  'current_identity answers the recipient), on (the day), day (home_day), overview (home_overview), collection_target '
  '(of the month), returned {items, amount}}. state not_allowed: the person has no portal any more; stopped: it is no '
  'longer wanted. For the secret key only. Errors: P0002.';

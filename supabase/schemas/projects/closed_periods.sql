-- Closed periods: the day through which the books of a project are closed, and its history.
-- See docs/ledgers.md, Closed periods, and docs/decisions/0039.

create table public.period_closings (
  project_id uuid not null references public.projects (id),
  id uuid not null default private.new_id(),
  act text not null check (act in ('close', 'reopen')),
  -- Before and after the act; null = nothing is closed.
  was_through date,
  closed_through date,
  reason text not null,
  -- Not the beginning of the transaction: what others posted while it waited for them is older than this moment.
  created_at timestamptz not null default clock_timestamp(),
  created_by uuid default auth.uid(),
  primary key (project_id, id),
  constraint period_closings_moves_check check (case act
    when 'close' then closed_through is not null and (was_through is null or closed_through > was_through)
    else was_through is not null and (closed_through is null or closed_through < was_through) end)
);
create index period_closings_list_idx on public.period_closings (project_id, created_at desc, id desc);
comment on table public.period_closings is
  'Every closing and reopening of a project''s books with its reason, insert-only. No ledger entry is posted on or before closed_through '
  'until the next act.';
select private.guard_table('public.period_closings', p_append_only => true, p_audit => '{insert}', p_read => '{journal.read}');

create or replace function private.business_date(p_project uuid) returns date
language plpgsql stable security definer set search_path = '' as $$
begin
  return (now() at time zone private.zone_of(p_project))::date;
end $$;
comment on function private.business_date is 'Returns today''s date in the project''s time zone.';

create or replace function private.past_date(p_project uuid, p_date date, p_field text) returns date
language plpgsql stable set search_path = '' as $$
declare v_today date := private.business_date(p_project);
begin
  if p_date > v_today then perform private.refuse('not_in_future', 'The date is in the future.', p_field); end if;
  if p_date < date '1990-01-01' then perform private.invalid(p_field, 'The date is too far in the past.'); end if;
  return coalesce(p_date, v_today);
end $$;
comment on function private.past_date is
  'Returns the business date that staff typed, or today when it is empty. Refuses a day in the future (not_in_future) and one of another '
  'time.';
grant execute on function private.business_date to authenticated;

create or replace function private.closed_through(p_project uuid) returns date
language plpgsql stable set search_path = '' as $$
begin
  return (select p.closed_through from public.projects p where p.id = p_project);
end $$;
comment on function private.closed_through is 'Returns the day through which the books of a project are closed; null = nothing is closed.';

create or replace function private.refuse_closed(p_closed_through date, p_field text) returns void
language sql set search_path = '' as $$
  select private.refuse('period_closed',
    format('The books are closed through %s: choose a later day.', to_char(p_closed_through, 'MM/DD/YYYY')), p_field)
$$;
comment on function private.refuse_closed is 'Raises period_closed, with the form field of the date.';

create or replace function private.expect_open_day(p_project uuid, p_date date, p_field text) returns void
language plpgsql stable set search_path = '' as $$
declare v_closed date := private.closed_through(p_project);
begin
  if p_date <= v_closed then perform private.refuse_closed(v_closed, p_field); end if;
end $$;
comment on function private.expect_open_day is
  'Raises period_closed for a day on which the books are closed, at the field of the date. It keeps no lock: the triggers of the ledgers '
  'decide.';

create or replace function private.expect_movable(p_project uuid, p_date date, p_field text,
  p_instead text default 'write a credit memo') returns void
language plpgsql stable set search_path = '' as $$
declare v_closed date := private.closed_through(p_project);
begin
  if p_date <= v_closed then
    perform private.refuse('period_closed',
      format('The books are closed through %s, including %s: %s, or have the period reopened.',
      to_char(v_closed, 'MM/DD/YYYY'), to_char(p_date, 'MM/DD/YYYY'), p_instead), p_field);
  end if;
end $$;
comment on function private.expect_movable is
  'Raises period_closed for the date of a document that is to be corrected and on which the books are closed. p_instead: what to do about '
  'it, for the message.';

create or replace function private.posting_date(p_project uuid, p_date date, p_field text) returns date
language plpgsql stable set search_path = '' as $$
declare v_date date := private.past_date(p_project, p_date, p_field);
begin
  perform private.expect_open_day(p_project, v_date, p_field);
  return v_date;
end $$;
comment on function private.posting_date is
  'Returns the date of entries that staff typed, or today when it is empty. Refuses a day in the future (not_in_future) and one of a '
  'closed period (period_closed).';

create or replace function private.open_day(p_project uuid, p_date date) returns date
language plpgsql stable set search_path = '' as $$
declare v_through date := private.closed_through(p_project);
begin
  return case when p_date <= v_through then greatest(private.business_date(p_project), v_through + 1) else p_date end;
end $$;
comment on function private.open_day is
  'Returns the day on which an entry counts whose own day nobody chooses now: that day, or today when it is in a closed period.';

create or replace function private.own_day(p_project uuid) returns date
language plpgsql stable set search_path = '' as $$
begin
  return coalesce(nullif(current_setting('kalakal.own_day', true), '')::date, private.business_date(p_project));
end $$;
comment on function private.own_day is
  'Returns the day on which Agents and Collectors may enter documents: today, or that of the act of a phone that is being done '
  '(private.do_field_act).';

create or replace function private.act_writer() returns uuid
language plpgsql stable set search_path = '' as $$
begin
  return nullif(current_setting('kalakal.act_writer', true), '')::uuid;
end $$;
comment on function private.act_writer is
  'Returns who wrote the act of a phone that the office enters (private.decide_field_act): such a document is entered for that person also '
  'after the person was deactivated.';

create or replace function private.lock_closing(p_project uuid, p_alone boolean default false) returns date
language plpgsql set search_path = '' as $$
declare v_lock bigint := hashtextextended('closing of ' || p_project::text, 0);
begin
  if p_alone then perform pg_advisory_xact_lock(v_lock); else perform pg_advisory_xact_lock_shared(v_lock); end if;
  return private.closed_through(p_project);
end $$;
comment on function private.lock_closing is
  'Returns the day through which the books are closed, and keeps it until commit. Those who post and those who draw a number share this '
  'lock, before they lock the project; close_period and reopen_period take it alone and wait for them. Those that come later see the new '
  'day.';

create or replace function private.opposite_day(p_project uuid, p_own date, p_cancelled date) returns date
language plpgsql set search_path = '' as $$
begin
  return case when p_own <= private.lock_closing(p_project) then p_cancelled end;
end $$;
comment on function private.opposite_day is
  'Returns the day on which a document that is cancelled counts below zero, as reports show it on a day that is closed: that of its '
  'cancellation. Null: its own day is open, and it counts on no day. Nothing closes until commit.';

create or replace function private.refuse_closed_entries() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_posted record;
  v_closed date;
begin
  for v_posted in select e.project_id, min(e.on_date) as first_day from posted e group by e.project_id order by e.project_id loop
    v_closed := private.lock_closing(v_posted.project_id);
    if v_posted.first_day <= v_closed then perform private.refuse_closed(v_closed, ''); end if;
  end loop;
  return null;
end $$;
comment on function private.refuse_closed_entries is
  'Trigger of every ledger: refuses entries on or before the day through which the books are closed (period_closed), by anyone.';

create or replace function private.refuse_closed_document() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_day date := (to_jsonb(new) ->> tg_argv[1])::date;
  v_was date;
  v_closed date;
begin
  if tg_op = 'UPDATE' then
    if not exists (select from unnest(string_to_array(tg_argv[0], ' ')) c where to_jsonb(new) -> c <> to_jsonb(old) -> c) then
      return new;
    end if;
    v_was := (to_jsonb(old) ->> tg_argv[1])::date;
  end if;
  v_closed := private.lock_closing(new.project_id);
  if v_was <= v_closed then perform private.expect_movable(new.project_id, v_was, tg_argv[2], tg_argv[3]); end if;
  if v_day <= v_closed then perform private.refuse_closed(v_closed, tg_argv[2]); end if;
  return new;
end $$;
comment on function private.refuse_closed_document is
  'Trigger of documents that reports show without an entry of a ledger: refuses a day in a closed period, and another value of what counts '
  'on such a day (period_closed). Arguments: the columns that change, the column of its day, the field of the form, and what to do '
  'instead.';

create or replace function private.move_closing(p_project uuid, p_act text, p_was date, p_through date, p_reason text) returns jsonb
language sql set search_path = '' as $$
  update public.projects set closed_through = p_through where id = p_project;
  insert into public.period_closings (project_id, act, was_through, closed_through, reason)
  values (p_project, p_act, p_was, p_through, p_reason) returning jsonb_build_object('id', id, 'closed_through', closed_through);
$$;
comment on function private.move_closing is
  'Sets the day through which the books are closed, writes the act, and returns {id, closed_through} of it. The caller holds the lock.';

create or replace function private.close_period(p_project uuid, p_through date, p_reason text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'periods.close');
  v_reason text := private.read_reason(p_reason);
  v_was date;
begin
  if p_through is null then perform private.invalid('through', 'Enter a date.'); end if;
  if p_through >= private.business_date(p_project) then
    perform private.invalid('through', 'Choose a day before today.');
  end if;
  v_was := private.lock_closing(p_project, true);
  if p_through <= v_was then
    perform private.invalid('through',
      format('The books are already closed through %s: choose a later day.', to_char(v_was, 'MM/DD/YYYY')));
  end if;
  return private.move_closing(p_project, 'close', v_was, p_through, v_reason);
end $$;
select private.expose('close_period');
comment on function public.close_period is
  'Closes the books through a day before today, later than the day through which they are closed, with a reason: from now on nobody posts '
  'an entry on or before it. Returns {id, closed_through}. Errors: 42501, 22023 through or reason.';
create or replace function private.reopen_period(p_project uuid, p_through date, p_reason text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'periods.close');
  v_reason text := private.read_reason(p_reason);
  v_was date := private.lock_closing(p_project, true);
begin
  if v_was is null then perform private.refuse('wrong_state', 'No period is closed.'); end if;
  if p_through >= v_was then
    perform private.invalid('through', format('Choose a day before %s, or none to open all days.', to_char(v_was, 'MM/DD/YYYY')));
  end if;
  return private.move_closing(p_project, 'reopen', v_was, p_through, v_reason);
end $$;
select private.expose('reopen_period');
comment on function public.reopen_period is
  'Reopens closed days with a reason: the books stay closed through an earlier day, or not at all (null). Returns {id, closed_through}. '
  'Errors: 42501, wrong_state, 22023 through or reason.';

create or replace function private.read_past_date(p_project uuid, p jsonb, p_key text) returns date
language sql stable security definer set search_path = '' as $$
  select case when d.day is not null then private.past_date(p_project, d.day, p_key) end from private.read_date(p, p_key) d (day)
$$;
comment on function private.read_past_date is 'Reads the day of a paper that may have none: never one in the future.';

-- Sums of past days that are kept beside the ledgers, so that a report of a year adds up days and not every entry.
-- See docs/decisions/0174.

create table private.kept_days (
  project_id uuid not null,
  on_date date not null,
  primary key (project_id, on_date)
);
select private.bound_columns('private.kept_days');
comment on table private.kept_days is
  'Days of which the sums are kept. They are exact unless the day is in private.changed_days.';

create table private.changed_days (
  project_id uuid not null,
  on_date date not null
);
create index changed_days_day_idx on private.changed_days (project_id, on_date);
select private.bound_columns('private.changed_days');
comment on table private.changed_days is
  'Kept days on which something was posted since. Rows are only added, with no key, so that commands that post on one day do not wait for each other; the next keeping removes them.';

create view private.exact_days with (security_invoker = true) as
select k.project_id, k.on_date from private.kept_days k
where not exists (select from private.changed_days c where c.project_id = k.project_id and c.on_date = k.on_date);
comment on view private.exact_days is 'Days whose kept sums are those of the ledgers. Reports read them through it.';

create or replace function private.note_changed_days(p_project uuid, p_days date[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Keeping takes this lock alone: a day is kept before what is posted here, or sees it.
  perform private.lock_closing(p_project);
  -- A transaction that reads an older moment cannot know of any day that it is not kept.
  insert into private.changed_days (project_id, on_date)
  select p_project, d.on_date from unnest(p_days) d (on_date)
  where current_setting('transaction_isolation') <> 'read committed' or (
    exists (select from private.kept_days k where k.project_id = p_project and k.on_date = d.on_date)
    and not exists (select from private.changed_days c where c.project_id = p_project and c.on_date = d.on_date));
end $$;
comment on function private.note_changed_days is 'Notes that the sums of these days are no longer exact, as far as they are kept.';

create or replace function private.days_to_read(p_project uuid, p_from date, p_to date) returns table (first_day date, last_day date)
language plpgsql stable security definer set search_path = '' rows 10 as $$
declare
  v_from date := greatest(p_from, private.first_posted_day(p_project));
  v_to date := coalesce(p_to, 'infinity');
begin
  return query
  select x.first_day, x.last_day from (
    select lag(k.on_date, 1, v_from - 1) over (order by k.on_date) + 1 as first_day, k.on_date - 1 as last_day from (
      select d.on_date from private.exact_days d where d.project_id = p_project and d.on_date between v_from and v_to
      union all
      select v_to + 1) k) x
  where x.first_day <= x.last_day;
end $$;
comment on function private.days_to_read is
  'Returns the parts of a period of which no sums are kept, and which are read from the ledgers: from the first posted day on. A caller reads both in one statement, so that they are of one moment.';

create or replace function private.exact_months(p_project uuid) returns table (month date, last_day date)
language sql stable security definer set search_path = '' as $$
  select date_trunc('month', x.on_date::timestamp)::date, max(x.on_date) from private.exact_days x where x.project_id = p_project
  group by 1 having count(*) = extract(day from max(x.on_date))
$$;
comment on function private.exact_months is 'Returns the months, by their first days, of which every day up to the last kept one is kept and has not changed since.';

create or replace function private.keep_days(p_project uuid, p_days int default 31) returns int
language plpgsql security definer set search_path = '' as $$
declare
  v_first date := private.first_posted_day(p_project);
  v_today date := private.business_date(p_project);
  v_days date[];
  v_sales date[];
begin
  -- Nobody waits here for those who post, and nothing is summed of an older moment.
  if current_setting('transaction_isolation') <> 'read committed'
    or not pg_try_advisory_xact_lock(hashtextextended('closing of ' || p_project::text, 0)) then return 0; end if;
  v_days := array(
    select v_first + n from generate_series(0, v_today - v_first - 1) n
    where v_first + n not in (select k.on_date from private.exact_days k where k.project_id = p_project)
    order by n desc limit p_days);
  -- Days whose sales alone are not kept, as after a change of categories
  v_sales := array(
    select k.on_date from private.exact_days k
    where k.project_id = p_project and not exists (select from private.kept_sales_days s where s.project_id = p_project and s.on_date = k.on_date)
    order by k.on_date desc limit 3 * p_days);
  if v_days || v_sales <> '{}' then perform private.keep_sales(p_project, v_days || v_sales); end if;
  delete from private.changed_days c where c.project_id = p_project and c.on_date = any (v_days);
  insert into private.kept_days (project_id, on_date) select p_project, u.on_date from unnest(v_days) u (on_date) on conflict do nothing;
  perform private.keep_sales_months(p_project, 1 + p_days / 10);
  return cardinality(v_days);
end $$;
comment on function private.keep_days is
  'Keeps the sums of so many days before today that are not kept or have changed, the newest first, and returns their number; none while somebody is posting. Commands that post wait for it. Each sign-in calls it for the projects of the person.';

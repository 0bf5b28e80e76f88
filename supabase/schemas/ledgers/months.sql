-- Sealed months: whether the sums of a month stand for its ledgers. See docs/ledgers.md, Reading the ledgers.
-- The sums are tables of accounting; private.seal_months fills them.

create table private.sealed_months (
  project_id uuid not null,
  month date not null check (extract(day from month) = 1),
  primary key (project_id, month)
);
comment on table private.sealed_months is
  'Months, by their first days, of which the sums were made. They are exact while the month has no row in private.opened_months.';

create table private.opened_months (
  project_id uuid not null,
  month date not null
);
create index opened_months_month_idx on private.opened_months (project_id, month);
comment on table private.opened_months is
  'Months on which something was posted after they had ended, a row for each posting. There is no key: postings must not wait for each '
  'other. Only private.seal_months deletes, and only the rows it sees.';

create or replace function private.open_months_of(p_project uuid, p_days date[]) returns void
language sql set search_path = '' as $$
  insert into private.opened_months (project_id, month)
  select distinct p_project, date_trunc('month', d::timestamp)::date from unnest(p_days) d
  where d < date_trunc('month', current_date::timestamp)
$$;
comment on function private.open_months_of is
  'Opens the months of some days, as far as they have ended: for triggers of documents that change what reports read of these days.';

create or replace function private.open_months() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Whether the month is sealed is not asked: somebody may be sealing it now, and sees neither these entries nor this transaction.
  perform private.open_months_of(p.project_id, array_agg(p.on_date)) from posted p
  where p.on_date < date_trunc('month', current_date::timestamp) group by p.project_id;
  return null;
end $$;
comment on function private.open_months is
  'Statement trigger of a ledger, with its new rows as posted: opens the months before the current one on which it posts. It takes no '
  'lock.';

create or replace function private.guard_ledger(p_table regclass) returns void
language plpgsql set search_path = '' as $$
declare v_each text[];
begin
  foreach v_each slice 1 in array '{{expect_open,refuse_closed_entries},{open_months,open_months}}'::text[] loop
    execute format('create or replace trigger %s after insert on %s referencing new table as posted for each statement'
      ' execute function private.%s()', v_each[1], p_table, v_each[2]);
  end loop;
end $$;
comment on function private.guard_ledger is
  'Lets a ledger refuse entries of closed days, and open the months of the others. May be called again.';

create or replace function private.parts_of(p_project uuid, p_from date, p_to date, p_taken_off boolean default false)
returns table (sign int, month date, days daterange)
language sql stable security definer set search_path = '' rows 12 as $$
  with months as materialized (
    select m.month, m.whole, x.days,
      (x.days = m.whole or p_taken_off and 2 * (upper(x.days) - lower(x.days)) > upper(m.whole) - lower(m.whole))
      and exists (select from private.sealed_months s where s.project_id = p_project and s.month = m.month)
      and not exists (select from private.opened_months o where o.project_id = p_project and o.month = m.month) as summed
    from (
      select d::date as month, daterange(d::date, (d + interval '1 month')::date) as whole
      from generate_series(date_trunc('month', p_from::timestamp), p_to::timestamp, interval '1 month') d) m
    cross join lateral (select m.whole * daterange(p_from, p_to, '[]') as days) x
    where p_from <= p_to
  )
  select 1, m.month, m.days from months m where m.summed
  union all
  select 1, null, unnest(range_agg(m.days)) from months m where not m.summed
  union all
  select -1, null, unnest(datemultirange(m.whole) - datemultirange(m.days)) from months m where m.summed
$$;
comment on function private.parts_of is
  'Returns what sums of a period, which has both ends, are added up from: sealed months, and days of the ledgers (month null). '
  'p_taken_off: what is asked for adds up over days, so that of a sealed month which is in the period for its larger part the other days '
  'are taken off (sign -1). A reader adds up all parts in one statement, so that they are of one moment.';

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

create table private.account_day_sums (
  project_id uuid not null,
  on_date date not null,
  account text not null,
  part uuid,
  debit numeric(18,2) not null,
  credit numeric(18,2) not null,
  lines bigint not null,
  entries bigint not null,
  account_entries bigint not null,
  constraint account_day_sums_key unique nulls not distinct (project_id, on_date, account, part)
);
select private.bound_columns('private.account_day_sums');
comment on table private.account_day_sums is
  'Debits, credits and number of lines of the journal by kept day, account and part. entries: the entries whose first line (by account and part) is here, account_entries: those whose first line of this account is here, so that both add up over accounts, parts and days.';

create table private.account_month_sums (
  project_id uuid not null,
  month date not null,
  last_day date not null,
  account text not null,
  part uuid,
  debit numeric(18,2) not null,
  credit numeric(18,2) not null,
  lines bigint not null,
  days bigint not null,
  entries bigint not null,
  account_entries bigint not null,
  constraint account_month_sums_key unique nulls not distinct (project_id, month, account, part)
);
select private.bound_columns('private.account_month_sums');
comment on table private.account_month_sums is
  'Sums of private.account_day_sums by month (its first day), up to last_day, with the number of days. They are exact while every one of these days is in private.exact_days.';

create table private.vat_day_sums (
  project_id uuid not null,
  on_date date not null,
  kind text not null,
  vat_class text,
  net numeric(18,2) not null,
  tax numeric(18,2) not null,
  documents bigint not null,
  class_documents bigint not null,
  constraint vat_day_sums_key unique nulls not distinct (project_id, on_date, kind, vat_class)
);
select private.bound_columns('private.vat_day_sums');
comment on table private.vat_day_sums is
  'The VAT report by kept day, kind and class (private.vat_days). documents: those whose first class of this kind is here, so that they add up over classes; class_documents: all that have this class.';

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

-- The trigger private.refuse_closed_entries notes the days of every ledger. Journal and VAT report also read what is no ledger. Of these rows the rest never changes once they are posted.

create or replace function private.note_release_day() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.note_changed_days(new.project_id, array[new.date_released]);
  return null;
end $$;
comment on function private.note_release_day is 'Trigger of vouchers, whose release is in the journal without an entry of a ledger. A released voucher does not change.';
create trigger note_days after insert or update of status, date_released, released_at on public.vouchers for each row
  when (new.status = 'released') execute function private.note_release_day();

create or replace function private.note_receipt_days() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.note_changed_days(old.project_id, array(
    select distinct e.on_date from public.receivable_entries e where e.project_id = old.project_id and e.collection_id = old.id));
  return null;
end $$;
comment on function private.note_receipt_days is 'Trigger of receipts: the journal posts by their type, and leaves out one that is removed.';
create trigger note_days after delete or update of collection_type, from_archive on public.collections
  for each row execute function private.note_receipt_days();

create or replace function private.note_memo_days() returns trigger
language plpgsql security definer set search_path = '' as $$
declare v public.memos := case when tg_op = 'DELETE' then old else new end;
begin
  perform private.note_changed_days(v.project_id, array(
    select m.on_date from public.stock_movements m
    where m.project_id = v.project_id and m.source_table = 'warehouse_requests' and m.source_id = v.request_id
    union
    select e.on_date from public.receivable_entries e where tg_op <> 'INSERT' and e.project_id = v.project_id and e.memo_id = v.id));
  return null;
end $$;
comment on function private.note_memo_days is 'Trigger of memos: the goods of a warehouse request are posted under the memo that it makes, and a memo by its reason.';
create trigger note_days after insert or delete or update of request_id, reason_code on public.memos
  for each row execute function private.note_memo_days();

create or replace function private.note_purchase_days() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.note_changed_days(old.project_id, array(
    select distinct m.on_date from public.stock_movements m
    where m.project_id = old.project_id and m.source_table = 'purchases' and m.source_id = old.purchase_id));
  return null;
end $$;
comment on function private.note_purchase_days is 'Trigger of lines of purchases: the VAT report reads their class.';
create trigger note_days after delete or update of vat_class on public.purchase_lines
  for each row execute function private.note_purchase_days();

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

create or replace function private.account_months(p_project uuid, p_from date, p_to date, out months date[], out rest datemultirange)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
begin
  rest := case when p_from > p_to then '{}' else datemultirange(daterange(p_from, p_to, '[]')) end;
  select array_agg(m.month), rest - coalesce(range_agg(daterange(m.month, m.last_day, '[]')), '{}') into months, rest
  from private.exact_months(p_project) x
  join (select distinct s.month, s.last_day from private.account_month_sums s where s.project_id = p_project) m on m.month = x.month and m.last_day <= x.last_day
  where rest @> daterange(m.month, m.last_day, '[]');
end $$;
comment on function private.account_months is
  'Returns how private.account_month_sums answer a period (null = without limit): the months, by their first days, and the rest of the period.';

create or replace function private.keep_account_months(p_project uuid, p_months int) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_months date[] := array(
    select m.month from private.exact_months(p_project) m
    where not exists (select from private.account_month_sums s where s.project_id = p_project and s.month = m.month and s.last_day = m.last_day)
    order by 1 desc limit p_months);
begin
  delete from private.account_month_sums s where s.project_id = p_project and s.month = any (v_months);
  insert into private.account_month_sums (project_id, month, last_day, account, part, debit, credit, lines, days, entries, account_entries)
  select p_project, m.month, m.last_day, s.account, s.part, sum(s.debit), sum(s.credit), sum(s.lines), count(*), sum(s.entries), sum(s.account_entries)
  from private.exact_months(p_project) m
  join private.account_day_sums s on s.project_id = p_project and s.on_date between m.month and m.last_day
  where m.month = any (v_months) group by m.month, m.last_day, s.account, s.part;
end $$;
comment on function private.keep_account_months is
  'Keeps the sums of accounts of so many months whose days are kept and have changed or become more, the newest first. Only private.keep_days calls it, with the lock of the closing.';

create or replace function private.keep_days(p_project uuid, p_days int default 31) returns int
language plpgsql security definer set search_path = '' as $$
declare
  v_first date := private.first_posted_day(p_project);
  v_today date := private.business_date(p_project);
  v_days date[];
  v_sales date[];
  v record;
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
  delete from private.account_day_sums s where s.project_id = p_project and s.on_date = any (v_days);
  delete from private.account_month_sums s where s.project_id = p_project and s.month in (select date_trunc('month', u.on_date::timestamp) from unnest(v_days) u (on_date));
  delete from private.vat_day_sums s where s.project_id = p_project and s.on_date = any (v_days);
  delete from private.receipt_day_sums s where s.project_id = p_project and s.on_date = any (v_days);
  delete from private.changed_days c where c.project_id = p_project and c.on_date = any (v_days);
  for v in
    select min(d.on_date) as first_day, max(d.on_date) as last_day
    from (select u.on_date, u.on_date - row_number() over (order by u.on_date)::int as run from unnest(v_days) u (on_date)) d group by d.run
  loop
    insert into private.account_day_sums (project_id, on_date, account, part, debit, credit, lines, entries, account_entries)
    select p_project, l.on_date, l.account, l.part, sum(greatest(l.amount, 0)), sum(greatest(-l.amount, 0)), count(*),
      count(*) filter (where l.nth = 1), count(*) filter (where l.nth_of_account = 1)
    from (
      select d.*, row_number() over (partition by d.source, d.document, d.on_date, d.kind, d.posted_at order by d.account, d.part) as nth,
        row_number() over (partition by d.source, d.document, d.on_date, d.kind, d.posted_at, d.account order by d.part) as nth_of_account
      from private.double_entries(p_project, v.first_day, v.last_day) d) l
    group by l.on_date, l.account, l.part;
    insert into private.vat_day_sums (project_id, on_date, kind, vat_class, net, tax, documents, class_documents)
    select p_project, d.on_date, d.kind, d.vat_class, d.net, d.tax, d.documents, d.class_documents from private.vat_days(p_project, v.first_day, v.last_day) d;
    insert into private.receipt_day_sums (project_id, on_date, counted_as, net, listed)
    select p_project, d.on_date, d.counted_as, d.net, d.listed from private.receipt_days(p_project, v.first_day, v.last_day) d;
  end loop;
  insert into private.kept_days (project_id, on_date) select p_project, u.on_date from unnest(v_days) u (on_date) on conflict do nothing;
  perform private.keep_account_months(p_project, 1 + p_days / 10);
  perform private.keep_sales_months(p_project, 1 + p_days / 10);
  return cardinality(v_days);
end $$;
comment on function private.keep_days is
  'Keeps the sums of so many days before today that are not kept or have changed, the newest first, and returns their number; none while somebody is posting. Commands that post wait for it. Each sign-in calls it for the projects of the person.';

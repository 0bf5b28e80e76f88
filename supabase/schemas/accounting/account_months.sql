-- Sums of sealed months for journal and trial balance, and their reader. See docs/ledgers.md, Sums of months.

create table private.account_months (
  project_id uuid not null,
  month date not null,
  account text not null,
  part uuid,
  debit numeric(18,2) not null,
  credit numeric(18,2) not null,
  lines bigint not null,
  days bigint not null,
  constraint account_months_key unique nulls not distinct (project_id, month, account, part)
);
select private.bound_columns('private.account_months');
comment on table private.account_months is
  'Debits and credits of the journal by sealed month, account and part, with the number of lines and of days with lines.';

create or replace function private.accounts_of_days(p_project uuid, p_days daterange, p_account text default null)
returns table (account text, part uuid, debit numeric, credit numeric, lines bigint, days bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
  select d.account, d.part, sum(d.debit), sum(d.credit), sum(d.lines)::bigint, count(*)
  from (
    select l.on_date, l.account, l.part, sum(greatest(l.amount, 0.00)) as debit, sum(greatest(-l.amount, 0.00)) as credit, count(*) as lines
    from private.double_entries(p_project, lower(p_days), upper(p_days) - 1) l
    where p_account is null or l.account = p_account group by 1, 2, 3) d
  group by d.account, d.part;
end $$;
comment on function private.accounts_of_days is
  'Returns the sums of the journal of some days, as private.account_months has them of a month. It asks for no permission.';

create or replace function private.account_sums(p_project uuid, p_from date, p_to date, p_account text default null)
returns table (account text, part uuid, debit numeric, credit numeric, lines bigint, days bigint)
language plpgsql stable security definer set search_path = '' as $$
declare v_posted daterange := private.posted_days(p_project, p_from, p_to);
begin
  if private.scope_of(p_project, 'journal.read') is null then perform private.forbid(); end if;
  return query
  with parts as materialized (
    select p.* from private.parts_of(p_project, lower(v_posted), upper(v_posted) - 1) p
  ), sums as (
    select s.account, s.part, s.debit, s.credit, s.lines, s.days
    from parts p join private.account_months s on s.project_id = p_project and s.month = p.month
    where p.days is null and (p_account is null or s.account = p_account)
    union all
    select s.account, s.part, p.sign * s.debit, p.sign * s.credit, p.sign * s.lines, p.sign * s.days
    from parts p cross join lateral private.accounts_of_days(p_project, p.days, p_account) s where p.days is not null
  )
  select s.account, s.part, sum(s.debit), sum(s.credit), sum(s.lines)::bigint, sum(s.days)::bigint from sums s
  group by s.account, s.part having sum(s.lines) <> 0;
end $$;
comment on function private.account_sums is
  'Returns debits and credits of the journal from one day to another (null = without limit) by account and part, with the number of '
  'lines, and of days with lines. p_account: of this account alone. Errors: 42501 without journal.read.';

grant execute on function private.account_sums(uuid, date, date, text) to authenticated;

-- Sealing: sums of a month that has ended are made from the ledgers, all of them by one statement.

create or replace function private.may_seal(p_month date) returns boolean
language sql stable set search_path = '' as $$
  select p_month + interval '1 month' <= current_date - 1
$$;
comment on function private.may_seal is
  'Returns whether a month ended more than a day ago, in every time zone: what is posted on it from then on opens it.';

create or replace function private.months_to_seal(p_project uuid) returns setof date
language sql stable security definer set search_path = '' rows 12 as $$
  select m.month from (
    select d::date as month, (d + interval '1 month')::date - 1 as last_day
    from generate_series(date_trunc('month', private.first_posted_day(p_project)::timestamp),
      current_date::timestamp, interval '1 month') d) m
  where (m.last_day + 5 <= current_date or (m.last_day <= private.closed_through(p_project) and private.may_seal(m.month)))
    and (exists (select from private.opened_months o where o.project_id = p_project and o.month = m.month)
      or not exists (select from private.sealed_months s where s.project_id = p_project and s.month = m.month))
  order by m.month desc
$$;
comment on function private.months_to_seal is
  'Returns the months that are to be sealed, the newest first: those that ended five days ago or are closed, and have no sums or were '
  'opened since.';

create or replace function private.seal_month(p_project uuid, p_month date) returns boolean
language plpgsql security definer set search_path = '' as $$
declare v_days daterange := daterange(p_month, (p_month + interval '1 month')::date);
begin
  if not private.may_seal(p_month) then return false; end if;
  -- One seals a project at a time. No posting takes this lock.
  if not pg_try_advisory_xact_lock(hashtextextended('sealing of ' || p_project::text, 0)) then return false; end if;
  delete from private.sealed_months s where s.project_id = p_project and s.month = p_month;
  delete from private.sales_months s where s.project_id = p_project and s.month = p_month;
  delete from private.account_months s where s.project_id = p_project and s.month = p_month;
  delete from private.vat_months s where s.project_id = p_project and s.month = p_month;
  delete from private.receipt_months s where s.project_id = p_project and s.month = p_month;
  -- Sums and openings are of one snapshot, as this is one statement: a posting that commits later leaves its opening behind.
  with opened as (
    delete from private.opened_months o where o.project_id = p_project and o.month = p_month
  ), accounts as (
    insert into private.account_months select p_project, p_month, s.* from private.accounts_of_days(p_project, v_days) s
  ), vat as (
    insert into private.vat_months select p_project, p_month, s.* from private.vat_of_days(p_project, v_days) s
  ), receipts as (
    insert into private.receipt_months select p_project, p_month, s.* from private.receipts_of_days(p_project, v_days) s
  ), sales as (
    insert into private.sales_months select s.* from private.seal_sales(p_project, p_month) s
  )
  insert into private.sealed_months (project_id, month) values (p_project, p_month);
  return true;
end $$;
comment on function private.seal_month is
  'Makes the sums of a month that has ended from the ledgers, and closes its openings. Returns false when the month may not be sealed yet, '
  'or somebody is sealing one of the project. Only the job runner calls it.';

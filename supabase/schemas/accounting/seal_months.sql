-- Sealing: sums of months that have ended are made from the ledgers, those of a year by one statement.

create or replace function private.months_to_seal(p_project uuid) returns setof date
language sql stable set search_path = '' rows 12 as $$
  select m.month from (
    select d::date as month, (d + interval '1 month')::date - 1 as last_day
    from generate_series(date_trunc('month', lower(private.posted_days(p_project))::timestamp),
      current_date::timestamp, interval '1 month') d) m
  where (m.last_day + 5 <= current_date or m.last_day <= private.closed_through(p_project))
    and (exists (select from private.opened_months o where o.project_id = p_project and o.month = m.month)
      or not exists (select from private.sealed_months s where s.project_id = p_project and s.month = m.month))
$$;
comment on function private.months_to_seal is
  'Returns the months that are to be sealed: those that ended five days ago or are closed, and have no sums or were opened since.';

create or replace function private.seal_months(p_project uuid, p_months date[] default null) returns int
language plpgsql set search_path = '' as $$
declare
  v_days daterange;
  v_sealed int := 0;
  v_rows int;
begin
  -- One seals a project at a time. No posting takes this lock.
  if not pg_try_advisory_xact_lock(hashtextextended('sealing of ' || p_project::text, 0)) then return 0; end if;
  for v_days in
    select unnest(range_agg(daterange(m, (m + interval '1 month')::date)))
    from unnest(coalesce(p_months, array(select private.months_to_seal(p_project)))) m
    -- A month that ended more than a day ago has ended in every time zone: what is posted on it from then on opens it.
    where m + interval '1 month' <= current_date - 1 group by extract(year from m) order by 1 desc
  loop
    delete from private.sealed_months s where s.project_id = p_project and s.month <@ v_days;
    delete from private.sales_months s where s.project_id = p_project and s.month <@ v_days;
    delete from private.book_months s where s.project_id = p_project and s.month <@ v_days;
    -- Sums and openings are of one snapshot, as this is one statement: a posting that commits later leaves its opening behind.
    with opened as (
      delete from private.opened_months o where o.project_id = p_project and o.month <@ v_days
    ), books as (
      insert into private.book_months
      select s.* from private.sums_of_books(p_project, v_days) s
    ), sales as (
      insert into private.sales_months
      select s.* from unnest('{category1,category2,category3,customer,product}'::text[]) p (part)
      cross join lateral private.sum_sales(p_project, lower(v_days), upper(v_days) - 1, p.part, 'month') s
    )
    insert into private.sealed_months (project_id, month)
    select p_project, d::date
    from generate_series(lower(v_days)::timestamp, upper(v_days)::timestamp - interval '1 day', interval '1 month') d;
    get diagnostics v_rows = row_count;
    v_sealed := v_sealed + v_rows;
  end loop;
  return v_sealed;
end $$;
comment on function private.seal_months is
  'Makes the sums of months that have ended from the ledgers, and closes their openings: of those that are to be sealed, or of p_months. '
  'Returns how many; none while somebody is sealing the project. Only the job runner calls it.';

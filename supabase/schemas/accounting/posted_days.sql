-- The days on which something is posted.

create or replace function private.posted_days(p_project uuid, p_from date default null, p_to date default null) returns daterange
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select case when d.first_day <= d.last_day then daterange(d.first_day, d.last_day, '[]') else 'empty' end
    from (
      select greatest(p_from, min(x.first_day)) as first_day, least(p_to, max(x.last_day)) as last_day from (
        select min(e.on_date), max(e.on_date) from public.sales_entries e where e.project_id = p_project
        union all
        select min(e.on_date), max(e.on_date) from public.stock_movements e where e.project_id = p_project
        union all
        select min(e.on_date), max(e.on_date) from public.receivable_entries e where e.project_id = p_project
        union all
        select min(e.on_date), max(e.on_date) from public.money_entries e where e.project_id = p_project
        union all
        select min(v.date_released), max(v.date_released) from public.vouchers v
        where v.project_id = p_project and v.status = 'released') x (first_day, last_day)
      having min(x.first_day) is not null) d);
end $$;
comment on function private.posted_days is
  'Returns the days of a period (null = without limit) from the first to the last on which something is posted.';

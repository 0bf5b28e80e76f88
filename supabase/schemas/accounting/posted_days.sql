-- The days on which something is posted.

create or replace function private.first_posted_day(p_project uuid) returns date
language plpgsql stable security definer set search_path = '' as $$
begin
  return least(
    (select min(e.on_date) from public.sales_entries e where e.project_id = p_project),
    (select min(e.on_date) from public.stock_movements e where e.project_id = p_project),
    (select min(e.on_date) from public.receivable_entries e where e.project_id = p_project),
    (select min(e.on_date) from public.money_entries e where e.project_id = p_project),
    (select min(v.date_released) from public.vouchers v where v.project_id = p_project and v.status = 'released'));
end $$;
comment on function private.first_posted_day is 'Returns the first day on which something is posted; null = nothing is.';

create or replace function private.posted_days(p_project uuid, p_from date, p_to date) returns daterange
language plpgsql stable security definer set search_path = '' as $$
declare
  v_from date := greatest(p_from, private.first_posted_day(p_project));
  v_to date := least(p_to, greatest(
    (select max(e.on_date) from public.sales_entries e where e.project_id = p_project),
    (select max(e.on_date) from public.stock_movements e where e.project_id = p_project),
    (select max(e.on_date) from public.receivable_entries e where e.project_id = p_project),
    (select max(e.on_date) from public.money_entries e where e.project_id = p_project),
    (select max(v.date_released) from public.vouchers v where v.project_id = p_project and v.status = 'released')));
begin
  return case when v_from <= v_to then daterange(v_from, v_to, '[]') else 'empty' end;
end $$;
comment on function private.posted_days is
  'Returns the days of a period (null = without limit) from the first to the last on which something is posted.';

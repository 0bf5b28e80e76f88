-- Days of one page of a report whose rows come in the order of their days.

create or replace function private.page_days(p_project uuid, p_filters jsonb, p_rows text, out first_day date, out last_day date)
language plpgsql stable set search_path = '' as $$
declare
  page record := private.report_filters(p_filters);
  v_forward boolean := page.before is null;
  v_from date := greatest(page.first_day, page.after_day + 1);
  v_to date := least(page.last_day, page.before_day - 1);
  v_end date;
begin
  first_day := coalesce(page.first_day, '-infinity');
  last_day := coalesce(page.last_day, 'infinity');
  if p_rows is null or page.row_limit is null then return; end if;
  first_day := greatest(first_day, page.after_day);
  last_day := least(last_day, page.before_day);
  -- Reading ends with the page. Rows of the day where the last page ended are added.
  if p_rows = 'invoice' then
    select case when v_forward then max(x.on_date) else min(x.on_date) end into v_end
    from (
      select b.date_invoiced as on_date from public.bookings b
      where b.project_id = p_project and b.date_invoiced is not null and b.invoice_no is not null
        and (v_from is null or b.date_invoiced >= v_from) and (v_to is null or b.date_invoiced <= v_to)
        and (page.agent_id is null or b.agent_id = page.agent_id) and (page.customer_id is null or b.customer_id = page.customer_id)
      order by case when v_forward then b.date_invoiced end, case when not v_forward then b.date_invoiced end desc
      limit page.row_limit
    ) x having count(*) = page.row_limit;
  else
    select case when v_forward then max(x.on_date) else min(x.on_date) end into v_end
    from (
      select e.on_date from public.sales_entries e
      where e.project_id = p_project and (p_rows = 'sale' or e.kind = 'delivery')
        and (v_from is null or e.on_date >= v_from) and (v_to is null or e.on_date <= v_to)
        and (page.agent_id is null or e.agent_id = page.agent_id) and (page.customer_id is null or e.customer_id = page.customer_id)
        and (page.product_id is null or e.product_id = page.product_id)
      group by e.on_date, e.booking_id, case when p_rows <> 'booking' then e.line_id end having sum(e.pieces) <> 0
      order by case when v_forward then e.on_date end, case when not v_forward then e.on_date end desc
      limit page.row_limit
    ) x having count(*) = page.row_limit;
  end if;
  if v_forward then last_day := least(last_day, v_end); else first_day := greatest(first_day, v_end); end if;
end $$;
comment on function private.page_days is
  'Returns the days of one page of rows in the order of their days: it begins where the last page ended, and ends with the day that '
  'completes it. p_rows: sale (line and day), line (delivered), booking (delivered on a day) or invoice; null: the whole period. Of the '
  'filters, agent, customer and product count. Runs with the caller''s rights.';
grant execute on function private.page_days to authenticated;

-- The figure that the chart above a report draws, by day or month. See docs/report-filters.md.

create or replace function public.chart_of_report(p_project uuid, p_report text, p_filters jsonb default '{}')
returns table (place text, amount numeric)
language plpgsql stable set search_path = '' as $$
declare
  v_figure text := case p_report when 'report_sales' then 'net' when 'report_collection' then 'collected'
    when 'report_purchase' then 'amount' when 'report_expenses' then 'amount' end;
  v_level text := private.read_as(p_filters, 'level', '', true, 'Choose day or month.', '^(day|month)$', 'Choose day or month.');
  v_from date := private.read_date(p_filters, 'from', true);
  v_to date := private.read_date(p_filters, 'to', true);
  v_filters jsonb := private.without_keys(p_filters, 'from', 'to', 'level', 'against', 'basis', 'items', 'units');
  v_basis text := coalesce(p_filters ->> 'basis', case p_report when 'report_sales' then 'delivery' else 'collected' end);
  v_whole boolean := not exists (select from jsonb_each_text(v_filters) f where f.value <> '');
begin
  if v_figure is null then perform private.invalid('report', 'Choose a report with a chart.'); end if;
  if v_from > v_to then return; end if;
  if p_report = 'report_sales' and v_level = 'day' and v_whole and v_basis in ('delivery', 'added') then
    perform private.authorize(p_project, 'reports.sales');
    return query
    select n.on_date::text, sum(n.net) from private.net_sales(p_project, daterange(v_from, v_to, '[]'), v_basis) n
    group by n.on_date order by n.on_date;
  elsif p_report = 'report_collection' and v_whole and v_basis = 'collected'
    and private.scope_of(p_project, 'collections.read') = 'all' then
    perform private.authorize(p_project, 'reports.collection');
    return query
    select c.on_date::text, c.collected from private.collected_by_day(p_project, v_from, v_to) c where v_level = 'day'
    union all
    select to_char(s.month, 'YYYY-MM'), sum(s.amount) from private.receipt_sums(p_project, v_from, v_to, true) s
    where v_level = 'month' and s.figure <> 'on_paper' group by s.month
    order by 1;
  else
    return query execute format($q$
      select coalesce(r.found ->> 'month', r.found ->> 'on_date'), (r.found ->> %L)::numeric
      from (select to_jsonb(t) || t.figures as found from public.%I($1, $2) t) r order by 1$q$, v_figure, p_report)
    using p_project, p_filters;
  end if;
end $$;
comment on function public.chart_of_report is
  'Returns the figure that the chart of a report shows by level day (YYYY-MM-DD) or month (YYYY-MM) of a period: net of report_sales, '
  'collected of report_collection, amount of report_purchase and report_expenses, as these say; without further filters it is read '
  'without their other figures. p_filters: those of the report. A place without rows is left out. Errors: 42501, 22023.';

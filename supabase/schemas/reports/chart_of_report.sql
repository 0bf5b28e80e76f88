-- The figure that the chart above a report draws, by day or month. See docs/report-filters.md.

create or replace function public.chart_of_report(p_project uuid, p_report text, p_filters jsonb default '{}')
returns table (place text, amount numeric)
language plpgsql stable set search_path = '' as $$
declare
  v_permission text := case p_report when 'report_sales' then 'reports.sales' when 'report_collection' then 'reports.collection'
    when 'report_purchase' then 'reports.purchase' when 'report_expenses' then 'reports.expenses' end;
  v_level text := private.read_as(p_filters, 'level', '', true, 'Choose day or month.', '^(day|month)$', 'Choose day or month.');
  v_from date := private.read_date(p_filters, 'from', true);
  v_to date := private.read_date(p_filters, 'to', true);
  v_by_day boolean := v_level = 'day';
  v_basis text := coalesce(p_filters ->> 'basis', '');
  v_whole boolean := not exists (
    select from jsonb_each_text(private.without_keys(p_filters, 'from', 'to', 'level', 'against', 'basis', 'items', 'units')) f
    where f.value <> '');
  -- Without further filters sales are read by day, and receipts also by month, from what has no other figures.
  v_sales boolean := p_report = 'report_sales' and v_whole and v_by_day and v_basis in ('', 'delivery', 'added');
  v_receipts boolean := p_report = 'report_collection' and v_whole and v_basis in ('', 'collected')
    and private.scope_of(p_project, 'collections.read') = 'all';
begin
  if v_permission is null then perform private.invalid('report', 'Choose a report with a chart.'); end if;
  if v_from > v_to then return; end if;
  if private.open_report(p_project, p_filters, v_permission, v_level, '{day,month}') then
    return query execute format($q$
      select coalesce(r.found ->> 'month', r.found ->> 'on_date'), (r.found ->> %L)::numeric
      from (select to_jsonb(t) || t.figures as found from known.%I($1, $2 - 'known_at') t) r order by 1$q$,
      case p_report when 'report_sales' then 'net' when 'report_collection' then 'collected' else 'amount' end, p_report)
    using p_project, p_filters;
    return;
  end if;
  return query
  select to_char(l.on_date, case when v_by_day then 'YYYY-MM-DD' else 'YYYY-MM' end), coalesce(sum(l.amount), 0.00)
  from (
    select n.on_date, n.net as amount
    from private.net_sales(p_project, daterange(v_from, v_to, '[]'), case v_basis when 'added' then 'added' else 'delivery' end) n
    where v_sales
    union all
    select s.month, case when s.part <> 'cancelled' then s.net end
    from private.sales_sums(p_project, p_filters, v_from, v_to, 'category1', v_level, false) s
    where p_report = 'report_sales' and not v_sales
    union all
    select c.on_date, c.collected from private.collected_by_day(p_project, v_from, v_to) c where v_receipts and v_by_day
    union all
    select s.month, s.amount from private.receipt_sums(p_project, v_from, v_to, true) s
    where v_receipts and not v_by_day and s.figure <> 'on_paper'
    union all
    select r.on_date, r.amount from private.collection_lines(p_project, p_filters) r where p_report = 'report_collection' and not v_receipts
    union all
    select b.on_date, case b.kind when 'purchase' then b.amount when 'supplier_return' then -b.amount else 0.00 end
    from private.purchase_report_lines(p_project, p_filters) b where p_report = 'report_purchase'
    union all
    select e.on_date, case when e.counts then e.amount end from private.expense_lines(p_project, p_filters) e
    where p_report = 'report_expenses') l
  group by 1 order by 1;
end $$;
comment on function public.chart_of_report is
  'Returns the figure that the chart of a report shows by level day (YYYY-MM-DD) or month (YYYY-MM) of a period: net of report_sales, '
  'collected of report_collection, amount of report_purchase and report_expenses, as these say. p_filters: those of the report. A place '
  'without rows is left out. Errors: 42501, 22023.';

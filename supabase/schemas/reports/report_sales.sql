-- Report of sales by agent, product and customer: one function for screen, Excel, print, portals and dashboard.
-- See docs/domain.md, Dates that reports use.

create or replace function private.report_items(p_filters jsonb) returns text
language plpgsql immutable set search_path = '' as $$
declare v_items text := coalesce(p_filters ->> 'items', 'category1');
begin
  if v_items not in ('category1', 'category2', 'category3', 'product') then
    perform private.invalid('items', 'Choose categories or products.');
  end if;
  return v_items;
end $$;
comment on function private.report_items is
  'Reads what the items of a report of sales are: category1 (default) to category3, or product. Errors: 22023.';

create or replace function private.report_products(p_project uuid, p_filters jsonb)
returns table (product_id uuid, item_id text, item text, material_code text, description text, case_config int,
  liters_per_case numeric, active boolean)
language plpgsql stable rows 100 set search_path = '' as $$
declare
  v_items text := private.report_items(p_filters);
  v_product uuid := private.read_uuid(p_filters, 'product_id');
  v_to date := coalesce(private.read_date(p_filters, 'to'), date '9999-12-31');
begin
  return query
  select p.id, (case v_items when 'product' then p.id::text else c.name end) collate "C",
    case v_items when 'product' then p.description else c.name end,
    p.material_code, p.description, p.case_config, p.liters_per_case, p.status = 'active'
  from public.products p
  left join private.changed_categories x on x.project_id = p_project and x.product_id = p.id and v_to >= x.from_day and v_to < x.until_day
  cross join lateral (select coalesce(x.categories, array[p.category1, p.category2, p.category3]) as categories) n
  cross join lateral (
    select n.categories[case v_items when 'category1' then 1 when 'category2' then 2 when 'category3' then 3 end] as name) c
  where p.project_id = p_project and (v_product is null or p.id = v_product)
    and private.in_category(n.categories[1], p_filters ->> 'category1')
    and private.in_category(n.categories[2], p_filters ->> 'category2')
    and private.in_category(n.categories[3], p_filters ->> 'category3');
end $$;
comment on function private.report_products is
  'Returns the products that match the filters of a report, with their items: themselves or their categories of the last day '
  '(p_filters.items; null = without a category). p_filters: {items: category1 (default) | category2 | category3 | product, '
  'product_id, category1, category2, category3 ((none) = without one), to (null: today)}. Runs with the caller''s rights. Errors: 22023.';

create or replace function private.sales_cells(p_project uuid, p_filters jsonb, p_level text, p_compare boolean)
returns table (level text, manager_id uuid, sums private.sales_months, customers bigint, cancelled numeric, previous numeric)
language plpgsql stable set search_path = '' as $$
declare
  v_items text := private.report_items(p_filters);
  v_by_item boolean := p_level in ('grouped', 'item', 'item_month');
  v_part text := case when not v_by_item then 'customer' when v_items <> 'product' then v_items
    when p_level = 'grouped' then 'agent_product' else 'product' end;
  v_unit text := case when p_level in ('month', 'item_month') then 'month' when p_level = 'day' then 'day' else 'all' end;
  v_from date := private.read_date(p_filters, 'from');
  v_to date := private.read_date(p_filters, 'to');
  v_earlier record := private.comparison_period(v_from, v_to, p_filters ->> 'against');
begin
  return query
  with lines as materialized (
    select true as now, s.* from private.sales_sums(p_project, p_filters, v_from, v_to, v_part, v_unit) s
    union all
    select false, s.* from private.sales_sums(p_project, p_filters, v_earlier.earlier_from, v_earlier.earlier_to, v_part, 'all', false) s
    where p_compare and v_earlier.earlier_from is not null
  ), asked as (
    -- The keys of the level; the others are null.
    select l.*, case when p_level in ('grouped', 'manager', 'agent') then m.manager_id end as by_manager,
      case when p_level in ('grouped', 'agent') then l.agent_id end as by_agent,
      case when v_by_item then coalesce(l.product_id::text, l.item) end as by_item,
      case when p_level = 'customer' then l.customer_id end as by_customer,
      case when v_unit <> 'all' and l.now then l.month end as by_month
    from lines l left join public.memberships m on m.project_id = p_project and m.user_id = l.agent_id
  ), summed as (
    select grouping(a.by_manager, a.by_agent, a.by_item) as depth, a.by_manager, a.by_agent, a.by_item, a.by_customer, a.by_month,
      concat(a.by_manager, '|', a.by_agent, '|', a.by_item, '|', a.by_month) as k,
      row(p_project, null, a.by_month, a.by_agent, a.by_customer, null, a.by_item, null,
        min(a.first_on) filter (where a.now), max(a.last_on) filter (where a.now), sum(a.lines) filter (where a.now),
        case when v_by_item and grouping(a.by_item) = 0 then sum(a.bookings) filter (where a.now)
          else sum(a.visits) filter (where a.now) end, null, null,
        sum(a.cs) filter (where a.sold), sum(a.pcs) filter (where a.sold), sum(a.pieces) filter (where a.sold),
        sum(a.millilitres) filter (where a.sold), sum(a.free) filter (where a.sold), sum(a.gross) filter (where a.sold),
        sum(a.discount) filter (where a.sold), sum(a.allowances) filter (where a.sold), sum(a.net) filter (where a.sold),
        sum(a.vat) filter (where a.sold), sum(a.cost) filter (where a.sold))::private.sales_months as sums,
      count(distinct a.customer_id) filter (where a.sold and a.bookings > 0) as customers,
      sum(a.gross - a.discount) filter (where a.now and not a.sold) as cancelled,
      sum(a.net) filter (where not a.now and a.part <> 'cancelled') as previous
    from (select a.*, a.now and a.part <> 'cancelled' as sold from asked a) a
    group by grouping sets (
      (a.by_manager, a.by_agent, a.by_item, a.by_customer, a.by_month), (a.by_manager, a.by_agent), (a.by_manager), ())
  ), reached as (
    select grouping(b.by_manager, b.by_agent, b.item) as depth,
      concat(b.by_manager, '|', b.by_agent, '|', b.item, '|', b.month) as k, b.customer_id
    from (
      select b.item, b.month, b.customer_id, case when p_level = 'grouped' then b.agent_id end as by_agent,
        case when p_level = 'grouped' then m.manager_id end as by_manager
      from private.sales_buyers(p_project, p_filters, v_from, v_to, v_part, v_unit) b
      left join public.memberships m on m.project_id = p_project and m.user_id = b.agent_id where v_by_item and b.sold) b
    group by b.customer_id, grouping sets ((b.by_manager, b.by_agent, b.item, b.month), (b.by_manager, b.by_agent), (b.by_manager), ())
  ), buyers as (
    select r.depth, r.k, count(*) as customers from reached r group by r.depth, r.k
  )
  select case s.depth when 0 then p_level when 1 then 'agent' when 3 then 'manager' else 'total' end, s.by_manager, s.sums,
    case when v_by_item then coalesce(b.customers, 0) else s.customers end, coalesce(s.cancelled, 0.00), coalesce(s.previous, 0.00)
  from summed s left join buyers b on b.depth = s.depth and b.k = s.k
  where s.depth in (0, 7) or p_level = 'grouped';
end $$;
comment on function private.sales_cells is
  'Returns the sums of report_sales for each row of a level, the subtotals of grouped and the total: sums (item: a category or the id '
  'of a product), customers, the amount that was cancelled and (p_compare) net of the period before. Rows of sums by month that have '
  'no month are no rows of the level. Runs with the caller''s rights.';

create or replace function private.sales_figures(p_sums jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('cs', coalesce(s.cs, 0), 'pcs', coalesce(s.pcs, 0), 'pieces', coalesce(s.pieces, 0),
    'litres', coalesce(s.millilitres, 0) * 0.001, 'free', coalesce(s.free, 0), 'gross', coalesce(s.gross, 0.00),
    'discount', coalesce(s.discount, 0.00), 'returns', coalesce(s.gross - s.discount - s.allowances - s.net, 0.00),
    'allowances', coalesce(s.allowances, 0.00), 'net', coalesce(s.net, 0.00),
    'bookings', coalesce(s.bookings, 0), 'average', round(coalesce(s.net, 0) / nullif(s.bookings, 0), 2),
    'net_of_vat', s.net - s.vat, 'cost', s.cost, 'margin', s.net - s.vat - s.cost,
    'margin_percent', round((s.net - s.vat - s.cost) * 100 / nullif(s.net - s.vat, 0), 2))
  from jsonb_populate_record(null::private.sales_months, p_sums) s
$$;
comment on function private.sales_figures is
  'Returns the figures that all reports of sales show of a row, from its sums as an object (private.sales_months).';

create or replace function private.sales_page(p_project uuid, p_filters jsonb, p_shown text, p_rows boolean, p_total boolean)
returns table (level text, row_key text, manager_id uuid, manager_name text, agent_name text, item text, material_code text,
  customer_name text, store_name text, sums private.sales_months, customers bigint, cancelled numeric, previous numeric,
  whole numeric, counts jsonb)
language plpgsql stable set search_path = '' as $$
declare
  ask record := private.report_filters(p_filters);
  v_sort text := coalesce(p_filters ->> 'sort', 'name');
  v_products boolean := coalesce(p_filters ->> 'items' = 'product', false);
  v_dated boolean := p_shown in ('month', 'day', 'item_month');
begin
  return query
  with cells as materialized (
    select c.*, c.level = p_shown as leaf
    from private.sales_cells(p_project, p_filters, p_shown, p_total or not v_dated) c
    where c.level <> p_shown or not v_dated or (c.sums).month is not null
  ), counted as (
    select count(*) filter (where c.leaf) as leaves, max((c.sums).net) filter (where c.level = 'total') as whole,
      count(distinct coalesce(c.manager_id::text, '')) filter (where c.leaf) as managers,
      count(distinct (c.sums).agent_id) filter (where c.leaf) as agents,
      count(distinct coalesce((c.sums).item, '')) filter (where c.leaf) as items
    from cells c
  ), named as (
    select c.*, coalesce((c.sums).net, 0.00) as net,
      case when c.manager_id is not null then coalesce(w.display_name, 'Former manager') end as manager_name,
      case when (c.sums).agent_id is not null then coalesce(a.display_name, 'Former agent') end as agent_name,
      case when v_products then g.description else (c.sums).item end as item, g.material_code, u.name as customer_name, u.store_name,
      concat_ws(E'\x1f', u.sort_key, u.id) as customer_key,
      count(*) filter (where c.leaf) over (partition by c.manager_id, (c.sums).agent_id) as of_agent,
      count(*) filter (where c.leaf) over (partition by c.manager_id) as of_manager
    from cells c
    left join public.profiles w on w.user_id = c.manager_id
    left join public.profiles a on a.user_id = (c.sums).agent_id
    left join public.customers u on u.project_id = p_project and u.id = (c.sums).customer_id
    left join public.products g on g.project_id = p_project and g.id = case when v_products then (c.sums).item::uuid end
  ), keyed as (
    -- The row key of a header has a 0 after the group's name and that of its rows a 1, so that the header comes first.
    -- Rows without a name come last.
    select n.*, (case when n.level = 'total' then '' when p_shown = 'grouped' then
        coalesce('0' || E'\x1f' || private.sort_key(n.manager_name) || E'\x1f' || n.manager_id, '1')
        || case n.level when 'manager' then E'\x1f0'
          else concat_ws(E'\x1f', E'\x1f1', private.sort_key(n.agent_name), (n.sums).agent_id) || case n.level when 'agent' then E'\x1f0'
            else concat_ws(E'\x1f', E'\x1f1', coalesce('0' || lower(n.item), '1'), (n.sums).item) end end
      else case v_sort when 'net' then to_char(1e14 - n.net, 'FM000000000000000.00')
          when 'drop' then to_char(1e14 - (n.previous - n.net), 'FM000000000000000.00') else '' end
        || case p_shown
          when 'manager' then coalesce(concat_ws(E'\x1f', '0' || private.sort_key(n.manager_name), n.manager_id), '1')
          when 'agent' then concat_ws(E'\x1f', private.sort_key(n.agent_name), (n.sums).agent_id)
          when 'item' then concat_ws(E'\x1f', coalesce('0' || lower(n.item), '1'), (n.sums).item)
          when 'item_month' then
            concat_ws(E'\x1f', coalesce('0' || lower(n.item), '1'), (n.sums).item, to_char((n.sums).month, 'YYYY-MM'))
          when 'customer' then n.customer_key
          when 'month' then to_char((n.sums).month, 'YYYY-MM') else (n.sums).month::text end end) collate "C" as row_key
    from named n
    where case n.level when 'total' then p_total else p_rows end
  )
  select case when k.level = 'total' then 'total' when not k.leaf then 'subtotal' when p_shown = 'grouped' then 'item' else p_shown end,
    k.row_key, k.manager_id, k.manager_name, k.agent_name, k.item, k.material_code, k.customer_name, k.store_name, k.sums, k.customers,
    k.cancelled, k.previous, c.whole,
    case when k.level = 'total' then jsonb_build_object(case p_shown when 'grouped' then 'agent_items' when 'customer' then 'buyers'
        else p_shown || 's' end, c.leaves)
      || case when p_shown in ('grouped', 'agent') then jsonb_build_object('managers', c.managers) else '{}' end
      || case when p_shown = 'grouped' then jsonb_build_object('agents', c.agents) else '{}' end
      || case when p_shown in ('grouped', 'item_month') then jsonb_build_object('items', c.items) else '{}' end
      when p_shown = 'grouped' then jsonb_build_object('agent_items',
        case k.level when 'agent' then k.of_agent when 'manager' then k.of_manager end) end
  from keyed k cross join counted c
  where k.level = 'total' or private.on_page(k.row_key, ask.after, ask.before)
  order by k.level <> 'total', case when ask.before is null then k.row_key end, k.row_key desc limit ask.row_limit + p_total::int;
end $$;
comment on function private.sales_page is
  'Returns the rows of a page of report_sales by their keys (p_rows), with names and sums, and its total (p_total) with the number of '
  'rows of the level p_shown (a header has that of its own rows); whole: net of all. Runs with the caller''s rights.';

create or replace function public.report_sales(p_project uuid, p_filters jsonb default '{}')
returns table (level text, row_key text, manager_id uuid, manager_name text, agent_id uuid, agent_name text, item text, product_id uuid,
  booking_id uuid, customer_id uuid, customer_name text, store_name text, month text, on_date date, figures jsonb)
language plpgsql stable set search_path = '' as $$
declare
  v_level text := coalesce(p_filters ->> 'level', 'grouped');
  v_sort text := coalesce(p_filters ->> 'sort', 'name');
  v_shown text := case when v_level = 'total' then coalesce(p_filters ->> 'for', 'all') else v_level end;
  -- The total of these levels is summed with their rows.
  v_total boolean := v_level = 'total' or (v_level in ('grouped', 'manager', 'agent', 'item', 'customer')
    and private.read_boolean(p_filters, 'with_total'));
  v_counts jsonb := '{}';
  ask record := private.report_filters(p_filters);
begin
  if 'pivot' in (v_level, v_shown) then
    return query execute private.sales_pivot(p_project, p_filters, 'report_sales', array[
        ['agent', 'l.agent_id', 'agent', '', 'No agent'], ['month', 'l.month', 'month', '', 'No month'],
        ['customer', 'l.customer_id', 'customer', '', 'No customer']],
      'select k.level, k.row_key, null::uuid, null, null::uuid, null, null, null::uuid, null::uuid, null::uuid, null, null, null,
        null::date, k.figures from pivot k')
    using p_project, p_filters;
    return;
  end if;
  if private.open_report(p_project, p_filters, 'reports.sales', v_level,
    '{grouped,manager,agent,item,item_month,customer,month,day,line,total}', v_sort, '{name,net,drop}') then
    return query select k.* from known.report_sales(p_project, p_filters - 'known_at') k;
    return;
  end if;
  if v_level = 'line' then
    return query
    select r.* from private.page_days(p_project, p_filters, case when v_sort = 'name' and coalesce(p_filters ->> 'basis', '') <> 'added'
      and not p_filters ?| '{manager_id,category1,category2,category3}' then 'sale' end) d
    cross join lateral private.sales_line_rows(p_project, p_filters, d.first_day, d.last_day) r;
    return;
  end if;
  if v_shown = 'all' then
    -- The groups do not have these counts.
    select c.counts || jsonb_build_object('days', count(distinct s.month),
      'months', count(distinct date_trunc('month', s.month::timestamp)))
    into v_counts
    from private.sales_page(p_project, p_filters, 'customer', false, true) c
    left join private.sales_sums(p_project, p_filters, ask.first_day, ask.last_day, 'category1', 'day') s on true
    group by c.counts;
  end if;
  v_shown := case v_shown when 'all' then 'grouped' when 'line' then 'agent' else v_shown end;
  return query
  select p.level, p.row_key, p.manager_id, p.manager_name, (p.sums).agent_id, p.agent_name, p.item,
    case when p_filters ->> 'items' = 'product' then (p.sums).item::uuid end, null::uuid, (p.sums).customer_id,
    p.customer_name, p.store_name,
    case when v_shown in ('month', 'item_month') then to_char((p.sums).month, 'YYYY-MM') end,
    case when v_shown = 'day' then (p.sums).month end,
    private.sales_figures(to_jsonb(p.sums)) || jsonb_build_object('material_code', p.material_code, 'customers', p.customers,
      'lines', coalesce((p.sums).lines, 0),
      'cancelled', p.cancelled, 'share', round(coalesce((p.sums).net, 0) * 100 / nullif(p.whole, 0), 2), 'previous', p.previous,
      'change', round((coalesce((p.sums).net, 0) - p.previous) * 100 / nullif(p.previous, 0), 2))
      || coalesce(p.counts, '{}') || case when p.level = 'total' then v_counts else '{}' end
  from private.sales_page(p_project, p_filters, v_shown, v_level <> 'total', v_total) p;
end $$;
comment on function public.report_sales is
  'Report of sales of a period, page by page. Filters and figures: docs/report-filters.md. Errors: 42501, 22023.';

grant execute on function private.report_items, private.report_products, private.sales_cells, private.sales_figures,
  private.sales_page to authenticated;

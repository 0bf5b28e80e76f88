-- Report of inventory: stock movements of a period, ending stock and its value; one function for screen, Excel, print and dashboard.
-- See docs/domain.md, Stock, and invariants 4 and 5.

create or replace function private.stock_costs(p_project uuid, p_to date) returns table (product_id uuid, average_value numeric,
  def_cost numeric, def_cost_pieces int, supplier text)
language plpgsql stable security definer set search_path = '' as $$
declare v_zone text := private.zone_of(p_project);
begin
  if private.scope_of(p_project, 'costs.read') is null then return; end if;
  return query
  select p.id, i.stock_value - coalesce(m.cost, 0), coalesce(h.old_price, p.def_cost), coalesce(h.old_pieces, p.def_cost_pieces), p.supplier
  from public.products p
  join public.inventory i on i.project_id = p_project and i.product_id = p.id
  left join (
    select x.product_id, sum(x.cost) as cost from public.stock_movements x
    where x.project_id = p_project and x.on_date > p_to group by x.product_id) m on m.product_id = p.id
  -- The first change after the day says what the default was until then.
  left join (
    select distinct on (c.product_id) c.product_id, c.old_price, c.old_pieces from public.price_changes c
    where c.project_id = p_project and c.price = 'def_cost' and (c.created_at at time zone v_zone)::date > p_to
    order by c.product_id, c.id) h on h.product_id = p.id
  where p.project_id = p_project;
end $$;
comment on function private.stock_costs is
  'Returns what the stock of each product was worth at the end of a day at the moving average (the sum of the cost of its movements '
  'until then), its default cost on that day, and its supplier. No row without costs.read: functions with the caller''s rights join it '
  'and get null where the caller may not read costs.';

create or replace function private.inventory_lines(p_project uuid, p_filters jsonb)
returns table (product_id uuid, sort_key text, material_code text, supplier text, category1 text, category2 text, category3 text,
  opening bigint, purchased bigint, supplier_returned bigint, returned bigint, used bigint, adjusted bigint, ending bigint,
  bad_order bigint, litres numeric, reserved int, available int, below_reorder boolean, cost numeric, cost_pieces int,
  cost_value numeric, book_value numeric, srp numeric, srp_pieces int, srp_value numeric)
language plpgsql stable set search_path = '' as $$
declare
  v_from date := coalesce(private.read_date(p_filters, 'from'), date '1990-01-01');
  v_to date := coalesce(private.read_date(p_filters, 'to'), date '9999-12-31');
  v_product uuid := private.read_uuid(p_filters, 'product_id');
  v_cost text := coalesce(p_filters ->> 'cost', private.project_setting(p_project, 'stock_cost') #>> '{}');
  v_non_zero boolean := private.read_boolean(p_filters, 'non_zero');
  v_below boolean := private.read_boolean(p_filters, 'below_reorder');
begin
  if v_cost not in ('default', 'average') then perform private.invalid('cost', 'Choose a cost.'); end if;
  if v_to < v_from then perform private.invalid('to', 'The end date is before the start date.'); end if;
  return query
  with found as (
    select p.id, p.sort_key, p.material_code, p.case_config, p.liters_per_case, n.categories, c.supplier,
      i.on_hand, i.reserved, i.available, i.below_reorder, i.current_srp, i.current_srp_pieces,
      coalesce(m.purchased, 0) as purchased, coalesce(m.supplier_returned, 0) as supplier_returned, coalesce(m.returned, 0) as returned,
      coalesce(m.used, 0) as used, coalesce(m.adjusted, 0) as adjusted,
      i.on_hand - coalesce(m.since, 0) as opening, i.on_hand - coalesce(m.later, 0) as ending, i.bad_order - coalesce(m.bad_later, 0)
        as bad_order, c.def_cost, c.def_cost_pieces,
      case v_cost when 'average' then c.average_value else private.line_amount(c.def_cost, c.def_cost_pieces,
        i.on_hand - coalesce(m.later, 0)) end as cost_value, c.average_value as book_value
    from public.products p
    join public.inventory i on i.project_id = p_project and i.product_id = p.id
    left join private.stock_period_movements(p_project, v_from, v_to) m on m.product_id = p.id
    left join private.stock_costs(p_project, v_to) c on c.product_id = p.id
    left join private.changed_categories x on x.project_id = p_project and x.product_id = p.id
      and v_to >= x.from_day and v_to < x.until_day
    cross join lateral (select coalesce(x.categories, array[p.category1, p.category2, p.category3]) as categories) n
    where p.project_id = p_project
      and (v_product is null or p.id = v_product)
      and private.in_category(n.categories[1], p_filters ->> 'category1')
      and private.in_category(n.categories[2], p_filters ->> 'category2')
      and private.in_category(n.categories[3], p_filters ->> 'category3')
      and (p_filters ->> 'supplier' is null or lower(c.supplier) = lower(p_filters ->> 'supplier'))
      and (p_filters ->> 'status' is null or p.status = p_filters ->> 'status')
      and (not v_below or i.below_reorder)
  )
  select f.id, f.sort_key, f.material_code, f.supplier, f.categories[1], f.categories[2], f.categories[3], f.opening, f.purchased,
    f.supplier_returned, f.returned, f.used, f.adjusted, f.ending, f.bad_order,
    -- Each row is rounded, so that rows add up to their totals.
    round(f.ending * f.liters_per_case / f.case_config, 3), f.reserved, f.available, f.below_reorder,
    case when v_cost = 'average' and f.ending > 0 then round(f.cost_value * f.def_cost_pieces / f.ending, 2) else f.def_cost end,
      f.def_cost_pieces,
    f.cost_value, f.book_value, f.current_srp, f.current_srp_pieces, private.line_amount(f.current_srp, f.current_srp_pieces, f.ending)
  from found f
  where not v_non_zero or f.opening <> 0 or f.ending <> 0 or f.purchased <> 0 or f.supplier_returned <> 0 or f.returned <> 0
    or f.used <> 0 or f.adjusted <> 0;
end $$;
comment on function private.inventory_lines is
  'Returns the products that match p_filters (see report_inventory) with their stock of the period in pieces and its value, in the '
  'categories of its last day. Supplier, cost and its value are null without costs.read. Runs with the caller''s rights. Errors: 22023.';

create or replace function public.report_inventory(p_project uuid, p_filters jsonb default '{}')
returns table (level text, row_key text, product_id uuid, material_code text, category1 text, category2 text, category3 text, supplier text,
  purchased bigint, used bigint, ending bigint, reserved bigint, cost_value numeric, srp_value numeric, figures jsonb)
language plpgsql stable set search_path = '' as $$
begin
  return query execute private.report_statement(p_project, p_filters, 'report_inventory', 'reports.inventory', array[
      ['product', 'product', 'product_id', 's.sort_key, s.product_id', 'line'],
      -- Products stand directly below a category in which nothing has one of the next.
      ['grouped', 'category1', 'key1', 's.key1', 'true'], ['grouped', 'category2', 'key1, key2', 's.key2',
        $k$s.key2 <> '1' or exists (select from lines x where x.key1 = s.key1 and x.key2 <> '1')$k$],
      ['grouped', 'category3', 'key1, key2, key3', 's.key3',
        $k$s.key3 <> '1' or exists (select from lines x where (x.key1, x.key2) = (s.key1, s.key2) and x.key3 <> '1')$k$],
      ['grouped', 'product', 'key1, key2, key3, product_id',
        's.sort_key, s.product_id', 'line'],
      ['by_supplier', 'supplier', 'supplier_key', 'private.sort_key(s.supplier_key), s.supplier_key', 'true'],
      ['by_supplier', 'product', 'supplier_key, product_id', 's.sort_key, s.product_id', 'line'],
      ['category1', 'category1', 'key1', 's.key1', ''], ['category2', 'category2', 'key1, key2', 's.key1, s.key2', ''],
      ['category3', 'category3', 'key1, key2, key3', 's.key1, s.key2, s.key3', ''], ['supplier', 'supplier', 'supplier_key',
        'private.sort_key(s.supplier_key), s.supplier_key', ''], ['total', 'total', '', $k$''$k$, '']],
    array[['code', 'by', $k$case s.part when 'product' then lower(s.material_code) || E'\x1f' else '' end$k$], ['ending', 'highest',
      's.ending'], ['used', 'highest', 's.used'],
      ['cost_value', 'highest', 's.cost_value'], ['srp_value', 'highest', 's.srp_value'], ['margin_value', 'highest',
        's.margin_value']],
    $lines$select l.*, case when $2 ->> 'units' = 'cases' then g.case_config end as packed,
      -- Rows without category or supplier come last.
      coalesce('0' || lower(l.category1), '1') as key1, coalesce('0' || lower(l.category2), '1') as key2,
      coalesce('0' || lower(l.category3), '1') as key3, coalesce('0' || lower(l.supplier), '1') as supplier_key
    from private.inventory_lines($1, $2) l join public.products g on g.project_id = $1 and g.id = l.product_id$lines$,
    $sums$min:sort_key, min:material_code, min:supplier, min:category1, min:category2, min:category3, $sums$
      || (select string_agg(format(
          'coalesce(sum(coalesce(private.case_millionths(l.%1$I, l.packed), l.%1$I)), 0)::bigint as %1$I, ', m), '')
        from unnest('{opening,purchased,supplier_returned,returned,used,adjusted,ending,bad_order,reserved,available}'::text[]) m)
      || $sums$coalesce(sum(l.litres), 0.000) as litres,
      count(*) filter (where l.below_reorder) as to_buy, sum:cost_value, sum:book_value, sum:srp_value,
      coalesce(sum(l.srp_value - l.cost_value), 0.00) as margin_value, count(l.product_id) as products,
      count(distinct l.key1) as categories1, count(distinct (l.key1, l.key2)) as categories2,
      count(distinct (l.key1, l.key2, l.key3)) as categories3, count(distinct l.supplier_key) as suppliers$sums$,
    $row$
    select k.level, k.row_key, k.product_id, l.material_code, case
      when k.part in ('product', 'category1', 'category2', 'category3') then k.category1 end, case
        when k.part in ('product', 'category2', 'category3') then k.category2 end, case
          when k.part in ('product', 'category3') then k.category3 end, case when k.part in ('product', 'supplier') then k.supplier end,
            k.purchased, k.used, k.ending, k.reserved, case when c.reads then k.cost_value end, k.srp_value,
      (select to_jsonb(f) from (select p.description, p.unit_of_measure, p.case_config, p.status, k.opening, k.supplier_returned,
        k.returned, k.adjusted, k.ending - k.bad_order as sellable, k.bad_order, k.litres, k.available, p.reorder_level, k.to_buy,
        l.cost, l.cost_pieces, case when c.reads then k.book_value end as book_value, l.srp, l.srp_pieces,
        case when c.reads then k.margin_value end as margin_value, k.products, k.categories1, k.categories2, k.categories3,
        case when c.reads then k.suppliers end as suppliers) f)
    from page k left join lines l on l.product_id = k.product_id
    left join public.products p on p.project_id = $1 and p.id = l.product_id
    cross join (select (select private.scope_of($1, 'costs.read')) is not null as reads) c$row$)
  using p_project, p_filters;
end $$;
comment on function public.report_inventory is
  'Report of stock of a period by product, page by page. Filters and figures: docs/report-filters.md. Errors: 42501, 22023.';

grant execute on function private.stock_costs, private.inventory_lines to authenticated;

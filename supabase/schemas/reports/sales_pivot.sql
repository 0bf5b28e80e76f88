-- Pivot of the reports of sales.

create or replace function private.sales_pivot_lines(p_project uuid, p_filters jsonb, p_rows text)
returns table (agent_id uuid, manager_id uuid, customer_id uuid, product_id uuid, category1 text, category2 text, category3 text,
  month text, cs bigint, pieces bigint, millilitres bigint, free bigint, gross numeric, discount numeric, allowances numeric, net numeric,
  vat numeric, cost numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_by text[] := array[coalesce(nullif(p_filters ->> 'rows', ''), p_rows), coalesce(nullif(p_filters ->> 'columns', ''), 'month')];
  v_items text[] := array(select distinct b from unnest(v_by) b where b in ('category1', 'category2', 'category3', 'product'));
  v_from date := private.read_date(p_filters, 'from');
  v_to date := private.read_date(p_filters, 'to');
  v_part text := case when 'customer' = any (v_by) then concat_ws('_', 'customer', v_items[1]) when v_items is distinct from '{product}'
      then coalesce(v_items[1], 'category1') when v_by && '{agent,manager}' then 'agent_product' else 'product' end;
  v_scope record := private.sales_scope(p_project, p_filters);
  v_costs boolean := private.scope_of(p_project, 'costs.read') is not null;
begin
  if not v_scope.allowed then return; end if;
  if cardinality(v_items) < 2 then
    return query
    select s.agent_id, m.manager_id, s.customer_id, s.product_id, case v_items[1] when 'category1' then s.item end,
      case v_items[1] when 'category2' then s.item end, case v_items[1] when 'category3' then s.item end, to_char(s.month, 'YYYY-MM'),
      s.cs, s.pieces, s.millilitres, s.free, s.gross, s.discount, s.allowances, s.net, s.vat, s.cost
    from private.sales_sums(p_project, p_filters, v_from, v_to, v_part, case when 'month' = any (v_by) then 'month' else 'all' end, false) s
    left join public.memberships m on m.project_id = p_project and m.user_id = s.agent_id
    where s.part <> 'cancelled';
    return;
  end if;
  -- No sums have two categories, or a category beside the product.
  return query
  select null::uuid, null::uuid, null::uuid, l.product_id, l.category1, l.category2, l.category3, null::text, sum(l.cs)::bigint,
    sum(l.pieces)::bigint, sum(l.millilitres)::bigint, sum(l.free)::bigint, sum(l.gross), sum(l.discount), sum(l.allowances), sum(l.net),
    sum(l.vat), sum(l.cost) filter (where v_costs)
  from private.lines_of(p_project, p_filters, v_scope.agents, coalesce(v_from, '-infinity'), coalesce(v_to, 'infinity')) l
  where not l.cancelled group by l.product_id, l.category1, l.category2, l.category3;
end $$;
comment on function private.sales_pivot_lines is
  'Returns sums of sales by what the rows (p_rows unless p_filters say) and columns (month) of a pivot are about, to be added up; other '
  'columns may be null. Only bookings that the caller may read, and nothing without stock.read. p_filters: see report_sales. Errors: '
  '22023.';

create or replace function private.sales_pivot(p_project uuid, p_filters jsonb, p_report text, p_dimensions text[], p_row text) returns text
language sql stable set search_path = '' as $$
  select private.pivot_statement(p_project, p_filters, p_report, 'reports.sales', p_dimensions || array[
      ['manager', 'l.manager_id', 'manager', '', 'No manager'],
      ['category1', 'l.category1', 'text', 'l.category1', 'No category'],
      ['category2', 'l.category2', 'text', 'l.category2', 'No category'],
      ['category3', 'l.category3', 'text', 'l.category3', 'No category'], ['product', 'l.product_id', 'product', '', 'No product']],
    array[['net', 'coalesce(sum(l.net), 0.00)', ''], ['gross', 'coalesce(sum(l.gross), 0.00)', ''],
      ['discount', 'coalesce(sum(l.discount), 0.00)', ''],
      ['returns', 'coalesce(sum(l.gross - l.discount - l.allowances - l.net), 0.00)', ''],
      ['allowances', 'coalesce(sum(l.allowances), 0.00)', ''], ['net_of_vat', 'sum(l.net) - sum(l.vat)', ''],
      ['cost', 'sum(l.cost)', 'costs.read'], ['margin', 'sum(l.net) - sum(l.vat) - sum(l.cost)', 'costs.read'],
      ['margin_percent', 'round((sum(l.net) - sum(l.vat) - sum(l.cost)) * 100 / nullif(sum(l.net) - sum(l.vat), 0), 2)', 'costs.read'],
      ['pieces', 'coalesce(sum(l.pieces), 0)', ''], ['cs', 'coalesce(sum(l.cs), 0)', ''],
      ['litres', 'coalesce(sum(l.millilitres), 0) * 0.001', ''], ['free', 'coalesce(sum(l.free), 0)', '']],
    format('select l.* from private.sales_pivot_lines($1, $2, %L) l', p_dimensions[1][1]), p_row)
$$;
comment on function private.sales_pivot is
  'Returns the statement of the pivot of a report of sales (private.pivot_statement). p_dimensions: those that come first, of which the '
  'second is the month. Errors: 42501, 22023.';

grant execute on function private.sales_pivot_lines, private.sales_pivot to authenticated;

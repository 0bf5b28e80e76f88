CREATE OR REPLACE FUNCTION known.report_expenses(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(level text, row_key text, voucher_id uuid, voucher_no integer, line_no integer, status text, on_date date, date_added date, date_printed date, date_released date, payee_id uuid, pay_to text, pay_to_account_no text, invoice_no text, category text, classification text, cost_center_id uuid, cost_center text, account_number text, month text, description text, paid_by text, cheque_bank text, cheque_account_no text, cheque_no text, written_by text, printed_by text, releaser_name text, released_by text, cancelled_by text, cancelled_on date, amount numeric, ewt numeric, net numeric, pending numeric, released numeric, cancelled numeric, cash numeric, cheque numeric, bank_transfer numeric, budget numeric, budget_left numeric, by_month jsonb, heads jsonb, lines bigint, vouchers bigint, categories bigint, classifications bigint, cost_centers bigint, payees bigint, months bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return query execute private.report_statement(p_project, p_filters, 'report_expenses', 'reports.expenses', array[
      ['line', 'line', 'line_id', 's.line_key', ''],
      ['grouped', 'category', 'category', 's.category_key', 's.classifications > 1'],
      ['grouped', 'classification', 'category, classification', 's.classification_key', 's.lines > 1'],
      ['grouped', 'line', 'category, classification, line_id', 's.line_key', ''],
      ['category', 'category', 'category', 's.category_key', ''],
      ['classification', 'classification', 'category, classification', 's.category_key, s.classification_key', ''],
      ['cost_center', 'cost_center', 'cost_center_id', $k$coalesce('0' || lower(s.cost_center), '1'), s.cost_center_id$k$, ''],
      ['pivot', 'pivot', 'cost_center_id', $k$coalesce('0' || lower(s.cost_center), '1'), s.cost_center_id$k$, ''],
      ['payee', 'payee', 'payee_id', 'lower(s.pay_to), s.payee_id', ''], ['month', 'month', 'month', 's.month', ''], ['total', 'total', '', $k$''$k$, '']],
    '{}',
    $lines$select e.*, to_char(e.on_date, 'YYYY-MM') as month, e.status <> 'cancelled' as counts,
      -- Rows without category come last.
      coalesce('0' || lower(e.category), '1') as category_key, coalesce('0' || lower(e.classification), '1') as classification_key,
      concat_ws(E'\x1f', e.on_date, to_char(e.voucher_no, 'FM0000000000'), to_char(e.line_no, 'FM00000')) as line_key
    from known.expense_lines($1, $2) e$lines$,
    $sums$min(l.category_key) as category_key, min(l.classification_key) as classification_key, min(l.line_key) as line_key,
      min(l.pay_to) as pay_to, min(l.pay_to_account_no) as pay_to_account_no,
      min(l.cost_center) as cost_center, min(l.account_number) as account_number, min(l.monthly_budget) as monthly_budget,
      coalesce(sum(l.amount) filter (where l.counts), 0.00) as amount, coalesce(sum(l.ewt) filter (where l.counts), 0.00) as ewt,
      coalesce(sum(l.amount) filter (where l.status in ('pending', 'printed')), 0.00) as pending,
      coalesce(sum(l.amount) filter (where l.status = 'released'), 0.00) as released,
      coalesce(sum(l.amount) filter (where l.status = 'cancelled'), 0.00) as cancelled,
      coalesce(sum(l.amount - l.ewt) filter (where l.counts and l.mode_of_payment = 'cash'), 0.00) as cash,
      coalesce(sum(l.amount - l.ewt) filter (where l.counts and l.mode_of_payment = 'cheque'), 0.00) as cheque,
      coalesce(sum(l.amount - l.ewt) filter (where l.counts and l.mode_of_payment = 'bank_transfer'), 0.00) as bank_transfer,
      count(l.line_id) as lines, count(distinct l.voucher_id) as vouchers, count(distinct l.category_key) as categories,
      count(distinct (l.category_key, l.classification_key)) as classifications, count(distinct coalesce(l.cost_center_id::text, '')) as cost_centers,
      count(distinct l.payee_id) as payees, count(distinct l.month) as months$sums$,
    $row$, cells as (
      select l.cost_center_id, l.month, grouping(l.cost_center_id) = 1 as whole, coalesce(sum(l.amount) filter (where l.counts), 0.00)::text as amount
      from lines l where $2 ->> 'level' in ('pivot', 'total') or private.read_boolean($2, 'with_total') group by grouping sets ((l.cost_center_id, l.month), (l.month))
    ), matrix as (
      select c.cost_center_id, c.whole, jsonb_object_agg(c.month, c.amount) as by_month,
        jsonb_agg(jsonb_build_object('key', c.month, 'label', substr(c.month, 6) || '/' || left(c.month, 4)) order by c.month) as heads
      from cells c group by c.cost_center_id, c.whole
    ), budgets as materialized (
      -- A month that is partly in the period counts as a whole one; an open period has the months with expenses.
      select b.*, b.monthly_budget * coalesce(1 + 12 * (extract(year from a.last_day) - extract(year from a.first_day))::int
        + (extract(month from a.last_day) - extract(month from a.first_day))::int, (select nullif(count(distinct l.month), 0)::int from lines l)) as budget
      from private.report_filters($2) a,
        (select l.cost_center_id, l.monthly_budget, coalesce(sum(l.amount) filter (where l.counts), 0.00) as amount from lines l where l.monthly_budget is not null and ($2 ->> 'level' in ('cost_center', 'pivot', 'total') or private.read_boolean($2, 'with_total')) group by 1, 2) b
    )
    select k.level, k.row_key, l.voucher_id, l.voucher_no, l.line_no, l.status, l.on_date, l.date_added, l.date_printed, l.date_released, coalesce(l.payee_id, k.payee_id),
      case when k.part in ('line', 'payee') then k.pay_to end, case when k.part in ('line', 'payee') then k.pay_to_account_no end, l.invoice_no,
      coalesce(l.category, k.category), coalesce(l.classification, k.classification), coalesce(l.cost_center_id, k.cost_center_id),
      case when k.part in ('line', 'cost_center', 'pivot') then k.cost_center end, case when k.part in ('line', 'cost_center', 'pivot') then k.account_number end, k.month, l.description,
      case l.mode_of_payment when 'cash' then 'Cash' when 'cheque' then 'Cheque' when 'bank_transfer' then 'Bank transfer' end, l.cheque_bank, l.cheque_account_no, l.cheque_no,
      w.display_name, t.display_name, l.releaser_name, r.display_name, c.display_name, l.cancelled_on,
      k.amount, k.ewt, k.amount - k.ewt, k.pending, k.released, k.cancelled, k.cash, k.cheque, k.bank_transfer,
      b.budget, b.budget_left, x.by_month, case when k.part = 'total' then x.heads end,
      k.lines, k.vouchers, k.categories, k.classifications, k.cost_centers, k.payees, k.months
    from page k
    left join lines l on l.line_id = k.line_id
    left join known.profiles w on w.user_id = l.created_by
    left join known.profiles t on t.user_id = l.who_printed
    left join known.profiles r on r.user_id = l.who_released
    left join known.profiles c on c.user_id = l.who_cancelled
    left join lateral (
      select sum(b.budget) as budget, sum(b.budget - b.amount) as budget_left from budgets b
      where k.part = 'total' or (k.part in ('cost_center', 'pivot') and b.cost_center_id = k.cost_center_id)
    ) b on true
    left join matrix x on x.whole = (k.part = 'total') and x.cost_center_id is not distinct from k.cost_center_id and k.part in ('pivot', 'total')$row$)
  using p_project, p_filters;
end $function$;

CREATE OR REPLACE FUNCTION known.report_purchase(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(level text, row_key text, purchase_id uuid, po_no text, line_no integer, supplier text, invoice_no text, kind text, return_type text, status text, on_date date, date_added date, invoice_date date, delivery_date date, product_id uuid, material_code text, description text, category1 text, unit_of_measure text, case_config integer, month text, quantity bigint, litres numeric, cost numeric, cost_pieces integer, amount numeric, purchases numeric, supplier_returns numeric, prod_srp numeric, prod_srp_pieces integer, srp_amount numeric, in_quantity bigint, returns_in numeric, cancelled_quantity bigint, cancelled numeric, lines bigint, records bigint, suppliers bigint, products bigint, categories bigint, months bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return query execute private.report_statement(p_project, p_filters, 'report_purchase', 'reports.purchase', array[
      ['line', 'line', 'on_date, purchase_id, line_no', $k$s.on_date, s.purchase_id, to_char(s.line_no, 'FM00000')$k$, ''],
      -- With returns from customers their sum stands in a second part, and so does that of the rest.
      ['grouped', 'part', 'place', 's.place', $k$s.place = '1' or exists (select from lines x where x.place = '1')$k$],
      ['grouped', 'part_supplier', 'place, supplier_key', 's.supplier_key', 's.records > 1'],
      ['grouped', 'record', 'place, supplier_key, on_date, purchase_id', 's.on_date, s.purchase_id', 's.lines > 1'],
      ['grouped', 'line', 'place, supplier_key, on_date, purchase_id, line_no', $k$to_char(s.line_no, 'FM00000')$k$, ''],
      ['record', 'record', 'on_date, purchase_id', 's.on_date, s.purchase_id', ''], ['supplier', 'supplier', 'supplier_key', 's.supplier_key', ''],
      ['category', 'category', 'category_key', 's.category_key', ''], ['product', 'product', 'sort_key, product_id', 's.sort_key, s.product_id', ''],
      ['month', 'month', 'month', 's.month', ''], ['total', 'total', '', $k$''$k$, '']],
    array[['amount', 'highest', 's.amount + s.returns_in'], ['quantity', 'by', $k$to_char(1e14 - s.quantity - s.in_quantity, 'FM000000000000000')$k$]],
    $lines$select row_number() over () as n, b.*, to_char(b.on_date, 'YYYY-MM') as month, lower(b.supplier) as supplier_key,
      coalesce('0' || lower(b.category1), '1') as category_key,
      -- Returns from customers are apart, as they are not paid for.
      case when b.kind = 'return_in' then '1' else '0' end as place,
      case when not b.counts then 0 when b.kind = 'purchase' then 1 when b.kind = 'supplier_return' then -1 else 0 end as sign,
      b.counts and b.kind = 'return_in' as from_customer
    from known.purchase_report_lines($1, $2) b$lines$,
    $sums$min(l.n) as n, coalesce(sum(l.sign * l.quantity), 0)::bigint as quantity, coalesce(sum(l.sign * l.litres), 0.000) as litres,
      coalesce(sum(l.sign * l.amount), 0.00) as amount,
      coalesce(sum(l.amount) filter (where l.sign = 1), 0.00) as purchases, coalesce(sum(l.amount) filter (where l.sign = -1), 0.00) as supplier_returns,
      coalesce(sum(l.sign * l.srp_amount), 0.00) as srp_amount,
      coalesce(sum(l.quantity) filter (where l.from_customer), 0)::bigint as in_quantity,
      coalesce(sum(l.amount) filter (where l.from_customer), 0.00) as returns_in,
      coalesce(sum(l.quantity) filter (where not l.counts), 0)::bigint as cancelled_quantity,
      coalesce(sum(l.amount) filter (where not l.counts), 0.00) as cancelled,
      count(*) as lines, count(distinct (l.on_date, l.purchase_id)) as records,
      count(distinct l.supplier_key) filter (where {total}) as suppliers, count(distinct l.product_id) filter (where {total}) as products,
      count(distinct l.category_key) filter (where {total}) as categories, count(distinct l.month) filter (where {total}) as months$sums$,
    $row$
    select k.level, k.row_key, r.purchase_id, r.po_no, l.line_no, case when k.part in ('line', 'record', 'supplier', 'part_supplier') then f.supplier end, r.invoice_no,
      case when r.n is not null or (k.part in ('part', 'part_supplier') and f.place = '1') then f.kind end,
      case r.kind when 'purchase' then 'Purchase' when 'return_in' then 'Customer return' when 'supplier_return' then 'Return to supplier' end,
      r.status, r.on_date, r.date_added, r.invoice_date, r.delivery_date, g.product_id, g.material_code, g.description,
      case when k.part in ('line', 'product', 'category') then f.category1 end, g.unit_of_measure, g.case_config, k.month,
      k.quantity, k.litres, l.cost, l.cost_pieces, k.amount, k.purchases, k.supplier_returns, l.prod_srp, l.prod_srp_pieces, k.srp_amount,
      k.in_quantity, k.returns_in, k.cancelled_quantity, k.cancelled, k.lines, k.records, k.suppliers, k.products, k.categories, k.months
    from page k
    left join lines f on f.n = k.n
    -- Columns of one record, one line or one product
    left join lines r on r.n = k.n and k.part in ('line', 'record')
    left join lines l on l.n = k.n and k.part = 'line'
    left join lines g on g.n = k.n and k.part in ('line', 'product')$row$)
  using p_project, p_filters;
end $function$;

CREATE OR REPLACE FUNCTION private.report_statement(p_project uuid, p_filters jsonb, p_report text, p_permission text, p_levels text[], p_orders text[], p_lines text, p_sums text, p_row text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_level text := coalesce(p_filters ->> 'level', p_levels[1][1]);
  v_sort text := coalesce(p_filters ->> 'sort', 'name');
  v_dims text;
  v_sets text;
  v_part text := '';
  v_key text := '';
  v_above text := '';
  v_shown text := '';
  v_order text := '';
  v_direction text;
  v_none text;
  v_columns text;
  v_last int;
  i int;
  ask record;
begin
  ask := private.open_report(p_project, p_filters, p_permission, v_level, array(select p_levels[n][1] from generate_subscripts(p_levels, 1) n),
    v_sort, array(select p_orders[n][1] from generate_subscripts(p_orders, 1) n) || 'name'::text);
  if ask.known then return format('select k.* from known.%I($1, $2 - ''known_at'') k', p_report); end if;
  v_direction := case when ask.before is not null then 'desc' end;
  v_last := (select max(n) from generate_subscripts(p_levels, 1) n where p_levels[n][1] = v_level);

  for i in select n from generate_subscripts(p_levels, 1) n where p_levels[n][1] = v_level order by n loop
    v_sets := concat_ws(', ', v_sets, '(' || p_levels[i][3] || ')');
    if v_dims is null then v_part := format('else %L', p_levels[i][2]);
    else v_part := format('when grouping(%s) = 0 then %L %s', regexp_replace(p_levels[i][3], '.*, ', ''), p_levels[i][2], v_part); end if;
    -- In the row key the rows of a group have a 0 after the group's name and its subtotal has a 1, so that the subtotal comes last.
    v_key := v_key || format(' when %L then concat_ws(E''\x1f''%s, %s%s)', p_levels[i][2], v_above, p_levels[i][4], case when i < v_last then ', ''1''' end);
    v_above := v_above || format(', %s, ''0''', p_levels[i][4]);
    if i < v_last then v_shown := v_shown || format(' when %L then %s', p_levels[i][2], p_levels[i][5]); end if;
    v_dims := p_levels[i][3];
  end loop;
  -- Groupings have one order.
  if v_shown = '' then
    select case p_orders[n][2] when 'highest' then format('to_char(1e14 - (%s), ''FM000000000000000.00'') || ', p_orders[n][3]) else p_orders[n][3] || ' || ' end
    into v_order from generate_subscripts(p_orders, 1) n where p_orders[n][1] = v_sort;
  end if;
  -- Columns of other levels are null.
  select string_agg(n.none, '' order by n.d), string_agg(case when n.d = any (string_to_array(v_dims, ', ')) then format('l.%I, ', n.d) else n.none end, '' order by n.d) into v_none, v_columns
  from (
    select x.d, format('case when false then (array_agg(l.%I))[1] end as %1$I, ', x.d) as none
    from (select distinct unnest(string_to_array(p_levels[n][3], ', ')) as d from generate_subscripts(p_levels, 1) n) x) n;
  return format('with lines as (%s), summed as (select %s as part, %s%s from lines l group by grouping sets (%s))', p_lines,
      case v_part when format('else %L', p_levels[v_last][2]) then format('%L::text', p_levels[v_last][2]) else format('case %s end', v_part) end, v_columns, replace(p_sums, '{total}', (v_level = 'total')::text), v_sets)
    || format(', keyed as (select s.*, (%scase s.part%s end) collate "C" as row_key from summed s%s)', v_order, v_key,
      case when v_shown <> '' then format(' where case s.part%s else true end', v_shown) end)
    || format(', page as ((select case k.part when %L then %1$L else ''subtotal'' end as level, k.* from keyed k where true%s%s order by k.row_key %s%s)', p_levels[v_last][2],
      case when ask.after is not null then format(' and k.row_key > %L collate "C"', ask.after) end,
      case when ask.before is not null then format(' and k.row_key < %L collate "C"', ask.before) end, v_direction, ' limit ' || ask.row_limit)
    || case when v_level <> 'total' and private.read_boolean(p_filters, 'with_total') then
      format(' union all select ''total'', ''total'', %s%s, '''' collate "C" from lines l group by grouping sets (())', v_none, replace(p_sums, '{total}', 'true')) else '' end
    || format(')%s order by k.row_key %s', p_row, v_direction);
end $function$;

CREATE OR REPLACE FUNCTION public.report_expenses(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(level text, row_key text, voucher_id uuid, voucher_no integer, line_no integer, status text, on_date date, date_added date, date_printed date, date_released date, payee_id uuid, pay_to text, pay_to_account_no text, invoice_no text, category text, classification text, cost_center_id uuid, cost_center text, account_number text, month text, description text, paid_by text, cheque_bank text, cheque_account_no text, cheque_no text, written_by text, printed_by text, releaser_name text, released_by text, cancelled_by text, cancelled_on date, amount numeric, ewt numeric, net numeric, pending numeric, released numeric, cancelled numeric, cash numeric, cheque numeric, bank_transfer numeric, budget numeric, budget_left numeric, by_month jsonb, heads jsonb, lines bigint, vouchers bigint, categories bigint, classifications bigint, cost_centers bigint, payees bigint, months bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return query execute private.report_statement(p_project, p_filters, 'report_expenses', 'reports.expenses', array[
      ['line', 'line', 'line_id', 's.line_key', ''],
      ['grouped', 'category', 'category', 's.category_key', 's.classifications > 1'],
      ['grouped', 'classification', 'category, classification', 's.classification_key', 's.lines > 1'],
      ['grouped', 'line', 'category, classification, line_id', 's.line_key', ''],
      ['category', 'category', 'category', 's.category_key', ''],
      ['classification', 'classification', 'category, classification', 's.category_key, s.classification_key', ''],
      ['cost_center', 'cost_center', 'cost_center_id', $k$coalesce('0' || lower(s.cost_center), '1'), s.cost_center_id$k$, ''],
      ['pivot', 'pivot', 'cost_center_id', $k$coalesce('0' || lower(s.cost_center), '1'), s.cost_center_id$k$, ''],
      ['payee', 'payee', 'payee_id', 'lower(s.pay_to), s.payee_id', ''], ['month', 'month', 'month', 's.month', ''], ['total', 'total', '', $k$''$k$, '']],
    '{}',
    $lines$select e.*, to_char(e.on_date, 'YYYY-MM') as month, e.status <> 'cancelled' as counts,
      -- Rows without category come last.
      coalesce('0' || lower(e.category), '1') as category_key, coalesce('0' || lower(e.classification), '1') as classification_key,
      concat_ws(E'\x1f', e.on_date, to_char(e.voucher_no, 'FM0000000000'), to_char(e.line_no, 'FM00000')) as line_key
    from private.expense_lines($1, $2) e$lines$,
    $sums$min(l.category_key) as category_key, min(l.classification_key) as classification_key, min(l.line_key) as line_key,
      min(l.pay_to) as pay_to, min(l.pay_to_account_no) as pay_to_account_no,
      min(l.cost_center) as cost_center, min(l.account_number) as account_number, min(l.monthly_budget) as monthly_budget,
      coalesce(sum(l.amount) filter (where l.counts), 0.00) as amount, coalesce(sum(l.ewt) filter (where l.counts), 0.00) as ewt,
      coalesce(sum(l.amount) filter (where l.status in ('pending', 'printed')), 0.00) as pending,
      coalesce(sum(l.amount) filter (where l.status = 'released'), 0.00) as released,
      coalesce(sum(l.amount) filter (where l.status = 'cancelled'), 0.00) as cancelled,
      coalesce(sum(l.amount - l.ewt) filter (where l.counts and l.mode_of_payment = 'cash'), 0.00) as cash,
      coalesce(sum(l.amount - l.ewt) filter (where l.counts and l.mode_of_payment = 'cheque'), 0.00) as cheque,
      coalesce(sum(l.amount - l.ewt) filter (where l.counts and l.mode_of_payment = 'bank_transfer'), 0.00) as bank_transfer,
      count(l.line_id) as lines, count(distinct l.voucher_id) as vouchers, count(distinct l.category_key) as categories,
      count(distinct (l.category_key, l.classification_key)) as classifications, count(distinct coalesce(l.cost_center_id::text, '')) as cost_centers,
      count(distinct l.payee_id) as payees, count(distinct l.month) as months$sums$,
    $row$, cells as (
      select l.cost_center_id, l.month, grouping(l.cost_center_id) = 1 as whole, coalesce(sum(l.amount) filter (where l.counts), 0.00)::text as amount
      from lines l where $2 ->> 'level' in ('pivot', 'total') or private.read_boolean($2, 'with_total') group by grouping sets ((l.cost_center_id, l.month), (l.month))
    ), matrix as (
      select c.cost_center_id, c.whole, jsonb_object_agg(c.month, c.amount) as by_month,
        jsonb_agg(jsonb_build_object('key', c.month, 'label', substr(c.month, 6) || '/' || left(c.month, 4)) order by c.month) as heads
      from cells c group by c.cost_center_id, c.whole
    ), budgets as materialized (
      -- A month that is partly in the period counts as a whole one; an open period has the months with expenses.
      select b.*, b.monthly_budget * coalesce(1 + 12 * (extract(year from a.last_day) - extract(year from a.first_day))::int
        + (extract(month from a.last_day) - extract(month from a.first_day))::int, (select nullif(count(distinct l.month), 0)::int from lines l)) as budget
      from private.report_filters($2) a,
        (select l.cost_center_id, l.monthly_budget, coalesce(sum(l.amount) filter (where l.counts), 0.00) as amount from lines l where l.monthly_budget is not null and ($2 ->> 'level' in ('cost_center', 'pivot', 'total') or private.read_boolean($2, 'with_total')) group by 1, 2) b
    )
    select k.level, k.row_key, l.voucher_id, l.voucher_no, l.line_no, l.status, l.on_date, l.date_added, l.date_printed, l.date_released, coalesce(l.payee_id, k.payee_id),
      case when k.part in ('line', 'payee') then k.pay_to end, case when k.part in ('line', 'payee') then k.pay_to_account_no end, l.invoice_no,
      coalesce(l.category, k.category), coalesce(l.classification, k.classification), coalesce(l.cost_center_id, k.cost_center_id),
      case when k.part in ('line', 'cost_center', 'pivot') then k.cost_center end, case when k.part in ('line', 'cost_center', 'pivot') then k.account_number end, k.month, l.description,
      case l.mode_of_payment when 'cash' then 'Cash' when 'cheque' then 'Cheque' when 'bank_transfer' then 'Bank transfer' end, l.cheque_bank, l.cheque_account_no, l.cheque_no,
      w.display_name, t.display_name, l.releaser_name, r.display_name, c.display_name, l.cancelled_on,
      k.amount, k.ewt, k.amount - k.ewt, k.pending, k.released, k.cancelled, k.cash, k.cheque, k.bank_transfer,
      b.budget, b.budget_left, x.by_month, case when k.part = 'total' then x.heads end,
      k.lines, k.vouchers, k.categories, k.classifications, k.cost_centers, k.payees, k.months
    from page k
    left join lines l on l.line_id = k.line_id
    left join public.profiles w on w.user_id = l.created_by
    left join public.profiles t on t.user_id = l.who_printed
    left join public.profiles r on r.user_id = l.who_released
    left join public.profiles c on c.user_id = l.who_cancelled
    left join lateral (
      select sum(b.budget) as budget, sum(b.budget - b.amount) as budget_left from budgets b
      where k.part = 'total' or (k.part in ('cost_center', 'pivot') and b.cost_center_id = k.cost_center_id)
    ) b on true
    left join matrix x on x.whole = (k.part = 'total') and x.cost_center_id is not distinct from k.cost_center_id and k.part in ('pivot', 'total')$row$)
  using p_project, p_filters;
end $function$;

CREATE OR REPLACE FUNCTION public.report_purchase(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(level text, row_key text, purchase_id uuid, po_no text, line_no integer, supplier text, invoice_no text, kind text, return_type text, status text, on_date date, date_added date, invoice_date date, delivery_date date, product_id uuid, material_code text, description text, category1 text, unit_of_measure text, case_config integer, month text, quantity bigint, litres numeric, cost numeric, cost_pieces integer, amount numeric, purchases numeric, supplier_returns numeric, prod_srp numeric, prod_srp_pieces integer, srp_amount numeric, in_quantity bigint, returns_in numeric, cancelled_quantity bigint, cancelled numeric, lines bigint, records bigint, suppliers bigint, products bigint, categories bigint, months bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return query execute private.report_statement(p_project, p_filters, 'report_purchase', 'reports.purchase', array[
      ['line', 'line', 'on_date, purchase_id, line_no', $k$s.on_date, s.purchase_id, to_char(s.line_no, 'FM00000')$k$, ''],
      -- With returns from customers their sum stands in a second part, and so does that of the rest.
      ['grouped', 'part', 'place', 's.place', $k$s.place = '1' or exists (select from lines x where x.place = '1')$k$],
      ['grouped', 'part_supplier', 'place, supplier_key', 's.supplier_key', 's.records > 1'],
      ['grouped', 'record', 'place, supplier_key, on_date, purchase_id', 's.on_date, s.purchase_id', 's.lines > 1'],
      ['grouped', 'line', 'place, supplier_key, on_date, purchase_id, line_no', $k$to_char(s.line_no, 'FM00000')$k$, ''],
      ['record', 'record', 'on_date, purchase_id', 's.on_date, s.purchase_id', ''], ['supplier', 'supplier', 'supplier_key', 's.supplier_key', ''],
      ['category', 'category', 'category_key', 's.category_key', ''], ['product', 'product', 'sort_key, product_id', 's.sort_key, s.product_id', ''],
      ['month', 'month', 'month', 's.month', ''], ['total', 'total', '', $k$''$k$, '']],
    array[['amount', 'highest', 's.amount + s.returns_in'], ['quantity', 'by', $k$to_char(1e14 - s.quantity - s.in_quantity, 'FM000000000000000')$k$]],
    $lines$select row_number() over () as n, b.*, to_char(b.on_date, 'YYYY-MM') as month, lower(b.supplier) as supplier_key,
      coalesce('0' || lower(b.category1), '1') as category_key,
      -- Returns from customers are apart, as they are not paid for.
      case when b.kind = 'return_in' then '1' else '0' end as place,
      case when not b.counts then 0 when b.kind = 'purchase' then 1 when b.kind = 'supplier_return' then -1 else 0 end as sign,
      b.counts and b.kind = 'return_in' as from_customer
    from private.purchase_report_lines($1, $2) b$lines$,
    $sums$min(l.n) as n, coalesce(sum(l.sign * l.quantity), 0)::bigint as quantity, coalesce(sum(l.sign * l.litres), 0.000) as litres,
      coalesce(sum(l.sign * l.amount), 0.00) as amount,
      coalesce(sum(l.amount) filter (where l.sign = 1), 0.00) as purchases, coalesce(sum(l.amount) filter (where l.sign = -1), 0.00) as supplier_returns,
      coalesce(sum(l.sign * l.srp_amount), 0.00) as srp_amount,
      coalesce(sum(l.quantity) filter (where l.from_customer), 0)::bigint as in_quantity,
      coalesce(sum(l.amount) filter (where l.from_customer), 0.00) as returns_in,
      coalesce(sum(l.quantity) filter (where not l.counts), 0)::bigint as cancelled_quantity,
      coalesce(sum(l.amount) filter (where not l.counts), 0.00) as cancelled,
      count(*) as lines, count(distinct (l.on_date, l.purchase_id)) as records,
      count(distinct l.supplier_key) filter (where {total}) as suppliers, count(distinct l.product_id) filter (where {total}) as products,
      count(distinct l.category_key) filter (where {total}) as categories, count(distinct l.month) filter (where {total}) as months$sums$,
    $row$
    select k.level, k.row_key, r.purchase_id, r.po_no, l.line_no, case when k.part in ('line', 'record', 'supplier', 'part_supplier') then f.supplier end, r.invoice_no,
      case when r.n is not null or (k.part in ('part', 'part_supplier') and f.place = '1') then f.kind end,
      case r.kind when 'purchase' then 'Purchase' when 'return_in' then 'Customer return' when 'supplier_return' then 'Return to supplier' end,
      r.status, r.on_date, r.date_added, r.invoice_date, r.delivery_date, g.product_id, g.material_code, g.description,
      case when k.part in ('line', 'product', 'category') then f.category1 end, g.unit_of_measure, g.case_config, k.month,
      k.quantity, k.litres, l.cost, l.cost_pieces, k.amount, k.purchases, k.supplier_returns, l.prod_srp, l.prod_srp_pieces, k.srp_amount,
      k.in_quantity, k.returns_in, k.cancelled_quantity, k.cancelled, k.lines, k.records, k.suppliers, k.products, k.categories, k.months
    from page k
    left join lines f on f.n = k.n
    -- Columns of one record, one line or one product
    left join lines r on r.n = k.n and k.part in ('line', 'record')
    left join lines l on l.n = k.n and k.part = 'line'
    left join lines g on g.n = k.n and k.part in ('line', 'product')$row$)
  using p_project, p_filters;
end $function$;

COMMENT ON FUNCTION "private"."report_statement"(uuid, jsonb, text, text, text[], text[], text, text, text) IS 'Opens a report (private.open_report) and returns the statement that answers it, to be run with p_project and p_filters as $1 and $2. p_lines: the query of its lines. p_levels: rows of level, part, columns, key, condition; the first level is the default. A level of one row is grouped by these columns of lines; one of several rows lists the last of them, with a subtotal after each group above it (the outermost comes first; its columns are among those of the next) that meets its condition. key: what orders the part within its group; columns that only other levels have are null. p_sums: aggregates of lines l; {total} in them is true in the total alone. p_orders: rows of order, highest | by, and the expression by which rows come before their key (name: the key alone). keys, conditions and orders read the sums s. p_row: what follows page k, the rows of the page with level, row_key and part: further queries after a comma, and the select. With with_total in p_filters the row of level total comes too, beyond the page, with an empty row key. Errors: 42501, 22023.';

COMMENT ON FUNCTION "public"."report_expenses"(uuid, jsonb) IS 'Expenses by the lines of vouchers. p_filters: {basis: added | printed | released (the date that from and to are about), from, to, status, cancelled (true: with cancelled ones), mode: cash | cheque | bank_transfer, category, classification, payee_id, cost_center_id, bank_id, level: line | grouped (lines by category and classification, after several of one its sums: level subtotal) | category | classification | cost_center | pivot (cost centers with by_month {YYYY-MM: amount}; heads of the total name the months) | payee | month (YYYY-MM) | total, limit, after or before (row_key; before answers backwards), with_total (true: the row of level total comes too)}. amount: of vouchers that are not cancelled = pending (printed ones among them) + released = ewt (tax withheld; of a line its part of its voucher''s) + net; net = cash + cheque + bank_transfer, as they are paid; cancelled stands apart. Of a line: who wrote the voucher (written_by), printed it last, recorded its release (released_by; releaser_name handed it out) and cancelled it, with the days. budget: of the cost centers that have one, for each month that the period touches (budget_left = budget - amount, theirs alone). Without filters amount is the sum of those vouchers'' totals. Errors: 42501, 22023.';

COMMENT ON FUNCTION "public"."report_purchase"(uuid, jsonb) IS 'Purchase records by their lines, in pieces and in the project''s currency. p_filters: {basis: added | invoice (the date that from and to are about; records without that date are left out) | delivery (what the stock ledger says was received and went back on each day: cancellations and corrections are rows of their own day), from, to (both included), kind: purchase | return_in | supplier_return, cancelled (true: with cancelled ones; not of delivery), supplier, category1, product_id, level: line | grouped (lines by supplier and record, after several of one their sums: level subtotal; returns from customers in a second part with its own sum) | record | supplier | category | product | month (YYYY-MM) | total, sort: name (lines and records: date) | amount | quantity (highest first), not of grouped, limit, after or before (row_key; before answers backwards), with_total (true: the row of level total comes too)}. purchases - supplier_returns = amount (net), with quantity, litres and srp_amount (quantity × the SRP of the line, where it has one) likewise; returns from customers (in_quantity, returns_in) and what is cancelled (cancelled_quantity, cancelled) are in none of these. A record is counted once for each of its days. Without filters the sums are those of purchase_totals. Errors: 42501, 22023.';

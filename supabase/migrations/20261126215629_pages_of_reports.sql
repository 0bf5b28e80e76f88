CREATE OR REPLACE FUNCTION known.report_ar(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(level text, row_key text, row_kind text, agent_id uuid, agent_name text, customer_id uuid, customer_name text, store_name text, booking_id uuid, document_id uuid, so_no text, document_no text, doc_date date, due_date date, terms_days integer, age_days integer, total numeric, collected numeric, balance numeric, ageing jsonb, overdue numeric, uncleared numeric, next_cheque date, cleared_balance numeric, unapplied numeric, credit_line numeric, credit_left numeric, documents bigint, customers bigint, agents bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return query execute private.report_statement(p_project, p_filters, 'report_ar', 'reports.ar', array[
      ['document', 'document', 'agent_id, customer_id, document_id', 'lower(s.agent_name), s.agent_id, s.customer_key, s.customer_id, s.doc_date, s.document_id', 'line'],
      ['grouped', 'agent', 'agent_id', 'lower(s.agent_name), s.agent_id', 'true'],
      ['grouped', 'agent_customer', 'agent_id, customer_id', 's.customer_key, s.customer_id', 's.documents > 1'],
      ['grouped', 'document', 'agent_id, customer_id, document_id', 's.doc_date, s.document_id', 'line'],
      ['customer', 'customer', 'customer_id', 's.customer_key, s.customer_id', ''], ['agent', 'agent', 'agent_id', 'lower(s.agent_name), s.agent_id', ''], ['total', 'total', '', $k$''$k$, '']],
    array[['balance', 'highest', 's.balance'], ['age', 'by', $k$to_char(1000000 - s.age_days, 'FM0000000')$k$]],
    format('select l.* from known.ar_lines($1, $2, null, %L) l', coalesce(p_filters ->> 'level', 'document') not in ('document', 'grouped')),
    $sums$min(l.agent_name) as agent_name, min(l.customer_name) as customer_name, min(l.store_name) as store_name,
      min(l.customer_key) as customer_key, min(l.doc_date) as doc_date, min(l.due_date) as due_date, max(l.age) as age_days,
      coalesce(sum(l.total), 0.00) as total, coalesce(sum(l.collected), 0.00) as collected, coalesce(sum(l.balance), 0.00) as balance,
      array[sum(l.bucket_0), sum(l.bucket_1), sum(l.bucket_2), sum(l.bucket_3), sum(l.bucket_4), sum(l.bucket_5), sum(l.bucket_6), sum(l.bucket_7)] as buckets,
      coalesce(sum(l.past_due), 0.00) as overdue,
      coalesce(sum(l.uncleared), 0.00) as uncleared, min(l.next_cheque) as next_cheque,
      coalesce(sum(l.unapplied), 0.00) as unapplied,
      min(l.credit_line) as credit_line, min(l.credit_left) as credit_left,
      coalesce(sum(l.documents), 0)::bigint as documents, count(distinct l.customer_id) as customers, count(distinct l.agent_id) as agents$sums$,
    $row$
    select k.level, k.row_key, l.row_kind, k.agent_id, case when k.part not in ('customer', 'total') then k.agent_name end,
      k.customer_id, case when c.shown then k.customer_name end, case when c.shown then k.store_name end,
      b.id, k.document_id, b.so_no, coalesce(b.invoice_no, r.cr_no), k.doc_date, k.due_date, l.terms_days, k.age_days,
      k.total, k.collected, k.balance, private.ageing_by_name(k.buckets, (select known.ageing_bounds($1))), k.overdue,
      k.uncleared, k.next_cheque, k.balance + k.uncleared, k.unapplied, case when c.shown then k.credit_line end, case when c.shown then k.credit_left end,
      k.documents, k.customers, k.agents
    from page k left join lines l on l.document_id = k.document_id
    left join known.bookings b on b.project_id = $1 and b.id = k.document_id
    left join known.collections r on r.project_id = $1 and r.id = k.document_id
    cross join lateral (select k.part not in ('agent', 'total') as shown) c$row$)
  using p_project, p_filters;
end $function$;

CREATE OR REPLACE FUNCTION known.report_customer_masterlist(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(level text, row_key text, customer_id uuid, name text, store_name text, tin_no text, business_style text, address text, area text, contact text, agent_id uuid, agent_name text, manager_id uuid, manager_name text, approval_status text, approval text, activity text, terms_days integer, credit_line numeric, collectibles numeric, credit_left numeric, first_order date, last_order date, orders bigint, date_added date, customers bigint, active bigint, without_tin bigint, without_limit bigint, agents bigint, areas bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return query execute private.report_statement(p_project, p_filters, 'report_customer_masterlist', 'reports.masterlist', array[
      ['customer', 'customer', 'customer_id', $k$'', '', s.sort_key, s.customer_id$k$, 'line'],
      ['grouped', 'agent', 'agent_id', 'lower(s.agent_name), s.agent_id', 's.customers > 1'], ['grouped', 'customer', 'agent_id, customer_id', 's.sort_key, s.customer_id', 'line'],
      ['by_area', 'area', 'area_key', 's.area_key', 's.customers > 1'], ['by_area', 'customer', 'area_key, customer_id', 's.sort_key, s.customer_id', 'line'],
      ['agent', 'agent', 'agent_id', $k$'', '', lower(s.agent_name), s.agent_id$k$, ''], ['area', 'area', 'area_key', $k$'', '', s.area_key$k$, ''], ['total', 'total', '', $k$''$k$, '']],
    array[['collectibles', 'highest', 's.collectibles'], ['last_order', 'by', $k$coalesce(s.last_order::text, '')$k$],
      ['added', 'by', $k$to_char(10000000 - (s.date_added - date '2000-01-01'), 'FM00000000')$k$]],
    -- Rows without area come last.
    $lines$select l.*, coalesce('0' || lower(l.area), '1') as area_key from known.masterlist_lines($1, $2) l$lines$,
    $sums$min(l.sort_key) as sort_key, min(l.area) as area, min(l.agent_id::text)::uuid as of_agent,
      min(l.agent_name) as agent_name, min(l.manager_id::text)::uuid as manager_id, min(l.manager_name) as manager_name,
      sum(l.credit_line) as credit_line, coalesce(sum(l.collectibles), 0.00) as collectibles,
      min(l.first_order) as first_order, max(l.last_order) as last_order, coalesce(sum(l.orders), 0)::bigint as orders, min(l.date_added) as date_added,
      count(l.customer_id) as customers, count(*) filter (where l.is_active) as active,
      count(l.customer_id) filter (where coalesce(l.tin_no, '') = '') as without_tin, count(l.customer_id) filter (where l.credit_line is null) as without_limit,
      count(distinct l.agent_id) as agents, count(distinct l.area_key) as areas$sums$,
    $row$
    select k.level, k.row_key, k.customer_id, l.name, l.store_name, l.tin_no, l.business_style, l.address, case when k.part in ('customer', 'area') then k.area end, l.contact,
      case when a.shown then k.of_agent end, case when a.shown then k.agent_name end, case when a.shown then k.manager_id end, case when a.shown then k.manager_name end,
      l.approval_status, initcap(l.approval_status), l.activity, l.terms_days,
      k.credit_line, k.collectibles, l.credit_left, k.first_order, k.last_order, k.orders, l.date_added,
      k.customers, k.active, k.without_tin, k.without_limit, k.agents, k.areas
    from page k left join lines l on l.customer_id = k.customer_id
    cross join lateral (select k.part in ('customer', 'agent') as shown) a$row$)
  using p_project, p_filters;
end $function$;

CREATE OR REPLACE FUNCTION known.report_expenses(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(level text, row_key text, voucher_id uuid, voucher_no integer, line_no integer, status text, on_date date, date_added date, date_printed date, date_released date, payee_id uuid, pay_to text, pay_to_account_no text, invoice_no text, category text, classification text, cost_center_id uuid, cost_center text, account_number text, month text, description text, paid_by text, cheque_bank text, cheque_account_no text, cheque_no text, written_by text, printed_by text, releaser_name text, released_by text, cancelled_by text, cancelled_on date, amount numeric, ewt numeric, net numeric, pending numeric, released numeric, cancelled numeric, cash numeric, cheque numeric, bank_transfer numeric, budget numeric, budget_left numeric, by_month jsonb, heads jsonb, lines bigint, vouchers bigint, categories bigint, classifications bigint, cost_centers bigint, payees bigint, months bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return query execute private.report_statement(p_project, p_filters, 'report_expenses', 'reports.expenses', array[
      ['line', 'line', 'line_id', 's.line_key', 'line'],
      ['grouped', 'category', 'category', 's.category_key', 's.classifications > 1'],
      ['grouped', 'classification', 'category, classification', 's.classification_key', 's.lines > 1'],
      ['grouped', 'line', 'category, classification, line_id', 's.line_key', 'line'],
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

CREATE OR REPLACE FUNCTION known.report_inventory(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(level text, row_key text, product_id uuid, material_code text, description text, unit_of_measure text, case_config integer, status text, supplier text, category1 text, category2 text, category3 text, opening bigint, purchased bigint, supplier_returned bigint, returned bigint, used bigint, adjusted bigint, ending bigint, sellable bigint, bad_order bigint, litres numeric, reserved bigint, available bigint, reorder_level integer, to_buy bigint, cost numeric, cost_pieces integer, cost_value numeric, book_value numeric, srp numeric, srp_pieces integer, srp_value numeric, margin_value numeric, products bigint, categories1 bigint, categories2 bigint, categories3 bigint, suppliers bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return query execute private.report_statement(p_project, p_filters, 'report_inventory', 'reports.inventory', array[
      ['product', 'product', 'product_id', 's.sort_key, s.product_id', 'line'],
      ['grouped', 'category1', 'key1', 's.key1', 's.categories2 > 1'], ['grouped', 'category2', 'key1, key2', 's.key2', 's.categories3 > 1'],
      ['grouped', 'category3', 'key1, key2, key3', 's.key3', 's.products > 1'], ['grouped', 'product', 'key1, key2, key3, product_id', 's.sort_key, s.product_id', 'line'],
      ['by_supplier', 'supplier', 'supplier_key', 's.supplier_key', 's.products > 1'], ['by_supplier', 'product', 'supplier_key, product_id', 's.sort_key, s.product_id', 'line'],
      ['category1', 'category1', 'key1', 's.key1', ''], ['category2', 'category2', 'key1, key2', 's.key1, s.key2', ''],
      ['category3', 'category3', 'key1, key2, key3', 's.key1, s.key2, s.key3', ''], ['supplier', 'supplier', 'supplier_key', 's.supplier_key', ''], ['total', 'total', '', $k$''$k$, '']],
    array[['code', 'by', $k$case s.part when 'product' then lower(s.material_code) || E'\x1f' else '' end$k$], ['ending', 'highest', 's.ending'], ['used', 'highest', 's.used'],
      ['cost_value', 'highest', 'coalesce(s.cost_value, 0)'], ['srp_value', 'highest', 's.srp_value'], ['margin_value', 'highest', 'coalesce(s.margin_value, 0)']],
    $lines$select l.*,
      -- Rows without category or supplier come last.
      coalesce('0' || lower(l.category1), '1') as key1, coalesce('0' || lower(l.category2), '1') as key2,
      coalesce('0' || lower(l.category3), '1') as key3, coalesce('0' || lower(l.supplier), '1') as supplier_key
    from known.inventory_lines($1, $2) l$lines$,
    $sums$min(l.sort_key) as sort_key, min(l.material_code) as material_code, min(l.supplier) as supplier,
      min(l.category1) as category1, min(l.category2) as category2, min(l.category3) as category3,
      coalesce(sum(l.opening), 0)::bigint as opening, coalesce(sum(l.purchased), 0)::bigint as purchased,
      coalesce(sum(l.supplier_returned), 0)::bigint as supplier_returned, coalesce(sum(l.returned), 0)::bigint as returned,
      coalesce(sum(l.used), 0)::bigint as used, coalesce(sum(l.adjusted), 0)::bigint as adjusted, coalesce(sum(l.ending), 0)::bigint as ending,
      coalesce(sum(l.bad_order), 0)::bigint as bad_order,
      coalesce(sum(l.litres), 0.000) as litres, coalesce(sum(l.reserved), 0) as reserved, coalesce(sum(l.available), 0) as available,
      count(*) filter (where l.below_reorder) as to_buy, case when (select private.scope_of($1, 'costs.read')) is not null then coalesce(sum(l.cost_value), 0.00) end as cost_value,
      case when (select private.scope_of($1, 'costs.read')) is not null then coalesce(sum(l.book_value), 0.00) end as book_value,
      coalesce(sum(l.srp_value), 0.00) as srp_value, case when (select private.scope_of($1, 'costs.read')) is not null then coalesce(sum(l.srp_value - l.cost_value), 0.00) end as margin_value,
      count(l.product_id) as products, count(distinct l.key1) as categories1, count(distinct (l.key1, l.key2)) as categories2,
      count(distinct (l.key1, l.key2, l.key3)) as categories3, case when (select private.scope_of($1, 'costs.read')) is not null then count(distinct l.supplier_key) end as suppliers$sums$,
    $row$
    select k.level, k.row_key, k.product_id, l.material_code, l.description, l.unit_of_measure, l.case_config, l.status,
      case when k.part in ('product', 'supplier') then k.supplier end, case when k.part in ('product', 'category1', 'category2', 'category3') then k.category1 end,
      case when k.part in ('product', 'category2', 'category3') then k.category2 end, case when k.part in ('product', 'category3') then k.category3 end,
      k.opening, k.purchased, k.supplier_returned, k.returned, k.used, k.adjusted, k.ending, k.ending - k.bad_order, k.bad_order, k.litres, k.reserved, k.available,
      l.reorder_level, k.to_buy, l.cost, l.cost_pieces, k.cost_value, k.book_value, l.srp, l.srp_pieces, k.srp_value,
      k.margin_value, k.products, k.categories1, k.categories2, k.categories3, k.suppliers
    from page k left join lines l on l.product_id = k.product_id$row$)
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
      ['line', 'line', 'on_date, purchase_id, line_no', $k$s.on_date, s.purchase_id, to_char(s.line_no, 'FM00000')$k$, 'line'],
      -- With returns from customers their sum stands in a second part, and so does that of the rest.
      ['grouped', 'part', 'place', 's.place', $k$s.place = '1' or exists (select from lines x where x.place = '1')$k$],
      ['grouped', 'part_supplier', 'place, supplier_key', 's.supplier_key', 's.records > 1'],
      ['grouped', 'record', 'place, supplier_key, on_date, purchase_id', 's.on_date, s.purchase_id', 's.lines > 1'],
      ['grouped', 'line', 'place, supplier_key, on_date, purchase_id, line_no', $k$to_char(s.line_no, 'FM00000')$k$, 'line'],
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
      {total: count(distinct l.supplier_key)} as suppliers, {total: count(distinct l.product_id)} as products,
      {total: count(distinct l.category_key)} as categories, {total: count(distinct l.month)} as months$sums$,
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
  v_lines text := p_lines;
  v_sums text;
  v_summed text;
  -- The levels above the last one
  v_above_sets text;
  v_above_dims text;
  v_above_part text;
  v_above_columns text;
  -- The row key of a single line
  v_line_key text;
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
    if i = v_last then
      v_above_sets := v_sets; v_above_dims := v_dims; v_above_part := v_part;
      v_line_key := format('concat_ws(E''\x1f''%s, %s) collate "C"', v_above, p_levels[i][4]);
    end if;
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
  select string_agg(n.none, '' order by n.d), string_agg(case when n.d = any (string_to_array(v_dims, ', ')) then n.own else n.none end, '' order by n.d),
    string_agg(case when n.d = any (string_to_array(v_above_dims, ', ')) then n.own else n.none end, '' order by n.d) into v_none, v_columns, v_above_columns
  from (
    select x.d, format('l.%I, ', x.d) as own, format('case when false then (array_agg(l.%I))[1] end as %1$I, ', x.d) as none
    from (select distinct unnest(string_to_array(p_levels[n][3], ', ')) as d from generate_subscripts(p_levels, 1) n) x) n;
  v_sums := regexp_replace(p_sums, '\{total: ([^}]*)\}', case v_level when 'total' then '\1' else '0::bigint' end, 'g');
  if p_levels[v_last][5] = 'line' and coalesce(v_order, '') = '' and ask.row_limit is not null then
    -- Of single lines only those of the page are summed, and of the groups above only those that end on it: they are complete with the lines up to its last one.
    v_lines := format('select s.*, %s as page_key from (%s) s', v_line_key, p_lines);
    v_summed := format('select %L::text as part, %s%s from first l group by %s', p_levels[v_last][2], v_columns, v_sums, v_dims)
      || case when v_above_sets is null then '' else format(' union all select %s as part, %s%s from lines l where %s group by grouping sets (%s)',
        case when v_above_part like 'else %' then format('%L::text', p_levels[v_last - 1][2]) else format('case %s end', v_above_part) end, v_above_columns, v_sums,
        case when ask.before is not null then format('l.page_key < %L', ask.before) else '(select b.last from bound b) is null or l.page_key <= (select b.last from bound b)' end, v_above_sets) end;
    v_lines := v_lines || format('), first as materialized (select l.* from lines l where true%s%s order by l.page_key %s limit %s), bound as (select case count(*) when %s then max(f.page_key) end as last from first f',
      case when ask.after is not null then format(' and l.page_key > %L', ask.after) end, case when ask.before is not null then format(' and l.page_key < %L', ask.before) end, v_direction, ask.row_limit, ask.row_limit);
  else
    v_summed := format('select %s as part, %s%s from lines l group by grouping sets (%s)',
      case v_part when format('else %L', p_levels[v_last][2]) then format('%L::text', p_levels[v_last][2]) else format('case %s end', v_part) end, v_columns, v_sums, v_sets);
  end if;
  return format('with lines as (%s), summed as (%s)', v_lines, v_summed)
    || format(', keyed as (select s.*, (%scase s.part%s end) collate "C" as row_key from summed s%s)', v_order, v_key,
      case when v_shown <> '' then format(' where case s.part%s else true end', v_shown) end)
    || format(', page as ((select case k.part when %L then %1$L else ''subtotal'' end as level, k.* from keyed k where true%s%s order by k.row_key %s%s)', p_levels[v_last][2],
      case when ask.after is not null then format(' and k.row_key > %L collate "C"', ask.after) end,
      case when ask.before is not null then format(' and k.row_key < %L collate "C"', ask.before) end, v_direction, ' limit ' || ask.row_limit)
    || case when v_level <> 'total' and private.read_boolean(p_filters, 'with_total') then
      format(' union all select ''total'', ''total'', %s%s, '''' collate "C" from lines l group by grouping sets (())', v_none, regexp_replace(p_sums, '\{total: ([^}]*)\}', '\1', 'g')) else '' end
    || format(')%s order by k.row_key %s', p_row, v_direction);
end $function$;

CREATE OR REPLACE FUNCTION public.report_ar(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(level text, row_key text, row_kind text, agent_id uuid, agent_name text, customer_id uuid, customer_name text, store_name text, booking_id uuid, document_id uuid, so_no text, document_no text, doc_date date, due_date date, terms_days integer, age_days integer, total numeric, collected numeric, balance numeric, ageing jsonb, overdue numeric, uncleared numeric, next_cheque date, cleared_balance numeric, unapplied numeric, credit_line numeric, credit_left numeric, documents bigint, customers bigint, agents bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return query execute private.report_statement(p_project, p_filters, 'report_ar', 'reports.ar', array[
      ['document', 'document', 'agent_id, customer_id, document_id', 'lower(s.agent_name), s.agent_id, s.customer_key, s.customer_id, s.doc_date, s.document_id', 'line'],
      ['grouped', 'agent', 'agent_id', 'lower(s.agent_name), s.agent_id', 'true'],
      ['grouped', 'agent_customer', 'agent_id, customer_id', 's.customer_key, s.customer_id', 's.documents > 1'],
      ['grouped', 'document', 'agent_id, customer_id, document_id', 's.doc_date, s.document_id', 'line'],
      ['customer', 'customer', 'customer_id', 's.customer_key, s.customer_id', ''], ['agent', 'agent', 'agent_id', 'lower(s.agent_name), s.agent_id', ''], ['total', 'total', '', $k$''$k$, '']],
    array[['balance', 'highest', 's.balance'], ['age', 'by', $k$to_char(1000000 - s.age_days, 'FM0000000')$k$]],
    format('select l.* from private.ar_lines($1, $2, null, %L) l', coalesce(p_filters ->> 'level', 'document') not in ('document', 'grouped')),
    $sums$min(l.agent_name) as agent_name, min(l.customer_name) as customer_name, min(l.store_name) as store_name,
      min(l.customer_key) as customer_key, min(l.doc_date) as doc_date, min(l.due_date) as due_date, max(l.age) as age_days,
      coalesce(sum(l.total), 0.00) as total, coalesce(sum(l.collected), 0.00) as collected, coalesce(sum(l.balance), 0.00) as balance,
      array[sum(l.bucket_0), sum(l.bucket_1), sum(l.bucket_2), sum(l.bucket_3), sum(l.bucket_4), sum(l.bucket_5), sum(l.bucket_6), sum(l.bucket_7)] as buckets,
      coalesce(sum(l.past_due), 0.00) as overdue,
      coalesce(sum(l.uncleared), 0.00) as uncleared, min(l.next_cheque) as next_cheque,
      coalesce(sum(l.unapplied), 0.00) as unapplied,
      min(l.credit_line) as credit_line, min(l.credit_left) as credit_left,
      coalesce(sum(l.documents), 0)::bigint as documents, count(distinct l.customer_id) as customers, count(distinct l.agent_id) as agents$sums$,
    $row$
    select k.level, k.row_key, l.row_kind, k.agent_id, case when k.part not in ('customer', 'total') then k.agent_name end,
      k.customer_id, case when c.shown then k.customer_name end, case when c.shown then k.store_name end,
      b.id, k.document_id, b.so_no, coalesce(b.invoice_no, r.cr_no), k.doc_date, k.due_date, l.terms_days, k.age_days,
      k.total, k.collected, k.balance, private.ageing_by_name(k.buckets, (select private.ageing_bounds($1))), k.overdue,
      k.uncleared, k.next_cheque, k.balance + k.uncleared, k.unapplied, case when c.shown then k.credit_line end, case when c.shown then k.credit_left end,
      k.documents, k.customers, k.agents
    from page k left join lines l on l.document_id = k.document_id
    left join public.bookings b on b.project_id = $1 and b.id = k.document_id
    left join public.collections r on r.project_id = $1 and r.id = k.document_id
    cross join lateral (select k.part not in ('agent', 'total') as shown) c$row$)
  using p_project, p_filters;
end $function$;

CREATE OR REPLACE FUNCTION public.report_customer_masterlist(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(level text, row_key text, customer_id uuid, name text, store_name text, tin_no text, business_style text, address text, area text, contact text, agent_id uuid, agent_name text, manager_id uuid, manager_name text, approval_status text, approval text, activity text, terms_days integer, credit_line numeric, collectibles numeric, credit_left numeric, first_order date, last_order date, orders bigint, date_added date, customers bigint, active bigint, without_tin bigint, without_limit bigint, agents bigint, areas bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return query execute private.report_statement(p_project, p_filters, 'report_customer_masterlist', 'reports.masterlist', array[
      ['customer', 'customer', 'customer_id', $k$'', '', s.sort_key, s.customer_id$k$, 'line'],
      ['grouped', 'agent', 'agent_id', 'lower(s.agent_name), s.agent_id', 's.customers > 1'], ['grouped', 'customer', 'agent_id, customer_id', 's.sort_key, s.customer_id', 'line'],
      ['by_area', 'area', 'area_key', 's.area_key', 's.customers > 1'], ['by_area', 'customer', 'area_key, customer_id', 's.sort_key, s.customer_id', 'line'],
      ['agent', 'agent', 'agent_id', $k$'', '', lower(s.agent_name), s.agent_id$k$, ''], ['area', 'area', 'area_key', $k$'', '', s.area_key$k$, ''], ['total', 'total', '', $k$''$k$, '']],
    array[['collectibles', 'highest', 's.collectibles'], ['last_order', 'by', $k$coalesce(s.last_order::text, '')$k$],
      ['added', 'by', $k$to_char(10000000 - (s.date_added - date '2000-01-01'), 'FM00000000')$k$]],
    -- Rows without area come last.
    $lines$select l.*, coalesce('0' || lower(l.area), '1') as area_key from private.masterlist_lines($1, $2) l$lines$,
    $sums$min(l.sort_key) as sort_key, min(l.area) as area, min(l.agent_id::text)::uuid as of_agent,
      min(l.agent_name) as agent_name, min(l.manager_id::text)::uuid as manager_id, min(l.manager_name) as manager_name,
      sum(l.credit_line) as credit_line, coalesce(sum(l.collectibles), 0.00) as collectibles,
      min(l.first_order) as first_order, max(l.last_order) as last_order, coalesce(sum(l.orders), 0)::bigint as orders, min(l.date_added) as date_added,
      count(l.customer_id) as customers, count(*) filter (where l.is_active) as active,
      count(l.customer_id) filter (where coalesce(l.tin_no, '') = '') as without_tin, count(l.customer_id) filter (where l.credit_line is null) as without_limit,
      count(distinct l.agent_id) as agents, count(distinct l.area_key) as areas$sums$,
    $row$
    select k.level, k.row_key, k.customer_id, l.name, l.store_name, l.tin_no, l.business_style, l.address, case when k.part in ('customer', 'area') then k.area end, l.contact,
      case when a.shown then k.of_agent end, case when a.shown then k.agent_name end, case when a.shown then k.manager_id end, case when a.shown then k.manager_name end,
      l.approval_status, initcap(l.approval_status), l.activity, l.terms_days,
      k.credit_line, k.collectibles, l.credit_left, k.first_order, k.last_order, k.orders, l.date_added,
      k.customers, k.active, k.without_tin, k.without_limit, k.agents, k.areas
    from page k left join lines l on l.customer_id = k.customer_id
    cross join lateral (select k.part in ('customer', 'agent') as shown) a$row$)
  using p_project, p_filters;
end $function$;

CREATE OR REPLACE FUNCTION public.report_expenses(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(level text, row_key text, voucher_id uuid, voucher_no integer, line_no integer, status text, on_date date, date_added date, date_printed date, date_released date, payee_id uuid, pay_to text, pay_to_account_no text, invoice_no text, category text, classification text, cost_center_id uuid, cost_center text, account_number text, month text, description text, paid_by text, cheque_bank text, cheque_account_no text, cheque_no text, written_by text, printed_by text, releaser_name text, released_by text, cancelled_by text, cancelled_on date, amount numeric, ewt numeric, net numeric, pending numeric, released numeric, cancelled numeric, cash numeric, cheque numeric, bank_transfer numeric, budget numeric, budget_left numeric, by_month jsonb, heads jsonb, lines bigint, vouchers bigint, categories bigint, classifications bigint, cost_centers bigint, payees bigint, months bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return query execute private.report_statement(p_project, p_filters, 'report_expenses', 'reports.expenses', array[
      ['line', 'line', 'line_id', 's.line_key', 'line'],
      ['grouped', 'category', 'category', 's.category_key', 's.classifications > 1'],
      ['grouped', 'classification', 'category, classification', 's.classification_key', 's.lines > 1'],
      ['grouped', 'line', 'category, classification, line_id', 's.line_key', 'line'],
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

CREATE OR REPLACE FUNCTION public.report_inventory(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(level text, row_key text, product_id uuid, material_code text, description text, unit_of_measure text, case_config integer, status text, supplier text, category1 text, category2 text, category3 text, opening bigint, purchased bigint, supplier_returned bigint, returned bigint, used bigint, adjusted bigint, ending bigint, sellable bigint, bad_order bigint, litres numeric, reserved bigint, available bigint, reorder_level integer, to_buy bigint, cost numeric, cost_pieces integer, cost_value numeric, book_value numeric, srp numeric, srp_pieces integer, srp_value numeric, margin_value numeric, products bigint, categories1 bigint, categories2 bigint, categories3 bigint, suppliers bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return query execute private.report_statement(p_project, p_filters, 'report_inventory', 'reports.inventory', array[
      ['product', 'product', 'product_id', 's.sort_key, s.product_id', 'line'],
      ['grouped', 'category1', 'key1', 's.key1', 's.categories2 > 1'], ['grouped', 'category2', 'key1, key2', 's.key2', 's.categories3 > 1'],
      ['grouped', 'category3', 'key1, key2, key3', 's.key3', 's.products > 1'], ['grouped', 'product', 'key1, key2, key3, product_id', 's.sort_key, s.product_id', 'line'],
      ['by_supplier', 'supplier', 'supplier_key', 's.supplier_key', 's.products > 1'], ['by_supplier', 'product', 'supplier_key, product_id', 's.sort_key, s.product_id', 'line'],
      ['category1', 'category1', 'key1', 's.key1', ''], ['category2', 'category2', 'key1, key2', 's.key1, s.key2', ''],
      ['category3', 'category3', 'key1, key2, key3', 's.key1, s.key2, s.key3', ''], ['supplier', 'supplier', 'supplier_key', 's.supplier_key', ''], ['total', 'total', '', $k$''$k$, '']],
    array[['code', 'by', $k$case s.part when 'product' then lower(s.material_code) || E'\x1f' else '' end$k$], ['ending', 'highest', 's.ending'], ['used', 'highest', 's.used'],
      ['cost_value', 'highest', 'coalesce(s.cost_value, 0)'], ['srp_value', 'highest', 's.srp_value'], ['margin_value', 'highest', 'coalesce(s.margin_value, 0)']],
    $lines$select l.*,
      -- Rows without category or supplier come last.
      coalesce('0' || lower(l.category1), '1') as key1, coalesce('0' || lower(l.category2), '1') as key2,
      coalesce('0' || lower(l.category3), '1') as key3, coalesce('0' || lower(l.supplier), '1') as supplier_key
    from private.inventory_lines($1, $2) l$lines$,
    $sums$min(l.sort_key) as sort_key, min(l.material_code) as material_code, min(l.supplier) as supplier,
      min(l.category1) as category1, min(l.category2) as category2, min(l.category3) as category3,
      coalesce(sum(l.opening), 0)::bigint as opening, coalesce(sum(l.purchased), 0)::bigint as purchased,
      coalesce(sum(l.supplier_returned), 0)::bigint as supplier_returned, coalesce(sum(l.returned), 0)::bigint as returned,
      coalesce(sum(l.used), 0)::bigint as used, coalesce(sum(l.adjusted), 0)::bigint as adjusted, coalesce(sum(l.ending), 0)::bigint as ending,
      coalesce(sum(l.bad_order), 0)::bigint as bad_order,
      coalesce(sum(l.litres), 0.000) as litres, coalesce(sum(l.reserved), 0) as reserved, coalesce(sum(l.available), 0) as available,
      count(*) filter (where l.below_reorder) as to_buy, case when (select private.scope_of($1, 'costs.read')) is not null then coalesce(sum(l.cost_value), 0.00) end as cost_value,
      case when (select private.scope_of($1, 'costs.read')) is not null then coalesce(sum(l.book_value), 0.00) end as book_value,
      coalesce(sum(l.srp_value), 0.00) as srp_value, case when (select private.scope_of($1, 'costs.read')) is not null then coalesce(sum(l.srp_value - l.cost_value), 0.00) end as margin_value,
      count(l.product_id) as products, count(distinct l.key1) as categories1, count(distinct (l.key1, l.key2)) as categories2,
      count(distinct (l.key1, l.key2, l.key3)) as categories3, case when (select private.scope_of($1, 'costs.read')) is not null then count(distinct l.supplier_key) end as suppliers$sums$,
    $row$
    select k.level, k.row_key, k.product_id, l.material_code, l.description, l.unit_of_measure, l.case_config, l.status,
      case when k.part in ('product', 'supplier') then k.supplier end, case when k.part in ('product', 'category1', 'category2', 'category3') then k.category1 end,
      case when k.part in ('product', 'category2', 'category3') then k.category2 end, case when k.part in ('product', 'category3') then k.category3 end,
      k.opening, k.purchased, k.supplier_returned, k.returned, k.used, k.adjusted, k.ending, k.ending - k.bad_order, k.bad_order, k.litres, k.reserved, k.available,
      l.reorder_level, k.to_buy, l.cost, l.cost_pieces, k.cost_value, k.book_value, l.srp, l.srp_pieces, k.srp_value,
      k.margin_value, k.products, k.categories1, k.categories2, k.categories3, k.suppliers
    from page k left join lines l on l.product_id = k.product_id$row$)
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
      ['line', 'line', 'on_date, purchase_id, line_no', $k$s.on_date, s.purchase_id, to_char(s.line_no, 'FM00000')$k$, 'line'],
      -- With returns from customers their sum stands in a second part, and so does that of the rest.
      ['grouped', 'part', 'place', 's.place', $k$s.place = '1' or exists (select from lines x where x.place = '1')$k$],
      ['grouped', 'part_supplier', 'place, supplier_key', 's.supplier_key', 's.records > 1'],
      ['grouped', 'record', 'place, supplier_key, on_date, purchase_id', 's.on_date, s.purchase_id', 's.lines > 1'],
      ['grouped', 'line', 'place, supplier_key, on_date, purchase_id, line_no', $k$to_char(s.line_no, 'FM00000')$k$, 'line'],
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
      {total: count(distinct l.supplier_key)} as suppliers, {total: count(distinct l.product_id)} as products,
      {total: count(distinct l.category_key)} as categories, {total: count(distinct l.month)} as months$sums$,
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

COMMENT ON FUNCTION "private"."report_statement"(uuid, jsonb, text, text, text[], text[], text, text, text) IS 'Opens a report (private.open_report) and returns the statement that answers it, to be run with p_project and p_filters as $1 and $2. p_lines: the query of its lines. p_levels: rows of level, part, columns, key, condition; the first level is the default. A level of one row is grouped by these columns of lines; one of several rows lists the last of them, with a subtotal after each group above it (the outermost comes first; its columns are among those of the next) that meets its condition. key: what orders the part within its group; columns that only other levels have are null. The condition of the last of them is ''line'' where every line is a row of its own; its key and those above it then read columns of lines. p_sums: aggregates of lines l; {total: count} is one of the total alone, and else 0. p_orders: rows of order, highest | by, and the expression by which rows come before their key (name: the key alone). keys, conditions and orders read the sums s. p_row: what follows page k, the rows of the page with level, row_key and part: further queries after a comma, and the select. With with_total in p_filters the row of level total comes too, beyond the page, with an empty row key. Errors: 42501, 22023.';

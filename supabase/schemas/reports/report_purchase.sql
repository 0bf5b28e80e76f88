-- Report of purchases by line, with returns to suppliers and from customers; one function for screen, Excel, print and dashboard.

create or replace function private.purchase_entries(p_project uuid, p_basis text, p_from date, p_to date)
returns table (purchase_id uuid, line_id uuid, line_no int, product_id uuid, on_date date, quantity int, amount numeric, variance numeric,
  cost numeric, cost_pieces int, prod_srp numeric, prod_srp_pieces int, srp_amount numeric, cancelled_quantity int, cancelled numeric)
language plpgsql stable security definer set search_path = '' as $$
declare v_zone text := private.zone_of(p_project);
begin
  if private.scope_of(p_project, 'reports.purchase') is null then return; end if;
  return query
  with dated as materialized (
    select p.id, p.cancelled_at, case p.kind when 'supplier_return' then -1 else 1 end as sign, case when d.day is not null
      then greatest(d.day, p.counts_from) end as day
    from public.purchases p
    cross join lateral (select case p_basis when 'added' then p.date_added when 'invoice' then p.invoice_date end as day) d
    where p.project_id = p_project
  ), edits as materialized (
    -- A price counted from the edit before it (since) to its own.
    select r.*, lag(r.decided_at, 1, '-infinity') over (partition by r.purchase_line_id, r.item_to_edit order by r.decided_at) as since
    from public.product_edit_requests r
    where r.project_id = p_project and r.request_status = 'approved' and r.item_to_edit <> 'quantity'
  ), records as (
    select d.id from dated d where d.day between p_from and p_to
    union
    select m.source_id from public.stock_movements m
    where m.project_id = p_project and m.source_table = 'purchases' and m.on_date between p_from and p_to
    union
    select e.purchase_id from edits e where (e.decided_at at time zone v_zone)::date between p_from and p_to
  ), entries as (
    select m.source_id as purchase_id, m.source_line as line_id, m.created_at as at, d.sign * m.quantity as quantity,
      d.sign * (m.cost + m.variance + m.vat_amount) as amount, d.sign * m.variance as variance,
      case when row_number() over w = 1 then coalesce(d.day, m.on_date) else m.on_date end as on_date,
      -- Nothing but its cancellation is posted of a record since then.
      coalesce(m.created_at >= d.cancelled_at, false) as cancels
    from records r
    join dated d on d.id = r.id
    join public.stock_movements m on m.project_id = p_project and m.source_table = 'purchases' and m.source_id = r.id
    window w as (partition by m.source_line order by m.id)
    union all
    select e.purchase_id, e.purchase_line_id, e.decided_at, 0, 0, 0, (e.decided_at at time zone v_zone)::date, false
    from records r join edits e on e.purchase_id = r.id where e.item_to_edit = 'prod_srp'
  ), priced as (
    -- Prices as they were at that time: a later correction changes no day before it.
    select n.*, l.line_no, l.product_id, case when c.id is null then l.cost else c.item_edit_from end as cost,
      case when c.id is null then l.cost_pieces else c.from_pieces end as cost_pieces,
      case when s.id is null then l.prod_srp else s.item_edit_from end as prod_srp,
      case when s.id is null then l.prod_srp_pieces else s.from_pieces end as prod_srp_pieces,
      sum(n.quantity) over (partition by n.line_id order by n.at, n.on_date)::int as held
    from entries n
    join public.purchase_lines l on l.project_id = p_project and l.id = n.line_id
    left join edits c on c.purchase_line_id = n.line_id and c.item_to_edit = 'cost' and n.at >= c.since and n.at < c.decided_at
    left join edits s on s.purchase_line_id = n.line_id and s.item_to_edit = 'prod_srp' and n.at >= s.since and n.at < s.decided_at
  )
  select v.purchase_id, v.line_id, v.line_no, v.product_id, v.on_date, sum(v.quantity)::int, sum(v.amount), sum(v.variance),
    min(v.cost) filter (where v.is_last), min(v.cost_pieces) filter (where v.is_last), min(v.prod_srp) filter (where v.is_last),
    min(v.prod_srp_pieces) filter (where v.is_last), sum(v.worth), -coalesce(sum(v.quantity) filter (where v.cancels), 0)::int,
    -coalesce(sum(v.amount) filter (where v.cancels), 0.00)
  from (
    select p.*, coalesce(private.line_amount(p.prod_srp, p.prod_srp_pieces, p.held), 0)
      - coalesce(lag(private.line_amount(p.prod_srp, p.prod_srp_pieces, p.held)) over (partition by p.line_id order by p.at, p.on_date), 0)
      as worth, row_number() over (partition by p.line_id, p.on_date order by p.at desc) = 1 as is_last
    from priced p) v
  where v.on_date between p_from and p_to
  group by v.purchase_id, v.line_id, v.line_no, v.product_id, v.on_date;
end $$;
comment on function private.purchase_entries is
  'Returns what purchase lines moved on the days of a period, out of the stock ledger: pieces, amount, what of it the value of the stock '
  'did not take (variance), prices and value at SRP, above zero in the direction of the record. What a record brought in the first place '
  'counts on its date of p_basis (added, invoice, delivery), or on its delivery without that date, and on no day that was closed when it '
  'was entered; corrections and cancellations count on their own day. cancelled: what of it a cancellation took back. No row without '
  'reports.purchase; callers join the records that they may read.';

create or replace function private.purchase_report_lines(p_project uuid, p_filters jsonb)
returns table (line_id uuid, line_no int, purchase_id uuid, supplier text, kind text, on_date date, product_id uuid, sort_key text,
  category1 text, quantity int, litres numeric, cost numeric, cost_pieces int, amount numeric, variance numeric, prod_srp numeric,
  prod_srp_pieces int, srp_amount numeric, cancelled_quantity int, cancelled numeric)
language plpgsql stable set search_path = '' as $$
declare
  v_basis text := coalesce(p_filters ->> 'basis', 'added');
  v_kind text := p_filters ->> 'kind';
  v_product uuid := private.read_uuid(p_filters, 'product_id');
  v_cancelled boolean := private.read_boolean(p_filters, 'cancelled');
begin
  if v_basis not in ('added', 'invoice', 'delivery') then perform private.invalid('basis', 'Choose a date.'); end if;
  return query
  select x.line_id, x.line_no, p.id, p.supplier, p.kind, x.on_date, d.id, d.sort_key, (coalesce(c.categories, array[d.category1]))[1],
    x.quantity, round(x.quantity * d.liters_per_case / d.case_config, 3), x.cost, x.cost_pieces, x.amount, x.variance, x.prod_srp,
    x.prod_srp_pieces, x.srp_amount, x.cancelled_quantity, x.cancelled
  from private.purchase_entries(p_project, v_basis, coalesce(private.read_date(p_filters, 'from'), date '1990-01-01'),
    coalesce(private.read_date(p_filters, 'to'), date '9999-12-31')) x
  join public.purchases p on p.project_id = p_project and p.id = x.purchase_id
  join public.products d on d.project_id = p_project and d.id = x.product_id
  left join private.changed_categories c on c.project_id = p_project and c.product_id = d.id
    and x.on_date >= c.from_day and x.on_date < c.until_day
  -- A record that was cancelled or taken back on the day on which it counts is listed when asked for.
  where (v_cancelled or (x.quantity, x.amount, x.srp_amount) <> (0, 0, 0))
    and (v_kind is null or p.kind = v_kind)
    and (p_filters ->> 'supplier' is null or lower(p.supplier) = lower(p_filters ->> 'supplier'))
    and private.in_category((coalesce(c.categories, array[d.category1]))[1], p_filters ->> 'category1')
    and (v_product is null or d.id = v_product);
end $$;
comment on function private.purchase_report_lines is
  'Returns the lines of purchase records that match p_filters (see report_purchase), in the category of their day. Runs with the '
  'caller''s rights. Errors: 22023.';

create or replace function private.purchase_pivot(p_project uuid, p_filters jsonb) returns text
language sql stable set search_path = '' as $$
  select private.pivot_statement(p_project, p_filters, 'report_purchase', 'reports.purchase', array[
      ['supplier', 'lower(l.supplier)', 'text', 'l.supplier', 'No supplier'], ['month', 'l.month', 'month', '', 'No month'],
      ['category1', 'l.category1', 'text', 'l.category1', 'No category'], ['product', 'l.product_id', 'product', '', 'No product']],
    array[['amount', 'coalesce(sum(l.sign * l.amount), 0.00)', ''],
      ['purchases', 'coalesce(sum(l.amount) filter (where l.sign = 1), 0.00)', ''],
      ['supplier_returns', 'coalesce(sum(l.amount) filter (where l.sign = -1), 0.00)', ''],
      ['returns_in', 'coalesce(sum(l.amount) filter (where l.sign = 0), 0.00)', ''],
      ['quantity', 'coalesce(sum(l.sign * l.quantity), 0)', ''], ['litres', 'coalesce(sum(l.sign * l.litres), 0.000)', ''],
      ['lines', 'count(*)', '']],
    $lines$select b.*, to_char(b.on_date, 'YYYY-MM') as month,
      case b.kind when 'purchase' then 1 when 'supplier_return' then -1 else 0 end as sign
    from private.purchase_report_lines($1, $2) b$lines$,
    'select k.level, k.row_key, null::uuid, null, null::int, null, null::date, null, null::uuid, null, null::bigint, null::numeric,
      null::numeric, null::bigint, k.figures from pivot k')
$$;
comment on function private.purchase_pivot is
  'Returns the statement of the pivot of report_purchase (private.pivot_statement). Errors: 42501, 22023.';

create or replace function public.report_purchase(p_project uuid, p_filters jsonb default '{}')
returns table (level text, row_key text, purchase_id uuid, po_no text, line_no int, kind text, on_date date, month text, product_id uuid,
  supplier text, quantity bigint, amount numeric, returns_in numeric, lines bigint, figures jsonb)
language plpgsql stable set search_path = '' as $$
begin
  if 'pivot' in (p_filters ->> 'level', case p_filters ->> 'level' when 'total' then p_filters ->> 'for' end) then
    return query execute private.purchase_pivot(p_project, p_filters) using p_project, p_filters;
    return;
  end if;
  return query execute private.report_statement(p_project, p_filters, 'report_purchase', 'reports.purchase', array[
      ['line', 'line', 'on_date, purchase_id, line_no', $k$s.on_date, s.purchase_id, to_char(s.line_no, 'FM00000')$k$, 'line'],
      -- With returns from customers their sum stands in a second part, and so does that of the rest.
      ['grouped', 'part', 'place', 's.place', $k$s.place = '1' or exists (select from lines x where x.place = '1')$k$],
      ['grouped', 'part_supplier', 'place, supplier_key', 'private.sort_key(s.supplier_key), s.supplier_key', 'true'],
      ['grouped', 'record', 'place, supplier_key, on_date, purchase_id', 's.on_date, s.purchase_id', 'true'],
      ['grouped', 'line', 'place, supplier_key, on_date, purchase_id, line_no', $k$to_char(s.line_no, 'FM00000')$k$, 'line'],
      ['record', 'record', 'on_date, purchase_id', 's.on_date, s.purchase_id', ''], ['supplier', 'supplier', 'supplier_key',
        'private.sort_key(s.supplier_key), s.supplier_key', ''],
      ['category', 'category', 'category_key', 's.category_key', ''], ['product', 'product', 'sort_key, product_id',
        's.sort_key, s.product_id', ''],
      ['month', 'month', 'month', 's.month', ''], ['day', 'day', 'on_date', 's.on_date', ''], ['total', 'total', '', $k$''$k$, '']],
    array[['amount', 'highest', 's.amount + s.returns_in'], ['quantity', 'by',
      $k$to_char(1e14 - s.quantity - s.in_quantity, 'FM000000000000000')$k$]],
    $lines$select row_number() over (order by b.on_date desc) as n, b.*, u.*, to_char(b.on_date, 'YYYY-MM') collate "C" as month,
      lower(b.supplier) collate "C" as supplier_key, coalesce('0' || lower(b.category1), '1') collate "C" as category_key,
      -- Returns from customers are apart, as they are not paid for.
      case when b.kind = 'return_in' then '1' else '0' end as place,
      case b.kind when 'purchase' then 1 when 'supplier_return' then -1 else 0 end as sign, b.kind = 'return_in' as from_customer
    from private.purchase_report_lines($1, $2) b
    join public.products g on g.project_id = $1 and g.id = b.product_id
    cross join lateral (select case when $2 ->> 'units' = 'cases' then private.case_millionths(b.quantity, g.case_config)
        else b.quantity end as counted, case when $2 ->> 'units' = 'cases' then private.case_millionths(b.cancelled_quantity, g.case_config)
        else b.cancelled_quantity end as counted_off) u$lines$,
    $sums$min:n, coalesce(sum(l.sign * l.counted), 0)::bigint as quantity, coalesce(sum(l.sign * l.litres), 0.000) as litres,
      coalesce(sum(l.sign * l.amount), 0.00) as amount, coalesce(sum(l.amount) filter (where l.sign = 1), 0.00) as purchases,
      coalesce(sum(l.amount) filter (where l.sign = -1), 0.00) as supplier_returns,
      coalesce(sum(l.sign * l.srp_amount), 0.00) as srp_amount,
      coalesce(sum(l.counted) filter (where l.from_customer), 0)::bigint as in_quantity,
      coalesce(sum(l.amount) filter (where l.from_customer), 0.00) as returns_in,
      coalesce(sum(l.counted_off), 0)::bigint as cancelled_quantity, coalesce(sum(l.cancelled), 0.00) as cancelled,
      coalesce(sum(l.sign * l.variance), 0.00) as variance, count(*) as lines,
      count(distinct (l.on_date, l.purchase_id)) as records, {total: count(distinct l.supplier_key)} as suppliers,
      {total: count(distinct l.product_id)} as products, {total: count(distinct l.category_key)} as categories,
      {total: count(distinct l.month)} as months, {total: count(distinct l.on_date)} as days$sums$,
    $row$
    select k.level, k.row_key, r.id, r.po_no, l.line_no,
      case when r.id is not null or (k.part in ('part', 'part_supplier') and f.place = '1') then f.kind end,
      case when r.id is not null then f.on_date else k.on_date end, k.month, g.id,
      case when k.part in ('line', 'record', 'supplier', 'part_supplier') then f.supplier end, k.quantity, k.amount, k.returns_in, k.lines,
      (select to_jsonb(o) from (select r.invoice_no, case r.kind when 'purchase' then 'Purchase' when 'return_in' then 'Customer return'
        when 'supplier_return' then 'Return to supplier' end as return_type, r.status, r.date_added, r.invoice_date, r.delivery_date,
        g.material_code, g.description, case when k.part in ('line', 'product', 'category') then f.category1 end as category1,
        g.unit_of_measure, g.case_config, k.litres, l.cost, l.cost_pieces, k.purchases, k.supplier_returns, l.prod_srp,
        l.prod_srp_pieces, k.srp_amount, k.in_quantity, k.cancelled_quantity, k.cancelled, k.variance, k.records, k.suppliers, k.products,
        k.categories, k.months, k.days) o)
    from page k
    left join lines f on f.n = k.n
    left join lateral (select f.*) l on k.part = 'line'
    left join public.purchases r on k.part in ('line', 'record') and r.project_id = $1 and r.id = f.purchase_id
    left join public.products g on k.part in ('line', 'product') and g.project_id = $1 and g.id = f.product_id$row$)
  using p_project, p_filters;
end $$;
comment on function public.report_purchase is
  'Report of purchases, with returns to suppliers and from customers, page by page. Filters and figures: docs/report-filters.md. Errors: '
  '42501, 22023.';

grant execute on function private.purchase_entries, private.purchase_report_lines, private.purchase_pivot to authenticated;

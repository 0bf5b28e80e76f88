-- Report of purchases by line, with returns to suppliers and from customers; one function for screen, Excel, print and dashboard.

create or replace function private.received_lines(p_project uuid, p_from date, p_to date)
returns table (purchase_id uuid, line_id uuid, on_date date, quantity int, amount numeric)
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.scope_of(p_project, 'reports.purchase') is null then return; end if;
  return query
  select m.source_id, m.source_line, m.on_date, sum(case m.kind when 'supplier_return' then -m.quantity else m.quantity end)::int,
    sum(case m.kind when 'supplier_return' then -m.cost - m.vat_amount else m.cost + m.vat_amount end)
  from public.stock_movements m
  where m.project_id = p_project and m.source_table = 'purchases' and m.on_date between p_from and p_to
  group by m.source_id, m.source_line, m.on_date having sum(m.quantity) <> 0 or sum(m.cost + m.vat_amount) <> 0;
end $$;
comment on function private.received_lines is
  'Returns what purchase lines moved on the days of a period, out of the stock ledger: pieces and their cost, above zero in the '
  'direction of the record, below zero where a cancellation or a correction takes them back on its own day. No row without '
  'reports.purchase; callers join the records that they may read.';

create or replace function private.purchase_report_lines(p_project uuid, p_filters jsonb)
returns table (line_id uuid, line_no int, purchase_id uuid, supplier text, kind text, on_date date, product_id uuid, sort_key text,
  category1 text, counts boolean, quantity int, litres numeric, cost numeric, cost_pieces int, amount numeric, prod_srp numeric,
  prod_srp_pieces int, srp_amount numeric)
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  v_basis text := coalesce(p_filters ->> 'basis', 'added');
  v_from date := coalesce(private.read_date(p_filters, 'from'), date '1990-01-01');
  v_to date := coalesce(private.read_date(p_filters, 'to'), date '9999-12-31');
  v_kind text := p_filters ->> 'kind';
  v_product uuid := private.read_uuid(p_filters, 'product_id');
  v_cancelled boolean := private.read_boolean(p_filters, 'cancelled');
begin
  if v_basis not in ('added', 'invoice', 'delivery') then perform private.invalid('basis', 'Choose a date.'); end if;
  -- The best plan depends on the basis: with a plan for all of them a page takes ten times as long.
  return query
  with dated as (
    select l.id, l.line_no, l.purchase_id, l.product_id, l.cost, l.cost_pieces, l.prod_srp, l.prod_srp_pieces, p.supplier, p.kind,
      x.on_date, p.status <> 'cancelled' as counts, l.quantity, l.amount
    from public.purchases p
    join public.purchase_lines l on l.project_id = p_project and l.purchase_id = p.id
    cross join lateral (select case v_basis when 'invoice' then p.invoice_date else p.date_added end as on_date) x
    where p.project_id = p_project and (v_cancelled or p.status <> 'cancelled')
      -- One condition for each date, so that each can use its index. Records without that date are left out.
      and ((v_basis = 'added' and p.date_added between v_from and v_to) or (v_basis = 'invoice' and p.invoice_date between v_from and v_to))
    union all
    select l.id, l.line_no, l.purchase_id, l.product_id, l.cost, l.cost_pieces, l.prod_srp, l.prod_srp_pieces, p.supplier, p.kind,
      m.on_date, true, m.quantity, m.amount
    from private.received_lines(p_project, v_from, v_to) m
    join public.purchase_lines l on l.project_id = p_project and l.id = m.line_id
    join public.purchases p on p.project_id = p_project and p.id = l.purchase_id
    where v_basis = 'delivery'
  )
  select x.id, x.line_no, x.purchase_id, x.supplier, x.kind, x.on_date, d.id, d.sort_key, d.category1, x.counts, x.quantity,
    round(x.quantity * d.liters_per_case / d.case_config, 3), x.cost, x.cost_pieces, x.amount, x.prod_srp, x.prod_srp_pieces,
    private.line_amount(x.prod_srp, x.prod_srp_pieces, x.quantity)
  from dated x
  join public.products d on d.project_id = p_project and d.id = x.product_id
  where (v_kind is null or x.kind = v_kind)
    and (p_filters ->> 'supplier' is null or lower(x.supplier) = lower(p_filters ->> 'supplier'))
    and private.in_category(d.category1, p_filters ->> 'category1')
    and (v_product is null or x.product_id = v_product);
end $$;
comment on function private.purchase_report_lines is
  'Returns the lines of purchase records that match p_filters (see report_purchase). Runs with the caller''s rights. Errors: 22023.';

create or replace function public.report_purchase(p_project uuid, p_filters jsonb default '{}')
returns table (level text, row_key text, purchase_id uuid, po_no text, line_no int, kind text, on_date date, month text, product_id uuid,
  supplier text, quantity bigint, amount numeric, returns_in numeric, lines bigint, figures jsonb)
language plpgsql stable security invoker set search_path = '' as $$
begin
  return query execute private.report_statement(p_project, p_filters, 'report_purchase', 'reports.purchase', array[
      ['line', 'line', 'on_date, purchase_id, line_no', $k$s.on_date, s.purchase_id, to_char(s.line_no, 'FM00000')$k$, 'line'],
      -- With returns from customers their sum stands in a second part, and so does that of the rest.
      ['grouped', 'part', 'place', 's.place', $k$s.place = '1' or exists (select from lines x where x.place = '1')$k$],
      ['grouped', 'part_supplier', 'place, supplier_key', 's.supplier_key', 's.records > 1'],
      ['grouped', 'record', 'place, supplier_key, on_date, purchase_id', 's.on_date, s.purchase_id', 's.lines > 1'],
      ['grouped', 'line', 'place, supplier_key, on_date, purchase_id, line_no', $k$to_char(s.line_no, 'FM00000')$k$, 'line'],
      ['record', 'record', 'on_date, purchase_id', 's.on_date, s.purchase_id', ''], ['supplier', 'supplier', 'supplier_key',
        's.supplier_key', ''],
      ['category', 'category', 'category_key', 's.category_key', ''], ['product', 'product', 'sort_key, product_id',
        's.sort_key, s.product_id', ''],
      ['month', 'month', 'month', 's.month', ''], ['total', 'total', '', $k$''$k$, '']],
    array[['amount', 'highest', 's.amount + s.returns_in'], ['quantity', 'by',
      $k$to_char(1e14 - s.quantity - s.in_quantity, 'FM000000000000000')$k$]],
    $lines$select row_number() over () as n, b.*, to_char(b.on_date, 'YYYY-MM') as month, lower(b.supplier) as supplier_key,
      coalesce('0' || lower(b.category1), '1') as category_key,
      -- Returns from customers are apart, as they are not paid for.
      case when b.kind = 'return_in' then '1' else '0' end as place,
      case when not b.counts then 0 when b.kind = 'purchase' then 1 when b.kind = 'supplier_return' then -1 else 0 end as sign,
      b.counts and b.kind = 'return_in' as from_customer
    from private.purchase_report_lines($1, $2) b$lines$,
    $sums$min:n, coalesce(sum(l.sign * l.quantity), 0)::bigint as quantity, coalesce(sum(l.sign * l.litres), 0.000) as litres,
      coalesce(sum(l.sign * l.amount), 0.00) as amount, coalesce(sum(l.amount) filter (where l.sign = 1), 0.00) as purchases,
      coalesce(sum(l.amount) filter (where l.sign = -1), 0.00) as supplier_returns,
      coalesce(sum(l.sign * l.srp_amount), 0.00) as srp_amount,
      coalesce(sum(l.quantity) filter (where l.from_customer), 0)::bigint as in_quantity,
      coalesce(sum(l.amount) filter (where l.from_customer), 0.00) as returns_in,
      coalesce(sum(l.quantity) filter (where not l.counts), 0)::bigint as cancelled_quantity,
      coalesce(sum(l.amount) filter (where not l.counts), 0.00) as cancelled, count(*) as lines,
      count(distinct (l.on_date, l.purchase_id)) as records, {total: count(distinct l.supplier_key)} as suppliers,
      {total: count(distinct l.product_id)} as products, {total: count(distinct l.category_key)} as categories,
      {total: count(distinct l.month)} as months$sums$,
    $row$
    select k.level, k.row_key, r.id, r.po_no, l.line_no,
      case when r.id is not null or (k.part in ('part', 'part_supplier') and f.place = '1') then f.kind end,
      case when r.id is not null then f.on_date end, k.month, g.id,
      case when k.part in ('line', 'record', 'supplier', 'part_supplier') then f.supplier end, k.quantity, k.amount, k.returns_in, k.lines,
      (select to_jsonb(o) from (select r.invoice_no, case r.kind when 'purchase' then 'Purchase' when 'return_in' then 'Customer return'
        when 'supplier_return' then 'Return to supplier' end as return_type, r.status, r.date_added, r.invoice_date, r.delivery_date,
        g.material_code, g.description, case when k.part in ('line', 'product', 'category') then f.category1 end as category1,
        g.unit_of_measure, g.case_config, k.litres, l.cost, l.cost_pieces, k.purchases, k.supplier_returns, l.prod_srp,
        l.prod_srp_pieces, k.srp_amount, k.in_quantity, k.cancelled_quantity, k.cancelled, k.records, k.suppliers, k.products,
        k.categories, k.months) o)
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

grant execute on function private.received_lines, private.purchase_report_lines, public.report_purchase to authenticated;

-- Purchases by their lines, with returns to suppliers and from customers; one function for screen, Excel, print and dashboard.
-- Specification section 2 (/reports_purchase); report 7 of the design.

create function private.bought_lines(p_project uuid, p_filters jsonb)
returns table (line_id uuid, line_no int, purchase_id uuid, po_no text, supplier text, invoice_no text, kind text, status text,
  on_date date, date_added date, invoice_date date, delivery_date date, product_id uuid, material_code text, description text, sort_key text,
  category1 text, unit_of_measure text, case_config int, quantity int, litres numeric, cost numeric, amount numeric, prod_srp numeric)
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  v_basis text := coalesce(p_filters ->> 'basis', 'added');
  v_from date := coalesce(private.date_of(p_filters, 'from'), date '1990-01-01');
  v_to date := coalesce(private.date_of(p_filters, 'to'), date '9999-12-31');
  v_kind text := p_filters ->> 'kind';
  v_product uuid := private.uuid_of(p_filters, 'product_id');
  v_cancelled boolean := coalesce((p_filters ->> 'cancelled')::boolean, false);
begin
  if v_basis not in ('added', 'invoice', 'delivery') then perform private.invalid('basis', 'Choose a date.'); end if;
  return query
  select l.id, l.line_no, p.id, p.po_no, p.supplier, p.invoice_no, p.kind, p.status,
    case v_basis when 'invoice' then p.invoice_date when 'delivery' then p.delivery_date else p.date_added end,
    p.date_added, p.invoice_date, p.delivery_date, d.id, d.material_code, d.description, d.sort_key,
    d.category1, d.unit_of_measure, d.case_config, l.quantity, round(l.quantity * d.liters_per_case / d.case_config, 3), l.cost, l.amount, l.prod_srp
  from public.purchases p
  join public.purchase_lines l on l.project_id = p_project and l.purchase_id = p.id
  join public.products d on d.project_id = p_project and d.id = l.product_id
  where p.project_id = p_project
    -- One condition for each date, so that each can use its index. What has no such date has no place in a period of them.
    and (v_basis <> 'added' or p.date_added between v_from and v_to)
    and (v_basis <> 'invoice' or p.invoice_date between v_from and v_to)
    and (v_basis <> 'delivery' or p.delivery_date between v_from and v_to)
    and (v_cancelled or p.status <> 'cancelled') and (v_kind is null or p.kind = v_kind)
    and (p_filters ->> 'supplier' is null or lower(p.supplier) = lower(p_filters ->> 'supplier'))
    and (p_filters ->> 'category1' is null or d.category1 = p_filters ->> 'category1')
    and (v_product is null or l.product_id = v_product);
end $$;
comment on function private.bought_lines is
  'The lines of purchase records that p_filters find (see report_purchase). Runs with the caller''s rights. Errors: 22023.';

create function public.report_purchase(p_project uuid, p_filters jsonb default '{}')
returns table (
  level text, row_key text, purchase_id uuid, po_no text, line_no int, supplier text, invoice_no text, kind text, status text,
  on_date date, date_added date, invoice_date date, delivery_date date,
  product_id uuid, material_code text, description text, category1 text, unit_of_measure text, case_config int, month text,
  quantity bigint, litres numeric, cost numeric, amount numeric, purchases numeric, supplier_returns numeric, prod_srp numeric, srp_amount numeric,
  in_quantity bigint, returns_in numeric, cancelled_quantity bigint, cancelled numeric,
  lines bigint, records bigint, suppliers bigint, products bigint, categories bigint, months bigint)
language plpgsql stable security invoker set search_path = '' as $$
#variable_conflict use_column
declare
  v_level text := coalesce(p_filters ->> 'level', 'line');
  v_sort text := coalesce(p_filters ->> 'sort', 'name');
  v_limit int;
  v_after text := p_filters ->> 'after';
  v_before text := p_filters ->> 'before';
begin
  if private.scope_of(p_project, 'reports.purchase') is null then perform private.forbid(); end if;
  v_limit := private.int_of(p_filters, 'limit');
  if v_level not in ('grouped', 'line', 'record', 'supplier', 'category', 'product', 'month', 'total') then
    perform private.invalid('level', 'Choose a level.');
  end if;
  if v_sort not in ('name', 'amount', 'quantity') then perform private.invalid('sort', 'Choose an order.'); end if;

  return query
  with found as (
    select b.*, to_char(b.on_date, 'YYYY-MM') as month, lower(b.supplier) as supplier_key, coalesce('0' || lower(b.category1), '1') as category_key,
      -- Returns from customers stand apart: nobody was paid for them.
      case when b.kind = 'return_in' then 1 else 0 end as part,
      case when b.status = 'cancelled' then 'cancelled' else b.kind end as counts_as, case b.kind when 'supplier_return' then -1 else 1 end as sign
    from private.bought_lines(p_project, p_filters) b
  ), summed as (
    select
      case when grouping(f.line_id) = 0 then 'line' when grouping(f.purchase_id) = 0 then 'record'
        when grouping(f.part) = 0 then case when grouping(f.supplier_key) = 0 then 'part_supplier' else 'part' end
        when grouping(f.supplier_key) = 0 then 'supplier' when grouping(f.category_key) = 0 then 'category'
        when grouping(f.product_id) = 0 then 'product' when grouping(f.month) = 0 then 'month' else 'total' end as level,
      f.part, f.supplier_key, f.purchase_id, f.line_id, f.category_key, f.month,
      min(f.line_no) as line_no, min(f.po_no) as po_no, min(f.supplier) as supplier, min(f.invoice_no) as invoice_no, min(f.kind) as kind,
      min(f.status) as status, min(f.on_date) as on_date, min(f.date_added) as date_added, min(f.invoice_date) as invoice_date,
      min(f.delivery_date) as delivery_date, min(f.product_id::text)::uuid as product_id, min(f.material_code) as material_code,
      min(f.description) as description, min(f.sort_key) as sort_key, min(f.category1) as category1,
      min(f.unit_of_measure) as unit_of_measure, min(f.case_config) as case_config, min(f.cost) as cost, min(f.prod_srp) as prod_srp,
      coalesce(sum(f.sign * f.quantity) filter (where f.counts_as in ('purchase', 'supplier_return')), 0)::bigint as quantity,
      coalesce(sum(f.sign * f.litres) filter (where f.counts_as in ('purchase', 'supplier_return')), 0.000) as litres,
      coalesce(sum(f.sign * f.amount) filter (where f.counts_as in ('purchase', 'supplier_return')), 0.00) as amount,
      coalesce(sum(f.amount) filter (where f.counts_as = 'purchase'), 0.00) as purchases,
      coalesce(sum(f.amount) filter (where f.counts_as = 'supplier_return'), 0.00) as supplier_returns,
      coalesce(sum(f.sign * f.quantity * f.prod_srp) filter (where f.counts_as in ('purchase', 'supplier_return')), 0.00) as srp_amount,
      coalesce(sum(f.quantity) filter (where f.counts_as = 'return_in'), 0)::bigint as in_quantity,
      coalesce(sum(f.amount) filter (where f.counts_as = 'return_in'), 0.00) as returns_in,
      coalesce(sum(f.quantity) filter (where f.counts_as = 'cancelled'), 0)::bigint as cancelled_quantity,
      coalesce(sum(f.amount) filter (where f.counts_as = 'cancelled'), 0.00) as cancelled,
      count(f.line_id) as lines, count(distinct f.purchase_id) as records, count(distinct f.supplier_key) as suppliers,
      count(distinct f.product_id) as products, count(distinct f.category_key) as categories, count(distinct f.month) as months
    from found f
    group by grouping sets ((f.part, f.supplier_key, f.purchase_id, f.line_id), (f.part, f.supplier_key, f.purchase_id), (f.part, f.supplier_key), (f.part),
      (f.supplier_key), (f.category_key), (f.product_id), (f.month), ())
  ), keyed as (
    -- What is below a group comes with 0 after its name, the group's own sums with 1: last.
    select s.*, (case
        when s.level = 'total' then ''
        when v_level = 'grouped' then s.part || case s.level when 'part' then E'\x1f1'
          else concat_ws(E'\x1f', E'\x1f0', s.supplier_key) || case s.level when 'part_supplier' then E'\x1f1'
            else concat_ws(E'\x1f', E'\x1f0', s.on_date, s.purchase_id) || case s.level when 'record' then E'\x1f1'
              else concat_ws(E'\x1f', E'\x1f0', to_char(s.line_no, 'FM00000')) end end end
        else case v_sort when 'amount' then to_char(1e14 - s.amount - s.returns_in, 'FM000000000000000.00')
            when 'quantity' then to_char(1e14 - s.quantity - s.in_quantity, 'FM000000000000000') else '' end
          || case s.level
            when 'line' then concat_ws(E'\x1f', s.on_date, s.purchase_id, to_char(s.line_no, 'FM00000'))
            when 'record' then concat_ws(E'\x1f', s.on_date, s.purchase_id)
            when 'supplier' then s.supplier_key when 'category' then s.category_key
            when 'product' then concat_ws(E'\x1f', s.sort_key, s.product_id) else s.month end end) collate "C" as row_key,
      count(*) filter (where s.level = 'part') over () as parts
    from summed s where s.lines > 0 or s.level = 'total'
  ), shown as (
    select k.*, k.level = 'line' as one, k.level in ('line', 'record') as written
    from keyed k
    -- A single line is its record's sum already, a single record its supplier's, a single part the grand total.
    where case v_level when 'grouped' then k.level = 'line' or (k.level = 'record' and k.lines > 1) or (k.level = 'part_supplier' and k.records > 1)
        or (k.level = 'part' and (k.part = 1 or k.parts > 1)) else k.level = v_level end
      and (v_after is null or k.row_key > v_after collate "C") and (v_before is null or k.row_key < v_before collate "C")
  )
  select case when v_level = 'grouped' and not n.one then 'subtotal' else n.level end, n.row_key,
    case when n.written then n.purchase_id end, case when n.written then n.po_no end, case when n.one then n.line_no end,
    case when n.written or n.level in ('supplier', 'part_supplier') then n.supplier end, case when n.written then n.invoice_no end,
    case when n.written or n.level in ('part', 'part_supplier') then n.kind end, case when n.written then n.status end,
    case when n.written then n.on_date end, case when n.written then n.date_added end, case when n.written then n.invoice_date end,
    case when n.written then n.delivery_date end,
    case when n.one or n.level = 'product' then n.product_id end, case when n.one or n.level = 'product' then n.material_code end,
    case when n.one or n.level = 'product' then n.description end, case when n.one or n.level in ('product', 'category') then n.category1 end,
    case when n.one or n.level = 'product' then n.unit_of_measure end, case when n.one or n.level = 'product' then n.case_config end, n.month,
    n.quantity, n.litres, case when n.one then n.cost end, n.amount, n.purchases, n.supplier_returns, case when n.one then n.prod_srp end, n.srp_amount,
    n.in_quantity, n.returns_in, n.cancelled_quantity, n.cancelled, n.lines, n.records, n.suppliers, n.products, n.categories, n.months
  from shown n
  order by case when v_before is null then n.row_key end, n.row_key desc limit v_limit;
end $$;
comment on function public.report_purchase is
  'Purchase records by their lines, in pieces and in the project''s currency. p_filters: {basis: added | invoice | delivery (the date that from and to are about; what has no such date is not found), from, to (both included), kind: purchase | return_in | supplier_return, cancelled (true: with cancelled ones), supplier, category1, product_id, level: line | grouped (lines by supplier and record, after several of one their sums: level subtotal; returns from customers in a second part with its own sum) | record | supplier | category | product | month (YYYY-MM) | total, sort: name (lines and records: date) | amount | quantity (highest first), not of grouped, limit, after or before (row_key; before answers backwards)}. purchases - supplier_returns = amount (net), with quantity, litres and srp_amount (quantity × the SRP of the line, where it has one) likewise; returns from customers (in_quantity, returns_in) and what is cancelled (cancelled_quantity, cancelled) are in none of these. Without filters the sums are those of purchase_totals. Errors: 42501, 22023.';

grant execute on function private.bought_lines(uuid, jsonb), public.report_purchase(uuid, jsonb) to authenticated;

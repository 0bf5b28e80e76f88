-- The list of purchases and returns: its pages and its sums. Lists page by key. See docs/domain.md, invariant 13.

create or replace function private.purchase_filter(p_filters jsonb) returns text
language sql immutable set search_path = '' as $f$
  -- Only given filters are in the query text, so that each one can use its index.
  select concat_ws(' and ', 'p.project_id = $1', string_agg(x.condition, ' and '))
  from (select case p_filters ->> 'basis' when 'invoice' then 'p.invoice_date' when 'delivery' then 'p.delivery_date'
    else 'p.date_added' end) d (day)
  cross join lateral (values
    ('status', $$p.status = $2 ->> 'status'$$),
    ('kind', $$p.kind = $2 ->> 'kind'$$),
    ('supplier', $$lower(p.supplier) = lower($2 ->> 'supplier')$$),
    ('from', d.day || $$ >= private.read_date($2, 'from')$$),
    ('to', d.day || $$ <= private.read_date($2, 'to')$$),
    ('product', $$p.id in (select l.purchase_id from public.purchase_lines l
      where l.project_id = $1 and l.product_id = private.read_uuid($2, 'product'))$$),
    ('search', $$position(private.search_text(btrim($2 ->> 'search'))
      in private.search_text(concat_ws(E'\x1f', p.po_no, p.supplier, p.invoice_no))) > 0$$)) x (name, condition)
  where btrim(p_filters ->> x.name) <> ''
$f$;
comment on function private.purchase_filter is
  'Returns the condition of a list of purchase records (alias p; $1 = project, $2 = the filters).';

create or replace function public.purchase_list(p_project uuid, p_filters jsonb default '{}')
returns table (id uuid, sort_key text, po_no text, invoice_no text, supplier text, date_added date, invoice_date date,
  delivery_date date, kind text, status text,
  line_count int, total_cost numeric)
language plpgsql stable set search_path = '' as $$
declare
  v_sort text := private.read_order(p_filters, '{-added,added,po,supplier,total,status}');
  v_by text := ltrim(v_sort, '-');
  v_page record;
begin
  perform private.authorize(p_project, 'purchases.read');
  if v_by = 'status' then
    v_page := private.page_by_group(p_filters, 'p.status', 'p.date_added', '{active,cancelled}'::text[], v_sort like '-%');
  else
    v_page := private.page_by_key(p_filters,
      case v_by when 'po' then 'p.po_no' when 'supplier' then 'p.supplier' when 'total' then 'p.total_key' else 'p.date_added' end,
      case v_by when 'added' then 'day' when 'total' then 'number' else 'text' end, v_sort like '-%');
  end if;
  return query execute
    'select p.id, ' || v_page.sort_key || ', p.po_no, p.invoice_no, p.supplier, p.date_added, p.invoice_date, p.delivery_date, p.kind,
      p.status, p.line_count, p.total_cost
    from ' || v_page.source || 'public.purchases p where ' || private.purchase_filter(p_filters) || v_page.place || v_page.sorted
    || v_page.whole
  using p_project, p_filters;
end $$;
comment on function public.purchase_list is
  'A page of purchase records that the caller may read. p_filters: {search (PO no., supplier, supplier invoice), supplier, kind, status, '
  'basis (added, invoice, delivery: the date that from and to are about), from, to (inclusive), product (with a line of it), sort: added, '
  'po (its number), supplier, total or status (in their order, of each the newest first), with a minus before it for descending (the '
  'default is -added, newest first), limit, and after or before: {n, t, id}, where a row''s sort_key is "n~t"}. With before the rows come '
  'last first. Errors: 42501, 22023.';

create or replace function public.purchase_totals(p_project uuid, p_filters jsonb default '{}')
returns table (records bigint, purchases numeric, supplier_returns numeric, net numeric, returns_in numeric,
  cancelled bigint, cancelled_cost numeric)
language plpgsql stable set search_path = '' as $$
begin
  -- Filters without fields are refused.
  perform private.read_value(p_filters, 'status');
  if private.scope_of(p_project, 'purchases.read') is null then return; end if;
  return query execute
    'select s.records, s.purchases, s.supplier_returns, s.purchases - s.supplier_returns, s.returns_in, s.cancelled, s.cancelled_cost
    from (select count(*) as records,
        coalesce(sum(p.total_cost) filter (where p.status = ''active'' and p.kind = ''purchase''), 0.00) as purchases,
        coalesce(sum(p.total_cost) filter (where p.status = ''active'' and p.kind = ''supplier_return''), 0.00) as supplier_returns,
        coalesce(sum(p.total_cost) filter (where p.status = ''active'' and p.kind = ''return_in''), 0.00) as returns_in,
        count(*) filter (where p.status = ''cancelled'') as cancelled,
        coalesce(sum(p.total_cost) filter (where p.status = ''cancelled''), 0.00) as cancelled_cost
      from public.purchases p where ' || private.purchase_filter(p_filters) || ') s'
  using p_project, p_filters;
end $$;
comment on function public.purchase_totals is
  'Sums of the purchase records that match the filters of purchase_list: purchases less returns to suppliers = net; returns from customers '
  'apart; cancelled records are counted apart and are in none of these. No row without purchases.read.';

grant execute on function private.purchase_filter to authenticated;

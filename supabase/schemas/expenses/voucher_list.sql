-- The list of vouchers: its pages and its sums. Lists page by key. See docs/domain.md, invariant 13.

create or replace function private.voucher_filter(p_filters jsonb) returns text
language sql immutable set search_path = '' as $$
  -- Only given filters are in the query text, so that each one can use its index.
  select string_agg(replace(f.condition, '%day', case p_filters ->> 'basis' when 'printed' then 'v.date_printed'
    when 'released' then 'v.date_released' else 'v.date_added' end), ' and ' order by f.place)
  from (values
    (1, null, 'v.project_id = $1'),
    (2, 'status', 'v.status = $2 ->> ''status'''),
    (3, 'above', 'v.status in (''pending'', ''printed'') and v.approved_at is null and v.total > private.read_money($2, ''above'')'),
    (4, 'payee', 'v.payee_id = private.read_uuid($2, ''payee'')'),
    (5, 'category', 'private.in_category(v.category, $2 ->> ''category'')'),
    (6, 'classification', 'private.in_category(v.classification, $2 ->> ''classification'')'),
    (7, 'mode', 'v.mode_of_payment = $2 ->> ''mode'''),
    (8, 'bank', 'v.bank_id = private.read_uuid($2, ''bank'')'),
    (9, 'cost_center', 'v.id in (select l.voucher_id from public.voucher_lines l where l.project_id = $1 and l.cost_center_id = '
      'private.read_uuid($2, ''cost_center''))'),
    (10, 'from', '%day >= private.read_date($2, ''from'')'),
    (11, 'to', '%day <= private.read_date($2, ''to'')'),
    (12, 'search', 'position(private.search_text(btrim($2 ->> ''search'')) in v.search_key) > 0')) f (place, field, condition)
  where f.field is null or case f.field when 'search' then nullif(btrim(p_filters ->> 'search'), '')
    else p_filters ->> f.field end is not null
$$;
comment on function private.voucher_filter is 'Returns the condition of a list of vouchers (alias v; $1 = project, $2 = the filters).';

create or replace function public.voucher_list(p_project uuid, p_filters jsonb default '{}')
returns table (id uuid, sort_key text, voucher_no int, date_added date, pay_to text, general_description text, category text,
  classification text, invoice_no text,
  mode_of_payment text, cheque_bank text, cheque_no text, total numeric, status text, approved_at timestamptz, date_released date)
language plpgsql stable set search_path = '' as $$
declare
  v_sort text := private.read_order(p_filters, '{-added,added,no,payee,total,status}');
  v_by text := ltrim(v_sort, '-');
  v_page record;
begin
  perform private.authorize(p_project, 'vouchers.read');
  if v_by = 'status' then
    v_page := private.page_by_group(p_filters, 'v.status', 'v.date_added', '{pending,printed,released,cancelled}'::text[],
      v_sort like '-%');
  else
    v_page := private.page_by_key(p_filters,
      case v_by when 'no' then 'v.voucher_no' when 'payee' then 'v.pay_to' when 'total' then 'v.total_key' else 'v.date_added' end,
      case v_by when 'added' then 'day' when 'payee' then 'text' else 'number' end, v_sort like '-%');
  end if;
  return query execute
    'select v.id, ' || v_page.sort_key || ', v.voucher_no, v.date_added, v.pay_to, v.general_description, v.category, v.classification,
      v.invoice_no, v.mode_of_payment,
      v.cheque_bank, v.cheque_no, v.total, v.status, v.approved_at, v.date_released
    from ' || v_page.source || 'public.vouchers v where ' || private.voucher_filter(p_filters) || v_page.place || v_page.sorted
    || v_page.whole
  using p_project, p_filters;
end $$;
comment on function public.voucher_list is
  'A page of vouchers that the caller may read. p_filters: {search (voucher no., payee, supplier invoice, cheque no., description), '
  'status, above (only those above this total that wait for approval), payee, category, classification ((none): those without), mode, '
  'bank, cost_center, basis (added, printed, released: the date that from and to are about), from, to (inclusive), sort: added, no (its '
  'number), payee, total or status (in their order, of each the newest first), with a minus before it for descending (the default is '
  '-added, newest first), limit, and after or before: {n, t, id}, where a row''s sort_key is "n~t"}. With before the rows come last first. '
  'Errors: 42501, 22023.';

create or replace function public.voucher_totals(p_project uuid, p_filters jsonb default '{}')
returns table (status text, vouchers bigint, total numeric)
language plpgsql stable set search_path = '' as $$
begin
  -- Filters without fields are refused.
  perform private.read_value(p_filters, 'status');
  return query execute
    'select s.status, coalesce(f.vouchers, 0), coalesce(f.total, 0.00)
    from unnest(''{pending,printed,released,cancelled}''::text[]) with ordinality s (status, position)
    left join (select v.status, count(*) as vouchers, sum(v.total) as total from public.vouchers v
      where ' || private.voucher_filter(p_filters) || ' group by v.status) f
      on f.status = s.status
    order by s.position'
  using p_project, p_filters;
end $$;
comment on function public.voucher_totals is
  'Returns number and total of the vouchers that match the filters of voucher_list, one row per status. Rows are those that the caller may '
  'read.';

grant execute on function private.voucher_filter to authenticated;

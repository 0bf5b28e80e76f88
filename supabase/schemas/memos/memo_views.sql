-- Reading credit memos and debit memos: the list, and one memo for its page and its print.

create or replace function public.memo_list(p_project uuid, p_filters jsonb default '{}')
returns table (sort_key text, id uuid, memo_no text, kind text, on_date date, customer_id uuid, customer_name text,
  store_name text, booking_id uuid, so_no text,
  invoice_no text, reason text, note text, amount numeric, vat_amount numeric, status text, version int, made_by text,
  approved_by text, mine boolean,
  memos bigint, credits numeric, credit_vat numeric, debits numeric)
language plpgsql stable set search_path = '' as $$
declare
  v_search text := private.search_text(private.read_text(p_filters, 'search'));
  v_kind text := private.read_text(p_filters, 'kind');
  v_status text := private.read_text(p_filters, 'status');
  v_reason text := private.read_text(p_filters, 'reason');
  v_customer uuid := private.read_uuid(p_filters, 'customer_id');
  v_booking uuid := private.read_uuid(p_filters, 'booking_id');
  v_from date := private.read_date(p_filters, 'from');
  v_to date := private.read_date(p_filters, 'to');
  v_page record := private.read_page(p_filters, '{-on,on,no,customer,status}');
  v_limit int := private.read_int(p_filters, 'limit');
begin
  perform private.authorize(p_project, 'memos.read');
  return query
  with found as (
    select m.*, k.n, k.t, row_number() over (order by k.n, k.t, m.id) * v_page.direction as place,
      count(*) over () as memos,
      coalesce(sum(m.amount) filter (where m.kind = 'credit' and m.status = 'approved') over (), 0.00) as credits,
      coalesce(sum(m.vat_amount) filter (where m.kind = 'credit' and m.status = 'approved') over (), 0.00) as credit_vat,
      coalesce(sum(m.amount) filter (where m.kind = 'debit' and m.status = 'approved') over (), 0.00) as debits
    from public.memos m
    cross join lateral (select case v_page.sorted_by when 'on' then m.on_date - date '2000-01-01'
        when 'status' then array_position('{pending,approved,cancelled}'::text[], m.status) else 0 end as n,
      case v_page.sorted_by when 'no' then m.memo_no when 'customer' then private.sort_key(m.customer_name) else '' end as t) k
    where m.project_id = p_project and (v_kind is null or m.kind = v_kind) and (v_status is null or m.status = v_status)
      and (v_reason is null or m.reason_code = v_reason) and (v_customer is null or m.customer_id = v_customer)
      and (v_booking is null or m.booking_id = v_booking
        or m.id in (select k.memo_id from public.booking_credits k where k.project_id = p_project and k.booking_id = v_booking)
        or private.booking_of_lines(p_project, m.id) = v_booking)
      and (v_from is null or m.on_date >= v_from) and (v_to is null or m.on_date <= v_to)
      and (v_search is null or position(v_search in m.search_key) > 0)
  )
  select f.n || '~' || f.t, f.id, f.memo_no, f.kind, f.on_date, f.customer_id, f.customer_name, f.store_name, b.id, b.so_no,
    b.invoice_no, f.reason_code, f.note,
    f.amount, f.vat_amount, f.status, f.version, p.display_name, a.display_name, f.created_by = auth.uid(), f.memos,
    f.credits, f.credit_vat, f.debits
  from found f
  left join public.bookings b on b.project_id = p_project
    and b.id = case f.kind when 'credit' then f.booking_id else private.booking_of_lines(p_project, f.id) end
  left join public.profiles p on p.user_id = f.created_by
  left join public.profiles a on a.user_id = f.approved_by
  where v_page.id is null or f.id <> v_page.id and ((f.n, f.t, f.id) > (v_page.n, v_page.t, v_page.id)) = (v_page.direction > 0)
  order by f.place limit v_limit;
end $$;
comment on function public.memo_list is
  'Lists credit memos and debit memos. p_filters: {search (number, customer, store), kind, status, reason, customer_id, booking_id, from, '
  'to (date of the memo), sort: on, no, customer or status (in their order), with a minus before it for descending (the default is -on, '
  'newest first), limit, after or before: {n, t, id}, where sort_key is "n~t"}. With before the rows come last first. On every row: the '
  'number of all matching memos, and the sums of the approved ones. booking_id, so_no, invoice_no: the booking that a memo is about. '
  'Errors: 42501, 22023.';

create or replace function private.names_at_memo(p_project uuid, p_memo uuid, p_table text, p_row uuid, p_names text[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  -- A manager who approves a return keeps what its memo says, and may read no other.
  if not exists (select from public.memos m where m.project_id = p_project and m.id = p_memo and m.created_at = now()) then
    perform private.authorize(p_project, 'memos.read');
  end if;
  if not exists (select from public.memos m where m.project_id = p_project and m.id = p_memo and m.approved_at is not null) then
    return '{}';
  end if;
  return private.names_since(p_project, p_table, p_row, p_names, coalesce((
    select min(a.id) from public.audit_log a
    where a.project_id = p_project and a.table_name = 'memos' and a.row_id = p_memo and a.after ->> 'status' = 'approved'), 0));
end $$;
comment on function private.names_at_memo is
  'Returns those of the names of a row that were changed since a memo was approved, as they were then; none of a memo that never was. '
  'Errors: 42501.';

create or replace function private.memo_parties(p_project uuid, p_memo uuid, p_customer uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (select jsonb_build_object('tin_no', c.tin_no, 'address', c.address, 'business_style', c.business_style)
    from public.customers c where c.project_id = p_project and c.id = p_customer)
    || private.names_at_memo(p_project, p_memo, 'customers', p_customer, '{tin_no,address,business_style}')
    || jsonb_build_object('letterhead',
      private.paper_head(p_project, private.names_at_memo(p_project, p_memo, 'projects', p_project, private.head_names())));
end $$;
comment on function private.memo_parties is
  'Returns customer and seller of a memo as of its approval: tin_no, address, business_style; letterhead. Errors: 42501.';

create or replace function private.memo_invoice(p_project uuid, p_memo uuid, p_booking uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (select jsonb_build_object('id', b.id, 'so_no', b.so_no, 'invoice_no', b.invoice_no, 'date_invoiced', b.date_invoiced,
      'balance', b.balance::text)
    from public.bookings b where b.project_id = p_project and b.id = p_booking)
    || private.names_at_memo(p_project, p_memo, 'bookings', p_booking, '{invoice_no,date_invoiced}');
end $$;
comment on function private.memo_invoice is
  'Returns the booking that a memo is about, its invoice as of the approval of the memo. Errors: 42501.';
grant execute on function private.names_at_memo, private.memo_parties, private.memo_invoice to authenticated;

create or replace function private.memo_content(p_project uuid, p_memo uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
declare v public.memos;
begin
  select * into v from public.memos m where m.project_id = p_project and m.id = p_memo;
  if not found then perform private.not_found(); end if;
  return (
  with items as (
    select false as is_goods, l.line_no, l.id::text as id, l.product_id, l.case_config, m.pieces, m.stock_state, l.agent_srp as price,
      l.agent_srp_pieces as price_pieces, l.free_of is not null as free, l.vat_class, l.vat_on_top, m.amount, m.vat_amount,
      m.price_difference, m.price_difference_pieces
    from public.memo_lines m join public.booking_lines l on l.project_id = m.project_id and l.id = m.line_id
    where m.project_id = p_project and m.memo_id = p_memo
    union all
    select true, g.line_no, g.line_no::text, g.product_id, g.case_config, g.pieces, 'sellable', g.price, g.price_pieces, false, g.vat_class,
      g.vat_on_top, g.amount, g.vat_amount, null, null
    from public.memo_goods g where g.project_id = p_project and g.memo_id = p_memo
  ), shown as (
    select i.is_goods, jsonb_agg(jsonb_build_object('id', i.id, 'product_id', i.product_id, 'material_code', p.material_code,
      'description', p.description, 'case_config', i.case_config, 'pieces', i.pieces, 'stock_state', i.stock_state,
      'agent_srp', i.price::text, 'agent_srp_pieces', i.price_pieces, 'free', i.free, 'vat_class', i.vat_class,
      'vat_on_top', i.vat_on_top, 'amount', i.amount::text, 'vat_amount', i.vat_amount::text,
      'price_difference', i.price_difference::text, 'price_difference_pieces', i.price_difference_pieces)
      || private.names_at_memo(p_project, p_memo, 'products', i.product_id, '{material_code,description}') order by i.line_no) as lines
    from items i left join public.products p on p.project_id = p_project and p.id = i.product_id group by i.is_goods
  ), classes as (
    select sum(x.amount) as amount, coalesce(sum(x.amount) filter (where x.vat_class = 'vatable'), 0.00) as vatable,
      coalesce(sum(x.amount) filter (where x.vat_class = 'exempt'), 0.00) as exempt,
      coalesce(sum(x.amount) filter (where x.vat_class = 'zero_rated'), 0.00) as zero_rated
    from (
      select i.vat_class, i.amount from items i
      union all
      select l.vat_class, k.amount
      from public.booking_credits k join public.booking_lines l on l.project_id = k.project_id and l.id = k.line_id
      where k.project_id = p_project and k.memo_id = p_memo and k.amount > 0 and not exists (select from items)) x
  )
  select jsonb_build_object(
    'id', v.id, 'memo_no', v.memo_no, 'kind', v.kind, 'on_date', v.on_date, 'customer_id', v.customer_id, 'customer_name', v.customer_name,
    'store_name', v.store_name, 'reason', v.reason_code, 'note', v.note, 'amount', v.amount::text, 'vat_amount', v.vat_amount::text,
    'net', (v.amount - v.vat_amount)::text, 'status', v.status, 'version', v.version, 'cancel_reason', v.cancel_reason,
    'cancelled_on', v.cancelled_on,
    'mine', v.created_by = auth.uid(), 'above_limit', coalesce(v.amount > private.approval_above(p_project, 'memo'), false),
    'made_by', (select p.display_name from public.profiles p where p.user_id = v.created_by), 'made_at', v.created_at,
    'approved_by', (select p.display_name from public.profiles p where p.user_id = v.approved_by), 'approved_at', v.approved_at,
    'cancelled_by', (select p.display_name from public.profiles p where p.user_id = v.cancelled_by), 'cancelled_at', v.cancelled_at,
    'booking', private.memo_invoice(p_project, v.id, v.booking_id),
    'corrects', case v.kind when 'debit' then
      private.memo_invoice(p_project, v.id, private.booking_of_lines(p_project, v.id)) end,
    'for_goods', v.purchase_id is not null,
    'purchase', (select jsonb_build_object('id', p.id, 'po_no', p.po_no)
      from public.purchases p where p.project_id = p_project and p.id = v.purchase_id),
    'lines', coalesce((select s.lines from shown s where not s.is_goods), '[]'),
    'goods', coalesce((select s.lines from shown s where s.is_goods), '[]'),
    'vatable', (case when c.amount is null then v.amount else c.vatable end - v.vat_amount)::text,
    'exempt', c.exempt::text, 'zero_rated', c.zero_rated::text,
    -- What it credited when it was approved, also after it was cancelled.
    'credited',
      coalesce((select jsonb_agg(private.memo_invoice(p_project, p_memo, b.id) || jsonb_build_object('amount', k.amount::text)
        order by b.date_invoiced, b.so_no)
      from (select c.booking_id, sum(c.amount) filter (where c.amount > 0) as amount from public.booking_credits c
        where c.project_id = p_project and c.memo_id = p_memo group by c.booking_id) k
      join public.bookings b on b.project_id = p_project and b.id = k.booking_id), '[]'))
    || private.memo_parties(p_project, p_memo, v.customer_id)
  from classes c);
end $$;
comment on function private.memo_content is 'Returns what public.memo_document says, of a memo that the caller may read. Errors: P0002.';
grant execute on function private.memo_content to authenticated;

create or replace function public.memo_document(p_project uuid, p_memo uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  perform private.authorize(p_project, 'memos.read');
  return private.memo_content(p_project, p_memo);
end $$;
comment on function public.memo_document is
  'Returns a memo for its page and its print: header, lines (pieces that come back, allowances, or pieces with price_difference, by how '
  'much the price of price_difference_pieces pieces was too low), corrects (the booking of these), goods that came back without their '
  'booking, in the shape of lines, each '
  'with vat_class, amount and the VAT in it, vatable (without VAT), exempt and zero_rated (the parts of amount of these classes), '
  'credited, the bookings that it lowered and by how much, and purchase, the record of goods that it credits, to those who may read it. '
  'net + vat_amount = amount. Money as text. Errors: 42501, P0002.';

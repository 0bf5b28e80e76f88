-- One search over the documents of a project: by number, by name, limited to rows that the caller may read.
-- Numbers are found by their end ("123" finds SO-000123), their beginning, or any part of three characters and more, each
-- by an index of document_numbers, so that a search costs the same however many documents there are.

create or replace function private.search_numbers(p_project uuid, p_key text, p_each int)
returns table (kind text, id uuid, number text)
language plpgsql stable security definer rows 50 set search_path = '' as $$
begin
  if p_project is null or p_project <> all (private.my_projects()) then return; end if;
  -- A number with a letter after "z" is found by its end and its parts.
  return query
  select k.kind, h.id, h.number
  from unnest('{booking,invoice,delivery_receipt,memo,warehouse_request,collection,cheque,remittance,deposit,purchase,bad_order,'
    'issued_cheque}'::text[]) k (kind)
  cross join lateral (
    (select n.id, n.number from private.document_numbers n where n.project_id = p_project and n.kind = k.kind
      and private.paper_key(n.number) collate "C" >= p_key and private.paper_key(n.number) collate "C" < p_key || '~'
      order by private.paper_key(n.number) collate "C" limit p_each)
    union
    (select n.id, n.number from private.document_numbers n where n.project_id = p_project and n.kind = k.kind
      and reverse(private.paper_key(n.number)) collate "C" >= reverse(p_key)
      and reverse(private.paper_key(n.number)) collate "C" < reverse(p_key) || '~'
      order by reverse(private.paper_key(n.number)) collate "C" limit p_each)
    union
    (select f.id, f.number from private.numbers_with(p_project, k.kind, p_key, p_each) f)) h;
  return query
  select 'voucher', v.id, v.voucher_no::text from public.vouchers v
  where v.project_id = p_project and v.voucher_no = (substring(p_key from '^(?:v|pv|voucher)?0*([0-9]{1,9})$'))::int
  union
  select 'voucher', f.id, f.number from private.numbers_with(p_project, 'voucher', p_key, p_each) f;
end $$;
comment on function private.search_numbers is
  'Returns documents of a member''s project whose number ends or begins with p_key (as paper_key makes it) or, from three characters on, '
  'contains it, up to p_each each way and kind; vouchers by their whole number or three digits of it. The numbers are outside the API, so '
  'search_documents shows only rows that the caller may read.';

create or replace function private.search_names(p_project uuid, p_text text, p_each int)
returns table (kind text, id uuid, label text, detail text, state text)
language plpgsql stable set search_path = '' as $$
declare v_digits text := case when p_text !~ '[[:alpha:]]' then regexp_replace(p_text, '\D', '', 'g') end;
begin
  return query
  (select 'customer', c.id, c.name, concat_ws(', ', c.store_name, c.area), c.approval_status from public.customers c
    where c.project_id = p_project
      and (position(p_text in private.search_text(concat_ws(' ', c.name, c.store_name))) > 0
        or (length(v_digits) >= 3 and position(v_digits in regexp_replace(c.tin_no, '\D', '', 'g')) > 0))
    order by position(p_text in private.search_text(c.name)) <> 1, c.approval_status <> 'approved', c.sort_key, c.id limit p_each)
  union all
  (select 'product', p.id, p.description, p.material_code, p.status from public.products p
    where p.project_id = p_project and position(p_text in private.search_text(concat_ws(' ', p.description, p.material_code))) > 0
    order by private.search_text(p.material_code) <> p_text, position(p_text in private.search_text(p.description)) <> 1,
      p.status <> 'active', p.sort_key, p.id limit p_each);
end $$;
comment on function private.search_names is
  'Returns customers (name, store, digits of the TIN) and products (description, material code) that contain p_text (private.search_text); '
  'up to p_each of a kind. Runs with the caller''s rights.';

create or replace function public.search_documents(p_project uuid, p_query text, p_each int default 5)
returns table (kind text, id uuid, label text, detail text, state text, on_date date, amount numeric)
language plpgsql stable set search_path = '' as $$
declare
  v_text text := private.search_text(btrim(left(p_query, 80)));
  v_key text := private.paper_key(v_text);
  v_each int := least(greatest(coalesce(p_each, 5), 1), 50);
begin
  if length(v_text) >= 2 then
    return query select n.kind, n.id, n.label, nullif(n.detail, ''), n.state, null::date, null::numeric
      from private.search_names(p_project, v_text, v_each) n;
  end if;
  -- Text without digits is not searched as a number: "so" would find every booking.
  if v_key !~ '[0-9]' then return; end if;
  return query
  with found as (
    select n.kind, n.id, n.number,
      row_number() over (partition by n.kind order by private.paper_key(n.number) <> v_key,
        private.paper_key(n.number) not like '%' || v_key, length(n.number), n.number desc, n.id) as row_no
    -- More rows than shown are read, for users who may read only some of them.
    from private.search_numbers(p_project, v_key, 4 * v_each) n
  ), readable as (
    select k.kind, k.id, k.number, k.row_no,
      case k.kind when 'invoice' then b.so_no || ', ' || b.customer_name else b.customer_name end as detail,
      private.shown_stage(b.stage, b.total, b.credited) as state,
      case k.kind when 'invoice' then b.date_invoiced else b.date_added end as on_date, b.total as amount
    from found k join public.bookings b on b.project_id = p_project and b.id = k.id where k.kind in ('booking', 'invoice')
    union all
    select k.kind, b.id, k.number, k.row_no, b.so_no || ', ' || b.customer_name,
      private.shown_stage(b.stage, b.total, b.credited), r.on_date, null
    from found k join public.delivery_receipts r on r.project_id = p_project and r.id = k.id
    join public.bookings b on b.project_id = p_project and b.id = r.booking_id where k.kind = 'delivery_receipt'
    union all
    select k.kind, k.id, k.number, k.row_no,
      concat_ws(', ', case k.kind when 'cheque' then c.cheque_bank end, case k.kind when 'cheque' then c.cr_no end, u.name),
      case k.kind when 'cheque' then c.cheque_state else c.approval_status end,
      case k.kind when 'cheque' then c.cheque_date else c.date_collected end,
      case k.kind when 'cheque' then c.amount
        else (select sum(r.amount) from public.collections r where r.project_id = p_project and r.receipt_id = c.id) end
    from found k join public.collections c on c.project_id = p_project and c.id = k.id
    left join public.customers u on u.project_id = p_project and u.id = c.customer_id where k.kind in ('collection', 'cheque')
    union all
    select k.kind, k.id, k.number, k.row_no, concat_ws(', ', n.bank, c.payee_name), c.state, c.cheque_date, c.amount
    from found k join public.issued_cheques c on c.project_id = p_project and c.id = k.id
    left join public.banks n on n.project_id = p_project and n.id = c.bank_id where k.kind = 'issued_cheque'
    union all
    select k.kind, k.id, k.number, k.row_no, p.supplier, p.status, p.date_added, p.total_cost
    from found k join public.purchases p on p.project_id = p_project and p.id = k.id where k.kind = 'purchase'
    union all
    select k.kind, k.id, k.number, k.row_no, v.pay_to, v.status, v.date_added, v.total
    from found k join public.vouchers v on v.project_id = p_project and v.id = k.id where k.kind = 'voucher'
    union all
    select k.kind, k.id, k.number, k.row_no, m.customer_name, m.status, m.on_date, m.amount
    from found k join public.memos m on m.project_id = p_project and m.id = k.id where k.kind = 'memo'
    union all
    select k.kind, k.id, k.number, k.row_no, null, r.status, r.remitted_on, r.cash_counted + r.cheques + r.others
    from found k join public.remittances r on r.project_id = p_project and r.id = k.id where k.kind = 'remittance'
    union all
    select k.kind, k.id, k.number, k.row_no, n.bank, 'deposited', d.deposited_on, null
    from found k join public.deposit_slips d on d.project_id = p_project and d.id = k.id
    left join public.banks n on n.project_id = p_project and n.id = d.bank_id where k.kind = 'deposit'
    union all
    select k.kind, k.id, k.number, k.row_no, b.reason, b.status, b.on_date, null
    from found k join public.bad_orders b on b.project_id = p_project and b.id = k.id where k.kind = 'bad_order'
    union all
    select k.kind, k.id, k.number, k.row_no, w.so_no, w.request_status, w.date_added, null
    from found k join public.warehouse_requests w on w.project_id = p_project and w.id = k.id where k.kind = 'warehouse_request'
  )
  select t.kind, t.id, case t.kind when 'voucher' then 'No. ' || t.number else t.number end, t.detail, t.state, t.on_date, t.amount
  from (select r.*, row_number() over (partition by r.kind order by r.row_no) as nth from readable r) t
  where t.nth <= v_each
  order by array_position(
    '{booking,invoice,delivery_receipt,memo,warehouse_request,collection,cheque,remittance,deposit,purchase,bad_order,issued_cheque,'
    'voucher}'::text[], t.kind), t.nth;
end $$;
comment on function public.search_documents is
  'Returns rows matching p_query that the caller may read, up to p_each of a kind (at most 50): customers, products, then documents by '
  'number, kind: customer, product, booking (SO no.), invoice (its booking), delivery_receipt (its booking), collection (CR no.), cheque '
  '(received; its receipt), purchase (PO no.), issued_cheque, voucher, memo, remittance (its DRR no.), deposit (slip no.), bad_order, '
  'warehouse_request. Names from two letters on, numbers by their end or beginning from one digit on, by any part from three characters '
  'on; the whole number first. state: the document''s own; on_date and amount in the project''s currency, null for customers and products.';

grant execute on function private.paper_key, private.search_numbers, private.search_names to authenticated;

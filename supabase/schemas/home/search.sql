-- One search over the documents of a project: by number, by name, limited to rows that the caller may read.
-- Numbers are found by their end ("123" finds SO-000123), their beginning, or any part of three characters and more, each
-- by its own index, so that a search costs the same however many documents there are.

create or replace function private.key_parts(p_text text) returns text[]
language sql immutable strict set search_path = '' as $$
  select coalesce(array_agg(distinct substr(k.key, n, 3)), '{}')
  from (select private.find_key(p_text)) k (key), generate_series(1, length(k.key) - 2) n
$$;
comment on function private.key_parts is
  'Returns every three characters in a row of a document number''s key: a number that has all of a search''s may contain the search.';

do $$
declare
  v_new record;
begin
  -- Most numbers have the indexes of their end and beginning beside their tables.
  for v_new in
    select * from (values ('bookings', 'so_no', '', false), ('bookings', 'invoice_no', 'where invoice_no is not null', false),
      ('collections', 'cr_no', 'where part_no = 1', false), ('collections', 'cheque_no', 'where cheque_no is not null', false),
      ('issued_cheques', 'cheque_no', '', false), ('purchases', 'po_no', '', false), ('delivery_receipts', 'dr_no', '', false),
      ('memos', 'memo_no', '', true), ('remittances', 'drr_no', '', true), ('deposit_slips', 'slip_no', '', true),
      ('bad_orders', 'record_no', '', true), ('warehouse_requests', 'request_no', '', true)) n (tab, col, narrowed, ends)
  loop
    execute format('create index %1$s_%2$s_part_idx on public.%1$I using gin (private.key_parts(%2$I)) %3$s', v_new.tab, v_new.col, v_new.narrowed);
    if v_new.ends then
      execute format('create index %1$s_%2$s_find_idx on public.%1$I (project_id, (private.find_key(%2$I) collate "C"))', v_new.tab, v_new.col);
      execute format('create index %1$s_%2$s_end_idx on public.%1$I (project_id, (reverse(private.find_key(%2$I)) collate "C"))', v_new.tab, v_new.col);
    end if;
  end loop;
end $$;
create index vouchers_voucher_no_part_idx on public.vouchers using gin (private.key_parts(voucher_no::text));

create or replace function private.search_numbers(p_project uuid, p_key text, p_each int)
returns table (kind text, id uuid, number text)
language plpgsql stable security definer rows 50 set search_path = '' as $$
declare
  v_kind record;
begin
  if p_project is null or p_project <> all (private.my_projects()) then return; end if;
  for v_kind in
    -- The parts of a receipt have one CR number: its first part stands for it.
    select * from (values ('booking', 'bookings', 'so_no', ''), ('invoice', 'bookings', 'invoice_no', ''), ('collection', 'collections', 'cr_no', 'and t.part_no = 1'),
      ('cheque', 'collections', 'cheque_no', ''), ('issued_cheque', 'issued_cheques', 'cheque_no', ''), ('purchase', 'purchases', 'po_no', ''),
      ('delivery_receipt', 'delivery_receipts', 'dr_no', ''), ('memo', 'memos', 'memo_no', ''), ('remittance', 'remittances', 'drr_no', ''),
      ('deposit', 'deposit_slips', 'slip_no', ''), ('bad_order', 'bad_orders', 'record_no', ''),
      ('warehouse_request', 'warehouse_requests', 'request_no', '')) k (kind, tab, col, narrowed)
  loop
    -- The ranges are in the query text, so that each uses its index whatever the plan; no key has a letter after "z".
    return query execute format(
      'select $4, h.id, h.number from (
         (select t.id, t.%2$I as number from public.%1$I t where t.project_id = $1 and t.%2$I is not null %3$s
           and private.find_key(t.%2$I) collate "C" >= $2 and private.find_key(t.%2$I) collate "C" < $2 || ''~''
           order by private.find_key(t.%2$I) collate "C" limit $3)
         union
         (select t.id, t.%2$I from public.%1$I t where t.project_id = $1 and t.%2$I is not null %3$s
           and reverse(private.find_key(t.%2$I)) collate "C" >= reverse($2) and reverse(private.find_key(t.%2$I)) collate "C" < reverse($2) || ''~''
           order by reverse(private.find_key(t.%2$I)) collate "C" limit $3)
         union
         (select t.id, t.%2$I from public.%1$I t where length($2) >= 3 and t.project_id = $1 and t.%2$I is not null %3$s
           and private.key_parts(t.%2$I) @> private.key_parts($2) and position($2 in private.find_key(t.%2$I)) > 0
           limit $3)) h', v_kind.tab, v_kind.col, v_kind.narrowed)
    using p_project, p_key, p_each, v_kind.kind;
  end loop;
  return query
  select 'voucher', v.id, v.voucher_no::text from public.vouchers v
  where v.project_id = p_project and v.voucher_no = (substring(p_key from '^(?:v|pv|voucher)?0*([0-9]{1,9})$'))::int
  union
  (select 'voucher', v.id, v.voucher_no::text from public.vouchers v
    where length(p_key) >= 3 and v.project_id = p_project and private.key_parts(v.voucher_no::text) @> private.key_parts(p_key)
      and position(p_key in v.voucher_no::text) > 0 limit p_each);
end $$;
comment on function private.search_numbers is
  'Returns documents of a member''s project whose number ends or begins with p_key (as find_key makes it) or, from three characters on, contains it, up to p_each each way and kind; vouchers by their whole number or three digits of it. Under row-level security a condition with a function that is not leakproof uses no index, so this function bypasses it; search_documents shows only rows that the caller may read.';

create or replace function private.search_names(p_project uuid, p_text text, p_each int)
returns table (kind text, id uuid, label text, detail text, state text)
language plpgsql stable security invoker set search_path = '' as $$
declare v_digits text := case when p_text !~ '[[:alpha:]]' then regexp_replace(p_text, '\D', '', 'g') end;
begin
  return query
  (select 'customer', c.id, c.name, concat_ws(', ', c.store_name, c.area), c.approval_status from public.customers c
    where c.project_id = p_project
      and (position(p_text in lower(concat_ws(' ', c.name, c.store_name))) > 0
        or (length(v_digits) >= 3 and position(v_digits in regexp_replace(c.tin_no, '\D', '', 'g')) > 0))
    order by position(p_text in lower(c.name)) <> 1, c.approval_status <> 'approved', c.sort_key, c.id limit p_each)
  union all
  (select 'product', p.id, p.description, p.material_code, p.status from public.products p
    where p.project_id = p_project and position(p_text in lower(concat_ws(' ', p.description, p.material_code))) > 0
    order by lower(p.material_code) <> p_text, position(p_text in lower(p.description)) <> 1, p.status <> 'active', p.sort_key, p.id limit p_each);
end $$;
comment on function private.search_names is
  'Returns customers (name, store, digits of the TIN) and products (description, material code) that contain p_text, which is in lower case; up to p_each of a kind. Runs with the caller''s rights.';

create or replace function public.search_documents(p_project uuid, p_query text, p_each int default 5)
returns table (kind text, id uuid, label text, detail text, state text, on_date date, amount numeric)
language plpgsql stable security invoker set search_path = '' as $$
#variable_conflict use_column
declare
  v_text text := lower(btrim(left(p_query, 80)));
  v_key text := private.find_key(v_text);
  v_each int := least(greatest(coalesce(p_each, 5), 1), 50);
begin
  if length(v_text) >= 2 then
    return query select n.kind, n.id, n.label, nullif(n.detail, ''), n.state, null::date, null::numeric from private.search_names(p_project, v_text, v_each) n;
  end if;
  -- Text without digits is not searched as a number: "so" would find every booking.
  if v_key !~ '[0-9]' then return; end if;
  return query
  with found as (
    select n.kind, n.id, n.number,
      row_number() over (partition by n.kind order by private.find_key(n.number) <> v_key,
        private.find_key(n.number) not like '%' || v_key, length(n.number), n.number desc, n.id) as row_no
    -- More rows than shown are read, for users who may read only some of them.
    from private.search_numbers(p_project, v_key, 4 * v_each) n
  ), readable as (
    select k.kind, k.id, k.number, k.row_no, case k.kind when 'invoice' then b.so_no || ', ' || b.customer_name else b.customer_name end as detail, b.stage as state,
      case k.kind when 'invoice' then b.date_invoiced else b.date_added end as on_date, b.total as amount
    from found k join public.bookings b on b.project_id = p_project and b.id = k.id where k.kind in ('booking', 'invoice')
    union all
    select k.kind, b.id, k.number, k.row_no, b.so_no || ', ' || b.customer_name, b.stage, r.on_date, null
    from found k join public.delivery_receipts r on r.project_id = p_project and r.id = k.id
    join public.bookings b on b.project_id = p_project and b.id = r.booking_id where k.kind = 'delivery_receipt'
    union all
    select k.kind, k.id, k.number, k.row_no, concat_ws(', ', case k.kind when 'cheque' then c.cheque_bank end, case k.kind when 'cheque' then c.cr_no end, u.name),
      case k.kind when 'cheque' then c.cheque_state else c.approval_status end,
      case k.kind when 'cheque' then c.cheque_date else c.date_collected end,
      case k.kind when 'cheque' then c.amount else (select sum(r.amount) from public.collections r where r.project_id = p_project and r.receipt_id = c.id) end
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
  order by array_position('{booking,invoice,delivery_receipt,memo,warehouse_request,collection,cheque,remittance,deposit,purchase,bad_order,issued_cheque,voucher}'::text[], t.kind), t.nth;
end $$;
comment on function public.search_documents is
  'Returns rows matching p_query that the caller may read, up to p_each of a kind (at most 50): customers, products, then documents by number, kind: customer, product, booking (SO no.), invoice (its booking), delivery_receipt (its booking), collection (CR no.), cheque (received; its receipt), purchase (PO no.), issued_cheque, voucher, memo, remittance (its DRR no.), deposit (slip no.), bad_order, warehouse_request. Names from two letters on, numbers by their end or beginning from one digit on, by any part from three characters on; the whole number first. state: the document''s own; on_date and amount in the project''s currency, null for customers and products.';

grant execute on function
  private.find_key(text), private.key_parts(text), private.search_numbers(uuid, text, int), private.search_names(uuid, text, int), public.search_documents(uuid, text, int)
to authenticated;

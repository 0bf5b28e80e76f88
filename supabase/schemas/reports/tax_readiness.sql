-- Details that invoices, memos and receipts lack before a quarter is filed. See docs/e-invoice.md, Readiness.

create or replace function private.says_nothing(p_text text) returns boolean
language sql immutable
return coalesce(btrim(p_text), '') = '';

create or replace function private.unfiled_characters(p_text text) returns text[]
language sql immutable
return array(select distinct x[1] from regexp_matches(p_text,
  '[^\n\r -~¡-ÿ€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]', 'g') x);
comment on function private.unfiled_characters is
  'Returns the characters of a text that Windows-1252, in which the tax office takes files, does not have.';

create or replace function private.missing_on_paper(p jsonb) returns text[]
language plpgsql immutable set search_path = '' as $$
begin
  return array_remove(array[
    case when private.says_nothing(p #>> '{seller,registered_name}') then 'seller_name' end,
    case when private.says_nothing(p #>> '{seller,address}') then 'seller_address' end,
    case when p #>> '{seller,tin}' is null then 'seller_tin' end,
    case when p #>> '{seller,vat_registered}' is null then 'seller_vat' end,
    case when p ->> 'kind' = 'invoice' and private.says_nothing(p #>> '{seller,authority}') then 'authority' end,
    case when p ->> 'kind' = 'invoice' and p ->> 'number' !~ '[0-9]{6}$' then 'serial' end,
    case when p ->> 'date' is null then 'date' end,
    case when private.says_nothing(p #>> '{buyer,registered_name}') then 'buyer_name' end,
    case when private.says_nothing(p #>> '{buyer,address}') then 'buyer_address' end,
    case when p #>> '{buyer,tin}' is null then 'buyer_tin' end,
    case when p ->> 'kind' = 'invoice' and jsonb_array_length(p -> 'lines') = 0 then 'lines' end,
    case when exists (select from jsonb_array_elements(p -> 'lines') l where private.says_nothing(l ->> 'description'))
      then 'description' end,
    case when p ->> 'kind' = 'invoice' and exists (select from jsonb_array_elements(p -> 'lines') l where (l ->> 'pieces')::int = 0)
      then 'quantity' end,
    case when exists (select from jsonb_array_elements(p -> 'lines') l where l ->> 'unit_price' is null) then 'unit_price' end,
    case when coalesce(p #>> '{totals,due}', p #>> '{totals,total}') is null then 'total' end,
    case when p #>> '{totals,vat}' is null or p ->> 'kind' = 'invoice' and jsonb_array_length(p -> 'tax') < 3 then 'vat' end,
    case when p #>> '{references,invoices}' is not null and p ->> 'reason' in ('return', 'price_allowance', 'undercharge')
      and not exists (select from jsonb_array_elements(p #> '{references,invoices}') r where r ->> 'invoice' is not null)
      then 'invoice' end], null);
end $$;
comment on function private.missing_on_paper is
  'Names what an invoice or memo, in the form of docs/e-invoice.md, lacks of what the tax office wants to read on it; none when nothing.';

create or replace function private.tax_parties(p_project uuid, p_from date, p_to date)
returns table (kind text, items text[], id uuid, no text, name text, on_date date)
language plpgsql stable set search_path = '' as $$
begin
  return query
  with buyers as materialized (
    select c.* from public.customers c where c.project_id = p_project and c.id in (
      select b.customer_id from public.bookings b
      where b.project_id = p_project and b.date_invoiced between p_from and p_to and b.stage <> 'cancelled'
      union select b.customer_id from public.bookings b
      where b.project_id = p_project and b.stage = 'delivered' and b.date_invoiced is null and b.date_delivered <= p_to
      union select m.customer_id from public.memos m
      where m.project_id = p_project and m.on_date between p_from and p_to and m.status = 'approved'
      union select k.customer_id from public.collections k
      where k.project_id = p_project and k.cr_date between p_from and p_to and k.approval_status <> 'cancelled' and not k.from_archive)
  ), sellers as materialized (
    select s.* from public.suppliers s where s.project_id = p_project and s.id in (
      select p.supplier_id from public.purchases p
      where p.project_id = p_project and p.kind = 'purchase' and p.status <> 'cancelled' and p.date_added between p_from and p_to)
  )
  select 'customer_tin', '{}'::text[], b.id, null::text, b.name, null::date from buyers b where length(coalesce(b.taxpayer, '')) < 9
  union all select 'customer_address', '{}', b.id, null, b.name, null from buyers b where private.says_nothing(b.address)
  union all select 'customer_text', t.bad, b.id, null, b.name, null
  from buyers b cross join private.unfiled_characters(concat_ws(' ', b.name, b.business_style, b.address)) t (bad) where t.bad <> '{}'
  union all select 'supplier_tin', '{}', s.id, null, s.name, null
  from sellers s where length(regexp_replace(coalesce(s.tin, ''), '\D', '', 'g')) < 9
  union all select 'supplier_text', t.bad, s.id, null, s.name, null
  from sellers s cross join private.unfiled_characters(concat_ws(' ', s.name, s.registered_name)) t (bad) where t.bad <> '{}'
  union all select 'product_text', t.bad, g.id, g.material_code, g.description, null
  from public.products g cross join private.unfiled_characters(g.description) t (bad) where g.project_id = p_project and t.bad <> '{}';
end $$;
comment on function private.tax_parties is
  'Returns customers and suppliers of a period without TIN or address, and their names and those of goods that tax files cannot hold.';

create or replace function private.seller_now(p_project uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.e_seller(to_jsonb(p), private.seller_then(p, '{}')) from public.projects p where p.id = p_project
$$;
comment on function private.seller_now is 'Returns the seller of e-invoices as the project is today. For functions that authorize.';

create or replace function private.sellers_at_issue(p_project uuid, p_bookings uuid[]) returns table (booking_id uuid, seller jsonb)
language sql stable security definer set search_path = '' as $$
  with changes as materialized (
    select a.id from public.audit_log a
    where a.project_id = p_project and a.table_name = 'projects' and a.row_id = p_project and a.action = 'update'
  ), issued as materialized (
    select b.id, (select max(c.id) from changes c where c.id < (
      select min(a.id) from public.audit_log a
      where a.project_id = p_project and a.table_name = 'bookings' and a.row_id = b.id and a.after ->> 'invoice_no' is not null)) as change
    from unnest(p_bookings) b (id)
  ), sellers as materialized (
    -- A project changes a few times, so its papers have few heads.
    select i.change, private.e_seller(to_jsonb(p) || n.names, private.seller_then(p, n.names)) as seller
    from (select distinct i.change from issued i) i
    join public.projects p on p.id = p_project
    cross join lateral private.names_since(p_project, 'projects', p_project, '{settings,tin_no,name,title,address}',
      coalesce(i.change, 0)) n (names)
  )
  select i.id, s.seller from issued i join sellers s on s.change is not distinct from i.change
$$;
comment on function private.sellers_at_issue is
  'Returns the seller of e-invoices as of the issue of these invoices, out of the audit trail. For functions that authorize.';

create or replace function private.tax_invoices(p_project uuid, p_from date, p_to date)
returns table (kind text, items text[], id uuid, no text, name text, on_date date)
language plpgsql stable set search_path = '' as $$
declare
  -- Invoices from before these files: goods, amounts and VAT of theirs are never missing.
  v_old uuid[] := array(select b.id from public.bookings b
    where b.project_id = p_project and b.date_invoiced between p_from and p_to and b.invoice_no is not null and not b.is_opening
    and not exists (select from public.e_invoices e where e.project_id = p_project and e.booking_id = b.id));
begin
  return query
  with renamed as materialized (
    select n.booking_id, n.names from private.customers_at_issue(p_project, v_old) n
  ), sellers as materialized (
    select s.booking_id, s.seller from private.sellers_at_issue(p_project, v_old) s
  ), issued as materialized (
    select b.id, b.invoice_no, b.customer_name, b.date_invoiced, b.date_due, b.balance, coalesce(e.content::jsonb, (
        select jsonb_build_object('kind', 'invoice', 'number', b.invoice_no, 'date', b.date_invoiced,
          'seller', (select s.seller from sellers s where s.booking_id = b.id),
          'buyer', private.e_tin(case when n.names ? 'tin_no' then n.names ->> 'tin_no' else c.tin_no end)
            || jsonb_build_object('registered_name', b.customer_name, 'address', b.deliver_to),
          'lines', '[{"description": "-", "pieces": 1, "unit_price": "0"}]'::jsonb, 'tax', '[1,2,3]'::jsonb,
          'totals', '{"due": "0", "vat": "0"}'::jsonb)
        from public.customers c left join renamed n on n.booking_id = b.id
        where c.project_id = p_project and c.id = b.customer_id)) as said
    from public.bookings b
    left join lateral (select i.content from public.e_invoices i
      where i.project_id = p_project and i.booking_id = b.id order by i.id desc limit 1) e on true
    where b.project_id = p_project and b.date_invoiced between p_from and p_to and b.invoice_no is not null and not b.is_opening
      and b.stage <> 'cancelled'
  )
  select 'invoice_item', private.missing_on_paper(i.said), i.id, i.invoice_no, i.customer_name, i.date_invoiced
  from issued i where private.missing_on_paper(i.said) <> '{}'
  union all select 'invoice_terms', '{}', i.id, i.invoice_no, i.customer_name, i.date_invoiced
  from issued i where coalesce(i.date_due <= i.date_invoiced, true) and i.balance > 0
  union all select 'invoice_gap', '{}', md5('i' || n.first_no)::uuid, concat_ws(' – ', n.first_no, n.last_no), n.series, n.on_date
  from private.invoice_numbers(p_project, p_from, p_to) n where n.kind = 'missing'
  union all select 'not_invoiced', '{}', b.id, b.so_no, b.customer_name, b.date_delivered
  from public.bookings b where b.project_id = p_project and b.date_invoiced is null and b.date_delivered <= p_to
    and b.stage = 'delivered' and not b.is_opening
  union all select 'archived', '{}', b.id, b.so_no, b.customer_name, r.on_date
  from public.receivable_entries r join public.bookings b on b.project_id = p_project and b.id = r.booking_id
  where r.project_id = p_project and r.kind = 'archived' and r.collection_id is null and r.on_date between p_from and p_to;
end $$;
comment on function private.tax_invoices is
  'Returns invoices of a period that lack something as they were issued or are unpaid without a written term, missing numbers, and '
  'goods that were delivered or archived without an invoice.';

create or replace function private.customers_at_receipts(p_project uuid, p_from date, p_to date)
returns table (receipt_id uuid, names jsonb)
language sql stable security definer set search_path = '' as $$
  select k.receipt_id, private.names_at_receipt(p_project, k.receipt_id, 'customers', k.customer_id, '{tin_no,address}')
  from public.collections k
  where k.project_id = p_project and k.part_no = 1 and not k.from_archive and k.cr_date between p_from and p_to
    and exists (select from public.audit_log a
      where a.project_id = p_project and a.table_name = 'customers' and a.row_id = k.customer_id and a.action = 'update')
$$;
comment on function private.customers_at_receipts is
  'Returns names_at_receipt of the customers of the receipts of a period, as far as the customer was ever changed. Errors: 42501.';

create or replace function private.tax_others(p_project uuid, p_from date, p_to date)
returns table (kind text, items text[], id uuid, no text, name text, on_date date)
language plpgsql stable set search_path = '' as $$
begin
  return query
  with memos as materialized (
    select m.id, m.memo_no, m.customer_name, m.on_date, private.missing_on_paper(coalesce(e.content::jsonb,
      private.e_memo_content(p_project, m.id, 'later'))) as missing
    from public.memos m left join public.e_memos e on e.project_id = p_project and e.memo_id = m.id
    where m.project_id = p_project and m.on_date between p_from and p_to and m.status = 'approved'
  ), renamed as materialized (
    select * from private.customers_at_receipts(p_project, p_from, p_to)
  ), receipts as materialized (
    select k.id, k.cr_no, u.name, k.cr_date, array_remove(array[
      case when length(regexp_replace(coalesce(case when t.names ? 'tin_no' then t.names ->> 'tin_no' else u.tin_no end, ''),
        '\D', '', 'g')) < 9 then 'buyer_tin' end,
      case when private.says_nothing(case when t.names ? 'address' then t.names ->> 'address' else u.address end)
        then 'buyer_address' end], null) as missing
    from public.collections k join public.customers u on u.project_id = p_project and u.id = k.customer_id
    left join renamed t on t.receipt_id = k.receipt_id
    where k.project_id = p_project and k.part_no = 1 and not k.from_archive and k.approval_status <> 'cancelled'
      and k.cr_date between p_from and p_to
  )
  select 'company', c.missing, p_project, null::text, c.said ->> 'registered_name', null::date
  from (select s.said, private.missing_on_paper(jsonb_build_object('kind', 'invoice', 'seller', s.said, 'number', '000000', 'date', '-',
      'buyer', '{"registered_name": "-", "address": "-", "tin": "-"}'::jsonb, 'lines', '[{"description": "-", "pieces": 1,
      "unit_price": "0"}]'::jsonb, 'tax', '[1,2,3]'::jsonb, 'totals', '{"due": "0", "vat": "0"}'::jsonb)) as missing
    from private.seller_now(p_project) s (said)) c where c.missing <> '{}'
  union all select 'memo_item', m.missing, m.id, m.memo_no, m.customer_name, m.on_date from memos m where m.missing <> '{}'
  union all select 'receipt_item', r.missing, r.id, r.cr_no, r.name, r.cr_date from receipts r where r.missing <> '{}'
  union all select 'receipt_gap', '{}', md5('r' || n.first_no)::uuid, concat_ws(' – ', n.first_no, n.last_no), n.series, n.on_date
  from private.receipt_numbers(p_project, p_from, p_to) n where n.kind = 'missing';
end $$;
comment on function private.tax_others is
  'Returns what the company lacks on its papers today, memos and receipts of a period that lack something as they were issued, and missing '
  'numbers of receipts.';

create or replace function private.tax_kinds() returns text[]
language sql immutable
return '{company,customer_tin,customer_address,customer_text,supplier_tin,supplier_text,product_text,invoice_item,invoice_terms,
  invoice_gap,not_invoiced,archived,memo_item,receipt_item,receipt_gap}'::text[];
comment on function private.tax_kinds is 'Returns what tax_readiness finds, in its order.';

create or replace function public.tax_readiness(p_project uuid, p_filters jsonb default '{}')
returns table (sort_key text, kind text, items text[], id uuid, no text, name text, on_date date, found bigint)
language plpgsql stable set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'tax.read');
  v_from date := private.read_date(p_filters, 'from', true);
  v_to date := private.read_date(p_filters, 'to', true);
  v_kind text := private.read_text(p_filters, 'kind');
  v_counted boolean := coalesce(private.read_boolean(p_filters, 'counted'), false);
  v_page record := private.read_page(p_filters, '{kind}');
  v_limit int := private.read_int(p_filters, 'limit');
begin
  if v_to < v_from or v_to > v_from + 92 then perform private.invalid('to', 'Choose a period of at most a quarter.'); end if;
  return query
  with all_kinds as materialized (
    select * from private.tax_parties(p_project, v_from, v_to)
    union all select * from private.tax_invoices(p_project, v_from, v_to)
    union all select * from private.tax_others(p_project, v_from, v_to)
  ), placed as (
    select f.*, k.n, k.t, row_number() over (order by k.n, k.t, f.id) * v_page.direction as place,
      row_number() over (partition by f.kind order by f.id) as first, count(*) over (partition by f.kind) as times
    from all_kinds f
    cross join lateral (select array_position(private.tax_kinds(), f.kind) as n,
      coalesce(f.on_date::text, '') || ' ' || private.sort_key(coalesce(f.no, f.name)) as t) k
    where v_kind is null or f.kind = v_kind
  )
  select p.n || '~' || p.t, p.kind, p.items, p.id, p.no, p.name, p.on_date, p.times
  from placed p
  where case when v_counted then p.first = 1 else v_page.id is null
    or p.id <> v_page.id and ((p.n, p.t, p.id) > (v_page.n, v_page.t, v_page.id)) = (v_page.direction > 0) end
  order by p.place limit case when v_counted then null else v_limit end;
end $$;
comment on function public.tax_readiness is
  'Lists what is missing on papers of a period before it is filed (docs/e-invoice.md, Readiness): kind, items (what is missing, or the '
  'characters that tax files cannot hold), the record (id of a customer, supplier, product, booking, memo or receipt; of a gap of numbers '
  'none), its number, name and day, and on every row how many of its kind there are (found). p_filters: {from, to (at most a quarter), '
  'kind, counted: true for one row of each kind, limit, after or before: {n, t, id}, where sort_key is "n~t"}. With before the rows come '
  'last first. Errors: 42501, 22023.';

grant execute on function private.says_nothing, private.unfiled_characters, private.missing_on_paper, private.tax_parties,
  private.sellers_at_issue, private.tax_invoices, private.customers_at_receipts, private.seller_now, private.tax_others,
  private.tax_kinds to authenticated;

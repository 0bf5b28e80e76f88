-- The copy of data that a phone keeps: what its person may work with, cut into blocks that the phone compares by their hashes.
-- See docs/field-app.md. Rows are read with the caller's own rights, so that the copy holds nothing that the policies deny.

create or replace function private.positions_of(p_project uuid, p_customers uuid[])
returns table (customer_id uuid, exposure numeric, receivables numeric, uncleared numeric, unapplied numeric, overdue numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_scope text := private.scope_of(p_project, 'customers.read');
  v_agents uuid[] := case v_scope when 'own' then array[auth.uid()] when 'team' then private.my_agents() end;
  v_today date := private.business_date(p_project);
begin
  return query
  -- Adds up for every customer what private.exposure and private.owed do for one.
  with booked as (
    select b.customer_id, sum(b.cleared_balance) as at_risk,
      sum(b.cleared_balance) filter (where b.date_due < v_today and b.cleared_balance > 0) as overdue
    from public.bookings b
    where b.project_id = p_project and (b.balance <> 0 or b.cleared_balance <> 0) and b.approval_status like 'approved%'
    group by b.customer_id
  ), posted as (
    select p.customer_id, sum(p.cleared_amount) as cleared, sum(p.cleared_amount - p.amount) as uncleared,
      -sum(p.amount) filter (where not p.is_booking) as unapplied,
      sum(p.cleared_amount - p.amount) filter (where p.charged = 0 and not p.is_booking) as at_risk
    from private.receivable_positions p
    where p.project_id = p_project and (p.amount <> 0 or p.cleared_amount <> 0)
    group by p.customer_id
  )
  select c.id, coalesce(b.at_risk, 0.00) + coalesce(p.at_risk, 0.00), coalesce(p.cleared, 0.00), coalesce(p.uncleared, 0.00),
    coalesce(p.unapplied, 0.00), coalesce(b.overdue, 0.00)
  from public.customers c
  left join booked b on b.customer_id = c.id
  left join posted p on p.customer_id = c.id
  where v_scope is not null and c.project_id = p_project and c.id = any (p_customers) and (v_agents is null or c.agent_id = any (v_agents));
end $$;
comment on function private.positions_of is
  'Returns what each of these customers that the caller may read owes: exposure, receivables (gross of uncleared cheques), uncleared '
  'cheques, unapplied payments, and what of bookings is overdue.';

create or replace function private.list_prices(p_project uuid)
returns table (key text, product_id uuid, price numeric, pieces int, list_name text)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_scope text := private.scope_of(p_project, 'bookings.write');
  v_today date := private.business_date(p_project);
begin
  if v_scope is null or not exists (select from public.price_lists l where l.project_id = p_project) then return; end if;
  return query
  with keys as (
    -- Customers with the same lists have the same prices: one of them is asked for.
    select private.price_key(c) as key, (array_agg(c.id order by c.id))[1] as customer_id
    from public.customers c
    where c.project_id = p_project and c.approval_status = 'approved' and (v_scope = 'all' or c.agent_id = auth.uid()) group by 1
  )
  select k.key, p.id, i.price, i.price_pieces, i.list_name
  from keys k
  cross join public.products p
  cross join lateral private.price_item(p_project, k.customer_id, p.id, v_today) i
  where p.project_id = p_project and p.status = 'active'
    and exists (select from public.price_list_items t where t.project_id = p_project
      and (t.product_id = p.id or t.category in (p.category1, p.category2, p.category3)));
end $$;
comment on function private.list_prices is
  'Returns the prices out of lists that bookings of the caller''s own customers propose today, by the key of their lists '
  '(private.price_key).';

create or replace function private.price_key(p public.customers) returns text
language sql stable set search_path = ''
return left(md5(concat_ws(' ', coalesce(p.price_list_id::text, '-'), p.customer_group_id)), 8);
comment on function private.price_key is 'Returns a key that customers have in common whose price lists are the same.';

create or replace function private.product_key(p_product uuid) returns text
language sql immutable set search_path = ''
return left(encode(decode(md5(p_product::text), 'hex'), 'base64'), 5);
comment on function private.product_key is
  'Returns five characters for a product, so that the products of a customer are a short text. Two of a thousand products have the same '
  'ones once in two thousand companies.';

create or replace function private.orders_of(p_project uuid) returns table (customer_id uuid, bought date, orders jsonb)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_scope text := private.scope_of(p_project, 'bookings.read');
  v_agents uuid[] := case v_scope when 'own' then array[auth.uid()] when 'team' then private.my_agents() end;
  v_writes boolean := private.scope_of(p_project, 'bookings.write') is not null;
begin
  if v_scope is null or v_scope not in ('all', 'team', 'own') then return; end if;
  return query
  select c.id, a.on_date, r.orders
  from public.customers c
  cross join lateral (select max(b.date_added) from public.bookings b
    where b.project_id = p_project and b.customer_id = c.id and b.approval_status <> 'cancelled' and not b.is_opening
      and (v_agents is null or b.agent_id = any (v_agents))) a (on_date)
  cross join lateral (
    -- The last orders, newest first, each line as product and pieces.
    select jsonb_agg(jsonb_build_object('on', b.date_added, 'lines', (
        select jsonb_agg(jsonb_build_array(l.product_id, l.quantity) order by l.line_no) from public.booking_lines l
        where l.project_id = p_project and l.booking_id = b.id and l.free_of is null)) order by b.date_added desc, b.id desc)
    from (select x.id, x.date_added from public.bookings x
      where v_writes and x.project_id = p_project and x.customer_id = c.id and x.approval_status <> 'cancelled' and not x.is_opening
        and (v_agents is null or x.agent_id = any (v_agents))
      order by x.date_added desc, x.id desc limit 2) b) r (orders)
  where c.project_id = p_project and (v_agents is null or c.agent_id = any (v_agents));
end $$;
comment on function private.orders_of is
  'Returns of the customers whose bookings the caller reads the day of the last one, and for who writes bookings the last two. Bookings '
  'are those that the policies show.';

create or replace function private.field_bought(p_project uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare v_scope text := private.authorize(p_project, 'bookings.write');
begin
  return (
    select coalesce(jsonb_object_agg(k.customer_id, k.keys), '{}')
    from (
      select d.customer_id, string_agg(p.key, '' order by p.key) as keys
      from (
        select b.customer_id, l.product_id from public.bookings b
        join public.booking_lines l on l.project_id = p_project and l.booking_id = b.id
        where b.project_id = p_project and (v_scope = 'all' or b.agent_id = auth.uid())
          and b.date_added > private.business_date(p_project) - 365 and b.approval_status <> 'cancelled'
        group by b.customer_id, l.product_id) d
      join (select x.id, private.product_key(x.id) as key from public.products x where x.project_id = p_project) p on p.id = d.product_id
      group by d.customer_id) k);
end $$;
select private.expose('field_bought');
comment on function public.field_bought is
  'Returns what customers bought within a year on bookings that the caller may change: {customer: keys of products one after another, as '
  'the products of field_snapshot have them}. It is asked for once a day. Errors: 42501.';

create or replace function private.field_rows(p_project uuid, p_part text) returns table (id text, content jsonb)
language plpgsql stable set search_path = '' as $$
begin
  if p_part = 'customers' then
    return query
    select c.id::text, jsonb_strip_nulls(jsonb_build_object('id', c.id, 'name', c.name, 'store', c.store_name, 'address', c.address,
      'area', c.area, 'contact', c.contact, 'status', c.approval_status, 'vat', c.vat_class, 'prices', private.price_key(c),
      'terms', c.terms_days, 'limit', c.credit_line::text, 'left', (c.credit_line - o.exposure)::text, 'exposure', o.exposure::text,
      'receivables', o.receivables::text, 'uncleared', o.uncleared::text, 'unapplied', o.unapplied::text, 'overdue', o.overdue::text,
      'bought', h.bought, 'orders', h.orders))
    from public.customers c
    join private.positions_of(p_project, array(select v.id from public.customers v where v.project_id = p_project)) o
      on o.customer_id = c.id
    left join private.orders_of(p_project) h on h.customer_id = c.id
    where c.project_id = p_project and c.approval_status in ('pending', 'approved');
  elsif p_part = 'products' then
    return query
    select p.id::text, jsonb_strip_nulls(jsonb_build_object('id', p.id, 'key', private.product_key(p.id), 'code', p.material_code,
      'name', p.description, 'unit', p.unit_of_measure, 'case', p.case_config, 'per', p.price_unit, 'vat', p.vat_class,
      'price', i.current_srp::text, 'pieces', i.current_srp_pieces, 'available', i.available))
    from public.products p join public.inventory i on i.project_id = p.project_id and i.product_id = p.id
    where p.project_id = p_project and p.status = 'active';
  elsif p_part = 'prices' then
    return query
    select concat_ws(':', l.key, l.product_id), jsonb_build_object('id', concat_ws(':', l.key, l.product_id), 'price', l.price::text,
      'pieces', l.pieces, 'list', l.list_name)
    from private.list_prices(p_project) l;
  elsif p_part = 'documents' then
    return query
    select b.id::text, jsonb_strip_nulls(jsonb_build_object('id', b.id, 'customer', b.customer_id, 'no', b.so_no, 'invoice', b.invoice_no,
      'on', b.date_added, 'due', b.date_due, 'stage', b.stage, 'total', b.total::text, 'balance', b.balance::text,
      'cleared', b.cleared_balance::text))
    from public.bookings b
    where b.project_id = p_project and b.approval_status <> 'cancelled'
      and (b.balance <> 0 or b.cleared_balance <> 0 or b.stage in ('pending', 'validated', 'invoiced'));
  elsif p_part = 'receipts' and private.scope_of(p_project, 'collections.record') = 'own' then
    return query
    select c.id::text, jsonb_strip_nulls(jsonb_build_object('id', c.id, 'receipt', c.receipt_id, 'customer', c.customer_id, 'no', c.cr_no,
      'on', c.date_collected, 'type', c.collection_type, 'amount', c.amount::text, 'bank', c.cheque_bank, 'cheque', c.cheque_no,
      'dated', c.cheque_date, 'status', c.approval_status))
    from private.to_remit(p_project) c where c.collector_id = auth.uid();
  elsif p_part = 'routes' then
    return query
    select r.id::text, jsonb_build_object('id', r.id, 'customer', r.customer_id, 'day', r.weekday, 'weeks', r.weeks, 'place', r.place)
    from public.routes r
    join public.customers c on c.project_id = r.project_id and c.id = r.customer_id and c.agent_id = r.agent_id
      and c.approval_status = 'approved'
    where r.project_id = p_project and r.agent_id = auth.uid() and r.until_date is null;
  end if;
end $$;
comment on function private.field_rows is
  'Returns the rows of one part of a phone''s copy (customers, products, prices, documents, receipts that are to be handed in, own '
  'routes): those that the caller reads under the policies. Costs and suppliers are in none.';

create or replace function private.field_blocks(p_project uuid, p_part text) returns table (block text, hash text, content text)
language sql stable set search_path = '' as $$
  with r as materialized (select x.id, x.content::text as content from private.field_rows(p_project, p_part) x),
  -- So many blocks that one has about 200 rows, and that a few rows more or less change nothing.
  n as (select (2 ^ ceil(log(2, greatest(count(*) / 200.0, 1))))::int as blocks from r)
  select concat_ws(':', n.blocks, b.block), left(md5(string_agg(r.content, E'\n' order by r.id)), 16),
    '[' || string_agg(r.content, ',' order by r.id) || ']'
  from n, r cross join lateral (select ('x' || left(md5(r.id), 7))::bit(28)::int % (select n.blocks from n) as block) b
  group by n.blocks, b.block
$$;
comment on function private.field_blocks is
  'Returns the blocks of a part with their hashes and rows. A row keeps its block, which follows from its id, until the number of blocks '
  'doubles: block is "number of blocks:place".';

create or replace function private.field_snapshot(p_project uuid, p_have jsonb default '{}') returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  -- Characters of rows in one answer: a fifth of it on the wire, so that a slow line gets through with each.
  v_room int := 1000000;
  v_complete boolean := true;
  v_parts jsonb := '{}';
  v_blocks jsonb;
  v_part text;
  v record;
begin
  perform private.authorize(p_project, 'field.read');
  foreach v_part in array array['customers', 'products', 'prices', 'documents', 'receipts', 'routes'] loop
    v_blocks := '{}';
    -- Parts for which there is no room any more are asked for again.
    for v in select b.block, b.hash, b.content from private.field_blocks(p_project, v_part) b where v_complete order by b.block loop
      if p_have -> v_part ->> v.block = v.hash then
        v_blocks := v_blocks || jsonb_build_object(v.block, jsonb_build_object('hash', v.hash));
      elsif v_room > 0 then
        v_blocks := v_blocks || jsonb_build_object(v.block, jsonb_build_object('hash', v.hash, 'rows', v.content::jsonb));
        v_room := v_room - length(v.content);
      else
        v_complete := false;
      end if;
    end loop;
    v_parts := v_parts || jsonb_build_object(v_part, v_blocks);
  end loop;
  return jsonb_build_object('as_of', now(), 'complete', v_complete, 'parts', v_parts, 'company', private.field_company(p_project));
end $$;
select private.expose('field_snapshot');
comment on function public.field_snapshot is
  'Returns what the caller may work with in the field, as blocks of rows: {as_of, complete, company: {today, vat_percent, '
  'prices_include_vat, price_floor_percent, drr_label, next_cr_no, last_cr_no (of the booklet in hand)}, parts: {customers, '
  'products, prices, documents, receipts, routes: {"blocks:place": {hash, rows}}}}. p_have: {part: '
  '{block: hash}} of the blocks that the phone has; rows are left out of those that are the same. An answer has about 1 MB of rows: '
  'while complete is false, ask again with what has come. A row that is in no block any more is gone. Errors: 42501, device_locked.';

create or replace function private.field_company(p_project uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select jsonb_build_object('today', private.business_date(p_project),
      'vat_percent', private.setting_of(p.settings, 'vat_percent'),
      'prices_include_vat', private.setting_of(p.settings, 'prices_include_vat'),
      'price_floor_percent', private.setting_of(p.settings, 'price_floor_percent'),
      'drr_label', private.setting_of(p.settings, 'drr_label'),
      'next_cr_no', case when private.scope_of(p_project, 'collections.record') = 'own' then private.next_cr_no(p_project) end,
      'last_cr_no', (private.booklet_in_hand(p_project, auth.uid())).last_no)
    from public.projects p where p.id = p_project and private.scope_of(p_project, 'field.read') is not null);
end $$;
comment on function private.field_company is 'Returns what of a company''s settings a phone computes with.';

grant execute on function private.positions_of, private.list_prices, private.price_key, private.product_key, private.orders_of,
  private.field_rows, private.field_blocks, private.field_company to authenticated;

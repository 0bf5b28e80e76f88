-- The list of collections, also for the approval queue, its sums, and the default allocation of a receipt.
-- Lists page by key.

create or replace function private.collection_filter(p_filters jsonb) returns text
language plpgsql immutable set search_path = '' as $$
begin
  -- Only given filters are in the query text, so that each one can use its index.
  return (select 'c.project_id = $1' || coalesce(string_agg(' and ' || f.condition, ''), '')
  from (values
    (p_filters ->> 'status', format('c.approval_status = %L', p_filters ->> 'status')),
    (p_filters ->> 'type', 'c.collection_type = $2 ->> ''type'''),
    (case when private.read_boolean(p_filters, 'mine') then '1' end, '(select auth.uid()) in (c.collector_id, c.created_by)'),
    (p_filters ->> 'customer_id', 'c.customer_id = private.read_uuid($2, ''customer_id'')'),
    (p_filters ->> 'from', 'c.date_collected >= private.read_date($2, ''from'')'),
    (p_filters ->> 'to', 'c.date_collected <= private.read_date($2, ''to'')'),
    (case when private.read_boolean(p_filters, 'unapplied') then '1' end,
      'c.approval_status = ''approved'' and c.id = any (array(select private.receipts_left($1)))'),
    (nullif(btrim(p_filters ->> 'search'), ''), replace('(position(:text in c.search_key) > 0
      or position(:text in private.search_text(c.reference_no)) > 0
      or c.customer_id in (select u.id from public.customers u where u.project_id = $1
        and position(:text in private.search_text(concat_ws('' '', u.name, u.store_name))) > 0)
      or c.id in (select a.collection_id from public.collection_allocations a
        join public.bookings b on b.project_id = a.project_id and b.id = a.booking_id
        where a.project_id = $1 and position(:text in b.search_key) > 0))', ':text', 'private.search_text(btrim($2 ->> ''search''))'))
    ) f (given, condition) where f.given is not null);
end $$;
comment on function private.collection_filter is
  'Returns the condition of a list of receipts (alias c; $1 = project, $2 = the filters): {search (CR, DRR, cheque or reference no., '
  'cheque''s bank, customer, store, SO or invoice no. of a booking it pays), status, type, customer_id, from, to (collected, inclusive), '
  'unapplied (approved, with unapplied credit)}.';

create or replace function private.filters_parts(p_filters jsonb) returns boolean
language sql immutable
return p_filters ->> 'type' is not null or nullif(btrim(p_filters ->> 'search'), '') is not null
  or private.read_boolean(p_filters, 'unapplied');
comment on function private.filters_parts is
  'Tells whether filters of a list of receipts may find some parts of a receipt and not the others. All other columns that they compare '
  'are the same in each part.';

create or replace function public.collection_list(p_project uuid, p_filters jsonb default '{}')
returns table (id uuid, version int, date_collected date, cr_no text, drr_no text, customer_id uuid, customer_name text,
  store_name text, agent_id uuid,
  collection_type text, amount numeric, reversed numeric, approval_status text, cheque_bank text, cheque_no text,
  cheque_date date, cheque_state text,
  bank_id uuid, unapplied numeric, allocated jsonb, created_by uuid, collector_id uuid, receipt_id uuid, part_no int, part_count int)
language plpgsql stable set search_path = '' as $$
declare
  v_up boolean;
  v_where text;
  v_order text;
begin
  perform private.authorize(p_project, 'collections.read');
  v_up := private.read_boolean(p_filters, 'ascending');
  v_where := private.collection_filter(p_filters);
  v_order := case when v_up then 'c.date_collected, c.id' else 'c.date_collected desc, c.id desc' end;
  if p_filters -> 'beyond' is not null then
    v_where := v_where || format(
      ' and (c.date_collected, c.id) %s (private.read_date($2 -> ''beyond'', ''date''), private.read_uuid($2 -> ''beyond'', ''id''))',
      case when v_up then '>' else '<' end);
  end if;
  return query execute
    'with page as materialized (
       select c.* from public.collections c
         where ' || v_where || ' order by ' || v_order || ' limit ' || least(coalesce(private.read_int(p_filters, 'limit'), 51), 1001) || ')
     select c.id, c.version, c.date_collected, c.cr_no, c.drr_no, c.customer_id, u.name, u.store_name, c.agent_id,
       c.collection_type, c.amount, c.reversed, c.approval_status, c.cheque_bank, c.cheque_no, c.cheque_date, c.cheque_state, c.bank_id,
       c.amount - c.reversed - coalesce(p.applied, 0.00), coalesce(p.parts, ''[]''), c.created_by, c.collector_id,
       c.receipt_id, c.part_no, (select count(*)::int from public.collections r where r.project_id = c.project_id
         and r.receipt_id = c.receipt_id)
     from page c
     left join public.customers u on u.project_id = c.project_id and u.id = c.customer_id
     left join lateral (
       select sum(x.amount) as applied, jsonb_agg(jsonb_build_object(''booking_id'', x.booking_id, ''so_no'', x.so_no, ''amount'',
         x.amount::text,
         ''stage'', b.stage, ''balance'', b.balance::text) order by x.so_no) as parts
       from (select a.booking_id, min(a.so_no) as so_no, sum(a.amount) as amount from public.collection_allocations a
         where a.project_id = c.project_id and a.collection_id = c.id group by a.booking_id having sum(a.amount) <> 0) x
       left join public.bookings b on b.project_id = c.project_id and b.id = x.booking_id) p on true
     order by ' || v_order
  using p_project, p_filters;
end $$;
comment on function public.collection_list is
  'A page of parts of receipts that the caller may read (part_no of part_count under one CR number), newest first, or oldest first with '
  '{ascending: true}. p_filters: {search (CR, DRR, cheque or reference no., cheque''s bank, customer, store, SO or invoice no. of a '
  'booking it pays), status, type, customer_id, from, to (collected, inclusive), unapplied (approved, with unapplied credit), '
  'mine (true: recorded or collected by the caller), limit, beyond: {date, id} (of the last row seen)}. '
  'allocated: what it pays, or will pay once approved, as [{booking_id, so_no, amount, stage, '
  'balance}], the last two of the booking as it stands now (null when the caller may not read it). Errors: 42501.';

create or replace function public.receipt_list(p_project uuid, p_filters jsonb default '{}')
returns table (id uuid, sort_key text, version int, date_collected date, cr_no text, drr_no text, customer_id uuid,
  customer_name text, agent_id uuid,
  amount numeric, approval_status text, unapplied numeric, allocated jsonb, created_by uuid, collector_id uuid, parts jsonb)
language plpgsql stable set search_path = '' as $$
declare
  v_sort text := private.read_order(p_filters, '{-date,date,cr,status}');
  v_by text := ltrim(v_sort, '-');
  v_page record;
  v_ids uuid[];
  v_where text;
begin
  perform private.authorize(p_project, 'collections.read');
  v_page := case v_by when 'status' then private.page_by_group(p_filters, 'c.approval_status', 'c.date_collected',
      '{pending,approved,cancelled}'::text[], v_sort like '-%')
    when 'cr' then private.page_by_key(p_filters, 'c.cr_no', 'text', v_sort like '-%')
    else private.page_by_key(p_filters, 'c.date_collected', 'day', v_sort like '-%') end;
  v_where := private.collection_filter(p_filters);
  -- Filters on what differs between the parts of a receipt look at each of them.
  if private.filters_parts(p_filters) then
    v_where := 'c.project_id = $1 and c.id in (select c.receipt_id from public.collections c where ' || v_where || ')';
  end if;
  -- The filters are in a statement of their own, so that what is shown of the receipts has one plan for all of them.
  execute 'select array(select c.id from ' || v_page.source || 'public.collections c where c.part_no = 1 and ' || v_where || v_page.place
    || v_page.sorted || v_page.whole || ')'
  into v_ids using p_project, p_filters;
  return query
  select c.id, case v_by when 'cr' then '0~' || c.cr_no
      else (c.date_collected - date '2000-01-01') || '~' || case v_by when 'status' then c.approval_status else '' end end, c.version,
    c.date_collected, c.cr_no, c.drr_no,
    c.customer_id, u.name, c.agent_id, r.amount, c.approval_status,
    r.amount - r.reversed - coalesce(p.applied, 0.00), coalesce(p.allocated, '[]'),
    c.created_by, c.collector_id, r.parts
  from unnest(v_ids) with ordinality f (id, place)
  join public.collections c on c.project_id = p_project and c.id = f.id
  left join public.customers u on u.project_id = c.project_id and u.id = c.customer_id
  cross join lateral (
    select sum(k.amount) as amount, sum(k.reversed) as reversed, jsonb_agg(to_jsonb(x) order by k.part_no) as parts
    from public.collections k
    cross join lateral (select k.id, k.collection_type as type, k.amount::text, k.reversed::text, k.cheque_bank, k.cheque_no, k.cheque_date,
      k.cheque_state, k.bank_id, k.reference_no) x
    where k.project_id = c.project_id and k.receipt_id = c.id) r
  left join lateral (
    select sum(x.amount) as applied, jsonb_agg(jsonb_build_object('booking_id', x.booking_id, 'so_no', x.so_no, 'amount', x.amount::text,
      'stage', b.stage, 'balance', b.balance::text) order by x.so_no) as allocated
    from (select a.booking_id, min(a.so_no) as so_no, sum(a.amount) as amount from public.collection_allocations a
      join public.collections k on k.project_id = a.project_id and k.id = a.collection_id
      where k.project_id = c.project_id and k.receipt_id = c.id group by a.booking_id having sum(a.amount) <> 0) x
    left join public.bookings b on b.project_id = c.project_id and b.id = x.booking_id) p on true
  order by f.place;
end $$;
comment on function public.receipt_list is
  'A page of receipts that the caller may read, each once with its parts. p_filters as in collection_list, but with sort: date, cr (its '
  'number) or status (in their order, of each the newest first), with a minus before it for descending (the default is -date, newest '
  'first), and after or before: {n, t, id}, where a row''s sort_key is "n~t". With before the rows come last first. search, type and '
  'unapplied find a receipt by any of its parts. id and version are those of its first part, by which the receipt is approved or '
  'cancelled. amount, unapplied and allocated are of all parts together. parts: [{id, type, amount, reversed, cheque_bank, cheque_no, '
  'cheque_date, cheque_state, bank_id, reference_no}]. Errors: 42501, 22023.';

create or replace function public.collection_totals(p_project uuid, p_filters jsonb default '{}')
returns table (collection_type text, receipts bigint, approved numeric, returned numeric, pending_receipts bigint, pending numeric,
  cancelled_receipts bigint, cancelled numeric,
  all_receipts bigint, all_pending_receipts bigint, all_cancelled_receipts bigint)
language plpgsql stable set search_path = '' as $$
declare v_where text := private.collection_filter(p_filters);
begin
  perform private.authorize(p_project, 'collections.read');
  -- One pass over the receipts: where whole receipts are found, each is counted by its first part.
  return query execute
    'with found as materialized (
       select c.collection_type as type, c.approval_status as status, count(*) as parts, count(*) filter (where c.part_no = 1) as receipts,
         sum(c.amount) filter (where not c.from_archive or c.approval_status = ''cancelled'') as amount, sum(c.reversed) as reversed
       from public.collections c where ' || v_where || ' group by c.collection_type, c.approval_status),
     whole as (' || case when private.filters_parts(p_filters) then
       'select c.approval_status as status, count(distinct c.receipt_id) as receipts from public.collections c where ' || v_where
         || ' group by c.approval_status' else 'select f.status, sum(f.receipts) as receipts from found f group by f.status' end || '),
     sums as (
       select coalesce(sum(w.receipts), 0)::bigint as receipts,
         coalesce(sum(w.receipts) filter (where w.status = ''pending''), 0)::bigint as pending,
         coalesce(sum(w.receipts) filter (where w.status = ''cancelled''), 0)::bigint as cancelled
       from whole w)
     select t.type, coalesce(sum(f.parts), 0)::bigint, coalesce(sum(f.amount - f.reversed) filter (where f.status = ''approved''), 0.00),
       coalesce(sum(f.reversed) filter (where f.status = ''approved''), 0.00),
       coalesce(sum(f.parts) filter (where f.status = ''pending''), 0)::bigint,
       coalesce(sum(f.amount) filter (where f.status = ''pending''), 0.00),
       coalesce(sum(f.parts) filter (where f.status = ''cancelled''), 0)::bigint,
       coalesce(sum(f.amount) filter (where f.status = ''cancelled''), 0.00), s.receipts, s.pending, s.cancelled
     from private.payment_types() t cross join sums s left join found f on f.type = t.type
     group by t.type, t.position, s.receipts, s.pending, s.cancelled order by t.position'
  using p_project, p_filters;
end $$;
comment on function public.collection_totals is
  'Sums by type of all receipts that match the filters of collection_list and the caller may read: number; approved amount, without what '
  'archives settled and less returned (returned or replaced cheques, and what was paid back); pending and cancelled amounts apart. A '
  'receipt of several types counts in each of them; all_receipts, all_pending_receipts and all_cancelled_receipts, the same in each row, '
  'count it once. Always four rows. Errors: 42501.';

grant execute on function private.collection_filter, private.filters_parts to authenticated;

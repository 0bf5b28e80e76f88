DROP INDEX "public"."bookings_open_idx";

DROP INDEX "public"."collections_list_idx";

CREATE OR REPLACE FUNCTION private.filters_parts(p_filters jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select p_filters ->> 'type' is not null or nullif(btrim(p_filters ->> 'search'), '') is not null or private.read_boolean(p_filters, 'unapplied')
$function$;

CREATE OR REPLACE FUNCTION private.moves_later(p_project uuid, p_day date)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p_project = any (private.my_projects())
    and exists (select from private.receivable_positions p where p.project_id = p_project and p.moved_on > p_day)
$function$;

CREATE OR REPLACE FUNCTION private.receivables_by_agent(p_project uuid, p_day date)
 RETURNS TABLE(agent_id uuid, agent_name text, balance numeric, cleared_balance numeric, overdue numeric)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  if p_day = private.business_date(p_project) and not private.moves_later(p_project, p_day) then
    return query
    select n.agent_id, coalesce(f.display_name, 'Former agent'), n.balance, n.cleared_balance, n.overdue
    from private.receivables_now(p_project) n left join public.profiles f on f.user_id = n.agent_id order by lower(coalesce(f.display_name, 'Former agent')), n.agent_id;
  else
    return query
    select r.agent_id, r.agent_name, r.balance, r.cleared_balance, r.overdue
    from public.report_ar(p_project, jsonb_build_object('as_of', p_day, 'level', 'agent')) r;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.receivables_now(p_project uuid)
 RETURNS TABLE(agent_id uuid, balance numeric, cleared_balance numeric, overdue numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare v_today date := private.business_date(p_project);
begin
  perform private.authorize(p_project, 'reports.ar');
  -- Rows are not filtered below, so the caller has to read all of them.
  if exists (select from unnest('{bookings.read,collections.read,customers.read}'::text[]) n where private.scope_of(p_project, n) is distinct from 'all') then
    perform private.forbid();
  end if;
  return query
  with owed as materialized (
    select p.document_id, p.is_booking, p.amount, p.cleared_amount from private.receivable_positions p
    where p.project_id = p_project and (p.amount <> 0 or p.cleared_amount <> 0)
  ), open as materialized (
    select b.id, b.agent_id, coalesce(b.date_invoiced, b.date_added) as doc_date, b.date_due - b.date_invoiced as terms from public.bookings b
    where b.project_id = p_project and (b.balance <> 0 or b.cleared_balance <> 0)
  ), documents as (
    select o.amount, o.cleared_amount, b.agent_id, b.doc_date, b.terms from owed o join open b on b.id = o.document_id
    union all
    -- A booking that was paid before its invoice has no balance and is an advance.
    select o.amount, o.cleared_amount, d.agent_id, d.doc_date, d.terms from owed o
    cross join lateral (
      select b.agent_id, coalesce(b.date_invoiced, b.date_added) as doc_date, b.date_due - b.date_invoiced as terms
      from public.bookings b where o.is_booking and b.project_id = p_project and b.id = o.document_id
      union all
      select c.agent_id, c.date_collected, null from public.collections c where not o.is_booking and c.project_id = p_project and c.id = o.document_id
      offset 0) d
    where o.document_id not in (select b.id from open b)
  )
  select d.agent_id, sum(d.amount), sum(d.cleared_amount),
    coalesce(sum(d.cleared_amount) filter (where d.cleared_amount > 0 and v_today > d.doc_date + coalesce(d.terms, 0)), 0.00)
  from documents d group by d.agent_id;
end $function$;

CREATE OR REPLACE FUNCTION private.totals_of_all(p_project uuid, OUT bookings bigint, OUT cancelled bigint, OUT total numeric, OUT balance numeric, OUT cleared_balance numeric)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare v_all numeric; v_cancelled numeric;
begin
  if private.authorize(p_project, 'bookings.read') <> 'all' then perform private.forbid(); end if;
  select count(*), coalesce(sum(b.total_key), 0) into bookings, v_all from public.bookings b where b.project_id = p_project;
  select count(*), coalesce(sum(b.total_key), 0) into cancelled, v_cancelled from public.bookings b where b.project_id = p_project and b.stage = 'cancelled';
  total := round((v_all - v_cancelled) / 100, 2);
  select coalesce(sum(b.balance), 0.00), coalesce(sum(b.cleared_balance), 0.00) into balance, cleared_balance from public.bookings b
  where b.project_id = p_project and (b.balance <> 0 or b.cleared_balance <> 0) and b.approval_status like 'approved%';
end $function$;

CREATE OR REPLACE FUNCTION public.booking_totals(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(bookings bigint, cancelled bigint, total numeric, balance numeric, cleared_balance numeric)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare v_where text := 'b.project_id = $1';
begin
  if jsonb_strip_nulls(private.fields_of(p_filters) - 'search_agents') = '{}' and private.scope_of(p_project, 'bookings.read') = 'all' then
    return query select a.* from private.totals_of_all(p_project) a;
    return;
  end if;
  -- Only given filters are in the query text, so that each one can use its index.
  if p_filters ->> 'stage' is not null then v_where := v_where || ' and b.stage = $2 ->> ''stage'''; end if;
  if p_filters ->> 'agent' is not null then v_where := v_where || ' and b.agent_id = private.read_uuid($2, ''agent'')'; end if;
  if p_filters ->> 'added_from' is not null then v_where := v_where || ' and b.date_added >= private.read_date($2, ''added_from'')'; end if;
  if p_filters ->> 'added_to' is not null then v_where := v_where || ' and b.date_added <= private.read_date($2, ''added_to'')'; end if;
  if p_filters ->> 'delivered_from' is not null then v_where := v_where || ' and b.date_delivered >= private.read_date($2, ''delivered_from'')'; end if;
  if p_filters ->> 'delivered_to' is not null then v_where := v_where || ' and b.date_delivered <= private.read_date($2, ''delivered_to'')'; end if;
  if p_filters ->> 'search' is not null then
    v_where := v_where || ' and (position(lower($2 ->> ''search'') in b.search_key) > 0
      or b.agent_id = any (private.read_uuids($2, ''search_agents'')))';
  end if;
  -- Most bookings have no balance, which is a cheaper test than whether they are validated.
  return query execute
    'select count(*), count(*) filter (where b.stage = ''cancelled''),
       coalesce(sum(b.total) filter (where b.stage <> ''cancelled''), 0.00),
       coalesce(sum(b.balance) filter (where b.balance <> 0 and b.approval_status like ''approved%''), 0.00),
       coalesce(sum(b.cleared_balance) filter (where b.cleared_balance <> 0 and b.approval_status like ''approved%''), 0.00)
     from public.bookings b where ' || v_where
  using p_project, p_filters;
end $function$;

CREATE OR REPLACE FUNCTION public.collection_totals(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(collection_type text, receipts bigint, approved numeric, returned numeric, pending_receipts bigint, pending numeric, cancelled_receipts bigint, cancelled numeric, all_receipts bigint, all_pending_receipts bigint, all_cancelled_receipts bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare v_where text;
begin
  if private.scope_of(p_project, 'collections.read') is null then perform private.forbid(); end if;
  v_where := private.collection_filter(p_filters);
  -- One pass over all receipts: where whole receipts are found, each is counted by its first part.
  return query execute
    'with found as materialized (
       select c.collection_type as type, c.approval_status as status, count(*) as parts, count(*) filter (where c.part_no = 1) as receipts,
         sum(c.amount) as amount, sum(c.reversed) as reversed
       from public.collections c where ' || v_where || ' group by c.collection_type, c.approval_status)
     select t.type, coalesce(s.receipts, 0), coalesce(s.approved, 0.00), coalesce(s.returned, 0.00), coalesce(s.pending_receipts, 0), coalesce(s.pending, 0.00),
       coalesce(s.cancelled_receipts, 0), coalesce(s.cancelled, 0.00), w.receipts, w.pending, w.cancelled
     from unnest(''{cash,cheque,bank_transfer,withholding}''::text[]) with ordinality t (type, row_no)
     left join (
       select x.type, sum(x.parts)::bigint as receipts,
         sum(x.amount - x.reversed) filter (where x.status = ''approved'') as approved,
         sum(x.reversed) filter (where x.status = ''approved'') as returned,
         sum(x.parts) filter (where x.status = ''pending'')::bigint as pending_receipts,
         sum(x.amount) filter (where x.status = ''pending'') as pending,
         sum(x.parts) filter (where x.status = ''cancelled'')::bigint as cancelled_receipts,
         sum(x.amount) filter (where x.status = ''cancelled'') as cancelled
       from found x group by x.type) s on s.type = t.type
     cross join (' || case when private.filters_parts(p_filters) then
       'select count(distinct c.receipt_id) as receipts, count(distinct c.receipt_id) filter (where c.approval_status = ''pending'') as pending,
          count(distinct c.receipt_id) filter (where c.approval_status = ''cancelled'') as cancelled
        from public.collections c where ' || v_where
     else
       'select coalesce(sum(x.receipts), 0)::bigint as receipts, coalesce(sum(x.receipts) filter (where x.status = ''pending''), 0)::bigint as pending,
          coalesce(sum(x.receipts) filter (where x.status = ''cancelled''), 0)::bigint as cancelled
        from found x' end || ') w
     order by t.row_no'
  using p_project, p_filters;
end $function$;

CREATE OR REPLACE FUNCTION public.home_day(p_project uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return jsonb_build_object(
    'waiting', coalesce((select jsonb_agg(jsonb_build_object('kind', t.kind, 'items', t.items, 'amount', t.amount::text, 'oldest', t.oldest) order by t.oldest)
      from public.inbox_totals(p_project) t where not t.mine), '[]'),
    'work', coalesce((select jsonb_agg(jsonb_build_object('task', d.task, 'items', d.items, 'amount', d.amount::text, 'oldest', d.oldest))
      from public.work_due(p_project) d), '[]'),
    'sales', case when private.scope_of(p_project, 'reports.sales') is not null then private.month_beside(p_project, 'sales') end,
    'collections', case when private.scope_of(p_project, 'reports.collection') is not null then private.month_beside(p_project, 'collections') end,
    'receivables', case when private.scope_of(p_project, 'reports.ar') is not null then
      (select jsonb_build_object('balance', coalesce(sum(r.balance), 0.00)::text, 'cleared_balance', coalesce(sum(r.cleared_balance), 0.00)::text, 'overdue', coalesce(sum(r.overdue), 0.00)::text)
        from private.receivables_by_agent(p_project, private.business_date(p_project)) r) end,
    'recent', coalesce((select jsonb_agg(jsonb_build_object('kind', f.kind, 'id', f.id, 'no', f.no, 'party', f.party, 'at', f.at) order by f.at desc, f.id)
      from (
        select d.table_name as kind, d.row_id as id, d.created_at as at,
          coalesce(b.so_no, c.cr_no, u.name, m.memo_no, p.po_no, v.voucher_no::text, w.request_no) as no,
          coalesce(b.customer_name, k.name, u.store_name, m.customer_name, p.supplier, v.pay_to, w.booking_details ->> 'customer') as party
        from private.own_documents(p_project, 8) d
        left join public.bookings b on d.table_name = 'bookings' and b.project_id = p_project and b.id = d.row_id
        left join public.collections c on d.table_name = 'collections' and c.project_id = p_project and c.id = d.row_id
        left join public.customers k on k.project_id = p_project and k.id = c.customer_id
        left join public.customers u on d.table_name = 'customers' and u.project_id = p_project and u.id = d.row_id
        left join public.memos m on d.table_name = 'memos' and m.project_id = p_project and m.id = d.row_id
        left join public.purchases p on d.table_name = 'purchases' and p.project_id = p_project and p.id = d.row_id
        left join public.vouchers v on d.table_name = 'vouchers' and v.project_id = p_project and v.id = d.row_id
        left join public.warehouse_requests w on d.table_name = 'warehouse_requests' and w.project_id = p_project and w.id = d.row_id
      ) f where f.no is not null), '[]'));
end $function$;

CREATE OR REPLACE FUNCTION public.portal_day(p_project uuid, p_filters jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_day date := private.read_date(p_filters, 'day', true);
  -- Cheques and stock are known only as of now, not as of a past day.
  v_now boolean := v_day = private.business_date(p_project);
begin
  return jsonb_build_object(
    'targets', (select coalesce(jsonb_agg(to_jsonb(t)), '[]') from public.targets_of_month(p_project, to_char(v_day, 'YYYY-MM')) t),
    'receivables', case when private.scope_of(p_project, 'reports.ar') is not null then (
      select coalesce(jsonb_agg(jsonb_build_object('id', r.agent_id, 'name', r.agent_name, 'balance', r.balance, 'cleared_balance', r.cleared_balance, 'overdue', r.overdue)), '[]')
      from private.receivables_by_agent(p_project, v_day) r) end,
    'cheques', case when v_now and private.scope_of(p_project, 'collections.read') is not null then (
      select coalesce(jsonb_agg(to_jsonb(c)), '[]') from public.cheque_totals(p_project) c) end,
    'stock', case when v_now and private.scope_of(p_project, 'stock.read') is not null then (
      select jsonb_build_object('products', t.products, 'first', (
        select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'description', l.description, 'case_config', l.case_config, 'available', l.available, 'reorder_level', l.reorder_level)), '[]')
        from public.product_list(p_project, '{"below_reorder": true, "limit": 8}') l))
      from public.inventory_totals(p_project, '{"below_reorder": true}') t) end);
end $function$;

CREATE OR REPLACE FUNCTION public.receipt_list(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(id uuid, sort_key text, version integer, date_collected date, cr_no text, drr_no text, customer_id uuid, customer_name text, agent_id uuid, amount numeric, approval_status text, unapplied numeric, allocated jsonb, created_by uuid, collector_id uuid, parts jsonb)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_sort text := private.read_order(p_filters, '{-date,date,cr}');
  v_key text := case ltrim(v_sort, '-') when 'cr' then 'c.cr_no' else 'c.date_collected' end;
  v_reverse boolean := (v_sort like '-%') <> (p_filters ? 'before');
  v_place record;
  v_where text;
  v_order text;
begin
  if private.scope_of(p_project, 'collections.read') is null then perform private.forbid(); end if;
  v_place := private.read_place(p_filters);
  v_where := private.collection_filter(p_filters);
  -- Filters on what differs between the parts of a receipt look at each of them.
  if private.filters_parts(p_filters) then
    v_where := 'c.project_id = $1 and c.id in (select c.receipt_id from public.collections c where ' || v_where || ')';
  end if;
  v_order := v_key || case when v_reverse then ' desc, c.id desc' else ', c.id' end;
  if v_place.id is not null then
    v_where := v_where || format(' and (%s, c.id) %s (%L, %L)', v_key, case when v_reverse then '<' else '>' end,
      case v_key when 'c.cr_no' then v_place.t else (date '2000-01-01' + v_place.n::int)::text end, v_place.id);
  end if;
  return query execute
    'with page as materialized (
       select c.* from public.collections c where c.part_no = 1 and ' || v_where || ' order by ' || v_order || ' limit ' || least(coalesce(private.read_int(p_filters, 'limit'), 51), 1001) || ')
     select c.id, ' || case v_key when 'c.cr_no' then '''0~'' || c.cr_no' else '(c.date_collected - date ''2000-01-01'') || ''~''' end || ', c.version, c.date_collected, c.cr_no, c.drr_no, c.customer_id, u.name, c.agent_id, r.amount, c.approval_status,
       r.amount - r.reversed - coalesce(p.applied, 0.00), coalesce(p.allocated, ''[]''), c.created_by, c.collector_id, r.parts
     from page c
     left join public.customers u on u.project_id = c.project_id and u.id = c.customer_id
     cross join lateral (
       select sum(k.amount) as amount, sum(k.reversed) as reversed, jsonb_agg(jsonb_build_object(''id'', k.id, ''type'', k.collection_type, ''amount'', k.amount::text,
         ''reversed'', k.reversed::text, ''cheque_bank'', k.cheque_bank, ''cheque_no'', k.cheque_no, ''cheque_date'', k.cheque_date, ''cheque_state'', k.cheque_state,
         ''bank_id'', k.bank_id, ''reference_no'', k.reference_no) order by k.part_no) as parts
       from public.collections k where k.project_id = c.project_id and k.receipt_id = c.id) r
     left join lateral (
       select sum(x.amount) as applied, jsonb_agg(jsonb_build_object(''booking_id'', x.booking_id, ''so_no'', x.so_no, ''amount'', x.amount::text,
         ''stage'', b.stage, ''balance'', b.balance::text) order by x.so_no) as allocated
       from (select a.booking_id, min(a.so_no) as so_no, sum(a.amount) as amount from public.collection_allocations a
         join public.collections k on k.project_id = a.project_id and k.id = a.collection_id
         where k.project_id = c.project_id and k.receipt_id = c.id group by a.booking_id having sum(a.amount) <> 0) x
       left join public.bookings b on b.project_id = c.project_id and b.id = x.booking_id) p on true
     order by ' || v_order
  using p_project, p_filters;
end $function$;

CREATE INDEX bookings_open_idx ON public.bookings USING btree (project_id, customer_id) INCLUDE (id, agent_id, approval_status, date_added, date_invoiced, date_due, balance, cleared_balance) WHERE ((balance <> (0)::numeric) OR (cleared_balance <> (0)::numeric));

CREATE INDEX collections_list_idx ON public.collections USING btree (project_id, date_collected DESC, id DESC) INCLUDE (agent_id, collector_id, created_by, collection_type, approval_status, part_no, amount, reversed);

COMMENT ON FUNCTION "private"."filters_parts"(jsonb) IS 'Tells whether filters of a list of receipts may find some parts of a receipt and not the others. All other columns that they compare are the same in each part.';

COMMENT ON FUNCTION "private"."moves_later"(uuid, date) IS 'Tells a member whether the receivables ledger of the project has entries after a day.';

COMMENT ON FUNCTION "private"."receivables_by_agent"(uuid, date) IS 'Returns the receivables of a day by agent, by name: those of report_ar, of today without its lines. Runs with the caller''s rights. Errors: 42501.';

COMMENT ON FUNCTION "private"."receivables_now"(uuid) IS 'Returns what report_ar says of today by agent, from the positions of the receivables ledger and an index of open bookings. It counts entries of later days too. Errors: 42501 unless the caller reads all bookings, receipts and customers.';

COMMENT ON FUNCTION "private"."totals_of_all"(uuid) IS 'Returns booking_totals of all bookings of a project, from the narrow index of totals and that of open bookings: row-level security would read its own columns of each booking too. Errors: 42501 unless the caller reads all bookings.';

REVOKE ALL ON FUNCTION "private"."filters_parts"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."filters_parts"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."moves_later"(uuid, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."moves_later"(uuid, date) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."receivables_by_agent"(uuid, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."receivables_by_agent"(uuid, date) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."receivables_now"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."receivables_now"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."totals_of_all"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."totals_of_all"(uuid) TO "authenticated";

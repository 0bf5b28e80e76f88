set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.filtered_issued_cheques(p_project uuid, p_filters jsonb)
 RETURNS TABLE(tab text, cheque_id uuid, on_date date, voucher_no integer)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select t.tab, c.id, t.on_date, u.voucher_no
  from public.issued_cheques c
  join public.banks k on k.project_id = c.project_id and k.id = c.bank_id
  left join public.vouchers u on u.project_id = c.project_id and u.id = c.voucher_id
  cross join (select private.business_date(p_project) as today, private.read_uuid(p_filters, 'bank_id') as bank, private.read_date(p_filters, 'from') as first,
    private.read_date(p_filters, 'to') as last, '%' || private.sought_text(private.read_text(p_filters, 'search')) || '%' as sought) f
  cross join lateral (
    select case when c.voucher_id is null then 'blank' else 'to_print' end as tab, c.cheque_date as on_date where c.state = 'unused'
    union all select 'to_release', c.cheque_date where c.state = 'printed'
    union all select 'outstanding', c.cheque_date where c.state = 'released'
    union all select 'old', c.cheque_date where c.state = 'released' and c.stale_from <= f.today
    union all select 'cleared', c.cleared_on where c.state = 'cleared'
    union all select 'void', c.voided_on where c.state = 'void'
    union all select 'stale', c.stale_on where c.state = 'stale') t
  where c.project_id = p_project
    and (f.bank is null or c.bank_id = f.bank)
    and (f.first is null or t.on_date >= f.first) and (f.last is null or t.on_date <= f.last)
    and (f.sought is null or concat_ws(E'\n', c.cheque_no, c.payee_name, u.voucher_no, k.bank, k.account_no, c.amount, c.void_reason) ilike f.sought)
$function$;

CREATE OR REPLACE FUNCTION private.issue_from_stock(p_booking public.bookings, p_lines uuid[], p_pieces integer[], p_date date)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  v_short record;
  v_moment timestamptz;
begin
  perform private.lock_stock(p_booking.project_id, array(
    select l.product_id from public.booking_lines l where l.project_id = p_booking.project_id and l.id = any (p_lines)));
  select a.* into v_short from (
    select l.line_no, l.product_id, x.pieces, x.n, sum(x.pieces) over (partition by l.product_id order by x.n) as needed
    from unnest(p_lines, p_pieces) with ordinality x (id, pieces, n)
    join public.booking_lines l on l.project_id = p_booking.project_id and l.id = x.id) a
  join public.inventory i on i.project_id = p_booking.project_id and i.product_id = a.product_id
  where a.needed > i.on_hand - i.bad_order order by a.n limit 1;
  if found then
    perform private.refuse('insufficient_stock', (
      select format('%s: not enough stock of %s on hand to deliver %s pieces.', p_booking.so_no, p.description, v_short.pieces)
      from public.products p where p.project_id = p_booking.project_id and p.id = v_short.product_id), format('lines[%s].quantity', v_short.line_no - 1));
  end if;
  -- Each entry would ask for its moment, which is the same for all.
  v_moment := private.moment(p_booking.project_id);
  with issued as (
    insert into public.stock_movements (project_id, product_id, kind, quantity, on_date, source_table, source_id, source_line, created_at)
    select p_booking.project_id, l.product_id, 'issue', -x.pieces, p_date, 'bookings', p_booking.id, l.id, v_moment
    from unnest(p_lines, p_pieces) with ordinality x (id, pieces, n)
    join public.booking_lines l on l.project_id = p_booking.project_id and l.id = x.id order by x.n
    returning id, source_line, -quantity as pieces, -cost as cost
  ), lines as (
    select l as line, i.id as n, i.pieces, i.cost, private.delivered_amount(l, l.quantity_delivered) as before,
      private.delivered_amount(l, l.quantity_delivered + i.pieces) - private.delivered_amount(l, l.quantity_delivered) as amount,
      private.gross_amount(l, l.quantity_delivered + i.pieces) - private.gross_amount(l, l.quantity_delivered) as gross
    from issued i join public.booking_lines l on l.project_id = p_booking.project_id and l.id = i.source_line
  ), sales as (
    -- What all deliveries of the booking have of VAT adds up to the VAT of its invoice, however many there are.
    select s.*, coalesce(sum(s.amount) filter (where (s.line).vat_class = 'vatable') over (order by s.n rows between unbounded preceding and 1 preceding), 0)
      + (select coalesce(sum(e.amount), 0) from public.sales_entries e
        where e.project_id = p_booking.project_id and e.booking_id = p_booking.id and e.kind = 'delivery' and e.vat_class = 'vatable') as taxed
    from lines s
  )
  insert into public.sales_entries (project_id, on_date, kind, booking_id, line_id, product_id, customer_id, agent_id, case_config, pieces, amount, discount, vat_amount, vat_class, cost, free, posted_at)
  select p_booking.project_id, p_date, 'delivery', p_booking.id, (s.line).id, (s.line).product_id, p_booking.customer_id, p_booking.agent_id, (s.line).case_config, s.pieces,
    s.amount, s.gross - s.amount,
    case when (s.line).vat_percent = 0 then 0.00
      when (s.line).vat_on_top > 0 then private.vat_in(s.before + s.amount, (s.line).vat_percent) - private.vat_in(s.before, (s.line).vat_percent)
      else private.vat_of_part(s.line, s.amount, s.taxed) end,
    (s.line).vat_class, s.cost, (s.line).free_of is not null, v_moment
  from sales s order by s.n;
  update public.booking_lines l set quantity_delivered = l.quantity_delivered + x.pieces
  from unnest(p_lines, p_pieces) x (id, pieces) where l.project_id = p_booking.project_id and l.id = x.id;
end $function$;

CREATE OR REPLACE FUNCTION private.page_by_key(p_filters jsonb, p_key text, p_of text, p_descending boolean, OUT place text, OUT sort_key text, OUT sorted text)
 RETURNS record
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  v_id text := split_part(p_key, '.', 1) || '.id';
  v_reverse boolean := p_descending <> (p_filters ? 'before');
  v_place record;
begin
  v_place := private.read_place(p_filters);
  place := case when v_place.id is null then '' else format(' and (%s, %s) %s (%L, %L)', p_key, v_id, case when v_reverse then '<' else '>' end,
    case p_of when 'day' then (date '2000-01-01' + v_place.n::int)::text when 'number' then v_place.n::bigint::text else v_place.t end, v_place.id) end;
  -- A day of an old row that is infinite has no distance to another day.
  sort_key := case p_of when 'day' then format('(greatest(''0001-01-01'', least(%s, ''9999-12-31'')) - date ''2000-01-01'') || ''~''', p_key)
    when 'number' then p_key || ' || ''~''' else '''0~'' || ' || p_key end;
  sorted := format(' order by %s%s limit %s', p_key, case when v_reverse then format(' desc, %s desc', v_id) else ', ' || v_id end,
    least(coalesce(private.read_int(p_filters, 'limit'), 51), 1001));
end $function$;

CREATE OR REPLACE FUNCTION public.booking_list(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(id uuid, sort_key text, so_no text, stage text, invoice_no text, customer_id uuid, customer_name text, store_name text, agent_id uuid, date_added date, date_invoiced date, date_delivered date, total numeric, balance numeric, cleared_balance numeric, version integer, on_hold boolean)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_sort text := private.read_order(p_filters, '{-added,added,so,customer,total}');
  v_by text := ltrim(v_sort, '-');
  v_found uuid[];
  v_page record;
begin
  if private.scope_of(p_project, 'bookings.read') is null then perform private.forbid(); end if;
  v_page := private.page_by_key(p_filters, case v_by when 'so' then 'b.so_no' when 'customer' then 'b.customer_name' when 'total' then 'b.total_key' else 'b.date_added' end,
    case v_by when 'added' then 'day' when 'total' then 'number' else 'text' end, v_sort like '-%');
  if nullif(btrim(p_filters ->> 'search'), '') is not null then v_found := private.bookings_found(p_project, p_filters ->> 'search'); end if;
  return query execute
    'select b.id, ' || v_page.sort_key || ', b.so_no, b.stage, b.invoice_no, b.customer_id, b.customer_name, b.store_name, b.agent_id, b.date_added, b.date_invoiced, b.date_delivered,
      b.total, b.balance, b.cleared_balance, b.version, b.on_hold
    from public.bookings b where ' || private.booking_filter(p_filters, v_found) || v_page.place || v_page.sorted
  using p_project, p_filters, v_found;
end $function$;

CREATE OR REPLACE FUNCTION public.cheque_register(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(row_key text, collection_id uuid, version integer, cr_no text, customer_id uuid, customer_name text, cheque_bank text, cheque_no text, cheque_date date, amount numeric, cheque_state text, date_collected date, on_date date, deposited_on date, slip_no text, deposit_bank text, reason text, booking_id uuid, so_no text, invoice_no text, applied numeric, held_by text)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
#variable_conflict use_column
declare
  v_tab text := coalesce(p_filters ->> 'tab', 'due');
  v_search text := private.read_text(p_filters, 'search');
  v_order text := private.read_order(p_filters, '{on,cheque,customer,amount}');
  v_by text := ltrim(v_order, '-');
  v_reverse boolean := (v_order like '-%') <> (p_filters ? 'before');
  v_beyond text := coalesce(p_filters ->> 'before', p_filters ->> 'after');
  v_limit int := private.read_int(p_filters, 'limit');
begin
  if private.scope_of(p_project, 'collections.read') is null then perform private.forbid(); end if;
  if v_tab not in ('due', 'late', 'upcoming', 'deposited', 'returned', 'cleared', 'replaced') then perform private.invalid('tab', 'Choose a list.'); end if;
  perform private.read_uuid(p_filters, 'customer_id'), private.read_date(p_filters, 'from'), private.read_date(p_filters, 'to');
  return query
  select k.row_key, c.id, c.version, c.cr_no, c.customer_id, cu.name, c.cheque_bank, c.cheque_no, c.cheque_date, c.amount, c.cheque_state,
    c.date_collected, f.on_date, d.on_date, d.slip_no, d.bank, r.reason, p.booking_id, p.so_no, b.invoice_no, p.applied,
    case when c.cheque_state = 'on_hand' and c.collector_id is not null and c.remittance_id is null then coalesce(h.display_name, '–') end
  -- Each cheque has at least one row, except perhaps the one where the last page ended; the search text may match any of its rows.
  from private.filtered_cheques(p_project, v_tab, p_filters, case when v_search is null and v_by = 'on' then v_limit + 1 end) f
  join public.collections c on c.project_id = p_project and c.id = f.collection_id
  join public.customers cu on cu.project_id = p_project and cu.id = c.customer_id
  left join public.profiles h on h.user_id = c.collector_id
  left join lateral (select e.on_date, s.slip_no, concat_ws(' ', n.bank, n.account_no) as bank
    from public.cheque_events e
    join public.deposit_slips s on s.project_id = p_project and s.id = e.slip_id
    left join public.banks n on n.project_id = p_project and n.id = s.bank_id
    where e.project_id = p_project and e.collection_id = c.id order by e.id desc limit 1) d on true
  left join lateral (select e.reason from public.cheque_events e
    where e.project_id = p_project and e.collection_id = c.id and e.event = 'returned' order by e.id desc limit 1) r on true
  -- A cleared cheque has one row per invoice that it paid; its unapplied amount has a row of its own.
  left join lateral (select a.booking_id, min(a.so_no) as so_no, sum(a.amount) as applied
    from public.collection_allocations a where v_tab = 'cleared' and a.project_id = p_project and a.collection_id = c.id
    group by a.booking_id having sum(a.amount) > 0) p on true
  left join public.bookings b on b.project_id = p_project and b.id = p.booking_id
  cross join lateral (select concat_ws(' ', case v_by when 'on' then to_char(f.on_date, 'YYYY-MM-DD') when 'amount' then to_char(c.amount, 'FM000000000000.00')
    -- The shorter of two names that begin alike is the first.
    else private.sort_key(case v_by when 'cheque' then c.cheque_no else cu.name end) || E'\x01' end, c.id, p.booking_id) collate "C" as row_key) k
  where (v_search is null or concat_ws(E'\n', c.cheque_no, c.cheque_bank, c.cr_no, cu.name, cu.store_name, p.so_no, b.invoice_no)
      ilike '%' || private.sought_text(v_search) || '%')
    and (v_beyond is null or case when v_reverse then k.row_key < v_beyond collate "C" else k.row_key > v_beyond collate "C" end)
  order by case when not v_reverse then k.row_key end, case when v_reverse then k.row_key end desc limit v_limit;
end $function$;

CREATE OR REPLACE FUNCTION public.collection_document(p_project uuid, p_collection uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  v public.collections;
  v_name text;
  v_store text;
begin
  if private.scope_of(p_project, 'collections.read') is null then perform private.forbid(); end if;
  select * into v from public.collections c where c.project_id = p_project and c.id = p_collection;
  select u.name, u.store_name into v_name, v_store from public.customers u where u.project_id = p_project and u.id = v.customer_id;
  if not found then perform private.not_found(); end if;
  return jsonb_build_object(
    'collection', to_jsonb(v) || jsonb_build_object('amount', v.amount::text, 'reversed', v.reversed::text, 'customer_name', v_name, 'store_name', v_store),
    'parts', (
      select jsonb_agg(jsonb_build_object('id', k.id, 'part_no', k.part_no, 'collection_type', k.collection_type, 'amount', k.amount::text, 'cheque_bank', k.cheque_bank,
        'cheque_no', k.cheque_no, 'cheque_date', k.cheque_date, 'cheque_state', k.cheque_state, 'reference_no', k.reference_no, 'paid_back_on', k.paid_back_on) order by k.part_no)
      from public.collections k where k.project_id = p_project and k.receipt_id = v.receipt_id),
    'allocations', (
      select coalesce(jsonb_agg(jsonb_build_object('collection_id', a.collection_id, 'booking_id', a.booking_id, 'so_no', a.so_no, 'amount', a.amount::text,
        'booking', case when b.id is not null then jsonb_build_object('stage', b.stage, 'total', b.total::text, 'balance', b.balance::text, 'invoice_no', b.invoice_no,
          'date_invoiced', b.date_invoiced) end) order by a.id), '[]')
      from public.collection_allocations a
      left join public.bookings b on b.project_id = p_project and b.id = a.booking_id
      where a.project_id = p_project and a.collection_id in (select k.id from public.collections k where k.project_id = p_project and k.receipt_id = v.receipt_id)),
    'accounts', (
      select coalesce(jsonb_object_agg(n.id, n.bank || ', ' || n.account_no), '{}')
      from public.banks n where n.project_id = p_project and n.id in (v.bank_id, v.paid_back_bank_id)),
    'events', case when v.cheque_no is null then '[]' else (
      select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'event', e.event, 'on_date', e.on_date, 'effect', e.effect::text, 'reason', e.reason,
        'replaced_by', e.replaced_by, 'slip_no', s.slip_no, 'bank', n.bank, 'account_no', n.account_no) order by e.id), '[]')
      from public.cheque_events e
      left join public.deposit_slips s on s.project_id = p_project and s.id = e.slip_id
      left join public.banks n on n.project_id = p_project and n.id = s.bank_id
      where e.project_id = p_project and e.collection_id = v.id) end);
end $function$;

CREATE OR REPLACE FUNCTION public.deposit_list(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(sort_key text, id uuid, slip_no text, deposited_on date, bank text, account_no text, cheques bigint, waiting bigint, returned bigint, cheque_amount numeric, cash numeric, total numeric, all_slips bigint, all_cheques numeric, all_cash numeric)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  v_search text := private.read_text(p_filters, 'search');
  v_bank uuid := private.read_uuid(p_filters, 'bank_id');
  v_from date := private.read_date(p_filters, 'from');
  v_to date := private.read_date(p_filters, 'to');
  v_order text := private.read_order(p_filters, '{-on,on,slip,account,total}');
  v_by text := ltrim(v_order, '-');
  v_reverse boolean := (v_order like '-%') <> (p_filters ? 'before');
  v_limit int := private.read_int(p_filters, 'limit');
  v_n numeric; v_t text; v_id uuid;
begin
  select p.n, p.t, p.id into v_n, v_t, v_id from private.read_place(p_filters) p;
  if private.scope_of(p_project, 'treasury.position') is null then perform private.forbid(); end if;
  return query
  with slips as (
    select s.*, k.bank, k.account_no
    from public.deposit_slips s join public.banks k on k.project_id = p_project and k.id = s.bank_id
    where s.project_id = p_project and (v_bank is null or s.bank_id = v_bank)
      and (v_from is null or s.deposited_on >= v_from) and (v_to is null or s.deposited_on <= v_to)
      and (v_search is null or s.slip_no ilike '%' || private.sought_text(v_search) || '%'
        or exists (select from public.cheque_events e join public.collections c on c.project_id = p_project and c.id = e.collection_id
          where e.project_id = p_project and e.slip_id = s.id and c.cheque_no ilike '%' || private.sought_text(v_search) || '%'))
  ), of_cheques as (
    select x.slip_id, count(*) as cheques, count(*) filter (where x.outcome = 'waiting') as waiting,
      count(*) filter (where x.outcome = 'returned') as returned, sum(x.amount) as amount
    from private.slip_cheques(p_project) x group by x.slip_id
  ), of_cash as (
    select d.slip_id, sum(d.amount) as amount from public.cash_deposits d where d.project_id = p_project group by d.slip_id
  ), summed as (
    select s.id, s.slip_no, s.deposited_on, s.bank, s.account_no, coalesce(q.cheques, 0) as cheques, coalesce(q.waiting, 0) as waiting,
      coalesce(q.returned, 0) as returned, coalesce(q.amount, 0.00) as cheque_amount, coalesce(d.amount, 0.00) as cash,
      coalesce(q.amount, 0.00) + coalesce(d.amount, 0.00) as total,
      count(*) over () as all_slips, coalesce(sum(q.amount) over (), 0.00) as all_cheques, coalesce(sum(d.amount) over (), 0.00) as all_cash
    from slips s left join of_cheques q on q.slip_id = s.id left join of_cash d on d.slip_id = s.id
  ), keyed as (
    select s.*, case v_by when 'on' then s.deposited_on - date '2000-01-01' when 'total' then s.total else 0 end as n,
      case v_by when 'slip' then s.slip_no when 'account' then private.sort_key(s.bank || ' ' || s.account_no) else '' end as t
    from summed s
  )
  select k.n || '~' || k.t, k.id, k.slip_no, k.deposited_on, k.bank, k.account_no, k.cheques, k.waiting, k.returned, k.cheque_amount, k.cash, k.total,
    k.all_slips, k.all_cheques, k.all_cash
  from keyed k
  where v_id is null or case when v_reverse then (k.n, k.t, k.id) < (v_n, v_t, v_id) else (k.n, k.t, k.id) > (v_n, v_t, v_id) end
  order by case when v_reverse then -k.n else k.n end,
    case when not v_reverse then k.t end, case when v_reverse then k.t end desc,
    case when not v_reverse then k.id end, case when v_reverse then k.id end desc
  limit v_limit;
end $function$;

CREATE OR REPLACE FUNCTION public.purchase_list(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(id uuid, sort_key text, po_no text, invoice_no text, supplier text, date_added date, invoice_date date, delivery_date date, kind text, status text, line_count integer, total_cost numeric)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_sort text := private.read_order(p_filters, '{-added,added,po,supplier,total}');
  v_by text := ltrim(v_sort, '-');
  v_page record;
begin
  if private.scope_of(p_project, 'purchases.read') is null then perform private.forbid(); end if;
  v_page := private.page_by_key(p_filters, case v_by when 'po' then 'p.po_no' when 'supplier' then 'p.supplier' when 'total' then 'p.total_key' else 'p.date_added' end,
    case v_by when 'added' then 'day' when 'total' then 'number' else 'text' end, v_sort like '-%');
  return query execute
    'select p.id, ' || v_page.sort_key || ', p.po_no, p.invoice_no, p.supplier, p.date_added, p.invoice_date, p.delivery_date, p.kind, p.status, p.line_count, p.total_cost
    from public.purchases p where ' || private.purchase_filter(p_filters) || v_page.place || v_page.sorted
  using p_project, p_filters;
end $function$;

CREATE OR REPLACE FUNCTION public.receipt_list(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(id uuid, sort_key text, version integer, date_collected date, cr_no text, drr_no text, customer_id uuid, customer_name text, agent_id uuid, amount numeric, approval_status text, unapplied numeric, allocated jsonb, created_by uuid, collector_id uuid, parts jsonb)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
declare
  v_sort text := private.read_order(p_filters, '{-date,date,cr}');
  v_by_cr boolean := ltrim(v_sort, '-') = 'cr';
  v_page record;
  v_ids uuid[];
  v_where text;
begin
  if private.scope_of(p_project, 'collections.read') is null then perform private.forbid(); end if;
  v_page := private.page_by_key(p_filters, case when v_by_cr then 'c.cr_no' else 'c.date_collected' end, case when v_by_cr then 'text' else 'day' end, v_sort like '-%');
  v_where := private.collection_filter(p_filters);
  -- Filters on what differs between the parts of a receipt look at each of them.
  if private.filters_parts(p_filters) then
    v_where := 'c.project_id = $1 and c.id in (select c.receipt_id from public.collections c where ' || v_where || ')';
  end if;
  -- The plan of what is shown of the receipts takes longer than its work. It is kept, as it does not depend on the filters.
  execute 'select array(select c.id from public.collections c where c.part_no = 1 and ' || v_where || v_page.place || v_page.sorted || ')'
  into v_ids using p_project, p_filters;
  return query
  select c.id, case when v_by_cr then '0~' || c.cr_no else (c.date_collected - date '2000-01-01') || '~' end, c.version, c.date_collected, c.cr_no, c.drr_no,
    c.customer_id, u.name, c.agent_id, r.amount, c.approval_status, r.amount - r.reversed - coalesce(p.applied, 0.00), coalesce(p.allocated, '[]'),
    c.created_by, c.collector_id, r.parts
  from unnest(v_ids) with ordinality f (id, place)
  join public.collections c on c.project_id = p_project and c.id = f.id
  left join public.customers u on u.project_id = c.project_id and u.id = c.customer_id
  cross join lateral (
    select sum(k.amount) as amount, sum(k.reversed) as reversed, jsonb_agg(jsonb_build_object('id', k.id, 'type', k.collection_type, 'amount', k.amount::text,
      'reversed', k.reversed::text, 'cheque_bank', k.cheque_bank, 'cheque_no', k.cheque_no, 'cheque_date', k.cheque_date, 'cheque_state', k.cheque_state,
      'bank_id', k.bank_id, 'reference_no', k.reference_no) order by k.part_no) as parts
    from public.collections k where k.project_id = c.project_id and k.receipt_id = c.id) r
  left join lateral (
    select sum(x.amount) as applied, jsonb_agg(jsonb_build_object('booking_id', x.booking_id, 'so_no', x.so_no, 'amount', x.amount::text,
      'stage', b.stage, 'balance', b.balance::text) order by x.so_no) as allocated
    from (select a.booking_id, min(a.so_no) as so_no, sum(a.amount) as amount from public.collection_allocations a
      join public.collections k on k.project_id = a.project_id and k.id = a.collection_id
      where k.project_id = c.project_id and k.receipt_id = c.id group by a.booking_id having sum(a.amount) <> 0) x
    left join public.bookings b on b.project_id = c.project_id and b.id = x.booking_id) p on true
  order by f.place;
end $function$;

CREATE OR REPLACE FUNCTION public.voucher_list(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(id uuid, sort_key text, voucher_no integer, date_added date, pay_to text, general_description text, category text, classification text, invoice_no text, mode_of_payment text, cheque_bank text, cheque_no text, total numeric, status text, approved_at timestamp with time zone, date_released date)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_sort text := private.read_order(p_filters, '{-added,added,no,payee,total}');
  v_by text := ltrim(v_sort, '-');
  v_page record;
begin
  if private.scope_of(p_project, 'vouchers.read') is null then perform private.forbid(); end if;
  v_page := private.page_by_key(p_filters, case v_by when 'no' then 'v.voucher_no' when 'payee' then 'v.pay_to' when 'total' then 'v.total_key' else 'v.date_added' end,
    case v_by when 'added' then 'day' when 'payee' then 'text' else 'number' end, v_sort like '-%');
  return query execute
    'select v.id, ' || v_page.sort_key || ', v.voucher_no, v.date_added, v.pay_to, v.general_description, v.category, v.classification, v.invoice_no, v.mode_of_payment,
      v.cheque_bank, v.cheque_no, v.total, v.status, v.approved_at, v.date_released
    from public.vouchers v where ' || private.voucher_filter(p_filters) || v_page.place || v_page.sorted
  using p_project, p_filters;
end $function$;

COMMENT ON FUNCTION "private"."page_by_key"(jsonb, text, text, boolean) IS 'Returns the parts of a query of one page of a list that is ordered by p_key (a column with its alias, whose table has the column id): place (a condition, beginning with "and"; empty on the first page), sort_key (as private.read_place takes it) and sorted (order and limit). p_of: day, number or text. p_filters: {limit, after or before}; with before the order is turned round. Errors: 22023.';

REVOKE ALL ON FUNCTION "private"."page_by_key"(jsonb, text, text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."page_by_key"(jsonb, text, text, boolean) TO "authenticated";

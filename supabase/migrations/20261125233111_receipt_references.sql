DROP FUNCTION "public"."report_collection"(uuid, jsonb);

DROP FUNCTION "public"."report_vat"(uuid, jsonb);

CREATE OR REPLACE FUNCTION private.collection_filter(p_filters jsonb)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare v_where text := 'c.project_id = $1';
begin
  -- Only given filters are in the query text, so that each one can use its index.
  if p_filters ->> 'status' is not null then v_where := v_where || format(' and c.approval_status = %L', p_filters ->> 'status'); end if;
  if p_filters ->> 'type' is not null then v_where := v_where || ' and c.collection_type = $2 ->> ''type'''; end if;
  if p_filters ->> 'customer_id' is not null then v_where := v_where || ' and c.customer_id = private.read_uuid($2, ''customer_id'')'; end if;
  if p_filters ->> 'from' is not null then v_where := v_where || ' and c.date_collected >= private.read_date($2, ''from'')'; end if;
  if p_filters ->> 'to' is not null then v_where := v_where || ' and c.date_collected <= private.read_date($2, ''to'')'; end if;
  if private.read_boolean(p_filters, 'unapplied') then
    v_where := v_where || ' and c.approval_status = ''approved'' and c.id = any (array(select private.receipts_left($1)))';
  end if;
  if nullif(btrim(p_filters ->> 'search'), '') is not null then
    v_where := v_where || ' and (position(lower(btrim($2 ->> ''search'')) in c.search_key) > 0
      or position(lower(btrim($2 ->> ''search'')) in lower(c.reference_no)) > 0
      or c.customer_id in (select u.id from public.customers u where u.project_id = $1
        and position(lower(btrim($2 ->> ''search'')) in lower(concat_ws('' '', u.name, u.store_name))) > 0)
      or c.id in (select a.collection_id from public.collection_allocations a
        join public.bookings b on b.project_id = a.project_id and b.id = a.booking_id
        where a.project_id = $1 and position(lower(btrim($2 ->> ''search'')) in b.search_key) > 0))';
  end if;
  return v_where;
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
  if p_filters ->> 'type' is not null or nullif(btrim(p_filters ->> 'search'), '') is not null or private.read_boolean(p_filters, 'unapplied') then
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

CREATE OR REPLACE FUNCTION public.report_collection(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(level text, row_key text, kind text, collection_id uuid, on_date date, date_collected date, time_collected text, cr_no text, cr_date date, drr_no text, drr_date date, so_no text, invoice_no text, customer_id uuid, customer_name text, store_name text, agent_id uuid, agent_name text, month text, collection_type text, paid_by text, bank text, cheque_no text, cheque_date date, reference_no text, approval_status text, state text, is_cleared text, cleared_on date, days_to_clear numeric, cash numeric, cheque_cleared numeric, cheque_uncleared numeric, bank_transfer numeric, withholding numeric, on_paper numeric, returned numeric, reversed numeric, paid_back numeric, collected numeric, pending numeric, cancelled numeric, first_no text, last_no text, before_no text, after_no text, numbers bigint, listed bigint, receipts bigint, days bigint, months bigint, agents bigint, customers bigint, drrs bigint, types bigint, missing bigint, duplicates bigint, number_rows bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
#variable_conflict use_column
declare
  v_level text := coalesce(p_filters ->> 'level', 'receipt');
  v_sort text := coalesce(p_filters ->> 'sort', 'date');
  v_basis text := coalesce(p_filters ->> 'basis', 'collected');
  v_type text := nullif(p_filters ->> 'type', '');
  v_approval text := nullif(p_filters ->> 'approval', '');
  v_cleared text := nullif(p_filters ->> 'cleared', '');
  v_drr text := nullif(p_filters ->> 'drr_no', '');
  v_singly boolean;
  v_total boolean;
  ask record;
begin
  ask := private.open_report(p_project, p_filters, 'reports.collection', v_level, '{grouped,grouped_drr,receipt,agent,customer,day,month,drr,type,numbers,total}', v_sort, '{date,cr_no,customer,amount}');
  if ask.known then
    return query select k.* from known.report_collection(p_project, p_filters - 'known_at') k;
    return;
  end if;
  if v_basis not in ('collected', 'cr', 'drr', 'cleared') then perform private.invalid('basis', 'Choose a date.'); end if;
  if v_type not in ('cash', 'cheque', 'bank_transfer', 'withholding') then perform private.invalid('type', 'Choose how it was paid.'); end if;
  if v_approval not in ('pending', 'approved', 'cancelled') then perform private.invalid('approval', 'Choose a state.'); end if;
  if v_cleared not in ('yes', 'no') then perform private.invalid('cleared', 'Yes or no.'); end if;
  v_singly := v_level in ('grouped', 'grouped_drr', 'receipt');
  v_total := v_level = 'total';
  ask.cancelled := ask.cancelled or coalesce(v_approval = 'cancelled', false);

  if v_level = 'numbers' then
    return query
    with found as (
      select n.*, concat_ws(E'\x1f', n.series, to_char(n.serial, 'FM0000000000000000'), n.kind, n.first_no) collate "C" as row_key
      from private.receipt_numbers(p_project, ask.first_day, ask.last_day) n
    )
    select 'numbers', f.row_key, f.kind, c.id, f.on_date, c.date_collected, null, f.first_no, c.cr_date, c.drr_no, c.drr_date,
      null, null, c.customer_id, u.name, u.store_name, c.agent_id, w.display_name, null, c.collection_type, null, null, null, null::date, null, c.approval_status, null, null, null::date, null::numeric,
      null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric,
      f.first_no, f.last_no, f.before_no, f.after_no, f.numbers,
      null::bigint, null::bigint, null::bigint, null::bigint, null::bigint, null::bigint, null::bigint, null::bigint,
      case when f.kind = 'missing' then f.numbers else 0 end, case when f.kind = 'duplicate' then 1 else 0 end::bigint, null::bigint
    from found f
    left join public.collections c on c.project_id = p_project and c.id = f.collection_id
    left join public.customers u on u.project_id = p_project and u.id = c.customer_id
    left join public.profiles w on w.user_id = c.agent_id
    where (ask.after is null or f.row_key > ask.after collate "C") and (ask.before is null or f.row_key < ask.before collate "C")
    order by case when ask.before is null then f.row_key end, f.row_key desc limit ask.row_limit;
    return;
  end if;

  -- A page sorted by day begins at the day where the last one ended.
  if v_level = 'receipt' and v_sort = 'date' then
    ask.first_day := greatest(ask.first_day, ask.after_day);
    ask.last_day := least(ask.last_day, ask.before_day);
  end if;

  return query
  with posted as materialized (
    select p.* from private.counted_receipts(p_project, v_basis, ask.first_day, ask.last_day) p
  ), dated as (
    select p.collection_id, p.part, p.on_date, p.amount as net from posted p
    union all
    -- What counts on no day: pending receipts, and cancelled ones when they are asked for.
    select c.id, 'receipt', x.on_date, 0.00
    from public.collections c
    cross join lateral (select case v_basis when 'cr' then c.cr_date when 'drr' then c.drr_date when 'collected' then c.date_collected end as on_date) x
    where c.project_id = p_project and (c.approval_status = 'pending' or (ask.cancelled and c.approval_status = 'cancelled'))
      and x.on_date is not null and (ask.first_day is null or x.on_date >= ask.first_day) and (ask.last_day is null or x.on_date <= ask.last_day)
      and not exists (select from posted p where p.collection_id = c.id and p.part = 'receipt')
  ), found as materialized (
    select row_number() over () as n, c.id, d.part, d.on_date, c.date_collected, c.cr_no, case when d.part = 'receipt' then c.drr_no end as drr_no,
      case when d.part = 'receipt' then c.drr_date end as drr_date, c.customer_id, c.agent_id, c.collection_type, c.amount, c.from_archive, c.approval_status, x.cleared_on, d.net,
      case when d.part in ('redeposited', 'replaced') then 'returned' when d.part <> 'receipt' then d.part when c.from_archive then 'on_paper' when c.collection_type <> 'cheque' then c.collection_type
        when x.cleared_on is not null or v_basis = 'cleared' then 'cheque_cleared' else 'cheque_uncleared' end as counted_as,
      case v_level when 'day' then d.on_date::text when 'month' then to_char(d.on_date, 'YYYY-MM') when 'agent' then c.agent_id::text
        when 'grouped' then c.agent_id || d.on_date::text when 'customer' then c.customer_id::text when 'type' then c.collection_type
        when 'drr' then case d.part when 'receipt' then coalesce(c.drr_no, '') else '' end
        when 'grouped_drr' then case d.part when 'receipt' then coalesce(c.drr_no, '') else '' end end as bundle
    from dated d
    join public.collections c on c.project_id = p_project and c.id = d.collection_id
    -- Receipts other than cheques are cleared when they are received.
    cross join lateral (select case when c.approval_status = 'approved' then case c.collection_type when 'cheque' then c.cheque_cleared_on else c.date_collected end end as cleared_on) x
    where (ask.agent_id is null or c.agent_id = ask.agent_id) and (ask.customer_id is null or c.customer_id = ask.customer_id)
      and (v_type is null or c.collection_type = v_type) and (v_drr is null or (c.drr_no = v_drr and d.part = 'receipt' and (d.net = 0 or c.approval_status <> 'cancelled')))
      and (v_approval is null or c.approval_status = v_approval)
      and (v_cleared is null or (x.cleared_on is not null) = (v_cleared = 'yes'))
  ), summed as (
    select f.bundle, grouping(f.bundle) = 1 as whole, min(f.on_date) as on_date, min(f.drr_date) as drr_date, min(f.collection_type) as collection_type,
      case when v_level in ('agent', 'grouped') then min(f.agent_id::text)::uuid end as agent_id,
      case when v_level = 'customer' then min(f.customer_id::text)::uuid end as customer_id,
      round(avg(f.cleared_on - f.date_collected) filter (where f.collection_type = 'cheque' and f.part = 'receipt'), 1) as days,
      coalesce(sum(f.net) filter (where f.counted_as = 'cash'), 0.00) as cash,
      coalesce(sum(f.net) filter (where f.counted_as = 'cheque_cleared'), 0.00) as cheque_cleared,
      coalesce(sum(f.net) filter (where f.counted_as = 'cheque_uncleared'), 0.00) as cheque_uncleared,
      coalesce(sum(f.net) filter (where f.counted_as = 'bank_transfer'), 0.00) as bank_transfer,
      coalesce(sum(f.net) filter (where f.counted_as = 'withholding'), 0.00) as withholding,
      coalesce(sum(f.net) filter (where f.counted_as = 'on_paper'), 0.00) as on_paper,
      coalesce(sum(f.net) filter (where f.counted_as = 'returned'), 0.00) as returned,
      coalesce(sum(f.net) filter (where f.counted_as = 'reversed'), 0.00) as reversed,
      coalesce(sum(f.net) filter (where f.counted_as = 'paid_back'), 0.00) as paid_back, coalesce(sum(f.net), 0.00) as collected,
      coalesce(sum(f.amount) filter (where f.part = 'receipt' and f.approval_status = 'pending'), 0.00) as pending,
      coalesce(sum(f.amount) filter (where f.part = 'receipt' and f.approval_status = 'cancelled' and ask.cancelled), 0.00) as cancelled,
      count(*) filter (where f.part = 'receipt') as receipts, count(*) as listed,
      case when v_total then count(distinct f.on_date) end as days_of, case when v_total then count(distinct to_char(f.on_date, 'YYYY-MM')) end as months,
      case when v_total then count(distinct f.agent_id) end as agents, case when v_total then count(distinct f.customer_id) end as customers,
      case when v_total then count(distinct coalesce(f.drr_no, '')) end as drrs, case when v_total then count(distinct f.collection_type) end as types
    from found f where v_level <> 'receipt'
    group by grouping sets ((f.bundle), ())
  ), keyed as (
    -- In the row key the rows of a group have a 0 after the group's name and its subtotal has a 1, so that the subtotal comes last.
    select f.n, null::text as bundle, (case v_level
        when 'grouped' then concat_ws(E'\x1f', lower(coalesce(w.display_name, 'Former agent')), f.agent_id, f.on_date, '0')
        when 'grouped_drr' then concat_ws(E'\x1f', coalesce('0' || f.drr_no, '1'), '0', f.on_date)
        else case v_sort when 'date' then f.on_date::text when 'customer' then u.sort_key when 'amount' then to_char(1e14 - case f.part when 'receipt' then f.amount else f.net end, 'FM000000000000000.00') else '' end end
      || concat_ws(E'\x1f', '', case when v_sort = 'cr_no' then to_char(length(f.cr_no), 'FM00') end, f.cr_no, case f.part when 'receipt' then '0' else f.part end, f.on_date, f.id)) collate "C" as row_key
    from found f
    left join public.profiles w on v_level = 'grouped' and w.user_id = f.agent_id
    left join public.customers u on v_level = 'receipt' and v_sort = 'customer' and u.project_id = p_project and u.id = f.customer_id
    where v_singly
    union all
    select null, s.bundle, (case when not v_singly and v_sort = 'amount' then to_char(1e14 - s.collected, 'FM000000000000000.00') else '' end || case v_level
        when 'grouped' then concat_ws(E'\x1f', lower(coalesce(w.display_name, 'Former agent')), s.agent_id, s.on_date, '1')
        when 'agent' then concat_ws(E'\x1f', lower(coalesce(w.display_name, 'Former agent')), s.bundle)
        when 'customer' then concat_ws(E'\x1f', u.sort_key, s.bundle)
        when 'drr' then coalesce('0' || nullif(s.bundle, ''), '1')
        when 'grouped_drr' then concat_ws(E'\x1f', coalesce('0' || nullif(s.bundle, ''), '1'), '1')
        when 'type' then array_position('{cash,cheque,bank_transfer,withholding}', s.bundle)::text
        else coalesce(s.bundle, '') end) collate "C"
    from summed s
    left join public.profiles w on w.user_id = s.agent_id
    left join public.customers u on u.project_id = p_project and u.id = s.customer_id
    -- A group with a single row needs no subtotal.
    where s.whole = v_total and (not v_singly or s.listed > 1)
  ), page as (
    select k.* from keyed k
    where (ask.after is null or k.row_key > ask.after collate "C") and (ask.before is null or k.row_key < ask.before collate "C")
    order by case when ask.before is null then k.row_key end, k.row_key desc limit ask.row_limit
  ), paid as (
    -- The bookings that the receipts of the page pay, or paid until their cheque was returned
    select a.collection_id, string_agg(distinct b.so_no, ', ' order by b.so_no) as so_no, string_agg(distinct b.invoice_no, ', ' order by b.invoice_no) as invoice_no
    from (select distinct f.id from page g join found f on f.n = g.n) p
    join public.collection_allocations a on a.project_id = p_project and a.collection_id = p.id and a.amount > 0
    join public.bookings b on b.project_id = p_project and b.id = a.booking_id
    group by a.collection_id
  )
  select case when v_singly then case when p.n is null then 'subtotal' else 'receipt' end else v_level end, p.row_key,
    case when c.id is null then null when f.part <> 'receipt' then f.part when c.approval_status <> 'approved' then c.approval_status when c.from_archive then 'archive'
      else 'receipt' end,
    c.id, case when c.id is not null then f.on_date when v_level in ('day', 'grouped') then s.on_date end,
    case when f.part = 'receipt' then f.date_collected else f.on_date end, case when f.part = 'receipt' then to_char(c.time_collected, 'HH24:MI') end, c.cr_no, c.cr_date,
    case when v_level in ('drr', 'grouped_drr') then coalesce(f.drr_no, nullif(s.bundle, '')) else f.drr_no end,
    case when v_level in ('drr', 'grouped_drr') then coalesce(f.drr_date, s.drr_date) else f.drr_date end,
    a.so_no, a.invoice_no, coalesce(c.customer_id, s.customer_id), u.name, u.store_name,
    coalesce(c.agent_id, s.agent_id), case when c.id is not null or s.agent_id is not null then coalesce(w.display_name, 'Former agent') end,
    case when v_level = 'month' then s.bundle end,
    y.collection_type, case y.collection_type when 'cash' then 'Cash' when 'cheque' then 'Cheque' when 'bank_transfer' then 'Bank transfer' when 'withholding' then 'Withholding' end,
    case when f.part = 'paid_back' then coalesce(k.bank, 'Cash on hand') else coalesce(c.cheque_bank, k.bank) end, case when f.part = 'paid_back' then c.paid_back_no else c.cheque_no end,
    case when f.part <> 'paid_back' then c.cheque_date end, case when f.part <> 'paid_back' then c.reference_no end, c.approval_status,
    case when f.part <> 'receipt' then replace(f.part, '_', ' ') when c.approval_status = 'approved' then coalesce(replace(c.cheque_state, '_', ' '), 'received') else c.approval_status end,
    case when c.id is not null then case when f.cleared_on is null then 'No' else 'Yes' end end, f.cleared_on,
    case when c.id is null then s.days when c.collection_type = 'cheque' and f.part = 'receipt' then f.cleared_on - c.date_collected end,
    coalesce(s.cash, x.cash), coalesce(s.cheque_cleared, x.cheque_cleared), coalesce(s.cheque_uncleared, x.cheque_uncleared), coalesce(s.bank_transfer, x.bank_transfer),
    coalesce(s.withholding, x.withholding), coalesce(s.on_paper, x.on_paper), coalesce(s.returned, x.returned), coalesce(s.reversed, x.reversed),
    coalesce(s.paid_back, x.paid_back), coalesce(s.collected, f.net), coalesce(s.pending, x.pending), coalesce(s.cancelled, x.cancelled),
    null, null, null, null, n.missing + n.duplicates,
    coalesce(s.listed, 1), coalesce(s.receipts, (f.part = 'receipt')::int), s.days_of, s.months, s.agents, s.customers, s.drrs, s.types, n.missing, n.duplicates, n.number_rows
  from page p
  left join found f on f.n = p.n
  left join summed s on p.n is null and s.whole = v_total and (v_total or s.bundle = p.bundle)
  left join public.collections c on c.project_id = p_project and c.id = f.id
  left join paid a on a.collection_id = f.id
  left join public.customers u on u.project_id = p_project and u.id = case when c.customer_id is not null then c.customer_id else s.customer_id end
  left join public.profiles w on w.user_id = case when c.agent_id is not null then c.agent_id else s.agent_id end
  left join public.banks k on k.project_id = p_project and k.id = case f.part when 'paid_back' then c.paid_back_bank_id else c.bank_id end
  left join lateral (
    select case f.counted_as when 'cash' then f.net else 0.00 end as cash, case f.counted_as when 'cheque_cleared' then f.net else 0.00 end as cheque_cleared,
      case f.counted_as when 'cheque_uncleared' then f.net else 0.00 end as cheque_uncleared, case f.counted_as when 'bank_transfer' then f.net else 0.00 end as bank_transfer,
      case f.counted_as when 'withholding' then f.net else 0.00 end as withholding, case f.counted_as when 'on_paper' then f.net else 0.00 end as on_paper,
      case f.counted_as when 'returned' then f.net else 0.00 end as returned, case f.counted_as when 'reversed' then f.net else 0.00 end as reversed,
      case f.counted_as when 'paid_back' then f.net else 0.00 end as paid_back,
      case when f.part = 'receipt' and f.approval_status = 'pending' then f.amount else 0.00 end as pending,
      case when f.part = 'receipt' and f.approval_status = 'cancelled' and ask.cancelled then f.amount else 0.00 end as cancelled
    ) x on f.n is not null
  cross join lateral (select coalesce(c.collection_type, case when v_level = 'type' then s.collection_type end) as collection_type) y
  left join lateral (
    select coalesce(sum(x.numbers) filter (where x.kind = 'missing'), 0)::bigint as missing, count(*) filter (where x.kind = 'duplicate') as duplicates, count(*) as number_rows
    from private.receipt_numbers(p_project, ask.first_day, ask.last_day) x where v_total) n on v_total
  order by case when ask.before is null then p.row_key end, p.row_key desc;
end $function$;

CREATE OR REPLACE FUNCTION public.report_vat(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(level text, row_key text, month text, on_date date, what text, vat_class text, document_kind text, document_id uuid, document_no text, reference_no text, party text, net numeric, tax numeric, vatable numeric, exempt numeric, zero_rated numeric, output_vat numeric, memos numeric, memos_vat numeric, bought numeric, bought_other numeric, input_vat numeric, payable numeric, creditable numeric, withheld numeric, months bigint, classes bigint, documents bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
#variable_conflict use_column
declare
  v_level text := coalesce(p_filters ->> 'level', 'month');
  ask record;
begin
  ask := private.open_report(p_project, p_filters, 'journal.read', v_level, '{month,class,document,total}');
  if ask.known then
    return query select k.* from known.report_vat(p_project, p_filters - 'known_at') k;
    return;
  end if;
  if v_level = 'document' then
    ask.first_day := greatest(ask.first_day, ask.after_day);
    ask.last_day := least(ask.last_day, ask.before_day);
  end if;
  return query
  with entries as materialized (
    select l.*, to_char(l.on_date, 'YYYY-MM') as month, array_position('{sale,memo,purchase,voucher,creditable,withheld}', l.kind) as place
    from private.vat_lines(p_project, ask.first_day, ask.last_day) l
  ), summed as (
    select case when v_level in ('month', 'class') then e.month end as month, case when v_level = 'document' then e.on_date end as on_date,
      case when v_level in ('class', 'document') then e.kind end as kind, case when v_level in ('class', 'document') then e.place end as place,
      case when v_level = 'class' then e.vat_class end as vat_class,
      case when v_level = 'document' then e.source end as source, case when v_level = 'document' then e.document end as document,
      sum(e.net) as net, sum(e.tax) as tax,
      coalesce(sum(e.net) filter (where e.kind = 'sale' and e.vat_class = 'vatable'), 0.00) as vatable,
      coalesce(sum(e.net) filter (where e.kind = 'sale' and e.vat_class = 'exempt'), 0.00) as exempt,
      coalesce(sum(e.net) filter (where e.kind = 'sale' and e.vat_class = 'zero_rated'), 0.00) as zero_rated,
      coalesce(sum(e.tax) filter (where e.kind = 'sale'), 0.00) as output_vat,
      coalesce(-sum(e.net) filter (where e.kind = 'memo'), 0.00) as memos, coalesce(-sum(e.tax) filter (where e.kind = 'memo'), 0.00) as memos_vat,
      coalesce(sum(e.net) filter (where e.kind in ('purchase', 'voucher') and e.vat_class = 'vatable'), 0.00) as bought,
      coalesce(sum(e.net) filter (where e.kind in ('purchase', 'voucher') and e.vat_class <> 'vatable'), 0.00) as bought_other,
      coalesce(sum(e.tax) filter (where e.kind in ('purchase', 'voucher')), 0.00) as input_vat,
      coalesce(sum(e.tax) filter (where e.kind = 'creditable'), 0.00) as creditable, coalesce(sum(e.tax) filter (where e.kind = 'withheld'), 0.00) as withheld,
      count(distinct e.month) as months, count(distinct (e.month, e.kind, e.vat_class)) as classes, count(distinct (e.on_date, e.kind, e.document)) as documents
    from entries e group by 1, 2, 3, 4, 5, 6, 7
    union all
    -- The total of nothing is a row too.
    select null, null, null, null, null, null, null, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0, 0, 0
    where v_level = 'total' and not exists (select from entries)
  ), keyed as (
    select s.*, concat_ws(E'\x1f', coalesce(s.on_date::text, s.month), to_char(s.place, 'FM00'), s.vat_class, s.document) collate "C" as row_key from summed s
  ), page as (
    select k.* from keyed k
    where (ask.after is null or k.row_key > ask.after collate "C") and (ask.before is null or k.row_key < ask.before collate "C")
    order by case when ask.before is null then k.row_key end, k.row_key desc limit ask.row_limit
  )
  select v_level, k.row_key, k.month, k.on_date, private.vat_words(k.kind, k.vat_class), k.vat_class, d.document_kind, case when d.document_kind is not null then k.document end,
    d.document_no, r.reference_no, d.party, k.net, k.tax, k.vatable, k.exempt, k.zero_rated, k.output_vat, k.memos, k.memos_vat, k.bought, k.bought_other, k.input_vat,
    k.output_vat - k.memos_vat - k.input_vat, k.creditable, k.withheld, k.months, k.classes, k.documents
  from page k
  left join lateral private.journal_document(p_project, k.source, k.document) d on k.document is not null
  left join public.collections r on k.source = 'receipts' and r.project_id = p_project and r.id = k.document
  order by case when ask.before is null then k.row_key end, k.row_key desc;
end $function$;

COMMENT ON FUNCTION "private"."collection_filter"(jsonb) IS 'Returns the condition of a list of receipts (alias c; $1 = project, $2 = the filters): {search (CR, DRR, cheque or reference no., cheque''s bank, customer, store, SO or invoice no. of a booking it pays), status, type, customer_id, from, to (collected, inclusive), unapplied (approved, with unapplied credit)}.';

COMMENT ON FUNCTION "public"."collection_list"(uuid, jsonb) IS 'A page of parts of receipts that the caller may read (part_no of part_count under one CR number), newest first, or oldest first with {ascending: true}. p_filters: {search (CR, DRR, cheque or reference no., cheque''s bank, customer, store, SO or invoice no. of a booking it pays), status, type, customer_id, from, to (collected, inclusive), unapplied (approved, with unapplied credit), limit, beyond: {date, id} (of the last row seen)}. allocated: what it pays, or will pay once approved, as [{booking_id, so_no, amount, stage, balance}], the last two of the booking as it stands now (null when the caller may not read it). Errors: 42501.';

COMMENT ON FUNCTION "public"."receipt_list"(uuid, jsonb) IS 'A page of receipts that the caller may read, each once with its parts. p_filters as in collection_list, but with sort: date or cr (its number), with a minus before it for descending (the default is -date, newest first), and after or before: {n, t, id}, where a row''s sort_key is "n~t". With before the rows come last first. search, type and unapplied find a receipt by any of its parts. id and version are those of its first part, by which the receipt is approved or cancelled. amount, unapplied and allocated are of all parts together. parts: [{id, type, amount, reversed, cheque_bank, cheque_no, cheque_date, cheque_state, bank_id, reference_no}]. Errors: 42501, 22023.';

COMMENT ON FUNCTION "public"."report_collection"(uuid, jsonb) IS 'Report of customers'' receipts. p_filters: {basis: collected | cr | drr | cleared (the date that from and to are about), from, to (both included), type: cash | cheque | bank_transfer | withholding, approval: approved | pending | cancelled, cancelled (true: with cancelled ones), cleared: yes | no, agent_id, customer_id, drr_no, level: receipt | grouped (receipts by agent and day, after several of one its sums: level subtotal) | grouped_drr (by DRR) | agent | customer | day | month (YYYY-MM) | drr | type | numbers (kind missing: CR numbers first_no to last_no; booklet: fifty or more in one gap; duplicate) | total, sort: date (or name) | cr_no | customer | amount (highest first), not of grouped ones, limit, after or before (row_key; before answers backwards)}. Figures are those of the receivables ledger: a receipt counts on the day of its collection, and what takes it back is a row of its own day (whichever date is asked for, but on no DRR), so that the figures of a past period stay. collected = cash + cheque_cleared + cheque_uncleared + bank_transfer + withholding + on_paper (settled by archiving: no money came) + returned (below zero: cheques that came back or were replaced, less those that were deposited again) + reversed (below zero: cancelled after their approval, on the day of the cancellation; on its own day a receipt is not listed) + paid_back (below zero: given back to customers). By date cleared, what has cleared counts alone. pending and cancelled (receipts of the period that are cancelled now) stand apart. kind of a row: receipt, archive, pending, cancelled, or of what takes back returned, replaced, redeposited, reversed, paid_back. reference_no: of a transfer or of a certificate of tax withheld. Money other than a cheque has cleared when it is approved. days_to_clear: of cheques, from the receipt to the clearing, of sums the average. listed: the rows of a group, receipts and what takes back. missing, duplicates and number_rows: of CR numbers dated from to to, whatever else is asked. Errors: 42501, 22023.';

COMMENT ON FUNCTION "public"."report_vat"(uuid, jsonb) IS 'The VAT report, from the ledgers and released vouchers, by the day on which each counts. p_filters: {from, to, level: month (YYYY-MM) | class (each month by what and VAT class: net without VAT and tax) | document (by day) | total, limit, after or before (row_key; before answers backwards)}. vatable (without VAT), exempt, zero_rated and output_vat: deliveries and undercharges; memos (without VAT) and memos_vat: returns and allowances; bought (without VAT), bought_other (exempt, zero-rated, without VAT) and input_vat: purchases less returns to suppliers, and lines of vouchers that have a class; payable = output_vat - memos_vat - input_vat; creditable: income tax that customers withheld, withheld: that withheld from suppliers; reference_no: of the customer''s certificate. The taxes of a month are those of its accounts in the journal. Amounts in the project''s currency. Errors: 42501 without journal.read, 22023.';

REVOKE ALL ON FUNCTION "public"."report_collection"(uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."report_collection"(uuid, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."report_vat"(uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."report_vat"(uuid, jsonb) TO "authenticated";

select private.make_known();

DROP FUNCTION "private"."delivered_on"(uuid, date);

DROP FUNCTION "private"."undelivered"(uuid);

CREATE OR REPLACE FUNCTION private.delivered_on(p_project uuid, p_on date)
 RETURNS TABLE(booking_id uuid, line_id uuid, product_id uuid, pieces bigint, amount numeric)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return query
  select e.booking_id, e.line_id, e.product_id, sum(e.pieces), sum(e.amount)
  from public.sales_entries e
  where e.project_id = p_project and e.on_date = p_on and e.kind = 'delivery'
  group by e.booking_id, e.line_id, e.product_id having sum(e.pieces) <> 0;
end $function$;

CREATE OR REPLACE FUNCTION private.undelivered(p_project uuid)
 RETURNS TABLE(booking_id uuid, line_id uuid, product_id uuid, pieces bigint, amount numeric)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return query
  select b.id, l.id, l.product_id, (l.quantity - l.quantity_delivered - l.quantity_released)::bigint,
    -- Most lines are open as a whole, and their amount is on them.
    case when l.quantity_released = 0 then l.amount else private.delivered_amount(l, l.quantity - l.quantity_released) end
      - case when l.quantity_delivered = 0 then 0.00 else private.delivered_amount(l, l.quantity_delivered) end
  from public.bookings b
  join public.booking_lines l on l.project_id = b.project_id and l.booking_id = b.id and l.quantity_delivered + l.quantity_released < l.quantity
  where b.project_id = p_project and b.stage in ('validated', 'invoiced');
end $function$;

CREATE OR REPLACE FUNCTION public.delivery_list(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(level text, row_key text, agent_id uuid, agent_name text, area text, booking_id uuid, so_no text, invoice_no text, customer_name text, store_name text, deliver_to text, date_added date, on_hold boolean, version integer, products bigint, bookings bigint, amount numeric, dr_no text)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
declare
  v_on date := private.read_date(p_filters, 'on');
  v_agent uuid := private.read_uuid(p_filters, 'agent_id');
  v_level text := coalesce(p_filters ->> 'level', 'booking');
  v_groups boolean := private.read_boolean(p_filters, 'with_groups');
  v_after text := p_filters ->> 'after';
  v_before text := p_filters ->> 'before';
begin
  if v_level not in ('booking', 'group', 'total') then perform private.invalid('level', 'Choose a level.'); end if;
  return query
  with goods as (
    select u.booking_id, count(distinct u.product_id) as products, sum(u.amount) as amount
    from private.undelivered(p_project) u where v_on is null group by u.booking_id
    union all
    select d.booking_id, count(distinct d.product_id), sum(d.amount)
    from private.delivered_on(p_project, v_on) d where v_on is not null group by d.booking_id
  ), found as (
    select b.*, g.products, g.amount, coalesce(p.display_name, 'Former agent') as agent_name
    from goods g join public.bookings b on b.project_id = p_project and b.id = g.booking_id
    left join public.profiles p on p.user_id = b.agent_id
    where (v_agent is null or b.agent_id = v_agent)
      and (p_filters ->> 'area' is null or coalesce(b.area, '') = p_filters ->> 'area')
      and (not (select private.read_boolean(p_filters, 'invoiced')) or b.date_invoiced is not null)
  ), summed as (
    select case when grouping(f.id) = 0 then 'booking' when grouping(f.agent_id) = 0 then 'group' else 'total' end as level,
      f.agent_id, min(f.agent_name) as agent_name, f.area, f.id, min(f.so_no) as so_no, min(f.invoice_no) as invoice_no,
      min(f.customer_name) as customer_name, min(f.store_name) as store_name, min(f.deliver_to) as deliver_to, min(f.date_added) as date_added,
      bool_or(f.on_hold) as on_hold, min(f.version) as version, sum(f.products)::bigint as products, count(*) as bookings,
      coalesce(sum(f.amount), 0.00) as amount
    from found f group by grouping sets ((f.agent_id, f.area, f.id), (f.agent_id, f.area), ())
  ), keyed as (
    select s.*, concat_ws(E'\x1f', s.agent_name, s.agent_id, coalesce(s.area, ''), case when s.level = 'booking' then s.customer_name end,
      case when s.level = 'booking' then s.id end) collate "C" as row_key
    from summed s where s.level = v_level or v_groups and s.level = 'group'
  ), page as (
    select k.* from keyed k
    where k.level = v_level and (v_after is null or k.row_key > v_after collate "C") and (v_before is null or k.row_key < v_before collate "C")
    order by case when v_before is null then k.row_key end, k.row_key desc
    limit least(coalesce(private.read_int(p_filters, 'limit'), 1000), 1000)
  )
  select k.level, k.row_key, k.agent_id, case when k.level <> 'total' then k.agent_name end, k.area, k.id,
    case when k.level = 'booking' then k.so_no end, case when k.level = 'booking' then k.invoice_no end,
    case when k.level = 'booking' then k.customer_name end, case when k.level = 'booking' then k.store_name end,
    case when k.level = 'booking' then k.deliver_to end, case when k.level = 'booking' then k.date_added end,
    k.on_hold, case when k.level = 'booking' then k.version end, k.products, k.bookings, k.amount,
    case when k.level = 'booking' and v_on is not null then (select string_agg(r.dr_no, ', ' order by r.dr_no)
      from public.delivery_receipts r where r.project_id = p_project and r.booking_id = k.id and r.on_date = v_on) end
  from (select * from page union all select g.* from keyed g where v_groups and v_level <> 'group' and g.level = 'group') k
  order by k.level = v_level desc, case when v_before is null or k.level <> v_level then k.row_key end, k.row_key desc;
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
  v_key text := case ltrim(v_sort, '-') when 'cr' then 'c.cr_no' else 'c.date_collected' end;
  v_reverse boolean := (v_sort like '-%') <> (p_filters ? 'before');
  v_place record;
  v_ids uuid[];
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
  -- What the page shows of its receipts does not depend on the filters, so that its plan, which takes longer than its work, is kept.
  execute 'select array(select c.id from public.collections c where c.part_no = 1 and ' || v_where || ' order by ' || v_order
    || ' limit ' || least(coalesce(private.read_int(p_filters, 'limit'), 51), 1001) || ')'
  into v_ids using p_project, p_filters;
  return query
  select c.id, case v_key when 'c.cr_no' then '0~' || c.cr_no else (c.date_collected - date '2000-01-01') || '~' end, c.version, c.date_collected, c.cr_no, c.drr_no,
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

COMMENT ON FUNCTION "private"."delivered_on"(uuid, date) IS 'Returns the booking lines issued on a day, partial deliveries included; corrected dates cancel out. Runs with the caller''s rights.';

COMMENT ON FUNCTION "private"."undelivered"(uuid) IS 'Returns the open lines of validated bookings. Runs with the caller''s rights.';

COMMENT ON FUNCTION "public"."delivery_list"(uuid, jsonb) IS 'Lists deliveries by agent and area. Without p_filters.on: validated bookings with open pieces and their open amount; with it: deliveries of that day, partial ones included, with their amount and the numbers of their delivery receipts (dr_no). p_filters: {on, agent_id, area (empty text = none), invoiced (true: only those with an invoice), level: booking | group (agent and area) | total, with_groups (true: all groups come after the page''s rows), limit, after, before (row_key; before answers backwards)}. Rows are those that the caller may read. Errors: 22023.';

REVOKE ALL ON FUNCTION "private"."delivered_on"(uuid, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."delivered_on"(uuid, date) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."undelivered"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."undelivered"(uuid) TO "authenticated";

-- Reading deliveries: open deliveries, deliveries of a day, the pick list and the delivery receipt.
-- deliver_booking is in the fulfilment file.

create or replace function private.undelivered(p_project uuid)
returns table (booking_id uuid, line_id uuid, product_id uuid, pieces bigint, amount numeric)
language plpgsql stable set search_path = '' as $$
begin
  return query
  select b.id, l.id, l.product_id, (l.quantity - l.quantity_delivered - l.quantity_released)::bigint,
    private.delivered_amount(l, l.quantity - l.quantity_released) - private.delivered_amount(l, l.quantity_delivered)
  from public.bookings b
  join public.booking_lines l on l.project_id = b.project_id and l.booking_id = b.id
    and l.quantity_delivered + l.quantity_released < l.quantity
  where b.project_id = p_project and b.stage in ('validated', 'invoiced');
end $$;
comment on function private.undelivered is 'Returns the open lines of validated bookings. Runs with the caller''s rights.';

create or replace function public.delivery_list(p_project uuid, p_filters jsonb default '{}')
returns table (level text, row_key text, agent_id uuid, agent_name text, area text, booking_id uuid, so_no text,
  invoice_no text, customer_name text,
  store_name text, deliver_to text, date_added date, on_hold boolean, version int, products bigint,
  bookings bigint, amount numeric, dr_no text)
language plpgsql stable set search_path = '' as $$
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
    -- Partial deliveries are included; corrected dates cancel out.
    select d.booking_id, count(distinct d.product_id), sum(d.amount)
    from (
      select e.booking_id, e.product_id, sum(e.amount) as amount from public.sales_entries e
      where e.project_id = p_project and e.on_date = v_on and e.kind = 'delivery'
      group by e.booking_id, e.line_id, e.product_id having sum(e.pieces) <> 0) d
    group by d.booking_id
  ), found as (
    select b.*, g.products, g.amount, coalesce(p.display_name, 'Former agent') as agent_name
    from goods g join public.bookings b on b.project_id = p_project and b.id = g.booking_id
    left join public.profiles p on p.user_id = b.agent_id
    where (v_agent is null or b.agent_id = v_agent)
      and (p_filters ->> 'area' is null or coalesce(b.area, '') = p_filters ->> 'area')
      and (not (select private.read_boolean(p_filters, 'invoiced')) or b.date_invoiced is not null)
  ), summed as (
    select case when grouping(f.id) = 0 then 'booking' when grouping(f.agent_id) = 0 then 'group' else 'total' end as level,
      f.agent_id, min(f.agent_name) as agent_name, f.area, f.id, min(f.customer_name) as customer_name, bool_or(f.on_hold) as on_hold,
      sum(f.products)::bigint as products, count(*) as bookings, coalesce(sum(f.amount), 0.00) as amount
    from found f group by grouping sets ((f.agent_id, f.area, f.id), (f.agent_id, f.area), ())
  ), keyed as (
    select s.*, concat_ws(E'\x1f', s.agent_name, s.agent_id, coalesce(s.area, ''), case when s.level = 'booking' then s.customer_name end,
      case when s.level = 'booking' then s.id end) collate "C" as row_key
    from summed s where s.level = v_level or v_groups and s.level = 'group'
  ), page as (
    select k.* from keyed k
    where k.level = v_level and (v_after is null or k.row_key > v_after collate "C")
      and (v_before is null or k.row_key < v_before collate "C")
    order by case when v_before is null then k.row_key end, k.row_key desc
    limit least(coalesce(private.read_int(p_filters, 'limit'), 1000), 1000)
  )
  select k.level, k.row_key, k.agent_id, case when k.level <> 'total' then k.agent_name end, k.area, k.id, b.so_no, b.invoice_no,
    b.customer_name, b.store_name, b.deliver_to, b.date_added, k.on_hold, b.version, k.products, k.bookings, k.amount,
    (select string_agg(r.dr_no, ', ' order by r.dr_no)
      from public.delivery_receipts r where r.project_id = p_project and r.booking_id = k.id and r.on_date = v_on)
  from (select * from page union all select g.* from keyed g where v_groups and v_level <> 'group' and g.level = 'group') k
  left join public.bookings b on b.project_id = p_project and b.id = k.id
  order by k.level = v_level desc, case when v_before is null or k.level <> v_level then k.row_key end, k.row_key desc;
end $$;
comment on function public.delivery_list is
  'Lists deliveries by agent and area. Without p_filters.on: validated bookings with open pieces and their open amount; with it: '
  'deliveries of that day, partial ones included, with their amount and the numbers of their delivery receipts (dr_no). p_filters: {on, '
  'agent_id, area (empty text = none), invoiced (true: only those with an invoice), level: booking | group (agent and area) | total, '
  'with_groups (true: all groups come after the page''s rows), limit, after, before (row_key; before answers backwards)}. Rows are those '
  'that the caller may read. Errors: 22023.';

create or replace function public.pick_list(p_project uuid, p_filters jsonb default '{}')
returns table (product_id uuid, material_code text, description text, category1 text, case_config int, unit_of_measure text,
  bookings bigint, pieces bigint, on_hand int)
language plpgsql stable set search_path = '' as $$
declare
  v_agent uuid := private.read_uuid(p_filters, 'agent_id');
  v_bookings uuid[] := array(select private.read_uuid(jsonb_build_object('id', e.value), 'id')
    from jsonb_array_elements(private.read_list(p_filters, 'bookings', 200)) e);
begin
  return query
  select p.id, p.material_code, p.description, p.category1, p.case_config, p.unit_of_measure, count(distinct b.id),
    sum(u.pieces)::bigint, i.on_hand - i.bad_order
  from private.undelivered(p_project) u
  join public.bookings b on b.project_id = p_project and b.id = u.booking_id and not b.on_hold
  join public.products p on p.project_id = p_project and p.id = u.product_id
  join public.inventory i on i.project_id = p_project and i.product_id = p.id
  where (v_agent is null or b.agent_id = v_agent)
    and (p_filters ->> 'area' is null or coalesce(b.area, '') = p_filters ->> 'area')
    and (not (select private.read_boolean(p_filters, 'invoiced')) or b.date_invoiced is not null)
    and (cardinality(v_bookings) = 0 or b.id = any (v_bookings))
  group by p.id, p.material_code, p.description, p.category1, p.case_config, p.unit_of_measure, p.sort_key, i.on_hand, i.bad_order
  order by p.category1 nulls last, p.sort_key, p.id;
end $$;
comment on function public.pick_list is
  'Pick list of the open deliveries, one row per product: pieces, number of bookings, and pieces on hand. Bookings on hold are left out. '
  'p_filters: {agent_id, area (empty text = none), invoiced, bookings: [uuid] (these only; at most 200)}. Rows are those that the caller '
  'may read.';

create or replace function private.names_at_delivery(p_project uuid, p_receipt uuid, p_table text, p_row uuid, p_names text[])
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.scope_of(p_project, 'bookings.read') is null then perform private.forbid(); end if;
  if p_receipt is null then return '{}'; end if;
  return private.names_since(p_project, p_table, p_row, p_names, coalesce((
    select max(a.id) from public.audit_log a where a.project_id = p_project and a.created_at <= (
      select r.created_at from public.delivery_receipts r where r.project_id = p_project and r.id = p_receipt)), 0));
end $$;
comment on function private.names_at_delivery is
  'Returns those of the names of a row that were changed since a delivery receipt got its number, as they were then; none without a '
  'receipt. Errors: 42501.';

create or replace function public.delivery_receipt(p_project uuid, p_booking uuid, p_on text default null, p_no text default null)
returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v public.bookings;
  v_days date[];
  v_asked date := private.read_day(p_on, 'on');
  v_on date;
  v_open boolean;
  v_receipt public.delivery_receipts;
begin
  select * into v from public.bookings b where b.project_id = p_project and b.id = p_booking;
  if not found then perform private.not_found(); end if;
  v_days := array(select d from private.delivery_days(p_project, p_booking) d order by d);
  v_open := v.stage in ('validated', 'invoiced') and not v.is_opening;
  -- A receipt shows its own entries. Without a number it is the last one of the day, or of all when nothing is open.
  select * into v_receipt from public.delivery_receipts r
  where r.project_id = p_project and r.booking_id = p_booking
    and (r.dr_no = p_no or p_no is null and (r.on_date = v_asked or v_asked is null and not v_open))
  order by r.first_entry desc limit 1;
  if p_no is not null and v_receipt.id is null then perform private.not_found(); end if;
  v_on := coalesce(v_receipt.on_date, v_asked);
  if v_on is null and not v_open then v_on := v_days[cardinality(v_days)]; end if;
  return (
    with moved as (
      select e.line_id, sum(e.pieces) filter (where e.this)::int as now, sum(e.amount) filter (where e.this) as amount,
        sum(e.discount) filter (where e.this) as discount, sum(e.pieces) filter (where e.earlier)::int as before
      from (select s.line_id, s.pieces, s.amount, s.discount,
          case when v_receipt.id is null then s.on_date = v_on else s.id between v_receipt.first_entry and v_receipt.last_entry end as this,
          case when v_receipt.id is null then v_on is null or s.on_date < v_on else s.id < v_receipt.first_entry end as earlier
        from public.sales_entries s where s.project_id = p_project and s.booking_id = p_booking and s.kind = 'delivery') e
      group by e.line_id
    )
    select (select to_jsonb(h) from (select v.so_no, v.stage, v.invoice_no, v.date_invoiced, v.date_added, v.customer_name, v.store_name,
      v.deliver_to, v.area, v.on_hold, v.remarks) h) || private.names_at_delivery(p_project, v_receipt.id, 'bookings', p_booking,
        '{invoice_no,date_invoiced,customer_name,store_name,deliver_to,area,remarks}') || jsonb_build_object(
      'agent', coalesce(
        private.names_at_delivery(p_project, v_receipt.id, 'profiles', v.agent_id, '{display_name}') ->> 'display_name',
        (select p.display_name from public.profiles p where p.user_id = v.agent_id)), 'dr_no', v_receipt.dr_no,
      'letterhead', private.paper_head(p_project,
        private.names_at_delivery(p_project, v_receipt.id, 'projects', p_project, private.head_names())),
      'receipts', (select coalesce(jsonb_agg(jsonb_build_object('dr_no', r.dr_no, 'on', r.on_date) order by r.first_entry), '[]')
        from public.delivery_receipts r where r.project_id = p_project and r.booking_id = p_booking),
      'days', to_jsonb(v_days), 'open', v_open, 'on', v_on,
      'amount', coalesce(sum(x.amount), 0.00)::text, 'discount', coalesce(sum(x.discount), 0.00)::text,
      'lines', coalesce(jsonb_agg(to_jsonb(y)
        || private.names_at_delivery(p_project, v_receipt.id, 'products', l.product_id, '{material_code,description}')
        order by l.line_no), '[]'))
    from public.booking_lines l
    join public.products p on p.project_id = l.project_id and p.id = l.product_id
    left join moved m on m.line_id = l.id
    left join lateral (select l.quantity - l.quantity_delivered - l.quantity_released as now,
      private.delivered_amount(l, l.quantity - l.quantity_released) - private.delivered_amount(l, l.quantity_delivered) as amount,
      private.gross_amount(l, l.quantity - l.quantity_released) - private.gross_amount(l, l.quantity_delivered) as gross
      where v_on is null and v_open) o on true
    cross join lateral (select coalesce(o.amount, m.amount, 0.00) as amount, coalesce(o.gross - o.amount, m.discount, 0.00) as discount) x
    cross join lateral (select l.id, p.material_code, p.description, l.case_config, l.quantity as ordered, l.quantity_released as released,
      coalesce(m.before, 0) as before, coalesce(o.now, m.now, 0) as now, l.agent_srp::text, l.agent_srp_pieces, l.discount_percent::text,
      x.discount::text, l.free_of, l.vat_on_top > 0 as vat_on_top, x.amount::text) y
    where l.project_id = p_project and l.booking_id = p_booking);
end $$;
comment on function public.delivery_receipt is
  'Returns the content of a delivery receipt: header fields, letterhead (as on an invoice) and lines with pieces ordered, delivered '
  'before and in this delivery, its amount and the discount that is taken off in it, and free_of, the number of the line with which free '
  'goods are given. Names are those of the time when it got its number. p_no: the receipt of that number, as it was issued; p_on: the '
  'delivery of that day; both null: the open pieces, or the last delivery when nothing is open. dr_no: the number, null for open pieces '
  'and days; receipts: [{dr_no, on}] of the booking. days: the delivery dates. Money as text. Rows are those that the caller may read. '
  'Errors: P0002.';

grant execute on function private.undelivered, private.names_at_delivery to authenticated;

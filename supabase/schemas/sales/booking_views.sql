-- Reading bookings: what their validation checks, and the history of one booking. See docs/domain.md, invariant 13.

create or replace function public.validation_checks(p_project uuid, p_bookings uuid[])
returns table (booking_id uuid, credit_left numeric, over_by numeric, short text[], below_floor text[], by_another text,
  other_prices text[])
language plpgsql stable set search_path = '' as $$
begin
  return query
  with asked as (
    select b.id, b.customer_id, b.total, b.date_added from public.bookings b
    where b.project_id = p_project and b.id = any (p_bookings) and b.stage = 'pending'
  ), credit as (
    select c.customer_id as id, c.credit_left from private.credit_of(p_project, array(select distinct a.customer_id from asked a)) c
  ), others as (
    select c.customer_id as id, c.credit_left
    from private.credit_left_by_others(p_project, array(select distinct a.customer_id from asked a)) c
  ), floors as (
    select l.booking_id, array_agg(private.price_words(l.description, l.agent_srp, l.agent_srp_pieces, l.floor) order by l.line_no)
      filter (where not l.by_caller) as prices,
      bool_or(l.by_caller) as lowered
    from private.lines_below_floor(p_project, array(select a.id from asked a)) l group by l.booking_id
  ), prices as (
    select l.booking_id, array_agg(format('%s at %s (%s %s)', p.description, private.price_text(l.agent_srp, l.agent_srp_pieces),
      coalesce(x.list_name, 'SRP'), private.price_text(x.price, x.price_pieces)) order by l.line_no) as others
    from asked a
    join public.booking_lines l on l.project_id = p_project and l.booking_id = a.id and l.free_of is null
    join public.products p on p.project_id = p_project and p.id = l.product_id
    cross join lateral private.proposed_price(p_project, a.customer_id, l.product_id, a.date_added) x
    where private.price_each(l.agent_srp, l.agent_srp_pieces) <> private.price_each(x.price, x.price_pieces)
    group by l.booking_id
  ), goods as (
    select l.booking_id as booking, l.product_id, sum(l.quantity) as pieces from public.booking_lines l
    where l.project_id = p_project and l.booking_id in (select a.id from asked a) group by 1, 2
  )
  select a.id, c.credit_left, case when a.total > c.credit_left then a.total - c.credit_left end,
    coalesce((select array_agg(p.description order by p.description) from goods g
      join public.inventory i on i.project_id = p_project and i.product_id = g.product_id and i.available < g.pieces
      join public.products p on p.project_id = p_project and p.id = g.product_id where g.booking = a.id), '{}'),
    coalesce(f.prices, '{}'),
    case when a.total > 0 and coalesce(a.total <= c.credit_left, true) and coalesce(a.total > o.credit_left, false) then 'credit_line'
      when f.lowered then 'live_srp' end, coalesce(x.others, '{}')
  from asked a join credit c on c.id = a.customer_id
  left join others o on o.id = a.customer_id
  left join floors f on f.booking_id = a.id
  left join prices x on x.booking_id = a.id;
end $$;
comment on function public.validation_checks is
  'Checks each of these pending bookings by itself: the customer''s credit left before it (null = no limit), the amount by which it '
  'exceeds that, the products of which fewer pieces are available, the prices below the price floor, and why another user has to validate '
  'it: the caller set the credit line that it needs, or set or lowered the live SRP (by_another: credit_line, live_srp or null). '
  'other_prices: the prices before discount that are not those of the customer''s list on the booking date, or the live SRP. '
  'validate_booking checks again. Rows are those of bookings and customers that the caller may read.';

create or replace function private.booking_trail(p_project uuid, p_booking uuid)
returns table (changed_at timestamptz, changed_by uuid, changes jsonb, goods jsonb)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.authorize(p_project, 'bookings.read');
  return query
  with head as (
    select a.id, a.created_at, a.user_id, a.before, a.after from public.audit_log a
    where a.project_id = p_project and a.table_name = 'bookings' and a.row_id = p_booking
  ), fields as (
    -- A command may update a booking more than once: the first old and the last new value count.
    select h.created_at, h.user_id, c.key,
      jsonb_build_array((array_agg(h.before -> c.key order by h.id))[1], (array_agg(c.value order by h.id desc))[1]) as pair
    from head h cross join lateral jsonb_each(h.after) c
    where c.key in ('approval_status', 'booking_status', 'customer_name', 'agent_id', 'date_added', 'remarks', 'total',
      'invoice_no', 'date_invoiced',
      'date_delivered', 'dates_reason', 'override_reason', 'cancel_reason', 'date_cancelled', 'on_hold', 'collected', 'credited',
      'edited_at', 'is_opening')
    group by h.created_at, h.user_id, c.key
    union all
    select i.created_at, i.created_by, 'invoice_reason', jsonb_build_array(null, i.reason) from public.invoice_changes i
    where i.project_id = p_project and i.booking_id = p_booking
  ), moved as (
    select a.created_at, a.user_id, l.line_no, l.product_id, l.case_config, l.agent_srp, l.agent_srp_pieces, l.free_of is not null as free,
      coalesce((a.after ->> 'quantity_delivered')::int - (a.before ->> 'quantity_delivered')::int, 0) as delivered,
      coalesce((a.after ->> 'quantity_released')::int - (a.before ->> 'quantity_released')::int, 0) as released, 0 as removed,
      -- The stock ledger has the day of a part too, which is in no column of the booking.
      (select max(s.on_date) from public.stock_movements s
        where s.project_id = p_project and s.source_table = 'bookings' and s.source_id = p_booking
        and s.source_line = l.id and s.kind = 'issue' and s.created_at = a.created_at) as delivered_on
    from public.booking_lines l
    join public.audit_log a on a.project_id = l.project_id and a.table_name = 'booking_lines' and a.row_id = l.id and a.action = 'update'
    where l.project_id = p_project and l.booking_id = p_booking
    union all
    -- An edit replaces the lines; removed lines have audit rows with the same timestamp.
    select a.created_at, a.user_id, (a.before ->> 'line_no')::int, (a.before ->> 'product_id')::uuid, (a.before ->> 'case_config')::int,
      (a.before ->> 'agent_srp')::numeric, (a.before ->> 'agent_srp_pieces')::int, a.before ->> 'free_of' is not null, 0, 0,
      (a.before ->> 'quantity')::int, null
    from head h
    join public.audit_log a on a.project_id = p_project and a.created_at = h.created_at
      and a.table_name = 'booking_lines' and a.action = 'delete'
    where h.after ? 'edited_at' and a.before ->> 'booking_id' = p_booking::text
  ), goods as (
    select m.created_at, m.user_id, jsonb_agg(to_jsonb(x) order by m.line_no) as list
    from moved m join public.products p on p.project_id = p_project and p.id = m.product_id
    cross join lateral (select p.description as product, m.case_config, m.agent_srp::text, m.agent_srp_pieces, m.free, m.delivered,
      m.delivered_on, m.released, m.removed) x
    group by m.created_at, m.user_id
  ), merged as (
    select f.created_at, f.user_id, jsonb_object_agg(f.key, f.pair) as changed from fields f group by f.created_at, f.user_id
  )
  select coalesce(m.created_at, g.created_at), coalesce(m.user_id, g.user_id), coalesce(m.changed, '{}'), coalesce(g.list, '[]')
  from merged m full join goods g on g.created_at = m.created_at and g.user_id is not distinct from m.user_id
  order by 1;
end $$;
comment on function private.booking_trail is
  'Returns the audit rows of a booking and its lines, one row per command. The public function checks whether the caller may read the '
  'booking.';

create or replace function public.booking_trail(p_project uuid, p_booking uuid)
returns table (changed_at timestamptz, changed_by uuid, changes jsonb, goods jsonb)
language plpgsql stable set search_path = '' as $$
begin
  perform private.authorize(p_project, 'bookings.read');
  if not exists (select from public.bookings b where b.project_id = p_project and b.id = p_booking) then
    perform private.not_found();
  end if;
  return query select * from private.booking_trail(p_project, p_booking);
end $$;
comment on function public.booking_trail is
  'Returns the history of a booking that the caller may read, oldest first, one row per command: changed_at, changed_by, the changed '
  'columns as {column: [before, after]} (before is null on entry; invoice_reason is why an invoice was changed), and its goods as '
  '[{product, case_config, agent_srp, agent_srp_pieces, free, delivered, released, removed (pieces; removed by an edit), delivered_on (the '
  'day of delivery, or null)}]. Errors: 42501, P0002.';

grant execute on function private.booking_trail to authenticated;

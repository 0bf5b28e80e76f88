-- One booking as its page shows it, in one call. See docs/domain.md, Order to cash.

create or replace function public.booking_document(p_project uuid, p_booking uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
declare v jsonb;
begin
  perform private.authorize(p_project, 'bookings.read');
  select to_jsonb(b) into v from public.bookings b where b.project_id = p_project and b.id = p_booking;
  if not found then perform private.not_found(); end if;
  return jsonb_build_object('booking', v, 'lines', (
    select coalesce(jsonb_agg(to_jsonb(l.line)
      || jsonb_build_object('description', p.description, 'material_code', p.material_code, 'price_unit', p.price_unit,
      'available', i.available, 'on_hand', i.on_hand, 'vat', l.vat, 'returned', coalesce((
        select sum(k.quantity) from public.booking_credits k
        where k.project_id = p_project and k.line_id = (l.line).id and k.kind = 'returned'), 0)) order by (l.line).line_no), '[]')
    from (select x as line, private.vat_of_part(x, x.amount, coalesce(sum(x.amount) filter (where x.vat_percent > 0)
        over (order by x.line_no rows between unbounded preceding and 1 preceding), 0)) as vat
      from public.booking_lines x where x.project_id = p_project and x.booking_id = p_booking) l
    left join public.inventory i on i.project_id = p_project and i.product_id = (l.line).product_id
    left join public.products p on p.project_id = p_project and p.id = (l.line).product_id));
end $$;
comment on function public.booking_document is
  'Returns a booking that the caller may read, {booking: its columns, lines: [columns, with description, material_code and price_unit of '
  'the product, its available and on_hand pieces now (null without stock.read), vat: the VAT in its amount, which adds up to that of the '
  'whole booking, returned: the delivered pieces that were taken back]}. Errors: 42501, P0002.';

create or replace function public.booking_page(p_project uuid, p_booking uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v jsonb := public.booking_document(p_project, p_booking);
  v_stage text := v #>> '{booking,stage}';
  v_credit boolean := v_stage = 'pending' and private.scope_of(p_project, 'customers.read') is not null;
begin
  return v || jsonb_build_object(
    'trail', (select coalesce(jsonb_agg(to_jsonb(t) order by t.changed_at), '[]') from private.booking_trail(p_project, p_booking) t),
    'allocations', case when private.scope_of(p_project, 'collections.read') is not null then (
      select coalesce(jsonb_agg(to_jsonb(x) order by a.id), '[]')
      from public.collection_allocations a join public.collections c on c.project_id = p_project and c.id = a.collection_id
      cross join lateral (select a.amount, c.id, c.cr_no, c.collection_type, c.approval_status, c.date_collected, c.cheque_no,
        c.cheque_state, c.created_at, c.created_by, c.approved_at, c.approved_by) x
      where a.project_id = p_project and a.booking_id = p_booking) end,
    'requests', case when private.scope_of(p_project, 'warehouse.read') is not null then (
      select coalesce(jsonb_agg(to_jsonb(r) order by r.id), '[]')
      from public.warehouse_requests r where r.project_id = p_project and r.booking_id = p_booking) end,
    'credit', case
      when v_credit then (select to_jsonb(c) from private.customer_position(p_project, (v #>> '{booking,customer_id}')::uuid) c) end,
    'check', case when v_credit then (select to_jsonb(c) from public.validation_checks(p_project, array[p_booking]) c) end,
    'next_invoice', case when v_stage in ('validated', 'delivered') and v #>> '{booking,invoice_no}' is null
      and private.scope_of(p_project, 'invoicing.write') is not null then private.next_invoice_no(p_project) end);
end $$;
comment on function public.booking_page is
  'Returns what the page of a booking shows: booking_document, with trail (rows of booking_trail), allocations (rows of its receipts, '
  'oldest first, with the receipt; null without collections.read), requests (warehouse requests, oldest first; null without '
  'warehouse.read), and of a pending booking credit (customer_position) and check (validation_checks; both null without customers.read); '
  'next_invoice: the number proposed for its invoice, to those who invoice. Errors: 42501, P0002.';

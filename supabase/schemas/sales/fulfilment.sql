-- Fulfilment of bookings: delivery from stock, before the invoice or after it.
-- See docs/domain.md, Order to cash, and invariants 4 and 6.

create or replace function private.release_from_booking(p_line public.booking_lines, p_quantity int, p_date date) returns void
language plpgsql set search_path = '' as $$
declare v_vat numeric := (select x.vat from private.booking_vat(p_line.project_id, p_line.booking_id) x);
begin
  update public.inventory set reserved = reserved - p_quantity, modified_at = now()
  where project_id = p_line.project_id and product_id = p_line.product_id;
  update public.booking_lines set quantity_released = quantity_released + p_quantity
  where project_id = p_line.project_id and id = p_line.id;
  insert into public.booking_credits (project_id, booking_id, line_id, kind, quantity, amount, vat_amount, on_date, after_invoice)
  values (p_line.project_id, p_line.booking_id, p_line.id, 'released', p_quantity,
    -- Released are the last pieces of the line.
    private.delivered_amount(p_line, p_line.quantity - p_line.quantity_released)
      - private.delivered_amount(p_line, p_line.quantity - p_line.quantity_released - p_quantity),
    v_vat - (select x.vat from private.booking_vat(p_line.project_id, p_line.booking_id) x), p_date,
    (select b.invoice_no is not null from public.bookings b where b.project_id = p_line.project_id and b.id = p_line.booking_id));
end $$;
comment on function private.release_from_booking is
  'Releases reserved pieces of a validated booking''s line: they become available and are credited from a date. The caller settles the '
  'booking.';

create or replace function private.read_delivered_lines(p_booking public.bookings, p_lines jsonb, p_asked jsonb, out lines uuid[],
  out pieces int[])
language plpgsql set search_path = '' as $$
declare v_line record;
begin
  lines := '{}';
  pieces := '{}';
  for v_line in
    select l.id, l.line_no, l.quantity - l.quantity_delivered - l.quantity_released as open,
      case when p_lines is null then l.quantity - l.quantity_delivered - l.quantity_released
        else (select least(coalesce(sum(private.read_pieces(a.value, 'quantity', format('lines[%s].', l.line_no - 1), 0)), 0), 10000000)
          from jsonb_array_elements(p_asked) a where private.read_uuid(a.value, 'line_id') = l.id) end::int as deliver
    from public.booking_lines l where l.project_id = p_booking.project_id and l.booking_id = p_booking.id order by l.product_id, l.line_no
  loop
    if v_line.deliver > v_line.open then
      perform private.invalid(format('lines[%s].quantity', v_line.line_no - 1), format('Only %s pieces are left to deliver.', v_line.open));
    end if;
    if v_line.deliver > 0 then
      lines := lines || v_line.id;
      pieces := pieces || v_line.deliver;
    end if;
  end loop;
  if cardinality(lines) = 0 then perform private.invalid('lines', 'Enter what is delivered, or cancel the booking.'); end if;
end $$;
comment on function private.read_delivered_lines is
  'Returns the lines of a locked booking that are delivered, by product, and their pieces: all that is open where p_lines is null, else '
  'what p_asked, its list of lines, says. Errors: 22023 per field.';

create or replace function private.deliver_booking(p_project uuid, p_booking uuid, p_version int, p_date date,
  p_lines jsonb default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'bookings.deliver');
  v_booking public.bookings;
  v_date date;
  v_asked jsonb := private.read_list(p_lines, 'lines', 200);
  v_release boolean := p_lines ->> 'remainder' = 'release';
  v_rest public.booking_lines;
  v_issued uuid[];
  v_pieces int[];
  v_entries int8range;
  v_dr_no text;
begin
  v_booking := private.lock_booking(p_project, p_booking, p_version);
  perform private.expect_validated(v_booking);
  if v_booking.date_delivered is not null then
    perform private.refuse('wrong_state', format('%s is already delivered.', v_booking.so_no));
  end if;
  if v_booking.on_hold then
    perform private.refuse('on_hold', format('The warehouse holds the goods of %s: complete that request first.', v_booking.so_no));
  end if;
  v_date := private.posting_date(p_project, p_date, 'date');
  if v_date < v_booking.date_added then
    perform private.invalid('date', 'The delivery date cannot be earlier than the booking date.');
  end if;
  if p_lines is not null and coalesce(p_lines ->> 'remainder', '') not in ('keep', 'release') then
    perform private.invalid('remainder', 'Choose what happens to the undelivered goods.');
  end if;
  if exists (select from jsonb_array_elements(v_asked) a
             where private.read_uuid(a.value, 'line_id', true) not in (select l.id from public.booking_lines l
               where l.project_id = p_project and l.booking_id = p_booking)) then
    perform private.not_found();
  end if;

  select d.lines, d.pieces into v_issued, v_pieces from private.read_delivered_lines(v_booking, p_lines, v_asked) d;
  v_entries := private.issue_from_stock(v_booking, v_issued, v_pieces, v_date);
  if v_release then
    for v_rest in
      select l.* from public.booking_lines l where l.project_id = p_project and l.booking_id = p_booking
        and l.quantity_delivered + l.quantity_released < l.quantity order by l.product_id, l.line_no
    loop
      perform private.release_from_booking(v_rest, v_rest.quantity - v_rest.quantity_delivered - v_rest.quantity_released, v_date);
    end loop;
  end if;

  -- A partial delivery changes no other column of the booking, but counts as a new version.
  update public.bookings b set modified_at = now(), date_delivered = case when not exists (
      select from public.booking_lines l where l.project_id = p_project and l.booking_id = p_booking
        and l.quantity_delivered + l.quantity_released < l.quantity)
    then (select max(d) from private.delivery_days(p_project, p_booking) d) end
  where b.project_id = p_project and b.id = p_booking returning * into v_booking;
  if v_release then
    perform private.settle_booking(p_project, p_booking);
    select * into v_booking from public.bookings where project_id = p_project and id = p_booking;
    perform private.post_invoice(v_booking);
  end if;
  v_dr_no := private.draw_delivery_receipt(p_project, p_booking, v_date, v_entries);
  return jsonb_build_object('id', p_booking, 'so_no', v_booking.so_no, 'version', v_booking.version, 'dr_no', v_dr_no);
end $$;

select private.expose('deliver_booking');
comment on function public.deliver_booking is
  'Issues a validated booking from stock on a date: everything when p_lines is null, else {lines: [{line_id, quantity (pieces)}], '
  'remainder: keep | release}. Released pieces are credited and no longer reserved. Draws the number of the delivery receipt. Returns {id, '
  'so_no, version, dr_no}. Errors: 42501, P0002, stale_version, wrong_state, on_hold, insufficient_stock, not_in_future, period_closed, '
  '22023 per field.';

-- Fulfilment of bookings: delivery from stock, before the invoice or after it.
-- See docs/domain.md, Order to cash, and invariants 4 and 6.

create or replace function private.issue_from_stock(p_line public.booking_lines, p_quantity int, p_date date) returns void
language plpgsql security definer set search_path = '' as $$
declare v_cost numeric;
begin
  update public.inventory set reserved = reserved - p_quantity
  where project_id = p_line.project_id and product_id = p_line.product_id and on_hand - bad_order >= p_quantity;
  if not found then
    perform private.refuse('insufficient_stock', (
      select format('%s: not enough stock of %s on hand to deliver %s pieces.', b.so_no, p.description, p_quantity)
      from public.products p, public.bookings b
      where p.project_id = p_line.project_id and p.id = p_line.product_id and b.project_id = p_line.project_id and b.id = p_line.booking_id),
      format('lines[%s].quantity', p_line.line_no - 1));
  end if;
  insert into public.stock_movements (project_id, product_id, kind, quantity, on_date, source_table, source_id, source_line)
  values (p_line.project_id, p_line.product_id, 'issue', -p_quantity, p_date, 'bookings', p_line.booking_id, p_line.id)
  returning -cost into v_cost;
  perform private.post_sale(p_line, 'delivery', p_quantity, v_cost, p_date);
  update public.booking_lines set quantity_delivered = quantity_delivered + p_quantity
  where project_id = p_line.project_id and id = p_line.id;
end $$;
comment on function private.issue_from_stock is
  'Issues reserved pieces of a validated booking''s line on a date: updates reservation, stock ledger, sales ledger and line together. Raises insufficient_stock when fewer are on hand.';

create or replace function private.release_from_booking(p_line public.booking_lines, p_quantity int, p_date date) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.inventory set reserved = reserved - p_quantity, modified_at = now()
  where project_id = p_line.project_id and product_id = p_line.product_id;
  update public.booking_lines set quantity_released = quantity_released + p_quantity
  where project_id = p_line.project_id and id = p_line.id;
  insert into public.booking_credits (project_id, booking_id, line_id, kind, quantity, amount, on_date)
  values (p_line.project_id, p_line.booking_id, p_line.id, 'released', p_quantity,
    -- Released are the last pieces of the line.
    private.delivered_amount(p_line, p_line.quantity - p_line.quantity_released)
      - private.delivered_amount(p_line, p_line.quantity - p_line.quantity_released - p_quantity), p_date);
end $$;
comment on function private.release_from_booking is
  'Releases reserved pieces of a validated booking''s line: they become available and are credited from a date. The caller settles the booking.';

create or replace function private.deliver_booking(p_project uuid, p_idempotency_key uuid, p_booking uuid, p_version int, p_date date, p_lines jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'bookings.deliver');
  v_done jsonb;
  v_booking public.bookings;
  v_date date;
  v_asked jsonb := private.read_list(p_lines, 'lines', 200);
  v_release boolean := p_lines ->> 'remainder' = 'release';
  v_line record;
  v_moved int := 0;
  v_before bigint;
  v_dr_no text;
begin
  v_done := private.begin_command(p_project, p_idempotency_key, 'deliver_booking', jsonb_build_array(p_booking, p_version, p_date, p_lines));
  if v_done is not null then return v_done; end if;
  v_booking := private.lock_booking(p_project, p_booking, p_version);
  perform private.expect_validated(v_booking);
  if v_booking.date_delivered is not null then
    perform private.refuse('wrong_state', format('%s is already delivered.', v_booking.so_no));
  end if;
  if v_booking.on_hold then
    perform private.refuse('on_hold', format('The warehouse holds the goods of %s: finish that request first.', v_booking.so_no));
  end if;
  v_date := private.posting_date(p_project, p_date, 'date');
  if v_date < v_booking.date_added then perform private.invalid('date', 'A delivery is not older than its booking.'); end if;
  if p_lines is not null and coalesce(p_lines ->> 'remainder', '') not in ('keep', 'release') then
    perform private.invalid('remainder', 'Keep or release what is not delivered.');
  end if;
  if exists (select from jsonb_array_elements(v_asked) a
             where private.read_uuid(a.value, 'line_id', true) not in (select l.id from public.booking_lines l
               where l.project_id = p_project and l.booking_id = p_booking)) then
    perform private.not_found();
  end if;

  v_before := private.last_delivery_entry(p_project, p_booking);
  for v_line in
    select l as line, l.line_no, l.quantity - l.quantity_delivered - l.quantity_released as open,
      case when p_lines is null then l.quantity - l.quantity_delivered - l.quantity_released
        else (select least(coalesce(sum(private.read_pieces(a.value, 'quantity', true, format('lines[%s].', l.line_no - 1))), 0), 10000000)
          from jsonb_array_elements(v_asked) a where private.read_uuid(a.value, 'line_id') = l.id) end::int as deliver
    from public.booking_lines l where l.project_id = p_project and l.booking_id = p_booking order by l.product_id, l.line_no
  loop
    if v_line.deliver > v_line.open then
      perform private.invalid(format('lines[%s].quantity', v_line.line_no - 1), format('Only %s pieces are left to deliver.', v_line.open));
    end if;
    if v_line.deliver > 0 then
      perform private.issue_from_stock(v_line.line, v_line.deliver, v_date);
      v_moved := v_moved + v_line.deliver;
    end if;
    if v_release and v_line.open > v_line.deliver then
      perform private.release_from_booking(v_line.line, v_line.open - v_line.deliver, v_date);
    end if;
  end loop;
  if v_moved = 0 then perform private.invalid('lines', 'Enter what is delivered, or cancel the booking.'); end if;

  update public.bookings b set date_delivered = v_date
  where b.project_id = p_project and b.id = p_booking
    and not exists (select from public.booking_lines l where l.project_id = p_project and l.booking_id = p_booking
                    and l.quantity_delivered + l.quantity_released < l.quantity);
  -- A partial delivery changes no column of the booking, but counts as a new version.
  if not found then update public.bookings set modified_at = now() where project_id = p_project and id = p_booking; end if;
  if v_release then perform private.settle_booking(p_project, p_booking); end if;
  select * into v_booking from public.bookings where project_id = p_project and id = p_booking;
  if v_release then perform private.post_invoice(v_booking); end if;
  v_dr_no := private.draw_delivery_receipt(p_project, p_booking, v_date, v_before);
  return private.complete_command(p_idempotency_key, jsonb_build_object('id', p_booking, 'version', v_booking.version, 'dr_no', v_dr_no));
end $$;

create or replace function public.deliver_booking(p_project uuid, p_idempotency_key uuid, p_booking uuid, p_version int, p_date date, p_lines jsonb default null) returns jsonb
language sql security invoker set search_path = '' as $$ select private.deliver_booking(p_project, p_idempotency_key, p_booking, p_version, p_date, p_lines) $$;
comment on function public.deliver_booking is
  'Issues a validated booking from stock on a date: everything when p_lines is null, else {lines: [{line_id, quantity (pieces)}], remainder: keep | release}. Released pieces are credited and no longer reserved. Draws the number of the delivery receipt. Returns {id, version, dr_no}. Errors: 42501, P0002, stale_version, wrong_state, on_hold, insufficient_stock, not_in_future, period_closed, 22023 per field.';

grant execute on function
  private.deliver_booking(uuid, uuid, uuid, int, date, jsonb), public.deliver_booking(uuid, uuid, uuid, int, date, jsonb)
to authenticated;

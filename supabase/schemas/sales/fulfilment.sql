-- Fulfilment of bookings: delivery from stock, before the invoice or after it.
-- See docs/domain.md, Order to cash, and invariants 4 and 6.

create or replace function private.issue_from_stock(p_booking public.bookings, p_lines uuid[], p_pieces int[], p_date date) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_products uuid[];
  v_places int[];
  v_moved int[];
  v_short record;
begin
  select array_agg(l.product_id order by x.n), array_agg(l.line_no order by x.n), array_agg(-x.pieces order by x.n)
  into v_products, v_places, v_moved
  from unnest(p_lines, p_pieces) with ordinality x (id, pieces, n)
  join public.booking_lines l on l.project_id = p_booking.project_id and l.id = x.id;
  perform private.lock_stock(p_booking.project_id, v_products);
  select * into v_short from private.first_short(p_booking.project_id, v_products, p_pieces, p_reserved => true);
  if found then
    perform private.refuse('insufficient_stock',
      format('%s: not enough stock of %s on hand to deliver %s pieces.', p_booking.so_no, v_short.description, v_short.pieces),
      format('lines[%s].quantity', v_places[v_short.n] - 1));
  end if;
  with issued as (
    select m.id, m.source_line, -m.quantity as pieces, -m.cost as cost, m.created_at
    from private.post_stock(p_booking.project_id, 'issue', 'bookings', p_booking.id, p_date, v_products, v_moved, p_lines => p_lines) m
  ), lines as (
    select l as line, i.id as n, i.pieces, i.cost, i.created_at, private.delivered_amount(l, l.quantity_delivered) as before,
      private.delivered_amount(l, l.quantity_delivered + i.pieces) - private.delivered_amount(l, l.quantity_delivered) as amount,
      private.gross_amount(l, l.quantity_delivered + i.pieces) - private.gross_amount(l, l.quantity_delivered) as gross
    from issued i join public.booking_lines l on l.project_id = p_booking.project_id and l.id = i.source_line
  ), sales as (
    -- What all deliveries of the booking have of VAT adds up to the VAT of its invoice, however many there are.
    select s.*, coalesce(sum(s.amount) filter (where (s.line).vat_class = 'vatable')
      over (order by s.n rows between unbounded preceding and 1 preceding), 0)
      + (select coalesce(sum(e.amount), 0) from public.sales_entries e
        where e.project_id = p_booking.project_id and e.booking_id = p_booking.id and e.kind = 'delivery'
          and e.vat_class = 'vatable') as taxed
    from lines s
  )
  insert into public.sales_entries (project_id, on_date, kind, booking_id, line_id, product_id, customer_id, agent_id, case_config, pieces,
    amount, discount, vat_amount, vat_class, cost, free, posted_at)
  select p_booking.project_id, p_date, 'delivery', p_booking.id, (s.line).id, (s.line).product_id, p_booking.customer_id,
    p_booking.agent_id, (s.line).case_config, s.pieces,
    s.amount, s.gross - s.amount,
    case when (s.line).vat_percent = 0 then 0.00
      when (s.line).vat_on_top > 0 then private.vat_in(s.before + s.amount, (s.line).vat_percent)
        - private.vat_in(s.before, (s.line).vat_percent)
      else private.vat_of_part(s.line, s.amount, s.taxed) end,
    (s.line).vat_class, s.cost, (s.line).free_of is not null, s.created_at
  from sales s order by s.n;
  update public.booking_lines l set quantity_delivered = l.quantity_delivered + x.pieces
  from unnest(p_lines, p_pieces) x (id, pieces) where l.project_id = p_booking.project_id and l.id = x.id;
end $$;
comment on function private.issue_from_stock is
  'Issues reserved pieces of lines of a validated booking on a date, p_pieces of each of p_lines: updates stock ledger, with it '
  'reservations, sales ledger and lines together. Raises insufficient_stock when fewer are on hand.';

create or replace function private.release_from_booking(p_line public.booking_lines, p_quantity int, p_date date) returns void
language plpgsql security definer set search_path = '' as $$
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
language plpgsql security definer set search_path = '' as $$
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

create or replace function private.deliver_booking(p_project uuid, p_idempotency_key uuid, p_booking uuid, p_version int, p_date date,
  p_lines jsonb default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'bookings.deliver');
  v_done jsonb;
  v_booking public.bookings;
  v_date date;
  v_asked jsonb := private.read_list(p_lines, 'lines', 200);
  v_release boolean := p_lines ->> 'remainder' = 'release';
  v_rest public.booking_lines;
  v_issued uuid[];
  v_pieces int[];
  v_before bigint;
  v_dr_no text;
begin
  v_done := private.begin_command(p_project, p_idempotency_key, 'deliver_booking',
    jsonb_build_array(p_booking, p_version, p_date, p_lines));
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
  if v_date < v_booking.date_added then
    perform private.invalid('date', 'The delivery date cannot be earlier than the booking date.');
  end if;
  if p_lines is not null and coalesce(p_lines ->> 'remainder', '') not in ('keep', 'release') then
    perform private.invalid('remainder', 'Keep or release what is not delivered.');
  end if;
  if exists (select from jsonb_array_elements(v_asked) a
             where private.read_uuid(a.value, 'line_id', true) not in (select l.id from public.booking_lines l
               where l.project_id = p_project and l.booking_id = p_booking)) then
    perform private.not_found();
  end if;

  v_before := private.last_delivery_entry(p_project, p_booking);
  select d.lines, d.pieces into v_issued, v_pieces from private.read_delivered_lines(v_booking, p_lines, v_asked) d;
  perform private.issue_from_stock(v_booking, v_issued, v_pieces, v_date);
  if v_release then
    for v_rest in
      select l.* from public.booking_lines l where l.project_id = p_project and l.booking_id = p_booking
        and l.quantity_delivered + l.quantity_released < l.quantity order by l.product_id, l.line_no
    loop
      perform private.release_from_booking(v_rest, v_rest.quantity - v_rest.quantity_delivered - v_rest.quantity_released, v_date);
    end loop;
  end if;

  update public.bookings b set date_delivered = (select max(d) from private.delivery_days(p_project, p_booking) d)
  where b.project_id = p_project and b.id = p_booking
    and not exists (select from public.booking_lines l where l.project_id = p_project and l.booking_id = p_booking
                    and l.quantity_delivered + l.quantity_released < l.quantity)
  returning * into v_booking;
  -- A partial delivery changes no column of the booking, but counts as a new version.
  if not found then
    update public.bookings set modified_at = now() where project_id = p_project and id = p_booking returning * into v_booking;
  end if;
  if v_release then
    perform private.settle_booking(p_project, p_booking);
    select * into v_booking from public.bookings where project_id = p_project and id = p_booking;
    perform private.post_invoice(v_booking);
  end if;
  v_dr_no := private.draw_delivery_receipt(p_project, p_booking, v_date, v_before);
  return private.complete_command(p_idempotency_key,
    jsonb_build_object('id', p_booking, 'so_no', v_booking.so_no, 'version', v_booking.version, 'dr_no', v_dr_no));
end $$;

select private.expose('deliver_booking');
comment on function public.deliver_booking is
  'Issues a validated booking from stock on a date: everything when p_lines is null, else {lines: [{line_id, quantity (pieces)}], '
  'remainder: keep | release}. Released pieces are credited and no longer reserved. Draws the number of the delivery receipt. Returns {id, '
  'so_no, version, dr_no}. Errors: 42501, P0002, stale_version, wrong_state, on_hold, insufficient_stock, not_in_future, period_closed, '
  '22023 per field.';

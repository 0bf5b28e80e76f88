-- Deliveries in the stock ledger and the sales ledger: what leaves the stock is sold. See docs/ledgers.md.

create or replace function private.issue_from_stock(p_booking public.bookings, p_lines uuid[], p_pieces int[], p_date date)
returns int8range
language plpgsql set search_path = '' as $$
declare
  v_products uuid[];
  v_places int[];
  v_moved int[];
  v_short record;
  v_entries int8range;
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
    -- The VAT of all deliveries of the booking adds up to the VAT of its invoice, however many there are, line by line: VAT on
    -- top to that of the line.
    select s.*, case when (s.line).vat_on_top > 0 then s.before
      else coalesce(sum(s.amount) filter (where (s.line).vat_class = 'vatable')
        over (order by (s.line).line_no rows between unbounded preceding and 1 preceding), 0)
        + (select coalesce(sum(e.amount), 0) from public.sales_entries e
          where e.project_id = p_booking.project_id and e.booking_id = p_booking.id and e.kind = 'delivery'
            and e.vat_class = 'vatable') end as taxed
    from lines s
  ), posted as (
  insert into public.sales_entries (project_id, on_date, kind, booking_id, line_id, product_id, customer_id, agent_id, case_config, pieces,
    amount, discount, vat_amount, vat_class, cost, free, posted_at)
  select p_booking.project_id, p_date, 'delivery', p_booking.id, (s.line).id, (s.line).product_id, p_booking.customer_id,
    p_booking.agent_id, (s.line).case_config, s.pieces,
    s.amount, s.gross - s.amount,
    private.vat_in(s.taxed + s.amount, (s.line).vat_percent) - private.vat_in(s.taxed, (s.line).vat_percent),
    (s.line).vat_class, s.cost, (s.line).free_of is not null, s.created_at
  from sales s order by s.n returning id
  )
  select int8range(min(p.id), max(p.id), '[]') into v_entries from posted p;
  update public.booking_lines l set quantity_delivered = l.quantity_delivered + x.pieces
  from unnest(p_lines, p_pieces) x (id, pieces) where l.project_id = p_booking.project_id and l.id = x.id;
  return v_entries;
end $$;
comment on function private.issue_from_stock is
  'Issues reserved pieces of lines of a validated booking on a date, p_pieces of each of p_lines: updates stock ledger, with it '
  'reservations, sales ledger and lines together. Returns the ids of the entries of the sales ledger. Raises insufficient_stock when '
  'fewer are on hand.';

create or replace function private.move_deliveries(p_booking public.bookings, p_from date[], p_to date[]) returns void
language sql set search_path = '' as $$
  select private.lock_stock(p_booking.project_id, array(
    select l.product_id from public.booking_lines l where l.project_id = p_booking.project_id and l.booking_id = p_booking.id));
  -- One statement reads what each day had before any of it moves, so that two days can be exchanged.
  select private.post_stock(p_booking.project_id, 'issue', 'bookings', p_booking.id, o.on_date, o.products,
    o.pieces, o.costs, p_lines => o.lines)
  from (
    select d.on_date, d.sign, array_agg(i.product_id order by i.product_id, i.source_line) as products,
      array_agg(d.sign * i.quantity order by i.product_id, i.source_line) as pieces,
      array_agg(d.sign * i.cost order by i.product_id, i.source_line) as costs,
      array_agg(i.source_line order by i.product_id, i.source_line) as lines
    from unnest(p_from, p_to) m (old_day, new_day)
    cross join lateral (
      select s.product_id, s.source_line, sum(s.quantity)::int as quantity, sum(s.cost) as cost from public.stock_movements s
      where s.project_id = p_booking.project_id and s.source_table = 'bookings' and s.source_id = p_booking.id and s.kind = 'issue'
        and s.on_date = m.old_day
      group by s.product_id, s.source_line having sum(s.quantity) <> 0) i
    cross join lateral (values (m.old_day, -1), (m.new_day, 1)) d (on_date, sign)
    group by m.old_day, d.on_date, d.sign) o
  order by o.sign, o.on_date;
  insert into public.sales_entries (project_id, on_date, kind, booking_id, line_id, product_id, customer_id, agent_id, case_config, pieces,
    amount, discount, vat_amount, vat_class, cost, free)
  select p_booking.project_id, d.on_date, 'delivery', p_booking.id, e.line_id, e.product_id, e.customer_id, e.agent_id, e.case_config,
    d.sign * e.pieces, d.sign * e.amount, d.sign * e.discount, d.sign * e.vat_amount, e.vat_class, d.sign * e.cost, e.free
  from unnest(p_from, p_to) m (old_day, new_day)
  cross join lateral (
    select s.line_id, s.product_id, s.customer_id, s.agent_id, s.case_config, s.vat_class, s.free, sum(s.pieces)::int as pieces,
      sum(s.amount) as amount, sum(s.discount) as discount, sum(s.vat_amount) as vat_amount, sum(s.cost) as cost
    from public.sales_entries s
    where s.project_id = p_booking.project_id and s.booking_id = p_booking.id and s.kind = 'delivery' and s.on_date = m.old_day
    group by s.line_id, s.product_id, s.customer_id, s.agent_id, s.case_config, s.vat_class, s.free having sum(s.pieces) <> 0) e
  cross join lateral (values (m.old_day, -1), (m.new_day, 1)) d (on_date, sign)
  order by e.line_id, m.old_day, d.sign
$$;
comment on function private.move_deliveries is
  'Moves what a booking delivered on each day of p_from to the day at the same place of p_to, in the stock ledger and the sales ledger: an '
  'opposite row on the old day and a row on the new one. The caller has locked the booking and checked the days.';

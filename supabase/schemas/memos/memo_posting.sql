-- Posting of credit memos and debit memos: to the credits of bookings, the sales ledger, the receivables ledger and the stock.
-- See docs/ledgers.md and docs/decisions/0037.

create or replace function private.check_memo_line(p_line public.booking_lines, p_pieces int, p_amount numeric, p_date date, p_field text)
returns void
language plpgsql stable set search_path = '' as $$
declare v_left record;
begin
  select * into v_left from private.left_of_line(p_line);
  if p_pieces > v_left.pieces then
    perform private.refuse('wrong_state', format('Only %s pieces were delivered and not returned.', v_left.pieces), p_field || 'quantity');
  end if;
  if p_amount > v_left.amount then
    perform private.refuse('over_credited',
      format('Only %s of this line is left to credit.', private.money_text(v_left.amount)), p_field || 'amount');
  end if;
  select * into v_left from private.left_of_line(p_line, p_date);
  if p_pieces > v_left.pieces or v_left.pieces = 0 or p_pieces = 0 and p_amount > v_left.amount then
    perform private.invalid('on_date', 'The goods were delivered after this date, or not at all.');
  end if;
end $$;
comment on function private.check_memo_line is
  'Refuses to take back more pieces than were delivered (wrong_state), to credit more than is left of a line (over_credited), and a date '
  'before the delivery (22023 on_date).';

create or replace function private.expect_creditable(p_project uuid, p_booking uuid, p_amount numeric) returns void
language plpgsql stable set search_path = '' as $$
declare v public.bookings;
begin
  select * into v from public.bookings b where b.project_id = p_project and b.id = p_booking;
  if p_amount > private.creditable(v) then
    perform private.refuse('over_credited', format('%s is already credited: only %s is left. Cancel its other credit memo first.', v.so_no,
      private.money_text(private.creditable(v))));
  end if;
end $$;
comment on function private.expect_creditable is
  'Raises over_credited when the credits of a booking would exceed what was delivered: of what was written off, nothing is credited again.';

-- Goods --------------------------------------------------------------------------------------------------------------------

create or replace function private.post_return(p_memo public.memos, p_line public.booking_lines, p_pieces int,
  p_amount numeric, p_vat numeric, p_date date, p_state text) returns void
language plpgsql set search_path = '' as $$
declare
  v_cost numeric;
  v_short text;
  v_of_request boolean := p_memo.request_id is not null and p_pieces > 0;
begin
  if p_pieces < 0 then
    select p.description into v_short
    from public.inventory i join public.products p on p.project_id = i.project_id and p.id = i.product_id
    where i.project_id = p_line.project_id and i.product_id = p_line.product_id
      and case p_state when 'bad_order' then i.bad_order else i.available end < -p_pieces;
    if found then
      perform private.refuse('insufficient_stock', format('%s pieces of %s are no longer available.', -p_pieces, v_short));
    end if;
  end if;
  -- The average cost of what is still sold of the line; what came back leaves at the cost at which it came.
  select round(sum(e.cost) * p_pieces / sum(e.pieces), 2) into v_cost from public.sales_entries e
  where e.project_id = p_line.project_id and e.line_id = p_line.id and (p_pieces > 0 or e.kind = 'return');
  select m.cost into v_cost
  from private.post_stock(p_line.project_id, 'return_credit', case when v_of_request then 'warehouse_requests' else 'memos' end,
    case when v_of_request then p_memo.request_id else p_memo.id end, p_date, array[p_line.product_id], array[p_pieces], array[v_cost],
    p_lines => array[p_line.id], p_states => array[p_state]) m;
  perform private.post_sale(p_memo.id, p_line, 'return', -p_pieces, -v_cost, p_date, -p_amount, -p_vat);
  insert into public.booking_credits (project_id, booking_id, line_id, kind, quantity, amount, vat_amount, on_date, memo_id)
  values (p_line.project_id, p_line.booking_id, p_line.id, 'returned', p_pieces, p_amount, p_vat, p_date, p_memo.id);
end $$;
comment on function private.post_return is
  'Takes pieces of a booking line back into sellable stock, or among the bad orders (p_state), at the cost at which they were sold, and '
  'credits them; below zero they leave again. Raises insufficient_stock.';

-- Memos --------------------------------------------------------------------------------------------------------------------

create or replace function private.settle_memo(p_memo public.memos, p_event text, p_date date) returns void
language plpgsql set search_path = '' as $$
declare v public.bookings;
begin
  for v in
    select b.* from public.bookings b where b.project_id = p_memo.project_id
      and b.id in (select k.booking_id from public.booking_credits k where k.project_id = p_memo.project_id and k.memo_id = p_memo.id)
    order by b.id
  loop
    perform private.post_invoice(v);
    perform private.settle_booking(v.project_id, v.id, p_date);
  end loop;
  insert into public.customer_finance_events (project_id, customer_id, type, details)
  values (p_memo.project_id, p_memo.customer_id, format('%s memo %s', p_memo.kind, p_event), jsonb_strip_nulls(jsonb_build_object(
    'memo_no', p_memo.memo_no, 'amount', p_memo.amount::text, 'reason', case p_event when 'approved' then p_memo.reason_code end)));
end $$;
comment on function private.settle_memo is
  'Posts what a memo changed to the receivables ledger, settles the bookings that it credits, and records the event: approved or '
  'cancelled.';

create or replace function private.post_debit(p_memo public.memos) returns void
language plpgsql set search_path = '' as $$
declare
  v public.bookings;
  v_row record;
begin
  insert into public.bookings (project_id, so_no, customer_id, agent_id, customer_name, store_name, deliver_to,
    area, is_opening, is_debit_memo,
    approval_status, validated_at, validated_by, date_added, invoice_no, date_invoiced, date_due,
    date_delivered, total, remarks, vat_percent,
    vat_amount, exempt_amount, zero_rated_amount)
  select p_memo.project_id, p_memo.memo_no, c.id, p_memo.agent_id, p_memo.customer_name, p_memo.store_name, c.address, c.area, true, true,
    'approved', now(), auth.uid(), p_memo.on_date, p_memo.memo_no, p_memo.on_date, p_memo.on_date,
    p_memo.on_date, p_memo.amount, p_memo.note,
    (select b.vat_percent from public.bookings b
      where b.project_id = p_memo.project_id and b.id = private.booking_of_lines(p_memo.project_id, p_memo.id)),
    coalesce(s.vat, 0), coalesce(s.exempt, 0), coalesce(s.zero_rated, 0)
  from public.customers c
  cross join lateral (select sum(m.vat_amount) as vat, sum(m.amount) filter (where l.vat_class = 'exempt') as exempt,
      sum(m.amount) filter (where l.vat_class = 'zero_rated') as zero_rated
    from public.memo_lines m join public.booking_lines l on l.project_id = m.project_id and l.id = m.line_id
    where m.project_id = p_memo.project_id and m.memo_id = p_memo.id) s
  where c.project_id = p_memo.project_id and c.id = p_memo.customer_id
  returning * into v;
  update public.memos set booking_id = v.id where project_id = p_memo.project_id and id = p_memo.id;
  perform private.post_invoice(v);
  for v_row in
    select l as line, m.pieces, m.amount, m.vat_amount from public.memo_lines m
    join public.booking_lines l on l.project_id = m.project_id and l.id = m.line_id
    where m.project_id = p_memo.project_id and m.memo_id = p_memo.id order by l.line_no
  loop
    perform private.check_memo_line(v_row.line, v_row.pieces, 0, p_memo.on_date, format('lines[%s].', (v_row.line).line_no - 1));
    perform private.post_sale(p_memo.id, v_row.line, 'undercharge', 0, 0, p_memo.on_date, v_row.amount, v_row.vat_amount);
  end loop;
end $$;
comment on function private.post_debit is
  'Opens the receivable of a debit memo: a document without lines, due on the day of the memo, which receipts pay like an invoice. Lines '
  'of the memo are sales of the booking whose prices were too low, with its VAT. Refuses more pieces than were delivered and not taken '
  'back (wrong_state).';

create or replace function private.vat_of_credit(p_lines public.memo_lines[]) returns setof public.memo_lines
language sql stable security definer set search_path = '' as $$
  select m.project_id, m.memo_id, m.line_id, m.pieces, m.stock_state, m.amount,
    round(round(sum(x.vat) over w, 8), 2) - round(round(sum(x.vat) over w - x.vat, 8), 2), m.price_difference,
    m.price_difference_pieces
  from unnest(p_lines) m
  join public.booking_lines l on l.project_id = m.project_id and l.id = m.line_id
  cross join lateral (select coalesce(k.vat * m.amount / nullif(k.taxed, 0), 0) as vat from private.left_of_line(l) k) x
  window w as (order by l.line_no)
$$;
comment on function private.vat_of_credit is
  'Returns the lines of a credit memo with the VAT in them: each takes its share of what is left of the VAT of its line, so that the last '
  'part takes the rest. They are rounded along the memo, so that its VAT is no more than a centavo off.';

create or replace function private.post_memo_lines(p_memo public.memos) returns void
language plpgsql set search_path = '' as $$
declare v_row record;
begin
  perform private.expect_creditable(p_memo.project_id, p_memo.booking_id, p_memo.amount);
  -- Other memos may have taken their part since this one was written.
  update public.memo_lines m set vat_amount = v.vat_amount
  from private.vat_of_credit(array(select l from public.memo_lines l where l.project_id = p_memo.project_id and l.memo_id = p_memo.id)) v
  where m.project_id = p_memo.project_id and m.memo_id = p_memo.id and m.line_id = v.line_id and m.vat_amount <> v.vat_amount;
  for v_row in
    select l as line, m.pieces, m.stock_state, m.amount, m.vat_amount from public.memo_lines m
    join public.booking_lines l on l.project_id = m.project_id and l.id = m.line_id
    where m.project_id = p_memo.project_id and m.memo_id = p_memo.id order by l.product_id, l.line_no
  loop
    perform private.check_memo_line(v_row.line, v_row.pieces, v_row.amount, p_memo.on_date, format('lines[%s].', (v_row.line).line_no - 1));
    if v_row.pieces > 0 then
      perform private.post_return(p_memo, v_row.line, v_row.pieces, v_row.amount, v_row.vat_amount, p_memo.on_date, v_row.stock_state);
    else
      perform private.post_credit(p_memo, p_memo.booking_id, v_row.amount, v_row.line, v_row.vat_amount);
    end if;
  end loop;
end $$;
comment on function private.post_memo_lines is 'Credits the lines of a memo: goods that come back, and allowances on their price.';

create or replace function private.post_memo(p_memo public.memos) returns void
language plpgsql set search_path = '' as $$
declare
  v record;
  v_rest numeric := p_memo.amount;
  v_part numeric;
begin
  if p_memo.kind = 'debit' then
    perform private.post_debit(p_memo);
  elsif p_memo.purchase_id is not null then
    perform private.post_credit_goods(p_memo);
  elsif private.booking_of_lines(p_memo.project_id, p_memo.id) is not null then
    perform private.post_memo_lines(p_memo);
  else
    for v in select i.* from private.credited_invoices(p_memo) i order by i.place loop
      exit when v_rest = 0;
      v_part := least(v_rest, v.amount);
      if p_memo.reason_code = 'price_allowance' then
        perform private.share_allowance(p_memo, v.booking_id, v_part);
      else
        perform private.post_credit(p_memo, v.booking_id, v_part);
      end if;
      v_rest := v_rest - v_part;
    end loop;
    if v_rest > 0 then perform private.refuse_amount(p_memo, p_memo.amount - v_rest); end if;
  end if;
  update public.memos m set vat_amount = k.vat
  from (select coalesce(sum(c.vat_amount), 0.00) as vat
    from public.booking_credits c where c.project_id = p_memo.project_id and c.memo_id = p_memo.id) k
  where m.project_id = p_memo.project_id and m.id = p_memo.id and p_memo.kind = 'credit' and m.vat_amount <> k.vat;
  perform private.settle_memo(p_memo, 'approved', p_memo.on_date);
  perform private.keep_e_memo(p_memo.project_id, p_memo.id);
end $$;
comment on function private.post_memo is
  'Posts an approved memo, dated as the memo, and keeps it as structured data. '
  'An amount is credited to the open bookings of the customer, the oldest invoice first, or to '
  'the one that the memo names; over_credited for more than is open. The caller holds the locks of the memo, its bookings and their stock.';

create or replace function private.withdraw_memo(p_memo public.memos, p_reason text, p_date date) returns public.memos
language plpgsql set search_path = '' as $$
declare
  v public.memos;
  v_row record;
  v_booking public.bookings;
begin
  update public.memos set status = 'cancelled', cancelled_by = auth.uid(), cancelled_at = now(), cancel_reason = p_reason,
    cancelled_on = case when p_memo.status = 'approved' then p_date end
  where project_id = p_memo.project_id and id = p_memo.id returning * into v;
  if p_memo.status = 'pending' then return v; end if;
  perform private.lock_bookings(p_memo.project_id,
    array(select k.booking_id from public.booking_credits k where k.project_id = p_memo.project_id and k.memo_id = p_memo.id
    union select b.id from unnest(array[p_memo.booking_id, private.booking_of_lines(p_memo.project_id, p_memo.id)]) b (id)
    where b.id is not null));
  perform private.lock_stock(p_memo.project_id, array(select l.product_id from public.memo_lines m
    join public.booking_lines l on l.project_id = m.project_id and l.id = m.line_id
    where m.project_id = p_memo.project_id and m.memo_id = p_memo.id and m.pieces > 0));
  if p_memo.kind = 'debit' then
    select * into v_booking from public.bookings b where b.project_id = p_memo.project_id and b.id = p_memo.booking_id;
    if v_booking.credited > 0 or exists (select from public.collection_allocations a
        join public.collections c on c.project_id = a.project_id and c.id = a.collection_id
        where a.project_id = p_memo.project_id and a.booking_id = v_booking.id and c.approval_status <> 'cancelled'
        group by a.collection_id having sum(a.amount) > 0) then
      perform private.refuse('wrong_state', format('%s is paid or credited: cancel those receipts or credit memos first.', p_memo.memo_no));
    end if;
    update public.bookings set approval_status = 'cancelled', cancel_reason = 'Debit memo cancelled', date_cancelled = p_date
    where project_id = p_memo.project_id and id = v_booking.id returning * into v_booking;
    perform private.post_cancelled_booking(v_booking, p_date);
  end if;
  for v_row in
    select k.quantity, k.amount, k.vat_amount, l as line, m.stock_state from public.booking_credits k
    join public.booking_lines l on l.project_id = k.project_id and l.id = k.line_id
    join public.memo_lines m on m.project_id = k.project_id and m.memo_id = k.memo_id and m.line_id = k.line_id
    where k.project_id = p_memo.project_id and k.memo_id = p_memo.id and k.kind = 'returned' order by l.product_id, l.line_no
  loop
    perform private.post_return(p_memo, v_row.line, -v_row.quantity, -v_row.amount, -v_row.vat_amount, p_date, v_row.stock_state);
  end loop;
  insert into public.booking_credits (project_id, booking_id, line_id, kind, quantity, amount, vat_amount, vat_class, on_date, memo_id)
  select k.project_id, k.booking_id, k.line_id, k.kind, 0, -k.amount, -k.vat_amount, k.vat_class, p_date, k.memo_id
  from public.booking_credits k
  where k.project_id = p_memo.project_id and k.memo_id = p_memo.id and k.kind = 'credit_memo' order by k.id;
  insert into public.sales_entries (project_id, on_date, kind, booking_id, line_id, product_id, customer_id, agent_id, case_config, pieces,
    amount, vat_amount, vat_class, cost, free, memo_id)
  select e.project_id, p_date, e.kind, e.booking_id, e.line_id, e.product_id, b.customer_id, e.agent_id, e.case_config, 0,
    -e.amount, -e.vat_amount, e.vat_class, 0, e.free, e.memo_id
  from public.sales_entries e join public.bookings b on b.project_id = e.project_id and b.id = e.booking_id
  where e.project_id = p_memo.project_id and e.memo_id = p_memo.id and e.kind <> 'return' order by e.id;
  perform private.settle_memo(p_memo, 'cancelled', p_date);
  return v;
end $$;
comment on function private.withdraw_memo is
  'Cancels a memo that the caller has locked: the opposite of what an approved one posted, dated p_date. Refuses a debit memo that is paid '
  'or credited (wrong_state), and goods that have left the stock again (insufficient_stock).';

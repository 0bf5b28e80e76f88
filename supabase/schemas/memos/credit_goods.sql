-- Credits for goods and allowances: which invoices they are of, and how they share out.

create or replace function private.left_of_line(p_line public.booking_lines, p_date date default 'infinity', out pieces int,
  out amount numeric, out taxed numeric, out vat numeric)
language sql stable set search_path = '' as $$
  select coalesce(least(sum(e.pieces), coalesce(sum(e.pieces) filter (where e.on_date <= p_date), 0)), 0)::int,
    coalesce(least(sum(e.amount), coalesce(sum(e.amount) filter (where e.on_date <= p_date), 0)), 0.00),
    coalesce(sum(e.amount) filter (where e.vat_class = p_line.vat_class), 0.00),
    coalesce(sum(e.vat_amount) filter (where e.vat_class = p_line.vat_class), 0.00)
  from public.sales_entries e
  where e.project_id = p_line.project_id and e.line_id = p_line.id and e.kind <> 'undercharge'
$$;
comment on function private.left_of_line is
  'Returns the pieces of a booking line that were delivered until a day and not taken back, and what they were sold for, less allowances. '
  'vat is what is left of its VAT, of what is left of its own class (taxed). What a debit memo charged belongs to that memo.';

create or replace function private.creditable(p_booking public.bookings, p_date date default 'infinity') returns numeric
language sql stable security definer set search_path = '' as $$
  select case when p_booking.is_opening then p_booking.total - coalesce(sum(k.amount), 0)
    else (select coalesce(sum(x.amount), 0.00) from public.booking_lines l, private.left_of_line(l, p_date) x
      where l.project_id = p_booking.project_id and l.booking_id = p_booking.id)
      - coalesce(sum(k.amount) filter (where k.line_id is null), 0) end
  from public.booking_credits k
  where k.project_id = p_booking.project_id and k.booking_id = p_booking.id
$$;
comment on function private.creditable is
  'Returns what can be credited of a booking: what was delivered until a day and is not credited, of an opening balance or a debit memo '
  'what is not credited. What was written off is not credited again.';

create or replace function private.lock_invoices(p_project uuid, p_customer uuid, p_booking uuid, p_paid boolean) returns void
language sql security definer set search_path = '' as $$
  select private.lock_bookings(p_project, array(select b.id from public.bookings b
    where b.project_id = p_project and b.customer_id = p_customer and (b.id = p_booking or p_booking is null and b.date_invoiced is not null
      and b.approval_status like 'approved%' and b.total > b.credited and (p_paid or b.balance > 0))))
$$;
comment on function private.lock_invoices is
  'Locks the invoices of a customer that a credit memo may cover, or the booking named: those that owe, or with p_paid all of which '
  'something is not credited yet.';

create or replace function private.credited_invoices(p_memo public.memos) returns table (booking_id uuid, place bigint, amount numeric)
language sql stable security definer set search_path = '' as $$
  select f.id, row_number() over (order by x.paid, f.is_opening
    and x.paid, case when not x.paid then f.date_invoiced end, case when x.paid then f.date_invoiced end desc, f.so_no), x.amount
  from (
    select b.id, b.so_no, b.date_invoiced, b.is_opening, b.balance, private.creditable(b, p_memo.on_date) as creditable,
      -- An invoice that an archive settled on paper was never paid.
      coalesce((select sum(a.amount) from public.collection_allocations a
        join public.collections c on c.project_id = a.project_id and c.id = a.collection_id and c.from_archive
        where a.project_id = b.project_id and a.booking_id = b.id and c.approval_status = 'approved'), 0) as on_paper
    from public.bookings b
    where b.project_id = p_memo.project_id and b.customer_id = p_memo.customer_id and b.approval_status like 'approved%'
      and (p_memo.booking_id is null or b.id = p_memo.booking_id) and b.date_invoiced <= p_memo.on_date and b.total > b.credited
      -- A debit memo is no sale: it has no price to allow something on, and no goods.
      and not (b.is_debit_memo and p_memo.reason_code in ('return', 'price_allowance'))) f
  cross join lateral (values (false, least(f.balance, f.creditable)),
    (true, case when p_memo.reason_code = 'return' then f.creditable - f.balance - f.on_paper end)) x (paid, amount)
  where x.amount > 0
$$;
comment on function private.credited_invoices is
  'Returns what a credit memo over an amount may go to, in this order: what invoices until its date owe of what was delivered, the oldest '
  'first; then, for goods, what was paid of them, the newest first. Credited there, the money becomes unapplied credit of the customer.';

create or replace function private.post_credit(p_memo public.memos, p_booking uuid, p_amount numeric,
  p_line public.booking_lines default null, p_vat numeric default 0, p_class text default null) returns void
language plpgsql set search_path = '' as $$
begin
  insert into public.booking_credits (project_id, booking_id, line_id, kind, quantity, amount, vat_amount, vat_class, on_date, memo_id)
  values (p_memo.project_id, p_booking, case when p_line.line_no is not null then p_line.id end, 'credit_memo', 0, p_amount, p_vat, p_class,
    p_memo.on_date, p_memo.id);
  if p_line.id is not null and p_amount <> 0 then
    perform private.post_sale(p_memo.id, p_line, 'allowance', 0, 0, p_memo.on_date, -p_amount, -p_vat, p_class);
  end if;
end $$;
comment on function private.post_credit is
  'Credits an amount to a booking. Of a line it is an allowance on the price, which lowers its sales. p_class: the VAT class of goods that '
  'came back without their booking, null: that of the line.';

create or replace function private.vat_of_goods(p_goods public.memo_goods, p_amount numeric, p_before numeric) returns numeric
language sql immutable
return round(p_goods.vat_amount * (p_before + p_amount) / p_goods.amount, 2) - round(p_goods.vat_amount * p_before / p_goods.amount, 2);
comment on function private.vat_of_goods is
  'Returns the VAT in a part of goods that came back, p_before of them being credited already: the last part takes the rest.';

create or replace function private.share_allowance(p_memo public.memos, p_booking uuid, p_part numeric,
  p_goods public.memo_goods default null, p_before numeric default 0, p_same boolean default false) returns void
language plpgsql set search_path = '' as $$
declare
  v_row record;
  v_line public.booking_lines;
  v_rest numeric := p_part;
  v_share numeric;
  v_exact numeric := 0;
  v_vat numeric := 0;
  v_sum numeric := 0;
begin
  for v_row in
    select l as line, x.amount, x.vat, x.taxed, sum(x.amount) over (order by l.line_no desc) as here_and_after
    from public.booking_lines l, private.left_of_line(l, p_memo.on_date) x
    where l.project_id = p_memo.project_id and l.booking_id = p_booking and x.amount > 0
      and (not p_same or l.product_id = p_goods.product_id) order by l.line_no
  loop
    -- Each line takes its share of what is left, so that the shares add up to the centavo.
    v_share := round(v_rest * v_row.amount / v_row.here_and_after, 2);
    continue when v_share = 0;
    if p_goods.vat_class is null then
      v_exact := v_exact + v_row.vat * v_share / v_row.taxed;
      v_vat := round(round(v_exact, 8), 2) - v_sum;
      v_sum := v_sum + v_vat;
    else
      v_vat := private.vat_of_goods(p_goods, v_share, p_before + p_part - v_rest);
    end if;
    perform private.post_credit(p_memo, p_booking, v_share, v_row.line, v_vat, p_goods.vat_class);
    v_rest := v_rest - v_share;
  end loop;
  if v_rest = 0 then return; end if;
  -- An opening balance has no lines: its sale was before the system. Goods that come back lower sales and VAT all the same.
  if p_goods.vat_class is not null then
    v_line.project_id := p_memo.project_id;
    v_line.booking_id := p_booking;
    v_line.product_id := p_goods.product_id;
    v_line.case_config := p_goods.case_config;
    select l.id into v_line.id from public.purchase_lines l
    where l.project_id = p_memo.project_id and l.purchase_id = p_memo.purchase_id and l.line_no = p_goods.line_no;
    v_vat := private.vat_of_goods(p_goods, v_rest, p_before + p_part - v_rest);
  end if;
  perform private.post_credit(p_memo, p_booking, v_rest, v_line, v_vat, p_goods.vat_class);
end $$;
comment on function private.share_allowance is
  'Shares an allowance on a booking out over its lines, by what is left of what each was sold for. Each share takes as much of what is '
  'left of the VAT of its line. p_goods: goods that came back without their booking, whose class and VAT it has then (p_before: see '
  'vat_of_goods), on the lines of the same product alone (p_same) or on all.';

create or replace function private.refuse_goods(p_memo public.memos, p_left numeric, p_field text) returns void
language plpgsql immutable set search_path = '' as $$
begin
  perform private.refuse('over_credited',
    format('Delivered invoices of %s through this date, less credits, total only %s. Credit the other pieces at 0.00, and pay '
    'for them by voucher.',
    p_memo.customer_name, private.money_text(p_left)), p_field);
end $$;
comment on function private.refuse_goods is
  'Raises over_credited for goods that are worth more than their customer was invoiced and not credited.';

create or replace function private.post_credit_goods(p_memo public.memos) returns void
language plpgsql set search_path = '' as $$
declare
  v_goods public.memo_goods;
  v_invoices uuid[];
  v_open numeric[];
  v_at int := 1;
  v_before numeric;
  v_part numeric;
  v_own numeric;
begin
  select array_agg(i.booking_id order by i.place), array_agg(i.amount order by i.place) into v_invoices, v_open
  from private.credited_invoices(p_memo) i;
  for v_goods in select g.*
    from public.memo_goods g where g.project_id = p_memo.project_id and g.memo_id = p_memo.id order by g.line_no loop
    v_before := 0;
    while v_before < v_goods.amount loop
      if v_open[v_at] is null then
        perform private.refuse_goods(p_memo, (select coalesce(sum(i.amount), 0.00) from private.credited_invoices(p_memo) i), 'amount');
      end if;
      v_part := least(v_goods.amount - v_before, v_open[v_at]);
      -- Sales of the same goods are lowered before others.
      select least(v_part, coalesce(sum(x.amount), 0)) into v_own
      from public.booking_lines l, private.left_of_line(l, p_memo.on_date) x
      where l.project_id = p_memo.project_id and l.booking_id = v_invoices[v_at] and l.product_id = v_goods.product_id;
      perform private.share_allowance(p_memo, v_invoices[v_at], v_own, v_goods, v_before, true);
      perform private.share_allowance(p_memo, v_invoices[v_at], v_part - v_own, v_goods, v_before + v_own);
      v_before := v_before + v_part;
      v_open[v_at] := v_open[v_at] - v_part;
      if v_open[v_at] = 0 then v_at := v_at + 1; end if;
    end loop;
  end loop;
end $$;
comment on function private.post_credit_goods is
  'Credits goods that came back without their booking to the invoices of their customer (credited_invoices), as allowances that have the '
  'VAT class of the goods. Raises over_credited for more than is left.';

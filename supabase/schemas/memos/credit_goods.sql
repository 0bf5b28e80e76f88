-- Credits for goods and allowances: which invoices they are of, and how they share out.

create or replace function private.left_of_line(p_line public.booking_lines, p_date date default null, out pieces int, out amount numeric)
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(e.pieces), 0)::int, coalesce(sum(e.amount), 0.00) from public.sales_entries e
  where e.project_id = p_line.project_id and e.line_id = p_line.id and e.kind <> 'undercharge' and (p_date is null or e.on_date <= p_date)
$$;
comment on function private.left_of_line is
  'Returns the pieces of a booking line that were delivered and not taken back, by a day when one is given, and what they were sold for, '
  'less allowances. What a debit memo charged for them belongs to that memo.';

create or replace function private.post_credit(p_memo public.memos, p_booking uuid, p_amount numeric, p_date date,
  p_line public.booking_lines default null, p_vat numeric default 0, p_class text default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.booking_credits (project_id, booking_id, line_id, kind, quantity, amount, vat_amount, vat_class, on_date, memo_id)
  values (p_memo.project_id, p_booking, p_line.id, 'credit_memo', 0, p_amount, p_vat, p_class, p_date, p_memo.id);
  if p_line.id is not null and p_amount <> 0 then
    perform private.post_sale(p_memo.id, p_line, 'allowance', 0, 0, p_date, -p_amount, -p_vat, p_class);
  end if;
end $$;
comment on function private.post_credit is
  'Credits an amount to a booking; below zero it is taken back. Of a line it is an allowance on the price, which lowers its sales. '
  'p_class: the VAT class of goods that came back without their booking, null: that of the line.';

create or replace function private.share_allowance(p_memo public.memos, p_booking uuid, p_part numeric,
  p_goods public.memo_goods default null, p_taxed numeric default 0, p_same boolean default false) returns numeric
language plpgsql security definer set search_path = '' as $$
declare
  v_of_goods boolean := p_goods.vat_class is not null;
  v_row record;
  v_rest numeric := p_part;
  v_so_far numeric := p_taxed;
  v_share numeric;
  v_vat numeric;
  v_sum numeric := 0;
begin
  if not v_of_goods then
    select coalesce(sum(k.amount), 0) into v_so_far from public.booking_credits k
    join public.booking_lines l on l.project_id = k.project_id and l.id = k.line_id and l.vat_percent > 0
    where k.project_id = p_memo.project_id and k.memo_id = p_memo.id;
  end if;
  for v_row in
    select l as line, x.amount, sum(x.amount) over (order by l.line_no desc) as here_and_after
    from public.booking_lines l, private.left_of_line(l) x
    where l.project_id = p_memo.project_id and l.booking_id = p_booking and x.amount > 0
      and (not p_same or l.product_id = p_goods.product_id) order by l.line_no
  loop
    -- Each line takes its share of what is left, so that the shares add up to the centavo.
    v_share := round(v_rest * v_row.amount / v_row.here_and_after, 2);
    continue when v_share = 0;
    v_vat := case when v_of_goods then private.vat_of_goods(p_goods, v_share, v_so_far)
      else private.vat_of_part(v_row.line, v_share, v_so_far) end;
    perform private.post_credit(p_memo, p_booking, v_share, p_memo.on_date, v_row.line, v_vat, p_goods.vat_class);
    if v_of_goods or (v_row.line).vat_percent > 0 then v_so_far := v_so_far + v_share; end if;
    v_sum := v_sum + v_vat;
    v_rest := v_rest - v_share;
  end loop;
  -- An opening balance has no lines: its sale was before the system.
  if v_rest > 0 then perform private.post_credit(p_memo, p_booking, v_rest, p_memo.on_date); end if;
  return v_sum;
end $$;
comment on function private.share_allowance is
  'Shares an allowance on a booking out over its lines, by what is left of what each was sold for, and returns the VAT in it. Each share '
  'has the VAT class of its line; the VAT of the vatable ones adds up to the VAT in what they credit. p_goods: goods that came back '
  'without their booking, whose class and VAT it has then (p_taxed: see vat_of_goods), on the lines of the same product alone (p_same) or '
  'on all.';

create or replace function private.lock_goods_invoices(p_project uuid, p_customer uuid) returns void
language sql security definer set search_path = '' as $$
  select private.lock_bookings(p_project, array(select b.id from public.bookings b
    where b.project_id = p_project and b.customer_id = p_customer and b.date_invoiced is not null and b.date_delivered is not null
      and b.approval_status like 'approved%' and b.total > b.credited))
$$;
comment on function private.lock_goods_invoices is
  'Locks the delivered invoices of a customer of which something is not credited yet: goods that come back may be credited to any of them.';

create or replace function private.goods_invoices(p_memo public.memos) returns table (booking_id uuid, place bigint, amount numeric)
language sql stable security definer set search_path = '' as $$
  select f.id, row_number() over (order by x.paid, f.is_opening
    and x.paid, case when not x.paid then f.date_invoiced end, case when x.paid then f.date_invoiced end desc, f.so_no), x.amount
  from (
    select b.id, b.so_no, b.date_invoiced, b.is_opening, b.is_debit_memo, b.balance,
      b.total - b.credited as uncredited, k.amount as by_memo,
      -- What an archive settled on paper was never paid.
      coalesce((select sum(a.amount) from public.collection_allocations a
        join public.collections c on c.project_id = a.project_id and c.id = a.collection_id and c.from_archive
        where a.project_id = b.project_id and a.booking_id = b.id and c.approval_status = 'approved'), 0) as on_paper
    from public.bookings b
    cross join lateral (select coalesce(sum(k.amount), 0) as amount from public.booking_credits k
      where k.project_id = b.project_id and k.booking_id = b.id and k.memo_id = p_memo.id) k
    where b.project_id = p_memo.project_id and b.customer_id = p_memo.customer_id and b.approval_status like 'approved%'
      and greatest(b.date_invoiced, b.date_delivered) <= p_memo.on_date and b.date_delivered is not null and b.total > b.credited) f
  cross join lateral (values
    (false, greatest(f.balance - f.by_memo, 0)),
    (true, case when f.is_debit_memo then 0 else f.uncredited - f.on_paper - greatest(f.balance, f.by_memo) end)) x (paid, amount)
  where x.amount > 0
$$;
comment on function private.goods_invoices is
  'Returns what the credit of goods that came back may go to, in this order: what delivered invoices until its date still owe, the oldest '
  'first, then what was paid of them, the newest first. Credited there, the money becomes unapplied credit of the customer. What the memo '
  'credited so far is taken off.';

create or replace function private.refuse_goods(p_memo public.memos, p_left numeric, p_field text) returns void
language plpgsql immutable security definer set search_path = '' as $$
begin
  perform private.refuse('over_credited',
    format('Invoices of %s until this date that are delivered and not credited come to only %s. Credit the other pieces with 0.00, and pay '
    'for them by voucher.',
    p_memo.customer_name, private.money_text(p_left)), p_field);
end $$;
comment on function private.refuse_goods is
  'Raises over_credited for goods that are worth more than their customer was invoiced and not credited.';

create or replace function private.vat_of_goods(p_goods public.memo_goods, p_amount numeric, p_before numeric) returns numeric
language sql immutable
return private.vat_in(p_before + p_amount, p_goods.vat_percent) - private.vat_in(p_before, p_goods.vat_percent);
comment on function private.vat_of_goods is
  'Returns the VAT in an amount of goods that came back, so that parts add up: p_before is what their memo has of vatable goods before it, '
  'or, where VAT comes on top of the price and is rounded line by line, what the line has.';

create or replace function private.post_credit_goods(p_memo public.memos) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_goods public.memo_goods;
  v_booking record;
  v_rest numeric;
  v_part numeric;
  v_own numeric;
  v_taxed numeric := 0;
  v_vat numeric;
begin
  for v_goods in select g.*
    from public.memo_goods g where g.project_id = p_memo.project_id and g.memo_id = p_memo.id order by g.line_no loop
    v_rest := v_goods.amount;
    v_vat := 0;
    if v_goods.vat_on_top > 0 then v_taxed := 0; end if;
    while v_rest > 0 loop
      select b.*, i.amount as creditable into v_booking from private.goods_invoices(p_memo) i
      join public.bookings b on b.project_id = p_memo.project_id and b.id = i.booking_id order by i.place limit 1;
      if not found then perform private.refuse_goods(p_memo, p_memo.amount - v_rest, 'amount'); end if;
      v_part := least(v_rest, v_booking.creditable);
      v_rest := v_rest - v_part;
      -- Sales of the same goods are lowered before others.
      select least(v_part, coalesce(sum(x.amount), 0)) into v_own from public.booking_lines l, private.left_of_line(l) x
      where l.project_id = p_memo.project_id and l.booking_id = v_booking.id and l.product_id = v_goods.product_id;
      v_vat := v_vat + private.share_allowance(p_memo, v_booking.id, v_own, v_goods, v_taxed, true);
      if v_goods.vat_percent > 0 then v_taxed := v_taxed + v_own; end if;
      v_vat := v_vat + private.share_allowance(p_memo, v_booking.id, v_part - v_own, v_goods, v_taxed);
      if v_goods.vat_percent > 0 then v_taxed := v_taxed + v_part - v_own; end if;
    end loop;
    update public.memo_goods g set vat_amount = v_vat
    where g.project_id = p_memo.project_id and g.memo_id = p_memo.id and g.line_no = v_goods.line_no and g.vat_amount <> v_vat;
  end loop;
end $$;
comment on function private.post_credit_goods is
  'Credits goods that came back without their booking to the invoices of their customer (goods_invoices), as allowances that have the VAT '
  'class of the goods. Raises over_credited for more than is left.';

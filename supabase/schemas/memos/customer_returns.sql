-- Goods that a customer brings back without their booking: a purchase record of the kind return_in, with its credit memo.
-- See docs/domain.md, Memos, and docs/decisions/0037.

create or replace function private.lock_goods_invoices(p_project uuid, p_customer uuid) returns void
language sql security definer set search_path = '' as $$
  select private.lock_bookings(p_project, array(select b.id from public.bookings b
    where b.project_id = p_project and b.customer_id = p_customer and b.date_invoiced is not null and b.date_delivered is not null
      and b.approval_status like 'approved%' and b.total > b.credited))
$$;
comment on function private.lock_goods_invoices is
  'Locks the delivered invoices of a customer of which something is not credited yet: goods that come back may be credited to any of them.';

create or replace function private.lock_returning_customer(p_project uuid, p_customer uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare v public.customers;
begin
  if private.scope_of(p_project, 'memos.write') is null then
    perform private.forbid('Goods that come back are credited: only a user who writes memos can record them.');
  end if;
  select * into v from public.customers c where c.project_id = p_project and c.id = p_customer for key share;
  if not found then perform private.invalid('customer_id', 'Choose a customer.'); end if;
  if v.approval_status not in ('approved', 'inactive') then
    perform private.refuse('customer_not_approved', format('%s is %s.', v.name, v.approval_status), 'customer_id');
  end if;
  perform private.lock_goods_invoices(p_project, v.id);
  return v.id;
end $$;
comment on function private.lock_returning_customer is
  'Returns a customer who brings goods back, and locks the bookings that may be credited, before any stock is. Errors: 42501 without '
  'memos.write, customer_not_approved, 22023 customer_id.';

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

create or replace function private.credit_returned_goods(p_purchase public.purchases, p_date date) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v public.memos;
  v_goods public.memo_goods;
  v_all public.memo_goods[] := '{}';
  v_left numeric;
  v_class text;
  v_percent numeric := private.project_setting(p_purchase.project_id, 'vat_percent')::numeric;
  v_included boolean := private.project_setting(p_purchase.project_id, 'prices_include_vat')::boolean;
  v_taxed numeric := 0;
  v_row record;
begin
  v.project_id := p_purchase.project_id;
  v.kind := 'credit';
  v.reason_code := 'return';
  v.purchase_id := p_purchase.id;
  v.on_date := p_date;
  select c.id, c.name, c.agent_id, c.vat_class into v.customer_id, v.customer_name, v.agent_id, v_class
  from public.customers c where c.project_id = p_purchase.project_id and c.id = p_purchase.customer_id;
  for v_row in
    select l.*, p.case_config, p.vat_class as product_class from public.purchase_lines l
    join public.products p on p.project_id = l.project_id and p.id = l.product_id
    where l.project_id = p_purchase.project_id and l.purchase_id = p_purchase.id order by l.line_no
  loop
    v_goods.vat_class := private.vat_class_of(v_class, v_row.product_class);
    v_goods.vat_percent := private.vat_rate(v_goods.vat_class, v_percent);
    v_goods.vat_on_top := case when v_included then 0 else v_goods.vat_percent end;
    v_goods.amount :=
      private.limit_amount(private.with_vat(private.line_amount(v_row.prod_srp, v_row.prod_srp_pieces, v_row.quantity), v_goods.vat_on_top),
      format('lines[%s].prod_srp', v_row.line_no - 1));
    v_goods.vat_amount := private.vat_of_goods(v_goods, v_goods.amount, case when v_included then v_taxed else 0 end);
    if v_goods.vat_percent > 0 then v_taxed := v_taxed + v_goods.amount; end if;
    v_goods.project_id := v.project_id;
    v_goods.line_no := v_row.line_no;
    v_goods.product_id := v_row.product_id;
    v_goods.case_config := v_row.case_config;
    v_goods.pieces := v_row.quantity;
    v_goods.price := v_row.prod_srp;
    v_goods.price_pieces := v_row.prod_srp_pieces;
    v_all := v_all || v_goods;
  end loop;
  select private.limit_amount(sum(g.amount), 'lines'), sum(g.vat_amount) into v.amount, v.vat_amount from unnest(v_all) g;
  select coalesce(sum(i.amount), 0.00) into v_left from private.goods_invoices(v) i;
  if v.amount > v_left then perform private.refuse_goods(v, v_left, 'customer_id'); end if;
  v.status := case when v.amount > private.memo_limit(v.project_id) then 'pending' else 'approved' end;
  v := private.insert_memo(v);
  insert into public.memo_goods (project_id, memo_id, line_no, product_id, case_config, pieces, price, price_pieces, vat_class, vat_percent,
    vat_on_top, amount, vat_amount)
  select g.project_id, v.id, g.line_no, g.product_id, g.case_config, g.pieces, g.price, g.price_pieces, g.vat_class, g.vat_percent,
    g.vat_on_top, g.amount, g.vat_amount
  from unnest(v_all) g;
  if v.status = 'approved' then perform private.post_memo(v); end if;
  return jsonb_build_object('memo_no', v.memo_no, 'memo_status', v.status);
end $$;
comment on function private.credit_returned_goods is
  'Writes the credit memo of goods that came back: pieces times what each is credited, VAT by the class of goods and customer, in the '
  'price or on top of it as the project says. Above the project''s amount it waits for approval. Raises over_credited for more than the '
  'customer was invoiced and not credited.';

create or replace function private.refuse_goods(p_memo public.memos, p_left numeric, p_field text) returns void
language plpgsql immutable security definer set search_path = '' as $$
begin
  perform private.refuse('over_credited',
    format('Invoices of %s until this date that are delivered and not credited come to only %s. Credit the other pieces with 0.00, and pay '
    'for them by voucher.',
    p_memo.customer_name, to_char(p_left, 'FM999,999,999,990.00')), p_field);
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

create or replace function private.cancel_credit_of_return(p_purchase public.purchases, p_reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare v public.memos;
begin
  select * into v from public.memos m
  where m.project_id = p_purchase.project_id and m.purchase_id = p_purchase.id and m.status <> 'cancelled' for no key update;
  if not found then return; end if;
  if v.status = 'approved' and v.amount > private.memo_limit(v.project_id) then
    if private.scope_of(v.project_id, 'memos.approve') is null then
      perform private.forbid(format('Who approves memos cancels this record, because %s is approved.', v.memo_no));
    end if;
    if v.created_by = auth.uid() and private.needs_second_person(v.project_id, 'memos') then
      perform private.refuse('maker_checker',
        format('You prepared %s: another user who approves memos has to cancel this record.', v.memo_no));
    end if;
  end if;
  perform private.withdraw_memo(v, p_reason);
end $$;
comment on function private.cancel_credit_of_return is
  'Cancels the credit memo of goods that came back together with their record. Errors: 42501, maker_checker.';

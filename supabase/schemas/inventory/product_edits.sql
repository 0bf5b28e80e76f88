-- Corrections of purchase lines by request and approval.
-- See docs/domain.md, Other documents.

create or replace function private.edited_line(p_line public.purchase_lines, p_item text, p_figure numeric, p_pieces int)
returns public.purchase_lines
language plpgsql immutable set search_path = '' as $$
begin
  case p_item
    when 'quantity' then p_line.quantity := p_figure;
    when 'cost' then p_line.cost := p_figure; p_line.cost_pieces := p_pieces;
    else p_line.prod_srp := p_figure; p_line.prod_srp_pieces := p_pieces;
  end case;
  return p_line;
end $$;
comment on function private.edited_line is
  'Returns a purchase line with another quantity, cost or SRP (p_item), without its amounts. A price is for p_pieces pieces.';

create or replace function private.cost_of_line(p_line public.purchase_lines, p_quantity bigint,
  out amount numeric, out vat numeric, out net numeric)
language plpgsql immutable set search_path = '' as $$
begin
  amount := private.with_vat(private.line_amount(p_line.cost, p_line.cost_pieces, p_quantity), p_line.vat_on_top);
  vat := private.vat_in(amount, p_line.vat_percent);
  net := amount - vat;
end $$;
comment on function private.cost_of_line is
  'Returns what so many pieces of a purchase line come to: with VAT, the VAT in it, and what they are worth in stock.';
grant execute on function private.edited_line, private.cost_of_line to authenticated;

create or replace function private.request_product_edit(p_project uuid, p_request jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'product_edits.request');
  v_item text := private.read_text(p_request, 'item_to_edit', true);
  v_live boolean := private.read_boolean(p_request, 'is_change_live_srp');
  v_line public.purchase_lines;
  v_purchase public.purchases;
  v_figure numeric;
  v_pieces int := 1;
  v_then public.purchase_lines;
  v_request public.product_edit_requests;
begin
  -- The purchase is locked before its line is read, which a decision on another request may just be changing.
  select * into v_purchase from public.purchases where project_id = p_project and id = (select l.purchase_id from public.purchase_lines l
    where l.project_id = p_project and l.id = (select private.read_uuid(p_request, 'purchase_line_id', true))) for share;
  if not found then perform private.not_found(); end if;
  select * into v_line from public.purchase_lines
  where project_id = p_project and id = (select private.read_uuid(p_request, 'purchase_line_id'));
  if v_purchase.status <> 'active' then perform private.refuse('wrong_state', 'A cancelled purchase cannot be edited.'); end if;
  if v_purchase.kind = 'return_in' and v_item in ('quantity', 'prod_srp') then
    perform private.refuse('wrong_state',
      'The customer was credited with this amount: cancel the purchase and enter it again.', 'item_to_edit');
  end if;
  if v_item not in ('quantity', 'cost', 'prod_srp') then
    perform private.invalid('item_to_edit', 'Choose what to edit: quantity, cost or SRP.');
  end if;
  if v_item = 'quantity' then
    v_figure := private.read_pieces(p_request, 'what_edit');
  else
    v_figure := private.read_money(p_request, 'what_edit', true);
    v_pieces := private.read_price_pieces(p_request, 'what_pieces');
  end if;
  v_then := private.edited_line(v_line, v_item, v_figure, v_pieces);
  perform private.limit_amount(private.line_amount(v_then.cost, v_then.cost_pieces, v_then.quantity), 'what_edit');
  if v_live and v_item <> 'prod_srp' then
    perform private.invalid('is_change_live_srp', 'Only a new SRP can become the current SRP.');
  end if;
  if v_then is not distinct from v_line and not v_live then perform private.invalid('what_edit', 'The value is unchanged.'); end if;
  insert into public.product_edit_requests (project_id, purchase_id, purchase_line_id, po_no, product_id, item_to_edit, item_edit_from,
    from_pieces, what_edit, what_pieces, is_change_live_srp, reason)
  values (p_project, v_purchase.id, v_line.id, v_purchase.po_no, v_line.product_id, v_item,
    case v_item when 'quantity' then v_line.quantity when 'cost' then v_line.cost else v_line.prod_srp end,
    case v_item when 'quantity' then 1 when 'cost' then v_line.cost_pieces else v_line.prod_srp_pieces end,
    v_figure, v_pieces, v_live, private.read_text(p_request, 'reason', true, p_max => 400))
  on conflict do nothing
  returning * into v_request;
  -- The unique index refuses a second open request even when both are made at the same moment.
  if not found then perform private.refuse('wrong_state', 'A request for this value is already pending approval.', 'item_to_edit'); end if;
  return jsonb_build_object('id', v_request.id, 'version', v_request.version);
end $$;
select private.expose('request_product_edit');
comment on function public.request_product_edit is
  'Asks to correct one figure of a purchase line. p_request: {purchase_line_id, item_to_edit (quantity, cost, prod_srp), what_edit '
  '(pieces, or a price), what_pieces (for how many pieces the price is, 1 when empty), is_change_live_srp (the new SRP becomes the live '
  'price too), reason}. Errors: 42501, P0002, 22023 per field, wrong_state.';

create or replace function private.apply_product_edit(p_request public.product_edit_requests, p_purchase public.purchases) returns void
language plpgsql set search_path = '' as $$
declare
  v_line public.purchase_lines;
  v_then public.purchase_lines;
  v_stock public.inventory;
  v_sign int := case p_purchase.kind when 'supplier_return' then -1 else 1 end;
  v_moved int;
  v_costed int;
  v_cost numeric;
  v_said numeric;
  v_amount numeric;
begin
  select * into v_line from public.purchase_lines where project_id = p_request.project_id and id = p_request.purchase_line_id for update;
  if private.edited_line(v_line, p_request.item_to_edit, p_request.item_edit_from, p_request.from_pieces) is distinct from v_line then
    perform private.refuse('stale_version', 'The line was changed after this request. Reject it and request again.');
  end if;
  v_then := private.edited_line(v_line, p_request.item_to_edit, p_request.what_edit, p_request.what_pieces);
  v_moved := (v_then.quantity - v_line.quantity) * v_sign;
  if v_moved < 0 then perform private.expect_available(v_line.project_id, array[v_line.product_id], array[-v_moved]); end if;
  v_amount := private.limit_amount((private.cost_of_line(v_then, v_then.quantity)).amount, 'what_edit');
  v_then.vat_amount := case p_purchase.kind when 'supplier_return' then private.vat_of_goods_back(p_purchase, v_then, v_amount)
    else private.vat_in(v_amount, v_then.vat_percent) end;
  v_said := v_sign * (v_amount - v_then.vat_amount - (v_line.amount - v_line.vat_amount));
  select * into v_stock from public.inventory i
  where i.project_id = v_line.project_id and i.product_id = v_line.product_id for no key update;
  -- Pieces that were sold meanwhile keep the cost that they were sold at; the record and its input VAT are corrected all the same.
  v_costed := case when v_moved = 0 then v_stock.on_hand end;
  v_cost := greatest(-v_stock.stock_value, case when v_costed < v_line.quantity
    then v_sign * ((private.cost_of_line(v_then, v_costed)).net - (private.cost_of_line(v_line, v_costed)).net) else v_said end);
  if v_moved <> 0 or v_cost <> 0 or v_then.vat_amount <> v_line.vat_amount or v_said <> 0 then
    perform private.post_stock(v_line.project_id, p_purchase.kind, 'purchases', v_line.purchase_id,
      private.business_date(v_line.project_id), array[v_line.product_id], array[v_moved], array[v_cost],
      array[v_sign * (v_then.vat_amount - v_line.vat_amount)], array[v_line.id], p_said => array[v_said]);
  end if;
  update public.purchase_lines set quantity = v_then.quantity, cost = v_then.cost, cost_pieces = v_then.cost_pieces,
    prod_srp = v_then.prod_srp, prod_srp_pieces = v_then.prod_srp_pieces, vat_amount = v_then.vat_amount
  where project_id = v_line.project_id and id = v_line.id;
  update public.purchases set total_cost = private.limit_amount((select sum(l.amount) from public.purchase_lines l
    where l.project_id = v_line.project_id and l.purchase_id = v_line.purchase_id), 'what_edit')
  where project_id = v_line.project_id and id = v_line.purchase_id;
  if p_request.is_change_live_srp then
    perform private.set_live_srp(v_line.project_id, v_line.product_id, p_request.what_edit, p_request.what_pieces,
      'product_edit_requests', p_request.id);
  end if;
end $$;
comment on function private.apply_product_edit is
  'Applies a request about a record: changes the line, the total of its purchase, the stock by the difference (a corrected '
  'cost moves money and no pieces, for as many pieces as can still be on hand) and, when requested, the live price. The request keeps both '
  'figures.';

create or replace function private.decide_product_edit(p_project uuid, p_request uuid, p_version int,
  p_decision text, p_note text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'product_edits.decide');
  v_request public.product_edit_requests;
  v_purchase public.purchases;
begin
  if p_decision not in ('approved', 'rejected') or p_decision is null then
    perform private.invalid('decision', 'Approve or reject.');
  end if;
  -- The purchase is locked first, as in cancel_purchase, which prevents deadlocks.
  select p.* into v_purchase from public.purchases p
  join public.product_edit_requests r on r.project_id = p.project_id and r.purchase_id = p.id
  where r.project_id = p_project and r.id = p_request for update of p;
  if not found then perform private.not_found(); end if;
  select * into v_request from public.product_edit_requests where project_id = p_project and id = p_request for update;
  perform private.check_version(v_request.version, p_version);
  if v_request.request_status <> 'pending' then
    perform private.refuse('wrong_state', format('This request is already %s.', v_request.request_status));
  end if;
  perform private.expect_second_person(p_project, 'product_edits', array[v_request.user_id],
    'You requested this correction: another General Manager or Owner must approve or reject it.');
  if p_decision = 'approved' then
    if v_purchase.status <> 'active' then perform private.refuse('wrong_state', 'The purchase is cancelled.'); end if;
    perform private.apply_product_edit(v_request, v_purchase);
  end if;
  update public.product_edit_requests set request_status = p_decision, decided_by = auth.uid(), decided_at = now(),
    decision_note = private.read_text(jsonb_build_object('note', p_note), 'note', p_decision = 'rejected', p_max => 400)
  where project_id = p_project and id = p_request returning * into v_request;
  return jsonb_build_object('id', p_request, 'version', v_request.version, 'request_status', v_request.request_status);
end $$;
select private.expose('decide_product_edit');
comment on function public.decide_product_edit is
  'Approves (and applies) or rejects (with a note) a product-edit request. Errors: 42501, P0002, stale_version (request or line changed), '
  'wrong_state, maker_checker, insufficient_stock, 22023 decision or note.';

create or replace function public.product_edit_effects(p_project uuid)
returns table (request_id uuid, on_hand int, available int, live_srp numeric, live_srp_pieces int,
  srp_value_now numeric, srp_value_then numeric,
  purchase_total_now numeric, purchase_total_then numeric, on_hand_then int, open_bookings bigint)
language sql stable set search_path = '' as $$
  select r.id, i.on_hand, i.available, i.current_srp, i.current_srp_pieces,
    private.line_amount(i.current_srp, i.current_srp_pieces, i.on_hand),
    case when r.is_change_live_srp then private.line_amount(r.what_edit, r.what_pieces, d.on_hand)
      else private.line_amount(i.current_srp, i.current_srp_pieces, d.on_hand) end,
    p.total_cost, p.total_cost - l.amount + (private.cost_of_line(t, t.quantity)).amount, d.on_hand,
    (select count(distinct b.id)
      from public.bookings b join public.booking_lines bl on bl.project_id = b.project_id and bl.booking_id = b.id
      where b.project_id = p_project and bl.product_id = r.product_id and b.approval_status = 'pending')
  from public.product_edit_requests r
  join public.purchases p on p.project_id = r.project_id and p.id = r.purchase_id
  join public.purchase_lines l on l.project_id = r.project_id and l.id = r.purchase_line_id
  join public.inventory i on i.project_id = r.project_id and i.product_id = r.product_id
  cross join lateral private.edited_line(l, r.item_to_edit, r.what_edit, r.what_pieces) t
  cross join lateral (
    select i.on_hand + (t.quantity - l.quantity) * case p.kind when 'supplier_return' then -1 else 1 end as on_hand) d
  where r.project_id = p_project and r.request_status = 'pending'
$$;
comment on function public.product_edit_effects is
  'Returns the effect of each pending product-edit request: pieces in stock, their value at the live SRP and the total of the purchase, '
  'before and after it, and the number of pending bookings with the product. Rows are those that the caller may read.';

-- Corrections of purchase lines by request and approval.
-- See docs/domain.md, Other documents.

create or replace function private.request_product_edit(p_project uuid, p_idempotency_key uuid, p_request jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'product_edits.request');
  v_done jsonb;
  v_item text := private.read_text(p_request, 'item_to_edit', true);
  v_live boolean := private.read_boolean(p_request, 'is_change_live_srp');
  v_line public.purchase_lines;
  v_purchase public.purchases;
  v_from numeric;
  v_from_pieces int := 1;
  v_to numeric;
  v_to_pieces int := 1;
  v_request public.product_edit_requests;
begin
  v_done := private.begin_command(p_project, p_idempotency_key, 'request_product_edit', p_request);
  if v_done is not null then return v_done; end if;
  -- The purchase is locked before its line is read, which a decision on another request may just be changing.
  select * into v_purchase from public.purchases where project_id = p_project and id = (select l.purchase_id from public.purchase_lines l
    where l.project_id = p_project and l.id = (select private.read_uuid(p_request, 'purchase_line_id', true))) for share;
  if not found then perform private.not_found(); end if;
  select * into v_line from public.purchase_lines
  where project_id = p_project and id = (select private.read_uuid(p_request, 'purchase_line_id'));
  if v_purchase.status <> 'active' then perform private.refuse('wrong_state', 'A cancelled record is not edited.'); end if;
  if v_purchase.kind = 'return_in' and v_item in ('quantity', 'prod_srp') then
    perform private.refuse('wrong_state', 'The customer was credited by this figure: cancel the record and enter it anew.', 'item_to_edit');
  end if;
  case v_item
    when 'quantity' then v_from := v_line.quantity; v_to := private.read_pieces(p_request, 'what_edit', true);
    when 'cost' then v_from := v_line.cost; v_from_pieces := v_line.cost_pieces; v_to := private.read_money(p_request, 'what_edit', true);
    when 'prod_srp' then
      v_from := v_line.prod_srp;
      v_from_pieces := v_line.prod_srp_pieces;
      v_to := private.read_money(p_request, 'what_edit', true);
    else perform private.invalid('item_to_edit', 'Choose what to edit: quantity, cost or SRP.');
  end case;
  if v_item = 'quantity' and v_to = 0 then perform private.invalid('what_edit', 'Enter a quantity above zero.'); end if;
  if v_item <> 'quantity' then v_to_pieces := private.read_price_pieces(p_request, 'what_pieces'); end if;
  perform private.limit_amount(case v_item when 'quantity' then private.line_amount(v_line.cost, v_line.cost_pieces, v_to::bigint)
    when 'cost' then private.line_amount(v_to, v_to_pieces, v_line.quantity) end, 'what_edit');
  if v_live and v_item <> 'prod_srp' then
    perform private.invalid('is_change_live_srp', 'Only a new SRP can become the current SRP.');
  end if;
  if (v_from, v_from_pieces) is not distinct from (v_to, v_to_pieces) and not v_live then
    perform private.invalid('what_edit', 'The value is unchanged.');
  end if;
  insert into public.product_edit_requests (project_id, purchase_id, purchase_line_id, po_no, product_id, item_to_edit, item_edit_from,
    from_pieces, what_edit, what_pieces,
    is_change_live_srp, reason)
  values (p_project, v_purchase.id, v_line.id, v_purchase.po_no, v_line.product_id, v_item, v_from,
    v_from_pieces, v_to, v_to_pieces, v_live,
    private.read_text(p_request, 'reason', true, p_max => 400))
  on conflict do nothing
  returning * into v_request;
  -- The unique index refuses a second open request even when both are made at the same moment.
  if not found then perform private.refuse('wrong_state', 'A request for this value is already pending approval.', 'item_to_edit'); end if;
  return private.complete_command(p_idempotency_key, jsonb_build_object('id', v_request.id, 'version', v_request.version));
end $$;
select private.expose('request_product_edit');
comment on function public.request_product_edit is
  'Asks to correct one figure of a purchase line. p_request: {purchase_line_id, item_to_edit (quantity, cost, prod_srp), what_edit '
  '(pieces, or a price), what_pieces (for how many pieces the price is, 1 when empty), is_change_live_srp (the new SRP becomes the live '
  'price too), reason}. Errors: 42501, P0002, 22023 per field, wrong_state.';

create or replace function private.cost_of_line(p_line public.purchase_lines, p_cost numeric, p_cost_pieces int, p_quantity bigint,
  out amount numeric, out vat numeric, out net numeric)
language plpgsql immutable set search_path = '' as $$
begin
  amount := private.with_vat(private.line_amount(p_cost, p_cost_pieces, p_quantity), p_line.vat_on_top);
  vat := private.vat_in(amount, p_line.vat_percent);
  net := amount - vat;
end $$;
comment on function private.cost_of_line is
  'Returns what so many pieces of a purchase line come to at a cost: with VAT, the VAT in it, and what they are worth in stock.';
grant execute on function private.cost_of_line(public.purchase_lines, numeric, int, bigint) to authenticated;

create or replace function private.correct_cost(p_line public.purchase_lines, p_cost numeric, p_cost_pieces int) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_kind text := (select p.kind from public.purchases p where p.project_id = p_line.project_id and p.id = p_line.purchase_id);
  v_stock public.inventory;
  v_pieces int;
  v_cost numeric;
  v_vat numeric;
begin
  select * into v_stock from public.inventory i
  where i.project_id = p_line.project_id and i.product_id = p_line.product_id for no key update;
  -- Pieces that were sold meanwhile keep the cost that they were sold at.
  v_pieces := least(v_stock.on_hand, p_line.quantity);
  v_cost := greatest(-v_stock.stock_value, ((private.cost_of_line(p_line, p_cost, p_cost_pieces, v_pieces)).net
    - (private.cost_of_line(p_line, p_line.cost, p_line.cost_pieces, v_pieces)).net) * case v_kind
      when 'supplier_return' then -1 else 1 end);
  v_vat := ((private.cost_of_line(p_line, p_cost, p_cost_pieces, p_line.quantity)).vat - p_line.vat_amount) * case v_kind
    when 'supplier_return' then -1 else 1 end;
  if v_cost = 0 and v_vat = 0 then return; end if;
  perform private.post_stock(p_line.project_id, v_kind, 'purchases', p_line.purchase_id, private.business_date(p_line.project_id),
    array[p_line.product_id], array[0], array[v_cost], array[v_vat], array[p_line.id]);
end $$;
comment on function private.correct_cost is
  'Posts the corrected cost of a purchase line, for as many of its pieces as can still be on hand, and of all of them the input VAT: money '
  'and no pieces, dated today.';

create or replace function private.apply_product_edit(p_request public.product_edit_requests) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_line public.purchase_lines;
  v_kind text;
  v_delta int;
  v_sign int;
  v_then record;
begin
  select * into v_line from public.purchase_lines where project_id = p_request.project_id and id = p_request.purchase_line_id for update;
  if (p_request.item_edit_from, p_request.from_pieces) is distinct from (case p_request.item_to_edit
      when 'quantity' then v_line.quantity::numeric when 'cost' then v_line.cost else v_line.prod_srp end,
      case p_request.item_to_edit when 'quantity' then 1 when 'cost' then v_line.cost_pieces else v_line.prod_srp_pieces end) then
    perform private.refuse('stale_version', 'The line was changed after this request. Reject it and request again.');
  end if;
  if p_request.item_to_edit = 'quantity' then
    select kind into v_kind from public.purchases where project_id = p_request.project_id and id = v_line.purchase_id;
    v_delta := p_request.what_edit::int - v_line.quantity;
    -- The correction takes pieces out of stock, which must still be available.
    if (v_delta < 0) = (v_kind <> 'supplier_return') then
      perform private.expect_available(p_request.project_id, array[v_line.product_id], array[abs(v_delta)], '');
    end if;
    v_then := private.cost_of_line(v_line, v_line.cost, v_line.cost_pieces, p_request.what_edit::int);
    v_sign := case v_kind when 'supplier_return' then -1 else 1 end;
    perform private.post_stock(p_request.project_id, v_kind, 'purchases', v_line.purchase_id, private.business_date(p_request.project_id),
      array[v_line.product_id], array[v_delta * v_sign], array[(v_then.net - v_line.amount + v_line.vat_amount) * v_sign],
      array[(v_then.vat - v_line.vat_amount) * v_sign], array[v_line.id]);
  end if;
  if p_request.item_to_edit = 'cost' then perform private.correct_cost(v_line, p_request.what_edit, p_request.what_pieces); end if;
  perform private.limit_amount(case p_request.item_to_edit
    when 'quantity' then (private.cost_of_line(v_line, v_line.cost, v_line.cost_pieces, p_request.what_edit::bigint)).amount
    when 'cost' then (private.cost_of_line(v_line, p_request.what_edit, p_request.what_pieces, v_line.quantity)).amount end, 'what_edit');
  update public.purchase_lines set
    quantity = case when p_request.item_to_edit = 'quantity' then p_request.what_edit::int else quantity end,
    cost = case when p_request.item_to_edit = 'cost' then p_request.what_edit else cost end,
    cost_pieces = case when p_request.item_to_edit = 'cost' then p_request.what_pieces else cost_pieces end,
    prod_srp = case when p_request.item_to_edit = 'prod_srp' then p_request.what_edit else prod_srp end,
    prod_srp_pieces = case when p_request.item_to_edit = 'prod_srp' then p_request.what_pieces else prod_srp_pieces end
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
  'Applies a request: changes the line, the total of its purchase, the stock by the difference and, when requested, the live price. The '
  'request keeps both figures.';

create or replace function private.decide_product_edit(p_project uuid, p_idempotency_key uuid, p_request uuid, p_version int,
  p_decision text, p_note text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'product_edits.decide');
  v_done jsonb;
  v_request public.product_edit_requests;
  v_purchase public.purchases;
begin
  v_done := private.begin_command(p_project, p_idempotency_key, 'decide_product_edit',
    jsonb_build_array(p_request, p_version, p_decision, p_note));
  if v_done is not null then return v_done; end if;
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
    perform private.refuse('wrong_state', format('This request is %s already.', v_request.request_status));
  end if;
  if v_request.user_id = auth.uid() and private.needs_second_person(p_project, 'product_edits') then
    perform private.refuse('maker_checker', 'You requested this correction: another General Manager or Owner has to approve or reject it.');
  end if;
  if p_decision = 'approved' then
    if v_purchase.status <> 'active' then perform private.refuse('wrong_state', 'The purchase is cancelled.'); end if;
    perform private.apply_product_edit(v_request);
  end if;
  update public.product_edit_requests set request_status = p_decision, decided_by = auth.uid(), decided_at = now(),
    decision_note = private.read_text(jsonb_build_object('note', p_note), 'note', p_decision = 'rejected', p_max => 400)
  where project_id = p_project and id = p_request returning * into v_request;
  return private.complete_command(p_idempotency_key,
    jsonb_build_object('id', p_request, 'version', v_request.version, 'request_status', v_request.request_status));
end $$;
select private.expose('decide_product_edit');
comment on function public.decide_product_edit is
  'Approves (and applies) or rejects (with a note) a product-edit request. Errors: 42501, P0002, stale_version (request or line changed), '
  'wrong_state, maker_checker, insufficient_stock, 22023 decision or note.';

create or replace function public.product_edit_effects(p_project uuid)
returns table (request_id uuid, on_hand int, available int, live_srp numeric, live_srp_pieces int,
  srp_value_now numeric, srp_value_then numeric,
  purchase_total_now numeric, purchase_total_then numeric, on_hand_then int, open_bookings bigint)
language plpgsql stable security invoker set search_path = '' as $$
begin
  return query
  select r.id, i.on_hand, i.available, i.current_srp, i.current_srp_pieces,
    private.line_amount(i.current_srp, i.current_srp_pieces, i.on_hand),
    case when r.is_change_live_srp then private.line_amount(r.what_edit, r.what_pieces, i.on_hand + d.pieces)
      else private.line_amount(i.current_srp, i.current_srp_pieces, i.on_hand + d.pieces) end,
    p.total_cost,
    p.total_cost - l.amount + case r.item_to_edit
      when 'quantity' then (private.cost_of_line(l, l.cost, l.cost_pieces, r.what_edit::bigint)).amount
      when 'cost' then (private.cost_of_line(l, r.what_edit, r.what_pieces, l.quantity)).amount else l.amount end,
    i.on_hand + d.pieces,
    (select count(distinct b.id)
      from public.bookings b join public.booking_lines bl on bl.project_id = b.project_id and bl.booking_id = b.id
      where b.project_id = p_project and bl.product_id = r.product_id and b.approval_status = 'pending')
  from public.product_edit_requests r
  join public.purchases p on p.project_id = r.project_id and p.id = r.purchase_id
  join public.purchase_lines l on l.project_id = r.project_id and l.id = r.purchase_line_id
  join public.inventory i on i.project_id = r.project_id and i.product_id = r.product_id
  cross join lateral (select case when r.item_to_edit = 'quantity'
    then (r.what_edit::int - l.quantity) * case p.kind when 'supplier_return' then -1 else 1 end else 0 end as pieces) d
  where r.project_id = p_project and r.request_status = 'pending';
end $$;
comment on function public.product_edit_effects is
  'Returns the effect of each pending product-edit request: pieces in stock, their value at the live SRP and the total of the purchase, '
  'before and after it, and the number of pending bookings with the product. Rows are those that the caller may read.';

grant execute on function public.product_edit_effects(uuid) to authenticated;

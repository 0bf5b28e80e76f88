-- Warehouse requests on booked goods: hold them, reduce what is undelivered, take back what is delivered.
-- See docs/domain.md, Other documents.

create or replace function private.check_request_line(p_kind text, p_line public.booking_lines, p_quantity int, p_field text) returns void
language plpgsql stable set search_path = '' as $$
declare v_most int := case p_kind
  when 'reduce' then p_line.quantity - p_line.quantity_delivered - p_line.quantity_released
  else (private.left_of_line(p_line)).pieces end;
begin
  if p_quantity > v_most then
    perform private.refuse('wrong_state', format(case p_kind when 'reduce' then 'Only %s pieces are not delivered yet.'
      else 'Only %s pieces were delivered and not returned.' end, v_most), p_field);
  end if;
end $$;
comment on function private.check_request_line is
  'Raises 22023 for more pieces than the booking line has: undelivered ones to reduce, delivered ones to take back.';

create or replace function private.lines_of_products(p_booking public.bookings, p_lines jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_item record;
  v_line record;
  v_product uuid;
  v_open int;
  v_lines jsonb := '[]';
begin
  for v_item in select * from private.items_of(p_lines, 'lines') loop
    v_product := private.read_uuid(v_item.value, 'product_id', true, v_item.path);
    v_open := private.read_pieces(v_item.value, 'quantity', v_item.path);
    for v_line in
      select l.id, x.pieces from public.booking_lines l cross join lateral private.left_of_line(l) x
      where l.project_id = p_booking.project_id and l.booking_id = p_booking.id and l.product_id = v_product and x.pieces > 0
      order by l.line_no
    loop
      exit when v_open = 0;
      v_lines := v_lines || jsonb_build_array(v_item.value - 'product_id'
        || jsonb_build_object('line_id', v_line.id, 'quantity', least(v_open, v_line.pieces)));
      v_open := v_open - least(v_open, v_line.pieces);
    end loop;
    if v_open > 0 then
      perform private.refuse('wrong_state',
        format('%s pieces more than were delivered with %s and not returned.', v_open, p_booking.so_no), v_item.path || 'quantity');
    end if;
  end loop;
  return v_lines;
end $$;
comment on function private.lines_of_products is
  'Returns the lines of a return by the lines of its booking, where a phone names products: the first lines that were delivered give '
  'theirs first. Raises wrong_state for more pieces than are left.';

create or replace function private.create_warehouse_request(p_project uuid, p_request jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := coalesce(private.scope_of(p_project, 'warehouse.write'), private.authorize(p_project, 'returns.request'));
  v_kind text := private.read_text(p_request, 'kind', true);
  v_lines jsonb := private.read_list(p_request, 'lines', 200);
  v_booking public.bookings;
  v_line public.booking_lines;
  v_request public.warehouse_requests;
  v_item record;
  v_pieces int;
begin
  if v_kind not in ('hold', 'reduce', 'take_back') then perform private.invalid('kind', 'Choose hold, reduce or return.'); end if;
  if v_scope = 'own' and v_kind <> 'take_back' then perform private.forbid('Agents ask for returns alone.'); end if;
  select * into v_booking from public.bookings
  where project_id = p_project and id = (select private.read_uuid(p_request, 'booking_id', true))
    and (v_scope = 'all' or agent_id = auth.uid()) for no key update;
  if not found then perform private.not_found(); end if;
  perform private.expect_validated(v_booking);
  if v_lines #> '{0,product_id}' is not null then v_lines := private.lines_of_products(v_booking, v_lines); end if;
  if v_kind = 'hold' and (v_booking.date_delivered is not null or v_booking.on_hold) then
    perform private.refuse('wrong_state', format('%s is %s: there is nothing to hold.', v_booking.so_no,
      case when v_booking.on_hold then 'already on hold' else 'delivered' end), 'kind');
  end if;
  if v_kind = 'hold' and jsonb_array_length(v_lines) > 0 then
    perform private.invalid('lines', 'A hold applies to the whole booking: leave the quantities blank.');
  end if;
  if v_kind <> 'hold' and jsonb_array_length(v_lines) = 0 then perform private.invalid('lines', 'Choose at least one line.'); end if;
  insert into public.warehouse_requests (project_id, request_no, booking_id, so_no, kind, booking_details, reason, date_added)
  values (p_project, 'WID' || v_booking.so_no || coalesce((select '-' || count(*) + 1 from public.warehouse_requests r
      where r.project_id = p_project and r.booking_id = v_booking.id having count(*) > 0), ''),
    v_booking.id, v_booking.so_no, v_kind,
    jsonb_build_object('customer', v_booking.customer_name, 'store', v_booking.store_name,
      'total', v_booking.total::text, 'stage', v_booking.stage,
      'lines', (select jsonb_agg(jsonb_build_object('line_id', l.id, 'product', p.description, 'case_config', l.case_config,
          'quantity', l.quantity, 'delivered', l.quantity_delivered, 'released', l.quantity_released, 'agent_srp', l.agent_srp::text,
          'agent_srp_pieces', l.agent_srp_pieces, 'line_no', l.line_no, 'free_of', l.free_of) order by l.line_no)
        from public.booking_lines l join public.products p on p.project_id = l.project_id and p.id = l.product_id
        where l.project_id = p_project and l.booking_id = v_booking.id)),
    private.read_text(p_request, 'reason', true, p_max => 400), private.business_date(p_project))
  returning * into v_request;
  for v_item in select * from private.items_of(v_lines, 'lines') loop
    v_pieces := private.read_pieces(v_item.value, 'quantity', v_item.path);
    select * into v_line from public.booking_lines l
    where l.project_id = p_project and l.booking_id = v_booking.id
      and l.id = (select private.read_uuid(v_item.value, 'line_id', true, v_item.path));
    if not found then perform private.not_found(); end if;
    perform private.check_request_line(v_kind, v_line, v_pieces, v_item.path || 'quantity');
    insert into public.warehouse_request_lines (project_id, request_id, line_id, quantity, stock_state)
    values (p_project, v_request.id, v_line.id, v_pieces, private.read_stock_state(v_item.value, v_kind = 'take_back', v_item.path))
    on conflict do nothing;
    if not found then perform private.invalid(v_item.path || 'line_id', 'This line is entered twice.'); end if;
  end loop;
  return jsonb_build_object('id', v_request.id, 'request_no', v_request.request_no, 'version', v_request.version);
end $$;
select private.expose('create_warehouse_request');
comment on function public.create_warehouse_request is
  'Creates a request about the goods of a validated booking. p_request: {booking_id, kind (hold: do not deliver; reduce: undelivered '
  'pieces; take_back: delivered pieces), reason, lines: [{line_id, quantity (pieces), stock_state (of take_back: sellable, the default, or '
  'bad_order)}] (not for hold), or product_id in place of line_id}. An agent asks for returns of own bookings (returns.request). Changes '
  'nothing until decided. Errors: 42501, P0002, wrong_state, 22023 per field.';

create or replace function private.apply_warehouse_request(p_request public.warehouse_requests, p_date date) returns void
language plpgsql set search_path = '' as $$
declare
  v_item record;
  v_line public.booking_lines;
  v_booking public.bookings;
  v_memo public.memos;
  v_lines jsonb := '[]';
  v_priced public.memo_lines[];
begin
  if p_request.kind = 'hold' then
    update public.bookings set on_hold = true where project_id = p_request.project_id and id = p_request.booking_id;
    return;
  end if;
  for v_item in
    select r.line_id, r.quantity, r.stock_state from public.warehouse_request_lines r
    join public.booking_lines l on l.project_id = r.project_id and l.id = r.line_id
    where r.project_id = p_request.project_id and r.request_id = p_request.id order by l.product_id, l.line_no
  loop
    select * into v_line from public.booking_lines where project_id = p_request.project_id and id = v_item.line_id for update;
    perform private.check_request_line(p_request.kind, v_line, v_item.quantity, '');
    if p_request.kind = 'reduce' then
      perform private.release_from_booking(v_line, v_item.quantity, p_date);
    elsif (private.left_of_line(v_line, p_date)).pieces < v_item.quantity then
      perform private.invalid('date', 'The goods were delivered after this date.');
    end if;
    v_lines := v_lines || to_jsonb(v_item);
  end loop;
  -- The rest may be delivered in full by now: the delivery date is then the day of the last issue, not today.
  update public.bookings b set date_delivered = (select max(d) from private.delivery_days(b.project_id, b.id) d)
  where b.project_id = p_request.project_id and b.id = p_request.booking_id and b.date_delivered is null
    and exists (select from public.booking_lines l where l.project_id = b.project_id and l.booking_id = b.id and l.quantity_delivered > 0)
    and not exists (select from public.booking_lines l where l.project_id = b.project_id and l.booking_id = b.id
      and l.quantity_delivered + l.quantity_released < l.quantity);
  select * into v_booking from public.bookings b where b.project_id = p_request.project_id and b.id = p_request.booking_id;
  if p_request.kind = 'take_back' then
    -- The stock is locked before the number of the memo is drawn, as in every command.
    perform private.lock_stock(p_request.project_id, array(select l.product_id from public.warehouse_request_lines r
      join public.booking_lines l on l.project_id = r.project_id and l.id = r.line_id
      where r.project_id = p_request.project_id and r.request_id = p_request.id));
    v_priced := array(select l from private.price_memo_lines(v_booking, 'return', p_date, v_lines) l);
    select v_booking.project_id, 'credit', 'return', p_date, v_booking.customer_id, v_booking.agent_id, v_booking.id, p_request.id,
      left(p_request.request_no || ': ' || p_request.reason, 400), sum(l.amount), sum(l.vat_amount), 'approved', p_request.user_id
    into v_memo.project_id, v_memo.kind, v_memo.reason_code, v_memo.on_date, v_memo.customer_id, v_memo.agent_id, v_memo.booking_id,
      v_memo.request_id, v_memo.note, v_memo.amount, v_memo.vat_amount, v_memo.status, v_memo.created_by
    from unnest(v_priced) l;
    v_memo := private.insert_memo(v_memo, v_priced);
    perform private.post_memo_lines(v_memo);
    perform private.keep_e_memo(v_memo.project_id, v_memo.id);
  end if;
  perform private.post_invoice(v_booking);
  perform private.settle_booking(p_request.project_id, p_request.booking_id, p_date);
end $$;
comment on function private.apply_warehouse_request is
  'Applies an approved request to booking, stock and balance, in the transaction of the decision.';

create or replace function private.expect_return_of_team(p_request public.warehouse_requests, p_booking public.bookings, p_decision text)
returns void
language plpgsql stable set search_path = '' as $$
declare
  v_limit numeric := (select m.approval_limit from public.memberships m
    where m.project_id = p_request.project_id and m.user_id = auth.uid());
  v_worth numeric := (select sum(private.delivered_amount(l, a.quantity)) from public.warehouse_request_lines a
    join public.booking_lines l on l.project_id = a.project_id and l.id = a.line_id
    where a.project_id = p_request.project_id and a.request_id = p_request.id);
begin
  if p_request.kind <> 'take_back' or p_booking.agent_id <> all (private.my_agents()) then perform private.not_found(); end if;
  if p_decision = 'approved' and coalesce(v_worth > v_limit, true) then
    perform private.refuse('approval_limit', format('%s is above your approval limit: ask a General Manager or Owner to approve it.',
      coalesce(private.money_text(v_worth), p_request.request_no)));
  end if;
end $$;
comment on function private.expect_return_of_team is
  'For a Manager who decides: raises P0002 unless the request is a return of the own team, and approval_limit above the limit that the '
  'office set.';

create or replace function private.decide_warehouse_request(p_project uuid, p_request uuid, p_version int,
  p_decision text, p_note text default null, p_date date default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_request public.warehouse_requests;
  v_booking public.bookings;
  v_date date;
  v_scope text := private.scope_of(p_project, case when p_decision = 'done' then 'warehouse.write' else 'warehouse.decide' end);
begin
  if v_scope is null and p_decision is distinct from 'done' then v_scope := private.scope_of(p_project, 'returns.decide'); end if;
  if v_scope is null then perform private.forbid(); end if;
  if p_decision not in ('approved', 'rejected', 'done') or p_decision is null then
    perform private.invalid('decision', 'Approve, reject or finish.');
  end if;
  -- The booking is locked first, as in every command.
  select b.* into v_booking from public.bookings b join public.warehouse_requests r on r.project_id = b.project_id and r.booking_id = b.id
  where r.project_id = p_project and r.id = p_request for no key update of b;
  if not found then perform private.not_found(); end if;
  select * into v_request from public.warehouse_requests where project_id = p_project and id = p_request for update;
  if v_scope = 'team' then perform private.expect_return_of_team(v_request, v_booking, p_decision); end if;
  perform private.check_version(v_request.version, p_version);
  if v_request.request_status <> (case when p_decision = 'done' then 'approved' else 'pending' end) then
    perform private.refuse('wrong_state', format('%s is %s.', v_request.request_no, v_request.request_status));
  end if;
  -- No role asks and approves; somebody whose role has changed could.
  if p_decision = 'approved' and v_request.user_id = auth.uid() and not private.works_alone(p_project) then
    perform private.refuse('maker_checker',
      format('You made request %s: another user who approves such requests must approve it.', v_request.request_no));
  end if;
  if p_decision = 'approved' then
    perform private.expect_validated(v_booking);
    if v_request.kind = 'hold' and v_booking.date_delivered is not null then
      perform private.refuse('wrong_state', format('%s is delivered: there is nothing to hold.', v_booking.so_no));
    end if;
    if v_request.kind <> 'hold' then
      v_date := private.posting_date(p_project, p_date, 'date');
      if v_date < v_booking.date_added then perform private.invalid('date', 'The booking was added after this date.'); end if;
    end if;
    perform private.apply_warehouse_request(v_request, v_date);
  elsif p_decision = 'done' and v_request.kind = 'hold' then
    update public.bookings set on_hold = exists (select from public.warehouse_requests r where r.project_id = p_project
      and r.booking_id = v_request.booking_id and r.kind = 'hold' and r.request_status = 'approved' and r.id <> p_request)
    where project_id = p_project and id = v_request.booking_id;
  end if;
  update public.warehouse_requests set request_status = p_decision,
    decided_by = case when p_decision = 'done' then decided_by else auth.uid() end,
    decided_at = case when p_decision = 'done' then decided_at else now() end,
    done_by = case when p_decision = 'done' then auth.uid() end, done_at = case when p_decision = 'done' then now() end,
    decision_note = coalesce(private.read_text(jsonb_build_object('note', p_note), 'note', p_decision = 'rejected', p_max => 400),
      decision_note)
  where project_id = p_project and id = p_request returning * into v_request;
  return jsonb_build_object('id', p_request, 'version', v_request.version, 'request_status', v_request.request_status);
end $$;
select private.expose('decide_warehouse_request');
comment on function public.decide_warehouse_request is
  'Approves (with its effect: hold stops delivery; reduce releases undelivered pieces; take_back returns delivered ones to stock under a '
  'credit memo; both lower the balance and count from p_date, today when empty, not before the booking or the delivery), rejects (with a '
  'note), or finishes an approved request (done, by the warehouse; ends a hold). Who made the request does not approve it. A Manager '
  'decides on returns of the own team (returns.decide), up to the limit of set_approval_limit. Errors: 42501, P0002, approval_limit, '
  'stale_version, wrong_state, maker_checker, not_in_future, period_closed, 22023 decision, note or date.';

-- Commands on credit memos and debit memos. See docs/domain.md, Memos, and docs/decisions/0037.

create or replace function private.price_memo_lines(p_booking public.bookings, p_reason text, p_date date, p_lines jsonb)
returns setof public.memo_lines
language plpgsql stable set search_path = '' as $$
declare
  v_item record;
  v_line public.booking_lines;
  v_all public.memo_lines[] := '{}';
  v public.memo_lines;
  v_so_far numeric := 0;
begin
  v.project_id := p_booking.project_id;
  for v_item in select * from private.items_of(p_lines, 'lines') loop
    select * into v_line from public.booking_lines l
    where l.project_id = p_booking.project_id and l.booking_id = p_booking.id
      and l.id = (select private.read_uuid(v_item.value, 'line_id', true, v_item.path));
    if not found then perform private.not_found(); end if;
    if v_line.id in (select m.line_id from unnest(v_all) m) then
      perform private.invalid(v_item.path || 'line_id', 'This line is entered twice.');
    end if;
    v.line_id := v_line.id;
    v.pieces := 0;
    v.stock_state := 'sellable';
    if p_reason = 'price_allowance' then
      v.amount := private.read_amount(v_item.value, 'amount', v_item.path);
      perform private.check_memo_line(v_line, 0, v.amount, p_date, v_item.path);
    else
      v.pieces := private.read_pieces(v_item.value, 'quantity', v_item.path);
      perform private.check_memo_line(v_line, v.pieces, 0, p_date, v_item.path);
    end if;
    if p_reason = 'return' then
      -- What so many pieces were sold for: AgentSRP, less the allowances that were given on the line
      select round(l.amount * v.pieces / nullif(l.pieces, 0), 2) into v.amount from private.left_of_line(v_line) l;
      v.stock_state := private.read_stock_state(v_item.value, true, v_item.path);
    elsif p_reason = 'undercharge' then
      v.price_difference := private.read_amount(v_item.value, 'price_difference', v_item.path);
      v.price_difference_pieces := case when v_item.value ->> 'price_difference_pieces' is null then v_line.agent_srp_pieces
        else private.read_price_pieces(v_item.value, 'price_difference_pieces', v_item.path) end;
      -- The difference is one of prices: with VAT or without, as the price of the line.
      v.amount := private.limit_amount(private.with_vat(private.line_amount(v.price_difference, v.price_difference_pieces, v.pieces),
        v_line.vat_on_top), v_item.path || 'price_difference');
      if v.amount = 0 then perform private.invalid(v_item.path || 'price_difference', 'That is less than a centavo.'); end if;
      v.vat_amount := private.vat_of_part(v_line, v.amount, v_so_far);
      if v_line.vat_percent > 0 then v_so_far := v_so_far + v.amount; end if;
    end if;
    v_all := v_all || v;
  end loop;
  return query select l.* from private.vat_of_credit(v_all) l where p_reason <> 'undercharge'
    union all select m.* from unnest(v_all) m where p_reason = 'undercharge';
end $$;
comment on function private.price_memo_lines is
  'Reads the lines of a memo, [{line_id, quantity (return) with stock_state (sellable, the default, or bad_order), amount '
  '(price_allowance), or quantity, price_difference and price_difference_pieces (undercharge)}], checks them against what was delivered, '
  'and answers them priced, without the memo. The caller has locked the booking.';

create or replace function private.lock_for_memo(p_memo public.memos) returns void
language plpgsql set search_path = '' as $$
declare
  v_corrected uuid := coalesce(p_memo.booking_id, private.booking_of_lines(p_memo.project_id, p_memo.id));
  v_booking public.bookings;
begin
  if p_memo.kind = 'debit' then
    if p_memo.reason_code = 'undercharge' then
      perform private.lock_bookings(p_memo.project_id, array[v_corrected]);
      select * into v_booking from public.bookings b where b.project_id = p_memo.project_id and b.id = v_corrected;
      perform private.expect_validated(v_booking);
      if v_booking.date_invoiced is null then
        perform private.refuse('wrong_state', format('%s has no invoice to correct.', v_booking.so_no));
      end if;
      if p_memo.on_date < v_booking.date_invoiced then perform private.invalid('on_date', 'The invoice has a later date.'); end if;
    end if;
    return;
  end if;
  perform private.lock_invoices(p_memo.project_id, p_memo.customer_id, p_memo.booking_id, p_memo.purchase_id is not null);
  if p_memo.booking_id is null then return; end if;
  if p_memo.reason_code = 'return' then
    perform private.lock_stock(p_memo.project_id, array(select l.product_id from public.booking_lines l
      where l.project_id = p_memo.project_id and l.booking_id = p_memo.booking_id));
  end if;
  select * into v_booking from public.bookings b where b.project_id = p_memo.project_id and b.id = p_memo.booking_id;
  -- Goods come back to a booking that stands, as by a warehouse request; an archived one is credited while it owes.
  if p_memo.reason_code = 'return' then perform private.expect_validated(v_booking); else perform private.expect_payable(v_booking); end if;
  -- Its VAT would stay: what was charged too much is taken back with the memo.
  if p_memo.reason_code = 'price_allowance' then perform private.expect_no_debit_memo(v_booking); end if;
end $$;
comment on function private.lock_for_memo is
  'Locks the bookings that a credit memo may cover, and their stock when goods come back, before they are read; or the booking whose price '
  'a debit memo corrects, which has to be invoiced: that of its lines, or before these are written the one it names.';

create or replace function private.create_memo(p_project uuid, p_memo jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'memos.write');
  v public.memos;
  v_lines jsonb := private.read_list(p_memo, 'lines', 200);
  v_priced public.memo_lines[] := '{}';
  v_customer public.customers;
  v_booking public.bookings;
  v_open numeric;
begin
  v.project_id := p_project;
  v.kind := private.read_text(p_memo, 'kind', true);
  if v.kind not in ('credit', 'debit') then perform private.invalid('kind', 'A credit memo or a debit memo.'); end if;
  v.reason_code := private.read_text(p_memo, 'reason', true);
  if not (v.reason_code = any (case v.kind when 'credit' then array['return', 'price_allowance', 'write_off', 'other']
    else array['bounced_cheque', 'undercharge', 'other'] end)) then
    perform private.invalid('reason', format('Choose a reason of %s memos.', v.kind));
  end if;
  v.note := private.read_text(p_memo, 'note', v.reason_code = 'other', p_max => 400);
  v.on_date := private.posting_date(p_project, private.read_date(p_memo, 'on_date'), 'on_date');
  v.booking_id := private.read_uuid(p_memo, 'booking_id');
  if v.kind = 'debit' and v.reason_code <> 'undercharge' and (v.booking_id is not null or v_lines <> '[]') then
    perform private.invalid('booking_id', 'Enter an amount, without a booking.');
  end if;
  if v.reason_code = 'undercharge' and v_lines = '[]' then perform private.invalid('lines', 'Choose the undercharged lines.'); end if;
  if v.reason_code = 'return' and v_lines = '[]' then perform private.invalid('lines', 'Choose the returned goods.'); end if;
  if v.reason_code not in ('return', 'price_allowance', 'undercharge') and v_lines <> '[]' then
    perform private.invalid('lines', 'Enter an amount, without lines.');
  end if;
  if v_lines <> '[]' and v.booking_id is null then perform private.invalid('booking_id', 'Choose the booking of the lines.'); end if;
  if v.booking_id is not null then
    select * into v_booking from public.bookings b where b.project_id = p_project and b.id = v.booking_id;
    if not found then perform private.not_found(); end if;
  end if;
  v_customer := private.lock_credited_customer(p_project,
    coalesce(v_booking.customer_id, private.read_uuid(p_memo, 'customer_id', true)));
  v.customer_id := v_customer.id;
  v.customer_name := v_customer.name;
  v.agent_id := coalesce(v_booking.agent_id, v_customer.agent_id);
  perform private.lock_for_memo(v);
  if v_lines <> '[]' then
    v_priced := array(select l from private.price_memo_lines(v_booking, v.reason_code, v.on_date, v_lines) l);
    select sum(l.amount), sum(l.vat_amount) into v.amount, v.vat_amount from unnest(v_priced) l;
    v.amount := private.limit_amount(v.amount, 'lines');
    -- A debit memo has a document of its own, which opens with its approval.
    if v.kind = 'debit' then v.booking_id := null; else perform private.expect_creditable(p_project, v.booking_id, v.amount); end if;
  else
    v.amount := private.read_amount(p_memo, 'amount');
    select coalesce(sum(i.amount), 0.00) into v_open from private.credited_invoices(v) i;
    if v.kind = 'credit' and v.amount > v_open then perform private.refuse_amount(v, v_open); end if;
    -- What it is before the approval shares it out over lines, each of its own class.
    if v.reason_code = 'price_allowance' then
      v.vat_amount := private.vat_in(v.amount,
        private.vat_rate(v_customer.vat_class, private.project_setting(p_project, 'vat_percent')::numeric));
    end if;
  end if;
  v := private.insert_memo(v, v_priced);
  if v.status = 'approved' then perform private.post_memo(v); end if;
  select * into v from public.memos m where m.project_id = p_project and m.id = v.id;
  return jsonb_build_object('id', v.id, 'memo_no', v.memo_no, 'status', v.status, 'amount', v.amount::text, 'version', v.version);
end $$;
select private.expose('create_memo');
comment on function public.create_memo is
  'Writes a credit memo or a debit memo under the next CM or DM number. p_memo: {kind (credit, debit), reason (credit: return, '
  'price_allowance, write_off, other; debit: bounced_cheque, undercharge, other), on_date (today when empty, not in the future), '
  'customer_id, note (required for other), amount (VAT included), booking_id (the one booking that it credits; else the oldest open '
  'invoices; of undercharge the one whose prices were too low), lines of that booking: [{line_id, quantity (pieces, return), amount '
  '(price_allowance), or quantity, price_difference and the price_difference_pieces that it is for (undercharge; when empty as many as the '
  'price of the line)}] instead of an amount}. '
  'Up to the project''s amount (setting memo_approval_above) it counts at once, above it waits for approve_memo. Returns {id, memo_no, '
  'status, amount, version}. Errors: 42501, P0002, customer_not_approved, not_in_future, period_closed, wrong_state, over_credited, 22023 '
  'per field.';

create or replace function private.approve_memo(p_project uuid, p_memo uuid, p_version int) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'memos.approve');
  v public.memos;
begin
  select * into v from public.memos m where m.project_id = p_project and m.id = p_memo for no key update;
  perform private.check_version(v.version, p_version);
  if v.status <> 'pending' then perform private.refuse('wrong_state', format('%s is %s.', v.memo_no, v.status)); end if;
  perform private.expect_second_person(p_project, 'memos', array[v.created_by],
    format('You prepared %s: another user who approves memos must approve it.', v.memo_no));
  -- A memo that waits while its day is closed counts from the day of its approval.
  v.on_date := private.open_day(p_project, v.on_date);
  perform private.lock_for_memo(v);
  update public.memos set status = 'approved', on_date = v.on_date, approved_by = auth.uid(), approved_at = now()
  where project_id = p_project and id = p_memo returning * into v;
  perform private.post_memo(v);
  select * into v from public.memos m where m.project_id = p_project and m.id = p_memo;
  return jsonb_build_object('id', v.id, 'version', v.version);
end $$;
select private.expose('approve_memo');
comment on function public.approve_memo is
  'Approves a pending memo, which counts from its date, or from today when that is in a closed period; by another user than who wrote it, '
  'unless the project allows that (setting maker_checker.memos). A credit memo over an amount covers the oldest open invoices of the '
  'customer. Errors: 42501, P0002, stale_version, wrong_state, maker_checker, over_credited, 22023 on_date.';

create or replace function private.cancel_memo(p_project uuid, p_memo uuid, p_version int, p_reason text, p_date date default null)
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := coalesce(private.scope_of(p_project, 'memos.approve'), private.authorize(p_project, 'memos.write'));
  v public.memos;
  v_reason text := private.read_reason(p_reason);
  v_date date := private.business_date(p_project);
begin
  select * into v from public.memos m where m.project_id = p_project and m.id = p_memo for no key update;
  perform private.check_version(v.version, p_version);
  if v.status = 'cancelled' then perform private.refuse('wrong_state', format('%s is already cancelled.', v.memo_no)); end if;
  if v.purchase_id is not null then
    perform private.refuse('wrong_state',
      format('%s credits returned goods: cancel purchase %s, and the memo is cancelled too.', v.memo_no,
      (select p.po_no from public.purchases p where p.project_id = p_project and p.id = v.purchase_id)));
  end if;
  if v.status = 'approved' then
    if private.scope_of(p_project, 'memos.approve') is null then
      perform private.forbid('Only a user who approves memos can cancel an approved memo.');
    end if;
    if v.amount > private.approval_above(p_project, 'memo') then
      perform private.expect_second_person(p_project, 'memos', array[v.created_by],
        format('You prepared %s: another user who approves memos must cancel it.', v.memo_no));
    end if;
    v_date := private.posting_date(p_project, p_date, 'date');
    if v_date < v.on_date then perform private.invalid('date', format('%s has a later date.', v.memo_no)); end if;
  end if;
  v := private.withdraw_memo(v, v_reason, v_date);
  return jsonb_build_object('id', v.id, 'version', v.version);
end $$;
select private.expose('cancel_memo');
comment on function public.cancel_memo is
  'Cancels a memo with a reason; its number is not used again. A pending one never counted. An approved one, by who approves memos, gets '
  'opposite entries of p_date (today when empty, not before the memo), and goods that came back leave the stock again; above the '
  'project''s amount not by who wrote it. Errors: 42501, P0002, stale_version, wrong_state, maker_checker, not_in_future, period_closed, '
  'insufficient_stock, 22023.';

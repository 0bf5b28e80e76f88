-- Cheques received: on hand -> deposited -> cleared / returned -> redeposited or replaced; unapplied credit used later.
-- See docs/domain.md, Collections, and invariants 6-8. A date that passes changes nothing: only these commands do.

-- Parts --------------------------------------------------------------------------------------

create or replace function private.lock_part(p_project uuid, p_collection uuid, p_version int, p_only text default null,
  p_field text default '') returns public.collections
language plpgsql set search_path = '' as $$
declare v public.collections;
begin
  select * into v from public.collections c where c.project_id = p_project and c.id = p_collection for no key update;
  perform private.check_version(v.version, p_version);
  if p_only is not null and v.approval_status <> 'approved' then
    perform private.refuse('wrong_state', format('Receipt %s is %s: %s.', v.cr_no, v.approval_status, p_only), p_field);
  end if;
  return v;
end $$;
comment on function private.lock_part is
  'Locks and returns a part of a receipt, which has to be approved when p_only says why. Raises P0002, stale_version or wrong_state.';

create or replace function private.lock_cheque(p_project uuid, p_collection uuid, p_version int, p_from text[], p_action text,
  p_field text default '') returns public.collections
language plpgsql set search_path = '' as $$
declare
  v public.collections := private.lock_part(p_project, p_collection, p_version,
    format('a cheque is %s once its receipt is approved', p_action), p_field);
  v_refusal text := case when v.collection_type <> 'cheque' then format('Receipt %s is not a cheque.', v.cr_no)
    when v.paid_back_on is not null then
      format('Receipt %s was paid back: charge the returned cheque with a debit memo.', v.cr_no)
    when v.cheque_state <> all (p_from) then
      format('Cheque %s is %s: it cannot be %s now.', v.cheque_no, replace(v.cheque_state, '_', ' '), p_action) end;
begin
  if v_refusal is not null then perform private.refuse('wrong_state', v_refusal, p_field); end if;
  return v;
end $$;
comment on function private.lock_cheque is
  'Locks and returns an approved cheque whose state is one of p_from, or raises wrong_state. p_action names the intended state in the '
  'message.';

create or replace function private.not_before(p_project uuid, p_date date, p_collection uuid, p_field text) returns date
language plpgsql stable set search_path = '' as $$
declare
  v_date date := private.posting_date(p_project, p_date, p_field);
  v_last date;
begin
  -- A receipt that is approved after its day was closed counts from its approval.
  select greatest(c.date_collected, max(e.on_date), (select max(r.on_date) from public.receivable_entries r
    where r.project_id = p_project and r.collection_id = p_collection and r.kind = 'receipt')) into v_last
  from public.collections c left join public.cheque_events e on e.project_id = c.project_id and e.collection_id = c.id
  where c.project_id = p_project and c.id = p_collection group by c.date_collected;
  if v_date < v_last then
    perform private.invalid(p_field,
      format('Enter a date on or after %s, the last movement of this cheque.', to_char(v_last, 'MM/DD/YYYY')));
  end if;
  return v_date;
end $$;
comment on function private.not_before is
  'Reads the date of a cheque event: today when empty, not in the future, not in a closed period, not before the last event or the day '
  'from which the cheque counts.';

create or replace function private.settle_allocated(p_project uuid, p_collection uuid, p_kind text, p_date date) returns void
language sql set search_path = '' as $$
  select private.post_receipt(p_project, p_collection, p_kind, p_date);
  select private.settle_booking(p_project, x.booking_id) from (
    select distinct a.booking_id from public.collection_allocations a
    where a.project_id = p_project and a.collection_id = p_collection order by 1) x
$$;
comment on function private.settle_allocated is
  'Posts what changed of a receipt to the receivables ledger, and settles every booking that it pays or paid.';

create or replace function private.reverse_allocations(p_project uuid, p_collection uuid, p_kind text, p_date date) returns void
language plpgsql set search_path = '' as $$
declare v_row record;
begin
  for v_row in
    select a.booking_id, min(a.so_no) as so_no, sum(a.amount) as amount, greatest(p_date, max(a.effective_on)) as on_date
    from public.collection_allocations a
    where a.project_id = p_project and a.collection_id = p_collection
    group by a.booking_id having sum(a.amount) > 0 order by a.booking_id
  loop
    insert into public.collection_allocations (project_id, collection_id, booking_id, so_no, amount, effective_on)
    values (p_project, p_collection, v_row.booking_id, v_row.so_no, -v_row.amount, v_row.on_date);
    perform private.post_receipt(p_project, p_collection, p_kind, v_row.on_date);
  end loop;
end $$;
comment on function private.reverse_allocations is
  'Reverses all allocations of a receipt by opposite rows from p_date on, and posts them under p_kind.';

create or replace function private.apply_receipt(p_project uuid, p_collection public.collections, p_items jsonb, p_date date) returns void
language plpgsql set search_path = '' as $$
declare
  v_item record;
  v_booking public.bookings;
  v_part numeric;
  v_left numeric;
begin
  perform private.lock_bookings(p_project, private.allocated_bookings(p_items));
  select p_collection.amount - p_collection.reversed - coalesce(sum(a.amount), 0.00) into v_left
  from public.collection_allocations a where a.project_id = p_project and a.collection_id = p_collection.id;
  for v_item in select * from private.items_of(p_items, 'allocations') loop
    v_part := private.read_money(v_item.value, 'amount', true, v_item.path);
    continue when v_part = 0;
    select * into v_booking from public.bookings b
    where b.project_id = p_project and b.id = (select private.read_uuid(v_item.value, 'booking_id', true, v_item.path))
      and b.customer_id = p_collection.customer_id;
    if not found then perform private.invalid(v_item.path || 'amount', 'Choose a booking of this customer.'); end if;
    perform private.expect_payable(v_booking);
    if v_part > v_booking.balance then
      perform private.refuse('over_allocated',
        format('%s has %s left to pay.', v_booking.so_no, private.money_text(v_booking.balance)), v_item.path || 'amount');
    end if;
    if v_part > v_left then
      perform private.refuse('over_allocated',
        format('Receipt %s has only %s unapplied.', p_collection.cr_no, private.money_text(v_left)), v_item.path || 'amount');
    end if;
    v_left := v_left - v_part;
    insert into public.collection_allocations (project_id, collection_id, booking_id, so_no, amount, effective_on)
    values (p_project, p_collection.id, v_booking.id, v_booking.so_no, v_part, p_date);
    perform private.settle_booking(p_project, v_booking.id);
  end loop;
  perform private.post_receipt(p_project, p_collection.id, 'allocation', p_date);
end $$;
comment on function private.apply_receipt is
  'Allocates an approved receipt to bookings of its customer from p_date on: [{booking_id, amount}], each within the booking''s balance, '
  'together within the unapplied amount.';

-- ---------------------------------------------------------------------------------------------
-- Commands
-- ---------------------------------------------------------------------------------------------

create or replace function private.expect_free_slip(p_project uuid, p_bank uuid, p_no text, p_slip uuid default null) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.lock_number(p_project, 'slip of ' || p_bank, p_no);
  if exists (select from private.same_numbers(p_project, 'deposit', p_no) n
      join public.deposit_slips s on s.project_id = p_project and s.id = n.id
      where s.bank_id = p_bank and s.id is distinct from p_slip) then
    perform private.refuse_duplicate('slip_no', format('Slip %s of this account is already used.', p_no));
  end if;
end $$;
comment on function private.expect_free_slip is
  'Raises 23505 for the number of another deposit slip of the account than p_slip, and keeps the number until commit.';

create or replace function private.deposit_cheque(p_project uuid, p_deposit jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'treasury.write');
  v_cheques jsonb := private.read_list(p_deposit, 'cheques', 200);
  v_ids uuid[] := array(select private.read_uuid(e.value, 'id', true, e.path) from private.items_of(v_cheques, 'cheques') e);
  v_cash numeric := coalesce(private.read_money(p_deposit, 'cash'), 0.00);
  v_bank public.banks;
  v_slip public.deposit_slips;
  v_no text := private.read_text(p_deposit, 'slip_no', true, p_max => 40);
  v_date date;
  v_item record;
  v public.collections;
  v_again jsonb;
begin
  if jsonb_array_length(v_cheques) = 0 and v_cash = 0 then
    perform private.invalid('cheques', 'Choose at least one cheque, or enter cash.');
  end if;
  v_date := private.posting_date(p_project, private.read_date(p_deposit, 'deposited_on'), 'deposited_on');
  select * into v_bank from public.banks k
  where k.project_id = p_project and k.id = (select private.read_uuid(p_deposit, 'bank_id', true)) and k.status = 'active';
  if not found then perform private.invalid('bank_id', 'Choose a bank account.'); end if;
  perform private.expect_free_slip(p_project, v_bank.id, v_no);
  insert into public.deposit_slips (project_id, bank_id, slip_no, deposited_on) values (p_project, v_bank.id, v_no, v_date)
  returning * into v_slip;

  -- All receipts are locked before their bookings, which returned cheques pay again.
  perform private.lock_receipts(p_project, v_ids);
  perform private.lock_allocated(p_project, array(select c.id from public.collections c
    where c.project_id = p_project and c.id = any (v_ids) and c.cheque_state = 'returned'));
  for v_item in
    select x.id, v_cheques -> (x.no - 1)::int as value, format('cheques[%s]', x.no - 1) as field
    from unnest(v_ids) with ordinality x (id, no) order by x.id
  loop
    v := private.lock_cheque(p_project, v_item.id, private.read_int(v_item.value, 'version', true, v_item.field || '.'),
      '{on_hand,returned}', 'deposited', v_item.field);
    if v_date < v.cheque_date then
      perform private.refuse('post_dated',
        format('Cheque %s is dated %s: it can be deposited from that date.', v.cheque_no, to_char(v.cheque_date, 'MM/DD/YYYY')),
        v_item.field);
    end if;
    perform private.not_before(p_project, v_date, v.id, 'deposited_on');
    insert into public.cheque_events (project_id, collection_id, event, on_date, effect, slip_id)
    values (p_project, v.id, 'deposited', v_date, case when v.cheque_state = 'returned' then v.amount else 0 end, v_slip.id);
    if v.cheque_state = 'returned' then
      -- It pays again the bookings that it paid before its last return, up to their balance.
      select coalesce(jsonb_agg(jsonb_build_object('booking_id', b.id, 'amount', least(-a.amount, b.balance)::text)
        order by b.date_added, b.id), '[]')
      into v_again
      from public.collection_allocations a join public.bookings b on b.project_id = p_project and b.id = a.booking_id
      where a.project_id = p_project and a.collection_id = v.id and b.approval_status like 'approved%' and b.balance > 0
        and a.created_at = (select max(e.created_at) from public.cheque_events e
          where e.project_id = p_project and e.collection_id = v.id and e.event = 'returned');
      update public.collections set cheque_state = 'deposited', reversed = 0 where project_id = p_project and id = v.id returning * into v;
      perform private.post_receipt(p_project, v.id, 'redeposited', v_date);
      perform private.apply_receipt(p_project, v, v_again, v_date);
    else
      update public.collections set cheque_state = 'deposited' where project_id = p_project and id = v.id;
    end if;
    perform private.post_money(p_project, array[v.id], 'deposit', v_date);
  end loop;
  if v_cash > 0 then
    insert into public.cash_deposits (project_id, slip_id, amount, on_date) values (p_project, v_slip.id, v_cash, v_date);
    perform private.post_in_place(p_project, x.bank_id, x.amount, 'deposit', v_date, p_slip => v_slip.id)
    from (values (null, -v_cash), (v_bank.id, v_cash)) x (bank_id, amount);
  end if;
  return jsonb_build_object('id', v_slip.id, 'slip_no', v_slip.slip_no, 'cheques', jsonb_array_length(v_cheques), 'cash', v_cash::text);
end $$;
select private.expose('deposit_cheque');
comment on function public.deposit_cheque is
  'Deposits cheques, cash or both at the bank on one slip: all or none. p_deposit: {bank_id, slip_no (unique for the account), '
  'deposited_on (default today), cash (at most the approved cash at the office), cheques: [{id, version}]}; approved cheques on hand whose '
  'date has come, or returned ones once more: those pay again what they paid before, as far as it is still owed. Errors: 42501, P0002, '
  'stale_version, wrong_state, post_dated, cash_exceeded, not_in_future, period_closed, 23505 slip_no, 22023.';

create or replace function private.clear_cheque(p_project uuid, p_collection uuid, p_version int, p_date date) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'treasury.write');
  v public.collections;
  v_date date;
begin
  v := private.lock_cheque(p_project, p_collection, p_version, '{deposited}', 'cleared');
  v_date := private.not_before(p_project, p_date, p_collection, 'date');
  perform private.lock_allocated(p_project, array[p_collection]);
  insert into public.cheque_events (project_id, collection_id, event, on_date) values (p_project, p_collection, 'cleared', v_date);
  update public.collections set cheque_state = 'cleared', cheque_cleared_on = v_date
  where project_id = p_project and id = p_collection returning * into v;
  perform private.settle_allocated(p_project, p_collection, 'cleared', v_date);
  perform private.post_money(p_project, array[p_collection], 'clearing', v_date);
  return jsonb_build_object('id', v.id, 'version', v.version);
end $$;
select private.expose('clear_cheque');
comment on function public.clear_cheque is
  'Clears a deposited cheque on a date (default today), as the bank confirmed it: its amount no longer counts as exposure. Errors: 42501, '
  'P0002, stale_version, wrong_state, not_in_future, period_closed, 22023.';

create or replace function private.return_cheque(p_project uuid, p_collection uuid, p_version int, p_date date, p_reason text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'treasury.write');
  v_reason text := private.read_reason(p_reason);
  v public.collections;
  v_date date;
begin
  v := private.lock_cheque(p_project, p_collection, p_version, '{deposited,cleared}', 'returned');
  v_date := private.not_before(p_project, p_date, p_collection, 'date');
  perform private.lock_allocated(p_project, array[p_collection]);
  insert into public.cheque_events (project_id, collection_id, event, on_date, effect, reason)
  values (p_project, p_collection, 'returned', v_date, -v.amount, v_reason);
  perform private.reverse_allocations(p_project, p_collection, 'cheque_returned', v_date);
  update public.collections set cheque_state = 'returned', cheque_cleared_on = null, reversed = amount
  where project_id = p_project and id = p_collection returning * into v;
  perform private.settle_allocated(p_project, p_collection, 'cheque_returned', v_date);
  perform private.post_money(p_project, array[p_collection], 'cheque_returned', v_date);
  insert into public.customer_finance_events (project_id, customer_id, type, details)
  values (p_project, v.customer_id, 'cheque returned',
    jsonb_build_object('cr_no', v.cr_no, 'cheque_no', v.cheque_no, 'amount', v.amount::text, 'reason', v_reason));
  return jsonb_build_object('id', v.id, 'version', v.version);
end $$;
select private.expose('return_cheque');
comment on function public.return_cheque is
  'Returns a deposited or cleared cheque, as the bank sent it back: from that date on, balance, exposure and unpaid state of every booking '
  'that it paid are as if it had not been received; earlier days stay unchanged. Errors: 42501, P0002, stale_version, wrong_state, '
  'not_in_future, period_closed, 22023.';

create or replace function private.replace_cheque(p_project uuid, p_collection uuid, p_version int, p_receipt jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'treasury.write');
  v_old public.collections;
  v_new public.collections;
  v_several boolean := p_receipt ? 'parts';
  v_parts jsonb := case when v_several then private.read_list(p_receipt, 'parts', 20) else jsonb_build_array(p_receipt) end;
  v_given jsonb := private.read_list(p_receipt, 'allocations', 200);
  v_date date;
  v_left numeric :=
    (select sum(private.read_money(e.value, 'amount', true, case when v_several then format('parts[%s].', e.ordinality - 1) else '' end))
    from jsonb_array_elements(v_parts) with ordinality e);
  v_row record;
begin
  v_old := private.lock_cheque(p_project, p_collection, p_version, '{on_hand,returned}', 'replaced');
  perform private.lock_settings(p_project);
  v_date := private.not_before(p_project, private.read_date(p_receipt, 'date_collected'), p_collection, 'date_collected');
  perform private.lock_allocated(p_project, array[p_collection]);
  perform private.reverse_allocations(p_project, p_collection, 'replaced', v_date);
  update public.collections set cheque_state = 'replaced', reversed = amount where project_id = p_project and id = p_collection;
  perform private.settle_allocated(p_project, p_collection, 'replaced', v_date);
  perform private.post_money(p_project, array[p_collection], 'replacement', v_date);
  if not p_receipt ? 'allocations' then
    -- By default the new receipt pays the bookings of the old one, the oldest first.
    v_given := '[]';
    for v_row in
      select b.id, b.balance from public.bookings b
      where b.project_id = p_project and b.balance > 0 and b.approval_status like 'approved%'
        and b.id in (select a.booking_id
          from public.collection_allocations a where a.project_id = p_project and a.collection_id = p_collection)
      order by b.date_added, b.id
    loop
      exit when v_left <= 0;
      v_given := v_given || jsonb_build_object('booking_id', v_row.id, 'amount', least(v_left, v_row.balance)::text);
      v_left := v_left - v_row.balance;
    end loop;
  end if;
  v_new := private.write_receipt(p_project, private.authorize(p_project, 'collections.record'), p_receipt
    || jsonb_build_object('customer_id', v_old.customer_id, 'agent_id', null, 'allocations', v_given, 'date_collected', v_date),
      v_parts, v_several);
  perform private.post_new_receipts(p_project, array[v_new.id]);
  insert into public.cheque_events (project_id, collection_id, event, on_date, effect, replaced_by)
  values (p_project, p_collection, 'replaced', v_date, case when v_old.cheque_state = 'on_hand' then -v_old.amount else 0 end, v_new.id);
  return jsonb_build_object('id', v_new.id, 'version', v_new.version, 'cr_no', v_new.cr_no, 'approval_status', v_new.approval_status);
end $$;
select private.expose('replace_cheque');
comment on function public.replace_cheque is
  'Replaces a returned cheque, or one on hand, by another receipt, which waits for its approval like any other. p_receipt: as in '
  'record_receipt (with parts) or record_collection (of one part), without customer; without allocations it pays the bookings of the old '
  'one. Returns the new receipt with its approval_status: pending. Errors: 42501, P0002, stale_version, wrong_state, and those of '
  'record_receipt.';

create or replace function private.allocate_credit(p_project uuid, p_collection uuid, p_version int, p_allocations jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'collections.decide');
  v public.collections;
  v_items jsonb := private.read_list(p_allocations, 'allocations', 200);
  v_date date;
begin
  v := private.lock_part(p_project, p_collection, p_version, 'only approved receipts can be applied');
  if not exists (select from jsonb_array_elements(v_items) e
    where coalesce(nullif(btrim(e.value ->> 'amount'), ''), '0') !~ '^0*(\.0*)?$') then
    perform private.invalid('allocations', 'Enter the amount for each booking.');
  end if;
  v_date := private.posting_date(p_project, private.read_date(p_allocations, 'date'), 'date');
  perform private.expect_after_receipt(p_project, array[p_collection], v_date, 'date');
  perform private.apply_receipt(p_project, v, v_items, v_date);
  -- The receipt's own columns do not change, but its version does.
  update public.collections set modified_at = now() where project_id = p_project and id = p_collection returning * into v;
  return jsonb_build_object('id', v.id, 'version', v.version);
end $$;
select private.expose('allocate_credit');
comment on function public.allocate_credit is
  'Allocates the unapplied amount of an approved receipt to bookings of the same customer. p_allocations: {allocations: [{booking_id, '
  'amount}], date (from which on: default today, not before the receipt last moved)}. Errors: 42501, P0002, stale_version, wrong_state, '
  'over_allocated, not_in_future, period_closed, 22023.';

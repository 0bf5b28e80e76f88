-- Collections (receipts): approval and cancelling. See docs/domain.md, Collections, and invariants 6-9 and 11.

create or replace function private.payment_types() returns table (type text, name text, "position" int)
language sql immutable set search_path = '' rows 4 as $$
  values ('cash', 'Cash', 1), ('cheque', 'Cheque', 2), ('bank_transfer', 'Bank transfer', 3), ('withholding', 'Withholding', 4)
$$;
comment on function private.payment_types is 'Lists how customers pay: the type of a receipt, its name, and its place in lists.';
grant execute on function private.payment_types to authenticated;

-- ---------------------------------------------------------------------------------------------
-- Commands
-- ---------------------------------------------------------------------------------------------

create or replace function private.refuse_cancelling(p_part public.collections) returns void
language plpgsql stable set search_path = '' as $$
begin
  if p_part.paid_back_on is not null then
    perform private.refuse('wrong_state',
      format('Receipt %s was paid back on %s.', p_part.cr_no, to_char(p_part.paid_back_on, 'MM/DD/YYYY')));
  end if;
  if p_part.remittance_id is not null then
    perform private.refuse('remitted',
      format('Receipt %s was remitted on %s: cancel that remittance first, or pay the receipt back.', p_part.cr_no, p_part.drr_no));
  end if;
  if p_part.cheque_state <> 'on_hand' then
    perform private.refuse('wrong_state', format('The cheque of receipt %s is %s: %s.', p_part.cr_no, p_part.cheque_state,
      case p_part.cheque_state when 'deposited' then 'it can only be returned' when 'cleared' then 'it can only be returned or paid back'
        else 'it cannot be cancelled' end));
  end if;
end $$;
comment on function private.refuse_cancelling is
  'Refuses to cancel a receipt because of this part: paid back, on a remittance, or a cheque that has moved.';

create or replace function private.refuse_spent(p_project uuid, p_banks uuid[], p_on date) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.refuse('cash_exceeded',
    format('Without this transfer, the book balance of %s %s is %s. Record its statement balance, or pay the receipt back.',
    k.bank, k.account_no, private.money_text(b.balance)))
  from public.banks k cross join lateral (select least(private.bank_balance(p_project, k.id, p_on),
    private.bank_balance(p_project, k.id)) as balance) b
  where k.project_id = p_project and k.id = any (p_banks) and b.balance < 0 limit 1;
end $$;
comment on function private.refuse_spent is
  'Refuses the cancellation of transfers without which a bank account would be below zero, on that day or now. Errors: cash_exceeded.';

create or replace function private.decide_collection(p_project uuid, p_collection uuid, p_version int, p_to text,
  p_reason text default null, p_date date default null) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'collections.decide');
  v_approves boolean := p_to = 'approved';
  v_reason text := private.read_reason(p_reason, not v_approves);
  v public.collections;
  v_ids uuid[];
  v_amount numeric := 0;
  v_part public.collections;
  v_booking record;
  v_banks uuid[];
  v_on date;
begin
  -- All parts of the receipt are locked, in id order.
  perform from public.collections c where c.project_id = p_project and c.receipt_id = (
    select k.receipt_id from public.collections k where k.project_id = p_project and k.id = p_collection) order by c.id for no key update;
  select * into v from public.collections where project_id = p_project and id = p_collection;
  perform private.check_version(v.version, p_version);
  if v.approval_status = 'cancelled' or (v_approves and v.approval_status <> 'pending') then
    perform private.refuse('wrong_state', format('Receipt %s is already %s.', v.cr_no, v.approval_status));
  end if;
  -- The collector and the recorder may still withdraw a pending receipt, which counts nowhere.
  if (v_approves or v.approval_status = 'approved') and auth.uid() in (v.created_by, v.collector_id)
    and private.needs_second_person(p_project, 'receipts') then
    perform private.refuse('maker_checker',
      format('You recorded or collected receipt %s: another user who approves collections must %s it.',
      v.cr_no, case when v_approves then 'approve' else 'cancel' end));
  end if;
  for v_part in select c.* from public.collections c where c.project_id = p_project and c.receipt_id = v.receipt_id order by c.part_no loop
    v_ids := v_ids || v_part.id;
    v_amount := v_amount + v_part.amount;
    if not v_approves then
      perform private.refuse_cancelling(v_part);
    elsif v_part.collection_type = 'bank_transfer' and v_part.bank_id is null then
      perform private.refuse('account_unknown',
        format('Select the account that received the transfer of receipt %s first.', v.cr_no), 'bank_id');
    end if;
  end loop;
  v_on := case when v_approves then private.open_day(p_project, v.date_collected)
    else private.posting_date(p_project, p_date, 'date') end;
  if not v_approves then
    perform private.expect_after_receipt(p_project, v_ids, v_on, 'date');
    -- The accounts are locked, so that no two commands take the same money out of them.
    v_banks := array(select c.bank_id from public.collections c where c.project_id = p_project and c.id = any (v_ids)
      and c.collection_type = 'bank_transfer' and c.approval_status = 'approved');
    perform from public.banks k where k.project_id = p_project and k.id = any (v_banks) order by k.id for no key update;
  end if;
  perform private.lock_allocated(p_project, v_ids);
  select b.so_no, b.stage into v_booking from public.collections c
  join public.collection_allocations a on a.project_id = p_project and a.collection_id = c.id
  join public.bookings b on b.project_id = p_project and b.id = a.booking_id
  where c.project_id = p_project and c.receipt_id = v.receipt_id and v_approves and b.approval_status not like 'approved%' limit 1;
  if found then
    perform private.refuse('wrong_state', format('%s is %s: cancel this receipt and record it again.', v_booking.so_no, v_booking.stage));
  end if;
  update public.collections set approval_status = p_to, approved_by = case when v_approves then auth.uid() else approved_by end,
    approved_at = case when v_approves then now() else approved_at end, cancel_reason = v_reason,
    books_closed = case when v_approves then private.lock_closing(p_project) else books_closed end,
    opposite_on = case when approval_status = 'approved' then private.opposite_day(p_project, drr_date, v_on) end
  where project_id = p_project and receipt_id = v.receipt_id;
  perform private.post_receipt(p_project, x.id, case when v_approves then 'receipt' else 'cancelled' end, v_on)
  from unnest(v_ids) with ordinality x (id, no) order by x.no;
  perform private.post_money(p_project, v_ids, case when v_approves then 'approval' else 'cancellation' end, v_on);
  if not v_approves then perform private.refuse_spent(p_project, v_banks, v_on); end if;
  perform private.settle_booking(p_project, x.booking_id) from (select distinct a.booking_id from public.collections c
    join public.collection_allocations a on a.project_id = p_project and a.collection_id = c.id
    where c.project_id = p_project and c.receipt_id = v.receipt_id order by a.booking_id) x;
  insert into public.customer_finance_events (project_id, customer_id, type, details)
  values (p_project, v.customer_id, 'collection ' || p_to, jsonb_build_object('cr_no', v.cr_no, 'amount', v_amount::text));
  return jsonb_build_object('id', v.id, 'version', (
    select c.version from public.collections c where c.project_id = p_project and c.id = p_collection));
end $$;
comment on function private.decide_collection is 'Approves or cancels the whole receipt that a part belongs to (p_to), for both commands.';

create or replace function private.approve_collection(p_project uuid, p_collection uuid, p_version int) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  return private.decide_collection(p_project, p_collection, p_version, 'approved');
end $$;
select private.expose('approve_collection');
comment on function public.approve_collection is
  'Approves a pending receipt with all its parts; p_collection and p_version are those of any part: it counts from its collection date, or '
  'from today when that day is in a closed period; an excess over a booking''s balance becomes unapplied credit. By another user than '
  'those who recorded and collected it, unless the project allows that (setting maker_checker.receipts). Errors: 42501, P0002, '
  'stale_version, wrong_state, account_unknown, maker_checker.';

create or replace function private.cancel_collection(p_project uuid, p_collection uuid, p_version int, p_reason text,
  p_date date default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  return private.decide_collection(p_project, p_collection, p_version, 'cancelled', p_reason, p_date);
end $$;
select private.expose('cancel_collection');
comment on function public.cancel_collection is
  'Cancels a receipt with all its parts and a reason; p_collection and p_version are those of any part; the balance of its bookings is '
  'restored from p_date on (default today, not before the receipt last moved). The CR number is not reused. A pending receipt is cancelled '
  'by its recorder too; an approved one by another user than those who recorded and collected it (setting maker_checker.receipts). Refused '
  'when its cash is deposited, or when its account would be below zero without its transfer. Errors: 42501, P0002, stale_version, '
  'wrong_state, remitted, cash_exceeded, maker_checker, not_in_future, period_closed, 22023.';

create or replace function private.lock_allocated(p_project uuid, p_collections uuid[]) returns void
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan as $$
begin
  perform private.lock_bookings(p_project, array(select a.booking_id from public.collection_allocations a
    where a.project_id = p_project and a.collection_id = any (p_collections)));
end $$;
comment on function private.lock_allocated is
  'Locks the bookings that these receipts pay or paid. The receipts are locked before, so that nothing is allocated meanwhile.';

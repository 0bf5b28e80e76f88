-- Bookings (sales orders): entry and cancelling. Validation, invoice and delivery follow in the next files.
-- See docs/domain.md, Order to cash, and invariants 4, 6, 9 and 11.

-- ---------------------------------------------------------------------------------------------
-- Shared steps
-- ---------------------------------------------------------------------------------------------

create or replace function private.expect_validated(p public.bookings) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if p.approval_status <> 'approved' or p.booking_status <> 'active' then
    perform private.refuse('wrong_state', format('%s is %s: this needs a validated booking.', p.so_no, p.stage));
  end if;
end $$;

create or replace function private.expect_no_debit_memo(p public.bookings) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if p.is_debit_memo then
    perform private.refuse('wrong_state', format('%s is a debit memo: cancel it and create another one.', p.so_no));
  end if;
end $$;
comment on function private.expect_no_debit_memo is
  'Raises wrong_state for the receivable of a debit memo, which has number and date of its memo.';

create or replace function private.expect_payable(p public.bookings) returns void
language plpgsql immutable set search_path = '' as $$
begin
  -- An archived booking owes nothing, until a cheque that paid it comes back.
  if p.booking_status <> 'active' and p.approval_status like 'approved%' and p.balance > 0 then return; end if;
  perform private.expect_validated(p);
end $$;
comment on function private.expect_payable is 'Raises wrong_state unless the booking can be paid: validated, or archived and owing again.';

-- ---------------------------------------------------------------------------------------------
-- Commands
-- ---------------------------------------------------------------------------------------------

create or replace function private.create_booking(p_project uuid, p_booking jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'bookings.write');
  v_booking public.bookings;
  v_read record;
begin
  v_booking.project_id := p_project;
  v_read := private.read_booking(v_booking, v_scope, p_booking);
  v_booking := v_read.booking;
  v_booking.id := private.new_id();
  perform private.lock_closing(p_project);
  -- The project's row is locked as briefly as possible: its number is drawn after the lines are written, whose foreign keys are
  -- checked at the end of the statement, when the booking is there.
  with lines as (
    insert into public.booking_lines (project_id, booking_id, line_no, product_id, case_config, quantity, agent_srp, agent_srp_pieces,
      discount_percent, discount_amount, free_of, vat_class, vat_percent, vat_on_top)
    select p_project, v_booking.id, l.line_no, l.product_id, l.case_config, l.quantity, l.agent_srp, l.agent_srp_pieces,
      l.discount_percent, l.discount_amount, l.free_of, l.vat_class, l.vat_percent, l.vat_on_top
    from unnest(v_read.lines) l returning line_no
  ), numbered as (
    update public.projects set booking_count = booking_count + 1 where id = p_project and (select count(*) from lines) > 0
    returning booking_count::text as no
  )
  insert into public.bookings (project_id, id, so_no, customer_id, agent_id, customer_name, store_name, deliver_to, area,
    date_added, total, discount, remarks)
  select p_project, v_booking.id, 'SO-' || lpad(n.no, greatest(6, length(n.no)), '0'), v_booking.customer_id, v_booking.agent_id,
    v_booking.customer_name, v_booking.store_name, v_booking.deliver_to, v_booking.area, v_booking.date_added, v_booking.total,
    v_booking.discount, v_booking.remarks
  from numbered n
  returning * into v_booking;
  return jsonb_build_object('id', v_booking.id, 'so_no', v_booking.so_no,
    'total', v_booking.total::text, 'version', v_booking.version);
end $$;

select private.expose('create_booking');
comment on function public.create_booking is
  'Enters a pending booking: SO number, frozen prices, no effect on stock. total includes VAT. p_booking: {customer_id, agent_id (the '
  'customer''s own when empty), date_added, remarks, lines: [{product_id, quantity (pieces), agent_srp, agent_srp_pieces (for how many '
  'pieces the price is: 1 when empty, those of a case for a price per case), discount_percent (of the price, two decimals), '
  'discount_amount (off the line, after the percentage), free_of (free goods: the number of the line before it with which they are given, '
  'counted from 1; agent_srp is then empty)}]}. Agents: own customers, also one whom they asked for, today. Errors: 42501, 22023 '
  'per field, customer_not_approved, not_in_future.';

create or replace function private.cancel_booking(p_project uuid, p_booking uuid, p_version int, p_reason text,
  p_date date default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'bookings.write');
  v_booking public.bookings;
  v_reason text := private.read_reason(p_reason);
  v_date date;
  v_first date;
begin
  v_booking := private.lock_booking(p_project, p_booking, p_version, v_scope);
  if v_booking.stage not in ('pending', 'validated', 'invoiced') or (v_scope = 'own' and v_booking.stage <> 'pending') then
    perform private.refuse('wrong_state', format('%s is %s and cannot be cancelled.', v_booking.so_no, v_booking.stage));
  end if;
  if exists (select from public.booking_lines l
    where l.project_id = p_project and l.booking_id = p_booking and l.quantity_delivered > 0) then
    perform private.refuse('wrong_state', format('%s is partly delivered: return the goods first.', v_booking.so_no));
  end if;
  if exists (select from public.collection_allocations a
             join public.collections c on c.project_id = a.project_id and c.id = a.collection_id
             where a.project_id = p_project and a.booking_id = p_booking and c.approval_status <> 'cancelled'
             group by a.collection_id having sum(a.amount) > 0) then
    perform private.refuse('wrong_state', format('%s has collections: cancel them first.', v_booking.so_no));
  end if;
  if v_booking.credited > 0 and (select sum(k.amount) from public.booking_credits k
      where k.project_id = p_project and k.booking_id = p_booking and k.memo_id is not null) <> 0 then
    perform private.refuse('wrong_state', format('%s has a credit memo: cancel that first.', v_booking.so_no));
  end if;
  v_date := private.posting_date(p_project, p_date, 'date');
  v_first := greatest(v_booking.date_added, v_booking.date_invoiced,
    (select max(k.on_date) from public.booking_credits k where k.project_id = p_project and k.booking_id = p_booking));
  if v_date < v_first then
    perform private.invalid('date', format('Enter a date on or after %s, when this booking last changed.', to_char(v_first, 'MM/DD/YYYY')));
  end if;
  perform private.expect_after_receipt(p_project, array(select a.collection_id from public.collection_allocations a
    where a.project_id = p_project and a.booking_id = p_booking), v_date, 'date');
  if v_booking.stage <> 'pending' then
    perform private.lock_stock(p_project,
      array(select l.product_id from public.booking_lines l where l.project_id = p_project and l.booking_id = p_booking));
    update public.inventory i set reserved = i.reserved - l.quantity, modified_at = now()
    from (select l.product_id, sum(l.quantity - l.quantity_released)::int as quantity
      from public.booking_lines l where l.project_id = p_project and l.booking_id = p_booking group by l.product_id) l
    where i.project_id = p_project and i.product_id = l.product_id;
  end if;
  -- A booking of total 0, or one whose pieces were all released, was paid.
  update public.bookings set approval_status = 'cancelled', cancel_reason = v_reason, date_cancelled = v_date, collection_status = 'unpaid',
    opposite_on = private.opposite_day(p_project, date_added, v_date), date_paid = null, date_cleared = null
  where project_id = p_project and id = p_booking returning * into v_booking;
  perform private.post_cancelled_booking(v_booking, v_date);
  return jsonb_build_object('id', p_booking, 'so_no', v_booking.so_no, 'version', v_booking.version);
end $$;

select private.expose('cancel_booking');
comment on function public.cancel_booking is
  'Cancels a booking with a reason and a date (default today, not before it last changed), and releases what it reserved. Refused once '
  'something was delivered or collected. The SO and invoice numbers are not reused. Errors: 42501, P0002, stale_version, wrong_state, '
  'not_in_future, period_closed, 22023.';

-- Changing bookings: editing while pending, correcting dates.
-- See docs/domain.md, Order to cash.

create or replace function private.update_booking(p_project uuid, p_idempotency_key uuid, p_booking uuid, p_version int, p_details jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'bookings.write');
  v_done jsonb;
  v_booking public.bookings;
  v_customer public.customers;
  v_agent uuid;
  v_date date;
  v_list jsonb := private.read_list(p_details, 'lines', 200);
  v_lines public.booking_lines[];
begin
  v_done := private.begin_command(p_project, p_idempotency_key, 'update_booking', jsonb_build_array(p_booking, p_version, p_details));
  if v_done is not null then return v_done; end if;
  v_booking := private.lock_booking(p_project, p_booking, p_version, v_scope);
  if v_booking.stage <> 'pending' then
    perform private.refuse('wrong_state', format('%s is %s: only a pending booking can be edited.', v_booking.so_no, v_booking.stage));
  end if;
  select * into v_customer from public.customers
  where project_id = p_project and id = coalesce(private.read_uuid(p_details, 'customer_id'), v_booking.customer_id)
    and (v_scope = 'all' or agent_id = auth.uid()) for share;
  if not found then perform private.invalid('customer_id', 'Choose a customer.'); end if;
  if v_customer.id <> v_booking.customer_id and v_customer.approval_status <> 'approved' then
    perform private.refuse('customer_not_approved', format('%s is %s: only approved customers can buy.', v_customer.name, v_customer.approval_status), 'customer_id');
  end if;
  v_agent := coalesce(private.read_uuid(p_details, 'agent_id'), v_booking.agent_id);
  if v_scope = 'own' and v_agent <> auth.uid() then perform private.forbid('Agents book for themselves.'); end if;
  if v_agent <> v_booking.agent_id then perform private.active_agent(p_project, v_agent, 'agent_id'); end if;
  v_date := coalesce(private.read_date(p_details, 'date_added'), v_booking.date_added);
  if v_date <> v_booking.date_added then
    if v_scope = 'own' then perform private.forbid('Agents book on the day.'); end if;
    v_date := private.past_date(p_project, v_date, 'date_added');
  end if;
  v_lines := private.read_booking_lines(p_project, v_list, v_customer);
  delete from public.booking_lines where project_id = p_project and booking_id = p_booking;
  perform private.write_booking_lines(p_project, p_booking, v_lines);
  update public.bookings set customer_id = v_customer.id, agent_id = v_agent, date_added = v_date,
    customer_name = v_customer.name, store_name = v_customer.store_name, deliver_to = v_customer.address, area = v_customer.area,
    remarks = private.read_text(p_details, 'remarks', p_max => 400), edited_at = now(), edited_by = auth.uid(),
    (total, discount) = (select t.total, t.discount from private.add_up_lines(v_lines) t)
  where project_id = p_project and id = p_booking returning * into v_booking;
  return private.complete_command(p_idempotency_key, jsonb_build_object('id', p_booking, 'so_no', v_booking.so_no, 'total', v_booking.total::text, 'version', v_booking.version));
end $$;
create or replace function public.update_booking(p_project uuid, p_idempotency_key uuid, p_booking uuid, p_version int, p_details jsonb) returns jsonb
language sql security invoker set search_path = '' as $$ select private.update_booking(p_project, p_idempotency_key, p_booking, p_version, p_details) $$;
comment on function public.update_booking is
  'Rewrites a pending booking: p_details as create_booking''s p_booking; customer, agent and date stay when not given, lines are replaced as a whole. Agents: their own. Errors: 42501, P0002, stale_version, wrong_state, customer_not_approved, not_in_future, 22023 per field.';

create or replace function private.move_issue(p_booking public.bookings, p_date date) returns void
language plpgsql security definer set search_path = '' as $$
declare v_line record;
begin
  if (select count(distinct m.on_date) from (
      select i.on_date from public.stock_movements i
      where i.project_id = p_booking.project_id and i.source_table = 'bookings' and i.source_id = p_booking.id and i.kind = 'issue'
      group by i.source_line, i.on_date having sum(i.quantity) <> 0) m) > 1 then
    perform private.refuse('wrong_state', format('%s was delivered on several days: its date cannot be corrected as one.', p_booking.so_no));
  end if;
  for v_line in
    select i.product_id, i.source_line, i.on_date, sum(i.quantity)::int as quantity, sum(i.cost) as cost from public.stock_movements i
    where i.project_id = p_booking.project_id and i.source_table = 'bookings' and i.source_id = p_booking.id and i.kind = 'issue'
    group by i.product_id, i.source_line, i.on_date having sum(i.quantity) <> 0 order by i.product_id, i.source_line
  loop
    insert into public.stock_movements (project_id, product_id, kind, quantity, cost, on_date, source_table, source_id, source_line)
    values (p_booking.project_id, v_line.product_id, 'issue', -v_line.quantity, -v_line.cost, v_line.on_date, 'bookings', p_booking.id, v_line.source_line),
           (p_booking.project_id, v_line.product_id, 'issue', v_line.quantity, v_line.cost, p_date, 'bookings', p_booking.id, v_line.source_line);
    perform private.move_sale(p_booking, v_line.source_line, v_line.on_date, p_date);
  end loop;
end $$;
comment on function private.move_issue is 'Moves the delivery of a booking to another day, in the stock ledger and the sales ledger: an opposite row on the old day and a row on the new one.';

create or replace function private.set_booking_dates(p_project uuid, p_idempotency_key uuid, p_booking uuid, p_version int, p_dates jsonb, p_reason text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_added boolean := private.scope_of(p_project, 'bookings.validate') is not null;
  v_invoiced boolean := private.scope_of(p_project, 'invoicing.write') is not null;
  v_delivered boolean := private.scope_of(p_project, 'bookings.deliver') is not null;
  v_done jsonb;
  v_booking public.bookings;
  v_reason text;
  v_date date;
  v_credited date;
begin
  if not (v_added or v_invoiced or v_delivered) then perform private.forbid(); end if;
  if (p_dates ? 'date_added' and not v_added) or (p_dates ? 'date_invoiced' and not v_invoiced) or (p_dates ? 'date_delivered' and not v_delivered) then
    perform private.forbid();
  end if;
  v_done := private.begin_command(p_project, p_idempotency_key, 'set_booking_dates', jsonb_build_array(p_booking, p_version, p_dates, p_reason));
  if v_done is not null then return v_done; end if;
  v_reason := private.read_reason(p_reason);
  v_booking := private.lock_booking(p_project, p_booking, p_version);
  if v_booking.approval_status = 'cancelled' then perform private.refuse('wrong_state', format('%s is cancelled.', v_booking.so_no)); end if;
  perform private.expect_no_debit_memo(v_booking);
  if not (p_dates ?| array['date_added', 'date_invoiced', 'date_delivered']) then perform private.invalid('date_added', 'Enter a date.'); end if;
  if p_dates ? 'date_added' then
    v_booking.date_added := private.past_date(p_project, private.read_date(p_dates, 'date_added', true), 'date_added');
  end if;
  if p_dates ? 'date_invoiced' then
    if v_booking.date_invoiced is null then perform private.invalid('date_invoiced', 'This booking is not invoiced.'); end if;
    v_date := private.past_date(p_project, private.read_date(p_dates, 'date_invoiced', true), 'date_invoiced');
    if v_date <> v_booking.date_invoiced then
      perform private.expect_open_day(p_project, v_date, 'date_invoiced'), private.expect_movable(p_project, v_booking.date_invoiced, 'date_invoiced');
    end if;
    if v_date <> v_booking.date_invoiced then
      insert into public.invoice_changes (project_id, booking_id, old_no, new_no, old_date, new_date, reason)
      values (p_project, p_booking, v_booking.invoice_no, v_booking.invoice_no, v_booking.date_invoiced, v_date, v_reason);
    end if;
    v_booking.date_due := v_booking.date_due + (v_date - v_booking.date_invoiced);
    v_booking.date_invoiced := v_date;
  end if;
  if p_dates ? 'date_delivered' then
    if v_booking.date_delivered is null then perform private.invalid('date_delivered', 'This booking is not delivered.'); end if;
    v_date := private.past_date(p_project, private.read_date(p_dates, 'date_delivered', true), 'date_delivered');
    if v_date <> v_booking.date_delivered then
      perform private.expect_open_day(p_project, v_date, 'date_delivered'), private.expect_movable(p_project, v_booking.date_delivered, 'date_delivered');
    end if;
    if v_date > v_booking.date_delivered then
      select min(e.on_date) into v_credited from public.sales_entries e
      where e.project_id = p_project and e.booking_id = p_booking and e.kind <> 'delivery' and e.on_date < v_date;
      if v_credited is not null then
        perform private.invalid('date_delivered', format('Not after %s, the day of a memo on these goods.', to_char(v_credited, 'MM/DD/YYYY')));
      end if;
    end if;
    if v_date <> v_booking.date_delivered then perform private.move_issue(v_booking, v_date); end if;
    v_booking.date_delivered := v_date;
  end if;
  if v_booking.date_invoiced < v_booking.date_added then perform private.invalid('date_invoiced', 'The invoice date cannot be earlier than the booking date.'); end if;
  if v_booking.date_delivered < v_booking.date_added then perform private.invalid('date_delivered', 'The delivery date cannot be earlier than the booking date.'); end if;
  update public.bookings set date_added = v_booking.date_added, date_invoiced = v_booking.date_invoiced, date_due = v_booking.date_due,
    date_delivered = v_booking.date_delivered, dates_reason = v_reason
  where project_id = p_project and id = p_booking returning * into v_booking;
  if p_dates ? 'date_invoiced' then perform private.post_invoice(v_booking); end if;
  return private.complete_command(p_idempotency_key, jsonb_build_object('id', p_booking, 'version', v_booking.version));
end $$;
create or replace function public.set_booking_dates(p_project uuid, p_idempotency_key uuid, p_booking uuid, p_version int, p_dates jsonb, p_reason text) returns jsonb
language sql security invoker set search_path = '' as $$ select private.set_booking_dates(p_project, p_idempotency_key, p_booking, p_version, p_dates, p_reason) $$;
comment on function public.set_booking_dates is
  'Corrects dates of a booking with a reason: p_dates {date_added (who validates), date_invoiced (who invoices; the due date moves along), date_delivered (who delivers; the stock ledger gets opposite rows)}. Neither day is in a closed period. Errors: 42501, P0002, stale_version, wrong_state, not_in_future, period_closed, 22023 per field.';

grant execute on function
  private.update_booking(uuid, uuid, uuid, int, jsonb), public.update_booking(uuid, uuid, uuid, int, jsonb),
  private.set_booking_dates(uuid, uuid, uuid, int, jsonb, text), public.set_booking_dates(uuid, uuid, uuid, int, jsonb, text)
to authenticated;

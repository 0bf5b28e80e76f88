-- Changing bookings: editing while pending, correcting dates.
-- See docs/domain.md, Order to cash.

create or replace function private.update_booking(p_project uuid, p_booking uuid, p_version int, p_details jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'bookings.write');
  v_booking public.bookings;
  v_read record;
begin
  v_booking := private.lock_booking(p_project, p_booking, p_version, v_scope);
  if v_booking.stage <> 'pending' then
    perform private.refuse('wrong_state', format('%s is %s: only a pending booking can be edited.', v_booking.so_no, v_booking.stage));
  end if;
  v_read := private.read_booking(v_booking, v_scope, p_details);
  v_booking := v_read.booking;
  delete from public.booking_lines where project_id = p_project and booking_id = p_booking;
  insert into public.booking_lines (project_id, booking_id, line_no, product_id, case_config, quantity, agent_srp, agent_srp_pieces,
    discount_percent, discount_amount, free_of, vat_class, vat_percent, vat_on_top)
  select p_project, p_booking, l.line_no, l.product_id, l.case_config, l.quantity, l.agent_srp, l.agent_srp_pieces,
    l.discount_percent, l.discount_amount, l.free_of, l.vat_class, l.vat_percent, l.vat_on_top
  from unnest(v_read.lines) l;
  update public.bookings set customer_id = v_booking.customer_id, agent_id = v_booking.agent_id, date_added = v_booking.date_added,
    customer_name = v_booking.customer_name, store_name = v_booking.store_name, deliver_to = v_booking.deliver_to,
    area = v_booking.area, remarks = v_booking.remarks, total = v_booking.total, discount = v_booking.discount,
    edited_at = now(), edited_by = auth.uid()
  where project_id = p_project and id = p_booking returning * into v_booking;
  return jsonb_build_object('id', p_booking, 'so_no', v_booking.so_no, 'total', v_booking.total::text, 'version', v_booking.version);
end $$;
select private.expose('update_booking');
comment on function public.update_booking is
  'Rewrites a pending booking: p_details as create_booking''s p_booking; customer, agent and date stay when not given, lines are replaced '
  'as a whole. Agents: their own. Errors: 42501, P0002, stale_version, wrong_state, customer_not_approved, not_in_future, 22023 per field.';

create or replace function private.read_deliveries(p_booking public.bookings, p_dates jsonb, out old_days date[],
  out new_days date[], out fields text[])
language plpgsql stable set search_path = '' as $$
declare
  v_days date[] := array(select private.delivery_days(p_booking.project_id, p_booking.id));
  v_item record;
  v_path text;
  v_old date;
  v_new date;
begin
  if p_dates ? 'date_delivered' and p_dates ? 'deliveries' then
    perform private.invalid('date_delivered', 'Name the days of the deliveries once.');
  end if;
  if p_dates ? 'date_delivered' and p_booking.date_delivered is null then
    perform private.invalid('date_delivered', 'This booking is not delivered.');
  end if;
  for v_item in
    select 'date_delivered' as field, '' as path,
      jsonb_build_object('from', p_booking.date_delivered, 'date_delivered', p_dates -> 'date_delivered') as value
    where p_dates ? 'date_delivered'
    union all
    select 'to', format('deliveries[%s].', d.place - 1), d.value
    from jsonb_array_elements(private.read_list(p_dates, 'deliveries', 100)) with ordinality d (value, place)
  loop
    v_path := v_item.path || v_item.field;
    v_old := private.read_date(v_item.value, 'from', true, v_item.path);
    v_new := private.past_date(p_booking.project_id, private.read_date(v_item.value, v_item.field, true, v_item.path), v_path);
    if v_item.path <> '' and v_old <> all (v_days) then
      perform private.invalid(v_item.path || 'from', 'Nothing was delivered on this day, or it is named twice.');
    end if;
    v_days := array_remove(v_days, v_old);
    continue when v_new = v_old;
    perform private.expect_open_day(p_booking.project_id, v_new, v_path), private.expect_movable(p_booking.project_id, v_old, v_path);
    old_days := old_days || v_old;
    new_days := new_days || v_new;
    fields := fields || v_path;
  end loop;
end $$;
comment on function private.read_deliveries is
  'Reads which days of delivery of a locked booking move to which: {deliveries: [{from, to}]}, or {date_delivered}, the new day of what '
  'was delivered on its delivery date. Days that stay are left out. Errors: not_in_future, period_closed, 22023 per field.';

create or replace function private.expect_delivered_first(p_booking public.bookings, p_field text) returns void
language plpgsql stable set search_path = '' as $$
declare v_day date;
begin
  select min(m.on_date) into v_day from (
    select distinct e.line_id, e.on_date from public.sales_entries e
    where e.project_id = p_booking.project_id and e.booking_id = p_booking.id and e.kind <> 'delivery') m
  cross join lateral (
    select coalesce(sum(e.pieces) filter (where e.kind = 'delivery'), 0) as delivered,
      coalesce(-sum(e.pieces) filter (where e.kind = 'return'), 0) as returned
    from public.sales_entries e where e.project_id = p_booking.project_id and e.line_id = m.line_id and e.on_date <= m.on_date) s
  where s.delivered < s.returned or s.delivered = 0;
  if v_day is not null then
    perform private.invalid(p_field, format('Not after %s, the day of a memo on these goods.', to_char(v_day, 'MM/DD/YYYY')));
  end if;
end $$;
comment on function private.expect_delivered_first is
  'Refuses days of delivery by which goods of a booking were returned, or their price was changed, before they were delivered (22023).';

create or replace function private.move_invoice_date(p_booking public.bookings, p_dates jsonb, p_reason text) returns public.bookings
language plpgsql set search_path = '' as $$
declare
  v public.bookings := p_booking;
  v_date date;
begin
  if v.date_invoiced is null then perform private.invalid('date_invoiced', 'This booking is not invoiced.'); end if;
  v_date := private.past_date(v.project_id, private.read_date(p_dates, 'date_invoiced', true), 'date_invoiced');
  if v_date <> v.date_invoiced then
    perform private.expect_open_day(v.project_id, v_date, 'date_invoiced'),
      private.expect_movable(v.project_id, v.date_invoiced, 'date_invoiced');
    insert into public.invoice_changes (project_id, booking_id, old_no, new_no, old_date, new_date, reason)
    values (v.project_id, v.id, v.invoice_no, v.invoice_no, v.date_invoiced, v_date, p_reason);
  end if;
  v.date_due := v.date_due + (v_date - v.date_invoiced);
  v.date_invoiced := v_date;
  return v;
end $$;
comment on function private.move_invoice_date is
  'Reads the new invoice date of a locked booking, and returns it with that date and the due date moved along, which the caller writes. '
  'Neither day is in a closed period; the change is recorded. Errors: not_in_future, period_closed, 22023 date_invoiced.';

create or replace function private.set_booking_dates(p_project uuid, p_booking uuid, p_version int,
  p_dates jsonb, p_reason text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_added boolean := p_dates ? 'date_added';
  v_invoiced boolean := p_dates ? 'date_invoiced';
  v_delivered boolean := p_dates ?| '{date_delivered,deliveries}';
  v_booking public.bookings;
  v_reason text;
  v_old_days date[];
  v_new_days date[];
  v_fields text[];
begin
  -- Who may correct none of the dates is refused, whatever is given.
  if exists (select from (values ('bookings.validate', v_added), ('invoicing.write', v_invoiced), ('bookings.deliver', v_delivered))
      p (permission, given)
    having bool_or(private.scope_of(p_project, p.permission) is null and p.given)
      or bool_and(private.scope_of(p_project, p.permission) is null)) then
    perform private.forbid();
  end if;
  v_reason := private.read_reason(p_reason);
  v_booking := private.lock_booking(p_project, p_booking, p_version);
  if v_booking.approval_status = 'cancelled' then
    perform private.refuse('wrong_state', format('%s is cancelled.', v_booking.so_no));
  end if;
  perform private.expect_no_debit_memo(v_booking);
  if not (v_added or v_invoiced or v_delivered) then
    perform private.invalid('date_added', 'Enter a date.');
  end if;
  if v_added then
    v_booking.date_added := private.past_date(p_project, private.read_date(p_dates, 'date_added', true), 'date_added');
  end if;
  if v_invoiced then v_booking := private.move_invoice_date(v_booking, p_dates, v_reason); end if;
  if v_delivered then
    select r.old_days, r.new_days, r.fields into v_old_days, v_new_days, v_fields from private.read_deliveries(v_booking, p_dates) r;
    if v_old_days is not null then
      -- The history of the booking names the days: the delivery date may stay.
      if p_dates ? 'deliveries' then
        v_reason := left(format('Delivered %s. %s',
          (select string_agg(format('%s, not %s', to_char(d.new_day, 'MM/DD/YYYY'), to_char(d.old_day, 'MM/DD/YYYY')), '; ')
          from unnest(v_old_days, v_new_days) d (old_day, new_day)), v_reason), 400);
      end if;
      perform private.move_deliveries(v_booking, v_old_days, v_new_days);
      -- A statement of its own sees what the one before wrote.
      perform private.expect_delivered_first(v_booking, v_fields[1]);
      -- A balance brought over was never delivered here: it has the day alone.
      if v_booking.date_delivered is not null then
        v_booking.date_delivered := coalesce((select max(d) from private.delivery_days(p_project, p_booking) d), v_new_days[1]);
      end if;
    end if;
  end if;
  if v_booking.date_invoiced < v_booking.date_added then
    perform private.invalid(case when v_invoiced then 'date_invoiced' else 'date_added' end,
      'The invoice date cannot be earlier than the booking date.');
  end if;
  if least(v_booking.date_delivered, (select min(d) from private.delivery_days(p_project, p_booking) d)) < v_booking.date_added then
    perform private.invalid(coalesce(v_fields[1], case when v_added then 'date_added' end, 'date_delivered'),
      'The delivery date cannot be earlier than the booking date.');
  end if;
  update public.bookings set date_added = v_booking.date_added, date_invoiced = v_booking.date_invoiced, date_due = v_booking.date_due,
    date_delivered = v_booking.date_delivered, dates_reason = v_reason
  where project_id = p_project and id = p_booking returning * into v_booking;
  if v_invoiced then perform private.post_invoice(v_booking); end if;
  return jsonb_build_object('id', p_booking, 'version', v_booking.version);
end $$;
select private.expose('set_booking_dates');
comment on function public.set_booking_dates is
  'Corrects dates of a booking with a reason: p_dates {date_added (who validates), date_invoiced (who invoices; the due date moves along), '
  'deliveries: [{from, to}] (who delivers; what was delivered on one day moves to another, by opposite rows of the stock and the sales '
  'ledger), or date_delivered, the new day of what was delivered on the delivery date}. Neither day is in a closed period. Errors: 42501, '
  'P0002, stale_version, wrong_state, not_in_future, period_closed, 22023 per field.';

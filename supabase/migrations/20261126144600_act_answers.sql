CREATE OR REPLACE FUNCTION private.cancel_booking(p_project uuid, p_idempotency_key uuid, p_booking uuid, p_version integer, p_reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_done jsonb;
  v_scope text := private.authorize(p_project, 'bookings.write');
  v_booking public.bookings;
  v_reason text := private.read_reason(p_reason);
begin
  v_done := private.begin_command(p_project, p_idempotency_key, 'cancel_booking', jsonb_build_array(p_booking, p_version, p_reason));
  if v_done is not null then return v_done; end if;
  v_booking := private.lock_booking(p_project, p_booking, p_version, v_scope);
  if v_booking.stage not in ('pending', 'validated', 'invoiced') or (v_scope = 'own' and v_booking.stage <> 'pending') then
    perform private.refuse('wrong_state', format('%s is %s and cannot be cancelled.', v_booking.so_no, v_booking.stage));
  end if;
  if exists (select from public.booking_lines l where l.project_id = p_project and l.booking_id = p_booking and l.quantity_delivered > 0) then
    perform private.refuse('wrong_state', format('%s is partly delivered: take the goods back first.', v_booking.so_no));
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
  if v_booking.stage <> 'pending' then
    perform private.lock_stock(p_project, array(select l.product_id from public.booking_lines l where l.project_id = p_project and l.booking_id = p_booking));
    update public.inventory i set reserved = i.reserved - l.quantity, modified_at = now()
    from (select l.product_id, sum(l.quantity - l.quantity_released)::int as quantity
      from public.booking_lines l where l.project_id = p_project and l.booking_id = p_booking group by l.product_id) l
    where i.project_id = p_project and i.product_id = l.product_id;
  end if;
  -- A booking of total 0, or one whose pieces were all released, was paid.
  update public.bookings set approval_status = 'cancelled', cancel_reason = v_reason, collection_status = 'unpaid', date_paid = null, date_cleared = null
  where project_id = p_project and id = p_booking returning * into v_booking;
  perform private.post_cancelled_booking(v_booking, private.business_date(p_project));
  return private.complete_command(p_idempotency_key, jsonb_build_object('id', p_booking, 'so_no', v_booking.so_no, 'version', v_booking.version));
end $function$;

CREATE OR REPLACE FUNCTION private.deliver_booking(p_project uuid, p_idempotency_key uuid, p_booking uuid, p_version integer, p_date date, p_lines jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_scope text := private.authorize(p_project, 'bookings.deliver');
  v_done jsonb;
  v_booking public.bookings;
  v_date date;
  v_asked jsonb := private.read_list(p_lines, 'lines', 200);
  v_release boolean := p_lines ->> 'remainder' = 'release';
  v_line record;
  v_rest public.booking_lines;
  v_issued uuid[] := '{}';
  v_pieces int[] := '{}';
  v_before bigint;
  v_dr_no text;
begin
  v_done := private.begin_command(p_project, p_idempotency_key, 'deliver_booking', jsonb_build_array(p_booking, p_version, p_date, p_lines));
  if v_done is not null then return v_done; end if;
  v_booking := private.lock_booking(p_project, p_booking, p_version);
  perform private.expect_validated(v_booking);
  if v_booking.date_delivered is not null then
    perform private.refuse('wrong_state', format('%s is already delivered.', v_booking.so_no));
  end if;
  if v_booking.on_hold then
    perform private.refuse('on_hold', format('The warehouse holds the goods of %s: finish that request first.', v_booking.so_no));
  end if;
  v_date := private.posting_date(p_project, p_date, 'date');
  if v_date < v_booking.date_added then perform private.invalid('date', 'The delivery date cannot be earlier than the booking date.'); end if;
  if p_lines is not null and coalesce(p_lines ->> 'remainder', '') not in ('keep', 'release') then
    perform private.invalid('remainder', 'Keep or release what is not delivered.');
  end if;
  if exists (select from jsonb_array_elements(v_asked) a
             where private.read_uuid(a.value, 'line_id', true) not in (select l.id from public.booking_lines l
               where l.project_id = p_project and l.booking_id = p_booking)) then
    perform private.not_found();
  end if;

  v_before := private.last_delivery_entry(p_project, p_booking);
  for v_line in
    select l.id, l.line_no, l.quantity - l.quantity_delivered - l.quantity_released as open,
      case when p_lines is null then l.quantity - l.quantity_delivered - l.quantity_released
        else (select least(coalesce(sum(private.read_pieces(a.value, 'quantity', true, format('lines[%s].', l.line_no - 1))), 0), 10000000)
          from jsonb_array_elements(v_asked) a where private.read_uuid(a.value, 'line_id') = l.id) end::int as deliver
    from public.booking_lines l where l.project_id = p_project and l.booking_id = p_booking order by l.product_id, l.line_no
  loop
    if v_line.deliver > v_line.open then
      perform private.invalid(format('lines[%s].quantity', v_line.line_no - 1), format('Only %s pieces are left to deliver.', v_line.open));
    end if;
    if v_line.deliver > 0 then
      v_issued := v_issued || v_line.id;
      v_pieces := v_pieces || v_line.deliver;
    end if;
  end loop;
  if cardinality(v_issued) = 0 then perform private.invalid('lines', 'Enter what is delivered, or cancel the booking.'); end if;
  perform private.issue_from_stock(v_booking, v_issued, v_pieces, v_date);
  if v_release then
    for v_rest in
      select l.* from public.booking_lines l where l.project_id = p_project and l.booking_id = p_booking
        and l.quantity_delivered + l.quantity_released < l.quantity order by l.product_id, l.line_no
    loop
      perform private.release_from_booking(v_rest, v_rest.quantity - v_rest.quantity_delivered - v_rest.quantity_released, v_date);
    end loop;
  end if;

  update public.bookings b set date_delivered = (select max(d) from private.delivery_days(p_project, p_booking) d)
  where b.project_id = p_project and b.id = p_booking
    and not exists (select from public.booking_lines l where l.project_id = p_project and l.booking_id = p_booking
                    and l.quantity_delivered + l.quantity_released < l.quantity);
  -- A partial delivery changes no column of the booking, but counts as a new version.
  if not found then update public.bookings set modified_at = now() where project_id = p_project and id = p_booking; end if;
  if v_release then perform private.settle_booking(p_project, p_booking); end if;
  select * into v_booking from public.bookings where project_id = p_project and id = p_booking;
  if v_release then perform private.post_invoice(v_booking); end if;
  v_dr_no := private.draw_delivery_receipt(p_project, p_booking, v_date, v_before);
  return private.complete_command(p_idempotency_key, jsonb_build_object('id', p_booking, 'so_no', v_booking.so_no, 'version', v_booking.version, 'dr_no', v_dr_no));
end $function$;

CREATE OR REPLACE FUNCTION private.set_invoice(p_project uuid, p_idempotency_key uuid, p_booking uuid, p_version integer, p_invoice_no text, p_date date, p_reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_scope text := private.authorize(p_project, 'invoicing.write');
  v_done jsonb;
  v_booking public.bookings;
  v_no text := private.read_text(jsonb_build_object('invoice_no', p_invoice_no), 'invoice_no', true, p_max => 40);
  v_date date;
  v_taken text;
begin
  v_done := private.begin_command(p_project, p_idempotency_key, 'set_invoice', jsonb_build_array(p_booking, p_version, p_invoice_no, p_date, p_reason));
  if v_done is not null then return v_done; end if;
  v_booking := private.lock_booking(p_project, p_booking, p_version);
  perform private.expect_validated(v_booking), private.expect_no_debit_memo(v_booking);
  v_date := private.past_date(p_project, coalesce(p_date, v_booking.date_invoiced), 'date');
  -- Another number of an invoice posts nothing; another date posts on both days.
  if v_date is distinct from v_booking.date_invoiced then
    perform private.expect_open_day(p_project, v_date, 'date'), private.expect_movable(p_project, v_booking.date_invoiced, 'date');
  end if;
  if v_date < v_booking.date_added then perform private.invalid('date', 'The invoice date cannot be earlier than the booking date.'); end if;
  perform private.lock_invoice_numbers(p_project);
  select b.so_no into v_taken from public.bookings b where b.project_id = p_project and b.invoice_no = v_no and b.id <> p_booking;
  if found then
    raise exception using errcode = '23505', hint = 'duplicate', detail = 'invoice_no',
      message = format('Invoice number %s is already used by %s.', v_no, v_taken);
  end if;
  if v_booking.invoice_no <> v_no or v_booking.date_invoiced <> v_date then
    insert into public.invoice_changes (project_id, booking_id, old_no, new_no, old_date, new_date, reason)
    values (p_project, p_booking, v_booking.invoice_no, v_no, v_booking.date_invoiced, v_date, private.read_reason(p_reason));
  end if;
  v_booking := private.write_invoice(v_booking, v_no, v_date);
  return private.complete_command(p_idempotency_key, jsonb_build_object('id', p_booking, 'so_no', v_booking.so_no, 'version', v_booking.version, 'invoice_no', v_booking.invoice_no));
end $function$;

CREATE OR REPLACE FUNCTION private.validate_booking(p_project uuid, p_idempotency_key uuid, p_booking uuid, p_version integer, p_override_reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_done jsonb;
  v_booking public.bookings;
  v_customer public.customers;
  v_settings jsonb;
  v_exposure numeric;
  v_reason text := nullif(btrim(p_override_reason), '');
  v_validates boolean := private.scope_of(p_project, 'bookings.validate') is not null;
  v_overrides boolean := private.scope_of(p_project, 'bookings.override') is not null;
  v_line record;
  v_over boolean;
  v_low record;
begin
  if not v_validates and not (v_overrides and v_reason is not null) then perform private.forbid(); end if;
  v_done := private.begin_command(p_project, p_idempotency_key, 'validate_booking', jsonb_build_array(p_booking, p_version, p_override_reason));
  if v_done is not null then return v_done; end if;
  v_reason := private.read_reason(p_override_reason, false);
  v_booking := private.lock_booking(p_project, p_booking, p_version);
  if v_booking.stage <> 'pending' then
    perform private.refuse('wrong_state', format('%s is already %s.', v_booking.so_no, v_booking.stage));
  end if;
  v_settings := private.lock_settings(p_project);

  -- The customer's row is locked while the credit line is compared, so that two validations cannot both use the rest of it.
  select * into v_customer from public.customers where project_id = p_project and id = v_booking.customer_id for no key update;
  if v_customer.approval_status <> 'approved' then
    perform private.refuse('customer_not_approved', format('%s is %s: only approved customers can buy.', v_customer.name, v_customer.approval_status));
  end if;
  v_booking := private.freeze_vat(v_booking, v_customer);
  -- The stock is locked before prices are compared: a purchase that brings goods may bring another live SRP.
  perform private.lock_stock(p_project, array(select l.product_id from public.booking_lines l where l.project_id = p_project and l.booking_id = p_booking));
  v_exposure := private.exposure(p_project, v_customer.id);
  v_over := coalesce(v_exposure + v_booking.total > v_customer.credit_line, false);
  select count(*) > 0 as found, min(f.line_no) as line_no, string_agg(private.price_words(f.description, f.agent_srp, f.agent_srp_pieces, f.floor), ', ' order by f.line_no) as prices,
    bool_or(f.by_caller) as lowered, bool_and(f.by_caller) as only_lowered
  into v_low from private.lines_below_floor(p_project, array[p_booking]) f;
  if v_over and (not v_overrides or v_reason is null) then
    perform private.refuse('credit_exceeded', format('%s has %s of available credit and this booking is %s. Collect first, or ask an owner to override the limit.',
      v_customer.name, to_char(v_customer.credit_line - v_exposure, 'FM999,999,999,990.00'), to_char(v_booking.total, 'FM999,999,999,990.00')));
  end if;
  if v_low.found and not v_low.only_lowered and (not v_overrides or v_reason is null) then
    perform private.refuse('below_price_floor', format('Below the price floor: %s. Correct the price, or ask a General Manager or Owner to override it.', v_low.prices),
      format('lines[%s].agent_srp', v_low.line_no - 1));
  end if;
  -- A booking that needs the first live SRP of a product, or a lowered one, is validated by another user than who set it; one
  -- that needs the higher credit line by another than who raised it (docs/permissions.md).
  if v_low.lowered then
    perform private.refuse('maker_checker', format('You set or lowered the current SRP that these prices need: %s. Another user who validates bookings has to validate %s.',
      v_low.prices, v_booking.so_no), format('lines[%s].agent_srp', v_low.line_no - 1));
  end if;
  if not v_over and v_booking.total > 0 and private.needs_second_person(p_project, 'credit_lines')
    and v_exposure + v_booking.total > private.credit_line_by_others(v_customer, auth.uid()) then
    perform private.refuse('maker_checker', format('You set the credit limit of %s that %s needs: another user who validates bookings has to validate it.',
      v_customer.name, v_booking.so_no));
  end if;
  if v_over or v_low.found then
    if private.needs_second_person(p_project, 'credit_override') and auth.uid() in (v_booking.created_by, v_booking.edited_by) then
      perform private.refuse('maker_checker', 'You entered or edited this booking: another user has to override its credit limit or its prices.');
    end if;
  else
    if not v_validates then perform private.refuse('wrong_state', 'This booking is within its credit limit and its price floors: no override is needed.'); end if;
    v_reason := null;
  end if;

  -- The stock is locked in product order above, so that two bookings of the same goods cannot deadlock.
  with asked as (
    select l.product_id, sum(l.quantity)::int as quantity, min(l.line_no) as line_no
    from public.booking_lines l where l.project_id = p_project and l.booking_id = p_booking group by l.product_id
  ), reserved as (
    update public.inventory i set reserved = i.reserved + a.quantity, modified_at = now() from asked a
    where i.project_id = p_project and i.product_id = a.product_id
      and (i.available >= a.quantity or private.setting_of(v_settings, 'allow_back_orders')::boolean)
      and i.reserved::bigint + a.quantity <= 1000000000
    returning i.product_id
  )
  select a.* into v_line from asked a where a.product_id not in (select r.product_id from reserved r) order by a.product_id limit 1;
  if found then
    perform private.refuse('insufficient_stock', (
      select format('Not enough stock of %s: %s asked, %s available.', p.description, v_line.quantity, i.available)
      from public.products p join public.inventory i on i.project_id = p.project_id and i.product_id = p.id
      where p.project_id = p_project and p.id = v_line.product_id), format('lines[%s].quantity', v_line.line_no - 1));
  end if;

  update public.bookings set approval_status = 'approved', validated_at = now(), validated_by = auth.uid(), override_reason = v_reason,
    total = v_booking.total, discount = v_booking.discount, vat_percent = v_booking.vat_percent, vat_amount = v_booking.vat_amount,
    exempt_amount = v_booking.exempt_amount, zero_rated_amount = v_booking.zero_rated_amount,
    collection_status = case when v_booking.total = 0 then 'paid' else 'unpaid' end,
    date_paid = case when v_booking.total = 0 then date_added end, date_cleared = case when v_booking.total = 0 then date_added end
  where project_id = p_project and id = p_booking returning * into v_booking;
  return private.complete_command(p_idempotency_key, jsonb_build_object('id', p_booking, 'so_no', v_booking.so_no, 'version', v_booking.version));
end $function$;

CREATE OR REPLACE FUNCTION public.proposed_prices(p_project uuid, p_customer uuid, p_on date, p_products jsonb)
 RETURNS TABLE(product_id uuid, agent_srp numeric, agent_srp_pieces integer, price_list_id uuid, list_name text, valid_from date, floor numeric, vat_on_top numeric)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_floors boolean := private.scope_of(p_project, 'prices.read') is not null;
  v_on date;
  v_products uuid[];
begin
  if private.scope_of(p_project, 'stock.read') is null then perform private.forbid(); end if;
  if p_customer is not null and not exists (select from public.customers c where c.project_id = p_project and c.id = p_customer) then perform private.not_found(); end if;
  -- Read once: a plan of all products would read the list anew for each.
  v_products := private.read_uuids(p_products, 'products');
  v_on := coalesce(p_on, private.business_date(p_project));
  return query
  select p.id, x.price, x.price_pieces, x.price_list_id, x.list_name, x.valid_from, case when v_floors then round(ceil(x.floor_each * x.price_pieces * 100) / 100, 2) end, x.vat_on_top
  from public.products p
  cross join lateral private.proposed_price(p_project, p_customer, p.id, v_on) x
  where p.project_id = p_project and p.id = any (v_products) order by p.id;
end $function$;

COMMENT ON FUNCTION "public"."deliver_booking"(uuid, uuid, uuid, integer, date, jsonb) IS 'Issues a validated booking from stock on a date: everything when p_lines is null, else {lines: [{line_id, quantity (pieces)}], remainder: keep | release}. Released pieces are credited and no longer reserved. Draws the number of the delivery receipt. Returns {id, so_no, version, dr_no}. Errors: 42501, P0002, stale_version, wrong_state, on_hold, insufficient_stock, not_in_future, period_closed, 22023 per field.';

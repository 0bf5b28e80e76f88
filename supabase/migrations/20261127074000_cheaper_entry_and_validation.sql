CREATE OR REPLACE FUNCTION private.freeze_vat(p_booking public.bookings, p_customer public.customers, p_settings jsonb)
 RETURNS public.bookings
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v public.bookings := p_booking;
  v_included boolean := private.setting_of(p_settings, 'prices_include_vat')::boolean;
  v_changes boolean;
  v_total numeric;
begin
  v.vat_percent := private.setting_of(p_settings, 'vat_percent')::numeric;
  -- Nearly always the lines have them since they were entered: a look at them saves the update.
  select bool_or((l.vat_class, l.vat_percent, l.vat_on_top) is distinct from (c.vat_class, private.vat_rate(c.vat_class, v.vat_percent),
      case when v_included then 0 else private.vat_rate(c.vat_class, v.vat_percent) end)), sum(l.amount), sum(l.gross - l.amount)
  into v_changes, v_total, v.discount
  from public.booking_lines l
  join public.products p on p.project_id = l.project_id and p.id = l.product_id
  cross join lateral (select private.vat_class_of(p_customer.vat_class, p.vat_class) as vat_class) c
  where l.project_id = v.project_id and l.booking_id = v.id;
  if v_changes then
    update public.booking_lines l set vat_class = c.vat_class, vat_percent = private.vat_rate(c.vat_class, v.vat_percent),
      vat_on_top = case when v_included then 0 else private.vat_rate(c.vat_class, v.vat_percent) end
    from public.products p
    cross join lateral (select private.vat_class_of(p_customer.vat_class, p.vat_class) as vat_class) c
    where l.project_id = v.project_id and l.booking_id = v.id and p.project_id = l.project_id and p.id = l.product_id
      and (l.vat_class, l.vat_percent, l.vat_on_top) is distinct from (c.vat_class, private.vat_rate(c.vat_class, v.vat_percent),
        case when v_included then 0 else private.vat_rate(c.vat_class, v.vat_percent) end);
    select sum(l.amount), sum(l.gross - l.amount) into v_total, v.discount from public.booking_lines l where l.project_id = v.project_id and l.booking_id = v.id;
  end if;
  v.total := private.limit_amount(v_total, 'lines');
  select x.vat, x.exempt, x.zero_rated into v.vat_amount, v.exempt_amount, v.zero_rated_amount from private.booking_vat(v.project_id, v.id) x;
  return v;
end $function$;

CREATE OR REPLACE FUNCTION private.read_booking_lines(p_project uuid, p_lines jsonb, p_customer public.customers)
 RETURNS public.booking_lines[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_line jsonb;
  v_path text;
  v public.booking_lines;
  v_lines public.booking_lines[] := '{}';
  v_ids uuid[];
  v_products jsonb;
  v_gross numeric;
  v_discount numeric;
  v_percent numeric := private.project_setting(p_project, 'vat_percent')::numeric;
  v_included boolean := private.project_setting(p_project, 'prices_include_vat')::boolean;
begin
  if jsonb_array_length(p_lines) = 0 then perform private.invalid('lines', 'Add at least one product.'); end if;
  v_ids := array(select private.read_uuid(e.value, 'product_id', true, format('lines[%s].', e.ordinality - 1))
    from jsonb_array_elements(p_lines) with ordinality e);
  select coalesce(jsonb_object_agg(x.id, jsonb_build_array(x.case_config, x.vat_class)), '{}') into v_products from (
    select p.id, p.case_config, private.vat_class_of(p_customer.vat_class, p.vat_class) as vat_class
    from public.inventory i join public.products p on p.project_id = i.project_id and p.id = i.product_id
    where i.project_id = p_project and p.status = 'active'
      and i.product_id = any (v_ids)
    order by i.product_id for key share of i) x;
  for v_line in select value from jsonb_array_elements(p_lines) loop
    v.line_no := cardinality(v_lines) + 1;
    v_path := format('lines[%s].', v.line_no - 1);
    v.product_id := v_ids[v.line_no];
    if not v_products ? v.product_id::text then perform private.invalid(v_path || 'product_id', 'Choose an active product.'); end if;
    v.case_config := v_products -> v.product_id::text ->> 0;
    v.vat_class := v_products -> v.product_id::text ->> 1;
    v.quantity := private.read_pieces(v_line, 'quantity', true, v_path);
    if v.quantity = 0 then perform private.invalid(v_path || 'quantity', 'Enter a quantity above zero.'); end if;
    -- What a line does not have is not read, which saves the call.
    v.free_of := case when v_line ->> 'free_of' <> '' then private.read_int(v_line, 'free_of', false, v_path) end;
    v.agent_srp := coalesce(private.read_money(v_line, 'agent_srp', v.free_of is null, v_path), 0);
    v.agent_srp_pieces := case when v_line ->> 'agent_srp_pieces' <> '' then private.read_price_pieces(v_line, 'agent_srp_pieces', v_path) else 1 end;
    -- A value by itself: the column refuses a large number in words of its own.
    v_discount := case when v_line ->> 'discount_percent' <> '' then private.read_money(v_line, 'discount_percent', false, v_path) else 0 end;
    if v_discount > 100 then perform private.invalid(v_path || 'discount_percent', 'A discount is at most 100 percent.'); end if;
    v.discount_percent := v_discount;
    v.discount_amount := case when v_line ->> 'discount_amount' <> '' then private.read_money(v_line, 'discount_amount', false, v_path) else 0 end;
    v.vat_percent := private.vat_rate(v.vat_class, v_percent);
    v.vat_on_top := case when v_included then 0 else v.vat_percent end;
    -- A value by itself, so that its VAT is computed without a call.
    v_gross := private.line_amount(v.agent_srp, v.agent_srp_pieces, v.quantity);
    v_gross := private.limit_amount(private.with_vat(v_gross, v.vat_percent), v_path || 'agent_srp');
    if private.net_amount(v.agent_srp, v.agent_srp_pieces, v.quantity, v.discount_percent, v.discount_amount, v.quantity) < 0 then
      perform private.invalid(v_path || 'discount_amount', 'The discount is more than the line.');
    end if;
    -- An index beyond the lines before reads null: no such line.
    if v.free_of is not null and ((v_lines[v.free_of]).line_no is null or (v_lines[v.free_of]).free_of is not null) then
      perform private.invalid(v_path || 'free_of', 'Free goods follow the line with which they are given.');
    end if;
    if v.free_of is not null and (v.agent_srp <> 0 or v.discount_percent <> 0 or v.discount_amount <> 0) then
      perform private.invalid(v_path || 'agent_srp', 'Free goods have no price and no discount.');
    end if;
    v_lines := v_lines || v;
  end loop;
  return v_lines;
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
  v_others numeric;
  v_reason text := nullif(btrim(p_override_reason), '');
  v_validates boolean := private.scope_of(p_project, 'bookings.validate') is not null;
  v_overrides boolean;
  v_line record;
  v_over boolean;
  v_below boolean := false;
  v_low record;
begin
  if not v_validates and (v_reason is null or private.scope_of(p_project, 'bookings.override') is null) then perform private.forbid(); end if;
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
  v_booking := private.freeze_vat(v_booking, v_customer, v_settings);
  -- The stock is locked before prices are compared: a purchase that brings goods may bring another live SRP.
  perform private.lock_stock(p_project, array(select l.product_id from public.booking_lines l where l.project_id = p_project and l.booking_id = p_booking));
  if v_customer.credit_line is not null then v_exposure := private.exposure(p_project, v_customer.id); end if;
  v_over := coalesce(v_exposure + v_booking.total > v_customer.credit_line, false);
  if not private.at_live_srp(p_project, p_booking) then
    select count(*) > 0 as found, min(f.line_no) as line_no, string_agg(private.price_words(f.description, f.agent_srp, f.agent_srp_pieces, f.floor), ', ' order by f.line_no) as prices,
      bool_or(f.by_caller) as lowered, bool_and(f.by_caller) as only_lowered
    into v_low from private.lines_below_floor(p_project, array[p_booking]) f;
    v_below := v_low.found;
  end if;
  -- Who may override is asked only where something is to be overridden.
  v_overrides := (v_over or v_below) and private.scope_of(p_project, 'bookings.override') is not null;
  if v_over and (not v_overrides or v_reason is null) then
    perform private.refuse('credit_exceeded', format('%s has %s of available credit and this booking is %s. Collect first, or ask an owner to override the limit.',
      v_customer.name, to_char(v_customer.credit_line - v_exposure, 'FM999,999,999,990.00'), to_char(v_booking.total, 'FM999,999,999,990.00')));
  end if;
  if v_below then
    if not v_low.only_lowered and (not v_overrides or v_reason is null) then
      perform private.refuse('below_price_floor', format('Below the price floor: %s. Correct the price, or ask a General Manager or Owner to override it.', v_low.prices),
        format('lines[%s].agent_srp', v_low.line_no - 1));
    end if;
    -- A booking that needs the first live SRP of a product, or a lowered one, is validated by another user than who set it; one
    -- that needs the higher credit line by another than who raised it (docs/permissions.md).
    if v_low.lowered then
      perform private.refuse('maker_checker', format('You set or lowered the current SRP that these prices need: %s. Another user who validates bookings has to validate %s.',
        v_low.prices, v_booking.so_no), format('lines[%s].agent_srp', v_low.line_no - 1));
    end if;
  end if;
  if not v_over and v_booking.total > 0 and private.rule_of(v_settings, 'credit_lines') then
    v_others := private.credit_line_by_others(v_customer, auth.uid());
    if v_others < 'Infinity' and coalesce(v_exposure, private.exposure(p_project, v_customer.id)) + v_booking.total > v_others then
      perform private.refuse('maker_checker', format('You set the credit limit of %s that %s needs: another user who validates bookings has to validate it.',
        v_customer.name, v_booking.so_no));
    end if;
  end if;
  if v_over or v_below then
    if private.rule_of(v_settings, 'credit_override') and auth.uid() in (v_booking.created_by, v_booking.edited_by) then
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

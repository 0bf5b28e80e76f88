DROP FUNCTION "private"."freeze_vat"(public.bookings, public.customers);

CREATE OR REPLACE FUNCTION private.at_live_srp(p_project uuid, p_booking uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return not exists (select from public.price_lists x where x.project_id = p_project) and not exists (
    select from public.booking_lines l
    join public.products p on p.project_id = p_project and p.id = l.product_id
    join public.inventory i on i.project_id = p_project and i.product_id = l.product_id
    cross join lateral (select private.price_each(l.agent_srp, l.agent_srp_pieces) as asked, private.price_each(i.current_srp, i.current_srp_pieces) as live) e
    where l.project_id = p_project and l.booking_id = p_booking
      and (l.free_of is not null or l.discount_percent <> 0 or l.discount_amount <> 0 or l.agent_srp = 0 or e.live = 0 or e.asked < e.live or p.created_by = auth.uid()
        or exists (select from public.price_changes c
          where c.project_id = p_project and c.product_id = l.product_id and c.price = 'current_srp'
            and (private.price_each(c.old_price, c.old_pieces) = 0 or e.asked < greatest(private.price_each(c.old_price, c.old_pieces), private.price_each(c.new_price, c.new_pieces))))));
end $function$;

CREATE OR REPLACE FUNCTION private.freeze_vat(p_booking public.bookings, p_customer public.customers, p_settings jsonb)
 RETURNS public.bookings
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v public.bookings := p_booking;
  v_included boolean := private.setting_of(p_settings, 'prices_include_vat')::boolean;
begin
  v.vat_percent := private.setting_of(p_settings, 'vat_percent')::numeric;
  update public.booking_lines l set vat_class = x.vat_class, vat_percent = x.vat_percent, vat_on_top = x.vat_on_top
  from public.products p
  cross join lateral (select private.vat_class_of(p_customer.vat_class, p.vat_class) as vat_class) c
  cross join lateral (select c.vat_class, private.vat_rate(c.vat_class, v.vat_percent) as vat_percent,
    case when v_included then 0 else private.vat_rate(c.vat_class, v.vat_percent) end as vat_on_top) x
  where l.project_id = v.project_id and l.booking_id = v.id and p.project_id = l.project_id and p.id = l.product_id
    and (l.vat_class, l.vat_percent, l.vat_on_top) is distinct from (x.vat_class, x.vat_percent, x.vat_on_top);
  select private.limit_amount(sum(l.amount), 'lines'), sum(l.gross - l.amount) into v.total, v.discount from public.booking_lines l where l.project_id = v.project_id and l.booking_id = v.id;
  select x.vat, x.exempt, x.zero_rated into v.vat_amount, v.exempt_amount, v.zero_rated_amount from private.booking_vat(v.project_id, v.id) x;
  return v;
end $function$;

CREATE OR REPLACE FUNCTION private.issue_from_stock(p_booking public.bookings, p_lines uuid[], p_pieces integer[], p_date date)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  v_short record;
  v_moment timestamptz;
begin
  perform private.lock_stock(p_booking.project_id, array(
    select l.product_id from public.booking_lines l where l.project_id = p_booking.project_id and l.id = any (p_lines)));
  select a.* into v_short from (
    select l.line_no, l.product_id, x.pieces, x.n, sum(x.pieces) over (partition by l.product_id order by x.n) as needed
    from unnest(p_lines, p_pieces) with ordinality x (id, pieces, n)
    join public.booking_lines l on l.project_id = p_booking.project_id and l.id = x.id) a
  join public.inventory i on i.project_id = p_booking.project_id and i.product_id = a.product_id
  where a.needed > i.on_hand - i.bad_order order by a.n limit 1;
  if found then
    perform private.refuse('insufficient_stock', (
      select format('%s: not enough stock of %s on hand to deliver %s pieces.', p_booking.so_no, p.description, v_short.pieces)
      from public.products p where p.project_id = p_booking.project_id and p.id = v_short.product_id), format('lines[%s].quantity', v_short.line_no - 1));
  end if;
  -- Asked once for all entries, each of which would ask for it.
  v_moment := private.moment(p_booking.project_id);
  with issued as (
    insert into public.stock_movements (project_id, product_id, kind, quantity, on_date, source_table, source_id, source_line, created_at)
    select p_booking.project_id, l.product_id, 'issue', -x.pieces, p_date, 'bookings', p_booking.id, l.id, v_moment
    from unnest(p_lines, p_pieces) with ordinality x (id, pieces, n)
    join public.booking_lines l on l.project_id = p_booking.project_id and l.id = x.id order by x.n
    returning id, source_line, -quantity as pieces, -cost as cost
  ), lines as (
    select l as line, i.id as n, i.pieces, i.cost, private.delivered_amount(l, l.quantity_delivered) as before,
      private.delivered_amount(l, l.quantity_delivered + i.pieces) - private.delivered_amount(l, l.quantity_delivered) as amount,
      private.gross_amount(l, l.quantity_delivered + i.pieces) - private.gross_amount(l, l.quantity_delivered) as gross
    from issued i join public.booking_lines l on l.project_id = p_booking.project_id and l.id = i.source_line
  ), sales as (
    -- What all deliveries of the booking have of VAT adds up to the VAT of its invoice, however many there are.
    select s.*, coalesce(sum(s.amount) filter (where (s.line).vat_class = 'vatable') over (order by s.n rows between unbounded preceding and 1 preceding), 0)
      + (select coalesce(sum(e.amount), 0) from public.sales_entries e
        where e.project_id = p_booking.project_id and e.booking_id = p_booking.id and e.kind = 'delivery' and e.vat_class = 'vatable') as taxed
    from lines s
  )
  insert into public.sales_entries (project_id, on_date, kind, booking_id, line_id, product_id, customer_id, agent_id, case_config, pieces, amount, discount, vat_amount, vat_class, cost, free, posted_at)
  select p_booking.project_id, p_date, 'delivery', p_booking.id, (s.line).id, (s.line).product_id, p_booking.customer_id, p_booking.agent_id, (s.line).case_config, s.pieces,
    s.amount, s.gross - s.amount,
    case when (s.line).vat_percent = 0 then 0.00
      when (s.line).vat_on_top > 0 then private.vat_in(s.before + s.amount, (s.line).vat_percent) - private.vat_in(s.before, (s.line).vat_percent)
      else private.vat_of_part(s.line, s.amount, s.taxed) end,
    (s.line).vat_class, s.cost, (s.line).free_of is not null, v_moment
  from sales s order by s.n;
  update public.booking_lines l set quantity_delivered = l.quantity_delivered + x.pieces
  from unnest(p_lines, p_pieces) x (id, pieces) where l.project_id = p_booking.project_id and l.id = x.id;
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
  v_exposure := private.exposure(p_project, v_customer.id);
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
  if not v_over and v_booking.total > 0 and private.rule_of(v_settings, 'credit_lines')
    and v_exposure + v_booking.total > private.credit_line_by_others(v_customer, auth.uid()) then
    perform private.refuse('maker_checker', format('You set the credit limit of %s that %s needs: another user who validates bookings has to validate it.',
      v_customer.name, v_booking.so_no));
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

COMMENT ON FUNCTION "private"."at_live_srp"(uuid, uuid) IS 'Tells of a booking in the most common case, at little cost, that private.lines_below_floor has nothing to say of it: no price lists, no discounts, no free goods, and every price at least the live SRP and every one that the product had, which others than the caller set. False tells nothing.';

COMMENT ON FUNCTION "private"."freeze_vat"(public.bookings, public.customers, jsonb) IS 'Gives the lines of a booking that is being validated the VAT class and percentage that count now, and returns it with its percentage, the total that follows and what it is made of. The caller writes them.';

REVOKE ALL ON FUNCTION "private"."at_live_srp"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."freeze_vat"(public.bookings, public.customers, jsonb) FROM PUBLIC;

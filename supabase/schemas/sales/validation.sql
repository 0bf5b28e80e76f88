-- Validation of bookings: credit, stock, and who may decide what. See docs/domain.md, Order to cash.

create or replace function private.prices_by_caller(p_project uuid, p_bookings uuid[]) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return p_project <> all (private.my_projects()) or exists (
    with goods as materialized (
      select p.id, p.created_by, p.category1, p.category2, p.category3, i.current_srp from public.products p
      join public.inventory i on i.project_id = p.project_id and i.product_id = p.id
      where p.project_id = p_project
        and p.id in (select l.product_id from public.booking_lines l where l.project_id = p_project and l.booking_id = any (p_bookings))
    ), buyers as materialized (
      select c.id, c.customer_group_id, c.price_list_id, g.price_list_id as of_group from public.customers c
      left join public.customer_groups g on g.project_id = c.project_id and g.id = c.customer_group_id
      where c.project_id = p_project
        and c.id in (select b.customer_id from public.bookings b where b.project_id = p_project and b.id = any (p_bookings))
    ), lists as materialized (
      select l.id from public.price_lists l
      where l.project_id = p_project
        and (l.is_default or l.id in (select b.price_list_id from buyers b union all select b.of_group from buyers b))
    ), rows as (
      select 'customers' as of, b.id, null as field from buyers b
      union all select 'customer_groups', b.customer_group_id, null from buyers b
      union all select 'products', g.id, null from goods g
      union all select 'price_lists', l.id, null from lists l
      -- A list that the caller made the default one no longer
      union all select 'price_lists', l.id, 'is_default' from public.price_lists l where l.project_id = p_project
      union all select 'price_list_items', i.id, null from public.price_list_items i
        where i.project_id = p_project and i.product_id in (select g.id from goods g) and i.price_list_id in (select l.id from lists l)
      union all select 'price_list_items', i.id, null from public.price_list_items i
        where i.project_id = p_project and i.price_list_id in (select l.id from lists l) and i.category is not null
          and exists (select from goods g
            where i.category = case i.category_no when 1 then g.category1 when 2 then g.category2 when 3 then g.category3 end)
    )
    select from rows r cross join lateral (select from public.audit_log a
      where a.project_id = p_project and a.table_name = r.of and a.row_id = r.id and a.user_id = auth.uid()
        and (r.field is null or a.before ? r.field) limit 1) a
    union all
    -- Without a live SRP the last one above zero counts.
    select from goods g where g.created_by = auth.uid() or g.current_srp = 0 or exists (select from public.price_changes h
      where h.project_id = p_project and h.product_id = g.id and h.price = 'current_srp' and h.created_by = auth.uid()));
end $$;
comment on function private.prices_by_caller is
  'Tells whether the caller has changed anything that private.price_item reads for these bookings: their customers and groups, their '
  'products and live prices, the price lists that count for them or were the default one, and their prices there. Without such a change, '
  'what others left is what counts now.';

create or replace function private.lines_below_floor(p_project uuid, p_bookings uuid[])
returns table (booking_id uuid, line_no int, description text, agent_srp numeric, agent_srp_pieces int, floor numeric, by_caller boolean)
language plpgsql stable set search_path = '' as $$
begin
  return query
  with project as materialized (
    select x.*, x.lists and private.prices_by_caller(p_project, p_bookings) as own
    from (select private.project_setting(p_project, 'price_floor_percent')::numeric / 100 as share,
      private.needs_second_person(p_project, 'credit_override') as two,
      exists (select from public.price_lists l where l.project_id = p_project) as lists) x
  ), asked as materialized (
    select l.* from public.booking_lines l where l.project_id = p_project and l.booking_id = any (p_bookings)
  ), products as materialized (
    select i.product_id, p.description, private.price_each(i.current_srp, i.current_srp_pieces) as current_srp,
      -- The first two of what private.srp_of_others returns, looked up for all products at once
      case when s.two and s.share > 0
        then coalesce(h.last, case when h.initial > 0 and p.created_by is distinct from auth.uid() then h.initial end,
        private.srp_of_others(p_project, i.product_id)) end as others
    from project s, public.products p join public.inventory i on i.project_id = p.project_id and i.product_id = p.id
    cross join lateral (select
      (select private.price_each(c.new_price, c.new_pieces)
        from public.price_changes c where c.project_id = p_project and c.product_id = i.product_id
        and c.price = 'current_srp' and c.new_price > 0 and c.created_by is distinct from auth.uid() order by c.id desc limit 1) as last,
      coalesce((select private.price_each(c.old_price, c.old_pieces)
        from public.price_changes c where c.project_id = p_project and c.product_id = i.product_id
        and c.price = 'current_srp' order by c.id limit 1), private.price_each(i.current_srp, i.current_srp_pieces)) as initial) h
    where p.project_id = p_project and i.project_id = p_project and p.id in (select a.product_id from asked a)
  ), lines as (
    select l.booking_id, l.line_no, coalesce(l.free_of, l.line_no) as paid_by, l.free_of is not null as free, l.quantity,
      p.description, l.agent_srp_pieces,
      -- The price after discount.
      l.agent_srp * (100 - l.discount_percent) / 100 - l.discount_amount * l.agent_srp_pieces / l.quantity as net,
      greatest(case when s.share = 0 or p.current_srp > 0 then round(p.current_srp * s.share, 6) end, i.floor_each) as floor,
      greatest(round(p.others * s.share, 6), case when not s.two then null when s.own then o.floor_each else i.floor_each end) as before,
      s.two and s.share > 0 and p.others is null as unseen
    from project s, asked l join products p on p.product_id = l.product_id
    join public.bookings b on b.project_id = p_project and b.id = l.booking_id
    left join lateral (select x.floor_each
      from private.price_item(p_project, b.customer_id, l.product_id, b.date_added) x where s.lists) i on true
    left join lateral (select x.floor_each
      from private.price_item(p_project, b.customer_id, l.product_id, b.date_added, true) x where s.two and s.own) o on true
  ), given as (
    -- Free goods are paid with the line with which they are given.
    select l.booking_id, l.paid_by as line_no, sum(l.quantity * l.floor) as worth,
      sum(l.quantity * greatest(l.floor, l.before)) as worth_before from lines l where l.free group by l.booking_id, l.paid_by
  ), floors as (
    -- Nothing is given away without an override, so the lowest floor is a
    -- centavo. Without an SRP there is none (null): every price is below it.
    select l.booking_id, l.line_no, l.free, l.description, l.net, l.agent_srp_pieces,
      round(l.net / l.agent_srp_pieces - coalesce(g.worth, 0) / l.quantity, 6) as each,
      round(l.net / l.agent_srp_pieces - coalesce(g.worth_before, 0) / l.quantity, 6) as each_before,
      greatest(private.price_each(0.01, l.agent_srp_pieces), l.floor) as floor, l.floor is null as none, l.before, l.unseen
    from lines l left join given g on g.booking_id = l.booking_id and g.line_no = l.line_no
  )
  select f.booking_id, f.line_no, f.description, round(f.net, 2), f.agent_srp_pieces,
    case when not f.none and not f.unseen
      then ceil((greatest(f.floor, f.before) + f.net / f.agent_srp_pieces - f.each_before) * f.agent_srp_pieces * 100) / 100 end,
    not f.none and (f.free or f.each >= f.floor)
  from floors f where f.none or f.unseen or (not f.free and f.each_before < greatest(f.floor, f.before));
end $$;
comment on function private.lines_below_floor is
  'Returns the lines of these bookings whose price is below the price floor: a percentage of the live SRP (setting price_floor_percent), '
  'the floor of the price list that counts for the customer on the booking date, whichever is higher, and at least a centavo; every price '
  'of a product without either. The price is that after discount, and pays for the free goods of its line too, at their floor. Prices are '
  'compared per piece to six decimals; floor is the lowest price in the unit of the line, with which its free goods are paid. by_caller: '
  'the line is below only the floor of what somebody else set, as the caller lowered the live SRP or the floor of the list, ended the '
  'price or took the customer out of the list, or set the first SRP and nobody else has validated a booking of the product since (floor '
  'null). Runs with the caller''s rights.';

create or replace function private.price_words(p_description text, p_price numeric, p_price_pieces int, p_floor numeric) returns text
language sql immutable
return format('%s at %s (%s)', p_description, private.price_text(p_price, p_price_pieces),
  coalesce('floor ' || private.price_text(p_floor, p_price_pieces), 'no SRP to compare with'));
comment on function private.price_words is 'Names a product with its price and its price floor (null: none), for messages.';

grant execute on function private.prices_by_caller, private.lines_below_floor, private.price_words to authenticated;

create or replace function private.at_live_srp(p_project uuid, p_booking uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return not exists (select from public.price_lists x where x.project_id = p_project) and not exists (
    select from public.booking_lines l
    join public.products p on p.project_id = p_project and p.id = l.product_id
    join public.inventory i on i.project_id = p_project and i.product_id = l.product_id
    cross join lateral (select private.price_each(l.agent_srp, l.agent_srp_pieces) as asked,
        private.price_each(i.current_srp, i.current_srp_pieces) as live) e
    where l.project_id = p_project and l.booking_id = p_booking
      and (l.free_of is not null or l.discount_percent <> 0 or l.discount_amount <> 0 or l.agent_srp = 0 or e.live = 0
        or e.asked < e.live or p.created_by = auth.uid()
        or exists (select from public.price_changes c
          where c.project_id = p_project and c.product_id = l.product_id and c.price = 'current_srp'
            and (private.price_each(c.old_price, c.old_pieces) = 0
              or e.asked < greatest(private.price_each(c.old_price, c.old_pieces), private.price_each(c.new_price, c.new_pieces))))));
end $$;
comment on function private.at_live_srp is
  'Tells of a booking in the most common case, at little cost, that private.lines_below_floor has nothing to say of it: no price lists, no '
  'discounts, no free goods, and every price at least the live SRP and every one that the product had, which others than the caller set. '
  'False tells nothing.';

create or replace function private.booking_vat(p_project uuid, p_booking uuid, out vatable numeric, out vat numeric,
  out exempt numeric, out zero_rated numeric)
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan as $$
begin
  select s.taxed - s.vat, s.vat, s.exempt, s.zero_rated into vatable, vat, exempt, zero_rated from (
    select coalesce(sum(d.due) filter (where d.vat_class = 'vatable'), 0.00) as taxed,
      coalesce(sum(d.due) filter (where d.vat_class = 'exempt'), 0.00) as exempt,
      coalesce(sum(d.due) filter (where d.vat_class = 'zero_rated'), 0.00) as zero_rated,
      -- VAT on top of prices is rounded on each line, VAT in the prices on their sum.
      coalesce(sum(private.vat_in(d.due, d.vat_percent)) filter (where d.vat_on_top > 0), 0.00)
        + private.vat_in(coalesce(sum(d.due) filter (where d.vat_percent > 0 and d.vat_on_top = 0), 0.00), max(d.vat_percent)) as vat
    from (
      select l.vat_class, l.vat_percent, l.vat_on_top, private.delivered_amount(l, l.quantity - l.quantity_released) as due
      from public.booking_lines l where l.project_id = p_project and l.booking_id = p_booking) d) s;
end $$;
comment on function private.booking_vat is
  'Returns what the lines of a booking come to by VAT class, less the pieces that were released undelivered: vatable sales without VAT, '
  'their VAT, exempt and zero-rated sales. They add up to what its invoice says is due.';
grant execute on function private.booking_vat to authenticated;

create or replace function private.freeze_vat(p_booking public.bookings, p_settings jsonb) returns public.bookings
language plpgsql stable set search_path = '' as $$
declare v public.bookings := p_booking;
begin
  select coalesce(max(l.vat_percent) filter (where l.vat_class = 'vatable'), private.setting_of(p_settings, 'vat_percent')::numeric),
    sum(l.gross - l.amount)
  into v.vat_percent, v.discount from public.booking_lines l where l.project_id = v.project_id and l.booking_id = v.id;
  select x.vat, x.exempt, x.zero_rated, private.limit_amount(x.vatable + x.vat + x.exempt + x.zero_rated, 'lines')
  into v.vat_amount, v.exempt_amount, v.zero_rated_amount, v.total from private.booking_vat(v.project_id, v.id) x;
  return v;
end $$;
comment on function private.freeze_vat is
  'Returns a booking that is being validated with the percentage of its lines, as they were saved, and what its total is made of. The '
  'caller writes them.';

create or replace function private.check_credit_and_prices(p_booking public.bookings, p_customer public.customers, p_settings jsonb,
  p_validates boolean, p_reason text) returns text
language plpgsql set search_path = '' as $$
declare
  v_exposure numeric;
  v_others numeric;
  v_overrides boolean;
  v_over boolean;
  v_below boolean := false;
  v_low record;
begin
  if p_customer.credit_line is not null then v_exposure := private.exposure(p_booking.project_id, p_customer.id); end if;
  v_over := coalesce(v_exposure + p_booking.total > p_customer.credit_line, false);
  if not private.at_live_srp(p_booking.project_id, p_booking.id) then
    select min(f.line_no) as line_no,
      string_agg(private.price_words(f.description, f.agent_srp, f.agent_srp_pieces, f.floor), ', ' order by f.line_no) as prices,
      bool_or(f.by_caller) as lowered, bool_and(f.by_caller) as only_lowered
    into v_low from private.lines_below_floor(p_booking.project_id, array[p_booking.id]) f;
    v_below := v_low.prices is not null;
  end if;
  -- Who may override is asked only where something is to be overridden.
  v_overrides := (v_over or v_below) and private.scope_of(p_booking.project_id, 'bookings.override') is not null;
  if v_over and (not v_overrides or p_reason is null) then
    perform private.refuse('credit_exceeded',
      format('%s has %s of available credit and this booking is %s. Collect first, or request an override from a General Manager or Owner.',
      p_customer.name, private.money_text(p_customer.credit_line - v_exposure),
      private.money_text(p_booking.total)));
  end if;
  if v_below then
    if not v_low.only_lowered and (not v_overrides or p_reason is null) then
      perform private.refuse('below_price_floor',
        format('Below the price floor: %s. Correct the price, or ask a General Manager or Owner to override it.', v_low.prices),
        format('lines[%s].agent_srp', v_low.line_no - 1));
    end if;
    -- A booking that needs the first live SRP of a product, or a lowered one, is validated by another user than who set it; one
    -- that needs the higher credit line by another than who raised it (docs/permissions.md).
    if v_low.lowered and not private.works_alone(p_booking.project_id) then
      perform private.refuse('maker_checker',
        format('You set or lowered the current SRP: %s. Another user must validate %s.',
        v_low.prices, p_booking.so_no), format('lines[%s].agent_srp', v_low.line_no - 1));
    end if;
  end if;
  if not v_over and p_booking.total > 0 and private.rule_of(p_settings, 'credit_lines')
    and not private.works_alone(p_booking.project_id) then
    v_others := private.credit_line_by_others(p_customer, auth.uid());
    if v_others < 'Infinity'
       and coalesce(v_exposure, private.exposure(p_booking.project_id, p_customer.id)) + p_booking.total > v_others then
      perform private.refuse('maker_checker',
        format('You set the credit limit of %s: another user must validate %s.',
        p_customer.name, p_booking.so_no));
    end if;
  end if;
  if v_over or v_below then
    if private.rule_of(p_settings, 'credit_override') and auth.uid() in (p_booking.created_by, p_booking.edited_by)
      and not private.works_alone(p_booking.project_id) then
      perform private.refuse('maker_checker',
        'You entered or edited this booking: another user must override its credit limit or its prices.');
    end if;
  else
    if not p_validates then
      perform private.refuse('wrong_state', 'This booking is within its credit limit and its price floors: no override is needed.');
    end if;
    return null;
  end if;
  return p_reason;
end $$;
comment on function private.check_credit_and_prices is
  'Compares a locked booking that is being validated with the credit line of its customer and with the price floors. p_validates: the '
  'caller may validate without an override. Returns the reason of the override, null where there is none.';

create or replace function private.expect_within_limit(p_booking public.bookings, p_customer public.customers) returns void
language plpgsql stable set search_path = '' as $$
declare
  v_limit numeric := (select m.approval_limit from public.memberships m
    where m.project_id = p_booking.project_id and m.user_id = auth.uid());
  v_worth numeric;
  v_over numeric := private.exposure(p_booking.project_id, p_customer.id) + p_booking.total - p_customer.credit_line;
begin
  if v_limit is null then
    perform private.refuse('approval_limit', 'You have no approval limit: ask a General Manager or Owner to set one.');
  end if;
  -- A low price makes a low total: what the goods are worth counts too.
  select case when bool_and(i.current_srp > 0)
    then greatest(round(sum(l.quantity * private.price_each(i.current_srp, i.current_srp_pieces)), 2), p_booking.total, v_over) end
  into v_worth
  from public.booking_lines l join public.inventory i on i.project_id = l.project_id and i.product_id = l.product_id
  where l.project_id = p_booking.project_id and l.booking_id = p_booking.id;
  if v_worth is null or v_worth > v_limit then
    perform private.refuse('approval_limit', format('%s is above your approval limit of %s: ask a General Manager or Owner to approve it.',
      coalesce(private.money_text(v_worth), 'A product without an SRP'), private.money_text(v_limit)));
  end if;
end $$;
comment on function private.expect_within_limit is
  'Raises approval_limit for a Manager who overrides a booking of the own team above the limit that the office set: by its total, by the '
  'worth of its goods at the current SRP, or by what the customer would owe above the credit line, whichever is most.';

create or replace function private.validate_booking(p_project uuid, p_booking uuid, p_version int,
  p_override_reason text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_booking public.bookings;
  v_customer public.customers;
  v_settings jsonb;
  v_reason text := nullif(btrim(p_override_reason), '');
  v_validates boolean := private.scope_of(p_project, 'bookings.validate') is not null;
  v_scope text := case when v_validates then 'all' else private.scope_of(p_project, 'bookings.override') end;
  v_short record;
begin
  if v_scope is null or (not v_validates and v_reason is null) then perform private.forbid(); end if;
  v_reason := private.read_reason(p_override_reason, false);
  v_booking := private.lock_booking(p_project, p_booking, p_version, v_scope);
  if v_booking.stage <> 'pending' then
    perform private.refuse('wrong_state', format('%s is already %s.', v_booking.so_no, v_booking.stage));
  end if;
  v_settings := private.lock_settings(p_project);
  -- The customer's row is locked while the credit line is compared, so that two validations cannot both use the rest of it.
  select * into v_customer from public.customers where project_id = p_project and id = v_booking.customer_id for no key update;
  if v_customer.approval_status <> 'approved' then
    perform private.refuse('customer_not_approved',
      format('%s is %s: only approved customers can buy.', v_customer.name, v_customer.approval_status));
  end if;
  v_booking := private.freeze_vat(v_booking, v_settings);
  if v_scope = 'team' then perform private.expect_within_limit(v_booking, v_customer); end if;
  -- The stock is locked before prices are compared: a purchase that brings goods may bring another live SRP.
  perform private.lock_stock(p_project,
    array(select l.product_id from public.booking_lines l where l.project_id = p_project and l.booking_id = p_booking));
  v_reason := private.check_credit_and_prices(v_booking, v_customer, v_settings, v_validates, v_reason);
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
  select a.line_no, format('Not enough stock of %s: %s ordered, %s available.', p.description, a.quantity, i.available) as message
  into v_short from asked a
  join public.products p on p.project_id = p_project and p.id = a.product_id
  join public.inventory i on i.project_id = p_project and i.product_id = a.product_id
  where a.product_id not in (select r.product_id from reserved r) order by a.product_id limit 1;
  if found then
    perform private.refuse('insufficient_stock', v_short.message, format('lines[%s].quantity', v_short.line_no - 1));
  end if;

  update public.bookings set approval_status = 'approved', validated_at = now(), validated_by = auth.uid(), override_reason = v_reason,
    total = v_booking.total, discount = v_booking.discount, vat_percent = v_booking.vat_percent, vat_amount = v_booking.vat_amount,
    exempt_amount = v_booking.exempt_amount, zero_rated_amount = v_booking.zero_rated_amount,
    collection_status = case when v_booking.total = 0 then 'paid' else 'unpaid' end,
    date_paid = case when v_booking.total = 0 then date_added end, date_cleared = case when v_booking.total = 0 then date_added end
  where project_id = p_project and id = p_booking returning * into v_booking;
  return jsonb_build_object('id', p_booking, 'so_no', v_booking.so_no, 'version', v_booking.version);
end $$;

select private.expose('validate_booking');
comment on function public.validate_booking is
  'Validates a pending booking: checks credit (exposure + total within the credit line, and within the one that somebody else than the '
  'caller set (setting maker_checker.credit_lines); or an override with a reason by who may) and prices (each AgentSRP after discount, '
  'less the floor of the free goods of its line, at least the price floor, setting price_floor_percent, or an override; a Manager '
  'overrides for the own team, up to the limit of set_approval_limit), reserves stock, freezes lines and total as they were saved. '
  'Errors: 42501, P0002, stale_version, wrong_state, customer_not_approved, approval_limit, credit_exceeded, below_price_floor '
  '(lines[n].agent_srp), insufficient_stock, maker_checker.';

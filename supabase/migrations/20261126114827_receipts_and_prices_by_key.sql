set local check_function_bodies = off;

create or replace function private.moment(p_project uuid) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  v_known text := current_setting('kalakal.moment', true);
  v_moment timestamptz;
begin
  if starts_with(v_known, p_project::text || ' ') then return to_timestamp(substr(v_known, 38)::numeric); end if;
  perform pg_advisory_xact_lock_shared(hashtextextended('moment of ' || coalesce(p_project::text, ''), 0));
  v_moment := clock_timestamp();
  perform set_config('kalakal.moment', concat_ws(' ', p_project, extract(epoch from v_moment)), true);
  return v_moment;
end $$;

create or replace function private.post_movement() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_most int;
  v_on_hand int;
  v_value numeric;
  v_default numeric;
begin
  select i.on_hand, i.stock_value into v_on_hand, v_value from public.inventory i
  where i.project_id = new.project_id and i.product_id = new.product_id for no key update;
  if new.quantity > 0 and new.cost is null then
    select private.line_amount(p.def_cost, p.def_cost_pieces, new.quantity) into v_default from public.products p where p.project_id = new.project_id and p.id = new.product_id;
  end if;
  new.cost := private.limit_amount(private.movement_cost(new.quantity, new.cost, v_on_hand, v_value, v_default), 'quantity');
  update public.inventory i set
    purchased = purchased + case when new.kind = 'purchase' then new.quantity else 0 end,
    supplier_returned = supplier_returned - case when new.kind = 'supplier_return' then new.quantity else 0 end,
    used_stocks = used_stocks - case when new.kind = 'issue' then new.quantity else 0 end,
    stocks_returned = stocks_returned + case when new.kind in ('return_in', 'return_credit') then new.quantity else 0 end,
    adjusted = adjusted + case when new.kind in ('adjustment', 'write_off') then new.quantity else 0 end,
    bad_order = bad_order + case when new.stock_state = 'bad_order' then new.quantity else 0 end,
    stock_value = stock_value + new.cost,
    modified_at = now()
  where i.project_id = new.project_id and i.product_id = new.product_id
  returning greatest(i.purchased, i.supplier_returned, i.used_stocks, i.stocks_returned, abs(i.adjusted)) into v_most;
  -- The quantity on hand is computed from these figures and has to fit its column.
  if v_most > 500000000 then perform private.invalid('quantity', 'A product has at most 500,000,000 pieces in and out.'); end if;
  return new;
end $$;

create or replace function private.delivery_days(p_project uuid, p_booking uuid) returns setof date
language plpgsql stable security invoker rows 2 set search_path = '' as $$
begin
  return query select e.on_date from public.sales_entries e
    where e.project_id = p_project and e.booking_id = p_booking and e.kind = 'delivery'
    group by e.on_date having sum(e.pieces) <> 0;
end $$;

create or replace function private.lines_below_floor(p_project uuid, p_bookings uuid[])
returns table (booking_id uuid, line_no int, description text, agent_srp numeric, agent_srp_pieces int, floor numeric, by_caller boolean)
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query
  with project as materialized (
    select x.*, x.lists and private.prices_by_caller(p_project, p_bookings) as own
    from (select private.price_floor_percent(p_project) / 100 as share, private.needs_second_person(p_project, 'credit_override') as two,
      exists (select from public.price_lists l where l.project_id = p_project) as lists) x
  ), asked as materialized (
    select l.* from public.booking_lines l where l.project_id = p_project and l.booking_id = any (p_bookings)
  ), products as materialized (
    select i.product_id, p.description, private.price_each(i.current_srp, i.current_srp_pieces) as current_srp,
      -- The first two of what private.srp_of_others returns, looked up for all products at once
      case when s.two and s.share > 0 then coalesce(h.last, case when h.initial > 0 and p.created_by is distinct from auth.uid() then h.initial end,
        private.srp_of_others(p_project, i.product_id)) end as others
    from project s, public.products p join public.inventory i on i.project_id = p.project_id and i.product_id = p.id
    cross join lateral (select
      (select private.price_each(c.new_price, c.new_pieces) from public.price_changes c where c.project_id = p_project and c.product_id = i.product_id
        and c.price = 'current_srp' and c.new_price > 0 and c.created_by is distinct from auth.uid() order by c.id desc limit 1) as last,
      coalesce((select private.price_each(c.old_price, c.old_pieces) from public.price_changes c where c.project_id = p_project and c.product_id = i.product_id
        and c.price = 'current_srp' order by c.id limit 1), private.price_each(i.current_srp, i.current_srp_pieces)) as initial) h
    where p.project_id = p_project and i.project_id = p_project and p.id in (select a.product_id from asked a)
  ), lines as (
    select l.booking_id, l.line_no, coalesce(l.free_of, l.line_no) as paid_by, l.free_of is not null as free, l.quantity, p.description, l.agent_srp_pieces,
      -- The price after discount.
      l.agent_srp * (100 - l.discount_percent) / 100 - l.discount_amount * l.agent_srp_pieces / l.quantity as net,
      greatest(case when s.share = 0 or p.current_srp > 0 then round(p.current_srp * s.share, 6) end, i.floor_each) as floor,
      greatest(round(p.others * s.share, 6), case when not s.two then null when s.own then o.floor_each else i.floor_each end) as before, s.two and s.share > 0 and p.others is null as unseen
    from project s, asked l join products p on p.product_id = l.product_id
    join public.bookings b on b.project_id = p_project and b.id = l.booking_id
    left join lateral (select x.floor_each from private.price_item(p_project, b.customer_id, l.product_id, b.date_added) x where s.lists) i on true
    left join lateral (select x.floor_each from private.price_item(p_project, b.customer_id, l.product_id, b.date_added, true) x where s.two and s.own) o on true
  ), given as (
    -- Free goods are paid with the line with which they are given.
    select l.booking_id, l.paid_by as line_no, sum(l.quantity * l.floor) as worth, sum(l.quantity * greatest(l.floor, l.before)) as worth_before from lines l where l.free group by l.booking_id, l.paid_by
  ), floors as (
    -- Nothing is given away without an override, so the lowest floor is a centavo. Without an SRP there is none (null): every price is below it.
    select l.booking_id, l.line_no, l.free, l.description, l.net, l.agent_srp_pieces,
      round(l.net / l.agent_srp_pieces - coalesce(g.worth, 0) / l.quantity, 6) as each,
      round(l.net / l.agent_srp_pieces - coalesce(g.worth_before, 0) / l.quantity, 6) as each_before,
      greatest(private.price_each(0.01, l.agent_srp_pieces), l.floor) as floor, l.floor is null as none, l.before, l.unseen
    from lines l left join given g on g.booking_id = l.booking_id and g.line_no = l.line_no
  )
  select f.booking_id, f.line_no, f.description, round(f.net, 2), f.agent_srp_pieces,
    case when not f.none and not f.unseen then ceil((greatest(f.floor, f.before) + f.net / f.agent_srp_pieces - f.each_before) * f.agent_srp_pieces * 100) / 100 end,
    not f.none and (f.free or f.each >= f.floor)
  from floors f where f.none or f.unseen or (not f.free and f.each_before < greatest(f.floor, f.before));
end $$;

create or replace function private.receipt_place(p_receipt public.collections)
returns table (place text, holder_id uuid, amount numeric, confirmed_amount numeric)
language plpgsql stable security definer rows 1 set search_path = '' as $$
begin
  return query
  with w as (
    select case when p_receipt.remittance_id is null then p_receipt.collector_id end as holder,
      case when p_receipt.approval_status = 'approved' then p_receipt.amount else 0 end as approved
  )
  select case when w.holder is null then 'office' else 'collector' end, w.holder, p_receipt.amount, w.approved
  from w where p_receipt.collection_type = 'cash' and p_receipt.approval_status <> 'cancelled' and not p_receipt.from_archive
  union all
  select 'cheques', w.holder, p_receipt.amount, w.approved
  from w where p_receipt.cheque_state in ('on_hand', 'returned') and p_receipt.approval_status <> 'cancelled'
  union all
  select 'bank', s.bank_id, p_receipt.amount, case p_receipt.cheque_state when 'cleared' then p_receipt.amount else 0 end
  from (select l.slip_id from public.cheque_events l
    where l.project_id = p_receipt.project_id and l.collection_id = p_receipt.id and l.event = 'deposited' order by l.id desc limit 1) e
  join public.deposit_slips s on s.project_id = p_receipt.project_id and s.id = e.slip_id
  where p_receipt.cheque_state in ('deposited', 'cleared')
  union all
  select 'bank', p_receipt.bank_id, p_receipt.amount, p_receipt.amount
  where p_receipt.collection_type = 'bank_transfer' and p_receipt.approval_status = 'approved';
end $$;

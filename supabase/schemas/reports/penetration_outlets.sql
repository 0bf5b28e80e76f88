-- Outlets of the report of penetration: who counts on a day, and who did not buy.

create or replace function private.outlets(p_project uuid, p_filters jsonb, p_on date)
returns table (customer_id uuid, agent_id uuid, manager_id uuid)
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
declare
  v_agent uuid := private.read_uuid(p_filters, 'agent_id');
  v_manager uuid := private.read_uuid(p_filters, 'manager_id');
  v_universe text := coalesce(p_filters ->> 'universe', 'approved');
  v_since date := p_on - coalesce(nullif(private.read_int(p_filters, 'active_days', p_max => 36500), 0), 90);
  v_next timestamptz;
  v_known boolean;
begin
  if v_universe not in ('approved', 'active') then perform private.invalid('universe', 'Choose which outlets count.'); end if;
  -- For days before the project was created all customers count, as nothing is known of them.
  select (p_on + 1)::timestamp at time zone private.zone_of(p_project),
    (p.created_at at time zone private.zone_of(p_project))::date <= p_on into v_next, v_known
  from public.projects p where p.id = p_project;

  return query
  with moved as (
    select distinct on (t.customer_id) t.customer_id, t.from_agent_id from public.agent_customer_transfers t
    where t.project_id = p_project and t.effective_on > p_on order by t.customer_id, t.effective_on, t.id
  ), decided as (
    -- The first decision after that day tells the state before it.
    select distinct on (e.customer_id) e.customer_id, e.type = 'deactivated' as was_approved from public.customer_finance_events e
    where e.project_id = p_project and e.created_at >= v_next
      and e.type in ('approved', 'rejected', 'deactivated', 'reactivated') and (v_known or e.type in ('deactivated', 'reactivated'))
    order by e.customer_id, e.id
  ), bought as (
    select b.customer_id
    from private.sales_buyers(p_project, jsonb_build_object('basis', p_filters ->> 'basis'), v_since + 1, p_on, 'customer', 'all') b
    where v_universe = 'active' and b.sold
  )
  select c.id, a.agent_id, g.manager_id
  from public.customers c
  left join moved m on m.customer_id = c.id
  left join decided d on d.customer_id = c.id
  cross join lateral (select coalesce(m.from_agent_id, c.agent_id) as agent_id) a
  left join public.memberships g on g.project_id = p_project and g.user_id = a.agent_id
  where c.project_id = p_project and coalesce(d.was_approved, c.approval_status = 'approved') and (not v_known or c.date_added <= p_on)
    and (v_universe = 'approved' or c.id in (select x.customer_id from bought x))
    and (v_agent is null or a.agent_id = v_agent) and (v_manager is null or g.manager_id = v_manager);
end $$;
comment on function private.outlets is
  'Returns the universe of penetration on a day: customers approved then, each with the owning agent of that day and that agent''s manager '
  'of today. p_filters: {agent_id, manager_id, universe: approved (default) | active (only customers with a booking in the last '
  'active_days, 90 when empty, by basis)}. Runs with the caller''s rights. Errors: 22023.';

create or replace function private.non_buyers(p_project uuid, p_filters jsonb, p_from date, p_to date)
returns table (customer_id uuid, agent_id uuid, manager_id uuid, last_bought date, last_order date)
language plpgsql stable set search_path = '' as $$
declare
  v_delivery boolean := coalesce(p_filters ->> 'basis', 'delivery') = 'delivery';
  v_least int := greatest(coalesce(private.read_int(p_filters, 'min_pieces'), 1), 1);
  v_goods uuid[] := array(select g.product_id from private.report_products(p_project, p_filters) g);
begin
  return query
  with bought as (
    select s.customer_id
    from private.sales_sums(p_project, private.fields_of(p_filters) - '{agent_id,manager_id,customer_id,cancelled}'::text[],
      p_from, p_to, 'customer', 'all') s
    group by s.customer_id having sum(s.pieces) >= v_least
  ), missed as materialized (
    select o.* from private.outlets(p_project, p_filters, p_to) o where o.customer_id not in (select b.customer_id from bought b)
  )
  select m.customer_id, m.agent_id, m.manager_id,
    -- What a customer bought is read from the newest on, until one of the products comes.
    case when v_delivery then (
      select e.on_date from public.sales_entries e
      where e.project_id = p_project and e.customer_id = m.customer_id and e.kind = 'delivery' and e.on_date <= p_to and not e.free
        and e.product_id = any (v_goods)
        and (
          select sum(x.pieces) > 0 and sum(x.pieces) filter (where x.kind = 'delivery' and x.on_date = e.on_date) > 0
          from public.sales_entries x where x.project_id = p_project and x.line_id = e.line_id and x.on_date <= p_to)
      order by e.on_date desc limit 1)
    else (
      select b.date_added
      from public.bookings b join public.booking_lines l on l.project_id = p_project and l.booking_id = b.id
        and l.product_id = any (v_goods)
      where b.project_id = p_project and b.customer_id = m.customer_id and b.date_added <= p_to
        and (b.approval_status <> 'cancelled' or b.opposite_on > p_to) and l.free_of is null and l.quantity - l.quantity_released > (
          select coalesce(sum(k.quantity), 0)
          from public.booking_credits k where k.project_id = p_project and k.line_id = l.id and k.kind = 'returned')
      order by b.date_added desc limit 1) end,
    d.last_on
  from missed m
  left join private.order_days(p_project, v_delivery, array(select m.customer_id from missed m), p_to) d on d.customer_id = m.customer_id;
end $$;
comment on function private.non_buyers is
  'Returns outlets that did not buy the products of p_filters (see report_penetration_report) in a period, with the day of their last '
  'purchase of them and of their last booking, up to its end. Runs with the caller''s rights. Errors: 22023.';

grant execute on function private.outlets, private.non_buyers to authenticated;

-- Reads the day of a Manager's team, and the documents that wait for the Manager. See docs/field-app.md.

create or replace function private.field_team(p_project uuid)
returns table (user_id uuid, person text, stops bigint, stops_done bigint, visits bigint, skipped bigint, bookings bigint, booked numeric,
  receipts bigint, collected numeric, waiting bigint, waiting_since timestamptz, seen_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'field.read');
  v_people uuid[] := case v_scope when 'own' then array[auth.uid()] when 'team' then private.my_agents() end;
  v_today date := private.business_date(p_project);
begin
  return query
  with planned as materialized (
    select distinct s.agent_id, s.customer_id from private.planned_stops(p_project, v_today, v_today) s
  ), made as materialized (
    select v.agent_id, v.customer_id, bool_or(v.state = 'visited') as visited from public.visits v
    where v.project_id = p_project and v.on_date = v_today group by v.agent_id, v.customer_id
  )
  select m.user_id, u.display_name, r.stops, r.done, v.visited, v.skipped, b.count, b.total, c.count, c.total, d.waiting, d.waiting_since,
    d.seen_at
  from public.memberships m
  join public.profiles u on u.user_id = m.user_id
  cross join lateral (select count(*) as stops, count(k.agent_id) as done from planned p
    left join made k on k.agent_id = p.agent_id and k.customer_id = p.customer_id where p.agent_id = m.user_id) r
  cross join lateral (select count(*) filter (where k.visited) as visited, count(*) filter (where not k.visited) as skipped
    from made k where k.agent_id = m.user_id) v
  cross join lateral (select count(*), coalesce(sum(x.total), 0.00) as total from public.bookings x
    where x.project_id = p_project and x.agent_id = m.user_id and x.date_added = v_today and x.approval_status <> 'cancelled'
      and not x.is_opening) b
  cross join lateral (select count(distinct x.receipt_id), coalesce(sum(x.amount), 0.00) as total from public.collections x
    where x.project_id = p_project and coalesce(x.collector_id, x.agent_id) = m.user_id and x.date_collected = v_today
      and x.approval_status <> 'cancelled') c
  cross join lateral (
    select coalesce(sum(k.waiting), 0)::bigint as waiting, min(k.waiting_since) as waiting_since, max(k.seen_at) as seen_at
    from public.devices x join private.device_contacts k on k.project_id = x.project_id and k.device_id = x.id
    where x.project_id = p_project and x.user_id = m.user_id) d
  where m.project_id = p_project and m.status = 'active' and m.role in ('Agent', 'Collector')
    and (v_people is null or m.user_id = any (v_people))
  order by private.sort_key(u.display_name), m.user_id;
end $$;
select private.expose('field_team');
comment on function public.field_team is
  'The agents and collectors that the caller may see, with the stops of today''s route and how many of them were visited or skipped, the '
  'customers visited and skipped on a route or not, the bookings and receipts of today, without cancelled ones, and the acts that their '
  'phones had not sent at their last contact. Errors: 42501.';

create or replace function private.field_approvals(p_project uuid)
returns table (id uuid, version int, so_no text, customer_id uuid, customer text, agent text, on_date date, total numeric, remarks text,
  credit_left numeric, below jsonb)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'bookings.override');
  v_people uuid[] := case v_scope when 'team' then private.my_agents() end;
begin
  return query
  with pending as materialized (
    select b.* from public.bookings b
    join public.customers c on c.project_id = p_project and c.id = b.customer_id and c.approval_status = 'approved'
    where b.project_id = p_project and b.stage = 'pending' and (v_people is null or b.agent_id = any (v_people))
  ), credit as (
    select c.id, c.credit_line - private.exposure(p_project, c.id) as left_of from public.customers c
    where c.project_id = p_project and c.credit_line is not null and c.id in (select p.customer_id from pending p)
  ), low as (
    select f.booking_id, jsonb_agg(jsonb_build_object('product', f.description, 'case', p.case_config, 'per', p.price_unit,
      'price', f.agent_srp::text, 'pieces', f.agent_srp_pieces, 'srp', i.current_srp::text,
      'srp_pieces', i.current_srp_pieces) order by f.line_no) as lines
    from private.lines_below_floor(p_project, array(select p.id from pending p)) f
    join public.booking_lines l on l.project_id = p_project and l.booking_id = f.booking_id and l.line_no = f.line_no
    join public.products p on p.project_id = p_project and p.id = l.product_id
    join public.inventory i on i.project_id = p_project and i.product_id = l.product_id
    where not f.by_caller group by f.booking_id
  )
  select p.id, p.version, p.so_no, p.customer_id, p.customer_name, u.display_name, p.date_added, p.total, p.remarks, k.left_of,
    coalesce(l.lines, '[]')
  from pending p
  join public.profiles u on u.user_id = p.agent_id
  left join credit k on k.id = p.customer_id
  left join low l on l.booking_id = p.id
  where l.lines is not null or p.total > k.left_of
  order by p.created_at, p.id limit 100;
end $$;
select private.expose('field_approvals');
comment on function public.field_approvals is
  'Pending bookings that need an approval which the caller may give (validate_booking with a reason): over the credit limit of the '
  'customer, or with prices below the price floor. Of a Manager those of the own team, 100 at most, the oldest first. below: [{product, '
  'case, per, price after discount, pieces, srp, srp_pieces}]. There are no floors and no costs in it. Errors: 42501.';

create or replace function private.field_returns(p_project uuid)
returns table (id uuid, version int, request_no text, so_no text, customer_id uuid, customer text, agent text, on_date date, reason text,
  credit numeric, lines jsonb)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_scope text := coalesce(private.scope_of(p_project, 'warehouse.decide'), private.authorize(p_project, 'returns.decide'));
  v_people uuid[] := case v_scope when 'team' then private.my_agents() end;
begin
  return query
  select r.id, r.version, r.request_no, r.so_no, b.customer_id, b.customer_name, u.display_name, r.date_added, r.reason, g.credit, g.lines
  from public.warehouse_requests r
  join public.bookings b on b.project_id = p_project and b.id = r.booking_id
  join public.profiles u on u.user_id = b.agent_id
  cross join lateral (
    select sum(private.delivered_amount(l, a.quantity)) as credit, jsonb_agg(jsonb_build_object('product', p.description,
      'pieces', a.quantity, 'case', l.case_config, 'bad', a.stock_state = 'bad_order') order by l.line_no) as lines
    from public.warehouse_request_lines a
    join public.booking_lines l on l.project_id = p_project and l.id = a.line_id
    join public.products p on p.project_id = p_project and p.id = l.product_id
    where a.project_id = p_project and a.request_id = r.id) g
  where r.project_id = p_project and r.kind = 'take_back' and r.request_status = 'pending'
    and (v_people is null or b.agent_id = any (v_people))
  order by r.created_at, r.id limit 100;
end $$;
select private.expose('field_returns');
comment on function public.field_returns is
  'Requests to take goods back that wait for a decision which the caller may take (decide_warehouse_request): of a Manager those of the '
  'own team, 100 at most, the oldest first. lines: [{product, pieces, case, bad (of bad orders)}]. Errors: 42501.';

-- Routes of agents by weekday. See docs/field-app.md.

create or replace function private.route_mark(p_project uuid, p_agent uuid, p_weekday int) returns text
language plpgsql stable set search_path = '' as $$
begin
  return (select left(md5(coalesce(string_agg(concat_ws(' ', r.customer_id, r.weeks, r.place), ',' order by r.place), '')), 16)
    from public.routes r
    where r.project_id = p_project and r.agent_id = p_agent and r.weekday = p_weekday and r.until_date is null);
end $$;
comment on function private.route_mark is 'Returns a mark of the stops of a route: another one when they are others, or in another order.';

create or replace function private.route_of(p_project uuid, p_agent uuid, p_weekday int) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  perform private.authorize(p_project, 'field.read');
  return jsonb_build_object('mark', private.route_mark(p_project, p_agent, p_weekday), 'stops', (
    select coalesce(jsonb_agg(jsonb_build_object('customer_id', c.id, 'name', c.name, 'store', c.store_name, 'area', c.area,
      'weeks', r.weeks, 'left', c.agent_id <> p_agent or c.approval_status <> 'approved') order by r.place, r.id), '[]')
    from public.routes r join public.customers c on c.project_id = r.project_id and c.id = r.customer_id
    where r.project_id = p_project and r.agent_id = p_agent and r.weekday = p_weekday and r.until_date is null));
end $$;
select private.expose('route_of');
comment on function public.route_of is
  'Returns the route of an agent on a weekday (Monday is 1): {mark, for save_route, stops: [{customer_id, name, store, area, weeks, left: '
  'the customer is inactive, or has another agent}]} in their order. Errors: 42501.';

create or replace function private.route_days(p_project uuid) returns table (agent_id uuid, weekday int, stops bigint)
language plpgsql stable set search_path = '' as $$
begin
  perform private.authorize(p_project, 'field.read');
  return query
  select r.agent_id, r.weekday, count(*) from public.routes r
  where r.project_id = p_project and r.until_date is null group by r.agent_id, r.weekday;
end $$;
select private.expose('route_days');
comment on function public.route_days is 'Counts the stops of each agent and weekday. Errors: 42501.';

create or replace function private.planned_stops(p_project uuid, p_from date, p_to date)
returns table (on_date date, agent_id uuid, customer_id uuid, place int)
language plpgsql stable set search_path = '' as $$
begin
  return query
  select d.day, r.agent_id, r.customer_id, r.place
  from (select g::date as day from generate_series(p_from::timestamp, p_to::timestamp, interval '1 day') g) d
  join public.routes r on r.project_id = p_project and r.weekday = extract(isodow from d.day)
    and r.from_date <= d.day and (r.until_date is null or d.day < r.until_date)
    and case r.weeks when 'odd' then extract(week from d.day)::int % 2 = 1 when 'even' then extract(week from d.day)::int % 2 = 0
      else true end;
end $$;
comment on function private.planned_stops is
  'Returns the stops that the routes had on each of these days, as far as the caller may read them.';

create or replace function private.save_route(p_project uuid, p_route jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'routes.write');
  v_agent uuid := private.read_uuid(p_route, 'agent_id', true);
  v_day int := private.read_int(p_route, 'weekday', true, p_max => 7);
  v_today date := private.business_date(p_project);
  v_customers uuid[] := '{}';
  v_weeks text[] := '{}';
  v_customer uuid;
  v_stop record;
begin
  if v_day = 0 then perform private.invalid('weekday', 'Choose a day of the week.'); end if;
  perform private.active_agent(p_project, v_agent, 'agent_id');
  -- Two who save the same route do it one after the other.
  perform private.lock_number(p_project, 'route', v_agent || ' ' || v_day);
  if private.read_text(p_route, 'seen') is distinct from private.route_mark(p_project, v_agent, v_day) then
    perform private.refuse('stale_version', 'The route was changed by another user. Review the changes and try again.');
  end if;
  for v_stop in select * from private.items_of(private.read_list(p_route, 'stops', 200), 'stops') loop
    v_customer := private.read_uuid(v_stop.value, 'customer_id', true, v_stop.path);
    if v_customer = any (v_customers) then
      perform private.invalid(v_stop.path || 'customer_id', 'This customer is on the route twice.');
    end if;
    if not exists (select from public.customers c where c.project_id = p_project and c.id = v_customer and c.agent_id = v_agent
      and c.approval_status = 'approved') then
      perform private.invalid(v_stop.path || 'customer_id', 'Choose an approved customer of this agent.');
    end if;
    v_customers := v_customers || v_customer;
    v_weeks := v_weeks || coalesce(private.read_as(v_stop.value, 'weeks', v_stop.path, false, '', '^(every|odd|even)$',
      'Every week, odd or even weeks.'), 'every');
  end loop;
  update public.routes r set until_date = greatest(v_today, r.from_date)
  where r.project_id = p_project and r.agent_id = v_agent and r.weekday = v_day and r.until_date is null
    and not exists (select from unnest(v_customers, v_weeks) with ordinality s (customer_id, weeks, place)
      where s.customer_id = r.customer_id and s.weeks = r.weeks and s.place = r.place);
  insert into public.routes (project_id, agent_id, weekday, weeks, customer_id, place, from_date)
  select p_project, v_agent, v_day, s.weeks, s.customer_id, s.place, v_today
  from unnest(v_customers, v_weeks) with ordinality s (customer_id, weeks, place)
  where not exists (select from public.routes r where r.project_id = p_project and r.agent_id = v_agent and r.weekday = v_day
    and r.customer_id = s.customer_id and r.until_date is null);
  return jsonb_build_object('agent_id', v_agent, 'weekday', v_day, 'stops', cardinality(v_customers));
end $$;
select private.expose('save_route');
comment on function public.save_route is
  'Sets the route of an agent on a weekday from today on, as a whole: p_route {agent_id, weekday (Monday is 1), seen: mark of route_of, '
  'stops: [{customer_id, weeks: every (the default), odd or even}], at most 200, in their order}. Past days keep the stops that they had. '
  'Errors: 42501, stale_version, 22023 with its field.';

grant execute on function private.route_mark, private.planned_stops to authenticated;

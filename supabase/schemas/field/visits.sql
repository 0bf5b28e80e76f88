-- Visits of agents, and where they were. See docs/field-app.md.

create or replace function private.read_visit_place(p_project uuid, p_visit jsonb, p_act text, out place private.visit_places)
language plpgsql stable set search_path = '' as $$
declare
  v_number text := '^-?[0-9]{1,3}(\.[0-9]{1,15})?$';
  v_needed text := 'Enter a number.';
  v_place jsonb := nullif(p_visit -> p_act, 'null');
begin
  if v_place is null then return; end if;
  place.project_id := p_project;
  place.act := p_act;
  place.latitude := round(private.read_as(v_place, 'latitude', p_act || '.', true, v_needed, v_number, v_needed)::numeric, 5);
  place.longitude := round(private.read_as(v_place, 'longitude', p_act || '.', true, v_needed, v_number, v_needed)::numeric, 5);
  place.accuracy := private.read_int(v_place, 'accuracy', true, p_act || '.', 1000000);
  if abs(place.latitude) > 90 then perform private.invalid(p_act || '.latitude', 'From -90 to 90.'); end if;
  if abs(place.longitude) > 180 then perform private.invalid(p_act || '.longitude', 'From -180 to 180.'); end if;
end $$;
comment on function private.read_visit_place is
  'Reads where a visit began or ended (p_act); null where the phone does not tell. Errors: 22023.';

create or replace function private.record_visit(p_project uuid, p_visit jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  -- Whoever takes in files of acts records a visit for the agent who wrote it.
  v_scope text := coalesce(private.scope_of(p_project, 'field.write'), private.authorize(p_project, 'visits.write'));
  v public.visits;
begin
  v.agent_id := coalesce(private.read_uuid(p_visit, 'agent_id', v_scope = 'all'), auth.uid());
  if v_scope <> 'all' and v.agent_id <> auth.uid() then perform private.forbid('Agents record their own visits.'); end if;
  v.customer_id := private.read_uuid(p_visit, 'customer_id', true);
  if not exists (select from public.customers c where c.project_id = p_project and c.id = v.customer_id and c.agent_id = v.agent_id
    and c.approval_status in ('pending', 'approved', 'inactive')) then
    perform private.invalid('customer_id',
      case v_scope when 'all' then 'Choose a customer of this agent.' else 'Choose one of your customers.' end);
  end if;
  v.state := case when private.read_boolean(p_visit, 'skipped') then 'skipped' else 'visited' end;
  v.begun_at := coalesce(private.read_utc(p_visit, 'begun_at'), clock_timestamp());
  v.ended_at := private.read_utc(p_visit, 'ended_at');
  v.reason := private.read_text(p_visit, 'reason', v.state = 'skipped', p_max => 400);
  -- The clock of a phone may be ahead by some minutes.
  if greatest(v.begun_at, v.ended_at) > clock_timestamp() + interval '10 minutes' then
    perform private.refuse('not_in_future', 'The visit is in the future. Check the clock of the phone.', 'begun_at');
  end if;
  if v.state = 'skipped' then
    v.ended_at := null;
  elsif v.ended_at is null or v.ended_at < v.begun_at then
    perform private.invalid('ended_at', 'A visit ends after it begins.');
  end if;
  v.on_date := least((v.begun_at at time zone private.zone_of(p_project))::date, private.business_date(p_project));
  insert into public.visits (project_id, agent_id, customer_id, on_date, state, begun_at, ended_at, reason)
  values (p_project, v.agent_id, v.customer_id, v.on_date, v.state, v.begun_at, v.ended_at, v.reason)
  returning * into v;
  if v.state = 'visited' then
    insert into private.visit_places (project_id, visit_id, act, latitude, longitude, accuracy, fixed_at)
    select p_project, v.id, p.act, p.latitude, p.longitude, p.accuracy, least(v.begun_at, clock_timestamp())
    from unnest(array['begin', 'end']) a (act) cross join lateral private.read_visit_place(p_project, p_visit, a.act) p
    where p.act is not null;
  end if;
  return jsonb_build_object('id', v.id, 'version', v.version, 'state', v.state);
end $$;
select private.expose('record_visit');
comment on function public.record_visit is
  'Records a visit of the caller to an own customer: p_visit {customer_id, begun_at, ended_at (moments in UTC), reason (why nothing was '
  'ordered), begin and end: {latitude, longitude, accuracy in meters}, left out where the phone does not tell}; or a stop that was left '
  'out: {customer_id, skipped: true, reason, begun_at}. Who takes in files of acts (field.write) names its agent: agent_id. Places '
  'are kept for 180 days. Errors: 42501, not_in_future, 22023 with its field.';

create or replace function private.places_of_visits(p_project uuid, p_visits uuid[])
returns table (visit_id uuid, act text, latitude numeric, longitude numeric, accuracy int)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'visits.locate');
begin
  return query
  select l.visit_id, l.act, l.latitude, l.longitude, l.accuracy
  from private.visit_places l join public.visits v on v.project_id = l.project_id and v.id = l.visit_id
  where l.project_id = p_project and l.visit_id = any (p_visits) and (v_scope = 'all' or v.agent_id = any (private.my_agents()));
end $$;
select private.expose('places_of_visits');
comment on function public.places_of_visits is
  'Returns where these visits began and ended (act), as far as the caller may see it: General Managers and Owners all, Managers those of '
  'own agents. Places are kept for 180 days. Errors: 42501.';

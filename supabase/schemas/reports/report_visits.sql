-- Report: visits of agents, with the coverage of their routes.

create or replace function private.visit_lines(p_project uuid, p_filters jsonb)
returns table (line_key text, on_date date, agent_id uuid, agent_name text, customer_id uuid, customer_name text, store_name text,
  area text, place int, planned int, visited int, on_route int, skipped int, ordered int, minutes int, begun_at timestamptz,
  ended_at timestamptz, reason text, visits uuid[])
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
declare
  page record := private.report_filters(p_filters);
  v_today date := private.business_date(p_project);
  v_last date := least(coalesce(page.last_day, v_today), v_today);
  v_first date := coalesce(page.first_day, date_trunc('month', v_last)::date);
begin
  if v_last - v_first > 400 then perform private.invalid('from', 'Choose at most 400 days.'); end if;
  return query
  with stops as (
    select s.on_date, s.agent_id, s.customer_id, min(s.place) as place from private.planned_stops(p_project, v_first, v_last) s
    group by s.on_date, s.agent_id, s.customer_id
  ), made as (
    select v.on_date, v.agent_id, v.customer_id, max((v.state = 'visited')::int) as visited, max((v.state = 'skipped')::int) as skipped,
      min(v.begun_at) filter (where v.state = 'visited') as begun_at, max(v.ended_at) as ended_at,
      sum(extract(epoch from v.ended_at - v.begun_at) / 60)::int as minutes, string_agg(distinct v.reason, '; ') as reason,
      array_agg(v.id) as visits
    from public.visits v
    where v.project_id = p_project and v.on_date between v_first and v_last
    group by v.on_date, v.agent_id, v.customer_id
  ), found as (
    select coalesce(s.on_date, m.on_date) as on_date, coalesce(s.agent_id, m.agent_id) as agent_id,
      coalesce(s.customer_id, m.customer_id) as customer_id, s.place, (s.on_date is not null)::int as planned,
      coalesce(m.visited, 0) as visited, coalesce(m.skipped, 0) as skipped, m.begun_at, m.ended_at, coalesce(m.minutes, 0) as minutes,
      m.reason, m.visits
    from stops s full join made m on m.on_date = s.on_date and m.agent_id = s.agent_id and m.customer_id = s.customer_id
  )
  select concat_ws(E'\x1f', f.on_date, u.sort_key, f.agent_id, to_char(coalesce(f.place, 999), 'FM000'), c.sort_key, c.id) collate "C",
    f.on_date, f.agent_id, coalesce(u.display_name, 'Former agent'), c.id, c.name, c.store_name, nullif(btrim(c.area), ''), f.place,
    f.planned, f.visited, f.planned * f.visited, f.skipped * (1 - f.visited), f.visited * b.booked, f.minutes, f.begun_at, f.ended_at,
    f.reason, f.visits
  from found f
  join public.customers c on c.project_id = p_project and c.id = f.customer_id
  left join public.profiles u on u.user_id = f.agent_id
  left join public.memberships m on m.project_id = p_project and m.user_id = f.agent_id
  cross join lateral (select exists (select from public.bookings b where b.project_id = p_project and b.customer_id = f.customer_id
    and b.agent_id = f.agent_id and b.date_added = f.on_date and b.approval_status <> 'cancelled' and not b.is_opening)::int) b (booked)
  where (page.agent_id is null or f.agent_id = page.agent_id) and (page.manager_id is null or m.manager_id = page.manager_id)
    and (page.customer_id is null or f.customer_id = page.customer_id);
end $$;
comment on function private.visit_lines is
  'Returns a row for each customer whom an agent had on the route of a day, or visited or skipped on it, through today. ordered: a visit '
  'with a booking of the same agent on the same day. Runs with the caller''s rights. Errors: 22023.';

create or replace function public.report_visits(p_project uuid, p_filters jsonb default '{}')
returns table (level text, row_key text, on_date date, agent_id uuid, customer_id uuid, planned bigint, visited bigint, ordered bigint,
  figures jsonb)
language plpgsql stable set search_path = '' as $$
begin
  return query execute private.report_statement(p_project, p_filters, 'report_visits', 'reports.visits', array[
      ['agent', 'agent', 'agent_id', 'private.sort_key(s.agent_name), s.agent_id', ''],
      ['grouped', 'agent', 'agent_id', 'private.sort_key(s.agent_name), s.agent_id', 'true'], ['grouped', 'stop',
        'agent_id, line_key', 's.line_key', 'line'],
      ['day', 'day', 'on_date', 's.on_date', ''],
      ['stop', 'stop', 'line_key', 's.line_key', 'line'], ['total', 'total', '', $k$''$k$, '']],
    array[]::text[],
    $lines$select l.* from private.visit_lines($1, $2) l$lines$,
    $sums$min:agent_name, pieces:planned, pieces:visited, pieces:on_route, pieces:skipped, pieces:ordered, pieces:minutes,
      count(*) as stops, {total: count(distinct l.agent_id)} as agents, {total: count(distinct l.on_date)} as days$sums$,
    $row$
    select k.level, k.row_key, coalesce(k.on_date, l.on_date), coalesce(k.agent_id, l.agent_id), l.customer_id, k.planned, k.visited,
      k.ordered,
      (select to_jsonb(f) from (select case when k.part in ('agent', 'stop') then k.agent_name end as agent_name, l.customer_name,
        l.store_name, l.area, l.place, k.on_route, k.visited - k.on_route as off_route, k.skipped, k.minutes, l.reason,
        round(100.0 * k.on_route / nullif(k.planned, 0), 1) as coverage, round(100.0 * k.ordered / nullif(k.visited, 0), 1) as productive,
        to_char(l.begun_at at time zone private.zone_of($1), 'HH24:MI') as begun,
        to_char(l.ended_at at time zone private.zone_of($1), 'HH24:MI') as ended,
        case when private.scope_of($1, 'visits.locate') is not null then (
          select string_agg(format('%s, %s (%s m)', p.latitude, p.longitude, p.accuracy), '; ' order by p.act)
          from private.places_of_visits($1, l.visits) p) end as places,
        k.stops, k.agents, k.days) f)
    from page k left join lines l on l.line_key = k.line_key$row$)
  using p_project, p_filters;
end $$;
comment on function public.report_visits is
  'Report of visits and the coverage of routes, page by page. Filters and figures: docs/report-filters.md. Errors: 42501, 22023.';

grant execute on function private.visit_lines to authenticated;

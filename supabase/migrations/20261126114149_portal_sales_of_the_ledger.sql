DROP FUNCTION "private"."sold_in"(uuid, jsonb);

CREATE OR REPLACE FUNCTION private.sold_in(p_project uuid, p_filters jsonb)
 RETURNS TABLE(agent_id uuid, customer_id uuid, net numeric, previous numeric, bought boolean)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
#variable_conflict use_column
declare
  v_from date := private.read_date(p_filters, 'from', true);
  v_to date := private.read_date(p_filters, 'to', true);
  v_earlier record := private.comparison_period(v_from, v_to, null);
begin
  if p_filters ->> 'basis' = 'delivery' then
    return query
    select e.agent_id, e.customer_id, coalesce(sum(e.amount) filter (where e.on_date >= v_from), 0.00), coalesce(sum(e.amount) filter (where e.on_date <= v_earlier.earlier_to), 0.00),
      coalesce(sum(e.pieces) filter (where e.on_date >= v_from and e.kind = 'delivery' and not e.free), 0) > 0
    from public.sales_entries e
    where e.project_id = p_project and e.on_date between coalesce(v_earlier.earlier_from, v_from) and v_to and (e.on_date >= v_from or e.on_date <= v_earlier.earlier_to)
    group by e.agent_id, e.customer_id;
    return;
  end if;
  return query
  select c.agent_id, c.customer_id, coalesce(sum(c.net) filter (where c.now), 0.00), coalesce(sum(c.net) filter (where not c.now), 0.00), coalesce(bool_or(c.now and c.last_on is not null), false)
  from (
    select true as now, n.* from private.sales_cells(p_project, p_filters, v_from, v_to, '{agent,customer,brief}') n
    union all
    select false, e.* from private.sales_cells(p_project, p_filters, v_earlier.earlier_from, v_earlier.earlier_to, '{agent,customer,brief}') e where v_earlier.earlier_from is not null) c
  group by c.agent_id, c.customer_id;
end $function$;

CREATE OR REPLACE FUNCTION public.portal_sales(p_project uuid, p_filters jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_basis jsonb := jsonb_build_object('basis', coalesce(p_filters ->> 'basis', 'delivery'));
  v_periods jsonb := private.read_list(p_filters, 'days', 3);
begin
  if private.scope_of(p_project, 'reports.sales') is null then perform private.forbid(); end if;
  return (
    with sold as materialized (
      select false as recent, s.* from private.sold_in(p_project, v_basis || (p_filters -> 'month')) s
      union all
      select true, s.* from private.sold_in(p_project, v_basis || (p_filters -> 'recent')) s
    ), buyers as (
      select s.recent, s.customer_id, sum(s.net) as net, sum(s.previous) as previous, bool_or(s.bought) as bought from sold s group by s.recent, s.customer_id
    ), ranked as (
      select b.*, c.name, c.store_name, row_number() over (partition by b.recent order by case when b.recent then b.previous - b.net else b.net end desc, concat_ws(E'\x1f', c.sort_key, c.id) collate "C") as place
      from buyers b left join public.customers c on c.project_id = p_project and c.id = b.customer_id
    ), ten as (
      select r.recent, r.place, jsonb_build_object('id', r.customer_id, 'name', r.name, 'store_name', r.store_name, 'net', r.net, 'previous', r.previous, 'bought', r.bought) as buyer
      from ranked r where r.place <= 10
    ), agents as (
      select s.agent_id, case when m.user_id is not null then coalesce(f.display_name, 'Former agent') end as name, sum(s.net) as net, sum(s.previous) as previous
      from sold s
      left join public.memberships m on m.project_id = p_project and m.user_id = s.agent_id
      left join public.profiles f on f.user_id = m.user_id
      where not s.recent group by s.agent_id, m.user_id, f.display_name
    )
    select jsonb_build_object(
      'days', coalesce((select jsonb_object_agg(d.on_date, d.net) from jsonb_array_elements(v_periods) p
        cross join lateral (
          select s.on_date, s.net from private.net_by_day(p_project, private.read_date(p.value, 'from', true), private.read_date(p.value, 'to', true)) s
          where v_basis ->> 'basis' = 'delivery'
          union all
          select r.on_date, r.net from public.report_sales(p_project, v_basis || p.value || '{"level": "day", "against": "none"}') r
          where v_basis ->> 'basis' <> 'delivery') d), '{}'),
      'agents', (select coalesce(jsonb_agg(jsonb_build_object('id', a.agent_id, 'name', a.name, 'net', a.net, 'previous', a.previous) order by concat_ws(E'\x1f', lower(a.name), a.agent_id) collate "C"), '[]') from agents a),
      'best', (select coalesce(jsonb_agg(t.buyer order by t.place), '[]') from ten t where not t.recent),
      'falling', (select coalesce(jsonb_agg(t.buyer order by t.place), '[]') from ten t where t.recent)));
end $function$;

COMMENT ON FUNCTION "private"."sold_in"(uuid, jsonb) IS 'Returns what report_sales says of a period by agent and customer: net, that of the period before, and whether anything was sold (bought). By delivery date it sums the ledger itself, as net_by_day does. p_filters: {basis, from, to}. Runs with the caller''s rights. Errors: 22023.';

COMMENT ON FUNCTION "public"."portal_sales"(uuid, jsonb) IS 'Returns what a portal shows of report_sales: {days: {day: net}, agents: [{id, name, net, previous}], best and falling: the ten customers who buy most in the month, and whose purchases drop most [{id, name, store_name, net, previous, bought (whether anything was sold in the period)}]}. p_filters: {basis, days: periods whose days are summed, month, recent (the period of falling)}, each period {from, to}. Errors: 42501, 22023.';

REVOKE ALL ON FUNCTION "private"."sold_in"(uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."sold_in"(uuid, jsonb) TO "authenticated";

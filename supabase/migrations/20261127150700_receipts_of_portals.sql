CREATE OR REPLACE FUNCTION private.collected_by_agent(p_project uuid, p_from date, p_to date)
 RETURNS TABLE(agent_id uuid, agent_name text, collected numeric)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
#variable_conflict use_column
begin
  return query
  with found as (
    select c.agent_id, e.amount
    from private.counted_receipts(p_project, 'collected', p_from, p_to, null) e join public.collections c on c.project_id = p_project and c.id = e.collection_id
    union all
    -- A pending receipt counts on no day, and its agent is listed.
    select c.agent_id, 0.00 from public.collections c
    where c.project_id = p_project and c.approval_status = 'pending' and (p_from is null or c.date_collected >= p_from) and (p_to is null or c.date_collected <= p_to)
  )
  select f.agent_id, coalesce(w.display_name, 'Former agent'), sum(f.amount) from found f left join public.profiles w on w.user_id = f.agent_id
  group by f.agent_id, w.display_name order by concat_ws(E'\x1f', lower(coalesce(w.display_name, 'Former agent')), f.agent_id) collate "C";
end $function$;

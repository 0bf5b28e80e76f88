CREATE OR REPLACE FUNCTION known.filtered_customers(p_project uuid, p_filters jsonb, p_figures boolean DEFAULT true)
 RETURNS TABLE(id uuid, sort_key text, name text, store_name text, area text, tin_no text, business_style text, agent_id uuid, agent_name text, date_added date, created_by uuid, terms_days integer, credit_line numeric, approval_status text, exposure numeric, credit_left numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_nestloop TO 'off'
AS $function$
declare
  v_scope text := private.authorize(p_project, 'customers.read');
  v_search text := lower(nullif(btrim(p_filters ->> 'search'), ''));
  v_digits text := nullif(regexp_replace(v_search, '[^0-9]', '', 'g'), '');
  v_agent uuid := private.read_uuid(p_filters, 'agent_id');
  v_over boolean := private.read_boolean(p_filters, 'over_limit');
  v_agents uuid[] := case v_scope when 'own' then array[auth.uid()] when 'team' then private.my_agents() end;
begin
  return query
  -- Adds up for every customer what known.exposure does for one.
  with risk as (
    select x.customer_id, sum(x.amount) as amount
    from (
      select b.customer_id, b.cleared_balance as amount from known.bookings b
      where p_figures and b.project_id = p_project and (b.balance <> 0 or b.cleared_balance <> 0) and b.approval_status like 'approved%'
      union all
      select p.customer_id, p.cleared_amount - p.amount from known.receivable_positions p
      where p_figures and p.project_id = p_project and p.charged = 0 and (p.amount <> 0 or p.cleared_amount <> 0) and not p.is_booking) x
    group by x.customer_id
  ), found as (
    select c.*, f.display_name, coalesce(r.amount, 0.00) as at_risk
    from known.customers c
    left join known.profiles f on f.user_id = c.agent_id
    left join risk r on r.customer_id = c.id
    where c.project_id = p_project
      and (v_agents is null or c.agent_id = any (v_agents))
      and (p_filters ->> 'status' is null or c.approval_status = p_filters ->> 'status')
      and (v_agent is null or c.agent_id = v_agent)
      and (p_filters ->> 'area' is null or lower(c.area) = lower(p_filters ->> 'area'))
      and (v_search is null
        or position(v_search in lower(concat_ws(E'\x1f', c.name, c.store_name, c.area, c.tin_no, f.display_name))) > 0
        or (length(v_digits) >= 3 and v_search !~ '[[:alpha:]]' and position(v_digits in regexp_replace(c.tin_no, '[^0-9]', '', 'g')) > 0))
  )
  select f.id, f.sort_key, f.name, f.store_name, f.area, f.tin_no, f.business_style, f.agent_id, f.display_name,
    f.date_added, f.created_by, f.terms_days, f.credit_line, f.approval_status, f.at_risk, f.credit_line - f.at_risk
  from found f where not v_over or f.at_risk > f.credit_line;
end $function$;

CREATE OR REPLACE FUNCTION private.filtered_customers(p_project uuid, p_filters jsonb, p_figures boolean DEFAULT true)
 RETURNS TABLE(id uuid, sort_key text, name text, store_name text, area text, tin_no text, business_style text, agent_id uuid, agent_name text, date_added date, created_by uuid, terms_days integer, credit_line numeric, approval_status text, exposure numeric, credit_left numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_nestloop TO 'off'
AS $function$
declare
  v_scope text := private.authorize(p_project, 'customers.read');
  v_search text := lower(nullif(btrim(p_filters ->> 'search'), ''));
  v_digits text := nullif(regexp_replace(v_search, '[^0-9]', '', 'g'), '');
  v_agent uuid := private.read_uuid(p_filters, 'agent_id');
  v_over boolean := private.read_boolean(p_filters, 'over_limit');
  v_agents uuid[] := case v_scope when 'own' then array[auth.uid()] when 'team' then private.my_agents() end;
begin
  return query
  -- Adds up for every customer what private.exposure does for one.
  with risk as (
    select x.customer_id, sum(x.amount) as amount
    from (
      select b.customer_id, b.cleared_balance as amount from public.bookings b
      where p_figures and b.project_id = p_project and (b.balance <> 0 or b.cleared_balance <> 0) and b.approval_status like 'approved%'
      union all
      select p.customer_id, p.cleared_amount - p.amount from private.receivable_positions p
      where p_figures and p.project_id = p_project and p.charged = 0 and (p.amount <> 0 or p.cleared_amount <> 0) and not p.is_booking) x
    group by x.customer_id
  ), found as (
    select c.*, f.display_name, coalesce(r.amount, 0.00) as at_risk
    from public.customers c
    left join public.profiles f on f.user_id = c.agent_id
    left join risk r on r.customer_id = c.id
    where c.project_id = p_project
      and (v_agents is null or c.agent_id = any (v_agents))
      and (p_filters ->> 'status' is null or c.approval_status = p_filters ->> 'status')
      and (v_agent is null or c.agent_id = v_agent)
      and (p_filters ->> 'area' is null or lower(c.area) = lower(p_filters ->> 'area'))
      and (v_search is null
        or position(v_search in lower(concat_ws(E'\x1f', c.name, c.store_name, c.area, c.tin_no, f.display_name))) > 0
        or (length(v_digits) >= 3 and v_search !~ '[[:alpha:]]' and position(v_digits in regexp_replace(c.tin_no, '[^0-9]', '', 'g')) > 0))
  )
  select f.id, f.sort_key, f.name, f.store_name, f.area, f.tin_no, f.business_style, f.agent_id, f.display_name,
    f.date_added, f.created_by, f.terms_days, f.credit_line, f.approval_status, f.at_risk, f.credit_line - f.at_risk
  from found f where not v_over or f.at_risk > f.credit_line;
end $function$;

CREATE OR REPLACE FUNCTION private.net_sales(p_project uuid, p_from date, p_to date, p_by text[])
 RETURNS TABLE(on_date date, agent_id uuid, customer_id uuid, net numeric, sold boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
declare
  v_scope text := private.scope_of(p_project, 'bookings.read');
  -- Null: everybody's bookings.
  v_agents uuid[] := case v_scope when 'all' then null when 'own' then array[auth.uid()] when 'team' then private.my_agents() else '{}' end;
  by_day boolean := p_by @> '{day}';
  v_kept record := private.kept_sales(p_project, coalesce(p_from, '-infinity'), coalesce(p_to, 'infinity'), '{brief}', null, null);
begin
  if private.scope_of(p_project, 'stock.read') is distinct from 'all' then return; end if;
  if v_kept.days is null then
    return query
    select c.on_date, c.agent_id, c.customer_id, c.net, c.last_on is not null from private.sales_cells(p_project, '{}', p_from, p_to, p_by || 'brief'::text) c;
    return;
  end if;
  -- Most of what sales_cells says of these days is not needed here. To add up at once is cheaper than to return every row.
  return query
  select s.on_date, s.agent_id, s.customer_id, sum(s.net), bool_or(s.sold) from (
    select case when by_day then k.on_date end as on_date, case when not by_day then k.agent_id end as agent_id, case when not by_day then k.customer_id end as customer_id,
      k.net, k.paid > 0 as sold
    from private.sales_customer_days k
    where k.project_id = p_project and k.on_date between v_kept.first_day and v_kept.last_day and k.on_date <> all (v_kept.days)
      and (v_agents is null or k.agent_id = any (v_agents))
    union all
    select case when by_day then l.on_date end, case when not by_day then l.agent_id end, case when not by_day then l.customer_id end, l.net, l.sold
    from private.sold_lines(p_project, v_kept.first_day, v_kept.last_day, v_kept.days, v_kept.apart, false, v_agents, null) l) s
  group by s.on_date, s.agent_id, s.customer_id;
end $function$;

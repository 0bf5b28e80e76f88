set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION known.current_user_id()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (select u.user_id from known.profiles u
    where u.user_id = auth.uid() and u.status = 'active'
      -- A token of a session says for which service it is; another one of the same key is not for this one.
      and coalesce(auth.jwt() -> 'aud' ? 'authenticated', auth.jwt() ->> 'session_id' is null)
      and (auth.jwt() ->> 'session_id' is null
        or exists (select from auth.sessions s where s.id = (auth.jwt() ->> 'session_id')::uuid and s.user_id = u.user_id)));
end $function$;

CREATE OR REPLACE FUNCTION known.masterlist_lines(p_project uuid, p_filters jsonb)
 RETURNS TABLE(customer_id uuid, sort_key text, name text, store_name text, tin_no text, business_style text, address text, area text, contact text, agent_id uuid, agent_name text, manager_id uuid, manager_name text, approval_status text, activity text, is_active boolean, terms_days integer, credit_line numeric, collectibles numeric, credit_left numeric, first_order date, last_order date, orders bigint, date_added date)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
#variable_conflict use_column
declare
  v_today date := known.business_date(p_project);
  v_kept boolean := private.known_at() is null and not known.moves_later(p_project, v_today);
  v_agent uuid := private.read_uuid(p_filters, 'agent_id');
  v_manager uuid := private.read_uuid(p_filters, 'manager_id');
  v_no_tin boolean := private.read_boolean(p_filters, 'no_tin');
  v_quiet int := private.read_int(p_filters, 'quiet_days', p_max => 36500);
  v_days int := coalesce(private.read_int(p_filters, 'quiet_days', p_max => 36500), 90);
begin
  return query
  with owed as (
    select d.customer_id, sum(d.balance) as balance, sum(d.exposure + d.uncleared) as at_risk
    from known.ar_documents(p_project, v_today, 'invoice', null) d where not v_kept group by d.customer_id
    union all
    select n.customer_id, n.balance, n.at_risk from known.owed_now(p_project) n where v_kept
  ), ordered as (
    select b.customer_id, min(b.date_added) as first_order, max(b.date_added) as last_order, count(*) as orders
    from known.bookings b where b.project_id = p_project and b.approval_status <> 'cancelled' and not b.is_opening group by b.customer_id
  ), found as (
    select c.*, coalesce(a.display_name, 'Former agent') as agent_name, m.manager_id, g.display_name as manager_name,
      coalesce(w.balance, 0.00) as owes, c.credit_line - coalesce(w.at_risk, 0.00) as left_of_line,
      o.first_order, o.last_order, coalesce(o.orders, 0) as orders,
      c.approval_status = 'approved' and coalesce(o.last_order >= v_today - v_days, false) as is_active
    from known.customers c
    left join owed w on w.customer_id = c.id
    left join ordered o on o.customer_id = c.id
    left join known.profiles a on a.user_id = c.agent_id
    left join known.memberships m on m.project_id = p_project and m.user_id = c.agent_id
    left join known.profiles g on g.user_id = m.manager_id
    where c.project_id = p_project
      and (p_filters ->> 'status' is null or c.approval_status = p_filters ->> 'status')
      and (p_filters ->> 'area' is null or lower(c.area) = lower(p_filters ->> 'area'))
      and (v_agent is null or c.agent_id = v_agent) and (v_manager is null or m.manager_id = v_manager)
      and (not v_no_tin or coalesce(c.taxpayer, '') = '')
      and (v_quiet is null or o.last_order is null or o.last_order < v_today - v_quiet)
  )
  select f.id, f.sort_key, f.name, f.store_name, f.tin_no, f.business_style, f.address, nullif(btrim(f.area), ''), f.contact,
    f.agent_id, f.agent_name, f.manager_id, f.manager_name, f.approval_status,
    case when f.approval_status <> 'approved' then initcap(f.approval_status) when f.is_active then 'Active'
      when f.last_order is null then 'No order yet' else format('No order in %s days', v_days) end,
    f.is_active, f.terms_days, f.credit_line, f.owes, f.left_of_line, f.first_order, f.last_order, f.orders, f.date_added
  from found f;
end $function$;

CREATE OR REPLACE FUNCTION known.moves_later(p_project uuid, p_day date)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p_project = any (known.my_projects())
    and exists (select from known.receivable_positions p where p.project_id = p_project and p.moved_on > p_day)
$function$;

CREATE OR REPLACE FUNCTION known.my_projects()
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare v_me uuid := known.current_user_id();
begin
  return (select coalesce(array_agg(m.project_id), '{}'::uuid[])
    from known.memberships m
    join known.projects_whole p on p.id = m.project_id and p.status = 'active'
    where m.user_id = v_me and m.status = 'active');
end $function$;

CREATE OR REPLACE FUNCTION known.owed_now(p_project uuid)
 RETURNS TABLE(customer_id uuid, balance numeric, at_risk numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from unnest('{bookings.read,collections.read,customers.read}'::text[]) n where private.scope_of(p_project, n) is distinct from 'all') then
    perform private.forbid();
  end if;
  return query
  select x.customer_id, sum(x.balance), sum(x.at_risk) from (
    select p.customer_id, p.amount as balance, p.cleared_amount - p.amount as at_risk
    from known.receivable_positions p where p.project_id = p_project and (p.amount <> 0 or p.cleared_amount <> 0)
    union all
    select b.customer_id, 0.00, b.balance from known.bookings b where b.project_id = p_project and b.balance <> 0 and b.approval_status like 'approved%') x
  group by x.customer_id;
end $function$;

CREATE OR REPLACE FUNCTION private.masterlist_lines(p_project uuid, p_filters jsonb)
 RETURNS TABLE(customer_id uuid, sort_key text, name text, store_name text, tin_no text, business_style text, address text, area text, contact text, agent_id uuid, agent_name text, manager_id uuid, manager_name text, approval_status text, activity text, is_active boolean, terms_days integer, credit_line numeric, collectibles numeric, credit_left numeric, first_order date, last_order date, orders bigint, date_added date)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
#variable_conflict use_column
declare
  v_today date := private.business_date(p_project);
  v_kept boolean := private.known_at() is null and not private.moves_later(p_project, v_today);
  v_agent uuid := private.read_uuid(p_filters, 'agent_id');
  v_manager uuid := private.read_uuid(p_filters, 'manager_id');
  v_no_tin boolean := private.read_boolean(p_filters, 'no_tin');
  v_quiet int := private.read_int(p_filters, 'quiet_days', p_max => 36500);
  v_days int := coalesce(private.read_int(p_filters, 'quiet_days', p_max => 36500), 90);
begin
  return query
  with owed as (
    select d.customer_id, sum(d.balance) as balance, sum(d.exposure + d.uncleared) as at_risk
    from private.ar_documents(p_project, v_today, 'invoice', null) d where not v_kept group by d.customer_id
    union all
    select n.customer_id, n.balance, n.at_risk from private.owed_now(p_project) n where v_kept
  ), ordered as (
    select b.customer_id, min(b.date_added) as first_order, max(b.date_added) as last_order, count(*) as orders
    from public.bookings b where b.project_id = p_project and b.approval_status <> 'cancelled' and not b.is_opening group by b.customer_id
  ), found as (
    select c.*, coalesce(a.display_name, 'Former agent') as agent_name, m.manager_id, g.display_name as manager_name,
      coalesce(w.balance, 0.00) as owes, c.credit_line - coalesce(w.at_risk, 0.00) as left_of_line,
      o.first_order, o.last_order, coalesce(o.orders, 0) as orders,
      c.approval_status = 'approved' and coalesce(o.last_order >= v_today - v_days, false) as is_active
    from public.customers c
    left join owed w on w.customer_id = c.id
    left join ordered o on o.customer_id = c.id
    left join public.profiles a on a.user_id = c.agent_id
    left join public.memberships m on m.project_id = p_project and m.user_id = c.agent_id
    left join public.profiles g on g.user_id = m.manager_id
    where c.project_id = p_project
      and (p_filters ->> 'status' is null or c.approval_status = p_filters ->> 'status')
      and (p_filters ->> 'area' is null or lower(c.area) = lower(p_filters ->> 'area'))
      and (v_agent is null or c.agent_id = v_agent) and (v_manager is null or m.manager_id = v_manager)
      and (not v_no_tin or coalesce(c.taxpayer, '') = '')
      and (v_quiet is null or o.last_order is null or o.last_order < v_today - v_quiet)
  )
  select f.id, f.sort_key, f.name, f.store_name, f.tin_no, f.business_style, f.address, nullif(btrim(f.area), ''), f.contact,
    f.agent_id, f.agent_name, f.manager_id, f.manager_name, f.approval_status,
    case when f.approval_status <> 'approved' then initcap(f.approval_status) when f.is_active then 'Active'
      when f.last_order is null then 'No order yet' else format('No order in %s days', v_days) end,
    f.is_active, f.terms_days, f.credit_line, f.owes, f.left_of_line, f.first_order, f.last_order, f.orders, f.date_added
  from found f;
end $function$;

CREATE OR REPLACE FUNCTION private.owed_now(p_project uuid)
 RETURNS TABLE(customer_id uuid, balance numeric, at_risk numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from unnest('{bookings.read,collections.read,customers.read}'::text[]) n where private.scope_of(p_project, n) is distinct from 'all') then
    perform private.forbid();
  end if;
  return query
  select x.customer_id, sum(x.balance), sum(x.at_risk) from (
    select p.customer_id, p.amount as balance, p.cleared_amount - p.amount as at_risk
    from private.receivable_positions p where p.project_id = p_project and (p.amount <> 0 or p.cleared_amount <> 0)
    union all
    select b.customer_id, 0.00, b.balance from public.bookings b where b.project_id = p_project and b.balance <> 0 and b.approval_status like 'approved%') x
  group by x.customer_id;
end $function$;

COMMENT ON FUNCTION "known"."current_user_id"() IS 'private.current_user_id on the tables as of private.known_at.';

COMMENT ON FUNCTION "known"."moves_later"(uuid, date) IS 'private.moves_later on the tables as of private.known_at.';

COMMENT ON FUNCTION "known"."my_projects"() IS 'private.my_projects on the tables as of private.known_at.';

COMMENT ON FUNCTION "known"."owed_now"(uuid) IS 'private.owed_now on the tables as of private.known_at.';

COMMENT ON FUNCTION "private"."owed_now"(uuid) IS 'Returns what each customer owes and has at risk, as report_ar has them today, from the positions of the receivables ledger and the balances of bookings. It counts entries of later days too. Errors: 42501 unless the caller reads all bookings, receipts and customers.';

REVOKE ALL ON FUNCTION "known"."current_user_id"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "known"."current_user_id"() TO "authenticated";

REVOKE ALL ON FUNCTION "known"."moves_later"(uuid, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "known"."moves_later"(uuid, date) TO "authenticated";

REVOKE ALL ON FUNCTION "known"."my_projects"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "known"."my_projects"() TO "authenticated";

REVOKE ALL ON FUNCTION "known"."owed_now"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "known"."owed_now"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."owed_now"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."owed_now"(uuid) TO "authenticated";

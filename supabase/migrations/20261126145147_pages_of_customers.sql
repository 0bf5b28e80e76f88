set local check_function_bodies = off;

DROP FUNCTION "known"."filtered_customers"(uuid, jsonb);

DROP FUNCTION "private"."credit_of"(uuid, uuid[]);

DROP FUNCTION "private"."filtered_customers"(uuid, jsonb);

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
  with owed as (
    select b.customer_id, sum(b.balance) as amount from known.bookings b
    where p_figures and b.project_id = p_project and b.balance <> 0 and b.approval_status like 'approved%' group by b.customer_id
  ), uncleared as (
    select p.customer_id, sum(p.cleared_amount - p.amount) as amount from known.receivable_positions p
    where p_figures and p.project_id = p_project and (p.amount <> 0 or p.cleared_amount <> 0) group by p.customer_id
  ), found as (
    select c.*, f.display_name, coalesce(o.amount, 0.00) + coalesce(u.amount, 0.00) as at_risk
    from known.customers c
    left join known.profiles f on f.user_id = c.agent_id
    left join owed o on o.customer_id = c.id
    left join uncleared u on u.customer_id = c.id
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

CREATE OR REPLACE FUNCTION private.credit_of(p_project uuid, p_customers uuid[])
 RETURNS TABLE(customer_id uuid, exposure numeric, credit_left numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_scope text := private.scope_of(p_project, 'customers.read');
  v_agents uuid[] := case v_scope when 'own' then array[auth.uid()] when 'team' then private.my_agents() end;
begin
  return query
  with asked as (
    select c.id, c.credit_line from public.customers c
    where v_scope is not null and c.project_id = p_project and c.id = any (p_customers) and (v_agents is null or c.agent_id = any (v_agents))
  ), owed as (
    select b.customer_id, sum(b.balance) as amount from public.bookings b
    where b.project_id = p_project and b.customer_id in (select a.id from asked a) and b.balance <> 0 and b.approval_status like 'approved%'
    group by b.customer_id
  ), uncleared as (
    select p.customer_id, sum(p.cleared_amount - p.amount) as amount from private.receivable_positions p
    where p.project_id = p_project and p.customer_id in (select a.id from asked a) and (p.amount <> 0 or p.cleared_amount <> 0)
    group by p.customer_id
  )
  select a.id, x.amount, a.credit_line - x.amount
  from asked a left join owed o on o.customer_id = a.id left join uncleared u on u.customer_id = a.id
  cross join lateral (select coalesce(o.amount, 0.00) + coalesce(u.amount, 0.00) as amount) x;
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
  with owed as (
    select b.customer_id, sum(b.balance) as amount from public.bookings b
    where p_figures and b.project_id = p_project and b.balance <> 0 and b.approval_status like 'approved%' group by b.customer_id
  ), uncleared as (
    select p.customer_id, sum(p.cleared_amount - p.amount) as amount from private.receivable_positions p
    where p_figures and p.project_id = p_project and (p.amount <> 0 or p.cleared_amount <> 0) group by p.customer_id
  ), found as (
    select c.*, f.display_name, coalesce(o.amount, 0.00) + coalesce(u.amount, 0.00) as at_risk
    from public.customers c
    left join public.profiles f on f.user_id = c.agent_id
    left join owed o on o.customer_id = c.id
    left join uncleared u on u.customer_id = c.id
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

CREATE OR REPLACE FUNCTION private.receivables_now(p_project uuid)
 RETURNS TABLE(agent_id uuid, balance numeric, cleared_balance numeric, overdue numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare v_today date := private.business_date(p_project);
begin
  perform private.authorize(p_project, 'reports.ar');
  -- Rows are not filtered below, so the caller has to read all of them.
  if exists (select from unnest('{bookings.read,collections.read,customers.read}'::text[]) n where private.scope_of(p_project, n) is distinct from 'all') then
    perform private.forbid();
  end if;
  return query
  with owed as materialized (
    select p.document_id, p.is_booking, p.amount, p.cleared_amount from private.receivable_positions p
    where p.project_id = p_project and (p.amount <> 0 or p.cleared_amount <> 0)
  ), documents as (
    select o.amount, o.cleared_amount, b.agent_id, b.doc_date, b.terms from owed o
    join (
      select b.id, b.agent_id, coalesce(b.date_invoiced, b.date_added) as doc_date, b.date_due - b.date_invoiced as terms from public.bookings b
      where b.project_id = p_project and (b.balance <> 0 or b.cleared_balance <> 0) offset 0) b on b.id = o.document_id
    union all
    -- A booking that was paid before its invoice has no balance and is an advance.
    select o.amount, o.cleared_amount, d.agent_id, d.doc_date, d.terms from owed o
    cross join lateral (
      select b.agent_id, coalesce(b.date_invoiced, b.date_added) as doc_date, b.date_due - b.date_invoiced as terms
      from public.bookings b where o.is_booking and b.project_id = p_project and b.id = o.document_id
      union all
      select c.agent_id, c.date_collected, null from public.collections c where not o.is_booking and c.project_id = p_project and c.id = o.document_id
      offset 0) d
    where o.document_id not in (select b.id from public.bookings b where b.project_id = p_project and (b.balance <> 0 or b.cleared_balance <> 0))
  )
  select d.agent_id, sum(d.amount), sum(d.cleared_amount),
    coalesce(sum(d.cleared_amount) filter (where d.cleared_amount > 0 and v_today > d.doc_date + coalesce(d.terms, 0)), 0.00)
  from documents d group by d.agent_id;
end $function$;

CREATE OR REPLACE FUNCTION private.undelivered(p_project uuid)
 RETURNS TABLE(booking_id uuid, line_id uuid, product_id uuid, pieces bigint, amount numeric)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select b.id, l.id, l.product_id, (l.quantity - l.quantity_delivered - l.quantity_released)::bigint,
    -- Most lines are open as a whole, and their amount is on them.
    case when l.quantity_released = 0 then l.amount else private.delivered_amount(l, l.quantity - l.quantity_released) end
      - case when l.quantity_delivered = 0 then 0.00 else private.delivered_amount(l, l.quantity_delivered) end
  from public.bookings b
  join public.booking_lines l on l.project_id = b.project_id and l.booking_id = b.id and l.quantity_delivered + l.quantity_released < l.quantity
  where b.project_id = p_project and b.stage in ('validated', 'invoiced')
$function$;

CREATE OR REPLACE FUNCTION public.customer_list(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(id uuid, sort_key text, name text, store_name text, area text, tin_no text, business_style text, agent_id uuid, agent_name text, date_added date, created_by uuid, terms_days integer, credit_line numeric, approval_status text, exposure numeric, credit_left numeric)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  v_order text := private.read_order(p_filters, '{name,exposure,credit_left,added}');
  v_by text := ltrim(v_order, '-');
  -- Figures are turned round by their sign, so that equal ones stay in the order of names.
  v_sign int := case when v_order like '-%' and v_by <> 'name' then -1 else 1 end;
  v_reverse boolean := (v_order like '-%' and v_sign = 1) <> (p_filters ? 'before');
  -- Otherwise the figures of the page are enough.
  v_figures boolean := v_by in ('exposure', 'credit_left') or private.read_boolean(p_filters, 'over_limit');
  v_n numeric; v_t text; v_id uuid;
begin
  select p.n, p.t, p.id into v_n, v_t, v_id from private.read_place(p_filters) p;
  return query
  with found as (
    select f.*,
      v_sign * case v_by when 'exposure' then f.exposure when 'credit_left' then coalesce(f.credit_left, 1e15)
        when 'added' then f.date_added - date '2000-01-01' else 0 end as n, f.sort_key as t
    from private.filtered_customers(p_project, p_filters, v_figures) f
  ), page as materialized (
    select f.*, row_number() over (order by case when v_reverse then -f.n else f.n end,
      case when not v_reverse then f.t end, case when v_reverse then f.t end desc,
      case when not v_reverse then f.id end, case when v_reverse then f.id end desc) as place
    from found f
    where v_id is null or case when v_reverse then (f.n, f.t, f.id) < (v_n, v_t, v_id) else (f.n, f.t, f.id) > (v_n, v_t, v_id) end
    order by place limit least(coalesce(private.read_int(p_filters, 'limit'), 51), 1000)
  )
  select p.id, p.n || '~' || p.t, p.name, p.store_name, p.area, p.tin_no, p.business_style, p.agent_id, p.agent_name,
    p.date_added, p.created_by, p.terms_days, p.credit_line, p.approval_status, coalesce(k.exposure, p.exposure), case when v_figures then p.credit_left else k.credit_left end
  from page p
  left join private.credit_of(p_project, case when not v_figures then array(select x.id from page x) end) k on k.customer_id = p.id
  order by p.place;
end $function$;

COMMENT ON FUNCTION "known"."filtered_customers"(uuid, jsonb, boolean) IS 'private.filtered_customers on the tables as of private.known_at.';

COMMENT ON FUNCTION "private"."credit_of"(uuid, uuid[]) IS 'Returns exposure and credit left (null = no limit) of each of these customers, by the same sum as private.exposure. Only customers that the caller may read.';

COMMENT ON FUNCTION "private"."filtered_customers"(uuid, jsonb, boolean) IS 'Returns the customers that match the filters and the caller may read, with exposure and credit left in the project''s currency, also for readers who see no receipts: {search (name, store, TIN, area, agent), status, agent_id, area, over_limit}. Without p_figures exposure is 0. Nested loops are off, as the planner cannot estimate the number of customers with a balance.';

REVOKE ALL ON FUNCTION "known"."filtered_customers"(uuid, jsonb, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "known"."filtered_customers"(uuid, jsonb, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."credit_of"(uuid, uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."credit_of"(uuid, uuid[]) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."filtered_customers"(uuid, jsonb, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."filtered_customers"(uuid, jsonb, boolean) TO "authenticated";

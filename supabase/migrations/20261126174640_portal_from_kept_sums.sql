set local check_function_bodies = off;

DROP FUNCTION "private"."net_by_day"(uuid, date, date);

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
    from private.counted_receipts(p_project, 'collected', p_from, p_to) e join public.collections c on c.project_id = p_project and c.id = e.collection_id
    union all
    -- A pending receipt counts on no day, and its agent is listed.
    select c.agent_id, 0.00 from public.collections c
    where c.project_id = p_project and c.approval_status = 'pending' and (p_from is null or c.date_collected >= p_from) and (p_to is null or c.date_collected <= p_to)
  )
  select f.agent_id, coalesce(w.display_name, 'Former agent'), sum(f.amount) from found f left join public.profiles w on w.user_id = f.agent_id
  group by f.agent_id, w.display_name order by concat_ws(E'\x1f', lower(coalesce(w.display_name, 'Former agent')), f.agent_id) collate "C";
end $function$;

CREATE OR REPLACE FUNCTION private.collected_by_day(p_project uuid, p_from date, p_to date)
 RETURNS TABLE(on_date date, collected numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
begin
  if private.scope_of(p_project, 'reports.collection') is null then return; end if;
  return query
  -- A receipt that is cancelled on its own day adds up to nothing.
  select d.on_date, sum(d.amount)
  from (
    select s.on_date, s.net as amount
    from private.exact_days k join private.receipt_day_sums s on s.project_id = p_project and s.on_date = k.on_date
    where k.project_id = p_project and k.on_date between p_from and p_to
    union all
    select e.on_date, -e.amount
    from private.days_to_read(p_project, p_from, p_to) r
    join public.receivable_entries e on e.project_id = p_project and e.collection_id is not null and e.on_date between r.first_day and r.last_day) d
  group by d.on_date having sum(d.amount) <> 0;
end $function$;

CREATE OR REPLACE FUNCTION private.net_by_day(p_project uuid, p_from date, p_to date)
 RETURNS TABLE(on_date date, net numeric)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select n.on_date, sum(n.net) from private.net_sales(p_project, p_from, p_to, '{day}') n group by n.on_date
$function$;

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
  v_kept record := private.kept_sales(p_project, coalesce(p_from, '-infinity'), coalesce(p_to, 'infinity'), '{brief}', null, null);
begin
  if private.scope_of(p_project, 'stock.read') is distinct from 'all' then return; end if;
  if v_kept.days is null then
    return query
    select c.on_date, c.agent_id, c.customer_id, c.net, c.last_on is not null from private.sales_cells(p_project, '{}', p_from, p_to, p_by || 'brief'::text) c;
    return;
  end if;
  -- Most of what sales_cells says of these days is not needed here.
  return query
  select k.on_date, k.agent_id, k.customer_id, k.net, k.paid > 0 from private.sales_customer_days k
  where k.project_id = p_project and k.on_date between v_kept.first_day and v_kept.last_day and k.on_date <> all (v_kept.days)
    and (v_agents is null or k.agent_id = any (v_agents))
  union all
  select l.on_date, l.agent_id, l.customer_id, l.net, l.sold
  from private.sold_lines(p_project, v_kept.first_day, v_kept.last_day, v_kept.days, v_kept.apart, false, v_agents, null) l;
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
    select p.document_id, p.is_booking, p.amount, p.cleared_amount, b.id is not null as open, b.agent_id, b.doc_date, b.terms
    from private.receivable_positions p
    left join (
      select b.id, b.agent_id, coalesce(b.date_invoiced, b.date_added) as doc_date, b.date_due - b.date_invoiced as terms from public.bookings b
      where b.project_id = p_project and (b.balance <> 0 or b.cleared_balance <> 0) offset 0) b on b.id = p.document_id
    where p.project_id = p_project and (p.amount <> 0 or p.cleared_amount <> 0)
  ), documents as (
    select o.amount, o.cleared_amount, o.agent_id, o.doc_date, o.terms from owed o where o.open
    union all
    -- A booking that was paid before its invoice has no balance and is an advance.
    select o.amount, o.cleared_amount, d.agent_id, d.doc_date, d.terms from owed o
    cross join lateral (
      select b.agent_id, coalesce(b.date_invoiced, b.date_added) as doc_date, b.date_due - b.date_invoiced as terms
      from public.bookings b where o.is_booking and b.project_id = p_project and b.id = o.document_id
      union all
      select c.agent_id, c.date_collected, null from public.collections c where not o.is_booking and c.project_id = p_project and c.id = o.document_id
      offset 0) d
    where not o.open
  )
  select d.agent_id, sum(d.amount), sum(d.cleared_amount),
    coalesce(sum(d.cleared_amount) filter (where d.cleared_amount > 0 and v_today > d.doc_date + coalesce(d.terms, 0)), 0.00)
  from documents d group by d.agent_id;
end $function$;

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
  if coalesce(p_filters ->> 'basis', 'delivery') = 'delivery' then
    return query
    select c.agent_id, c.customer_id, coalesce(sum(c.net) filter (where c.now), 0.00), coalesce(sum(c.net) filter (where not c.now), 0.00), coalesce(bool_or(c.now and c.sold), false)
    from (
      select true as now, n.* from private.net_sales(p_project, v_from, v_to, '{agent,customer}') n
      union all
      select false, e.* from private.net_sales(p_project, v_earlier.earlier_from, v_earlier.earlier_to, '{agent,customer}') e where v_earlier.earlier_from is not null) c
    group by c.agent_id, c.customer_id;
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

CREATE OR REPLACE FUNCTION public.portal_collections(p_project uuid, p_filters jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare v_periods jsonb := private.read_list(p_filters, 'days', 3);
begin
  if private.scope_of(p_project, 'reports.collection') is null then perform private.forbid(); end if;
  return jsonb_build_object(
    'days', coalesce((select jsonb_object_agg(d.on_date, d.collected) from jsonb_array_elements(v_periods) p
      cross join lateral private.collected_by_day(p_project, private.read_date(p.value, 'from', true), private.read_date(p.value, 'to', true)) d), '{}'),
    'agents', (select coalesce(jsonb_agg(jsonb_build_object('id', r.agent_id, 'name', r.agent_name, 'collected', r.collected)), '[]')
      from private.collected_by_agent(p_project, private.read_date(p_filters -> 'month', 'from'), private.read_date(p_filters -> 'month', 'to')) r));
end $function$;

CREATE INDEX customer_finance_events_credit_idx ON public.customer_finance_events USING btree (project_id, customer_id, id) WHERE (type = ANY (ARRAY['approved'::text, 'credit'::text]));

COMMENT ON FUNCTION "private"."collected_by_agent"(uuid, date, date) IS 'Returns what customers'' receipts brought in a period by collection date and by their agent, by name, as report_collection has it. Runs with the caller''s rights; nothing without reports.collection but agents of pending receipts.';

COMMENT ON FUNCTION "private"."collected_by_day"(uuid, date, date) IS 'Returns what customers'' receipts brought on each day of a period by collection date, as report_collection has it, without its levels and columns, from kept days and from the ledger of the others. Nothing without reports.collection.';

COMMENT ON FUNCTION "private"."net_by_day"(uuid, date, date) IS 'Returns the net sales of each day of a period by delivery date, as report_sales has them. Runs with the caller''s rights.';

COMMENT ON FUNCTION "private"."net_sales"(uuid, date, date, text[]) IS 'Returns the net sales of a period by delivery date in rows to be added up by p_by (day, or agent and customer), as report_sales has them, without its levels and columns: of the bookings that the caller may read, and nothing without stock.read. sold: a row has something that was sold.';

REVOKE ALL ON FUNCTION "private"."collected_by_agent"(uuid, date, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."collected_by_agent"(uuid, date, date) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."net_by_day"(uuid, date, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."net_by_day"(uuid, date, date) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."net_sales"(uuid, date, date, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."net_sales"(uuid, date, date, text[]) TO "authenticated";

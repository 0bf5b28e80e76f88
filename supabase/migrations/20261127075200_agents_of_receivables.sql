CREATE OR REPLACE FUNCTION known.ar_lines(p_project uuid, p_filters jsonb, p_customers uuid[] DEFAULT NULL::uuid[], p_summed boolean DEFAULT false)
 RETURNS TABLE(row_kind text, customer_id uuid, agent_id uuid, document_id uuid, doc_date date, due_date date, terms_days integer, age integer, documents bigint, total numeric, collected numeric, balance numeric, uncleared numeric, cleared_balance numeric, unapplied numeric, past_due numeric, next_cheque date, bucket integer, bucket_0 numeric, bucket_1 numeric, bucket_2 numeric, bucket_3 numeric, bucket_4 numeric, bucket_5 numeric, bucket_6 numeric, bucket_7 numeric, customer_name text, store_name text, customer_key text, agent_name text, credit_line numeric, credit_left numeric)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
 SET work_mem TO '32MB'
AS $function$
#variable_conflict use_column
declare
  v_as_of date := coalesce(private.read_date(p_filters, 'as_of'), known.business_date(p_project));
  v_basis text := coalesce(p_filters ->> 'basis', 'invoice');
  v_agent uuid := private.read_uuid(p_filters, 'agent_id');
  v_customer uuid := private.read_uuid(p_filters, 'customer_id');
  v_overdue boolean := private.read_boolean(p_filters, 'overdue_only');
  v_over boolean := private.read_boolean(p_filters, 'over_limit');
  v_least numeric := private.read_money(p_filters, 'min_balance');
  v_by_due boolean := coalesce(p_filters ->> 'age_by', known.project_setting(p_project, 'age_by') #>> '{}') = 'due';
begin
  if v_basis not in ('invoice', 'delivery', 'added') then perform private.invalid('basis', 'Choose a basis.'); end if;

  return query
  with found as materialized (
    select d.* from known.ar_documents(p_project, v_as_of, v_basis, v_by_due,
      case when v_customer is not null then array[v_customer] else p_customers end, v_overdue, p_summed) d
  ), risk as (
    -- The total covers the whole customer, whichever agent is filtered.
    select d.customer_id, sum(d.at_risk) as amount from found d group by d.customer_id
  ), lines as (
    select d.row_kind, d.customer_id, d.agent_id, d.document_id, d.doc_date, d.due_date, d.terms_days, d.age, d.documents,
      d.total, d.total - d.balance as collected, d.balance, d.cleared_balance - d.balance as uncleared, d.cleared_balance, d.unapplied, d.past_due, d.next_cheque, d.bucket,
      case when p_summed then d.buckets[1] when d.bucket = 0 then d.cleared_balance end as bucket_0, case when p_summed then d.buckets[2] when d.bucket = 1 then d.cleared_balance end as bucket_1,
      case when p_summed then d.buckets[3] when d.bucket = 2 then d.cleared_balance end as bucket_2, case when p_summed then d.buckets[4] when d.bucket = 3 then d.cleared_balance end as bucket_3,
      case when p_summed then d.buckets[5] when d.bucket = 4 then d.cleared_balance end as bucket_4, case when p_summed then d.buckets[6] when d.bucket = 5 then d.cleared_balance end as bucket_5,
      case when p_summed then d.buckets[7] when d.bucket = 6 then d.cleared_balance end as bucket_6, case when p_summed then d.buckets[8] when d.bucket = 7 then d.cleared_balance end as bucket_7
    from found d
    where d.documents > 0 and (v_agent is null or d.agent_id = v_agent)
  ), agents as materialized (
    -- Looked up once for each agent: the planner expects few documents, and would look it up for each of them.
    select a.user_id, a.display_name from known.profiles a where a.user_id in (select d.agent_id from found d)
  ), named as (
    select l.*, c.name as customer_name, c.store_name, c.sort_key as customer_key, coalesce(pr.display_name, 'Former agent') as agent_name, c.credit_line,
      c.credit_line - r.amount as credit_left, case when v_least is not null then sum(l.cleared_balance) over (partition by l.customer_id) end as owes
    from lines l
    join known.customers c on c.project_id = p_project and c.id = l.customer_id
    join risk r on r.customer_id = l.customer_id
    left join agents pr on pr.user_id = l.agent_id
  )
  select n.row_kind, n.customer_id, n.agent_id, n.document_id, n.doc_date, n.due_date, n.terms_days, n.age, n.documents,
    n.total, n.collected, n.balance, n.uncleared, n.cleared_balance, n.unapplied, n.past_due, n.next_cheque, n.bucket,
    n.bucket_0, n.bucket_1, n.bucket_2, n.bucket_3, n.bucket_4, n.bucket_5, n.bucket_6, n.bucket_7,
    n.customer_name, n.store_name, n.customer_key, n.agent_name, n.credit_line, n.credit_left
  from named n where (not v_over or n.credit_left < 0) and (v_least is null or n.owes >= v_least);
end $function$;

CREATE OR REPLACE FUNCTION private.ar_lines(p_project uuid, p_filters jsonb, p_customers uuid[] DEFAULT NULL::uuid[], p_summed boolean DEFAULT false)
 RETURNS TABLE(row_kind text, customer_id uuid, agent_id uuid, document_id uuid, doc_date date, due_date date, terms_days integer, age integer, documents bigint, total numeric, collected numeric, balance numeric, uncleared numeric, cleared_balance numeric, unapplied numeric, past_due numeric, next_cheque date, bucket integer, bucket_0 numeric, bucket_1 numeric, bucket_2 numeric, bucket_3 numeric, bucket_4 numeric, bucket_5 numeric, bucket_6 numeric, bucket_7 numeric, customer_name text, store_name text, customer_key text, agent_name text, credit_line numeric, credit_left numeric)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
 SET work_mem TO '32MB'
AS $function$
#variable_conflict use_column
declare
  v_as_of date := coalesce(private.read_date(p_filters, 'as_of'), private.business_date(p_project));
  v_basis text := coalesce(p_filters ->> 'basis', 'invoice');
  v_agent uuid := private.read_uuid(p_filters, 'agent_id');
  v_customer uuid := private.read_uuid(p_filters, 'customer_id');
  v_overdue boolean := private.read_boolean(p_filters, 'overdue_only');
  v_over boolean := private.read_boolean(p_filters, 'over_limit');
  v_least numeric := private.read_money(p_filters, 'min_balance');
  v_by_due boolean := coalesce(p_filters ->> 'age_by', private.project_setting(p_project, 'age_by') #>> '{}') = 'due';
begin
  if v_basis not in ('invoice', 'delivery', 'added') then perform private.invalid('basis', 'Choose a basis.'); end if;

  return query
  with found as materialized (
    select d.* from private.ar_documents(p_project, v_as_of, v_basis, v_by_due,
      case when v_customer is not null then array[v_customer] else p_customers end, v_overdue, p_summed) d
  ), risk as (
    -- The total covers the whole customer, whichever agent is filtered.
    select d.customer_id, sum(d.at_risk) as amount from found d group by d.customer_id
  ), lines as (
    select d.row_kind, d.customer_id, d.agent_id, d.document_id, d.doc_date, d.due_date, d.terms_days, d.age, d.documents,
      d.total, d.total - d.balance as collected, d.balance, d.cleared_balance - d.balance as uncleared, d.cleared_balance, d.unapplied, d.past_due, d.next_cheque, d.bucket,
      case when p_summed then d.buckets[1] when d.bucket = 0 then d.cleared_balance end as bucket_0, case when p_summed then d.buckets[2] when d.bucket = 1 then d.cleared_balance end as bucket_1,
      case when p_summed then d.buckets[3] when d.bucket = 2 then d.cleared_balance end as bucket_2, case when p_summed then d.buckets[4] when d.bucket = 3 then d.cleared_balance end as bucket_3,
      case when p_summed then d.buckets[5] when d.bucket = 4 then d.cleared_balance end as bucket_4, case when p_summed then d.buckets[6] when d.bucket = 5 then d.cleared_balance end as bucket_5,
      case when p_summed then d.buckets[7] when d.bucket = 6 then d.cleared_balance end as bucket_6, case when p_summed then d.buckets[8] when d.bucket = 7 then d.cleared_balance end as bucket_7
    from found d
    where d.documents > 0 and (v_agent is null or d.agent_id = v_agent)
  ), agents as materialized (
    -- Looked up once for each agent: the planner expects few documents, and would look it up for each of them.
    select a.user_id, a.display_name from public.profiles a where a.user_id in (select d.agent_id from found d)
  ), named as (
    select l.*, c.name as customer_name, c.store_name, c.sort_key as customer_key, coalesce(pr.display_name, 'Former agent') as agent_name, c.credit_line,
      c.credit_line - r.amount as credit_left, case when v_least is not null then sum(l.cleared_balance) over (partition by l.customer_id) end as owes
    from lines l
    join public.customers c on c.project_id = p_project and c.id = l.customer_id
    join risk r on r.customer_id = l.customer_id
    left join agents pr on pr.user_id = l.agent_id
  )
  select n.row_kind, n.customer_id, n.agent_id, n.document_id, n.doc_date, n.due_date, n.terms_days, n.age, n.documents,
    n.total, n.collected, n.balance, n.uncleared, n.cleared_balance, n.unapplied, n.past_due, n.next_cheque, n.bucket,
    n.bucket_0, n.bucket_1, n.bucket_2, n.bucket_3, n.bucket_4, n.bucket_5, n.bucket_6, n.bucket_7,
    n.customer_name, n.store_name, n.customer_key, n.agent_name, n.credit_line, n.credit_left
  from named n where (not v_over or n.credit_left < 0) and (v_least is null or n.owes >= v_least);
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
  if by_day then
    return query
    select s.on_date, null::uuid, null::uuid, sum(s.net), bool_or(s.sold) from (
      select k.on_date, k.net, k.paid > 0 as sold from private.sales_customer_days k
      where k.project_id = p_project and k.on_date between v_kept.first_day and v_kept.last_day and k.on_date <> all (v_kept.days)
        and (v_agents is null or k.agent_id = any (v_agents))
      union all
      select l.on_date, l.net, l.sold
      from private.sold_lines(p_project, v_kept.first_day, v_kept.last_day, v_kept.days, v_kept.apart, false, v_agents, null) l) s
    group by s.on_date;
    return;
  end if;
  return query
  select null::date, s.agent_id, s.customer_id, sum(s.net), bool_or(s.sold) from (
    select k.agent_id, k.customer_id, k.net, k.paid > 0 as sold from private.sales_customer_days k
    where k.project_id = p_project and k.on_date between v_kept.first_day and v_kept.last_day and k.on_date <> all (v_kept.days)
      and (v_agents is null or k.agent_id = any (v_agents))
    union all
    select l.agent_id, l.customer_id, l.net, l.sold
    from private.sold_lines(p_project, v_kept.first_day, v_kept.last_day, v_kept.days, v_kept.apart, false, v_agents, null) l) s
  group by s.agent_id, s.customer_id;
end $function$;

COMMENT ON FUNCTION "private"."net_sales"(uuid, date, date, text[]) IS 'Returns the net sales of a period by delivery date by p_by (day, or agent and customer), as report_sales has them, without its levels and columns: of the bookings that the caller may read, and nothing without stock.read. sold: a row has something that was sold.';

CREATE OR REPLACE FUNCTION private.credit_of(p_project uuid, p_customers uuid[])
 RETURNS TABLE(customer_id uuid, exposure numeric, credit_left numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  v_scope text := private.scope_of(p_project, 'customers.read');
  v_agents uuid[] := case v_scope when 'own' then array[auth.uid()] when 'team' then private.my_agents() end;
begin
  return query
  select c.id, x.amount, c.credit_line - x.amount
  from public.customers c
  -- Each customer is looked up in its indexes: joined to sums, few rows would be expected and many sorted again and again.
  cross join lateral (
    select coalesce((
        select sum(b.balance) from public.bookings b
        where b.project_id = p_project and b.customer_id = c.id and b.balance <> 0 and b.approval_status like 'approved%'), 0.00)
      + coalesce((
        select sum(p.cleared_amount - p.amount) from private.receivable_positions p
        where p.project_id = p_project and p.customer_id = c.id and (p.amount <> 0 or p.cleared_amount <> 0)), 0.00) as amount
    offset 0) x
  where v_scope is not null and c.project_id = p_project and c.id = any (p_customers) and (v_agents is null or c.agent_id = any (v_agents));
end $function$;

-- The customer's position: collectibles, exposure, unapplied credit and credit left.
-- See docs/domain.md, Receivables and credit, and invariants 7-9.

create function private.uncleared(p_project uuid, p_customer uuid) returns numeric
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(c.amount), 0.00) from public.collections c
  where c.project_id = p_project and c.customer_id = p_customer and c.collection_type = 'cheque'
    and c.approval_status = 'approved' and c.cheque_state in ('on_hand', 'deposited')
$$;
comment on function private.uncleared is 'Returns the amount of a customer''s approved cheques that have not cleared.';

create function private.exposure(p_project uuid, p_customer uuid) returns numeric
language sql stable security definer set search_path = '' as $$
  select coalesce((select sum(b.balance) from public.bookings b
    where b.project_id = p_project and b.customer_id = p_customer and b.balance <> 0 and b.approval_status like 'approved%'), 0.00)
    + private.uncleared(p_project, p_customer)
$$;
comment on function private.exposure is 'Returns the exposure to a customer: balances of approved bookings + uncleared cheques.';

create function private.unapplied(p_project uuid, p_customer uuid) returns numeric
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(r.unapplied), 0.00)
  from public.collections c join private.receipt_positions r on r.project_id = c.project_id and r.collection_id = c.id and r.unapplied <> 0
  where c.project_id = p_project and c.customer_id = p_customer and c.approval_status = 'approved'
$$;
comment on function private.unapplied is 'Returns the unapplied credit of a customer: the unallocated amount of approved receipts.';

create function private.collectibles(p_project uuid, p_customer uuid) returns numeric
language sql stable security definer set search_path = '' as $$
  select coalesce((select sum(case when b.date_invoiced is not null then b.balance else -b.collected end) from public.bookings b
    where b.project_id = p_project and b.customer_id = p_customer and b.approval_status like 'approved%'), 0.00)
    - private.unapplied(p_project, p_customer)
$$;
comment on function private.collectibles is 'Returns the collectibles of a customer: invoiced balances less advances and unapplied credit, as in the AR report of today.';

create function private.customer_position(p_project uuid, p_customer uuid)
returns table (collectibles numeric, cleared_balance numeric, exposure numeric, uncleared numeric, unapplied numeric, credit_line numeric, credit_left numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_customer public.customers;
  v_scope text := private.authorize(p_project, 'customers.read');
begin
  select * into v_customer from public.customers c where c.project_id = p_project and c.id = p_customer
    and (v_scope = 'all' or (v_scope = 'own' and c.agent_id = auth.uid())
         or (v_scope = 'team' and c.agent_id = any (private.my_agents())));
  if not found then perform private.not_found(); end if;
  exposure := private.exposure(p_project, p_customer);
  uncleared := private.uncleared(p_project, p_customer);
  unapplied := private.unapplied(p_project, p_customer);
  collectibles := private.collectibles(p_project, p_customer);
  cleared_balance := collectibles + uncleared;
  credit_line := v_customer.credit_line;
  credit_left := v_customer.credit_line - exposure;
  return next;
end $$;
create function public.customer_position(p_project uuid, p_customer uuid)
returns table (collectibles numeric, cleared_balance numeric, exposure numeric, uncleared numeric, unapplied numeric, credit_line numeric, credit_left numeric)
language sql stable security invoker set search_path = '' as $$ select * from private.customer_position(p_project, p_customer) $$;
comment on function public.customer_position is
  'Returns what a customer owes now: collectibles (invoiced balances less advances and unapplied credit, equal to the AR report), cleared_balance (the same when cleared money alone counts), exposure, uncleared cheques, unapplied credit, credit line and credit left (null = no limit). Errors: 42501, P0002.';

create function private.credit_of(p_project uuid, p_customers uuid[])
returns table (customer_id uuid, credit_left numeric)
language plpgsql stable security definer set search_path = '' as $$
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
    select x.customer_id, sum(x.amount) as amount from public.collections x
    where x.project_id = p_project and x.customer_id in (select a.id from asked a) and x.collection_type = 'cheque'
      and x.approval_status = 'approved' and x.cheque_state in ('on_hand', 'deposited')
    group by x.customer_id
  )
  select a.id, a.credit_line - coalesce(o.amount, 0.00) - coalesce(u.amount, 0.00)
  from asked a left join owed o on o.customer_id = a.id left join uncleared u on u.customer_id = a.id;
end $$;
comment on function private.credit_of is
  'Returns the credit left of each of these customers (null = no limit), by the same sum as exposure. Only customers that the caller may read.';

grant execute on function private.credit_of(uuid, uuid[]), private.customer_position(uuid, uuid), public.customer_position(uuid, uuid) to authenticated;

-- The customer's position: collectibles, exposure, unapplied credit and credit left.
-- See docs/domain.md, Receivables and credit, and invariants 7-9.

create or replace function private.exposure(p_project uuid, p_customer uuid) returns numeric
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((select sum(b.cleared_balance) from public.bookings b
    where b.project_id = p_project and b.customer_id = p_customer and (b.balance <> 0 or b.cleared_balance <> 0)
      and b.approval_status like 'approved%'), 0.00)
    + coalesce((select sum(p.cleared_amount - p.amount) from private.receivable_positions p
    where p.project_id = p_project and p.customer_id = p_customer and p.charged = 0
      and (p.amount <> 0 or p.cleared_amount <> 0) and not p.is_booking), 0.00);
end $$;
comment on function private.exposure is
  'Returns the exposure to a customer: balances of approved bookings + uncleared cheques, which are those of the cleared balance of '
  'bookings and those of receipts'' unapplied credit.';

create or replace function private.owed(p_project uuid, p_customer uuid, out collectibles numeric, out uncleared numeric,
  out unapplied numeric)
language sql stable set search_path = '' as $$
  select coalesce(sum(p.amount), 0.00), coalesce(sum(p.cleared_amount - p.amount), 0.00),
    coalesce(-sum(p.amount) filter (where not p.is_booking), 0.00)
  from private.receivable_positions p
  where p.project_id = p_project and p.customer_id = p_customer and (p.amount <> 0 or p.cleared_amount <> 0)
$$;
comment on function private.owed is
  'Returns the sum of the receivables ledger of a customer (collectibles: balances of invoiced and archived bookings less advances and '
  'unapplied credit, as in the AR report of today), the amount of approved cheques that have not cleared, and of approved receipts that is '
  'not allocated.';

create or replace function private.customer_position(p_project uuid, p_customer uuid)
returns table (collectibles numeric, cleared_balance numeric, exposure numeric, uncleared numeric, unapplied numeric,
  credit_line numeric, credit_left numeric)
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
  select o.collectibles, o.uncleared, o.unapplied into collectibles, uncleared, unapplied from private.owed(p_project, p_customer) o;
  cleared_balance := collectibles + uncleared;
  credit_line := v_customer.credit_line;
  credit_left := v_customer.credit_line - exposure;
  return next;
end $$;
select private.expose('customer_position');
comment on function public.customer_position is
  'Returns what a customer owes now: collectibles (invoiced balances less advances and unapplied credit, equal to the AR report), '
  'cleared_balance (the same when cleared money alone counts), exposure, uncleared cheques, unapplied credit, credit line and credit left '
  '(null = no limit). Errors: 42501, P0002.';

create or replace function private.credit_of(p_project uuid, p_customers uuid[])
returns table (customer_id uuid, exposure numeric, credit_left numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_scope text := private.scope_of(p_project, 'customers.read');
  v_agents uuid[] := case v_scope when 'own' then array[auth.uid()] when 'team' then private.my_agents() end;
begin
  return query
  select c.id, e.exposure, c.credit_line - e.exposure
  from public.customers c cross join lateral (select private.exposure(p_project, c.id)) e (exposure)
  where v_scope is not null and c.project_id = p_project and c.id = any (p_customers) and (v_agents is null or c.agent_id = any (v_agents));
end $$;
comment on function private.credit_of is
  'Returns exposure and credit left (null = no limit) of each of these customers that the caller may read.';

create or replace function private.credit_line_by_others(p_customer public.customers, p_user uuid) returns numeric
language plpgsql stable set search_path = '' as $$
begin
  return (with decided as (
    select e.id, e.user_id, e.type,
      case e.type when 'credit' then e.details #>> '{credit_line,0}' end as before,
      case e.type when 'credit' then e.details #>> '{credit_line,1}' else e.details ->> 'credit_line' end as line
    from public.customer_finance_events e
    where e.project_id = p_customer.project_id and e.customer_id = p_customer.id and e.type in ('approved', 'credit')
      -- A change of terms alone says nothing about the credit line.
      and (e.type = 'approved' or e.details #> '{credit_line,0}' is distinct from e.details #> '{credit_line,1}')
  ), lines as (
    select d.id, d.user_id, d.line from decided d
    union all
    -- An imported customer has no decision: who imported it set its first line.
    select 0, p_customer.created_by,
      case when exists (select from decided) then (select d.before from decided d order by d.id limit 1)
        else p_customer.credit_line::text end
    where not exists (select from decided d where d.type = 'approved')
  )
  select coalesce((select coalesce(l.line::numeric, 'Infinity')
    from lines l where l.user_id is distinct from p_user order by l.id desc limit 1), 0));
end $$;
comment on function private.credit_line_by_others is
  'Returns the credit line that somebody else than this user set last; infinity = no limit, 0 when nobody else ever set one. The first '
  'line of a customer, set on approval or by an import, belongs to who approved or imported it.';

create or replace function private.credit_left_by_others(p_project uuid, p_customers uuid[])
returns table (customer_id uuid, credit_left numeric)
language sql stable security definer set search_path = '' as $$
  select x.id, x.line - private.exposure(p_project, x.id)
  from (select c.id, c.credit_line, private.credit_line_by_others(c, auth.uid()) as line from public.customers c
    where c.project_id = p_project and c.id = any (p_customers)
      and private.scope_of(p_project, 'customers.read') = 'all' and private.needs_second_person(p_project, 'credit_lines')) x
  where x.line < coalesce(x.credit_line, 'Infinity')
$$;
comment on function private.credit_left_by_others is
  'Returns those of these customers whose credit line the caller raised, with the credit that would be left without those raises: a '
  'booking above it is validated by another user (setting maker_checker.credit_lines).';

grant execute on function private.credit_left_by_others, private.credit_of to authenticated;

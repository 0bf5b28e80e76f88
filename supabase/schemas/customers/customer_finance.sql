-- Commands of finance on customers: tax details, credit, transfer between agents, deactivation.
-- Each command writes a row into the finance trail.

create or replace function private.update_customer_tax(p_project uuid, p_customer uuid, p_version int,
  p_tin_no text, p_business_style text, p_vat_class text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'customers.write');
  v_customer public.customers;
  v_tin text := private.read_tin(jsonb_build_object('tin_no', p_tin_no), 'tin_no');
  v_style text := private.read_text(jsonb_build_object('business_style', p_business_style), 'business_style');
  v_class text := private.read_vat_class(jsonb_build_object('vat_class', p_vat_class), 'vat_class');
begin
  v_customer := private.lock_customer(p_project, p_customer, p_version);
  v_class := coalesce(v_class, v_customer.vat_class);
  insert into public.customer_finance_events (project_id, customer_id, type, details)
  values (p_project, p_customer, 'tax', jsonb_build_object('tin_no', jsonb_build_array(v_customer.tin_no, v_tin),
    'business_style', jsonb_build_array(v_customer.business_style, v_style))
    || case when v_class <> v_customer.vat_class then jsonb_build_object('vat_class', jsonb_build_array(v_customer.vat_class, v_class))
      else '{}' end);
  update public.customers set tin_no = v_tin, business_style = v_style, vat_class = v_class
  where project_id = p_project and id = p_customer returning * into v_customer;
  return jsonb_build_object('id', p_customer, 'version', v_customer.version);
end $$;
select private.expose('update_customer_tax');
comment on function public.update_customer_tax is
  'Changes TIN and business style (empty = none), and the VAT class (vatable, exempt or zero_rated; empty = as it is), which counts for '
  'bookings that are validated from then on. Before and after go into the finance trail. Errors: 42501, P0002, stale_version, 22023 per '
  'field.';

create or replace function private.set_credit_line(p_project uuid, p_customer uuid, p_version int,
  p_credit_line numeric, p_terms_days int) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'customers.decide');
  v_customer public.customers;
begin
  if p_credit_line < 0 or p_credit_line > 999999999999.99 or p_credit_line <> round(p_credit_line, 2) then
    perform private.invalid('credit_line', 'Enter an amount of zero or more with at most two decimals.');
  end if;
  if p_terms_days not between 0 and 365 or p_terms_days is null then
    perform private.invalid('terms_days', 'Between 0 and 365 days.');
  end if;
  v_customer := private.lock_customer(p_project, p_customer, p_version);
  insert into public.customer_finance_events (project_id, customer_id, type, details)
  values (p_project, p_customer, 'credit', jsonb_build_object('credit_line', jsonb_build_array(v_customer.credit_line, p_credit_line),
    'terms_days', jsonb_build_array(v_customer.terms_days, p_terms_days)));
  update public.customers set credit_line = p_credit_line, terms_days = p_terms_days
  where project_id = p_project and id = p_customer returning * into v_customer;
  return jsonb_build_object('id', p_customer, 'version', v_customer.version);
end $$;
select private.expose('set_credit_line');
comment on function public.set_credit_line is
  'Sets credit line (null = no limit, 0 = cash only) and terms in days; counts from the next validation on, documents keep their due '
  'dates. Before and after go into the finance trail. Errors: 42501, P0002, stale_version, 22023 per field.';

create or replace function private.deactivate_customer(p_project uuid, p_customer uuid, p_version int,
  p_reason text, p_active boolean default false) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'customers.decide');
  v_customer public.customers;
  v_reason text := private.read_reason(p_reason);
begin
  v_customer := private.lock_customer(p_project, p_customer, p_version);
  if v_customer.approval_status <> (case when p_active then 'inactive' else 'approved' end) then
    perform private.refuse('wrong_state', format('This customer is %s.', v_customer.approval_status));
  end if;
  update public.customers set approval_status = case when p_active then 'approved' else 'inactive' end, decision_reason = v_reason
  where project_id = p_project and id = p_customer returning * into v_customer;
  insert into public.customer_finance_events (project_id, customer_id, type, details)
  values (p_project, p_customer, case when p_active then 'reactivated' else 'deactivated' end, jsonb_build_object('reason', v_reason));
  return jsonb_build_object('id', p_customer, 'version', v_customer.version, 'approval_status', v_customer.approval_status);
end $$;
select private.expose('deactivate_customer');
comment on function public.deactivate_customer is
  'Deactivates an approved customer, or (p_active) reactivates one; either with a reason. The customer''s balance stays and can be '
  'collected; pending bookings are refused at validation. Errors: 42501, P0002, stale_version, wrong_state, 22023 reason.';

create or replace function private.last_transfer(p_customer public.customers) returns date
language sql stable set search_path = '' as $$
  select max(t.effective_on) from public.agent_customer_transfers t
  where t.project_id = p_customer.project_id and t.customer_id = p_customer.id
$$;
comment on function private.last_transfer is
  'Returns the day on which a customer came to the present agent; null = the agent had the customer from the beginning.';

create or replace function private.transfer_preview(p_project uuid, p_customers jsonb)
returns table (customer_id uuid, name text, store_name text, agent_id uuid, since date, collectibles numeric, uncleared numeric,
  pending int, pending_total numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'customers.transfer');
  v_ids uuid[] := array(select distinct e.value::uuid from jsonb_array_elements_text(private.read_list(p_customers, 'customer_ids')) e
    where e.value ~* '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$');
begin
  return query
  select c.id, c.name, c.store_name, c.agent_id, coalesce(private.last_transfer(c), c.date_added), o.collectibles, o.uncleared,
    coalesce(w.bookings, 0), coalesce(w.total, 0.00)
  from public.customers c
  cross join lateral private.owed(p_project, c.id) o
  left join lateral (select count(*)::int as bookings, sum(b.total) as total from public.bookings b
    where b.project_id = p_project and b.customer_id = c.id and b.agent_id = c.agent_id and b.approval_status = 'pending'
      and b.date_added > coalesce(private.closed_through(p_project), '-infinity')) w on true
  where c.project_id = p_project and c.id = any (v_ids)
  order by c.sort_key, c.id;
end $$;
select private.expose('transfer_preview');
comment on function public.transfer_preview is
  'Previews a transfer of customers to another agent. p_customers: {customer_ids: [uuid]}; customers of other projects are left out. '
  'since: the day of the last transfer, or the one on which the customer was added; uncleared: cheques; pending: bookings of the present '
  'agent that wait for validation and are of open days, and their total. Errors: 42501, 22023.';

create or replace function private.transfer_customers(p_project uuid, p_transfer jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'customers.transfer');
  v_list text[] := array(select jsonb_array_elements_text(private.read_list(p_transfer, 'customer_ids', 500)));
  v_target uuid := private.read_uuid(p_transfer, 'target_agent_id', true);
  v_on date;
  v_pending boolean := private.read_boolean(p_transfer, 'move_pending');
  v_closed date;
  v_reason text := private.read_text(p_transfer, 'reason', p_max => 400);
  v_ids uuid[];
  v_found record;
  v_bookings int := 0;
begin
  perform private.active_agent(p_project, v_target, 'target_agent_id');
  -- A transfer takes effect at once, because the owning agent decides who sees the customer.
  v_on := private.past_date(p_project, private.read_date(p_transfer, 'effective_on'), 'effective_on');
  if v_list = '{}' then perform private.invalid('customer_ids', 'Choose at least one customer.'); end if;
  if exists (select from unnest(v_list) i where i !~* '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$') then
    perform private.not_found();
  end if;
  v_ids := array(select distinct i::uuid from unnest(v_list) i);
  -- Bookings are locked before their customers, as in every command.
  if v_pending then
    v_closed := private.lock_closing(p_project);
    perform private.lock_bookings(p_project, array(select b.id from public.bookings b
      where b.project_id = p_project and b.approval_status = 'pending' and b.customer_id = any (v_ids)));
  end if;
  perform from public.customers c where c.project_id = p_project and c.id = any (v_ids) order by c.id for no key update;
  if (select count(*) from public.customers c where c.project_id = p_project and c.id = any (v_ids)) < cardinality(v_ids) then
    perform private.not_found();
  end if;
  select c.name, c.agent_id, private.last_transfer(c) as since into v_found from public.customers c
  where c.project_id = p_project and c.id = any (v_ids) and (c.agent_id = v_target or v_on < private.last_transfer(c))
  order by c.id limit 1;
  if v_found.agent_id = v_target then
    perform private.refuse('wrong_state', format('%s is already assigned to this agent.', v_found.name), 'customer_ids');
  elsif found then
    perform private.invalid('effective_on', format('%s is assigned to its current agent since %s: enter that date or a later one.',
      v_found.name, to_char(v_found.since, 'MM/DD/YYYY')));
  end if;
  insert into public.agent_customer_transfers (project_id, customer_id, from_agent_id, target_agent_id, effective_on, reason)
  select p_project, c.id, c.agent_id, v_target, v_on, v_reason
  from public.customers c where c.project_id = p_project and c.id = any (v_ids) order by c.id;
  insert into public.customer_finance_events (project_id, customer_id, type, details)
  select p_project, c.id, 'transferred', jsonb_build_object('agent_id', jsonb_build_array(c.agent_id, v_target), 'effective_on', v_on)
  from public.customers c where c.project_id = p_project and c.id = any (v_ids) order by c.id;
  if v_pending then
    update public.bookings b set agent_id = v_target from public.customers c
    where b.project_id = p_project and b.customer_id = any (v_ids) and b.approval_status = 'pending'
      and b.date_added > coalesce(v_closed, '-infinity')
      and c.project_id = p_project and c.id = b.customer_id and b.agent_id = c.agent_id;
    get diagnostics v_bookings = row_count;
  end if;
  update public.customers set agent_id = v_target where project_id = p_project and id = any (v_ids);
  return jsonb_build_object('customers', cardinality(v_ids), 'bookings', v_bookings);
end $$;
select private.expose('transfer_customers');
comment on function public.transfer_customers is
  'Gives customers to another active agent, all or none. p_transfer: {customer_ids: [uuid], target_agent_id, effective_on (the first day '
  'that counts for the new agent: today when empty, or earlier, not before the last transfer), move_pending (their pending bookings go '
  'along), reason}. Past sales, receipts and validated bookings stay with the agent who made them. Errors: 42501, P0002, wrong_state, '
  'not_in_future, 22023 per field.';

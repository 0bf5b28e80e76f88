-- Merging: two customers that are one. See docs/domain.md, Merging, and docs/decisions/0060.

create or replace function private.merge_customers(p_project uuid, p_customer uuid, p_version int, p_into uuid, p_reason text)
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'customers.decide');
  v_reason text := private.read_reason(p_reason);
  v_today date := private.business_date(p_project);
  v_old public.customers;
  v_new public.customers;
  v_risk numeric;
begin
  -- In the order of every command: receipts, bookings, customers.
  perform from public.collections c where c.project_id = p_project and c.customer_id = p_customer order by c.id for no key update;
  perform private.lock_bookings(p_project,
    array(select b.id from public.bookings b where b.project_id = p_project and b.customer_id = p_customer));
  perform from public.customers c where c.project_id = p_project and c.id in (p_customer, p_into) order by c.id for update;
  v_old := private.lock_customer(p_project, p_customer, p_version);
  if v_old.approval_status not in ('approved', 'inactive') then
    perform private.refuse('wrong_state', format('This customer is %s.', v_old.approval_status));
  end if;
  select * into v_new from public.customers c
  where c.project_id = p_project and c.id = p_into and c.id <> p_customer and c.approval_status = 'approved';
  if not found then perform private.invalid('into', 'Choose another approved customer.'); end if;
  v_risk := private.exposure(p_project, p_customer) + private.exposure(p_project, p_into);
  if v_risk > v_new.credit_line then
    perform private.refuse('credit_exceeded', format('Their combined balance of %s exceeds the credit limit of %s. Raise the limit first.',
      private.money_text(v_risk), private.money_text(v_new.credit_line)), 'into');
  end if;

  update public.customers c set merged_into = p_into, approval_status = 'merged',
    decision_reason = case when c.id = p_customer then v_reason else c.decision_reason end
  where c.project_id = p_project and (c.id = p_customer or c.merged_into = p_customer);
  -- Posted entries stay on their days with the customer who had them; from today on the other customer has them.
  insert into public.receivable_entries (project_id, on_date, kind, customer_id, agent_id, booking_id, collection_id, memo_id, due_date,
    amount, cleared_amount)
  select p_project, v_today, 'merged', x.customer_id, e.agent_id, e.booking_id, e.collection_id, e.memo_id, e.due_date,
    x.sign * sum(e.amount), x.sign * sum(e.cleared_amount)
  from public.receivable_entries e cross join (values (p_customer, -1), (p_into, 1)) x (customer_id, sign)
  where e.project_id = p_project and e.customer_id = p_customer
  group by x.customer_id, x.sign, e.agent_id, e.booking_id, e.collection_id, e.memo_id, e.due_date
  having sum(e.amount) <> 0 or sum(e.cleared_amount) <> 0 order by x.sign, e.booking_id, e.collection_id;
  update public.bookings set customer_id = p_into where project_id = p_project and customer_id = p_customer;
  update public.collections set customer_id = p_into where project_id = p_project and customer_id = p_customer;
  update public.memos set customer_id = p_into where project_id = p_project and customer_id = p_customer;
  update public.purchases set customer_id = p_into where project_id = p_project and customer_id = p_customer;
  insert into public.customer_finance_events (project_id, customer_id, type, details)
  values (p_project, p_customer, 'merged', jsonb_build_object('into', v_new.name, 'reason', v_reason)),
    (p_project, p_into, 'merged', jsonb_build_object('of', v_old.name, 'reason', v_reason));
  return jsonb_build_object('id', p_customer, 'version', v_old.version + 1, 'merged_into', p_into);
end $$;
select private.expose('merge_customers');
comment on function public.merge_customers is
  'Merges a customer into another, approved one, for good, with a reason: its bookings, receipts and memos are those of the other '
  'customer, who owes from today on what it owed. Its ledger entries, and what reports say of earlier days, stay. Credit limit, terms, '
  'price list and agent are those of the other customer. Errors: 42501, P0002, stale_version, wrong_state, credit_exceeded, 22023 into or '
  'reason.';

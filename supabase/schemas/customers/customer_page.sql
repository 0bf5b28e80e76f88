-- One customer as the page shows it, in one call.

create or replace function public.customer_page(p_project uuid, p_customer uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_bookings boolean := private.scope_of(p_project, 'bookings.read') is not null;
  v_receipts boolean := private.scope_of(p_project, 'collections.read') is not null;
  v_prices boolean := private.scope_of(p_project, 'prices.read') is not null;
  v jsonb;
begin
  perform private.authorize(p_project, 'customers.read');
  select to_jsonb(c) into v from public.customers c where c.project_id = p_project and c.id = p_customer;
  if not found then perform private.not_found(); end if;
  return jsonb_build_object('customer', v,
    'position', (select to_jsonb(p) from private.customer_position(p_project, p_customer) p),
    'bookings', case when v_bookings then (
      select coalesce(jsonb_agg(to_jsonb(b) order by b.date_added desc, b.id desc), '[]')
      from (select x.id, x.so_no, private.shown_stage(x.stage, x.total, x.credited) as stage, x.invoice_no, x.date_added, x.date_due,
          x.total, x.balance, x.cleared_balance from public.bookings x
        where x.project_id = p_project and x.customer_id = p_customer order by x.date_added desc, x.id desc limit 10) b) end,
    'collections', case when v_receipts then (
      select coalesce(jsonb_agg(to_jsonb(c) order by c.date_collected desc, c.id desc), '[]')
      from (select x.id, x.cr_no, x.collection_type, x.approval_status, x.date_collected, x.amount from public.collections x
        where x.project_id = p_project and x.customer_id = p_customer order by x.date_collected desc, x.id desc limit 10) c) end,
    'cheques', case when v_receipts then (
      select coalesce(jsonb_agg(to_jsonb(c) order by c.cheque_date, c.id), '[]')
      from (select x.id, x.cr_no, x.cheque_bank, x.cheque_no, x.cheque_date, x.cheque_state, x.amount from public.collections x
        where x.project_id = p_project and x.customer_id = p_customer and x.collection_type = 'cheque' and x.approval_status = 'approved'
          and x.cheque_state in ('on_hand', 'deposited')) c) end,
    'transfers', (
      select coalesce(jsonb_agg(to_jsonb(t) order by t.effective_on desc, t.id desc), '[]')
      from public.agent_customer_transfers t where t.project_id = p_project and t.customer_id = p_customer),
    'price_lists', case when v_prices then (
      select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'name', l.name, 'status', l.status) order by l.sort_key, l.id), '[]')
      from public.price_lists l where l.project_id = p_project) end,
    'groups', case when v_prices then (
      select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name, 'status', g.status) order by g.sort_key, g.id), '[]')
      from public.customer_groups g where g.project_id = p_project) end);
end $$;
comment on function public.customer_page is
  'Returns what the page of a customer that the caller may read shows: {customer: its columns, position: the row of customer_position, '
  'bookings: the ten newest (null without bookings.read), collections: the ten newest parts of receipts, cheques: those that have not '
  'cleared (both null without collections.read), transfers: from one agent to another, the latest first, price_lists and groups: [{id, '
  'name, status}] (null without prices.read)}. Errors: 42501, P0002.';

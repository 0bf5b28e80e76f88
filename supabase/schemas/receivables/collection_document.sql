-- One receipt, or one of its parts, as its page and its papers show it.

create or replace function private.names_at_receipt(p_project uuid, p_receipt uuid, p_table text, p_row uuid, p_names text[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.authorize(p_project, 'collections.read');
  return private.names_since(p_project, p_table, p_row, p_names, coalesce((
    select min(a.id) from public.audit_log a where a.project_id = p_project and a.table_name = 'collections' and a.row_id in (
      select c.id from public.collections c where c.project_id = p_project and c.receipt_id = p_receipt)), 0));
end $$;
comment on function private.names_at_receipt is
  'Returns those of the names of a row that were changed since a receipt was recorded, as they were then. Errors: 42501.';

create or replace function private.drr_label_at_receipt(p_project uuid, p_receipt uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
declare v_then jsonb := private.names_at_receipt(p_project, p_receipt, 'projects', p_project, '{settings}') -> 'settings';
begin
  return case when v_then is null then private.project_setting(p_project, 'drr_label')
    else private.setting_of(v_then, 'drr_label') end #>> '{}';
end $$;
comment on function private.drr_label_at_receipt is 'Returns what the numbers of deposit slips were called when a receipt was recorded.';

create or replace function private.receipt_names(p_project uuid, p public.collections) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (select jsonb_build_object('name', u.name, 'store_name', u.store_name, 'tin_no', u.tin_no, 'address', u.address)
      || private.names_at_receipt(p_project, p.receipt_id, 'customers', u.id, '{name,store_name,tin_no,address}')
    from public.customers u where u.project_id = p_project and u.id = p.customer_id)
    || (select coalesce(jsonb_object_agg(w.what, coalesce(
        private.names_at_receipt(p_project, p.receipt_id, 'profiles', w.id, '{display_name}') ->> 'display_name', f.display_name)), '{}')
      from (values ('agent', p.agent_id), ('received_by', coalesce(p.collector_id, p.created_by))) w (what, id)
      join public.profiles f on f.user_id = w.id)
    || jsonb_build_object('drr_label', private.drr_label_at_receipt(p_project, p.receipt_id), 'letterhead', private.paper_head(p_project,
      private.names_at_receipt(p_project, p.receipt_id, 'projects', p_project, private.head_names())));
end $$;
comment on function private.receipt_names is
  'Returns the names on the paper of a receipt as of its recording: name, store_name, tin_no and address of the customer, agent, '
  'received_by, drr_label, letterhead. Errors: 42501.';
grant execute on function private.names_at_receipt, private.drr_label_at_receipt, private.receipt_names to authenticated;

create or replace function public.collection_document(p_project uuid, p_collection uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v public.collections;
  v_name text;
  v_store text;
begin
  perform private.authorize(p_project, 'collections.read');
  select * into v from public.collections c where c.project_id = p_project and c.id = p_collection;
  select u.name, u.store_name into v_name, v_store from public.customers u where u.project_id = p_project and u.id = v.customer_id;
  if not found then perform private.not_found(); end if;
  return jsonb_build_object(
    'collection', to_jsonb(v)
      || jsonb_build_object('amount', v.amount::text, 'reversed', v.reversed::text, 'customer_name', v_name, 'store_name', v_store),
    'paper', private.receipt_names(p_project, v),
    'parts', (
      select jsonb_agg(to_jsonb(x) order by x.part_no)
      from (select k.id, k.part_no, k.collection_type, k.amount::text, k.cheque_bank, k.cheque_no, k.cheque_date, k.cheque_state,
          k.reference_no, k.paid_back_on
        from public.collections k where k.project_id = p_project and k.receipt_id = v.receipt_id) x),
    'allocations', (
      select coalesce(jsonb_agg(to_jsonb(x) - 'no' order by x.no), '[]')
      from (select a.id as no, a.collection_id, a.booking_id, a.so_no, a.amount::text, to_jsonb(o) as booking,
          a.created_at = k.created_at as at_issue, jsonb_build_object('invoice_no', o.invoice_no, 'date_invoiced', o.date_invoiced)
            || private.names_at_receipt(p_project, v.receipt_id, 'bookings', a.booking_id, '{invoice_no,date_invoiced}') as issued
        from public.collection_allocations a
        join public.collections k on k.project_id = p_project and k.id = a.collection_id and k.receipt_id = v.receipt_id
        left join lateral (select b.stage, b.total::text, b.balance::text, b.invoice_no, b.date_invoiced from public.bookings b
          where b.project_id = p_project and b.id = a.booking_id) o on true
        where a.project_id = p_project) x),
    'accounts', (
      select coalesce(jsonb_object_agg(n.id, n.bank || ', ' || n.account_no), '{}')
      from public.banks n where n.project_id = p_project and n.id in (v.bank_id, v.paid_back_bank_id)),
    'events', (
      select coalesce(jsonb_agg(to_jsonb(x) order by x.id), '[]')
      from (select e.id, e.event, e.on_date, e.effect::text, e.reason, e.replaced_by, s.slip_no, n.bank, n.account_no
        from public.cheque_events e
        left join public.deposit_slips s on s.project_id = p_project and s.id = e.slip_id
        left join public.banks n on n.project_id = p_project and n.id = s.bank_id
        where e.project_id = p_project and e.collection_id = v.id) x));
end $$;
comment on function public.collection_document is
  'Returns a receipt, or a part of one, with all parts of the receipt: {collection: its row, with customer_name and store_name; paper: '
  '{name, store_name, tin_no, address, agent, received_by, drr_label, letterhead}, the names of the time when it was recorded; parts: '
  '[{id, part_no, collection_type, amount, cheque_bank, cheque_no, cheque_date, cheque_state, reference_no, paid_back_on}]; allocations of '
  'all parts, reversals included: [{collection_id, booking_id, so_no, amount, at_issue (it was recorded with the receipt), issued: its '
  '{invoice_no, date_invoiced} of then, booking: {stage, total, balance, invoice_no, date_invoiced}}], booking null when the caller may '
  'not read it; accounts: {id: "bank, number"}, those that the caller may read; events of a cheque: [{id, event, on_date, effect, reason, '
  'replaced_by, slip_no, bank, account_no}]}. Money as text. Errors: 42501, P0002.';

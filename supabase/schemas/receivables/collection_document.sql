-- One receipt, or one of its parts, as its page and its papers show it.

create or replace function public.collection_document(p_project uuid, p_collection uuid) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  v public.collections;
  v_name text;
  v_store text;
begin
  if private.scope_of(p_project, 'collections.read') is null then perform private.forbid(); end if;
  select * into v from public.collections c where c.project_id = p_project and c.id = p_collection;
  select u.name, u.store_name into v_name, v_store from public.customers u where u.project_id = p_project and u.id = v.customer_id;
  if not found then perform private.not_found(); end if;
  return jsonb_build_object(
    'collection', to_jsonb(v)
      || jsonb_build_object('amount', v.amount::text, 'reversed', v.reversed::text, 'customer_name', v_name, 'store_name', v_store),
    'parts', (
      select jsonb_agg(jsonb_build_object('id', k.id, 'part_no', k.part_no, 'collection_type', k.collection_type,
        'amount', k.amount::text, 'cheque_bank', k.cheque_bank,
        'cheque_no', k.cheque_no, 'cheque_date', k.cheque_date, 'cheque_state', k.cheque_state, 'reference_no', k.reference_no,
        'paid_back_on', k.paid_back_on) order by k.part_no)
      from public.collections k where k.project_id = p_project and k.receipt_id = v.receipt_id),
    'allocations', (
      select coalesce(jsonb_agg(
        jsonb_build_object('collection_id', a.collection_id, 'booking_id', a.booking_id, 'so_no', a.so_no, 'amount', a.amount::text,
        'booking', case when b.id is not null
          then jsonb_build_object('stage', b.stage, 'total', b.total::text, 'balance', b.balance::text, 'invoice_no', b.invoice_no,
          'date_invoiced', b.date_invoiced) end) order by a.id), '[]')
      from public.collection_allocations a
      left join public.bookings b on b.project_id = p_project and b.id = a.booking_id
      where a.project_id = p_project
        and a.collection_id in (select k.id from public.collections k where k.project_id = p_project and k.receipt_id = v.receipt_id)),
    'accounts', (
      select coalesce(jsonb_object_agg(n.id, n.bank || ', ' || n.account_no), '{}')
      from public.banks n where n.project_id = p_project and n.id in (v.bank_id, v.paid_back_bank_id)),
    'events', case when v.cheque_no is null then '[]' else (
      select coalesce(
        jsonb_agg(jsonb_build_object('id', e.id, 'event', e.event, 'on_date', e.on_date, 'effect', e.effect::text, 'reason', e.reason,
        'replaced_by', e.replaced_by, 'slip_no', s.slip_no, 'bank', n.bank, 'account_no', n.account_no) order by e.id), '[]')
      from public.cheque_events e
      left join public.deposit_slips s on s.project_id = p_project and s.id = e.slip_id
      left join public.banks n on n.project_id = p_project and n.id = s.bank_id
      where e.project_id = p_project and e.collection_id = v.id) end);
end $$;
comment on function public.collection_document is
  'Returns a receipt, or a part of one, with all parts of the receipt: {collection: its row, with customer_name and store_name; parts: '
  '[{id, part_no, collection_type, amount, cheque_bank, cheque_no, cheque_date, cheque_state, reference_no, paid_back_on}]; allocations of '
  'all parts, reversals included: [{collection_id, booking_id, so_no, amount, booking: {stage, total, balance, invoice_no, '
  'date_invoiced}}], booking null when the caller may not read it; accounts: {id: "bank, number"}, those that the caller may read; events '
  'of a cheque: [{id, event, on_date, effect, reason, replaced_by, slip_no, bank, account_no}]}. Money as text. Errors: 42501, P0002.';

grant execute on function public.collection_document(uuid, uuid), private.not_found(), private.forbid(text) to authenticated;

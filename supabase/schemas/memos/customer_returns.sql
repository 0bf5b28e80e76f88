-- Goods that a customer brings back without their booking: a purchase record of the kind return_in, with its credit memo.
-- See docs/domain.md, Memos, and docs/decisions/0066.

create or replace function private.lock_returning_customer(p_project uuid, p_customer uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare v public.customers;
begin
  if private.scope_of(p_project, 'memos.write') is null then
    perform private.forbid('Goods that come back are credited: only a user who writes memos can record them.');
  end if;
  select * into v from public.customers c where c.project_id = p_project and c.id = p_customer for key share;
  if not found then perform private.invalid('customer_id', 'Choose a customer.'); end if;
  if v.approval_status not in ('approved', 'inactive') then
    perform private.refuse('customer_not_approved', format('%s is %s.', v.name, v.approval_status), 'customer_id');
  end if;
  perform private.lock_bookings(p_project, array(select b.id from private.open_bookings(p_project, p_customer, null) b));
  return v.id;
end $$;
comment on function private.lock_returning_customer is
  'Returns a customer who brings goods back, and locks the bookings that may be credited, before any stock is. Errors: 42501 without memos.write, customer_not_approved, 22023 customer_id.';

create or replace function private.credit_returned_goods(p_purchase public.purchases, p_date date) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v public.memos;
  v_open numeric;
  v_percent numeric;
begin
  v.project_id := p_purchase.project_id;
  v.kind := 'credit';
  v.reason_code := 'return';
  v.purchase_id := p_purchase.id;
  v.on_date := p_date;
  select c.id, c.name, c.agent_id, private.vat_rate(c.vat_class, private.project_setting(p_purchase.project_id, 'vat_percent')::numeric)
  into v.customer_id, v.customer_name, v.agent_id, v_percent
  from public.customers c where c.project_id = p_purchase.project_id and c.id = p_purchase.customer_id;
  select private.limit_amount(sum(private.line_amount(l.prod_srp, l.prod_srp_pieces, l.quantity)), 'lines') into v.amount
  from public.purchase_lines l where l.project_id = p_purchase.project_id and l.purchase_id = p_purchase.id;
  select coalesce(sum(b.balance), 0.00) into v_open from private.open_bookings(v.project_id, v.customer_id, null) b where b.date_invoiced <= p_date;
  if v.amount > v_open then
    perform private.refuse('over_credited', format('%s owes only %s on delivered invoices until this date. Take goods that are paid back on their booking.',
      v.customer_name, to_char(v_open, 'FM999,999,999,990.00')), 'customer_id');
  end if;
  v.vat_amount := private.vat_in(v.amount, v_percent);
  v.status := case when v.amount > private.memo_limit(v.project_id) then 'pending' else 'approved' end;
  v := private.insert_memo(v);
  if v.status = 'approved' then perform private.post_memo(v); end if;
  return jsonb_build_object('memo_no', v.memo_no, 'memo_status', v.status);
end $$;
comment on function private.credit_returned_goods is
  'Writes the credit memo of goods that came back: pieces times what each is credited, to the oldest open invoices. Above the project''s amount it waits for approval. Raises over_credited for more than is open.';

create or replace function private.cancel_credit_of_return(p_purchase public.purchases, p_reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare v public.memos;
begin
  select * into v from public.memos m where m.project_id = p_purchase.project_id and m.purchase_id = p_purchase.id and m.status <> 'cancelled' for no key update;
  if not found then return; end if;
  if v.status = 'approved' and v.amount > private.memo_limit(v.project_id) then
    if private.scope_of(v.project_id, 'memos.approve') is null then
      perform private.forbid(format('Who approves memos cancels this record, because %s is approved.', v.memo_no));
    end if;
    if v.created_by = auth.uid() and private.needs_second_person(v.project_id, 'memos') then
      perform private.refuse('maker_checker', format('You wrote %s: another user who approves memos has to cancel this record.', v.memo_no));
    end if;
  end if;
  perform private.withdraw_memo(v, p_reason);
end $$;
comment on function private.cancel_credit_of_return is 'Cancels the credit memo of goods that came back together with their record. Errors: 42501, maker_checker.';

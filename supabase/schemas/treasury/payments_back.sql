-- Payments back: the money of a receipt that has moved on is given back to the customer, who owes again what it paid.
-- See docs/domain.md, Collections, and docs/decisions/0007.

create or replace function private.pay_back_collection(p_project uuid, p_collection uuid, p_version int, p_payment jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'collections.decide');
  v public.collections;
  v_refusal text;
  v_reason text := private.read_text(p_payment, 'reason', true, p_max => 400);
  v_no text := private.read_text(p_payment, 'paid_back_no', true, p_max => 40);
  v_bank public.banks;
  v_left numeric;
  v_date date;
begin
  v := private.lock_part(p_project, p_collection, p_version, 'only approved receipts can be paid back');
  -- What brought no money to the office or an account is not paid back.
  v_refusal := case
    when v.paid_back_on is not null then format('Receipt %s was paid back on %s.', v.cr_no, to_char(v.paid_back_on, 'MM/DD/YYYY'))
    when v.from_archive or v.collection_type = 'withholding' then format('Receipt %s has no amount to pay back: cancel it.', v.cr_no)
    when v.cheque_state <> 'cleared' then
      format('Cheque %s is %s: only cleared cheques can be paid back.', v.cheque_no, replace(v.cheque_state, '_', ' '))
    when v.collection_type = 'cash' and v.collector_id is not null and v.remittance_id is null then
      format('The cash of receipt %s is not remitted yet: cancel the receipt.', v.cr_no) end;
  if v_refusal is not null then perform private.refuse('wrong_state', v_refusal); end if;
  perform private.expect_second_person(p_project, 'receipts', array[v.created_by, v.collector_id],
    format('You recorded or collected receipt %s: another user who approves collections must pay it back.', v.cr_no));
  v_date := private.posting_date(p_project, private.read_date(p_payment, 'paid_on'), 'paid_on');
  perform private.expect_after_receipt(p_project, array[p_collection], v_date, 'paid_on');
  if p_payment ->> 'paid_from' is distinct from 'office' then
    -- The account is locked, so that no two payments back spend the same money.
    select * into v_bank from public.banks k
    where k.project_id = p_project and k.id = (select private.read_uuid(p_payment, 'paid_from', true))
      and k.status = 'active' for no key update;
    if not found then perform private.invalid('paid_from', 'Choose the paying account.'); end if;
  end if;

  perform private.lock_allocated(p_project, array[p_collection]);
  perform private.reverse_allocations(p_project, p_collection, 'paid_back', v_date);
  update public.collections set reversed = amount, paid_back_on = v_date, paid_back_bank_id = v_bank.id,
    paid_back_no = v_no, paid_back_reason = v_reason, paid_back_by = auth.uid(), paid_back_at = now()
  where project_id = p_project and id = p_collection returning * into v;
  perform private.settle_allocated(p_project, p_collection, 'paid_back', v_date);
  perform private.post_in_place(p_project, v_bank.id, -v.amount, 'paid_back', v_date, p_collection => p_collection);
  if v_bank.id is not null then
    v_left := least(private.bank_balance(p_project, v_bank.id, v_date),
      private.bank_balance(p_project, v_bank.id, private.business_date(p_project)));
    if v_left < 0 then
      perform private.refuse('cash_exceeded', format('The book balance of %s %s is only %s.', v_bank.bank, v_bank.account_no,
        private.money_text(v_left + v.amount)), 'paid_from');
    end if;
  end if;
  insert into public.customer_finance_events (project_id, customer_id, type, details)
  values (p_project, v.customer_id, 'collection paid back',
    jsonb_build_object('cr_no', v.cr_no, 'amount', v.amount::text, 'reason', v_reason));
  return jsonb_build_object('id', v.id, 'version', v.version);
end $$;
select private.expose('pay_back_collection');
comment on function public.pay_back_collection is
  'Pays the whole amount of an approved receipt back to its customer: from that date on, what it paid is owed again; earlier days stay '
  'unchanged. For cash that came to the office, a transfer, or a cheque that has cleared. p_payment: {paid_on (default today, not before '
  'the receipt last moved), paid_from: office or the id of a bank account, which must have the money, paid_back_no (cheque, transfer or '
  'voucher), reason}. By another user than those who recorded and collected it (setting maker_checker.receipts). Errors: 42501, P0002, '
  'stale_version, wrong_state, maker_checker, cash_exceeded (paid_from or paid_on), not_in_future, period_closed, 22023.';

-- Payments back: the money of a receipt that has moved on is given back to the customer, who owes again what it paid.
-- See docs/domain.md, Collections, and docs/decisions/0007.

create or replace function private.expect_paid_back(p_project uuid, p_receipt public.collections) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if p_receipt.approval_status <> 'approved' then
    perform private.refuse('wrong_state',
      format('Receipt %s is %s: only approved money is paid back.', p_receipt.cr_no, p_receipt.approval_status));
  end if;
  if p_receipt.paid_back_on is not null then
    perform private.refuse('wrong_state',
      format('Receipt %s was paid back on %s.', p_receipt.cr_no, to_char(p_receipt.paid_back_on, 'MM/DD/YYYY')));
  end if;
  if p_receipt.from_archive or p_receipt.collection_type = 'withholding' then
    perform private.refuse('wrong_state', format('Receipt %s brought no money: cancel it.', p_receipt.cr_no));
  end if;
  if p_receipt.cheque_state <> 'cleared' then
    perform private.refuse('wrong_state',
      format('Cheque %s is %s: only one that has cleared is paid back.', p_receipt.cheque_no, replace(p_receipt.cheque_state, '_', ' ')));
  end if;
  if p_receipt.collection_type = 'cash' and p_receipt.collector_id is not null and p_receipt.remittance_id is null then
    perform private.refuse('wrong_state', format('The cash of receipt %s is not remitted yet: cancel the receipt.', p_receipt.cr_no));
  end if;
  if auth.uid() in (p_receipt.created_by, p_receipt.collector_id) and private.needs_second_person(p_project, 'receipts') then
    perform private.refuse('maker_checker',
      format('You recorded or collected receipt %s: another user who approves collections has to pay it back.', p_receipt.cr_no));
  end if;
end $$;
comment on function private.expect_paid_back is
  'Refuses to pay back a receipt that did not bring money to the office or a bank account (wrong_state), and one of the caller''s own '
  '(maker_checker).';

create or replace function private.pay_back_collection(p_project uuid, p_idempotency_key uuid, p_collection uuid, p_version int,
  p_payment jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'collections.decide');
  v_done jsonb;
  v public.collections;
  v_reason text := private.read_text(p_payment, 'reason', true, p_max => 400);
  v_no text := private.read_text(p_payment, 'paid_back_no', true, p_max => 40);
  v_bank public.banks;
  v_left numeric;
  v_date date;
  v_last date;
begin
  v_done := private.begin_command(p_project, p_idempotency_key, 'pay_back_collection',
    jsonb_build_array(p_collection, p_version, p_payment));
  if v_done is not null then return v_done; end if;
  select * into v from public.collections c where c.project_id = p_project and c.id = p_collection for no key update;
  if not found then perform private.not_found(); end if;
  perform private.check_version(v.version, p_version);
  perform private.expect_paid_back(p_project, v);
  v_date := private.posting_date(p_project, private.read_date(p_payment, 'paid_on'), 'paid_on');
  select max(x.on_date) into v_last from (
    select e.on_date from public.receivable_entries e where e.project_id = p_project and e.collection_id = p_collection
    union all
    select e.on_date from public.money_entries e where e.project_id = p_project and e.collection_id = p_collection) x;
  if v_date < v_last then
    perform private.invalid('paid_on', format('Not before %s, when this receipt last moved.', to_char(v_last, 'MM/DD/YYYY')));
  end if;
  if p_payment ->> 'paid_from' is distinct from 'office' then
    -- The account is locked, so that no two payments back spend the same money.
    select * into v_bank from public.banks k
    where k.project_id = p_project and k.id = (select private.read_uuid(p_payment, 'paid_from', true))
      and k.status = 'active' for no key update;
    if not found then perform private.invalid('paid_from', 'Choose where the money comes from.'); end if;
  end if;

  perform private.lock_allocated(p_project, array[p_collection]);
  perform private.reverse_allocations(p_project, p_collection, 'paid_back', v_date);
  update public.collections set reversed = amount, paid_back_on = v_date, paid_back_bank_id = v_bank.id,
    paid_back_no = v_no, paid_back_reason = v_reason,
    paid_back_by = auth.uid(), paid_back_at = now()
  where project_id = p_project and id = p_collection returning * into v;
  perform private.post_receipt(p_project, p_collection, 'paid_back', v_date);
  perform private.settle_allocated(p_project, p_collection);
  insert into public.money_entries (project_id, on_date, kind, place, holder_id, collection_id, amount, confirmed_amount)
  values (p_project, v_date, 'paid_back', case when v_bank.id is null then 'office' else 'bank' end, v_bank.id,
    p_collection, -v.amount, -v.amount);
  if v_bank.id is not null then
    v_left := least(private.bank_balance(p_project, v_bank.id, v_date),
      private.bank_balance(p_project, v_bank.id, private.business_date(p_project)));
    if v_left < 0 then
      perform private.refuse('cash_exceeded', format('%s %s has %s by the books.', v_bank.bank, v_bank.account_no,
        to_char(v_left + v.amount, 'FM999,999,999,990.00')), 'paid_from');
    end if;
  end if;
  insert into public.customer_finance_events (project_id, customer_id, type, details)
  values (p_project, v.customer_id, 'collection paid back',
    jsonb_build_object('cr_no', v.cr_no, 'amount', v.amount::text, 'reason', v_reason));
  return private.complete_command(p_idempotency_key, jsonb_build_object('id', v.id, 'version', v.version));
end $$;
select private.expose('pay_back_collection');
comment on function public.pay_back_collection is
  'Pays the whole amount of an approved receipt back to its customer: from that date on, what it paid is owed again; earlier days stay '
  'unchanged. For cash that came to the office, a transfer, or a cheque that has cleared. p_payment: {paid_on (default today, not before '
  'the receipt last moved), paid_from: office or the id of a bank account, which must have the money, paid_back_no (cheque, transfer or '
  'voucher), reason}. By another user than those who recorded and collected it (setting maker_checker.receipts). Errors: 42501, P0002, '
  'stale_version, wrong_state, maker_checker, cash_exceeded (paid_from or paid_on), not_in_future, period_closed, 22023.';

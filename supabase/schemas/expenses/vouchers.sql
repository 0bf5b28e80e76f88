-- Disbursement vouchers: entry and change. See docs/domain.md, Other documents, and invariants 10 and 11.

-- ---------------------------------------------------------------------------------------------
-- Parts
-- ---------------------------------------------------------------------------------------------

create or replace function private.read_voucher_lines(p_project uuid, p_voucher jsonb, p_kept uuid[] default '{}') returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_item record;
  v_cost uuid;
  v_class text;
  v_percent numeric := private.project_setting(p_project, 'vat_percent')::numeric;
  v_lines jsonb := '[]';
begin
  for v_item in select e.value, e.path, row_number() over () as no
    from private.items_of(private.read_list(p_voucher, 'lines', 200), 'lines') e loop
    v_cost := private.read_uuid(v_item.value, 'cost_center_id', false, v_item.path);
    if v_cost is not null and not exists (select from public.cost_centers c
        where c.project_id = p_project and c.id = v_cost and (c.status = 'active' or c.id = any (p_kept))) then
      perform private.invalid(v_item.path || 'cost_center_id', 'Choose an active cost center.');
    end if;
    v_class := private.read_vat_class(v_item.value, 'vat_class', v_item.path);
    v_lines := v_lines || jsonb_build_object('line_no', v_item.no, 'cost_center_id', v_cost,
      'amount', private.read_amount(v_item.value, 'amount', v_item.path)::text,
      'vat_class', v_class, 'vat_percent', coalesce(private.vat_rate(v_class, v_percent), 0),
      'description', private.read_text(v_item.value, 'description', true, v_item.path));
  end loop;
  if v_lines = '[]' then perform private.invalid('lines', 'Add at least one line.'); end if;
  return v_lines;
end $$;
comment on function private.read_voucher_lines is
  'Reads and checks the typed lines of a voucher. p_kept: cost centers that the voucher has already, which may be inactive.';

create or replace function private.write_voucher_lines(p_project uuid, p_voucher uuid, p_lines jsonb) returns void
language sql set search_path = '' as $$
  insert into public.voucher_lines (project_id, voucher_id, line_no, description, cost_center_id, amount, vat_class, vat_percent)
  select p_project, p_voucher, l.line_no, l.description, l.cost_center_id, l.amount, l.vat_class, l.vat_percent
  from jsonb_to_recordset(p_lines) as l (line_no int, description text, cost_center_id uuid, amount numeric,
    vat_class text, vat_percent numeric)
$$;
comment on function private.write_voucher_lines is 'Writes the lines that voucher_lines_of has checked.';

create or replace function private.read_voucher_name(p_project uuid, p_voucher jsonb, p_field text, p_old text) returns text
language plpgsql stable set search_path = '' as $$
declare
  v_name text := private.read_text(p_voucher, p_field, p_max => 80);
  v_flag text := 'new_' || p_field;
  v_new boolean := case when private.read_value(p_voucher, v_flag) is not null then private.read_boolean(p_voucher, v_flag) end;
  v_known text;
begin
  if v_new is null or v_name is null or v_name = p_old then return v_name; end if;
  -- The typed spelling comes before others that differ in the case of their letters.
  if p_field = 'category' then
    select v.category into v_known from public.vouchers v where v.project_id = p_project and lower(v.category) = lower(v_name)
    order by v.category = v_name desc, v.category limit 1;
  else
    select v.classification into v_known from public.vouchers v
    where v.project_id = p_project and lower(v.classification) = lower(v_name)
    order by v.classification = v_name desc, v.classification limit 1;
  end if;
  if v_known is null and not v_new then
    perform private.invalid(p_field, format('No voucher has this %s. Choose one from the list, or add it as new.', p_field));
  end if;
  return coalesce(v_known, v_name);
end $$;
comment on function private.read_voucher_name is
  'Reads the category or classification of a voucher. With new_category (new_classification) false it is one that another voucher has, '
  'whatever the case of its letters; with true it may be new; without, it is taken as it is. p_old: that of the voucher being edited.';

create or replace function private.read_voucher(p_project uuid, p_voucher jsonb, p_lines jsonb, p_old public.vouchers default null)
returns public.vouchers
language plpgsql set search_path = '' as $$
declare
  v public.vouchers := p_old;
  v_payee public.payees;
  v_bank public.banks;
  v_duplicate int;
begin
  select * into v_payee from public.payees y
  where y.project_id = p_project and y.id = (select private.read_uuid(p_voucher, 'payee_id', true))
    and (y.status = 'active' or y.id = p_old.payee_id);
  if not found then perform private.invalid('payee_id', 'Choose a payee.'); end if;
  -- An unchanged payee keeps the name that the voucher was written with.
  if v.payee_id is distinct from v_payee.id then v.pay_to := v_payee.fname; end if;
  v.payee_id := v_payee.id;
  v.pay_to_account_no := coalesce(private.read_text(p_voucher, 'pay_to_account_no', p_max => 40), v_payee.account_no);
  v.general_description := private.read_text(p_voucher, 'general_description', p_max => 400);
  v.invoice_no := private.read_text(p_voucher, 'invoice_no', p_max => 60);
  v.category := private.read_voucher_name(p_project, p_voucher, 'category', p_old.category);
  v.classification := private.read_voucher_name(p_project, p_voucher, 'classification', p_old.classification);
  v.date_added := private.past_date(p_project, coalesce(private.read_date(p_voucher, 'date_added'), p_old.date_added), 'date_added');
  select private.limit_amount(sum((l ->> 'amount')::numeric), 'lines') into v.total from jsonb_array_elements(p_lines) l;
  v.ewt_amount := coalesce(private.read_money(p_voucher, 'ewt_amount'), 0.00);
  if v.ewt_amount >= v.total then perform private.invalid('ewt_amount', 'The withholding tax must be less than the total.'); end if;

  v.mode_of_payment := coalesce(
    private.read_as(p_voucher, 'mode_of_payment', '', false, '', '^(cash|cheque|bank_transfer)$', 'Choose the mode of payment.'), 'cash');
  if v.mode_of_payment <> 'cash' then
    select * into v_bank from public.banks k
    where k.project_id = p_project and k.id = (select private.read_uuid(p_voucher, 'bank_id', true))
      and (k.status = 'active' or k.id = p_old.bank_id);
    if not found then perform private.invalid('bank_id', 'Choose a bank account.'); end if;
  end if;
  -- Null of what is paid in cash.
  v.bank_id := v_bank.id; v.cheque_bank := v_bank.bank; v.cheque_account_no := v_bank.account_no;
  v.cheque_no := null; v.cheque_date := null; v.cheque_amount := null;
  if v.mode_of_payment = 'cheque' then
    v.cheque_no := private.read_text(p_voucher, 'cheque_no', true, p_max => 40);
    v.cheque_date := coalesce(private.read_date(p_voucher, 'cheque_date'), v.date_added);
    v.cheque_amount := coalesce(private.read_money(p_voucher, 'cheque_amount'), v.total - v.ewt_amount);
    if v.cheque_amount <> v.total - v.ewt_amount then
      perform private.invalid('cheque_amount',
        format('The cheque amount must equal the net amount: %s.', private.money_text(v.total - v.ewt_amount)));
    end if;
    perform private.lock_number(p_project, 'cheque drawn on ' || v.bank_id, v.cheque_no);
    select o.voucher_no into v_duplicate from public.vouchers o
    where o.project_id = p_project and o.bank_id = v.bank_id and o.cheque_no = v.cheque_no and o.id is distinct from p_old.id;
    if found then
      perform private.refuse_duplicate('cheque_no', format('This cheque is already on voucher No. %s.', v_duplicate));
    end if;
  end if;
  return v;
end $$;
comment on function private.read_voucher is
  'Reads and checks the typed fields of a voucher; total is the sum of the checked lines. p_old: the voucher being edited, whose inactive '
  'master data may stay.';

create or replace function private.lock_voucher(p_project uuid, p_voucher uuid, p_version int, p_from text[], p_action text)
returns public.vouchers
language plpgsql set search_path = '' as $$
declare v public.vouchers;
begin
  select * into v from public.vouchers o where o.project_id = p_project and o.id = p_voucher for no key update;
  perform private.check_version(v.version, p_version);
  if v.status <> all (p_from) then
    perform private.refuse('wrong_state', format('Voucher No. %s is %s: it cannot be %s now.', v.voucher_no, v.status, p_action));
  end if;
  return v;
end $$;
comment on function private.lock_voucher is
  'Locks and returns a voucher in one of the states p_from. Raises P0002, stale_version, or wrong_state with p_action in the message.';

-- ---------------------------------------------------------------------------------------------
-- Commands
-- ---------------------------------------------------------------------------------------------

create or replace function private.create_voucher(p_project uuid, p_voucher jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'vouchers.write');
  v_lines jsonb;
  v public.vouchers;
begin
  v_lines := private.read_voucher_lines(p_project, p_voucher);
  v := private.read_voucher(p_project, p_voucher, v_lines);

  -- The number is drawn last, so that the project's row is locked as briefly as possible.
  perform private.lock_closing(p_project);
  update public.projects set voucher_count = voucher_count + 1 where id = p_project returning voucher_count - 1 into v.voucher_no;
  insert into public.vouchers (project_id, voucher_no, payee_id, pay_to, pay_to_account_no, general_description,
    invoice_no, category, classification,
    mode_of_payment, bank_id, cheque_bank, cheque_account_no, cheque_no, cheque_date, cheque_amount, total, ewt_amount, date_added)
  values (p_project, v.voucher_no, v.payee_id, v.pay_to, v.pay_to_account_no, v.general_description,
    v.invoice_no, v.category, v.classification,
    v.mode_of_payment, v.bank_id, v.cheque_bank, v.cheque_account_no, v.cheque_no, v.cheque_date, v.cheque_amount,
    v.total, v.ewt_amount, v.date_added)
  returning * into v;
  perform private.write_voucher_lines(p_project, v.id, v_lines);
  perform private.sync_voucher_cheque(p_project, v.id);
  return jsonb_build_object('id', v.id, 'voucher_no', v.voucher_no, 'total', v.total::text, 'version', v.version);
end $$;
select private.expose('create_voucher');
comment on function public.create_voucher is
  'Creates a pending voucher and draws its number (the first is 1, then + 1, no gaps). p_voucher: {payee_id, pay_to_account_no (the '
  'payee''s own when empty), general_description, invoice_no (the supplier''s), category, classification (new_category and '
  'new_classification false refuse a name that no voucher has), date_added (default today), '
  'mode_of_payment (cash, cheque, bank_transfer), bank_id (own account that pays; not for cash), cheque_no, cheque_date (may be later), '
  'cheque_amount (default and only allowed: what is paid), ewt_amount (tax withheld), lines: [{description, cost_center_id, amount (with '
  'VAT), vat_class (vatable, exempt, zero_rated; empty = no VAT is claimed)}]}. Answers id, voucher_no, total, version. Errors: 42501, '
  '22023 per field, 23505 cheque_no, not_in_future.';

create or replace function private.update_voucher(p_project uuid, p_voucher uuid, p_version int, p_details jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'vouchers.write');
  v_lines jsonb;
  v public.vouchers;
begin
  v := private.lock_voucher(p_project, p_voucher, p_version, '{pending}', 'edited');
  v_lines := private.read_voucher_lines(p_project, p_details, array(select l.cost_center_id from public.voucher_lines l
    where l.project_id = p_project and l.voucher_id = p_voucher and l.cost_center_id is not null));
  v := private.read_voucher(p_project, p_details, v_lines, v);
  delete from public.voucher_lines l where l.project_id = p_project and l.voucher_id = p_voucher;
  perform private.write_voucher_lines(p_project, p_voucher, v_lines);
  -- An edit withdraws the approval.
  update public.vouchers set payee_id = v.payee_id, pay_to = v.pay_to, pay_to_account_no = v.pay_to_account_no,
    general_description = v.general_description,
    invoice_no = v.invoice_no, category = v.category, classification = v.classification,
    mode_of_payment = v.mode_of_payment, bank_id = v.bank_id,
    cheque_bank = v.cheque_bank, cheque_account_no = v.cheque_account_no, cheque_no = v.cheque_no, cheque_date = v.cheque_date,
    cheque_amount = v.cheque_amount, total = v.total, ewt_amount = v.ewt_amount, date_added = v.date_added,
    edited_at = now(), edited_by = auth.uid(), approved_by = null, approved_at = null
  where project_id = p_project and id = p_voucher returning * into v;
  perform private.sync_voucher_cheque(p_project, v.id);
  return jsonb_build_object('id', v.id, 'voucher_no', v.voucher_no, 'total', v.total::text, 'version', v.version);
end $$;
select private.expose('update_voucher');
comment on function public.update_voucher is
  'Updates a pending voucher and replaces its lines: p_details as create_voucher''s p_voucher; the number and, when not given, the date '
  'stay. An approval is withdrawn. Errors: 42501, P0002, stale_version, wrong_state, 22023 per field, 23505 cheque_no, not_in_future.';

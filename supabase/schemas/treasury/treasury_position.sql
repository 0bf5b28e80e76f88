-- Cash position: cash at the office, book balances of bank accounts, incoming and outgoing cheques.
-- See docs/domain.md, Cash, deposits, bank.

-- ---------------------------------------------------------------------------------------------
-- Cash at the office
-- ---------------------------------------------------------------------------------------------

create or replace function private.reverse_cash_deposit(p_project uuid, p_slip uuid, p_reason text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'treasury.write');
  v_reason text := private.read_reason(p_reason);
  v_slip public.deposit_slips;
  v_cash numeric;
  v_date date;
begin
  select * into v_slip from public.deposit_slips s where s.project_id = p_project and s.id = p_slip for no key update;
  if not found then perform private.not_found(); end if;
  select coalesce(sum(d.amount), 0.00) into v_cash from public.cash_deposits d where d.project_id = p_project and d.slip_id = p_slip;
  if v_cash = 0 then perform private.refuse('wrong_state', format('Slip %s has no cash.', v_slip.slip_no)); end if;
  v_date := private.open_day(p_project, v_slip.deposited_on);
  insert into public.cash_deposits (project_id, slip_id, amount, on_date, reason) values (p_project, p_slip, -v_cash, v_date, v_reason);
  perform private.post_in_place(p_project, x.bank_id, x.amount, 'correction', v_date, p_slip => p_slip)
  from (values (null, v_cash), (v_slip.bank_id, -v_cash)) x (bank_id, amount);
  return jsonb_build_object('id', p_slip, 'cash', v_cash::text);
end $$;
select private.expose('reverse_cash_deposit');
comment on function public.reverse_cash_deposit is
  'Reverses the cash of a slip that was entered by mistake: it counts as cash at the office again and never as deposited; from today on '
  'when the day of the slip is in a closed period. The cheques of the slip stay. Errors: 42501, P0002, wrong_state, 22023.';

create or replace function private.renumber_deposit_slip(p_project uuid, p_slip uuid, p_version int, p_slip_no text, p_reason text)
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'treasury.write');
  v_no text := private.read_text(jsonb_build_object('slip_no', p_slip_no), 'slip_no', true, p_max => 40);
  v_reason text := private.read_reason(p_reason);
  v_slip public.deposit_slips;
begin
  select * into v_slip from public.deposit_slips s where s.project_id = p_project and s.id = p_slip for no key update;
  perform private.check_version(v_slip.version, p_version);
  if v_no = v_slip.slip_no then perform private.invalid('slip_no', 'This is its number already.'); end if;
  perform private.expect_free_slip(p_project, v_slip.bank_id, v_no, p_slip);
  update public.deposit_slips set slip_no = v_no, number_reason = v_reason where project_id = p_project and id = p_slip
  returning * into v_slip;
  return jsonb_build_object('id', v_slip.id, 'version', v_slip.version, 'slip_no', v_slip.slip_no);
end $$;
select private.expose('renumber_deposit_slip');
comment on function public.renumber_deposit_slip is
  'Corrects the number of a deposit slip, with a reason, which the audit log keeps beside the former number; also on a closed day, as it '
  'moves no figure. Errors: 42501, P0002, stale_version, 23505 slip_no, 22023 slip_no or reason.';

create or replace function private.cash_position(p_project uuid) returns table (at_office numeric, pending numeric)
language plpgsql stable security definer set search_path = '' as $$
declare v_scope text := private.authorize(p_project, 'treasury.position');
begin
  return query
  select coalesce(sum(c.amount), 0.00), coalesce(sum(c.amount - c.confirmed_amount), 0.00)
  from private.cash_balances c where c.project_id = p_project and c.holder_id = p_project;
end $$;
select private.expose('cash_position');
comment on function public.cash_position is
  'Returns the cash at the office: taken there or remitted, as counted, less deposits; pending: the part from pending receipts, which '
  'cannot be deposited yet. Cash held by collectors is in unremitted; expenses in cash are paid from petty cash. Errors: 42501.';

-- ---------------------------------------------------------------------------------------------
-- Bank accounts
-- ---------------------------------------------------------------------------------------------

create or replace function private.set_collection_bank(p_project uuid, p_collection uuid, p_version int, p_bank uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'treasury.write');
  v public.collections;
begin
  v := private.lock_part(p_project, p_collection, p_version);
  if v.collection_type <> 'bank_transfer' or v.approval_status = 'cancelled' then
    perform private.refuse('wrong_state', format('Receipt %s is not an approved bank transfer.', v.cr_no));
  end if;
  update public.collections set bank_id = private.receiving_bank(p_project, p_bank, false)
  where project_id = p_project and id = p_collection returning * into v;
  perform private.post_money(p_project, array[p_collection], 'correction', private.open_day(p_project, coalesce((
    select max(e.on_date) from public.money_entries e
    where e.project_id = p_project and e.collection_id = p_collection), v.date_collected)));
  return jsonb_build_object('id', v.id, 'version', v.version);
end $$;
select private.expose('set_collection_bank');
comment on function public.set_collection_bank is
  'Sets or corrects the bank account that received a transfer. Errors: 42501, P0002, stale_version, wrong_state, 22023 bank_id.';

create or replace function private.record_bank_balance(p_project uuid, p_balance jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'treasury.write');
  v_bank uuid := private.read_uuid(p_balance, 'bank_id', true);
  v_date date := private.past_date(p_project, private.read_date(p_balance, 'on_date'), 'on_date');
  -- A balance may be negative, as an account may be overdrawn.
  v_amount numeric := private.read_signed_money(p_balance, 'balance', true);
  v_adjust boolean := private.read_boolean(p_balance, 'adjust');
  v_remarks text := private.read_text(p_balance, 'remarks', v_adjust, p_max => 400);
  v_opens boolean;
  v_posted numeric := 0;
  v_id uuid;
begin
  -- The account is locked, so that it is opened once.
  perform from public.banks k where k.project_id = p_project and k.id = v_bank for no key update;
  if not found then perform private.not_found(); end if;
  v_opens := coalesce((select b.on_date
    from public.bank_balances b where b.project_id = p_project and b.bank_id = v_bank order by b.id limit 1), v_date) = v_date;
  if v_opens or v_adjust then v_posted := v_amount - private.bank_balance(p_project, v_bank, v_date); end if;
  if v_posted <> 0 then perform private.expect_open_day(p_project, v_date, 'on_date'); end if;
  insert into public.bank_balances (project_id, bank_id, on_date, balance, posted, remarks)
  values (p_project, v_bank, v_date, v_amount, v_posted, v_remarks) returning id into v_id;
  perform private.post_in_place(p_project, v_bank, v_posted, case when v_opens then 'opening' else 'adjustment' end, v_date,
    p_balance => v_id);
  return jsonb_build_object('id', v_id);
end $$;
select private.expose('record_bank_balance');
comment on function public.record_bank_balance is
  'Records the statement balance of a bank account at the end of a day. p_balance: {bank_id, on_date (default today), balance (below zero '
  'when overdrawn), adjust (true: the difference from the book balance of that day is posted, such as interest), remarks (required to '
  'adjust)}. The first one opens the account: the money ledger gets what makes it the book balance of that day, and so does a correction '
  'of it on the same day. Later ones post nothing unless they adjust. Errors: 42501, P0002, not_in_future, period_closed when it posts, '
  '22023.';

create or replace function private.voucher_labels(p_project uuid, p_vouchers uuid[])
returns table (id uuid, by_cheque boolean, voucher_no text, pay_to text)
language plpgsql stable security definer set search_path = '' as $$
begin
  -- Users who read the accounts see these movements also without access to vouchers.
  perform private.authorize(p_project, 'treasury.position');
  return query select v.id, v.mode_of_payment = 'cheque', v.voucher_no::text, v.pay_to from public.vouchers v
  where v.project_id = p_project and v.id = any (p_vouchers);
end $$;
comment on function private.voucher_labels is 'Returns numbers and payees of vouchers, for those who read the accounts.';

create or replace function private.due_cheques(p_project uuid, p_days int default 3660)
returns table (on_date date, bank_id uuid, cheques_in int, amount_in numeric, cheques_out int, amount_out numeric)
language plpgsql stable set search_path = '' as $$
declare
  v_today date := private.business_date(p_project);
  v_until date := v_today + private.read_int(jsonb_build_object('days', p_days), 'days', true, p_max => 3660);
begin
  return query
  select case when c.on_date <= v_until then greatest(c.on_date, v_today) end, c.bank_id, c.cheques_in, c.amount_in, c.cheques_out,
    c.amount_out
  from (
    select case c.cheque_state when 'on_hand' then c.cheque_date else v_today end as on_date, s.bank_id, 1 as cheques_in,
      c.amount as amount_in, 0 as cheques_out, 0.00 as amount_out
    from public.collections c
    left join lateral (select e.slip_id from public.cheque_events e
      where c.cheque_state = 'deposited' and e.project_id = p_project and e.collection_id = c.id and e.event = 'deposited'
      order by e.id desc limit 1) e on true
    left join public.deposit_slips s on s.project_id = p_project and s.id = e.slip_id
    where c.project_id = p_project and c.collection_type = 'cheque' and c.approval_status = 'approved'
      and c.cheque_state in ('on_hand', 'deposited')
    union all
    select i.cheque_date, i.bank_id, 0, 0.00, 1, i.amount
    from public.issued_cheques i where i.project_id = p_project and i.state in ('printed', 'released')) c;
end $$;
comment on function private.due_cheques is
  'Returns the expected cheques with the first possible day of payment (null: later than p_days from today): for a cheque on hand its '
  'date, or today when that has passed, without account; for a deposited one today, on its account; for an issued cheque its date, once it '
  'is printed.';

create or replace function public.treasury_days(p_project uuid, p_days int default 30)
returns table (on_date date, bank_id uuid, cheques_in bigint, amount_in numeric, cheques_out bigint, amount_out numeric)
language plpgsql stable set search_path = '' as $$
begin
  perform private.authorize(p_project, 'treasury.position');
  return query
  select c.on_date, c.bank_id, sum(c.cheques_in), sum(c.amount_in), sum(c.cheques_out), sum(c.amount_out)
  from private.due_cheques(p_project, p_days) c
  group by c.on_date, c.bank_id order by c.on_date nulls last, c.bank_id nulls last;
end $$;
comment on function public.treasury_days is
  'Sums of incoming and outgoing cheques by day and account; account null = not deposited yet, day null = later than p_days from today. '
  'Overdue cheques count as today. The rows add up to all expected cheques. Errors: 42501.';

create or replace function public.bank_positions(p_project uuid, p_days int default 30)
returns table (bank_id uuid, bank text, account_no text, status text, stated_on date, stated numeric, moved numeric, balance numeric,
  in_transit numeric, going_out numeric, expected numeric, difference numeric)
language plpgsql stable set search_path = '' as $$
begin
  perform private.authorize(p_project, 'treasury.position');
  return query
  with stated as (
    select distinct on (b.bank_id) b.bank_id, b.on_date, b.balance
    from public.bank_balances b where b.project_id = p_project order by b.bank_id, b.on_date desc, b.id desc
  ), due as (
    select c.bank_id, sum(c.amount_in) as amount_in, sum(c.amount_out) as amount_out from private.due_cheques(p_project, p_days) c
    where c.on_date is not null group by c.bank_id
  )
  select k.id, k.bank, k.account_no, k.status, s.on_date, s.balance, m.amount, x.balance,
    coalesce(d.amount_in, 0.00), coalesce(d.amount_out, 0.00),
    x.balance + coalesce(d.amount_in, 0.00) - coalesce(d.amount_out, 0.00), s.balance + m.amount - x.balance
  from public.banks k
  left join stated s on s.bank_id = k.id
  cross join lateral (select private.bank_balance(p_project, k.id, p_after => s.on_date) as amount) m
  cross join lateral (select private.bank_balance(p_project, k.id, null) as balance) x
  left join due d on d.bank_id = k.id
  where k.project_id = p_project
    and (k.status = 'active' or x.balance <> 0 or coalesce(d.amount_in, 0) <> 0 or coalesce(d.amount_out, 0) <> 0)
  order by k.sort_key, k.id;
end $$;
comment on function public.bank_positions is
  'Returns each account: balance, its book balance out of the money ledger; stated_on and stated, the last statement balance, moved since '
  'then, and difference: by how much the statement was more than the book balance of its day, null without a statement; in_transit: '
  'deposited, not cleared; going_out: issued cheques that the bank has not paid; expected: within p_days from today. Inactive accounts are '
  'listed only while they have a balance. Errors: 42501.';

create or replace function public.uncleared_customers(p_project uuid, p_filters jsonb default '{}')
returns table (row_key text, customer_id uuid, customer_name text, store_name text, cheques bigint, on_hand numeric,
  deposited numeric, amount numeric,
  next_date date, all_customers bigint, all_on_hand numeric, all_deposited numeric)
language plpgsql stable set search_path = '' as $$
declare
  v_after text := p_filters ->> 'after';
  v_limit int := private.read_int(p_filters, 'limit');
begin
  perform private.authorize(p_project, 'treasury.position');
  return query
  with held as (
    select c.customer_id, count(*) as cheques, sum(c.amount) as amount, min(c.cheque_date) as next_date,
      coalesce(sum(c.amount) filter (where c.cheque_state = 'on_hand'), 0.00) as on_hand,
      coalesce(sum(c.amount) filter (where c.cheque_state = 'deposited'), 0.00) as deposited
    from public.collections c
    where c.project_id = p_project and c.collection_type = 'cheque' and c.approval_status = 'approved'
      and c.cheque_state in ('on_hand', 'deposited')
    group by c.customer_id
  ), keyed as (
    -- The sort key ascends while amounts descend.
    select h.*, cu.name, cu.store_name, to_char(1e15 - h.amount, 'FM0000000000000000.00') || ' ' || h.customer_id as row_key,
      count(*) over () as customers, sum(h.on_hand) over () as sum_on_hand, sum(h.deposited) over () as sum_deposited
    from held h join public.customers cu on cu.project_id = p_project and cu.id = h.customer_id
  )
  select k.row_key, k.customer_id, k.name, k.store_name, k.cheques, k.on_hand, k.deposited, k.amount, k.next_date,
    k.customers, k.sum_on_hand, k.sum_deposited
  from keyed k where v_after is null or k.row_key > v_after collate "C"
  order by k.row_key collate "C" limit v_limit;
end $$;
comment on function public.uncleared_customers is
  'Lists customers with uncleared cheques, the largest amount first, with the totals on every row. p_filters: {limit, after (row_key of '
  'the last row seen)}. Errors: 42501.';

grant execute on function private.voucher_labels, private.due_cheques to authenticated;

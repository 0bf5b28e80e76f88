-- Cash position: cash at the office, book balances of bank accounts, incoming and outgoing cheques.
-- See docs/domain.md, Cash, deposits, bank.

-- ---------------------------------------------------------------------------------------------
-- Cash at the office
-- ---------------------------------------------------------------------------------------------

create or replace function private.office_cash(p_project uuid) returns table (amount numeric, pending numeric)
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(c.amount), 0.00), coalesce(sum(c.amount - c.confirmed_amount), 0.00)
  from private.cash_balances c where c.project_id = p_project and c.holder_id = p_project
$$;
comment on function private.office_cash is
  'Returns the cash taken at the office or remitted, as counted, less deposits; pending: the part from pending receipts, which is not '
  'deposited. Expenses in cash are paid from petty cash, never from collections.';

create or replace function private.bank_cash(p_slip public.deposit_slips, p_amount numeric) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.cash_deposits (project_id, slip_id, amount, on_date)
  values (p_slip.project_id, p_slip.id, p_amount, p_slip.deposited_on);
  perform private.post_deposit(p_slip, 'deposit', p_amount, p_slip.deposited_on);
end $$;
comment on function private.bank_cash is 'Adds cash to a slip. Raises cash_exceeded for more than the approved cash at the office.';

create or replace function private.reverse_cash_deposit(p_project uuid, p_idempotency_key uuid, p_slip uuid, p_reason text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'treasury.write');
  v_done jsonb;
  v_reason text := private.read_reason(p_reason);
  v_slip public.deposit_slips;
  v_cash numeric;
begin
  v_done := private.begin_command(p_project, p_idempotency_key, 'reverse_cash_deposit', jsonb_build_array(p_slip, p_reason));
  if v_done is not null then return v_done; end if;
  select * into v_slip from public.deposit_slips s where s.project_id = p_project and s.id = p_slip for no key update;
  if not found then perform private.not_found(); end if;
  select coalesce(sum(d.amount), 0.00) into v_cash from public.cash_deposits d where d.project_id = p_project and d.slip_id = p_slip;
  if v_cash = 0 then perform private.refuse('wrong_state', format('Slip %s carries no cash.', v_slip.slip_no)); end if;
  insert into public.cash_deposits (project_id, slip_id, amount, on_date, reason)
  values (p_project, p_slip, -v_cash, private.open_day(p_project, v_slip.deposited_on), v_reason);
  perform private.post_deposit(v_slip, 'correction', -v_cash, private.open_day(p_project, v_slip.deposited_on));
  return private.complete_command(p_idempotency_key, jsonb_build_object('id', p_slip, 'cash', v_cash::text));
end $$;
select private.expose('reverse_cash_deposit');
comment on function public.reverse_cash_deposit is
  'Reverses the cash of a slip that was entered by mistake: it counts as cash at the office again and never as deposited; from today on '
  'when the day of the slip is in a closed period. The cheques of the slip stay. Errors: 42501, P0002, wrong_state, 22023.';

create or replace function private.cash_position(p_project uuid) returns table (at_office numeric, pending numeric)
language plpgsql stable security definer set search_path = '' as $$
declare v_scope text := private.authorize(p_project, 'treasury.position');
begin
  return query select o.amount, o.pending from private.office_cash(p_project) o;
end $$;
select private.expose('cash_position');
comment on function public.cash_position is
  'Returns the cash at the office: taken there or remitted, as counted, less deposits; pending: the part from pending receipts, which '
  'cannot be deposited yet. Cash held by collectors is in unremitted. Errors: 42501.';

-- ---------------------------------------------------------------------------------------------
-- Bank accounts
-- ---------------------------------------------------------------------------------------------

create or replace function private.set_collection_bank(p_project uuid, p_idempotency_key uuid, p_collection uuid,
  p_version int, p_bank uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'treasury.write');
  v_done jsonb;
  v public.collections;
begin
  v_done := private.begin_command(p_project, p_idempotency_key, 'set_collection_bank', jsonb_build_array(p_collection, p_version, p_bank));
  if v_done is not null then return v_done; end if;
  select * into v from public.collections c where c.project_id = p_project and c.id = p_collection for no key update;
  if not found then perform private.not_found(); end if;
  perform private.check_version(v.version, p_version);
  if v.collection_type <> 'bank_transfer' or v.approval_status = 'cancelled' then
    perform private.refuse('wrong_state', format('Receipt %s is no bank transfer that counts.', v.cr_no));
  end if;
  update public.collections set bank_id = private.receiving_bank(p_project, p_bank, false)
  where project_id = p_project and id = p_collection returning * into v;
  perform private.post_money(p_project, array[p_collection], 'correction', private.open_day(p_project, coalesce((
    select max(e.on_date) from public.money_entries e
    where e.project_id = p_project and e.collection_id = p_collection), v.date_collected)));
  return private.complete_command(p_idempotency_key, jsonb_build_object('id', v.id, 'version', v.version));
end $$;
select private.expose('set_collection_bank');
comment on function public.set_collection_bank is
  'Sets or corrects the bank account that received a transfer. Errors: 42501, P0002, stale_version, wrong_state, 22023 bank_id.';

create or replace function private.record_bank_balance(p_project uuid, p_idempotency_key uuid, p_balance jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'treasury.write');
  v_done jsonb;
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
  v_done := private.begin_command(p_project, p_idempotency_key, 'record_bank_balance', p_balance);
  if v_done is not null then return v_done; end if;
  -- The account is locked, so that it is opened once.
  perform from public.banks k where k.project_id = p_project and k.id = v_bank for no key update;
  if not found then perform private.not_found(); end if;
  v_opens := coalesce((select b.on_date
    from public.bank_balances b where b.project_id = p_project and b.bank_id = v_bank order by b.id limit 1), v_date) = v_date;
  if v_opens or v_adjust then v_posted := v_amount - private.bank_balance(p_project, v_bank, v_date); end if;
  if v_posted <> 0 then perform private.expect_open_day(p_project, v_date, 'on_date'); end if;
  insert into public.bank_balances (project_id, bank_id, on_date, balance, posted, remarks)
  values (p_project, v_bank, v_date, v_amount, v_posted, v_remarks) returning id into v_id;
  insert into public.money_entries (project_id, on_date, kind, place, holder_id, balance_id, amount, confirmed_amount)
  select p_project, v_date, case when v_opens then 'opening' else 'adjustment' end, 'bank', v_bank, v_id,
    v_posted, v_posted where v_posted <> 0;
  return private.complete_command(p_idempotency_key, jsonb_build_object('id', v_id));
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
  if private.scope_of(p_project, 'treasury.position') is null then perform private.forbid(); end if;
  return query select v.id, v.mode_of_payment = 'cheque', v.voucher_no::text, v.pay_to from public.vouchers v
  where v.project_id = p_project and v.id = any (p_vouchers);
end $$;
comment on function private.voucher_labels is 'Returns numbers and payees of vouchers, for those who read the accounts.';

create or replace function private.bank_movements(p_project uuid, p_bank uuid)
returns table (bank_id uuid, on_date date, kind text, amount numeric, source text, collection_id uuid, slip_id uuid,
  voucher_id uuid, reference text, party text)
language plpgsql stable security invoker set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  with moved as materialized (
    select e.on_date, e.collection_id, e.slip_id, e.voucher_id, e.balance_id,
      case when e.kind in ('paid_back', 'opening', 'adjustment') then e.kind end as kind, sum(e.confirmed_amount) as amount
    from public.money_entries e
    where e.project_id = p_project and e.place = 'bank' and e.holder_id = p_bank
    group by 1, 2, 3, 4, 5, 6 having sum(e.confirmed_amount) <> 0
  )
  select p_bank, m.on_date, case when m.slip_id is not null then 'cash' when v.by_cheque then 'paid' when v.id is not null then 'sent'
      when m.kind is not null then m.kind
      when c.collection_type = 'bank_transfer' then 'transfer' when m.amount > 0 then 'cheque' else 'returned' end,
    m.amount, coalesce(m.collection_id, m.slip_id, m.voucher_id, m.balance_id)::text, m.collection_id, m.slip_id, m.voucher_id,
    case when m.kind = 'paid_back' then c.paid_back_no else coalesce(s.slip_no, i.cheque_no, v.voucher_no, c.cheque_no, c.cr_no) end,
    coalesce(i.payee_name, v.pay_to, cu.name, b.remarks)
  from moved m
  left join public.bank_balances b on b.project_id = p_project and b.id = m.balance_id
  left join public.collections c on c.project_id = p_project and c.id = m.collection_id
  left join public.customers cu on cu.project_id = p_project and cu.id = c.customer_id
  left join public.deposit_slips s on s.project_id = p_project and s.id = m.slip_id
  left join private.voucher_labels(p_project, array(select x.voucher_id from moved x)) v on v.id = m.voucher_id
  left join public.issued_cheques i on i.project_id = p_project and i.voucher_id = m.voucher_id
    and i.state = 'cleared' and i.cleared_on = m.on_date;
end $$;
comment on function private.bank_movements is
  'Returns what came into and went out of a bank account by day and document, out of the money ledger, once the bank has it: transfers, '
  'cash, cleared cheques, cheques returned after clearing (returned), receipts paid back to customers (paid_back), issued cheques paid by '
  'the bank (paid), vouchers paid by transfer (sent), its opening balance (opening) and adjustments to its statements (adjustment), with '
  'their remarks as party. What is taken back, such as a cancelled transfer, is the opposite on its own day. source: the document, unique '
  'within kind and day.';

create or replace function private.statement_balances(p_project uuid)
returns table (bank_id uuid, on_date date, balance numeric, remarks text, created_by uuid, created_at timestamptz)
language sql stable security invoker set search_path = '' as $$
  select distinct on (b.bank_id, b.on_date) b.bank_id, b.on_date, b.balance, b.remarks, b.created_by, b.created_at
  from public.bank_balances b where b.project_id = p_project order by b.bank_id, b.on_date desc, b.id desc
$$;
comment on function private.statement_balances is 'Returns the statement balances of each account, one row per day.';

create or replace function private.due_cheques(p_project uuid)
returns table (on_date date, bank_id uuid, cheques_in int, amount_in numeric, cheques_out int, amount_out numeric)
language plpgsql stable security invoker set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  select greatest(case when c.cheque_state = 'on_hand' then c.cheque_date end, d.today), s.bank_id, 1, c.amount, 0, 0.00
  from public.collections c
  cross join (select private.business_date(p_project) as today) d
  left join lateral (select e.slip_id from public.cheque_events e
    where c.cheque_state = 'deposited' and e.project_id = p_project and e.collection_id = c.id and e.event = 'deposited'
    order by e.id desc limit 1) e on true
  left join public.deposit_slips s on s.project_id = p_project and s.id = e.slip_id
  where c.project_id = p_project and c.collection_type = 'cheque' and c.approval_status = 'approved'
    and c.cheque_state in ('on_hand', 'deposited')
  union all
  select greatest(i.cheque_date, private.business_date(p_project)), i.bank_id, 0, 0.00, 1, i.amount
  from public.issued_cheques i where i.project_id = p_project and i.state in ('printed', 'released');
end $$;
comment on function private.due_cheques is
  'Returns the expected cheques with the first possible day of payment: for a cheque on hand its date, or today when that has passed, '
  'without account; for a deposited one today, on its account; for an issued cheque its date, once it is printed.';

create or replace function public.treasury_days(p_project uuid, p_days int default 30)
returns table (on_date date, bank_id uuid, cheques_in bigint, amount_in numeric, cheques_out bigint, amount_out numeric)
language plpgsql stable security invoker set search_path = '' as $$
begin
  if private.scope_of(p_project, 'treasury.position') is null then perform private.forbid(); end if;
  return query
  select x.day, x.bank_id, sum(x.cheques_in), sum(x.amount_in), sum(x.cheques_out), sum(x.amount_out)
  from (select case when c.on_date <= private.business_date(p_project)
    + (select private.read_int(jsonb_build_object('days', p_days), 'days', true, p_max => 3660)) then c.on_date end as day, c.*
        from private.due_cheques(p_project) c) x
  group by x.day, x.bank_id order by x.day nulls last, x.bank_id nulls last;
end $$;
comment on function public.treasury_days is
  'Sums of incoming and outgoing cheques by day and account; account null = not deposited yet, day null = later than p_days from today. '
  'Overdue cheques count as today. The rows add up to all expected cheques. Errors: 42501.';

create or replace function public.bank_positions(p_project uuid, p_days int default 30)
returns table (bank_id uuid, bank text, account_no text, status text, stated_on date, stated numeric, moved numeric, balance numeric,
  in_transit numeric, going_out numeric, expected numeric, difference numeric)
language plpgsql stable security invoker set search_path = '' as $$
begin
  if private.scope_of(p_project, 'treasury.position') is null then perform private.forbid(); end if;
  return query
  with stated as (
    select distinct on (b.bank_id) b.bank_id, b.on_date, b.balance
    from private.statement_balances(p_project) b order by b.bank_id, b.on_date desc
  ), due as (
    select c.bank_id, sum(c.amount_in) as amount_in, sum(c.amount_out) as amount_out from private.due_cheques(p_project) c
    where c.on_date <= private.business_date(p_project)
      + (select private.read_int(jsonb_build_object('days', p_days), 'days', true, p_max => 3660)) group by c.bank_id
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
language plpgsql stable security invoker set search_path = '' as $$
#variable_conflict use_column
declare
  v_after text := p_filters ->> 'after';
  v_limit int := private.read_int(p_filters, 'limit');
begin
  if private.scope_of(p_project, 'treasury.position') is null then perform private.forbid(); end if;
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

grant execute on function
  private.voucher_labels(uuid, uuid[]), private.bank_movements(uuid, uuid), private.statement_balances(uuid), private.due_cheques(uuid),
  public.treasury_days(uuid, int), public.bank_positions(uuid, int), public.uncleared_customers(uuid, jsonb)
to authenticated;

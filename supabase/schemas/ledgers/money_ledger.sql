-- The money ledger: where the company's money is, place by place and day by day. See docs/ledgers.md.

create table private.cash_balances (
  project_id uuid not null references public.projects (id),
  -- The collector; the project itself: the office.
  holder_id uuid not null,
  amount numeric(14,2) not null check (amount >= 0),
  confirmed_amount numeric(14,2) not null,
  primary key (project_id, holder_id)
);
comment on table private.cash_balances is
  'Cash at the office and with each collector: the sum of its entries in the money ledger, kept by trigger. confirmed_amount: without '
  'pending receipts; it is below zero while cash is short and its receipts are pending.';

create or replace function private.bank_balance(p_project uuid, p_bank uuid, p_to date default null, p_after date default null)
returns numeric
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(sum(e.confirmed_amount), 0.00) from public.money_entries e
    where e.project_id = p_project and e.place = 'bank' and e.holder_id = p_bank
      and (p_to is null or e.on_date <= p_to) and (p_after is null or e.on_date > p_after));
end $$;
comment on function private.bank_balance is
  'Returns the book balance of a bank account at the end of a day (null: today), or what moved in it after another day: the sum of its '
  'entries in the money ledger, once the bank has them.';
grant execute on function private.bank_balance to authenticated;

create table public.money_entries (
  project_id uuid not null,
  id bigint generated always as identity,
  on_date date not null,
  kind text not null
    check (kind in ('receipt', 'approval', 'remittance', 'variance', 'deposit', 'clearing', 'cheque_returned', 'replacement',
    'payment', 'paid_back', 'correction', 'cancellation', 'opening', 'adjustment')),
  place text not null check (place in ('office', 'collector', 'cheques', 'bank')),
  -- The collector of cash and of cheques on hand (null: they are at the office), or the bank account.
  holder_id uuid,
  collection_id uuid,
  remittance_id uuid,
  slip_id uuid,
  voucher_id uuid,
  -- The statement balance that opens a bank account or adjusts it.
  balance_id uuid,
  amount numeric(14,2) not null,
  confirmed_amount numeric(14,2) not null,
  posted_at timestamptz not null default now(),
  posted_by uuid default auth.uid(),
  primary key (project_id, id),
  constraint money_entries_holder_check
    check (case place when 'office' then holder_id is null when 'cheques' then true else holder_id is not null end),
  constraint money_entries_document_check check (num_nonnulls(collection_id, remittance_id, slip_id, voucher_id, balance_id) = 1),
  constraint money_entries_moves_check check (amount <> 0 or confirmed_amount <> 0)
);
create index money_entries_place_idx
  on public.money_entries (project_id, place, holder_id, on_date) include (kind, amount, confirmed_amount, posted_at);
create index money_entries_day_idx on public.money_entries (project_id, on_date);
create index money_entries_collection_idx on public.money_entries (project_id, collection_id) where collection_id is not null;
-- The few receipts whose cheque the bank sent back
create index money_entries_returned_idx on public.money_entries (project_id, collection_id) where kind = 'cheque_returned';
create index money_entries_remittance_idx on public.money_entries (project_id, remittance_id) where remittance_id is not null;
create index money_entries_slip_idx on public.money_entries (project_id, slip_id) where slip_id is not null;
create index money_entries_voucher_idx on public.money_entries (project_id, voucher_id) where voucher_id is not null;
create index money_entries_balance_idx on public.money_entries (project_id, balance_id) where balance_id is not null;
comment on table public.money_entries is
  'The money ledger, insert-only: signed money in one place: cash at the office, cash with a collector, cheques on hand, a bank account. '
  'confirmed_amount counts receipts once they are approved, and cheques in a bank account once the bank has cleared or paid them; amount '
  'counts them before.';
select private.guard_table('public.money_entries', p_append_only => true, p_read => '{treasury.position}'),
  private.guard_ledger('public.money_entries');

create or replace function private.keep_cash() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_move record;
  v_approved boolean;
  v private.cash_balances;
  v_day record;
begin
  -- One balance is changed once a statement: a balance that changes with each of 10,000 receipts has as many versions.
  -- The office comes before the collectors, so that commands lock their cash in one order.
  for v_move in
    select p.project_id, p.place, p.holder_id, p.kind, coalesce(p.holder_id, p.project_id) as balance_id, sum(p.amount) as amount,
      sum(p.confirmed_amount) as confirmed_amount,
      min(p.on_date) filter (where p.amount < 0) as taken_on, bool_or(p.confirmed_amount < 0) as unconfirmed
    from posted p where p.place in ('office', 'collector')
    group by p.project_id, p.place, p.holder_id, p.kind order by p.place desc, p.holder_id, p.kind
  loop
    -- Cash that is brought to the bank, paid back or cancelled is approved.
    v_approved := v_move.unconfirmed and v_move.kind in ('deposit', 'paid_back', 'cancellation');
    -- The row is locked until the end of the transaction, so that no two commands spend the same cash.
    select * into v from private.cash_balances c
    where c.project_id = v_move.project_id and c.holder_id = v_move.balance_id for no key update;
    if coalesce(v.amount, 0) + v_move.amount < 0 or (v_approved and coalesce(v.confirmed_amount, 0) + v_move.confirmed_amount < 0) then
      perform private.refuse('cash_exceeded',
        format(case when v_move.kind in ('deposit', 'paid_back') then 'Approved cash on hand is only %s.'
          else 'The cash was deposited: only %s of approved cash is on hand. Reverse the deposit first, or pay the receipt back.' end,
        to_char(greatest(least(v.amount, v.confirmed_amount), 0), 'FM999,999,999,990.00')),
        case v_move.kind when 'deposit' then 'cash' when 'paid_back' then 'paid_from' else '' end);
    end if;
    insert into private.cash_balances as c (project_id, holder_id, amount, confirmed_amount)
    values (v_move.project_id, v_move.balance_id, greatest(v_move.amount, 0), v_move.confirmed_amount)
    on conflict (project_id, holder_id) do update set amount = c.amount + v_move.amount,
      confirmed_amount = c.confirmed_amount + v_move.confirmed_amount
    returning * into v;
    continue when v_move.taken_on is null;
    -- What is there at the end of a day is what is there now, less what came on later days.
    select d.* into v_day
    from (
      select x.on_date, v.amount - coalesce(sum(sum(x.amount)) over w, 0) as amount,
        v.confirmed_amount - coalesce(sum(sum(x.confirmed)) over w, 0) as confirmed_amount
      from (
        select v_move.taken_on as on_date, 0 as amount, 0 as confirmed
        union all
        select e.on_date, e.amount, e.confirmed_amount from public.money_entries e
        where e.project_id = v_move.project_id and e.place = v_move.place and e.holder_id is not distinct from v_move.holder_id
          and e.on_date > v_move.taken_on) x
      group by x.on_date window w as (order by x.on_date desc rows between unbounded preceding and 1 preceding)) d
    where d.amount < 0 or (v_approved and d.confirmed_amount < 0) order by d.on_date limit 1;
    if found then
      perform private.refuse('cash_exceeded', format('%s was only %s%s on %s.',
        coalesce((select 'Unremitted cash of ' || f.display_name from public.profiles f where f.user_id = v_move.holder_id),
          'Cash on hand'),
        to_char(case when v_approved then least(v_day.amount, v_day.confirmed_amount) else v_day.amount end - v_move.amount,
          'FM999,999,999,990.00'),
        case when v_approved then ' (approved)' end, to_char(v_day.on_date, 'MM/DD/YYYY')),
        case v_move.kind when 'deposit' then 'deposited_on' when 'remittance' then 'remitted_on'
          when 'paid_back' then 'paid_on' else '' end);
    end if;
  end loop;
  return null;
end $$;
comment on function private.keep_cash is
  'Trigger: keeps the cash of a place equal to its entries. Refuses to take away cash that is not there, now or on any day since the date '
  'of the entry, and to deposit, pay back or cancel more than what is approved: cash_exceeded, at the field of the amount or of the date.';
create trigger keep_cash after insert on public.money_entries referencing new table as posted
  for each statement execute function private.keep_cash();

create or replace function private.receipt_place(p_receipt public.collections)
returns table (place text, holder_id uuid, amount numeric, confirmed_amount numeric)
language plpgsql stable rows 1 set search_path = '' as $$
begin
  return query
  with w as (
    select case when p_receipt.remittance_id is null then p_receipt.collector_id end as holder,
      case when p_receipt.approval_status = 'approved' then p_receipt.amount else 0 end as approved
  )
  select case when w.holder is null then 'office' else 'collector' end, w.holder, p_receipt.amount, w.approved
  from w where p_receipt.collection_type = 'cash' and p_receipt.approval_status <> 'cancelled' and not p_receipt.from_archive
  union all
  select 'cheques', w.holder, p_receipt.amount, w.approved
  from w where p_receipt.cheque_state in ('on_hand', 'returned') and p_receipt.approval_status <> 'cancelled'
  union all
  select 'bank', s.bank_id, p_receipt.amount, case p_receipt.cheque_state when 'cleared' then p_receipt.amount else 0 end
  from (select l.slip_id from public.cheque_events l
    where l.project_id = p_receipt.project_id and l.collection_id = p_receipt.id and l.event = 'deposited' order by l.id desc limit 1) e
  join public.deposit_slips s on s.project_id = p_receipt.project_id and s.id = e.slip_id
  where p_receipt.cheque_state in ('deposited', 'cleared')
  union all
  select 'bank', p_receipt.bank_id, p_receipt.amount, p_receipt.amount
  where p_receipt.collection_type = 'bank_transfer' and p_receipt.approval_status = 'approved';
end $$;
comment on function private.receipt_place is
  'Returns where the money of a receipt is: one place, or none for withholding, archived and cancelled receipts, pending transfers and '
  'replaced cheques. Cash that was banked counts where its receipt was, less the deposit.';

create or replace function private.post_money(p_project uuid, p_collections uuid[], p_kind text, p_date date) returns void
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan as $$
begin
  insert into public.money_entries (project_id, on_date, kind, place, holder_id, collection_id, amount, confirmed_amount)
  select p_project, k.on_date, p_kind, k.place, k.holder_id, g.collection_id, k.amount, k.confirmed_amount
  from (
    select x.collection_id, x.date, x.place, x.holder_id, sum(x.amount) as amount, sum(x.confirmed_amount) as confirmed_amount
    from (
      select c.id as collection_id, coalesce(p_date, c.date_collected) as date, r.place, r.holder_id, r.amount, r.confirmed_amount
      from public.collections c cross join lateral private.receipt_place(c) r
      where c.project_id = p_project and c.id = any (p_collections)
      union all
      select e.collection_id, coalesce(p_date, e.on_date), e.place, e.holder_id, -e.amount, -e.confirmed_amount
      from public.money_entries e
      -- A payment back comes from another place than where the receipt's money went.
      where e.project_id = p_project and e.collection_id = any (p_collections) and e.kind <> 'paid_back'
    ) x
    group by x.collection_id, x.date, x.place, x.holder_id having sum(x.amount) <> 0 or sum(x.confirmed_amount) <> 0
  ) g
  left join lateral (
    -- Money that is approved after it was remitted was the collector's until then.
    select c.collector_id, m.remitted_on, case g.place when 'office' then 'collector' else g.place end as place
    from public.collections c join public.remittances m on m.project_id = p_project and m.id = c.remittance_id
    where p_kind = 'approval' and g.place in ('office', 'cheques') and c.project_id = p_project and c.id = g.collection_id
      and m.remitted_on > p_date) r on true
  cross join lateral (
    select coalesce(r.remitted_on, g.date) as on_date, g.place, g.holder_id, g.amount, g.confirmed_amount
    union all select r.remitted_on, r.place, r.collector_id, 0, -g.confirmed_amount where r.place is not null
    union all select p_date, r.place, r.collector_id, 0, g.confirmed_amount where r.place is not null) k
  order by k.place desc, k.on_date, g.collection_id;
end $$;
comment on function private.post_money is
  'Posts to the money ledger what changed of the place of receipts, dated p_date: out of the old place, into the new one. Without p_date, '
  'of new receipts: each on the day of its collection. A receipt that is approved after its remittance is confirmed where it lay on each '
  'day. p_kind names the command.';

create or replace function private.post_in_place(p_project uuid, p_bank uuid, p_amount numeric, p_kind text, p_date date,
  p_collection uuid default null, p_remittance uuid default null, p_slip uuid default null, p_balance uuid default null) returns void
language sql set search_path = '' as $$
  insert into public.money_entries (project_id, on_date, kind, place, holder_id, collection_id, remittance_id, slip_id, balance_id,
    amount, confirmed_amount)
  select p_project, p_date, p_kind, case when p_bank is null then 'office' else 'bank' end, p_bank, p_collection, p_remittance, p_slip,
    p_balance, p_amount, p_amount where p_amount <> 0
$$;
comment on function private.post_in_place is
  'Posts confirmed money that comes to a bank account, or to the office (p_bank null), below zero what leaves it: the variance of a '
  'remittance, the cash of a deposit slip, a payment back, and what opens or adjusts an account.';

create or replace function private.post_payment(p_project uuid, p_voucher uuid, p_kind text, p_date date) returns void
language plpgsql set search_path = '' as $$
begin
  insert into public.money_entries (project_id, on_date, kind, place, holder_id, voucher_id, amount, confirmed_amount)
  select p_project, p_date, p_kind, 'bank', x.bank_id, p_voucher, sum(x.amount), sum(x.confirmed_amount)
  from (
    select v.bank_id, -v.net_amount as amount, -v.net_amount as confirmed_amount
    from public.vouchers v
    where v.project_id = p_project and v.id = p_voucher and v.mode_of_payment = 'bank_transfer' and v.status = 'released'
    union all
    select i.bank_id, -i.amount, case i.state when 'cleared' then -i.amount else 0 end
    from public.issued_cheques i
    where i.project_id = p_project and i.voucher_id = p_voucher and i.state in ('released', 'cleared')
    union all
    select e.holder_id, -e.amount, -e.confirmed_amount
    from public.money_entries e where e.project_id = p_project and e.voucher_id = p_voucher
  ) x
  group by x.bank_id having sum(x.amount) <> 0 or sum(x.confirmed_amount) <> 0;
end $$;
comment on function private.post_payment is
  'Posts what changed of the payment of a voucher to the money ledger, dated p_date: a transfer or an issued cheque when it is released, '
  'the cheque confirmed when the bank has paid it, and its opposite when it is void or stale. Cash is paid from petty cash, which is no '
  'place here.';

create or replace function private.expect_after_receipt(p_project uuid, p_parts uuid[], p_date date, p_field text,
  p_what text default 'this receipt') returns void
language plpgsql stable security definer set search_path = '' as $$
declare v_last date;
begin
  select max(x.on_date) into v_last from (
    select c.date_collected as on_date from public.collections c where c.project_id = p_project and c.id = any (p_parts)
    union all
    select e.on_date from public.receivable_entries e where e.project_id = p_project and e.collection_id = any (p_parts)
    union all
    select e.on_date from public.money_entries e where e.project_id = p_project and e.collection_id = any (p_parts)) x;
  if p_date < v_last then
    perform private.invalid(p_field,
      format('Enter a date on or after %s, the last movement of %s.', to_char(v_last, 'MM/DD/YYYY'), p_what));
  end if;
end $$;
comment on function private.expect_after_receipt is
  'Refuses the day of an act on these parts of receipts that is before the day of one of their entries. p_what: names them.';

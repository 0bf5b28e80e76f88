-- Collections (receipts) and their allocations.
-- See docs/domain.md, Collections, and invariants 6-9 and 11.

create table public.collections (
  project_id uuid not null references public.projects (id),
  id uuid not null default private.new_id(),
  customer_id uuid not null,
  agent_id uuid not null,
  collector_id uuid,
  collection_type text not null check (collection_type in ('cash', 'cheque', 'bank_transfer', 'withholding')),
  amount numeric(14,2) not null check (amount > 0),
  cr_no text not null,
  cr_date date not null,
  drr_no text,
  drr_date date,
  date_collected date not null,
  time_collected time not null,
  approval_status text not null default 'pending' check (approval_status in ('pending', 'approved', 'cancelled')),
  data_status text not null default 'active' check (data_status in ('active')),
  cheque_bank text,
  cheque_no text,
  cheque_date date,
  cheque_state text check (cheque_state in ('on_hand', 'deposited', 'cleared', 'returned', 'replaced')),
  cheque_cleared_on date,
  bank_id uuid,
  from_archive boolean not null default false,
  reversed numeric(14,2) not null default 0 check (reversed in (0, amount)),
  approved_by uuid,
  approved_at timestamptz,
  cancel_reason text,
  paid_back_on date,
  -- The bank account that it was paid back from; null = cash of the office.
  -- No foreign key: with a second one to banks, API queries that embed the bank of a receipt would be ambiguous.
  paid_back_bank_id uuid,
  paid_back_no text,
  paid_back_reason text,
  paid_back_by uuid,
  paid_back_at timestamptz,
  remarks text,
  -- Text in which the list is searched, besides customers and bookings.
  search_key text not null generated always as (
    lower(cr_no || ' ' || coalesce(drr_no, '') || ' ' || coalesce(cheque_no, '') || ' ' || coalesce(cheque_bank, ''))) stored,
  version int not null default 1,
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  primary key (project_id, id),
  foreign key (project_id, customer_id) references public.customers (project_id, id),
  foreign key (project_id, agent_id) references public.memberships (project_id, user_id),
  foreign key (project_id, collector_id) references public.memberships (project_id, user_id),
  constraint collections_cheque_check check (
    (collection_type = 'cheque') = (cheque_no is not null and cheque_bank is not null and cheque_date is not null and cheque_state is not null)),
  -- Bank account that received a transfer; required at the latest on approval.
  constraint collections_bank_check check (
    case when collection_type = 'bank_transfer' then bank_id is not null or approval_status <> 'approved' else bank_id is null end),
  constraint collections_paid_back_check check (
    num_nonnulls(paid_back_on, paid_back_no, paid_back_reason, paid_back_by, paid_back_at) in (0, 5)
    and (paid_back_bank_id is null or paid_back_on is not null)
    and (paid_back_on is null or (approval_status = 'approved' and reversed = amount and collection_type <> 'withholding' and not from_archive)))
);
create unique index collections_cr_no_key on public.collections (project_id, cr_no);
create unique index collections_cheque_key on public.collections (project_id, cheque_bank, cheque_no);
-- The index includes the columns that collection_totals sums and the policy reads.
create index collections_list_idx on public.collections (project_id, date_collected desc, id desc)
  include (agent_id, collector_id, created_by, collection_type, approval_status, amount, reversed);
create index collections_customer_idx on public.collections (project_id, customer_id, date_collected desc, id desc);
create index collections_agent_idx on public.collections (project_id, agent_id, date_collected desc, id desc);
create index collections_collector_idx on public.collections (project_id, collector_id, date_collected desc, id desc) where collector_id is not null;
create index collections_cr_no_find_idx on public.collections (project_id, (private.find_key(cr_no) collate "C"));
create index collections_cr_no_end_idx on public.collections (project_id, (reverse(private.find_key(cr_no)) collate "C"));
create index collections_cheque_no_find_idx on public.collections (project_id, (private.find_key(cheque_no) collate "C")) where cheque_no is not null;
create index collections_cheque_no_end_idx on public.collections (project_id, (reverse(private.find_key(cheque_no)) collate "C")) where cheque_no is not null;
create index collections_cr_date_idx on public.collections (project_id, cr_date);
create index collections_drr_date_idx on public.collections (project_id, drr_date) where drr_date is not null;
create index collections_cleared_on_idx on public.collections (project_id, cheque_cleared_on, id) where cheque_cleared_on is not null;
create index collections_series_idx on public.collections (project_id, private.invoice_series(cr_no), private.invoice_serial(cr_no))
  include (cr_no, cr_date, id) where not from_archive;
comment on table public.collections is 'Receipts of customers: cash, cheque, bank transfer or withholding, against one or many bookings; what is not allocated is the customer''s unapplied credit. reversed: amount of a returned or replaced cheque, or of a receipt that was paid back, which no longer counts. paid_back_on and the columns beside it: how the money was given back to the customer. collector_id: the user who took it in the field and has to remit it; null = taken at the office. from_archive: settles an archived booking on paper; no money came in.';
select private.guard_table('public.collections');

create table public.collection_allocations (
  project_id uuid not null,
  id bigint generated always as identity,
  collection_id uuid not null,
  booking_id uuid not null,
  so_no text not null,
  amount numeric(14,2) not null check (amount <> 0),
  effective_on date not null,
  created_at timestamptz not null default now(),
  created_by uuid default auth.uid(),
  primary key (project_id, id),
  foreign key (project_id, collection_id) references public.collections (project_id, id),
  foreign key (project_id, booking_id) references public.bookings (project_id, id)
);
create index collection_allocations_collection_idx on public.collection_allocations (project_id, collection_id);
create index collection_allocations_booking_idx on public.collection_allocations (project_id, booking_id);
comment on table public.collection_allocations is 'Allocations of receipts to bookings, with the date from which they count. Insert-only: an excess is reversed by an opposite row and becomes unapplied credit. Rows count only while their collection is approved.';
select private.guard_table('public.collection_allocations', p_append_only => true);

create function private.protect_collection() returns trigger
language plpgsql set search_path = '' as $$
begin
  if (new.amount, new.customer_id, new.collection_type, new.cr_no, new.date_collected, new.collector_id)
     is distinct from (old.amount, old.customer_id, old.collection_type, old.cr_no, old.date_collected, old.collector_id) then
    raise exception using errcode = '42501', hint = 'append_only', message = 'A receipt does not change: cancel it and record it anew.';
  end if;
  if old.paid_back_on is not null and (new.paid_back_on, new.paid_back_bank_id, new.paid_back_no, new.paid_back_reason, new.paid_back_by, new.paid_back_at, new.reversed)
     is distinct from (old.paid_back_on, old.paid_back_bank_id, old.paid_back_no, old.paid_back_reason, old.paid_back_by, old.paid_back_at, old.reversed) then
    raise exception using errcode = '42501', hint = 'append_only', message = 'A payment back does not change.';
  end if;
  return new;
end $$;
comment on function private.protect_collection is 'Trigger: refuses changes of the amounts and identity of a receipt, and of its payment back, by anyone.';
create trigger keep_money before update on public.collections for each row execute function private.protect_collection();
create trigger append_only before delete on public.collections for each row execute function private.refuse_change();
create trigger touch before update on public.collections for each row execute function private.touch();
create trigger audit after insert or update or delete on public.collections for each row execute function private.write_audit();

grant select on public.collections, public.collection_allocations to authenticated;

create policy collections_select on public.collections for select to authenticated
  using (
    project_id = any ((select private.projects_with('collections.read'))::uuid[])
    or case
      when project_id = any ((select private.projects_with('collections.read', 'own'))::uuid[])
        then agent_id = (select auth.uid()) or created_by = (select auth.uid()) or collector_id = (select auth.uid())
      when project_id = any ((select private.projects_with('collections.read', 'team'))::uuid[])
        then agent_id = any ((select private.my_agents())::uuid[]) or collector_id = any ((select private.my_agents())::uuid[])
      else false end);
create policy collection_allocations_select on public.collection_allocations for select to authenticated
  using (
    project_id = any ((select private.projects_with('collections.read'))::uuid[])
    or exists (select from public.collections c where c.project_id = collection_allocations.project_id and c.id = collection_allocations.collection_id));

-- ---------------------------------------------------------------------------------------------
-- Commands
-- ---------------------------------------------------------------------------------------------

create function private.allocated_bookings(p_allocations jsonb) returns uuid[]
language sql immutable set search_path = '' as $$
  select array(select private.read_uuid(e.value, 'booking_id', false, format('allocations[%s].', e.ordinality - 1))
    from jsonb_array_elements(p_allocations) with ordinality e)
$$;
comment on function private.allocated_bookings is 'Reads the bookings of typed allocations, [{booking_id, amount}].';

create function private.active_collector(p_project uuid, p_collector uuid, p_field text) returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  if p_collector is not null and not exists (
      select from public.memberships m
      join private.role_permissions r on r.role = m.role and r.permission = 'collections.record' and r.scope = 'own'
      where m.project_id = p_project and m.user_id = p_collector and m.status = 'active') then
    perform private.invalid(p_field, 'Choose somebody who collects for this project.');
  end if;
  return p_collector;
end $$;
comment on function private.active_collector is 'Reads the collector of a receipt: an active Agent or Collector, or null for the office.';

create function private.record_collection(p_project uuid, p_idempotency_key uuid, p_collection jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_done jsonb;
  v_scope text := private.authorize(p_project, 'collections.record');
  v_type text := coalesce(private.read_text(p_collection, 'collection_type'), 'cash');
  v_amount numeric := private.read_money(p_collection, 'amount', true);
  v_allocations jsonb := private.read_list(p_collection, 'allocations', 200);
  v_collector uuid := private.read_uuid(p_collection, 'collector_id');
  v_customer public.customers;
  v_booking public.bookings;
  v_collection public.collections;
  v_date date;
  v_item record;
  v_part numeric;
  v_sum numeric := 0;
begin
  v_done := private.begin_command(p_project, p_idempotency_key, 'record_collection', p_collection);
  if v_done is not null then return v_done; end if;
  if v_type not in ('cash', 'cheque', 'bank_transfer', 'withholding') then perform private.invalid('collection_type', 'Choose how it was paid.'); end if;
  if v_amount = 0 then perform private.invalid('amount', 'Enter an amount above zero.'); end if;
  select * into v_customer from public.customers c
  where c.project_id = p_project and c.id = private.read_uuid(p_collection, 'customer_id', true)
    and (v_scope = 'all' or c.agent_id = auth.uid() or private.scope_of(p_project, 'customers.read') = 'all') for key share;
  if not found then perform private.invalid('customer_id', 'Choose a customer.'); end if;
  v_date := private.past_date(p_project, private.read_date(p_collection, 'date_collected'), 'date_collected');
  if v_scope = 'own' and v_date <> private.business_date(p_project) then perform private.forbid('Receipts are recorded on the day of collection.'); end if;
  perform private.expect_open_day(p_project, v_date, 'date_collected');
  if v_scope = 'own' and private.read_uuid(p_collection, 'agent_id') <> v_customer.agent_id then
    perform private.forbid('A receipt counts for the customer''s own agent.');
  end if;
  if v_scope = 'own' and v_collector <> auth.uid() then perform private.forbid('Whoever records a receipt in the field took the money.'); end if;
  v_collector := case when v_scope = 'own' then auth.uid() else private.active_collector(p_project, v_collector, 'collector_id') end;
  if v_type = 'cheque' then
    perform private.read_text(p_collection, 'cheque_bank', true), private.read_text(p_collection, 'cheque_no', true), private.read_date(p_collection, 'cheque_date', true);
  end if;

  if private.read_text(p_collection, 'cr_no') ilike 'archive-%' then perform private.invalid('cr_no', 'Numbers that begin with ARCHIVE are those of archived bookings.'); end if;
  perform private.lock_number(p_project, 'receipt', private.read_text(p_collection, 'cr_no', true, p_max => 40));
  if v_type = 'cheque' then
    perform private.lock_number(p_project, 'cheque of ' || private.read_text(p_collection, 'cheque_bank'), private.read_text(p_collection, 'cheque_no'));
  end if;
  if exists (select from public.collections c where c.project_id = p_project and c.cr_no = private.read_text(p_collection, 'cr_no', true, p_max => 40)) then
    raise exception using errcode = '23505', hint = 'duplicate', detail = 'cr_no', message = 'This CR number is already used.';
  end if;
  if v_type = 'cheque' and exists (select from public.collections c where c.project_id = p_project
      and c.cheque_bank = private.read_text(p_collection, 'cheque_bank') and c.cheque_no = private.read_text(p_collection, 'cheque_no')) then
    raise exception using errcode = '23505', hint = 'duplicate', detail = 'cheque_no', message = 'This cheque is already entered.';
  end if;
  insert into public.collections (project_id, customer_id, agent_id, collector_id, collection_type, amount, cr_no, cr_date, drr_no, drr_date,
    date_collected, time_collected, cheque_bank, cheque_no, cheque_date, cheque_state, bank_id, remarks)
  values (p_project, v_customer.id,
    -- A receipt for a customer whose agent has left is still a receipt: only a chosen agent must be active.
    case when private.read_uuid(p_collection, 'agent_id') is null then v_customer.agent_id
      else private.active_agent(p_project, private.read_uuid(p_collection, 'agent_id'), 'agent_id') end,
    v_collector, v_type, v_amount, private.read_text(p_collection, 'cr_no', true, p_max => 40),
    coalesce(private.read_date(p_collection, 'cr_date'), v_date), private.read_text(p_collection, 'drr_no', p_max => 40), private.read_date(p_collection, 'drr_date'),
    v_date, (now() at time zone private.zone_of(p_project))::time(0),
    case when v_type = 'cheque' then private.read_text(p_collection, 'cheque_bank') end,
    case when v_type = 'cheque' then private.read_text(p_collection, 'cheque_no') end,
    case when v_type = 'cheque' then private.read_date(p_collection, 'cheque_date') end,
    case when v_type = 'cheque' then 'on_hand' end,
    case when v_type = 'bank_transfer' then private.receiving_bank(p_project, private.read_uuid(p_collection, 'bank_id'), v_scope = 'own') end,
    private.read_text(p_collection, 'remarks', p_max => 400))
  returning * into v_collection;

  if p_collection ->> 'allocate' = 'oldest' and v_allocations = '[]' then
    perform private.lock_bookings(p_project, array(select b.id from public.bookings b
      where b.project_id = p_project and b.customer_id = v_customer.id and b.balance > 0 and b.approval_status like 'approved%'));
    -- The customer's row is locked while the amount is allocated, so that a second receipt at the same moment counts this one.
    perform from public.customers c where c.project_id = p_project and c.id = v_customer.id for no key update;
    v_allocations := private.allocate_oldest_first(p_project, v_customer.id, v_amount);
  end if;
  perform private.lock_bookings(p_project, private.allocated_bookings(v_allocations));
  for v_item in select e.value, e.ordinality - 1 as no from jsonb_array_elements(v_allocations) with ordinality e loop
    v_part := private.read_money(v_item.value, 'amount', true, format('allocations[%s].', v_item.no));
    continue when v_part = 0;
    select * into v_booking from public.bookings b where b.project_id = p_project
      and b.id = private.read_uuid(v_item.value, 'booking_id', true, format('allocations[%s].', v_item.no));
    if not found or v_booking.customer_id <> v_customer.id then
      perform private.invalid(format('allocations[%s].amount', v_item.no), 'Choose a booking of this customer.');
    end if;
    perform private.expect_payable(v_booking);
    if v_part > v_booking.balance then
      perform private.refuse('over_allocated', format('%s has %s left to pay.', v_booking.so_no, to_char(v_booking.balance, 'FM999,999,999,990.00')),
        format('allocations[%s].amount', v_item.no));
    end if;
    v_sum := v_sum + v_part;
    insert into public.collection_allocations (project_id, collection_id, booking_id, so_no, amount, effective_on)
    values (p_project, v_collection.id, v_booking.id, v_booking.so_no, v_part, v_date);
  end loop;
  if v_sum > v_amount then
    perform private.refuse('over_allocated', format('The receipt is %s but %s is allocated.', to_char(v_amount, 'FM999,999,999,990.00'),
      to_char(v_sum, 'FM999,999,999,990.00')), 'amount');
  end if;
  perform private.post_money(p_project, v_collection.id, 'receipt', v_date);
  return private.complete_command(p_idempotency_key, jsonb_build_object('id', v_collection.id, 'version', v_collection.version, 'cr_no', v_collection.cr_no));
end $$;

create function public.record_collection(p_project uuid, p_idempotency_key uuid, p_collection jsonb) returns jsonb
language sql security invoker set search_path = '' as $$ select private.record_collection(p_project, p_idempotency_key, p_collection) $$;
comment on function public.record_collection is
  'Records a pending receipt. p_collection: {customer_id, agent_id, collector_id (who took it in the field and hands it in; null = the office), collection_type, amount, cr_no (unique), cr_date, drr_no, drr_date, date_collected, remarks, cheque_bank, cheque_no, cheque_date, bank_id (of a transfer: our account that it came into; may be left out when there is one, and by Agents and Collectors), allocations: [{booking_id, amount}], or none and allocate: "oldest" (to the oldest bookings first)}. Counts nowhere until approved. Agents and Collectors: on the day, for the customer''s own agent, taken by themselves. Errors: 42501, 22023 per field, 23505 cr_no or cheque_no, over_allocated, not_in_future, period_closed, wrong_state.';

create function private.decide_collection(p_project uuid, p_collection uuid, p_version int, p_to text, p_reason text) returns public.collections
language plpgsql security definer set search_path = '' as $$
declare
  v public.collections;
  v_booking record;
begin
  select * into v from public.collections where project_id = p_project and id = p_collection for no key update;
  if not found then perform private.not_found(); end if;
  perform private.check_version(v.version, p_version);
  if v.approval_status = 'cancelled' or (p_to = 'approved' and v.approval_status <> 'pending') then
    perform private.refuse('wrong_state', format('Receipt %s is already %s.', v.cr_no, v.approval_status));
  end if;
  -- The collector and the recorder may still withdraw a pending receipt, which counts nowhere.
  if (p_to = 'approved' or v.approval_status = 'approved') and auth.uid() in (v.created_by, v.collector_id)
    and private.needs_second_person(p_project, 'receipts') then
    perform private.refuse('maker_checker', format('You recorded or collected receipt %s: somebody else who decides collections has to %s it.',
      v.cr_no, case p_to when 'approved' then 'approve' else 'cancel' end));
  end if;
  if p_to = 'cancelled' and v.paid_back_on is not null then
    perform private.refuse('wrong_state', format('Receipt %s was paid back on %s.', v.cr_no, to_char(v.paid_back_on, 'MM/DD/YYYY')));
  end if;
  if p_to = 'cancelled' and v.remittance_id is not null then
    perform private.refuse('remitted', format('Receipt %s was handed in on %s: cancel that remittance first, or pay the receipt back.', v.cr_no, v.drr_no));
  end if;
  if p_to = 'approved' and v.collection_type = 'bank_transfer' and v.bank_id is null then
    perform private.refuse('account_unknown', format('Say first into which account the transfer of receipt %s came.', v.cr_no), 'bank_id');
  end if;
  if p_to = 'cancelled' and v.cheque_state <> 'on_hand' then
    perform private.refuse('wrong_state', format('The cheque of receipt %s is %s: %s.', v.cr_no, v.cheque_state,
      case v.cheque_state when 'deposited' then 'it can only be returned' when 'cleared' then 'it can only be returned or paid back' else 'its history stays' end));
  end if;
  perform private.lock_allocated(p_project, array[p_collection]);
  select b.so_no, b.stage into v_booking from public.bookings b
  where b.project_id = p_project and p_to = 'approved' and b.approval_status not like 'approved%' and b.id in (
    select a.booking_id from public.collection_allocations a where a.project_id = p_project and a.collection_id = p_collection) limit 1;
  if found then
    perform private.refuse('wrong_state', format('%s is %s: cancel this receipt and record it anew.', v_booking.so_no, v_booking.stage));
  end if;
  update public.collections set approval_status = p_to,
    approved_by = case when p_to = 'approved' then auth.uid() else approved_by end,
    approved_at = case when p_to = 'approved' then now() else approved_at end,
    cancel_reason = p_reason
  where project_id = p_project and id = p_collection returning * into v;
  perform private.post_receipt(p_project, p_collection, case p_to when 'approved' then 'receipt' else 'cancelled' end,
    case p_to when 'approved' then private.open_day(p_project, v.date_collected) else private.business_date(p_project) end);
  perform private.post_money(p_project, p_collection, case p_to when 'approved' then 'approval' else 'cancellation' end,
    case p_to when 'approved' then private.open_day(p_project, v.date_collected) else private.business_date(p_project) end);
  perform private.settle_booking(p_project, x.booking_id)
  from (select distinct a.booking_id from public.collection_allocations a
        where a.project_id = p_project and a.collection_id = p_collection order by a.booking_id) x;
  insert into public.customer_finance_events (project_id, customer_id, type, details)
  values (p_project, v.customer_id, 'collection ' || p_to, jsonb_build_object('cr_no', v.cr_no, 'amount', v.amount::text));
  return v;
end $$;

create function private.approve_collection(p_project uuid, p_idempotency_key uuid, p_collection uuid, p_version int) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'collections.decide');
  v_done jsonb; v public.collections;
begin
  v_done := private.begin_command(p_project, p_idempotency_key, 'approve_collection', jsonb_build_array(p_collection, p_version));
  if v_done is not null then return v_done; end if;
  v := private.decide_collection(p_project, p_collection, p_version, 'approved', null);
  return private.complete_command(p_idempotency_key, jsonb_build_object('id', v.id, 'version', v.version));
end $$;
create function public.approve_collection(p_project uuid, p_idempotency_key uuid, p_collection uuid, p_version int) returns jsonb
language sql security invoker set search_path = '' as $$ select private.approve_collection(p_project, p_idempotency_key, p_collection, p_version) $$;
comment on function public.approve_collection is
  'Approves a pending receipt: it counts from its collection date, or from today when that day is in a closed period; an excess over a booking''s balance becomes unapplied credit. By another user than those who recorded and collected it, unless the project allows that (setting maker_checker.receipts). Errors: 42501, P0002, stale_version, wrong_state, account_unknown, maker_checker.';

create function private.cancel_collection(p_project uuid, p_idempotency_key uuid, p_collection uuid, p_version int, p_reason text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'collections.decide');
  v_done jsonb;
  v public.collections;
  v_reason text := private.read_reason(p_reason);
begin
  v_done := private.begin_command(p_project, p_idempotency_key, 'cancel_collection', jsonb_build_array(p_collection, p_version, p_reason));
  if v_done is not null then return v_done; end if;
  v := private.decide_collection(p_project, p_collection, p_version, 'cancelled', v_reason);
  return private.complete_command(p_idempotency_key, jsonb_build_object('id', v.id, 'version', v.version));
end $$;
create function public.cancel_collection(p_project uuid, p_idempotency_key uuid, p_collection uuid, p_version int, p_reason text) returns jsonb
language sql security invoker set search_path = '' as $$ select private.cancel_collection(p_project, p_idempotency_key, p_collection, p_version, p_reason) $$;
comment on function public.cancel_collection is
  'Cancels a receipt with a reason; the balance of its bookings is restored. The CR number is not reused. A pending receipt is cancelled by its recorder too; an approved one by another user than those who recorded and collected it (setting maker_checker.receipts). Refused when its cash is deposited. Errors: 42501, P0002, stale_version, wrong_state, remitted, cash_exceeded, maker_checker, 22023.';

grant execute on function
  private.record_collection(uuid, uuid, jsonb), public.record_collection(uuid, uuid, jsonb),
  private.approve_collection(uuid, uuid, uuid, int), public.approve_collection(uuid, uuid, uuid, int),
  private.cancel_collection(uuid, uuid, uuid, int, text), public.cancel_collection(uuid, uuid, uuid, int, text)
to authenticated;

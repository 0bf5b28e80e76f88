-- Recording receipts. One receipt has one or several parts: cash, cheques, transfers, withholding certificates.
-- See docs/domain.md, Collections, and docs/decisions/0007.

create or replace function private.allocated_bookings(p_allocations jsonb) returns uuid[]
language plpgsql immutable set search_path = '' as $$
begin
  return array(select private.read_uuid(e.value, 'booking_id', false, e.path) from private.items_of(p_allocations, 'allocations') e);
end $$;
comment on function private.allocated_bookings is 'Reads the bookings of typed allocations, [{booking_id, amount}].';

create or replace function private.read_receipt_part(p_project uuid, p_part jsonb, p_at text, p_may_be_open boolean)
returns public.collections
language plpgsql stable set search_path = '' as $$
declare v public.collections;
begin
  v.collection_type := coalesce(private.read_text(p_part, 'collection_type', p_path => p_at), 'cash');
  if not exists (select from private.payment_types() t where t.type = v.collection_type) then
    perform private.invalid(p_at || 'collection_type', 'Choose the payment type.');
  end if;
  v.amount := private.read_money(p_part, 'amount', true, p_at);
  if v.amount = 0 then perform private.invalid(p_at || 'amount', 'Enter an amount above zero.'); end if;
  if v.collection_type = 'cheque' then
    v.cheque_bank := private.read_text(p_part, 'cheque_bank', true, p_at);
    v.cheque_no := private.read_text(p_part, 'cheque_no', true, p_at);
    v.cheque_date := private.read_date(p_part, 'cheque_date', true, p_at);
    v.cheque_state := 'on_hand';
  elsif v.collection_type = 'bank_transfer' then
    v.bank_id := private.receiving_bank(p_project, private.read_uuid(p_part, 'bank_id', false, p_at), p_may_be_open, p_at || 'bank_id');
  end if;
  if v.collection_type in ('bank_transfer', 'withholding') then
    v.reference_no := private.read_text(p_part, 'reference_no', p_path => p_at, p_max => 40);
  end if;
  return v;
end $$;
comment on function private.read_receipt_part is
  'Reads a typed part of a receipt: {collection_type, amount, cheque_bank, cheque_no, cheque_date, bank_id, reference_no}. p_at begins the '
  'fields of errors (parts[1].). p_may_be_open: the account of a transfer may be left to finance. Errors: 22023.';

create or replace function private.lock_receipt_numbers(p_project uuid, p_cr_no text default null,
  p_parts public.collections[] default null) returns void
language plpgsql set search_path = '' as $$
begin
  if p_cr_no is null then
    -- A lock for each of 10,000 numbers of an import is more than the server has.
    perform pg_advisory_xact_lock(hashtextextended('receipt numbers of ' || p_project::text, 0));
    perform set_config('kalakal.receipt_numbers', p_project::text, true);
    return;
  end if;
  if current_setting('kalakal.receipt_numbers', true) is distinct from p_project::text then
    perform pg_advisory_xact_lock_shared(hashtextextended('receipt numbers of ' || p_project::text, 0));
    perform private.lock_number(p_project, 'receipt', p_cr_no);
    -- In the order of the locks' own names, so that no two receipts wait for each other's cheques.
    perform private.lock_number(p_project, 'cheque of ' || x.bank, x.no)
    from (select distinct private.paper_key(c.cheque_bank) as bank, private.paper_key(c.cheque_no) as no
      from unnest(p_parts) c where c.cheque_no is not null order by 1, 2) x;
  end if;
  if exists (select from private.same_numbers(p_project, 'collection', p_cr_no)) then
    perform private.refuse_duplicate('cr_no', 'This CR number is already used.');
  end if;
end $$;
comment on function private.lock_receipt_numbers is
  'Locks the CR number of a receipt and the numbers of its cheques until commit, or without p_cr_no all of a project, for an import. '
  'Errors: 23505 cr_no.';

create or replace function private.share_receipt(p_project uuid, p_receipt uuid, p_allocations jsonb, p_oldest boolean,
  p_amount_field text) returns void
language plpgsql set search_path = '' as $$
declare
  v_parts public.collections[] :=
    array(select c from public.collections c where c.project_id = p_project and c.receipt_id = p_receipt order by c.part_no);
  v_allocations jsonb := p_allocations;
  v_no int := 1;
  v_room numeric := v_parts[1].amount;
  v_amount numeric := (select sum(c.amount) from unnest(v_parts) c);
  v_booking public.bookings;
  v_item record;
  v_for numeric;
  v_sum numeric := 0;
  v_take numeric;
begin
  if p_oldest and v_allocations = '[]' then
    perform private.lock_bookings(p_project, array(select b.id from public.bookings b
      where b.project_id = p_project and b.customer_id = v_parts[1].customer_id and b.balance > 0 and b.approval_status like 'approved%'));
    -- The customer's row is locked while the amount is allocated, so that a second receipt at the same moment counts this one.
    perform from public.customers c where c.project_id = p_project and c.id = v_parts[1].customer_id for no key update;
    v_allocations := coalesce((select o.allocations from private.allocate_oldest_first(p_project,
      jsonb_build_array(jsonb_build_object('receipt', p_receipt, 'customer_id', v_parts[1].customer_id, 'amount', v_amount))) o), '[]');
  end if;
  perform private.lock_bookings(p_project, private.allocated_bookings(v_allocations));
  for v_item in select * from private.items_of(v_allocations, 'allocations') loop
    v_for := private.read_money(v_item.value, 'amount', true, v_item.path);
    continue when v_for = 0;
    select * into v_booking from public.bookings b where b.project_id = p_project
      and b.id = (select private.read_uuid(v_item.value, 'booking_id', true, v_item.path));
    if not found or v_booking.customer_id <> v_parts[1].customer_id then
      perform private.invalid(v_item.path || 'amount', 'Choose a booking of this customer.');
    end if;
    perform private.expect_payable(v_booking);
    if v_for > v_booking.balance then
      perform private.refuse('over_allocated',
        format('%s has %s left to pay.', v_booking.so_no, private.money_text(v_booking.balance)), v_item.path || 'amount');
    end if;
    v_sum := v_sum + v_for;
    while v_for > 0 loop
      if v_room = 0 then
        exit when v_no = cardinality(v_parts);
        v_no := v_no + 1;
        v_room := v_parts[v_no].amount;
      end if;
      v_take := least(v_for, v_room);
      insert into public.collection_allocations (project_id, collection_id, booking_id, so_no, amount, effective_on)
      values (p_project, v_parts[v_no].id, v_booking.id, v_booking.so_no, v_take, v_parts[1].date_collected);
      v_for := v_for - v_take;
      v_room := v_room - v_take;
    end loop;
  end loop;
  if v_sum > v_amount then
    perform private.refuse('over_allocated', format('The receipt amount is %s, but %s is allocated.', private.money_text(v_amount),
      private.money_text(v_sum)), p_amount_field);
  end if;
end $$;
comment on function private.share_receipt is
  'Allocates a new receipt as a whole, [{booking_id, amount}] or, without any, to the oldest bookings (p_oldest): the bookings in the '
  'order that is given are paid by the parts in their order, each part until it is used up. Errors: 22023, over_allocated, wrong_state.';

create or replace function private.allocate_oldest_first(p_project uuid, p_receipts jsonb, p_taken jsonb default '[]')
returns table (receipt text, allocations jsonb)
language sql stable set search_path = '' as $$
  with receipts as materialized (
    select x.value ->> 'receipt' as receipt, (x.value ->> 'customer_id')::uuid as customer_id, (x.value ->> 'amount')::numeric as amount,
      sum((x.value ->> 'amount')::numeric) over (partition by x.value ->> 'customer_id' order by x.ordinality) as up_to
    from jsonb_array_elements(p_receipts) with ordinality x
  ), customers as materialized (
    select distinct r.customer_id from receipts r
  ), taken as (
    select t.booking_id, sum(t.amount) as amount from (
      select a.booking_id, a.amount
      from customers k
      join public.collections c on c.project_id = p_project and c.customer_id = k.customer_id and c.approval_status = 'pending'
      join public.collection_allocations a on a.project_id = p_project and a.collection_id = c.id
      union all
      select (x ->> 'booking_id')::uuid, (x ->> 'amount')::numeric from jsonb_array_elements(p_taken) x) t
    group by t.booking_id
  ), bookings as materialized (
    select b.customer_id, b.id, p.amount, row_number() over w as no, sum(p.amount) over w as up_to
    from customers k
    join public.bookings b on b.project_id = p_project and b.customer_id = k.customer_id and b.balance > 0
      and b.approval_status like 'approved%'
    left join taken t on t.booking_id = b.id
    cross join lateral (select b.balance - coalesce(t.amount, 0.00) as amount) p
    where p.amount > 0 window w as (partition by b.customer_id order by coalesce(b.date_invoiced, b.date_added), b.so_no)
  )
  -- Receipts and bookings stand side by side on one scale of money: a receipt pays a booking by as much as both have in common.
  select p.receipt, jsonb_agg(jsonb_build_object('booking_id', p.id, 'amount', p.amount::text) order by p.no)
  from (
    select r.receipt, b.id, b.no, least(r.up_to, b.up_to) - greatest(r.up_to - r.amount, b.up_to - b.amount) as amount,
      row_number() over (partition by r.receipt order by b.no) as place
    from receipts r
    join bookings b on b.customer_id = r.customer_id and b.up_to > r.up_to - r.amount and b.up_to - b.amount < r.up_to) p
  where p.place <= 200
  group by p.receipt
$$;
comment on function private.allocate_oldest_first is
  'Allocates receipts, [{receipt, customer_id, amount}], one after the other to the open bookings of their customers, the oldest (by '
  'invoice date, else booking date) first; pending receipts and p_taken, [{booking_id, amount}], count as paid. Returns [{booking_id, '
  'amount}] of each receipt that pays something, 200 at most.';

create or replace function private.write_receipt(p_project uuid, p_scope text, p_receipt jsonb, p_parts jsonb, p_several boolean)
returns public.collections
language plpgsql set search_path = '' as $$
declare
  v_own boolean := p_scope = 'own';
  v_allocations jsonb := private.read_list(p_receipt, 'allocations', 200);
  v_collector uuid := private.read_uuid(p_receipt, 'collector_id');
  v_agent uuid := private.read_uuid(p_receipt, 'agent_id');
  v_cr_no text;
  v_customer_id uuid := private.read_uuid(p_receipt, 'customer_id', true);
  v_customer public.customers;
  v_parts public.collections[];
  v_part public.collections;
  v_first public.collections;
  v_date date;
  v_no int := 0;
begin
  if jsonb_array_length(p_parts) = 0 then
    perform private.invalid('parts', 'Enter the payment type and the amount.');
  end if;
  v_parts := array(
    select private.read_receipt_part(p_project, e.value, case when p_several then format('parts[%s].', e.ordinality - 1) else '' end, v_own)
    from jsonb_array_elements(p_parts) with ordinality e order by e.ordinality);
  perform private.limit_amount((select sum(c.amount) from unnest(v_parts) c), 'parts');
  select * into v_customer from public.customers c
  where c.project_id = p_project and c.id = v_customer_id and c.merged_into is null
    and (p_scope = 'all' or c.agent_id = auth.uid() or private.scope_of(p_project, 'customers.read') = 'all') for key share;
  if not found then perform private.invalid('customer_id', 'Choose a customer.'); end if;
  v_date := private.past_date(p_project, private.read_date(p_receipt, 'date_collected'), 'date_collected');
  if v_own and v_date <> private.own_day(p_project) then
    perform private.forbid('Receipts are recorded on the day of collection.');
  end if;
  perform private.expect_open_day(p_project, v_date, 'date_collected');
  perform private.expect_open_day(p_project, private.read_date(p_receipt, d), d) from unnest('{cr_date,drr_date}'::text[]) d;
  if v_own and v_agent <> v_customer.agent_id then perform private.forbid('Choose the customer''s agent for this receipt.'); end if;
  if v_own and v_collector <> auth.uid() then
    perform private.forbid('A receipt recorded in the field is collected by the user who records it.');
  end if;
  if v_own then
    v_collector := auth.uid();
  elsif v_collector is not null and not exists (
      select from public.memberships m
      join private.role_permissions r on r.role = m.role and r.permission = 'collections.record' and r.scope = 'own'
      where m.project_id = p_project and m.user_id = v_collector and (m.status = 'active' or m.user_id = private.act_writer())) then
    perform private.invalid('collector_id', 'Choose a collector of this project.');
  end if;
  -- A receipt for a customer whose agent has left is still a receipt: only a chosen agent must be active.
  v_agent := case when v_agent is null then v_customer.agent_id else private.active_agent(p_project, v_agent, 'agent_id') end;
  v_cr_no := private.read_text(p_receipt, 'cr_no', true, p_max => 40);
  if private.paper_key(v_cr_no) like 'archive%' then
    perform private.invalid('cr_no', 'Numbers beginning with ARCHIVE are reserved for archived bookings.');
  end if;
  perform private.lock_receipt_numbers(p_project, v_cr_no, v_parts);
  foreach v_part in array v_parts loop
    v_no := v_no + 1;
    if exists (select from private.same_numbers(p_project, 'cheque', v_part.cheque_no) n
        join public.collections c on c.project_id = p_project and c.id = n.id
        where private.paper_key(c.cheque_bank) = private.paper_key(v_part.cheque_bank)) then
      raise exception using errcode = '23505', hint = 'duplicate', message = 'This cheque is already entered.',
        detail = case when p_several then format('parts[%s].cheque_no', v_no - 1) else 'cheque_no' end;
    end if;
    insert into public.collections (project_id, receipt_id, part_no, customer_id, agent_id, collector_id, collection_type, amount,
      cr_no, cr_date, drr_no, drr_date, date_collected, time_collected, cheque_bank, cheque_no, cheque_date, cheque_state, bank_id,
      reference_no, remarks)
    values (p_project, v_first.id, v_no, v_customer.id, v_agent, v_collector, v_part.collection_type, v_part.amount, v_cr_no,
      coalesce(private.read_past_date(p_project, p_receipt, 'cr_date'), v_date), private.read_text(p_receipt, 'drr_no', p_max => 40),
      private.read_past_date(p_project, p_receipt, 'drr_date'), v_date, case when v_date = private.business_date(p_project)
        then (now() at time zone private.zone_of(p_project))::time(0) end,
      v_part.cheque_bank, v_part.cheque_no, v_part.cheque_date, v_part.cheque_state, v_part.bank_id, v_part.reference_no,
      private.read_text(p_receipt, 'remarks', p_max => 400))
    returning * into v_part;
    if v_no = 1 then v_first := v_part; end if;
  end loop;

  perform private.share_receipt(p_project, v_first.id, v_allocations, coalesce(p_receipt ->> 'allocate' = 'oldest', false),
    case when p_several then 'parts' else 'amount' end);
  return v_first;
end $$;
comment on function private.write_receipt is
  'Writes a pending receipt of one or several parts and returns its first part; p_scope: of the permission collections.record. p_several: '
  'errors name the fields of parts. The caller posts its money: post_new_receipts.';

create or replace function private.lock_receipts(p_project uuid, p_collections uuid[]) returns void
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan as $$
begin
  -- Each is found by its key: see private.lock_bookings.
  perform from (select distinct u.id from unnest(p_collections) u(id) order by u.id) g
  cross join lateral (select from public.collections c where c.project_id = p_project and c.id = g.id for no key update) l;
end $$;
comment on function private.lock_receipts is 'Locks several receipts in id order, before the bookings that they pay.';

create or replace function private.post_new_receipts(p_project uuid, p_receipts uuid[]) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.post_money(p_project,
    array(select c.id from public.collections c where c.project_id = p_project and c.receipt_id = any (p_receipts)), 'receipt', null);
end $$;
comment on function private.post_new_receipts is 'Posts the money of new receipts, all of their parts, each on the day of its collection.';

create or replace function private.record_parts(p_project uuid, p_receipt jsonb, p_several boolean) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'collections.record');
  v public.collections;
  v_skipped public.skipped_numbers := private.skipped_before(p_project, btrim(p_receipt ->> 'cr_no'));
begin
  v := private.write_receipt(p_project, v_scope, p_receipt,
    case when p_several then private.read_list(p_receipt, 'parts', 20) else jsonb_build_array(p_receipt) end, p_several);
  perform private.note_skipped(v_skipped, p_receipt, v_scope);
  perform private.post_new_receipts(p_project, array[v.id]);
  return jsonb_build_object('id', v.id, 'version', v.version, 'cr_no', v.cr_no)
    || case when p_several then jsonb_build_object('parts', (
      select jsonb_agg(jsonb_build_object('id', c.id, 'version', c.version) order by c.part_no)
      from public.collections c where c.project_id = p_project and c.receipt_id = v.id)) else '{}' end;
end $$;
comment on function private.record_parts is 'Records a receipt of several parts, or of one whose fields are those of the receipt.';

create or replace function private.record_collection(p_project uuid, p_collection jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  return private.record_parts(p_project, p_collection, false);
end $$;
select private.expose('record_collection');
comment on function public.record_collection is
  'Records a pending receipt of one part. p_collection: {customer_id, agent_id, collector_id (who took it in the field and hands it in; '
  'null = the office), collection_type, amount, cr_no (unique), skip_reason (why numbers of its booklet are skipped; the office has to '
  'say it), cr_date, drr_no, drr_date, date_collected, remarks, cheque_bank, '
  'cheque_no, cheque_date, bank_id (of a transfer: our account that it came into; may be left out when there is one, and by Agents and '
  'Collectors), reference_no (of a transfer or a withholding certificate), allocations: [{booking_id, amount}], or none and allocate: '
  '"oldest" (to the oldest bookings first)}. Counts nowhere until approved. Agents and Collectors: on the day, for the customer''s own '
  'agent, taken by themselves. Errors: 42501, 22023 per field, 23505 cr_no or cheque_no, over_allocated, not_in_future, period_closed, '
  'wrong_state.';

create or replace function private.record_receipt(p_project uuid, p_receipt jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  return private.record_parts(p_project, p_receipt, true);
end $$;
select private.expose('record_receipt');
comment on function public.record_receipt is
  'Records a pending receipt of several parts under one CR number. p_receipt: {customer_id, agent_id, collector_id, cr_no (unique), '
  'cr_date, drr_no, drr_date, date_collected, remarks, as in record_collection; parts: 1 to 20 of {collection_type, amount, cheque_bank, '
  'cheque_no, cheque_date, bank_id, reference_no}; allocations: [{booking_id, amount}] of the whole, or none and allocate: "oldest"}. The '
  'bookings, in the order given, are paid by the parts in their order. Answers id and version (of the first part), cr_no, parts: [{id, '
  'version}]. Errors: those of record_collection; fields of parts are named parts[0].amount.';

create or replace function private.next_cr_no(p_project uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'collections.record');
  v_last text := (select c.cr_no from public.collections c
    where c.project_id = p_project and c.created_by = auth.uid() and c.part_no = 1 and not c.from_archive order by c.id desc limit 1);
begin
  return coalesce((private.booklet_in_hand(p_project, auth.uid())).next_no, private.unused_after(p_project, 'collection', v_last));
end $$;
select private.expose('next_cr_no');
comment on function public.next_cr_no is
  'Returns the number after the last used one of the caller''s booklet (assign_booklet); without a booklet the first unused number after '
  'that of the receipt that the caller recorded last, written like that one. Null before the first receipt, or where its number does not '
  'end in digits. It is a proposal. Errors: 42501.';

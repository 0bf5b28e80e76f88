-- The inbox of approvals: pending decisions of all domains, and the work that is due today.

create or replace function private.pending_decisions(p_project uuid)
returns table (kind text, id uuid, version int, requested_at timestamptz, amount numeric, mine boolean)
language plpgsql stable set search_path = '' as $$
declare
  v_above numeric := private.approval_above(p_project, 'voucher');
  v_validates boolean := private.scope_of(p_project, 'bookings.validate') = 'all';
  v_overrides boolean := private.scope_of(p_project, 'bookings.override') = 'all';
  v_counts boolean := private.scope_of(p_project, 'counts.decide') = 'all';
begin
  return query
  with pending as materialized (
    select b.id, b.version, b.created_at, b.total, b.customer_id, b.created_by, b.edited_by from public.bookings b
    where (v_validates or v_overrides) and b.project_id = p_project and b.stage = 'pending'
  ), bookings as (
    select p.*, coalesce(p.total > c.credit_left, false) or coalesce(f.low, false) as over,
      p.total > 0 and coalesce(p.total <= c.credit_left, true)
        and coalesce(p.total > r.credit_left, false) or coalesce(f.lowered, false) as by_another
    from pending p
    left join private.credit_of(p_project, array(select distinct o.customer_id from pending o)) c on c.customer_id = p.customer_id
    left join private.credit_left_by_others(p_project, array(select distinct o.customer_id from pending o)) r
      on r.customer_id = p.customer_id
    left join (select l.booking_id, bool_or(not l.by_caller) as low, bool_or(l.by_caller) as lowered
      from private.lines_below_floor(p_project, array(select o.id from pending o)) l group by l.booking_id) f on f.booking_id = p.id
  )
  select w.kind, w.id, w.version, w.requested_at, w.amount, w.mine or (coalesce(auth.uid() = any (w.makers), false)
    and (w.duty is null or private.needs_second_person(p_project, w.duty)))
  from (
    -- A booking over the credit line or below a price floor is an override for users who may make one; others see why they cannot
    -- validate it.
    select 'booking', b.id, b.version, b.created_at, b.total, b.by_another, '{}'::uuid[], null
    from bookings b where v_validates and not (b.over and coalesce(v_overrides, false))
    union all
    select 'override', b.id, b.version, b.created_at, b.total, b.by_another, array[b.created_by, b.edited_by], 'credit_override'
    from bookings b where v_overrides and b.over
    union all
    select 'customer', c.id, c.version, c.created_at, null, false, null, null from public.customers c
    where private.scope_of(p_project, 'customers.decide') = 'all' and c.project_id = p_project and c.approval_status = 'pending'
    union all
    -- A receipt of several parts is decided as one.
    select 'collection', c.id, c.version, c.created_at,
      (select sum(r.amount) from public.collections r where r.project_id = p_project and r.receipt_id = c.id), false,
      array[c.created_by, c.collector_id], 'receipts'
    from public.collections c
    where private.scope_of(p_project, 'collections.decide') = 'all' and c.project_id = p_project and c.approval_status = 'pending'
      and c.part_no = 1
    union all
    select 'voucher', v.id, v.version, v.created_at, v.total, false, array[v.created_by, v.edited_by], 'vouchers'
    from public.vouchers v
    where private.scope_of(p_project, 'vouchers.approve') = 'all' and v.project_id = p_project and v.status in ('pending', 'printed')
      and v.approved_at is null and v.total > v_above
    union all
    select 'memo', m.id, m.version, m.created_at, m.amount, false, array[m.created_by], 'memos' from public.memos m
    where private.scope_of(p_project, 'memos.approve') = 'all' and m.project_id = p_project and m.status = 'pending'
    union all
    select 'product_edit', r.id, r.version, r.created_at, null, false, array[r.user_id], 'product_edits'
    from public.product_edit_requests r
    where private.scope_of(p_project, 'product_edits.decide') = 'all' and r.project_id = p_project and r.request_status = 'pending'
    union all
    select 'count', c.id, c.version, c.submitted_at, null, false, array[c.created_by, c.submitted_by], null from public.stock_counts c
    where v_counts and c.project_id = p_project and c.count_status = 'submitted'
    union all
    select 'write_off', r.id, r.version, r.created_at, null, false, array[r.created_by], 'write_offs' from public.bad_orders r
    where v_counts and r.project_id = p_project and r.status = 'pending'
    union all
    select 'warehouse', r.id, r.version, r.created_at, null, false, array[r.user_id], null from public.warehouse_requests r
    where private.scope_of(p_project, 'warehouse.decide') = 'all' and r.project_id = p_project and r.request_status = 'pending')
    w (kind, id, version, requested_at, amount, mine, makers, duty);
end $$;
comment on function private.pending_decisions is
  'Returns every document pending a decision that the caller''s role may take. mine: the caller made it, or set the credit line, or set or '
  'lowered the live SRP, that a booking needs, and the project requires another user (maker and checker). Runs with the caller''s rights.';

create or replace function public.inbox_totals(p_project uuid)
returns table (kind text, mine boolean, items bigint, amount numeric, oldest timestamptz)
language plpgsql stable set search_path = '' as $$
begin
  return query
  select w.kind, w.mine, count(*), sum(w.amount), min(w.requested_at) from private.pending_decisions(p_project) w
  group by w.kind, w.mine order by min(w.requested_at), w.kind;
end $$;
comment on function public.inbox_totals is
  'Returns number, amount (null where they have none) and oldest date of the documents of each kind pending the caller''s decision; mine: '
  'those made by the caller, which another user decides. Kinds without documents are absent.';

create or replace function private.inbox_of_parties(p_project uuid, p_kinds text[], p_ids uuid[])
returns table (id uuid, requested_by uuid, no text, party text, reason text, facts jsonb)
language plpgsql stable set search_path = '' as $$
begin
  return query
  with page as materialized (select d.kind, d.id from unnest(p_kinds, p_ids) d (kind, id))
  select p.id, b.created_by as requested_by, b.so_no as no, b.customer_name as party, b.remarks as reason,
    (select to_jsonb(f) from (select c.approval_status as customer_status, k.credit_left::text, k.over_by::text, k.short, k.below_floor,
      k.by_another, k.other_prices) f) as facts
  from page p
  join public.bookings b on b.project_id = p_project and b.id = p.id
  left join public.customers c on c.project_id = p_project and c.id = b.customer_id
  left join public.validation_checks(p_project, array(select o.id from page o where o.kind in ('booking', 'override'))) k
    on k.booking_id = p.id
  where p.kind in ('booking', 'override')
  union all
  select p.id, c.created_by, null, c.name, null,
    (select to_jsonb(f) from (select c.store_name as store, c.address, c.area, c.tin_no, c.agent_id, c.terms_days) f)
  from page p join public.customers c on c.project_id = p_project and c.id = p.id where p.kind = 'customer'
  union all
  select p.id, c.created_by, c.cr_no, u.name, c.remarks,
    jsonb_build_object('means', (select jsonb_agg((select to_jsonb(f) from (select r.collection_type as type, r.amount::text,
      r.collection_type = 'bank_transfer' and r.bank_id is null as account_unknown, r.cheque_bank, r.cheque_no, r.cheque_date)
      f) order by r.part_no)
        from public.collections r where r.project_id = p_project and r.receipt_id = c.id), 'parts', coalesce(a.parts, '[]'))
  from page p
  join public.collections c on c.project_id = p_project and c.id = p.id
  left join public.customers u on u.project_id = p_project and u.id = c.customer_id
  left join lateral (
    -- Of a booking that the caller may not read there are no figures.
    select jsonb_agg((select to_jsonb(f) from (select x.so_no, x.booking_id, x.amount::text, b.stage, b.balance::text)
      f) order by x.so_no) as parts
    from (select a.booking_id, min(a.so_no) as so_no, sum(a.amount) as amount
      from public.collections r join public.collection_allocations a on a.project_id = p_project and a.collection_id = r.id
      where r.project_id = p_project and r.receipt_id = p.id group by a.booking_id having sum(a.amount) <> 0) x
    left join public.bookings b on b.project_id = p_project and b.id = x.booking_id) a on true
  where p.kind = 'collection'
  union all
  select p.id, coalesce(v.edited_by, v.created_by), 'No. ' || v.voucher_no, v.pay_to, v.general_description,
    (select to_jsonb(f) from (select v.net_amount::text as net, v.mode_of_payment as mode, v.cheque_bank as bank, v.cheque_no, v.category,
      v.invoice_no) f)
  from page p join public.vouchers v on v.project_id = p_project and v.id = p.id where p.kind = 'voucher'
  union all
  select p.id, m.created_by, m.memo_no, m.customer_name, m.note,
    jsonb_build_object('kind', m.kind, 'reason', m.reason_code, 'on', m.on_date, 'vat', m.vat_amount::text,
      'invoice_no', coalesce(b.invoice_no, b.so_no))
  from page p join public.memos m on m.project_id = p_project and m.id = p.id
  left join public.bookings b on b.project_id = p_project and b.id = m.booking_id
  where p.kind = 'memo';
end $$;
comment on function private.inbox_of_parties is
  'Returns what the inbox says of pending bookings, customers, receipts, vouchers and memos: documents with a customer or payee. p_kinds '
  'are the kinds of p_ids; others are left out. Runs with the caller''s rights.';

create or replace function private.inbox_of_goods(p_project uuid, p_kinds text[], p_ids uuid[])
returns table (id uuid, requested_by uuid, no text, party text, reason text, facts jsonb)
language plpgsql stable set search_path = '' as $$
begin
  return query
  with page as materialized (select d.kind, d.id from unnest(p_kinds, p_ids) d (kind, id))
  select p.id, r.created_by, r.record_no, null, r.reason,
    jsonb_build_object('on', r.on_date, 'goods', (select jsonb_agg(
      jsonb_build_object('product', d.description, 'pieces', l.quantity, 'case_config', d.case_config) order by l.line_no)
      from public.bad_order_lines l join public.products d on d.project_id = p_project and d.id = l.product_id
      where l.project_id = p_project and l.record_id = r.id))
  from page p join public.bad_orders r on r.project_id = p_project and r.id = p.id
  where p.kind = 'write_off'
  union all
  select p.id, r.user_id, r.po_no, d.description, r.reason,
    (select to_jsonb(f) from (select r.purchase_id, d.case_config, r.item_to_edit as item, r.item_edit_from::text as "from",
      r.from_pieces, r.what_edit::text as "to", r.what_pieces as to_pieces, r.is_change_live_srp as live, e.on_hand, e.on_hand_then,
      e.live_srp::text, e.live_srp_pieces, e.srp_value_now::text as value, e.srp_value_then::text as value_then,
      e.purchase_total_now::text as total, e.purchase_total_then::text as total_then, e.open_bookings) f)
  from page p
  join public.product_edit_requests r on r.project_id = p_project and r.id = p.id
  join public.products d on d.project_id = p_project and d.id = r.product_id
  left join public.product_edit_effects(p_project) e on e.request_id = p.id
  where p.kind = 'product_edit'
  union all
  select p.id, c.submitted_by, null, c.title, c.reason,
    (select to_jsonb(f) from (select c.category1 as category, t.lines, t.counted, t.differing, t.surplus, t.missing, t.cost_value::text,
      t.srp_value::text) f)
  from page p
  join public.stock_counts c on c.project_id = p_project and c.id = p.id
  left join public.stock_count_totals(p_project, array(select o.id from page o where o.kind = 'count')) t on t.count_id = p.id
  where p.kind = 'count'
  union all
  select p.id, r.user_id, r.request_no, r.booking_details ->> 'customer', r.reason,
    (select to_jsonb(f) from (select r.kind, g.credit::text, g.lines, b.so_no, b.stage, b.date_delivered, b.balance::text) f)
  from page p
  join public.warehouse_requests r on r.project_id = p_project and r.id = p.id
  left join public.bookings b on b.project_id = p_project and b.id = r.booking_id
  left join lateral (
    select jsonb_agg(jsonb_build_object('id', l.id, 'product_id', l.product_id,
        'product', d.description || case when a.stock_state = 'bad_order' then ' (bad orders)' else '' end, 'case_config', l.case_config,
        'requested', coalesce(a.quantity, 0), 'open', l.quantity - l.quantity_delivered - l.quantity_released,
        'delivered', l.quantity_delivered, 'returned', coalesce((select sum(c.quantity) from public.booking_credits c
          where c.project_id = p_project and c.line_id = l.id and c.kind = 'returned'), 0),
        'available', i.available, 'on_hand', i.on_hand) order by l.line_no) as lines,
      coalesce(sum(private.delivered_amount(l, a.quantity)), 0.00) as credit
    from public.booking_lines l
    join public.products d on d.project_id = p_project and d.id = l.product_id
    left join public.inventory i on i.project_id = p_project and i.product_id = l.product_id
    left join public.warehouse_request_lines a on a.project_id = p_project and a.request_id = r.id and a.line_id = l.id
    where l.project_id = p_project and l.booking_id = r.booking_id) g on true
  where p.kind = 'warehouse';
end $$;
comment on function private.inbox_of_goods is
  'Returns what the inbox says of pending write-offs, edits of products, counts and requests of the warehouse. p_kinds are the kinds of '
  'p_ids; others are left out. Runs with the caller''s rights.';

create or replace function public.inbox(p_project uuid, p_filters jsonb default '{}')
returns table (sort_key text, kind text, id uuid, version int, requested_at timestamptz, requested_by uuid, no text, party text,
  amount numeric, reason text, facts jsonb)
language plpgsql stable set search_path = '' as $$
declare
  v_kind text := private.read_text(p_filters, 'kind');
  v_mine boolean := private.read_boolean(p_filters, 'mine');
  v_back boolean := private.read_boolean(p_filters, 'back');
  v_sort_key text := p_filters #>> '{beyond,sort_key}';
  v_id uuid := private.read_uuid(p_filters -> 'beyond', 'id');
begin
  return query
  with keyed as (
    select w.*, to_char(w.requested_at at time zone 'UTC', 'YYYYMMDDHH24MISSUS') collate "C" as sort_key
    from private.pending_decisions(p_project) w
    where (v_kind is null or w.kind = v_kind) and w.mine = v_mine
  ), page as materialized (
    select k.* from keyed k
    where v_sort_key is null or case when v_back then (k.sort_key, k.id) < (v_sort_key collate "C", v_id)
      else (k.sort_key, k.id) > (v_sort_key collate "C", v_id) end
    order by case when v_back then k.sort_key end desc, case when v_back then k.id end desc, k.sort_key, k.id
    limit least(coalesce(private.read_int(p_filters, 'limit'), 21), 101)
  ), told as (
    select f.*
    from (select array_agg(o.kind) as kinds, array_agg(o.id) as ids from page o) a
    cross join lateral (select x.* from private.inbox_of_parties(p_project, a.kinds, a.ids) x
      union all select x.* from private.inbox_of_goods(p_project, a.kinds, a.ids) x) f
  )
  select p.sort_key, p.kind, p.id, p.version, p.requested_at, t.requested_by, t.no, t.party, p.amount, t.reason, t.facts
  from page p join told t on t.id = p.id
  order by case when v_back then p.sort_key end desc, case when v_back then p.id end desc, p.sort_key, p.id;
end $$;
comment on function public.inbox is
  'A page of documents pending the caller''s decision, the oldest first, with the figures that show the effect of an approval. p_filters:'
  ' {kind (booking, override, customer, collection, voucher, memo, product_edit, count, write_off, warehouse), mine (true: documents made'
  ' by the caller, which another user decides), limit, beyond: {sort_key, id} (of the last row seen), back (true: the rows before it, '
  'nearest first)}. facts by kind: booking, override {customer_status, credit_left (null = no limit), over_by, short, below_floor, '
  'by_another, other_prices}; customer {store, address, area, tin_no, agent_id, terms_days}; collection {means: [{type, amount, '
  'account_unknown, cheque_bank, cheque_no, cheque_date}], parts: [{so_no, booking_id, amount, stage, balance}]}; voucher {net, mode, '
  'bank, cheque_no, category, invoice_no}; memo {kind, reason, on, vat, invoice_no (of the one booking that it is about)}; product_edit '
  '{purchase_id, item, from, to, live and the columns of product_edit_effects}; count {category and the columns of stock_count_totals}; '
  'write_off {on, goods: [{product, pieces, case_config}]}; warehouse {kind, credit, lines and the booking as it stands}. Each command '
  'looks again.';

-- ---------------------------------------------------------------------------------------------
-- Work that is due, besides decisions
-- ---------------------------------------------------------------------------------------------

create or replace function public.work_due(p_project uuid)
returns table (task text, items bigint, amount numeric, oldest date)
language plpgsql stable set search_path = '' as $$
declare
  v_treasury boolean := private.scope_of(p_project, 'treasury.write') is not null;
begin
  return query
  with due (task, amount, since) as (
    select case b.stage when 'validated' then 'to_invoice' else 'delivered_not_invoiced' end, b.total,
      coalesce(b.date_delivered, b.date_added)
    from public.bookings b
    where private.scope_of(p_project, 'invoicing.write') is not null and b.project_id = p_project
      and (b.stage = 'validated' or (b.stage = 'delivered' and b.date_invoiced is null))
    union all
    select 'to_deliver', sum(u.amount), min(b.date_added) from private.undelivered(p_project) u
    join public.bookings b on b.project_id = p_project and b.id = u.booking_id
    where private.scope_of(p_project, 'bookings.deliver') is not null group by u.booking_id
    union all
    select case c.cheque_state when 'on_hand' then 'cheques_due' when 'deposited' then 'cheques_at_bank' else 'cheques_returned' end,
      c.amount, c.cheque_date
    from public.collections c
    where v_treasury and c.project_id = p_project and c.approval_status = 'approved'
      and (c.cheque_state in ('deposited', 'returned')
        or (c.cheque_state = 'on_hand' and c.cheque_date <= private.business_date(p_project)))
    union all
    select case v.status when 'pending' then 'vouchers_to_print' else 'vouchers_to_release' end, v.total, v.date_added
    from public.vouchers v
    where private.scope_of(p_project, 'vouchers.write') is not null and v.project_id = p_project and v.status in ('pending', 'printed')
    union all
    select 'requests_to_finish', null, r.date_added from public.warehouse_requests r
    where private.scope_of(p_project, 'warehouse.write') is not null and r.project_id = p_project and r.request_status = 'approved'
    union all
    select 'counts_open', null, (c.created_at at time zone private.zone_of(p_project))::date from public.stock_counts c
    where private.scope_of(p_project, 'counts.write') is not null and c.project_id = p_project and c.count_status = 'open'
    union all
    select 'below_reorder', null, null from public.inventory i
    join public.products p on p.project_id = p_project and p.id = i.product_id and p.status = 'active'
    where private.scope_of(p_project, 'purchases.write') is not null and i.project_id = p_project and i.below_reorder
  )
  select d.task, count(*), sum(d.amount), min(d.since) from due d group by d.task;
  if v_treasury then
    return query select 'to_remit', sum(u.receipts)::bigint, sum(u.cash + u.cheques), min(u.oldest_on)
      from public.unremitted(p_project) u having sum(u.receipts) > 0;
  end if;
end $$;
comment on function public.work_due is
  'Lists the tasks that are due for the caller''s role, one row per task with items, with their number, amount and oldest day (of the '
  'booking, its delivery, the cheque, the voucher, the request or the receipt): to_invoice, delivered_not_invoiced, to_deliver (amount: '
  'the open amount), cheques_due, cheques_at_bank, cheques_returned, to_remit (receipts; cash and cheques), vouchers_to_print, '
  'vouchers_to_release, requests_to_finish, counts_open, below_reorder. The figures are those of the lists that they lead to.';

grant execute on function private.pending_decisions, private.inbox_of_parties, private.inbox_of_goods to authenticated;

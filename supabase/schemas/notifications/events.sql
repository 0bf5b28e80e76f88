-- The events of which people are told. Each is a change of a row, so that no way to make it passes by.

create or replace function private.notify_of_row() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v jsonb := to_jsonb(new);
  n public.notifications;
begin
  n.project_id := new.project_id;
  n.kind := tg_argv[0];
  n.document_kind := tg_argv[1];
  -- A receipt of several parts is one document, named by its first part.
  n.document_id := coalesce((v ->> 'receipt_id')::uuid, new.id);
  n.document_no := coalesce(v ->> 'so_no', v ->> 'cr_no', 'No. ' || (v ->> 'voucher_no'), v ->> 'memo_no', v ->> 'request_no',
    v ->> 'record_no', v ->> 'po_no', v ->> 'title');
  n.party := coalesce(v ->> 'customer_name', v ->> 'pay_to', v ->> 'name', v #>> '{booking_details,customer}',
    (select c.name from public.customers c where c.project_id = new.project_id and c.id = (v ->> 'customer_id')::uuid));
  -- A receipt has several parts: the first one comes before the others.
  n.amount := case when tg_argv[0] <> 'approval' then v ->> 'amount' when tg_table_name <> 'collections'
    then coalesce(v ->> 'total', v ->> 'amount') end;
  perform private.notify(n, tg_argv[2]::text[]);
  return null;
end $$;
comment on function private.notify_of_row is
  'Row trigger: tells of an event. Its arguments: the kind of event, the kind of document, and the permissions that people hold who are '
  'told.';

create or replace function private.notify_of_booking() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  n public.notifications;
  v_over boolean := new.total > (
    select c.credit_line - private.exposure(c.project_id, c.id) from public.customers c
    where c.project_id = new.project_id and c.id = new.customer_id);
begin
  n.project_id := new.project_id;
  n.document_kind := 'booking';
  n.document_id := new.id;
  n.document_no := new.so_no;
  n.party := new.customer_name;
  n.amount := new.total;
  if v_over then
    n.kind := 'over_limit';
    perform private.notify(n, '{bookings.override,bookings.read}');
  end if;
  n.kind := 'approval';
  if tg_op = 'INSERT' then
    -- Whoever may override is told of the limit alone; a price below its floor waits for the same people.
    perform private.notify(n, '{bookings.validate,bookings.read}', 'bookings.override');
    if not coalesce(v_over, false) then perform private.notify(n, '{bookings.override,bookings.read}'); end if;
  end if;
  return null;
end $$;
comment on function private.notify_of_booking is
  'Row trigger: tells of a pending booking that it waits, and of one that is over the credit limit of its customer.';

create or replace function private.notify_when(p_table regclass, p_condition text, p_kind text, p_document text, p_needs text[])
returns void
language plpgsql set search_path = '' as $$
declare v_call text := format('private.notify_of_row(%L, %L, %L)', p_kind, p_document, p_needs);
begin
  execute format('create or replace trigger notify_%s_added after insert on %s for each row when (%s) execute function %s',
    p_kind, p_table, p_condition, v_call);
  execute format('create or replace trigger notify_%s_changed after update on %s for each row when ((%s) and not coalesce(%s, false))'
    ' execute function %s', p_kind, p_table, p_condition, replace(p_condition, 'new.', 'old.'), v_call);
end $$;
comment on function private.notify_when is
  'Makes the triggers of an event: a row that comes to meet the condition tells who holds the permissions. May be called again.';

create trigger notify_added after insert on public.bookings for each row
  when (new.approval_status = 'pending') execute function private.notify_of_booking();
create trigger notify_changed after update of total, customer_id on public.bookings for each row
  when (new.approval_status = 'pending' and (new.total > old.total or new.customer_id <> old.customer_id))
  execute function private.notify_of_booking();

select private.notify_when('public.customers', $$new.approval_status = 'pending'$$, 'approval', 'customer',
  '{customers.decide,customers.read}');
select private.notify_when('public.collections', $$new.approval_status = 'pending' and new.part_no = 1$$, 'approval', 'collection',
  '{collections.decide,collections.read}');
select private.notify_when('public.collections', $$new.cheque_state = 'returned'$$, 'cheque_returned', 'collection',
  '{treasury.read,collections.read}');
select private.notify_when('public.vouchers',
  $$new.status in ('pending', 'printed') and new.approved_at is null and new.total > private.approval_above(new.project_id, 'voucher')$$,
  'approval', 'voucher', '{vouchers.approve,vouchers.read}');
select private.notify_when('public.memos', $$new.status = 'pending'$$, 'approval', 'memo', '{memos.approve,memos.read}');
select private.notify_when('public.product_edit_requests', $$new.request_status = 'pending'$$, 'approval', 'product_edit',
  '{product_edits.decide,purchases.read}');
select private.notify_when('public.stock_counts', $$new.count_status = 'submitted'$$, 'count_submitted', 'count',
  '{counts.decide}');
select private.notify_when('public.bad_orders', $$new.status = 'pending'$$, 'approval', 'bad_order', '{counts.decide,stock.movements}');
select private.notify_when('public.warehouse_requests', $$new.request_status = 'pending'$$, 'approval', 'request',
  '{warehouse.decide,warehouse.read}');

create or replace function private.notify_of_comment() returns trigger
language plpgsql security definer set search_path = '' as $$
declare n public.notifications;
begin
  select d.number, d.party into n.document_no, n.party
  from private.document_facts(new.project_id, new.kind, new.document_id) d;
  n.project_id := new.project_id;
  n.kind := 'mention';
  n.document_kind := new.kind;
  n.document_id := new.document_id;
  perform private.notify(n, '{}', p_people => new.mentions);
  return null;
end $$;
comment on function private.notify_of_comment is
  'Row trigger: tells the people whom a comment mentions, all of whom may read its document.';
create trigger notify_mentioned after insert on public.document_comments for each row
  when (cardinality(new.mentions) > 0) execute function private.notify_of_comment();

-- Writes the audit trail as the triggers would have written it, in the order of time.

insert into public.audit_log (project_id, created_at, user_id, table_name, row_id, kind, document_id, action, after)
select c.project_id, c.created_at, c.created_by, 'customers', c.id, 'customer', c.id, 'insert', to_jsonb(c) from public.customers c;

insert into public.audit_log (project_id, created_at, user_id, table_name, row_id, kind, document_id, action, before, after)
select a.project_id, a.created_at, a.user_id, a.table_name, a.id, a.kind, a.id, a.action, a.before, a.after
from (
  select b.project_id, b.created_at, b.created_by as user_id, 'bookings' as table_name, b.id, 'booking' as kind, 'insert' as action, null::jsonb as before,
    jsonb_build_object('id', b.id, 'so_no', b.so_no, 'project_id', b.project_id, 'customer_id', b.customer_id, 'agent_id', b.agent_id, 'customer_name', b.customer_name,
      'date_added', b.date_added, 'total', b.total, 'approval_status', 'pending', 'booking_status', 'active', 'collection_status', 'unpaid') as after
  from public.bookings b
  union all
  select b.project_id, b.created_at + interval '2 hours', b.created_by, 'bookings', b.id, 'booking', 'update',
    jsonb_build_object('approval_status', 'pending', 'stage', 'pending'), jsonb_build_object('approval_status', b.approval_status, 'stage', case when b.approval_status = 'approved' then 'validated' else b.approval_status end)
  from public.bookings b where b.approval_status <> 'pending'
  union all
  select b.project_id, b.date_invoiced + time '11:00', b.created_by, 'bookings', b.id, 'booking', 'update', jsonb_build_object('invoice_no', null, 'date_invoiced', null, 'stage', 'validated'),
    jsonb_build_object('invoice_no', b.invoice_no, 'date_invoiced', b.date_invoiced, 'stage', 'invoiced')
  from public.bookings b where b.date_invoiced is not null
  union all
  select b.project_id, b.date_delivered + time '14:00', b.created_by, 'bookings', b.id, 'booking', 'update', jsonb_build_object('date_delivered', null, 'stage', 'invoiced'),
    jsonb_build_object('date_delivered', b.date_delivered, 'stage', 'delivered')
  from public.bookings b where b.date_delivered is not null
  union all
  select c.project_id, c.created_at, c.created_by, 'collections', c.id, 'collection', 'insert', null,
    jsonb_build_object('id', c.id, 'cr_no', c.cr_no, 'project_id', c.project_id, 'customer_id', c.customer_id, 'amount', c.amount, 'date_collected', c.date_collected, 'approval_status', 'pending')
  from public.collections c
  union all
  select c.project_id, c.approved_at, c.approved_by, 'collections', c.id, 'collection', 'update', jsonb_build_object('approval_status', 'pending'), jsonb_build_object('approval_status', 'approved')
  from public.collections c where c.approval_status = 'approved'
  union all
  select v.project_id, v.created_at + interval '1 hour', v.created_by, 'vouchers', v.id, 'voucher', 'update', jsonb_build_object('status', 'pending'), jsonb_build_object('status', v.status)
  from public.vouchers v where v.status <> 'pending') a
order by a.created_at;

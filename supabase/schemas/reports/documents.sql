-- Documents of all kinds by number and party, for the journal, Home and the audit trail.

create view private.documents with (security_invoker = true) as
select project_id, id, 'booking' as kind, so_no as no, customer_name as party, customer_id, invoice_no as paper_no from public.bookings
union all select project_id, id, 'customer', name, store_name, null, null from public.customers
union all select project_id, id, 'collection', cr_no, null, customer_id, null from public.collections
union all select project_id, id, 'purchase', po_no, supplier, null, null from public.purchases
union all select project_id, id, 'count', title, null, null, to_char(counted_on, 'MM/DD/YYYY') from public.stock_counts
union all select project_id, id, 'bad_order', record_no, null, null, null from public.bad_orders
union all select project_id, id, 'memo', memo_no, customer_name, null, null from public.memos
union all select project_id, id, 'request', request_no, booking_details ->> 'customer', null, null from public.warehouse_requests
union all select project_id, id, 'voucher', 'No. ' || voucher_no, pay_to, null, voucher_no::text from public.vouchers
union all select r.project_id, r.id, 'remittance', r.drr_no,
  (select f.display_name from public.profiles f where f.user_id = r.collector_id), null, null from public.remittances r
union all select project_id, id, 'deposit', slip_no, null, null, null from public.deposit_slips
union all select project_id, id, 'import', file_name, null, null, null from public.imports;
comment on view private.documents is
  'Documents with their number and the customer, supplier, payee or collector as the document has it. customer_id: the customer of '
  'bookings and receipts, whose name may have changed. paper_no: what the journal calls it by, where that is not the number.';
grant select on private.documents to authenticated;

-- Bounds of the columns of all tables, and the checks of the tables that the acts of every day write, as one check each. After all
-- files that add a table, a column or a check. See docs/decisions/0030.

select private.bound_columns();

select private.join_checks(t) from unnest(array[
  'public.bookings', 'public.booking_lines', 'public.delivery_receipts', 'public.inventory',
  'public.stock_movements', 'public.sales_entries',
  'public.collections', 'public.collection_allocations', 'public.receivable_entries',
  'private.receivable_positions', 'public.money_entries',
  'public.cheque_events', 'public.deposit_slips', 'public.customer_finance_events', 'public.projects', 'public.audit_log',
  'private.document_numbers', 'private.idempotency_keys']::regclass[]) t;

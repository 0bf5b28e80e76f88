ALTER TABLE "private"."document_numbers" DROP CONSTRAINT "document_numbers_kind_check";

ALTER TABLE "private"."document_numbers" DROP CONSTRAINT "document_numbers_number_bounded";

ALTER TABLE "private"."document_sums" DROP CONSTRAINT "document_sums_amount_bounded";

ALTER TABLE "private"."document_sums" DROP CONSTRAINT "document_sums_documents_bounded";

ALTER TABLE "private"."document_sums" DROP CONSTRAINT "document_sums_kind_bounded";

ALTER TABLE "private"."document_sums" DROP CONSTRAINT "document_sums_parts_bounded";

ALTER TABLE "private"."document_sums" DROP CONSTRAINT "document_sums_reversed_bounded";

ALTER TABLE "private"."document_sums" DROP CONSTRAINT "document_sums_status_bounded";

ALTER TABLE "private"."idempotency_keys" DROP CONSTRAINT "idempotency_keys_command_bounded";

ALTER TABLE "private"."idempotency_keys" DROP CONSTRAINT "idempotency_keys_created_at_bounded";

ALTER TABLE "private"."idempotency_keys" DROP CONSTRAINT "idempotency_keys_payload_hash_bounded";

ALTER TABLE "private"."idempotency_keys" DROP CONSTRAINT "idempotency_keys_result_bounded";

ALTER TABLE "private"."receivable_positions" DROP CONSTRAINT "receivable_positions_amount_bounded";

ALTER TABLE "private"."receivable_positions" DROP CONSTRAINT "receivable_positions_charged_bounded";

ALTER TABLE "private"."receivable_positions" DROP CONSTRAINT "receivable_positions_cleared_amount_bounded";

ALTER TABLE "private"."receivable_positions" DROP CONSTRAINT "receivable_positions_moved_on_bounded";

ALTER TABLE "private"."receivable_positions" DROP CONSTRAINT "receivable_positions_opened_on_bounded";

ALTER TABLE "public"."audit_log" DROP CONSTRAINT "audit_log_action_check";

ALTER TABLE "public"."audit_log" DROP CONSTRAINT "audit_log_after_bounded";

ALTER TABLE "public"."audit_log" DROP CONSTRAINT "audit_log_before_bounded";

ALTER TABLE "public"."audit_log" DROP CONSTRAINT "audit_log_created_at_bounded";

ALTER TABLE "public"."audit_log" DROP CONSTRAINT "audit_log_kind_bounded";

ALTER TABLE "public"."audit_log" DROP CONSTRAINT "audit_log_table_name_bounded";

ALTER TABLE "public"."booking_lines" DROP CONSTRAINT "booking_lines_agent_srp_bounded";

ALTER TABLE "public"."booking_lines" DROP CONSTRAINT "booking_lines_agent_srp_check";

ALTER TABLE "public"."booking_lines" DROP CONSTRAINT "booking_lines_agent_srp_pieces_check";

ALTER TABLE "public"."booking_lines" DROP CONSTRAINT "booking_lines_case_config_bounded";

ALTER TABLE "public"."booking_lines" DROP CONSTRAINT "booking_lines_case_config_check";

ALTER TABLE "public"."booking_lines" DROP CONSTRAINT "booking_lines_check1";

ALTER TABLE "public"."booking_lines" DROP CONSTRAINT "booking_lines_check";

ALTER TABLE "public"."booking_lines" DROP CONSTRAINT "booking_lines_delivered_check";

ALTER TABLE "public"."booking_lines" DROP CONSTRAINT "booking_lines_discount_amount_bounded";

ALTER TABLE "public"."booking_lines" DROP CONSTRAINT "booking_lines_discount_amount_check";

ALTER TABLE "public"."booking_lines" DROP CONSTRAINT "booking_lines_discount_check";

ALTER TABLE "public"."booking_lines" DROP CONSTRAINT "booking_lines_discount_percent_check";

ALTER TABLE "public"."booking_lines" DROP CONSTRAINT "booking_lines_free_check";

ALTER TABLE "public"."booking_lines" DROP CONSTRAINT "booking_lines_free_of_bounded";

ALTER TABLE "public"."booking_lines" DROP CONSTRAINT "booking_lines_line_no_bounded";

ALTER TABLE "public"."booking_lines" DROP CONSTRAINT "booking_lines_quantity_bounded";

ALTER TABLE "public"."booking_lines" DROP CONSTRAINT "booking_lines_quantity_check";

ALTER TABLE "public"."booking_lines" DROP CONSTRAINT "booking_lines_quantity_delivered_bounded";

ALTER TABLE "public"."booking_lines" DROP CONSTRAINT "booking_lines_quantity_delivered_check";

ALTER TABLE "public"."booking_lines" DROP CONSTRAINT "booking_lines_quantity_released_bounded";

ALTER TABLE "public"."booking_lines" DROP CONSTRAINT "booking_lines_quantity_released_check";

ALTER TABLE "public"."booking_lines" DROP CONSTRAINT "booking_lines_vat_class_check";

ALTER TABLE "public"."booking_lines" DROP CONSTRAINT "booking_lines_vat_on_top_bounded";

ALTER TABLE "public"."booking_lines" DROP CONSTRAINT "booking_lines_vat_percent_bounded";

ALTER TABLE "public"."bookings" DROP CONSTRAINT "bookings_approval_check";

ALTER TABLE "public"."bookings" DROP CONSTRAINT "bookings_balance_check";

ALTER TABLE "public"."bookings" DROP CONSTRAINT "bookings_collected_check";

ALTER TABLE "public"."bookings" DROP CONSTRAINT "bookings_collection_status_check";

ALTER TABLE "public"."bookings" DROP CONSTRAINT "bookings_credited_check";

ALTER TABLE "public"."bookings" DROP CONSTRAINT "bookings_debit_memo_check";

ALTER TABLE "public"."bookings" DROP CONSTRAINT "bookings_discount_check";

ALTER TABLE "public"."bookings" DROP CONSTRAINT "bookings_exempt_amount_check";

ALTER TABLE "public"."bookings" DROP CONSTRAINT "bookings_invoice_check";

ALTER TABLE "public"."bookings" DROP CONSTRAINT "bookings_opening_check";

ALTER TABLE "public"."bookings" DROP CONSTRAINT "bookings_opening_date_check";

ALTER TABLE "public"."bookings" DROP CONSTRAINT "bookings_paid_check";

ALTER TABLE "public"."bookings" DROP CONSTRAINT "bookings_total_check";

ALTER TABLE "public"."bookings" DROP CONSTRAINT "bookings_uncleared_check";

ALTER TABLE "public"."bookings" DROP CONSTRAINT "bookings_validated_check";

ALTER TABLE "public"."bookings" DROP CONSTRAINT "bookings_vat_amount_check";

ALTER TABLE "public"."bookings" DROP CONSTRAINT "bookings_vat_percent_check";

ALTER TABLE "public"."bookings" DROP CONSTRAINT "bookings_zero_rated_amount_check";

ALTER TABLE "public"."cheque_events" DROP CONSTRAINT "cheque_events_created_at_bounded";

ALTER TABLE "public"."cheque_events" DROP CONSTRAINT "cheque_events_effect_bounded";

ALTER TABLE "public"."cheque_events" DROP CONSTRAINT "cheque_events_event_check";

ALTER TABLE "public"."cheque_events" DROP CONSTRAINT "cheque_events_on_date_bounded";

ALTER TABLE "public"."cheque_events" DROP CONSTRAINT "cheque_events_reason_bounded";

ALTER TABLE "public"."cheque_events" DROP CONSTRAINT "cheque_events_replaced_check";

ALTER TABLE "public"."cheque_events" DROP CONSTRAINT "cheque_events_slip_check";

ALTER TABLE "public"."collection_allocations" DROP CONSTRAINT "collection_allocations_amount_bounded";

ALTER TABLE "public"."collection_allocations" DROP CONSTRAINT "collection_allocations_amount_check";

ALTER TABLE "public"."collection_allocations" DROP CONSTRAINT "collection_allocations_created_at_bounded";

ALTER TABLE "public"."collection_allocations" DROP CONSTRAINT "collection_allocations_effective_on_bounded";

ALTER TABLE "public"."collection_allocations" DROP CONSTRAINT "collection_allocations_so_no_bounded";

ALTER TABLE "public"."collections" DROP CONSTRAINT "collections_amount_check";

ALTER TABLE "public"."collections" DROP CONSTRAINT "collections_approval_status_check";

ALTER TABLE "public"."collections" DROP CONSTRAINT "collections_bank_check";

ALTER TABLE "public"."collections" DROP CONSTRAINT "collections_check1";

ALTER TABLE "public"."collections" DROP CONSTRAINT "collections_check";

ALTER TABLE "public"."collections" DROP CONSTRAINT "collections_cheque_check";

ALTER TABLE "public"."collections" DROP CONSTRAINT "collections_cheque_state_check";

ALTER TABLE "public"."collections" DROP CONSTRAINT "collections_collection_type_check";

ALTER TABLE "public"."collections" DROP CONSTRAINT "collections_data_status_check";

ALTER TABLE "public"."collections" DROP CONSTRAINT "collections_paid_back_check";

ALTER TABLE "public"."collections" DROP CONSTRAINT "collections_part_check";

ALTER TABLE "public"."collections" DROP CONSTRAINT "collections_part_no_check";

ALTER TABLE "public"."collections" DROP CONSTRAINT "collections_remitted_check";

ALTER TABLE "public"."customer_finance_events" DROP CONSTRAINT "customer_finance_events_created_at_bounded";

ALTER TABLE "public"."customer_finance_events" DROP CONSTRAINT "customer_finance_events_details_bounded";

ALTER TABLE "public"."customer_finance_events" DROP CONSTRAINT "customer_finance_events_type_bounded";

ALTER TABLE "public"."delivery_receipts" DROP CONSTRAINT "delivery_receipts_check";

ALTER TABLE "public"."delivery_receipts" DROP CONSTRAINT "delivery_receipts_created_at_bounded";

ALTER TABLE "public"."delivery_receipts" DROP CONSTRAINT "delivery_receipts_dr_no_bounded";

ALTER TABLE "public"."delivery_receipts" DROP CONSTRAINT "delivery_receipts_first_entry_bounded";

ALTER TABLE "public"."delivery_receipts" DROP CONSTRAINT "delivery_receipts_last_entry_bounded";

ALTER TABLE "public"."delivery_receipts" DROP CONSTRAINT "delivery_receipts_on_date_bounded";

ALTER TABLE "public"."deposit_slips" DROP CONSTRAINT "deposit_slips_created_at_bounded";

ALTER TABLE "public"."deposit_slips" DROP CONSTRAINT "deposit_slips_deposited_on_bounded";

ALTER TABLE "public"."deposit_slips" DROP CONSTRAINT "deposit_slips_slip_no_bounded";

ALTER TABLE "public"."inventory" DROP CONSTRAINT "inventory_adjusted_bounded";

ALTER TABLE "public"."inventory" DROP CONSTRAINT "inventory_bad_order_bounded";

ALTER TABLE "public"."inventory" DROP CONSTRAINT "inventory_bad_order_check";

ALTER TABLE "public"."inventory" DROP CONSTRAINT "inventory_current_srp_bounded";

ALTER TABLE "public"."inventory" DROP CONSTRAINT "inventory_current_srp_check";

ALTER TABLE "public"."inventory" DROP CONSTRAINT "inventory_current_srp_pieces_check";

ALTER TABLE "public"."inventory" DROP CONSTRAINT "inventory_modified_at_bounded";

ALTER TABLE "public"."inventory" DROP CONSTRAINT "inventory_on_hand_check";

ALTER TABLE "public"."inventory" DROP CONSTRAINT "inventory_purchased_bounded";

ALTER TABLE "public"."inventory" DROP CONSTRAINT "inventory_purchased_check";

ALTER TABLE "public"."inventory" DROP CONSTRAINT "inventory_reorder_level_bounded";

ALTER TABLE "public"."inventory" DROP CONSTRAINT "inventory_reserved_bounded";

ALTER TABLE "public"."inventory" DROP CONSTRAINT "inventory_reserved_check";

ALTER TABLE "public"."inventory" DROP CONSTRAINT "inventory_stats_check";

ALTER TABLE "public"."inventory" DROP CONSTRAINT "inventory_stock_value_bounded";

ALTER TABLE "public"."inventory" DROP CONSTRAINT "inventory_stock_value_check";

ALTER TABLE "public"."inventory" DROP CONSTRAINT "inventory_stocks_returned_bounded";

ALTER TABLE "public"."inventory" DROP CONSTRAINT "inventory_stocks_returned_check";

ALTER TABLE "public"."inventory" DROP CONSTRAINT "inventory_supplier_returned_bounded";

ALTER TABLE "public"."inventory" DROP CONSTRAINT "inventory_supplier_returned_check";

ALTER TABLE "public"."inventory" DROP CONSTRAINT "inventory_used_stocks_bounded";

ALTER TABLE "public"."inventory" DROP CONSTRAINT "inventory_used_stocks_check";

ALTER TABLE "public"."money_entries" DROP CONSTRAINT "money_entries_amount_bounded";

ALTER TABLE "public"."money_entries" DROP CONSTRAINT "money_entries_confirmed_amount_bounded";

ALTER TABLE "public"."money_entries" DROP CONSTRAINT "money_entries_document_check";

ALTER TABLE "public"."money_entries" DROP CONSTRAINT "money_entries_holder_check";

ALTER TABLE "public"."money_entries" DROP CONSTRAINT "money_entries_kind_check";

ALTER TABLE "public"."money_entries" DROP CONSTRAINT "money_entries_moves_check";

ALTER TABLE "public"."money_entries" DROP CONSTRAINT "money_entries_on_date_bounded";

ALTER TABLE "public"."money_entries" DROP CONSTRAINT "money_entries_place_check";

ALTER TABLE "public"."money_entries" DROP CONSTRAINT "money_entries_posted_at_bounded";

ALTER TABLE "public"."projects" DROP CONSTRAINT "projects_name_check";

ALTER TABLE "public"."projects" DROP CONSTRAINT "projects_status_check";

ALTER TABLE "public"."receivable_entries" DROP CONSTRAINT "receivable_entries_amount_bounded";

ALTER TABLE "public"."receivable_entries" DROP CONSTRAINT "receivable_entries_cleared_amount_bounded";

ALTER TABLE "public"."receivable_entries" DROP CONSTRAINT "receivable_entries_document_check";

ALTER TABLE "public"."receivable_entries" DROP CONSTRAINT "receivable_entries_due_date_bounded";

ALTER TABLE "public"."receivable_entries" DROP CONSTRAINT "receivable_entries_kind_check";

ALTER TABLE "public"."receivable_entries" DROP CONSTRAINT "receivable_entries_moves_check";

ALTER TABLE "public"."receivable_entries" DROP CONSTRAINT "receivable_entries_on_date_bounded";

ALTER TABLE "public"."receivable_entries" DROP CONSTRAINT "receivable_entries_posted_at_bounded";

ALTER TABLE "public"."sales_entries" DROP CONSTRAINT "sales_entries_amount_bounded";

ALTER TABLE "public"."sales_entries" DROP CONSTRAINT "sales_entries_case_config_bounded";

ALTER TABLE "public"."sales_entries" DROP CONSTRAINT "sales_entries_check";

ALTER TABLE "public"."sales_entries" DROP CONSTRAINT "sales_entries_cost_bounded";

ALTER TABLE "public"."sales_entries" DROP CONSTRAINT "sales_entries_discount_bounded";

ALTER TABLE "public"."sales_entries" DROP CONSTRAINT "sales_entries_kind_check";

ALTER TABLE "public"."sales_entries" DROP CONSTRAINT "sales_entries_on_date_bounded";

ALTER TABLE "public"."sales_entries" DROP CONSTRAINT "sales_entries_pieces_bounded";

ALTER TABLE "public"."sales_entries" DROP CONSTRAINT "sales_entries_posted_at_bounded";

ALTER TABLE "public"."sales_entries" DROP CONSTRAINT "sales_entries_vat_amount_bounded";

ALTER TABLE "public"."sales_entries" DROP CONSTRAINT "sales_entries_vat_class_bounded";

ALTER TABLE "public"."stock_movements" DROP CONSTRAINT "stock_movements_cost_bounded";

ALTER TABLE "public"."stock_movements" DROP CONSTRAINT "stock_movements_created_at_bounded";

ALTER TABLE "public"."stock_movements" DROP CONSTRAINT "stock_movements_kind_check";

ALTER TABLE "public"."stock_movements" DROP CONSTRAINT "stock_movements_moves_check";

ALTER TABLE "public"."stock_movements" DROP CONSTRAINT "stock_movements_on_date_bounded";

ALTER TABLE "public"."stock_movements" DROP CONSTRAINT "stock_movements_quantity_bounded";

ALTER TABLE "public"."stock_movements" DROP CONSTRAINT "stock_movements_source_table_bounded";

ALTER TABLE "public"."stock_movements" DROP CONSTRAINT "stock_movements_stock_state_check";

ALTER TABLE "public"."stock_movements" DROP CONSTRAINT "stock_movements_vat_amount_bounded";

DROP FUNCTION "private"."join_bounds"(regclass);

DROP FUNCTION "private"."refuse_bound"(text, text, text);

CREATE OR REPLACE FUNCTION private.are_bounds_of_audit_log(p public.audit_log)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if ((p.action = ANY (ARRAY['insert'::text, 'update'::text, 'delete'::text]))
    and (pg_column_size(p.after) <= 1000000)
    and (pg_column_size(p.before) <= 1000000)
    and ((p.created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone) AND (p.created_at < '3000-01-01 00:00:00+00'::timestamp with time zone))
    and ((length(p.kind) <= 400) AND (p.kind !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text))
    and ((length(p.table_name) <= 400) AND (p.table_name !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text))) is not false then return true; end if;
  return private.refuse_check('public', 'audit_log', case when (p.action = ANY (ARRAY['insert'::text, 'update'::text, 'delete'::text])) is false then 'audit_log_action_check'
    when (pg_column_size(p.after) <= 1000000) is false then 'audit_log_after_bounded'
    when (pg_column_size(p.before) <= 1000000) is false then 'audit_log_before_bounded'
    when ((p.created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone) AND (p.created_at < '3000-01-01 00:00:00+00'::timestamp with time zone)) is false then 'audit_log_created_at_bounded'
    when ((length(p.kind) <= 400) AND (p.kind !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text)) is false then 'audit_log_kind_bounded'
    when ((length(p.table_name) <= 400) AND (p.table_name !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text)) is false then 'audit_log_table_name_bounded' end);
end $function$;

CREATE OR REPLACE FUNCTION private.are_bounds_of_booking_lines(p public.booking_lines)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if (((p.agent_srp >= '-999999999999.99'::numeric) AND (p.agent_srp <= 999999999999.99))
    and (p.agent_srp >= (0)::numeric)
    and ((p.agent_srp_pieces >= 1) AND (p.agent_srp_pieces <= 100000))
    and ((p.case_config >= '-1000000000'::integer) AND (p.case_config <= 1000000000))
    and (p.case_config > 0)
    and ((p.vat_percent >= (0)::numeric) AND ((p.vat_percent = (0)::numeric) OR (p.vat_class = 'vatable'::text)))
    and ((p.vat_on_top = (0)::numeric) OR (p.vat_on_top = p.vat_percent))
    and ((p.quantity_delivered + p.quantity_released) <= p.quantity)
    and ((p.discount_amount >= '-999999999999.99'::numeric) AND (p.discount_amount <= 999999999999.99))
    and (p.discount_amount >= (0)::numeric)
    and (p.amount >= (0)::numeric)
    and ((p.discount_percent >= (0)::numeric) AND (p.discount_percent <= (100)::numeric))
    and ((p.free_of IS NULL) OR ((p.free_of < p.line_no) AND (p.agent_srp = (0)::numeric) AND (p.discount_percent = (0)::numeric) AND (p.discount_amount = (0)::numeric)))
    and ((p.free_of >= '-1000000000'::integer) AND (p.free_of <= 1000000000))
    and ((p.line_no >= '-1000000000'::integer) AND (p.line_no <= 1000000000))
    and ((p.quantity >= '-1000000000'::integer) AND (p.quantity <= 1000000000))
    and (p.quantity > 0)
    and ((p.quantity_delivered >= '-1000000000'::integer) AND (p.quantity_delivered <= 1000000000))
    and (p.quantity_delivered >= 0)
    and ((p.quantity_released >= '-1000000000'::integer) AND (p.quantity_released <= 1000000000))
    and (p.quantity_released >= 0)
    and (p.vat_class = ANY (ARRAY['vatable'::text, 'exempt'::text, 'zero_rated'::text]))
    and ((p.vat_on_top >= '-99.99'::numeric) AND (p.vat_on_top <= 99.99))
    and ((p.vat_percent >= '-99.99'::numeric) AND (p.vat_percent <= 99.99))) is not false then return true; end if;
  return private.refuse_check('public', 'booking_lines', case when ((p.agent_srp >= '-999999999999.99'::numeric) AND (p.agent_srp <= 999999999999.99)) is false then 'booking_lines_agent_srp_bounded'
    when (p.agent_srp >= (0)::numeric) is false then 'booking_lines_agent_srp_check'
    when ((p.agent_srp_pieces >= 1) AND (p.agent_srp_pieces <= 100000)) is false then 'booking_lines_agent_srp_pieces_check'
    when ((p.case_config >= '-1000000000'::integer) AND (p.case_config <= 1000000000)) is false then 'booking_lines_case_config_bounded'
    when (p.case_config > 0) is false then 'booking_lines_case_config_check'
    when ((p.vat_percent >= (0)::numeric) AND ((p.vat_percent = (0)::numeric) OR (p.vat_class = 'vatable'::text))) is false then 'booking_lines_check'
    when ((p.vat_on_top = (0)::numeric) OR (p.vat_on_top = p.vat_percent)) is false then 'booking_lines_check1'
    when ((p.quantity_delivered + p.quantity_released) <= p.quantity) is false then 'booking_lines_delivered_check'
    when ((p.discount_amount >= '-999999999999.99'::numeric) AND (p.discount_amount <= 999999999999.99)) is false then 'booking_lines_discount_amount_bounded'
    when (p.discount_amount >= (0)::numeric) is false then 'booking_lines_discount_amount_check'
    when (p.amount >= (0)::numeric) is false then 'booking_lines_discount_check'
    when ((p.discount_percent >= (0)::numeric) AND (p.discount_percent <= (100)::numeric)) is false then 'booking_lines_discount_percent_check'
    when ((p.free_of IS NULL) OR ((p.free_of < p.line_no) AND (p.agent_srp = (0)::numeric) AND (p.discount_percent = (0)::numeric) AND (p.discount_amount = (0)::numeric))) is false then 'booking_lines_free_check'
    when ((p.free_of >= '-1000000000'::integer) AND (p.free_of <= 1000000000)) is false then 'booking_lines_free_of_bounded'
    when ((p.line_no >= '-1000000000'::integer) AND (p.line_no <= 1000000000)) is false then 'booking_lines_line_no_bounded'
    when ((p.quantity >= '-1000000000'::integer) AND (p.quantity <= 1000000000)) is false then 'booking_lines_quantity_bounded'
    when (p.quantity > 0) is false then 'booking_lines_quantity_check'
    when ((p.quantity_delivered >= '-1000000000'::integer) AND (p.quantity_delivered <= 1000000000)) is false then 'booking_lines_quantity_delivered_bounded'
    when (p.quantity_delivered >= 0) is false then 'booking_lines_quantity_delivered_check'
    when ((p.quantity_released >= '-1000000000'::integer) AND (p.quantity_released <= 1000000000)) is false then 'booking_lines_quantity_released_bounded'
    when (p.quantity_released >= 0) is false then 'booking_lines_quantity_released_check'
    when (p.vat_class = ANY (ARRAY['vatable'::text, 'exempt'::text, 'zero_rated'::text])) is false then 'booking_lines_vat_class_check'
    when ((p.vat_on_top >= '-99.99'::numeric) AND (p.vat_on_top <= 99.99)) is false then 'booking_lines_vat_on_top_bounded'
    when ((p.vat_percent >= '-99.99'::numeric) AND (p.vat_percent <= 99.99)) is false then 'booking_lines_vat_percent_bounded' end);
end $function$;

CREATE OR REPLACE FUNCTION private.are_bounds_of_bookings(p public.bookings)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if (((p.approval_status = ANY (ARRAY['pending'::text, 'approved'::text, 'cancelled'::text])) OR (p.approval_status ~~ 'approved-%'::text))
    and ((length(p.area) <= 400) AND (p.area !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text))
    and (p.balance >= (0)::numeric)
    and ((length(p.booking_status) <= 400) AND (p.booking_status !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text))
    and ((length(p.cancel_reason) <= 400) AND (p.cancel_reason !~ '[\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text))
    and ((p.collected >= '-999999999999.99'::numeric) AND (p.collected <= 999999999999.99))
    and (p.collected >= (0)::numeric)
    and (p.collection_status = ANY (ARRAY['unpaid'::text, 'partial'::text, 'paid'::text]))
    and ((p.created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone) AND (p.created_at < '3000-01-01 00:00:00+00'::timestamp with time zone))
    and ((p.credited >= '-999999999999.99'::numeric) AND (p.credited <= 999999999999.99))
    and (p.credited >= (0)::numeric)
    and ((length(p.customer_name) <= 400) AND (p.customer_name !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text))
    and ((p.date_added >= '1900-01-01'::date) AND (p.date_added <= '2999-12-31'::date))
    and ((p.date_cleared >= '1900-01-01'::date) AND (p.date_cleared <= '2999-12-31'::date))
    and ((p.date_delivered >= '1900-01-01'::date) AND (p.date_delivered <= '2999-12-31'::date))
    and ((p.date_due >= '1900-01-01'::date) AND (p.date_due <= '2999-12-31'::date))
    and ((p.date_invoiced >= '1900-01-01'::date) AND (p.date_invoiced <= '2999-12-31'::date))
    and ((p.date_paid >= '1900-01-01'::date) AND (p.date_paid <= '2999-12-31'::date))
    and ((length(p.dates_reason) <= 400) AND (p.dates_reason !~ '[\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text))
    and ((NOT p.is_debit_memo) OR p.is_opening)
    and ((length(p.deliver_to) <= 400) AND (p.deliver_to !~ '[\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text))
    and ((p.discount >= '-999999999999.99'::numeric) AND (p.discount <= 999999999999.99))
    and (p.discount >= (0)::numeric)
    and ((p.edited_at >= '1900-01-01 00:00:00+00'::timestamp with time zone) AND (p.edited_at < '3000-01-01 00:00:00+00'::timestamp with time zone))
    and ((p.exempt_amount >= '-999999999999.99'::numeric) AND (p.exempt_amount <= 999999999999.99))
    and (p.exempt_amount >= (0)::numeric)
    and ((p.invoice_no IS NULL) = (p.date_invoiced IS NULL))
    and ((length(p.invoice_no) <= 400) AND (p.invoice_no !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text))
    and ((p.invoice_no_changed_at >= '1900-01-01 00:00:00+00'::timestamp with time zone) AND (p.invoice_no_changed_at < '3000-01-01 00:00:00+00'::timestamp with time zone))
    and ((p.modified_at >= '1900-01-01 00:00:00+00'::timestamp with time zone) AND (p.modified_at < '3000-01-01 00:00:00+00'::timestamp with time zone))
    and ((NOT p.is_opening) OR ((p.date_invoiced IS NOT NULL) AND (p.date_delivered IS NOT NULL)))
    and ((p.opening_date >= '1900-01-01'::date) AND (p.opening_date <= '2999-12-31'::date))
    and ((p.opening_date IS NULL) OR (p.is_opening AND (p.opening_date >= p.date_invoiced)))
    and ((length(p.override_reason) <= 400) AND (p.override_reason !~ '[\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text))
    and ((p.approval_status = ANY (ARRAY['pending'::text, 'cancelled'::text])) OR ((p.collection_status = 'paid'::text) = (p.balance = (0)::numeric)))
    and ((length(p.remarks) <= 400) AND (p.remarks !~ '[\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text))
    and ((length(p.so_no) <= 400) AND (p.so_no !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text))
    and ((length(p.store_name) <= 400) AND (p.store_name !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text))
    and ((p.total >= '-999999999999.99'::numeric) AND (p.total <= 999999999999.99))
    and (p.total >= (0)::numeric)
    and ((p.uncleared >= '-999999999999.99'::numeric) AND (p.uncleared <= 999999999999.99))
    and (p.uncleared >= (0)::numeric)
    and ((p.validated_at >= '1900-01-01 00:00:00+00'::timestamp with time zone) AND (p.validated_at < '3000-01-01 00:00:00+00'::timestamp with time zone))
    and ((p.approval_status ~~ 'approved%'::text) <= (p.validated_at IS NOT NULL))
    and ((p.vat_amount >= '-999999999999.99'::numeric) AND (p.vat_amount <= 999999999999.99))
    and (p.vat_amount >= (0)::numeric)
    and ((p.vat_percent >= '-99.99'::numeric) AND (p.vat_percent <= 99.99))
    and (p.vat_percent >= (0)::numeric)
    and ((p.version >= '-1000000000'::integer) AND (p.version <= 1000000000))
    and ((p.zero_rated_amount >= '-999999999999.99'::numeric) AND (p.zero_rated_amount <= 999999999999.99))
    and (p.zero_rated_amount >= (0)::numeric)) is not false then return true; end if;
  return private.refuse_check('public', 'bookings', case when ((p.approval_status = ANY (ARRAY['pending'::text, 'approved'::text, 'cancelled'::text])) OR (p.approval_status ~~ 'approved-%'::text)) is false then 'bookings_approval_check'
    when ((length(p.area) <= 400) AND (p.area !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text)) is false then 'bookings_area_bounded'
    when (p.balance >= (0)::numeric) is false then 'bookings_balance_check'
    when ((length(p.booking_status) <= 400) AND (p.booking_status !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text)) is false then 'bookings_booking_status_bounded'
    when ((length(p.cancel_reason) <= 400) AND (p.cancel_reason !~ '[\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text)) is false then 'bookings_cancel_reason_bounded'
    when ((p.collected >= '-999999999999.99'::numeric) AND (p.collected <= 999999999999.99)) is false then 'bookings_collected_bounded'
    when (p.collected >= (0)::numeric) is false then 'bookings_collected_check'
    when (p.collection_status = ANY (ARRAY['unpaid'::text, 'partial'::text, 'paid'::text])) is false then 'bookings_collection_status_check'
    when ((p.created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone) AND (p.created_at < '3000-01-01 00:00:00+00'::timestamp with time zone)) is false then 'bookings_created_at_bounded'
    when ((p.credited >= '-999999999999.99'::numeric) AND (p.credited <= 999999999999.99)) is false then 'bookings_credited_bounded'
    when (p.credited >= (0)::numeric) is false then 'bookings_credited_check'
    when ((length(p.customer_name) <= 400) AND (p.customer_name !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text)) is false then 'bookings_customer_name_bounded'
    when ((p.date_added >= '1900-01-01'::date) AND (p.date_added <= '2999-12-31'::date)) is false then 'bookings_date_added_bounded'
    when ((p.date_cleared >= '1900-01-01'::date) AND (p.date_cleared <= '2999-12-31'::date)) is false then 'bookings_date_cleared_bounded'
    when ((p.date_delivered >= '1900-01-01'::date) AND (p.date_delivered <= '2999-12-31'::date)) is false then 'bookings_date_delivered_bounded'
    when ((p.date_due >= '1900-01-01'::date) AND (p.date_due <= '2999-12-31'::date)) is false then 'bookings_date_due_bounded'
    when ((p.date_invoiced >= '1900-01-01'::date) AND (p.date_invoiced <= '2999-12-31'::date)) is false then 'bookings_date_invoiced_bounded'
    when ((p.date_paid >= '1900-01-01'::date) AND (p.date_paid <= '2999-12-31'::date)) is false then 'bookings_date_paid_bounded'
    when ((length(p.dates_reason) <= 400) AND (p.dates_reason !~ '[\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text)) is false then 'bookings_dates_reason_bounded'
    when ((NOT p.is_debit_memo) OR p.is_opening) is false then 'bookings_debit_memo_check'
    when ((length(p.deliver_to) <= 400) AND (p.deliver_to !~ '[\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text)) is false then 'bookings_deliver_to_bounded'
    when ((p.discount >= '-999999999999.99'::numeric) AND (p.discount <= 999999999999.99)) is false then 'bookings_discount_bounded'
    when (p.discount >= (0)::numeric) is false then 'bookings_discount_check'
    when ((p.edited_at >= '1900-01-01 00:00:00+00'::timestamp with time zone) AND (p.edited_at < '3000-01-01 00:00:00+00'::timestamp with time zone)) is false then 'bookings_edited_at_bounded'
    when ((p.exempt_amount >= '-999999999999.99'::numeric) AND (p.exempt_amount <= 999999999999.99)) is false then 'bookings_exempt_amount_bounded'
    when (p.exempt_amount >= (0)::numeric) is false then 'bookings_exempt_amount_check'
    when ((p.invoice_no IS NULL) = (p.date_invoiced IS NULL)) is false then 'bookings_invoice_check'
    when ((length(p.invoice_no) <= 400) AND (p.invoice_no !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text)) is false then 'bookings_invoice_no_bounded'
    when ((p.invoice_no_changed_at >= '1900-01-01 00:00:00+00'::timestamp with time zone) AND (p.invoice_no_changed_at < '3000-01-01 00:00:00+00'::timestamp with time zone)) is false then 'bookings_invoice_no_changed_at_bounded'
    when ((p.modified_at >= '1900-01-01 00:00:00+00'::timestamp with time zone) AND (p.modified_at < '3000-01-01 00:00:00+00'::timestamp with time zone)) is false then 'bookings_modified_at_bounded'
    when ((NOT p.is_opening) OR ((p.date_invoiced IS NOT NULL) AND (p.date_delivered IS NOT NULL))) is false then 'bookings_opening_check'
    when ((p.opening_date >= '1900-01-01'::date) AND (p.opening_date <= '2999-12-31'::date)) is false then 'bookings_opening_date_bounded'
    when ((p.opening_date IS NULL) OR (p.is_opening AND (p.opening_date >= p.date_invoiced))) is false then 'bookings_opening_date_check'
    when ((length(p.override_reason) <= 400) AND (p.override_reason !~ '[\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text)) is false then 'bookings_override_reason_bounded'
    when ((p.approval_status = ANY (ARRAY['pending'::text, 'cancelled'::text])) OR ((p.collection_status = 'paid'::text) = (p.balance = (0)::numeric))) is false then 'bookings_paid_check'
    when ((length(p.remarks) <= 400) AND (p.remarks !~ '[\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text)) is false then 'bookings_remarks_bounded'
    when ((length(p.so_no) <= 400) AND (p.so_no !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text)) is false then 'bookings_so_no_bounded'
    when ((length(p.store_name) <= 400) AND (p.store_name !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text)) is false then 'bookings_store_name_bounded'
    when ((p.total >= '-999999999999.99'::numeric) AND (p.total <= 999999999999.99)) is false then 'bookings_total_bounded'
    when (p.total >= (0)::numeric) is false then 'bookings_total_check'
    when ((p.uncleared >= '-999999999999.99'::numeric) AND (p.uncleared <= 999999999999.99)) is false then 'bookings_uncleared_bounded'
    when (p.uncleared >= (0)::numeric) is false then 'bookings_uncleared_check'
    when ((p.validated_at >= '1900-01-01 00:00:00+00'::timestamp with time zone) AND (p.validated_at < '3000-01-01 00:00:00+00'::timestamp with time zone)) is false then 'bookings_validated_at_bounded'
    when ((p.approval_status ~~ 'approved%'::text) <= (p.validated_at IS NOT NULL)) is false then 'bookings_validated_check'
    when ((p.vat_amount >= '-999999999999.99'::numeric) AND (p.vat_amount <= 999999999999.99)) is false then 'bookings_vat_amount_bounded'
    when (p.vat_amount >= (0)::numeric) is false then 'bookings_vat_amount_check'
    when ((p.vat_percent >= '-99.99'::numeric) AND (p.vat_percent <= 99.99)) is false then 'bookings_vat_percent_bounded'
    when (p.vat_percent >= (0)::numeric) is false then 'bookings_vat_percent_check'
    when ((p.version >= '-1000000000'::integer) AND (p.version <= 1000000000)) is false then 'bookings_version_bounded'
    when ((p.zero_rated_amount >= '-999999999999.99'::numeric) AND (p.zero_rated_amount <= 999999999999.99)) is false then 'bookings_zero_rated_amount_bounded'
    when (p.zero_rated_amount >= (0)::numeric) is false then 'bookings_zero_rated_amount_check' end);
end $function$;

CREATE OR REPLACE FUNCTION private.are_bounds_of_cheque_events(p public.cheque_events)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if (((p.created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone) AND (p.created_at < '3000-01-01 00:00:00+00'::timestamp with time zone))
    and ((p.effect >= '-999999999999.99'::numeric) AND (p.effect <= 999999999999.99))
    and (p.event = ANY (ARRAY['deposited'::text, 'cleared'::text, 'returned'::text, 'replaced'::text]))
    and ((p.on_date >= '1900-01-01'::date) AND (p.on_date <= '2999-12-31'::date))
    and ((length(p.reason) <= 400) AND (p.reason !~ '[\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text))
    and ((p.event = 'replaced'::text) = (p.replaced_by IS NOT NULL))
    and ((p.event = 'deposited'::text) = (p.slip_id IS NOT NULL))) is not false then return true; end if;
  return private.refuse_check('public', 'cheque_events', case when ((p.created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone) AND (p.created_at < '3000-01-01 00:00:00+00'::timestamp with time zone)) is false then 'cheque_events_created_at_bounded'
    when ((p.effect >= '-999999999999.99'::numeric) AND (p.effect <= 999999999999.99)) is false then 'cheque_events_effect_bounded'
    when (p.event = ANY (ARRAY['deposited'::text, 'cleared'::text, 'returned'::text, 'replaced'::text])) is false then 'cheque_events_event_check'
    when ((p.on_date >= '1900-01-01'::date) AND (p.on_date <= '2999-12-31'::date)) is false then 'cheque_events_on_date_bounded'
    when ((length(p.reason) <= 400) AND (p.reason !~ '[\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text)) is false then 'cheque_events_reason_bounded'
    when ((p.event = 'replaced'::text) = (p.replaced_by IS NOT NULL)) is false then 'cheque_events_replaced_check'
    when ((p.event = 'deposited'::text) = (p.slip_id IS NOT NULL)) is false then 'cheque_events_slip_check' end);
end $function$;

CREATE OR REPLACE FUNCTION private.are_bounds_of_collection_allocations(p public.collection_allocations)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if (((p.amount >= '-999999999999.99'::numeric) AND (p.amount <= 999999999999.99))
    and (p.amount <> (0)::numeric)
    and ((p.created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone) AND (p.created_at < '3000-01-01 00:00:00+00'::timestamp with time zone))
    and ((p.effective_on >= '1900-01-01'::date) AND (p.effective_on <= '2999-12-31'::date))
    and ((length(p.so_no) <= 400) AND (p.so_no !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text))) is not false then return true; end if;
  return private.refuse_check('public', 'collection_allocations', case when ((p.amount >= '-999999999999.99'::numeric) AND (p.amount <= 999999999999.99)) is false then 'collection_allocations_amount_bounded'
    when (p.amount <> (0)::numeric) is false then 'collection_allocations_amount_check'
    when ((p.created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone) AND (p.created_at < '3000-01-01 00:00:00+00'::timestamp with time zone)) is false then 'collection_allocations_created_at_bounded'
    when ((p.effective_on >= '1900-01-01'::date) AND (p.effective_on <= '2999-12-31'::date)) is false then 'collection_allocations_effective_on_bounded'
    when ((length(p.so_no) <= 400) AND (p.so_no !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text)) is false then 'collection_allocations_so_no_bounded' end);
end $function$;

CREATE OR REPLACE FUNCTION private.are_bounds_of_collections(p public.collections)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if (((p.amount >= '-999999999999.99'::numeric) AND (p.amount <= 999999999999.99))
    and (p.amount > (0)::numeric)
    and (p.approval_status = ANY (ARRAY['pending'::text, 'approved'::text, 'cancelled'::text]))
    and ((p.approved_at >= '1900-01-01 00:00:00+00'::timestamp with time zone) AND (p.approved_at < '3000-01-01 00:00:00+00'::timestamp with time zone))
    and 
CASE
    WHEN (p.collection_type = 'bank_transfer'::text) THEN ((p.bank_id IS NOT NULL) OR (p.approval_status <> 'approved'::text))
    ELSE (p.bank_id IS NULL)
END
    and ((length(p.cancel_reason) <= 400) AND (p.cancel_reason !~ '[\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text))
    and ((p.reference_no IS NULL) OR (p.collection_type = ANY (ARRAY['bank_transfer'::text, 'withholding'::text])))
    and ((p.reversed = (0)::numeric) OR (p.reversed = p.amount))
    and ((length(p.cheque_bank) <= 400) AND (p.cheque_bank !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text))
    and ((p.collection_type = 'cheque'::text) = ((p.cheque_no IS NOT NULL) AND (p.cheque_bank IS NOT NULL) AND (p.cheque_date IS NOT NULL) AND (p.cheque_state IS NOT NULL)))
    and ((p.cheque_cleared_on >= '1900-01-01'::date) AND (p.cheque_cleared_on <= '2999-12-31'::date))
    and ((p.cheque_date >= '1900-01-01'::date) AND (p.cheque_date <= '2999-12-31'::date))
    and ((length(p.cheque_no) <= 400) AND (p.cheque_no !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text))
    and (p.cheque_state = ANY (ARRAY['on_hand'::text, 'deposited'::text, 'cleared'::text, 'returned'::text, 'replaced'::text]))
    and (p.collection_type = ANY (ARRAY['cash'::text, 'cheque'::text, 'bank_transfer'::text, 'withholding'::text]))
    and ((p.cr_date >= '1900-01-01'::date) AND (p.cr_date <= '2999-12-31'::date))
    and ((length(p.cr_no) <= 400) AND (p.cr_no !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text))
    and ((p.created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone) AND (p.created_at < '3000-01-01 00:00:00+00'::timestamp with time zone))
    and ((length(p.data_status) <= 400) AND (p.data_status !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text))
    and (p.data_status = 'active'::text)
    and ((p.date_collected >= '1900-01-01'::date) AND (p.date_collected <= '2999-12-31'::date))
    and ((p.drr_date >= '1900-01-01'::date) AND (p.drr_date <= '2999-12-31'::date))
    and ((length(p.drr_no) <= 400) AND (p.drr_no !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text))
    and ((p.modified_at >= '1900-01-01 00:00:00+00'::timestamp with time zone) AND (p.modified_at < '3000-01-01 00:00:00+00'::timestamp with time zone))
    and ((p.paid_back_at >= '1900-01-01 00:00:00+00'::timestamp with time zone) AND (p.paid_back_at < '3000-01-01 00:00:00+00'::timestamp with time zone))
    and ((num_nonnulls(p.paid_back_on, p.paid_back_no, p.paid_back_reason, p.paid_back_by, p.paid_back_at) = ANY (ARRAY[0, 5])) AND ((p.paid_back_bank_id IS NULL) OR (p.paid_back_on IS NOT NULL)) AND ((p.paid_back_on IS NULL) OR ((p.approval_status = 'approved'::text) AND (p.reversed = p.amount) AND (p.collection_type <> 'withholding'::text) AND (NOT p.from_archive))))
    and ((length(p.paid_back_no) <= 400) AND (p.paid_back_no !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text))
    and ((p.paid_back_on >= '1900-01-01'::date) AND (p.paid_back_on <= '2999-12-31'::date))
    and ((length(p.paid_back_reason) <= 400) AND (p.paid_back_reason !~ '[\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text))
    and ((p.part_no = 1) = (p.receipt_id = p.id))
    and ((p.part_no >= 1) AND (p.part_no <= 20))
    and ((length(p.reference_no) <= 400) AND (p.reference_no !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text))
    and ((length(p.remarks) <= 400) AND (p.remarks !~ '[\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text))
    and ((p.remittance_id IS NULL) OR (p.collector_id IS NOT NULL))
    and ((p.reversed >= '-999999999999.99'::numeric) AND (p.reversed <= 999999999999.99))
    and ((p.version >= '-1000000000'::integer) AND (p.version <= 1000000000))) is not false then return true; end if;
  return private.refuse_check('public', 'collections', case when ((p.amount >= '-999999999999.99'::numeric) AND (p.amount <= 999999999999.99)) is false then 'collections_amount_bounded'
    when (p.amount > (0)::numeric) is false then 'collections_amount_check'
    when (p.approval_status = ANY (ARRAY['pending'::text, 'approved'::text, 'cancelled'::text])) is false then 'collections_approval_status_check'
    when ((p.approved_at >= '1900-01-01 00:00:00+00'::timestamp with time zone) AND (p.approved_at < '3000-01-01 00:00:00+00'::timestamp with time zone)) is false then 'collections_approved_at_bounded'
    when 
CASE
    WHEN (p.collection_type = 'bank_transfer'::text) THEN ((p.bank_id IS NOT NULL) OR (p.approval_status <> 'approved'::text))
    ELSE (p.bank_id IS NULL)
END is false then 'collections_bank_check'
    when ((length(p.cancel_reason) <= 400) AND (p.cancel_reason !~ '[\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text)) is false then 'collections_cancel_reason_bounded'
    when ((p.reference_no IS NULL) OR (p.collection_type = ANY (ARRAY['bank_transfer'::text, 'withholding'::text]))) is false then 'collections_check'
    when ((p.reversed = (0)::numeric) OR (p.reversed = p.amount)) is false then 'collections_check1'
    when ((length(p.cheque_bank) <= 400) AND (p.cheque_bank !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text)) is false then 'collections_cheque_bank_bounded'
    when ((p.collection_type = 'cheque'::text) = ((p.cheque_no IS NOT NULL) AND (p.cheque_bank IS NOT NULL) AND (p.cheque_date IS NOT NULL) AND (p.cheque_state IS NOT NULL))) is false then 'collections_cheque_check'
    when ((p.cheque_cleared_on >= '1900-01-01'::date) AND (p.cheque_cleared_on <= '2999-12-31'::date)) is false then 'collections_cheque_cleared_on_bounded'
    when ((p.cheque_date >= '1900-01-01'::date) AND (p.cheque_date <= '2999-12-31'::date)) is false then 'collections_cheque_date_bounded'
    when ((length(p.cheque_no) <= 400) AND (p.cheque_no !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text)) is false then 'collections_cheque_no_bounded'
    when (p.cheque_state = ANY (ARRAY['on_hand'::text, 'deposited'::text, 'cleared'::text, 'returned'::text, 'replaced'::text])) is false then 'collections_cheque_state_check'
    when (p.collection_type = ANY (ARRAY['cash'::text, 'cheque'::text, 'bank_transfer'::text, 'withholding'::text])) is false then 'collections_collection_type_check'
    when ((p.cr_date >= '1900-01-01'::date) AND (p.cr_date <= '2999-12-31'::date)) is false then 'collections_cr_date_bounded'
    when ((length(p.cr_no) <= 400) AND (p.cr_no !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text)) is false then 'collections_cr_no_bounded'
    when ((p.created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone) AND (p.created_at < '3000-01-01 00:00:00+00'::timestamp with time zone)) is false then 'collections_created_at_bounded'
    when ((length(p.data_status) <= 400) AND (p.data_status !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text)) is false then 'collections_data_status_bounded'
    when (p.data_status = 'active'::text) is false then 'collections_data_status_check'
    when ((p.date_collected >= '1900-01-01'::date) AND (p.date_collected <= '2999-12-31'::date)) is false then 'collections_date_collected_bounded'
    when ((p.drr_date >= '1900-01-01'::date) AND (p.drr_date <= '2999-12-31'::date)) is false then 'collections_drr_date_bounded'
    when ((length(p.drr_no) <= 400) AND (p.drr_no !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text)) is false then 'collections_drr_no_bounded'
    when ((p.modified_at >= '1900-01-01 00:00:00+00'::timestamp with time zone) AND (p.modified_at < '3000-01-01 00:00:00+00'::timestamp with time zone)) is false then 'collections_modified_at_bounded'
    when ((p.paid_back_at >= '1900-01-01 00:00:00+00'::timestamp with time zone) AND (p.paid_back_at < '3000-01-01 00:00:00+00'::timestamp with time zone)) is false then 'collections_paid_back_at_bounded'
    when ((num_nonnulls(p.paid_back_on, p.paid_back_no, p.paid_back_reason, p.paid_back_by, p.paid_back_at) = ANY (ARRAY[0, 5])) AND ((p.paid_back_bank_id IS NULL) OR (p.paid_back_on IS NOT NULL)) AND ((p.paid_back_on IS NULL) OR ((p.approval_status = 'approved'::text) AND (p.reversed = p.amount) AND (p.collection_type <> 'withholding'::text) AND (NOT p.from_archive)))) is false then 'collections_paid_back_check'
    when ((length(p.paid_back_no) <= 400) AND (p.paid_back_no !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text)) is false then 'collections_paid_back_no_bounded'
    when ((p.paid_back_on >= '1900-01-01'::date) AND (p.paid_back_on <= '2999-12-31'::date)) is false then 'collections_paid_back_on_bounded'
    when ((length(p.paid_back_reason) <= 400) AND (p.paid_back_reason !~ '[\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text)) is false then 'collections_paid_back_reason_bounded'
    when ((p.part_no = 1) = (p.receipt_id = p.id)) is false then 'collections_part_check'
    when ((p.part_no >= 1) AND (p.part_no <= 20)) is false then 'collections_part_no_check'
    when ((length(p.reference_no) <= 400) AND (p.reference_no !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text)) is false then 'collections_reference_no_bounded'
    when ((length(p.remarks) <= 400) AND (p.remarks !~ '[\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text)) is false then 'collections_remarks_bounded'
    when ((p.remittance_id IS NULL) OR (p.collector_id IS NOT NULL)) is false then 'collections_remitted_check'
    when ((p.reversed >= '-999999999999.99'::numeric) AND (p.reversed <= 999999999999.99)) is false then 'collections_reversed_bounded'
    when ((p.version >= '-1000000000'::integer) AND (p.version <= 1000000000)) is false then 'collections_version_bounded' end);
end $function$;

CREATE OR REPLACE FUNCTION private.are_bounds_of_customer_finance_events(p public.customer_finance_events)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if (((p.created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone) AND (p.created_at < '3000-01-01 00:00:00+00'::timestamp with time zone))
    and (pg_column_size(p.details) <= 1000000)
    and ((length(p.type) <= 400) AND (p.type !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text))) is not false then return true; end if;
  return private.refuse_check('public', 'customer_finance_events', case when ((p.created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone) AND (p.created_at < '3000-01-01 00:00:00+00'::timestamp with time zone)) is false then 'customer_finance_events_created_at_bounded'
    when (pg_column_size(p.details) <= 1000000) is false then 'customer_finance_events_details_bounded'
    when ((length(p.type) <= 400) AND (p.type !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text)) is false then 'customer_finance_events_type_bounded' end);
end $function$;

CREATE OR REPLACE FUNCTION private.are_bounds_of_delivery_receipts(p public.delivery_receipts)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if ((p.last_entry >= p.first_entry)
    and ((p.created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone) AND (p.created_at < '3000-01-01 00:00:00+00'::timestamp with time zone))
    and ((length(p.dr_no) <= 400) AND (p.dr_no !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text))
    and ((p.first_entry >= '-1000000000'::integer) AND (p.first_entry <= 1000000000))
    and ((p.last_entry >= '-1000000000'::integer) AND (p.last_entry <= 1000000000))
    and ((p.on_date >= '1900-01-01'::date) AND (p.on_date <= '2999-12-31'::date))) is not false then return true; end if;
  return private.refuse_check('public', 'delivery_receipts', case when (p.last_entry >= p.first_entry) is false then 'delivery_receipts_check'
    when ((p.created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone) AND (p.created_at < '3000-01-01 00:00:00+00'::timestamp with time zone)) is false then 'delivery_receipts_created_at_bounded'
    when ((length(p.dr_no) <= 400) AND (p.dr_no !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text)) is false then 'delivery_receipts_dr_no_bounded'
    when ((p.first_entry >= '-1000000000'::integer) AND (p.first_entry <= 1000000000)) is false then 'delivery_receipts_first_entry_bounded'
    when ((p.last_entry >= '-1000000000'::integer) AND (p.last_entry <= 1000000000)) is false then 'delivery_receipts_last_entry_bounded'
    when ((p.on_date >= '1900-01-01'::date) AND (p.on_date <= '2999-12-31'::date)) is false then 'delivery_receipts_on_date_bounded' end);
end $function$;

CREATE OR REPLACE FUNCTION private.are_bounds_of_deposit_slips(p public.deposit_slips)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if (((p.created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone) AND (p.created_at < '3000-01-01 00:00:00+00'::timestamp with time zone))
    and ((p.deposited_on >= '1900-01-01'::date) AND (p.deposited_on <= '2999-12-31'::date))
    and ((length(p.slip_no) <= 400) AND (p.slip_no !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text))) is not false then return true; end if;
  return private.refuse_check('public', 'deposit_slips', case when ((p.created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone) AND (p.created_at < '3000-01-01 00:00:00+00'::timestamp with time zone)) is false then 'deposit_slips_created_at_bounded'
    when ((p.deposited_on >= '1900-01-01'::date) AND (p.deposited_on <= '2999-12-31'::date)) is false then 'deposit_slips_deposited_on_bounded'
    when ((length(p.slip_no) <= 400) AND (p.slip_no !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text)) is false then 'deposit_slips_slip_no_bounded' end);
end $function$;

CREATE OR REPLACE FUNCTION private.are_bounds_of_document_numbers(p private.document_numbers)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if ((p.kind = ANY (ARRAY['booking'::text, 'invoice'::text, 'delivery_receipt'::text, 'memo'::text, 'warehouse_request'::text, 'collection'::text, 'cheque'::text, 'remittance'::text, 'deposit'::text, 'purchase'::text, 'bad_order'::text, 'issued_cheque'::text, 'voucher'::text]))
    and ((length(p.number) <= 400) AND (p.number !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text))) is not false then return true; end if;
  return private.refuse_check('private', 'document_numbers', case when (p.kind = ANY (ARRAY['booking'::text, 'invoice'::text, 'delivery_receipt'::text, 'memo'::text, 'warehouse_request'::text, 'collection'::text, 'cheque'::text, 'remittance'::text, 'deposit'::text, 'purchase'::text, 'bad_order'::text, 'issued_cheque'::text, 'voucher'::text])) is false then 'document_numbers_kind_check'
    when ((length(p.number) <= 400) AND (p.number !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text)) is false then 'document_numbers_number_bounded' end);
end $function$;

CREATE OR REPLACE FUNCTION private.are_bounds_of_document_sums(p private.document_sums)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if (((p.amount >= '-9999999999999999.99'::numeric) AND (p.amount <= 9999999999999999.99))
    and ((p.documents >= '-1000000000'::integer) AND (p.documents <= 1000000000))
    and ((length(p.kind) <= 400) AND (p.kind !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text))
    and ((p.parts >= '-1000000000'::integer) AND (p.parts <= 1000000000))
    and ((p.reversed >= '-9999999999999999.99'::numeric) AND (p.reversed <= 9999999999999999.99))
    and ((length(p.status) <= 400) AND (p.status !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text))) is not false then return true; end if;
  return private.refuse_check('private', 'document_sums', case when ((p.amount >= '-9999999999999999.99'::numeric) AND (p.amount <= 9999999999999999.99)) is false then 'document_sums_amount_bounded'
    when ((p.documents >= '-1000000000'::integer) AND (p.documents <= 1000000000)) is false then 'document_sums_documents_bounded'
    when ((length(p.kind) <= 400) AND (p.kind !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text)) is false then 'document_sums_kind_bounded'
    when ((p.parts >= '-1000000000'::integer) AND (p.parts <= 1000000000)) is false then 'document_sums_parts_bounded'
    when ((p.reversed >= '-9999999999999999.99'::numeric) AND (p.reversed <= 9999999999999999.99)) is false then 'document_sums_reversed_bounded'
    when ((length(p.status) <= 400) AND (p.status !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text)) is false then 'document_sums_status_bounded' end);
end $function$;

CREATE OR REPLACE FUNCTION private.are_bounds_of_idempotency_keys(p private.idempotency_keys)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if (((length(p.command) <= 400) AND (p.command !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text))
    and ((p.created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone) AND (p.created_at < '3000-01-01 00:00:00+00'::timestamp with time zone))
    and ((length(p.payload_hash) <= 400) AND (p.payload_hash !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text))
    and (pg_column_size(p.result) <= 1000000)) is not false then return true; end if;
  return private.refuse_check('private', 'idempotency_keys', case when ((length(p.command) <= 400) AND (p.command !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text)) is false then 'idempotency_keys_command_bounded'
    when ((p.created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone) AND (p.created_at < '3000-01-01 00:00:00+00'::timestamp with time zone)) is false then 'idempotency_keys_created_at_bounded'
    when ((length(p.payload_hash) <= 400) AND (p.payload_hash !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text)) is false then 'idempotency_keys_payload_hash_bounded'
    when (pg_column_size(p.result) <= 1000000) is false then 'idempotency_keys_result_bounded' end);
end $function$;

CREATE OR REPLACE FUNCTION private.are_bounds_of_inventory(p public.inventory)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if (((p.adjusted >= '-1000000000'::integer) AND (p.adjusted <= 1000000000))
    and ((p.bad_order >= '-1000000000'::integer) AND (p.bad_order <= 1000000000))
    and (p.bad_order >= 0)
    and ((p.current_srp >= '-999999999999.99'::numeric) AND (p.current_srp <= 999999999999.99))
    and (p.current_srp >= (0)::numeric)
    and ((p.current_srp_pieces >= 1) AND (p.current_srp_pieces <= 100000))
    and ((p.modified_at >= '1900-01-01 00:00:00+00'::timestamp with time zone) AND (p.modified_at < '3000-01-01 00:00:00+00'::timestamp with time zone))
    and (p.on_hand >= p.bad_order)
    and ((p.purchased >= '-1000000000'::integer) AND (p.purchased <= 1000000000))
    and (p.purchased >= 0)
    and ((p.reorder_level >= '-1000000000'::integer) AND (p.reorder_level <= 1000000000))
    and ((p.reserved >= '-1000000000'::integer) AND (p.reserved <= 1000000000))
    and (p.reserved >= 0)
    and (p.stats = ANY (ARRAY['available'::text, 'unavailable'::text]))
    and ((p.stock_value >= '-9999999999999999.99'::numeric) AND (p.stock_value <= 9999999999999999.99))
    and (p.stock_value >= (0)::numeric)
    and ((p.stocks_returned >= '-1000000000'::integer) AND (p.stocks_returned <= 1000000000))
    and (p.stocks_returned >= 0)
    and ((p.supplier_returned >= '-1000000000'::integer) AND (p.supplier_returned <= 1000000000))
    and (p.supplier_returned >= 0)
    and ((p.used_stocks >= '-1000000000'::integer) AND (p.used_stocks <= 1000000000))
    and (p.used_stocks >= 0)) is not false then return true; end if;
  return private.refuse_check('public', 'inventory', case when ((p.adjusted >= '-1000000000'::integer) AND (p.adjusted <= 1000000000)) is false then 'inventory_adjusted_bounded'
    when ((p.bad_order >= '-1000000000'::integer) AND (p.bad_order <= 1000000000)) is false then 'inventory_bad_order_bounded'
    when (p.bad_order >= 0) is false then 'inventory_bad_order_check'
    when ((p.current_srp >= '-999999999999.99'::numeric) AND (p.current_srp <= 999999999999.99)) is false then 'inventory_current_srp_bounded'
    when (p.current_srp >= (0)::numeric) is false then 'inventory_current_srp_check'
    when ((p.current_srp_pieces >= 1) AND (p.current_srp_pieces <= 100000)) is false then 'inventory_current_srp_pieces_check'
    when ((p.modified_at >= '1900-01-01 00:00:00+00'::timestamp with time zone) AND (p.modified_at < '3000-01-01 00:00:00+00'::timestamp with time zone)) is false then 'inventory_modified_at_bounded'
    when (p.on_hand >= p.bad_order) is false then 'inventory_on_hand_check'
    when ((p.purchased >= '-1000000000'::integer) AND (p.purchased <= 1000000000)) is false then 'inventory_purchased_bounded'
    when (p.purchased >= 0) is false then 'inventory_purchased_check'
    when ((p.reorder_level >= '-1000000000'::integer) AND (p.reorder_level <= 1000000000)) is false then 'inventory_reorder_level_bounded'
    when ((p.reserved >= '-1000000000'::integer) AND (p.reserved <= 1000000000)) is false then 'inventory_reserved_bounded'
    when (p.reserved >= 0) is false then 'inventory_reserved_check'
    when (p.stats = ANY (ARRAY['available'::text, 'unavailable'::text])) is false then 'inventory_stats_check'
    when ((p.stock_value >= '-9999999999999999.99'::numeric) AND (p.stock_value <= 9999999999999999.99)) is false then 'inventory_stock_value_bounded'
    when (p.stock_value >= (0)::numeric) is false then 'inventory_stock_value_check'
    when ((p.stocks_returned >= '-1000000000'::integer) AND (p.stocks_returned <= 1000000000)) is false then 'inventory_stocks_returned_bounded'
    when (p.stocks_returned >= 0) is false then 'inventory_stocks_returned_check'
    when ((p.supplier_returned >= '-1000000000'::integer) AND (p.supplier_returned <= 1000000000)) is false then 'inventory_supplier_returned_bounded'
    when (p.supplier_returned >= 0) is false then 'inventory_supplier_returned_check'
    when ((p.used_stocks >= '-1000000000'::integer) AND (p.used_stocks <= 1000000000)) is false then 'inventory_used_stocks_bounded'
    when (p.used_stocks >= 0) is false then 'inventory_used_stocks_check' end);
end $function$;

CREATE OR REPLACE FUNCTION private.are_bounds_of_money_entries(p public.money_entries)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if (((p.amount >= '-999999999999.99'::numeric) AND (p.amount <= 999999999999.99))
    and ((p.confirmed_amount >= '-999999999999.99'::numeric) AND (p.confirmed_amount <= 999999999999.99))
    and (num_nonnulls(p.collection_id, p.remittance_id, p.slip_id, p.voucher_id, p.balance_id) = 1)
    and 
CASE p.place
    WHEN 'office'::text THEN (p.holder_id IS NULL)
    WHEN 'cheques'::text THEN true
    ELSE (p.holder_id IS NOT NULL)
END
    and (p.kind = ANY (ARRAY['receipt'::text, 'approval'::text, 'remittance'::text, 'variance'::text, 'deposit'::text, 'clearing'::text, 'cheque_returned'::text, 'replacement'::text, 'payment'::text, 'paid_back'::text, 'correction'::text, 'cancellation'::text, 'opening'::text, 'adjustment'::text]))
    and ((p.amount <> (0)::numeric) OR (p.confirmed_amount <> (0)::numeric))
    and ((p.on_date >= '1900-01-01'::date) AND (p.on_date <= '2999-12-31'::date))
    and (p.place = ANY (ARRAY['office'::text, 'collector'::text, 'cheques'::text, 'bank'::text]))
    and ((p.posted_at >= '1900-01-01 00:00:00+00'::timestamp with time zone) AND (p.posted_at < '3000-01-01 00:00:00+00'::timestamp with time zone))) is not false then return true; end if;
  return private.refuse_check('public', 'money_entries', case when ((p.amount >= '-999999999999.99'::numeric) AND (p.amount <= 999999999999.99)) is false then 'money_entries_amount_bounded'
    when ((p.confirmed_amount >= '-999999999999.99'::numeric) AND (p.confirmed_amount <= 999999999999.99)) is false then 'money_entries_confirmed_amount_bounded'
    when (num_nonnulls(p.collection_id, p.remittance_id, p.slip_id, p.voucher_id, p.balance_id) = 1) is false then 'money_entries_document_check'
    when 
CASE p.place
    WHEN 'office'::text THEN (p.holder_id IS NULL)
    WHEN 'cheques'::text THEN true
    ELSE (p.holder_id IS NOT NULL)
END is false then 'money_entries_holder_check'
    when (p.kind = ANY (ARRAY['receipt'::text, 'approval'::text, 'remittance'::text, 'variance'::text, 'deposit'::text, 'clearing'::text, 'cheque_returned'::text, 'replacement'::text, 'payment'::text, 'paid_back'::text, 'correction'::text, 'cancellation'::text, 'opening'::text, 'adjustment'::text])) is false then 'money_entries_kind_check'
    when ((p.amount <> (0)::numeric) OR (p.confirmed_amount <> (0)::numeric)) is false then 'money_entries_moves_check'
    when ((p.on_date >= '1900-01-01'::date) AND (p.on_date <= '2999-12-31'::date)) is false then 'money_entries_on_date_bounded'
    when (p.place = ANY (ARRAY['office'::text, 'collector'::text, 'cheques'::text, 'bank'::text])) is false then 'money_entries_place_check'
    when ((p.posted_at >= '1900-01-01 00:00:00+00'::timestamp with time zone) AND (p.posted_at < '3000-01-01 00:00:00+00'::timestamp with time zone)) is false then 'money_entries_posted_at_bounded' end);
end $function$;

CREATE OR REPLACE FUNCTION private.are_bounds_of_projects(p public.projects)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if (((length(p.address) <= 400) AND (p.address !~ '[\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text))
    and ((p.bad_order_count >= '-1000000000'::integer) AND (p.bad_order_count <= 1000000000))
    and ((p.booking_count >= '-1000000000'::integer) AND (p.booking_count <= 1000000000))
    and ((p.closed_through >= '1900-01-01'::date) AND (p.closed_through <= '2999-12-31'::date))
    and private.are_short_texts(p.collection_group_list, 200, 300)
    and ((length(p.collection_list) <= 400) AND (p.collection_list !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text))
    and ((p.created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone) AND (p.created_at < '3000-01-01 00:00:00+00'::timestamp with time zone))
    and ((p.credit_memo_count >= '-1000000000'::integer) AND (p.credit_memo_count <= 1000000000))
    and ((length(p.currency) <= 400) AND (p.currency !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text))
    and ((p.debit_memo_count >= '-1000000000'::integer) AND (p.debit_memo_count <= 1000000000))
    and ((p.delivery_receipt_count >= '-1000000000'::integer) AND (p.delivery_receipt_count <= 1000000000))
    and ((p.modified_at >= '1900-01-01 00:00:00+00'::timestamp with time zone) AND (p.modified_at < '3000-01-01 00:00:00+00'::timestamp with time zone))
    and ((length(p.name) <= 400) AND (p.name !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text))
    and (btrim(p.name) <> ''::text)
    and ((length(p.other_info1) <= 400) AND (p.other_info1 !~ '[\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text))
    and ((length(p.other_info2) <= 400) AND (p.other_info2 !~ '[\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text))
    and ((length(p.owner_email) <= 400) AND (p.owner_email !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text))
    and ((length(p.owner_name) <= 400) AND (p.owner_name !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text))
    and ((length(p.payment_instructions) <= 400) AND (p.payment_instructions !~ '[\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text))
    and ((length(p.phone) <= 400) AND (p.phone !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text))
    and private.are_short_texts(p.product_categories1, 200, 300)
    and private.are_short_texts(p.product_categories2, 200, 300)
    and private.are_short_texts(p.product_categories3, 200, 300)
    and private.are_short_texts(p.project_logos, 200, 300)
    and (pg_column_size(p.settings) <= 1000000)
    and (p.status = ANY (ARRAY['active'::text, 'inactive'::text, 'removed'::text]))
    and ((length(p.time_zone) <= 400) AND (p.time_zone !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text))
    and ((length(p.tin_no) <= 400) AND (p.tin_no !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text))
    and ((length(p.title) <= 400) AND (p.title !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text))
    and ((p.version >= '-1000000000'::integer) AND (p.version <= 1000000000))
    and ((p.voucher_count >= '-1000000000'::integer) AND (p.voucher_count <= 1000000000))) is not false then return true; end if;
  return private.refuse_check('public', 'projects', case when ((length(p.address) <= 400) AND (p.address !~ '[\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text)) is false then 'projects_address_bounded'
    when ((p.bad_order_count >= '-1000000000'::integer) AND (p.bad_order_count <= 1000000000)) is false then 'projects_bad_order_count_bounded'
    when ((p.booking_count >= '-1000000000'::integer) AND (p.booking_count <= 1000000000)) is false then 'projects_booking_count_bounded'
    when ((p.closed_through >= '1900-01-01'::date) AND (p.closed_through <= '2999-12-31'::date)) is false then 'projects_closed_through_bounded'
    when private.are_short_texts(p.collection_group_list, 200, 300) is false then 'projects_collection_group_list_bounded'
    when ((length(p.collection_list) <= 400) AND (p.collection_list !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text)) is false then 'projects_collection_list_bounded'
    when ((p.created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone) AND (p.created_at < '3000-01-01 00:00:00+00'::timestamp with time zone)) is false then 'projects_created_at_bounded'
    when ((p.credit_memo_count >= '-1000000000'::integer) AND (p.credit_memo_count <= 1000000000)) is false then 'projects_credit_memo_count_bounded'
    when ((length(p.currency) <= 400) AND (p.currency !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text)) is false then 'projects_currency_bounded'
    when ((p.debit_memo_count >= '-1000000000'::integer) AND (p.debit_memo_count <= 1000000000)) is false then 'projects_debit_memo_count_bounded'
    when ((p.delivery_receipt_count >= '-1000000000'::integer) AND (p.delivery_receipt_count <= 1000000000)) is false then 'projects_delivery_receipt_count_bounded'
    when ((p.modified_at >= '1900-01-01 00:00:00+00'::timestamp with time zone) AND (p.modified_at < '3000-01-01 00:00:00+00'::timestamp with time zone)) is false then 'projects_modified_at_bounded'
    when ((length(p.name) <= 400) AND (p.name !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text)) is false then 'projects_name_bounded'
    when (btrim(p.name) <> ''::text) is false then 'projects_name_check'
    when ((length(p.other_info1) <= 400) AND (p.other_info1 !~ '[\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text)) is false then 'projects_other_info1_bounded'
    when ((length(p.other_info2) <= 400) AND (p.other_info2 !~ '[\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text)) is false then 'projects_other_info2_bounded'
    when ((length(p.owner_email) <= 400) AND (p.owner_email !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text)) is false then 'projects_owner_email_bounded'
    when ((length(p.owner_name) <= 400) AND (p.owner_name !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text)) is false then 'projects_owner_name_bounded'
    when ((length(p.payment_instructions) <= 400) AND (p.payment_instructions !~ '[\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text)) is false then 'projects_payment_instructions_bounded'
    when ((length(p.phone) <= 400) AND (p.phone !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text)) is false then 'projects_phone_bounded'
    when private.are_short_texts(p.product_categories1, 200, 300) is false then 'projects_product_categories1_bounded'
    when private.are_short_texts(p.product_categories2, 200, 300) is false then 'projects_product_categories2_bounded'
    when private.are_short_texts(p.product_categories3, 200, 300) is false then 'projects_product_categories3_bounded'
    when private.are_short_texts(p.project_logos, 200, 300) is false then 'projects_project_logos_bounded'
    when (pg_column_size(p.settings) <= 1000000) is false then 'projects_settings_bounded'
    when (p.status = ANY (ARRAY['active'::text, 'inactive'::text, 'removed'::text])) is false then 'projects_status_check'
    when ((length(p.time_zone) <= 400) AND (p.time_zone !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text)) is false then 'projects_time_zone_bounded'
    when ((length(p.tin_no) <= 400) AND (p.tin_no !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text)) is false then 'projects_tin_no_bounded'
    when ((length(p.title) <= 400) AND (p.title !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text)) is false then 'projects_title_bounded'
    when ((p.version >= '-1000000000'::integer) AND (p.version <= 1000000000)) is false then 'projects_version_bounded'
    when ((p.voucher_count >= '-1000000000'::integer) AND (p.voucher_count <= 1000000000)) is false then 'projects_voucher_count_bounded' end);
end $function$;

CREATE OR REPLACE FUNCTION private.are_bounds_of_receivable_entries(p public.receivable_entries)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if (((p.amount >= '-999999999999.99'::numeric) AND (p.amount <= 999999999999.99))
    and ((p.cleared_amount >= '-999999999999.99'::numeric) AND (p.cleared_amount <= 999999999999.99))
    and (num_nonnulls(p.booking_id, p.collection_id) > 0)
    and ((p.due_date >= '1900-01-01'::date) AND (p.due_date <= '2999-12-31'::date))
    and (p.kind = ANY (ARRAY['invoice'::text, 'opening'::text, 'released'::text, 'returned'::text, 'allowance'::text, 'credit_memo'::text, 'debit_memo'::text, 'archived'::text, 'cancelled'::text, 'receipt'::text, 'allocation'::text, 'cleared'::text, 'cheque_returned'::text, 'redeposited'::text, 'replaced'::text, 'paid_back'::text]))
    and ((p.amount <> (0)::numeric) OR (p.cleared_amount <> (0)::numeric))
    and ((p.on_date >= '1900-01-01'::date) AND (p.on_date <= '2999-12-31'::date))
    and ((p.posted_at >= '1900-01-01 00:00:00+00'::timestamp with time zone) AND (p.posted_at < '3000-01-01 00:00:00+00'::timestamp with time zone))) is not false then return true; end if;
  return private.refuse_check('public', 'receivable_entries', case when ((p.amount >= '-999999999999.99'::numeric) AND (p.amount <= 999999999999.99)) is false then 'receivable_entries_amount_bounded'
    when ((p.cleared_amount >= '-999999999999.99'::numeric) AND (p.cleared_amount <= 999999999999.99)) is false then 'receivable_entries_cleared_amount_bounded'
    when (num_nonnulls(p.booking_id, p.collection_id) > 0) is false then 'receivable_entries_document_check'
    when ((p.due_date >= '1900-01-01'::date) AND (p.due_date <= '2999-12-31'::date)) is false then 'receivable_entries_due_date_bounded'
    when (p.kind = ANY (ARRAY['invoice'::text, 'opening'::text, 'released'::text, 'returned'::text, 'allowance'::text, 'credit_memo'::text, 'debit_memo'::text, 'archived'::text, 'cancelled'::text, 'receipt'::text, 'allocation'::text, 'cleared'::text, 'cheque_returned'::text, 'redeposited'::text, 'replaced'::text, 'paid_back'::text])) is false then 'receivable_entries_kind_check'
    when ((p.amount <> (0)::numeric) OR (p.cleared_amount <> (0)::numeric)) is false then 'receivable_entries_moves_check'
    when ((p.on_date >= '1900-01-01'::date) AND (p.on_date <= '2999-12-31'::date)) is false then 'receivable_entries_on_date_bounded'
    when ((p.posted_at >= '1900-01-01 00:00:00+00'::timestamp with time zone) AND (p.posted_at < '3000-01-01 00:00:00+00'::timestamp with time zone)) is false then 'receivable_entries_posted_at_bounded' end);
end $function$;

CREATE OR REPLACE FUNCTION private.are_bounds_of_receivable_positions(p private.receivable_positions)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if (((p.amount >= '-999999999999.99'::numeric) AND (p.amount <= 999999999999.99))
    and ((p.charged >= '-999999999999.99'::numeric) AND (p.charged <= 999999999999.99))
    and ((p.cleared_amount >= '-999999999999.99'::numeric) AND (p.cleared_amount <= 999999999999.99))
    and ((p.moved_on >= '1900-01-01'::date) AND (p.moved_on <= '2999-12-31'::date))
    and ((p.opened_on >= '1900-01-01'::date) AND (p.opened_on <= '2999-12-31'::date))) is not false then return true; end if;
  return private.refuse_check('private', 'receivable_positions', case when ((p.amount >= '-999999999999.99'::numeric) AND (p.amount <= 999999999999.99)) is false then 'receivable_positions_amount_bounded'
    when ((p.charged >= '-999999999999.99'::numeric) AND (p.charged <= 999999999999.99)) is false then 'receivable_positions_charged_bounded'
    when ((p.cleared_amount >= '-999999999999.99'::numeric) AND (p.cleared_amount <= 999999999999.99)) is false then 'receivable_positions_cleared_amount_bounded'
    when ((p.moved_on >= '1900-01-01'::date) AND (p.moved_on <= '2999-12-31'::date)) is false then 'receivable_positions_moved_on_bounded'
    when ((p.opened_on >= '1900-01-01'::date) AND (p.opened_on <= '2999-12-31'::date)) is false then 'receivable_positions_opened_on_bounded' end);
end $function$;

CREATE OR REPLACE FUNCTION private.are_bounds_of_sales_entries(p public.sales_entries)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if (((p.amount >= '-999999999999.99'::numeric) AND (p.amount <= 999999999999.99))
    and ((p.case_config >= '-1000000000'::integer) AND (p.case_config <= 1000000000))
    and ((p.pieces = 0) = (p.kind = ANY (ARRAY['allowance'::text, 'undercharge'::text])))
    and ((p.cost >= '-9999999999999999.99'::numeric) AND (p.cost <= 9999999999999999.99))
    and ((p.discount >= '-999999999999.99'::numeric) AND (p.discount <= 999999999999.99))
    and (p.kind = ANY (ARRAY['delivery'::text, 'return'::text, 'allowance'::text, 'undercharge'::text]))
    and ((p.on_date >= '1900-01-01'::date) AND (p.on_date <= '2999-12-31'::date))
    and ((p.pieces >= '-1000000000'::integer) AND (p.pieces <= 1000000000))
    and ((p.posted_at >= '1900-01-01 00:00:00+00'::timestamp with time zone) AND (p.posted_at < '3000-01-01 00:00:00+00'::timestamp with time zone))
    and ((p.vat_amount >= '-999999999999.99'::numeric) AND (p.vat_amount <= 999999999999.99))
    and ((length(p.vat_class) <= 400) AND (p.vat_class !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text))) is not false then return true; end if;
  return private.refuse_check('public', 'sales_entries', case when ((p.amount >= '-999999999999.99'::numeric) AND (p.amount <= 999999999999.99)) is false then 'sales_entries_amount_bounded'
    when ((p.case_config >= '-1000000000'::integer) AND (p.case_config <= 1000000000)) is false then 'sales_entries_case_config_bounded'
    when ((p.pieces = 0) = (p.kind = ANY (ARRAY['allowance'::text, 'undercharge'::text]))) is false then 'sales_entries_check'
    when ((p.cost >= '-9999999999999999.99'::numeric) AND (p.cost <= 9999999999999999.99)) is false then 'sales_entries_cost_bounded'
    when ((p.discount >= '-999999999999.99'::numeric) AND (p.discount <= 999999999999.99)) is false then 'sales_entries_discount_bounded'
    when (p.kind = ANY (ARRAY['delivery'::text, 'return'::text, 'allowance'::text, 'undercharge'::text])) is false then 'sales_entries_kind_check'
    when ((p.on_date >= '1900-01-01'::date) AND (p.on_date <= '2999-12-31'::date)) is false then 'sales_entries_on_date_bounded'
    when ((p.pieces >= '-1000000000'::integer) AND (p.pieces <= 1000000000)) is false then 'sales_entries_pieces_bounded'
    when ((p.posted_at >= '1900-01-01 00:00:00+00'::timestamp with time zone) AND (p.posted_at < '3000-01-01 00:00:00+00'::timestamp with time zone)) is false then 'sales_entries_posted_at_bounded'
    when ((p.vat_amount >= '-999999999999.99'::numeric) AND (p.vat_amount <= 999999999999.99)) is false then 'sales_entries_vat_amount_bounded'
    when ((length(p.vat_class) <= 400) AND (p.vat_class !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text)) is false then 'sales_entries_vat_class_bounded' end);
end $function$;

CREATE OR REPLACE FUNCTION private.are_bounds_of_stock_movements(p public.stock_movements)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if (((p.cost >= '-9999999999999999.99'::numeric) AND (p.cost <= 9999999999999999.99))
    and ((p.created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone) AND (p.created_at < '3000-01-01 00:00:00+00'::timestamp with time zone))
    and (p.kind = ANY (ARRAY['purchase'::text, 'return_in'::text, 'supplier_return'::text, 'issue'::text, 'return_credit'::text, 'adjustment'::text, 'transfer'::text, 'write_off'::text]))
    and ((p.quantity <> 0) OR (p.cost <> (0)::numeric) OR (p.vat_amount <> (0)::numeric))
    and ((p.on_date >= '1900-01-01'::date) AND (p.on_date <= '2999-12-31'::date))
    and ((p.quantity >= '-1000000000'::integer) AND (p.quantity <= 1000000000))
    and ((length(p.source_table) <= 400) AND (p.source_table !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text))
    and (p.stock_state = ANY (ARRAY['sellable'::text, 'bad_order'::text]))
    and ((p.vat_amount >= '-999999999999.99'::numeric) AND (p.vat_amount <= 999999999999.99))) is not false then return true; end if;
  return private.refuse_check('public', 'stock_movements', case when ((p.cost >= '-9999999999999999.99'::numeric) AND (p.cost <= 9999999999999999.99)) is false then 'stock_movements_cost_bounded'
    when ((p.created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone) AND (p.created_at < '3000-01-01 00:00:00+00'::timestamp with time zone)) is false then 'stock_movements_created_at_bounded'
    when (p.kind = ANY (ARRAY['purchase'::text, 'return_in'::text, 'supplier_return'::text, 'issue'::text, 'return_credit'::text, 'adjustment'::text, 'transfer'::text, 'write_off'::text])) is false then 'stock_movements_kind_check'
    when ((p.quantity <> 0) OR (p.cost <> (0)::numeric) OR (p.vat_amount <> (0)::numeric)) is false then 'stock_movements_moves_check'
    when ((p.on_date >= '1900-01-01'::date) AND (p.on_date <= '2999-12-31'::date)) is false then 'stock_movements_on_date_bounded'
    when ((p.quantity >= '-1000000000'::integer) AND (p.quantity <= 1000000000)) is false then 'stock_movements_quantity_bounded'
    when ((length(p.source_table) <= 400) AND (p.source_table !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text)) is false then 'stock_movements_source_table_bounded'
    when (p.stock_state = ANY (ARRAY['sellable'::text, 'bad_order'::text])) is false then 'stock_movements_stock_state_check'
    when ((p.vat_amount >= '-999999999999.99'::numeric) AND (p.vat_amount <= 999999999999.99)) is false then 'stock_movements_vat_amount_bounded' end);
end $function$;

CREATE OR REPLACE FUNCTION private.bound_columns(p_table regclass)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_table text := (select c.relname from pg_catalog.pg_class c where c.oid = p_table);
  v_column record;
begin
  if exists (select from pg_catalog.pg_constraint k where k.conrelid = p_table and k.conname = v_table || '_bounded') then
    raise exception 'The checks of % are one: private.join_checks has to come after this.', p_table;
  end if;
  for v_column in select * from private.bounds_of_columns(p_table) b where not b.has_check loop
    execute format('alter table %s add constraint %I check (%s)', p_table, v_table || '_' || v_column.name || '_bounded', v_column.bound);
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.join_checks(p_table regclass)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_table text := (select c.relname from pg_catalog.pg_class c where c.oid = p_table);
  v_columns text := (select string_agg(a.attname, '|') from pg_catalog.pg_attribute a where a.attrelid = p_table and a.attnum > 0 and not a.attisdropped);
  v_all text;
  v_first text;
begin
  -- A name of a column outside of quotes is the column; PostgreSQL evaluates checks in the order of their names.
  select string_agg(x.fits, E'\n    and ' order by x.name),
    string_agg(format('when %s is false then %L', x.fits, x.name), E'\n    ' order by x.name)
  into v_all, v_first
  from (
    select k.conname as name, (
      select string_agg(case when p.n % 2 = 1 then regexp_replace(p.part, '\m(' || v_columns || ')\M', 'p.\1', 'g') else p.part end, '''' order by p.n)
      from string_to_table(pg_get_expr(k.conbin, k.conrelid), '''') with ordinality p (part, n)) as fits
    from pg_catalog.pg_constraint k where k.conrelid = p_table and k.contype = 'c') x;
  execute (select string_agg(format('alter table %s drop constraint %I', p_table, k.conname), '; ')
    from pg_catalog.pg_constraint k where k.conrelid = p_table and k.contype = 'c');
  execute format($f$create or replace function private.are_bounds_of_%1$s(p %2$s) returns boolean
language plpgsql immutable set search_path = '' as $body$
begin
  if (%3$s) is not false then return true; end if;
  return private.refuse_check(%5$L, %1$L, case %4$s end);
end $body$ $f$, v_table, p_table, v_all, v_first, (select c.relnamespace::regnamespace from pg_catalog.pg_class c where c.oid = p_table));
  execute format('comment on function private.are_bounds_of_%1$s is %2$L', v_table,
    'Tells whether a row keeps the bounds of its columns and the other checks of its table, and refuses it by the name of the first that it does not. Written by private.join_checks.');
  execute format('alter table %1$s add constraint %2$I check (private.are_bounds_of_%3$s(%3$I))', p_table, v_table || '_bounded', v_table);
end $function$;

CREATE OR REPLACE FUNCTION private.refuse_check(p_schema text, p_table text, p_check text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  raise exception using errcode = '23514', schema = p_schema, table = p_table, constraint = p_check,
    message = format('new row for relation "%s" violates check constraint "%s"', p_table, p_check);
end $function$;

COMMENT ON FUNCTION "private"."are_bounds_of_audit_log"(public.audit_log) IS 'Tells whether a row keeps the bounds of its columns and the other checks of its table, and refuses it by the name of the first that it does not. Written by private.join_checks.';

COMMENT ON FUNCTION "private"."are_bounds_of_booking_lines"(public.booking_lines) IS 'Tells whether a row keeps the bounds of its columns and the other checks of its table, and refuses it by the name of the first that it does not. Written by private.join_checks.';

COMMENT ON FUNCTION "private"."are_bounds_of_bookings"(public.bookings) IS 'Tells whether a row keeps the bounds of its columns and the other checks of its table, and refuses it by the name of the first that it does not. Written by private.join_checks.';

COMMENT ON FUNCTION "private"."are_bounds_of_cheque_events"(public.cheque_events) IS 'Tells whether a row keeps the bounds of its columns and the other checks of its table, and refuses it by the name of the first that it does not. Written by private.join_checks.';

COMMENT ON FUNCTION "private"."are_bounds_of_collection_allocations"(public.collection_allocations) IS 'Tells whether a row keeps the bounds of its columns and the other checks of its table, and refuses it by the name of the first that it does not. Written by private.join_checks.';

COMMENT ON FUNCTION "private"."are_bounds_of_collections"(public.collections) IS 'Tells whether a row keeps the bounds of its columns and the other checks of its table, and refuses it by the name of the first that it does not. Written by private.join_checks.';

COMMENT ON FUNCTION "private"."are_bounds_of_customer_finance_events"(public.customer_finance_events) IS 'Tells whether a row keeps the bounds of its columns and the other checks of its table, and refuses it by the name of the first that it does not. Written by private.join_checks.';

COMMENT ON FUNCTION "private"."are_bounds_of_delivery_receipts"(public.delivery_receipts) IS 'Tells whether a row keeps the bounds of its columns and the other checks of its table, and refuses it by the name of the first that it does not. Written by private.join_checks.';

COMMENT ON FUNCTION "private"."are_bounds_of_deposit_slips"(public.deposit_slips) IS 'Tells whether a row keeps the bounds of its columns and the other checks of its table, and refuses it by the name of the first that it does not. Written by private.join_checks.';

COMMENT ON FUNCTION "private"."are_bounds_of_document_numbers"(private.document_numbers) IS 'Tells whether a row keeps the bounds of its columns and the other checks of its table, and refuses it by the name of the first that it does not. Written by private.join_checks.';

COMMENT ON FUNCTION "private"."are_bounds_of_document_sums"(private.document_sums) IS 'Tells whether a row keeps the bounds of its columns and the other checks of its table, and refuses it by the name of the first that it does not. Written by private.join_checks.';

COMMENT ON FUNCTION "private"."are_bounds_of_idempotency_keys"(private.idempotency_keys) IS 'Tells whether a row keeps the bounds of its columns and the other checks of its table, and refuses it by the name of the first that it does not. Written by private.join_checks.';

COMMENT ON FUNCTION "private"."are_bounds_of_inventory"(public.inventory) IS 'Tells whether a row keeps the bounds of its columns and the other checks of its table, and refuses it by the name of the first that it does not. Written by private.join_checks.';

COMMENT ON FUNCTION "private"."are_bounds_of_money_entries"(public.money_entries) IS 'Tells whether a row keeps the bounds of its columns and the other checks of its table, and refuses it by the name of the first that it does not. Written by private.join_checks.';

COMMENT ON FUNCTION "private"."are_bounds_of_projects"(public.projects) IS 'Tells whether a row keeps the bounds of its columns and the other checks of its table, and refuses it by the name of the first that it does not. Written by private.join_checks.';

COMMENT ON FUNCTION "private"."are_bounds_of_receivable_entries"(public.receivable_entries) IS 'Tells whether a row keeps the bounds of its columns and the other checks of its table, and refuses it by the name of the first that it does not. Written by private.join_checks.';

COMMENT ON FUNCTION "private"."are_bounds_of_receivable_positions"(private.receivable_positions) IS 'Tells whether a row keeps the bounds of its columns and the other checks of its table, and refuses it by the name of the first that it does not. Written by private.join_checks.';

COMMENT ON FUNCTION "private"."are_bounds_of_sales_entries"(public.sales_entries) IS 'Tells whether a row keeps the bounds of its columns and the other checks of its table, and refuses it by the name of the first that it does not. Written by private.join_checks.';

COMMENT ON FUNCTION "private"."are_bounds_of_stock_movements"(public.stock_movements) IS 'Tells whether a row keeps the bounds of its columns and the other checks of its table, and refuses it by the name of the first that it does not. Written by private.join_checks.';

COMMENT ON FUNCTION "private"."bound_columns"(regclass) IS 'Adds the check <table>_<column>_bounded to each column of a table that has none yet. private.guard_table calls it, and each file that adds a column does again.';

COMMENT ON FUNCTION "private"."join_checks"(regclass) IS 'Joins all checks of a table that nobody writes directly in one, which calls a function: PostgreSQL reads the text of each check anew for every statement that writes the table, which costs more than evaluating it. A migration that changes a check has the function as a whole.';

COMMENT ON FUNCTION "private"."refuse_check"(text, text, text) IS 'Refuses a row as the check of this name would.';

REVOKE ALL ON FUNCTION "private"."are_bounds_of_audit_log"(public.audit_log) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."are_bounds_of_booking_lines"(public.booking_lines) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."are_bounds_of_cheque_events"(public.cheque_events) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."are_bounds_of_collection_allocations"(public.collection_allocations) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."are_bounds_of_customer_finance_events"(public.customer_finance_events) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."are_bounds_of_delivery_receipts"(public.delivery_receipts) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."are_bounds_of_deposit_slips"(public.deposit_slips) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."are_bounds_of_document_numbers"(private.document_numbers) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."are_bounds_of_document_sums"(private.document_sums) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."are_bounds_of_idempotency_keys"(private.idempotency_keys) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."are_bounds_of_inventory"(public.inventory) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."are_bounds_of_money_entries"(public.money_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."are_bounds_of_receivable_entries"(public.receivable_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."are_bounds_of_receivable_positions"(private.receivable_positions) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."are_bounds_of_sales_entries"(public.sales_entries) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."are_bounds_of_stock_movements"(public.stock_movements) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."join_checks"(regclass) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_check"(text, text, text) FROM PUBLIC;

ALTER TABLE "private"."document_numbers" ADD CONSTRAINT "document_numbers_bounded" CHECK (private.are_bounds_of_document_numbers(document_numbers.*));

ALTER TABLE "private"."document_sums" ADD CONSTRAINT "document_sums_bounded" CHECK (private.are_bounds_of_document_sums(document_sums.*));

ALTER TABLE "private"."idempotency_keys" ADD CONSTRAINT "idempotency_keys_bounded" CHECK (private.are_bounds_of_idempotency_keys(idempotency_keys.*));

ALTER TABLE "private"."receivable_positions" ADD CONSTRAINT "receivable_positions_bounded" CHECK (private.are_bounds_of_receivable_positions(receivable_positions.*));

ALTER TABLE "public"."audit_log" ADD CONSTRAINT "audit_log_bounded" CHECK (private.are_bounds_of_audit_log(audit_log.*));

ALTER TABLE "public"."booking_lines" ADD CONSTRAINT "booking_lines_bounded" CHECK (private.are_bounds_of_booking_lines(booking_lines.*));

ALTER TABLE "public"."cheque_events" ADD CONSTRAINT "cheque_events_bounded" CHECK (private.are_bounds_of_cheque_events(cheque_events.*));

ALTER TABLE "public"."collection_allocations" ADD CONSTRAINT "collection_allocations_bounded" CHECK (private.are_bounds_of_collection_allocations(collection_allocations.*));

ALTER TABLE "public"."customer_finance_events" ADD CONSTRAINT "customer_finance_events_bounded" CHECK (private.are_bounds_of_customer_finance_events(customer_finance_events.*));

ALTER TABLE "public"."delivery_receipts" ADD CONSTRAINT "delivery_receipts_bounded" CHECK (private.are_bounds_of_delivery_receipts(delivery_receipts.*));

ALTER TABLE "public"."deposit_slips" ADD CONSTRAINT "deposit_slips_bounded" CHECK (private.are_bounds_of_deposit_slips(deposit_slips.*));

ALTER TABLE "public"."inventory" ADD CONSTRAINT "inventory_bounded" CHECK (private.are_bounds_of_inventory(inventory.*));

ALTER TABLE "public"."money_entries" ADD CONSTRAINT "money_entries_bounded" CHECK (private.are_bounds_of_money_entries(money_entries.*));

ALTER TABLE "public"."receivable_entries" ADD CONSTRAINT "receivable_entries_bounded" CHECK (private.are_bounds_of_receivable_entries(receivable_entries.*));

ALTER TABLE "public"."sales_entries" ADD CONSTRAINT "sales_entries_bounded" CHECK (private.are_bounds_of_sales_entries(sales_entries.*));

ALTER TABLE "public"."stock_movements" ADD CONSTRAINT "stock_movements_bounded" CHECK (private.are_bounds_of_stock_movements(stock_movements.*));

set local check_function_bodies = off;

ALTER TABLE "public"."bookings" DROP CONSTRAINT "bookings_area_bounded";

ALTER TABLE "public"."bookings" DROP CONSTRAINT "bookings_booking_status_bounded";

ALTER TABLE "public"."bookings" DROP CONSTRAINT "bookings_cancel_reason_bounded";

ALTER TABLE "public"."bookings" DROP CONSTRAINT "bookings_collected_bounded";

ALTER TABLE "public"."bookings" DROP CONSTRAINT "bookings_created_at_bounded";

ALTER TABLE "public"."bookings" DROP CONSTRAINT "bookings_credited_bounded";

ALTER TABLE "public"."bookings" DROP CONSTRAINT "bookings_customer_name_bounded";

ALTER TABLE "public"."bookings" DROP CONSTRAINT "bookings_date_added_bounded";

ALTER TABLE "public"."bookings" DROP CONSTRAINT "bookings_date_cleared_bounded";

ALTER TABLE "public"."bookings" DROP CONSTRAINT "bookings_date_delivered_bounded";

ALTER TABLE "public"."bookings" DROP CONSTRAINT "bookings_date_due_bounded";

ALTER TABLE "public"."bookings" DROP CONSTRAINT "bookings_date_invoiced_bounded";

ALTER TABLE "public"."bookings" DROP CONSTRAINT "bookings_date_paid_bounded";

ALTER TABLE "public"."bookings" DROP CONSTRAINT "bookings_dates_reason_bounded";

ALTER TABLE "public"."bookings" DROP CONSTRAINT "bookings_deliver_to_bounded";

ALTER TABLE "public"."bookings" DROP CONSTRAINT "bookings_discount_bounded";

ALTER TABLE "public"."bookings" DROP CONSTRAINT "bookings_edited_at_bounded";

ALTER TABLE "public"."bookings" DROP CONSTRAINT "bookings_exempt_amount_bounded";

ALTER TABLE "public"."bookings" DROP CONSTRAINT "bookings_invoice_no_bounded";

ALTER TABLE "public"."bookings" DROP CONSTRAINT "bookings_invoice_no_changed_at_bounded";

ALTER TABLE "public"."bookings" DROP CONSTRAINT "bookings_modified_at_bounded";

ALTER TABLE "public"."bookings" DROP CONSTRAINT "bookings_opening_date_bounded";

ALTER TABLE "public"."bookings" DROP CONSTRAINT "bookings_override_reason_bounded";

ALTER TABLE "public"."bookings" DROP CONSTRAINT "bookings_remarks_bounded";

ALTER TABLE "public"."bookings" DROP CONSTRAINT "bookings_so_no_bounded";

ALTER TABLE "public"."bookings" DROP CONSTRAINT "bookings_store_name_bounded";

ALTER TABLE "public"."bookings" DROP CONSTRAINT "bookings_total_bounded";

ALTER TABLE "public"."bookings" DROP CONSTRAINT "bookings_uncleared_bounded";

ALTER TABLE "public"."bookings" DROP CONSTRAINT "bookings_validated_at_bounded";

ALTER TABLE "public"."bookings" DROP CONSTRAINT "bookings_vat_amount_bounded";

ALTER TABLE "public"."bookings" DROP CONSTRAINT "bookings_vat_percent_bounded";

ALTER TABLE "public"."bookings" DROP CONSTRAINT "bookings_version_bounded";

ALTER TABLE "public"."bookings" DROP CONSTRAINT "bookings_zero_rated_amount_bounded";

ALTER TABLE "public"."collections" DROP CONSTRAINT "collections_amount_bounded";

ALTER TABLE "public"."collections" DROP CONSTRAINT "collections_approved_at_bounded";

ALTER TABLE "public"."collections" DROP CONSTRAINT "collections_cancel_reason_bounded";

ALTER TABLE "public"."collections" DROP CONSTRAINT "collections_cheque_bank_bounded";

ALTER TABLE "public"."collections" DROP CONSTRAINT "collections_cheque_cleared_on_bounded";

ALTER TABLE "public"."collections" DROP CONSTRAINT "collections_cheque_date_bounded";

ALTER TABLE "public"."collections" DROP CONSTRAINT "collections_cheque_no_bounded";

ALTER TABLE "public"."collections" DROP CONSTRAINT "collections_cr_date_bounded";

ALTER TABLE "public"."collections" DROP CONSTRAINT "collections_cr_no_bounded";

ALTER TABLE "public"."collections" DROP CONSTRAINT "collections_created_at_bounded";

ALTER TABLE "public"."collections" DROP CONSTRAINT "collections_data_status_bounded";

ALTER TABLE "public"."collections" DROP CONSTRAINT "collections_date_collected_bounded";

ALTER TABLE "public"."collections" DROP CONSTRAINT "collections_drr_date_bounded";

ALTER TABLE "public"."collections" DROP CONSTRAINT "collections_drr_no_bounded";

ALTER TABLE "public"."collections" DROP CONSTRAINT "collections_modified_at_bounded";

ALTER TABLE "public"."collections" DROP CONSTRAINT "collections_paid_back_at_bounded";

ALTER TABLE "public"."collections" DROP CONSTRAINT "collections_paid_back_no_bounded";

ALTER TABLE "public"."collections" DROP CONSTRAINT "collections_paid_back_on_bounded";

ALTER TABLE "public"."collections" DROP CONSTRAINT "collections_paid_back_reason_bounded";

ALTER TABLE "public"."collections" DROP CONSTRAINT "collections_reference_no_bounded";

ALTER TABLE "public"."collections" DROP CONSTRAINT "collections_remarks_bounded";

ALTER TABLE "public"."collections" DROP CONSTRAINT "collections_reversed_bounded";

ALTER TABLE "public"."collections" DROP CONSTRAINT "collections_version_bounded";

ALTER TABLE "public"."projects" DROP CONSTRAINT "projects_address_bounded";

ALTER TABLE "public"."projects" DROP CONSTRAINT "projects_bad_order_count_bounded";

ALTER TABLE "public"."projects" DROP CONSTRAINT "projects_booking_count_bounded";

ALTER TABLE "public"."projects" DROP CONSTRAINT "projects_closed_through_bounded";

ALTER TABLE "public"."projects" DROP CONSTRAINT "projects_collection_group_list_bounded";

ALTER TABLE "public"."projects" DROP CONSTRAINT "projects_collection_list_bounded";

ALTER TABLE "public"."projects" DROP CONSTRAINT "projects_created_at_bounded";

ALTER TABLE "public"."projects" DROP CONSTRAINT "projects_credit_memo_count_bounded";

ALTER TABLE "public"."projects" DROP CONSTRAINT "projects_currency_bounded";

ALTER TABLE "public"."projects" DROP CONSTRAINT "projects_debit_memo_count_bounded";

ALTER TABLE "public"."projects" DROP CONSTRAINT "projects_delivery_receipt_count_bounded";

ALTER TABLE "public"."projects" DROP CONSTRAINT "projects_modified_at_bounded";

ALTER TABLE "public"."projects" DROP CONSTRAINT "projects_name_bounded";

ALTER TABLE "public"."projects" DROP CONSTRAINT "projects_other_info1_bounded";

ALTER TABLE "public"."projects" DROP CONSTRAINT "projects_other_info2_bounded";

ALTER TABLE "public"."projects" DROP CONSTRAINT "projects_owner_email_bounded";

ALTER TABLE "public"."projects" DROP CONSTRAINT "projects_owner_name_bounded";

ALTER TABLE "public"."projects" DROP CONSTRAINT "projects_payment_instructions_bounded";

ALTER TABLE "public"."projects" DROP CONSTRAINT "projects_phone_bounded";

ALTER TABLE "public"."projects" DROP CONSTRAINT "projects_product_categories1_bounded";

ALTER TABLE "public"."projects" DROP CONSTRAINT "projects_product_categories2_bounded";

ALTER TABLE "public"."projects" DROP CONSTRAINT "projects_product_categories3_bounded";

ALTER TABLE "public"."projects" DROP CONSTRAINT "projects_project_logos_bounded";

ALTER TABLE "public"."projects" DROP CONSTRAINT "projects_settings_bounded";

ALTER TABLE "public"."projects" DROP CONSTRAINT "projects_time_zone_bounded";

ALTER TABLE "public"."projects" DROP CONSTRAINT "projects_tin_no_bounded";

ALTER TABLE "public"."projects" DROP CONSTRAINT "projects_title_bounded";

ALTER TABLE "public"."projects" DROP CONSTRAINT "projects_version_bounded";

ALTER TABLE "public"."projects" DROP CONSTRAINT "projects_voucher_count_bounded";

CREATE OR REPLACE FUNCTION private.are_bounds_of_bookings(p public.bookings)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if (length(p.so_no) <= 400 and p.so_no !~ E'[\\x01-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]') is not false
    and (length(p.customer_name) <= 400 and p.customer_name !~ E'[\\x01-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]') is not false
    and (length(p.store_name) <= 400 and p.store_name !~ E'[\\x01-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]') is not false
    and (length(p.deliver_to) <= 400 and p.deliver_to !~ E'[\\x01-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]') is not false
    and (length(p.area) <= 400 and p.area !~ E'[\\x01-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]') is not false
    and (length(p.booking_status) <= 400 and p.booking_status !~ E'[\\x01-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]') is not false
    and (p.date_added between date '1900-01-01' and date '2999-12-31') is not false
    and (p.validated_at >= timestamptz '1900-01-01 00:00Z' and p.validated_at < timestamptz '3000-01-01 00:00Z') is not false
    and (length(p.override_reason) <= 400 and p.override_reason !~ E'[\\x01-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]') is not false
    and (length(p.invoice_no) <= 400 and p.invoice_no !~ E'[\\x01-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]') is not false
    and (p.date_invoiced between date '1900-01-01' and date '2999-12-31') is not false
    and (p.invoice_no_changed_at >= timestamptz '1900-01-01 00:00Z' and p.invoice_no_changed_at < timestamptz '3000-01-01 00:00Z') is not false
    and (p.date_delivered between date '1900-01-01' and date '2999-12-31') is not false
    and (p.date_due between date '1900-01-01' and date '2999-12-31') is not false
    and (p.vat_percent between -99.99 and 99.99) is not false
    and (p.date_paid between date '1900-01-01' and date '2999-12-31') is not false
    and (p.date_cleared between date '1900-01-01' and date '2999-12-31') is not false
    and (length(p.cancel_reason) <= 400 and p.cancel_reason !~ E'[\\x01-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]') is not false
    and (length(p.dates_reason) <= 400 and p.dates_reason !~ E'[\\x01-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]') is not false
    and (p.total between -999999999999.99 and 999999999999.99) is not false
    and (p.discount between -999999999999.99 and 999999999999.99) is not false
    and (p.vat_amount between -999999999999.99 and 999999999999.99) is not false
    and (p.exempt_amount between -999999999999.99 and 999999999999.99) is not false
    and (p.zero_rated_amount between -999999999999.99 and 999999999999.99) is not false
    and (p.collected between -999999999999.99 and 999999999999.99) is not false
    and (p.uncleared between -999999999999.99 and 999999999999.99) is not false
    and (p.credited between -999999999999.99 and 999999999999.99) is not false
    and (length(p.remarks) <= 400 and p.remarks !~ E'[\\x01-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]') is not false
    and (p.edited_at >= timestamptz '1900-01-01 00:00Z' and p.edited_at < timestamptz '3000-01-01 00:00Z') is not false
    and (p.version between -1000000000 and 1000000000) is not false
    and (p.created_at >= timestamptz '1900-01-01 00:00Z' and p.created_at < timestamptz '3000-01-01 00:00Z') is not false
    and (p.modified_at >= timestamptz '1900-01-01 00:00Z' and p.modified_at < timestamptz '3000-01-01 00:00Z') is not false
    and (p.opening_date between date '1900-01-01' and date '2999-12-31') is not false then return true; end if;
  return private.refuse_bound('public', 'bookings', case when (length(p.so_no) <= 400 and p.so_no !~ E'[\\x01-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]') is false then 'so_no'
    when (length(p.customer_name) <= 400 and p.customer_name !~ E'[\\x01-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]') is false then 'customer_name'
    when (length(p.store_name) <= 400 and p.store_name !~ E'[\\x01-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]') is false then 'store_name'
    when (length(p.deliver_to) <= 400 and p.deliver_to !~ E'[\\x01-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]') is false then 'deliver_to'
    when (length(p.area) <= 400 and p.area !~ E'[\\x01-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]') is false then 'area'
    when (length(p.booking_status) <= 400 and p.booking_status !~ E'[\\x01-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]') is false then 'booking_status'
    when (p.date_added between date '1900-01-01' and date '2999-12-31') is false then 'date_added'
    when (p.validated_at >= timestamptz '1900-01-01 00:00Z' and p.validated_at < timestamptz '3000-01-01 00:00Z') is false then 'validated_at'
    when (length(p.override_reason) <= 400 and p.override_reason !~ E'[\\x01-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]') is false then 'override_reason'
    when (length(p.invoice_no) <= 400 and p.invoice_no !~ E'[\\x01-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]') is false then 'invoice_no'
    when (p.date_invoiced between date '1900-01-01' and date '2999-12-31') is false then 'date_invoiced'
    when (p.invoice_no_changed_at >= timestamptz '1900-01-01 00:00Z' and p.invoice_no_changed_at < timestamptz '3000-01-01 00:00Z') is false then 'invoice_no_changed_at'
    when (p.date_delivered between date '1900-01-01' and date '2999-12-31') is false then 'date_delivered'
    when (p.date_due between date '1900-01-01' and date '2999-12-31') is false then 'date_due'
    when (p.vat_percent between -99.99 and 99.99) is false then 'vat_percent'
    when (p.date_paid between date '1900-01-01' and date '2999-12-31') is false then 'date_paid'
    when (p.date_cleared between date '1900-01-01' and date '2999-12-31') is false then 'date_cleared'
    when (length(p.cancel_reason) <= 400 and p.cancel_reason !~ E'[\\x01-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]') is false then 'cancel_reason'
    when (length(p.dates_reason) <= 400 and p.dates_reason !~ E'[\\x01-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]') is false then 'dates_reason'
    when (p.total between -999999999999.99 and 999999999999.99) is false then 'total'
    when (p.discount between -999999999999.99 and 999999999999.99) is false then 'discount'
    when (p.vat_amount between -999999999999.99 and 999999999999.99) is false then 'vat_amount'
    when (p.exempt_amount between -999999999999.99 and 999999999999.99) is false then 'exempt_amount'
    when (p.zero_rated_amount between -999999999999.99 and 999999999999.99) is false then 'zero_rated_amount'
    when (p.collected between -999999999999.99 and 999999999999.99) is false then 'collected'
    when (p.uncleared between -999999999999.99 and 999999999999.99) is false then 'uncleared'
    when (p.credited between -999999999999.99 and 999999999999.99) is false then 'credited'
    when (length(p.remarks) <= 400 and p.remarks !~ E'[\\x01-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]') is false then 'remarks'
    when (p.edited_at >= timestamptz '1900-01-01 00:00Z' and p.edited_at < timestamptz '3000-01-01 00:00Z') is false then 'edited_at'
    when (p.version between -1000000000 and 1000000000) is false then 'version'
    when (p.created_at >= timestamptz '1900-01-01 00:00Z' and p.created_at < timestamptz '3000-01-01 00:00Z') is false then 'created_at'
    when (p.modified_at >= timestamptz '1900-01-01 00:00Z' and p.modified_at < timestamptz '3000-01-01 00:00Z') is false then 'modified_at'
    when (p.opening_date between date '1900-01-01' and date '2999-12-31') is false then 'opening_date' end);
end $function$;

CREATE OR REPLACE FUNCTION private.are_bounds_of_collections(p public.collections)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if (p.amount between -999999999999.99 and 999999999999.99) is not false
    and (length(p.cr_no) <= 400 and p.cr_no !~ E'[\\x01-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]') is not false
    and (p.cr_date between date '1900-01-01' and date '2999-12-31') is not false
    and (length(p.drr_no) <= 400 and p.drr_no !~ E'[\\x01-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]') is not false
    and (p.drr_date between date '1900-01-01' and date '2999-12-31') is not false
    and (p.date_collected between date '1900-01-01' and date '2999-12-31') is not false
    and (length(p.data_status) <= 400 and p.data_status !~ E'[\\x01-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]') is not false
    and (length(p.cheque_bank) <= 400 and p.cheque_bank !~ E'[\\x01-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]') is not false
    and (length(p.cheque_no) <= 400 and p.cheque_no !~ E'[\\x01-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]') is not false
    and (p.cheque_date between date '1900-01-01' and date '2999-12-31') is not false
    and (p.cheque_cleared_on between date '1900-01-01' and date '2999-12-31') is not false
    and (length(p.reference_no) <= 400 and p.reference_no !~ E'[\\x01-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]') is not false
    and (p.reversed between -999999999999.99 and 999999999999.99) is not false
    and (p.approved_at >= timestamptz '1900-01-01 00:00Z' and p.approved_at < timestamptz '3000-01-01 00:00Z') is not false
    and (length(p.cancel_reason) <= 400 and p.cancel_reason !~ E'[\\x01-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]') is not false
    and (p.paid_back_on between date '1900-01-01' and date '2999-12-31') is not false
    and (length(p.paid_back_no) <= 400 and p.paid_back_no !~ E'[\\x01-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]') is not false
    and (length(p.paid_back_reason) <= 400 and p.paid_back_reason !~ E'[\\x01-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]') is not false
    and (p.paid_back_at >= timestamptz '1900-01-01 00:00Z' and p.paid_back_at < timestamptz '3000-01-01 00:00Z') is not false
    and (length(p.remarks) <= 400 and p.remarks !~ E'[\\x01-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]') is not false
    and (p.version between -1000000000 and 1000000000) is not false
    and (p.created_at >= timestamptz '1900-01-01 00:00Z' and p.created_at < timestamptz '3000-01-01 00:00Z') is not false
    and (p.modified_at >= timestamptz '1900-01-01 00:00Z' and p.modified_at < timestamptz '3000-01-01 00:00Z') is not false then return true; end if;
  return private.refuse_bound('public', 'collections', case when (p.amount between -999999999999.99 and 999999999999.99) is false then 'amount'
    when (length(p.cr_no) <= 400 and p.cr_no !~ E'[\\x01-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]') is false then 'cr_no'
    when (p.cr_date between date '1900-01-01' and date '2999-12-31') is false then 'cr_date'
    when (length(p.drr_no) <= 400 and p.drr_no !~ E'[\\x01-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]') is false then 'drr_no'
    when (p.drr_date between date '1900-01-01' and date '2999-12-31') is false then 'drr_date'
    when (p.date_collected between date '1900-01-01' and date '2999-12-31') is false then 'date_collected'
    when (length(p.data_status) <= 400 and p.data_status !~ E'[\\x01-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]') is false then 'data_status'
    when (length(p.cheque_bank) <= 400 and p.cheque_bank !~ E'[\\x01-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]') is false then 'cheque_bank'
    when (length(p.cheque_no) <= 400 and p.cheque_no !~ E'[\\x01-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]') is false then 'cheque_no'
    when (p.cheque_date between date '1900-01-01' and date '2999-12-31') is false then 'cheque_date'
    when (p.cheque_cleared_on between date '1900-01-01' and date '2999-12-31') is false then 'cheque_cleared_on'
    when (length(p.reference_no) <= 400 and p.reference_no !~ E'[\\x01-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]') is false then 'reference_no'
    when (p.reversed between -999999999999.99 and 999999999999.99) is false then 'reversed'
    when (p.approved_at >= timestamptz '1900-01-01 00:00Z' and p.approved_at < timestamptz '3000-01-01 00:00Z') is false then 'approved_at'
    when (length(p.cancel_reason) <= 400 and p.cancel_reason !~ E'[\\x01-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]') is false then 'cancel_reason'
    when (p.paid_back_on between date '1900-01-01' and date '2999-12-31') is false then 'paid_back_on'
    when (length(p.paid_back_no) <= 400 and p.paid_back_no !~ E'[\\x01-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]') is false then 'paid_back_no'
    when (length(p.paid_back_reason) <= 400 and p.paid_back_reason !~ E'[\\x01-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]') is false then 'paid_back_reason'
    when (p.paid_back_at >= timestamptz '1900-01-01 00:00Z' and p.paid_back_at < timestamptz '3000-01-01 00:00Z') is false then 'paid_back_at'
    when (length(p.remarks) <= 400 and p.remarks !~ E'[\\x01-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]') is false then 'remarks'
    when (p.version between -1000000000 and 1000000000) is false then 'version'
    when (p.created_at >= timestamptz '1900-01-01 00:00Z' and p.created_at < timestamptz '3000-01-01 00:00Z') is false then 'created_at'
    when (p.modified_at >= timestamptz '1900-01-01 00:00Z' and p.modified_at < timestamptz '3000-01-01 00:00Z') is false then 'modified_at' end);
end $function$;

CREATE OR REPLACE FUNCTION private.are_bounds_of_projects(p public.projects)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if (length(p.name) <= 400 and p.name !~ E'[\\x01-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]') is not false
    and (length(p.owner_name) <= 400 and p.owner_name !~ E'[\\x01-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]') is not false
    and (length(p.owner_email) <= 400 and p.owner_email !~ E'[\\x01-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]') is not false
    and (private.are_short_texts(p.product_categories1, 200, 300)) is not false
    and (private.are_short_texts(p.product_categories2, 200, 300)) is not false
    and (private.are_short_texts(p.product_categories3, 200, 300)) is not false
    and (private.are_short_texts(p.project_logos, 200, 300)) is not false
    and (p.booking_count between -1000000000 and 1000000000) is not false
    and (p.voucher_count between -1000000000 and 1000000000) is not false
    and (p.credit_memo_count between -1000000000 and 1000000000) is not false
    and (p.bad_order_count between -1000000000 and 1000000000) is not false
    and (p.debit_memo_count between -1000000000 and 1000000000) is not false
    and (p.delivery_receipt_count between -1000000000 and 1000000000) is not false
    and (length(p.collection_list) <= 400 and p.collection_list !~ E'[\\x01-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]') is not false
    and (private.are_short_texts(p.collection_group_list, 200, 300)) is not false
    and (length(p.address) <= 400 and p.address !~ E'[\\x01-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]') is not false
    and (length(p.title) <= 400 and p.title !~ E'[\\x01-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]') is not false
    and (length(p.tin_no) <= 400 and p.tin_no !~ E'[\\x01-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]') is not false
    and (length(p.phone) <= 400 and p.phone !~ E'[\\x01-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]') is not false
    and (length(p.payment_instructions) <= 400 and p.payment_instructions !~ E'[\\x01-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]') is not false
    and (length(p.other_info1) <= 400 and p.other_info1 !~ E'[\\x01-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]') is not false
    and (length(p.other_info2) <= 400 and p.other_info2 !~ E'[\\x01-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]') is not false
    and (length(p.time_zone) <= 400 and p.time_zone !~ E'[\\x01-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]') is not false
    and (length(p.currency) <= 400 and p.currency !~ E'[\\x01-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]') is not false
    and (pg_column_size(p.settings) <= 1000000) is not false
    and (p.closed_through between date '1900-01-01' and date '2999-12-31') is not false
    and (p.version between -1000000000 and 1000000000) is not false
    and (p.created_at >= timestamptz '1900-01-01 00:00Z' and p.created_at < timestamptz '3000-01-01 00:00Z') is not false
    and (p.modified_at >= timestamptz '1900-01-01 00:00Z' and p.modified_at < timestamptz '3000-01-01 00:00Z') is not false then return true; end if;
  return private.refuse_bound('public', 'projects', case when (length(p.name) <= 400 and p.name !~ E'[\\x01-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]') is false then 'name'
    when (length(p.owner_name) <= 400 and p.owner_name !~ E'[\\x01-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]') is false then 'owner_name'
    when (length(p.owner_email) <= 400 and p.owner_email !~ E'[\\x01-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]') is false then 'owner_email'
    when (private.are_short_texts(p.product_categories1, 200, 300)) is false then 'product_categories1'
    when (private.are_short_texts(p.product_categories2, 200, 300)) is false then 'product_categories2'
    when (private.are_short_texts(p.product_categories3, 200, 300)) is false then 'product_categories3'
    when (private.are_short_texts(p.project_logos, 200, 300)) is false then 'project_logos'
    when (p.booking_count between -1000000000 and 1000000000) is false then 'booking_count'
    when (p.voucher_count between -1000000000 and 1000000000) is false then 'voucher_count'
    when (p.credit_memo_count between -1000000000 and 1000000000) is false then 'credit_memo_count'
    when (p.bad_order_count between -1000000000 and 1000000000) is false then 'bad_order_count'
    when (p.debit_memo_count between -1000000000 and 1000000000) is false then 'debit_memo_count'
    when (p.delivery_receipt_count between -1000000000 and 1000000000) is false then 'delivery_receipt_count'
    when (length(p.collection_list) <= 400 and p.collection_list !~ E'[\\x01-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]') is false then 'collection_list'
    when (private.are_short_texts(p.collection_group_list, 200, 300)) is false then 'collection_group_list'
    when (length(p.address) <= 400 and p.address !~ E'[\\x01-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]') is false then 'address'
    when (length(p.title) <= 400 and p.title !~ E'[\\x01-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]') is false then 'title'
    when (length(p.tin_no) <= 400 and p.tin_no !~ E'[\\x01-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]') is false then 'tin_no'
    when (length(p.phone) <= 400 and p.phone !~ E'[\\x01-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]') is false then 'phone'
    when (length(p.payment_instructions) <= 400 and p.payment_instructions !~ E'[\\x01-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]') is false then 'payment_instructions'
    when (length(p.other_info1) <= 400 and p.other_info1 !~ E'[\\x01-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]') is false then 'other_info1'
    when (length(p.other_info2) <= 400 and p.other_info2 !~ E'[\\x01-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]') is false then 'other_info2'
    when (length(p.time_zone) <= 400 and p.time_zone !~ E'[\\x01-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]') is false then 'time_zone'
    when (length(p.currency) <= 400 and p.currency !~ E'[\\x01-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]') is false then 'currency'
    when (pg_column_size(p.settings) <= 1000000) is false then 'settings'
    when (p.closed_through between date '1900-01-01' and date '2999-12-31') is false then 'closed_through'
    when (p.version between -1000000000 and 1000000000) is false then 'version'
    when (p.created_at >= timestamptz '1900-01-01 00:00Z' and p.created_at < timestamptz '3000-01-01 00:00Z') is false then 'created_at'
    when (p.modified_at >= timestamptz '1900-01-01 00:00Z' and p.modified_at < timestamptz '3000-01-01 00:00Z') is false then 'modified_at' end);
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
  if to_regprocedure(format('private.are_bounds_of_%s(%s)', v_table, p_table)) is not null then
    perform private.join_bounds(p_table);
    return;
  end if;
  for v_column in select * from private.bounds_of_columns(p_table) b where not b.has_check loop
    execute format('alter table %s add constraint %I check (%s)', p_table, v_table || '_' || v_column.name || '_bounded', v_column.bound);
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.bounds_of_columns(p_table regclass)
 RETURNS TABLE(place integer, name text, bound text, has_check boolean)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select x.* from (
    select a.attnum::int, a.attname::text, private.column_bound(a.attname, a.atttypid, a.atttypmod,
        coalesce(string_agg(pg_get_constraintdef(k.oid), ' ') filter (where k.conname <> c.relname || '_' || a.attname || '_bounded'), '')),
      coalesce(bool_or(k.conname = c.relname || '_' || a.attname || '_bounded'), false)
    from pg_catalog.pg_attribute a
    join pg_catalog.pg_class c on c.oid = a.attrelid
    left join pg_catalog.pg_constraint k on k.conrelid = a.attrelid and k.contype = 'c' and k.conkey = array[a.attnum]
    where a.attrelid = p_table and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity = ''
    group by c.relname, a.attnum, a.attname, a.atttypid, a.atttypmod) x (place, name, bound, has_check)
  where x.bound is not null order by x.place
$function$;

CREATE OR REPLACE FUNCTION private.join_bounds(p_table regclass)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_table text := (select c.relname from pg_catalog.pg_class c where c.oid = p_table);
  v_all text;
  v_first text;
  v_column record;
begin
  -- A bound names its column once or twice, and nothing else by that word.
  select string_agg(format('(%s) is not false', x.bound), E'\n    and ' order by x.place),
    string_agg(format('when (%s) is false then %L', x.bound, x.name), E'\n    ' order by x.place)
  into v_all, v_first
  from (select b.place, b.name, regexp_replace(b.bound, '\m' || b.name || '\M', 'p.' || quote_ident(b.name), 'g') as bound from private.bounds_of_columns(p_table) b) x;
  execute format($f$create or replace function private.are_bounds_of_%1$s(p %2$s) returns boolean
language plpgsql immutable set search_path = '' as $body$
begin
  if %3$s then return true; end if;
  return private.refuse_bound(%5$L, %1$L, case %4$s end);
end $body$ $f$, v_table, p_table, v_all, v_first, (select c.relnamespace::regnamespace from pg_catalog.pg_class c where c.oid = p_table));
  execute format('comment on function private.are_bounds_of_%1$s is %2$L', v_table,
    'Tells whether the values of a row are within the bounds of their columns, and refuses it otherwise. Written by private.join_bounds.');
  for v_column in select * from private.bounds_of_columns(p_table) b where b.has_check loop
    execute format('alter table %s drop constraint %I', p_table, v_table || '_' || v_column.name || '_bounded');
  end loop;
  if not exists (select from pg_catalog.pg_constraint k where k.conrelid = p_table and k.conname = v_table || '_bounded') then
    execute format('alter table %1$s add constraint %2$I check (private.are_bounds_of_%3$s(%3$I))', p_table, v_table || '_bounded', v_table);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.refuse_bound(p_schema text, p_table text, p_column text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  raise exception using errcode = '23514', schema = p_schema, table = p_table, constraint = p_table || '_' || p_column || '_bounded',
    message = format('new row for relation "%s" violates check constraint "%s_%s_bounded"', p_table, p_table, p_column);
end $function$;

COMMENT ON FUNCTION "private"."are_bounds_of_bookings"(public.bookings) IS 'Tells whether the values of a row are within the bounds of their columns, and refuses it otherwise. Written by private.join_bounds.';

COMMENT ON FUNCTION "private"."are_bounds_of_collections"(public.collections) IS 'Tells whether the values of a row are within the bounds of their columns, and refuses it otherwise. Written by private.join_bounds.';

COMMENT ON FUNCTION "private"."are_bounds_of_projects"(public.projects) IS 'Tells whether the values of a row are within the bounds of their columns, and refuses it otherwise. Written by private.join_bounds.';

COMMENT ON FUNCTION "private"."bounds_of_columns"(regclass) IS 'Returns the columns of a table that need a bound of their own, with that bound and whether the check <table>_<column>_bounded is there.';

COMMENT ON FUNCTION "private"."join_bounds"(regclass) IS 'Joins the bounds of all columns of a wide table that nobody writes directly in one check, which calls a function: PostgreSQL reads the text of each check anew for every statement that writes the table, and of some forty checks that costs more than evaluating them.';

COMMENT ON FUNCTION "private"."refuse_bound"(text, text, text) IS 'Refuses a row as the check <table>_<column>_bounded would.';

REVOKE ALL ON FUNCTION "private"."are_bounds_of_bookings"(public.bookings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."are_bounds_of_collections"(public.collections) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."are_bounds_of_projects"(public.projects) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."bounds_of_columns"(regclass) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."join_bounds"(regclass) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_bound"(text, text, text) FROM PUBLIC;

ALTER TABLE "public"."bookings" ADD CONSTRAINT "bookings_bounded" CHECK (private.are_bounds_of_bookings(bookings.*));

ALTER TABLE "public"."collections" ADD CONSTRAINT "collections_bounded" CHECK (private.are_bounds_of_collections(collections.*));

ALTER TABLE "public"."projects" ADD CONSTRAINT "projects_bounded" CHECK (private.are_bounds_of_projects(projects.*));

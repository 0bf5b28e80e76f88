DROP INDEX "public"."bookings_invoice_no_key";

DROP INDEX "public"."bookings_invoiced_idx";

DROP INDEX "public"."bookings_numbered_idx";

DROP INDEX "public"."collections_cheque_key";

DROP INDEX "public"."collections_cr_date_idx";

DROP INDEX "public"."collections_numbered_idx";

DROP INDEX "public"."stock_movements_issue_idx";

CREATE UNIQUE INDEX bookings_invoice_no_key ON public.bookings USING btree (project_id, invoice_no) WHERE (invoice_no IS NOT NULL);

CREATE UNIQUE INDEX collections_cheque_key ON public.collections USING btree (project_id, cheque_bank, cheque_no) WHERE (cheque_no IS NOT NULL);

CREATE INDEX bookings_invoiced_idx ON public.bookings USING btree (project_id, date_invoiced, private.invoice_series(invoice_no), private.invoice_serial(invoice_no)) INCLUDE (invoice_no, is_opening) WHERE (date_invoiced IS NOT NULL);

CREATE INDEX collections_cr_date_idx ON public.collections USING btree (project_id, cr_date, private.invoice_series(cr_no), private.invoice_serial(cr_no)) INCLUDE (cr_no, from_archive, part_no);

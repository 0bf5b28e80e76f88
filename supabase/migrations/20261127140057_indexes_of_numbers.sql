DROP INDEX "public"."bookings_invoiced_idx";

DROP INDEX "public"."collections_cr_date_idx";

CREATE INDEX bookings_invoiced_idx ON public.bookings USING btree (project_id, date_invoiced) WHERE (date_invoiced IS NOT NULL);

CREATE INDEX collections_cr_date_idx ON public.collections USING btree (project_id, cr_date);

CREATE INDEX bookings_numbered_idx ON public.bookings USING btree (project_id, date_invoiced, private.invoice_series(invoice_no), private.invoice_serial(invoice_no)) INCLUDE (invoice_no) WHERE ((invoice_no IS NOT NULL) AND (NOT is_opening));

CREATE INDEX collections_numbered_idx ON public.collections USING btree (project_id, cr_date, private.invoice_series(cr_no), private.invoice_serial(cr_no)) INCLUDE (cr_no) WHERE ((NOT from_archive) AND (part_no = 1));

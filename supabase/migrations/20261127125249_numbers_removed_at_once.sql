DROP TRIGGER "keep_record_no_of_bad_order" ON "public"."bad_orders";

DROP TRIGGER "keep_invoice_no_of_invoice" ON "public"."bookings";

DROP TRIGGER "keep_so_no_of_booking" ON "public"."bookings";

DROP TRIGGER "keep_cheque_no_of_cheque" ON "public"."collections";

DROP TRIGGER "keep_cr_no_of_collection" ON "public"."collections";

DROP TRIGGER "keep_dr_no_of_delivery_receipt" ON "public"."delivery_receipts";

DROP TRIGGER "keep_slip_no_of_deposit" ON "public"."deposit_slips";

DROP TRIGGER "keep_cheque_no_of_issued_cheque" ON "public"."issued_cheques";

DROP TRIGGER "keep_memo_no_of_memo" ON "public"."memos";

DROP TRIGGER "keep_po_no_of_purchase" ON "public"."purchases";

DROP TRIGGER "keep_drr_no_of_remittance" ON "public"."remittances";

DROP TRIGGER "keep_voucher_no_of_voucher" ON "public"."vouchers";

DROP TRIGGER "keep_request_no_of_warehouse_request" ON "public"."warehouse_requests";

CREATE OR REPLACE FUNCTION private.keep_number()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_kind text := tg_argv[0];
  v_number text;
begin
  -- One branch for each table: a branch that does not run need not know its columns.
  if v_kind = 'booking' then v_number := new.so_no;
  elsif v_kind = 'invoice' then v_number := new.invoice_no;
  elsif v_kind = 'delivery_receipt' then v_number := new.dr_no;
  elsif v_kind = 'memo' then v_number := new.memo_no;
  elsif v_kind = 'warehouse_request' then v_number := new.request_no;
  elsif v_kind = 'bad_order' then v_number := new.record_no;
  -- The parts of a receipt have one CR number: its first part stands for it.
  elsif v_kind = 'collection' then if new.part_no = 1 then v_number := new.cr_no; end if;
  elsif v_kind in ('cheque', 'issued_cheque') then v_number := new.cheque_no;
  elsif v_kind = 'remittance' then v_number := new.drr_no;
  elsif v_kind = 'deposit' then v_number := new.slip_no;
  elsif v_kind = 'purchase' then v_number := new.po_no;
  else v_number := new.voucher_no::text; end if;
  if v_number is not null then
    insert into private.document_numbers (project_id, kind, id, number) values (new.project_id, v_kind, new.id, v_number)
    on conflict (project_id, kind, id) do update set number = excluded.number;
  elsif tg_op = 'UPDATE' then
    delete from private.document_numbers n where n.project_id = new.project_id and n.kind = v_kind and n.id = new.id;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.remove_numbers()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- All rows at once: one by one, a table without statistics is searched by an index of numbers for each of them.
  delete from private.document_numbers n using gone g where n.project_id = g.project_id and n.id = g.id;
  return null;
end $function$;

CREATE TRIGGER keep_record_no_of_bad_order AFTER INSERT OR UPDATE OF record_no ON public.bad_orders FOR EACH ROW EXECUTE FUNCTION private.keep_number('bad_order');

CREATE TRIGGER remove_numbers AFTER DELETE ON public.bad_orders REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION private.remove_numbers();

CREATE TRIGGER keep_invoice_no_of_invoice AFTER INSERT OR UPDATE OF invoice_no ON public.bookings FOR EACH ROW EXECUTE FUNCTION private.keep_number('invoice');

CREATE TRIGGER keep_so_no_of_booking AFTER INSERT OR UPDATE OF so_no ON public.bookings FOR EACH ROW EXECUTE FUNCTION private.keep_number('booking');

CREATE TRIGGER remove_numbers AFTER DELETE ON public.bookings REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION private.remove_numbers();

CREATE TRIGGER keep_cheque_no_of_cheque AFTER INSERT OR UPDATE OF cheque_no ON public.collections FOR EACH ROW EXECUTE FUNCTION private.keep_number('cheque');

CREATE TRIGGER keep_cr_no_of_collection AFTER INSERT OR UPDATE OF cr_no ON public.collections FOR EACH ROW EXECUTE FUNCTION private.keep_number('collection');

CREATE TRIGGER remove_numbers AFTER DELETE ON public.collections REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION private.remove_numbers();

CREATE TRIGGER keep_dr_no_of_delivery_receipt AFTER INSERT OR UPDATE OF dr_no ON public.delivery_receipts FOR EACH ROW EXECUTE FUNCTION private.keep_number('delivery_receipt');

CREATE TRIGGER remove_numbers AFTER DELETE ON public.delivery_receipts REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION private.remove_numbers();

CREATE TRIGGER keep_slip_no_of_deposit AFTER INSERT OR UPDATE OF slip_no ON public.deposit_slips FOR EACH ROW EXECUTE FUNCTION private.keep_number('deposit');

CREATE TRIGGER remove_numbers AFTER DELETE ON public.deposit_slips REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION private.remove_numbers();

CREATE TRIGGER keep_cheque_no_of_issued_cheque AFTER INSERT OR UPDATE OF cheque_no ON public.issued_cheques FOR EACH ROW EXECUTE FUNCTION private.keep_number('issued_cheque');

CREATE TRIGGER remove_numbers AFTER DELETE ON public.issued_cheques REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION private.remove_numbers();

CREATE TRIGGER keep_memo_no_of_memo AFTER INSERT OR UPDATE OF memo_no ON public.memos FOR EACH ROW EXECUTE FUNCTION private.keep_number('memo');

CREATE TRIGGER remove_numbers AFTER DELETE ON public.memos REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION private.remove_numbers();

CREATE TRIGGER keep_po_no_of_purchase AFTER INSERT OR UPDATE OF po_no ON public.purchases FOR EACH ROW EXECUTE FUNCTION private.keep_number('purchase');

CREATE TRIGGER remove_numbers AFTER DELETE ON public.purchases REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION private.remove_numbers();

CREATE TRIGGER keep_drr_no_of_remittance AFTER INSERT OR UPDATE OF drr_no ON public.remittances FOR EACH ROW EXECUTE FUNCTION private.keep_number('remittance');

CREATE TRIGGER remove_numbers AFTER DELETE ON public.remittances REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION private.remove_numbers();

CREATE TRIGGER keep_voucher_no_of_voucher AFTER INSERT OR UPDATE OF voucher_no ON public.vouchers FOR EACH ROW EXECUTE FUNCTION private.keep_number('voucher');

CREATE TRIGGER remove_numbers AFTER DELETE ON public.vouchers REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION private.remove_numbers();

CREATE TRIGGER keep_request_no_of_warehouse_request AFTER INSERT OR UPDATE OF request_no ON public.warehouse_requests FOR EACH ROW EXECUTE FUNCTION private.keep_number('warehouse_request');

CREATE TRIGGER remove_numbers AFTER DELETE ON public.warehouse_requests REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION private.remove_numbers();

COMMENT ON FUNCTION "private"."remove_numbers"() IS 'Trigger: removes the numbers of documents that an undone import deletes.';

REVOKE ALL ON FUNCTION "private"."remove_numbers"() FROM PUBLIC;

set local check_function_bodies = off;

DROP INDEX "public"."bad_orders_record_no_end_idx";

DROP INDEX "public"."bad_orders_record_no_find_idx";

DROP INDEX "public"."bad_orders_record_no_part_idx";

DROP INDEX "public"."bookings_invoice_no_end_idx";

DROP INDEX "public"."bookings_invoice_no_find_idx";

DROP INDEX "public"."bookings_invoice_no_part_idx";

DROP INDEX "public"."bookings_so_no_end_idx";

DROP INDEX "public"."bookings_so_no_find_idx";

DROP INDEX "public"."bookings_so_no_part_idx";

DROP INDEX "public"."collections_cheque_no_end_idx";

DROP INDEX "public"."collections_cheque_no_find_idx";

DROP INDEX "public"."collections_cheque_no_part_idx";

DROP INDEX "public"."collections_cr_no_end_idx";

DROP INDEX "public"."collections_cr_no_find_idx";

DROP INDEX "public"."collections_cr_no_part_idx";

DROP INDEX "public"."delivery_receipts_dr_no_part_idx";

DROP INDEX "public"."delivery_receipts_no_end_idx";

DROP INDEX "public"."delivery_receipts_no_find_idx";

DROP INDEX "public"."deposit_slips_slip_no_end_idx";

DROP INDEX "public"."deposit_slips_slip_no_find_idx";

DROP INDEX "public"."deposit_slips_slip_no_part_idx";

DROP INDEX "public"."issued_cheques_cheque_no_part_idx";

DROP INDEX "public"."issued_cheques_no_end_idx";

DROP INDEX "public"."issued_cheques_no_find_idx";

DROP INDEX "public"."memos_memo_no_end_idx";

DROP INDEX "public"."memos_memo_no_find_idx";

DROP INDEX "public"."memos_memo_no_part_idx";

DROP INDEX "public"."purchases_po_no_end_idx";

DROP INDEX "public"."purchases_po_no_find_idx";

DROP INDEX "public"."purchases_po_no_part_idx";

DROP INDEX "public"."remittances_drr_no_end_idx";

DROP INDEX "public"."remittances_drr_no_find_idx";

DROP INDEX "public"."remittances_drr_no_part_idx";

DROP INDEX "public"."vouchers_voucher_no_part_idx";

DROP INDEX "public"."warehouse_requests_request_no_end_idx";

DROP INDEX "public"."warehouse_requests_request_no_find_idx";

DROP INDEX "public"."warehouse_requests_request_no_part_idx";

DROP FUNCTION "private"."key_parts"(text);

CREATE TABLE "private"."document_numbers" ("project_id" uuid NOT NULL, "kind" text NOT NULL, "id" uuid NOT NULL, "number" text NOT NULL, CONSTRAINT "document_numbers_kind_check" CHECK ((kind = ANY (ARRAY['booking'::text, 'invoice'::text, 'delivery_receipt'::text, 'memo'::text, 'warehouse_request'::text, 'collection'::text, 'cheque'::text, 'remittance'::text, 'deposit'::text, 'purchase'::text, 'bad_order'::text, 'issued_cheque'::text, 'voucher'::text]))), CONSTRAINT "document_numbers_number_bounded" CHECK (((length(number) <= 400) AND (number !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text))), CONSTRAINT "document_numbers_pkey" PRIMARY KEY (project_id, kind, id));

CREATE OR REPLACE FUNCTION private.bookings_found(p_project uuid, p_search text)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  v_text text := lower(btrim(p_search));
  -- A text that is in a number from its first word on has this word whole in the number, also where it goes on in the next column.
  v_word text := private.find_key(split_part(v_text, ' ', 1));
  v_most constant int := 2000;
  v_ids uuid[];
begin
  if private.scope_of(p_project, 'bookings.read') is null then return '{}'; end if;
  if length(v_word) < 3 then return null; end if;
  -- Each condition is on its own, so that it uses its index. More bookings than these are as quickly found one after the other.
  v_ids := array(
    (select b.id from private.booked_names n
      join public.bookings b on b.project_id = p_project and b.customer_id = n.customer_id
      where n.project_id = p_project and position(v_text in n.search_key) > 0 limit v_most + 1)
    union all
    select n.id from private.numbers_with(p_project, 'booking', v_word, v_most + 1) n
    union all
    select n.id from private.numbers_with(p_project, 'invoice', v_word, v_most + 1) n);
  if cardinality(v_ids) > v_most then return null; end if;
  return array(select distinct b.id from public.bookings b where b.project_id = p_project and b.id = any (v_ids) and position(v_text in b.search_key) > 0);
end $function$;

CREATE OR REPLACE FUNCTION private.keep_all_numbers()
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into private.document_numbers (project_id, kind, id, number)
  select n.project_id, n.kind, n.id, n.number
  from (
    select project_id, 'booking' as kind, id, so_no as number from public.bookings
    union all select project_id, 'invoice', id, invoice_no from public.bookings
    union all select project_id, 'delivery_receipt', id, dr_no from public.delivery_receipts
    union all select project_id, 'memo', id, memo_no from public.memos
    union all select project_id, 'warehouse_request', id, request_no from public.warehouse_requests
    union all select project_id, 'collection', id, cr_no from public.collections where part_no = 1
    union all select project_id, 'cheque', id, cheque_no from public.collections
    union all select project_id, 'remittance', id, drr_no from public.remittances
    union all select project_id, 'deposit', id, slip_no from public.deposit_slips
    union all select project_id, 'purchase', id, po_no from public.purchases
    union all select project_id, 'bad_order', id, record_no from public.bad_orders
    union all select project_id, 'issued_cheque', id, cheque_no from public.issued_cheques
    union all select project_id, 'voucher', id, voucher_no::text from public.vouchers) n
  where n.number is not null
  on conflict (project_id, kind, id) do update set number = excluded.number where document_numbers.number <> excluded.number;
$function$;

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
  if tg_op = 'DELETE' then
    delete from private.document_numbers n where n.project_id = old.project_id and n.kind = v_kind and n.id = old.id;
    return null;
  end if;
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

CREATE OR REPLACE FUNCTION private.number_parts(p_project uuid, p_kind text, p_number text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(distinct p_kind || left(p_project::text, 8) || substr(k.key, n, 3)), '{}')
  from (select private.find_key(p_number)) k (key), generate_series(1, length(k.key) - 2) n
$function$;

CREATE OR REPLACE FUNCTION private.numbers_with(p_project uuid, p_kind text, p_key text, p_each integer)
 RETURNS TABLE(id uuid, number text)
 LANGUAGE plpgsql
 STABLE ROWS 10
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
begin
  if length(p_key) < 3 then return; end if;
  return query
  -- The other conditions stay outside, so that the index of parts is the only one that can be used.
  select f.id, f.number
  from (
    select n.* from private.document_numbers n
    where private.number_parts(n.project_id, n.kind, n.number) @> private.number_parts(p_project, p_kind, p_key) offset 0) f
  where f.project_id = p_project and f.kind = p_kind and position(p_key in private.find_key(f.number)) > 0
  limit p_each;
end $function$;

CREATE OR REPLACE FUNCTION private.search_numbers(p_project uuid, p_key text, p_each integer)
 RETURNS TABLE(kind text, id uuid, number text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 50
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
begin
  if p_project is null or p_project <> all (private.my_projects()) then return; end if;
  -- No key has a letter after "z".
  return query
  select k.kind, h.id, h.number
  from unnest('{booking,invoice,delivery_receipt,memo,warehouse_request,collection,cheque,remittance,deposit,purchase,bad_order,issued_cheque}'::text[]) k (kind)
  cross join lateral (
    (select n.id, n.number from private.document_numbers n where n.project_id = p_project and n.kind = k.kind
      and private.find_key(n.number) collate "C" >= p_key and private.find_key(n.number) collate "C" < p_key || '~'
      order by private.find_key(n.number) collate "C" limit p_each)
    union
    (select n.id, n.number from private.document_numbers n where n.project_id = p_project and n.kind = k.kind
      and reverse(private.find_key(n.number)) collate "C" >= reverse(p_key) and reverse(private.find_key(n.number)) collate "C" < reverse(p_key) || '~'
      order by reverse(private.find_key(n.number)) collate "C" limit p_each)
    union
    (select f.id, f.number from private.numbers_with(p_project, k.kind, p_key, p_each) f)) h;
  return query
  select 'voucher', v.id, v.voucher_no::text from public.vouchers v
  where v.project_id = p_project and v.voucher_no = (substring(p_key from '^(?:v|pv|voucher)?0*([0-9]{1,9})$'))::int
  union
  select 'voucher', f.id, f.number from private.numbers_with(p_project, 'voucher', p_key, p_each) f;
end $function$;

CREATE TRIGGER keep_record_no_of_bad_order AFTER INSERT OR DELETE OR UPDATE OF record_no ON public.bad_orders FOR EACH ROW EXECUTE FUNCTION private.keep_number('bad_order');

CREATE TRIGGER keep_invoice_no_of_invoice AFTER INSERT OR DELETE OR UPDATE OF invoice_no ON public.bookings FOR EACH ROW EXECUTE FUNCTION private.keep_number('invoice');

CREATE TRIGGER keep_so_no_of_booking AFTER INSERT OR DELETE OR UPDATE OF so_no ON public.bookings FOR EACH ROW EXECUTE FUNCTION private.keep_number('booking');

CREATE TRIGGER keep_cheque_no_of_cheque AFTER INSERT OR DELETE OR UPDATE OF cheque_no ON public.collections FOR EACH ROW EXECUTE FUNCTION private.keep_number('cheque');

CREATE TRIGGER keep_cr_no_of_collection AFTER INSERT OR DELETE OR UPDATE OF cr_no ON public.collections FOR EACH ROW EXECUTE FUNCTION private.keep_number('collection');

CREATE TRIGGER keep_dr_no_of_delivery_receipt AFTER INSERT OR DELETE OR UPDATE OF dr_no ON public.delivery_receipts FOR EACH ROW EXECUTE FUNCTION private.keep_number('delivery_receipt');

CREATE TRIGGER keep_slip_no_of_deposit AFTER INSERT OR DELETE OR UPDATE OF slip_no ON public.deposit_slips FOR EACH ROW EXECUTE FUNCTION private.keep_number('deposit');

CREATE TRIGGER keep_cheque_no_of_issued_cheque AFTER INSERT OR DELETE OR UPDATE OF cheque_no ON public.issued_cheques FOR EACH ROW EXECUTE FUNCTION private.keep_number('issued_cheque');

CREATE TRIGGER keep_memo_no_of_memo AFTER INSERT OR DELETE OR UPDATE OF memo_no ON public.memos FOR EACH ROW EXECUTE FUNCTION private.keep_number('memo');

CREATE TRIGGER keep_po_no_of_purchase AFTER INSERT OR DELETE OR UPDATE OF po_no ON public.purchases FOR EACH ROW EXECUTE FUNCTION private.keep_number('purchase');

CREATE TRIGGER keep_drr_no_of_remittance AFTER INSERT OR DELETE OR UPDATE OF drr_no ON public.remittances FOR EACH ROW EXECUTE FUNCTION private.keep_number('remittance');

CREATE TRIGGER keep_voucher_no_of_voucher AFTER INSERT OR DELETE OR UPDATE OF voucher_no ON public.vouchers FOR EACH ROW EXECUTE FUNCTION private.keep_number('voucher');

CREATE TRIGGER keep_request_no_of_warehouse_request AFTER INSERT OR DELETE OR UPDATE OF request_no ON public.warehouse_requests FOR EACH ROW EXECUTE FUNCTION private.keep_number('warehouse_request');

COMMENT ON FUNCTION "private"."keep_all_numbers"() IS 'Keeps the numbers of all documents: after an upgrade, and where rows were loaded past the triggers.';

COMMENT ON FUNCTION "private"."keep_number"() IS 'Trigger: keeps the number of a document for the search. Argument: the kind of the document.';

COMMENT ON FUNCTION "private"."number_parts"(uuid, text, text) IS 'Returns every three characters in a row of a document number''s key, each with the kind of the document and the beginning of its project''s id, so that an index finds those of one company and kind: a number that has all of a search''s may contain the search.';

COMMENT ON FUNCTION "private"."numbers_with"(uuid, text, text, integer) IS 'Returns up to p_each documents of a kind whose number contains p_key (as find_key makes it), which has three characters or more; none for fewer. For definer functions.';

COMMENT ON FUNCTION "private"."search_numbers"(uuid, text, integer) IS 'Returns documents of a member''s project whose number ends or begins with p_key (as find_key makes it) or, from three characters on, contains it, up to p_each each way and kind; vouchers by their whole number or three digits of it. The numbers are outside the API, so search_documents shows only rows that the caller may read.';

COMMENT ON TABLE "private"."document_numbers" IS 'The numbers of all documents, kept by triggers of their tables. Their indexes are here, because each of them on a table of documents would be written again with every change of a document.';

REVOKE ALL ON FUNCTION "private"."keep_all_numbers"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_number"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."number_parts"(uuid, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."numbers_with"(uuid, text, text, integer) FROM PUBLIC;

-- The rows come before the indexes of their numbers, which are made faster at once.
select private.keep_all_numbers();

CREATE INDEX document_numbers_end_idx ON private.document_numbers USING btree (project_id, kind, reverse(private.find_key(number)) COLLATE "C");

CREATE INDEX document_numbers_find_idx ON private.document_numbers USING btree (project_id, kind, private.find_key(number) COLLATE "C");

CREATE INDEX document_numbers_part_idx ON private.document_numbers USING gin (private.number_parts(project_id, kind, number));

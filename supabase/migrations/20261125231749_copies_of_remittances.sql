ALTER TABLE "private"."document_prints" DROP CONSTRAINT "document_prints_kind_check";

CREATE OR REPLACE FUNCTION private.expect_paper_reader(p_project uuid, p_kind text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not (case p_kind
    when 'invoice' then private.scope_of(p_project, 'invoicing.read') is not null
    when 'delivery_receipt' then coalesce(private.scope_of(p_project, 'bookings.deliver'), private.scope_of(p_project, 'invoicing.read')) is not null
    when 'memo' then private.scope_of(p_project, 'memos.read') is not null
    when 'receipt' then private.scope_of(p_project, 'collections.read') is not null
    when 'remittance' then private.scope_of(p_project, 'collections.read') is not null
    when 'deposit_slip' then private.scope_of(p_project, 'treasury.position') is not null
    else false end)
  then perform private.forbid(); end if;
end $function$;

CREATE OR REPLACE FUNCTION private.papers_to_read(p_project uuid, p_kind text, p_numbers text[])
 RETURNS text[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select array(
    select b.invoice_no from public.bookings b
    where p_kind = 'invoice' and b.project_id = p_project and b.invoice_no = any (p_numbers) and not b.is_opening
    union
    select d.dr_no from public.delivery_receipts d where p_kind = 'delivery_receipt' and d.project_id = p_project and d.dr_no = any (p_numbers)
    union
    select m.memo_no from public.memos m where p_kind = 'memo' and m.project_id = p_project and m.memo_no = any (p_numbers) and m.status <> 'pending'
    union
    select c.cr_no from public.collections c where p_kind = 'receipt' and c.project_id = p_project and c.cr_no = any (p_numbers) and c.part_no = 1
    union
    select r.id::text from public.remittances r where p_kind = 'remittance' and r.project_id = p_project and r.id::text = any (p_numbers)
    union
    select s.id::text from public.deposit_slips s where p_kind = 'deposit_slip' and s.project_id = p_project and s.id::text = any (p_numbers)
    order by 1)
$function$;

ALTER TABLE "private"."document_prints" ADD CONSTRAINT "document_prints_kind_check" CHECK ((kind = ANY (ARRAY['invoice'::text, 'delivery_receipt'::text, 'memo'::text, 'receipt'::text, 'remittance'::text, 'deposit_slip'::text])));

COMMENT ON FUNCTION "public"."document_copies"(uuid, text, text[]) IS 'Returns how often papers were printed, {number: times}, of those that the caller may read. p_kind: invoice, delivery_receipt, memo, receipt, and by id remittance, deposit_slip. Errors: 42501.';

COMMENT ON FUNCTION "public"."print_documents"(uuid, uuid, text, text[]) IS 'Counts a print of each of these papers that the caller may read, at most 200, and returns {copies: {number: times}}: the second print is COPY 2. p_kind: invoice, delivery_receipt, memo (approved or cancelled), receipt, and by id remittance, deposit_slip. Errors: 42501, P0002 when none is readable.';

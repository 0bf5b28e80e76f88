-- Prints of issued papers: invoices, delivery receipts, memos, collection
-- receipts, remittances and deposit slips. A reprint is marked COPY n.

create table private.document_prints (
  project_id uuid not null references public.projects (id),
  kind text not null check (kind in ('invoice', 'delivery_receipt', 'memo', 'receipt', 'remittance', 'deposit_slip')),
  -- The number on the paper: a corrected invoice number is another paper. Of
  -- remittances and deposit slips, whose numbers another may have, the id.
  number text not null,
  copy int not null check (copy > 0),
  printed_at timestamptz not null default now(),
  printed_by uuid default auth.uid(),
  primary key (project_id, kind, number, copy)
);
comment on table private.document_prints is
  'One row for each print of an issued paper, insert-only: the first is the original, each further one a copy.';

create or replace function private.papers_to_read(p_project uuid, p_kind text, p_numbers text[]) returns text[]
language sql stable set search_path = '' as $$
  select array(
    select b.invoice_no from public.bookings b
    where p_kind = 'invoice' and b.project_id = p_project and b.invoice_no = any (p_numbers) and not b.is_opening
    union
    select d.dr_no from public.delivery_receipts d
    where p_kind = 'delivery_receipt' and d.project_id = p_project and d.dr_no = any (p_numbers)
    union
    select m.memo_no from public.memos m
    where p_kind = 'memo' and m.project_id = p_project and m.memo_no = any (p_numbers) and m.status <> 'pending'
    union
    select c.cr_no from public.collections c
    where p_kind = 'receipt' and c.project_id = p_project and c.cr_no = any (p_numbers) and c.part_no = 1
    union
    select r.id::text from public.remittances r where p_kind = 'remittance' and r.project_id = p_project and r.id::text = any (p_numbers)
    union
    select s.id::text from public.deposit_slips s
    where p_kind = 'deposit_slip' and s.project_id = p_project and s.id::text = any (p_numbers)
    order by 1)
$$;
comment on function private.papers_to_read is
  'Returns those of some numbers whose paper is issued and readable for the caller, in their order.';

create or replace function private.document_copies(p_project uuid, p_kind text, p_numbers text[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  -- The users who may open the page that prints papers of this kind.
  if not exists (select from unnest(case p_kind when 'invoice' then '{invoicing.read}'::text[]
      when 'delivery_receipt' then '{bookings.deliver,invoicing.read}' when 'memo' then '{memos.read}'
      when 'deposit_slip' then '{treasury.position}' when 'receipt' then '{collections.read}'
      when 'remittance' then '{collections.read}' end) n
    where private.scope_of(p_project, n) is not null) then perform private.forbid(); end if;
  return (select coalesce(jsonb_object_agg(n.number, n.copies), '{}')
    from (select d.number, max(d.copy) as copies from private.document_prints d
      where d.project_id = p_project and d.kind = p_kind and d.number = any (p_numbers) group by d.number) n);
end $$;
create or replace function public.document_copies(p_project uuid, p_kind text, p_numbers text[]) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return private.document_copies(p_project, p_kind, private.papers_to_read(p_project, p_kind, p_numbers[1:200]));
end $$;
comment on function public.document_copies is
  'Returns how often papers were printed, {number: times}, of those that the caller may read. p_kind: invoice, delivery_receipt, memo, '
  'receipt, and by id remittance, deposit_slip. Errors: 42501.';

create or replace function private.print_documents(p_project uuid, p_idempotency_key uuid, p_kind text, p_numbers text[]) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_done jsonb;
  v_number text;
begin
  perform private.document_copies(p_project, p_kind, p_numbers);
  if cardinality(p_numbers) = 0 then perform private.not_found(); end if;
  v_done := private.begin_command(p_project, p_idempotency_key, 'print_documents', jsonb_build_array(p_kind, p_numbers));
  if v_done is not null then return v_done; end if;
  -- In their order, so that no two prints wait for each other.
  foreach v_number in array p_numbers loop
    perform private.lock_number(p_project, 'print of ' || p_kind, v_number);
    insert into private.document_prints (project_id, kind, number, copy)
    select p_project, p_kind, v_number, coalesce(max(d.copy), 0) + 1 from private.document_prints d
    where d.project_id = p_project and d.kind = p_kind and d.number = v_number;
  end loop;
  return private.complete_command(p_idempotency_key, jsonb_build_object('copies', private.document_copies(p_project, p_kind, p_numbers)));
end $$;
create or replace function public.print_documents(p_project uuid, p_idempotency_key uuid, p_kind text, p_numbers text[]) returns jsonb
language plpgsql set search_path = '' as $$
begin
  return private.print_documents(p_project, p_idempotency_key, p_kind, private.papers_to_read(p_project, p_kind, p_numbers[1:200]));
end $$;
comment on function public.print_documents is
  'Counts a print of each of these papers that the caller may read, at most 200, and returns {copies: {number: times}}: the second print '
  'is COPY 2. p_kind: invoice, delivery_receipt, memo (approved or cancelled), receipt, and by id remittance, deposit_slip. Errors: 42501, '
  'P0002 when none is readable.';
grant execute on function private.papers_to_read, private.document_copies, private.print_documents to authenticated;

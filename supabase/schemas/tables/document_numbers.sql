-- The numbers of all documents by their parts, for search.

create or replace function private.number_parts(p_project uuid, p_kind text, p_number text) returns text[]
language plpgsql immutable set search_path = '' as $$
declare
  v_key text := private.find_key(p_number);
  v_of text := p_kind || left(p_project::text, 8);
  v_parts text[] := '{}';
begin
  for n in 1 .. coalesce(length(v_key), 0) - 2 loop v_parts := v_parts || (v_of || substr(v_key, n, 3)); end loop;
  return v_parts;
end $$;
comment on function private.number_parts is
  'Returns every three characters in a row of a document number''s key, each with the kind of the document and the beginning of its '
  'project''s id, so that an index finds those of one company and kind: a number that has all of a search''s may contain the search.';

create table private.document_numbers (
  project_id uuid not null,
  kind text not null check (kind in ('booking', 'invoice', 'delivery_receipt', 'memo', 'warehouse_request', 'collection', 'cheque',
    'remittance', 'deposit', 'purchase', 'bad_order', 'issued_cheque', 'voucher')),
  id uuid not null,
  number text not null,
  primary key (project_id, kind, id)
);
select private.bound_columns('private.document_numbers');
comment on table private.document_numbers is
  'The numbers of all documents, kept by triggers of their tables. Their indexes are here, because each of them on a table of documents '
  'would be written again with every change of a document.';
create index document_numbers_find_idx on private.document_numbers (project_id, kind, (private.find_key(number) collate "C"));
create index document_numbers_end_idx on private.document_numbers (project_id, kind, (reverse(private.find_key(number)) collate "C"));
create index document_numbers_part_idx on private.document_numbers using gin (private.number_parts(project_id, kind, number));

create or replace function private.keep_number() returns trigger
language plpgsql security definer set search_path = '' as $$
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
end $$;
comment on function private.keep_number is 'Trigger: keeps the number of a document for the search. Argument: the kind of the document.';

create or replace function private.remove_numbers() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- All rows at once: one by one, a table without statistics is searched by an index of numbers for each of them.
  delete from private.document_numbers n using gone g where n.project_id = g.project_id and n.id = g.id;
  return null;
end $$;
comment on function private.remove_numbers is 'Trigger: removes the numbers of documents that an undone import deletes.';

create trigger keep_so_no_of_booking after insert or update of so_no on public.bookings
  for each row execute function private.keep_number('booking');
create trigger remove_numbers after delete on public.bookings referencing old table as gone
  for each statement execute function private.remove_numbers();
create trigger keep_invoice_no_of_invoice after insert or update of invoice_no on public.bookings
  for each row execute function private.keep_number('invoice');
create trigger keep_dr_no_of_delivery_receipt after insert or update of dr_no on public.delivery_receipts
  for each row execute function private.keep_number('delivery_receipt');
create trigger remove_numbers after delete on public.delivery_receipts referencing old table as gone
  for each statement execute function private.remove_numbers();
create trigger keep_memo_no_of_memo after insert or update of memo_no on public.memos
  for each row execute function private.keep_number('memo');
create trigger remove_numbers after delete on public.memos referencing old table as gone
  for each statement execute function private.remove_numbers();
create trigger keep_request_no_of_warehouse_request after insert or update of request_no on public.warehouse_requests
  for each row execute function private.keep_number('warehouse_request');
create trigger remove_numbers after delete on public.warehouse_requests referencing old table as gone
  for each statement execute function private.remove_numbers();
create trigger keep_cr_no_of_collection after insert or update of cr_no on public.collections
  for each row execute function private.keep_number('collection');
create trigger remove_numbers after delete on public.collections referencing old table as gone
  for each statement execute function private.remove_numbers();
create trigger keep_cheque_no_of_cheque after insert or update of cheque_no on public.collections
  for each row execute function private.keep_number('cheque');
create trigger keep_drr_no_of_remittance after insert or update of drr_no on public.remittances
  for each row execute function private.keep_number('remittance');
create trigger remove_numbers after delete on public.remittances referencing old table as gone
  for each statement execute function private.remove_numbers();
create trigger keep_slip_no_of_deposit after insert or update of slip_no on public.deposit_slips
  for each row execute function private.keep_number('deposit');
create trigger remove_numbers after delete on public.deposit_slips referencing old table as gone
  for each statement execute function private.remove_numbers();
create trigger keep_po_no_of_purchase after insert or update of po_no on public.purchases
  for each row execute function private.keep_number('purchase');
create trigger remove_numbers after delete on public.purchases referencing old table as gone
  for each statement execute function private.remove_numbers();
create trigger keep_record_no_of_bad_order after insert or update of record_no on public.bad_orders
  for each row execute function private.keep_number('bad_order');
create trigger remove_numbers after delete on public.bad_orders referencing old table as gone
  for each statement execute function private.remove_numbers();
create trigger keep_cheque_no_of_issued_cheque after insert or update of cheque_no on public.issued_cheques
  for each row execute function private.keep_number('issued_cheque');
create trigger remove_numbers after delete on public.issued_cheques referencing old table as gone
  for each statement execute function private.remove_numbers();
create trigger keep_voucher_no_of_voucher after insert or update of voucher_no on public.vouchers
  for each row execute function private.keep_number('voucher');
create trigger remove_numbers after delete on public.vouchers referencing old table as gone
  for each statement execute function private.remove_numbers();

create or replace function private.keep_all_numbers() returns void
language sql set search_path = '' as $$
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
$$;
comment on function private.keep_all_numbers is
  'Keeps the numbers of all documents: after an upgrade, and where rows were loaded past the triggers.';

create or replace function private.numbers_with(p_project uuid, p_kind text, p_key text, p_each int) returns table (id uuid, number text)
language plpgsql stable security invoker rows 10 set search_path = '' as $$
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
end $$;
comment on function private.numbers_with is
  'Returns up to p_each documents of a kind whose number contains p_key (as find_key makes it), which has three characters or more; none '
  'for fewer. For definer functions.';

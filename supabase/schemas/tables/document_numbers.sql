-- The numbers of all documents by their parts, for search.

create or replace function private.number_parts(p_project uuid, p_kind text, p_number text) returns text[]
language plpgsql immutable set search_path = '' as $$
declare
  v_key text := private.paper_key(p_number);
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
comment on table private.document_numbers is
  'The numbers of all documents, kept by triggers of their tables. Their indexes are here, because each of them on a table of documents '
  'would be written again with every change of a document.';
create index document_numbers_find_idx on private.document_numbers (project_id, kind, (private.paper_key(number) collate "C"));
create index document_numbers_end_idx on private.document_numbers (project_id, kind, (reverse(private.paper_key(number)) collate "C"));
create index document_numbers_part_idx on private.document_numbers using gin (private.number_parts(project_id, kind, number));

create or replace function private.keep_number() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_kind text := tg_argv[0];
  v_number text := to_jsonb(new) ->> tg_argv[1];
begin
  if tg_op = 'DELETE' then
    -- All rows at once: one by one, a table without statistics is searched by an index of numbers for each of them.
    delete from private.document_numbers n using gone g where n.project_id = g.project_id and n.id = g.id;
    return null;
  end if;
  -- The parts of a receipt have one CR number: its first part stands for it.
  if v_kind = 'collection' and to_jsonb(new) -> 'part_no' <> '1' then return null; end if;
  if v_number is not null then
    if private.number_problem(v_number, true) is not null
       and (tg_op = 'INSERT' or to_jsonb(old) ->> tg_argv[1] is distinct from v_number) then
      perform private.invalid(tg_argv[1], private.number_problem(v_number, true));
    end if;
    insert into private.document_numbers (project_id, kind, id, number) values (new.project_id, v_kind, new.id, v_number)
    on conflict (project_id, kind, id) do update set number = excluded.number;
  elsif tg_op = 'UPDATE' then
    delete from private.document_numbers n where n.project_id = new.project_id and n.kind = v_kind and n.id = new.id;
  end if;
  return null;
end $$;
comment on function private.keep_number is
  'Trigger: keeps the number of a document for the search, refuses a new one without letter and digit or with those of another script, '
  'and removes those that an undone import deletes. Arguments: the kind of the document, and the column of its number.';

create or replace function private.find_by(p_table regclass, p_kind text, p_column text) returns void
language plpgsql set search_path = '' as $$
begin
  execute format('create or replace trigger keep_%1$s_of_%2$s after insert or update of %1$s on %3$s for each row'
    ' execute function private.keep_number(%2$L, %1$L)', p_column, p_kind, p_table);
  execute format('create or replace trigger remove_numbers after delete on %s referencing old table as gone for each statement'
    ' execute function private.keep_number()', p_table);
end $$;
comment on function private.find_by is 'Lets the search find the documents of a table by the number in a column. May be called again.';

select private.find_by('public.bookings', 'booking', 'so_no'), private.find_by('public.bookings', 'invoice', 'invoice_no'),
  private.find_by('public.delivery_receipts', 'delivery_receipt', 'dr_no'), private.find_by('public.memos', 'memo', 'memo_no'),
  private.find_by('public.warehouse_requests', 'warehouse_request', 'request_no'),
  private.find_by('public.collections', 'collection', 'cr_no'), private.find_by('public.collections', 'cheque', 'cheque_no'),
  private.find_by('public.remittances', 'remittance', 'drr_no'), private.find_by('public.deposit_slips', 'deposit', 'slip_no'),
  private.find_by('public.purchases', 'purchase', 'po_no'), private.find_by('public.bad_orders', 'bad_order', 'record_no'),
  private.find_by('public.issued_cheques', 'issued_cheque', 'cheque_no'), private.find_by('public.vouchers', 'voucher', 'voucher_no');

create or replace function private.same_numbers(p_project uuid, p_kind text, p_number text) returns table (id uuid, number text)
language sql stable set search_path = '' rows 1 as $$
  select n.id, n.number from private.document_numbers n
  where n.project_id = p_project and n.kind = p_kind and private.paper_key(n.number) collate "C" = private.paper_key(p_number) collate "C"
$$;
comment on function private.same_numbers is
  'Returns the documents of a kind that have a number already, whatever case, spaces and punctuation. For definer functions.';

create or replace function private.unused_after(p_project uuid, p_kind text, p_last text) returns text
language sql stable set search_path = '' as $$
  select n.no from generate_series(1, 100) g, private.invoice_no_like(p_last, private.invoice_serial(p_last) + g) n (no)
  where not exists (select from private.same_numbers(p_project, p_kind, n.no))
  order by g limit 1
$$;
comment on function private.unused_after is
  'Returns the first number after p_last, written like it, that no document of the kind has; null where p_last is null or does not end in '
  'digits. For definer functions.';

create or replace function private.keep_all_numbers() returns void
language plpgsql set search_path = '' as $$
declare v record;
begin
  -- The triggers that private.find_by made know the kinds and their columns.
  for v in
    select t.tgrelid::regclass as of_table, a.args[1] as kind, a.args[2] as number
    from pg_catalog.pg_trigger t cross join lateral string_to_array(encode(t.tgargs, 'escape'), '\000') a (args)
    where t.tgfoid = 'private.keep_number'::regproc and t.tgnargs = 2
  loop
    execute format('insert into private.document_numbers (project_id, kind, id, number)
      select d.project_id, %1$L, d.id, d.%2$I from %3$s d where d.%2$I is not null %4$s
      on conflict (project_id, kind, id) do update set number = excluded.number where document_numbers.number <> excluded.number',
      v.kind, v.number, v.of_table, case v.kind when 'collection' then 'and d.part_no = 1' end);
  end loop;
end $$;
comment on function private.keep_all_numbers is
  'Keeps the numbers of all documents: after an upgrade, and where rows were loaded past the triggers.';

create or replace function private.numbers_with(p_project uuid, p_kind text, p_key text, p_each int) returns table (id uuid, number text)
language plpgsql stable rows 10 set search_path = '' as $$
begin
  if length(p_key) < 3 then return; end if;
  return query
  -- The other conditions stay outside, so that the index of parts is the only one that can be used.
  select f.id, f.number
  from (
    select n.* from private.document_numbers n
    where private.number_parts(n.project_id, n.kind, n.number) @> private.number_parts(p_project, p_kind, p_key) offset 0) f
  where f.project_id = p_project and f.kind = p_kind and position(p_key in private.paper_key(f.number)) > 0
  limit p_each;
end $$;
comment on function private.numbers_with is
  'Returns up to p_each documents of a kind whose number contains p_key (as paper_key makes it), which has three characters or more; none '
  'for fewer. For definer functions.';

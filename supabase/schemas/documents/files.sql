-- Files of documents: signed receipts, deposit slips, permits, photos. They are read by who reads the document.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('documents', 'documents', false, 5242880, array['application/pdf', 'image/png', 'image/jpeg', 'image/webp'])
on conflict (id) do nothing;
-- Files of vouchers that were attached up to version 1.2. Nothing is added to them.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('vouchers', 'vouchers', false, 5242880, array['application/pdf', 'image/png', 'image/jpeg', 'image/webp'])
on conflict (id) do nothing;

create table public.document_files (
  project_id uuid not null references public.projects (id),
  id uuid not null default private.new_id(),
  kind text not null,
  document_id uuid not null,
  name text not null check (btrim(name) <> '' and length(name) <= 120),
  bucket text not null default 'documents' check (bucket in ('documents', 'vouchers')),
  path text not null,
  size int check (size > 0),
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  primary key (project_id, id)
);
create unique index document_files_path_key on public.document_files (project_id, kind, document_id, path);
comment on table public.document_files is
  'Files of documents: name as staff know it; path in the bucket documents (project/kind/document/hash of the content.type), or in the '
  'bucket vouchers (project/voucher/hash.type) for files of vouchers up to version 1.2; size in bytes, null where storage did not '
  'say it. A row never changes; it is deleted with its file.';
select private.guard_table('public.document_files', p_audit => '{insert,delete}');
grant select on public.document_files to authenticated;
create policy document_files_select on public.document_files for select to authenticated
  using (exists (select from private.readable_documents d
    where d.kind = document_files.kind and d.project_id = document_files.project_id and d.id = document_id));
create trigger append_only before update on public.document_files for each row execute function private.refuse_change();

create or replace function private.document_of_path(p_bucket text, p_path text,
  out project_id uuid, out kind text, out document_id uuid)
language plpgsql immutable set search_path = '' as $$
declare
  v_id text := '[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}';
  v_parts text[] := string_to_array(p_path, '/');
begin
  if p_bucket = 'documents' and p_path ~ ('^' || v_id || '/[a-z_]+/' || v_id || '/[^/]+$') then
    project_id := v_parts[1]::uuid; kind := v_parts[2]; document_id := v_parts[3]::uuid;
  elsif p_bucket = 'vouchers' and p_path ~ ('^' || v_id || '/' || v_id || '/[^/]+$') then
    project_id := v_parts[1]::uuid; kind := 'voucher'; document_id := v_parts[2]::uuid;
  end if;
end $$;
comment on function private.document_of_path is
  'Returns the document below whose folder a stored file lies; nulls for any other place.';

create or replace function private.is_attached(p_project uuid, p_kind text, p_document uuid, p_path text) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from public.document_files f
    where f.project_id = p_project and f.kind = p_kind and f.document_id = p_document and f.path = p_path)
$$;
comment on function private.is_attached is 'Tells whether a document names a stored file. For definer functions.';

create or replace function private.reads_stored_file(p_bucket text, p_path text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare v record := private.document_of_path(p_bucket, p_path);
begin
  -- Unless a row names it, it was sent and is not attached yet, or no longer.
  return case when private.is_attached(v.project_id, v.kind, v.document_id, p_path)
    then private.reads_document(v.project_id, v.kind, v.document_id) else private.writes_document(v.project_id, v.kind, v.document_id) end;
end $$;
comment on function private.reads_stored_file is
  'Tells whether the caller may read a stored file: who reads its document; who may attach files to it, while no row names the file.';

create or replace function private.stores_file(p_path text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare v record := private.document_of_path('documents', p_path);
begin
  return private.writes_document(v.project_id, v.kind, v.document_id)
    and (select d.state from private.document_facts(v.project_id, v.kind, v.document_id) d) <> 'cancelled';
end $$;
comment on function private.stores_file is
  'Tells whether the caller may send a file of this name: below a document that is not cancelled and to which they may attach files.';

create or replace function private.discards_file(p_bucket text, p_path text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare v record := private.document_of_path(p_bucket, p_path);
begin
  if not private.writes_document(v.project_id, v.kind, v.document_id) then return false; end if;
  perform private.lock_number(null, 'file', p_path);
  return not private.is_attached(v.project_id, v.kind, v.document_id, p_path);
end $$;
comment on function private.discards_file is
  'Tells whether the caller may delete a stored file: one that no document names; its row is deleted first. Whoever attaches or deletes '
  'the file at the same moment comes before or after.';
grant execute on function private.reads_stored_file, private.stores_file, private.discards_file to authenticated;

create policy documents_select on storage.objects for select to authenticated
  using (bucket_id in ('documents', 'vouchers') and not (select private.asks_for_signed_link())
    and private.reads_stored_file(bucket_id, objects.name));
create policy documents_insert on storage.objects for insert to authenticated
  with check (bucket_id = 'documents' and not (select private.asks_for_signed_link()) and private.stores_file(objects.name));
create policy documents_delete on storage.objects for delete to authenticated
  using (bucket_id in ('documents', 'vouchers') and private.discards_file(bucket_id, objects.name));

create or replace function private.lock_document(p_project uuid, p_kind text, p_document uuid, out title text, out state text,
  out on_date date)
language plpgsql set search_path = '' as $$
declare v_table text := (select k.table_name from private.document_kinds k where k.kind = p_kind);
begin
  if not private.reads_document(p_project, p_kind, p_document) then perform private.not_found(); end if;
  execute format('select from public.%I d where d.project_id = $1 and d.id = $2 for no key update', v_table) using p_project, p_document;
  select private.document_title(p_project, p_kind, p_document), d.state, d.on_date into title, state, on_date
  from private.document_facts(p_project, p_kind, p_document) d;
  if title is null then perform private.not_found(); end if;
end $$;
comment on function private.lock_document is
  'Locks a document that the caller may read, so that it is neither cancelled nor removed meanwhile, and returns its title, state and day. '
  'Errors: P0002.';

create or replace function private.attach_files(p_project uuid, p_kind text, p_document uuid, p_files jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v record := private.lock_document(p_project, p_kind, p_document);
  v_given record;
  v_size int;
  v_added int;
begin
  if not private.writes_document(p_project, p_kind, p_document) then perform private.forbid(); end if;
  if v.state = 'cancelled' then
    perform private.refuse('wrong_state', format('%s is cancelled. Files can no longer be attached.', v.title), 'files');
  end if;
  if jsonb_typeof(p_files) is distinct from 'array' or jsonb_array_length(p_files) not between 1 and 10 then
    perform private.invalid('files', 'Choose one to ten files.');
  end if;
  -- In one order, as each is locked.
  for v_given in
    select private.read_text(e.value, 'path', true, p_max => 300) as path, private.read_text(e.value, 'name', true, p_max => 120) as name
    from jsonb_array_elements(p_files) e order by 1
  loop
    perform private.lock_number(null, 'file', v_given.path);
    select (f.metadata ->> 'size')::int into v_size from storage.objects f
    where f.bucket_id = 'documents' and f.name = v_given.path
      and private.document_of_path('documents', f.name) = (p_project, p_kind, p_document);
    if not found then perform private.invalid('files', 'Choose a file.'); end if;
    insert into public.document_files (project_id, kind, document_id, name, path, size)
    values (p_project, p_kind, p_document, v_given.name, v_given.path, nullif(v_size, 0))
    on conflict (project_id, kind, document_id, path) do nothing;
    get diagnostics v_added = row_count;
    if v_added = 0 then perform private.refuse_duplicate('files', format('%s is already attached.', v_given.name)); end if;
  end loop;
  if (select count(*) from public.document_files f
      where f.project_id = p_project and f.kind = p_kind and f.document_id = p_document) > 20 then
    perform private.refuse('too_many', 'A document has at most 20 files.', 'files');
  end if;
  if (select count(*) from (select from public.document_files f where f.project_id = p_project limit 100001) f) > 100000 then
    perform private.refuse('too_many', 'A company has at most 100,000 files.', 'files');
  end if;
  return jsonb_build_object('id', p_document);
end $$;
select private.expose('attach_files');
comment on function public.attach_files is
  'Attaches files that were uploaded into the bucket documents below <project>/<kind>/<document>/ to a document that the caller may write '
  'and that is not cancelled, all or none; also to a released voucher and on closed days, as papers come later. p_kind: booking, invoice, '
  'memo, collection (a receipt, by the id of its first part), issued_cheque, purchase, voucher, customer, product. p_files: one to ten '
  '{name (as staff know it), path (in the bucket)}; at most 20 files a document and 100,000 a company. Returns {id} of the document. '
  'Errors: 42501, P0002, wrong_state, too_many, 23505 files, 22023 files, name, path.';

create or replace function private.kept_file(p public.document_files, p_title text, p_state text, p_on_date date) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return case
    when p_state = 'cancelled' then format('%s is cancelled. Its files cannot be removed.', p_title)
    when p.created_by = auth.uid() and p.created_at > now() - interval '15 minutes' then null
    when p_state = 'final' then format('%s is released. Its files can be removed only within 15 minutes, by who attached them.', p_title)
    when p_on_date <= private.closed_through(p.project_id) then
      format('The books of %s are closed. Files can be removed only within 15 minutes, by who attached them.',
        to_char(p_on_date, 'MM/DD/YYYY')) end;
end $$;
comment on function private.kept_file is
  'Returns why the caller cannot remove a file whoever attached it; null where it can be removed. The papers of what is settled, cancelled '
  'or in closed books stay; one that was attached by mistake is taken back within 15 minutes.';

create or replace function private.removes_file(p public.document_files) returns boolean
language sql stable set search_path = '' as $$
  select private.scope_of(p.project_id, 'documents.moderate') is not null
    or p.created_by = auth.uid() and private.writes_document(p.project_id, p.kind, p.document_id)
$$;
comment on function private.removes_file is
  'Tells whether the caller removes a file: who attached it and may still attach files there, and who holds documents.moderate. For '
  'definer functions.';

create or replace function private.detach_file(p_project uuid, p_file uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_file public.document_files;
  v record;
  v_kept text;
begin
  select * into v_file from public.document_files f where f.project_id = p_project and f.id = p_file;
  if not found then perform private.not_found(); end if;
  v := private.lock_document(p_project, v_file.kind, v_file.document_id);
  if not private.removes_file(v_file) then
    perform private.forbid('Only who attached a file removes it, or the General Manager or Owner.');
  end if;
  v_kept := private.kept_file(v_file, v.title, v.state, v.on_date);
  if v_kept is not null then perform private.refuse('wrong_state', v_kept); end if;
  delete from public.document_files f where f.project_id = p_project and f.id = p_file;
  if not found then perform private.not_found(); end if;
  return jsonb_build_object('id', p_file, 'bucket', v_file.bucket, 'path', v_file.path);
end $$;
select private.expose('detach_file');
comment on function public.detach_file is
  'Removes a file from a document that is not cancelled: by who attached it, or with documents.moderate. Files of a released voucher, of '
  'an issued cheque and of closed days stay, but for 15 minutes after they were attached, for who did it. The stored file may be deleted '
  'after that. Answers its bucket and path. Errors: 42501, P0002, wrong_state.';

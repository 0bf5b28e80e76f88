-- Comments on documents. They are read by who reads the document.

create table public.document_comments (
  project_id uuid not null references public.projects (id),
  id uuid not null default private.new_id(),
  kind text not null,
  document_id uuid not null,
  -- Null once it is removed.
  note text check (btrim(note) <> '' and length(note) <= 2000),
  mentions uuid[] not null default '{}' check (cardinality(mentions) <= 10),
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  removed_by uuid,
  removed_at timestamptz,
  primary key (project_id, id),
  constraint document_comments_removed_check
    check ((note is null) = (removed_at is not null) and (removed_at is null) = (removed_by is null))
);
create index document_comments_document_idx on public.document_comments (project_id, kind, document_id, id desc);
create index document_comments_mentions_idx on public.document_comments using gin (mentions);
comment on table public.document_comments is
  'Comments on documents: note is the text, mentions the users whom it mentions, all of whom could read the document then. A comment '
  'never changes; when it is removed its text is gone, the audit trail has it, and the row says who removed it and when.';
select private.guard_table('public.document_comments', p_audit => '{update}');
grant select on public.document_comments to authenticated;
create policy document_comments_select on public.document_comments for select to authenticated
  using (exists (select from private.readable_documents d
    where d.kind = document_comments.kind and d.project_id = document_comments.project_id and d.id = document_id));
create trigger append_only before delete on public.document_comments for each row
  execute function private.refuse_change('A comment is not deleted: it is removed, and says so.');
create trigger keep_comment before update on public.document_comments for each row
  when (old.removed_at is not null or new.removed_at is null
    or (new.id, new.kind, new.document_id, new.created_by, new.created_at)
      is distinct from (old.id, old.kind, old.document_id, old.created_by, old.created_at))
  execute function private.refuse_change('A comment cannot be changed.');

create or replace function private.add_comment(p_project uuid, p_kind text, p_document uuid, p_comment jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_note text;
  v_mentions uuid[];
  v_stranger text;
  v_id uuid;
begin
  if not private.reads_document(p_project, p_kind, p_document) then perform private.not_found(); end if;
  v_note := nullif(btrim(private.read_text(p_comment, 'note', true, p_max => 2000), E' \t\n\r'), '');
  if v_note is null then perform private.invalid('note', 'Write a comment.'); end if;
  v_mentions := array(select distinct m.id from (select private.read_uuid(jsonb_build_object('mentions', e.value), 'mentions', true) as id
    from jsonb_array_elements(private.read_list(p_comment, 'mentions')) e) m);
  if cardinality(v_mentions) > 10 then perform private.invalid('note', 'Mention at most 10 people.'); end if;
  select coalesce((select u.display_name from public.profiles u where u.user_id = m.id and u.user_id = any (private.my_people())), '')
  into v_stranger from unnest(v_mentions) m (id)
  where m.id not in (select private.readers_of_document(p_project, p_kind, p_document)) order by 1 desc limit 1;
  if v_stranger is not null then
    perform private.invalid('note', format('%s cannot be mentioned: only people who may read this %s can.',
      coalesce(nullif(v_stranger, ''), 'A person'),
      (select lower(k.label) from private.document_kinds k where k.kind = p_kind)));
  end if;
  if (select count(*) from (select from public.document_comments c
      where c.project_id = p_project and c.kind = p_kind and c.document_id = p_document limit 500) c) >= 500 then
    perform private.refuse('too_many', 'A document has at most 500 comments.', 'note');
  end if;
  insert into public.document_comments (project_id, kind, document_id, note, mentions)
  values (p_project, p_kind, p_document, v_note, v_mentions) returning id into v_id;
  return jsonb_build_object('id', v_id);
end $$;
select private.expose('add_comment');
comment on function public.add_comment is
  'Adds a comment to a document that the caller may read, in any state. p_kind: as of attach_file. p_comment: {note (1 to 2,000 '
  'characters, may have several lines), mentions (ids of up to 10 people who may read the document)}. At most 500 a document. Answers its '
  'id. Errors: P0002, too_many, 22023 note, mentions.';

create or replace function private.removes_comment(p public.document_comments) returns boolean
language sql stable set search_path = '' as $$
  select p.removed_at is null and (private.scope_of(p.project_id, 'documents.moderate') is not null
    or p.created_by = auth.uid() and p.created_at > now() - interval '15 minutes')
$$;
comment on function private.removes_comment is
  'Tells whether the caller removes a comment: who wrote it within 15 minutes, and who holds documents.moderate. For definer functions.';

create or replace function private.remove_comment(p_project uuid, p_comment uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare v public.document_comments;
begin
  select * into v from public.document_comments c where c.project_id = p_project and c.id = p_comment for no key update;
  if not found or not private.reads_document(p_project, v.kind, v.document_id) then perform private.not_found(); end if;
  if v.removed_at is not null then perform private.refuse('wrong_state', 'This comment is already removed.'); end if;
  if v.created_by is distinct from auth.uid() and private.scope_of(p_project, 'documents.moderate') is null then
    perform private.forbid('Only who wrote a comment removes it, or the General Manager or Owner.');
  end if;
  if not private.removes_comment(v) then
    perform private.refuse('wrong_state', 'A comment can be removed within 15 minutes. Add another one that corrects it.');
  end if;
  update public.document_comments c set note = null, mentions = '{}', removed_by = auth.uid(), removed_at = now()
  where c.project_id = p_project and c.id = p_comment;
  return jsonb_build_object('id', p_comment);
end $$;
select private.expose('remove_comment');
comment on function public.remove_comment is
  'Removes the text of a comment: who wrote it within 15 minutes, and who holds documents.moderate at any time. It stays as removed, and '
  'the audit trail has the text. Errors: 42501, P0002, wrong_state.';

create or replace function private.has_files_or_comments(p_project uuid, p_document uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from public.document_files f, private.document_kinds k
      where f.project_id = p_project and f.kind = k.kind and f.document_id = p_document)
    or exists (select from public.document_comments c, private.document_kinds k
      where c.project_id = p_project and c.kind = k.kind and c.document_id = p_document)
$$;
comment on function private.has_files_or_comments is
  'Tells whether a document of any kind has files or comments: an undone import does not delete it.';

create or replace function private.files_and_comments(p_project uuid, p_kind text, p_document uuid, p_all boolean default false)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_sees_all boolean := private.scope_of(p_project, 'people.read') = 'all';
  v_people uuid[];
  v_facts record;
  v_title text := private.document_title(p_project, p_kind, p_document);
  v_writes boolean := private.writes_document(p_project, p_kind, p_document);
begin
  if not private.reads_document(p_project, p_kind, p_document) then perform private.not_found(); end if;
  v_people := case when v_sees_all then null else private.my_people() || auth.uid() end;
  select d.state, d.on_date into v_facts from private.document_facts(p_project, p_kind, p_document) d;
  return (
    with files as (
      select f.*, private.removes_file(f) and private.kept_file(f, v_title, v_facts.state, v_facts.on_date) is null as may_remove
      from public.document_files f where f.project_id = p_project and f.kind = p_kind and f.document_id = p_document
    ), comments as (
      select c.*, private.removes_comment(c) as may_remove from public.document_comments c
      where c.project_id = p_project and c.kind = p_kind and c.document_id = p_document
      order by c.id desc limit case when p_all then 500 else 21 end
    ), readers as (
      select r.user_id from private.readers_of_document(p_project, p_kind, p_document) r (user_id)
      where v_people is null or r.user_id = any (v_people)
    ), named as (
      select created_by as user_id from files union select created_by from comments union select removed_by from comments
      union select unnest(mentions) from comments union select user_id from readers
    )
    select jsonb_build_object(
      'title', v_title,
      'state', v_facts.state,
      'may_attach', v_writes and v_facts.state <> 'cancelled',
      'files', (select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'size', f.size, 'created_by', f.created_by,
        'created_at', f.created_at, 'may_remove', f.may_remove) order by f.id), '[]') from files f),
      'comments', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'note', c.note, 'mentions', c.mentions,
        'created_by', c.created_by, 'created_at', c.created_at, 'removed_by', c.removed_by, 'may_remove', c.may_remove)
        order by c.id desc), '[]') from comments c),
      'readers', (select coalesce(jsonb_agg(r.user_id), '[]') from readers r),
      'names', (select coalesce(jsonb_object_agg(u.user_id, u.display_name), '{}') from named n
        join public.profiles u on u.user_id = n.user_id where v_people is null or u.user_id = any (v_people))));
end $$;
select private.expose('files_and_comments');
comment on function public.files_and_comments is
  'Returns what a document''s page shows of its files and comments: {title, state, may_attach, files: [{id, name, size, created_by, '
  'created_at, may_remove}] in the order in which they were attached, comments: [{id, note (null once removed), mentions, created_by, '
  'created_at, removed_by, may_remove}] newest first, readers: [ids of people who may be mentioned], names: {id: name}, those that the '
  'caller may see}. The newest 21 comments, or all with p_all. p_kind: as of attach_file. Errors: P0002.';

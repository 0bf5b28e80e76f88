-- Imports, the kinds of sheets, and the rows that an import made.

create table public.imports (
  project_id uuid not null references public.projects (id),
  id uuid not null default private.new_id(),
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  file_name text not null,
  row_count int not null check (row_count > 0),
  import_status text not null default 'done' check (import_status in ('done', 'undone')),
  undone_at timestamptz,
  undone_by uuid,
  like private.stamped including defaults,
  primary key (project_id, id)
);
create index imports_list_idx on public.imports (project_id, kind, id desc);
comment on table public.imports is 'Imported spreadsheets: kind, time, user, and whether the import was undone.';
select private.guard_table('public.imports');

create table private.import_kinds (
  kind text primary key,
  permission text not null,
  -- The file changes rows that are there: the difference is shown before.
  changes boolean not null,
  -- A preview does what the import does, and takes it back: the commands of documents say what they refuse.
  tries boolean not null
);
comment on table private.import_kinds is
  'Kinds of imports, with the permission that each needs: private.add_import_kind.';

create table private.import_records (
  project_id uuid not null,
  import_id uuid not null,
  record_id uuid not null,
  -- The number by which the file names the record.
  reference text,
  -- The columns that the import changed, as they were.
  before jsonb,
  version int not null,
  primary key (project_id, import_id, record_id),
  foreign key (project_id, import_id) references public.imports
);
create index import_records_reference_idx on private.import_records (project_id, lower(reference)) where reference is not null;
create index import_records_record_idx on private.import_records (project_id, record_id);
comment on table private.import_records is
  'Records that an import made or changed, with the version that it left them in: they can be undone while they still have it.';

create or replace function private.import_permission(p_kind text) returns text
language sql stable security definer set search_path = '' as $$ select k.permission from private.import_kinds k where k.kind = p_kind $$;
comment on function private.import_permission is 'Returns the permission that imports of a kind need.';

grant execute on function private.import_permission to authenticated;

grant select on public.imports to authenticated;
create policy imports_select on public.imports for select to authenticated
  using (project_id = any ((select private.projects_with((select private.import_permission(kind))))::uuid[]));

-- Acts that people in the field wrote on their phones, as they arrived. See docs/field-app.md.

create table public.field_acts (
  project_id uuid not null references public.projects (id),
  -- The key, which the phone made when the form was opened. It is kept as long as the document.
  id uuid not null,
  user_id uuid not null,
  -- The phone's own id, and its running number of the act.
  device uuid not null,
  device_no int not null check (device_no > 0),
  -- One of private.act_kinds(), or what an app wrote that this version does not know.
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  -- The moment by the phone's clock, and with the difference to the office's clock that the phone saw last.
  device_at timestamptz not null,
  made_at timestamptz not null,
  app_version text not null check (length(app_version) <= 40),
  copy_as_of timestamptz,
  facts jsonb not null,
  -- The keys of acts whose documents the facts name by these keys.
  depends_on uuid[] not null default '{}' check (cardinality(depends_on) <= 500),
  -- waiting: for a decision of the office; withdrawn: its writer does not send it any more.
  state text not null check (state in ('accepted', 'refused', 'waiting', 'withdrawn')),
  document_id uuid,
  -- The day on which an accepted one counts; null of kinds that have no day.
  counts_on date,
  answer jsonb not null,
  -- The user who took it in from a file; null of what the phone sent.
  taken_by uuid,
  tries int not null default 1 check (tries > 0),
  received_at timestamptz not null default now(),
  like private.stamped including defaults,
  primary key (project_id, id),
  foreign key (project_id, user_id) references public.memberships,
  foreign key (project_id, taken_by) references public.memberships,
  constraint field_acts_accepted_check check (
    (state = 'accepted') = (document_id is not null) and (counts_on is null or state = 'accepted'))
);
create index field_acts_list_idx on public.field_acts (project_id, received_at desc, id desc);
create index field_acts_user_idx on public.field_acts (project_id, user_id);
create index field_acts_waiting_idx on public.field_acts (project_id) where state = 'waiting';
create index field_acts_taken_idx on public.field_acts (project_id, taken_by) where taken_by is not null;
comment on table public.field_acts is
  'Acts of phones by their keys, with the answer that they got: the document of an accepted one, why it was refused or withdrawn, or what '
  'it waits for. A refused act is corrected on the phone and sent again under its key, or withdrawn; the audit trail has what was sent '
  'before.';
select private.guard_table('public.field_acts', p_read => '{field.read}', p_own => 'user_id');

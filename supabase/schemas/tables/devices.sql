-- Phones of the people in the field. See docs/field-app.md.

create table public.devices (
  project_id uuid not null references public.projects (id),
  id uuid not null default private.new_id(),
  -- The phone's own id, which the app makes when it is opened there for the first time.
  device uuid not null,
  user_id uuid not null,
  name text not null check (btrim(name) <> '' and length(name) <= 120),
  registered_at timestamptz not null default now(),
  locked_at timestamptz,
  locked_by uuid,
  lock_reason text check (length(lock_reason) <= 400),
  like private.stamped including defaults,
  primary key (project_id, id),
  foreign key (project_id, user_id) references public.memberships,
  constraint devices_locked_check check ((locked_at is null) = (lock_reason is null))
);
create unique index devices_person_key on public.devices (project_id, device, user_id);
create index devices_user_idx on public.devices (project_id, user_id);
comment on table public.devices is
  'Phones on which people have signed in to the app for the field, a row for each person and phone. A locked one reads and sends nothing.';
select private.guard_table('public.devices', p_read => '{field.read}', p_own => 'user_id');

create table private.device_contacts (
  project_id uuid not null,
  device_id uuid not null,
  seen_at timestamptz not null default clock_timestamp(),
  app_version text not null check (length(app_version) <= 40),
  -- Acts on the phone that the office does not have yet, and the time of the oldest.
  waiting int not null default 0 check (waiting between 0 and 100000),
  waiting_since timestamptz,
  primary key (project_id, device_id),
  foreign key (project_id, device_id) references public.devices on delete cascade,
  constraint device_contacts_since_check check ((waiting > 0) = (waiting_since is not null))
);
comment on table private.device_contacts is
  'What a phone said at its last contact. It is a table of its own, so that a contact is no change of the phone in the audit trail.';

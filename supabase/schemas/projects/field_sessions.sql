-- Sessions of the app for the field: they live longer than those of the office, and each belongs to a phone.

create table private.field_sessions (
  session_id uuid primary key references auth.sessions (id) on delete cascade,
  device uuid not null,
  begun_at timestamptz not null default clock_timestamp(),
  -- Companies that have locked the phone. Another one may still be open on it.
  closed_to uuid[] not null default '{}'
);
create index field_sessions_device_idx on private.field_sessions (device);
comment on table private.field_sessions is
  'The phone of a session that began in the app for the field. Such a session lives for 30 days, any other one for 12 hours '
  '(private.current_user_id), and opens the field''s memberships alone (private.opens_here).';

-- Visits of agents to customers. See docs/field-app.md.

create table public.visits (
  project_id uuid not null,
  id uuid not null default private.new_id(),
  agent_id uuid not null,
  customer_id uuid not null,
  on_date date not null,
  state text not null check (state in ('visited', 'skipped')),
  begun_at timestamptz not null,
  ended_at timestamptz,
  -- Why nothing was ordered, or why the stop was skipped.
  reason text check (btrim(reason) <> '' and length(reason) <= 400),
  like private.stamped including defaults,
  primary key (project_id, id),
  foreign key (project_id, agent_id) references public.memberships,
  foreign key (project_id, customer_id) references public.customers,
  constraint visits_times_check check (ended_at >= begun_at),
  constraint visits_outcome_check check
    (case state when 'visited' then ended_at is not null else ended_at is null and reason is not null end)
);
create index visits_day_idx on public.visits (project_id, on_date, agent_id);
create index visits_agent_idx on public.visits (project_id, agent_id, on_date);
create index visits_customer_idx on public.visits (project_id, customer_id, on_date);
comment on table public.visits is
  'Visits of agents to customers, with begin and end, and stops of a route that were skipped, with the reason.';
select private.guard_table('public.visits', p_read => '{field.read}', p_own => 'agent_id');

create table private.visit_places (
  project_id uuid not null,
  visit_id uuid not null,
  act text not null check (act in ('begin', 'end')),
  latitude numeric(7,5) not null check (latitude between -90 and 90),
  longitude numeric(8,5) not null check (longitude between -180 and 180),
  -- In meters, as the phone says.
  accuracy int not null check (accuracy between 0 and 1000000),
  fixed_at timestamptz not null default clock_timestamp(),
  primary key (project_id, visit_id, act),
  foreign key (project_id, visit_id) references public.visits on delete cascade
);
create index visit_places_age_idx on private.visit_places (fixed_at);
comment on table private.visit_places is
  'Where a visit began and ended: one place for each act, kept for 180 days. It is a table of its own, so that the audit trail has no '
  'place.';

create table private.act_places (
  project_id uuid not null,
  act_id uuid not null,
  -- Begin and end as the phone sent them: {begin, end}. They are read when the visit is recorded.
  places jsonb not null check (jsonb_typeof(places) = 'object'),
  -- The moment at which the act was written.
  fixed_at timestamptz not null,
  primary key (project_id, act_id),
  foreign key (project_id, act_id) references public.field_acts on delete cascade
);
create index act_places_age_idx on private.act_places (fixed_at);
comment on table private.act_places is
  'Where a visit began and ended whose act waits for the office, until it is recorded or refused, for at most 180 days. Nobody reads it '
  'before.';

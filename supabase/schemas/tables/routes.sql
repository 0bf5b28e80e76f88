-- Routes of agents: the customers that they visit on a weekday, in their order. See docs/field-app.md.

create table public.routes (
  project_id uuid not null,
  id uuid not null default private.new_id(),
  agent_id uuid not null,
  -- Monday is 1.
  weekday int not null check (weekday between 1 and 7),
  -- In every week, or in those with an odd or even number of the ISO calendar.
  weeks text not null default 'every' check (weeks in ('every', 'odd', 'even')),
  customer_id uuid not null,
  place int not null check (place between 1 and 200),
  -- Until this day, which no longer has the stop. A changed route begins anew, so that past days keep their stops.
  from_date date not null,
  until_date date,
  like private.stamped including defaults,
  primary key (project_id, id),
  foreign key (project_id, agent_id) references public.memberships,
  foreign key (project_id, customer_id) references public.customers,
  constraint routes_days_check check (until_date >= from_date)
);
create unique index routes_stop_key on public.routes (project_id, agent_id, weekday, customer_id) where until_date is null;
create index routes_agent_idx on public.routes (project_id, agent_id, weekday, place);
create index routes_customer_idx on public.routes (project_id, customer_id);
comment on table public.routes is
  'Stops of the routes of agents: a customer on a weekday, in the order of place, from a day on until another one.';
select private.guard_table('public.routes', p_read => '{field.read}', p_own => 'agent_id');

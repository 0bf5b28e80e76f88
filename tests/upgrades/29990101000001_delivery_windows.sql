-- A sample of what a later version changes: a table with policies, a column that is filled from what is there, a constraint.
create table public.delivery_windows (
  project_id uuid not null references public.projects (id),
  id uuid not null default gen_random_uuid(),
  name text not null,
  primary key (project_id, id)
);
select private.guard_table('public.delivery_windows');
insert into public.delivery_windows (project_id, name) select id, 'Any time' from public.projects;

alter table public.customers add column delivery_window_id uuid;
update public.customers c set delivery_window_id = w.id
  from public.delivery_windows w where w.project_id = c.project_id;
alter table public.customers
  add foreign key (project_id, delivery_window_id) references public.delivery_windows (project_id, id);

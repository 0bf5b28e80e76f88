-- Pre-printed forms of a company: where the texts of its papers stand. See docs/e-invoice.md, Pre-printed forms.

create table public.paper_forms (
  project_id uuid not null references public.projects (id),
  id uuid not null default gen_random_uuid(),
  paper text not null check (paper in ('invoice', 'memo', 'receipt')),
  paper_size text not null check (paper_size in ('a4', 'a5', 'a5_across', 'letter', 'continuous', 'continuous_half')),
  lines_per_form int not null check (lines_per_form between 1 and 60),
  -- Millimeters by name, such as date_x: the places are those of app/modules/prints/form-layout.ts.
  layout jsonb not null check (jsonb_typeof(layout) = 'object'),
  feed_note text check (length(feed_note) <= 200),
  numbered boolean not null default true,
  like private.stamped including defaults,
  primary key (project_id, id),
  constraint paper_forms_paper_key unique (project_id, paper)
);
comment on table public.paper_forms is
  'Pre-printed forms by paper (invoice, memo, receipt): size, lines of a form, and where its texts stand, in millimeters from its corner; '
  'numbered: each form has a number printed on it, so an invoice that takes several uses up as many.';

create or replace function private.check_form_layout() returns trigger
language plpgsql set search_path = '' as $$
begin
  if jsonb_typeof(new.layout) = 'object' and not (select count(*) between 1 and 100 and coalesce(bool_and(e.key ~ '^[a-z_]{3,30}$'
      and jsonb_typeof(e.value) = 'number'
      and case when jsonb_typeof(e.value) = 'number' then (e.value #>> '{}')::numeric between -20 and 400 end), false)
      from jsonb_each(new.layout) e) then
    perform private.invalid('layout', 'Enter millimeters from -20 to 400.');
  end if;
  return new;
end $$;
comment on function private.check_form_layout is 'Trigger: refuses a layout of a form that has anything but named measures in millimeters.';
create trigger check_form_layout before insert or update of layout on public.paper_forms
  for each row execute function private.check_form_layout();
select private.guard_table('public.paper_forms', p_read => '{invoicing.read}', p_write => '{settings.write}');
grant insert (project_id, id, paper, paper_size, lines_per_form, layout, feed_note, numbered),
  update (paper_size, lines_per_form, layout, feed_note, numbered) on public.paper_forms to authenticated;

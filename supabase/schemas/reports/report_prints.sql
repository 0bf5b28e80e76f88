-- Printed reports: each print has a number and the moment as of which its figures were known. See docs/ledgers.md.

create table public.report_prints (
  project_id uuid not null references public.projects (id),
  id uuid not null default private.new_id(),
  print_no text not null,
  -- A report, or the statements of account
  report text not null,
  customer_id uuid,
  -- The query string of the filters, and the filters in words
  search text not null check (length(search) <= 1000),
  described text not null check (length(described) <= 500),
  known_at timestamptz not null,
  created_at timestamptz not null default now(),
  created_by uuid default auth.uid(),
  primary key (project_id, id),
  foreign key (project_id, customer_id) references public.customers (project_id, id),
  constraint report_prints_customer_check check ((customer_id is null) = (report <> 'statement'))
);
create unique index report_prints_no_key on public.report_prints (project_id, print_no);
create index report_prints_customer_idx on public.report_prints (project_id, customer_id) where customer_id is not null;
comment on table public.report_prints is
  'Printed reports and statements of account, insert-only: number, filters and the moment as of which the figures were known. Opened '
  'again, a print reads the tables as of that moment and has the same figures.';
select private.guard_table('public.report_prints', p_append_only => true);

grant select on public.report_prints to authenticated;
create policy report_prints_select on public.report_prints for select to authenticated
  -- Statements of account are printed by readers of the report of receivables.
  using (project_id || ' ' || case when report in ('statement', 'statements') then 'ar' else report end
    = any ((select private.viewable(false))::text[]));

create or replace function private.print_report(p_project uuid, p_print jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_report text := p_print ->> 'report';
  v_search text;
  v_described text;
  v_customer uuid;
  v_known timestamptz;
  v_settled timestamptz;
  v_print public.report_prints;
begin
  if not exists (select from private.viewed_permissions() v
    where v.is_report and v.view = case when v_report in ('statement', 'statements') then 'ar' else v_report end
      and private.scope_of(p_project, v.permission) is not null) then
    perform private.forbid();
  end if;
  v_search := coalesce(private.read_text(p_print, 'search', false, '', 1000), '');
  v_described := coalesce(left(private.read_text(p_print, 'described', false, '', 2000), 500), '');
  v_customer := private.read_uuid(p_print, 'customer_id', v_report = 'statement');
  if v_report <> 'statement' and v_customer is not null then
    perform private.invalid('customer_id', 'Only a statement is of one customer.');
  end if;
  if v_customer is not null and not exists (select from public.customers c where c.project_id = p_project and c.id = v_customer) then
    perform private.not_found();
  end if;
  v_known := private.read_moment(p_project, p_print, 'known_at');
  begin
    -- It is alone from here on, also for the number.
    v_settled := private.settled_moment(p_project);
  exception when lock_not_available then
    perform private.refuse('busy', 'A large file is being posted: print again in a minute.');
  end;
  insert into public.report_prints (project_id, print_no, report, customer_id, search, described, known_at)
  select p_project, 'RP-' || lpad((coalesce(substr(max(p.print_no), 4)::int, 0) + 1)::text, 6, '0'), v_report, v_customer, v_search,
    v_described, coalesce(v_known, v_settled)
  from public.report_prints p where p.project_id = p_project
  returning * into v_print;
  return jsonb_build_object('id', v_print.id, 'print_no', v_print.print_no, 'known_at', v_print.known_at);
end $$;
select private.expose('print_report');
comment on function public.print_report is
  'Gives a print its number and moment: {report (ar, expenses …, statement: of one customer, statements), customer_id (of a statement), '
  'search (the filters as a query string), described (in words), known_at (of a report as known at a past moment; default: now, once what '
  'others are writing is done)}. Returns {id, print_no, known_at}. Errors: 42501, P0002, busy, 22023.';

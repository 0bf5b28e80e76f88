-- The audit trail. See docs/domain.md, invariant 13.

create table public.audit_log (
  id bigint generated always as identity primary key,
  -- There is no foreign key: the rows that it tells of have theirs, and a check of each row would lock the project.
  project_id uuid,
  created_at timestamptz not null default now(),
  user_id uuid,
  table_name text not null,
  row_id uuid,
  kind text not null,
  document_id uuid,
  action text not null check (action in ('insert', 'update', 'delete')),
  before jsonb,
  after jsonb
);
create index audit_log_project_idx on public.audit_log (project_id, created_at desc, id desc);
create index audit_log_document_idx on public.audit_log (project_id, document_id, created_at desc, id desc);
create index audit_log_row_idx on public.audit_log (project_id, table_name, row_id);
-- Reports as known at a moment read what one table's rows were before.
create index audit_log_table_idx on public.audit_log (project_id, table_name, created_at);
create index audit_log_administration_idx on public.audit_log (id) where table_name in ('projects', 'profiles', 'memberships');
comment on table public.audit_log is
  'Changes of rows: user, time, and the changed columns before and after. kind and document_id name the document that the row belongs to. '
  'Append-only. project_id is null for rows of the platform.';
select private.guard_table('public.audit_log', p_append_only => true);

-- The body is resolved when it is created, so that the planner can put it into the query.
create or replace function private.audited_changes(p_old jsonb, p_new jsonb) returns table (before jsonb, after jsonb)
language sql immutable
begin atomic
  select jsonb_object_agg(o.key, o.value), jsonb_object_agg(o.key, p_new -> o.key)
  from jsonb_each(p_old) o
  where p_new -> o.key is distinct from o.value and o.key not in ('modified_at', 'version', 'next_at', 'sort_key', 'search_key',
    'total_key', 'receivable_key', 'name_core', 'store_core', 'taxpayer', 'project_logos');
end;
comment on function private.audited_changes is
  'Returns the changed columns of a row with their values before and after; null when none of those that are logged did.';

create or replace function private.audit_project() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.audit_log (project_id, user_id, table_name, row_id, kind, document_id, action, before, after)
  select v.id, auth.uid(), tg_table_name, v.id, 'project', v.id, lower(tg_op),
    case tg_op when 'UPDATE' then c.before else to_jsonb(old) end, case tg_op when 'UPDATE' then c.after else to_jsonb(new) end
  from (select coalesce(new.id, old.id)) v (id) cross join private.audited_changes(to_jsonb(old), to_jsonb(new)) c
  where tg_op <> 'UPDATE' or c.after is not null;
  return null;
end $$;
comment on function private.audit_project is
  'Row trigger of projects, which are changed one at a time and at each number that is drawn: writes one audit row, for an update only the '
  'changed columns.';

create or replace function private.trail_kind(p_row jsonb) returns text
language sql immutable
return case coalesce(p_row ->> 'document_kind', p_row ->> 'kind') when 'invoice' then 'booking' when 'issued_cheque' then 'cheque'
  else coalesce(p_row ->> 'document_kind', p_row ->> 'kind') end;
comment on function private.trail_kind is
  'Returns what the audit trail calls the document of a row that says its kind (document_kind or kind) and document_id: an invoice is its '
  'booking.';

-- Rows of the log bring their moment, which saves the call of the trigger that would stamp each.
create or replace function private.audit_rows() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- The kind of the document that the rows belong to, and the column of its id: for a line its document, for anything else the row itself.
  v_document text[] := case tg_table_name
    when 'booking_lines' then '{booking,booking_id}' when 'purchase_lines' then '{purchase,purchase_id}'
    when 'voucher_lines' then '{voucher,voucher_id}'
    -- Rows that say themselves to which kind of document they belong.
    when 'document_files' then '{null,document_id}' when 'document_comments' then '{null,document_id}'
    when 'shared_papers' then '{null,document_id}'
    when 'stock_count_lines' then '{count,count_id}' when 'stock_counts' then '{count,id}'
    when 'collection_allocations' then '{collection,collection_id}' when 'price_list_items' then '{price_list,price_list_id}'
    when 'cash_deposits' then '{deposit,slip_id}' when 'deposit_slips' then '{deposit,id}'
    when 'bank_balances' then '{bank,bank_id}' when 'issued_cheques' then '{cheque,id}'
    when 'period_closings' then '{project,project_id}' when 'inventory' then '{product,product_id}'
    when 'profiles' then '{person,user_id}' when 'memberships' then '{person,user_id}'
    when 'warehouse_requests' then '{request,id}' when 'product_edit_requests' then '{product_edit,id}'
    else array[regexp_replace(tg_table_name, 's$', ''), 'id'] end;
begin
  if tg_op = 'UPDATE' then
    -- A statement that changed nothing is no reason to prepare the query below.
    if not exists (select from new_rows) then return null; end if;
    -- Both tables have the rows in the order in which the statement changed them. They are paired by that and not by a join: a plan
    -- that was kept from updates of one row would compare each of 10,000 with each.
    insert into public.audit_log (project_id, created_at, user_id, table_name, row_id, kind, document_id, action, before, after)
    select (u.now ->> 'project_id')::uuid, private.moment((u.now ->> 'project_id')::uuid), auth.uid(), tg_table_name,
      coalesce(u.now ->> 'id', u.now ->> 'user_id', u.now ->> 'product_id')::uuid, coalesce(v_document[1], private.trail_kind(u.now)),
      (u.now ->> v_document[2])::uuid, 'update', c.before, c.after
    from unnest(array(select to_jsonb(r) from old_rows r), array(select to_jsonb(r) from new_rows r)) u (was, now)
    cross join lateral private.audited_changes(u.was, u.now) c
    where c.after is not null;
  else
    -- An id that is a number, as of an allocation, has no column in the trail: such a row gets another one there.
    with n as materialized (select to_jsonb(r) as row from changed_rows r)
    insert into public.audit_log (project_id, created_at, user_id, table_name, row_id, kind, document_id, action, before, after)
    select (n.row ->> 'project_id')::uuid, private.moment((n.row ->> 'project_id')::uuid), auth.uid(), tg_table_name,
      case when jsonb_typeof(n.row -> 'id') = 'number' then gen_random_uuid()
        else coalesce(n.row ->> 'id', n.row ->> 'user_id', n.row ->> 'product_id')::uuid end,
      coalesce(v_document[1], private.trail_kind(n.row)), (n.row ->> v_document[2])::uuid, lower(tg_op),
      case tg_op when 'DELETE' then n.row end, case tg_op when 'INSERT' then n.row end
    from n;
  end if;
  return null;
end $$;
comment on function private.audit_rows is
  'Statement trigger: writes one audit row for each row that a statement inserted, changed or deleted, in its transaction; of an update '
  'the changed columns only.';

-- A drawn number does not count as a change of the project and is not logged.
create trigger audit after insert or delete or update of name, owner_name, owner_email, product_categories1, product_categories2,
  product_categories3, status, project_logos, address, title, tin_no, phone, payment_instructions, other_info1,
  other_info2, time_zone, currency, settings
  on public.projects for each row execute function private.audit_project();
grant select on public.audit_log to authenticated;

create policy audit_log_select on public.audit_log for select to authenticated
  using (
    project_id = any ((select private.projects_with('audit.read'))::uuid[])
    -- The administrator follows what happens to projects and people, never a company's business.
    or (table_name in ('projects', 'profiles', 'memberships') and (select private.is_admin())));

-- Projects and people. Their tables are guarded here, as their changes go into the trail.
-- A drawn number does not count as a change of the project, so that an open settings form does not become stale.
create trigger touch before update of name, owner_name, owner_email, product_categories1, product_categories2, product_categories3,
  status, project_logos, address, title, tin_no, phone, payment_instructions, other_info1, other_info2, time_zone, currency, settings
  on public.projects for each row execute function private.touch();
select private.guard_table('public.projects', p_audit => '{}');
select private.guard_table('public.profiles'), private.guard_table('public.memberships');

-- Owner, settings and the counters, which tell the volume of trade, are read with project_details.
grant select (id, name, product_categories1, product_categories2, product_categories3, status, project_logos, logo_uri, logo_uri1,
  collection_list, collection_group_list, address, title, tin_no, phone, payment_instructions, other_info1, other_info2, time_zone,
  currency, sort_key, closed_through, sample, version,
  created_at, modified_at) on public.projects to authenticated;
grant select on public.profiles, public.memberships to authenticated;

create policy projects_select on public.projects for select to authenticated
  using (id = any ((select private.my_projects())::uuid[]) or (select private.is_admin()));
create policy profiles_select on public.profiles for select to authenticated
  using (user_id = (select private.current_user_id()) or user_id = any ((select private.my_people())::uuid[])
    or (select private.is_admin()));
create policy memberships_select on public.memberships for select to authenticated
  using (
    (user_id = (select auth.uid()) and project_id = any ((select private.my_projects())::uuid[]))
    or project_id = any ((select private.projects_with('people.read'))::uuid[])
    or (project_id = any ((select private.projects_with('people.read', 'team'))::uuid[]) and manager_id = (select auth.uid()))
    or (select private.is_admin()));

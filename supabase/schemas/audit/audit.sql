-- Reading the audit trail, by days or of one document. See docs/domain.md, invariant 13.

create or replace function private.changes_where(p_project uuid, p_filters jsonb) returns text
language plpgsql stable set search_path = '' as $$
declare
  v_zone text := private.zone_of(p_project);
  v_documents uuid[] := private.read_uuids(p_filters, 'documents');
begin
  -- Days of the project are converted to timestamps, as the index is sorted by those.
  return format('a.project_id = %L', p_project)
    || case when p_filters ->> 'from' <> ''
      then format(' and a.created_at >= %L', private.read_date(p_filters, 'from')::timestamp at time zone v_zone) else '' end
    || case when p_filters ->> 'to' <> ''
      then format(' and a.created_at < %L', (private.read_date(p_filters, 'to') + 1)::timestamp at time zone v_zone) else '' end
    || case when p_filters ? 'documents' then format(' and a.document_id = any (%L::uuid[])', v_documents) else '' end
    || case when p_filters ->> 'user_id' <> '' then format(' and a.user_id = %L', private.read_uuid(p_filters, 'user_id')) else '' end
    -- Until version 2.2 the rows of slips themselves were of the kind deposit_slip.
    || case when p_filters ->> 'kind' = 'deposit' then ' and a.kind in (''deposit'', ''deposit_slip'')'
      when p_filters ->> 'kind' <> '' then format(' and a.kind = %L', p_filters ->> 'kind') else '' end
    || case when p_filters ->> 'action' <> '' then format(' and a.action = %L', p_filters ->> 'action') else '' end;
end $$;
comment on function private.changes_where is
  'Returns the conditions of audit_trail for the given filters only, so that a document and a range of days each use their index.';

create or replace function private.acted_alone(p_project uuid, p_user uuid, p_at timestamptz) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  -- The role of that moment is the one that the next change took away, or the one of now.
  return coalesce(
    (select a.before ->> 'role' from public.audit_log a
      where a.project_id = p_project and a.table_name = 'memberships' and a.row_id = p_user and a.action = 'update' and a.before ? 'role'
        and a.created_at > p_at order by a.created_at, a.id limit 1),
    (select m.role from public.memberships m where m.project_id = p_project and m.user_id = p_user), '') = 'one-person office';
end $$;
comment on function private.acted_alone is 'Tells whether a user was the whole office of a project at a moment.';
grant execute on function private.acted_alone to authenticated;

create or replace function private.ever_alone(p_project uuid) returns uuid[]
language plpgsql stable set search_path = '' as $$
begin
  return array(
    select m.user_id from public.memberships m
    where m.project_id = p_project and (m.role = 'one-person office' or exists (
      select from public.audit_log a where a.project_id = p_project and a.table_name = 'memberships' and a.row_id = m.user_id
        and a.before ->> 'role' = 'one-person office')));
end $$;
comment on function private.ever_alone is 'Returns the users who are or once were the whole office of a project.';
grant execute on function private.ever_alone to authenticated;

create or replace function public.audit_trail(p_project uuid, p_filters jsonb default '{}')
returns table (id bigint, created_at timestamptz, user_id uuid, kind text, document_id uuid, table_name text, row_id uuid,
  action text, before jsonb, after jsonb, alone boolean)
language plpgsql stable set search_path = '' as $$
declare
  v_before int := private.read_int(p_filters, 'before');
  v_cursor int := coalesce(v_before, private.read_int(p_filters, 'after'));
  v_at timestamptz;
begin
  perform private.authorize(p_project, 'audit.read');
  select a.created_at into v_at from public.audit_log a where a.project_id = p_project and a.id = v_cursor;
  return query execute format('select a.id, a.created_at, a.user_id, a.kind, a.document_id, a.table_name, a.row_id, a.action, a.before,
    a.after, coalesce(a.user_id = any (%5$L) and private.acted_alone(a.project_id, a.user_id, a.created_at), false)
    from public.audit_log a where %1$s %2$s order by a.created_at %3$s, a.id %3$s limit %4$s',
    private.changes_where(p_project, p_filters),
    case when v_cursor is not null
      then format('and (a.created_at, a.id) %s (%L, %L)', case when v_before is null then '<' else '>' end, v_at, v_cursor) end,
    case when v_before is null then 'desc' end, coalesce(private.read_int(p_filters, 'limit'), 50), private.ever_alone(p_project));
end $$;
comment on function public.audit_trail is
  'Lists changes of a project, newest first: user_id (null = the system), created_at, the document (kind, document_id), the row, and the '
  'changed columns before and after; an insert has the whole row in after, a delete in before. alone: the user was the whole office then, '
  'so that no rule of two people held. p_filters: {from, to (days of the project, '
  'both included), user_id, kind, action: insert|update|delete, documents: [uuid] (at most 500), limit (50), after: id (older than it), '
  'before: id (newer than it, oldest first)}. Errors: 42501 without audit.read, 22023.';

create or replace function public.audit_totals(p_project uuid, p_filters jsonb default '{}')
returns table (changes bigint, documents bigint, people bigint)
language plpgsql stable set search_path = '' as $$
begin
  perform private.authorize(p_project, 'audit.read');
  return query execute 'select count(*), count(distinct a.document_id), count(distinct a.user_id) from public.audit_log a where '
    || private.changes_where(p_project, p_filters);
end $$;
comment on function public.audit_totals is
  'Returns the numbers of changes, documents and users in audit_trail for the same p_filters. Errors: 42501, 22023.';

-- Names of documents, master data and projects; an account and its cheque layout share an id.
create view private.named_documents with (security_invoker = true) as
select project_id, id, kind, no as label from private.documents
union all select project_id, id, 'product', concat_ws(' ', material_code, description) from public.products
union all select project_id, id, 'product_edit', po_no from public.product_edit_requests
union all select project_id, id, 'cheque', cheque_no from public.issued_cheques
union all select project_id, id, 'bank', concat_ws(' ', bank, account_no) from public.banks
union all select project_id, id, 'price_list', name from public.price_lists
union all select project_id, id, 'customer_group', name from public.customer_groups
union all select project_id, id, 'payee', fname from public.payees
union all select project_id, id, 'releaser', concat_ws(' ', fname, lname) from public.releasers
union all select project_id, id, 'cost_center', cost_center from public.cost_centers
union all select project_id, id, 'supplier', name from public.suppliers
union all select project_id, id, 'report_schedule', report from public.report_schedules
union all select t.project_id, t.id, 'agent_target', concat_ws(', ', u.display_name, to_char(t.from_month, 'MM/YYYY'))
  from public.agent_targets t left join public.profiles u on u.user_id = t.agent_id
union all select project_id, id, 'field_act', concat_ws(' ', kind, coalesce(answer ->> 'so_no', state)) from public.field_acts
union all select d.project_id, d.id, 'device', concat_ws(', ', u.display_name, d.name)
  from public.devices d left join public.profiles u on u.user_id = d.user_id
union all select b.project_id, b.id, 'booklet', concat_ws(' to ', b.first_no, b.last_no) from public.booklets b
union all select r.project_id, r.id, 'route', concat_ws(', ', u.display_name, c.name)
  from public.routes r
  join public.customers c on c.project_id = r.project_id and c.id = r.customer_id
  left join public.profiles u on u.user_id = r.agent_id
union all select v.project_id, v.id, 'visit', concat_ws(', ', u.display_name, c.name, to_char(v.on_date, 'MM/DD/YYYY'))
  from public.visits v
  join public.customers c on c.project_id = v.project_id and c.id = v.customer_id
  left join public.profiles u on u.user_id = v.agent_id
union all select project_id, id, 'account', concat_ws(' ', code, name) from public.accounts
union all select project_id, id, 'paper_form', paper from public.paper_forms
union all select id, id, 'project', name from public.projects;
grant select on private.named_documents to authenticated;

create or replace function public.audit_names(p_project uuid, p_ids uuid[])
returns table (id uuid, kind text, label text)
language plpgsql stable set search_path = '' as $$
begin
  perform private.authorize(p_project, 'audit.read');
  return query
  select d.id, d.kind, d.label from private.named_documents d where d.project_id = p_project and d.id = any (p_ids)
  union all
  select u.user_id, 'person', u.display_name from public.profiles u where u.user_id = any (p_ids);
end $$;
comment on function public.audit_names is
  'Returns labels for ids in the audit trail: numbers of documents and names of users, as far as the caller may read them. An account and '
  'its cheque layout share an id, so it is named as the account. Errors: 42501 without audit.read.';

create or replace function public.audit_lines(p_project uuid, p_rows uuid[])
returns table (id uuid, line_no int, product text)
language plpgsql stable set search_path = '' as $$
begin
  perform private.authorize(p_project, 'audit.read');
  return query
  select l.id, l.line_no, p.description
  from public.booking_lines l join public.products p on p.project_id = l.project_id and p.id = l.product_id
  where l.project_id = p_project and l.id = any (p_rows)
  union all
  select l.id, l.line_no, p.description
  from public.purchase_lines l join public.products p on p.project_id = l.project_id and p.id = l.product_id
  where l.project_id = p_project and l.id = any (p_rows)
  union all
  select l.id, l.line_no, l.description from public.voucher_lines l where l.project_id = p_project and l.id = any (p_rows);
end $$;
comment on function public.audit_lines is
  'Returns number and product (of a voucher: description) of lines that still exist, as far as the caller may read them. Errors: 42501 '
  'without audit.read.';

grant execute on function private.changes_where to authenticated;

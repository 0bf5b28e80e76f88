-- The audit trail. See docs/domain.md, invariant 13.

create table public.audit_log (
  id bigint generated always as identity primary key,
  project_id uuid references public.projects (id),
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
create index audit_log_administration_idx on public.audit_log (id) where table_name in ('projects', 'profiles', 'memberships');
comment on table public.audit_log is 'Changes of rows: user, time, and the changed columns before and after. kind and document_id name the document that the row belongs to. Append-only. project_id is null for rows of the platform.';
select private.guard_table('public.audit_log', p_append_only => true);

create or replace function private.audited_document(p_table text, p_row jsonb, out kind text, out id uuid)
language plpgsql immutable set search_path = '' as $$
declare
  -- It runs for each row that is written: a list of values in a query would cost as much as the row of the trail.
  v_names text[] := case p_table
    when 'booking_lines' then array['booking', 'booking_id'] when 'purchase_lines' then array['purchase', 'purchase_id'] when 'stock_count_lines' then array['count', 'count_id']
    when 'voucher_lines' then array['voucher', 'voucher_id'] when 'voucher_attachments' then array['voucher', 'voucher_id'] when 'cash_deposits' then array['deposit', 'slip_id']
    when 'bank_balances' then array['bank', 'bank_id'] when 'period_closings' then array['project', 'project_id'] when 'inventory' then array['product', 'product_id']
    when 'profiles' then array['person', 'user_id'] when 'memberships' then array['person', 'user_id'] when 'issued_cheques' then array['cheque', 'id']
    when 'bad_orders' then array['bad_order', 'id'] when 'price_list_items' then array['price_list', 'price_list_id'] when 'stock_counts' then array['count', 'id'] when 'warehouse_requests' then array['request', 'id']
    when 'product_edit_requests' then array['product_edit', 'id']
    else array[regexp_replace(p_table, 's$', ''), 'id'] end;
begin
  kind := v_names[1];
  id := (p_row ->> v_names[2])::uuid;
end $$;
comment on function private.audited_document is 'Returns the document that a row belongs to: for a line its document, for anything else the row itself. The kind is the table''s name without the s.';

create or replace function private.write_audit() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_new jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  v_old jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  v_row jsonb := coalesce(v_new, v_old);
  v_before jsonb := v_old;
  v_after jsonb := v_new;
begin
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(o.key, o.value), jsonb_object_agg(o.key, v_new -> o.key) into v_before, v_after
    from jsonb_each(v_old) o
    where v_new -> o.key is distinct from o.value and o.key not in ('modified_at', 'version', 'sort_key', 'search_key', 'total_key', 'name_core', 'store_core', 'taxpayer', 'project_logos');
    if v_after is null then return null; end if;
  end if;
  insert into public.audit_log (project_id, user_id, table_name, row_id, kind, document_id, action, before, after)
  select case tg_table_name when 'projects' then (v_row ->> 'id')::uuid else (v_row ->> 'project_id')::uuid end,
    auth.uid(), tg_table_name, coalesce(v_row ->> 'id', v_row ->> 'user_id', v_row ->> 'product_id')::uuid,
    d.kind, d.id, lower(tg_op), v_before, v_after
  from private.audited_document(tg_table_name, v_row) d;
  return null;
end $$;
comment on function private.write_audit is 'Row trigger that writes one audit row in the transaction of the change; for an update only the changed columns.';

-- A drawn number does not count as a change of the project and is not logged.
create trigger audit after insert or delete or update of name, owner_name, owner_email, product_categories1, product_categories2,
  product_categories3, status, project_logos, address, title, tin_no, phone, payment_instructions, other_info1, other_info2, time_zone, currency, settings
  on public.projects for each row execute function private.write_audit();
create trigger audit after insert or update or delete on public.profiles for each row execute function private.write_audit();
create trigger audit after insert or update or delete on public.memberships for each row execute function private.write_audit();

grant select on public.audit_log to authenticated;

create policy audit_log_select on public.audit_log for select to authenticated
  using (
    project_id = any ((select private.projects_with('audit.read'))::uuid[])
    -- The administrator follows what happens to projects and people, never a company's business.
    or (table_name in ('projects', 'profiles', 'memberships') and (select private.is_admin())));

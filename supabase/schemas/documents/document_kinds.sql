-- Kinds of documents that have files, comments and what else belongs to every document, and who reads and changes one.

create table private.document_kinds (
  kind text primary key,
  label text not null,
  table_name text not null,
  page text not null check (page like '/%{id}%'),
  read_with text[] not null,
  write_with text[] not null
);
comment on table private.document_kinds is
  'Kinds of documents that have files and comments. label: as in "Booking SO-1"; table_name: the table of public that has the rows; page: '
  'the address of its page on the web; read_with: who holds one of these permissions reads it, as far as the scope goes; write_with: who '
  'reads it and holds one of these attaches files. A receipt is named by the id of its first part, and an invoice by that of its booking.';
insert into private.document_kinds (kind, label, table_name, page, read_with, write_with) values
  ('booking', 'Booking', 'bookings', '/sales/bookings/{id}', '{bookings.read}', '{bookings.write,bookings.validate,bookings.deliver}'),
  ('invoice', 'Invoice', 'bookings', '/sales/bookings/{id}/invoice', '{invoicing.read}', '{invoicing.write}'),
  ('memo', 'Memo', 'memos', '/memos/{id}', '{memos.read}', '{memos.write,memos.approve}'),
  ('collection', 'Receipt', 'collections', '/treasury/treasury-list/{id}', '{collections.read}',
    '{collections.record,collections.decide}'),
  ('issued_cheque', 'Cheque', 'issued_cheques', '/expenses/cheques/{id}', '{treasury.read,vouchers.read}',
    '{vouchers.write,treasury.write}'),
  ('purchase', 'Purchase', 'purchases', '/inventory/purchase-list/{id}', '{purchases.read}', '{purchases.write}'),
  ('voucher', 'Voucher', 'vouchers', '/expenses/expenses-list/{id}', '{vouchers.read}', '{vouchers.write}'),
  ('customer', 'Customer', 'customers', '/customers/customer-list/{id}', '{customers.read}', '{customers.write,customers.request}'),
  ('product', 'Product', 'products', '/inventory/product-list/{id}', '{stock.read}', '{products.write}');

create or replace function private.document_facts(p_project uuid, p_kind text, p_id uuid)
returns table (number text, party text, on_date date, state text, own uuid[], team uuid[], validated boolean, delivered_unpaid boolean)
language plpgsql stable set search_path = '' rows 1 as $$
begin
  case p_kind
    when 'booking' then return query
      select b.so_no, b.customer_name, b.date_added, case when b.approval_status = 'cancelled' then 'cancelled' else 'open' end,
        array[b.agent_id], array[b.agent_id], b.approval_status like 'approved%',
        b.date_delivered is not null and b.balance > 0 and b.approval_status like 'approved%'
      from public.bookings b where b.project_id = p_project and b.id = p_id;
    when 'invoice' then return query
      select b.invoice_no, b.customer_name, b.date_invoiced, case when b.approval_status = 'cancelled' then 'cancelled' else 'open' end,
        '{}'::uuid[], '{}'::uuid[], false, false
      from public.bookings b where b.project_id = p_project and b.id = p_id and b.invoice_no is not null;
    when 'memo' then return query
      select m.memo_no, m.customer_name, m.on_date, case when m.status = 'cancelled' then 'cancelled' else 'open' end,
        '{}'::uuid[], '{}'::uuid[], false, false
      from public.memos m where m.project_id = p_project and m.id = p_id;
    when 'collection' then return query
      select c.cr_no, u.name, c.date_collected, case when c.approval_status = 'cancelled' then 'cancelled' else 'open' end,
        array[c.agent_id, c.created_by, c.collector_id], array[c.agent_id, c.collector_id], false, false
      from public.collections c join public.customers u on u.project_id = c.project_id and u.id = c.customer_id
      where c.project_id = p_project and c.id = p_id and c.part_no = 1;
    when 'issued_cheque' then return query
      select q.cheque_no, q.payee_name, q.cheque_date,
        case when q.state = 'void' then 'cancelled' when q.state in ('released', 'cleared', 'stale') then 'final' else 'open' end,
        '{}'::uuid[], '{}'::uuid[], false, false
      from public.issued_cheques q where q.project_id = p_project and q.id = p_id;
    when 'purchase' then return query
      select p.po_no, p.supplier, p.date_added, case when p.status = 'cancelled' then 'cancelled' else 'open' end,
        '{}'::uuid[], '{}'::uuid[], false, false
      from public.purchases p where p.project_id = p_project and p.id = p_id;
    when 'voucher' then return query
      select 'No. ' || v.voucher_no, v.pay_to, v.date_added,
        case when v.status = 'cancelled' then 'cancelled' when v.status = 'released' then 'final' else 'open' end,
        '{}'::uuid[], '{}'::uuid[], false, false
      from public.vouchers v where v.project_id = p_project and v.id = p_id;
    when 'customer' then return query
      select c.name, c.store_name, null::date, case when c.approval_status in ('rejected', 'merged') then 'cancelled' else 'open' end,
        array[c.agent_id], array[c.agent_id], false, false
      from public.customers c where c.project_id = p_project and c.id = p_id;
    when 'product' then return query
      select p.description, p.material_code, null::date, case when p.merged_into is not null then 'cancelled' else 'open' end,
        '{}'::uuid[], '{}'::uuid[], false, false
      from public.products p where p.project_id = p_project and p.id = p_id;
    else null;
  end case;
end $$;
comment on function private.document_facts is
  'Returns what is to be known of a document of private.document_kinds whatever its kind, one row, or none: number; party (the customer, '
  'supplier or payee as the document has it); its day; state (open; final: a released voucher or cheque; cancelled: also a rejected '
  'customer, and a customer or product that was merged into another); own, team: whose own it is, and whose Manager reads it; validated '
  'and delivered_unpaid, as the scopes of those names have them. For definer functions.';

create or replace function private.people_of_document(p_project uuid, p_kind text, p_id uuid, p_permissions text[],
  p_user uuid default null) returns setof uuid
language plpgsql stable set search_path = '' as $$
begin
  return query select m.user_id
  from private.document_facts(p_project, p_kind, p_id) d
  join public.projects p on p.id = p_project and p.status = 'active'
  join public.memberships m on m.project_id = p_project and m.status = 'active' and m.user_id = coalesce(p_user, m.user_id)
  where (select u.status from public.profiles u where u.user_id = m.user_id) = 'active'
    and exists (select from private.role_permissions g where g.role = m.role and g.permission = any (p_permissions)
      and case g.scope when 'all' then true
        when 'own' then m.user_id = any (d.own)
        when 'team' then exists (select from public.memberships a
          where a.project_id = p_project and a.manager_id = m.user_id and a.user_id = any (d.team))
        when 'validated' then d.validated
        when 'delivered_unpaid' then d.delivered_unpaid end);
end $$;
comment on function private.people_of_document is
  'Returns the people of the project who hold one of these permissions for a document, as far as the scope of each goes; p_user: this '
  'person alone. Policies of the tables say the same of rows, and a test compares the two. For definer functions.';

create or replace function private.readers_of_document(p_project uuid, p_kind text, p_id uuid) returns setof uuid
language sql stable set search_path = '' as $$
  select private.people_of_document(p_project, k.kind, p_id, k.read_with) from private.document_kinds k where k.kind = p_kind
$$;
comment on function private.readers_of_document is
  'Returns all people who may read a document: whom a comment may mention, and whom a notice may reach. For definer functions.';

create or replace function private.reads_document(p_project uuid, p_kind text, p_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare v_me uuid := private.current_user_id();
begin
  return v_me is not null and p_project = any (private.my_projects()) and exists (select from private.document_kinds k,
    private.people_of_document(p_project, k.kind, p_id, k.read_with, v_me) where k.kind = p_kind);
end $$;
comment on function private.reads_document is 'Tells whether the caller may read a document of private.document_kinds; false for none.';

create or replace function private.writes_document(p_project uuid, p_kind text, p_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare v_me uuid := private.current_user_id();
begin
  return private.reads_document(p_project, p_kind, p_id) and exists (select from private.document_kinds k,
    private.people_of_document(p_project, k.kind, p_id, k.write_with, v_me) where k.kind = p_kind);
end $$;
comment on function private.writes_document is
  'Tells whether the caller may attach files to a document: reads it, and holds a permission that writes its kind. Its state is not asked.';

create view private.readable_documents with (security_invoker = true) as
select 'booking' as kind, d.project_id, d.id from public.bookings d
union all
select 'invoice', d.project_id, d.id from public.bookings d
where d.project_id = any ((select private.projects_with('invoicing.read'))::uuid[])
union all
select 'memo', d.project_id, d.id from public.memos d
union all
select 'collection', d.project_id, d.id from public.collections d
union all
select 'issued_cheque', d.project_id, d.id from public.issued_cheques d
union all
select 'purchase', d.project_id, d.id from public.purchases d
union all
select 'voucher', d.project_id, d.id from public.vouchers d
union all
select 'customer', d.project_id, d.id from public.customers d
union all
select 'product', d.project_id, d.id from public.products d;
comment on view private.readable_documents is
  'The documents of each kind that the policies of their tables show to the caller: private.reads_document for policies, which ask of many '
  'rows at once.';
grant select on private.readable_documents to authenticated;

create or replace function private.document_title(p_project uuid, p_kind text, p_id uuid) returns text
language sql stable set search_path = '' as $$
  select k.label || ' ' || d.number
  from private.document_kinds k cross join private.document_facts(p_project, p_kind, p_id) d where k.kind = p_kind
$$;
comment on function private.document_title is
  'Returns what a document is called in a sentence, such as Booking SO-1; null for none. For definer functions, which have asked whether '
  'the person may read it.';

create or replace function private.document_page(p_kind text, p_id uuid) returns text
language sql stable set search_path = '' as $$
  select replace(k.page, '{id}', p_id::text) from private.document_kinds k where k.kind = p_kind
$$;
comment on function private.document_page is 'Returns the address of a document''s page on the web, without the host.';

grant execute on function private.reads_document, private.writes_document to authenticated;

-- Papers as they were issued: names, letterhead and settings of then. See docs/decisions/0006.

create or replace function private.names_since(p_project uuid, p_table text, p_row uuid, p_names text[], p_entry bigint) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(o.key, o.value order by a.id desc), '{}')
  from public.audit_log a cross join lateral jsonb_each(a.before) o
  where (a.project_id = p_project or a.project_id is null) and a.table_name = p_table and a.row_id = p_row
    and a.action = 'update' and a.id > p_entry and o.key = any (p_names)
$$;
comment on function private.names_since is
  'Returns those of the names of a row that were changed after an entry of the audit trail, as they were then. For definer functions.';

create or replace function private.head_names() returns text[]
language sql immutable
return '{name,title,address,tin_no,phone,payment_instructions,other_info1,other_info2,currency,logo_uri,logo_uri1}'::text[];
comment on function private.head_names is 'Returns the columns of projects that papers show.';

create or replace function private.paper_head(p_project uuid, p_then jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare v jsonb;
begin
  select to_jsonb(h) || p_then into v
  from (select p.name, p.title, p.address, p.tin_no, p.phone, p.payment_instructions, p.other_info1, p.other_info2, p.currency,
    p.logo_uri, p.logo_uri1 from public.projects p where p.id = p_project) h;
  -- Pictures that were replaced before version 2 are no longer there.
  return (v - '{logo_uri,logo_uri1}'::text[]) || jsonb_build_object('logo', (select o.name from storage.objects o
    where o.bucket_id = 'logos' and o.name = coalesce(v ->> 'logo_uri1', v ->> 'logo_uri')));
end $$;
comment on function private.paper_head is
  'Returns what the head of a paper says of the project, with its currency and the path of its logo: as it is, but for p_then, what was '
  'changed since the paper was issued.';

grant execute on function private.head_names, private.paper_head to authenticated;

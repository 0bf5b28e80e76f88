-- The structured files of invoices and memos of a period. See docs/e-invoice.md, Files of a period.

create or replace function private.filed_papers(p_project uuid, p_from date, p_to date)
returns table (kind text, id uuid, number text, on_date date, name text, amount numeric)
language sql stable set search_path = '' as $$
  select 'invoice', b.id, b.invoice_no, b.date_invoiced, b.customer_name, b.total
  from public.bookings b
  where b.project_id = p_project and b.date_invoiced between p_from and p_to and b.invoice_no is not null and not b.is_opening
    and not b.is_debit_memo
  union all
  select m.kind || '_memo', m.id, m.memo_no, m.on_date, m.customer_name, m.amount
  from public.memos m where m.project_id = p_project and m.on_date between p_from and p_to and m.approved_at is not null
$$;
comment on function private.filed_papers is 'Returns the invoices and memos of a period that have a structured file, cancelled ones too.';

create or replace function private.later_file(p_project uuid, p_kind text, p_id uuid) returns text
language sql stable
return private.canonical_json(case p_kind when 'invoice' then private.e_invoice_content(p_project, p_id, 'later')
  else private.e_memo_content(p_project, p_id, 'later') end);
comment on function private.later_file is 'Makes the file of an invoice or memo from before these files out of what was kept at its issue.';

create or replace function public.tax_files(p_project uuid, p_filters jsonb default '{}')
returns table (sort_key text, kind text, id uuid, number text, on_date date, name text, amount text, made text, sha256 text, content text,
  found bigint)
language plpgsql stable set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'tax.read');
  v_from date := private.read_date(p_filters, 'from', true);
  v_to date := private.read_date(p_filters, 'to', true);
  v_content boolean := coalesce(private.read_boolean(p_filters, 'with_content'), false);
  v_page record := private.read_page(p_filters, '{on}');
  v_limit int := private.read_int(p_filters, 'limit');
begin
  if v_to < v_from then perform private.invalid('to', 'The period ends before it begins.'); end if;
  -- Readers of one file after the other count no file again.
  if v_content and v_page.direction > 0 and v_page.id is not null then
    v_from := greatest(v_from, date '2000-01-01' + greatest(-100000, least(100000, v_page.n))::int);
  end if;
  return query
  with placed as (
    select f.*, k.n, k.t, count(*) over () as times, row_number() over (order by k.n, k.t collate "C", f.id) * v_page.direction as place
    from private.filed_papers(p_project, v_from, v_to) f
    cross join lateral (select f.on_date - date '2000-01-01' as n, f.number as t) k
  ), page as materialized (
    select p.* from placed p
    where v_page.id is null or p.id <> v_page.id
      and ((p.n, p.t collate "C", p.id) > (v_page.n, v_page.t, v_page.id)) = (v_page.direction > 0)
    order by p.place limit v_limit
  ), files as materialized (
    -- A file is made for a paper without one alone, and once: what is joined would be made for all.
    select p.id, case when k.sha256 is null then 'later' else 'at_issue' end as made, k.sha256,
      case when k.sha256 is not null then k.content when v_content then private.later_file(p_project, p.kind, p.id) end as content
    from page p
    left join lateral (
      (select e.content, e.sha256 from public.e_invoices e
       where p.kind = 'invoice' and e.project_id = p_project and e.booking_id = p.id order by e.id desc limit 1)
      union all
      select e.content, e.sha256 from public.e_memos e where p.kind <> 'invoice' and e.project_id = p_project and e.memo_id = p.id
    ) k on true
  )
  select p.n || '~' || p.t, p.kind, p.id, p.number, p.on_date, p.name, p.amount::text, f.made, coalesce(f.sha256,
      private.sha256_hex(f.content)), case when v_content then f.content end, p.times
  from page p join files f on f.id = p.id
  order by p.place;
end $$;
comment on function public.tax_files is
  'Lists the structured files of invoices and memos of a period, by day and number: kind (invoice, credit_memo, debit_memo), the id of the '
  'booking or memo, number, date, customer, amount as text, made (at_issue, or later for papers from before these files), sha256 '
  '(of these only with with_content) and, with with_content, content, as e_invoice and e_memo return them; found: how many there are '
  '(with with_content and after: from the day of that one on). p_filters: {from, to, with_content, limit, after or before: {n, t, id}, '
  'where sort_key is "n~t"}. With before the rows come last first. Errors: 42501, 22023.';

grant execute on function private.filed_papers, private.later_file to authenticated;

-- The VAT report: output VAT by class, input VAT and taxes withheld, month by month.
-- See docs/ledgers.md, VAT.

create or replace function private.vat_groups(p_project uuid, p_from date, p_to date, p_level text)
returns table (level text, month text, on_date date, kind text, place int, vat_class text, source text, document uuid,
  net numeric, tax numeric, figures jsonb)
language plpgsql stable security invoker set search_path = '' as $$
begin
  return query
  select case when grouping(k.month) = 1 then 'total' else p_level end, k.month, k.on_date, k.kind, k.place, k.vat_class, k.source,
    k.document, coalesce(sum(e.net), 0.00), coalesce(sum(e.tax), 0.00),
    jsonb_build_object(
      'vatable', coalesce(sum(e.net) filter (where e.kind = 'sale' and e.vat_class = 'vatable'), 0.00),
      'exempt', coalesce(sum(e.net) filter (where e.kind = 'sale' and e.vat_class = 'exempt'), 0.00),
      'zero_rated', coalesce(sum(e.net) filter (where e.kind = 'sale' and e.vat_class = 'zero_rated'), 0.00),
      'output_vat', coalesce(sum(e.tax) filter (where e.kind = 'sale'), 0.00),
      'memos', coalesce(-sum(e.net) filter (where e.kind = 'memo'), 0.00),
      'memos_vat', coalesce(-sum(e.tax) filter (where e.kind = 'memo'), 0.00),
      'bought', coalesce(sum(e.net) filter (where e.kind in ('purchase', 'voucher') and e.vat_class = 'vatable'), 0.00),
      'bought_other', coalesce(sum(e.net) filter (where e.kind in ('purchase', 'voucher') and e.vat_class <> 'vatable'), 0.00),
      'input_vat', coalesce(sum(e.tax) filter (where e.kind in ('purchase', 'voucher')), 0.00),
      'payable', coalesce(sum(e.tax) filter (where e.kind in ('sale', 'memo')), 0.00)
        - coalesce(sum(e.tax) filter (where e.kind in ('purchase', 'voucher')), 0.00),
      'creditable', coalesce(sum(e.tax) filter (where e.kind = 'creditable'), 0.00),
      'withheld', coalesce(sum(e.tax) filter (where e.kind = 'withheld'), 0.00),
      'months', count(distinct e.month), 'classes', count(distinct (e.month, e.kind, e.vat_class)),
      'documents', coalesce(case when p_level = 'document' then 1 when p_level = 'class' and grouping(k.month) = 0
        then sum(e.class_documents) else sum(e.documents) end, 0))
  from (
    select to_char(l.on_date, 'YYYY-MM') as month, l.on_date, l.kind, l.vat_class, l.source, l.document, l.net, l.tax, 0 as documents,
      0 as class_documents
    from private.vat_lines(p_project, p_from, p_to) l where p_level = 'document'
    union all
    select to_char(s.month, 'YYYY-MM'), null, s.kind, s.vat_class, null, null, s.net, s.tax, s.documents, s.class_documents
    from private.book_sums(p_project, 'vat', p_from, p_to, true)
      s (project_id, book, month, kind, vat_class, net, tax, class_documents, documents) where p_level <> 'document') e
  cross join lateral (
    select case when p_level in ('month', 'class') then e.month end as month,
      case when p_level in ('class', 'document') then e.kind end as kind,
      case when p_level in ('class', 'document')
        then array_position('{sale,memo,purchase,voucher,creditable,withheld}', e.kind) end as place,
      case when p_level = 'class' then e.vat_class end as vat_class,
      e.on_date, e.source, e.document) k
  group by grouping sets ((k.month, k.on_date, k.kind, k.place, k.vat_class, k.source, k.document), ())
  having p_level <> 'total' or grouping(k.month) = 1;
end $$;
comment on function private.vat_groups is
  'Returns the rows of a level of the VAT report, and of level total one of all of them (of documents, without their number).';

create or replace function public.report_vat(p_project uuid, p_filters jsonb default '{}')
returns table (level text, row_key text, month text, on_date date, what text, vat_class text, document_kind text, document_id uuid,
  document_no text, reference_no text, party text, net numeric, tax numeric, figures jsonb)
language plpgsql stable security invoker set search_path = '' as $$
declare
  v_level text := coalesce(p_filters ->> 'level', 'month');
  -- The total is summed with months and classes.
  v_whole boolean := v_level in ('month', 'class') and private.read_boolean(p_filters, 'with_total');
  filters record;
begin
  filters := private.open_report(p_project, p_filters, 'journal.read', v_level, '{month,class,document,total}');
  if filters.known then
    return query select k.* from known.report_vat(p_project, p_filters - 'known_at') k;
    return;
  end if;
  if v_level = 'document' then
    filters.first_day := greatest(filters.first_day, filters.after_day);
    filters.last_day := least(filters.last_day, filters.before_day);
  end if;
  return query
  with keyed as (
    select g.*,
      concat_ws(E'\x1f', coalesce(g.on_date::text, g.month), to_char(g.place, 'FM00'), g.vat_class, g.document) collate "C" as row_key
    from private.vat_groups(p_project, filters.first_day, filters.last_day, v_level) g
  ), page as materialized (
    select k.* from keyed k
    where case k.level when 'total' then v_whole or v_level = 'total'
      else v_level <> 'total' and private.on_page(k.row_key, filters.after, filters.before) end
    order by k.level <> 'total', case when filters.before is null then k.row_key end, k.row_key desc limit filters.row_limit + v_whole::int
  ), named as (
    select d.* from (select array_agg(p.source) as sources, array_agg(p.document) as ids from page p where p.document is not null) a
    cross join lateral private.journal_documents(p_project, a.sources, a.ids) d where a.ids is not null
  )
  select p.level, p.row_key, p.month, p.on_date,
    case p.kind when 'sale' then 'Sales' when 'memo' then 'Credit memos' when 'purchase' then 'Purchases' when 'voucher' then 'Vouchers'
        when 'creditable' then 'Withheld by customers' when 'withheld' then 'Withheld from suppliers' end
      || case p.vat_class when 'vatable' then ', VATable' when 'exempt' then ', VAT-exempt' when 'zero_rated' then ', zero-rated'
        when 'none' then ', without VAT' else '' end, p.vat_class, d.document_kind, d.document_id,
    d.document_no, r.reference_no, d.party, p.net, p.tax, p.figures
  from page p
  left join named d on d.source = p.source and d.document = p.document
  left join public.collections r on p.source = 'receipts' and r.project_id = p_project and r.id = p.document
  order by p.level <> 'total', case when filters.before is null then p.row_key end, p.row_key desc;
end $$;
comment on function public.report_vat is
  'The VAT report of a period, from the ledgers and released vouchers. Filters and figures: docs/report-filters.md. Errors: 42501 '
  'without journal.read, 22023.';

grant execute on function private.vat_groups, public.report_vat to authenticated;

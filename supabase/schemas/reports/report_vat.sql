-- The VAT report: output VAT by class, input VAT and taxes withheld, month by month.
-- See docs/ledgers.md, VAT.

create or replace function public.report_vat(p_project uuid, p_filters jsonb default '{}')
returns table (level text, row_key text, month text, on_date date, document_kind text, document_id uuid, document_no text, net numeric,
  tax numeric, output_vat numeric, memos_vat numeric, bought numeric, input_vat numeric, payable numeric, figures jsonb)
language plpgsql stable set search_path = '' as $$
declare
  v_singly boolean := coalesce(p_filters ->> 'level' = 'document', false);
  filters record := private.report_filters(p_filters);
begin
  return query execute private.report_statement(p_project,
      case when v_singly then private.without_keys(p_filters, 'with_total') else p_filters end,
    'report_vat', 'journal.read', array[
      ['month', 'month', 'month', 's.month', ''],
      ['class', 'class', 'month, place, kind, vat_class', 's.month, s.place, s.vat_class', ''],
      ['document', 'document', 'on_date, place, kind, source, document', 's.on_date, s.place, s.document', ''],
      ['total', 'total', '', $k$''$k$, '']], '{}',
    -- Documents come by day: a page begins where the last one ended.
    format($lines$select l.*, array_position('{sale,memo,purchase,voucher,creditable,withheld}', l.kind)::text as place,
      case when l.kind in ('purchase', 'voucher') then l.net end as bought,
      case when l.kind in ('purchase', 'voucher') then l.tax end as input
      from (%s) l$lines$, format(case when v_singly
        then $k$select to_char(v.on_date, 'YYYY-MM') as month, v.on_date, v.kind, v.vat_class, v.source, v.document, v.net, v.tax,
          0 as documents, 0 as class_documents from private.vat_lines($1, %L, %L) v$k$
        else $k$select to_char(v.month, 'YYYY-MM') as month, null::date as on_date, v.kind, v.vat_class, null::text as source,
          null::uuid as document, v.net, v.tax, v.documents, v.class_documents from private.book_sums($1, 'vat', %L, %L, true)
            v (project_id, book, month, kind, vat_class, net, tax, class_documents, documents)$k$ end,
      case when v_singly then greatest(filters.first_day, filters.after_day) else filters.first_day end,
      case when v_singly then least(filters.last_day, filters.before_day) else filters.last_day end)),
    $sums$sum:net, sum:tax, coalesce(sum(l.net) filter (where l.kind = 'sale' and l.vat_class = 'vatable'), 0.00) as vatable,
      coalesce(sum(l.net) filter (where l.kind = 'sale' and l.vat_class = 'exempt'), 0.00) as exempt,
      coalesce(sum(l.net) filter (where l.kind = 'sale' and l.vat_class = 'zero_rated'), 0.00) as zero_rated,
      coalesce(sum(l.tax) filter (where l.kind = 'sale'), 0.00) as output_vat,
      coalesce(-sum(l.net) filter (where l.kind = 'memo'), 0.00) as memos,
      coalesce(-sum(l.tax) filter (where l.kind = 'memo'), 0.00) as memos_vat,
      coalesce(sum(l.bought) filter (where l.vat_class = 'vatable'), 0.00) as bought,
      coalesce(sum(l.bought) filter (where l.vat_class <> 'vatable'), 0.00) as bought_other, coalesce(sum(l.input), 0.00) as input_vat,
      coalesce(sum(l.tax) filter (where l.kind = 'creditable'), 0.00) as creditable,
      coalesce(sum(l.tax) filter (where l.kind = 'withheld'), 0.00) as withheld, count(distinct l.month) as months,
      count(distinct (l.month, l.kind, l.vat_class)) as classes, coalesce(sum(l.documents), 0) as documents,
      sum(l.class_documents) as class_documents$sums$,
    $row$, named as (
      select d.* from (select array_agg(p.source) as sources, array_agg(p.document) as ids from page p where p.document is not null) a
      cross join lateral private.journal_documents($1, a.sources, a.ids) d where a.ids is not null
    )
    select k.level, k.row_key, k.month, k.on_date, d.document_kind, d.document_id, d.document_no, k.net, k.tax, k.output_vat, k.memos_vat,
      k.bought, k.input_vat, k.output_vat - k.memos_vat - k.input_vat, (select to_jsonb(f) from (select
        case k.kind when 'sale' then 'Sales' when 'memo' then 'Credit memos' when 'purchase' then 'Purchases' when 'voucher' then 'Vouchers'
          when 'creditable' then 'Withheld by customers' when 'withheld' then 'Withheld from suppliers' end
        || case k.vat_class when 'vatable' then ', VATable' when 'exempt' then ', VAT-exempt' when 'zero_rated' then ', zero-rated'
          when 'none' then ', without VAT' else '' end as what, k.vat_class, r.reference_no, d.party, k.vatable, k.exempt, k.zero_rated,
        k.memos, k.bought_other, k.creditable, k.withheld, k.months, k.classes,
        case k.part when 'class' then k.class_documents when 'document' then 1 else k.documents end as documents) f)
    from page k
    left join named d on d.source = k.source and d.document = k.document
    left join public.collections r on k.source = 'receipts' and r.project_id = $1 and r.id = k.document$row$)
  using p_project, p_filters;
end $$;
comment on function public.report_vat is
  'The VAT report of a period, from the ledgers and released vouchers. Filters and figures: docs/report-filters.md. Errors: 42501 '
  'without journal.read, 22023.';

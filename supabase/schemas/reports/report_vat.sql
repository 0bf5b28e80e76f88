-- The VAT report: output VAT by class, input VAT and taxes withheld, month by month; one function for screen, Excel and print.
-- See docs/ledgers.md, VAT.

create or replace function private.vat_entries(p_project uuid, p_from date, p_to date)
returns table (source text, document uuid, on_date date, kind text, vat_class text, net numeric, tax numeric)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  v_from date := coalesce(p_from, '-infinity');
  v_to date := coalesce(p_to, 'infinity');
begin
  return query
  select 'sales', e.booking_id, e.on_date, case when e.kind in ('delivery', 'undercharge') then 'sale' else 'memo' end, e.vat_class, sum(e.amount - e.vat_amount), sum(e.vat_amount)
  from public.sales_entries e where e.project_id = p_project and e.on_date between v_from and v_to group by 1, 2, 3, 4, 5
  union all
  select 'purchases', m.source_id, m.on_date, 'purchase', coalesce(l.vat_class, 'none'), sum(m.cost), sum(m.vat_amount)
  from public.stock_movements m join public.purchase_lines l on l.project_id = m.project_id and l.id = m.source_line
  where m.project_id = p_project and m.source_table = 'purchases' and m.kind <> 'return_in' and m.on_date between v_from and v_to group by 1, 2, 3, 4, 5
  union all
  select 'vouchers', v.id, v.date_released, 'voucher', l.vat_class, sum(l.amount - l.vat_amount), sum(l.vat_amount)
  from public.vouchers v join public.voucher_lines l on l.project_id = v.project_id and l.voucher_id = v.id and l.vat_class is not null
  where v.project_id = p_project and v.status = 'released' and v.date_released between v_from and v_to group by 1, 2, 3, 4, 5
  union all
  select 'vouchers', v.id, v.date_released, 'withheld', null, 0.00, v.ewt_amount
  from public.vouchers v where v.project_id = p_project and v.status = 'released' and v.ewt_amount > 0 and v.date_released between v_from and v_to
  union all
  select 'receipts', e.collection_id, e.on_date, 'creditable', null, 0.00, -sum(e.amount)
  from public.receivable_entries e
  join public.collections c on c.project_id = p_project and c.id = e.collection_id and c.collection_type = 'withholding' and not c.from_archive
  where e.project_id = p_project and e.on_date between v_from and v_to group by 1, 2, 3, 4, 5 having sum(e.amount) <> 0;
end $$;
comment on function private.vat_entries is
  'Returns what the ledgers and released vouchers say of VAT and of withheld taxes from one day to another (null = without limit), by document, day and class: kind sale (deliveries and undercharges) | memo (returns and allowances, below zero) | purchase (less returns to suppliers; class none: the supplier''s invoice shows no VAT) | voucher (lines with a class) | withheld (from suppliers) | creditable (by customers). net is without VAT. It asks for no permission and is granted to nobody.';

create or replace function private.vat_lines(p_project uuid, p_from date, p_to date)
returns table (source text, document uuid, on_date date, kind text, vat_class text, net numeric, tax numeric)
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.scope_of(p_project, 'journal.read') is null then perform private.forbid(); end if;
  return query select * from private.vat_entries(p_project, p_from, p_to);
end $$;
comment on function private.vat_lines is 'Returns vat_entries to those who may read the journal. Errors: 42501 without journal.read.';

create or replace function private.vat_days(p_project uuid, p_from date, p_to date)
returns table (on_date date, kind text, vat_class text, net numeric, tax numeric, documents bigint, class_documents bigint)
language sql stable security definer set search_path = '' as $$
  select e.on_date, e.kind, e.vat_class, sum(e.net), sum(e.tax), count(*) filter (where e.nth = 1), count(*)
  from (select x.*, row_number() over (partition by x.on_date, x.kind, x.document order by x.vat_class) as nth from private.vat_entries(p_project, p_from, p_to) x) e
  group by e.on_date, e.kind, e.vat_class
$$;
comment on function private.vat_days is
  'Returns vat_entries by day, kind and class, with the documents of this class, and those whose first class of this kind it is. It asks for no permission and is granted to nobody.';

create or replace function private.vat_sums(p_project uuid, p_from date, p_to date)
returns table (month text, kind text, vat_class text, net numeric, tax numeric, documents bigint, class_documents bigint)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare v record;
begin
  if private.scope_of(p_project, 'journal.read') is null then perform private.forbid(); end if;
  for v in select d.first_day, d.last_day from private.days_to_read(p_project, p_from, p_to) d loop
    return query select to_char(d.on_date, 'YYYY-MM'), d.kind, d.vat_class, d.net, d.tax, d.documents, d.class_documents
      from private.vat_days(p_project, v.first_day, v.last_day) d;
  end loop;
  return query
  select to_char(s.on_date, 'YYYY-MM'), s.kind, s.vat_class, sum(s.net), sum(s.tax), sum(s.documents)::bigint, sum(s.class_documents)::bigint
  from private.exact_days k join private.vat_day_sums s on s.project_id = p_project and s.on_date = k.on_date
  where k.project_id = p_project and k.on_date between coalesce(p_from, '-infinity') and coalesce(p_to, 'infinity')
  group by 1, 2, 3;
end $$;
comment on function private.vat_sums is
  'Returns parts of vat_days by month, from kept days and from the ledgers: they are to be added up. Errors: 42501 without journal.read.';

create or replace function private.vat_words(p_kind text, p_class text) returns text
language sql immutable
return case p_kind when 'sale' then 'Sales' when 'memo' then 'Credit memos' when 'purchase' then 'Purchases' when 'voucher' then 'Vouchers'
    when 'creditable' then 'Withheld by customers' when 'withheld' then 'Withheld from suppliers' end
    || case p_class when 'vatable' then ', VATable' when 'exempt' then ', VAT-exempt' when 'zero_rated' then ', zero-rated' when 'none' then ', without VAT' else '' end;
comment on function private.vat_words is 'Names a kind of entries of the VAT report with its class.';

create or replace function public.report_vat(p_project uuid, p_filters jsonb default '{}')
returns table (level text, row_key text, month text, on_date date, what text, vat_class text, document_kind text, document_id uuid, document_no text, reference_no text, party text,
  net numeric, tax numeric, vatable numeric, exempt numeric, zero_rated numeric, output_vat numeric, memos numeric, memos_vat numeric,
  bought numeric, bought_other numeric, input_vat numeric, payable numeric, creditable numeric, withheld numeric,
  months bigint, classes bigint, documents bigint)
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  v_level text := coalesce(p_filters ->> 'level', 'month');
  -- The total is summed with months and classes.
  v_whole boolean := v_level in ('month', 'class') and private.read_boolean(p_filters, 'with_total');
  ask record;
begin
  ask := private.open_report(p_project, p_filters, 'journal.read', v_level, '{month,class,document,total}');
  if ask.known then
    return query select k.* from known.report_vat(p_project, p_filters - 'known_at') k;
    return;
  end if;
  if v_level = 'document' then
    ask.first_day := greatest(ask.first_day, ask.after_day);
    ask.last_day := least(ask.last_day, ask.before_day);
  end if;
  return query
  with entries as materialized (
    select x.*, array_position('{sale,memo,purchase,voucher,creditable,withheld}', x.kind) as place from (
      select l.source, l.document, l.on_date, to_char(l.on_date, 'YYYY-MM') as month, l.kind, l.vat_class, l.net, l.tax, 0::bigint as documents, 0::bigint as class_documents
      from private.vat_lines(p_project, ask.first_day, ask.last_day) l where v_level = 'document'
      union all
      select null, null, null, s.month, s.kind, s.vat_class, s.net, s.tax, s.documents, s.class_documents
      from private.vat_sums(p_project, ask.first_day, ask.last_day) s where v_level <> 'document') x
  ), summed as (
    select case when grouping(k.month) = 1 then 'total' else v_level end as level, k.month, k.on_date, k.kind, k.place, k.vat_class, k.source, k.document,
      coalesce(sum(e.net), 0.00) as net, coalesce(sum(e.tax), 0.00) as tax,
      coalesce(sum(e.net) filter (where e.kind = 'sale' and e.vat_class = 'vatable'), 0.00) as vatable,
      coalesce(sum(e.net) filter (where e.kind = 'sale' and e.vat_class = 'exempt'), 0.00) as exempt,
      coalesce(sum(e.net) filter (where e.kind = 'sale' and e.vat_class = 'zero_rated'), 0.00) as zero_rated,
      coalesce(sum(e.tax) filter (where e.kind = 'sale'), 0.00) as output_vat,
      coalesce(-sum(e.net) filter (where e.kind = 'memo'), 0.00) as memos, coalesce(-sum(e.tax) filter (where e.kind = 'memo'), 0.00) as memos_vat,
      coalesce(sum(e.net) filter (where e.kind in ('purchase', 'voucher') and e.vat_class = 'vatable'), 0.00) as bought,
      coalesce(sum(e.net) filter (where e.kind in ('purchase', 'voucher') and e.vat_class <> 'vatable'), 0.00) as bought_other,
      coalesce(sum(e.tax) filter (where e.kind in ('purchase', 'voucher')), 0.00) as input_vat,
      coalesce(sum(e.tax) filter (where e.kind = 'creditable'), 0.00) as creditable, coalesce(sum(e.tax) filter (where e.kind = 'withheld'), 0.00) as withheld,
      count(distinct e.month) as months, count(distinct (e.month, e.kind, e.vat_class)) as classes,
      coalesce(case when v_level = 'document' then 1 when v_level = 'class' and grouping(k.month) = 0 then sum(e.class_documents) else sum(e.documents) end, 0)::bigint as documents
    from entries e
    cross join lateral (
      select case when v_level in ('month', 'class') then e.month end as month, case when v_level = 'document' then e.on_date end as on_date,
        case when v_level in ('class', 'document') then e.kind end as kind, case when v_level in ('class', 'document') then e.place end as place,
        case when v_level = 'class' then e.vat_class end as vat_class,
        case when v_level = 'document' then e.source end as source, case when v_level = 'document' then e.document end as document) k
    group by grouping sets ((k.month, k.on_date, k.kind, k.place, k.vat_class, k.source, k.document), ())
    having case when v_level = 'total' then grouping(k.month) = 1 else v_whole or grouping(k.month) = 0 end
  ), keyed as (
    select s.*, concat_ws(E'\x1f', coalesce(s.on_date::text, s.month), to_char(s.place, 'FM00'), s.vat_class, s.document) collate "C" as row_key from summed s
  ), page as (
    select k.* from keyed k
    where (v_whole and k.level = 'total') or ((ask.after is null or k.row_key > ask.after collate "C") and (ask.before is null or k.row_key < ask.before collate "C"))
    order by k.level <> 'total', case when ask.before is null then k.row_key end, k.row_key desc limit ask.row_limit + v_whole::int
  )
  select k.level, k.row_key, k.month, k.on_date, private.vat_words(k.kind, k.vat_class), k.vat_class, d.document_kind, d.document_id,
    d.document_no, r.reference_no, d.party, k.net, k.tax, k.vatable, k.exempt, k.zero_rated, k.output_vat, k.memos, k.memos_vat, k.bought, k.bought_other, k.input_vat,
    k.output_vat - k.memos_vat - k.input_vat, k.creditable, k.withheld, k.months, k.classes, k.documents
  from page k
  left join private.journal_documents(p_project, array(select x.source from page x where x.document is not null), array(select x.document from page x where x.document is not null)) d
    on d.source = k.source and d.document = k.document
  left join public.collections r on k.source = 'receipts' and r.project_id = p_project and r.id = k.document
  order by k.level <> 'total', case when ask.before is null then k.row_key end, k.row_key desc;
end $$;
comment on function public.report_vat is
  'The VAT report, from the ledgers and released vouchers, by the day on which each counts. p_filters: {from, to, level: month (YYYY-MM) | class (each month by what and VAT class: net without VAT and tax) | document (by day) | total, limit, after or before (row_key; before answers backwards), with_total (true: the row of level total comes too, not of document)}. vatable (without VAT), exempt, zero_rated and output_vat: deliveries and undercharges; memos (without VAT) and memos_vat: returns and allowances; bought (without VAT), bought_other (exempt, zero-rated, without VAT) and input_vat: purchases less returns to suppliers, and lines of vouchers that have a class; payable = output_vat - memos_vat - input_vat; creditable: income tax that customers withheld, withheld: that withheld from suppliers; reference_no: of the customer''s certificate. The taxes of a month are those of its accounts in the journal. Amounts in the project''s currency. Errors: 42501 without journal.read, 22023.';

grant execute on function private.vat_lines(uuid, date, date), private.vat_sums(uuid, date, date), private.vat_words(text, text), public.report_vat(uuid, jsonb) to authenticated;

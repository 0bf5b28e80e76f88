DROP FUNCTION "known"."journal_document"(uuid, text, uuid);

DROP FUNCTION "private"."journal_document"(uuid, text, uuid);

CREATE OR REPLACE FUNCTION known.journal_document(p_project uuid, p_source text, p_document uuid, OUT document_kind text, OUT document_id uuid, OUT document_no text, OUT party text)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.scope_of(p_project, 'journal.read') is null then return; end if;
  document_id := p_document;
  case
    when p_source in ('sales', 'bookings', 'receivables') then
      select 'booking', coalesce(b.invoice_no, b.so_no), c.name into document_kind, document_no, party
      from known.bookings b join known.customers c on c.project_id = p_project and c.id = b.customer_id
      where b.project_id = p_project and b.id = p_document;
    when p_source = 'purchases' then
      select 'purchase', p.po_no, p.supplier into document_kind, document_no, party from known.purchases p where p.project_id = p_project and p.id = p_document;
    when p_source = 'stock_counts' then
      select 'count', to_char(s.counted_on, 'MM/DD/YYYY'), null into document_kind, document_no, party
      from known.stock_counts s where s.project_id = p_project and s.id = p_document;
    when p_source = 'imports' then
      select 'import', i.file_name, null into document_kind, document_no, party from known.imports i where i.project_id = p_project and i.id = p_document;
    when p_source = 'bad_orders' then
      select 'bad_order', r.record_no, null into document_kind, document_no, party from known.bad_orders r where r.project_id = p_project and r.id = p_document;
    when p_source = 'memos' then
      select 'memo', m.memo_no, m.customer_name into document_kind, document_no, party from known.memos m where m.project_id = p_project and m.id = p_document;
    when p_source = 'warehouse_requests' then
      -- Readers of the journal may open bookings, but not all of them warehouse requests.
      select 'booking', b.id, coalesce(b.invoice_no, b.so_no), c.name into document_kind, document_id, document_no, party
      from known.warehouse_requests w join known.bookings b on b.project_id = p_project and b.id = w.booking_id
      join known.customers c on c.project_id = p_project and c.id = b.customer_id
      where w.project_id = p_project and w.id = p_document;
    else
      select x.kind, x.no, x.party into document_kind, document_no, party from (
        select 'collection' as kind, r.cr_no as no, c.name as party from known.collections r
        join known.customers c on c.project_id = p_project and c.id = r.customer_id where r.project_id = p_project and r.id = p_document
        union all select 'voucher', v.voucher_no::text, v.pay_to from known.vouchers v where v.project_id = p_project and v.id = p_document
        union all select 'remittance', m.drr_no, f.display_name from known.remittances m
        left join known.profiles f on f.user_id = m.collector_id where m.project_id = p_project and m.id = p_document
        union all select 'deposit', d.slip_no, null from known.deposit_slips d where d.project_id = p_project and d.id = p_document) x;
  end case;
  if document_kind is null then document_id := null; end if;
end $function$;

CREATE OR REPLACE FUNCTION known.report_journal(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(level text, row_key text, entry_no text, on_date date, what text, document_kind text, document_id uuid, document_no text, party text, account text, account_code text, account_name text, part_name text, debit numeric, credit numeric, lines bigint, entries bigint, accounts bigint, day_accounts bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
#variable_conflict use_column
declare
  v_level text := coalesce(p_filters ->> 'level', 'line');
  v_account text := p_filters ->> 'account';
  ask record;
begin
  ask := private.open_report(p_project, p_filters, 'journal.read', v_level, '{line,day,account,total}');
  if ask.known then
    return query select k.* from known.report_journal(p_project, p_filters - 'known_at') k;
    return;
  end if;
  if v_level = 'line' then
    select d.from_day, d.to_day into ask.first_day, ask.last_day from known.journal_days(p_project, ask.first_day, ask.last_day, v_account, ask.after, ask.before, ask.row_limit) d;
  end if;
  return query
  with entries as materialized (
    select l.*, greatest(l.amount, 0) as debit, greatest(-l.amount, 0) as credit
    from known.journal_accounts(p_project, ask.first_day, ask.last_day, null) l
  ), heads as (
    -- Entries are numbered within their day in the order of posting, so that an entry that is posted later does not renumber the others.
    select h.source, h.document, h.on_date, h.kind,
      to_char(h.on_date, 'YYYYMMDD') || '-' || lpad(row_number() over (partition by h.on_date order by h.posted_at, h.source, h.document, h.kind)::text, 4, '0') as entry_no
    from (select e.source, e.document, e.on_date, e.kind, min(e.posted_at) as posted_at from entries e group by e.source, e.document, e.on_date, e.kind) h
    where v_level = 'line'
  ), summed as (
    select h.entry_no, e.source, e.document, e.kind, e.on_date, e.account, e.part, e.account_code, e.account_name, e.part_name, e.debit, e.credit,
      1::bigint as lines, null::bigint as entries, null::bigint as accounts, null::bigint as day_accounts
    from entries e join heads h on h.source = e.source and h.document = e.document and h.on_date = e.on_date and h.kind = e.kind
    where v_level = 'line' and (v_account is null or e.account = v_account)
    union all
    select null, null, null, null, case when v_level = 'day' then e.on_date end, e.account, e.part, min(e.account_code), min(e.account_name), min(e.part_name),
      sum(e.debit), sum(e.credit), count(*), count(distinct (e.source, e.document, e.on_date, e.kind)), 1, 1
    from entries e where v_level in ('day', 'account') and (v_account is null or e.account = v_account)
    group by case when v_level = 'day' then e.on_date end, e.account, e.part
    union all
    select null, null, null, null, null, null, null, null, null, null, coalesce(sum(e.debit), 0.00), coalesce(sum(e.credit), 0.00), count(*),
      count(distinct (e.source, e.document, e.on_date, e.kind)), count(distinct (e.account, e.part)), count(distinct (e.on_date, e.account, e.part))
    from entries e where v_account is null or e.account = v_account having v_level = 'total'
  ), keyed as (
    select s.*, concat_ws(E'\x1f', s.on_date, s.entry_no, case when s.debit > 0 then '0' else '1' end, s.account_code, s.account, s.part) collate "C" as row_key
    from summed s
  ), page as (
    select k.* from keyed k
    where (ask.after is null or k.row_key > ask.after collate "C") and (ask.before is null or k.row_key < ask.before collate "C")
    order by case when ask.before is null then k.row_key end, k.row_key desc limit ask.row_limit
  )
  select v_level, k.row_key, k.entry_no, k.on_date, private.journal_words(k.source, k.kind), d.document_kind, d.document_id, d.document_no, d.party, k.account, k.account_code, k.account_name, k.part_name, k.debit, k.credit, k.lines, k.entries, k.accounts, k.day_accounts
  from page k
  left join lateral known.journal_document(p_project, k.source, k.document) d on k.document is not null
  order by case when ask.before is null then k.row_key end, k.row_key desc;
end $function$;

CREATE OR REPLACE FUNCTION known.report_vat(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(level text, row_key text, month text, on_date date, what text, vat_class text, document_kind text, document_id uuid, document_no text, reference_no text, party text, net numeric, tax numeric, vatable numeric, exempt numeric, zero_rated numeric, output_vat numeric, memos numeric, memos_vat numeric, bought numeric, bought_other numeric, input_vat numeric, payable numeric, creditable numeric, withheld numeric, months bigint, classes bigint, documents bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
#variable_conflict use_column
declare
  v_level text := coalesce(p_filters ->> 'level', 'month');
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
    select l.*, to_char(l.on_date, 'YYYY-MM') as month, array_position('{sale,memo,purchase,voucher,creditable,withheld}', l.kind) as place
    from known.vat_lines(p_project, ask.first_day, ask.last_day) l
  ), summed as (
    select case when v_level in ('month', 'class') then e.month end as month, case when v_level = 'document' then e.on_date end as on_date,
      case when v_level in ('class', 'document') then e.kind end as kind, case when v_level in ('class', 'document') then e.place end as place,
      case when v_level = 'class' then e.vat_class end as vat_class,
      case when v_level = 'document' then e.source end as source, case when v_level = 'document' then e.document end as document,
      sum(e.net) as net, sum(e.tax) as tax,
      coalesce(sum(e.net) filter (where e.kind = 'sale' and e.vat_class = 'vatable'), 0.00) as vatable,
      coalesce(sum(e.net) filter (where e.kind = 'sale' and e.vat_class = 'exempt'), 0.00) as exempt,
      coalesce(sum(e.net) filter (where e.kind = 'sale' and e.vat_class = 'zero_rated'), 0.00) as zero_rated,
      coalesce(sum(e.tax) filter (where e.kind = 'sale'), 0.00) as output_vat,
      coalesce(-sum(e.net) filter (where e.kind = 'memo'), 0.00) as memos, coalesce(-sum(e.tax) filter (where e.kind = 'memo'), 0.00) as memos_vat,
      coalesce(sum(e.net) filter (where e.kind in ('purchase', 'voucher') and e.vat_class = 'vatable'), 0.00) as bought,
      coalesce(sum(e.net) filter (where e.kind in ('purchase', 'voucher') and e.vat_class <> 'vatable'), 0.00) as bought_other,
      coalesce(sum(e.tax) filter (where e.kind in ('purchase', 'voucher')), 0.00) as input_vat,
      coalesce(sum(e.tax) filter (where e.kind = 'creditable'), 0.00) as creditable, coalesce(sum(e.tax) filter (where e.kind = 'withheld'), 0.00) as withheld,
      count(distinct e.month) as months, count(distinct (e.month, e.kind, e.vat_class)) as classes, count(distinct (e.on_date, e.kind, e.document)) as documents
    from entries e group by 1, 2, 3, 4, 5, 6, 7
    union all
    -- The total of nothing is a row too.
    select null, null, null, null, null, null, null, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0, 0, 0
    where v_level = 'total' and not exists (select from entries)
  ), keyed as (
    select s.*, concat_ws(E'\x1f', coalesce(s.on_date::text, s.month), to_char(s.place, 'FM00'), s.vat_class, s.document) collate "C" as row_key from summed s
  ), page as (
    select k.* from keyed k
    where (ask.after is null or k.row_key > ask.after collate "C") and (ask.before is null or k.row_key < ask.before collate "C")
    order by case when ask.before is null then k.row_key end, k.row_key desc limit ask.row_limit
  )
  select v_level, k.row_key, k.month, k.on_date, private.vat_words(k.kind, k.vat_class), k.vat_class, d.document_kind, d.document_id,
    d.document_no, r.reference_no, d.party, k.net, k.tax, k.vatable, k.exempt, k.zero_rated, k.output_vat, k.memos, k.memos_vat, k.bought, k.bought_other, k.input_vat,
    k.output_vat - k.memos_vat - k.input_vat, k.creditable, k.withheld, k.months, k.classes, k.documents
  from page k
  left join lateral known.journal_document(p_project, k.source, k.document) d on k.document is not null
  left join known.collections r on k.source = 'receipts' and r.project_id = p_project and r.id = k.document
  order by case when ask.before is null then k.row_key end, k.row_key desc;
end $function$;

CREATE OR REPLACE FUNCTION private.journal_document(p_project uuid, p_source text, p_document uuid, OUT document_kind text, OUT document_id uuid, OUT document_no text, OUT party text)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.scope_of(p_project, 'journal.read') is null then return; end if;
  document_id := p_document;
  case
    when p_source in ('sales', 'bookings', 'receivables') then
      select 'booking', coalesce(b.invoice_no, b.so_no), c.name into document_kind, document_no, party
      from public.bookings b join public.customers c on c.project_id = p_project and c.id = b.customer_id
      where b.project_id = p_project and b.id = p_document;
    when p_source = 'purchases' then
      select 'purchase', p.po_no, p.supplier into document_kind, document_no, party from public.purchases p where p.project_id = p_project and p.id = p_document;
    when p_source = 'stock_counts' then
      select 'count', to_char(s.counted_on, 'MM/DD/YYYY'), null into document_kind, document_no, party
      from public.stock_counts s where s.project_id = p_project and s.id = p_document;
    when p_source = 'imports' then
      select 'import', i.file_name, null into document_kind, document_no, party from public.imports i where i.project_id = p_project and i.id = p_document;
    when p_source = 'bad_orders' then
      select 'bad_order', r.record_no, null into document_kind, document_no, party from public.bad_orders r where r.project_id = p_project and r.id = p_document;
    when p_source = 'memos' then
      select 'memo', m.memo_no, m.customer_name into document_kind, document_no, party from public.memos m where m.project_id = p_project and m.id = p_document;
    when p_source = 'warehouse_requests' then
      -- Readers of the journal may open bookings, but not all of them warehouse requests.
      select 'booking', b.id, coalesce(b.invoice_no, b.so_no), c.name into document_kind, document_id, document_no, party
      from public.warehouse_requests w join public.bookings b on b.project_id = p_project and b.id = w.booking_id
      join public.customers c on c.project_id = p_project and c.id = b.customer_id
      where w.project_id = p_project and w.id = p_document;
    else
      select x.kind, x.no, x.party into document_kind, document_no, party from (
        select 'collection' as kind, r.cr_no as no, c.name as party from public.collections r
        join public.customers c on c.project_id = p_project and c.id = r.customer_id where r.project_id = p_project and r.id = p_document
        union all select 'voucher', v.voucher_no::text, v.pay_to from public.vouchers v where v.project_id = p_project and v.id = p_document
        union all select 'remittance', m.drr_no, f.display_name from public.remittances m
        left join public.profiles f on f.user_id = m.collector_id where m.project_id = p_project and m.id = p_document
        union all select 'deposit', d.slip_no, null from public.deposit_slips d where d.project_id = p_project and d.id = p_document) x;
  end case;
  if document_kind is null then document_id := null; end if;
end $function$;

CREATE OR REPLACE FUNCTION public.report_journal(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(level text, row_key text, entry_no text, on_date date, what text, document_kind text, document_id uuid, document_no text, party text, account text, account_code text, account_name text, part_name text, debit numeric, credit numeric, lines bigint, entries bigint, accounts bigint, day_accounts bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
#variable_conflict use_column
declare
  v_level text := coalesce(p_filters ->> 'level', 'line');
  v_account text := p_filters ->> 'account';
  ask record;
begin
  ask := private.open_report(p_project, p_filters, 'journal.read', v_level, '{line,day,account,total}');
  if ask.known then
    return query select k.* from known.report_journal(p_project, p_filters - 'known_at') k;
    return;
  end if;
  if v_level = 'line' then
    select d.from_day, d.to_day into ask.first_day, ask.last_day from private.journal_days(p_project, ask.first_day, ask.last_day, v_account, ask.after, ask.before, ask.row_limit) d;
  end if;
  return query
  with entries as materialized (
    select l.*, greatest(l.amount, 0) as debit, greatest(-l.amount, 0) as credit
    from private.journal_accounts(p_project, ask.first_day, ask.last_day, null) l
  ), heads as (
    -- Entries are numbered within their day in the order of posting, so that an entry that is posted later does not renumber the others.
    select h.source, h.document, h.on_date, h.kind,
      to_char(h.on_date, 'YYYYMMDD') || '-' || lpad(row_number() over (partition by h.on_date order by h.posted_at, h.source, h.document, h.kind)::text, 4, '0') as entry_no
    from (select e.source, e.document, e.on_date, e.kind, min(e.posted_at) as posted_at from entries e group by e.source, e.document, e.on_date, e.kind) h
    where v_level = 'line'
  ), summed as (
    select h.entry_no, e.source, e.document, e.kind, e.on_date, e.account, e.part, e.account_code, e.account_name, e.part_name, e.debit, e.credit,
      1::bigint as lines, null::bigint as entries, null::bigint as accounts, null::bigint as day_accounts
    from entries e join heads h on h.source = e.source and h.document = e.document and h.on_date = e.on_date and h.kind = e.kind
    where v_level = 'line' and (v_account is null or e.account = v_account)
    union all
    select null, null, null, null, case when v_level = 'day' then e.on_date end, e.account, e.part, min(e.account_code), min(e.account_name), min(e.part_name),
      sum(e.debit), sum(e.credit), count(*), count(distinct (e.source, e.document, e.on_date, e.kind)), 1, 1
    from entries e where v_level in ('day', 'account') and (v_account is null or e.account = v_account)
    group by case when v_level = 'day' then e.on_date end, e.account, e.part
    union all
    select null, null, null, null, null, null, null, null, null, null, coalesce(sum(e.debit), 0.00), coalesce(sum(e.credit), 0.00), count(*),
      count(distinct (e.source, e.document, e.on_date, e.kind)), count(distinct (e.account, e.part)), count(distinct (e.on_date, e.account, e.part))
    from entries e where v_account is null or e.account = v_account having v_level = 'total'
  ), keyed as (
    select s.*, concat_ws(E'\x1f', s.on_date, s.entry_no, case when s.debit > 0 then '0' else '1' end, s.account_code, s.account, s.part) collate "C" as row_key
    from summed s
  ), page as (
    select k.* from keyed k
    where (ask.after is null or k.row_key > ask.after collate "C") and (ask.before is null or k.row_key < ask.before collate "C")
    order by case when ask.before is null then k.row_key end, k.row_key desc limit ask.row_limit
  )
  select v_level, k.row_key, k.entry_no, k.on_date, private.journal_words(k.source, k.kind), d.document_kind, d.document_id, d.document_no, d.party, k.account, k.account_code, k.account_name, k.part_name, k.debit, k.credit, k.lines, k.entries, k.accounts, k.day_accounts
  from page k
  left join lateral private.journal_document(p_project, k.source, k.document) d on k.document is not null
  order by case when ask.before is null then k.row_key end, k.row_key desc;
end $function$;

CREATE OR REPLACE FUNCTION public.report_vat(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(level text, row_key text, month text, on_date date, what text, vat_class text, document_kind text, document_id uuid, document_no text, reference_no text, party text, net numeric, tax numeric, vatable numeric, exempt numeric, zero_rated numeric, output_vat numeric, memos numeric, memos_vat numeric, bought numeric, bought_other numeric, input_vat numeric, payable numeric, creditable numeric, withheld numeric, months bigint, classes bigint, documents bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
#variable_conflict use_column
declare
  v_level text := coalesce(p_filters ->> 'level', 'month');
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
    select l.*, to_char(l.on_date, 'YYYY-MM') as month, array_position('{sale,memo,purchase,voucher,creditable,withheld}', l.kind) as place
    from private.vat_lines(p_project, ask.first_day, ask.last_day) l
  ), summed as (
    select case when v_level in ('month', 'class') then e.month end as month, case when v_level = 'document' then e.on_date end as on_date,
      case when v_level in ('class', 'document') then e.kind end as kind, case when v_level in ('class', 'document') then e.place end as place,
      case when v_level = 'class' then e.vat_class end as vat_class,
      case when v_level = 'document' then e.source end as source, case when v_level = 'document' then e.document end as document,
      sum(e.net) as net, sum(e.tax) as tax,
      coalesce(sum(e.net) filter (where e.kind = 'sale' and e.vat_class = 'vatable'), 0.00) as vatable,
      coalesce(sum(e.net) filter (where e.kind = 'sale' and e.vat_class = 'exempt'), 0.00) as exempt,
      coalesce(sum(e.net) filter (where e.kind = 'sale' and e.vat_class = 'zero_rated'), 0.00) as zero_rated,
      coalesce(sum(e.tax) filter (where e.kind = 'sale'), 0.00) as output_vat,
      coalesce(-sum(e.net) filter (where e.kind = 'memo'), 0.00) as memos, coalesce(-sum(e.tax) filter (where e.kind = 'memo'), 0.00) as memos_vat,
      coalesce(sum(e.net) filter (where e.kind in ('purchase', 'voucher') and e.vat_class = 'vatable'), 0.00) as bought,
      coalesce(sum(e.net) filter (where e.kind in ('purchase', 'voucher') and e.vat_class <> 'vatable'), 0.00) as bought_other,
      coalesce(sum(e.tax) filter (where e.kind in ('purchase', 'voucher')), 0.00) as input_vat,
      coalesce(sum(e.tax) filter (where e.kind = 'creditable'), 0.00) as creditable, coalesce(sum(e.tax) filter (where e.kind = 'withheld'), 0.00) as withheld,
      count(distinct e.month) as months, count(distinct (e.month, e.kind, e.vat_class)) as classes, count(distinct (e.on_date, e.kind, e.document)) as documents
    from entries e group by 1, 2, 3, 4, 5, 6, 7
    union all
    -- The total of nothing is a row too.
    select null, null, null, null, null, null, null, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0, 0, 0
    where v_level = 'total' and not exists (select from entries)
  ), keyed as (
    select s.*, concat_ws(E'\x1f', coalesce(s.on_date::text, s.month), to_char(s.place, 'FM00'), s.vat_class, s.document) collate "C" as row_key from summed s
  ), page as (
    select k.* from keyed k
    where (ask.after is null or k.row_key > ask.after collate "C") and (ask.before is null or k.row_key < ask.before collate "C")
    order by case when ask.before is null then k.row_key end, k.row_key desc limit ask.row_limit
  )
  select v_level, k.row_key, k.month, k.on_date, private.vat_words(k.kind, k.vat_class), k.vat_class, d.document_kind, d.document_id,
    d.document_no, r.reference_no, d.party, k.net, k.tax, k.vatable, k.exempt, k.zero_rated, k.output_vat, k.memos, k.memos_vat, k.bought, k.bought_other, k.input_vat,
    k.output_vat - k.memos_vat - k.input_vat, k.creditable, k.withheld, k.months, k.classes, k.documents
  from page k
  left join lateral private.journal_document(p_project, k.source, k.document) d on k.document is not null
  left join public.collections r on k.source = 'receipts' and r.project_id = p_project and r.id = k.document
  order by case when ask.before is null then k.row_key end, k.row_key desc;
end $function$;

COMMENT ON FUNCTION "known"."journal_document"(uuid, text, uuid) IS 'private.journal_document on the tables as of private.known_at.';

COMMENT ON FUNCTION "private"."journal_document"(uuid, text, uuid) IS 'Returns the document of a journal entry: its kind and id (for the link to it), its number, and the customer, supplier, payee or collector. Nulls for one that was removed with its import, and without journal.read.';

COMMENT ON FUNCTION "public"."report_journal"(uuid, jsonb) IS 'The journal in double entry, made from the ledgers and from released vouchers. p_filters: {from, to, account (its key), level: line (the lines of every entry) | day (accounts by day) | account | total, limit, after or before (row_key; before answers backwards)}. debit and credit are never below zero; the total of both is the same unless an account is chosen. entry_no: day and number within it, in the order of posting. document_kind: booking | memo | collection | purchase | count | import | bad_order | voucher | remittance | deposit. Amounts in the project''s currency. Errors: 42501 without journal.read, 22023.';

REVOKE ALL ON FUNCTION "known"."journal_document"(uuid, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "known"."journal_document"(uuid, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."journal_document"(uuid, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."journal_document"(uuid, text, uuid) TO "authenticated";

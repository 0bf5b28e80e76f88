CREATE OR REPLACE FUNCTION known.ar_documents(p_project uuid, p_as_of date, p_basis text, p_by_due boolean, p_customers uuid[], p_overdue boolean DEFAULT false, p_summed boolean DEFAULT false)
 RETURNS TABLE(row_kind text, customer_id uuid, agent_id uuid, document_id uuid, doc_date date, due_date date, terms_days integer, age integer, bucket integer, overdue boolean, documents bigint, total numeric, balance numeric, cleared_balance numeric, past_due numeric, unapplied numeric, next_cheque date, at_risk numeric, buckets numeric[])
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
 SET work_mem TO '32MB'
AS $function$
#variable_conflict use_column
declare v_bounds int[] := known.ageing_bounds(p_project);
begin
  -- Rows are not filtered below, so the caller has to read all of them.
  if exists (select from unnest('{bookings.read,collections.read}'::text[]) n where private.scope_of(p_project, n) is distinct from 'all') then
    perform private.forbid();
  end if;
  return query
  with moved as materialized (
    select p.document_id, p.is_booking, p.charged, p.amount, p.cleared_amount, p.opened_on <= p_as_of as was_open
    from known.receivable_positions p
    where p.project_id = p_project and p.moved_on > p_as_of and (p_customers is null or p.customer_id = any (p_customers))
  ), owed as materialized (
    -- Bookings that are open now are read from an index alone.
    select n.*, b.id is not null as is_open, b.customer_id, b.agent_id, b.date_added, b.date_delivered, b.date_invoiced, b.date_due, b.is_debit_memo
    from (
      select p.document_id as id, p.is_booking, p.charged, p.amount, p.cleared_amount
      from known.receivable_positions p
      where p.project_id = p_project and (p.amount <> 0 or p.cleared_amount <> 0) and p.moved_on <= p_as_of
        and (p_customers is null or p.customer_id = any (p_customers))
      union all
      -- What was posted later is taken off, which is less than all that was posted until then.
      select m.document_id, m.is_booking, m.charged - l.charged, m.amount - l.amount, m.cleared_amount - l.cleared_amount
      from moved m
      join (
        select coalesce(e.booking_id, e.collection_id) as document_id, coalesce(sum(e.amount) filter (where e.collection_id is null), 0.00) as charged,
          sum(e.amount) as amount, sum(e.cleared_amount) as cleared_amount
        from known.receivable_entries e
        where e.project_id = p_project and e.on_date > p_as_of and (p_customers is null or e.customer_id = any (p_customers))
          and coalesce(e.booking_id, e.collection_id) in (select o.document_id from moved o where o.was_open)
        group by 1) l on l.document_id = m.document_id
      where m.was_open and (m.amount <> l.amount or m.cleared_amount <> l.cleared_amount)) n
    left join (
      select b.id, b.customer_id, b.agent_id, b.date_added, b.date_delivered, b.date_invoiced, b.date_due, b.is_debit_memo from known.bookings b
      where b.project_id = p_project and (b.balance <> 0 or b.cleared_balance <> 0) and (p_customers is null or b.customer_id = any (p_customers)) offset 0) b on b.id = n.id
  ), at_risk as materialized (
    -- Validated and not invoiced: nothing is owed yet, but it is at risk.
    select b.id from known.bookings b
    where b.project_id = p_project and b.balance <> 0 and b.date_invoiced is null and b.approval_status like 'approved%' and b.date_added <= p_as_of
      and (p_customers is null or b.customer_id = any (p_customers))
    union
    select b.id from known.bookings b
    where b.project_id = p_project and b.date_invoiced > p_as_of and b.approval_status like 'approved%' and b.date_added <= p_as_of
      and (p_customers is null or b.customer_id = any (p_customers))
    union
    select b.id from known.booking_credits k join known.bookings b on b.project_id = k.project_id and b.id = k.booking_id
    where k.project_id = p_project and k.on_date > p_as_of and b.approval_status like 'approved%' and b.date_added <= p_as_of
      and (p_customers is null or b.customer_id = any (p_customers))
    union
    -- Paid since, or archived, and never invoiced
    select b.id
    from (
      select m.document_id as id from moved m where m.is_booking and m.charged = 0
      union all
      select e.booking_id from known.receivable_entries e
      where e.project_id = p_project and e.kind = 'archived' and e.collection_id is null and e.on_date > p_as_of and (p_customers is null or e.customer_id = any (p_customers))
    ) m join known.bookings b on b.project_id = p_project and b.id = m.id
    where b.approval_status like 'approved%' and b.date_added <= p_as_of
  ), booked as (
    select o.*, true as listed from owed o where o.is_open
    union all
    select o.id, o.is_booking, o.charged, o.amount, o.cleared_amount, false, b.*, o.listed from (
      select o.id, o.is_booking, o.charged, o.amount, o.cleared_amount, true as listed from owed o where o.is_booking and not o.is_open
      union all
      select r.id, true, 0.00, 0.00, 0.00, false from at_risk r
      -- Few are at risk, and only these are looked for among the many that are owed.
      where r.id not in (select o.id from owed o where o.id in (select x.id from at_risk x))) o
    cross join lateral (
      select b.customer_id, b.agent_id, b.date_added, b.date_delivered, b.date_invoiced, b.date_due, b.is_debit_memo from known.bookings b
      where b.project_id = p_project and b.id = o.id offset 0) b
  ), documents as (
    select case when o.charged = 0 then 'advance' when o.amount = 0 then 'uncleared' when o.is_debit_memo then 'debit_memo' else 'booking' end as row_kind,
      true as is_booking, o.listed, o.customer_id, o.agent_id, o.id as document_id,
      coalesce(case p_basis when 'delivery' then o.date_delivered when 'added' then o.date_added end, o.date_invoiced, o.date_added) as doc_date,
      o.date_due - o.date_invoiced as terms_days, o.charged as total, o.amount as balance, o.cleared_amount as cleared_balance,
      case when o.cleared_amount <> o.amount then (
        select min(c.cheque_date) from (
          select e.collection_id from known.receivable_entries e
          where e.project_id = p_project and e.booking_id = o.id and e.collection_id is not null and e.on_date <= p_as_of
          group by e.collection_id having sum(e.cleared_amount) <> sum(e.amount)) x
        join known.collections c on c.project_id = p_project and c.id = x.collection_id) end as next_cheque,
      -- What is at risk besides cleared_balance; null = nothing
      case when o.charged = 0 then coalesce((
        select b.total - coalesce((select sum(k.amount) from known.booking_credits k where k.project_id = p_project and k.booking_id = b.id and k.on_date <= p_as_of), 0.00)
        from known.bookings b where b.project_id = p_project and b.id = o.id and o.id in (select r.id from at_risk r)), -o.amount) end as besides
    from booked o
    union all
    -- Unapplied credit is a negative row and is never hidden.
    select 'unapplied', false, true, c.customer_id, c.agent_id, o.id, c.date_collected, null, 0.00, o.amount, o.cleared_amount, case when o.cleared_amount <> o.amount then c.cheque_date end, -o.amount
    from owed o
    cross join lateral (select c.customer_id, c.agent_id, c.date_collected, c.cheque_date from known.collections c where c.project_id = p_project and c.id = o.id offset 0) c
    where not o.is_booking
  ), aged as not materialized (
    select d.*, x.due_date, x.age, case when d.is_booking then private.ageing_bucket(x.age, v_bounds, p_by_due) end as bucket,
      d.listed and (not p_overdue or (p_as_of > x.due_date and d.cleared_balance > 0)) as asked, p_as_of > x.due_date and d.cleared_balance > 0 as overdue
    from documents d
    cross join lateral (select d.doc_date + coalesce(d.terms_days, 0) as due_date,
      p_as_of - (d.doc_date + case when p_by_due then coalesce(d.terms_days, 0) else 0 end) as age) x
    -- Without this the sums below would compute age and bucket anew for each of them.
    offset 0
  )
  select a.row_kind, a.customer_id, a.agent_id, a.document_id, a.doc_date, a.due_date, a.terms_days, a.age, a.bucket, a.overdue, a.asked::int::bigint,
    a.total, a.balance, a.cleared_balance, case when a.overdue then a.cleared_balance end, case when not a.is_booking then -a.cleared_balance end,
    a.next_cheque, a.cleared_balance + coalesce(a.besides, 0.00), null::numeric[]
  from aged a where not p_summed
  union all
  select null, a.customer_id, a.agent_id, null, min(a.doc_date) filter (where a.asked), min(a.due_date) filter (where a.asked), null, max(a.age) filter (where a.asked), null, null,
    count(*) filter (where a.asked), sum(a.total) filter (where a.asked), sum(a.balance) filter (where a.asked), sum(a.cleared_balance) filter (where a.asked),
    sum(a.cleared_balance) filter (where a.asked and a.overdue), -sum(a.cleared_balance) filter (where a.asked and not a.is_booking),
    min(a.next_cheque) filter (where a.asked), sum(a.cleared_balance) + coalesce(sum(a.besides), 0.00),
    -- Six bounds make eight buckets; ageing_by_name leaves out those that the project does not use.
    array[sum(a.cleared_balance) filter (where a.bucket = 0 and a.asked), sum(a.cleared_balance) filter (where a.bucket = 1 and a.asked),
      sum(a.cleared_balance) filter (where a.bucket = 2 and a.asked), sum(a.cleared_balance) filter (where a.bucket = 3 and a.asked),
      sum(a.cleared_balance) filter (where a.bucket = 4 and a.asked), sum(a.cleared_balance) filter (where a.bucket = 5 and a.asked),
      sum(a.cleared_balance) filter (where a.bucket = 6 and a.asked), sum(a.cleared_balance) filter (where a.bucket = 7 and a.asked)]
  from aged a where p_summed group by a.customer_id, a.agent_id;
end $function$;

CREATE OR REPLACE FUNCTION known.report_journal(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(level text, row_key text, entry_no text, on_date date, what text, document_kind text, document_id uuid, document_no text, party text, account text, account_code text, account_name text, part_name text, debit numeric, credit numeric, lines bigint, entries bigint, accounts bigint, day_accounts bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
declare
  v_level text := coalesce(p_filters ->> 'level', 'line');
  v_account text := p_filters ->> 'account';
  v_whole boolean := v_level <> 'total' and private.read_boolean(p_filters, 'with_total');
  -- The whole period; a page of lines is of some of its days.
  v_from date;
  v_to date;
  ask record;
begin
  ask := private.open_report(p_project, p_filters, 'journal.read', v_level, '{line,day,account,total}');
  if ask.known then
    return query select k.* from known.report_journal(p_project, p_filters - 'known_at') k;
    return;
  end if;
  v_from := ask.first_day;
  v_to := ask.last_day;
  if v_level = 'line' then
    select d.from_day, d.to_day into ask.first_day, ask.last_day from known.journal_days(p_project, ask.first_day, ask.last_day, v_account, ask.after, ask.before, ask.row_limit) d;
  end if;
  return query
  with entries as materialized (
    select l.*, greatest(l.amount, 0) as debit, greatest(-l.amount, 0) as credit
    from known.journal_accounts(p_project, ask.first_day, ask.last_day, null) l where v_level = 'line'
  ), heads as (
    -- Entries are numbered within their day in the order of posting, so that an entry that is posted later does not renumber the others.
    select h.*,
      to_char(h.on_date, 'YYYYMMDD') || '-' || lpad(row_number() over (partition by h.on_date order by h.posted_at, h.source, h.document, h.kind)::text, 4, '0') as entry_no
    from (select distinct e.source, e.document, e.on_date, e.kind, e.posted_at from entries e) h
  ), days as materialized (
    select d.* from known.journal_sums(p_project, v_from, v_to, v_account, v_whole or v_level = 'total', v_level = 'day') d where v_level <> 'line' or v_whole
  ), accounts as (
    select d.on_date, d.account, d.part, sum(d.debit) as debit, sum(d.credit) as credit, sum(d.lines)::bigint as lines
    from days d where v_level in ('day', 'account') and d.account is not null group by 1, 2, 3
  ), summed as (
    select v_level as level, h.entry_no, e.source, e.document, e.kind, e.on_date, e.account, e.part, e.account_code, e.account_name, e.part_name, e.debit, e.credit,
      1::bigint as lines, null::bigint as entries, null::bigint as accounts, null::bigint as day_accounts
    from entries e join heads h on h.source = e.source and h.document = e.document and h.on_date = e.on_date and h.kind = e.kind and h.posted_at = e.posted_at
    where v_account is null or e.account = v_account
    union all
    select v_level, null, null, null, null, a.on_date, a.account, a.part, coalesce(p.code, c.code), c.name, p.name, a.debit, a.credit, a.lines, a.lines, 1, 1
    from accounts a
    join known.chart_of_accounts(p_project) c on c.account = a.account
    left join known.account_parts(p_project) p on p.part = a.part
    union all
    select 'total', null, null, null, null, null, null, null, null, null, null, coalesce(sum(d.debit), 0.00), coalesce(sum(d.credit), 0.00), coalesce(sum(d.lines), 0)::bigint,
      coalesce(sum(d.entries), 0)::bigint, count(distinct (d.account, d.part)) filter (where d.account is not null), coalesce(sum(d.days), 0)::bigint
    from days d having v_level = 'total' or v_whole
  ), keyed as (
    select s.*, concat_ws(E'\x1f', s.on_date, s.entry_no, case when s.debit > 0 then '0' else '1' end, s.account_code, s.account, s.part) collate "C" as row_key
    from summed s
  ), page as (
    select k.* from keyed k
    where (v_whole and k.level = 'total') or ((ask.after is null or k.row_key > ask.after collate "C") and (ask.before is null or k.row_key < ask.before collate "C"))
    order by k.level <> 'total', case when ask.before is null then k.row_key end, k.row_key desc limit ask.row_limit + v_whole::int
  )
  select k.level, k.row_key, k.entry_no, k.on_date, private.journal_words(k.source, k.kind), d.document_kind, d.document_id, d.document_no, d.party, k.account, k.account_code, k.account_name, k.part_name, k.debit, k.credit, k.lines, k.entries, k.accounts, k.day_accounts
  from page k
  left join known.journal_documents(p_project, array(select x.source from page x where x.document is not null), array(select x.document from page x where x.document is not null)) d
    on d.source = k.source and d.document = k.document
  order by k.level <> 'total', case when ask.before is null then k.row_key end, k.row_key desc;
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
      from known.vat_lines(p_project, ask.first_day, ask.last_day) l where v_level = 'document'
      union all
      select null, null, null, s.month, s.kind, s.vat_class, s.net, s.tax, s.documents, s.class_documents
      from known.vat_sums(p_project, ask.first_day, ask.last_day) s where v_level <> 'document') x
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
  left join known.journal_documents(p_project, array(select x.source from page x where x.document is not null), array(select x.document from page x where x.document is not null)) d
    on d.source = k.source and d.document = k.document
  left join known.collections r on k.source = 'receipts' and r.project_id = p_project and r.id = k.document
  order by k.level <> 'total', case when ask.before is null then k.row_key end, k.row_key desc;
end $function$;

CREATE OR REPLACE FUNCTION known.undelivered_as_of(p_project uuid, p_filters jsonb)
 RETURNS TABLE(booking_id uuid, age integer, age_group integer, lines bigint, pieces bigint, cases bigint, loose bigint, litres numeric, amount numeric)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
#variable_conflict use_column
declare
  ask record := private.report_filters(p_filters);
  v_as_of date := coalesce(private.read_date(p_filters, 'as_of'), known.business_date(p_project));
begin
  return query
  with waiting as materialized (
    select b.id, b.date_added from known.bookings b
    where b.project_id = p_project and b.approval_status like 'approved%' and not b.is_opening and b.date_added <= v_as_of
      and (b.stage in ('validated', 'invoiced') or b.date_delivered > v_as_of)
      and (ask.agent_id is null or b.agent_id = ask.agent_id) and (ask.customer_id is null or b.customer_id = ask.customer_id)
  ), gone as (
    select m.source_line as line_id, -sum(m.quantity) as delivered, 0 as released
    from waiting w join known.stock_movements m on m.project_id = p_project and m.source_table = 'bookings' and m.source_id = w.id
    where m.kind = 'issue' and m.on_date <= v_as_of group by m.source_line
    union all
    select k.line_id, 0, sum(k.quantity)
    from waiting w join known.booking_credits k on k.project_id = p_project and k.booking_id = w.id
    where k.kind = 'released' and k.on_date <= v_as_of group by k.line_id
  ), done as (
    select g.line_id, sum(g.delivered)::int as delivered, sum(g.released)::int as released from gone g group by g.line_id
  ), open as (
    select w.id, v_as_of - w.date_added as age, l.case_config, l.quantity - coalesce(d.delivered + d.released, 0) as pieces, p.liters_per_case,
      private.with_vat(n.all_of_it, l.vat_on_top) - private.with_vat(n.gone, l.vat_on_top) as amount
    from waiting w
    join known.booking_lines l on l.project_id = p_project and l.booking_id = w.id
    join known.products p on p.project_id = p_project and p.id = l.product_id
    left join done d on d.line_id = l.id
    -- Each amount is computed once, so that the planner puts with_vat into the query.
    cross join lateral (
      select private.net_amount(l.agent_srp, l.agent_srp_pieces, l.quantity, l.discount_percent, l.discount_amount, l.quantity - coalesce(d.released, 0)) as all_of_it,
        private.net_amount(l.agent_srp, l.agent_srp_pieces, l.quantity, l.discount_percent, l.discount_amount, coalesce(d.delivered, 0)) as gone
      offset 0) n
    where l.quantity > coalesce(d.delivered + d.released, 0) and (ask.product_id is null or l.product_id = ask.product_id)
  )
  select o.id, o.age, case when o.age <= 7 then 0 when o.age <= 14 then 1 when o.age <= 30 then 2 else 3 end,
    count(*), sum(o.pieces)::bigint, sum(o.pieces / o.case_config)::bigint, sum(o.pieces % o.case_config)::bigint,
    sum(round(o.pieces * o.liters_per_case / o.case_config, 3)), sum(o.amount)
  from open o group by o.id, o.age;
end $function$;

CREATE OR REPLACE FUNCTION private.ar_documents(p_project uuid, p_as_of date, p_basis text, p_by_due boolean, p_customers uuid[], p_overdue boolean DEFAULT false, p_summed boolean DEFAULT false)
 RETURNS TABLE(row_kind text, customer_id uuid, agent_id uuid, document_id uuid, doc_date date, due_date date, terms_days integer, age integer, bucket integer, overdue boolean, documents bigint, total numeric, balance numeric, cleared_balance numeric, past_due numeric, unapplied numeric, next_cheque date, at_risk numeric, buckets numeric[])
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
 SET work_mem TO '32MB'
AS $function$
#variable_conflict use_column
declare v_bounds int[] := private.ageing_bounds(p_project);
begin
  -- Rows are not filtered below, so the caller has to read all of them.
  if exists (select from unnest('{bookings.read,collections.read}'::text[]) n where private.scope_of(p_project, n) is distinct from 'all') then
    perform private.forbid();
  end if;
  return query
  with moved as materialized (
    select p.document_id, p.is_booking, p.charged, p.amount, p.cleared_amount, p.opened_on <= p_as_of as was_open
    from private.receivable_positions p
    where p.project_id = p_project and p.moved_on > p_as_of and (p_customers is null or p.customer_id = any (p_customers))
  ), owed as materialized (
    -- Bookings that are open now are read from an index alone.
    select n.*, b.id is not null as is_open, b.customer_id, b.agent_id, b.date_added, b.date_delivered, b.date_invoiced, b.date_due, b.is_debit_memo
    from (
      select p.document_id as id, p.is_booking, p.charged, p.amount, p.cleared_amount
      from private.receivable_positions p
      where p.project_id = p_project and (p.amount <> 0 or p.cleared_amount <> 0) and p.moved_on <= p_as_of
        and (p_customers is null or p.customer_id = any (p_customers))
      union all
      -- What was posted later is taken off, which is less than all that was posted until then.
      select m.document_id, m.is_booking, m.charged - l.charged, m.amount - l.amount, m.cleared_amount - l.cleared_amount
      from moved m
      join (
        select coalesce(e.booking_id, e.collection_id) as document_id, coalesce(sum(e.amount) filter (where e.collection_id is null), 0.00) as charged,
          sum(e.amount) as amount, sum(e.cleared_amount) as cleared_amount
        from public.receivable_entries e
        where e.project_id = p_project and e.on_date > p_as_of and (p_customers is null or e.customer_id = any (p_customers))
          and coalesce(e.booking_id, e.collection_id) in (select o.document_id from moved o where o.was_open)
        group by 1) l on l.document_id = m.document_id
      where m.was_open and (m.amount <> l.amount or m.cleared_amount <> l.cleared_amount)) n
    left join (
      select b.id, b.customer_id, b.agent_id, b.date_added, b.date_delivered, b.date_invoiced, b.date_due, b.is_debit_memo from public.bookings b
      where b.project_id = p_project and (b.balance <> 0 or b.cleared_balance <> 0) and (p_customers is null or b.customer_id = any (p_customers)) offset 0) b on b.id = n.id
  ), at_risk as materialized (
    -- Validated and not invoiced: nothing is owed yet, but it is at risk.
    select b.id from public.bookings b
    where b.project_id = p_project and b.balance <> 0 and b.date_invoiced is null and b.approval_status like 'approved%' and b.date_added <= p_as_of
      and (p_customers is null or b.customer_id = any (p_customers))
    union
    select b.id from public.bookings b
    where b.project_id = p_project and b.date_invoiced > p_as_of and b.approval_status like 'approved%' and b.date_added <= p_as_of
      and (p_customers is null or b.customer_id = any (p_customers))
    union
    select b.id from public.booking_credits k join public.bookings b on b.project_id = k.project_id and b.id = k.booking_id
    where k.project_id = p_project and k.on_date > p_as_of and b.approval_status like 'approved%' and b.date_added <= p_as_of
      and (p_customers is null or b.customer_id = any (p_customers))
    union
    -- Paid since, or archived, and never invoiced
    select b.id
    from (
      select m.document_id as id from moved m where m.is_booking and m.charged = 0
      union all
      select e.booking_id from public.receivable_entries e
      where e.project_id = p_project and e.kind = 'archived' and e.collection_id is null and e.on_date > p_as_of and (p_customers is null or e.customer_id = any (p_customers))
    ) m join public.bookings b on b.project_id = p_project and b.id = m.id
    where b.approval_status like 'approved%' and b.date_added <= p_as_of
  ), booked as (
    select o.*, true as listed from owed o where o.is_open
    union all
    select o.id, o.is_booking, o.charged, o.amount, o.cleared_amount, false, b.*, o.listed from (
      select o.id, o.is_booking, o.charged, o.amount, o.cleared_amount, true as listed from owed o where o.is_booking and not o.is_open
      union all
      select r.id, true, 0.00, 0.00, 0.00, false from at_risk r
      -- Few are at risk, and only these are looked for among the many that are owed.
      where r.id not in (select o.id from owed o where o.id in (select x.id from at_risk x))) o
    cross join lateral (
      select b.customer_id, b.agent_id, b.date_added, b.date_delivered, b.date_invoiced, b.date_due, b.is_debit_memo from public.bookings b
      where b.project_id = p_project and b.id = o.id offset 0) b
  ), documents as (
    select case when o.charged = 0 then 'advance' when o.amount = 0 then 'uncleared' when o.is_debit_memo then 'debit_memo' else 'booking' end as row_kind,
      true as is_booking, o.listed, o.customer_id, o.agent_id, o.id as document_id,
      coalesce(case p_basis when 'delivery' then o.date_delivered when 'added' then o.date_added end, o.date_invoiced, o.date_added) as doc_date,
      o.date_due - o.date_invoiced as terms_days, o.charged as total, o.amount as balance, o.cleared_amount as cleared_balance,
      case when o.cleared_amount <> o.amount then (
        select min(c.cheque_date) from (
          select e.collection_id from public.receivable_entries e
          where e.project_id = p_project and e.booking_id = o.id and e.collection_id is not null and e.on_date <= p_as_of
          group by e.collection_id having sum(e.cleared_amount) <> sum(e.amount)) x
        join public.collections c on c.project_id = p_project and c.id = x.collection_id) end as next_cheque,
      -- What is at risk besides cleared_balance; null = nothing
      case when o.charged = 0 then coalesce((
        select b.total - coalesce((select sum(k.amount) from public.booking_credits k where k.project_id = p_project and k.booking_id = b.id and k.on_date <= p_as_of), 0.00)
        from public.bookings b where b.project_id = p_project and b.id = o.id and o.id in (select r.id from at_risk r)), -o.amount) end as besides
    from booked o
    union all
    -- Unapplied credit is a negative row and is never hidden.
    select 'unapplied', false, true, c.customer_id, c.agent_id, o.id, c.date_collected, null, 0.00, o.amount, o.cleared_amount, case when o.cleared_amount <> o.amount then c.cheque_date end, -o.amount
    from owed o
    cross join lateral (select c.customer_id, c.agent_id, c.date_collected, c.cheque_date from public.collections c where c.project_id = p_project and c.id = o.id offset 0) c
    where not o.is_booking
  ), aged as not materialized (
    select d.*, x.due_date, x.age, case when d.is_booking then private.ageing_bucket(x.age, v_bounds, p_by_due) end as bucket,
      d.listed and (not p_overdue or (p_as_of > x.due_date and d.cleared_balance > 0)) as asked, p_as_of > x.due_date and d.cleared_balance > 0 as overdue
    from documents d
    cross join lateral (select d.doc_date + coalesce(d.terms_days, 0) as due_date,
      p_as_of - (d.doc_date + case when p_by_due then coalesce(d.terms_days, 0) else 0 end) as age) x
    -- Without this the sums below would compute age and bucket anew for each of them.
    offset 0
  )
  select a.row_kind, a.customer_id, a.agent_id, a.document_id, a.doc_date, a.due_date, a.terms_days, a.age, a.bucket, a.overdue, a.asked::int::bigint,
    a.total, a.balance, a.cleared_balance, case when a.overdue then a.cleared_balance end, case when not a.is_booking then -a.cleared_balance end,
    a.next_cheque, a.cleared_balance + coalesce(a.besides, 0.00), null::numeric[]
  from aged a where not p_summed
  union all
  select null, a.customer_id, a.agent_id, null, min(a.doc_date) filter (where a.asked), min(a.due_date) filter (where a.asked), null, max(a.age) filter (where a.asked), null, null,
    count(*) filter (where a.asked), sum(a.total) filter (where a.asked), sum(a.balance) filter (where a.asked), sum(a.cleared_balance) filter (where a.asked),
    sum(a.cleared_balance) filter (where a.asked and a.overdue), -sum(a.cleared_balance) filter (where a.asked and not a.is_booking),
    min(a.next_cheque) filter (where a.asked), sum(a.cleared_balance) + coalesce(sum(a.besides), 0.00),
    -- Six bounds make eight buckets; ageing_by_name leaves out those that the project does not use.
    array[sum(a.cleared_balance) filter (where a.bucket = 0 and a.asked), sum(a.cleared_balance) filter (where a.bucket = 1 and a.asked),
      sum(a.cleared_balance) filter (where a.bucket = 2 and a.asked), sum(a.cleared_balance) filter (where a.bucket = 3 and a.asked),
      sum(a.cleared_balance) filter (where a.bucket = 4 and a.asked), sum(a.cleared_balance) filter (where a.bucket = 5 and a.asked),
      sum(a.cleared_balance) filter (where a.bucket = 6 and a.asked), sum(a.cleared_balance) filter (where a.bucket = 7 and a.asked)]
  from aged a where p_summed group by a.customer_id, a.agent_id;
end $function$;

CREATE OR REPLACE FUNCTION private.undelivered_as_of(p_project uuid, p_filters jsonb)
 RETURNS TABLE(booking_id uuid, age integer, age_group integer, lines bigint, pieces bigint, cases bigint, loose bigint, litres numeric, amount numeric)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
#variable_conflict use_column
declare
  ask record := private.report_filters(p_filters);
  v_as_of date := coalesce(private.read_date(p_filters, 'as_of'), private.business_date(p_project));
begin
  return query
  with waiting as materialized (
    select b.id, b.date_added from public.bookings b
    where b.project_id = p_project and b.approval_status like 'approved%' and not b.is_opening and b.date_added <= v_as_of
      and (b.stage in ('validated', 'invoiced') or b.date_delivered > v_as_of)
      and (ask.agent_id is null or b.agent_id = ask.agent_id) and (ask.customer_id is null or b.customer_id = ask.customer_id)
  ), gone as (
    select m.source_line as line_id, -sum(m.quantity) as delivered, 0 as released
    from waiting w join public.stock_movements m on m.project_id = p_project and m.source_table = 'bookings' and m.source_id = w.id
    where m.kind = 'issue' and m.on_date <= v_as_of group by m.source_line
    union all
    select k.line_id, 0, sum(k.quantity)
    from waiting w join public.booking_credits k on k.project_id = p_project and k.booking_id = w.id
    where k.kind = 'released' and k.on_date <= v_as_of group by k.line_id
  ), done as (
    select g.line_id, sum(g.delivered)::int as delivered, sum(g.released)::int as released from gone g group by g.line_id
  ), open as (
    select w.id, v_as_of - w.date_added as age, l.case_config, l.quantity - coalesce(d.delivered + d.released, 0) as pieces, p.liters_per_case,
      private.with_vat(n.all_of_it, l.vat_on_top) - private.with_vat(n.gone, l.vat_on_top) as amount
    from waiting w
    join public.booking_lines l on l.project_id = p_project and l.booking_id = w.id
    join public.products p on p.project_id = p_project and p.id = l.product_id
    left join done d on d.line_id = l.id
    -- Each amount is computed once, so that the planner puts with_vat into the query.
    cross join lateral (
      select private.net_amount(l.agent_srp, l.agent_srp_pieces, l.quantity, l.discount_percent, l.discount_amount, l.quantity - coalesce(d.released, 0)) as all_of_it,
        private.net_amount(l.agent_srp, l.agent_srp_pieces, l.quantity, l.discount_percent, l.discount_amount, coalesce(d.delivered, 0)) as gone
      offset 0) n
    where l.quantity > coalesce(d.delivered + d.released, 0) and (ask.product_id is null or l.product_id = ask.product_id)
  )
  select o.id, o.age, case when o.age <= 7 then 0 when o.age <= 14 then 1 when o.age <= 30 then 2 else 3 end,
    count(*), sum(o.pieces)::bigint, sum(o.pieces / o.case_config)::bigint, sum(o.pieces % o.case_config)::bigint,
    sum(round(o.pieces * o.liters_per_case / o.case_config, 3)), sum(o.amount)
  from open o group by o.id, o.age;
end $function$;

CREATE OR REPLACE FUNCTION public.report_journal(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(level text, row_key text, entry_no text, on_date date, what text, document_kind text, document_id uuid, document_no text, party text, account text, account_code text, account_name text, part_name text, debit numeric, credit numeric, lines bigint, entries bigint, accounts bigint, day_accounts bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
declare
  v_level text := coalesce(p_filters ->> 'level', 'line');
  v_account text := p_filters ->> 'account';
  v_whole boolean := v_level <> 'total' and private.read_boolean(p_filters, 'with_total');
  -- The whole period; a page of lines is of some of its days.
  v_from date;
  v_to date;
  ask record;
begin
  ask := private.open_report(p_project, p_filters, 'journal.read', v_level, '{line,day,account,total}');
  if ask.known then
    return query select k.* from known.report_journal(p_project, p_filters - 'known_at') k;
    return;
  end if;
  v_from := ask.first_day;
  v_to := ask.last_day;
  if v_level = 'line' then
    select d.from_day, d.to_day into ask.first_day, ask.last_day from private.journal_days(p_project, ask.first_day, ask.last_day, v_account, ask.after, ask.before, ask.row_limit) d;
  end if;
  return query
  with entries as materialized (
    select l.*, greatest(l.amount, 0) as debit, greatest(-l.amount, 0) as credit
    from private.journal_accounts(p_project, ask.first_day, ask.last_day, null) l where v_level = 'line'
  ), heads as (
    -- Entries are numbered within their day in the order of posting, so that an entry that is posted later does not renumber the others.
    select h.*,
      to_char(h.on_date, 'YYYYMMDD') || '-' || lpad(row_number() over (partition by h.on_date order by h.posted_at, h.source, h.document, h.kind)::text, 4, '0') as entry_no
    from (select distinct e.source, e.document, e.on_date, e.kind, e.posted_at from entries e) h
  ), days as materialized (
    select d.* from private.journal_sums(p_project, v_from, v_to, v_account, v_whole or v_level = 'total', v_level = 'day') d where v_level <> 'line' or v_whole
  ), accounts as (
    select d.on_date, d.account, d.part, sum(d.debit) as debit, sum(d.credit) as credit, sum(d.lines)::bigint as lines
    from days d where v_level in ('day', 'account') and d.account is not null group by 1, 2, 3
  ), summed as (
    select v_level as level, h.entry_no, e.source, e.document, e.kind, e.on_date, e.account, e.part, e.account_code, e.account_name, e.part_name, e.debit, e.credit,
      1::bigint as lines, null::bigint as entries, null::bigint as accounts, null::bigint as day_accounts
    from entries e join heads h on h.source = e.source and h.document = e.document and h.on_date = e.on_date and h.kind = e.kind and h.posted_at = e.posted_at
    where v_account is null or e.account = v_account
    union all
    select v_level, null, null, null, null, a.on_date, a.account, a.part, coalesce(p.code, c.code), c.name, p.name, a.debit, a.credit, a.lines, a.lines, 1, 1
    from accounts a
    join private.chart_of_accounts(p_project) c on c.account = a.account
    left join private.account_parts(p_project) p on p.part = a.part
    union all
    select 'total', null, null, null, null, null, null, null, null, null, null, coalesce(sum(d.debit), 0.00), coalesce(sum(d.credit), 0.00), coalesce(sum(d.lines), 0)::bigint,
      coalesce(sum(d.entries), 0)::bigint, count(distinct (d.account, d.part)) filter (where d.account is not null), coalesce(sum(d.days), 0)::bigint
    from days d having v_level = 'total' or v_whole
  ), keyed as (
    select s.*, concat_ws(E'\x1f', s.on_date, s.entry_no, case when s.debit > 0 then '0' else '1' end, s.account_code, s.account, s.part) collate "C" as row_key
    from summed s
  ), page as (
    select k.* from keyed k
    where (v_whole and k.level = 'total') or ((ask.after is null or k.row_key > ask.after collate "C") and (ask.before is null or k.row_key < ask.before collate "C"))
    order by k.level <> 'total', case when ask.before is null then k.row_key end, k.row_key desc limit ask.row_limit + v_whole::int
  )
  select k.level, k.row_key, k.entry_no, k.on_date, private.journal_words(k.source, k.kind), d.document_kind, d.document_id, d.document_no, d.party, k.account, k.account_code, k.account_name, k.part_name, k.debit, k.credit, k.lines, k.entries, k.accounts, k.day_accounts
  from page k
  left join private.journal_documents(p_project, array(select x.source from page x where x.document is not null), array(select x.document from page x where x.document is not null)) d
    on d.source = k.source and d.document = k.document
  order by k.level <> 'total', case when ask.before is null then k.row_key end, k.row_key desc;
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
end $function$;

COMMENT ON FUNCTION "public"."report_journal"(uuid, jsonb) IS 'The journal in double entry, made from the ledgers and from released vouchers. p_filters: {from, to, account (its key), level: line (the lines of every entry) | day (accounts by day) | account | total, limit, after or before (row_key; before answers backwards), with_total (true: the row of level total comes too)}. debit and credit are never below zero; the total of both is the same unless an account is chosen. entry_no: day and number within it, in the order of posting. document_kind: booking | memo | collection | purchase | count | import | bad_order | voucher | remittance | deposit. Amounts in the project''s currency. Errors: 42501 without journal.read, 22023.';

COMMENT ON FUNCTION "public"."report_vat"(uuid, jsonb) IS 'The VAT report, from the ledgers and released vouchers, by the day on which each counts. p_filters: {from, to, level: month (YYYY-MM) | class (each month by what and VAT class: net without VAT and tax) | document (by day) | total, limit, after or before (row_key; before answers backwards), with_total (true: the row of level total comes too, not of document)}. vatable (without VAT), exempt, zero_rated and output_vat: deliveries and undercharges; memos (without VAT) and memos_vat: returns and allowances; bought (without VAT), bought_other (exempt, zero-rated, without VAT) and input_vat: purchases less returns to suppliers, and lines of vouchers that have a class; payable = output_vat - memos_vat - input_vat; creditable: income tax that customers withheld, withheld: that withheld from suppliers; reference_no: of the customer''s certificate. The taxes of a month are those of its accounts in the journal. Amounts in the project''s currency. Errors: 42501 without journal.read, 22023.';

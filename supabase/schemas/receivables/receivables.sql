-- Accounts receivable with ageing, as of any date: one function for screen, Excel, print and dashboard.
-- See docs/domain.md, Receivables and credit, invariants 8 and 14, and docs/decisions/0036.

create index booking_credits_day_idx on public.booking_credits (project_id, on_date);

create or replace function private.ar_documents(p_project uuid, p_as_of date, p_basis text, p_by_due boolean, p_customers uuid[], p_overdue boolean default false, p_summed boolean default false)
returns table (row_kind text, customer_id uuid, agent_id uuid, document_id uuid, doc_date date, due_date date, terms_days int, age int, bucket int, overdue boolean,
  documents bigint, total numeric, balance numeric, cleared_balance numeric, past_due numeric, unapplied numeric, next_cheque date, at_risk numeric, buckets numeric[])
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan set work_mem = '32MB' as $$
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
      and (p.opened_on <= p_as_of or (p.is_booking and p.charged = 0))
  ), before as materialized (
    -- What was posted later is taken off, which is less than all that was posted until then.
    select m.document_id as id, m.is_booking, m.charged - l.charged as charged, m.amount - l.amount as amount, m.cleared_amount - l.cleared_amount as cleared_amount
    from moved m
    join (
      select coalesce(e.booking_id, e.collection_id) as document_id, coalesce(sum(e.amount) filter (where e.collection_id is null), 0.00) as charged,
        sum(e.amount) as amount, sum(e.cleared_amount) as cleared_amount
      from public.receivable_entries e
      where e.project_id = p_project and e.on_date > p_as_of and (p_customers is null or e.customer_id = any (p_customers))
        and coalesce(e.booking_id, e.collection_id) in (select o.document_id from moved o where o.was_open)
      group by 1) l on l.document_id = m.document_id
    where m.was_open
  ), owed as materialized (
    -- Bookings that are open now are read from an index alone.
    select n.*, b.id is not null as is_open, b.customer_id, b.agent_id, b.date_added, b.date_delivered, b.date_invoiced, b.date_due, b.is_debit_memo
    from (
      select p.document_id as id, p.is_booking, p.charged, p.amount, p.cleared_amount
      from private.receivable_positions p
      where p.project_id = p_project and (p.amount <> 0 or p.cleared_amount <> 0) and p.moved_on <= p_as_of
        and (p_customers is null or p.customer_id = any (p_customers))
      union all
      select m.* from before m where m.amount <> 0 or m.cleared_amount <> 0) n
    left join (
      select b.id, b.customer_id, b.agent_id, b.date_added, b.date_delivered, b.date_invoiced, b.date_due, b.is_debit_memo from public.bookings b
      where b.project_id = p_project and (b.balance <> 0 or b.cleared_balance <> 0) and b.approval_status like 'approved%' and (p_customers is null or b.customer_id = any (p_customers)) offset 0) b on b.id = n.id
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
      -- Few are at risk, and only these are looked for among the many that are owed. What was invoiced and paid by then was at risk no longer.
      where r.id not in (select o.id from owed o where o.id in (select x.id from at_risk x)) and r.id not in (select m.id from before m where m.charged <> 0)) o
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
        from public.bookings b where b.project_id = p_project and b.id = o.id and b.approval_status like 'approved%' and b.date_added <= p_as_of), -o.amount) end as besides
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
end $$;
comment on function private.ar_documents is
  'Returns every document of these customers (null: all) that was open or at risk on a date: its position in the receivables ledger, less what was posted later; rows of balance 0 are included. document_id: a booking, or the receipt of unapplied credit. total: charged less credits; a booking without invoice has total 0, until it is archived. cleared_balance: balance and what was received by cheques that had not cleared (the earliest of them dated next_cheque); past_due: the same past its due date; unapplied: that of a receipt, above zero; at_risk: such cheques, and what the booking had at risk, invoiced or not. bucket: that of its age (0 = Current; null: unapplied credit). documents: 1, or 0 where nothing is open or, with p_overdue, past its due date. With p_summed their sums by customer and agent instead, of the rows that documents counts alone but at_risk, with the earliest dates, the highest age, and in buckets cleared_balance by bucket, that of bucket 0 first. Errors: 42501 unless the caller reads all bookings and receipts.';

create or replace function private.ageing_bounds(p_project uuid) returns int[]
language sql stable security invoker set search_path = '' as $$
  select array(select b.value::int
    from jsonb_array_elements_text(private.project_setting(p_project, 'ageing_buckets')) with ordinality b order by b.ordinality)
$$;
comment on function private.ageing_bounds is 'Returns the last days of a project''s ageing buckets, ascending. The bucket above the last one has no end.';

create or replace function private.ageing_bucket(p_age int, p_bounds int[], p_by_due boolean) returns int
language sql immutable
return case when p_by_due and p_age <= 0 then 0 else 1 + width_bucket(p_age - 1, p_bounds) end;
comment on function private.ageing_bucket is
  'Returns the number of the bucket of an age in days: 0 = Current (by due date: not yet due), else 1 and up. An age of 30 is still in the bucket that ends at 30.';

create or replace function private.ageing_by_name(p_sums numeric[], p_bounds int[]) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_object_agg(case n when 0 then 'bucket_current' else 'bucket_' || n end, coalesce(p_sums[n + 1], 0.00)::text)
  from generate_series(0, cardinality(p_bounds) + 1) n
$$;
comment on function private.ageing_by_name is
  'Returns sums by bucket, that of bucket 0 first, as {bucket_current, bucket_1 and up: amount}, with as many buckets as the bounds make. Amounts are texts.';

create or replace function private.ar_lines(p_project uuid, p_filters jsonb, p_customers uuid[] default null, p_summed boolean default false)
returns table (row_kind text, customer_id uuid, agent_id uuid, document_id uuid,
  doc_date date, due_date date, terms_days int, age int, documents bigint, total numeric, collected numeric, balance numeric, uncleared numeric, cleared_balance numeric,
  unapplied numeric, past_due numeric, next_cheque date, bucket int, bucket_0 numeric, bucket_1 numeric, bucket_2 numeric, bucket_3 numeric, bucket_4 numeric, bucket_5 numeric,
  bucket_6 numeric, bucket_7 numeric, customer_name text, store_name text, customer_key text, agent_name text, credit_line numeric, credit_left numeric)
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = force_custom_plan set work_mem = '32MB' as $$
#variable_conflict use_column
declare
  v_as_of date := coalesce(private.read_date(p_filters, 'as_of'), private.business_date(p_project));
  v_basis text := coalesce(p_filters ->> 'basis', 'invoice');
  v_agent uuid := private.read_uuid(p_filters, 'agent_id');
  v_customer uuid := private.read_uuid(p_filters, 'customer_id');
  v_overdue boolean := private.read_boolean(p_filters, 'overdue_only');
  v_over boolean := private.read_boolean(p_filters, 'over_limit');
  v_least numeric := private.read_money(p_filters, 'min_balance');
  v_by_due boolean := coalesce(p_filters ->> 'age_by', private.project_setting(p_project, 'age_by') #>> '{}') = 'due';
begin
  if v_basis not in ('invoice', 'delivery', 'added') then perform private.invalid('basis', 'Choose a basis.'); end if;

  return query
  with found as materialized (
    select d.* from private.ar_documents(p_project, v_as_of, v_basis, v_by_due,
      case when v_customer is not null then array[v_customer] else p_customers end, v_overdue, p_summed) d
  ), risk as (
    -- The total covers the whole customer, whichever agent is filtered.
    select d.customer_id, sum(d.at_risk) as amount from found d group by d.customer_id
  ), lines as (
    select d.row_kind, d.customer_id, d.agent_id, d.document_id, d.doc_date, d.due_date, d.terms_days, d.age, d.documents,
      d.total, d.total - d.balance as collected, d.balance, d.cleared_balance - d.balance as uncleared, d.cleared_balance, d.unapplied, d.past_due, d.next_cheque, d.bucket,
      case when p_summed then d.buckets[1] when d.bucket = 0 then d.cleared_balance end as bucket_0, case when p_summed then d.buckets[2] when d.bucket = 1 then d.cleared_balance end as bucket_1,
      case when p_summed then d.buckets[3] when d.bucket = 2 then d.cleared_balance end as bucket_2, case when p_summed then d.buckets[4] when d.bucket = 3 then d.cleared_balance end as bucket_3,
      case when p_summed then d.buckets[5] when d.bucket = 4 then d.cleared_balance end as bucket_4, case when p_summed then d.buckets[6] when d.bucket = 5 then d.cleared_balance end as bucket_5,
      case when p_summed then d.buckets[7] when d.bucket = 6 then d.cleared_balance end as bucket_6, case when p_summed then d.buckets[8] when d.bucket = 7 then d.cleared_balance end as bucket_7
    from found d
    where d.documents > 0 and (v_agent is null or d.agent_id = v_agent)
  ), agents as materialized (
    -- Looked up once for each agent: the planner expects few documents, and would look it up for each of them.
    select a.user_id, a.display_name from public.profiles a where a.user_id in (select d.agent_id from found d)
  ), named as (
    select l.*, c.name as customer_name, c.store_name, c.sort_key as customer_key, coalesce(pr.display_name, 'Former agent') as agent_name, c.credit_line,
      c.credit_line - r.amount as credit_left, case when v_least is not null then sum(l.cleared_balance) over (partition by l.customer_id) end as owes
    from lines l
    join public.customers c on c.project_id = p_project and c.id = l.customer_id
    join risk r on r.customer_id = l.customer_id
    left join agents pr on pr.user_id = l.agent_id
  )
  select n.row_kind, n.customer_id, n.agent_id, n.document_id, n.doc_date, n.due_date, n.terms_days, n.age, n.documents,
    n.total, n.collected, n.balance, n.uncleared, n.cleared_balance, n.unapplied, n.past_due, n.next_cheque, n.bucket,
    n.bucket_0, n.bucket_1, n.bucket_2, n.bucket_3, n.bucket_4, n.bucket_5, n.bucket_6, n.bucket_7,
    n.customer_name, n.store_name, n.customer_key, n.agent_name, n.credit_line, n.credit_left
  from named n where (not v_over or n.credit_left < 0) and (v_least is null or n.owes >= v_least);
end $$;
comment on function private.ar_lines is
  'Returns the documents of the AR report that match p_filters (see report_ar), of these customers (null: all), each with its age, its cleared balance in the column of its bucket (0 = Current; null: unapplied credit) and its customer''s credit; with p_summed their sums by customer and agent, with the earliest dates and the highest age. past_due: the part of cleared_balance past its due date. Runs with the caller''s rights. Errors: 42501, 22023.';

create or replace function private.has_many_open(p_project uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.scope_of(p_project, 'bookings.read') = 'all' and (select count(*) > 1000
    from (select from private.receivable_positions p where p.project_id = p_project and (p.amount <> 0 or p.cleared_amount <> 0) limit 1001) p);
end $$;
comment on function private.has_many_open is
  'Returns true when a project has so many open documents that report_ar had better find the customers of a page before it reads documents; false also for those who do not read all bookings.';
grant execute on function private.has_many_open(uuid) to authenticated;

create or replace function public.report_ar(p_project uuid, p_filters jsonb default '{}')
returns table (
  level text, row_key text, row_kind text,
  agent_id uuid, agent_name text, customer_id uuid, customer_name text, store_name text,
  booking_id uuid, document_id uuid, so_no text, document_no text, doc_date date, due_date date, terms_days int, age_days int,
  total numeric, collected numeric, balance numeric,
  ageing jsonb, overdue numeric,
  uncleared numeric, next_cheque date, cleared_balance numeric, unapplied numeric, credit_line numeric, credit_left numeric,
  documents bigint, customers bigint, agents bigint)
language plpgsql stable security invoker set search_path = '' as $$
declare
  v_level text := coalesce(p_filters ->> 'level', 'document');
  -- Of a page of documents only those of customers that can be on it are read; the sums of all customers tell which.
  v_paged boolean := v_level in ('document', 'grouped') and coalesce(p_filters ->> 'sort', 'name') = 'name'
    and nullif(p_filters ->> 'limit', '') is not null and coalesce(p_filters ->> 'known_at', '') = '' and coalesce(p_filters ->> 'customer_id', '') = ''
    and private.has_many_open(p_project);
  v_lines text := case when v_paged then 'select l.* from near n cross join lateral private.ar_lines($1, $2, n.customers) l'
    else format('select l.* from private.ar_lines($1, $2, null, %L) l', v_level not in ('document', 'grouped')) end;
  v_sums text := $sums$min(l.agent_name) as agent_name, min(l.customer_name) as customer_name, min(l.store_name) as store_name,
      min(l.customer_key) as customer_key, min(l.doc_date) as doc_date, min(l.due_date) as due_date, max(l.age) as age_days,
      coalesce(sum(l.total), 0.00) as total, coalesce(sum(l.collected), 0.00) as collected, coalesce(sum(l.balance), 0.00) as balance,
      array[sum(l.bucket_0), sum(l.bucket_1), sum(l.bucket_2), sum(l.bucket_3), sum(l.bucket_4), sum(l.bucket_5), sum(l.bucket_6), sum(l.bucket_7)] as buckets,
      coalesce(sum(l.past_due), 0.00) as overdue,
      coalesce(sum(l.uncleared), 0.00) as uncleared, min(l.next_cheque) as next_cheque,
      coalesce(sum(l.unapplied), 0.00) as unapplied,
      min(l.credit_line) as credit_line, min(l.credit_left) as credit_left,
      coalesce(sum(l.documents), 0)::bigint as documents, count(distinct l.customer_id) as customers, count(distinct l.agent_id) as agents$sums$;
  v_statement text;
begin
  v_statement := private.report_statement(p_project, case when v_paged then p_filters - 'with_total' else p_filters end, 'report_ar', 'reports.ar', array[
      ['document', 'document', 'agent_id, customer_id, document_id', 'lower(s.agent_name), s.agent_id, s.customer_key, s.customer_id, s.doc_date, s.document_id', 'line'],
      ['grouped', 'agent', 'agent_id', 'lower(s.agent_name), s.agent_id', 'true'],
      ['grouped', 'agent_customer', 'agent_id, customer_id', 's.customer_key, s.customer_id', 's.documents > 1'],
      ['grouped', 'document', 'agent_id, customer_id, document_id', 's.doc_date, s.document_id', 'line'],
      ['customer', 'customer', 'customer_id', 's.customer_key, s.customer_id', ''], ['agent', 'agent', 'agent_id', 'lower(s.agent_name), s.agent_id', ''], ['total', 'total', '', $k$''$k$, '']],
    array[['balance', 'highest', 's.balance'], ['age', 'by', $k$to_char(1000000 - s.age_days, 'FM0000000')$k$]],
    v_lines, v_sums,
    $row$
    select k.level, k.row_key, l.row_kind, k.agent_id, case when k.part not in ('customer', 'total') then k.agent_name end,
      k.customer_id, case when c.shown then k.customer_name end, case when c.shown then k.store_name end,
      b.id, k.document_id, b.so_no, coalesce(b.invoice_no, r.cr_no), k.doc_date, k.due_date, l.terms_days, k.age_days,
      k.total, k.collected, k.balance, private.ageing_by_name(k.buckets, (select private.ageing_bounds($1))), k.overdue,
      k.uncleared, k.next_cheque, k.balance + k.uncleared, k.unapplied, case when c.shown then k.credit_line end, case when c.shown then k.credit_left end,
      k.documents, k.customers, k.agents
    from page k left join lines l on l.document_id = k.document_id
    left join public.bookings b on b.project_id = $1 and b.id = k.document_id
    left join public.collections r on r.project_id = $1 and r.id = k.document_id
    cross join lateral (select k.part not in ('agent', 'total') as shown) c$row$);
  if v_paged then
    -- A line may be the page's only if fewer lines than the page has come between its group and the row that the page follows; the total needs no lines.
    v_statement := format($page$with groups as materialized (
      select l.* from private.ar_lines($1, $2, null, true) l
    ), near as (
      select coalesce(array_agg(distinct o.customer_id) filter (where o.nearer < $6), '{}') as customers
      from (
        select n.customer_id, coalesce(sum(case when starts_with(coalesce($4, ''), n.key) or starts_with(coalesce($5, ''), n.key) then 0 else n.documents end)
          over (order by n.key %1$s groups between unbounded preceding and 1 preceding), 0) as nearer
        from (select l.customer_id, l.documents, concat_ws(E'\x1f', lower(l.agent_name), l.agent_id%2$s, '') collate "C" as key from groups l) n
        where ($4 is null or n.key || chr(1114111) > $4) and ($5 is null or n.key < $5)) o
    )
    select x.* from ((%3$s)
      union all
      select 'total', '', null, null, null, null, null, null, null, null, null, null, k.doc_date, k.due_date, null, k.age_days,
        k.total, k.collected, k.balance, private.ageing_by_name(k.buckets, (select private.ageing_bounds($1))), k.overdue,
        k.uncleared, k.next_cheque, k.balance + k.uncleared, k.unapplied, null, null, k.documents, k.customers, k.agents
      from (select %4$s from groups l) k where $3) x order by x.row_key collate "C" %1$s$page$,
      case when p_filters ->> 'before' is not null then 'desc' end, case v_level when 'document' then ', l.customer_key, l.customer_id' end, v_statement, v_sums);
  end if;
  return query execute v_statement
  using p_project, p_filters, private.read_boolean(p_filters, 'with_total'), p_filters ->> 'after', p_filters ->> 'before', private.read_int(p_filters, 'limit');
end $$;
comment on function public.report_ar is
  'AR ageing as of a date. p_filters: {as_of (default today), basis: invoice | delivery | added, age_by: due | document (default: the project''s), agent_id, customer_id, overdue_only, over_limit (customers beyond their credit line), min_balance (customers whose cleared balance is at least this), level: document | grouped (documents, after several of one customer and after those of an agent their sums: level subtotal) | customer | agent | total, sort: name | balance (highest first) | age (oldest first), not of grouped, limit, after or before (row_key; before answers backwards), with_total (true: the row of level total comes too)}. ageing: {bucket_current, bucket_1 and up: amount} by the project''s ageing_buckets, amounts as texts. A cheque that has not cleared lowers no bucket, and unapplied credit (cleared money that pays no booking) is in none: the sum of the buckets less unapplied is cleared_balance. The total of balance equals the sum of the customers'' collectibles. Advances and unapplied credit are negative rows. uncleared: received by cheques that had not cleared then, the earliest dated next_cheque; cleared_balance = balance + uncleared; a document paid by such cheques alone is a row of balance 0 (row_kind uncleared). credit_left = credit_line - exposure of that day (null = no limit), the customer''s whole. overdue: the part of cleared_balance past its due date. Errors: 42501, 22023.';

create or replace function private.receivables_now(p_project uuid)
returns table (agent_id uuid, balance numeric, cleared_balance numeric, overdue numeric)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare v_today date := private.business_date(p_project);
begin
  perform private.authorize(p_project, 'reports.ar');
  -- Rows are not filtered below, so the caller has to read all of them.
  if exists (select from unnest('{bookings.read,collections.read,customers.read}'::text[]) n where private.scope_of(p_project, n) is distinct from 'all') then
    perform private.forbid();
  end if;
  return query
  with documents as (
    -- The position of a booking that is invoiced or archived is its balance.
    select b.balance as amount, b.cleared_balance as cleared_amount, b.agent_id, coalesce(b.date_invoiced, b.date_added) as doc_date, b.date_due - b.date_invoiced as terms
    from public.bookings b
    where b.project_id = p_project and (b.balance <> 0 or b.cleared_balance <> 0) and b.approval_status like 'approved%'
      and (b.date_invoiced is not null or b.booking_status <> 'active')
    union all
    -- A booking that was paid before its invoice is an advance.
    select o.amount, o.cleared_amount, d.agent_id, d.doc_date, d.terms from private.receivable_positions o
    cross join lateral (
      select b.agent_id, coalesce(b.date_invoiced, b.date_added) as doc_date, b.date_due - b.date_invoiced as terms
      from public.bookings b where o.is_booking and b.project_id = p_project and b.id = o.document_id
      union all
      select c.agent_id, c.date_collected, null from public.collections c where not o.is_booking and c.project_id = p_project and c.id = o.document_id
      offset 0) d
    where o.project_id = p_project and o.charged = 0 and (o.amount <> 0 or o.cleared_amount <> 0)
  )
  select d.agent_id, sum(d.amount), sum(d.cleared_amount),
    coalesce(sum(d.cleared_amount) filter (where d.cleared_amount > 0 and v_today > d.doc_date + coalesce(d.terms, 0)), 0.00)
  from documents d group by d.agent_id;
end $$;
comment on function private.receivables_now is
  'Returns what report_ar says of today by agent, from an index of open bookings, and of advances and unapplied credit from the positions of the receivables ledger. It counts entries of later days too. Errors: 42501 unless the caller reads all bookings, receipts and customers.';

create or replace function private.receivables_by_agent(p_project uuid, p_day date)
returns table (agent_id uuid, agent_name text, balance numeric, cleared_balance numeric, overdue numeric)
language plpgsql stable security invoker set search_path = '' as $$
#variable_conflict use_column
begin
  if p_day = private.business_date(p_project) and not private.moves_later(p_project, p_day) then
    return query
    select n.agent_id, coalesce(f.display_name, 'Former agent'), n.balance, n.cleared_balance, n.overdue
    from private.receivables_now(p_project) n left join public.profiles f on f.user_id = n.agent_id order by lower(coalesce(f.display_name, 'Former agent')), n.agent_id;
  else
    return query
    select r.agent_id, r.agent_name, r.balance, r.cleared_balance, r.overdue
    from public.report_ar(p_project, jsonb_build_object('as_of', p_day, 'level', 'agent')) r;
  end if;
end $$;
comment on function private.receivables_by_agent is
  'Returns the receivables of a day by agent, by name: those of report_ar, of today without its lines. Runs with the caller''s rights. Errors: 42501.';

create or replace function private.moves_later(p_project uuid, p_day date) returns boolean
language sql stable security definer set search_path = '' as $$
  select p_project = any (private.my_projects())
    and exists (select from private.receivable_positions p where p.project_id = p_project and p.moved_on > p_day)
$$;
comment on function private.moves_later is 'Tells a member whether the receivables ledger of the project has entries after a day.';

grant execute on function
  private.receivables_now(uuid), private.receivables_by_agent(uuid, date), private.moves_later(uuid, date),
  private.ar_documents(uuid, date, text, boolean, uuid[], boolean, boolean), private.ar_lines(uuid, jsonb, uuid[], boolean),
  private.ageing_bounds(uuid), private.ageing_bucket(int, int[], boolean), private.ageing_by_name(numeric[], int[]),
  public.report_ar(uuid, jsonb),
  private.forbid(text)
to authenticated;

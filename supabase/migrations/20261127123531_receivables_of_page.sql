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
      and (p.opened_on <= p_as_of or (p.is_booking and p.charged = 0))
  ), before as materialized (
    -- What was posted later is taken off, which is less than all that was posted until then.
    select m.document_id as id, m.is_booking, m.charged - l.charged as charged, m.amount - l.amount as amount, m.cleared_amount - l.cleared_amount as cleared_amount
    from moved m
    join (
      select coalesce(e.booking_id, e.collection_id) as document_id, coalesce(sum(e.amount) filter (where e.collection_id is null), 0.00) as charged,
        sum(e.amount) as amount, sum(e.cleared_amount) as cleared_amount
      from known.receivable_entries e
      where e.project_id = p_project and e.on_date > p_as_of and (p_customers is null or e.customer_id = any (p_customers))
        and coalesce(e.booking_id, e.collection_id) in (select o.document_id from moved o where o.was_open)
      group by 1) l on l.document_id = m.document_id
    where m.was_open
  ), owed as materialized (
    -- Bookings that are open now are read from an index alone.
    select n.*, b.id is not null as is_open, b.customer_id, b.agent_id, b.date_added, b.date_delivered, b.date_invoiced, b.date_due, b.is_debit_memo
    from (
      select p.document_id as id, p.is_booking, p.charged, p.amount, p.cleared_amount
      from known.receivable_positions p
      where p.project_id = p_project and (p.amount <> 0 or p.cleared_amount <> 0) and p.moved_on <= p_as_of
        and (p_customers is null or p.customer_id = any (p_customers))
      union all
      select m.* from before m where m.amount <> 0 or m.cleared_amount <> 0) n
    left join (
      select b.id, b.customer_id, b.agent_id, b.date_added, b.date_delivered, b.date_invoiced, b.date_due, b.is_debit_memo from known.bookings b
      where b.project_id = p_project and (b.balance <> 0 or b.cleared_balance <> 0) and b.approval_status like 'approved%' and (p_customers is null or b.customer_id = any (p_customers)) offset 0) b on b.id = n.id
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
      -- Few are at risk, and only these are looked for among the many that are owed. What was invoiced and paid by then was at risk no longer.
      where r.id not in (select o.id from owed o where o.id in (select x.id from at_risk x)) and r.id not in (select m.id from before m where m.charged <> 0)) o
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
        from known.bookings b where b.project_id = p_project and b.id = o.id and b.approval_status like 'approved%' and b.date_added <= p_as_of), -o.amount) end as besides
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

CREATE OR REPLACE FUNCTION known.report_ar(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(level text, row_key text, row_kind text, agent_id uuid, agent_name text, customer_id uuid, customer_name text, store_name text, booking_id uuid, document_id uuid, so_no text, document_no text, doc_date date, due_date date, terms_days integer, age_days integer, total numeric, collected numeric, balance numeric, ageing jsonb, overdue numeric, uncleared numeric, next_cheque date, cleared_balance numeric, unapplied numeric, credit_line numeric, credit_left numeric, documents bigint, customers bigint, agents bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_level text := coalesce(p_filters ->> 'level', 'document');
  -- Of a page of documents only those of customers that can be on it are read; the sums of all customers tell which.
  v_paged boolean := v_level in ('document', 'grouped') and coalesce(p_filters ->> 'sort', 'name') = 'name'
    and nullif(p_filters ->> 'limit', '') is not null and coalesce(p_filters ->> 'known_at', '') = '' and coalesce(p_filters ->> 'customer_id', '') = '';
  v_lines text := case when v_paged then 'select l.* from near n cross join lateral known.ar_lines($1, $2, n.customers) l'
    else format('select l.* from known.ar_lines($1, $2, null, %L) l', v_level not in ('document', 'grouped')) end;
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
      k.total, k.collected, k.balance, private.ageing_by_name(k.buckets, (select known.ageing_bounds($1))), k.overdue,
      k.uncleared, k.next_cheque, k.balance + k.uncleared, k.unapplied, case when c.shown then k.credit_line end, case when c.shown then k.credit_left end,
      k.documents, k.customers, k.agents
    from page k left join lines l on l.document_id = k.document_id
    left join known.bookings b on b.project_id = $1 and b.id = k.document_id
    left join known.collections r on r.project_id = $1 and r.id = k.document_id
    cross join lateral (select k.part not in ('agent', 'total') as shown) c$row$);
  if v_paged then
    -- A line may be the page's only if fewer lines than the page has come between its group and the row that the page follows; the total needs no lines.
    v_statement := format($page$with groups as materialized (
      select l.* from known.ar_lines($1, $2, null, true) l
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
        k.total, k.collected, k.balance, private.ageing_by_name(k.buckets, (select known.ageing_bounds($1))), k.overdue,
        k.uncleared, k.next_cheque, k.balance + k.uncleared, k.unapplied, null, null, k.documents, k.customers, k.agents
      from (select %4$s from groups l) k where $3) x order by x.row_key collate "C" %1$s$page$,
      case when p_filters ->> 'before' is not null then 'desc' end, case v_level when 'document' then ', l.customer_key, l.customer_id' end, v_statement, v_sums);
  end if;
  return query execute v_statement
  using p_project, p_filters, private.read_boolean(p_filters, 'with_total'), p_filters ->> 'after', p_filters ->> 'before', private.read_int(p_filters, 'limit');
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
end $function$;

CREATE OR REPLACE FUNCTION public.report_ar(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(level text, row_key text, row_kind text, agent_id uuid, agent_name text, customer_id uuid, customer_name text, store_name text, booking_id uuid, document_id uuid, so_no text, document_no text, doc_date date, due_date date, terms_days integer, age_days integer, total numeric, collected numeric, balance numeric, ageing jsonb, overdue numeric, uncleared numeric, next_cheque date, cleared_balance numeric, unapplied numeric, credit_line numeric, credit_left numeric, documents bigint, customers bigint, agents bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_level text := coalesce(p_filters ->> 'level', 'document');
  -- Of a page of documents only those of customers that can be on it are read; the sums of all customers tell which.
  v_paged boolean := v_level in ('document', 'grouped') and coalesce(p_filters ->> 'sort', 'name') = 'name'
    and nullif(p_filters ->> 'limit', '') is not null and coalesce(p_filters ->> 'known_at', '') = '' and coalesce(p_filters ->> 'customer_id', '') = '';
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
end $function$;

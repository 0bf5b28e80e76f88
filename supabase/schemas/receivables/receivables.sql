-- Accounts receivable with ageing, as of any date: the lines of the report and the sums of today.
-- See docs/domain.md, Receivables and credit, invariants 8 and 14, and docs/decisions/0036.

create or replace function private.ageing_by_name(p_sums numeric[], p_bounds int[]) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_object_agg(case n when 0 then 'bucket_current' else 'bucket_' || n end, coalesce(p_sums[n + 1], 0.00)::text)
  from generate_series(0, cardinality(p_bounds) + 1) n
$$;
comment on function private.ageing_by_name is
  'Returns sums by bucket, that of bucket 0 first, as {bucket_current, bucket_1 and up: amount}, with as many buckets as the bounds '
  'make. Amounts are texts.';

create or replace function private.ar_lines(p_project uuid, p_filters jsonb, p_customers uuid[] default null,
  p_summed boolean default false)
returns table (row_kind text, customer_id uuid, agent_id uuid, document_id uuid,
  doc_date date, due_date date, terms_days int, age int, documents bigint, total numeric, collected numeric, balance numeric,
    uncleared numeric, cleared_balance numeric,
  unapplied numeric, past_due numeric, next_cheque date, bucket int, buckets numeric[], customer_name text, store_name text,
    customer_key text, agent_name text, agent_key text, credit_line numeric, credit_left numeric)
language plpgsql stable set search_path = '' as $$
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
    select d.customer_id, sum(d.at_risk) as amount, sum(d.cleared_balance)
      filter (where d.documents > 0 and (v_agent is null or d.agent_id = v_agent)) as owes
    from found d group by d.customer_id
  ), agents as materialized (
    -- Looked up once for each agent: the planner expects few documents, and would look it up for each of them.
    select a.user_id, a.display_name, a.sort_key from public.profiles a where a.user_id in (select d.agent_id from found d)
  )
  select d.row_kind, d.customer_id, d.agent_id, d.document_id, d.doc_date, d.due_date, d.terms_days, d.age, d.documents, d.total,
    d.total - d.balance, d.balance, d.cleared_balance - d.balance, d.cleared_balance, d.unapplied, d.past_due, d.next_cheque, d.bucket,
    d.buckets, c.name, c.store_name, c.sort_key, coalesce(n.display_name, 'Former agent'), coalesce(n.sort_key, 'former agent'),
    c.credit_line, c.credit_line - r.amount
  from found d
  join public.customers c on c.project_id = p_project and c.id = d.customer_id
  join risk r on r.customer_id = d.customer_id
  left join agents n on n.user_id = d.agent_id
  where d.documents > 0 and (v_agent is null or d.agent_id = v_agent) and (not v_over or c.credit_line < r.amount)
    and (v_least is null or r.owes >= v_least);
end $$;
comment on function private.ar_lines is
  'Returns the documents of the AR report that match p_filters (see report_ar), of these customers (null: all), each with its age, its '
  'cleared balance in buckets, at the place of its bucket (the first: Current; null: unapplied credit) and its customer''s credit; with '
  'p_summed their sums by customer and agent, with the earliest dates and the highest age. past_due: the part of cleared_balance past '
  'its due date. Runs with the caller''s rights. Errors: 42501, 22023.';

create or replace function private.has_many_open(p_project uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.scope_of(p_project, 'bookings.read') = 'all' and (select count(*) > 1000
    from (select from private.receivable_positions p where p.project_id = p_project and (p.amount <> 0 or p.cleared_amount <> 0)
      limit 1001) p);
end $$;
comment on function private.has_many_open is
  'Returns true when a project has so many open documents that report_ar had better find the customers of a page before it reads '
  'documents; false also for those who do not read all bookings.';
grant execute on function private.has_many_open to authenticated;

create or replace function private.ar_page_statement(p_filters jsonb, p_level text, p_rows text, p_sums text) returns text
language sql immutable set search_path = '' as $$
  -- A line may be the page's only if fewer lines than the page has come between its group and the row that the page follows; the total
  -- needs no lines.
  select format($page$with groups as materialized (
      select l.* from private.ar_lines($1, $2, null, true) l
    ), near as (
      select coalesce(array_agg(distinct o.customer_id) filter (where o.nearer < $6), '{}') as customers
      from (
        select n.customer_id, coalesce(sum(
            case when starts_with(coalesce($4, ''), n.key) or starts_with(coalesce($5, ''), n.key) then 0 else n.documents end)
          over (order by n.key %1$s groups between unbounded preceding and 1 preceding), 0) as nearer
        from (
          select l.customer_id, l.documents, concat_ws(E'\x1f', l.agent_key, l.agent_id%2$s, '') collate "C" as key
          from groups l) n
        where ($4 is null or n.key || chr(1114111) > $4) and ($5 is null or n.key < $5)) o
    )
    select x.* from ((%3$s)
      union all
      select 'total', '', null, null, null, null, null, k.doc_date, k.due_date, k.age_days, k.balance, k.balance + k.uncleared, k.overdue,
        k.documents, jsonb_build_object('agent_name', null, 'customer_name', null, 'store_name', null, 'so_no', null, 'document_no', null,
          'terms_days', null, 'total', k.total, 'collected', k.collected,
          'ageing', private.ageing_by_name(k.buckets, (select private.ageing_bounds($1))), 'uncleared', k.uncleared,
          'next_cheque', k.next_cheque, 'unapplied', k.unapplied, 'credit_line', null, 'credit_left', null,
          'customers', k.customers, 'agents', k.agents)
      from (select %4$s from groups l) k where $3) x order by x.row_key collate "C" %1$s$page$,
    case when p_filters ->> 'before' is not null then 'desc' end, case p_level when 'document' then ', l.customer_key, l.customer_id' end,
    p_rows, p_sums)
$$;
comment on function private.ar_page_statement is
  'Returns the statement of a page of documents in report_ar: the sums of all customers tell whose documents can be on it, and make the '
  'total.';

create or replace function private.moves_later(p_project uuid, p_day date) returns boolean
language sql stable security definer set search_path = '' as $$
  select p_project = any (private.my_projects())
    and exists (select from private.receivable_positions p where p.project_id = p_project and p.moved_on > p_day)
$$;
comment on function private.moves_later is 'Tells a member whether the receivables ledger of the project has entries after a day.';

create or replace function private.receivables_on(p_project uuid, p_day date)
returns table (agent_id uuid, customer_id uuid, balance numeric, cleared_balance numeric, overdue numeric, age_days int, bucket int)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_by_due boolean := private.project_setting(p_project, 'age_by') #>> '{}' = 'due';
  v_bounds int[] := private.ageing_bounds(p_project);
begin
  perform private.authorize(p_project, 'reports.ar');
  -- Rows are not filtered below, so the caller has to read all of them.
  if exists (select from unnest('{bookings.read,collections.read,customers.read}'::text[]) n
    where private.scope_of(p_project, n) is distinct from 'all') then
    perform private.forbid();
  end if;
  if p_day <> private.business_date(p_project) or private.moves_later(p_project, p_day) then
    return query
    select d.agent_id, d.customer_id, d.balance, d.cleared_balance, d.past_due, d.age, d.bucket
    from private.ar_documents(p_project, p_day, 'invoice', v_by_due, null) d where d.documents > 0;
    return;
  end if;
  return query
  with documents as (
    -- The position of a booking that is invoiced or archived is its balance.
    select b.balance as amount, b.cleared_balance as owed, b.agent_id, b.customer_id, coalesce(b.date_invoiced, b.date_added) as doc_date,
      coalesce(b.date_due - b.date_invoiced, 0) as terms, true as ages
    from public.bookings b
    where b.project_id = p_project and (b.balance <> 0 or b.cleared_balance <> 0) and b.approval_status like 'approved%'
      and (b.date_invoiced is not null or b.booking_status <> 'active')
    union all
    -- A booking that was paid before its invoice is an advance; unapplied credit is due to nobody and grows no older.
    select o.amount, o.cleared_amount, d.agent_id, d.customer_id, d.doc_date, d.terms, o.is_booking from private.receivable_positions o
    cross join lateral (
      select b.agent_id, b.customer_id, coalesce(b.date_invoiced, b.date_added) as doc_date,
        coalesce(b.date_due - b.date_invoiced, 0) as terms
      from public.bookings b where o.is_booking and b.project_id = p_project and b.id = o.document_id
      union all
      select c.agent_id, c.customer_id, c.date_collected, 0 from public.collections c where not o.is_booking and c.project_id = p_project
        and c.id = o.document_id) d
    where o.project_id = p_project and o.charged = 0 and (o.amount <> 0 or o.cleared_amount <> 0)
  )
  select d.agent_id, d.customer_id, d.amount, d.owed, case when d.ages and d.owed > 0 and p_day > d.doc_date + d.terms then d.owed end,
    x.age, case when v_by_due and x.age <= 0 then 0 when d.ages then 1 + width_bucket(x.age - 1, v_bounds) end
  from documents d
  cross join lateral (
    select case when d.ages then p_day - d.doc_date - case when v_by_due then d.terms else 0 end end as age) x;
end $$;
comment on function private.receivables_on is
  'Returns the documents that report_ar has of a day without filters: of today, while no later day has entries, from an index of open '
  'bookings, and of advances and unapplied credit from the positions of the receivables ledger. overdue: the part of cleared_balance '
  'past its due date, or null; bucket: that of the age (0 = Current; null with the age: unapplied credit). Errors: 42501 unless the '
  'caller reads all bookings, receipts and customers.';

grant execute on function private.receivables_on, private.moves_later, private.ar_page_statement, private.ar_lines,
  private.ageing_by_name to authenticated;

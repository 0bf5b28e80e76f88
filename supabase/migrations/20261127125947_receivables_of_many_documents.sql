CREATE OR REPLACE FUNCTION known.has_many_open(p_project uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return private.scope_of(p_project, 'bookings.read') = 'all' and (select count(*) > 1000
    from (select from known.receivable_positions p where p.project_id = p_project and (p.amount <> 0 or p.cleared_amount <> 0) limit 1001) p);
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
    and nullif(p_filters ->> 'limit', '') is not null and coalesce(p_filters ->> 'known_at', '') = '' and coalesce(p_filters ->> 'customer_id', '') = ''
    and known.has_many_open(p_project);
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

CREATE OR REPLACE FUNCTION private.has_many_open(p_project uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return private.scope_of(p_project, 'bookings.read') = 'all' and (select count(*) > 1000
    from (select from private.receivable_positions p where p.project_id = p_project and (p.amount <> 0 or p.cleared_amount <> 0) limit 1001) p);
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
end $function$;

COMMENT ON FUNCTION "known"."has_many_open"(uuid) IS 'private.has_many_open on the tables as of private.known_at.';

COMMENT ON FUNCTION "private"."has_many_open"(uuid) IS 'Returns true when a project has so many open documents that report_ar had better find the customers of a page before it reads documents; false also for those who do not read all bookings.';

REVOKE ALL ON FUNCTION "known"."has_many_open"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "known"."has_many_open"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."has_many_open"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."has_many_open"(uuid) TO "authenticated";

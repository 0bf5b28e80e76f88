-- The report of receivables: one function for screen, Excel, print and dashboard; and receivables by agent.

create or replace function public.report_ar(p_project uuid, p_filters jsonb default '{}')
returns table (level text, row_key text, row_kind text, agent_id uuid, customer_id uuid, booking_id uuid, document_id uuid, doc_date date,
  due_date date, age_days int, balance numeric, cleared_balance numeric, overdue numeric, documents bigint, figures jsonb)
language plpgsql stable set search_path = '' as $$
declare
  v_level text := coalesce(p_filters ->> 'level', 'document');
  -- Of a page of documents only those of customers that can be on it are read; the sums of all customers tell which.
  v_paged boolean := v_level in ('document', 'grouped') and coalesce(p_filters ->> 'sort', 'name') = 'name'
    and nullif(p_filters ->> 'limit', '') is not null and coalesce(p_filters ->> 'known_at', '') = ''
      and coalesce(p_filters ->> 'customer_id', '') = ''
    and private.has_many_open(p_project);
  v_lines text := case when v_paged then 'select l.* from near n cross join lateral private.ar_lines($1, $2, n.customers) l'
    else format('select l.* from private.ar_lines($1, $2, null, %L) l', v_level not in ('document', 'grouped')) end;
  v_sums text := $sums$min(l.agent_name) as agent_name, min(l.agent_key) as agent_key, min(l.customer_name) as customer_name,
      min(l.store_name) as store_name,
      min(l.customer_key) as customer_key, min(l.doc_date) as doc_date, min(l.due_date) as due_date, max(l.age) as age_days,
      coalesce(sum(l.total), 0.00) as total, coalesce(sum(l.collected), 0.00) as collected, coalesce(sum(l.balance), 0.00) as balance,
      array[sum(l.buckets[1]), sum(l.buckets[2]), sum(l.buckets[3]), sum(l.buckets[4]), sum(l.buckets[5]), sum(l.buckets[6]),
        sum(l.buckets[7]), sum(l.buckets[8])] as buckets,
      coalesce(sum(l.past_due), 0.00) as overdue,
      coalesce(sum(l.uncleared), 0.00) as uncleared, min(l.next_cheque) as next_cheque,
      coalesce(sum(l.unapplied), 0.00) as unapplied,
      min(l.credit_line) as credit_line, min(l.credit_left) as credit_left,
      coalesce(sum(l.documents), 0)::bigint as documents, count(distinct l.customer_id) as customers, count(distinct l.agent_id)
        as agents$sums$;
  v_statement text;
begin
  v_statement := private.report_statement(p_project,
      case when v_paged then private.without_keys(p_filters, 'with_total') else p_filters end, 'report_ar',
    'reports.ar', array[
      ['document', 'document', 'agent_id, customer_id, document_id',
        's.agent_key, s.agent_id, s.customer_key, s.customer_id, s.doc_date, s.document_id', 'line'],
      ['grouped', 'agent', 'agent_id', 's.agent_key, s.agent_id', 'true'],
      ['grouped', 'agent_customer', 'agent_id, customer_id', 's.customer_key, s.customer_id', 'true'],
      ['grouped', 'document', 'agent_id, customer_id, document_id', 's.doc_date, s.document_id', 'line'],
      ['customer', 'customer', 'customer_id', 's.customer_key, s.customer_id', ''], ['agent', 'agent', 'agent_id',
        's.agent_key, s.agent_id', ''], ['total', 'total', '', $k$''$k$, '']],
    array[['balance', 'highest', 's.balance'], ['overdue', 'highest', 's.overdue'],
      ['age', 'by', $k$to_char(1000000 - coalesce(s.age_days, 0), 'FM0000000')$k$]],
    v_lines, v_sums,
    $row$
    select k.level, k.row_key, l.row_kind, k.agent_id, k.customer_id, b.id, k.document_id, k.doc_date, k.due_date, k.age_days, k.balance,
      k.balance + k.uncleared, k.overdue, k.documents,
      (select to_jsonb(f) from (select case when k.part not in ('customer', 'total') then k.agent_name end as agent_name, case when
        c.shown then k.customer_name end as customer_name, case when c.shown then k.store_name end as store_name, b.so_no,
        coalesce(b.invoice_no, r.cr_no) as document_no, l.terms_days, k.total, k.collected, private.ageing_by_name(k.buckets, (select
        private.ageing_bounds($1))) as ageing, k.uncleared, k.next_cheque, k.unapplied, case when c.shown then k.credit_line end as
        credit_line, case when c.shown then k.credit_left end as credit_left, k.customers, k.agents) f)
    from page k left join lines l on l.document_id = k.document_id
    left join public.bookings b on b.project_id = $1 and b.id = k.document_id
    left join public.collections r on r.project_id = $1 and r.id = k.document_id
    cross join lateral (select k.part not in ('agent', 'total') as shown) c$row$);
  if v_paged then v_statement := private.ar_page_statement(p_filters, v_level, v_statement, v_sums); end if;
  return query execute v_statement
  using p_project, p_filters, private.read_boolean(p_filters, 'with_total'), p_filters ->> 'after', p_filters ->> 'before',
    private.read_int(p_filters, 'limit');
end $$;
comment on function public.report_ar is
  'Receivables by customer and document, with ageing, as of a date, page by page. Filters and figures: docs/report-filters.md. Errors: '
  '42501, 22023.';

create or replace function private.receivables_by_agent(p_project uuid, p_day date)
returns table (agent_id uuid, agent_name text, balance numeric, cleared_balance numeric, overdue numeric)
language sql stable set search_path = '' as $$
  select r.agent_id, coalesce(f.display_name, 'Former agent'), sum(r.balance), sum(r.cleared_balance), coalesce(sum(r.overdue), 0.00)
  from private.receivables_on(p_project, p_day) r left join public.profiles f on f.user_id = r.agent_id
  group by r.agent_id, f.display_name, f.sort_key order by coalesce(f.sort_key, 'former agent'), r.agent_id
$$;
comment on function private.receivables_by_agent is
  'Returns the receivables of a day by agent, by name, as report_ar has them. Runs with the caller''s rights. Errors: 42501.';

grant execute on function private.receivables_by_agent to authenticated;

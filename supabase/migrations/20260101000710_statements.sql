-- Statements of account, of one customer or of many. The closing balance of a statement equals the customer's
-- balance in the AR report. See docs/domain.md, invariant 8.

create function private.statement_entries(p_project uuid, p_customers uuid[], p_to date)
returns table (customer_id uuid, on_date date, kind text, document_id uuid, document_no text, so_no text, note text, due_on date, charge numeric, credit numeric)
language sql stable security invoker set search_path = '' as $$
  with owed as (
    select b.* from public.bookings b
    where b.project_id = p_project and b.customer_id = any (p_customers) and b.approval_status like 'approved%' and b.date_invoiced <= p_to
  ), receipts as (
    select c.* from public.collections c
    where c.project_id = p_project and c.customer_id = any (p_customers) and c.approval_status = 'approved' and c.date_collected <= p_to
  )
  select w.customer_id, w.date_invoiced, case when w.is_opening then 'opening' else 'invoice' end, w.id, w.invoice_no, w.so_no,
    to_char(case when not w.is_opening and w.date_delivered <= p_to then w.date_delivered end, 'YYYY-MM-DD'), w.date_due, w.total, 0.00
  from owed w
  union all
  -- A booking that is archived without an invoice is owed and settled on that day.
  select e.customer_id, e.on_date, 'archived', b.id, b.so_no, b.so_no, null, null, e.amount, 0.00
  from public.receivable_entries e join public.bookings b on b.project_id = e.project_id and b.id = e.booking_id
  where e.project_id = p_project and e.customer_id = any (p_customers) and e.collection_id is null and e.kind = 'archived' and e.on_date <= p_to
  union all
  -- Credits before the invoice date count on the invoice date.
  select w.customer_id, greatest(k.on_date, w.date_invoiced), k.kind, w.id, w.invoice_no, w.so_no, null, null, 0.00, sum(k.amount)
  from owed w join public.booking_credits k on k.project_id = p_project and k.booking_id = w.id and k.on_date <= p_to
  group by 1, 2, 3, 4, 5, 6 having sum(k.amount) <> 0
  union all
  select c.customer_id, c.date_collected, c.collection_type, c.id, c.cr_no, null, concat_ws(' ', c.cheque_bank, c.cheque_no), c.cheque_date, 0.00, c.amount
  from receipts c
  union all
  -- A returned cheque no longer counts; deposited again, it counts again.
  select c.customer_id, e.on_date, 'cheque_' || e.event, c.id, c.cr_no, null, concat_ws(' ', c.cheque_bank, c.cheque_no), null,
    greatest(-e.effect, 0.00), greatest(e.effect, 0.00)
  from receipts c join public.cheque_events e on e.project_id = p_project and e.collection_id = c.id and e.on_date <= p_to and e.effect <> 0
$$;
comment on function private.statement_entries is
  'Returns the entries that changed the balances of customers until a day: invoices and opening receivables (charge; note: delivered on), bookings archived without an invoice (charge), goods not delivered or returned, receipts (credit; note: the cheque), returned cheques and cheques deposited again. Their sum is the balance of the AR report as of that day. Runs with the caller''s rights.';

create function private.statements(p_project uuid, p_customers uuid[], p_from date, p_to date) returns table (customer_id uuid, statement jsonb)
language sql stable security invoker set search_path = '' as $$
  with entries as (
    select e.*, sum(e.charge - e.credit) over line as balance, row_number() over line as row_no
    from private.statement_entries(p_project, p_customers, p_to) e
    window line as (partition by e.customer_id order by e.on_date, e.credit > 0, e.document_no, e.document_id, e.kind)
  ), sums as (
    select e.customer_id, coalesce(sum(e.charge - e.credit) filter (where e.on_date < p_from), 0.00) as opening,
      coalesce(sum(e.charge) filter (where p_from is null or e.on_date >= p_from), 0.00) as charges,
      coalesce(sum(e.credit) filter (where p_from is null or e.on_date >= p_from), 0.00) as credits,
      sum(e.charge - e.credit) as closing,
      jsonb_agg(jsonb_build_object('on', e.on_date, 'kind', e.kind, 'id', e.document_id, 'no', e.document_no,
        'so_no', e.so_no, 'note', nullif(e.note, ''), 'due', e.due_on, 'charge', e.charge::text, 'credit', e.credit::text, 'balance', e.balance::text)
        order by e.row_no) filter (where p_from is null or e.on_date >= p_from) as list
    from entries e group by e.customer_id
  ), cheques as (
    select c.customer_id, sum(c.amount) as amount,
      jsonb_agg(jsonb_build_object('no', c.cr_no, 'on', c.date_collected, 'bank', c.cheque_bank, 'cheque', c.cheque_no,
        'dated', c.cheque_date, 'amount', c.amount::text) order by c.cheque_date, c.id) as list
    from private.uncleared_cheques(p_project, p_customers, p_to) c group by c.customer_id
  ), lines as materialized (
    select l.* from private.ar_lines(p_project, jsonb_build_object('as_of', p_to), p_customers) l
  ), bounds as (
    select b.list, generate_series(0, cardinality(b.list) + 1) as bucket from (select private.ageing_bounds(p_project)) b (list)
  ), buckets as (
    select l.customer_id, l.bucket, sum(l.balance) as amount from lines l group by l.customer_id, l.bucket
  ), open_documents as (
    select l.customer_id, jsonb_agg(jsonb_build_object('kind', l.row_kind, 'id', l.document_id, 'no', l.document_no, 'so_no', l.so_no, 'on', l.doc_date,
        'due', l.due_date, 'age', l.age, 'total', l.total::text, 'collected', l.collected::text, 'balance', l.balance::text)
        order by l.doc_date, l.document_id) filter (where l.balance <> 0) as list
    from lines l group by l.customer_id
  ), later as (
    select b.customer_id, jsonb_agg(jsonb_build_object('id', b.id, 'so_no', b.so_no, 'on', b.date_delivered, 'balance', b.balance::text)
      order by b.date_delivered, b.id) as list
    from public.bookings b
    where b.project_id = p_project and b.customer_id = any (p_customers) and b.approval_status = 'approved'
      and b.date_delivered <= p_to and (b.date_invoiced is null or b.date_invoiced > p_to)
    group by b.customer_id
  )
  select w.id, jsonb_build_object(
    'from', p_from, 'to', p_to,
    'opening', coalesce(s.opening, 0.00)::text, 'charges', coalesce(s.charges, 0.00)::text, 'credits', coalesce(s.credits, 0.00)::text,
    'closing', coalesce(s.closing, 0.00)::text,
    'uncleared', coalesce(u.amount, 0.00)::text, 'cleared', (coalesce(s.closing, 0.00) + coalesce(u.amount, 0.00))::text,
    'entries', coalesce(s.list, '[]'), 'cheques', coalesce(u.list, '[]'), 'open', coalesce(a.list, '[]'),
    'ageing', (select private.ageing_by_name(array_agg(b.amount order by n.bucket), min(n.list))
      from bounds n left join buckets b on b.customer_id = w.id and b.bucket = n.bucket),
    'not_invoiced', coalesce(n.list, '[]'))
  from unnest(p_customers) w (id)
  left join sums s on s.customer_id = w.id
  left join cheques u on u.customer_id = w.id
  left join open_documents a on a.customer_id = w.id
  left join later n on n.customer_id = w.id
$$;
comment on function private.statements is 'Returns statements of account of these customers, each in the shape of customer_statement. Runs with the caller''s rights.';

create function public.customer_statement(p_project uuid, p_customer uuid, p_filters jsonb default '{}') returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  v_from date;
  v_to date;
begin
  if private.scope_of(p_project, 'reports.ar') is null then perform private.forbid(); end if;
  v_from := private.read_date(p_filters, 'from');
  v_to := coalesce(private.read_date(p_filters, 'to'), private.business_date(p_project));
  if not exists (select from public.customers c where c.project_id = p_project and c.id = p_customer) then perform private.not_found(); end if;
  if v_from > v_to then perform private.invalid('from', 'The first day is after the last one.'); end if;
  return (select s.statement from private.statements(p_project, array[p_customer], v_from, v_to) s);
end $$;
comment on function public.customer_statement is
  'Returns a statement of account. p_filters: {from (empty: from the beginning), to (default today)}. opening + charges - credits = closing, the customer''s balance in report_ar as of "to"; uncleared: cheques received and not cleared then; cleared = closing + uncleared, the balance when only cleared money counts; entries with the running balance; open: documents with their age; ageing: {bucket_current, bucket_1 and up: amount} by the project''s ageing_buckets; not_invoiced: delivered and not invoiced by then, in none of the balances. Amounts are texts. Errors: 42501, P0002, 22023.';

create function public.customer_statements(p_project uuid, p_filters jsonb default '{}')
returns table (row_key text, customers bigint, customer_id uuid, name text, store_name text, address text, tin_no text, terms_days int, statement jsonb)
language plpgsql stable security invoker set search_path = '' as $$
#variable_conflict use_column
declare
  v_from date;
  v_to date;
  v_limit int;
  v_after text := p_filters ->> 'after';
  v_before text := p_filters ->> 'before';
begin
  if private.scope_of(p_project, 'reports.ar') is null then perform private.forbid(); end if;
  v_from := private.read_date(p_filters, 'from');
  v_to := coalesce(private.read_date(p_filters, 'to'), private.business_date(p_project));
  v_limit := least(coalesce(private.read_int(p_filters, 'limit'), 100), 500);
  if v_from > v_to then perform private.invalid('from', 'The first day is after the last one.'); end if;
  return query
  with found as materialized (
    select distinct l.customer_id, (l.customer_key || '~' || l.customer_id) collate "C" as row_key
    from private.ar_lines(p_project, private.fields_of(p_filters) - 'basis' - 'age_by' || jsonb_build_object('as_of', v_to)) l
  ), page as materialized (
    select f.* from found f
    where (v_after is null or f.row_key > v_after collate "C") and (v_before is null or f.row_key < v_before collate "C")
    order by case when v_before is null then f.row_key end, f.row_key desc limit v_limit
  )
  select p.row_key, (select count(*) from found), c.id, c.name, c.store_name, c.address, c.tin_no, c.terms_days, s.statement
  from page p
  join public.customers c on c.project_id = p_project and c.id = p.customer_id
  join private.statements(p_project, array(select x.customer_id from page x), v_from, v_to) s on s.customer_id = c.id
  order by case when v_before is null then p.row_key end, p.row_key desc;
end $$;
comment on function public.customer_statements is
  'Returns the statements of account of every customer in report_ar as of "to", by name. p_filters: {from, to, agent_id, customer_id, overdue_only, over_limit, min_balance as in report_ar, limit (100, at most 500), after or before (row_key; before answers backwards)}. customers: their total number. Each statement as customer_statement answers it, of the whole customer. Errors: 42501, 22023.';

grant execute on function
  private.statement_entries(uuid, uuid[], date), private.statements(uuid, uuid[], date, date),
  public.customer_statement(uuid, uuid, jsonb), public.customer_statements(uuid, jsonb), private.not_found()
to authenticated;

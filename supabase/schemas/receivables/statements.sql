-- Statements of account, of one customer or of many. What a statement says is due equals the customer's cleared
-- balance in the AR report, and what remains after cheques its balance. See docs/domain.md, invariant 8.

create or replace function private.held_cheques(p_project uuid, p_customers uuid[], p_as_of date)
returns table (customer_id uuid, collection_id uuid, cr_no text, received_on date, bank text, cheque_no text,
  dated date, state text, amount numeric)
language plpgsql stable set search_path = '' as $$
begin
  return query
  select h.customer_id, c.id, c.cr_no, c.date_collected, c.cheque_bank, c.cheque_no, c.cheque_date,
    case when exists (select from public.cheque_events e where e.project_id = p_project and e.collection_id = c.id and e.on_date <= p_as_of)
      then 'deposited'
      when c.cheque_date > p_as_of then 'post_dated' else 'on_hand' end, h.amount
  from (
    select e.customer_id, e.collection_id, sum(e.cleared_amount - e.amount) as amount
    from public.receivable_entries e
    where e.project_id = p_project and e.customer_id = any (p_customers) and e.on_date <= p_as_of
    group by e.customer_id, e.collection_id having sum(e.cleared_amount - e.amount) <> 0) h
  join public.collections c on c.project_id = p_project and c.id = h.collection_id;
end $$;
comment on function private.held_cheques is
  'Returns the cheques of these customers that counted as received and had not cleared on a day. state: deposited, post_dated (dated '
  'later) or on_hand. Runs with the caller''s rights.';

create or replace function private.statement_entries(p_project uuid, p_customers uuid[], p_from date, p_to date)
returns table (customer_id uuid, on_date date, kind text, document_kind text, document_id uuid, document_no text,
  so_no text, note text, due_on date,
  charge numeric, credit numeric)
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
begin
  return query
  with posted as (
    select e.customer_id, e.on_date, e.kind,
      -- The debt of a merged customer is one line.
      case when e.kind <> 'merged' then coalesce(e.collection_id, e.memo_id, e.booking_id) end as document_id,
      case when e.kind = 'merged' then 'customer' when e.collection_id is not null then 'collection'
        when e.memo_id is not null then 'memo' else 'booking' end as document_kind,
      -- A credit memo may be about several bookings.
      case when (e.collection_id is null or e.kind = 'merged')
        and min(e.booking_id::text) = max(e.booking_id::text) then min(e.booking_id::text)::uuid end as booking_id,
      max(e.due_date) as due_on, sum(e.cleared_amount) as amount, sum(e.amount) as received
    from public.receivable_entries e
    where e.project_id = p_project and e.customer_id = any (p_customers) and e.on_date <= p_to
    group by e.customer_id, e.on_date, e.kind, 4, 5, e.collection_id is null or e.kind = 'merged'
    -- A cheque that the bank sent back is listed even when it never cleared, and so changed nothing here.
    having sum(e.cleared_amount) <> 0 or e.kind = 'cheque_returned'
  ), counted as (
    -- What was cancelled on the day on which it counts is not listed.
    select p.*, p_from is null or p.on_date >= p_from as is_listed, sum(p.amount) over day = 0
      and bool_or(p.kind = 'cancelled') over day as is_void
    from posted p window day as (partition by p.customer_id, p.document_id, p.on_date)
  )
  select p.customer_id, p.on_date, case when p.kind in ('receipt', 'archived') then coalesce(c.collection_type, p.kind) else p.kind end,
    p.document_kind, coalesce(p.document_id, p.customer_id),
    case p.document_kind when 'collection' then c.cr_no when 'memo' then m.memo_no when 'customer' then null
      else case when p.kind = 'archived' then b.so_no else coalesce(b.invoice_no, b.so_no) end end,
    b.so_no,
    case when p.document_kind = 'collection'
      then concat_ws(' ', c.cheque_bank, c.cheque_no, case when p.amount = 0 then 'for ' || private.money_text(p.received) end)
      when p.document_kind = 'customer' then (select string_agg(o.name, ', ' order by o.sort_key)
        from public.customers u join public.customers o on o.project_id = p_project and (o.merged_into = u.id or o.id = u.merged_into)
        where u.project_id = p_project and u.id = p.customer_id)
      when p.kind = 'invoice' and b.date_delivered <= p_to then to_char(b.date_delivered, 'YYYY-MM-DD') end,
    case when p.document_kind = 'collection' then c.cheque_date
      when p.amount > 0 and p.kind in ('invoice', 'opening', 'debit_memo') then p.due_on end,
    greatest(p.amount, 0.00), greatest(-p.amount, 0.00)
  from counted p
  left join public.bookings b on b.project_id = p_project and b.id = case when p.is_listed then p.booking_id end
  left join public.memos m on m.project_id = p_project and m.id = case when p.is_listed and p.document_kind = 'memo' then p.document_id end
  left join public.collections c on c.project_id = p_project
    and c.id = case when p.is_listed and p.document_kind = 'collection' then p.document_id end
  where not p.is_void;
end $$;
comment on function private.statement_entries is
  'Returns the entries of the receivables ledger that changed what customers owe until a day, by cleared money: one for each document, day '
  'and kind, kept apart into charge and credit. A cheque is listed on the day on which it clears and on the day of its return, there '
  'without a charge, its amount in the note, when it had not cleared. kind: that of the ledger, for a receipt its type. note: delivered '
  'on, or the cheque. due_on: of an invoice, or the date of the cheque. Entries before p_from (null: the beginning) have no details of '
  'their documents. Runs with the caller''s rights.';

create or replace function private.statements(p_project uuid, p_customers uuid[], p_from date, p_to date)
returns table (customer_id uuid, statement jsonb)
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  -- It keeps its plan: to plan this took half of the time of one statement.
  return query
  with entries as (
    select e.*, sum(e.charge - e.credit) over line as balance, row_number() over line as row_no
    from private.statement_entries(p_project, p_customers, p_from, p_to) e
    window line as (partition by e.customer_id order by e.on_date, e.credit > 0, e.document_no, e.document_id, e.kind)
  ), sums as (
    select e.customer_id, coalesce(sum(e.charge - e.credit) filter (where e.on_date < p_from), 0.00) as opening,
      coalesce(sum(e.charge) filter (where p_from is null or e.on_date >= p_from), 0.00) as charges,
      coalesce(sum(e.credit) filter (where p_from is null or e.on_date >= p_from), 0.00) as credits,
      sum(e.charge - e.credit) as closing,
      jsonb_agg(to_jsonb(x) order by e.row_no) filter (where p_from is null or e.on_date >= p_from) as list
    from entries e
    cross join lateral (select e.on_date as on, e.kind, e.document_kind as document, e.document_id as id, e.document_no as no, e.so_no,
      nullif(e.note, '') as note, e.due_on as due, e.charge::text, e.credit::text, e.balance::text) x
    group by e.customer_id
  ), cheques as (
    select c.customer_id, sum(c.amount) as amount,
      jsonb_agg(to_jsonb(x) order by c.dated, c.collection_id) as list
    from private.held_cheques(p_project, p_customers, p_to) c
    cross join lateral (select c.cr_no as no, c.received_on as on, c.bank, c.cheque_no as cheque, c.dated, c.state, c.amount::text) x
    group by c.customer_id
  ), lines as materialized (
    select l.*, n.so_no, n.document_no
    from private.ar_lines(p_project, jsonb_build_object('as_of', p_to), p_customers) l
    -- Looked up one by one: the planner expects many lines, and would read all bookings and receipts of the company.
    cross join lateral (select
      (select b.so_no from public.bookings b where b.project_id = p_project and b.id = l.document_id) as so_no,
      coalesce((select b.invoice_no from public.bookings b where b.project_id = p_project and b.id = l.document_id),
        (select c.cr_no from public.collections c where c.project_id = p_project and c.id = l.document_id)) as document_no) n
  ), listed as materialized (
    -- Read once, because it is several statements.
    select private.ageing_bounds(p_project) as list
  ), bounds as (
    select b.list, generate_series(0, cardinality(b.list) + 1) as bucket from listed b
  ), buckets as (
    select l.customer_id, l.bucket, sum(l.cleared_balance) as amount from lines l group by l.customer_id, l.bucket
  ), open_documents as (
    select l.customer_id,
      jsonb_agg(to_jsonb(x) order by l.doc_date, l.document_id) filter (where l.cleared_balance <> 0) as list
    from lines l
    cross join lateral (select l.row_kind as kind, l.document_id as id, l.document_no as no, l.so_no, l.doc_date as on, l.due_date as due,
      l.age, l.total::text, (l.total - l.cleared_balance)::text as collected, l.cleared_balance::text as balance) x
    group by l.customer_id
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
    'uncleared', coalesce(u.amount, 0.00)::text, 'remaining', (coalesce(s.closing, 0.00) - coalesce(u.amount, 0.00))::text,
    'entries', coalesce(s.list, '[]'), 'cheques', coalesce(u.list, '[]'), 'open', coalesce(a.list, '[]'),
    'ageing', (select private.ageing_by_name(array_agg(b.amount order by n.bucket), min(n.list))
      from bounds n left join buckets b on b.customer_id = w.id and b.bucket = n.bucket),
    'unapplied', coalesce((select -b.amount from buckets b where b.customer_id = w.id and b.bucket is null), 0.00)::text,
    'not_invoiced', coalesce(n.list, '[]'))
  from unnest(p_customers) w (id)
  left join sums s on s.customer_id = w.id
  left join cheques u on u.customer_id = w.id
  left join open_documents a on a.customer_id = w.id
  left join later n on n.customer_id = w.id;
end $$;
comment on function private.statements is
  'Returns statements of account of these customers, each in the shape of customer_statement. Runs with the caller''s rights.';

create or replace function public.customer_statement(p_project uuid, p_customer uuid, p_filters jsonb default '{}') returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_from date;
  v_to date;
  v_customer record;
begin
  if private.set_known_at(p_project, p_filters) then
    return known.customer_statement(p_project, p_customer, p_filters - 'known_at');
  end if;
  perform private.authorize(p_project, 'reports.ar');
  v_from := private.read_date(p_filters, 'from');
  v_to := coalesce(private.read_date(p_filters, 'to'), private.business_date(p_project));
  select c.id, c.name, c.store_name, c.address, c.tin_no, c.terms_days into v_customer
  from public.customers c where c.project_id = p_project and c.id = p_customer;
  if not found then perform private.not_found(); end if;
  if v_from > v_to then perform private.invalid('from', 'The end date is before the start date.'); end if;
  return (select s.statement || jsonb_build_object('customer', to_jsonb(v_customer))
    from private.statements(p_project, array[p_customer], v_from, v_to) s);
end $$;
comment on function public.customer_statement is
  'Returns a statement of account. p_filters: {from (empty: from the beginning), to (default today)}. customer: {id, name, store_name, '
  'address, tin_no, terms_days}. opening + charges - credits = '
  'closing, the amount due when only cleared money counts: the customer''s cleared_balance in report_ar as of "to". entries with the '
  'running balance; a cheque is among them from the day it clears, and when it is returned. cheques: received and not cleared by "to", '
  'each with its state (post_dated: dated later and on hand; on_hand; deposited); uncleared: their sum; remaining = closing - uncleared, '
  'the customer''s balance in report_ar. open: documents with their age, ageing: {bucket_current, bucket_1 and up: amount} by the '
  'project''s ageing_buckets; unapplied: credit that pays no document; the documents, and the buckets less unapplied, add up to closing. '
  'not_invoiced: delivered and not invoiced by then, in none of the balances. Amounts are texts. Errors: 42501, P0002, 22023.';

create or replace function public.customer_statements(p_project uuid, p_filters jsonb default '{}')
returns table (row_key text, customers bigint, customer_id uuid, name text, store_name text, address text, tin_no text,
  terms_days int, statement jsonb)
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
declare
  v_from date;
  v_to date;
  v_limit int;
  v_after text := p_filters ->> 'after';
  v_before text := p_filters ->> 'before';
  v_customers uuid[];
  v_heads boolean := private.read_boolean(p_filters, 'heads');
begin
  if private.set_known_at(p_project, p_filters) then
    return query select k.* from known.customer_statements(p_project, p_filters - 'known_at') k;
    return;
  end if;
  perform private.authorize(p_project, 'reports.ar');
  v_from := private.read_date(p_filters, 'from');
  v_to := coalesce(private.read_date(p_filters, 'to'), private.business_date(p_project));
  v_limit := least(coalesce(private.read_int(p_filters, 'limit'), 100), 500);
  if v_from > v_to then perform private.invalid('from', 'The end date is before the start date.'); end if;
  if p_filters ? 'customers' then v_customers := private.read_uuids(p_filters, 'customers'); end if;
  return query
  with found as materialized (
    select distinct l.customer_id, (l.customer_key || '~' || l.customer_id) collate "C" as row_key
    from private.ar_lines(p_project, private.fields_of(p_filters) - 'basis' - 'age_by' || jsonb_build_object('as_of', v_to)) l
    where v_customers is null
    union all
    select c.id, (c.sort_key || '~' || c.id) collate "C" from public.customers c where c.project_id = p_project and c.id = any (v_customers)
  ), page as materialized (
    select f.* from found f
    where (v_after is null or f.row_key > v_after collate "C") and (v_before is null or f.row_key < v_before collate "C")
    order by case when v_before is null then f.row_key end, f.row_key desc limit v_limit
  )
  select p.row_key, (select count(*) from found), c.id, c.name, c.store_name, c.address, c.tin_no, c.terms_days, s.statement
  from page p
  join public.customers c on c.project_id = p_project and c.id = p.customer_id
  left join lateral (select x.* from private.statements(p_project, array(select x.customer_id from page x), v_from, v_to) x
    where v_heads is not true) s on s.customer_id = c.id
  order by case when v_before is null then p.row_key end, p.row_key desc;
end $$;
comment on function public.customer_statements is
  'Returns the statements of account of every customer in report_ar as of "to", by name. p_filters: {from, to, agent_id, customer_id, '
  'overdue_only, over_limit, min_balance as in report_ar, limit (100, at most 500), after or before (row_key; before answers backwards)}. '
  'customers: their total number. Each statement as customer_statement answers it without customer, of the whole customer; null with '
  'heads. With customers (a list of ids) those instead of all others that the filters find. Errors: 42501, 22023.';

grant execute on function private.held_cheques, private.statement_entries, private.statements to authenticated;

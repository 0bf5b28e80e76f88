-- Accounts receivable with ageing, as of any date: one function for screen, Excel, print and dashboard.
-- Specification section 2 (/reports_ar); report 8 of the design; invariants 8, 14.

create function private.ar_documents(p_project uuid, p_as_of date, p_basis text, p_agent uuid, p_customer uuid)
returns table (row_kind text, customer_id uuid, agent_id uuid, document_id uuid, booking_id uuid, so_no text, document_no text,
  doc_date date, terms_days int, total numeric, collected numeric, balance numeric)
language sql stable security invoker set search_path = '' as $$
  with opened as (
    select b.* from public.bookings b
    where b.project_id = p_project and b.approval_status like 'approved%'
      and (b.date_paid is null or b.date_paid > p_as_of or b.date_invoiced is null or b.date_invoiced > p_as_of)
      and (p_agent is null or b.agent_id = p_agent) and (p_customer is null or b.customer_id = p_customer)
  ), received as (
    select a.booking_id, sum(a.amount) as amount
    from opened o
    join public.collection_allocations a on a.project_id = p_project and a.booking_id = o.id and a.effective_on <= p_as_of
    join public.collections c on c.project_id = p_project and c.id = a.collection_id and c.approval_status = 'approved'
    group by a.booking_id
  ), credited as (
    select k.booking_id, sum(k.amount) as amount
    from opened o join public.booking_credits k on k.project_id = p_project and k.booking_id = o.id and k.on_date <= p_as_of
    group by k.booking_id
  ), owed as (
    select o.*, coalesce(r.amount, 0) as received_then, coalesce(k.amount, 0) as credited_then,
      coalesce(o.date_invoiced <= p_as_of, false) as is_open
    from opened o left join received r on r.booking_id = o.id left join credited k on k.booking_id = o.id
  )
  select case when w.is_open then 'booking' else 'advance' end, w.customer_id, w.agent_id, w.id, w.id, w.so_no, w.invoice_no,
    coalesce(case p_basis when 'delivery' then w.date_delivered when 'added' then w.date_added end, w.date_invoiced, w.date_added),
    w.date_due - w.date_invoiced, case when w.is_open then w.total - w.credited_then else 0.00 end, w.received_then,
    case when w.is_open then w.total - w.credited_then - w.received_then else -w.received_then end
  from owed w
  union all
  -- What was received and not allocated is a negative row, never hidden.
  select 'unapplied', c.customer_id, c.agent_id, c.id, null, null, c.cr_no, c.date_collected, null, 0.00, c.amount + e.effect - a.amount,
    a.amount - c.amount - e.effect
  from public.collections c
  cross join lateral (select coalesce(sum(x.amount), 0.00) as amount from public.collection_allocations x
    where x.project_id = p_project and x.collection_id = c.id and x.effective_on <= p_as_of) a
  -- What had come back from the bank by then did not count.
  cross join lateral (select coalesce(sum(x.effect), 0.00) as effect from public.cheque_events x
    where x.project_id = p_project and x.collection_id = c.id and x.on_date <= p_as_of) e
  where c.project_id = p_project and c.approval_status = 'approved' and c.date_collected <= p_as_of
    and (p_agent is null or c.agent_id = p_agent) and (p_customer is null or c.customer_id = p_customer)
$$;
comment on function private.ar_documents is
  'Every document that is open as of a date, with what had been received and credited by then; rows with balance 0 are among them. total - collected = balance on every row: what is not invoiced yet counts 0 of its total. Runs with the caller''s rights.';

create function public.report_ar(p_project uuid, p_filters jsonb default '{}')
returns table (
  level text, row_key text, row_kind text,
  agent_id uuid, agent_name text, customer_id uuid, customer_name text, store_name text,
  booking_id uuid, so_no text, document_no text, doc_date date, due_date date, terms_days int, age_days int,
  total numeric, collected numeric, balance numeric,
  bucket_current numeric, bucket_1 numeric, bucket_2 numeric, bucket_3 numeric, bucket_4 numeric, documents bigint)
language plpgsql stable security invoker set search_path = '' as $$
#variable_conflict use_column
declare
  v_as_of date := coalesce(private.date_of(p_filters, 'as_of'), private.business_date(p_project));
  v_basis text := coalesce(p_filters ->> 'basis', 'invoice');
  v_level text := coalesce(p_filters ->> 'level', 'document');
  v_by_due boolean;
  v_buckets int[];
  v_limit int := private.int_of(p_filters, 'limit');
  v_after text := p_filters ->> 'after';
begin
  if private.scope_of(p_project, 'reports.ar') is null then perform private.forbid(); end if;
  if v_basis not in ('invoice', 'delivery', 'added') then perform private.invalid('basis', 'Choose a basis.'); end if;
  if v_level not in ('document', 'customer', 'agent', 'total') then perform private.invalid('level', 'Choose a level.'); end if;
  select coalesce(p_filters ->> 'age_by', p.settings ->> 'age_by') = 'due', array(select jsonb_array_elements_text(p.settings -> 'ageing_buckets')::int)
  into v_by_due, v_buckets from public.projects p where p.id = p_project;

  return query
  with aged as (
    select d.*, d.doc_date + coalesce(d.terms_days, 0) as due_date,
      v_as_of - (d.doc_date + case when v_by_due then coalesce(d.terms_days, 0) else 0 end) as age
    from private.ar_documents(p_project, v_as_of, v_basis, private.uuid_of(p_filters, 'agent_id'), private.uuid_of(p_filters, 'customer_id')) d
    where d.balance <> 0
  ), lines as (
    select a.*, cu.name as customer_name, cu.store_name, coalesce(pr.display_name, 'Former agent') as agent_name,
      -- An age of 30 days is still in the bucket that ends at 30; what is not yet due is Current.
      case when v_by_due and a.age <= 0 then 0 when a.age <= v_buckets[1] then 1 when a.age <= v_buckets[2] then 2
        when a.age <= v_buckets[3] then 3 else 4 end as bucket
    from aged a
    join public.customers cu on cu.project_id = p_project and cu.id = a.customer_id
    left join public.profiles pr on pr.user_id = a.agent_id
    where not coalesce((p_filters ->> 'overdue_only')::boolean, false) or (a.balance > 0 and v_as_of > a.due_date)
  ), summed as (
    select
      case when grouping(l.document_id) = 0 then 'document' when grouping(l.customer_id) = 0 then 'customer'
        when grouping(l.agent_id) = 0 then 'agent' else 'total' end as level,
      l.agent_id, min(l.agent_name) as agent_name, l.customer_id, min(l.customer_name) as customer_name, min(l.store_name) as store_name,
      l.document_id, min(l.row_kind) as row_kind, min(l.booking_id::text)::uuid as booking_id, min(l.so_no) as so_no, min(l.document_no) as document_no,
      min(l.doc_date) as doc_date, min(l.due_date) as due_date, min(l.terms_days) as terms_days, max(l.age) as age_days,
      coalesce(sum(l.total), 0.00) as total, coalesce(sum(l.collected), 0.00) as collected, coalesce(sum(l.balance), 0.00) as balance,
      coalesce(sum(l.balance) filter (where l.bucket = 0), 0.00) as b0, coalesce(sum(l.balance) filter (where l.bucket = 1), 0.00) as b1,
      coalesce(sum(l.balance) filter (where l.bucket = 2), 0.00) as b2, coalesce(sum(l.balance) filter (where l.bucket = 3), 0.00) as b3,
      coalesce(sum(l.balance) filter (where l.bucket = 4), 0.00) as b4, count(l.document_id) as documents
    from lines l
    group by grouping sets ((l.agent_id, l.customer_id, l.document_id), (l.agent_id, l.customer_id), (l.agent_id), ())
  ), keyed as (
    select s.*, case s.level
        when 'document' then concat_ws(E'\x1f', s.agent_name, s.agent_id, s.customer_name, s.customer_id, s.doc_date, s.document_id)
        when 'customer' then concat_ws(E'\x1f', s.agent_name, s.agent_id, s.customer_name, s.customer_id)
        when 'agent' then concat_ws(E'\x1f', s.agent_name, s.agent_id)
        else '' end collate "C" as row_key
    from summed s where s.level = v_level
  )
  select k.level, k.row_key, case when k.level = 'document' then k.row_kind end,
    k.agent_id, case when k.level <> 'total' then k.agent_name end,
    k.customer_id, case when k.level in ('document', 'customer') then k.customer_name end,
    case when k.level in ('document', 'customer') then k.store_name end,
    case when k.level = 'document' then k.booking_id end, case when k.level = 'document' then k.so_no end,
    case when k.level = 'document' then k.document_no end,
    k.doc_date, k.due_date, case when k.level = 'document' then k.terms_days end, k.age_days,
    k.total, k.collected, k.balance, k.b0, k.b1, k.b2, k.b3, k.b4, k.documents
  from keyed k
  where v_after is null or k.row_key > v_after collate "C"
  order by k.row_key limit v_limit;
end $$;
comment on function public.report_ar is
  'AR ageing as of a date. p_filters: {as_of (default today), basis: invoice | delivery | added, age_by: due | document (default: the project''s), agent_id, customer_id, overdue_only, level: document | customer | agent | total, limit, after (row_key of the last row seen)}. Sums of buckets equal balance; the total equals the sum of the customers'' collectibles. Advances and unapplied credit are negative rows. Errors: 42501, 22023.';

grant execute on function
  private.ar_documents(uuid, date, text, uuid, uuid), public.report_ar(uuid, jsonb),
  private.date_of(jsonb, text, boolean, text), private.int_of(jsonb, text, boolean, text), private.uuid_of(jsonb, text, boolean, text),
  private.invalid(text, text), private.forbid(text)
to authenticated;
create index bookings_paid_idx on public.bookings (project_id, date_paid);

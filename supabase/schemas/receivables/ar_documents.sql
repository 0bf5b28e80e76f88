-- Accounts receivable as of any date: the documents that were open or at risk, from the receivables ledger.
-- See docs/domain.md, Receivables and credit, and docs/decisions/0036.

create or replace function private.ar_positions(p_project uuid, p_as_of date, p_customers uuid[])
returns table (document_id uuid, is_booking boolean, charged numeric, amount numeric, cleared_amount numeric, listed boolean,
  customer_id uuid, agent_id uuid, date_added date, date_delivered date, date_invoiced date, date_due date, is_debit_memo boolean)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
begin
  -- Rows are not filtered below, so the caller has to read all of them.
  if exists (select from unnest('{bookings.read,collections.read}'::text[]) n where private.scope_of(p_project, n) is distinct
    from 'all') then
    perform private.forbid();
  end if;
  return query
  with moved as materialized (
    select p.document_id as id, p.customer_id, p.is_booking, p.charged, p.amount, p.cleared_amount, p.opened_on <= p_as_of as was_open
    from private.receivable_positions p
    where p.project_id = p_project and p.moved_on > p_as_of and (p_customers is null or p.customer_id = any (p_customers))
      and (p.opened_on <= p_as_of or (p.is_booking and p.charged = 0))
  ), owed as materialized (
    select p.document_id as id, p.customer_id, p.is_booking, p.charged, p.amount, p.cleared_amount, true as listed
    from private.receivable_positions p
    where p.project_id = p_project and (p.amount <> 0 or p.cleared_amount <> 0) and p.moved_on <= p_as_of
      and (p_customers is null or p.customer_id = any (p_customers))
    union all
    -- What was posted later is taken off, which is less than all that was posted until then.
    select m.id, m.customer_id, m.is_booking, m.charged - l.charged, m.amount - l.amount, m.cleared_amount - l.cleared_amount,
      m.amount <> l.amount or m.cleared_amount <> l.cleared_amount
    from moved m
    join (
      select coalesce(e.booking_id, e.collection_id) as id, e.customer_id,
        coalesce(sum(e.amount) filter (where e.collection_id is null), 0.00) as charged,
        sum(e.amount) as amount, sum(e.cleared_amount) as cleared_amount
      from public.receivable_entries e
      where e.project_id = p_project and e.on_date > p_as_of and (p_customers is null or e.customer_id = any (p_customers))
        and coalesce(e.booking_id, e.collection_id) in (select o.id from moved o where o.was_open)
      group by 1, 2) l on l.id = m.id and l.customer_id = m.customer_id
  ), at_risk (id) as (
    -- Bookings that were not invoiced, or may not have been: nothing is owed yet. The last two were paid since, or archived.
    select b.id from public.bookings b
    where b.project_id = p_project and b.balance <> 0 and b.approval_status like 'approved%' and b.date_invoiced is null
      and (p_customers is null or b.customer_id = any (p_customers))
    union
    select b.id from public.bookings b
    where b.project_id = p_project and b.date_invoiced > p_as_of and b.date_added <= p_as_of
      and (p_customers is null or b.customer_id = any (p_customers))
    union
    select k.booking_id from public.booking_credits k where k.project_id = p_project and k.on_date > p_as_of
    union
    select m.id from moved m where m.is_booking and m.charged = 0
    union
    select e.booking_id from public.receivable_entries e
    where e.project_id = p_project and e.kind = 'archived' and e.collection_id is null and e.on_date > p_as_of
  ), bookings as (
    select o.* from owed o where o.is_booking and o.listed
    union all
    select r.id, null, true, 0.00, 0.00, 0.00, false
    from at_risk r where not exists (select from owed o where o.id = r.id and (o.listed or o.charged <> 0))
  )
  select o.id, true, o.charged, o.amount, o.cleared_amount, o.listed, coalesce(o.customer_id, b.customer_id), b.agent_id, b.date_added,
    b.date_delivered,
    b.date_invoiced, b.date_due, b.is_debit_memo
  from bookings o
  join public.bookings b on b.project_id = p_project and b.id = o.id and (o.listed or (b.approval_status like 'approved%'
    and b.date_added <= p_as_of and (p_customers is null or b.customer_id = any (p_customers))))
  union all
  select o.id, false, o.charged, o.amount, o.cleared_amount, true, o.customer_id, c.agent_id, c.date_collected, null, null, null, false
  from owed o join public.collections c on c.project_id = p_project and c.id = o.id where not o.is_booking and o.listed;
end $$;
comment on function private.ar_positions is
  'Returns the position of each document of these customers (null: all) that was open or at risk on a date: that of the receivables '
  'ledger, '
  'less what was posted later. listed: false where nothing was owed. date_added of a receipt: the day of collection. Errors: 42501 unless '
  'the caller reads all bookings and receipts.';

create or replace function private.ar_documents(p_project uuid, p_as_of date, p_basis text, p_by_due boolean, p_customers uuid[],
  p_overdue boolean default false, p_summed boolean default false)
returns table (row_kind text, customer_id uuid, agent_id uuid, document_id uuid, doc_date date, due_date date, terms_days int, age int,
  bucket int, overdue boolean, documents bigint, total numeric, balance numeric, cleared_balance numeric, past_due numeric,
  unapplied numeric, next_cheque date, at_risk numeric, buckets numeric[])
language plpgsql stable security definer set search_path = '' as $$
declare v_bounds int[] := private.ageing_bounds(p_project);
begin
  return query
  with documents as (
    -- Unapplied credit is a negative row and is never hidden.
    select case when not o.is_booking then 'unapplied' when o.charged = 0 then 'advance' when o.amount = 0 then 'uncleared'
        when o.is_debit_memo then 'debit_memo' else 'booking' end as row_kind,
      o.is_booking, o.listed, o.customer_id, o.agent_id, o.document_id,
      coalesce(case p_basis when 'delivery' then o.date_delivered when 'added' then o.date_added end, o.date_invoiced, o.date_added)
        as doc_date,
      o.date_due - o.date_invoiced as terms_days, case when o.is_booking then o.charged else 0.00 end as total, o.amount as balance,
      o.cleared_amount as cleared_balance,
      case when o.cleared_amount = o.amount then null
        when o.is_booking then (
          select min(c.cheque_date) from (
            select e.collection_id from public.receivable_entries e
            where e.project_id = p_project and e.booking_id = o.document_id and e.collection_id is not null and e.on_date <= p_as_of
            group by e.collection_id having sum(e.cleared_amount) <> sum(e.amount)) x
          join public.collections c on c.project_id = p_project and c.id = x.collection_id)
        else (select c.cheque_date from public.collections c where c.project_id = p_project and c.id = o.document_id) end as next_cheque,
      -- What is at risk besides cleared_balance; null = nothing
      case when not o.is_booking then -o.amount
        when o.charged = 0 then coalesce((
          select b.total - coalesce((
            select sum(k.amount) from public.booking_credits k
            where k.project_id = p_project and k.booking_id = b.id and k.on_date <= p_as_of), 0.00)
          from public.bookings b
          where b.project_id = p_project and b.id = o.document_id and b.approval_status like 'approved%' and b.date_added <= p_as_of),
          -o.amount) end as besides
    from private.ar_positions(p_project, p_as_of, p_customers) o
  ), aged as materialized (
    select d.*, x.due_date, x.age, case when x.age is null then null when p_by_due and x.age <= 0 then 0
      -- An age of 30 is still in the bucket that ends at 30.
      else 1 + width_bucket(x.age - 1, v_bounds) end as bucket,
      d.listed and (not p_overdue or (p_as_of > x.due_date and d.cleared_balance > 0)) as asked,
      p_as_of > x.due_date and d.cleared_balance > 0 as overdue
    from documents d
    -- Unapplied credit is due to nobody and grows no older.
    left join lateral (select d.doc_date + coalesce(d.terms_days, 0) as due_date,
      p_as_of - (d.doc_date + case when p_by_due then coalesce(d.terms_days, 0) else 0 end) as age) x on d.is_booking
  )
  select a.row_kind, a.customer_id, a.agent_id, a.document_id, a.doc_date, a.due_date, a.terms_days, a.age, a.bucket, a.overdue,
    a.asked::int::bigint, a.total, a.balance, a.cleared_balance, case when a.overdue then a.cleared_balance end,
    case when not a.is_booking then -a.cleared_balance end, a.next_cheque, a.cleared_balance + coalesce(a.besides, 0.00),
    case when a.bucket > 0 then array_fill(null::numeric, array[a.bucket]) || a.cleared_balance
      when a.bucket = 0 then array[a.cleared_balance] end
  from aged a where not p_summed
  union all
  select null, a.customer_id, a.agent_id, null, min(a.doc_date) filter (where a.asked), min(a.due_date) filter (where a.asked), null,
    max(a.age) filter (where a.asked), null, null, count(*) filter (where a.asked), sum(a.total) filter (where a.asked),
    sum(a.balance) filter (where a.asked), sum(a.owed),
    sum(a.owed) filter (where a.overdue), -sum(a.owed) filter (where not a.is_booking),
    min(a.next_cheque) filter (where a.asked), sum(a.cleared_balance) + coalesce(sum(a.besides), 0.00),
    -- Six bounds make eight buckets; ageing_by_name leaves out those that the project does not use.
    array[sum(a.owed) filter (where a.bucket = 0), sum(a.owed) filter (where a.bucket = 1), sum(a.owed) filter (where a.bucket = 2),
      sum(a.owed) filter (where a.bucket = 3), sum(a.owed) filter (where a.bucket = 4), sum(a.owed) filter (where a.bucket = 5),
      sum(a.owed) filter (where a.bucket = 6), sum(a.owed) filter (where a.bucket = 7)]
  from (select a.*, case when a.asked then a.cleared_balance end as owed from aged a) a where p_summed group by a.customer_id, a.agent_id;
end $$;
comment on function private.ar_documents is
  'Returns every document of these customers (null: all) that was open or at risk on a date: its position in the receivables ledger, less '
  'what was posted later; rows of balance 0 are included. document_id: a booking, or the receipt of unapplied credit. total: charged less '
  'credits; a booking without invoice has total 0, until it is archived. cleared_balance: balance and what was received by cheques that '
  'had not cleared (the earliest of them dated next_cheque); past_due: the same past its due date; unapplied: that of a receipt, above '
  'zero; at_risk: such cheques, and what the booking had at risk, invoiced or not. bucket: that of its age (0 = Current; both null: '
  'unapplied credit). documents: 1, or 0 where nothing is open or, with p_overdue, past its due date. With p_summed their sums by customer '
  'and agent instead, of the rows that documents counts alone but at_risk, with the earliest dates, the highest age, and in buckets '
  'cleared_balance by bucket, that of bucket 0 first. Errors: 42501 unless the caller reads all bookings and receipts.';

grant execute on function private.ar_documents to authenticated;

create or replace function private.ageing_bounds(p_project uuid) returns int[]
language sql stable set search_path = '' as $$
  select array(select b.value::int
    from jsonb_array_elements_text(private.project_setting(p_project, 'ageing_buckets')) with ordinality b order by b.ordinality)
$$;
comment on function private.ageing_bounds is
  'Returns the last days of a project''s ageing buckets, ascending. The bucket above the last one has no end.';

grant execute on function private.ageing_bounds to authenticated;

-- What the report of customers' receipts is made of: its lines, what it says of a receipt, and the lines that a page needs.

create or replace function private.counted_receipts(p_project uuid, p_basis text, p_from date, p_to date, p_agent uuid)
returns table (collection_id uuid, part text, on_date date, amount numeric)
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.scope_of(p_project, 'reports.collection') is null then return; end if;
  return query select e.* from private.counted_entries(p_project, p_basis, p_from, p_to, p_agent => p_agent) e;
end $$;
comment on function private.counted_receipts is
  'Returns counted_entries of all receipts, or of those of an agent; no row without reports.collection. '
  'Callers join the receipts that they may read.';

create or replace function private.collection_figures() returns text
language sql immutable set search_path = '' as $$
  select format('jsonb_build_object(%s)', string_agg(format('%1$L, coalesce(sum(%2$s) filter (where %3$s = %1$L), 0.00)', x.figure,
    x.amount, x.counts), ', '))
  from (
    select unnest(case t.type when 'cheque' then '{cheque_cleared,cheque_uncleared}'::text[] else array[t.type] end), 'l.amount', 'l.figure'
    from private.payment_types() t
    union all
    select unnest('{returned,reversed,paid_back}'::text[]), 'l.amount', 'l.figure'
    union all
    select unnest('{on_paper,pending,cancelled}'::text[]), 'l.amount_apart', 'l.apart') x (figure, amount, counts)
$$;
comment on function private.collection_figures is
  'Returns the sums of lines l by what they count as, as SQL of one object: the payment types, cheques by whether they cleared, and what '
  'is no payment.';

create or replace function private.dated_receipts(p_project uuid, p_basis text, p_from date, p_to date, p_agent uuid, p_cancelled boolean)
returns table (collection_id uuid, part text, on_date date, amount numeric)
language sql stable set search_path = '' as $$
  with posted as materialized (
    select p.* from private.counted_receipts(p_project, p_basis, p_from, p_to, p_agent) p
  )
  select p.collection_id, p.part, p.on_date, p.amount from posted p
  union all
  -- Pending receipts count on no day, nor do cancelled ones, which come when they are asked for.
  select c.id, 'receipt', x.on_date, 0.00
  from (
    -- An index has the pending ones: they are read apart.
    select r.* from public.collections r where r.project_id = p_project and r.approval_status = 'pending'
    union all
    select r.* from public.collections r where p_cancelled and r.project_id = p_project and r.approval_status = 'cancelled') c
  cross join lateral (
    select case p_basis when 'cr' then c.cr_date when 'drr' then c.drr_date when 'collected' then c.date_collected end as on_date) x
  where x.on_date is not null and (p_from is null or x.on_date >= p_from)
    and (p_to is null or x.on_date <= p_to)
    and c.id not in (select p.collection_id from posted p where p.part = 'receipt')
$$;
comment on function private.dated_receipts is
  'Returns what counts of receipts on the days of a period (private.counted_receipts), and with 0.00 the pending ones and, if asked for, '
  'the cancelled ones. Runs with the caller''s rights.';

create or replace function private.collection_lines(p_project uuid, p_filters jsonb)
returns table (collection_id uuid, act text, on_date date, figure text, amount numeric, apart text, amount_apart numeric,
  collection_type text, agent_id uuid, customer_id uuid, cr_no text, drr_no text, drr_date date, days_to_clear int, listed bigint,
  receipts bigint)
language plpgsql stable set search_path = '' as $$
declare
  filters record := private.report_filters(p_filters);
  v_basis text := coalesce(private.read_as(p_filters, 'basis', '', false, '', '^(collected|cr|drr|cleared)$', 'Choose a date.'),
    'collected');
  v_type text := private.read_as(p_filters, 'type', '', false, '',
    (select format('^(%s)$', string_agg(t.type, '|')) from private.payment_types() t), 'Choose the payment type.');
  v_approval text := private.read_as(p_filters, 'approval', '', false, '', '^(pending|approved|cancelled)$', 'Choose a state.');
  v_cleared text := private.read_as(p_filters, 'cleared', '', false, '', '^(yes|no)$', 'Yes or no.');
  v_drr text := nullif(p_filters ->> 'drr_no', '');
  v_cancelled boolean := filters.cancelled or coalesce(v_approval = 'cancelled', false);
begin
  if p_filters ->> 'level' = 'total' and p_filters ->> 'for' in ('grouped', 'grouped_drr', 'receipt', 'numbers')
    and v_basis = 'collected' and not v_cancelled
    and concat(v_type, v_approval, v_cleared, v_drr, filters.agent_id, filters.customer_id) = ''
    and private.scope_of(p_project, 'collections.read') = 'all' then
    return query
    select null::uuid, null, null::date, s.figure, s.amount, s.apart, s.amount_apart, null, null::uuid, null::uuid, null, null, null::date,
      null::int, s.listed, s.receipts
    from (
      select s.figure, case s.figure when 'on_paper' then 0.00 else s.amount end as amount,
        case s.figure when 'on_paper' then s.figure end as apart, s.amount as amount_apart, s.listed, s.receipts
      from private.receipt_sums(p_project, filters.first_day, filters.last_day) s
      union all
      select null, 0.00, 'pending', coalesce(sum(c.amount), 0.00), count(*), count(*) from public.collections c
      where c.project_id = p_project and c.approval_status = 'pending'
        and (filters.first_day is null or c.date_collected >= filters.first_day)
        and (filters.last_day is null or c.date_collected <= filters.last_day)) s;
    return;
  end if;
  return query
  select c.id, d.part, d.on_date, k.figure, case k.apart when 'on_paper' then 0.00 else d.amount end, k.apart,
    case k.apart when 'on_paper' then d.amount else c.amount end, c.collection_type, c.agent_id, c.customer_id, c.cr_no,
    case when d.part = 'receipt' then coalesce(o.drr_no, c.drr_no) end,
    case when d.part = 'receipt' then coalesce(o.remitted_on, c.drr_date) end,
    case when c.collection_type = 'cheque' and d.part = 'receipt' then x.cleared_on - c.date_collected end, 1::bigint,
    (d.part = 'receipt')::int::bigint
  from private.dated_receipts(p_project, v_basis, filters.first_day, filters.last_day, filters.agent_id, v_cancelled) d
  join public.collections c on c.project_id = p_project and c.id = d.collection_id
  -- The remittance on which it counts there, if that was cancelled after the closing of its day.
  left join lateral (
    select r.drr_no, r.remitted_on from public.remittance_receipts l
    join public.remittances r on r.project_id = p_project and r.id = l.remittance_id and r.opposite_on > d.on_date
    where v_basis = 'drr' and d.part = 'receipt' and c.drr_date is distinct from d.on_date and l.project_id = p_project
      and l.collection_id = c.id and (r.remitted_on = d.on_date or r.remitted_on <= c.books_closed) limit 1) o on true
  cross join lateral (
    -- Money other than a cheque is available when it is received.
    select case when c.approval_status = 'approved' then
      case c.collection_type when 'cheque' then c.cheque_cleared_on else c.date_collected end end as cleared_on) x
  cross join lateral (select
    case when d.part in ('redeposited', 'replaced') then 'returned' when d.part <> 'receipt' then d.part
      when c.collection_type <> 'cheque' then c.collection_type
      when x.cleared_on is not null or v_basis = 'cleared' then 'cheque_cleared' else 'cheque_uncleared' end as figure,
    -- A settlement by an archive is no money.
    case when c.from_archive and d.amount <> 0 then 'on_paper'
      when d.part = 'receipt' and (c.approval_status = 'pending' or (v_cancelled and c.approval_status = 'cancelled'))
      then c.approval_status end as apart) k
  -- Receipts are found by what counts, which is of the agent already, and not by all that the agent has.
  where coalesce(c.agent_id = filters.agent_id, true) and (filters.customer_id is null or c.customer_id = filters.customer_id)
    and (v_type is null or c.collection_type = v_type) and (v_approval is null or c.approval_status = v_approval)
    and (v_cleared is null or (x.cleared_on is not null) = (v_cleared = 'yes'))
    and (v_drr is null or (c.drr_no = v_drr and d.part = 'receipt' and (d.amount = 0 or c.approval_status <> 'cancelled')));
end $$;
comment on function private.collection_lines is
  'Returns what receipts brought or took back in the period of the filters, one line for each receipt, act and day (see '
  'private.counted_entries), with the receipts that are pending or cancelled. figure: what the amount counts as, a key of '
  'private.collection_figures; apart: on_paper, pending or cancelled, whose amount stands apart. A total that counts no groups, without '
  'filters, is made of the sums of sealed months. Runs with the caller''s rights. Errors: 22023.';

create or replace function private.collection_details(p_project uuid, p_lines jsonb)
returns table (row_key text, kind text, customer_id uuid, customer_name text, store_name text,
  agent_id uuid, agent_name text, details jsonb)
language plpgsql stable set search_path = '' as $$
begin
  return query
  with lines as materialized (
    select l.* from jsonb_to_recordset(p_lines) l (row_key text, collection_id uuid, act text, on_date date)
  ), paid as materialized (
    -- The bookings that the receipts pay, or paid until their cheque was returned
    select a.collection_id, string_agg(distinct b.so_no, ', ' order by b.so_no) as so_no,
      string_agg(distinct b.invoice_no, ', ' order by b.invoice_no) as invoice_no
    from public.collection_allocations a
    join public.bookings b on b.project_id = p_project and b.id = a.booking_id
    where a.project_id = p_project and a.collection_id = any (array(select l.collection_id from lines l)) and a.amount > 0
    group by a.collection_id
  )
  select l.row_key, case when l.act <> 'receipt' then l.act when c.approval_status <> 'approved' then c.approval_status
      when c.from_archive then 'archive' else l.act end,
    c.customer_id, u.name, u.store_name, c.agent_id, case when c.id is not null then coalesce(w.display_name, 'Former agent') end,
    (select to_jsonb(f) from (select c.cr_no, c.cr_date, a.so_no, a.invoice_no, c.collection_type, t.name as paid_by, c.approval_status,
      case when l.act <> 'receipt' then replace(l.act, '_', ' ') when c.approval_status = 'approved' then
      coalesce(replace(c.cheque_state, '_', ' '), 'received') else c.approval_status end as state,
      case when x.cleared_on is not null then 'Yes' when c.id is not null then 'No' end as is_cleared, x.cleared_on,
      case l.act when 'receipt' then c.date_collected else case when c.id is not null then l.on_date end end as date_collected,
      case l.act when 'receipt' then to_char(c.time_collected, 'HH24:MI') end as time_collected,
      case l.act when 'receipt' then c.drr_no end as drr_no, case l.act when 'receipt' then c.drr_date end as drr_date,
      case l.act when 'paid_back' then coalesce(b.bank, 'Cash on hand') else coalesce(c.cheque_bank, k.bank) end as bank,
      case l.act when 'paid_back' then c.paid_back_no else c.cheque_no end as cheque_no,
      case when l.act <> 'paid_back' then c.cheque_date end as cheque_date,
      case when l.act <> 'paid_back' then c.reference_no end as reference_no) f)
  from lines l
  left join public.collections c on c.project_id = p_project and c.id = l.collection_id
  left join private.payment_types() t on t.type = c.collection_type
  cross join lateral (
    -- Money other than a cheque is available when it is received.
    select case when c.approval_status = 'approved' then
      case c.collection_type when 'cheque' then c.cheque_cleared_on else c.date_collected end end as cleared_on) x
  left join paid a on a.collection_id = c.id
  left join public.customers u on u.project_id = p_project and u.id = c.customer_id
  left join public.profiles w on w.user_id = c.agent_id
  left join public.banks k on k.project_id = p_project and k.id = c.bank_id
  left join public.banks b on b.project_id = p_project and b.id = c.paid_back_bank_id;
end $$;
comment on function private.collection_details is
  'Returns what rows of the collection report say of receipts besides their figures. p_lines: {row_key, collection_id, act, on_date} of '
  'each row; a row without a receipt gets nulls.';

create or replace function private.collection_page_filters(p_project uuid, p_filters jsonb, p_level text) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  filters record := private.report_filters(p_filters);
  v_type text := nullif(p_filters ->> 'type', '');
  v_from date := filters.first_day;
  v_agent uuid;
  v_fills boolean;
begin
  if p_level = 'receipt' and coalesce(p_filters ->> 'sort', 'date') = 'date' then
    return p_filters || jsonb_build_object('from', greatest(filters.first_day, filters.after_day),
      'to', least(filters.last_day, filters.before_day));
  end if;
  -- The views of a past moment have no index for this.
  if p_level <> 'grouped' or private.known_at() is not null or filters.row_limit is null or filters.before is not null
    or coalesce(p_filters ->> 'basis', 'collected') <> 'collected'
    or concat(p_filters ->> 'approval', p_filters ->> 'cleared', p_filters ->> 'drr_no') <> '' then return p_filters; end if;
  if filters.after is null then
    -- Of the agents, each of whom is found in the index beyond the last one, the first by name
    with recursive agents as (
      (select c.agent_id from public.collections c where c.project_id = p_project order by c.agent_id limit 1)
      union all
      select (select c.agent_id from public.collections c
        where c.project_id = p_project and c.agent_id > a.agent_id order by c.agent_id limit 1)
      from agents a where a.agent_id is not null
    )
    select a.agent_id into v_agent from agents a left join public.profiles w on w.user_id = a.agent_id where a.agent_id is not null
    order by concat_ws(E'\x1f', coalesce(w.sort_key, 'former agent'), a.agent_id) collate "C" limit 1;
  else
    select w.user_id into v_agent from public.profiles w where w.user_id::text = split_part(filters.after, E'\x1f', 2);
    if private.is_day(split_part(filters.after, E'\x1f', 4)) then
      v_from := greatest(v_from, split_part(filters.after, E'\x1f', 4)::date + 1);
    end if;
  end if;
  if filters.agent_id <> v_agent then return p_filters; end if;
  select count(*) = filters.row_limit into v_fills
  from (
    select from public.collections c
    cross join lateral (select min(e.on_date) as on_date from public.receivable_entries e
      where e.project_id = p_project and e.collection_id = c.id and e.kind in ('receipt', 'archived')) e
    where c.project_id = p_project and c.agent_id = v_agent and c.approval_status = 'approved'
      and (filters.customer_id is null or c.customer_id = filters.customer_id) and (v_type is null or c.collection_type = v_type)
      and (v_from is null or c.date_collected >= v_from) and (filters.last_day is null or c.date_collected <= filters.last_day)
      and (v_from is null or e.on_date >= v_from) and (filters.last_day is null or e.on_date <= filters.last_day)
    limit filters.row_limit
  ) x;
  return case when v_fills then p_filters || jsonb_build_object('agent_id', v_agent) else p_filters end;
end $$;
comment on function private.collection_page_filters is
  'Returns the filters with the rows of one page alone, where their order tells them: a page by date begins where the last one ended; '
  'one by agent and day is of its first agent, who alone fills it with approved receipts.';

grant execute on function private.counted_receipts, private.dated_receipts, private.collection_figures, private.collection_lines,
  private.collection_details, private.collection_page_filters to authenticated;

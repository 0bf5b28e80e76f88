-- Report of collections by payment type and clearing, with missing and duplicate CR numbers.

-- First and last number of a period are read from this index alone.
create index collections_numbered_idx on public.collections (project_id, cr_date, private.invoice_series(cr_no), private.invoice_serial(cr_no)) include (cr_no)
  where not from_archive and part_no = 1;

create or replace function private.receipt_numbers(p_project uuid, p_from date, p_to date)
returns table (kind text, series text, serial bigint, first_no text, last_no text, numbers bigint, on_date date, before_no text, after_no text, collection_id uuid)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan set enable_sort = off as $$
#variable_conflict use_column
declare
  v_from date := coalesce(p_from, '-infinity');
  v_to date := coalesce(p_to, 'infinity');
begin
  perform private.authorize(p_project, 'reports.collection');
  return query
  -- Numbers are read from their index, which includes series and serial: from the number before the first of the period to the one after its last.
  -- Sorting is off here: there are more numbers than the plan expects, and to sort them takes longer than to hash them.
  with asked as materialized (
    select s.series, min(s.serial) as first, max(s.serial) as last
    from (select private.invoice_series(c.cr_no) as series, private.invoice_serial(c.cr_no) as serial from public.collections c
      where c.project_id = p_project and not c.from_archive and c.part_no = 1
        and c.cr_date between v_from and v_to
      -- Without this the serial would be computed again and not taken from the index.
      offset 0) s
    where s.serial is not null group by s.series
  ), ranges as materialized (
    select a.series,
      coalesce((select max(private.invoice_serial(c.cr_no)) from public.collections c where c.project_id = p_project and not c.from_archive and c.part_no = 1 and private.invoice_series(c.cr_no) = a.series
        and private.invoice_serial(c.cr_no) < a.first), a.first) as first,
      coalesce((select min(private.invoice_serial(c.cr_no)) from public.collections c where c.project_id = p_project and not c.from_archive and c.part_no = 1 and private.invoice_series(c.cr_no) = a.series
        and private.invoice_serial(c.cr_no) > a.last), a.last) as last
    from asked a
  ), blocks as materialized (
    -- Blocks of 64 numbers: one that has each number once needs no further look. before and behind are the numbers around a block.
    select r.series, k.block, k.complete, k.first, k.last, lag(k.last) over w as before, lead(k.first) over w as behind
    from ranges r
    cross join lateral (
      select n.serial >> 6 as block, count(*) = 64 and bit_or(1::bigint << (n.serial & 63)::int) = -1 as complete, min(n.serial) as first, max(n.serial) as last
      from (select private.invoice_serial(c.cr_no) as serial from public.collections c where c.project_id = p_project and not c.from_archive and c.part_no = 1
        and private.invoice_series(c.cr_no) = r.series and private.invoice_serial(c.cr_no) between r.first and r.last offset 0) n
      group by 1) k
    window w as (partition by r.series order by k.block)
  ), used as (
    select n.id, b.series, n.serial, n.no, n.on_date, n.serial between b.first and b.last as is_own, lag(n.serial) over w as before, lag(n.no) over w as before_no, lead(n.serial) over w as behind
    from blocks b
    cross join lateral (
      select c.id, private.invoice_serial(c.cr_no) as serial, c.cr_no as no, c.cr_date as on_date from public.collections c
      where c.project_id = p_project and not c.from_archive and c.part_no = 1 and private.invoice_series(c.cr_no) = b.series and private.invoice_serial(c.cr_no) between coalesce(b.before, b.first) and coalesce(b.behind, b.last) offset 0) n
    where not b.complete or b.before < b.first - 1
    window w as (partition by b.series, b.block order by n.serial, n.id)
  ), dated as (
    select u.* from used u where u.is_own and u.on_date between v_from and v_to
  )
  -- A booklet has fifty numbers: a gap of fifty or more is another booklet and not missing receipts.
  select case when d.serial - d.before - 1 >= 50 then 'booklet' else 'missing' end, d.series, d.before + 1, private.invoice_no_like(d.no, d.before + 1),
    case when d.serial > d.before + 2 then private.invoice_no_like(d.no, d.serial - 1) end,
    case when d.serial - d.before - 1 < 50 then d.serial - d.before - 1 end, d.on_date, d.before_no, d.no, null::uuid
  from dated d where d.serial > d.before + 1
  union all
  select 'duplicate', d.series, d.serial, d.no, null, 1, d.on_date, null, null, d.id
  from dated d where d.serial in (d.before, d.behind);
end $$;
comment on function private.receipt_numbers is
  'Returns CR numbers of a period (by CR date) to check: missing (first_no to last_no, when several, between before_no and after_no; in the period of the number after them), booklet (fifty or more in one gap: a step to another booklet, which missing does not count) and duplicate (the same number in two spellings, such as CR-0007 and CR 7). Of all agents and customers; what archiving settled on paper has no CR number. Errors: 42501.';

create or replace function private.counted_receipts(p_project uuid, p_basis text, p_from date, p_to date, p_agent uuid)
returns table (collection_id uuid, part text, on_date date, amount numeric)
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.scope_of(p_project, 'reports.collection') is null then return; end if;
  return query select e.* from private.counted_entries(p_project, p_basis, p_from, p_to, p_agent => p_agent) e;
end $$;
comment on function private.counted_receipts is
  'Returns counted_entries of all receipts, or of those of an agent; no row without reports.collection. Callers join the receipts that they may read.';

create or replace function private.receipt_details(p_project uuid, p_receipts uuid[])
returns table (collection_id uuid, time_collected text, date_collected date, cr_no text, cr_date date, so_no text, invoice_no text, customer_id uuid, customer_name text, store_name text, agent_id uuid, agent_name text,
  collection_type text, bank text, paid_back_bank text, paid_back_no text, cheque_no text, cheque_date date, reference_no text, approval_status text, cheque_state text, from_archive boolean)
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
begin
  -- One plan is right for the receipts of every page, and to make it takes longer than to run it.
  perform set_config('plan_cache_mode', case when cardinality(p_receipts) > 200 then 'force_custom_plan' else 'force_generic_plan' end, true);
  return query
  with paid as materialized (
    -- The bookings that the receipts pay, or paid until their cheque was returned
    select a.collection_id, string_agg(distinct b.so_no, ', ' order by b.so_no) as so_no, string_agg(distinct b.invoice_no, ', ' order by b.invoice_no) as invoice_no
    from public.collection_allocations a
    join public.bookings b on b.project_id = p_project and b.id = a.booking_id
    where a.project_id = p_project and a.collection_id = any (p_receipts) and a.amount > 0
    group by a.collection_id
  )
  select c.id, to_char(c.time_collected, 'HH24:MI'), c.date_collected, c.cr_no, c.cr_date, a.so_no, a.invoice_no, c.customer_id, u.name, u.store_name, c.agent_id, coalesce(w.display_name, 'Former agent'),
    c.collection_type, coalesce(c.cheque_bank, k.bank), b.bank, c.paid_back_no, c.cheque_no, c.cheque_date, c.reference_no, c.approval_status, c.cheque_state, c.from_archive
  from public.collections c
  left join paid a on a.collection_id = c.id
  left join public.customers u on u.project_id = p_project and u.id = c.customer_id
  left join public.profiles w on w.user_id = c.agent_id
  left join public.banks k on k.project_id = p_project and k.id = c.bank_id
  left join public.banks b on b.project_id = p_project and b.id = c.paid_back_bank_id
  where c.project_id = p_project and c.id = any (p_receipts);
end $$;
comment on function private.receipt_details is
  'Returns what a row of the collection report says of receipts besides its figures, with the names of their customers and agents. Runs with the caller''s rights.';

create or replace function public.report_collection(p_project uuid, p_filters jsonb default '{}')
returns table (
  level text, row_key text, kind text, collection_id uuid, on_date date, date_collected date, time_collected text, cr_no text, cr_date date, drr_no text, drr_date date,
  so_no text, invoice_no text, customer_id uuid, customer_name text, store_name text, agent_id uuid, agent_name text, month text,
  collection_type text, paid_by text, bank text, cheque_no text, cheque_date date, reference_no text, approval_status text, state text, is_cleared text, cleared_on date, days_to_clear numeric,
  cash numeric, cheque_cleared numeric, cheque_uncleared numeric, bank_transfer numeric, withholding numeric, on_paper numeric, returned numeric, reversed numeric, paid_back numeric, collected numeric,
  pending numeric, cancelled numeric,
  first_no text, last_no text, before_no text, after_no text, numbers bigint,
  listed bigint, receipts bigint, days bigint, months bigint, agents bigint, customers bigint, drrs bigint, types bigint,
  missing bigint, duplicates bigint, number_rows bigint)
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  v_level text := coalesce(p_filters ->> 'level', 'receipt');
  v_sort text := coalesce(p_filters ->> 'sort', 'date');
  v_basis text := coalesce(p_filters ->> 'basis', 'collected');
  v_type text := nullif(p_filters ->> 'type', '');
  v_approval text := nullif(p_filters ->> 'approval', '');
  v_cleared text := nullif(p_filters ->> 'cleared', '');
  v_drr text := nullif(p_filters ->> 'drr_no', '');
  v_for text := coalesce(p_filters ->> 'for', '');
  v_singly boolean;
  v_total boolean;
  v_agent uuid;
  v_from date;
  v_end date;
  ask record;
begin
  ask := private.open_report(p_project, p_filters, 'reports.collection', v_level, '{grouped,grouped_drr,receipt,agent,customer,day,month,drr,type,numbers,total}', v_sort, '{date,cr_no,customer,amount}');
  if ask.known then
    return query select k.* from known.report_collection(p_project, p_filters - 'known_at') k;
    return;
  end if;
  if v_basis not in ('collected', 'cr', 'drr', 'cleared') then perform private.invalid('basis', 'Choose a date.'); end if;
  if v_type not in ('cash', 'cheque', 'bank_transfer', 'withholding') then perform private.invalid('type', 'Choose how it was paid.'); end if;
  if v_approval not in ('pending', 'approved', 'cancelled') then perform private.invalid('approval', 'Choose a state.'); end if;
  if v_cleared not in ('yes', 'no') then perform private.invalid('cleared', 'Yes or no.'); end if;
  v_singly := v_level in ('grouped', 'grouped_drr', 'receipt');
  v_total := v_level = 'total';
  ask.cancelled := ask.cancelled or coalesce(v_approval = 'cancelled', false);

  if v_level = 'numbers' then
    return query
    with found as (
      select n.*, concat_ws(E'\x1f', n.series, to_char(n.serial, 'FM0000000000000000'), n.kind, n.first_no) collate "C" as row_key
      from private.receipt_numbers(p_project, ask.first_day, ask.last_day) n
    )
    select 'numbers', f.row_key, f.kind, c.id, f.on_date, c.date_collected, null, f.first_no, c.cr_date, c.drr_no, c.drr_date,
      null, null, c.customer_id, u.name, u.store_name, c.agent_id, w.display_name, null, c.collection_type, null, null, null, null::date, null, c.approval_status, null, null, null::date, null::numeric,
      null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric,
      f.first_no, f.last_no, f.before_no, f.after_no, f.numbers,
      null::bigint, null::bigint, null::bigint, null::bigint, null::bigint, null::bigint, null::bigint, null::bigint,
      case when f.kind = 'missing' then f.numbers else 0 end, case when f.kind = 'duplicate' then 1 else 0 end::bigint, null::bigint
    from found f
    left join public.collections c on c.project_id = p_project and c.id = f.collection_id
    left join public.customers u on u.project_id = p_project and u.id = c.customer_id
    left join public.profiles w on w.user_id = c.agent_id
    where (ask.after is null or f.row_key > ask.after collate "C") and (ask.before is null or f.row_key < ask.before collate "C")
    order by case when ask.before is null then f.row_key end, f.row_key desc limit ask.row_limit;
    return;
  end if;

  -- Without days to clear and with no filter, what is kept of past days is added up.
  if v_total and v_basis = 'collected' and v_for in ('grouped', 'grouped_drr', 'receipt', 'numbers') and not ask.cancelled and private.known_at() is null
    and num_nonnulls(v_type, v_approval, v_cleared, v_drr, ask.agent_id, ask.customer_id) = 0 and private.scope_of(p_project, 'collections.read') = 'all' then
    return query
    with sums as materialized (
      select x.* from private.receipt_sums(p_project, ask.first_day, ask.last_day) x
    ), whole as (
      select coalesce(sum(x.net) filter (where x.counted_as = 'cash'), 0.00) as cash, coalesce(sum(x.net) filter (where x.counted_as = 'cheque'), 0.00) as cheque,
        coalesce(sum(x.net) filter (where x.counted_as = 'cheque_uncleared'), 0.00) as uncleared, coalesce(sum(x.net) filter (where x.counted_as = 'bank_transfer'), 0.00) as bank_transfer,
        coalesce(sum(x.net) filter (where x.counted_as = 'withholding'), 0.00) as withholding, coalesce(sum(x.net) filter (where x.counted_as = 'on_paper'), 0.00) as on_paper,
        coalesce(sum(x.net) filter (where x.counted_as = 'returned'), 0.00) as returned, coalesce(sum(x.net) filter (where x.counted_as = 'reversed'), 0.00) as reversed,
        coalesce(sum(x.net) filter (where x.counted_as = 'paid_back'), 0.00) as paid_back,
        coalesce(sum(x.net) filter (where x.counted_as <> 'cheque_uncleared'), 0.00) as collected, coalesce(sum(x.listed), 0)::bigint as listed,
        coalesce(sum(x.listed) filter (where x.counted_as not in ('returned', 'reversed', 'paid_back')), 0)::bigint as receipts
      from sums x
    )
    select v_level, '', null, null::uuid, null::date, null::date, null, null, null::date, null, null::date,
      null, null, null::uuid, null, null, null::uuid, null, null, null, null, null, null, null::date, null, null, null, null, null::date, null::numeric,
      w.cash, w.cheque - w.uncleared, w.uncleared, w.bank_transfer, w.withholding, w.on_paper, w.returned, w.reversed, w.paid_back, w.collected, p.pending, 0.00,
      null, null, null, null, n.missing + n.duplicates, w.listed + p.receipts, w.receipts + p.receipts,
      null::bigint, null::bigint, null::bigint, null::bigint, null::bigint, null::bigint, n.missing, n.duplicates, n.number_rows
    from whole w
    cross join (
      select coalesce(sum(c.amount), 0.00) as pending, count(*) as receipts from public.collections c
      where c.project_id = p_project and c.approval_status = 'pending' and (ask.first_day is null or c.date_collected >= ask.first_day) and (ask.last_day is null or c.date_collected <= ask.last_day)) p
    cross join (
      select coalesce(sum(x.numbers) filter (where x.kind = 'missing'), 0)::bigint as missing, count(*) filter (where x.kind = 'duplicate') as duplicates, count(*) as number_rows
      from private.receipt_numbers(p_project, ask.first_day, ask.last_day) x) n;
    return;
  end if;

  -- A page sorted by day begins at the day where the last one ended.
  if v_level = 'receipt' and v_sort = 'date' then
    ask.first_day := greatest(ask.first_day, ask.after_day);
    ask.last_day := least(ask.last_day, ask.before_day);
  end if;
  -- A page by agent and day ends with the day that completes it, if its first agent alone fills it. Approved receipts are rows, and there may be more.
  -- The views of a past moment have no index for this.
  if private.known_at() is null and v_level = 'grouped' and v_basis = 'collected' and ask.row_limit is not null and ask.before is null and num_nonnulls(v_approval, v_cleared, v_drr) = 0 then
    v_from := ask.first_day;
    if ask.after is null then
      -- Each agent is found in the index beyond the last one. One plan is right for all projects, and to make it takes longer than to run it.
      perform set_config('plan_cache_mode', 'force_generic_plan', true);
      with recursive agents as (
        (select c.agent_id from public.collections c where c.project_id = p_project order by c.agent_id limit 1)
        union all
        select (select c.agent_id from public.collections c where c.project_id = p_project and c.agent_id > a.agent_id order by c.agent_id limit 1)
        from agents a where a.agent_id is not null
      )
      select a.agent_id into v_agent from agents a left join public.profiles w on w.user_id = a.agent_id where a.agent_id is not null
      order by concat_ws(E'\x1f', lower(coalesce(w.display_name, 'Former agent')), a.agent_id) collate "C" limit 1;
      perform set_config('plan_cache_mode', 'force_custom_plan', true);
    elsif private.is_day(split_part(ask.after, E'\x1f', 3)) then
      select w.user_id into v_agent from public.profiles w where w.user_id::text = split_part(ask.after, E'\x1f', 2);
      v_from := greatest(v_from, split_part(ask.after, E'\x1f', 3)::date + 1);
    end if;
    if ask.agent_id is null or ask.agent_id = v_agent then
      select max(x.on_date) into v_end
      from (
        select e.on_date from public.collections c
        cross join lateral (select min(e.on_date) as on_date from public.receivable_entries e
          where e.project_id = p_project and e.collection_id = c.id and e.kind in ('receipt', 'archived')) e
        where c.project_id = p_project and c.agent_id = v_agent and c.approval_status = 'approved'
          and (ask.customer_id is null or c.customer_id = ask.customer_id) and (v_type is null or c.collection_type = v_type)
          and (v_from is null or c.date_collected >= v_from) and (ask.last_day is null or c.date_collected <= ask.last_day)
          and (v_from is null or e.on_date >= v_from) and (ask.last_day is null or e.on_date <= ask.last_day)
        order by c.date_collected limit ask.row_limit
      ) x having count(*) = ask.row_limit;
      if v_end is not null then
        ask.agent_id := v_agent;
        ask.last_day := v_end;
        if ask.after is not null then ask.first_day := greatest(ask.first_day, v_from - 1); end if;
      end if;
    end if;
  end if;

  return query
  with posted as materialized (
    select p.* from private.counted_receipts(p_project, v_basis, ask.first_day, ask.last_day, ask.agent_id) p
  ), dated as (
    select p.collection_id, p.part, p.on_date, p.amount as net from posted p
    union all
    -- Pending receipts count on no day, nor do cancelled ones, which come when they are asked for.
    select c.id, 'receipt', x.on_date, 0.00
    from public.collections c
    cross join lateral (select case v_basis when 'cr' then c.cr_date when 'drr' then c.drr_date when 'collected' then c.date_collected end as on_date) x
    where c.project_id = p_project and (c.approval_status = 'pending' or (ask.cancelled and c.approval_status = 'cancelled'))
      and x.on_date is not null and (ask.first_day is null or x.on_date >= ask.first_day) and (ask.last_day is null or x.on_date <= ask.last_day)
      and c.id not in (select p.collection_id from posted p where p.part = 'receipt')
  ), found as materialized (
    select row_number() over () as n, c.id, d.part, d.on_date, c.date_collected, c.cr_no, case when d.part = 'receipt' then c.drr_no end as drr_no,
      case when d.part = 'receipt' then c.drr_date end as drr_date, c.customer_id, c.agent_id, c.collection_type, c.amount, c.from_archive, c.approval_status, x.cleared_on, d.net,
      case when d.part in ('redeposited', 'replaced') then 'returned' when d.part <> 'receipt' then d.part when c.from_archive then 'on_paper' when c.collection_type <> 'cheque' then c.collection_type
        when x.cleared_on is not null or v_basis = 'cleared' then 'cheque_cleared' else 'cheque_uncleared' end as counted_as,
      case v_level when 'day' then d.on_date::text when 'month' then to_char(d.on_date, 'YYYY-MM') when 'agent' then c.agent_id::text
        when 'grouped' then c.agent_id || d.on_date::text when 'customer' then c.customer_id::text when 'type' then c.collection_type
        when 'drr' then case d.part when 'receipt' then coalesce(c.drr_no, '') else '' end
        when 'grouped_drr' then case d.part when 'receipt' then coalesce(c.drr_no, '') else '' end end as bundle
    from dated d
    join public.collections c on c.project_id = p_project and c.id = d.collection_id
    -- Receipts other than cheques are cleared when they are received.
    cross join lateral (select case when c.approval_status = 'approved' then case c.collection_type when 'cheque' then c.cheque_cleared_on else c.date_collected end end as cleared_on) x
    -- Receipts are found by what counts, which is of the agent already, and not by all that the agent has.
    where coalesce(c.agent_id = ask.agent_id, true) and (ask.customer_id is null or c.customer_id = ask.customer_id)
      and (v_type is null or c.collection_type = v_type) and (v_drr is null or (c.drr_no = v_drr and d.part = 'receipt' and (d.net = 0 or c.approval_status <> 'cancelled')))
      and (v_approval is null or c.approval_status = v_approval)
      and (v_cleared is null or (x.cleared_on is not null) = (v_cleared = 'yes'))
  ), summed as (
    select f.bundle, grouping(f.bundle) = 1 as whole, min(f.on_date) as on_date, min(f.drr_date) as drr_date, min(f.collection_type) as collection_type,
      case when v_level in ('agent', 'grouped') then min(f.agent_id::text)::uuid end as agent_id,
      case when v_level = 'customer' then min(f.customer_id::text)::uuid end as customer_id,
      case when not v_total or v_for not in ('grouped', 'grouped_drr', 'receipt', 'numbers') then
        round(avg(f.cleared_on - f.date_collected) filter (where f.collection_type = 'cheque' and f.part = 'receipt'), 1) end as days,
      coalesce(sum(f.net) filter (where f.counted_as = 'cash'), 0.00) as cash,
      coalesce(sum(f.net) filter (where f.counted_as = 'cheque_cleared'), 0.00) as cheque_cleared,
      coalesce(sum(f.net) filter (where f.counted_as = 'cheque_uncleared'), 0.00) as cheque_uncleared,
      coalesce(sum(f.net) filter (where f.counted_as = 'bank_transfer'), 0.00) as bank_transfer,
      coalesce(sum(f.net) filter (where f.counted_as = 'withholding'), 0.00) as withholding,
      coalesce(sum(f.net) filter (where f.counted_as = 'on_paper'), 0.00) as on_paper,
      coalesce(sum(f.net) filter (where f.counted_as = 'returned'), 0.00) as returned,
      coalesce(sum(f.net) filter (where f.counted_as = 'reversed'), 0.00) as reversed,
      coalesce(sum(f.net) filter (where f.counted_as = 'paid_back'), 0.00) as paid_back, coalesce(sum(f.net), 0.00) as collected,
      coalesce(sum(f.amount) filter (where f.part = 'receipt' and f.approval_status = 'pending'), 0.00) as pending,
      coalesce(sum(f.amount) filter (where f.part = 'receipt' and f.approval_status = 'cancelled' and ask.cancelled), 0.00) as cancelled,
      count(*) filter (where f.part = 'receipt') as receipts, count(*) as listed,
      case when v_total and v_for in ('', 'day') then count(distinct f.on_date) end as days_of, case when v_total and v_for in ('', 'month') then count(distinct to_char(f.on_date, 'YYYY-MM')) end as months,
      case when v_total and v_for in ('', 'agent') then count(distinct f.agent_id) end as agents, case when v_total and v_for in ('', 'customer') then count(distinct f.customer_id) end as customers,
      case when v_total and v_for in ('', 'drr') then count(distinct coalesce(f.drr_no, '')) end as drrs, case when v_total and v_for in ('', 'type') then count(distinct f.collection_type) end as types
    from found f where v_level <> 'receipt'
    group by grouping sets ((f.bundle), ())
  ), keyed as (
    -- In the row key the rows of a group have a 0 after the group's name and its subtotal has a 1, so that the subtotal comes last.
    select f.n, null::text as bundle, null::text as agent_name, null::text as customer_name, null::text as store_name, (case v_level
        when 'grouped' then concat_ws(E'\x1f', lower(coalesce(w.display_name, 'Former agent')), f.agent_id, f.on_date, '0')
        when 'grouped_drr' then concat_ws(E'\x1f', coalesce('0' || f.drr_no, '1'), '0', f.on_date)
        else case v_sort when 'date' then f.on_date::text when 'customer' then u.sort_key when 'amount' then to_char(1e14 - case f.part when 'receipt' then f.amount else f.net end, 'FM000000000000000.00') else '' end end
      || concat_ws(E'\x1f', '', case when v_sort = 'cr_no' then to_char(length(f.cr_no), 'FM00') end, f.cr_no, case f.part when 'receipt' then '0' else f.part end, f.on_date, f.id)) collate "C" as row_key
    from found f
    left join public.profiles w on v_level = 'grouped' and w.user_id = f.agent_id
    left join public.customers u on v_level = 'receipt' and v_sort = 'customer' and u.project_id = p_project and u.id = f.customer_id
    where v_singly
    union all
    select null, s.bundle, case when s.agent_id is not null then coalesce(w.display_name, 'Former agent') end, u.name, u.store_name, (case when not v_singly and v_sort = 'amount' then to_char(1e14 - s.collected, 'FM000000000000000.00') else '' end || case v_level
        when 'grouped' then concat_ws(E'\x1f', lower(coalesce(w.display_name, 'Former agent')), s.agent_id, s.on_date, '1')
        when 'agent' then concat_ws(E'\x1f', lower(coalesce(w.display_name, 'Former agent')), s.bundle)
        when 'customer' then concat_ws(E'\x1f', u.sort_key, s.bundle)
        when 'drr' then coalesce('0' || nullif(s.bundle, ''), '1')
        when 'grouped_drr' then concat_ws(E'\x1f', coalesce('0' || nullif(s.bundle, ''), '1'), '1')
        when 'type' then array_position('{cash,cheque,bank_transfer,withholding}', s.bundle)::text
        else coalesce(s.bundle, '') end) collate "C"
    from summed s
    left join public.profiles w on w.user_id = s.agent_id
    left join public.customers u on u.project_id = p_project and u.id = s.customer_id
    -- A group with a single row needs no subtotal.
    where s.whole = v_total and (not v_singly or s.listed > 1)
  ), page as (
    select k.* from keyed k
    where (ask.after is null or k.row_key > ask.after collate "C") and (ask.before is null or k.row_key < ask.before collate "C")
    order by case when ask.before is null then k.row_key end, k.row_key desc limit ask.row_limit
  )
  select case when v_singly then case when p.n is null then 'subtotal' else 'receipt' end else v_level end, p.row_key,
    case when c.collection_id is null then null when f.part <> 'receipt' then f.part when c.approval_status <> 'approved' then c.approval_status when c.from_archive then 'archive'
      else 'receipt' end,
    c.collection_id, case when c.collection_id is not null then f.on_date when v_level in ('day', 'grouped') then s.on_date end,
    case when f.part = 'receipt' then f.date_collected else f.on_date end, case when f.part = 'receipt' then c.time_collected end, c.cr_no, c.cr_date,
    case when v_level in ('drr', 'grouped_drr') then coalesce(f.drr_no, nullif(s.bundle, '')) else f.drr_no end,
    case when v_level in ('drr', 'grouped_drr') then coalesce(f.drr_date, s.drr_date) else f.drr_date end,
    c.so_no, c.invoice_no, coalesce(c.customer_id, s.customer_id), coalesce(c.customer_name, p.customer_name), coalesce(c.store_name, p.store_name),
    coalesce(c.agent_id, s.agent_id), coalesce(c.agent_name, p.agent_name),
    case when v_level = 'month' then s.bundle end,
    y.collection_type, case y.collection_type when 'cash' then 'Cash' when 'cheque' then 'Cheque' when 'bank_transfer' then 'Bank transfer' when 'withholding' then 'Withholding' end,
    case when f.part = 'paid_back' then coalesce(c.paid_back_bank, 'Cash on hand') else c.bank end, case when f.part = 'paid_back' then c.paid_back_no else c.cheque_no end,
    case when f.part <> 'paid_back' then c.cheque_date end, case when f.part <> 'paid_back' then c.reference_no end, c.approval_status,
    case when f.part <> 'receipt' then replace(f.part, '_', ' ') when c.approval_status = 'approved' then coalesce(replace(c.cheque_state, '_', ' '), 'received') else c.approval_status end,
    case when c.collection_id is not null then case when f.cleared_on is null then 'No' else 'Yes' end end, f.cleared_on,
    case when c.collection_id is null then s.days when c.collection_type = 'cheque' and f.part = 'receipt' then f.cleared_on - c.date_collected end,
    coalesce(s.cash, x.cash), coalesce(s.cheque_cleared, x.cheque_cleared), coalesce(s.cheque_uncleared, x.cheque_uncleared), coalesce(s.bank_transfer, x.bank_transfer),
    coalesce(s.withholding, x.withholding), coalesce(s.on_paper, x.on_paper), coalesce(s.returned, x.returned), coalesce(s.reversed, x.reversed),
    coalesce(s.paid_back, x.paid_back), coalesce(s.collected, f.net), coalesce(s.pending, x.pending), coalesce(s.cancelled, x.cancelled),
    null, null, null, null, n.missing + n.duplicates,
    coalesce(s.listed, 1), coalesce(s.receipts, (f.part = 'receipt')::int), s.days_of, s.months, s.agents, s.customers, s.drrs, s.types, n.missing, n.duplicates, n.number_rows
  from page p
  left join found f on f.n = p.n
  left join summed s on p.n is null and s.whole = v_total and (v_total or s.bundle = p.bundle)
  left join private.receipt_details(p_project, array(select x.id from page g join found x on x.n = g.n)) c on c.collection_id = f.id
  left join lateral (
    select case f.counted_as when 'cash' then f.net else 0.00 end as cash, case f.counted_as when 'cheque_cleared' then f.net else 0.00 end as cheque_cleared,
      case f.counted_as when 'cheque_uncleared' then f.net else 0.00 end as cheque_uncleared, case f.counted_as when 'bank_transfer' then f.net else 0.00 end as bank_transfer,
      case f.counted_as when 'withholding' then f.net else 0.00 end as withholding, case f.counted_as when 'on_paper' then f.net else 0.00 end as on_paper,
      case f.counted_as when 'returned' then f.net else 0.00 end as returned, case f.counted_as when 'reversed' then f.net else 0.00 end as reversed,
      case f.counted_as when 'paid_back' then f.net else 0.00 end as paid_back,
      case when f.part = 'receipt' and f.approval_status = 'pending' then f.amount else 0.00 end as pending,
      case when f.part = 'receipt' and f.approval_status = 'cancelled' and ask.cancelled then f.amount else 0.00 end as cancelled
    ) x on f.n is not null
  cross join lateral (select coalesce(c.collection_type, case when v_level = 'type' then s.collection_type end) as collection_type) y
  left join lateral (
    select coalesce(sum(x.numbers) filter (where x.kind = 'missing'), 0)::bigint as missing, count(*) filter (where x.kind = 'duplicate') as duplicates, count(*) as number_rows
    from private.receipt_numbers(p_project, ask.first_day, ask.last_day) x where v_total) n on v_total
  order by case when ask.before is null then p.row_key end, p.row_key desc;
end $$;
comment on function public.report_collection is
  'Report of customers'' receipts. p_filters: {basis: collected | cr | drr | cleared (the date that from and to are about), from, to (both included), type: cash | cheque | bank_transfer | withholding, approval: approved | pending | cancelled, cancelled (true: with cancelled ones), cleared: yes | no, agent_id, customer_id, drr_no, level: receipt | grouped (receipts by agent and day, after several of one its sums: level subtotal) | grouped_drr (by DRR) | agent | customer | day | month (YYYY-MM) | drr | type | numbers (kind missing: CR numbers first_no to last_no; booklet: fifty or more in one gap; duplicate) | total, sort: date (or name) | cr_no | customer | amount (highest first), not of grouped ones, limit, after or before (row_key; before answers backwards)}. Figures are those of the receivables ledger: a receipt counts on the day of its collection, and what takes it back is a row of its own day (whichever date is asked for, but on no DRR), so that the figures of a past period stay. collected = cash + cheque_cleared + cheque_uncleared + bank_transfer + withholding + on_paper (settled by archiving: no money came) + returned (below zero: cheques that came back or were replaced, less those that were deposited again) + reversed (below zero: cancelled after their approval, on the day of the cancellation; on its own day a receipt is not listed) + paid_back (below zero: given back to customers). By date cleared, what has cleared counts alone. pending and cancelled (receipts of the period that are cancelled now) stand apart. kind of a row: receipt, archive, pending, cancelled, or of what takes back returned, replaced, redeposited, reversed, paid_back. reference_no: of a transfer or of a certificate of tax withheld. Money other than a cheque has cleared when it is approved. days_to_clear: of cheques, from the receipt to the clearing, of sums the average. listed: the rows of a group, receipts and what takes back. The total counts days, months, agents, customers, DRRs and types only for the level in for, and has days_to_clear only for one that sums; without for all. missing, duplicates and number_rows: of CR numbers dated from to to, whatever else is asked. Errors: 42501, 22023.';

grant execute on function private.receipt_numbers(uuid, date, date), private.counted_receipts(uuid, text, date, date, uuid), private.receipt_details(uuid, uuid[]), public.report_collection(uuid, jsonb) to authenticated;

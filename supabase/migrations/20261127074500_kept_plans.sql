CREATE OR REPLACE FUNCTION known.changed_invoices(p_project uuid, p_bookings uuid[])
 RETURNS TABLE(booking_id uuid, entry text, on_date date, gross numeric, discount numeric, credited numeric, due numeric, vat numeric, exempt numeric, zero_rated numeric, collected numeric, balance numeric, cancelled numeric)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
#variable_conflict use_column
begin
  -- Of few bookings one plan is right for all, and to make it takes longer than to run it.
  perform set_config('plan_cache_mode', case when cardinality(p_bookings) > 50 then 'force_custom_plan' else 'force_generic_plan' end, true);
  return query
  with released as materialized (
    select y.* from known.released_goods(p_project, p_bookings) y
  ), invoices as materialized (
    select b.id, b.date_invoiced, b.total, b.discount, b.credited, b.vat_amount, b.exempt_amount, b.zero_rated_amount, b.collected, b.balance, b.approval_status = 'cancelled' as cancelled,
      r.amount, r.vat, r.exempt, r.zero_rated, r.later, r.later_vat, r.later_exempt, r.later_zero_rated
    from known.bookings b
    left join (
      select y.booking_id, sum(y.amount) as amount, sum(y.vat) as vat, sum(y.exempt) as exempt, sum(y.zero_rated) as zero_rated,
        coalesce(sum(y.amount) filter (where y.after_invoice), 0) as later, coalesce(sum(y.vat) filter (where y.after_invoice), 0) as later_vat,
        coalesce(sum(y.exempt) filter (where y.after_invoice), 0) as later_exempt, coalesce(sum(y.zero_rated) filter (where y.after_invoice), 0) as later_zero_rated
      from released y group by y.booking_id) s on s.booking_id = b.id and b.credited <> 0
    cross join lateral (
      select coalesce(s.amount, 0) as amount, coalesce(s.vat, 0) as vat, coalesce(s.exempt, 0) as exempt, coalesce(s.zero_rated, 0) as zero_rated, coalesce(s.later, 0) as later,
        coalesce(s.later_vat, 0) as later_vat, coalesce(s.later_exempt, 0) as later_exempt, coalesce(s.later_zero_rated, 0) as later_zero_rated) r
    where b.project_id = p_project and b.id = any (p_bookings)
  )
  select i.id, 'invoice', i.date_invoiced, i.total + i.discount, i.discount, case when i.cancelled then i.total else i.credited end,
    i.total - i.amount + i.later, i.vat_amount - i.vat + i.later_vat, i.exempt_amount - i.exempt + i.later_exempt, i.zero_rated_amount - i.zero_rated + i.later_zero_rated,
    i.collected, case when i.cancelled then 0.00 else i.balance end, 0.00
  from invoices i
  union all
  select i.id, 'release', greatest(y.on_date, i.date_invoiced), -sum(y.amount), 0.00, -sum(y.amount), -sum(y.amount), -sum(y.vat), -sum(y.exempt), -sum(y.zero_rated), 0.00, 0.00, 0.00
  from released y join invoices i on i.id = y.booking_id where y.after_invoice and i.later > 0 group by i.id, 3
  union all
  select i.id, 'cancellation', e.on_date, i.later - i.total - i.discount, -i.discount, i.later - i.total, i.amount - i.total,
    i.vat - i.vat_amount, i.exempt - i.exempt_amount, i.zero_rated - i.zero_rated_amount, 0.00, 0.00, i.total - i.amount
  from invoices i
  cross join lateral (
    select max(e.on_date) as on_date from known.receivable_entries e
    where e.project_id = p_project and e.booking_id = i.id and e.kind = 'cancelled' having count(*) > 0) e
  where i.cancelled;
end $function$;

CREATE OR REPLACE FUNCTION known.report_collection(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(level text, row_key text, kind text, collection_id uuid, on_date date, date_collected date, time_collected text, cr_no text, cr_date date, drr_no text, drr_date date, so_no text, invoice_no text, customer_id uuid, customer_name text, store_name text, agent_id uuid, agent_name text, month text, collection_type text, paid_by text, bank text, cheque_no text, cheque_date date, reference_no text, approval_status text, state text, is_cleared text, cleared_on date, days_to_clear numeric, cash numeric, cheque_cleared numeric, cheque_uncleared numeric, bank_transfer numeric, withholding numeric, on_paper numeric, returned numeric, reversed numeric, paid_back numeric, collected numeric, pending numeric, cancelled numeric, first_no text, last_no text, before_no text, after_no text, numbers bigint, listed bigint, receipts bigint, days bigint, months bigint, agents bigint, customers bigint, drrs bigint, types bigint, missing bigint, duplicates bigint, number_rows bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
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
      from known.receipt_numbers(p_project, ask.first_day, ask.last_day) n
    )
    select 'numbers', f.row_key, f.kind, c.id, f.on_date, c.date_collected, null, f.first_no, c.cr_date, c.drr_no, c.drr_date,
      null, null, c.customer_id, u.name, u.store_name, c.agent_id, w.display_name, null, c.collection_type, null, null, null, null::date, null, c.approval_status, null, null, null::date, null::numeric,
      null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric,
      f.first_no, f.last_no, f.before_no, f.after_no, f.numbers,
      null::bigint, null::bigint, null::bigint, null::bigint, null::bigint, null::bigint, null::bigint, null::bigint,
      case when f.kind = 'missing' then f.numbers else 0 end, case when f.kind = 'duplicate' then 1 else 0 end::bigint, null::bigint
    from found f
    left join known.collections c on c.project_id = p_project and c.id = f.collection_id
    left join known.customers u on u.project_id = p_project and u.id = c.customer_id
    left join known.profiles w on w.user_id = c.agent_id
    where (ask.after is null or f.row_key > ask.after collate "C") and (ask.before is null or f.row_key < ask.before collate "C")
    order by case when ask.before is null then f.row_key end, f.row_key desc limit ask.row_limit;
    return;
  end if;

  -- Without days to clear and with no filter, what is kept of past days is added up.
  if v_total and v_basis = 'collected' and v_for in ('grouped', 'grouped_drr', 'receipt', 'numbers') and not ask.cancelled and private.known_at() is null
    and num_nonnulls(v_type, v_approval, v_cleared, v_drr, ask.agent_id, ask.customer_id) = 0 and private.scope_of(p_project, 'collections.read') = 'all' then
    return query
    with sums as materialized (
      select x.* from known.receipt_sums(p_project, ask.first_day, ask.last_day) x
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
      select coalesce(sum(c.amount), 0.00) as pending, count(*) as receipts from known.collections c
      where c.project_id = p_project and c.approval_status = 'pending' and (ask.first_day is null or c.date_collected >= ask.first_day) and (ask.last_day is null or c.date_collected <= ask.last_day)) p
    cross join (
      select coalesce(sum(x.numbers) filter (where x.kind = 'missing'), 0)::bigint as missing, count(*) filter (where x.kind = 'duplicate') as duplicates, count(*) as number_rows
      from known.receipt_numbers(p_project, ask.first_day, ask.last_day) x) n;
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
        (select c.agent_id from known.collections c where c.project_id = p_project order by c.agent_id limit 1)
        union all
        select (select c.agent_id from known.collections c where c.project_id = p_project and c.agent_id > a.agent_id order by c.agent_id limit 1)
        from agents a where a.agent_id is not null
      )
      select a.agent_id into v_agent from agents a left join known.profiles w on w.user_id = a.agent_id where a.agent_id is not null
      order by concat_ws(E'\x1f', lower(coalesce(w.display_name, 'Former agent')), a.agent_id) collate "C" limit 1;
      perform set_config('plan_cache_mode', 'force_custom_plan', true);
    elsif private.is_day(split_part(ask.after, E'\x1f', 3)) then
      select w.user_id into v_agent from known.profiles w where w.user_id::text = split_part(ask.after, E'\x1f', 2);
      v_from := greatest(v_from, split_part(ask.after, E'\x1f', 3)::date + 1);
    end if;
    if ask.agent_id is null or ask.agent_id = v_agent then
      select max(x.on_date) into v_end
      from (
        select e.on_date from known.collections c
        cross join lateral (select min(e.on_date) as on_date from known.receivable_entries e
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
    select p.* from known.counted_receipts(p_project, v_basis, ask.first_day, ask.last_day) p
  ), dated as (
    select p.collection_id, p.part, p.on_date, p.amount as net from posted p
    union all
    -- What counts on no day: pending receipts, and cancelled ones when they are asked for.
    select c.id, 'receipt', x.on_date, 0.00
    from known.collections c
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
    join known.collections c on c.project_id = p_project and c.id = d.collection_id
    -- Receipts other than cheques are cleared when they are received.
    cross join lateral (select case when c.approval_status = 'approved' then case c.collection_type when 'cheque' then c.cheque_cleared_on else c.date_collected end end as cleared_on) x
    where (ask.agent_id is null or c.agent_id = ask.agent_id) and (ask.customer_id is null or c.customer_id = ask.customer_id)
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
    select f.n, null::text as bundle, (case v_level
        when 'grouped' then concat_ws(E'\x1f', lower(coalesce(w.display_name, 'Former agent')), f.agent_id, f.on_date, '0')
        when 'grouped_drr' then concat_ws(E'\x1f', coalesce('0' || f.drr_no, '1'), '0', f.on_date)
        else case v_sort when 'date' then f.on_date::text when 'customer' then u.sort_key when 'amount' then to_char(1e14 - case f.part when 'receipt' then f.amount else f.net end, 'FM000000000000000.00') else '' end end
      || concat_ws(E'\x1f', '', case when v_sort = 'cr_no' then to_char(length(f.cr_no), 'FM00') end, f.cr_no, case f.part when 'receipt' then '0' else f.part end, f.on_date, f.id)) collate "C" as row_key
    from found f
    left join known.profiles w on v_level = 'grouped' and w.user_id = f.agent_id
    left join known.customers u on v_level = 'receipt' and v_sort = 'customer' and u.project_id = p_project and u.id = f.customer_id
    where v_singly
    union all
    select null, s.bundle, (case when not v_singly and v_sort = 'amount' then to_char(1e14 - s.collected, 'FM000000000000000.00') else '' end || case v_level
        when 'grouped' then concat_ws(E'\x1f', lower(coalesce(w.display_name, 'Former agent')), s.agent_id, s.on_date, '1')
        when 'agent' then concat_ws(E'\x1f', lower(coalesce(w.display_name, 'Former agent')), s.bundle)
        when 'customer' then concat_ws(E'\x1f', u.sort_key, s.bundle)
        when 'drr' then coalesce('0' || nullif(s.bundle, ''), '1')
        when 'grouped_drr' then concat_ws(E'\x1f', coalesce('0' || nullif(s.bundle, ''), '1'), '1')
        when 'type' then array_position('{cash,cheque,bank_transfer,withholding}', s.bundle)::text
        else coalesce(s.bundle, '') end) collate "C"
    from summed s
    left join known.profiles w on w.user_id = s.agent_id
    left join known.customers u on u.project_id = p_project and u.id = s.customer_id
    -- A group with a single row needs no subtotal.
    where s.whole = v_total and (not v_singly or s.listed > 1)
  ), page as (
    select k.* from keyed k
    where (ask.after is null or k.row_key > ask.after collate "C") and (ask.before is null or k.row_key < ask.before collate "C")
    order by case when ask.before is null then k.row_key end, k.row_key desc limit ask.row_limit
  ), paid as (
    -- The bookings that the receipts of the page pay, or paid until their cheque was returned
    select a.collection_id, string_agg(distinct b.so_no, ', ' order by b.so_no) as so_no, string_agg(distinct b.invoice_no, ', ' order by b.invoice_no) as invoice_no
    from (select distinct f.id from page g join found f on f.n = g.n) p
    join known.collection_allocations a on a.project_id = p_project and a.collection_id = p.id and a.amount > 0
    join known.bookings b on b.project_id = p_project and b.id = a.booking_id
    group by a.collection_id
  )
  select case when v_singly then case when p.n is null then 'subtotal' else 'receipt' end else v_level end, p.row_key,
    case when c.id is null then null when f.part <> 'receipt' then f.part when c.approval_status <> 'approved' then c.approval_status when c.from_archive then 'archive'
      else 'receipt' end,
    c.id, case when c.id is not null then f.on_date when v_level in ('day', 'grouped') then s.on_date end,
    case when f.part = 'receipt' then f.date_collected else f.on_date end, case when f.part = 'receipt' then to_char(c.time_collected, 'HH24:MI') end, c.cr_no, c.cr_date,
    case when v_level in ('drr', 'grouped_drr') then coalesce(f.drr_no, nullif(s.bundle, '')) else f.drr_no end,
    case when v_level in ('drr', 'grouped_drr') then coalesce(f.drr_date, s.drr_date) else f.drr_date end,
    a.so_no, a.invoice_no, coalesce(c.customer_id, s.customer_id), u.name, u.store_name,
    coalesce(c.agent_id, s.agent_id), case when c.id is not null or s.agent_id is not null then coalesce(w.display_name, 'Former agent') end,
    case when v_level = 'month' then s.bundle end,
    y.collection_type, case y.collection_type when 'cash' then 'Cash' when 'cheque' then 'Cheque' when 'bank_transfer' then 'Bank transfer' when 'withholding' then 'Withholding' end,
    case when f.part = 'paid_back' then coalesce(k.bank, 'Cash on hand') else coalesce(c.cheque_bank, k.bank) end, case when f.part = 'paid_back' then c.paid_back_no else c.cheque_no end,
    case when f.part <> 'paid_back' then c.cheque_date end, case when f.part <> 'paid_back' then c.reference_no end, c.approval_status,
    case when f.part <> 'receipt' then replace(f.part, '_', ' ') when c.approval_status = 'approved' then coalesce(replace(c.cheque_state, '_', ' '), 'received') else c.approval_status end,
    case when c.id is not null then case when f.cleared_on is null then 'No' else 'Yes' end end, f.cleared_on,
    case when c.id is null then s.days when c.collection_type = 'cheque' and f.part = 'receipt' then f.cleared_on - c.date_collected end,
    coalesce(s.cash, x.cash), coalesce(s.cheque_cleared, x.cheque_cleared), coalesce(s.cheque_uncleared, x.cheque_uncleared), coalesce(s.bank_transfer, x.bank_transfer),
    coalesce(s.withholding, x.withholding), coalesce(s.on_paper, x.on_paper), coalesce(s.returned, x.returned), coalesce(s.reversed, x.reversed),
    coalesce(s.paid_back, x.paid_back), coalesce(s.collected, f.net), coalesce(s.pending, x.pending), coalesce(s.cancelled, x.cancelled),
    null, null, null, null, n.missing + n.duplicates,
    coalesce(s.listed, 1), coalesce(s.receipts, (f.part = 'receipt')::int), s.days_of, s.months, s.agents, s.customers, s.drrs, s.types, n.missing, n.duplicates, n.number_rows
  from page p
  left join found f on f.n = p.n
  left join summed s on p.n is null and s.whole = v_total and (v_total or s.bundle = p.bundle)
  left join known.collections c on c.project_id = p_project and c.id = f.id
  left join paid a on a.collection_id = f.id
  left join known.customers u on u.project_id = p_project and u.id = case when c.customer_id is not null then c.customer_id else s.customer_id end
  left join known.profiles w on w.user_id = case when c.agent_id is not null then c.agent_id else s.agent_id end
  left join known.banks k on k.project_id = p_project and k.id = case f.part when 'paid_back' then c.paid_back_bank_id else c.bank_id end
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
    from known.receipt_numbers(p_project, ask.first_day, ask.last_day) x where v_total) n on v_total
  order by case when ask.before is null then p.row_key end, p.row_key desc;
end $function$;

CREATE OR REPLACE FUNCTION known.report_invoice(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(level text, row_key text, kind text, booking_id uuid, so_no text, invoice_no text, on_date date, date_added date, date_due date, date_delivered date, renumbered_on date, agent_id uuid, agent_name text, customer_id uuid, customer_name text, store_name text, tin_no text, business_style text, month text, gross numeric, discount numeric, net numeric, credited numeric, vatable numeric, vat numeric, exempt numeric, zero_rated numeric, untaxed numeric, collected numeric, balance numeric, cancelled numeric, waiting numeric, first_no text, last_no text, before_no text, after_no text, new_no text, reason text, numbers bigint, invoices bigint, renumbered bigint, undelivered bigint, days bigint, agents bigint, customers bigint, months bigint, unnumbered bigint, missing bigint, voided bigint, number_rows bigint, memos numeric, memos_vat numeric, listed bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
#variable_conflict use_column
declare
  v_level text := coalesce(p_filters ->> 'level', 'invoice');
  v_sort text := coalesce(p_filters ->> 'sort', 'date');
  v_paid text := nullif(p_filters ->> 'paid', '');
  v_delivered text := nullif(p_filters ->> 'delivered', '');
  v_for text := coalesce(p_filters ->> 'for', '');
  v_renumbered boolean := private.read_boolean(p_filters, 'renumbered');
  v_zone text := private.zone_of(p_project);
  v_singly boolean;
  v_end date;
  v_from date;
  v_to date;
  v_moved uuid[] := '{}';
  v_changed uuid[] := '{}';
  ask record;
begin
  ask := private.open_report(p_project, p_filters, 'reports.invoice', v_level, '{grouped,grouped_agent,invoice,day,month,agent,customer,numbers,unnumbered,total}', v_sort, '{date,number,customer,gross,balance}');
  if ask.known then
    return query select k.* from known.report_invoice(p_project, p_filters - 'known_at') k;
    return;
  end if;
  if v_paid not in ('paid', 'unpaid') then perform private.invalid('paid', 'Paid or unpaid.'); end if;
  if v_delivered not in ('yes', 'no') then perform private.invalid('delivered', 'Yes or no.'); end if;
  v_singly := v_level in ('grouped', 'grouped_agent', 'invoice', 'unnumbered');

  if v_level = 'numbers' then
    return query
    with found as (
      select n.*, (n.series || E'\x1f' || to_char(coalesce(n.serial, 0), 'FM0000000000000000') || E'\x1f' || n.first_no) collate "C" as row_key
      from known.invoice_numbers(p_project, ask.first_day, ask.last_day) n
    )
    select 'numbers', f.row_key, f.kind, b.id, b.so_no, f.first_no, f.on_date, null::date, null::date, null::date,
      null::date, b.agent_id, null, b.customer_id, b.customer_name, b.store_name, null, null, null,
      null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric,
      f.first_no, f.last_no, f.before_no, f.after_no, f.new_no, f.reason, f.numbers,
      null::bigint, null::bigint, null::bigint, null::bigint, null::bigint, null::bigint, null::bigint,
      null::bigint, case when f.kind = 'missing' then f.numbers else 0 end, case when f.kind = 'missing' then 0 else 1 end::bigint, null::bigint,
      null::numeric, null::numeric, null::bigint
    from found f left join known.bookings b on b.project_id = p_project and b.id = f.booking_id
    where (ask.after is null or f.row_key > ask.after collate "C") and (ask.before is null or f.row_key < ask.before collate "C")
    order by case when ask.before is null then f.row_key end, f.row_key desc limit ask.row_limit;
    return;
  end if;

  -- A page sorted by day begins at the day where the last one ended.
  if v_level in ('grouped', 'unnumbered') or (v_level = 'invoice' and v_sort = 'date') then
    ask.first_day := greatest(ask.first_day, ask.after_day);
    ask.last_day := least(ask.last_day, ask.before_day);
  end if;
  -- It ends with the day that completes it: releases and cancellations of these days are further rows.
  if v_level = 'grouped' or (v_level = 'invoice' and v_sort = 'date') then
    select case when ask.before is null then max(x.on_date) else min(x.on_date) end into v_end
    from (
      -- The invoices come in this order, so that reading ends with the page.
      select b.date_invoiced as on_date from known.bookings b
      where ask.row_limit is not null and b.project_id = p_project and b.date_invoiced is not null and b.invoice_no is not null
        and (ask.first_day is null or b.date_invoiced >= ask.first_day) and (ask.last_day is null or b.date_invoiced <= ask.last_day)
        -- Rows of the day where the last page ended are added.
        and (ask.after_day is null or b.date_invoiced > ask.after_day) and (ask.before_day is null or b.date_invoiced < ask.before_day)
        and (ask.agent_id is null or b.agent_id = ask.agent_id) and (ask.customer_id is null or b.customer_id = ask.customer_id)
        and (v_paid is null or (b.approval_status <> 'cancelled' and (b.balance = 0) = (v_paid = 'paid')))
        and (v_delivered is null or (b.date_delivered is not null) = (v_delivered = 'yes'))
        and (not v_renumbered or b.invoice_no_changed_at is not null)
      order by case when ask.before is null then b.date_invoiced end, case when ask.before is not null then b.date_invoiced end desc limit ask.row_limit
    ) x having count(*) = ask.row_limit;
    if ask.before is null then ask.last_day := least(ask.last_day, v_end); else ask.first_day := greatest(ask.first_day, v_end); end if;
  end if;
  v_from := coalesce(ask.first_day, '-infinity');
  v_to := coalesce(ask.last_day, 'infinity');
  -- For these short lists one plan is right for all periods, and to make it takes longer than to run it.
  perform set_config('plan_cache_mode', 'force_generic_plan', true);
  -- Invoices of other days, of which goods were released or which were cancelled within the period
  if v_level <> 'unnumbered' and (v_from > '-infinity' or v_to < 'infinity') then
    v_moved := array(
      select k.booking_id from known.booking_credits k where k.project_id = p_project and k.after_invoice and k.on_date between v_from and v_to
      union
      select e.booking_id from known.receivable_entries e join known.bookings b on b.project_id = p_project and b.id = e.booking_id
      where e.project_id = p_project and e.kind = 'cancelled' and e.on_date between v_from and v_to and b.stage = 'cancelled');
  end if;
  -- Most invoices are as they were issued, and no more is read than their own row. The others are taken together.
  if v_level <> 'unnumbered' then
    v_changed := array(
      select b.id from known.bookings b
      where b.project_id = p_project and b.invoice_no is not null and (b.credited <> 0 or b.approval_status = 'cancelled')
        and (b.date_invoiced between v_from and v_to or b.id = any (v_moved)));
  end if;
  perform set_config('plan_cache_mode', 'force_custom_plan', true);

  if v_level = 'total' then
    return query
    with asked as not materialized (
      select b.*, coalesce(b.vat_percent, 0) > 0 as taxed from known.bookings b
      where b.project_id = p_project and b.invoice_no is not null
        and (ask.agent_id is null or b.agent_id = ask.agent_id) and (ask.customer_id is null or b.customer_id = ask.customer_id)
        and (v_paid is null or (b.approval_status <> 'cancelled' and (b.balance = 0) = (v_paid = 'paid')))
        and (v_delivered is null or (b.date_delivered is not null) = (v_delivered = 'yes'))
        and (not v_renumbered or b.invoice_no_changed_at is not null)
    ), parts as materialized (
      -- Days, agents and customers are only told apart where they are counted. Of an invoice that is as it was issued nothing is credited or cancelled.
      select b.taxed, length(b.invoice_no) as digits, case when v_for in ('', 'day', 'month') then b.date_invoiced end as on_date,
        case when v_for in ('', 'agent') then b.agent_id end as agent_id, case when v_for in ('', 'customer') then b.customer_id end as customer_id,
        sum(b.total) as net, sum(b.discount) as discount, 0.00 as credited, sum(b.total) as due, sum(b.vat_amount) as vat, sum(b.exempt_amount) as exempt, sum(b.zero_rated_amount) as zero_rated,
        sum(b.collected) as collected, sum(b.balance) as balance, 0.00 as cancelled, count(*) as listed, min(b.invoice_no collate "C") as first_no, max(b.invoice_no collate "C") as last_no,
        count(*) as invoices, count(b.invoice_no_changed_at) as renumbered, count(*) filter (where b.date_delivered is null) as undelivered
      from asked b where b.date_invoiced between v_from and v_to and b.id <> all (v_changed) group by 1, 2, 3, 4, 5
      union all
      select b.taxed, length(b.invoice_no), case when v_for in ('', 'day', 'month') then x.on_date end,
        case when v_for in ('', 'agent') then b.agent_id end, case when v_for in ('', 'customer') then b.customer_id end,
        sum(x.gross - x.discount), sum(x.discount), sum(x.credited), sum(x.due), sum(x.vat), sum(x.exempt), sum(x.zero_rated),
        sum(x.collected), sum(x.balance), sum(x.cancelled), count(*),
        min(b.invoice_no collate "C") filter (where x.entry = 'invoice'), max(b.invoice_no collate "C") filter (where x.entry = 'invoice'),
        count(*) filter (where x.entry = 'invoice'), count(b.invoice_no_changed_at) filter (where x.entry = 'invoice'),
        count(*) filter (where x.entry = 'invoice' and b.date_delivered is null)
      from known.changed_invoices(p_project, v_changed) x join asked b on b.id = x.booking_id
      where x.on_date between v_from and v_to group by 1, 2, 3, 4, 5
    ), whole as (
      select coalesce(sum(p.net), 0.00) as net, coalesce(sum(p.discount), 0.00) as discount, coalesce(sum(p.credited), 0.00) as credited,
        coalesce(sum(p.due - p.vat - p.exempt - p.zero_rated) filter (where p.taxed), 0.00) as vatable, coalesce(sum(p.vat), 0.00) as vat,
        coalesce(sum(p.exempt), 0.00) as exempt, coalesce(sum(p.zero_rated), 0.00) as zero_rated,
        coalesce(sum(p.due - p.vat - p.exempt - p.zero_rated) filter (where not p.taxed), 0.00) as untaxed,
        coalesce(sum(p.collected), 0.00) as collected, coalesce(sum(p.balance), 0.00) as balance, coalesce(sum(p.cancelled), 0.00) as cancelled,
        coalesce(sum(p.invoices), 0)::bigint as invoices, coalesce(sum(p.renumbered), 0)::bigint as renumbered, coalesce(sum(p.undelivered), 0)::bigint as undelivered,
        coalesce(sum(p.listed), 0)::bigint as listed, count(distinct p.on_date) as days, count(distinct p.agent_id) as agents, count(distinct p.customer_id) as customers,
        count(distinct to_char(p.on_date, 'YYYY-MM')) as months
      from parts p
    )
    select v_level, '', null, null::uuid, null, null, null::date, null::date, null::date, null::date,
      null::date, null::uuid, null, null::uuid, null, null, null, null, null,
      w.net + w.discount, w.discount, w.net, w.credited, w.vatable, w.vat, w.exempt, w.zero_rated, w.untaxed, w.collected, w.balance, w.cancelled, u.waiting,
      (select p.first_no from parts p where p.first_no is not null order by p.digits, p.first_no limit 1),
      (select p.last_no from parts p where p.last_no is not null order by p.digits desc, p.last_no desc limit 1),
      null, null, null, null, n.missing + n.voided, w.invoices, w.renumbered, w.undelivered,
      case when v_for in ('', 'day') then w.days end, case when v_for in ('', 'agent') then w.agents end, case when v_for in ('', 'customer') then w.customers end,
      case when v_for in ('', 'month') then w.months end, u.unnumbered, n.missing, n.voided, n.number_rows, m.memos, m.memos_vat, w.listed
    from whole w
    cross join (
      select coalesce(sum(b.total), 0.00) as waiting, count(*) as unnumbered from known.bookings b
      where b.project_id = p_project and b.date_invoiced is null and b.date_delivered between v_from and v_to and b.approval_status like 'approved%'
        and (ask.agent_id is null or b.agent_id = ask.agent_id) and (ask.customer_id is null or b.customer_id = ask.customer_id)) u
    cross join (
      select coalesce(sum(x.numbers) filter (where x.kind = 'missing'), 0)::bigint as missing, count(*) filter (where x.kind <> 'missing') as voided, count(*) as number_rows
      from known.invoice_numbers(p_project, ask.first_day, ask.last_day) x) n
    cross join (
      select coalesce(-sum(e.amount), 0.00) as memos, coalesce(-sum(e.vat_amount), 0.00) as memos_vat from known.sales_entries e
      where e.project_id = p_project and e.kind in ('return', 'allowance') and e.on_date between v_from and v_to
        and (ask.agent_id is null or e.agent_id = ask.agent_id) and (ask.customer_id is null or e.customer_id = ask.customer_id)) m;
    return;
  end if;

  return query
  with asked as not materialized (
    select b.*, coalesce(b.vat_percent, 0) > 0 as taxed from known.bookings b
    where b.project_id = p_project and b.invoice_no is not null
      and (ask.agent_id is null or b.agent_id = ask.agent_id) and (ask.customer_id is null or b.customer_id = ask.customer_id)
      and (v_paid is null or (b.approval_status <> 'cancelled' and (b.balance = 0) = (v_paid = 'paid')))
      and (v_delivered is null or (b.date_delivered is not null) = (v_delivered = 'yes'))
      and (not v_renumbered or b.invoice_no_changed_at is not null)
  ), issued as not materialized (
    select b.id, b.so_no, 'invoice' as entry, b.date_invoiced as on_date, b.total as net, b.discount, b.credited, b.total as due, b.vat_amount as vat, b.exempt_amount as exempt,
      b.zero_rated_amount as zero_rated, b.collected, b.balance, 0.00 as cancelled, b.taxed, b.invoice_no, b.agent_id, b.customer_id, b.invoice_no_changed_at, b.date_delivered
    from asked b where b.date_invoiced between v_from and v_to and b.id <> all (v_changed)
    union all
    select b.id, b.so_no, x.entry, x.on_date, x.gross - x.discount, x.discount, x.credited, x.due, x.vat, x.exempt,
      x.zero_rated, x.collected, x.balance, x.cancelled, b.taxed, b.invoice_no, b.agent_id, b.customer_id, b.invoice_no_changed_at, b.date_delivered
    from known.changed_invoices(p_project, v_changed) x join asked b on b.id = x.booking_id
    where v_level <> 'unnumbered' and x.on_date between v_from and v_to
  ), found as materialized (
    select s.id, s.entry, true as numbered, s.entry = 'invoice' as issued, s.on_date, s.net + s.discount as gross, s.discount, s.net, s.credited,
      case when s.taxed then s.due - s.vat - s.exempt - s.zero_rated else 0.00 end as vatable, s.vat, s.exempt, s.zero_rated,
      case when s.taxed then 0.00 else s.due - s.vat - s.exempt - s.zero_rated end as untaxed,
      s.collected, s.balance, s.cancelled, 0.00 as waiting, s.invoice_no, s.so_no, s.agent_id, s.customer_id,
      case when s.entry = 'invoice' then s.invoice_no_changed_at end as renumbered_at, s.date_delivered,
      case v_level when 'day' then s.on_date::text when 'grouped' then s.on_date::text when 'month' then to_char(s.on_date, 'YYYY-MM')
        when 'agent' then s.agent_id::text when 'grouped_agent' then s.agent_id::text when 'customer' then s.customer_id::text end as bundle
    from issued s where v_level <> 'unnumbered'
    union all
    -- Deliveries without an invoice count on the day of delivery.
    select b.id, 'unnumbered', false, false, b.date_delivered, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, b.total, null, b.so_no,
      b.agent_id, b.customer_id, null, b.date_delivered, null
    from known.bookings b
    where b.project_id = p_project and v_level = 'unnumbered' and b.date_invoiced is null and b.date_delivered between v_from and v_to
      and b.approval_status like 'approved%'
      and (ask.agent_id is null or b.agent_id = ask.agent_id) and (ask.customer_id is null or b.customer_id = ask.customer_id)
  ), summed as (
    select f.bundle, count(*) as listed, min(f.on_date) as on_date, min(f.agent_id::text)::uuid as agent_id, min(f.customer_id::text)::uuid as customer_id,
      coalesce(sum(f.gross), 0.00) as gross, coalesce(sum(f.discount), 0.00) as discount, coalesce(sum(f.net), 0.00) as net, coalesce(sum(f.credited), 0.00) as credited,
      coalesce(sum(f.vatable), 0.00) as vatable, coalesce(sum(f.vat), 0.00) as vat, coalesce(sum(f.exempt), 0.00) as exempt,
      coalesce(sum(f.zero_rated), 0.00) as zero_rated, coalesce(sum(f.untaxed), 0.00) as untaxed, coalesce(sum(f.collected), 0.00) as collected,
      coalesce(sum(f.balance), 0.00) as balance, coalesce(sum(f.cancelled), 0.00) as cancelled, coalesce(sum(f.waiting), 0.00) as waiting,
      substr(min((to_char(length(f.invoice_no), 'FM00') || f.invoice_no) collate "C") filter (where f.issued), 3) as first_no,
      substr(max((to_char(length(f.invoice_no), 'FM00') || f.invoice_no) collate "C") filter (where f.issued), 3) as last_no,
      count(*) filter (where f.issued) as invoices, count(f.renumbered_at) as renumbered,
      count(*) filter (where f.issued and f.date_delivered is null) as undelivered
    from found f where v_level not in ('invoice', 'unnumbered') group by f.bundle
  ), keyed as (
    -- In the row key the rows of a group have a 0 after the group's name and its subtotal has a 1, so that the subtotal comes last.
    select f.id, f.entry, f.on_date, null::text as bundle, (case v_level
        when 'grouped_agent' then concat_ws(E'\x1f', lower(coalesce(w.display_name, 'Former agent')), f.agent_id, '0' || f.on_date)
        when 'grouped' then concat_ws(E'\x1f', f.on_date, '0')
        when 'unnumbered' then f.on_date::text
        else case v_sort when 'date' then f.on_date::text when 'customer' then c.sort_key when 'gross' then to_char(1e14 - f.gross, 'FM000000000000000.00')
          when 'balance' then to_char(1e14 - f.balance, 'FM000000000000000.00') else '' end end
      || E'\x1f' || to_char(coalesce(length(f.invoice_no), 0), 'FM00') || coalesce(f.invoice_no, f.so_no) || E'\x1f' || f.id || case when f.issued then '' else f.on_date || f.entry end) collate "C" as row_key
    from found f
    left join known.profiles w on v_level = 'grouped_agent' and w.user_id = f.agent_id
    left join known.customers c on v_level = 'invoice' and v_sort = 'customer' and c.project_id = p_project and c.id = f.customer_id
    where v_singly
    union all
    select null, null, null, s.bundle, (case when v_singly then '' when v_sort = 'gross' then to_char(1e14 - s.gross, 'FM000000000000000.00')
        when v_sort = 'balance' then to_char(1e14 - s.balance, 'FM000000000000000.00') else '' end || case v_level
        when 'grouped' then concat_ws(E'\x1f', s.bundle, '1')
        when 'agent' then concat_ws(E'\x1f', lower(coalesce(w.display_name, 'Former agent')), s.bundle)
        when 'grouped_agent' then concat_ws(E'\x1f', lower(coalesce(w.display_name, 'Former agent')), s.bundle, '1')
        when 'customer' then concat_ws(E'\x1f', c.sort_key, s.bundle)
        else coalesce(s.bundle, '') end) collate "C"
    from summed s
    left join known.profiles w on v_level in ('agent', 'grouped_agent') and w.user_id = s.agent_id
    left join known.customers c on v_level = 'customer' and c.project_id = p_project and c.id = s.customer_id
    -- A group with a single row needs no subtotal.
    where not v_singly or s.listed > 1
  ), page as (
    select k.* from keyed k
    where (ask.after is null or k.row_key > ask.after collate "C") and (ask.before is null or k.row_key < ask.before collate "C")
    order by case when ask.before is null then k.row_key end, k.row_key desc limit ask.row_limit
  )
  select case when v_singly then case when p.id is null then 'subtotal' when v_level = 'unnumbered' then v_level else 'invoice' end else v_level end, p.row_key,
    case when not f.issued then f.entry when b.stage = 'cancelled' then 'cancelled' when b.is_opening then 'opening' when f.id is not null then 'invoice' end,
    b.id, b.so_no, b.invoice_no, case when f.id is not null then f.on_date when v_level in ('day', 'grouped') then s.on_date end,
    b.date_added, b.date_due, b.date_delivered, (f.renumbered_at at time zone v_zone)::date,
    coalesce(b.agent_id, case when v_level in ('agent', 'grouped_agent') then s.agent_id end),
    case when p.id is not null or v_level in ('agent', 'grouped_agent') then coalesce(w.display_name, 'Former agent') end,
    coalesce(b.customer_id, case when v_level = 'customer' then s.customer_id end), coalesce(b.customer_name, c.name), coalesce(b.store_name, c.store_name),
    case when o.names ? 'tin_no' then o.names ->> 'tin_no' else c.tin_no end, case when o.names ? 'business_style' then o.names ->> 'business_style' else c.business_style end,
    case when v_level = 'month' then s.bundle end,
    coalesce(f.gross, s.gross), coalesce(f.discount, s.discount), coalesce(f.net, s.net), coalesce(f.credited, s.credited), coalesce(f.vatable, s.vatable),
    coalesce(f.vat, s.vat), coalesce(f.exempt, s.exempt), coalesce(f.zero_rated, s.zero_rated), coalesce(f.untaxed, s.untaxed),
    coalesce(f.collected, s.collected), coalesce(f.balance, s.balance), coalesce(f.cancelled, s.cancelled), coalesce(f.waiting, s.waiting),
    s.first_no, s.last_no, null, null, null, b.cancel_reason, null::bigint,
    coalesce(s.invoices, f.issued::int), coalesce(s.renumbered, (f.renumbered_at is not null)::int), coalesce(s.undelivered, (f.issued and f.date_delivered is null)::int),
    null::bigint, null::bigint, null::bigint, null::bigint, coalesce((not f.numbered)::int, 0)::bigint, null::bigint, null::bigint, null::bigint, null::numeric, null::numeric, coalesce(s.listed, f.numbered::int)
  from page p
  left join found f on f.id = p.id and f.entry = p.entry and f.on_date = p.on_date
  left join summed s on p.id is null and s.bundle = p.bundle
  left join known.bookings b on b.project_id = p_project and b.id = p.id
  left join known.customers c on c.project_id = p_project and c.id = case when b.customer_id is not null then b.customer_id when v_level = 'customer' then s.customer_id end
  left join known.profiles w on w.user_id = case when b.agent_id is not null then b.agent_id when v_level in ('agent', 'grouped_agent') then s.agent_id end
  left join private.customers_at_issue(p_project, array(select x.id from page x where x.id is not null and v_level <> 'unnumbered')) o on o.booking_id = p.id
  order by case when ask.before is null then p.row_key end, p.row_key desc;
end $function$;

CREATE OR REPLACE FUNCTION known.report_penetration_report(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(level text, row_key text, manager_id uuid, manager_name text, agent_id uuid, agent_name text, item text, product_id uuid, material_code text, customer_id uuid, customer_name text, store_name text, area text, contact text, last_bought date, last_order date, credit_line numeric, credit_left numeric, available bigint, universe bigint, buyers bigint, gap bigint, percent numeric, previous_percent numeric, change numeric, cs bigint, pcs bigint, pieces bigint, litres numeric, net numeric, bookings bigint, lines_per_order numeric, drop_size numeric, cells jsonb, heads jsonb, managers bigint, agents bigint, items bigint, agent_items bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
 SET work_mem TO '32MB'
AS $function$
#variable_conflict use_column
declare
  v_level text := coalesce(p_filters ->> 'level', 'agent');
  v_shown text := case when v_level = 'total' then coalesce(p_filters ->> 'for', 'agent') else v_level end;
  v_sort text := coalesce(p_filters ->> 'sort', 'name');
  v_to date := coalesce(private.read_date(p_filters, 'to'), known.business_date(p_project));
  v_from date := coalesce(private.read_date(p_filters, 'from'), date_trunc('month', v_to)::date);
  v_least int := greatest(coalesce(private.read_int(p_filters, 'min_pieces'), 1), 1);
  v_chosen boolean := p_filters ?| array['product_id', 'category1', 'category2', 'category3'];
  v_products boolean := coalesce(p_filters ->> 'items' = 'product', false);
  -- Agents and managers need the sums of all items together, and which items were bought; the period before needs of each outlet only the latter.
  v_reach boolean := v_shown in ('agent', 'manager') and v_least = 1;
  v_sales jsonb := private.fields_of(p_filters) - '{agent_id,manager_id,customer_id,cancelled}'::text[];
  v_earlier record;
  v_available bigint;
  -- The total of these levels is computed with their rows.
  v_whole boolean := v_level in ('agent', 'item', 'grouped', 'manager') and private.read_boolean(p_filters, 'with_total');
  ask record;
begin
  ask := private.open_report(p_project, p_filters, 'reports.penetration', v_level, '{agent,item,grouped,manager,not_buying,total}', v_sort, '{name,percent,gap,net,last,credit}');
  if ask.known then
    return query select k.* from known.report_penetration_report(p_project, p_filters - 'known_at') k;
    return;
  end if;
  v_earlier := private.comparison_period(v_from, v_to, p_filters ->> 'against');
  if v_chosen then
    v_available := (select sum(i.available)::bigint from known.report_products(p_project, p_filters) g
      join known.inventory i on i.project_id = p_project and i.product_id = g.product_id);
  end if;
  if v_level = 'not_buying' then
    return query
    with missed as (
      select n.*, c.name, c.store_name, c.area, c.contact, c.sort_key, f.credit_line, f.credit_left, coalesce(a.display_name, 'Former agent') as agent_name,
        case when n.manager_id is not null then coalesce(b.display_name, 'Former manager') end as manager_name
      from known.non_buyers(p_project, p_filters, v_from, v_to) n
      join known.customers c on c.project_id = p_project and c.id = n.customer_id
      left join known.filtered_customers(p_project, '{}') f on f.id = n.customer_id
      left join known.profiles a on a.user_id = n.agent_id left join known.profiles b on b.user_id = n.manager_id
    ), keyed as (
      -- Non-buyers are sorted by the day of their last purchase; outlets that never bought come last.
      select m.*, (case v_sort when 'last' then coalesce(m.last_bought::text, '~') when 'credit' then to_char(1e14 - coalesce(m.credit_left, 1e13), 'FM000000000000000.00') else '' end
        || concat_ws(E'\x1f', case when v_sort = 'name' then lower(m.agent_name) || m.agent_id end, m.sort_key, m.customer_id)) collate "C" as row_key
      from missed m
    )
    select 'not_buying', k.row_key, k.manager_id, k.manager_name, k.agent_id, k.agent_name, null::text, null::uuid, null::text,
      k.customer_id, k.name, k.store_name, k.area, k.contact, k.last_bought, k.last_order, k.credit_line, k.credit_left, v_available,
      null::bigint, null::bigint, 1::bigint, null::numeric, null::numeric, null::numeric, null::bigint, null::bigint, null::bigint, null::numeric, null::numeric,
      null::bigint, null::numeric, null::numeric, null::jsonb, null::jsonb, null::bigint, null::bigint, null::bigint, null::bigint
    from keyed k
    where (ask.after is null or k.row_key > ask.after collate "C") and (ask.before is null or k.row_key < ask.before collate "C")
    order by case when ask.before is null then k.row_key end, k.row_key desc limit ask.row_limit;
    return;
  end if;

  -- With few rows one plan is right for all, and to make it takes longer than to run it.
  if v_reach and not v_products then perform set_config('plan_cache_mode', 'force_generic_plan', true); end if;
  return query
  with goods as materialized (
    select g.* from known.report_products(p_project, p_filters) g
  ), outlets as materialized (
    select true as now, o.* from known.outlets(p_project, p_filters, v_to) o
    union all
    select false, o.* from known.outlets(p_project, p_filters, v_earlier.earlier_to) o where v_earlier.earlier_to is not null
  ), orders as materialized (
    -- The selling agent does not matter: the outlet counts for its owning agent of the day.
    select true as now, c.* from known.sales_cells(p_project, v_sales, v_from, v_to, '{customer,item,bought}') c where not v_reach
    union all
    select false, c.* from known.sales_cells(p_project, v_sales, v_earlier.earlier_from, v_earlier.earlier_to, '{customer,item,bought,brief}') c
    where v_least > 1 and v_earlier.earlier_to is not null
  ), buyers as materialized (
    select b.*, o.manager_id, o.agent_id, o.customer_id is not null as counts
    from (
      select true as now, n.* from known.buyers(p_project, v_sales, v_from, v_to, false) n where v_reach
      union all
      select false, e.* from known.buyers(p_project, v_sales, v_earlier.earlier_from, v_earlier.earlier_to, true) e where v_least = 1 and v_earlier.earlier_to is not null) b
    left join outlets o on o.now = b.now and o.customer_id = b.customer_id
  ), of_items as materialized (
    select o.now, o.customer_id, coalesce(o.item_id, '') as item_id, sum(o.bookings) as bookings, sum(o.skus) as skus, sum(o.cs) as cs, sum(o.pcs) as pcs,
      sum(o.pieces) as pieces, sum(o.litres) as litres, sum(o.net) as net
    from orders o where o.visits is null group by o.now, o.customer_id, coalesce(o.item_id, '')
  ), of_all as (
    select o.now, o.customer_id, sum(o.visits) as bookings, sum(o.skus) as skus, sum(o.cs) as cs, sum(o.pcs) as pcs, sum(o.pieces) as pieces, sum(o.litres) as litres, sum(o.net) as net
    from orders o group by o.now, o.customer_id
  ), bought as (
    select o.manager_id, o.agent_id, c.*
    from (
      select i.* from of_items i where i.pieces >= v_least
      union all
      -- A row without item is for all items together.
      select a.now, a.customer_id, null, a.bookings, a.skus, a.cs, a.pcs, a.pieces, a.litres, a.net from of_all a where a.pieces >= v_least) c
    join outlets o on o.now = c.now and o.customer_id = c.customer_id
    union all
    select b.manager_id, b.agent_id, b.now, b.customer_id, null, b.bookings, b.skus, b.cs, b.pcs, b.pieces, b.litres, b.net from buyers b where b.counts
  ), of_agents as (
    -- An outlet has one agent and one row per item, so that counting rows counts outlets.
    select b.manager_id, b.agent_id, b.item_id, count(*) filter (where b.now) as buyers, count(*) filter (where not b.now) as before,
      sum(b.bookings) filter (where b.now) as bookings, sum(b.skus) filter (where b.now) as skus, sum(b.cs) filter (where b.now) as cs, sum(b.pcs) filter (where b.now) as pcs,
      sum(b.pieces) filter (where b.now) as pieces, sum(b.litres) filter (where b.now) as litres, sum(b.net) filter (where b.now) as net
    from bought b group by b.manager_id, b.agent_id, b.item_id
    union all
    select b.manager_id, b.agent_id, coalesce(i.item, ''), count(*) filter (where b.now), count(*) filter (where not b.now), null, null, null, null, null, null, null
    from buyers b cross join lateral unnest(b.items) i (item) where b.counts and b.now = v_reach group by b.manager_id, b.agent_id, coalesce(i.item, '')
  ), reached as materialized (
    select concat_ws('|', case when grouping(a.agent_id) = 0 then 'a' || a.agent_id when grouping(a.manager_id) = 0 then 'm' || coalesce(a.manager_id::text, '') else 't' end,
        'i' || a.item_id) as k,
      sum(a.buyers)::bigint as buyers, sum(a.before)::bigint as before, sum(a.bookings) as bookings, sum(a.skus) as skus, sum(a.cs) as cs, sum(a.pcs) as pcs,
      sum(a.pieces) as pieces, sum(a.litres) as litres, sum(a.net) as net
    from of_agents a
    group by a.item_id, grouping sets ((a.manager_id, a.agent_id), (a.manager_id), ())
  ), whole as materialized (
    select case when grouping(o.agent_id) = 0 then 'a' || o.agent_id when grouping(o.manager_id) = 0 then 'm' || coalesce(o.manager_id::text, '') else 't' end as k,
      case when grouping(o.agent_id) = 0 then 'agent' when grouping(o.manager_id) = 0 then 'manager' else 'total' end as of, o.manager_id, o.agent_id,
      count(*) filter (where o.now) as universe, count(*) filter (where not o.now) as before
    from outlets o group by grouping sets ((o.manager_id, o.agent_id), (o.manager_id), ())
  ), things as materialized (
    select coalesce(g.item_id, '') as item_id, min(g.item) as item, min(g.product_id::text) filter (where v_products)::uuid as product_id,
      min(g.material_code) filter (where v_products) as material_code, 'i' || coalesce(g.item_id, '') as k
    from goods g group by coalesce(g.item_id, '')
    having bool_or(g.active) or coalesce(g.item_id, '') in (
      select i.item_id from of_items i
      union all
      select coalesce(i.item, '') from buyers b cross join lateral unnest(b.items) i (item) where b.now = v_reach)
  ), wide as (
    -- The columns of the matrix: the items or agents with the most buyers.
    select x.key, x.label, x.k, row_number() over (order by x.buyers desc nulls last, x.label nulls last, x.key) as row_no
    from (
      select t.item_id as key, coalesce(t.item, 'No category') as label, t.k, r.buyers from things t left join reached r on r.k = 't|' || t.k
      where v_shown in ('agent', 'manager')
      union all
      select w.agent_id::text, coalesce(p.display_name, 'Former agent'), w.k, r.buyers from whole w
      left join known.profiles p on p.user_id = w.agent_id left join reached r on r.k = w.k
      where v_shown = 'item' and w.of = 'agent' and w.universe > 0
    ) x
  ), grid as (
    select w.of as level, w.k as k, w.k as base, w.manager_id, w.agent_id, null::text as item_id, null::text as item, null::uuid as product_id, null::text as material_code
    from whole w where w.of = v_level or (v_whole and w.of = 'total') or (v_level = 'grouped' and w.of = 'agent' and (select count(*) from things) > 1)
    union all
    select 'item', w.k || '|' || t.k, w.k, w.manager_id, w.agent_id, t.item_id, t.item, t.product_id, t.material_code
    from whole w cross join things t where (v_level = 'grouped' and w.of = 'agent') or (v_level = 'item' and w.of = 'total')
  ), figured as (
    select g.*, w.universe, w.before as universe_before, coalesce(r.buyers, 0) as buyers, coalesce(r.before, 0) as buyers_before,
      round(coalesce(r.buyers, 0) * 100.0 / nullif(w.universe, 0), 2) as percent, round(coalesce(r.before, 0) * 100.0 / nullif(w.before, 0), 2) as previous_percent,
      r.cs, r.pcs, r.pieces, r.litres, coalesce(r.net, 0.00) as net, coalesce(r.bookings, 0) as bookings, r.skus
    from grid g join whole w on w.k = g.base left join reached r on r.k = g.k
  ), matrix as (
    select f.k, jsonb_object_agg(d.key, round(coalesce(r.buyers, 0) * 100.0 / nullif(w.universe, 0), 2)::text) as cells
    from figured f cross join wide d
    -- With agents in the columns the universe is that of the column, with items that of the row.
    join whole w on w.k = case when v_shown = 'item' then d.k else f.base end
    left join reached r on r.k = case when v_shown = 'item' then d.k || coalesce('|i' || f.item_id, '') else f.base || '|' || d.k end
    where d.row_no <= 60
    group by f.k
  ), named as (
    select f.*, m.cells, coalesce(a.display_name, 'Former agent') as agent_name,
      case when f.manager_id is not null then coalesce(b.display_name, 'Former manager') end as manager_name
    from figured f left join matrix m on m.k = f.k
    left join known.profiles a on a.user_id = f.agent_id left join known.profiles b on b.user_id = f.manager_id
  ), keyed as (
    select n.*, (case case n.level when 'total' then 'total' else v_level end
      when 'total' then ''
      when 'grouped' then concat_ws(E'\x1f', lower(n.agent_name), n.agent_id, case n.level when 'agent' then '1' else concat_ws(E'\x1f', '0', coalesce('0' || lower(n.item), '1'), n.item_id) end)
      else case v_sort when 'percent' then to_char(1000 - coalesce(n.percent, 0), 'FM0000.00') when 'gap' then to_char(100000000 - (n.universe - n.buyers), 'FM000000000')
          when 'net' then to_char(1e14 - n.net, 'FM000000000000000.00') else '' end
        || case v_level when 'agent' then concat_ws(E'\x1f', lower(n.agent_name), n.agent_id)
          when 'manager' then coalesce(concat_ws(E'\x1f', '0' || lower(n.manager_name), n.manager_id), '1')
          else concat_ws(E'\x1f', coalesce('0' || lower(n.item), '1'), n.item_id) end end) collate "C" as row_key
    from named n
  )
  select case when v_level = 'grouped' and k.level = 'agent' then 'subtotal' else k.level end, k.row_key, k.manager_id, k.manager_name,
    k.agent_id, case when k.agent_id is not null then k.agent_name end, k.item, k.product_id, k.material_code,
    null::uuid, null::text, null::text, null::text, null::text, null::date, null::date, null::numeric, null::numeric,
    case when k.level = 'total' then v_available end,
    k.universe, k.buyers, k.universe - k.buyers, k.percent, k.previous_percent, k.percent - k.previous_percent,
    coalesce(k.cs, 0)::bigint, coalesce(k.pcs, 0)::bigint, coalesce(k.pieces, 0)::bigint, coalesce(k.litres, 0.000), k.net, k.bookings::bigint,
    round(k.skus / nullif(k.bookings, 0), 2), round(k.net / nullif(k.bookings, 0), 2), k.cells,
    case when k.level = 'total' then coalesce((select jsonb_agg(jsonb_build_object('key', d.key, 'label', d.label) order by d.row_no) from wide d where d.row_no <= 60), '[]') end,
    case when k.level = 'total' then (select count(*) from whole w where w.of = 'manager') end, case when k.level = 'total' then (select count(*) from whole w where w.of = 'agent') end,
    case when k.level = 'total' then (select count(*) from things) end,
    case when k.level = 'total' then (select count(*) from whole w where w.of = 'agent') * (select count(*) from things) end
  from keyed k
  where (v_whole and k.level = 'total') or ((ask.after is null or k.row_key > ask.after collate "C") and (ask.before is null or k.row_key < ask.before collate "C"))
  order by k.level <> 'total', case when ask.before is null then k.row_key end, k.row_key desc limit ask.row_limit + v_whole::int;
end $function$;

CREATE OR REPLACE FUNCTION private.changed_invoices(p_project uuid, p_bookings uuid[])
 RETURNS TABLE(booking_id uuid, entry text, on_date date, gross numeric, discount numeric, credited numeric, due numeric, vat numeric, exempt numeric, zero_rated numeric, collected numeric, balance numeric, cancelled numeric)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
#variable_conflict use_column
begin
  -- Of few bookings one plan is right for all, and to make it takes longer than to run it.
  perform set_config('plan_cache_mode', case when cardinality(p_bookings) > 50 then 'force_custom_plan' else 'force_generic_plan' end, true);
  return query
  with released as materialized (
    select y.* from private.released_goods(p_project, p_bookings) y
  ), invoices as materialized (
    select b.id, b.date_invoiced, b.total, b.discount, b.credited, b.vat_amount, b.exempt_amount, b.zero_rated_amount, b.collected, b.balance, b.approval_status = 'cancelled' as cancelled,
      r.amount, r.vat, r.exempt, r.zero_rated, r.later, r.later_vat, r.later_exempt, r.later_zero_rated
    from public.bookings b
    left join (
      select y.booking_id, sum(y.amount) as amount, sum(y.vat) as vat, sum(y.exempt) as exempt, sum(y.zero_rated) as zero_rated,
        coalesce(sum(y.amount) filter (where y.after_invoice), 0) as later, coalesce(sum(y.vat) filter (where y.after_invoice), 0) as later_vat,
        coalesce(sum(y.exempt) filter (where y.after_invoice), 0) as later_exempt, coalesce(sum(y.zero_rated) filter (where y.after_invoice), 0) as later_zero_rated
      from released y group by y.booking_id) s on s.booking_id = b.id and b.credited <> 0
    cross join lateral (
      select coalesce(s.amount, 0) as amount, coalesce(s.vat, 0) as vat, coalesce(s.exempt, 0) as exempt, coalesce(s.zero_rated, 0) as zero_rated, coalesce(s.later, 0) as later,
        coalesce(s.later_vat, 0) as later_vat, coalesce(s.later_exempt, 0) as later_exempt, coalesce(s.later_zero_rated, 0) as later_zero_rated) r
    where b.project_id = p_project and b.id = any (p_bookings)
  )
  select i.id, 'invoice', i.date_invoiced, i.total + i.discount, i.discount, case when i.cancelled then i.total else i.credited end,
    i.total - i.amount + i.later, i.vat_amount - i.vat + i.later_vat, i.exempt_amount - i.exempt + i.later_exempt, i.zero_rated_amount - i.zero_rated + i.later_zero_rated,
    i.collected, case when i.cancelled then 0.00 else i.balance end, 0.00
  from invoices i
  union all
  select i.id, 'release', greatest(y.on_date, i.date_invoiced), -sum(y.amount), 0.00, -sum(y.amount), -sum(y.amount), -sum(y.vat), -sum(y.exempt), -sum(y.zero_rated), 0.00, 0.00, 0.00
  from released y join invoices i on i.id = y.booking_id where y.after_invoice and i.later > 0 group by i.id, 3
  union all
  select i.id, 'cancellation', e.on_date, i.later - i.total - i.discount, -i.discount, i.later - i.total, i.amount - i.total,
    i.vat - i.vat_amount, i.exempt - i.exempt_amount, i.zero_rated - i.zero_rated_amount, 0.00, 0.00, i.total - i.amount
  from invoices i
  cross join lateral (
    select max(e.on_date) as on_date from public.receivable_entries e
    where e.project_id = p_project and e.booking_id = i.id and e.kind = 'cancelled' having count(*) > 0) e
  where i.cancelled;
end $function$;

CREATE OR REPLACE FUNCTION public.report_collection(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(level text, row_key text, kind text, collection_id uuid, on_date date, date_collected date, time_collected text, cr_no text, cr_date date, drr_no text, drr_date date, so_no text, invoice_no text, customer_id uuid, customer_name text, store_name text, agent_id uuid, agent_name text, month text, collection_type text, paid_by text, bank text, cheque_no text, cheque_date date, reference_no text, approval_status text, state text, is_cleared text, cleared_on date, days_to_clear numeric, cash numeric, cheque_cleared numeric, cheque_uncleared numeric, bank_transfer numeric, withholding numeric, on_paper numeric, returned numeric, reversed numeric, paid_back numeric, collected numeric, pending numeric, cancelled numeric, first_no text, last_no text, before_no text, after_no text, numbers bigint, listed bigint, receipts bigint, days bigint, months bigint, agents bigint, customers bigint, drrs bigint, types bigint, missing bigint, duplicates bigint, number_rows bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
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
    select p.* from private.counted_receipts(p_project, v_basis, ask.first_day, ask.last_day) p
  ), dated as (
    select p.collection_id, p.part, p.on_date, p.amount as net from posted p
    union all
    -- What counts on no day: pending receipts, and cancelled ones when they are asked for.
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
    where (ask.agent_id is null or c.agent_id = ask.agent_id) and (ask.customer_id is null or c.customer_id = ask.customer_id)
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
    select f.n, null::text as bundle, (case v_level
        when 'grouped' then concat_ws(E'\x1f', lower(coalesce(w.display_name, 'Former agent')), f.agent_id, f.on_date, '0')
        when 'grouped_drr' then concat_ws(E'\x1f', coalesce('0' || f.drr_no, '1'), '0', f.on_date)
        else case v_sort when 'date' then f.on_date::text when 'customer' then u.sort_key when 'amount' then to_char(1e14 - case f.part when 'receipt' then f.amount else f.net end, 'FM000000000000000.00') else '' end end
      || concat_ws(E'\x1f', '', case when v_sort = 'cr_no' then to_char(length(f.cr_no), 'FM00') end, f.cr_no, case f.part when 'receipt' then '0' else f.part end, f.on_date, f.id)) collate "C" as row_key
    from found f
    left join public.profiles w on v_level = 'grouped' and w.user_id = f.agent_id
    left join public.customers u on v_level = 'receipt' and v_sort = 'customer' and u.project_id = p_project and u.id = f.customer_id
    where v_singly
    union all
    select null, s.bundle, (case when not v_singly and v_sort = 'amount' then to_char(1e14 - s.collected, 'FM000000000000000.00') else '' end || case v_level
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
  ), paid as (
    -- The bookings that the receipts of the page pay, or paid until their cheque was returned
    select a.collection_id, string_agg(distinct b.so_no, ', ' order by b.so_no) as so_no, string_agg(distinct b.invoice_no, ', ' order by b.invoice_no) as invoice_no
    from (select distinct f.id from page g join found f on f.n = g.n) p
    join public.collection_allocations a on a.project_id = p_project and a.collection_id = p.id and a.amount > 0
    join public.bookings b on b.project_id = p_project and b.id = a.booking_id
    group by a.collection_id
  )
  select case when v_singly then case when p.n is null then 'subtotal' else 'receipt' end else v_level end, p.row_key,
    case when c.id is null then null when f.part <> 'receipt' then f.part when c.approval_status <> 'approved' then c.approval_status when c.from_archive then 'archive'
      else 'receipt' end,
    c.id, case when c.id is not null then f.on_date when v_level in ('day', 'grouped') then s.on_date end,
    case when f.part = 'receipt' then f.date_collected else f.on_date end, case when f.part = 'receipt' then to_char(c.time_collected, 'HH24:MI') end, c.cr_no, c.cr_date,
    case when v_level in ('drr', 'grouped_drr') then coalesce(f.drr_no, nullif(s.bundle, '')) else f.drr_no end,
    case when v_level in ('drr', 'grouped_drr') then coalesce(f.drr_date, s.drr_date) else f.drr_date end,
    a.so_no, a.invoice_no, coalesce(c.customer_id, s.customer_id), u.name, u.store_name,
    coalesce(c.agent_id, s.agent_id), case when c.id is not null or s.agent_id is not null then coalesce(w.display_name, 'Former agent') end,
    case when v_level = 'month' then s.bundle end,
    y.collection_type, case y.collection_type when 'cash' then 'Cash' when 'cheque' then 'Cheque' when 'bank_transfer' then 'Bank transfer' when 'withholding' then 'Withholding' end,
    case when f.part = 'paid_back' then coalesce(k.bank, 'Cash on hand') else coalesce(c.cheque_bank, k.bank) end, case when f.part = 'paid_back' then c.paid_back_no else c.cheque_no end,
    case when f.part <> 'paid_back' then c.cheque_date end, case when f.part <> 'paid_back' then c.reference_no end, c.approval_status,
    case when f.part <> 'receipt' then replace(f.part, '_', ' ') when c.approval_status = 'approved' then coalesce(replace(c.cheque_state, '_', ' '), 'received') else c.approval_status end,
    case when c.id is not null then case when f.cleared_on is null then 'No' else 'Yes' end end, f.cleared_on,
    case when c.id is null then s.days when c.collection_type = 'cheque' and f.part = 'receipt' then f.cleared_on - c.date_collected end,
    coalesce(s.cash, x.cash), coalesce(s.cheque_cleared, x.cheque_cleared), coalesce(s.cheque_uncleared, x.cheque_uncleared), coalesce(s.bank_transfer, x.bank_transfer),
    coalesce(s.withholding, x.withholding), coalesce(s.on_paper, x.on_paper), coalesce(s.returned, x.returned), coalesce(s.reversed, x.reversed),
    coalesce(s.paid_back, x.paid_back), coalesce(s.collected, f.net), coalesce(s.pending, x.pending), coalesce(s.cancelled, x.cancelled),
    null, null, null, null, n.missing + n.duplicates,
    coalesce(s.listed, 1), coalesce(s.receipts, (f.part = 'receipt')::int), s.days_of, s.months, s.agents, s.customers, s.drrs, s.types, n.missing, n.duplicates, n.number_rows
  from page p
  left join found f on f.n = p.n
  left join summed s on p.n is null and s.whole = v_total and (v_total or s.bundle = p.bundle)
  left join public.collections c on c.project_id = p_project and c.id = f.id
  left join paid a on a.collection_id = f.id
  left join public.customers u on u.project_id = p_project and u.id = case when c.customer_id is not null then c.customer_id else s.customer_id end
  left join public.profiles w on w.user_id = case when c.agent_id is not null then c.agent_id else s.agent_id end
  left join public.banks k on k.project_id = p_project and k.id = case f.part when 'paid_back' then c.paid_back_bank_id else c.bank_id end
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
end $function$;

CREATE OR REPLACE FUNCTION public.report_invoice(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(level text, row_key text, kind text, booking_id uuid, so_no text, invoice_no text, on_date date, date_added date, date_due date, date_delivered date, renumbered_on date, agent_id uuid, agent_name text, customer_id uuid, customer_name text, store_name text, tin_no text, business_style text, month text, gross numeric, discount numeric, net numeric, credited numeric, vatable numeric, vat numeric, exempt numeric, zero_rated numeric, untaxed numeric, collected numeric, balance numeric, cancelled numeric, waiting numeric, first_no text, last_no text, before_no text, after_no text, new_no text, reason text, numbers bigint, invoices bigint, renumbered bigint, undelivered bigint, days bigint, agents bigint, customers bigint, months bigint, unnumbered bigint, missing bigint, voided bigint, number_rows bigint, memos numeric, memos_vat numeric, listed bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
#variable_conflict use_column
declare
  v_level text := coalesce(p_filters ->> 'level', 'invoice');
  v_sort text := coalesce(p_filters ->> 'sort', 'date');
  v_paid text := nullif(p_filters ->> 'paid', '');
  v_delivered text := nullif(p_filters ->> 'delivered', '');
  v_for text := coalesce(p_filters ->> 'for', '');
  v_renumbered boolean := private.read_boolean(p_filters, 'renumbered');
  v_zone text := private.zone_of(p_project);
  v_singly boolean;
  v_end date;
  v_from date;
  v_to date;
  v_moved uuid[] := '{}';
  v_changed uuid[] := '{}';
  ask record;
begin
  ask := private.open_report(p_project, p_filters, 'reports.invoice', v_level, '{grouped,grouped_agent,invoice,day,month,agent,customer,numbers,unnumbered,total}', v_sort, '{date,number,customer,gross,balance}');
  if ask.known then
    return query select k.* from known.report_invoice(p_project, p_filters - 'known_at') k;
    return;
  end if;
  if v_paid not in ('paid', 'unpaid') then perform private.invalid('paid', 'Paid or unpaid.'); end if;
  if v_delivered not in ('yes', 'no') then perform private.invalid('delivered', 'Yes or no.'); end if;
  v_singly := v_level in ('grouped', 'grouped_agent', 'invoice', 'unnumbered');

  if v_level = 'numbers' then
    return query
    with found as (
      select n.*, (n.series || E'\x1f' || to_char(coalesce(n.serial, 0), 'FM0000000000000000') || E'\x1f' || n.first_no) collate "C" as row_key
      from private.invoice_numbers(p_project, ask.first_day, ask.last_day) n
    )
    select 'numbers', f.row_key, f.kind, b.id, b.so_no, f.first_no, f.on_date, null::date, null::date, null::date,
      null::date, b.agent_id, null, b.customer_id, b.customer_name, b.store_name, null, null, null,
      null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric,
      f.first_no, f.last_no, f.before_no, f.after_no, f.new_no, f.reason, f.numbers,
      null::bigint, null::bigint, null::bigint, null::bigint, null::bigint, null::bigint, null::bigint,
      null::bigint, case when f.kind = 'missing' then f.numbers else 0 end, case when f.kind = 'missing' then 0 else 1 end::bigint, null::bigint,
      null::numeric, null::numeric, null::bigint
    from found f left join public.bookings b on b.project_id = p_project and b.id = f.booking_id
    where (ask.after is null or f.row_key > ask.after collate "C") and (ask.before is null or f.row_key < ask.before collate "C")
    order by case when ask.before is null then f.row_key end, f.row_key desc limit ask.row_limit;
    return;
  end if;

  -- A page sorted by day begins at the day where the last one ended.
  if v_level in ('grouped', 'unnumbered') or (v_level = 'invoice' and v_sort = 'date') then
    ask.first_day := greatest(ask.first_day, ask.after_day);
    ask.last_day := least(ask.last_day, ask.before_day);
  end if;
  -- It ends with the day that completes it: releases and cancellations of these days are further rows.
  if v_level = 'grouped' or (v_level = 'invoice' and v_sort = 'date') then
    select case when ask.before is null then max(x.on_date) else min(x.on_date) end into v_end
    from (
      -- The invoices come in this order, so that reading ends with the page.
      select b.date_invoiced as on_date from public.bookings b
      where ask.row_limit is not null and b.project_id = p_project and b.date_invoiced is not null and b.invoice_no is not null
        and (ask.first_day is null or b.date_invoiced >= ask.first_day) and (ask.last_day is null or b.date_invoiced <= ask.last_day)
        -- Rows of the day where the last page ended are added.
        and (ask.after_day is null or b.date_invoiced > ask.after_day) and (ask.before_day is null or b.date_invoiced < ask.before_day)
        and (ask.agent_id is null or b.agent_id = ask.agent_id) and (ask.customer_id is null or b.customer_id = ask.customer_id)
        and (v_paid is null or (b.approval_status <> 'cancelled' and (b.balance = 0) = (v_paid = 'paid')))
        and (v_delivered is null or (b.date_delivered is not null) = (v_delivered = 'yes'))
        and (not v_renumbered or b.invoice_no_changed_at is not null)
      order by case when ask.before is null then b.date_invoiced end, case when ask.before is not null then b.date_invoiced end desc limit ask.row_limit
    ) x having count(*) = ask.row_limit;
    if ask.before is null then ask.last_day := least(ask.last_day, v_end); else ask.first_day := greatest(ask.first_day, v_end); end if;
  end if;
  v_from := coalesce(ask.first_day, '-infinity');
  v_to := coalesce(ask.last_day, 'infinity');
  -- For these short lists one plan is right for all periods, and to make it takes longer than to run it.
  perform set_config('plan_cache_mode', 'force_generic_plan', true);
  -- Invoices of other days, of which goods were released or which were cancelled within the period
  if v_level <> 'unnumbered' and (v_from > '-infinity' or v_to < 'infinity') then
    v_moved := array(
      select k.booking_id from public.booking_credits k where k.project_id = p_project and k.after_invoice and k.on_date between v_from and v_to
      union
      select e.booking_id from public.receivable_entries e join public.bookings b on b.project_id = p_project and b.id = e.booking_id
      where e.project_id = p_project and e.kind = 'cancelled' and e.on_date between v_from and v_to and b.stage = 'cancelled');
  end if;
  -- Most invoices are as they were issued, and no more is read than their own row. The others are taken together.
  if v_level <> 'unnumbered' then
    v_changed := array(
      select b.id from public.bookings b
      where b.project_id = p_project and b.invoice_no is not null and (b.credited <> 0 or b.approval_status = 'cancelled')
        and (b.date_invoiced between v_from and v_to or b.id = any (v_moved)));
  end if;
  perform set_config('plan_cache_mode', 'force_custom_plan', true);

  if v_level = 'total' then
    return query
    with asked as not materialized (
      select b.*, coalesce(b.vat_percent, 0) > 0 as taxed from public.bookings b
      where b.project_id = p_project and b.invoice_no is not null
        and (ask.agent_id is null or b.agent_id = ask.agent_id) and (ask.customer_id is null or b.customer_id = ask.customer_id)
        and (v_paid is null or (b.approval_status <> 'cancelled' and (b.balance = 0) = (v_paid = 'paid')))
        and (v_delivered is null or (b.date_delivered is not null) = (v_delivered = 'yes'))
        and (not v_renumbered or b.invoice_no_changed_at is not null)
    ), parts as materialized (
      -- Days, agents and customers are only told apart where they are counted. Of an invoice that is as it was issued nothing is credited or cancelled.
      select b.taxed, length(b.invoice_no) as digits, case when v_for in ('', 'day', 'month') then b.date_invoiced end as on_date,
        case when v_for in ('', 'agent') then b.agent_id end as agent_id, case when v_for in ('', 'customer') then b.customer_id end as customer_id,
        sum(b.total) as net, sum(b.discount) as discount, 0.00 as credited, sum(b.total) as due, sum(b.vat_amount) as vat, sum(b.exempt_amount) as exempt, sum(b.zero_rated_amount) as zero_rated,
        sum(b.collected) as collected, sum(b.balance) as balance, 0.00 as cancelled, count(*) as listed, min(b.invoice_no collate "C") as first_no, max(b.invoice_no collate "C") as last_no,
        count(*) as invoices, count(b.invoice_no_changed_at) as renumbered, count(*) filter (where b.date_delivered is null) as undelivered
      from asked b where b.date_invoiced between v_from and v_to and b.id <> all (v_changed) group by 1, 2, 3, 4, 5
      union all
      select b.taxed, length(b.invoice_no), case when v_for in ('', 'day', 'month') then x.on_date end,
        case when v_for in ('', 'agent') then b.agent_id end, case when v_for in ('', 'customer') then b.customer_id end,
        sum(x.gross - x.discount), sum(x.discount), sum(x.credited), sum(x.due), sum(x.vat), sum(x.exempt), sum(x.zero_rated),
        sum(x.collected), sum(x.balance), sum(x.cancelled), count(*),
        min(b.invoice_no collate "C") filter (where x.entry = 'invoice'), max(b.invoice_no collate "C") filter (where x.entry = 'invoice'),
        count(*) filter (where x.entry = 'invoice'), count(b.invoice_no_changed_at) filter (where x.entry = 'invoice'),
        count(*) filter (where x.entry = 'invoice' and b.date_delivered is null)
      from private.changed_invoices(p_project, v_changed) x join asked b on b.id = x.booking_id
      where x.on_date between v_from and v_to group by 1, 2, 3, 4, 5
    ), whole as (
      select coalesce(sum(p.net), 0.00) as net, coalesce(sum(p.discount), 0.00) as discount, coalesce(sum(p.credited), 0.00) as credited,
        coalesce(sum(p.due - p.vat - p.exempt - p.zero_rated) filter (where p.taxed), 0.00) as vatable, coalesce(sum(p.vat), 0.00) as vat,
        coalesce(sum(p.exempt), 0.00) as exempt, coalesce(sum(p.zero_rated), 0.00) as zero_rated,
        coalesce(sum(p.due - p.vat - p.exempt - p.zero_rated) filter (where not p.taxed), 0.00) as untaxed,
        coalesce(sum(p.collected), 0.00) as collected, coalesce(sum(p.balance), 0.00) as balance, coalesce(sum(p.cancelled), 0.00) as cancelled,
        coalesce(sum(p.invoices), 0)::bigint as invoices, coalesce(sum(p.renumbered), 0)::bigint as renumbered, coalesce(sum(p.undelivered), 0)::bigint as undelivered,
        coalesce(sum(p.listed), 0)::bigint as listed, count(distinct p.on_date) as days, count(distinct p.agent_id) as agents, count(distinct p.customer_id) as customers,
        count(distinct to_char(p.on_date, 'YYYY-MM')) as months
      from parts p
    )
    select v_level, '', null, null::uuid, null, null, null::date, null::date, null::date, null::date,
      null::date, null::uuid, null, null::uuid, null, null, null, null, null,
      w.net + w.discount, w.discount, w.net, w.credited, w.vatable, w.vat, w.exempt, w.zero_rated, w.untaxed, w.collected, w.balance, w.cancelled, u.waiting,
      (select p.first_no from parts p where p.first_no is not null order by p.digits, p.first_no limit 1),
      (select p.last_no from parts p where p.last_no is not null order by p.digits desc, p.last_no desc limit 1),
      null, null, null, null, n.missing + n.voided, w.invoices, w.renumbered, w.undelivered,
      case when v_for in ('', 'day') then w.days end, case when v_for in ('', 'agent') then w.agents end, case when v_for in ('', 'customer') then w.customers end,
      case when v_for in ('', 'month') then w.months end, u.unnumbered, n.missing, n.voided, n.number_rows, m.memos, m.memos_vat, w.listed
    from whole w
    cross join (
      select coalesce(sum(b.total), 0.00) as waiting, count(*) as unnumbered from public.bookings b
      where b.project_id = p_project and b.date_invoiced is null and b.date_delivered between v_from and v_to and b.approval_status like 'approved%'
        and (ask.agent_id is null or b.agent_id = ask.agent_id) and (ask.customer_id is null or b.customer_id = ask.customer_id)) u
    cross join (
      select coalesce(sum(x.numbers) filter (where x.kind = 'missing'), 0)::bigint as missing, count(*) filter (where x.kind <> 'missing') as voided, count(*) as number_rows
      from private.invoice_numbers(p_project, ask.first_day, ask.last_day) x) n
    cross join (
      select coalesce(-sum(e.amount), 0.00) as memos, coalesce(-sum(e.vat_amount), 0.00) as memos_vat from public.sales_entries e
      where e.project_id = p_project and e.kind in ('return', 'allowance') and e.on_date between v_from and v_to
        and (ask.agent_id is null or e.agent_id = ask.agent_id) and (ask.customer_id is null or e.customer_id = ask.customer_id)) m;
    return;
  end if;

  return query
  with asked as not materialized (
    select b.*, coalesce(b.vat_percent, 0) > 0 as taxed from public.bookings b
    where b.project_id = p_project and b.invoice_no is not null
      and (ask.agent_id is null or b.agent_id = ask.agent_id) and (ask.customer_id is null or b.customer_id = ask.customer_id)
      and (v_paid is null or (b.approval_status <> 'cancelled' and (b.balance = 0) = (v_paid = 'paid')))
      and (v_delivered is null or (b.date_delivered is not null) = (v_delivered = 'yes'))
      and (not v_renumbered or b.invoice_no_changed_at is not null)
  ), issued as not materialized (
    select b.id, b.so_no, 'invoice' as entry, b.date_invoiced as on_date, b.total as net, b.discount, b.credited, b.total as due, b.vat_amount as vat, b.exempt_amount as exempt,
      b.zero_rated_amount as zero_rated, b.collected, b.balance, 0.00 as cancelled, b.taxed, b.invoice_no, b.agent_id, b.customer_id, b.invoice_no_changed_at, b.date_delivered
    from asked b where b.date_invoiced between v_from and v_to and b.id <> all (v_changed)
    union all
    select b.id, b.so_no, x.entry, x.on_date, x.gross - x.discount, x.discount, x.credited, x.due, x.vat, x.exempt,
      x.zero_rated, x.collected, x.balance, x.cancelled, b.taxed, b.invoice_no, b.agent_id, b.customer_id, b.invoice_no_changed_at, b.date_delivered
    from private.changed_invoices(p_project, v_changed) x join asked b on b.id = x.booking_id
    where v_level <> 'unnumbered' and x.on_date between v_from and v_to
  ), found as materialized (
    select s.id, s.entry, true as numbered, s.entry = 'invoice' as issued, s.on_date, s.net + s.discount as gross, s.discount, s.net, s.credited,
      case when s.taxed then s.due - s.vat - s.exempt - s.zero_rated else 0.00 end as vatable, s.vat, s.exempt, s.zero_rated,
      case when s.taxed then 0.00 else s.due - s.vat - s.exempt - s.zero_rated end as untaxed,
      s.collected, s.balance, s.cancelled, 0.00 as waiting, s.invoice_no, s.so_no, s.agent_id, s.customer_id,
      case when s.entry = 'invoice' then s.invoice_no_changed_at end as renumbered_at, s.date_delivered,
      case v_level when 'day' then s.on_date::text when 'grouped' then s.on_date::text when 'month' then to_char(s.on_date, 'YYYY-MM')
        when 'agent' then s.agent_id::text when 'grouped_agent' then s.agent_id::text when 'customer' then s.customer_id::text end as bundle
    from issued s where v_level <> 'unnumbered'
    union all
    -- Deliveries without an invoice count on the day of delivery.
    select b.id, 'unnumbered', false, false, b.date_delivered, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, b.total, null, b.so_no,
      b.agent_id, b.customer_id, null, b.date_delivered, null
    from public.bookings b
    where b.project_id = p_project and v_level = 'unnumbered' and b.date_invoiced is null and b.date_delivered between v_from and v_to
      and b.approval_status like 'approved%'
      and (ask.agent_id is null or b.agent_id = ask.agent_id) and (ask.customer_id is null or b.customer_id = ask.customer_id)
  ), summed as (
    select f.bundle, count(*) as listed, min(f.on_date) as on_date, min(f.agent_id::text)::uuid as agent_id, min(f.customer_id::text)::uuid as customer_id,
      coalesce(sum(f.gross), 0.00) as gross, coalesce(sum(f.discount), 0.00) as discount, coalesce(sum(f.net), 0.00) as net, coalesce(sum(f.credited), 0.00) as credited,
      coalesce(sum(f.vatable), 0.00) as vatable, coalesce(sum(f.vat), 0.00) as vat, coalesce(sum(f.exempt), 0.00) as exempt,
      coalesce(sum(f.zero_rated), 0.00) as zero_rated, coalesce(sum(f.untaxed), 0.00) as untaxed, coalesce(sum(f.collected), 0.00) as collected,
      coalesce(sum(f.balance), 0.00) as balance, coalesce(sum(f.cancelled), 0.00) as cancelled, coalesce(sum(f.waiting), 0.00) as waiting,
      substr(min((to_char(length(f.invoice_no), 'FM00') || f.invoice_no) collate "C") filter (where f.issued), 3) as first_no,
      substr(max((to_char(length(f.invoice_no), 'FM00') || f.invoice_no) collate "C") filter (where f.issued), 3) as last_no,
      count(*) filter (where f.issued) as invoices, count(f.renumbered_at) as renumbered,
      count(*) filter (where f.issued and f.date_delivered is null) as undelivered
    from found f where v_level not in ('invoice', 'unnumbered') group by f.bundle
  ), keyed as (
    -- In the row key the rows of a group have a 0 after the group's name and its subtotal has a 1, so that the subtotal comes last.
    select f.id, f.entry, f.on_date, null::text as bundle, (case v_level
        when 'grouped_agent' then concat_ws(E'\x1f', lower(coalesce(w.display_name, 'Former agent')), f.agent_id, '0' || f.on_date)
        when 'grouped' then concat_ws(E'\x1f', f.on_date, '0')
        when 'unnumbered' then f.on_date::text
        else case v_sort when 'date' then f.on_date::text when 'customer' then c.sort_key when 'gross' then to_char(1e14 - f.gross, 'FM000000000000000.00')
          when 'balance' then to_char(1e14 - f.balance, 'FM000000000000000.00') else '' end end
      || E'\x1f' || to_char(coalesce(length(f.invoice_no), 0), 'FM00') || coalesce(f.invoice_no, f.so_no) || E'\x1f' || f.id || case when f.issued then '' else f.on_date || f.entry end) collate "C" as row_key
    from found f
    left join public.profiles w on v_level = 'grouped_agent' and w.user_id = f.agent_id
    left join public.customers c on v_level = 'invoice' and v_sort = 'customer' and c.project_id = p_project and c.id = f.customer_id
    where v_singly
    union all
    select null, null, null, s.bundle, (case when v_singly then '' when v_sort = 'gross' then to_char(1e14 - s.gross, 'FM000000000000000.00')
        when v_sort = 'balance' then to_char(1e14 - s.balance, 'FM000000000000000.00') else '' end || case v_level
        when 'grouped' then concat_ws(E'\x1f', s.bundle, '1')
        when 'agent' then concat_ws(E'\x1f', lower(coalesce(w.display_name, 'Former agent')), s.bundle)
        when 'grouped_agent' then concat_ws(E'\x1f', lower(coalesce(w.display_name, 'Former agent')), s.bundle, '1')
        when 'customer' then concat_ws(E'\x1f', c.sort_key, s.bundle)
        else coalesce(s.bundle, '') end) collate "C"
    from summed s
    left join public.profiles w on v_level in ('agent', 'grouped_agent') and w.user_id = s.agent_id
    left join public.customers c on v_level = 'customer' and c.project_id = p_project and c.id = s.customer_id
    -- A group with a single row needs no subtotal.
    where not v_singly or s.listed > 1
  ), page as (
    select k.* from keyed k
    where (ask.after is null or k.row_key > ask.after collate "C") and (ask.before is null or k.row_key < ask.before collate "C")
    order by case when ask.before is null then k.row_key end, k.row_key desc limit ask.row_limit
  )
  select case when v_singly then case when p.id is null then 'subtotal' when v_level = 'unnumbered' then v_level else 'invoice' end else v_level end, p.row_key,
    case when not f.issued then f.entry when b.stage = 'cancelled' then 'cancelled' when b.is_opening then 'opening' when f.id is not null then 'invoice' end,
    b.id, b.so_no, b.invoice_no, case when f.id is not null then f.on_date when v_level in ('day', 'grouped') then s.on_date end,
    b.date_added, b.date_due, b.date_delivered, (f.renumbered_at at time zone v_zone)::date,
    coalesce(b.agent_id, case when v_level in ('agent', 'grouped_agent') then s.agent_id end),
    case when p.id is not null or v_level in ('agent', 'grouped_agent') then coalesce(w.display_name, 'Former agent') end,
    coalesce(b.customer_id, case when v_level = 'customer' then s.customer_id end), coalesce(b.customer_name, c.name), coalesce(b.store_name, c.store_name),
    case when o.names ? 'tin_no' then o.names ->> 'tin_no' else c.tin_no end, case when o.names ? 'business_style' then o.names ->> 'business_style' else c.business_style end,
    case when v_level = 'month' then s.bundle end,
    coalesce(f.gross, s.gross), coalesce(f.discount, s.discount), coalesce(f.net, s.net), coalesce(f.credited, s.credited), coalesce(f.vatable, s.vatable),
    coalesce(f.vat, s.vat), coalesce(f.exempt, s.exempt), coalesce(f.zero_rated, s.zero_rated), coalesce(f.untaxed, s.untaxed),
    coalesce(f.collected, s.collected), coalesce(f.balance, s.balance), coalesce(f.cancelled, s.cancelled), coalesce(f.waiting, s.waiting),
    s.first_no, s.last_no, null, null, null, b.cancel_reason, null::bigint,
    coalesce(s.invoices, f.issued::int), coalesce(s.renumbered, (f.renumbered_at is not null)::int), coalesce(s.undelivered, (f.issued and f.date_delivered is null)::int),
    null::bigint, null::bigint, null::bigint, null::bigint, coalesce((not f.numbered)::int, 0)::bigint, null::bigint, null::bigint, null::bigint, null::numeric, null::numeric, coalesce(s.listed, f.numbered::int)
  from page p
  left join found f on f.id = p.id and f.entry = p.entry and f.on_date = p.on_date
  left join summed s on p.id is null and s.bundle = p.bundle
  left join public.bookings b on b.project_id = p_project and b.id = p.id
  left join public.customers c on c.project_id = p_project and c.id = case when b.customer_id is not null then b.customer_id when v_level = 'customer' then s.customer_id end
  left join public.profiles w on w.user_id = case when b.agent_id is not null then b.agent_id when v_level in ('agent', 'grouped_agent') then s.agent_id end
  left join private.customers_at_issue(p_project, array(select x.id from page x where x.id is not null and v_level <> 'unnumbered')) o on o.booking_id = p.id
  order by case when ask.before is null then p.row_key end, p.row_key desc;
end $function$;

CREATE OR REPLACE FUNCTION public.report_penetration_report(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(level text, row_key text, manager_id uuid, manager_name text, agent_id uuid, agent_name text, item text, product_id uuid, material_code text, customer_id uuid, customer_name text, store_name text, area text, contact text, last_bought date, last_order date, credit_line numeric, credit_left numeric, available bigint, universe bigint, buyers bigint, gap bigint, percent numeric, previous_percent numeric, change numeric, cs bigint, pcs bigint, pieces bigint, litres numeric, net numeric, bookings bigint, lines_per_order numeric, drop_size numeric, cells jsonb, heads jsonb, managers bigint, agents bigint, items bigint, agent_items bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
 SET work_mem TO '32MB'
AS $function$
#variable_conflict use_column
declare
  v_level text := coalesce(p_filters ->> 'level', 'agent');
  v_shown text := case when v_level = 'total' then coalesce(p_filters ->> 'for', 'agent') else v_level end;
  v_sort text := coalesce(p_filters ->> 'sort', 'name');
  v_to date := coalesce(private.read_date(p_filters, 'to'), private.business_date(p_project));
  v_from date := coalesce(private.read_date(p_filters, 'from'), date_trunc('month', v_to)::date);
  v_least int := greatest(coalesce(private.read_int(p_filters, 'min_pieces'), 1), 1);
  v_chosen boolean := p_filters ?| array['product_id', 'category1', 'category2', 'category3'];
  v_products boolean := coalesce(p_filters ->> 'items' = 'product', false);
  -- Agents and managers need the sums of all items together, and which items were bought; the period before needs of each outlet only the latter.
  v_reach boolean := v_shown in ('agent', 'manager') and v_least = 1;
  v_sales jsonb := private.fields_of(p_filters) - '{agent_id,manager_id,customer_id,cancelled}'::text[];
  v_earlier record;
  v_available bigint;
  -- The total of these levels is computed with their rows.
  v_whole boolean := v_level in ('agent', 'item', 'grouped', 'manager') and private.read_boolean(p_filters, 'with_total');
  ask record;
begin
  ask := private.open_report(p_project, p_filters, 'reports.penetration', v_level, '{agent,item,grouped,manager,not_buying,total}', v_sort, '{name,percent,gap,net,last,credit}');
  if ask.known then
    return query select k.* from known.report_penetration_report(p_project, p_filters - 'known_at') k;
    return;
  end if;
  v_earlier := private.comparison_period(v_from, v_to, p_filters ->> 'against');
  if v_chosen then
    v_available := (select sum(i.available)::bigint from private.report_products(p_project, p_filters) g
      join public.inventory i on i.project_id = p_project and i.product_id = g.product_id);
  end if;
  if v_level = 'not_buying' then
    return query
    with missed as (
      select n.*, c.name, c.store_name, c.area, c.contact, c.sort_key, f.credit_line, f.credit_left, coalesce(a.display_name, 'Former agent') as agent_name,
        case when n.manager_id is not null then coalesce(b.display_name, 'Former manager') end as manager_name
      from private.non_buyers(p_project, p_filters, v_from, v_to) n
      join public.customers c on c.project_id = p_project and c.id = n.customer_id
      left join private.filtered_customers(p_project, '{}') f on f.id = n.customer_id
      left join public.profiles a on a.user_id = n.agent_id left join public.profiles b on b.user_id = n.manager_id
    ), keyed as (
      -- Non-buyers are sorted by the day of their last purchase; outlets that never bought come last.
      select m.*, (case v_sort when 'last' then coalesce(m.last_bought::text, '~') when 'credit' then to_char(1e14 - coalesce(m.credit_left, 1e13), 'FM000000000000000.00') else '' end
        || concat_ws(E'\x1f', case when v_sort = 'name' then lower(m.agent_name) || m.agent_id end, m.sort_key, m.customer_id)) collate "C" as row_key
      from missed m
    )
    select 'not_buying', k.row_key, k.manager_id, k.manager_name, k.agent_id, k.agent_name, null::text, null::uuid, null::text,
      k.customer_id, k.name, k.store_name, k.area, k.contact, k.last_bought, k.last_order, k.credit_line, k.credit_left, v_available,
      null::bigint, null::bigint, 1::bigint, null::numeric, null::numeric, null::numeric, null::bigint, null::bigint, null::bigint, null::numeric, null::numeric,
      null::bigint, null::numeric, null::numeric, null::jsonb, null::jsonb, null::bigint, null::bigint, null::bigint, null::bigint
    from keyed k
    where (ask.after is null or k.row_key > ask.after collate "C") and (ask.before is null or k.row_key < ask.before collate "C")
    order by case when ask.before is null then k.row_key end, k.row_key desc limit ask.row_limit;
    return;
  end if;

  -- With few rows one plan is right for all, and to make it takes longer than to run it.
  if v_reach and not v_products then perform set_config('plan_cache_mode', 'force_generic_plan', true); end if;
  return query
  with goods as materialized (
    select g.* from private.report_products(p_project, p_filters) g
  ), outlets as materialized (
    select true as now, o.* from private.outlets(p_project, p_filters, v_to) o
    union all
    select false, o.* from private.outlets(p_project, p_filters, v_earlier.earlier_to) o where v_earlier.earlier_to is not null
  ), orders as materialized (
    -- The selling agent does not matter: the outlet counts for its owning agent of the day.
    select true as now, c.* from private.sales_cells(p_project, v_sales, v_from, v_to, '{customer,item,bought}') c where not v_reach
    union all
    select false, c.* from private.sales_cells(p_project, v_sales, v_earlier.earlier_from, v_earlier.earlier_to, '{customer,item,bought,brief}') c
    where v_least > 1 and v_earlier.earlier_to is not null
  ), buyers as materialized (
    select b.*, o.manager_id, o.agent_id, o.customer_id is not null as counts
    from (
      select true as now, n.* from private.buyers(p_project, v_sales, v_from, v_to, false) n where v_reach
      union all
      select false, e.* from private.buyers(p_project, v_sales, v_earlier.earlier_from, v_earlier.earlier_to, true) e where v_least = 1 and v_earlier.earlier_to is not null) b
    left join outlets o on o.now = b.now and o.customer_id = b.customer_id
  ), of_items as materialized (
    select o.now, o.customer_id, coalesce(o.item_id, '') as item_id, sum(o.bookings) as bookings, sum(o.skus) as skus, sum(o.cs) as cs, sum(o.pcs) as pcs,
      sum(o.pieces) as pieces, sum(o.litres) as litres, sum(o.net) as net
    from orders o where o.visits is null group by o.now, o.customer_id, coalesce(o.item_id, '')
  ), of_all as (
    select o.now, o.customer_id, sum(o.visits) as bookings, sum(o.skus) as skus, sum(o.cs) as cs, sum(o.pcs) as pcs, sum(o.pieces) as pieces, sum(o.litres) as litres, sum(o.net) as net
    from orders o group by o.now, o.customer_id
  ), bought as (
    select o.manager_id, o.agent_id, c.*
    from (
      select i.* from of_items i where i.pieces >= v_least
      union all
      -- A row without item is for all items together.
      select a.now, a.customer_id, null, a.bookings, a.skus, a.cs, a.pcs, a.pieces, a.litres, a.net from of_all a where a.pieces >= v_least) c
    join outlets o on o.now = c.now and o.customer_id = c.customer_id
    union all
    select b.manager_id, b.agent_id, b.now, b.customer_id, null, b.bookings, b.skus, b.cs, b.pcs, b.pieces, b.litres, b.net from buyers b where b.counts
  ), of_agents as (
    -- An outlet has one agent and one row per item, so that counting rows counts outlets.
    select b.manager_id, b.agent_id, b.item_id, count(*) filter (where b.now) as buyers, count(*) filter (where not b.now) as before,
      sum(b.bookings) filter (where b.now) as bookings, sum(b.skus) filter (where b.now) as skus, sum(b.cs) filter (where b.now) as cs, sum(b.pcs) filter (where b.now) as pcs,
      sum(b.pieces) filter (where b.now) as pieces, sum(b.litres) filter (where b.now) as litres, sum(b.net) filter (where b.now) as net
    from bought b group by b.manager_id, b.agent_id, b.item_id
    union all
    select b.manager_id, b.agent_id, coalesce(i.item, ''), count(*) filter (where b.now), count(*) filter (where not b.now), null, null, null, null, null, null, null
    from buyers b cross join lateral unnest(b.items) i (item) where b.counts and b.now = v_reach group by b.manager_id, b.agent_id, coalesce(i.item, '')
  ), reached as materialized (
    select concat_ws('|', case when grouping(a.agent_id) = 0 then 'a' || a.agent_id when grouping(a.manager_id) = 0 then 'm' || coalesce(a.manager_id::text, '') else 't' end,
        'i' || a.item_id) as k,
      sum(a.buyers)::bigint as buyers, sum(a.before)::bigint as before, sum(a.bookings) as bookings, sum(a.skus) as skus, sum(a.cs) as cs, sum(a.pcs) as pcs,
      sum(a.pieces) as pieces, sum(a.litres) as litres, sum(a.net) as net
    from of_agents a
    group by a.item_id, grouping sets ((a.manager_id, a.agent_id), (a.manager_id), ())
  ), whole as materialized (
    select case when grouping(o.agent_id) = 0 then 'a' || o.agent_id when grouping(o.manager_id) = 0 then 'm' || coalesce(o.manager_id::text, '') else 't' end as k,
      case when grouping(o.agent_id) = 0 then 'agent' when grouping(o.manager_id) = 0 then 'manager' else 'total' end as of, o.manager_id, o.agent_id,
      count(*) filter (where o.now) as universe, count(*) filter (where not o.now) as before
    from outlets o group by grouping sets ((o.manager_id, o.agent_id), (o.manager_id), ())
  ), things as materialized (
    select coalesce(g.item_id, '') as item_id, min(g.item) as item, min(g.product_id::text) filter (where v_products)::uuid as product_id,
      min(g.material_code) filter (where v_products) as material_code, 'i' || coalesce(g.item_id, '') as k
    from goods g group by coalesce(g.item_id, '')
    having bool_or(g.active) or coalesce(g.item_id, '') in (
      select i.item_id from of_items i
      union all
      select coalesce(i.item, '') from buyers b cross join lateral unnest(b.items) i (item) where b.now = v_reach)
  ), wide as (
    -- The columns of the matrix: the items or agents with the most buyers.
    select x.key, x.label, x.k, row_number() over (order by x.buyers desc nulls last, x.label nulls last, x.key) as row_no
    from (
      select t.item_id as key, coalesce(t.item, 'No category') as label, t.k, r.buyers from things t left join reached r on r.k = 't|' || t.k
      where v_shown in ('agent', 'manager')
      union all
      select w.agent_id::text, coalesce(p.display_name, 'Former agent'), w.k, r.buyers from whole w
      left join public.profiles p on p.user_id = w.agent_id left join reached r on r.k = w.k
      where v_shown = 'item' and w.of = 'agent' and w.universe > 0
    ) x
  ), grid as (
    select w.of as level, w.k as k, w.k as base, w.manager_id, w.agent_id, null::text as item_id, null::text as item, null::uuid as product_id, null::text as material_code
    from whole w where w.of = v_level or (v_whole and w.of = 'total') or (v_level = 'grouped' and w.of = 'agent' and (select count(*) from things) > 1)
    union all
    select 'item', w.k || '|' || t.k, w.k, w.manager_id, w.agent_id, t.item_id, t.item, t.product_id, t.material_code
    from whole w cross join things t where (v_level = 'grouped' and w.of = 'agent') or (v_level = 'item' and w.of = 'total')
  ), figured as (
    select g.*, w.universe, w.before as universe_before, coalesce(r.buyers, 0) as buyers, coalesce(r.before, 0) as buyers_before,
      round(coalesce(r.buyers, 0) * 100.0 / nullif(w.universe, 0), 2) as percent, round(coalesce(r.before, 0) * 100.0 / nullif(w.before, 0), 2) as previous_percent,
      r.cs, r.pcs, r.pieces, r.litres, coalesce(r.net, 0.00) as net, coalesce(r.bookings, 0) as bookings, r.skus
    from grid g join whole w on w.k = g.base left join reached r on r.k = g.k
  ), matrix as (
    select f.k, jsonb_object_agg(d.key, round(coalesce(r.buyers, 0) * 100.0 / nullif(w.universe, 0), 2)::text) as cells
    from figured f cross join wide d
    -- With agents in the columns the universe is that of the column, with items that of the row.
    join whole w on w.k = case when v_shown = 'item' then d.k else f.base end
    left join reached r on r.k = case when v_shown = 'item' then d.k || coalesce('|i' || f.item_id, '') else f.base || '|' || d.k end
    where d.row_no <= 60
    group by f.k
  ), named as (
    select f.*, m.cells, coalesce(a.display_name, 'Former agent') as agent_name,
      case when f.manager_id is not null then coalesce(b.display_name, 'Former manager') end as manager_name
    from figured f left join matrix m on m.k = f.k
    left join public.profiles a on a.user_id = f.agent_id left join public.profiles b on b.user_id = f.manager_id
  ), keyed as (
    select n.*, (case case n.level when 'total' then 'total' else v_level end
      when 'total' then ''
      when 'grouped' then concat_ws(E'\x1f', lower(n.agent_name), n.agent_id, case n.level when 'agent' then '1' else concat_ws(E'\x1f', '0', coalesce('0' || lower(n.item), '1'), n.item_id) end)
      else case v_sort when 'percent' then to_char(1000 - coalesce(n.percent, 0), 'FM0000.00') when 'gap' then to_char(100000000 - (n.universe - n.buyers), 'FM000000000')
          when 'net' then to_char(1e14 - n.net, 'FM000000000000000.00') else '' end
        || case v_level when 'agent' then concat_ws(E'\x1f', lower(n.agent_name), n.agent_id)
          when 'manager' then coalesce(concat_ws(E'\x1f', '0' || lower(n.manager_name), n.manager_id), '1')
          else concat_ws(E'\x1f', coalesce('0' || lower(n.item), '1'), n.item_id) end end) collate "C" as row_key
    from named n
  )
  select case when v_level = 'grouped' and k.level = 'agent' then 'subtotal' else k.level end, k.row_key, k.manager_id, k.manager_name,
    k.agent_id, case when k.agent_id is not null then k.agent_name end, k.item, k.product_id, k.material_code,
    null::uuid, null::text, null::text, null::text, null::text, null::date, null::date, null::numeric, null::numeric,
    case when k.level = 'total' then v_available end,
    k.universe, k.buyers, k.universe - k.buyers, k.percent, k.previous_percent, k.percent - k.previous_percent,
    coalesce(k.cs, 0)::bigint, coalesce(k.pcs, 0)::bigint, coalesce(k.pieces, 0)::bigint, coalesce(k.litres, 0.000), k.net, k.bookings::bigint,
    round(k.skus / nullif(k.bookings, 0), 2), round(k.net / nullif(k.bookings, 0), 2), k.cells,
    case when k.level = 'total' then coalesce((select jsonb_agg(jsonb_build_object('key', d.key, 'label', d.label) order by d.row_no) from wide d where d.row_no <= 60), '[]') end,
    case when k.level = 'total' then (select count(*) from whole w where w.of = 'manager') end, case when k.level = 'total' then (select count(*) from whole w where w.of = 'agent') end,
    case when k.level = 'total' then (select count(*) from things) end,
    case when k.level = 'total' then (select count(*) from whole w where w.of = 'agent') * (select count(*) from things) end
  from keyed k
  where (v_whole and k.level = 'total') or ((ask.after is null or k.row_key > ask.after collate "C") and (ask.before is null or k.row_key < ask.before collate "C"))
  order by k.level <> 'total', case when ask.before is null then k.row_key end, k.row_key desc limit ask.row_limit + v_whole::int;
end $function$;

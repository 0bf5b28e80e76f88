set local check_function_bodies = off;

CREATE TABLE "private"."receipt_day_sums" ("project_id" uuid NOT NULL, "on_date" date NOT NULL, "counted_as" text NOT NULL, "net" numeric(18,2) NOT NULL, "listed" bigint NOT NULL, CONSTRAINT "receipt_day_sums_counted_as_bounded" CHECK (((length(counted_as) <= 400) AND (counted_as !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text))), CONSTRAINT "receipt_day_sums_listed_bounded" CHECK (((listed >= '-1000000000'::integer) AND (listed <= 1000000000))), CONSTRAINT "receipt_day_sums_net_bounded" CHECK (((net >= '-9999999999999999.99'::numeric) AND (net <= 9999999999999999.99))), CONSTRAINT "receipt_day_sums_on_date_bounded" CHECK (((on_date >= '1900-01-01'::date) AND (on_date <= '2999-12-31'::date))), CONSTRAINT "receipt_day_sums_pkey" PRIMARY KEY (project_id, on_date, counted_as));

CREATE OR REPLACE FUNCTION known.counted_entries(p_project uuid, p_basis text, p_from date, p_to date, p_receipts uuid[] DEFAULT NULL::uuid[])
 RETURNS TABLE(collection_id uuid, part text, on_date date, amount numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
#variable_conflict use_column
declare
  v_from date := coalesce(p_from, '-infinity');
  v_to date := coalesce(p_to, 'infinity');
begin
  return query
  with posted as (
    select e.collection_id, e.on_date, e.kind, -case p_basis when 'cleared' then e.cleared_amount else e.amount end as amount
    from known.receivable_entries e
    where e.project_id = p_project and e.collection_id is not null and e.on_date between v_from and v_to
      and (p_receipts is null or e.collection_id = any (p_receipts))
      -- By the date of a paper the receipt itself is read below.
      and (p_basis in ('collected', 'cleared') or (p_basis = 'cr' and e.kind not in ('receipt', 'archived')))
    union all
    select c.id, case p_basis when 'cr' then c.cr_date else c.drr_date end, 'receipt', -e.amount
    from known.collections c
    join known.receivable_entries e on e.project_id = p_project and e.collection_id = c.id
      and (e.kind in ('receipt', 'archived') or (p_basis = 'drr' and e.kind = 'cancelled'))
    where c.project_id = p_project
      and ((p_basis = 'cr' and c.cr_date between v_from and v_to) or (p_basis = 'drr' and c.drr_date between v_from and v_to))
  ), summed as (
    select p.collection_id, k.part, p.on_date, sum(p.amount) as amount
    from posted p
    cross join lateral (select case when p.kind in ('redeposited', 'replaced', 'paid_back') then p.kind when p.kind = 'cheque_returned' then 'returned'
      when p.kind = 'cancelled' then 'reversed' else 'receipt' end as part) k
    group by p.collection_id, k.part, p.on_date having sum(p.amount) <> 0
  )
  select s.collection_id, s.part, s.on_date, s.amount from summed s
  -- What is cancelled on the day on which it counts is not listed. Few are, and their set is searched.
  where s.part not in ('receipt', 'reversed')
    or (s.part = 'receipt' and (s.collection_id, s.on_date, -s.amount) not in (select o.collection_id, o.on_date, o.amount from summed o where o.part = 'reversed'))
    or (s.part = 'reversed' and (s.collection_id, s.on_date, -s.amount) not in (select o.collection_id, o.on_date, o.amount from summed o where o.part = 'receipt'));
end $function$;

CREATE OR REPLACE FUNCTION known.counted_receipts(p_project uuid, p_basis text, p_from date, p_to date)
 RETURNS TABLE(collection_id uuid, part text, on_date date, amount numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.scope_of(p_project, 'reports.collection') is null then return; end if;
  return query select e.* from known.counted_entries(p_project, p_basis, p_from, p_to) e;
end $function$;

CREATE OR REPLACE FUNCTION known.receipt_days(p_project uuid, p_from date, p_to date)
 RETURNS TABLE(on_date date, counted_as text, net numeric, listed bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select e.on_date, x.counted_as, sum(e.amount), count(*)
  from known.counted_entries(p_project, 'collected', p_from, p_to) e
  join known.collections c on c.project_id = p_project and c.id = e.collection_id
  cross join lateral (select case when e.part in ('redeposited', 'replaced') then 'returned' when e.part <> 'receipt' then e.part when c.from_archive then 'on_paper'
    else c.collection_type end as counted_as) x
  group by e.on_date, x.counted_as
$function$;

CREATE OR REPLACE FUNCTION known.receipt_sums(p_project uuid, p_from date, p_to date)
 RETURNS TABLE(counted_as text, net numeric, listed bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
#variable_conflict use_column
declare
  -- Few cheques have not cleared, and what has cleared changes every day: it is not kept.
  v_uncleared uuid[] := array(
    select c.id from known.collections c
    where c.project_id = p_project and c.collection_type = 'cheque' and (c.cheque_cleared_on is null or c.approval_status <> 'approved')
      and not c.from_archive and c.date_collected <= coalesce(p_to, 'infinity'));
begin
  if private.scope_of(p_project, 'reports.collection') is null or private.scope_of(p_project, 'collections.read') is distinct from 'all' then perform private.forbid(); end if;
  return query
  select x.counted_as, sum(x.net), sum(x.listed)::bigint
  from (
    select s.counted_as, s.net, s.listed
    from known.exact_days k join private.receipt_day_sums s on s.project_id = p_project and s.on_date = k.on_date
    where k.project_id = p_project and k.on_date between coalesce(p_from, '-infinity') and coalesce(p_to, 'infinity')
    union all
    select d.counted_as, d.net, d.listed
    from known.days_to_read(p_project, p_from, p_to) r cross join lateral known.receipt_days(p_project, r.first_day, r.last_day) d
    union all
    select 'cheque_uncleared', e.amount, 0 from known.counted_entries(p_project, 'collected', p_from, p_to, v_uncleared) e where e.part = 'receipt') x
  group by x.counted_as;
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
      -- Each agent is found in the index beyond the last one.
      with recursive agents as (
        (select c.agent_id from known.collections c where c.project_id = p_project order by c.agent_id limit 1)
        union all
        select (select c.agent_id from known.collections c where c.project_id = p_project and c.agent_id > a.agent_id order by c.agent_id limit 1)
        from agents a where a.agent_id is not null
      )
      select a.agent_id into v_agent from agents a left join known.profiles w on w.user_id = a.agent_id where a.agent_id is not null
      order by concat_ws(E'\x1f', lower(coalesce(w.display_name, 'Former agent')), a.agent_id) collate "C" limit 1;
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

CREATE OR REPLACE FUNCTION private.book_checks()
 RETURNS TABLE(sort_order integer, check_key text, area text, rule text)
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  values
    (1, 'totals.receivables', 'Control totals', 'What a customer owes is the same in the ledger, the AR report, the customer page, the statement of account and the master list, and on Home in sum.'),
    (2, 'ledgers.sales_days', 'Control totals', 'Sales of a day are the pieces that were delivered on that day, line by line, less those that came back.'),
    (3, 'ledgers.sales', 'Control totals', 'What is posted of a booking''s line is what it says is delivered, at AgentSRP less its discounts, less its credit memos, and at the cost that left the stock.'),
    (4, 'ledgers.money', 'Control totals', 'The money of a place is what receipts, remittances, deposits and payments put there, document by document; the cash position shows it.'),
    (5, 'ledgers.cash', 'Control totals', 'The cash of the office and of each collector is the sum of its entries, and never less than nothing.'),
    (6, 'ledgers.stock', 'Control totals', 'The value of the stock of a product is the cost of its movements; nothing on hand is worth nothing.'),
    (7, 'totals.cost_of_sales', 'Control totals', 'The cost of sales of a document is the same in the journal and in the sales report, on each day.'),
    (8, 'journal.balanced', 'Control totals', 'The debits of every entry are its credits.'),
    (9, 'journal.controls', 'Control totals', 'Receivables, inventory, cash, cheques and what is to be paid are in the journal what the documents say.'),
    (10, 'journal.banks', 'Control totals', 'A bank account is in the journal what the cash position says of it: its book balance and the deposited cheques that have not cleared.'),
    (11, 'ledgers.closed', 'Control totals', 'No entry was posted on a day of a closed period after it was closed.'),
    (12, 'stock.on_hand', 'Stock', 'What is on hand is the sum of the stock ledger, and never less than nothing.'),
    (13, 'stock.kinds', 'Stock', 'Bought, returned to suppliers, delivered, returned and adjusted pieces are each the sum of their movements.'),
    (14, 'stock.reserved', 'Stock', 'Reserved is what is validated and neither delivered nor released.'),
    (15, 'stock.issues', 'Stock', 'The ledger issued what the lines of bookings say is delivered.'),
    (16, 'stock.counts', 'Stock', 'A posted count has adjusted its variances, and no other count anything.'),
    (17, 'stock.price', 'Stock', 'The current SRP is the one where its history ends.'),
    (18, 'purchases.pieces', 'Purchases', 'Each line has moved its pieces, of a cancelled record none.'),
    (19, 'purchases.total', 'Purchases', 'The total of a record is the sum of its lines.'),
    (20, 'orders.total', 'Bookings', 'The total of a booking is the sum of its lines; an opening balance has none.'),
    (21, 'orders.credit', 'Bookings', 'No customer exceeds the credit limit without an override.'),
    (22, 'orders.numbers', 'Bookings', 'SO numbers have no gap and no double.'),
    (23, 'receipts.collected', 'Collections', 'Collected and credited are the sums of approved receipts and of credits.'),
    (24, 'receipts.balance', 'Collections', 'No balance is below zero; paid means a balance of zero, with a date.'),
    (25, 'receipts.allocated', 'Collections', 'No receipt pays more than its amount.'),
    (26, 'receipts.parts', 'Collections', 'The parts of a receipt share its number, dates, people and approval.'),
    (27, 'receipts.uncleared', 'Collections', 'Uncleared is what cheques paid that have not cleared.'),
    (28, 'cheques.state', 'Cheques received', 'A cheque stands where its last event left it; a returned or replaced one pays nothing.'),
    (29, 'cheques.slip', 'Cheques received', 'Every deposited or cleared cheque came to the bank on a slip.'),
    (30, 'cheques.cash', 'Cheques received', 'The cash of a deposit slip is in the bank whole, or was taken back whole.'),
    (31, 'remittances.sums', 'Remittances', 'A remittance says what its receipts and its cash count say.'),
    (32, 'remittances.receipts', 'Remittances', 'A receipt is on one received remittance at most, under its number and date, and stands.'),
    (33, 'vouchers.total', 'Vouchers', 'The total of a voucher is the sum of its lines, and its cheque is for the net.'),
    (34, 'vouchers.state', 'Vouchers', 'A released voucher was printed and has a releaser and a date; a cancelled one has a reason.'),
    (35, 'vouchers.numbers', 'Vouchers', 'Voucher numbers have no gap and no double.'),
    (36, 'vouchers.cheque', 'Vouchers', 'A voucher paid by cheque has one live cheque, which says what the voucher says.'),
    (37, 'vouchers.cheque_state', 'Vouchers', 'A cheque is as far as its voucher: released after it, void when it is cancelled.'),
    (38, 'trail.bookings', 'Audit trail', 'Every decision on a booking is in the trail.'),
    (39, 'trail.customers', 'Audit trail', 'Every decision on a customer is in the trail.'),
    (40, 'trail.receipts', 'Audit trail', 'Every decision on a receipt is in the trail.'),
    (41, 'trail.vouchers', 'Audit trail', 'Every change of a voucher''s state is in the trail.'),
    (42, 'ledgers.receivables', 'Ledgers', 'What is posted of a booking is its balance once it is invoiced or archived, and its advances before.'),
    (43, 'ledgers.unapplied', 'Ledgers', 'What is posted of a receipt without a booking is its unapplied payment.'),
    (44, 'ledgers.positions', 'Ledgers', 'What is kept of a document beside the receivables ledger is the sum of its entries and the days of the first and the last one.'),
    (45, 'memos.credits', 'Memos', 'An approved credit memo credits its amount and its VAT to bookings; a pending or cancelled one nothing.'),
    (46, 'memos.debits', 'Memos', 'An approved debit memo is one receivable of its number and its amount; a cancelled one no longer.'),
    (47, 'memos.sales', 'Memos', 'What a memo credits or charges of lines is in the sales ledger under the memo.'),
    (48, 'memos.numbers', 'Memos', 'CM and DM numbers have no gap and no double.'),
    (49, 'ledgers.cash_days', 'Ledgers', 'The cash of the office and of each collector was never less than nothing at the end of a day.'),
    (50, 'ledgers.discounts', 'Ledgers', 'Sales and discounts of the deliveries of a booking''s line are what was delivered, at AgentSRP; free goods are posted as such.'),
    (51, 'vat.bookings', 'VAT', 'What a booking says of VAT and of exempt and zero-rated sales is what its lines say.'),
    (52, 'vat.purchases', 'VAT', 'The input VAT that is posted of a purchase line is the VAT that the line says.'),
    (53, 'vat.output', 'VAT', 'Output VAT in the journal is the VAT of what was delivered, less that of credit memos, with that of debit memos.'),
    (54, 'vat.report', 'VAT', 'The VAT report of each month says what the accounts of the journal say.'),
    (55, 'orders.receipts', 'Bookings', 'DR numbers have no gap and no double.'),
    (56, 'journal.days', 'Ledgers', 'What is kept of a past day for reports is what the journal, the VAT report and the collection report have of that day.'),
    (57, 'totals.lists', 'Ledgers', 'The number and the sum of all bookings and receipts that lists show are those of their rows.')
$function$;

CREATE OR REPLACE FUNCTION private.check_journal(p_projects uuid[])
 RETURNS TABLE(check_key text, project_id uuid, kind text, id uuid, label text, stored text, expected text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with lines as materialized (
    select p.id as project_id, l.* from unnest(p_projects) p (id) cross join lateral private.double_entries(p.id, null, null) l),
  -- Goods that came back and allowances lower sales; what is written off does not.
  returned as (
    select k.project_id, k.booking_id, coalesce(sum(k.amount) filter (where k.line_id is not null and k.kind <> 'released'), 0) as amount,
      coalesce(sum(k.amount) filter (where k.line_id is null), 0) as written_off
    from public.booking_credits k where k.project_id = any (p_projects) group by k.project_id, k.booking_id),
  delivered as (
    select l.project_id, l.booking_id, sum(d.amount + round(d.amount * l.vat_on_top / 100, 2)) as amount from public.booking_lines l
    cross join lateral (select round((l.agent_srp * l.quantity_delivered * l.quantity * (100 - l.discount_percent) - l.discount_amount * l.quantity_delivered * 100 * l.agent_srp_pieces) / (100.0 * l.agent_srp_pieces * l.quantity), 2) as amount) d
    where l.project_id = any (p_projects) group by l.project_id, l.booking_id),
  used as (
    select a.project_id, a.collection_id, sum(a.amount) as amount from public.collection_allocations a
    where a.project_id = any (p_projects) group by a.project_id, a.collection_id),
  controls as (
    select b.project_id, 'receivables' as account, sum(case when b.date_invoiced is not null or b.booking_status <> 'active' then b.balance else -b.collected end) as amount
    from public.bookings b where b.project_id = any (p_projects) and b.approval_status like 'approved%' group by b.project_id
    union all
    select b.project_id, 'unbilled', sum(coalesce(d.amount, 0) - coalesce(r.amount, 0)
      - case when b.approval_status like 'approved%' and (b.date_invoiced is not null or b.booking_status <> 'active') then b.total - b.credited + coalesce(r.written_off, 0) else 0 end)
    from public.bookings b
    left join delivered d on d.project_id = b.project_id and d.booking_id = b.id
    left join returned r on r.project_id = b.project_id and r.booking_id = b.id
    where b.project_id = any (p_projects) and not b.is_opening group by b.project_id
    union all
    select c.project_id, 'customer_deposits', -sum(c.amount - c.reversed - coalesce(u.amount, 0))
    from public.collections c left join used u on u.project_id = c.project_id and u.collection_id = c.id
    where c.project_id = any (p_projects) and c.approval_status = 'approved' group by c.project_id
    union all
    select c.project_id, 'receipts_clearing', -sum(c.amount) from public.collections c
    where c.project_id = any (p_projects) and c.approval_status = 'pending' and c.collection_type in ('cash', 'cheque') group by c.project_id
    union all
    select c.project_id, 'creditable_tax', sum(c.amount) from public.collections c
    where c.project_id = any (p_projects) and c.approval_status = 'approved' and c.collection_type = 'withholding' group by c.project_id
    union all
    select c.project_id, 'cheques_on_hand', sum(c.amount) from public.collections c
    where c.project_id = any (p_projects) and c.approval_status <> 'cancelled' and c.cheque_state = 'on_hand' group by c.project_id
    union all
    select v.project_id, 'withheld_tax', -sum(v.ewt_amount) from public.vouchers v
    where v.project_id = any (p_projects) and v.status = 'released' group by v.project_id
    union all
    select x.project_id, 'input_vat', sum(x.vat) from (
      select l.project_id, case p.kind when 'supplier_return' then -l.vat_amount else l.vat_amount end as vat
      from public.purchase_lines l join public.purchases p on p.project_id = l.project_id and p.id = l.purchase_id
      where l.project_id = any (p_projects) and p.status = 'active'
      union all
      select l.project_id, l.vat_amount from public.voucher_lines l join public.vouchers v on v.project_id = l.project_id and v.id = l.voucher_id
      where l.project_id = any (p_projects) and v.status = 'released') x group by x.project_id
    union all
    select i.project_id, 'inventory', sum(i.stock_value) from public.inventory i where i.project_id = any (p_projects) group by i.project_id
    union all
    select c.project_id, case when c.holder_id = c.project_id then 'office_cash' else 'collector_cash' end, sum(c.amount)
    from private.cash_balances c where c.project_id = any (p_projects) group by 1, 2
    union all
    select i.project_id, 'issued_cheques', -sum(i.amount) from public.issued_cheques i
    where i.project_id = any (p_projects) and i.state = 'released' group by i.project_id
    union all
    -- A released voucher whose cheque became void or stale is to be paid again.
    select v.project_id, 'vouchers_payable', -sum(v.net_amount) from public.vouchers v
    where v.project_id = any (p_projects) and v.status = 'released' and v.mode_of_payment = 'cheque'
      and not exists (select from public.issued_cheques i where i.project_id = v.project_id and i.voucher_id = v.id and i.state in ('released', 'cleared'))
    group by v.project_id),
  posted as (
    select l.project_id, l.account, sum(l.amount) as amount from lines l where l.account in (select c.account from controls c) group by l.project_id, l.account),
  kept as (select k.project_id, k.on_date from private.exact_days k where k.project_id = any (p_projects))
  select 'journal.balanced', l.project_id, private.journal_kind(l.project_id, l.source, l.document), l.document, format('%s %s of %s', l.source, l.kind, l.on_date), sum(l.amount)::text, '0.00'
  from lines l group by l.project_id, l.source, l.document, l.on_date, l.kind, l.posted_at having sum(l.amount) <> 0
  union all
  -- The cost of sales of a document is what the sales report has as its cost, on each day.
  select 'totals.cost_of_sales', k.project_id, private.journal_kind(k.project_id, k.source, k.document), k.document, format('Cost of sales of %s', k.on_date),
    sum(k.posted)::text, sum(k.sold)::text
  from (
    select l.project_id, case l.source when 'memos' then 'memos' else 'sales' end as source, l.document, l.on_date, l.amount as posted, 0.00 as sold
    from lines l where l.account = 'cost_of_sales'
    union all
    select e.project_id, case when e.memo_id is null then 'sales' else 'memos' end, coalesce(e.memo_id, e.booking_id), e.on_date, 0, e.cost
    from public.sales_entries e where e.project_id = any (p_projects)) k
  group by k.project_id, k.source, k.document, k.on_date having sum(k.posted) <> sum(k.sold)
  union all
  select 'journal.controls', k.project_id, 'project', k.project_id, d.name, sum(k.posted)::text, sum(k.expected)::text
  from (
    select p.project_id, p.account, p.amount as posted, 0.00 as expected from posted p
    union all
    select c.project_id, c.account, 0, c.amount from controls c) k
  join private.default_accounts() d on d.account = k.account
  group by k.project_id, k.account, d.name having sum(k.posted) <> sum(k.expected)
  union all
  select 'journal.banks', k.project_id, 'bank', k.id, concat_ws(' ', k.bank, k.account_no), x.posted::text, x.expected::text
  from public.banks k
  cross join lateral (
    select coalesce((select sum(l.amount) from lines l where l.project_id = k.project_id and l.account = 'bank' and l.part = k.id), 0.00) as posted,
      private.bank_balance(k.project_id, k.id, null)
        + coalesce((select sum(d.amount_in) from private.due_cheques(k.project_id) d where d.bank_id = k.id), 0.00) as expected) x
  where k.project_id = any (p_projects) and x.posted <> x.expected
  union all
  select 'journal.days', x.project_id, 'project', x.project_id, format('%s on %s', coalesce(d.name, 'Entries'), x.on_date),
    concat_ws(' / ', sum(x.debit) filter (where x.is_kept), sum(x.credit) filter (where x.is_kept), coalesce(sum(x.lines) filter (where x.is_kept), 0)),
    concat_ws(' / ', sum(x.debit) filter (where not x.is_kept), sum(x.credit) filter (where not x.is_kept), coalesce(sum(x.lines) filter (where not x.is_kept), 0))
  from (
    select true as is_kept, s.project_id, s.on_date, s.account, s.part, s.debit, s.credit, s.lines
    from kept k join private.account_day_sums s on s.project_id = k.project_id and s.on_date = k.on_date
    union all
    select false, l.project_id, l.on_date, l.account, l.part, greatest(l.amount, 0), greatest(-l.amount, 0), 1
    from kept k join lines l on l.project_id = k.project_id and l.on_date = k.on_date
    union all
    select true, s.project_id, s.on_date, null, null, null, null, s.entries
    from kept k join private.account_day_sums s on s.project_id = k.project_id and s.on_date = k.on_date
    union all
    select false, l.project_id, l.on_date, null, null, null, null, count(distinct (l.source, l.document, l.kind, l.posted_at))
    from kept k join lines l on l.project_id = k.project_id and l.on_date = k.on_date group by l.project_id, l.on_date) x
  left join private.default_accounts() d on d.account = x.account
  group by x.project_id, x.on_date, x.account, x.part, d.name
  having (coalesce(sum(x.debit) filter (where x.is_kept), 0), coalesce(sum(x.credit) filter (where x.is_kept), 0), coalesce(sum(x.lines) filter (where x.is_kept), 0))
    is distinct from (coalesce(sum(x.debit) filter (where not x.is_kept), 0), coalesce(sum(x.credit) filter (where not x.is_kept), 0), coalesce(sum(x.lines) filter (where not x.is_kept), 0))
  union all
  select 'journal.days', coalesce(s.project_id, d.project_id), 'project', coalesce(s.project_id, d.project_id),
    format('Receipts, %s on %s', replace(coalesce(s.counted_as, d.counted_as), '_', ' '), coalesce(s.on_date, d.on_date)), concat_ws(' / ', s.net, s.listed), concat_ws(' / ', d.net, d.listed)
  from (
    select s.* from private.exact_days k join private.receipt_day_sums s on s.project_id = k.project_id and s.on_date = k.on_date
    where k.project_id = any (p_projects)) s
  full join (
    select k.project_id, d.* from unnest(p_projects) p (id) cross join lateral private.receipt_days(p.id, null, null) d
    join private.exact_days k on k.project_id = p.id and k.on_date = d.on_date) d
  on d.project_id = s.project_id and d.on_date = s.on_date and d.counted_as = s.counted_as
  where (s.net, s.listed) is distinct from (d.net, d.listed)
$function$;

CREATE OR REPLACE FUNCTION private.counted_entries(p_project uuid, p_basis text, p_from date, p_to date, p_receipts uuid[] DEFAULT NULL::uuid[])
 RETURNS TABLE(collection_id uuid, part text, on_date date, amount numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
#variable_conflict use_column
declare
  v_from date := coalesce(p_from, '-infinity');
  v_to date := coalesce(p_to, 'infinity');
begin
  return query
  with posted as (
    select e.collection_id, e.on_date, e.kind, -case p_basis when 'cleared' then e.cleared_amount else e.amount end as amount
    from public.receivable_entries e
    where e.project_id = p_project and e.collection_id is not null and e.on_date between v_from and v_to
      and (p_receipts is null or e.collection_id = any (p_receipts))
      -- By the date of a paper the receipt itself is read below.
      and (p_basis in ('collected', 'cleared') or (p_basis = 'cr' and e.kind not in ('receipt', 'archived')))
    union all
    select c.id, case p_basis when 'cr' then c.cr_date else c.drr_date end, 'receipt', -e.amount
    from public.collections c
    join public.receivable_entries e on e.project_id = p_project and e.collection_id = c.id
      and (e.kind in ('receipt', 'archived') or (p_basis = 'drr' and e.kind = 'cancelled'))
    where c.project_id = p_project
      and ((p_basis = 'cr' and c.cr_date between v_from and v_to) or (p_basis = 'drr' and c.drr_date between v_from and v_to))
  ), summed as (
    select p.collection_id, k.part, p.on_date, sum(p.amount) as amount
    from posted p
    cross join lateral (select case when p.kind in ('redeposited', 'replaced', 'paid_back') then p.kind when p.kind = 'cheque_returned' then 'returned'
      when p.kind = 'cancelled' then 'reversed' else 'receipt' end as part) k
    group by p.collection_id, k.part, p.on_date having sum(p.amount) <> 0
  )
  select s.collection_id, s.part, s.on_date, s.amount from summed s
  -- What is cancelled on the day on which it counts is not listed. Few are, and their set is searched.
  where s.part not in ('receipt', 'reversed')
    or (s.part = 'receipt' and (s.collection_id, s.on_date, -s.amount) not in (select o.collection_id, o.on_date, o.amount from summed o where o.part = 'reversed'))
    or (s.part = 'reversed' and (s.collection_id, s.on_date, -s.amount) not in (select o.collection_id, o.on_date, o.amount from summed o where o.part = 'receipt'));
end $function$;

CREATE OR REPLACE FUNCTION private.counted_receipts(p_project uuid, p_basis text, p_from date, p_to date)
 RETURNS TABLE(collection_id uuid, part text, on_date date, amount numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.scope_of(p_project, 'reports.collection') is null then return; end if;
  return query select e.* from private.counted_entries(p_project, p_basis, p_from, p_to) e;
end $function$;

CREATE OR REPLACE FUNCTION private.keep_days(p_project uuid, p_days integer DEFAULT 31)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first date := private.first_posted_day(p_project);
  v_today date := private.business_date(p_project);
  v_days date[];
  v record;
begin
  -- Nobody waits here for those who post, and nothing is summed of an older moment.
  if current_setting('transaction_isolation') <> 'read committed'
    or not pg_try_advisory_xact_lock(hashtextextended('closing of ' || p_project::text, 0)) then return 0; end if;
  v_days := array(
    select v_first + n from generate_series(0, v_today - v_first - 1) n
    where v_first + n not in (select k.on_date from private.exact_days k where k.project_id = p_project)
    order by n desc limit p_days);
  if v_days = '{}' then return 0; end if;
  delete from private.account_day_sums s where s.project_id = p_project and s.on_date = any (v_days);
  delete from private.vat_day_sums s where s.project_id = p_project and s.on_date = any (v_days);
  delete from private.receipt_day_sums s where s.project_id = p_project and s.on_date = any (v_days);
  delete from private.changed_days c where c.project_id = p_project and c.on_date = any (v_days);
  for v in
    select min(d.on_date) as first_day, max(d.on_date) as last_day
    from (select u.on_date, u.on_date - row_number() over (order by u.on_date)::int as run from unnest(v_days) u (on_date)) d group by d.run
  loop
    insert into private.account_day_sums (project_id, on_date, account, part, debit, credit, lines, entries, account_entries)
    select p_project, l.on_date, l.account, l.part, sum(greatest(l.amount, 0)), sum(greatest(-l.amount, 0)), count(*),
      count(*) filter (where l.nth = 1), count(*) filter (where l.nth_of_account = 1)
    from (
      select d.*, row_number() over (partition by d.source, d.document, d.on_date, d.kind, d.posted_at order by d.account, d.part) as nth,
        row_number() over (partition by d.source, d.document, d.on_date, d.kind, d.posted_at, d.account order by d.part) as nth_of_account
      from private.double_entries(p_project, v.first_day, v.last_day) d) l
    group by l.on_date, l.account, l.part;
    insert into private.vat_day_sums (project_id, on_date, kind, vat_class, net, tax, documents, class_documents)
    select p_project, d.on_date, d.kind, d.vat_class, d.net, d.tax, d.documents, d.class_documents from private.vat_days(p_project, v.first_day, v.last_day) d;
    insert into private.receipt_day_sums (project_id, on_date, counted_as, net, listed)
    select p_project, d.on_date, d.counted_as, d.net, d.listed from private.receipt_days(p_project, v.first_day, v.last_day) d;
  end loop;
  insert into private.kept_days (project_id, on_date) select p_project, u.on_date from unnest(v_days) u (on_date) on conflict do nothing;
  return cardinality(v_days);
end $function$;

CREATE OR REPLACE FUNCTION private.receipt_days(p_project uuid, p_from date, p_to date)
 RETURNS TABLE(on_date date, counted_as text, net numeric, listed bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select e.on_date, x.counted_as, sum(e.amount), count(*)
  from private.counted_entries(p_project, 'collected', p_from, p_to) e
  join public.collections c on c.project_id = p_project and c.id = e.collection_id
  cross join lateral (select case when e.part in ('redeposited', 'replaced') then 'returned' when e.part <> 'receipt' then e.part when c.from_archive then 'on_paper'
    else c.collection_type end as counted_as) x
  group by e.on_date, x.counted_as
$function$;

CREATE OR REPLACE FUNCTION private.receipt_sums(p_project uuid, p_from date, p_to date)
 RETURNS TABLE(counted_as text, net numeric, listed bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
#variable_conflict use_column
declare
  -- Few cheques have not cleared, and what has cleared changes every day: it is not kept.
  v_uncleared uuid[] := array(
    select c.id from public.collections c
    where c.project_id = p_project and c.collection_type = 'cheque' and (c.cheque_cleared_on is null or c.approval_status <> 'approved')
      and not c.from_archive and c.date_collected <= coalesce(p_to, 'infinity'));
begin
  if private.scope_of(p_project, 'reports.collection') is null or private.scope_of(p_project, 'collections.read') is distinct from 'all' then perform private.forbid(); end if;
  return query
  select x.counted_as, sum(x.net), sum(x.listed)::bigint
  from (
    select s.counted_as, s.net, s.listed
    from private.exact_days k join private.receipt_day_sums s on s.project_id = p_project and s.on_date = k.on_date
    where k.project_id = p_project and k.on_date between coalesce(p_from, '-infinity') and coalesce(p_to, 'infinity')
    union all
    select d.counted_as, d.net, d.listed
    from private.days_to_read(p_project, p_from, p_to) r cross join lateral private.receipt_days(p_project, r.first_day, r.last_day) d
    union all
    select 'cheque_uncleared', e.amount, 0 from private.counted_entries(p_project, 'collected', p_from, p_to, v_uncleared) e where e.part = 'receipt') x
  group by x.counted_as;
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
      -- Each agent is found in the index beyond the last one.
      with recursive agents as (
        (select c.agent_id from public.collections c where c.project_id = p_project order by c.agent_id limit 1)
        union all
        select (select c.agent_id from public.collections c where c.project_id = p_project and c.agent_id > a.agent_id order by c.agent_id limit 1)
        from agents a where a.agent_id is not null
      )
      select a.agent_id into v_agent from agents a left join public.profiles w on w.user_id = a.agent_id where a.agent_id is not null
      order by concat_ws(E'\x1f', lower(coalesce(w.display_name, 'Former agent')), a.agent_id) collate "C" limit 1;
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

CREATE INDEX collections_uncleared_idx ON public.collections USING btree (project_id, date_collected) WHERE ((collection_type = 'cheque'::text) AND ((cheque_cleared_on IS NULL) OR (approval_status <> 'approved'::text)));

COMMENT ON FUNCTION "known"."counted_entries"(uuid, text, date, date, uuid[]) IS 'private.counted_entries on the tables as of private.known_at.';

COMMENT ON FUNCTION "known"."receipt_days"(uuid, date, date) IS 'private.receipt_days on the tables as of private.known_at.';

COMMENT ON FUNCTION "known"."receipt_sums"(uuid, date, date) IS 'private.receipt_sums on the tables as of private.known_at.';

COMMENT ON FUNCTION "private"."check_journal"(uuid[]) IS 'Returns the entries of the journal that do not balance, the documents whose cost of sales is not that of the sales ledger, the accounts whose balance is not that of the documents, the kept days whose sums are not those of the journal and of receipts, and the bank accounts whose balance is not that of the cash position.';

COMMENT ON FUNCTION "private"."counted_entries"(uuid, text, date, date, uuid[]) IS 'Returns what receipts (p_receipts; null = all) brought on the days of a period, out of the receivables ledger, one row for each receipt, part and day: receipt (its approval; by basis cleared its clearing), redeposited (a cheque that had come back), and below zero returned (a cheque), replaced (a cheque), paid_back, reversed (cancelled after its approval). p_basis: collected (the day of the entry) | cleared (the same of cleared amounts) | cr (a receipt on its CR date, the rest on its own day) | drr (receipts that were not cancelled, on their DRR date). A receipt that was cancelled on its own day is left out. It asks for no permission and is granted to nobody.';

COMMENT ON FUNCTION "private"."counted_receipts"(uuid, text, date, date) IS 'Returns counted_entries of all receipts; no row without reports.collection. Callers join the receipts that they may read.';

COMMENT ON FUNCTION "private"."receipt_days"(uuid, date, date) IS 'Returns what receipts brought by day and by what it counts as in the collection report: cash, cheque, bank_transfer, withholding, on_paper, and below zero returned, reversed, paid_back. It asks for no permission and is granted to nobody.';

COMMENT ON FUNCTION "private"."receipt_sums"(uuid, date, date) IS 'Returns the sums of receipt_days over a period, from kept days and from the ledger of the others, and as cheque_uncleared the part of cheque that has not cleared by now. Errors: 42501 without reports.collection and all of collections.read.';

COMMENT ON FUNCTION "public"."report_collection"(uuid, jsonb) IS 'Report of customers'' receipts. p_filters: {basis: collected | cr | drr | cleared (the date that from and to are about), from, to (both included), type: cash | cheque | bank_transfer | withholding, approval: approved | pending | cancelled, cancelled (true: with cancelled ones), cleared: yes | no, agent_id, customer_id, drr_no, level: receipt | grouped (receipts by agent and day, after several of one its sums: level subtotal) | grouped_drr (by DRR) | agent | customer | day | month (YYYY-MM) | drr | type | numbers (kind missing: CR numbers first_no to last_no; booklet: fifty or more in one gap; duplicate) | total, sort: date (or name) | cr_no | customer | amount (highest first), not of grouped ones, limit, after or before (row_key; before answers backwards)}. Figures are those of the receivables ledger: a receipt counts on the day of its collection, and what takes it back is a row of its own day (whichever date is asked for, but on no DRR), so that the figures of a past period stay. collected = cash + cheque_cleared + cheque_uncleared + bank_transfer + withholding + on_paper (settled by archiving: no money came) + returned (below zero: cheques that came back or were replaced, less those that were deposited again) + reversed (below zero: cancelled after their approval, on the day of the cancellation; on its own day a receipt is not listed) + paid_back (below zero: given back to customers). By date cleared, what has cleared counts alone. pending and cancelled (receipts of the period that are cancelled now) stand apart. kind of a row: receipt, archive, pending, cancelled, or of what takes back returned, replaced, redeposited, reversed, paid_back. reference_no: of a transfer or of a certificate of tax withheld. Money other than a cheque has cleared when it is approved. days_to_clear: of cheques, from the receipt to the clearing, of sums the average. listed: the rows of a group, receipts and what takes back. The total counts days, months, agents, customers, DRRs and types only for the level in for, and has days_to_clear only for one that sums; without for all. missing, duplicates and number_rows: of CR numbers dated from to to, whatever else is asked. Errors: 42501, 22023.';

COMMENT ON TABLE "private"."receipt_day_sums" IS 'What receipts brought by kept day, and the number of rows that this is (private.receipt_days).';

REVOKE ALL ON FUNCTION "known"."counted_entries"(uuid, text, date, date, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "known"."receipt_days"(uuid, date, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "known"."receipt_sums"(uuid, date, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "known"."receipt_sums"(uuid, date, date) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."counted_entries"(uuid, text, date, date, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."receipt_days"(uuid, date, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."receipt_sums"(uuid, date, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."receipt_sums"(uuid, date, date) TO "authenticated";

-- Sums of receipts are kept of no day yet.
delete from private.kept_days;

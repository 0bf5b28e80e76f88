-- Report of deliveries: delivered lines of a period, and open lines of validated bookings as of a day.

create or replace function private.undelivered_as_of(p_project uuid, p_filters jsonb)
returns table (booking_id uuid, age int, age_group int, lines bigint, pieces bigint, cases bigint, loose bigint, litres numeric, amount numeric)
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  ask record := private.report_filters(p_filters);
  v_as_of date := coalesce(private.read_date(p_filters, 'as_of'), private.business_date(p_project));
begin
  return query
  with waiting as materialized (
    select b.id, b.date_added from public.bookings b
    where b.project_id = p_project and b.approval_status like 'approved%' and not b.is_opening and b.date_added <= v_as_of
      and (b.stage in ('validated', 'invoiced') or b.date_delivered > v_as_of)
      and (ask.agent_id is null or b.agent_id = ask.agent_id) and (ask.customer_id is null or b.customer_id = ask.customer_id)
  ), gone as (
    select m.source_line as line_id, -sum(m.quantity) as delivered, 0 as released
    from waiting w join public.stock_movements m on m.project_id = p_project and m.source_table = 'bookings' and m.source_id = w.id
    where m.kind = 'issue' and m.on_date <= v_as_of group by m.source_line
    union all
    select k.line_id, 0, sum(k.quantity)
    from waiting w join public.booking_credits k on k.project_id = p_project and k.booking_id = w.id
    where k.kind = 'released' and k.on_date <= v_as_of group by k.line_id
  ), done as (
    select g.line_id, sum(g.delivered)::int as delivered, sum(g.released)::int as released from gone g group by g.line_id
  ), open as (
    select w.id, v_as_of - w.date_added as age, l.case_config, l.quantity - coalesce(d.delivered + d.released, 0) as pieces, p.liters_per_case,
      private.with_vat(n.all_of_it, l.vat_on_top) - private.with_vat(n.gone, l.vat_on_top) as amount
    from waiting w
    join public.booking_lines l on l.project_id = p_project and l.booking_id = w.id
    join public.products p on p.project_id = p_project and p.id = l.product_id
    left join done d on d.line_id = l.id
    -- Each amount is computed once, so that the planner puts with_vat into the query.
    cross join lateral (
      select private.net_amount(l.agent_srp, l.agent_srp_pieces, l.quantity, l.discount_percent, l.discount_amount, l.quantity - coalesce(d.released, 0)) as all_of_it,
        private.net_amount(l.agent_srp, l.agent_srp_pieces, l.quantity, l.discount_percent, l.discount_amount, coalesce(d.delivered, 0)) as gone
      offset 0) n
    where l.quantity > coalesce(d.delivered + d.released, 0) and (ask.product_id is null or l.product_id = ask.product_id)
  )
  select o.id, o.age, case when o.age <= 7 then 0 when o.age <= 14 then 1 when o.age <= 30 then 2 else 3 end,
    count(*), sum(o.pieces)::bigint, sum(o.pieces / o.case_config)::bigint, sum(o.pieces % o.case_config)::bigint,
    sum(round(o.pieces * o.liters_per_case / o.case_config, 3)), sum(o.amount)
  from open o group by o.id, o.age;
end $$;
comment on function private.undelivered_as_of is
  'Returns bookings with open pieces on a day (p_filters.as_of, default today; also agent_id, customer_id, product_id), with the open pieces and amount and their age in days since they were added; bookings cancelled since are left out. Runs with the caller''s rights. Errors: 22023.';

create or replace function private.undelivered_total(p_project uuid, p_filters jsonb, out pieces bigint, out cases bigint, out loose bigint, out litres numeric, out amount numeric, out bookings bigint)
language sql stable security invoker set search_path = '' as $$
  select coalesce(sum(u.pieces), 0)::bigint, coalesce(sum(u.cases), 0)::bigint, coalesce(sum(u.loose), 0)::bigint, coalesce(sum(u.litres), 0.000), coalesce(sum(u.amount), 0.00), count(*)
  from private.undelivered_as_of(p_project, p_filters) u
$$;
comment on function private.undelivered_total is 'Returns the sums of private.undelivered_as_of. Runs with the caller''s rights.';

create or replace function public.report_delivery(p_project uuid, p_filters jsonb default '{}')
returns table (
  level text, row_key text, booking_id uuid, so_no text, invoice_no text, on_date date, date_added date, days_to_deliver numeric,
  customer_id uuid, customer_name text, store_name text, deliver_to text, area text, agent_id uuid, agent_name text, month text,
  product_id uuid, material_code text, description text, case_config int,
  pieces bigint, cases bigint, loose bigint, litres numeric, free bigint, gross numeric, discount numeric, amount numeric,
  age int, age_group int, stage text, open_pieces bigint, open_cases bigint, open_loose bigint, open_litres numeric, open_amount numeric,
  lines bigint, deliveries bigint, bookings bigint, dates bigint, months bigint, agents bigint, customers bigint, products bigint, open_bookings bigint)
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = force_custom_plan set work_mem = '64MB' as $$
#variable_conflict use_column
declare
  v_level text := coalesce(p_filters ->> 'level', 'line');
  v_sort text := coalesce(p_filters ->> 'sort', 'date');
  v_singly boolean;
  v_end date;
  ask record;
begin
  ask := private.open_report(p_project, p_filters, 'reports.delivery', v_level, '{grouped,grouped_agent,line,booking,day,month,agent,customer,product,undelivered,total}', v_sort, '{date,customer,product,amount}');
  if ask.known then
    return query select k.* from known.report_delivery(p_project, p_filters - 'known_at') k;
    return;
  end if;
  v_singly := v_level in ('grouped', 'grouped_agent', 'line');

  if v_level = 'undelivered' then
    return query
    with open as materialized (
      select u.* from private.undelivered_as_of(p_project, p_filters) u
    ), summed as (
      select o.booking_id, o.age_group, max(o.age) as age, count(*) as bookings, sum(o.lines)::bigint as lines, sum(o.pieces)::bigint as pieces,
        sum(o.cases)::bigint as cases, sum(o.loose)::bigint as loose, sum(o.litres) as litres, sum(o.amount) as amount
      from open o group by grouping sets ((o.age_group, o.booking_id), (o.age_group))
    ), keyed as (
      -- The oldest come first, each age group followed by its subtotal; a group with a single booking needs none.
      select s.*, (concat_ws(E'\x1f', 9 - s.age_group, case when s.booking_id is null then '1'
        else concat_ws(E'\x1f', '0', to_char(1000000 - s.age, 'FM0000000'), s.booking_id) end)) collate "C" as row_key
      from summed s where s.booking_id is not null or s.bookings > 1
    )
    select case when k.booking_id is null then 'subtotal' else v_level end, k.row_key, b.id, b.so_no, b.invoice_no, null::date, b.date_added, null::numeric,
      b.customer_id, b.customer_name, b.store_name, b.deliver_to, b.area, b.agent_id, case when b.id is not null then coalesce(w.display_name, 'Former agent') end, null,
      null::uuid, null, null, null::int, 0::bigint, 0::bigint, 0::bigint, 0.000, 0::bigint, 0.00, 0.00, 0.00,
      k.age, k.age_group, case when b.on_hold then 'on hold' else b.stage end, k.pieces, k.cases, k.loose, k.litres, k.amount,
      k.lines, null::bigint, null::bigint, null::bigint, null::bigint, null::bigint, null::bigint, null::bigint, k.bookings
    from keyed k
    left join public.bookings b on b.project_id = p_project and b.id = k.booking_id
    left join public.profiles w on w.user_id = b.agent_id
    where (ask.after is null or k.row_key > ask.after collate "C") and (ask.before is null or k.row_key < ask.before collate "C")
    order by case when ask.before is null then k.row_key end, k.row_key desc limit ask.row_limit;
    return;
  end if;

  if v_level = 'total' then
    return query
    with goods as materialized (
      select p.id, (p.liters_per_case * 2000)::bigint as litres2 from public.products p where p.project_id = p_project
    ), several as materialized (
      select x.line_id from public.sales_entries x
      where x.project_id = p_project and x.further and (ask.first_day is null or x.on_date >= ask.first_day) and (ask.last_day is null or x.on_date <= ask.last_day)
    ), entries as not materialized (
      select e.booking_id, e.line_id, e.on_date, e.product_id, e.case_config, e.free, e.pieces, e.amount, e.discount from public.sales_entries e
      where e.project_id = p_project and e.kind = 'delivery' and (ask.first_day is null or e.on_date >= ask.first_day) and (ask.last_day is null or e.on_date <= ask.last_day)
        and (ask.product_id is null or e.product_id = ask.product_id)
    ), lines as not materialized (
      select e.booking_id, e.on_date, e.product_id, e.case_config, e.free, e.pieces, e.amount, e.discount from entries e where e.line_id not in (select v.line_id from several v)
      union all
      -- Issues reversed by a corrected date do not count on the old day.
      select e.booking_id, e.on_date, e.product_id, e.case_config, e.free, sum(e.pieces)::int, sum(e.amount), sum(e.discount) from entries e where e.line_id in (select v.line_id from several v)
      group by e.booking_id, e.line_id, e.on_date, e.product_id, e.case_config, e.free having sum(e.pieces) <> 0
    ), delivered as (
      select l.booking_id, l.on_date, count(*) as lines, sum(l.pieces) filter (where not l.free) as pieces, sum(l.pieces) filter (where l.free) as free, sum(l.amount) as amount, sum(l.discount) as discount,
        sum(l.pieces / l.case_config) filter (where not l.free) as cases, sum(l.pieces % l.case_config) filter (where not l.free) as loose,
        -- Litres are rounded line by line, in whole millilitres.
        sum((l.pieces * g.litres2 + case when l.pieces < 0 then -l.case_config else l.case_config end) / (2 * l.case_config)) filter (where not l.free) as litres
      from lines l join goods g on g.id = l.product_id group by l.booking_id, l.on_date
    ), found as materialized (
      select d.*, b.agent_id, b.customer_id, d.on_date - b.date_added as days
      from delivered d join public.bookings b on b.project_id = p_project and b.id = d.booking_id
      where (ask.agent_id is null or b.agent_id = ask.agent_id) and (ask.customer_id is null or b.customer_id = ask.customer_id)
    )
    select v_level, '', null::uuid, null, null, null::date, null::date, (select round(avg(f.days), 1) from found f), null::uuid, null, null, null, null, null::uuid, null, null, null::uuid, null, null, null::int,
      s.pieces, s.cases, s.loose, s.litres, s.free, s.amount + s.discount, s.discount, s.amount, null::int, null::int, null, o.pieces, o.cases, o.loose, o.litres, o.amount,
      s.lines, s.deliveries, (select count(*) from (select distinct f.booking_id from found f) x), (select count(*) from (select distinct f.on_date from found f) x),
      (select count(*) from (select distinct date_trunc('month', f.on_date::timestamp) from found f) x), (select count(*) from (select distinct f.agent_id from found f) x),
      (select count(*) from (select distinct f.customer_id from found f) x),
      case when coalesce(p_filters ->> 'for', 'product') = 'product' then (
        select count(*) from (select distinct l.product_id from lines l join goods g on g.id = l.product_id where l.booking_id in (select f.booking_id from found f)) x) end, o.bookings
    from (
      select coalesce(sum(f.pieces), 0)::bigint as pieces, coalesce(sum(f.cases), 0)::bigint as cases, coalesce(sum(f.loose), 0)::bigint as loose, coalesce(sum(f.litres) * 0.001, 0.000) as litres,
        coalesce(sum(f.free), 0)::bigint as free, coalesce(sum(f.amount), 0.00) as amount, coalesce(sum(f.discount), 0.00) as discount, coalesce(sum(f.lines), 0)::bigint as lines, count(*) as deliveries
      from found f) s
    cross join private.undelivered_total(p_project, p_filters) o;
    return;
  end if;

  -- A page sorted by day begins at the day where the last one ended, and ends with the day that completes it.
  if v_level = 'grouped' or (v_level in ('line', 'booking') and v_sort = 'date') then
    ask.first_day := greatest(ask.first_day, ask.after_day);
    ask.last_day := least(ask.last_day, ask.before_day);
    select case when ask.before is null then max(x.on_date) else min(x.on_date) end into v_end
    from (
      -- The entries come in this order, so that reading ends with the page.
      select e.on_date from public.sales_entries e
      where ask.row_limit is not null and e.project_id = p_project and e.kind = 'delivery'
        and (ask.first_day is null or e.on_date >= ask.first_day) and (ask.last_day is null or e.on_date <= ask.last_day) and (ask.product_id is null or e.product_id = ask.product_id)
        -- Rows of the day where the last page ended are added.
        and (ask.after_day is null or e.on_date > ask.after_day) and (ask.before_day is null or e.on_date < ask.before_day)
        and ((ask.agent_id is null and ask.customer_id is null) or exists (select from public.bookings b where b.project_id = p_project and b.id = e.booking_id
          and (ask.agent_id is null or b.agent_id = ask.agent_id) and (ask.customer_id is null or b.customer_id = ask.customer_id)))
      group by e.on_date, e.booking_id, case v_level when 'booking' then null else e.line_id end having sum(e.pieces) <> 0
      order by case when ask.before is null then e.on_date end, case when ask.before is not null then e.on_date end desc limit ask.row_limit
    ) x having count(*) = ask.row_limit;
    if ask.before is null then ask.last_day := least(ask.last_day, v_end); else ask.first_day := greatest(ask.first_day, v_end); end if;
  end if;

  return query
  -- Each table is named once, as its policy is planned and run wherever a query names it.
  with goods as materialized (
    select p.id, p.material_code, p.description, p.sort_key, p.case_config, p.liters_per_case from public.products p where p.project_id = p_project
  ), people as materialized (
    select w.user_id, w.display_name from public.profiles w
  ), moved as materialized (
    -- Issues reversed by a corrected date do not count on the old day.
    select m.booking_id as source_id, m.line_id as source_line, m.product_id, m.on_date, case when m.free then 0 else sum(m.pieces)::int end as pieces, case when m.free then sum(m.pieces)::int else 0 end as free,
      sum(m.amount) as amount, sum(m.discount) as discount, row_number() over () as n
    from public.sales_entries m
    where m.project_id = p_project and m.kind = 'delivery'
      and (ask.first_day is null or m.on_date >= ask.first_day) and (ask.last_day is null or m.on_date <= ask.last_day) and (ask.product_id is null or m.product_id = ask.product_id)
    group by m.booking_id, m.line_id, m.product_id, m.on_date, m.free having sum(m.pieces) <> 0
  ), sold as materialized (
    -- The join goes by booking, as the lines of a booking are stored together.
    select b.id as booking_id, b.so_no, b.agent_id, b.customer_id, case when v_sort = 'customer' or v_level = 'customer' then b.customer_name end as customer_name,
      b.date_added, l.id, l.line_no, l.case_config
    from (select distinct m.source_id from moved m) v
    join public.bookings b on b.project_id = p_project and b.id = v.source_id
    join public.booking_lines l on l.project_id = p_project and l.booking_id = v.source_id
    where (ask.agent_id is null or b.agent_id = ask.agent_id) and (ask.customer_id is null or b.customer_id = ask.customer_id)
  ), found as materialized (
    select s.booking_id, s.so_no, s.agent_id, s.customer_id, s.customer_name, m.on_date, m.on_date - s.date_added as days, s.id as line_id, s.line_no, m.product_id,
      s.case_config, m.pieces, m.pieces / s.case_config as cases, m.pieces % s.case_config as loose,
      round(m.pieces * p.liters_per_case / s.case_config, 3) as litres, m.free, m.amount, m.discount,
      -- One line per delivery carries the count of deliveries.
      m.n in (select min(v.n) from moved v group by v.source_id, v.on_date, case when v_level = 'product' then v.product_id end) as first,
      case v_level when 'day' then m.on_date::text when 'grouped' then m.on_date::text when 'month' then to_char(m.on_date, 'YYYY-MM')
        when 'agent' then s.agent_id::text when 'grouped_agent' then s.agent_id::text when 'customer' then s.customer_id::text
        when 'product' then m.product_id::text when 'booking' then s.booking_id || m.on_date::text end as bundle
    from moved m
    join sold s on s.id = m.source_line
    join goods p on p.id = m.product_id
  ), summed as (
    select f.bundle, min(f.on_date) as on_date,
      case when v_level in ('agent', 'grouped_agent') then min(f.agent_id::text)::uuid end as agent_id,
      case when v_level = 'customer' then min(f.customer_id::text)::uuid end as customer_id,
      -- The customer's name is that of the newest booking, as users of deliveries may not read customers.
      case when v_level = 'customer' then max(f.booking_id::text)::uuid end as named_by,
      case v_level when 'customer' then substr(max(f.booking_id::text || f.customer_name), 37) when 'booking' then min(f.customer_name) end as customer_name,
      case when v_level = 'product' then min(f.product_id::text)::uuid end as product_id,
      case when v_level = 'booking' then min(f.booking_id::text)::uuid end as booking_id, case when v_level = 'booking' then min(f.so_no) end as so_no,
      round(avg(f.days) filter (where f.first), 1) as days,
      coalesce(sum(f.pieces), 0)::bigint as pieces, coalesce(sum(f.cases), 0)::bigint as cases, coalesce(sum(f.loose), 0)::bigint as loose,
      coalesce(sum(f.litres), 0.000) as litres, coalesce(sum(f.free), 0)::bigint as free,
      coalesce(sum(f.amount), 0.00) as amount, coalesce(sum(f.discount), 0.00) as discount,
      count(f.line_id) as lines, count(*) filter (where f.first) as deliveries
    from found f where v_level <> 'line' group by f.bundle
  ), keyed as (
    -- In the row key the rows of a group have a 0 after the group's name and its subtotal has a 1, so that the subtotal comes last.
    select f.line_id, f.on_date, null::text as bundle, (case v_level
        when 'grouped_agent' then concat_ws(E'\x1f', lower(coalesce(w.display_name, 'Former agent')), f.agent_id, '0' || f.on_date)
        when 'grouped' then concat_ws(E'\x1f', f.on_date, '0')
        else case v_sort when 'date' then '' when 'customer' then lower(f.customer_name) when 'product' then p.sort_key
          else to_char(1e14 - f.amount, 'FM000000000000000.00') end || case v_sort when 'date' then '' else E'\x1f' end || f.on_date end
      || concat_ws(E'\x1f', '', f.so_no, to_char(f.line_no, 'FM00000'), f.line_id)) collate "C" as row_key
    from found f
    left join people w on v_level = 'grouped_agent' and w.user_id = f.agent_id
    left join goods p on v_level = 'line' and v_sort = 'product' and p.id = f.product_id
    where v_singly
    union all
    select null, s.on_date, s.bundle, (case when not v_singly and v_sort = 'amount' then to_char(1e14 - s.amount, 'FM000000000000000.00')
        when v_level = 'booking' and v_sort = 'customer' then lower(s.customer_name) || E'\x1f' else '' end || case v_level
        when 'grouped' then concat_ws(E'\x1f', s.bundle, '1')
        when 'agent' then concat_ws(E'\x1f', lower(coalesce(w.display_name, 'Former agent')), s.bundle)
        when 'grouped_agent' then concat_ws(E'\x1f', lower(coalesce(w.display_name, 'Former agent')), s.bundle, '1')
        when 'customer' then concat_ws(E'\x1f', lower(s.customer_name), s.bundle)
        when 'product' then concat_ws(E'\x1f', p.sort_key, s.bundle)
        when 'booking' then concat_ws(E'\x1f', s.on_date, s.so_no, s.bundle)
        else s.bundle end) collate "C"
    from summed s
    left join people w on w.user_id = s.agent_id
    left join goods p on p.id = s.product_id
    -- A group with a single line needs no subtotal.
    where not v_singly or s.lines > 1
  ), page as (
    select k.* from keyed k
    where (ask.after is null or k.row_key > ask.after collate "C") and (ask.before is null or k.row_key < ask.before collate "C")
    order by case when ask.before is null then k.row_key end, k.row_key desc limit ask.row_limit
  )
  select case when v_singly then case when p.line_id is null then 'subtotal' else 'line' end else v_level end, p.row_key,
    b.id, b.so_no, b.invoice_no, case when f.line_id is not null or v_level in ('booking', 'day', 'grouped') then p.on_date end, b.date_added, coalesce(f.days, s.days),
    n.customer_id, n.customer_name, n.store_name, b.deliver_to, n.area,
    coalesce(b.agent_id, s.agent_id), case when b.id is not null or s.agent_id is not null then coalesce(w.display_name, 'Former agent') end,
    case when v_level = 'month' then s.bundle end, d.id, d.material_code, d.description, coalesce(f.case_config, d.case_config),
    coalesce(f.pieces, s.pieces), coalesce(f.cases, s.cases), coalesce(f.loose, s.loose), coalesce(f.litres, s.litres), coalesce(f.free, s.free),
    coalesce(f.amount + f.discount, s.amount + s.discount), coalesce(f.discount, s.discount), coalesce(f.amount, s.amount),
    null::int, null::int, case when b.on_hold then 'on hold' else b.stage end, null::bigint, null::bigint, null::bigint, null::numeric, null::numeric,
    coalesce(s.lines, 1), s.deliveries, null::bigint, null::bigint, null::bigint, null::bigint, null::bigint, null::bigint, null::bigint
  from page p
  left join found f on f.line_id = p.line_id and f.on_date = p.on_date
  left join summed s on p.line_id is null and s.bundle = p.bundle
  -- No coalesce here: PostgreSQL does not treat it as leakproof, so that the index would be used only after the policy.
  left join public.bookings n on n.project_id = p_project and n.id = case when f.booking_id is not null then f.booking_id when s.booking_id is not null then s.booking_id else s.named_by end
  -- A booking that only provides the customer's name is not shown as the row's booking.
  left join lateral (select n.id, n.so_no, n.invoice_no, n.date_added, n.deliver_to, n.agent_id, n.on_hold, n.stage where v_level <> 'customer') b on true
  left join goods d on d.id = coalesce(f.product_id, s.product_id)
  left join people w on w.user_id = coalesce(b.agent_id, s.agent_id)
  order by case when ask.before is null then p.row_key end, p.row_key desc;
end $$;
comment on function public.report_delivery is
  'Report of deliveries by the day on which goods left, partial deliveries on their own days. p_filters: {from, to (delivered, both included), as_of (for undelivered bookings, default today), agent_id, customer_id, product_id, level: line | grouped (lines by day, after several of one its sums: level subtotal) | grouped_agent (lines by agent and day) | booking (what a booking got on a day) | day | month (YYYY-MM) | agent | customer | product | undelivered (bookings that waited for goods as of the day, the oldest first, after several of an age group its sums; age_group 0: up to 7 days, 1: up to 14, 2: up to 30, 3: older) | total, sort: date (or name) | customer | product | amount (highest first), not of grouped ones, limit, after or before (row_key; before answers backwards)}. gross at the AgentSRP of the booking, less discount = amount; goods that came back later are not taken off. pieces, and of each line cases and loose, what is left of whole cases: without free goods, whose pieces are free. days_to_deliver: from the booking to its delivery, of sums the average of deliveries. The open_ columns are what had not been delivered as of the day. Errors: 42501, 22023.';

grant execute on function private.undelivered_as_of(uuid, jsonb), private.undelivered_total(uuid, jsonb), public.report_delivery(uuid, jsonb) to authenticated;

-- Report of deliveries: delivered lines of a period, by themselves and in groups.

create or replace function private.delivery_page_days(p_project uuid, p_filters jsonb, p_level text, out first_day date, out last_day date)
language plpgsql stable security invoker set search_path = '' as $$
declare
  page record := private.report_filters(p_filters);
  v_end date;
begin
  first_day := greatest(page.first_day, page.after_day);
  last_day := least(page.last_day, page.before_day);
  if page.row_limit is null then return; end if;
  -- The entries come in the order of their days, so that reading ends with the page. Rows of the day where the last page ended are added.
  select case when page.before is null then max(x.on_date) else min(x.on_date) end into v_end
  from (
    select e.on_date from public.sales_entries e
    where e.project_id = p_project and e.kind = 'delivery' and (page.product_id is null or e.product_id = page.product_id)
      and (first_day is null or e.on_date >= first_day) and (last_day is null or e.on_date <= last_day)
      and (page.after_day is null or e.on_date > page.after_day) and (page.before_day is null or e.on_date < page.before_day)
      and ((page.agent_id is null and page.customer_id is null) or exists (
        select from public.bookings b where b.project_id = p_project and b.id = e.booking_id
          and (page.agent_id is null or b.agent_id = page.agent_id) and (page.customer_id is null or b.customer_id = page.customer_id)))
    group by e.on_date, e.booking_id, case p_level when 'booking' then null else e.line_id end having sum(e.pieces) <> 0
    order by case when page.before is null then e.on_date end, case when page.before is not null then e.on_date end desc
    limit page.row_limit
  ) x having count(*) = page.row_limit;
  if page.before is null then last_day := least(last_day, v_end); else first_day := greatest(first_day, v_end); end if;
end $$;
comment on function private.delivery_page_days is
  'Returns the days of a page of deliveries that is sorted by day: it begins where the last page ended, and ends with the day that '
  'completes it. Runs with the caller''s rights.';

create or replace function private.delivery_page(p_project uuid, p_filters jsonb, p_level text, p_from date, p_to date)
returns table (row_key text, booking_id uuid, line_id uuid, on_date date, agent_id uuid, product_id uuid, case_config int,
  pieces int, free boolean, amount numeric, discount numeric)
language plpgsql stable security invoker set search_path = '' as $$
#variable_conflict use_column
declare
  page record := private.report_filters(p_filters);
  v_sort text := coalesce(p_filters ->> 'sort', 'date');
begin
  return query
  with moved as materialized (
    -- Issues reversed by a corrected date do not count on the old day.
    select e.booking_id, e.line_id, e.product_id, e.on_date, e.free, sum(e.pieces)::int as pieces, sum(e.amount) as amount, sum(e.discount)
      as discount
    from public.sales_entries e
    where e.project_id = p_project and e.kind = 'delivery' and e.on_date between p_from and p_to
      and (page.product_id is null or e.product_id = page.product_id)
      and (page.customer_id is null or e.customer_id = page.customer_id)
    group by e.booking_id, e.line_id, e.product_id, e.on_date, e.free having sum(e.pieces) <> 0
  ), found as materialized (
    -- The join goes by booking, as the lines of a booking are stored together.
    select m.*, b.so_no, b.agent_id, lower(b.customer_name) as customer_key, l.line_no, l.case_config, g.sort_key,
      case p_level when 'grouped_agent' then concat_ws(E'\x1f', lower(coalesce(w.display_name, 'Former agent')), b.agent_id)
        when 'grouped' then m.on_date::text end as above
    from moved m
    join public.bookings b on b.project_id = p_project and b.id = m.booking_id
    join public.booking_lines l on l.project_id = p_project and l.booking_id = m.booking_id and l.id = m.line_id
    join public.products g on g.project_id = p_project and g.id = m.product_id
    left join public.profiles w on p_level = 'grouped_agent' and w.user_id = b.agent_id
    where (page.agent_id is null or b.agent_id = page.agent_id) and (page.customer_id is null or b.customer_id = page.customer_id)
  ), keyed as (
    -- In the row key the rows of a group have a 0 after the group's name and its subtotal has a 1, so that the subtotal comes last.
    select f.booking_id, f.line_id, f.on_date, null::uuid as agent_id, f.product_id, f.case_config, f.pieces, f.free, f.amount, f.discount,
      (case p_level when 'grouped_agent' then f.above || E'\x1f0' || f.on_date when 'grouped' then f.above || E'\x1f0'
        else case v_sort when 'date' then '' when 'customer' then f.customer_key || E'\x1f' when 'product' then f.sort_key || E'\x1f'
          else to_char(1e14 - f.amount, 'FM000000000000000.00') || E'\x1f' end || f.on_date end
      || concat_ws(E'\x1f', '', f.so_no, to_char(f.line_no, 'FM00000'), f.line_id)) collate "C" as row_key
    from found f
    union all
    -- A group with a single line needs no subtotal.
    select null, null, case p_level when 'grouped' then min(f.on_date) end, case p_level
      when 'grouped_agent' then min(f.agent_id::text)::uuid end,
      null, null, null, null, null, null, (f.above || E'\x1f1') collate "C"
    from found f where f.above is not null group by f.above having count(*) > 1
  )
  select k.row_key, k.booking_id, k.line_id, k.on_date, k.agent_id, k.product_id, k.case_config, k.pieces, k.free, k.amount, k.discount
  from keyed k
  where (page.after is null or k.row_key > page.after collate "C") and (page.before is null or k.row_key < page.before collate "C")
  order by case when page.before is null then k.row_key end, k.row_key desc limit page.row_limit;
end $$;
comment on function private.delivery_page is
  'Returns the keys of a page of delivered lines with what was delivered, and of subtotals: these have no line, but their day or agent. '
  'Runs with the caller''s rights. Errors: 22023.';

create or replace function private.delivery_sums(p_project uuid, p_filters jsonb, p_by text, p_whole boolean, p_from date, p_to date)
returns table (day date, thing uuid, newest uuid, groups bigint, lines bigint, deliveries bigint, waited numeric,
  pieces bigint, cases bigint, loose bigint, litres numeric, free bigint, amount numeric, discount numeric)
language plpgsql stable security invoker set search_path = '' as $$
#variable_conflict use_column
declare page record := private.report_filters(p_filters);
begin
  return query
  with entries as not materialized (
    select e.booking_id, e.line_id, e.on_date, e.product_id, e.case_config, e.free, e.pieces, e.amount, e.discount
    from public.sales_entries e
    where e.project_id = p_project and e.kind = 'delivery' and e.on_date between p_from and p_to
      and (page.product_id is null or e.product_id = page.product_id)
      and (page.customer_id is null or e.customer_id = page.customer_id)
  ), repeated as materialized (
    select x.line_id from public.sales_entries x where x.project_id = p_project and x.further and x.on_date between p_from and p_to
  ), lines as (
    select e.* from entries e where e.line_id not in (select r.line_id from repeated r)
    union all
    -- Issues reversed by a corrected date do not count on the old day.
    select e.booking_id, e.line_id, e.on_date, e.product_id, e.case_config, e.free, sum(e.pieces)::int, sum(e.amount), sum(e.discount)
    from entries e where e.line_id in (select r.line_id from repeated r)
    group by e.booking_id, e.line_id, e.on_date, e.product_id, e.case_config, e.free having sum(e.pieces) <> 0
  ), delivered as (
    select l.booking_id, l.on_date, case p_by when 'product' then l.product_id end as product_id, count(*) as lines,
      sum(l.pieces) filter (where not l.free) as pieces, sum(l.pieces / l.case_config) filter (where not l.free) as cases,
      sum(l.pieces % l.case_config) filter (where not l.free) as loose,
      sum(round(l.pieces * g.liters_per_case / l.case_config, 3)) filter (where not l.free) as litres,
      sum(l.pieces) filter (where l.free) as free, sum(l.amount) as amount, sum(l.discount) as discount
    from lines l join public.products g on g.project_id = p_project and g.id = l.product_id
    group by 1, 2, 3
  ), parts as (
    select d.*, d.on_date - b.date_added as waited,
      case p_by when 'day' then d.on_date when 'booking' then d.on_date
        when 'month' then date_trunc('month', d.on_date::timestamp)::date end as day,
      case p_by when 'agent' then b.agent_id when 'customer' then b.customer_id when 'product' then d.product_id when 'total' then null
        when 'booking' then d.booking_id when 'bookings' then d.booking_id end as thing,
      case p_by when 'customer' then d.booking_id end as newest
    from delivered d join public.bookings b on b.project_id = p_project and b.id = d.booking_id
    where (page.agent_id is null or b.agent_id = page.agent_id) and (page.customer_id is null or b.customer_id = page.customer_id)
  )
  select p.day, p.thing, max(p.newest::text)::uuid, count(distinct (p.day, p.thing)), coalesce(sum(p.lines), 0)::bigint, count(*),
    round(avg(p.waited), 1), coalesce(sum(p.pieces), 0)::bigint, coalesce(sum(p.cases), 0)::bigint, coalesce(sum(p.loose), 0)::bigint,
    coalesce(sum(p.litres), 0.000), coalesce(sum(p.free), 0)::bigint, coalesce(sum(p.amount), 0.00), coalesce(sum(p.discount), 0.00)
  from parts p group by grouping sets ((p.day, p.thing), ()) having (grouping(p.day, p.thing) <> 0) = p_whole;
end $$;
comment on function private.delivery_sums is
  'Returns the sums of deliveries of a period by p_by: day, month (its first day), agent, customer, product, booking (of a day) or '
  'bookings (of all days; thing), or with p_whole of all of them, with their number in groups. newest: the last booking of a customer. '
  'Runs with the caller''s rights. Errors: 22023.';

create or replace function private.delivery_details(p_project uuid, p_bookings uuid[])
returns table (booking_id uuid, so_no text, customer_id uuid, agent_id uuid, figures jsonb)
language plpgsql stable security invoker set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  select b.id, b.so_no, b.customer_id, b.agent_id, jsonb_build_object('invoice_no', b.invoice_no, 'date_added', b.date_added,
    'customer_name', b.customer_name, 'store_name', b.store_name, 'deliver_to', b.deliver_to, 'area', b.area,
    'agent_name', coalesce(w.display_name, 'Former agent'), 'stage', case when b.on_hold then 'on hold' else b.stage end)
  from public.bookings b left join public.profiles w on w.user_id = b.agent_id
  where b.project_id = p_project and b.id = any (p_bookings);
end $$;
comment on function private.delivery_details is
  'Returns what a row of the report of deliveries says of its booking. Runs with the caller''s rights.';

create or replace function private.delivery_lines(p_project uuid, p_filters jsonb, p_level text, p_from date, p_to date)
returns table (level text, row_key text, booking_id uuid, so_no text, on_date date, customer_id uuid, agent_id uuid, product_id uuid,
  lines bigint, pieces bigint, amount numeric, figures jsonb)
language plpgsql stable security invoker set search_path = '' as $$
#variable_conflict use_column
declare v_before boolean := p_filters ->> 'before' is not null;
begin
  return query
  with page as materialized (
    select k.* from private.delivery_page(p_project, p_filters, p_level, p_from, p_to) k
  ), details as materialized (
    select d.* from private.delivery_details(p_project, array(select distinct k.booking_id from page k where k.booking_id is not null)) d
  ), goods as materialized (
    select g.id, g.material_code, g.description, g.liters_per_case from public.products g where g.project_id = p_project
  ), sums as (
    select s.* from private.delivery_sums(p_project, p_filters, case p_level when 'grouped' then 'day' else 'agent' end, false, p_from,
      p_to) s
    where exists (select from page k where k.line_id is null)
  ), rows as (
    select k.row_key, k.booking_id, d.so_no, k.on_date, d.customer_id, d.agent_id, k.product_id, 1::bigint as lines, n.paid as pieces,
      k.amount,
      d.figures || jsonb_build_object('material_code', g.material_code, 'description', g.description, 'case_config', k.case_config,
        'days_to_deliver', k.on_date - (d.figures ->> 'date_added')::date, 'cases', n.paid / k.case_config, 'loose', n.paid % k.case_config,
        'litres', round(n.paid * g.liters_per_case / k.case_config, 3), 'free', case when k.free then k.pieces else 0 end,
        'gross', k.amount + k.discount, 'discount', k.discount, 'deliveries', null) as figures
    from page k
    join details d on d.booking_id = k.booking_id
    join goods g on g.id = k.product_id
    cross join lateral (select case when k.free then 0 else k.pieces end::bigint as paid) n
    union all
    select k.row_key, null, null, k.on_date, null, k.agent_id, null, s.lines, s.pieces, s.amount,
      jsonb_build_object('invoice_no', null, 'date_added', null, 'customer_name', null, 'store_name', null, 'deliver_to', null, 'area',
        null,
        'agent_name', case when k.agent_id is not null then coalesce(w.display_name, 'Former agent') end, 'stage', null,
        'material_code', null, 'description', null, 'case_config', null, 'days_to_deliver', s.waited, 'cases', s.cases, 'loose', s.loose,
        'litres', s.litres, 'free', s.free, 'gross', s.amount + s.discount, 'discount', s.discount, 'deliveries', s.deliveries)
    from page k
    join sums s on s.day = k.on_date or s.thing = k.agent_id
    left join public.profiles w on w.user_id = k.agent_id
    where k.line_id is null
  )
  select case when r.product_id is null then 'subtotal' else 'line' end, r.row_key, r.booking_id, r.so_no, r.on_date, r.customer_id,
    r.agent_id,
    r.product_id, r.lines, r.pieces, r.amount, r.figures
  from rows r order by case when not v_before then r.row_key end, r.row_key desc;
end $$;
comment on function private.delivery_lines is
  'Returns a page of delivered lines, with subtotals where they are grouped. Runs with the caller''s rights. Errors: 22023.';

create or replace function private.delivery_groups(p_project uuid, p_filters jsonb, p_level text, p_from date, p_to date)
returns table (row_key text, booking_id uuid, so_no text, day date, customer_id uuid, agent_id uuid, product_id uuid,
  lines bigint, pieces bigint, amount numeric, figures jsonb)
language plpgsql stable security invoker set search_path = '' as $$
#variable_conflict use_column
declare
  page record := private.report_filters(p_filters);
  v_sort text := coalesce(p_filters ->> 'sort', 'date');
begin
  return query
  with summed as materialized (
    -- The customer's name is that of the newest booking, as users of deliveries may not read customers.
    select s.*, case p_level when 'booking' then s.thing when 'customer' then s.newest end as named_by
    from private.delivery_sums(p_project, p_filters, p_level, false, p_from, p_to) s
  ), keyed as (
    select s.*, w.display_name, g.material_code, g.description, g.case_config,
      (case when v_sort = 'amount' then to_char(1e14 - s.amount, 'FM000000000000000.00')
          when p_level = 'booking' and v_sort = 'customer' then lower(b.customer_name) || E'\x1f' else '' end
        || case p_level when 'day' then s.day::text when 'month' then to_char(s.day, 'YYYY-MM')
          when 'agent' then concat_ws(E'\x1f', lower(coalesce(w.display_name, 'Former agent')), s.thing)
          when 'customer' then concat_ws(E'\x1f', lower(b.customer_name), s.thing)
          when 'product' then concat_ws(E'\x1f', g.sort_key, s.thing)
          else concat_ws(E'\x1f', s.day, b.so_no, s.thing || s.day::text) end) collate "C" as row_key
    from summed s
    left join public.bookings b on p_level in ('booking', 'customer') and b.project_id = p_project and b.id = s.named_by
    left join public.profiles w on p_level = 'agent' and w.user_id = s.thing
    left join public.products g on p_level = 'product' and g.project_id = p_project and g.id = s.thing
  ), page as materialized (
    select k.* from keyed k
    where (page.after is null or k.row_key > page.after collate "C") and (page.before is null or k.row_key < page.before collate "C")
    order by case when page.before is null then k.row_key end, k.row_key desc limit page.row_limit
  ), details as (
    select d.* from private.delivery_details(p_project, array(select k.named_by from page k where k.named_by is not null)) d
  )
  select k.row_key, case p_level when 'booking' then k.thing end, case p_level when 'booking' then d.so_no end, k.day, d.customer_id,
    case p_level when 'agent' then k.thing when 'booking' then d.agent_id end, case p_level when 'product' then k.thing end,
    k.lines, k.pieces, k.amount,
    jsonb_build_object('days_to_deliver', k.waited, 'cases', k.cases, 'loose', k.loose, 'litres', k.litres, 'free', k.free,
      'gross', k.amount + k.discount, 'discount', k.discount, 'deliveries', k.deliveries)
    || case p_level when 'booking' then d.figures
      when 'customer' then jsonb_build_object('customer_name', d.figures -> 'customer_name', 'store_name', d.figures -> 'store_name',
        'area', d.figures -> 'area')
      when 'agent' then jsonb_build_object('agent_name', coalesce(k.display_name, 'Former agent'))
      when 'product' then jsonb_build_object('material_code', k.material_code, 'description', k.description, 'case_config', k.case_config)
      else '{}' end
  from page k left join details d on d.booking_id = k.named_by
  order by case when page.before is null then k.row_key end, k.row_key desc;
end $$;
comment on function private.delivery_groups is
  'Returns a page of the sums of deliveries by booking, day, month, agent, customer or product. Runs with the caller''s rights. Errors: '
  '22023.';

create or replace function private.delivery_total(p_project uuid, p_filters jsonb, p_from date, p_to date)
returns table (lines bigint, pieces bigint, amount numeric, open_amount numeric, figures jsonb)
language plpgsql stable security invoker set search_path = '' as $$
#variable_conflict use_column
declare
  v_for text := coalesce(p_filters ->> 'for', '');
  v_counted text[] := array(select n from unnest('{day,month,agent,customer,product,bookings}'::text[]) n where v_for in (n, ''));
  -- Days, months, agents, customers and products are only told apart where they are counted.
  v_counts jsonb := coalesce((
    select jsonb_object_agg(case n when 'day' then 'dates' when 'bookings' then n else n || 's' end, s.groups) from unnest(v_counted[2:]) n
    cross join lateral private.delivery_sums(p_project, p_filters, n, true, p_from, p_to) s), '{}');
begin
  return query
  select s.lines, s.pieces, s.amount, o.amount, v_counts
    || case when v_counted <> '{}' then jsonb_build_object(case v_counted[1] when 'day' then 'dates' else v_counted[1] || 's' end, s.groups)
      else '{}' end
    || jsonb_build_object('days_to_deliver', s.waited, 'cases', s.cases, 'loose', s.loose, 'litres', s.litres, 'free', s.free,
      'gross', s.amount + s.discount, 'discount', s.discount, 'deliveries', case v_counted[1] when 'product' then null
        else s.deliveries end,
      'open_pieces', o.pieces, 'open_cases', o.cases, 'open_loose', o.loose, 'open_litres', o.litres, 'open_bookings', o.bookings)
  from private.delivery_sums(p_project, p_filters, coalesce(v_counted[1], 'total'), true, p_from, p_to) s
  cross join private.undelivered_total(p_project, p_filters) o;
end $$;
comment on function private.delivery_total is
  'Returns the total of the report of deliveries, with the count of the rows of the level in for, or of all levels. Runs with the '
  'caller''s rights. Errors: 22023.';

create or replace function public.report_delivery(p_project uuid, p_filters jsonb default '{}')
returns table (level text, row_key text, booking_id uuid, so_no text, on_date date, month text, customer_id uuid, agent_id uuid,
  product_id uuid, age_group int, lines bigint, pieces bigint, amount numeric, open_amount numeric, figures jsonb)
language plpgsql stable security invoker set search_path = '' as $$
#variable_conflict use_column
declare
  v_level text := coalesce(p_filters ->> 'level', 'line');
  v_sort text := coalesce(p_filters ->> 'sort', 'date');
  v_from date;
  v_to date;
  opened record;
begin
  opened := private.open_report(p_project, p_filters, 'reports.delivery', v_level,
    '{grouped,grouped_agent,line,booking,day,month,agent,customer,product,undelivered,total}', v_sort, '{date,customer,product,amount}');
  if opened.known then
    return query select k.* from known.report_delivery(p_project, p_filters - 'known_at') k;
    return;
  end if;
  if v_level = 'grouped' or (v_level in ('line', 'booking') and v_sort = 'date') then
    select d.first_day, d.last_day into opened.first_day, opened.last_day from private.delivery_page_days(p_project, p_filters, v_level) d;
  end if;
  v_from := coalesce(opened.first_day, '-infinity');
  v_to := coalesce(opened.last_day, 'infinity');

  if v_level = 'undelivered' then
    return query
    select r.level, r.row_key, r.booking_id, r.so_no, null::date, null, r.customer_id, r.agent_id, null::uuid, r.age_group, r.lines,
      0::bigint, 0.00, r.open_amount, r.figures
    from private.undelivered_rows(p_project, p_filters) r;
  elsif v_level in ('line', 'grouped', 'grouped_agent') then
    return query
    select r.level, r.row_key, r.booking_id, r.so_no, r.on_date, null, r.customer_id, r.agent_id, r.product_id, null::int, r.lines,
      r.pieces, r.amount, null::numeric, r.figures
    from private.delivery_lines(p_project, p_filters, v_level, v_from, v_to) r;
  elsif v_level = 'total' then
    return query
    select v_level, '', null::uuid, null, null::date, null, null::uuid, null::uuid, null::uuid, null::int, r.lines,
      r.pieces, r.amount, r.open_amount, r.figures
    from private.delivery_total(p_project, p_filters, v_from, v_to) r;
  else
    return query
    select v_level, r.row_key, r.booking_id, r.so_no, case when v_level in ('booking', 'day') then r.day end,
      case v_level when 'month' then to_char(r.day, 'YYYY-MM') end, r.customer_id, r.agent_id, r.product_id, null::int, r.lines,
      r.pieces, r.amount, null::numeric, r.figures
    from private.delivery_groups(p_project, p_filters, v_level, v_from, v_to) r;
  end if;
end $$;
comment on function public.report_delivery is
  'Report of deliveries, page by page. Filters and figures: docs/report-filters.md. Errors: 42501, 22023.';

grant execute on function private.delivery_page_days(uuid, jsonb, text), private.delivery_page(uuid, jsonb, text, date, date),
  private.delivery_sums(uuid, jsonb, text, boolean, date, date), private.delivery_details(uuid, uuid[]),
  private.delivery_lines(uuid, jsonb, text, date, date), private.delivery_groups(uuid, jsonb, text, date, date),
  private.delivery_total(uuid, jsonb, date, date), public.report_delivery(uuid, jsonb) to authenticated;

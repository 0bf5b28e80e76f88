-- Report of deliveries: delivered lines of a period, one by one and in groups.

create or replace function private.delivery_lines(p_project uuid, p_filters jsonb, p_level text, p_from date, p_to date)
returns table (level text, row_key text, booking_id uuid, so_no text, on_date date, month text, customer_id uuid, agent_id uuid,
  product_id uuid, age_group int, lines bigint, pieces bigint, amount numeric, open_amount numeric, figures jsonb)
language plpgsql stable set search_path = '' as $$
declare
  page record := private.report_filters(p_filters);
  v_sort text := coalesce(p_filters ->> 'sort', 'date');
begin
  return query
  with found as materialized (
    -- The join goes by booking, as the lines of a booking are stored together.
    select m.booking_id, m.line_id, m.on_date, m.agent_id, m.product_id, m.case_config, m.amount, m.discount, l.line_no, g.sort_key,
      b.so_no, private.sort_key(b.customer_name) as customer_key, m.on_date - b.date_added as waited,
      row_number() over (partition by m.booking_id, m.on_date) = 1 as is_first,
      case when m.free then 0 when p_filters ->> 'units' = 'cases' then private.case_millionths(m.pieces, m.case_config)
        else m.pieces % m.case_config end as loose,
      case when m.free then 0 else m.pieces end as pieces, case when m.free then m.pieces else 0 end as free,
      case when m.free then 0.000 else round(m.pieces * g.liters_per_case / m.case_config, 3) end as litres,
      case p_level when 'grouped_agent' then concat_ws(E'\x1f', coalesce(w.sort_key, 'former agent'), m.agent_id)
        when 'grouped' then m.on_date::text end as above
    from private.delivered_lines(p_project, p_from, p_to, page.agent_id, page.customer_id, page.product_id) m
    join public.bookings b on b.project_id = p_project and b.id = m.booking_id
    join public.booking_lines l on l.project_id = p_project and l.booking_id = m.booking_id and l.id = m.line_id
    join public.products g on g.project_id = p_project and g.id = m.product_id
    left join public.profiles w on p_level = 'grouped_agent' and w.user_id = m.agent_id
  ), keyed as (
    -- The row key of a header has a 0 after the group's name and that of its rows a 1, so that the header comes first.
    select (case p_level when 'grouped_agent' then f.above || E'\x1f1\x1f' || f.on_date when 'grouped' then f.above || E'\x1f1'
        else case v_sort when 'date' then '' when 'customer' then f.customer_key || E'\x1f' when 'product' then f.sort_key || E'\x1f'
          else to_char(1e14 - f.amount, 'FM000000000000000.00') || E'\x1f' end || f.on_date end
      || concat_ws(E'\x1f', '', f.so_no, to_char(f.line_no, 'FM00000'), f.line_id)) collate "C" as row_key,
      f.booking_id, f.on_date, f.agent_id, f.product_id, f.case_config, 1::bigint as lines, null::bigint as deliveries,
      f.waited::numeric as waited, f.pieces::bigint as pieces, (f.pieces / f.case_config)::bigint as cases,
      f.loose, f.litres, f.free::bigint as free, f.amount, f.discount
    from found f
    union all
    select (f.above || E'\x1f0') collate "C", null, case p_level when 'grouped' then min(f.on_date) end,
      case p_level when 'grouped_agent' then min(f.agent_id::text)::uuid end, null, null, count(*), count(*) filter (where f.is_first),
      round(avg(f.waited) filter (where f.is_first), 1), sum(f.pieces), sum(f.pieces / f.case_config), sum(f.loose)::bigint,
      sum(f.litres), sum(f.free), sum(f.amount), sum(f.discount)
    from found f where f.above is not null group by f.above
  ), page as materialized (
    select k.* from keyed k
    where private.on_page(k.row_key, page.after, page.before)
    order by case when page.before is null then k.row_key end, k.row_key desc limit page.row_limit
  )
  select case when k.booking_id is null then 'subtotal' else 'line' end, k.row_key, k.booking_id, b.so_no, k.on_date, null, b.customer_id,
    k.agent_id, k.product_id, null::int, k.lines, k.pieces, k.amount, null::numeric,
    private.booking_figures(b, k.agent_id, w.display_name) || jsonb_build_object('material_code', g.material_code,
      'description', g.description, 'case_config', k.case_config, 'days_to_deliver', k.waited, 'cases', k.cases, 'loose', k.loose,
      'litres', k.litres, 'free', k.free, 'gross', k.amount + k.discount, 'discount', k.discount, 'deliveries', k.deliveries)
  from page k
  left join public.bookings b on b.project_id = p_project and b.id = k.booking_id
  left join public.products g on g.project_id = p_project and g.id = k.product_id
  left join public.profiles w on w.user_id = k.agent_id
  order by case when page.before is null then k.row_key end, k.row_key desc;
end $$;
comment on function private.delivery_lines is
  'Returns a page of delivered lines, with headers where they are grouped. Runs with the caller''s rights. Errors: 22023.';

create or replace function private.delivery_groups(p_project uuid, p_filters jsonb, p_level text, p_from date, p_to date)
returns table (level text, row_key text, booking_id uuid, so_no text, on_date date, month text, customer_id uuid, agent_id uuid,
  product_id uuid, age_group int, lines bigint, pieces bigint, amount numeric, open_amount numeric, figures jsonb)
language plpgsql stable set search_path = '' as $$
declare
  page record := private.report_filters(p_filters);
  v_sort text := coalesce(p_filters ->> 'sort', 'date');
begin
  return query
  with summed as materialized (
    select d.day, d.thing, sum(d.lines)::bigint as lines, count(*) as deliveries, round(avg(d.waited), 1) as waited,
      sum(d.pieces)::bigint as pieces, sum(d.cases)::bigint as cases,
      sum(case when p_filters ->> 'units' = 'cases' then d.millionths else d.loose end)::bigint as loose, sum(d.litres) as litres,
      sum(d.free)::bigint as free, sum(d.amount) as amount, sum(d.discount) as discount,
      -- The customer's name is that of the newest booking, as users of deliveries may not read customers.
      case p_level when 'booking' then d.thing when 'customer' then max(d.booking_id::text)::uuid end as named_by
    from (
      select d.*, case p_level when 'month' then date_trunc('month', d.on_date::timestamp)::date when 'day' then d.on_date
          when 'booking' then d.on_date end as day,
        case p_level when 'booking' then d.booking_id when 'agent' then d.agent_id when 'customer' then d.customer_id
          when 'product' then d.product_id end as thing
      from private.deliveries(p_project, p_level = 'product', p_from, p_to, page.agent_id, page.customer_id, page.product_id) d) d
    group by d.day, d.thing
  ), keyed as (
    select s.*, w.display_name, g.material_code, g.description, g.case_config,
      (case when v_sort = 'amount' then to_char(1e14 - s.amount, 'FM000000000000000.00')
          when p_level = 'booking' and v_sort = 'customer' then private.sort_key(b.customer_name) || E'\x1f' else '' end
        || case p_level when 'day' then s.day::text when 'month' then to_char(s.day, 'YYYY-MM')
          when 'agent' then concat_ws(E'\x1f', coalesce(w.sort_key, 'former agent'), s.thing)
          when 'customer' then concat_ws(E'\x1f', private.sort_key(b.customer_name), s.thing)
          when 'product' then concat_ws(E'\x1f', g.sort_key, s.thing)
          else concat_ws(E'\x1f', s.day, b.so_no, s.thing || s.day::text) end) collate "C" as row_key
    from summed s
    left join public.bookings b on b.project_id = p_project and b.id = s.named_by
    left join public.profiles w on w.user_id = case p_level when 'agent' then s.thing when 'booking' then b.agent_id end
    left join public.products g on p_level = 'product' and g.project_id = p_project and g.id = s.thing
  ), page as materialized (
    select k.* from keyed k
    where private.on_page(k.row_key, page.after, page.before)
    order by case when page.before is null then k.row_key end, k.row_key desc limit page.row_limit
  )
  select p_level, k.row_key, case p_level when 'booking' then b.id end, case p_level when 'booking' then b.so_no end,
    case when p_level in ('booking', 'day') then k.day end, case p_level when 'month' then to_char(k.day, 'YYYY-MM') end, b.customer_id,
    case p_level when 'agent' then k.thing when 'booking' then b.agent_id end, case p_level when 'product' then k.thing end,
    null::int, k.lines, k.pieces, k.amount, null::numeric,
    jsonb_build_object('days_to_deliver', k.waited, 'cases', k.cases, 'loose', k.loose, 'litres', k.litres, 'free', k.free,
      'gross', k.amount + k.discount, 'discount', k.discount, 'deliveries', k.deliveries)
    || case p_level when 'booking' then private.booking_figures(b, b.agent_id, k.display_name)
      when 'customer' then jsonb_build_object('customer_name', b.customer_name, 'store_name', b.store_name, 'area', b.area)
      when 'agent' then jsonb_build_object('agent_name', coalesce(k.display_name, 'Former agent'))
      when 'product' then jsonb_build_object('material_code', k.material_code, 'description', k.description, 'case_config', k.case_config)
      else '{}' end
  from page k left join public.bookings b on b.project_id = p_project and b.id = k.named_by
  order by case when page.before is null then k.row_key end, k.row_key desc;
end $$;
comment on function private.delivery_groups is
  'Returns a page of the sums of deliveries by booking, day, month, agent, customer or product. Runs with the caller''s rights. Errors: '
  '22023.';

create or replace function private.delivery_total(p_project uuid, p_filters jsonb, p_from date, p_to date)
returns table (lines bigint, pieces bigint, amount numeric, open_amount numeric, figures jsonb)
language plpgsql stable set search_path = '' as $$
declare
  page record := private.report_filters(p_filters);
  v_for text := coalesce(p_filters ->> 'for', '');
  -- A user who reads all bookings, and chooses none, reads the sums of sealed months.
  v_sealed boolean := v_for in ('line', 'booking', 'grouped', 'grouped_agent', 'undelivered')
    and coalesce(page.agent_id, page.customer_id, page.product_id) is null and coalesce(p_filters ->> 'units' <> 'cases', true)
    and private.scope_of(p_project, 'bookings.read') = 'all';
begin
  return query
  with found as materialized (
    select d.* from private.deliveries(p_project, v_for = 'product', p_from, p_to, page.agent_id, page.customer_id, page.product_id) d
    where not v_sealed
  ), summed as (
    select sum(d.lines) as lines, count(*) as deliveries, sum(d.waited) as waited, sum(d.pieces) as pieces,
      sum(d.cases) as cases, sum(case when p_filters ->> 'units' = 'cases' then d.millionths else d.loose end) as loose,
      sum(d.litres) as litres, sum(d.free) as free, sum(d.amount) as amount,
      sum(d.discount) as discount
    from found d having not v_sealed
    union all
    select sum(s.number) filter (where s.item = 'amount'), sum(s.number2) filter (where s.item = 'amount'),
      sum(s.amount2) filter (where s.item = 'pieces'), sum(s.number) filter (where s.item = 'pieces'),
      sum(s.number) filter (where s.item = 'cases'), sum(s.number2) filter (where s.item = 'cases'),
      sum(s.amount) filter (where s.item = 'pieces'), sum(s.number2) filter (where s.item = 'pieces'),
      sum(s.amount) filter (where s.item = 'amount'), sum(s.amount2) filter (where s.item = 'amount')
    from private.book_sums(p_project, case when v_sealed then 'deliveries' end, p_from, p_to) s where v_sealed
    having v_sealed
  ), counted as (
    select count(distinct d.on_date) as dates, count(distinct date_trunc('month', d.on_date::timestamp)) as months,
      count(distinct d.agent_id) as agents, count(distinct d.customer_id) as customers, count(distinct d.booking_id) as bookings,
      case v_for when 'product' then count(distinct d.product_id) when '' then (
        select count(distinct p.product_id)
        from private.deliveries(p_project, true, p_from, p_to, page.agent_id, page.customer_id, page.product_id) p) end as products
    from found d
  )
  select coalesce(s.lines, 0)::bigint, coalesce(s.pieces, 0)::bigint, coalesce(s.amount, 0.00), o.amount,
    -- The rows of the level in for are counted, and no others.
    (select coalesce(jsonb_object_agg(c.name, to_jsonb(n) -> c.name), '{}')
      from (values ('day', 'dates'), ('month', 'months'), ('agent', 'agents'), ('customer', 'customers'), ('product', 'products'),
        ('bookings', 'bookings')) c (level, name) where v_for in (c.level, ''))
    || jsonb_build_object('days_to_deliver', round(s.waited / nullif(s.deliveries, 0)::numeric, 1), 'cases', coalesce(s.cases, 0),
      'loose', coalesce(s.loose, 0), 'litres', coalesce(s.litres, 0.000), 'free', coalesce(s.free, 0),
      'gross', coalesce(s.amount + s.discount, 0.00), 'discount', coalesce(s.discount, 0.00),
      'deliveries', case when v_for <> 'product' then s.deliveries end,
      'open_pieces', o.pieces, 'open_cases', o.cases, 'open_loose', o.loose, 'open_litres', o.litres, 'open_bookings', o.bookings)
  from summed s cross join counted n
  cross join (
    select coalesce(sum(u.pieces), 0) as pieces, coalesce(sum(u.cases), 0) as cases, coalesce(sum(u.loose), 0) as loose,
      coalesce(sum(u.litres), 0.000) as litres, coalesce(sum(u.amount), 0.00) as amount, count(*) as bookings
    from private.undelivered_as_of(p_project, p_filters) u) o;
end $$;
comment on function private.delivery_total is
  'Returns the total of the report of deliveries, with the count of the rows of the level in for, or of all levels. Runs with the '
  'caller''s rights. Errors: 22023.';

create or replace function public.report_delivery(p_project uuid, p_filters jsonb default '{}')
returns table (level text, row_key text, booking_id uuid, so_no text, on_date date, month text, customer_id uuid, agent_id uuid,
  product_id uuid, age_group int, lines bigint, pieces bigint, amount numeric, open_amount numeric, figures jsonb)
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
declare
  v_level text := coalesce(p_filters ->> 'level', 'line');
  v_sort text := coalesce(p_filters ->> 'sort', 'date');
  page record := private.report_filters(p_filters);
  v_days record;
begin
  if private.open_report(p_project, p_filters, 'reports.delivery', v_level,
    '{grouped,grouped_agent,line,booking,day,month,agent,customer,product,undelivered,total}', v_sort,
    '{date,customer,product,amount}') then
    return query select k.* from known.report_delivery(p_project, p_filters - 'known_at') k;
    return;
  end if;
  v_days := private.page_days(p_project, p_filters, case when v_level = 'grouped' then 'line'
    when v_level in ('line', 'booking') and v_sort = 'date' then v_level end);
  if v_level = 'undelivered' then
    return query
    with summed as (
      select o.booking_id, o.age_group, max(o.age) as age, count(*) as bookings, sum(o.lines)::bigint as lines,
        sum(o.pieces)::bigint as pieces, sum(o.cases)::bigint as cases, sum(o.loose)::bigint as loose, sum(o.litres) as litres,
        sum(o.amount) as amount
      from private.undelivered_as_of(p_project, p_filters) o group by grouping sets ((o.age_group, o.booking_id), (o.age_group))
    ), keyed as (
      -- The oldest come first, each age group behind its header.
      select s.*, (concat_ws(E'\x1f', 9 - s.age_group, case when s.booking_id is null then '0'
        else concat_ws(E'\x1f', '1', to_char(1000000 - s.age, 'FM0000000'), s.booking_id) end)) collate "C" as row_key
      from summed s
    )
    select case when k.booking_id is null then 'subtotal' else 'undelivered' end, k.row_key, b.id, b.so_no, null::date, null, b.customer_id,
      b.agent_id, null::uuid, k.age_group, k.lines, 0::bigint, 0.00, k.amount,
      private.booking_figures(b, b.agent_id, w.display_name) || jsonb_build_object('age', k.age, 'open_pieces', k.pieces,
        'open_cases', k.cases, 'open_loose', k.loose, 'open_litres', k.litres, 'open_bookings', k.bookings)
    from keyed k
    left join public.bookings b on b.project_id = p_project and b.id = k.booking_id
    left join public.profiles w on w.user_id = b.agent_id
    where private.on_page(k.row_key, page.after, page.before)
    order by case when page.before is null then k.row_key end, k.row_key desc limit page.row_limit;
  elsif v_level in ('line', 'grouped', 'grouped_agent') then
    return query select r.* from private.delivery_lines(p_project, p_filters, v_level, v_days.first_day, v_days.last_day) r;
  elsif v_level = 'total' then
    return query
    select v_level, '', null::uuid, null, null::date, null, null::uuid, null::uuid, null::uuid, null::int, r.lines, r.pieces, r.amount,
      r.open_amount, r.figures
    from private.delivery_total(p_project, p_filters, v_days.first_day, v_days.last_day) r;
  else
    return query select r.* from private.delivery_groups(p_project, p_filters, v_level, v_days.first_day, v_days.last_day) r;
  end if;
end $$;
comment on function public.report_delivery is
  'Report of deliveries, page by page. Filters and figures: docs/report-filters.md. Errors: 42501, 22023.';

grant execute on function private.delivery_lines, private.delivery_groups, private.delivery_total to authenticated;

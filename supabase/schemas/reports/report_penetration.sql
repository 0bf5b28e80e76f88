-- Report of penetration: share of an agent's outlets that buy, and non-buyers; one function for screen, Excel, print and portals.

create or replace function private.penetration_sales(p_project uuid, p_filters jsonb, p_detail boolean)
returns table (now boolean, customer_id uuid, item_id text, pieces bigint, bookings bigint, skus bigint, cs bigint, pcs bigint,
  millilitres bigint, net numeric)
language plpgsql stable set search_path = '' as $$
declare
  v_from date := private.read_date(p_filters, 'from');
  v_to date := private.read_date(p_filters, 'to');
  v_sales jsonb := private.fields_of(p_filters) - '{agent_id,manager_id,customer_id,cancelled}'::text[];
  v_items text := private.report_items(p_filters);
  v_reach boolean := not p_detail and private.read_boolean(p_filters, 'reach');
  v_earlier record := private.comparison_period(v_from, v_to, p_filters ->> 'against');
begin
  return query
  select true, s.customer_id, i.item_id, sum(s.pieces)::bigint,
    sum(case when i.item_id is null then s.visits else s.bookings end)::bigint, sum(s.skus)::bigint, sum(s.cs)::bigint,
    sum(s.pcs)::bigint, sum(s.millilitres)::bigint, sum(s.net)
  from private.sales_sums(p_project, v_sales, v_from, v_to, 'customer' || case when p_detail then '_' || v_items else '' end, 'all') s
  cross join lateral unnest(case when p_detail then array[coalesce(s.product_id::text, s.item, ''), null] else '{null}' end) i (item_id)
  where not v_reach group by s.customer_id, i.item_id
  union all
  -- Without the figures of items, only their buyers are wanted, and of the period before only buyers.
  select p.now, b.customer_id, i.item_id, sum(b.pieces)::bigint, 0, 0, 0, 0, 0, 0.00
  from (values (not p_detail, v_items), (false, '')) p (now, items)
  cross join lateral private.sales_buyers(p_project, v_sales, case when p.now then v_from else v_earlier.earlier_from end,
    case when p.now then v_to else v_earlier.earlier_to end, 'customer_' || p.items, 'all') b
  cross join lateral (
    select coalesce(b.item, '') as item_id where p.items <> ''
    union all
    select null where p.items = '' or p.now and v_reach) i
  where p.now or v_earlier.earlier_to is not null group by p.now, b.customer_id, i.item_id;
end $$;
comment on function private.penetration_sales is
  'Returns what each customer bought, now and in the period before, of all items (item_id null) and of each (empty = without a category). '
  'p_detail: items have all figures and both periods, else only the pieces of now; with p_filters.reach so does the sum of all items. Runs '
  'with the caller''s rights.';

create or replace function private.penetration_cells(p_project uuid, p_filters jsonb, p_shown text)
returns table (k text, base text, manager_id uuid, agent_id uuid, universe bigint, item_id text, item text, product_id uuid,
  material_code text, buyers bigint, percent numeric, previous_percent numeric, bookings numeric, skus numeric, pieces jsonb, net numeric)
language plpgsql stable set search_path = '' as $$
declare
  v_to date := private.read_date(p_filters, 'to');
  v_earlier record := private.comparison_period(private.read_date(p_filters, 'from'), v_to, p_filters ->> 'against');
  v_least int := greatest(coalesce(private.read_int(p_filters, 'min_pieces'), 1), 1);
  v_products boolean := coalesce(p_filters ->> 'items' = 'product', false);
  v_detail boolean := p_shown in ('item', 'grouped');
begin
  return query
  with outlets as materialized (
    select p.now, o.* from (values (true, v_to), (false, v_earlier.earlier_to)) p (now, last_day)
    cross join lateral private.outlets(p_project, p_filters, p.last_day) o where p.last_day is not null
  ), bases as (
    select case when grouping(o.agent_id) = 0 then 'a' || o.agent_id
        when grouping(o.manager_id) = 0 then 'm' || coalesce(o.manager_id::text, '') else 't' end as base,
      o.manager_id, o.agent_id, count(*) filter (where o.now) as universe, count(*) filter (where not o.now) as before
    from outlets o group by grouping sets ((o.manager_id, o.agent_id), (o.manager_id), ())
  ), bought as materialized (
    -- The selling agent does not matter: the outlet counts for its owning agent of the day.
    select s.*, o.manager_id, o.agent_id, o.customer_id is not null and s.pieces >= v_least as counts
    from private.penetration_sales(p_project, p_filters, v_detail) s
    left join outlets o on o.now = s.now and o.customer_id = s.customer_id
  ), things as (
    select i.item_id, case when v_products then g.description else nullif(i.item_id, '') end as item, g.id as product_id, g.material_code
    from (
      select coalesce(g.item_id, '') as item_id from private.report_products(p_project, p_filters) g where g.active
      union
      select b.item_id from bought b where b.item_id is not null and (v_detail or b.pieces > 0)) i
    left join public.products g on g.project_id = p_project and g.id = case when v_products then i.item_id::uuid end
    union all
    select null, null, null, null
  ), reached as (
    -- An outlet has one agent and one row per item, so that counting rows counts outlets.
    select concat_ws('|', case when grouping(b.agent_id) = 0 then 'a' || b.agent_id
        when grouping(b.manager_id) = 0 then 'm' || coalesce(b.manager_id::text, '') else 't' end, b.item_id) as k,
      count(*) filter (where b.now) as buyers, count(*) filter (where not b.now) as before,
      sum(b.bookings) filter (where b.now) as bookings, sum(b.skus) filter (where b.now) as skus,
      sum(b.cs) filter (where b.now) as cs, sum(b.pcs) filter (where b.now) as pcs, sum(b.pieces) filter (where b.now) as pieces,
      sum(b.millilitres) filter (where b.now) as millilitres, sum(b.net) filter (where b.now) as net
    from bought b where b.counts group by b.item_id, grouping sets ((b.manager_id, b.agent_id), (b.manager_id), ())
  )
  select n.k, u.base, u.manager_id, u.agent_id, u.universe, t.item_id, t.item, t.product_id, t.material_code, coalesce(r.buyers, 0),
    round(coalesce(r.buyers, 0) * 100.0 / nullif(u.universe, 0), 2), round(coalesce(r.before, 0) * 100.0 / nullif(u.before, 0), 2),
    coalesce(r.bookings, 0), r.skus, jsonb_build_object('cs', coalesce(r.cs, 0), 'pcs', coalesce(r.pcs, 0),
      'pieces', coalesce(r.pieces, 0), 'litres', coalesce(r.millilitres, 0) * 0.001), coalesce(r.net, 0.00)
  from bases u cross join things t
  cross join lateral (select concat_ws('|', u.base, t.item_id) as k) n
  left join reached r on r.k = n.k;
end $$;
comment on function private.penetration_cells is
  'Returns of the total, each manager and each agent (base: t, m or a with the id) how many outlets bought, now and in the period before: '
  'of all items (item_id null) and of each that is for sale or was sold (empty = without a category). Items have all figures at the '
  'levels item and grouped. Runs with the caller''s rights.';

create or replace function private.penetration_page(p_project uuid, p_filters jsonb, p_shown text, p_rows boolean, p_total boolean)
returns table (level text, row_key text, manager_id uuid, manager_name text, agent_id uuid, agent_name text, item text, product_id uuid,
  material_code text, figures jsonb)
language plpgsql stable set search_path = '' as $$
declare
  ask record := private.report_filters(p_filters);
begin
  return query
  with cells as materialized (
    select c.*, case when c.item_id is not null then 'item' when c.agent_id is not null then 'agent' when c.base = 't' then 'total'
        else 'manager' end as of,
      case when c.agent_id is not null then coalesce(a.display_name, 'Former agent') end as agent_name,
      case when c.manager_id is not null then coalesce(m.display_name, 'Former manager') end as manager_name
    from private.penetration_cells(p_project, p_filters, p_shown) c
    left join public.profiles a on a.user_id = c.agent_id
    left join public.profiles m on m.user_id = c.manager_id
  ), counted as (
    select count(*) filter (where c.of = 'manager') as managers, count(*) filter (where c.of = 'agent') as agents,
      count(*) filter (where c.of = 'item' and c.base = 't') as items from cells c
  ), heads as materialized (
    -- The columns of the matrix: agents beside items, and items beside agents and managers.
    select c.base, coalesce(c.agent_id::text, c.item_id) as key, coalesce(c.agent_name, c.item, 'No category') as label
    from cells c
    where case p_shown when 'item' then c.of = 'agent' and c.universe > 0 when 'grouped' then false else c.of = 'item' and c.base = 't' end
    order by c.buyers desc, label, key limit 60
  ), shown as (
    select c.*, concat_ws(E'\x1f', private.sort_key(c.agent_name), c.agent_id) as agent_key,
      coalesce('0' || private.sort_key(c.manager_name) || E'\x1f' || c.manager_id, '1') as manager_key,
      concat_ws(E'\x1f', coalesce('0' || lower(c.item), '1'), c.item_id) as item_key
    from cells c cross join counted n
    where case when c.of = 'total' then p_total when not p_rows then false when p_shown = 'item' then c.of = 'item' and c.base = 't'
      when p_shown = 'grouped' then c.agent_id is not null else c.of = p_shown end
  ), keyed as (
    -- The header of an agent comes first.
    select s.*, (case when s.of = 'total' then ''
        when p_shown = 'grouped' then s.agent_key || E'\x1f' || case s.of when 'agent' then '0' else '1' || E'\x1f' || s.item_key end
        else case p_filters ->> 'sort' when 'percent' then to_char(1000 - coalesce(s.percent, 0), 'FM0000.00')
            when 'gap' then to_char(100000000 - s.universe + s.buyers, 'FM000000000')
            when 'net' then to_char(1e14 - s.net, 'FM000000000000000.00') else '' end
          || case p_shown when 'agent' then s.agent_key when 'manager' then s.manager_key else s.item_key end end) collate "C" as row_key
    from shown s
  ), page as materialized (
    select k.* from keyed k where k.of = 'total' or private.on_page(k.row_key, ask.after, ask.before)
    order by k.of <> 'total', case when ask.before is null then k.row_key end, k.row_key desc limit ask.row_limit + p_total::int
  ), matrix as (
    select p.k, jsonb_object_agg(h.key, c.percent::text) as cells
    from page p cross join heads h
    join cells c on c.k = case p_shown when 'item' then concat_ws('|', 'a' || h.key, p.item_id) else p.base || '|' || h.key end
    group by p.k
  )
  select case when p.of in ('total', 'item') then p.of when p_shown = 'grouped' then 'subtotal' else p.of end,
    p.row_key, p.manager_id, p.manager_name, p.agent_id, p.agent_name, p.item, p.product_id, p.material_code,
    p.pieces || jsonb_build_object('universe', p.universe, 'net', p.net,
      'buyers', p.buyers, 'gap', p.universe - p.buyers, 'percent', p.percent, 'previous_percent', p.previous_percent,
      'change', p.percent - p.previous_percent, 'bookings', p.bookings, 'drop_size', round(p.net / nullif(p.bookings, 0), 2),
      'lines_per_order', round(p.skus / nullif(p.bookings, 0), 2), 'cells', m.cells)
    || case when p.of <> 'total' and p_shown = 'grouped' then jsonb_build_object('agent_items', case when p.of = 'agent' then n.items end)
      when p.of = 'total' then to_jsonb(n) || jsonb_build_object('agent_items', n.items * n.agents,
      'heads', (select coalesce(jsonb_agg(jsonb_build_object('key', h.key, 'label', h.label)), '[]') from heads h)) else '{}' end
  from page p cross join counted n left join matrix m on m.k = p.k
  order by p.of <> 'total', case when ask.before is null then p.row_key end, p.row_key desc;
end $$;
comment on function private.penetration_page is
  'Returns the rows of a page of report_penetration_report by their keys (p_rows) and its total (p_total). The cells and heads are the 60 '
  'items (levels agent and manager) or agents (item) that reach most. Runs with the caller''s rights.';

create or replace function public.report_penetration_report(p_project uuid, p_filters jsonb default '{}')
returns table (level text, row_key text, manager_id uuid, manager_name text, agent_id uuid, agent_name text, item text, product_id uuid,
  material_code text, customer_id uuid, customer_name text, store_name text, figures jsonb)
language plpgsql stable set search_path = '' as $$
declare
  v_level text := coalesce(p_filters ->> 'level', 'agent');
  v_shown text := case when v_level = 'total' then coalesce(p_filters ->> 'for', 'agent') else v_level end;
  v_to date := coalesce(private.read_date(p_filters, 'to'), private.business_date(p_project));
  v_from date := coalesce(private.read_date(p_filters, 'from'), date_trunc('month', v_to)::date);
  -- The total of these levels is computed with their rows.
  v_total boolean := v_level = 'total' or (v_level in ('agent', 'item', 'grouped', 'manager')
    and private.read_boolean(p_filters, 'with_total'));
  v_sort text := coalesce(p_filters ->> 'sort', 'name');
  v_available bigint;
  ask record := private.report_filters(p_filters);
begin
  if private.open_report(p_project, p_filters, 'reports.penetration', v_level, '{agent,item,grouped,manager,not_buying,total}',
    v_sort, '{name,percent,gap,net,last,credit}') then
    return query select k.* from known.report_penetration_report(p_project, p_filters - 'known_at') k;
    return;
  end if;
  -- Pieces free to sell of the products that the filters choose
  v_available := (
    select sum(i.available) from private.report_products(p_project, p_filters) g
    join public.inventory i on i.project_id = p_project and i.product_id = g.product_id
    where p_filters ?| '{product_id,category1,category2,category3}');
  if v_level <> 'not_buying' then
    return query
    select p.level, p.row_key, p.manager_id, p.manager_name, p.agent_id, p.agent_name, p.item, p.product_id, p.material_code,
      null::uuid, null, null, p.figures || jsonb_build_object('available', case when p.level = 'total' then v_available end)
    from private.penetration_page(p_project, private.fields_of(p_filters) || jsonb_build_object('from', v_from, 'to', v_to),
      v_shown, v_level <> 'total', v_total) p;
    return;
  end if;
  return query
  select v_level, k.row_key, k.manager_id, k.manager_name, k.agent_id, k.agent_name, null, null::uuid, null, k.customer_id, k.name,
    k.store_name, jsonb_build_object('area', k.area, 'contact', k.contact, 'last_bought', k.last_bought, 'last_order', k.last_order,
      'credit_line', k.credit_line, 'credit_left', k.credit_left, 'available', v_available, 'gap', 1)
  from (
    -- Non-buyers are sorted by the day of their last purchase; outlets that never bought come last.
    select n.*, c.name, c.store_name, c.area, c.contact, f.credit_line, f.credit_left, w.agent_name,
      case when n.manager_id is not null then coalesce(b.display_name, 'Former manager') end as manager_name,
      (case v_sort when 'last' then coalesce(n.last_bought::text, '~')
          when 'credit' then to_char(1e14 - coalesce(f.credit_left, 1e13), 'FM000000000000000.00') else '' end
        || concat_ws(E'\x1f', case when v_sort = 'name' then private.sort_key(w.agent_name) || n.agent_id end, c.sort_key, n.customer_id))
        collate "C" as row_key
    from private.non_buyers(p_project, p_filters, v_from, v_to) n
    join public.customers c on c.project_id = p_project and c.id = n.customer_id
    left join private.filtered_customers(p_project, '{}') f on f.id = n.customer_id
    left join public.profiles a on a.user_id = n.agent_id
    left join public.profiles b on b.user_id = n.manager_id
    cross join lateral (select coalesce(a.display_name, 'Former agent') as agent_name) w) k
  where private.on_page(k.row_key, ask.after, ask.before)
  order by case when ask.before is null then k.row_key end, k.row_key desc limit ask.row_limit;
end $$;
comment on function public.report_penetration_report is
  'Report of penetration: number and share of outlets that buy, page by page. Filters and figures: docs/report-filters.md. Errors: '
  '42501, 22023.';

grant execute on function private.penetration_sales, private.penetration_cells, private.penetration_page to authenticated;

-- Report of penetration: share of an agent's outlets that buy, and non-buyers; one function for screen, Excel, print and portals.

create or replace function private.penetration_reach(p_project uuid, p_filters jsonb, p_detail boolean)
returns table (k text, base text, manager_id uuid, agent_id uuid, item text, universe bigint, universe_before bigint, buyers bigint,
  before bigint, sold boolean, bookings bigint, skus bigint, pieces jsonb, net numeric)
language plpgsql stable set search_path = '' as $$
declare
  v_from date := private.read_date(p_filters, 'from');
  v_to date := private.read_date(p_filters, 'to');
  v_least int := greatest(coalesce(private.read_int(p_filters, 'min_pieces'), 1), 1);
  v_sales jsonb := private.fields_of(p_filters) - '{agent_id,manager_id,customer_id,cancelled}'::text[];
  v_items text := private.report_items(p_filters);
  v_earlier record := private.comparison_period(v_from, v_to, p_filters ->> 'against');
begin
  return query
  with periods (now, first_day, last_day) as (
    values (true, v_from, v_to), (false, v_earlier.earlier_from, v_earlier.earlier_to)
  ), outlets as materialized (
    select p.now, o.* from periods p cross join lateral private.outlets(p_project, p_filters, p.last_day) o where p.last_day is not null
  ), universes as (
    select case when grouping(o.agent_id) = 0 then 'a' || o.agent_id
        when grouping(o.manager_id) = 0 then 'm' || coalesce(o.manager_id::text, '') else 't' end as base,
      o.manager_id, o.agent_id, count(*) filter (where o.now) as universe, count(*) filter (where not o.now) as before
    from outlets o group by grouping sets ((o.manager_id, o.agent_id), (o.manager_id), ())
  ), sold as (
    -- The sales as a whole, in both periods, come from the sums of months; by item, sums would be as many as lines.
    select p.now, true as whole, s.*
    from periods p cross join lateral private.sales_sums(p_project, v_sales, p.first_day, p.last_day, 'customer', 'all') s
    where p.last_day is not null
    union all
    select true, false, s.*
    from private.sales_sums(p_project, v_sales, v_from, v_to, case when p_detail then 'customer_' || v_items end, 'all') s where p_detail
  ), bought as (
    select s.now, s.customer_id, case when not s.whole then coalesce(s.product_id::text, s.item, '') end as key,
      sum(case when s.whole then s.visits else s.bookings end) as bookings, sum(s.skus) as skus, sum(s.cs) as cs, sum(s.pcs) as pcs,
      sum(s.pieces) as pieces, sum(s.millilitres) as millilitres, sum(s.net) as net
    from sold s group by s.now, s.customer_id, s.whole, 3
    union all
    -- Without the figures of items, only their buyers are wanted.
    select p.now, b.customer_id, coalesce(b.item, ''), 0, 0, 0, 0, sum(b.pieces), 0, 0.00
    from periods p cross join lateral private.sales_buyers(p_project, v_sales, p.first_day, p.last_day, v_items, 'all') b
    where p.last_day is not null and p.now <> p_detail group by p.now, b.customer_id, b.item
  ), placed as (
    -- The selling agent does not matter: the outlet counts for its owning agent of the day.
    select b.*, o.manager_id, o.agent_id, o.customer_id is not null and b.pieces >= v_least as counts,
      b.now and o.customer_id is not null and b.pieces >= v_least as here
    from bought b left join outlets o on o.now = b.now and o.customer_id = b.customer_id
  ), reached as (
    -- An outlet has one agent and one row per item, so that counting rows counts outlets.
    select case when grouping(b.agent_id) = 0 then 'a' || b.agent_id
        when grouping(b.manager_id) = 0 then 'm' || coalesce(b.manager_id::text, '') else 't' end as base,
      b.key, count(*) filter (where b.here) as buyers, count(*) filter (where not b.now and b.counts) as before,
      bool_or(b.now and b.pieces > 0) as sold, sum(b.bookings) filter (where b.here) as bookings, sum(b.skus) filter (where b.here) as skus,
      sum(b.cs) filter (where b.here) as cs, sum(b.pcs) filter (where b.here) as pcs,
      sum(b.pieces) filter (where b.here) as pieces, sum(b.millilitres) filter (where b.here) as millilitres,
      sum(b.net) filter (where b.here) as net
    from placed b group by b.key, grouping sets ((b.manager_id, b.agent_id), (b.manager_id), ())
  )
  select u.base || coalesce('|' || r.key, ''), u.base, u.manager_id, u.agent_id, r.key, u.universe, u.before,
    coalesce(r.buyers, 0), coalesce(r.before, 0), r.sold, coalesce(r.bookings, 0)::bigint, r.skus::bigint,
    jsonb_build_object('cs', coalesce(r.cs, 0), 'pcs', coalesce(r.pcs, 0),
      'pieces', coalesce(r.pieces, 0), 'litres', coalesce(r.millilitres, 0) * 0.001), coalesce(r.net, 0.00)
  from universes u left join reached r on r.base = u.base;
end $$;
comment on function private.penetration_reach is
  'Returns of the total, each manager and each agent (base: t, m or a with the id) how many outlets bought, of all items (item null) and '
  'of each item that was sold (empty = without a category), now and in the period before. p_detail: items have all figures. Runs with '
  'the caller''s rights.';

create or replace function private.penetration_page(p_project uuid, p_filters jsonb, p_shown text, p_rows boolean, p_total boolean)
returns table (level text, row_key text, manager_id uuid, manager_name text, agent_id uuid, agent_name text, item text, product_id uuid,
  material_code text, figures jsonb)
language plpgsql stable set search_path = '' as $$
declare
  ask record := private.report_filters(p_filters);
  v_products boolean := coalesce(p_filters ->> 'items' = 'product', false);
  v_matrix boolean := p_shown in ('agent', 'manager');
begin
  return query
  with reach as materialized (
    select r.* from private.penetration_reach(p_project, p_filters, p_shown in ('item', 'grouped')) r), things as materialized (
    select i.item_id, case when v_products then g.description else nullif(i.item_id, '') end as item, g.id as product_id, g.material_code
    from (
      select coalesce(g.item_id, '') as item_id from private.report_products(p_project, p_filters) g where g.active
      union
      select r.item from reach r where r.base = 't' and r.item is not null and (r.sold or not v_matrix)) i
    left join public.products g on g.project_id = p_project and g.id = case when v_products then i.item_id::uuid end
  ), wide as materialized (
    select w.* from (
      select t.item_id as key, coalesce(t.item, 'No category') as label, 't|' || t.item_id as k, r.buyers
      from things t left join reach r on r.k = 't|' || t.item_id where v_matrix union all
      select r.agent_id::text, coalesce(a.display_name, 'Former agent'), r.k, nullif(r.buyers, 0)
      from reach r left join public.profiles a on a.user_id = r.agent_id
      where p_shown = 'item' and r.agent_id is not null and r.item is null and r.universe > 0) w
    order by w.buyers desc nulls last, w.label, w.key limit 60
  ), grid as (
    select case when t.item_id is not null then 'item' when w.base = 't' then 'total' else left(w.base, 1) end as of,
      concat_ws('|', w.base, t.item_id) as k, w.base, w.manager_id, w.agent_id, w.universe, w.universe_before, t.*
    from reach w cross join lateral (
      select null as item_id, null as item, null::uuid as product_id, null as material_code union all
      select t.* from things t where case p_shown when 'grouped' then w.agent_id is not null when 'item' then w.base = 't' end) t
    where w.item is null
  ), figured as (
    select g.*, coalesce(r.buyers, 0) as buyers, round(coalesce(r.buyers, 0) * 100.0 / nullif(g.universe, 0), 2) as percent,
      round(coalesce(r.before, 0) * 100.0 / nullif(g.universe_before, 0), 2) as previous_percent,
      coalesce(r.bookings, 0) as bookings, r.skus, r.pieces, coalesce(r.net, 0.00) as net, n.*,
      concat_ws(E'\x1f', private.sort_key(n.agent_name), g.agent_id) as agent_key,
      coalesce('0' || private.sort_key(n.manager_name) || E'\x1f' || g.manager_id, '1') as manager_key,
      concat_ws(E'\x1f', coalesce('0' || lower(g.item), '1'), g.item_id) as item_key
    from grid g left join reach r on r.k = g.k
    left join public.profiles a on a.user_id = g.agent_id left join public.profiles b on b.user_id = g.manager_id
    cross join lateral (select case when g.agent_id is not null then coalesce(a.display_name, 'Former agent') end as agent_name,
      case when g.manager_id is not null then coalesce(b.display_name, 'Former manager') end as manager_name) n
    where case when g.of = 'total' then p_total when not p_rows then false when g.of = 'item' then true when g.of = 'm'
      then p_shown = 'manager' else p_shown = 'agent' or (p_shown = 'grouped' and (select count(*) from things) > 1) end
  ), keyed as (
    -- The subtotal of an agent comes last.
    select f.*, (case when f.of = 'total' then '' when p_shown = 'grouped' then f.agent_key || E'\x1f'
          || case f.of when 'a' then '1' else '0' || E'\x1f' || f.item_key end
        else case p_filters ->> 'sort' when 'percent' then to_char(1000 - coalesce(f.percent, 0), 'FM0000.00')
            when 'gap' then to_char(100000000 - f.universe + f.buyers, 'FM000000000')
            when 'net' then to_char(1e14 - f.net, 'FM000000000000000.00') else '' end
          || case p_shown when 'agent' then f.agent_key when 'manager' then f.manager_key else f.item_key end end) collate "C" as row_key
    from figured f), page as materialized (
    select k.* from keyed k where k.of = 'total' or private.on_page(k.row_key, ask.after, ask.before)
    order by k.of <> 'total', case when ask.before is null then k.row_key end, k.row_key desc limit ask.row_limit + p_total::int
  ), matrix as (
    select p.k, jsonb_object_agg(d.key, round(coalesce(r.buyers, 0) * 100.0 / nullif(w.universe, 0), 2)::text) as cells
    from page p cross join wide d
    -- With agents in the columns the universe is that of the column, with items that of the row.
    join reach w on w.k = case when v_matrix then p.base else d.k end
    left join reach r on r.k = case when v_matrix then p.base || '|' || d.key else d.k || coalesce('|' || p.item_id, '') end
    group by p.k
  ), counted as (
    select jsonb_build_object('managers', count(*) filter (where w.base like 'm%'), 'agents', count(*) filter (where w.base like 'a%'),
      'items', t.items, 'agent_items', t.items * count(*) filter (where w.base like 'a%'),
      'heads', (select coalesce(jsonb_agg(jsonb_build_object('key', d.key, 'label', d.label)), '[]') from wide d)) as counts
    from reach w cross join (select count(*) as items from things) t where w.item is null group by t.items
  )
  select case when p.of in ('total', 'item') then p.of when p_shown = 'grouped' then 'subtotal' else p_shown end,
    p.row_key, p.manager_id, p.manager_name, p.agent_id, p.agent_name, p.item, p.product_id, p.material_code,
    coalesce(p.pieces, '{"cs": 0, "pcs": 0, "pieces": 0, "litres": 0.000}') || jsonb_build_object('universe', p.universe, 'net', p.net,
      'buyers', p.buyers, 'gap', p.universe - p.buyers, 'percent', p.percent, 'previous_percent', p.previous_percent,
      'change', p.percent - p.previous_percent, 'bookings', p.bookings, 'drop_size', round(p.net / nullif(p.bookings, 0), 2),
      'lines_per_order', round(p.skus / nullif(p.bookings, 0)::numeric, 2),
      'cells', m.cells) || case when p.of = 'total' then c.counts else '{}' end
  from page p cross join counted c
  left join matrix m on m.k = p.k order by p.of <> 'total', case when ask.before is null then p.row_key end, p.row_key desc;
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

grant execute on function private.penetration_reach, private.penetration_page,
  public.report_penetration_report to authenticated;

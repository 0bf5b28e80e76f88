CREATE OR REPLACE FUNCTION known.report_sales(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(level text, row_key text, manager_id uuid, manager_name text, agent_id uuid, agent_name text, item text, product_id uuid, material_code text, customer_id uuid, customer_name text, store_name text, month text, on_date date, booking_id uuid, so_no text, invoice_no text, stage text, case_config integer, agent_srp numeric, agent_srp_pieces integer, cs bigint, pcs bigint, pieces bigint, litres numeric, free bigint, gross numeric, discount numeric, returns numeric, net numeric, cancelled numeric, share numeric, previous numeric, change numeric, average numeric, bookings bigint, customers bigint, lines bigint, cost numeric, margin numeric, margin_percent numeric, managers bigint, agents bigint, items bigint, agent_items bigint, buyers bigint, months bigint, days bigint, item_months bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
 SET work_mem TO '32MB'
AS $function$
#variable_conflict use_column
declare
  v_level text := coalesce(p_filters ->> 'level', 'grouped');
  v_products boolean := coalesce(p_filters ->> 'items' = 'product', false);
  v_sort text := coalesce(p_filters ->> 'sort', 'name');
  -- For the total: the level whose rows are counted; without it all levels.
  v_for text := case when v_level = 'total' then coalesce(p_filters ->> 'for', 'all') else v_level end;
  v_filters jsonb := p_filters;
  v_by text[];
  v_parts boolean;
  v_earlier record;
  -- The total of these levels is summed with their rows.
  v_whole boolean := v_level in ('grouped', 'manager', 'agent', 'item', 'customer') and private.read_boolean(p_filters, 'with_total');
  ask record;
begin
  ask := private.open_report(p_project, p_filters, 'reports.sales', v_level, '{grouped,manager,agent,item,item_month,customer,month,day,line,total}', v_sort, '{name,net,drop}');
  if ask.known then
    return query select k.* from known.report_sales(p_project, p_filters - 'known_at') k;
    return;
  end if;
  if v_level = 'line' then
    if v_sort = 'name' and ask.row_limit is not null and not p_filters ?| array['product_id', 'category1', 'category2', 'category3'] then
      v_filters := known.sales_days(p_project, p_filters);
    end if;
    -- Each row is a line of its own, and nothing is added up.
    return query
    with sold as materialized (
      -- Products are joined here by themselves: beside the larger joins the planner does not care to hash them.
      select c.*, g.id as of_product, g.description, g.material_code
      from known.sales_cells(p_project, v_filters, private.read_date(v_filters, 'from'), private.read_date(v_filters, 'to'), '{product,day,line}') c
      left join (select g.id, g.description, g.material_code from known.products g where g.project_id = p_project) g on g.id = c.product_id
    ), booked as materialized (
      select b.id, b.so_no, b.invoice_no, b.stage, b.customer_id, b.customer_name, b.store_name, b.agent_id
      from (select distinct s.booking_id from sold s) s
      join known.bookings b on b.project_id = p_project and b.id = s.booking_id
    ), priced as materialized (
      -- The lines of a booking lie beside each other in one index; by their own ids they would be looked up one by one.
      select l.id, l.line_no, l.agent_srp, l.agent_srp_pieces from booked b join known.booking_lines l on l.project_id = p_project and l.booking_id = b.id
    ), team as materialized (
      select m.user_id, coalesce(a.display_name, 'Former agent') as agent_name, m.manager_id, coalesce(w.display_name, 'Former manager') as manager_name
      from known.memberships m
      left join known.profiles a on a.user_id = m.user_id
      left join known.profiles w on w.user_id = m.manager_id
      where m.project_id = p_project
    ), keyed as materialized (
      select s.*, n.*, b.so_no, b.invoice_no, b.stage, b.customer_id as of_customer, b.customer_name, b.store_name, b.agent_id as of_agent, l.agent_srp, l.agent_srp_pieces,
        t.agent_name, t.manager_id, t.manager_name,
        (case v_sort when 'net' then to_char(1e14 - n.net_sold, 'FM000000000000000.00') when 'drop' then to_char(1e14 + n.net_sold, 'FM000000000000000.00') else '' end
          || concat_ws(E'\x1f', s.on_date, b.so_no, to_char(l.line_no, 'FM00000'))) collate "C" as row_key
      from sold s
      -- What was cancelled stands in a column of its own alone.
      cross join lateral (select case when s.counts then s.net else 0.00 end as net_sold, case when s.counts then s.vat end as vat_sold, case when s.counts then s.cost end as cost_sold) n
      left join booked b on b.id = s.booking_id
      left join priced l on l.id = s.line_id
      left join team t on t.user_id = b.agent_id
    )
    select 'line', k.row_key, k.manager_id, k.manager_name, k.of_agent, k.agent_name, k.description, k.of_product, k.material_code, k.of_customer, k.customer_name, k.store_name,
      null::text, k.on_date, k.booking_id, k.so_no, k.invoice_no, k.stage, k.case_config, k.agent_srp, k.agent_srp_pieces,
      case when k.counts then k.cs else 0 end, case when k.counts then k.pcs else 0 end, case when k.counts then k.pieces else 0 end, case when k.counts then k.litres else 0.000 end,
      case when k.counts then k.free else 0 end, case when k.counts then k.gross else 0.00 end, case when k.counts then k.discount else 0.00 end,
      case when k.counts then k.gross - k.discount - k.net else 0.00 end, k.net_sold, case when k.counts then 0.00 else k.gross - k.discount end,
      null::numeric, 0.00, null::numeric, case when k.counts then round(k.net / nullif(k.bookings, 0), 2) end,
      case when k.counts then k.bookings else 0 end, case when k.counts then k.customers else 0 end, k.lines,
      k.cost_sold, k.net_sold - k.vat_sold - k.cost_sold, round((k.net_sold - k.vat_sold - k.cost_sold) * 100 / nullif(k.net_sold - k.vat_sold, 0), 2),
      null::bigint, null::bigint, null::bigint, null::bigint, null::bigint, null::bigint, null::bigint, null::bigint
    from keyed k
    where (ask.after is null or k.row_key > ask.after collate "C") and (ask.before is null or k.row_key < ask.before collate "C")
    order by case when ask.before is null then k.row_key end, k.row_key desc limit ask.row_limit;
    return;
  end if;
  v_by := case when v_for = 'grouped' then '{agent,item}' when v_for = 'item_month' then '{item,month}' when v_for = 'all' then '{agent,customer,item}'
    when v_for in ('item', 'customer', 'month', 'day') then array[v_for] else '{agent}' end;
  v_parts := v_by && '{item,month,day}';
  v_earlier := private.comparison_period(ask.first_day, ask.last_day, p_filters ->> 'against');

  return query
  with team as (
    select m.user_id as agent_id, coalesce(a.display_name, 'Former agent') as agent_name, m.manager_id, coalesce(w.display_name, 'Former manager') as manager_name
    from known.memberships m
    left join known.profiles a on a.user_id = m.user_id
    left join known.profiles w on w.user_id = m.manager_id
    where m.project_id = p_project
  ), cells as materialized (
    select c.*, t.manager_id, c.now and c.counts as sold, v_parts and c.visits is not null as apart
    from (
      select true as now, n.* from known.sales_cells(p_project, p_filters, ask.first_day, ask.last_day, v_by) n
      union all
      select false, e.* from known.sales_cells(p_project, p_filters, v_earlier.earlier_from, v_earlier.earlier_to, v_by || 'brief'::text) e
      where v_earlier.earlier_from is not null and v_level not in ('month', 'day', 'item_month')) c
    left join team t on t.agent_id = c.agent_id
  ), asked as (
    -- The columns of the requested level; the others are null.
    select c.*, case when v_level in ('grouped', 'manager') then c.manager_id end as by_manager,
      case when v_level in ('grouped', 'agent') then c.agent_id end as by_agent, case when v_level in ('grouped', 'item', 'item_month') then c.item_id end as by_item,
      case when v_level = 'customer' then c.customer_id end as by_customer, case when v_level in ('month', 'item_month') then to_char(c.on_date, 'YYYY-MM') end as by_month,
      case when v_level = 'day' then c.on_date end as by_day
    from cells c
  ), summed as (
    select
      case when grouping(a.by_day) = 0 then case v_level when 'grouped' then 'item' else v_level end
        when grouping(a.by_agent) = 0 then 'agent' when grouping(a.by_manager) = 0 then 'manager' else 'total' end as level,
      a.by_manager, a.by_agent, a.by_item, a.by_customer, a.by_month, a.by_day, grouping(a.by_day) as sums,
      sum(a.vat) filter (where a.sold) as vat, sum(a.cost) filter (where a.sold) as cost,
      coalesce(sum(a.cs) filter (where a.sold), 0)::bigint as cs, coalesce(sum(a.pcs) filter (where a.sold), 0)::bigint as pcs,
      coalesce(sum(a.pieces) filter (where a.sold), 0)::bigint as pieces, coalesce(sum(a.litres) filter (where a.sold), 0.000) as litres,
      coalesce(sum(a.free) filter (where a.sold), 0)::bigint as free,
      coalesce(sum(a.gross) filter (where a.sold), 0.00) as gross, coalesce(sum(a.discount) filter (where a.sold), 0.00) as discount, coalesce(sum(a.net) filter (where a.sold), 0.00) as net,
      coalesce(sum(a.gross - a.discount) filter (where a.now and not a.counts), 0.00) as cancelled,
      coalesce(sum(a.net) filter (where not a.now and a.counts), 0.00) as previous,
      coalesce(case when grouping(a.apart) = 0 and v_parts then sum(a.bookings) filter (where a.sold) else sum(a.visits) filter (where a.sold) end, 0)::bigint as bookings,
      case when grouping(a.apart) = 0 and v_parts then coalesce(sum(a.customers) filter (where a.sold), 0)::bigint else count(distinct a.customer_id) filter (where a.sold and a.visits > 0) end as customers,
      coalesce(sum(a.lines) filter (where a.now), 0)::bigint as lines
    from asked a
    group by grouping sets (
      (a.by_manager, a.by_agent, a.by_item, a.by_customer, a.by_month, a.by_day, a.apart),
      (a.by_manager, a.by_agent), (a.by_manager), ())
    -- Bookings of an agent and customer count above the parts only.
    having grouping(a.apart) = 1 or not a.apart
  ), placed as (
    select s.*, sum(s.net) filter (where s.level = 'total' and s.sums = 1) over () as whole,
      count(*) filter (where s.level = 'item') over (partition by s.by_manager, s.by_agent) as of_agent,
      count(*) filter (where s.level = 'agent') over (partition by s.by_manager) as of_manager
    from summed s
  ), named as (
    select p.*, coalesce(t.manager_id, p.by_manager) as manager_id, coalesce(t.manager_name, w.manager_name) as manager_name,
      t.agent_name, g.material_code,
      case when v_products then g.description else p.by_item end as item, g.id as product_id,
      p.by_customer as customer_id, c.name as customer_name, c.store_name, c.sort_key as customer_key, p.by_agent as agent_id,
      p.net - p.vat - p.cost as margin
    from placed p
    left join team t on t.agent_id = p.by_agent
    left join (select distinct m.manager_id, m.manager_name from team m) w on w.manager_id = p.by_manager
    left join (select c.id, c.name, c.store_name, c.sort_key from known.customers c where v_level = 'customer' and c.project_id = p_project) c on c.id = p.by_customer
    left join (select g.id, g.description, g.material_code from known.products g where v_products and g.project_id = p_project) g on g.id = case when v_products then p.by_item::uuid end
    -- A group with a single row needs no subtotal.
    where (v_whole and p.level = 'total' and p.sums = 1) or case v_level when 'grouped' then p.level = 'item' or (p.level = 'agent' and p.of_agent > 1) or (p.level = 'manager' and p.of_manager > 1)
      when 'total' then p.level = 'total' and p.sums = 1 else p.level = v_level and p.sums = 0 end
  ), keyed as (
    -- In the row key the rows of a group have a 0 after the group's name and its subtotal has a 1, so that the subtotal comes last. Rows without a name come last.
    select n.*, (case when n.level = 'total' then '' when v_level = 'grouped' then
        coalesce(concat_ws(E'\x1f', '0', lower(n.manager_name), n.manager_id), '1') || case n.level when 'manager' then E'\x1f1'
          else concat_ws(E'\x1f', E'\x1f0', lower(n.agent_name), n.agent_id) || case n.level when 'agent' then E'\x1f1'
            else concat_ws(E'\x1f', E'\x1f0', coalesce('0' || lower(n.item), '1'), n.by_item) end end
      else case v_sort when 'net' then to_char(1e14 - n.net, 'FM000000000000000.00') when 'drop' then to_char(1e14 - (n.previous - n.net), 'FM000000000000000.00') else '' end
        || case n.level
          when 'manager' then coalesce(concat_ws(E'\x1f', '0' || lower(n.manager_name), n.by_manager), '1')
          when 'agent' then concat_ws(E'\x1f', lower(n.agent_name), n.by_agent)
          when 'item' then concat_ws(E'\x1f', coalesce('0' || lower(n.item), '1'), n.by_item)
          when 'item_month' then concat_ws(E'\x1f', coalesce('0' || lower(n.item), '1'), n.by_item, n.by_month)
          when 'customer' then concat_ws(E'\x1f', n.customer_key, n.by_customer)
          else coalesce(n.by_month, n.by_day::text, '') end end) collate "C" as row_key
    from named n
  ), counted as (
    select count(distinct i.customer_id) as buyers, count(distinct (i.item_id, i.on_date)) filter (where i.now) as item_months, count(distinct (i.agent_id, i.item_id)) as agent_items,
      count(distinct i.agent_id) as agents, count(distinct coalesce(i.item_id, '')) as items, count(distinct coalesce(i.manager_id::text, '')) as managers
    from cells i where i.visits is null and (v_level = 'total' or v_whole)
  ), calendar as (
    select count(*) as days, count(distinct to_char(d.on_date, 'YYYY-MM')) as months
    from (
      select distinct c.on_date from cells c where c.now and c.visits is null and v_level = 'total' and v_for in ('month', 'day')
      union
      select c.on_date from known.sales_cells(p_project, p_filters, ask.first_day, ask.last_day, '{day,brief}') c where v_level = 'total' and v_for = 'all'
    ) d
  )
  select case when v_level = 'grouped' and k.level in ('manager', 'agent') then 'subtotal' else k.level end, k.row_key,
    k.manager_id, k.manager_name, k.agent_id, k.agent_name, k.item, k.product_id, k.material_code, k.customer_id, k.customer_name, k.store_name,
    k.by_month, k.by_day, null::uuid, null::text, null::text, null::text, null::int, null::numeric, null::int,
    k.cs, k.pcs, k.pieces, k.litres, k.free, k.gross, k.discount, k.gross - k.discount - k.net, k.net, k.cancelled,
    round(k.net * 100 / nullif(k.whole, 0), 2), k.previous, round((k.net - k.previous) * 100 / nullif(k.previous, 0), 2), round(k.net / nullif(k.bookings, 0), 2),
    k.bookings, k.customers, k.lines, k.cost, k.margin, round(k.margin * 100 / nullif(k.net - k.vat, 0), 2), 
    case when 'agent' = any (v_by) then o.managers end, case when 'agent' = any (v_by) then o.agents end, case when 'item' = any (v_by) then o.items end,
    case when v_by @> '{agent,item}' then o.agent_items end, case when 'customer' = any (v_by) then o.buyers end, y.months, y.days, case when v_for = 'item_month' then o.item_months end
  from keyed k
  left join counted o on k.level = 'total'
  left join calendar y on v_level = 'total' and v_for in ('month', 'day', 'all')
  where (v_whole and k.level = 'total') or ((ask.after is null or k.row_key > ask.after collate "C") and (ask.before is null or k.row_key < ask.before collate "C"))
  order by k.level <> 'total', case when ask.before is null then k.row_key end, k.row_key desc limit ask.row_limit + v_whole::int;
end $function$;

CREATE OR REPLACE FUNCTION public.report_sales(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(level text, row_key text, manager_id uuid, manager_name text, agent_id uuid, agent_name text, item text, product_id uuid, material_code text, customer_id uuid, customer_name text, store_name text, month text, on_date date, booking_id uuid, so_no text, invoice_no text, stage text, case_config integer, agent_srp numeric, agent_srp_pieces integer, cs bigint, pcs bigint, pieces bigint, litres numeric, free bigint, gross numeric, discount numeric, returns numeric, net numeric, cancelled numeric, share numeric, previous numeric, change numeric, average numeric, bookings bigint, customers bigint, lines bigint, cost numeric, margin numeric, margin_percent numeric, managers bigint, agents bigint, items bigint, agent_items bigint, buyers bigint, months bigint, days bigint, item_months bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
 SET work_mem TO '32MB'
AS $function$
#variable_conflict use_column
declare
  v_level text := coalesce(p_filters ->> 'level', 'grouped');
  v_products boolean := coalesce(p_filters ->> 'items' = 'product', false);
  v_sort text := coalesce(p_filters ->> 'sort', 'name');
  -- For the total: the level whose rows are counted; without it all levels.
  v_for text := case when v_level = 'total' then coalesce(p_filters ->> 'for', 'all') else v_level end;
  v_filters jsonb := p_filters;
  v_by text[];
  v_parts boolean;
  v_earlier record;
  -- The total of these levels is summed with their rows.
  v_whole boolean := v_level in ('grouped', 'manager', 'agent', 'item', 'customer') and private.read_boolean(p_filters, 'with_total');
  ask record;
begin
  ask := private.open_report(p_project, p_filters, 'reports.sales', v_level, '{grouped,manager,agent,item,item_month,customer,month,day,line,total}', v_sort, '{name,net,drop}');
  if ask.known then
    return query select k.* from known.report_sales(p_project, p_filters - 'known_at') k;
    return;
  end if;
  if v_level = 'line' then
    if v_sort = 'name' and ask.row_limit is not null and not p_filters ?| array['product_id', 'category1', 'category2', 'category3'] then
      v_filters := private.sales_days(p_project, p_filters);
    end if;
    -- Each row is a line of its own, and nothing is added up.
    return query
    with sold as materialized (
      -- Products are joined here by themselves: beside the larger joins the planner does not care to hash them.
      select c.*, g.id as of_product, g.description, g.material_code
      from private.sales_cells(p_project, v_filters, private.read_date(v_filters, 'from'), private.read_date(v_filters, 'to'), '{product,day,line}') c
      left join (select g.id, g.description, g.material_code from public.products g where g.project_id = p_project) g on g.id = c.product_id
    ), booked as materialized (
      select b.id, b.so_no, b.invoice_no, b.stage, b.customer_id, b.customer_name, b.store_name, b.agent_id
      from (select distinct s.booking_id from sold s) s
      join public.bookings b on b.project_id = p_project and b.id = s.booking_id
    ), priced as materialized (
      -- The lines of a booking lie beside each other in one index; by their own ids they would be looked up one by one.
      select l.id, l.line_no, l.agent_srp, l.agent_srp_pieces from booked b join public.booking_lines l on l.project_id = p_project and l.booking_id = b.id
    ), team as materialized (
      select m.user_id, coalesce(a.display_name, 'Former agent') as agent_name, m.manager_id, coalesce(w.display_name, 'Former manager') as manager_name
      from public.memberships m
      left join public.profiles a on a.user_id = m.user_id
      left join public.profiles w on w.user_id = m.manager_id
      where m.project_id = p_project
    ), keyed as materialized (
      select s.*, n.*, b.so_no, b.invoice_no, b.stage, b.customer_id as of_customer, b.customer_name, b.store_name, b.agent_id as of_agent, l.agent_srp, l.agent_srp_pieces,
        t.agent_name, t.manager_id, t.manager_name,
        (case v_sort when 'net' then to_char(1e14 - n.net_sold, 'FM000000000000000.00') when 'drop' then to_char(1e14 + n.net_sold, 'FM000000000000000.00') else '' end
          || concat_ws(E'\x1f', s.on_date, b.so_no, to_char(l.line_no, 'FM00000'))) collate "C" as row_key
      from sold s
      -- What was cancelled stands in a column of its own alone.
      cross join lateral (select case when s.counts then s.net else 0.00 end as net_sold, case when s.counts then s.vat end as vat_sold, case when s.counts then s.cost end as cost_sold) n
      left join booked b on b.id = s.booking_id
      left join priced l on l.id = s.line_id
      left join team t on t.user_id = b.agent_id
    )
    select 'line', k.row_key, k.manager_id, k.manager_name, k.of_agent, k.agent_name, k.description, k.of_product, k.material_code, k.of_customer, k.customer_name, k.store_name,
      null::text, k.on_date, k.booking_id, k.so_no, k.invoice_no, k.stage, k.case_config, k.agent_srp, k.agent_srp_pieces,
      case when k.counts then k.cs else 0 end, case when k.counts then k.pcs else 0 end, case when k.counts then k.pieces else 0 end, case when k.counts then k.litres else 0.000 end,
      case when k.counts then k.free else 0 end, case when k.counts then k.gross else 0.00 end, case when k.counts then k.discount else 0.00 end,
      case when k.counts then k.gross - k.discount - k.net else 0.00 end, k.net_sold, case when k.counts then 0.00 else k.gross - k.discount end,
      null::numeric, 0.00, null::numeric, case when k.counts then round(k.net / nullif(k.bookings, 0), 2) end,
      case when k.counts then k.bookings else 0 end, case when k.counts then k.customers else 0 end, k.lines,
      k.cost_sold, k.net_sold - k.vat_sold - k.cost_sold, round((k.net_sold - k.vat_sold - k.cost_sold) * 100 / nullif(k.net_sold - k.vat_sold, 0), 2),
      null::bigint, null::bigint, null::bigint, null::bigint, null::bigint, null::bigint, null::bigint, null::bigint
    from keyed k
    where (ask.after is null or k.row_key > ask.after collate "C") and (ask.before is null or k.row_key < ask.before collate "C")
    order by case when ask.before is null then k.row_key end, k.row_key desc limit ask.row_limit;
    return;
  end if;
  v_by := case when v_for = 'grouped' then '{agent,item}' when v_for = 'item_month' then '{item,month}' when v_for = 'all' then '{agent,customer,item}'
    when v_for in ('item', 'customer', 'month', 'day') then array[v_for] else '{agent}' end;
  v_parts := v_by && '{item,month,day}';
  v_earlier := private.comparison_period(ask.first_day, ask.last_day, p_filters ->> 'against');

  return query
  with team as (
    select m.user_id as agent_id, coalesce(a.display_name, 'Former agent') as agent_name, m.manager_id, coalesce(w.display_name, 'Former manager') as manager_name
    from public.memberships m
    left join public.profiles a on a.user_id = m.user_id
    left join public.profiles w on w.user_id = m.manager_id
    where m.project_id = p_project
  ), cells as materialized (
    select c.*, t.manager_id, c.now and c.counts as sold, v_parts and c.visits is not null as apart
    from (
      select true as now, n.* from private.sales_cells(p_project, p_filters, ask.first_day, ask.last_day, v_by) n
      union all
      select false, e.* from private.sales_cells(p_project, p_filters, v_earlier.earlier_from, v_earlier.earlier_to, v_by || 'brief'::text) e
      where v_earlier.earlier_from is not null and v_level not in ('month', 'day', 'item_month')) c
    left join team t on t.agent_id = c.agent_id
  ), asked as (
    -- The columns of the requested level; the others are null.
    select c.*, case when v_level in ('grouped', 'manager') then c.manager_id end as by_manager,
      case when v_level in ('grouped', 'agent') then c.agent_id end as by_agent, case when v_level in ('grouped', 'item', 'item_month') then c.item_id end as by_item,
      case when v_level = 'customer' then c.customer_id end as by_customer, case when v_level in ('month', 'item_month') then to_char(c.on_date, 'YYYY-MM') end as by_month,
      case when v_level = 'day' then c.on_date end as by_day
    from cells c
  ), summed as (
    select
      case when grouping(a.by_day) = 0 then case v_level when 'grouped' then 'item' else v_level end
        when grouping(a.by_agent) = 0 then 'agent' when grouping(a.by_manager) = 0 then 'manager' else 'total' end as level,
      a.by_manager, a.by_agent, a.by_item, a.by_customer, a.by_month, a.by_day, grouping(a.by_day) as sums,
      sum(a.vat) filter (where a.sold) as vat, sum(a.cost) filter (where a.sold) as cost,
      coalesce(sum(a.cs) filter (where a.sold), 0)::bigint as cs, coalesce(sum(a.pcs) filter (where a.sold), 0)::bigint as pcs,
      coalesce(sum(a.pieces) filter (where a.sold), 0)::bigint as pieces, coalesce(sum(a.litres) filter (where a.sold), 0.000) as litres,
      coalesce(sum(a.free) filter (where a.sold), 0)::bigint as free,
      coalesce(sum(a.gross) filter (where a.sold), 0.00) as gross, coalesce(sum(a.discount) filter (where a.sold), 0.00) as discount, coalesce(sum(a.net) filter (where a.sold), 0.00) as net,
      coalesce(sum(a.gross - a.discount) filter (where a.now and not a.counts), 0.00) as cancelled,
      coalesce(sum(a.net) filter (where not a.now and a.counts), 0.00) as previous,
      coalesce(case when grouping(a.apart) = 0 and v_parts then sum(a.bookings) filter (where a.sold) else sum(a.visits) filter (where a.sold) end, 0)::bigint as bookings,
      case when grouping(a.apart) = 0 and v_parts then coalesce(sum(a.customers) filter (where a.sold), 0)::bigint else count(distinct a.customer_id) filter (where a.sold and a.visits > 0) end as customers,
      coalesce(sum(a.lines) filter (where a.now), 0)::bigint as lines
    from asked a
    group by grouping sets (
      (a.by_manager, a.by_agent, a.by_item, a.by_customer, a.by_month, a.by_day, a.apart),
      (a.by_manager, a.by_agent), (a.by_manager), ())
    -- Bookings of an agent and customer count above the parts only.
    having grouping(a.apart) = 1 or not a.apart
  ), placed as (
    select s.*, sum(s.net) filter (where s.level = 'total' and s.sums = 1) over () as whole,
      count(*) filter (where s.level = 'item') over (partition by s.by_manager, s.by_agent) as of_agent,
      count(*) filter (where s.level = 'agent') over (partition by s.by_manager) as of_manager
    from summed s
  ), named as (
    select p.*, coalesce(t.manager_id, p.by_manager) as manager_id, coalesce(t.manager_name, w.manager_name) as manager_name,
      t.agent_name, g.material_code,
      case when v_products then g.description else p.by_item end as item, g.id as product_id,
      p.by_customer as customer_id, c.name as customer_name, c.store_name, c.sort_key as customer_key, p.by_agent as agent_id,
      p.net - p.vat - p.cost as margin
    from placed p
    left join team t on t.agent_id = p.by_agent
    left join (select distinct m.manager_id, m.manager_name from team m) w on w.manager_id = p.by_manager
    left join (select c.id, c.name, c.store_name, c.sort_key from public.customers c where v_level = 'customer' and c.project_id = p_project) c on c.id = p.by_customer
    left join (select g.id, g.description, g.material_code from public.products g where v_products and g.project_id = p_project) g on g.id = case when v_products then p.by_item::uuid end
    -- A group with a single row needs no subtotal.
    where (v_whole and p.level = 'total' and p.sums = 1) or case v_level when 'grouped' then p.level = 'item' or (p.level = 'agent' and p.of_agent > 1) or (p.level = 'manager' and p.of_manager > 1)
      when 'total' then p.level = 'total' and p.sums = 1 else p.level = v_level and p.sums = 0 end
  ), keyed as (
    -- In the row key the rows of a group have a 0 after the group's name and its subtotal has a 1, so that the subtotal comes last. Rows without a name come last.
    select n.*, (case when n.level = 'total' then '' when v_level = 'grouped' then
        coalesce(concat_ws(E'\x1f', '0', lower(n.manager_name), n.manager_id), '1') || case n.level when 'manager' then E'\x1f1'
          else concat_ws(E'\x1f', E'\x1f0', lower(n.agent_name), n.agent_id) || case n.level when 'agent' then E'\x1f1'
            else concat_ws(E'\x1f', E'\x1f0', coalesce('0' || lower(n.item), '1'), n.by_item) end end
      else case v_sort when 'net' then to_char(1e14 - n.net, 'FM000000000000000.00') when 'drop' then to_char(1e14 - (n.previous - n.net), 'FM000000000000000.00') else '' end
        || case n.level
          when 'manager' then coalesce(concat_ws(E'\x1f', '0' || lower(n.manager_name), n.by_manager), '1')
          when 'agent' then concat_ws(E'\x1f', lower(n.agent_name), n.by_agent)
          when 'item' then concat_ws(E'\x1f', coalesce('0' || lower(n.item), '1'), n.by_item)
          when 'item_month' then concat_ws(E'\x1f', coalesce('0' || lower(n.item), '1'), n.by_item, n.by_month)
          when 'customer' then concat_ws(E'\x1f', n.customer_key, n.by_customer)
          else coalesce(n.by_month, n.by_day::text, '') end end) collate "C" as row_key
    from named n
  ), counted as (
    select count(distinct i.customer_id) as buyers, count(distinct (i.item_id, i.on_date)) filter (where i.now) as item_months, count(distinct (i.agent_id, i.item_id)) as agent_items,
      count(distinct i.agent_id) as agents, count(distinct coalesce(i.item_id, '')) as items, count(distinct coalesce(i.manager_id::text, '')) as managers
    from cells i where i.visits is null and (v_level = 'total' or v_whole)
  ), calendar as (
    select count(*) as days, count(distinct to_char(d.on_date, 'YYYY-MM')) as months
    from (
      select distinct c.on_date from cells c where c.now and c.visits is null and v_level = 'total' and v_for in ('month', 'day')
      union
      select c.on_date from private.sales_cells(p_project, p_filters, ask.first_day, ask.last_day, '{day,brief}') c where v_level = 'total' and v_for = 'all'
    ) d
  )
  select case when v_level = 'grouped' and k.level in ('manager', 'agent') then 'subtotal' else k.level end, k.row_key,
    k.manager_id, k.manager_name, k.agent_id, k.agent_name, k.item, k.product_id, k.material_code, k.customer_id, k.customer_name, k.store_name,
    k.by_month, k.by_day, null::uuid, null::text, null::text, null::text, null::int, null::numeric, null::int,
    k.cs, k.pcs, k.pieces, k.litres, k.free, k.gross, k.discount, k.gross - k.discount - k.net, k.net, k.cancelled,
    round(k.net * 100 / nullif(k.whole, 0), 2), k.previous, round((k.net - k.previous) * 100 / nullif(k.previous, 0), 2), round(k.net / nullif(k.bookings, 0), 2),
    k.bookings, k.customers, k.lines, k.cost, k.margin, round(k.margin * 100 / nullif(k.net - k.vat, 0), 2), 
    case when 'agent' = any (v_by) then o.managers end, case when 'agent' = any (v_by) then o.agents end, case when 'item' = any (v_by) then o.items end,
    case when v_by @> '{agent,item}' then o.agent_items end, case when 'customer' = any (v_by) then o.buyers end, y.months, y.days, case when v_for = 'item_month' then o.item_months end
  from keyed k
  left join counted o on k.level = 'total'
  left join calendar y on v_level = 'total' and v_for in ('month', 'day', 'all')
  where (v_whole and k.level = 'total') or ((ask.after is null or k.row_key > ask.after collate "C") and (ask.before is null or k.row_key < ask.before collate "C"))
  order by k.level <> 'total', case when ask.before is null then k.row_key end, k.row_key desc limit ask.row_limit + v_whole::int;
end $function$;

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
    )
    select 'line', k.row_key, k.manager_id, k.manager_name, k.of_agent, k.agent_name, k.description, k.of_product, k.material_code, k.of_customer, k.customer_name, k.store_name,
      null::text, k.on_date, k.booking_id, k.so_no, k.invoice_no, k.stage, k.case_config, k.agent_srp, k.agent_srp_pieces,
      case when k.counts then k.cs else 0 end, case when k.counts then k.pcs else 0 end, case when k.counts then k.pieces else 0 end, case when k.counts then k.litres else 0.000 end,
      case when k.counts then k.free else 0 end, case when k.counts then k.gross else 0.00 end, case when k.counts then k.discount else 0.00 end,
      case when k.counts then k.gross - k.discount - k.net else 0.00 end, k.net_sold, case when k.counts then 0.00 else k.gross - k.discount end,
      null::numeric, 0.00, null::numeric, case when k.counts and k.bookings > 0 then round(k.net, 2) end,
      case when k.counts then k.bookings else 0 end, case when k.counts then k.customers else 0 end, k.lines,
      k.cost_sold, k.net_sold - k.vat_sold - k.cost_sold, round((k.net_sold - k.vat_sold - k.cost_sold) * 100 / nullif(k.net_sold - k.vat_sold, 0), 2),
      null::bigint, null::bigint, null::bigint, null::bigint, null::bigint, null::bigint, null::bigint, null::bigint
    -- Rows are not kept in between: each has forty columns.
    from (
      select s.*, n.*, b.so_no, b.invoice_no, b.stage, b.customer_id as of_customer, b.customer_name, b.store_name, b.agent_id as of_agent, l.agent_srp, l.agent_srp_pieces,
        t.agent_name, t.manager_id, t.manager_name,
        (case v_sort when 'net' then to_char(1e14 - n.net_sold, 'FM000000000000000.00') when 'drop' then to_char(1e14 + n.net_sold, 'FM000000000000000.00') else '' end
          || concat_ws(E'\x1f', s.on_date, b.so_no, to_char(l.line_no, 'FM00000'))) collate "C" as row_key
      from sold s
      -- The other columns leave out what was cancelled.
      cross join lateral (select case when s.counts then s.net else 0.00 end as net_sold, case when s.counts then s.vat end as vat_sold, case when s.counts then s.cost end as cost_sold) n
      left join booked b on b.id = s.booking_id
      left join priced l on l.id = s.line_id
      left join team t on t.user_id = b.agent_id
      offset 0) k
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

CREATE OR REPLACE FUNCTION known.sales_cells(p_project uuid, p_filters jsonb, p_from date, p_to date, p_by text[])
 RETURNS TABLE(counts boolean, agent_id uuid, customer_id uuid, on_date date, item_id text, product_id uuid, booking_id uuid, line_id uuid, case_config integer, first_on date, last_on date, lines bigint, paid bigint, skus bigint, bookings bigint, customers bigint, visits bigint, cs bigint, pcs bigint, pieces bigint, litres numeric, free bigint, gross numeric, discount numeric, net numeric, vat numeric, cost numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
 SET work_mem TO '64MB'
AS $function$
#variable_conflict use_column
declare
  ask record := private.report_filters(p_filters);
  v_basis text := coalesce(p_filters ->> 'basis', 'delivery');
  v_scope text := private.scope_of(p_project, 'bookings.read');
  v_costs boolean := private.scope_of(p_project, 'costs.read') is not null;
  v_from date := coalesce(p_from, '-infinity');
  v_to date := coalesce(p_to, 'infinity');
  by_agent boolean := p_by @> '{agent}';
  by_customer boolean := p_by @> '{customer}';
  by_day boolean := p_by @> '{day}';
  by_month boolean := p_by @> '{month}';
  by_item boolean := p_by @> '{item}';
  by_product boolean := p_by @> '{product}';
  by_line boolean := p_by @> '{line}';
  v_parts boolean := p_by && '{day,month,item,product,line}';
  v_bought boolean := p_by @> '{bought}';
  v_brief boolean := p_by @> '{brief}';
  -- Null: everybody's bookings.
  v_agents uuid[];
  v_kept record;
  v_months record;
begin
  if v_basis not in ('delivery', 'added') then perform private.invalid('basis', 'Choose a date.'); end if;
  if private.scope_of(p_project, 'stock.read') is distinct from 'all' then return; end if;
  if ask.manager_id is not null then
    v_agents := array(select m.user_id from known.memberships m where m.project_id = p_project and m.manager_id = ask.manager_id);
  end if;
  if v_scope is distinct from 'all' then
    v_agents := array(
      select x from unnest(case v_scope when 'own' then array[auth.uid()] when 'team' then private.my_agents() else '{}' end) x
      where v_agents is null or x = any (v_agents));
  end if;
  if v_basis = 'delivery' and not by_line and (not by_product or (by_month and not p_by && '{agent,customer,day,item,bought,brief}')) and not p_filters ?| '{product_id,category1,category2,category3}' then
    if ask.agent_id is not null then v_agents := array(select ask.agent_id where v_agents is null or ask.agent_id = any (v_agents)); end if;
    v_kept := known.kept_sales(p_project, v_from, v_to, p_by, coalesce(p_filters ->> 'items', 'category1'), ask.customer_id);
    if v_kept.days is not null and by_product then
      v_months := known.kept_months(p_project, v_kept.first_day, v_kept.last_day, v_agents is null and ask.customer_id is null);
      if v_months.days is not null then
        return query
        select true, null::uuid, null::uuid, m.month, null, m.product_id, null::uuid, null::uuid, m.case_config, m.first_on, m.last_on, m.lines, m.paid, null::bigint, m.bookings, null::bigint, m.visits,
          m.cs, m.pcs, m.pieces, m.litres, m.free, m.gross, m.discount, m.net, m.vat, case when v_costs then m.cost end
        from known.product_month_cells(p_project, v_kept.first_day, v_kept.last_day, v_kept.days, v_kept.apart, v_months.months, v_months.until, v_months.days, v_agents, ask.customer_id) m;
        return;
      end if;
    elsif v_kept.days is not null then
      return query select * from known.kept_sales_cells(p_project, v_kept.first_day, v_kept.last_day, v_kept.days, v_kept.apart, p_by, v_kept.kind, v_agents, ask.customer_id, v_costs);
      return;
    end if;
  end if;

  return query
  -- Sums and counts read the ledger each anew, from one index and only what they need: that is faster than to keep the lines.
  with goods as materialized (
    -- Items have places, so that those of a booking are bits of one number.
    select n.product_id, n.item_id, n.case_config as cases, (n.liters_per_case * 2000)::bigint as litres2, n.place / 62 as word, 1::bigint << (n.place % 62)::int as bit
    from (select p.*, case when by_item then dense_rank() over (order by p.item_id) - 1 else 0 end as place from known.report_products(p_project, p_filters) p) n
  ), places as materialized (
    select distinct case when by_item then g.item_id end as item_id, g.word, g.bit from goods g
  ), lines as not materialized (
    select true as single, true as counts, e.booking_id, e.line_id, e.on_date, e.customer_id, e.agent_id, e.product_id, e.case_config, e.kind = 'delivery' and not e.free as sold,
      case when e.free then 0 else e.pieces end as pieces, case when e.free then e.pieces else 0 end as free,
      case when e.kind in ('return', 'allowance') then e.amount + e.discount else 0.00 end as lowered, e.discount, e.amount as net, e.vat_amount as vat, e.cost
    from known.sales_entries_whole e
    where v_basis = 'delivery' and e.project_id = p_project and e.on_date between v_from and v_to and (not v_bought or (e.pieces > 0 and not e.free))
      and (ask.customer_id is null or e.customer_id = ask.customer_id) and (ask.agent_id is null or e.agent_id = ask.agent_id) and (v_agents is null or e.agent_id = any (v_agents))
      and not exists (select from known.sales_entries_whole x where x.project_id = p_project and x.further and x.on_date between v_from and v_to and x.line_id = e.line_id)
    union all
    -- The few lines with several entries: a day of such a line, or what was bought of it in the end, counts as one.
    select false, true, e.booking_id, e.line_id, max(e.on_date), e.customer_id, e.agent_id, e.product_id, e.case_config, coalesce(sum(e.pieces) filter (where e.kind = 'delivery' and not e.free), 0) > 0,
      coalesce(sum(e.pieces) filter (where not e.free), 0)::int, coalesce(sum(e.pieces) filter (where e.free), 0)::int,
      coalesce(sum(e.amount + e.discount) filter (where e.kind in ('return', 'allowance')), 0.00), sum(e.discount), sum(e.amount), sum(e.vat_amount), sum(e.cost)
    from known.sales_entries_whole e
    where v_basis = 'delivery' and e.project_id = p_project and e.on_date between v_from and v_to
      and (ask.customer_id is null or e.customer_id = ask.customer_id) and (ask.agent_id is null or e.agent_id = ask.agent_id) and (v_agents is null or e.agent_id = any (v_agents))
      and e.line_id in (select x.line_id from known.sales_entries_whole x where x.project_id = p_project and x.further and x.on_date between v_from and v_to)
    group by e.booking_id, e.line_id, e.customer_id, e.agent_id, e.product_id, e.case_config, case when not v_bought then e.on_date end
    -- A corrected date leaves an entry and its opposite on the old day.
    having case when v_bought then sum(e.pieces) filter (where not e.free) > 0 else sum(e.pieces) <> 0 or sum(e.amount) <> 0 or sum(e.pieces) filter (where e.kind = 'delivery') <> 0 end
    union all
    select true, b.approval_status <> 'cancelled', b.id, l.id, b.date_added, b.customer_id, b.agent_id, l.product_id, l.case_config, l.free_of is null,
      case when l.free_of is null then x.left_pieces else 0 end, case when l.free_of is null then 0 else x.left_pieces end, x.net + x.discount - x.gross, x.discount, x.net, null::numeric, null::numeric
    from known.bookings b
    join known.booking_lines l on l.project_id = p_project and l.booking_id = b.id
    left join (
      select k.line_id, sum(k.quantity)::int as pieces from known.booking_credits k
      where k.project_id = p_project and k.kind = 'returned' group by k.line_id) k on k.line_id = l.id
    cross join lateral (select l.quantity - l.quantity_released - coalesce(k.pieces, 0) as left_pieces,
      private.with_vat(private.line_amount(l.agent_srp, l.agent_srp_pieces, l.quantity - l.quantity_released), l.vat_on_top) as gross) g
    cross join lateral (select g.left_pieces, g.gross,
      g.gross - private.with_vat(private.net_amount(l.agent_srp, l.agent_srp_pieces, l.quantity, l.discount_percent, l.discount_amount, l.quantity - l.quantity_released), l.vat_on_top) as discount,
      private.with_vat(private.net_amount(l.agent_srp, l.agent_srp_pieces, l.quantity, l.discount_percent, l.discount_amount, g.left_pieces), l.vat_on_top) as net) x
    where v_basis = 'added' and b.project_id = p_project and b.date_added between v_from and v_to and (ask.cancelled or b.approval_status <> 'cancelled')
      and (ask.customer_id is null or b.customer_id = ask.customer_id) and (ask.agent_id is null or b.agent_id = ask.agent_id) and (v_agents is null or b.agent_id = any (v_agents))
      and (not v_bought or (l.free_of is null and x.left_pieces > 0))
  ), keyed as not materialized (
    select l.*, g.litres2, g.cases, g.word, g.bit, case when by_agent then l.agent_id end as of_agent, case when by_customer then l.customer_id end as of_customer,
      case when by_day then l.on_date when by_month then date_trunc('month', l.on_date::timestamp)::date end as of_date, case when by_item then g.item_id end as of_item,
      case when by_product then l.product_id end as of_product, case when by_line then l.booking_id end as of_booking, case when by_line then l.line_id end as of_line
    from lines l join goods g on g.product_id = l.product_id
  ), reached as materialized (
    select k.counts, k.booking_id, k.agent_id, k.customer_id, k.of_date, k.word, k.of_product, case when v_bought then k.product_id end as sku, bit_or(k.bit) as bits, bool_or(k.sold) as sold
    from keyed k where not v_brief and not by_line and (k.sold or v_bought) group by 1, 2, 3, 4, 5, 6, 7, 8
  ), counted as (
    select r.counts, case when by_agent then r.agent_id end as of_agent, case when by_customer then r.customer_id end as of_customer, r.of_date, o.item_id, r.of_product,
      null::bigint as skus, count(*) as bookings, case when by_customer then 1::bigint end as customers, null::bigint as visits
    from reached r join places o on o.word = r.word and o.bit & r.bits <> 0 where v_parts and not v_bought group by 1, 2, 3, 4, 5, 6
    union all
    select c.counts, c.of_agent, null, c.of_date, o.item_id, c.of_product, null, null, count(*), null
    from (
      select r.counts, case when by_agent then r.agent_id end as of_agent, r.customer_id, r.of_date, r.word, r.of_product, bit_or(r.bits) as bits
      from reached r where v_parts and not v_bought and not by_customer group by 1, 2, 3, 4, 5, 6) c
    join places o on o.word = c.word and o.bit & c.bits <> 0 group by 1, 2, 4, 5, 6
    union all
    select b.counts, b.of_agent, b.of_customer, null, b.item_id, null, sum(b.skus)::bigint, count(*) filter (where b.sold), null, null
    from (
      select r.counts, r.booking_id, case when by_agent then r.agent_id end as of_agent, case when by_customer then r.customer_id end as of_customer, o.item_id, count(*) as skus, bool_or(r.sold) as sold
      from reached r join places o on o.word = r.word and o.bit & r.bits <> 0 where v_bought group by 1, 2, 3, 4, 5) b
    group by 1, 2, 3, 5
    union all
    select b.counts, b.agent_id, b.customer_id, null, null, null, null, null, null, count(*)
    from (select distinct r.counts, r.booking_id, r.agent_id, r.customer_id from reached r where r.sold) b group by 1, 2, 3
  )
  select k.counts, k.of_agent, k.of_customer, k.of_date, k.of_item, k.of_product, k.of_booking, k.of_line, min(k.case_config),
    min(k.on_date) filter (where k.sold), max(k.on_date) filter (where k.sold), count(*), count(*) filter (where k.pieces <> 0 or k.free = 0), null::bigint,
    -- A line is of one booking and one customer.
    case when by_line then bool_or(k.sold)::int::bigint end, case when by_line then bool_or(k.sold)::int::bigint end, null::bigint,
    case when not v_brief then sum(k.pieces / k.case_config) end, case when not v_brief then sum(k.pieces % k.case_config) end, sum(k.pieces),
    -- Litres are rounded line by line, in whole millilitres.
    case when not v_brief then sum((k.pieces * k.litres2 + case when k.pieces < 0 then -k.cases else k.cases end) / (2 * k.cases)) * 0.001 end, case when not v_brief then sum(k.free) end,
    case when not v_brief then sum(k.net) + sum(k.discount) - sum(k.lowered) end, case when not v_brief then sum(k.discount) end, sum(k.net), case when not v_brief then sum(k.vat) end,
    case when v_costs and not v_brief then sum(k.cost) end
  from keyed k where not (by_line and k.single) group by 1, 2, 3, 4, 5, 6, 7, 8
  union all
  -- A line with one entry is a row as it is.
  select k.counts, k.of_agent, k.of_customer, k.of_date, k.of_item, k.of_product, k.of_booking, k.of_line, k.case_config, case when k.sold then k.on_date end, case when k.sold then k.on_date end,
    1, (k.pieces <> 0 or k.free = 0)::int, null, k.sold::int, k.sold::int, null, k.pieces / k.case_config, k.pieces % k.case_config, k.pieces,
    (k.pieces * k.litres2 + case when k.pieces < 0 then -k.cases else k.cases end) / (2 * k.cases) * 0.001, k.free, k.net + k.discount - k.lowered, k.discount, k.net, k.vat, case when v_costs then k.cost end
  from keyed k where by_line and k.single
  union all
  select c.counts, c.of_agent, c.of_customer, c.of_date, c.item_id, c.of_product, null, null, null, null, null, null, null, c.skus, c.bookings, c.customers, c.visits,
    null, null, null, null, null, null, null, null, null, null
  from counted c;
end $function$;

CREATE OR REPLACE FUNCTION private.sales_cells(p_project uuid, p_filters jsonb, p_from date, p_to date, p_by text[])
 RETURNS TABLE(counts boolean, agent_id uuid, customer_id uuid, on_date date, item_id text, product_id uuid, booking_id uuid, line_id uuid, case_config integer, first_on date, last_on date, lines bigint, paid bigint, skus bigint, bookings bigint, customers bigint, visits bigint, cs bigint, pcs bigint, pieces bigint, litres numeric, free bigint, gross numeric, discount numeric, net numeric, vat numeric, cost numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
 SET work_mem TO '64MB'
AS $function$
#variable_conflict use_column
declare
  ask record := private.report_filters(p_filters);
  v_basis text := coalesce(p_filters ->> 'basis', 'delivery');
  v_scope text := private.scope_of(p_project, 'bookings.read');
  v_costs boolean := private.scope_of(p_project, 'costs.read') is not null;
  v_from date := coalesce(p_from, '-infinity');
  v_to date := coalesce(p_to, 'infinity');
  by_agent boolean := p_by @> '{agent}';
  by_customer boolean := p_by @> '{customer}';
  by_day boolean := p_by @> '{day}';
  by_month boolean := p_by @> '{month}';
  by_item boolean := p_by @> '{item}';
  by_product boolean := p_by @> '{product}';
  by_line boolean := p_by @> '{line}';
  v_parts boolean := p_by && '{day,month,item,product,line}';
  v_bought boolean := p_by @> '{bought}';
  v_brief boolean := p_by @> '{brief}';
  -- Null: everybody's bookings.
  v_agents uuid[];
  v_kept record;
  v_months record;
begin
  if v_basis not in ('delivery', 'added') then perform private.invalid('basis', 'Choose a date.'); end if;
  if private.scope_of(p_project, 'stock.read') is distinct from 'all' then return; end if;
  if ask.manager_id is not null then
    v_agents := array(select m.user_id from public.memberships m where m.project_id = p_project and m.manager_id = ask.manager_id);
  end if;
  if v_scope is distinct from 'all' then
    v_agents := array(
      select x from unnest(case v_scope when 'own' then array[auth.uid()] when 'team' then private.my_agents() else '{}' end) x
      where v_agents is null or x = any (v_agents));
  end if;
  if v_basis = 'delivery' and not by_line and (not by_product or (by_month and not p_by && '{agent,customer,day,item,bought,brief}')) and not p_filters ?| '{product_id,category1,category2,category3}' then
    if ask.agent_id is not null then v_agents := array(select ask.agent_id where v_agents is null or ask.agent_id = any (v_agents)); end if;
    v_kept := private.kept_sales(p_project, v_from, v_to, p_by, coalesce(p_filters ->> 'items', 'category1'), ask.customer_id);
    if v_kept.days is not null and by_product then
      v_months := private.kept_months(p_project, v_kept.first_day, v_kept.last_day, v_agents is null and ask.customer_id is null);
      if v_months.days is not null then
        return query
        select true, null::uuid, null::uuid, m.month, null, m.product_id, null::uuid, null::uuid, m.case_config, m.first_on, m.last_on, m.lines, m.paid, null::bigint, m.bookings, null::bigint, m.visits,
          m.cs, m.pcs, m.pieces, m.litres, m.free, m.gross, m.discount, m.net, m.vat, case when v_costs then m.cost end
        from private.product_month_cells(p_project, v_kept.first_day, v_kept.last_day, v_kept.days, v_kept.apart, v_months.months, v_months.until, v_months.days, v_agents, ask.customer_id) m;
        return;
      end if;
    elsif v_kept.days is not null then
      return query select * from private.kept_sales_cells(p_project, v_kept.first_day, v_kept.last_day, v_kept.days, v_kept.apart, p_by, v_kept.kind, v_agents, ask.customer_id, v_costs);
      return;
    end if;
  end if;

  return query
  -- Sums and counts read the ledger each anew, from one index and only what they need: that is faster than to keep the lines.
  with goods as materialized (
    -- Items have places, so that those of a booking are bits of one number.
    select n.product_id, n.item_id, n.case_config as cases, (n.liters_per_case * 2000)::bigint as litres2, n.place / 62 as word, 1::bigint << (n.place % 62)::int as bit
    from (select p.*, case when by_item then dense_rank() over (order by p.item_id) - 1 else 0 end as place from private.report_products(p_project, p_filters) p) n
  ), places as materialized (
    select distinct case when by_item then g.item_id end as item_id, g.word, g.bit from goods g
  ), lines as not materialized (
    select true as single, true as counts, e.booking_id, e.line_id, e.on_date, e.customer_id, e.agent_id, e.product_id, e.case_config, e.kind = 'delivery' and not e.free as sold,
      case when e.free then 0 else e.pieces end as pieces, case when e.free then e.pieces else 0 end as free,
      case when e.kind in ('return', 'allowance') then e.amount + e.discount else 0.00 end as lowered, e.discount, e.amount as net, e.vat_amount as vat, e.cost
    from public.sales_entries e
    where v_basis = 'delivery' and e.project_id = p_project and e.on_date between v_from and v_to and (not v_bought or (e.pieces > 0 and not e.free))
      and (ask.customer_id is null or e.customer_id = ask.customer_id) and (ask.agent_id is null or e.agent_id = ask.agent_id) and (v_agents is null or e.agent_id = any (v_agents))
      and not exists (select from public.sales_entries x where x.project_id = p_project and x.further and x.on_date between v_from and v_to and x.line_id = e.line_id)
    union all
    -- The few lines with several entries: a day of such a line, or what was bought of it in the end, counts as one.
    select false, true, e.booking_id, e.line_id, max(e.on_date), e.customer_id, e.agent_id, e.product_id, e.case_config, coalesce(sum(e.pieces) filter (where e.kind = 'delivery' and not e.free), 0) > 0,
      coalesce(sum(e.pieces) filter (where not e.free), 0)::int, coalesce(sum(e.pieces) filter (where e.free), 0)::int,
      coalesce(sum(e.amount + e.discount) filter (where e.kind in ('return', 'allowance')), 0.00), sum(e.discount), sum(e.amount), sum(e.vat_amount), sum(e.cost)
    from public.sales_entries e
    where v_basis = 'delivery' and e.project_id = p_project and e.on_date between v_from and v_to
      and (ask.customer_id is null or e.customer_id = ask.customer_id) and (ask.agent_id is null or e.agent_id = ask.agent_id) and (v_agents is null or e.agent_id = any (v_agents))
      and e.line_id in (select x.line_id from public.sales_entries x where x.project_id = p_project and x.further and x.on_date between v_from and v_to)
    group by e.booking_id, e.line_id, e.customer_id, e.agent_id, e.product_id, e.case_config, case when not v_bought then e.on_date end
    -- A corrected date leaves an entry and its opposite on the old day.
    having case when v_bought then sum(e.pieces) filter (where not e.free) > 0 else sum(e.pieces) <> 0 or sum(e.amount) <> 0 or sum(e.pieces) filter (where e.kind = 'delivery') <> 0 end
    union all
    select true, b.approval_status <> 'cancelled', b.id, l.id, b.date_added, b.customer_id, b.agent_id, l.product_id, l.case_config, l.free_of is null,
      case when l.free_of is null then x.left_pieces else 0 end, case when l.free_of is null then 0 else x.left_pieces end, x.net + x.discount - x.gross, x.discount, x.net, null::numeric, null::numeric
    from public.bookings b
    join public.booking_lines l on l.project_id = p_project and l.booking_id = b.id
    left join (
      select k.line_id, sum(k.quantity)::int as pieces from public.booking_credits k
      where k.project_id = p_project and k.kind = 'returned' group by k.line_id) k on k.line_id = l.id
    cross join lateral (select l.quantity - l.quantity_released - coalesce(k.pieces, 0) as left_pieces,
      private.with_vat(private.line_amount(l.agent_srp, l.agent_srp_pieces, l.quantity - l.quantity_released), l.vat_on_top) as gross) g
    cross join lateral (select g.left_pieces, g.gross,
      g.gross - private.with_vat(private.net_amount(l.agent_srp, l.agent_srp_pieces, l.quantity, l.discount_percent, l.discount_amount, l.quantity - l.quantity_released), l.vat_on_top) as discount,
      private.with_vat(private.net_amount(l.agent_srp, l.agent_srp_pieces, l.quantity, l.discount_percent, l.discount_amount, g.left_pieces), l.vat_on_top) as net) x
    where v_basis = 'added' and b.project_id = p_project and b.date_added between v_from and v_to and (ask.cancelled or b.approval_status <> 'cancelled')
      and (ask.customer_id is null or b.customer_id = ask.customer_id) and (ask.agent_id is null or b.agent_id = ask.agent_id) and (v_agents is null or b.agent_id = any (v_agents))
      and (not v_bought or (l.free_of is null and x.left_pieces > 0))
  ), keyed as not materialized (
    select l.*, g.litres2, g.cases, g.word, g.bit, case when by_agent then l.agent_id end as of_agent, case when by_customer then l.customer_id end as of_customer,
      case when by_day then l.on_date when by_month then date_trunc('month', l.on_date::timestamp)::date end as of_date, case when by_item then g.item_id end as of_item,
      case when by_product then l.product_id end as of_product, case when by_line then l.booking_id end as of_booking, case when by_line then l.line_id end as of_line
    from lines l join goods g on g.product_id = l.product_id
  ), reached as materialized (
    select k.counts, k.booking_id, k.agent_id, k.customer_id, k.of_date, k.word, k.of_product, case when v_bought then k.product_id end as sku, bit_or(k.bit) as bits, bool_or(k.sold) as sold
    from keyed k where not v_brief and not by_line and (k.sold or v_bought) group by 1, 2, 3, 4, 5, 6, 7, 8
  ), counted as (
    select r.counts, case when by_agent then r.agent_id end as of_agent, case when by_customer then r.customer_id end as of_customer, r.of_date, o.item_id, r.of_product,
      null::bigint as skus, count(*) as bookings, case when by_customer then 1::bigint end as customers, null::bigint as visits
    from reached r join places o on o.word = r.word and o.bit & r.bits <> 0 where v_parts and not v_bought group by 1, 2, 3, 4, 5, 6
    union all
    select c.counts, c.of_agent, null, c.of_date, o.item_id, c.of_product, null, null, count(*), null
    from (
      select r.counts, case when by_agent then r.agent_id end as of_agent, r.customer_id, r.of_date, r.word, r.of_product, bit_or(r.bits) as bits
      from reached r where v_parts and not v_bought and not by_customer group by 1, 2, 3, 4, 5, 6) c
    join places o on o.word = c.word and o.bit & c.bits <> 0 group by 1, 2, 4, 5, 6
    union all
    select b.counts, b.of_agent, b.of_customer, null, b.item_id, null, sum(b.skus)::bigint, count(*) filter (where b.sold), null, null
    from (
      select r.counts, r.booking_id, case when by_agent then r.agent_id end as of_agent, case when by_customer then r.customer_id end as of_customer, o.item_id, count(*) as skus, bool_or(r.sold) as sold
      from reached r join places o on o.word = r.word and o.bit & r.bits <> 0 where v_bought group by 1, 2, 3, 4, 5) b
    group by 1, 2, 3, 5
    union all
    select b.counts, b.agent_id, b.customer_id, null, null, null, null, null, null, count(*)
    from (select distinct r.counts, r.booking_id, r.agent_id, r.customer_id from reached r where r.sold) b group by 1, 2, 3
  )
  select k.counts, k.of_agent, k.of_customer, k.of_date, k.of_item, k.of_product, k.of_booking, k.of_line, min(k.case_config),
    min(k.on_date) filter (where k.sold), max(k.on_date) filter (where k.sold), count(*), count(*) filter (where k.pieces <> 0 or k.free = 0), null::bigint,
    -- A line is of one booking and one customer.
    case when by_line then bool_or(k.sold)::int::bigint end, case when by_line then bool_or(k.sold)::int::bigint end, null::bigint,
    case when not v_brief then sum(k.pieces / k.case_config) end, case when not v_brief then sum(k.pieces % k.case_config) end, sum(k.pieces),
    -- Litres are rounded line by line, in whole millilitres.
    case when not v_brief then sum((k.pieces * k.litres2 + case when k.pieces < 0 then -k.cases else k.cases end) / (2 * k.cases)) * 0.001 end, case when not v_brief then sum(k.free) end,
    case when not v_brief then sum(k.net) + sum(k.discount) - sum(k.lowered) end, case when not v_brief then sum(k.discount) end, sum(k.net), case when not v_brief then sum(k.vat) end,
    case when v_costs and not v_brief then sum(k.cost) end
  from keyed k where not (by_line and k.single) group by 1, 2, 3, 4, 5, 6, 7, 8
  union all
  -- A line with one entry is a row as it is.
  select k.counts, k.of_agent, k.of_customer, k.of_date, k.of_item, k.of_product, k.of_booking, k.of_line, k.case_config, case when k.sold then k.on_date end, case when k.sold then k.on_date end,
    1, (k.pieces <> 0 or k.free = 0)::int, null, k.sold::int, k.sold::int, null, k.pieces / k.case_config, k.pieces % k.case_config, k.pieces,
    (k.pieces * k.litres2 + case when k.pieces < 0 then -k.cases else k.cases end) / (2 * k.cases) * 0.001, k.free, k.net + k.discount - k.lowered, k.discount, k.net, k.vat, case when v_costs then k.cost end
  from keyed k where by_line and k.single
  union all
  select c.counts, c.of_agent, c.of_customer, c.of_date, c.item_id, c.of_product, null, null, null, null, null, null, null, c.skus, c.bookings, c.customers, c.visits,
    null, null, null, null, null, null, null, null, null, null
  from counted c;
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
    )
    select 'line', k.row_key, k.manager_id, k.manager_name, k.of_agent, k.agent_name, k.description, k.of_product, k.material_code, k.of_customer, k.customer_name, k.store_name,
      null::text, k.on_date, k.booking_id, k.so_no, k.invoice_no, k.stage, k.case_config, k.agent_srp, k.agent_srp_pieces,
      case when k.counts then k.cs else 0 end, case when k.counts then k.pcs else 0 end, case when k.counts then k.pieces else 0 end, case when k.counts then k.litres else 0.000 end,
      case when k.counts then k.free else 0 end, case when k.counts then k.gross else 0.00 end, case when k.counts then k.discount else 0.00 end,
      case when k.counts then k.gross - k.discount - k.net else 0.00 end, k.net_sold, case when k.counts then 0.00 else k.gross - k.discount end,
      null::numeric, 0.00, null::numeric, case when k.counts and k.bookings > 0 then round(k.net, 2) end,
      case when k.counts then k.bookings else 0 end, case when k.counts then k.customers else 0 end, k.lines,
      k.cost_sold, k.net_sold - k.vat_sold - k.cost_sold, round((k.net_sold - k.vat_sold - k.cost_sold) * 100 / nullif(k.net_sold - k.vat_sold, 0), 2),
      null::bigint, null::bigint, null::bigint, null::bigint, null::bigint, null::bigint, null::bigint, null::bigint
    -- Rows are not kept in between: each has forty columns.
    from (
      select s.*, n.*, b.so_no, b.invoice_no, b.stage, b.customer_id as of_customer, b.customer_name, b.store_name, b.agent_id as of_agent, l.agent_srp, l.agent_srp_pieces,
        t.agent_name, t.manager_id, t.manager_name,
        (case v_sort when 'net' then to_char(1e14 - n.net_sold, 'FM000000000000000.00') when 'drop' then to_char(1e14 + n.net_sold, 'FM000000000000000.00') else '' end
          || concat_ws(E'\x1f', s.on_date, b.so_no, to_char(l.line_no, 'FM00000'))) collate "C" as row_key
      from sold s
      -- The other columns leave out what was cancelled.
      cross join lateral (select case when s.counts then s.net else 0.00 end as net_sold, case when s.counts then s.vat end as vat_sold, case when s.counts then s.cost end as cost_sold) n
      left join booked b on b.id = s.booking_id
      left join priced l on l.id = s.line_id
      left join team t on t.user_id = b.agent_id
      offset 0) k
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

CREATE OR REPLACE FUNCTION public.rows_of_report(p_project uuid, p_report text, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_report oid := case when p_report ~ '^report_[a-z_]+$' then to_regprocedure(format('public.%I(uuid, jsonb)', p_report)) end;
  v_names text;
  v_values text;
  -- The values without the separators.
  v_clean text;
  v_texts text;
  v_rows text;
begin
  if v_report is null then perform private.invalid('report', 'Choose a report.'); end if;
  select string_agg(c.name, U&'\009F' order by c.position), string_agg(c.value, ', ' order by c.position), string_agg(coalesce(c.clean, c.value), ', ' order by c.position),
    string_agg('r.' || c.name, ', ' order by c.position) filter (where c.clean is not null)
  into v_names, v_values, v_clean, v_texts
  from (
    select format('%I', c.name) as name, c.position, format('coalesce(r.%I::text, '''')', c.name) as value,
      case when c.type in ('text'::regtype, 'jsonb'::regtype) then format($f$coalesce(translate(r.%I::text, U&'\009E\009F', ''), '')$f$, c.name) end as clean
    from pg_catalog.pg_proc p
    cross join lateral unnest(p.proargnames, p.proargmodes, p.proallargtypes) with ordinality as c (name, mode, type, position)
    where p.oid = v_report and c.mode = 't' and c.type <> 'uuid'::regtype) c;
  -- The separators are removed from typed text, as they would shift the following cells. Hardly a row has one: its texts are looked through at once.
  execute format($f$select string_agg(case when strpos(t.texts, U&'\009E') + strpos(t.texts, U&'\009F') = 0 then concat_ws(U&'\009F', %s) else concat_ws(U&'\009F', %s) end, U&'\009E')
    from public.%I($1, $2) r cross join lateral (select concat(%s) as texts) t$f$, v_values, v_clean, p_report, v_texts)
  into v_rows using p_project, p_filters;
  return concat_ws(U&'\009E', v_names, v_rows);
end $function$;

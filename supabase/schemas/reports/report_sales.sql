-- Report of sales by agent, product and customer: one function for screen, Excel, print, portals and dashboard.
-- See docs/domain.md, Dates that reports use.

create or replace function private.report_products(p_project uuid, p_filters jsonb)
returns table (product_id uuid, item_id text, item text, material_code text, description text, case_config int, liters_per_case numeric, active boolean)
language plpgsql stable security invoker rows 100 set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  v_items text := coalesce(p_filters ->> 'items', 'category1');
  v_product uuid := private.read_uuid(p_filters, 'product_id');
begin
  if v_items not in ('category1', 'category2', 'category3', 'product') then perform private.invalid('items', 'Choose categories or products.'); end if;
  return query
  select p.id, (case v_items when 'product' then p.id::text else c.name end) collate "C", case v_items when 'product' then p.description else c.name end,
    p.material_code, p.description, p.case_config, p.liters_per_case, p.status = 'active'
  from public.products p
  cross join lateral (select case v_items when 'category1' then p.category1 when 'category2' then p.category2 when 'category3' then p.category3 end as name) c
  where p.project_id = p_project and (v_product is null or p.id = v_product)
    and private.in_category(p.category1, p_filters ->> 'category1')
    and private.in_category(p.category2, p_filters ->> 'category2')
    and private.in_category(p.category3, p_filters ->> 'category3');
end $$;
comment on function private.report_products is
  'Returns the products that match the filters of a report, each with its item: itself or its category, by p_filters.items (null = without a category). p_filters: {items: category1 (default) | category2 | category3 | product, product_id, category1, category2, category3 ((none) = without one)}. Runs with the caller''s rights. Errors: 22023.';

create or replace function private.sales_cells(p_project uuid, p_filters jsonb, p_from date, p_to date, p_by text[])
returns table (counts boolean, agent_id uuid, customer_id uuid, on_date date, item_id text, product_id uuid, booking_id uuid, line_id uuid, case_config int, first_on date, last_on date,
  lines bigint, paid bigint, skus bigint, bookings bigint, customers bigint, visits bigint,
  cs bigint, pcs bigint, pieces bigint, litres numeric, free bigint, gross numeric, discount numeric, net numeric, vat numeric, cost numeric)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan set work_mem = '64MB' as $$
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
  if v_basis = 'delivery' and not by_line and not v_bought and (not by_product or (by_month and not p_by && '{agent,customer,day,item,brief}')) and not p_filters ?| '{product_id,category1,category2,category3}' then
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
end $$;
comment on function private.sales_cells is
  'Returns the sales of a period (null: without limit) by p_by: agent (of the booking), customer, day or month (its first day), item (p_filters.items says what they are), product, line (of a booking). Some rows have sums alone; others, with nulls for sums, have counts: bookings (with something delivered; basis added: taken) and their customers, of items, products or days (the rows of lines have theirs themselves); and visits, those of a customer with an agent, each booking once. bought in p_by: lines of which more came back than was sold are left out, each line counts once for the whole period, and skus are the products of each booking added up (with agent, customer and item alone, without customers). brief in p_by: lines, paid, pieces and net alone. counts: not cancelled. basis delivery: the sales ledger, one line for each line and day: gross is what was delivered on the day at AgentSRP, and charged later for a price that was too low, discount what was taken off in the lines, net that less discount and what came back or was allowed on that day; free: pieces of free goods, which pieces does not count; paid: lines of other goods. basis added (orders taken): one line for each line of the bookings added in the period, less what was released; net of what came back since. first_on, last_on: days of delivery. vat: in net; cost without costs.read, and both of orders: null. What was owed from before this system is none of its sales. Only bookings that the caller may read, and nothing without stock.read. p_filters: see report_sales. Errors: 22023.';

create or replace function private.sales_days(p_project uuid, p_filters jsonb) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  ask record := private.report_filters(p_filters);
  v_from date := greatest(ask.first_day, ask.after_day);
  v_to date := least(ask.last_day, ask.before_day);
  v_forward boolean := ask.before is null;
  v_end date;
begin
  -- The day that completes the page. Lines of the cursor's own day are added.
  select case when v_forward then min(y.on_date) else max(y.on_date) end into v_end
  from (
    select x.on_date, sum(x.lines) over (order by case when v_forward then x.on_date end, x.on_date desc) as lines
    from (
      select s.on_date, sum(s.lines) as lines
      from private.sales_cells(p_project, p_filters, v_from, v_to, '{day,brief}') s
      where (ask.after_day is null or s.on_date > ask.after_day) and (ask.before_day is null or s.on_date < ask.before_day)
      group by s.on_date
    ) x
  ) y where y.lines >= ask.row_limit;
  if v_forward then v_to := least(v_to, v_end); else v_from := greatest(v_from, v_end); end if;
  return private.fields_of(p_filters) || jsonb_strip_nulls(jsonb_build_object('from', v_from, 'to', v_to));
end $$;
comment on function private.sales_days is
  'Narrows p_filters of report_sales to the days of one page of lines, sorted by day, for filters without products: an Excel file of a year then reads each part from its own days. Runs with the caller''s rights. Errors: 22023.';

create or replace function public.report_sales(p_project uuid, p_filters jsonb default '{}')
returns table (
  level text, row_key text, manager_id uuid, manager_name text, agent_id uuid, agent_name text,
  item text, product_id uuid, material_code text, customer_id uuid, customer_name text, store_name text,
  month text, on_date date, booking_id uuid, so_no text, invoice_no text, stage text, case_config int, agent_srp numeric, agent_srp_pieces int,
  cs bigint, pcs bigint, pieces bigint, litres numeric, free bigint, gross numeric, discount numeric, returns numeric, net numeric, cancelled numeric,
  share numeric, previous numeric, change numeric, average numeric, bookings bigint, customers bigint, lines bigint,
  cost numeric, margin numeric, margin_percent numeric,
  managers bigint, agents bigint, items bigint, agent_items bigint, buyers bigint, months bigint, days bigint, item_months bigint)
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = force_generic_plan set work_mem = '32MB' as $$
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
end $$;
comment on function public.report_sales is
  'Report of sales of a period. p_filters: {basis: delivery (default) | added (the date that from and to are about, both included), from, to, against: previous (default; see private.comparison_period) | year | none, agent_id (of the booking), manager_id (of that agent today), customer_id, category1, category2, category3, product_id, cancelled (true: their amount in the column of that name, nowhere else), items: category1 (default) | category2 | category3 | product (what levels item, item_month and grouped are by), level: grouped (items by manager and agent, after several of one their sums: level subtotal) | manager | agent | item | item_month (items by month) | customer | month (YYYY-MM) | day | line | total, for (of total: the level whose rows are counted; without it all are), sort: name | net (highest first) | drop (what fell most first), not of grouped, limit, after or before (row_key; before answers backwards), with_total (true: the row of level total comes too, not of item_month, month, day and line)}. gross = at AgentSRP what was delivered in the period, each delivery on its day, and what debit memos charged for prices that were too low, on their day; returns = what came back or was allowed in the period, on its day, also of earlier deliveries; discount = what the discounts of the lines took off; net = gross - discount - returns. Basis added: gross = what was booked less what was released, returns = what came back of it since. free: pieces of free goods, which stand in none of the other columns but cost. cs and pcs: whole cases and pieces beside them, line by line; litres to three decimals a line; pieces, cs, pcs and litres are net too. previous = net of the period before, change in percent of it (null when it is 0); share in percent of the total (not of a line); average = net of a booking. bookings and customers count those with a delivery, each once on every level. cost at the moving average, margin = net without VAT - cost, margin_percent of net without VAT: null without costs.read and for basis added. A row may have sold only before: bookings 0, change -100. buyers counts the rows of level customer. What was owed from before this system is no sale. Errors: 42501, 22023.';

grant execute on function private.report_products(uuid, jsonb),
  private.sales_cells(uuid, jsonb, date, date, text[]), private.sales_days(uuid, jsonb), public.report_sales(uuid, jsonb) to authenticated;

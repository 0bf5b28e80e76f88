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
  if v_basis = 'delivery' and not by_line and not v_bought and (not by_product or (by_month and not p_by && '{agent,customer,day,item,brief}')) and not p_filters ?| '{product_id,category1,category2,category3}' then
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
end $function$;

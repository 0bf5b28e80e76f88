set local check_function_bodies = off;

CREATE TABLE "private"."kept_sales_days" ("project_id" uuid NOT NULL, "on_date" date NOT NULL, CONSTRAINT "kept_sales_days_on_date_bounded" CHECK (((on_date >= '1900-01-01'::date) AND (on_date <= '2999-12-31'::date))), CONSTRAINT "kept_sales_days_pkey" PRIMARY KEY (project_id, on_date));

CREATE TABLE "private"."sales_apart_days" ("project_id" uuid NOT NULL, "on_date" date NOT NULL, "booking_id" uuid NOT NULL, CONSTRAINT "sales_apart_days_on_date_bounded" CHECK (((on_date >= '1900-01-01'::date) AND (on_date <= '2999-12-31'::date))), CONSTRAINT "sales_apart_days_pkey" PRIMARY KEY (project_id, on_date, booking_id));

CREATE TABLE "private"."sales_customer_days" ("project_id" uuid NOT NULL, "on_date" date NOT NULL, "agent_id" uuid NOT NULL, "customer_id" uuid NOT NULL, "lines" bigint NOT NULL, "paid" bigint NOT NULL, "skus" bigint NOT NULL, "bookings" bigint NOT NULL, "cs" bigint NOT NULL, "pcs" bigint NOT NULL, "pieces" bigint NOT NULL, "millilitres" bigint NOT NULL, "free" bigint NOT NULL, "discount" numeric(18,2) NOT NULL, "net" numeric(18,2) NOT NULL, "vat" numeric(18,2) NOT NULL, "cost" numeric(18,2) NOT NULL, "items1" bigint NOT NULL, "items2" bigint NOT NULL, "items3" bigint NOT NULL, CONSTRAINT "sales_customer_days_bookings_bounded" CHECK (((bookings >= '-1000000000'::integer) AND (bookings <= 1000000000))), CONSTRAINT "sales_customer_days_cost_bounded" CHECK (((cost >= '-9999999999999999.99'::numeric) AND (cost <= 9999999999999999.99))), CONSTRAINT "sales_customer_days_cs_bounded" CHECK (((cs >= '-1000000000'::integer) AND (cs <= 1000000000))), CONSTRAINT "sales_customer_days_discount_bounded" CHECK (((discount >= '-9999999999999999.99'::numeric) AND (discount <= 9999999999999999.99))), CONSTRAINT "sales_customer_days_free_bounded" CHECK (((free >= '-1000000000'::integer) AND (free <= 1000000000))), CONSTRAINT "sales_customer_days_items1_bounded" CHECK (((items1 >= '-1000000000'::integer) AND (items1 <= 1000000000))), CONSTRAINT "sales_customer_days_items2_bounded" CHECK (((items2 >= '-1000000000'::integer) AND (items2 <= 1000000000))), CONSTRAINT "sales_customer_days_items3_bounded" CHECK (((items3 >= '-1000000000'::integer) AND (items3 <= 1000000000))), CONSTRAINT "sales_customer_days_lines_bounded" CHECK (((lines >= '-1000000000'::integer) AND (lines <= 1000000000))), CONSTRAINT "sales_customer_days_millilitres_bounded" CHECK (((millilitres >= '-1000000000'::integer) AND (millilitres <= 1000000000))), CONSTRAINT "sales_customer_days_net_bounded" CHECK (((net >= '-9999999999999999.99'::numeric) AND (net <= 9999999999999999.99))), CONSTRAINT "sales_customer_days_on_date_bounded" CHECK (((on_date >= '1900-01-01'::date) AND (on_date <= '2999-12-31'::date))), CONSTRAINT "sales_customer_days_paid_bounded" CHECK (((paid >= '-1000000000'::integer) AND (paid <= 1000000000))), CONSTRAINT "sales_customer_days_pcs_bounded" CHECK (((pcs >= '-1000000000'::integer) AND (pcs <= 1000000000))), CONSTRAINT "sales_customer_days_pieces_bounded" CHECK (((pieces >= '-1000000000'::integer) AND (pieces <= 1000000000))), CONSTRAINT "sales_customer_days_pkey" PRIMARY KEY (project_id, on_date, agent_id, customer_id), CONSTRAINT "sales_customer_days_skus_bounded" CHECK (((skus >= '-1000000000'::integer) AND (skus <= 1000000000))), CONSTRAINT "sales_customer_days_vat_bounded" CHECK (((vat >= '-9999999999999999.99'::numeric) AND (vat <= 9999999999999999.99))));

CREATE TABLE "private"."sales_item_days" ("project_id" uuid NOT NULL, "kind" integer NOT NULL, "on_date" date NOT NULL, "agent_id" uuid NOT NULL, "item" text, "lines" bigint NOT NULL, "paid" bigint NOT NULL, "bookings" bigint NOT NULL, "cs" bigint NOT NULL, "pcs" bigint NOT NULL, "pieces" bigint NOT NULL, "millilitres" bigint NOT NULL, "free" bigint NOT NULL, "discount" numeric(18,2) NOT NULL, "net" numeric(18,2) NOT NULL, "vat" numeric(18,2) NOT NULL, "cost" numeric(18,2) NOT NULL, CONSTRAINT "sales_item_days_bookings_bounded" CHECK (((bookings >= '-1000000000'::integer) AND (bookings <= 1000000000))), CONSTRAINT "sales_item_days_cost_bounded" CHECK (((cost >= '-9999999999999999.99'::numeric) AND (cost <= 9999999999999999.99))), CONSTRAINT "sales_item_days_cs_bounded" CHECK (((cs >= '-1000000000'::integer) AND (cs <= 1000000000))), CONSTRAINT "sales_item_days_discount_bounded" CHECK (((discount >= '-9999999999999999.99'::numeric) AND (discount <= 9999999999999999.99))), CONSTRAINT "sales_item_days_free_bounded" CHECK (((free >= '-1000000000'::integer) AND (free <= 1000000000))), CONSTRAINT "sales_item_days_item_bounded" CHECK (((length(item) <= 400) AND (item !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text))), CONSTRAINT "sales_item_days_key" UNIQUE NULLS NOT DISTINCT (project_id, kind, on_date, agent_id, item), CONSTRAINT "sales_item_days_kind_bounded" CHECK (((kind >= '-1000000000'::integer) AND (kind <= 1000000000))), CONSTRAINT "sales_item_days_lines_bounded" CHECK (((lines >= '-1000000000'::integer) AND (lines <= 1000000000))), CONSTRAINT "sales_item_days_millilitres_bounded" CHECK (((millilitres >= '-1000000000'::integer) AND (millilitres <= 1000000000))), CONSTRAINT "sales_item_days_net_bounded" CHECK (((net >= '-9999999999999999.99'::numeric) AND (net <= 9999999999999999.99))), CONSTRAINT "sales_item_days_on_date_bounded" CHECK (((on_date >= '1900-01-01'::date) AND (on_date <= '2999-12-31'::date))), CONSTRAINT "sales_item_days_paid_bounded" CHECK (((paid >= '-1000000000'::integer) AND (paid <= 1000000000))), CONSTRAINT "sales_item_days_pcs_bounded" CHECK (((pcs >= '-1000000000'::integer) AND (pcs <= 1000000000))), CONSTRAINT "sales_item_days_pieces_bounded" CHECK (((pieces >= '-1000000000'::integer) AND (pieces <= 1000000000))), CONSTRAINT "sales_item_days_vat_bounded" CHECK (((vat >= '-9999999999999999.99'::numeric) AND (vat <= 9999999999999999.99))));

CREATE TABLE "private"."sales_items" ("project_id" uuid NOT NULL, "kind" integer NOT NULL, "item" text, "place" integer NOT NULL, CONSTRAINT "sales_items_item_bounded" CHECK (((length(item) <= 400) AND (item !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text))), CONSTRAINT "sales_items_key" UNIQUE NULLS NOT DISTINCT (project_id, kind, item), CONSTRAINT "sales_items_kind_bounded" CHECK (((kind >= '-1000000000'::integer) AND (kind <= 1000000000))), CONSTRAINT "sales_items_place_bounded" CHECK (((place >= '-1000000000'::integer) AND (place <= 1000000000))));

CREATE OR REPLACE FUNCTION known.kept_sales(p_project uuid, p_from date, p_to date, p_by text[], p_items text, p_customer uuid, OUT first_day date, OUT last_day date, OUT days date[], OUT apart uuid[], OUT kind integer)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare by_item boolean := p_by @> '{item}';
begin
  kind := case when by_item then array_position('{category1,category2,category3}', p_items) end;
  if by_item and (kind is null or (p_by @> '{customer}' and not p_by @> '{reach}') or p_customer is not null
    or exists (select from private.sales_items i where i.project_id = p_project and i.kind = kept_sales.kind and i.place > 62)) then return; end if;
  select greatest(min(e.on_date), p_from), least(max(e.on_date), p_to) into first_day, last_day from known.sales_entries_whole e where e.project_id = p_project
  having min(e.on_date) is not null;
  if first_day is null then return; end if;
  days := array(
    select first_day + n from generate_series(0, last_day - first_day) n
    where first_day + n not in (
      select x.on_date from known.exact_days x join private.kept_sales_days k on k.project_id = x.project_id and k.on_date = x.on_date
      where x.project_id = p_project and x.on_date between first_day and last_day));
  -- With much to read, or nothing else, the ledger alone is faster.
  if cardinality(days) > greatest(31, (last_day - first_day) / 2) or cardinality(days) = last_day - first_day + 1 then
    days := null;
    return;
  end if;
  apart := array(
    select distinct a.booking_id from private.sales_apart_days a
    where a.project_id = p_project and a.on_date between first_day and last_day and a.on_date <> all (days));
end $function$;

CREATE OR REPLACE FUNCTION known.kept_sales_cells(p_project uuid, p_from date, p_to date, p_days date[], p_apart uuid[], p_by text[], p_kind integer, p_agents uuid[], p_customer uuid, p_costs boolean)
 RETURNS TABLE(counts boolean, agent_id uuid, customer_id uuid, on_date date, item_id text, product_id uuid, booking_id uuid, line_id uuid, case_config integer, first_on date, last_on date, lines bigint, paid bigint, skus bigint, bookings bigint, customers bigint, visits bigint, cs bigint, pcs bigint, pieces bigint, litres numeric, free bigint, gross numeric, discount numeric, net numeric, vat numeric, cost numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET work_mem TO '32MB'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
#variable_conflict use_column
declare
  by_agent boolean := p_by @> '{agent}';
  by_customer boolean := p_by @> '{customer}';
  by_day boolean := p_by @> '{day}';
  by_month boolean := p_by @> '{month}';
  v_bought boolean := p_by @> '{bought}';
  v_brief boolean := p_by @> '{brief}';
  v_reach boolean := p_by @> '{reach}';
  -- Sums by category; with reach it is said only which ones were bought.
  by_item boolean := p_by @> '{item}' and not v_reach;
  v_parts boolean := by_item or by_day or by_month;
begin
  -- Over a short period one plan is right for all, and to make it takes longer than to run it.
  perform set_config('plan_cache_mode', case when p_to - p_from > 100 then 'force_custom_plan' else 'force_generic_plan' end, true);
  return query
  with spots as materialized (
    select i.item, 1::bigint << i.place as bit from private.sales_items i where i.project_id = p_project and i.kind = p_kind and i.place < 63
  ), live as materialized (
    select l.*, case when by_agent then l.agent_id end as of_agent, case when by_customer then l.customer_id end as of_customer,
      case when by_day then l.on_date when by_month then date_trunc('month', l.on_date::timestamp)::date end as of_date,
      case p_kind when 1 then g.category1 when 2 then g.category2 when 3 then g.category3 end as item,
      -- Litres are rounded line by line, in whole millilitres.
      (l.pieces * (g.liters_per_case * 2000)::bigint + case when l.pieces < 0 then -g.case_config else g.case_config end) / (2 * g.case_config) as millilitres
    from known.sold_lines(p_project, p_from, p_to, p_days, p_apart, v_bought, p_agents, p_customer) l
    join known.products_whole g on g.project_id = p_project and g.id = l.product_id
  ), kept as not materialized (
    select c.*, case when by_agent then c.agent_id end as of_agent, case when by_customer then c.customer_id end as of_customer,
      case when by_day then c.on_date when by_month then date_trunc('month', c.on_date::timestamp)::date end as of_date,
      case p_kind when 1 then c.items1 when 2 then c.items2 when 3 then c.items3 end as items
    from private.sales_customer_days c
    where c.project_id = p_project and c.on_date between p_from and p_to and c.on_date <> all (p_days)
      and (p_agents is null or c.agent_id = any (p_agents)) and (p_customer is null or c.customer_id = p_customer)
  ), people as materialized (
    select k.agent_id, k.customer_id, case when v_parts and not v_bought then k.of_date end as of_date, sum(k.bookings)::bigint as bookings, bit_or(k.items) as items
    from kept k where not v_brief group by 1, 2, 3
  ), summed as (
    select l.of_agent, l.of_customer, l.of_date, case when by_item then l.item end as of_item, min(l.on_date) filter (where l.sold) as first_on, max(l.on_date) filter (where l.sold) as last_on,
      count(*) as lines, count(*) filter (where l.pieces <> 0 or l.free = 0) as paid, case when v_bought then count(distinct (l.booking_id, l.product_id)) end as skus,
      case when v_parts or v_bought then count(distinct l.booking_id) filter (where l.sold) end as bookings,
      sum(l.pieces / l.case_config) as cs, sum(l.pieces % l.case_config) as pcs, sum(l.pieces) as pieces, sum(l.millilitres) as millilitres, sum(l.free) as free,
      sum(l.net) + sum(l.discount) - sum(l.lowered) as gross, sum(l.discount) as discount, sum(l.net) as net, sum(l.vat) as vat, sum(l.cost) as cost
    from live l group by 1, 2, 3, 4
    union all
    select case when by_agent then d.agent_id end, null::uuid, case when by_day then d.on_date when by_month then date_trunc('month', d.on_date::timestamp)::date end, d.item,
      min(d.on_date) filter (where d.paid > 0), max(d.on_date) filter (where d.paid > 0), sum(d.lines)::bigint, sum(d.paid)::bigint, null::bigint, sum(d.bookings)::bigint,
      sum(d.cs)::bigint, sum(d.pcs)::bigint, sum(d.pieces)::bigint, sum(d.millilitres), sum(d.free)::bigint, sum(d.net) + sum(d.discount), sum(d.discount), sum(d.net), sum(d.vat), sum(d.cost)
    from private.sales_item_days d
    where by_item and d.project_id = p_project and d.kind = p_kind and d.on_date between p_from and p_to and d.on_date <> all (p_days)
      and (p_agents is null or d.agent_id = any (p_agents))
    group by 1, 2, 3, 4
    union all
    select k.of_agent, k.of_customer, k.of_date, null::text, min(k.on_date) filter (where k.paid > 0), max(k.on_date) filter (where k.paid > 0),
      case when v_bought then sum(k.paid) else sum(k.lines) end::bigint, sum(k.paid)::bigint, case when v_bought then sum(k.skus) end::bigint, case when v_parts or v_bought then sum(k.bookings) end::bigint,
      sum(k.cs)::bigint, sum(k.pcs)::bigint, sum(k.pieces)::bigint, sum(k.millilitres), case when not v_bought then sum(k.free) else 0 end::bigint, sum(k.net) + sum(k.discount), sum(k.discount), sum(k.net), sum(k.vat), sum(k.cost)
    from kept k where not by_item and (not v_bought or k.paid > 0) group by 1, 2, 3, 4
  ), met as materialized (
    -- Who bought which categories
    select m.of_agent, m.customer_id, m.of_date, bit_or(m.items) as items
    from (
      select case when by_agent then p.agent_id end as of_agent, p.customer_id, p.of_date, p.items from people p where p.bookings > 0
      union all
      select l.of_agent, l.customer_id, l.of_date, s.bit from live l left join spots s on s.item is not distinct from l.item where l.sold or v_bought) m
    where v_reach or (v_parts and not v_bought and not v_brief) group by 1, 2, 3
  )
  select true, s.of_agent, s.of_customer, s.of_date, s.of_item, null::uuid, null::uuid, null::uuid, null::int, min(s.first_on), max(s.last_on),
    sum(s.lines)::bigint, sum(s.paid)::bigint, sum(s.skus)::bigint, sum(s.bookings)::bigint, null::bigint, null::bigint,
    case when not v_brief then sum(s.cs)::bigint end, case when not v_brief then sum(s.pcs)::bigint end, sum(s.pieces)::bigint,
    case when not v_brief then sum(s.millilitres) * 0.001 end, case when not v_brief then sum(s.free)::bigint end,
    case when not v_brief then sum(s.gross) end, case when not v_brief then sum(s.discount) end, sum(s.net), case when not v_brief then sum(s.vat) end,
    case when p_costs and not v_brief and not v_bought then sum(s.cost) end
  from summed s group by 1, 2, 3, 4, 5
  union all
  select true, m.of_agent, case when by_customer then m.customer_id end, m.of_date, m.item, null, null, null, null, null, null, null, null, null, null, case when not v_reach then count(*) end, null,
    null, null, null, null, null, null, null, null, null, null
  from (
    select m.of_agent, m.customer_id, m.of_date, s.item from met m join spots s on s.bit & m.items <> 0 where by_item or v_reach
    union all
    select m.of_agent, m.customer_id, m.of_date, null from met m where not (by_item or v_reach)
    union all
    -- A category that was never sold before has no place yet.
    select distinct l.of_agent, l.customer_id, l.of_date, l.item from live l
    where (by_item or v_reach) and (l.sold or v_bought) and not v_brief and not exists (select from spots s where s.item is not distinct from l.item)) m
  group by 1, 2, 3, 4, 5
  union all
  select true, v.agent_id, v.customer_id, null, null, null, null, null, null, null, null, null, null, null, null, null, sum(v.bookings)::bigint,
    null, null, null, null, null, null, null, null, null, null
  from (
    select p.agent_id, p.customer_id, p.bookings from people p
    union all
    select l.agent_id, l.customer_id, count(distinct l.booking_id) from live l where l.sold group by 1, 2) v
  where not v_brief group by 1, 2, 3 having sum(v.bookings) > 0;
end $function$;

CREATE OR REPLACE FUNCTION known.report_penetration_report(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(level text, row_key text, manager_id uuid, manager_name text, agent_id uuid, agent_name text, item text, product_id uuid, material_code text, customer_id uuid, customer_name text, store_name text, area text, contact text, last_bought date, last_order date, credit_line numeric, credit_left numeric, available bigint, universe bigint, buyers bigint, gap bigint, percent numeric, previous_percent numeric, change numeric, cs bigint, pcs bigint, pieces bigint, litres numeric, net numeric, bookings bigint, lines_per_order numeric, drop_size numeric, cells jsonb, heads jsonb, managers bigint, agents bigint, items bigint, agent_items bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
 SET work_mem TO '32MB'
AS $function$
#variable_conflict use_column
declare
  v_level text := coalesce(p_filters ->> 'level', 'agent');
  v_shown text := case when v_level = 'total' then coalesce(p_filters ->> 'for', 'agent') else v_level end;
  v_sort text := coalesce(p_filters ->> 'sort', 'name');
  v_to date := coalesce(private.read_date(p_filters, 'to'), known.business_date(p_project));
  v_from date := coalesce(private.read_date(p_filters, 'from'), date_trunc('month', v_to)::date);
  v_least int := greatest(coalesce(private.read_int(p_filters, 'min_pieces'), 1), 1);
  v_chosen boolean := p_filters ?| array['product_id', 'category1', 'category2', 'category3'];
  v_products boolean := coalesce(p_filters ->> 'items' = 'product', false);
  -- Agents and managers need the sums of all items together, and which items were bought.
  v_reach boolean := v_shown in ('agent', 'manager') and v_least = 1;
  v_by text[] := '{customer,item,bought}'::text[] || case when v_reach then '{reach}'::text[] end;
  v_sales jsonb := private.fields_of(p_filters) - '{agent_id,manager_id,customer_id,cancelled}'::text[];
  v_earlier record;
  v_available bigint;
  -- The total of these levels is computed with their rows.
  v_whole boolean := v_level in ('agent', 'item', 'grouped', 'manager') and private.read_boolean(p_filters, 'with_total');
  ask record;
begin
  ask := private.open_report(p_project, p_filters, 'reports.penetration', v_level, '{agent,item,grouped,manager,not_buying,total}', v_sort, '{name,percent,gap,net,last,credit}');
  if ask.known then
    return query select k.* from known.report_penetration_report(p_project, p_filters - 'known_at') k;
    return;
  end if;
  v_earlier := private.comparison_period(v_from, v_to, p_filters ->> 'against');
  if v_chosen then
    v_available := (select sum(i.available)::bigint from known.report_products(p_project, p_filters) g
      join known.inventory i on i.project_id = p_project and i.product_id = g.product_id);
  end if;
  if v_level = 'not_buying' then
    return query
    with missed as (
      select n.*, c.name, c.store_name, c.area, c.contact, c.sort_key, f.credit_line, f.credit_left, coalesce(a.display_name, 'Former agent') as agent_name,
        case when n.manager_id is not null then coalesce(b.display_name, 'Former manager') end as manager_name
      from known.non_buyers(p_project, p_filters, v_from, v_to) n
      join known.customers c on c.project_id = p_project and c.id = n.customer_id
      left join known.filtered_customers(p_project, '{}') f on f.id = n.customer_id
      left join known.profiles a on a.user_id = n.agent_id left join known.profiles b on b.user_id = n.manager_id
    ), keyed as (
      -- Non-buyers are sorted by the day of their last purchase; outlets that never bought come last.
      select m.*, (case v_sort when 'last' then coalesce(m.last_bought::text, '~') when 'credit' then to_char(1e14 - coalesce(m.credit_left, 1e13), 'FM000000000000000.00') else '' end
        || concat_ws(E'\x1f', case when v_sort = 'name' then lower(m.agent_name) || m.agent_id end, m.sort_key, m.customer_id)) collate "C" as row_key
      from missed m
    )
    select 'not_buying', k.row_key, k.manager_id, k.manager_name, k.agent_id, k.agent_name, null::text, null::uuid, null::text,
      k.customer_id, k.name, k.store_name, k.area, k.contact, k.last_bought, k.last_order, k.credit_line, k.credit_left, v_available,
      null::bigint, null::bigint, 1::bigint, null::numeric, null::numeric, null::numeric, null::bigint, null::bigint, null::bigint, null::numeric, null::numeric,
      null::bigint, null::numeric, null::numeric, null::jsonb, null::jsonb, null::bigint, null::bigint, null::bigint, null::bigint
    from keyed k
    where (ask.after is null or k.row_key > ask.after collate "C") and (ask.before is null or k.row_key < ask.before collate "C")
    order by case when ask.before is null then k.row_key end, k.row_key desc limit ask.row_limit;
    return;
  end if;

  return query
  with goods as materialized (
    select g.* from known.report_products(p_project, p_filters) g
  ), outlets as materialized (
    select true as now, o.* from known.outlets(p_project, p_filters, v_to) o
    union all
    select false, o.* from known.outlets(p_project, p_filters, v_earlier.earlier_to) o where v_earlier.earlier_to is not null
  ), orders as materialized (
    -- The selling agent does not matter: the outlet counts for its owning agent of the day.
    select true as now, c.* from known.sales_cells(p_project, v_sales, v_from, v_to, v_by) c
    union all
    select false, c.* from known.sales_cells(p_project, v_sales, v_earlier.earlier_from, v_earlier.earlier_to, v_by || 'brief'::text) c where v_earlier.earlier_to is not null
  ), of_items as materialized (
    select o.now, o.customer_id, coalesce(o.item_id, '') as item_id, sum(o.bookings) as bookings, sum(o.skus) as skus, sum(o.cs) as cs, sum(o.pcs) as pcs,
      sum(o.pieces) as pieces, sum(o.litres) as litres, sum(o.net) as net
    from orders o where o.visits is null and not v_reach group by o.now, o.customer_id, coalesce(o.item_id, '')
    union all
    -- Rows without sums say what was bought.
    select distinct o.now, o.customer_id, coalesce(o.item_id, ''), null::numeric, null::numeric, null::numeric, null::numeric, v_least::numeric, null::numeric, null::numeric
    from orders o where o.visits is null and v_reach and o.pieces is null
  ), of_all as (
    select o.now, o.customer_id, sum(o.visits) as bookings, sum(o.skus) as skus, sum(o.cs) as cs, sum(o.pcs) as pcs, sum(o.pieces) as pieces, sum(o.litres) as litres, sum(o.net) as net
    from orders o group by o.now, o.customer_id
  ), bought as (
    select i.* from of_items i where i.pieces >= v_least
    union all
    -- A row without item is for all items together.
    select a.now, a.customer_id, null, a.bookings, a.skus, a.cs, a.pcs, a.pieces, a.litres, a.net from of_all a where a.pieces >= v_least
  ), reached as materialized (
    -- An outlet has one agent and one row per item, so that counting rows counts outlets.
    select concat_ws('|', case when grouping(o.agent_id) = 0 then 'a' || o.agent_id when grouping(o.manager_id) = 0 then 'm' || coalesce(o.manager_id::text, '') else 't' end,
        'i' || b.item_id) as k,
      count(*) filter (where b.now) as buyers, count(*) filter (where not b.now) as before,
      sum(b.bookings) filter (where b.now) as bookings, sum(b.skus) filter (where b.now) as skus, sum(b.cs) filter (where b.now) as cs, sum(b.pcs) filter (where b.now) as pcs,
      sum(b.pieces) filter (where b.now) as pieces, sum(b.litres) filter (where b.now) as litres, sum(b.net) filter (where b.now) as net
    from bought b join outlets o on o.now = b.now and o.customer_id = b.customer_id
    group by b.item_id, grouping sets ((o.manager_id, o.agent_id), (o.manager_id), ())
  ), whole as materialized (
    select case when grouping(o.agent_id) = 0 then 'a' || o.agent_id when grouping(o.manager_id) = 0 then 'm' || coalesce(o.manager_id::text, '') else 't' end as k,
      case when grouping(o.agent_id) = 0 then 'agent' when grouping(o.manager_id) = 0 then 'manager' else 'total' end as of, o.manager_id, o.agent_id,
      count(*) filter (where o.now) as universe, count(*) filter (where not o.now) as before
    from outlets o group by grouping sets ((o.manager_id, o.agent_id), (o.manager_id), ())
  ), things as materialized (
    select coalesce(g.item_id, '') as item_id, min(g.item) as item, min(g.product_id::text) filter (where v_products)::uuid as product_id,
      min(g.material_code) filter (where v_products) as material_code, 'i' || coalesce(g.item_id, '') as k
    from goods g left join (select distinct i.item_id from of_items i) s on s.item_id = coalesce(g.item_id, '')
    where g.active or s.item_id is not null
    group by coalesce(g.item_id, '')
  ), wide as (
    -- The columns of the matrix: the items or agents with the most buyers.
    select x.key, x.label, x.k, row_number() over (order by x.buyers desc nulls last, x.label nulls last, x.key) as row_no
    from (
      select t.item_id as key, coalesce(t.item, 'No category') as label, t.k, r.buyers from things t left join reached r on r.k = 't|' || t.k
      where v_shown in ('agent', 'manager')
      union all
      select w.agent_id::text, coalesce(p.display_name, 'Former agent'), w.k, r.buyers from whole w
      left join known.profiles p on p.user_id = w.agent_id left join reached r on r.k = w.k
      where v_shown = 'item' and w.of = 'agent' and w.universe > 0
    ) x
  ), grid as (
    select w.of as level, w.k as k, w.k as base, w.manager_id, w.agent_id, null::text as item_id, null::text as item, null::uuid as product_id, null::text as material_code
    from whole w where w.of = v_level or (v_whole and w.of = 'total') or (v_level = 'grouped' and w.of = 'agent' and (select count(*) from things) > 1)
    union all
    select 'item', w.k || '|' || t.k, w.k, w.manager_id, w.agent_id, t.item_id, t.item, t.product_id, t.material_code
    from whole w cross join things t where (v_level = 'grouped' and w.of = 'agent') or (v_level = 'item' and w.of = 'total')
  ), figured as (
    select g.*, w.universe, w.before as universe_before, coalesce(r.buyers, 0) as buyers, coalesce(r.before, 0) as buyers_before,
      round(coalesce(r.buyers, 0) * 100.0 / nullif(w.universe, 0), 2) as percent, round(coalesce(r.before, 0) * 100.0 / nullif(w.before, 0), 2) as previous_percent,
      r.cs, r.pcs, r.pieces, r.litres, coalesce(r.net, 0.00) as net, coalesce(r.bookings, 0) as bookings, r.skus
    from grid g join whole w on w.k = g.base left join reached r on r.k = g.k
  ), matrix as (
    select f.k, jsonb_object_agg(d.key, round(coalesce(r.buyers, 0) * 100.0 / nullif(w.universe, 0), 2)::text) as cells
    from figured f cross join wide d
    -- With agents in the columns the universe is that of the column, with items that of the row.
    join whole w on w.k = case when v_shown = 'item' then d.k else f.base end
    left join reached r on r.k = case when v_shown = 'item' then d.k || coalesce('|i' || f.item_id, '') else f.base || '|' || d.k end
    where d.row_no <= 60
    group by f.k
  ), named as (
    select f.*, m.cells, coalesce(a.display_name, 'Former agent') as agent_name,
      case when f.manager_id is not null then coalesce(b.display_name, 'Former manager') end as manager_name
    from figured f left join matrix m on m.k = f.k
    left join known.profiles a on a.user_id = f.agent_id left join known.profiles b on b.user_id = f.manager_id
  ), keyed as (
    select n.*, (case case n.level when 'total' then 'total' else v_level end
      when 'total' then ''
      when 'grouped' then concat_ws(E'\x1f', lower(n.agent_name), n.agent_id, case n.level when 'agent' then '1' else concat_ws(E'\x1f', '0', coalesce('0' || lower(n.item), '1'), n.item_id) end)
      else case v_sort when 'percent' then to_char(1000 - coalesce(n.percent, 0), 'FM0000.00') when 'gap' then to_char(100000000 - (n.universe - n.buyers), 'FM000000000')
          when 'net' then to_char(1e14 - n.net, 'FM000000000000000.00') else '' end
        || case v_level when 'agent' then concat_ws(E'\x1f', lower(n.agent_name), n.agent_id)
          when 'manager' then coalesce(concat_ws(E'\x1f', '0' || lower(n.manager_name), n.manager_id), '1')
          else concat_ws(E'\x1f', coalesce('0' || lower(n.item), '1'), n.item_id) end end) collate "C" as row_key
    from named n
  )
  select case when v_level = 'grouped' and k.level = 'agent' then 'subtotal' else k.level end, k.row_key, k.manager_id, k.manager_name,
    k.agent_id, case when k.agent_id is not null then k.agent_name end, k.item, k.product_id, k.material_code,
    null::uuid, null::text, null::text, null::text, null::text, null::date, null::date, null::numeric, null::numeric,
    case when k.level = 'total' then v_available end,
    k.universe, k.buyers, k.universe - k.buyers, k.percent, k.previous_percent, k.percent - k.previous_percent,
    coalesce(k.cs, 0)::bigint, coalesce(k.pcs, 0)::bigint, coalesce(k.pieces, 0)::bigint, coalesce(k.litres, 0.000), k.net, k.bookings::bigint,
    round(k.skus / nullif(k.bookings, 0), 2), round(k.net / nullif(k.bookings, 0), 2), k.cells,
    case when k.level = 'total' then coalesce((select jsonb_agg(jsonb_build_object('key', d.key, 'label', d.label) order by d.row_no) from wide d where d.row_no <= 60), '[]') end,
    case when k.level = 'total' then (select count(*) from whole w where w.of = 'manager') end, case when k.level = 'total' then (select count(*) from whole w where w.of = 'agent') end,
    case when k.level = 'total' then (select count(*) from things) end,
    case when k.level = 'total' then (select count(*) from whole w where w.of = 'agent') * (select count(*) from things) end
  from keyed k
  where (v_whole and k.level = 'total') or ((ask.after is null or k.row_key > ask.after collate "C") and (ask.before is null or k.row_key < ask.before collate "C"))
  order by k.level <> 'total', case when ask.before is null then k.row_key end, k.row_key desc limit ask.row_limit + v_whole::int;
end $function$;

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
  if v_level = 'line' and v_sort = 'name' and ask.row_limit is not null and not p_filters ?| array['product_id', 'category1', 'category2', 'category3'] then
    v_filters := known.sales_days(p_project, p_filters);
  end if;
  v_by := case when v_level = 'line' then '{product,day,line}' when v_for = 'grouped' then '{agent,item}' when v_for = 'item_month' then '{item,month}' when v_for = 'all' then '{agent,customer,item}'
    when v_for in ('item', 'customer', 'month', 'day') then array[v_for] else '{agent}' end;
  v_parts := v_by && '{item,month,day,line}';
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
      select true as now, n.* from known.sales_cells(p_project, v_filters, private.read_date(v_filters, 'from'), private.read_date(v_filters, 'to'), v_by) n
      union all
      select false, e.* from known.sales_cells(p_project, p_filters, v_earlier.earlier_from, v_earlier.earlier_to, v_by || 'brief'::text) e
      where v_earlier.earlier_from is not null and v_level not in ('line', 'month', 'day', 'item_month')) c
    left join team t on t.agent_id = c.agent_id
  ), asked as (
    -- The columns of the requested level; the others are null.
    select c.*, case when v_level in ('grouped', 'manager') then c.manager_id end as by_manager,
      case when v_level in ('grouped', 'agent') then c.agent_id end as by_agent, case when v_level in ('grouped', 'item', 'item_month') then c.item_id end as by_item,
      case when v_level = 'customer' then c.customer_id end as by_customer, case when v_level in ('month', 'item_month') then to_char(c.on_date, 'YYYY-MM') end as by_month,
      case when v_level in ('day', 'line') then c.on_date end as by_day, case when v_level = 'line' then c.booking_id end as by_booking,
      case when v_level = 'line' then c.product_id end as by_product, case when v_level = 'line' then c.line_id end as by_line
    from cells c
  ), summed as (
    select
      case when grouping(a.by_line) = 0 then case v_level when 'grouped' then 'item' else v_level end
        when grouping(a.by_agent) = 0 then 'agent' when grouping(a.by_manager) = 0 then 'manager' else 'total' end as level,
      a.by_manager, a.by_agent, a.by_item, a.by_customer, a.by_month, a.by_day, a.by_booking, a.by_product, a.by_line, grouping(a.by_line) as sums,
      min(a.case_config) as case_config, sum(a.vat) filter (where a.sold) as vat, sum(a.cost) filter (where a.sold) as cost,
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
      (a.by_manager, a.by_agent, a.by_item, a.by_customer, a.by_month, a.by_day, a.by_booking, a.by_product, a.by_line, a.apart),
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
      case when v_level = 'line' or v_products then g.description else p.by_item end as item, g.id as product_id,
      coalesce(p.by_customer, b.customer_id) as customer_id, coalesce(b.customer_name, c.name) as customer_name, coalesce(b.store_name, c.store_name) as store_name,
      c.sort_key as customer_key, b.so_no, b.invoice_no, b.stage, coalesce(p.by_agent, b.agent_id) as agent_id, l.line_no, l.agent_srp, l.agent_srp_pieces,
      p.net - p.vat - p.cost as margin
    from placed p
    left join known.bookings b on b.project_id = p_project and b.id = p.by_booking
    left join known.booking_lines l on l.project_id = p_project and l.id = p.by_line
    left join team t on t.agent_id = coalesce(p.by_agent, b.agent_id)
    left join (select distinct m.manager_id, m.manager_name from team m) w on w.manager_id = p.by_manager
    left join (select c.id, c.name, c.store_name, c.sort_key from known.customers c where v_level = 'customer' and c.project_id = p_project) c on c.id = p.by_customer
    left join (select g.id, g.description, g.material_code from known.products g where (v_level = 'line' or v_products) and g.project_id = p_project) g on g.id = case when v_products and p.by_item is not null then p.by_item::uuid else p.by_product end
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
          when 'line' then concat_ws(E'\x1f', n.by_day, n.so_no, to_char(n.line_no, 'FM00000'))
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
    k.by_month, k.by_day, k.by_booking, k.so_no, k.invoice_no, k.stage, case when v_level = 'line' then k.case_config end, case when v_level = 'line' then k.agent_srp end,
    case when v_level = 'line' then k.agent_srp_pieces end,
    k.cs, k.pcs, k.pieces, k.litres, k.free, k.gross, k.discount, k.gross - k.discount - k.net, k.net, k.cancelled,
    case when v_level <> 'line' then round(k.net * 100 / nullif(k.whole, 0), 2) end, k.previous, round((k.net - k.previous) * 100 / nullif(k.previous, 0), 2), round(k.net / nullif(k.bookings, 0), 2),
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
  if v_basis = 'delivery' and not (by_product or by_line) and not p_filters ?| '{product_id,category1,category2,category3}' then
    if ask.agent_id is not null then v_agents := array(select ask.agent_id where v_agents is null or ask.agent_id = any (v_agents)); end if;
    v_kept := known.kept_sales(p_project, v_from, v_to, p_by, coalesce(p_filters ->> 'items', 'category1'), ask.customer_id);
    if v_kept.days is not null then
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
    select true as counts, e.booking_id, e.line_id, e.on_date, e.customer_id, e.agent_id, e.product_id, e.case_config, e.kind = 'delivery' and not e.free as sold,
      case when e.free then 0 else e.pieces end as pieces, case when e.free then e.pieces else 0 end as free,
      case when e.kind in ('return', 'allowance') then e.amount + e.discount else 0.00 end as lowered, e.discount, e.amount as net, e.vat_amount as vat, e.cost
    from known.sales_entries_whole e
    where v_basis = 'delivery' and e.project_id = p_project and e.on_date between v_from and v_to and (not v_bought or (e.pieces > 0 and not e.free))
      and (ask.customer_id is null or e.customer_id = ask.customer_id) and (ask.agent_id is null or e.agent_id = ask.agent_id) and (v_agents is null or e.agent_id = any (v_agents))
      and not exists (select from known.sales_entries_whole x where x.project_id = p_project and x.further and x.on_date between v_from and v_to and x.line_id = e.line_id)
    union all
    -- The few lines with several entries: a day of such a line, or what was bought of it in the end, counts as one.
    select true, e.booking_id, e.line_id, max(e.on_date), e.customer_id, e.agent_id, e.product_id, e.case_config, coalesce(sum(e.pieces) filter (where e.kind = 'delivery' and not e.free), 0) > 0,
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
    select b.approval_status <> 'cancelled', b.id, l.id, b.date_added, b.customer_id, b.agent_id, l.product_id, l.case_config, l.free_of is null,
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
  from keyed k group by 1, 2, 3, 4, 5, 6, 7, 8
  union all
  select c.counts, c.of_agent, c.of_customer, c.of_date, c.item_id, c.of_product, null, null, null, null, null, null, null, c.skus, c.bookings, c.customers, c.visits,
    null, null, null, null, null, null, null, null, null, null
  from counted c;
end $function$;

CREATE OR REPLACE FUNCTION known.sold_lines(p_project uuid, p_from date, p_to date, p_days date[], p_apart uuid[], p_bought boolean, p_agents uuid[], p_customer uuid)
 RETURNS TABLE(booking_id uuid, on_date date, customer_id uuid, agent_id uuid, product_id uuid, case_config integer, sold boolean, pieces integer, free integer, lowered numeric, discount numeric, net numeric, vat numeric, cost numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
begin
  return query
  select e.booking_id, max(e.on_date), e.customer_id, e.agent_id, e.product_id, e.case_config, coalesce(sum(e.pieces) filter (where e.kind = 'delivery' and not e.free), 0) > 0,
    coalesce(sum(e.pieces) filter (where not e.free), 0)::int, coalesce(sum(e.pieces) filter (where e.free), 0)::int,
    coalesce(sum(e.amount + e.discount) filter (where e.kind in ('return', 'allowance')), 0.00), sum(e.discount), sum(e.amount), sum(e.vat_amount), sum(e.cost)
  from (
    select * from known.sales_entries_whole e where e.project_id = p_project and e.on_date = any (p_days)
    union all
    select * from known.sales_entries_whole e
    where p_apart <> '{}' and e.project_id = p_project and e.booking_id = any (p_apart) and e.on_date between p_from and p_to and e.on_date <> all (p_days)) e
  where (p_agents is null or e.agent_id = any (p_agents)) and (p_customer is null or e.customer_id = p_customer)
  group by e.booking_id, e.line_id, e.customer_id, e.agent_id, e.product_id, e.case_config, case when not p_bought then e.on_date end
  having case when p_bought then sum(e.pieces) filter (where not e.free) > 0 else sum(e.pieces) <> 0 or sum(e.amount) <> 0 or sum(e.pieces) filter (where e.kind = 'delivery') <> 0 end;
end $function$;

CREATE OR REPLACE FUNCTION private.book_check_violations(p_projects uuid[])
 RETURNS TABLE(check_key text, project_id uuid, kind text, id uuid, label text, stored text, expected text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select * from private.check_stock(p_projects)
  union all select * from private.check_purchases(p_projects)
  union all select * from private.check_orders(p_projects)
  union all select * from private.check_receipts(p_projects)
  union all select * from private.check_cheques(p_projects)
  union all select * from private.check_remittances(p_projects)
  union all select * from private.check_vouchers(p_projects)
  union all select * from private.check_trail(p_projects)
  union all select * from private.check_sales_ledger(p_projects)
  union all select * from private.check_receivables_ledger(p_projects)
  union all select * from private.check_money_ledger(p_projects)
  union all select * from private.check_journal(p_projects)
  union all select * from private.check_kept_sales(p_projects)
  union all select * from private.check_memos(p_projects)
  union all select * from private.check_closing(p_projects)
  union all select * from private.check_vat(p_projects)
  union all select * from private.check_totals(p_projects)
$function$;

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
    (57, 'totals.lists', 'Ledgers', 'The number and the sum of all bookings, receipts and vouchers that lists show are those of their rows.'),
    (58, 'ledgers.kept_sales', 'Ledgers', 'What is kept of a past day for reports of sales is what the sales ledger has of that day.')
$function$;

CREATE OR REPLACE FUNCTION private.check_kept_sales(p_projects uuid[])
 RETURNS TABLE(check_key text, project_id uuid, kind text, id uuid, label text, stored text, expected text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET work_mem TO '64MB'
AS $function$
  with days as materialized (
    select x.project_id, x.on_date from private.exact_days x join private.kept_sales_days k on k.project_id = x.project_id and k.on_date = x.on_date
    where x.project_id = any (p_projects)
  ), entries as materialized (
    select e.*, exists (
      select from public.sales_entries x
      where x.project_id = e.project_id and x.booking_id = e.booking_id and (x.id <> e.id and x.line_id = e.line_id or x.on_date <> e.on_date or x.kind <> 'delivery')) as is_apart
    from days d join public.sales_entries e on e.project_id = d.project_id and e.on_date = d.on_date
  ), goods as (
    select g.project_id, g.id, g.case_config, g.liters_per_case, k.kind, k.item, case when i.place < 63 then 1::bigint << i.place else 0 end as bit
    from public.products g
    cross join lateral (values (1, g.category1), (2, g.category2), (3, g.category3)) k (kind, item)
    left join private.sales_items i on i.project_id = g.project_id and i.kind = k.kind and i.item is not distinct from k.item
    where g.project_id = any (p_projects)
  ), lines as (
    select e.project_id, e.on_date, e.booking_id, e.agent_id, e.customer_id, not e.free as paid, case when e.free then 0 else e.pieces end as pieces, e.case_config,
      case when e.free then e.pieces else 0 end as free, e.discount, e.amount, e.vat_amount, e.cost, g.kind, g.item, g.bit,
      case when e.free then 0 else round(e.pieces * g.liters_per_case / g.case_config, 3) end as litres
    from entries e join goods g on g.project_id = e.project_id and g.id = e.product_id where not e.is_apart
  ), summed as (
    select l.project_id, l.on_date, l.agent_id, l.kind, l.item, concat_ws(' / ', count(*), count(distinct l.booking_id) filter (where l.paid), sum(l.pieces / l.case_config), sum(l.pieces), sum(l.litres)::numeric(18,3),
      sum(l.free), sum(l.discount)::numeric(18,2), sum(l.amount)::numeric(18,2), sum(l.vat_amount)::numeric(18,2), sum(l.cost)::numeric(18,2)) as said
    from lines l group by l.project_id, l.on_date, l.agent_id, l.kind, l.item
    union all
    select l.project_id, l.on_date, l.agent_id, 4, l.customer_id::text, concat_ws(' / ', count(*) / 3, count(distinct l.booking_id) filter (where l.paid),
      coalesce(bit_or(l.bit) filter (where l.paid and l.kind = 1), 0), coalesce(bit_or(l.bit) filter (where l.paid and l.kind = 2), 0), coalesce(bit_or(l.bit) filter (where l.paid and l.kind = 3), 0),
      sum(l.pieces) filter (where l.kind = 1), (sum(l.amount) filter (where l.kind = 1))::numeric(18,2), (sum(l.cost) filter (where l.kind = 1))::numeric(18,2))
    from lines l group by l.project_id, l.on_date, l.agent_id, l.customer_id
    union all
    select e.project_id, e.on_date, null, 8, e.booking_id::text, 'apart' from entries e where e.is_apart group by e.project_id, e.on_date, e.booking_id
  ), kept as (
    select s.project_id, s.on_date, s.agent_id, s.kind, s.item, concat_ws(' / ', s.lines, s.bookings, s.cs, s.pieces, (s.millilitres * 0.001)::numeric(18,3), s.free, s.discount, s.net, s.vat, s.cost) as said
    from days d join private.sales_item_days s on s.project_id = d.project_id and s.on_date = d.on_date
    union all
    select s.project_id, s.on_date, s.agent_id, 4, s.customer_id::text, concat_ws(' / ', s.lines, s.bookings, s.items1, s.items2, s.items3, s.pieces, s.net, s.cost)
    from days d join private.sales_customer_days s on s.project_id = d.project_id and s.on_date = d.on_date
    union all
    select s.project_id, s.on_date, null, 8, s.booking_id::text, 'apart'
    from days d join private.sales_apart_days s on s.project_id = d.project_id and s.on_date = d.on_date
  )
  select 'ledgers.kept_sales', coalesce(k.project_id, s.project_id), 'project', coalesce(k.project_id, s.project_id),
    format('Sales of %s', coalesce(k.on_date, s.on_date)), coalesce(k.said, '-'), coalesce(s.said, '-')
  from kept k
  full join summed s on s.project_id = k.project_id and s.on_date = k.on_date and coalesce(s.agent_id::text, '') = coalesce(k.agent_id::text, '') and s.kind = k.kind and coalesce(s.item, '') = coalesce(k.item, '')
  where k.said is distinct from s.said
$function$;

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
  v_sales date[];
  v record;
begin
  -- Nobody waits here for those who post, and nothing is summed of an older moment.
  if current_setting('transaction_isolation') <> 'read committed'
    or not pg_try_advisory_xact_lock(hashtextextended('closing of ' || p_project::text, 0)) then return 0; end if;
  v_days := array(
    select v_first + n from generate_series(0, v_today - v_first - 1) n
    where v_first + n not in (select k.on_date from private.exact_days k where k.project_id = p_project)
    order by n desc limit p_days);
  -- Days whose sales alone are not kept, as after a change of categories
  v_sales := array(
    select k.on_date from private.exact_days k
    where k.project_id = p_project and not exists (select from private.kept_sales_days s where s.project_id = p_project and s.on_date = k.on_date)
    order by k.on_date desc limit 3 * p_days);
  if v_days || v_sales <> '{}' then perform private.keep_sales(p_project, v_days || v_sales); end if;
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

CREATE OR REPLACE FUNCTION private.keep_sales(p_project uuid, p_days date[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET work_mem TO '64MB'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
begin
  delete from private.sales_item_days s where s.project_id = p_project and s.on_date = any (p_days);
  delete from private.sales_customer_days s where s.project_id = p_project and s.on_date = any (p_days);
  delete from private.sales_apart_days s where s.project_id = p_project and s.on_date = any (p_days);

  insert into private.sales_apart_days (project_id, on_date, booking_id)
  select distinct e.project_id, e.on_date, e.booking_id
  from public.sales_entries e join public.sales_entries x on x.project_id = p_project and x.booking_id = e.booking_id
  where e.project_id = p_project and e.on_date = any (p_days)
    and (x.on_date <> e.on_date or x.further or x.kind <> 'delivery' or x.pieces <= 0 or (x.free and (x.amount <> 0 or x.discount <> 0 or x.vat_amount <> 0)));

  insert into private.sales_items (project_id, kind, item, place)
  select p_project, n.kind, n.item, coalesce((select max(i.place) + 1 from private.sales_items i where i.project_id = p_project and i.kind = n.kind), 0)
    + row_number() over (partition by n.kind order by n.item) - 1
  from (
    select distinct k.kind, k.item
    from public.products g cross join lateral (values (1::int, g.category1), (2, g.category2), (3, g.category3)) k (kind, item)
    where g.project_id = p_project) n
  where not exists (select from private.sales_items i where i.project_id = p_project and i.kind = n.kind and i.item is not distinct from n.item);

  insert into private.sales_item_days (project_id, kind, on_date, agent_id, item, lines, paid, bookings, cs, pcs, pieces, millilitres, free, discount, net, vat, cost)
  select p_project, k.kind, l.on_date, l.agent_id, k.item, count(*), count(*) filter (where l.paid), count(distinct l.booking_id) filter (where l.paid),
    sum(l.cs), sum(l.pcs), sum(l.pieces), sum(l.millilitres), sum(l.free), sum(l.discount), sum(l.net), sum(l.vat), sum(l.cost)
  from private.simple_sales(p_project, p_days) l
  join public.products g on g.project_id = p_project and g.id = l.product_id
  cross join lateral (values (1::int, g.category1), (2, g.category2), (3, g.category3)) k (kind, item)
  group by k.kind, l.on_date, l.agent_id, k.item;

  insert into private.sales_customer_days (project_id, on_date, agent_id, customer_id, lines, paid, skus, bookings, cs, pcs, pieces, millilitres, free, discount, net, vat, cost, items1, items2, items3)
  select p_project, l.on_date, l.agent_id, l.customer_id, count(*), count(*) filter (where l.paid), count(distinct (l.booking_id, l.product_id)) filter (where l.paid),
    count(distinct l.booking_id) filter (where l.paid),
    sum(l.cs), sum(l.pcs), sum(l.pieces), sum(l.millilitres), sum(l.free), sum(l.discount), sum(l.net), sum(l.vat), sum(l.cost),
    coalesce(bit_or(g.items1) filter (where l.paid), 0), coalesce(bit_or(g.items2) filter (where l.paid), 0), coalesce(bit_or(g.items3) filter (where l.paid), 0)
  from private.simple_sales(p_project, p_days) l
  join (
    select g.id, bit_or(i.bit) filter (where i.kind = 1) as items1, bit_or(i.bit) filter (where i.kind = 2) as items2, bit_or(i.bit) filter (where i.kind = 3) as items3
    from public.products g
    cross join lateral (values (1::int, g.category1), (2, g.category2), (3, g.category3)) k (kind, item)
    join (select i.kind, i.item, case when i.place < 63 then 1::bigint << i.place else 0 end as bit from private.sales_items i where i.project_id = p_project) i
      on i.kind = k.kind and i.item is not distinct from k.item
    where g.project_id = p_project group by g.id) g on g.id = l.product_id
  group by l.on_date, l.agent_id, l.customer_id;

  insert into private.kept_sales_days (project_id, on_date) select p_project, u.on_date from unnest(p_days) u (on_date) on conflict do nothing;
end $function$;

CREATE OR REPLACE FUNCTION private.kept_sales(p_project uuid, p_from date, p_to date, p_by text[], p_items text, p_customer uuid, OUT first_day date, OUT last_day date, OUT days date[], OUT apart uuid[], OUT kind integer)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare by_item boolean := p_by @> '{item}';
begin
  kind := case when by_item then array_position('{category1,category2,category3}', p_items) end;
  if by_item and (kind is null or (p_by @> '{customer}' and not p_by @> '{reach}') or p_customer is not null
    or exists (select from private.sales_items i where i.project_id = p_project and i.kind = kept_sales.kind and i.place > 62)) then return; end if;
  select greatest(min(e.on_date), p_from), least(max(e.on_date), p_to) into first_day, last_day from public.sales_entries e where e.project_id = p_project
  having min(e.on_date) is not null;
  if first_day is null then return; end if;
  days := array(
    select first_day + n from generate_series(0, last_day - first_day) n
    where first_day + n not in (
      select x.on_date from private.exact_days x join private.kept_sales_days k on k.project_id = x.project_id and k.on_date = x.on_date
      where x.project_id = p_project and x.on_date between first_day and last_day));
  -- With much to read, or nothing else, the ledger alone is faster.
  if cardinality(days) > greatest(31, (last_day - first_day) / 2) or cardinality(days) = last_day - first_day + 1 then
    days := null;
    return;
  end if;
  apart := array(
    select distinct a.booking_id from private.sales_apart_days a
    where a.project_id = p_project and a.on_date between first_day and last_day and a.on_date <> all (days));
end $function$;

CREATE OR REPLACE FUNCTION private.kept_sales_cells(p_project uuid, p_from date, p_to date, p_days date[], p_apart uuid[], p_by text[], p_kind integer, p_agents uuid[], p_customer uuid, p_costs boolean)
 RETURNS TABLE(counts boolean, agent_id uuid, customer_id uuid, on_date date, item_id text, product_id uuid, booking_id uuid, line_id uuid, case_config integer, first_on date, last_on date, lines bigint, paid bigint, skus bigint, bookings bigint, customers bigint, visits bigint, cs bigint, pcs bigint, pieces bigint, litres numeric, free bigint, gross numeric, discount numeric, net numeric, vat numeric, cost numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET work_mem TO '32MB'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
#variable_conflict use_column
declare
  by_agent boolean := p_by @> '{agent}';
  by_customer boolean := p_by @> '{customer}';
  by_day boolean := p_by @> '{day}';
  by_month boolean := p_by @> '{month}';
  v_bought boolean := p_by @> '{bought}';
  v_brief boolean := p_by @> '{brief}';
  v_reach boolean := p_by @> '{reach}';
  -- Sums by category; with reach it is said only which ones were bought.
  by_item boolean := p_by @> '{item}' and not v_reach;
  v_parts boolean := by_item or by_day or by_month;
begin
  -- Over a short period one plan is right for all, and to make it takes longer than to run it.
  perform set_config('plan_cache_mode', case when p_to - p_from > 100 then 'force_custom_plan' else 'force_generic_plan' end, true);
  return query
  with spots as materialized (
    select i.item, 1::bigint << i.place as bit from private.sales_items i where i.project_id = p_project and i.kind = p_kind and i.place < 63
  ), live as materialized (
    select l.*, case when by_agent then l.agent_id end as of_agent, case when by_customer then l.customer_id end as of_customer,
      case when by_day then l.on_date when by_month then date_trunc('month', l.on_date::timestamp)::date end as of_date,
      case p_kind when 1 then g.category1 when 2 then g.category2 when 3 then g.category3 end as item,
      -- Litres are rounded line by line, in whole millilitres.
      (l.pieces * (g.liters_per_case * 2000)::bigint + case when l.pieces < 0 then -g.case_config else g.case_config end) / (2 * g.case_config) as millilitres
    from private.sold_lines(p_project, p_from, p_to, p_days, p_apart, v_bought, p_agents, p_customer) l
    join public.products g on g.project_id = p_project and g.id = l.product_id
  ), kept as not materialized (
    select c.*, case when by_agent then c.agent_id end as of_agent, case when by_customer then c.customer_id end as of_customer,
      case when by_day then c.on_date when by_month then date_trunc('month', c.on_date::timestamp)::date end as of_date,
      case p_kind when 1 then c.items1 when 2 then c.items2 when 3 then c.items3 end as items
    from private.sales_customer_days c
    where c.project_id = p_project and c.on_date between p_from and p_to and c.on_date <> all (p_days)
      and (p_agents is null or c.agent_id = any (p_agents)) and (p_customer is null or c.customer_id = p_customer)
  ), people as materialized (
    select k.agent_id, k.customer_id, case when v_parts and not v_bought then k.of_date end as of_date, sum(k.bookings)::bigint as bookings, bit_or(k.items) as items
    from kept k where not v_brief group by 1, 2, 3
  ), summed as (
    select l.of_agent, l.of_customer, l.of_date, case when by_item then l.item end as of_item, min(l.on_date) filter (where l.sold) as first_on, max(l.on_date) filter (where l.sold) as last_on,
      count(*) as lines, count(*) filter (where l.pieces <> 0 or l.free = 0) as paid, case when v_bought then count(distinct (l.booking_id, l.product_id)) end as skus,
      case when v_parts or v_bought then count(distinct l.booking_id) filter (where l.sold) end as bookings,
      sum(l.pieces / l.case_config) as cs, sum(l.pieces % l.case_config) as pcs, sum(l.pieces) as pieces, sum(l.millilitres) as millilitres, sum(l.free) as free,
      sum(l.net) + sum(l.discount) - sum(l.lowered) as gross, sum(l.discount) as discount, sum(l.net) as net, sum(l.vat) as vat, sum(l.cost) as cost
    from live l group by 1, 2, 3, 4
    union all
    select case when by_agent then d.agent_id end, null::uuid, case when by_day then d.on_date when by_month then date_trunc('month', d.on_date::timestamp)::date end, d.item,
      min(d.on_date) filter (where d.paid > 0), max(d.on_date) filter (where d.paid > 0), sum(d.lines)::bigint, sum(d.paid)::bigint, null::bigint, sum(d.bookings)::bigint,
      sum(d.cs)::bigint, sum(d.pcs)::bigint, sum(d.pieces)::bigint, sum(d.millilitres), sum(d.free)::bigint, sum(d.net) + sum(d.discount), sum(d.discount), sum(d.net), sum(d.vat), sum(d.cost)
    from private.sales_item_days d
    where by_item and d.project_id = p_project and d.kind = p_kind and d.on_date between p_from and p_to and d.on_date <> all (p_days)
      and (p_agents is null or d.agent_id = any (p_agents))
    group by 1, 2, 3, 4
    union all
    select k.of_agent, k.of_customer, k.of_date, null::text, min(k.on_date) filter (where k.paid > 0), max(k.on_date) filter (where k.paid > 0),
      case when v_bought then sum(k.paid) else sum(k.lines) end::bigint, sum(k.paid)::bigint, case when v_bought then sum(k.skus) end::bigint, case when v_parts or v_bought then sum(k.bookings) end::bigint,
      sum(k.cs)::bigint, sum(k.pcs)::bigint, sum(k.pieces)::bigint, sum(k.millilitres), case when not v_bought then sum(k.free) else 0 end::bigint, sum(k.net) + sum(k.discount), sum(k.discount), sum(k.net), sum(k.vat), sum(k.cost)
    from kept k where not by_item and (not v_bought or k.paid > 0) group by 1, 2, 3, 4
  ), met as materialized (
    -- Who bought which categories
    select m.of_agent, m.customer_id, m.of_date, bit_or(m.items) as items
    from (
      select case when by_agent then p.agent_id end as of_agent, p.customer_id, p.of_date, p.items from people p where p.bookings > 0
      union all
      select l.of_agent, l.customer_id, l.of_date, s.bit from live l left join spots s on s.item is not distinct from l.item where l.sold or v_bought) m
    where v_reach or (v_parts and not v_bought and not v_brief) group by 1, 2, 3
  )
  select true, s.of_agent, s.of_customer, s.of_date, s.of_item, null::uuid, null::uuid, null::uuid, null::int, min(s.first_on), max(s.last_on),
    sum(s.lines)::bigint, sum(s.paid)::bigint, sum(s.skus)::bigint, sum(s.bookings)::bigint, null::bigint, null::bigint,
    case when not v_brief then sum(s.cs)::bigint end, case when not v_brief then sum(s.pcs)::bigint end, sum(s.pieces)::bigint,
    case when not v_brief then sum(s.millilitres) * 0.001 end, case when not v_brief then sum(s.free)::bigint end,
    case when not v_brief then sum(s.gross) end, case when not v_brief then sum(s.discount) end, sum(s.net), case when not v_brief then sum(s.vat) end,
    case when p_costs and not v_brief and not v_bought then sum(s.cost) end
  from summed s group by 1, 2, 3, 4, 5
  union all
  select true, m.of_agent, case when by_customer then m.customer_id end, m.of_date, m.item, null, null, null, null, null, null, null, null, null, null, case when not v_reach then count(*) end, null,
    null, null, null, null, null, null, null, null, null, null
  from (
    select m.of_agent, m.customer_id, m.of_date, s.item from met m join spots s on s.bit & m.items <> 0 where by_item or v_reach
    union all
    select m.of_agent, m.customer_id, m.of_date, null from met m where not (by_item or v_reach)
    union all
    -- A category that was never sold before has no place yet.
    select distinct l.of_agent, l.customer_id, l.of_date, l.item from live l
    where (by_item or v_reach) and (l.sold or v_bought) and not v_brief and not exists (select from spots s where s.item is not distinct from l.item)) m
  group by 1, 2, 3, 4, 5
  union all
  select true, v.agent_id, v.customer_id, null, null, null, null, null, null, null, null, null, null, null, null, null, sum(v.bookings)::bigint,
    null, null, null, null, null, null, null, null, null, null
  from (
    select p.agent_id, p.customer_id, p.bookings from people p
    union all
    select l.agent_id, l.customer_id, count(distinct l.booking_id) from live l where l.sold group by 1, 2) v
  where not v_brief group by 1, 2, 3 having sum(v.bookings) > 0;
end $function$;

CREATE OR REPLACE FUNCTION private.net_by_day(p_project uuid, p_from date, p_to date)
 RETURNS TABLE(on_date date, net numeric)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  return query
  select c.on_date, sum(c.net) from private.sales_cells(p_project, '{}', p_from, p_to, '{day,brief}') c group by c.on_date;
end $function$;

CREATE OR REPLACE FUNCTION private.note_booking_days()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare v record;
begin
  for v in
    select e.project_id, array_agg(distinct e.on_date) as days
    from (select distinct p.project_id, p.booking_id from posted p) p
    join public.sales_entries e on e.project_id = p.project_id and e.booking_id = p.booking_id
    where (e.project_id, e.on_date) not in (select n.project_id, n.on_date from posted n)
    group by e.project_id order by e.project_id
  loop
    perform private.note_changed_days(v.project_id, v.days);
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.note_changed_goods()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v record;
  v_days date[];
begin
  for v in
    select n.project_id, array_agg(n.id) as products from before o join after n on n.project_id = o.project_id and n.id = o.id
    where (n.category1, n.category2, n.category3, n.liters_per_case, n.case_config) is distinct from (o.category1, o.category2, o.category3, o.liters_per_case, o.case_config)
    group by n.project_id order by n.project_id
  loop
    -- Keeping takes this lock alone.
    perform private.lock_closing(v.project_id);
    v_days := array(select distinct e.on_date from public.sales_entries e where e.project_id = v.project_id and e.product_id = any (v.products));
    if current_setting('transaction_isolation') = 'read committed' then
      delete from private.kept_sales_days k where k.project_id = v.project_id and k.on_date = any (v_days);
    else
      -- A transaction that reads an older moment does not see which days are kept by now.
      perform private.note_changed_days(v.project_id, v_days);
    end if;
  end loop;
  return null;
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
  if v_basis = 'delivery' and not (by_product or by_line) and not p_filters ?| '{product_id,category1,category2,category3}' then
    if ask.agent_id is not null then v_agents := array(select ask.agent_id where v_agents is null or ask.agent_id = any (v_agents)); end if;
    v_kept := private.kept_sales(p_project, v_from, v_to, p_by, coalesce(p_filters ->> 'items', 'category1'), ask.customer_id);
    if v_kept.days is not null then
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
    select true as counts, e.booking_id, e.line_id, e.on_date, e.customer_id, e.agent_id, e.product_id, e.case_config, e.kind = 'delivery' and not e.free as sold,
      case when e.free then 0 else e.pieces end as pieces, case when e.free then e.pieces else 0 end as free,
      case when e.kind in ('return', 'allowance') then e.amount + e.discount else 0.00 end as lowered, e.discount, e.amount as net, e.vat_amount as vat, e.cost
    from public.sales_entries e
    where v_basis = 'delivery' and e.project_id = p_project and e.on_date between v_from and v_to and (not v_bought or (e.pieces > 0 and not e.free))
      and (ask.customer_id is null or e.customer_id = ask.customer_id) and (ask.agent_id is null or e.agent_id = ask.agent_id) and (v_agents is null or e.agent_id = any (v_agents))
      and not exists (select from public.sales_entries x where x.project_id = p_project and x.further and x.on_date between v_from and v_to and x.line_id = e.line_id)
    union all
    -- The few lines with several entries: a day of such a line, or what was bought of it in the end, counts as one.
    select true, e.booking_id, e.line_id, max(e.on_date), e.customer_id, e.agent_id, e.product_id, e.case_config, coalesce(sum(e.pieces) filter (where e.kind = 'delivery' and not e.free), 0) > 0,
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
    select b.approval_status <> 'cancelled', b.id, l.id, b.date_added, b.customer_id, b.agent_id, l.product_id, l.case_config, l.free_of is null,
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
  from keyed k group by 1, 2, 3, 4, 5, 6, 7, 8
  union all
  select c.counts, c.of_agent, c.of_customer, c.of_date, c.item_id, c.of_product, null, null, null, null, null, null, null, c.skus, c.bookings, c.customers, c.visits,
    null, null, null, null, null, null, null, null, null, null
  from counted c;
end $function$;

CREATE OR REPLACE FUNCTION private.simple_sales(p_project uuid, p_days date[])
 RETURNS TABLE(on_date date, booking_id uuid, product_id uuid, customer_id uuid, agent_id uuid, paid boolean, cs integer, pcs integer, pieces integer, millilitres bigint, free integer, discount numeric, net numeric, vat numeric, cost numeric)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select e.on_date, e.booking_id, e.product_id, e.customer_id, e.agent_id, not e.free,
    case when e.free then 0 else e.pieces / e.case_config end, case when e.free then 0 else e.pieces % e.case_config end, case when e.free then 0 else e.pieces end,
    case when e.free then 0 else (e.pieces * (g.liters_per_case * 2000)::bigint + g.case_config) / (2 * g.case_config) end, case when e.free then e.pieces else 0 end,
    e.discount, e.amount, e.vat_amount, e.cost
  from public.sales_entries e
  join public.products g on g.project_id = p_project and g.id = e.product_id
  where e.project_id = p_project and e.on_date = any (p_days)
    and not exists (select from private.sales_apart_days a where a.project_id = p_project and a.on_date = e.on_date and a.booking_id = e.booking_id)
$function$;

CREATE OR REPLACE FUNCTION private.sold_in(p_project uuid, p_filters jsonb)
 RETURNS TABLE(agent_id uuid, customer_id uuid, net numeric, previous numeric, bought boolean)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
#variable_conflict use_column
declare
  v_from date := private.read_date(p_filters, 'from', true);
  v_to date := private.read_date(p_filters, 'to', true);
  v_earlier record := private.comparison_period(v_from, v_to, null);
begin
  return query
  select c.agent_id, c.customer_id, coalesce(sum(c.net) filter (where c.now), 0.00), coalesce(sum(c.net) filter (where not c.now), 0.00), coalesce(bool_or(c.now and c.last_on is not null), false)
  from (
    select true as now, n.* from private.sales_cells(p_project, p_filters, v_from, v_to, '{agent,customer,brief}') n
    union all
    select false, e.* from private.sales_cells(p_project, p_filters, v_earlier.earlier_from, v_earlier.earlier_to, '{agent,customer,brief}') e where v_earlier.earlier_from is not null) c
  group by c.agent_id, c.customer_id;
end $function$;

CREATE OR REPLACE FUNCTION private.sold_lines(p_project uuid, p_from date, p_to date, p_days date[], p_apart uuid[], p_bought boolean, p_agents uuid[], p_customer uuid)
 RETURNS TABLE(booking_id uuid, on_date date, customer_id uuid, agent_id uuid, product_id uuid, case_config integer, sold boolean, pieces integer, free integer, lowered numeric, discount numeric, net numeric, vat numeric, cost numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
begin
  return query
  select e.booking_id, max(e.on_date), e.customer_id, e.agent_id, e.product_id, e.case_config, coalesce(sum(e.pieces) filter (where e.kind = 'delivery' and not e.free), 0) > 0,
    coalesce(sum(e.pieces) filter (where not e.free), 0)::int, coalesce(sum(e.pieces) filter (where e.free), 0)::int,
    coalesce(sum(e.amount + e.discount) filter (where e.kind in ('return', 'allowance')), 0.00), sum(e.discount), sum(e.amount), sum(e.vat_amount), sum(e.cost)
  from (
    select * from public.sales_entries e where e.project_id = p_project and e.on_date = any (p_days)
    union all
    select * from public.sales_entries e
    where p_apart <> '{}' and e.project_id = p_project and e.booking_id = any (p_apart) and e.on_date between p_from and p_to and e.on_date <> all (p_days)) e
  where (p_agents is null or e.agent_id = any (p_agents)) and (p_customer is null or e.customer_id = p_customer)
  group by e.booking_id, e.line_id, e.customer_id, e.agent_id, e.product_id, e.case_config, case when not p_bought then e.on_date end
  having case when p_bought then sum(e.pieces) filter (where not e.free) > 0 else sum(e.pieces) <> 0 or sum(e.amount) <> 0 or sum(e.pieces) filter (where e.kind = 'delivery') <> 0 end;
end $function$;

CREATE OR REPLACE FUNCTION public.report_penetration_report(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(level text, row_key text, manager_id uuid, manager_name text, agent_id uuid, agent_name text, item text, product_id uuid, material_code text, customer_id uuid, customer_name text, store_name text, area text, contact text, last_bought date, last_order date, credit_line numeric, credit_left numeric, available bigint, universe bigint, buyers bigint, gap bigint, percent numeric, previous_percent numeric, change numeric, cs bigint, pcs bigint, pieces bigint, litres numeric, net numeric, bookings bigint, lines_per_order numeric, drop_size numeric, cells jsonb, heads jsonb, managers bigint, agents bigint, items bigint, agent_items bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
 SET work_mem TO '32MB'
AS $function$
#variable_conflict use_column
declare
  v_level text := coalesce(p_filters ->> 'level', 'agent');
  v_shown text := case when v_level = 'total' then coalesce(p_filters ->> 'for', 'agent') else v_level end;
  v_sort text := coalesce(p_filters ->> 'sort', 'name');
  v_to date := coalesce(private.read_date(p_filters, 'to'), private.business_date(p_project));
  v_from date := coalesce(private.read_date(p_filters, 'from'), date_trunc('month', v_to)::date);
  v_least int := greatest(coalesce(private.read_int(p_filters, 'min_pieces'), 1), 1);
  v_chosen boolean := p_filters ?| array['product_id', 'category1', 'category2', 'category3'];
  v_products boolean := coalesce(p_filters ->> 'items' = 'product', false);
  -- Agents and managers need the sums of all items together, and which items were bought.
  v_reach boolean := v_shown in ('agent', 'manager') and v_least = 1;
  v_by text[] := '{customer,item,bought}'::text[] || case when v_reach then '{reach}'::text[] end;
  v_sales jsonb := private.fields_of(p_filters) - '{agent_id,manager_id,customer_id,cancelled}'::text[];
  v_earlier record;
  v_available bigint;
  -- The total of these levels is computed with their rows.
  v_whole boolean := v_level in ('agent', 'item', 'grouped', 'manager') and private.read_boolean(p_filters, 'with_total');
  ask record;
begin
  ask := private.open_report(p_project, p_filters, 'reports.penetration', v_level, '{agent,item,grouped,manager,not_buying,total}', v_sort, '{name,percent,gap,net,last,credit}');
  if ask.known then
    return query select k.* from known.report_penetration_report(p_project, p_filters - 'known_at') k;
    return;
  end if;
  v_earlier := private.comparison_period(v_from, v_to, p_filters ->> 'against');
  if v_chosen then
    v_available := (select sum(i.available)::bigint from private.report_products(p_project, p_filters) g
      join public.inventory i on i.project_id = p_project and i.product_id = g.product_id);
  end if;
  if v_level = 'not_buying' then
    return query
    with missed as (
      select n.*, c.name, c.store_name, c.area, c.contact, c.sort_key, f.credit_line, f.credit_left, coalesce(a.display_name, 'Former agent') as agent_name,
        case when n.manager_id is not null then coalesce(b.display_name, 'Former manager') end as manager_name
      from private.non_buyers(p_project, p_filters, v_from, v_to) n
      join public.customers c on c.project_id = p_project and c.id = n.customer_id
      left join private.filtered_customers(p_project, '{}') f on f.id = n.customer_id
      left join public.profiles a on a.user_id = n.agent_id left join public.profiles b on b.user_id = n.manager_id
    ), keyed as (
      -- Non-buyers are sorted by the day of their last purchase; outlets that never bought come last.
      select m.*, (case v_sort when 'last' then coalesce(m.last_bought::text, '~') when 'credit' then to_char(1e14 - coalesce(m.credit_left, 1e13), 'FM000000000000000.00') else '' end
        || concat_ws(E'\x1f', case when v_sort = 'name' then lower(m.agent_name) || m.agent_id end, m.sort_key, m.customer_id)) collate "C" as row_key
      from missed m
    )
    select 'not_buying', k.row_key, k.manager_id, k.manager_name, k.agent_id, k.agent_name, null::text, null::uuid, null::text,
      k.customer_id, k.name, k.store_name, k.area, k.contact, k.last_bought, k.last_order, k.credit_line, k.credit_left, v_available,
      null::bigint, null::bigint, 1::bigint, null::numeric, null::numeric, null::numeric, null::bigint, null::bigint, null::bigint, null::numeric, null::numeric,
      null::bigint, null::numeric, null::numeric, null::jsonb, null::jsonb, null::bigint, null::bigint, null::bigint, null::bigint
    from keyed k
    where (ask.after is null or k.row_key > ask.after collate "C") and (ask.before is null or k.row_key < ask.before collate "C")
    order by case when ask.before is null then k.row_key end, k.row_key desc limit ask.row_limit;
    return;
  end if;

  return query
  with goods as materialized (
    select g.* from private.report_products(p_project, p_filters) g
  ), outlets as materialized (
    select true as now, o.* from private.outlets(p_project, p_filters, v_to) o
    union all
    select false, o.* from private.outlets(p_project, p_filters, v_earlier.earlier_to) o where v_earlier.earlier_to is not null
  ), orders as materialized (
    -- The selling agent does not matter: the outlet counts for its owning agent of the day.
    select true as now, c.* from private.sales_cells(p_project, v_sales, v_from, v_to, v_by) c
    union all
    select false, c.* from private.sales_cells(p_project, v_sales, v_earlier.earlier_from, v_earlier.earlier_to, v_by || 'brief'::text) c where v_earlier.earlier_to is not null
  ), of_items as materialized (
    select o.now, o.customer_id, coalesce(o.item_id, '') as item_id, sum(o.bookings) as bookings, sum(o.skus) as skus, sum(o.cs) as cs, sum(o.pcs) as pcs,
      sum(o.pieces) as pieces, sum(o.litres) as litres, sum(o.net) as net
    from orders o where o.visits is null and not v_reach group by o.now, o.customer_id, coalesce(o.item_id, '')
    union all
    -- Rows without sums say what was bought.
    select distinct o.now, o.customer_id, coalesce(o.item_id, ''), null::numeric, null::numeric, null::numeric, null::numeric, v_least::numeric, null::numeric, null::numeric
    from orders o where o.visits is null and v_reach and o.pieces is null
  ), of_all as (
    select o.now, o.customer_id, sum(o.visits) as bookings, sum(o.skus) as skus, sum(o.cs) as cs, sum(o.pcs) as pcs, sum(o.pieces) as pieces, sum(o.litres) as litres, sum(o.net) as net
    from orders o group by o.now, o.customer_id
  ), bought as (
    select i.* from of_items i where i.pieces >= v_least
    union all
    -- A row without item is for all items together.
    select a.now, a.customer_id, null, a.bookings, a.skus, a.cs, a.pcs, a.pieces, a.litres, a.net from of_all a where a.pieces >= v_least
  ), reached as materialized (
    -- An outlet has one agent and one row per item, so that counting rows counts outlets.
    select concat_ws('|', case when grouping(o.agent_id) = 0 then 'a' || o.agent_id when grouping(o.manager_id) = 0 then 'm' || coalesce(o.manager_id::text, '') else 't' end,
        'i' || b.item_id) as k,
      count(*) filter (where b.now) as buyers, count(*) filter (where not b.now) as before,
      sum(b.bookings) filter (where b.now) as bookings, sum(b.skus) filter (where b.now) as skus, sum(b.cs) filter (where b.now) as cs, sum(b.pcs) filter (where b.now) as pcs,
      sum(b.pieces) filter (where b.now) as pieces, sum(b.litres) filter (where b.now) as litres, sum(b.net) filter (where b.now) as net
    from bought b join outlets o on o.now = b.now and o.customer_id = b.customer_id
    group by b.item_id, grouping sets ((o.manager_id, o.agent_id), (o.manager_id), ())
  ), whole as materialized (
    select case when grouping(o.agent_id) = 0 then 'a' || o.agent_id when grouping(o.manager_id) = 0 then 'm' || coalesce(o.manager_id::text, '') else 't' end as k,
      case when grouping(o.agent_id) = 0 then 'agent' when grouping(o.manager_id) = 0 then 'manager' else 'total' end as of, o.manager_id, o.agent_id,
      count(*) filter (where o.now) as universe, count(*) filter (where not o.now) as before
    from outlets o group by grouping sets ((o.manager_id, o.agent_id), (o.manager_id), ())
  ), things as materialized (
    select coalesce(g.item_id, '') as item_id, min(g.item) as item, min(g.product_id::text) filter (where v_products)::uuid as product_id,
      min(g.material_code) filter (where v_products) as material_code, 'i' || coalesce(g.item_id, '') as k
    from goods g left join (select distinct i.item_id from of_items i) s on s.item_id = coalesce(g.item_id, '')
    where g.active or s.item_id is not null
    group by coalesce(g.item_id, '')
  ), wide as (
    -- The columns of the matrix: the items or agents with the most buyers.
    select x.key, x.label, x.k, row_number() over (order by x.buyers desc nulls last, x.label nulls last, x.key) as row_no
    from (
      select t.item_id as key, coalesce(t.item, 'No category') as label, t.k, r.buyers from things t left join reached r on r.k = 't|' || t.k
      where v_shown in ('agent', 'manager')
      union all
      select w.agent_id::text, coalesce(p.display_name, 'Former agent'), w.k, r.buyers from whole w
      left join public.profiles p on p.user_id = w.agent_id left join reached r on r.k = w.k
      where v_shown = 'item' and w.of = 'agent' and w.universe > 0
    ) x
  ), grid as (
    select w.of as level, w.k as k, w.k as base, w.manager_id, w.agent_id, null::text as item_id, null::text as item, null::uuid as product_id, null::text as material_code
    from whole w where w.of = v_level or (v_whole and w.of = 'total') or (v_level = 'grouped' and w.of = 'agent' and (select count(*) from things) > 1)
    union all
    select 'item', w.k || '|' || t.k, w.k, w.manager_id, w.agent_id, t.item_id, t.item, t.product_id, t.material_code
    from whole w cross join things t where (v_level = 'grouped' and w.of = 'agent') or (v_level = 'item' and w.of = 'total')
  ), figured as (
    select g.*, w.universe, w.before as universe_before, coalesce(r.buyers, 0) as buyers, coalesce(r.before, 0) as buyers_before,
      round(coalesce(r.buyers, 0) * 100.0 / nullif(w.universe, 0), 2) as percent, round(coalesce(r.before, 0) * 100.0 / nullif(w.before, 0), 2) as previous_percent,
      r.cs, r.pcs, r.pieces, r.litres, coalesce(r.net, 0.00) as net, coalesce(r.bookings, 0) as bookings, r.skus
    from grid g join whole w on w.k = g.base left join reached r on r.k = g.k
  ), matrix as (
    select f.k, jsonb_object_agg(d.key, round(coalesce(r.buyers, 0) * 100.0 / nullif(w.universe, 0), 2)::text) as cells
    from figured f cross join wide d
    -- With agents in the columns the universe is that of the column, with items that of the row.
    join whole w on w.k = case when v_shown = 'item' then d.k else f.base end
    left join reached r on r.k = case when v_shown = 'item' then d.k || coalesce('|i' || f.item_id, '') else f.base || '|' || d.k end
    where d.row_no <= 60
    group by f.k
  ), named as (
    select f.*, m.cells, coalesce(a.display_name, 'Former agent') as agent_name,
      case when f.manager_id is not null then coalesce(b.display_name, 'Former manager') end as manager_name
    from figured f left join matrix m on m.k = f.k
    left join public.profiles a on a.user_id = f.agent_id left join public.profiles b on b.user_id = f.manager_id
  ), keyed as (
    select n.*, (case case n.level when 'total' then 'total' else v_level end
      when 'total' then ''
      when 'grouped' then concat_ws(E'\x1f', lower(n.agent_name), n.agent_id, case n.level when 'agent' then '1' else concat_ws(E'\x1f', '0', coalesce('0' || lower(n.item), '1'), n.item_id) end)
      else case v_sort when 'percent' then to_char(1000 - coalesce(n.percent, 0), 'FM0000.00') when 'gap' then to_char(100000000 - (n.universe - n.buyers), 'FM000000000')
          when 'net' then to_char(1e14 - n.net, 'FM000000000000000.00') else '' end
        || case v_level when 'agent' then concat_ws(E'\x1f', lower(n.agent_name), n.agent_id)
          when 'manager' then coalesce(concat_ws(E'\x1f', '0' || lower(n.manager_name), n.manager_id), '1')
          else concat_ws(E'\x1f', coalesce('0' || lower(n.item), '1'), n.item_id) end end) collate "C" as row_key
    from named n
  )
  select case when v_level = 'grouped' and k.level = 'agent' then 'subtotal' else k.level end, k.row_key, k.manager_id, k.manager_name,
    k.agent_id, case when k.agent_id is not null then k.agent_name end, k.item, k.product_id, k.material_code,
    null::uuid, null::text, null::text, null::text, null::text, null::date, null::date, null::numeric, null::numeric,
    case when k.level = 'total' then v_available end,
    k.universe, k.buyers, k.universe - k.buyers, k.percent, k.previous_percent, k.percent - k.previous_percent,
    coalesce(k.cs, 0)::bigint, coalesce(k.pcs, 0)::bigint, coalesce(k.pieces, 0)::bigint, coalesce(k.litres, 0.000), k.net, k.bookings::bigint,
    round(k.skus / nullif(k.bookings, 0), 2), round(k.net / nullif(k.bookings, 0), 2), k.cells,
    case when k.level = 'total' then coalesce((select jsonb_agg(jsonb_build_object('key', d.key, 'label', d.label) order by d.row_no) from wide d where d.row_no <= 60), '[]') end,
    case when k.level = 'total' then (select count(*) from whole w where w.of = 'manager') end, case when k.level = 'total' then (select count(*) from whole w where w.of = 'agent') end,
    case when k.level = 'total' then (select count(*) from things) end,
    case when k.level = 'total' then (select count(*) from whole w where w.of = 'agent') * (select count(*) from things) end
  from keyed k
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
  if v_level = 'line' and v_sort = 'name' and ask.row_limit is not null and not p_filters ?| array['product_id', 'category1', 'category2', 'category3'] then
    v_filters := private.sales_days(p_project, p_filters);
  end if;
  v_by := case when v_level = 'line' then '{product,day,line}' when v_for = 'grouped' then '{agent,item}' when v_for = 'item_month' then '{item,month}' when v_for = 'all' then '{agent,customer,item}'
    when v_for in ('item', 'customer', 'month', 'day') then array[v_for] else '{agent}' end;
  v_parts := v_by && '{item,month,day,line}';
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
      select true as now, n.* from private.sales_cells(p_project, v_filters, private.read_date(v_filters, 'from'), private.read_date(v_filters, 'to'), v_by) n
      union all
      select false, e.* from private.sales_cells(p_project, p_filters, v_earlier.earlier_from, v_earlier.earlier_to, v_by || 'brief'::text) e
      where v_earlier.earlier_from is not null and v_level not in ('line', 'month', 'day', 'item_month')) c
    left join team t on t.agent_id = c.agent_id
  ), asked as (
    -- The columns of the requested level; the others are null.
    select c.*, case when v_level in ('grouped', 'manager') then c.manager_id end as by_manager,
      case when v_level in ('grouped', 'agent') then c.agent_id end as by_agent, case when v_level in ('grouped', 'item', 'item_month') then c.item_id end as by_item,
      case when v_level = 'customer' then c.customer_id end as by_customer, case when v_level in ('month', 'item_month') then to_char(c.on_date, 'YYYY-MM') end as by_month,
      case when v_level in ('day', 'line') then c.on_date end as by_day, case when v_level = 'line' then c.booking_id end as by_booking,
      case when v_level = 'line' then c.product_id end as by_product, case when v_level = 'line' then c.line_id end as by_line
    from cells c
  ), summed as (
    select
      case when grouping(a.by_line) = 0 then case v_level when 'grouped' then 'item' else v_level end
        when grouping(a.by_agent) = 0 then 'agent' when grouping(a.by_manager) = 0 then 'manager' else 'total' end as level,
      a.by_manager, a.by_agent, a.by_item, a.by_customer, a.by_month, a.by_day, a.by_booking, a.by_product, a.by_line, grouping(a.by_line) as sums,
      min(a.case_config) as case_config, sum(a.vat) filter (where a.sold) as vat, sum(a.cost) filter (where a.sold) as cost,
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
      (a.by_manager, a.by_agent, a.by_item, a.by_customer, a.by_month, a.by_day, a.by_booking, a.by_product, a.by_line, a.apart),
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
      case when v_level = 'line' or v_products then g.description else p.by_item end as item, g.id as product_id,
      coalesce(p.by_customer, b.customer_id) as customer_id, coalesce(b.customer_name, c.name) as customer_name, coalesce(b.store_name, c.store_name) as store_name,
      c.sort_key as customer_key, b.so_no, b.invoice_no, b.stage, coalesce(p.by_agent, b.agent_id) as agent_id, l.line_no, l.agent_srp, l.agent_srp_pieces,
      p.net - p.vat - p.cost as margin
    from placed p
    left join public.bookings b on b.project_id = p_project and b.id = p.by_booking
    left join public.booking_lines l on l.project_id = p_project and l.id = p.by_line
    left join team t on t.agent_id = coalesce(p.by_agent, b.agent_id)
    left join (select distinct m.manager_id, m.manager_name from team m) w on w.manager_id = p.by_manager
    left join (select c.id, c.name, c.store_name, c.sort_key from public.customers c where v_level = 'customer' and c.project_id = p_project) c on c.id = p.by_customer
    left join (select g.id, g.description, g.material_code from public.products g where (v_level = 'line' or v_products) and g.project_id = p_project) g on g.id = case when v_products and p.by_item is not null then p.by_item::uuid else p.by_product end
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
          when 'line' then concat_ws(E'\x1f', n.by_day, n.so_no, to_char(n.line_no, 'FM00000'))
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
    k.by_month, k.by_day, k.by_booking, k.so_no, k.invoice_no, k.stage, case when v_level = 'line' then k.case_config end, case when v_level = 'line' then k.agent_srp end,
    case when v_level = 'line' then k.agent_srp_pieces end,
    k.cs, k.pcs, k.pieces, k.litres, k.free, k.gross, k.discount, k.gross - k.discount - k.net, k.net, k.cancelled,
    case when v_level <> 'line' then round(k.net * 100 / nullif(k.whole, 0), 2) end, k.previous, round((k.net - k.previous) * 100 / nullif(k.previous, 0), 2), round(k.net / nullif(k.bookings, 0), 2),
    k.bookings, k.customers, k.lines, k.cost, k.margin, round(k.margin * 100 / nullif(k.net - k.vat, 0), 2), 
    case when 'agent' = any (v_by) then o.managers end, case when 'agent' = any (v_by) then o.agents end, case when 'item' = any (v_by) then o.items end,
    case when v_by @> '{agent,item}' then o.agent_items end, case when 'customer' = any (v_by) then o.buyers end, y.months, y.days, case when v_for = 'item_month' then o.item_months end
  from keyed k
  left join counted o on k.level = 'total'
  left join calendar y on v_level = 'total' and v_for in ('month', 'day', 'all')
  where (v_whole and k.level = 'total') or ((ask.after is null or k.row_key > ask.after collate "C") and (ask.before is null or k.row_key < ask.before collate "C"))
  order by k.level <> 'total', case when ask.before is null then k.row_key end, k.row_key desc limit ask.row_limit + v_whole::int;
end $function$;

CREATE TRIGGER note_goods AFTER UPDATE ON public.products REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_goods();

CREATE TRIGGER note_other_days AFTER INSERT ON public.sales_entries REFERENCING NEW TABLE AS posted FOR EACH STATEMENT EXECUTE FUNCTION private.note_booking_days();

COMMENT ON FUNCTION "known"."kept_sales"(uuid, date, date, text[], text, uuid) IS 'private.kept_sales on the tables as of private.known_at.';

COMMENT ON FUNCTION "known"."kept_sales_cells"(uuid, date, date, date[], uuid[], text[], integer, uuid[], uuid, boolean) IS 'private.kept_sales_cells on the tables as of private.known_at.';

COMMENT ON FUNCTION "known"."sold_lines"(uuid, date, date, date[], uuid[], boolean, uuid[], uuid) IS 'private.sold_lines on the tables as of private.known_at.';

COMMENT ON FUNCTION "private"."check_kept_sales"(uuid[]) IS 'Returns the kept days whose sums of sales are not those of the sales ledger.';

COMMENT ON FUNCTION "private"."keep_sales"(uuid, date[]) IS 'Keeps the sums of the sales ledger of these days. Only private.keep_days calls it, with the lock of the closing.';

COMMENT ON FUNCTION "private"."kept_sales"(uuid, date, date, text[], text, uuid) IS 'Returns how kept sums answer private.sales_cells: the first and last day with sales in the period, the days that are read from the ledger, the bookings that are read from it on other days, and which kind of category is asked for (1 to 3; null = none). days is null when they do not answer.';

COMMENT ON FUNCTION "private"."kept_sales_cells"(uuid, date, date, date[], uuid[], text[], integer, uuid[], uuid, boolean) IS 'Returns what private.sales_cells does, from the sums of kept days and of the ledger what private.kept_sales names. p_agents, p_customer: null = all.';

COMMENT ON FUNCTION "private"."note_booking_days"() IS 'Trigger of the sales ledger: a booking that gets a further entry is no longer in the sums of its other days.';

COMMENT ON FUNCTION "private"."note_changed_goods"() IS 'Trigger of products: reports go by the categories and litres of today, so the days on which such a product was sold are no longer kept.';

COMMENT ON FUNCTION "private"."sales_cells"(uuid, jsonb, date, date, text[]) IS 'Returns the sales of a period (null: without limit) by p_by: agent (of the booking), customer, day or month (its first day), item (p_filters.items says what they are), product, line (of a booking). Some rows have sums alone; others, with nulls for sums, have counts: bookings (with something delivered; basis added: taken) and their customers, of items, products or days (the rows of lines have theirs themselves); and visits, those of a customer with an agent, each booking once. bought in p_by: lines of which more came back than was sold are left out, each line counts once for the whole period, and skus are the products of each booking added up (with agent, customer and item alone, without customers). reach in p_by (with bought): the sums may be those of all items together; the rows without sums, whose skus may be null, say which items a customer bought. brief in p_by: lines, paid, pieces and net alone. counts: not cancelled. basis delivery: the sales ledger, one line for each line and day: gross is what was delivered on the day at AgentSRP, and charged later for a price that was too low, discount what was taken off in the lines, net that less discount and what came back or was allowed on that day; free: pieces of free goods, which pieces does not count; paid: lines of other goods. basis added (orders taken): one line for each line of the bookings added in the period, less what was released; net of what came back since. first_on, last_on: days of delivery. vat: in net; cost without costs.read, and both of orders: null. What was owed from before this system is none of its sales. Only bookings that the caller may read, and nothing without stock.read. p_filters: see report_sales. Errors: 22023.';

COMMENT ON FUNCTION "private"."simple_sales"(uuid, date[]) IS 'Returns the lines of the sales ledger of some days of the bookings that are not apart (private.sales_apart_days), as private.sales_cells counts them.';

COMMENT ON FUNCTION "private"."sold_in"(uuid, jsonb) IS 'Returns what report_sales says of a period by agent and customer: net, that of the period before, and whether anything was sold (bought). p_filters: {basis, from, to}. Runs with the caller''s rights. Errors: 22023.';

COMMENT ON FUNCTION "private"."sold_lines"(uuid, date, date, date[], uuid[], boolean, uuid[], uuid) IS 'Returns the lines of the sales ledger of some days, and of some bookings on the other days of a period, as private.sales_cells counts them: one for each line and day, or with p_bought one for each line of which something was bought in the end.';

COMMENT ON TABLE "private"."kept_sales_days" IS 'Days of which the sums of the sales ledger are kept. They are exact while private.exact_days has the day too.';

COMMENT ON TABLE "private"."sales_apart_days" IS 'Bookings of a kept day that are in none of its sums and are read from the ledger: those with something else than one delivery of each line on one day, so that what they count depends on the period.';

COMMENT ON TABLE "private"."sales_customer_days" IS 'What private.sales_cells says of the bookings of a kept day by agent and customer, without those of private.sales_apart_days. skus: the products of each booking added up. items1 to items3: the categories that were bought, by their places in private.sales_items; a place above 62 has no bit.';

COMMENT ON TABLE "private"."sales_item_days" IS 'What private.sales_cells says of the bookings of a kept day by agent and category of a kind (1 to 3), without those of private.sales_apart_days.';

COMMENT ON TABLE "private"."sales_items" IS 'Places of the categories that were ever sold, from 0, for each kind (category1, category2, category3): the bits of private.sales_customer_days. A place never changes.';

REVOKE ALL ON FUNCTION "known"."kept_sales"(uuid, date, date, text[], text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "known"."kept_sales_cells"(uuid, date, date, date[], uuid[], text[], integer, uuid[], uuid, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "known"."sold_lines"(uuid, date, date, date[], uuid[], boolean, uuid[], uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_kept_sales"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_sales"(uuid, date[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."kept_sales"(uuid, date, date, text[], text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."kept_sales_cells"(uuid, date, date, date[], uuid[], text[], integer, uuid[], uuid, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_booking_days"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_changed_goods"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."simple_sales"(uuid, date[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."sold_lines"(uuid, date, date, date[], uuid[], boolean, uuid[], uuid) FROM PUBLIC;

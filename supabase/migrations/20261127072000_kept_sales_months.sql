set local check_function_bodies = off;

CREATE TABLE "private"."sales_customer_months" ("project_id" uuid NOT NULL, "month" date NOT NULL, "agent_id" uuid NOT NULL, "customer_id" uuid NOT NULL, "first_on" date, "last_on" date, "lines" bigint NOT NULL, "paid" bigint NOT NULL, "skus" bigint NOT NULL, "bookings" bigint NOT NULL, "cs" bigint NOT NULL, "pcs" bigint NOT NULL, "pieces" bigint NOT NULL, "millilitres" bigint NOT NULL, "free" bigint NOT NULL, "discount" numeric(18,2) NOT NULL, "net" numeric(18,2) NOT NULL, "vat" numeric(18,2) NOT NULL, "cost" numeric(18,2) NOT NULL, "items1" bigint NOT NULL, "items2" bigint NOT NULL, "items3" bigint NOT NULL, CONSTRAINT "sales_customer_months_bookings_bounded" CHECK (((bookings >= '-1000000000'::integer) AND (bookings <= 1000000000))), CONSTRAINT "sales_customer_months_cost_bounded" CHECK (((cost >= '-9999999999999999.99'::numeric) AND (cost <= 9999999999999999.99))), CONSTRAINT "sales_customer_months_cs_bounded" CHECK (((cs >= '-1000000000'::integer) AND (cs <= 1000000000))), CONSTRAINT "sales_customer_months_discount_bounded" CHECK (((discount >= '-9999999999999999.99'::numeric) AND (discount <= 9999999999999999.99))), CONSTRAINT "sales_customer_months_first_on_bounded" CHECK (((first_on >= '1900-01-01'::date) AND (first_on <= '2999-12-31'::date))), CONSTRAINT "sales_customer_months_free_bounded" CHECK (((free >= '-1000000000'::integer) AND (free <= 1000000000))), CONSTRAINT "sales_customer_months_items1_bounded" CHECK (((items1 >= '-1000000000'::integer) AND (items1 <= 1000000000))), CONSTRAINT "sales_customer_months_items2_bounded" CHECK (((items2 >= '-1000000000'::integer) AND (items2 <= 1000000000))), CONSTRAINT "sales_customer_months_items3_bounded" CHECK (((items3 >= '-1000000000'::integer) AND (items3 <= 1000000000))), CONSTRAINT "sales_customer_months_last_on_bounded" CHECK (((last_on >= '1900-01-01'::date) AND (last_on <= '2999-12-31'::date))), CONSTRAINT "sales_customer_months_lines_bounded" CHECK (((lines >= '-1000000000'::integer) AND (lines <= 1000000000))), CONSTRAINT "sales_customer_months_millilitres_bounded" CHECK (((millilitres >= '-1000000000'::integer) AND (millilitres <= 1000000000))), CONSTRAINT "sales_customer_months_month_bounded" CHECK (((month >= '1900-01-01'::date) AND (month <= '2999-12-31'::date))), CONSTRAINT "sales_customer_months_net_bounded" CHECK (((net >= '-9999999999999999.99'::numeric) AND (net <= 9999999999999999.99))), CONSTRAINT "sales_customer_months_paid_bounded" CHECK (((paid >= '-1000000000'::integer) AND (paid <= 1000000000))), CONSTRAINT "sales_customer_months_pcs_bounded" CHECK (((pcs >= '-1000000000'::integer) AND (pcs <= 1000000000))), CONSTRAINT "sales_customer_months_pieces_bounded" CHECK (((pieces >= '-1000000000'::integer) AND (pieces <= 1000000000))), CONSTRAINT "sales_customer_months_pkey" PRIMARY KEY (project_id, month, agent_id, customer_id), CONSTRAINT "sales_customer_months_skus_bounded" CHECK (((skus >= '-1000000000'::integer) AND (skus <= 1000000000))), CONSTRAINT "sales_customer_months_vat_bounded" CHECK (((vat >= '-9999999999999999.99'::numeric) AND (vat <= 9999999999999999.99))));

CREATE TABLE "private"."sales_item_months" ("project_id" uuid NOT NULL, "kind" integer NOT NULL, "month" date NOT NULL, "agent_id" uuid NOT NULL, "item" text, "first_on" date, "last_on" date, "lines" bigint NOT NULL, "paid" bigint NOT NULL, "bookings" bigint NOT NULL, "cs" bigint NOT NULL, "pcs" bigint NOT NULL, "pieces" bigint NOT NULL, "millilitres" bigint NOT NULL, "free" bigint NOT NULL, "discount" numeric(18,2) NOT NULL, "net" numeric(18,2) NOT NULL, "vat" numeric(18,2) NOT NULL, "cost" numeric(18,2) NOT NULL, CONSTRAINT "sales_item_months_bookings_bounded" CHECK (((bookings >= '-1000000000'::integer) AND (bookings <= 1000000000))), CONSTRAINT "sales_item_months_cost_bounded" CHECK (((cost >= '-9999999999999999.99'::numeric) AND (cost <= 9999999999999999.99))), CONSTRAINT "sales_item_months_cs_bounded" CHECK (((cs >= '-1000000000'::integer) AND (cs <= 1000000000))), CONSTRAINT "sales_item_months_discount_bounded" CHECK (((discount >= '-9999999999999999.99'::numeric) AND (discount <= 9999999999999999.99))), CONSTRAINT "sales_item_months_first_on_bounded" CHECK (((first_on >= '1900-01-01'::date) AND (first_on <= '2999-12-31'::date))), CONSTRAINT "sales_item_months_free_bounded" CHECK (((free >= '-1000000000'::integer) AND (free <= 1000000000))), CONSTRAINT "sales_item_months_item_bounded" CHECK (((length(item) <= 400) AND (item !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text))), CONSTRAINT "sales_item_months_key" UNIQUE NULLS NOT DISTINCT (project_id, kind, month, agent_id, item), CONSTRAINT "sales_item_months_kind_bounded" CHECK (((kind >= '-1000000000'::integer) AND (kind <= 1000000000))), CONSTRAINT "sales_item_months_last_on_bounded" CHECK (((last_on >= '1900-01-01'::date) AND (last_on <= '2999-12-31'::date))), CONSTRAINT "sales_item_months_lines_bounded" CHECK (((lines >= '-1000000000'::integer) AND (lines <= 1000000000))), CONSTRAINT "sales_item_months_millilitres_bounded" CHECK (((millilitres >= '-1000000000'::integer) AND (millilitres <= 1000000000))), CONSTRAINT "sales_item_months_month_bounded" CHECK (((month >= '1900-01-01'::date) AND (month <= '2999-12-31'::date))), CONSTRAINT "sales_item_months_net_bounded" CHECK (((net >= '-9999999999999999.99'::numeric) AND (net <= 9999999999999999.99))), CONSTRAINT "sales_item_months_paid_bounded" CHECK (((paid >= '-1000000000'::integer) AND (paid <= 1000000000))), CONSTRAINT "sales_item_months_pcs_bounded" CHECK (((pcs >= '-1000000000'::integer) AND (pcs <= 1000000000))), CONSTRAINT "sales_item_months_pieces_bounded" CHECK (((pieces >= '-1000000000'::integer) AND (pieces <= 1000000000))), CONSTRAINT "sales_item_months_vat_bounded" CHECK (((vat >= '-9999999999999999.99'::numeric) AND (vat <= 9999999999999999.99))));

CREATE OR REPLACE FUNCTION known.kept_sales_cells(p_project uuid, p_from date, p_to date, p_days date[], p_apart uuid[], p_by text[], p_kind integer, p_agents uuid[], p_customer uuid, p_costs boolean)
 RETURNS TABLE(counts boolean, agent_id uuid, customer_id uuid, on_date date, item_id text, product_id uuid, booking_id uuid, line_id uuid, case_config integer, first_on date, last_on date, lines bigint, paid bigint, skus bigint, bookings bigint, customers bigint, visits bigint, cs bigint, pcs bigint, pieces bigint, litres numeric, free bigint, gross numeric, discount numeric, net numeric, vat numeric, cost numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET work_mem TO '32MB'
 SET plan_cache_mode TO 'force_custom_plan'
 SET enable_sort TO 'off'
AS $function$
#variable_conflict use_column
declare
  by_agent boolean := p_by @> '{agent}';
  by_customer boolean := p_by @> '{customer}';
  by_day boolean := p_by @> '{day}';
  by_month boolean := p_by @> '{month}';
  v_brief boolean := p_by @> '{brief}';
  by_item boolean := p_by @> '{item}';
  v_parts boolean := by_item or by_day or by_month;
  -- Kept months within the period, and the other days whose sums are read.
  v_months date[];
  v_rest datemultirange := case when p_from <= p_to then datemultirange(daterange(p_from, p_to, '[]')) - coalesce((select range_agg(daterange(d, d, '[]')) from unnest(p_days) d), '{}') else '{}' end;
begin
  if not by_day then
    select array_agg(m.month), v_rest - coalesce(range_agg(daterange(m.month, m.last_day, '[]')), '{}') into v_months, v_rest
    from private.kept_sales_months m
    where m.project_id = p_project and m.month >= p_from and m.last_day <= p_to
      -- Every day of the month is exact.
      and v_rest @> daterange(m.month, m.last_day, '[]');
  end if;
  -- Sorting is off here: there are more rows than a general plan expects, and to sort them takes longer than to hash them.
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
    from known.sold_lines(p_project, p_from, p_to, p_days, p_apart, false, p_agents, p_customer) l
    join known.products_whole g on g.project_id = p_project and g.id = l.product_id
  ), kept as not materialized (
    select c.*, case when by_agent then c.agent_id end as of_agent, case when by_customer then c.customer_id end as of_customer,
      case when by_day then c.on_date when by_month then date_trunc('month', c.on_date::timestamp)::date end as of_date
    from (
      select c.on_date, case when c.paid > 0 then c.on_date end as first_on, case when c.paid > 0 then c.on_date end as last_on, c.agent_id, c.customer_id,
        c.lines, c.paid, c.bookings, c.cs, c.pcs, c.pieces, c.millilitres, c.free, c.discount, c.net, c.vat, c.cost, case p_kind when 1 then c.items1 when 2 then c.items2 when 3 then c.items3 end as items
      from unnest(v_rest) r
      cross join lateral (
        select c.on_date, c.agent_id, c.customer_id, c.lines, c.paid, c.bookings, c.cs, c.pcs, c.pieces, c.millilitres, c.free, c.discount, c.net, c.vat, c.cost, c.items1, c.items2, c.items3
        from private.sales_customer_days c
        where c.project_id = p_project and c.on_date >= lower(r) and c.on_date < upper(r) and (p_agents is null or c.agent_id = any (p_agents)) and (p_customer is null or c.customer_id = p_customer) offset 0) c
      union all
      select c.month, c.first_on, c.last_on, c.agent_id, c.customer_id,
        c.lines, c.paid, c.bookings, c.cs, c.pcs, c.pieces, c.millilitres, c.free, c.discount, c.net, c.vat, c.cost, case p_kind when 1 then c.items1 when 2 then c.items2 when 3 then c.items3 end
      from private.sales_customer_months c where c.project_id = p_project and c.month = any (v_months) and (p_agents is null or c.agent_id = any (p_agents)) and (p_customer is null or c.customer_id = p_customer)) c
  ), people as materialized (
    select k.agent_id, k.customer_id, case when v_parts then k.of_date end as of_date, sum(k.bookings)::bigint as bookings, bit_or(k.items) as items
    from kept k where not v_brief group by 1, 2, 3
  ), summed as (
    select l.of_agent, l.of_customer, l.of_date, case when by_item then l.item end as of_item, min(l.on_date) filter (where l.sold) as first_on, max(l.on_date) filter (where l.sold) as last_on,
      count(*) as lines, count(*) filter (where l.pieces <> 0 or l.free = 0) as paid,
      case when v_parts then count(distinct l.booking_id) filter (where l.sold) end as bookings,
      sum(l.pieces / l.case_config) as cs, sum(l.pieces % l.case_config) as pcs, sum(l.pieces) as pieces, sum(l.millilitres) as millilitres, sum(l.free) as free,
      sum(l.net) + sum(l.discount) - sum(l.lowered) as gross, sum(l.discount) as discount, sum(l.net) as net, sum(l.vat) as vat, sum(l.cost) as cost
    from live l group by 1, 2, 3, 4
    union all
    select case when by_agent then d.agent_id end, null::uuid, case when by_day then d.on_date when by_month then date_trunc('month', d.on_date::timestamp)::date end, d.item,
      min(d.on_date) filter (where d.paid > 0), max(d.on_date) filter (where d.paid > 0), sum(d.lines)::bigint, sum(d.paid)::bigint, sum(d.bookings)::bigint,
      sum(d.cs)::bigint, sum(d.pcs)::bigint, sum(d.pieces)::bigint, sum(d.millilitres), sum(d.free)::bigint, sum(d.net) + sum(d.discount), sum(d.discount), sum(d.net), sum(d.vat), sum(d.cost)
    from unnest(v_rest) r
    cross join lateral (
      select d.on_date, d.agent_id, d.item, d.lines, d.paid, d.bookings, d.cs, d.pcs, d.pieces, d.millilitres, d.free, d.discount, d.net, d.vat, d.cost
      from private.sales_item_days d
      where d.project_id = p_project and d.kind = p_kind and d.on_date >= lower(r) and d.on_date < upper(r) and (p_agents is null or d.agent_id = any (p_agents)) offset 0) d
    where by_item group by 1, 2, 3, 4
    union all
    select case when by_agent then d.agent_id end, null::uuid, case when by_month then d.month end, d.item, min(d.first_on), max(d.last_on), sum(d.lines)::bigint, sum(d.paid)::bigint, sum(d.bookings)::bigint,
      sum(d.cs)::bigint, sum(d.pcs)::bigint, sum(d.pieces)::bigint, sum(d.millilitres), sum(d.free)::bigint, sum(d.net) + sum(d.discount), sum(d.discount), sum(d.net), sum(d.vat), sum(d.cost)
    from private.sales_item_months d
    where by_item and d.project_id = p_project and d.kind = p_kind and d.month = any (v_months) and (p_agents is null or d.agent_id = any (p_agents))
    group by 1, 2, 3, 4
    union all
    select k.of_agent, k.of_customer, k.of_date, null::text, min(k.first_on), max(k.last_on),
      sum(k.lines)::bigint, sum(k.paid)::bigint, case when v_parts then sum(k.bookings) end::bigint,
      sum(k.cs)::bigint, sum(k.pcs)::bigint, sum(k.pieces)::bigint, sum(k.millilitres), sum(k.free)::bigint, sum(k.net) + sum(k.discount), sum(k.discount), sum(k.net), sum(k.vat), sum(k.cost)
    from kept k where not by_item group by 1, 2, 3, 4
  ), met as materialized (
    -- Who bought which categories
    select m.of_agent, m.customer_id, m.of_date, bit_or(m.items) as items
    from (
      select case when by_agent then p.agent_id end as of_agent, p.customer_id, p.of_date, p.items from people p where p.bookings > 0
      union all
      select l.of_agent, l.customer_id, l.of_date, s.bit from live l left join spots s on s.item is not distinct from l.item where l.sold) m
    where v_parts and not v_brief group by 1, 2, 3
  )
  select true, s.of_agent, s.of_customer, s.of_date, s.of_item, null::uuid, null::uuid, null::uuid, null::int, min(s.first_on), max(s.last_on),
    sum(s.lines)::bigint, sum(s.paid)::bigint, null::bigint, sum(s.bookings)::bigint, null::bigint, null::bigint,
    case when not v_brief then sum(s.cs)::bigint end, case when not v_brief then sum(s.pcs)::bigint end, sum(s.pieces)::bigint,
    case when not v_brief then sum(s.millilitres) * 0.001 end, case when not v_brief then sum(s.free)::bigint end,
    case when not v_brief then sum(s.gross) end, case when not v_brief then sum(s.discount) end, sum(s.net), case when not v_brief then sum(s.vat) end,
    case when p_costs and not v_brief then sum(s.cost) end
  from summed s group by 1, 2, 3, 4, 5
  union all
  select true, m.of_agent, case when by_customer then m.customer_id end, m.of_date, m.item, null, null, null, null, null, null, null, null, null, null, count(*), null,
    null, null, null, null, null, null, null, null, null, null
  from (
    select m.of_agent, m.customer_id, m.of_date, s.item from met m join spots s on s.bit & m.items <> 0 where by_item
    union all
    select m.of_agent, m.customer_id, m.of_date, null from met m where not by_item
    union all
    -- A category that was never sold before has no place yet.
    select distinct l.of_agent, l.customer_id, l.of_date, l.item from live l
    where by_item and l.sold and not v_brief and not exists (select from spots s where s.item is not distinct from l.item)) m
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

CREATE OR REPLACE FUNCTION private.check_kept_months(p_projects uuid[])
 RETURNS TABLE(check_key text, project_id uuid, kind text, id uuid, label text, stored text, expected text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET work_mem TO '64MB'
AS $function$
  with months as materialized (
    select k.project_id, k.month, k.last_day, k.bookings
    from private.kept_sales_months k
    where k.project_id = any (p_projects) and (
      select count(*) from private.exact_days x join private.kept_sales_days d on d.project_id = x.project_id and d.on_date = x.on_date
      where x.project_id = k.project_id and x.on_date between k.month and k.last_day) = k.last_day - k.month + 1
  ), lines as (
    -- One for each line and day, without those that cancel out.
    select e.project_id, m.month, e.on_date, e.booking_id, e.product_id, min(e.case_config) as case_config, sum(e.pieces) filter (where not e.free) as pieces, sum(e.pieces) filter (where e.free) as free,
      coalesce(sum(e.pieces) filter (where e.kind = 'delivery' and not e.free), 0) > 0 as sold, sum(e.amount + e.discount) filter (where e.kind in ('delivery', 'undercharge')) as gross,
      sum(e.discount) as discount, sum(e.amount) as net, sum(e.vat_amount) as vat, sum(e.cost) as cost
    from months m join public.sales_entries e on e.project_id = m.project_id and e.on_date between m.month and m.last_day
    group by e.project_id, m.month, e.on_date, e.booking_id, e.product_id, e.line_id
    having sum(e.pieces) <> 0 or sum(e.amount) <> 0 or sum(e.pieces) filter (where e.kind = 'delivery') <> 0
  ), summed as (
    select l.project_id, l.month, l.product_id::text as part, concat_ws(' / ', min(l.case_config), min(l.on_date) filter (where l.sold), max(l.on_date) filter (where l.sold), count(*), count(distinct l.booking_id) filter (where l.sold),
      coalesce(sum(l.pieces / l.case_config), 0), coalesce(sum(l.pieces), 0), coalesce(sum(round(l.pieces * g.liters_per_case / g.case_config, 3)), 0)::numeric(18,3), coalesce(sum(l.free), 0),
      coalesce(sum(l.gross), 0)::numeric(18,2), sum(l.discount)::numeric(18,2), sum(l.net)::numeric(18,2), sum(l.vat)::numeric(18,2), sum(l.cost)::numeric(18,2)) as said
    from lines l join public.products g on g.project_id = l.project_id and g.id = l.product_id
    group by l.project_id, l.month, l.product_id
    union all
    select m.project_id, m.month, null, (
      select coalesce(sum(c.bookings), 0)::text from private.sales_customer_days c where c.project_id = m.project_id and c.on_date between m.month and m.last_day) from months m
    union all
    -- The days themselves are compared with the ledger by private.check_kept_sales.
    select m.project_id, m.month, concat_ws(' / ', d.kind, d.agent_id, d.item), concat_ws(' / ', min(d.on_date) filter (where d.paid > 0), max(d.on_date) filter (where d.paid > 0),
      sum(d.lines), sum(d.paid), sum(d.bookings), sum(d.cs), sum(d.pcs), sum(d.pieces), sum(d.millilitres), sum(d.free), sum(d.discount), sum(d.net), sum(d.vat), sum(d.cost))
    from months m cross join generate_series(1, 3) n (kind)
    join private.sales_item_days d on d.project_id = m.project_id and d.kind = n.kind and d.on_date between m.month and m.last_day
    group by m.project_id, m.month, d.kind, d.agent_id, d.item
    union all
    select m.project_id, m.month, concat_ws(' / ', d.agent_id, d.customer_id), concat_ws(' / ', min(d.on_date) filter (where d.paid > 0), max(d.on_date) filter (where d.paid > 0),
      sum(d.lines), sum(d.paid), sum(d.skus), sum(d.bookings), sum(d.cs), sum(d.pcs), sum(d.pieces), sum(d.millilitres), sum(d.free), sum(d.discount), sum(d.net), sum(d.vat), sum(d.cost),
      bit_or(d.items1), bit_or(d.items2), bit_or(d.items3))
    from months m join private.sales_customer_days d on d.project_id = m.project_id and d.on_date between m.month and m.last_day
    group by m.project_id, m.month, d.agent_id, d.customer_id
  ), kept as (
    select s.project_id, s.month, s.product_id::text as part, concat_ws(' / ', s.case_config, s.first_on, s.last_on, s.lines, s.bookings, s.cs, s.pieces, s.litres, s.free, s.gross, s.discount, s.net, s.vat, s.cost) as said
    from months m join private.sales_product_months s on s.project_id = m.project_id and s.month = m.month
    union all
    select m.project_id, m.month, null, m.bookings::text from months m
    union all
    select m.project_id, m.month, concat_ws(' / ', s.kind, s.agent_id, s.item),
      concat_ws(' / ', s.first_on, s.last_on, s.lines, s.paid, s.bookings, s.cs, s.pcs, s.pieces, s.millilitres, s.free, s.discount, s.net, s.vat, s.cost)
    from months m join private.sales_item_months s on s.project_id = m.project_id and s.month = m.month
    union all
    select m.project_id, m.month, concat_ws(' / ', s.agent_id, s.customer_id),
      concat_ws(' / ', s.first_on, s.last_on, s.lines, s.paid, s.skus, s.bookings, s.cs, s.pcs, s.pieces, s.millilitres, s.free, s.discount, s.net, s.vat, s.cost, s.items1, s.items2, s.items3)
    from months m join private.sales_customer_months s on s.project_id = m.project_id and s.month = m.month
  )
  select 'ledgers.kept_sales', coalesce(k.project_id, s.project_id), 'project', coalesce(k.project_id, s.project_id),
    format('Sales of %s', to_char(coalesce(k.month, s.month), 'YYYY-MM')), coalesce(k.said, '-'), coalesce(s.said, '-')
  from kept k full join summed s on s.project_id = k.project_id and s.month = k.month and coalesce(s.part, '') = coalesce(k.part, '')
  where k.said is distinct from s.said
$function$;

CREATE OR REPLACE FUNCTION private.keep_sales_months(p_project uuid, p_months integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET work_mem TO '64MB'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  v_months date[] := array(
    select m.month from private.exact_sales_months(p_project) m
    where not exists (select from private.kept_sales_months k where k.project_id = p_project and k.month = m.month and k.last_day = m.last_day)
    order by 1 desc limit p_months);
begin
  if v_months = '{}' then return; end if;
  delete from private.kept_sales_months k where k.project_id = p_project and k.month = any (v_months);
  delete from private.sales_product_months s where s.project_id = p_project and s.month = any (v_months);
  insert into private.kept_sales_months (project_id, month, last_day, bookings)
  select p_project, m.month, m.last_day,
    (select coalesce(sum(c.bookings), 0) from private.sales_customer_days c where c.project_id = p_project and c.on_date between m.month and m.last_day)
  from private.exact_sales_months(p_project) m where m.month = any (v_months);
  insert into private.sales_product_months (project_id, month, product_id, case_config, first_on, last_on, lines, paid, bookings, cs, pcs, pieces, litres, free, gross, discount, net, vat, cost)
  select p_project, m.month, m.product_id, m.case_config, m.first_on, m.last_on, m.lines, m.paid, m.bookings, m.cs, m.pcs, m.pieces, m.litres, m.free, m.gross, m.discount, m.net, m.vat, m.cost
  from private.product_months(p_project, array(
    select d::date from private.kept_sales_months k cross join generate_series(k.month, k.last_day, interval '1 day') d
    where k.project_id = p_project and k.month = any (v_months)), '{}', null, null) m;

  delete from private.sales_item_months s where s.project_id = p_project and s.month = any (v_months);
  insert into private.sales_item_months (project_id, kind, month, agent_id, item, first_on, last_on, lines, paid, bookings, cs, pcs, pieces, millilitres, free, discount, net, vat, cost)
  select p_project, n.kind, k.month, d.agent_id, d.item, min(d.on_date) filter (where d.paid > 0), max(d.on_date) filter (where d.paid > 0), sum(d.lines), sum(d.paid), sum(d.bookings),
    sum(d.cs), sum(d.pcs), sum(d.pieces), sum(d.millilitres), sum(d.free), sum(d.discount), sum(d.net), sum(d.vat), sum(d.cost)
  from private.kept_sales_months k cross join generate_series(1, 3) n (kind)
  join private.sales_item_days d on d.project_id = p_project and d.kind = n.kind and d.on_date between k.month and k.last_day
  where k.project_id = p_project and k.month = any (v_months) group by n.kind, k.month, d.agent_id, d.item;

  delete from private.sales_customer_months s where s.project_id = p_project and s.month = any (v_months);
  insert into private.sales_customer_months (project_id, month, agent_id, customer_id, first_on, last_on, lines, paid, skus, bookings, cs, pcs, pieces, millilitres, free, discount, net, vat, cost, items1, items2, items3)
  select p_project, k.month, d.agent_id, d.customer_id, min(d.on_date) filter (where d.paid > 0), max(d.on_date) filter (where d.paid > 0), sum(d.lines), sum(d.paid), sum(d.skus), sum(d.bookings),
    sum(d.cs), sum(d.pcs), sum(d.pieces), sum(d.millilitres), sum(d.free), sum(d.discount), sum(d.net), sum(d.vat), sum(d.cost), bit_or(d.items1), bit_or(d.items2), bit_or(d.items3)
  from private.kept_sales_months k
  join private.sales_customer_days d on d.project_id = p_project and d.on_date between k.month and k.last_day
  where k.project_id = p_project and k.month = any (v_months) group by k.month, d.agent_id, d.customer_id;
end $function$;

CREATE OR REPLACE FUNCTION private.kept_sales_cells(p_project uuid, p_from date, p_to date, p_days date[], p_apart uuid[], p_by text[], p_kind integer, p_agents uuid[], p_customer uuid, p_costs boolean)
 RETURNS TABLE(counts boolean, agent_id uuid, customer_id uuid, on_date date, item_id text, product_id uuid, booking_id uuid, line_id uuid, case_config integer, first_on date, last_on date, lines bigint, paid bigint, skus bigint, bookings bigint, customers bigint, visits bigint, cs bigint, pcs bigint, pieces bigint, litres numeric, free bigint, gross numeric, discount numeric, net numeric, vat numeric, cost numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET work_mem TO '32MB'
 SET plan_cache_mode TO 'force_custom_plan'
 SET enable_sort TO 'off'
AS $function$
#variable_conflict use_column
declare
  by_agent boolean := p_by @> '{agent}';
  by_customer boolean := p_by @> '{customer}';
  by_day boolean := p_by @> '{day}';
  by_month boolean := p_by @> '{month}';
  v_brief boolean := p_by @> '{brief}';
  by_item boolean := p_by @> '{item}';
  v_parts boolean := by_item or by_day or by_month;
  -- Kept months within the period, and the other days whose sums are read.
  v_months date[];
  v_rest datemultirange := case when p_from <= p_to then datemultirange(daterange(p_from, p_to, '[]')) - coalesce((select range_agg(daterange(d, d, '[]')) from unnest(p_days) d), '{}') else '{}' end;
begin
  if not by_day then
    select array_agg(m.month), v_rest - coalesce(range_agg(daterange(m.month, m.last_day, '[]')), '{}') into v_months, v_rest
    from private.kept_sales_months m
    where m.project_id = p_project and m.month >= p_from and m.last_day <= p_to
      -- Every day of the month is exact.
      and v_rest @> daterange(m.month, m.last_day, '[]');
  end if;
  -- Sorting is off here: there are more rows than a general plan expects, and to sort them takes longer than to hash them.
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
    from private.sold_lines(p_project, p_from, p_to, p_days, p_apart, false, p_agents, p_customer) l
    join public.products g on g.project_id = p_project and g.id = l.product_id
  ), kept as not materialized (
    select c.*, case when by_agent then c.agent_id end as of_agent, case when by_customer then c.customer_id end as of_customer,
      case when by_day then c.on_date when by_month then date_trunc('month', c.on_date::timestamp)::date end as of_date
    from (
      select c.on_date, case when c.paid > 0 then c.on_date end as first_on, case when c.paid > 0 then c.on_date end as last_on, c.agent_id, c.customer_id,
        c.lines, c.paid, c.bookings, c.cs, c.pcs, c.pieces, c.millilitres, c.free, c.discount, c.net, c.vat, c.cost, case p_kind when 1 then c.items1 when 2 then c.items2 when 3 then c.items3 end as items
      from unnest(v_rest) r
      cross join lateral (
        select c.on_date, c.agent_id, c.customer_id, c.lines, c.paid, c.bookings, c.cs, c.pcs, c.pieces, c.millilitres, c.free, c.discount, c.net, c.vat, c.cost, c.items1, c.items2, c.items3
        from private.sales_customer_days c
        where c.project_id = p_project and c.on_date >= lower(r) and c.on_date < upper(r) and (p_agents is null or c.agent_id = any (p_agents)) and (p_customer is null or c.customer_id = p_customer) offset 0) c
      union all
      select c.month, c.first_on, c.last_on, c.agent_id, c.customer_id,
        c.lines, c.paid, c.bookings, c.cs, c.pcs, c.pieces, c.millilitres, c.free, c.discount, c.net, c.vat, c.cost, case p_kind when 1 then c.items1 when 2 then c.items2 when 3 then c.items3 end
      from private.sales_customer_months c where c.project_id = p_project and c.month = any (v_months) and (p_agents is null or c.agent_id = any (p_agents)) and (p_customer is null or c.customer_id = p_customer)) c
  ), people as materialized (
    select k.agent_id, k.customer_id, case when v_parts then k.of_date end as of_date, sum(k.bookings)::bigint as bookings, bit_or(k.items) as items
    from kept k where not v_brief group by 1, 2, 3
  ), summed as (
    select l.of_agent, l.of_customer, l.of_date, case when by_item then l.item end as of_item, min(l.on_date) filter (where l.sold) as first_on, max(l.on_date) filter (where l.sold) as last_on,
      count(*) as lines, count(*) filter (where l.pieces <> 0 or l.free = 0) as paid,
      case when v_parts then count(distinct l.booking_id) filter (where l.sold) end as bookings,
      sum(l.pieces / l.case_config) as cs, sum(l.pieces % l.case_config) as pcs, sum(l.pieces) as pieces, sum(l.millilitres) as millilitres, sum(l.free) as free,
      sum(l.net) + sum(l.discount) - sum(l.lowered) as gross, sum(l.discount) as discount, sum(l.net) as net, sum(l.vat) as vat, sum(l.cost) as cost
    from live l group by 1, 2, 3, 4
    union all
    select case when by_agent then d.agent_id end, null::uuid, case when by_day then d.on_date when by_month then date_trunc('month', d.on_date::timestamp)::date end, d.item,
      min(d.on_date) filter (where d.paid > 0), max(d.on_date) filter (where d.paid > 0), sum(d.lines)::bigint, sum(d.paid)::bigint, sum(d.bookings)::bigint,
      sum(d.cs)::bigint, sum(d.pcs)::bigint, sum(d.pieces)::bigint, sum(d.millilitres), sum(d.free)::bigint, sum(d.net) + sum(d.discount), sum(d.discount), sum(d.net), sum(d.vat), sum(d.cost)
    from unnest(v_rest) r
    cross join lateral (
      select d.on_date, d.agent_id, d.item, d.lines, d.paid, d.bookings, d.cs, d.pcs, d.pieces, d.millilitres, d.free, d.discount, d.net, d.vat, d.cost
      from private.sales_item_days d
      where d.project_id = p_project and d.kind = p_kind and d.on_date >= lower(r) and d.on_date < upper(r) and (p_agents is null or d.agent_id = any (p_agents)) offset 0) d
    where by_item group by 1, 2, 3, 4
    union all
    select case when by_agent then d.agent_id end, null::uuid, case when by_month then d.month end, d.item, min(d.first_on), max(d.last_on), sum(d.lines)::bigint, sum(d.paid)::bigint, sum(d.bookings)::bigint,
      sum(d.cs)::bigint, sum(d.pcs)::bigint, sum(d.pieces)::bigint, sum(d.millilitres), sum(d.free)::bigint, sum(d.net) + sum(d.discount), sum(d.discount), sum(d.net), sum(d.vat), sum(d.cost)
    from private.sales_item_months d
    where by_item and d.project_id = p_project and d.kind = p_kind and d.month = any (v_months) and (p_agents is null or d.agent_id = any (p_agents))
    group by 1, 2, 3, 4
    union all
    select k.of_agent, k.of_customer, k.of_date, null::text, min(k.first_on), max(k.last_on),
      sum(k.lines)::bigint, sum(k.paid)::bigint, case when v_parts then sum(k.bookings) end::bigint,
      sum(k.cs)::bigint, sum(k.pcs)::bigint, sum(k.pieces)::bigint, sum(k.millilitres), sum(k.free)::bigint, sum(k.net) + sum(k.discount), sum(k.discount), sum(k.net), sum(k.vat), sum(k.cost)
    from kept k where not by_item group by 1, 2, 3, 4
  ), met as materialized (
    -- Who bought which categories
    select m.of_agent, m.customer_id, m.of_date, bit_or(m.items) as items
    from (
      select case when by_agent then p.agent_id end as of_agent, p.customer_id, p.of_date, p.items from people p where p.bookings > 0
      union all
      select l.of_agent, l.customer_id, l.of_date, s.bit from live l left join spots s on s.item is not distinct from l.item where l.sold) m
    where v_parts and not v_brief group by 1, 2, 3
  )
  select true, s.of_agent, s.of_customer, s.of_date, s.of_item, null::uuid, null::uuid, null::uuid, null::int, min(s.first_on), max(s.last_on),
    sum(s.lines)::bigint, sum(s.paid)::bigint, null::bigint, sum(s.bookings)::bigint, null::bigint, null::bigint,
    case when not v_brief then sum(s.cs)::bigint end, case when not v_brief then sum(s.pcs)::bigint end, sum(s.pieces)::bigint,
    case when not v_brief then sum(s.millilitres) * 0.001 end, case when not v_brief then sum(s.free)::bigint end,
    case when not v_brief then sum(s.gross) end, case when not v_brief then sum(s.discount) end, sum(s.net), case when not v_brief then sum(s.vat) end,
    case when p_costs and not v_brief then sum(s.cost) end
  from summed s group by 1, 2, 3, 4, 5
  union all
  select true, m.of_agent, case when by_customer then m.customer_id end, m.of_date, m.item, null, null, null, null, null, null, null, null, null, null, count(*), null,
    null, null, null, null, null, null, null, null, null, null
  from (
    select m.of_agent, m.customer_id, m.of_date, s.item from met m join spots s on s.bit & m.items <> 0 where by_item
    union all
    select m.of_agent, m.customer_id, m.of_date, null from met m where not by_item
    union all
    -- A category that was never sold before has no place yet.
    select distinct l.of_agent, l.customer_id, l.of_date, l.item from live l
    where by_item and l.sold and not v_brief and not exists (select from spots s where s.item is not distinct from l.item)) m
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

COMMENT ON FUNCTION "private"."check_kept_months"(uuid[]) IS 'Returns the kept months whose sums are not those of the sales ledger, or of their kept days.';

COMMENT ON FUNCTION "private"."keep_sales_months"(uuid, integer) IS 'Keeps the sums of sales of so many months whose days are kept and have changed or become more, the newest first. Only private.keep_days calls it, with the lock of the closing.';

COMMENT ON TABLE "private"."kept_sales_months" IS 'Months, by their first days, whose sums of sales are kept, up to last_day. They are exact while every one of these days is in private.exact_days and private.kept_sales_days. bookings: those of private.sales_customer_days.';

COMMENT ON TABLE "private"."sales_customer_months" IS 'Sums of private.sales_customer_days by month. first_on, last_on: the days with something paid.';

COMMENT ON TABLE "private"."sales_item_months" IS 'Sums of private.sales_item_days by month. first_on, last_on: the days with something paid.';

-- Kept months do not have the new sums yet.
delete from private.kept_sales_months;

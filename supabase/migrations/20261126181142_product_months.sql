set local check_function_bodies = off;

CREATE TABLE "private"."kept_sales_months" ("project_id" uuid NOT NULL, "month" date NOT NULL, "last_day" date NOT NULL, "bookings" bigint NOT NULL, CONSTRAINT "kept_sales_months_bookings_bounded" CHECK (((bookings >= '-1000000000'::integer) AND (bookings <= 1000000000))), CONSTRAINT "kept_sales_months_last_day_bounded" CHECK (((last_day >= '1900-01-01'::date) AND (last_day <= '2999-12-31'::date))), CONSTRAINT "kept_sales_months_month_bounded" CHECK (((month >= '1900-01-01'::date) AND (month <= '2999-12-31'::date))), CONSTRAINT "kept_sales_months_pkey" PRIMARY KEY (project_id, month));

CREATE TABLE "private"."sales_product_months" ("project_id" uuid NOT NULL, "month" date NOT NULL, "product_id" uuid NOT NULL, "case_config" integer NOT NULL, "first_on" date, "last_on" date, "lines" bigint NOT NULL, "paid" bigint NOT NULL, "bookings" bigint NOT NULL, "cs" bigint NOT NULL, "pcs" bigint NOT NULL, "pieces" bigint NOT NULL, "litres" numeric(18,3) NOT NULL, "free" bigint NOT NULL, "gross" numeric(18,2) NOT NULL, "discount" numeric(18,2) NOT NULL, "net" numeric(18,2) NOT NULL, "vat" numeric(18,2) NOT NULL, "cost" numeric(18,2) NOT NULL, CONSTRAINT "sales_product_months_bookings_bounded" CHECK (((bookings >= '-1000000000'::integer) AND (bookings <= 1000000000))), CONSTRAINT "sales_product_months_case_config_bounded" CHECK (((case_config >= '-1000000000'::integer) AND (case_config <= 1000000000))), CONSTRAINT "sales_product_months_cost_bounded" CHECK (((cost >= '-9999999999999999.99'::numeric) AND (cost <= 9999999999999999.99))), CONSTRAINT "sales_product_months_cs_bounded" CHECK (((cs >= '-1000000000'::integer) AND (cs <= 1000000000))), CONSTRAINT "sales_product_months_discount_bounded" CHECK (((discount >= '-9999999999999999.99'::numeric) AND (discount <= 9999999999999999.99))), CONSTRAINT "sales_product_months_first_on_bounded" CHECK (((first_on >= '1900-01-01'::date) AND (first_on <= '2999-12-31'::date))), CONSTRAINT "sales_product_months_free_bounded" CHECK (((free >= '-1000000000'::integer) AND (free <= 1000000000))), CONSTRAINT "sales_product_months_gross_bounded" CHECK (((gross >= '-9999999999999999.99'::numeric) AND (gross <= 9999999999999999.99))), CONSTRAINT "sales_product_months_last_on_bounded" CHECK (((last_on >= '1900-01-01'::date) AND (last_on <= '2999-12-31'::date))), CONSTRAINT "sales_product_months_lines_bounded" CHECK (((lines >= '-1000000000'::integer) AND (lines <= 1000000000))), CONSTRAINT "sales_product_months_litres_bounded" CHECK (((litres >= '-999999999999999.999'::numeric) AND (litres <= 999999999999999.999))), CONSTRAINT "sales_product_months_month_bounded" CHECK (((month >= '1900-01-01'::date) AND (month <= '2999-12-31'::date))), CONSTRAINT "sales_product_months_net_bounded" CHECK (((net >= '-9999999999999999.99'::numeric) AND (net <= 9999999999999999.99))), CONSTRAINT "sales_product_months_paid_bounded" CHECK (((paid >= '-1000000000'::integer) AND (paid <= 1000000000))), CONSTRAINT "sales_product_months_pcs_bounded" CHECK (((pcs >= '-1000000000'::integer) AND (pcs <= 1000000000))), CONSTRAINT "sales_product_months_pieces_bounded" CHECK (((pieces >= '-1000000000'::integer) AND (pieces <= 1000000000))), CONSTRAINT "sales_product_months_pkey" PRIMARY KEY (project_id, month, product_id), CONSTRAINT "sales_product_months_vat_bounded" CHECK (((vat >= '-9999999999999999.99'::numeric) AND (vat <= 9999999999999999.99))));

CREATE OR REPLACE FUNCTION known.exact_sales_months(p_project uuid)
 RETURNS TABLE(month date, last_day date)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select date_trunc('month', x.on_date::timestamp)::date, max(x.on_date)
  from known.exact_days x join private.kept_sales_days k on k.project_id = x.project_id and k.on_date = x.on_date
  where x.project_id = p_project
  group by 1 having count(*) = extract(day from max(x.on_date))
$function$;

CREATE OR REPLACE FUNCTION known.kept_months(p_project uuid, p_from date, p_to date, p_all boolean, OUT months date[], OUT until date[], OUT days date[])
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Kept months are those of all bookings.
  select coalesce(array_agg(m.month), '{}'), coalesce(array_agg(m.last_day), '{}') into months, until
  from known.exact_sales_months(p_project) x join private.kept_sales_months m on m.project_id = p_project and m.month = x.month and m.last_day <= x.last_day
  where p_all and m.month >= p_from and m.last_day <= p_to;
  days := array(
    select p_from + n from generate_series(0, p_to - p_from) n
    where not exists (select from unnest(months, until) m (month, last_day) where p_from + n between m.month and m.last_day));
  -- With much to read the ledger alone is faster.
  if cardinality(days) > 93 then days := null; end if;
end $function$;

CREATE OR REPLACE FUNCTION known.product_month_cells(p_project uuid, p_from date, p_to date, p_days date[], p_apart uuid[], p_months date[], p_until date[], p_live date[], p_agents uuid[], p_customer uuid)
 RETURNS TABLE(month date, product_id uuid, case_config integer, first_on date, last_on date, lines bigint, paid bigint, bookings bigint, visits bigint, cs bigint, pcs bigint, pieces bigint, litres numeric, free bigint, gross numeric, discount numeric, net numeric, vat numeric, cost numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
begin
  return query
  select s.month, s.product_id, s.case_config, s.first_on, s.last_on, s.lines, s.paid, s.bookings, null::bigint, s.cs, s.pcs, s.pieces, s.litres, s.free, s.gross, s.discount, s.net, s.vat, s.cost
  from private.sales_product_months s where s.project_id = p_project and s.month = any (p_months)
  union all
  select s.month, s.product_id, s.case_config, s.first_on, s.last_on, s.lines, s.paid, s.bookings, null, s.cs, s.pcs, s.pieces, s.litres, s.free, s.gross, s.discount, s.net, s.vat, s.cost
  from known.product_months(p_project, p_live, array(select u from unnest(p_until) u where u + 1 = any (p_live) and extract(day from u + 1) > 1), p_agents, p_customer) s;
  return query
  select null::date, null::uuid, null::int, null::date, null::date, null::bigint, null::bigint, null::bigint, sum(n.bookings)::bigint,
    null::bigint, null::bigint, null::bigint, null::numeric, null::bigint, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric
  from (
    select m.bookings from private.kept_sales_months m where m.project_id = p_project and m.month = any (p_months)
    union all
    select c.bookings from private.sales_customer_days c
    where c.project_id = p_project and c.on_date = any (p_live) and c.on_date <> all (p_days)
      and (p_agents is null or c.agent_id = any (p_agents)) and (p_customer is null or c.customer_id = p_customer)
    union all
    select count(distinct l.booking_id) from known.sold_lines(p_project, p_from, p_to, p_days, p_apart, false, p_agents, p_customer) l where l.sold) n;
end $function$;

CREATE OR REPLACE FUNCTION known.product_months(p_project uuid, p_days date[], p_until date[], p_agents uuid[], p_customer uuid)
 RETURNS TABLE(month date, product_id uuid, case_config integer, first_on date, last_on date, lines bigint, paid bigint, bookings bigint, cs bigint, pcs bigint, pieces bigint, litres numeric, free bigint, gross numeric, discount numeric, net numeric, vat numeric, cost numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET work_mem TO '64MB'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
#variable_conflict use_column
declare v_months date[] := array(select date_trunc('month', u::timestamp)::date from unnest(p_until) u);
begin
  return query
  with goods as materialized (
    select p.id, p.case_config as cases, (p.liters_per_case * 2000)::bigint as litres2 from known.products_whole p where p.project_id = p_project
  ), several as materialized (
    select x.line_id from known.sales_entries_whole x where x.project_id = p_project and x.further and x.on_date = any (p_days)
  ), entries as not materialized (
    select e.* from known.sales_entries_whole e
    where e.project_id = p_project and e.on_date = any (p_days) and (p_agents is null or e.agent_id = any (p_agents)) and (p_customer is null or e.customer_id = p_customer)
  ), lines as not materialized (
    select e.booking_id, e.on_date, e.product_id, e.case_config, e.kind = 'delivery' and not e.free as sold,
      case when e.free then 0 else e.pieces end as pieces, case when e.free then e.pieces else 0 end as free,
      case when e.kind in ('return', 'allowance') then e.amount + e.discount else 0.00 end as lowered, e.discount, e.amount as net, e.vat_amount as vat, e.cost
    from entries e where e.line_id not in (select v.line_id from several v)
    union all
    -- A day of a line with several entries counts as one.
    select e.booking_id, e.on_date, e.product_id, e.case_config, coalesce(sum(e.pieces) filter (where e.kind = 'delivery' and not e.free), 0) > 0,
      coalesce(sum(e.pieces) filter (where not e.free), 0)::int, coalesce(sum(e.pieces) filter (where e.free), 0)::int,
      coalesce(sum(e.amount + e.discount) filter (where e.kind in ('return', 'allowance')), 0.00), sum(e.discount), sum(e.amount), sum(e.vat_amount), sum(e.cost)
    from entries e where e.line_id in (select v.line_id from several v)
    group by e.booking_id, e.line_id, e.customer_id, e.agent_id, e.product_id, e.case_config, e.on_date
    having sum(e.pieces) <> 0 or sum(e.amount) <> 0 or sum(e.pieces) filter (where e.kind = 'delivery') <> 0
  ), summed as (
    select date_trunc('month', l.on_date::timestamp)::date as month, l.product_id, min(l.case_config) as case_config, min(l.on_date) filter (where l.sold) as first_on, max(l.on_date) filter (where l.sold) as last_on,
      count(*) as lines, count(*) filter (where l.pieces <> 0 or l.free = 0) as paid, sum(l.pieces / l.case_config) as cs, sum(l.pieces % l.case_config) as pcs, sum(l.pieces) as pieces,
      -- Litres are rounded line by line, in whole millilitres.
      sum((l.pieces * g.litres2 + case when l.pieces < 0 then -g.cases else g.cases end) / (2 * g.cases)) * 0.001 as litres, sum(l.free) as free,
      sum(l.net) + sum(l.discount) - sum(l.lowered) as gross, sum(l.discount) as discount, sum(l.net) as net, sum(l.vat) as vat, sum(l.cost) as cost
    from lines l join goods g on g.id = l.product_id group by 1, 2
  ), ordered as (
    select r.month, r.product_id, count(*) as bookings
    from (select distinct date_trunc('month', l.on_date::timestamp)::date as month, l.product_id, l.booking_id from lines l where l.sold) r
    where r.month <> all (v_months) or not exists (
      select from unnest(p_until) u
      join known.sales_entries_whole x on x.project_id = p_project and x.booking_id = r.booking_id and x.product_id = r.product_id and x.kind = 'delivery' and not x.free and x.on_date between r.month and u
      where date_trunc('month', u::timestamp) = r.month group by x.line_id, x.on_date having sum(x.pieces) > 0)
    group by 1, 2
  )
  select s.month, s.product_id, s.case_config, s.first_on, s.last_on, s.lines, s.paid, coalesce(o.bookings, 0),
    s.cs, s.pcs, s.pieces, s.litres, s.free, s.gross, s.discount, s.net, s.vat, s.cost
  from summed s left join ordered o on o.month = s.month and o.product_id = s.product_id;
end $function$;

CREATE OR REPLACE FUNCTION known.report_sales_customerspecific(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(level text, row_key text, customer_id uuid, customer_name text, store_name text, agent_id uuid, agent_name text, product_id uuid, material_code text, product text, category text, case_config integer, cs bigint, pcs bigint, pieces bigint, litres numeric, free bigint, gross numeric, discount numeric, returns numeric, net numeric, share numeric, cost numeric, margin numeric, margin_percent numeric, bookings bigint, average numeric, first_order date, last_order date, days_since integer, current_srp numeric, current_srp_pieces integer, available integer, quantities jsonb, amounts jsonb, heads jsonb, products bigint, customers bigint, customer_products bigint, never bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
 SET work_mem TO '32MB'
AS $function$
#variable_conflict use_column
declare
  v_level text := coalesce(p_filters ->> 'level', 'product');
  v_shown text := case when v_level = 'total' then coalesce(p_filters ->> 'for', 'product') else v_level end;
  -- For the total: the level whose rows are counted; without it all levels.
  v_for text := case when v_level = 'total' then coalesce(p_filters ->> 'for', 'all') else v_level end;
  v_sort text := coalesce(p_filters ->> 'sort', 'name');
  v_delivery boolean := coalesce(p_filters ->> 'basis', 'delivery') = 'delivery';
  v_to date := coalesce(private.read_date(p_filters, 'to'), known.business_date(p_project));
  v_from date := coalesce(private.read_date(p_filters, 'from'), (date_trunc('month', v_to) - interval '11 months')::date);
  v_sales jsonb := private.fields_of(p_filters) - 'cancelled' || '{"items": "product"}';
  v_agents uuid[];
  -- The total of these levels is summed with their rows.
  v_whole boolean := v_level in ('product', 'grouped', 'customer') and private.read_boolean(p_filters, 'with_total');
  ask record;
begin
  ask := private.open_report(p_project, p_filters, 'reports.sales', v_level, '{product,grouped,customer,never,total}', v_sort, '{name,net,last}');
  if ask.known then
    return query select k.* from known.report_sales_customerspecific(p_project, p_filters - 'known_at') k;
    return;
  end if;
  if ask.manager_id is not null then
    v_agents := array(select m.user_id from known.memberships m where m.project_id = p_project and m.manager_id = ask.manager_id);
  end if;

  return query
  with cells as materialized (
    select c.*, case when v_level in ('grouped', 'customer') then c.customer_id end as by_customer, case when v_level in ('grouped', 'product') then c.product_id end as by_product
    from known.sales_cells(p_project, v_sales, v_from, v_to,
      array['month', case when v_for in ('grouped', 'customer', 'all') then 'customer' end, case when v_for in ('grouped', 'product', 'all') then 'product' end]) c
    where v_level <> 'never'
  ), summed as (
    select case when grouping(c.by_product) = 0 then case v_level when 'grouped' then 'product' else v_level end
        when grouping(c.by_customer) = 0 then 'customer' else 'total' end as level,
      c.by_customer, c.by_product, grouping(c.by_customer, c.by_product) as sums, min(c.case_config) as case_config,
      coalesce(sum(c.cs), 0)::bigint as cs, coalesce(sum(c.pcs), 0)::bigint as pcs, coalesce(sum(c.pieces), 0)::bigint as pieces, coalesce(sum(c.litres), 0.000) as litres,
      coalesce(sum(c.free), 0)::bigint as free, coalesce(sum(c.gross), 0.00) as gross, coalesce(sum(c.discount), 0.00) as discount, coalesce(sum(c.net), 0.00) as net,
      sum(c.vat) as vat, sum(c.cost) as cost, coalesce(case when grouping(c.by_product) = 0 then sum(c.bookings) else sum(c.visits) end, 0)::bigint as bookings,
      min(c.first_on) as first_order, max(c.last_on) as last_order
    from cells c group by grouping sets ((c.by_customer, c.by_product), (c.by_customer), ())
    -- Bookings of a customer count above the products only.
    having grouping(c.by_product) = 1 or count(*) filter (where c.visits is null) > 0
  ), counted as materialized (
    select count(distinct c.product_id) as products, count(distinct c.customer_id) as customers,
      count(distinct (c.customer_id, c.product_id)) filter (where c.visits is null and v_for in ('grouped', 'all')) as customer_products
    from cells c where v_level = 'total' or v_whole
  ), orders as (
    -- First and last order come from the whole history, not only from the period.
    select d.customer_id, min(d.first_on) as first_order, max(d.last_on) as last_order
    from known.order_days(p_project, v_delivery, ask.customer_id, v_to) d
    where v_level in ('grouped', 'customer') group by d.customer_id
  ), ranges as (
    -- How many products each customer bought
    select s.customer_id, count(*) as products
    from known.sales_cells(p_project, v_sales, v_from, v_to, '{customer,product,brief}') s
    where v_level = 'customer' and s.paid > 0 group by s.customer_id
  ), unsold as (
    select g.product_id from known.report_products(p_project, p_filters) g
    where v_shown = 'never' and g.active and case
      when ask.customer_id is not null then g.product_id not in (
        select c.product_id from known.sales_cells(p_project, v_sales, null, v_to, '{product,brief}') c where c.pieces > 0)
      -- For all customers together the first matching line is enough.
      else not exists (
        select from known.booking_lines l
        join known.bookings b on b.project_id = p_project and b.id = l.booking_id
        where l.project_id = p_project and l.product_id = g.product_id and b.approval_status <> 'cancelled'
          and (ask.agent_id is null or b.agent_id = ask.agent_id) and (v_agents is null or b.agent_id = any (v_agents))
          and known.bought_pieces(l, b, v_delivery, v_to) > 0)
      end
  ), figured as (
    select s.*, c.name as customer_name, c.store_name, c.sort_key as customer_key, c.agent_id,
      case when c.id is not null then coalesce(a.display_name, 'Former agent') end as agent_name,
      coalesce(o.first_order, s.first_order) as first_on, coalesce(o.last_order, s.last_order) as last_on,
      sum(s.net) filter (where s.sums = 3) over () as whole, count(*) filter (where s.level = 'product') over (partition by s.by_customer) as of_customer
    from summed s
    left join known.customers c on c.project_id = p_project and c.id = s.by_customer
    left join known.profiles a on a.user_id = c.agent_id
    left join orders o on o.customer_id = s.by_customer
  ), listed as (
    select f.level, f.by_customer, f.customer_name, f.store_name, f.customer_key, f.agent_id, f.agent_name, f.by_product, f.case_config, f.cs, f.pcs, f.pieces,
      f.litres, f.free, f.gross, f.discount, f.net, f.vat, f.cost, f.whole, f.bookings, f.first_on, f.last_on, f.sums
    from figured f
    -- A customer with a single product needs no subtotal.
    where (v_whole and f.sums = 3) or case v_level when 'grouped' then f.level = 'product' or (f.level = 'customer' and f.sums > 0 and f.of_customer > 1)
      when 'total' then f.sums = 3 else f.level = v_level and f.sums = 0 end
    union all
    select 'never', null, null, null, null, null, null, u.product_id, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null
    from unsold u where v_level = 'never'
  ), named as (
    select l.*, g.description, g.material_code, g.category1, i.current_srp, i.current_srp_pieces, i.available, l.net - l.vat - l.cost as margin,
      -- In the row key the rows of a group have a 0 after the group's name and its subtotal has a 1, so that the subtotal comes last.
      (case when l.level = 'total' then '' when v_level = 'grouped' then concat_ws(E'\x1f', l.customer_key, l.by_customer, case l.level when 'customer' then '1' else concat_ws(E'\x1f', '0', lower(g.description), g.id) end)
        else case v_sort when 'net' then to_char(1e14 - coalesce(l.net, 0), 'FM000000000000000.00') when 'last' then coalesce(l.last_on::text, '~') else '' end
          || concat_ws(E'\x1f', l.customer_key, l.by_customer, lower(g.description), g.id) end) collate "C" as row_key
    from listed l
    left join known.products g on g.project_id = p_project and g.id = l.by_product
    left join known.inventory i on i.project_id = p_project and i.product_id = l.by_product
  ), page as materialized (
    select n.* from named n
    where (v_whole and n.level = 'total') or ((ask.after is null or n.row_key > ask.after collate "C") and (ask.before is null or n.row_key < ask.before collate "C"))
    order by n.level <> 'total', case when ask.before is null then n.row_key end, n.row_key desc limit ask.row_limit + v_whole::int
  ), monthly as (
    select concat_ws('|', m.sums, m.by_customer, m.by_product) as k, jsonb_object_agg(to_char(m.on_date, 'YYYY-MM'), m.pieces) as quantities, jsonb_object_agg(to_char(m.on_date, 'YYYY-MM'), m.net::text) as amounts
    from (
      select grouping(c.by_customer, c.by_product) as sums, c.by_customer, c.by_product, c.on_date, sum(c.pieces)::bigint as pieces, sum(c.net) as net
      from cells c
      where c.visits is null and v_level <> 'total' and (c.by_customer is null or c.by_customer in (select p.by_customer from page p))
        -- A customer's subtotal has all products.
        and (v_level = 'grouped' or c.by_product is null or c.by_product in (select p.by_product from page p))
      group by grouping sets ((c.by_customer, c.by_product, c.on_date), (c.by_customer, c.on_date))
      union all
      select 3, null, null, c.on_date, sum(c.pieces)::bigint, sum(c.net) from cells c where c.visits is null and (v_level = 'total' or v_whole) group by c.on_date
    ) m group by m.sums, m.by_customer, m.by_product
  )
  select case when v_level = 'grouped' and n.level = 'customer' then 'subtotal' else n.level end, n.row_key,
    n.by_customer, n.customer_name, n.store_name, n.agent_id, n.agent_name, n.by_product, n.material_code, n.description, n.category1,
    case when n.level = 'never' then null else n.case_config end, n.cs, n.pcs, n.pieces, n.litres, n.free, n.gross, n.discount, n.gross - n.discount - n.net, n.net,
    round(n.net * 100 / nullif(n.whole, 0), 2), n.cost, n.margin, round(n.margin * 100 / nullif(n.net - n.vat, 0), 2),
    n.bookings, round(n.net / nullif(n.bookings, 0), 2), n.first_on, n.last_on, v_to - n.last_on,
    n.current_srp, n.current_srp_pieces, n.available, coalesce(m.quantities, '{}'), coalesce(m.amounts, '{}'),
    case when n.level = 'total' then (
      select coalesce(jsonb_agg(jsonb_build_object('key', to_char(m, 'YYYY-MM'), 'label', to_char(m, 'MM/YYYY')) order by m), '[]')
      from generate_series(date_trunc('month', v_from::timestamp), v_to::timestamp, interval '1 month') m) end,
    case when n.level = 'total' then case when v_for in ('grouped', 'product', 'all') then o.products end
      when v_level = 'customer' then (select r.products from ranges r where r.customer_id = n.by_customer) end,
    case when n.level = 'total' and v_for in ('grouped', 'customer', 'all') then o.customers end,
    case when n.level = 'total' and v_for in ('grouped', 'all') then o.customer_products end,
    case when n.level = 'total' then (select count(*) from unsold) end
  from page n
  left join counted o on n.level = 'total'
  left join monthly m on m.k = concat_ws('|', n.sums, n.by_customer, n.by_product)
  order by n.level <> 'total', case when ask.before is null then n.row_key end, n.row_key desc;
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
  union all select * from private.check_kept_months(p_projects)
  union all select * from private.check_memos(p_projects)
  union all select * from private.check_closing(p_projects)
  union all select * from private.check_vat(p_projects)
  union all select * from private.check_totals(p_projects)
$function$;

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
    select l.project_id, l.month, l.product_id, concat_ws(' / ', min(l.case_config), min(l.on_date) filter (where l.sold), max(l.on_date) filter (where l.sold), count(*), count(distinct l.booking_id) filter (where l.sold),
      coalesce(sum(l.pieces / l.case_config), 0), coalesce(sum(l.pieces), 0), coalesce(sum(round(l.pieces * g.liters_per_case / g.case_config, 3)), 0)::numeric(18,3), coalesce(sum(l.free), 0),
      coalesce(sum(l.gross), 0)::numeric(18,2), sum(l.discount)::numeric(18,2), sum(l.net)::numeric(18,2), sum(l.vat)::numeric(18,2), sum(l.cost)::numeric(18,2)) as said
    from lines l join public.products g on g.project_id = l.project_id and g.id = l.product_id
    group by l.project_id, l.month, l.product_id
    union all
    select m.project_id, m.month, null, (
      select coalesce(sum(c.bookings), 0)::text from private.sales_customer_days c where c.project_id = m.project_id and c.on_date between m.month and m.last_day) from months m
  ), kept as (
    select s.project_id, s.month, s.product_id, concat_ws(' / ', s.case_config, s.first_on, s.last_on, s.lines, s.bookings, s.cs, s.pieces, s.litres, s.free, s.gross, s.discount, s.net, s.vat, s.cost) as said
    from months m join private.sales_product_months s on s.project_id = m.project_id and s.month = m.month
    union all
    select m.project_id, m.month, null, m.bookings::text from months m
  )
  select 'ledgers.kept_sales', coalesce(k.project_id, s.project_id), 'project', coalesce(k.project_id, s.project_id),
    format('Sales of %s', to_char(coalesce(k.month, s.month), 'YYYY-MM')), coalesce(k.said, '-'), coalesce(s.said, '-')
  from kept k full join summed s on s.project_id = k.project_id and s.month = k.month and coalesce(s.product_id::text, '') = coalesce(k.product_id::text, '')
  where k.said is distinct from s.said
$function$;

CREATE OR REPLACE FUNCTION private.exact_sales_months(p_project uuid)
 RETURNS TABLE(month date, last_day date)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select date_trunc('month', x.on_date::timestamp)::date, max(x.on_date)
  from private.exact_days x join private.kept_sales_days k on k.project_id = x.project_id and k.on_date = x.on_date
  where x.project_id = p_project
  group by 1 having count(*) = extract(day from max(x.on_date))
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
  if v_days = '{}' then
    perform private.keep_sales_months(p_project, 1 + p_days / 10);
    return 0;
  end if;
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
  perform private.keep_sales_months(p_project, 1 + p_days / 10);
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
  delete from private.kept_sales_months m where m.project_id = p_project and m.month in (select date_trunc('month', u.on_date::timestamp) from unnest(p_days) u (on_date));

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
end $function$;

CREATE OR REPLACE FUNCTION private.kept_months(p_project uuid, p_from date, p_to date, p_all boolean, OUT months date[], OUT until date[], OUT days date[])
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Kept months are those of all bookings.
  select coalesce(array_agg(m.month), '{}'), coalesce(array_agg(m.last_day), '{}') into months, until
  from private.exact_sales_months(p_project) x join private.kept_sales_months m on m.project_id = p_project and m.month = x.month and m.last_day <= x.last_day
  where p_all and m.month >= p_from and m.last_day <= p_to;
  days := array(
    select p_from + n from generate_series(0, p_to - p_from) n
    where not exists (select from unnest(months, until) m (month, last_day) where p_from + n between m.month and m.last_day));
  -- With much to read the ledger alone is faster.
  if cardinality(days) > 93 then days := null; end if;
end $function$;

CREATE OR REPLACE FUNCTION private.product_month_cells(p_project uuid, p_from date, p_to date, p_days date[], p_apart uuid[], p_months date[], p_until date[], p_live date[], p_agents uuid[], p_customer uuid)
 RETURNS TABLE(month date, product_id uuid, case_config integer, first_on date, last_on date, lines bigint, paid bigint, bookings bigint, visits bigint, cs bigint, pcs bigint, pieces bigint, litres numeric, free bigint, gross numeric, discount numeric, net numeric, vat numeric, cost numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
begin
  return query
  select s.month, s.product_id, s.case_config, s.first_on, s.last_on, s.lines, s.paid, s.bookings, null::bigint, s.cs, s.pcs, s.pieces, s.litres, s.free, s.gross, s.discount, s.net, s.vat, s.cost
  from private.sales_product_months s where s.project_id = p_project and s.month = any (p_months)
  union all
  select s.month, s.product_id, s.case_config, s.first_on, s.last_on, s.lines, s.paid, s.bookings, null, s.cs, s.pcs, s.pieces, s.litres, s.free, s.gross, s.discount, s.net, s.vat, s.cost
  from private.product_months(p_project, p_live, array(select u from unnest(p_until) u where u + 1 = any (p_live) and extract(day from u + 1) > 1), p_agents, p_customer) s;
  return query
  select null::date, null::uuid, null::int, null::date, null::date, null::bigint, null::bigint, null::bigint, sum(n.bookings)::bigint,
    null::bigint, null::bigint, null::bigint, null::numeric, null::bigint, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric
  from (
    select m.bookings from private.kept_sales_months m where m.project_id = p_project and m.month = any (p_months)
    union all
    select c.bookings from private.sales_customer_days c
    where c.project_id = p_project and c.on_date = any (p_live) and c.on_date <> all (p_days)
      and (p_agents is null or c.agent_id = any (p_agents)) and (p_customer is null or c.customer_id = p_customer)
    union all
    select count(distinct l.booking_id) from private.sold_lines(p_project, p_from, p_to, p_days, p_apart, false, p_agents, p_customer) l where l.sold) n;
end $function$;

CREATE OR REPLACE FUNCTION private.product_months(p_project uuid, p_days date[], p_until date[], p_agents uuid[], p_customer uuid)
 RETURNS TABLE(month date, product_id uuid, case_config integer, first_on date, last_on date, lines bigint, paid bigint, bookings bigint, cs bigint, pcs bigint, pieces bigint, litres numeric, free bigint, gross numeric, discount numeric, net numeric, vat numeric, cost numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET work_mem TO '64MB'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
#variable_conflict use_column
declare v_months date[] := array(select date_trunc('month', u::timestamp)::date from unnest(p_until) u);
begin
  return query
  with goods as materialized (
    select p.id, p.case_config as cases, (p.liters_per_case * 2000)::bigint as litres2 from public.products p where p.project_id = p_project
  ), several as materialized (
    select x.line_id from public.sales_entries x where x.project_id = p_project and x.further and x.on_date = any (p_days)
  ), entries as not materialized (
    select e.* from public.sales_entries e
    where e.project_id = p_project and e.on_date = any (p_days) and (p_agents is null or e.agent_id = any (p_agents)) and (p_customer is null or e.customer_id = p_customer)
  ), lines as not materialized (
    select e.booking_id, e.on_date, e.product_id, e.case_config, e.kind = 'delivery' and not e.free as sold,
      case when e.free then 0 else e.pieces end as pieces, case when e.free then e.pieces else 0 end as free,
      case when e.kind in ('return', 'allowance') then e.amount + e.discount else 0.00 end as lowered, e.discount, e.amount as net, e.vat_amount as vat, e.cost
    from entries e where e.line_id not in (select v.line_id from several v)
    union all
    -- A day of a line with several entries counts as one.
    select e.booking_id, e.on_date, e.product_id, e.case_config, coalesce(sum(e.pieces) filter (where e.kind = 'delivery' and not e.free), 0) > 0,
      coalesce(sum(e.pieces) filter (where not e.free), 0)::int, coalesce(sum(e.pieces) filter (where e.free), 0)::int,
      coalesce(sum(e.amount + e.discount) filter (where e.kind in ('return', 'allowance')), 0.00), sum(e.discount), sum(e.amount), sum(e.vat_amount), sum(e.cost)
    from entries e where e.line_id in (select v.line_id from several v)
    group by e.booking_id, e.line_id, e.customer_id, e.agent_id, e.product_id, e.case_config, e.on_date
    having sum(e.pieces) <> 0 or sum(e.amount) <> 0 or sum(e.pieces) filter (where e.kind = 'delivery') <> 0
  ), summed as (
    select date_trunc('month', l.on_date::timestamp)::date as month, l.product_id, min(l.case_config) as case_config, min(l.on_date) filter (where l.sold) as first_on, max(l.on_date) filter (where l.sold) as last_on,
      count(*) as lines, count(*) filter (where l.pieces <> 0 or l.free = 0) as paid, sum(l.pieces / l.case_config) as cs, sum(l.pieces % l.case_config) as pcs, sum(l.pieces) as pieces,
      -- Litres are rounded line by line, in whole millilitres.
      sum((l.pieces * g.litres2 + case when l.pieces < 0 then -g.cases else g.cases end) / (2 * g.cases)) * 0.001 as litres, sum(l.free) as free,
      sum(l.net) + sum(l.discount) - sum(l.lowered) as gross, sum(l.discount) as discount, sum(l.net) as net, sum(l.vat) as vat, sum(l.cost) as cost
    from lines l join goods g on g.id = l.product_id group by 1, 2
  ), ordered as (
    select r.month, r.product_id, count(*) as bookings
    from (select distinct date_trunc('month', l.on_date::timestamp)::date as month, l.product_id, l.booking_id from lines l where l.sold) r
    where r.month <> all (v_months) or not exists (
      select from unnest(p_until) u
      join public.sales_entries x on x.project_id = p_project and x.booking_id = r.booking_id and x.product_id = r.product_id and x.kind = 'delivery' and not x.free and x.on_date between r.month and u
      where date_trunc('month', u::timestamp) = r.month group by x.line_id, x.on_date having sum(x.pieces) > 0)
    group by 1, 2
  )
  select s.month, s.product_id, s.case_config, s.first_on, s.last_on, s.lines, s.paid, coalesce(o.bookings, 0),
    s.cs, s.pcs, s.pieces, s.litres, s.free, s.gross, s.discount, s.net, s.vat, s.cost
  from summed s left join ordered o on o.month = s.month and o.product_id = s.product_id;
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

CREATE OR REPLACE FUNCTION public.report_sales_customerspecific(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(level text, row_key text, customer_id uuid, customer_name text, store_name text, agent_id uuid, agent_name text, product_id uuid, material_code text, product text, category text, case_config integer, cs bigint, pcs bigint, pieces bigint, litres numeric, free bigint, gross numeric, discount numeric, returns numeric, net numeric, share numeric, cost numeric, margin numeric, margin_percent numeric, bookings bigint, average numeric, first_order date, last_order date, days_since integer, current_srp numeric, current_srp_pieces integer, available integer, quantities jsonb, amounts jsonb, heads jsonb, products bigint, customers bigint, customer_products bigint, never bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
 SET work_mem TO '32MB'
AS $function$
#variable_conflict use_column
declare
  v_level text := coalesce(p_filters ->> 'level', 'product');
  v_shown text := case when v_level = 'total' then coalesce(p_filters ->> 'for', 'product') else v_level end;
  -- For the total: the level whose rows are counted; without it all levels.
  v_for text := case when v_level = 'total' then coalesce(p_filters ->> 'for', 'all') else v_level end;
  v_sort text := coalesce(p_filters ->> 'sort', 'name');
  v_delivery boolean := coalesce(p_filters ->> 'basis', 'delivery') = 'delivery';
  v_to date := coalesce(private.read_date(p_filters, 'to'), private.business_date(p_project));
  v_from date := coalesce(private.read_date(p_filters, 'from'), (date_trunc('month', v_to) - interval '11 months')::date);
  v_sales jsonb := private.fields_of(p_filters) - 'cancelled' || '{"items": "product"}';
  v_agents uuid[];
  -- The total of these levels is summed with their rows.
  v_whole boolean := v_level in ('product', 'grouped', 'customer') and private.read_boolean(p_filters, 'with_total');
  ask record;
begin
  ask := private.open_report(p_project, p_filters, 'reports.sales', v_level, '{product,grouped,customer,never,total}', v_sort, '{name,net,last}');
  if ask.known then
    return query select k.* from known.report_sales_customerspecific(p_project, p_filters - 'known_at') k;
    return;
  end if;
  if ask.manager_id is not null then
    v_agents := array(select m.user_id from public.memberships m where m.project_id = p_project and m.manager_id = ask.manager_id);
  end if;

  return query
  with cells as materialized (
    select c.*, case when v_level in ('grouped', 'customer') then c.customer_id end as by_customer, case when v_level in ('grouped', 'product') then c.product_id end as by_product
    from private.sales_cells(p_project, v_sales, v_from, v_to,
      array['month', case when v_for in ('grouped', 'customer', 'all') then 'customer' end, case when v_for in ('grouped', 'product', 'all') then 'product' end]) c
    where v_level <> 'never'
  ), summed as (
    select case when grouping(c.by_product) = 0 then case v_level when 'grouped' then 'product' else v_level end
        when grouping(c.by_customer) = 0 then 'customer' else 'total' end as level,
      c.by_customer, c.by_product, grouping(c.by_customer, c.by_product) as sums, min(c.case_config) as case_config,
      coalesce(sum(c.cs), 0)::bigint as cs, coalesce(sum(c.pcs), 0)::bigint as pcs, coalesce(sum(c.pieces), 0)::bigint as pieces, coalesce(sum(c.litres), 0.000) as litres,
      coalesce(sum(c.free), 0)::bigint as free, coalesce(sum(c.gross), 0.00) as gross, coalesce(sum(c.discount), 0.00) as discount, coalesce(sum(c.net), 0.00) as net,
      sum(c.vat) as vat, sum(c.cost) as cost, coalesce(case when grouping(c.by_product) = 0 then sum(c.bookings) else sum(c.visits) end, 0)::bigint as bookings,
      min(c.first_on) as first_order, max(c.last_on) as last_order
    from cells c group by grouping sets ((c.by_customer, c.by_product), (c.by_customer), ())
    -- Bookings of a customer count above the products only.
    having grouping(c.by_product) = 1 or count(*) filter (where c.visits is null) > 0
  ), counted as materialized (
    select count(distinct c.product_id) as products, count(distinct c.customer_id) as customers,
      count(distinct (c.customer_id, c.product_id)) filter (where c.visits is null and v_for in ('grouped', 'all')) as customer_products
    from cells c where v_level = 'total' or v_whole
  ), orders as (
    -- First and last order come from the whole history, not only from the period.
    select d.customer_id, min(d.first_on) as first_order, max(d.last_on) as last_order
    from private.order_days(p_project, v_delivery, ask.customer_id, v_to) d
    where v_level in ('grouped', 'customer') group by d.customer_id
  ), ranges as (
    -- How many products each customer bought
    select s.customer_id, count(*) as products
    from private.sales_cells(p_project, v_sales, v_from, v_to, '{customer,product,brief}') s
    where v_level = 'customer' and s.paid > 0 group by s.customer_id
  ), unsold as (
    select g.product_id from private.report_products(p_project, p_filters) g
    where v_shown = 'never' and g.active and case
      when ask.customer_id is not null then g.product_id not in (
        select c.product_id from private.sales_cells(p_project, v_sales, null, v_to, '{product,brief}') c where c.pieces > 0)
      -- For all customers together the first matching line is enough.
      else not exists (
        select from public.booking_lines l
        join public.bookings b on b.project_id = p_project and b.id = l.booking_id
        where l.project_id = p_project and l.product_id = g.product_id and b.approval_status <> 'cancelled'
          and (ask.agent_id is null or b.agent_id = ask.agent_id) and (v_agents is null or b.agent_id = any (v_agents))
          and private.bought_pieces(l, b, v_delivery, v_to) > 0)
      end
  ), figured as (
    select s.*, c.name as customer_name, c.store_name, c.sort_key as customer_key, c.agent_id,
      case when c.id is not null then coalesce(a.display_name, 'Former agent') end as agent_name,
      coalesce(o.first_order, s.first_order) as first_on, coalesce(o.last_order, s.last_order) as last_on,
      sum(s.net) filter (where s.sums = 3) over () as whole, count(*) filter (where s.level = 'product') over (partition by s.by_customer) as of_customer
    from summed s
    left join public.customers c on c.project_id = p_project and c.id = s.by_customer
    left join public.profiles a on a.user_id = c.agent_id
    left join orders o on o.customer_id = s.by_customer
  ), listed as (
    select f.level, f.by_customer, f.customer_name, f.store_name, f.customer_key, f.agent_id, f.agent_name, f.by_product, f.case_config, f.cs, f.pcs, f.pieces,
      f.litres, f.free, f.gross, f.discount, f.net, f.vat, f.cost, f.whole, f.bookings, f.first_on, f.last_on, f.sums
    from figured f
    -- A customer with a single product needs no subtotal.
    where (v_whole and f.sums = 3) or case v_level when 'grouped' then f.level = 'product' or (f.level = 'customer' and f.sums > 0 and f.of_customer > 1)
      when 'total' then f.sums = 3 else f.level = v_level and f.sums = 0 end
    union all
    select 'never', null, null, null, null, null, null, u.product_id, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null
    from unsold u where v_level = 'never'
  ), named as (
    select l.*, g.description, g.material_code, g.category1, i.current_srp, i.current_srp_pieces, i.available, l.net - l.vat - l.cost as margin,
      -- In the row key the rows of a group have a 0 after the group's name and its subtotal has a 1, so that the subtotal comes last.
      (case when l.level = 'total' then '' when v_level = 'grouped' then concat_ws(E'\x1f', l.customer_key, l.by_customer, case l.level when 'customer' then '1' else concat_ws(E'\x1f', '0', lower(g.description), g.id) end)
        else case v_sort when 'net' then to_char(1e14 - coalesce(l.net, 0), 'FM000000000000000.00') when 'last' then coalesce(l.last_on::text, '~') else '' end
          || concat_ws(E'\x1f', l.customer_key, l.by_customer, lower(g.description), g.id) end) collate "C" as row_key
    from listed l
    left join public.products g on g.project_id = p_project and g.id = l.by_product
    left join public.inventory i on i.project_id = p_project and i.product_id = l.by_product
  ), page as materialized (
    select n.* from named n
    where (v_whole and n.level = 'total') or ((ask.after is null or n.row_key > ask.after collate "C") and (ask.before is null or n.row_key < ask.before collate "C"))
    order by n.level <> 'total', case when ask.before is null then n.row_key end, n.row_key desc limit ask.row_limit + v_whole::int
  ), monthly as (
    select concat_ws('|', m.sums, m.by_customer, m.by_product) as k, jsonb_object_agg(to_char(m.on_date, 'YYYY-MM'), m.pieces) as quantities, jsonb_object_agg(to_char(m.on_date, 'YYYY-MM'), m.net::text) as amounts
    from (
      select grouping(c.by_customer, c.by_product) as sums, c.by_customer, c.by_product, c.on_date, sum(c.pieces)::bigint as pieces, sum(c.net) as net
      from cells c
      where c.visits is null and v_level <> 'total' and (c.by_customer is null or c.by_customer in (select p.by_customer from page p))
        -- A customer's subtotal has all products.
        and (v_level = 'grouped' or c.by_product is null or c.by_product in (select p.by_product from page p))
      group by grouping sets ((c.by_customer, c.by_product, c.on_date), (c.by_customer, c.on_date))
      union all
      select 3, null, null, c.on_date, sum(c.pieces)::bigint, sum(c.net) from cells c where c.visits is null and (v_level = 'total' or v_whole) group by c.on_date
    ) m group by m.sums, m.by_customer, m.by_product
  )
  select case when v_level = 'grouped' and n.level = 'customer' then 'subtotal' else n.level end, n.row_key,
    n.by_customer, n.customer_name, n.store_name, n.agent_id, n.agent_name, n.by_product, n.material_code, n.description, n.category1,
    case when n.level = 'never' then null else n.case_config end, n.cs, n.pcs, n.pieces, n.litres, n.free, n.gross, n.discount, n.gross - n.discount - n.net, n.net,
    round(n.net * 100 / nullif(n.whole, 0), 2), n.cost, n.margin, round(n.margin * 100 / nullif(n.net - n.vat, 0), 2),
    n.bookings, round(n.net / nullif(n.bookings, 0), 2), n.first_on, n.last_on, v_to - n.last_on,
    n.current_srp, n.current_srp_pieces, n.available, coalesce(m.quantities, '{}'), coalesce(m.amounts, '{}'),
    case when n.level = 'total' then (
      select coalesce(jsonb_agg(jsonb_build_object('key', to_char(m, 'YYYY-MM'), 'label', to_char(m, 'MM/YYYY')) order by m), '[]')
      from generate_series(date_trunc('month', v_from::timestamp), v_to::timestamp, interval '1 month') m) end,
    case when n.level = 'total' then case when v_for in ('grouped', 'product', 'all') then o.products end
      when v_level = 'customer' then (select r.products from ranges r where r.customer_id = n.by_customer) end,
    case when n.level = 'total' and v_for in ('grouped', 'customer', 'all') then o.customers end,
    case when n.level = 'total' and v_for in ('grouped', 'all') then o.customer_products end,
    case when n.level = 'total' then (select count(*) from unsold) end
  from page n
  left join counted o on n.level = 'total'
  left join monthly m on m.k = concat_ws('|', n.sums, n.by_customer, n.by_product)
  order by n.level <> 'total', case when ask.before is null then n.row_key end, n.row_key desc;
end $function$;

COMMENT ON FUNCTION "known"."exact_sales_months"(uuid) IS 'private.exact_sales_months on the tables as of private.known_at.';

COMMENT ON FUNCTION "known"."kept_months"(uuid, date, date, boolean) IS 'private.kept_months on the tables as of private.known_at.';

COMMENT ON FUNCTION "known"."product_month_cells"(uuid, date, date, date[], uuid[], date[], date[], date[], uuid[], uuid) IS 'private.product_month_cells on the tables as of private.known_at.';

COMMENT ON FUNCTION "known"."product_months"(uuid, date[], date[], uuid[], uuid) IS 'private.product_months on the tables as of private.known_at.';

COMMENT ON FUNCTION "private"."check_kept_months"(uuid[]) IS 'Returns the kept months whose sums by product are not those of the sales ledger.';

COMMENT ON FUNCTION "private"."exact_sales_months"(uuid) IS 'Returns the months, by their first days, of which every day up to the last kept one is kept and has not changed since.';

COMMENT ON FUNCTION "private"."keep_sales_months"(uuid, integer) IS 'Keeps the sales by product of so many months whose days are kept and have changed or become more, the newest first. Only private.keep_days calls it, with the lock of the closing.';

COMMENT ON FUNCTION "private"."kept_months"(uuid, date, date, boolean) IS 'Returns how kept months answer private.sales_cells: the months (of p_all bookings), the last kept day of each, and the days that are read from the ledger. days is null when they do not answer.';

COMMENT ON FUNCTION "private"."product_month_cells"(uuid, date, date, date[], uuid[], date[], date[], date[], uuid[], uuid) IS 'Returns private.product_months of a period, kept months from their sums and the other days from the ledger, and one row with visits: the bookings of the whole period. p_days, p_apart: see private.kept_sales. p_months, p_until, p_live: see private.kept_months. p_agents, p_customer: null = all.';

COMMENT ON FUNCTION "private"."product_months"(uuid, date[], date[], uuid[], uuid) IS 'Returns what the sales ledger says of some days by month (its first day) and product, as private.sales_cells counts it. bookings: without those that count in a part of the same month up to one of the days p_until. p_agents, p_customer: null = all.';

COMMENT ON FUNCTION "public"."report_sales_customerspecific"(uuid, jsonb) IS 'Report of sales by customer and product. p_filters: {customer_id (without: all together), agent_id (of the booking), manager_id, category1, category2, category3, product_id, basis: delivery (default) | added, from (default: the first day eleven months before), to (default today), level: product | grouped (products by customer, after several of one the customer: level subtotal) | customer | never (active products that these customers never bought up to then, net of what was taken back) | total, for (of total: the level whose rows are counted; without it all are but never), sort: name | net (highest first) | last (ordered longest ago first), not of grouped, limit, after or before (row_key; before answers backwards), with_total (true: the row of level total comes too, not of never)}. quantities and amounts: {YYYY-MM: pieces} and {YYYY-MM: net}, months of the period as the heads [{key, label}] of the total. gross, discount, returns, net, free, pieces, cs, pcs, litres, share, cost, margin, margin_percent: see report_sales. bookings, average (net of one) and products (how many, of a customer and in the total) of the period; first_order, last_order and days_since (to the end of the period): of a customer in all its history, of a product and in the total within the period. Errors: 42501, 22023.';

COMMENT ON TABLE "private"."kept_sales_months" IS 'Months, by their first days, whose sales by product are kept, up to last_day. They are exact while every one of these days is in private.exact_days and private.kept_sales_days. bookings: those of private.sales_customer_days.';

COMMENT ON TABLE "private"."sales_product_months" IS 'What private.product_months says of the kept days of a month, of all bookings: by month and product everything adds up by days but bookings, and of these each month has its own.';

REVOKE ALL ON FUNCTION "known"."exact_sales_months"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "known"."kept_months"(uuid, date, date, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "known"."product_month_cells"(uuid, date, date, date[], uuid[], date[], date[], date[], uuid[], uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "known"."product_months"(uuid, date[], date[], uuid[], uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_kept_months"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."exact_sales_months"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_sales_months"(uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."kept_months"(uuid, date, date, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."product_month_cells"(uuid, date, date, date[], uuid[], date[], date[], date[], uuid[], uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."product_months"(uuid, date[], date[], uuid[], uuid) FROM PUBLIC;

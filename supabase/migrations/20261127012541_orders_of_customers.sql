DROP FUNCTION "known"."order_days"(uuid, boolean, uuid, date);

DROP FUNCTION "private"."order_days"(uuid, boolean, uuid, date);

CREATE OR REPLACE FUNCTION known.order_days(p_project uuid, p_delivery boolean, p_customers uuid[], p_to date)
 RETURNS TABLE(customer_id uuid, first_on date, last_on date)
 LANGUAGE plpgsql
 STABLE ROWS 100
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
begin
  if cardinality(p_customers) = 0 then return; end if;
  if p_delivery then
    -- Read from both ends until a day comes of which something is left.
    return query
    select c.id, f.on_date, l.on_date
    from unnest(p_customers) c (id)
    cross join lateral (
      select e.on_date from known.sales_entries e where e.project_id = p_project and e.customer_id = c.id and e.kind = 'delivery' and e.on_date <= p_to
      group by e.on_date having sum(e.pieces) > 0 order by e.on_date limit 1) f
    cross join lateral (
      select e.on_date from known.sales_entries e where e.project_id = p_project and e.customer_id = c.id and e.kind = 'delivery' and e.on_date <= p_to
      group by e.on_date having sum(e.pieces) > 0 order by e.on_date desc limit 1) l;
  else
    return query
    select b.customer_id, min(b.date_added), max(b.date_added) from known.bookings b
    where b.project_id = p_project and b.customer_id = any (p_customers) and b.approval_status <> 'cancelled' and not b.is_opening and b.date_added <= p_to
    group by b.customer_id;
  end if;
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
  ), ranked as (
    select d.customer_id, d.last_on
    from known.order_days(p_project, v_delivery, array(select s.by_customer from summed s where v_level = 'customer' and v_sort = 'last' and s.sums = 0), v_to) d
  ), ranges as materialized (
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
      s.first_order as first_on, coalesce(r.last_on, s.last_order) as last_on,
      sum(s.net) filter (where s.sums = 3) over () as whole, count(*) filter (where s.level = 'product') over (partition by s.by_customer) as of_customer
    from summed s
    left join known.customers c on c.project_id = p_project and c.id = s.by_customer
    left join known.profiles a on a.user_id = c.agent_id
    left join ranked r on r.customer_id = s.by_customer
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
  ), orders as (
    -- First and last order come from the whole history, not only from the period.
    select d.* from known.order_days(p_project, v_delivery, array(select distinct p.by_customer from page p where p.by_customer is not null), v_to) d
  ), monthly as materialized (
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
    n.bookings, round(n.net / nullif(n.bookings, 0), 2), coalesce(d.first_on, n.first_on), coalesce(d.last_on, n.last_on), v_to - coalesce(d.last_on, n.last_on),
    n.current_srp, n.current_srp_pieces, n.available, coalesce(m.quantities, '{}'), coalesce(m.amounts, '{}'),
    case when n.level = 'total' then (
      select coalesce(jsonb_agg(jsonb_build_object('key', to_char(m, 'YYYY-MM'), 'label', to_char(m, 'MM/YYYY')) order by m), '[]')
      from generate_series(date_trunc('month', v_from::timestamp), v_to::timestamp, interval '1 month') m) end,
    case when n.level = 'total' then case when v_for in ('grouped', 'product', 'all') then o.products end
      when v_level = 'customer' then r.products end,
    case when n.level = 'total' and v_for in ('grouped', 'customer', 'all') then o.customers end,
    case when n.level = 'total' and v_for in ('grouped', 'all') then o.customer_products end,
    case when n.level = 'total' then (select count(*) from unsold) end
  from page n
  left join counted o on n.level = 'total'
  left join orders d on d.customer_id = n.by_customer
  left join ranges r on r.customer_id = n.by_customer
  left join monthly m on m.k = concat_ws('|', n.sums, n.by_customer, n.by_product)
  order by n.level <> 'total', case when ask.before is null then n.row_key end, n.row_key desc;
end $function$;

CREATE OR REPLACE FUNCTION private.order_days(p_project uuid, p_delivery boolean, p_customers uuid[], p_to date)
 RETURNS TABLE(customer_id uuid, first_on date, last_on date)
 LANGUAGE plpgsql
 STABLE ROWS 100
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
begin
  if cardinality(p_customers) = 0 then return; end if;
  if p_delivery then
    -- Read from both ends until a day comes of which something is left.
    return query
    select c.id, f.on_date, l.on_date
    from unnest(p_customers) c (id)
    cross join lateral (
      select e.on_date from public.sales_entries e where e.project_id = p_project and e.customer_id = c.id and e.kind = 'delivery' and e.on_date <= p_to
      group by e.on_date having sum(e.pieces) > 0 order by e.on_date limit 1) f
    cross join lateral (
      select e.on_date from public.sales_entries e where e.project_id = p_project and e.customer_id = c.id and e.kind = 'delivery' and e.on_date <= p_to
      group by e.on_date having sum(e.pieces) > 0 order by e.on_date desc limit 1) l;
  else
    return query
    select b.customer_id, min(b.date_added), max(b.date_added) from public.bookings b
    where b.project_id = p_project and b.customer_id = any (p_customers) and b.approval_status <> 'cancelled' and not b.is_opening and b.date_added <= p_to
    group by b.customer_id;
  end if;
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
  ), ranked as (
    select d.customer_id, d.last_on
    from private.order_days(p_project, v_delivery, array(select s.by_customer from summed s where v_level = 'customer' and v_sort = 'last' and s.sums = 0), v_to) d
  ), ranges as materialized (
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
      s.first_order as first_on, coalesce(r.last_on, s.last_order) as last_on,
      sum(s.net) filter (where s.sums = 3) over () as whole, count(*) filter (where s.level = 'product') over (partition by s.by_customer) as of_customer
    from summed s
    left join public.customers c on c.project_id = p_project and c.id = s.by_customer
    left join public.profiles a on a.user_id = c.agent_id
    left join ranked r on r.customer_id = s.by_customer
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
  ), orders as (
    -- First and last order come from the whole history, not only from the period.
    select d.* from private.order_days(p_project, v_delivery, array(select distinct p.by_customer from page p where p.by_customer is not null), v_to) d
  ), monthly as materialized (
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
    n.bookings, round(n.net / nullif(n.bookings, 0), 2), coalesce(d.first_on, n.first_on), coalesce(d.last_on, n.last_on), v_to - coalesce(d.last_on, n.last_on),
    n.current_srp, n.current_srp_pieces, n.available, coalesce(m.quantities, '{}'), coalesce(m.amounts, '{}'),
    case when n.level = 'total' then (
      select coalesce(jsonb_agg(jsonb_build_object('key', to_char(m, 'YYYY-MM'), 'label', to_char(m, 'MM/YYYY')) order by m), '[]')
      from generate_series(date_trunc('month', v_from::timestamp), v_to::timestamp, interval '1 month') m) end,
    case when n.level = 'total' then case when v_for in ('grouped', 'product', 'all') then o.products end
      when v_level = 'customer' then r.products end,
    case when n.level = 'total' and v_for in ('grouped', 'customer', 'all') then o.customers end,
    case when n.level = 'total' and v_for in ('grouped', 'all') then o.customer_products end,
    case when n.level = 'total' then (select count(*) from unsold) end
  from page n
  left join counted o on n.level = 'total'
  left join orders d on d.customer_id = n.by_customer
  left join ranges r on r.customer_id = n.by_customer
  left join monthly m on m.k = concat_ws('|', n.sums, n.by_customer, n.by_product)
  order by n.level <> 'total', case when ask.before is null then n.row_key end, n.row_key desc;
end $function$;

COMMENT ON FUNCTION "known"."order_days"(uuid, boolean, uuid[], date) IS 'private.order_days on the tables as of private.known_at.';

COMMENT ON FUNCTION "private"."order_days"(uuid, boolean, uuid[], date) IS 'Returns the first and the last day, up to p_to, on which each of the customers was delivered (p_delivery) or ordered. Runs with the caller''s rights.';

REVOKE ALL ON FUNCTION "known"."order_days"(uuid, boolean, uuid[], date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "known"."order_days"(uuid, boolean, uuid[], date) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."order_days"(uuid, boolean, uuid[], date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."order_days"(uuid, boolean, uuid[], date) TO "authenticated";

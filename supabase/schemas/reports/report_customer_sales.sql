-- Report of a customer's purchases: products by month, orders, and products never bought. One function for screen, Excel and print.

create or replace function private.order_days(p_project uuid, p_delivery boolean, p_customers uuid[], p_to date)
returns table (customer_id uuid, first_on date, last_on date)
language sql stable set search_path = '' rows 100 as $$
  -- Deliveries are read from both ends until a day comes of which something is left.
  select c.id, (
      select e.on_date from public.sales_entries e
      where e.project_id = p_project and e.customer_id = c.id and e.kind = 'delivery' and e.on_date <= p_to
      group by e.on_date having sum(e.pieces) > 0 order by e.on_date limit 1), (
      select e.on_date from public.sales_entries e
      where e.project_id = p_project and e.customer_id = c.id and e.kind = 'delivery' and e.on_date <= p_to
      group by e.on_date having sum(e.pieces) > 0 order by e.on_date desc limit 1)
  from unnest(p_customers) c (id) where p_delivery
  union all
  select b.customer_id, min(b.date_added), max(b.date_added) from public.bookings b
  where not p_delivery and b.project_id = p_project and b.customer_id = any (p_customers)
    and (b.approval_status <> 'cancelled' or b.opposite_on > p_to) and not b.is_opening and b.date_added <= p_to
  group by b.customer_id
$$;
comment on function private.order_days is
  'Returns the first and the last day, up to p_to, on which each of the customers was delivered (p_delivery) or ordered. Runs with the '
  'caller''s rights.';

create or replace function private.products_bought(p_project uuid, p_filters jsonb, p_from date, p_to date, p_customers uuid[])
returns table (customer_id uuid, products bigint)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare v_scope record := private.sales_scope(p_project, p_filters);
begin
  if not v_scope.allowed or cardinality(p_customers) = 0 then return; end if;
  return query
  select l.customer_id, count(distinct l.product_id)
  from private.lines_of(p_project, p_filters, v_scope.agents, p_from, p_to) l
  where l.customer_id = any (p_customers) and (l.pieces <> 0 or l.free = 0)
  group by l.customer_id;
end $$;
comment on function private.products_bought is
  'Returns how many products each of the customers bought or gave back in a period, free goods apart. Errors: 22023.';

create or replace function private.never_bought(p_project uuid, p_filters jsonb, p_to date) returns setof uuid
language plpgsql stable set search_path = '' as $$
declare
  ask record := private.report_filters(p_filters);
  v_delivery boolean := coalesce(p_filters ->> 'basis', 'delivery') = 'delivery';
begin
  -- The first line that was bought ends the search for a product.
  return query
  select g.product_id from private.report_products(p_project, p_filters) g
  where g.active and not exists (
    select from public.booking_lines l
    join public.bookings b on b.project_id = p_project and b.id = l.booking_id
    where l.project_id = p_project and l.product_id = g.product_id and l.free_of is null
      and (b.approval_status <> 'cancelled' or b.opposite_on > p_to)
      and (ask.agent_id is null or b.agent_id = ask.agent_id) and (ask.customer_id is null or b.customer_id = ask.customer_id)
      and (ask.manager_id is null or b.agent_id in (
        select m.user_id from public.memberships m where m.project_id = p_project and m.manager_id = ask.manager_id))
      and case when v_delivery then (
          select sum(e.pieces) > 0 from public.sales_entries e where e.project_id = p_project and e.line_id = l.id and e.on_date <= p_to)
        else b.date_added <= p_to and l.quantity - l.quantity_released > (
          select coalesce(sum(k.quantity), 0) from public.booking_credits k
          where k.project_id = p_project and k.line_id = l.id and k.kind = 'returned') end);
end $$;
comment on function private.never_bought is
  'Returns the active products of the filters that these customers never bought up to a day, net of what was taken back.';

create or replace function private.purchase_page(p_project uuid, p_filters jsonb, p_from date, p_to date, p_shown text, p_total boolean)
returns table (level text, row_key text, sums private.sales_months, whole numeric, quantities jsonb, amounts jsonb, counts jsonb)
language plpgsql stable set search_path = '' as $$
declare
  ask record := private.report_filters(p_filters);
  v_sort text := coalesce(p_filters ->> 'sort', 'name');
  v_part text := case p_shown when 'customer' then 'customer' when 'product' then 'product' else 'customer_product' end;
  v_rows boolean := coalesce(p_filters ->> 'level', '') <> 'total';
  v_delivery boolean := coalesce(p_filters ->> 'basis', 'delivery') = 'delivery';
begin
  return query
  with cells as materialized (
    select s.* from private.sales_sums(p_project, p_filters - 'cancelled', p_from, p_to, v_part, 'month') s
  ), summed as (
    select case when grouping(c.product_id) = 0 and v_part <> 'customer' then 'product' when grouping(c.customer_id) = 0 then 'customer'
        else 'total' end as level, grouping(c.customer_id, c.product_id) as depth, c.customer_id, c.product_id,
      row(p_project, null, null, null, c.customer_id, c.product_id, null, min(c.case_config), min(c.first_on), max(c.last_on), sum(c.lines),
        case when grouping(c.product_id) = 0 and v_part <> 'customer' then sum(c.bookings) else sum(c.visits) end, null, null,
        sum(c.cs), sum(c.pcs), sum(c.pieces), sum(c.millilitres), sum(c.free), sum(c.gross), sum(c.discount), sum(c.allowances),
        sum(c.net), sum(c.vat), sum(c.cost))::private.sales_months as sums
    from cells c group by grouping sets ((c.customer_id, c.product_id), (c.customer_id), ())
  ), ranked as (
    select d.customer_id, d.last_on
    from private.order_days(p_project, v_delivery, array(select s.customer_id from summed s where p_shown = 'customer' and v_sort = 'last'
      and s.depth = 0), p_to) d
  ), named as (
    select s.*, sum((s.sums).net) filter (where s.depth = 3) over () as whole, coalesce(r.last_on, (s.sums).last_on) as last_on,
      count(*) filter (where s.depth = 0) over (partition by s.customer_id) as of_customer, u.sort_key,
      concat_ws(E'\x1f', u.sort_key, s.customer_id) as customer_key, concat_ws(E'\x1f', g.sort_key, g.id) as product_key
    from summed s
    left join public.customers u on u.project_id = p_project and u.id = s.customer_id
    left join public.products g on g.project_id = p_project and g.id = s.product_id
    left join ranked r on r.customer_id = s.customer_id
  ), keyed as (
    -- The row key of a header has a 0 after the group's name and that of its rows a 1, so that the header comes first.
    select n.*, (case when n.depth = 3 then '' when p_shown = 'grouped' then
          n.customer_key || case n.depth when 0 then E'\x1f1\x1f' || n.product_key else E'\x1f0' end
        else case v_sort when 'net' then to_char(1e14 - coalesce((n.sums).net, 0), 'FM000000000000000.00')
            when 'last' then coalesce(n.last_on::text, '~') else '' end
          || concat_ws(E'\x1f', nullif(n.customer_key, ''), nullif(n.product_key, '')) end) collate "C" as row_key
    from named n
    where case n.depth when 3 then p_total when 0 then v_rows else v_rows and p_shown = 'grouped' end
  ), page as materialized (
    select k.* from keyed k
    where k.depth = 3 or private.on_page(k.row_key, ask.after, ask.before)
    order by k.depth <> 3, case when ask.before is null then k.row_key end, k.row_key desc limit ask.row_limit + p_total::int
  ), monthly as (
    select m.depth, m.customer_id, m.product_id, jsonb_object_agg(to_char(m.month, 'YYYY-MM'), m.pieces) as quantities,
      jsonb_object_agg(to_char(m.month, 'YYYY-MM'), m.net::text) as amounts
    from (
      select grouping(c.customer_id, c.product_id) as depth, c.customer_id, c.product_id, c.month,
        sum(case when p_filters ->> 'units' = 'cases' then c.pcs else c.pieces end)::bigint as pieces, sum(c.net) as net
      from cells c where c.month is not null
      group by c.month, grouping sets ((c.customer_id, c.product_id), (c.customer_id), ())) m
    group by m.depth, m.customer_id, m.product_id
  )
  select case when p.depth = 3 then 'total' when p.depth = 1 then 'subtotal' when p_shown = 'grouped' then 'product' else p_shown end,
    p.row_key, p.sums, p.whole, coalesce(m.quantities, '{}'), coalesce(m.amounts, '{}'),
    case when p.depth = 3 then (select jsonb_build_object('products', case when v_part <> 'customer' then count(distinct c.product_id) end,
      'customers', case when v_part <> 'product' then count(distinct c.customer_id) end,
      'customer_products', case when v_part = 'customer_product' then count(distinct (c.customer_id, c.product_id)) end) from cells c)
    when p_shown = 'grouped' then jsonb_build_object('customer_products', case when p.depth = 1 then p.of_customer end) end
  from page p
  left join monthly m on m.depth = p.depth and m.customer_id is not distinct from p.customer_id
    and m.product_id is not distinct from p.product_id
  order by p.depth <> 3, case when ask.before is null then p.row_key end, p.row_key desc;
end $$;
comment on function private.purchase_page is
  'Returns the rows of a page of report_sales_customerspecific by their keys with sums and months, and its total (p_total). Runs with the '
  'caller''s rights.';

create or replace function private.customer_pivot(p_project uuid, p_filters jsonb) returns text
language sql stable set search_path = '' as $$
  select private.sales_pivot(p_project, p_filters, 'report_sales_customerspecific', array[
      ['customer', 'l.customer_id', 'customer', '', 'No customer'], ['month', 'l.month', 'month', '', 'No month'],
      ['agent', 'l.agent_id', 'agent', '', 'No agent']],
    'select k.level, k.row_key, null::uuid, null, null, null::uuid, null, null::uuid, null, null, null, null::date, null::date, null::int,
      k.figures from pivot k')
$$;
comment on function private.customer_pivot is
  'Returns the statement of the pivot of report_sales_customerspecific (private.pivot_statement). Errors: 42501, 22023.';

create or replace function public.report_sales_customerspecific(p_project uuid, p_filters jsonb default '{}')
returns table (level text, row_key text, customer_id uuid, customer_name text, store_name text, agent_id uuid, agent_name text,
  product_id uuid, material_code text, product text, category text, first_order date, last_order date, days_since int, figures jsonb)
language plpgsql stable set search_path = '' as $$
declare
  v_level text := coalesce(p_filters ->> 'level', 'product');
  v_shown text := case when v_level = 'total' then coalesce(p_filters ->> 'for', 'all') else v_level end;
  v_delivery boolean := coalesce(p_filters ->> 'basis', 'delivery') = 'delivery';
  v_to date := coalesce(private.read_date(p_filters, 'to'), private.business_date(p_project));
  v_from date := coalesce(private.read_date(p_filters, 'from'), (date_trunc('month', v_to) - interval '11 months')::date);
  -- The total of these levels is summed with their rows.
  v_total boolean := v_level = 'total' or (v_level in ('product', 'grouped', 'customer') and private.read_boolean(p_filters, 'with_total'));
  v_sort text := coalesce(p_filters ->> 'sort', 'name');
  ask record := private.report_filters(private.fields_of(p_filters));
begin
  p_filters := private.fields_of(p_filters);
  if 'pivot' in (v_level, v_shown) then
    -- The period of a past moment ends on its day.
    if coalesce(p_filters ->> 'known_at', '') = '' then p_filters := p_filters || jsonb_build_object('from', v_from, 'to', v_to); end if;
    return query execute private.customer_pivot(p_project, p_filters) using p_project, p_filters;
    return;
  end if;
  if private.open_report(p_project, p_filters, 'reports.sales', v_level, '{product,grouped,customer,never,total}',
    v_sort, '{name,net,last}') then
    return query select k.* from known.report_sales_customerspecific(p_project, p_filters - 'known_at') k;
    return;
  end if;
  if v_level = 'never' then
    return query
    select v_level, k.row_key, null::uuid, null, null, null::uuid, null, k.id, k.material_code, k.description, k.category1,
      null::date, null::date, null::int, jsonb_build_object('current_srp', i.current_srp, 'current_srp_pieces', i.current_srp_pieces,
        'available', i.available, 'quantities', '{}'::jsonb, 'amounts', '{}'::jsonb)
    from (
      select g.id, g.material_code, g.description, (coalesce(c.categories, array[g.category1]))[1] as category1,
        (case v_sort when 'net' then '100000000000000.00' when 'last' then '~' else '' end
        || concat_ws(E'\x1f', g.sort_key, g.id)) collate "C" as row_key
      from private.never_bought(p_project, p_filters, v_to) n (id)
      join public.products g on g.project_id = p_project and g.id = n.id
      left join private.changed_categories c on c.project_id = p_project and c.product_id = n.id
        and v_to >= c.from_day and v_to < c.until_day) k
    left join public.inventory i on i.project_id = p_project and i.product_id = k.id
    where private.on_page(k.row_key, ask.after, ask.before)
    order by case when ask.before is null then k.row_key end, k.row_key desc limit ask.row_limit;
    return;
  end if;
  return query
  with page as materialized (
    select p.*, (p.sums).customer_id as of_customer, (p.sums).product_id as of_product, row_number() over () as place
    from private.purchase_page(p_project, p_filters, v_from, v_to, v_shown, v_total) p
  ), orders as (
    -- First and last order come from the whole history, not only from the period.
    select d.* from private.order_days(p_project, v_delivery,
      array(select distinct p.of_customer from page p where p.of_customer is not null), v_to) d
  ), ranges as (
    select b.* from private.products_bought(p_project, p_filters - 'cancelled', v_from, v_to,
      array(select p.of_customer from page p where v_level = 'customer' and p.of_customer is not null)) b
  )
  select p.level, p.row_key, p.of_customer, u.name, u.store_name, u.agent_id,
    case when u.id is not null then coalesce(a.display_name, 'Former agent') end, p.of_product, g.material_code, g.description,
    (coalesce(c.categories, array[g.category1]))[1],
    coalesce(d.first_on, (p.sums).first_on), coalesce(d.last_on, (p.sums).last_on), v_to - coalesce(d.last_on, (p.sums).last_on),
    private.sales_figures(to_jsonb(p.sums)) || jsonb_build_object('case_config', (p.sums).case_config,
      'share', round((p.sums).net * 100 / nullif(p.whole, 0), 2), 'quantities', p.quantities, 'amounts', p.amounts,
      'current_srp', i.current_srp, 'current_srp_pieces', i.current_srp_pieces, 'available', i.available, 'products', r.products)
    || coalesce(p.counts, '{}') || case when p.level <> 'total' then '{}' else jsonb_build_object('heads', (
        select coalesce(jsonb_agg(jsonb_build_object('key', to_char(m, 'YYYY-MM'), 'label', to_char(m, 'MM/YYYY')) order by m), '[]')
        from generate_series(date_trunc('month', v_from::timestamp), v_to::timestamp, interval '1 month') m),
      'never', (select count(*) from private.never_bought(p_project, p_filters, v_to) where v_shown = 'never')) end
  from page p
  left join public.customers u on u.project_id = p_project and u.id = p.of_customer
  left join public.profiles a on a.user_id = u.agent_id
  left join public.products g on g.project_id = p_project and g.id = p.of_product
  left join private.changed_categories c on c.project_id = p_project and c.product_id = p.of_product
    and v_to >= c.from_day and v_to < c.until_day
  left join public.inventory i on i.project_id = p_project and i.product_id = p.of_product
  left join orders d on d.customer_id = p.of_customer
  left join ranges r on r.customer_id = p.of_customer
  order by p.place;
end $$;
comment on function public.report_sales_customerspecific is
  'Report of sales by customer and product, page by page. Filters and figures: docs/report-filters.md. Errors: 42501, 22023.';

grant execute on function private.order_days, private.products_bought, private.never_bought, private.purchase_page,
  private.customer_pivot to authenticated;

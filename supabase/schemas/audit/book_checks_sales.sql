-- Integrity checks of the sums of the sales ledger that are kept for reports.

create or replace function private.check_kept_sales(p_projects uuid[])
returns table (check_key text, project_id uuid, kind text, id uuid, label text, stored text, expected text)
language sql stable security definer set search_path = '' set work_mem = '64MB' as $$
  with days as materialized (
    select x.project_id, x.on_date from private.exact_days x join private.kept_sales_days k on k.project_id = x.project_id and k.on_date = x.on_date
    where x.project_id = any (p_projects)
  ), entries as materialized (
    select e.*, exists (
      select from public.sales_entries x
      where x.project_id = e.project_id and x.booking_id = e.booking_id and (x.further or x.on_date <> e.on_date or x.kind <> 'delivery')) as is_apart
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
    select d.project_id, d.on_date, b.agent_id, 5, null, concat_ws(' / ', sum(d.lines), count(*), sum(d.on_date - b.date_added), sum(d.pieces), sum(d.cases), sum(d.litres)::numeric(18,3), sum(d.free), sum(d.amount)::numeric(18,2), sum(d.discount)::numeric(18,2))
    from (
      select e.project_id, e.on_date, e.booking_id, count(*) as lines, coalesce(sum(e.pieces) filter (where not e.free), 0) as pieces, coalesce(sum(e.pieces / e.case_config) filter (where not e.free), 0) as cases,
        coalesce(sum(round(e.pieces * g.liters_per_case / e.case_config, 3)) filter (where not e.free), 0) as litres, coalesce(sum(e.pieces) filter (where e.free), 0) as free, sum(e.amount) as amount, sum(e.discount) as discount
      from entries e join public.products g on g.project_id = e.project_id and g.id = e.product_id where not e.is_apart group by e.project_id, e.on_date, e.booking_id) d
    join public.bookings b on b.project_id = d.project_id and b.id = d.booking_id group by d.project_id, d.on_date, b.agent_id
    union all
    select e.project_id, e.on_date, null, 8, e.booking_id::text, 'apart' from entries e where e.is_apart group by e.project_id, e.on_date, e.booking_id
  ), kept as (
    select s.project_id, s.on_date, s.agent_id, s.kind, s.item, concat_ws(' / ', s.lines, s.bookings, s.cs, s.pieces, (s.millilitres * 0.001)::numeric(18,3), s.free, s.discount, s.net, s.vat, s.cost) as said
    from days d join private.sales_item_days s on s.project_id = d.project_id and s.on_date = d.on_date
    union all
    select s.project_id, s.on_date, s.agent_id, 4, s.customer_id::text, concat_ws(' / ', s.lines, s.bookings, s.items1, s.items2, s.items3, s.pieces, s.net, s.cost)
    from days d join private.sales_customer_days s on s.project_id = d.project_id and s.on_date = d.on_date
    union all
    select s.project_id, s.on_date, s.agent_id, 5, null, concat_ws(' / ', s.lines, s.deliveries, s.waited, s.pieces, s.cases, s.litres, s.free, s.amount, s.discount)
    from days d join private.delivery_day_sums s on s.project_id = d.project_id and s.on_date = d.on_date
    union all
    select s.project_id, s.on_date, null, 8, s.booking_id::text, 'apart'
    from days d join private.sales_apart_days s on s.project_id = d.project_id and s.on_date = d.on_date
  )
  select 'ledgers.kept_sales', coalesce(k.project_id, s.project_id), 'project', coalesce(k.project_id, s.project_id),
    format('Sales of %s', coalesce(k.on_date, s.on_date)), coalesce(k.said, '-'), coalesce(s.said, '-')
  from kept k
  full join summed s on s.project_id = k.project_id and s.on_date = k.on_date and coalesce(s.agent_id::text, '') = coalesce(k.agent_id::text, '') and s.kind = k.kind and coalesce(s.item, '') = coalesce(k.item, '')
  where k.said is distinct from s.said
$$;
comment on function private.check_kept_sales is 'Returns the kept days whose sums of sales are not those of the sales ledger.';

create or replace function private.check_kept_months(p_projects uuid[])
returns table (check_key text, project_id uuid, kind text, id uuid, label text, stored text, expected text)
language sql stable security definer set search_path = '' set work_mem = '64MB' as $$
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
$$;
comment on function private.check_kept_months is 'Returns the kept months whose sums are not those of the sales ledger, or of their kept days.';

-- Integrity checks of the sales ledger, and of the sums of sales of sealed months.

create or replace function private.check_sales_ledger(p_project uuid)
returns table (check_key text, id uuid, label text, stored jsonb, expected jsonb)
language sql stable set search_path = '' as $$
  with posted as not materialized (
    select e.* from public.sales_entries e where e.project_id = p_project
  ), moved as not materialized (
    select m.source_line as line_id, m.on_date, m.quantity, m.cost from public.stock_movements m
    where m.project_id = p_project and m.kind in ('issue', 'return_credit')
  ), sums as (
    select x.line_id, sum(x.posted) as posted, sum(x.posted_amount) as posted_amount, sum(x.posted_cost) as posted_cost,
      sum(x.pieces) as pieces, sum(x.amount) as amount, sum(x.cost) as cost
    from (
      select e.line_id, e.pieces as posted, e.amount as posted_amount, e.cost as posted_cost, 0 as pieces, 0.00 as amount, 0.00 as cost
      from posted e
      union all
      select l.id, 0, 0, 0, l.quantity_delivered, l.delivered, 0 from private.checked_lines l where l.project_id = p_project
      union all
      -- Goods that came back, and allowances on the price
      select k.line_id, 0, 0, 0, -coalesce(k.quantity, 0), -k.amount, 0 from public.booking_credits k
      where k.project_id = p_project and k.kind <> 'released' and k.line_id is not null
      union all
      select l.line_id, 0, 0, 0, 0, l.amount, 0 from public.memo_lines l
      join public.memos m on m.project_id = p_project and m.id = l.memo_id and m.kind = 'debit' and m.status = 'approved'
      where l.project_id = p_project
      union all
      select m.line_id, 0, 0, 0, 0, 0, -m.cost from moved m) x
    group by x.line_id
  ), found as (
    select 'ledgers.sales' as check_key, s.line_id, null::date as on_date,
      jsonb_build_array(s.posted, s.posted_amount, s.posted_cost) as stored, jsonb_build_array(s.pieces, s.amount, s.cost) as expected
    from sums s
    union all
    -- Gross less discount is net, of each delivery; free goods are marked as such.
    select 'ledgers.discounts', l.id, null, jsonb_build_array(coalesce(e.gross, 0), e.free),
      jsonb_build_array(l.gross, l.free_of is not null)
    from (select e.line_id, sum(e.amount + e.discount) filter (where e.kind = 'delivery') as gross, bool_or(e.free) as free
      from posted e group by e.line_id) e
    join private.checked_lines l on l.project_id = p_project and l.id = e.line_id
    union all
    -- Pieces that left the stock on a day were sold on that day.
    select 'ledgers.sales_days', x.line_id, x.on_date, jsonb_build_array(sum(x.pieces)), '[0]'
    from (select e.line_id, e.on_date, e.pieces from posted e union all select m.line_id, m.on_date, m.quantity from moved m) x
    group by x.line_id, x.on_date
  )
  select f.check_key, l.booking_id, concat_ws(' on ', '%s line ' || l.line_no, f.on_date), f.stored, f.expected
  from found f join public.booking_lines l on l.project_id = p_project and l.id = f.line_id
  where f.stored is distinct from f.expected
$$;
comment on function private.check_sales_ledger is 'Returns the violations of the checks of the sales ledger.';

create or replace function private.check_sealed_sales(p_project uuid)
returns table (check_key text, id uuid, label text, stored jsonb, expected jsonb)
language sql stable set search_path = '' as $$
  with months as materialized (
    select m.month from private.sealed_months m
    where m.project_id = p_project
      and not exists (select from private.opened_months o where o.project_id = p_project and o.month = m.month)
  ), lines as (
    -- One for each line and day, without those that cancel out.
    select m.month, e.on_date, e.booking_id, e.agent_id, e.customer_id, e.product_id,
      (array_agg(e.category1 order by e.id desc))[1] as category1, (array_agg(e.category2 order by e.id desc))[1] as category2,
      (array_agg(e.category3 order by e.id desc))[1] as category3, min(e.case_config) as case_config,
      coalesce(sum(e.pieces) filter (where not e.free), 0) as pieces, coalesce(sum(e.pieces) filter (where e.free), 0) as free,
      coalesce(sum(e.pieces) filter (where e.kind = 'delivery' and not e.free), 0) > 0 as sold,
      coalesce(sum(e.amount + e.discount) filter (where e.kind in ('delivery', 'undercharge')), 0) as gross,
      sum(e.discount) as discount, coalesce(-sum(e.amount) filter (where e.kind = 'allowance'), 0) as allowances,
      sum(e.amount) as net, sum(e.vat_amount) as vat, sum(e.cost) as cost
    from months m
    join public.sales_entries e on e.project_id = p_project and e.on_date >= m.month and e.on_date < m.month + interval '1 month'
    group by m.month, e.on_date, e.booking_id, e.agent_id, e.customer_id, e.product_id, e.line_id
    having sum(e.pieces) <> 0 or sum(e.amount) <> 0 or sum(e.pieces) filter (where e.kind = 'delivery') <> 0
  ), parts as (
    select l.*, p.*, round(l.pieces * g.liters_per_case / g.case_config, 3) as litres
    from lines l
    join public.products g on g.project_id = p_project and g.id = l.product_id
    cross join lateral (values ('category1', concat(l.agent_id, '/', l.category1)), ('category2', concat(l.agent_id, '/', l.category2)),
      ('category3', concat(l.agent_id, '/', l.category3)), ('customer', concat(l.agent_id, '/', l.customer_id)),
      ('product', concat(l.product_id))) p (part, of)
  ), summed as (
    select p.month, p.part, p.of, jsonb_build_array(count(*), count(distinct p.booking_id) filter (where p.sold),
      count(distinct (p.booking_id, p.product_id)) filter (where p.sold), min(p.on_date) filter (where p.sold),
      max(p.on_date) filter (where p.sold), sum(p.pieces / p.case_config)::bigint, sum(p.pieces),
      sum(p.litres), sum(p.free), sum(p.gross), sum(p.discount), sum(p.allowances), sum(p.net), sum(p.vat), sum(p.cost)) as said
    from parts p group by p.month, p.part, p.of
    union all
    select p.month, p.part, 'visits',
      jsonb_build_array(count(distinct (case when p.part <> 'product' then p.agent_id end, p.booking_id)))
    from parts p where p.sold group by p.month, p.part
  ), sealed as (
    select s.month, s.part, case s.part when 'product' then concat(s.product_id)
        when 'customer' then concat(s.agent_id, '/', s.customer_id) else concat(s.agent_id, '/', s.item) end as of,
      jsonb_build_array(s.lines, s.bookings, s.skus, s.first_on, s.last_on, s.cs, s.pieces, s.millilitres * 0.001, s.free, s.gross,
        s.discount, s.allowances, s.net, s.vat, s.cost) as said
    from months m join private.sales_months s on s.project_id = p_project and s.month = m.month
    union all
    select s.month, s.part, 'visits', jsonb_build_array(sum(s.visits))
    from months m join private.sales_months s on s.project_id = p_project and s.month = m.month
    group by s.month, s.part having sum(s.visits) <> 0
  )
  select 'ledgers.sealed_sales', p_project, to_char(month, '"Sales of" YYYY-MM'), k.said, s.said
  from sealed k full join summed s using (month, part, of)
  where k.said is distinct from s.said
$$;
comment on function private.check_sealed_sales is 'Returns the sealed months whose sums of sales are not those of the sales ledger.';

create or replace function private.check_categories_of_days(p_project uuid)
returns table (check_key text, id uuid, label text, stored jsonb, expected jsonb)
language sql stable security definer set search_path = '' as $$
  select 'ledgers.categories', e.product_id, '%s on ' || e.on_date, to_jsonb(array_replace(e.categories, null, '-')),
    to_jsonb(array_replace(c.categories, null, '-'))
  from (
    select s.product_id, s.on_date, array[s.category1, s.category2, s.category3] as categories
    from public.sales_entries s where s.project_id = p_project
    group by 1, 2, 3 having sum(s.pieces) <> 0 or sum(s.amount) <> 0 or sum(s.cost) <> 0) e
  cross join lateral (select private.categories_on(p_project, e.product_id, e.on_date) as categories) c
  where e.categories is distinct from c.categories
  union all
  select 'ledgers.categories', g.id, '%s', to_jsonb(array_replace(array[g.category1, g.category2, g.category3], null, '-')),
    to_jsonb(array_replace(c.categories, null, '-'))
  from public.products g
  cross join lateral (select k.categories from public.category_changes k
    where k.project_id = p_project and k.product_id = g.id order by k.id desc limit 1) c
  where g.project_id = p_project and array[g.category1, g.category2, g.category3] is distinct from c.categories
$$;
comment on function private.check_categories_of_days is
  'Returns the products whose sales of a day are not in the categories that the product had on that day, and those whose own categories '
  'are not the last that were kept of their days.';

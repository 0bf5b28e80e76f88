-- Integrity check of the sums of sales of sealed months.

create or replace function private.check_sealed_sales(p_projects uuid[])
returns table (check_key text, project_id uuid, kind text, id uuid, label text, stored text, expected text)
language sql stable security definer set search_path = '' as $$
  with months as materialized (
    select m.project_id, m.month from private.sealed_months m
    where m.project_id = any (p_projects)
      and not exists (select from private.opened_months o where o.project_id = m.project_id and o.month = m.month)
  ), lines as (
    -- One for each line and day, without those that cancel out.
    select e.project_id, m.month, e.on_date, e.booking_id, e.agent_id, e.customer_id, e.product_id, max(e.category1) as category1,
      max(e.category2) as category2, max(e.category3) as category3, min(e.case_config) as case_config,
      coalesce(sum(e.pieces) filter (where not e.free), 0) as pieces, coalesce(sum(e.pieces) filter (where e.free), 0) as free,
      coalesce(sum(e.pieces) filter (where e.kind = 'delivery' and not e.free), 0) > 0 as sold,
      coalesce(sum(e.amount + e.discount) filter (where e.kind in ('delivery', 'undercharge')), 0) as gross,
      sum(e.discount) as discount, sum(e.amount) as net, sum(e.vat_amount) as vat, sum(e.cost) as cost
    from months m
    join public.sales_entries e on e.project_id = m.project_id
      and e.on_date >= m.month and e.on_date < m.month + interval '1 month'
    group by e.project_id, m.month, e.on_date, e.booking_id, e.agent_id, e.customer_id, e.product_id, e.line_id
    having sum(e.pieces) <> 0 or sum(e.amount) <> 0 or sum(e.pieces) filter (where e.kind = 'delivery') <> 0
  ), parts as (
    select l.*, p.*, round(l.pieces * g.liters_per_case / g.case_config, 3) as litres
    from lines l
    join public.products g on g.project_id = l.project_id and g.id = l.product_id
    cross join lateral (values ('category1', concat(l.agent_id, '/', l.category1)), ('category2', concat(l.agent_id, '/', l.category2)),
      ('category3', concat(l.agent_id, '/', l.category3)), ('customer', concat(l.agent_id, '/', l.customer_id)),
      ('product', concat(l.product_id))) p (part, of)
  ), summed as (
    select p.project_id, p.month, p.part, p.of, concat_ws(' / ', count(*), count(distinct p.booking_id) filter (where p.sold),
      min(p.on_date) filter (where p.sold), max(p.on_date) filter (where p.sold), sum(p.pieces / p.case_config)::bigint, sum(p.pieces),
      sum(p.litres)::numeric(18,3), sum(p.free), sum(p.gross)::numeric(18,2), sum(p.discount)::numeric(18,2), sum(p.net)::numeric(18,2),
      sum(p.vat)::numeric(18,2), sum(p.cost)::numeric(18,2)) as said
    from parts p group by p.project_id, p.month, p.part, p.of
    union all
    select p.project_id, p.month, p.part, 'visits', count(distinct (case when p.part <> 'product' then p.agent_id end, p.booking_id))::text
    from parts p where p.sold group by p.project_id, p.month, p.part
  ), sealed as (
    select s.project_id, s.month, s.part, case s.part when 'product' then concat(s.product_id)
        when 'customer' then concat(s.agent_id, '/', s.customer_id) else concat(s.agent_id, '/', s.item) end as of,
      concat_ws(' / ', s.lines, s.bookings, s.first_on, s.last_on, s.cs, s.pieces, (s.millilitres * 0.001)::numeric(18,3), s.free,
        s.gross, s.discount, s.net, s.vat, s.cost) as said
    from months m join private.sales_months s on s.project_id = m.project_id and s.month = m.month
    union all
    select s.project_id, s.month, s.part, 'visits', sum(s.visits)::text
    from months m join private.sales_months s on s.project_id = m.project_id and s.month = m.month
    group by s.project_id, s.month, s.part having sum(s.visits) <> 0
  )
  select 'ledgers.sealed_sales', coalesce(k.project_id, s.project_id), 'project', coalesce(k.project_id, s.project_id),
    format('Sales of %s', to_char(coalesce(k.month, s.month), 'YYYY-MM')), coalesce(k.said, '-'), coalesce(s.said, '-')
  from sealed k
  full join summed s on s.project_id = k.project_id and s.month = k.month and s.part = k.part and s.of = k.of
  where k.said is distinct from s.said
$$;
comment on function private.check_sealed_sales is 'Returns the sealed months whose sums of sales are not those of the sales ledger.';

-- Creates bookings and their lines over three years that end today. Old ones are delivered and mostly paid; of the last
-- days some are pending, validated or invoiced. Every tenth booking duplicates the one before: same day, same customer,
-- same stages, and paid by the same receipt.

create unlogged table bench.orders as
with drawn as (
  select t.p, t.id as project_id, n, m, t.customers, t.agents, t.first_day + (m::bigint * (t.last_day - t.first_day) / t.bookings)::int as day, t.last_day as today,
    t.p * 10000000::bigint + m as seed
  from bench.tenants t cross join generate_series(1, t.bookings) n
  cross join lateral (select n - (n % 10 = 0)::int as m) duplicate
), fated as (
  select d.*, d.today - d.day as age, bench.pick(d.seed, 2, 1000) as fate, 1 + bench.pick(d.seed, 3, d.customers) as customer from drawn d
), staged as (
  select f.*, case
      when f.fate < 20 then 'cancelled'
      when f.age = 0 then case when f.fate < 500 then 'pending' else 'validated' end
      when f.age < 3 then case when f.fate < 300 then 'pending' when f.fate < 700 then 'validated' when f.fate < 900 then 'invoiced' else 'delivered' end
      when f.age < 7 then case when f.fate < 120 then 'validated' when f.fate < 320 then 'invoiced' when f.fate < 350 then 'unbilled' else 'delivered' end
      else 'delivered' end as state
  from fated f
), dated as (
  select s.*,
    case when s.state in ('invoiced', 'delivered') then least(s.today, s.day + bench.pick(s.seed, 4, 3)) end as invoiced_on,
    case when s.state in ('delivered', 'unbilled') then least(s.today, s.day + 1 + bench.pick(s.seed, 5, 4)) end as delivered_on
  from staged s
)
select d.p, d.project_id, d.n, d.m, d.customer, 1 + d.customer % d.agents as agent, d.day, d.today, d.seed, d.state, d.invoiced_on, d.delivered_on,
  bench.day_id(d.day, d.p, d.n) as id,
  d.state in ('validated', 'invoiced', 'delivered', 'unbilled') as approved, d.n % 20 = 5 or d.n % 50 = 12 as twice,
  case when d.state = 'delivered' and d.fate >= 40 and d.delivered_on + p.delay <= d.today then d.delivered_on + p.delay end as paid_on,
  row_number() over (partition by d.p, d.invoiced_on is null order by d.n) as invoice
from dated d cross join lateral (select 5 + bench.pick(d.seed, 6, 60) as delay) p;

insert into public.booking_lines (project_id, id, booking_id, line_no, product_id, case_config, quantity, quantity_delivered, quantity_released, vat_percent, agent_srp)
select o.project_id, bench.id(format('line %s.%s', o.id, l)), o.id, l, g.id, g.case_config, q.quantity,
  case when o.delivered_on is not null then q.quantity - q.released else 0 end, q.released, 12, round(g.srp * (95 + bench.pick(w.seed, 9, 11)) / 100, 2)
from bench.orders o
join bench.tenants t on t.p = o.p
cross join lateral generate_series(1, 3 + o.n % 5) l
cross join lateral (select (o.p * 10000000::bigint + o.n) * 10 + l as seed) w
join bench.products g on g.p = o.p and g.k = 1 + bench.pick(w.seed, 7, t.products)
-- A few deliveries lack one piece, which is released.
cross join lateral (select 2 + bench.pick(w.seed, 8, 46) as quantity, (l = 1 and o.n % 50 = 3 and o.delivered_on is not null)::int as released) q;

insert into public.booking_credits (project_id, booking_id, line_id, kind, quantity, amount, on_date)
select o.project_id, o.id, l.id, 'released', l.quantity_released, l.quantity_released * l.agent_srp, o.delivered_on
from bench.orders o join public.booking_lines l on l.project_id = o.project_id and l.booking_id = o.id and l.quantity_released > 0
where o.n % 50 = 3;

create unlogged table bench.totals as
select l.project_id, l.booking_id, sum(l.amount) as total, sum(l.quantity_released * l.agent_srp) as credited
from public.booking_lines l group by l.project_id, l.booking_id;

-- Creates bookings and their lines over three years that end today. Old ones are delivered and mostly paid; of the last
-- days some are pending, validated or invoiced. Every tenth booking duplicates the one before: same day, same customer,
-- same stages, and paid by the same receipt.
-- Of the others some take a turn: goods come back (2.5 %) or all of them do (0.5 %), an allowance is given (1 %), a part is
-- delivered on a second day (3 %), the day of a delivery is corrected (1 %), the invoice is cancelled before the delivery
-- (0.5 %), or a credit memo is cancelled (0.3 %).

create unlogged table bench.orders as
with drawn as (
  select t.p, t.id as project_id, n, m, t.customers, t.agents,
    t.first_day + (m::bigint * (t.last_day - t.first_day) / t.bookings)::int as day, t.last_day as today, t.p * 10000000::bigint + m as seed
  from bench.tenants t cross join generate_series(1, t.bookings) n
  cross join lateral (select n - (n % 10 = 0)::int as m) duplicate
), fated as (
  select d.*, d.today - d.day as age, bench.pick(d.seed, 2, 1000) as fate, 1 + bench.pick(d.seed, 3, d.customers) as customer,
    case when d.n % 10 in (0, 9) then 999 else bench.pick(d.seed, 12, 800) end as turn, 1 + bench.pick(d.seed, 13, 4) as lag
  from drawn d
), staged as (
  select f.*, case
      when f.fate < 20 then 'cancelled'
      when f.age = 0 then case when f.fate < 500 then 'pending' else 'validated' end
      when f.age < 3 then case when f.fate < 300 then 'pending' when f.fate < 700 then 'validated' when f.fate < 900 then 'invoiced'
        else 'delivered' end
      when f.age < 7 then case when f.fate < 120 then 'validated' when f.fate < 320 then 'invoiced' when f.fate < 350 then 'unbilled'
        else 'delivered' end
      else 'delivered' end as drawn_state
  from fated f
), dated as (
  select s.*,
    case when s.drawn_state in ('invoiced', 'delivered') then least(s.today, s.day + bench.pick(s.seed, 4, 3)) end as invoiced_on,
    case when s.drawn_state in ('delivered', 'unbilled') then least(s.today, s.day + 1 + bench.pick(s.seed, 5, 4)) end as left_on
  from staged s
), turned as (
  select d.*, case
      when d.drawn_state <> 'delivered' then null
      when d.turn between 80 and 84 then case when d.invoiced_on + d.lag <= d.today then 'voided' end
      when d.left_on + d.lag >= d.today then null
      when d.turn < 25 then 'returned' when d.turn < 30 then 'all returned' when d.turn < 40 then 'allowance'
      when d.turn < 70 then 'second' when d.turn < 80 then 'corrected' when d.turn between 85 and 87 then 'memo cancelled' end as turned
  from dated d
), gone as (
  select t.*, case t.turned when 'voided' then 'voided' else t.drawn_state end as state,
    case when t.turned = 'voided' then t.invoiced_on else t.left_on end + t.lag as turned_on,
    case when t.turned is distinct from 'voided' then t.left_on end as first_on,
    -- The day on which the last pieces left
    case t.turned when 'voided' then null when 'second' then t.left_on + t.lag else t.left_on end as delivered_on
  from turned t
)
select g.p, g.project_id, g.n, g.m, g.customer, 1 + g.customer % g.agents as agent, g.day, g.today, g.seed, g.state, g.invoiced_on,
  g.first_on, g.delivered_on, g.turned, g.turned_on, bench.day_id(g.day, g.p, g.n) as id,
  g.state in ('validated', 'invoiced', 'delivered', 'unbilled') as approved, g.n % 20 = 5 or g.n % 50 = 12 as twice,
  case when g.state = 'delivered' and g.turned is distinct from 'all returned' and g.fate >= 40 and g.delivered_on + p.delay <= g.today
    then g.delivered_on + p.delay end as paid_on,
  row_number() over (partition by g.p, g.invoiced_on is null order by g.n) as invoice
from gone g cross join lateral (select 5 + bench.pick(g.seed, 6, 60) as delay) p;

insert into public.booking_lines (project_id, id, booking_id, line_no, product_id, case_config, quantity, quantity_delivered, quantity_released,
  vat_percent, agent_srp)
select o.project_id, bench.id(format('line %s.%s', o.id, l)), o.id, l, g.id, g.case_config, q.quantity,
  case when o.delivered_on is not null then q.quantity - q.released else 0 end, q.released, 12, round(g.srp * (95 + bench.pick(w.seed, 9, 11)) / 100, 2)
from bench.orders o
join bench.tenants t on t.p = o.p
cross join lateral generate_series(1, 3 + o.n % 5) l
cross join lateral (select (o.p * 10000000::bigint + o.n) * 10 + l as seed) w
join bench.products g on g.p = o.p and g.k = 1 + bench.pick(w.seed, 7, t.products)
-- A few deliveries lack one piece, which is released.
cross join lateral (
  select 2 + bench.pick(w.seed, 8, 46) as quantity, (l = 1 and o.n % 50 = 3 and o.delivered_on is not null)::int as released) q;

-- Pieces as they left: a second delivery brings half of every other line, and a corrected day is an opposite row and a new one.
create unlogged table bench.issues as
with parts as (
  select o.p, o.project_id, o.id as booking_id, l.id as line_id, l.line_no, l.product_id, l.case_config, l.agent_srp, o.turned, o.first_on, o.turned_on,
    x.part, case x.part when 2 then o.delivered_on when 1 then case when o.turned = 'corrected' then greatest(o.day, o.first_on - 3) else o.first_on end end as on_date,
    case when o.turned = 'second' and l.line_no % 2 = 0
      then case x.part when 1 then l.quantity_delivered / 2 else l.quantity_delivered - l.quantity_delivered / 2 end
      else case x.part when 1 then l.quantity_delivered else 0 end end as pieces
  from bench.orders o
  join public.booking_lines l on l.project_id = o.project_id and l.booking_id = o.id and l.quantity_delivered > 0
  cross join lateral generate_series(1, case when o.turned = 'second' then 2 else 1 end) x (part)
  where o.delivered_on is not null
), taxed as (
  -- The VAT of the lines of a booking adds up to that of its invoice.
  select i.*, i.pieces * i.agent_srp as amount, sum(i.pieces * i.agent_srp) over (partition by i.booking_id order by i.part, i.line_no) as so_far
  from parts i where i.pieces > 0
)
select i.p, i.project_id, i.booking_id, i.line_id, i.product_id, i.case_config, s.sign * i.pieces as pieces, s.sign * i.amount as amount,
  s.sign * (private.vat_in(i.so_far, 12) - private.vat_in(i.so_far - i.amount, 12)) as vat_amount, s.sign * i.pieces * g.cost as cost,
  s.on_date, s.posted_on + time '09:00' as posted_at, s.step
from taxed i
join bench.products g on g.project_id = i.project_id and g.id = i.product_id
cross join lateral (
  select 1 as sign, i.on_date, i.on_date as posted_on, i.part as step
  union all
  select c.sign, c.on_date, i.turned_on, c.step
  from (values (-1, i.on_date, 2), (1, i.first_on, 3)) c (sign, on_date, step)
  where i.turned = 'corrected') s;

-- Lines of credit memos: pieces that came back, or 5 % off the price. The opposite of a cancelled memo is a row of its own.
create unlogged table bench.credits as
with lines as (
  select o.p, o.project_id, o.n, o.id as booking_id, o.turned, o.turned_on, l.id as line_id, l.line_no, l.product_id, l.agent_srp,
    case o.turned when 'allowance' then 0 when 'all returned' then l.quantity_delivered
      else 1 + bench.pick(o.seed, 14, l.quantity_delivered) end as pieces,
    round(l.quantity_delivered * l.agent_srp * 0.05, 2) as allowed
  from bench.orders o
  join public.booking_lines l on l.project_id = o.project_id and l.booking_id = o.id
  where o.turned in ('returned', 'all returned', 'allowance', 'memo cancelled') and (l.line_no = 2 or o.turned = 'all returned')
), priced as (
  select l.*, bench.day_id(l.turned_on, l.p, l.n) as memo_id, case l.turned when 'allowance' then l.allowed else l.pieces * l.agent_srp end as amount from lines l
), taxed as (
  select c.*, sum(c.amount) over (partition by c.booking_id order by c.line_no) as so_far from priced c
)
select c.p, c.project_id, c.n, c.booking_id, c.memo_id, c.turned, c.line_id, c.line_no, c.product_id, s.sign, c.turned_on + (s.sign < 0)::int as on_date,
  s.sign * c.pieces as pieces, s.sign * c.amount as amount,
  s.sign * (private.vat_in(c.so_far, 12) - private.vat_in(c.so_far - c.amount, 12)) as vat_amount, s.sign * c.pieces * g.cost as cost
from taxed c
join bench.products g on g.project_id = c.project_id and g.id = c.product_id
join (values (1), (-1)) s (sign) on s.sign > 0 or c.turned = 'memo cancelled';

insert into public.booking_credits (project_id, booking_id, line_id, kind, quantity, amount, on_date)
select o.project_id, o.id, l.id, 'released', l.quantity_released, l.quantity_released * l.agent_srp, o.delivered_on
from bench.orders o join public.booking_lines l on l.project_id = o.project_id and l.booking_id = o.id and l.quantity_released > 0
where o.n % 50 = 3;
insert into public.booking_credits (project_id, booking_id, line_id, kind, quantity, amount, vat_amount, on_date, memo_id, created_at)
select c.project_id, c.booking_id, c.line_id, case c.turned when 'allowance' then 'credit_memo' else 'returned' end, c.pieces, c.amount, c.vat_amount,
  c.on_date, c.memo_id, c.on_date + time '10:00'
from bench.credits c order by c.on_date, c.line_no;

create unlogged table bench.totals as
select l.project_id, l.booking_id, l.total, coalesce(k.credited, 0) as credited, k.credited_on
from (select l.project_id, l.booking_id, sum(l.amount) as total from public.booking_lines l group by 1, 2) l
left join (
  select k.project_id, k.booking_id, sum(k.amount) as credited, max(k.on_date) as credited_on from public.booking_credits k group by 1, 2) k
  on k.project_id = l.project_id and k.booking_id = l.booking_id;

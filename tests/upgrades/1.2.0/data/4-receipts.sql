-- Creates one receipt per booking, or per booking and its duplicate; a few in two parts, a few only half.
-- Cheques are deposited the day after, with the cash of the day before, and clear three days later.

create unlogged table bench.receipts as
with parts as (
  select o.p, o.project_id, o.m, part, o.customer, o.agent, o.today, o.seed, o.paid_on + (part - 1) * 10 as on_date
  from bench.orders o cross join lateral generate_series(1, case when o.twice then 2 else 1 end) part
  where o.paid_on is not null and o.n = o.m and o.paid_on + (part - 1) * 10 <= o.today
)
select s.*, row_number() over (partition by s.p order by s.on_date, s.m, s.part) as cr,
  s.on_date < s.today or s.m % 2 = 0 as approved,
  (array['cash', 'cash', 'cash', 'cheque', 'bank_transfer', 'cash', 'cheque', 'cash'])[1 + bench.pick(s.seed + s.part, 10, 8)] as type
from parts s;

create unlogged table bench.paid as
select r.*, bench.day_id(r.on_date, r.p, r.cr) as id, o.id as booking_id, 'SO-' || lpad(o.n::text, 6, '0') as so_no,
  case when o.twice then case r.part when 1 then w.half else w.due - w.half end when o.n % 33 = 7 then w.half else w.due end as amount,
  case when r.type = 'cheque' and r.on_date + 4 <= r.today then r.on_date + 4 end as cleared_on
from bench.receipts r
join bench.orders o on o.p = r.p and o.m = r.m
join bench.totals b on b.project_id = o.project_id and b.booking_id = o.id
cross join lateral (select b.total - b.credited as due, round((b.total - b.credited) / 2, 2) as half) w;

insert into public.collections (project_id, id, receipt_id, customer_id, agent_id, collection_type, amount, cr_no, cr_date, date_collected, time_collected,
  approval_status, cheque_bank, cheque_no, cheque_date, cheque_state, cheque_cleared_on, bank_id, approved_by, approved_at, created_by, created_at, modified_at, version)
select r.project_id, r.id, r.id, bench.id(format('customer %s.%s', r.p, r.customer)), bench.id(format('agent-%s@p%s.bench.test', r.agent, r.p)), r.type, sum(r.amount),
  'CR-' || lpad(r.cr::text, 6, '0'), r.on_date, r.on_date, time '08:00' + make_interval(secs => r.cr % 32400), case when r.approved then 'approved' else 'pending' end,
  case when r.type = 'cheque' then 'Bank ' || 1 + r.customer % 7 end, case when r.type = 'cheque' then lpad(r.cr::text, 8, '0') end,
  case when r.type = 'cheque' then r.on_date end,
  case when r.type <> 'cheque' then null when r.cleared_on is not null then 'cleared' when r.on_date < r.today then 'deposited' else 'on_hand' end,
  r.cleared_on, case when r.type = 'bank_transfer' then bench.id(format('bank %s.1', r.p)) end,
  case when r.approved then f.id end, case when r.approved then r.on_date + time '09:00' end, f.id, r.on_date + time '08:00', r.on_date + time '09:00', 2
from bench.paid r join bench.people f on f.p = r.p and f.role = 'finance admin'
group by r.project_id, r.p, r.id, r.customer, r.agent, r.type, r.cr, r.on_date, r.today, r.approved, r.cleared_on, f.id
order by r.p, r.cr;

insert into public.collection_allocations (project_id, collection_id, booking_id, so_no, amount, effective_on, created_at, created_by)
select r.project_id, r.id, r.booking_id, r.so_no, r.amount, r.on_date, r.on_date + time '08:00', f.id
from bench.paid r join bench.people f on f.p = r.p and f.role = 'finance admin' order by r.p, r.cr;

insert into public.deposit_slips (project_id, id, bank_id, slip_no, deposited_on, created_by, created_at)
select r.project_id, bench.day_id(r.on_date + 1, r.p, 1), bench.id(format('bank %s.1', r.p)), 'DS-' || to_char(r.on_date + 1, 'YYYYMMDD'),
  r.on_date + 1, min(f.id::text)::uuid, r.on_date + 1 + time '15:00'
from bench.paid r join bench.people f on f.p = r.p and f.role = 'finance admin'
where r.type in ('cash', 'cheque') and r.on_date < r.today group by r.project_id, r.p, r.on_date;

insert into public.cash_deposits (project_id, id, slip_id, amount, on_date)
select r.project_id, bench.day_id(r.on_date + 1, r.p, 2), bench.day_id(r.on_date + 1, r.p, 1), sum(r.amount), r.on_date + 1
from bench.paid r where r.type = 'cash' and r.on_date < r.today group by r.project_id, r.p, r.on_date;

insert into public.cheque_events (project_id, collection_id, event, on_date, slip_id)
select c.project_id, c.id, 'deposited', c.date_collected + 1, bench.day_id(c.date_collected + 1, t.p, 1)
from public.collections c join bench.tenants t on t.id = c.project_id where c.cheque_state in ('deposited', 'cleared')
order by c.date_collected;
insert into public.cheque_events (project_id, collection_id, event, on_date)
select c.project_id, c.id, 'cleared', c.cheque_cleared_on from public.collections c where c.cheque_state = 'cleared' order by c.cheque_cleared_on;

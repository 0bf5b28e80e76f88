-- Creates one voucher of two lines per twenty bookings; those of the last days are pending.

create unlogged table bench.vouchers as
select t.p, t.id as project_id, n, bench.day_id(d.day, t.p, n) as id, d.day, a.amount, 1 + n % 40 as payee, 1 + n % 12 as center, n % 2 = 0 as cash,
  case when t.last_day - d.day > 5 then 'released' when n % 2 = 0 then 'printed' else 'pending' end as status, e.id as writer
from bench.tenants t cross join generate_series(1, t.vouchers) n
cross join lateral (select t.first_day + (n::bigint * (t.last_day - t.first_day) / t.vouchers)::int as day) d
cross join lateral (select (10000 + bench.pick(t.p * 10000000::bigint + n, 11, 3000000)) / 100.0 as amount) a
join bench.people e on e.p = t.p and e.role = 'expenses and disbursements';

insert into public.vouchers (project_id, id, voucher_no, payee_id, pay_to, pay_to_account_no, general_description, category, classification, mode_of_payment, bank_id,
  total, status, date_added, date_printed, copies, date_released, released_by, releaser_name, releaser_designation, who_released, released_at, created_by, created_at)
select v.project_id, v.id, v.n, bench.id(format('payee %s.%s', v.p, v.payee)), 'Payee ' || v.payee, 'A-' || v.payee, 'Bill ' || v.n,
  (array['Rent', 'Fuel', 'Salaries'])[1 + v.n % 3], (array['Fixed', 'Variable'])[1 + v.n % 2], case when v.cash then 'cash' else 'bank_transfer' end,
  case when not v.cash then bench.id(format('bank %s.2', v.p)) end, v.amount * 2, v.status, v.day,
  case when v.status <> 'pending' then v.day end, (v.status <> 'pending')::int, r.day, r.releaser, r.name, r.designation, r.who, r.day + time '16:00', v.writer, v.day + time '08:00'
from bench.vouchers v
left join lateral (select v.day, bench.id(format('releaser %s', v.p)) as releaser, 'Rosa Reyes' as name, 'Cashier' as designation, v.writer as who) r on v.status = 'released';
insert into public.voucher_lines (project_id, id, voucher_id, line_no, description, cost_center_id, amount)
select v.project_id, bench.id(format('voucher line %s.%s', v.id, l)), v.id, l, 'Item ' || l, bench.id(format('cost center %s.%s', v.p, v.center)), v.amount
from bench.vouchers v cross join generate_series(1, 2) l;

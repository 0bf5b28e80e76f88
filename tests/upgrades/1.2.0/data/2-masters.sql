-- Creates products and payees. Customers and stock follow when their orders are known.

create unlogged table bench.products as
select t.p, k, t.id as project_id, bench.id(format('product %s.%s', t.p, k)) as id, s.srp, round(s.srp * 0.8, 2) as cost,
  (array[6, 12, 24])[1 + k % 3] as case_config
from bench.tenants t cross join generate_series(1, t.products) k
cross join lateral (select (1000 + bench.pick(t.p * 1000000::bigint + k, 1, 49000)) / 100.0 as srp) s;

insert into public.products (project_id, id, description, supplier, material_code, category1, category2, category3, unit_of_measure,
  case_config, liters_per_case, def_cost, def_srp, reorder_level, created_at)
select b.project_id, b.id, format('%s %s %s', (array['Soap', 'Vinegar', 'Soy Sauce', 'Coffee', 'Noodles', 'Sardines', 'Milk', 'Rice'])[1 + b.k % 8],
    (array['Classic', 'Family', 'Extra', 'Light', 'Gold', 'Fresh'])[1 + b.k % 6], lpad(b.k::text, 4, '0')),
  'Supplier ' || 1 + b.k % 12, 'M-' || lpad(b.k::text, 5, '0'), 'Group ' || 1 + b.k % 8, 'Brand ' || 1 + b.k % 20,
  (array['Dry', 'Chilled', 'Frozen'])[1 + b.k % 3], 'pc', b.case_config, b.case_config * 0.75, b.cost, b.srp,
  case when b.k % 4 = 0 then 1000 end, t.first_day
from bench.products b join bench.tenants t on t.p = b.p;

insert into public.banks (project_id, id, bank, account_no)
select t.id, bench.id(format('bank %s.%s', t.p, k)), (array['Metro Bank', 'Island Bank'])[k], format('00%s-%s', k, lpad(t.p::text, 6, '0'))
from bench.tenants t cross join generate_series(1, 2) k;
insert into public.payees (project_id, id, fname, account_no)
select t.id, bench.id(format('payee %s.%s', t.p, k)), 'Payee ' || k, 'A-' || k from bench.tenants t cross join generate_series(1, 40) k;
insert into public.releasers (project_id, id, fname, lname, designation)
select t.id, bench.id(format('releaser %s', t.p)), 'Rosa', 'Reyes', 'Cashier' from bench.tenants t;
insert into public.cost_centers (project_id, id, cost_center, account_number, monthly_budget)
select t.id, bench.id(format('cost center %s.%s', t.p, k)), 'Cost center ' || k, '6' || lpad(k::text, 3, '0'), case when k <= 6 then 500000 end
from bench.tenants t cross join generate_series(1, 12) k;

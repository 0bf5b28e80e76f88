-- Sums of past days of the sales ledger that are kept beside it, for reports that ask for agents, customers and categories.
-- See docs/decisions/0056 and accounting/kept_days.sql.

create table private.kept_sales_days (
  project_id uuid not null,
  on_date date not null,
  primary key (project_id, on_date)
);
select private.bound_columns('private.kept_sales_days');
comment on table private.kept_sales_days is
  'Days of which the sums of the sales ledger are kept. They are exact while private.exact_days has the day too.';

create table private.sales_items (
  project_id uuid not null,
  kind int not null,
  item text,
  place int not null,
  constraint sales_items_key unique nulls not distinct (project_id, kind, item)
);
select private.bound_columns('private.sales_items');
comment on table private.sales_items is
  'Places of the categories that were ever sold, from 0, for each kind (category1, category2, category3): the bits of private.sales_customer_days. A place never changes.';

create table private.sales_item_days (
  project_id uuid not null,
  kind int not null,
  on_date date not null,
  agent_id uuid not null,
  item text,
  lines bigint not null,
  paid bigint not null,
  bookings bigint not null,
  cs bigint not null,
  pcs bigint not null,
  pieces bigint not null,
  millilitres bigint not null,
  free bigint not null,
  discount numeric(18,2) not null,
  net numeric(18,2) not null,
  vat numeric(18,2) not null,
  cost numeric(18,2) not null,
  constraint sales_item_days_key unique nulls not distinct (project_id, kind, on_date, agent_id, item)
);
select private.bound_columns('private.sales_item_days');
comment on table private.sales_item_days is
  'What private.sales_cells says of the bookings of a kept day by agent and category of a kind (1 to 3), without those of private.sales_apart_days.';

create table private.sales_customer_days (
  project_id uuid not null,
  on_date date not null,
  agent_id uuid not null,
  customer_id uuid not null,
  lines bigint not null,
  paid bigint not null,
  skus bigint not null,
  bookings bigint not null,
  cs bigint not null,
  pcs bigint not null,
  pieces bigint not null,
  millilitres bigint not null,
  free bigint not null,
  discount numeric(18,2) not null,
  net numeric(18,2) not null,
  vat numeric(18,2) not null,
  cost numeric(18,2) not null,
  items1 bigint not null,
  items2 bigint not null,
  items3 bigint not null,
  primary key (project_id, on_date, agent_id, customer_id)
);
select private.bound_columns('private.sales_customer_days');
comment on table private.sales_customer_days is
  'What private.sales_cells says of the bookings of a kept day by agent and customer, without those of private.sales_apart_days. skus: the products of each booking added up. items1 to items3: the categories that were bought, by their places in private.sales_items; a place above 62 has no bit.';

create table private.sales_apart_days (
  project_id uuid not null,
  on_date date not null,
  booking_id uuid not null,
  primary key (project_id, on_date, booking_id)
);
select private.bound_columns('private.sales_apart_days');
comment on table private.sales_apart_days is
  'Bookings of a kept day that are in none of its sums and are read from the ledger: those with something else than one delivery of each line on one day, so that what they count depends on the period.';

create table private.kept_sales_months (
  project_id uuid not null,
  month date not null,
  last_day date not null,
  bookings bigint not null,
  primary key (project_id, month)
);
select private.bound_columns('private.kept_sales_months');
comment on table private.kept_sales_months is
  'Months, by their first days, whose sums of sales are kept, up to last_day. They are exact while every one of these days is in private.exact_days and private.kept_sales_days. bookings: those of private.sales_customer_days.';

create table private.sales_product_months (
  project_id uuid not null,
  month date not null,
  product_id uuid not null,
  case_config int not null,
  first_on date,
  last_on date,
  lines bigint not null,
  paid bigint not null,
  bookings bigint not null,
  cs bigint not null,
  pcs bigint not null,
  pieces bigint not null,
  litres numeric(18,3) not null,
  free bigint not null,
  gross numeric(18,2) not null,
  discount numeric(18,2) not null,
  net numeric(18,2) not null,
  vat numeric(18,2) not null,
  cost numeric(18,2) not null,
  primary key (project_id, month, product_id)
);
select private.bound_columns('private.sales_product_months');
comment on table private.sales_product_months is
  'What private.product_months says of the kept days of a month, of all bookings: by month and product everything adds up by days but bookings, and of these each month has its own.';

create table private.sales_item_months (
  project_id uuid not null,
  kind int not null,
  month date not null,
  agent_id uuid not null,
  item text,
  first_on date,
  last_on date,
  lines bigint not null,
  paid bigint not null,
  bookings bigint not null,
  cs bigint not null,
  pcs bigint not null,
  pieces bigint not null,
  millilitres bigint not null,
  free bigint not null,
  discount numeric(18,2) not null,
  net numeric(18,2) not null,
  vat numeric(18,2) not null,
  cost numeric(18,2) not null,
  constraint sales_item_months_key unique nulls not distinct (project_id, kind, month, agent_id, item)
);
select private.bound_columns('private.sales_item_months');
comment on table private.sales_item_months is 'Sums of private.sales_item_days by month. first_on, last_on: the days with something paid.';

create table private.sales_customer_months (
  project_id uuid not null,
  month date not null,
  agent_id uuid not null,
  customer_id uuid not null,
  first_on date,
  last_on date,
  lines bigint not null,
  paid bigint not null,
  skus bigint not null,
  bookings bigint not null,
  cs bigint not null,
  pcs bigint not null,
  pieces bigint not null,
  millilitres bigint not null,
  free bigint not null,
  discount numeric(18,2) not null,
  net numeric(18,2) not null,
  vat numeric(18,2) not null,
  cost numeric(18,2) not null,
  items1 bigint not null,
  items2 bigint not null,
  items3 bigint not null,
  primary key (project_id, month, agent_id, customer_id)
);
select private.bound_columns('private.sales_customer_months');
comment on table private.sales_customer_months is 'Sums of private.sales_customer_days by month. first_on, last_on: the days with something paid.';

create table private.delivery_day_sums (
  project_id uuid not null,
  on_date date not null,
  agent_id uuid not null,
  lines bigint not null,
  deliveries bigint not null,
  waited bigint not null,
  pieces bigint not null,
  cases bigint not null,
  loose bigint not null,
  litres numeric(18,3) not null,
  free bigint not null,
  amount numeric(18,2) not null,
  discount numeric(18,2) not null,
  primary key (project_id, on_date, agent_id)
);
select private.bound_columns('private.delivery_day_sums');
comment on table private.delivery_day_sums is
  'What private.kept_delivery_total says of the bookings of a kept day by agent, without those of private.sales_apart_days. waited: days from the bookings to their deliveries.';

create or replace function private.note_booking_days() returns trigger
language plpgsql security definer set search_path = '' as $$
declare v record;
begin
  for v in
    select e.project_id, array_agg(distinct e.on_date) as days
    from (select distinct p.project_id, p.booking_id from posted p) p
    join public.sales_entries e on e.project_id = p.project_id and e.booking_id = p.booking_id
    where (e.project_id, e.on_date) not in (select n.project_id, n.on_date from posted n)
    group by e.project_id order by e.project_id
  loop
    perform private.note_changed_days(v.project_id, v.days);
  end loop;
  return null;
end $$;
comment on function private.note_booking_days is
  'Trigger of the sales ledger: a booking that gets a further entry is no longer in the sums of its other days.';
create trigger note_other_days after insert on public.sales_entries referencing new table as posted
  for each statement execute function private.note_booking_days();

create or replace function private.note_added_day() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.note_changed_days(old.project_id, array(
    select distinct e.on_date from public.sales_entries e where e.project_id = old.project_id and e.booking_id = old.id));
  return null;
end $$;
comment on function private.note_added_day is 'Trigger of bookings: reports say how long a booking waited for its deliveries.';
create trigger note_days after update of date_added on public.bookings for each row
  when (new.date_added is distinct from old.date_added and old.approval_status like 'approved%') execute function private.note_added_day();

create or replace function private.note_changed_goods() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v record;
  v_days date[];
begin
  for v in
    select n.project_id, array_agg(n.id) as products from before o join after n on n.project_id = o.project_id and n.id = o.id
    where (n.category1, n.category2, n.category3, n.liters_per_case, n.case_config) is distinct from (o.category1, o.category2, o.category3, o.liters_per_case, o.case_config)
    group by n.project_id order by n.project_id
  loop
    -- Keeping takes this lock alone.
    perform private.lock_closing(v.project_id);
    v_days := array(select distinct e.on_date from public.sales_entries e where e.project_id = v.project_id and e.product_id = any (v.products));
    if current_setting('transaction_isolation') = 'read committed' then
      delete from private.kept_sales_days k where k.project_id = v.project_id and k.on_date = any (v_days);
    else
      -- A transaction that reads an older moment does not see which days are kept by now.
      perform private.note_changed_days(v.project_id, v_days);
    end if;
  end loop;
  return null;
end $$;
comment on function private.note_changed_goods is
  'Trigger of products: reports go by the categories and litres of today, so the days on which such a product was sold are no longer kept.';
create trigger note_goods after update on public.products referencing old table as before new table as after
  for each statement execute function private.note_changed_goods();

create or replace function private.keep_sales(p_project uuid, p_days date[]) returns void
language plpgsql security definer set search_path = '' set work_mem = '64MB' set plan_cache_mode = force_custom_plan as $$
begin
  delete from private.sales_item_days s where s.project_id = p_project and s.on_date = any (p_days);
  delete from private.sales_customer_days s where s.project_id = p_project and s.on_date = any (p_days);
  delete from private.sales_apart_days s where s.project_id = p_project and s.on_date = any (p_days);
  delete from private.delivery_day_sums s where s.project_id = p_project and s.on_date = any (p_days);
  delete from private.kept_sales_months m where m.project_id = p_project and m.month in (select date_trunc('month', u.on_date::timestamp) from unnest(p_days) u (on_date));

  insert into private.sales_apart_days (project_id, on_date, booking_id)
  select distinct e.project_id, e.on_date, e.booking_id
  from public.sales_entries e join public.sales_entries x on x.project_id = p_project and x.booking_id = e.booking_id
  where e.project_id = p_project and e.on_date = any (p_days)
    and (x.on_date <> e.on_date or x.further or x.kind <> 'delivery' or x.pieces <= 0 or (x.free and (x.amount <> 0 or x.discount <> 0 or x.vat_amount <> 0)));

  insert into private.sales_items (project_id, kind, item, place)
  select p_project, n.kind, n.item, coalesce((select max(i.place) + 1 from private.sales_items i where i.project_id = p_project and i.kind = n.kind), 0)
    + row_number() over (partition by n.kind order by n.item) - 1
  from (
    select distinct k.kind, k.item
    from public.products g cross join lateral (values (1::int, g.category1), (2, g.category2), (3, g.category3)) k (kind, item)
    where g.project_id = p_project) n
  where not exists (select from private.sales_items i where i.project_id = p_project and i.kind = n.kind and i.item is not distinct from n.item);

  insert into private.sales_item_days (project_id, kind, on_date, agent_id, item, lines, paid, bookings, cs, pcs, pieces, millilitres, free, discount, net, vat, cost)
  select p_project, k.kind, l.on_date, l.agent_id, k.item, count(*), count(*) filter (where l.paid), count(distinct l.booking_id) filter (where l.paid),
    sum(l.cs), sum(l.pcs), sum(l.pieces), sum(l.millilitres), sum(l.free), sum(l.discount), sum(l.net), sum(l.vat), sum(l.cost)
  from private.simple_sales(p_project, p_days) l
  join public.products g on g.project_id = p_project and g.id = l.product_id
  cross join lateral (values (1::int, g.category1), (2, g.category2), (3, g.category3)) k (kind, item)
  group by k.kind, l.on_date, l.agent_id, k.item;

  insert into private.sales_customer_days (project_id, on_date, agent_id, customer_id, lines, paid, skus, bookings, cs, pcs, pieces, millilitres, free, discount, net, vat, cost, items1, items2, items3)
  select p_project, l.on_date, l.agent_id, l.customer_id, count(*), count(*) filter (where l.paid), count(distinct (l.booking_id, l.product_id)) filter (where l.paid),
    count(distinct l.booking_id) filter (where l.paid),
    sum(l.cs), sum(l.pcs), sum(l.pieces), sum(l.millilitres), sum(l.free), sum(l.discount), sum(l.net), sum(l.vat), sum(l.cost),
    coalesce(bit_or(g.items1) filter (where l.paid), 0), coalesce(bit_or(g.items2) filter (where l.paid), 0), coalesce(bit_or(g.items3) filter (where l.paid), 0)
  from private.simple_sales(p_project, p_days) l
  join (
    select g.id, bit_or(i.bit) filter (where i.kind = 1) as items1, bit_or(i.bit) filter (where i.kind = 2) as items2, bit_or(i.bit) filter (where i.kind = 3) as items3
    from public.products g
    cross join lateral (values (1::int, g.category1), (2, g.category2), (3, g.category3)) k (kind, item)
    join (select i.kind, i.item, case when i.place < 63 then 1::bigint << i.place else 0 end as bit from private.sales_items i where i.project_id = p_project) i
      on i.kind = k.kind and i.item is not distinct from k.item
    where g.project_id = p_project group by g.id) g on g.id = l.product_id
  group by l.on_date, l.agent_id, l.customer_id;

  insert into private.delivery_day_sums (project_id, on_date, agent_id, lines, deliveries, waited, pieces, cases, loose, litres, free, amount, discount)
  select p_project, e.on_date, e.agent_id, sum(e.lines), count(*), sum(e.on_date - b.date_added), sum(e.pieces), sum(e.cases), sum(e.loose), sum(e.millilitres) * 0.001, sum(e.free), sum(e.amount), sum(e.discount)
  from (
    select e.on_date, e.booking_id, e.agent_id, count(*) as lines, coalesce(sum(e.pieces) filter (where not e.free), 0) as pieces, coalesce(sum(e.pieces / e.case_config) filter (where not e.free), 0) as cases,
      coalesce(sum(e.pieces % e.case_config) filter (where not e.free), 0) as loose, coalesce(sum(e.pieces) filter (where e.free), 0) as free, sum(e.amount) as amount, sum(e.discount) as discount,
      -- The litres of a delivery go by the case size of the booking.
      coalesce(sum((e.pieces * (g.liters_per_case * 2000)::bigint + e.case_config) / (2 * e.case_config)) filter (where not e.free), 0) as millilitres
    from public.sales_entries e join public.products g on g.project_id = p_project and g.id = e.product_id
    where e.project_id = p_project and e.on_date = any (p_days)
      and not exists (select from private.sales_apart_days a where a.project_id = p_project and a.on_date = e.on_date and a.booking_id = e.booking_id)
    group by e.on_date, e.booking_id, e.agent_id) e
  join public.bookings b on b.project_id = p_project and b.id = e.booking_id
  group by e.on_date, e.agent_id;

  insert into private.kept_sales_days (project_id, on_date) select p_project, u.on_date from unnest(p_days) u (on_date) on conflict do nothing;
end $$;
comment on function private.keep_sales is 'Keeps the sums of the sales ledger of these days. Only private.keep_days calls it, with the lock of the closing.';

create or replace function private.simple_sales(p_project uuid, p_days date[])
returns table (on_date date, booking_id uuid, product_id uuid, customer_id uuid, agent_id uuid, paid boolean,
  cs int, pcs int, pieces int, millilitres bigint, free int, discount numeric, net numeric, vat numeric, cost numeric)
language sql stable security definer set search_path = '' as $$
  select e.on_date, e.booking_id, e.product_id, e.customer_id, e.agent_id, not e.free,
    case when e.free then 0 else e.pieces / e.case_config end, case when e.free then 0 else e.pieces % e.case_config end, case when e.free then 0 else e.pieces end,
    case when e.free then 0 else (e.pieces * (g.liters_per_case * 2000)::bigint + g.case_config) / (2 * g.case_config) end, case when e.free then e.pieces else 0 end,
    e.discount, e.amount, e.vat_amount, e.cost
  from public.sales_entries e
  join public.products g on g.project_id = p_project and g.id = e.product_id
  where e.project_id = p_project and e.on_date = any (p_days)
    and not exists (select from private.sales_apart_days a where a.project_id = p_project and a.on_date = e.on_date and a.booking_id = e.booking_id)
$$;
comment on function private.simple_sales is
  'Returns the lines of the sales ledger of some days of the bookings that are not apart (private.sales_apart_days), as private.sales_cells counts them.';

create or replace function private.exact_sales_months(p_project uuid) returns table (month date, last_day date)
language sql stable security definer set search_path = '' as $$
  select date_trunc('month', x.on_date::timestamp)::date, max(x.on_date)
  from private.exact_days x join private.kept_sales_days k on k.project_id = x.project_id and k.on_date = x.on_date
  where x.project_id = p_project
  group by 1 having count(*) = extract(day from max(x.on_date))
$$;
comment on function private.exact_sales_months is 'Returns the months, by their first days, of which every day up to the last kept one is kept and has not changed since.';

create or replace function private.keep_sales_months(p_project uuid, p_months int) returns void
language plpgsql security definer set search_path = '' set work_mem = '64MB' set plan_cache_mode = force_custom_plan as $$
declare
  v_months date[] := array(
    select m.month from private.exact_sales_months(p_project) m
    where not exists (select from private.kept_sales_months k where k.project_id = p_project and k.month = m.month and k.last_day = m.last_day)
    order by 1 desc limit p_months);
begin
  if v_months = '{}' then return; end if;
  delete from private.kept_sales_months k where k.project_id = p_project and k.month = any (v_months);
  delete from private.sales_product_months s where s.project_id = p_project and s.month = any (v_months);
  insert into private.kept_sales_months (project_id, month, last_day, bookings)
  select p_project, m.month, m.last_day,
    (select coalesce(sum(c.bookings), 0) from private.sales_customer_days c where c.project_id = p_project and c.on_date between m.month and m.last_day)
  from private.exact_sales_months(p_project) m where m.month = any (v_months);
  insert into private.sales_product_months (project_id, month, product_id, case_config, first_on, last_on, lines, paid, bookings, cs, pcs, pieces, litres, free, gross, discount, net, vat, cost)
  select p_project, m.month, m.product_id, m.case_config, m.first_on, m.last_on, m.lines, m.paid, m.bookings, m.cs, m.pcs, m.pieces, m.litres, m.free, m.gross, m.discount, m.net, m.vat, m.cost
  from private.product_months(p_project, array(
    select d::date from private.kept_sales_months k cross join generate_series(k.month, k.last_day, interval '1 day') d
    where k.project_id = p_project and k.month = any (v_months)), '{}', null, null) m;

  delete from private.sales_item_months s where s.project_id = p_project and s.month = any (v_months);
  insert into private.sales_item_months (project_id, kind, month, agent_id, item, first_on, last_on, lines, paid, bookings, cs, pcs, pieces, millilitres, free, discount, net, vat, cost)
  select p_project, n.kind, k.month, d.agent_id, d.item, min(d.on_date) filter (where d.paid > 0), max(d.on_date) filter (where d.paid > 0), sum(d.lines), sum(d.paid), sum(d.bookings),
    sum(d.cs), sum(d.pcs), sum(d.pieces), sum(d.millilitres), sum(d.free), sum(d.discount), sum(d.net), sum(d.vat), sum(d.cost)
  from private.kept_sales_months k cross join generate_series(1, 3) n (kind)
  join private.sales_item_days d on d.project_id = p_project and d.kind = n.kind and d.on_date between k.month and k.last_day
  where k.project_id = p_project and k.month = any (v_months) group by n.kind, k.month, d.agent_id, d.item;

  delete from private.sales_customer_months s where s.project_id = p_project and s.month = any (v_months);
  insert into private.sales_customer_months (project_id, month, agent_id, customer_id, first_on, last_on, lines, paid, skus, bookings, cs, pcs, pieces, millilitres, free, discount, net, vat, cost, items1, items2, items3)
  select p_project, k.month, d.agent_id, d.customer_id, min(d.on_date) filter (where d.paid > 0), max(d.on_date) filter (where d.paid > 0), sum(d.lines), sum(d.paid), sum(d.skus), sum(d.bookings),
    sum(d.cs), sum(d.pcs), sum(d.pieces), sum(d.millilitres), sum(d.free), sum(d.discount), sum(d.net), sum(d.vat), sum(d.cost), bit_or(d.items1), bit_or(d.items2), bit_or(d.items3)
  from private.kept_sales_months k
  join private.sales_customer_days d on d.project_id = p_project and d.on_date between k.month and k.last_day
  where k.project_id = p_project and k.month = any (v_months) group by k.month, d.agent_id, d.customer_id;
end $$;
comment on function private.keep_sales_months is
  'Keeps the sums of sales of so many months whose days are kept and have changed or become more, the newest first. Only private.keep_days calls it, with the lock of the closing.';

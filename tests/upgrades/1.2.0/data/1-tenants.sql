-- Creates fifty companies of different size, their users, and accounts to sign in with.
-- Half of all rows are the first company's. The second has the same at every scale: other companies must not slow it.

create schema bench;

create function bench.pick(p_n bigint, p_salt int, p_below int) returns int
language sql immutable as $$
  select ((hashint8extended(p_n, p_salt * 1000003::bigint + :seed) % p_below + p_below) % p_below)::int
$$;
comment on function bench.pick is 'A number from 0 to p_below - 1 that looks thrown and is the same in every run of a seed.';

create function bench.id(p_name text) returns uuid
language sql immutable as $$
  select (substr(h, 1, 12) || '4' || substr(h, 14, 3) || '8' || substr(h, 18))::uuid from md5(p_name || ':seed') h
$$;
create function bench.day_id(p_day date, p_tenant int, p_n bigint) returns uuid
language sql immutable as $$
  select (lpad(to_hex((p_day - date '1970-01-01') * 86400000::bigint), 12, '0') || '7' || lpad(to_hex(p_tenant), 3, '0')
    || '8' || lpad(to_hex(p_n), 15, '0'))::uuid
$$;
comment on function bench.day_id is 'An id that sorts by day and number, as those of private.new_id sort by entry.';

create unlogged table bench.tenants as
select t as p, bench.id('project ' || t) as id, n.bookings,
  greatest(20, n.bookings / 100) as customers, greatest(20, n.bookings / 200) as products, greatest(2, n.bookings / 5000) as agents,
  n.bookings / 20 as vouchers, :today::date - 1096 as first_day, :today::date as last_day
from generate_series(1, 50) t
cross join lateral (select case t when 1 then 100000 * :scale when 2 then 1000
  else greatest(20, (100000 * :scale - 1000) / 3.0 / t) end::int as bookings) n;

create unlogged table bench.people as
with roles (role, slug) as (values ('Owner', 'owner'), ('ASE', 'ase'), ('Collector', 'collector'), ('Manager', 'manager'),
  ('finance admin', 'finance-admin'), ('sales admin', 'sales-admin'), ('invoice admin', 'invoice-admin'), ('warehouse', 'warehouse'),
  ('expenses and disbursements', 'expenses-and-disbursements'), ('special access 1', 'special-access-1'))
select t.p, r.role, null::int as agent, format('%s@p%s.bench.test', r.slug, t.p) as email from bench.tenants t cross join roles r
union all
select t.p, 'Agent', a, format('agent-%s@p%s.bench.test', a, t.p) from bench.tenants t cross join generate_series(1, t.agents) a
union all
select t.p, 'General Manager', null, 'general-manager@bench.test' from bench.tenants t
union all
select null, 'administrator', null, 'admin@bench.test';
alter table bench.people add column id uuid;
update bench.people set id = bench.id(email);

insert into public.projects (id, name, booking_count, voucher_count, product_categories1, product_categories2, product_categories3)
select t.id, format('Company %s', lpad(t.p::text, 2, '0')), t.bookings, t.vouchers + 1,
  array(select 'Group ' || k from generate_series(1, 8) k), array(select 'Brand ' || k from generate_series(1, 20) k), array['Dry', 'Chilled', 'Frozen']
from bench.tenants t;

insert into auth.users (id, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
select distinct p.id, p.email, ':hash', now(), '{"provider": "email", "providers": ["email"]}'::jsonb,
  jsonb_build_object('sub', p.id, 'email', p.email, 'email_verified', true, 'phone_verified', false)
from bench.people p;
insert into auth.identities (id, provider, provider_id, user_id, identity_data, last_sign_in_at)
select u.id, 'email', u.id::text, u.id, u.raw_user_meta_data, now() from auth.users u;

insert into public.profiles (user_id, email, display_name)
select distinct p.id, p.email, initcap(translate(split_part(p.email, '@', 1), '-', ' ')) || coalesce(' of ' || case when p.role <> 'General Manager' then p.p end, '')
from bench.people p;
insert into private.platform_admin (user_id) select id from bench.people where role = 'administrator';
insert into public.memberships (project_id, user_id, role, manager_id)
select t.id, p.id, p.role, case when p.role = 'Agent' then bench.id(format('manager@p%s.bench.test', t.p)) end
from bench.people p join bench.tenants t on t.p = p.p;

insert into public.agent_targets (project_id, agent_id, from_month, sales, collections)
select t.id, p.id, date_trunc('month', t.first_day)::date, 1500000, 1400000
from bench.people p join bench.tenants t on t.p = p.p where p.role = 'Agent';

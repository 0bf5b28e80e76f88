-- Roles, and the permissions that each holds: rows of the program. See docs/permissions.md.

create table private.roles (role text primary key, web_sign_in boolean not null, fans_out boolean not null);
comment on table private.roles is 'Roles of users (user_access). fans_out: the role has one membership in every linked project.';
insert into private.roles (role, web_sign_in, fans_out) values
  ('General Manager', true, true), ('Owner', true, true), ('ASE', true, true), ('finance admin', true, false),
  ('sales admin', true, false), ('invoice admin', true, false), ('expenses and disbursements', true, false),
  ('warehouse', true, false), ('special access 1', true, false), ('Manager', false, false), ('Agent', false, false),
  ('Collector', false, true), ('one-person office', true, false);

create or replace function private.is_agent(p_role text) returns boolean
language sql immutable
return p_role in ('Agent', 'one-person office');
comment on function private.is_agent is
  'Tells whether people of a role own customers: agents, and whoever is the whole office, whose customers no agent visits.';

create table private.role_permissions (
  role text not null references private.roles (role),
  permission text not null,
  scope text not null check (scope in ('all', 'team', 'own', 'validated', 'delivered_unpaid')),
  primary key (role, permission)
);
comment on table private.role_permissions is
  'The permission matrix. scope: all rows of the project; team = rows of the agents under a Manager; own; validated or delivered_unpaid '
  'bookings only.';

insert into private.role_permissions (role, permission, scope)
with listed as (
select r.role, p.permission, g.scope
from (values
  ('General Manager,Owner', 'all',
    'people.read people.write settings.read settings.write costs.read prices.read prices.write journal.read periods.close accounts.write '
    'bookings.read bookings.override bookings.archive customers.read collections.read treasury.read treasury.position stock.read '
    'stock.movements purchases.read product_edits.decide counts.decide warehouse.read warehouse.decide invoicing.read memos.read '
    'memos.approve vouchers.read vouchers.approve portal.gm audit.read reports.inventory reports.invoice reports.delivery reports.sales '
    'reports.collection reports.purchase reports.ar reports.expenses reports.masterlist reports.penetration'),
  ('General Manager,Owner', 'all', 'documents.moderate field.write visits.locate'),
  ('General Manager,Owner,finance admin', 'all', 'tax.read'),
  ('General Manager,Owner,finance admin,sales admin,special access 1', 'all', 'field.read routes.write reports.visits'),
  ('ASE', 'all',
    'people.read prices.read bookings.read customers.read collections.read stock.read stock.movements invoicing.read memos.read '
    'portal.ase reports.sales reports.delivery reports.collection reports.ar reports.penetration reports.masterlist'),
  ('finance admin', 'all',
    'people.read costs.read prices.read journal.read accounts.write bookings.read customers.read customers.request customers.write '
    'customers.decide customers.transfer collections.read collections.record collections.decide treasury.read treasury.position '
    'treasury.write masters.write stock.read stock.movements purchases.read invoicing.read memos.read memos.write memos.approve '
    'vouchers.read reports.inventory reports.invoice reports.delivery reports.sales reports.collection reports.purchase reports.ar '
    'reports.expenses reports.masterlist reports.penetration'),
  ('sales admin', 'all',
    'people.read costs.read prices.read prices.write bookings.read bookings.write bookings.validate customers.read stock.read '
    'stock.movements products.write purchases.read purchases.write product_edits.request counts.write warehouse.read invoicing.read '
    'memos.read memos.write reports.purchase reports.inventory reports.sales reports.penetration'),
  ('invoice admin', 'all',
    'people.read prices.read bookings.read bookings.write bookings.validate bookings.deliver customers.read collections.read stock.read '
    'stock.movements invoicing.read invoicing.write memos.read memos.write reports.invoice reports.delivery reports.sales'),
  ('expenses and disbursements', 'all',
    'people.read treasury.read masters.write vouchers.read vouchers.write vouchers.approve reports.expenses'),
  ('warehouse', 'all',
    'people.read bookings.deliver stock.read stock.movements counts.write warehouse.read warehouse.write reports.inventory '
    'reports.delivery'),
  ('warehouse', 'validated', 'bookings.read'),
  ('special access 1', 'all',
    'people.read costs.read prices.read prices.write bookings.read bookings.write bookings.validate bookings.deliver customers.read '
    'customers.request customers.write customers.decide customers.transfer collections.read collections.record collections.decide '
    'treasury.read treasury.position treasury.write masters.write stock.read stock.movements products.write purchases.read '
    'purchases.write product_edits.request counts.write warehouse.read warehouse.write invoicing.read invoicing.write memos.read '
    'memos.write memos.approve reports.inventory reports.invoice reports.delivery reports.sales reports.collection reports.purchase '
    'reports.ar reports.masterlist reports.penetration'),
  ('Manager', 'team',
    'people.read field.read visits.locate bookings.read bookings.override customers.read collections.read returns.decide'),
  ('Manager', 'all', 'stock.read'),
  ('Agent', 'own',
    'field.read visits.write bookings.read bookings.write customers.read customers.request collections.read collections.record '
    'returns.request'),
  ('Agent', 'all', 'stock.read'),
  ('Collector', 'delivered_unpaid', 'bookings.read'),
  ('Collector', 'all', 'customers.read'),
  ('Collector', 'own', 'field.read collections.read collections.record')
) as g (roles, scope, permissions), string_to_table(g.roles, ',') as r (role), string_to_table(g.permissions, ' ') as p (permission)
)
select l.role, l.permission, l.scope from listed l
union all
-- The office of one person holds what all its roles hold. ASE is an area's.
select distinct 'one-person office', l.permission, 'all' from listed l
join private.roles r on r.role = l.role and r.web_sign_in and r.role <> 'ASE';

grant execute on function private.is_agent to authenticated;

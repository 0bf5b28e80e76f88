import { FAN_OUT_ROLES, type Role } from '~/platform/access/permissions'

/** Describes each role in a line, for the choice of a role. */
export const ROLE_TEXTS: Record<Role, string> = {
  'General Manager':
    'Full read access; overrides credit limits, archives bookings, approves counts, price corrections and warehouse requests.',
  Owner: 'Same permissions as a General Manager.',
  ASE: 'Area sales executive: tracks sales, deliveries, collections and receivables.',
  'finance admin':
    'Approves customers and collections, handles cheques, transfers customers between agents.',
  'sales admin': 'Maintains products, records purchases, encodes and validates bookings.',
  'invoice admin': 'Validates bookings, numbers invoices, records deliveries.',
  'expenses and disbursements':
    'Prepares, prints and releases vouchers; maintains payees and cost centers.',
  warehouse: 'Delivers validated bookings, counts stock, requests holds and returns of goods.',
  'one-person office':
    'Holds all office permissions of one project, without a second person. Each action is marked in the audit trail. Change the role to Owner when others join.',
  'special access 1':
    'Invoicing, Purchasing, Customers, Treasury and Warehouse together: for a small office.',
  Manager: 'Leads agents and sees their customers, bookings and collections.',
  Agent: 'Sells to own customers: books orders and records collections.',
  Collector: 'Collects payments of delivered bookings.',
}

/** Groups the roles for the choice by the place of work. */
export const ROLE_GROUPS: readonly { label: string; roles: readonly Role[] }[] = [
  {
    label: 'Office, one project',
    roles: [
      'finance admin',
      'sales admin',
      'invoice admin',
      'expenses and disbursements',
      'warehouse',
      'special access 1',
    ],
  },
  { label: 'One-person office', roles: ['one-person office'] },
  { label: 'Management, one or more projects', roles: ['General Manager', 'Owner', 'ASE'] },
  {
    label: 'Field: field app only, no web sign-in',
    roles: ['Manager', 'Agent', 'Collector'],
  },
]

/** Tells whether users with this role may belong to several projects. */
export function fansOut(role: Role): boolean {
  return FAN_OUT_ROLES.includes(role)
}

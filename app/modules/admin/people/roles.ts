import { FAN_OUT_ROLES, type Role } from '~/platform/access/permissions'

/** Describes each role in a line, for the choice of a role. */
export const ROLE_TEXTS: Record<Role, string> = {
  'General Manager':
    'Follows everything, overrides credit limits, archives bookings, decides on counts, price edits and warehouse requests.',
  Owner: 'The same as a General Manager: sees everything and decides the exceptions.',
  ASE: 'Area sales executive: tracks sales, deliveries, collections and receivables.',
  'finance admin':
    'Approves customers and collections, handles cheques, transfers customers between agents.',
  'sales admin': 'Keeps products, records purchases, encodes and validates bookings.',
  'invoice admin': 'Validates bookings, numbers invoices, records deliveries.',
  'expenses and disbursements':
    'Prepares, prints and releases vouchers; keeps payees and cost centres.',
  warehouse: 'Delivers validated bookings, counts stock, asks to hold or take back goods.',
  'special access 1':
    'Invoicing, Purchasing, Customers, Treasury and Warehouse together: for a small office.',
  Manager: 'Leads agents and sees their customers, bookings and collections.',
  Agent: 'Sells to own customers: books orders and records collections.',
  Collector: 'Collects what delivered bookings still owe.',
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
  { label: 'Management, one or more projects', roles: ['General Manager', 'Owner', 'ASE'] },
  {
    label: 'In the field: by the field app, no sign-in on the web',
    roles: ['Manager', 'Agent', 'Collector'],
  },
]

/** Tells whether users with this role may belong to several projects. */
export function fansOut(role: Role): boolean {
  return FAN_OUT_ROLES.includes(role)
}

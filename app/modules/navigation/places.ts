import { DECIDERS } from '~/modules/inbox/kinds'
import { REPORTS } from '~/modules/reports/registry'
import type { Permission } from '~/platform/access/permissions'

export interface Place {
  label: string
  to: string
  /** What one does there. */
  about: string
  /** The one that its route asks for, or any of several. */
  permission: Permission | readonly Permission[]
  group: 'Work' | 'Reports'
}

/**
 * Every screen that one goes to on purpose, for Home and the palette; shown to whoever has the
 * permission that its route asks for.
 */
export const PLACES: readonly Place[] = [
  {
    group: 'Work',
    label: 'Inbox',
    to: '/inbox',
    about: 'Everything that waits for your decision.',
    permission: DECIDERS,
  },
  {
    group: 'Work',
    label: 'Bookings',
    to: '/sales/bookings',
    about: 'Enter, validate, invoice and deliver sales orders.',
    permission: 'bookings.read',
  },
  {
    group: 'Work',
    label: 'Invoicing',
    to: '/sales/sales-invoicing',
    about: 'Invoice numbers and dates.',
    permission: 'invoicing.read',
  },
  {
    group: 'Work',
    label: 'Delivery',
    to: '/sales/sales-delivery',
    about: 'The day by agent and area, pick lists, receipts.',
    permission: 'bookings.deliver',
  },
  {
    group: 'Work',
    label: 'Inventory',
    to: '/inventory/inventory-list/inventory-view-list',
    about: 'On hand, reserved and available.',
    permission: 'stock.read',
  },
  {
    group: 'Work',
    label: 'Products',
    to: '/inventory/product-list',
    about: 'Descriptions, cases and prices.',
    permission: 'stock.read',
  },
  {
    group: 'Work',
    label: 'Purchases',
    to: '/inventory/purchase-list',
    about: 'Deliveries from suppliers.',
    permission: 'purchases.read',
  },
  {
    group: 'Work',
    label: 'Corrections',
    to: '/inventory/product-edits',
    about: 'Wishes to correct purchase lines: ask, approve, reject.',
    permission: 'purchases.read',
  },
  {
    group: 'Work',
    label: 'Counts',
    to: '/inventory/stock-counts',
    about: 'Count sheets, variances and their posting.',
    permission: 'counts.write',
  },
  {
    group: 'Work',
    label: 'Customers',
    to: '/customers/customer-list/customer-view-list',
    about: 'Stores, credit lines and balances.',
    permission: 'customers.read',
  },
  {
    group: 'Work',
    label: 'Treasury',
    to: '/treasury/position',
    about: 'Cash, bank accounts, cheques to come and to go.',
    permission: 'treasury.position',
  },
  {
    group: 'Work',
    label: 'Collections',
    to: '/treasury/treasury-list/treasury-view-list',
    about: 'Payments, cheques and remittances.',
    permission: 'collections.read',
  },
  {
    group: 'Work',
    label: 'Warehouse',
    to: '/warehouse/warehouse-list/warehouse-view-list',
    about: 'Requests to hold, reduce or take back booked goods.',
    permission: 'warehouse.read',
  },
  {
    group: 'Work',
    label: 'Expenses',
    to: '/expenses/expenses-list/expenses-view-list',
    about: 'Vouchers: print, release, cancel.',
    permission: 'vouchers.read',
  },
  {
    group: 'Work',
    label: 'Audit trail',
    to: '/audit',
    about: 'Who changed what when, and what it was before.',
    permission: 'audit.read',
  },
  {
    group: 'Work',
    label: 'Verify books',
    to: '/verify-books',
    about: 'Adds everything up anew: right, or what is wrong.',
    permission: 'audit.read',
  },
  ...REPORTS.map(({ title, path, about, permission }) => ({
    group: 'Reports' as const,
    label: title,
    to: path,
    about,
    permission,
  })),
]

/** Screens below those, which the palette opens directly. */
export const SUB_PLACES: readonly (Omit<Place, 'about' | 'group'> & { group: 'Work' | 'New' })[] = [
  {
    group: 'Work',
    label: 'Customer requests',
    to: '/customers/customer-registry',
    permission: 'customers.read',
  },
  {
    group: 'Work',
    label: 'Customer transfers',
    to: '/customers/transfers',
    permission: 'customers.read',
  },
  {
    group: 'Work',
    label: 'Statements of account',
    to: '/customers/statements',
    permission: 'reports.ar',
  },
  {
    group: 'Work',
    label: 'Stock of a period',
    to: '/inventory/inventory-list/inventory-view-actual',
    permission: 'stock.read',
  },
  {
    group: 'Work',
    label: 'Invoice numbers',
    to: '/sales/sales-invoicing/numbers',
    permission: 'invoicing.read',
  },
  {
    group: 'New',
    label: 'Import products',
    to: '/inventory/product-list/import',
    permission: 'products.write',
  },
  {
    group: 'New',
    label: 'Import customers',
    to: '/customers/customer-list/import',
    permission: 'customers.decide',
  },
  {
    group: 'New',
    label: 'New count',
    to: '/inventory/stock-counts/add',
    permission: 'counts.write',
  },
  {
    group: 'Work',
    label: 'Validation',
    to: '/sales/bookings/validation',
    permission: 'bookings.validate',
  },
  {
    group: 'Work',
    label: 'Archive bookings',
    to: '/sales/bookings/archive',
    permission: 'bookings.archive',
  },
  {
    group: 'Work',
    label: 'Targets of agents',
    to: '/gm-portal/targets',
    permission: 'portal.gm',
  },
  {
    group: 'Work',
    label: 'Call sheet',
    to: '/reports_penetration_report/call-sheet',
    permission: 'reports.penetration',
  },
  { group: 'New', label: 'New booking', to: '/sales/bookings/add', permission: 'bookings.write' },
  {
    group: 'New',
    label: 'New warehouse request',
    to: '/warehouse/warehouse-list/add',
    permission: 'warehouse.write',
  },
  {
    group: 'Work',
    label: 'Approval of collections',
    to: '/treasury/treasury-list/approval',
    permission: 'collections.decide',
  },
  {
    group: 'Work',
    label: 'Cheques',
    to: '/treasury/cheques',
    permission: 'collections.read',
  },
  {
    group: 'Work',
    label: 'Deposits',
    to: '/treasury/deposits',
    permission: 'treasury.position',
  },
  {
    group: 'New',
    label: 'Deposit cash',
    to: '/treasury/deposits/add',
    permission: 'treasury.write',
  },
  {
    group: 'Work',
    label: 'Remittances',
    to: '/treasury/remittances',
    permission: 'collections.read',
  },
  {
    group: 'Work',
    label: 'Cheques issued',
    to: '/expenses/cheques',
    permission: 'treasury.read',
  },
  {
    group: 'Work',
    label: 'Cheque layouts',
    to: '/expenses/cheques/layouts',
    permission: 'treasury.read',
  },
  {
    group: 'Work',
    label: 'Print vouchers',
    to: '/reports_expenses_print',
    permission: 'vouchers.read',
  },
  {
    group: 'New',
    label: 'Add cheque book',
    to: '/expenses/cheques/books/add',
    permission: 'masters.write',
  },
  {
    group: 'Work',
    label: 'Banks',
    to: '/treasury/masters/banks',
    permission: 'treasury.read',
  },
  {
    group: 'Work',
    label: 'Payees',
    to: '/treasury/masters/payees',
    permission: 'treasury.read',
  },
  {
    group: 'Work',
    label: 'Releasers',
    to: '/treasury/masters/releasers',
    permission: 'treasury.read',
  },
  {
    group: 'Work',
    label: 'Cost centers',
    to: '/treasury/masters/cost-centers',
    permission: 'treasury.read',
  },
  {
    group: 'New',
    label: 'New voucher',
    to: '/expenses/expenses-list/expenses-add-voucher',
    permission: 'vouchers.write',
  },
  {
    group: 'New',
    label: 'Record collection',
    to: '/treasury/treasury-list/treasury-add-collection',
    permission: 'collections.record',
  },
  {
    group: 'New',
    label: 'Add customer',
    to: '/customers/customer-registry/customer-add-registry',
    permission: 'customers.request',
  },
  {
    group: 'New',
    label: 'Transfer customers',
    to: '/customers/transfers/add',
    permission: 'customers.transfer',
  },
  {
    group: 'New',
    label: 'Add product',
    to: '/inventory/product-list/product-add-product',
    permission: 'products.write',
  },
  {
    group: 'New',
    label: 'Add purchase',
    to: '/inventory/purchase-list/purchase-add-purchase',
    permission: 'purchases.write',
  },
]

/** The administrator's, below the menu's entries. */
export const ADMIN_SUB_PLACES = [
  { label: 'Add project', to: '/admin-projects/add' },
  { label: 'Add user', to: '/admin-users/add' },
] as const

/** Whether these permissions open a place. */
export function opens(
  { permission }: Pick<Place, 'permission'>,
  permissions: readonly Permission[],
): boolean {
  return [permission].flat().some((each) => permissions.includes(each))
}

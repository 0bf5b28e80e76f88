import { DECIDERS } from '~/modules/inbox/kinds'
import { PRINT_PERMISSIONS } from '~/modules/reports/prints/permissions'
import { REPORTS } from '~/modules/reports/registry'
import { paths } from '~/paths'
import type { Permission } from '~/platform/access/permissions'

export interface NavItem {
  label: string
  to: string
  /** Describes the purpose of the screen. */
  about: string
  /** The permission of the screen's route, or several of which one is enough. */
  permission: Permission | readonly Permission[]
  group: 'Work' | 'Reports'
}

/**
 * Lists all screens that have a link on Home and in the palette. A user sees those whose permission
 * they have.
 */
export const NAV_ITEMS: readonly NavItem[] = [
  {
    group: 'Work',
    label: 'Inbox',
    to: paths.inbox.list,
    about: 'Pending your approval.',
    permission: DECIDERS,
  },
  {
    group: 'Work',
    label: 'Bookings',
    to: paths.sales.bookings,
    about: 'Enter, validate, invoice and deliver sales orders.',
    permission: 'bookings.read',
  },
  {
    group: 'Work',
    label: 'Invoicing',
    to: paths.sales.invoicing,
    about: 'Invoice numbers and dates.',
    permission: 'invoicing.read',
  },
  {
    group: 'Work',
    label: 'Memos',
    to: paths.memos.list,
    about: 'Credit and debit memos: returns, allowances, write-offs, fees.',
    permission: 'memos.read',
  },
  {
    group: 'Work',
    label: 'Delivery',
    to: paths.sales.delivery,
    about: 'Deliveries by agent and area, pick lists, receipts.',
    permission: 'bookings.deliver',
  },
  {
    group: 'Work',
    label: 'Inventory',
    to: paths.inventory.stock,
    about: 'On hand, reserved and available.',
    permission: 'stock.read',
  },
  {
    group: 'Work',
    label: 'Bad orders',
    to: paths.inventory.badOrders,
    about: 'Goods that cannot be sold, and write-offs.',
    permission: 'stock.movements',
  },
  {
    group: 'Work',
    label: 'Products',
    to: paths.inventory.products,
    about: 'Product names, cases and prices.',
    permission: 'stock.read',
  },
  {
    group: 'Work',
    label: 'Purchases',
    to: paths.inventory.purchases,
    about: 'Deliveries from suppliers.',
    permission: 'purchases.read',
  },
  {
    group: 'Work',
    label: 'Corrections',
    to: paths.inventory.edits,
    about: 'Request and approve corrections to purchase lines.',
    permission: 'purchases.read',
  },
  {
    group: 'Work',
    label: 'Counts',
    to: paths.inventory.counts,
    about: 'Count sheets, variances and their posting.',
    permission: 'counts.write',
  },
  {
    group: 'Work',
    label: 'Customers',
    to: paths.customers.list,
    about: 'Stores, credit limits and balances.',
    permission: 'customers.read',
  },
  {
    group: 'Work',
    label: 'Treasury',
    to: paths.treasury.position,
    about: 'Cash position, bank accounts, incoming and outgoing cheques.',
    permission: 'treasury.position',
  },
  {
    group: 'Work',
    label: 'Collections',
    to: paths.treasury.collections,
    about: 'Payments, cheques and remittances.',
    permission: 'collections.read',
  },
  {
    group: 'Work',
    label: 'Warehouse requests',
    to: paths.warehouse.requests,
    about: 'Requests to hold, reduce or return booked goods.',
    permission: 'warehouse.read',
  },
  {
    group: 'Work',
    label: 'Expenses',
    to: paths.expenses.vouchers,
    about: 'Vouchers: print, release, cancel.',
    permission: 'vouchers.read',
  },
  {
    group: 'Work',
    label: 'Printed reports',
    to: paths.reports.prints,
    about: 'Reports printed earlier, by number, with their figures.',
    permission: PRINT_PERMISSIONS,
  },
  {
    group: 'Work',
    label: 'Audit trail',
    to: paths.audit.trail,
    about: 'History of all changes, with old and new values.',
    permission: 'audit.read',
  },
  {
    group: 'Work',
    label: 'Verify books',
    to: paths.audit.verifyBooks,
    about: 'Recalculates balances and lists discrepancies.',
    permission: 'audit.read',
  },
  {
    group: 'Work',
    label: 'Closed periods',
    to: paths.treasury.closing,
    about: 'Closing date of the books, and pending documents.',
    permission: 'journal.read',
  },
  {
    group: 'Work',
    label: 'Project settings',
    to: paths.ownProject.settings,
    about: 'Letterhead, logos, categories, numbering, credit and approvals.',
    permission: 'settings.write',
  },
  {
    group: 'Work',
    label: 'People',
    to: paths.ownProject.people,
    about: 'Who works in the project, in which role; invite, change and deactivate.',
    permission: 'people.write',
  },
  ...REPORTS.map(({ title, path, about, permission }) => ({
    group: 'Reports' as const,
    label: title,
    to: path,
    about,
    permission,
  })),
]

/** Tells whether these permissions open a screen. */
export function opens(
  { permission }: Pick<NavItem, 'permission'>,
  permissions: readonly Permission[],
): boolean {
  return [permission].flat().some((each) => permissions.includes(each))
}

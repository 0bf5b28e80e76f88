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
    about: 'Everything that waits for your decision.',
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
    about: 'The day by agent and area, pick lists, receipts.',
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
    about: 'Descriptions, cases and prices.',
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
    about: 'Wishes to correct purchase lines: ask, approve, reject.',
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
    about: 'Stores, credit lines and balances.',
    permission: 'customers.read',
  },
  {
    group: 'Work',
    label: 'Treasury',
    to: paths.treasury.position,
    about: 'Cash, bank accounts, cheques to come and to go.',
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
    label: 'Warehouse',
    to: paths.warehouse.requests,
    about: 'Requests to hold, reduce or take back booked goods.',
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
    about: 'Prints by their number, with the figures that they had.',
    permission: PRINT_PERMISSIONS,
  },
  {
    group: 'Work',
    label: 'Audit trail',
    to: paths.audit.trail,
    about: 'Who changed what when, and what it was before.',
    permission: 'audit.read',
  },
  {
    group: 'Work',
    label: 'Verify books',
    to: paths.audit.verifyBooks,
    about: 'Adds everything up anew: right, or what is wrong.',
    permission: 'audit.read',
  },
  {
    group: 'Work',
    label: 'Closed periods',
    to: paths.treasury.closing,
    about: 'Through which day the books are closed, and what is pending.',
    permission: 'journal.read',
  },
  ...REPORTS.map(({ title, path, about, permission }) => ({
    group: 'Reports' as const,
    label: title,
    to: path,
    about,
    permission,
  })),
]

/** Lists further screens that the palette opens directly. */
export const SUB_NAV_ITEMS: readonly (Omit<NavItem, 'about' | 'group'> & {
  group: 'Work' | 'New'
})[] = [
  {
    group: 'Work',
    label: 'Customer requests',
    to: paths.customers.requests,
    permission: 'customers.read',
  },
  {
    group: 'Work',
    label: 'Customer transfers',
    to: paths.customers.transfers,
    permission: 'customers.read',
  },
  {
    group: 'Work',
    label: 'Statements of account',
    to: paths.statements.list,
    permission: 'reports.ar',
  },
  {
    group: 'Work',
    label: 'Chart of accounts',
    to: paths.accounting.accounts,
    permission: 'journal.read',
  },
  {
    group: 'Work',
    label: 'Stock of a period',
    to: paths.inventory.stockMovement,
    permission: 'stock.movements',
  },
  {
    group: 'Work',
    label: 'Invoice numbers',
    to: paths.sales.invoiceNumbers,
    permission: 'invoicing.read',
  },
  {
    group: 'New',
    label: 'New memo',
    to: paths.memos.add,
    permission: 'memos.write',
  },
  {
    group: 'New',
    label: 'Import products',
    to: paths.inventory.productImport,
    permission: 'products.write',
  },
  {
    group: 'New',
    label: 'Import customers',
    to: paths.customers.import,
    permission: 'customers.decide',
  },
  {
    group: 'New',
    label: 'New count',
    to: paths.inventory.addCount,
    permission: 'counts.write',
  },
  {
    group: 'Work',
    label: 'Validation',
    to: paths.sales.validation,
    permission: 'bookings.validate',
  },
  {
    group: 'Work',
    label: 'Archive bookings',
    to: paths.sales.archive,
    permission: 'bookings.archive',
  },
  {
    group: 'Work',
    label: 'Targets of agents',
    to: paths.portals.targets,
    permission: 'portal.gm',
  },
  {
    group: 'Work',
    label: 'Call sheet',
    to: paths.portals.callSheet,
    permission: 'reports.penetration',
  },
  { group: 'New', label: 'New booking', to: paths.sales.addBooking, permission: 'bookings.write' },
  {
    group: 'New',
    label: 'New warehouse request',
    to: paths.warehouse.chooseBooking,
    permission: 'warehouse.write',
  },
  {
    group: 'Work',
    label: 'Approval of collections',
    to: paths.treasury.approval,
    permission: 'collections.decide',
  },
  {
    group: 'Work',
    label: 'Cheques',
    to: paths.treasury.cheques,
    permission: 'collections.read',
  },
  {
    group: 'Work',
    label: 'Deposits',
    to: paths.treasury.deposits,
    permission: 'treasury.position',
  },
  {
    group: 'New',
    label: 'Deposit cash',
    to: paths.treasury.addDeposit,
    permission: 'treasury.write',
  },
  {
    group: 'Work',
    label: 'Remittances',
    to: paths.treasury.remittances,
    permission: 'collections.read',
  },
  {
    group: 'Work',
    label: 'Cheques issued',
    to: paths.expenses.cheques,
    permission: 'treasury.read',
  },
  {
    group: 'Work',
    label: 'Cheque layouts',
    to: paths.expenses.chequeLayouts,
    permission: 'treasury.read',
  },
  {
    group: 'Work',
    label: 'Print vouchers',
    to: paths.expenses.voucherPrint,
    permission: 'vouchers.read',
  },
  {
    group: 'New',
    label: 'Add cheque book',
    to: paths.expenses.addChequeBook,
    permission: 'masters.write',
  },
  {
    group: 'Work',
    label: 'Banks',
    to: paths.masters.list('banks'),
    permission: 'treasury.read',
  },
  {
    group: 'Work',
    label: 'Payees',
    to: paths.masters.list('payees'),
    permission: 'treasury.read',
  },
  {
    group: 'Work',
    label: 'Releasers',
    to: paths.masters.list('releasers'),
    permission: 'treasury.read',
  },
  {
    group: 'Work',
    label: 'Cost centers',
    to: paths.masters.list('cost-centers'),
    permission: 'treasury.read',
  },
  {
    group: 'New',
    label: 'New voucher',
    to: paths.expenses.addVoucher,
    permission: 'vouchers.write',
  },
  {
    group: 'New',
    label: 'Record collection',
    to: paths.treasury.addCollection,
    permission: 'collections.record',
  },
  {
    group: 'New',
    label: 'Add customer',
    to: paths.customers.add,
    permission: 'customers.request',
  },
  {
    group: 'New',
    label: 'Transfer customers',
    to: paths.customers.addTransfer,
    permission: 'customers.transfer',
  },
  {
    group: 'New',
    label: 'New record of bad orders',
    to: paths.inventory.addBadOrder,
    permission: 'counts.write',
  },
  {
    group: 'New',
    label: 'Add product',
    to: paths.inventory.addProduct,
    permission: 'products.write',
  },
  {
    group: 'New',
    label: 'Add purchase',
    to: paths.inventory.addPurchase,
    permission: 'purchases.write',
  },
]

/** Lists the administrator's screens below the menu entries. */
export const ADMIN_SUB_NAV_ITEMS = [
  { label: 'Add project', to: paths.admin.addProject },
  { label: 'Add user', to: paths.admin.addUser },
] as const

/** Tells whether these permissions open a screen. */
export function opens(
  { permission }: Pick<NavItem, 'permission'>,
  permissions: readonly Permission[],
): boolean {
  return [permission].flat().some((each) => permissions.includes(each))
}

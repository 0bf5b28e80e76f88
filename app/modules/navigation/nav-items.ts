import { DECIDERS } from '~/modules/inbox/kinds'
import { PRINT_PERMISSIONS } from '~/modules/reports/prints/permissions'
import { REPORTS } from '~/modules/reports/registry'
import { paths } from '~/paths'
import type { Permission } from '~/platform/access/permissions'

export interface NavItem {
  label: string
  to: string
  /** The permission of the screen's route, or several of which one is enough. */
  permission: Permission | readonly Permission[]
  group: 'Work' | 'Reports'
  /** The address above the screen's documents, where it is another one than the screen's. */
  root?: string
  /** Further words by which a search finds the screen. */
  words?: string
}

/** Further words by which a search finds a report. */
const REPORT_WORDS: Readonly<Record<string, string>> = {
  [paths.reports.report('ar')]: 'AR aging ageing debtors receivables owed overdue balances',
  [paths.reports.report('collection')]: 'payments receipts cash cheques EWT',
  [paths.reports.report('customer_masterlist')]: 'debtors outlets stores clients',
  [paths.reports.report('delivery')]: 'shipping dispatch',
  [paths.reports.report('expenses')]: 'vouchers disbursements costs',
  [paths.reports.report('inventory')]: 'stock valuation movements',
  [paths.reports.report('invoice')]: 'billing missing numbers',
  [paths.reports.report('journal')]: 'ledger debits credits accounting',
  [paths.reports.report('penetration_report')]: 'outlets distribution buyers',
  [paths.reports.report('purchase')]: 'orders suppliers PO',
  [paths.reports.report('sales')]: 'revenue turnover margin orders',
  [paths.reports.report('sales_customerspecific')]: 'revenue orders',
  [paths.reports.report('trial_balance')]: 'TB accounts ledger',
  [paths.reports.report('visits')]: 'coverage routes calls strike rate agents',
  [paths.reports.report('vat')]: 'tax output input EWT withholding',
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
    permission: DECIDERS,
    words: 'approvals pending decisions to do',
  },
  {
    group: 'Work',
    label: 'Bookings',
    to: paths.sales.bookings,
    permission: 'bookings.read',
    words: 'orders sales SO order',
  },
  {
    group: 'Work',
    label: 'Invoices',
    to: paths.sales.invoicing,
    permission: 'invoicing.read',
    words: 'billing invoicing sales invoice SI INV',
  },
  {
    group: 'Work',
    label: 'Memos',
    to: paths.memos.list,
    permission: 'memos.read',
    words: 'credit debit notes CM DM returns allowances',
  },
  {
    group: 'Work',
    label: 'Delivery',
    to: paths.sales.delivery,
    permission: 'bookings.deliver',
    words: 'dispatch trucks shipping DR receipts pick list manifest',
  },
  {
    group: 'Work',
    label: 'Inventory',
    to: paths.inventory.stock,
    permission: 'stock.read',
    root: paths.inventory.stockIndex,
    words: 'stock on hand available warehouse',
  },
  {
    group: 'Work',
    label: 'Bad orders',
    to: paths.inventory.badOrders,
    permission: 'stock.movements',
    words: 'damaged expired write-off BO stock',
  },
  {
    group: 'Work',
    label: 'Products',
    to: paths.inventory.products,
    permission: 'stock.read',
    words: 'items goods SKU articles',
  },
  {
    group: 'Work',
    label: 'Purchases',
    to: paths.inventory.purchases,
    permission: 'purchases.read',
    words: 'orders PO suppliers receiving buying purchasing',
  },
  {
    group: 'Work',
    label: 'Corrections',
    to: paths.inventory.edits,
    permission: 'purchases.read',
    words: 'edits changes purchase',
  },
  {
    group: 'Work',
    label: 'Stock counts',
    to: paths.inventory.counts,
    permission: ['counts.write', 'counts.decide'],
    words: 'stocktake physical inventory variance stock',
  },
  {
    group: 'Work',
    label: 'Suppliers',
    to: paths.inventory.suppliers,
    permission: 'costs.read',
    words: 'vendors TIN terms buying',
  },
  {
    group: 'Work',
    label: 'Customers',
    to: paths.customers.list,
    permission: 'customers.read',
    root: paths.customers.listIndex,
    words: 'debtors clients outlets stores accounts',
  },
  {
    group: 'Work',
    label: 'Cash position',
    to: paths.treasury.position,
    permission: 'treasury.position',
    words: 'treasury banks money balance cash',
  },
  {
    group: 'Work',
    label: 'Collections',
    to: paths.treasury.collections,
    permission: 'collections.read',
    root: paths.treasury.listIndex,
    words: 'payments receipts cash CR EWT withholding money received',
  },
  {
    group: 'Work',
    label: 'Warehouse requests',
    to: paths.warehouse.requests,
    permission: 'warehouse.read',
    root: paths.warehouse.listIndex,
    words: 'WID hold returns',
  },
  {
    group: 'Work',
    label: 'Vouchers',
    to: paths.expenses.vouchers,
    permission: 'vouchers.read',
    root: paths.expenses.listIndex,
    words: 'expenses disbursements payments CV bills',
  },
  {
    group: 'Work',
    label: 'Printed reports',
    to: paths.reports.prints,
    permission: PRINT_PERMISSIONS,
    words: 'reprint RP',
  },
  {
    group: 'Work',
    label: 'Scheduled e-mails',
    to: paths.reports.mails,
    permission: PRINT_PERMISSIONS,
    words: 'reports Excel send schedule',
  },
  {
    group: 'Work',
    label: 'Audit trail',
    to: paths.audit.trail,
    permission: 'audit.read',
    words: 'history log changes',
  },
  {
    group: 'Work',
    label: 'Verify books',
    to: paths.audit.verifyBooks,
    permission: 'audit.read',
    words: 'integrity check discrepancies',
  },
  {
    group: 'Work',
    label: 'Field',
    to: paths.field.control,
    permission: 'field.read',
    words: 'phones devices agents collectors app acts rejected lock',
  },
  {
    group: 'Work',
    label: 'Closed periods',
    to: paths.treasury.closing,
    permission: 'journal.read',
    words: 'closing month end lock',
  },
  {
    group: 'Work',
    label: 'Tax',
    to: paths.tax.readiness,
    permission: 'tax.read',
    words: 'BIR VAT readiness e-invoice TIN 2550Q',
  },
  {
    group: 'Work',
    label: 'Project settings',
    to: paths.ownProject.settings,
    permission: 'settings.write',
    words: 'company configuration logo letterhead',
  },
  {
    group: 'Work',
    label: 'Users',
    to: paths.ownProject.people,
    permission: 'people.write',
    words: 'people staff team accounts',
  },
  ...REPORTS.map((report) => ({
    group: 'Reports' as const,
    label: report.title,
    to: report.path,
    permission: report.permission,
    words: REPORT_WORDS[report.path],
  })),
]

/** Tells whether these permissions open a screen. */
export function opens(
  { permission }: Pick<NavItem, 'permission'>,
  permissions: readonly Permission[],
): boolean {
  return [permission].flat().some((each) => permissions.includes(each))
}

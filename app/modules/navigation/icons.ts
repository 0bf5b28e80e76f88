import { paths } from '~/paths'
import type { IconName } from '~/ui/icon-names'

const { report } = paths.reports
const { inventory, sales, customers, treasury, expenses, masters } = paths

/** The icons of the entries of the menu and of their screens, by address. */
const ICONS: Readonly<Record<string, IconName>> = {
  [paths.home]: 'house',
  [paths.settings.page]: 'settings',
  [paths.admin.settings]: 'settings',
  [customers.index]: 'store',
  [treasury.index]: 'banknote',
  [inventory.index]: 'boxes',
  [sales.index]: 'file-text',
  [expenses.index]: 'receipt',
  [paths.warehouse.index]: 'warehouse',
  [paths.portals.generalManager]: 'chart-column',
  [paths.portals.ase]: 'chart-column',
  [paths.admin.home]: 'house',
  [paths.admin.projects]: 'folder-kanban',
  [paths.admin.users]: 'users',

  [sales.bookings]: 'clipboard-list',
  [sales.validation]: 'badge-check',
  [sales.invoicing]: 'file-text',
  [sales.delivery]: 'truck',
  [paths.memos.list]: 'file-diff',
  [sales.invoiceNumbers]: 'hash',
  [sales.archive]: 'archive',

  [inventory.stock]: 'boxes',
  [inventory.stockMovement]: 'arrow-left-right',
  [inventory.products]: 'package',
  [inventory.priceLists]: 'tag',
  [inventory.customerGroups]: 'users-round',
  [inventory.purchases]: 'shopping-cart',
  [inventory.suppliers]: 'factory',
  [inventory.edits]: 'pencil-line',
  [inventory.counts]: 'clipboard-check',
  [inventory.badOrders]: 'package-x',
  [paths.warehouse.requests]: 'package-open',
  [paths.imports.list]: 'upload',

  [customers.list]: 'store',
  [customers.requests]: 'user-plus',
  [customers.transfers]: 'arrow-right-left',
  [paths.field.routes]: 'list',
  [paths.statements.list]: 'scroll-text',

  [treasury.position]: 'wallet',
  [treasury.collections]: 'hand-coins',
  [treasury.approval]: 'stamp',
  [treasury.cheques]: 'banknote',
  [treasury.remittances]: 'coins',
  [treasury.booklets]: 'book-open',
  [treasury.deposits]: 'piggy-bank',

  [expenses.vouchers]: 'receipt',
  [expenses.voucherPrint]: 'printer',
  [expenses.cheques]: 'banknote-arrow-up',
  [expenses.chequeLayouts]: 'ruler',
  [masters.list('banks')]: 'landmark',
  [masters.list('payees')]: 'contact',
  [masters.list('cost-centers')]: 'chart-pie',
  [masters.list('releasers')]: 'user-check',

  [report('ar')]: 'calendar-clock',
  [report('collection')]: 'hand-coins',
  [report('customer_masterlist')]: 'list',
  [report('delivery')]: 'truck',
  [report('expenses')]: 'receipt',
  [report('inventory')]: 'boxes',
  [report('invoice')]: 'file-text',
  [report('journal')]: 'book-open',
  [report('penetration_report')]: 'target',
  [report('purchase')]: 'shopping-cart',
  [report('sales')]: 'chart-line',
  [report('sales_customerspecific')]: 'chart-bar',
  [report('trial_balance')]: 'scale',
  [report('vat')]: 'percent',
  [report('visits')]: 'clipboard-check',
  [paths.portals.callSheet]: 'phone',
  [paths.reports.prints]: 'printer',
  [paths.reports.mails]: 'mail',

  [paths.audit.trail]: 'history',
  [paths.audit.verifyBooks]: 'shield-check',
  [paths.field.control]: 'phone',
  [treasury.closing]: 'calendar-check',
  [paths.tax.readiness]: 'landmark',
  [paths.accounting.accounts]: 'list-tree',
  [paths.portals.targets]: 'goal',
  [paths.ownProject.settings]: 'settings',
  [paths.ownProject.people]: 'users',
}

/** Returns the icon of a screen of the menu. */
export function iconOf(address: string): IconName {
  const icon = ICONS[address]
  if (!icon) throw new Error(`The screen ${address} has no icon.`)
  return icon
}

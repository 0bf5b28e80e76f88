import { type MasterKind, masterOf } from '~/modules/masters/definitions'
import { reportNamed } from '~/modules/reports/registry'
import { searchOf } from '~/modules/reports/views.server'
import { paths } from '~/paths'
import type { Permission } from '~/platform/access/permissions'
import type { Membership } from '~/platform/request/context'
import { problem } from '~/platform/request/errors'
import { withoutCursor } from '~/platform/request/first-page'
import { today } from '~/platform/values/dates'
import { keepPeriods } from '~/platform/values/periods'

/** A list or report of which views can be saved. */
export interface Viewed {
  title: string
  path: string
  /** Any of these is enough. */
  permissions: readonly Permission[]
  /** Returns what a view keeps of an address. */
  searchOf: (search: URLSearchParams, project: Membership) => string
}

const list = (title: string, path: string, ...permissions: Permission[]): Viewed => ({
  title,
  path,
  permissions,
  searchOf: (search, { timeZone }) => {
    const filled = [...withoutCursor(search)].filter(([, value]) => value !== '')
    return keepPeriods(new URLSearchParams(filled).toString(), search, today(timeZone))
  },
})
const master = (kind: MasterKind) =>
  list(masterOf(kind).title, paths.masters.list(kind), 'treasury.read')

/** The lists by their names in the database (`private.viewed_permissions`). */
export const LISTS: Record<string, Viewed> = {
  bookings: list('Bookings', paths.sales.bookings, 'bookings.read'),
  invoicing: list('Invoices', paths.sales.invoicing, 'invoicing.read'),
  delivery: list('Delivery', paths.sales.delivery, 'bookings.deliver'),
  memos: list('Memos', paths.memos.list, 'memos.read'),
  warehouse_requests: list('Warehouse requests', paths.warehouse.requests, 'warehouse.read'),
  customers: list('Customers', paths.customers.list, 'customers.read'),
  transfers: list('Customer transfers', paths.customers.transfers, 'customers.read'),
  products: list('Products', paths.inventory.products, 'stock.read'),
  stock: list('Inventory', paths.inventory.stock, 'stock.read'),
  stock_movement: list('Stock movement report', paths.inventory.stockMovement, 'stock.movements'),
  purchases: list('Purchases', paths.inventory.purchases, 'purchases.read'),
  stock_counts: list('Stock counts', paths.inventory.counts, 'counts.write', 'counts.decide'),
  bad_orders: list('Bad orders', paths.inventory.badOrders, 'stock.movements'),
  collections: list('Collections', paths.treasury.collections, 'collections.read'),
  receipt_approval: list('Approval of collections', paths.treasury.approval, 'collections.decide'),
  cheques: list('Cheques', paths.treasury.cheques, 'collections.read'),
  issued_cheques: list('Cheques issued', paths.expenses.cheques, 'treasury.read'),
  remittances: list('Remittances', paths.treasury.remittances, 'collections.read'),
  deposits: list('Deposits', paths.treasury.deposits, 'treasury.position'),
  vouchers: list('Vouchers', paths.expenses.vouchers, 'vouchers.read'),
  banks: master('banks'),
  payees: master('payees'),
  releasers: master('releasers'),
  cost_centers: master('cost-centers'),
  audit: list('Audit trail', paths.audit.trail, 'audit.read'),
}

/**
 * Returns the list or report of this name.
 *
 * @throws A 404 response when there is none, and a 403 response when the reader may not open it.
 */
export function viewedOf(name: string, project: Membership): Viewed {
  const viewed = (Object.hasOwn(LISTS, name) ? LISTS[name] : undefined) ?? viewedReport(name)
  if (!viewed) throw problem(404)
  if (!viewed.permissions.some((one) => project.permissions.includes(one))) throw problem(403)
  return viewed
}

/** Returns the address of the list or report of this name; undefined when there is none. */
export function pathOf(name: string): string | undefined {
  return (Object.hasOwn(LISTS, name) ? LISTS[name] : undefined)?.path ?? reportNamed(name)?.path
}

function viewedReport(name: string): Viewed | undefined {
  const report = reportNamed(name)
  return (
    report && {
      title: report.title,
      path: report.path,
      permissions: [report.permission].flat(),
      searchOf: (search, project) =>
        keepPeriods(searchOf(report, project, search), search, today(project.timeZone)),
    }
  )
}

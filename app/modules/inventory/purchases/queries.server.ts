import { rows } from '~/platform/db/command.server'
import { encodeCursor, type Keyset, type Listed, type Page } from '~/platform/db/keyset'
import { type PageFilters, readPage } from '~/platform/db/page.server'
import type { Db } from '~/platform/request/context'
import { type Money, money } from '~/platform/values/money'
import type { PurchaseFilters } from './filters'

/** A purchase record in the list. */
export interface PurchaseRow {
  id: string
  poNo: string
  invoiceNo: string | null
  supplier: string
  dateAdded: string
  invoiceDate: string | null
  deliveryDate: string | null
  kind: string
  status: string
  lineCount: number
  totalCost: Money
}

type Found = {
  id: string
  po_no: string
  invoice_no: string | null
  supplier: string
  date_added: string
  invoice_date: string | null
  delivery_date: string | null
  kind: string
  status: string
  line_count: number
  total_cost: number
}

/** Maps the columns of the database to the names of the list. */
export function purchaseRow(purchase: Found): PurchaseRow {
  return {
    id: purchase.id,
    poNo: purchase.po_no,
    invoiceNo: purchase.invoice_no,
    supplier: purchase.supplier,
    dateAdded: purchase.date_added,
    invoiceDate: purchase.invoice_date,
    deliveryDate: purchase.delivery_date,
    kind: purchase.kind,
    status: purchase.status,
    lineCount: purchase.line_count,
    totalCost: money(purchase.total_cost),
  }
}

/** Returns one page of purchase records in the order of `sort`. */
export async function listPurchases(
  db: Db,
  projectId: string,
  keyset: Keyset,
  filters: PurchaseFilters & { sort: string },
): Promise<Page<Listed<PurchaseRow>>> {
  const source = (cursor: PageFilters) =>
    db.rpc('purchase_list', { p_project: projectId, p_filters: { ...filters, ...cursor } })
  return readPage(keyset, source, {
    row: (purchase) => ({ ...purchaseRow(purchase), cursor: encodeCursor(purchase, keyset) }),
  })
}

/** Sums over all records that the filters find, not just the page. */
export interface PurchaseTotals {
  records: number
  purchases: Money
  supplierReturns: Money
  /** Purchases less returns to suppliers. Customer returns are not included. */
  net: Money
  returnsIn: Money
  cancelled: number
  cancelledCost: Money
}

export async function readPurchaseTotals(
  db: Db,
  projectId: string,
  filters: PurchaseFilters,
): Promise<PurchaseTotals> {
  const [sum] = rows(
    await db.rpc('purchase_totals', { p_project: projectId, p_filters: { ...filters } }),
  )
  return {
    records: Number(sum?.records ?? 0),
    purchases: money(sum?.purchases ?? 0),
    supplierReturns: money(sum?.supplier_returns ?? 0),
    net: money(sum?.net ?? 0),
    returnsIn: money(sum?.returns_in ?? 0),
    cancelled: Number(sum?.cancelled ?? 0),
    cancelledCost: money(sum?.cancelled_cost ?? 0),
  }
}

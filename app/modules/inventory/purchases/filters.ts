import { sortKeyOrders } from '~/platform/db/orders'
import { readSearchParams } from '~/platform/request/search-params'
import { PURCHASE_KINDS } from './kinds'

/** The dates of a record that the period filter can use. */
export const PURCHASE_DATE_BASES = [
  { value: 'added', label: 'Date added' },
  { value: 'invoice', label: 'Invoice date' },
  { value: 'delivery', label: 'Delivery date' },
] as const

export const PURCHASE_STATUSES = [
  { value: 'active', label: 'Active' },
  { value: 'cancelled', label: 'Cancelled' },
  { value: 'all', label: 'All' },
] as const

/** Orders of the purchase list. Indexes serve each of them. */
export const PURCHASE_ORDERS = sortKeyOrders({
  added: 'day',
  po: 'number',
  supplier: 'text',
  total: 'figure',
  status: 'state',
})

export interface PurchaseFilters {
  /** Searches PO number, supplier and supplier invoice. */
  search: string | null
  supplier: string | null
  kind: string | null
  /** Null means any status. */
  status: string | null
  basis: (typeof PURCHASE_DATE_BASES)[number]['value']
  from: string | null
  to: string | null
  /** Keeps records with a line of this product. */
  product: string | null
}

/** Reads the filters of the purchase list from the address. The default status is active. */
export function readPurchaseFilters(url: string): PurchaseFilters {
  const searchParams = readSearchParams(url)
  const status = searchParams.option('status', PURCHASE_STATUSES) ?? 'active'
  return {
    search: searchParams.text('q'),
    supplier: searchParams.text('supplier'),
    kind: searchParams.option('kind', PURCHASE_KINDS),
    status: status === 'all' ? null : status,
    basis: searchParams.option('basis', PURCHASE_DATE_BASES) ?? 'added',
    from: searchParams.day('from'),
    to: searchParams.day('to'),
    product: searchParams.id('product'),
  }
}

/** Tells whether any filter differs from the default. */
export function isPurchaseFiltered({ basis: _, status, ...filters }: PurchaseFilters): boolean {
  return status !== 'active' || Object.values(filters).some(Boolean)
}

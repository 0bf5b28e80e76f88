import { readAsked } from '~/platform/request/asked'
import { PURCHASE_KINDS } from './kinds'

/** Days of a record that a period can be about. */
export const DATE_BASES = [
  { value: 'added', label: 'Date added' },
  { value: 'invoice', label: 'Invoice date' },
  { value: 'delivery', label: 'Delivery date' },
] as const

export const PURCHASE_STATUSES = [
  { value: 'active', label: 'Active' },
  { value: 'cancelled', label: 'Cancelled' },
  { value: 'all', label: 'All' },
] as const

export interface PurchaseFilters {
  /** In PO number, supplier or supplier invoice. */
  search: string | null
  supplier: string | null
  kind: string | null
  /** Null: whatever its status. */
  status: string | null
  basis: (typeof DATE_BASES)[number]['value']
  from: string | null
  to: string | null
  /** Records that have a line of this product. */
  product: string | null
}

/** Filters of the purchase list, from the address; without a status those that stand. */
export function readPurchaseFilters(url: string): PurchaseFilters {
  const asked = readAsked(url)
  const status = asked.option('status', PURCHASE_STATUSES) ?? 'active'
  return {
    search: asked.text('q'),
    supplier: asked.text('supplier'),
    kind: asked.option('kind', PURCHASE_KINDS),
    status: status === 'all' ? null : status,
    basis: asked.option('basis', DATE_BASES) ?? 'added',
    from: asked.day('from'),
    to: asked.day('to'),
    product: asked.id('product'),
  }
}

/** Whether anything beyond the list's own beginning is asked. */
export function isFiltered({ basis: _, status, ...filters }: PurchaseFilters): boolean {
  return status !== 'active' || Object.values(filters).some(Boolean)
}

import { parseDate } from '~/platform/dates'
import { idOf } from '~/platform/ids'
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
  const search = new URL(url).searchParams
  const oneOf = <T extends string>(options: readonly { value: T }[], name: string) =>
    options.find(({ value }) => value === search.get(name))?.value ?? null
  const status = oneOf(PURCHASE_STATUSES, 'status') ?? 'active'
  const product = search.get('product') ?? ''
  return {
    search: search.get('q')?.trim() || null,
    supplier: search.get('supplier') || null,
    kind: oneOf(PURCHASE_KINDS, 'kind'),
    status: status === 'all' ? null : status,
    basis: oneOf(DATE_BASES, 'basis') ?? 'added',
    from: parseDate(search.get('from') ?? ''),
    to: parseDate(search.get('to') ?? ''),
    product: idOf(product),
  }
}

/** Whether anything beyond the list's own beginning is asked. */
export function isFiltered({ basis: _, status, ...filters }: PurchaseFilters): boolean {
  return status !== 'active' || Object.values(filters).some(Boolean)
}

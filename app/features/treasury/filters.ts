import { parseDate } from '~/platform/dates'
import { idOf } from '~/platform/ids'
import { COLLECTION_STATUSES } from './schema'
import { COLLECTION_TYPES } from './types'

/** Filters of the list of collections. Days are inclusive. */
export interface CollectionFilters {
  /** In CR, DRR or cheque number, the cheque's bank, the customer's or store's name, the SO or invoice number it pays. */
  search: string | null
  status: string | null
  type: string | null
  customer_id: string | null
  from: string | null
  to: string | null
  /** Only approved receipts that have something left to use. */
  unapplied: boolean
}

/** The list's filters, from its address. What is no value of its filter counts as nothing. */
export function readCollectionFilters(url: string): CollectionFilters {
  const search = new URL(url).searchParams
  const customer = search.get('customer') ?? ''
  return {
    search: search.get('q')?.trim() || null,
    status: COLLECTION_STATUSES.find((known) => known === search.get('status')) ?? null,
    type: COLLECTION_TYPES.find((known) => known === search.get('type')) ?? null,
    customer_id: idOf(customer),
    from: parseDate(search.get('from') ?? ''),
    to: parseDate(search.get('to') ?? ''),
    unapplied: search.get('unapplied') === '1',
  }
}

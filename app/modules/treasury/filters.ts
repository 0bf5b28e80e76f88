import { COLLECTION_TYPES } from '~/modules/receivables/collection-types'
import { readAsked } from '~/platform/request/asked'
import { COLLECTION_STATUSES } from './schema'

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
  const asked = readAsked(url)
  return {
    search: asked.text('q'),
    status: asked.word('status', COLLECTION_STATUSES),
    type: asked.word('type', COLLECTION_TYPES),
    customer_id: asked.id('customer'),
    from: asked.day('from'),
    to: asked.day('to'),
    unapplied: asked.yes('unapplied'),
  }
}

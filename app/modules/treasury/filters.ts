import { COLLECTION_TYPES } from '~/modules/receivables/collection-types'
import { sortKeyOrders } from '~/platform/db/orders'
import { readSearchParams } from '~/platform/request/search-params'
import { COLLECTION_STATUSES } from './schema'

/** Orders of the list of collections. Indexes serve each of them. */
export const RECEIPT_ORDERS = sortKeyOrders({
  date: 'day',
  cr: 'number',
  status: 'state',
})

/** Orders of the receipts to approve: the oldest first. */
export const APPROVAL_ORDERS = sortKeyOrders({ date: 'due', cr: 'number' })

/** Filters of the list of collections. Days are inclusive. */
export interface CollectionFilters {
  /**
   * Text to find in the CR, DRR, cheque or reference number, the cheque's bank, the customer's or store's
   * name, or the SO or invoice number that the receipt pays.
   */
  search: string | null
  status: string | null
  type: string | null
  customer_id: string | null
  from: string | null
  to: string | null
  /** True for only receipts that the reader recorded or collected. */
  mine: boolean
  /** True for only approved receipts with unapplied credit. */
  unapplied: boolean
}

/** Reads the list's filters from its address. An invalid value is ignored. */
export function readCollectionFilters(url: string): CollectionFilters {
  const searchParams = readSearchParams(url)
  return {
    search: searchParams.text('q'),
    status: searchParams.word('status', COLLECTION_STATUSES),
    type: searchParams.word('type', COLLECTION_TYPES),
    customer_id: searchParams.id('customer'),
    from: searchParams.day('from'),
    to: searchParams.day('to'),
    unapplied: searchParams.yes('unapplied'),
    mine: searchParams.yes('mine'),
  }
}

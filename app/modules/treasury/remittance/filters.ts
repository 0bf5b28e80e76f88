import { sortKeyOrders } from '~/platform/db/orders'
import { readSearchParams } from '~/platform/request/search-params'
import { REMITTANCE_STATUSES } from './schema'

/** Filters of the list. The names are those of the SQL functions' `p_filters`. */
export interface RemittanceFilters {
  /** Text to find in the DRR number, or in a CR or cheque number on the remittance. */
  search: string | null
  collector_id: string | null
  status: string | null
  from: string | null
  to: string | null
  /** True for only remittances with a variance. */
  variance: boolean
}

/** Reads the filters of the list from the address. */
export function readRemittanceFilters(url: string): RemittanceFilters {
  const searchParams = readSearchParams(url)
  return {
    search: searchParams.text('q'),
    collector_id: searchParams.id('collector'),
    status: searchParams.word('status', REMITTANCE_STATUSES),
    from: searchParams.day('from'),
    to: searchParams.day('to'),
    variance: searchParams.yes('variance'),
  }
}

/** Orders of the list, the newest day first unless another is chosen. */
export const REMITTANCE_ORDERS = sortKeyOrders({
  on: 'day',
  no: 'number',
  collector: 'text',
  counted: 'figure',
})

import { sortKeyOrders } from '~/platform/db/orders'
import { readSearchParams } from '~/platform/request/search-params'
import { CUSTOMER_STATUSES } from './schema'

/** Orders of the customer list. */
export const CUSTOMER_ORDERS = sortKeyOrders({
  name: 'text',
  agent: 'text',
  exposure: 'figure',
  credit_left: 'figure',
  added: 'day',
  status: 'state',
})

/** Orders of the customer requests: the oldest first. */
export const CUSTOMER_REQUEST_ORDERS = sortKeyOrders({ added: 'due', name: 'text' })

/** Filters of the customer list. The names are those of `p_filters` in the SQL functions. */
export interface CustomerFilters {
  /** Searches name, store, TIN, area and the agent's name. */
  search: string | null
  status: string | null
  agent_id: string | null
  area: string | null
  /** Keeps only customers over their credit line. */
  over_limit: boolean
}

/** The filter for pending requests. */
export const WAITING: CustomerFilters = {
  search: null,
  status: 'pending',
  agent_id: null,
  area: null,
  over_limit: false,
}

/** Reads the filters of the customer list from the address. */
export function readCustomerFilters(url: string): CustomerFilters {
  const searchParams = readSearchParams(url)
  return {
    search: searchParams.text('q'),
    status: searchParams.word('status', CUSTOMER_STATUSES),
    agent_id: searchParams.id('agent'),
    area: searchParams.text('area'),
    over_limit: searchParams.yes('over_limit'),
  }
}

import { readAsked } from '~/platform/request/asked'
import { CUSTOMER_STATUSES } from './schema'

/** Orders of the customer list; each is paged by keyset. */
export const CUSTOMER_SORTS = [
  { value: 'name', label: 'Name' },
  { value: '-exposure', label: 'Exposure, highest first' },
  { value: 'credit_left', label: 'Credit left, least first' },
  { value: '-added', label: 'Newest first' },
] as const

/** What the list is narrowed to; the names are those of the SQL functions' `p_filters`. */
export interface CustomerFilters {
  /** In name, store, TIN, area or agent's name. */
  search: string | null
  status: string | null
  agent_id: string | null
  area: string | null
  /** Only who owes more than the credit line. */
  over_limit: boolean
}

/** Requests that wait for a decision. */
export const WAITING: CustomerFilters = {
  search: null,
  status: 'pending',
  agent_id: null,
  area: null,
  over_limit: false,
}

/** Filters and order of the customer list, from the address. */
export function readCustomerFilters(url: string): { filters: CustomerFilters; sort: string } {
  const asked = readAsked(url)
  return {
    filters: {
      search: asked.text('q'),
      status: asked.word('status', CUSTOMER_STATUSES),
      agent_id: asked.id('agent'),
      area: asked.text('area'),
      over_limit: asked.yes('over_limit'),
    },
    sort: asked.option('sort', CUSTOMER_SORTS) ?? 'name',
  }
}

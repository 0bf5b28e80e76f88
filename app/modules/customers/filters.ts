import { readSearchParams } from '~/platform/request/search-params'
import { CUSTOMER_STATUSES } from './schema'

/** Sort orders of the customer list. Each is paged by keyset. */
export const CUSTOMER_SORTS = [
  { value: 'name', label: 'Name' },
  { value: '-exposure', label: 'Credit exposure, highest first' },
  { value: 'credit_left', label: 'Available credit, lowest first' },
  { value: '-added', label: 'Newest first' },
] as const

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

/** Reads the filters and sort order of the customer list from the address. */
export function readCustomerFilters(url: string): { filters: CustomerFilters; sort: string } {
  const searchParams = readSearchParams(url)
  return {
    filters: {
      search: searchParams.text('q'),
      status: searchParams.word('status', CUSTOMER_STATUSES),
      agent_id: searchParams.id('agent'),
      area: searchParams.text('area'),
      over_limit: searchParams.yes('over_limit'),
    },
    sort: searchParams.option('sort', CUSTOMER_SORTS) ?? 'name',
  }
}

import { idOf } from '~/platform/ids'
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
  const search = new URL(url).searchParams
  const text = (name: string) => search.get(name)?.trim() || null
  const agent = text('agent')
  const sort = text('sort')
  return {
    filters: {
      search: text('q'),
      status: CUSTOMER_STATUSES.find((known) => known === text('status')) ?? null,
      agent_id: idOf(agent),
      area: text('area'),
      over_limit: search.get('over_limit') === '1',
    },
    sort: CUSTOMER_SORTS.find(({ value }) => value === sort)?.value ?? 'name',
  }
}

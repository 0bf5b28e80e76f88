import { sortKeyOrders } from '~/platform/db/orders'
import { readSearchParams } from '~/platform/request/search-params'
import { searchText } from '~/platform/values/texts'
import { OPEN_STAGES, STAGES } from './schema'

const COLUMNS = {
  added: 'day',
  so: 'number',
  customer: 'text',
  agent: 'text',
  total: 'figure',
} as const

/** Orders of the booking list. Indexes serve each of them. */
export const BOOKING_ORDERS = sortKeyOrders({ ...COLUMNS, stage: 'state', receivables: 'figure' })

/** Orders of the bookings to validate: the oldest first. */
export const VALIDATION_ORDERS = sortKeyOrders({ ...COLUMNS, added: 'due' })

/** Filters of the booking list. Days are inclusive. */
export interface BookingFilters {
  /**
   * Text to find in the SO number, the invoice number, the customer's or store's name, or the name
   * of an agent.
   */
  search: string | null
  stage: string | null
  /** True for only bookings that the reader entered or sells. */
  mine: boolean
  agent: string | null
  customer: string | null
  customer_group: string | null
  product: string | null
  price_list: string | null
  purchase: string | null
  added_from: string | null
  added_to: string | null
  delivered_from: string | null
  delivered_to: string | null
}

/** Reads the list's filters from its address. An invalid value is ignored. */
export function readBookingFilters(url: string): BookingFilters {
  const searchParams = readSearchParams(url)
  return {
    search: searchParams.text('q'),
    stage: searchParams.word('stage', [...STAGES, ...OPEN_STAGES]),
    mine: searchParams.yes('mine'),
    agent: searchParams.id('agent'),
    customer: searchParams.id('customer'),
    customer_group: searchParams.id('customer_group'),
    product: searchParams.id('product'),
    price_list: searchParams.id('price_list'),
    purchase: searchParams.id('purchase'),
    added_from: searchParams.day('from'),
    added_to: searchParams.day('to'),
    delivered_from: searchParams.day('delivered_from'),
    delivered_to: searchParams.day('delivered_to'),
  }
}

/** Returns the agents whose name contains the search text, so that their bookings are found too. */
export function agentsNamed(names: ReadonlyMap<string, string>, search: string | null): string[] {
  const typed = searchText(search ?? '')
  if (!typed) return []
  return [...names].flatMap(([id, name]) => (searchText(name).includes(typed) ? [id] : []))
}

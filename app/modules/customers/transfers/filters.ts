import type { Orders } from '~/platform/db/orders'
import { readSearchParams } from '~/platform/request/search-params'
import { isId } from '~/platform/values/ids'

/** The order of the transfers, the latest first unless the oldest are asked for. */
export const TRANSFER_ORDERS: Orders = { on: { by: 'effective_on', of: 'day' } }

/** Reads search and agent from an address. Invalid values are ignored. */
export function readTransferFilters(url: string): {
  search: string | null
  agentId: string | null
} {
  const searchParams = readSearchParams(url)
  return { search: searchParams.text('q'), agentId: searchParams.id('agent') }
}

/** Returns the customers in an address, for a preview without a form. */
export function customersIn(url: string): string[] {
  return new URL(url).searchParams.getAll('customer').filter((id) => isId(id))
}

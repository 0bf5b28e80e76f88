import { type Orders, sortKeyOrders } from '~/platform/db/orders'
import { readSearchParams } from '~/platform/request/search-params'

/** Orders of the product list; that by cost is for readers of costs. */
export function productOrders(costs: boolean): Orders {
  return sortKeyOrders({
    name: 'text',
    code: 'number',
    ...(costs ? { cost: 'figure' } : {}),
    srp: 'figure',
    available: 'figure',
  })
}

export const PRODUCT_STATUSES = [
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
] as const

/** Filters of the product list. The names are those of `p_filters` in the SQL functions. */
export interface ProductFilters {
  /** Searches description and material code, for readers of costs also the supplier. */
  search: string | null
  category1: string | null
  category2: string | null
  category3: string | null
  status: string | null
  below_cost: boolean
  below_reorder: boolean
}

/** Reads the filters of the product list from the address; `costs` when the reader sees costs. */
export function readProductFilters(url: string, costs: boolean): ProductFilters {
  const searchParams = readSearchParams(url)
  return {
    search: searchParams.text('q'),
    category1: searchParams.text('category1'),
    category2: searchParams.text('category2'),
    category3: searchParams.text('category3'),
    status: searchParams.option('status', PRODUCT_STATUSES),
    below_cost: costs && searchParams.yes('below_cost'),
    below_reorder: searchParams.yes('below_reorder'),
  }
}

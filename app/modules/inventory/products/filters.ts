import { readSearchParams } from '~/platform/request/search-params'

const SORTS = [
  { value: 'name', label: 'Name' },
  { value: 'code', label: 'Material code' },
  { value: '-srp', label: 'Current SRP, highest first' },
  { value: 'srp', label: 'Current SRP, lowest first' },
  { value: '-cost', label: 'Cost, highest first' },
  { value: 'cost', label: 'Cost, lowest first' },
] as const

/** Sort orders of the product list, those by cost for readers of costs. Each is paged by keyset. */
export function productSorts(costs: boolean) {
  return SORTS.filter(({ value }) => costs || !value.endsWith('cost'))
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

/** Reads the filters and sort order of the product list from the address; `costs` when the reader sees costs. */
export function readProductFilters(
  url: string,
  costs: boolean,
): { filters: ProductFilters; sort: string } {
  const searchParams = readSearchParams(url)
  return {
    filters: {
      search: searchParams.text('q'),
      category1: searchParams.text('category1'),
      category2: searchParams.text('category2'),
      category3: searchParams.text('category3'),
      status: searchParams.option('status', PRODUCT_STATUSES),
      below_cost: costs && searchParams.yes('below_cost'),
      below_reorder: searchParams.yes('below_reorder'),
    },
    sort: searchParams.option('sort', productSorts(costs)) ?? 'name',
  }
}

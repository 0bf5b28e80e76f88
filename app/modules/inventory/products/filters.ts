import { readSearchParams } from '~/platform/request/search-params'

/** Sort orders of the product list. Each is paged by keyset. */
export const PRODUCT_SORTS = [
  { value: 'name', label: 'Name' },
  { value: 'code', label: 'Material code' },
  { value: '-srp', label: 'Live SRP, highest first' },
  { value: 'srp', label: 'Live SRP, lowest first' },
  { value: '-cost', label: 'Cost, highest first' },
  { value: 'cost', label: 'Cost, lowest first' },
] as const

export const PRODUCT_STATUSES = [
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
] as const

/** Filters of the product list. The names are those of `p_filters` in the SQL functions. */
export interface ProductFilters {
  /** Searches description, material code and supplier. */
  search: string | null
  category1: string | null
  category2: string | null
  category3: string | null
  status: string | null
  below_cost: boolean
  below_reorder: boolean
}

/** Reads the filters and sort order of the product list from the address. */
export function readProductFilters(url: string): { filters: ProductFilters; sort: string } {
  const searchParams = readSearchParams(url)
  return {
    filters: {
      search: searchParams.text('q'),
      category1: searchParams.text('category1'),
      category2: searchParams.text('category2'),
      category3: searchParams.text('category3'),
      status: searchParams.option('status', PRODUCT_STATUSES),
      below_cost: searchParams.yes('below_cost'),
      below_reorder: searchParams.yes('below_reorder'),
    },
    sort: searchParams.option('sort', PRODUCT_SORTS) ?? 'name',
  }
}

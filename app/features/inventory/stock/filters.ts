import type { ProductFilters } from '../queries.server'

/** Filters of the inventory and product lists, from the address. */
export function readProductFilters(url: string): ProductFilters {
  const search = new URL(url).searchParams
  return {
    search: search.get('q')?.trim() || null,
    category: search.get('category') || null,
    onHand: search.get('on_hand') !== null,
  }
}

import { rows } from '~/platform/command.server'
import type { Db } from '~/platform/context'
import { type Keyset, pageOf } from '~/platform/keyset'
import { placeOf } from './products/filters'

/**
 * One page of products with price and stock, as the product list and the inventory list show them:
 * one SQL function for both, fast with thousands of products whatever the planner knows. The keyset
 * is over `place`; `filters` are those of the function, with `sort`.
 */
export async function productPage(
  db: Db,
  projectId: string,
  keyset: Keyset,
  filters: Record<string, string | boolean | null>,
) {
  const place = placeOf(keyset)
  const first = Object.keys(place).length === 0
  const found = rows(
    await db.rpc('product_list', {
      p_project: projectId,
      p_filters: { ...filters, limit: keyset.size + 1, ...place },
    }),
  )
  return pageOf(found, first ? { ...keyset, or: null, backwards: false } : keyset)
}

import type { Keyset } from '~/platform/db/keyset'
import { readPage } from '~/platform/db/page.server'
import type { Db } from '~/platform/request/context'

/**
 * Returns one page of products with price and stock, for the product list and the inventory list.
 * Both use one SQL function, whose speed does not depend on the planner's statistics. The keyset is
 * over `sort_key`. `filters` are those of the function, with `sort`.
 */
export async function productPage(
  db: Db,
  projectId: string,
  keyset: Keyset,
  filters: Record<string, string | boolean | null>,
) {
  return readPage(keyset, (cursor) =>
    db.rpc('product_list', { p_project: projectId, p_filters: { ...filters, ...cursor } }),
  )
}

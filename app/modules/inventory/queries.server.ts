import { rows } from '~/platform/db/command.server'
import { anyContains } from '~/platform/db/search'
import type { Db } from '~/platform/request/context'
import { money } from '~/platform/values/money'
import { formatQuantity } from '~/platform/values/quantity'
import type { ProductOption } from '~/ui/lines'

const SEARCHED = ['description', 'material_code', 'supplier'] as const

/**
 * Lists active products for pickers, with the current SRP as AgentSRP, the default cost and the
 * available quantity: the first thousand, those that a search finds, or those of the ids.
 */
export async function listProductOptions(
  db: Db,
  projectId: string,
  { search = null, ids }: { search?: string | null; ids?: readonly string[] } = {},
): Promise<ProductOption[]> {
  let query = db
    .from('products')
    .select(
      'id, material_code, description, case_config, def_cost, inventory!inner(available, current_srp)',
    )
    .eq('project_id', projectId)
    .eq('status', 'active')
    .order('description')
    .order('id')
    .limit(search ? 50 : 1000)
  const contains = anyContains(SEARCHED, search)
  if (contains) query = query.or(contains)
  if (ids) query = query.in('id', ids)
  return rows(await query).map((product) => {
    const stock = single(product.inventory)
    const srp = money(stock.current_srp)
    return {
      id: product.id,
      label: `${product.material_code} ${product.description}`,
      detail: `${formatQuantity(stock.available, product.case_config)} available`,
      caseConfig: product.case_config,
      available: stock.available,
      prices: { agent_srp: srp, prod_srp: srp, cost: money(product.def_cost) },
    }
  })
}

/**
 * Returns the row of a one-to-one embed. PostgREST answers an object; the embedded server may
 * answer a list of one.
 */
export function single<T>(embedded: T | T[]): T {
  return Array.isArray(embedded) ? embedded[0]! : embedded
}

/** Returns the project's category lists, for filters and the product form. */
export async function readCategories(
  db: Db,
  projectId: string,
): Promise<[string[], string[], string[]]> {
  const [project] = rows(
    await db
      .from('projects')
      .select('product_categories1, product_categories2, product_categories3')
      .eq('id', projectId),
  )
  return [
    project?.product_categories1 ?? [],
    project?.product_categories2 ?? [],
    project?.product_categories3 ?? [],
  ]
}

import { rows } from '~/platform/command.server'
import type { Db } from '~/platform/context'
import { money } from '~/platform/money'
import { formatQuantity } from '~/platform/quantity'
import type { ProductOption } from '~/ui/lines'

/**
 * Active products for line editors, by description: up to 1,000. Prices to begin with: `agent_srp`
 * is the live SRP, `cost` and `prod_srp` the product's defaults; stock in pieces.
 */
export async function listProductOptions(db: Db, projectId: string): Promise<ProductOption[]> {
  const found = rows(
    await db
      .from('inventory')
      .select(
        'available, current_srp, products!inner(id, description, material_code, case_config, def_cost, def_srp)',
      )
      .eq('project_id', projectId)
      .eq('products.status', 'active')
      .limit(1000),
  )
  return found
    .map(({ available, current_srp, products: product }) => ({
      id: product.id,
      label: product.description,
      detail: `${product.material_code} · ${formatQuantity(available, product.case_config)} available`,
      caseConfig: product.case_config,
      available,
      prices: {
        agent_srp: money(current_srp),
        cost: money(product.def_cost),
        prod_srp: money(product.def_srp),
      },
    }))
    .sort((a, b) => a.label.localeCompare(b.label))
}

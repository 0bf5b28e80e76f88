import { rows } from '~/platform/db/command.server'
import type { Option } from '~/platform/forms/choices'
import type { ChoiceQuery } from '~/platform/forms/choices.server'
import { findChoices, findNames, listChoices } from '~/platform/forms/lists.server'
import type { Db } from '~/platform/request/context'
import { categoryName, NO_CATEGORY } from '~/platform/values/categories'
import {
  formatPrice,
  type Packing,
  type Price,
  type PriceUnit,
  price,
} from '~/platform/values/price'
import { formatQuantity } from '~/platform/values/quantity'
import type { ProductOption } from '~/ui/lines'

/**
 * Lists active products for pickers, by name, with the current SRP as AgentSRP and the available quantity. Needs
 * stock.read.
 */
export async function listProductOptions(
  db: Db,
  projectId: string,
  query: ChoiceQuery = {},
): Promise<ProductOption[]> {
  const found = await findChoices(db, projectId, 'stock', query)
  return found.map((product) => {
    const packing = packingOf(product)
    const live = price(product.current_srp, product.current_srp_pieces)
    const srp = formatPrice(live, packing)
    return {
      id: product.id,
      label: `${product.material_code} ${product.description}`,
      detail: `${formatQuantity(product.available, product.case_config)} available`,
      ...packing,
      available: product.available,
      prices: { agent_srp: srp, prod_srp: srp },
    }
  })
}

/** Returns the packing of a product as its price fields need it. */
export function packingOf(product: { case_config: number; price_unit: string }): Required<Packing> {
  return { caseConfig: product.case_config, priceUnit: product.price_unit as PriceUnit }
}

/** Lists products by name for filters: active ones, or those with these ids whatever their status. Needs stock.read. */
export async function listProductNames(
  db: Db,
  projectId: string,
  query: ChoiceQuery = {},
): Promise<Option[]> {
  const found = await findChoices(db, projectId, 'products', query)
  return found.map(({ id, material_code, description }) => ({
    id,
    label: `${material_code} ${description}`,
  }))
}

/** Lists the suppliers named on products, by name. Needs costs.read. */
export function listProductSuppliers(
  db: Db,
  projectId: string,
  query?: ChoiceQuery,
): Promise<Option[]> {
  return findNames(db, projectId, 'product_suppliers', query)
}

/**
 * Returns the row of a one-to-one embed. PostgREST answers an object; the embedded server may
 * answer a list of one.
 */
export function single<T>(embedded: T | T[]): T {
  return Array.isArray(embedded) ? embedded[0]! : embedded
}

/** Returns the project's category lists, for the product form. */
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

type CategoryChoices = { value: string; label: string }[]

/**
 * Returns the choices of a category filter at each level: the project's list, then the categories that only products
 * have, then none.
 */
export async function readCategoryChoices(
  db: Db,
  projectId: string,
): Promise<[CategoryChoices, CategoryChoices, CategoryChoices]> {
  const found = await listChoices(db, projectId, 'categories')
  const at = (wanted: number) =>
    [
      ...found.flatMap(({ level, category }) => (level === wanted ? category : [])),
      NO_CATEGORY,
    ].map((value) => ({ value, label: categoryName(value) }))
  return [at(1), at(2), at(3)]
}

/** Supplier and default cost of a product. */
interface ProductCost {
  supplier: string | null
  defCost: Price
}

/** Returns supplier and cost of products by id. Needs costs.read. */
export async function readCosts(
  db: Db,
  projectId: string,
  p_products: string[],
): Promise<Map<string, ProductCost>> {
  const found = rows(await db.rpc('product_costs', { p_project: projectId, p_products }))
  return new Map(
    found.map(({ product_id, supplier, def_cost, def_cost_pieces }) => [
      product_id,
      { supplier, defCost: price(def_cost, def_cost_pieces) },
    ]),
  )
}

import { rows } from '~/platform/db/command.server'
import { anyEquals, eachWordIn } from '~/platform/db/search'
import { FIRST_CHOICES, type Option, SEARCH_LIMIT } from '~/platform/forms/choices'
import { type ChoiceQuery, filterNames, namesAsOptions } from '~/platform/forms/choices.server'
import type { Db } from '~/platform/request/context'
import { categoryName, NO_CATEGORY } from '~/platform/values/categories'
import { isId } from '~/platform/values/ids'
import {
  formatPrice,
  type Packing,
  type Price,
  type PriceUnit,
  price,
} from '~/platform/values/price'
import { formatQuantity } from '~/platform/values/quantity'
import type { ProductOption } from '~/ui/lines'

const NAME_COLUMNS = ['material_code', 'description'] as const

/**
 * Lists active products for pickers, by name, with the current SRP as AgentSRP and the available quantity. Needs
 * stock.read.
 */
export async function listProductOptions(
  db: Db,
  projectId: string,
  { ids, search, exact }: ChoiceQuery = {},
): Promise<ProductOption[]> {
  let query = db
    .from('products')
    .select(
      'id, material_code, description, case_config, price_unit, inventory!inner(available, current_srp, current_srp_pieces)',
    )
    .eq('project_id', projectId)
    .eq('status', 'active')
    .order('sort_key')
    .order('id')
  if (ids) query = query.in('id', ids.filter(isId))
  if (search && exact) query = query.or(anyEquals(NAME_COLUMNS, search))
  else for (const word of eachWordIn(NAME_COLUMNS, search)) query = query.or(word)
  const most = ids?.length ?? (search ? SEARCH_LIMIT : FIRST_CHOICES)
  return rows(await query.limit(most)).map((product) => {
    const stock = single(product.inventory)
    const packing = packingOf(product)
    const live = price(stock.current_srp, stock.current_srp_pieces)
    const srp = formatPrice(live, packing)
    return {
      id: product.id,
      label: `${product.material_code} ${product.description}`,
      detail: `${formatQuantity(stock.available, product.case_config)} available`,
      ...packing,
      available: stock.available,
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
  { ids, search, exact }: ChoiceQuery = {},
): Promise<Option[]> {
  let query = db
    .from('products')
    .select('id, material_code, description')
    .eq('project_id', projectId)
    .order('sort_key')
    .order('id')
  if (ids) query = query.in('id', ids.filter(isId))
  else query = query.eq('status', 'active')
  if (search && exact) query = query.or(anyEquals(NAME_COLUMNS, search))
  else for (const word of eachWordIn(NAME_COLUMNS, search)) query = query.or(word)
  const most = ids?.length ?? (search ? SEARCH_LIMIT : FIRST_CHOICES)
  return rows(await query.limit(most)).map(({ id, material_code, description }) => ({
    id,
    label: `${material_code} ${description}`,
  }))
}

/** Lists the suppliers named on products, by name. Needs costs.read. */
export async function listProductSuppliers(
  db: Db,
  projectId: string,
  query: ChoiceQuery = {},
): Promise<Option[]> {
  if (query.ids) return namesAsOptions(query.ids)
  const found = db.rpc('product_suppliers', { p_project: projectId })
  return namesAsOptions(
    rows(await filterNames(found, 'supplier', query)).map(({ supplier }) => supplier),
  )
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
  const found = rows(await db.rpc('category_choices', { p_project: projectId }))
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

import { rows } from '~/platform/command.server'
import type { Db } from '~/platform/context'
import { type Keyset, type Page, pageOf } from '~/platform/keyset'
import { type Money, money, multiplyMoney } from '~/platform/money'
import { formatQuantity } from '~/platform/quantity'
import { anyContains } from '~/platform/search'
import type { ProductOption } from '~/ui/lines'

const SEARCHED = ['description', 'material_code', 'supplier'] as const

/**
 * Active products for pickers, with the live SRP as AgentSRP, the default cost, and what is available:
 * the first thousand, those that a search finds, or those of the ids.
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
    const stock = only(product.inventory)
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

/** PostgREST embeds a one-to-one row as an object; the embedded server may send a list of one. */
function only<T>(embedded: T | T[]): T {
  return Array.isArray(embedded) ? embedded[0]! : embedded
}

export interface ProductFilters {
  /** In description, material code or supplier. */
  search: string | null
  category: string | null
  /** Inventory only: leave out what is not on hand. */
  onHand: boolean
}

/** A product with its stock, as the inventory and product lists show it. Quantities in pieces. */
export interface StockRow {
  id: string
  materialCode: string
  description: string
  supplier: string | null
  category: string
  unit: string
  caseConfig: number
  status: string
  defCost: Money
  defSrp: Money
  onHand: number
  reserved: number
  available: number
  srp: Money
  /** on hand × live SRP */
  value: Money
}

const COLUMNS =
  'id, sort_key, material_code, description, supplier, category1, category2, category3, unit_of_measure, case_config, status, def_cost, def_srp, inventory!inner(on_hand, reserved, available, current_srp)'

/** One page of products with their stock, in the keyset's order. */
export async function listStock(
  db: Db,
  projectId: string,
  keyset: Keyset,
  filters: ProductFilters,
): Promise<Page<StockRow>> {
  let query = db
    .from('products')
    .select(COLUMNS)
    .eq('project_id', projectId)
    .order(keyset.by, { ascending: keyset.ascending })
    .order('id', { ascending: keyset.ascending })
    .limit(keyset.size + 1)
  const contains = anyContains(SEARCHED, filters.search)
  if (contains) query = query.or(contains)
  if (filters.category) query = query.eq('category1', filters.category)
  if (filters.onHand) query = query.gt('inventory.on_hand', 0)
  if (keyset.or) query = query.or(keyset.or)
  const page = pageOf(rows(await query), keyset)
  return {
    ...page,
    rows: page.rows.map((product) => {
      const stock = only(product.inventory)
      const srp = money(stock.current_srp)
      return {
        id: product.id,
        materialCode: product.material_code,
        description: product.description,
        supplier: product.supplier,
        category: [product.category1, product.category2, product.category3]
          .filter(Boolean)
          .join(' › '),
        unit: product.unit_of_measure,
        caseConfig: product.case_config,
        status: product.status,
        defCost: money(product.def_cost),
        defSrp: money(product.def_srp),
        onHand: stock.on_hand,
        reserved: stock.reserved,
        available: stock.available,
        srp,
        value: multiplyMoney(srp, stock.on_hand),
      }
    }),
  }
}

/** Sums over everything that the filters find, not just the page. */
export interface StockTotals {
  products: number
  onHand: number
  reserved: number
  available: number
  /** Σ on hand × live SRP, and × default cost */
  srpValue: Money
  costValue: Money
}

export async function readStockTotals(
  db: Db,
  projectId: string,
  filters: ProductFilters,
): Promise<StockTotals> {
  const [sum] = rows(
    await db.rpc('inventory_totals', {
      p_project: projectId,
      p_filters: { search: filters.search, category1: filters.category, on_hand: filters.onHand },
    }),
  )
  return {
    products: Number(sum?.products ?? 0),
    onHand: Number(sum?.on_hand ?? 0),
    reserved: Number(sum?.reserved ?? 0),
    available: Number(sum?.available ?? 0),
    srpValue: money(sum?.srp_value ?? 0),
    costValue: money(sum?.cost_value ?? 0),
  }
}

/** The project's category lists, for filters and the product form. */
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

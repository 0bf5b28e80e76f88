import { rows } from '~/platform/command.server'
import type { Db } from '~/platform/context'
import { type Keyset, type Page, pageOf } from '~/platform/keyset'
import { type Money, money, multiplyMoney } from '~/platform/money'
import { anyContains } from '~/platform/search'
import type { StockFilters } from './filters'
import { litresOf } from './litres'

/** A product with its stock, as the list view shows it. Quantities in pieces. */
export interface StockRow {
  id: string
  color: string | null
  materialCode: string
  description: string
  category: string
  caseConfig: number
  active: boolean
  onHand: number
  reserved: number
  available: number
  litres: number
  costValue: Money
  srp: Money
  srpValue: Money
  reorderLevel: number | null
  belowReorder: boolean
}

const COLUMNS =
  'id, sort_key, material_code, description, category1, category2, category3, case_config, liters_per_case, status, selected_color, def_cost, inventory!inner(on_hand, reserved, available, current_srp, reorder_level, below_reorder)'

/** One page of products with their stock, by name. */
export async function listStock(
  db: Db,
  projectId: string,
  keyset: Keyset,
  filters: StockFilters,
): Promise<Page<StockRow>> {
  let query = db
    .from('products')
    .select(COLUMNS)
    .eq('project_id', projectId)
    .order(keyset.by, { ascending: keyset.ascending })
    .order('id', { ascending: keyset.ascending })
    .limit(keyset.size + 1)
  const contains = anyContains(['description', 'material_code', 'supplier'], filters.search)
  if (contains) query = query.or(contains)
  for (const name of ['category1', 'category2', 'category3', 'status'] as const)
    if (filters[name]) query = query.eq(name, filters[name])
  if (filters.on_hand) query = query.gt('inventory.on_hand', 0)
  if (filters.below_reorder) query = query.eq('inventory.below_reorder', true)
  if (keyset.or) query = query.or(keyset.or)
  const page = pageOf(rows(await query), keyset)
  return {
    ...page,
    rows: page.rows.map((product) => {
      const stock = only(product.inventory)
      const srp = money(stock.current_srp)
      const categories = [product.category1, product.category2, product.category3]
      return {
        id: product.id,
        color: product.selected_color,
        materialCode: product.material_code,
        description: product.description,
        category: categories.filter(Boolean).join(' › '),
        caseConfig: product.case_config,
        active: product.status === 'active',
        onHand: stock.on_hand,
        reserved: stock.reserved,
        available: stock.available,
        litres: litresOf(stock.on_hand, product.case_config, product.liters_per_case),
        costValue: multiplyMoney(money(product.def_cost), stock.on_hand),
        srp,
        srpValue: multiplyMoney(srp, stock.on_hand),
        reorderLevel: stock.reorder_level,
        belowReorder: stock.below_reorder,
      }
    }),
  }
}

/** PostgREST embeds a one-to-one row as an object; the embedded server may send a list of one. */
export function only<T>(embedded: T | T[]): T {
  return Array.isArray(embedded) ? embedded[0]! : embedded
}

/** Sums over everything that the filters find, not just the page. Quantities in pieces. */
export interface StockTotals {
  products: number
  onHand: number
  reserved: number
  available: number
  litres: number
  /** Σ on hand × live SRP, and × default cost */
  srpValue: Money
  costValue: Money
}

export async function readStockTotals(
  db: Db,
  projectId: string,
  filters: StockFilters,
): Promise<StockTotals> {
  const [sum] = rows(
    await db.rpc('inventory_totals', { p_project: projectId, p_filters: { ...filters } }),
  )
  return {
    products: Number(sum?.products ?? 0),
    onHand: Number(sum?.on_hand ?? 0),
    reserved: Number(sum?.reserved ?? 0),
    available: Number(sum?.available ?? 0),
    litres: Number(sum?.litres ?? 0),
    srpValue: money(sum?.srp_value ?? 0),
    costValue: money(sum?.cost_value ?? 0),
  }
}

import { rows } from '~/platform/db/command.server'
import type { Keyset, Page } from '~/platform/db/keyset'
import type { Db } from '~/platform/request/context'
import { type Money, money, moneyOrNull } from '~/platform/values/money'
import { amountAt, type Price, price, priceOrNull } from '~/platform/values/price'
import { productPage } from '../product-page.server'
import type { StockFilters } from './filters'
import { litresOf } from './litres'

/** A product with its stock, as the stock list shows it. Quantities are in pieces. */
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
  /** Null for a reader without costs.read. */
  costValue: Money | null
  srp: Price
  srpValue: Money
  reorderLevel: number | null
  belowReorder: boolean
}

/** Returns one page of products with their stock in the order of `sort`. */
export async function listStock(
  db: Db,
  projectId: string,
  keyset: Keyset,
  list: { filters: StockFilters; sort: string },
): Promise<Page<StockRow>> {
  const page = await productPage(db, projectId, keyset, { ...list.filters, sort: list.sort })
  return {
    ...page,
    rows: page.rows.map((product) => {
      const srp = price(product.current_srp, product.current_srp_pieces)
      const cost = priceOrNull(product.def_cost, product.def_cost_pieces)
      const categories = [product.category1, product.category2, product.category3]
      return {
        id: product.id,
        color: product.selected_color,
        materialCode: product.material_code,
        description: product.description,
        category: categories.filter(Boolean).join(' › '),
        caseConfig: product.case_config,
        active: product.status === 'active',
        onHand: product.on_hand,
        reserved: product.reserved,
        available: product.available,
        litres: litresOf(product.on_hand, product.case_config, product.liters_per_case),
        costValue: amountAt(cost, product.on_hand),
        srp,
        srpValue: amountAt(srp, product.on_hand),
        reorderLevel: product.reorder_level,
        belowReorder: product.below_reorder,
      }
    }),
  }
}

/** Sums over all products that the filters find, not just the page. Quantities are in pieces. */
export interface StockTotals {
  products: number
  onHand: number
  reserved: number
  available: number
  litres: number
  /** Σ on hand × current SRP, and Σ on hand × default cost (null for a reader without costs.read). */
  srpValue: Money
  costValue: Money | null
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
    costValue: moneyOrNull(sum?.cost_value),
  }
}

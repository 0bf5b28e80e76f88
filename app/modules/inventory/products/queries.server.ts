import { row, rows } from '~/platform/db/command.server'
import { encodeCursor, type Keyset, type Listed, type Page } from '~/platform/db/keyset'
import type { Db } from '~/platform/request/context'
import { type Money, money, moneyOrNull } from '~/platform/values/money'
import {
  eachOf,
  type Packing,
  type Price,
  partsOf,
  price,
  priceOrNull,
} from '~/platform/values/price'
import { productPage } from '../product-page.server'
import { packingOf, readCosts } from '../queries.server'
import type { ProductFilters } from './filters'

/** The data of a product that every screen shows. Quantities are in pieces. */
interface ProductFacts extends Packing {
  id: string
  materialCode: string
  description: string
  /** Null also for a reader without costs.read, as cost and below cost are. */
  supplier: string | null
  /** The non-empty categories, from the broadest to the narrowest. */
  categories: string[]
  unit: string
  /** Liters per case; zero for products that are not measured in liters. */
  litersPerCase: string
  status: string
  defCost: Price | null
  defSrp: Price
  color: string | null
  srp: Price
  available: number
  reorderLevel: number | null
  belowReorder: boolean
  /** True when the current SRP or the default SRP is below the default cost. */
  belowCost: boolean | null
}

/** A product in the list. */
export type ProductRow = ProductFacts

/** Returns one page of products in the order of `sort`. The keyset is over `sort_key`. */
export async function listProducts(
  db: Db,
  projectId: string,
  keyset: Keyset,
  list: { filters: ProductFilters; sort: string },
): Promise<Page<Listed<ProductRow>>> {
  const page = await productPage(db, projectId, keyset, { ...list.filters, sort: list.sort })
  return {
    ...page,
    rows: page.rows.map((product) => ({
      ...factsOf(product),
      cursor: encodeCursor(product, keyset),
      srp: price(product.current_srp, product.current_srp_pieces),
      available: product.available,
      belowReorder: product.below_reorder,
      belowCost: product.below_cost,
    })),
  }
}

/** Sums over all products that the filters find, and the counts of those that need attention. */
export interface ProductTotals {
  products: number
  available: number
  /** Null for a reader without costs.read. */
  costValue: Money | null
  srpValue: Money
  /** Null for a reader without costs.read. */
  belowCost: number | null
  belowReorder: number
}

export async function readProductTotals(
  db: Db,
  projectId: string,
  filters: ProductFilters,
): Promise<ProductTotals> {
  const [sum] = rows(
    await db.rpc('inventory_totals', { p_project: projectId, p_filters: { ...filters } }),
  )
  return {
    products: Number(sum?.products ?? 0),
    available: Number(sum?.available ?? 0),
    costValue: moneyOrNull(sum?.cost_value),
    srpValue: money(sum?.srp_value ?? 0),
    belowCost: sum?.below_cost ?? null,
    belowReorder: Number(sum?.below_reorder ?? 0),
  }
}

/** A product with all its data. */
export interface Product extends ProductFacts {
  category1: string | null
  category2: string | null
  category3: string | null
  vatClass: string
  onHand: number
  reserved: number
  version: number
  createdBy: string | null
  createdAt: string
  modifiedAt: string
  importId: string | null
  /** The product that this one is. */
  mergedInto: string | null
}

/**
 * Reads one product; `costs` when the reader sees supplier and cost, which are null otherwise.
 *
 * @throws A 404 response when the product is missing or belongs to another project.
 */
export async function readProduct(
  db: Db,
  projectId: string,
  id: string,
  { costs }: { costs: boolean },
): Promise<Product> {
  const [products, found] = await Promise.all([
    db
      .from('products')
      .select(
        'id, material_code, description, category1, category2, category3, unit_of_measure, case_config, liters_per_case, status, price_unit, vat_class, def_srp, def_srp_pieces, selected_color, reorder_level, version, created_by, created_at, modified_at, import_id, merged_into, inventory!inner(on_hand, reserved, available, current_srp, current_srp_pieces, below_reorder)',
      )
      .eq('project_id', projectId)
      .eq('id', id)
      .maybeSingle(),
    costs ? readCosts(db, projectId, [id]) : null,
  ])
  const product = row(products)
  const stock = product.inventory
  const cost = found?.get(id) ?? null
  const facts = factsOf({
    ...product,
    supplier: cost?.supplier ?? null,
    ...costColumns(cost?.defCost),
  })
  const srp = price(stock.current_srp, stock.current_srp_pieces)
  return {
    ...facts,
    category1: product.category1,
    category2: product.category2,
    category3: product.category3,
    vatClass: product.vat_class,
    srp,
    onHand: stock.on_hand,
    reserved: stock.reserved,
    available: stock.available,
    belowReorder: stock.below_reorder,
    belowCost: cost && [srp, facts.defSrp].some((sold) => eachOf(sold) < eachOf(cost.defCost)),
    version: product.version,
    createdBy: product.created_by,
    createdAt: product.created_at,
    modifiedAt: product.modified_at,
    importId: product.import_id,
    mergedInto: product.merged_into,
  }
}

/** Returns the columns of a cost; null when there is none to see. */
function costColumns(cost: Price | undefined) {
  const { amount = null, pieces = 1 } = cost ? partsOf(cost) : {}
  return { def_cost: amount, def_cost_pieces: pieces }
}

interface Columns {
  id: string
  material_code: string
  description: string
  supplier: string | null
  category1: string | null
  category2: string | null
  category3: string | null
  unit_of_measure: string
  case_config: number
  liters_per_case: number
  status: string
  price_unit: string
  def_cost: number | string | null
  def_cost_pieces: number
  def_srp: number
  def_srp_pieces: number
  selected_color: string | null
  reorder_level: number | null
}

function factsOf(product: Columns) {
  return {
    id: product.id,
    materialCode: product.material_code,
    description: product.description,
    supplier: product.supplier,
    categories: [product.category1, product.category2, product.category3].filter(
      (category) => category !== null,
    ),
    unit: product.unit_of_measure,
    ...packingOf(product),
    // The value is numeric(10,3), as text or number. Trailing zeros are dropped.
    litersPerCase: String(Number(product.liters_per_case)),
    status: product.status,
    defCost: priceOrNull(product.def_cost, product.def_cost_pieces),
    defSrp: price(product.def_srp, product.def_srp_pieces),
    color: product.selected_color,
    reorderLevel: product.reorder_level,
  }
}

/** Finds the product that has a material code, ignoring case; null when the code is free. */
export async function productOfCode(
  db: Db,
  projectId: string,
  code: string,
): Promise<{ id: string; description: string } | null> {
  const found = rows(
    await db
      .from('products')
      .select('id, description, material_code')
      .eq('project_id', projectId)
      .ilike('material_code', code.replace(/[\\%_]/g, '\\$&'))
      .limit(5),
  )
  const same = found.find((product) => product.material_code.toLowerCase() === code.toLowerCase())
  return same ? { id: same.id, description: same.description } : null
}

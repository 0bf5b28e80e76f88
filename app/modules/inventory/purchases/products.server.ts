import { inChunks } from '~/platform/db/chunks'
import { rows } from '~/platform/db/command.server'
import type { ChoiceQuery } from '~/platform/forms/choices.server'
import type { Db } from '~/platform/request/context'
import {
  formatPrice,
  type Price,
  type PriceUnit,
  parsePrice,
  price,
  priceOrNull,
} from '~/platform/values/price'
import type { ProductOption } from '~/ui/lines'
import { listProductOptions, packingOf, readCosts, single } from '../queries.server'
import type { PurchaseProduct } from './prices'

/** Lists products for purchase lines, with their last cost and current SRP. */
export async function listPurchaseProducts(
  db: Db,
  projectId: string,
  query: ChoiceQuery = {},
): Promise<PurchaseProduct[]> {
  const options = query.ids
    ? await inChunks(query.ids, (ids) => listProductOptions(db, projectId, { ids }))
    : await listProductOptions(db, projectId, query)
  const p_products = options.map(({ id }) => id)
  const [bought, costs] = await Promise.all([
    db.rpc('last_purchase_prices', { p_project: projectId, p_products }),
    readCosts(db, projectId, p_products),
  ])
  const last = new Map(rows(bought).map((found) => [found.product_id, found]))
  return options.map((option) =>
    withLast(option, costs.get(option.id)!.defCost, last.get(option.id)),
  )
}

interface LastPrices {
  po_no: string
  date_added: string
  cost: number
  cost_pieces: number
  prod_srp: number | null
  prod_srp_pieces: number
}

function withLast(
  option: ProductOption,
  defCost: Price,
  found: LastPrices | undefined,
): PurchaseProduct {
  const last = found && {
    poNo: found.po_no,
    date: found.date_added,
    cost: price(found.cost, found.cost_pieces),
    srp: priceOrNull(found.prod_srp, found.prod_srp_pieces),
  }
  // A row's amount may be none at all (UNREADABLE); it is shown as such.
  const liveSrp = parsePrice(option.prices.prod_srp ?? '', option) ?? price('NaN', 1)
  const shown = (value: Price) => formatPrice(value, option)
  return {
    ...option,
    detail: `${option.detail} · ${last ? `last cost ${shown(last.cost)}` : 'no purchase yet'} · current SRP ${shown(liveSrp)}`,
    liveSrp,
    defCost,
    last: last ?? null,
    // An empty "New SRP" keeps the current SRP.
    prices: { cost: shown(last?.cost ?? defCost) },
  }
}

interface LineProduct {
  materialCode: string
  description: string
  caseConfig: number
  priceUnit: PriceUnit
  onHand: number
}

/** Returns the products of lines by id, whatever their status. */
export async function lineProducts(
  db: Db,
  projectId: string,
  ids: readonly string[],
): Promise<Map<string, LineProduct>> {
  const found = await inChunks(ids, async (some) =>
    rows(
      await db
        .from('products')
        .select('id, material_code, description, case_config, price_unit, inventory!inner(on_hand)')
        .eq('project_id', projectId)
        .in('id', some),
    ),
  )
  return new Map(
    found.map((product) => [
      product.id,
      {
        materialCode: product.material_code,
        description: product.description,
        ...packingOf(product),
        onHand: single(product.inventory).on_hand,
      },
    ]),
  )
}

/** Returns the active products that have these material codes, in capitals or not. */
export function activeByCode(db: Db, projectId: string, codes: readonly string[]) {
  const spellings = codes.flatMap((code) => [code, code.toUpperCase(), code.toLowerCase()])
  return inChunks(spellings, async (some) =>
    rows(
      await db
        .from('products')
        .select('id, material_code')
        .eq('project_id', projectId)
        .eq('status', 'active')
        .in('material_code', some),
    ),
  )
}

/** Returns active products by material code in lower case, with their last cost. */
export async function productsByCode(
  db: Db,
  projectId: string,
  codes: readonly string[],
): Promise<Map<string, { id: string; cost: string }>> {
  const found = await activeByCode(db, projectId, codes)
  const options = await listPurchaseProducts(db, projectId, { ids: found.map(({ id }) => id) })
  const costs = new Map(options.map((option) => [option.id, option.prices.cost ?? '']))
  return new Map(
    found.map(({ id, material_code }) => [
      material_code.toLowerCase(),
      { id, cost: costs.get(id) ?? '' },
    ]),
  )
}

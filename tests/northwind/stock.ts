import { rows } from '../../app/platform/db/command.server.ts'
import type { Db } from '../../app/platform/request/context.ts'
import { addDays } from '../../app/platform/values/dates.ts'
import type { Tables } from '../../scripts/northwind/tables.ts'

/** Pieces of a product in a period. */
export interface Moved {
  opening: number
  purchased: number
  used: number
  ending: number
}

/** The first entry of the data set: what is in stock plus all that was ever ordered. */
const OPENING = '1996-07-01'
export const codeOf = (product: string) => `NW-${product.padStart(3, '0')}`

/**
 * Computes each product's stock movement in a period, straight from the source's tables: bought
 * once on the first day, used whenever an order was shipped. The keys are material codes.
 */
export function stockOf(tables: Tables, from: string, to: string): Record<string, Moved> {
  const shipped = new Map(
    tables.orders.map((order) => [order.order_id, order.shipped_date || null]),
  )
  const found: Record<string, Moved> = {}
  for (const { product_id, units_in_stock } of tables.products) {
    const lines = tables.order_details
      .filter((line) => line.product_id === product_id)
      .map((line) => ({ quantity: Number(line.quantity), day: shipped.get(line.order_id) }))
    const sum = (include: (day: string) => boolean) =>
      lines.reduce((total, { quantity, day }) => total + (day && include(day) ? quantity : 0), 0)
    const bought =
      Number(units_in_stock) + lines.reduce((total, { quantity }) => total + quantity, 0)
    const opening = (OPENING < from ? bought : 0) - sum((day) => day < from)
    const purchased = from <= OPENING && OPENING <= to ? bought : 0
    const used = sum((day) => from <= day && day <= to)
    found[codeOf(product_id!)] = { opening, purchased, used, ending: opening + purchased - used }
  }
  return found
}

/** The same as the product answers, page by page. */
export async function actualOf(db: Db, project: string, from: string, to: string, limit = 1000) {
  const found: Record<string, Moved> = {}
  for (let after: { sort_key: string; id: string } | undefined; ; ) {
    const page = rows(
      await db.rpc('inventory_actual', {
        p_project: project,
        p_filters: { from, to, limit, ...(after && { after }) },
      }),
    )
    for (const row of page)
      found[row.material_code] = {
        opening: Number(row.opening),
        purchased: Number(row.purchased),
        used: Number(row.used),
        ending: Number(row.ending),
      }
    const last = page.at(-1)
    if (page.length < limit || !last) return found
    after = { sort_key: last.sort_key, id: last.product_id }
  }
}

/** First and last day of each month from July 1996 to May 1998. */
export function months(): [from: string, to: string][] {
  const found: [string, string][] = []
  for (let from = '1996-07-01'; from < '1998-06-01'; ) {
    const next = `${addDays(from, 31).slice(0, 8)}01`
    found.push([from, addDays(next, -1)])
    from = next
  }
  return found
}

/** A product's balance after each day on which it moved, from the source's tables. */
export function balancesOf(tables: Tables, product: string): [day: string, balance: number][] {
  const code = codeOf(product)
  const own = tables.order_details.filter((line) => line.product_id === product)
  const orders = new Set(own.map((line) => line.order_id))
  const days = tables.orders
    .filter((order) => orders.has(order.order_id) && order.shipped_date)
    .map((order) => order.shipped_date!)
  return [...new Set([OPENING, ...days])]
    .sort()
    .map((day) => [day, stockOf(tables, OPENING, day)[code]!.ending])
}

import { eachOf, type Price, parsePrice } from '~/platform/values/price'
import type { ProductOption } from '~/ui/lines'

/** A product for a purchase line, with the prices to compare with. */
export interface PurchaseProduct extends ProductOption {
  liveSrp: Price
  defCost: Price
  /** The product's newest active purchase; null when it was never bought. */
  last: { poNo: string; date: string; cost: Price; srp: Price | null } | null
}

/**
 * Returns the change between two prices per piece, for example "+4.2%", exact to a tenth; null when they are
 * equal or one is missing.
 */
export function changeOf(was: Price | null, is: Price | null): string | null {
  if (was === null || is === null) return null
  const [from, to] = [eachOf(was), eachOf(is)]
  if (from === 0n || from === to) return null
  // Tenths of a percent are rounded half away from zero.
  const difference = (to - from) * 2000n
  const tenths = (difference / from + (difference < 0n ? -1n : 1n)) / 2n
  const size = tenths < 0n ? -tenths : tenths
  const sign = to > from ? '+' : '-'
  return size === 0n ? `${sign}<0.1%` : `${sign}${size / 10n}.${size % 10n}%`
}

/** The input of a line, compared with its product. */
export interface LinePrices {
  cost: Price | null
  srp: Price | null
  costChange: string | null
  srpChange: string | null
  /** The SRP that is below cost: the new one, else the current one. */
  below: 'new' | 'live' | null
}

/** Compares the prices of a line before it is saved. */
export function readPrices(
  product: Pick<PurchaseProduct, 'liveSrp' | 'last' | 'caseConfig' | 'priceUnit'>,
  typed: { cost: string | undefined; srp: string | undefined },
): LinePrices {
  const cost = typed.cost ? parsePrice(typed.cost, product) : null
  const srp = typed.srp ? parsePrice(typed.srp, product) : null
  const under = (price: Price) => cost !== null && eachOf(price) < eachOf(cost)
  return {
    cost,
    srp,
    costChange: changeOf(product.last?.cost ?? null, cost),
    srpChange: changeOf(product.liveSrp, srp),
    below: srp !== null ? (under(srp) ? 'new' : null) : under(product.liveSrp) ? 'live' : null,
  }
}

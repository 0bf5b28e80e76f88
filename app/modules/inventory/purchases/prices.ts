import { type Money, parseMoney, toCents } from '~/platform/values/money'
import type { ProductOption } from '~/ui/lines'

/** A product for a purchase line, with the prices to compare with. */
export interface PurchaseProduct extends ProductOption {
  liveSrp: Money
  defCost: Money
  /** The product's newest active purchase; null when it was never bought. */
  last: { poNo: string; date: string; cost: Money; srp: Money | null } | null
}

/**
 * Returns the change between two prices, for example "+4.2%", exact to a tenth; null when they are
 * equal or one is missing.
 */
export function changeOf(was: Money | null, is: Money | null): string | null {
  if (was === null || is === null || was === is) return null
  const [from, to] = [toCents(was), toCents(is)]
  if (from === 0n) return null
  // Tenths of a percent are rounded half away from zero.
  const difference = (to - from) * 2000n
  const tenths = (difference / from + (difference < 0n ? -1n : 1n)) / 2n
  const size = tenths < 0n ? -tenths : tenths
  const sign = to > from ? '+' : '−'
  return size === 0n ? `${sign}<0.1%` : `${sign}${size / 10n}.${size % 10n}%`
}

/** The input of a line, compared with its product. */
export interface LinePrices {
  cost: Money | null
  srp: Money | null
  costChange: string | null
  srpChange: string | null
  /** The SRP that is below cost: the new one, else the current one. */
  below: 'new' | 'live' | null
}

/** Compares the prices of a line before it is saved. */
export function readPrices(
  product: Pick<PurchaseProduct, 'liveSrp' | 'last'>,
  typed: { cost: string | undefined; srp: string | undefined },
): LinePrices {
  const cost = typed.cost ? parseMoney(typed.cost) : null
  const srp = typed.srp ? parseMoney(typed.srp) : null
  const under = (price: Money) => cost !== null && toCents(price) < toCents(cost)
  return {
    cost,
    srp,
    costChange: changeOf(product.last?.cost ?? null, cost),
    srpChange: changeOf(product.liveSrp, srp),
    below: srp !== null ? (under(srp) ? 'new' : null) : under(product.liveSrp) ? 'live' : null,
  }
}

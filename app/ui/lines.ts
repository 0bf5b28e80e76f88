import type { Option } from '~/platform/forms/choices'
import { NO_DISCOUNT, netAmountAt, parseDiscount } from '~/platform/values/discount'
import { addMoney, type Money, money } from '~/platform/values/money'
import { isFree, type Packing, parsePrice } from '~/platform/values/price'
import { parseQuantity } from '~/platform/values/quantity'

/** A product as a line needs it. `detail` usually shows the available pieces. */
export interface ProductOption extends Option, Packing {
  /** The available pieces; a line with more is marked. */
  available?: number
  /** Initial prices by the name of the amount column, as staff type them: `{ agent_srp: '96.25/cs' }`. */
  prices: Record<string, string>
}

/** The values typed in one line, as conform knows them. */
interface TypedLine {
  product: ProductOption | undefined
  quantity: string | undefined
  price: string | undefined
  /** The discount as `parseDiscount` reads it. */
  discount?: string | undefined
}

/**
 * Returns quantity in pieces and amount of a line that is being typed; null where the text is not
 * valid yet.
 */
export function readLine({ product, quantity, price, discount }: TypedLine): {
  pieces: number | null
  amount: Money | null
} {
  const pieces = quantity ? parseQuantity(quantity, product?.caseConfig ?? 1) : null
  if (isFree(price)) return { pieces, amount: money(0) }
  const at = price ? parsePrice(price, product) : null
  const less = discount ? parseDiscount(discount) : NO_DISCOUNT
  return { pieces, amount: pieces === null || !at || !less ? null : netAmountAt(at, pieces, less) }
}

/** Returns the sum of the lines with a valid amount. */
export function totalOf(amounts: readonly (Money | null)[]): Money {
  return addMoney(money(0), ...amounts.filter((amount) => amount !== null))
}

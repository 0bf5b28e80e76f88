import { addMoney, type Money, money, multiplyMoney, parseMoney } from '~/platform/values/money'
import { parseQuantity } from '~/platform/values/quantity'
import type { Option } from './Combobox'

/** A product as a line needs it. `detail` usually says what is available. */
export interface ProductOption extends Option {
  caseConfig: number
  /** Pieces that can still be promised; a line that asks for more is marked. */
  available?: number
  /** Prices to begin with, by the name of the amount column: `{ agent_srp: '12.50' }`. */
  prices: Record<string, string>
}

/** What is typed in one line, as conform knows it. */
interface TypedLine {
  product: ProductOption | undefined
  quantity: string | undefined
  price: string | undefined
}

/** Quantity in pieces and amount of a line that is being typed; null where it does not parse yet. */
export function readLine({ product, quantity, price }: TypedLine): {
  pieces: number | null
  amount: Money | null
} {
  const pieces = quantity ? parseQuantity(quantity, product?.caseConfig ?? 1) : null
  const each = price ? parseMoney(price) : null
  return { pieces, amount: pieces === null || !each ? null : multiplyMoney(each, pieces) }
}

/** Sum of the lines that parse. */
export function totalOf(amounts: readonly (Money | null)[]): Money {
  return addMoney(money(0), ...amounts.filter((amount) => amount !== null))
}

import { z } from 'zod/mini'
import { formatMoney, fromCents, type Money, money, parseMoney, toCents } from './money'
import { readNumber, type Separators } from './numbers'
import { divide, type Price, partsOf } from './price'
import { typedWords } from './texts'

/** A discount of a line: a percentage of the price, then an amount off the whole line. Either may be zero. */
export interface Discount {
  /** With at most two decimals, such as "5" or "7.25". */
  percent: string
  amount: Money
}

export const NO_DISCOUNT: Discount = { percent: '0', amount: money(0) }

/**
 * Returns the discount that staff typed: "5%", "50.00", or both as "5% + 50". Null when the text is none.
 */
export function parseDiscount(text: string): Discount | null {
  const typed = typedWords(text)
  if (typed === null) return null
  if (typed === '') return NO_DISCOUNT
  const [first = '', second, ...more] = typed.split('%')
  if (more.length > 0) return null
  const percent = second === undefined ? '0' : percentIn(first)
  const off = second === undefined ? first : second.trim().replace(/^\+/, '')
  const amount = off === '' && second !== undefined ? NO_DISCOUNT.amount : parseMoney(off)
  if (percent === null || !amount || amount.startsWith('-')) return null
  return { percent, amount }
}

/** Reads a percentage up to 100, with two decimals at most. Null when it is none. */
export function percentIn(text: string, separators?: Separators): string | null {
  const percent = readNumber(text, { decimals: 2, separators })
  return percent === null || percent.startsWith('-') || Number(percent) > 100 ? null : percent
}

/** Writes a discount as `parseDiscount` reads it; empty for none. */
export function formatDiscount({ percent, amount }: Discount): string {
  const parts = [
    Number(percent) > 0 ? `${Number(percent)}%` : null,
    toCents(amount) > 0n ? formatMoney(amount) : null,
  ]
  return parts.filter((part) => part !== null).join(' + ')
}

/** The amount of a whole line after its discount, rounded to the centavo once, as `private.net_amount` does. */
export function netAmountAt(of: Price, quantity: number, { percent, amount }: Discount): Money {
  const { amount: each, pieces } = partsOf(of)
  const kept = 10_000n - toCents(money(percent))
  const exact = toCents(each) * BigInt(quantity) * kept - toCents(amount) * 10_000n * BigInt(pieces)
  return fromCents(divide(exact, 10_000 * pieces))
}

/** Form field of a discount. Stays text, which the action reads with `parseDiscount`. */
export const discountField = z.optional(
  z.string().check(
    z.trim(),
    z.refine(
      (text) => parseDiscount(text) !== null,
      'Enter a discount such as 5%, 50.00 or 5% + 50.',
    ),
  ),
)

import { z } from 'zod/mini'
import { formatMoney, fromCents, type Money, money, parseMoney, toCents } from './money'
import { divide, type Price, partsOf } from './price'
import { typedWords } from './texts'

/** A discount of a line: a percentage of the price, then an amount off the whole line. Either may be zero. */
export interface Discount {
  /** With at most two decimals, such as "5" or "7.25". */
  percent: string
  amount: Money
}

export const NO_DISCOUNT: Discount = { percent: '0', amount: money(0) }

const TYPED = /^(?:(\d{1,3}(?:\.\d{1,2})?) ?%)? ?(?:[+-]? ?([\d,]+(?:\.\d{1,2})?))?$/

/**
 * Returns the discount that staff typed: "5%", "50.00", or both as "5% + 50". Null when the text is none.
 */
export function parseDiscount(text: string): Discount | null {
  const typed = typedWords(text)
  if (typed === null) return null
  const [, percent, off] = TYPED.exec(typed) ?? []
  if (percent === undefined && off === undefined) return typed ? null : NO_DISCOUNT
  const amount = off === undefined ? money(0) : parseMoney(off)
  if (!amount || Number(percent ?? 0) > 100) return null
  return { percent: percent ?? '0', amount }
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

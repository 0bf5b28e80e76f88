import { z } from 'zod/mini'
import { formatMoney, fromCents, type Money, money, parseMoney, toCents } from './money'
import { readNumber, type Separators } from './numbers'
import { perUnit } from './quantity'

declare const brand: unique symbol

/**
 * An amount for a number of pieces, as text: `"8.50"` is for a piece, `"96.25/12"` for twelve. `parsePrice` reads it back,
 * so it is also the initial value of a price field.
 */
export type Price = string & { readonly [brand]: 'Price' }

/** Unit of a price that is typed without one (`products.price_unit`). */
export type PriceUnit = 'piece' | 'case'

/** The packing of a product as far as its prices need it. */
export interface Packing {
  caseConfig: number
  /** Per piece when absent. */
  priceUnit?: PriceUnit
}

const MOST_PIECES = 100_000

/** Takes the two columns of a price: numeric(14,2) and the pieces that it is for. */
export function price(amount: unknown, pieces: unknown): Price {
  const count = Number(pieces ?? 1)
  return (count === 1 ? money(amount) : `${money(amount)}/${count}`) as Price
}

/** Takes the two columns of a price that may be null. */
export function priceOrNull(amount: unknown, pieces: unknown): Price | null {
  return amount === null || amount === undefined ? null : price(amount, pieces)
}

/** The amount of a price, and the pieces that it is for. */
export function partsOf(of: Price): { amount: Money; pieces: number } {
  const [amount, pieces = '1'] = of.split('/')
  return { amount: money(amount), pieces: Number(pieces) }
}

/**
 * Takes a typed price apart: its amount, and the unit that it names, as a word or as a number of pieces. Null when it is none.
 */
export function readTyped(text: string, separators?: Separators) {
  const [amount = '', unit, ...more] = text.split('/')
  const value = more.length > 0 ? null : parseMoney(amount, separators)
  const of = value === null ? null : unitIn(unit)
  return value !== null && of !== null ? { value, of } : null
}

/** Reads the unit of a price: "cs", "pc", "12 pcs" or nothing. Null when it is none. */
function unitIn(text: string | undefined): 'case' | 'piece' | '' | number | null {
  const unit = text?.trim().toLowerCase()
  if (unit === undefined) return ''
  if (/^(?:cs|cases?)$/.test(unit)) return 'case'
  if (/^(?:pcs?|pieces?)$/.test(unit)) return 'piece'
  const count = readNumber(unit.replace(/pcs?$/, ''), { decimals: 0 })
  return count === null || count.startsWith('-') ? null : Number(count)
}

/**
 * Returns the price that staff typed: "100/cs" is for a case, "100/pc" for a piece, "100 / 12" for twelve pieces, and
 * "100" for the product's price unit. Null when the text is no price.
 */
export function parsePrice(text: string, packing: Packing = { caseConfig: 1 }): Price | null {
  const typed = readTyped(text)
  if (!typed) return null
  const { value, of } = typed
  const { caseConfig, priceUnit } = packing
  const isCase = of === 'case' || (of === '' && priceUnit === 'case')
  const pieces = typeof of === 'number' ? of : isCase ? Math.max(caseConfig, 1) : 1
  return pieces < 1 || pieces > MOST_PIECES ? null : price(value, pieces)
}

/**
 * Writes a price as staff read it: "96.25/cs", "48.13/6 pc", "8.50" for a piece; "8.50/pc" where a plain price would mean a
 * case.
 */
export function formatPrice(of: Price, packing: Packing): string {
  return formatMoney(partsOf(of).amount) + unitOf(of, packing)
}

/** Returns the unit of a price as it stands after the amount: "/cs", "/6 pc", nothing for a plain price of a piece. */
export function unitOf(of: Price, { caseConfig, priceUnit }: Packing): string {
  const { pieces } = partsOf(of)
  const piece = pieces === 1 && priceUnit === 'case' && caseConfig > 1
  return piece ? '/pc' : perUnit(pieces, caseConfig)
}

/** Writes a price with the pieces that it is for, as a reader of a paper computes with it: "96.25 / 12 pc". */
export function unitPrice(of: Price): string {
  const { amount, pieces } = partsOf(of)
  return `${formatMoney(amount)} / ${pieces === 1 ? '' : `${pieces.toLocaleString('en-US')} `}pc`
}

/** Writes the price of a piece, in millionths, to four decimals: "8.0208" of 96.25 for twelve. */
export function formatEach(millionths: bigint): string {
  const each = divide(millionths, 100)
  const [whole, fraction] = [each / 10000n, String(each % 10000n).padStart(4, '0')]
  return `${formatMoney(money(whole)).slice(0, -3)}.${fraction}`
}

/**
 * The amount of so many pieces, rounded to the centavo once, half away from zero, as `private.line_amount` does; null of a
 * price that the reader may not see.
 */
export function amountAt<T extends Price | null>(
  of: T,
  quantity: number,
): T extends null ? null : Money {
  if (of === null) return null as never
  const { amount, pieces } = partsOf(of as Price)
  return fromCents(divide(toCents(amount) * BigInt(quantity), pieces)) as never
}

/** The price of a piece in millionths, by which prices for different numbers of pieces are compared. */
export function eachOf(of: Price): bigint {
  const { amount, pieces } = partsOf(of)
  return divide(toCents(amount) * 10_000n, pieces)
}

/** Divides by a positive number, half away from zero. */
export function divide(value: bigint, by: number): bigint {
  const [size, part] = [value < 0n ? -value : value, BigInt(by)]
  const quotient = (2n * size + part) / (2n * part)
  return value < 0n ? -quotient : quotient
}

/** The word that staff type for the price of goods that are given with the line above. */
export const FREE = 'free'

/** Tells whether a typed price is the word for free goods. */
export const isFree = (text: string | undefined) => text?.trim().toLowerCase() === FREE

const EXAMPLE = 'Enter a price such as 96.25, 96.25/cs or 96.25 / 12.'

/**
 * Form field of PriceField: a price of zero or more. Stays text, because only the action knows the product's packing: it
 * reads it with `parsePrice`.
 */
export const priceField = z.string({ error: 'Enter a price.' }).check(
  z.trim(),
  z.refine((text) => parsePrice(text) !== null, EXAMPLE),
  z.refine((text) => !parsePrice(text)?.startsWith('-'), 'The amount cannot be negative.'),
)

import { z } from 'zod/mini'
import { readNumber, type Separators } from './numbers'

declare const brand: unique symbol

/** An exact amount as text with two decimals, such as `"1234.50"` or `"-3.00"`. Never a float. */
export type Money = string & { readonly [brand]: 'Money' }

const PATTERN = /^(-?)(\d+)(?:\.(\d*))?$/
const LIMIT = 10n ** 14n // numeric(14,2)
/** Databases and JSON write amounts like this: there is nothing to round to two decimals. */
const USUAL = /^(?!-0)-?(?:0|[1-9]\d*)(?:\.\d\d?)?$/

/**
 * Stands for an amount that a row has and that is none: NaN or infinity, from before the checks of columns
 * (docs/decisions/0030-bounds-of-columns.md). It is shown as this word and counts nothing in a sum, so that one such row
 * does not take its page down.
 */
export const UNREADABLE = 'unreadable' as Money
const NO_AMOUNT = /^(NaN|-?Infinity|unreadable)$/

/**
 * Takes what PostgreSQL or JSON give for numeric(14,2): text or a number.
 *
 * @throws RangeError on anything that is not exact to the centavo; such a value is a defect
 *   upstream (float arithmetic), never something to round away.
 */
export function money(value: unknown): Money {
  const text = String(value)
  if (USUAL.test(text)) {
    const point = text.indexOf('.')
    return (point < 0 ? `${text}.00` : text.padEnd(point + 3, '0')) as Money
  }
  if (NO_AMOUNT.test(text) && typeof value === 'string') return UNREADABLE
  const cents = parse(text)
  if (cents === null) throw new RangeError(`Not an amount of money: ${String(value)}`)
  return fromCents(cents)
}

/** Takes a numeric(14,2) that may be null. */
export function moneyOrNull(value: unknown): Money | null {
  return value === null || value === undefined ? null : money(value)
}

function parse(text: string): bigint | null {
  const match = PATTERN.exec(text)
  if (!match) return null
  const fraction = (match[3] ?? '').replace(/0+$/, '')
  if (fraction.length > 2) return null
  const cents = BigInt(match[2]!) * 100n + BigInt(fraction.padEnd(2, '0'))
  return match[1] ? -cents : cents
}

/** Whole centavos of an amount. */
export function toCents(amount: Money): bigint {
  if (amount === UNREADABLE) return 0n
  // The text always has two decimals, so it is the centavos without the point.
  return BigInt(amount.replace('.', ''))
}

/** Tells whether an amount counts nothing in a sum. */
export function isZero(amount: Money): boolean {
  return amount === '0.00' || amount === UNREADABLE
}

/** The amount of so many centavos. */
export function fromCents(cents: bigint): Money {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}` as Money
}

/** The exact sum; of nothing it is `"0.00"`. */
export function addMoney(...amounts: Money[]): Money {
  return fromCents(amounts.reduce((sum, amount) => sum + toCents(amount), 0n))
}

/** Price times a whole quantity, such as AgentSRP × Quantity; null of a price that the reader may not see. */
export function multiplyMoney<T extends Money | null>(amount: T, quantity: number): T {
  return (amount === null ? null : fromCents(toCents(amount) * BigInt(quantity))) as T
}

/** `"1,234.50"`, or `"PHP 1,234.50"` when a currency code is given. */
export function formatMoney(amount: Money, currency?: string): string {
  if (amount === UNREADABLE) return amount
  const point = amount.indexOf('.')
  const text = point < 0 ? `${withCommas(amount)}.00` : withCommas(amount, point)
  return currency ? `${currency} ${text}` : text
}

/**
 * Puts commas between the thousands of a number whose whole part ends at a place. A page has a thousand numbers, and a
 * regular expression takes several times as long.
 */
export function withCommas(number: string, end = number.length): string {
  const first = number.startsWith('-') ? 1 : 0
  let text = number
  for (let at = end - 3; at > first; at -= 3) text = `${text.slice(0, at)},${text.slice(at)}`
  return text
}

/**
 * Returns the amount that staff typed ("1,234.5", "₱ 1 234.50"), or null when the text is no amount: "12,50" and "1.000" are
 * none, since a comma may stand before decimals elsewhere.
 */
export function parseMoney(text: string, separators?: Separators): Money | null {
  const plain = readNumber(text, { decimals: 2, separators })
  const cents = plain === null ? null : parse(plain)
  return cents === null || cents >= LIMIT || cents <= -LIMIT ? null : fromCents(cents)
}

/** Form field: an amount of zero or more, within numeric(14,2). */
export const moneyField = z.pipe(
  z.string({ error: 'Enter an amount.' }).check(z.trim()),
  z.transform((text: string, { issues }) => {
    const amount = parseMoney(text)
    if (amount && toCents(amount) >= 0n) return amount
    const message = amount ? 'The amount cannot be negative.' : 'Enter an amount such as 1,234.50.'
    issues.push({ code: 'custom', message, input: text })
    return z.NEVER
  }),
)

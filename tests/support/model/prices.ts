import { centsOf, pesos } from './action.ts'
import type { BooksBookingLine, Price } from './books.ts'

/** The price that a command says; without pieces it is per piece. */
export const priceOf = (amount: string, pieces = 1): Price => `${centsOf(amount)}/${pieces}`

/** Divides centavos or millionths and rounds half up. */
export const half = (amount: number, by: number) => Math.floor((2 * amount + by) / (2 * by))

const parts = (price: Price) => price.split('/').map(Number) as [cents: number, pieces: number]

/** The price as the arguments of a command name it, under the name of its column. */
export function named(column: string, price: Price): Record<string, unknown> {
  const [cents, pieces] = parts(price)
  return { [column]: pesos(cents), ...(pieces > 1 && { [`${column}_pieces`]: pieces }) }
}

/** The amount of so many pieces in centavos, rounded half up once. */
export function worth(price: Price, pieces: number): number {
  const [cents, of] = parts(price)
  return half(cents * pieces, of)
}

/** The amount that a customer pays for a line: its price, its discounts, and the pieces of the whole line. */
export type Discounted = Pick<BooksBookingLine, 'srp' | 'quantity' | 'percent' | 'off'>

/**
 * The amount of the first so many pieces of a line in centavos: at its price, less the percentage, less the share of these
 * pieces in the amount off the line. All is one fraction, so that it is rounded half up once.
 */
export function paidFor({ srp, quantity, percent, off }: Discounted, pieces: number): number {
  const [cents, of] = parts(srp)
  const exact = cents * pieces * quantity * (10_000 - percent) - off * 10_000 * of * pieces
  return half(exact, 10_000 * of * quantity)
}

/**
 * Millionths of a peso that are paid for each piece of a line after its discounts, when it also has to pay for goods of a
 * worth, which are given with it.
 */
export function paidEach({ srp, quantity, percent, off }: Discounted, given: number): number {
  const [cents, of] = parts(srp)
  const exact = cents * (10_000 - percent) * quantity - off * 10_000 * of - given * of
  return half(exact, of * quantity)
}

/** The 12 % of VAT in an amount, to the centavo: what is left is rounded. */
export const vatIn = (amount: number) => amount - half(amount * 100, 112)

/** Millionths of a peso per piece, by which prices are compared. */
export function millionths(price: Price): number {
  const [cents, of] = parts(price)
  return half(cents * 10_000, of)
}

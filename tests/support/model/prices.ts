import { centsOf, pesos } from './action.ts'
import type { Price } from './books.ts'

/** The price that a command says; without pieces it is per piece. */
export const priceOf = (amount: string, pieces = 1): Price => `${centsOf(amount)}/${pieces}`

const parts = (price: Price) => price.split('/').map(Number) as [cents: number, pieces: number]

/** The price as the arguments of a command name it, under the name of its column. */
export function named(column: string, price: Price): Record<string, unknown> {
  const [cents, pieces] = parts(price)
  return { [column]: pesos(cents), ...(pieces > 1 && { [`${column}_pieces`]: pieces }) }
}

/** The amount of so many pieces in centavos, rounded half up once. */
export function worth(price: Price, pieces: number): number {
  const [cents, of] = parts(price)
  return Math.floor((2 * cents * pieces + of) / (2 * of))
}

/** Millionths of a peso per piece, by which prices are compared. */
export function millionths(price: Price): number {
  const [cents, of] = parts(price)
  return Math.floor((2 * cents * 10_000 + of) / (2 * of))
}

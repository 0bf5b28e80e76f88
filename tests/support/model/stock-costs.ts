import type { BooksCompany } from './books.ts'
import { modelOnHand } from './figures.ts'
import { worth } from './prices.ts'

/** Divides and rounds half up. */
export const half = (amount: number, by: number) => Math.floor((2 * amount + by) / (2 * by))

/**
 * Gives pieces that come in or go out (below zero) on a day their cost in centavos, before they are counted: that of their document,
 * else the moving average of what is on hand, or the default cost where nothing is. The last pieces take the whole value with them.
 */
export function moveCost(
  company: BooksCompany,
  product: string,
  pieces: number,
  on: string,
  given: number | null = null,
): number {
  const stock = company.books.products[product]!
  const onHand = modelOnHand(stock)
  const average = (many: number) =>
    onHand > 0 ? half(stock.value * many, onHand) : worth(stock.cost, many)
  let cost = given ?? (pieces > 0 ? average(pieces) : -average(-pieces))
  // Nothing takes more than there is; what is left of no pieces is worth nothing.
  if (pieces <= 0) cost = Math.max(cost, -stock.value)
  if (pieces < 0 && onHand + pieces <= 0) cost = -stock.value
  noteCost(company, product, on, cost)
  return cost
}

/** Changes what the stock of a product is worth from a day on. */
export function noteCost(
  { books, memory }: BooksCompany,
  product: string,
  on: string,
  cost: number,
): void {
  books.products[product]!.value += cost
  memory.costs[product] ??= []
  memory.costs[product].push({ on, cost })
}

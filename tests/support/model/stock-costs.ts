import { movementCost } from '../stock-worth.ts'
import type { BooksCompany } from './books.ts'
import { modelOnHand } from './figures.ts'
import { worth } from './prices.ts'

/** Gives pieces that come in or go out (below zero) on a day their cost in centavos, before they are counted; `given` by a document. */
export function moveCost(
  company: BooksCompany,
  product: string,
  pieces: number,
  on: string,
  given: number | null = null,
): number {
  const stock = company.books.products[product]!
  const before = { pieces: BigInt(modelOnHand(stock)), value: BigInt(stock.value) }
  const byDefault = BigInt(worth(stock.cost, Math.abs(pieces)))
  const known = given === null ? null : BigInt(given)
  const cost = Number(movementCost(before, BigInt(pieces), known, byDefault))
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

import { movementCost } from '../stock-worth.ts'
import { addUp } from './action.ts'
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
  noteCost(company, product, on, cost, pieces)
  return cost
}

/** Changes what the stock of a product is worth from a day on, and the pieces that are there. */
export function noteCost(
  { books, memory }: BooksCompany,
  product: string,
  on: string,
  cost: number,
  pieces: number,
): void {
  books.products[product]!.value += cost
  memory.costs[product] ??= []
  memory.costs[product].push({ on, cost, pieces })
}

/** Pieces of a product among the bad orders at the end of a day. */
export const badOn = ({ memory }: BooksCompany, product: string, day: string) =>
  addUp((memory.bad[product] ?? []).filter(({ on }) => on <= day).map(({ pieces }) => pieces))

/** Pieces of a product that can be sold at the end of a day. */
const sellableOn = (company: BooksCompany, product: string, day: string) =>
  addUp(
    (company.memory.costs[product] ?? []).filter(({ on }) => on <= day).map(({ pieces }) => pieces),
  ) - badOn(company, product, day)

/** The fewest pieces that can be sold, or are among the bad orders, at the end of a day and of each one since: never below zero. */
export function leastSince(
  company: BooksCompany,
  product: string,
  from: string,
  bad = false,
): number {
  const { costs, bad: moved } = company.memory
  const days = [...(costs[product] ?? []), ...(moved[product] ?? [])].map(({ on }) => on)
  const since = [from, ...days.filter((on) => on > from)]
  return Math.min(...since.map((day) => (bad ? badOn : sellableOn)(company, product, day)))
}

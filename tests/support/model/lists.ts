import type { BooksCompany, ListItem, Price } from './books.ts'
import { millionths } from './prices.ts'

/** Prices of price lists. Docs: prices.md. */

/** A price of a list that counts for a customer: from which list, and its floor in millionths per piece. */
interface ListPrice {
  list: string
  price: Price
  floor: number | null
  /** The price is one of the product itself, not of its category. */
  item: string | null
}

const rounded = (of: number, by: number) => Math.floor((2 * of + by) / (2 * by))

/** The last price of a product or a category that has begun on a day. */
function lastItem(
  { books }: BooksCompany,
  list: string,
  goods: string,
  on: string,
): [string, ListItem] | null {
  const begun = Object.entries(books.priceLists[list]!.items)
    .filter(([key]) => key.startsWith(`${goods}@`) && key.slice(-10) <= on)
    .sort(([one], [other]) => other.slice(-10).localeCompare(one.slice(-10)))
  return begun[0] ?? null
}

/** The price of a product in a list on a day: its own, else of its third category, else of its first. */
function priceIn(
  company: BooksCompany,
  list: string,
  product: string,
  on: string,
): ListPrice | null {
  const { live, categories } = company.books.products[product]!
  const { floor_percent } = company.books.priceLists[list]!
  const byPercent = (price: Price) => {
    const [cents, pieces] = price.split('/').map(Number) as [number, number]
    return floor_percent === null ? null : rounded(cents * floor_percent, pieces)
  }
  const [key, own] = lastItem(company, list, product, on) ?? []
  if (own && own.price !== null) {
    const price = `${own.price}/${own.pieces}`
    const floor = own.floor === null ? byPercent(price) : millionths(`${own.floor}/${own.pieces}`)
    return { list, price, floor, item: key! }
  }
  const [cents, pieces] = live.split('/').map(Number) as [number, number]
  for (const level of [3, 1] as const) {
    const category = categories[level]
    const item = category && lastItem(company, list, `${level}:${category}`, on)?.[1]
    if (!item || item.percent === null) continue
    const dearer = rounded(cents * (10_000 + item.percent), 10_000)
    if (cents > 0 && dearer > 0) {
      const price = `${dearer}/${pieces}`
      return { list, price, floor: byPercent(price), item: null }
    }
  }
  return null
}

/** The price by which a customer buys a product on a day; null where no list has one. */
export function listPrice(
  company: BooksCompany,
  customer: string,
  product: string,
  on: string,
): ListPrice | null {
  const { priceLists, groups, customers } = company.books
  const { list, group } = customers[customer]!
  const ofGroup = group !== null && groups[group]!.status === 'active' ? groups[group]!.list : null
  const usual = Object.keys(priceLists).find((id) => priceLists[id]!.usual) ?? null
  for (const id of [list, ofGroup, usual]) {
    if (id === null || priceLists[id]!.status !== 'active' || priceLists[id]!.from > on) continue
    const found = priceIn(company, id, product, on)
    if (found) return found
  }
  return null
}

/** The floor of a list that somebody else set last, where this person changed the price after them. */
export function listFloorByOthers(
  company: BooksCompany,
  { list, item }: ListPrice,
  by: string,
): number | null {
  if (item === null || company.memory.itemBy[`${list}/${item}`] !== by) return null
  const set = company.memory.listFloors[`${list}/${item.slice(0, -11)}`] ?? []
  return set.findLast((each) => each.by !== by)?.floor ?? null
}

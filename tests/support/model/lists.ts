import type { BooksCompany, ListItem, Price } from './books.ts'
import { half, millionths } from './prices.ts'

/** Prices of price lists. Docs: ledgers.md. */

/** A price of a list that counts for a customer: from which list, and its floor in millionths per piece. */
interface ListPrice {
  list: string
  price: Price
  floor: number | null
  /** The price is one of the product itself, not of its category. */
  own: boolean
}

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
    return floor_percent === null ? null : half(cents * floor_percent, pieces)
  }
  const [, own] = lastItem(company, list, product, on) ?? []
  if (own && own.price !== null) {
    const price = `${own.price}/${own.pieces}`
    const floor = own.floor === null ? byPercent(price) : millionths(`${own.floor}/${own.pieces}`)
    return { list, price, floor, own: true }
  }
  const [cents, pieces] = live.split('/').map(Number) as [number, number]
  for (const level of [3, 1] as const) {
    const category = categories[level]
    const item = category && lastItem(company, list, `${level}:${category}`, on)?.[1]
    if (!item || item.percent === null) continue
    const dearer = half(cents * (10_000 + item.percent), 10_000)
    if (cents > 0 && dearer > 0) {
      const price = `${dearer}/${pieces}`
      return { list, price, floor: byPercent(price), own: false }
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
  const ofGroup = group && groups[group]?.status === 'active' ? groups[group].list : null
  const usual = Object.keys(priceLists).filter((id) => priceLists[id]!.usual)
  for (const place of [[list], [ofGroup], usual]) {
    const found = place.flatMap((id) => {
      const counts = id && priceLists[id]?.status === 'active' && priceLists[id].from <= on
      return (counts && priceIn(company, id, product, on)) || []
    })
    if (found.length > 0) return found.find(({ own }) => own) ?? found[0]!
  }
  return null
}

/** Notes what a person changed of a document; nothing where all stays. */
export function noteChange<T extends object>(
  { memory }: BooksCompany,
  key: string,
  by: string,
  was: T | null,
  is: T,
): void {
  const [old, now] = [was, is] as [Record<string, unknown> | null, Record<string, unknown>]
  const names = Object.keys(now).filter((name) => old?.[name] !== now[name])
  if (old && names.length === 0) return
  const of = (all: Record<string, unknown>) =>
    Object.fromEntries(names.map((name) => [name, all[name]]))
  memory.changes[key] ??= []
  memory.changes[key].push({ by, before: old && of(old), after: of(now) })
}

/** A document as others than this person left it; null where it is this person's alone. */
function leftByOthers<T extends object>({ memory }: BooksCompany, key: string, by: string, now: T) {
  const changes = memory.changes[key] ?? []
  const [own, others] = [
    changes.filter((each) => each.by === by),
    changes.filter((each) => each.by !== by),
  ]
  if (own.length === 0) return now
  if (others.length === 0 && own.some(({ before }) => before === null)) return null
  const left = Object.entries(now).map(([name, value]) => {
    const set = others.findLast(({ after }) => name in after)
    const first = own.find(({ before }) => before && name in before)
    return [name, set ? set.after[name] : first ? first.before![name] : value]
  })
  return Object.fromEntries(left) as T
}

/** The company without the changes of a person to lists and who buys by them, and with the SRPs that others set. */
export function withoutChangesOf(
  company: BooksCompany,
  by: string,
  srpOfOthers: (product: string) => number | null,
): BooksCompany {
  const left = structuredClone(company)
  const { priceLists, groups, customers, products } = left.books
  const keep = <T extends object>(docs: Record<string, T>, kind: string) => {
    for (const [id, doc] of Object.entries(docs)) {
      const found = leftByOthers(company, `${kind}:${id}`, by, doc)
      if (found) docs[id] = found
      else delete docs[id]
    }
  }
  for (const [id, list] of Object.entries(priceLists)) keep(list.items, `item:${id}`)
  keep(priceLists, 'list')
  keep(groups, 'group')
  keep(customers, 'customer')
  for (const [id, product] of Object.entries(products)) {
    const [, pieces] = product.live.split('/').map(Number) as [number, number]
    const srp = srpOfOthers(id)
    if (srp !== null) product.live = `${(srp * pieces) / 10_000}/${pieces}`
  }
  return left
}

import { action, blank, type Dice, type ModelAction, reasonsOn, touch } from '../action.ts'
import type { BooksCompany, BooksProduct } from '../books.ts'
import { exposure, modelOnHand, sellable } from '../figures.ts'
import { moveCost } from '../stock-costs.ts'
import { moveBad } from './bad-orders.ts'
import { isSold } from './booking-lines.ts'

interface OfCustomers {
  p_customer: string
  p_version: number
  p_into: string
  p_reason: string
}
interface OfProducts {
  p_product: string
  p_version: number
  p_into: string
}

/** Two different documents; seldom where only two are left, as then all others would be one. */
function two<T>(
  dice: Dice,
  from: Record<string, T>,
  goes: (of: T, id: string) => boolean,
  stays: (of: T) => boolean,
) {
  if (Object.values(from).filter(stays).length < 3 && dice.chance(0.9)) return null
  const one = dice.doc(from, goes)
  const into = dice.doc(from, (of, id) => stays(of) && (id !== one || dice.chance(0.02)))
  return one && into ? { one, into } : null
}

/** Says of what was merged into a document that it is now the other one, and of the document too. */
function follow(
  company: BooksCompany,
  from: Record<string, { merged: string | null }>,
  one: string,
  into: string,
): void {
  for (const [id, each] of Object.entries(from))
    if (id === one || each.merged === one) {
      each.merged = into
      touch(company, id)
    }
}

/** Something waits about a product, so that it cannot go yet. */
function waits({ books }: BooksCompany, product: string, into: string): boolean {
  const counted = Object.values(books.counts).some(
    ({ status, lines }) =>
      ['open', 'submitted'].includes(status) &&
      Object.keys(lines).some((key) => [product, into].includes(key.split('/')[0]!)),
  )
  const writtenOff = Object.values(books.badOrders).some(
    ({ status, lines }) => status === 'pending' && lines.some(([id]) => id === product),
  )
  const corrected = Object.values(books.edits).some(
    ({ status, purchase, line }) =>
      status === 'pending' && books.purchases[purchase]!.lines[line]!.product === product,
  )
  return books.products[product]!.reserved > 0 || counted || writtenOff || corrected
}

export const mergingActions: Record<string, ModelAction> = {
  merge_customers: action<OfCustomers>({
    needs: 'customers.decide',
    often: 3,
    choose(company, dice) {
      const chosen = two(
        dice,
        company.books.customers,
        ({ status }) => ['approved', 'inactive'].includes(status),
        ({ status }) => status === 'approved',
      )
      if (!chosen) return null
      return {
        ...{ p_customer: chosen.one, p_version: dice.version(company, chosen.one) },
        ...{ p_into: chosen.into, p_reason: dice.reason() },
      }
    },
    judge: (company, { p_customer, p_version, p_into, p_reason }) =>
      reasonsOn(company, company.books.customers, p_customer, p_version, ({ status }) => {
        const into = company.books.customers[p_into]
        const takes = p_into !== p_customer && into?.status === 'approved'
        const owed = () => exposure(company, p_customer) + exposure(company, p_into)
        return [
          blank(p_reason) && 'invalid',
          !['approved', 'inactive'].includes(status) && 'wrong_state',
          !takes && 'invalid',
          takes && into.credit_line !== null && owed() > into.credit_line && 'credit_exceeded',
        ]
      }),
    done(company, { p_customer, p_into }) {
      const { books, memory } = company
      memory.merging.push({ from: p_customer, into: p_into, before: structuredClone(company) })
      books.customers[p_customer]!.status = 'merged'
      follow(company, books.customers, p_customer, p_into)
      for (const docs of [books.bookings, books.receipts, books.memos])
        for (const [id, doc] of Object.entries(docs))
          if (doc.customer === p_customer) {
            doc.customer = p_into
            touch(company, id)
            // Goods that came back are of the customer of their memo.
            if ('source' in doc && doc.source && books.purchases[doc.source])
              touch(company, doc.source)
          }
      for (const id of [p_customer, p_into]) memory.hasEvents[id] = true
    },
  }),

  merge_products: action<OfProducts>({
    needs: 'products.write',
    often: 2,
    choose(company, dice) {
      const { products } = company.books
      // Goods that came back to a merged product go over too.
      const again = Object.keys(products).filter((id) => {
        const product = products[id]!
        return product.merged !== null && modelOnHand(product) > 0
      })
      const free = (product: BooksProduct, id: string) => isSold(product) && !waits(company, id, id)
      const chosen = two(dice, products, free, isSold)
      const one = again.length > 0 && dice.chance(0.5) ? dice.one(again) : chosen?.one
      if (!one) return null
      const into = products[one]!.merged ?? chosen?.into
      return into ? { p_product: one, p_version: dice.version(company, one), p_into: into } : null
    },
    judge: (company, { p_product, p_version, p_into }) =>
      reasonsOn(company, company.books.products, p_product, p_version, ({ merged }) => [
        merged !== null && merged !== p_into && 'wrong_state',
        (p_into === p_product || !isSold(company.books.products[p_into])) && 'invalid',
        waits(company, p_product, p_into) && 'wrong_state',
      ]),
    done(company, { p_product, p_into }) {
      const { products, bookings } = company.books
      for (const { approval, lines } of Object.values(bookings))
        for (const line of lines)
          if (approval === 'pending' && line.product === p_product) line.product = p_into
      const { bad } = products[p_product]!
      // The bad orders go first: the last pieces take what is left of the value.
      for (const [pieces, isBad] of [
        [bad, true],
        [sellable(products[p_product]!), false],
      ] as const) {
        if (pieces === 0) continue
        const cost = -moveCost(company, p_product, -pieces, company.today)
        products[p_product]!.adjusted -= pieces
        moveCost(company, p_into, pieces, company.today, cost)
        products[p_into]!.adjusted += pieces
        if (!isBad) continue
        moveBad(company, p_product, -pieces, company.today)
        moveBad(company, p_into, pieces, company.today)
      }
      follow(company, products, p_product, p_into)
    },
  }),
}

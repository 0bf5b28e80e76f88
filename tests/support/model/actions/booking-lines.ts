import { addUp, centsOf, type Dice, pesos, type Reason } from '../action.ts'
import type { BooksBookingLine, BooksCompany, BooksProduct } from '../books.ts'
import { listPrice } from '../lists.ts'
import { named, paidFor, priceOf, worth } from '../prices.ts'

/** A line of a booking as somebody types it. */
export interface TypedLine {
  product_id: string
  quantity: number
  agent_srp: string
  agent_srp_pieces?: number
  discount_percent?: string
  discount_amount?: string
  free_of?: number
}

/** Per piece, or per case of 12, which is no whole number of centavos a piece. */
function linePrice(dice: Dice) {
  if (dice.chance(0.05)) return { agent_srp: pesos(dice.one([0, 1])) }
  if (dice.chance(0.3))
    return { agent_srp: pesos(dice.one([100_00, 96_25, 130_10])), agent_srp_pieces: 12 }
  return { agent_srp: pesos(dice.one([9_00, 10_00, 12_35])) }
}

/** Percentages and amounts off, which share out to no whole centavos; seldom more than there can be. */
function lineDiscount(dice: Dice) {
  return {
    ...(dice.chance(0.3) && {
      discount_percent: dice.chance(0.04) ? '100.01' : dice.one(['5', '7.5', '12.25', '33.33']),
    }),
    ...(dice.chance(0.2) && {
      discount_amount: dice.chance(0.04) ? '999.99' : dice.one(['0.01', '1.03', '2.50', '7.77']),
    }),
  }
}

/** Goods that are given with a line before them; seldom with another free line, with none, or for money. */
const freeGoods = (dice: Dice, before: number) => ({
  free_of: dice.chance(0.05) ? before + 2 : dice.upTo(before),
  agent_srp: dice.chance(0.03) ? '1.00' : '0',
})

/** The price that a list proposes, as entry does. */
function proposed(company: BooksCompany, customer: string, product: string, on: string) {
  const found = listPrice(company, customer, product, on)
  return found && named('agent_srp', found.price)
}

export const typedLines = (
  company: BooksCompany,
  dice: Dice,
  customer: string,
  on: string | null,
): TypedLine[] =>
  Array.from({ length: dice.upTo(4) }, (_, no) => {
    const product_id = dice.doc(company.books.products, isSold)!
    const ofList = dice.chance(0.5) && proposed(company, customer, product_id, on ?? company.today)
    const priced = { ...linePrice(dice), ...ofList, ...lineDiscount(dice) }
    return {
      ...{ product_id, quantity: dice.chance(0.02) ? 0 : dice.upTo(7) },
      ...(no > 0 && dice.chance(0.25) ? freeGoods(dice, no) : priced),
    } as TypedLine
  })

const hundredths = (text: string | undefined) => centsOf(text ?? '0')

const lineOf = (line: TypedLine): BooksBookingLine => ({
  ...{ product: line.product_id, quantity: line.quantity },
  srp: priceOf(line.agent_srp, line.agent_srp_pieces),
  ...{ percent: hundredths(line.discount_percent), off: hundredths(line.discount_amount) },
  free_of: line.free_of ?? null,
  ...{ delivered: 0, released: 0, returned: 0 },
})

/** A product that was merged is bought and sold as the other one. */
export const isSold = (product: BooksProduct | undefined) => product?.merged === null

/** A line that cannot be sold so, among those before it. */
function wrongLine(company: BooksCompany, typed: readonly TypedLine[], no: number): boolean {
  const line = typed[no]!
  if (!isSold(company.books.products[line.product_id]) || line.quantity === 0) return true
  const { percent, off, free_of, srp, quantity } = lineOf(line)
  if (percent > 100_00 || paidFor({ srp, quantity, percent, off }, quantity) < 0) return true
  if (free_of === null) return false
  // Free goods follow the line with which they are given, which is not free itself, and cost nothing.
  const paying = typed.slice(0, no)[free_of - 1]
  return !paying || paying.free_of !== undefined || worth(srp, 1) + percent + off > 0
}

export const wrongLines = (company: BooksCompany, lines: readonly TypedLine[]): Reason =>
  (lines.length === 0 || lines.some((_, no) => wrongLine(company, lines, no))) && 'invalid'

/** The lines of a booking, what is to be paid for them, and what is taken off. */
export function written(typed: readonly TypedLine[]) {
  const lines = typed.map(lineOf)
  const total = addUp(lines.map((line) => paidFor(line, line.quantity)))
  const gross = addUp(lines.map((line) => worth(line.srp, line.quantity)))
  return { lines, total, discount: gross - total }
}

import { action, addUp, type ModelAction, postingDay, touch } from '../action.ts'
import type { BooksCompany, Goods } from '../books.ts'
import { settle, stageOf, validated } from '../figures.ts'
import { half, paidFor, vatIn } from '../prices.ts'
import { moveCost } from '../stock-costs.ts'
import { moveBad } from './bad-orders.ts'
import { noteCredit } from './fulfilment.ts'

interface NewReturn {
  p_memo: {
    kind: string
    reason: string
    booking_id: string
    on_date: string | null
    lines: { line_id: string; quantity: number; stock_state?: string }[]
  }
}

/** Pieces of a line that were delivered and had not come back at the end of a day. */
function leftOn({ memory }: BooksCompany, id: string, no: number, day: string): number {
  const delivered = Object.entries(memory.issued).flatMap(([key, { pieces }]) => {
    const [booking, line, on] = key.split('/') as [string, string, string]
    return booking === id && line === String(no) && on <= day ? [pieces] : []
  })
  const back = (memory.returnedOn[`${id}/${no}`] ?? []).filter(({ on }) => on <= day)
  return addUp(delivered) - addUp(back.map(({ pieces }) => pieces))
}

/** The cost of pieces of a line (`booking/line`) that come back: on the average of what is still sold of it. */
function costOf({ memory }: BooksCompany, line: string, pieces: number): number {
  const issued = Object.entries(memory.issued).filter(([key]) => key.startsWith(`${line}/`))
  const sold = issued.map(([, each]) => each)
  const back = memory.returnedOn[line] ?? []
  const left = (of: 'pieces' | 'cost') =>
    addUp(sold.map((each) => each[of])) - addUp(back.map((each) => each[of]))
  return half(left('cost') * pieces, left('pieces'))
}

/** Credits pieces of lines that came back on a day, by one memo, with what they were sold for. */
export function comeBack(
  company: BooksCompany,
  id: string,
  goods: readonly Goods[],
  on: string,
): void {
  let sum = 0
  for (const [no, quantity, bad] of goods) {
    const line = company.books.bookings[id]!.lines[no]!
    const key = `${id}/${no}`
    const left = line.delivered - line.returned
    const before = company.memory.returnedFor[key] ?? 0
    const sold = paidFor(line, line.delivered) - before
    const amount = half(sold * quantity, left)
    company.memory.returnedFor[key] = before + amount
    company.memory.returnedOn[key] ??= []
    const cost = moveCost(company, line.product, quantity, on, costOf(company, key, quantity))
    company.memory.returnedOn[key].push({ on, pieces: quantity, cost })
    line.returned += quantity
    company.books.products[line.product]!.returned += quantity
    if (bad) moveBad(company, line.product, quantity, on)
    // The VAT of a memo is that of its sum.
    const vat = vatIn(sum + amount) - vatIn(sum)
    sum += amount
    const free = line.free_of !== null
    noteCredit(company, id, on, amount, { vat, returned: quantity, free, cost })
  }
}

export const memoActions: Record<string, ModelAction> = {
  /** Credit memos for goods that came back, also of past days; the other reasons are in memos.test.ts and acts-agree.test.ts. */
  create_memo: action<NewReturn>({
    needs: 'memos.write',
    often: 6,
    choose(company, dice) {
      const id = dice.doc(company.books.bookings, (_, key) =>
        ['delivered', 'paid', 'invoiced', 'validated'].includes(stageOf(company, key)),
      )
      if (!id) return null
      const lines = company.books.bookings[id]!.lines.map(({ delivered, returned }, no) => ({
        line_id: company.lineIds[id]![no]!,
        quantity: dice.nat(Math.max(delivered - returned, dice.chance(0.1) ? 1 : 0)),
        ...(dice.chance(0.3) && { stock_state: 'bad_order' }),
      })).filter(({ quantity }) => quantity > 0)
      if (lines.length === 0) return null
      const on_date = dice.chance(0.4) ? null : dice.day(company)
      return { p_memo: { kind: 'credit', reason: 'return', booking_id: id, on_date, lines } }
    },
    judge(company, { p_memo: { booking_id, on_date, lines } }) {
      const booking = company.books.bookings[booking_id]
      if (!booking) return ['not_found']
      const day = on_date ?? company.today
      const nos = lines.map(({ line_id }) => company.lineIds[booking_id]!.indexOf(line_id))
      const { status } = company.books.customers[booking.customer]!
      return [
        ...postingDay(company, on_date),
        !['approved', 'inactive'].includes(status) && 'customer_not_approved',
        !validated(booking) && 'wrong_state',
        nos.some((no) => no < 0) && 'not_found',
        ...lines.flatMap(({ quantity }, n) => {
          const line = booking.lines[nos[n]!]
          if (!line) return []
          const then = leftOn(company, booking_id, nos[n]!, day)
          return [
            quantity > line.delivered - line.returned && 'wrong_state',
            (quantity > then || then === 0) && 'invalid',
          ]
        }),
      ]
    },
    done(company, { p_memo: { booking_id, on_date, lines } }, { status }) {
      // Above the amount of the project it waits for a second person.
      if (status !== 'approved') return
      touch(company, booking_id)
      const goods = lines.map(
        ({ line_id, quantity, stock_state }): Goods => [
          company.lineIds[booking_id]!.indexOf(line_id),
          quantity,
          stock_state === 'bad_order',
        ],
      )
      comeBack(company, booking_id, goods, on_date ?? company.today)
      settle(company, booking_id)
      company.memory.hasEvents[company.books.bookings[booking_id]!.customer] = true
    },
  }),
}

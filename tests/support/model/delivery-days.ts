import { addUp } from './action.ts'
import type { BooksCompany } from './books.ts'
import { leastSince, noteCost } from './stock-costs.ts'

type Issued = BooksCompany['memory']['issued'][string]

/** Adds what went out of a line on a day to a customer, by the key of all. */
export function addIssued({ memory }: BooksCompany, key: string, more: Issued): void {
  const there = memory.issued[key] ?? { pieces: 0, amount: 0, gross: 0, vat: 0, cost: 0 }
  memory.issued[key] = {
    pieces: there.pieces + more.pieces,
    amount: there.amount + more.amount,
    gross: there.gross + more.gross,
    vat: there.vat + more.vat,
    cost: there.cost + more.cost,
  }
}

/** Days on which pieces of a booking went out. */
export const issueDays = (company: BooksCompany, id: string) =>
  new Set(
    Object.entries(company.memory.issued)
      .filter(([key, { pieces }]) => key.startsWith(`${id}/`) && pieces > 0)
      .map(([key]) => key.split('/')[2]!),
  )

/** Goods of a booking would come back, or their price change, before they were delivered. */
export const memoBefore = ({ books, memory }: BooksCompany, id: string, moves: Moves) =>
  books.bookings[id]!.lines.some((_, no) => {
    const went = (through: string) =>
      addUp(
        Object.entries(memory.issued).flatMap(([key, { pieces }]) => {
          const [booking, line, on] = key.split('/') as [string, string, string]
          if (booking !== id || Number(line) !== no) return []
          return (moves.get(on) ?? on) <= through ? [pieces] : []
        }),
      )
    const memos = [
      ...(memory.credits[id] ?? [])
        .filter(({ as }) => as === 'returned' || as === 'allowance')
        .map((credit) => ({ ...credit, pieces: credit.returned })),
      ...memory.charges
        .filter(({ booking }) => booking === id)
        .map((charge) => ({ ...charge, pieces: 0 })),
    ].filter(({ line }) => line === no)
    return memos.some(({ on }) => {
      const back = addUp(memos.filter((memo) => memo.on <= on).map(({ pieces }) => pieces))
      return went(on) < back || went(on) === 0
    })
  })

export interface Dates {
  date_added: string
  date_invoiced: string
  date_delivered: string
  deliveries: { from: string; to: string }[]
}

/** The new day of each day of delivery that is named. */
type Moves = Map<string, string>

export function movesOf(company: BooksCompany, id: string, dates: Partial<Dates>): Moves {
  const { delivered } = company.books.bookings[id]!
  if (dates.date_delivered && delivered) return new Map([[delivered, dates.date_delivered]])
  return new Map((dates.deliveries ?? []).map(({ from, to }) => [from, to]))
}

/** Moves the pieces that went out on each day to its new one. They stay those of whose they were. */
export function moveIssues(company: BooksCompany, id: string, moves: Moves): void {
  const { issued } = company.memory
  const moved = Object.entries(issued).filter(([key]) => {
    const [booking, , on] = key.split('/') as [string, string, string]
    return booking === id && (moves.get(on) ?? on) !== on
  })
  for (const [key] of moved) delete issued[key]
  for (const [key, went] of moved) {
    const [, no, on, customer] = key.split('/') as [string, string, string, string]
    const { product } = company.books.bookings[id]!.lines[Number(no)]!
    const day = moves.get(on)!
    noteCost(company, product, on, went.cost, went.pieces)
    noteCost(company, product, day, -went.cost, -went.pieces)
    addIssued(company, `${id}/${no}/${day}/${customer}`, went)
  }
}

/** Goods would have gone out on a day before they were there. */
export function shortWhenMoved(company: BooksCompany, id: string, moves: Moves): boolean {
  const then = structuredClone(company)
  moveIssues(then, id, moves)
  return company.books.bookings[id]!.lines.some(({ product }) => leastSince(then, product, '') < 0)
}

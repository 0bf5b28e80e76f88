import { addUp, later } from './action.ts'
import type { BooksCompany, CashMove } from './books.ts'

export function moveCash({ memory }: BooksCompany, ...moves: CashMove[]): void {
  memory.cash.push(...moves.filter(({ amount, approved }) => amount !== 0 || approved !== 0))
}

/** The moves by which the cash of receipts goes from one holder to another on a day. */
export function handOver(
  { books }: BooksCompany,
  ids: readonly string[],
  from: string | null,
  to: string | null,
  on: string,
): CashMove[] {
  return ids.flatMap((id) => {
    const { type, status, amount } = books.receipts[id]!
    if (type !== 'cash') return []
    const approved = status === 'approved' ? amount : 0
    return [
      { holder: from, on, amount: -amount, approved: -approved },
      { holder: to, on, amount, approved },
    ]
  })
}

/**
 * Returns true when these moves would leave somebody with less than nothing at the end of a day, from the day on which
 * money leaves. `approved`: what leaves has to be approved too.
 */
export function shortOfCash(
  { memory }: BooksCompany,
  moves: readonly CashMove[],
  approved: boolean,
): boolean {
  const all = [...memory.cash, ...moves]
  return moves.some((move) => {
    if (move.amount >= 0) return false
    const own = all.filter(({ holder }) => holder === move.holder)
    return [...new Set(own.map(({ on }) => on))]
      .filter((day) => day >= move.on)
      .some((day) => {
        const until = own.filter(({ on }) => on <= day)
        return (
          addUp(until.map(({ amount }) => amount)) < 0 ||
          (approved && addUp(until.map((each) => each.approved)) < 0)
        )
      })
  })
}

/** The book balance of a bank account at the end of a day: its opening balance and all movements. */
export function bankBalance({ books, memory }: BooksCompany, bank: string, day: string): number {
  const vouchers = Object.values(books.vouchers)
    .filter(({ mode, status }) => mode === 'bank_transfer' && status === 'released')
    .map((v) => ({ bank: v.bank, on: v.released_on!, amount: v.ewt - v.total }))
  const cheques = Object.entries(books.leaves)
    .filter(([, { state }]) => state === 'cleared')
    .map(([key, { cleared_on, amount }]) => ({
      ...{ bank: key.split('/')[0]!, on: cleared_on!, amount: -amount! },
    }))
  const moved = [...memory.bank, ...vouchers, ...cheques].filter(
    (each) => each.bank === bank && each.on <= day,
  )
  return addUp(moved.map(({ amount }) => amount))
}

/** The money of a transfer comes into an account on a day, or leaves it. */
export function putIntoBank(
  { memory }: BooksCompany,
  id: string,
  bank: string,
  on: string,
  amount: number,
): void {
  memory.bank.push({ bank, on, amount })
  memory.transferredOn[id] = later(memory.transferredOn[id], on)!
}

/** The last day on which a receipt changed what a customer owes, or its money moved. */
export function lastMoved({ books, memory }: BooksCompany, id: string): string {
  const paid = Object.values(memory.ever[id] ?? {})
  return [memory.movedOn[id], memory.handedOn[id], ...paid].reduce<string>(
    (last, day) => later(last, day)!,
    books.receipts[id]!.on,
  )
}

import { addUp } from './action.ts'
import type { BooksCompany } from './books.ts'
import { approvedBooking, balance, credited, isDebitMemo } from './figures.ts'
import type { Credit, Memo, MemoLine } from './memo.ts'

const EVER = '9999-12-31'
const OF_LINES: Credit['as'][] = ['returned', 'allowance']

/** What went out of a line until a day, and what of it came back or was allowed: amount and VAT. */
function moved({ memory }: BooksCompany, id: string, no: number, day: string) {
  const out = Object.entries(memory.issued).flatMap(([key, each]) => {
    const [booking, line, on] = key.split('/') as [string, string, string]
    return booking === id && line === String(no) && on <= day ? [each] : []
  })
  const back = (memory.credits[id] ?? []).filter(
    ({ as, line, on }) => OF_LINES.includes(as) && line === no && on <= day,
  )
  const left = (what: 'amount' | 'vat') =>
    addUp(out.map((each) => each[what])) - addUp(back.map((each) => each[what]))
  return { amount: left('amount'), vat: left('vat') }
}

/** What is left to credit of a line: of what was delivered until a day, and now. */
export const leftOfLine = (company: BooksCompany, id: string, no: number, day = EVER): number =>
  Math.min(moved(company, id, no, day).amount, moved(company, id, no, EVER).amount)

/** What is left to credit of a booking: what was delivered until a day, less all that was credited of it. */
export function creditable(company: BooksCompany, id: string, day = EVER): number {
  const { opening, total, lines } = company.books.bookings[id]!
  if (opening) return total - credited(company, id)
  const whole = (company.memory.credits[id] ?? []).filter(({ as }) => as === 'written_off')
  return (
    addUp(lines.map((_, no) => leftOfLine(company, id, no, day))) -
    addUp(whole.map(({ amount }) => amount))
  )
}

type Of = Pick<Memo, 'reason' | 'on' | 'customer' | 'booking'>

/**
 * What a credit memo over an amount may go to: invoices of its day as far as they owe what was delivered, the oldest first.
 * Goods go on to what was paid of them, the newest first. A debit memo is no sale.
 */
export function creditedInvoices(company: BooksCompany, { reason, on, customer, booking }: Of) {
  const { bookings, receipts } = company.books
  const found = Object.entries(bookings).flatMap(([id, each]) => {
    const covered =
      each.customer === customer &&
      (booking === null || booking === id) &&
      approvedBooking(each) &&
      each.invoiced !== null &&
      each.invoiced <= on &&
      credited(company, id) < each.total &&
      !(isDebitMemo(each) && ['return', 'price_allowance'].includes(reason))
    if (!covered) return []
    const [owes, left] = [balance(company, id), creditable(company, id, on)]
    // What an archive settled on paper was never paid.
    const paper = Object.values(receipts).filter((r) => r.archive && r.status === 'approved')
    const onPaper = addUp(paper.map(({ pays }) => pays[id] ?? 0))
    return [{ id, ...each, owes: Math.min(owes, left), paid: left - owes - onPaper }]
  })
  const byNo = (a: { so_no: string }, b: { so_no: string }) => (a.so_no < b.so_no ? -1 : 1)
  const owing = found
    .filter(({ owes }) => owes > 0)
    .sort((a, b) => a.invoiced!.localeCompare(b.invoiced!) || byNo(a, b))
  const paid = found
    .filter((each) => reason === 'return' && each.paid > 0)
    .sort(
      (a, b) =>
        Number(a.opening) - Number(b.opening) ||
        b.invoiced!.localeCompare(a.invoiced!) ||
        byNo(a, b),
    )
  return [
    ...owing.map(({ id, owes: amount }) => ({ id, amount })),
    ...paid.map(({ id, paid: amount }) => ({ id, amount })),
  ]
}

/**
 * Gives lines of a credit the VAT in them: as much of what is left of the VAT of their line as they take of its amount,
 * rounded along the lines of the booking. Fractions are exact.
 */
export function vatOfCredit(
  company: BooksCompany,
  id: string,
  lines: readonly Omit<MemoLine, 'vat'>[],
): MemoLine[] {
  let [sum, by] = [0n, 1n]
  const rounded = () => Number((2n * sum + by) / (2n * by))
  const found = new Map<number, number>()
  for (const { no, amount } of lines.toSorted((a, b) => a.no - b.no)) {
    const left = moved(company, id, no, EVER)
    const before = rounded()
    if (left.amount > 0) {
      sum = sum * BigInt(left.amount) + BigInt(left.vat * amount) * by
      by *= BigInt(left.amount)
    }
    found.set(no, rounded() - before)
  }
  return lines.map((line) => ({ ...line, vat: found.get(line.no)! }))
}

import { addUp, touch } from './action.ts'
import { moveBad } from './actions/bad-orders.ts'
import type { BooksCompany, Goods } from './books.ts'
import { creditsOfGoods } from './brought-back.ts'
import { creditedInvoices, leftOfLine, vatOfCredit } from './creditable.ts'
import { noteCredit } from './credits.ts'
import { settle } from './figures.ts'
import type { Credit, MemoLine } from './memo.ts'
import { shared } from './memo-shares.ts'
import { half, vatIn } from './prices.ts'
import { moveCost } from './stock-costs.ts'

/** Pieces of a line that were delivered and had not come back at the end of a day. */
export function leftOn({ memory }: BooksCompany, id: string, no: number, day: string): number {
  const delivered = Object.entries(memory.issued).flatMap(([key, { pieces }]) => {
    const [booking, line, on] = key.split('/') as [string, string, string]
    return booking === id && line === String(no) && on <= day ? [pieces] : []
  })
  const back = (memory.returnedOn[`${id}/${no}`] ?? []).filter(({ on }) => on <= day)
  return addUp(delivered) - addUp(back.map(({ pieces }) => pieces))
}

/** Gives lines of a debit memo the VAT in them: together they have that of their sum. */
export function withVat(lines: readonly Omit<MemoLine, 'vat'>[]): MemoLine[] {
  let sum = 0
  return lines.map((line) => {
    const vat = vatIn(sum + line.amount) - vatIn(sum)
    sum += line.amount
    return { ...line, vat }
  })
}

/** Pieces of lines that come back, with what they were sold for. */
export function pricedGoods(
  company: BooksCompany,
  id: string,
  goods: readonly Goods[],
): MemoLine[] {
  return vatOfCredit(
    company,
    id,
    goods.map(([no, pieces, bad]) => {
      const { delivered, returned } = company.books.bookings[id]!.lines[no]!
      const left = delivered - returned
      // More than is left is refused.
      const amount = left > 0 ? half(leftOfLine(company, id, no) * pieces, left) : 0
      return { no, pieces, bad, amount }
    }),
  )
}

/** The cost of pieces of a line that come back: on the average of what is still sold of it. */
function costOfReturn({ memory }: BooksCompany, line: string, pieces: number): number {
  const issued = Object.entries(memory.issued).filter(([key]) => key.startsWith(`${line}/`))
  const sold = issued.map(([, each]) => each)
  const back = memory.returnedOn[line] ?? []
  const left = (of: 'pieces' | 'cost') =>
    addUp(sold.map((each) => each[of])) - addUp(back.map((each) => each[of]))
  return half(left('cost') * pieces, left('pieces'))
}

/** Credits a line of a booking on a day; below zero, what was credited is taken back. */
function creditLine(
  company: BooksCompany,
  id: string,
  { no, pieces, bad, amount, vat, product }: MemoLine,
  as: Credit['as'],
  on: string,
): void {
  const { books, memory } = company
  if (as === 'written_off') {
    noteCredit(company, id, on, amount, { as })
    return
  }
  const line = books.bookings[id]!.lines[no]
  if (!line) {
    // Goods that are credited to an opening balance, which has no lines.
    noteCredit(company, id, on, amount, { as, vat, product })
    return
  }
  const key = `${id}/${no}`
  let cost = 0
  if (pieces !== 0) {
    memory.returnedOn[key] ??= []
    const back = memory.returnedOn[key]
    const of = (what: 'pieces' | 'cost') => addUp(back.map((each) => each[what]))
    const given =
      pieces > 0
        ? costOfReturn(company, key, pieces)
        : // Goods that came back leave at the cost at which they came.
          -half(of('cost') * -pieces, of('pieces'))
    cost = moveCost(company, line.product, pieces, on, given)
    back.push({ on, pieces, cost })
    line.returned += pieces
    books.products[line.product]!.returned += pieces
    if (bad) moveBad(company, line.product, pieces, on)
  }
  const free = line.free_of !== null
  noteCredit(company, id, on, amount, { as, vat, line: no, returned: pieces, free, cost })
}

/** Credits lines of a booking by a memo. */
function creditLines(
  company: BooksCompany,
  memo: string,
  id: string,
  lines: readonly MemoLine[],
  as: Credit['as'],
): void {
  const { on } = company.books.memos[memo]!
  for (const line of lines) {
    creditLine(company, id, line, as, on)
    company.memory.memos[memo]!.credits.push({ ...line, booking: id, as })
  }
}

/** Shares an allowance on a booking out over its lines, by what is left of what each was sold for. */
function shareOut(company: BooksCompany, id: string, part: number, on: string): MemoLine[] {
  const left = company.books.bookings[id]!.lines.map((_, no) => leftOfLine(company, id, no, on))
  const lines = shared(part, left).map((line) => ({ ...line, pieces: 0, bad: false }))
  return vatOfCredit(company, id, lines)
}

function creditAmount(company: BooksCompany, id: string): void {
  const memo = company.books.memos[id]!
  let rest = memo.amount
  for (const { id: booking, amount: open } of creditedInvoices(company, memo)) {
    if (rest === 0) break
    const amount = Math.min(rest, open)
    const shared = memo.reason === 'price_allowance' && !company.books.bookings[booking]!.opening
    if (shared)
      creditLines(company, id, booking, shareOut(company, booking, amount, memo.on), 'allowance')
    // An opening balance was sold before the system.
    else
      creditLines(
        company,
        id,
        booking,
        [{ no: -1, pieces: 0, bad: false, vat: 0, amount }],
        'written_off',
      )
    rest -= amount
  }
}

/** A debit memo opens a document without lines, which receipts pay. */
function openDebit(company: BooksCompany, id: string): void {
  const { books, memory } = company
  const memo = books.memos[id]!
  const { no, agent, of, lines } = memory.memos[id]!
  const key = `new ${no}`
  const { customer, amount, on } = memo
  books.bookings[key] = {
    ...{ so_no: no, invoice_no: no, customer, agent, opening: true, approval: 'approved' },
    ...{ closed: 'active', hold: false, override: false, total: amount, discount: 0 },
    ...{ added: on, invoiced: on, delivered: on, due: on, lines: [] },
  }
  memo.booking = key
  if (of) charge(company, of, lines, on, 1)
  else memory.fees.push({ on, amount })
}

function charge(
  { books, memory }: BooksCompany,
  booking: string,
  lines: readonly MemoLine[],
  on: string,
  sign: 1 | -1,
): void {
  const { customer } = books.bookings[booking]!
  for (const { no, amount, vat } of lines)
    memory.charges.push({ booking, customer, line: no, on, amount: sign * amount, vat: sign * vat })
}

/** An approved memo counts from its date. */
export function postMemo(company: BooksCompany, id: string): void {
  const memo = company.books.memos[id]!
  const { lines, credits, goods } = company.memory.memos[id]!
  company.memory.hasEvents[memo.customer] = true
  if (memo.kind === 'debit') {
    openDebit(company, id)
    return
  }
  const as = memo.reason === 'return' ? 'returned' : 'allowance'
  // Other memos may have taken their part since this one was written.
  if (lines.length > 0)
    creditLines(company, id, memo.booking!, vatOfCredit(company, memo.booking!, lines), as)
  else if (goods)
    creditsOfGoods(company, memo, goods, (booking, line) =>
      creditLines(company, id, booking, [line], 'allowance'),
    )
  else creditAmount(company, id)
  memo.vat = addUp(credits.map(({ vat }) => vat))
  settleAll(company, credits, memo.on)
}

/** Takes back on a day what an approved memo posted. */
export function unpostMemo(company: BooksCompany, id: string, day: string): void {
  const { books, memory } = company
  const memo = books.memos[id]!
  const { lines, of, credits } = memory.memos[id]!
  memory.hasEvents[memo.customer] = true
  if (memo.kind === 'debit') {
    books.bookings[memo.booking!]!.approval = 'cancelled'
    memory.cancelledOn[memo.booking!] = day
    touch(company, memo.booking!)
    if (of) charge(company, of, lines, day, -1)
    else memory.fees.push({ on: day, amount: -memo.amount })
    return
  }
  for (const { booking, as, ...line } of inOrderOfGoods(company, credits))
    creditLine(
      company,
      booking,
      { ...line, pieces: -line.pieces, amount: -line.amount, vat: -line.vat },
      as,
      day,
    )
  settleAll(company, credits, day)
}

/** Products in the order in which their stock is moved. */
export function inOrderOfGoods<T extends { booking: string; no: number }>(
  { books }: BooksCompany,
  credits: readonly T[],
): T[] {
  const key = ({ booking, no }: T) => books.bookings[booking]!.lines[no]?.product ?? ''
  return credits.toSorted((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : a.no - b.no))
}

function settleAll(
  company: BooksCompany,
  credits: readonly { booking: string }[],
  on: string,
): void {
  for (const id of new Set(credits.map(({ booking }) => booking))) {
    settle(company, id, on)
    touch(company, id)
  }
}

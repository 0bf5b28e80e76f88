import { addUp } from './action.ts'
import type { BooksCompany, BooksPurchaseLine } from './books.ts'
import { creditedInvoices, leftOfLine } from './creditable.ts'
import type { BroughtBack, MemoLine } from './memo.ts'
import { shared } from './memo-shares.ts'
import { half, vatIn, worth } from './prices.ts'

/** Prices goods that come back: together they have the VAT of their sum. */
export function priced(lines: readonly BooksPurchaseLine[]): BroughtBack[] {
  let sum = 0
  return lines.map(({ product, quantity, srp }) => {
    const amount = worth(srp!, quantity)
    const vat = vatIn(sum + amount) - vatIn(sum)
    sum += amount
    return { product, amount, vat }
  })
}

/**
 * Returns what the memo of goods credits, by booking: invoices that owe, then paid ones, lines of the same product before
 * others. What the goods have of VAT is shared out as their amounts are.
 */
export function creditsOfGoods(
  company: BooksCompany,
  memo: { on: string; customer: string },
  goods: readonly BroughtBack[],
  credit: (booking: string, line: MemoLine) => void,
): void {
  const invoices = creditedInvoices(company, { ...memo, reason: 'return', booking: null })
  for (const { product, amount, vat } of goods) {
    let before = 0
    const vatOf = (part: number) => {
      const has = (of: number) => half(vat * of, amount)
      before += part
      return has(before) - has(before - part)
    }
    while (before < amount) {
      const invoice = invoices.find((each) => each.amount > 0)!
      const { opening, lines } = company.books.bookings[invoice.id]!
      const part = Math.min(amount - before, invoice.amount)
      invoice.amount -= part
      const whole = { pieces: 0, bad: false }
      if (opening) {
        credit(invoice.id, { no: -1, ...whole, amount: part, vat: vatOf(part), product })
        continue
      }
      const left = (same: boolean) =>
        lines.map((line, no) =>
          same && line.product !== product ? 0 : leftOfLine(company, invoice.id, no, memo.on),
        )
      const own = Math.min(part, addUp(left(true)))
      for (const [of, same] of [
        [own, true],
        [part - own, false],
      ] as const)
        for (const share of shared(of, left(same)))
          credit(invoice.id, { ...share, ...whole, vat: vatOf(share.amount) })
    }
  }
}

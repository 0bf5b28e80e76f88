import { addUp } from './action.ts'
import type { BooksBooking, BooksCompany, BooksReceipt } from './books.ts'

/** What a document changed of what a customer owes, on a day, in centavos. */
interface Owed {
  document: string
  customer: string
  on: string
  amount: number
  /** The same, when cheques count only once they have cleared. */
  cleared: number
}

/**
 * Computes figures as of any day from what commands did to the model, by the rules of docs/ledgers.md. It is written
 * apart from the SQL and reads nothing of the database.
 */
export class Oracle {
  private readonly owed: Owed[] = []
  private readonly archivedOn: Record<string, string> = {}
  private readonly cancelledOn: Record<string, string> = {}

  /** Notes what one or more commands did. */
  note(before: BooksCompany, after: BooksCompany): void {
    let since = before
    for (const { from, into, before: then } of after.memory.merging.splice(0)) {
      this.step(since, then)
      this.moveTo(from, into, after.today)
      since = then
    }
    this.step(since, after)
  }

  private step(before: BooksCompany, after: BooksCompany): void {
    for (const [id, was] of Object.entries(before.books.bookings)) {
      const is = after.books.bookings[id]
      // A cancelled invoice is owed until today; an opening balance whose import is undone was never owed.
      if (!is) this.reverse(id, was.invoiced!, was.customer)
      else if (was.approval !== 'cancelled' && is.approval === 'cancelled') {
        this.cancelledOn[id] = after.memory.cancelledOn[id] ?? after.today
        this.reverse(id, this.cancelledOn[id], is.customer)
      }
      if (is && was.closed === 'active' && is.closed !== 'active') this.archivedOn[id] = after.today
    }
    for (const [id, booking] of Object.entries(after.books.bookings))
      if (booking.approval.startsWith('approved')) this.noteBooking(after, id, booking)
    for (const [id, receipt] of Object.entries(after.books.receipts))
      this.noteReceipt(id, before.books.receipts[id], receipt, after)
  }

  /** Returns what each customer owes at the end of a day: by approved receipts, and by cleared money. */
  balances(day: string): Record<string, [balance: number, cleared: number]> {
    const found = new Sums()
    for (const { customer, on, amount, cleared } of this.owed)
      if (on <= day) found.add(customer, amount, cleared)
    return found.all()
  }

  /** Returns what bookings of the system were charged until a day, less what was credited: receipts are no part of it. */
  charged({ books }: BooksCompany, day: string): number {
    return addUp(
      this.owed
        .filter(({ document, on }) => on <= day && books.bookings[document]?.opening === false)
        .map(({ amount }) => amount),
    )
  }

  /**
   * Returns what the report of invoices has until a day (`booking/day`), net and due: an invoice as it was issued, and
   * what is released or cancelled after it on its own day. `others`: debit memos and opening balances too.
   */
  invoices(
    { books, memory }: BooksCompany,
    until: string,
    others: boolean,
  ): Record<string, [number, number]> {
    const found = new Sums()
    for (const [id, booking] of Object.entries(books.bookings)) {
      const on = booking.invoiced
      if (!on || (booking.opening && !others)) continue
      const released = (memory.credits[id] ?? []).filter(({ release }) => release)
      const before = released.filter(({ release }) => release === 'before')
      const due = booking.total - addUp(before.map(({ amount }) => amount))
      const entries = [{ on, net: booking.total, due }]
      for (const { amount, release, on: day } of released)
        if (release === 'after')
          entries.push({ on: day > on ? day : on, net: -amount, due: -amount })
      const left = addUp(entries.map((entry) => entry.due))
      const cancelled = this.cancelledOn[id]
      if (cancelled && left !== 0)
        entries.push({ on: cancelled, net: -addUp(entries.map(({ net }) => net)), due: -left })
      for (const entry of entries)
        if (entry.on <= until) found.add(`${id}/${entry.on}`, entry.net, entry.due)
    }
    return found.all()
  }

  /** Returns what was written off, or allowed on documents without lines, until a day: of bookings of the system, and of the others. */
  writtenOff({ books, memory }: BooksCompany, day: string): [own: number, others: number] {
    const of = (opening: boolean) =>
      Object.entries(memory.credits).flatMap(([id, credits]) => {
        const booking = books.bookings[id]!
        const from = booking.invoiced ?? this.archivedOn[id] ?? ''
        return booking.opening === opening
          ? credits.flatMap(({ as, on, amount }) =>
              as === 'written_off' && (on > from ? on : from) <= day ? [amount] : [],
            )
          : []
      })
    return [addUp(of(false)), addUp(of(true))]
  }

  /** Returns what goods that came back are credited on opening balances until a day: it was billed before the system. */
  allowedBefore({ books, memory }: BooksCompany, day: string): number {
    return addUp(
      Object.entries(memory.credits).flatMap(([id, credits]) =>
        credits.flatMap(({ as, on, amount }) =>
          books.bookings[id]!.opening && as === 'allowance' && on <= day ? [amount] : [],
        ),
      ),
    )
  }

  /** Returns what receipts brought on each day, less what was taken back on it. What archives settled is no money. */
  collected(receipts: Record<string, BooksReceipt>): Record<string, [amount: number, none: 0]> {
    const found = new Sums()
    for (const { document, on, amount } of this.owed)
      if (receipts[document]?.archive === false) found.add(on, -amount, 0)
    return found.all() as Record<string, [number, 0]>
  }

  /** Posts the difference between what a booking is to be owed on each day and what is posted of it. */
  private noteBooking(company: BooksCompany, id: string, booking: BooksBooking): void {
    const from = booking.invoiced ?? this.archivedOn[id]
    if (!from) return
    const credits = company.memory.credits[id] ?? []
    const wanted = [{ on: from, amount: booking.total }]
    for (const { on, amount } of credits)
      wanted.push({ on: on > from ? on : from, amount: -amount })
    const posted = this.of(id)
    for (const on of new Set([...wanted, ...posted].map((each) => each.on))) {
      const ofDay = (list: readonly { on: string; amount: number }[]) =>
        addUp(list.filter((each) => each.on === on).map(({ amount }) => amount))
      const amount = ofDay(wanted) - ofDay(posted)
      if (amount !== 0) this.owed.push(owed(id, booking.customer, on, amount, amount))
    }
  }

  private noteReceipt(
    id: string,
    was: BooksReceipt | undefined,
    is: BooksReceipt,
    { memory }: BooksCompany,
  ): void {
    const { customer, amount } = is
    const on = memory.movedOn[id] ?? is.on
    const post = (day: string, counted: number, cleared: number) =>
      this.owed.push(owed(id, customer, day, counted, cleared))
    if (is.status === 'approved' && was?.status !== 'approved')
      post(memory.countsFrom[id] ?? is.on, -amount, is.type === 'cheque' ? 0 : -amount)
    if (is.status === 'cancelled' && was?.status === 'approved') this.reverse(id, on, customer)
    if (is.paid_back_on && !was?.paid_back_on) post(is.paid_back_on, amount, amount)
    if (is.status !== 'approved' || !was || was.state === is.state) return
    if (is.state === 'cleared') post(on, 0, -amount)
    if (is.state === 'returned') post(on, amount, was.state === 'cleared' ? amount : 0)
    if (is.state === 'deposited' && was.state === 'returned') post(on, -amount, 0)
    if (is.state === 'replaced' && was.state === 'on_hand') post(on, amount, 0)
  }

  private of(document: string): Owed[] {
    return this.owed.filter((each) => each.document === document)
  }

  /** Takes back on a day all that is posted of a document. */
  private reverse(document: string, on: string, customer: string): void {
    const posted = this.of(document)
    if (posted.length === 0) return
    const sum = (key: 'amount' | 'cleared') => -addUp(posted.map((each) => each[key]))
    this.owed.push(owed(document, customer, on, sum('amount'), sum('cleared')))
  }

  /** A customer is another one: from a day on that one owes what it owed, document by document. */
  private moveTo(from: string, into: string, on: string): void {
    const open = new Sums()
    for (const { document, customer, amount, cleared } of this.owed)
      if (customer === from) open.add(document, amount, cleared)
    for (const [document, [amount, cleared]] of Object.entries(open.all())) {
      this.owed.push(owed(document, from, on, -amount, -cleared))
      this.owed.push(owed(document, into, on, amount, cleared))
    }
  }
}

const owed = (
  document: string,
  customer: string,
  on: string,
  amount: number,
  cleared: number,
): Owed => ({ document, customer, on, amount, cleared })

/** Two figures of each of several things; without those where both are zero. */
class Sums {
  private readonly sums: Record<string, [number, number]> = {}

  add(key: string, one: number, other: number): void {
    const [sum, otherSum] = this.sums[key] ?? [0, 0]
    this.sums[key] = [sum + one, otherSum + other]
  }

  all(): Record<string, [number, number]> {
    return Object.fromEntries(
      Object.entries(this.sums).filter(([, [one, other]]) => one !== 0 || other !== 0),
    )
  }
}

/**
 * Sales by day and booking (`day/booking`), or by day and whose they were then (`day/customer`), by what reports name it.
 * Allowances and undercharges move no pieces.
 */
export function salesOf({ books, memory }: BooksCompany, by: 'booking' | 'customer' = 'booking') {
  const keyOf = (on: string, booking: string, customer: string) =>
    `${on}/${by === 'booking' ? booking : customer}`
  const sums = {
    ...{ delivered: new Sums(), priced: new Sums(), given: new Sums() },
    ...{ net: new Sums(), left: new Sums(), taxed: new Sums(), cost: new Sums() },
    ...{ asked: new Sums(), allowed: new Sums(), charged: new Sums() },
  }
  for (const [key, { pieces, amount, gross, vat, cost }] of Object.entries(memory.issued)) {
    const [id, no, on, customer] = key.split('/') as [string, string, string, string]
    const at = keyOf(on, id, customer)
    const free = books.bookings[id]!.lines[Number(no)]!.free_of !== null
    const [paid, given] = free ? [0, pieces] : [pieces, 0]
    sums.delivered.add(at, paid, amount)
    sums.priced.add(at, gross, gross - amount)
    sums.asked.add(at, gross, gross - amount)
    sums.given.add(at, given, 0)
    sums.net.add(at, paid, amount)
    sums.left.add(at, given, 0)
    sums.taxed.add(at, vat, 0)
    sums.cost.add(at, cost, amount - vat - cost)
  }
  for (const [id, credits] of Object.entries(memory.credits))
    for (const { on, customer, as, returned, amount, vat, free, cost } of credits) {
      if (as !== 'returned' && as !== 'allowance') continue
      const at = keyOf(on, id, customer)
      if (as === 'allowance') sums.allowed.add(at, amount, vat)
      sums.net.add(at, free ? 0 : -returned, -amount)
      sums.left.add(at, free ? -returned : 0, as === 'returned' ? amount : 0)
      sums.taxed.add(at, 0, vat)
      sums.cost.add(at, -cost, -(amount - vat - cost))
    }
  for (const { booking, customer, on, amount, vat } of memory.charges) {
    const at = keyOf(on, booking, customer)
    sums.charged.add(at, amount, vat)
    sums.asked.add(at, amount, 0)
    sums.net.add(at, 0, amount)
    sums.taxed.add(at, vat, 0)
    sums.cost.add(at, 0, amount - vat)
  }
  return {
    /** Deliveries at AgentSRP with what was charged later, and their discounts. */
    asked: sums.asked.all(),
    /** Allowances on prices, and what debit memos charged for prices, each with the VAT in it. */
    allowed: sums.allowed.all(),
    charged: sums.charged.all(),
    /** Delivered pieces that are paid for, and their amount. */
    delivered: sums.delivered.all(),
    /** Deliveries at AgentSRP, and their discounts. */
    priced: sums.priced.all(),
    /** Delivered pieces that are free. */
    given: sums.given.all(),
    /** Pieces that are paid for and the amount, less what came back on the day. */
    net: sums.net.all(),
    /** Free pieces less those that came back on the day, and the amount of what came back. */
    left: sums.left.all(),
    /** VAT in what was delivered or charged, and in what came back or was allowed on the day. */
    taxed: sums.taxed.all(),
    /** Cost at the moving average, and margin without VAT. */
    cost: sums.cost.all(),
  }
}

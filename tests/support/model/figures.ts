import { addUp, later, openDay } from './action.ts'
import type { BooksBooking, BooksCompany, BooksProduct, BooksReceipt } from './books.ts'

const GONE = ['returned', 'replaced']

export const modelOnHand = (of: BooksProduct) =>
  of.purchased - of.supplier_returned - of.used + of.returned + of.adjusted
export const sellable = (of: BooksProduct) => modelOnHand(of) - of.bad
export const available = (of: BooksProduct) => sellable(of) - of.reserved

/** Approved receipts, the newest first, as what is over goes back. */
const approved = (company: BooksCompany): [string, BooksReceipt][] =>
  Object.entries(company.books.receipts)
    .filter(([, { status }]) => status === 'approved')
    .sort(
      ([a, one], [b, other]) =>
        other.on.localeCompare(one.on) ||
        (company.memory.approvedAt[b] ?? 0) - (company.memory.approvedAt[a] ?? 0),
    )

const collected = (company: BooksCompany, booking: string) =>
  addUp(approved(company).map(([, receipt]) => receipt.pays[booking] ?? 0))
export const credited = ({ memory }: BooksCompany, booking: string) =>
  addUp((memory.credits[booking] ?? []).map(({ amount }) => amount))
export const balance = (company: BooksCompany, id: string) => {
  const booking = company.books.bookings[id]!
  return booking.total - credited(company, id) - collected(company, id)
}
const uncleared = (company: BooksCompany, booking: string) =>
  addUp(
    approved(company)
      .filter(([, { type, state }]) => type === 'cheque' && state !== 'cleared')
      .map(([, receipt]) => receipt.pays[booking] ?? 0),
  )
/** Returns the unapplied amount of a receipt. */
export const unappliedOf = ({ state, paid_back_on, amount, pays }: BooksReceipt) =>
  (GONE.includes(state ?? '') || paid_back_on ? 0 : amount) - addUp(Object.values(pays))

export const approvedBooking = ({ approval }: BooksBooking) => approval.startsWith('approved')
export const validated = ({ approval, closed }: BooksBooking) =>
  approval === 'approved' && closed === 'active'
/** The document that receipts of a debit memo pay. */
export const isDebitMemo = ({ so_no }: BooksBooking) => so_no.startsWith('DM-')
/** Money is taken for a validated booking, or for an archived one that owes again. */
export const payableBookings = (company: BooksCompany, id: string) => {
  const booking = company.books.bookings[id]!
  return (
    validated(booking) ||
    (booking.closed !== 'active' && approvedBooking(booking) && balance(company, id) > 0)
  )
}

export function exposure(company: BooksCompany, customer: string): number {
  const owed = Object.entries(company.books.bookings)
    .filter(([, booking]) => booking.customer === customer && approvedBooking(booking))
    .map(([id]) => balance(company, id))
  return addUp(owed) + unclearedOf(company, customer)
}

const unclearedOf = (company: BooksCompany, customer: string) =>
  addUp(
    approved(company)
      .filter(
        ([, r]) => r.customer === customer && ['on_hand', 'deposited'].includes(r.state ?? ''),
      )
      .map(([, { amount }]) => amount),
  )

/**
 * Returns an overpayment of a booking to its newest receipts; every settlement does so. `on`: the day of the credit that
 * makes it.
 */
export function settle(company: BooksCompany, id: string, on?: string): void {
  let over = -balance(company, id)
  for (const [key, receipt] of approved(company)) {
    const pays = receipt.pays[id] ?? 0
    if (over <= 0 || pays <= 0) continue
    const taken = Math.min(over, pays)
    const day = later(company.memory.paidOn[key]![id], on ?? company.memory.creditedOn[id])!
    applyTo(company, key, id, -taken, openDay(company, day))
    over -= taken
  }
}

/** A receipt pays so much more of a booking (or less), from a day on. */
export function applyTo(
  company: BooksCompany,
  receipt: string,
  booking: string,
  part: number,
  on: string,
) {
  const { pays } = company.books.receipts[receipt]!
  const now = (pays[booking] ?? 0) + part
  if (now === 0) delete pays[booking]
  else pays[booking] = now
  for (const days of [company.memory.ever, ...(part > 0 ? [company.memory.paidOn] : [])]) {
    days[receipt] ??= {}
    days[receipt][booking] = later(days[receipt][booking], on)!
  }
}

/** Days on which a booking was paid, and on which all of that had cleared. */
function paidOn(company: BooksCompany, id: string) {
  const booking = company.books.bookings[id]!
  if (!approvedBooking(booking) || balance(company, id) !== 0) return { paid: null, cleared: null }
  const paying = approved(company).filter(([, { pays }]) => (pays[id] ?? 0) > 0)
  const last = paying.reduce<string | null>(
    (day, [key]) => later(day, company.memory.ever[key]![id]),
    company.memory.creditedOn[id] ?? null,
  )
  const clearing = paying.reduce<string | null>((day, [, r]) => later(day, r.cleared_on), null)
  return {
    paid: last ?? booking.added,
    cleared: uncleared(company, id) === 0 ? (later(last, clearing) ?? booking.added) : null,
  }
}

export function stageOf(company: BooksCompany, id: string): string {
  const booking = company.books.bookings[id]!
  if (booking.approval === 'cancelled') return 'cancelled'
  if (booking.closed !== 'active') return 'archived'
  if (booking.approval === 'pending') return 'pending'
  const paid = balance(company, id) === 0
  if (booking.delivered && booking.invoiced && paid) return 'paid'
  if (booking.delivered) return 'delivered'
  return booking.invoiced ? 'invoiced' : 'validated'
}

/**
 * Returns the cash at the office: taken there or handed in, as it was counted, and not brought to
 * the bank. `counts`: the states of receipts that count.
 */
function officeCash({ books, memory }: BooksCompany, counts = ['pending', 'approved']): number {
  const taken = Object.values(books.receipts).filter(
    (r) =>
      r.type === 'cash' &&
      counts.includes(r.status) &&
      !r.archive &&
      (r.collector === null || r.remittance !== null),
  )
  const received = Object.values(books.remittances).filter(({ status }) => status === 'received')
  return (
    addUp(taken.map(({ amount }) => amount)) +
    addUp(received.map(({ counted, expected }) => counted - expected)) -
    addUp(Object.values(books.slips).map(({ cash }) => cash)) -
    addUp(memory.paidFromOffice)
  )
}

/** Returns the cash at the office that may be deposited: that of pending receipts stays. */
export const approvedCash = (company: BooksCompany) => officeCash(company, ['approved'])

/** VAT of what was delivered, by booking, line and day. */
function soldVat({ memory }: BooksCompany): Record<string, number> {
  const found: Record<string, number> = {}
  for (const [key, { pieces, vat }] of Object.entries(memory.issued)) {
    const [booking, no, on] = key.split('/')
    const day = `${booking}/${no}/${on}`
    if (pieces !== 0) found[day] = (found[day] ?? 0) + vat
  }
  return found
}

/** Computes the figures that the database computes, in the shape of the snapshot. */
export function figures(company: BooksCompany) {
  const { bookings, customers, receipts } = company.books
  const booking = Object.keys(bookings).map((id) => {
    const owes = balance(company, id)
    const has = collected(company, id)
    const open = bookings[id]!.approval === 'pending' || bookings[id]!.approval === 'cancelled'
    const status = owes === 0 && !open ? 'paid' : has > 0 ? 'partial' : 'unpaid'
    const money = { collected: has, credited: credited(company, id), balance: owes, status }
    const more = { uncleared: uncleared(company, id), stage: stageOf(company, id) }
    return [id, { ...money, ...more, ...paidOn(company, id) }] as const
  })
  const customer = Object.keys(customers).map((id) => {
    const of = <T extends { customer: string }>(all: Record<string, T>) =>
      Object.keys(all).filter((key) => all[key]!.customer === id)
    const counting = of(receipts).filter((key) => receipts[key]!.status === 'approved')
    const unapplied = addUp(counting.map((key) => unappliedOf(receipts[key]!)))
    const owed = of(bookings)
      .filter((key) => approvedBooking(bookings[key]!))
      .map((key) => {
        const { invoiced, closed } = bookings[key]!
        // An archived booking is owed without an invoice too.
        return invoiced || closed !== 'active' ? balance(company, key) : -collected(company, key)
      })
    const collectibles = addUp(owed) - unapplied
    return [id, { exposure: exposure(company, id), unapplied, collectibles }] as const
  })
  return {
    bookings: Object.fromEntries(booking),
    customers: Object.fromEntries(customer),
    soldVat: soldVat(company),
    cash: officeCash(company),
  }
}

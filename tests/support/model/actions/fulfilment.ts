import { addDays, dayNumber } from '../../../../app/platform/values/dates.ts'
import {
  action,
  addUp,
  blank,
  closedDay,
  future,
  holds,
  type ModelAction,
  postingDay,
  type Reason,
  touch,
} from '../action.ts'
import type { BooksBooking, BooksBookingLine, BooksCompany } from '../books.ts'
import { noteCredit } from '../credits.ts'
import {
  addIssued,
  type Dates,
  issueDays,
  memoBefore,
  moveIssues,
  movesOf,
  shortWhenMoved,
} from '../delivery-days.ts'
import { applyTo, balance, isDebitMemo, sellable, settle, validated } from '../figures.ts'
import { paidFor, vatIn, worth } from '../prices.ts'
import { leastSince, moveCost } from '../stock-costs.ts'
import { bookingReasons, type OfBooking, seenBooking } from './bookings.ts'
import { pieces } from './stock.ts'

export const openPieces = (line: BooksBookingLine) => line.quantity - line.delivered - line.released

/** Reserved pieces of a line go out to the customer on a day. */
function issue(company: BooksCompany, id: string, no: number, quantity: number, day: string) {
  const { lines, customer } = company.books.bookings[id]!
  const line = lines[no]!
  const product = company.books.products[line.product]!
  const sum = () => ({
    amount: paidFor(line, line.delivered),
    gross: worth(line.srp, line.delivered),
    // The VAT of all deliveries adds up to that of the invoice.
    vat: vatIn(addUp(lines.map((each) => paidFor(each, each.delivered)))),
  })
  const before = sum()
  const cost = -moveCost(company, line.product, -quantity, day)
  line.delivered += quantity
  product.used += quantity
  product.reserved -= quantity
  const now = sum()
  const key = `${id}/${no}/${day}/${customer}`
  // A delivery is worth what it adds to the pieces before it.
  addIssued(company, key, {
    pieces: quantity,
    amount: now.amount - before.amount,
    gross: now.gross - before.gross,
    vat: now.vat - before.vat,
    cost,
  })
}

/** Reserved pieces that a line will not get. */
export function release(
  company: BooksCompany,
  id: string,
  no: number,
  quantity: number,
  day: string,
) {
  const line = company.books.bookings[id]!.lines[no]!
  const before = paidFor(line, line.quantity - line.released)
  line.released += quantity
  company.books.products[line.product]!.reserved -= quantity
  const release = company.books.bookings[id]!.invoice_no ? 'after' : 'before'
  noteCredit(company, id, day, before - paidFor(line, line.quantity - line.released), { release })
}

export const complete = ({ lines }: BooksBooking) => lines.every((line) => openPieces(line) === 0)

interface Delivery {
  lines: { line_id: string; quantity: number }[]
  remainder: string
}
/** Pieces of each line that are to be delivered. */
const wanted = (company: BooksCompany, id: string, delivery: Delivery | null) =>
  company.books.bookings[id]!.lines.map((line, no) =>
    delivery
      ? addUp(
          delivery.lines
            .filter(({ line_id }) => line_id === company.lineIds[id]![no])
            .map(({ quantity }) => quantity),
        )
      : openPieces(line),
  )

export const fulfilmentActions: Record<string, ModelAction> = {
  deliver_booking: action<OfBooking<{ p_date: string | null; p_lines: Delivery | null }>>({
    needs: 'bookings.deliver',
    often: 16,
    choose(company, dice) {
      const booking = seenBooking(company, dice, 'validated', 'invoiced')
      if (!booking) return null
      const all = company.books.bookings[booking.p_booking]!.lines.map((line, no) => ({
        line_id: company.lineIds[booking.p_booking]![no]!,
        quantity: dice.chance(0.5) ? openPieces(line) : dice.nat(openPieces(line) + 1),
      }))
      const lines = all.filter(() => dice.chance(0.8))
      const remainder = dice.chance(0.03) ? 'what' : dice.one(['keep', 'release'])
      const p_lines = dice.chance(0.5) ? null : { lines, remainder }
      return { ...booking, p_date: dice.chance(0.6) ? null : dice.day(company), p_lines }
    },
    judge: (company, args) =>
      bookingReasons(company, args, (booking) => {
        const quantities = wanted(company, args.p_booking, args.p_lines)
        const goes = booking.lines.map(({ product }, no) => ({
          product,
          quantity: quantities[no]!,
        }))
        return [
          !validated(booking) && 'wrong_state',
          booking.delivered !== null && 'wrong_state',
          booking.hold && 'on_hold',
          ...postingDay(company, args.p_date),
          (args.p_date ?? company.today) < booking.added && 'invalid',
          args.p_lines !== null &&
            !['keep', 'release'].includes(args.p_lines.remainder) &&
            'invalid',
          booking.lines.some((line, no) => quantities[no]! > openPieces(line)) && 'invalid',
          addUp(quantities) === 0 && 'invalid',
          args.p_lines !== null && foreignLines(company, args.p_booking, args.p_lines),
          pieces(goes).some(
            ([key, n]) =>
              n > sellable(company.books.products[key]!) ||
              (n > 0 && n > leastSince(company, key, args.p_date ?? company.today)),
          ) && 'insufficient_stock',
        ]
      }),
    done(company, { p_booking, p_date, p_lines }) {
      const day = p_date ?? company.today
      const booking = company.books.bookings[p_booking]!
      wanted(company, p_booking, p_lines).forEach((quantity, no) => {
        if (quantity > 0) issue(company, p_booking, no, quantity, day)
        const open = openPieces(booking.lines[no]!)
        if (p_lines?.remainder === 'release' && open > 0) release(company, p_booking, no, open, day)
      })
      if (complete(booking)) booking.delivered = [...issueDays(company, p_booking)].sort().at(-1)!
      if (p_lines?.remainder === 'release') settle(company, p_booking)
      touch(company, p_booking)
    },
  }),

  set_booking_dates: action<OfBooking<{ p_dates: Partial<Dates>; p_reason: string }>>({
    needs: ['bookings.validate', 'invoicing.write', 'bookings.deliver'],
    often: 3,
    choose(company, dice) {
      const stages = ['invoiced', 'delivered', 'paid', 'pending', 'validated'] as const
      const booking = seenBooking(company, dice, ...stages)
      if (!booking) return null
      const { invoiced, delivered } = company.books.bookings[booking.p_booking]!
      const p_dates: Partial<Dates> = {}
      const day = () => dice.day(company) ?? company.today
      const went = [...issueDays(company, booking.p_booking)].sort()
      if (dice.chance(0.3)) p_dates.date_added = day()
      if (dice.chance(invoiced ? 0.4 : 0.03)) p_dates.date_invoiced = day()
      if (dice.chance(delivered ? 0.3 : 0.03)) p_dates.date_delivered = day()
      else if (dice.chance(went.length > 1 ? 0.8 : 0.2)) {
        const some = went.filter(() => dice.chance(0.7))
        // Two days are exchanged at times, and a day on which nothing went out is named.
        const exchanged = some.length === 2 && dice.chance(0.3)
        p_dates.deliveries = some.map((from, no) => ({
          from,
          to: exchanged ? some[1 - no]! : day(),
        }))
        if (dice.chance(0.05)) p_dates.deliveries.push({ from: day(), to: day() })
      }
      return { ...booking, p_dates, p_reason: dice.reason() }
    },
    judge(company, args, by) {
      const { date_added, date_invoiced, date_delivered, deliveries } = args.p_dates
      if (
        (date_added && !holds(company, by, 'bookings.validate')) ||
        (date_invoiced && !holds(company, by, 'invoicing.write')) ||
        ((date_delivered || deliveries) && !holds(company, by, 'bookings.deliver'))
      )
        return ['not_allowed']
      return bookingReasons(company, args, (booking) => {
        const added = date_added ?? booking.added
        const went = issueDays(company, args.p_booking)
        const moves = movesOf(company, args.p_booking, args.p_dates)
        const froms = (deliveries ?? []).map(({ from }) => from)
        return [
          blank(args.p_reason) && 'invalid',
          (booking.approval === 'cancelled' || isDebitMemo(booking)) && 'wrong_state',
          !(date_added ?? date_invoiced ?? date_delivered ?? deliveries) && 'invalid',
          ...[date_added, date_invoiced, ...moves.values()].map((day) =>
            future(company, day ?? null),
          ),
          date_invoiced !== undefined && booking.invoiced === null && 'invalid',
          date_delivered !== undefined && booking.delivered === null && 'invalid',
          (froms.some((day) => !went.has(day)) || new Set(froms).size < froms.length) && 'invalid',
          (date_invoiced ?? booking.invoiced ?? added) < added && 'invalid',
          [...went, ...(booking.delivered ? [booking.delivered] : [])].some(
            (day) => (moves.get(day) ?? day) < added,
          ) && 'invalid',
          // A day is corrected neither from a closed one nor to one.
          date_added !== undefined &&
            date_added !== booking.added &&
            !booking.opening &&
            (closedDay(company, date_added) || closedDay(company, booking.added)),
          date_invoiced !== undefined &&
            date_invoiced !== booking.invoiced &&
            (closedDay(company, date_invoiced) || closedDay(company, booking.invoiced)),
          ...[...moves].map(
            ([from, to]) => from !== to && (closedDay(company, to) || closedDay(company, from)),
          ),
          [...moves].some(([from, to]) => from !== to) &&
            memoBefore(company, args.p_booking, moves) &&
            'invalid',
          shortWhenMoved(company, args.p_booking, moves) && 'insufficient_stock',
        ]
      })
    },
    done(company, { p_booking, p_dates }) {
      const booking = company.books.bookings[p_booking]!
      booking.added = p_dates.date_added ?? booking.added
      if (p_dates.date_invoiced) moveInvoice(booking, p_dates.date_invoiced)
      const moves = movesOf(company, p_booking, p_dates)
      moveIssues(company, p_booking, moves)
      if (booking.delivered && [...moves].some(([from, to]) => from !== to))
        booking.delivered =
          [...issueDays(company, p_booking)].sort().at(-1) ??
          moves.get(booking.delivered) ??
          booking.delivered
      touch(company, p_booking)
    },
  }),

  archive_bookings: action<{ p_so_nos: { so_nos: string[] }; p_status: string }>({
    needs: 'bookings.archive',
    often: 2,
    choose(company, dice) {
      const chosen = [seenBooking(company, dice, 'delivered', 'paid', 'invoiced')]
      if (dice.chance(0.3)) chosen.push(seenBooking(company, dice, 'delivered', 'archived'))
      const so_nos = chosen.flatMap((each) =>
        each ? [company.books.bookings[each.p_booking]!.so_no] : [],
      )
      if (dice.chance(0.05)) so_nos.push('SO-999999')
      const p_status = dice.chance(0.05) ? 'active' : 'archived'
      return so_nos.length > 0 ? { p_so_nos: { so_nos }, p_status } : null
    },
    judge(company, { p_so_nos: { so_nos }, p_status }) {
      const found = toArchive(company, so_nos, p_status)
      const lines = found.flatMap(([, { lines }]) =>
        lines.map((line) => ({ product: line.product, quantity: openPieces(line) })),
      )
      const known = Object.values(company.books.bookings).map(({ so_no }) => so_no)
      return [
        p_status === 'active' && 'invalid',
        so_nos.some((no) => !known.includes(no)) && 'invalid',
        found.some(([, booking]) => !validated(booking)) && 'wrong_state',
        found.some(([, { hold }]) => hold) && 'on_hold',
        pieces(lines).some(([key, n]) => n > sellable(company.books.products[key]!)) &&
          'insufficient_stock',
      ]
    },
    done(company, { p_so_nos: { so_nos }, p_status }) {
      for (const [id, booking] of toArchive(company, so_nos, p_status)) {
        booking.lines.forEach((line, no) => {
          const open = openPieces(line)
          if (open > 0) issue(company, id, no, open, company.today)
        })
        const owes = balance(company, id)
        if (owes > 0) settleOnPaper(company, id, owes)
        booking.closed = p_status
        booking.approval = `approved-${p_status}`
        booking.delivered ??= company.today
        touch(company, id)
      }
    },
  }),
}

const foreignLines = (company: BooksCompany, id: string, { lines }: Delivery): Reason =>
  lines.some(({ line_id }) => !company.lineIds[id]!.includes(line_id)) && 'not_found'

/** Moves an invoice to another day; its due date moves along. */
export function moveInvoice(booking: BooksBooking, day: string): void {
  if (booking.due && booking.invoiced)
    booking.due = addDays(booking.due, dayNumber(day) - dayNumber(booking.invoiced))
  booking.invoiced = day
}

/** Bookings of these numbers that are not archived so already. */
const toArchive = (
  company: BooksCompany,
  so_nos: string[],
  status: string,
): [string, BooksBooking][] =>
  Object.entries(company.books.bookings).filter(
    ([, { so_no, closed }]) => so_nos.includes(so_no) && closed !== status,
  )

/** Settles the balance of an archived booking by a receipt without money. */
function settleOnPaper(company: BooksCompany, id: string, owes: number): void {
  const { customer, agent, so_no } = company.books.bookings[id]!
  const key = `new receipt ${so_no}`
  const none = { collector: null, cheque: null, cheque_on: null, state: null, cleared_on: null }
  company.books.receipts[key] = {
    ...{ cr_no: `ARCHIVE-${so_no}`, customer, agent, type: 'cash', amount: owes, archive: true },
    ...{ on: company.today, status: 'approved', bank: null, drr_no: null, drr_on: null },
    ...{ ...none, remittance: null, paid_back_on: null, pays: {} },
  }
  company.memory.approvedAt[key] = ++company.memory.approvals
  applyTo(company, key, id, owes, company.today)
  company.memory.hasEvents[customer] = true
}

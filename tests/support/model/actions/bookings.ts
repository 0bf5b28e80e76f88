import {
  action,
  addUp,
  blank,
  closedDay,
  type Dice,
  holds,
  later,
  type ModelAction,
  modelScopeOf,
  postingDay,
  type Reason,
  reasonsOn,
  touch,
} from '../action.ts'
import type { BooksBooking, BooksCompany } from '../books.ts'
import { available, exposure, stageOf } from '../figures.ts'
import { belowFloor, belowFloorOfOthers } from '../floors.ts'
import { lastMoved } from '../money.ts'
import { millionths } from '../prices.ts'
import { type TypedLine, typedLines, written, wrongLines } from './booking-lines.ts'
import { activeAgent } from './customers.ts'
import { pieces } from './stock.ts'

export type OfBooking<More = unknown> = { p_booking: string; p_version: number } & More

/** A booking in one of these stages, and the version that somebody saw of it. */
export function seenBooking(
  company: BooksCompany,
  dice: Dice,
  ...stages: string[]
): OfBooking | null {
  const fits = (_: BooksBooking, id: string) => stages.includes(stageOf(company, id))
  const id = dice.doc(company.books.bookings, fits)
  return id ? { p_booking: id, p_version: dice.version(company, id) } : null
}
/** Returns the refusals common to all commands on a booking. */
export const bookingReasons = (
  company: BooksCompany,
  { p_booking, p_version }: OfBooking,
  more: (booking: BooksBooking) => Reason[],
): Reason[] => reasonsOn(company, company.books.bookings, p_booking, p_version, more)

/** Agents have their own bookings alone. */
const foreign = (company: BooksCompany, by: string, booking: BooksBooking): Reason =>
  modelScopeOf(company, by, 'bookings.write') === 'own' && booking.agent !== by && 'not_found'

/** Tells whether a Manager may override a booking: total, goods at the current SRP and what is owed above the credit line count. */
function isWithinLimit(
  company: BooksCompany,
  { customer, total, lines }: BooksBooking,
  by: string,
  needed: number,
): boolean {
  const { people, products, customers } = company.books
  const live = lines.map(({ product, quantity }) => quantity * millionths(products[product]!.live))
  const over = needed - (customers[customer]!.credit_line ?? Number.POSITIVE_INFINITY)
  const worth = live.includes(0) ? Number.POSITIVE_INFINITY : Math.round(addUp(live) / 10_000)
  return Math.max(worth, total, over) <= (people[by]?.approves ?? -1)
}

const canBuy = (company: BooksCompany, id: string): Reason =>
  company.books.customers[id]?.status !== 'approved' && 'customer_not_approved'

/** An agent also books for a customer whom the same agent has asked for. */
const mayBook = (company: BooksCompany, id: string, by: string): Reason => {
  const own = modelScopeOf(company, by, 'bookings.write') === 'own'
  const asked =
    company.books.customers[id]?.status === 'pending' && company.memory.createdBy[id] === by
  return !(own && asked) && canBuy(company, id)
}

/** The day on which a booking, or a receipt that was to pay it, last changed. */
function lastChange(company: BooksCompany, id: string): string {
  const { books, memory } = company
  const { added, invoiced } = books.bookings[id]!
  const receipts = Object.keys(memory.ever).filter((receipt) => id in memory.ever[receipt]!)
  const moved = receipts.map((receipt) => {
    const { type, on } = books.receipts[receipt]!
    // Before it is approved, only cash and cheques lie somewhere.
    const counts = type === 'cash' || type === 'cheque' || memory.approvedAt[receipt] !== undefined
    return counts ? lastMoved(company, receipt) : on
  })
  const credited = (memory.credits[id] ?? []).map(({ on }) => on)
  return [added, invoiced, ...credited, ...moved].reduce<string>(
    (day, each) => later(day, each) ?? day,
    '',
  )
}

/** The credit line that somebody else set last; nothing when nobody else ever did. */
function lineByOthers(company: BooksCompany, customer: string, by: string): number {
  const last = (company.memory.lines[customer] ?? []).findLast((each) => each.by !== by)
  return last ? (last.line ?? Number.POSITIVE_INFINITY) : 0
}

export const bookingActions: Record<string, ModelAction> = {
  create_booking: action<{
    p_booking: { customer_id: string; date_added: string | null; lines: TypedLine[] }
  }>({
    needs: 'bookings.write',
    often: 14,
    choose(company, dice, by) {
      const own = modelScopeOf(company, by, 'bookings.write') === 'own'
      const fits = ({ status, agent }: { status: string; agent: string }) =>
        status === 'approved' && (!own || agent === by)
      const customer_id = dice.doc(company.books.customers, fits)
      const date_added = own && dice.chance(0.9) ? null : dice.day(company)
      return customer_id
        ? {
            p_booking: {
              customer_id,
              date_added,
              lines: typedLines(company, dice, customer_id, date_added),
            },
          }
        : null
    },
    judge(company, { p_booking: wanted }, by) {
      const own = modelScopeOf(company, by, 'bookings.write') === 'own'
      const customer = company.books.customers[wanted.customer_id]
      if (!customer || (own && customer.agent !== by))
        return [...postingDay(company, wanted.date_added), 'invalid']
      return [
        ...postingDay(company, wanted.date_added),
        mayBook(company, wanted.customer_id, by),
        own && (wanted.date_added ?? company.today) !== company.today && 'not_allowed',
        !activeAgent(company, customer.agent) && 'invalid',
        wrongLines(company, wanted.lines),
      ]
    },
    done(company, { p_booking: wanted }, answer, by) {
      company.books.project.booking_count += 1
      company.books.bookings[answer.id!] = {
        so_no: `SO-${String(company.books.project.booking_count).padStart(6, '0')}`,
        customer: wanted.customer_id,
        agent: company.books.customers[wanted.customer_id]!.agent,
        ...{ opening: false, approval: 'pending', closed: 'active', hold: false, override: false },
        ...written(wanted.lines),
        added: wanted.date_added ?? company.today,
        ...{ invoice_no: null, invoiced: null, delivered: null, due: null },
      }
      company.memory.createdBy[answer.id!] = by
    },
  }),

  update_booking: action<
    OfBooking<{ p_details: { customer_id: string | null; lines: TypedLine[] } }>
  >({
    needs: 'bookings.write',
    often: 3,
    choose(company, dice) {
      const booking = seenBooking(company, dice, 'pending')
      const customer_id = dice.chance(0.7) ? null : dice.doc(company.books.customers)
      if (!booking) return null
      const old = company.books.bookings[booking.p_booking]!
      const lines = typedLines(company, dice, customer_id ?? old.customer, old.added)
      return { ...booking, p_details: { customer_id, lines } }
    },
    judge: (company, args, by) =>
      bookingReasons(company, args, (booking) => {
        const customer = args.p_details.customer_id ?? booking.customer
        const own = modelScopeOf(company, by, 'bookings.write') === 'own'
        return [
          foreign(company, by, booking),
          stageOf(company, args.p_booking) !== 'pending' && 'wrong_state',
          closedDay(company, booking.added),
          (!company.books.customers[customer] ||
            (own && company.books.customers[customer].agent !== by)) &&
            'invalid',
          customer !== booking.customer && mayBook(company, customer, by),
          wrongLines(company, args.p_details.lines),
        ]
      }),
    done(company, { p_booking, p_details }, _answer, by) {
      company.memory.editedBy[p_booking] = by
      const booking = company.books.bookings[p_booking]!
      booking.customer = p_details.customer_id ?? booking.customer
      Object.assign(booking, written(p_details.lines))
      touch(company, p_booking)
    },
  }),

  validate_booking: action<OfBooking<{ p_override_reason: string | null }>>({
    needs: ['bookings.validate', 'bookings.override'],
    often: 16,
    choose(company, dice, by) {
      if (!holds(company, by, 'bookings.validate') && dice.chance(0.6)) return null
      const booking = seenBooking(company, dice, 'pending')
      const overrides = holds(company, by, 'bookings.override') ? 0.9 : 0.1
      return booking && { ...booking, p_override_reason: dice.chance(overrides) ? 'Random' : null }
    },
    judge(company, args, by) {
      const validates = holds(company, by, 'bookings.validate')
      const overrides = holds(company, by, 'bookings.override') && !blank(args.p_override_reason)
      if (!validates && !overrides) return ['not_allowed']
      const ofTeam = modelScopeOf(company, by, 'bookings.override') === 'team'
      return bookingReasons(company, args, (booking) => {
        const { back_orders, override_by_other, lines_by_other } = company.books.project
        const customer = company.books.customers[booking.customer]!
        const line = customer.credit_line
        const needed = exposure(company, booking.customer) + booking.total
        const over = line !== null && needed > line
        const raised =
          lines_by_other &&
          booking.total > 0 &&
          needed > lineByOthers(company, booking.customer, by)
        const { createdBy, editedBy } = company.memory
        const made = [createdBy[args.p_booking], editedBy[args.p_booking]].includes(by)
        const own = override_by_other && made
        const low = belowFloor(company, booking)
        const lowered = belowFloorOfOthers(company, booking, by)
        const short = pieces(booking.lines).some(
          ([product, quantity]) => quantity > available(company.books.products[product]!),
        )
        return [
          ofTeam && company.books.people[booking.agent]?.manager !== by && 'not_found',
          stageOf(company, args.p_booking) !== 'pending' && 'wrong_state',
          canBuy(company, booking.customer),
          ofTeam && !isWithinLimit(company, booking, by, needed) && 'approval_limit',
          over && !overrides && 'credit_exceeded',
          low && !overrides && 'below_price_floor',
          lowered && 'maker_checker',
          (over || low) && overrides && own && 'maker_checker',
          !over && !low && !validates && 'wrong_state',
          !over && raised && 'maker_checker',
          short && !back_orders && 'insufficient_stock',
        ]
      })
    },
    done(company, { p_booking }, _answer, by) {
      const booking = company.books.bookings[p_booking]!
      const line = company.books.customers[booking.customer]!.credit_line
      booking.override =
        (line !== null && exposure(company, booking.customer) + booking.total > line) ||
        belowFloor(company, booking)
      booking.approval = 'approved'
      for (const { product, srp } of booking.lines) {
        company.memory.soldAt[product] ??= []
        company.memory.soldAt[product].push({ by, srp: millionths(srp) })
      }
      for (const [product, quantity] of pieces(booking.lines))
        company.books.products[product]!.reserved += quantity
      touch(company, p_booking)
    },
  }),

  cancel_booking: action<OfBooking<{ p_reason: string; p_date: string | null }>>({
    needs: 'bookings.write',
    often: 3,
    choose(company, dice) {
      const booking = seenBooking(company, dice, 'pending', 'validated', 'invoiced')
      return booking && { ...booking, p_reason: dice.reason(), p_date: dice.day(company) }
    },
    judge: (company, args, by) =>
      bookingReasons(company, args, (booking) => {
        const day = args.p_date ?? company.today
        const stage = stageOf(company, args.p_booking)
        const own = modelScopeOf(company, by, 'bookings.write') === 'own'
        const open = own ? ['pending'] : ['pending', 'validated', 'invoiced']
        const paying = Object.values(company.books.receipts).some(
          ({ status, pays }) => status !== 'cancelled' && (pays[args.p_booking] ?? 0) > 0,
        )
        return [
          foreign(company, by, booking),
          blank(args.p_reason) && 'invalid',
          !open.includes(stage) && 'wrong_state',
          booking.lines.some(({ delivered }) => delivered > 0) && 'wrong_state',
          paying && 'wrong_state',
          ...postingDay(company, args.p_date),
          day < lastChange(company, args.p_booking) && 'invalid',
        ]
      }),
    done(company, { p_booking, p_date }) {
      const booking = company.books.bookings[p_booking]!
      if (booking.approval !== 'pending')
        for (const line of booking.lines)
          company.books.products[line.product]!.reserved -= line.quantity - line.released
      booking.approval = 'cancelled'
      const on = p_date ?? company.today
      company.memory.cancelledOn[p_booking] = on
      if (closedDay(company, booking.added)) company.memory.opposedOn[p_booking] = on
      touch(company, p_booking)
    },
  }),
}

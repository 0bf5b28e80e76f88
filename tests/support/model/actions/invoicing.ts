import { addDays } from '../../../../app/platform/values/dates.ts'
import {
  action,
  blank,
  closedDay,
  type Dice,
  future,
  type ModelAction,
  postingDay,
  type Reason,
  touch,
} from '../action.ts'
import type { BooksBooking, BooksCompany } from '../books.ts'
import { validated } from '../figures.ts'
import { bookingReasons, type OfBooking, seenBooking } from './bookings.ts'
import { moveInvoice } from './fulfilment.ts'

const serial = (no: string) => (/\d{1,15}$/.exec(no) ? Number(/\d{1,15}$/.exec(no)![0]) : null)
const prefix = (no: string) => no.replace(/\d{1,15}$/, '')
const series = (no: string) =>
  prefix(no)
    .replace(/[^0-9A-Za-z]/g, '')
    .toUpperCase()
/** Returns another number of the same series, with the same number of digits. */
const like = (no: string, n: number) =>
  prefix(no) + String(n).padStart(no.length - prefix(no).length, '0')

/**
 * Returns one of few numbers, so that they collide; now and then one that does not end in digits.
 */
const someNo = (dice: Dice) =>
  dice.chance(0.04)
    ? 'INV'
    : `${dice.one(['INV-', 'INV-', 'SI '])}${String(dice.upTo(40)).padStart(4, '0')}`

function write(company: BooksCompany, id: string, no: string, day: string) {
  const booking = company.books.bookings[id]!
  if (booking.due) moveInvoice(booking, day)
  else booking.due = addDays(day, company.books.customers[booking.customer]!.terms)
  booking.invoiced = day
  booking.invoice_no = no
  touch(company, id)
}

interface Batch {
  p_batch: {
    first_no: string
    date: string | null
    bookings: { id: string; version: number }[]
  }
}

/**
 * Returns the bookings of a batch that can be invoiced, each with its number; the others are left
 * out.
 */
function numbered(company: BooksCompany, { p_batch: { first_no, date, bookings } }: Batch) {
  const day = date ?? company.today
  const fits = ({ id, version }: { id: string; version: number }) => {
    const booking = company.books.bookings[id]
    return (
      booking !== undefined &&
      validated(booking) &&
      booking.invoice_no === null &&
      company.versions[id] === version &&
      day >= booking.added
    )
  }
  const taken = bookings.filter(fits)
  return taken.map(({ id }, n) => [id, like(first_no, serial(first_no)! + n)] as const)
}

export const invoicingActions: Record<string, ModelAction> = {
  set_invoice: action<
    OfBooking<{ p_invoice_no: string; p_date: string | null; p_reason: string | null }>
  >({
    needs: 'invoicing.write',
    often: 8,
    choose(company, dice) {
      const stages = ['validated', 'delivered', ...(dice.chance(0.2) ? ['invoiced', 'paid'] : [])]
      const booking = seenBooking(company, dice, ...stages)
      const p_reason = dice.chance(0.6) ? 'Random' : null
      return (
        booking && { ...booking, p_invoice_no: someNo(dice), p_date: dice.day(company), p_reason }
      )
    },
    judge: (company, args) =>
      bookingReasons(company, args, (booking) => {
        const day = args.p_date ?? booking.invoiced ?? company.today
        const other = ([id, { invoice_no }]: [string, BooksBooking]) =>
          id !== args.p_booking && invoice_no === args.p_invoice_no
        const set = booking.invoice_no !== null
        const changes = booking.invoice_no !== args.p_invoice_no || booking.invoiced !== day
        return [
          (!validated(booking) || booking.opening) && 'wrong_state',
          future(company, args.p_date),
          (day !== booking.invoiced || (set && changes && !booking.opening)) &&
            (closedDay(company, day) || (set && closedDay(company, booking.invoiced))),
          day < booking.added && 'invalid',
          Object.entries(company.books.bookings).some(other) && 'duplicate',
          set && changes && blank(args.p_reason) && 'invalid',
        ]
      }),
    done(company, { p_booking, p_invoice_no, p_date }) {
      const { invoiced } = company.books.bookings[p_booking]!
      write(company, p_booking, p_invoice_no, p_date ?? invoiced ?? company.today)
    },
  }),

  set_invoices: action<Batch>({
    needs: 'invoicing.write',
    often: 3,
    choose(company, dice) {
      const seen = () => seenBooking(company, dice, 'validated', 'delivered')
      const chosen = Array.from({ length: dice.upTo(3) }, seen)
      const bookings = chosen.flatMap((each) =>
        each ? [{ id: each.p_booking, version: each.p_version }] : [],
      )
      const once = bookings.filter(({ id }, n) => bookings.findIndex((b) => b.id === id) === n)
      if (once.length === 0) return null
      return { p_batch: { first_no: someNo(dice), date: dice.day(company), bookings: once } }
    },
    judge(company, args) {
      const { first_no, date } = args.p_batch
      if (serial(first_no) === null) return [...postingDay(company, date), 'invalid']
      const others = Object.values(company.books.bookings).filter((b) => b.invoice_no !== null)
      // "SI 7" and "SI-0007" are the same number of one series.
      const taken = numbered(company, args).some(([, no]) =>
        others.some(
          (b) =>
            b.invoice_no === no ||
            (!b.opening &&
              series(b.invoice_no!) === series(no) &&
              serial(b.invoice_no!) === serial(no)),
        ),
      )
      const reasons: Reason[] = [...postingDay(company, date), taken && 'duplicate']
      return reasons
    },
    done(company, args) {
      for (const [id, no] of numbered(company, args))
        write(company, id, no, args.p_batch.date ?? company.today)
    },
  }),
}

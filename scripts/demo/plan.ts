import { addDays } from '../../app/platform/values/dates.ts'
import { fromCents } from '../../app/platform/values/money.ts'
import { CUSTOMERS, type DemoCustomer } from './customers.ts'
import { PRODUCTS } from './products.ts'
import { seeded } from './seeded.ts'

/** Describes one sale of the demo company and its stage. Days are dates in the company's time zone. */
export interface DemoBooking {
  no: number
  customer: DemoCustomer
  added: string
  lines: { product: number; quantity: number; price: string }[]
  invoiced: string | null
  delivered: string | null
  /** Holds the percentage of the total that was paid, and when; null while nothing was. */
  paid: {
    on: string
    percent: number
    type: 'cash' | 'cheque' | 'bank_transfer'
    approved: boolean
  } | null
  cancelled: boolean
}

export interface DemoPurchase {
  no: number
  day: string
  supplier: string
  lines: { product: number; quantity: number }[]
}

const DAYS = 90
const BOOKINGS = 62

/** Plans ninety days of trade up to `today`, the same for the same day. */
export function planDemo(today: string): { purchases: DemoPurchase[]; bookings: DemoBooking[] } {
  const random = seeded(20260101)
  return { purchases: planPurchases(today), bookings: planBookings(today, random) }
}

/** Each supplier delivers four times; the first fills the warehouse. */
function planPurchases(today: string): DemoPurchase[] {
  const suppliers = [...new Set(PRODUCTS.map(({ supplier }) => supplier))]
  const rounds = [92, 64, 36, 9].map((ago, round) => ({ ago, cases: round === 0 ? 59 : 9 }))
  return rounds.flatMap(({ ago, cases }, round) =>
    suppliers.map((supplier, n) => ({
      no: round * suppliers.length + n + 1,
      day: addDays(today, -ago + n),
      supplier,
      lines: PRODUCTS.flatMap((product, index) =>
        product.supplier === supplier
          ? [{ product: index, quantity: cases * product.perCase }]
          : [],
      ),
    })),
  )
}

function planBookings(today: string, random: () => number): DemoBooking[] {
  // Cash-only customers are entered by hand: their bookings need an override.
  const buyers = CUSTOMERS.filter(({ creditLine }) => creditLine !== 0)
  return Array.from({ length: BOOKINGS }, (_, n) => {
    const ago = Math.round(DAYS - (n * DAYS) / (BOOKINGS - 1))
    const customer = buyers[(n * 7) % buyers.length]!
    const lines = planLines(customer, random)
    const roll = random()
    const cancelled = n % 29 === 17
    const invoicedAgo = ago - 1 - (n % 4)
    const deliveredAgo = invoicedAgo - 1 - Math.floor(random() * 4)
    const paidAgo = deliveredAgo - customer.terms - Math.floor(random() * 6) + 2
    // One customer in six does not pay, so that the ageing report has overdue invoices.
    const pays = n % 6 !== 4
    return {
      no: n + 1,
      customer,
      added: addDays(today, -ago),
      lines,
      cancelled,
      invoiced: cancelled || invoicedAgo < 1 ? null : addDays(today, -invoicedAgo),
      delivered: cancelled || deliveredAgo < 4 ? null : addDays(today, -deliveredAgo),
      paid:
        cancelled || !pays || deliveredAgo < 4 || paidAgo < 0
          ? null
          : {
              on: addDays(today, -paidAgo),
              percent: roll < 0.2 ? 50 : 100,
              type: roll < 0.6 ? 'cash' : roll < 0.85 ? 'cheque' : 'bank_transfer',
              approved: paidAgo > 9,
            },
    }
  })
}

/** Picks three to six products, with more cases for a higher credit line. */
function planLines(customer: DemoCustomer, random: () => number): DemoBooking['lines'] {
  const size = customer.creditLine === null ? 12 : customer.creditLine / 30_000
  const first = Math.floor(random() * PRODUCTS.length)
  return Array.from({ length: 3 + Math.floor(random() * 4) }, (_, n) => {
    const product = (first + n * 5) % PRODUCTS.length
    const { perCase, srp } = PRODUCTS[product]!
    const cases = Math.max(1, Math.round(random() * size))
    const loose = n === 0 ? Math.floor(random() * Math.min(perCase, 12)) : 0
    const quantity =
      customer.creditLine !== null && customer.creditLine < 50_000
        ? Math.ceil(perCase / 4)
        : cases * perCase + loose
    return { product, quantity, price: fromCents(BigInt(Math.round(srp * 100))) }
  })
}

import { opening, signedIn } from '../server.ts'
import type { Side } from '../side.ts'
import type { Section, Work } from '../work.ts'

/** So many times a page is opened before it counts: V8 compiles much of the server only after a thousand requests. */
export const WARM_UP = 50
/** So many are measured, so that a p95 is not the slowest alone. */
const RUNS = 40
const LIST_MS = 40

interface Page {
  name: string
  address: string | ((of: Side['company']) => string)
  /** The person who opens it; the owner reads nearly everything. */
  who?: string
  target?: number
}

/** The list pages, which the section of the embedded database measures too, where their address is the same in every company. */
export const LISTS: readonly Page[] = [
  { name: 'Bookings, newest 50', address: '/sales/bookings' },
  {
    name: 'Bookings, a page in the middle',
    address: ({ deep }) => `/sales/bookings?after=${deep.cursor}`,
  },
  { name: 'Bookings of a stage', address: '/sales/bookings?stage=invoiced' },
  { name: 'Bookings of an agent', address: ({ agent }) => `/sales/bookings?agent=${agent}` },
  { name: 'Bookings, searched', address: '/sales/bookings?q=customer%200042' },
  { name: 'Receipts, newest 50', address: '/treasury/treasury-list' },
  { name: 'Customers', address: '/customers/customer-list/customer-view-list' },
  { name: 'Inventory', address: '/inventory/inventory-list/inventory-view-list' },
  { name: 'Purchases', address: '/inventory/purchase-list' },
  { name: 'Invoice desk', address: '/sales/sales-invoicing' },
  { name: 'Delivery desk', address: '/sales/sales-delivery', who: 'invoice-admin' },
  { name: 'Cheques', address: '/treasury/cheques' },
  { name: 'Vouchers', address: '/expenses/expenses-list' },
  { name: 'Trail', address: '/audit' },
  { name: 'Search for a number', address: '/search?q=SO-000500' },
]

const OTHERS: readonly Page[] = [
  { name: 'The least that a signed-in request costs', address: '/version.json', target: 4 },
  { name: 'Home', address: '/home', target: 60 },
  { name: "General manager's portal", address: '/gm-portal', target: 120 },
]

const BOOKING: Work = {
  rows: [{ name: 'Open one booking', target: 35, p95: true, noSlower: true }],
  times: RUNS,
  warmUp: WARM_UP,
  async open({ server, company: { bookings } }) {
    const client = await signedIn(server.origin, 'owner@p1.bench.test')
    const address = (n: number) => `/sales/bookings/${bookings[n % bookings.length]}`
    return opening(client, 'Open one booking', address(0), address)
  },
}

/** Measures pages as the browser gets them: lists, one booking, and the first screens after sign-in. */
export const lists: Section = {
  name: 'lists',
  title: 'Pages of the largest company',
  about: `Over HTTP, from the request to the last byte, one after the other, after ${WARM_UP} of each that do not count.`,
  works: ({ smoke }) => [
    ...(smoke ? LISTS.slice(0, 2) : [...LISTS, ...OTHERS]).map(workOf),
    BOOKING,
  ],
}

const workOf = ({ name, address, who = 'owner', target = LIST_MS }: Page): Work => ({
  rows: [{ name, target, p95: true, noSlower: true }],
  times: RUNS,
  warmUp: WARM_UP,
  async open({ server, company }) {
    const client = await signedIn(server.origin, `${who}@p1.bench.test`)
    return opening(client, name, typeof address === 'string' ? address : address(company))
  },
})

import { crowded } from '../measure.ts'
import { dataAddress, page, signedIn, startBenchServer, whereTo } from '../server.ts'
import type { Run, Section, Work } from '../work.ts'

const CLIENTS = 8
const SPAN_MS = 8000
/** V8 compiles much of the server for speed only after a thousand requests and more. */
const FIRST_MS = 16_000
/** One request in so many is a first visit with the whole page. */
const WHOLE = 21

const LIST = 'Lists, each'
const PROCESSOR = "The web server's processor for each list"
const BOOKING = 'Bookings opened, each'
const MEMORY = 'Memory after them'

const LISTS = [
  ['/sales/bookings', 'modules/sales/bookings.route'],
  ['/treasury/treasury-list/treasury-view-list', 'modules/treasury/collection-list.route'],
  ['/customers/customer-list/customer-view-list', 'modules/customers/customer-list.route'],
  ['/inventory/purchase-list', 'modules/inventory/purchases/purchase-list.route'],
  ['/expenses/expenses-list/expenses-view-list', 'modules/expenses/expenses-list.route'],
] as const

/** Measures eight clients without pauses, as browsers navigate, and the memory of the web server after them. */
export const clients: Section = {
  name: 'clients',
  title: 'Eight clients at once',
  about: `Lists, then bookings, without pauses, ${SPAN_MS / 1000} seconds each after ${FIRST_MS / 1000} that do not count, on a server of its own: one request in ${WHOLE} is a first visit with the whole page, the others ask for data only, as a browser that navigates. "Each" is the time divided by the requests. Clients, web server and PostgreSQL share the cores. Memory is the resident set of the web server.`,
  works: (run) => [workOf(run)],
}

const workOf = ({ smoke }: Run): Work => ({
  rows: [
    { name: LIST, target: 1000 / 160, noSlower: true },
    { name: PROCESSOR, target: 5, noSlower: true },
    { name: BOOKING, target: 1000 / 150, noSlower: true },
    { name: MEMORY, unit: 'MB', target: 450 },
  ],
  times: 1,
  warmUp: 0,
  open:
    async ({ folder, url, company: { bookings } }) =>
    async (put) => {
      const server = await startBenchServer({ DATABASE_URL: url }, { cwd: folder })
      try {
        const client = await signedIn(server.origin, 'owner@p1.bench.test')
        const lists = await Promise.all(
          LISTS.map(async ([path, route]) => {
            const whole = await whereTo(client, path)
            return [whole, dataAddress(whole, route)] as const
          }),
        )
        const documents = bookings.map((id) => {
          const whole = `/sales/bookings/${id}`
          return [whole, dataAddress(whole, 'modules/sales/booking.route')] as const
        })
        const crowd = (pages: readonly (readonly [string, string])[], spanMs: number) =>
          crowded(CLIENTS, smoke ? 200 : spanMs, (n) =>
            page(client, pages[n % pages.length]![n % WHOLE === 0 ? 0 : 1]),
          )
        await crowd(lists, FIRST_MS)
        const used = server.processor()
        const began = performance.now()
        const each = await crowd(lists, SPAN_MS)
        put(LIST, each)
        put(PROCESSOR, ((server.processor() - used) * each) / (performance.now() - began))
        await crowd(documents, FIRST_MS)
        put(BOOKING, await crowd(documents, SPAN_MS))
        put(MEMORY, server.memory())
      } finally {
        await server.stop()
      }
    },
})

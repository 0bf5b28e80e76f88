import type { HttpClient } from '../../../tools/http-client.ts'
import type { Bench, BenchSection } from '../context.ts'
import { aSecond, type Line, MIB, mib, settled } from '../measure.ts'
import { dataAddress, page, signedIn, startBenchServer, whereTo } from '../server.ts'

const CLIENTS = 8
const SPAN_MS = 8000
/** V8 compiles much of the server for speed only after a thousand requests and more. */
const FIRST_MS = 16_000
const LISTS_A_SECOND = 160
const BOOKINGS_A_SECOND = 150
const PROCESSOR_MS = 5
const MEMORY = 450 * MIB
const BACK_MS = 60_000
/** So many requests ask for data between two first visits with whole pages. */
const WHOLE = 20

/** Lists with the route of their data. */
export const DATA_LISTS = [
  ['/sales/bookings', 'modules/sales/bookings.route'],
  ['/treasury/treasury-list/treasury-view-list', 'modules/treasury/collection-list.route'],
  ['/customers/customer-list/customer-view-list', 'modules/customers/customer-list.route'],
  ['/inventory/purchase-list', 'modules/inventory/purchases/purchase-list.route'],
  ['/expenses/expenses-list/expenses-view-list', 'modules/expenses/expenses-list.route'],
] as const

/** Measures eight clients without pauses, as browsers navigate, and the memory of the web server after them. */
export const clients: BenchSection = {
  name: 'clients',
  title: 'Eight clients at once',
  about:
    'Lists, then bookings, without pauses, on a server of its own, eight seconds each after sixteen that do not count, so that all code has run often: one request in twenty is a first visit with the whole page, the others ask for data only, as a browser that navigates. Clients, web server and PostgreSQL share the cores. Memory is the resident set of the web server.',
  async run(bench) {
    const one = await measured(bench, {})
    const two = await measured(bench, { WEB_CONCURRENCY: '2' })
    return [
      line('Lists', one.lists, LISTS_A_SECOND),
      {
        work: "The web server's processor for each list",
        figure: `${one.processor.toFixed(1)} ms`,
        target: `≤ ${PROCESSOR_MS} ms`,
        met: one.processor <= PROCESSOR_MS,
      },
      line('Bookings opened', one.bookings, BOOKINGS_A_SECOND),
      {
        work: 'Memory after them',
        figure: `${mib(one.after)}, ${mib(one.rest)} before, ${mib(one.back)} within a minute`,
        target: `≤ ${mib(MEMORY)} after them or within a minute`,
        met: Math.min(one.after, one.back) <= MEMORY,
      },
      {
        work: 'Two processes (WEB_CONCURRENCY=2)',
        figure: `${two.lists.toFixed(0)} lists, ${two.bookings.toFixed(0)} bookings a second`,
        note: `${two.processor.toFixed(1)} ms of processor each list, ${mib(two.after)}`,
      },
    ]
  },
}

/** Measures lists and then bookings on a server of its own with these settings. */
async function measured(bench: Bench, env: Record<string, string>) {
  const server = await startBenchServer({ DATABASE_URL: bench.url, ...env })
  try {
    const client = await signedIn(server.origin, 'owner@p1.bench.test')
    const rest = server.memory()
    const lists: { whole: string; data: string }[] = []
    for (const [path, route] of DATA_LISTS) {
      const whole = await whereTo(client, path)
      lists.push({ whole, data: dataAddress(whole, route) })
    }
    const listed = await crowd(bench, client, server.processor, (n) => {
      const { whole, data } = lists[n % lists.length]!
      // A first visit is to each of them in turn.
      return n % (WHOLE + 1) === 0 ? whole : data
    })
    const { bookings } = bench.company
    const opened = await crowd(bench, client, server.processor, (n) => {
      const path = `/sales/bookings/${bookings[n % bookings.length]}`
      return n % (WHOLE + 1) === 0 ? path : dataAddress(path, 'modules/sales/booking.route')
    })
    const after = server.memory()
    const back = bench.smoke ? after : await settled(server.memory, MEMORY, BACK_MS)
    const { aSecond: listsASecond, processor } = listed
    return { lists: listsASecond, processor, bookings: opened.aSecond, rest, after, back }
  } finally {
    await server.stop()
  }
}

const line = (work: string, figure: number, target: number): Line => ({
  work,
  figure: `${figure.toFixed(0)} a second`,
  target: `≥ ${target} a second`,
  met: figure >= target,
})

async function crowd(
  { smoke }: Bench,
  client: HttpClient,
  processor: () => number,
  address: (n: number) => string,
) {
  await aSecond(CLIENTS, smoke ? 200 : FIRST_MS, (n) => page(client, address(n)))
  const used = processor()
  let asked = 0
  const pages = await aSecond(CLIENTS, smoke ? 200 : SPAN_MS, (n) => {
    asked++
    return page(client, address(n))
  })
  return { aSecond: pages, processor: (processor() - used) / asked }
}

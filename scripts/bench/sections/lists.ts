import type { Bench, BenchSection } from '../context.ts'
import type { BenchCompany } from '../database.ts'
import { type Line, median, ms, p95, sample, WARM_UP } from '../measure.ts'
import { HOT_QUERIES } from '../queries.ts'
import { page, signedIn, whereTo } from '../server.ts'

const LIST_MS = 40
const BOOKING_MS = 35
const BOOKING_CALLS = 5
/** So many are measured, so that a p95 is not the slowest alone. */
const RUNS = 40
const FIRST_SCREENS = [
  ['The least that a signed-in request costs', '/version.json', 4],
  ['Home', '/home', 60],
  ["General manager's portal", '/gm-portal', 120],
] as const

interface Measured {
  work: string
  /** Is the same in every company where it is a text. */
  address: string | ((of: BenchCompany) => string)
  /** Returns the address of each run, where they differ. */
  each?: (n: number) => string
  /** Names the role that opens it; the owner reads nearly everything. */
  who?: string
  /** Names the frequent query behind it, where there is one. */
  query?: string
  /** Holds the SQL of its totals. */
  totals?(of: BenchCompany): string
  /** Sets the target of the p95 in milliseconds. */
  target?: number
  /** Sets the most calls to the database. */
  calls?: number
}

const bookingTotals =
  (filters: (of: BenchCompany) => object = () => ({})) =>
  (of: BenchCompany) =>
    `select * from public.booking_totals('${of.id}', '${JSON.stringify(filters(of))}')`

/** Lists the measured list pages. */
export const LISTS: readonly Measured[] = [
  {
    work: 'Bookings, newest 50',
    address: '/sales/bookings',
    query: 'bookings, newest 50',
    totals: bookingTotals(),
  },
  {
    work: 'Bookings, a page in the middle',
    address: ({ deep }) => `/sales/bookings?after=${deep.cursor}`,
    query: 'bookings, a page in the middle',
    totals: bookingTotals(),
  },
  {
    work: 'Bookings of a stage',
    address: '/sales/bookings?stage=invoiced',
    query: 'bookings of a stage',
    totals: bookingTotals(() => ({ stage: 'invoiced' })),
  },
  {
    work: 'Bookings of an agent',
    address: ({ agent }) => `/sales/bookings?agent=${agent}`,
    query: 'bookings of an agent',
    totals: bookingTotals(({ agent }) => ({ agent })),
  },
  { work: 'Bookings, searched', address: '/sales/bookings?q=customer%200042' },
  {
    work: 'Receipts, newest 50',
    address: '/treasury/treasury-list',
    query: 'receipts, newest 50',
  },
  { work: 'Customers', address: '/customers/customer-list/customer-view-list' },
  { work: 'Inventory', address: '/inventory/inventory-list/inventory-view-list' },
  { work: 'Purchases', address: '/inventory/purchase-list' },
  { work: 'Invoice desk', address: '/sales/sales-invoicing' },
  { work: 'Delivery desk', address: '/sales/sales-delivery', who: 'invoice-admin' },
  { work: 'Cheques', address: '/treasury/cheques' },
  { work: 'Vouchers', address: '/expenses/expenses-list' },
  { work: 'Trail', address: '/audit' },
  { work: 'Search for a number', address: '/search?q=SO-000500' },
]

/** Measures pages as the browser gets them: lists, one booking, and the first screens after sign-in. */
export const lists: BenchSection = {
  name: 'lists',
  title: 'Pages of the largest company',
  about:
    'Over HTTP, from the request to the last byte, one after the other: first 50 of each that do not count, so that all code has run often, then 50 more and 40 that do. The limit is the query of the list, and of its totals, on a direct connection as the owner.',
  async run(bench) {
    const bookings = bench.company.bookings
    const booking: Measured = {
      work: 'Open one booking',
      address: ({ bookings: [first] }) => `/sales/bookings/${first}`,
      each: (n) => `/sales/bookings/${bookings[n % bookings.length]}`,
      query: 'its lines with their products',
      target: BOOKING_MS,
      calls: BOOKING_CALLS,
    }
    const first = FIRST_SCREENS.map(([work, address, target]) => ({ work, address, target }))
    const pages = [...bench.few(LISTS), booking, ...first]
    const opened: [Measured, Opener][] = []
    for (const one of pages) {
      const open = await opener(bench, one)
      await warmUp(bench, open)
      opened.push([one, open])
    }
    const lines: Line[] = []
    for (const [one, open] of opened) lines.push(await measure(bench, one, open))
    return lines
  },
}

type Opener = (n: number) => ReturnType<typeof page>

/** Returns the function that opens a page once. */
async function opener({ company, server }: Bench, measured: Measured): Promise<Opener> {
  const client = await signedIn(server.origin, `${measured.who ?? 'owner'}@p1.bench.test`)
  const { address: given } = measured
  const address = await whereTo(client, typeof given === 'string' ? given : given(company))
  return (n) => page(client, measured.each?.(n) ?? address)
}

async function warmUp({ times }: Bench, open: Opener): Promise<void> {
  for (let n = 0; n < times(WARM_UP); n++) await open(n)
}

async function measure(bench: Bench, measured: Measured, open: Opener): Promise<Line> {
  const { direct, company, server, times } = bench
  const { target = LIST_MS, calls: most } = measured
  const ids: string[] = []
  await warmUp(bench, open)
  const taken = await sample(times(RUNS), async (n) => {
    ids.push((await open(n)).id)
  })
  const own = HOT_QUERIES.find(({ name }) => name === measured.query)
  const limit = own
    ? await direct.unguarded(company.owner, async (ask) =>
        median(
          await sample(times(25), async () => {
            await ask(own.text, own.values(company))
            if (measured.totals) await ask(measured.totals(company))
          }),
        ),
      )
    : null
  const said = ids.slice(1).flatMap((id) => server.logged(id) ?? [])
  const figure = p95(taken)
  const calls = median(said.map(({ queries }) => queries))
  return {
    work: measured.work,
    figure: `${ms(median(taken))}, p95 ${ms(figure)}`,
    ...(limit === null ? {} : { limit: ms(limit), ratio: median(taken) / limit }),
    target: `p95 ≤ ${target} ms${most === undefined ? '' : `, ≤ ${most} calls`}`,
    met: figure <= target && (most === undefined || calls <= most),
    note: `${calls} calls to the database, ${ms(median(said.map(({ queryMs }) => queryMs)))} in all`,
  }
}

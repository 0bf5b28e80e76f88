import { addDays, addMonths } from '../../../app/platform/values/dates.ts'
import { createDatabaseAnew } from '../../../tools/cluster.ts'
import { migratePostgres } from '../../../tools/migrated.ts'
import type { Bench, BenchSection } from '../context.ts'
import { type BenchCompany, dropDatabase, openDirect, readCompany } from '../database.ts'
import { loadDataSet } from '../load.ts'
import { type Line, median, ms, sample } from '../measure.ts'
import { page, signedIn, startBenchServer } from '../server.ts'

/** Sets how much slower a page may be with a hundred times the rows and still count as flat. */
const FLAT = 1.5

interface Grown {
  rows: number
  list: number
  booking: number
  month: number
  monthLines: number
  steady: number
}

/** Measures the same screens at a hundredth, a tenth and all of the rows, and those of a company that never grows. */
export const growth: BenchSection = {
  name: 'growth',
  title: 'How cost grows',
  about:
    'Medians over HTTP at 1×, 10× and 100× of the rows. Lists and bookings should stay as they are; a report should grow with the lines of its period alone; a company of 1,000 bookings should not notice the others.',
  async run(bench) {
    const grown: Grown[] = []
    for (const share of [0.01, 0.1]) grown.push(await small(bench, share * bench.scale))
    grown.push(await look(bench, bench.url, bench.server.origin))
    const line = (work: string, of: (g: Grown) => number, flat: boolean): Line => {
      const [first, , last] = grown.map(of) as [number, number, number]
      return {
        work,
        figure: grown.map((g) => ms(of(g))).join(' → '),
        ratio: last / first,
        ...(flat ? { target: `≤ ${FLAT} × at 100 × the rows`, met: last / first <= FLAT } : {}),
      }
    }
    return [
      { work: 'Booking lines of all companies', figure: counts(grown, (g) => g.rows) },
      line('List of bookings', (g) => g.list, true),
      line('Open one booking', (g) => g.booking, true),
      line('Sales of a month', (g) => g.month, false),
      { work: 'Lines of that month', figure: counts(grown, (g) => g.monthLines) },
      line('Sales of a month of the company of 1,000 bookings', (g) => g.steady, true),
    ]
  },
}

const counts = (grown: readonly Grown[], of: (g: Grown) => number) =>
  grown.map((g) => of(g).toLocaleString('en')).join(' → ')

async function small(bench: Bench, scale: number): Promise<Grown> {
  const name = 'kalakal_bench_small'
  const url = await createDatabaseAnew(bench.cluster, name)
  await migratePostgres(url)
  await loadDataSet(url, { scale })
  const server = await startBenchServer({ DATABASE_URL: url })
  try {
    return await look(bench, url, server.origin)
  } finally {
    await server.stop()
    await dropDatabase(bench.cluster, name)
  }
}

async function look({ times }: Bench, url: string, origin: string): Promise<Grown> {
  const direct = openDirect(url)
  const company = await readCompany(direct.sql, 1)
  const owner = await signedIn(origin, 'owner@p1.bench.test')
  const steady = await signedIn(origin, 'owner@p2.bench.test')
  const of = async (client: typeof owner, address: string, count = 15) =>
    median(await sample(times(count), () => page(client, address)))
  const month = sales(company)
  const [row] = await direct.sql.unsafe(
    `select (select reltuples::int from pg_class where oid = 'public.booking_lines'::regclass) as rows,
       (select count(*)::int from public.bookings b join public.booking_lines l on l.project_id = b.project_id and l.booking_id = b.id
         where b.project_id = $1 and b.date_added > $2::date - interval '1 month') as month_lines`,
    [company.id, company.today],
  )
  await direct.close()
  return {
    rows: row!.rows,
    monthLines: row!.month_lines,
    list: await of(owner, '/sales/bookings'),
    booking: await of(owner, `/sales/bookings/${company.bookings[0]}`),
    month: await of(owner, month, 5),
    steady: await of(steady, month, 5),
  }
}

function sales({ today }: BenchCompany): string {
  return `/reports_sales?from=${addDays(addMonths(today, -1), 1)}&to=${today}`
}

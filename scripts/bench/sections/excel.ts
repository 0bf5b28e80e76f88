import { addDays } from '../../../app/platform/values/dates.ts'
import type { HttpClient } from '../../../tools/http-client.ts'
import type { Bench, BenchSection } from '../context.ts'
import { type Line, MIB, mib, ms, p95, settled } from '../measure.ts'
import { page, signedIn, startBenchServer } from '../server.ts'

const ROWS = 50_000
const DAYS = 1096
const FILE_MS = 2000
const MEMORY = 200 * MIB
const OTHERS = 1.5
/** Sets how long the server may take to release memory, and how much may remain. */
const BACK_MS = 15_000
const KEPT = 100 * MIB

/** Measures a large Excel file and its effect on other users. */
export const excel: BenchSection = {
  name: 'excel',
  title: 'Excel of 50,000 rows',
  about:
    'The lines of the sales report as a file, on a server of its own, first with nobody else at work. Then once more while another person opens bookings, one after the other without pauses: p95 before and during. Memory is the resident set of the process.',
  async run(bench) {
    const server = await startBenchServer({ DATABASE_URL: bench.url })
    try {
      const maker = await signedIn(server.origin, 'owner@p1.bench.test')
      const other = await signedIn(server.origin, 'sales-admin@p1.bench.test')
      const { filters, rows } = await period(bench)
      await page(maker, '/reports_sales')
      const rest = server.memory()
      let peak = rest
      const watch = setInterval(() => {
        peak = Math.max(peak, server.memory())
      }, 100)
      const alone = await readFile(maker, filters)
      clearInterval(watch)
      const kept = (await settled(server.memory, rest + KEPT, bench.smoke ? 0 : BACK_MS)) - rest
      const before = await browse(bench, other, Date.now() + (bench.smoke ? 200 : 4000))
      let making = true
      const file = readFile(maker, filters).finally(() => {
        making = false
      })
      const during = await browse(bench, other, () => making)
      const { taken } = await file
      const slower = p95(during) / p95(before)
      const lines: Line[] = [
        {
          work: `File of ${rows.toLocaleString('en')} rows`,
          figure: `${ms(alone.taken)}, ${(alone.bytes / 1e6).toFixed(1)} MB`,
          target: `≤ ${ms(FILE_MS)}`,
          met: alone.taken <= FILE_MS,
        },
        {
          work: 'The same file while another person opens bookings',
          figure: ms(taken),
          target: `≤ ${ms(FILE_MS)}`,
          met: taken <= FILE_MS,
        },
        {
          work: 'Memory that it takes',
          figure: `${mib(peak - rest)} more than ${mib(rest)} at rest`,
          target: `≤ ${mib(MEMORY)} more`,
          met: peak - rest <= MEMORY,
        },
        {
          work: 'Memory afterwards',
          figure: `${mib(Math.max(0, kept))} more`,
          target: 'given back',
          met: kept <= KEPT,
        },
        {
          work: "Other people's pages meanwhile",
          figure: `p95 ${ms(p95(during))}`,
          limit: `p95 ${ms(p95(before))}`,
          ratio: slower,
          target: `≤ ${OTHERS}`,
          met: slower <= OTHERS,
          note: `${during.length} pages`,
        },
      ]
      return lines
    } finally {
      await server.stop()
    }
  },
}

/** Asks for the file, and returns its size and the milliseconds until its last byte. */
async function readFile(maker: HttpClient, filters: Record<string, string>) {
  const began = performance.now()
  const response = await maker.get(`/reports_sales_excel?${new URLSearchParams(filters)}`)
  const body = await response.arrayBuffer()
  if (response.status !== 200) throw new Error(`No file: ${response.status}`)
  return { bytes: body.byteLength, taken: performance.now() - began }
}

/** Finds the number of last days that have the rows. */
async function period({ direct, company, scale }: Bench) {
  const filters = {
    level: 'line',
    from: addDays(company.today, -Math.ceil((ROWS * DAYS) / 482_000) - 1),
    to: company.today,
  }
  if (scale < 1) filters.from = addDays(company.today, -DAYS)
  const [row] = (await direct.unguarded(company.owner, (ask) =>
    ask(
      `select lines from public.report_sales('${company.id}', '${JSON.stringify({ ...filters, level: 'total', for: 'line' })}')`,
    ),
  )) as [{ lines: string }]
  return { filters, rows: Number(row.lines) }
}

/** Opens bookings until the promise settles and returns how long each took. */
async function browse(
  { company }: Bench,
  client: HttpClient,
  until: number | (() => boolean),
): Promise<number[]> {
  const taken: number[] = []
  const goesOn = typeof until === 'number' ? () => Date.now() < until : until
  do {
    const began = performance.now()
    await page(
      client,
      `/sales/bookings/${company.bookings[taken.length % company.bookings.length]}`,
    )
    taken.push(performance.now() - began)
  } while (goesOn())
  return taken
}

import { addDays } from '../../../app/platform/values/dates.ts'
import type { HttpClient } from '../../../tools/http-client.ts'
import { page, signedIn, startBenchServer } from '../server.ts'
import { type Section, timed, type Work } from '../work.ts'

/** The largest company has so many lines of sales in so many days. */
const LINES = 482_000
const DAYS = 1096
const ROWS = 50_000

const FILE = 'File of 50,000 rows'
const MORE = 'Memory that it takes'
const BESIDE = 'The same while another person opens bookings'
const OTHER = "Another person's page meanwhile"

/** Measures a large Excel file and its effect on other users. */
export const excel: Section = {
  name: 'excel',
  title: 'Excel of 50,000 rows',
  about:
    'The lines of the sales report as a file, on a server of its own, first with nobody else at work, then while another person opens bookings one after the other without pauses. Memory is how much more the process had than at rest.',
  works: () => [work],
}

const work: Work = {
  rows: [
    { name: FILE, target: 2000, noSlower: true },
    { name: MORE, unit: 'MB', target: 200 },
    { name: BESIDE, target: 2000, noSlower: true },
    { name: OTHER, target: 1000, p95: true },
  ],
  times: 3,
  warmUp: 0,
  open:
    async ({ folder, url, company: { today, bookings } }) =>
    async (put) => {
      const server = await startBenchServer({ DATABASE_URL: url }, { cwd: folder })
      try {
        const maker = await signedIn(server.origin, 'owner@p1.bench.test')
        const other = await signedIn(server.origin, 'sales-admin@p1.bench.test')
        const from = addDays(today, -Math.ceil((ROWS * DAYS) / LINES))
        const address = `/reports_sales_excel?${new URLSearchParams({ level: 'line', from, to: today })}`
        await page(maker, '/reports_sales')
        const rest = server.memory()
        let most = rest
        const watch = setInterval(() => {
          most = Math.max(most, server.memory())
        }, 100)
        await timed(put, FILE, () => readFile(maker, address))
        clearInterval(watch)
        put(MORE, most - rest)
        let making = true
        const file = timed(put, BESIDE, () => readFile(maker, address)).finally(() => {
          making = false
        })
        for (let n = 0; making; n++)
          await timed(put, OTHER, () =>
            page(other, `/sales/bookings/${bookings[n % bookings.length]}`),
          )
        await file
      } finally {
        await server.stop()
      }
    },
}

async function readFile(maker: HttpClient, address: string): Promise<void> {
  const response = await maker.get(address)
  await response.arrayBuffer()
  if (response.status !== 200) throw new Error(`No file: ${response.status}`)
}

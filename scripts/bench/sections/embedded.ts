import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Act } from '../act.ts'
import { opening, signedIn, startBenchServer } from '../server.ts'
import type { Section, Work } from '../work.ts'
import { LISTS } from './lists.ts'
import { allReports } from './reports.ts'

const PAGE_MS = 150
const RUNS = 15
/** A year that the Northwind company traded all of, and the last of its days. */
const YEAR = { from: '1997-01-01', to: '1997-12-31' }
const LAST_DAY = '1998-05-06'
/** The public credentials of `npm run demo:northwind`. */
const PASSWORD = 'Kalakal-demo-2026'
const MEMORY = 'Memory after these pages'

/** Measures lists, reports and portal of the Northwind company on a server with the database inside. */
export const embedded: Section = {
  name: 'embedded',
  title: 'The embedded database',
  about:
    'Pages of the Northwind company (830 bookings) over HTTP, with the database in the process; reports over the year 1997. It needs the Northwind data set (NORTHWIND_DIR).',
  works: async () => (process.env.NORTHWIND_DIR ? [workOf(await pages())] : []),
}

interface Page {
  name: string
  address: string
  who: string
}

async function pages(): Promise<Page[]> {
  const who = 'general-manager'
  const lists = LISTS.flatMap(({ name, address, who: other = who }): Page[] =>
    typeof address === 'string' ? [{ name, address, who: other }] : [],
  )
  const reports = (await allReports()).map(({ title: name, path: address, filters }): Page => {
    const has = (filter: string) => filters.some((one) => one.name === filter)
    const asked: Record<string, string> = has('from')
      ? YEAR
      : has('as_of')
        ? { as_of: LAST_DAY }
        : {}
    return { name, address: `${address}?${new URLSearchParams(asked)}`, who }
  })
  return [
    ...lists,
    ...reports,
    { name: 'Home', address: '/home', who },
    { name: "General manager's portal", address: '/gm-portal', who },
  ]
}

const workOf = (all: readonly Page[]): Work => ({
  rows: [
    ...all.map(({ name }) => ({ name, target: PAGE_MS, p95: true, noSlower: true })),
    { name: MEMORY, unit: 'MB' as const },
  ],
  times: 1,
  warmUp: 0,
  open:
    async ({ folder: cwd }) =>
    async (put) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'kalakal-bench-northwind-'))
      const load = ['run', 'demo:northwind', '--', path.resolve(process.env.NORTHWIND_DIR!)]
      const env = { ...process.env, KALAKAL_DATA_DIR: folder, DATABASE_URL: '' }
      try {
        execFileSync('npm', load, { cwd, env, stdio: ['ignore', 'ignore', 'inherit'] })
        const server = await startBenchServer({}, { cwd, folder })
        for (const { name, address, who } of all) {
          const client = await signedIn(server.origin, `${who}@northwind.test`, PASSWORD)
          const open: Act = await opening(client, name, address)
          await open(() => {}, 0)
          for (let n = 0; n < RUNS; n++) await open(put, n)
        }
        put(MEMORY, server.memory())
        await server.stop()
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    },
})

import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openBackend } from '../../../server/backend.ts'
import { readEnv } from '../../../server/env.ts'
import { loadNorthwind } from '../../northwind/load.ts'
import { planNorthwind } from '../../northwind/plan.ts'
import { hasNorthwind, northwindFolder, readTables } from '../../northwind/tables.ts'
import type { BenchSection } from '../context.ts'
import { PASSWORD } from '../load.ts'
import { type Line, median, mib, ms, p95, sample } from '../measure.ts'
import { allReports } from '../reports.ts'
import { page, signedIn, startBenchServer, whereTo } from '../server.ts'
import { LISTS } from './lists.ts'

const PAGE_MS = 150
/** A year that the Northwind company traded all of, and the last of its days. */
const YEAR = { from: '1997-01-01', to: '1997-12-31' }
const LAST_DAY = '1998-05-06'

/** Measures lists, reports and portal of the Northwind company on a server with the database inside. */
export const embedded: BenchSection = {
  name: 'embedded',
  title: 'The embedded database',
  about:
    'Pages of the Northwind company (830 bookings) over HTTP, with the database in the process; reports over the year 1997. The general manager opens them, the invoice admin the delivery desk.',
  async run({ times, few }) {
    const tables = northwindFolder()
    if (!hasNorthwind(tables))
      return [{ work: 'Skipped: NORTHWIND_DIR names no Northwind data set', figure: '–' }]
    const folder = mkdtempSync(path.join(tmpdir(), 'kalakal-northwind-'))
    await fill(folder, tables)
    const server = await startBenchServer({}, folder)
    try {
      const lines: Line[] = []
      for (const { work, given, who } of few(await pages())) {
        const client = await signedIn(server.origin, `${who}@northwind.test`)
        const address = await whereTo(client, given)
        const taken = await sample(times(15), () => page(client, address))
        const figure = p95(taken)
        lines.push({
          work,
          figure: `${ms(median(taken))}, p95 ${ms(figure)}`,
          target: `p95 ≤ ${PAGE_MS} ms`,
          met: figure <= PAGE_MS,
        })
      }
      return [...lines, { work: 'Memory after these pages', figure: mib(server.memory()) }]
    } finally {
      await server.stop()
    }
  },
}

interface Page {
  work: string
  given: string
  who: string
}

/** Returns the pages, each with the role that opens it. */
async function pages(): Promise<Page[]> {
  const as = 'general-manager'
  const lists = LISTS.flatMap(({ work, address, who = as }): Page[] =>
    typeof address === 'string' ? [{ work, given: address, who: who === 'owner' ? as : who }] : [],
  )
  const reports = (await allReports()).map(({ title, path: address, filters }): Page => {
    const has = (name: string) => filters.some((filter) => filter.name === name)
    const asked: Record<string, string> = has('from')
      ? YEAR
      : has('as_of')
        ? { as_of: LAST_DAY }
        : {}
    return { work: title, given: `${address}?${new URLSearchParams(asked)}`, who: as }
  })
  return [
    ...lists,
    ...reports,
    { work: 'Home', given: '/home', who: as },
    { work: "General manager's portal", given: '/gm-portal', who: as },
  ]
}

/** Loads the company by its commands into a data folder. */
async function fill(folder: string, tables: string): Promise<void> {
  const env = readEnv({ KALAKAL_DATA_DIR: folder })
  const backend = await openBackend(env, { origin: 'http://localhost', as: 'tool' })
  try {
    await loadNorthwind({
      backend,
      plan: planNorthwind(readTables(tables)),
      admin: { email: 'admin@northwind.test', password: PASSWORD },
      password: PASSWORD,
    })
  } finally {
    await backend.close()
  }
}

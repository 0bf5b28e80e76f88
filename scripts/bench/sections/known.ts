import { randomUUID } from 'node:crypto'
import { addDays, addMonths } from '../../../app/platform/values/dates.ts'
import { opening, signedIn } from '../server.ts'
import { importer, send, sheetsOf } from '../sheets.ts'
import type { Side } from '../side.ts'
import type { Section, Work } from '../work.ts'

const ROWS = 5000
const KIND = 'open_invoices'

/** Reports that read different ledgers. */
const REPORTS = [
  ['Sales report', '/reports_sales'],
  ['Invoice report', '/reports_invoice'],
  ['Collection report', '/reports_collection'],
  ['Inventory report', '/reports_inventory'],
] as const

const PERIODS = [
  { called: 'a month', months: 1, target: 1000 },
  { called: 'a year', months: 12, target: 1000 },
  { called: 'three years', months: 36, target: 2000 },
] as const

/** Measures reports as they were known yesterday, in a company that has imported rows since and undone the import. */
export const known: Section = {
  name: 'known',
  title: 'Reports as known yesterday, before an import of 5,000 rows that was undone',
  about:
    'The screen over HTTP. Since the moment that is asked for, 5,000 open invoices were imported and the import was undone.',
  works: ({ smoke }) =>
    REPORTS.slice(0, smoke ? 1 : undefined).flatMap(([title, address]) =>
      PERIODS.map(({ called, months, target }) =>
        workOf(`${title}, ${called}`, target, smoke ? 50 : ROWS, (today) => {
          const period = { from: addDays(addMonths(today, -months), 1), to: today }
          return `${address}?${new URLSearchParams({ ...period, known_at: `${addDays(today, -1)}T12:00` })}`
        }),
      ),
    ),
}

const workOf = (
  name: string,
  target: number,
  rows: number,
  address: (today: string) => string,
): Work => ({
  rows: [{ name, target }],
  times: 3,
  async open(side) {
    await importUndone(side, rows)
    const owner = await signedIn(side.server.origin, 'owner@p1.bench.test')
    return opening(owner, name, address(side.company.today))
  },
})

const undone = new WeakSet<Side>()

/** Imports rows and undoes the import, once in a company. */
async function importUndone(side: Side, count: number): Promise<void> {
  if (undone.has(side)) return
  undone.add(side)
  const person = await importer(side, KIND)
  const { [KIND]: rows } = await sheetsOf(side, count)
  const { id, version } = await send(side, person, KIND, rows!, { check: false })
  await side.direct.as(
    person,
    `select public.undo_import('${side.company.id}', '${randomUUID()}', '${id}', ${version})`,
  )
}

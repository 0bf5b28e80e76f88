/**
 * `npm run bench` measures this checkout on the data set of scripts/bench/data and writes test-results/bench.md.
 * `npm run bench -- --against v1.2.0` measures that version beside it, in turn on the same data: each has a column.
 *
 * `--only reports,acts` measures some sections; `--scale 0.1` uses a tenth of the rows; `--smoke` only checks that everything
 * works. `--against <folder>` takes a checkout that is built. `--database <url>` and `--against-database <url>` use data sets that
 * are loaded, and the builds that are there.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { asOwner, startCluster } from '../tools/cluster.ts'
import { needPostgres } from '../tools/needs.mjs'
import { measure } from './bench/measure.ts'
import { acts } from './bench/sections/acts.ts'
import { clients } from './bench/sections/clients.ts'
import { embedded } from './bench/sections/embedded.ts'
import { excel } from './bench/sections/excel.ts'
import { field } from './bench/sections/field.ts'
import { imports } from './bench/sections/imports.ts'
import { known } from './bench/sections/known.ts'
import { lists } from './bench/sections/lists.ts'
import { reports } from './bench/sections/reports.ts'
import { start } from './bench/sections/start.ts'
import { build, checkOut, commitOf, databaseOf, openSide, type Side } from './bench/side.ts'
import { headOf, tableOf } from './bench/table.ts'
import type { Section } from './bench/work.ts'

// Sections that write come last, so that the others see the data set as it was loaded.
const SECTIONS: readonly Section[] = [
  ...[lists, reports, clients, field, excel, start, embedded],
  ...[acts, imports, known],
]
/** Sections that a smoke run leaves out, because they make databases of their own. */
const NOT_IN_SMOKE: readonly Section[] = [start, embedded]
const SMOKE_SCALE = 0.002
const FILE = 'test-results/bench.md'
const MEMORY =
  '-c shared_buffers=1GB -c work_mem=16MB -c max_wal_size=4GB -c checkpoint_timeout=30min -c random_page_cost=1.1'

const { values } = parseArgs({
  options: {
    against: { type: 'string' },
    only: { type: 'string' },
    scale: { type: 'string', default: '1' },
    smoke: { type: 'boolean', default: false },
    database: { type: 'string' },
    'against-database': { type: 'string' },
  },
})
const { against, smoke } = values
const run = { smoke, scale: smoke ? SMOKE_SCALE : Number(values.scale) }
const names = values.only?.split(',')
const unknown = names?.filter((name) => !SECTIONS.some((section) => section.name === name)) ?? []
const sections = SECTIONS.filter((section) =>
  names ? names.includes(section.name) : !smoke || !NOT_IN_SMOKE.includes(section),
)
const say = (text: string) => process.stderr.write(`${text}\n`)

async function main(cluster: string, other: string | undefined): Promise<void> {
  const sides: Side[] = []
  const opening = { cluster, scale: run.scale, say }
  try {
    if (other)
      sides.push(
        await openSide({
          ...opening,
          name: checkout ? against! : commitOf(other),
          folder: other,
          loaded: values['against-database'],
        }),
      )
    sides.push(await openSide({ ...opening, name: 'now', folder: '.', loaded: values.database }))
    const [row] = await sides[0]!.direct.sql`select current_setting('server_version') as server`
    const parts = [headOf(sides, run.scale, String(row!.server).split(' ')[0]!)]
    for (const section of sections) {
      const began = Date.now()
      say(`${section.title} …`)
      const measured = []
      for (const work of await section.works(run))
        measured.push(...(await measure(work, sides, run)))
      parts.push(
        tableOf(
          section,
          measured,
          sides.map(({ name }) => name),
        ),
      )
      process.stdout.write(`${parts.at(-1)}\n`)
      say(`… ${((Date.now() - began) / 1000).toFixed(0)} s`)
      // A run that is cut off leaves what it has measured.
      mkdirSync(path.dirname(FILE), { recursive: true })
      writeFileSync(FILE, parts.join('\n'))
    }
    say(`Written to ${FILE}.`)
  } finally {
    for (const side of sides) await side.close()
  }
}

if (unknown.length > 0) {
  say(`Choose of ${SECTIONS.map(({ name }) => name).join(', ')}.`)
  process.exit(1)
}
if (!values.database) {
  await needPostgres()
  build('.')
}
const checkout =
  against && !existsSync(path.join(against, 'package.json')) ? checkOut(against) : null
const cluster = await startCluster(MEMORY)
const stop = () => {
  cluster?.stop()
  checkout?.remove()
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    stop()
    process.exit(1)
  })
try {
  if (!cluster)
    throw new Error('No PostgreSQL 15 or newer at hand: set DATABASE_URL or install postgresql.')
  if (checkout) build(checkout.folder)
  await main(cluster.url, checkout?.folder ?? against)
  // A PostgreSQL of somebody else keeps nothing of this run.
  for (const folder of process.env.DATABASE_URL ? ['.', 'against'] : [])
    await asOwner(cluster.url, `drop database if exists "${databaseOf(folder)}" with (force)`)
} finally {
  stop()
}

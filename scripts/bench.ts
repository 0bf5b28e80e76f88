/**
 * `npm run bench` measures the product on its data set and writes test-results/bench.md, with figures beside targets.
 * `npm run bench -- lists reports` runs the named sections and only prints them; `--smoke` checks on few rows that it
 * works; `--scale 0.1` uses a tenth of the rows; `--database <url>` uses a data set that is loaded.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type Cluster, createDatabaseAnew, startCluster } from '../tools/cluster.ts'
import { migratePostgres } from '../tools/migrated.ts'
import { needPostgres } from '../tools/needs.mjs'
import { run } from '../tools/process.mjs'
import type { Bench, BenchSection } from './bench/context.ts'
import { dropDatabase, openDirect, readCompany } from './bench/database.ts'
import { documentOf, REMARKS, type Result, tableOf } from './bench/document.ts'
import { loadDataSet } from './bench/load.ts'
import { machineNote, readMachine } from './bench/machine.ts'
import { actsSection } from './bench/sections/acts.ts'
import { clients } from './bench/sections/clients.ts'
import { embedded } from './bench/sections/embedded.ts'
import { excel } from './bench/sections/excel.ts'
import { growth } from './bench/sections/growth.ts'
import { imports } from './bench/sections/imports.ts'
import { lists } from './bench/sections/lists.ts'
import { profiles } from './bench/sections/profiles.ts'
import { queries } from './bench/sections/queries.ts'
import { reports } from './bench/sections/reports.ts'
import { scripts } from './bench/sections/scripts.ts'
import { servers } from './bench/sections/servers.ts'
import { start } from './bench/sections/start.ts'
import { tradeSection } from './bench/sections/trade.ts'
import { startBenchServer } from './bench/server.ts'

// Sections that enter bookings come last, so that the others see the data set as it was loaded.
const SECTIONS: readonly BenchSection[] = [
  queries,
  lists,
  reports,
  clients,
  growth,
  excel,
  scripts,
  start,
  embedded,
  servers,
  tradeSection,
  actsSection,
  profiles,
  imports,
]
/** Names sections that the short form leaves out, because they create databases or build a clone. */
const NOT_IN_SMOKE: readonly BenchSection[] = [growth, start, embedded]
const SMOKE_SCALE = 0.002
const NAME = 'kalakal_bench'
const DOCUMENT = 'test-results/bench.md'
const MEMORY =
  '-c shared_buffers=1GB -c work_mem=16MB -c max_wal_size=4GB -c checkpoint_timeout=30min -c random_page_cost=1.1'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    smoke: { type: 'boolean', default: false },
    scale: { type: 'string', default: '1' },
    database: { type: 'string' },
  },
})
const { smoke } = values
const scale = smoke ? SMOKE_SCALE : Number(values.scale)
const chosen = SECTIONS.filter(({ name }) => positionals.includes(name))
const unknown = positionals.filter((name) => !SECTIONS.some((section) => section.name === name))
const say = (text: string) => process.stderr.write(`${text}\n`)

async function main(cluster: Cluster): Promise<void> {
  const url = values.database ?? (await load(cluster))
  const direct = openDirect(url)
  const server = await startBenchServer({ DATABASE_URL: url })
  try {
    const company = await readCompany(direct.sql, 1)
    const bench: Bench = {
      cluster: cluster.url,
      url,
      scale,
      smoke,
      times: (count) => (smoke ? 1 : count),
      few: (list) => (smoke ? list.slice(0, 2) : list),
      direct,
      company,
      server,
    }
    const results: Result[] = []
    const machine = readMachine(direct)
    const all = SECTIONS.filter((section) => !smoke || !NOT_IN_SMOKE.includes(section))
    for (const section of chosen.length > 0 ? chosen : all) {
      say(`${section.title} …`)
      const began = Date.now()
      const fixedWork = await machine.fixedWork()
      machine.taken()
      const lines = await section.run(bench)
      const result = { section, lines, machine: machineNote(fixedWork, machine.taken()) }
      say(`… ${((Date.now() - began) / 1000).toFixed(0)} s`)
      results.push(result)
      process.stdout.write(`${tableOf(result)}\n`)
    }
    if (chosen.length === 0 && scale === 1) await write(bench, machine.processor, results)
  } finally {
    await server.stop()
    await direct.close()
  }
}

async function load(cluster: Cluster): Promise<string> {
  const url = await createDatabaseAnew(cluster.url, NAME)
  await migratePostgres(url)
  const began = Date.now()
  await loadDataSet(url, { scale, say: (what) => say(`Loading: ${what} …`) })
  say(`Loaded in ${Math.round((Date.now() - began) / 1000)} s.`)
  return url
}

async function write(
  { direct }: Bench,
  processor: string,
  results: readonly Result[],
): Promise<void> {
  const [row] = await direct.sql`
    select current_setting('server_version') as server,
      (select string_agg(format('%s %s', to_char(c.reltuples, 'FM999,999,999'), c.relname), ', ' order by c.reltuples desc) from pg_class c
        where c.oid = any (array['public.projects', 'public.customers', 'public.products', 'public.bookings', 'public.booking_lines', 'public.collections',
          'public.stock_movements', 'public.audit_log']::regclass[])) as rows`
  const before = existsSync(DOCUMENT) ? readFileSync(DOCUMENT, 'utf8') : ''
  const from = before.indexOf(REMARKS)
  const remarks = from < 0 ? `${REMARKS}\n` : before.slice(from)
  writeFileSync(
    DOCUMENT,
    documentOf({
      results,
      command: 'npm run bench',
      processor,
      server: String(row!.server).split(' ')[0]!,
      rows: `${row!.rows}. Half of the rows are one company's.`,
      remarks,
    }),
  )
  say(`Written to ${DOCUMENT}.`)
}

if (unknown.length > 0) {
  say(`Choose of ${SECTIONS.map(({ name }) => name).join(', ')}.`)
  process.exit(1)
}
// A loaded data set is measured repeatedly, so the existing build is used.
if (!values.database) {
  await needPostgres()
  if ((await run('npm', ['run', 'build'], { quiet: true })) !== 0) process.exit(1)
}
const cluster = values.database
  ? { url: new URL('/', values.database).href.slice(0, -1), stop: () => {} }
  : await startCluster(MEMORY)
if (!cluster) {
  say('No PostgreSQL 15 or newer at hand: set DATABASE_URL or install postgresql.')
  process.exit(1)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    cluster.stop()
    process.exit(1)
  })
try {
  await main(cluster)
} finally {
  if (!values.database && process.env.DATABASE_URL) await dropDatabase(cluster.url, NAME)
  cluster.stop()
}

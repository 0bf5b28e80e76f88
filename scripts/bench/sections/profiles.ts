import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import postgres from 'postgres'
import { addDays } from '../../../app/platform/values/dates.ts'
import { readSetting, trade } from '../acts.ts'
import type { Bench, BenchSection } from '../context.ts'
import type { BenchCompany } from '../database.ts'
import { type Line, median, ms, sample } from '../measure.ts'
import { ownTimes, plansIn } from '../plan-times.ts'
import { timesByPart } from '../processor-profile.ts'
import { allReports, benchPeriod, queriesOf } from '../reports.ts'
import { dataAddress, page, signedIn, startBenchServer, whereTo } from '../server.ts'
import { DATA_LISTS } from './clients.ts'

const REQUESTS = 100
const RUNS = 20
/** Statements that take less are not logged, which would take longer than they do. */
const SHORT_MS = 1
/** So many parts are named. */
const NAMED = 6
const REST = 'planning, functions and short statements'

/** Shows what takes the time: parts of the web server, kinds of plan nodes in reports and pages, functions of acts. */
export const profiles: BenchSection = {
  name: 'profiles',
  title: 'Where the time goes',
  about:
    "The web server: the processor's time of its main thread for each request, sampled, by part. Reports and parts of pages: the time of their statements by kind of plan node without those below it, as auto_explain measures it in a run of its own, which is slower. Acts: the time of each SQL function with its statements, without the functions that it calls.",
  async run(bench) {
    return [...(await webServer(bench)), ...(await statements(bench)), ...(await acts(bench))]
  },
}

/** Asks a server of its own, whose processor is sampled, for whole pages and for data. */
async function webServer(bench: Bench): Promise<Line[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kalakal-profile-'))
  const began = Date.now()
  const server = await startBenchServer({ DATABASE_URL: bench.url }, `${folder}/data`, [
    '--cpu-prof',
    `--cpu-prof-dir=${folder}`,
  ])
  const spans: { work: string; from: number; to: number }[] = []
  const requests = bench.times(REQUESTS)
  try {
    const client = await signedIn(server.origin, 'owner@p1.bench.test')
    const [list, route] = DATA_LISTS[0]
    const whole = await whereTo(client, list)
    for (const [work, address] of [
      ['web server: bookings, a whole page', whole],
      ['web server: bookings, data only', dataAddress(whole, route)],
      ['web server: sales report of a month, a whole page', await salesReport(bench.company)],
    ] as const) {
      for (let n = 0; n < requests; n++) await page(client, address)
      const from = Date.now() - began
      for (let n = 0; n < requests; n++) await page(client, address)
      spans.push({ work, from, to: Date.now() - began })
    }
  } finally {
    await server.stop()
  }
  // The profile of a thread has the number of the thread in its name; the main thread is 0.
  const file = readdirSync(folder).find((name) => /\.0\.\d+\.cpuprofile$/.test(name))
  const profile = JSON.parse(readFileSync(path.join(folder, file!), 'utf8'))
  rmSync(folder, { recursive: true, force: true })
  return spans.map(({ work, from, to }) => {
    const times = timesByPart(profile, from, to)
    const all = [...times.values()].reduce((sum, time) => sum + time, 0)
    return { work, figure: ms(all / requests), note: largest(times, all, 'other') }
  })
}

async function salesReport(company: BenchCompany): Promise<string> {
  const report = (await allReports()).find(({ source }) => source === 'report_sales')!
  return `${report.path}?${new URLSearchParams(benchPeriod(report, company, 1)!)}`
}

/** Returns statements of pages, each with what they show. */
function pageParts({ id, today }: BenchCompany): [string, string][] {
  const month = { from: `${today.slice(0, 7)}-01`, to: today }
  const recent = { from: addDays(today, -29), to: today }
  const call = (name: string, filters: object) =>
    `select * from public.${name}('${id}', '${JSON.stringify(filters)}')`
  return [
    ['Home', `select public.home_day('${id}')`],
    ['portal: sales', call('portal_sales', { days: [month], month, recent })],
    ['portal: penetration', call('portal_reach', { ...month, items: 'category1' })],
    ['portal: receivables, cheques, stock', call('portal_day', { day: today })],
    ['receipts, their page', call('receipt_list', { limit: 51 })],
    ['customers, their page', call('customer_list', { limit: 51 })],
    ['open deliveries, their page', call('delivery_list', { limit: 51 })],
  ]
}

/** Runs each statement with its plans logged to the connection. */
async function statements(bench: Bench): Promise<Line[]> {
  const { company } = bench
  const messages: string[] = []
  const sql = postgres(bench.url, { max: 1, onnotice: ({ message }) => messages.push(message!) })
  try {
    const has = await sql.unsafe("load 'auto_explain'").catch(() => null)
    if (!has) return [{ work: 'Reports', figure: 'this PostgreSQL has no auto_explain' }]
    await sql.unsafe(`set auto_explain.log_nested_statements = on; set auto_explain.log_analyze = on;
      set auto_explain.log_verbose = on; set auto_explain.log_format = json;
      set jit = off; set request.jwt.claims = '${JSON.stringify({ sub: company.owner, role: 'authenticated' })}';
      set request.jwt.claim.sub = '${company.owner}'`)
    const lines: Line[] = []
    // Only a superuser may choose what is logged.
    const logging = (from: number) =>
      sql.unsafe(`reset role; set auto_explain.log_min_duration = ${from};
        set client_min_messages = ${from < 0 ? 'notice' : 'log'}; set role authenticated`)
    const profiled = async (work: string, texts: readonly string[]) => {
      const run = async () => {
        for (const text of texts) await sql.unsafe(text)
      }
      await logging(-1)
      const figure = median(await sample(bench.times(4), run))
      messages.length = 0
      await logging(SHORT_MS)
      const began = performance.now()
      await run()
      const all = performance.now() - began
      const times = ownTimes(plansIn(messages))
      lines.push({ work, figure: ms(figure), note: largest(times, all, REST) })
    }
    for (const [work, text] of bench.few(pageParts(company))) await profiled(work, [text])
    for (const report of bench.few(await allReports()))
      for (const [called, months] of [
        ['a month', 1],
        ['a year', 12],
      ] as const) {
        const period = benchPeriod(report, company, months)
        if (period) await profiled(`${report.title}, ${called}`, queriesOf(report, company, period))
        else if (months === 1) await profiled(report.title, queriesOf(report, company, {}))
      }
    return lines
  } finally {
    await sql.end()
  }
}

/** Takes bookings through all acts with the time of each function counted. */
async function acts(bench: Bench): Promise<Line[]> {
  const { sql } = bench.direct
  const setting = await readSetting(bench)
  const taken = new Map<string, { all: number; functions: Map<string, number> }>()
  const read = async () => {
    await sql`select pg_stat_force_next_flush()`
    const rows = await sql<{ name: string; ms: number }[]>`
      select funcname as name, sum(self_time)::float8 as ms from pg_stat_user_functions group by funcname`
    return new Map(rows.map(({ name, ms }) => [name, ms]))
  }
  const runs = bench.times(RUNS)
  await sql`set track_functions = 'all'`
  await trade(bench, setting, (_, run) => run())
  for (let n = 0; n < runs; n++)
    await trade(bench, setting, async (work, run) => {
      const before = await read()
      const began = performance.now()
      await run()
      const all = performance.now() - began
      const sum = taken.get(work) ?? { all: 0, functions: new Map<string, number>() }
      sum.all += all
      for (const [name, time] of await read()) {
        const more = time - (before.get(name) ?? 0)
        if (more > 0) sum.functions.set(name, (sum.functions.get(name) ?? 0) + more)
      }
      taken.set(work, sum)
    })
  await sql`reset track_functions`
  return [...taken].map(([work, { all, functions }]) => ({
    work: `act: ${work}`,
    figure: ms(all / runs),
    note: largest(functions, all, 'commit and the way there'),
  }))
}

/** Names the largest parts with their share of the whole, and by `rest` what is in none. */
function largest(times: ReadonlyMap<string, number>, all: number, rest: string): string {
  const left = all - [...times.values()].reduce((sum, time) => sum + time, 0)
  return [...times, [rest, left] as const]
    .sort(([, a], [, b]) => b - a)
    .slice(0, NAMED)
    .filter(([, time]) => time / all >= 0.01)
    .map(([part, time]) => `${part} ${((time * 100) / all).toFixed(0)} %`)
    .join(', ')
}

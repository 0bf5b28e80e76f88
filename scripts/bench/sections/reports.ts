import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { addDays, addMonths } from '../../../app/platform/values/dates.ts'
import { opening, signedIn } from '../server.ts'
import type { Section, Work } from '../work.ts'
import { WARM_UP } from './lists.ts'

/** Is the part of a report's definition that is read here. */
interface Report {
  order: number
  title: string
  path: string
  filters: readonly { name: string }[]
}

/** Is what is asked of a report, by the day that is today. */
interface Span {
  called: string
  target: number
  times: number
  noSlower?: boolean
  filters(today: string): Record<string, string>
}

/** Three years are all that the company has. */
const PERIODS: readonly Span[] = [
  { called: ', a month', target: 60, times: 15, noSlower: true, filters: months(1) },
  { called: ', a year', target: 150, times: 5, filters: months(12) },
  { called: ', three years', target: 400, times: 5, filters: months(36) },
]
const TODAY: Span = {
  called: ', today',
  target: 80,
  times: 15,
  noSlower: true,
  filters: () => ({}),
}
const PAST: Span = {
  called: ', as of a day 200 days ago',
  target: 150,
  times: 9,
  filters: (today) => ({ as_of: addDays(today, -200) }),
}

function months(count: number) {
  return (today: string) => ({ from: addDays(addMonths(today, -count), 1), to: today })
}

/** Takes a period of 400 days at most. */
const VISITS = '/reports_visits'

const FOLDER = path.resolve('app/modules/reports')

/** Loads every report that has a definition, in the order of Home. */
export async function allReports(): Promise<Report[]> {
  const names = readdirSync(FOLDER).filter((name) => existsSync(`${FOLDER}/${name}/definition.ts`))
  const found = await Promise.all(
    names.map(async (name) => (await import(`${FOLDER}/${name}/definition.ts`)).report),
  )
  return (found as Report[]).sort((a, b) => a.order - b.order)
}

/** Measures every report over a month, a year and three years, as its screen shows it. */
export const reports: Section = {
  name: 'reports',
  title: 'Reports of the largest company',
  about: `The screen over HTTP, a page of rows and the total, after ${WARM_UP} requests of each report that do not count. A report without a period is as it stands today.`,
  async works({ smoke }) {
    const all = await allReports()
    return (smoke ? all.slice(0, 2) : all).flatMap((report) =>
      spansOf(report).map((span, at) => workOf(report, span, at)),
    )
  },
}

function spansOf({ path: address, filters }: Report): readonly Span[] {
  const has = (name: string) => filters.some((filter) => filter.name === name)
  if (has('from')) return address === VISITS ? PERIODS.slice(0, 2) : PERIODS
  return has('as_of') ? [TODAY, PAST] : [TODAY]
}

function workOf(report: Report, { called, filters, times, ...aims }: Span, at: number): Work {
  const name = `${report.title}${called}`
  return {
    rows: [{ name, ...aims }],
    times,
    // The code of a report is the same for every period.
    warmUp: at === 0 ? WARM_UP : 1,
    async open({ server, company: { today } }) {
      const owner = await signedIn(server.origin, 'owner@p1.bench.test')
      return opening(owner, name, `${report.path}?${new URLSearchParams(filters(today))}`)
    },
  }
}

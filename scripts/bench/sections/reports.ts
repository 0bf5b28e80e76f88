import { addDays } from '../../../app/platform/values/dates.ts'
import type { Bench, BenchSection } from '../context.ts'
import type { BenchCompany } from '../database.ts'
import { type Line, median, ms, sample, WARM_UP } from '../measure.ts'
import { allReports, benchPeriod, queriesOf } from '../reports.ts'
import { page, signedIn } from '../server.ts'

interface Span {
  called: string
  /** The target in milliseconds. */
  target: number
  times: number
  filters: Record<string, string>
}

/** Lists periods in months with name, target and number of runs. Three years are all that the company has. */
const PERIODS = [
  { months: 1, called: ', a month', target: 60, times: 9 },
  { months: 12, called: ', a year', target: 150, times: 3 },
  { months: 36, called: ', three years', target: 400, times: 3 },
]

/** Returns what is asked of a report: periods, or without a period today and, where it has one, a past day. */
function spansOf(
  report: Awaited<ReturnType<typeof allReports>>[number],
  company: BenchCompany,
): Span[] {
  if (benchPeriod(report, company, 1))
    return PERIODS.map(({ months, ...span }) => ({
      ...span,
      filters: benchPeriod(report, company, months)!,
    }))
  const past = addDays(company.today, -200)
  return [
    { called: ', today', target: 80, times: 9, filters: {} },
    ...(report.filters.some(({ name }) => name === 'as_of')
      ? [{ called: ', as of a day 200 days ago', target: 150, times: 5, filters: { as_of: past } }]
      : []),
  ]
}

/** Measures every report over a month, a year and three years: its screen, and its function alone. */
export const reports: BenchSection = {
  name: 'reports',
  title: 'Reports of the largest company',
  about:
    'The screen over HTTP: a page of rows and the total, after 50 requests of each report that do not count. The limit is its SQL as the owner on a direct connection. A report without a period is as it stands today.',
  async run(bench) {
    const owner = await signedIn(bench.server.origin, 'owner@p1.bench.test')
    const lines: Line[] = []
    for (const report of bench.few(await allReports())) {
      const spans = spansOf(report, bench.company)
      const addressOf = ({ filters }: Span) => `${report.path}?${new URLSearchParams(filters)}`
      for (let n = 0; n < bench.times(WARM_UP); n++) await page(owner, addressOf(spans[0]!))
      for (const span of spans) {
        const { called, target, times: most, filters } = span
        const address = addressOf(span)
        const times = bench.times(most)
        const work = `${report.title}${called}`
        // One that takes longer than a request may is a figure too.
        const answered = await sample(times, () => page(owner, address)).catch(unavailable)
        if (!answered) {
          lines.push({ work, figure: 'no answer in time', target: `≤ ${ms(target)}`, met: false })
          continue
        }
        const figure = median(answered)
        const limit = median(
          await directly(bench, queriesOf(report, bench.company, filters), times),
        )
        lines.push({
          work,
          figure: ms(figure),
          limit: ms(limit),
          ratio: figure / limit,
          target: `≤ ${ms(target)}`,
          met: figure <= target,
        })
      }
    }
    return lines
  },
}

/** Returns null for a page that the server gave up. @throws any other failure. */
function unavailable(error: Error): null {
  if (!error.message.includes(': 503 ')) throw error
  return null
}

function directly({ direct, company }: Bench, texts: readonly string[], times: number) {
  return direct.unguarded(company.owner, (ask) =>
    sample(times, async () => {
      for (const text of texts) await ask(text)
    }),
  )
}

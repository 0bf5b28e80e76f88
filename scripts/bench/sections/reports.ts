import type { Bench, Section } from '../context.ts'
import { type Line, median, ms, sample } from '../measure.ts'
import { allReports, askedBy, periodOf } from '../reports.ts'
import { page, signedIn } from '../server.ts'

const MONTH_MS = 400
const YEAR_MS = 1500

/** Every report over a month and a year, on its screen; the function alone beside it. */
export const reports: Section = {
  name: 'reports',
  title: 'Reports of the largest company',
  about:
    'The screen over HTTP: a page of rows and the total. The limit is its SQL as the owner on a direct connection. A report without a period is as it stands today.',
  async run(bench) {
    const owner = await signedIn(bench.server.origin, 'owner@p1.bench.test')
    const lines: Line[] = []
    for (const report of bench.few(await allReports())) {
      const spans = periodOf(report, bench.company, 1) ? ([1, 12] as const) : ([0] as const)
      for (const months of spans) {
        const filters = (months && periodOf(report, bench.company, months)) || {}
        const address = `${report.path}?${new URLSearchParams(filters)}`
        const times = bench.times(months === 12 ? 3 : 5)
        const figure = median(await sample(times, () => page(owner, address)))
        const limit = median(await directly(bench, askedBy(report, bench.company, filters), times))
        const target = months === 12 ? YEAR_MS : MONTH_MS
        lines.push({
          work: `${report.title}${['', ', a month'][months] ?? ', a year'}`,
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

function directly({ direct, company }: Bench, texts: readonly string[], times: number) {
  return direct.unguarded(company.owner, (ask) =>
    sample(times, async () => {
      for (const text of texts) await ask(text)
    }),
  )
}

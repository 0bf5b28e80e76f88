import type { Bench, BenchSection } from '../context.ts'
import { type Line, median, ms } from '../measure.ts'
import { HOT_QUERIES } from '../queries.ts'
import { allReports, benchPeriod, queriesOf } from '../reports.ts'

const RLS = 1.1
/** Sets the limit below which the difference counts, not the ratio. */
const SHORT_MS = 5
const DIFFERENCE_MS = 0.15

/** Measures row-level security: the same SQL as a signed-in user, and as the owner with the project filter only. */
export const queries: BenchSection = {
  name: 'queries',
  title: 'Row-level security',
  about:
    'The same SQL on a direct connection: as a signed-in person under row-level security, and (the limit) as the owner without it. Queries are prepared, as PostgREST does. Reports: what a screen asks, a page of rows and the total, over a month. Medians of runs in turn.',
  async run(bench) {
    const lines: Line[] = []
    for (const query of HOT_QUERIES) lines.push(await compare(bench, query.name, [query], 40))
    for (const report of bench.few(await allReports())) {
      const filters = benchPeriod(report, bench.company, 1) ?? {}
      const queries = queriesOf(report, bench.company, filters)
      lines.push(
        await compare(
          bench,
          `report: ${report.title}`,
          queries.map((text) => ({ text })),
          4,
        ),
      )
    }
    return lines
  },
}

/** A statement; with values it is prepared. */
interface Statement {
  text: string
  values?(company: Bench['company']): string[]
}

async function compare(
  { direct, company, times }: Bench,
  work: string,
  statements: readonly Statement[],
  count: number,
): Promise<Line> {
  const guarded: number[] = []
  const bare: number[] = []
  // Both run in turn, so that other work of the machine affects both. A prepared plan is of one role: the comment makes it two statements.
  for (let n = 0; n <= times(count); n++) {
    for (const [way, taken] of [
      ['as', guarded],
      ['unguarded', bare],
    ] as const)
      await direct[way](company.owner, async (ask) => {
        const began = performance.now()
        for (const { text, values } of statements)
          await ask(`${text} /* ${way} */`, values?.(company))
        if (n > 0) taken.push(performance.now() - began)
      })
  }
  const [figure, limit] = [median(guarded), median(bare)]
  return {
    work,
    figure: ms(figure),
    limit: ms(limit),
    ratio: figure / limit,
    target: limit < SHORT_MS ? `≤ ${DIFFERENCE_MS} ms more` : `≤ ${RLS}`,
    met: limit < SHORT_MS ? figure - limit <= DIFFERENCE_MS : figure / limit <= RLS,
    ...(limit < SHORT_MS ? { note: `${(figure - limit).toFixed(2)} ms more` } : {}),
  }
}

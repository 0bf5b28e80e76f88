import { row, rows } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'
import { problem } from '~/platform/request/errors'
import {
  columnsOf,
  type ReportColumn,
  type ReportDefinition,
  type ReportHead,
  type ReportRow,
  type ReportView,
} from './definition'
import { endOf, exact } from './parts'

const PAGE_SIZE = 100
/** The parts are large, because most functions compute the whole set for each part. */
const PART_SIZE = 10_000

/** The key where a page begins or ends; both are null for the first page. */
export interface PageBounds {
  after: string | null
  before: string | null
}

/** The figures of the whole set, and its columns. */
interface ReportTotal {
  view: ReportView
  columns: readonly ReportColumn[]
  /** The grand total of all rows, not of a page. */
  total: ReportRow
}

type SqlRow = Readonly<Record<string, unknown>>
type ResolvedFilters = Omit<ReportView, 'heads'>

/** Reads the level `total`; `for` names the level of the rows above it. */
async function readTotal(
  db: Db,
  projectId: string,
  report: ReportDefinition,
  resolved: ResolvedFilters,
): Promise<ReportTotal> {
  const p_filters = { ...resolved.filters, level: 'total', for: resolved.level }
  const [total]: SqlRow[] = rows(await db.rpc(report.source, { p_project: projectId, p_filters }))
  if (!total) throw problem(404)
  const view = { ...resolved, heads: headsOf(total) }
  const columns = columnsOf(report, view, total)
  return { view, columns, total: exact(total, columns) }
}

/** One page of a report with the figures of the whole set. */
interface ReportRun {
  view: ReportView
  total: ReportRow
  rows: ReportRow[]
  /** Cursors of the adjacent pages; null when there is none. */
  newer: string | null
  older: string | null
}

/**
 * Runs a report's SQL function twice: for one page of rows, and for the total. SQL groups and sums,
 * so the figures do not depend on the page.
 */
export async function runReport(
  db: Db,
  projectId: string,
  report: ReportDefinition,
  resolved: ResolvedFilters,
  bounds: PageBounds,
): Promise<ReportRun> {
  const p_filters = { ...resolved.filters, limit: PAGE_SIZE + 1, ...cursorOf(bounds) }
  const back = bounds.before !== null
  const [answer, { view, columns, total }] = await Promise.all([
    db.rpc(report.source, { p_project: projectId, p_filters }),
    readTotal(db, projectId, report, resolved),
  ])
  const found: SqlRow[] = rows(answer)
  const more = found.length > PAGE_SIZE
  const page = found.slice(0, PAGE_SIZE).map((row) => exact(row, columns))
  // A page read backwards has its last row first.
  if (back) page.reverse()
  const cursor = (row: ReportRow | undefined) => (row ? encode(String(row.row_key)) : null)
  return {
    view,
    rows: page,
    total,
    newer: (back ? more : bounds.after !== null) ? cursor(page[0]) : null,
    older: back || more ? cursor(page.at(-1)) : null,
  }
}

/**
 * Reads all rows of a report, without the API's row limit, in parts that let other requests run in
 * between.
 */
interface WholeReport extends ReportTotal {
  /** The parts, as `rowsOf` takes them. */
  parts: AsyncIterable<string>
}

/** Runs a report for Excel or print: the total at once, the rows on demand. */
export async function runWholeReport(
  db: Db,
  projectId: string,
  report: ReportDefinition,
  resolved: ResolvedFilters,
): Promise<WholeReport> {
  const run = await readTotal(db, projectId, report, resolved)
  async function* parts() {
    for (let after: string | undefined; ; ) {
      const p_filters = { ...resolved.filters, limit: PART_SIZE, ...(after ? { after } : {}) }
      const part = row(
        await db.rpc('rows_of_report', {
          p_project: projectId,
          p_report: report.source,
          p_filters,
        }),
      )
      yield part
      const { count, key } = endOf(part)
      if (count < PART_SIZE) return
      after = key
    }
  }
  return { ...run, parts: parts() }
}

function headsOf({ heads }: SqlRow): readonly ReportHead[] {
  return Array.isArray(heads) ? heads : []
}

function cursorOf({ after, before }: PageBounds): Record<string, string> {
  if (before) return { before: decode(before) }
  return after ? { after: decode(after) } : {}
}

// Row keys contain names and separators, so the address has them encoded.
function encode(rowKey: string): string {
  return Buffer.from(rowKey).toString('base64url')
}

function decode(cursor: string): string {
  // PostgreSQL's text has no NUL; a cursor with one does not come from this product.
  return Buffer.from(cursor, 'base64url').toString().replaceAll('\0', '')
}

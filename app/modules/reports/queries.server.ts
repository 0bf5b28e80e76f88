import { row, rows } from '~/platform/db/command.server'
import { type FiguredRow, reportRows } from '~/platform/db/figures'
import { BY_ROW_KEY, type Page, readKeyset } from '~/platform/db/keyset'
import { type PageFilters, readPage } from '~/platform/db/page.server'
import type { Db } from '~/platform/request/context'
import { problem } from '~/platform/request/errors'
import {
  columnsOf,
  levelOf,
  type ReportColumn,
  type ReportDefinition,
  type ReportHead,
  type ReportRow,
  type ReportView,
} from './definition'
import { headersAbove } from './groups'
import { endOf, exact } from './parts'

const PAGE_SIZE = 100
/** The parts are large, because most functions compute the whole set for each part. */
const PART_SIZE = 10_000

/** The figures of the whole set, and its columns. */
interface ReportTotal {
  view: ReportView
  columns: readonly ReportColumn[]
  /** The grand total of all rows, not of a page. */
  total: ReportRow
}

type ResolvedFilters = Omit<ReportView, 'heads'>

/** Reads the level `total`; `for` names the level of the rows above it. */
async function readTotal(
  db: Pick<Db, 'rpc'>,
  projectId: string,
  report: ReportDefinition,
  resolved: ResolvedFilters,
): Promise<ReportTotal> {
  const p_filters = { ...resolved.filters, level: 'total', for: resolved.level }
  const [total] = reportRows(await db.rpc(report.source, { p_project: projectId, p_filters }))
  return totalOf(report, resolved, total)
}

/** Reads the rows of a level that is not shown, for the chart. */
export async function readRows(
  db: Db,
  projectId: string,
  report: ReportDefinition,
  p_filters: Record<string, string | number>,
): Promise<FiguredRow[]> {
  return reportRows(await db.rpc(report.source, { p_project: projectId, p_filters }))
}

/** Reads the days or months of a chart. */
export async function readPlaces(
  db: Db,
  projectId: string,
  report: ReportDefinition,
  p_filters: Record<string, string | number>,
) {
  return rows(
    await db.rpc('chart_of_report', { p_project: projectId, p_report: report.source, p_filters }),
  )
}

function totalOf(
  report: ReportDefinition,
  resolved: ResolvedFilters,
  total: FiguredRow | undefined,
): ReportTotal {
  if (!total) throw problem(404)
  const view = { ...resolved, heads: headsOf(total) }
  const columns = columnsOf(report, view, total)
  return { view, columns, total: exact(total, columns) }
}

/** One page of a report with the figures of the whole set. */
interface ReportRun extends Page<ReportRow> {
  view: ReportView
  total: ReportRow
}

/**
 * Runs a report's SQL function for the page of an address and for the total: at once where it
 * returns both. SQL groups and sums, so the figures do not depend on the page.
 */
export async function runReport(
  db: Db,
  projectId: string,
  report: ReportDefinition,
  resolved: ResolvedFilters,
  url: string,
): Promise<ReportRun> {
  const keyset = readKeyset(url, { ...BY_ROW_KEY, size: PAGE_SIZE })
  const atOnce = report.hasTotal?.(resolved.level) ?? false
  let found: FiguredRow | undefined
  const readRows = async (filters: PageFilters) => {
    const p_filters = { ...resolved.filters, ...filters, ...(atOnce ? { with_total: true } : {}) }
    const read = reportRows(await db.rpc(report.source, { p_project: projectId, p_filters }))
    if (!atOnce) return { data: read, error: null }
    found = read.find(({ level }) => level === 'total')
    return { data: read.filter((row) => row !== found), error: null }
  }
  const [page, args] = await Promise.all([
    readPage<FiguredRow>(keyset, readRows),
    atOnce ? null : readTotal(db, projectId, report, resolved),
  ])
  const { view, columns, total } = args ?? totalOf(report, resolved, found)
  const [first] = page.rows
  const grouped = levelOf(report, resolved).groups && keyset.cursor && first
  const above = grouped ? await headersOf(exact(first, columns)) : []
  return { ...page, view, total, rows: [...above, ...page.rows.map((row) => exact(row, columns))] }

  /** Reads the headers of the groups that begin on a page before. */
  async function headersOf(row: ReportRow): Promise<ReportRow[]> {
    const found = headersAbove(row).map(async ({ key, after }) => {
      const p_filters = { ...resolved.filters, limit: 1, after }
      const [head] = reportRows(await db.rpc(report.source, { p_project: projectId, p_filters }))
      return head?.row_key === key ? [{ ...exact(head, columns), continued: 1 }] : []
    })
    return (await Promise.all(found)).flat()
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

/** Runs a report for Excel or print: the total and the first rows at once, the others on demand. */
export async function runWholeReport(
  db: Pick<Db, 'rpc'>,
  projectId: string,
  report: ReportDefinition,
  resolved: ResolvedFilters,
): Promise<WholeReport> {
  const readPart = async (after?: string) => {
    const p_filters = { ...resolved.filters, limit: PART_SIZE, ...(after ? { after } : {}) }
    const args = { p_project: projectId, p_report: report.source, p_filters }
    return row(await db.rpc('rows_of_report', args))
  }
  async function* parts(part: string) {
    for (;;) {
      yield part
      const { count, key } = endOf(part)
      if (count < PART_SIZE) return
      part = await readPart(key)
    }
  }
  const [run, first] = await Promise.all([readTotal(db, projectId, report, resolved), readPart()])
  return { ...run, parts: parts(first) }
}

function headsOf({ heads }: FiguredRow): readonly ReportHead[] {
  return Array.isArray(heads) ? heads : []
}

import { rows } from '~/platform/command.server'
import type { Db } from '~/platform/context'
import { problem } from '~/platform/errors'
import { money } from '~/platform/money'
import type { Filters, ReportColumn, ReportDefinition, ReportRow } from './definition'

const PAGE_SIZE = 100

/** Where a page begins or ends; neither is the first page. */
export interface ReportPlace {
  after: string | null
  before: string | null
}

/** One page of a report with the figures of the whole set. */
interface ReportRun {
  rows: ReportRow[]
  /** The grand total, of all rows and not of this page. */
  total: ReportRow
  /** Cursors of the neighbouring pages, null where there is none. */
  newer: string | null
  older: string | null
}

/**
 * Runs a report's SQL function twice: one page of rows, and the level `total`. Grouping and sums are
 * made in SQL, so the figures do not depend on the page.
 *
 * @param columns of the asked level: they say what is an amount.
 */
export async function runReport(
  db: Db,
  projectId: string,
  report: ReportDefinition,
  filters: Filters,
  columns: readonly ReportColumn[],
  place: ReportPlace,
): Promise<ReportRun> {
  const ask = async (more: Record<string, string | number>) => {
    const found = rows(
      await db.rpc(report.source, { p_project: projectId, p_filters: { ...filters, ...more } }),
    )
    return found.map((row) => exact(row, columns))
  }
  const back = place.before !== null
  const [found, [total]] = await Promise.all([
    ask({ limit: PAGE_SIZE + 1, ...cursorOf(place) }),
    ask({ level: 'total' }),
  ])
  if (!total) throw problem(404)
  const more = found.length > PAGE_SIZE
  const page = found.slice(0, PAGE_SIZE)
  // Read backwards, they come last first.
  if (back) page.reverse()
  const cursor = (row: ReportRow | undefined) => (row ? encode(String(row.row_key)) : null)
  return {
    rows: page,
    total,
    newer: (back ? more : place.after !== null) ? cursor(page[0]) : null,
    older: back || more ? cursor(page.at(-1)) : null,
  }
}

/** PGlite gives numeric and bigint as text, PostgREST as JSON numbers: one form for both. */
function exact(row: ReportRow, columns: readonly ReportColumn[]): ReportRow {
  const typed: Record<string, string | number | null> = { ...row }
  for (const { key, type } of columns) {
    const value = typed[key]
    if (value === null || value === undefined) continue
    if (type === 'money') typed[key] = money(value)
    if (type === 'count') typed[key] = Number(value)
  }
  return typed
}

function cursorOf({ after, before }: ReportPlace): Record<string, string> {
  if (before) return { before: decode(before) }
  return after ? { after: decode(after) } : {}
}

// Row keys hold names and separators: opaque in the address.
function encode(rowKey: string): string {
  return Buffer.from(rowKey).toString('base64url')
}

function decode(cursor: string): string {
  // PostgreSQL's text has no NUL; a cursor with one is not ours.
  return Buffer.from(cursor, 'base64url').toString().replaceAll('\0', '')
}

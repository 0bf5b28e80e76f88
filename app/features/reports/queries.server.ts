import { rows } from '~/platform/command.server'
import type { Db } from '~/platform/context'
import { problem } from '~/platform/errors'
import { money } from '~/platform/money'
import type { Filters, ReportColumn, ReportDefinition, ReportRow } from './definition'

const PAGE_SIZE = 100

/** One page of a report with the figures of the whole set. */
interface ReportRun {
  rows: ReportRow[]
  /** The grand total, of all rows and not of this page. */
  total: ReportRow
  /** Cursor of the next page, or null on the last. */
  next: string | null
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
  after: string | null,
): Promise<ReportRun> {
  const ask = async (more: Record<string, string | number>) => {
    const found = rows(
      await db.rpc(report.source, { p_project: projectId, p_filters: { ...filters, ...more } }),
    )
    return found.map((row) => exact(row, columns))
  }
  const [found, [total]] = await Promise.all([
    ask({ limit: PAGE_SIZE + 1, ...(after ? { after: decode(after) } : {}) }),
    ask({ level: 'total' }),
  ])
  if (!total) throw problem(404)
  const page = found.slice(0, PAGE_SIZE)
  const last = page.at(-1)?.row_key
  return { rows: page, total, next: found.length > PAGE_SIZE ? encode(String(last)) : null }
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

// Row keys hold names and separators: opaque in the address.
function encode(rowKey: string): string {
  return Buffer.from(rowKey).toString('base64url')
}

function decode(cursor: string): string {
  // PostgreSQL's text has no NUL; a cursor with one is not ours.
  return Buffer.from(cursor, 'base64url').toString().replaceAll('\0', '')
}

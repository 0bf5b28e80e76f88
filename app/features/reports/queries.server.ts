import { rows } from '~/platform/command.server'
import type { Db } from '~/platform/context'
import { problem } from '~/platform/errors'
import { money } from '~/platform/money'
import {
  cellKey,
  FIGURES,
  type ReportColumn,
  type ReportDefinition,
  type ReportHead,
  type ReportRow,
  type ReportView,
} from './definition'

const PAGE_SIZE = 100

/** Where a page begins or ends; neither is the first page. */
export interface ReportPlace {
  after: string | null
  before: string | null
}

/** One page of a report with the figures of the whole set. */
interface ReportRun {
  view: ReportView
  rows: ReportRow[]
  /** The grand total, of all rows and not of this page. */
  total: ReportRow
  /** Cursors of the neighbouring pages, null where there is none. */
  newer: string | null
  older: string | null
}

type SqlRow = Readonly<Record<string, unknown>>

/**
 * Runs a report's SQL function twice: one page of rows, and the level `total`, which is told in `for`
 * what rows it stands under. Grouping and sums are made in SQL, so the figures do not depend on the page.
 */
export async function runReport(
  db: Db,
  projectId: string,
  report: ReportDefinition,
  asked: Omit<ReportView, 'heads'>,
  place: ReportPlace,
): Promise<ReportRun> {
  const ask = async (more: Record<string, string | number>): Promise<SqlRow[]> =>
    rows(
      await db.rpc(report.source, {
        p_project: projectId,
        p_filters: { ...asked.filters, ...more },
      }),
    )
  const back = place.before !== null
  const [found, [total]] = await Promise.all([
    ask({ limit: PAGE_SIZE + 1, ...cursorOf(place) }),
    ask({ level: 'total', for: asked.level }),
  ])
  if (!total) throw problem(404)
  const view = { ...asked, heads: headsOf(total) }
  const columns = report.columns(view)
  const more = found.length > PAGE_SIZE
  const page = found.slice(0, PAGE_SIZE).map((row) => exact(row, columns))
  // Read backwards, they come last first.
  if (back) page.reverse()
  const cursor = (row: ReportRow | undefined) => (row ? encode(String(row.row_key)) : null)
  return {
    view,
    rows: page,
    total: exact(total, columns),
    newer: (back ? more : place.after !== null) ? cursor(page[0]) : null,
    older: back || more ? cursor(page.at(-1)) : null,
  }
}

function headsOf({ heads }: SqlRow): readonly ReportHead[] {
  return Array.isArray(heads) ? heads : []
}

/**
 * A row in one form: PGlite gives numeric and bigint as text, PostgREST as JSON numbers. Cells of a
 * matrix are taken out of their object.
 */
function exact(row: SqlRow, columns: readonly ReportColumn[]): ReportRow {
  const typed: Record<string, string | number | null> = {}
  for (const [key, value] of Object.entries(row))
    if (value === null || typeof value === 'string' || typeof value === 'number') typed[key] = value
  for (const column of columns) {
    const { key, type, of } = column
    const value = of ? (row[of] as SqlRow | null)?.[key] : row[key]
    if (value === null || value === undefined) continue
    typed[cellKey(column)] =
      type === 'money' ? money(value) : FIGURES.includes(type) ? Number(value) : String(value)
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

import { money } from '~/platform/values/money'
import { cellKey, FIGURES, type ReportColumn, type ReportRow } from './definition'

/** The separators that the SQL function `rows_of_report` puts between rows, and between columns. */
const [BETWEEN_ROWS, BETWEEN_COLUMNS] = ['\u009e', '\u009f']

/**
 * Yields the rows of a part of `rows_of_report` one by one, so that thousands of them are not in
 * memory at once.
 */
export function* rowsOf(part: string, columns: readonly ReportColumn[]): Generator<ReportRow> {
  const [names, ...lines] = part.split(BETWEEN_ROWS)
  const keys = names!.split(BETWEEN_COLUMNS)
  const objects = new Set(columns.flatMap(({ of }) => of ?? []))
  for (const line of lines) {
    const values = line.split(BETWEEN_COLUMNS)
    const row: Record<string, string | number | null> = {}
    const matrix: Record<string, SqlRow> = {}
    for (let at = 0; at < keys.length; at++) {
      const [key, value] = [keys[at]!, values[at] || null]
      if (!objects.has(key)) row[key] = value
      else if (value) matrix[key] = JSON.parse(value)
    }
    setCells(row, columns, row, matrix)
    yield row
  }
}

/** Returns the number of rows of a part, and the key of the last one. */
export function endOf(part: string): { count: number; key: string } {
  const [names] = part.split(BETWEEN_ROWS, 1)
  let [count, last] = [0, 0]
  for (
    let at = names!.length;
    at >= 0 && at < part.length;
    at = part.indexOf(BETWEEN_ROWS, at + 1)
  ) {
    count++
    last = at + 1
  }
  const key = names!.split(BETWEEN_COLUMNS).indexOf('row_key')
  return { count, key: part.slice(last).split(BETWEEN_COLUMNS)[key]! }
}

type SqlRow = Readonly<Record<string, unknown>>

/**
 * Returns a row in one form: PGlite returns numeric and bigint as text, PostgREST as JSON numbers.
 * The cells of a matrix are taken out of their object.
 */
export function exact(row: SqlRow, columns: readonly ReportColumn[]): ReportRow {
  const typed: Record<string, string | number | null> = {}
  for (const [key, value] of Object.entries(row))
    if (value === null || typeof value === 'string' || typeof value === 'number') typed[key] = value
  setCells(typed, columns, row, row)
  return typed
}

function setCells(
  typed: Record<string, string | number | null>,
  columns: readonly ReportColumn[],
  row: SqlRow,
  matrix: SqlRow,
): void {
  for (const column of columns) {
    const { key, type, of } = column
    const value = of ? (matrix[of] as SqlRow | null | undefined)?.[key] : row[key]
    if (value === null || value === undefined) continue
    typed[cellKey(column)] =
      type === 'money' ? money(value) : FIGURES.includes(type) ? Number(value) : String(value)
  }
}

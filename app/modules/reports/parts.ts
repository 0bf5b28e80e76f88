import { fromCents, money, toCents } from '~/platform/values/money'
import { cellKey, FIGURES, type ReportColumn, type ReportRow } from './definition'

/** The separators that the SQL function `rows_of_report` puts between rows, and between columns. */
const [BETWEEN_ROWS, BETWEEN_COLUMNS] = ['\u009e', '\u009f']

/**
 * Yields the rows of a part of `rows_of_report` one by one, so that thousands of them are not in
 * memory at once.
 */
export function* rowsOf(part: string, columns: readonly ReportColumn[]): Generator<ReportRow> {
  const { keys, rows } = readPart(part, columns)
  for (const row of rows) yield Object.fromEntries(keys.map((key) => [key, row[key] ?? null]))
}

/**
 * Yields the rows of a part as `rowsOf` does, for a sheet: their values can be read by key, but neither listed nor sent.
 * An object of fifty values for each of thousands of rows takes several times as long as the list that they come in.
 */
export function sheetRowsOf(part: string, columns: readonly ReportColumn[]): Iterable<ReportRow> {
  return readPart(part, columns).rows
}

type Value = string | number | null

/** Holds the values of a row in a list; subclasses name their places. */
class ListedRow {
  constructor(readonly values: readonly Value[]) {}
}

function readPart(part: string, columns: readonly ReportColumn[]) {
  const [names] = part.split(BETWEEN_ROWS, 1)
  const found = names!.split(BETWEEN_COLUMNS)
  // The cells of a matrix come in one object, and are put behind all other values.
  const matrices = found.flatMap((of, at) => {
    const cells = columns.filter((column) => column.of === of)
    return cells.length > 0 ? { at, cells } : []
  })
  const places = [...found, ...matrices.flatMap(({ cells }) => cells.map(cellKey))]
  const keys = places.filter((_, at) => !matrices.some((matrix) => matrix.at === at))
  const typed = columns.flatMap((column) => {
    const at = places.indexOf(cellKey(column))
    return at < 0 ? [] : { at, column }
  })
  class Row extends ListedRow {}
  for (const key of keys) {
    const at = places.indexOf(key)
    const get = function (this: ListedRow) {
      return this.values[at]
    }
    Object.defineProperty(Row.prototype, key, { get })
  }
  const sums = columns.filter(({ adds }) => adds)
  for (const column of sums) {
    const get = function (this: ReportRow) {
      return sumOf(column, this)
    }
    Object.defineProperty(Row.prototype, column.key, { get })
  }
  function* rows(): Generator<ReportRow> {
    // A list of all lines would be moved about by the collector again and again while their cells are made.
    for (let end = names!.length; end >= 0 && end < part.length; ) {
      const begin = end + 1
      end = part.indexOf(BETWEEN_ROWS, begin)
      const line = end < 0 ? part.slice(begin) : part.slice(begin, end)
      const values: Value[] = line.split(BETWEEN_COLUMNS)
      for (let at = 0; at < values.length; at++) values[at] ||= null
      for (const { at, cells } of matrices) {
        const object: SqlRow = values[at] === null ? {} : JSON.parse(values[at] as string)
        for (const { key } of cells) values.push((object[key] ?? null) as Value)
      }
      for (const { at, column } of typed)
        if (values[at] !== null) values[at] = typedValue(column, values[at])
      yield new Row(values) as unknown as ReportRow
    }
  }
  return { keys: [...keys, ...sums.map(({ key }) => key)], rows: rows() }
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

const MILLIONTHS = 1_000_000

type SqlRow = Readonly<Record<string, unknown>>

/**
 * Returns a row in one form: PGlite returns numeric and bigint as text, PostgREST as JSON numbers.
 * The cells of a matrix are taken out of their object, and what a row does not have is left out: it is a fifth of a page.
 */
export function exact(row: SqlRow, columns: readonly ReportColumn[]): ReportRow {
  const typed: Record<string, string | number> = {}
  for (const key in row) {
    const value = row[key]
    if (typeof value === 'string' || typeof value === 'number') typed[key] = value
  }
  for (const column of columns) {
    const { key, of } = column
    const value = of ? (row[of] as SqlRow | null | undefined)?.[key] : row[key]
    if (value !== null && value !== undefined) typed[cellKey(column)] = typedValue(column, value)
  }
  for (const column of columns) {
    const sum = sumOf(column, typed)
    if (sum !== null) typed[column.key] = sum
  }
  return typed
}

/** Returns the value of a column that adds others; null where none of them has one. */
function sumOf({ adds, type }: ReportColumn, row: ReportRow): string | number | null {
  const parts = (adds ?? []).flatMap((name) => {
    const value = row[name.replace(/^-/, '')] ?? null
    return value === null ? [] : { value, deducted: name.startsWith('-') }
  })
  if (parts.length === 0) return null
  if (type === 'money')
    return fromCents(
      parts.reduce((sum, { value, deducted }) => {
        const cents = toCents(money(value))
        return deducted ? sum - cents : sum + cents
      }, 0n),
    )
  return parts.reduce((sum, { value, deducted }) => sum + (deducted ? -1 : 1) * Number(value), 0)
}

function typedValue({ type, unit }: ReportColumn, value: unknown): string | number {
  if (type === 'money') return money(value)
  if (!FIGURES.includes(type)) return String(value)
  return unit === 'cs' ? Number(value) / MILLIONTHS : Number(value)
}

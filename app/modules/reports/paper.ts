import { cellKey, type ReportColumn, type ReportRow } from './definition'
import { textOf } from './figures'

/** A table of a printed report: the columns that fit side by side, and how small its letters are. */
export interface PaperTable {
  columns: readonly ReportColumn[]
  zoom: Zoom
}

/** The column of the words that mark unusual rows, which the screen shows beside a number. */
const REMARKS: ReportColumn = { key: 'remarks', header: 'Remarks', type: 'text' }

/** The sizes of letters, largest first; the smallest is 6 points. */
const ZOOMS = [0.85, 0.75, 0.67] as const
export type Zoom = (typeof ZOOMS)[number]

/** The width of a sheet across, Letter being the narrower, in em of letters that are not zoomed. */
const SHEET = 81
/** The widths of a letter, a digit and the space beside a cell, in em; a text is cut at so many letters. */
const LETTER = 0.53
const DIGIT = 0.62
const SPACE = 0.7
const MOST_LETTERS = 32

/** Returns the rows of a print with the words that mark them. */
export function withRemarks(
  rows: readonly ReportRow[],
  columns: readonly ReportColumn[],
): ReportRow[] {
  const marked = columns.filter(({ mark }) => mark)
  if (marked.length === 0) return [...rows]
  return rows.map((row) => {
    const remarks = marked.flatMap(({ mark }) => mark?.(row) ?? []).join(', ')
    return { ...row, remarks: remarks || null }
  })
}

/**
 * Lays a report out for paper: one column for each column of the report, without those that are empty in all rows, in letters
 * that let all of them fit on a sheet. What does not fit in the smallest, such as a matrix of many months, continues in
 * further tables. Each begins with the columns that name a row: the first one and that of its document.
 */
export function acrossPaper(
  all: readonly ReportColumn[],
  rows: readonly ReportRow[],
  total: ReportRow,
): readonly PaperTable[] {
  const columns = [...all.filter(({ figureOnly, named }) => !figureOnly && !named), REMARKS].filter(
    (column, index) => index === 0 || rows.some((row) => textOf(column, row) !== null),
  )
  const [first, ...rest] = columns.map((column) => ({ column, em: widthOf(column, rows, total) }))
  if (!first) return []
  const needed = [first, ...rest].reduce((sum, { em }) => sum + em, 0)
  const zoom = ZOOMS.find((each) => needed * each <= SHEET)
  if (zoom) return [{ columns, zoom }]
  const smallest = ZOOMS.at(-1)!
  const names = [first, ...rest.filter(({ column }) => column.link).slice(0, 1)]
  const own = names.reduce((sum, { em }) => sum + em, 0)
  const tables = [[...names]]
  let used = own
  for (const each of rest.filter((one) => !names.includes(one))) {
    if ((used + each.em) * smallest > SHEET && tables.at(-1)!.length > names.length) {
      tables.push([...names])
      used = own
    }
    tables.at(-1)!.push(each)
    used += each.em
  }
  return tables.map((table) => ({ columns: table.map(({ column }) => column), zoom: smallest }))
}

/** Returns the width of a column in em: that of its longest text, or of a word of its header. */
function widthOf(column: ReportColumn, rows: readonly ReportRow[], total: ReportRow): number {
  const header = Math.max(...column.header.split(' ').map(({ length }) => length))
  const longest = [...rows, total].reduce(
    (most, row) => Math.max(most, textOf(column, row)?.length ?? 1),
    header,
  )
  const each = column.type === 'text' ? LETTER : DIGIT
  return Math.min(longest, MOST_LETTERS) * each + SPACE
}

/** Returns a key of a table, for lists of tables. */
export const tableKey = ({ columns }: PaperTable): string => cellKey(columns.at(-1)!)

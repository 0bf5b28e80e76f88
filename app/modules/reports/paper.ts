import type { ReportColumn, ReportRow } from './definition'
import { textOf } from './figures'

/** The columns of a report that stand side by side on a sheet, and those for which it has no room. */
interface Paper {
  columns: readonly ReportColumn[]
  beyond: readonly ReportColumn[]
}

/** The column of the words that mark unusual rows, which the screen shows beside a number. */
const REMARKS: ReportColumn = { key: 'remarks', header: 'Remarks', type: 'text' }

/** The width of a sheet across, Letter being the narrower, in em of its letters of 7.65 points (DataTable). */
const SHEET = 95
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
 * Lays the shown columns of a report out for paper, in one table and letters that everybody can read. When they need more than a
 * sheet, those that are empty in all rows go first, then those that somebody added to the report, texts before figures, and
 * of each the last ones.
 */
export function acrossPaper(
  shown: readonly ReportColumn[],
  rows: readonly ReportRow[],
  total: ReportRow,
): Paper {
  const hasAny = (column: ReportColumn) => rows.some((row) => textOf(column, row) !== null)
  const all = hasAny(REMARKS) ? [...shown, REMARKS] : shown
  let columns = all.map((column) => ({ column, em: widthOf(column, rows, total) }))
  const fits = () => columns.reduce((sum, { em }) => sum + em, 0) <= SHEET
  if (!fits()) columns = columns.filter(({ column }, at) => at === 0 || hasAny(column))
  while (!fits() && columns.length > 1) {
    const [, ...others] = columns
    const added = others.filter(({ column }) => column.extra)
    const texts = others.filter(({ column }) => column.type === 'text' && column !== REMARKS)
    const last = [added, texts, others].find((some) => some.length > 0)!.at(-1)!
    columns = columns.filter((one) => one !== last)
  }
  const left = columns.map(({ column }) => column)
  return { columns: left, beyond: all.filter((one) => !left.includes(one) && hasAny(one)) }
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

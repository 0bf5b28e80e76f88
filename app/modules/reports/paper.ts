import type { ReportColumn } from './definition'

/** About how wide a column is on paper, and a sheet of A4 across: a unit is two thirds of an em of the sheet. */
const WIDTH: Record<ReportColumn['type'], number> = {
  text: 9,
  date: 7,
  money: 8,
  pieces: 8,
  number: 6,
  percent: 6,
  count: 5,
}
const FIRST = 12
const SHEET = 121

/**
 * A report's columns in parts that fit across a sheet. A matrix of many months goes on in a further table; each
 * begins with the first column, which says what a row is about. What stands beneath a column goes with it.
 */
export function acrossPaper(columns: readonly ReportColumn[]): readonly ReportColumn[][] {
  const [first, ...rest] = columns.filter(({ under, figureOnly }) => !under && !figureOnly)
  if (!first) return []
  const parts = [[first]]
  let used = FIRST
  for (const column of rest) {
    if (used + WIDTH[column.type] > SHEET) {
      parts.push([first])
      used = FIRST
    }
    parts.at(-1)!.push(column)
    used += WIDTH[column.type]
  }
  return parts.map((part) => [
    ...part,
    ...columns.filter(({ under }) => part.some(({ key }) => key === under)),
  ])
}

import type { ReportColumn } from './definition'

/**
 * The approximate width of a column on paper, and of an A4 sheet in landscape; a unit is two thirds
 * of an em.
 */
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
 * Splits a report's columns into parts that fit on the width of a sheet. A matrix of many months
 * continues in a further table. Each part begins with the first column, which names the row. A
 * column and those beneath it stay together.
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

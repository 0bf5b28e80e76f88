import { cellKey, type ReportColumn, type ReportRow } from './definition'

/** Returns the columns whose totals are shown above the rows, the main ones first. Zeroes are left out, so that what stands there counts. */
export function highlighted(columns: readonly ReportColumn[], total: ReportRow): ReportColumn[] {
  return [1, 2].flatMap((line) =>
    columns.filter((column) => column.highlight === line && !isZero(total[cellKey(column)])),
  )
}

const isZero = (value: unknown) => value !== null && value !== '' && Number(value) === 0

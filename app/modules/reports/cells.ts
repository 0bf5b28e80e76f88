import { type Cell, pricedCell } from '~/platform/files/sheet'
import type { Money } from '~/platform/values/money'
import { perUnit } from '~/platform/values/quantity'
import type { ReportColumn, ReportRow } from './definition'

/** Returns a price as a number that is shown with its unit, such as 96.25/cs. */
export function priceCell(row: ReportRow, value: string | number, pieces: string): Cell {
  const unit = perUnit(Number(row[pieces]), Number(row.case_config))
  return pricedCell(value as Money, unit)
}

/** Returns a value as a cell of its column's type; text is always a string cell. */
export function typedCell(column: ReportColumn, value: string | number, bold?: boolean): Cell {
  switch (column.type) {
    case 'text':
      return String(value)
    case 'date':
      return { day: String(value) }
    case 'money':
      return { money: value as Money, bold }
    case 'percent':
      // Spreadsheets store a percentage as a fraction of 1; the decimals are those of the
      // percentage.
      return {
        figure: Number((Number(value) / 100).toFixed((column.digits ?? 2) + 2)),
        format: PERCENTS[column.digits ?? 2]!,
        bold,
      }
    case 'number':
      return { figure: Number(value), format: figureFormat(column.digits ?? 2), bold }
    default:
      return { figure: Number(value), format: figureFormat(0), bold }
  }
}

/** Formats of numbers by their decimals. A text that is made once is found at once among the styles of a sheet. */
const FORMATS = Array.from({ length: 10 }, (_, digits) =>
  digits > 0 ? `#,##0.${'0'.repeat(digits)}` : '#,##0',
)
const PERCENTS = FORMATS.map((format) => `${format}%`)

/** Returns the number format of a spreadsheet for a number of decimals, at most nine. */
export function figureFormat(digits: number): string {
  return FORMATS[digits]!
}

import type { Cell } from '~/platform/files/sheet'
import { money } from '~/platform/values/money'
import type { ReportColumn } from './definition'

/** A value by its column's type; text is a string cell whatever it looks like. */
export function typedCell(column: ReportColumn, value: string | number, bold?: boolean): Cell {
  switch (column.type) {
    case 'text':
      return String(value)
    case 'date':
      return { day: String(value) }
    case 'money':
      return { money: money(value), bold }
    case 'percent':
      // Of 1, as a spreadsheet has them; the places are those of the percent.
      return {
        figure: Number((Number(value) / 100).toFixed((column.digits ?? 2) + 2)),
        format: `${figureFormat(column.digits ?? 2)}%`,
        bold,
      }
    case 'number':
      return { figure: Number(value), format: figureFormat(column.digits ?? 2), bold }
    default:
      return { figure: Number(value), format: figureFormat(0), bold }
  }
}

/** How a spreadsheet writes a number of so many places. */
export function figureFormat(digits: number): string {
  return digits > 0 ? `#,##0.${'0'.repeat(digits)}` : '#,##0'
}

import { formatDate } from '~/platform/values/dates'
import { formatMoney, isZero, money, withCommas } from '~/platform/values/money'
import { formatQuantity, perUnit } from '~/platform/values/quantity'
import { cellKey, type ReportColumn, type ReportRow } from './definition'

const FORMATS = new Map<number, Intl.NumberFormat>()

/** Returns the format of so many decimals. To make one takes longer than to format with it, and a report has thousands of figures. */
function formatOf(decimals: number): Intl.NumberFormat {
  const known = FORMATS.get(decimals)
  if (known) return known
  const format = new Intl.NumberFormat('en-US', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
  FORMATS.set(decimals, format)
  return format
}

const MOST_PERCENT = 1000

/** Returns a number as a column shows it, with its decimals and percent sign. */
function formatFigure({ type, digits }: ReportColumn, value: number): string {
  // A share of thousands of percent is read as times.
  if (type === 'percent' && Math.abs(value) >= MOST_PERCENT)
    return `${formatOf(0).format(value / 100)}×`
  const decimals = digits ?? (type === 'count' ? 0 : 2)
  // Most figures count something.
  const whole = decimals === 0 && Number.isSafeInteger(value) && !Object.is(value, -0)
  const text = whole ? withCommas(String(value)) : formatOf(decimals).format(value)
  return type === 'percent' ? `${text}%` : text
}

/** Returns the unit of a price, such as /cs; null for other columns and for a price per piece. */
function priceUnitOf(column: ReportColumn, row: ReportRow): string | null {
  const pieces = column.pieces ? (row[column.pieces] ?? null) : null
  return pieces === null ? null : perUnit(Number(pieces), Number(row.case_config)) || null
}

/** Returns the pieces per case that a quantity is shown with. */
export function caseConfigOf({ caseConfig }: ReportColumn, row: ReportRow): number {
  return Number((caseConfig && row[caseConfig]) || 1)
}

/** Returns a value as text; null when the row has none, or a zero that is left out. */
export function textOf(column: ReportColumn, row: ReportRow): string | null {
  const value = row[cellKey(column)] ?? null
  if (value === null) return null
  switch (column.type) {
    case 'text':
      return `${column.prefix?.(row) ?? ''}${value}`
    case 'date':
      return formatDate(String(value))
    case 'money': {
      const amount = money(value)
      if (column.sparse && isZero(amount)) return null
      return formatMoney(amount) + (priceUnitOf(column, row) ?? '')
    }
  }
  const figure = Number(value)
  if (column.sparse && figure === 0) return null
  if (column.type === 'pieces') return formatQuantity(figure, caseConfigOf(column, row))
  return formatFigure(column, figure)
}

import { addMonths, monthEnd, monthStart, today } from '~/platform/values/dates'
import type { Filters, ReportFilter, ReportRow } from './definition'
import { filtersText } from './drill'

/**
 * Returns the filters of a period that ends today, both days included. It begins on the first day
 * of the month, `monthsBefore` months back.
 */
export const periodOf = (monthsBefore: number): readonly ReportFilter[] => [
  {
    kind: 'date',
    name: 'from',
    label: 'From',
    initial: ({ timeZone }) => addMonths(monthStart(today(timeZone)), -monthsBefore),
  },
  { kind: 'date', name: 'to', label: 'To', initial: ({ timeZone }) => today(timeZone) },
]

/** The default period: this month until today. */
export const PERIOD = periodOf(0)

/** Returns the same report at another level for the day (`on_date`) or month of a row. */
export function inPeriodOf(filters: Filters, level: string, row: ReportRow): string {
  const days = row.month
    ? daysOfMonth(filters, String(row.month))
    : { from: String(row.on_date), to: String(row.on_date) }
  return `?${filtersText({ ...filters, ...days, level })}`
}

/** Returns the days of a month that lie within the report's period. */
export function daysOfMonth(
  { from = '', to = '' }: Filters,
  month: string,
): { from: string; to: string } {
  const first = `${month}-01`
  const last = monthEnd(first)
  return { from: from > first ? from : first, to: to && to < last ? to : last }
}

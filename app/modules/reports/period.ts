import { addMonths, monthEnd, monthStart, today } from '~/platform/values/dates'
import type { Filters, ReportFilter, ReportRow } from './definition'

/** A period of days, both included, until today; it begins with the first of so many months before this one. */
export const periodOf = (monthsBefore: number): readonly ReportFilter[] => [
  {
    kind: 'date',
    name: 'from',
    label: 'From',
    initial: ({ timeZone }) => addMonths(monthStart(today(timeZone)), -monthsBefore),
  },
  { kind: 'date', name: 'to', label: 'To', initial: ({ timeZone }) => today(timeZone) },
]

/** This month until today, unless something else is asked for. */
export const PERIOD = periodOf(0)

/** The same report at another level for the day (`on_date`) or month of a row alone. */
export function inPeriodOf(filters: Filters, level: string, row: ReportRow): string {
  const days = row.month
    ? within(filters, String(row.month))
    : { from: String(row.on_date), to: String(row.on_date) }
  return `?${new URLSearchParams({ ...filters, ...days, level })}`
}

/** The days of a month that lie within the asked ones. */
function within({ from = '', to = '' }: Filters, month: string): { from: string; to: string } {
  const first = `${month}-01`
  const last = monthEnd(first)
  return { from: from > first ? from : first, to: to && to < last ? to : last }
}

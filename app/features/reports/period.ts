import { addDays, today } from '~/platform/dates'
import type { Filters, ReportFilter, ReportRow } from './definition'

/** A period of days, both included: this month until today, unless something else is asked for. */
export const PERIOD: readonly ReportFilter[] = [
  {
    kind: 'date',
    name: 'from',
    label: 'From',
    initial: ({ timeZone }) => `${today(timeZone).slice(0, 8)}01`,
  },
  { kind: 'date', name: 'to', label: 'To', initial: ({ timeZone }) => today(timeZone) },
]

/** The same report at another level for the day (`on_date`) or month of a row alone. */
export function inPeriodOf(filters: Filters, level: string, row: ReportRow): string {
  const days = row.month
    ? within(filters, String(row.month))
    : { from: String(row.on_date), to: String(row.on_date) }
  return `?${new URLSearchParams({ ...filters, ...days, level })}`
}

/** The days of a month that lie within the asked ones. */
function within({ from = '', to = '' }: Filters, month: string): { from: string; to: string } {
  const [first, last] = [`${month}-01`, lastDay(month)]
  return { from: from > first ? from : first, to: to && to < last ? to : last }
}

function lastDay(month: string): string {
  // 31 days after the first is the next month, whatever the month.
  return addDays(`${addDays(`${month}-01`, 31).slice(0, 8)}01`, -1)
}

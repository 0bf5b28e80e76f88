import { addDays, addMonths, formatDate, formatMonth, monthEnd } from '~/platform/values/dates'

/** At most so many months are offered; any other day is chosen by its date. */
const MOST = 6

/**
 * Returns the days through which the books can be closed next: the ends of the months that are over, and yesterday. The
 * first one is the next to close; before the first closing it is the last month.
 */
export function closableDays(closedThrough: string | null, today: string): string[] {
  const last = monthEnd(addMonths(today, -1))
  const yesterday = addDays(today, -1)
  const days: string[] = []
  let day = closedThrough ? monthEnd(addDays(closedThrough, 1)) : last
  for (; day <= last && days.length < MOST; day = monthEnd(addDays(day, 1))) days.push(day)
  const hasNone = closedThrough === null || yesterday > closedThrough
  return hasNone && !days.includes(yesterday) ? [...days, yesterday] : days
}

/** Names a period to close: "October 2026", or "days through 11/15/2026" where it ends within a month. */
export function periodName(through: string): string {
  return through === monthEnd(through)
    ? formatMonth(through)
    : `days through ${formatDate(through)}`
}

import { addDays, addMonths, monthEnd, monthOf, monthStart } from '~/platform/values/dates'

/** A range of days, both ends included. */
export interface Period {
  from: string
  to: string
}

/** The periods that a portal shows. */
export interface Periods {
  day: Period
  dayBefore: Period
  /**
   * The month up to that day; the next two are the same days of the month and of the year before.
   */
  month: Period
  lastMonth: Period
  lastYear: Period
  /** The whole of those two earlier months. */
  wholeLastMonth: Period
  wholeLastYear: Period
  /** The thirty days up to that day. */
  recent: Period
}

/**
 * Returns the periods that a day is compared with. The last day of a month is compared with the
 * last day of the other month, as in the sales report.
 */
export function periodsOf(day: string): Periods {
  const from = monthStart(day)
  const before = monthOf(addMonths(from, -1))
  const yearBefore = monthOf(addMonths(from, -12))
  return {
    day: { from: day, to: day },
    dayBefore: { from: addDays(day, -1), to: addDays(day, -1) },
    month: { from, to: day },
    lastMonth: { from: before.from, to: sameDay(day, -1) },
    lastYear: { from: yearBefore.from, to: sameDay(day, -12) },
    wholeLastMonth: before,
    wholeLastYear: yearBefore,
    recent: { from: addDays(day, -29), to: day },
  }
}

function sameDay(day: string, months: number): string {
  const there = addMonths(day, months)
  return day === monthEnd(day) ? monthEnd(there) : there
}

import { addDays, addMonths, monthEnd, monthOf, monthStart } from '~/platform/values/dates'

/** Days from … to …, both included. */
export interface Period {
  from: string
  to: string
}

/** The days that a portal speaks about. */
export interface Periods {
  day: Period
  dayBefore: Period
  /** The month up to that day, and the same days of the month and of the year before. */
  month: Period
  lastMonth: Period
  lastYear: Period
  /** All of those two months. */
  wholeLastMonth: Period
  wholeLastYear: Period
  /** Thirty days up to that day. */
  recent: Period
}

/**
 * What a day is looked at together with. The last day of a month is compared with the last day of
 * the other one, as the sales report does.
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

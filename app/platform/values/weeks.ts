import { addDays, dayNumber } from './dates'

/** The names of the days of the week, from Monday; their numbers begin with 1. */
export const WEEKDAYS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const

/** Returns the day of the week of a day: Monday is 1, Sunday 7. */
export function weekdayOf(day: string): number {
  // 1 January 1970, day 0, was a Thursday.
  return ((((dayNumber(day) + 3) % 7) + 7) % 7) + 1
}

/** Returns the number of the week in which a day lies, by the ISO calendar: a week belongs to the year of its Thursday. */
export function weekOf(day: string): number {
  const thursday = addDays(day, 4 - weekdayOf(day))
  return Math.floor((dayNumber(thursday) - dayNumber(`${thursday.slice(0, 4)}-01-01`)) / 7) + 1
}

/** In which weeks a stop is visited. */
export const WEEKS = ['every', 'odd', 'even'] as const

export type Weeks = (typeof WEEKS)[number]

/** Tells whether a day lies in such a week. */
export const isInWeeks = (weeks: Weeks, day: string): boolean =>
  weeks === 'every' || (weekOf(day) % 2 === 1) === (weeks === 'odd')

/**
 * Calendar days are `YYYY-MM-DD` text in the project's time zone. Day arithmetic is done on whole
 * day numbers, never on a JavaScript Date, so that the server's own time zone cannot shift a day.
 */

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
export const MONTHS =
  'January February March April May June July August September October November December'.split(' ')

/** The business day in a time zone, at an instant (now by default). */
export function today(timeZone: string, now: Date = new Date()): string {
  return formatsOf(timeZone).day.format(now)
}

/** Tells whether JavaScript can compute with a time zone: Node may know fewer than the database. */
export function isZone(name: string): boolean {
  try {
    return Boolean(formatsOf(name))
  } catch {
    return false
  }
}

/** The time zone, or UTC in the place of one that is not known, as in the database (`private.known_zone`). */
export function knownZone(name: string): string {
  return isZone(name) ? name : 'UTC'
}

/** `2026-11-21` → `11/21/2026`. */
export function formatDate(iso: string): string {
  return `${iso.slice(5, 7)}/${iso.slice(8, 10)}/${iso.slice(0, 4)}`
}

/** `2026-11-21` → `Saturday, 11/21/2026`. */
export function formatWeekdayDate(iso: string): string {
  const weekday = WEEKDAYS[(((dayNumber(iso) + 4) % 7) + 7) % 7]
  return `${weekday}, ${formatDate(iso)}`
}

/** A timestamp as `11/21/2026 14:05` in a time zone. */
export function formatDateTime(timestamp: string, timeZone: string): string {
  const instant = new Date(timestamp)
  // Infinity, of a row older than the checks of columns, is shown as it is.
  if (Number.isNaN(instant.getTime())) return timestamp
  const time = formatsOf(timeZone).time.format(instant)
  return `${formatDate(today(timeZone, instant))} ${time}`
}

/** Formats of a day and a time in each zone used so far: making one takes as long as using it a hundred times. */
const formats = new Map<string, { day: Intl.DateTimeFormat; time: Intl.DateTimeFormat }>()

/** @throws RangeError for a zone that JavaScript does not know. */
function formatsOf(timeZone: string) {
  const made = formats.get(timeZone)
  if (made) return made
  const day = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const both = {
    day: new Intl.DateTimeFormat('en-CA', { timeZone, ...day }),
    time: new Intl.DateTimeFormat('en-GB', { timeZone, ...time }),
  }
  formats.set(timeZone, both)
  return both
}

/** The day so many days later (or earlier). */
export function addDays(iso: string, days: number): string {
  return fromDayNumber(dayNumber(iso) + days)
}

/** The day so many months later (or earlier): the last of that month where it has fewer days. */
export function addMonths(iso: string, months: number): string {
  const total = Number(iso.slice(0, 4)) * 12 + Number(iso.slice(5, 7)) - 1 + months
  const first = `${String(Math.floor(total / 12)).padStart(4, '0')}-${pad((total % 12) + 1)}-01`
  const last = monthEnd(first)
  const day = `${first.slice(0, 8)}${iso.slice(8)}`
  return day < last ? day : last
}

/** First and last day of a day's month. */
export function monthOf(iso: string): { from: string; to: string } {
  return { from: monthStart(iso), to: monthEnd(iso) }
}

/** The first day of a day's month. */
export function monthStart(iso: string): string {
  return `${iso.slice(0, 8)}01`
}

/** The last day of a day's month. */
export function monthEnd(iso: string): string {
  // 31 days after the first is the next month, whatever the month.
  return addDays(monthStart(addDays(monthStart(iso), 31)), -1)
}

/** `2026-11`, or a day in it → `November 2026`. */
export function formatMonth(iso: string): string {
  return `${MONTHS[Number(iso.slice(5, 7)) - 1]} ${iso.slice(0, 4)}`
}

/** Days from the civil calendar since 1970-01-01 (Howard Hinnant's algorithm). */
export function dayNumber(iso: string): number {
  const month = Number(iso.slice(5, 7))
  const year = Number(iso.slice(0, 4)) - (month <= 2 ? 1 : 0)
  const era = Math.floor(year / 400)
  const yearOfEra = year - era * 400
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + Number(iso.slice(8, 10)) - 1
  const dayOfEra =
    yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

function fromDayNumber(days: number): string {
  const shifted = days + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  )
  const dayOfYear =
    dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  return isoOf(year, month, day)
}

function isoOf(year: number, month: number, day: number): string {
  return `${String(year).padStart(4, '0')}-${pad(month)}-${pad(day)}`
}

function pad(part: number): string {
  return String(part).padStart(2, '0')
}

/** Days outside of these bounds are refused, because no company trades then: the year was mistyped. */
const [FIRST_DAY, LAST_DAY] = ['1900-01-01', '2999-12-31']

/** Returns a real day of the calendar from 1900 to 2999, or null. */
export function dayOf(year: number, month: number, day: number): string | null {
  const iso = isoOf(year, month, day)
  if (month < 1 || month > 12 || iso < FIRST_DAY || iso > LAST_DAY) return null
  return fromDayNumber(dayNumber(iso)) === iso ? iso : null
}

/** Returns a day whose year is typed first, such as `2026-10-05`, or null. */
export function yearFirstDay(text: string): string | null {
  const [, year, month, day] = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/.exec(text) ?? []
  return year ? dayOf(Number(year), Number(month), Number(day)) : null
}

/** Returns a day as the product and its addresses write it: `2026-10-05`, `10/05/2026`; else null. `readDay` reads more. */
export function writtenDay(text: string): string | null {
  const found = yearFirstDay(text)
  if (found) return found
  const [, first, second, last] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? []
  return last ? dayOf(Number(last), Number(first), Number(second)) : null
}

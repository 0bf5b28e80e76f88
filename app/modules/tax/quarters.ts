import { addMonths, dayNumber, monthEnd, monthStart, writtenDay } from '~/platform/values/dates'

/** A quarter of a year, named `2026-Q4`. */
export interface Quarter {
  name: string
  label: string
  from: string
  to: string
}

/** The quarters to choose from: this one and those of two years before. */
const CHOICES = 9

function quarterOf(day: string): Quarter {
  const from = addMonths(monthStart(day), -((Number(day.slice(5, 7)) - 1) % 3))
  const [year, number] = [from.slice(0, 4), (Number(from.slice(5, 7)) + 2) / 3]
  return {
    name: `${year}-Q${number}`,
    label: `Quarter ${number} of ${year}`,
    from,
    to: monthEnd(addMonths(from, 2)),
  }
}

/** Lists the quarters to choose from, the present one first. */
export const quartersUntil = (today: string): Quarter[] =>
  Array.from({ length: CHOICES }, (_, back) => quarterOf(addMonths(monthStart(today), -3 * back)))

/** Returns the quarter that an address asks for (`?quarter=2026-Q4`); the present one by default. */
export function readQuarter(params: URLSearchParams, today: string): Quarter {
  const [, year, number] = /^(20\d\d)-Q([1-4])$/.exec(params.get('quarter') ?? '') ?? []
  const month = String(Number(number) * 3).padStart(2, '0')
  return quarterOf(year ? `${year}-${month}-01` : today)
}

/** Returns the period that an address asks for, of at most a year; this month by default. */
export function readFilePeriod(
  params: URLSearchParams,
  today: string,
): { from: string; to: string } {
  const from = writtenDay(params.get('from') ?? '') ?? monthStart(today)
  const to = writtenDay(params.get('to') ?? '') ?? monthEnd(from)
  const isPeriod = to >= from && dayNumber(to) - dayNumber(from) <= 366
  return isPeriod ? { from, to } : { from, to: monthEnd(from) }
}

import { addDays, parseDate } from '~/platform/values/dates'

/** A statement without dates begins so many days back. */
const DAYS = 90

/** Days of a statement; `from` null: from the beginning. */
export interface Period {
  from: string | null
  to: string
}

/**
 * The period of an address: `?from=&to=`. No `from` at all begins 90 days back, an emptied one at the
 * beginning; what is no day counts as not there, and a first day after the last is that day.
 */
export function readPeriod(url: string, today: string): Period {
  const search = new URL(url).searchParams
  const to = parseDate(search.get('to')?.trim() ?? '') ?? today
  const typed = search.get('from')?.trim()
  if (typed === '') return { from: null, to }
  const from = parseDate(typed ?? '') ?? addDays(to, -DAYS)
  const backwards = from > to
  return { from: backwards ? to : from, to }
}

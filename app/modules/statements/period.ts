import { addDays, writtenDay } from '~/platform/values/dates'

/** A statement without dates begins this many days back. */
const DAYS = 90

/** The days of a statement; `from` null means from the beginning. */
export interface StatementPeriod {
  from: string | null
  to: string
}

/**
 * Reads the period of an address: `?from=&to=`. An absent `from` means 90 days back, an empty one
 * the beginning. An invalid date counts as absent, and a `from` after `to` becomes `to`.
 */
export function readStatementPeriod(url: string, today: string): StatementPeriod {
  const search = new URL(url).searchParams
  const to = writtenDay(search.get('to')?.trim() ?? '') ?? today
  const typed = search.get('from')?.trim()
  if (typed === '') return { from: null, to }
  const from = writtenDay(typed ?? '') ?? addDays(to, -DAYS)
  const backwards = from > to
  return { from: backwards ? to : from, to }
}

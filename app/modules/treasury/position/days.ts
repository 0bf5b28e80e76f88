import { addDays } from '~/platform/values/dates'
import { addMoney, fromCents, type Money, money, toCents } from '~/platform/values/money'

/** The number of days that the position looks ahead. */
export const DAYS_AHEAD = 30

/** The cheques of a day and account, as the database sums them up. */
export interface ExpectedDay {
  /** Null for days later than the last one shown. */
  date: string | null
  /** Null when the cheques are not deposited yet. */
  bankId: string | null
  in: Money
  chequesIn: number
  out: Money
  chequesOut: number
}

/** A day of the forecast. */
export interface Day extends Omit<ExpectedDay, 'date' | 'bankId'> {
  date: string
  /** The expected balance at the end of the day. */
  expected: Money
}

/**
 * Returns every day from `today` on, with cheques in, cheques out, and the balance that results
 * from `start`.
 */
export function outlook(today: string, start: Money, cheques: readonly ExpectedDay[]): Day[] {
  let expected = start
  return Array.from({ length: DAYS_AHEAD + 1 }, (_, ahead) => {
    const date = addDays(today, ahead)
    const day = sumUp(cheques.filter((cheque) => cheque.date === date))
    expected = fromCents(toCents(expected) + toCents(day.in) - toCents(day.out))
    return { date, ...day, expected }
  })
}

/** Sums several rows into one. */
export function sumUp(cheques: readonly ExpectedDay[]): Omit<ExpectedDay, 'date' | 'bankId'> {
  return cheques.reduce(
    (sum, next) => ({
      in: addMoney(sum.in, next.in),
      chequesIn: sum.chequesIn + next.chequesIn,
      out: addMoney(sum.out, next.out),
      chequesOut: sum.chequesOut + next.chequesOut,
    }),
    { in: money(0), chequesIn: 0, out: money(0), chequesOut: 0 },
  )
}

import { monthEnd } from '~/platform/values/dates'
import { fromCents, type Money, money, toCents } from '~/platform/values/money'
import type { Period, Periods } from './periods'

/** Amounts by day, as a SQL function of the portal returns them. A day without amounts is absent. */
export type FoundDays = Readonly<Record<string, unknown>>

/** One day of a month, in this month and in the two that it is compared with. */
export interface RaceDay {
  /** The day of the month, 1 to 31. */
  day: number
  /** Null when the month has no such day or the day is still to come. */
  now: Money | null
  lastMonth: Money | null
  lastYear: Money | null
}

/** A month's amounts by day beside two other months. */
export interface Race {
  days: RaceDay[]
  /** The same days with running totals. */
  sums: RaceDay[]
  today: Money
  dayBefore: Money
  month: Money
  lastMonth: Money
  lastYear: Money
  wholeLastMonth: Money
  wholeLastYear: Money
}

/** Lists the periods whose days a race has. */
export function daysOf({ month, wholeLastMonth, wholeLastYear }: Periods) {
  return [
    { from: wholeLastMonth.from, to: month.to },
    { from: wholeLastYear.from, to: wholeLastYear.to },
  ]
}

/** Compares three months day by day. `found` has the days of all three that are not zero. */
export function raceOf(periods: Periods, found: FoundDays): Race {
  const { month, wholeLastMonth, wholeLastYear } = periods
  const amounts = new Map(Object.entries(found).map(([day, amount]) => [day, money(amount)]))
  const length = Math.max(...[month, wholeLastMonth, wholeLastYear].map(daysIn))
  const at = (period: Period, day: number) => {
    if (day > daysIn(period)) return null
    const date = `${period.from.slice(0, 8)}${String(day).padStart(2, '0')}`
    return amounts.get(date) ?? fromCents(0n)
  }
  const days = Array.from({ length }, (_, index) => ({
    day: index + 1,
    now: at(month, index + 1),
    lastMonth: at(wholeLastMonth, index + 1),
    lastYear: at(wholeLastYear, index + 1),
  }))
  const total = ({ from, to }: Period) => {
    let cents = 0n
    for (const [date, amount] of amounts) if (date >= from && date <= to) cents += toCents(amount)
    return fromCents(cents)
  }
  return {
    days,
    sums: running(days),
    today: total(periods.day),
    dayBefore: total(periods.dayBefore),
    month: total(month),
    lastMonth: total(periods.lastMonth),
    lastYear: total(periods.lastYear),
    wholeLastMonth: total(wholeLastMonth),
    wholeLastYear: total(wholeLastYear),
  }
}

/** Returns what a target of a day's month comes to by the end of each day of that month, when each day brings the same. */
export function paceOf(target: Money, day: string): Money[] {
  const days = daysIn({ from: day, to: monthEnd(day) })
  return Array.from({ length: days }, (_, index) =>
    fromCents((toCents(target) * BigInt(index + 1)) / BigInt(days)),
  )
}

/** Returns the number of days in a period that lies within one month. */
const daysIn = ({ to }: Period) => Number(to.slice(8))

function running(days: readonly RaceDay[]): RaceDay[] {
  const sums = { now: 0n, lastMonth: 0n, lastYear: 0n }
  const add = (line: keyof typeof sums, amount: Money | null) => {
    if (amount === null) return null
    sums[line] += toCents(amount)
    return fromCents(sums[line])
  }
  return days.map(({ day, ...of }) => ({
    day,
    now: add('now', of.now),
    lastMonth: add('lastMonth', of.lastMonth),
    lastYear: add('lastYear', of.lastYear),
  }))
}

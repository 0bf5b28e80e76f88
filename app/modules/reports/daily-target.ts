import { dayNumber, monthEnd, monthStart } from '~/platform/values/dates'
import { fromCents, type Money, toCents } from '~/platform/values/money'

/** Returns the part of a month's target that is due on one of its days, when each day brings the same. */
export function dailyTarget(target: Money, day: string): Money {
  const first = monthStart(day)
  const days = BigInt(dayNumber(monthEnd(first)) - dayNumber(first) + 1)
  return fromCents((toCents(target) + days / 2n) / days)
}

import { fromCents, type Money, toCents, withCommas } from './money'

/**
 * Returns an amount in percent of another, to one decimal and half away from zero, such as
 * `"112.5"`. Returns null when the other is zero or less.
 */
export function percentOf(part: Money, whole: Money): string | null {
  const [cents, of] = [toCents(part), toCents(whole)]
  if (of <= 0n) return null
  const size = cents < 0n ? -cents : cents
  const tenths = (size * 2000n + of) / (of * 2n)
  return `${cents < 0n && tenths > 0n ? '-' : ''}${tenths / 10n}.${tenths % 10n}`
}

/** The multiple from which on a change is said as times and not in percent. */
const TIMES = 10n

/**
 * Returns the change from an earlier amount in percent, with its sign, or as a multiple such as `"27×"`. Returns null when
 * the earlier amount is zero or less.
 */
export function changeFrom(before: Money, now: Money): string | null {
  const [was, is] = [toCents(before), toCents(now)]
  if (was > 0n && is >= was * TIMES) return `${withCommas(String((is * 2n + was) / (was * 2n)))}×`
  const percent = percentOf(fromCents(is - was), before)
  return percent && `${percent.startsWith('-') ? '' : '+'}${percent}%`
}

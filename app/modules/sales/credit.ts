import { fromCents, type Money, money, toCents } from '~/platform/values/money'

/** The credit of a customer, as the page shows it. */
export interface Credit {
  /** Null means no limit; zero means cash only. */
  creditLine: Money | null
  exposure: Money
  uncleared: Money
  creditLeft: Money | null
}

/** Returns the credit left after validation of this booking; null means no limit. */
export function leftAfter(credit: Credit, total: Money): Money | null {
  if (credit.creditLeft === null) return null
  return fromCents(toCents(money(credit.creditLeft)) - toCents(total))
}

/**
 * Returns the credit that each booking leaves when those before it of the same customer are
 * validated too; null means no limit.
 */
export function runningCredit(
  bookings: readonly { id: string; customerId: string; total: Money; creditLeft: Money | null }[],
): Map<string, Money | null> {
  const spent = new Map<string, bigint>()
  return new Map(
    bookings.map(({ id, customerId, total, creditLeft }) => {
      const sum = (spent.get(customerId) ?? 0n) + toCents(total)
      spent.set(customerId, sum)
      return [id, creditLeft === null ? null : fromCents(toCents(creditLeft) - sum)]
    }),
  )
}

/** Returns whether this booking would exceed the credit line. */
export function exceeds(credit: Credit, total: Money): boolean {
  return leftAfter(credit, total)?.startsWith('-') ?? false
}

/** Reasons why another user has to validate a booking: the reader made the change that it needs. */
export type ByAnother = 'credit_line' | 'live_srp'

/** Tells who may not validate a booking why not, and who may. */
export const BOOKING_BY_ANOTHER: Record<ByAnother, string> = {
  credit_line: 'You set this customer’s credit limit; another user must validate.',
  live_srp: 'You set or lowered the current SRP; another user must validate.',
}

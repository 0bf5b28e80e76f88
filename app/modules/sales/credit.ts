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

/** Returns whether this booking would exceed the credit line. */
export function exceeds(credit: Credit, total: Money): boolean {
  return leftAfter(credit, total)?.startsWith('-') ?? false
}

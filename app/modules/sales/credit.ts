import { fromCents, type Money, money, toCents } from '~/platform/values/money'

/** What the page knows of a customer's credit. */
export interface Credit {
  /** Null = no limit; zero = cash only. */
  creditLine: Money | null
  exposure: Money
  uncleared: Money
  creditLeft: Money | null
}

/** What is left of the credit line once this booking is validated; null = no limit. */
export function leftAfter(credit: Credit, total: Money): Money | null {
  if (credit.creditLeft === null) return null
  return fromCents(toCents(money(credit.creditLeft)) - toCents(total))
}

/** Whether this booking would exceed the line. */
export function exceeds(credit: Credit, total: Money): boolean {
  return leftAfter(credit, total)?.startsWith('-') ?? false
}

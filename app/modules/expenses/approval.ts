import { type Money, money, toCents } from '~/platform/values/money'

interface Approvable {
  status: string
  total: Money
  approvedAt: string | null
}

/**
 * Tells whether a voucher needs approval before it is printed and released: its total is above the
 * project's amount (null = none needs it). The database decides; this only predicts it.
 */
export function needsApproval(
  { status, total, approvedAt }: Approvable,
  limit: string | null,
): boolean {
  const open = status === 'pending' || status === 'printed'
  return open && approvedAt === null && limit !== null && toCents(total) > toCents(money(limit))
}

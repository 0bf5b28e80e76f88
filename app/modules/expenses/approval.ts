import { type Money, money, toCents } from '~/platform/values/money'

interface Approvable {
  status: string
  total: Money
  approvedAt: string | null
}

/**
 * Whether somebody has to approve a voucher before it is printed and released: its total is above the
 * project's amount (null = none is). The database decides; this says so beforehand.
 */
export function needsApproval(
  { status, total, approvedAt }: Approvable,
  limit: string | null,
): boolean {
  const open = status === 'pending' || status === 'printed'
  return open && approvedAt === null && limit !== null && toCents(total) > toCents(money(limit))
}

import type { CopyCustomer } from '~/platform/field/copy'
import { money, toCents } from '~/platform/values/money'

/** Returns in two words what an agent has to know before selling; null where nothing stands against it. */
export function standing({ status, limit, left }: CopyCustomer): string | null {
  if (status === 'pending') return 'Not approved'
  if (limit !== undefined && toCents(money(limit)) === 0n) return 'Cash only'
  if (left !== undefined && toCents(money(left)) < 0n) return 'Over limit'
  return null
}

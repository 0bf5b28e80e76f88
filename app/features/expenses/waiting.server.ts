import type { Db } from '~/platform/context'
import { addMoney, type Money } from '~/platform/money'
import { readVoucherFilters } from './filters'
import { countOf, readVoucherTotals } from './queries.server'

/** How many vouchers above the project's amount wait for approval, and their sum; null when none does. */
export async function readWaiting(
  db: Db,
  projectId: string,
  limit: string | null,
): Promise<{ count: number; total: Money } | null> {
  if (limit === null) return null
  const filters = { ...readVoucherFilters('http://home/'), status: 'approval' as const }
  const totals = await readVoucherTotals(db, projectId, filters, limit)
  const count = countOf(totals)
  return count === 0
    ? null
    : { count, total: addMoney(...Object.values(totals).map(({ total }) => total)) }
}

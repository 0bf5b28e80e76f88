import { rows } from '~/platform/command.server'
import type { Db } from '~/platform/context'
import { addMoney, type Money, money } from '~/platform/money'

/** How many receipts wait for approval, and how much they bring; null when none does. */
export async function readWaitingReceipts(
  db: Db,
  projectId: string,
): Promise<{ count: number; total: Money } | null> {
  const sums = rows(
    await db.rpc('collection_totals', { p_project: projectId, p_filters: { status: 'pending' } }),
  )
  const count = sums.reduce((all, sum) => all + Number(sum.pending_receipts), 0)
  return count === 0 ? null : { count, total: addMoney(...sums.map((sum) => money(sum.pending))) }
}

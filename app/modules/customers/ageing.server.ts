import { ageingBuckets } from '~/modules/receivables/ageing'
import { reportRows } from '~/platform/db/figures'
import type { Db, Membership } from '~/platform/request/context'
import { type Money, money, multiplyMoney } from '~/platform/values/money'

/** A customer's balance in one ageing range of the AR report or its unapplied credit, and whether it is past due. */
export interface CustomerBucket {
  name: string
  amount: Money
  overdue: boolean
}

/**
 * Reads the customer's total row of today's AR report: what is past due, and all in the project's ageing ranges. Needs
 * reports.ar.
 */
export async function readAgeing(
  db: Db,
  { projectId, settings }: Membership,
  customerId: string,
): Promise<{ overdue: Money; buckets: CustomerBucket[] }> {
  const [total] = reportRows(
    await db.rpc('report_ar', {
      p_project: projectId,
      p_filters: { level: 'total', customer_id: customerId },
    }),
  )
  const amounts = (total?.ageing ?? {}) as Record<string, string>
  const buckets = ageingBuckets(settings.ageing_buckets, settings.age_by)
  const ranges = buckets.map(({ key, label, isCurrent }) => ({
    name: isCurrent ? 'Current' : `${label} days`,
    amount: money(amounts[key] ?? 0),
    overdue: settings.age_by === 'due' && !isCurrent,
  }))
  const unapplied = money(total?.unapplied ?? 0)
  const overdue = money(total?.overdue ?? 0)
  if (unapplied === '0.00') return { overdue, buckets: ranges }
  const amount = multiplyMoney(unapplied, -1)
  return {
    overdue,
    buckets: [...ranges, { name: 'Unapplied payments', amount, overdue: false }],
  }
}

import { bucketNames } from '~/modules/receivables/ageing'
import { rows } from '~/platform/db/command.server'
import type { Db, Membership } from '~/platform/request/context'
import { type Money, money } from '~/platform/values/money'

/** A customer's balance in one ageing range of the AR report, and whether it is past due. */
export interface AgeingBucket {
  name: string
  amount: Money
  overdue: boolean
}

/**
 * Reads the customer's total row of today's AR report, in the project's ageing ranges. Needs
 * reports.ar.
 */
export async function readAgeing(
  db: Db,
  { projectId, settings }: Membership,
  customerId: string,
): Promise<AgeingBucket[]> {
  const [total] = rows(
    await db.rpc('report_ar', {
      p_project: projectId,
      p_filters: { level: 'total', customer_id: customerId },
    }),
  )
  return [...bucketNames(settings.ageing_buckets, settings.age_by)].map(([key, name]) => ({
    name: key === 'bucket_current' ? 'Not yet due' : `${name} days`,
    amount: money(total?.[key] ?? 0),
    overdue: settings.age_by === 'due' && key !== 'bucket_current',
  }))
}

import { bucketNames } from '~/modules/receivables/ageing'
import { rows } from '~/platform/db/command.server'
import type { Db, Membership } from '~/platform/request/context'
import { type Money, money } from '~/platform/values/money'

/** What a customer owes by age: a bucket of the AR report, and whether it is past due. */
export interface AgeingBucket {
  name: string
  amount: Money
  overdue: boolean
}

/** The customer's total row of the AR report of today, by the project's own buckets. Needs reports.ar. */
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

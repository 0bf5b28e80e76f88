import { rows } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'
import { type Money, money } from '~/platform/values/money'

/** What customers owe: the grand total of the AR report. */
export interface Receivables {
  balance: Money
  /** When cleared money alone counts. */
  clearedBalance: Money
  overdue: Money
}

/**
 * The sums of the receivables for other screens, by the very function of the report; of today and of
 * all customers unless its filters say otherwise. Needs reports.ar.
 */
export async function readReceivables(
  db: Db,
  projectId: string,
  filters: Record<string, string | boolean | null> = {},
): Promise<Receivables> {
  const [total] = rows(
    await db.rpc('report_ar', {
      p_project: projectId,
      p_filters: { ...filters, level: 'total' },
    }),
  )
  return {
    balance: money(total?.balance ?? 0),
    clearedBalance: money(total?.cleared_balance ?? 0),
    overdue: money(total?.overdue ?? 0),
  }
}

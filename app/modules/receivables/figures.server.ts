import { reportRows } from '~/platform/db/figures'
import type { Db } from '~/platform/request/context'
import { type Money, money } from '~/platform/values/money'

/** The grand total of the AR report. */
export interface ReceivableFigures {
  balance: Money
  /** The balance when only cleared money counts. */
  clearedBalance: Money
  overdue: Money
}

/**
 * Reads the totals of receivables for other screens with the same SQL function as the report
 * (invariant 14). Without filters it covers today and all customers. Needs reports.ar.
 */
export async function readReceivables(
  db: Db,
  projectId: string,
  filters: Record<string, string | boolean | null> = {},
): Promise<ReceivableFigures> {
  const [total] = reportRows(
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

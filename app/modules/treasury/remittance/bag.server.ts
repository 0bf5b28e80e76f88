import { row, rows } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'
import { type Money, money } from '~/platform/values/money'

/** A receipt that its collector has to hand in. */
export interface BagReceipt {
  id: string
  on: string
  crNo: string
  customerId: string
  customer: string
  type: string
  amount: Money
  status: string
  cheque: { bank: string; no: string; date: string; state: string } | null
  /** A number that was typed with it, before it is handed in. */
  drrNo: string | null
}

/** As many receipts as one remittance takes. */
const MOST = 500

/** What a collector has to hand in, oldest first; `more` = only the oldest that one remittance takes. */
export async function listBag(
  db: Db,
  projectId: string,
  collectorId: string,
): Promise<{ bag: BagReceipt[]; more: boolean }> {
  const found = rows(
    await db.rpc('unremitted_receipts', { p_project: projectId, p_collector: collectorId }),
  )
  const bag = found.map((receipt) => ({
    id: receipt.collection_id,
    on: receipt.date_collected,
    crNo: receipt.cr_no,
    customerId: receipt.customer_id,
    customer: receipt.customer_name,
    type: receipt.collection_type,
    amount: money(receipt.amount),
    status: receipt.approval_status,
    cheque: receipt.cheque_no
      ? {
          bank: receipt.cheque_bank,
          no: receipt.cheque_no,
          date: receipt.cheque_date,
          state: receipt.cheque_state,
        }
      : null,
    drrNo: receipt.drr_no as string | null,
  }))
  return { bag, more: bag.length === MOST }
}

/** Name of a member of the project. @throws the 404 page for anybody else. */
export async function readCollector(db: Db, projectId: string, userId: string): Promise<string> {
  const found = row(
    await db
      .from('memberships')
      .select('profiles!inner(display_name)')
      .eq('project_id', projectId)
      .eq('user_id', userId)
      .single(),
  )
  return found.profiles.display_name
}

/** The days of a bag with how many receipts each has, and the receipts of the asked one (null = all). */
export function byDay(bag: readonly BagReceipt[], asked: string | null) {
  const counts = new Map<string, number>()
  for (const { on } of bag) counts.set(on, (counts.get(on) ?? 0) + 1)
  const day = asked !== null && counts.has(asked) ? asked : null
  return {
    day,
    days: [...counts].map(([on, receipts]) => ({ on, receipts })),
    receipts: day ? bag.filter(({ on }) => on === day) : bag,
  }
}

/** The number that the collector's app has put on all of them, for the form to begin with. */
export function commonNumber(receipts: readonly BagReceipt[]): string | null {
  const numbers = new Set(receipts.map(({ drrNo }) => drrNo))
  return numbers.size === 1 ? ([...numbers][0] ?? null) : null
}

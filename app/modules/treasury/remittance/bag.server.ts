import { row, rows } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'
import { type Money, money } from '~/platform/values/money'

/** A receipt that its collector has to remit, or a part of one. */
export interface BagReceipt {
  id: string
  /** The listed part that stands for its receipt, which is handed in whole. */
  leadId: string
  on: string
  crNo: string
  customerId: string
  customer: string
  type: string
  amount: Money
  status: string
  cheque: { bank: string; no: string; date: string; state: string } | null
  /** The DRR number that was entered with the receipt, before its remittance. */
  drrNo: string | null
}

/** The most receipts that one remittance takes. */
const MOST = 500

/**
 * Lists the receipts that a collector has to remit, oldest first. `more` is true when the list
 * reaches the limit of one remittance.
 */
export async function listBag(
  db: Db,
  projectId: string,
  collectorId: string,
): Promise<{ bag: BagReceipt[]; more: boolean }> {
  const found = rows(
    await db.rpc('unremitted_receipts', { p_project: projectId, p_collector: collectorId }),
  )
  const leads = new Map<string, string>()
  for (const { receipt_id, collection_id } of found)
    if (!leads.has(receipt_id)) leads.set(receipt_id, collection_id)
  const bag = found.map((receipt) => ({
    id: receipt.collection_id,
    leadId: leads.get(receipt.receipt_id) ?? receipt.collection_id,
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
  return { bag, more: leads.size === MOST }
}

/**
 * Returns the name of a member of the project.
 *
 * @throws A 404 response for any other user.
 */
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

/**
 * Groups the receipts by day: the number of each day, and the receipts of the chosen day (null =
 * all).
 */
export function byDay(bag: readonly BagReceipt[], wanted: string | null) {
  const counts = new Map<string, number>()
  for (const { on, id, leadId } of bag) if (id === leadId) counts.set(on, (counts.get(on) ?? 0) + 1)
  const day = wanted !== null && counts.has(wanted) ? wanted : null
  return {
    day,
    days: [...counts].map(([on, receipts]) => ({ on, receipts })),
    receipts: day ? bag.filter(({ on }) => on === day) : bag,
  }
}

/** Returns the DRR number that all receipts share, as the initial value of the form. */
export function commonNumber(receipts: readonly BagReceipt[]): string | null {
  const numbers = new Set(receipts.map(({ drrNo }) => drrNo))
  return numbers.size === 1 ? ([...numbers][0] ?? null) : null
}

import type { z } from 'zod/mini'
import { commandRunner, rows } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'
import type { approvalSchema } from './schema'

type Decision = z.output<typeof approvalSchema>

/** The outcome of one of the selected receipts. */
export interface ReceiptOutcome {
  id: string
  crNo: string
  /** The reason of a refusal; null when the receipt was approved or cancelled. */
  refused: string | null
}

/**
 * Approves or cancels receipts one by one, in the given order. Each has its own transaction, so a
 * refusal does not affect the others.
 */
export async function decideEach(
  db: Db,
  projectId: string,
  { intent, reason = '', receipts }: Decision,
): Promise<ReceiptOutcome[]> {
  const found = await receiptsOf(
    db,
    projectId,
    receipts.map(({ id }) => id),
  )
  const outcomes: ReceiptOutcome[] = []
  const decided = new Set<string>()
  for (const { id, idempotencyKey, version } of receipts) {
    // One part decides its whole receipt.
    const { crNo = 'Receipt', receiptId = id } = found.get(id) ?? {}
    if (decided.has(receiptId)) continue
    decided.add(receiptId)
    const run = commandRunner(db, projectId, idempotencyKey)
    const receipt = { p_collection: id, p_version: version }
    const result =
      intent === 'approve'
        ? await run('approve_collection', receipt)
        : await run('cancel_collection', { ...receipt, p_reason: reason })
    outcomes.push({
      id,
      crNo,
      refused: result.ok ? null : result.error.message,
    })
  }
  return outcomes
}

async function receiptsOf(db: Db, projectId: string, ids: string[]) {
  const found = rows(
    await db
      .from('collections')
      .select('id, cr_no, receipt_id')
      .eq('project_id', projectId)
      .in('id', ids),
  )
  return new Map(
    found.map(({ id, cr_no, receipt_id }) => [id, { crNo: cr_no, receiptId: receipt_id }]),
  )
}

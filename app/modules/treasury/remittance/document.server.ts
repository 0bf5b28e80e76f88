import { row, rows } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'
import { type Money, money } from '~/platform/values/money'

/** A receipt on a remittance, as it is now. */
interface RemittedReceipt {
  id: string
  on: string
  crNo: string
  customer: string
  type: string
  amount: Money
  status: string
  cheque: { bank: string; no: string; date: string | null; state: string | null } | null
}

/** A remittance as its page and its print show it. */
export interface RemittanceDocument {
  id: string
  no: string
  on: string
  collectorId: string
  expected: Money
  counted: Money
  variance: Money
  varianceReason: string | null
  cheques: Money
  others: Money
  remarks: string | null
  status: string
  receivedBy: string | null
  receivedAt: string
  cancelledBy: string | null
  cancelledAt: string | null
  cancelReason: string | null
  version: number
  /** The cash count, largest note first. */
  cash: { value: Money; pieces: number; amount: Money }[]
  receipts: RemittedReceipt[]
}

/**
 * Reads one remittance with its receipts and its cash count.
 *
 * @throws A 404 response when it is missing, belongs to another project, or is out of the reader's
 * scope.
 */
export async function readRemittance(
  db: Db,
  projectId: string,
  remittanceId: string,
): Promise<RemittanceDocument> {
  const found = row(
    await db
      .from('remittances')
      .select('*')
      .eq('project_id', projectId)
      .eq('id', remittanceId)
      .single(),
  )
  const [cash, receipts] = await Promise.all([
    listCash(db, projectId, remittanceId),
    listReceipts(db, projectId, remittanceId),
  ])
  return {
    id: found.id,
    no: found.drr_no,
    on: found.remitted_on,
    collectorId: found.collector_id,
    expected: money(found.cash_expected),
    counted: money(found.cash_counted),
    variance: money(found.variance),
    varianceReason: found.variance_reason,
    cheques: money(found.cheques),
    others: money(found.others),
    remarks: found.remarks,
    status: found.status,
    receivedBy: found.received_by,
    receivedAt: found.received_at,
    cancelledBy: found.cancelled_by,
    cancelledAt: found.cancelled_at,
    cancelReason: found.cancel_reason,
    version: found.version,
    cash,
    receipts,
  }
}

async function listCash(db: Db, projectId: string, remittanceId: string) {
  const found = rows(
    await db
      .from('remittance_cash')
      .select('value, pieces, amount')
      .eq('project_id', projectId)
      .eq('remittance_id', remittanceId)
      .order('value', { ascending: false }),
  )
  return found.map(({ value, pieces, amount }) => ({
    value: money(value),
    pieces,
    amount: money(amount),
  }))
}

async function listReceipts(
  db: Db,
  projectId: string,
  remittanceId: string,
): Promise<RemittedReceipt[]> {
  const found = rows(
    await db
      .from('remittance_receipts')
      .select(
        'collection_id, collections!inner(date_collected, cr_no, collection_type, amount, approval_status, cheque_bank, cheque_no, cheque_date, cheque_state, customers!inner(name))',
      )
      .eq('project_id', projectId)
      .eq('remittance_id', remittanceId),
  )
  return found
    .map(({ collection_id, collections: receipt }) => ({
      id: collection_id,
      on: receipt.date_collected,
      crNo: receipt.cr_no,
      customer: receipt.customers.name,
      type: receipt.collection_type,
      amount: money(receipt.amount),
      status: receipt.approval_status,
      cheque: receipt.cheque_no
        ? {
            bank: receipt.cheque_bank ?? '',
            no: receipt.cheque_no,
            date: receipt.cheque_date,
            state: receipt.cheque_state,
          }
        : null,
    }))
    .sort((a, b) => a.on.localeCompare(b.on) || a.crNo.localeCompare(b.crNo))
}

import { rows } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'
import { type Money, money } from '~/platform/values/money'

/** An event of a cheque, such as its deposit or return. */
export interface ChequeEvent {
  id: number
  event: string
  on: string
  /** The change of the amount that the receipt counts. */
  effect: Money
  /** The slip and account, or the bank's reason. */
  note: string | null
  /** The receipt that replaced the cheque. */
  replacedBy: string | null
}

/**
 * Lists a cheque's history, oldest first. It is empty for other receipts and for a cheque on hand.
 */
export async function listChequeEvents(
  db: Db,
  projectId: string,
  collectionId: string,
): Promise<ChequeEvent[]> {
  const found = rows(
    await db
      .from('cheque_events')
      .select(
        'id, event, on_date, effect, reason, replaced_by, deposit_slips(slip_no, banks(bank, account_no))',
      )
      .eq('project_id', projectId)
      .eq('collection_id', collectionId)
      .order('id'),
  )
  return found.map(({ deposit_slips: slip, ...event }) => ({
    id: event.id,
    event: event.event,
    on: event.on_date,
    effect: money(event.effect),
    // A reader without access to treasury sees slips but no accounts.
    note: slip
      ? [`Slip ${slip.slip_no}`, slip.banks?.bank, slip.banks?.account_no]
          .filter(Boolean)
          .join(', ')
      : event.reason,
    replacedBy: event.replaced_by,
  }))
}

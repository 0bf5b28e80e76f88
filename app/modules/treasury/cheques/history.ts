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

/** An event of a cheque as `collection_document` returns it. */
export interface FoundEvent {
  id: number
  event: string
  on_date: string
  effect: string
  reason: string | null
  replaced_by: string | null
  slip_no: string | null
  /** A reader without access to treasury sees slips but no accounts. */
  bank: string | null
  account_no: string | null
}

/** Makes an event of what was read. */
export function chequeEvent({ slip_no, bank, account_no, ...event }: FoundEvent): ChequeEvent {
  return {
    id: event.id,
    event: event.event,
    on: event.on_date,
    effect: money(event.effect),
    note: slip_no ? [`Slip ${slip_no}`, bank, account_no].filter(Boolean).join(', ') : event.reason,
    replacedBy: event.replaced_by,
  }
}

import { row, rows } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'
import { addMoney, fromCents, type Money, money, toCents } from '~/platform/values/money'
import { type ChequeEvent, listChequeEvents } from './cheques/history.server'

/** The part of a collection that pays, or will pay, one booking. */
interface CollectionAllocation {
  bookingId: string
  soNo: string
  amount: Money
  /** The booking as it is now; null when the reader may not see it. */
  booking: {
    stage: string
    total: Money
    balance: Money
    invoiceNo: string | null
    dateInvoiced: string | null
  } | null
}

/** A part of a receipt, as the pages of all its parts list it. */
export interface ReceiptPart {
  id: string
  no: number
  type: string
  amount: Money
  cheque: { bank: string; no: string; date: string; state: string } | null
  reference: string | null
  paidBack: boolean
}

/** A collection as its page shows it: a receipt, or one of its parts. */
export interface CollectionDocument {
  id: string
  /** All parts of the receipt, in their order. */
  parts: ReceiptPart[]
  /** Sum of the parts. */
  total: Money
  crNo: string
  crDate: string
  drrNo: string | null
  drrDate: string | null
  customerId: string
  customerName: string
  storeName: string | null
  agentId: string
  /** The collector who took the money in the field; null means the office. */
  collectorId: string | null
  /** The remittance that the receipt is on. */
  remittanceId: string | null
  type: string
  reference: string | null
  amount: Money
  /**
   * The amount without an allocation: unapplied credit once approved. Zero for a returned cheque.
   */
  unapplied: Money
  status: string
  dateCollected: string
  timeCollected: string
  /** The account that received a transfer; null when the reader may not see accounts. */
  bankId: string | null
  account: string | null
  cheque: { bank: string; no: string; date: string | null; state: string | null } | null
  remarks: string | null
  cancelReason: string | null
  /** How the money was given back to the customer. */
  paidBack: { on: string; from: string; no: string; reason: string; by: string | null } | null
  approvedBy: string | null
  approvedAt: string | null
  createdBy: string | null
  createdAt: string
  version: number
  allocations: CollectionAllocation[]
  history: ChequeEvent[]
}

/**
 * Reads one collection with its allocations.
 *
 * @throws A 404 response when the collection is missing, belongs to another project, or is out of
 * the reader's scope.
 */
export async function readCollection(
  db: Db,
  projectId: string,
  collectionId: string,
): Promise<CollectionDocument> {
  const found = row(
    await db
      .from('collections')
      .select('*, customers!inner(name, store_name)')
      .eq('project_id', projectId)
      .eq('id', collectionId)
      .single(),
  )
  const allocations = await listAllocations(db, projectId, [collectionId])
  const parts = await listParts(db, projectId, found.receipt_id)
  const accounts = await accountsOf(db, projectId, [found.bank_id, found.paid_back_bank_id])
  const amount = money(found.amount)
  const allocated = addMoney(...allocations.map((part) => part.amount))
  return {
    id: found.id,
    parts,
    total: addMoney(...parts.map((part) => part.amount)),
    crNo: found.cr_no,
    crDate: found.cr_date,
    drrNo: found.drr_no,
    drrDate: found.drr_date,
    customerId: found.customer_id,
    customerName: found.customers.name,
    storeName: found.customers.store_name,
    agentId: found.agent_id,
    collectorId: found.collector_id,
    remittanceId: found.remittance_id,
    type: found.collection_type,
    reference: found.reference_no,
    amount,
    unapplied: fromCents(toCents(amount) - toCents(money(found.reversed)) - toCents(allocated)),
    status: found.approval_status,
    dateCollected: found.date_collected,
    timeCollected: found.time_collected.slice(0, 5),
    bankId: found.bank_id,
    account: accounts.get(found.bank_id ?? '') ?? null,
    cheque: found.cheque_no
      ? {
          bank: found.cheque_bank ?? '',
          no: found.cheque_no,
          date: found.cheque_date,
          state: found.cheque_state,
        }
      : null,
    remarks: found.remarks,
    cancelReason: found.cancel_reason,
    paidBack: found.paid_back_on
      ? {
          on: found.paid_back_on,
          from: found.paid_back_bank_id
            ? (accounts.get(found.paid_back_bank_id) ?? 'a bank account')
            : 'cash on hand',
          no: found.paid_back_no ?? '',
          reason: found.paid_back_reason ?? '',
          by: found.paid_back_by,
        }
      : null,
    approvedBy: found.approved_by,
    approvedAt: found.approved_at,
    createdBy: found.created_by,
    createdAt: found.created_at,
    version: found.version,
    allocations,
    history: found.cheque_no ? await listChequeEvents(db, projectId, collectionId) : [],
  }
}

/** Reads a whole receipt by any of its parts, for its paper: what all parts together come to and pay. */
export async function readWholeReceipt(db: Db, projectId: string, collectionId: string) {
  const collection = await readCollection(db, projectId, collectionId)
  const ids = collection.parts.map(({ id }) => id)
  const allocations = await listAllocations(db, projectId, ids)
  const paid = addMoney(...allocations.map((part) => part.amount))
  const back = collection.parts.filter(
    ({ paidBack, cheque }) => paidBack || ['returned', 'replaced'].includes(cheque?.state ?? ''),
  )
  const gone = addMoney(...back.map((part) => part.amount), paid)
  const unapplied = fromCents(toCents(collection.total) - toCents(gone))
  return { ...collection, allocations, unapplied }
}

async function listParts(db: Db, projectId: string, receiptId: string): Promise<ReceiptPart[]> {
  const found = rows(
    await db
      .from('collections')
      .select(
        'id, part_no, collection_type, amount, cheque_bank, cheque_no, cheque_date, cheque_state, reference_no, paid_back_on',
      )
      .eq('project_id', projectId)
      .eq('receipt_id', receiptId)
      .order('part_no'),
  )
  return found.map((part) => ({
    id: part.id,
    no: part.part_no,
    type: part.collection_type,
    amount: money(part.amount),
    cheque: part.cheque_no
      ? {
          bank: part.cheque_bank ?? '',
          no: part.cheque_no,
          date: part.cheque_date ?? '',
          state: part.cheque_state ?? '',
        }
      : null,
    reference: part.reference_no,
    paidBack: part.paid_back_on !== null,
  }))
}

/** Names bank accounts by id, as far as the reader may see them. */
async function accountsOf(db: Db, projectId: string, ids: (string | null)[]) {
  const wanted = ids.filter((id) => id !== null)
  if (wanted.length === 0) return new Map<string, string>()
  const found = rows(
    await db
      .from('banks')
      .select('id, bank, account_no')
      .eq('project_id', projectId)
      .in('id', wanted)
      .limit(wanted.length),
  )
  return new Map(found.map(({ id, bank, account_no }) => [id, `${bank}, ${account_no}`]))
}

/**
 * Lists the net amounts by booking. Reversed allocations are opposite rows, because the table is
 * insert-only.
 */
async function listAllocations(
  db: Db,
  projectId: string,
  parts: string[],
): Promise<CollectionAllocation[]> {
  const found = rows(
    await db
      .from('collection_allocations')
      .select(
        'booking_id, so_no, amount, bookings(stage, total, balance, invoice_no, date_invoiced)',
      )
      .eq('project_id', projectId)
      .in('collection_id', parts)
      .order('id'),
  )
  const byBooking = new Map<string, CollectionAllocation>()
  for (const part of found) {
    const booking = part.bookings as typeof part.bookings | null
    const known = byBooking.get(part.booking_id)
    byBooking.set(part.booking_id, {
      bookingId: part.booking_id,
      soNo: part.so_no,
      amount: addMoney(known?.amount ?? money(0), money(part.amount)),
      booking: booking && {
        stage: booking.stage,
        total: money(booking.total),
        balance: money(booking.balance),
        invoiceNo: booking.invoice_no,
        dateInvoiced: booking.date_invoiced,
      },
    })
  }
  return [...byBooking.values()].filter((part) => part.amount !== '0.00')
}

import type { IssuedHead } from '~/modules/logos/letterhead.server'
import { row } from '~/platform/db/command.server'
import type { Database } from '~/platform/db/database.types'
import type { Db } from '~/platform/request/context'
import { addMoney, fromCents, type Money, money, toCents } from '~/platform/values/money'
import { type ChequeEvent, chequeEvent, type FoundEvent } from './cheques/history'

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
  /** Null when the receipt was recorded on a later day. */
  timeCollected: string | null
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
  return documentOf(await readFound(db, projectId, collectionId))
}

/** The names on the paper of a receipt, as of its recording. */
export interface ReceiptNames {
  name: string
  store_name: string | null
  tin_no: string | null
  address: string | null
  agent?: string
  /** The collector, or the user who recorded the receipt at the office. */
  received_by?: string
  drr_label: string
  letterhead: IssuedHead
}

/** The answer of the SQL function `collection_document`. */
interface Found {
  paper: ReceiptNames
  collection: Omit<Database['public']['Tables']['collections']['Row'], 'amount' | 'reversed'> & {
    amount: string
    reversed: string
    customer_name: string
    store_name: string | null
  }
  parts: FoundPart[]
  allocations: FoundAllocation[]
  accounts: Record<string, string>
  events: FoundEvent[]
}

interface FoundPart {
  id: string
  part_no: number
  collection_type: string
  amount: string
  cheque_bank: string | null
  cheque_no: string | null
  cheque_date: string | null
  cheque_state: string | null
  reference_no: string | null
  paid_back_on: string | null
}

interface FoundAllocation {
  collection_id: string
  booking_id: string
  so_no: string
  amount: string
  /** True when it was recorded with the receipt. */
  at_issue: boolean
  issued: { invoice_no: string | null; date_invoiced: string | null }
  booking: {
    stage: string
    total: string
    balance: string
    invoice_no: string | null
    date_invoiced: string | null
  } | null
}

async function readFound(db: Db, projectId: string, collectionId: string): Promise<Found> {
  const args = { p_project: projectId, p_collection: collectionId }
  return row(await db.rpc('collection_document', args)) as unknown as Found
}

function documentOf({ collection: found, ...more }: Found): CollectionDocument {
  const allocations = allocationsOf(
    more.allocations.filter(({ collection_id }) => collection_id === found.id),
  )
  const parts = more.parts.map(partOf)
  const accounts = new Map(Object.entries(more.accounts))
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
    customerName: found.customer_name,
    storeName: found.store_name,
    agentId: found.agent_id,
    collectorId: found.collector_id,
    remittanceId: found.remittance_id,
    type: found.collection_type,
    reference: found.reference_no,
    amount,
    unapplied: fromCents(toCents(amount) - toCents(money(found.reversed)) - toCents(allocated)),
    status: found.approval_status,
    dateCollected: found.date_collected,
    timeCollected: found.time_collected?.slice(0, 5) ?? null,
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
    history: more.events.map(chequeEvent),
  }
}

/**
 * Reads a whole receipt by any of its parts, for its paper: what all parts together come to and what they paid when they were
 * recorded, with the names of then.
 */
export async function readWholeReceipt(db: Db, projectId: string, collectionId: string) {
  const found = await readFound(db, projectId, collectionId)
  const collection = documentOf(found)
  const allocations = allocationsOf(
    found.allocations
      .filter((part) => part.at_issue)
      .map(({ booking, issued, ...part }) => ({
        ...part,
        issued,
        booking: booking && { ...booking, ...issued },
      })),
  )
  const paid = addMoney(...allocations.map((part) => part.amount))
  const unapplied = fromCents(toCents(collection.total) - toCents(paid))
  return { ...collection, allocations, unapplied, paper: found.paper }
}

function partOf(part: FoundPart): ReceiptPart {
  return {
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
  }
}

/** Returns the net amounts by booking. Reversed allocations are opposite rows, because the table is insert-only. */
function allocationsOf(found: readonly FoundAllocation[]): CollectionAllocation[] {
  const byBooking = new Map<string, CollectionAllocation>()
  for (const part of found) {
    const { booking } = part
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

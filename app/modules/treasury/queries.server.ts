import { rows } from '~/platform/db/command.server'
import type { Database } from '~/platform/db/database.types'
import { encodeCursor, type Keyset, type Listed, type Page } from '~/platform/db/keyset'
import { type PageFilters, readPage } from '~/platform/db/page.server'
import type { Db } from '~/platform/request/context'
import { addMoney, type Money, money } from '~/platform/values/money'
import type { CollectionFilters } from './filters'

/** The part of a receipt that pays one booking, or will pay it after approval. */
interface AllocatedPart {
  bookingId: string
  soNo: string
  amount: Money
  /** The booking as it is now; null when the reader may not see it. */
  booking: { stage: string; balance: Money } | null
}

/** One of the parts of a receipt in a list. */
export interface ListedPart {
  id: string
  type: string
  amount: Money
  cheque: { bank: string; no: string; date: string; state: string } | null
  /** The number of a transfer or of a certificate of tax withheld. */
  reference: string | null
  paidBack: boolean
}

/** A receipt in a list. */
export interface ReceiptRow {
  /** Id and version of its first part, by which it is decided. */
  id: string
  version: number
  dateCollected: string
  crNo: string
  customerId: string
  customerName: string
  agentId: string
  /** The sum of all parts. */
  amount: Money
  status: string
  drrNo: string | null
  createdBy: string | null
  /** The collector who took the money in the field; null means the office. */
  collectorId: string | null
  /** True when a transfer has no bank account. It cannot be approved until the account is set. */
  accountUnknown: boolean
  allocated: AllocatedPart[]
  /**
   * The amount without an allocation: unapplied credit once approved. Zero for a returned cheque.
   */
  unapplied: Money
  parts: ListedPart[]
}

/** Reads one page of the project's receipts that the reader may see, in the order of `sort`. */
export async function listReceipts(
  db: Db,
  projectId: string,
  keyset: Keyset,
  filters: CollectionFilters & { sort: string },
): Promise<Page<Listed<ReceiptRow>>> {
  const source = (cursor: PageFilters) =>
    db.rpc('receipt_list', { p_project: projectId, p_filters: { ...filters, ...cursor } })
  return readPage(keyset, source, {
    row: (receipt) => ({ ...receiptRow(receipt), cursor: encodeCursor(receipt, keyset) }),
  })
}

type Found = Database['public']['Functions']['receipt_list']['Returns'][number]

function receiptRow(row: Found): ReceiptRow {
  const parts = row.parts as unknown as FoundPart[]
  return {
    id: row.id,
    version: row.version,
    dateCollected: row.date_collected,
    crNo: row.cr_no,
    customerId: row.customer_id,
    customerName: row.customer_name,
    agentId: row.agent_id,
    amount: money(row.amount),
    status: row.approval_status,
    drrNo: row.drr_no,
    createdBy: row.created_by,
    collectorId: row.collector_id,
    accountUnknown: parts.some(({ type, bank_id }) => type === 'bank_transfer' && !bank_id),
    allocated: (row.allocated as unknown as FoundAllocation[]).map((part) => ({
      bookingId: part.booking_id,
      soNo: part.so_no,
      amount: money(part.amount),
      booking:
        part.stage && part.balance ? { stage: part.stage, balance: money(part.balance) } : null,
    })),
    unapplied: money(row.unapplied),
    parts: parts.map(partOf),
  }
}

function partOf(part: FoundPart): ListedPart {
  const { cheque_no: no, cheque_bank, cheque_date, cheque_state } = part
  return {
    id: part.id,
    type: part.type,
    amount: money(part.amount),
    cheque: no
      ? { bank: cheque_bank ?? '', no, date: cheque_date ?? '', state: cheque_state ?? '' }
      : null,
    reference: part.reference_no,
    paidBack:
      money(part.reversed) !== '0.00' && !['returned', 'replaced'].includes(cheque_state ?? ''),
  }
}

interface FoundPart {
  id: string
  type: string
  amount: string
  reversed: string
  cheque_bank: string | null
  cheque_no: string | null
  cheque_date: string | null
  cheque_state: string | null
  bank_id: string | null
  reference_no: string | null
}

interface FoundAllocation {
  booking_id: string
  so_no: string
  amount: string
  stage: string | null
  balance: string | null
}

/** Sums of receipts of one type, or of all. */
export interface ReceiptSums {
  receipts: number
  /** The sum of approved receipts less returned cheques and what was paid back. */
  approved: Money
  cameBack: Money
  pendingReceipts: number
  pending: Money
  cancelledReceipts: number
  cancelled: Money
}

export interface CollectionTotals {
  all: ReceiptSums
  types: (ReceiptSums & { type: string })[]
}

/** Returns the sums of all collections that the filters find, not only of this page. */
export async function readCollectionTotals(
  db: Db,
  projectId: string,
  filters: Partial<CollectionFilters>,
): Promise<CollectionTotals> {
  const found = rows(
    await db.rpc('collection_totals', { p_project: projectId, p_filters: { ...filters } }),
  )
  const types = found.map((sum) => ({
    type: sum.collection_type,
    receipts: Number(sum.receipts),
    approved: money(sum.approved),
    cameBack: money(sum.returned),
    pendingReceipts: Number(sum.pending_receipts),
    pending: money(sum.pending),
    cancelledReceipts: Number(sum.cancelled_receipts),
    cancelled: money(sum.cancelled),
  }))
  // A receipt of several types counts in each of them, and once in all.
  const [whole] = found
  const amount = (of: (sums: ReceiptSums) => Money) => addMoney(...types.map(of))
  return {
    all: {
      receipts: Number(whole?.all_receipts ?? 0),
      approved: amount((sums) => sums.approved),
      cameBack: amount((sums) => sums.cameBack),
      pendingReceipts: Number(whole?.all_pending_receipts ?? 0),
      pending: amount((sums) => sums.pending),
      cancelledReceipts: Number(whole?.all_cancelled_receipts ?? 0),
      cancelled: amount((sums) => sums.cancelled),
    },
    types,
  }
}

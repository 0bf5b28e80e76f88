import { countOf, rows } from '~/platform/db/command.server'
import type { Database } from '~/platform/db/database.types'
import type { Keyset, Page } from '~/platform/db/keyset'
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

/** A collection in a list. */
export interface CollectionRow {
  id: string
  version: number
  dateCollected: string
  crNo: string
  receiptId: string
  /** The place of the part in its receipt of several parts. */
  part: { no: number; of: number }
  customerId: string
  customerName: string
  agentId: string
  type: string
  amount: Money
  status: string
  drrNo: string | null
  cheque: { bank: string; no: string; date: string; state: string } | null
  createdBy: string | null
  /** The collector who took the money in the field; null means the office. */
  collectorId: string | null
  /** True for a transfer without a bank account. It cannot be approved until the account is set. */
  accountUnknown: boolean
  allocated: AllocatedPart[]
  /**
   * The amount without an allocation: unapplied credit once approved. Zero for a returned cheque.
   */
  unapplied: Money
  paidBack: boolean
}

/** Reads one page of the project's collections that the reader may see, in the keyset's order. */
export async function listCollections(
  db: Db,
  projectId: string,
  keyset: Keyset,
  filters: CollectionFilters,
): Promise<Page<CollectionRow>> {
  const { ascending } = keyset
  const source = ({ limit, after, before = after }: PageFilters) =>
    db.rpc('collection_list', {
      p_project: projectId,
      p_filters: { ...filters, ascending, limit, ...(before ? { beyond: before } : {}) },
    })
  return readPage(keyset, source, { row: collectionRow })
}

type Found = Database['public']['Functions']['collection_list']['Returns'][number]

function collectionRow(row: Found): CollectionRow {
  return {
    id: row.id,
    version: row.version,
    dateCollected: row.date_collected,
    crNo: row.cr_no,
    receiptId: row.receipt_id,
    part: { no: row.part_no, of: row.part_count },
    customerId: row.customer_id,
    customerName: row.customer_name,
    agentId: row.agent_id,
    type: row.collection_type,
    amount: money(row.amount),
    status: row.approval_status,
    drrNo: row.drr_no,
    cheque: row.cheque_no
      ? {
          bank: row.cheque_bank,
          no: row.cheque_no,
          date: row.cheque_date,
          state: row.cheque_state,
        }
      : null,
    createdBy: row.created_by,
    collectorId: row.collector_id,
    accountUnknown: row.collection_type === 'bank_transfer' && !row.bank_id,
    allocated: (row.allocated as unknown as FoundPart[]).map((part) => ({
      bookingId: part.booking_id,
      soNo: part.so_no,
      amount: money(part.amount),
      booking:
        part.stage && part.balance ? { stage: part.stage, balance: money(part.balance) } : null,
    })),
    unapplied: money(row.unapplied),
    paidBack:
      money(row.reversed) !== '0.00' && !['returned', 'replaced'].includes(row.cheque_state),
  }
}

interface FoundPart {
  booking_id: string
  so_no: string
  amount: string
  stage: string | null
  balance: string | null
}

/** Sums of receipts of one type, or of all. */
export interface CollectionSums {
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
  all: CollectionSums
  types: (CollectionSums & { type: string })[]
}

/** Returns the sums of all collections that the filters find, not only of this page. */
export async function readCollectionTotals(
  db: Db,
  projectId: string,
  filters: CollectionFilters,
): Promise<CollectionTotals> {
  const types = rows(
    await db.rpc('collection_totals', { p_project: projectId, p_filters: { ...filters } }),
  ).map((sum) => ({
    type: sum.collection_type,
    receipts: Number(sum.receipts),
    approved: money(sum.approved),
    cameBack: money(sum.returned),
    pendingReceipts: Number(sum.pending_receipts),
    pending: money(sum.pending),
    cancelledReceipts: Number(sum.cancelled_receipts),
    cancelled: money(sum.cancelled),
  }))
  const count = (of: (sums: CollectionSums) => number) =>
    types.reduce((sum, type) => sum + of(type), 0)
  const amount = (of: (sums: CollectionSums) => Money) => addMoney(...types.map(of))
  return {
    all: {
      receipts: count((sums) => sums.receipts),
      approved: amount((sums) => sums.approved),
      cameBack: amount((sums) => sums.cameBack),
      pendingReceipts: count((sums) => sums.pendingReceipts),
      pending: amount((sums) => sums.pending),
      cancelledReceipts: count((sums) => sums.cancelledReceipts),
      cancelled: amount((sums) => sums.cancelled),
    },
    types,
  }
}

/** Counts the pending collections. */
export async function countPendingCollections(db: Db, projectId: string): Promise<number> {
  return countOf(
    await db
      .from('collections')
      .select('id', { count: 'exact', head: true })
      .eq('project_id', projectId)
      .eq('approval_status', 'pending'),
  )
}

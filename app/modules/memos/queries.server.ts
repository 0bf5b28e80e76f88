import type { IssuedHead } from '~/modules/logos/letterhead.server'
import { row } from '~/platform/db/command.server'
import { encodeCursor, type Keyset, keysetAt, type Listed, type Page } from '~/platform/db/keyset'
import { readOrder, sortKeyOrders } from '~/platform/db/orders'
import { readPage } from '~/platform/db/page.server'
import type { Db } from '~/platform/request/context'
import { readSearchParams } from '~/platform/request/search-params'
import { type Money, money } from '~/platform/values/money'
import { MEMO_KINDS, MEMO_REASONS, MEMO_STATUSES } from './labels'

/** A memo in the list. */
interface MemoRow {
  id: string
  memoNo: string
  kind: string
  onDate: string
  customerName: string
  storeName: string | null
  soNo: string | null
  invoiceNo: string | null
  reason: string
  amount: Money
  vat: Money
  status: string
  madeBy: string | null
  approvedBy: string | null
}

interface Memos extends Page<Listed<MemoRow>> {
  /** The number of all memos that the filters find, and the sums of the approved ones. */
  count: number
  credits: Money
  creditVat: Money
  debits: Money
}

/** Orders of the list, newest first unless another is chosen. */
export const MEMO_ORDERS = sortKeyOrders({
  on: 'day',
  no: 'number',
  customer: 'text',
  status: 'state',
})

/** Reads the filters of the list from its address. */
export function memoFilters(url: string) {
  const searchParams = readSearchParams(url)
  return {
    search: searchParams.text('q'),
    kind: searchParams.option('kind', MEMO_KINDS),
    status: searchParams.option('status', MEMO_STATUSES),
    reason: searchParams.option('reason', MEMO_REASONS),
    customer_id: searchParams.id('customer'),
    booking_id: searchParams.id('booking'),
    from: searchParams.day('from'),
    to: searchParams.day('to'),
  }
}

/** Reads one page of the memos in the order of `sort`, with the sums of all. */
export async function listMemos(
  db: Db,
  projectId: string,
  keyset: Keyset,
  filters: ReturnType<typeof memoFilters> & { sort: string },
): Promise<Memos> {
  const page = await readPage(keyset, (cursor) =>
    db.rpc('memo_list', { p_project: projectId, p_filters: { ...filters, ...cursor } }),
  )
  const [first] = page.rows
  return {
    ...page,
    rows: page.rows.map((memo) => ({
      id: memo.id,
      cursor: encodeCursor(memo, keyset),
      memoNo: memo.memo_no,
      kind: memo.kind,
      onDate: memo.on_date,
      customerName: memo.customer_name,
      storeName: memo.store_name,
      soNo: memo.so_no,
      invoiceNo: memo.invoice_no,
      reason: memo.reason,
      amount: money(memo.amount),
      vat: money(memo.vat_amount),
      status: memo.status,
      madeBy: memo.made_by,
      approvedBy: memo.approved_by,
    })),
    count: Number(first?.memos ?? 0),
    credits: money(first?.credits ?? 0),
    creditVat: money(first?.credit_vat ?? 0),
    debits: money(first?.debits ?? 0),
  }
}

/** Reads the memos of all pages of an address, for Excel. */
export async function allMemos(db: Db, projectId: string, url: string): Promise<Memos> {
  const { sort, paging } = readOrder(url, MEMO_ORDERS)
  const read = (after: string | null) =>
    listMemos(db, projectId, keysetAt({ after }, { ...paging, size: 500 }), {
      ...memoFilters(url),
      sort,
    })
  let page = await read(null)
  const rows = [...page.rows]
  while (page.older) {
    page = await read(page.older)
    rows.push(...page.rows)
  }
  return { ...page, rows }
}

interface Covered {
  id: string
  so_no: string
  invoice_no: string | null
}

/** A memo, as the SQL function memo_document returns it. Money is text. */
export interface MemoDocument {
  id: string
  memo_no: string
  kind: 'credit' | 'debit'
  on_date: string
  customer_id: string
  customer_name: string
  store_name: string | null
  tin_no: string | null
  address: string | null
  /** The head of the project as it was at the approval, as names and invoice numbers are. */
  letterhead: IssuedHead
  reason: string
  note: string | null
  amount: Money
  vat_amount: Money
  net: Money
  status: string
  version: number
  cancel_reason: string | null
  cancelled_on: string | null
  /** True when the reader wrote it. */
  mine: boolean
  above_limit: boolean
  made_by: string | null
  made_at: string
  approved_by: string | null
  approved_at: string | null
  cancelled_by: string | null
  cancelled_at: string | null
  /** True when it credits goods that came back without their booking; their record, for those who may read it. */
  for_goods: boolean
  purchase: { id: string; po_no: string } | null
  /** The booking whose prices a debit memo corrects. */
  corrects: Covered | null
  booking: (Covered & { date_invoiced: string | null; balance: Money }) | null
  /** The parts of the amount by VAT class; that of vatable goods without its VAT. */
  vatable: Money
  exempt: Money
  zero_rated: Money
  lines: MemoLine[]
  /** The goods that came back without their booking, with what each is credited for. */
  goods: MemoLine[]
  /** The bookings that it credited, and by how much. */
  credited: (Covered & { amount: Money })[]
}

/** A line of a memo: of a booking, or goods whose booking nobody knows. */
export interface MemoLine {
  id: string
  material_code: string | null
  description: string | null
  case_config: number
  pieces: number
  /** Where the pieces went: `sellable` or `bad_order`. */
  stock_state: string
  agent_srp: Money
  agent_srp_pieces: number
  amount: Money
  /** By how much the price of so many pieces was too low; null on credit memos. */
  price_difference: Money | null
  price_difference_pieces: number | null
  vat_class: string
  /** The percentage of VAT that comes on top of the price; 0 when the price includes it. */
  vat_on_top: number
  vat_amount: Money
}

/**
 * Reads one memo.
 *
 * @throws A 404 response when the memo is missing or belongs to another project.
 */
export async function readMemo(db: Db, projectId: string, memoId: string): Promise<MemoDocument> {
  return row(
    await db.rpc('memo_document', { p_project: projectId, p_memo: memoId }),
  ) as unknown as MemoDocument
}

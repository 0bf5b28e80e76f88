import { row, rows } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'
import { type Money, money } from '~/platform/values/money'
import { type Price, type PriceUnit, price, priceOrNull } from '~/platform/values/price'
import { lineProducts } from './products.server'
import { type PurchaseRow, purchaseRow } from './queries.server'

/** A line of a purchase record with its stock movement. Quantities are in pieces. */
export interface PurchaseLine {
  id: string
  lineNo: number
  productId: string
  materialCode: string
  description: string
  caseConfig: number
  priceUnit: PriceUnit
  quantity: number
  cost: Price
  prodSrp: Price | null
  /** With VAT. */
  amount: Money
  /** Null when the supplier's invoice shows no VAT. */
  vatClass: string | null
  /** The input VAT in the amount. */
  vat: Money
  /** The product's quantity on hand today. */
  onHand: number
}

/** A stock ledger entry of this record. */
export interface PurchaseMovement {
  id: number
  lineId: string
  what: 'recorded' | 'corrected' | 'cancelled'
  quantity: number
  onDate: string
  createdAt: string
  createdBy: string | null
}

export interface PurchaseDocument extends PurchaseRow {
  version: number
  createdBy: string | null
  createdAt: string
  cancelledBy: string | null
  cancelledAt: string | null
  cancelReason: string | null
  /** Who brought the goods back, as far as the reader may see customers, and the credit memo. */
  customer: { id: string; name: string } | null
  memo: { id: string; memoNo: string; status: string } | null
  lines: PurchaseLine[]
}

/**
 * Reads one purchase record with its lines.
 *
 * @throws A 404 response when the record is missing or belongs to another project.
 */
export async function readPurchase(
  db: Db,
  projectId: string,
  purchaseId: string,
): Promise<PurchaseDocument> {
  const purchase = row(
    await db
      .from('purchases')
      .select(
        'id, po_no, invoice_no, supplier, date_added, invoice_date, delivery_date, kind, status, line_count, total_cost, version, created_by, created_at, cancelled_by, cancelled_at, cancel_reason, customer_id',
      )
      .eq('project_id', projectId)
      .eq('id', purchaseId)
      .maybeSingle(),
  )
  return {
    ...purchaseRow(purchase),
    version: purchase.version,
    createdBy: purchase.created_by,
    createdAt: purchase.created_at,
    cancelledBy: purchase.cancelled_by,
    cancelledAt: purchase.cancelled_at,
    cancelReason: purchase.cancel_reason,
    ...(await readCredit(db, projectId, purchaseId, purchase.customer_id)),
    lines: await readLines(db, projectId, purchaseId),
  }
}

/** Reads the lines in their order, with the current data of their products. */
async function readLines(db: Db, projectId: string, purchaseId: string): Promise<PurchaseLine[]> {
  const found = rows(
    await db
      .from('purchase_lines')
      .select(
        'id, line_no, product_id, quantity, cost, cost_pieces, prod_srp, prod_srp_pieces, amount, vat_class, vat_amount',
      )
      .eq('project_id', projectId)
      .eq('purchase_id', purchaseId)
      .order('line_no'),
  )
  const products = await lineProducts(
    db,
    projectId,
    found.map((line) => line.product_id),
  )
  return found.map((line) => {
    const product = products.get(line.product_id)
    return {
      id: line.id,
      lineNo: line.line_no,
      productId: line.product_id,
      materialCode: product?.materialCode ?? '–',
      description: product?.description ?? '–',
      caseConfig: product?.caseConfig ?? 1,
      priceUnit: product?.priceUnit ?? 'piece',
      onHand: product?.onHand ?? 0,
      quantity: line.quantity,
      cost: price(line.cost, line.cost_pieces),
      prodSrp: priceOrNull(line.prod_srp, line.prod_srp_pieces),
      amount: money(line.amount),
      vatClass: line.vat_class,
      vat: money(line.vat_amount),
    }
  })
}

/** Reads who brought goods back and the credit memo, as far as the reader may see them. */
async function readCredit(
  db: Db,
  projectId: string,
  purchaseId: string,
  customerId: string | null,
): Promise<Pick<PurchaseDocument, 'customer' | 'memo'>> {
  if (!customerId) return { customer: null, memo: null }
  const [customers, memos] = await Promise.all([
    db
      .from('customers')
      .select('id, name')
      .eq('project_id', projectId)
      .eq('id', customerId)
      .limit(1),
    db
      .from('memos')
      .select('id, memo_no, status')
      .eq('project_id', projectId)
      .eq('purchase_id', purchaseId)
      .limit(1),
  ])
  const [memo] = rows(memos)
  return {
    customer: rows(customers)[0] ?? null,
    memo: memo ? { id: memo.id, memoNo: memo.memo_no, status: memo.status } : null,
  }
}

const PAGE = 1000

/** Reads all stock ledger entries of a record, oldest first, those of the same moment by line number. */
export async function listPurchaseMovements(
  db: Db,
  projectId: string,
  purchase: PurchaseDocument,
): Promise<PurchaseMovement[]> {
  const numbers = new Map(purchase.lines.map((line) => [line.id, line.lineNo]))
  const lineNo = (lineId: string) => numbers.get(lineId) ?? 0
  return (await readMovements(db, projectId, purchase)).sort(
    (a, b) =>
      Date.parse(a.createdAt) - Date.parse(b.createdAt) || lineNo(a.lineId) - lineNo(b.lineId),
  )
}

/** Reads the stock ledger entries of a record in pages of the API's row limit. */
async function readMovements(
  db: Db,
  projectId: string,
  { id: purchaseId, cancelledAt }: PurchaseDocument,
): Promise<PurchaseMovement[]> {
  const movements: PurchaseMovement[] = []
  const begun = new Set<string>()
  for (;;) {
    const page = rows(
      await db
        .from('stock_movements')
        .select('id, source_line, quantity, on_date, created_at, created_by')
        .eq('project_id', projectId)
        .eq('source_table', 'purchases')
        .eq('source_id', purchaseId)
        .gt('id', movements.at(-1)?.id ?? 0)
        .order('id')
        .limit(PAGE),
    )
    for (const entry of page) {
      const lineId = entry.source_line ?? ''
      // Nothing follows the opposite rows of a cancellation.
      const later = cancelledAt && entry.created_at >= cancelledAt ? 'cancelled' : 'corrected'
      movements.push({
        id: entry.id,
        lineId,
        what: begun.has(lineId) ? later : 'recorded',
        quantity: entry.quantity,
        onDate: entry.on_date,
        createdAt: entry.created_at,
        createdBy: entry.created_by,
      })
      begun.add(lineId)
    }
    if (page.length < PAGE) return movements
  }
}

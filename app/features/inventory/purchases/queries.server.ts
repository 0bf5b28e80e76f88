import { row, rows } from '~/platform/command.server'
import type { Db } from '~/platform/context'
import { type Keyset, type Page, pageOf } from '~/platform/keyset'
import { type Money, money } from '~/platform/money'
import { anyContains } from '~/platform/search'

export interface PurchaseFilters {
  /** In PO number, supplier or supplier invoice. */
  search: string | null
  kind: string | null
}

/** A purchase record in the list. */
export interface PurchaseRow {
  id: string
  poNo: string
  invoiceNo: string | null
  supplier: string
  dateAdded: string
  deliveryDate: string | null
  kind: string
  status: string
  totalCost: Money
}

const COLUMNS =
  'id, po_no, invoice_no, supplier, date_added, invoice_date, delivery_date, kind, status, total_cost'

/** One page of purchase records, newest first. */
export async function listPurchases(
  db: Db,
  projectId: string,
  keyset: Keyset,
  filters: PurchaseFilters,
): Promise<Page<PurchaseRow>> {
  let query = db
    .from('purchases')
    .select(COLUMNS)
    .eq('project_id', projectId)
    .order(keyset.by, { ascending: keyset.ascending })
    .order('id', { ascending: keyset.ascending })
    .limit(keyset.size + 1)
  const contains = anyContains(['po_no', 'supplier', 'invoice_no'], filters.search)
  if (contains) query = query.or(contains)
  if (filters.kind) query = query.eq('kind', filters.kind)
  if (keyset.or) query = query.or(keyset.or)
  const page = pageOf(rows(await query), keyset)
  return {
    ...page,
    rows: page.rows.map((purchase) => ({
      id: purchase.id,
      poNo: purchase.po_no,
      invoiceNo: purchase.invoice_no,
      supplier: purchase.supplier,
      dateAdded: purchase.date_added,
      deliveryDate: purchase.delivery_date,
      kind: purchase.kind,
      status: purchase.status,
      totalCost: money(purchase.total_cost),
    })),
  }
}

/** A line of a purchase record with what it did to stock. */
export interface PurchaseLine {
  id: string
  lineNo: number
  productId: string
  materialCode: string
  description: string
  caseConfig: number
  quantity: number
  cost: Money
  prodSrp: Money | null
  amount: Money
  /** Signed pieces posted to the stock ledger. */
  moved: number
}

export interface PurchaseDocument extends PurchaseRow {
  invoiceDate: string | null
  createdBy: string | null
  createdAt: string
  lines: PurchaseLine[]
}

/**
 * One purchase record with its lines and ledger effect.
 *
 * @throws the 404 page for a missing one or another project's.
 */
export async function readPurchase(
  db: Db,
  projectId: string,
  purchaseId: string,
): Promise<PurchaseDocument> {
  const purchase = row(
    await db
      .from('purchases')
      .select(`${COLUMNS}, created_by, created_at`)
      .eq('project_id', projectId)
      .eq('id', purchaseId)
      .maybeSingle(),
  )
  const [lines, movements] = await Promise.all([
    db
      .from('purchase_lines')
      .select('id, line_no, product_id, quantity, cost, prod_srp, amount')
      .eq('project_id', projectId)
      .eq('purchase_id', purchaseId)
      .order('line_no'),
    db
      .from('stock_movements')
      .select('source_line, quantity')
      .eq('project_id', projectId)
      .eq('source_table', 'purchases')
      .eq('source_id', purchaseId),
  ])
  const found = rows(lines)
  const moved = new Map(rows(movements).map((entry) => [entry.source_line, entry.quantity]))
  const products = new Map(
    rows(
      await db
        .from('products')
        .select('id, material_code, description, case_config')
        .eq('project_id', projectId)
        .in('id', [...new Set(found.map((line) => line.product_id))]),
    ).map((product) => [product.id, product]),
  )
  return {
    id: purchase.id,
    poNo: purchase.po_no,
    invoiceNo: purchase.invoice_no,
    supplier: purchase.supplier,
    dateAdded: purchase.date_added,
    invoiceDate: purchase.invoice_date,
    deliveryDate: purchase.delivery_date,
    kind: purchase.kind,
    status: purchase.status,
    totalCost: money(purchase.total_cost),
    createdBy: purchase.created_by,
    createdAt: purchase.created_at,
    lines: found.map((line) => {
      const product = products.get(line.product_id)
      return {
        id: line.id,
        lineNo: line.line_no,
        productId: line.product_id,
        materialCode: product?.material_code ?? '–',
        description: product?.description ?? '–',
        caseConfig: product?.case_config ?? 1,
        quantity: line.quantity,
        cost: money(line.cost),
        prodSrp: line.prod_srp === null ? null : money(line.prod_srp),
        amount: money(line.amount),
        moved: moved.get(line.id) ?? 0,
      }
    }),
  }
}

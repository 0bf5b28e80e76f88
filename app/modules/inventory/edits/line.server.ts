import { row, rows } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'
import { type Price, type PriceUnit, price, priceOrNull } from '~/platform/values/price'
import { lineProducts } from '../purchases/products.server'

/** The current state of the purchase line to correct. */
export interface EditLine {
  id: string
  purchaseId: string
  poNo: string
  supplier: string
  kind: string
  dateAdded: string
  description: string
  materialCode: string
  caseConfig: number
  priceUnit: PriceUnit
  quantity: number
  cost: Price
  prodSrp: Price | null
  liveSrp: Price
}

/**
 * Reads the purchase line to correct.
 *
 * @throws A 404 response when the line is missing or belongs to another project.
 */
export async function readEditLine(db: Db, projectId: string, lineId: string): Promise<EditLine> {
  const line = row(
    await db
      .from('purchase_lines')
      .select('id, purchase_id, product_id, quantity, cost, cost_pieces, prod_srp, prod_srp_pieces')
      .eq('project_id', projectId)
      .eq('id', lineId)
      .maybeSingle(),
  )
  const purchase = row(
    await db
      .from('purchases')
      .select('po_no, supplier, kind, date_added')
      .eq('project_id', projectId)
      .eq('id', line.purchase_id)
      .maybeSingle(),
  )
  const [stock] = rows(
    await db
      .from('inventory')
      .select('current_srp, current_srp_pieces')
      .eq('project_id', projectId)
      .eq('product_id', line.product_id),
  )
  const product = (await lineProducts(db, projectId, [line.product_id])).get(line.product_id)
  return {
    id: line.id,
    purchaseId: line.purchase_id,
    poNo: purchase.po_no,
    supplier: purchase.supplier,
    kind: purchase.kind,
    dateAdded: purchase.date_added,
    description: product?.description ?? '–',
    materialCode: product?.materialCode ?? '–',
    caseConfig: product?.caseConfig ?? 1,
    priceUnit: product?.priceUnit ?? 'piece',
    quantity: line.quantity,
    cost: price(line.cost, line.cost_pieces),
    prodSrp: priceOrNull(line.prod_srp, line.prod_srp_pieces),
    liveSrp: price(stock?.current_srp ?? 0, stock?.current_srp_pieces),
  }
}

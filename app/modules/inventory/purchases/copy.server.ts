import type { Db } from '~/platform/request/context'
import { formatQuantity } from '~/platform/values/quantity'
import type { PurchaseStart } from './components/PurchaseForm'
import { readPurchase } from './document.server'
import { listPurchaseProducts } from './products.server'

/**
 * What a new record takes over from another: kind, supplier and lines. The numbers only from a
 * cancelled one, which is entered again under them; the dates are the new record's own.
 *
 * @throws the 404 page for a missing one or another project's.
 */
export async function readCopy(db: Db, projectId: string, purchaseId: string) {
  const purchase = await readPurchase(db, projectId, purchaseId)
  const products = await listPurchaseProducts(db, projectId, {
    ids: purchase.lines.map((line) => line.productId),
  })
  // Of products that are not traded any more no line can be made.
  const active = new Set(products.map(({ id }) => id))
  const again = purchase.status === 'cancelled'
  const start: PurchaseStart = {
    po_no: again ? purchase.poNo : '',
    invoice_no: again ? (purchase.invoiceNo ?? '') : '',
    invoice_date: again ? (purchase.invoiceDate ?? '') : '',
    delivery_date: again ? (purchase.deliveryDate ?? '') : '',
    supplier: purchase.supplier,
    kind: purchase.kind as 'purchase',
    lines: purchase.lines
      .filter((line) => active.has(line.productId))
      .map((line) => ({
        product_id: line.productId,
        quantity: formatQuantity(line.quantity, line.caseConfig),
        cost: line.cost,
        prod_srp: line.prodSrp ?? '',
      })),
  }
  return { poNo: purchase.poNo, products, start }
}

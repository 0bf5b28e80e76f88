import { listCustomerOptions } from '~/modules/customers/queries.server'
import type { Db } from '~/platform/request/context'
import { formatPrice } from '~/platform/values/price'
import { formatQuantity } from '~/platform/values/quantity'
import type { VatClass } from '~/platform/values/vat'
import type { PurchaseStart } from './components/PurchaseForm'
import { readPurchase } from './document.server'
import { listPurchaseProducts } from './products.server'

/**
 * Returns the initial values of a new record that copies another: kind, supplier and lines. Only a
 * cancelled record passes on its numbers, because it is entered again under them. The dates are
 * new.
 *
 * @throws A 404 response when the record is missing or belongs to another project.
 */
export async function readCopy(db: Db, projectId: string, purchaseId: string) {
  const purchase = await readPurchase(db, projectId, purchaseId)
  const products = await listPurchaseProducts(db, projectId, {
    ids: purchase.lines.map((line) => line.productId),
  })
  // Lines of inactive products are left out, because they cannot be bought.
  const active = new Set(products.map(({ id }) => id))
  const again = purchase.status === 'cancelled'
  const start: PurchaseStart = {
    po_no: again ? purchase.poNo : '',
    invoice_no: again ? (purchase.invoiceNo ?? '') : '',
    invoice_date: again ? (purchase.invoiceDate ?? '') : '',
    delivery_date: again ? (purchase.deliveryDate ?? '') : '',
    supplier: purchase.supplier,
    customer_id: purchase.customer?.id ?? '',
    kind: purchase.kind as 'purchase',
    with_vat: purchase.lines.some(({ vatClass }) => vatClass !== null),
    lines: purchase.lines
      .filter((line) => active.has(line.productId))
      .map((line) => ({
        product_id: line.productId,
        quantity: formatQuantity(line.quantity, line.caseConfig),
        cost: formatPrice(line.cost, line),
        prod_srp: line.prodSrp ? formatPrice(line.prodSrp, line) : '',
        ...(line.vatClass && { vat_class: line.vatClass as VatClass }),
      })),
  }
  const customers = purchase.customer
    ? await listCustomerOptions(db, projectId, { ids: [purchase.customer.id] })
    : []
  return { poNo: purchase.poNo, products, customers, start }
}

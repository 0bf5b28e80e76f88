import { rows } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'

/** A purchase record with lines of a product. */
export interface ProductPurchase {
  id: string
  poNo: string
  dateAdded: string
  kind: string
  status: string
  /** The pieces of the product in all its lines. */
  quantity: number
}

const SHOWN = 10

/** Returns the newest purchases of a product, ten at most, and whether there are older ones. */
export async function listProductPurchases(
  db: Db,
  projectId: string,
  productId: string,
): Promise<{ rows: ProductPurchase[]; more: boolean }> {
  const found = rows(
    await db
      .from('purchases')
      .select('id, po_no, date_added, kind, status, purchase_lines!inner(quantity)')
      .eq('project_id', projectId)
      .eq('purchase_lines.product_id', productId)
      .order('date_added', { ascending: false })
      .order('id', { ascending: false })
      .limit(SHOWN + 1),
  )
  return {
    rows: found.slice(0, SHOWN).map((purchase) => ({
      id: purchase.id,
      poNo: purchase.po_no,
      dateAdded: purchase.date_added,
      kind: purchase.kind,
      status: purchase.status,
      quantity: purchase.purchase_lines.reduce((sum, line) => sum + line.quantity, 0),
    })),
    more: found.length > SHOWN,
  }
}

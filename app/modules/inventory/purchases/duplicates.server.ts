import { rows } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'

/** A record that already has a number that is being entered. */
export interface PurchaseDuplicate {
  id: string
  poNo: string
  invoiceNo: string | null
  supplier: string
  kind: string
  dateAdded: string
}

/** Finds records that already have this PO number or supplier invoice number. */
export async function findPurchaseDuplicates(
  db: Db,
  projectId: string,
  poNo: unknown,
  invoiceNo: unknown,
): Promise<PurchaseDuplicate[]> {
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  if (!text(poNo).trim() && !text(invoiceNo).trim()) return []
  const found = rows(
    await db.rpc('purchase_duplicates', {
      p_project: projectId,
      p_po_no: text(poNo),
      p_invoice_no: text(invoiceNo),
    }),
  )
  return found.map((duplicate) => ({
    id: duplicate.id,
    poNo: duplicate.po_no,
    invoiceNo: duplicate.invoice_no,
    supplier: duplicate.supplier,
    kind: duplicate.kind,
    dateAdded: duplicate.date_added,
  }))
}

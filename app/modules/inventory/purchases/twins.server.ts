import { rows } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'

/** A record that already has a number that is being entered. */
export interface Twin {
  id: string
  poNo: string
  invoiceNo: string | null
  supplier: string
  kind: string
  dateAdded: string
}

/** Finds records that already have this PO number or supplier invoice number. */
export async function findTwins(
  db: Db,
  projectId: string,
  poNo: unknown,
  invoiceNo: unknown,
): Promise<Twin[]> {
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  if (!text(poNo).trim() && !text(invoiceNo).trim()) return []
  const found = rows(
    await db.rpc('purchase_twins', {
      p_project: projectId,
      p_po_no: text(poNo),
      p_invoice_no: text(invoiceNo),
    }),
  )
  return found.map((twin) => ({
    id: twin.id,
    poNo: twin.po_no,
    invoiceNo: twin.invoice_no,
    supplier: twin.supplier,
    kind: twin.kind,
    dateAdded: twin.date_added,
  }))
}

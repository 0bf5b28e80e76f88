import { memoPaper } from '../../app/modules/memos/memo-paper.server.ts'
import type { MemoDocument } from '../../app/modules/memos/queries.server.ts'
import type { DeliveryReceipt } from '../../app/modules/sales/delivery/queries.server.ts'
import { deliveryReceiptPaper } from '../../app/modules/sales/delivery/receipt-paper.server.ts'
import { invoicePaper } from '../../app/modules/sales/invoicing/invoice-paper.server.ts'
import type { InvoiceDocument } from '../../app/modules/sales/invoicing/numbers.server.ts'
import { readWholeReceipt } from '../../app/modules/treasury/document.server.ts'
import { receiptPaper } from '../../app/modules/treasury/receipt-paper.server.ts'
import { dataFile } from '../../app/platform/papers/data-file.ts'
import type { Db } from '../../app/platform/request/context.ts'
import { facesOf } from './faces.ts'
import type { Fixture } from './fixture.ts'

type Kept = { content: string; sha256: string }

/** Reads issued papers of company A as their pages do. */
export function issuedPapers(fixture: Fixture) {
  const reader = () => fixture.role['finance admin']
  const read = <T>(name: string, args: object, user = reader()) =>
    fixture.db.rpc<T>(user, name, { p_project: fixture.a, ...args })
  /** Calls as supabase-js does, as far as one page needs it. */
  const db = {
    rpc: async (name: string, args: Record<string, unknown>) => ({
      data: await fixture.db.rpc(reader(), name, args),
      error: null,
    }),
  } as unknown as Db
  return {
    async invoice(p_booking: string, copies?: number) {
      const paper = invoicePaper(
        await read<InvoiceDocument>('invoice_document', { p_booking }),
        copies,
      )
      return facesOf(paper, dataFile('Invoice', await read<Kept>('e_invoice', { p_booking })))
    },
    async memo(p_memo: string, copies?: number) {
      const paper = memoPaper(await read<MemoDocument>('memo_document', { p_memo }), copies)
      return facesOf(paper, dataFile('Memo', await read<Kept>('e_memo', { p_memo })))
    },
    async receipt(id: string, copies?: number) {
      return facesOf(receiptPaper(await readWholeReceipt(db, fixture.a, id), copies))
    },
    async delivery(p_booking: string, copies?: number) {
      const found = await read<DeliveryReceipt>('delivery_receipt', { p_booking })
      return facesOf(deliveryReceiptPaper(found, copies))
    },
  }
}

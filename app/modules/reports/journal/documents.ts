import { paths } from '~/paths'
import type { ReportRow } from '../definition'

const DOCUMENTS: Record<string, (id: string) => string> = {
  booking: paths.sales.booking,
  collection: paths.treasury.collection,
  purchase: paths.inventory.purchase,
  count: paths.inventory.count,
  bad_order: paths.inventory.badOrder,
  voucher: paths.expenses.voucher,
  remittance: paths.treasury.remittance,
  deposit: paths.treasury.depositPrint,
}

/** Returns the address of the document of an entry; null when it was removed with its import. */
export function documentOf({ document_kind, document_id }: ReportRow): string | null {
  return document_id ? (DOCUMENTS[String(document_kind)]?.(String(document_id)) ?? null) : null
}

import { paths } from '~/paths'
import type { Permission } from '~/platform/access/permissions'
import type { ReportRow, ReportView } from '../definition'

interface DocumentScreen {
  address(id: string): string
  /** The permissions of which one opens the screen. */
  anyOf: readonly Permission[]
}

const DOCUMENTS: Record<string, DocumentScreen> = {
  booking: { address: paths.sales.booking, anyOf: ['bookings.read'] },
  memo: { address: paths.memos.memo, anyOf: ['memos.read'] },
  collection: { address: paths.treasury.collection, anyOf: ['collections.read'] },
  purchase: { address: paths.inventory.purchase, anyOf: ['purchases.read'] },
  count: { address: paths.inventory.count, anyOf: ['counts.write', 'counts.decide'] },
  bad_order: { address: paths.inventory.badOrder, anyOf: ['stock.movements'] },
  voucher: { address: paths.expenses.voucher, anyOf: ['vouchers.read'] },
  remittance: { address: paths.treasury.remittance, anyOf: ['collections.read'] },
  bank: { address: paths.treasury.bank, anyOf: ['treasury.position'] },
  deposit: { address: paths.treasury.depositPrint, anyOf: ['treasury.position'] },
}

/** Returns the address of the document of an entry; null when it was removed with its import, or the reader may not open it. */
export function documentOf(
  { document_kind, document_id }: ReportRow,
  { permissions }: Pick<ReportView, 'permissions'>,
): string | null {
  const screen = DOCUMENTS[String(document_kind)]
  if (!document_id || !screen?.anyOf.some((one) => permissions.includes(one))) return null
  return screen.address(String(document_id))
}

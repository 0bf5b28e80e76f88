import { paths } from '~/paths'
import type { Permission } from '~/platform/access/permissions'

interface Kind {
  /** The word in a sentence, such as "this booking". */
  word: string
  page: (id: string) => string
  /** Any one of these reads it, as far as its scope goes. */
  read: readonly [Permission, ...Permission[]]
}

const KINDS = {
  booking: { word: 'booking', page: paths.sales.booking, read: ['bookings.read'] },
  invoice: { word: 'invoice', page: paths.sales.invoice, read: ['invoicing.read'] },
  memo: { word: 'memo', page: paths.memos.memo, read: ['memos.read'] },
  collection: { word: 'receipt', page: paths.treasury.collection, read: ['collections.read'] },
  issued_cheque: {
    word: 'cheque',
    page: paths.expenses.cheque,
    read: ['treasury.read', 'vouchers.read'],
  },
  purchase: { word: 'purchase', page: paths.inventory.purchase, read: ['purchases.read'] },
  voucher: { word: 'voucher', page: paths.expenses.voucher, read: ['vouchers.read'] },
  customer: { word: 'customer', page: paths.customers.customer, read: ['customers.read'] },
  product: { word: 'product', page: paths.inventory.product, read: ['stock.read'] },
} satisfies Record<string, Kind>

export type DocumentKind = keyof typeof KINDS

/** The kinds of documents that have files and comments, as the SQL table `private.document_kinds` lists them. */
export const KINDS_WITH_FILES: Record<DocumentKind, Kind> = KINDS

/** Returns the kind of this name; null for any other. */
export const documentKind = (name: string | undefined): DocumentKind | null =>
  name && Object.hasOwn(KINDS_WITH_FILES, name) ? (name as DocumentKind) : null

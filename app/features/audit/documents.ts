/** A kind of document: what one of it is called, and where it is opened. */
interface DocumentKind {
  word: string
  /** Null: it has no screen of its own. */
  folder: string | null
}

/** Every kind that the trail and the checks of the books name (SQL: `kind`). */
const DOCUMENTS = {
  bank: { word: 'Bank account', folder: '/treasury/masters/banks' },
  booking: { word: 'Booking', folder: '/sales/bookings' },
  cheque: { word: 'Cheque issued', folder: '/expenses/cheques' },
  cheque_layout: { word: 'Cheque layout', folder: '/expenses/cheques/layouts' },
  collection: { word: 'Receipt', folder: '/treasury/treasury-list' },
  cost_center: { word: 'Cost center', folder: '/treasury/masters/cost-centers' },
  count: { word: 'Stock count', folder: '/inventory/stock-counts' },
  customer: { word: 'Customer', folder: '/customers/customer-list' },
  deposit: { word: 'Deposit slip', folder: '/treasury/deposits' },
  import: { word: 'Import', folder: null },
  payee: { word: 'Payee', folder: '/treasury/masters/payees' },
  person: { word: 'Person', folder: null },
  product: { word: 'Product', folder: '/inventory/product-list' },
  product_edit: { word: 'Correction', folder: null },
  project: { word: 'Project', folder: null },
  purchase: { word: 'Purchase', folder: '/inventory/purchase-list' },
  releaser: { word: 'Releaser', folder: '/treasury/masters/releasers' },
  remittance: { word: 'Remittance', folder: '/treasury/remittances' },
  request: { word: 'Warehouse request', folder: '/warehouse/warehouse-list' },
  voucher: { word: 'Voucher', folder: '/expenses/expenses-list' },
} as const satisfies Record<string, DocumentKind>

/** Address of a document's screen; null when its kind has none. */
export function addressOf(kind: string, id: string): string | null {
  const folder = kindOf(kind)?.folder
  return folder ? `${folder}/${id}` : null
}

/** What a document of the kind is called. */
export function wordOf(kind: string): string {
  return kindOf(kind)?.word ?? 'Document'
}

function kindOf(kind: string): DocumentKind | undefined {
  return (DOCUMENTS as Record<string, DocumentKind>)[kind]
}

/** A kind of document: what one of it is called, and where it is opened. */
interface DocumentKind {
  word: string
  /** Null: it has no screen of its own, or one that readers of the trail do not open. */
  folder: string | null
}

/** Every kind that the trail and the checks of the books name (SQL: `kind`). */
const DOCUMENTS = {
  agent_target: { word: 'Target of an agent', folder: null },
  bank: { word: 'Bank account', folder: null },
  booking: { word: 'Booking', folder: '/sales/bookings' },
  cheque: { word: 'Cheque issued', folder: '/expenses/cheques' },
  cheque_layout: { word: 'Cheque layout', folder: null },
  collection: { word: 'Receipt', folder: '/treasury/treasury-list' },
  cost_center: { word: 'Cost center', folder: null },
  count: { word: 'Stock count', folder: '/inventory/stock-counts' },
  customer: { word: 'Customer', folder: '/customers/customer-list' },
  deposit: { word: 'Deposit slip', folder: '/treasury/deposits' },
  import: { word: 'Import', folder: null },
  payee: { word: 'Payee', folder: null },
  person: { word: 'Person', folder: null },
  product: { word: 'Product', folder: '/inventory/product-list' },
  product_edit: { word: 'Correction', folder: null },
  project: { word: 'Project', folder: null },
  purchase: { word: 'Purchase', folder: '/inventory/purchase-list' },
  releaser: { word: 'Releaser', folder: null },
  remittance: { word: 'Remittance', folder: '/treasury/remittances' },
  request: { word: 'Warehouse request', folder: '/warehouse/warehouse-list' },
  voucher: { word: 'Voucher', folder: '/expenses/expenses-list' },
} as const satisfies Record<string, DocumentKind>

/** The kinds to choose from, by their word. */
export const KINDS = Object.entries(DOCUMENTS)
  .map(([value, { word: label }]) => ({ value, label }))
  .sort((a, b) => a.label.localeCompare(b.label))

/** Address of a document's screen; null when its kind has none. */
export function addressOf(kind: string, id: string): string | null {
  const folder = kindOf(kind)?.folder
  return folder ? `${folder}/${id}` : null
}

/** Where a document leads from the trail: to its screen, else to its own history. */
export function wayTo(kind: string, id: string): string {
  return addressOf(kind, id) ?? `/audit?document=${id}`
}

/** What a document of the kind is called. */
export function wordOf(kind: string): string {
  return kindOf(kind)?.word ?? 'Document'
}

function kindOf(kind: string): DocumentKind | undefined {
  return (DOCUMENTS as Record<string, DocumentKind>)[kind]
}

import { paths } from '~/paths'

/** A kind of document: what one of it is called, and where it is opened. */
interface DocumentKind {
  word: string
  /** Null: it has no screen of its own, or one that readers of the trail do not open. */
  address: ((id: string) => string) | null
}

/** Every kind that the trail and the checks of the books name (SQL: `kind`). */
const DOCUMENTS = {
  agent_target: { word: 'Target of an agent', address: null },
  bank: { word: 'Bank account', address: null },
  booking: { word: 'Booking', address: paths.sales.booking },
  cheque: { word: 'Cheque issued', address: paths.expenses.cheque },
  cheque_layout: { word: 'Cheque layout', address: null },
  collection: { word: 'Receipt', address: paths.treasury.collection },
  cost_center: { word: 'Cost center', address: null },
  count: { word: 'Stock count', address: paths.inventory.count },
  customer: { word: 'Customer', address: paths.customers.customer },
  deposit: { word: 'Deposit slip', address: paths.treasury.deposit },
  import: { word: 'Import', address: null },
  payee: { word: 'Payee', address: null },
  person: { word: 'Person', address: null },
  product: { word: 'Product', address: paths.inventory.product },
  product_edit: { word: 'Correction', address: null },
  project: { word: 'Project', address: null },
  purchase: { word: 'Purchase', address: paths.inventory.purchase },
  releaser: { word: 'Releaser', address: null },
  remittance: { word: 'Remittance', address: paths.treasury.remittance },
  request: { word: 'Warehouse request', address: paths.warehouse.request },
  voucher: { word: 'Voucher', address: paths.expenses.voucher },
} as const satisfies Record<string, DocumentKind>

/** The kinds to choose from, by their word. */
export const KINDS = Object.entries(DOCUMENTS)
  .map(([value, { word: label }]) => ({ value, label }))
  .sort((a, b) => a.label.localeCompare(b.label))

/** Address of a document's screen; null when its kind has none. */
export function addressOf(kind: string, id: string): string | null {
  return kindOf(kind)?.address?.(id) ?? null
}

/** Where a document leads from the trail: to its screen, else to its own history. */
export function wayTo(kind: string, id: string): string {
  return addressOf(kind, id) ?? `${paths.audit.trail}?document=${id}`
}

/** What a document of the kind is called. */
export function wordOf(kind: string): string {
  return kindOf(kind)?.word ?? 'Document'
}

function kindOf(kind: string): DocumentKind | undefined {
  return (DOCUMENTS as Record<string, DocumentKind>)[kind]
}

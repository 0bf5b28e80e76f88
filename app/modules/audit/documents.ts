import { paths } from '~/paths'

/** A kind of document: its name and its address. */
interface DocumentKind {
  word: string
  /** Null when the kind has no screen of its own, or one that readers of the trail may not open. */
  address: ((id: string) => string) | null
}

/** Lists every kind in the trail and in the book checks (SQL: `kind`). */
const DOCUMENTS = {
  account: { word: 'Account', address: null },
  agent_target: { word: 'Target of an agent', address: null },
  bank: { word: 'Bank account', address: null },
  booking: { word: 'Booking', address: paths.sales.booking },
  booklet: { word: 'Booklet', address: null },
  cheque: { word: 'Cheque issued', address: paths.expenses.cheque },
  cheque_layout: { word: 'Cheque layout', address: null },
  collection: { word: 'Receipt', address: paths.treasury.collection },
  cost_center: { word: 'Cost center', address: null },
  count: { word: 'Stock count', address: paths.inventory.count },
  customer: { word: 'Customer', address: paths.customers.customer },
  customer_group: { word: 'Group of customers', address: null },
  device: { word: 'Phone', address: null },
  deposit: { word: 'Deposit slip', address: paths.treasury.deposit },
  field_act: { word: 'Act of a phone', address: null },
  import: { word: 'Import', address: null },
  memo: { word: 'Memo', address: paths.memos.memo },
  bad_order: { word: 'Bad orders', address: paths.inventory.badOrder },
  paper_form: { word: 'Pre-printed form', address: null },
  payee: { word: 'Payee', address: null },
  person: { word: 'User', address: null },
  price_list: { word: 'Price list', address: null },
  report_schedule: { word: 'Scheduled e-mail', address: null },
  supplier: { word: 'Supplier', address: paths.inventory.supplier },
  product: { word: 'Product', address: paths.inventory.product },
  product_edit: { word: 'Correction', address: null },
  project: { word: 'Project', address: null },
  purchase: { word: 'Purchase', address: paths.inventory.purchase },
  releaser: { word: 'Releaser', address: null },
  remittance: { word: 'Remittance', address: paths.treasury.remittance },
  route: { word: 'Stop of a route', address: null },
  request: { word: 'Warehouse request', address: paths.warehouse.request },
  visit: { word: 'Visit', address: null },
  voucher: { word: 'Voucher', address: paths.expenses.voucher },
} as const satisfies Record<string, DocumentKind>

/** Lists the kinds as options, by name. */
export const DOCUMENT_KINDS = Object.entries(DOCUMENTS)
  .map(([value, { word: label }]) => ({ value, label }))
  .sort((a, b) => a.label.localeCompare(b.label))

/** Returns the address of a document's screen; null when its kind has none. */
export function addressOf(kind: string, id: string): string | null {
  return kindOf(kind)?.address?.(id) ?? null
}

/** Returns the link of a document in the trail: its screen, else its history. */
export function wayTo(kind: string, id: string): string {
  return addressOf(kind, id) ?? `${paths.audit.trail}?document=${id}`
}

/** Returns the name of a kind of document. */
export function wordOf(kind: string): string {
  return kindOf(kind)?.word ?? 'Document'
}

/** Kinds of rows that older versions wrote. */
const FORMER: Record<string, keyof typeof DOCUMENTS> = { deposit_slip: 'deposit' }

function kindOf(kind: string): DocumentKind | undefined {
  return (DOCUMENTS as Record<string, DocumentKind>)[FORMER[kind] ?? kind]
}

import { paths } from '~/paths'

/**
 * The kinds of documents that a search finds, in the order of their groups, with name and address.
 */
export const HIT_KINDS = {
  customer: {
    label: 'Customers',
    one: 'Customer',
    at: (id: string) => paths.customers.customer(id),
  },
  product: {
    label: 'Products',
    one: 'Product',
    at: (id: string) => paths.inventory.product(id),
  },
  booking: { label: 'Bookings', one: 'Booking', at: (id: string) => paths.sales.booking(id) },
  invoice: { label: 'Invoices', one: 'Invoice', at: (id: string) => paths.sales.booking(id) },
  collection: {
    label: 'Collections',
    one: 'Collection',
    at: (id: string) => paths.treasury.collection(id),
  },
  cheque: {
    label: 'Cheques received',
    one: 'Cheque received',
    at: (id: string) => paths.treasury.collection(id),
  },
  purchase: {
    label: 'Purchases',
    one: 'Purchase',
    at: (id: string) => paths.inventory.purchase(id),
  },
  delivery_receipt: {
    label: 'Delivery receipts',
    one: 'Delivery receipt',
    at: (id: string, no: string) => `${paths.sales.deliveryReceipt(id)}?no=${no}`,
  },
  issued_cheque: {
    label: 'Cheques issued',
    one: 'Cheque issued',
    at: (id: string) => paths.expenses.cheque(id),
  },
  voucher: {
    label: 'Vouchers',
    one: 'Voucher',
    at: (id: string) => paths.expenses.voucher(id),
  },
  memo: { label: 'Memos', one: 'Memo', at: (id: string) => paths.memos.memo(id) },
  remittance: {
    label: 'Remittances',
    one: 'Remittance',
    at: (id: string) => paths.treasury.remittance(id),
  },
  deposit: {
    label: 'Deposits',
    one: 'Deposit',
    at: (id: string) => paths.treasury.deposit(id),
  },
  bad_order: {
    label: 'Bad orders',
    one: 'Bad order',
    at: (id: string) => paths.inventory.badOrder(id),
  },
  warehouse_request: {
    label: 'Warehouse requests',
    one: 'Warehouse request',
    at: (id: string) => paths.warehouse.request(id),
  },
} as const

export type HitKind = keyof typeof HIT_KINDS
export const HIT_GROUPS = Object.keys(HIT_KINDS) as HitKind[]

/** A document that was found. */
export interface Hit {
  kind: HitKind
  id: string
  label: string
  /** The customer or purpose of the document; null when there is none. */
  detail: string | null
  state: string
  to: string
}

/**
 * The number of results of a kind in the palette; the other constant is for the page of results.
 */
export const HITS_IN_PALETTE = 5
export const LONG = 25

/** Returns a state as text, such as "on hand". */
export const stateText = (state: string) => state.replace(/[-_]/g, ' ')

import { paths } from '~/paths'

/** What a search can find, in the order of its groups, what one of them is called, and where it is opened. */
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
} as const

export type HitKind = keyof typeof HIT_KINDS
export const HIT_GROUPS = Object.keys(HIT_KINDS) as HitKind[]

/** A document that was found. */
export interface Hit {
  kind: HitKind
  id: string
  label: string
  /** Whose, what for; null when there is nothing to say. */
  detail: string | null
  state: string
  to: string
}

/** How many of a kind the palette shows, and how many the page of results. */
export const SHORT = 5
export const LONG = 25

/** As a person reads it: "on hand". */
export const stateText = (state: string) => state.replace(/[-_]/g, ' ')

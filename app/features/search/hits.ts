/** What a search can find, in the order of its groups, and where each is opened. */
export const HIT_KINDS = {
  customer: { label: 'Customers', at: (id: string) => `/customers/customer-list/${id}` },
  product: { label: 'Products', at: (id: string) => `/inventory/product-list/${id}` },
  booking: { label: 'Bookings', at: (id: string) => `/sales/bookings/${id}` },
  invoice: { label: 'Invoices', at: (id: string) => `/sales/bookings/${id}` },
  collection: { label: 'Collections', at: (id: string) => `/treasury/treasury-list/${id}` },
  cheque: { label: 'Cheques received', at: (id: string) => `/treasury/treasury-list/${id}` },
  purchase: { label: 'Purchases', at: (id: string) => `/inventory/purchase-list/${id}` },
  issued_cheque: { label: 'Cheques issued', at: (id: string) => `/expenses/cheques/${id}` },
  voucher: { label: 'Vouchers', at: (id: string) => `/expenses/expenses-list/${id}` },
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

import { paths } from '~/paths'

/** The kinds of documents that Home lists as recent, by their table. */
export const RECENT = {
  bookings: { one: 'Booking', at: paths.sales.booking },
  collections: { one: 'Collection', at: paths.treasury.collection },
  customers: { one: 'Customer', at: paths.customers.customer },
  memos: { one: 'Memo', at: paths.memos.memo },
  purchases: { one: 'Purchase', at: paths.inventory.purchase },
  vouchers: { one: 'Voucher', at: paths.expenses.voucher },
  warehouse_requests: { one: 'Warehouse request', at: paths.warehouse.request },
} as const

export type RecentKind = keyof typeof RECENT

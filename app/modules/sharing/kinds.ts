import type { Permission } from '~/platform/access/permissions'

/** The papers of documents that can be shared, by their names in an address. */
export type SharedPaper =
  | 'invoice'
  | 'delivery_receipt'
  | 'memo'
  | 'receipt'
  | 'statement'
  | 'voucher'
  | 'purchase'

/** Any one of these permissions prints some of them. */
export const SHARE_PERMISSIONS: [Permission, ...Permission[]] = [
  'invoicing.read',
  'bookings.deliver',
  'memos.read',
  'collections.read',
  'reports.ar',
  'vouchers.read',
  'purchases.read',
]

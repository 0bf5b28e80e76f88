import type { Permission } from '../../app/platform/access/permissions.ts'

/**
 * Declares the access that the isolation matrix expects of each table in `public`. A table that is
 * not declared here fails the matrix; so does a declaration without a table.
 */
export interface TableAccess {
  /** Permission that shows rows; `people` = names of colleagues; `member` = one's own project; `own` = rows of the person. */
  select: Permission | readonly Permission[] | 'people' | 'member' | 'own'
  /** The administrator sees the rows that are about projects and people. */
  administration?: boolean
  /** Column and permission of a plain update, where the table is master data. */
  update?: { column: string; permission: Permission }
  /** Permission of a plain insert. */
  insert?: Permission
}

export const TABLES: Record<string, TableAccess> = {
  accounts: { select: 'journal.read' },
  agent_customer_transfers: { select: 'customers.read' },
  agent_targets: { select: ['portal.gm', 'portal.ase'] },
  audit_log: { select: 'audit.read', administration: true },
  bad_order_lines: { select: 'stock.movements' },
  bad_orders: { select: 'stock.movements' },
  bank_balances: { select: 'treasury.position' },
  banks: {
    select: ['treasury.read', 'vouchers.read'],
    insert: 'masters.write',
    update: { column: 'account_no', permission: 'masters.write' },
  },
  booking_credits: { select: 'bookings.read' },
  booking_lines: { select: 'bookings.read' },
  bookings: { select: 'bookings.read' },
  cash_deposits: { select: 'treasury.position' },
  cheque_events: { select: 'collections.read' },
  cheque_layouts: {
    select: ['treasury.read', 'vouchers.read'],
    insert: 'masters.write',
    update: { column: 'feed_note', permission: 'masters.write' },
  },
  collection_allocations: { select: 'collections.read' },
  collections: { select: 'collections.read' },
  cost_centers: {
    select: ['treasury.read', 'vouchers.read'],
    insert: 'masters.write',
    update: { column: 'account_number', permission: 'masters.write' },
  },
  field_acts: { select: 'field.read' },
  customer_groups: { select: 'prices.read' },
  customer_finance_events: { select: 'customers.read' },
  customers: {
    select: 'customers.read',
    update: { column: 'contact', permission: 'customers.write' },
  },
  delivery_receipts: { select: 'bookings.read' },
  category_changes: { select: 'stock.read' },
  deposit_slips: { select: 'collections.read' },
  devices: { select: 'field.read' },
  routes: { select: 'field.read' },
  booklets: { select: 'collections.read' },
  skipped_numbers: { select: 'collections.read' },
  visits: { select: 'field.read' },
  // The document decides: reach.ts.
  document_comments: { select: 'bookings.read' },
  document_files: { select: 'bookings.read' },
  // The matrix imports products only; opening.test.ts covers the imports of customers.
  imports: { select: 'products.write' },
  inventory: { select: 'stock.read' },
  e_invoices: { select: 'invoicing.read' },
  e_memos: { select: 'memos.read' },
  invoice_changes: { select: 'invoicing.read' },
  issued_cheques: { select: ['treasury.read', 'vouchers.read'] },
  memberships: { select: 'people' },
  memo_goods: { select: 'memos.read' },
  memo_lines: { select: 'memos.read' },
  memos: { select: 'memos.read' },
  money_entries: { select: 'treasury.position' },
  // The recipient's own, of documents that the recipient reads: reach.ts.
  notification_choices: { select: 'own' },
  notifications: { select: 'bookings.read' },
  paper_forms: {
    select: 'invoicing.read',
    insert: 'settings.write',
    update: { column: 'feed_note', permission: 'settings.write' },
  },
  payees: {
    select: ['treasury.read', 'vouchers.read'],
    insert: 'masters.write',
    update: { column: 'account_no', permission: 'masters.write' },
  },
  period_closings: { select: 'journal.read' },
  price_list_items: { select: 'prices.read' },
  price_lists: { select: 'prices.read' },
  price_changes: { select: 'stock.read' },
  product_edit_requests: { select: 'purchases.read' },
  products: {
    select: 'stock.read',
    insert: 'products.write',
    update: { column: 'supplier', permission: 'products.write' },
  },
  profiles: { select: 'people' },
  projects: { select: 'member' },
  push_subscriptions: { select: 'own' },
  purchase_lines: { select: 'purchases.read' },
  purchases: { select: 'purchases.read' },
  receivable_entries: { select: 'collections.read' },
  releasers: {
    select: ['treasury.read', 'vouchers.read'],
    insert: 'masters.write',
    update: { column: 'designation', permission: 'masters.write' },
  },
  remittance_cash: { select: 'collections.read' },
  remittance_receipts: { select: 'collections.read' },
  remittances: { select: 'collections.read' },
  sales_entries: { select: 'bookings.read' },
  stock_count_lines: { select: ['counts.write', 'counts.decide'] },
  stock_counts: { select: ['counts.write', 'counts.decide'] },
  stock_movements: { select: 'stock.movements' },
  suppliers: {
    select: 'costs.read',
    insert: 'products.write',
    update: { column: 'tin', permission: 'products.write' },
  },
  // The report decides, and sharing: reach.ts.
  report_schedules: { select: 'reports.ar' },
  report_views: { select: 'reports.ar' },
  report_prints: { select: 'reports.ar' },
  voucher_lines: { select: 'vouchers.read' },
  vouchers: { select: 'vouchers.read' },
  warehouse_request_lines: { select: 'warehouse.read' },
  warehouse_requests: { select: 'warehouse.read' },
}

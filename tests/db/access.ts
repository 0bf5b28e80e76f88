import { PERMISSIONS, type Permission } from '../../app/platform/access/permissions.ts'

/**
 * Declares the access that the isolation matrix expects of each table in `public`. A table that is
 * not declared here fails the matrix; so does a declaration without a table.
 */
export interface TableAccess {
  /** Permission that shows rows; `people` = names of colleagues; `member` = one's own project. */
  select: Permission | readonly Permission[] | 'people' | 'member'
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
  customer_finance_events: { select: 'customers.read' },
  customers: {
    select: 'customers.read',
    update: { column: 'contact', permission: 'customers.write' },
  },
  deposit_slips: { select: 'collections.read' },
  // The matrix imports products only; opening.test.ts covers the imports of customers.
  imports: { select: 'products.write' },
  inventory: { select: 'stock.read' },
  invoice_changes: { select: 'invoicing.read' },
  issued_cheques: { select: ['treasury.read', 'vouchers.read'] },
  memberships: { select: 'people' },
  memo_lines: { select: 'memos.read' },
  memos: { select: 'memos.read' },
  money_entries: { select: 'treasury.position' },
  payees: {
    select: ['treasury.read', 'vouchers.read'],
    insert: 'masters.write',
    update: { column: 'account_no', permission: 'masters.write' },
  },
  period_closings: { select: 'journal.read' },
  price_changes: { select: 'stock.read' },
  product_edit_requests: { select: 'purchases.read' },
  products: {
    select: 'stock.read',
    insert: 'products.write',
    update: { column: 'supplier', permission: 'products.write' },
  },
  profiles: { select: 'people' },
  projects: { select: 'member' },
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
  // The report decides, and sharing: reach.ts.
  report_views: { select: 'reports.ar' },
  report_prints: { select: 'reports.ar' },
  voucher_attachments: { select: 'vouchers.read' },
  voucher_lines: { select: 'vouchers.read' },
  vouchers: { select: 'vouchers.read' },
  warehouse_request_lines: { select: 'warehouse.read' },
  warehouse_requests: { select: 'warehouse.read' },
}

/**
 * Declares who may call each function of `public` in a project, with arguments that no function
 * accepts: a person without permission must be refused before the input is checked. `anyone` =
 * every signed-in person, about what they may read; `profile` = every person with a profile;
 * `service` = the secret key alone.
 */
interface FunctionAccess {
  needs: Permission | readonly (Permission | 'admin')[] | 'admin' | 'anyone' | 'profile' | 'service'
  args: Record<string, unknown>
}

const NOWHERE = '00000000-0000-4000-8000-000000000000'
const document = { p_version: 1 }
const voucher = { p_voucher: NOWHERE, ...document }
/** Any one of these permissions is enough. */
const REPORTS = PERMISSIONS.filter((name) => name.startsWith('reports.'))

export const FUNCTIONS: Record<string, FunctionAccess> = {
  account_without_profile: { needs: 'service', args: { p_email: 'nobody@fixture.test' } },
  add_cheque_book: { needs: 'masters.write', args: { p_book: {} } },
  admin_overview: { needs: 'admin', args: {} },
  allocate_credit: {
    needs: 'collections.decide',
    args: { p_collection: NOWHERE, ...document, p_allocations: {} },
  },
  approve_collection: { needs: 'collections.decide', args: { p_collection: NOWHERE, ...document } },
  approve_memo: { needs: 'memos.approve', args: { p_memo: NOWHERE, ...document } },
  approve_voucher: { needs: 'vouchers.approve', args: { p_voucher: NOWHERE, ...document } },
  attach_voucher_file: { needs: 'vouchers.write', args: { p_voucher: NOWHERE, p_file: {} } },
  detach_voucher_file: { needs: 'vouchers.write', args: { p_attachment: NOWHERE } },
  archive_bookings: { needs: 'bookings.archive', args: { p_so_nos: {}, p_status: '' } },
  archive_preview: { needs: 'bookings.archive', args: { p_so_nos: {}, p_status: '' } },
  audit_lines: { needs: 'audit.read', args: { p_rows: {} } },
  audit_names: { needs: 'audit.read', args: { p_ids: {} } },
  audit_totals: { needs: 'audit.read', args: {} },
  audit_trail: { needs: 'audit.read', args: {} },
  bank_ledger: { needs: 'treasury.position', args: { p_bank: NOWHERE } },
  bank_positions: { needs: 'treasury.position', args: {} },
  bank_statements: { needs: 'treasury.position', args: { p_bank: NOWHERE } },
  begin_sign_in: {
    needs: 'service',
    args: { p_kind: 'sign_in', p_email: 'nobody@fixture.test', p_address: null },
  },
  booking_totals: { needs: 'anyone', args: { p_filters: {} } },
  booking_trail: { needs: 'bookings.read', args: { p_booking: NOWHERE } },
  cancel_booking: {
    needs: 'bookings.write',
    args: { p_booking: NOWHERE, ...document, p_reason: '' },
  },
  cancel_collection: {
    needs: 'collections.decide',
    args: { p_collection: NOWHERE, ...document, p_reason: '' },
  },
  cancel_memo: {
    needs: ['memos.write', 'memos.approve'],
    args: { p_memo: NOWHERE, ...document, p_reason: '' },
  },
  cancel_purchase: {
    needs: 'purchases.write',
    args: { p_purchase: NOWHERE, ...document, p_reason: '' },
  },
  cancel_remittance: {
    needs: 'treasury.write',
    args: { p_remittance: NOWHERE, ...document, p_reason: '' },
  },
  cancel_stock_count: {
    needs: ['counts.write', 'counts.decide'],
    args: { p_count: NOWHERE, ...document, p_reason: '' },
  },
  cancel_voucher: { needs: 'vouchers.write', args: { ...voucher, p_reason: '' } },
  cash_position: { needs: 'treasury.position', args: {} },
  change_display_name: { needs: 'profile', args: { p_display_name: 'Same name' } },
  cheque_register: { needs: 'collections.read', args: { p_filters: { tab: 'unknown' } } },
  cheque_totals: { needs: 'collections.read', args: {} },
  clear_issued_cheques: { needs: 'treasury.write', args: { p_cleared: {} } },
  clear_cheque: {
    needs: 'treasury.write',
    args: { p_collection: NOWHERE, ...document, p_date: null },
  },
  collection_list: { needs: 'collections.read', args: { p_filters: { ascending: 'neither' } } },
  collection_totals: { needs: 'collections.read', args: { p_filters: {} } },
  create_booking: { needs: 'bookings.write', args: { p_booking: {} } },
  close_period: { needs: 'periods.close', args: { p_through: '2999-12-31', p_reason: '' } },
  closing_pending: { needs: 'journal.read', args: { p_through: null } },
  pay_back_collection: {
    needs: 'collections.decide',
    args: { p_collection: NOWHERE, ...document, p_payment: {} },
  },
  reopen_period: { needs: 'periods.close', args: { p_through: null, p_reason: '' } },
  create_memo: { needs: 'memos.write', args: { p_memo: {} } },
  create_project: { needs: 'admin', args: { p_details: {} } },
  create_purchase: { needs: 'purchases.write', args: { p_purchase: {} } },
  create_voucher: { needs: 'vouchers.write', args: { p_voucher: {} } },
  create_warehouse_request: { needs: 'warehouse.write', args: { p_request: {} } },
  current_identity: { needs: 'anyone', args: {} },
  customer_areas: { needs: 'anyone', args: {} },
  customer_list: { needs: 'customers.read', args: { p_filters: {} } },
  customer_position: { needs: 'customers.read', args: { p_customer: NOWHERE } },
  customer_totals: { needs: 'customers.read', args: { p_filters: {} } },
  customer_duplicates: { needs: 'anyone', args: { p_candidates: {} } },
  customer_statement: { needs: 'reports.ar', args: { p_customer: NOWHERE } },
  customer_statements: { needs: 'reports.ar', args: { p_filters: { limit: 'unknown' } } },
  decide_customer: {
    needs: 'customers.decide',
    args: { p_customer: NOWHERE, ...document, p_decision: 'approved' },
  },
  deactivate_customer: {
    needs: 'customers.decide',
    args: { p_customer: NOWHERE, ...document, p_reason: '' },
  },
  decide_product_edit: {
    needs: 'product_edits.decide',
    args: { p_request: NOWHERE, ...document, p_decision: 'unknown' },
  },
  decide_warehouse_request: {
    needs: 'warehouse.decide',
    args: { p_request: NOWHERE, ...document, p_decision: 'unknown' },
  },
  deliver_booking: {
    needs: 'bookings.deliver',
    args: { p_booking: NOWHERE, ...document, p_date: null },
  },
  deposit_slip: { needs: 'treasury.position', args: { p_slip: NOWHERE } },
  deposit_list: { needs: 'treasury.position', args: {} },
  deposit_cheque: { needs: 'treasury.write', args: { p_deposit: {} } },
  end_member_sessions: { needs: 'admin', args: { p_user: NOWHERE } },
  end_my_sessions: { needs: 'profile', args: { p_session: NOWHERE } },
  end_sign_in: { needs: 'service', args: { p_attempt: NOWHERE } },
  enter_stock_count: {
    needs: 'counts.write',
    args: { p_count: NOWHERE, ...document, p_lines: {} },
  },
  import_customers: { needs: 'customers.decide', args: { p_import: {} } },
  import_products: { needs: 'products.write', args: { p_import: {} } },
  invoice_document: { needs: 'invoicing.read', args: { p_booking: NOWHERE } },
  invoice_duplicates: { needs: 'invoicing.read', args: { p_series: '' } },
  invoice_gaps: { needs: 'invoicing.read', args: { p_series: '' } },
  invoice_queues: { needs: 'anyone', args: {} },
  invoice_series_list: { needs: 'invoicing.read', args: {} },
  next_invoice_no: { needs: 'invoicing.read', args: {} },
  pick_list: { needs: 'anyone', args: { p_filters: {} } },
  delivery_list: { needs: 'anyone', args: { p_filters: {} } },
  delivery_receipt: { needs: 'anyone', args: { p_booking: NOWHERE } },
  inbox: { needs: 'anyone', args: { p_filters: {} } },
  inbox_totals: { needs: 'anyone', args: {} },
  inventory_actual: { needs: 'stock.movements', args: { p_filters: {} } },
  // Answers everyone with the rows that the person may read: none for most.
  inventory_totals: { needs: 'anyone', args: { p_filters: {} } },
  issued_register: {
    needs: ['treasury.read', 'vouchers.read'],
    args: { p_filters: { tab: 'unknown' } },
  },
  issued_totals: { needs: ['treasury.read', 'vouchers.read'], args: {} },
  last_purchase_prices: { needs: 'anyone', args: { p_products: [] } },
  mark_voucher_printed: {
    needs: 'vouchers.write',
    args: { p_voucher: NOWHERE, ...document },
  },
  memo_document: { needs: 'memos.read', args: { p_memo: NOWHERE } },
  memo_list: { needs: 'memos.read', args: { p_filters: {} } },
  my_sessions: { needs: 'anyone', args: {} },
  record_session: { needs: 'profile', args: { p_device: 'Browser', p_address: '127.0.0.1' } },
  open_stock_count: { needs: 'counts.write', args: { p_count: {} } },
  post_stock_count: {
    needs: 'counts.decide',
    args: { p_count: NOWHERE, ...document, p_reason: '' },
  },
  print_issued_cheque: { needs: 'vouchers.write', args: { p_cheque: NOWHERE, ...document } },
  product_costs: { needs: 'costs.read', args: {} },
  product_edit_effects: { needs: 'anyone', args: {} },
  product_ledger: { needs: 'stock.movements', args: { p_product: NOWHERE, p_filters: {} } },
  product_list: { needs: 'anyone', args: { p_filters: {} } },
  product_suppliers: { needs: 'anyone', args: {} },
  project_details: { needs: ['settings.read', 'admin'], args: {} },
  project_list: { needs: 'admin', args: { p_filters: {} } },
  provision_member: {
    needs: 'admin',
    args: { p_member: {} },
  },
  purchase_suppliers: { needs: 'anyone', args: {} },
  purchase_totals: { needs: 'anyone', args: { p_filters: {} } },
  purchase_duplicates: { needs: 'anyone', args: { p_po_no: 'x', p_invoice_no: 'x' } },
  receive_remittance: { needs: 'treasury.write', args: { p_remittance: {} } },
  record_bank_balance: { needs: 'treasury.write', args: { p_balance: {} } },
  record_collection: { needs: 'collections.record', args: { p_collection: {} } },
  remittance_list: { needs: 'collections.read', args: { p_filters: {} } },
  remittance_totals: { needs: 'collections.read', args: { p_filters: {} } },
  release_voucher: {
    needs: 'vouchers.write',
    args: { p_voucher: NOWHERE, ...document, p_releaser: NOWHERE },
  },
  remove_project: { needs: 'admin', args: { p_status: 'unknown' } },
  release_issued_cheque: {
    needs: 'vouchers.write',
    args: { p_cheque: NOWHERE, ...document, p_date: null },
  },
  replace_issued_cheque: {
    needs: 'vouchers.write',
    args: { p_cheque: NOWHERE, ...document, p_next: {} },
  },
  replace_cheque: {
    needs: 'treasury.write',
    args: { p_collection: NOWHERE, ...document, p_receipt: {} },
  },
  report_collection: { needs: 'reports.collection', args: { p_filters: {} } },
  report_delivery: { needs: 'reports.delivery', args: { p_filters: {} } },
  report_expenses: { needs: 'reports.expenses', args: { p_filters: {} } },
  report_journal: { needs: 'journal.read', args: { p_filters: {} } },
  report_trial_balance: { needs: 'journal.read', args: { p_filters: {} } },
  chart_of_accounts: { needs: 'journal.read', args: {} },
  save_account: { needs: 'accounts.write', args: { p_account: '', p_version: -1, p_values: {} } },
  report_invoice: { needs: 'reports.invoice', args: { p_filters: {} } },
  report_ar: { needs: 'reports.ar', args: { p_filters: {} } },
  report_customer_masterlist: { needs: 'reports.masterlist', args: { p_filters: {} } },
  report_inventory: { needs: 'reports.inventory', args: { p_filters: {} } },
  report_purchase: { needs: 'reports.purchase', args: { p_filters: {} } },
  report_penetration_report: { needs: 'reports.penetration', args: { p_filters: {} } },
  report_sales: { needs: 'reports.sales', args: { p_filters: {} } },
  print_report: { needs: 'reports.ar', args: { p_print: { report: 'ar' } } },
  remove_report_view: { needs: REPORTS, args: { p_view: NOWHERE } },
  save_report_view: { needs: 'reports.ar', args: { p_view: { report: 'ar' } } },
  rows_of_report: { needs: 'reports.ar', args: { p_report: 'report_ar', p_filters: {} } },
  report_sales_customerspecific: { needs: 'reports.sales', args: { p_filters: {} } },
  request_product_edit: { needs: 'product_edits.request', args: { p_request: {} } },
  request_customer: { needs: 'customers.request', args: { p_customer: {} } },
  return_cheque: {
    needs: 'treasury.write',
    args: { p_collection: NOWHERE, ...document, p_date: null, p_reason: '' },
  },
  search_documents: { needs: 'anyone', args: { p_query: 'x' } },
  set_agent_targets: { needs: 'portal.gm', args: { p_targets: {} } },
  set_booking_dates: {
    needs: ['bookings.validate', 'invoicing.write', 'bookings.deliver'],
    args: { p_booking: NOWHERE, ...document, p_dates: {}, p_reason: '' },
  },
  set_collection_bank: {
    needs: 'treasury.write',
    args: { p_collection: NOWHERE, ...document, p_bank: NOWHERE },
  },
  set_credit_line: {
    needs: 'customers.decide',
    args: { p_customer: NOWHERE, ...document, p_credit_line: -1, p_terms_days: -1 },
  },
  send_back_stock_count: {
    needs: 'counts.decide',
    args: { p_count: NOWHERE, ...document, p_reason: '' },
  },
  set_invoice: {
    needs: 'invoicing.write',
    args: { p_booking: NOWHERE, ...document, p_invoice_no: '', p_date: null },
  },
  set_invoices: { needs: 'invoicing.write', args: { p_batch: {} } },
  set_member_status: { needs: 'admin', args: { p_user: NOWHERE, p_status: 'active' } },
  set_platform_admin: {
    needs: 'service',
    args: { p_user: NOWHERE, p_email: 'x', p_display_name: 'x' },
  },
  transfer_preview: { needs: 'customers.transfer', args: { p_customers: {} } },
  transfer_customers: { needs: 'customers.transfer', args: { p_transfer: {} } },
  stale_issued_cheque: { needs: 'treasury.write', args: { p_cheque: NOWHERE, ...document } },
  stock_count_sheet: { needs: 'anyone', args: { p_count: NOWHERE, p_filters: {} } },
  stock_count_totals: { needs: 'anyone', args: { p_counts: [] } },
  reverse_cash_deposit: { needs: 'treasury.write', args: { p_slip: NOWHERE, p_reason: '' } },
  targets_of_month: { needs: ['portal.gm', 'portal.ase'], args: { p_month: 'unknown' } },
  treasury_days: { needs: 'treasury.position', args: {} },
  uncleared_customers: { needs: 'treasury.position', args: {} },
  undo_import: {
    needs: ['products.write', 'customers.decide'],
    args: { p_import: NOWHERE, ...document },
  },
  update_booking: {
    needs: 'bookings.write',
    args: { p_booking: NOWHERE, ...document, p_details: {} },
  },
  update_customer_tax: {
    needs: 'customers.write',
    args: { p_customer: NOWHERE, ...document, p_tin_no: 'x', p_business_style: '' },
  },
  unremitted: { needs: 'collections.read', args: {} },
  unremitted_receipts: { needs: 'collections.read', args: { p_collector: NOWHERE } },
  unverified_people: { needs: 'service', args: { p_among: {} } },
  update_member: { needs: 'admin', args: { ...document, p_member: {} } },
  update_project: { needs: 'admin', args: { ...document, p_details: {} } },
  update_voucher: { needs: 'vouchers.write', args: { ...voucher, p_details: {} } },
  voucher_categories: { needs: 'anyone', args: {} },
  voucher_totals: { needs: 'anyone', args: { p_filters: {} } },
  voucher_duplicates: { needs: 'anyone', args: { p_payee: NOWHERE, p_invoice_no: 'x' } },
  verify_books: { needs: 'audit.read', args: {} },
  confirm_payee_account: {
    needs: ['masters.write', 'vouchers.approve'],
    args: { p_payee: NOWHERE, ...document },
  },
  validation_checks: { needs: 'anyone', args: { p_bookings: [] } },
  validate_booking: { needs: ['bookings.validate'], args: { p_booking: NOWHERE, ...document } },
  is_command_completed: { needs: 'anyone', args: { p_idempotency_key: NOWHERE } },
  work_due: { needs: 'anyone', args: {} },
  void_issued_cheque: {
    needs: 'vouchers.write',
    args: { p_cheque: NOWHERE, ...document, p_void: {} },
  },
}

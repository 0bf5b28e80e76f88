import { PERMISSIONS, type Permission } from '../../app/platform/access/permissions.ts'
import { FIELD_FUNCTIONS } from './access-field.ts'
import { SERVICE_FUNCTIONS } from './access-service.ts'

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
const IMPORTS: readonly Permission[] = [
  'bookings.write',
  'collections.record',
  'customers.decide',
  'masters.write',
  'products.write',
  'purchases.write',
]
/** Views are kept of reports and of lists. */
const VIEWS = PERMISSIONS.filter((name) =>
  /^reports\.|^(bookings|collections|customers|journal|memos|purchases|stock|treasury|vouchers|warehouse)\.read$|^counts\.(write|decide)$|^stock\.movements$|^treasury\.position$/.test(
    name,
  ),
)

/** Reports are mailed to who may read any. */
const REPORTS = PERMISSIONS.filter((name) => /^reports\.|^journal\.read$/.test(name))

export const FUNCTIONS: Record<string, FunctionAccess> = {
  ...SERVICE_FUNCTIONS,
  ...FIELD_FUNCTIONS,
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
  booking_document: { needs: 'bookings.read', args: { p_booking: NOWHERE } },
  booking_page: { needs: 'bookings.read', args: { p_booking: NOWHERE } },
  booking_list: { needs: 'bookings.read', args: { p_filters: {} } },
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
  choices: { needs: 'anyone', args: { p_lists: [] } },
  cheque_register: { needs: 'collections.read', args: { p_filters: { tab: 'unknown' } } },
  cheque_totals: { needs: 'collections.read', args: {} },
  clear_issued_cheques: { needs: 'treasury.write', args: { p_cleared: {} } },
  clear_cheque: {
    needs: 'treasury.write',
    args: { p_collection: NOWHERE, ...document, p_date: null },
  },
  collection_document: { needs: 'collections.read', args: { p_collection: NOWHERE } },
  collection_list: { needs: 'collections.read', args: { p_filters: {} } },
  receipt_list: { needs: 'collections.read', args: { p_filters: {} } },
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
  customer_list: { needs: 'customers.read', args: { p_filters: {} } },
  customer_page: { needs: 'customers.read', args: { p_customer: NOWHERE } },
  customer_position: { needs: 'customers.read', args: { p_customer: NOWHERE } },
  customer_totals: { needs: 'customers.read', args: { p_filters: {} } },
  customer_duplicates: { needs: 'anyone', args: { p_candidates: {} } },
  customer_statement: { needs: 'reports.ar', args: { p_customer: NOWHERE } },
  customer_statements: { needs: 'reports.ar', args: { p_filters: { limit: 'unknown' } } },
  decide_customer: {
    needs: 'customers.decide',
    args: { p_customer: NOWHERE, ...document, p_decision: 'approved' },
  },
  merge_customers: {
    needs: 'customers.decide',
    args: { p_customer: NOWHERE, ...document, p_into: NOWHERE, p_reason: 'x' },
  },
  merge_products: {
    needs: 'products.write',
    args: { p_product: NOWHERE, ...document, p_into: NOWHERE },
  },
  merge_suppliers: {
    needs: 'products.write',
    args: { p_supplier: NOWHERE, ...document, p_into: NOWHERE },
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
  end_member_sessions: { needs: ['people.write', 'admin'], args: { p_user: NOWHERE } },
  enter_stock_count: {
    needs: 'counts.write',
    args: { p_count: NOWHERE, ...document, p_lines: {} },
  },
  import_bookings: { needs: 'bookings.write', args: { p_import: {} } },
  import_customer_changes: { needs: 'customers.decide', args: { p_import: {} } },
  import_customers: { needs: 'customers.decide', args: { p_import: {} } },
  import_open_invoices: { needs: 'customers.decide', args: { p_import: {} } },
  import_opening_stock: { needs: 'purchases.write', args: { p_import: {} } },
  import_payees: { needs: 'masters.write', args: { p_import: {} } },
  import_product_changes: { needs: 'products.write', args: { p_import: {} } },
  import_products: { needs: 'products.write', args: { p_import: {} } },
  import_purchases: { needs: 'purchases.write', args: { p_import: {} } },
  import_receipts: { needs: 'collections.record', args: { p_import: {} } },
  e_invoice: { needs: 'invoicing.read', args: { p_booking: NOWHERE } },
  e_memo: { needs: 'memos.read', args: { p_memo: NOWHERE } },
  invoice_document: { needs: 'invoicing.read', args: { p_booking: NOWHERE } },
  invoice_duplicates: { needs: 'invoicing.read', args: { p_series: '' } },
  invoice_gaps: { needs: 'invoicing.read', args: { p_series: '' } },
  invoice_queues: { needs: 'anyone', args: {} },
  invoice_series_list: { needs: 'invoicing.read', args: {} },
  next_cr_no: { needs: 'collections.record', args: {} },
  next_po_no: { needs: 'purchases.write', args: {} },
  next_invoice_no: { needs: 'invoicing.read', args: {} },
  pick_list: { needs: 'anyone', args: { p_filters: {} } },
  delivery_list: { needs: 'anyone', args: { p_filters: {} } },
  delivery_receipt: { needs: 'anyone', args: { p_booking: NOWHERE } },
  inbox: { needs: 'anyone', args: { p_filters: {} } },
  home_day: { needs: 'anyone', args: {} },
  home_overview: { needs: ['portal.gm', 'portal.ase'], args: {} },
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
  open_stock_count: { needs: 'counts.write', args: { p_count: {} } },
  portal_collections: {
    needs: 'reports.collection',
    args: { p_filters: { days: [], month: {} } },
  },
  portal_day: { needs: ['portal.gm', 'portal.ase'], args: { p_filters: { day: '2026-01-01' } } },
  portal_reach: { needs: 'reports.penetration', args: { p_filters: {} } },
  portal_sales: {
    needs: 'reports.sales',
    args: { p_filters: { days: [], month: {}, recent: {} } },
  },
  post_stock_count: {
    needs: 'counts.decide',
    args: { p_count: NOWHERE, ...document, p_reason: '' },
  },
  print_issued_cheque: { needs: 'vouchers.write', args: { p_cheque: NOWHERE, ...document } },
  product_costs: { needs: 'costs.read', args: {} },
  product_edit_effects: { needs: 'anyone', args: {} },
  product_ledger: { needs: 'stock.movements', args: { p_product: NOWHERE, p_filters: {} } },
  product_list: { needs: 'anyone', args: { p_filters: {} } },
  project_details: { needs: ['settings.read', 'admin'], args: {} },
  project_list: { needs: 'admin', args: { p_filters: {} } },
  proposed_prices: {
    needs: 'stock.read',
    args: { p_customer: NOWHERE, p_on: null, p_products: { products: [] } },
  },
  provision_member: {
    needs: ['people.write', 'admin'],
    args: { p_member: {} },
  },
  purchase_list: { needs: 'purchases.read', args: { p_filters: {} } },
  purchase_totals: { needs: 'anyone', args: { p_filters: {} } },
  purchase_duplicates: { needs: 'anyone', args: { p_po_no: 'x', p_invoice_no: 'x' } },
  receive_remittance: { needs: 'treasury.write', args: { p_remittance: {} } },
  record_bank_balance: { needs: 'treasury.write', args: { p_balance: {} } },
  record_collection: { needs: 'collections.record', args: { p_collection: {} } },
  record_receipt: { needs: 'collections.record', args: { p_receipt: {} } },
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
  report_vat: { needs: 'journal.read', args: { p_filters: {} } },
  chart_of_accounts: { needs: 'journal.read', args: {} },
  reprice_list: { needs: 'prices.write', args: { p_list: NOWHERE, ...document, p_change: {} } },
  save_customer_group: {
    needs: 'prices.write',
    args: { p_group: NOWHERE, ...document, p_details: {} },
  },
  save_price_list: {
    needs: 'prices.write',
    args: { p_list: NOWHERE, ...document, p_details: {} },
  },
  set_customer_prices: {
    needs: 'prices.write',
    args: { p_customer: NOWHERE, ...document, p_details: {} },
  },
  set_price_list_items: {
    needs: 'prices.write',
    args: { p_list: NOWHERE, ...document, p_items: {} },
  },
  save_account: { needs: 'accounts.write', args: { p_account: '', p_version: -1, p_values: {} } },
  report_invoice: { needs: 'reports.invoice', args: { p_filters: {} } },
  report_ar: { needs: 'reports.ar', args: { p_filters: {} } },
  report_customer_masterlist: { needs: 'reports.masterlist', args: { p_filters: {} } },
  report_inventory: { needs: 'reports.inventory', args: { p_filters: {} } },
  report_purchase: { needs: 'reports.purchase', args: { p_filters: {} } },
  report_penetration_report: { needs: 'reports.penetration', args: { p_filters: {} } },
  report_sales: { needs: 'reports.sales', args: { p_filters: {} } },
  approve_write_off: { needs: 'counts.decide', args: { p_record: NOWHERE, ...document } },
  bad_order_list: { needs: 'stock.movements', args: { p_filters: {} } },
  cancel_write_off: {
    needs: ['counts.write', 'counts.decide'],
    args: { p_record: NOWHERE, p_reason: 'x', ...document },
  },
  create_bad_order: { needs: 'counts.write', args: { p_record: {} } },
  print_documents: { needs: 'memos.read', args: { p_kind: 'memo', p_numbers: '{}' } },
  document_copies: { needs: 'memos.read', args: { p_kind: 'memo', p_numbers: '{}' } },
  print_report: { needs: 'reports.ar', args: { p_print: { report: 'ar' } } },
  remove_report_view: { needs: VIEWS, args: { p_view: NOWHERE } },
  change_report_schedule: { needs: REPORTS, args: { p_schedule: NOWHERE, p_values: {} } },
  names_in_filters: { needs: 'anyone', args: { p_filters: {} } },
  pause_report_schedule: { needs: REPORTS, args: { p_schedule: NOWHERE, p_paused: true } },
  readers_of_report: { needs: 'reports.ar', args: { p_report: 'ar' } },
  remove_report_schedule: { needs: REPORTS, args: { p_schedule: NOWHERE } },
  save_report_schedule: { needs: 'reports.ar', args: { p_schedule: { report: 'ar' } } },
  scheduled_reports: { needs: REPORTS, args: {} },
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
  set_member_status: {
    needs: ['people.write', 'admin'],
    args: { p_user: NOWHERE, p_status: 'active' },
  },
  invitation_link: { needs: ['people.write', 'admin'], args: { p_user: NOWHERE } },
  transfer_preview: { needs: 'customers.transfer', args: { p_customers: {} } },
  transfer_customers: { needs: 'customers.transfer', args: { p_transfer: {} } },
  stale_issued_cheque: { needs: 'treasury.write', args: { p_cheque: NOWHERE, ...document } },
  stock_count_sheet: { needs: 'anyone', args: { p_count: NOWHERE, p_filters: {} } },
  stock_count_totals: { needs: 'anyone', args: { p_counts: [] } },
  renumber_deposit_slip: {
    needs: 'treasury.write',
    args: { p_slip: NOWHERE, ...document, p_slip_no: 'x', p_reason: '' },
  },
  reverse_cash_deposit: { needs: 'treasury.write', args: { p_slip: NOWHERE, p_reason: '' } },
  targets_by_month: { needs: ['portal.gm', 'portal.ase'], args: { p_filters: {} } },
  targets_of_month: { needs: ['portal.gm', 'portal.ase'], args: { p_month: 'unknown' } },
  treasury_days: { needs: 'treasury.position', args: {} },
  uncleared_customers: { needs: 'treasury.position', args: {} },
  undo_import: {
    needs: IMPORTS,
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
  update_member: { needs: ['people.write', 'admin'], args: { ...document, p_member: {} } },
  update_project: { needs: ['settings.write', 'admin'], args: { ...document, p_details: {} } },
  update_voucher: { needs: 'vouchers.write', args: { ...voucher, p_details: {} } },
  voucher_list: { needs: 'vouchers.read', args: { p_filters: {} } },
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

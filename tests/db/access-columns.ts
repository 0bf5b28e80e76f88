import type { Permission } from '../../app/platform/access/permissions.ts'

/**
 * Declares who selects each column of each table. `open`: whoever reads the row (access.ts) reads
 * the column. `closed`: nobody selects it, filters or sorts by it; functions answer it to the roles
 * with the permission, of `nobody` to none. PostgreSQL has one role for all people, `authenticated`, so a column that
 * only some roles may read is closed. A column that is not declared fails the matrix.
 */
interface ColumnAccess {
  open: string
  closed?: Record<string, Permission | 'nobody'>
}

/** The columns of a table that every reader of its rows selects, and those that nobody does. */
export function declaredColumns(table: string): { open: string[]; closed: string[] } {
  const { open, closed = {} } = COLUMNS[table]!
  return { open: open.split(' '), closed: Object.keys(closed) }
}

/** Names of keys in the answers of functions, and the permission without which they are null or absent. */
export const HIDDEN_KEYS: readonly [names: RegExp, permission: Permission][] = [
  [/(^|_)cost(_|$)(?!centers?)|supplier(?!_return)|margin/, 'costs.read'],
  [/^(owner_(name|email)|(booking|voucher|credit_memo|debit_memo)_count)$/, 'settings.read'],
  [/^(purchased|supplier_returned|used_stocks|stocks_returned|adjusted)$/, 'stock.movements'],
]

export const COLUMNS: Record<string, ColumnAccess> = {
  agent_customer_transfers: {
    open:
      'customer_id date_added effective_on finance_id from_agent_id id project_id reason ' +
      'target_agent_id',
  },
  accounts: { open: 'account code created_at created_by id modified_at name project_id version' },
  agent_targets: {
    open:
      'agent_id collections created_at created_by from_month id modified_at project_id ' +
      'sales version',
  },
  audit_log: {
    open:
      'action after before created_at document_id id kind project_id row_id table_name ' +
      'user_id',
  },
  bad_order_lines: { open: 'line_no product_id project_id quantity record_id' },
  bad_orders: {
    open:
      'approved_at approved_by cancel_reason cancelled_at cancelled_by created_at created_by id kind modified_at on_date ' +
      'project_id reason record_no status version',
  },
  bank_balances: {
    open: 'balance bank_id created_at created_by id on_date posted project_id remarks',
  },
  banks: {
    open:
      'account_no bank created_at created_by id modified_at project_id sort_key status ' +
      'version',
  },
  booking_credits: {
    open:
      'after_invoice amount booking_id created_at created_by id kind line_id memo_id on_date project_id quantity ' +
      'vat_amount vat_class',
  },
  booking_lines: {
    open:
      'agent_srp agent_srp_pieces amount booking_id case_config discount_amount discount_percent free_of gross ' +
      'id line_no product_id project_id quantity quantity_delivered quantity_released ' +
      'vat_class vat_on_top vat_percent',
  },
  bookings: {
    open:
      'agent_id approval_status area balance booking_status cancel_reason cleared_balance ' +
      'collected collection_status created_at created_by credited customer_id customer_name ' +
      'date_added date_cancelled date_cleared date_delivered date_due date_invoiced date_paid dates_reason opening_date opposite_on ' +
      'deliver_to discount edited_at edited_by id invoice_no invoice_no_changed_at is_debit_memo is_opening modified_at ' +
      'on_hold override_reason project_id remarks search_key customer_key receivable_key so_no stage exempt_amount ' +
      'store_name total total_key uncleared validated_at validated_by vat_amount vat_percent version zero_rated_amount',
  },
  cash_deposits: { open: 'amount created_at created_by id on_date project_id reason slip_id' },
  cheque_events: {
    open:
      'collection_id created_at created_by effect event id on_date project_id reason ' +
      'replaced_by slip_id',
  },
  cheque_layouts: {
    open:
      'created_at created_by date_gap date_pitch date_x date_y feed_note figures_width ' +
      'figures_x figures_y id letter_height modified_at offset_x offset_y payee_width ' +
      'payee_x payee_y project_id version words_step words_width words_x words_y',
  },
  collection_allocations: {
    open:
      'amount booking_id collection_id created_at created_by effective_on id project_id ' + 'so_no',
  },
  collections: {
    open:
      'agent_id amount approval_status approved_at approved_by bank_id books_closed cancel_reason ' +
      'cheque_bank cheque_cleared_on cheque_date cheque_no cheque_state collection_type ' +
      'collector_id cr_date cr_no created_at created_by customer_id data_status ' +
      'date_collected drr_date drr_no from_archive id modified_at opposite_on ' +
      'paid_back_at paid_back_bank_id paid_back_by paid_back_no paid_back_on ' +
      'paid_back_reason part_no project_id receipt_id reference_no remarks remittance_id reversed search_key ' +
      'time_collected version',
  },
  cost_centers: {
    open:
      'account_number cost_center created_at created_by id modified_at monthly_budget ' +
      'project_id sort_key status version',
  },
  customer_finance_events: { open: 'created_at customer_id details id project_id type user_id' },
  customer_groups: {
    open: 'created_at created_by id modified_at name price_list_id project_id sort_key status version',
  },
  customers: {
    open:
      'address agent_id approval_status area business_style contact created_at created_by ' +
      'credit_line customer_group_id date_added decision_reason id import_id price_list_id merged_into modified_at name name_core ' +
      'project_id sort_key store_core store_name taxpayer terms_days tin_no vat_class version',
  },
  document_comments: {
    open: 'created_at created_by document_id id kind mentions note project_id removed_at removed_by',
  },
  document_files: {
    open: 'bucket created_at created_by document_id id kind name path project_id size',
  },
  delivery_receipts: {
    open: 'booking_id created_at created_by dr_no first_entry id last_entry on_date project_id',
  },
  deposit_slips: {
    open: 'bank_id created_at created_by deposited_on id modified_at number_reason project_id slip_no version',
  },
  imports: {
    open:
      'created_at created_by file_name id import_status kind modified_at project_id ' +
      'row_count undone_at undone_by version',
  },
  inventory: {
    open:
      'available bad_order below_reorder current_srp current_srp_pieces modified_at on_hand product_id project_id ' +
      'reorder_level reserved stats',
    closed: {
      purchased: 'stock.movements',
      supplier_returned: 'stock.movements',
      used_stocks: 'stock.movements',
      stocks_returned: 'stock.movements',
      adjusted: 'stock.movements',
      stock_value: 'costs.read',
    },
  },
  devices: {
    open:
      'created_at created_by device id lock_reason locked_at locked_by modified_at name project_id ' +
      'registered_at user_id version',
  },
  visits: {
    open:
      'agent_id begun_at created_at created_by customer_id ended_at id modified_at on_date project_id reason state ' +
      'version',
  },
  booklets: {
    open:
      'created_at created_by first_no first_serial id last_no last_serial modified_at project_id return_reason series ' +
      'state user_id version',
  },
  skipped_numbers: {
    open: 'booklet_id created_at created_by first_serial id last_serial project_id reason',
  },
  routes: {
    open:
      'agent_id created_at created_by customer_id from_date id modified_at place project_id until_date version ' +
      'weekday weeks',
  },
  field_acts: {
    open:
      'answer app_version copy_as_of counts_on created_at created_by depends_on device device_at device_no ' +
      'document_id facts id kind ' +
      'made_at modified_at project_id received_at state taken_by tries user_id version',
  },
  e_invoices: {
    open: 'booking_id content created_at created_by forms id invoice_no project_id sha256',
  },
  e_memos: { open: 'content created_at created_by id memo_id memo_no project_id sha256' },
  invoice_changes: {
    open:
      'booking_id created_at created_by id new_date new_no old_date old_no project_id ' + 'reason',
  },
  issued_cheques: {
    open:
      'amount bank_id cheque_date cheque_no cleared_on created_at created_by id in_book ' +
      'modified_at no_key payee_name printed_at printed_by project_id released_on ' +
      'stale_from stale_on state version void_reason voided_on voucher_id',
  },
  category_changes: { open: 'categories created_at created_by id on_date product_id project_id' },
  linked_purchases: { open: 'linked_purchase_id product_id project_id' },
  memberships: {
    open: 'approval_limit created_at manager_id modified_at project_id role status user_id version',
  },
  memo_goods: {
    open:
      'amount case_config line_no memo_id pieces price price_pieces product_id project_id ' +
      'vat_amount vat_class vat_on_top vat_percent',
  },
  memo_lines: {
    open: 'amount line_id memo_id pieces price_difference price_difference_pieces project_id stock_state vat_amount',
  },
  memos: {
    open:
      'agent_id amount approved_at approved_by booking_id cancel_reason cancelled_at cancelled_by ' +
      'cancelled_on created_at created_by customer_id customer_name id kind memo_no modified_at ' +
      'note on_date project_id purchase_id reason_code request_id search_key status store_name vat_amount version',
  },
  money_entries: {
    open:
      'amount balance_id collection_id confirmed_amount holder_id id kind on_date place posted_at ' +
      'posted_by project_id remittance_id slip_id voucher_id',
  },
  notification_choices: { open: 'by_mail by_push in_app kind project_id user_id' },
  notifications: {
    open: 'amount created_at document_id document_kind document_no from_user id in_app kind party project_id read_at user_id',
    closed: { by_mail: 'nobody', by_push: 'nobody', mail_job: 'nobody', push_job: 'nobody' },
  },
  paper_forms: {
    open:
      'created_at created_by feed_note id layout lines_per_form modified_at numbered paper ' +
      'paper_size project_id version',
  },
  payees: {
    open:
      'account_confirmed_at account_confirmed_by account_no account_set_at account_set_by ' +
      'created_at created_by fname id modified_at project_id sort_key status version',
  },
  period_closings: {
    open: 'act closed_through created_at created_by id project_id reason was_through',
  },
  price_list_items: {
    open:
      'category category_no created_at created_by floor id modified_at modified_by percent price ' +
      'price_list_id price_pieces product_id project_id valid_from',
  },
  price_lists: {
    open:
      'created_at created_by floor_percent id is_default modified_at name project_id sort_key status ' +
      'valid_from version',
  },
  price_changes: {
    open:
      'created_at created_by id new_pieces new_price old_pieces old_price percent price price_list_id product_id ' +
      'project_id source_id source_table valid_from',
  },
  product_edit_requests: {
    open:
      'created_at decided_at decided_by decision_note from_pieces id is_change_live_srp item_edit_from ' +
      'item_to_edit modified_at po_no product_id project_id purchase_id purchase_line_id ' +
      'reason request_status user_id version what_edit what_pieces',
  },
  products: {
    open:
      'case_config category1 category2 category3 category_from created_at created_by def_srp def_srp_pieces description ' +
      'id import_id liters_per_case material_code merged_into modified_at new_supplier project_id reorder_level ' +
      'price_unit selected_color sort_key status unit_of_measure vat_class version',
    closed: {
      ...{ def_cost: 'costs.read', def_cost_pieces: 'costs.read' },
      ...{ supplier: 'costs.read', supplier_id: 'costs.read' },
    },
  },
  profiles: {
    open:
      'created_at date_name_modified display_name email invited_by modified_at sessions_ended_at ' +
      'sort_key status user_id version',
  },
  projects: {
    open:
      'address closed_through collection_group_list collection_list created_at currency id logo_uri ' +
      'logo_uri1 modified_at name other_info1 other_info2 product_categories1 ' +
      'product_categories2 product_categories3 project_logos sample sort_key status time_zone ' +
      'phone payment_instructions tin_no title version',
    closed: {
      owner_name: 'settings.read',
      owner_email: 'settings.read',
      booking_count: 'settings.read',
      voucher_count: 'settings.read',
      bad_order_count: 'settings.read',
      credit_memo_count: 'settings.read',
      debit_memo_count: 'settings.read',
      delivery_receipt_count: 'settings.read',
      settings: 'settings.read',
    },
  },
  push_subscriptions: {
    open: 'browser created_at device id user_id',
    closed: { auth: 'nobody', endpoint: 'nobody', p256dh: 'nobody', session_id: 'nobody' },
  },
  purchase_lines: {
    open:
      'amount cost cost_pieces id line_no prod_srp prod_srp_pieces product_id project_id purchase_id quantity ' +
      'vat_amount vat_class vat_on_top vat_percent',
  },
  purchases: {
    open:
      'cancel_reason cancelled_at cancelled_by counts_from created_at created_by customer_id date_added ' +
      'delivery_date id invoice_date invoice_no is_returns_data kind line_count modified_at ' +
      'po_no project_id status supplier supplier_id total_cost total_key version',
  },
  releasers: {
    open:
      'created_at created_by designation fname id lname mname modified_at project_id ' +
      'sort_key status version',
  },
  remittance_cash: { open: 'amount pieces project_id remittance_id value' },
  remittance_receipts: { open: 'collection_id created_at project_id remittance_id' },
  receivable_entries: {
    open:
      'agent_id amount booking_id cleared_amount collection_id customer_id due_date id kind ' +
      'memo_id on_date posted_at posted_by project_id',
  },
  remittances: {
    open:
      'cancel_reason cancelled_at cancelled_by cash_counted cash_expected cheques ' +
      'collector_id drr_no id modified_at opposite_on others project_id receipts received_at ' +
      'received_by remarks remitted_on status variance variance_reason version',
  },
  report_prints: {
    open: 'created_at created_by customer_id described id known_at print_no project_id report search',
  },
  report_schedules: {
    open:
      'created_at hour id month_day next_at paused project_id recipients report rhythm search user_id ' +
      'view_id weekday',
  },
  report_views: {
    open: 'created_at id is_default modified_at name project_id report search shared user_id version',
  },
  sales_entries: {
    open:
      'agent_id amount booking_id case_config customer_id discount free further further_month id kind line_id memo_id on_date ' +
      'pieces posted_at posted_by product_id project_id vat_amount vat_class',
    closed: {
      category1: 'stock.read',
      category2: 'stock.read',
      category3: 'stock.read',
      cost: 'costs.read',
    },
  },
  stock_count_lines: {
    open: 'count_id counted product_id project_id stock_state unit_srp unit_srp_pieces',
    closed: {
      expected: 'counts.decide',
      variance: 'counts.decide',
    },
  },
  stock_counts: {
    open:
      'blind category1 count_status counted_on created_at created_by decided_at decided_by ' +
      'id modified_at project_id reason sheet_at submitted_at submitted_by title version',
  },
  stock_movements: {
    open:
      'created_at created_by id kind on_date product_id project_id quantity source_id ' +
      'source_line source_table stock_state',
    closed: { cost: 'costs.read', vat_amount: 'costs.read', variance: 'costs.read' },
  },
  suppliers: {
    open:
      'created_at created_by id merged_into modified_at name name_key project_id registered_name ' +
      'sort_key terms_days tin vat_class version',
  },
  voucher_lines: {
    open: 'amount cost_center_id description id line_no project_id vat_amount vat_class vat_percent voucher_id',
  },
  vouchers: {
    open:
      'approved_at approved_by bank_id cancel_reason cancelled_at category ' +
      'cheque_account_no cheque_amount cheque_bank cheque_date cheque_no classification ' +
      'copies created_at created_by date_added date_cancelled date_modified date_printed date_released ' +
      'edited_at edited_by ewt_amount general_description id invoice_no mode_of_payment ' +
      'modified_at net_amount opposite_on pay_to pay_to_account_no payee_id project_id released_at ' +
      'released_by releaser_designation releaser_name search_key status total total_key version ' +
      'voucher_no who_cancelled who_printed who_released',
  },
  warehouse_request_lines: { open: 'line_id project_id quantity request_id stock_state' },
  warehouse_requests: {
    open:
      'booking_details booking_id created_at date_added decided_at decided_by decision_note ' +
      'done_at done_by id kind modified_at project_id reason request_no request_status ' +
      'so_no user_id version',
  },
}

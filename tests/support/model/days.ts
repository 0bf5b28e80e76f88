/** A company's first days: without them few sequences would come as far as a cheque that is cleared. */
export const DAYS: readonly string[] = [
  ...['save_price_list', 'save_price_list', 'save_customer_group', 'set_price_list_items'],
  ...['set_price_list_items', 'set_price_list_items', 'set_customer_prices', 'set_customer_prices'],
  ...['create_booking', 'create_booking', 'create_booking', 'create_voucher', 'create_voucher'],
  ...['validate_booking', 'validate_booking', 'validate_booking', 'request_customer'],
  ...['set_invoice', 'deliver_booking', 'deliver_booking', 'request_customer', 'open_stock_count'],
  ...['record_collection', 'record_collection', 'record_collection', 'record_collection'],
  // Receipts of a closed day are approved, and the day is opened again.
  ...['close_period', 'approve_collection', 'approve_collection', 'approve_collection'],
  ...['reopen_period', 'enter_stock_count'],
  ...['create_bad_order', 'create_bad_order', 'create_bad_order', 'approve_write_off'],
  ...['mark_voucher_printed', 'mark_voucher_printed', 'deposit_cheque', 'deposit_cheque'],
  ...['create_memo', 'create_memo', 'create_memo', 'approve_memo', 'cancel_memo'],
  ...['create_warehouse_request', 'release_voucher', 'request_product_edit', 'clear_cheque'],
  // No product is merged while it is counted.
  'post_stock_count',
  ...['change_categories', 'change_categories', 'deliver_booking'],
]

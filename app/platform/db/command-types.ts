import type { Database, Json } from './database.types'

type Functions = Database['public']['Functions']

/** A SQL function that writes: it takes the key under which its effect happens once. */
export type CommandName = Exclude<
  {
    [N in keyof Functions]: Functions[N]['Args'] extends { p_idempotency_key: string } ? N : never
  }[keyof Functions],
  'is_command_completed'
>

/** A value of a `jsonb` argument. Lists may be readonly; a name whose value is undefined is left out. */
export type JsonArgument =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly JsonArgument[]
  | { readonly [name: string]: JsonArgument }

/** An optional argument takes null too: null is the default of nearly all of them. */
type Argument<T> = Json extends T ? JsonArgument : undefined extends T ? T | null : T

/** Holds what the generated types do not know: required arguments that take null, decimals sent as exact text. */
interface KnownArguments {
  change_display_name: { p_project: string | null }
  decide_customer: { p_credit_line?: string | null }
  deliver_booking: { p_date: string | null }
  end_my_sessions: { p_session: string | null }
  mark_notifications_read: { p_notification: string | null }
  provision_member: { p_project: string | null }
  reopen_period: { p_through: string | null }
  save_customer_group: { p_group: string | null; p_version: number | null }
  save_price_list: { p_list: string | null; p_version: number | null }
  set_credit_line: { p_credit_line: string | null }
  set_approval_limit: { p_limit: string | null }
  set_invoice: { p_date: string | null }
  update_customer_tax: { p_tin_no: string | null; p_business_style: string | null }
  update_member: { p_project: string | null }
}

type Known<N> = N extends keyof KnownArguments ? KnownArguments[N] : unknown

/** The arguments of a command, as its SQL function declares them. */
export type CommandArgs<N extends CommandName> = {
  [K in keyof Omit<Functions[N]['Args'], keyof Known<N>>]: Argument<Functions[N]['Args'][K]>
} & Known<N>

/** The same without the project and the idempotency key, which `commandRunner` adds. */
export type CommandInput<N extends CommandName> = Omit<
  CommandArgs<N>,
  'p_project' | 'p_idempotency_key'
>

/** A document as a command left it. */
interface Saved {
  id: string
  version: number
}

interface DecidedCustomer extends Saved {
  approval_status: string
}

interface NumberedBooking extends Saved {
  so_no: string
}

interface SavedBooking extends NumberedBooking {
  total: string
}

interface SavedVoucher extends Saved {
  voucher_no: number
  total: string
}

/** A sheet as an import looked at it; the rows are in when it has no errors and was not only checked. */
interface ImportedSheet {
  rows: number
  errors: { row: number; field: string; message: string }[]
  /** The differences that an import of changes makes. */
  changes?: { row: number; field: string; old: string | null; new: string | null }[]
  seen?: string
}

/** The outcome for each booking of a batch: its invoice number, or why it has none. */
export interface InvoicedBatch {
  invoiced: {
    id: string
    so_no: string
    customer_name: string
    invoice_no: string
    last_no: string
  }[]
  refused: { id: string; so_no: string | null; customer_name: string | null; message: string }[]
}

/** The answers of the commands that return more, or other things, than the document's id and version. */
interface CommandAnswers {
  take_act_file: { id: string; taken: number; known: number }
  add_cheque_book: { bank_id: string; leaves: number }
  archive_bookings: { archived: number; collected: string }
  add_comment: { id: string }
  attach_files: { id: string }
  change_display_name: { display_name: string }
  clear_issued_cheques: { cheques: number }
  change_report_schedule: { id: string }
  close_period: { id: string; closed_through: string }
  cancel_booking: NumberedBooking
  create_booking: SavedBooking
  create_memo: Saved & { memo_no: string; status: string; amount: string }
  create_project: { id: string }
  create_sample: { id: string }
  remove_sample: { id: string; status: string }
  create_purchase: Saved & {
    po_no: string
    total_cost: string
    memo_no?: string
    memo_status?: string
  }
  create_voucher: SavedVoucher
  create_warehouse_request: Saved & { request_no: string }
  deactivate_customer: DecidedCustomer
  decide_customer: DecidedCustomer
  decide_field_act: Saved & { state: 'accepted' | 'refused'; no: string | null }
  decide_product_edit: Saved & { request_status: string }
  decide_warehouse_request: Saved & { request_status: string }
  deliver_booking: NumberedBooking & { dr_no: string | null }
  deposit_cheque: { id: string; slip_no: string; cheques: number; cash: string }
  detach_file: { id: string; bucket: string; path: string }
  end_member_sessions: { ended: number }
  end_my_sessions: { ended: number }
  end_shared_link: { id: string }
  enter_stock_count: Saved & { count_status: string }
  import_bookings: ImportedSheet
  import_customer_changes: ImportedSheet
  import_customers: ImportedSheet
  import_open_invoices: ImportedSheet
  import_opening_stock: ImportedSheet
  import_payees: ImportedSheet
  import_product_changes: ImportedSheet
  import_products: ImportedSheet
  import_purchases: ImportedSheet
  import_receipts: ImportedSheet
  mark_notifications_read: { read: number }
  mark_voucher_printed: Saved & { copies: number }
  merge_customers: Saved & { merged_into: string }
  merge_products: Saved & { merged_into: string }
  merge_suppliers: Saved & { merged_into: string }
  open_stock_count: Saved & { lines: number }
  post_stock_count: Saved & { adjusted: number }
  create_bad_order: Saved & { record_no: string; status: string }
  approve_write_off: Saved & { status: string }
  cancel_write_off: Saved & { status: string }
  print_documents: { copies: Record<string, number> }
  print_report: { id: string; print_no: string; known_at: string }
  provision_member: { user_id: string }
  receive_remittance: Saved & {
    drr_no: string
    cash_expected: string
    cash_counted: string
    variance: string
  }
  pause_report_schedule: { id: string }
  record_bank_balance: { id: string }
  record_collection: Saved & { cr_no: string }
  record_visit: Saved & { state: string }
  record_receipt: Saved & { cr_no: string; parts: Saved[] }
  remove_comment: { id: string }
  remove_project: { id: string; status: string }
  remove_report_schedule: { id: string }
  remove_report_view: { id: string }
  reopen_period: { id: string; closed_through: string | null }
  renumber_deposit_slip: Saved & { slip_no: string }
  replace_cheque: Saved & { cr_no: string; approval_status: string }
  replace_issued_cheque: Saved & { cheque_no: string }
  request_customer: DecidedCustomer & { name: string }
  save_account: { account: string; version: number }
  save_report_schedule: { id: string }
  save_route: { agent_id: string; weekday: number; stops: number }
  save_report_view: { id: string }
  set_agent_targets: { changed: number }
  set_approval_limit: { user_id: string; approval_limit: string | null }
  set_invoice: NumberedBooking & { invoice_no: string }
  set_invoices: InvoicedBatch
  set_member_status: { user_id: string; status: string }
  reverse_cash_deposit: { id: string; cash: string }
  share_by_link: { id: string; until: string }
  share_by_mail: { id: string; recipients: string[] }
  transfer_customers: { customers: number; bookings: number }
  update_booking: SavedBooking
  update_member: { user_id: string; version: number }
  update_voucher: SavedVoucher
  validate_booking: NumberedBooking
  void_issued_cheque: Saved & { next_id: string | null; next_no: string | null }
}

/** The answer of a command. */
export type CommandData<N extends CommandName> = N extends keyof CommandAnswers
  ? CommandAnswers[N]
  : Saved

import type { ModelAction } from '../action.ts'
import { accountingActions } from './accounting.ts'
import { administrationActions } from './administration.ts'
import { badOrderActions } from './bad-orders.ts'
import { bookingActions } from './bookings.ts'
import { categoryActions } from './categories.ts'
import { chequeActions } from './cheques.ts'
import { issuedChequeActions } from './cheques-out.ts'
import { closingActions } from './closing.ts'
import { countActions } from './counts.ts'
import { customerActions } from './customers.ts'
import { fulfilmentActions } from './fulfilment.ts'
import { importActions } from './imports.ts'
import { invoicingActions } from './invoicing.ts'
import { memoActions } from './memos.ts'
import { mergingActions } from './merging.ts'
import { paymentBackActions } from './payments-back.ts'
import { priceListActions } from './price-lists.ts'
import { receiptActions } from './receipts.ts'
import { stockActions } from './stock.ts'
import { treasuryActions } from './treasury.ts'
import { voucherActions } from './vouchers.ts'
import { warehouseActions } from './warehouse.ts'

/** Lists all commands of the model by the name of their function in `public`. */
export const MODEL_ACTIONS: Record<string, ModelAction> = {
  ...stockActions,
  ...categoryActions,
  ...countActions,
  ...badOrderActions,
  ...customerActions,
  ...priceListActions,
  ...bookingActions,
  ...fulfilmentActions,
  ...invoicingActions,
  ...warehouseActions,
  ...memoActions,
  ...receiptActions,
  ...chequeActions,
  ...treasuryActions,
  ...paymentBackActions,
  ...voucherActions,
  ...issuedChequeActions,
  ...administrationActions,
  ...accountingActions,
  ...closingActions,
  ...importActions,
  ...mergingActions,
}

/** Commands with which every sequence begins. */
export const OPENING = ['create_project', 'provision_member']

/** Commands that are no part of a company's books, and where else they are tried. */
export const ELSEWHERE: Record<string, string> = {
  record_receipt: 'tests/db/receipt-parts.test.ts',
  confirm_payee_account: 'payees are rows of a table: duties-payee-accounts.test.ts',
  merge_suppliers: 'suppliers are rows of a table: suppliers.test.ts',
  import_bookings: 'import-documents.test.ts',
  import_customer_changes: 'import-changes.test.ts',
  import_open_invoices: 'open-invoices.test.ts',
  import_opening_stock: 'opening-stock.test.ts',
  import_payees: 'import-documents.test.ts',
  import_product_changes: 'import-changes.test.ts',
  import_purchases: 'import-documents.test.ts',
  import_receipts: 'import-receipts.test.ts',
  attach_files: 'files of documents: document-files.test.ts',
  detach_file: 'files of documents: document-files.test.ts',
  add_comment: 'comments on documents: document-comments.test.ts',
  remove_comment: 'comments on documents: document-comments.test.ts',
  print_documents: 'a count of prints: document-prints.test.ts',
  print_report: 'a number of a print: known-at.test.ts',
  set_platform_admin: 'for the secret key alone, once an installation: administration.test.ts',
  offer_setup: 'the first administrator, for the secret key alone: first-day.test.ts',
  try_setup_code: 'the first administrator, for the secret key alone: first-day.test.ts',
  complete_setup: 'the first administrator, for the secret key alone: first-day.test.ts',
  create_sample: 'a company of its own: sample.test.ts',
  remove_sample: 'a company of its own: sample.test.ts',
  invitation_link: 'a link to an account: first-day.test.ts',
  open_invitation: 'a link to an account, for the secret key alone: first-day.test.ts',
  reopen_invitation: 'a link to an account, for the secret key alone: first-day.test.ts',
  begin_sign_in: 'sign-in counters, for the secret key alone: attempts.test.ts',
  end_sign_in: 'sign-in counters, for the secret key alone: attempts.test.ts',
  save_report_schedule: 'scheduled mails: report-mails.test.ts',
  change_report_schedule: 'scheduled mails: report-mails.test.ts',
  pause_report_schedule: 'scheduled mails: report-mails.test.ts',
  remove_report_schedule: 'scheduled mails: report-mails.test.ts',
  complete_job: 'jobs, for the secret key alone: report-mails.test.ts',
  mail_of_report: 'mails, for the secret key alone: report-mails.test.ts',
  mailed_report: 'mails, for the secret key alone: report-mails.test.ts',
  save_notification_settings: 'how people are told: notifications.test.ts',
  mark_notifications_read: 'notifications: notifications.test.ts',
  save_push_subscription: 'browsers of a person: notifications.test.ts',
  remove_push_subscription: 'browsers of a person: notifications.test.ts',
  end_push: 'browsers of a person: notifications.test.ts',
  end_browsers: 'pushes, for the secret key alone: notifications.test.ts',
  mailed_notifications: 'mails, for the secret key alone: notifications.test.ts',
  mailed_digest: 'mails, for the secret key alone: digest.test.ts',
  claim_job: 'jobs, for the secret key alone: jobs.test.ts',
  run_job: 'jobs, for the secret key alone: jobs.test.ts',
  fail_job: 'jobs, for the secret key alone: jobs.test.ts',
  share_by_link: 'shared papers: shared-papers.test.ts',
  share_by_mail: 'shared papers: shared-papers.test.ts',
  end_shared_link: 'shared papers: shared-papers.test.ts',
  keep_paper: 'shared papers, for the secret key alone: shared-papers.test.ts',
  open_shared_paper: 'shared papers, for the secret key alone: shared-papers.test.ts',
  record_session: 'sessions of an account: sessions.test.ts',
  end_my_sessions: 'sessions of an account: sessions.test.ts',
  begin_field_session: 'sessions of phones: field-devices.test.ts',
  field_contact: 'contacts of phones: field-devices.test.ts',
  lock_device: 'phones: field-devices.test.ts',
  decide_field_act: 'acts of phones call commands that the model has: field-acts.test.ts',
  take_act_file: 'acts of phones that come as a file: field-files.test.ts',
  record_visit: 'visits of agents: field-visits.test.ts',
  assign_booklet: 'CR numbers of people: booklets.test.ts',
  return_booklet: 'CR numbers of people: booklets.test.ts',
  save_route: 'stops of agents: field-routes.test.ts',
  send_field_act: 'acts of phones call commands that the model has: field-acts.test.ts',
  end_member_sessions: 'sessions of an account: sessions.test.ts',
}

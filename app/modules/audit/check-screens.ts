import { paths } from '~/paths'
import { monthOf } from '~/platform/values/dates'
import { addressOf } from './documents'
import type { Fault } from './verify.server'

/** The screen that shows the figures of a check, where a difference belongs to no single document. */
const SCREENS: Record<string, string> = {
  'orders.numbers': paths.sales.bookings,
  'orders.receipts': paths.sales.bookings,
  'memos.numbers': paths.memos.list,
  'vouchers.numbers': paths.expenses.vouchers,
  'ledgers.receivables': paths.reports.report('ar'),
  'ledgers.positions': paths.reports.report('ar'),
  'ledgers.cash': paths.reports.report('journal'),
  'ledgers.cash_days': paths.reports.report('journal'),
  'ledgers.closed': paths.treasury.closing,
  'ledgers.sealed_sales': paths.reports.report('sales'),
  'journal.balanced': paths.reports.report('journal'),
  'journal.controls': paths.reports.report('journal'),
  'journal.months': paths.reports.report('journal'),
  'totals.receivables': paths.reports.report('ar'),
  'vat.report': paths.reports.report('vat'),
}

/** The accounts of the journal that checks name, by their default names (SQL: `default_accounts`). */
export const ACCOUNTS: Record<string, string> = {
  'Accounts receivable': 'receivables',
  'Unbilled receivables': 'unbilled',
  "Customers' deposits": 'customer_deposits',
  'Receipts to be approved': 'receipts_clearing',
  'Creditable withholding tax': 'creditable_tax',
  'Cheques on hand': 'cheques_on_hand',
  'Withholding tax payable': 'withheld_tax',
  'Input VAT': 'input_vat',
  Inventory: 'inventory',
  'Cash on hand': 'office_cash',
  'Unremitted cash': 'collector_cash',
  'Issued cheques outstanding': 'issued_cheques',
  'Vouchers payable': 'vouchers_payable',
}

/** Returns the link of a difference: to its document, else to the screen with the figures of the check, on its day or month and account. */
export function screenOf(check: string, { kind, id, label }: Pick<Fault, 'kind' | 'id' | 'label'>) {
  const document = kind === 'project' ? null : addressOf(kind, id)
  const screen = SCREENS[check]
  if (document || !screen) return document
  const account = accountIn(check, label)
  const query = new URLSearchParams(periodIn(label) ?? (account ? { from: BEGINNING } : {}))
  if (account) query.set('account', account)
  return query.size > 0 && screen.startsWith('/reports_') ? `${screen}?${query}` : screen
}

/** A day before the first entry of any company: an account is read from its beginning on. */
const BEGINNING = '2000-01-01'

/** Returns the account of the journal in which a difference is; null when it is in none. */
function accountIn(check: string, label: string): string | null {
  if (check === 'journal.controls') return ACCOUNTS[label] ?? null
  if (check === 'ledgers.cash' || check === 'ledgers.cash_days')
    return label.startsWith('Office') ? 'office_cash' : 'collector_cash'
  return null
}

/** Returns the day or month that a label ends with, as the checks write them (SQL: `label`). */
function periodIn(label: string): { from: string; to: string } | null {
  const day = /\d{4}-\d\d-\d\d$/.exec(label)?.[0]
  if (day) return { from: day, to: day }
  const [, month, year] = /(\d\d)\/(\d{4})$/.exec(label) ?? []
  return month ? monthOf(`${year}-${month}-01`) : null
}

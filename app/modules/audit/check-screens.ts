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
  'ledgers.money': paths.treasury.position,
  'ledgers.cash': paths.treasury.position,
  'ledgers.cash_days': paths.reports.report('journal'),
  'ledgers.closed': paths.treasury.closing,
  'journal.balanced': paths.reports.report('journal'),
  'journal.controls': paths.reports.report('trial_balance'),
  'vat.output': paths.reports.report('vat'),
  'vat.report': paths.reports.report('vat'),
}

/** Returns the link of a difference: to its document, else to the screen with the figures of the check, on its day or month. */
export function screenOf(check: string, { kind, id, label }: Pick<Fault, 'kind' | 'id' | 'label'>) {
  if (kind !== 'project') return addressOf(kind, id)
  const screen = SCREENS[check]
  if (!screen) return null
  const period = periodIn(label)
  return period && screen.startsWith('/reports_')
    ? `${screen}?${new URLSearchParams(period)}`
    : screen
}

/** Returns the day or month that a label ends with, as the checks write them (SQL: `label`). */
function periodIn(label: string): { from: string; to: string } | null {
  const day = /\d{4}-\d\d-\d\d$/.exec(label)?.[0]
  if (day) return { from: day, to: day }
  const [, month, year] = /(\d\d)\/(\d{4})$/.exec(label) ?? []
  return month ? monthOf(`${year}-${month}-01`) : null
}

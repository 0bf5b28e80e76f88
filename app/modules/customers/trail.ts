import type { Json } from '~/platform/db/database.types'
import { formatDate } from '~/platform/values/dates'
import { formatMoney, money } from '~/platform/values/money'
import { vatClassLabel } from '~/platform/values/vat'

const TITLES: Record<string, string> = {
  approved: 'Approved',
  rejected: 'Rejected',
  tax: 'TIN and business style',
  credit: 'Credit limit and terms',
  deactivated: 'Deactivated',
  reactivated: 'Reactivated',
  transferred: 'Transferred',
  merged: 'Merged',
}

/** Returns the title of an event. */
export function eventTitle(type: string): string {
  return TITLES[type] ?? type.charAt(0).toUpperCase() + type.slice(1)
}

type Details = Record<string, unknown>
type NameOf = (userId: string) => string

/** Describes the details of an event in words, with old and new values. */
export function describeEvent(type: string, details: Json, nameOf: NameOf): string {
  const of = (details ?? {}) as Details
  const parts = WORDS[type]?.(of, nameOf) ?? rest(of)
  return parts.filter(Boolean).join('; ')
}

const WORDS: Record<string, (of: Details, nameOf: NameOf) => (string | null)[]> = {
  approved: (of) => [
    `Credit limit ${line(of.credit_line)}`,
    `terms ${days(of.terms_days)}`,
    text(of.reason),
  ],
  rejected: (of) => [text(of.reason)],
  deactivated: (of) => [text(of.reason)],
  reactivated: (of) => [text(of.reason)],
  tax: (of) => [
    change('TIN', of.tin_no, (value) => text(value) ?? '(blank)'),
    change('Business style', of.business_style, (value) => text(value) ?? '(blank)'),
    change('VAT class', of.vat_class, (value) => vatClassLabel(String(value))),
  ],
  credit: (of) => [
    change('Credit limit', of.credit_line, line),
    change('Terms', of.terms_days, days),
  ],
  merged: (of) => [of.into ? `into ${text(of.into)}` : `with ${text(of.of)}`, text(of.reason)],
  transferred: (of, nameOf) => [
    change('Agent', of.agent_id, (value) => nameOf(String(value))),
    of.effective_on ? `since ${formatDate(String(of.effective_on))}` : null,
  ],
}

/** Describes events of other modules (receipts, archived bookings) by document and amount. */
function rest(of: Details): (string | null)[] {
  return [text(of.cr_no), text(of.so_no), of.amount == null ? null : formatMoney(money(of.amount))]
}

/** Formats a change: "Credit line 1,000.00 → 2,500.00". Null when nothing changed. */
function change(label: string, pair: unknown, say: (value: unknown) => string): string | null {
  if (!Array.isArray(pair)) return null
  const [was, now] = [say(pair[0]), say(pair[1])]
  return was === now ? null : `${label} ${was} → ${now}`
}

function line(value: unknown): string {
  return value == null ? 'no limit' : formatMoney(money(value))
}

function days(value: unknown): string {
  return `${value ?? 0} ${value === 1 ? 'day' : 'days'}`
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value ? value : null
}

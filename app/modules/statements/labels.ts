import { collectionType } from '~/modules/receivables/collection-types'
import { formatDate } from '~/platform/values/dates'
import type { Statement, StatementEntry } from './queries.server'

const CHARGES = ['invoice', 'opening', 'archived']
const CHEQUES: Record<string, string> = {
  cheque_returned: 'Cheque came back',
  cheque_replaced: 'Cheque replaced',
  cheque_deposited: 'Cheque deposited again',
}
const CREDITS: Record<string, string> = { released: 'Not delivered', returned: 'Returned' }

/** Returns whether the entry is a booking; otherwise it is a receipt. */
export function isBooking({ kind }: Pick<StatementEntry, 'kind'>): boolean {
  return CHARGES.includes(kind) || kind in CREDITS
}

/** Describes an entry: "Invoice, SO-000031, delivered 10/06/2026, due 10/16/2026". */
export function describeEntry({ kind, soNo, note, due }: StatementEntry): string {
  const credit = CREDITS[kind]
  if (credit) return [`${credit}, of this invoice`, soNo].filter(Boolean).join(', ')
  const cheque = CHEQUES[kind]
  if (cheque) return [cheque, note].filter(Boolean).join(', ')
  if (!CHARGES.includes(kind)) {
    const dated = due && note ? `dated ${formatDate(due)}` : null
    return [collectionType(kind), note, dated].filter(Boolean).join(', ')
  }
  if (kind === 'archived') return 'Archived without an invoice'
  const parts =
    kind === 'opening'
      ? ['Open from before']
      : ['Invoice', soNo, note ? `delivered ${formatDate(note)}` : null]
  return [...parts, due ? `due ${formatDate(due)}` : null].filter(Boolean).join(', ')
}

/**
 * Describes an open document: an invoice, money received before its invoice, or unapplied credit.
 */
export function describeOpen({ kind, soNo }: Statement['open'][number]): string {
  if (kind === 'unapplied') return 'Received, not yet used'
  return kind === 'advance' ? `Received before the invoice, ${soNo}` : `Invoice, ${soNo}`
}

/** Returns "08/23/2026 to 11/21/2026", or "As of 11/21/2026" from the beginning. */
export function describePeriod({ from, to }: Pick<Statement, 'from' | 'to'>): string {
  return from ? `${formatDate(from)} to ${formatDate(to)}` : `As of ${formatDate(to)}`
}

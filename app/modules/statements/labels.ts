import { collectionType } from '~/modules/receivables/collection-types'
import { paths } from '~/paths'
import { formatDate } from '~/platform/values/dates'
import type { Statement, StatementCheque, StatementEntry } from './queries.server'

/** The words for entries of the receivables ledger; an entry of another kind is a receipt. */
const KINDS: Record<string, string> = {
  invoice: 'Invoice',
  opening: 'Opening balance',
  archived: 'Archived without an invoice',
  released: 'Undelivered goods of this invoice',
  returned: 'Credit memo: goods returned',
  allowance: 'Credit memo: allowance',
  credit_memo: 'Credit memo',
  debit_memo: 'Debit memo',
  cleared: 'Cheque cleared',
  cheque_returned: 'Cheque returned',
  redeposited: 'Cheque deposited again',
  replaced: 'Cheque replaced',
  paid_back: 'Paid back to you',
  allocation: 'Credit used',
}
const CANCELLED: Record<Exclude<StatementEntry['document'], 'customer'>, string> = {
  booking: 'Invoice cancelled',
  collection: 'Receipt cancelled',
  memo: 'Memo cancelled',
}

const DOCUMENTS: Record<StatementEntry['document'], (id: string) => string> = {
  booking: paths.sales.booking,
  collection: paths.treasury.collection,
  memo: paths.memos.memo,
  customer: paths.customers.customer,
}

/** Returns the address of the document of an entry. */
export function documentPath({ document, id }: Pick<StatementEntry, 'document' | 'id'>): string {
  return DOCUMENTS[document](id)
}

/** Describes an entry: "Invoice, SO-000031, delivered 10/06/2026, due 10/16/2026". */
export function describeEntry({ kind, document, soNo, note, due }: StatementEntry): string {
  if (document === 'customer') return `Merged with ${note}`
  const name = kind === 'cancelled' ? CANCELLED[document] : (KINDS[kind] ?? collectionType(kind))
  const details =
    document === 'collection'
      ? [note, due && note ? `dated ${formatDate(due)}` : null]
      : [
          ['opening', 'archived', 'debit_memo'].includes(kind) ? null : soNo,
          note ? `delivered ${formatDate(note)}` : null,
          due ? `due ${formatDate(due)}` : null,
        ]
  return [name, ...details].filter(Boolean).join(', ')
}

/**
 * Describes an open document: an invoice, a debit memo, money received before its invoice, or
 * unapplied credit.
 */
export function describeOpen({ kind, soNo }: Statement['open'][number]): string {
  if (kind === 'unapplied') return 'Unapplied payment'
  if (kind === 'debit_memo') return 'Debit memo'
  return kind === 'advance' ? `Received before the invoice, ${soNo}` : `Invoice, ${soNo}`
}

const CHEQUES: Record<StatementCheque['state'], string> = {
  post_dated: 'Post-dated',
  on_hand: 'On hand',
  deposited: 'Deposited, not cleared',
}

/** Returns where a cheque is: post-dated, on hand, or deposited and not cleared. */
export function chequeState({ state }: StatementCheque): string {
  return CHEQUES[state]
}

/** Returns the name of the cheques that are taken off the receivables. */
export function chequesName({ cheques }: Pick<Statement, 'cheques'>): string {
  return cheques.every(({ state }) => state === 'post_dated')
    ? 'Less post-dated cheques held'
    : 'Less uncleared cheques'
}

/** Returns "08/23/2026 to 11/21/2026", or "As of 11/21/2026" from the beginning. */
export function describePeriod({ from, to }: Pick<Statement, 'from' | 'to'>): string {
  return from ? `${formatDate(from)} to ${formatDate(to)}` : `As of ${formatDate(to)}`
}

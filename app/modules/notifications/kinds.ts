import { addressOf, wordOf } from '~/modules/audit/documents'
import { inboxAt } from '~/modules/inbox/kinds'
import { paths } from '~/paths'
import { formatMoney, type Money } from '~/platform/values/money'

interface Kind {
  label: string
  /** The event, in a sentence. */
  hint: string
  /** The text in the app for people who get nothing else there. */
  inApp?: string
}

/** Lists the kinds of events that people are told of, in the order of the settings. */
const NOTIFICATION_KINDS = {
  approval: {
    label: 'Approval waits',
    hint: 'A document waits for your approval.',
    inApp: 'Inbox',
  },
  cheque_returned: { label: 'Cheque returned', hint: 'The bank has returned a cheque.' },
  over_limit: {
    label: 'Over the credit limit',
    hint: 'A booking is over the credit limit of its customer.',
  },
  count_submitted: { label: 'Count submitted', hint: 'A stock count waits for your decision.' },
  mention: { label: 'Mention', hint: 'Another user mentions you in a comment.' },
  digest: {
    label: 'Daily digest',
    hint: 'Sales, collections, cash and what waits, every day at 18:00.',
    inApp: 'Home',
  },
} as const satisfies Record<string, Kind>

export type NotificationKind = keyof typeof NOTIFICATION_KINDS
export const NOTIFICATION_KIND_NAMES = Object.keys(NOTIFICATION_KINDS) as NotificationKind[]

/** Returns a kind with its optional parts in the type. */
export const notificationKindOf = (name: NotificationKind): Kind => NOTIFICATION_KINDS[name]

/** The subjects of notifications. */
export interface About {
  kind: string
  documentKind: string
  documentId: string
  documentNo: string | null
  party: string | null
  amount: Money | null
  from: string | null
}

/** Returns what has happened, in a few words. */
export function noticeTitle({ kind, documentKind, from }: About): string {
  switch (kind) {
    case 'approval':
      return `${wordOf(documentKind)} waits for your approval`
    case 'over_limit':
      return 'Booking over the credit limit'
    case 'mention':
      return `${from ?? 'Another user'} mentioned you`
    default:
      return NOTIFICATION_KINDS[kind as NotificationKind]?.label ?? 'Notification'
  }
}

/** Names the document: its number, customer or payee, and amount. */
export function noticeDetail({ documentNo, party, amount }: About, currency: string): string {
  return [documentNo, party, amount && `${currency} ${formatMoney(amount)}`]
    .filter(Boolean)
    .join(' · ')
}

/** Documents that have comments and are called otherwise in the audit trail, or are not in it. */
const FURTHER: Readonly<Record<string, (id: string) => string>> = {
  invoice: paths.sales.invoice,
  issued_cheque: paths.expenses.cheque,
}

/** Returns the address of the document; that of the inbox where the document has no screen. */
export function addressOfAbout({ documentKind, documentId }: About): string {
  return (
    FURTHER[documentKind]?.(documentId) ??
    addressOf(documentKind, documentId) ??
    inboxAt(documentKind === 'product_edit' ? 'product_edit' : undefined)
  )
}

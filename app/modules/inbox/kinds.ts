import { paths } from '~/paths'
import type { Permission } from '~/platform/access/permissions'

/** The decision on one kind of document. The database checks the same permissions. */
interface Kind {
  /** The label of the tab. */
  label: string
  /** The word before a document's number: "Booking SO-000012". */
  noun: string
  approve: {
    label: string
    /** Completes a sentence after the document's name: "… is validated." */
    done: string
    permission: Permission
    /** The further input that an approval needs. */
    asks: 'nothing' | 'reason' | 'terms'
    /** Explains the consequences, above the input. */
    body?: string
  }
  /** A rejection always needs a reason. */
  reject: { label: string; done: string; permission: Permission; body: string }
  /** The list where several documents are decided at once, if there is one. */
  many?: { label: string; to: string }
}

const OVERRIDE_REASON = 'The reason stays on the booking with your name.'
const CANCELLED = 'It never counts; its number stays taken.'

/** Lists every kind of document that can be pending, in the order of the tabs. */
export const KINDS = {
  booking: {
    label: 'Bookings',
    noun: 'Booking',
    approve: {
      label: 'Validate',
      done: 'is validated',
      permission: 'bookings.validate',
      asks: 'nothing',
    },
    reject: {
      label: 'Cancel it…',
      done: 'is cancelled',
      permission: 'bookings.write',
      body: CANCELLED,
    },
    many: { label: 'Validate many', to: paths.sales.validation },
  },
  override: {
    label: 'Credit overrides',
    noun: 'Booking',
    approve: {
      label: 'Override…',
      done: 'is validated by an override',
      permission: 'bookings.override',
      asks: 'reason',
      body: OVERRIDE_REASON,
    },
    reject: {
      label: 'Cancel it…',
      done: 'is cancelled',
      permission: 'bookings.write',
      body: CANCELLED,
    },
  },
  customer: {
    label: 'Customers',
    noun: 'Customer',
    approve: {
      label: 'Approve…',
      done: 'is approved',
      permission: 'customers.decide',
      asks: 'terms',
      body: 'Agents can book for an approved customer at once.',
    },
    reject: {
      label: 'Reject…',
      done: 'is rejected',
      permission: 'customers.decide',
      body: 'Nobody can book for a rejected customer. The reason stays with the request.',
    },
  },
  collection: {
    label: 'Collections',
    noun: 'Receipt',
    approve: {
      label: 'Approve',
      done: 'is approved',
      permission: 'collections.decide',
      asks: 'nothing',
    },
    reject: {
      label: 'Cancel it…',
      done: 'is cancelled',
      permission: 'collections.decide',
      body: CANCELLED,
    },
    many: { label: 'Approve many', to: paths.treasury.approval },
  },
  voucher: {
    label: 'Vouchers',
    noun: 'Voucher',
    approve: {
      label: 'Approve',
      done: 'is approved: it can be printed and released',
      permission: 'vouchers.approve',
      asks: 'nothing',
    },
    reject: {
      label: 'Cancel it…',
      done: 'is cancelled',
      permission: 'vouchers.write',
      body: 'It keeps its number and its cheque’s.',
    },
  },
  memo: {
    label: 'Memos',
    noun: 'Memo',
    approve: {
      label: 'Approve',
      done: 'counts from its date',
      permission: 'memos.approve',
      asks: 'nothing',
    },
    reject: {
      label: 'Cancel it…',
      done: 'is cancelled',
      permission: 'memos.approve',
      body: CANCELLED,
    },
  },
  product_edit: {
    label: 'Corrections',
    noun: 'Correction on',
    approve: {
      label: 'Approve',
      done: 'is corrected',
      permission: 'product_edits.decide',
      asks: 'nothing',
    },
    reject: {
      label: 'Reject…',
      done: 'stays as it is',
      permission: 'product_edits.decide',
      body: 'The record stays as it is. The reason goes to whoever asked.',
    },
    many: { label: 'Decide many', to: paths.inventory.edits },
  },
  count: {
    label: 'Counts',
    noun: 'Count',
    approve: {
      label: 'Post…',
      done: 'is posted',
      permission: 'counts.decide',
      asks: 'reason',
      body: 'Each difference becomes an adjustment of the day of the sheet.',
    },
    reject: {
      label: 'Send back…',
      done: 'goes back to be counted again',
      permission: 'counts.decide',
      body: 'The sheet opens again with what was counted. The counter reads your reason.',
    },
  },
  write_off: {
    label: 'Write-offs',
    noun: 'Write-off',
    approve: {
      label: 'Approve',
      done: 'is approved: the goods left the stock',
      permission: 'counts.decide',
      asks: 'nothing',
    },
    reject: {
      label: 'Cancel it…',
      done: 'is cancelled',
      permission: 'counts.decide',
      body: 'The goods stay among the bad orders.',
    },
  },
  warehouse: {
    label: 'Warehouse',
    noun: 'Request',
    approve: {
      label: 'Approve',
      done: 'is approved',
      permission: 'warehouse.decide',
      asks: 'nothing',
    },
    reject: {
      label: 'Reject…',
      done: 'is rejected',
      permission: 'warehouse.decide',
      body: 'Nothing changes in stock or balance. The warehouse reads your reason.',
    },
  },
} as const satisfies Record<string, Kind>

export type KindName = keyof typeof KINDS
export const KIND_NAMES = Object.keys(KINDS) as [KindName, ...KindName[]]

/** The permissions to decide a kind; a user with any of them has an inbox. */
export const DECIDERS = Object.values(KINDS).map(({ approve }) => approve.permission) as [
  Permission,
  ...Permission[],
]

/** Tells whether a user with these permissions has an inbox. */
export const decides = (permissions: readonly Permission[]) =>
  DECIDERS.some((permission) => permissions.includes(permission))

/** Returns a kind with its optional parts in the type. */
export const kindOf = (name: KindName): Kind => KINDS[name]

export function isKind(value: unknown): value is KindName {
  return typeof value === 'string' && Object.hasOwn(KINDS, value)
}

/** Returns the address of the inbox, limited to one kind if given. */
export const inboxAt = (kind?: KindName) =>
  kind ? `${paths.inbox.list}?kind=${kind}` : paths.inbox.list

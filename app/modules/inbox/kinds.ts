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

const OVERRIDE_REASON = 'The reason is saved on the booking with your name.'
const CANCELLED = 'It is not posted; its number is not reused.'

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
      label: 'Cancel booking…',
      done: 'is cancelled',
      permission: 'bookings.write',
      body: CANCELLED,
    },
    many: { label: 'Validate several', to: paths.sales.validation },
  },
  override: {
    label: 'Credit overrides',
    noun: 'Booking',
    approve: {
      label: 'Override…',
      done: 'is validated with an override',
      permission: 'bookings.override',
      asks: 'reason',
      body: OVERRIDE_REASON,
    },
    reject: {
      label: 'Cancel booking…',
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
      body: 'A rejected customer cannot be booked. The reason is saved with the request.',
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
      label: 'Cancel receipt…',
      done: 'is cancelled',
      permission: 'collections.decide',
      body: CANCELLED,
    },
    many: { label: 'Approve several', to: paths.treasury.approval },
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
      label: 'Cancel voucher…',
      done: 'is cancelled',
      permission: 'vouchers.write',
      body: 'The voucher and cheque numbers are not reused.',
    },
  },
  memo: {
    label: 'Memos',
    noun: 'Memo',
    approve: {
      label: 'Approve',
      done: 'is posted from its date',
      permission: 'memos.approve',
      asks: 'nothing',
    },
    reject: {
      label: 'Cancel memo…',
      done: 'is cancelled',
      permission: 'memos.approve',
      body: CANCELLED,
    },
  },
  product_edit: {
    label: 'Price and quantity corrections',
    noun: 'Correction on',
    approve: {
      label: 'Approve',
      done: 'is approved',
      permission: 'product_edits.decide',
      asks: 'nothing',
    },
    reject: {
      label: 'Reject…',
      done: 'is rejected',
      permission: 'product_edits.decide',
      body: 'The record is not changed. The requester sees your reason.',
    },
    many: { label: 'Approve several', to: paths.inventory.edits },
  },
  count: {
    label: 'Stock counts',
    noun: 'Count',
    approve: {
      label: 'Post…',
      done: 'is posted',
      permission: 'counts.decide',
      asks: 'reason',
      body: 'Each variance is posted as an adjustment dated on the count date.',
    },
    reject: {
      label: 'Return for recount…',
      done: 'is returned for recount',
      permission: 'counts.decide',
      body: 'The sheet is reopened with its counts. The counter sees your reason.',
    },
  },
  write_off: {
    label: 'Write-offs',
    noun: 'Write-off',
    approve: {
      label: 'Approve',
      done: 'is approved: the goods are removed from stock',
      permission: 'counts.decide',
      asks: 'nothing',
    },
    reject: {
      label: 'Cancel write-off…',
      done: 'is cancelled',
      permission: 'counts.decide',
      body: 'The goods remain bad orders.',
    },
  },
  warehouse: {
    label: 'Warehouse requests',
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
      body: 'Stock and balance do not change. The warehouse sees your reason.',
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

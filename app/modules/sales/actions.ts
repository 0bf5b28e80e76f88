import type { Permission } from '~/platform/access/permissions'

/** The actions on a booking's page; each has its own form. */
export type BookingIntent =
  | 'validate'
  | 'override'
  | 'invoice'
  | 'deliver'
  | 'deliver-part'
  | 'cancel'

/** The permission of each action; the database checks the same. */
export const BOOKING_ACTIONS: Record<BookingIntent, Permission> = {
  validate: 'bookings.validate',
  override: 'bookings.override',
  invoice: 'invoicing.write',
  deliver: 'bookings.deliver',
  'deliver-part': 'bookings.deliver',
  cancel: 'bookings.write',
}

interface State {
  stage: string
  dateDelivered: string | null
  /** The warehouse holds the goods until its request is finished. */
  onHold: boolean
  balance: string
  lines: readonly { delivered: number }[]
}

/**
 * Returns the actions that the booking's state and the reader's permissions allow. An override
 * needs a booking that exceeds its customer's credit line or is below a price floor: `overLimit`.
 * `byAnother`: it needs what the reader did, so that another user validates it.
 */
export function openBookingActions(
  booking: State,
  permissions: readonly Permission[],
  overLimit: boolean,
  byAnother = false,
): BookingIntent[] {
  const approved = ['validated', 'invoiced', 'delivered', 'paid'].includes(booking.stage)
  const deliverable = approved && booking.dateDelivered === null && !booking.onHold
  const untouched = booking.lines.every((line) => line.delivered === 0)
  const possible: Record<BookingIntent, boolean> = {
    validate: booking.stage === 'pending' && !byAnother,
    override: booking.stage === 'pending' && overLimit && !byAnother,
    // An opening balance and a debit memo have the number of their paper, and no lines.
    invoice: approved && booking.lines.length > 0,
    deliver: deliverable,
    'deliver-part': deliverable,
    cancel: ['pending', 'validated', 'invoiced'].includes(booking.stage) && untouched,
  }
  return (Object.keys(possible) as BookingIntent[]).filter(
    (intent) => possible[intent] && permissions.includes(BOOKING_ACTIONS[intent]),
  )
}

/** Returns whether the customer can still pay this booking. */
export function canCollect(booking: State, permissions: readonly Permission[]): boolean {
  return (
    permissions.includes('collections.record') &&
    ['validated', 'invoiced', 'delivered'].includes(booking.stage) &&
    booking.balance !== '0.00'
  )
}

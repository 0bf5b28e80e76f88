import type { Permission } from '~/platform/access/permissions'

/**
 * The dates of a booking that can be corrected, each with the permission of the step that sets it.
 */
const DATES = [
  { name: 'date_added', label: 'Booking date', permission: 'bookings.validate', of: 'dateAdded' },
  {
    name: 'date_invoiced',
    label: 'Invoice date',
    permission: 'invoicing.write',
    of: 'dateInvoiced',
  },
  {
    name: 'date_delivered',
    label: 'Delivery date',
    permission: 'bookings.deliver',
    of: 'dateDelivered',
  },
] as const

export type DateName = (typeof DATES)[number]['name']

interface Dated {
  stage: string
  dateAdded: string
  dateInvoiced: string | null
  dateDelivered: string | null
}

/**
 * Returns the dates of this booking that the reader may correct. `days`: the days of its deliveries. Those of a booking
 * delivered in parts are corrected one by one.
 */
export function correctableDates(
  booking: Dated,
  permissions: readonly Permission[],
  days: readonly string[] = [],
): { dates: { name: DateName; label: string; value: string }[]; deliveries: readonly string[] } {
  if (booking.stage === 'cancelled') return { dates: [], deliveries: [] }
  const inParts = days.length > (booking.dateDelivered ? 1 : 0)
  return {
    dates: DATES.flatMap(({ name, label, permission, of }) => {
      const value = name === 'date_delivered' && inParts ? null : booking[of]
      return value && permissions.includes(permission) ? [{ name, label, value }] : []
    }),
    deliveries: inParts && permissions.includes('bookings.deliver') ? days : [],
  }
}

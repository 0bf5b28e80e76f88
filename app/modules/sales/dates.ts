import type { Permission } from '~/platform/access/permissions'

/**
 * The dates of a booking that can be corrected, each with the permission of the step that sets it.
 */
const DATES = [
  { name: 'date_added', label: 'Date added', permission: 'bookings.validate', of: 'dateAdded' },
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

/** Returns the dates of this booking that the reader may correct. */
export function correctableDates(
  booking: Dated,
  permissions: readonly Permission[],
): { name: DateName; label: string; value: string }[] {
  if (booking.stage === 'cancelled') return []
  return DATES.flatMap(({ name, label, permission, of }) => {
    const value = booking[of]
    return value && permissions.includes(permission) ? [{ name, label, value }] : []
  })
}

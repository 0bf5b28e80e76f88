import type { RequestKind } from './kinds'

interface Booking {
  stage: string
  onHold: boolean
  dateDelivered: string | null
  lines: readonly { open: number; delivered: number; returned: number }[]
}

/** The stages in which a warehouse request can be made. */
export const ASKABLE = ['validated', 'invoiced', 'delivered', 'paid'] as const

/**
 * Returns the pieces of a line that a request may take: open ones to reduce, delivered ones to take
 * back.
 */
export function mostOf(line: Booking['lines'][number]) {
  return { reduce: line.open, take_back: line.delivered - line.returned }
}

/** Returns the kinds of request that the booking allows now; none unless it is validated. */
export function openKinds(booking: Booking): RequestKind[] {
  if (!ASKABLE.some((stage) => stage === booking.stage)) return []
  const kinds: RequestKind[] = []
  if (booking.dateDelivered === null && !booking.onHold) kinds.push('hold')
  if (booking.lines.some((line) => mostOf(line).reduce > 0)) kinds.push('reduce')
  if (booking.lines.some((line) => mostOf(line).take_back > 0)) kinds.push('take_back')
  return kinds
}

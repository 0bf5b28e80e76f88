import type { Kind } from './kinds'

interface Booking {
  stage: string
  onHold: boolean
  dateDelivered: string | null
  lines: readonly { open: number; delivered: number; returned: number }[]
}

/** The stages in which a booking's goods can be asked for. */
export const ASKABLE = ['validated', 'invoiced', 'delivered', 'paid'] as const

/** Pieces of a line that a request may still take: undelivered to reduce, delivered to take back. */
export function mostOf(line: Booking['lines'][number]) {
  return { reduce: line.open, take_back: line.delivered - line.returned }
}

/** What can be asked about a booking's goods as they stand; nothing unless it is validated. */
export function openKinds(booking: Booking): Kind[] {
  if (!ASKABLE.some((stage) => stage === booking.stage)) return []
  const kinds: Kind[] = []
  if (booking.dateDelivered === null && !booking.onHold) kinds.push('hold')
  if (booking.lines.some((line) => mostOf(line).reduce > 0)) kinds.push('reduce')
  if (booking.lines.some((line) => mostOf(line).take_back > 0)) kinds.push('take_back')
  return kinds
}

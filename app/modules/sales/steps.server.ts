import type { BookingDocument } from './document.server'
import type { TimelineEvent } from './timeline'

interface Open {
  requests: readonly { status: string }[] | null
  byAnother: unknown
  belowFloor: readonly unknown[]
  overLimit: boolean
}

/** Lists what is open on a booking. */
export function questionsOf(booking: BookingDocument, open: Open): string[] {
  const asked = open.requests?.filter(({ status }) => status === 'pending').length ?? 0
  const questions: [boolean, string][] = [
    [booking.onHold, 'On hold'],
    [open.overLimit, 'Over credit limit'],
    [open.byAnother !== null, 'Needs another user'],
    [open.belowFloor.length > 0, 'Below price floor'],
    [asked === 1, 'Warehouse request pending'],
    [asked > 1, `${asked} warehouse requests pending`],
    [booking.uncleared !== '0.00', 'Uncleared cheques'],
  ]
  return questions.flatMap(([is, text]) => (is ? [text] : []))
}

/** Lists the steps that a booking has taken. */
export function stepsOf(
  booking: BookingDocument,
  timeline: readonly TimelineEvent[],
  nameOf: (person: string | null) => string | null,
) {
  const last = (title: RegExp) => timeline.findLast((event) => title.test(event.title))
  const cancelled = last(/^Cancelled$/)
  return [
    { label: 'Entered', on: booking.dateAdded, by: nameOf(booking.createdBy) },
    { label: 'Validated', on: booking.validatedAt, by: nameOf(booking.validatedBy) },
    { label: 'Invoiced', on: booking.dateInvoiced, by: last(/^Invoiced/)?.by },
    { label: 'Delivered', on: booking.dateDelivered, by: last(/^Delivered (?!in part)/)?.by },
    { label: 'Paid', on: booking.datePaid },
    { label: 'Cancelled', on: cancelled?.at ?? null, by: cancelled?.by, bad: true },
  ]
}

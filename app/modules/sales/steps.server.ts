import { paths } from '~/paths'
import type { Permission } from '~/platform/access/permissions'
import { canCollect } from './actions'
import { correctableDates } from './dates'
import type { BookingDocument } from './document.server'
import { shownStage } from './stage'
import type { TimelineEvent } from './timeline'
import { openKinds } from './warehouse/ask'

interface Open {
  requests: readonly { status: string }[] | null
  belowFloor: readonly unknown[]
  overLimit: boolean
}

/** Lists what is open on a booking. */
export function questionsOf(booking: BookingDocument, open: Open): string[] {
  const pendingRequests = open.requests?.filter(({ status }) => status === 'pending').length ?? 0
  const questions: [boolean, string][] = [
    [booking.onHold, 'On hold'],
    [open.overLimit, 'Over credit limit'],
    [open.belowFloor.length > 0, 'Below price floor'],
    [pendingRequests === 1, 'Warehouse request pending'],
    [pendingRequests > 1, `${pendingRequests} warehouse requests pending`],
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
    { label: 'Created', on: booking.dateAdded, by: nameOf(booking.createdBy) },
    { label: 'Validated', on: booking.validatedAt, by: nameOf(booking.validatedBy) },
    { label: 'Invoiced', on: booking.dateInvoiced, by: last(/^Invoiced/)?.by },
    { label: 'Delivered', on: booking.dateDelivered, by: last(/^Delivered (?!in part)/)?.by },
    {
      label: shownStage(booking) === 'credited' ? 'Credited' : 'Paid',
      on: booking.datePaid,
    },
    { label: 'Cancelled', on: booking.dateCancelled, by: cancelled?.by, bad: true },
  ]
}

type Act = [label: string, to: string]

/**
 * Lists the acts of a booking that are pages of their own: the next one, and those beside it, papers
 * first. An opening receivable has no papers.
 */
export function actsOf(
  booking: BookingDocument,
  permissions: readonly Permission[],
  closedThrough: string | null,
): { next: Act | null; acts: Act[] } {
  const { id, stage, lines } = booking
  const may = (...any: Permission[]) => any.some((each) => permissions.includes(each))
  const pending = stage === 'pending'
  const papers = lines.length > 0 && !pending && stage !== 'cancelled'
  const write = may('bookings.write')
  const collect = new URLSearchParams({ customer: booking.customerId, booking: id })
  const nexts: [boolean, Act][] = [
    [
      canCollect(booking, permissions),
      ['Record collection', `${paths.treasury.addCollection}?${collect}`],
    ],
    // In a closed period it is cancelled and entered again.
    [
      write && pending && booking.dateAdded > (closedThrough ?? ''),
      ['Edit', paths.sales.editBooking(id)],
    ],
  ]
  const [next = null, ...others] = open(nexts)
  const further: [boolean, Act][] = [
    [
      papers && booking.invoiceNo !== null && may('invoicing.read'),
      ['Print invoice', paths.sales.invoice(id)],
    ],
    [
      papers && may('bookings.deliver', 'invoicing.read'),
      ['Delivery receipt', paths.sales.deliveryReceipt(id)],
    ],
    [
      correctableDates(booking, permissions).dates.length > 0 ||
        (may('bookings.deliver') && papers && lines.some(({ delivered }) => delivered > 0)),
      ['Edit dates', paths.sales.bookingDates(id)],
    ],
    [write && lines.length > 0, ['Duplicate', `${paths.sales.addBooking}?copy=${id}`]],
    [
      may('memos.write') && lines.some(({ delivered, returned }) => delivered > returned),
      ['Credit or debit memo', paths.memos.addFor(id)],
    ],
    [
      may('warehouse.write') && openKinds(booking).length > 0,
      ['Warehouse request', paths.warehouse.addRequest(id)],
    ],
  ]
  return { next, acts: [...others, ...open(further)] }
}

const open = (acts: readonly [boolean, Act][]) => acts.flatMap(([is, act]) => (is ? [act] : []))

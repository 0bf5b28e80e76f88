import { type FoundPosition, positionOf } from '~/modules/customers/queries.server'
import { row } from '~/platform/db/command.server'
import type { Database } from '~/platform/db/database.types'
import type { Db } from '~/platform/request/context'
import { type Allocation, bookingOf, collectionsOf, type FoundBooking } from './document.server'
import type { TimelineRow } from './timeline'
import { timelineOf } from './timeline.server'
import { checkOf, type FoundCheck } from './validation.server'
import { requestRow } from './warehouse/queries.server'

/** The answer of the SQL function `booking_page`. */
interface FoundPage extends FoundBooking {
  trail: TimelineRow[]
  /** Null without collections.read, warehouse.read, customers.read. */
  allocations: Allocation[] | null
  requests: Database['public']['Tables']['warehouse_requests']['Row'][] | null
  credit: FoundPosition | null
  check: FoundCheck | null
  next_invoice: string | null
}

/**
 * Reads everything that the page of a booking shows, in one call.
 *
 * @throws A 404 response when the booking is missing, belongs to another project, or is out of the
 * reader's scope.
 */
export async function readBookingPage(db: Db, projectId: string, bookingId: string) {
  const args = { p_project: projectId, p_booking: bookingId }
  const found = row(await db.rpc('booking_page', args)) as unknown as FoundPage
  return {
    booking: bookingOf(found),
    collections: found.allocations && collectionsOf(found.allocations),
    requests: found.requests?.map(requestRow) ?? null,
    credit: found.credit && positionOf(found.credit),
    check: found.check && checkOf(found.check),
    nextInvoice: found.next_invoice,
    timelineOf: (names: ReadonlyMap<string, string>) => timelineOf(found, names),
  }
}

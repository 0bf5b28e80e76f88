import type { Keyset, Page } from '~/platform/db/keyset'
import { readPage } from '~/platform/db/page.server'
import { anyContains } from '~/platform/db/search'
import type { Db } from '~/platform/request/context'
import { searchText } from '~/platform/values/texts'
import { ASKABLE } from './ask'

/** A booking for which a warehouse request can be made. */
export interface RequestableBooking {
  id: string
  soNo: string
  stage: string
  onHold: boolean
  invoiceNo: string | null
  customer: string
  store: string | null
  dateAdded: string
  dateDelivered: string | null
}

const ROW =
  'id, so_no, stage, on_hold, invoice_no, customer_name, store_name, date_added, date_delivered'

/** Reads one page of these bookings, newest first, and their number. */
export async function listRequestable(
  db: Db,
  projectId: string,
  keyset: Keyset,
  search: string | null,
): Promise<Page<RequestableBooking> & { count: number }> {
  const contains = anyContains(['search_key'], searchText(search ?? ''), 'like')
  const fitting = (options?: { count: 'exact'; head: true }) => {
    const query = db
      .from('bookings')
      .select(ROW, options)
      .eq('project_id', projectId)
      .in('stage', ASKABLE)
      // Opening invoices and debit memos have no goods.
      .eq('is_opening', false)
    return contains ? query.or(contains) : query
  }
  return readPage(keyset, fitting(), {
    row: (booking) => ({
      id: booking.id,
      soNo: booking.so_no,
      stage: booking.stage,
      onHold: booking.on_hold,
      invoiceNo: booking.invoice_no,
      customer: booking.customer_name,
      store: booking.store_name,
      dateAdded: booking.date_added,
      dateDelivered: booking.date_delivered,
    }),
    count: fitting({ count: 'exact', head: true }),
  })
}

import type { LoaderFunctionArgs } from '@remix-run/node'
import { namesOf } from '~/modules/people/queries.server'
import { NET_OF_CHEQUES, RECEIVABLES } from '~/modules/receivables/terms'
import { requirePermission } from '~/platform/access/guard.server'
import { readOrder } from '~/platform/db/orders'
import { type FileColumn, listReply } from '~/platform/files/list-file.server'
import { stageLabel } from '~/ui/Badge'
import { agentsNamed, BOOKING_ORDERS, readBookingFilters } from './filters'
import { type BookingRow, listBookings } from './queries.server'

/** Answers with the list of bookings as a file. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const reader = await requirePermission(context, 'bookings.read')
  const { db, project } = reader
  const filters = readBookingFilters(request.url)
  const names = await namesOf(db, project.projectId)
  const { sort, paging } = readOrder(request.url, BOOKING_ORDERS)
  const search_agents = filters.search ? agentsNamed(names, filters.search) : []
  return listReply(
    { request, context, reader },
    {
      title: 'Bookings',
      names,
      columns: columnsOf(names),
      paging,
      page: (keyset) =>
        listBookings(db, project.projectId, keyset, { ...filters, search_agents, sort }),
    },
  )
}

function columnsOf(names: ReadonlyMap<string, string>): FileColumn<BookingRow>[] {
  // A pending booking owes nothing yet, a cancelled one nothing any more.
  const owes = ({ stage }: BookingRow) => stage !== 'pending' && stage !== 'cancelled'
  return [
    { header: 'SO no.', key: 'so', cell: (row) => row.soNo },
    { header: 'Status', key: 'stage', cell: (row) => stageLabel(row.stage) },
    { header: 'Invoice no.', key: 'invoice', cell: (row) => row.invoiceNo },
    { header: 'Customer', key: 'customer', cell: (row) => row.customerName },
    { header: 'Store', optional: 'store', cell: (row) => row.storeName },
    { header: 'Agent', key: 'agent', cell: (row) => names.get(row.agentId) ?? null },
    { header: 'Booking date', key: 'added', cell: (row) => ({ day: row.dateAdded }) },
    { header: 'Invoiced', optional: 'invoiced', cell: (row) => ({ day: row.dateInvoiced }) },
    { header: 'Delivered', key: 'delivered', cell: (row) => ({ day: row.dateDelivered }) },
    { header: 'Total', key: 'total', cell: (row) => ({ money: row.total }) },
    {
      header: RECEIVABLES,
      key: 'receivables',
      cell: (row) => (owes(row) ? { money: row.clearedBalance } : null),
    },
    {
      header: NET_OF_CHEQUES,
      optional: 'net',
      cell: (row) => (owes(row) ? { money: row.balance } : null),
    },
  ]
}

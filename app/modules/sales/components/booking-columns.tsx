import { NET_OF_CHEQUES, RECEIVABLES } from '~/modules/receivables/terms'
import { StageBadge } from '~/ui/Badge'
import type { Column } from '~/ui/DataTable'
import { DateText, Money } from '~/ui/Figures'
import { excluded } from '~/ui/total-note'
import type { BookingRow, BookingTotals } from '../queries.server'

type Row = BookingRow & { agent: string | null }

/** Returns whether a booking owes: a pending one does not yet, a cancelled one no more. */
const owes = ({ stage }: Row) => stage !== 'pending' && stage !== 'cancelled'

/**
 * Returns the columns of the booking list. The totals are of all bookings found, not of the page.
 */
export function bookingColumns(currency: string, totals: BookingTotals): Column<Row>[] {
  return [
    {
      key: 'so',
      header: 'SO no.',
      cell: (booking) => <span className="figures whitespace-nowrap">{booking.soNo}</span>,
      total: 'Total',
    },
    {
      key: 'stage',
      header: 'Status',
      phone: 'show',
      cell: (booking) => <StageBadge stage={booking.stage} />,
    },
    { key: 'invoice', header: 'Invoice no.', cell: (booking) => booking.invoiceNo ?? '–' },
    {
      key: 'customer',
      header: 'Customer',
      grow: true,
      cell: (booking) => booking.customerName,
      total: excluded([[totals.cancelled, 'cancelled']]),
    },
    {
      key: 'store',
      header: 'Store',
      optional: true,
      grow: true,
      cell: (booking) => booking.storeName ?? '–',
    },
    { key: 'agent', tablet: 'hide', header: 'Agent', cell: (booking) => booking.agent ?? '–' },
    {
      key: 'added',
      header: 'Booking date',
      phone: 'show',
      cell: (booking) => <DateText value={booking.dateAdded} />,
    },
    {
      key: 'invoiced',
      header: 'Invoiced',
      optional: true,
      cell: (booking) => <DateText value={booking.dateInvoiced} />,
    },
    {
      key: 'delivered',
      tablet: 'hide',
      header: 'Delivered',
      cell: (booking) => <DateText value={booking.dateDelivered} />,
    },
    {
      key: 'total',
      header: `Total (${currency})`,
      phone: 'amount',
      align: 'end',
      cell: (booking) => <Money value={booking.total} />,
      total: <Money value={totals.total} />,
    },
    {
      key: 'receivables',
      header: RECEIVABLES,
      align: 'end',
      cell: (booking) => <Money value={owes(booking) ? booking.clearedBalance : null} />,
      total: <Money value={totals.clearedBalance} />,
    },
    {
      key: 'net',
      header: NET_OF_CHEQUES,
      align: 'end',
      optional: true,
      cell: (booking) => <Money value={owes(booking) ? booking.balance : null} />,
      total: <Money value={totals.balance} />,
    },
  ]
}

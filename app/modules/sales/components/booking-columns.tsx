import { StageBadge } from '~/ui/Badge'
import type { Column } from '~/ui/DataTable'
import { Balances, DateText, Money } from '~/ui/Figures'
import type { BookingRow, BookingTotals } from '../queries.server'

type Row = BookingRow & { agent: string | null }

/**
 * Returns the columns of the booking list. The totals are of all bookings found, not of the page.
 */
export function bookingColumns(currency: string, totals: BookingTotals): Column<Row>[] {
  return [
    {
      key: 'so',
      header: 'SO no.',
      cell: (booking) => <span className="figures whitespace-nowrap">{booking.soNo}</span>,
      total: totals.cancelled > 0 ? `Total (excl. ${totals.cancelled} cancelled)` : 'Total',
    },
    { key: 'stage', header: 'Status', cell: (booking) => <StageBadge stage={booking.stage} /> },
    { key: 'invoice', header: 'Invoice no.', cell: (booking) => booking.invoiceNo ?? '–' },
    {
      key: 'customer',
      header: 'Customer',
      cell: (booking) => (
        <>
          {booking.customerName}
          {booking.storeName ? (
            <span className="block text-xs text-muted">{booking.storeName}</span>
          ) : null}
        </>
      ),
    },
    { key: 'agent', header: 'Agent', cell: (booking) => booking.agent ?? '–' },
    {
      key: 'added',
      header: 'Booking date',
      cell: (booking) => <DateText value={booking.dateAdded} />,
    },
    {
      key: 'delivered',
      header: 'Delivered',
      cell: (booking) => <DateText value={booking.dateDelivered} />,
    },
    {
      key: 'total',
      header: `Total (${currency})`,
      align: 'end',
      cell: (booking) => <Money value={booking.total} />,
      total: <Money value={totals.total} />,
    },
    {
      key: 'balance',
      header: 'Balance',
      align: 'end',
      // A pending booking owes nothing yet, a cancelled one nothing any more.
      cell: ({ stage, ...owed }) =>
        stage === 'pending' || stage === 'cancelled' ? (
          <Money value={null} />
        ) : (
          <Balances {...owed} />
        ),
      total: <Balances {...totals} />,
    },
  ]
}

import type { SubmissionResult } from '@conform-to/react'
import type { ReactNode } from 'react'
import { paths } from '~/paths'
import type { ListOrder } from '~/platform/db/orders'
import type { Money as Amount } from '~/platform/values/money'
import { type Column, DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { DateText, Money } from '~/ui/Figures'
import { Pager } from '~/ui/Pager'
import { useListLink } from '~/ui/useListLink'
import { QUEUES, type Queue } from '../queues'
import { DeliveryStep, InvoiceRow } from './QueueForms'

export interface InvoicingRow {
  cursor?: string
  id: string
  soNo: string
  invoiceNo: string | null
  customerName: string
  agent: string | null
  dateAdded: string
  dateDelivered: string | null
  onHold: boolean
  total: Amount
  version: number
  idempotencyKey: string
  /** The proposed number; only the first row has one. */
  proposed: string | null
  /** The number of pre-printed forms that its invoice takes. */
  forms: number
}

export interface QueueTableProps {
  queue: Queue
  rows: readonly InvoicingRow[]
  order: ListOrder
  newer: string | null
  older: string | null
  /** The sums of the whole queue, not of the page. */
  sums: { bookings: number; total: Amount }
  currency: string
  project: string
  today: string
  may: { invoice: boolean; deliver: boolean }
  lastResult: SubmissionResult<string[]> | undefined
  /** The column that selects rows, if any. */
  checkbox?: Column<InvoicingRow>
}

/** Shows one queue of the invoicing screen, each row with the form of its next step. */
export function QueueTable(props: QueueTableProps) {
  const link = useListLink()
  const { queue, rows, newer, older, sums } = props
  return (
    <DataTable
      key={queue}
      caption={QUEUES[queue].label}
      columns={columnsOf(props)}
      rows={rows}
      order={props.order}
      rowKey={(booking) => booking.id}
      rowLink={(booking) => link(paths.sales.booking(booking.id), booking)}
      count={sums.bookings}
      empty={<EmptyState title="No pending items">{QUEUES[queue].empty}</EmptyState>}
      footer={<Pager newer={newer} older={older} labels={['Older', 'Newer']} />}
    />
  )
}

function columnsOf(props: QueueTableProps): Column<InvoicingRow>[] {
  const { queue, sums, currency, may, checkbox } = props
  const delivers = queue === 'to-deliver'
  return [
    ...(checkbox ? [checkbox] : []),
    {
      key: 'so',
      header: 'SO no.',
      cell: ({ soNo, forms }) => (
        <span className="figures whitespace-nowrap">
          {soNo}
          {forms > 1 ? <span className="block text-xs text-muted">{forms} forms</span> : null}
        </span>
      ),
      total: 'Total',
    },
    { key: 'customer', header: 'Customer', grow: true, cell: (booking) => booking.customerName },
    { key: 'agent', tablet: 'hide', header: 'Agent', cell: (booking) => booking.agent ?? '–' },
    {
      key: 'added',
      tablet: 'hide',
      header: 'Booking date',
      cell: (booking) => <DateText value={booking.dateAdded} />,
    },
    delivers
      ? { key: 'invoice', header: 'Invoice no.', cell: (booking) => booking.invoiceNo }
      : {
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
      total: <Money value={sums.total} />,
    },
    ...((delivers ? may.deliver : may.invoice) ? [formColumn(props, delivers)] : []),
  ]
}

function formColumn(
  { project, today, lastResult }: QueueTableProps,
  delivers: boolean,
): Column<InvoicingRow> {
  const form = (booking: InvoicingRow): ReactNode =>
    delivers ? (
      <DeliveryStep key={booking.version} {...{ booking, lastResult, project, today }} />
    ) : (
      // The key makes a new form for another proposed number, because the field holds the initial
      // value.
      <InvoiceRow
        key={`${booking.version} ${booking.proposed}`}
        {...{ booking, lastResult, project, today }}
      />
    )
  return {
    key: 'action',
    header: delivers ? 'Delivered on' : 'Invoice no. and date',
    // The forms lie above the row's link, which covers the row.
    className: 'relative sm:not-print:max-w-none!',
    phone: 'hide',
    cell: form,
  }
}

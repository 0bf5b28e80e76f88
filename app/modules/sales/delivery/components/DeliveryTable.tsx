import type { SubmissionResult } from '@conform-to/react'
import { Link } from '@remix-run/react'
import { paths } from '~/paths'
import type { Permission } from '~/platform/access/permissions'
import type { Money as Amount } from '~/platform/values/money'
import { Badge } from '~/ui/Badge'
import { type Column, DataTable } from '~/ui/DataTable'
import { DateText, Money } from '~/ui/Figures'
import { Pager } from '~/ui/Pager'
import { RowCheckbox } from '~/ui/RowCheckbox'
import { DeliverRow } from '../../invoicing/components/QueueForms'
import type { DeliveryFilters } from '../filters'
import type { Delivery } from '../queries.server'

type Row = Delivery & { idempotencyKey: string }

const LINK = 'whitespace-nowrap text-accent hover:underline'

interface Props {
  rows: readonly Row[]
  newer: string | null
  older: string | null
  bookings: number
  amount: Amount
  filters: DeliveryFilters
  done: boolean
  currency: string
  project: string
  today: string
  permissions: readonly Permission[]
  lastResult: SubmissionResult<string[]> | undefined
}

/** Lists the bookings of the day list, with the next step of each. */
export function DeliveryTable(props: Props) {
  const { rows, newer, older, bookings, done } = props
  return (
    <DataTable
      key={done ? 'done' : 'open'}
      caption={done ? 'Delivered' : 'To deliver'}
      columns={done ? doneColumns(props) : openColumns(props)}
      rows={rows}
      rowKey={(delivery) => delivery.id}
      rowLink={(delivery) => paths.sales.booking(delivery.id)}
      count={bookings}
      empty={null}
      footer={<Pager newer={newer} older={older} labels={['Back', 'On']} />}
    />
  )
}

function commonColumns({ amount, currency }: Props): Column<Row>[] {
  return [
    {
      key: 'so',
      header: 'SO and invoice no.',
      cell: ({ soNo, invoiceNo, onHold }) => (
        <>
          <span className="figures whitespace-nowrap">{soNo}</span>{' '}
          {onHold ? <Badge tone="warn">On hold</Badge> : null}
          {invoiceNo ? <span className="block text-xs text-muted">{invoiceNo}</span> : null}
        </>
      ),
      total: 'Total',
    },
    {
      key: 'agent',
      header: 'Agent, area',
      cell: ({ agent, area }) => (
        <>
          {agent}
          {area ? <span className="block text-xs text-muted">{area}</span> : null}
        </>
      ),
    },
    {
      key: 'customer',
      header: 'Customer',
      cell: ({ customerName, deliverTo }) => (
        <>
          {customerName}
          {deliverTo ? <span className="block text-xs text-muted">{deliverTo}</span> : null}
        </>
      ),
    },
    {
      key: 'amount',
      header: `Amount (${currency})`,
      align: 'end',
      cell: (delivery) => <Money value={delivery.amount} />,
      total: <Money value={amount} />,
    },
  ]
}

function openColumns(props: Props): Column<Row>[] {
  const { project, today, lastResult } = props
  const [number, ...others] = commonColumns(props)
  return [
    number!,
    {
      key: 'tick',
      header: 'Select',
      cell: ({ id, soNo }) => (
        <RowCheckbox form="pick" name="booking" value={id} label={`Select ${soNo}`} />
      ),
    },
    ...others,
    {
      key: 'added',
      header: 'Booking date',
      cell: (delivery) => <DateText value={delivery.dateAdded} />,
    },
    {
      key: 'action',
      header: 'Delivered on',
      // The forms lie above the row's link, which covers the row.
      className: 'relative w-full',
      cell: (booking) =>
        booking.onHold ? (
          <span className="text-muted">On hold by the warehouse</span>
        ) : (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <DeliverRow key={booking.version} {...{ booking, lastResult, project, today }} />
            <Link to={`${paths.sales.booking(booking.id)}#short`} className={LINK}>
              Partial…
            </Link>
            <Link to={paths.sales.deliveryReceipt(booking.id)} className={LINK}>
              Receipt
            </Link>
            {booking.invoiceNo && props.permissions.includes('invoicing.read') ? (
              <Link to={paths.sales.invoice(booking.id)} className={LINK}>
                Invoice
              </Link>
            ) : null}
          </div>
        ),
    },
  ]
}

function doneColumns(props: Props): Column<Row>[] {
  return [
    ...commonColumns(props),
    {
      key: 'receipt',
      header: 'Delivery receipt',
      className: 'relative',
      cell: ({ id, drNo }) => (
        <Link to={`${paths.sales.deliveryReceipt(id)}?on=${props.filters.on}`} className={LINK}>
          {drNo ?? 'Delivery receipt'}
        </Link>
      ),
    },
  ]
}

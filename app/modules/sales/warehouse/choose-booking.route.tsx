import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { readKeyset } from '~/platform/db/keyset'
import { readSearchParams } from '~/platform/request/search-params'
import { Badge, StageBadge } from '~/ui/Badge'
import { LinkButton } from '~/ui/Button'
import { type Column, DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { DateText } from '~/ui/Figures'
import { FilterBar } from '~/ui/FilterBar'
import { PageHeader } from '~/ui/PageHeader'
import { Pager } from '~/ui/Pager'
import { Panel } from '~/ui/Panel'
import { listRequestable, type RequestableBooking } from './bookings.server'

export const meta: MetaFunction = () => [{ title: 'New warehouse request · Kalakal' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'warehouse.write')
  const search = readSearchParams(request.url).text('q')
  const keyset = readKeyset(request.url, { by: 'date_added', descending: true })
  const page = await listRequestable(db, project.projectId, keyset, search)
  return { ...page, filtered: search !== null }
}

const columns: Column<RequestableBooking>[] = [
  {
    key: 'so',
    header: 'SO no.',
    cell: (booking) => <span className="figures whitespace-nowrap">{booking.soNo}</span>,
  },
  {
    key: 'stage',
    header: 'Status',
    cell: (booking) => <StageBadge stage={booking.stage} />,
  },
  {
    key: 'hold',
    header: 'Hold',
    cell: (booking) => (booking.onHold ? <Badge tone="danger">On hold</Badge> : '–'),
  },
  { key: 'invoice', header: 'Invoice no.', cell: (booking) => booking.invoiceNo ?? '–' },
  {
    key: 'customer',
    header: 'Customer',
    grow: true,
    cell: (booking) => booking.customer,
  },
  { key: 'store', header: 'Store', grow: true, cell: (booking) => booking.store ?? '–' },
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
]

/** Chooses the booking of a new request: its first step. */
export default function ChooseBooking() {
  const { rows, count, newer, older, filtered } = useLoaderData<typeof loader>()
  const empty = filtered ? (
    <EmptyState
      title="No results"
      action={<LinkButton to={paths.warehouse.chooseBooking}>Show all</LinkButton>}
    >
      Only validated bookings are listed. Search for part of the number or name.
    </EmptyState>
  ) : (
    <EmptyState title="No validated bookings yet">
      Requests are made for validated bookings.
    </EmptyState>
  )
  return (
    <>
      <PageHeader
        title="New warehouse request"
        description="Select a booking."
        crumbs={[{ label: 'Warehouse requests', to: paths.warehouse.requests }]}
      />
      <Panel flush>
        <FilterBar search="SO no., invoice no. or customer" />
        <DataTable
          caption="Validated bookings"
          columns={columns}
          rows={rows}
          count={count}
          rowKey={(booking) => booking.id}
          rowLink={(booking) => paths.warehouse.addRequest(booking.id)}
          empty={empty}
          footer={<Pager newer={newer} older={older} />}
        />
      </Panel>
    </>
  )
}

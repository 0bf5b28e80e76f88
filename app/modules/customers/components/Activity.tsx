import { Link } from '@remix-run/react'
import { collectionType } from '~/modules/receivables/collection-types'
import { RECEIVABLES } from '~/modules/receivables/terms'
import { paths } from '~/paths'
import type { Money as Amount } from '~/platform/values/money'
import { StageBadge } from '~/ui/Badge'
import { type Column, DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { Balances, DateText, Money } from '~/ui/Figures'
import { Panel } from '~/ui/Panel'

interface Booking {
  id: string
  soNo: string
  stage: string
  invoiceNo: string | null
  dateAdded: string
  dateDue: string | null
  total: Amount
  balance: Amount
  clearedBalance: Amount
}

interface Of {
  /** The customer's name, for the search in the lists. */
  customer: string
}

function All({ of, at }: { of: string; at: string }) {
  return (
    <Link
      to={`${at}?${new URLSearchParams({ q: of })}`}
      className="text-sm font-medium text-accent hover:underline"
    >
      View all
    </Link>
  )
}

const bookingColumns: Column<Booking>[] = [
  { key: 'so', header: 'SO no.', cell: (row) => row.soNo },
  { key: 'added', header: 'Booking date', cell: (row) => <DateText value={row.dateAdded} /> },
  { key: 'stage', header: 'Status', cell: (row) => <StageBadge stage={row.stage} /> },
  { key: 'invoice', header: 'Invoice no.', cell: (row) => row.invoiceNo ?? '–' },
  { key: 'due', header: 'Due', cell: (row) => <DateText value={row.dateDue} /> },
  {
    key: 'total',
    header: 'Total',
    align: 'end',
    phone: 'amount',
    cell: (row) => <Money value={row.total} />,
  },
  {
    key: 'balance',
    header: RECEIVABLES,
    align: 'end',
    phone: 'show',
    // A pending booking does not owe yet, a cancelled one no more.
    cell: (row) => (/^(pending|cancelled)$/.test(row.stage) ? '–' : <Balances {...row} />),
  },
]

/** Shows the newest bookings of a customer, with a link to all of them. */
export function BookingsPanel({ bookings, customer }: Of & { bookings: readonly Booking[] }) {
  return (
    <Panel
      title="Recent bookings"
      flush
      actions={bookings.length > 0 ? <All of={customer} at={paths.sales.bookings} /> : null}
    >
      <DataTable
        caption="Recent bookings"
        columns={bookingColumns}
        rows={bookings}
        rowKey={(row) => row.id}
        rowLink={(row) => paths.sales.booking(row.id)}
        empty={
          <EmptyState line title="No bookings yet">
            Bookings of this customer are listed here.
          </EmptyState>
        }
      />
    </Panel>
  )
}

interface Collection {
  id: string
  crNo: string
  type: string
  status: string
  dateCollected: string
  amount: Amount
}

const collectionColumns: Column<Collection>[] = [
  { key: 'cr', header: 'CR no.', cell: (row) => row.crNo },
  { key: 'date', header: 'Collected', cell: (row) => <DateText value={row.dateCollected} /> },
  { key: 'type', header: 'Type', cell: (row) => collectionType(row.type) },
  { key: 'status', header: 'Status', cell: (row) => <StageBadge stage={row.status} /> },
  {
    key: 'amount',
    header: 'Amount',
    align: 'end',
    phone: 'amount',
    cell: (row) => <Money value={row.amount} />,
  },
]

/** Shows the newest collections of a customer, with a link to all of them. */
export function CollectionsPanel({
  collections,
  customer,
}: Of & { collections: readonly Collection[] }) {
  return (
    <Panel
      title="Recent collections"
      flush
      actions={
        collections.length > 0 ? <All of={customer} at={paths.treasury.collections} /> : null
      }
    >
      <DataTable
        caption="Recent collections"
        columns={collectionColumns}
        rows={collections}
        rowKey={(row) => row.id}
        rowLink={(row) => paths.treasury.collection(row.id)}
        empty={
          <EmptyState line title="No collections yet">
            Receipts are listed here.
          </EmptyState>
        }
      />
    </Panel>
  )
}

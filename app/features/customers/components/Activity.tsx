import { collectionType } from '~/features/treasury/types'
import type { Money as Amount } from '~/platform/money'
import { StageBadge } from '~/ui/Badge'
import { type Column, DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { DateText, Money } from '~/ui/Figures'
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
}

const bookingColumns: Column<Booking>[] = [
  { key: 'so', header: 'SO no.', cell: (row) => row.soNo, nowrap: true },
  { key: 'added', header: 'Added', cell: (row) => <DateText value={row.dateAdded} /> },
  { key: 'stage', header: 'Stage', cell: (row) => <StageBadge stage={row.stage} /> },
  { key: 'invoice', header: 'Invoice no.', cell: (row) => row.invoiceNo ?? '–', nowrap: true },
  { key: 'due', header: 'Due', cell: (row) => <DateText value={row.dateDue} /> },
  { key: 'total', header: 'Total', align: 'end', cell: (row) => <Money value={row.total} /> },
  { key: 'balance', header: 'Balance', align: 'end', cell: (row) => <Money value={row.balance} /> },
]

/** The newest bookings of a customer, and the way to all of them. */
export function BookingsPanel({ bookings }: { bookings: readonly Booking[] }) {
  return (
    <Panel title="Newest bookings" flush>
      <DataTable
        caption="Newest bookings"
        columns={bookingColumns}
        rows={bookings}
        rowKey={(row) => row.id}
        rowLink={(row) => `/sales/bookings/${row.id}`}
        empty={<EmptyState title="No bookings yet">What an agent sells shows here.</EmptyState>}
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
  { key: 'cr', header: 'CR no.', cell: (row) => row.crNo, nowrap: true },
  { key: 'date', header: 'Collected', cell: (row) => <DateText value={row.dateCollected} /> },
  { key: 'type', header: 'Type', cell: (row) => collectionType(row.type), nowrap: true },
  { key: 'status', header: 'Status', cell: (row) => <StageBadge stage={row.status} /> },
  { key: 'amount', header: 'Amount', align: 'end', cell: (row) => <Money value={row.amount} /> },
]

/** The newest collections of a customer. */
export function CollectionsPanel({ collections }: { collections: readonly Collection[] }) {
  return (
    <Panel title="Newest collections" flush>
      <DataTable
        caption="Newest collections"
        columns={collectionColumns}
        rows={collections}
        rowKey={(row) => row.id}
        rowLink={(row) => `/treasury/treasury-list/${row.id}`}
        empty={<EmptyState title="Nothing collected yet">Receipts show here.</EmptyState>}
      />
    </Panel>
  )
}

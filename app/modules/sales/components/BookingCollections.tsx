import { paths } from '~/paths'
import { addMoney, money } from '~/platform/values/money'
import { StageBadge } from '~/ui/Badge'
import { type Column, DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { DateText, Money } from '~/ui/Figures'
import type { BookingCollection } from '../document.server'

/** Lists the collections that pay a booking, or will pay it once approved. */
export function BookingCollections({ collections }: { collections: BookingCollection[] }) {
  const approved = collections.filter(({ status }) => status === 'approved')
  const columns: Column<BookingCollection>[] = [
    { key: 'cr', header: 'CR no.', cell: (row) => row.crNo, total: 'Approved' },
    { key: 'date', header: 'Collected', cell: (row) => <DateText value={row.dateCollected} /> },
    { key: 'type', header: 'Type', cell: typeOf },
    { key: 'status', header: 'Status', cell: (row) => <StageBadge stage={row.status} /> },
    {
      key: 'amount',
      header: 'Applied to this booking',
      align: 'end',
      cell: (row) => <Money value={row.amount} />,
      total: <Money value={addMoney(money(0), ...approved.map(({ amount }) => amount))} />,
    },
  ]
  return (
    <DataTable
      caption="Collections"
      columns={columns}
      rows={collections}
      rowKey={(row) => row.id}
      rowLink={(row) => paths.treasury.collection(row.id)}
      empty={<EmptyState line title="No collections yet" />}
    />
  )
}

function typeOf({ type, chequeNo, chequeState }: BookingCollection): string {
  const name = type.replaceAll('_', ' ')
  const text = name.charAt(0).toUpperCase() + name.slice(1)
  return chequeNo
    ? `${text} ${chequeNo}${chequeState ? `, ${chequeState.replaceAll('_', ' ')}` : ''}`
    : text
}

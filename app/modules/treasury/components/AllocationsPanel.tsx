import { paths } from '~/paths'
import {
  type Money as Amount,
  addMoney,
  formatMoney,
  fromCents,
  toCents,
} from '~/platform/values/money'
import { StageBadge } from '~/ui/Badge'
import { LinkButton } from '~/ui/Button'
import { type Column, DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { Money } from '~/ui/Figures'
import { Panel } from '~/ui/Panel'

interface Allocation {
  bookingId: string
  soNo: string
  amount: Amount
  booking: { stage: string; total: Amount; balance: Amount } | null
}

interface Props {
  collection: {
    id: string
    status: string
    amount: Amount
    unapplied: Amount
    parts: readonly unknown[]
    allocations: Allocation[]
  }
  currency: string
  /** True when the reader may use the unapplied credit. */
  mayUse: boolean
}

/** Shows the bookings that a receipt pays, and its unapplied credit. */
export function AllocationsPanel({ collection, currency, mayUse }: Props) {
  const { allocations, unapplied, status } = collection
  const columns: Column<Allocation>[] = [
    { key: 'so', header: 'SO no.', cell: (row) => row.soNo, total: 'Allocated' },
    {
      key: 'stage',
      header: 'Status',
      cell: (row) => (row.booking ? <StageBadge stage={row.booking.stage} /> : '–'),
    },
    {
      key: 'total',
      header: 'Booking total',
      align: 'end',
      cell: (row) => <Money value={row.booking?.total ?? null} />,
    },
    {
      key: 'balance',
      header: 'Balance now',
      align: 'end',
      cell: (row) => <Money value={row.booking?.balance ?? null} />,
    },
    {
      key: 'amount',
      header: `Applied (${currency})`,
      align: 'end',
      cell: (row) => <Money value={row.amount} />,
      total: <Money value={addMoney(...allocations.map((row) => row.amount))} />,
    },
  ]
  return (
    <Panel title="Allocations" flush>
      {status === 'pending' ? <Excess allocations={allocations} /> : null}
      <DataTable
        caption="Allocations"
        columns={columns}
        rows={allocations}
        rowKey={(row) => row.bookingId}
        rowLink={(row) => paths.sales.booking(row.bookingId)}
        empty={
          <EmptyState line title="Not allocated to a booking">
            {unapplied === '0.00'
              ? 'The cheque was returned or replaced and is not applied.'
              : 'The whole amount is an unapplied payment.'}
          </EmptyState>
        }
      />
      {unapplied === '0.00' || status === 'cancelled' ? null : (
        <div className="flex flex-wrap items-center justify-between gap-2 border-t border-line px-3 py-2">
          <p>
            <Money value={unapplied} currency={currency} />{' '}
            {status === 'approved'
              ? 'is an unapplied payment of the customer.'
              : 'becomes an unapplied payment on approval.'}
          </p>
          {mayUse && status === 'approved' ? (
            <LinkButton to={paths.treasury.creditUse(collection.id)} size="sm">
              Apply payment
            </LinkButton>
          ) : null}
        </div>
      )}
    </Panel>
  )
}

/**
 * Warns before approval about amounts that a booking no longer takes, because another receipt paid
 * it meanwhile.
 */
function Excess({ allocations }: { allocations: readonly Allocation[] }) {
  const over = allocations.flatMap(({ soNo, amount, booking }) => {
    const excess = booking ? toCents(amount) - toCents(booking.balance) : 0n
    return excess > 0n ? [`${soNo}: ${formatMoney(fromCents(excess))}`] : []
  })
  if (over.length === 0) return null
  return (
    <p className="border-b border-line bg-warn-soft px-3 py-2 text-warn">
      Exceeds the current balance; the excess becomes an unapplied payment on approval:{' '}
      {over.join(', ')}.
    </p>
  )
}

import { type Money as Amount, addMoney, formatMoney, fromCents, toCents } from '~/platform/money'
import { StageBadge } from '~/ui/Badge'
import type { Column } from '~/ui/DataTable'
import { DateText, Money } from '~/ui/Figures'
import { collectionType } from '../types'

interface Row {
  id: string
  dateCollected: string
  crNo: string
  customerName: string
  type: string
  amount: Amount
  reversed: Amount
  status: string
  drrNo: string | null
  allocated: { soNo: string; amount: Amount }[]
}

interface Options {
  rows: readonly Row[]
  currency: string
  /** The project's name of the daily remittance report. */
  drrLabel: string
}

/** Columns of the collections list; cancelled receipts are listed but not added up. */
export function collectionColumns({ rows, currency, drrLabel }: Options): Column<Row>[] {
  const counted = rows.filter((row) => row.status !== 'cancelled')
  return [
    {
      key: 'cr',
      header: 'CR no.',
      cell: (row) => row.crNo,
      nowrap: true,
      total: counted.length < rows.length ? 'Without cancelled' : 'Total of page',
    },
    { key: 'date', header: 'Collected', cell: (row) => <DateText value={row.dateCollected} /> },
    {
      key: 'customer',
      header: 'Customer',
      cell: (row) => row.customerName,
      className: 'sm:min-w-36',
    },
    { key: 'type', header: 'Type', cell: (row) => collectionType(row.type), nowrap: true },
    { key: 'for', header: 'Allocated to', cell: (row) => <Allocated row={row} /> },
    { key: 'drr', header: `${drrLabel} no.`, cell: (row) => row.drrNo ?? '–', nowrap: true },
    { key: 'status', header: 'Status', cell: (row) => <StageBadge stage={row.status} /> },
    {
      key: 'amount',
      header: `Amount (${currency})`,
      align: 'end',
      cell: (row) => <Money value={row.amount} />,
      total: <Money value={addMoney(...counted.map((row) => row.amount))} />,
    },
  ]
}

const SHOWN = 2

/** The first SO numbers, and what no booking gets. */
function Allocated({ row }: { row: Row }) {
  const rest = row.allocated.length - SHOWN
  const left = unapplied(row)
  const numbers = row.allocated.slice(0, SHOWN).map((part) => part.soNo)
  return (
    <span className="figures">
      {numbers.join(', ')}
      {rest > 0 ? <span className="text-muted"> and {rest} more</span> : null}
      {left === '0.00' ? null : (
        <span className="block text-xs text-muted">{formatMoney(left)} unapplied</span>
      )}
    </span>
  )
}

function unapplied(row: Row): Amount {
  const allocated = addMoney(...row.allocated.map((part) => part.amount))
  return fromCents(toCents(row.amount) - toCents(row.reversed) - toCents(allocated))
}

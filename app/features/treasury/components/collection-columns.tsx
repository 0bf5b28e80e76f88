import { type Money as Amount, addMoney, fromCents, toCents } from '~/platform/money'
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
      total: counted.length < rows.length ? 'Page, without cancelled' : 'Total of this page',
    },
    { key: 'date', header: 'Collected', cell: (row) => <DateText value={row.dateCollected} /> },
    { key: 'customer', header: 'Customer', cell: (row) => row.customerName },
    { key: 'type', header: 'Type', cell: (row) => collectionType(row.type), nowrap: true },
    { key: 'for', header: 'Allocated to', cell: (row) => <Allocated row={row} /> },
    { key: 'drr', header: `${drrLabel} no.`, cell: (row) => row.drrNo ?? '–', nowrap: true },
    { key: 'status', header: 'Status', cell: (row) => <StageBadge stage={row.status} /> },
    {
      key: 'unapplied',
      header: 'Unapplied',
      align: 'end',
      cell: (row) => <Unapplied value={unapplied(row)} />,
      total: <Money value={addMoney(...counted.map(unapplied))} />,
      phone: 'hide',
    },
    {
      key: 'amount',
      header: `Amount (${currency})`,
      align: 'end',
      cell: (row) => <Money value={row.amount} />,
      total: <Money value={addMoney(...counted.map((row) => row.amount))} />,
    },
  ]
}

const SHOWN = 3

function Allocated({ row }: { row: Row }) {
  if (row.allocated.length === 0) return <span className="text-muted">–</span>
  const rest = row.allocated.length - SHOWN
  return (
    <span className="figures">
      {row.allocated
        .slice(0, SHOWN)
        .map((part) => part.soNo)
        .join(', ')}
      {rest > 0 ? <span className="text-muted"> and {rest} more</span> : null}
    </span>
  )
}

function unapplied(row: Row): Amount {
  const allocated = addMoney(...row.allocated.map((part) => part.amount))
  return fromCents(toCents(row.amount) - toCents(allocated))
}

function Unapplied({ value }: { value: Amount }) {
  return <Money value={value === '0.00' ? null : value} />
}

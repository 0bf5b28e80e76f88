import { Link } from '@remix-run/react'
import { collectionType } from '~/modules/receivables/collection-types'
import { paths } from '~/paths'
import { type Money as Amount, addMoney } from '~/platform/values/money'
import { StageBadge } from '~/ui/Badge'
import type { Column } from '~/ui/DataTable'
import { DateText, Money } from '~/ui/Figures'

/** A receipt that a collector holds, or that is on a remittance. */
export interface TakenReceipt {
  id: string
  on: string
  crNo: string
  customer: string
  type: string
  amount: Amount
  status: string
  cheque: { bank: string; no: string; date: string | null; state: string | null } | null
}

interface Options<Row> {
  rows: readonly Row[]
  currency: string
  /** The column that selects receipts for the remittance. */
  checkbox?: Column<Row>
}

/** Returns the columns of receipts: amount, customer, day, and the details of a cheque. */
export function receiptColumns<Row extends TakenReceipt>({
  rows,
  currency,
  checkbox,
}: Options<Row>): Column<Row>[] {
  return [
    ...(checkbox ? [checkbox] : []),
    {
      key: 'cr',
      header: 'CR no.',
      phone: 'title',
      cell: (row) => (
        <Link
          to={paths.treasury.collection(row.id)}
          className="text-ink hover:text-accent hover:underline"
        >
          {row.crNo}
        </Link>
      ),
      total: 'Total',
    },
    { key: 'on', tablet: 'hide', header: 'Collected', cell: (row) => <DateText value={row.on} /> },
    { key: 'customer', header: 'Customer', grow: true, cell: (row) => row.customer },
    { key: 'type', header: 'Type', cell: (row) => collectionType(row.type) },
    ...(rows.some(({ cheque }) => cheque) ? chequeColumns(rows) : []),
    { key: 'status', header: 'Status', cell: (row) => <StageBadge stage={row.status} /> },
    {
      key: 'amount',
      header: `Amount (${currency})`,
      phone: 'amount',
      align: 'end',
      cell: (row) => <Money value={row.amount} />,
      total: <Money value={addMoney(...rows.map((row) => row.amount))} />,
    },
  ]
}

/** Returns the columns of the cheques among the receipts. */
function chequeColumns<Row extends TakenReceipt>(rows: readonly Row[]): Column<Row>[] {
  return [
    { key: 'cheque', header: 'Cheque no.', cell: ({ cheque }) => cheque?.no ?? '–' },
    { key: 'bank', header: 'Bank', cell: ({ cheque }) => cheque?.bank ?? '–' },
    {
      key: 'dated',
      header: 'Cheque date',
      cell: ({ cheque }) => <DateText value={cheque?.date ?? null} />,
    },
    ...(rows.some(({ cheque }) => cheque && cheque.state !== 'on_hand')
      ? [
          {
            key: 'state',
            header: 'Cheque status',
            cell: ({ cheque }: Row) => (cheque?.state ? <StageBadge stage={cheque.state} /> : '–'),
          },
        ]
      : []),
  ]
}

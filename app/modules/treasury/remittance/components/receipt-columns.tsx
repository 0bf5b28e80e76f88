import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { collectionType } from '~/modules/receivables/collection-types'
import { paths } from '~/paths'
import { type Money as Amount, addMoney } from '~/platform/values/money'
import { Badge, StageBadge } from '~/ui/Badge'
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
  /** Returns the checkbox that selects a receipt for the remittance. */
  checkbox?: (row: Row) => ReactNode
}

/** Returns the columns of receipts: amount, customer, day, and the details of a cheque. */
export function receiptColumns<Row extends TakenReceipt>({
  rows,
  currency,
  checkbox,
}: Options<Row>): Column<Row>[] {
  return [
    ...(checkbox ? [{ key: 'tick', header: 'Remitted', cell: checkbox }] : []),
    {
      key: 'cr',
      header: 'CR no., collected',
      phone: 'title',
      cell: (row) => (
        <>
          <Link
            to={paths.treasury.collection(row.id)}
            className="text-ink hover:text-accent hover:underline"
          >
            {row.crNo}
          </Link>
          <span className="block text-xs font-normal text-muted">
            <DateText value={row.on} />
          </span>
        </>
      ),
      total: 'Total',
    },
    { key: 'customer', header: 'Customer', cell: (row) => row.customer },
    { key: 'type', header: 'Type', cell: (row) => <TypeOf row={row} /> },
    { key: 'status', header: 'Status', cell: (row) => <StageBadge stage={row.status} /> },
    {
      key: 'amount',
      header: `Amount (${currency})`,
      align: 'end',
      cell: (row) => <Money value={row.amount} />,
      total: <Money value={addMoney(...rows.map((row) => row.amount))} />,
    },
  ]
}

/**
 * Shows the type of a payment. A cheque also has bank, number and date, and its state unless it is
 * on hand.
 */
function TypeOf({ row: { type, cheque } }: { row: TakenReceipt }) {
  if (!cheque) return <>{collectionType(type)}</>
  return (
    <>
      {collectionType(type)} <span className="figures">{cheque.no}</span>
      {cheque.state === 'on_hand' ? null : (
        <span className="ml-1.5">
          <Badge>{cheque.state}</Badge>
        </span>
      )}
      <span className="block text-xs text-muted">
        {cheque.bank}, <DateText value={cheque.date} />
      </span>
    </>
  )
}

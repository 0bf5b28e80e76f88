import type { Listed } from '~/platform/db/keyset'
import type { Money as Amount } from '~/platform/values/money'
import type { Column } from '~/ui/DataTable'
import { DateText, Money } from '~/ui/Figures'
import { paymentColumns } from '../../components/payment-columns'
import type { ReceiptRow } from '../../queries.server'
import { checkReceipt } from '../check'
import { CheckText } from './CheckText'

/** A pending receipt with its agent and its own idempotency key. */
export type QueueRow = Listed<ReceiptRow> & {
  agent: string | null
  /** True when the reader recorded or collected it, so that another user approves it. */
  byAnother: boolean
  /** True when its day is in a closed period: it will count from the day of its approval. */
  closed: boolean
  idempotencyKey: string
}

/**
 * Returns the columns of the queue after the checkbox. `pending` is the sum of all receipts found.
 */
export function queueColumns(currency: string, pending: Amount): Column<QueueRow>[] {
  return [
    { key: 'cr', header: 'CR no.', cell: (row) => row.crNo, total: 'Total' },
    { key: 'date', header: 'Collected', cell: (row) => <DateText value={row.dateCollected} /> },
    {
      key: 'customer',
      header: 'Customer',
      cell: (row) => row.customerName,
      grow: true,
    },
    { key: 'agent', optional: true, header: 'Agent', cell: (row) => row.agent ?? '–' },
    ...paymentColumns<QueueRow>(),
    {
      key: 'amount',
      header: `Amount (${currency})`,
      phone: 'amount',
      align: 'end',
      cell: (row) => <Money value={row.amount} />,
      total: <Money value={pending} />,
    },
    {
      key: 'check',
      header: 'Check',
      phone: 'line',
      grow: true,
      className: 'laptop:not-print:min-w-48',
      cell: (row) => (
        <>
          <CheckText check={checkReceipt(row)} />
          {row.closed ? (
            <span className="block text-muted">Closed period: posted today</span>
          ) : null}
        </>
      ),
    },
  ]
}

import { StageBadge } from '~/ui/Badge'
import type { Column } from '~/ui/DataTable'
import { DateText, Money } from '~/ui/Figures'
import { excluded } from '~/ui/total-note'
import type { ReceiptRow, ReceiptSums } from '../queries.server'
import { paymentColumns } from './payment-columns'

type Row = ReceiptRow & { agent: string | null }

interface Options {
  currency: string
  /** The project's label for the daily remittance report. */
  drrLabel: string
  /** The sums of all receipts that the filters find. */
  totals: Pick<ReceiptSums, 'approved' | 'pendingReceipts' | 'cancelledReceipts'>
}

/** Returns the columns of the collections list. Only approved receipts are summed. */
export function collectionColumns(options: Options): Column<Row>[] {
  const { currency, drrLabel, totals } = options
  return [
    {
      key: 'cr',
      header: 'CR no.',
      cell: (row) => row.crNo,
      total: 'Total',
    },
    {
      key: 'date',
      header: 'Collected',
      phone: 'show',
      cell: (row) => <DateText value={row.dateCollected} />,
    },
    {
      key: 'customer',
      header: 'Customer',
      cell: (row) => row.customerName,
      grow: true,
      total: excluded([
        [totals.pendingReceipts, 'pending'],
        [totals.cancelledReceipts, 'cancelled'],
      ]),
    },
    { key: 'agent', header: 'Agent', optional: true, cell: (row) => row.agent ?? '–' },
    ...paymentColumns<Row>(),
    {
      key: 'drr',
      tablet: 'hide',
      header: `${drrLabel} no.`,
      phone: 'hide',
      cell: (row) => row.drrNo ?? '–',
    },
    {
      key: 'status',
      header: 'Status',
      phone: 'show',
      cell: (row) => <StageBadge stage={stageOf(row)} />,
    },
    {
      key: 'amount',
      header: `Amount (${currency})`,
      phone: 'amount',
      align: 'end',
      cell: (row) => <Money value={row.amount} />,
      total: <Money value={totals.approved} />,
    },
  ]
}

/**
 * Returns the status to show. A receipt whose cheques were all returned, or which was paid back, stays
 * approved but counts nothing, so the list shows that; of several parts each has its own.
 */
function stageOf({ status, parts }: ReceiptRow): string {
  const [only, ...more] = parts
  if (!only || more.length > 0) return status
  if (only.paidBack) return 'paid back'
  const state = only.cheque?.state ?? ''
  return status === 'approved' && ['returned', 'replaced'].includes(state) ? state : status
}

import type { Money as Amount } from '~/platform/values/money'
import { StageBadge } from '~/ui/Badge'
import type { Column } from '~/ui/DataTable'
import { DateText, Money } from '~/ui/Figures'
import type { CollectionRow } from '../queries.server'
import { Allocated } from './Allocated'
import { CrNumber } from './CrNumber'
import { PaidBy } from './PaidBy'

interface Options {
  currency: string
  /** The project's label for the daily remittance report. */
  drrLabel: string
  /** The sum of all approved receipts that the filters find. */
  approved: Amount
}

/** Returns the columns of the collections list. Only approved receipts are summed. */
export function collectionColumns(options: Options): Column<CollectionRow>[] {
  const { currency, drrLabel, approved } = options
  return [
    {
      key: 'cr',
      header: 'CR no.',
      cell: CrNumber,
      nowrap: true,
      total: 'Approved, all pages',
    },
    { key: 'date', header: 'Collected', cell: (row) => <DateText value={row.dateCollected} /> },
    {
      key: 'customer',
      header: 'Customer',
      cell: (row) => row.customerName,
      className: 'sm:min-w-36',
    },
    { key: 'type', header: 'Type', cell: PaidBy, className: 'sm:min-w-40' },
    { key: 'for', header: 'Allocated to', cell: Allocated },
    { key: 'drr', header: `${drrLabel} no.`, cell: (row) => row.drrNo ?? '–', nowrap: true },
    { key: 'status', header: 'Status', cell: (row) => <StageBadge stage={stageOf(row)} /> },
    {
      key: 'amount',
      header: `Amount (${currency})`,
      align: 'end',
      cell: (row) => <Money value={row.amount} />,
      total: <Money value={approved} />,
    },
  ]
}

/**
 * Returns the status to show. A receipt whose cheque was returned, or which was paid back, stays
 * approved but counts nothing, so the list shows that.
 */
function stageOf({ status, cheque, paidBack }: CollectionRow): string {
  if (paidBack) return 'paid back'
  const back = status === 'approved' && ['returned', 'replaced'].includes(cheque?.state ?? '')
  return back ? cheque!.state : status
}

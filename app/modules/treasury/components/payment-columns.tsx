import { collectionType } from '~/modules/receivables/collection-types'
import { formatDate } from '~/platform/values/dates'
import type { Column } from '~/ui/DataTable'
import { Money } from '~/ui/Figures'
import type { ReceiptRow } from '../queries.server'

const SHOWN = 2

/** Returns the columns that say by what a receipt was paid and what it pays. */
export function paymentColumns<Row extends ReceiptRow>(): Column<Row>[] {
  return [
    {
      key: 'type',
      header: 'Type',
      cell: ({ parts }) => [...new Set(parts.map(({ type }) => collectionType(type)))].join(', '),
    },
    {
      key: 'cheque',
      header: 'Cheque no.',
      phone: 'hide',
      cell: (row) => ofCheques(row, ({ no }) => no),
    },
    {
      key: 'bank',
      header: 'Cheque bank',
      optional: true,
      cell: (row) => ofCheques(row, ({ bank }) => bank),
    },
    {
      key: 'cheque_date',
      header: 'Cheque date',
      optional: true,
      cell: (row) => ofCheques(row, ({ date }) => formatDate(date)),
    },
    {
      key: 'reference',
      header: 'Reference no.',
      optional: true,
      cell: ({ parts }) => parts.flatMap(({ reference }) => reference ?? []).join(', ') || '–',
    },
    {
      key: 'for',
      tablet: 'hide',
      header: 'Applied to',
      phone: 'hide',
      cell: ({ allocated }) => appliedTo(allocated),
    },
    {
      key: 'unapplied',
      header: 'Unapplied',
      optional: true,
      align: 'end',
      cell: ({ unapplied }) => (unapplied === '0.00' ? '–' : <Money value={unapplied} />),
    },
  ]
}

type Cheque = NonNullable<ReceiptRow['parts'][number]['cheque']>

const ofCheques = ({ parts }: ReceiptRow, read: (cheque: Cheque) => string) =>
  parts.flatMap(({ cheque }) => (cheque ? [read(cheque)] : [])).join(', ') || '–'

/** Names the first bookings that a receipt pays, and the number of the others. */
function appliedTo(allocated: readonly { soNo: string }[]): string {
  if (allocated.length === 0) return '–'
  const first = allocated.slice(0, SHOWN).map(({ soNo }) => soNo)
  const rest = allocated.length - first.length
  return `${first.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

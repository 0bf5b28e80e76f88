import { Badge, type Tone } from '~/ui/Badge'
import { type Column, DataTable } from '~/ui/DataTable'
import { DateText } from '~/ui/Figures'
import type { PurchaseDocument, PurchaseMovement } from '../document.server'
import { SignedQuantity } from './SignedQuantity'

const WHAT: Record<PurchaseMovement['what'], [tone: Tone, label: string]> = {
  recorded: ['neutral', 'Recorded'],
  corrected: ['info', 'Corrected'],
  cancelled: ['danger', 'Cancelled'],
}

interface Props {
  purchase: PurchaseDocument
  movements: readonly PurchaseMovement[]
  names: Record<string, string>
  timeZone: string
}

/**
 * Lists the stock ledger entries of this record. Cancelled entries stay, each with its opposite.
 */
export function LedgerRows({ purchase, movements, names, timeZone }: Props) {
  const lines = new Map(purchase.lines.map((line) => [line.id, line]))
  const columns: Column<PurchaseMovement>[] = [
    {
      key: 'product',
      header: 'Product',
      phone: 'title',
      cell: ({ lineId }) => lines.get(lineId)?.description ?? '–',
    },
    {
      key: 'what',
      header: 'Action',
      cell: ({ what }) => <Badge tone={WHAT[what][0]}>{WHAT[what][1]}</Badge>,
    },
    {
      key: 'on',
      header: 'Effective date',
      cell: ({ onDate }) => <DateText value={onDate} />,
    },
    {
      key: 'quantity',
      header: 'Stock',
      align: 'end',
      cell: ({ quantity, lineId }) => (
        <SignedQuantity pieces={quantity} caseConfig={lines.get(lineId)?.caseConfig ?? 1} />
      ),
    },
    {
      key: 'createdBy',
      header: 'By',
      cell: ({ createdBy }) => (createdBy && names[createdBy]) || '–',
    },
    {
      key: 'createdAt',
      header: 'Posted on',
      phone: 'line',
      cell: ({ createdAt }) => <DateText value={createdAt} timeZone={timeZone} />,
    },
  ]
  return (
    <DataTable
      caption="Stock ledger entries"
      columns={columns}
      rows={movements}
      rowKey={({ id }) => String(id)}
      empty={null}
    />
  )
}

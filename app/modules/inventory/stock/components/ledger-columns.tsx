import { CellLink } from '~/ui/CellLink'
import type { Column } from '~/ui/DataTable'
import { DateText, Quantity } from '~/ui/Figures'
import type { LedgerEntry } from '../ledger.server'

/** Columns of a product's stock ledger: in, out, and the balance on hand. */
export function ledgerColumns(caseConfig: number): Column<LedgerEntry>[] {
  const pieces = (value: number | null) =>
    value === null ? (
      <span className="text-muted">–</span>
    ) : (
      <Quantity pieces={value} caseConfig={caseConfig} />
    )
  return [
    { key: 'date', header: 'Date', cell: (row) => <DateText value={row.onDate} /> },
    {
      key: 'document',
      header: 'Document',
      phone: 'title',
      cell: ({ document }) =>
        document ? (
          <CellLink to={document.to}>{document.name}</CellLink>
        ) : (
          <span className="text-muted">–</span>
        ),
    },
    {
      key: 'kind',
      header: 'Movement',
      cell: (row) => movementName(row.kind, row.quantity, row.state),
    },
    { key: 'createdBy', header: 'Created by', cell: (row) => row.createdBy ?? '–', phone: 'hide' },
    {
      key: 'in',
      header: 'In',
      align: 'end',
      cell: ({ quantity }) => pieces(quantity > 0 ? quantity : null),
    },
    {
      key: 'out',
      header: 'Out',
      align: 'end',
      cell: ({ quantity }) => pieces(quantity < 0 ? -quantity : null),
    },
    { key: 'balance', header: 'On hand', align: 'end', cell: (row) => pieces(row.balance) },
  ]
}

/** The kind `opening` is not a movement: it is the balance before a period. */
const KINDS: Record<string, [usual: string, opposite: string]> = {
  purchase: ['Purchase', 'Purchase cancelled'],
  return_in: ['Customer return', 'Return cancelled'],
  supplier_return: ['Return to supplier', 'Return to supplier cancelled'],
  issue: ['Delivery', 'Delivery reversed'],
  return_credit: ['Customer return', 'Return cancelled'],
  adjustment: ['Count', 'Count'],
  write_off: ['Write-off', 'Write-off'],
  opening: ['Opening balance', 'Opening balance'],
}

/** Names a movement. An opposite row (of a cancelled or corrected document) has its own name. */
function movementName(kind: string, quantity: number, state: string): string {
  if (kind === 'transfer')
    return (state === 'bad_order') === quantity > 0 ? 'Moved to bad orders' : 'Moved back to stock'
  const outward = kind === 'supplier_return' || kind === 'issue'
  const names = KINDS[kind] ?? [kind, kind]
  return quantity < 0 === outward ? names[0] : names[1]
}

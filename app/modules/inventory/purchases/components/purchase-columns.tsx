import { StageBadge } from '~/ui/Badge'
import type { Column } from '~/ui/DataTable'
import { DateText, Money } from '~/ui/Figures'
import { kindLabel } from '../kinds'
import type { PurchaseRow } from '../queries.server'

/** Columns of the purchase list. */
export function purchaseColumns(currency: string): Column<PurchaseRow>[] {
  return [
    { key: 'po', header: 'PO no.', phone: 'title', cell: (row) => row.poNo },
    { key: 'kind', header: 'Type', cell: (row) => kindLabel(row.kind) },
    { key: 'supplier', header: 'Supplier', grow: true, cell: (row) => row.supplier },
    {
      key: 'invoice',
      header: 'Supplier invoice',
      cell: (row) => row.invoiceNo ?? '–',
    },
    {
      key: 'invoice_date',
      header: 'Invoice date',
      optional: true,
      cell: (row) => <DateText value={row.invoiceDate} />,
    },
    { key: 'added', header: 'Added', cell: (row) => <DateText value={row.dateAdded} /> },
    { key: 'delivered', header: 'Delivered', cell: (row) => <DateText value={row.deliveryDate} /> },
    { key: 'lines', header: 'Lines', align: 'end', cell: (row) => row.lineCount },
    {
      key: 'total',
      header: `Total cost (${currency})`,
      phone: 'amount',
      align: 'end',
      cell: (row) => <Money value={row.totalCost} />,
    },
    { key: 'status', header: 'Status', cell: (row) => <StageBadge stage={row.status} /> },
  ]
}

import { isZero } from '~/platform/values/money'
import { StageBadge } from '~/ui/Badge'
import type { Column } from '~/ui/DataTable'
import { DateText, Money } from '~/ui/Figures'
import { excluded } from '~/ui/total-note'
import { kindLabel } from '../kinds'
import type { PurchaseRow, PurchaseTotals } from '../queries.server'

/** Returns the columns of the purchase list, with the net purchases of all records found as the total. */
export function purchaseColumns(currency: string, totals: PurchaseTotals): Column<PurchaseRow>[] {
  return [
    { key: 'po', header: 'PO no.', phone: 'title', cell: (row) => row.poNo, total: 'Total' },
    { key: 'kind', header: 'Type', cell: (row) => kindLabel(row.kind) },
    {
      key: 'supplier',
      header: 'Supplier',
      grow: true,
      cell: (row) => row.supplier,
      total: noteOf(totals),
    },
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
    {
      key: 'added',
      header: 'Date added',
      phone: 'show',
      cell: (row) => <DateText value={row.dateAdded} />,
    },
    {
      key: 'delivered',
      tablet: 'hide',
      header: 'Delivered',
      cell: (row) => <DateText value={row.deliveryDate} />,
    },
    { key: 'lines', tablet: 'hide', header: 'Lines', align: 'end', cell: (row) => row.lineCount },
    {
      key: 'total',
      header: `Total cost (${currency})`,
      phone: 'amount',
      align: 'end',
      cell: (row) => <Money value={row.totalCost} />,
      total: <Money value={totals.net} />,
    },
    {
      key: 'status',
      header: 'Status',
      phone: 'show',
      cell: (row) => <StageBadge stage={row.status} />,
    },
  ]
}

/** Says how the total comes about when it is not simply the sum of the amounts. */
function noteOf({ supplierReturns, returnsIn, cancelled }: PurchaseTotals): string | undefined {
  const notes = [
    isZero(supplierReturns) ? null : 'less returns to suppliers',
    isZero(returnsIn) ? null : 'excl. customer returns',
    excluded([[cancelled, 'cancelled']]),
  ].filter(Boolean)
  return notes.length > 0 ? notes.join(', ') : undefined
}

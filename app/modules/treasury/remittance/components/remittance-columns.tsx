import type { Money as Amount } from '~/platform/values/money'
import type { Column } from '~/ui/DataTable'
import { DateText, Money } from '~/ui/Figures'
import type { RemittanceRow, RemittanceTotals } from '../queries.server'
import { RemittanceBadge } from './RemittanceBadge'

/** Returns the columns of the list. Cancelled remittances are listed but not summed. */
export function remittanceColumns(
  currency: string,
  totals: RemittanceTotals,
): Column<RemittanceRow>[] {
  const money = (
    key: string,
    header: string,
    of: (row: RemittanceRow) => Amount,
    total: Amount,
  ): Column<RemittanceRow> => ({
    key,
    header,
    align: 'end',
    cell: (row) => <Money value={of(row)} />,
    total: <Money value={total} />,
  })
  return [
    {
      key: 'no',
      header: 'Number',
      cell: (row) => row.no,
      total: 'Total',
    },
    { key: 'on', header: 'Remitted', cell: (row) => <DateText value={row.on} /> },
    { key: 'collector', header: 'Collector', cell: (row) => row.collector },
    {
      key: 'receipts',
      tablet: 'hide',
      header: 'Receipts',
      align: 'end',
      cell: (row) => row.receipts,
    },
    { key: 'status', header: 'Status', cell: (row) => <RemittanceBadge status={row.status} /> },
    money('expected', `Cash receipts (${currency})`, (row) => row.expected, totals.expected),
    money('counted', 'Cash counted', (row) => row.counted, totals.counted),
    {
      ...money('variance', 'Difference', (row) => row.variance, totals.variance),
      cell: (row) => <Money value={row.variance === '0.00' ? null : row.variance} />,
    },
    money('cheques', 'Cheques', (row) => row.cheques, totals.cheques),
  ]
}

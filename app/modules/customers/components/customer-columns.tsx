import { StageBadge } from '~/ui/Badge'
import type { Column } from '~/ui/DataTable'
import { DateText, Money } from '~/ui/Figures'
import type { CustomerRow, CustomerTotals } from '../list.server'
import { CreditLine, termsText } from './CreditLine'

/** Columns of the customer list. */
export function customerColumns(currency: string, totals: CustomerTotals): Column<CustomerRow>[] {
  return [
    {
      key: 'name',
      header: 'Name',
      phone: 'title',
      grow: true,
      cell: (row) => row.name,
    },
    {
      key: 'store',
      tablet: 'hide',
      header: 'Store',
      grow: true,
      cell: (row) => row.storeName ?? '–',
    },
    { key: 'area', tablet: 'hide', phone: 'hide', header: 'Area', cell: (row) => row.area ?? '–' },
    { key: 'agent', header: 'Agent', cell: (row) => row.agent },
    { key: 'tin', header: 'TIN', optional: true, cell: (row) => row.tinNo ?? '–' },
    { key: 'terms', header: 'Terms', optional: true, cell: (row) => termsText(row.termsDays) },
    {
      key: 'credit',
      header: `Credit limit (${currency})`,
      align: 'end',
      // Customers who are not approved have no agreed credit.
      cell: (row) => (WITHOUT_CREDIT.has(row.status) ? '–' : <CreditLine value={row.creditLine} />),
    },
    {
      key: 'exposure',
      header: 'Credit exposure',
      phone: 'amount',
      align: 'end',
      cell: (row) => <Money value={row.exposure} />,
      total: <Money value={totals.exposure} />,
    },
    {
      key: 'credit_left',
      header: 'Available credit',
      align: 'end',
      cell: ({ creditLeft }) =>
        creditLeft === null ? (
          <span className="text-muted">–</span>
        ) : (
          <span className={creditLeft.startsWith('-') ? 'font-medium text-danger' : undefined}>
            <Money value={creditLeft} />
          </span>
        ),
    },
    {
      key: 'added',
      header: 'Date added',
      optional: true,
      cell: (row) => <DateText value={row.dateAdded} />,
    },
    { key: 'status', header: 'Status', cell: (row) => <StageBadge stage={row.status} /> },
  ]
}

const WITHOUT_CREDIT: ReadonlySet<string> = new Set(['pending', 'rejected'])

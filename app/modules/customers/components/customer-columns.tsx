import { StageBadge } from '~/ui/Badge'
import type { Column } from '~/ui/DataTable'
import { Money } from '~/ui/Figures'
import type { CustomerRow, CustomerTotals } from '../list.server'
import { CreditLine, termsText } from './CreditLine'

/** Columns of the customer list. */
export function customerColumns(currency: string, totals: CustomerTotals): Column<CustomerRow>[] {
  return [
    {
      key: 'name',
      header: 'Name and store',
      phone: 'title',
      className: 'sm:min-w-44',
      cell: (row) => <NameAndStore {...row} />,
    },
    { key: 'area', header: 'Area', cell: (row) => row.area ?? '–' },
    { key: 'agent', header: 'Agent', nowrap: true, cell: (row) => row.agent },
    { key: 'terms', header: 'Terms', nowrap: true, cell: (row) => termsText(row.termsDays) },
    {
      key: 'credit',
      header: `Credit line (${currency})`,
      align: 'end',
      // Nothing was agreed with who is not approved.
      cell: (row) => (WITHOUT_CREDIT.has(row.status) ? '–' : <CreditLine value={row.creditLine} />),
    },
    {
      key: 'exposure',
      header: 'Exposure',
      align: 'end',
      cell: (row) => <Money value={row.exposure} />,
      total: <Money value={totals.exposure} />,
    },
    {
      key: 'left',
      header: 'Credit left',
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
    { key: 'status', header: 'Status', cell: (row) => <StageBadge stage={row.status} /> },
  ]
}

const WITHOUT_CREDIT: ReadonlySet<string> = new Set(['pending', 'rejected'])

/** Two lines of one cell: whom one knows, and where one sells. */
export function NameAndStore(props: { name: string; storeName: string | null }) {
  return (
    <>
      {props.name}
      {props.storeName ? (
        <span className="block text-xs font-normal text-muted">{props.storeName}</span>
      ) : null}
    </>
  )
}

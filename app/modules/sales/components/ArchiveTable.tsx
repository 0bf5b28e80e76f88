import { paths } from '~/paths'
import { StageBadge } from '~/ui/Badge'
import { CellLink } from '~/ui/CellLink'
import { type Column, DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { Money } from '~/ui/Figures'
import type { ArchivePreview, ArchiveRow } from '../archive.server'

/** Shows the effect of archiving each number, and the sums. */
export function ArchiveTable({ preview, currency }: { preview: ArchivePreview; currency: string }) {
  return (
    <DataTable
      caption="Effect"
      columns={columnsOf(preview, currency)}
      rows={preview.rows}
      rowKey={(row) => row.soNo}
      empty={<EmptyState line title="No SO number entered" />}
    />
  )
}

function columnsOf(preview: ArchivePreview, currency: string): Column<ArchiveRow>[] {
  return [
    {
      key: 'so',
      header: 'SO no.',
      cell: ({ id, soNo }) =>
        id ? (
          <CellLink to={paths.sales.booking(id)} className="figures">
            {soNo}
          </CellLink>
        ) : (
          soNo
        ),
      total: `${preview.archived} to archive`,
    },
    { key: 'customer', header: 'Customer', cell: (row) => row.customerName ?? '–' },
    {
      key: 'stage',
      header: 'Status',
      cell: (row) => (row.stage ? <StageBadge stage={row.stage} /> : '–'),
    },
    {
      key: 'outcome',
      header: 'Outcome',
      cell: (row) => <Outcome {...row} />,
    },
    {
      key: 'issue',
      header: 'To issue (pc)',
      align: 'end',
      cell: (row) => row.toIssue?.toLocaleString('en-US') ?? '–',
      total: preview.issued.toLocaleString('en-US'),
    },
    {
      key: 'total',
      header: `Total (${currency})`,
      align: 'end',
      cell: (row) => <Money value={row.total} />,
    },
    {
      key: 'balance',
      header: 'To collect',
      align: 'end',
      cell: (row) => <Money value={row.balance} />,
      total: <Money value={preview.collected} />,
    },
  ]
}

function Outcome({ obstacle, done }: ArchiveRow) {
  if (obstacle) return <span className="font-medium text-danger">{obstacle}</span>
  return done ? 'Already archived' : 'Will be archived'
}

import type { Page } from '~/platform/db/keyset'
import { type Column, DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { DateText } from '~/ui/Figures'
import { Pager } from '~/ui/Pager'
import { Panel } from '~/ui/Panel'
import type { FinanceEvent } from '../trail.server'

/** Lists the finance actions on this customer, with user, time and former values. */
export function FinanceTrail({ page, timeZone }: { page: Page<FinanceEvent>; timeZone: string }) {
  const columns: Column<FinanceEvent>[] = [
    { key: 'what', header: 'Action', cell: (row) => row.title },
    {
      key: 'createdAt',
      header: 'When',
      cell: (row) => <DateText value={row.createdAt} timeZone={timeZone} />,
    },
    { key: 'createdBy', header: 'Who', cell: (row) => row.createdBy },
    { key: 'details', header: 'Details', cell: (row) => row.details || '–' },
  ]
  return (
    <Panel title="Finance audit trail" flush>
      <DataTable
        caption="Finance audit trail"
        columns={columns}
        rows={page.rows}
        rowKey={(row) => row.id}
        empty={
          <EmptyState line title="No decisions yet">
            Decisions and changes by finance are listed here.
          </EmptyState>
        }
        footer={<Pager newer={page.newer} older={page.older} />}
      />
    </Panel>
  )
}

import { DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { DateText } from '~/ui/Figures'
import { Panel } from '~/ui/Panel'
import type { Closing } from '../queries.server'

/** Lists who closed and reopened the books, when and why. */
export function ClosingHistory({
  closings,
  timeZone,
}: {
  closings: readonly Closing[]
  timeZone: string
}) {
  return (
    <Panel title="History" flush>
      <DataTable
        caption="History"
        rows={closings}
        rowKey={({ id }) => id}
        columns={[
          { key: 'act', header: 'Action', phone: 'title', cell: ({ act }) => act },
          {
            key: 'through',
            header: 'Closed through',
            cell: ({ through }) => <DateText value={through} />,
          },
          {
            key: 'was',
            header: 'Previously',
            cell: ({ was }) => <DateText value={was} />,
          },
          { key: 'reason', header: 'Reason', cell: ({ reason }) => reason },
          { key: 'by', header: 'By', cell: ({ by }) => by },
          {
            key: 'at',
            header: 'When',
            cell: ({ at }) => <DateText value={at} timeZone={timeZone} />,
          },
        ]}
        empty={
          <EmptyState line title="No closings yet">
            Closings and reopenings are listed here with user and reason.
          </EmptyState>
        }
      />
    </Panel>
  )
}

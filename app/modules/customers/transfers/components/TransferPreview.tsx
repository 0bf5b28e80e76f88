import { NET_OF_CHEQUES, RECEIVABLES } from '~/modules/receivables/terms'
import { type Column, DataTable } from '~/ui/DataTable'
import { DateText, Money } from '~/ui/Figures'
import { Panel } from '~/ui/Panel'
import type { Preview } from '../queries.server'

type Row = Preview['rows'][number]

/** Shows above the second step which balances and bookings go with the customers. */
export function TransferPreview(props: {
  preview: Preview
  names: Record<string, string>
  currency: string
}) {
  const { preview, names, currency } = props
  const columns: Column<Row>[] = [
    {
      key: 'name',
      header: 'Customer',
      phone: 'title',
      cell: (row) => (
        <>
          {row.name}
          {row.storeName ? <span className="block text-xs text-muted">{row.storeName}</span> : null}
        </>
      ),
      total: 'Total',
    },
    {
      key: 'agent',
      header: 'Current agent',
      cell: (row) => (
        <>
          {names[row.agentId] ?? 'Former agent'}
          <span className="block text-xs text-muted">
            since <DateText value={row.since} />
          </span>
        </>
      ),
    },
    {
      key: 'receivables',
      header: `${RECEIVABLES} (${currency})`,
      align: 'end',
      cell: (row) => <Money value={row.receivables} owed />,
      total: <Money value={preview.receivables} owed />,
    },
    {
      key: 'collectibles',
      header: NET_OF_CHEQUES,
      align: 'end',
      cell: (row) => <Money value={row.collectibles} owed />,
      total: <Money value={preview.collectibles} owed />,
    },
    {
      key: 'pending',
      header: 'Pending bookings',
      align: 'end',
      cell: (row) => row.pending,
      total: preview.pending,
    },
    {
      key: 'pendingTotal',
      header: 'Pending total',
      align: 'end',
      cell: (row) => <Money value={row.pendingTotal} />,
      total: <Money value={preview.pendingTotal} />,
    },
  ]
  return (
    <Panel title="Items included" flush className="mb-4">
      <DataTable
        caption="Items included"
        columns={columns}
        rows={preview.rows}
        rowKey={(row) => row.id}
        empty={null}
      />
    </Panel>
  )
}

import { paths } from '~/paths'
import { type Money as Amount, addMoney } from '~/platform/values/money'
import { DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { DateText, Money } from '~/ui/Figures'
import { Panel } from '~/ui/Panel'

interface Holder {
  id: string
  name: string
  cash: Amount
  cheques: Amount
  receipts: number
  since: string
}

/** Lists the collectors who hold receipts that are not remitted, the oldest first. */
export function Holders({ holders, currency }: { holders: readonly Holder[]; currency: string }) {
  return (
    <Panel flush title="Unremitted" className="mb-4">
      <DataTable
        caption="Unremitted"
        rows={holders}
        rowKey={(row) => row.id}
        rowLink={(row) => paths.treasury.collector(row.id)}
        columns={[
          {
            key: 'name',
            header: 'Collector',
            cell: (row) => row.name,
            total: 'Total',
            className: 'sm:w-1/3',
          },
          { key: 'since', header: 'Oldest receipt', cell: (row) => <DateText value={row.since} /> },
          {
            key: 'receipts',
            header: 'Receipts',
            align: 'end',
            cell: (row) => row.receipts,
            total: holders.reduce((sum, row) => sum + row.receipts, 0),
          },
          {
            key: 'cash',
            header: `Cash (${currency})`,
            align: 'end',
            cell: (row) => <Money value={row.cash} />,
            total: <Money value={addMoney(...holders.map((row) => row.cash))} />,
          },
          {
            key: 'cheques',
            header: 'Cheques on hand',
            align: 'end',
            cell: (row) => <Money value={row.cheques} />,
            total: <Money value={addMoney(...holders.map((row) => row.cheques))} />,
          },
        ]}
        empty={
          <EmptyState line title="All receipts remitted">
            Field collections are listed here until remitted.
          </EmptyState>
        }
      />
    </Panel>
  )
}

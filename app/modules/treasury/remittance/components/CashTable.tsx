import { denominationText } from '~/platform/values/denominations'
import { type Money as Amount, addMoney } from '~/platform/values/money'
import { DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { Money } from '~/ui/Figures'
import { Panel } from '~/ui/Panel'

interface Props {
  cash: readonly { value: Amount; pieces: number; amount: Amount }[]
  currency: string
}

/** Lists the counted cash in a panel, largest note first. */
export function CashTable(props: Props) {
  return (
    <Panel flush title="Cash count">
      <CashLines {...props} />
    </Panel>
  )
}

/** Lists the counted cash, largest note first. */
export function CashLines({ cash, currency }: Props) {
  return (
    <DataTable
      caption="Cash count"
      rows={cash}
      rowKey={(row) => row.value}
      columns={[
        {
          key: 'value',
          header: 'Note or coin',
          cell: (row) => <span className="figures">{denominationText(row.value)}</span>,
          total: 'Counted',
        },
        { key: 'pieces', header: 'Qty', align: 'end', cell: (row) => row.pieces },
        {
          key: 'amount',
          header: `Amount (${currency})`,
          align: 'end',
          cell: (row) => <Money value={row.amount} />,
          total: <Money value={addMoney(...cash.map((row) => row.amount))} />,
        },
      ]}
      empty={
        <EmptyState line title="No cash">
          No cash was remitted.
        </EmptyState>
      }
    />
  )
}

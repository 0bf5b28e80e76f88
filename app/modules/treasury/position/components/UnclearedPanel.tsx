import { paths } from '~/paths'
import { type Money as Amount, addMoney } from '~/platform/values/money'
import { DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { DateText, Money } from '~/ui/Figures'
import { Pager } from '~/ui/Pager'
import { Panel } from '~/ui/Panel'
import type { UnclearedCustomer } from '../queries.server'

interface Props {
  uncleared: {
    rows: UnclearedCustomer[]
    older: string | null
    count: number
    onHand: Amount
    deposited: Amount
  }
  currency: string
}

/** Lists the customers with uncleared cheques, the largest amount first. */
export function UnclearedPanel({ uncleared, currency }: Props) {
  const { rows, older, count, onHand, deposited } = uncleared
  return (
    <Panel flush title="Uncleared by customer">
      <DataTable
        caption="Uncleared by customer"
        count={count}
        rows={rows}
        rowKey={(row) => row.key}
        rowLink={({ id }) => paths.customers.customer(id)}
        columns={[
          {
            key: 'customer',
            header: 'Customer',
            className: 'sm:min-w-36',
            cell: ({ name, storeName }) => (
              <>
                {name}
                <span className="block text-xs font-normal text-muted">{storeName}</span>
              </>
            ),
            total: 'Total',
          },
          { key: 'cheques', header: 'Cheques', align: 'end', cell: (row) => row.cheques },
          {
            key: 'next',
            header: 'Next date',
            cell: (row) => <DateText value={row.nextDate} />,
          },
          {
            key: 'hand',
            header: 'On hand',
            align: 'end',
            cell: (row) => <Money value={row.onHand} />,
            total: <Money value={onHand} />,
          },
          {
            key: 'bank',
            header: 'Deposited',
            align: 'end',
            cell: (row) => <Money value={row.deposited} />,
            total: <Money value={deposited} />,
          },
          {
            key: 'amount',
            header: `Uncleared (${currency})`,
            align: 'end',
            cell: (row) => <Money value={row.amount} />,
            total: <Money value={addMoney(onHand, deposited)} />,
          },
        ]}
        empty={
          <EmptyState line title="No uncleared cheques">
            All received cheques are cleared, returned or replaced.
          </EmptyState>
        }
        footer={<Pager newer={null} older={older} labels={['Back', 'Next']} />}
      />
    </Panel>
  )
}

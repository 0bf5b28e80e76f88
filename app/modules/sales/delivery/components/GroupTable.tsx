import { paths } from '~/paths'
import type { Money as Amount } from '~/platform/values/money'
import { DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { Money } from '~/ui/Figures'
import { type DeliveryFilters, queryOf } from '../filters'
import type { Group } from '../queries.server'

interface Props {
  groups: readonly Group[]
  bookings: number
  amount: Amount
  filters: DeliveryFilters
  currency: string
}

/** Shows the sums of each agent and area; a row links to its deliveries. */
export function GroupTable({ groups, bookings, amount, filters, currency }: Props) {
  return (
    <DataTable
      caption="Deliveries by agent and area"
      rows={groups}
      rowKey={({ agentId, area }) => `${agentId} ${area}`}
      rowLink={({ agentId, area }) =>
        `${paths.sales.delivery}?${queryOf({ ...filters, agent_id: agentId, area: area ?? '' })}`
      }
      columns={[
        { key: 'agent', header: 'Agent', cell: (group) => group.agent, total: 'Total' },
        { key: 'area', header: 'Area', cell: (group) => group.area ?? '–' },
        {
          key: 'bookings',
          header: 'Bookings',
          align: 'end',
          cell: (group) => group.bookings.toLocaleString('en-US'),
          total: bookings.toLocaleString('en-US'),
        },
        {
          key: 'amount',
          header: `Amount (${currency})`,
          align: 'end',
          cell: (group) => <Money value={group.amount} />,
          total: <Money value={amount} />,
        },
      ]}
      empty={<EmptyState line title="No totals" />}
    />
  )
}

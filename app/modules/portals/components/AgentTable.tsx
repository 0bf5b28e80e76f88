import { RECEIVABLES } from '~/modules/receivables/terms'
import { paths } from '~/paths'
import { formatMonth, monthEnd } from '~/platform/values/dates'
import { LinkButton } from '~/ui/Button'
import { type Column, DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { Panel } from '~/ui/Panel'
import type { AgentRow } from '../agents'
import type { PortalData } from '../load.server'
import { amountColumn, changeColumn, targetColumns } from './agent-columns'

/** Shows each agent's sales, collections and receivables, beside the targets. */
export function AgentTable(data: PortalData) {
  const { agents, day, setsTargets, currency } = data
  const month = { from: data.periods.month.from, to: day }
  // The share of the month that is over, in percent: the part of a target due by now.
  const due = (Number(day.slice(8)) / Number(monthEnd(day).slice(8))) * 100
  const columns: Column<AgentRow>[] = [
    {
      key: 'agent',
      header: 'Agent',
      phone: 'title',
      cell: ({ name }) => name,
      total: 'Total',
    },
    ...(data.sales
      ? [
          amountColumn('sales', `Sales (${currency})`, agents, (id) =>
            address(paths.reports.report('sales'), id, { ...month, level: 'customer' }),
          ),
          changeColumn(agents),
          ...targetColumns('salesTarget', 'sales', agents, due),
        ]
      : []),
    ...(data.collections
      ? [
          amountColumn('collected', 'Collected', agents, (id) =>
            address(paths.reports.report('collection'), id, month),
          ),
          ...targetColumns('collectionTarget', 'collected', agents, due),
        ]
      : []),
    ...(data.receivables
      ? [
          amountColumn('receivables', RECEIVABLES, agents, (id) =>
            address(paths.reports.report('ar'), id, { as_of: day, level: 'customer' }),
          ),
          amountColumn('overdue', 'Overdue', agents, (id) =>
            address(paths.reports.report('ar'), id, {
              as_of: day,
              level: 'customer',
              overdue_only: '1',
            }),
          ),
        ]
      : []),
  ]
  return (
    <Panel
      flush
      title={`Agents, ${formatMonth(day)}`}
      actions={
        setsTargets ? (
          <LinkButton size="sm" to={`${paths.portals.targets}?month=${day.slice(0, 7)}`}>
            Set targets
          </LinkButton>
        ) : null
      }
    >
      <DataTable
        caption="Agents"
        rows={agents}
        rowKey={({ id }) => id}
        columns={columns}
        wide
        empty={
          <EmptyState line title="No agents yet">
            The administrator adds them to the project.
          </EmptyState>
        }
      />
    </Panel>
  )
}

function address(report: string, agentId: string, filters: Record<string, string>): string {
  return `${report}?${new URLSearchParams({ ...filters, agent_id: agentId })}`
}

import { Link } from '@remix-run/react'
import { paths } from '~/paths'
import { NO_CATEGORY } from '~/platform/values/categories'
import { formatMonth } from '~/platform/values/dates'
import { LinkButton } from '~/ui/Button'
import { type Column, DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { HeatCell } from '~/ui/HeatCell'
import { Panel } from '~/ui/Panel'
import type { PortalData } from '../load.server'
import type { AgentReach, Reach, ReachData } from '../penetration.server'

/**
 * Shows penetration by agent; a higher percentage is darker. Each cell opens the outlets that do
 * not buy.
 */
export function ReachGrid({ grid, day, periods, basis, items }: PortalData & { grid: ReachData }) {
  const selected = { ...periods.month, basis, items }
  const sheetOf = (agentId: string | null, key: string | null) => {
    const filters = new URLSearchParams(selected)
    if (agentId) filters.set('agent_id', agentId)
    // Goods without a category have an empty key.
    if (key !== null) filters.set(items === 'product' ? 'product_id' : items, key || NO_CATEGORY)
    return `${paths.portals.callSheet}?${filters}`
  }
  const cell = (
    of: Reach,
    agentId: string | null,
    { key, label }: ReachData['columns'][number],
  ) => (
    <Shade
      percent={of.cells[key] ?? null}
      to={sheetOf(agentId, key)}
      says={`Non-buyers of ${label}`}
    />
  )
  const columns: Column<AgentReach>[] = [
    {
      key: 'agent',
      header: 'Agent',
      phone: 'title',
      cell: ({ name }) => name,
      total: 'Total',
    },
    {
      key: 'any',
      header: 'All products',
      align: 'end',
      cell: (agent) => (
        <>
          <Shade percent={agent.percent} to={sheetOf(agent.agentId, null)} says="Non-buyers" />
          <Outlets {...agent} />
        </>
      ),
      total: (
        <>
          <Shade percent={grid.total.percent} to={sheetOf(null, null)} says="Non-buyers" />
          <Outlets {...grid.total} />
        </>
      ),
    },
    ...grid.columns.map(
      (column): Column<AgentReach> => ({
        key: `of ${column.key}`,
        header: column.label,
        align: 'end',
        phone: 'hide',
        cell: (agent) => cell(agent, agent.agentId, column),
        total: cell(grid.total, null, column),
      }),
    ),
  ]
  return (
    // A phone shows the total; the report has the agents and the categories.
    <Panel
      flush
      className="max-sm:[&_tbody]:hidden"
      title={`Penetration, ${formatMonth(day)}`}
      actions={
        <LinkButton
          size="sm"
          to={`${paths.reports.report('penetration_report')}?${new URLSearchParams(selected)}`}
        >
          Report
        </LinkButton>
      }
    >
      <p className="px-4 py-2.5 text-muted max-sm:hidden">
        Buying outlets as a percentage of active outlets. Select a cell for the call sheet of
        non-buyers.
      </p>
      <DataTable
        caption="Penetration by agent"
        rows={grid.agents}
        rowKey={({ agentId }) => agentId}
        columns={columns}
        wide
        empty={
          <EmptyState line title="No customers yet">
            Approved customers are counted under their agent.
          </EmptyState>
        }
      />
    </Panel>
  )
}

function Outlets({ buyers, universe }: Reach) {
  return (
    <span className="block pl-1 text-xs font-normal text-muted">
      {buyers} of {universe}
    </span>
  )
}

interface ShadeProps {
  percent: string | null
  to: string | null
  /** The link's target in words, for screen readers. */
  says: string
}

function Shade({ percent, to, says }: ShadeProps) {
  if (percent === null) return <span className="text-muted">–</span>
  const text = `${Number(percent).toFixed(1)}%`
  return (
    <HeatCell percent={Number(percent)}>
      {to ? (
        <Link to={to} className="block hover:underline">
          {text} <span className="sr-only">: {says}</span>
        </Link>
      ) : (
        text
      )}
    </HeatCell>
  )
}

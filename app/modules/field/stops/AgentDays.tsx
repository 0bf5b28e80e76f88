import { paths } from '~/paths'
import { WEEKDAYS } from '~/platform/values/weeks'
import { CellLink } from '~/ui/CellLink'
import { DataTable } from '~/ui/DataTable'
import { routeAt } from './address'

interface Agent {
  id: string
  name: string
}

interface Props {
  agents: readonly Agent[]
  /** The number of stops, by "agent weekday". */
  days: Readonly<Record<string, number>>
}

/** Shows how many stops each agent has on each day of the week. */
export function AgentDays({ agents, days }: Props) {
  return (
    <DataTable<Agent>
      caption="Stops by agent and day"
      rows={agents}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'agent',
          header: 'Agent',
          phone: 'title',
          cell: ({ id, name }) => (
            <CellLink to={`${paths.field.routes}?agent=${id}`} className="font-medium">
              {name}
            </CellLink>
          ),
        },
        ...WEEKDAYS.map((day, index) => ({
          key: day,
          header: day,
          align: 'end' as const,
          phone: 'hide' as const,
          cell: ({ id, name }: Agent) => (
            <CellLink to={routeAt(id, index + 1)}>
              <span className="figures">{days[`${id} ${index + 1}`] ?? 0}</span>
              <span className="sr-only">{` stops of ${name}`}</span>
            </CellLink>
          ),
        })),
      ]}
      empty={null}
    />
  )
}

import { type Money as Amount, addMoney, money } from '~/platform/values/money'
import { changeFrom, percentOf } from '~/platform/values/percent'
import { CellLink } from '~/ui/CellLink'
import type { Column } from '~/ui/DataTable'
import { Money } from '~/ui/Figures'
import { ProgressLine } from '~/ui/Meters'
import type { AgentRow } from '../agents'

type Agents = readonly AgentRow[]
type AmountKey =
  | 'sales'
  | 'salesBefore'
  | 'salesTarget'
  | 'collected'
  | 'collectionTarget'
  | 'receivables'
  | 'overdue'

const sumOf = (agents: Agents, key: AmountKey) =>
  addMoney(...agents.flatMap((agent) => agent[key] ?? []))

/**
 * Returns a column of amounts that link to their report. An agent without a figure shows nothing.
 */
export function amountColumn(
  key: AmountKey,
  header: string,
  agents: Agents,
  to: (agentId: string) => string,
): Column<AgentRow> {
  return {
    key,
    header,
    align: 'end',
    // A card has one line of facts: what is reached of the sales target, and what is overdue.
    phone: key === 'sales' ? 'amount' : key === 'overdue' ? 'show' : 'hide',
    cell: (agent) => <Linked amount={agent[key]} to={to(agent.id)} />,
    total: <Money value={sumOf(agents, key)} />,
  }
}

/** Returns the column of the change of sales from the same days of the month before. */
export function changeColumn(agents: Agents): Column<AgentRow> {
  return {
    key: 'change',
    header: 'Change',
    phone: 'hide',
    tablet: 'hide',
    align: 'end',
    cell: (agent) => changeText(agent.salesBefore, agent.sales),
    total: changeText(sumOf(agents, 'salesBefore'), sumOf(agents, 'sales')),
  }
}

/** Returns the columns of a target: its amount, and the share reached; `due` percent of the month are over. */
export function targetColumns(
  key: 'salesTarget' | 'collectionTarget',
  reached: 'sales' | 'collected',
  agents: Agents,
  due: number,
): Column<AgentRow>[] {
  // An agent without a target does not count towards the sum of the targets.
  const measured = agents.filter((agent) => agent[key] !== null)
  const some = measured.length > 0
  return [
    {
      key,
      header: key === 'salesTarget' ? 'Sales target' : 'Collection target',
      align: 'end',
      phone: 'hide',
      tablet: 'hide',
      cell: (agent) => <Money value={agent[key]} />,
      total: some ? <Money value={sumOf(measured, key)} /> : undefined,
    },
    {
      key: `${key}Reached`,
      header: key === 'salesTarget' ? 'Sales reached' : 'Coll. reached',
      align: 'end',
      phone: key === 'salesTarget' ? 'show' : 'hide',
      cell: (agent) => (
        <Reached who={agent.name} target={agent[key]} reached={agent[reached]} due={due} />
      ),
      total: some ? (
        <Reached
          who="Agents with a target"
          target={sumOf(measured, key)}
          reached={sumOf(measured, reached)}
          due={due}
        />
      ) : undefined,
    },
  ]
}

function Linked({ amount, to }: { amount: Amount | null; to: string }) {
  return amount === null ? (
    <Money value={null} />
  ) : (
    <CellLink to={to}>
      <Money value={amount} />
    </CellLink>
  )
}

function changeText(before: Amount | null, now: Amount | null): string {
  return (before && changeFrom(before, now ?? money(0))) ?? '–'
}

interface ReachedProps {
  who: string
  target: Amount | null
  reached: Amount | null
  due: number
}

function Reached({ who, target, reached, due }: ReachedProps) {
  const percent = target && percentOf(reached ?? money(0), target)
  if (!percent) return <Money value={null} />
  return (
    <span className="figures inline-flex items-center gap-2">
      {percent}%
      <span className="max-sm:hidden">
        <ProgressLine
          label={`${who}: ${percent}% of the target, with ${due.toFixed(0)}% of the month elapsed`}
          percent={Number(percent)}
          due={due}
        />
      </span>
    </span>
  )
}

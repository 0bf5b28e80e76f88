import { Link } from '@remix-run/react'
import { type Money as Amount, addMoney, money } from '~/platform/values/money'
import { ProgressLine } from '~/ui/Chart'
import type { Column } from '~/ui/DataTable'
import { Money } from '~/ui/Figures'
import type { AgentRow } from '../agents'
import { changeFrom, percentOf } from '../race'

type Agents = readonly AgentRow[]
type AmountKey =
  | 'sales'
  | 'salesBefore'
  | 'salesTarget'
  | 'collected'
  | 'collectionTarget'
  | 'balance'
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
    cell: (agent) => <Linked amount={agent[key]} to={to(agent.id)} />,
    total: <Money value={sumOf(agents, key)} />,
  }
}

/** Returns the sales column, with the change from the same days of the month before. */
export function salesColumn(
  agents: Agents,
  currency: string,
  to: (agentId: string) => string,
): Column<AgentRow> {
  return {
    key: 'sales',
    header: `Sales (${currency})`,
    align: 'end',
    cell: (agent) => (
      <>
        <Linked amount={agent.sales} to={to(agent.id)} />
        <Change before={agent.salesBefore} now={agent.sales} />
      </>
    ),
    total: (
      <>
        <Money value={sumOf(agents, 'sales')} />
        <Change before={sumOf(agents, 'salesBefore')} now={sumOf(agents, 'sales')} />
      </>
    ),
  }
}

/** Returns a target column with the percentage reached; `due` percent of the month are over. */
export function targetColumn(
  key: 'salesTarget' | 'collectionTarget',
  reached: 'sales' | 'collected',
  agents: Agents,
  due: number,
): Column<AgentRow> {
  // An agent without a target does not count towards the sum of the targets.
  const measured = agents.filter((agent) => agent[key] !== null)
  return {
    key,
    header: 'Target',
    align: 'end',
    cell: (agent) => (
      <Reached who={agent.name} target={agent[key]} reached={agent[reached]} due={due} />
    ),
    total:
      measured.length > 0 ? (
        <Reached
          who="Agents with a target"
          target={sumOf(measured, key)}
          reached={sumOf(measured, reached)}
          due={due}
        />
      ) : undefined,
  }
}

/** Returns the column of customers who bought, out of all customers of an agent. */
export function buyersColumn(total: { buyers: number; universe: number }): Column<AgentRow> {
  return {
    key: 'buyers',
    header: 'Buyers',
    align: 'end',
    phone: 'hide',
    cell: ({ buyers, universe }) => (universe === null ? '–' : `${buyers} of ${universe}`),
    total: `${total.buyers} of ${total.universe}`,
  }
}

function Linked({ amount, to }: { amount: Amount | null; to: string }) {
  return amount === null ? (
    <Money value={null} />
  ) : (
    <Link to={to} className="text-accent hover:underline">
      <Money value={amount} />
    </Link>
  )
}

function Change({ before, now }: { before: Amount | null; now: Amount | null }) {
  const change = before && changeFrom(before, now ?? money(0))
  return change ? (
    <span className="block text-xs font-normal text-muted">{change}% vs previous month</span>
  ) : null
}

interface ReachedProps {
  who: string
  target: Amount | null
  reached: Amount | null
  due: number
}

function Reached({ who, target, reached, due }: ReachedProps) {
  const percent = target && percentOf(reached ?? money(0), target)
  return (
    <>
      <Money value={target} />
      {percent ? (
        <span className="block text-xs font-normal text-muted">
          {percent}%
          <ProgressLine
            label={`${who}: ${percent}% of the target, when ${due.toFixed(0)}% of the month is over`}
            percent={Number(percent)}
            due={due}
          />
        </span>
      ) : null}
    </>
  )
}

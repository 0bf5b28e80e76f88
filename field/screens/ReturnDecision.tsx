import type { ReturnRequest } from '~/platform/field/team'
import { formatDate } from '~/platform/values/dates'
import { formatMoney, money } from '~/platform/values/money'
import { formatQuantity } from '~/platform/values/quantity'
import { call } from '../api'
import { useSession } from '../session'
import { Section } from '../ui/controls'
import { DecisionForm } from './DecisionForm'

/** One return that waits: its goods, why they come back, and what the customer is credited. */
export function ReturnDecision({ waiting }: { waiting: ReturnRequest }) {
  const { company } = useSession()
  const { id, version, request_no, so_no, agent, on_date, reason, credit, lines } = waiting
  const decide = (decision: 'approved' | 'rejected') => (key: string, note: string) =>
    call('return', { project: company.id, key, request: id, version, decision, note })
  return (
    <>
      <Section title={waiting.customer}>
        <p className="text-muted">
          {so_no}, {agent}, {formatDate(on_date)}
        </p>
        <ul className="my-2">
          {lines.map((line) => (
            <li key={`${line.product} ${line.bad}`} className="flex justify-between gap-3">
              <span className="truncate">
                {line.product}
                {line.bad ? ' (bad order)' : ''}
              </span>
              <span className="figures shrink-0">{formatQuantity(line.pieces, line.case)}</span>
            </li>
          ))}
        </ul>
        <p>{reason}</p>
        <p className="flex justify-between gap-3 font-semibold">
          <span>Credit</span>
          <span className="figures">{formatMoney(money(credit), company.currency)}</span>
        </p>
      </Section>
      <DecisionForm of={request_no} send={decide('approved')} reject={decide('rejected')} />
    </>
  )
}

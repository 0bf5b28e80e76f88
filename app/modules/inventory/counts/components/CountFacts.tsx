import { Details } from '~/ui/Details'
import { DateText, Money } from '~/ui/Figures'
import { Panel } from '~/ui/Panel'
import { Stat, StatRow } from '~/ui/Stat'
import type { CountHead } from '../queries.server'
import { VarianceSum } from './Variance'

/** Shows the figures of a submitted count. */
export function CountFigures({ count, currency }: { count: CountHead; currency: string }) {
  const left = count.lines - count.counted
  return (
    <StatRow>
      <Stat
        label="Products counted"
        value={`${count.counted} of ${count.lines}`}
        note={left > 0 ? `${left} keep their book quantity` : null}
        tone={left > 0 ? 'warn' : undefined}
      />
      <Stat label="Items with variance" value={count.differing ?? '–'} />
      <Stat
        label="Variance"
        value={<VarianceSum surplus={count.surplus} missing={count.missing} />}
      />
      {count.costValue === null ? null : (
        <Stat label="Value at cost" value={<Money value={count.costValue} />} note={currency} />
      )}
      <Stat label="Value at SRP" value={<Money value={count.srpValue} />} note={currency} />
    </StatRow>
  )
}

interface Props {
  count: CountHead
  people: { created: string | null; submitted: string | null; decided: string | null }
  timeZone: string
}

/** Shows the scope of a count and its history: users and times of each step. */
export function CountFacts({ count, people, timeZone }: Props) {
  const when = (by: string | null, at: string | null) => (
    <>
      {by ? `${by}, ` : ''}
      <DateText value={at} timeZone={timeZone} />
    </>
  )
  const decided = {
    open: 'Returned for recount',
    submitted: 'Returned for recount before',
    posted: 'Posted',
  }
  return (
    <Panel className="mb-4">
      <Details
        items={[
          ['Products', count.category ?? 'All'],
          ['Sheet', count.blind ? 'Blind' : 'Shows book quantity'],
          ['Created', when(people.created, count.sheetAt)],
          ...(count.submittedAt
            ? [['Submitted', when(people.submitted, count.submittedAt)] as const]
            : []),
          ...(count.decidedAt
            ? [
                [
                  count.status === 'cancelled' ? 'Cancelled' : decided[count.status],
                  when(people.decided, count.decidedAt),
                ] as const,
                ['Reason', count.reason] as const,
              ]
            : []),
        ]}
      />
    </Panel>
  )
}

import { Details } from '~/ui/Details'
import { Money } from '~/ui/Figures'
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
        label="Lines counted"
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
        <Stat label={`Value at cost (${currency})`} value={<Money value={count.costValue} />} />
      )}
      <Stat label={`Value at SRP (${currency})`} value={<Money value={count.srpValue} />} />
    </StatRow>
  )
}

/** Shows the scope of a count, and the reason of its last decision. */
export function CountFacts({ count }: { count: CountHead }) {
  return (
    <Panel className="mb-4">
      <Details
        items={[
          ['Products', count.category ?? 'All'],
          ['Sheet', count.blind ? 'Blind' : 'Shows book quantity'],
          ...(count.decidedAt ? [['Reason', count.reason] as const] : []),
        ]}
      />
    </Panel>
  )
}

import { inboxAt, KINDS } from '~/modules/inbox/kinds'
import type { Waiting as Row } from '~/modules/inbox/queries.server'
import { formatDate, today } from '~/platform/values/dates'
import { EmptyState } from '~/ui/EmptyState'
import { Money } from '~/ui/Figures'
import { Panel } from '~/ui/Panel'
import { Stat, StatRow } from '~/ui/Stat'
import { shownAs } from '../tasks'
import type { Work } from '../work.server'
import { HomeSection } from './HomeSection'

interface Props {
  /** Pending approvals; null for users who decide nothing. */
  waiting: readonly Row[] | null
  work: readonly Work[]
  currency: string
  timeZone: string
}

/** Shows the user's pending approvals and due work. Each count links to its list. */
export function WaitingCards({ waiting, work, currency, timeZone }: Props) {
  const mine = waiting?.filter((row) => !row.mine)
  return (
    <>
      {mine ? (
        <HomeSection title="Waiting for approval" more={{ label: 'Open the inbox', to: inboxAt() }}>
          {mine.length === 0 ? (
            <Panel className="mb-4">
              <EmptyState title="Nothing waits for your decision" />
            </Panel>
          ) : (
            <StatRow>
              {mine.map(({ kind, items, amount, oldest }) => (
                <Stat
                  key={kind}
                  label={KINDS[kind].label}
                  value={items.toLocaleString('en-US')}
                  note={
                    <>
                      {amount === null ? null : (
                        <span className="block">
                          <Money value={amount} currency={currency} />
                        </span>
                      )}
                      Since {formatDate(today(timeZone, new Date(oldest)))}
                    </>
                  }
                  tone="warn"
                  to={inboxAt(kind)}
                />
              ))}
            </StatRow>
          )}
        </HomeSection>
      ) : null}
      {work.length > 0 ? (
        <HomeSection title="To do">
          <StatRow>
            {work.map(({ task, items, amount }) => {
              const { label, to, note, tone } = shownAs(task)
              return (
                <Stat
                  key={task}
                  label={label}
                  value={items.toLocaleString('en-US')}
                  note={amount === null ? note : <Money value={amount} currency={currency} />}
                  tone={tone}
                  to={to}
                />
              )
            })}
          </StatRow>
        </HomeSection>
      ) : null}
    </>
  )
}

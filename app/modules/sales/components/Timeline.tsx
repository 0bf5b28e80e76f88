import type { ReactNode } from 'react'
import { DateText } from '~/ui/Figures'
import { Panel } from '~/ui/Panel'
import type { TimelineEvent } from '../timeline'

/** Lists the events of a booking, newest first: time, event, user. */
export function Timeline({
  events,
  timeZone,
  actions,
}: {
  events: readonly TimelineEvent[]
  timeZone: string
  actions: ReactNode
}) {
  return (
    <Panel title="History" actions={actions}>
      <ol className="flex flex-col gap-3" aria-label="Timeline">
        {events.toReversed().map((event) => (
          <li key={`${event.at} ${event.title}`} className="border-l-2 border-line pl-3">
            <p className="font-medium">{event.title}</p>
            <p className="text-xs text-muted">
              <DateText value={event.at} timeZone={timeZone} />
              {event.by ? ` by ${event.by}` : null}
            </p>
            {event.details.map((detail) => (
              <p key={detail} className="mt-0.5 break-words">
                {detail}
              </p>
            ))}
          </li>
        ))}
      </ol>
    </Panel>
  )
}

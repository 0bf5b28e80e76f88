import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Badge } from './Badge'
import { Panel } from './Panel'

interface Outcome {
  id: string
  /** Number of the document, a link to it. */
  label: string
  to: string
  /** Why it was not done; null when it was. */
  refused: string | null
  /** What its badge says when it was done; `done` by default. */
  badge?: string
  note?: string
}

interface Props {
  outcomes: readonly Outcome[]
  /** What became of those that were not refused, such as "validated". */
  done: string
  actions?: ReactNode
}

/** What became of each of many documents that were acted upon together: those that were refused first. */
export function Outcomes({ outcomes, done, actions }: Props) {
  if (outcomes.length === 0) return null
  const refused = outcomes.filter((outcome) => outcome.refused)
  const went = outcomes.filter((outcome) => !outcome.refused)
  const word = done.charAt(0).toUpperCase() + done.slice(1)
  return (
    <div role="status">
      <Panel
        title={`${went.length} ${done}, ${refused.length} refused`}
        actions={actions}
        className="mb-4"
      >
        <ul className="flex flex-col gap-1.5">
          {[...refused, ...went].map((outcome) => (
            <li key={outcome.id} className="flex flex-wrap items-baseline gap-x-2.5">
              <Link to={outcome.to} className="figures font-medium text-accent hover:underline">
                {outcome.label}
              </Link>
              <Badge tone={outcome.refused ? 'danger' : 'ok'}>
                {outcome.refused ? 'Refused' : (outcome.badge ?? word)}
              </Badge>
              {outcome.note ? <span>{outcome.note}</span> : null}
              {outcome.refused ? <span>{outcome.refused}</span> : null}
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  )
}

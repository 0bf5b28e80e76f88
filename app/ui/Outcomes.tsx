import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Badge } from './Badge'
import { Panel } from './Panel'

interface Outcome {
  id: string
  /** The number of the document, which links to it. */
  label: string
  to: string
  /** The reason of a refusal; null when the action succeeded. */
  refused: string | null
  /** The badge of a success; `done` by default. */
  badge?: string
  note?: string
}

interface Props {
  outcomes: readonly Outcome[]
  /** The documents, such as "bookings", and the word for the successful ones, such as "validated". */
  noun: string
  done: string
  actions?: ReactNode
}

/** Shows the outcome for each of many documents of one action, refused ones first. */
export function Outcomes({ outcomes, noun, done, actions }: Props) {
  if (outcomes.length === 0) return null
  const refused = outcomes.filter((outcome) => outcome.refused)
  const went = outcomes.filter((outcome) => !outcome.refused)
  const word = done.charAt(0).toUpperCase() + done.slice(1)
  return (
    <div role="status">
      <Panel
        title={`${went.length} ${went.length === 1 ? noun.slice(0, -1) : noun} ${done}${refused.length > 0 ? `, ${refused.length} failed` : ''}`}
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
                {outcome.refused ? 'Failed' : (outcome.badge ?? word)}
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

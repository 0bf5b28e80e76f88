import { Link } from '@remix-run/react'
import { Badge } from '~/ui/Badge'
import { Panel } from '~/ui/Panel'
import type { Outcome } from '../validation.server'

/** What became of each booking that was to be validated: those that were refused first. */
export function Outcomes({ outcomes }: { outcomes: readonly Outcome[] }) {
  if (outcomes.length === 0) return null
  const refused = outcomes.filter((outcome) => outcome.refused)
  const done = outcomes.filter((outcome) => !outcome.refused)
  return (
    <div role="status">
      <Panel title={`${done.length} validated, ${refused.length} refused`} className="mb-4">
        <ul className="flex flex-col gap-1.5">
          {[...refused, ...done].map((outcome) => (
            <li key={outcome.id} className="flex flex-wrap items-baseline gap-x-2.5">
              <Link
                to={`/sales/bookings/${outcome.id}`}
                className="figures font-medium text-accent hover:underline"
              >
                {outcome.soNo}
              </Link>
              <Badge tone={outcome.refused ? 'danger' : 'ok'}>
                {outcome.refused ? 'Refused' : 'Validated'}
              </Badge>
              {outcome.refused ? <span>{outcome.refused}</span> : null}
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  )
}

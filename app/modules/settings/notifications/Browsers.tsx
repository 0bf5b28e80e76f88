import { Form } from '@remix-run/react'
import type { PushBrowser } from '~/modules/notifications/queries.server'
import { Badge } from '~/ui/Badge'
import { DateText } from '~/ui/Figures'
import { SubmitButton } from '~/ui/SubmitButton'
import { PushHere } from './PushHere'

interface Props {
  browsers: readonly (Omit<PushBrowser, 'device'> & { device: string })[]
  /** The public key of the server, base64url. */
  pushKey: string
  project: string
  timeZone: string
  idempotencyKey: string
}

/** Lists the browsers that get pushes, and turns them on for this one. */
export function Browsers({ browsers, pushKey, project, timeZone, idempotencyKey }: Props) {
  return (
    <div className="space-y-3">
      <p className="text-muted">
        A browser shows notifications also when Kalakal is closed: what has happened and the
        company, no names and no amounts. It ends when you sign out there.
      </p>
      {browsers.length > 0 ? (
        <ul className="divide-y divide-line">
          {browsers.map(({ id, device, at, isThis }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-3 py-2">
              <div className="min-w-0 flex-1">
                <p className="flex flex-wrap items-center gap-2 font-medium">
                  {device}
                  {isThis ? <Badge tone="ok">This browser</Badge> : null}
                </p>
                <p className="text-xs text-muted">
                  since <DateText value={at} timeZone={timeZone} />
                </p>
              </div>
              <Form method="post">
                <input type="hidden" name="project" value={project} />
                <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
                <input type="hidden" name="intent" value="remove" />
                <input type="hidden" name="browser" value={id} />
                <SubmitButton variant="ghost" size="sm" aria-label={`Turn off: ${device}`}>
                  Turn off
                </SubmitButton>
              </Form>
            </li>
          ))}
        </ul>
      ) : null}
      {browsers.some(({ isThis }) => isThis) ? null : (
        <PushHere {...{ pushKey, project, idempotencyKey }} />
      )}
      <noscript>
        <p>Push needs scripts, which this browser does not run.</p>
      </noscript>
    </div>
  )
}

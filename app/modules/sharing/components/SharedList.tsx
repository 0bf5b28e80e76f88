import { Form } from '@remix-run/react'
import { DateText } from '~/ui/Figures'
import { SubmitButton } from '~/ui/SubmitButton'
import type { SharedEarlier } from '../queries.server'

interface Props {
  shared: readonly SharedEarlier[]
  timeZone: string
  project: string
  idempotencyKey: string
}

/** States of a mail. */
const MAILS: Record<string, string> = {
  waiting: 'Waiting to be sent',
  sent: 'Sent',
  too_large: 'Not sent: the PDF is too large for an e-mail',
}

/** Lists how a paper was shared, newest first, with the button that ends a link. */
export function SharedList({ shared, timeZone, project, idempotencyKey }: Props) {
  return (
    <ul className="divide-y divide-line">
      {shared.map((each) => (
        <li key={each.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2">
          <div className="min-w-0 flex-1 basis-72">
            <p className="wrap-anywhere">
              {each.way === 'mail' ? `E-mail to ${each.recipients.join(', ')}` : 'Link'}
              <span className="text-muted">
                {' · '}
                {each.title} · {each.by}, <DateText value={each.at} timeZone={timeZone} />
              </span>
            </p>
            {each.way === 'link' ? (
              <p className="text-xs text-muted">
                <State of={each} timeZone={timeZone} /> · <Opened of={each} timeZone={timeZone} />
              </p>
            ) : (
              <p className="text-xs text-muted wrap-anywhere">
                {MAILS[each.mailResult ?? 'waiting'] ?? 'Not sent'} · {each.subject}
              </p>
            )}
          </div>
          {each.mayEnd ? (
            <Form method="post">
              <input type="hidden" name="project" value={project} />
              <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
              <input type="hidden" name="shared" value={each.id} />
              <SubmitButton variant="ghost" size="sm" name="intent" value="end">
                End the link
              </SubmitButton>
            </Form>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

interface Of {
  of: SharedEarlier
  timeZone: string
}

function State({ of: { endedAt, until, isOver }, timeZone }: Of) {
  if (endedAt)
    return (
      <>
        Ended <DateText value={endedAt} timeZone={timeZone} />
      </>
    )
  return (
    <>
      {isOver ? 'Expired' : 'Works until'} <DateText value={until} timeZone={timeZone} />
    </>
  )
}

function Opened({ of: { opens, lastOpenedAt }, timeZone }: Of) {
  if (opens === 0) return 'not opened'
  return (
    <>
      opened {opens === 1 ? 'once' : `${opens} times`}, last{' '}
      <DateText value={lastOpenedAt} timeZone={timeZone} />
    </>
  )
}

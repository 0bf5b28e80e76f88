import { Form } from '@remix-run/react'
import { ErrorBanner } from '~/ui/ErrorBanner'
import { DateText } from '~/ui/Figures'
import { LinkToCopy } from '~/ui/LinkToCopy'
import { Panel } from '~/ui/Panel'
import { SubmitButton } from '~/ui/SubmitButton'
import type { Invitation } from '../invitation.server'

interface Props {
  name: string
  /** The project of the page; null on the administrator's. */
  project: string | null
  timeZone: string
  invitation: Invitation | undefined
}

/** Makes the link that opens an account without an e-mail, and shows it once, to be copied. */
export function InvitationPanel({ name, project, timeZone, invitation }: Props) {
  const link = invitation && 'link' in invitation ? invitation : null
  return (
    <Panel title="Invitation link" className="mb-4">
      <ErrorBanner errors={invitation && 'error' in invitation ? [invitation.error] : null} />
      {link ? (
        <LinkToCopy
          link={link.link}
          label="Send this link by any messenger. It is shown this once."
        >
          Works once, until <DateText value={link.until} timeZone={timeZone} />.
        </LinkToCopy>
      ) : (
        <Form method="post" className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {project ? <input type="hidden" name="project" value={project} /> : null}
          <p className="min-w-0 flex-1 text-muted">
            A one-time link, valid for seven days, which needs no e-mail. The user who opens it sets
            the password: send it to {name} only.
          </p>
          <SubmitButton variant="secondary" name="intent" value="link">
            Make a link
          </SubmitButton>
        </Form>
      )}
    </Panel>
  )
}

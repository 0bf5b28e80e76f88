import { Form } from '@remix-run/react'
import { useId, useState } from 'react'
import { Button } from '~/ui/Button'
import { ErrorBanner } from '~/ui/ErrorBanner'
import { CONTROL } from '~/ui/Field'
import { DateText } from '~/ui/Figures'
import { Panel } from '~/ui/Panel'
import { SubmitButton } from '~/ui/SubmitButton'
import { useHydrated } from '~/ui/useHydrated'
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
        <LinkToCopy {...link} timeZone={timeZone} />
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

function LinkToCopy({ link, until, timeZone }: { link: string; until: string; timeZone: string }) {
  const id = useId()
  const hydrated = useHydrated()
  const [copied, setCopied] = useState(false)
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  return (
    <>
      <label htmlFor={id} className="mb-1 block text-xs font-medium">
        Send this link by any messenger. It is shown this once.
      </label>
      <div className="flex gap-2">
        <input
          id={id}
          readOnly
          value={link}
          onFocus={(event) => event.currentTarget.select()}
          className={CONTROL}
        />
        {hydrated && navigator.clipboard ? <Button onClick={copy}>Copy</Button> : null}
      </div>
      <p role="status" className="mt-1 text-xs text-muted">
        {copied ? 'Copied. ' : ''}Works once, until <DateText value={until} timeZone={timeZone} />.
      </p>
    </>
  )
}

import { Form } from '@remix-run/react'
import { roleLabel } from '~/platform/access/role-label'
import { LinkButton } from '~/ui/Button'
import { ConfirmForm } from '~/ui/ConfirmForm'
import { SubmitButton } from '~/ui/SubmitButton'
import { Loss } from '../../people/components/MembershipTable'
import type { OwnPerson } from '../people.server'

interface Props {
  project: string
  person: OwnPerson
  verified: boolean
  idempotencyKey: string
  /** Address of the mails that are not sent; null when they are. */
  outbox: string | null
  /** The button that was refused, and why. */
  refused: string | null
  errors: string[] | null
}

/** Shows what General Manager and Owner do with the account of a person below them. */
export function OwnPersonActions(props: Props) {
  const { project, person, verified, idempotencyKey, outbox, refused, errors } = props
  const { name, membership } = person
  const values = (intent: string) => ({ intent, idempotencyKey, project })
  const errorsOf = (intent: string) => (refused === intent ? errors : null)
  return (
    <>
      {verified ? null : (
        <>
          {outbox ? (
            <LinkButton to={outbox} reloadDocument>
              Open outbox
            </LinkButton>
          ) : null}
          <Form method="post">
            <input type="hidden" name="project" value={project} />
            <SubmitButton variant="secondary" name="intent" value="resend">
              Send e-mail again
            </SubmitButton>
          </Form>
        </>
      )}
      {person.elsewhere ? null : (
        <ConfirmForm
          values={values('sign_out')}
          trigger="Sign out everywhere"
          label="Sign out everywhere"
          title={`Sign ${name} out everywhere`}
          body={`${name} is signed out on every device, web and field app. Unsaved entries there are lost. The account remains active.`}
          errors={errorsOf('sign_out')}
          danger
        />
      )}
      {membership.status === 'active' ? (
        <ConfirmForm
          values={values('deactivate')}
          trigger="Deactivate"
          triggerVariant="danger"
          label="Deactivate"
          title={`Deactivate ${name}`}
          body={
            <Loss
              name={name}
              from={membership.project}
              role={membership.role}
              leads={person.leads[membership.projectId]}
            />
          }
          errors={errorsOf('deactivate')}
          danger
        />
      ) : (
        <ConfirmForm
          values={values('reactivate')}
          trigger="Reactivate"
          label="Reactivate"
          title={`Reactivate ${name}`}
          body={`${name} is ${roleLabel(membership.role)} again immediately.`}
          errors={errorsOf('reactivate')}
        />
      )}
    </>
  )
}

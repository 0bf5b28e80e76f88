import { Form } from '@remix-run/react'
import { LinkButton } from '~/ui/Button'
import { SubmitButton } from '~/ui/SubmitButton'
import { listed } from '../../activity'
import type { PersonDocument } from '../queries.server'
import { ActionButton, type ActionRefusal } from './ActionButton'
import { Loss } from './MembershipTable'

interface Props {
  person: PersonDocument
  verified: boolean
  idempotencyKey: string
  /** Address of the mails that are not sent; null when they are. */
  outbox: string | null
  refusal: ActionRefusal | undefined
}

/** Shows the actions on the user as a whole. */
export function PersonActions({ person, verified, idempotencyKey, outbox, refusal }: Props) {
  const { name } = person
  const active = person.memberships.filter(({ status }) => status === 'active')
  const leads = active.reduce((sum, { projectId }) => sum + (person.leads[projectId] ?? 0), 0)
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
            <SubmitButton variant="secondary" name="intent" value="resend">
              Send verification e-mail again
            </SubmitButton>
          </Form>
        </>
      )}
      <ActionButton
        intent="sign_out"
        idempotencyKey={idempotencyKey}
        refusal={refusal}
        label="Sign out everywhere"
        title={`Sign ${name} out everywhere`}
        body={`${name} is signed out on every device, web and field app. Unsaved entries there are lost. The account and its projects remain.`}
        danger
      />
      {active.length > 1 ? (
        <ActionButton
          intent="deactivate_everywhere"
          idempotencyKey={idempotencyKey}
          refusal={refusal}
          label="Deactivate everywhere"
          title={`Deactivate ${name} everywhere`}
          body={
            <Loss
              name={name}
              from={listed(active.map(({ project }) => project))}
              role={active[0]?.role ?? ''}
              leads={leads}
            />
          }
          danger
        />
      ) : null}
    </>
  )
}

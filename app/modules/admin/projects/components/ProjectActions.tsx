import { ConfirmForm } from '~/ui/ConfirmForm'
import type { ProjectDocument } from '../queries.server'

interface Props {
  project: ProjectDocument
  idempotencyKeys: { status: string; remove: string }
}

/** Deactivates, reactivates or removes a project, and explains the effect on its users. */
export function ProjectActions({ project, idempotencyKeys }: Props) {
  const { name, people, status } = project
  const open = status === 'active'
  return (
    <>
      <ConfirmForm
        trigger={open ? 'Deactivate' : 'Reactivate'}
        label={open ? 'Deactivate' : 'Reactivate'}
        title={`${open ? 'Deactivate' : 'Reactivate'} ${name}`}
        body={
          open
            ? `${loss(people)} Nothing is deleted; it can be reactivated.`
            : `${gain(people)} All records are unchanged.`
        }
        values={{
          intent: 'status',
          idempotencyKey: idempotencyKeys.status,
          status: open ? 'inactive' : 'active',
        }}
      />
      <ConfirmForm
        trigger="Remove"
        triggerVariant="danger"
        label="Remove"
        title={`Remove ${name}`}
        body={`${open ? loss(people) : 'It has no active users.'} It is removed from all lists. Its records remain, but a removed project cannot be restored.`}
        values={{ intent: 'status', idempotencyKey: idempotencyKeys.remove, status: 'removed' }}
        danger
      />
    </>
  )
}

function loss(people: number): string {
  if (people === 0) return 'It has no active users.'
  return people === 1
    ? '1 user loses access immediately.'
    : `${people} users lose access immediately.`
}

function gain(people: number): string {
  if (people === 0) return 'It has no active users yet.'
  return people === 1
    ? '1 user regains access immediately.'
    : `${people} users regain access immediately.`
}

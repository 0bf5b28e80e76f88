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
            ? `${loss(people)} Nothing is deleted; you can reactivate it.`
            : `${gain(people)} Everything is as it was.`
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
        body={`${open ? loss(people) : 'Nobody can work in it now.'} It leaves every list. Its records are kept, but a removed project does not come back.`}
        values={{ intent: 'status', idempotencyKey: idempotencyKeys.remove, status: 'removed' }}
        danger
      />
    </>
  )
}

function loss(people: number): string {
  if (people === 0) return 'Nobody works in it.'
  return people === 1
    ? '1 person loses access at the next click.'
    : `${people} people lose access at their next click.`
}

function gain(people: number): string {
  if (people === 0) return 'Nobody works in it yet.'
  return people === 1
    ? '1 person can work in it again at once.'
    : `${people} people can work in it again at once.`
}

import { Form } from '@remix-run/react'
import { SubmitButton } from '~/ui/SubmitButton'

interface Props {
  project: string
  idempotencyKey: string
  /** The notification; all without it. */
  id?: string
  /** Names the notification for those who hear the button. */
  name?: string
  children: string
}

/** Marks a notification as read, or all. */
export function MarkRead({ project, idempotencyKey, id, name, children }: Props) {
  return (
    <Form method="post">
      <input type="hidden" name="project" value={project} />
      <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
      <input type="hidden" name="intent" value="read" />
      {id ? <input type="hidden" name="notification" value={id} /> : null}
      <SubmitButton
        variant={id ? 'ghost' : 'secondary'}
        size={id ? 'sm' : undefined}
        aria-label={name ? `${children}: ${name}` : undefined}
      >
        {children}
      </SubmitButton>
    </Form>
  )
}

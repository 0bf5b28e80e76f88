import { Form } from '@remix-run/react'
import type { ReactNode } from 'react'
import { ConfirmDialog } from '~/ui/Dialog'
import { ErrorBanner } from '~/ui/ErrorBanner'
import { FormActions } from '~/ui/FormGrid'
import { SubmitButton } from '~/ui/SubmitButton'

/** What the action answers when it refuses. */
export interface Refusal {
  error: string
  intent: string
  projectId: string
}

interface Props {
  intent: string
  op: string
  /** Verb on the button, such as "Deactivate". */
  label: string
  title: string
  /** The consequences. */
  body: ReactNode
  /** Of a membership; acts on the whole person have none. */
  projectId?: string
  danger?: boolean
  refusal: Refusal | undefined
  /** Small, for a row of a table. */
  inRow?: boolean
}

const IN_ROW =
  'rounded-md border border-edge bg-surface px-2 py-0.5 text-xs font-medium text-ink hover:bg-sunken'

/** Something serious that the administrator does to a person, after asking. */
export function Act(props: Props) {
  const { intent, op, label, title, body, projectId, danger = false, refusal, inRow } = props
  const refused = refusal?.intent === intent && refusal.projectId === (projectId ?? '')
  return (
    <ConfirmDialog
      trigger={label}
      triggerClass={inRow ? IN_ROW : undefined}
      title={title}
      body={body}
      open={refused}
    >
      {({ body: text, close }) => (
        <Form method="post">
          <input type="hidden" name="intent" value={intent} />
          <input type="hidden" name="op" value={op} />
          {projectId ? <input type="hidden" name="project_id" value={projectId} /> : null}
          <ErrorBanner errors={refused ? [refusal.error] : null} />
          {text}
          <FormActions>
            <SubmitButton variant={danger ? 'danger' : 'primary'}>{label}</SubmitButton>
            {close}
          </FormActions>
        </Form>
      )}
    </ConfirmDialog>
  )
}

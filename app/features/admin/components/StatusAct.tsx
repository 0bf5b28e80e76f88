import { Form } from '@remix-run/react'
import { ConfirmDialog } from '~/ui/Dialog'
import { FormActions } from '~/ui/FormGrid'
import { SubmitButton } from '~/ui/SubmitButton'

interface Props {
  /** Verb on the button, such as "Deactivate". */
  label: string
  title: string
  /** The consequence, in a sentence. */
  body: string
  op: string
  status: string
  /** Of a person's membership; a project's own page has none. */
  projectId?: string
  danger?: boolean
}

/** Changes a state after asking: a project's, or a person's in a project. */
export function StatusAct({ label, title, body, op, status, projectId, danger = false }: Props) {
  return (
    <ConfirmDialog
      trigger={label}
      triggerVariant={danger ? 'danger' : 'secondary'}
      title={title}
      body={body}
    >
      {({ body: text, close }) => (
        <Form method="post">
          <input type="hidden" name="intent" value="status" />
          <input type="hidden" name="op" value={op} />
          <input type="hidden" name="status" value={status} />
          {projectId ? <input type="hidden" name="project_id" value={projectId} /> : null}
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

import { Form } from '@remix-run/react'
import { ConfirmDialog } from '~/ui/Dialog'
import { FormActions } from '~/ui/FormGrid'
import { SubmitButton } from '~/ui/SubmitButton'

interface Props {
  project: string
  op: string
  /** Empty: all but the one that asks. */
  session: string
  trigger: string
  triggerClass?: string
  title: string
  /** The consequence, in a sentence. */
  body: string
  /** Of the danger button. */
  label: string
}

/** Ends one session, or all others, after asking. */
export function EndSession({ project, op, session, label, ...dialog }: Props) {
  return (
    <ConfirmDialog {...dialog}>
      {({ body, close }) => (
        <Form method="post">
          <input type="hidden" name="intent" value="end" />
          <input type="hidden" name="project" value={project} />
          <input type="hidden" name="op" value={op} />
          <input type="hidden" name="session" value={session} />
          {body}
          <FormActions>
            <SubmitButton variant="danger">{label}</SubmitButton>
            {close}
          </FormActions>
        </Form>
      )}
    </ConfirmDialog>
  )
}

import type { SubmissionResult } from '@conform-to/react'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { ConfirmDialog } from '~/ui/Dialog'
import { FormActions } from '~/ui/FormGrid'
import { SubmitButton } from '~/ui/SubmitButton'
import { TextAreaField } from '~/ui/TextAreaField'
import { takeBackSchema } from '../schema'

interface Props {
  project: string
  idempotencyKey: string
  slipNo: string
  lastResult: SubmissionResult<string[]> | undefined
}

/** Reverses the cash of a slip, with a reason; the slip and its cheques stay. */
export function TakeBackCash({ project, idempotencyKey, slipNo, lastResult }: Props) {
  const [form, fields] = useCommandForm({ id: 'take-back', schema: takeBackSchema, lastResult })
  return (
    <ConfirmDialog
      trigger="Take the cash back"
      title={`Cash of slip ${slipNo}`}
      body="For cash that was entered by mistake: it is at the office again, and never was in the account. The cheques of the slip stay on it."
      open={lastResult?.status === 'error'}
    >
      {({ body, close }) => (
        <CommandForm form={form} project={project} idempotencyKey={idempotencyKey}>
          {body}
          <TextAreaField field={fields.reason} label="Reason" rows={2} />
          <FormActions>
            <SubmitButton variant="danger">Take it back</SubmitButton>
            {close}
          </FormActions>
        </CommandForm>
      )}
    </ConfirmDialog>
  )
}

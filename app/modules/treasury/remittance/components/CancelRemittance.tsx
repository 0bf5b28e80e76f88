import type { SubmissionResult } from '@conform-to/react'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { ConfirmDialog } from '~/ui/Dialog'
import { FormActions } from '~/ui/FormGrid'
import { SubmitButton } from '~/ui/SubmitButton'
import { TextAreaField } from '~/ui/TextAreaField'
import { cancelSchema } from '../schema'

interface Props {
  project: string
  idempotencyKey: string
  /** The number with its label: "DRR 1204". */
  name: string
  version: number
  lastResult: SubmissionResult<string[]> | undefined
}

/** Cancels a remittance, with a reason. */
export function CancelRemittance({ project, idempotencyKey, name, version, lastResult }: Props) {
  const [form, fields] = useCommandForm({ id: 'cancel', schema: cancelSchema, lastResult })
  return (
    <ConfirmDialog
      trigger="Cancel remittance"
      title={`Cancel ${name}`}
      body="Its receipts are with the collector again and lose the number, to be received anew. The same number may be used for that."
      open={lastResult?.status === 'error'}
    >
      {({ body, close }) => (
        <CommandForm form={form} project={project} idempotencyKey={idempotencyKey}>
          <input type="hidden" name="version" value={version} />
          {body}
          <TextAreaField field={fields.reason} label="Reason" />
          <FormActions>
            <SubmitButton variant="danger">Cancel it</SubmitButton>
            {close}
          </FormActions>
        </CommandForm>
      )}
    </ConfirmDialog>
  )
}
